//! The evaluation of games on words, for claims that record many of them: the claimed value of a
//! word is the mex of the claimed values of its options, or its outcome in misère play follows from
//! theirs.
//!
//! A word that is not confirmed is left to the plain meaning, and so are rules that are not
//! covered, longer words than 64 letters and more letters than 31.
//!
//! The facts are copied to a table of keys (`table.rs`), so that every fact that is looked up is
//! one that is verified. A word is a few planes of bits, on which factors are found at all places
//! at once (`word.rs`), and the options are planes again (`options.rs`). Options of many words are
//! found first and then looked up together (`planes.rs`). Where words are sets of places of one
//! row, sets are the keys (`sets.rs`); where they are all factors of one row, two indices
//! (`factors.rs`).

mod factors;
mod facts;
mod options;
mod packed;
mod planes;
mod rules;
mod sets;
mod table;
#[cfg(test)]
mod tests;
mod word;

use std::fmt;

use grundy_games::{Component, RowRules};

use crate::poll::{Enough, FirstError, Poll};
pub use facts::{EachPlanes, EachSets, Factors, VisitPlanes, VisitSets, WordFacts};
pub use packed::{EachWord, VisitWord, WordShape};

/// The places of a part of the table, and the sets of one: whole parts of their lowest eight
/// places.
const STRETCH: usize = if cfg!(test) { 1 << 8 } else { 1 << 12 };

/// Longer words are left to the plain meaning.
const LONGEST: usize = 64;

/// What the facts of a claim are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Values.
    Values,
    /// Outcomes of single words in misère play: 0 if the previous player wins, 1 if the next one
    /// does.
    Misere,
}

/// What the check of a claim is about.
#[derive(Clone, Copy, Debug)]
pub struct CheckedGame<'g> {
    /// The rules.
    pub rules: &'g RowRules,
    /// Whether words are read in a circle.
    pub ring: bool,
    /// What the facts are.
    pub kind: Kind,
    /// Claims of at most this many facts are left to the plain meaning.
    pub few: u64,
    /// The evaluator may take this many bytes.
    pub most_bytes: u64,
}

/// A function that looks up the fact about a component.
pub type Look<'a> = dyn FnMut(&Component) -> Option<u64> + 'a;

/// Verifies a fact by the plain meaning and the facts that the function looks up. Returns the
/// number of options.
pub type PlainWordCheck<'a, E> = dyn FnMut(&Component, u64, &mut Look<'_>, &mut Poll<'_>) -> Result<u64, E> + 'a;

/// Called with each word that was looked up, where an account of lookups is kept.
pub type Met<'a> = dyn FnMut(&Component) + 'a;

/// What a check needs in addition to the facts.
pub struct CheckNeeds<'a, E = Enough> {
    /// Words that must be among the facts, each with its fact.
    pub start: &'a [(Component, u64)],
    /// Verifies one fact by the plain meaning.
    pub plain: &'a mut PlainWordCheck<'a, E>,
    /// Called with each word that was looked up, if there is an account of lookups.
    pub met: Option<&'a mut Met<'a>>,
}

impl<E> fmt::Debug for CheckNeeds<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckNeeds").field("start", &self.start).finish_non_exhaustive()
    }
}

/// Verifies all facts of a claim about words. Returns false if all of them are left to the plain
/// meaning.
pub fn verify<E: From<Enough>>(
    game: &CheckedGame<'_>,
    words: WordFacts<'_>,
    asked: CheckNeeds<'_, E>,
    poll: &mut Poll<'_>,
) -> Result<bool, E> {
    let CheckNeeds { start, plain, met } = asked;
    let mut found = FirstError::none();
    let mut plain = |word: &Component, fact: u64, look: &mut Look<'_>, poll: &mut Poll<'_>| {
        found.keep(plain(word, fact, look, poll))
    };
    let met = met.map(|met| met as &mut Met<'_>);
    let walked = walk(game, words, &mut CheckNeeds { start, plain: &mut plain, met }, poll);
    found.or(walked)
}

/// The same, where the plain meaning only ends the walk.
fn walk(
    game: &CheckedGame<'_>,
    words: WordFacts<'_>,
    asked: &mut CheckNeeds<'_>,
    poll: &mut Poll<'_>,
) -> Result<bool, Enough> {
    match words {
        WordFacts::Planes { letters, longest, count, each } => {
            planes::verify(game, planes::ClaimFacts { letters, longest, count, each }, asked, poll)
        }
        WordFacts::Sets { row, count, each } => sets::verify_some(game, row, count, &each, asked, poll),
        WordFacts::AllSets { row, values } => sets::verify_all(game, row, values, asked, poll),
        WordFacts::Factors(all) => factors::verify(game, &all, asked, poll),
    }
}

/// Whether the fact of a word follows from those of its options.
#[inline(always)]
fn follows(kind: Kind, fact: u64, options: &OptionFacts) -> bool {
    match kind {
        // Of a value below 256, all lesser ones and not itself.
        Kind::Values => {
            !options.lacks && {
                let (at, bit) = ((fact >> 6) as usize & 3, fact & 63);
                fact < 256
                    && options.seen[..at].iter().all(|&seen| seen == u64::MAX)
                    && options.seen[at].trailing_ones() as u64 == bit
            }
        }
        Kind::Misere => {
            let lost = options.seen[0] & 1 == 1;
            match fact {
                // The player who cannot move wins.
                1 => lost || !(options.lacks || options.seen[0] != 0),
                0 => !lost && !options.lacks && options.seen[0] != 0,
                _ => false,
            }
        }
    }
}

/// The facts of the options of a word.
#[derive(Clone, Copy, Default)]
struct OptionFacts {
    /// By a fact below 256, whether an option has it.
    seen: [u64; 4],
    /// Whether an option is not recorded.
    lacks: bool,
}

impl OptionFacts {
    /// No options, or one of no words, and whether one is not recorded.
    #[inline(always)]
    fn new(kind: Kind, none: bool, lacks: bool) -> OptionFacts {
        // Without words the value is 0, and in misère play the next player wins.
        let fact = if kind == Kind::Values { 1 } else { 2 };
        OptionFacts { seen: [if none { fact } else { 0 }, 0, 0, 0], lacks }
    }

    /// Adds an option with a fact below 256, or one that is not recorded.
    #[inline(always)]
    fn see(&mut self, fact: Option<u64>) {
        match fact {
            Some(fact) => self.seen[(fact >> 6) as usize & 3] |= 1 << (fact & 63),
            None => self.lacks = true,
        }
    }
}

/// Sets the planes to those of a word; `None` if it has other letters than these or is longer than
/// `longest`.
fn pack(word: &str, letters: &[char], longest: usize, planes: &mut [u64]) -> Option<()> {
    planes.fill(0);
    for (at, letter) in word.chars().enumerate() {
        if at >= longest.min(LONGEST) {
            return None;
        }
        let code = letters.binary_search(&letter).ok()? as u64 + 1;
        planes.iter_mut().enumerate().for_each(|(bit, plane)| *plane |= (code >> bit & 1) << at);
    }
    Some(())
}
