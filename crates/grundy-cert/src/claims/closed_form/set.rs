//! Sets of numbers to which differences are added: the parity of the plays.
//!
//! Differences keep the largest member m and the greatest common divisor g. A set without a move
//! has all multiples of g up to m (the manual's page "Theorems" has the proof), so every play from
//! n members has m/g - n moves.
//!
//! Example, `{2, 5}`: m = 5, g = 1, and every play adds 3 and then 1 and 4, in some order. The
//! value is 5 - 2 modulo 2, which is 1.
//!
//! Cost: a greatest common divisor for each member.

use grundy_games::{NumberSet, Ruleset};

/// Whether the rules are those above.
pub(super) fn is_about(ruleset: &Ruleset) -> bool {
    matches!(ruleset, Ruleset::Set(_))
}

/// The parity of every play: its value.
pub(super) fn value(set: &NumberSet) -> u64 {
    // The set is part of all multiples of the divisor up to its largest member.
    let all = set.members().last().map_or(0, |largest| largest / set.divisor());
    (all % 2) ^ (set.members().len() as u64 % 2)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_core::{Fault, Game, MexSet, Nimber, Outcome};
    use grundy_games::{Component, Convention, SetRules, Term};

    use super::*;
    use crate::closed_form::{ClosedForm, Parity};

    /// The value, whether the mover loses in misère play, and the number of moves of a play, by the
    /// plain moves.
    fn plain(set: &NumberSet, known: &mut HashMap<NumberSet, (Nimber, bool, u64)>) -> (Nimber, bool, u64) {
        if let Some(&found) = known.get(set) {
            return found;
        }
        let mut next = Vec::new();
        let walked = SetRules.options(set, |left| {
            next.extend(left.iter().cloned());
            Ok::<(), Fault>(())
        });
        walked.unwrap();
        let (mut values, mut lost, mut moves) = (MexSet::new(), !next.is_empty(), 0);
        for (at, set) in next.iter().enumerate() {
            let (value, misere, left) = plain(set, known);
            values.insert(value);
            lost &= !misere;
            assert!(at == 0 || moves == left + 1, "{set}: plays of several lengths");
            moves = left + 1;
        }
        known.insert(set.clone(), (values.mex(), lost, moves));
        (values.mex(), lost, moves)
    }

    /// All sets of numbers up to 11, and their multiples.
    #[test]
    fn values_are_those_of_the_moves() {
        let game = grundy_games::game("set: add the difference of two").unwrap();
        let (mut known, mut seen) = (HashMap::new(), [0; 2]);
        for code in 0..1u64 << 11 {
            for factor in [1, 3] {
                let set = NumberSet::of(
                    (1..=11).filter(|number| code >> (number - 1) & 1 == 1).map(|number| factor * number),
                );
                let set = set.unwrap();
                let (wanted, lost, moves) = plain(&set, &mut known);
                let component = Component::Set(set.clone());
                assert_eq!(Parity.value(&game.ruleset, &component), Some(wanted), "{set}");
                let all = set.members().last().map_or(0, |largest| largest / set.divisor());
                assert_eq!(moves, all - set.members().len() as u64, "{set}");
                let outcome = Parity.misere_outcome(&game.ruleset, &[Term { ruleset: 0, component }]);
                assert_eq!(outcome, Some(if lost { Outcome::P } else { Outcome::N }), "misère {set}");
                seen[wanted.0 as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
        for play in [Convention::Normal, Convention::Misere] {
            assert!(Parity.is_about(&game.ruleset, play));
        }
        // No set of 2^64 members is made.
        let large = NumberSet::of([1, u64::MAX]).unwrap();
        assert_eq!((value(&large), large.divisor()), (1, 1));
        assert_eq!(value(&NumberSet::of([u64::MAX]).unwrap()), 0);
    }
}
