//! Claims: what the checker can verify about a game, one file or folder a claim.
//!
//! The file of a claim holds its data, the reason why it proves what it claims, its check from the
//! rules alone, and its text in certificates. [`Claim`] lists the claims; `Claim::with` maps each
//! of them to the trait [`Evidence`], and `FORMATS` maps the names in certificates to their
//! readers. A new claim is one file, one variant and one line in each of the two.

mod automaton;
mod binary;
pub mod closed_form;
mod counting;
mod evidence;
mod growing;
mod matching;
mod outcome_map;
mod outcomes;
mod period;
mod positions;
mod product;
mod proof_search;
mod quotient;
mod reduced;
mod runs;
mod shape;
mod tracked_facts;
mod unchecked;
mod values;
mod window;

use std::{fmt, sync::Arc};

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Query, Ruleset, Term, reductions::Reduction};

pub use automaton::{Automaton, Explored, Machine, Mode};
pub use binary::{Binary, Dfa, Meaning, OfKind, Repetition};
use closed_form::ClosedForm;
pub use counting::{Counter, CounterStep, Counting, CountingGoal, CountingMachine, CountingPlace, CountingState};
pub(crate) use evidence::{ClaimScope, Context, Evidence, Tracked};
pub use matching::Matching;
pub use outcomes::{SumMap, Sums};
pub use period::{Period, Rarest, Theorem, last_rare, rarest, window_end};
pub use product::{Factor, Product};
pub use quotient::{MOST_ELEMENTS, Quotient};
pub use reduced::{Reduced, reduced_query};
pub use runs::{RangeMoves, Runs, few_amounts};
pub use shape::{Breaking, LARGEST_AMOUNT, Shape, System};
pub use window::{State, Window};

use crate::{
    certificate::{
        lines::CertificateLines,
        section::{Expected, Section},
    },
    error::ReadError,
    facts::{OutcomeMap, ValueMap},
    poll::{Halt, Poll},
};
use outcome_map::ComponentOutcomes;
use positions::Positions;
use proof_search::ProofSearch;
use unchecked::Unchecked;
use values::HeapValues;

/// Claims of at most this many words are verified by the plain meaning alone: the sample would have
/// most of them.
const FEW_WORDS: u64 = if cfg!(test) { 1 } else { 1_000 };

/// A statement about the positions of a ruleset that the checker can verify from the rules.
///
/// More kinds will come; [`Claim::name`], [`Claim::recorded`], [`Claim::value`], [`Claim::outcome`]
/// and [`Claim::unchecked`] answer for each of them.
///
/// | claim | states | its check |
/// |---|---|---|
/// | `Values` | the values of the heaps from 0 to n | each value is the mex of its options |
/// | `Positions` | values of components | the same, for each recorded one |
/// | `ProofSearch` | values of components | no option has the value, all smaller ones do |
/// | `Automaton` | the value of every word, by a finite machine | one exploration of profiles |
/// | `Counting` | the value of every word, by a machine that counts | two explorations on unknown levels |
/// | `Period` | all values of heaps, by a list that repeats | the values up to the window of a theorem |
/// | `Window` | all values of heaps, by states before some heaps | the values from state to state |
/// | `Binary` | all values of heaps, by automata over binary digits | a decision by relations |
/// | `ClosedForm` | every value, or who wins, by a theorem | the hypotheses of the theorem |
/// | `Product` | values of pairs, from those of both games | the claims about both games |
/// | `Runs` | values of heaps that are constant, or repeat a word, on long runs | one step for each piece |
/// | `Outcomes` | who wins sums in misère play | each outcome follows from the options |
/// | `Quotient` | who wins every sum in misère play | conditions on heaps and elements |
/// | `Matching` | who wins a token | a barrier and alternating paths |
/// | `OutcomeMap` | who wins components | each outcome follows from the options |
/// | `Reduced` | what another game tells | the claim about that game |
/// | `Unchecked` | values without a proof | none |
///
/// The file of each claim has the proof of why its check suffices, and an example of its lines in a
/// certificate.
///
/// ```
/// use grundy_cert::Claim;
/// use grundy_core::Nimber;
/// use grundy_games::Component;
///
/// let rules = grundy_games::game("take 1 or 2").unwrap();
/// let claim = Claim::Values([0, 1, 2].map(Nimber).to_vec());
/// assert_eq!(claim.value(&rules.ruleset, &Component::Heap(2)), Some(Nimber(2)));
/// assert_eq!(claim.value(&rules.ruleset, &Component::Heap(3)), None);
/// assert_eq!((claim.name(), claim.recorded()), ("values", Some(3)));
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum Claim {
    /// The heap of n counters has value `values[n]`. Proof: induction on the size. Cost of the
    /// check: one expansion for each heap.
    Values(Vec<Nimber>),
    /// These components have these values; the components of every option of each of them are
    /// recorded too. Proof: every play ends, so one assignment satisfies the equation of the mex.
    /// Cost of the check: one expansion for each component.
    Positions(Arc<dyn ValueMap>),
    /// These components have these values. An option may be missing if one part of it has no
    /// recorded value, and an option of that part shows that the value is another. It has far fewer
    /// facts than [`Claim::Positions`]: one reply to each option. Cost of the check: one expansion
    /// for each component, and one for each option without a value.
    ProofSearch(Arc<dyn ValueMap>),
    /// The label of a finite machine gives the value of every word. A certificate may restrict it
    /// to words up to a length. Cost of the check: time and memory for the profiles, within limits.
    Automaton(Arc<Automaton>),
    /// The label of a machine that counts gives the value of every word; it has one counter
    /// (`periodic`) or two (`grid`). Its check is sound, and may refuse a right machine.
    Counting(Arc<Counting>),
    /// The values repeat for ever. [`Theorem`] has the theorems, with their windows. Cost of the
    /// check: the values below the window, and 16 bytes for each.
    Period(Period),
    /// The values repeat for ever, from a preperiod on that is too long for a list. Cost of the
    /// check: all values up to the end of the window, in blocks; states let threads share it.
    Window(Window),
    /// Finite automata that read sizes in binary give the values, or the outcomes, of all heaps.
    /// Proof: the relations that finite automata recognise are closed under the operations of
    /// first-order logic (Büchi 1960). Cost of the check: projections may take exponentially many
    /// states; over a limit it ends.
    Binary(Arc<Binary>),
    /// A theorem gives every value. [`ClosedForm`] has the theorems with their sources. Cost of the
    /// check: a look at the rules, whatever the position is.
    ClosedForm(&'static dyn ClosedForm),
    /// The values of both games of a product give those of all pairs. Proof: the Tartan theorem
    /// (Conway). Cost of the check: that of the claims about both games.
    Product(Box<Product>),
    /// The values of heaps are constant on these runs, or repeat a word. Proof: induction on pieces
    /// between which what moves leave does not leave its runs. Cost of the check: a search by
    /// halves for each piece, or some words.
    Runs(Arc<Runs>),
    /// These sums have these outcomes in misère play; every option of a sum that the previous
    /// player wins, and a lost option of every other sum with moves, is recorded too. Proof:
    /// induction over plays. Cost of the check: one expansion of each component of each sum.
    Outcomes(Sums),
    /// The elements of a finite monoid decide every sum of heaps in misère play. It is the misère
    /// quotient of Plambeck and Siegel. Cost of the check: one visit to each heap, and sets of
    /// sums, whose number may be exponential in that of the elements.
    Quotient(Arc<Quotient>),
    /// A maximum matching decides one position of a token in normal play. Proof: Fraenkel,
    /// Scheinerman and Ullman 1993, with a barrier of Tutte and Berge. Cost of the check: linear in
    /// the graph.
    Matching(Arc<Matching>),
    /// These components have these outcomes in normal play, and none of the moves that decide them
    /// leaves more than one component; every option of a component that the previous player wins,
    /// and a lost option of every other, is recorded too. Proof: induction over plays. Cost of the
    /// check: one expansion for each component.
    OutcomeMap(Arc<dyn OutcomeMap>),
    /// A claim about another game, and the reduction that leads there. Proof: the theorem of the
    /// reduction ([`grundy_games::reductions`]). Cost of the check: that of the claim.
    Reduced(Arc<Reduced>),
    /// Values that the checker does not verify, with the reason. An answer from them is computed
    /// and never proved, and has no certificate.
    Unchecked(Arc<dyn ValueMap>, &'static str),
}

impl Claim {
    /// Calls `ask` with the claim as evidence: the one place that knows which type is which claim.
    pub(crate) fn with<T>(&self, ask: impl FnOnce(&dyn Evidence) -> T) -> T {
        match self {
            Claim::Values(values) => ask(&HeapValues(values)),
            Claim::Positions(values) => ask(&Positions(&**values)),
            Claim::ProofSearch(values) => ask(&ProofSearch(&**values)),
            Claim::Automaton(automaton) => ask(&**automaton),
            Claim::Counting(counting) => ask(&**counting),
            Claim::Period(period) => ask(period),
            Claim::Window(window) => ask(window),
            Claim::Binary(binary) => ask(&**binary),
            Claim::ClosedForm(form) => ask(form),
            Claim::Product(product) => ask(&**product),
            Claim::Runs(runs) => ask(&**runs),
            Claim::Outcomes(sums) => ask(sums),
            Claim::Quotient(quotient) => ask(&**quotient),
            Claim::Matching(matching) => ask(&**matching),
            Claim::OutcomeMap(outcomes) => ask(&ComponentOutcomes(&**outcomes)),
            Claim::Reduced(reduced) => ask(&**reduced),
            Claim::Unchecked(values, why) => ask(&Unchecked { values: &**values, why }),
        }
    }

    /// The value that the claim gives a component of `ruleset` in normal play; `None` if it gives
    /// none.
    ///
    /// Cost: a lookup, or one pass over the word of an automaton; a window computes the values from
    /// the state before the heap on.
    pub fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        self.with(|evidence| evidence.value(ruleset, component))
    }

    /// Who wins at a single component of `ruleset` in normal play; `None` if the claim does not
    /// decide it.
    ///
    /// Cost: as [`Claim::value`]; a claim of proof-number search may expand the component once.
    pub fn outcome(&self, ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        self.outcome_within(ruleset, component, &mut Poll::new(&mut || true)).ok().flatten()
    }

    /// As [`Claim::outcome`], until the poll ends it.
    pub(crate) fn outcome_within(
        &self,
        ruleset: &Ruleset,
        component: &Component,
        poll: &mut Poll<'_>,
    ) -> Result<Option<Outcome>, Halt> {
        self.with(|evidence| evidence.outcome(ruleset, component, poll))
    }

    /// Whether a sum of components has this value in normal play; `None` if the claim does not
    /// decide it.
    pub(crate) fn is(
        &self,
        ruleset: &Ruleset,
        parts: &[Component],
        value: Nimber,
        poll: &mut Poll<'_>,
    ) -> Result<Option<bool>, Halt> {
        self.with(|evidence| evidence.is(ruleset, parts, value, poll))
    }

    /// Who wins a sum in misère play; `None` if the claim does not decide it.
    pub(crate) fn misere_outcome(
        &self,
        query: &Query,
        sum: &[Term],
        poll: &mut Poll<'_>,
    ) -> Result<Option<Outcome>, Halt> {
        self.with(|evidence| evidence.misere_outcome(query, sum, poll))
    }

    /// The name in certificates and reports; of a claim about another game, that of this claim.
    ///
    /// It is stable: certificates of every version use it.
    pub fn name(&self) -> &'static str {
        self.with(|evidence| evidence.keyword())
    }

    /// What the claim says of all positions, or of the heaps up to [`Claim::certified_to`], as a
    /// sentence without its end; `None` for a claim about some positions, and for periods,
    /// automata and quotients, which reports state in another way.
    ///
    /// ```
    /// use grundy_cert::{Claim, closed_form::Nim};
    ///
    /// assert!(Claim::ClosedForm(&Nim).statement().unwrap().contains("is its size"));
    /// ```
    pub fn statement(&self) -> Option<String> {
        self.with(|evidence| evidence.statement())
    }

    /// More sentences about the statement, each a line.
    pub fn details(&self) -> Vec<String> {
        self.with(|evidence| evidence.details())
    }

    /// The number of states of its automata; `None` if it has none.
    pub fn states(&self) -> Option<u64> {
        self.with(|evidence| evidence.states())
    }

    /// The largest heap that the claim is about; `None` if it is about all of them.
    ///
    /// A heap above it has no value by this claim.
    pub fn certified_to(&self) -> Option<u64> {
        self.with(|evidence| evidence.certified_to())
    }

    /// Whether it gives only who wins at single components, not their values.
    ///
    /// Then sums have no answer, since outcomes do not add.
    pub fn is_outcome(&self) -> bool {
        self.with(|evidence| evidence.is_outcome())
    }

    /// The number of positions that the claim records one by one; `None` for a claim about all
    /// positions.
    ///
    /// Reports name it as the number of stored positions.
    pub fn recorded(&self) -> Option<u64> {
        self.with(|evidence| evidence.recorded())
    }

    /// The reductions that lead to what is claimed, each with the rules that it leads to; none for
    /// a claim about the game itself.
    ///
    /// They are in the order from the game on.
    pub fn reductions(&self) -> Vec<(&Reduction, &Ruleset)> {
        let (mut found, mut rest) = (Vec::new(), self);
        while let Claim::Reduced(reduced) = rest {
            found.push((&reduced.reduction, &reduced.target));
            rest = &reduced.claim;
        }
        found
    }

    /// Why the checker does not verify the claim; `None` for a claim that it verifies.
    pub fn unchecked(&self) -> Option<&'static str> {
        match self {
            Claim::Unchecked(_, why) => Some(why),
            Claim::Reduced(reduced) => reduced.claim.unchecked(),
            _ => None,
        }
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(|evidence| {
            let (first, rest) = evidence.keyword().split_at(1);
            write!(f, "{}{rest}({})", first.to_uppercase(), evidence.summary())
        })
    }
}

/// The form of a claim in a certificate.
pub(crate) struct Format {
    /// The word after `claim`.
    pub(crate) name: &'static str,
    /// How its lines are read.
    pub(crate) read: Read,
}

/// How the lines of a claim are read.
pub(crate) enum Read {
    /// All lines of the claim are held.
    Section(fn(&Section<'_>) -> Result<Claim, Expected>),
    /// Each line is a fact about a component; the facts may stay in the file.
    Facts(fn(&mut CertificateLines, &Ruleset) -> Result<Claim, ReadError>),
}

/// Every form of a claim.
pub(crate) const FORMATS: [Format; 16] = [
    values::FORMAT,
    automaton::FORMAT,
    counting::FORMAT,
    counting::OF_TWO,
    period::FORMAT,
    window::FORMAT,
    binary::FORMAT,
    quotient::FORMAT,
    matching::FORMAT,
    positions::FORMAT,
    proof_search::FORMAT,
    closed_form::FORMAT,
    product::FORMAT,
    runs::FORMAT,
    outcomes::FORMAT,
    outcome_map::FORMAT,
];
