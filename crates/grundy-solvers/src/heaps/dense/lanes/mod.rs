//! Terms and guards for a block of numbers at once, in lanes of 32 bits. Greatest common divisors
//! and primes are read from sieves.
//!
//! The analysis has shown that no lane grows beyond 32 bits. A lane without a value (a division by
//! zero) makes the whole block `false`: the caller then looks at its numbers one by one.

mod words;

use grundy_games::{
    compiled::{
        program::Program,
        term::{Affine, Guard, SizeTerm, apply, call},
    },
    heaps::expr::{Comparison, Function, Operator},
};

use grundy_simd::{
    Level,
    lanes::{self, Operation, Relation},
};

use crate::support::budget::{Budget, Stopped};
use words::SlotGuards;

/// The most lanes of a block.
pub(super) const WIDTH: usize = 512;

/// Guards of one slot are kept for so many numbers.
const MOST_KEPT: usize = 1 << 20;

/// Divisors are sieved for numbers up to this.
const MOST_SIEVED: i64 = 1 << 21;

/// Primes are sieved up to this.
const MOST_PRIME: usize = 1 << 23;

/// The numbers in a slot: the slot, and the number in the first lane. The next lanes have the next
/// numbers.
pub(super) type SlotBlock = (usize, i64);

/// The lanes of the sizes of the heaps of a program, one after another, as far as they are known:
/// guards often compare these sizes.
#[derive(Clone, Copy)]
pub(super) struct SizeLanes<'k> {
    pub program: &'k Program,
    pub sizes: &'k [[i32; WIDTH]],
}

impl<'k> SizeLanes<'k> {
    /// The lanes of a term, if it is a size and takes longer than a look.
    fn lanes(self, term: &SizeTerm) -> Option<&'k [i32; WIDTH]> {
        let all = self.program.heaps.iter().flat_map(|heap| &heap.sizes);
        let found = || all.zip(self.sizes).find(|(size, _)| *size == term).map(|(_, lanes)| lanes);
        if matches!(term, SizeTerm::Affine(_)) { None } else { found() }
    }
}

/// The sieves, and room for numbers.
pub(super) struct Lanes {
    pub level: Level,
    divisors: [Divisors; 2],
    primes: Vec<u8>,
    alone: Vec<SlotGuard>,
    words: Vec<SlotGuards>,
    /// Blocks that nobody uses: to clear a new one for each part of a term takes longer than many
    /// terms.
    #[expect(clippy::vec_box, reason = "a block that is taken out and put back is not copied")]
    rooms: Vec<Box<[i32; WIDTH]>>,
}

/// A guard in which one slot occurs, and whether it holds for each number from `first` on: 0 or 1.
struct SlotGuard {
    guard: Guard,
    slot: usize,
    first: i64,
    holds: Vec<u8>,
}

/// The greatest common divisors of a number with 0, 1, ..
#[derive(Default)]
struct Divisors {
    of: i64,
    row: Vec<i32>,
}

impl Lanes {
    pub fn new() -> Lanes {
        Lanes {
            level: Level::best(),
            divisors: Default::default(),
            primes: Vec::new(),
            alone: Vec::new(),
            words: Vec::new(),
            rooms: Vec::new(),
        }
    }

    /// A block that nobody uses; what is in it is unspecified.
    fn room(&mut self) -> Box<[i32; WIDTH]> {
        self.rooms.pop().unwrap_or_else(|| Box::new([0; WIDTH]))
    }

    /// Puts the values of a term into `lanes`; `false` if one has no value.
    pub fn term(
        &mut self,
        term: &SizeTerm,
        block: SlotBlock,
        slots: &[i64],
        lanes: &mut [i32],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        match term {
            SizeTerm::Affine(own) => {
                self.affine(own, block, slots, lanes);
                Ok(true)
            }
            SizeTerm::Least(all) => self.joined(Operation::Least, all, (block, slots), lanes, budget),
            SizeTerm::Greatest(all) => self.joined(Operation::Greatest, all, (block, slots), lanes, budget),
            SizeTerm::Call(Function::Xor, all) => self.joined(Operation::Xor, all, (block, slots), lanes, budget),
            SizeTerm::Call(Function::BitAnd, all) => self.joined(Operation::And, all, (block, slots), lanes, budget),
            SizeTerm::Call(Function::BitOr, all) => self.joined(Operation::Or, all, (block, slots), lanes, budget),
            constant if !constant.uses(block.0) => {
                let value = number(constant, slots);
                value.iter().for_each(|&value| lanes.fill(value));
                Ok(value.is_some())
            }
            SizeTerm::Binary(operator, left, right) => {
                if !self.term(left, block, slots, lanes, budget)? {
                    return Ok(false);
                }
                if !right.uses(block.0) {
                    return Ok(number(right, slots).is_some_and(|right| self.with(*operator, lanes, right)));
                }
                let mut room = self.room();
                let others = &mut room[..lanes.len()];
                let found = self.term(right, block, slots, others, budget)?
                    && match (operation(*operator), operator) {
                        (Some(operation), _) => {
                            lanes::combine(self.level, operation, lanes, others);
                            true
                        }
                        (None, Operator::Remainder) => lanes::remain_each(self.level, lanes, others),
                        (None, _) => {
                            lanes.iter_mut().zip(&*others).all(|(lane, &other)| applied(*operator, lane, other))
                        }
                    };
                self.rooms.push(room);
                Ok(found)
            }
            SizeTerm::Call(function, all) => self.call((*function, all), block, slots, lanes, budget),
        }
    }

    /// Applies an operator and one number to all lanes; `false` if there is no value in some lane.
    fn with(&self, operator: Operator, lanes: &mut [i32], right: i32) -> bool {
        match (operation(operator), operator) {
            (Some(operation), _) => lanes::combine_with(self.level, operation, lanes, right),
            (None, Operator::Divide) if right > 0 => lanes::divide(self.level, lanes, right),
            (None, Operator::Remainder) if right > 0 => lanes::remain(self.level, lanes, right),
            _ => return lanes.iter_mut().all(|lane| applied(operator, lane, right)),
        }
        true
    }

    /// The lanes of an affine term, which are in range by the analysis.
    fn affine(&self, own: &Affine, (slot, first): SlotBlock, slots: &[i64], lanes: &mut [i32]) {
        let others = own.factors.iter().filter(|(other, _)| *other != slot);
        let constant = others.fold(own.constant, |sum, &(other, factor)| sum + factor * slots[other]);
        let factor = own.factor(slot);
        lanes::ascend(self.level, lanes, (constant + factor * first) as i32, factor as i32);
    }

    /// The values of terms, joined by an operation of which the order does not matter. Binary
    /// digits of a number of 32 bits are the last ones of the same number of 64 bits; all others
    /// equal its first one.
    fn joined(
        &mut self,
        operation: Operation,
        all: &[SizeTerm],
        (block, slots): (SlotBlock, &[i64]),
        lanes: &mut [i32],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let (mut begun, mut fixed) = (false, None::<i32>);
        for term in all {
            if !term.uses(block.0) {
                let Some(value) = number(term, slots) else { return Ok(false) };
                let mut both = [value];
                fixed.iter().for_each(|&old| lanes::combine_with(self.level, operation, &mut both, old));
                fixed = Some(both[0]);
            } else if !begun {
                begun = self.term(term, block, slots, lanes, budget)?;
                if !begun {
                    return Ok(false);
                }
            } else {
                let mut room = self.room();
                let others = &mut room[..lanes.len()];
                if !self.term(term, block, slots, others, budget)? {
                    return Ok(false);
                }
                lanes::combine(self.level, operation, lanes, others);
                self.rooms.push(room);
            }
        }
        match fixed {
            Some(fixed) if begun => lanes::combine_with(self.level, operation, lanes, fixed),
            Some(fixed) => lanes.fill(fixed),
            None => {}
        }
        Ok(true)
    }

    fn call(
        &mut self,
        (function, all): (Function, &[SizeTerm]),
        block: SlotBlock,
        slots: &[i64],
        lanes: &mut [i32],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if let (Function::Gcd, [a, b]) = (function, all) {
            for (fixed, moving) in [(a, b), (b, a)] {
                if !fixed.uses(block.0)
                    && let SizeTerm::Affine(moving) = moving
                    && let Some(number) = fixed.value(slots)
                    && (1..=MOST_SIEVED).contains(&number.abs())
                {
                    self.affine(moving, block, slots, lanes);
                    let row = self.divisors(number.abs(), budget)?;
                    divisors(row, moving.factor(block.0), lanes);
                    return Ok(true);
                }
            }
        }
        let mut arguments = Vec::with_capacity(all.len());
        for term in all {
            let mut own = [0; WIDTH];
            if !self.term(term, block, slots, &mut own[..lanes.len()], budget)? {
                return Ok(false);
            }
            arguments.push(own);
        }
        if function == Function::Prime {
            let numbers = &arguments[0][..lanes.len()];
            let most = numbers.iter().copied().max().unwrap_or(0).max(0) as usize;
            if most < MOST_PRIME {
                let primes = self.primes(most, budget)?;
                let is_prime = |number: i32| usize::try_from(number).map_or(0, |number| i32::from(primes[number]));
                lanes.iter_mut().zip(numbers).for_each(|(lane, &number)| *lane = is_prime(number));
                return Ok(true);
            }
        }
        let mut values = vec![0; all.len()];
        for (at, lane) in lanes.iter_mut().enumerate() {
            values.iter_mut().zip(&arguments).for_each(|(value, own)| *value = i64::from(own[at]));
            match call(function, &values).and_then(|value| i32::try_from(value).ok()) {
                Some(value) => *lane = value,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// As [`Lanes::guard`], of a guard in which only the slot of the block occurs: it is evaluated
    /// once for each number, as far as these numbers follow each other.
    pub fn guard_alone(
        &mut self,
        guard: &Guard,
        (block, known): (SlotBlock, SizeLanes<'_>),
        slots: &[i64],
        mask: &mut [u8],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let (slot, first) = block;
        let at = self.alone.iter().position(|own| own.slot == slot && own.guard == *guard).unwrap_or_else(|| {
            self.alone.push(SlotGuard { guard: guard.clone(), slot, first, holds: Vec::new() });
            self.alone.len() - 1
        });
        let (begin, old) = (self.alone[at].first, self.alone[at].holds.len());
        let from = usize::try_from(first - begin).unwrap_or(usize::MAX);
        let end = from.saturating_add(mask.len());
        if from > old || end > MOST_KEPT {
            return self.guard(guard, (block, known), slots, mask, budget);
        }
        if end > old {
            let mut new = [1; WIDTH];
            let new = &mut new[..end - old];
            // The sizes that are known are those of the whole block.
            let none = SizeLanes { program: known.program, sizes: &[] };
            if !self.guard(guard, ((slot, begin + old as i64), none), slots, new, budget)? {
                return Ok(false);
            }
            let holds = &mut self.alone[at].holds;
            let before = holds.capacity();
            holds.extend_from_slice(new);
            budget.hold((holds.capacity() - before) as u64)?;
        }
        mask.iter_mut().zip(&self.alone[at].holds[from..end]).for_each(|(on, own)| *on &= own);
        Ok(true)
    }

    /// Clears the mask where a guard does not hold; `false` if a part of it has no value in some
    /// lane.
    pub fn guard(
        &mut self,
        guard: &Guard,
        (block, known): (SlotBlock, SizeLanes<'_>),
        slots: &[i64],
        mask: &mut [u8],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        match guard {
            Guard::Compare(a, comparison, b) => {
                self.compared((a, *comparison, Some(b)), (block, known), slots, mask, budget)
            }
            Guard::Holds(term) => {
                self.compared((term, Comparison::NotEqual, None), (block, known), slots, mask, budget)
            }
            Guard::Not(inner) => {
                let mut own = [1; WIDTH];
                let own = &mut own[..mask.len()];
                let found = self.guard(inner, (block, known), slots, own, budget)?;
                mask.iter_mut().zip(own).for_each(|(on, own)| *on &= *own ^ 1);
                Ok(found)
            }
            Guard::And(a, b) => Ok(self.guard(a, (block, known), slots, mask, budget)?
                && self.guard(b, (block, known), slots, mask, budget)?),
            Guard::Or(a, b) => {
                let (mut one, mut other) = ([1; WIDTH], [1; WIDTH]);
                let (one, other) = (&mut one[..mask.len()], &mut other[..mask.len()]);
                let found = self.guard(a, (block, known), slots, one, budget)?
                    && self.guard(b, (block, known), slots, other, budget)?;
                mask.iter_mut().zip(one.iter().zip(other)).for_each(|(on, (one, other))| *on &= *one | *other);
                Ok(found)
            }
        }
    }

    /// Clears the mask where a term does not compare so with another one, or with 0.
    fn compared(
        &mut self,
        (left, comparison, right): (&SizeTerm, Comparison, Option<&SizeTerm>),
        (block, known): (SlotBlock, SizeLanes<'_>),
        slots: &[i64],
        mask: &mut [u8],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let relation = relation(comparison);
        let mut rooms = [self.room(), self.room()];
        let [own, others] = &mut rooms;
        let found = if let Some(own) = self.operand(left, (block, known), slots, &mut own[..mask.len()], budget)? {
            match right {
                Some(right) if right.uses(block.0) => {
                    let others = self.operand(right, (block, known), slots, &mut others[..mask.len()], budget)?;
                    others.iter().for_each(|others| lanes::compare(self.level, own, relation, others, mask));
                    others.is_some()
                }
                fixed => {
                    let other = fixed.map_or(Some(0), |right| number(right, slots));
                    other.iter().for_each(|&other| lanes::compare_with(self.level, own, relation, other, mask));
                    other.is_some()
                }
            }
        } else {
            false
        };
        self.rooms.extend(rooms);
        Ok(found)
    }

    /// The values of a term, in `room` unless they are known; `None` if one has no value.
    fn operand<'l>(
        &mut self,
        term: &SizeTerm,
        (block, known): (SlotBlock, SizeLanes<'l>),
        slots: &[i64],
        room: &'l mut [i32],
        budget: &mut Budget,
    ) -> Result<Option<&'l [i32]>, Stopped> {
        match known.lanes(term) {
            Some(lanes) => Ok(Some(&lanes[..room.len()])),
            None => Ok(if self.term(term, block, slots, room, budget)? { Some(room) } else { None }),
        }
    }

    /// The greatest common divisors of a positive number with 0, 1, .. below it.
    fn divisors(&mut self, number: i64, budget: &mut Budget) -> Result<&[i32], Stopped> {
        if let Some(at) = self.divisors.iter().position(|own| own.of == number) {
            return Ok(&self.divisors[at].row);
        }
        self.divisors.swap(0, 1);
        let own = &mut self.divisors[0];
        if own.row.capacity() < number as usize {
            budget.hold(size_of::<i32>() as u64 * (number as u64 - own.row.capacity() as u64))?;
            own.row.reserve_exact(number as usize - own.row.len());
        }
        budget.charge(u32::try_from(number / 4).unwrap_or(u32::MAX))?;
        own.of = number;
        own.row.clear();
        own.row.resize(number as usize, 1);
        let (mut rest, mut prime) = (number as usize, 2);
        while rest > 1 {
            if prime * prime > rest {
                prime = rest;
            }
            let mut power = 1;
            while rest.is_multiple_of(prime) {
                rest /= prime;
                power *= prime;
                own.row.iter_mut().step_by(power).for_each(|divisor| *divisor *= prime as i32);
            }
            prime += 1;
        }
        Ok(&own.row)
    }

    /// Whether 0, 1, .. are prime, at least up to `most`.
    fn primes(&mut self, most: usize, budget: &mut Budget) -> Result<&[u8], Stopped> {
        if self.primes.len() <= most {
            let end = (most + 1).next_power_of_two().max(256);
            budget.hold((end - self.primes.len()) as u64)?;
            self.primes = vec![1; end];
            self.primes[..2].fill(0);
            for number in (2..).take_while(|number| number * number < end) {
                if self.primes[number] == 1 {
                    self.primes[number * number..].iter_mut().step_by(number).for_each(|prime| *prime = 0);
                }
            }
        }
        Ok(&self.primes)
    }
}

/// The value of a term that is the same in all lanes.
fn number(term: &SizeTerm, slots: &[i64]) -> Option<i32> {
    term.value(slots).and_then(|value| i32::try_from(value).ok())
}

/// Replaces numbers that ascend by `step` by their greatest common divisors with the length of the
/// row.
fn divisors(row: &[i32], step: i64, lanes: &mut [i32]) {
    let size = row.len() as i32;
    let Some(&first) = lanes.first() else { return };
    let mut at = first.rem_euclid(size) as usize;
    let mut rest = lanes;
    while step == 1 && !rest.is_empty() {
        let count = rest.len().min(row.len() - at);
        let (now, later) = rest.split_at_mut(count);
        now.copy_from_slice(&row[at..at + count]);
        (rest, at) = (later, 0);
    }
    rest.iter_mut().for_each(|lane| *lane = row[lane.rem_euclid(size) as usize]);
}

/// What lanes have for an operator; `None` for those that may have no value.
fn operation(operator: Operator) -> Option<Operation> {
    match operator {
        Operator::Add => Some(Operation::Add),
        Operator::Subtract => Some(Operation::Subtract),
        Operator::Multiply => Some(Operation::Multiply),
        Operator::Divide | Operator::Remainder | Operator::Power => None,
    }
}

fn relation(comparison: Comparison) -> Relation {
    match comparison {
        Comparison::Equal => Relation::Equal,
        Comparison::NotEqual => Relation::NotEqual,
        Comparison::Less => Relation::Less,
        Comparison::LessOrEqual => Relation::LessOrEqual,
        Comparison::Greater => Relation::Greater,
        Comparison::GreaterOrEqual => Relation::GreaterOrEqual,
    }
}

/// Applies an operator to a lane; `false` if there is no value, which then is left.
fn applied(operator: Operator, lane: &mut i32, right: i32) -> bool {
    let value = apply(operator, i64::from(*lane), i64::from(right)).and_then(|value| i32::try_from(value).ok());
    *lane = value.unwrap_or(*lane);
    value.is_some()
}
