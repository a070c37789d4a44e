//! Every position at once: learns a finite automaton that gives the value of every word, and proves
//! it.
//!
//! Method: active learning with a discrimination tree (Kearns and Vazirani), with a prover as the
//! equivalence query (J. Waldmann). A learner (`learner.rs`) maintains a hypothesis; the prover
//! decides whether it is right for every word, or returns a shortest word with a wrong label. If no
//! component is longer than its word, a hypothesis whose shortest mistake has length L is right for
//! all shorter words, so it is the oracle for the values that the learner needs next (`oracle.rs`).
//! Every round adds a state that no right machine can lack. So the search ends exactly if the
//! values are those of a finite automaton; and a search that is stopped reports a lower bound on
//! the number of states.
//!
//! Example, the rule `"aa" -> ""` on rows of the letter a:
//!
//! 1. The first hypothesis has one state with the label 0.
//! 2. The prover returns the mistake aa: its option is the empty word of value 0, so it has value
//!    1.
//! 3. The learner adds states. The last hypothesis has the states of the empty word, a, aa and aaa,
//!    with the labels 0, 0, 1 and 1; the goal of aaa with a is the first state.
//! 4. The prover finds no mistake: the option of a word, with two letters less, has the other
//!    label.
//! 5. So a word of n letters has the label of state n mod 4, for every n.
//!
//! Provers: `halves.rs` (values), `path.rs` (one letter), `plain.rs` (misère play, and the
//! reference for the others). For one letter, values are cheap, so the hypothesis comes from a
//! table (`heaps.rs`).
//!
//! Cost: the prover explores sets of items, which may be exponentially many in the number of
//! states. Limits: moves that a letter-synchronous transducer can follow ([`FactorGame`]), and
//! values that a finite automaton has; otherwise the result is a machine for words up to a length.
//!
//! Sources: J. Waldmann, Rewrite games (RTA 2002); M. Kearns and U. Vazirani, An introduction to
//! computational learning theory (1994), chapter 8; R. Rivest and R. Schapire, Inference of finite
//! automata using homing sequences (1993).

mod adopt;
mod attempt;
mod counting;
mod halves;
mod heaps;
mod items;
mod learner;
mod oracle;
mod path;
mod plain;
mod reached;
mod relation;
#[cfg(test)]
mod tests;
mod values;

use grundy_cert::{Automaton, Claim, Counting, Explored, Machine, Mode};
use grundy_games::{Ends, FactorGame, Letter, Ruleset};

use crate::{
    solver::Refusal,
    support::{
        budget::{Budget, Stopped},
        clock::Stopwatch,
    },
};
pub use attempt::Automata;
use items::Items;
pub use reached::reached;
use relation::Relation;
use values::ValueSet;

/// The result of a prover.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    /// The machine is right; all profiles were explored, this many.
    All(u64),
    /// The machine is right, by both halves; this many minimal profiles were explored.
    Least(u64),
    /// These shortest words have labels that contradict their options.
    Wrong(Vec<Vec<Letter>>),
}

/// The result of a search for the automaton of a game.
#[derive(Clone, Debug)]
pub struct Learned {
    /// How certain it is.
    pub standing: Standing,
    /// The claim, if something is known: for every word, or for words up to a length.
    pub claim: Option<Automaton>,
    /// The claim about a machine that counts, which is proved for every word; then there is no
    /// other claim.
    pub counting: Option<Claim>,
    /// The number of states of the last hypothesis that was refuted: any right machine has more.
    pub more_than: u64,
    /// The refuted hypotheses: the length of the shortest mistake, and the number of states.
    pub growth: Vec<(u64, u64)>,
    /// The number of hypotheses.
    pub rounds: u64,
    /// Why the search ended without a proof.
    pub stopped: Option<Stopped>,
}

/// The progress of a search.
pub enum News<'a> {
    /// All words shorter than the first number are certified, by as many states as the second.
    Certified(u64, u64),
    /// The claim if the search ended here; reported at growing intervals.
    Claim(&'a Automaton),
}

/// How certain an automaton is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Right for every word.
    Proved,
    /// Right for all words below a length.
    Certified,
    /// Nothing is known.
    None,
}

/// A search for the automaton of a game.
pub struct AutomatonSearch {
    game: FactorGame,
    ends: Ends,
    mode: Mode,
    /// A machine that is right for words shorter than this, from an earlier search.
    known: Option<(Machine, u64)>,
    most_states: u64,
    most_length: u64,
    /// Whether a machine that counts is an answer too.
    counts: bool,
}

impl AutomatonSearch {
    /// Returns a search on the words over the letters of the rules and `letters`; refuses moves
    /// that an automaton cannot follow.
    pub fn new(ruleset: &Ruleset, letters: &[char], mode: Mode) -> Result<AutomatonSearch, Refusal> {
        if mode == Mode::Capped(0) {
            return Err("values can only be capped at 1 or more".into());
        }
        let game = FactorGame::of(ruleset, letters, mode.adds())?;
        let ends = Ends::of(ruleset, &game)?;
        Ok(AutomatonSearch {
            game,
            ends,
            mode,
            known: None,
            most_states: u64::MAX,
            most_length: u64::MAX,
            counts: false,
        })
    }

    /// Resumes a search that ended with this claim. Requires that the claim was verified. A claim
    /// about another game or mode is ignored.
    pub fn resume(mut self, claim: &Automaton) -> AutomatonSearch {
        if claim.game == self.game && claim.mode == self.mode {
            self.known = Some((claim.machine.clone(), claim.upto.unwrap_or(u64::MAX)));
        }
        self
    }

    /// Ends the search when a hypothesis has more states than this.
    pub fn most_states(mut self, most: u64) -> AutomatonSearch {
        self.most_states = most;
        self
    }

    /// Ends the search when all words up to this length are certified.
    pub fn most_length(mut self, most: u64) -> AutomatonSearch {
        self.most_length = most;
        self
    }

    /// Ends the search also at a machine that counts, where claims about such machines are about
    /// the game and the values are requested.
    pub fn counting(mut self) -> AutomatonSearch {
        self.counts = self.mode == Mode::Values && Counting::is_about(&self.game).is_ok();
        self
    }

    /// Returns the moves.
    pub fn game(&self) -> &FactorGame {
        &self.game
    }

    /// Learns and proves; ends at the proof or with the budget. `report` gets the progress.
    pub fn run(&self, budget: &mut Budget, report: &mut dyn FnMut(News<'_>)) -> Learned {
        let relation = Relation::new(&self.game);
        // A table proves a machine when it is twice as long as the machine has states.
        let most_values = self.most_states.saturating_mul(4).min(self.most_length);
        match heaps::prove(&self.game, self.mode, &relation, most_values, budget) {
            Some(heaps::TableFinding::Proved(machine, profiles)) => self.proved(machine, Explored::All(profiles)),
            Some(heaps::TableFinding::Table(values, stopped)) => {
                let claim = self.certified_table(&values, budget);
                self.unproved(claim, stopped)
            }
            None => learner::Learner::new(self, &relation).run(budget, report),
        }
    }

    fn claim(&self, machine: Machine, explored: Explored, upto: Option<u64>) -> Automaton {
        Automaton { mode: self.mode, game: self.game.clone(), ends: self.ends.clone(), machine, explored, upto }
    }

    fn proved(&self, machine: Machine, explored: Explored) -> Learned {
        Learned { claim: Some(self.claim(machine, explored, None)), ..Learned::of(Standing::Proved) }
    }

    /// Returns the claim that a machine is right for words below a length; `None` if it is not, or
    /// if `go_on` returns `false`.
    fn certified(
        &self,
        machine: &Machine,
        length: u64,
        most_bytes: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Automaton> {
        let machine = (length > 0).then(|| machine.shorter(length))?;
        let explored = Automaton::count(&self.game, self.mode, &machine, length, most_bytes, go_on)?;
        Some(self.claim(machine, explored, Some(length)))
    }

    /// Returns the claim about as many values of a table as can be made and checked in the time
    /// that is left, which costs the square of their number.
    fn certified_table(&self, values: &[u32], budget: &mut Budget) -> Option<Automaton> {
        let mut found = None;
        let mut count = heaps::FIRST.min(values.len());
        loop {
            let clock = Stopwatch::new();
            let (machine, length) = heaps::table(&values[..count])?;
            found = self.certified(&machine, length, budget.most_bytes(), &mut || budget.fits()).or(found);
            let next = (2 * count).min(values.len()).min(heaps::MOST_CERTIFIED);
            // The next one costs four times as much, and then as much again for its check.
            if next <= count || budget.left().is_some_and(|left| left < 8 * clock.passed()) {
                return found;
            }
            count = next;
        }
    }

    /// Returns the result when the budget is spent, possibly with a machine that is right for words
    /// below a length.
    fn unproved(&self, claim: Option<Automaton>, stopped: Stopped) -> Learned {
        let standing = if claim.is_some() { Standing::Certified } else { Standing::None };
        Learned { claim, stopped: Some(stopped), ..Learned::of(standing) }
    }
}

impl Learned {
    fn of(standing: Standing) -> Learned {
        Learned { standing, claim: None, counting: None, more_than: 0, growth: Vec::new(), rounds: 1, stopped: None }
    }
}

/// Returns the label of a word whose options have these labels.
fn label(mode: Mode, options: &ValueSet) -> u32 {
    label_of_mex(mode, options.mex(), options.is_empty())
}

/// Returns the label of a word from the mex of its options' labels; `ended` means that it has none.
fn label_of_mex(mode: Mode, mex: u32, ended: bool) -> u32 {
    match mode {
        Mode::Values => mex,
        Mode::Capped(most) => mex.min(most),
        Mode::Misere => u32::from(ended || mex > 0),
    }
}

/// Returns the word that leads to the node at `at`, from the steps by which nodes were reached.
fn word_to(came: &[Option<(usize, Letter)>], mut at: usize) -> Vec<Letter> {
    let mut word = Vec::new();
    while let Some((before, letter)) = came[at] {
        word.push(letter);
        at = before;
    }
    word.reverse();
    word
}

/// Decides whether a machine is right, with the prover for its kind; finds up to `most` shortest
/// mistakes in each half.
fn prove(
    relation: &Relation,
    machine: &Machine,
    mode: Mode,
    most: usize,
    budget: &mut Budget,
) -> Result<Verdict, Stopped> {
    let mut items = Items::new(relation, machine, budget)?;
    let verdict = if relation.letters == 1 {
        path::prove(&items, mode, budget)
    } else if mode == Mode::Misere {
        plain::prove(&items, mode, most, budget)
    } else {
        halves::prove(&mut items, mode, most, budget)
    };
    items.release(budget);
    verdict
}
