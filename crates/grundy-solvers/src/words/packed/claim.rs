//! The claim: the table itself, looked up by packing a component and shown by unpacking its keys.

use std::ops::ControlFlow;

use grundy_cert::ValueMap;
use grundy_core::Nimber;
use grundy_games::Component;

use super::{key::Key, options::Mover, table::Table};

/// The values of words.
pub(super) struct Values<K> {
    pub mover: Mover<K>,
    pub table: Table<K>,
    /// The starts without letters, which have no key. Their value is 0.
    pub empty: Vec<Component>,
}

impl<K: Key> ValueMap for Values<K> {
    fn value(&self, component: &Component) -> Option<Nimber> {
        if self.empty.contains(component) {
            return Some(Nimber::ZERO);
        }
        self.table.get(self.mover.key(component).filter(|key| !key.is_none())?).map(Nimber)
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
        self.table.each(|key, value| visit(&self.mover.layout.unpack(key), Nimber(value)).is_continue());
    }
}
