//! The listed words that a move in a bag may have taken: every word with the letters that are gone.

use std::collections::{BTreeSet, HashMap};

use grundy_games::{Bag, Component, Factor, Query, Ruleset, Term, WordList};

use super::listing::Move;

/// Fills in the words of moves in bags.
///
/// # Cost
/// One pass over the word lists for each bag with a move.
pub(super) fn name_words(query: &Query, moves: &mut [Move]) {
    let mut known: HashMap<(usize, Bag), Vec<String>> = HashMap::new();
    let places: BTreeSet<usize> = moves.iter().map(|made| made.component).collect();
    for at in places {
        let Term { ruleset, component: Component::Bag(bag) } = &query.position[at] else { continue };
        let Ruleset::Bag(rules) = &query.rulesets[*ruleset] else { continue };
        let lists = rules.takes.iter().filter_map(|take| if let Factor::Word(list) = take { Some(list) } else { None });
        for word in lists.flat_map(WordList::iter).filter(|word| bag.without_word(word).is_some()) {
            known.entry((at, Bag::of(word.chars()))).or_default().push(word.to_owned());
        }
    }
    for made in moves {
        let Component::Bag(from) = &made.from else { continue };
        let left = match &made.to[..] {
            [Component::Bag(left)] => Some(left.clone()),
            [] => Some(Bag::default()),
            _ => None,
        };
        let words = left.and_then(|left| known.get(&(made.component, from.without(&left)?)));
        made.words = words.cloned().unwrap_or_default();
        made.words.sort_unstable();
        made.words.dedup();
    }
}
