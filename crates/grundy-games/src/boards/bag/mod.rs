//! The meaning of games on bags: letters without order.
//!
//! A move takes a letter, or the letters of a listed word. Without an ending, a bag is the sum of
//! groups of letters that no move joins; with an ending about counts only, letters can be renamed.
//! Both make positions fewer. A move `within` a list must leave letters, and these must be the
//! letters of a listed word.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Bag, BagMove, BagRules, Ending, Factor};
//!
//! // bag: take letter until distinct
//! let take = BagMove::Take(Factor::Letter(None));
//! let rules = BagRules { moves: vec![take], until: Some(Ending::Distinct) };
//! let bag = |letters: &str| Bag::of(letters.chars());
//! let mut options = Vec::new();
//! rules.options(&bag("aab"), |bags| Ok::<(), Fault>(options.extend_from_slice(bags))).unwrap();
//! assert_eq!(options, [bag("ab"), bag("aa")]);
//! assert_eq!(rules.canonical(&bag("xyy")), bag("aab"));
//! ```
//!
//! *Rule.* Take one letter, or the letters of a listed word; or split a bag into listed ones.
//! *Example:* `bag: take letter until distinct` at `{aab}` has the options `{ab}` and `{aa}`; at
//! `{ab}` it has none, since the ending holds.
//!
//! *Faults.* No move of a bag has a fault: a word whose letters are not all there is no move. What
//! requires an order (`until increasing`, a palindrome) is refused when the text is read.
//!
//! *Cost.* A step for each different letter, or for each listed word; a list `within` which letters
//! must stay is looked up by sorted letters.

pub(crate) mod board;
pub(crate) mod read;

use std::fmt;

use grundy_core::{Fault, Game, Visit};

use crate::{
    heaps::numbers::Span,
    words::{ending::Ending, factor::Factor, list::WordList, split},
};

/// The rules of a game on bags.
///
/// A bag is one component; the options of `take` are one bag each, those of `split` several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BagRules {
    /// The moves.
    pub moves: Vec<BagMove>,
    /// The positions without moves. `None` if play goes on until no move is left.
    pub until: Option<Ending>,
}

/// A kind of move on a bag.
///
/// ```text
/// bag: take letter                    at {aab}: {ab}, {aa}
/// bag: take word in {ab, aa}          at {aab}: {a}, {b}
/// bag: take letter within word in {ab, ba}, at {aab}: {ab}
/// bag: split into 2 parts within ..   each part is an anagram of a listed word
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BagMove {
    /// Take a letter, or the letters of a word. Other factors require an order, and the parser
    /// refuses them. The option is the bag without them; the empty bag is left out.
    Take(Factor),
    /// Distribute the letters to this many bags, within a list: without one there are no such
    /// moves, and the parser refuses them.
    Split(Span),
    /// Make this move, if it leaves letters, and only such as can be arranged into a listed word.
    Within(Box<BagMove>, WordList),
}

impl BagMove {
    /// Returns the list that restricts the move, if one does.
    ///
    /// Of several lists it is the outermost one, which the text has last.
    pub fn within(&self) -> Option<&WordList> {
        if let BagMove::Within(_, words) = self { Some(words) } else { None }
    }

    /// Builds the indices of the lists that restrict the move.
    ///
    /// Else the first option builds them, in the middle of a search.
    pub(crate) fn prepare(&self) {
        let mut kind = self;
        while let BagMove::Within(inner, words) = kind {
            if matches!(**inner, BagMove::Split(_)) {
                words.bags();
            } else {
                words.contains_bag(&Bag::of([]));
            }
            kind = inner;
        }
    }

    /// Returns the move without the lists that restrict it.
    ///
    /// The restricted move shows fewer options and no others.
    pub fn unrestricted(&self) -> &BagMove {
        let mut kind = self;
        while let BagMove::Within(inner, _) = kind {
            kind = inner;
        }
        kind
    }

    /// Returns what the move takes, if it takes something.
    ///
    /// `None` for a split.
    pub fn taken(&self) -> Option<&Factor> {
        if let BagMove::Take(factor) = self.unrestricted() { Some(factor) } else { None }
    }

    /// Returns the word lists of the move, in the order of the text.
    pub(crate) fn lists(&self) -> Vec<&WordList> {
        let (mut kind, mut found) = (self, Vec::new());
        while let BagMove::Within(inner, words) = kind {
            found.push(words);
            kind = inner;
        }
        found.extend(if let BagMove::Take(factor) = kind { factor.words() } else { None });
        found.reverse();
        found
    }

    /// Calls `visit` with what each move of this kind leaves, and with the work in between.
    ///
    /// A word whose letters are not all there is no move, and shows nothing. A move within a list
    /// reports a step of work for each option that the list excludes, so that a limit on time ends
    /// a long search.
    fn options<E: From<Fault>>(&self, bag: &Bag, visit: BagVisitor<'_, E>) -> Result<(), E> {
        let mut leave =
            |rest: Bag| visit(Visit::Option(if rest.counts().is_empty() { &[] } else { std::slice::from_ref(&rest) }));
        match self {
            BagMove::Take(Factor::Letter(letters)) => bag
                .counts()
                .iter()
                .filter(|(letter, _)| letters.as_ref().is_none_or(|letters| letters.contains(*letter)))
                .try_for_each(|&(letter, _)| bag.without(&Bag::of([letter])).map_or(Ok(()), &mut leave)),
            BagMove::Take(Factor::Word(words)) => {
                words.iter().try_for_each(|word| bag.without_word(word).map_or(Ok(()), &mut leave))
            }
            BagMove::Take(_) | BagMove::Split(_) => Ok(()),
            BagMove::Within(kind, words) => match &**kind {
                BagMove::Split(parts) => split::bag(*parts, bag, words, visit),
                kind => kind.options(bag, &mut |seen| match seen {
                    Visit::Option(left) if left.is_empty() || !left.iter().all(|part| words.contains_bag(part)) => {
                        visit(Visit::Work(1))
                    }
                    seen => visit(seen),
                }),
            },
        }
    }
}

/// Gets the options of a bag without empty parts, and the work in between.
type BagVisitor<'a, E> = &'a mut dyn FnMut(Visit<'_, Bag>) -> Result<(), E>;

/// The number of letters that canonical bags use.
const NAMES: usize = 26 + 20_000;

/// Returns the letters that canonical bags use, ascending.
fn names() -> impl Iterator<Item = char> {
    ('a'..='z').chain(('\u{4e00}'..).take(NAMES - 26))
}

impl BagRules {
    /// Returns the same game with only the words that `bag` holds: no move from `bag`, or from a
    /// later position, can take another word.
    ///
    /// A claim about one bag is checked with these words only, which is far cheaper for a
    /// dictionary.
    pub fn within(&self, bag: &Bag) -> BagRules {
        let fitting = |kind: &BagMove| match kind {
            BagMove::Take(Factor::Word(words)) => BagMove::Take(Factor::Word(words.within(bag))),
            BagMove::Within(kind, words) if matches!(**kind, BagMove::Split(_)) => {
                BagMove::Within(kind.clone(), words.within(bag))
            }
            other => other.clone(),
        };
        BagRules { moves: self.moves.iter().map(fitting).collect(), until: self.until.clone() }
    }

    /// Returns the bag with its letters renamed, the most frequent letter first, if no rule
    /// distinguishes letters ([`BagRules::is_symmetric`]); else the same bag.
    ///
    /// `bag: take letter until distinct` has the same values at `{xyy}` and `{aab}`.
    pub fn canonical(&self, bag: &Bag) -> Bag {
        let mut counts: Vec<u32> = bag.counts().iter().map(|&(_, count)| count).collect();
        if !self.is_symmetric() || counts.len() > NAMES {
            return bag.clone();
        }
        counts.sort_unstable_by(|a, b| b.cmp(a));
        Bag::counted(names().zip(counts))
    }

    /// Returns whether a move takes any letter and the ending depends on counts only. Without an
    /// ending it returns false, since each letter is then a separate component
    /// ([`BagRules::parts`]).
    pub fn is_symmetric(&self) -> bool {
        let counts = |until: &Ending| until.fits_bags() && until.words().is_none();
        self.moves.iter().all(|kind| *kind == BagMove::Take(Factor::Letter(None)))
            && self.until.as_ref().is_some_and(counts)
    }

    /// Returns bags whose sum equals this bag in normal play: letters that a move takes together
    /// stay together, and letters that no move takes are left out. Under an ending, which depends
    /// on all letters, and under moves within a list, returns the whole bag.
    ///
    /// Costs a pass over the word lists of the rules.
    ///
    /// ```text
    /// bag: take word in {ab, cd}  at  {abcde}
    ///   a and b are taken together, c and d too, e never: {ab} + {cd}
    /// ```
    ///
    /// A group is closed under "taken together": whatever is taken from one group leaves the others
    /// as they are, so that moves in different groups do not disturb each other.
    pub fn parts(&self, bag: &Bag) -> Vec<Bag> {
        if self.until.is_some() {
            return vec![bag.clone()];
        }
        let mut groups: Vec<Vec<char>> = Vec::new();
        let mut join = |letters: Vec<char>| {
            let (mut joined, apart): (Vec<_>, Vec<_>) =
                groups.drain(..).partition(|group: &Vec<char>| group.iter().any(|letter| letters.contains(letter)));
            joined.push(letters);
            let mut all = joined.concat();
            all.sort_unstable();
            all.dedup();
            groups = apart;
            groups.push(all);
        };
        for kind in &self.moves {
            match kind {
                BagMove::Take(Factor::Letter(letters)) => {
                    let free = |letter: &char| letters.as_ref().is_none_or(|letters| letters.contains(*letter));
                    bag.counts().iter().map(|&(letter, _)| letter).filter(free).for_each(|letter| join(vec![letter]));
                }
                BagMove::Take(Factor::Word(words)) => {
                    let held = words.iter().filter(|word| bag.without_word(word).is_some());
                    held.for_each(|word| join(word.chars().collect()));
                }
                _ => return vec![bag.clone()],
            }
        }
        let part =
            |group: &Vec<char>| Bag::counted(bag.counts().iter().copied().filter(|(letter, _)| group.contains(letter)));
        let mut parts: Vec<Bag> = groups.iter().map(part).collect();
        parts.sort_unstable();
        parts
    }
}

impl Game for BagRules {
    type Position = Bag;

    fn options<E: From<Fault>>(&self, bag: &Bag, mut visit: impl FnMut(&[Bag]) -> Result<(), E>) -> Result<(), E> {
        self.walk(bag, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(&self, bag: &Bag, mut visit: impl FnMut(Visit<'_, Bag>) -> Result<(), E>) -> Result<(), E> {
        if self.until.as_ref().is_some_and(|until| until.holds_of_bag(bag)) {
            return Ok(());
        }
        self.moves.iter().try_for_each(|kind| kind.options(bag, &mut visit))
    }
}

impl fmt::Display for BagRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, kind) in self.moves.iter().enumerate() {
            write!(f, "{}{kind}", if at == 0 { "" } else { ", " })?;
        }
        self.until.as_ref().map_or(Ok(()), |until| write!(f, " until {until}"))
    }
}

impl fmt::Display for BagMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BagMove::Take(factor) => write!(f, "take {factor}"),
            BagMove::Split(parts) => write!(f, "split into {parts} parts"),
            BagMove::Within(kind, words) => write!(f, "{kind} within {words}"),
        }
    }
}

/// From so many copies of a letter on, a bag is written with numbers: `{a*100, b}`.
const COUNTED: u32 = 100;

/// Letters without order: each letter that occurs, with its count, ascending by letter.
///
/// It has no letter with a count of 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bag {
    /// Each letter that occurs with its count, ascending; no count is 0.
    counts: Vec<(char, u32)>,
}

impl Bag {
    /// Returns the bag of these letters.
    ///
    /// The order of the letters does not matter.
    pub fn of(letters: impl IntoIterator<Item = char>) -> Bag {
        let mut sorted: Vec<char> = letters.into_iter().collect();
        sorted.sort_unstable();
        let counts = sorted.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect();
        Bag { counts }
    }

    /// Returns the bag with these counts of letters; ignores counts of 0.
    ///
    /// # Panics
    ///
    /// If the letters do not ascend.
    pub fn counted(counts: impl IntoIterator<Item = (char, u32)>) -> Bag {
        let counts: Vec<(char, u32)> = counts.into_iter().filter(|&(_, count)| count > 0).collect();
        assert!(counts.is_sorted_by(|a, b| a.0 < b.0), "the letters of a bag ascend");
        Bag { counts }
    }

    /// Returns the letters that occur with their counts, ascending by letter.
    ///
    /// No count is 0.
    pub fn counts(&self) -> &[(char, u32)] {
        &self.counts
    }

    /// Returns the number of letters, with repeats.
    ///
    /// `{aab}` has the size 3.
    pub fn size(&self) -> u64 {
        self.counts.iter().map(|&(_, count)| u64::from(count)).sum()
    }

    /// Returns the number of occurrences of `letter`.
    ///
    /// A search by halves.
    pub fn count(&self, letter: char) -> u32 {
        self.counts.binary_search_by_key(&letter, |&(known, _)| known).map_or(0, |at| self.counts[at].1)
    }

    /// Returns the bag without the letters of a word; `None` if the bag does not hold them all.
    ///
    /// A letter that occurs twice in the word must be there twice.
    pub fn without_word(&self, word: &str) -> Option<Bag> {
        let foreign = word.chars().any(|letter| self.count(letter) == 0);
        if foreign { None } else { self.without(&Bag::of(word.chars())) }
    }

    /// Returns the bag without the letters of `taken`; `None` if the bag does not hold them all.
    ///
    /// `{aab}` without `{ab}` is `{a}`; without `{bb}` there is none.
    pub fn without(&self, taken: &Bag) -> Option<Bag> {
        if taken.counts.iter().any(|&(letter, count)| self.count(letter) < count) {
            return None;
        }
        let rest = self.counts.iter().map(|&(letter, count)| (letter, count - taken.count(letter)));
        Some(Bag { counts: rest.filter(|&(_, count)| count > 0).collect() })
    }
}

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        if self.counts.iter().any(|&(_, count)| count >= COUNTED) {
            for (at, &(letter, count)) in self.counts.iter().enumerate() {
                f.write_str(if at == 0 { "" } else { ", " })?;
                crate::text::quote::word(f, letter.encode_utf8(&mut [0; 4]))?;
                if count > 1 {
                    write!(f, "*{count}")?;
                }
            }
            return f.write_str("}");
        }
        let letters: String =
            self.counts.iter().flat_map(|&(letter, count)| std::iter::repeat_n(letter, count as usize)).collect();
        if !letters.is_empty() {
            crate::text::quote::word(f, &letters)?;
        }
        f.write_str("}")
    }
}
