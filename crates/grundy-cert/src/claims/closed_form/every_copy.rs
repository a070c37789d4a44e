//! `take every copy of a letter`: every move lowers the number of distinct letters by one.
//!
//! *Example.* `abacaba` has three different letters, so its value is 1. *Cost:* one pass over the
//! letters.

use grundy_core::Nimber;
use grundy_games::{Bag, Component, Convention, Gap, RowMove, Ruleset};

use super::ClosedForm;

/// `take every copy of a letter`: the number of distinct letters modulo 2.
#[derive(Debug)]
pub struct EveryCopy;

impl ClosedForm for EveryCopy {
    fn name(&self) -> &'static str {
        "every-copy"
    }

    fn statement(&self) -> &'static str {
        "every move lowers the number of different letters by one, so the value is that number modulo 2"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal
            && matches!(ruleset, Ruleset::Row(rules)
                if rules.moves == [RowMove::EveryCopy(Gap::Closes)] && rules.until.is_none())
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Row(word) = component else { return None };
        let different = Bag::of(word.chars()).counts().len() as u64;
        Some(Nimber(different % 2))
    }
}
