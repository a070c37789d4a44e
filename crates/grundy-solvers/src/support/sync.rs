//! Locks and atomic words that workers share: those of the standard library, or those of loom where
//! a test explores every interleaving (`cargo xtask loom`).

#[cfg(all(test, loom))]
pub(crate) use loom::sync::{
    Mutex, RwLock, RwLockReadGuard,
    atomic::{AtomicBool, AtomicU64, AtomicUsize},
};
#[cfg(not(all(test, loom)))]
pub(crate) use std::sync::{
    Mutex, RwLock, RwLockReadGuard,
    atomic::{AtomicBool, AtomicU64, AtomicUsize},
};
pub(crate) use std::sync::{PoisonError, atomic::Ordering};

/// Explores every interleaving of a model with at most `preemptions` switches from a worker that
/// could continue.
#[cfg(all(test, loom))]
pub(crate) fn every_order(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    // A table that grows reads all of its words.
    builder.max_branches = 1 << 16;
    builder.check(model);
}
