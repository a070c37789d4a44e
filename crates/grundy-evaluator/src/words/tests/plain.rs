//! The plain meaning of games on words: options, the words that come up, and whether a fact follows
//! from those of the options by the definition.

use std::collections::{BTreeSet, HashMap};

use grundy_core::{Fault, Game as _, MexSet, Nimber, cancel_pairs};
use grundy_games::{Component, Ruleset};

use crate::words::Kind;

/// Facts about words.
pub(super) type Known = HashMap<Component, Nimber>;

/// The options of a word; `None` if the rules are at fault.
pub(super) fn options(ruleset: &Ruleset, word: &Component) -> Option<Vec<Vec<Component>>> {
    let mut all = Vec::new();
    let walked = ruleset.options(word, |parts| {
        all.push(parts.to_vec());
        Ok::<(), Fault>(())
    });
    walked.ok().map(|()| all)
}

/// All words that come up, up to this many; `None` if there are more.
pub(super) fn reached(ruleset: &Ruleset, start: &Component, most: usize) -> Option<BTreeSet<Component>> {
    let (mut all, mut open) = (BTreeSet::from([start.clone()]), vec![start.clone()]);
    while let Some(word) = open.pop() {
        for part in options(ruleset, &word)?.into_iter().flatten() {
            if all.len() > most {
                return None;
            }
            if all.insert(part.clone()) {
                open.push(part);
            }
        }
    }
    Some(all)
}

/// Whether a fact about a word follows from those of its options, by the definition.
pub(super) fn follows(kind: Kind, ruleset: &Ruleset, facts: &Known, word: &Component, fact: u64) -> bool {
    let Some(options) = options(ruleset, word) else { return false };
    let sum = |parts: &[Component]| parts.iter().map(|part| facts.get(part).copied()).sum::<Option<Nimber>>();
    // Equal parts need no value.
    let value = |parts: &Vec<Component>| {
        let mut left = parts.clone();
        cancel_pairs(&mut left);
        sum(parts).or_else(|| sum(&left))
    };
    match kind {
        Kind::Values => {
            let mut seen = MexSet::new();
            let all = options.iter().all(|parts| {
                value(parts).is_some_and(|sum| {
                    seen.insert(sum);
                    true
                })
            });
            all && seen.mex().0 == fact
        }
        Kind::Misere => {
            let wins = |parts: &Vec<Component>| match &parts[..] {
                [] => Some(true),
                [one] => facts.get(one).map(|value| value.0 == 1),
                _ => None,
            };
            let lost = options.iter().any(|parts| wins(parts) == Some(false));
            match fact {
                0 => !options.is_empty() && options.iter().all(|parts| wins(parts) == Some(true)),
                1 => lost || options.is_empty(),
                _ => false,
            }
        }
    }
}
