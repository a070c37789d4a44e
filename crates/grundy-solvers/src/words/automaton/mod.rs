//! Every position at once: a finite machine that tells the value of every word, learned and proved.
//!
//! A learner (`learner.rs`) keeps a hypothesis; the prover decides whether it is right for every word or finds a shortest
//! word where it is not. Where no component is ever longer than its word, a hypothesis whose shortest mistake has length
//! L is right for all shorter words, so it serves as the oracle for the values that the learner asks for next
//! (`oracle.rs`). Every round adds a state that no right machine can do without, so the search halts exactly if the
//! values are those of a finite machine, and a search that has not ended says: so many states are not enough.
//!
//! Provers: `halves.rs` (values), `path.rs` (one letter), `plain.rs` (misère play, and the authority for the others).
//! One letter is special in another way: values of heaps are cheap, so the hypothesis is read off a table (`heaps.rs`).
//!
//! Sources: J. Waldmann, Rewrite games (RTA 2002); M. Kearns and U. Vazirani, An introduction to computational learning
//! theory (1994), chapter 8; R. Rivest and R. Schapire, Inference of finite automata using homing sequences (1993).

mod adopt;
mod attempt;
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

use grundy_cert::{Automaton, Explored, Machine, Mode};
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
use values::Values;

/// What a prover says of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    /// It is right; so many profiles were explored, all there are.
    All(u64),
    /// It is right, by both halves; so many least profiles were explored.
    Least(u64),
    /// These shortest words are not labelled as their options ask for.
    Wrong(Vec<Vec<Letter>>),
}

/// What is known of the automaton of a game.
#[derive(Clone, Debug)]
pub struct Learned {
    /// How sure it is.
    pub standing: Standing,
    /// The claim, where something is known: for every word, or for words up to a length.
    pub claim: Option<Automaton>,
    /// The number of states of the last hypothesis that was refuted: any machine has more.
    pub more_than: u64,
    /// Refuted hypotheses: the length of the shortest mistake, and the number of states.
    pub growth: Vec<(u64, u64)>,
    /// Hypotheses in all.
    pub rounds: u64,
    /// Why the search ended without a proof.
    pub stopped: Option<Stopped>,
}

/// What a search tells on its way.
pub enum News<'a> {
    /// All words shorter than this are certified, by so many states.
    Certified(u64, u64),
    /// What would be claimed if the search ended here; now and then.
    Claim(&'a Automaton),
}

/// How sure an automaton is.
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
pub struct Search {
    game: FactorGame,
    ends: Ends,
    mode: Mode,
    /// A machine that is right for words shorter than this: where an earlier search has ended.
    known: Option<(Machine, u64)>,
    most_states: u64,
    most_length: u64,
}

impl Search {
    /// A search on the words over the letters of the rules and `letters`; refused where the moves are none that an
    /// automaton can follow.
    pub fn new(ruleset: &Ruleset, letters: &[char], mode: Mode) -> Result<Search, Refusal> {
        if mode == Mode::Capped(0) {
            return Err("values are cut off at 1 or more".into());
        }
        let game = FactorGame::of(ruleset, letters, mode.adds())?;
        let ends = Ends::of(ruleset, &game)?;
        Ok(Search { game, ends, mode, known: None, most_states: u64::MAX, most_length: u64::MAX })
    }

    /// Goes on where a search has ended that left this claim, which must have been verified.
    pub fn resume(mut self, claim: &Automaton) -> Search {
        if claim.game == self.game && claim.mode == self.mode {
            self.known = Some((claim.machine.clone(), claim.upto.unwrap_or(u64::MAX)));
        }
        self
    }

    /// Ends when a hypothesis has more states than this.
    pub fn most_states(mut self, most: u64) -> Search {
        self.most_states = most;
        self
    }

    /// Ends when all words up to this length are certified.
    pub fn most_length(mut self, most: u64) -> Search {
        self.most_length = most;
        self
    }

    /// The moves.
    pub fn game(&self) -> &FactorGame {
        &self.game
    }

    /// Learns and proves; ends at the proof or with the budget. `tell` hears how far it is.
    pub fn run(&self, budget: &mut Budget, tell: &mut dyn FnMut(News<'_>)) -> Learned {
        let relation = Relation::new(&self.game);
        // A table shows a machine of so many states when it is twice as long.
        let most_values = self.most_states.saturating_mul(4).min(self.most_length);
        match heaps::prove(&self.game, self.mode, &relation, most_values, budget) {
            Some(heaps::Found::Proved(machine, profiles)) => self.proved(machine, Explored::All(profiles)),
            Some(heaps::Found::Table(values, stopped)) => {
                let claim = self.certified_table(&values, budget);
                self.unproved(claim, stopped)
            }
            None => learner::Learner::new(self, &relation).run(budget, tell),
        }
    }

    fn claim(&self, machine: Machine, explored: Explored, upto: Option<u64>) -> Automaton {
        Automaton { mode: self.mode, game: self.game.clone(), ends: self.ends.clone(), machine, explored, upto }
    }

    fn proved(&self, machine: Machine, explored: Explored) -> Learned {
        Learned { claim: Some(self.claim(machine, explored, None)), ..Learned::of(Standing::Proved) }
    }

    /// The claim that a machine is right for words below a length; nothing where it is not, or `go_on` says no.
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

    /// The claim about as many values of a table as can be made and checked in the time that is left: that costs the
    /// square of their number.
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

    /// What is known when the budget is spent: perhaps a machine that is right for words below a length.
    fn unproved(&self, claim: Option<Automaton>, stopped: Stopped) -> Learned {
        let standing = if claim.is_some() { Standing::Certified } else { Standing::None };
        Learned { claim, stopped: Some(stopped), ..Learned::of(standing) }
    }
}

impl Learned {
    fn of(standing: Standing) -> Learned {
        Learned { standing, claim: None, more_than: 0, growth: Vec::new(), rounds: 1, stopped: None }
    }
}

/// The label of a word whose options have these labels.
fn label(mode: Mode, options: &Values) -> u32 {
    match mode {
        Mode::Values => options.mex(),
        Mode::Capped(most) => options.mex().min(most),
        Mode::Misere => u32::from(options.is_empty() || options.mex() > 0),
    }
}

/// The word that leads to the node at `at`, from the steps by which nodes were reached.
fn word_to(came: &[Option<(usize, Letter)>], mut at: usize) -> Vec<Letter> {
    let mut word = Vec::new();
    while let Some((before, letter)) = came[at] {
        word.push(letter);
        at = before;
    }
    word.reverse();
    word
}

/// Decides whether a machine is right, with the prover for its kind; finds up to `most` shortest mistakes in each half.
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
