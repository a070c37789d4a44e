//! Moore's Nim: who wins, by the binary digits of all piles.
//!
//! `piles: take any from 1..k piles`: the position is lost exactly if, for each binary digit, the
//! number of piles with a one there is divisible by k + 1 (Moore 1910). No formula is known for the
//! values.
//!
//! *Example.* k = 2 and the piles 1, 2, 3: the lowest digit is 1 in two piles, the next one in two;
//! 3 divides neither, so the position is won. The move to 1, 1, 1 leaves three piles with a one,
//! and is lost for the opponent. *Cost:* 64 digits for each pile.

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Piles, Ruleset};

use super::ClosedForm;

/// `piles: take any from 1..k piles`, Moore's Nim: who wins, by the binary digits of all piles.
#[derive(Debug)]
pub struct Moore;

impl ClosedForm for Moore {
    fn name(&self) -> &'static str {
        "moore"
    }

    fn statement(&self) -> &'static str {
        "if a move takes from at most k piles, the mover loses exactly if k + 1 divides the number of piles with a one at each binary digit"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && modulus(ruleset).is_some()
    }

    fn is_outcome(&self) -> bool {
        true
    }

    fn outcome(&self, ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        let Component::Piles(piles) = component else { return None };
        Some(if is_lost(modulus(ruleset)?, piles) { Outcome::P } else { Outcome::N })
    }

    fn option(&self, ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Piles(piles) = component else { return None };
        option(modulus(ruleset)?, piles).filter(|_| value == Nimber::ZERO).map(Component::Piles)
    }
}

/// The most piles that a move takes from, and one more; `None` for other rules.
fn modulus(ruleset: &Ruleset) -> Option<u128> {
    let Ruleset::Piles(rules) = ruleset else { return None };
    rules.moore().map(|most| u128::from(most) + 1)
}

/// For each binary digit, the number of piles with a one there.
///
/// The counters of all digits are added to at once: word k has the bits of worth 2^k of the 64
/// counters, and a pile is carried from word to word. A pile takes as many steps as its longest
/// carry.
fn ones(sizes: &[u64]) -> [u128; u64::BITS as usize] {
    // A slice has fewer than 2^64 numbers.
    let mut counters = [0u64; u64::BITS as usize];
    for &size in sizes {
        let mut carry = size;
        for counter in &mut counters {
            (*counter, carry) = (*counter ^ carry, *counter & carry);
            if carry == 0 {
                break;
            }
        }
    }
    std::array::from_fn(|digit| (0u32..).zip(&counters).map(|(k, bits)| u128::from(bits >> digit & 1) << k).sum())
}

/// Whether the mover loses. For a modulus above the number of piles, only a position without
/// counters is lost.
fn is_lost(modulus: u128, piles: &Piles) -> bool {
    ones(piles.sizes()).iter().all(|ones| ones.is_multiple_of(modulus))
}

/// What a winning move leaves; `None` if there is none.
///
/// From the highest digit on: piles that are lowered already may have any digit. If they cannot
/// mend the count, the ones in excess become zeros, and their piles are lowered from here on.
fn option(modulus: u128, piles: &Piles) -> Option<Piles> {
    let mut sizes = piles.sizes().to_vec();
    let ones = ones(&sizes);
    // The piles that are lowered, in their order.
    let mut free: Vec<usize> = Vec::new();
    for digit in (0..u64::BITS).rev() {
        let bit = 1u64 << digit;
        // No other piles have changed at this digit.
        let cleared = free.iter().filter(|&&at| sizes[at] & bit != 0).count() as u128;
        free.iter().for_each(|&at| sizes[at] &= !bit);
        let excess = (ones[digit as usize] - cleared) % modulus;
        if excess == 0 {
            continue;
        }
        match usize::try_from(modulus - excess).ok().filter(|&missing| missing <= free.len()) {
            Some(missing) => free[..missing].iter().for_each(|&at| sizes[at] |= bit),
            None => {
                let ones = (0..sizes.len()).filter(|&at| sizes[at] & bit != 0);
                let excess: Vec<usize> = ones.take(usize::try_from(excess).ok()?).collect();
                excess.iter().for_each(|&at| sizes[at] &= !bit);
                free.extend(excess);
                free.sort_unstable();
            }
        }
    }
    (!free.is_empty()).then(|| Piles::of(sizes))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_core::{Fault, Game, Outcome};
    use grundy_games::{Component, Convention, Declaration};

    use super::*;
    use crate::claims::ClosedForm;

    fn rules(text: &str) -> Declaration {
        grundy_games::game(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
    }

    /// Whether the mover loses, by the definition.
    fn by_definition(rules: &Ruleset, piles: &Piles, known: &mut HashMap<Piles, bool>) -> bool {
        let mut open = vec![piles.clone()];
        while let Some(next) = open.last().cloned() {
            let mut missing = Vec::new();
            let mut lost = true;
            let walked = rules.options(&Component::Piles(next.clone()), |parts| {
                let rest = match parts {
                    [Component::Piles(left)] => left.clone(),
                    _ => Piles::of([]),
                };
                match known.get(&rest) {
                    Some(rest_is_lost) => lost &= !rest_is_lost,
                    None => missing.push(rest),
                }
                Ok::<(), Fault>(())
            });
            walked.unwrap();
            if missing.is_empty() {
                known.insert(next, lost);
                open.pop();
            } else {
                open.append(&mut missing);
            }
        }
        known[piles]
    }

    #[test]
    fn ones_are_counted_at_each_digit() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut next = || random.u64(..);
        for count in [0, 1, 2, 3, 7, 64, 100, 1_000] {
            let mut sizes: Vec<u64> = (0..count).map(|_| next() >> (next() % 64)).collect();
            sizes.extend((count == 100).then_some([u64::MAX; 300]).into_iter().flatten());
            let plain = |digit: usize| sizes.iter().filter(|&&size| size >> digit & 1 == 1).count() as u128;
            assert_eq!(ones(&sizes).to_vec(), (0..64).map(plain).collect::<Vec<_>>());
        }
    }

    /// Moore's theorem on all positions of four small piles, and on random ones of more piles: the
    /// outcome and the move, by the definition.
    #[test]
    fn outcomes_and_moves_are_those_of_the_definition() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut below = |end: u64| random.u64(..end);
        let (mut lost, mut won) = (0, 0);
        for most in [1u64, 2, 3, 4, u64::MAX] {
            let game = rules(&format!("piles: take any from 1..{most} piles"));
            assert!(Moore.is_about(&game.ruleset, Convention::Normal));
            assert!(!Moore.is_about(&game.ruleset, Convention::Misere));
            let mut known = HashMap::new();
            let mut all: Vec<Piles> =
                (0..1296u64).map(|code| Piles::of([code % 6, code / 6 % 6, code / 36 % 6, code / 216])).collect();
            all.extend((0..30).map(|_| Piles::of((0..5 + below(2)).map(|_| below(4)).collect::<Vec<_>>())));
            for piles in all {
                let component = Component::Piles(piles.clone());
                let wanted = by_definition(&game.ruleset, &piles, &mut known);
                let outcome = if wanted { Outcome::P } else { Outcome::N };
                assert_eq!(Moore.outcome(&game.ruleset, &component), Some(outcome), "{most}: {piles}");
                match Moore.option(&game.ruleset, &component, Nimber::ZERO) {
                    Some(Component::Piles(left)) => {
                        assert!(
                            !wanted && by_definition(&game.ruleset, &left, &mut known),
                            "{most}: {piles} to {left}"
                        );
                        let mut found = left.sizes().is_empty() && piles.sizes().len() as u64 <= most;
                        let walked = game.ruleset.options(&component, |parts| {
                            found |= parts == [Component::Piles(left.clone())];
                            Ok::<(), Fault>(())
                        });
                        assert_eq!((walked, found), (Ok(()), true), "{most}: no move from {piles} to {left}");
                    }
                    other => assert!(wanted && other.is_none(), "{most}: {piles}"),
                }
                if wanted { lost += 1 } else { won += 1 }
            }
        }
        assert!(lost > 100 && won > 1000, "{lost} lost, {won} won");
        for other in [
            "piles: take any from 2 piles",
            "piles: take equal any from 1..2 piles",
            "piles: take any but 3 from 1..2 piles",
            "piles: take any from 1..2 piles, take 1 from all piles",
            "piles: take any from at least 1 piles",
            "piles: take odd from 1..2 piles",
        ] {
            assert!(!Moore.is_about(&rules(other).ruleset, Convention::Normal), "{other}");
        }
    }
}
