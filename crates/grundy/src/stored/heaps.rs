//! Heaps as keys: a heap by its size, a heap of a kind by its kind and its sizes. The layer is the
//! sum of the sizes, and among equal sums the rank of the kind: the measure that proves that play
//! ends.

use std::sync::Arc;

use grundy_core::Game;
use grundy_games::{Component, Measure, Query, Ruleset, Typed, TypedRules};
use grundy_layers::{Error, Graded};

use super::programs::{Found, Programs};

/// The most layers of a table of heaps: each has a file.
const MOST_LAYERS: u64 = 20_000;

/// Bits of the number of a kind, and of its sizes.
const KIND: u32 = 8;

/// Heaps up to those of a query, as keys.
#[derive(Debug)]
pub(super) struct Heaps {
    ruleset: Ruleset,
    /// Bits of a size.
    width: u32,
    /// The rules on typed heaps, where they are covered.
    programs: Option<Programs>,
}

impl Heaps {
    /// The heaps of a query.
    pub fn new(query: &Query) -> Result<Heaps, String> {
        let [ruleset] = &query.rulesets[..] else { return Err("a table is about one game".into()) };
        let sums = query.position.iter().map(|term| match &term.component {
            Component::Heap(size) => Ok(*size),
            Component::Typed(heap) => {
                let sum = heap.sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size));
                sum.ok_or_else(|| "the sum of the sizes has over 64 bits".to_owned())
            }
            _ => Err("not every component is a heap".into()),
        });
        let largest = sums.collect::<Result<Vec<_>, _>>()?.into_iter().max().unwrap_or(0);
        let (width, kinds) = match ruleset {
            Ruleset::Typed(rules) => (kinds_fit(rules, query, largest)?, rules.kinds.len() as u64),
            _ => (64, 1),
        };
        let layers = largest.checked_add(1).and_then(|sums| sums.checked_mul(kinds)).unwrap_or(u64::MAX);
        if layers > MOST_LAYERS {
            let way = match ruleset {
                Ruleset::Heap(_) => "; `grundy table GAME N` lists the values of plain heaps",
                _ => "",
            };
            return Err(format!("it would have {layers} layers, and at most {MOST_LAYERS} are stored{way}"));
        }
        let programs = match ruleset {
            Ruleset::Typed(_) => Programs::new(ruleset, query.position.iter().map(|term| &term.component)),
            _ => None,
        };
        Ok(Heaps { ruleset: ruleset.clone(), width, programs })
    }

    /// The key of a heap; `None` if its sizes are too large or it has another kind.
    pub fn key(&self, component: &Component) -> Option<u128> {
        match (&self.ruleset, component) {
            (Ruleset::Heap(_), Component::Heap(size)) => Some((*size).into()),
            (Ruleset::Typed(rules), Component::Typed(heap)) => {
                let kind = rules.kinds.iter().position(|kind| *kind == heap.kind)?;
                let sizes = heap.sizes.iter().try_fold(0u128, |key, &size| self.with_size(key, size))?;
                let most = (128 - 2 * KIND) / self.width.max(1);
                (heap.sizes.len() <= most as usize).then(|| Heaps::of_kind(sizes, heap.sizes.len(), kind))
            }
            _ => None,
        }
    }

    /// The packed sizes with one more; `None` if it is too large.
    pub fn with_size(&self, sizes: u128, size: u64) -> Option<u128> {
        (size.checked_shr(self.width).unwrap_or(0) == 0).then(|| sizes << self.width | u128::from(size))
    }

    /// The key of a heap of this kind with so many sizes.
    pub fn of_kind(sizes: u128, count: usize, kind: usize) -> u128 {
        sizes << (2 * KIND) | (count as u128) << KIND | kind as u128
    }

    /// Sets `sizes` to those of a key; returns the number of its kind.
    pub fn sizes(&self, key: u128, sizes: &mut Vec<i64>) -> usize {
        let (kind, count) = Heaps::kind(key);
        sizes.clear();
        sizes.extend((0..count).rev().map(|at| self.size(key, at) as i64));
        kind
    }

    /// A size of a key; 0 is the last one.
    fn size(&self, key: u128, at: usize) -> u64 {
        ((key >> (2 * KIND + self.width * at as u32)) & ((1 << self.width) - 1)) as u64
    }

    /// The heap of a key.
    pub fn component(&self, key: u128) -> Component {
        let Ruleset::Typed(rules) = &self.ruleset else { return Component::Heap(key as u64) };
        let (kind, count) = Heaps::kind(key);
        let sizes = (0..count).rev().map(|at| self.size(key, at)).collect();
        Component::Typed(Typed { kind: rules.kinds.get(kind).cloned().unwrap_or_else(|| Arc::from("")), sizes })
    }

    /// The number of the kind of a key, and how many sizes it has.
    fn kind(key: u128) -> (usize, usize) {
        let mask = (1 << KIND) - 1;
        ((key & mask) as usize, (key >> KIND & mask) as usize)
    }

    /// The options by the plain meaning.
    pub fn plain(&self, key: u128) -> Result<Vec<Vec<(u32, u128)>>, Error> {
        let mut options = Vec::new();
        self.plainly(key, &mut Vec::new(), |option| {
            options.push(option.iter().map(|&key| (self.layer(key), key)).collect());
            Ok(())
        })?;
        Ok(options)
    }

    fn plainly(
        &self,
        key: u128,
        keys: &mut Vec<u128>,
        mut visit: impl FnMut(&[u128]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.ruleset.options(&self.component(key), |option| {
            keys.clear();
            for part in option {
                let key = self.key(part).ok_or_else(|| super::no_key(&self.ruleset, part))?;
                keys.push(key);
            }
            visit(keys)
        })
    }
}

/// Bits of each size, if the keys of all heaps have at most 128.
fn kinds_fit(rules: &TypedRules, query: &Query, largest: u64) -> Result<u32, String> {
    if rules.measure == Measure::Lexicographic {
        return Err(
            "its end is proved by the order of the sizes, not by their sum, so that its positions have no layers"
                .into(),
        );
    }
    let width = (u64::BITS - largest.leading_zeros()).max(1);
    let of_rules = rules.clauses.iter().map(|clause| clause.arity).max().unwrap_or(0);
    let of_query = query.position.iter().map(|term| match &term.component {
        Component::Typed(heap) => heap.sizes.len(),
        _ => 0,
    });
    let sizes = of_query.max().unwrap_or(0).max(of_rules);
    let bits = (sizes as u64).saturating_mul(width.into()).saturating_add((2 * KIND).into());
    if bits > 128 || sizes >= 1 << KIND || rules.kinds.len() > 1 << KIND {
        return Err(format!("a heap takes {bits} bits, and a key has at most 128"));
    }
    Ok(width)
}

impl Graded for Heaps {
    type Key = u128;
    type Scratch = Found;

    fn layer(&self, key: u128) -> u32 {
        let Ruleset::Typed(rules) = &self.ruleset else {
            return u32::try_from(key).unwrap_or(u32::MAX);
        };
        let (kind, count) = Heaps::kind(key);
        let sum: u128 = (0..count).map(|at| u128::from(self.size(key, at))).sum();
        let rank = rules.ranks.get(kind).copied().unwrap_or(0) as u128;
        // The layers of all sums that come up fit (`Heaps::new`).
        u32::try_from(sum * rules.kinds.len() as u128 + rank).unwrap_or(u32::MAX)
    }

    fn options(
        &self,
        key: u128,
        found: &mut Found,
        mut visit: impl FnMut(&[u128]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.programs.as_ref().and_then(|programs| programs.options(self, key, found)).is_none() {
            return self.plainly(key, &mut found.keys, visit);
        }
        let mut from = 0;
        found.ends.iter().try_for_each(|&end| visit(&found.keys[std::mem::replace(&mut from, end)..end]))
    }
}
