//! The claim `binary`: finite automata that read sizes in binary give the value of every heap.
//!
//! For each kind of heap an automaton accepts the tuples of the sizes and the value. If the values
//! have no small automaton, the tuples of the sizes of lost heaps may have one; then the claim is
//! about outcomes only.
//!
//! Sums, multiples by constants, comparisons and the exclusive or of binary numbers are relations
//! that finite automata recognise, and these are closed under conjunction, disjunction, complement
//! and projection (Büchi, Weak second-order arithmetic and finite automata, 1960). So whether the
//! automata satisfy the equation of the least excluded value at every heap can be decided
//! (`check.rs`), from relations of the moves (`moves.rs`, `lower.rs`, `play.rs`). The algebra of
//! automata is in `dfa.rs`, `linear.rs` and `join.rs`.
//!
//! The claim is about the mathematical game. A limit of one expansion of the rules, such as that on
//! the combinations that it tries, is no part of it; and no size that comes up is over 2^64 - 1 if
//! the claim gives a value. The book has the theorem.
//!
//! The automata are the least ones, with states in the order in which they are first reached, so a
//! claim has one form.
//!
//! Cost of a value: 64 steps, each over the states that the digits of the value may lead to. Cost
//! of the check: projections may take exponentially many states; over a limit, it ends.

mod check;
mod dfa;
mod join;
mod linear;
mod linear_form;
mod lower;
mod moves;
mod play;
mod repetition;
#[cfg(test)]
mod tests;
mod text;
mod winning;
mod work;

use std::{rc::Rc, sync::Arc};

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Measure, Query, Ruleset};

use super::{Claim, Context, Evidence, Format, Read, evidence::counted};
use crate::{
    error::{Flaw, Verdict},
    poll::{Halt, Poll},
};
pub use dfa::Dfa;
use moves::HeapSystem;
use play::Play;
pub use repetition::Repetition;
use work::{WorkLimits, WorkStop};

/// The form in certificates.
pub(super) const FORMAT: Format = Format {
    name: "binary",
    read: Read::Section(|section| Ok(Claim::Binary(Arc::new(Binary::of_lines(&section.lines)?)))),
};

/// The claim that automata give the values, or the outcomes, of all heaps of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binary {
    /// What the automata accept.
    pub meaning: Meaning,
    /// The automaton of each kind, in the order of the rules; plain heaps are of one kind, `heap`.
    pub kinds: Vec<OfKind>,
}

/// What an automaton accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The sizes of heaps with their values.
    Values,
    /// The sizes of heaps that the mover loses.
    Lost,
}

/// The automaton of a kind of heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfKind {
    /// The name of the kind.
    pub name: Arc<str>,
    /// The automaton.
    pub relation: Arc<Dfa>,
    /// How the values repeat, if heaps of this kind have one size and it is stated.
    pub repetition: Option<Repetition>,
}

impl Binary {
    /// Returns the claim with the least automata, states in order; `None` if the limits end the
    /// work. The relations are those of the kinds in the order of the rules, with their names.
    pub fn of(meaning: Meaning, kinds: Vec<(Arc<str>, Dfa)>, go_on: &mut dyn FnMut() -> bool) -> Option<Binary> {
        let mut work = WorkLimits::new(u64::MAX, go_on);
        let of_kind = |(name, relation): (Arc<str>, Dfa)| {
            let relation = Arc::new(relation.least(&mut work).ok()?);
            Some(OfKind { name, relation, repetition: None })
        };
        Some(Binary { meaning, kinds: kinds.into_iter().map(of_kind).collect::<Option<_>>()? })
    }

    /// Returns the names of the kinds of heaps, and how many sizes they have.
    ///
    /// # Errors
    ///
    /// The reason why automata cannot read the rules.
    pub fn kinds_of(ruleset: &Ruleset) -> Result<Vec<(Arc<str>, usize)>, &'static str> {
        Ok(HeapSystem::of(ruleset)?.kinds.into_iter().map(|kind| (kind.name, kind.arity)).collect())
    }

    /// Returns whether the options of heaps have at most one component, so that outcomes may be
    /// enough.
    pub fn leaves_one(ruleset: &Ruleset) -> bool {
        let odd = |sketch: &moves::Sketch| sketch.parts.iter().filter(|part| part.count % 2 == 1).count();
        HeapSystem::of(ruleset)
            .is_ok_and(|system| system.kinds.iter().flat_map(|kind| &kind.sketches).all(|sketch| odd(sketch) <= 1))
    }

    /// Verifies the claim from the rules alone, in at most `most_bytes` of memory, as long as
    /// `go_on` returns true.
    ///
    /// # Errors
    ///
    /// [`Flaw::NoRelation`] with the condition that does not hold.
    pub fn verify(&self, ruleset: &Ruleset, most_bytes: u64, go_on: &mut dyn FnMut() -> bool) -> Result<Verdict, Flaw> {
        match self.verified(ruleset, &mut WorkLimits::new(most_bytes, go_on)) {
            Ok(()) => Ok(Verdict::Verified),
            Err(WorkStop::Flaw(flaw)) => Err(flaw),
            Err(WorkStop::Time) => Ok(Verdict::Unverified),
            Err(WorkStop::Large) => Ok(Verdict::TooLarge),
        }
    }

    /// Checks that the automata are those of the kinds in their one form, and then the equation
    /// itself.
    fn verified(&self, ruleset: &Ruleset, work: &mut WorkLimits<'_>) -> Result<(), WorkStop> {
        let system = HeapSystem::of(ruleset).or_else(play::refuse)?;
        let sizes = usize::from(self.meaning == Meaning::Values);
        let fits = |(own, kind): (&OfKind, &moves::KindOfHeap)| {
            own.name == kind.name && own.relation.tracks == kind.arity + sizes && own.relation.is_sound()
        };
        if self.kinds.len() != system.kinds.len() || !self.kinds.iter().zip(&system.kinds).all(fits) {
            return play::refuse("the automata are not those of the kinds of heaps");
        }
        for own in &self.kinds {
            if own.relation.least(work)? != *own.relation {
                return play::refuse("an automaton is not the least one, or its states are out of order");
            }
        }
        check::check(&Play::of(ruleset, work)?, &self.relations(), self.meaning, work)?;
        self.kinds.iter().try_for_each(|own| own.verify_repetition(self.meaning, work))
    }

    /// Returns the automata of all kinds, to be shared by conjunctions.
    fn relations(&self) -> Vec<Rc<Dfa>> {
        self.kinds.iter().map(|own| Rc::new(Dfa::clone(&own.relation))).collect()
    }

    /// The relation of the kind of a component, and the sizes; `None` if the claim is not about it.
    fn sizes<'a>(&'a self, ruleset: &Ruleset, component: &'a Component) -> Option<(&'a Dfa, &'a [u64])> {
        match (ruleset, component) {
            (Ruleset::Heap(_), Component::Heap(size)) => {
                Some((&self.kinds.first()?.relation, std::slice::from_ref(size)))
            }
            (Ruleset::Typed(rules), Component::Typed(heap)) => {
                let own = self.kinds.iter().find(|own| own.name == heap.kind)?;
                let arity = own.relation.tracks.checked_sub(usize::from(self.meaning == Meaning::Values))?;
                // The sizes of later heaps are at most the sum.
                let fits = rules.measure != Measure::Sum
                    || heap.sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size)).is_some();
                (fits && heap.sizes.len() == arity).then_some((&*own.relation, &heap.sizes[..]))
            }
            _ => None,
        }
    }

    /// Returns the value of a component; `None` if the claim does not give it.
    pub fn value_of(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let (relation, sizes) = self.sizes(ruleset, component)?;
        match self.meaning {
            Meaning::Values => value(relation, sizes).map(Nimber),
            Meaning::Lost => accepts(relation, sizes).then_some(Nimber::ZERO),
        }
    }

    /// Returns the value of a heap of one size, of the kind at that place; `None` if the claim does
    /// not give it.
    pub fn of_kind(&self, kind: usize, size: u64) -> Option<u64> {
        let relation = &self.kinds.get(kind)?.relation;
        if self.meaning == Meaning::Values && relation.tracks == 2 { value(relation, &[size]) } else { None }
    }

    /// Returns who wins at a component alone; `None` if the claim does not decide it.
    pub fn outcome_of(&self, ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        let (relation, sizes) = self.sizes(ruleset, component)?;
        let is_lost = match self.meaning {
            Meaning::Values => accepts(relation, &[sizes, &[0]].concat()),
            Meaning::Lost => accepts(relation, sizes),
        };
        Some(if is_lost { Outcome::P } else { Outcome::N })
    }
}

/// The letter of the digits of this weight.
fn digits(sizes: &[u64], weight: u32) -> usize {
    sizes.iter().enumerate().map(|(track, size)| ((size >> weight & 1) as usize) << track).sum()
}

/// Whether a relation accepts the sizes.
fn accepts(relation: &Dfa, sizes: &[u64]) -> bool {
    let last = (0..u64::BITS).rev().fold(0, |state, weight| relation.step(state, digits(sizes, weight)));
    relation.accepting[last as usize]
}

/// The least number of 64 bits that a relation accepts after the sizes.
///
/// After each digit, every state is kept with the least number that leads to it; two numbers of as
/// many digits keep their order whatever follows.
fn value(relation: &Dfa, sizes: &[u64]) -> Option<u64> {
    let mut least: Vec<(u32, u64)> = vec![(0, 0)];
    let mut seen = vec![u32::BITS + u64::BITS; relation.states()];
    for weight in (0..u64::BITS).rev() {
        let letter = digits(sizes, weight);
        let mut next = Vec::with_capacity(least.len());
        // In ascending order of the numbers, so that the first to reach a state is the least.
        for (state, number) in least {
            for digit in 0..2 {
                let to = relation.step(state, letter | digit << sizes.len());
                if std::mem::replace(&mut seen[to as usize], weight) != weight {
                    next.push((to, number << 1 | digit as u64));
                }
            }
        }
        least = next;
    }
    least.into_iter().find(|(state, _)| relation.accepting[*state as usize]).map(|(_, number)| number)
}

/// The number of states of all automata.
fn states(binary: &Binary) -> u64 {
    binary.kinds.iter().map(|own| own.relation.states() as u64).sum()
}

impl Evidence for Binary {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} states", states(self))
    }

    fn statement(&self) -> Option<String> {
        let what = if self.is_outcome() { "who wins at every heap alone" } else { "the value of every heap" };
        let machines = match self.kinds.len() {
            1 => "an automaton that reads sizes in binary gives",
            _ => "automata that read sizes in binary give",
        };
        Some(format!("{machines} {what}: {}", counted(states(self), "state")))
    }

    fn details(&self) -> Vec<String> {
        let one = self.kinds.len() == 1;
        let detail = |(at, own): (usize, &OfKind)| {
            let of = if one { String::new() } else { format!(" of kind {}", own.name) };
            let said = match own.repetition? {
                Repetition { preperiod, period: 1, saltus: 0 } => {
                    let from = if preperiod == 0 { String::new() } else { format!(" from {preperiod} on") };
                    format!("are all {}{from}", self.of_kind(at, preperiod)?)
                }
                repetition => format!("repeat {}", repetition.statement()),
            };
            Some(format!("The values{of} {said}."))
        };
        self.kinds.iter().enumerate().filter_map(detail).collect()
    }

    fn states(&self) -> Option<u64> {
        Some(states(self))
    }

    fn is_outcome(&self) -> bool {
        self.meaning == Meaning::Lost
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        self.value_of(ruleset, component)
    }

    fn outcome(&self, ruleset: &Ruleset, component: &Component, _poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        Ok(self.outcome_of(ruleset, component))
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        self.verify(context.scope.ruleset(), context.most_bytes, context.go_on)
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(self.to_lines())
    }
}
