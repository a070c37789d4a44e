//! Games on words whose moves a finite automaton can follow: the moves of a board as a finite list of moves on factors.
//!
//! Words are words over numbered letters. A move replaces one occurrence of a factor (where a letter may stand for a
//! run of itself) by pieces that come apart, or replaces every copy of a letter at once. Rewriting rules are such moves;
//! taking and cutting letters, listed words and runs are lists of them, and so are octal games, on words over one
//! letter. Squares, palindromes of all lengths and endings (`until`) are not, and are refused by name.
//!
//! **Walls.** A letter that no left side holds stays for ever, and no occurrence goes across it: what lies left and
//! right of it are components of a sum. Where that may be used (normal play with full values, rows, moves on factors
//! without anchors) such letters are left out of the alphabet and separate pieces as `|` does.

mod compile;
mod options;

use crate::rules::Ruleset;

/// A letter by its number.
pub type Letter = u16;

/// A game on words, as a finite list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorGame {
    /// The letters by number, ascending.
    pub letters: Vec<char>,
    /// Whether every other letter is a wall; else words hold no other letters.
    pub walls: bool,
    /// Whether words are read in a circle.
    pub ring: bool,
    /// The moves, each once.
    pub moves: Vec<FactorMove>,
}

/// A move on a word over numbered letters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FactorMove {
    /// An occurrence of a factor is replaced.
    Replace(Replace),
    /// All copies of a letter that occurs go at once.
    EveryCopy {
        /// The letter.
        letter: Letter,
        /// Whether what lies between them comes apart.
        separates: bool,
    },
}

/// One occurrence of a factor is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replace {
    /// Only at the start of the word. On a ring, with `at_end`: only the whole ring.
    pub at_start: bool,
    /// The factor: letters, and whether each stands for one or more of it.
    pub left: Vec<(Letter, bool)>,
    /// Only at the end of the word.
    pub at_end: bool,
    /// What takes its place; several pieces come apart.
    pub right: Vec<Vec<Letter>>,
}

/// More letters than this in all rules together are refused.
const MOST_SYMBOLS: usize = 200_000;

/// The letter that stands for a counter when a heap is read as a word.
pub const COUNTER: char = 'o';

impl FactorGame {
    /// The moves of a board, on words over the letters of its rules and `letters`. `sums` says whether components of a
    /// sum may be valued one by one: normal play, and values not cut off.
    pub fn of(ruleset: &Ruleset, letters: &[char], sums: bool) -> Result<FactorGame, String> {
        let game = match ruleset {
            Ruleset::Row(rules) => compile::words(rules, letters, false, sums)?,
            Ruleset::Ring(rules) => compile::words(rules, letters, true, sums)?,
            Ruleset::Heap(rules) => compile::heaps(rules)?,
            _ => {
                return Err(format!("a {} is not a word that moves replace factors of", ruleset.name()));
            }
        };
        if !sums && game.splits() {
            return Err("moves leave several components, and only in normal play with full values are sums known by \
                 their components"
                .into());
        }
        Ok(game)
    }

    /// Whether some move leaves several components.
    pub fn splits(&self) -> bool {
        self.moves.iter().any(|kind| match kind {
            FactorMove::Replace(rule) => rule.right.len() > 1,
            FactorMove::EveryCopy { separates, .. } => *separates,
        })
    }

    /// By how much a component can be longer than the word that it came from; negative where all are shorter.
    pub fn growth(&self) -> i64 {
        let growth = |kind: &FactorMove| match kind {
            FactorMove::Replace(rule) => {
                let longest = rule.right.iter().map(Vec::len).max().unwrap_or(0);
                longest as i64 - rule.left.len() as i64
            }
            FactorMove::EveryCopy { .. } => -1,
        };
        self.moves.iter().map(growth).max().unwrap_or(-1)
    }

    /// The numbers of a word's letters, parted at walls; `None` where a letter is neither known nor a wall.
    pub fn read(&self, word: &str) -> Option<Vec<Vec<Letter>>> {
        let mut parts = vec![Vec::new()];
        for letter in word.chars() {
            match self.letters.binary_search(&letter) {
                Ok(at) => parts.last_mut()?.push(at as Letter),
                Err(_) if self.walls => parts.push(Vec::new()),
                Err(_) => return None,
            }
        }
        Some(parts)
    }

    /// A word as text.
    pub fn text(&self, word: &[Letter]) -> String {
        word.iter().map(|&letter| self.letters[usize::from(letter)]).collect()
    }
}

/// Weights and an order that prove that a game on words ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The weight of each letter, at least 1.
    pub weights: Vec<u64>,
    /// The rank of each letter, and whether words are compared from their left ends, where some rule keeps the weight.
    pub order: Option<(Vec<u64>, bool)>,
}

impl Ends {
    /// The proof that was found when the rules were read, for the letters of this game.
    pub fn of(ruleset: &Ruleset, game: &FactorGame) -> Result<Ends, String> {
        let (rules, ring) = match ruleset {
            Ruleset::Row(rules) => (rules, false),
            Ruleset::Ring(rules) => (rules, true),
            _ => return Ok(Ends { weights: vec![1; game.letters.len()], order: None }),
        };
        let proof = crate::ends::words(rules, ring)?;
        let weight = |letter: &char| proof.weights.as_ref().and_then(|all| all.get(letter)).copied().unwrap_or(1);
        let order = proof.order.map(|(order, from_left)| {
            let rank = |letter: &char| order.iter().position(|own| own == letter).unwrap_or(order.len()) as u64;
            (game.letters.iter().map(rank).collect(), from_left)
        });
        Ok(Ends { weights: game.letters.iter().map(weight).collect(), order })
    }
}
