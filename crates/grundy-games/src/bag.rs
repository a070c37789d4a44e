//! The meaning of games on letters without order.

use std::fmt;

use grundy_core::{Fault, Game};

use crate::{component::Bag, ending::Ending, factor::Factor};

/// A game on bags: letters of these kinds are taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BagRules {
    /// What may be taken: letters or words. Other factors need an order, and the parser refuses them.
    pub takes: Vec<Factor>,
    /// The positions without moves.
    pub until: Option<Ending>,
}

/// How many names there are for letters that have lost theirs.
const NAMES: usize = 26 + 20_000;

/// The names, ascending.
fn names() -> impl Iterator<Item = char> {
    ('a'..='z').chain(('\u{4e00}'..).take(NAMES - 26))
}

impl BagRules {
    /// The same game with fewer words to look through: a move can only take a word that `bag` holds, there and wherever
    /// it leads.
    pub fn within(&self, bag: &Bag) -> BagRules {
        let take = |take: &Factor| match take {
            Factor::Word(words) => Factor::Word(words.within(bag)),
            other => other.clone(),
        };
        BagRules { takes: self.takes.iter().map(take).collect(), until: self.until.clone() }
    }

    /// A bag with the same counts, the commonest letter first in a fixed order of letters, where no rule tells letters
    /// apart: the same game with its letters renamed.
    pub fn canonical(&self, bag: &Bag) -> Bag {
        let mut counts: Vec<u32> = bag.counts().iter().map(|&(_, count)| count).collect();
        if !self.is_symmetric() || counts.len() > NAMES {
            return bag.clone();
        }
        counts.sort_unstable_by(|a, b| b.cmp(a));
        Bag::counted(names().zip(counts))
    }

    /// Whether any letter may be taken and an ending looks at counts only. (Without an ending each letter is a game of
    /// its own, which is simpler still.)
    pub fn is_symmetric(&self) -> bool {
        let counts = |until: &Ending| until.fits_bags() && until.words().is_none();
        self.takes.iter().all(|take| *take == Factor::Letter(None)) && self.until.as_ref().is_some_and(counts)
    }

    /// Bags whose values add to that of this one: letters that some move takes together stay together, letters that
    /// none takes are left out. An ending looks at all letters, so under one the bag stays whole.
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
        let part = |group: &Vec<char>| Bag::counted(bag.counts().iter().copied().filter(|own| group.contains(&own.0)));
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
