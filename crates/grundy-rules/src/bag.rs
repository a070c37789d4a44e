//! The meaning of games on letters without order.

use std::fmt;

use grundy_core::{Fault, Game};

use crate::{Bag, Ending, Factor};

/// A game on bags: letters of these kinds are taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BagRules {
    /// What may be taken: letters or words. Other factors need an order, and the parser refuses them.
    pub takes: Vec<Factor>,
    /// The positions without moves.
    pub until: Option<Ending>,
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
