//! What holds for every position of a game, found and proved: one operation for all rulesets.
//!
//! `Method::of` selects the method. Each method returns what it found as a [`Finding`] and how
//! sure that is as a [`Standing`]; a [`Standing::Proved`] rests on a solution whose claims the
//! checker verifies. Heaps have periods (`period.rs`) or other laws (`laws.rs`), in misère play
//! quotients (`quotient.rs`); words have automata (`words.rs`).
//!
//! *Example.* `kayles` has the values of a heap of size n repeat with period 12 from 71 on: finding
//! [`Finding::Period`], standing `Proved`, by the theorem of Guy and Smith for octal games, once
//! the values of enough heaps are computed. A game without a period that is found in time has the
//! standing `Observed` or `None`.
//!
//! *Cost.* Unknown beforehand: a period or an automaton may be small, large or absent. So every
//! search takes a budget, a limit on the size, or both. *Limits:* the kinds of board that [`prove`]
//! names; graphs, tapes and sets have no method.

mod laws;
mod period;
mod quotient;
mod words;

use std::sync::Arc;

use grundy_cert::{Claim, Reduced, Solution, Theorem, closed_form::ClosedForm};
use grundy_core::Nimber;
use grundy_games::{Convention, Declaration, Query, Ruleset, reductions::Reduction};
use grundy_solvers::{Budget, Reason, Refusal, Stopped};

use crate::{
    error::Error,
    help::{Fix, Help},
    solved::Status,
};

pub(crate) use laws::{closed_form, found};
pub use quotient::Classes;
pub use words::{Automata, AutomatonQuery, prove_rows, prove_words, words_solution};

pub use period::{MOST_EXCEPTIONS, Observed, Recurrence, proof_of, prove_on};

/// How sure a finding is.
///
/// Only [`Standing::Proved`] is about every position.
///
/// Exhaustive: a reader states something about each case, so a new one is a change for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A theorem proves it; the claim can be checked.
    Proved,
    /// It is proved for positions up to a size; the claim can be checked.
    Certified,
    /// It holds as far as was computed, and no theorem proves that it always will.
    Observed,
    /// Nothing was found.
    None,
}

/// What is known of every position of a game.
///
/// A search that is stopped is no error: what it found until then is here.
#[derive(Clone, Debug)]
pub struct Proof {
    /// How sure it is.
    pub standing: Standing,
    /// What was found.
    pub finding: Finding,
    /// The question and its solution, to be checked and written as a certificate: the empty sum
    /// with a claim about all positions, or a table. There is one exactly if it is proved, or
    /// certified up to a size.
    pub solution: Option<(Query, Solution)>,
    /// Why the search ended without a proof, if it was stopped.
    pub stopped: Option<Stopped>,
    /// Whether the checker has verified the claims of the solution. Always computed if there is no
    /// solution.
    pub status: Status,
}

impl Proof {
    /// What a proof about the other game of a reduction proves of these rules. `None` if it does
    /// not hold for every position: what was found of the other game is nothing about these rules.
    pub(crate) fn of_reduced(&self, rules: &Declaration, reduction: Reduction) -> Option<Proof> {
        let (other, solution) = self.solution.as_ref().filter(|_| self.standing == Standing::Proved)?;
        let (target, claim) = (other.rulesets.first()?.clone(), solution.claims.first()?.clone());
        let reduced = Claim::Reduced(Arc::new(Reduced { reduction, target, claim }));
        let recurrence = Recurrence::of_members(&rules.ruleset, &reduced);
        let proof = found(rules, reduced, Standing::Proved);
        Some(match recurrence {
            Some(found) => Proof { finding: Finding::Period(found), ..proof },
            None => proof,
        })
    }

    /// Whether the work was cancelled.
    ///
    /// Then the same search may be made again, or resumed from a checkpoint.
    pub fn is_interrupted(&self) -> bool {
        self.stopped.as_ref().is_some_and(|stopped| stopped.reason == Reason::Interrupted)
    }

    /// The word for how sure the finding is: `proved` only if the checker has verified the claims.
    ///
    /// The words are `proved`, `computed`, `certified`, `observed` and `none`.
    pub fn word(&self) -> &'static str {
        match self.standing {
            Standing::Proved => self.status.word(),
            Standing::Certified if !self.status.is_proved() => self.status.word(),
            other => other.word(),
        }
    }
}

/// What a method found.
///
/// The finding is there whatever its standing; an observed period may be wrong.
///
/// Exhaustive: a reader states something about each case, so a new one is a change for it.
#[derive(Clone, Debug)]
pub enum Finding {
    /// The values of heaps repeat.
    Period(Recurrence),
    /// A theorem, automata, or runs of equal values give the values: the claim that states it.
    Law(Claim),
    /// A finite automaton gives the values of words.
    Automaton(Automata),
    /// A finite monoid gives the outcomes of sums of heaps in misère play.
    Quotient(Classes),
    /// The values of the first positions of a game whose positions are numbers, which no law
    /// covers.
    Listed(ListedValues),
}

/// The values of the positions with the numbers from 0 on, where no method is about all of them.
///
/// Each is verified on its own, so nothing follows for a larger number.
#[derive(Clone, Debug)]
pub struct ListedValues {
    /// The value of each number, from 0 on.
    pub values: Vec<Nimber>,
    /// Why no method is about every position.
    pub why: Refusal,
}

/// The theorem that a proof rests on.
///
/// It is stated in reports and cited by `grundy cite`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TheoremRef {
    /// The name in JSON and certificates.
    pub name: &'static str,
    /// What it is called in a sentence.
    pub title: &'static str,
    /// Where it is from.
    pub source: &'static str,
}

impl From<Theorem> for TheoremRef {
    fn from(theorem: Theorem) -> TheoremRef {
        TheoremRef { name: theorem.name(), title: theorem.title(), source: theorem.source() }
    }
}

impl From<&dyn ClosedForm> for TheoremRef {
    fn from(law: &dyn ClosedForm) -> TheoremRef {
        TheoremRef { name: law.name(), title: "a law of the theory", source: "the theorems of the manual" }
    }
}

impl Standing {
    /// The word for it in reports.
    ///
    /// [`Proof::word`] is the word of a proof, which also depends on its check.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Proved => "proved",
            Standing::Certified => "certified",
            Standing::Observed => "observed",
            Standing::None => "none",
        }
    }
}

/// The method that proves what holds for every position of a game.
///
/// It follows from the board and the convention alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// The values of heaps repeat, or follow another law.
    Period,
    /// A theorem gives the values of all positions of another board, or misère outcomes.
    Law,
    /// A finite monoid gives the outcomes of misère sums of heaps.
    Quotient,
    /// A finite automaton gives the values of words.
    Automaton,
}

impl Method {
    /// The method for the rules, or for their words of counters if an `automaton` is requested.
    ///
    /// # Errors
    /// The reason, if no method is about this board.
    pub(crate) fn of(rules: &Declaration, automaton: bool) -> Result<Method, Refusal> {
        match &rules.ruleset {
            _ if automaton => Ok(Method::Automaton),
            Ruleset::Row(_) | Ruleset::Ring(_) => Ok(Method::Automaton),
            Ruleset::Bag(_) if closed_form(rules).is_some() => Ok(Method::Law),
            Ruleset::Heap(_) if rules.convention == Convention::Misere => match closed_form(rules) {
                Some(_) => Ok(Method::Law),
                None => Ok(Method::Quotient),
            },
            Ruleset::Heap(_) | Ruleset::Typed(_) => Ok(Method::Period),
            Ruleset::Graph(on) if on.on.is_some() => Err(match on.why_no_heaps() {
                Some(why) => format!("its positions are not heaps of finitely many kinds: {why}").into(),
                None => "periods are proved for normal play".into(),
            }),
            ruleset => {
                let name = ruleset.name();
                Err(format!("no method proves what is true of every position of this board ({name})").into())
            }
        }
    }
}

/// The game by which these rules are proved, where no method is about the rules themselves: the
/// rows of rings whose moves open them, and the heaps that the members of a family, bags and tapes
/// are.
pub(crate) fn reduced(rules: &Declaration) -> Option<(Reduction, Declaration)> {
    let is_about = match &rules.ruleset {
        Ruleset::Ring(_) => true,
        Ruleset::Graph(rules) => rules.on.is_some(),
        Ruleset::Bag(_) => closed_form(rules).is_none(),
        Ruleset::Tape(_) => true,
        _ => false,
    };
    if rules.convention == Convention::Misere || !is_about {
        return None;
    }
    as_other_game(rules)
}

/// The game to which the first reduction leads that is about every position.
fn as_other_game(rules: &Declaration) -> Option<(Reduction, Declaration)> {
    let reduction = Reduction::of(&rules.ruleset, &[]).into_iter().next()?;
    let ruleset = reduction.target(&rules.ruleset)?;
    Some((reduction, Declaration { convention: rules.convention, ruleset }))
}

/// Whether the proof for these rules is an automaton: for games on words, and for octal games if
/// `counters` requests their words of counters. `given` is a setting that only an automaton has, as
/// the front end spells it.
///
/// ```
/// use grundy::{games, proof::has_automaton};
///
/// let kayles = games::game("kayles").unwrap();
/// assert!(!has_automaton(&kayles, false, None).unwrap());
/// assert!(has_automaton(&kayles, true, Some("states")).unwrap());
/// let refused = has_automaton(&kayles, false, Some("states")).unwrap_err();
/// assert!(refused.to_string().starts_with("this is asked of the automaton of a game on words"));
/// ```
///
/// # Errors
/// [`Error::Refused`] if a setting is given and the proof is not an automaton, but there may
/// be one: where nothing is proved of the board, that is what a proof says.
pub fn has_automaton(rules: &Declaration, counters: bool, given: Option<&'static str>) -> Result<bool, Error> {
    let method = Method::of(rules, counters);
    let automaton = matches!(method, Ok(Method::Automaton));
    match given.filter(|_| !automaton && (method.is_ok() || reduced(rules).is_some())) {
        None => Ok(automaton),
        Some(given) => {
            let board = rules.ruleset.name();
            let message =
                format!("this is asked of the automaton of a game on words, and the board of this game is: {board}");
            Err(Error::field(given, message, without_automaton(rules, given)))
        }
    }
}

/// What to do in place of a setting that is about an automaton.
fn without_automaton(rules: &Declaration, given: &'static str) -> Help {
    let is_capped = given == "outcome" || given == "cap";
    let left_out = Help::from(Fix::LeaveOut(given));
    let help = match (given, &rules.ruleset, rules.convention) {
        ("outcome", Ruleset::Heap(_), Convention::Normal) => {
            left_out + ": the values that are proved say who wins, since a heap is lost if its value is 0"
        }
        ("outcome", _, Convention::Misere) => left_out + ": in misère play it is proved who wins",
        _ => left_out,
    };
    // The words of counters of an octal game; values are capped where each part of a move is one.
    let Ruleset::Heap(heaps) = &rules.ruleset else { return help };
    let has_words = given != "letters" && rules.convention == Convention::Normal && heaps.code().is_some();
    if !has_words || (is_capped && !heaps.leaves_at_most_one()) {
        return help;
    }
    help + "; or add " + Fix::set("automaton", true) + ", which reads a heap as a word of counters"
}

/// Searches for what holds for every position of the game, and proves it. Ends at the proof, at the
/// limit `to` on the size of positions, or with the budget. The claims are not checked: use
/// [`Run::prove`](crate::Run::prove) for that.
///
/// ```
/// use grundy::{Budget, games, proof::{Finding, Standing}, prove};
///
/// let kayles = prove(&games::game("kayles").unwrap(), None, &mut Budget::new()).unwrap();
/// assert_eq!(kayles.standing, Standing::Proved);
/// let Finding::Period(found) = kayles.finding else { panic!("heaps have periods") };
/// assert_eq!((found.preperiod, found.period), (Some(71), Some(12)));
/// assert_eq!(found.exceptions.unwrap(), [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
/// ```
///
/// # Errors
/// The reason if no method is about the game.
///
/// # Cost
/// That of the method; without `to` and without a limit in the budget it may never end.
pub fn prove(rules: &Declaration, to: Option<u64>, budget: &mut Budget) -> Result<Proof, Refusal> {
    if let Some((reduction, other)) = reduced(rules) {
        let unproved = || Refusal::from(format!("it is solved as {}, of which nothing is proved", other.ruleset));
        return prove(&other, to, budget)?.of_reduced(rules, reduction).ok_or_else(unproved);
    }
    match Method::of(rules, false)? {
        Method::Period => {
            let law = |time, budget: &mut Budget| laws::values(rules, time, budget);
            period::prove(rules, to, law, budget).or_else(|why| laws::prove(rules, to, why, budget))
        }
        Method::Law => laws::prove(rules, to, "no law is about this game".into(), budget),
        Method::Quotient => quotient::prove(rules, to, budget),
        Method::Automaton => {
            let query = AutomatonQuery { to, ..AutomatonQuery::default() };
            prove_rows(rules, &query, budget, &mut |_| {})
        }
    }
}
