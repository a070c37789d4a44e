//! Terms and guards for a block of numbers at once, in lanes of 32 bits. Greatest common divisors
//! and primes are read from sieves.
//!
//! The analysis has shown that no lane grows beyond 32 bits. A lane without a value (a division by
//! zero) makes the whole block `false`: the caller then looks at its numbers one by one.

use grundy_games::{
    compiled::{
        program::Program,
        term::{Affine, Guard, Term, apply, call},
    },
    expr::{Comparison, Function, Operator},
};

use super::sink::BLOCK;
use crate::support::budget::{Budget, Stopped};

/// Divisors are sieved for numbers up to this.
const MOST_SIEVED: i64 = 1 << 21;

/// Primes are sieved up to this.
const MOST_PRIME: usize = 1 << 23;

/// The numbers in a slot: the slot, and the number in the first lane. The next lanes have the next
/// numbers.
pub(super) type Block = (usize, i64);

/// The lanes of the sizes of the heaps of a program, one after another, as far as they are known:
/// guards often compare these sizes.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub program: &'k Program,
    pub sizes: &'k [[i32; BLOCK]],
}

impl<'k> Known<'k> {
    /// The lanes of a term, if it is a size and takes longer than a look.
    fn lanes(self, term: &Term) -> Option<&'k [i32; BLOCK]> {
        let all = self.program.heaps.iter().flat_map(|heap| &heap.sizes);
        let found = || all.zip(self.sizes).find(|(size, _)| *size == term).map(|(_, lanes)| lanes);
        if matches!(term, Term::Affine(_)) { None } else { found() }
    }
}

/// The sieves.
#[derive(Default)]
pub(super) struct Lanes {
    divisors: [Divisors; 2],
    primes: Vec<u8>,
}

/// The greatest common divisors of a number with 0, 1, ..
#[derive(Default)]
struct Divisors {
    of: i64,
    row: Vec<i32>,
}

impl Lanes {
    /// Puts the values of a term into `lanes`; `false` if one has no value.
    pub fn term(
        &mut self,
        term: &Term,
        (slot, first): Block,
        slots: &[i64],
        lanes: &mut [i32],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if !term.uses(slot) {
            let value = term.value(slots).and_then(|value| i32::try_from(value).ok());
            value.iter().for_each(|&value| lanes.fill(value));
            return Ok(value.is_some());
        }
        match term {
            Term::Affine(own) => {
                affine(own, (slot, first), slots, lanes);
                Ok(true)
            }
            Term::Least(all) | Term::Greatest(all) => {
                let least = matches!(term, Term::Least(_));
                let mut other = [0; BLOCK];
                let other = &mut other[..lanes.len()];
                for (at, term) in all.iter().enumerate() {
                    let into: &mut [i32] = if at == 0 { lanes } else { other };
                    if !self.term(term, (slot, first), slots, into, budget)? {
                        return Ok(false);
                    }
                    if at > 0 {
                        let pairs = lanes.iter_mut().zip(&*other);
                        pairs.for_each(|(a, &b)| *a = if least { (*a).min(b) } else { (*a).max(b) });
                    }
                }
                Ok(true)
            }
            Term::Binary(operator, left, right) => {
                let mut other = [0; BLOCK];
                let other = &mut other[..lanes.len()];
                Ok(self.term(left, (slot, first), slots, lanes, budget)?
                    && self.term(right, (slot, first), slots, other, budget)?
                    && binary(*operator, lanes, other))
            }
            Term::Call(function, all) => self.call((*function, all), (slot, first), slots, lanes, budget),
        }
    }

    fn call(
        &mut self,
        (function, all): (Function, &[Term]),
        block: Block,
        slots: &[i64],
        lanes: &mut [i32],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if let (Function::Gcd, [a, b]) = (function, all) {
            for (fixed, moving) in [(a, b), (b, a)] {
                if !fixed.uses(block.0)
                    && let Term::Affine(moving) = moving
                    && let Some(number) = fixed.value(slots)
                    && (1..=MOST_SIEVED).contains(&number.abs())
                {
                    affine(moving, block, slots, lanes);
                    let row = self.divisors(number.abs(), budget)?;
                    divisors(row, moving.factor(block.0), lanes);
                    return Ok(true);
                }
            }
        }
        if let (Function::Xor | Function::BitAnd | Function::BitOr, [first, rest @ ..]) = (function, all) {
            let mut other = [0; BLOCK];
            let other = &mut other[..lanes.len()];
            if !self.term(first, block, slots, lanes, budget)? {
                return Ok(false);
            }
            for term in rest {
                if !self.term(term, block, slots, other, budget)? {
                    return Ok(false);
                }
                bitwise(function, lanes, other);
            }
            return Ok(true);
        }
        let mut arguments = Vec::with_capacity(all.len());
        for term in all {
            let mut own = [0; BLOCK];
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

    /// Sets the mask to where a guard holds; `false` if a part of it has no value in some lane.
    pub fn guard(
        &mut self,
        guard: &Guard,
        (block, known): (Block, Known<'_>),
        slots: &[i64],
        mask: &mut [u8],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let count = mask.len();
        match guard {
            Guard::Compare(a, comparison, b) => {
                let mut room = [[0; BLOCK]; 2];
                let [left, right] = &mut room;
                let Some(left) = self.operand(a, (block, known), slots, &mut left[..count], budget)? else {
                    return Ok(false);
                };
                if !b.uses(block.0) {
                    let right = b.value(slots).and_then(|value| i32::try_from(value).ok());
                    right.iter().for_each(|&right| compare(left, *comparison, |_| right, mask));
                    return Ok(right.is_some());
                }
                let Some(right) = self.operand(b, (block, known), slots, &mut right[..count], budget)? else {
                    return Ok(false);
                };
                // The bound is known here, so that no lane is checked.
                let right = &right[..count];
                compare(&left[..count], *comparison, |lane| right[lane], mask);
                Ok(true)
            }
            Guard::Holds(term) => {
                let mut room = [0; BLOCK];
                let value = self.operand(term, (block, known), slots, &mut room[..count], budget)?;
                value.iter().for_each(|value| compare(value, Comparison::NotEqual, |_| 0, mask));
                Ok(value.is_some())
            }
            Guard::Not(inner) => {
                let found = self.guard(inner, (block, known), slots, mask, budget)?;
                mask.iter_mut().for_each(|on| *on ^= 1);
                Ok(found)
            }
            Guard::And(a, b) | Guard::Or(a, b) => {
                let mut other = [0; BLOCK];
                let other = &mut other[..count];
                let found = self.guard(a, (block, known), slots, mask, budget)?
                    && self.guard(b, (block, known), slots, other, budget)?;
                let both = matches!(guard, Guard::And(..));
                let pairs = mask.iter_mut().zip(&*other);
                pairs.for_each(|(on, other)| *on = if both { *on & other } else { *on | other });
                Ok(found)
            }
        }
    }

    /// The values of a term, in `room` unless they are known; `None` if one has no value.
    fn operand<'l>(
        &mut self,
        term: &Term,
        (block, known): (Block, Known<'l>),
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

fn affine(own: &Affine, (slot, first): Block, slots: &[i64], lanes: &mut [i32]) {
    let others = own.factors.iter().filter(|(other, _)| *other != slot);
    let constant = others.fold(own.constant, |sum, &(other, factor)| sum + factor * slots[other]);
    let factor = own.factor(slot);
    // In range by the analysis, so that nothing is lost.
    let (start, factor) = ((constant + factor * first) as i32, factor as i32);
    let lanes = lanes.iter_mut().zip(0i32..);
    match factor {
        // No product: narrow vectors have none.
        1 => lanes.for_each(|(lane, at)| *lane = start.wrapping_add(at)),
        -1 => lanes.for_each(|(lane, at)| *lane = start.wrapping_sub(at)),
        _ => lanes.for_each(|(lane, at)| *lane = start.wrapping_add(factor.wrapping_mul(at))),
    }
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

/// Joins the binary digits. Those of a number of 32 bits are the last ones of the same number of 64
/// bits, and all others equal its first one.
fn bitwise(function: Function, left: &mut [i32], right: &[i32]) {
    let pairs = left.iter_mut().zip(right);
    match function {
        Function::Xor => pairs.for_each(|(a, b)| *a ^= b),
        Function::BitAnd => pairs.for_each(|(a, b)| *a &= b),
        _ => pairs.for_each(|(a, b)| *a |= b),
    }
}

fn binary(operator: Operator, left: &mut [i32], right: &[i32]) -> bool {
    let pairs = left.iter_mut().zip(right);
    match operator {
        Operator::Add => pairs.for_each(|(a, b)| *a = a.wrapping_add(*b)),
        Operator::Subtract => pairs.for_each(|(a, b)| *a = a.wrapping_sub(*b)),
        Operator::Multiply => pairs.for_each(|(a, b)| *a = a.wrapping_mul(*b)),
        Operator::Divide | Operator::Remainder if right.iter().all(|&b| b == right[0]) && right[0] > 0 => {
            let by = right[0];
            match operator {
                Operator::Divide => left.iter_mut().for_each(|a| *a = a.div_euclid(by)),
                _ => left.iter_mut().for_each(|a| *a = a.rem_euclid(by)),
            }
        }
        _ => {
            for (a, &b) in pairs {
                let value = apply(operator, i64::from(*a), i64::from(b)).and_then(|value| i32::try_from(value).ok());
                let Some(value) = value else { return false };
                *a = value;
            }
        }
    }
    true
}

/// Sets the mask to where the comparison with a number for each lane holds.
#[inline(always)]
fn compare(left: &[i32], comparison: Comparison, right: impl Fn(usize) -> i32, mask: &mut [u8]) {
    #[inline(always)]
    fn set(left: &[i32], mask: &mut [u8], holds: impl Fn(usize, i32) -> bool) {
        mask.iter_mut().zip(left).enumerate().for_each(|(lane, (on, &value))| *on = u8::from(holds(lane, value)));
    }
    match comparison {
        Comparison::Equal => set(left, mask, |lane, value| value == right(lane)),
        Comparison::NotEqual => set(left, mask, |lane, value| value != right(lane)),
        Comparison::Less => set(left, mask, |lane, value| value < right(lane)),
        Comparison::LessOrEqual => set(left, mask, |lane, value| value <= right(lane)),
        Comparison::Greater => set(left, mask, |lane, value| value > right(lane)),
        Comparison::GreaterOrEqual => set(left, mask, |lane, value| value >= right(lane)),
    }
}
