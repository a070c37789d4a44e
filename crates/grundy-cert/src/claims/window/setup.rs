//! A claim in the form that the checker computes with, after the conditions that need no values are
//! verified.

use grundy_games::Ruleset;

use super::Window;
use crate::claims::shape::Shape;

/// A claim in the form that the checker works with.
pub(super) struct Setup<'a> {
    /// Heaps that may be taken whole.
    pub(super) whole: Vec<usize>,
    /// Amounts that may be taken from a larger heap.
    pub(super) take: Vec<usize>,
    /// Amounts that may be taken before a split.
    pub(super) split: Vec<usize>,
    /// Whether the heaps of a split must differ.
    pub(super) distinct: bool,
    /// The bits whose parity decides between common and rare.
    pub(super) mask: u32,
    /// Whether the parity is turned at heaps of the parity of the first amount of `split`, plus
    /// one.
    pub(super) turning: bool,
    /// The distance D.
    pub(super) reach: usize,
    /// The largest value.
    pub(super) largest: u32,
    /// The rare heaps with their values, ascending.
    pub(super) rare: Vec<(usize, u32)>,
    /// The states, ascending.
    pub(super) states: Vec<ClaimState<'a>>,
    /// The heap n1.
    pub(super) anchor: usize,
    /// The end of the heaps that the check computes: n1 and a period.
    pub(super) end: usize,
    /// The period divided by each of its primes.
    pub(super) divisors: Vec<usize>,
}

/// A state of the claim.
pub(super) struct ClaimState<'a> {
    /// The heap.
    pub(super) heap: usize,
    /// The values of the heaps before it.
    pub(super) values: &'a [u32],
}

/// The most heaps that a claim may need.
const MOST_HEAPS: u64 = 1 << 52;

/// The most pairs of a rare heap and an amount taken before a split: each is held in memory.
const MOST_PAIRS: usize = 1 << 25;

impl<'a> Setup<'a> {
    /// The claim in this form. The error is the condition that does not hold.
    pub(super) fn new(claim: &'a Window, ruleset: &Ruleset) -> Result<Setup<'a>, String> {
        let shape = Shape::of(ruleset)?;
        let Shape::Breaking(game) = &shape else { return Err("the theorem is about taking and splitting".into()) };
        if game.most_parts() != 2 {
            return Err("the theorem is about moves that leave two heaps at most".into());
        }
        let end = claim.end().filter(|&end| end <= MOST_HEAPS).ok_or("the claim is about too many heaps")?;
        let number = |number: u64| usize::try_from(number).map_err(|_| "a number is too large for this machine");
        // Every amount fits if the largest one does.
        let largest = number(game.largest())?;
        let with = |bit: u64| {
            game.moves.iter().filter(|(_, parts)| *parts >> bit & 1 == 1).map(|(&taken, _)| taken as usize).collect()
        };
        let states =
            claim.states.iter().map(|state| Ok(ClaimState { heap: number(state.heap)?, values: &state.values }));
        let rare = claim.rare.iter().map(|&(heap, value)| Ok((number(heap)?, value)));
        let setup = Setup {
            whole: with(0),
            take: with(1),
            split: with(2),
            distinct: game.distinct,
            mask: claim.mask,
            turning: claim.turning,
            reach: number(claim.reach)?,
            largest: claim.largest,
            rare: rare.collect::<Result<_, String>>()?,
            states: states.collect::<Result<_, String>>()?,
            anchor: number(end - claim.period)?,
            end: number(end)?,
            divisors: divisors(number(claim.period)?),
        };
        setup.hypotheses(claim, number(claim.period)?, largest)?;
        Ok(setup)
    }

    /// Verifies the conditions of the theorem that need the numbers of the claim alone.
    fn hypotheses(&self, claim: &Window, period: usize, largest: usize) -> Result<(), String> {
        let refuse = |wrong: bool, why: &str| if wrong { Err(why.to_string()) } else { Ok(()) };
        let farthest = self.rare.last().map_or(0, |&(heap, _)| heap);
        let most_split = self.split.iter().max().copied().unwrap_or(0);
        refuse(!self.bounded(), "a value is larger than the largest")?;
        refuse(claim.mask == 0, "the mask is 0")?;
        refuse(self.largest >> claim.mask.trailing_zeros() == 0, "the lowest bit of the mask is above every value")?;
        refuse(claim.preperiod == 0 || period == 0, "the preperiod and the period are at least 1")?;
        refuse(!self.rare.is_sorted_by(|a, b| a.0 < b.0), "the rare heaps do not ascend")?;
        refuse(farthest as u64 >= claim.preperiod, "a rare heap lies in the window")?;
        refuse(
            self.rare.len().saturating_mul(self.split.len()) > MOST_PAIRS,
            "it has too many rare heaps and amounts taken before a split",
        )?;
        refuse(self.reach < largest, "the reach is less than an amount that may be taken")?;
        refuse(self.reach < most_split + farthest, "the reach is less than an amount taken and a rare heap")?;
        refuse(
            self.distinct && self.anchor <= 2 * farthest,
            "the window begins before the splits into equal rare heaps end",
        )?;
        let alike = self.split.iter().all(|amount| amount % 2 == most_split % 2);
        refuse(self.turning && !alike, "the parity is turned, and splits take even and odd amounts")?;
        refuse(self.turning && period % 2 == 1, "the parity is turned, and the period is odd")?;
        refuse(!self.states.is_sorted_by(|a, b| a.heap < b.heap), "the states do not ascend")?;
        refuse(
            self.states.iter().any(|state| state.values.len() != self.reach + 1),
            "the number of values of a state is not that of the reach",
        )?;
        let fits =
            |state: &ClaimState| state.heap > self.reach + largest && state.heap > farthest && state.heap < self.end;
        refuse(!self.states.iter().all(fits), "a state is not between the rare heaps and the end")?;
        refuse(!self.states.iter().any(|state| state.heap == self.anchor), "there is no state at the window")
    }

    /// The state at the window.
    pub(super) fn window(&self) -> &ClaimState<'a> {
        self.states.iter().find(|state| state.heap == self.anchor).unwrap_or(&self.states[0])
    }

    /// Whether a value is of the common kind at a heap.
    pub(super) fn common(&self, heap: usize, value: u32) -> bool {
        let turned = self.turning && (heap + self.split[0]) % 2 == 1;
        ((value & self.mask).count_ones() % 2 == 1) != turned
    }

    /// The rank of a value among those of its kind, which is the same at every heap: the value
    /// without the lowest bit of the mask.
    pub(super) fn rank(&self, value: u32) -> usize {
        let low = self.mask.trailing_zeros();
        (value as usize >> low >> 1 << low) | (value as usize & ((1 << low) - 1))
    }

    /// A bound on the ranks of all values up to the largest one.
    pub(super) fn largest_rank(&self) -> usize {
        let below = (1 << self.mask.trailing_zeros()) - 1;
        let own = self.rank(self.largest);
        if self.largest as usize > below { own | below } else { own }
    }

    /// The common value of that rank at a heap.
    pub(super) fn value(&self, heap: usize, rank: usize) -> u32 {
        let low = self.mask.trailing_zeros();
        let value = (rank >> low << low << 1 | (rank & ((1 << low) - 1))) as u32;
        if self.common(heap, value) { value } else { value | 1 << low }
    }

    /// The number of values of the rare kind below a common one. Cost: one step for each smaller
    /// value.
    pub(super) fn smaller(&self, heap: usize, common: u32) -> usize {
        (0..common).filter(|&value| !self.common(heap, value)).count()
    }

    /// The value of a heap that is listed as rare.
    pub(super) fn listed(&self, heap: usize) -> Option<u32> {
        self.rare.binary_search_by_key(&heap, |rare| rare.0).ok().map(|at| self.rare[at].1)
    }

    /// Whether no value of the claim is larger than the largest one.
    fn bounded(&self) -> bool {
        let states = self.states.iter().flat_map(|state| state.values);
        states.chain(self.rare.iter().map(|(_, value)| value)).all(|&value| value <= self.largest)
    }
}

/// A number divided by each of its primes. By trial division: up to the square root of the number.
fn divisors(number: usize) -> Vec<usize> {
    let (mut rest, mut prime) = (number, 2);
    let mut found = Vec::new();
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        if rest.is_multiple_of(prime) {
            found.push(number / prime);
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
        }
        prime += 1;
    }
    found
}
