//! Verifies that a game on words ends: by weights of the letters, and an order if some rule keeps
//! the weight.
//!
//! A word that a move leaves is lighter; or it has the same weight and length, and is smaller in
//! the order of words that ranks of the letters give. Both can happen finitely often, so every play
//! ends. An occurrence with a longer run is heavier still, so it is enough to look at runs of one
//! letter. On a ring there is no first letter, so no order applies, and weights alone must
//! decrease.

use grundy_games::{Ends, FactorGame, FactorMove, Letter, Replace};

/// Whether the weights and the order prove that the game ends.
pub(in crate::claims) fn proves(ends: &Ends, game: &FactorGame) -> bool {
    let letters = game.letters.len();
    let sound = ends.weights.len() == letters
        && ends.weights.iter().all(|&weight| weight > 0)
        && ends.order.as_ref().is_none_or(|(ranks, _)| ranks.len() == letters);
    sound
        && game.moves.iter().all(|kind| match kind {
            FactorMove::EveryCopy { .. } => true,
            FactorMove::Replace(rule) => falls(ends, game.ring, rule),
        })
}

/// Whether a rule makes every word lighter, or keeps the weight and makes it smaller in the order.
fn falls(ends: &Ends, ring: bool, rule: &Replace) -> bool {
    let weight = |letter: Letter| u128::from(ends.weights[usize::from(letter)]);
    let left: u128 = rule.left.iter().map(|&(letter, _)| weight(letter)).sum();
    rule.right.iter().all(|piece| {
        let right: u128 = piece.iter().map(|&letter| weight(letter)).sum();
        right < left
            || right == left
                && !ring
                && rule.right.len() == 1
                && piece.len() == rule.left.len()
                && ends.order.as_ref().is_some_and(|(ranks, from_left)| smaller(rule, ranks, *from_left))
    })
}

/// Whether the right side has the letter of smaller rank at the first difference.
fn smaller(rule: &Replace, ranks: &[u64], from_left: bool) -> bool {
    let mut pairs = rule.left.iter().map(|&(letter, _)| letter).zip(rule.right[0].iter().copied());
    let differs = |pair: &(Letter, Letter)| pair.0 != pair.1;
    let first = if from_left { pairs.find(differs) } else { pairs.rfind(differs) };
    first.is_some_and(|(left, right)| ranks[usize::from(right)] < ranks[usize::from(left)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(left: &[Letter], right: &[Letter]) -> FactorMove {
        FactorMove::Replace(Replace {
            at_start: false,
            left: left.iter().map(|&letter| (letter, false)).collect(),
            at_end: false,
            right: vec![right.to_vec()],
        })
    }

    fn game(ring: bool, moves: Vec<FactorMove>) -> FactorGame {
        FactorGame { letters: vec!['a', 'b'], walls: false, ring, moves }
    }

    #[test]
    fn one_order_and_one_weight_for_all_rules() {
        let looping = game(false, vec![rule(&[1], &[0, 0]), rule(&[0, 0], &[1, 1])]);
        for weights in [[1, 1], [1, 2], [1, 3], [2, 1], [2, 3], [3, 2]] {
            for order in [None, Some((vec![0, 1], true)), Some((vec![1, 0], true)), Some((vec![0, 1], false))] {
                assert!(!proves(&Ends { weights: weights.to_vec(), order }, &looping), "{weights:?}");
            }
        }
        let swap = game(false, vec![rule(&[1, 0], &[0, 1])]);
        let order = |ranks: [u64; 2], from_left| Ends { weights: vec![1, 1], order: Some((ranks.to_vec(), from_left)) };
        assert!(proves(&order([0, 1], true), &swap) && proves(&order([1, 0], false), &swap));
        assert!(!proves(&order([1, 0], true), &swap) && !proves(&order([0, 0], true), &swap));
        assert!(!proves(&Ends { weights: vec![1, 1], order: None }, &swap));
        assert!(!proves(&order([0, 1], true), &game(true, vec![rule(&[1, 0], &[0, 1])])), "on rings there is no order");
        let both = game(false, vec![rule(&[1, 0], &[0, 1]), rule(&[0, 0, 1], &[1, 0, 0])]);
        assert!(!proves(&order([0, 1], true), &both) && !proves(&order([1, 0], true), &both));
        assert!(!proves(&Ends { weights: vec![0, 1], order: None }, &swap), "weights are positive");
    }
}
