//! Facts in memory that keep account of which of them were looked up.
//!
//! The reader of certificates uses the account to refuse facts that the proof does not need, the
//! writer to leave them out. Lookups may come from several threads.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use grundy_core::{Nimber, Outcome};
use grundy_games::Component;

use super::{Fact, OutcomeMap, ValueMap, Visit};
use crate::poll::{Halt, Poll};

/// Facts about components, each with whether it was looked up.
pub(crate) struct TrackedMap<F> {
    /// The facts, each with whether it was looked up.
    facts: HashMap<Component, (F, AtomicBool)>,
    /// The facts that were looked up since [`TrackedMap::next`] has last returned them; `None` if
    /// nobody calls it.
    fresh: Option<Mutex<Vec<(Component, F)>>>,
}

impl<F: Fact> TrackedMap<F> {
    /// A map without facts, which does not list what is looked up.
    pub(crate) fn new() -> TrackedMap<F> {
        TrackedMap { facts: HashMap::new(), fresh: None }
    }

    /// Adds a fact that was not looked up.
    pub(crate) fn insert(&mut self, component: Component, fact: F) {
        self.facts.insert(component, (fact, AtomicBool::new(false)));
    }

    /// The facts of another map, none of them looked up; [`TrackedMap::next`] lists lookups.
    pub(crate) fn copy_of(map: &F::Map, poll: &mut Poll<'_>) -> Result<Arc<TrackedMap<F>>, Halt> {
        let mut copy = TrackedMap { facts: HashMap::new(), fresh: Some(Mutex::default()) };
        F::try_each(map, &mut |component, fact| {
            copy.insert(component.clone(), fact);
            Ok(poll.step()?)
        })?;
        Ok(Arc::new(copy))
    }

    /// The fact about a component, which is looked up from now on.
    fn look(&self, component: &Component) -> Option<F> {
        let (fact, met) = self.facts.get(component)?;
        // Few lookups are the first ones, and memory that is only read stays in the caches of all
        // cores.
        if !met.load(Ordering::Relaxed)
            && !met.swap(true, Ordering::Relaxed)
            && let Some(fresh) = &self.fresh
        {
            fresh.lock().unwrap_or_else(PoisonError::into_inner).push((component.clone(), *fact));
        }
        Some(*fact)
    }

    /// A fact that was looked up and that this function has not returned before.
    pub(crate) fn next(&self) -> Option<(Component, F)> {
        self.fresh.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Calls `visit` with each fact, until it breaks.
    fn visit(&self, visit: &mut Visit<'_, F>) {
        let _ = self.facts.iter().try_for_each(|(component, (fact, _))| visit(component, *fact));
    }

    /// A component that no lookup has reached.
    fn unmet(&self) -> Option<Component> {
        self.facts.iter().find(|(_, (_, met))| !met.load(Ordering::Relaxed)).map(|(component, _)| component.clone())
    }

    /// The facts that were looked up.
    pub(crate) fn met(&self) -> HashMap<Component, F> {
        let met = self.facts.iter().filter(|(_, (_, met))| met.load(Ordering::Relaxed));
        met.map(|(component, (fact, _))| (component.clone(), *fact)).collect()
    }
}

impl ValueMap for TrackedMap<Nimber> {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.look(component)
    }

    fn count(&self) -> u64 {
        self.facts.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.visit(visit);
    }

    fn unneeded(&self) -> Option<Component> {
        self.unmet()
    }
}

impl OutcomeMap for TrackedMap<Outcome> {
    fn outcome(&self, component: &Component) -> Option<Outcome> {
        self.look(component)
    }

    fn count(&self) -> u64 {
        self.facts.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>) {
        self.visit(visit);
    }

    fn unneeded(&self) -> Option<Component> {
        self.unmet()
    }
}
