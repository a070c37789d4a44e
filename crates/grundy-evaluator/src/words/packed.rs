//! Facts about words that a claim shows as texts, such as those of a certificate, as planes.

use std::{collections::BTreeSet, ops::ControlFlow};

use grundy_games::Component;

use super::{
    LONGEST,
    facts::{VisitPlanes, WordFacts},
    pack,
};
use crate::poll::{Enough, Poll};

/// The most letters, whose numbers have five bits.
const MOST_LETTERS: usize = 31;

/// Called with a word and its fact, until it breaks.
pub type VisitWord<'v> = dyn FnMut(&Component, u64) -> ControlFlow<()> + 'v;

/// A function that calls its argument with each fact.
pub type EachWord<'m> = dyn Fn(&mut VisitWord<'_>) + 'm;

/// The letters of the words of a claim, and the greatest length.
#[derive(Clone, Debug)]
pub struct WordShape {
    letters: Vec<char>,
    longest: usize,
}

impl WordShape {
    /// The shape of these words; `None` if they are too long or have too many letters.
    pub fn of(each: &EachWord<'_>, poll: &mut Poll<'_>) -> Result<Option<WordShape>, Enough> {
        let (mut letters, mut longest) = (BTreeSet::new(), 0);
        let mut fits = Ok(true);
        each(&mut |component, _| {
            // A walk that goes on after its end loses nothing.
            if !matches!(fits, Ok(true)) {
                return ControlFlow::Break(());
            }
            fits = match length(component, &mut letters) {
                Some(length) => {
                    longest = longest.max(length);
                    poll.step().map(|()| true)
                }
                None => Ok(false),
            };
            if matches!(fits, Ok(true)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Ok(fits?.then(|| WordShape { letters: letters.into_iter().collect(), longest }))
    }

    /// So many facts about words of this shape.
    pub fn words<'m>(&'m self, count: u64, each: &'m EachWord<'m>) -> WordFacts<'m> {
        let each = Box::new(move |visit: &mut VisitPlanes<'_>| {
            each(&mut |component, fact| {
                let (word, ring) = match component {
                    Component::Row(word) => (word, false),
                    Component::Ring(word) => (word, true),
                    _ => return ControlFlow::Break(()),
                };
                let mut planes = [0; 5];
                match pack(word, &self.letters, self.longest, &mut planes) {
                    Some(()) => visit(&planes, ring, fact),
                    None => ControlFlow::Break(()),
                }
            });
        });
        WordFacts::Planes { letters: &self.letters, longest: self.longest, count, each }
    }
}

/// The number of letters of a word, which are added to those that are known; `None` if it is no
/// word, or has too many.
fn length(component: &Component, letters: &mut BTreeSet<char>) -> Option<usize> {
    let (Component::Row(word) | Component::Ring(word)) = component else { return None };
    let mut length = 0;
    for letter in word.chars() {
        length += 1;
        if !letters.contains(&letter) {
            letters.insert(letter);
        }
        if length > LONGEST || letters.len() > MOST_LETTERS {
            return None;
        }
    }
    Some(length)
}
