//! The claim: the table itself, looked up by packing a component and shown by unpacking its keys.

use std::ops::ControlFlow;

use grundy_cert::{SumMap, ValueMap, WordFacts};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Term};

use super::{
    found::WordOptions,
    key::{Key, WideKey},
    options::Mover,
    search::LOST,
    table::KeyTable,
};

/// The values of words.
pub(super) struct WordValues<K> {
    pub mover: Mover<K>,
    pub table: KeyTable<K>,
    /// The starts without letters, which have no key. Their value is 0.
    pub empty: Vec<Component>,
}

impl<K: Key> ValueMap for WordValues<K> {
    fn value(&self, component: &Component) -> Option<Nimber> {
        if self.empty.contains(component) {
            return Some(Nimber::ZERO);
        }
        let key = self.mover.key(component).filter(|key| !key.is_none())?;
        self.table.get(self.table.mix(key)).map(Nimber)
    }

    fn count(&self) -> u64 {
        self.table.count() + self.empty.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        for component in &self.empty {
            if visit(component, Nimber::ZERO).is_break() {
                return;
            }
        }
        self.table.each(|key, value| visit(&self.mover.component(key), Nimber(value)).is_continue());
    }

    fn words(&self) -> Option<WordFacts<'_>> {
        self.mover.words(&self.table, !self.empty.is_empty(), |value| value)
    }
}

/// The outcomes of single words in misère play.
pub(super) struct WordOutcomes<K> {
    pub mover: Mover<K>,
    pub table: KeyTable<K>,
}

/// The sum of a word, in normal form: without moves it is empty.
pub(super) fn sum<K: Key>(mover: &Mover<K>, key: K) -> Vec<Term> {
    let mut options = WordOptions::default();
    let walked = mover.options::<WideKey<4>, 8>(key, &mut options);
    match walked.is_ok() && options.count() == 0 {
        true => Vec::new(),
        false => vec![Term { ruleset: 0, component: mover.component(key) }],
    }
}

/// The outcome that a value of the table denotes.
pub(super) fn outcome(value: u64) -> Outcome {
    if value == LOST { Outcome::P } else { Outcome::N }
}

impl<K: Key> SumMap for WordOutcomes<K> {
    fn outcome(&self, terms: &[Term]) -> Option<Outcome> {
        match terms {
            // The player who cannot move wins.
            [] => Some(Outcome::N),
            [Term { ruleset: 0, component }] => {
                let key = self.mover.key(component).filter(|key| !key.is_none())?;
                self.table.get(self.table.mix(key)).map(outcome)
            }
            _ => None,
        }
    }

    fn count(&self) -> u64 {
        self.table.count() + 1
    }

    fn each(&self, visit: &mut dyn FnMut(&Vec<Term>, Outcome) -> ControlFlow<()>) {
        if visit(&Vec::new(), Outcome::N).is_break() {
            return;
        }
        self.table.each(|key, value| {
            let sum = sum(&self.mover, key);
            sum.is_empty() || visit(&sum, outcome(value)).is_continue()
        });
    }

    fn words(&self) -> Option<WordFacts<'_>> {
        self.mover.words(&self.table, false, |value| u64::from(value != LOST))
    }
}
