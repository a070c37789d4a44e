//! Graphs of any kind as positions with keys: each canonical form gets the next number.
//!
//! The numbers are shared by all workers under a lock: finding the canonical form of a graph takes
//! far longer than looking it up.

use std::{
    collections::hash_map::Entry,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use grundy_core::Game;
use grundy_games::{Component, Ruleset};
use rustc_hash::FxHashMap;

use super::keyed::Keyed;
use crate::support::walk::Halt;

/// The graphs of a game.
pub(super) struct Graphs {
    /// The rules.
    ruleset: Ruleset,
    /// The numbers, from 1 on, by canonical form and back.
    names: Mutex<FormNumbers>,
    /// The bytes that were allocated since the last call of `Keyed::taken`.
    taken: AtomicU64,
}

#[derive(Default)]
struct FormNumbers {
    /// The number of each canonical form.
    keys: FxHashMap<Arc<Component>, u64>,
    /// The graphs, by their numbers.
    graphs: Vec<KnownGraph>,
}

/// A graph, with properties that are requested often.
#[derive(Clone)]
struct KnownGraph {
    /// The canonical form, shared with the map from forms to numbers.
    component: Arc<Component>,
    /// The number of vertices.
    weight: u32,
    /// Whether every move in it can be mirrored, so that its value is 0.
    mirrors: bool,
}

impl Graphs {
    pub(super) fn new(ruleset: &Ruleset) -> Graphs {
        Graphs { ruleset: ruleset.clone(), names: Mutex::default(), taken: AtomicU64::new(0) }
    }

    /// Returns the number of a graph. Costs a canonical form.
    pub(super) fn key(&self, component: &Component) -> u64 {
        let component = Arc::new(self.ruleset.canonical(component));
        let weight = match &*component {
            Component::Cells(cells) => cells.places().count() as u32,
            Component::Graph(graph) => graph.vertices(),
            _ => 1,
        };
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let FormNumbers { keys, graphs } = &mut *names;
        match keys.entry(component) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let component = entry.key().clone();
                let bytes =
                    component.bytes() + 3 * (size_of::<KnownGraph>() + size_of::<(Arc<Component>, u64)>()) as u64;
                self.taken.fetch_add(bytes, Ordering::Relaxed);
                let mirrors = self.ruleset.mirrors(&component);
                graphs.push(KnownGraph { component, weight, mirrors });
                *entry.insert(graphs.len() as u64)
            }
        }
    }

    fn graph(&self, key: u64) -> KnownGraph {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.graphs[key as usize - 1].clone()
    }

    /// Returns the graph with a number that [`Graphs::key`] has returned.
    pub(super) fn component(&self, key: u64) -> Component {
        (*self.graph(key).component).clone()
    }

    /// Returns the number of a graph in canonical form; `None` if it has none.
    pub(super) fn find(&self, component: &Component) -> Option<u64> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).keys.get(component).copied()
    }
}

impl Keyed for Graphs {
    type Scratch = ();

    fn options(&self, key: u64, (): &mut (), mut visit: impl FnMut(&[u64]) -> Result<(), Halt>) -> Result<(), Halt> {
        let graph = self.graph(key);
        let mut keys = Vec::new();
        self.ruleset.options(&graph.component, |parts| {
            keys.clear();
            keys.extend(parts.iter().map(|part| self.key(part)).filter(|&key| !self.mirrors(key)));
            visit(&keys)
        })
    }

    fn weight(&self, key: u64) -> u32 {
        self.graph(key).weight
    }

    fn mirrors(&self, key: u64) -> bool {
        self.graph(key).mirrors
    }

    fn taken(&self) -> u64 {
        self.taken.swap(0, Ordering::Relaxed)
    }
}
