//! Graphs of any kind as positions with keys: each canonical form gets the next number.
//!
//! All workers share the numbers. A form is read by its number without a lock. To number a form, a
//! worker locks one part of the map, which the hash of the form selects: workers rarely meet there,
//! and finding the canonical form takes far longer.

use std::{
    collections::hash_map::Entry,
    hash::{BuildHasher, BuildHasherDefault},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use crossbeam_utils::CachePadded;
use grundy_core::Game;
use grundy_games::{Component, Ruleset};
use rustc_hash::{FxHashMap, FxHasher};

use super::keyed::Keyed;
use crate::support::walk::Halt;

/// The number of parts of the map, a power of two.
const PARTS: usize = 256;

/// The graphs of a game.
pub(super) struct Graphs {
    /// The rules.
    ruleset: Ruleset,
    /// The number of each canonical form, from 1 on.
    keys: Vec<CachePadded<Mutex<GraphKeys>>>,
    /// The number of graphs.
    count: CachePadded<AtomicU64>,
    /// The graphs by their numbers: segment s has those from 2^s to 2^(s + 1) - 1, so that none is
    /// moved when there are more.
    segments: [OnceLock<Box<[OnceLock<KnownGraph>]>>; 64],
}

type GraphKeys = FxHashMap<Arc<Component>, u64>;

/// A graph in canonical form, with properties that are requested often.
struct KnownGraph {
    /// The canonical form, shared with the map from forms to numbers.
    component: Arc<Component>,
    /// The number of vertices.
    weight: u32,
    /// Whether every move in it can be mirrored, so that its value is 0.
    mirrors: bool,
}

/// What a worker keeps between two expansions.
#[derive(Default)]
pub(super) struct GraphScratch {
    /// The parts of an option.
    keys: Vec<u64>,
    /// The bytes of the forms that this worker has numbered and not yet reported.
    taken: u64,
}

impl Graphs {
    pub(super) fn new(ruleset: &Ruleset) -> Graphs {
        let keys = (0..PARTS).map(|_| CachePadded::default()).collect();
        Graphs {
            ruleset: ruleset.clone(),
            keys,
            count: CachePadded::new(AtomicU64::new(0)),
            segments: [const { OnceLock::new() }; 64],
        }
    }

    /// Returns the number of a position, and the bytes that it takes if it is new. Costs a
    /// canonical form.
    pub(super) fn key(&self, component: &Component) -> (u64, u64) {
        let component = self.ruleset.canonical(component);
        if let Some(key) = self.find(&component) {
            return (key, 0);
        }
        // Another worker may number it in the meantime.
        let mirrors = self.ruleset.mirrors(&component);
        let component = Arc::new(component);
        match self.part(&component).entry(component) {
            Entry::Occupied(entry) => (*entry.get(), 0),
            Entry::Vacant(entry) => {
                let component = entry.key().clone();
                let bytes =
                    component.bytes() + 3 * (size_of::<KnownGraph>() + size_of::<(Arc<Component>, u64)>()) as u64;
                let key = self.count.fetch_add(1, Ordering::Relaxed) + 1;
                let (segment, at) = place(key);
                let new = || (0..1u64 << segment).map(|_| OnceLock::new()).collect();
                self.segments[segment].get_or_init(new)[at].get_or_init(|| KnownGraph {
                    weight: weight(&component),
                    component,
                    mirrors,
                });
                (*entry.insert(key), bytes)
            }
        }
    }

    /// Locks the part of the map that has the number of a canonical form, if it has one.
    fn part(&self, component: &Component) -> MutexGuard<'_, GraphKeys> {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(component);
        // The map itself selects by other bits.
        self.keys[(hash >> 32) as usize % PARTS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn graph(&self, key: u64) -> &KnownGraph {
        let (segment, at) = place(key);
        self.segments[segment].get().and_then(|graphs| graphs[at].get()).expect("the number of a graph")
    }

    /// Returns the position with a number that [`Graphs::key`] has returned.
    pub(super) fn component(&self, key: u64) -> Component {
        (*self.graph(key).component).clone()
    }

    /// Returns the number of a canonical form; `None` if it has none.
    pub(super) fn find(&self, component: &Component) -> Option<u64> {
        self.part(component).get(component).copied()
    }
}

/// Returns the segment of the graph with this number, which is not 0, and its place there.
fn place(key: u64) -> (usize, usize) {
    let segment = key.ilog2();
    (segment as usize, (key - (1 << segment)) as usize)
}

fn weight(component: &Component) -> u32 {
    match component {
        Component::Cells(cells) => cells.places().count() as u32,
        Component::Graph(graph) => graph.vertices(),
        _ => 1,
    }
}

impl Keyed for Graphs {
    type Scratch = GraphScratch;

    fn options(
        &self,
        key: u64,
        scratch: &mut GraphScratch,
        mut visit: impl FnMut(&[u64]) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let GraphScratch { keys, taken } = scratch;
        self.ruleset.options(&*self.graph(key).component, |parts| {
            keys.clear();
            for part in parts {
                let (key, bytes) = self.key(part);
                *taken += bytes;
                if !self.mirrors(key) {
                    keys.push(key);
                }
            }
            visit(keys)
        })
    }

    fn weight(&self, key: u64) -> u32 {
        self.graph(key).weight
    }

    fn mirrors(&self, key: u64) -> bool {
        self.graph(key).mirrors
    }

    fn taken(&self, scratch: &mut GraphScratch) -> u64 {
        std::mem::take(&mut scratch.taken)
    }
}
