//! Heaps as keys: a heap by its size, a heap of a kind by its kind and its sizes. The layer is the
//! sum of the sizes, and among equal sums the rank of the kind: the measure that proves that play
//! ends.
//!
//! *Example.* A heap of 7 has the key 7 and the layer 7. A heap `pair(5, 3)` in a game with two
//! kinds has the sum 8, and a layer of 16 or 17, by the rank of its kind.
//!
//! *Limits.* At most 20,000 layers, and keys of at most 128 bits.
//!
//! ```text
//! F(a, b) -> F(a-1, b), F(a, b) -> F(a, b-1) from F(9, 4)
//!   F(9, 4) is in layer 13, F(8, 4) and F(9, 3) are in layer 12, ..
//! ```

use std::sync::Arc;

use grundy_core::Game;
use grundy_games::{Component, Measure, Query, Ruleset, Typed, TypedRules};
use grundy_layers::{Error, Graded};

use super::{
    heap_keys::{HeapKeys, KIND},
    programs::{Found, Programs},
};

/// The most layers of a table of heaps: each has a file.
const MOST_LAYERS: u64 = 20_000;

/// Heaps up to those of a query, as keys.
#[derive(Debug)]
pub(super) struct Heaps {
    ruleset: Ruleset,
    /// How heaps of kinds are packed.
    keys: HeapKeys,
    /// The rules on typed heaps, where they are covered.
    programs: Option<Programs>,
}

impl Heaps {
    /// The heaps of a query.
    ///
    /// # Errors
    /// Why the heaps have no such keys, as a clause for a message.
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
        let (keys, kinds) = match ruleset {
            Ruleset::Typed(rules) => {
                let width = kinds_fit(rules, query, largest)?;
                (HeapKeys { width, ranks: rules.ranks.clone() }, rules.kinds.len() as u64)
            }
            _ => (HeapKeys { width: u64::BITS, ranks: Vec::new() }, 1),
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
        Ok(Heaps { ruleset: ruleset.clone(), keys, programs })
    }

    /// The key of a heap; `None` if its sizes are too large or it has another kind.
    ///
    /// A heap of another kind of the same game has another key; one that no play reaches may have a
    /// key and no entry in the table.
    pub fn key(&self, component: &Component) -> Option<u128> {
        match (&self.ruleset, component) {
            (Ruleset::Heap(_), Component::Heap(size)) => Some((*size).into()),
            (Ruleset::Typed(rules), Component::Typed(heap)) => {
                let kind = rules.kinds.iter().position(|kind| *kind == heap.kind)?;
                let sizes = heap.sizes.iter().try_fold(0u128, |key, &size| self.keys.with_size(key, size))?;
                let most = (128 - 2 * KIND) / self.keys.width.max(1);
                (heap.sizes.len() <= most as usize).then(|| HeapKeys::of_kind(sizes, heap.sizes.len(), kind))
            }
            _ => None,
        }
    }

    /// The heap of a key.
    ///
    /// It is the inverse of [`Heaps::key`].
    pub fn component(&self, key: u128) -> Component {
        let Ruleset::Typed(rules) = &self.ruleset else { return Component::Heap(key as u64) };
        let mut sizes = Vec::new();
        let kind = self.keys.sizes(key, &mut sizes);
        let sizes = sizes.into_iter().map(|size| size as u64).collect();
        Component::Typed(Typed { kind: rules.kinds.get(kind).cloned().unwrap_or_else(|| Arc::from("")), sizes })
    }

    /// The options by the plain meaning.
    ///
    /// Each part has its layer before its key.
    pub fn plain(&self, key: u128) -> Result<Vec<Vec<(u32, u128)>>, Error> {
        let mut options = Vec::new();
        self.plainly(key, &mut Vec::new(), |option| {
            options.push(option.iter().map(|&key| (self.layer(key), key)).collect());
            Ok(())
        })?;
        Ok(options)
    }

    /// Shows the keys of each option by the plain meaning; a part without a key is a fault.
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
///
/// # Errors
/// Why they have more, or no layers, as a clause for a message.
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
        match &self.ruleset {
            Ruleset::Typed(_) => self.keys.layer(key),
            _ => u32::try_from(key).unwrap_or(u32::MAX),
        }
    }

    fn options(
        &self,
        key: u128,
        found: &mut Found,
        mut visit: impl FnMut(&[u128]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.programs.as_ref().and_then(|programs| programs.options(&self.keys, key, found)).is_none() {
            return self.plainly(key, &mut found.keys, visit);
        }
        let mut from = 0;
        found.ends.iter().try_for_each(|&end| visit(&found.keys[std::mem::replace(&mut from, end)..end]))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use grundy_games::{Query, Question};

    use super::*;

    /// By the key of each heap of an option, whether its copies do not cancel.
    fn parities(options: &[Vec<u128>]) -> Vec<BTreeMap<u128, bool>> {
        let of = |option: &Vec<u128>| {
            let mut parities = BTreeMap::new();
            option.iter().for_each(|&key| *parities.entry(key).or_insert(false) ^= true);
            parities
        };
        options.iter().map(of).collect()
    }

    #[test]
    fn programs_have_the_options_of_the_plain_meaning() {
        for (game, start, covered) in [
            ("W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)", "W(9, 12)", true),
            ("F(n, k) -> F(n-2t, t) for t in 1..min(n, k) where 3*t <= n + k", "F(9, 9)", true),
            (
                "C(a, b) -> C(a-k, b) + 3 of C(k-1, 0) + 2 of C(0, b) for k in 1..a where k % 3 > 0, C(a, b) -> C(a, b-1)",
                "C(14, 3)",
                true,
            ),
            ("A(n) -> B(n), B(n) -> A(n-k) + A(k-2) for k in {1, 3..n}", "A(20)", true),
            ("D(a, b) -> D(x, y) for x + y = a + b - 1 where x * y >= b", "D(6, 7)", true),
            // A fault at some heaps, and one at none.
            ("Q(a) -> Q(a / (a - 5)) for k in 1..a where a > 6", "Q(30)", true),
            ("G(a) -> G(a - gcd(a, k)) for k in 1..a, G(a) -> G(sqrt(a - 1)) where a > 2", "G(30)", true),
            ("N(a) -> k of N(0) + N(a - k) for k in 1..a", "N(20)", false),
        ] {
            let rules = grundy_lang::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
            let start = grundy_lang::position(&rules, start).unwrap_or_else(|fault| panic!("{game}: {fault}"));
            let query = Query::new(&rules, start, Question::Value);
            let heaps = Heaps::new(&query).unwrap_or_else(|why| panic!("{game}: {why}"));
            let start = heaps.key(&query.position[0].component).expect("a key");
            let programs = Programs::new(&query.rulesets[0], query.position.iter().map(|term| &term.component));
            assert_eq!(programs.is_some(), covered, "{game}");
            let Some(programs) = programs else { continue };
            let (mut open, mut compared, mut found) = (vec![start], 0, Found::default());
            let mut seen: std::collections::BTreeSet<u128> = open.iter().copied().collect();
            while let Some(key) = open.pop() {
                let shown = programs.options(&heaps.keys, key, &mut found);
                let plain = match heaps.plain(key) {
                    Ok(plain) => plain,
                    Err(fault) => {
                        assert_eq!(shown, None, "{game} at {}: {fault}", heaps.component(key));
                        continue;
                    }
                };
                let plain: Vec<Vec<u128>> =
                    plain.iter().map(|option| option.iter().map(|&(_, key)| key).collect()).collect();
                if shown.is_some() {
                    compared += 1;
                    let mut from = 0;
                    let own: Vec<Vec<u128>> = found
                        .ends
                        .iter()
                        .map(|&end| found.keys[std::mem::replace(&mut from, end)..end].to_vec())
                        .collect();
                    assert_eq!(parities(&own), parities(&plain), "{game} at {}", heaps.component(key));
                }
                open.extend(plain.into_iter().flatten().filter(|&key| seen.insert(key)));
            }
            assert!(compared * 2 > seen.len(), "{game}: {compared} of {} heaps are compared", seen.len());
        }
    }
}
