//! The automaton of a game on words: proved, certified up to a length, or not found.
//!
//! *Method:* active learning of a Moore machine, whose hypotheses are refuted by words or proved by
//! a closure condition on its states (the search is in `grundy-solvers`, `words/automaton`).
//! *Example:* `"ab" -> "b"` has a machine of few states. *Limits:* most games have no finite
//! machine; then words up to a length are certified.
//!
//! ```text
//! "ab" -> "b"      proved: 4 states
//! most others      certified up to a length, with what the next length would need
//! ```

use std::{sync::Arc, time::Duration};

use grundy_cert::{Answer, Automaton, Claim, Mode, Solution};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Convention, Declaration, Query, Question};
use grundy_solvers::{
    Budget, Reason, Refusal, Stopped,
    words::{
        automaton,
        automaton::{AutomatonSearch, News},
    },
};

use super::{Finding, Proof, Standing, as_other_game, laws, prove};
use crate::solved::UNCHECKED;

/// A closed form is the answer if a machine needs more states than this. A small machine is the
/// better answer: it also counts positions and is drawn.
const FEW_STATES: u64 = 24;

/// The same for a game that is another one, whose laws answer less: they are not drawn.
const MORE_STATES: u64 = 200;

/// The most time of the search for a small machine.
const SMALL_TIME: Duration = Duration::from_secs(2);

/// The most time of the search for a law of the other game.
const OTHER_TIME: Duration = Duration::from_secs(5);

/// What is known of the automaton of a game.
///
/// At least one hypothesis was refuted if `growth` has an entry.
#[derive(Clone, Debug, Default)]
pub struct Automata {
    /// The machine, for every word or for words up to a length.
    pub claim: Option<Arc<Automaton>>,
    /// The largest hypothesis that was refuted: any machine has more states.
    pub more_than: u64,
    /// For refuted hypotheses: the length of the shortest mistake, and the number of states.
    pub growth: Vec<(u64, u64)>,
}

/// What an automaton is to be, and the limits of its search.
///
/// The default asks for the machine of every word over the letters of the rules, with full values
/// and no limit.
#[derive(Clone, Debug, Default)]
pub struct AutomatonQuery {
    /// Letters of words in addition to those that the rules name.
    pub letters: Vec<char>,
    /// Values are distinguished up to this one only; 1 asks for the outcome. Games whose values are
    /// unbounded may have a machine for outcomes.
    pub cap: Option<u32>,
    /// The search ends when a machine needs more states than this.
    pub most_states: Option<u64>,
    /// The search ends when words up to this length are certified.
    pub to: Option<u64>,
    /// A verified claim of an earlier search, to resume from.
    pub known: Option<Arc<Automaton>>,
    /// Whether only a finite machine is an answer, and no closed form or machine that counts.
    pub machine: bool,
}

impl Automata {
    /// Words shorter than this are certified. `None` if all words are.
    ///
    /// 0 if nothing is certified.
    pub fn certified_length(&self) -> Option<u64> {
        self.claim.as_ref().map_or(Some(0), |claim| claim.upto)
    }

    /// The number of states that a longer word by one letter costs, over the later half of the
    /// search; `None` before two lengths are known.
    pub fn states_per_letter(&self) -> Option<f64> {
        let last = self.growth.last()?;
        let half = self.growth.iter().find(|(length, _)| 2 * length >= last.0)?;
        let letters = last.0.checked_sub(half.0).filter(|&letters| letters > 0)?;
        Some(last.1.saturating_sub(half.1) as f64 / letters as f64)
    }
}

/// The query and the solution by which a claim about the words of a game is verified and written:
/// the empty sum.
pub fn words_solution(rules: &Declaration, claim: &Arc<Automaton>) -> (Query, Solution) {
    let answer = match rules.convention {
        Convention::Normal => Answer::Value(Nimber::ZERO),
        Convention::Misere => Answer::Outcome(Outcome::N),
    };
    let solution = Solution { answer, claims: vec![Claim::Automaton(Arc::clone(claim))] };
    (Query::new(rules, Vec::new(), Question::ValueAndMoves), solution)
}

/// Searches for the automaton of a game on words (or of an octal game, on words of counters), or
/// for a machine that counts, and proves it. `report` receives how far the search is.
///
/// # Errors
/// The reason if the method is not about the game.
pub fn prove_words(
    rules: &Declaration,
    query: &AutomatonQuery,
    budget: &mut Budget,
    report: &mut dyn FnMut(News<'_>),
) -> Result<Proof, Refusal> {
    let mode = match (rules.convention, query.cap) {
        (Convention::Normal, None) => Mode::Values,
        (Convention::Normal, Some(cap)) => Mode::Capped(cap),
        (Convention::Misere, None) => Mode::Misere,
        (Convention::Misere, Some(_)) => return Err("misère play has outcomes, not values that could be capped".into()),
    };
    let mut search = AutomatonSearch::new(&rules.ruleset, &query.letters, mode)?;
    if let Some(known) = &query.known {
        search = search.resume(known);
    }
    if !query.machine && query.to.is_none() {
        search = search.counting();
    }
    search = search.most_states(query.most_states.unwrap_or(u64::MAX)).most_length(query.to.unwrap_or(u64::MAX));
    let learned = search.run(budget, report);
    if let Some(claim) = learned.counting {
        return Ok(laws::found(rules, claim, Standing::Proved));
    }
    let claim = learned.claim.map(Arc::new);
    let standing = match learned.standing {
        automaton::Standing::Proved => Standing::Proved,
        automaton::Standing::Certified => Standing::Certified,
        automaton::Standing::None => Standing::None,
    };
    let solution = claim.as_ref().map(|claim| words_solution(rules, claim));
    // A limit of the query is no reason to report.
    let within_query = |stopped: &Stopped| {
        [query.most_states, query.to].into_iter().flatten().any(|most| stopped.reason == Reason::Positions(most))
    };
    let stopped = learned.stopped.filter(|stopped| !within_query(stopped));
    let finding = Finding::Automaton(Automata { claim, more_than: learned.more_than, growth: learned.growth });
    Ok(Proof { standing, finding, solution, stopped, status: UNCHECKED })
}

/// As [`prove_words`], but for a game with a closed form that has no small machine the closed form:
/// its machine may be infinite. So it is where words are another game, such as heaps for their runs
/// of one letter, of which all is proved. Where the query requires a machine, is about letters or
/// capped values of its own, or resumes a search, only a machine is sought; with a length to
/// end at, only a finite one.
///
/// # Errors
/// The reason if the method is not about the game.
pub fn prove_rows(
    rules: &Declaration,
    query: &AutomatonQuery,
    budget: &mut Budget,
    report: &mut dyn FnMut(News<'_>),
) -> Result<Proof, Refusal> {
    let about = query.letters.is_empty() && query.cap.is_none() && query.to.is_none();
    let plain = about && !query.machine && query.known.is_none();
    let law = laws::words(rules);
    let other = (rules.convention == Convention::Normal).then(|| as_other_game(rules)).flatten();
    if !plain || law.is_none() && other.is_none() {
        return prove_words(rules, query, budget, report);
    }
    let few = if law.is_some() { FEW_STATES } else { MORE_STATES };
    let few =
        AutomatonQuery { most_states: Some(query.most_states.map_or(few, |most| most.min(few))), ..query.clone() };
    let small = budget.trial(SMALL_TIME, |budget| Ok(prove_words(rules, &few, budget, report)));
    match (small, law) {
        (Ok(Some(Ok(machine))), _) if machine.standing == Standing::Proved || machine.is_interrupted() => {
            return Ok(machine);
        }
        (_, Some(law)) => return Ok(law),
        _ => {}
    }
    let Some((reduction, other)) = other else { return prove_words(rules, query, budget, report) };
    match budget.trial(OTHER_TIME, |budget| Ok(prove(&other, None, budget))) {
        Ok(Some(Ok(about))) if let Some(proof) = about.of_reduced(rules, reduction) => Ok(proof),
        // What stopped the trial, if it was not its time, stops the search at once.
        Ok(_) | Err(_) => prove_words(rules, query, budget, report),
    }
}
