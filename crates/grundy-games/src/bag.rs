//! The meaning of games on bags: letters without order.
//!
//! A move takes a letter, or the letters of a listed word. Without an ending, a bag is the sum of
//! groups of letters that no move joins; with an ending about counts only, letters can be renamed.
//! Both make positions fewer.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Bag, BagRules, Ending, Factor};
//!
//! // bag: take letter until distinct
//! let rules = BagRules { takes: vec![Factor::Letter(None)], until: Some(Ending::Distinct) };
//! let bag = |letters: &str| Bag::of(letters.chars());
//! let mut options = Vec::new();
//! rules.options(&bag("aab"), |bags| Ok::<(), Fault>(options.extend_from_slice(bags))).unwrap();
//! assert_eq!(options, [bag("ab"), bag("aa")]);
//! assert_eq!(rules.canonical(&bag("xyy")), bag("aab"));
//! ```

use std::fmt;

use grundy_core::{Fault, Game};

use crate::{component::Bag, ending::Ending, factor::Factor};

/// The rules of a game on bags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BagRules {
    /// What a move may take: letters or words. Other factors require an order, and the parser
    /// refuses them.
    pub takes: Vec<Factor>,
    /// The positions without moves.
    pub until: Option<Ending>,
}

/// The number of letters that canonical bags use.
const NAMES: usize = 26 + 20_000;

/// Returns the letters that canonical bags use, ascending.
fn names() -> impl Iterator<Item = char> {
    ('a'..='z').chain(('\u{4e00}'..).take(NAMES - 26))
}

impl BagRules {
    /// Returns the same game with only the words that `bag` holds: no move from `bag`, or from a
    /// later position, can take another word.
    pub fn within(&self, bag: &Bag) -> BagRules {
        let take = |take: &Factor| match take {
            Factor::Word(words) => Factor::Word(words.within(bag)),
            other => other.clone(),
        };
        BagRules { takes: self.takes.iter().map(take).collect(), until: self.until.clone() }
    }

    /// Returns the bag with its letters renamed, the most frequent letter first, if no rule
    /// distinguishes letters ([`BagRules::is_symmetric`]); else the same bag.
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
        self.takes.iter().all(|take| *take == Factor::Letter(None)) && self.until.as_ref().is_some_and(counts)
    }

    /// Returns bags whose sum equals this bag in normal play: letters that a move takes together
    /// stay together, and letters that no move takes are left out. Under an ending, which depends
    /// on all letters, returns the whole bag.
    ///
    /// Costs a pass over the word lists of the rules.
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
        for take in &self.takes {
            match take {
                Factor::Letter(letters) => {
                    let free = |letter: &char| letters.as_ref().is_none_or(|letters| letters.contains(*letter));
                    bag.counts().iter().map(|&(letter, _)| letter).filter(free).for_each(|letter| join(vec![letter]));
                }
                Factor::Word(words) => {
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
        if self.until.as_ref().is_some_and(|until| until.holds_of_bag(bag)) {
            return Ok(());
        }
        let mut leave = |rest: Bag| if rest.counts().is_empty() { visit(&[]) } else { visit(&[rest]) };
        for take in &self.takes {
            match take {
                Factor::Letter(letters) => {
                    for &(letter, _) in bag.counts() {
                        if letters.as_ref().is_none_or(|letters| letters.contains(letter)) {
                            bag.without(&Bag::of([letter])).map_or(Ok(()), &mut leave)?;
                        }
                    }
                }
                Factor::Word(words) => {
                    for word in words.iter() {
                        bag.without_word(word).map_or(Ok(()), &mut leave)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl fmt::Display for BagRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, take) in self.takes.iter().enumerate() {
            write!(f, "{}take {take}", if at == 0 { "" } else { ", " })?;
        }
        self.until.as_ref().map_or(Ok(()), |until| write!(f, " until {until}"))
    }
}
