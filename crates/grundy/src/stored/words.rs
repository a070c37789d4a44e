//! Words as keys, as the packed search has them. The layer is the weight that proves that play
//! ends: the number of letters, or a sum of weights of the letters.
//!
//! *Example.* With the letters a and b a word is packed letter by letter; `abba` has the layer 4 if
//! all weights are 1.
//!
//! *Limits.* Words whose keys fit into 128 bits, and games whose end is proved by a sum over
//! letters.

use std::fmt;

use grundy_core::Game;
use grundy_games::{Component, Query, Ruleset, ends};
use grundy_layers::{Error, Graded};
use grundy_solvers::words::packed::{OptionBuffer, WordKeys};

/// The words that those of a query lead to.
pub(super) struct StoredWords {
    ruleset: Ruleset,
    keys: WordKeys,
    /// The weight of each letter; `None` if all weights are 1.
    weights: Option<Vec<u64>>,
}

impl fmt::Debug for StoredWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredWords").field("ruleset", &self.ruleset).finish_non_exhaustive()
    }
}

impl StoredWords {
    /// The words of a query.
    ///
    /// # Errors
    /// Why the words have no such keys or no layers, as a clause for a message.
    pub fn new(query: &Query) -> Result<StoredWords, String> {
        let (rules, ring) = match &query.rulesets[..] {
            [Ruleset::Row(rules)] => (rules, false),
            [Ruleset::Ring(rules)] => (rules, true),
            _ => return Err("a table is about one game".into()),
        };
        let proof = ends::words(rules, ring)?;
        if proof.order.is_some() {
            return Err(
                "its end is proved by an alphabetical order of words of the same weight, not by a sum over letters, so that its \
                 positions have no layers"
                    .into(),
            );
        }
        let keys = WordKeys::new(query).map_err(|why| why.to_string())?;
        let weights = proof.weights.map(|weights| {
            keys.letters().iter().map(|letter| weights.get(letter).copied().unwrap_or(1)).collect::<Vec<_>>()
        });
        let words = StoredWords { ruleset: query.rulesets[0].clone(), keys, weights };
        let heaviest = query.position.iter().filter_map(|term| words.key(&term.component)).map(|key| words.weight(key));
        match heaviest.max() {
            Some(weight) if weight >= u64::from(u32::MAX) => {
                Err(format!("the weight {weight} is too large for a layer"))
            }
            _ => Ok(words),
        }
    }

    /// The sum of the weights of the letters.
    fn weight(&self, key: u128) -> u64 {
        let Some(weights) = &self.weights else { return self.keys.length(key) as u64 };
        let mut sum = 0u64;
        self.keys.each_letter(key, |letter| sum = sum.saturating_add(weights.get(letter).copied().unwrap_or(1)));
        sum
    }

    /// The key of a word; `None` if it has letters that do not come up, or too many.
    pub fn key(&self, component: &Component) -> Option<u128> {
        self.keys.key(component)
    }

    /// The word of a key.
    pub fn component(&self, key: u128) -> Component {
        self.keys.component(key)
    }

    /// The options by the plain meaning.
    pub fn plain(&self, key: u128) -> Result<Vec<Vec<(u32, u128)>>, Error> {
        let mut options = Vec::new();
        self.ruleset.options(&self.component(key), |option| {
            let keyed = option.iter().filter(|part| !is_empty(part)).map(|part| {
                let key = self.key(part).ok_or_else(|| super::no_key(&self.ruleset, part))?;
                Ok((self.layer(key), key))
            });
            options.push(keyed.collect::<Result<_, Error>>()?);
            Ok::<(), Error>(())
        })?;
        Ok(options)
    }
}

/// Whether a component is the empty word, which is in no table.
fn is_empty(component: &Component) -> bool {
    matches!(component, Component::Row(word) | Component::Ring(word) if word.is_empty())
}

impl Graded for StoredWords {
    type Key = u128;
    type Scratch = OptionBuffer;

    fn layer(&self, key: u128) -> u32 {
        u32::try_from(self.weight(key)).unwrap_or(u32::MAX)
    }

    fn options(
        &self,
        key: u128,
        found: &mut OptionBuffer,
        visit: impl FnMut(&[u128]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.keys.options(key, found, visit)
    }
}
