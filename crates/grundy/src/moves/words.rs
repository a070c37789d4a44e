//! The listed words that a move in a bag may have taken: every word with the letters that are gone.
//!
//! *Example.* From the bag `{aabt}` a move with the words `bat` and `tab` of the list leaves `{a}`;
//! both words are named.

use std::collections::{BTreeSet, HashMap};

use grundy_games::{Bag, Component, Query, Ruleset, Term, WordList};

use super::listing::Move;

/// Fills in the words of moves in bags.
///
/// # Cost
/// One pass over the word lists for each bag with a move.
pub(super) fn name_words(query: &Query, moves: &mut [Move]) {
    let places: BTreeSet<usize> = moves.iter().map(|made| made.component).collect();
    let known = TakenWords::of(query, places);
    for made in moves {
        made.words = known.words(made.component, &made.from, &made.to);
    }
}

/// The listed words that can be taken from the bags of a position, by their letters.
pub(crate) struct TakenWords(HashMap<(usize, Bag), Vec<String>>);

impl TakenWords {
    /// The words of the bags at these places.
    ///
    /// # Cost
    /// One pass over the word lists for each bag.
    pub(crate) fn of(query: &Query, places: impl IntoIterator<Item = usize>) -> TakenWords {
        let mut known: HashMap<(usize, Bag), Vec<String>> = HashMap::new();
        for at in places {
            let Term { ruleset, component: Component::Bag(bag) } = &query.position[at] else { continue };
            let Ruleset::Bag(rules) = &query.rulesets[*ruleset] else { continue };
            let lists = rules.moves.iter().filter_map(|kind| kind.taken()?.words());
            for word in lists.flat_map(WordList::iter).filter(|word| bag.without_word(word).is_some()) {
                known.entry((at, Bag::of(word.chars()))).or_default().push(word.to_owned());
            }
        }
        TakenWords(known)
    }

    /// The words that a move in the component at this place may have taken, ascending, each once.
    pub(crate) fn words(&self, at: usize, from: &Component, to: &[Component]) -> Vec<String> {
        let Component::Bag(from) = from else { return Vec::new() };
        let left = match to {
            [Component::Bag(left)] => Some(left.clone()),
            [] => Some(Bag::default()),
            _ => None,
        };
        let words = left.and_then(|left| self.0.get(&(at, from.without(&left)?)));
        let mut words = words.cloned().unwrap_or_default();
        words.sort_unstable();
        words.dedup();
        words
    }
}
