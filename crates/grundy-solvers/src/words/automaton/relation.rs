//! The moves of a game as a transducer: it reads a word letter by letter and writes an option.
//!
//! The transducer is nondeterministic and letter-synchronous. State [`DONE`] has made its move and
//! copies the rest. Copying the word before a move needs no state, because it writes what it reads:
//! `births` has the steps that leave it. Left sides share their common prefixes (a trie), so that
//! many rules need few states.

use std::collections::HashMap;

use grundy_cert::Machine;
use grundy_games::{FactorGame, FactorMove, Letter, Replace};

/// What a step writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A letter of the current component.
    Letter(Letter),
    /// The component ends here, and another one begins.
    Cut,
}

/// The goal of a step, and what it writes.
pub(super) type Arc = (u32, Vec<Sign>);

/// The state after the move; the rest is copied.
pub(super) const DONE: u32 = 0;

/// The moves of a game.
pub(super) struct Relation {
    /// The number of letters of the alphabet.
    pub(super) letters: usize,
    /// The states before the first letter, with what they write.
    pub(super) starts: Vec<Arc>,
    /// The steps out of the unchanged word, by letter.
    pub(super) births: Vec<Vec<Arc>>,
    /// The steps by state and letter, at `state * letters + letter`.
    pub(super) steps: Vec<Vec<Arc>>,
    /// Whether the word may end in a state.
    pub(super) ends: Vec<bool>,
    /// Whether a move splits a word.
    pub(super) splits: bool,
}

/// Where a chain of symbols begins: in the unchanged word, or at the start of a word (with the part
/// of a left side that was read).
type ChainPrefix = (bool, Vec<(Letter, bool)>);

impl Relation {
    /// Cost: a state for each different prefix of a left side, and for each occurrence across the
    /// beginning of a ring as many states as the left side has letters.
    pub(super) fn new(game: &FactorGame) -> Relation {
        let letters = game.letters.len();
        let mut relation = Relation {
            letters,
            starts: Vec::new(),
            births: vec![Vec::new(); letters],
            steps: Vec::new(),
            ends: Vec::new(),
            splits: game.splits(),
        };
        let done = relation.fresh(true);
        (0..letters as Letter).for_each(|letter| relation.arc(Some(done), letter, done, vec![Sign::Letter(letter)]));
        let over = relation.fresh(true);
        let mut trie: HashMap<ChainPrefix, u32> = HashMap::new();
        for kind in &game.moves {
            match kind {
                FactorMove::EveryCopy { letter, separates } => relation.every_copy(*letter, *separates),
                FactorMove::Replace(rule) => {
                    let target = if rule.at_end { over } else { done };
                    relation.straight(rule, target, &mut trie);
                    if game.ring {
                        relation.across(rule, over);
                    }
                }
            }
        }
        relation
    }

    pub(super) fn states(&self) -> usize {
        self.ends.len()
    }

    /// Adds a state; `end` says whether the word may end in it.
    fn fresh(&mut self, end: bool) -> u32 {
        self.steps.extend((0..self.letters).map(|_| Vec::new()));
        self.ends.push(end);
        (self.ends.len() - 1) as u32
    }

    /// Adds a step from a state, or from the unchanged word if `from` is `None`, unless it is there
    /// already.
    fn arc(&mut self, from: Option<u32>, letter: Letter, goal: u32, written: Vec<Sign>) {
        let arcs = match from {
            Some(from) => &mut self.steps[from as usize * self.letters + usize::from(letter)],
            None => &mut self.births[usize::from(letter)],
        };
        let arc = (goal, written);
        if !arcs.contains(&arc) {
            arcs.push(arc);
        }
    }

    /// Adds the move that removes every copy of a letter, and cuts the word at each of them if it
    /// `separates`. It is possible only if there is a copy: state `before` has seen none.
    fn every_copy(&mut self, letter: Letter, separates: bool) {
        let (before, within) = (self.fresh(false), self.fresh(true));
        self.starts.push((before, Vec::new()));
        let gone = if separates { vec![Sign::Cut] } else { Vec::new() };
        for other in 0..self.letters as Letter {
            let copied = || vec![Sign::Letter(other)];
            self.arc(
                Some(before),
                other,
                if other == letter { within } else { before },
                match other == letter {
                    true => gone.clone(),
                    false => copied(),
                },
            );
            self.arc(Some(within), other, within, if other == letter { gone.clone() } else { copied() });
        }
    }

    /// Adds a rule. A symbol with `run` reads one letter or more. With `at_start` the chain begins
    /// before the first letter; `target` is `DONE`, or a state without steps if the rule has to end
    /// the word.
    fn straight(&mut self, rule: &Replace, target: u32, trie: &mut HashMap<ChainPrefix, u32>) {
        let written = right_side(rule);
        let mut from = None;
        if rule.at_start {
            from = Some(*trie.entry((true, Vec::new())).or_insert_with(|| {
                let start = self.ends.len() as u32;
                self.starts.push((start, Vec::new()));
                self.fresh(false)
            }));
        }
        for (at, &(letter, run)) in rule.left.iter().enumerate() {
            let last = at + 1 == rule.left.len();
            if last {
                self.arc(from, letter, target, written.clone());
            }
            if last && !run {
                break;
            }
            let key = (rule.at_start, rule.left[..=at].to_vec());
            let goal = match trie.get(&key) {
                Some(&goal) => goal,
                None => {
                    let goal = self.fresh(false);
                    self.arc(from, letter, goal, Vec::new());
                    if run {
                        self.arc(Some(goal), letter, goal, Vec::new());
                    }
                    trie.insert(key, goal);
                    goal
                }
            };
            if last {
                self.arc(Some(goal), letter, target, written.clone());
            }
            from = Some(goal);
        }
    }

    /// Adds the occurrences across the beginning of a ring: the word begins with the rear of the
    /// left side and ends with its front; between them the ring is copied, unless the left side is
    /// the whole ring.
    fn across(&mut self, rule: &Replace, over: u32) {
        let whole = rule.at_start && rule.at_end;
        let cuts = (1..rule.left.len()).map(|at| (at, at));
        let inside = (0..rule.left.len()).filter(|&at| rule.left[at].1).map(|at| (at + 1, at));
        for (front, rear) in cuts.chain(inside).collect::<Vec<_>>() {
            let start = self.fresh(false);
            self.starts.push((start, right_side(rule)));
            let middle = self.silent(start, &rule.left[rear..], None);
            if !whole {
                for letter in 0..self.letters as Letter {
                    self.arc(Some(middle), letter, middle, vec![Sign::Letter(letter)]);
                }
            }
            self.silent(middle, &rule.left[..front], Some(over));
        }
    }

    /// Reads symbols without writing; leads to `last`, or to a new state, and returns the goal.
    fn silent(&mut self, start: u32, symbols: &[(Letter, bool)], last: Option<u32>) -> u32 {
        let goal = last.unwrap_or_else(|| self.fresh(false));
        let mut from = start;
        for (at, &(letter, run)) in symbols.iter().enumerate() {
            let is_last = at + 1 == symbols.len();
            if is_last {
                self.arc(Some(from), letter, goal, Vec::new());
            }
            if !is_last || run {
                let inner = self.fresh(false);
                self.arc(Some(from), letter, inner, Vec::new());
                if run {
                    self.arc(Some(inner), letter, inner, Vec::new());
                }
                if is_last {
                    self.arc(Some(inner), letter, goal, Vec::new());
                }
                from = inner;
            }
        }
        goal
    }
}

/// Writes signs: returns the exclusive or of the values of the finished components, and the state
/// of the machine on the current one, from those before.
#[inline]
pub(super) fn write(machine: &Machine, mut xor: u32, mut open: u32, signs: &[Sign]) -> (u32, u32) {
    for sign in signs {
        match *sign {
            Sign::Letter(letter) => open = machine.step(open, letter),
            Sign::Cut => {
                xor ^= machine.labels[open as usize];
                open = 0;
            }
        }
    }
    (xor, open)
}

/// Returns what a rule writes, with a cut between its components.
fn right_side(rule: &Replace) -> Vec<Sign> {
    let mut signs = Vec::new();
    for (at, piece) in rule.right.iter().enumerate() {
        signs.extend((at > 0).then_some(Sign::Cut));
        signs.extend(piece.iter().map(|&letter| Sign::Letter(letter)));
    }
    signs
}
