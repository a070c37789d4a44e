//! Words, rings and bags of which a move takes one letter, whichever: the parity of the plays.
//!
//! Every move lowers the number of letters by one, so the parity of a play is that of the letters
//! that it takes. It is the same for all plays from a position without an ending, until a length,
//! and until an anagram of a palindrome: a move changes the number of letters with an odd count by
//! one, so that play from two or more of these ends with exactly one, on an odd number of letters
//! (the manual's page "Theorems" has the proof).
//!
//! Example, `bag: take letter until anagram of a palindrome` at `aabc`: `b` and `c` have odd
//! counts. Every play ends on one or three letters, so it has an odd number of moves, and the value
//! is 1.

use grundy_games::{Bag, BagMove, Component, Ending, Factor, Gap, RowMove, Ruleset};

/// The ending, if the rules take one letter and it is one of those above; without an ending
/// `Some(None)`.
///
/// The moves must be exactly this one: another move besides it may have another parity.
fn ending(ruleset: &Ruleset) -> Option<Option<&Ending>> {
    let until = match ruleset {
        Ruleset::Row(rules) | Ruleset::Ring(rules) => {
            (rules.moves == [RowMove::Remove(Gap::Closes, Factor::Letter(None))]).then_some(rules.until.as_ref())?
        }
        Ruleset::Bag(rules) => {
            (rules.moves == [BagMove::Take(Factor::Letter(None))]).then_some(rules.until.as_ref())?
        }
        _ => return None,
    };
    matches!(until, None | Some(Ending::LengthAtMost(_) | Ending::AnagramOfPalindrome)).then_some(until)
}

/// Whether the rules are those above.
pub(super) fn is_about(ruleset: &Ruleset) -> bool {
    ending(ruleset).is_some()
}

/// The parity of every play from a component: its value. `None` if the rules are others.
///
/// Cost: one pass over the letters.
pub(super) fn value(ruleset: &Ruleset, component: &Component) -> Option<u64> {
    let letters = |word: &str| Bag::of(word.chars());
    let bag = match component {
        Component::Row(word) | Component::Ring(word) => &letters(word),
        Component::Bag(bag) => bag,
        _ => return None,
    };
    Some(match ending(ruleset)? {
        Some(Ending::LengthAtMost(most)) => bag.size().saturating_sub(*most) % 2,
        Some(_) => {
            let odd = bag.counts().iter().filter(|(_, count)| count % 2 == 1).count();
            // The last letters are odd in number.
            u64::from(odd > 1 && bag.size() % 2 == 0)
        }
        None => bag.size() % 2,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_core::{Fault, Game, MexSet, Nimber, Outcome};
    use grundy_games::{Convention, Term};

    use super::*;
    use crate::closed_form::{ClosedForm, Parity};

    /// The value of a component, and whether the mover wins it in misère play, by the plain
    /// meaning.
    fn plain(
        ruleset: &Ruleset,
        component: &Component,
        known: &mut HashMap<Component, (Nimber, bool)>,
    ) -> (Nimber, bool) {
        if let Some(found) = known.get(component) {
            return *found;
        }
        let mut options = Vec::new();
        let walked = ruleset.options(component, |parts| {
            options.push(parts.first().cloned());
            assert!(parts.len() < 2, "taking a letter separates nothing");
            Ok::<(), Fault>(())
        });
        walked.expect("letters have moves");
        let (mut seen, mut wins) = (MexSet::new(), options.is_empty());
        for option in options {
            let (value, lost) = option.map_or((Nimber::ZERO, true), |option| plain(ruleset, &option, known));
            seen.insert(value);
            wins |= !lost;
        }
        known.insert(component.clone(), (seen.mex(), wins));
        (seen.mex(), wins)
    }

    #[test]
    fn every_word_agrees_with_the_plain_meaning() {
        let mut compared = 0;
        for board in ["row", "ring", "bag"] {
            for ending in ["", " until length at most 2", " until length at most 5", " until anagram of a palindrome"] {
                let game = grundy_games::game(&format!("{board}: take letter{ending}")).expect("a game");
                let ruleset = &game.ruleset;
                assert!(Parity.is_about(ruleset, Convention::Normal), "{board}{ending}");
                assert!(Parity.is_about(ruleset, Convention::Misere), "{board}{ending}");
                let mut known = HashMap::new();
                for number in 0..4u32.pow(7) {
                    let word: String = (0..7)
                        .filter_map(|place| {
                            [None, Some('a'), Some('b'), Some('c')][(number >> (2 * place) & 3) as usize]
                        })
                        .collect();
                    let component = match board {
                        "row" => Component::Row(word),
                        "ring" => grundy_games::position(&game, &format!("({word})")).expect("a ring").remove(0),
                        _ => Component::Bag(Bag::of(word.chars())),
                    };
                    let (value, wins) = plain(ruleset, &component, &mut known);
                    assert_eq!(Parity.value(ruleset, &component), Some(value), "{board}{ending} at {component}");
                    let misere = Parity.misere_outcome(ruleset, &[Term { ruleset: 0, component }]);
                    assert_eq!(misere, Some(if wins { Outcome::N } else { Outcome::P }));
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, 12 << 14);
    }

    #[test]
    fn other_rules_are_refused() {
        for text in [
            "row: cut letter",
            "row: take letter of \"ab\" until anagram of a palindrome",
            "row: take letter, take \"aa\"",
            "bag: take letter or \"ab\"",
            "bag: take letter until distinct",
            "bag: take letter until no letter more than twice",
            "bag: take letter until at most 2 distinct letters",
            "row: take letter until it contains \"ab\"",
        ] {
            let Ok(game) = grundy_games::game(text) else { continue };
            assert!(!is_about(&game.ruleset), "{text}");
        }
    }
}
