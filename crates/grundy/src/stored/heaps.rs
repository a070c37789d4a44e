//! Heaps as keys: a heap by its size, a heap of a kind by its kind and its sizes. The layer is the
//! sum of the sizes, and among equal sums the rank of the kind: the measure that proves that play
//! ends.

use std::{fmt, marker::PhantomData, sync::Arc};

use grundy_core::Game;
use grundy_games::{
    Component, Measure, Query, Ruleset, Typed, TypedRules,
    heaps::clause::{Clause, Summand},
};
use grundy_layers::{Error, Graded};

use super::{
    heap_keys::{HeapKeys, Word},
    programs::{ProgramOptions, Programs},
};

/// The most layers of a table of heaps: each has a file.
const MOST_LAYERS: u64 = 20_000;

/// Heaps up to those of a query, as keys.
#[derive(Debug)]
pub(super) struct StoredHeaps<W> {
    ruleset: Ruleset,
    /// How heaps of kinds are packed.
    keys: HeapKeys,
    /// The rules on typed heaps, where they are covered.
    programs: Option<Programs>,
    /// Whether work on one position is to end.
    stop: StopCheck,
    word: PhantomData<fn() -> W>,
}

/// Says whether work is to end; never, unless it was made otherwise. Rules may compute for long
/// before they show an option.
#[derive(Clone, Default)]
pub(super) struct StopCheck(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl StopCheck {
    /// Asks this.
    pub fn when(stop: impl Fn() -> bool + Send + Sync + 'static) -> StopCheck {
        StopCheck(Some(Arc::new(stop)))
    }

    fn check(&self) -> Result<(), Error> {
        if self.0.as_ref().is_some_and(|stop| stop()) { Err(Error::Stopped) } else { Ok(()) }
    }
}

impl fmt::Debug for StopCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}

/// Heaps with keys as small as they fit into.
pub(super) enum SizedHeaps {
    Small(StoredHeaps<u64>),
    Large(StoredHeaps<u128>),
}

impl SizedHeaps {
    /// The heaps of a query.
    pub fn new(query: &Query) -> Result<SizedHeaps, String> {
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
        let kinds = match ruleset {
            Ruleset::Typed(TypedRules { measure: Measure::Lexicographic, .. }) => {
                return Err("its end is proved by the order of the sizes, not by their sum, so that its positions \
                            have no layers"
                    .into());
            }
            Ruleset::Typed(rules) if !rules.measure.is_of_sizes() => {
                return Err("its heaps may grow, so that its positions have no layers".into());
            }
            Ruleset::Typed(rules) => rules.kinds.len() as u64,
            _ => 1,
        };
        let layers = largest.checked_add(1).and_then(|sums| sums.checked_mul(kinds)).unwrap_or(u64::MAX);
        if layers > MOST_LAYERS {
            let way = match ruleset {
                Ruleset::Heap(_) => "; the verb `table` lists the values of plain heaps",
                _ => "",
            };
            return Err(format!("it would have {layers} layers, and at most {MOST_LAYERS} are stored{way}"));
        }
        let keys = match ruleset {
            Ruleset::Typed(rules) => kinds_fit(rules, query, largest)?,
            // The size alone is the key.
            _ => HeapKeys::default(),
        };
        let programs = match ruleset {
            Ruleset::Typed(_) => Programs::new(ruleset, query.position.iter().map(|term| &term.component)),
            _ => None,
        };
        let ruleset = ruleset.clone();
        Ok(match keys.bits() {
            0..=u64::BITS => SizedHeaps::Small(StoredHeaps {
                ruleset,
                keys,
                programs,
                stop: StopCheck::default(),
                word: PhantomData,
            }),
            _ => SizedHeaps::Large(StoredHeaps {
                ruleset,
                keys,
                programs,
                stop: StopCheck::default(),
                word: PhantomData,
            }),
        })
    }
}

impl<W: Word> StoredHeaps<W> {
    /// The heaps, work on which ends as this says.
    pub fn until(self, stop: StopCheck) -> StoredHeaps<W> {
        StoredHeaps { stop, ..self }
    }

    /// The key of a heap; `None` if its sizes are too large or it has another kind.
    pub fn key(&self, component: &Component) -> Option<W> {
        match (&self.ruleset, component) {
            (Ruleset::Heap(_), Component::Heap(size)) => Some(W::from(*size)),
            (Ruleset::Typed(rules), Component::Typed(heap)) => {
                let kind = rules.kinds.iter().position(|kind| *kind == heap.kind)?;
                // More sizes than a key has would be shifted out of it.
                self.keys.holds(heap.sizes.len()).then_some(())?;
                let sizes = heap.sizes.iter().try_fold(W::from(0), |key, &size| self.keys.with_size(key, size))?;
                let sum = heap.sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size))?;
                self.keys.key(self.keys.layer_of(sum, kind)?, kind, heap.sizes.len(), sizes)
            }
            _ => None,
        }
    }

    /// The heap of a key.
    pub fn component(&self, key: W) -> Component {
        let Ruleset::Typed(rules) = &self.ruleset else { return Component::Heap(key.low()) };
        let mut sizes = Vec::new();
        let kind = self.keys.sizes(key, &mut sizes);
        let sizes = sizes.into_iter().map(|size| size as u64).collect();
        Component::Typed(Typed { kind: rules.kinds.get(kind).cloned().unwrap_or_else(|| Arc::from("")), sizes })
    }

    /// The options by the plain meaning.
    pub fn plain(&self, key: W) -> Result<Vec<Vec<(u32, W)>>, Error> {
        let mut options = Vec::new();
        self.plainly(key, &mut Vec::new(), |option| {
            options.push(option.iter().map(|&key| (self.layer(key), key)).collect());
            Ok(())
        })?;
        Ok(options)
    }

    fn plainly(
        &self,
        key: W,
        keys: &mut Vec<W>,
        mut visit: impl FnMut(&[W]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.ruleset.walk(&self.component(key), |step| {
            let Some(option) = step.option(|_| self.stop.check())? else { return Ok(()) };
            keys.clear();
            for part in option {
                let key = self.key(part).ok_or_else(|| super::no_key(&self.ruleset, part))?;
                keys.push(key);
            }
            visit(keys)
        })
    }
}

/// The keys of typed heaps, if they have at most 128 bits.
fn kinds_fit(rules: &TypedRules, query: &Query, largest: u64) -> Result<HeapKeys, String> {
    let left = |summand: &Summand| match summand {
        Summand::Heaps(heap) => heap.sizes.len(),
        Summand::Each(_) => 1,
    };
    let of_clause = |clause: &Clause| clause.terms.iter().map(left).fold(clause.arity, usize::max);
    let of_rules = rules.clauses.iter().map(of_clause).max().unwrap_or(0);
    let of_query = query.position.iter().map(|term| match &term.component {
        Component::Typed(heap) => heap.sizes.len(),
        _ => 0,
    });
    let keys = HeapKeys::new(largest, of_query.max().unwrap_or(0).max(of_rules), rules.ranks.clone());
    match keys.bits() {
        0..=u128::BITS => Ok(keys),
        bits => Err(format!("a heap takes {bits} bits, and a key has at most 128")),
    }
}

impl<W: Word> Graded for StoredHeaps<W> {
    type Key = W;
    type Scratch = ProgramOptions<W>;

    #[inline]
    fn layer(&self, key: W) -> u32 {
        self.keys.layer(key)
    }

    fn options(
        &self,
        key: W,
        found: &mut ProgramOptions<W>,
        mut visit: impl FnMut(&[W]) -> Result<(), Error>,
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
    fn parities<W: Word>(options: &[Vec<W>]) -> Vec<BTreeMap<W, bool>> {
        let of = |option: &Vec<W>| {
            let mut parities = BTreeMap::new();
            option.iter().for_each(|&key| *parities.entry(key).or_insert(false) ^= true);
            parities
        };
        options.iter().map(of).collect()
    }

    #[test]
    fn programs_have_the_options_of_the_plain_meaning() {
        let mut large = 0;
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
            // Keys of more than 64 bits; kinds with different numbers of sizes.
            (
                "L(a,b,c,d,e,f) -> L(a-x,b,c,d,e,f) for x in 1..a, \
                 L(a,b,c,d,e,f) -> L(a,b,c-1,d,e,f), \
                 L(a,b,c,d,e,f) -> L(a-1,b,c,d,e,f) + M(a-1), M(a) -> M(a-1)",
                "L(12, 500, 3, 0, 1, 2)",
                true,
            ),
            ("S(a) -> S(a - 1) + T(1, a - 2), T(a, b) -> T(b, a - 1)", "S(9)", true),
        ] {
            let rules = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
            let start = grundy_games::position(&rules, start).unwrap_or_else(|fault| panic!("{game}: {fault}"));
            let query = Query::new(&rules, start, Question::Value);
            let programs = Programs::new(&query.rulesets[0], query.position.iter().map(|term| &term.component));
            assert_eq!(programs.is_some(), covered, "{game}");
            let start = &query.position[0].component;
            match SizedHeaps::new(&query).unwrap_or_else(|why| panic!("{game}: {why}")) {
                SizedHeaps::Small(heaps) => {
                    let (ruleset, keys) = (heaps.ruleset.clone(), heaps.keys.clone());
                    compare(game, start, &heaps);
                    compare::<u128>(
                        game,
                        start,
                        &StoredHeaps { ruleset, keys, programs, stop: StopCheck::default(), word: PhantomData },
                    );
                }
                SizedHeaps::Large(heaps) => {
                    large += 1;
                    compare(game, start, &heaps);
                }
            }
        }
        assert_eq!(large, 1);
    }

    /// Compares the options of all heaps that a start leads to.
    fn compare<W: Word>(game: &str, start: &Component, heaps: &StoredHeaps<W>) {
        let Some(programs) = &heaps.programs else { return };
        let start = heaps.key(start).expect("a key");
        let (mut open, mut compared, mut found) = (vec![start], 0, ProgramOptions::default());
        let mut seen: std::collections::BTreeSet<W> = open.iter().copied().collect();
        while let Some(key) = open.pop() {
            let shown = programs.options(&heaps.keys, key, &mut found);
            let plain = match heaps.plain(key) {
                Ok(plain) => plain,
                Err(fault) => {
                    assert_eq!(shown, None, "{game} at {}: {fault}", heaps.component(key));
                    continue;
                }
            };
            let plain: Vec<Vec<W>> = plain.iter().map(|option| option.iter().map(|&(_, key)| key).collect()).collect();
            if shown.is_some() {
                compared += 1;
                let mut from = 0;
                let own: Vec<Vec<W>> =
                    found.ends.iter().map(|&end| found.keys[std::mem::replace(&mut from, end)..end].to_vec()).collect();
                assert_eq!(parities(&own), parities(&plain), "{game} at {}", heaps.component(key));
            }
            open.extend(plain.into_iter().flatten().filter(|&key| seen.insert(key)));
        }
        assert!(compared * 2 > seen.len(), "{game}: {compared} of {} heaps are compared", seen.len());
    }
}
