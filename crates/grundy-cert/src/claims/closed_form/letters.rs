//! `bag: take letter until distinct`: the excess law (the manual's page "Theorems" has the proof).
//!
//! With n letters, k different ones, c of the commonest, E = n - k, d = 2(c - 1) - E and p = n mod
//! 2: E = 0 gives 0; d >= 2 gives 1 - p; d = 1 gives 1 + p; d = 0 gives 2p; d < 0 gives p.
//!
//! *Example.* `aab`: n = 3, k = 2, c = 2, so E = 1, d = 1 and p = 1: the value is 2. *Cost:* one
//! pass over the letters.

use grundy_core::Nimber;
use grundy_games::{Bag, BagMove, Component, Convention, Ending, Factor, Ruleset};

use super::ClosedForm;

/// `bag: take letter until distinct`: the excess of letters over distinct letters and the commonest
/// letter give the value.
#[derive(Debug)]
pub struct Letters;

impl ClosedForm for Letters {
    fn name(&self) -> &'static str {
        "letters"
    }

    fn statement(&self) -> &'static str {
        "with n letters, k different, c of the commonest: E = n - k, d = 2(c - 1) - E give the value"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal
            && matches!(ruleset, Ruleset::Bag(rules)
                if rules.moves == [BagMove::Take(Factor::Letter(None))] && rules.until == Some(Ending::Distinct))
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Bag(bag) = component else { return None };
        Some(letters(bag))
    }
}

/// The value of a bag by the excess law.
fn letters(bag: &Bag) -> Nimber {
    let size = bag.size();
    let different = bag.counts().len() as u64;
    let commonest = bag.counts().iter().map(|&(_, count)| u64::from(count)).max().unwrap_or(0);
    let excess = size - different;
    if excess == 0 {
        return Nimber::ZERO;
    }
    let parity = size % 2;
    let difference = 2 * (i128::from(commonest) - 1) - i128::from(excess);
    Nimber(match difference {
        2.. => 1 - parity,
        1 => 1 + parity,
        0 => 2 * parity,
        _ => parity,
    })
}
