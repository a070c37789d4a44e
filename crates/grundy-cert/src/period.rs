//! Periods: the claim that the values of a heap game repeat for ever, and how it is verified.
//!
//! The claim holds the values up to the end of the first period, or those of the period and a digest of all earlier ones;
//! every other value follows. The checker computes the values itself as far as the window of the theorem reaches
//! (`recompute.rs`), compares each of them with the claim, and refuses a period or preperiod that is not the least. So a
//! claim has no freedom left: one altered number and it does not stand.
//!
//! Each theorem says how far equality must be seen before it holds for ever. With q the preperiod, n0 = max(q, 1), p
//! the period, k the largest amount taken and s the most heaps left by a move:
//!
//! | theorem | values to be seen | source |
//! |---|---|---|
//! | two parts | below 2 n0 + 2p + k - 1 | Guy and Smith, 1956 |
//! | s parts | below s n0 + s p + k | the same argument |
//! | two distinct parts | below 2 n0 + 3p + k | the same argument; one p more since equal heaps do not count |
//! | kinds of heaps | below 2 n0 + 2p + k - 1, with n0 no less than any bound on a part | the same argument, for all kinds at once |
//! | subtraction set, largest s | below q + p + s | the last s values tell the next one |
//! | all but a finite set, largest a | n1 + p for one n1 with equal states | the same, see [`Theorem::AllBut`] |

mod recompute;
mod repeats;
mod split;
mod state;

use std::fmt;

use grundy_core::Nimber;
use grundy_games::{Component, Ruleset, Typed};

use crate::{error::Flaw, shape::Shape};
pub(crate) use recompute::Recompute;
pub use split::{Rarest, rarest};

/// A claim that the values repeat: G(n + period) = G(n) + saltus for all n from the preperiod on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// Why that holds for ever.
    pub theorem: Theorem,
    /// How many kinds of heaps there are; 1 for plain heaps.
    pub kinds: usize,
    /// The first heap from which the values repeat; heap 0 counts.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// By how much the values grow in a period.
    pub saltus: u64,
    /// The values of the heaps from 0 to the end of the first period; with a digest, from the preperiod on. Heaps of
    /// several kinds stand together by their size, in the order of the rules.
    pub values: Vec<Nimber>,
    /// A digest of the values below the preperiod, in place of these values ([`Period::condensed`]).
    pub digest: Option<u64>,
}

/// A theorem that turns equality on a window into equality for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Moves leave at most two heaps, freely.
    GuySmith,
    /// Moves leave at most s heaps, freely, for some s over 2.
    Parts,
    /// Moves leave at most two heaps, and two must differ.
    DistinctParts,
    /// Heaps of several kinds: moves leave at most two heaps, bounded from below at most.
    Kinds,
    /// Moves take an amount of a finite set.
    Subtraction,
    /// Moves take any amount but those of a finite set E.
    ///
    /// With a = max E and M(n) the largest value of the heaps up to n - a - 1, the *state* at n is the a numbers
    /// max(G(n - j) - M(n), 0) for j = 1..a. Equal states at n1 and n1 + p and M(n1 + p) = M(n1) + s prove
    /// G(n + p) = G(n) + s for all n from n1 on.
    AllBut,
    /// Moves leave at most two heaps; the window of a state proves the period ([`crate::window::Window`]).
    StateWindow,
}

impl Theorem {
    /// Every theorem.
    pub const ALL: [Theorem; 7] = [
        Theorem::GuySmith,
        Theorem::Parts,
        Theorem::DistinctParts,
        Theorem::Kinds,
        Theorem::Subtraction,
        Theorem::AllBut,
        Theorem::StateWindow,
    ];

    /// The theorem that is about games of this shape.
    pub fn about(shape: &Shape) -> Theorem {
        match shape {
            Shape::Breaking(game) if game.distinct => Theorem::DistinctParts,
            Shape::Breaking(game) if game.most_parts() > 2 => Theorem::Parts,
            Shape::Breaking(_) => Theorem::GuySmith,
            Shape::System(_) => Theorem::Kinds,
            Shape::Subtraction(_) => Theorem::Subtraction,
            Shape::AllBut(_) => Theorem::AllBut,
        }
    }

    /// The name in certificates and reports.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::GuySmith => "guy-smith",
            Theorem::Parts => "parts",
            Theorem::DistinctParts => "distinct-parts",
            Theorem::Kinds => "kinds",
            Theorem::Subtraction => "subtraction",
            Theorem::AllBut => "all-but",
            Theorem::StateWindow => "state-window",
        }
    }

    /// What it is called in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Theorem::GuySmith => "the octal periodicity theorem",
            Theorem::Parts => "the periodicity theorem for several parts",
            Theorem::DistinctParts => "the periodicity theorem for unequal parts",
            Theorem::Kinds => "the periodicity theorem for kinds of heaps",
            Theorem::Subtraction => "the recurrence of a window of a subtraction set",
            Theorem::AllBut => "the recurrence of a state of an all-but-finite subtraction set",
            Theorem::StateWindow => "the recurrence of a window of values in a sparse space",
        }
    }

    /// What it says, in a sentence.
    pub fn statement(self) -> &'static str {
        match self {
            Theorem::GuySmith => "G(n+p) = G(n) for n0 <= n < 2 n0 + p + k - 1, with n0 >= 1, holds for all n >= n0",
            Theorem::Parts => "G(n+p) = G(n) for n0 <= n < s n0 + (s-1) p + k, with n0 >= 1, holds for all n >= n0",
            Theorem::DistinctParts => "G(n+p) = G(n) for n0 <= n < 2 n0 + 2p + k, with n0 >= 1, holds for all n >= n0",
            Theorem::Kinds => {
                "G(n+p) = G(n) for every kind and n0 <= n < 2 n0 + p + k - 1, with n0 >= 1 and n0 >= every bound on a part, holds for all n >= n0"
            }
            Theorem::Subtraction => "the last max S values tell the next one, so equal windows repeat for ever",
            Theorem::AllBut => {
                "the last max E values above the largest earlier one tell what comes next, so equal states repeat for ever"
            }
            Theorem::StateWindow => {
                "all rare heaps are known, every witness lies within D heaps, and G(n+p) = G(n) for the D heaps below n1: then it holds for all n >= n1 - D"
            }
        }
    }

    /// Where it is from.
    pub fn source(self) -> &'static str {
        match self {
            Theorem::GuySmith => "Guy and Smith 1956",
            Theorem::Parts => "Guy and Smith 1956, with s heaps in place of two",
            Theorem::DistinctParts => "Guy and Smith 1956, with one period more because two heaps must differ",
            Theorem::Kinds => "Guy and Smith 1956, for all kinds at once",
            Theorem::Subtraction => "Golomb 1966",
            Theorem::AllBut => "Siegel 2013, chapter IV",
            Theorem::StateWindow => "proved in Grundy's book",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The first heap that need not be seen for the theorem about games of this shape.
///
/// Nothing where that is beyond all heaps, or where the theorem does not say it beforehand.
pub fn window_end(shape: &Shape, preperiod: u64, period: u64) -> Option<u64> {
    let start = preperiod.max(1);
    match shape {
        Shape::Breaking(game) if game.distinct => {
            start.checked_mul(2)?.checked_add(period.checked_mul(3)?)?.checked_add(game.largest())
        }
        Shape::Breaking(game) => {
            let most = game.most_parts();
            let end = start.checked_add(period)?.checked_mul(most.max(2))?.checked_add(game.largest())?;
            if most > 2 { Some(end) } else { end.checked_sub(1) }
        }
        Shape::System(system) => {
            let start = start.max(system.least);
            let end = start.checked_mul(2)?.checked_add(period)?.checked_add(system.largest)?.checked_sub(1)?;
            end.max(system.switch.checked_add(1)?).checked_add(period)
        }
        Shape::Subtraction(amounts) => preperiod.checked_add(period)?.checked_add(*amounts.last()?),
        Shape::AllBut(_) => None,
    }
}

impl Period {
    /// The value of any plain heap; nothing where it is not listed, or is 2^64 or more.
    pub fn value(&self, heap: u64) -> Option<Nimber> {
        self.value_of_kind(0, heap)
    }

    /// The value of any heap of a kind.
    pub fn value_of_kind(&self, kind: usize, heap: u64) -> Option<Nimber> {
        let Some(past) = heap.checked_sub(self.preperiod).filter(|_| self.period > 0) else {
            return self.listed(kind, heap);
        };
        let Nimber(base) = self.listed(kind, self.preperiod + past % self.period)?;
        (past / self.period).checked_mul(self.saltus)?.checked_add(base).map(Nimber)
    }

    /// The value of any heap of these rules.
    pub fn value_of(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        match (ruleset, component) {
            (Ruleset::Heap(_), Component::Heap(size)) => self.value(*size),
            (Ruleset::Typed(rules), Component::Typed(Typed { kind, sizes })) => match &sizes[..] {
                [size] => match rules.kinds.iter().position(|known| known == kind) {
                    Some(kind) => self.value_of_kind(kind, *size),
                    None => Some(Nimber::ZERO),
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn listed(&self, kind: usize, heap: u64) -> Option<Nimber> {
        let row = usize::try_from(heap.checked_sub(self.first())?).ok()?;
        let at = row.checked_mul(self.kinds)?.checked_add(kind).filter(|_| kind < self.kinds)?;
        self.values.get(at).copied()
    }

    /// The first heap whose value is listed.
    pub fn first(&self) -> u64 {
        if self.digest.is_some() { self.preperiod } else { 0 }
    }

    /// The claim with a digest in place of the values below the preperiod. Where the theorem needs these values
    /// themselves, the claim stays as it is.
    pub fn condensed(&self) -> Period {
        let Ok(start) = usize::try_from(self.preperiod) else { return self.clone() };
        if self.digest.is_some() || self.preperiod == 0 || self.theorem == Theorem::AllBut {
            return self.clone();
        }
        let (head, tail) = self.values.split_at((start * self.kinds).min(self.values.len()));
        let mut digest = Digest::default();
        head.iter().for_each(|&value| digest.add(value));
        Period { values: tail.to_vec(), digest: Some(digest.0), ..*self }
    }

    /// The values of the heaps below this one are what the theorem looks at, and what the checker computes.
    pub fn end(&self, ruleset: &Ruleset) -> Option<u64> {
        self.window(&Shape::of(ruleset).ok()?)
    }

    fn window(&self, shape: &Shape) -> Option<u64> {
        match shape {
            Shape::AllBut(excluded) => state::first_repeat(self, excluded),
            _ => window_end(shape, self.preperiod, self.period),
        }
    }

    /// The memory for the values that a check computes, in bytes; where the theorem does not say beforehand how many these are, they are
    /// in proportion to those of the claim, and nothing is counted.
    pub(crate) fn bytes(&self, ruleset: &Ruleset) -> u64 {
        let shape = Shape::of(ruleset).ok().filter(|shape| !matches!(shape, Shape::AllBut(_)));
        let end = shape.map_or(0, |shape| window_end(&shape, self.preperiod, self.period).unwrap_or(u64::MAX));
        // While the list of values grows, the old one is there too.
        end.saturating_mul(16).saturating_mul(self.kinds as u64)
    }

    /// Verifies the claim from the rules alone. `go_on` is asked before each heap; when it says no, the outcome is
    /// "not verified".
    pub fn check(&self, ruleset: &Ruleset, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
        let refuse = |why: &str| Err(Flaw::NoPeriod(why.into()));
        let shape = Shape::of(ruleset).map_err(|why| Flaw::NoPeriod(why.into()))?;
        if Theorem::about(&shape) != self.theorem || shape.kinds() != self.kinds {
            return refuse("the theorem is not about this game");
        }
        let rows = self.preperiod.checked_add(self.period).map(|end| end - self.first());
        let listed = rows.and_then(|rows| rows.checked_mul(self.kinds as u64));
        if self.period == 0 || listed != Some(self.values.len() as u64) {
            return refuse("the values do not end with the first period");
        }
        if self.theorem != Theorem::AllBut && self.saltus != 0 {
            return refuse("the theorem is about values that do not grow");
        }
        if self.digest.is_some() && self.preperiod == 0 {
            return refuse("there are no values below the preperiod, and so no digest of them");
        }
        if self.theorem == Theorem::AllBut && self.digest.is_some() {
            return refuse("the theorem needs the values themselves in place of their digest");
        }
        if !repeats::least(self) {
            return refuse("the period is not the least");
        }
        let Some(end) = self.window(&shape) else {
            return refuse(match &shape {
                Shape::AllBut(_) => "no state of the window is seen to repeat",
                _ => "the window of the theorem ends beyond all heaps",
            });
        };
        self.compare(ruleset, &shape, end, go_on)
    }

    /// Compares each value below `end` with the rules.
    fn compare(
        &self,
        ruleset: &Ruleset,
        shape: &Shape,
        end: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<bool, Flaw> {
        let mut own = Recompute::new(ruleset, shape);
        let mut digest = Digest::default();
        for heap in 0..end {
            if !go_on() {
                return Ok(false);
            }
            let row = own.next()?;
            for (kind, &mex) in row.iter().enumerate() {
                if heap < self.first() {
                    digest.add(mex);
                    continue;
                }
                let claimed = self.value_of_kind(kind, heap).ok_or(Flaw::OtherAnswer)?;
                if claimed != mex {
                    return Err(Flaw::WrongValue { component: component(ruleset, kind, heap), claimed, mex });
                }
            }
            let ahead = |kind| self.value_of_kind(kind, heap + self.period).map(|value| value.0);
            let same = |(kind, mex): (usize, &Nimber)| mex.0.checked_add(self.saltus) == ahead(kind);
            if heap + 1 == self.preperiod && row.iter().enumerate().all(same) {
                return Err(Flaw::NoPeriod("the preperiod is not the least".into()));
            }
        }
        if self.digest.is_some_and(|claimed| claimed != digest.0) {
            return Err(Flaw::NoPeriod("the digest is not that of the values below the preperiod".into()));
        }
        Ok(true)
    }
}

/// A heap of a kind as a component.
fn component(ruleset: &Ruleset, kind: usize, heap: u64) -> Component {
    match ruleset {
        Ruleset::Typed(rules) => Component::Typed(Typed { kind: rules.kinds[kind].clone(), sizes: vec![heap] }),
        _ => Component::Heap(heap),
    }
}

/// 64-bit FNV-1a over the values, eight bytes each, the least first.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn add(&mut self, Nimber(value): Nimber) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
