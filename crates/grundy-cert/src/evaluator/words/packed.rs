//! Facts about words that a claim shows as texts, such as those of a certificate, as planes.

use std::{collections::BTreeSet, ops::ControlFlow};

use grundy_core::Nimber;
use grundy_games::Component;

use super::{LONGEST, pack};
use crate::{
    facts::{
        Fact, Map,
        words::{VisitPlanes, Words},
    },
    poll::{Halt, Poll},
};

/// The most letters, whose numbers have five bits.
const MOST_LETTERS: usize = 31;

/// The letters of the words of a claim, and the greatest length.
pub(crate) struct Shape {
    letters: Vec<char>,
    longest: usize,
}

/// The shape of the words of a map; `None` if they are too long or have too many letters.
pub(crate) fn shape(values: &Map<Nimber>, poll: &mut Poll<'_>) -> Result<Option<Shape>, Halt> {
    let (mut letters, mut longest, mut fits) = (BTreeSet::new(), 0, true);
    let walked = Nimber::try_each(values, &mut |component, _| {
        let (Component::Row(word) | Component::Ring(word)) = component else {
            fits = false;
            return Err(Halt::Enough);
        };
        let mut length = 0;
        for letter in word.chars() {
            length += 1;
            if !letters.contains(&letter) {
                letters.insert(letter);
            }
            fits &= length <= LONGEST && letters.len() <= MOST_LETTERS;
            if !fits {
                return Err(Halt::Enough);
            }
        }
        longest = longest.max(length);
        poll.step()
    });
    match walked {
        Err(halt) if fits => Err(halt),
        _ => Ok(fits.then(|| Shape { letters: letters.into_iter().collect(), longest })),
    }
}

impl Shape {
    /// The facts of the map.
    pub(crate) fn words<'m>(&'m self, values: &'m Map<Nimber>) -> Words<'m> {
        let each = Box::new(move |visit: &mut VisitPlanes<'_>| {
            values.each(&mut |component, value| {
                let (word, ring) = match component {
                    Component::Row(word) => (word, false),
                    Component::Ring(word) => (word, true),
                    _ => return ControlFlow::Break(()),
                };
                let mut planes = [0; 5];
                match pack(word, &self.letters, self.longest, &mut planes) {
                    Some(()) => visit(&planes, ring, value.0),
                    None => ControlFlow::Break(()),
                }
            });
        });
        Words::Planes { letters: &self.letters, longest: self.longest, count: values.count(), each }
    }
}
