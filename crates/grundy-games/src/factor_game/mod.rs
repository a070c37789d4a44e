//! Factor games: the moves of a board as a finite list of moves on factors, which a finite
//! automaton can follow.
//!
//! Words are over numbered letters. A move replaces one occurrence of a factor, in which a letter
//! may match a run of itself, by separate pieces; or it removes every copy of a letter at once.
//! Rewriting rules are such moves. Taking and cutting letters, listed words and runs compile to
//! lists of them, and so do octal games, on words over one letter. Squares, palindromes of all
//! lengths and endings (`until`) do not, and are refused with the reason.
//!
//! **Walls.** A letter that is on no left side is never removed, and no occurrence extends across
//! it: the parts left and right of it are components of a sum. If that can be used (normal play
//! with full values, rows, moves on factors without anchors), such letters are not in the alphabet,
//! and separate pieces as `|` does.
//!
//! ```
//! use grundy_games::{Factor, FactorGame, Gap, Origin, RowMove, RowRules, Ruleset, WordList};
//!
//! // cut "ab": every other letter is a wall.
//! let ab = WordList::written(Origin::Quoted, ["ab".to_string()]);
//! let cut = RowMove::Remove(Gap::Separates, Factor::Word(ab));
//! let rules = Ruleset::Row(RowRules { moves: vec![cut], until: None });
//! let game = FactorGame::of(&rules, &[], true).unwrap();
//! assert_eq!((&game.letters[..], game.walls, game.splits()), (&['a', 'b'][..], true, true));
//! assert_eq!(game.read("abxba"), Some(vec![vec![0, 1], vec![1, 0]]));
//! ```

mod compile;
mod options;
mod separators;

pub(crate) use separators::{End, Families, FamilyMove, Piece, Rest};

use crate::Ruleset;

/// A letter by its number.
///
/// Its place in [`FactorGame::letters`].
pub type Letter = u16;

/// A game on words, as a finite list of moves.
///
/// Equal rules compile to equal lists of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorGame {
    /// The letters by number, ascending.
    pub letters: Vec<char>,
    /// Whether every other letter is a wall; else words have no other letters.
    pub walls: bool,
    /// Whether words are read in a circle.
    pub ring: bool,
    /// The moves, without repeats.
    pub moves: Vec<FactorMove>,
}

/// A move on a word over numbered letters.
///
/// ```text
/// Replace   "ab" -> "b", with anchors and runs if the rule has them
/// EveryCopy cut or take every copy of a letter
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FactorMove {
    /// Replaces an occurrence of a factor.
    Replace(Replace),
    /// Removes all copies of a letter that occurs.
    EveryCopy {
        /// The letter.
        letter: Letter,
        /// Whether the parts between the copies become separate words.
        separates: bool,
    },
}

/// The replacement of one occurrence of a factor.
///
/// ```text
/// cut "ab"   left a b, right two empty pieces
/// ^a+ -> b   at the start, left a (one or more), right b
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replace {
    /// Applies only at the start of the word. On a ring, with `at_end`: only to the whole ring.
    pub at_start: bool,
    /// The factor: letters, and whether each matches one or more copies of itself.
    pub left: Vec<(Letter, bool)>,
    /// Applies only at the end of the word.
    pub at_end: bool,
    /// The replacement; several pieces become separate words.
    pub right: Vec<Vec<Letter>>,
}

/// The most letters in all moves together.
const MOST_SYMBOLS: usize = 200_000;

/// The letter that denotes a counter when a heap is read as a word.
///
/// A heap of 3 is the word `ooo`.
pub const COUNTER: char = 'o';

impl FactorGame {
    /// Compiles the moves of a board, on words over the letters of its rules and `letters`. `sums`
    /// states whether the value of a sum follows from the values of its components: in normal play,
    /// with values that are not capped.
    ///
    /// # Errors
    ///
    /// Returns the reason why the moves do not compile, or why `sums` is required.
    pub fn of(ruleset: &Ruleset, letters: &[char], sums: bool) -> Result<FactorGame, String> {
        let game = match ruleset {
            Ruleset::Row(rules) => compile::words(rules, letters, false, sums)?,
            Ruleset::Ring(rules) => compile::words(rules, letters, true, sums)?,
            Ruleset::Heap(rules) => compile::heaps(rules)?,
            _ => {
                return Err(format!("moves on the board `{}` do not replace factors of a word", ruleset.name()));
            }
        };
        if !sums && game.splits() {
            return Err(
                "a move leaves several components, and the components determine a sum only in normal play with \
                 full values"
                    .into(),
            );
        }
        Ok(game)
    }

    /// Returns whether some move leaves several components.
    ///
    /// Then values add, and an automaton must give values and not only outcomes.
    pub fn splits(&self) -> bool {
        self.moves.iter().any(|kind| match kind {
            FactorMove::Replace(rule) => rule.right.len() > 1,
            FactorMove::EveryCopy { separates, .. } => *separates,
        })
    }

    /// Returns how many letters a component can be longer than the word that it comes from;
    /// negative if all components are shorter.
    ///
    /// The search for an automaton bounds the words that it looks at by it.
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

    /// Returns a word as numbered letters, split at walls; `None` if a letter is neither in the
    /// alphabet nor a wall.
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

    /// Returns a word of numbered letters as text.
    ///
    /// It is the inverse of [`FactorGame::read`] on words without walls.
    pub fn text(&self, word: &[Letter]) -> String {
        word.iter().map(|&letter| self.letters[usize::from(letter)]).collect()
    }
}

/// The proof that a game on words ends: weights, and an order of the letters.
///
/// Each move lowers the weight, or keeps weight and length and lowers the word in the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The weight of each letter, at least 1.
    pub weights: Vec<u64>,
    /// If some rule keeps the weight: the rank of each letter, and whether words are compared from
    /// their left ends.
    pub order: Option<(Vec<u64>, bool)>,
}

impl Ends {
    /// Returns the proof that was found when the rules were read, for the letters of this game.
    ///
    /// # Errors
    ///
    /// As [`ends::words`](crate::ends::words).
    pub fn of(ruleset: &Ruleset, game: &FactorGame) -> Result<Ends, String> {
        let (rules, ring) = match ruleset {
            Ruleset::Row(rules) => (rules, false),
            Ruleset::Ring(rules) => (rules, true),
            _ => return Ok(Ends { weights: vec![1; game.letters.len()], order: None }),
        };
        let proof = crate::ends::words(rules, ring)?;
        let weight = |letter: &char| proof.weights.as_ref().and_then(|all| all.get(letter)).copied().unwrap_or(1);
        let order = proof.order.map(|(order, from_left)| {
            let rank = |letter: &char| order.iter().position(|known| known == letter).unwrap_or(order.len()) as u64;
            (game.letters.iter().map(rank).collect(), from_left)
        });
        Ok(Ends { weights: game.letters.iter().map(weight).collect(), order })
    }
}
