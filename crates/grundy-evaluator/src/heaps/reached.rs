//! Claims that are whole boxes of typed heaps: the heaps that play from the start comes to are
//! verified, no others.
//!
//! The table notes which heaps are looked up. The start is looked up first; a heap that was looked
//! up is verified, which looks up the heaps of its options. So at the end every heap that play can
//! come to is verified, with the values that were looked up on the way. A heap mostly has a greater
//! index than those of its options, so heaps are visited downwards, as often as new ones come up.

use grundy_core::Nimber;
use grundy_games::{Component, Typed};

use super::{Evaluator, FIRST_OPTIONS, Fact, PreparedRules, facts::component, table::HeapTable};
use crate::{
    poll::{Enough, Poll},
    sample::Sample,
};

/// A function that looks up the value of a component.
pub type ValueLookup<'a> = dyn FnMut(&Component) -> Option<Nimber> + 'a;

/// Verifies the value of a component by the plain meaning and the values that the function looks
/// up. Returns the number of options.
pub type PlainBy<'a, E> = dyn FnMut(&Component, Nimber, &mut ValueLookup<'_>, &mut Poll<'_>) -> Result<u64, E> + 'a;

impl Evaluator<'_> {
    /// Verifies the recorded value of each heap that play from these components comes to. Returns
    /// false, and verifies nothing, if one of these has no recorded value or another one.
    pub fn verify_reached<E: From<Enough>>(
        &mut self,
        start: &[(Component, Nimber)],
        plain: &mut PlainBy<'_, E>,
        poll: &mut Poll<'_>,
    ) -> Result<bool, E> {
        let PreparedRules::Typed(rules, _) = self.rules else { return Ok(false) };
        let place = |kind: &str| rules.kinds.iter().position(|known| **known == *kind);
        let look = |table: &mut HeapTable, component: &Component| match component {
            Component::Typed(Typed { kind, sizes }) => table.look(place(kind)?, sizes),
            _ => None,
        };
        if start.iter().any(|(component, value)| look(&mut self.table, component) != Some(*value)) {
            return Ok(false);
        }
        let (mut done, mut order) = (vec![false; self.table.len()], Vec::new());
        let (mut options, mut sizes) = (0, Vec::new());
        let mut sample = Sample::new();
        loop {
            let before = order.len();
            for index in (0..done.len()).rev() {
                poll.step()?;
                if done[index] {
                    continue;
                }
                let Some((kind, value)) = self.table.met(index, &mut sizes) else { continue };
                done[index] = true;
                order.push(index);
                let fact = Fact { kind, sizes: &sizes, value };
                sample.mix(fact.numbers());
                if options < FIRST_OPTIONS || !self.confirms(fact, poll)? {
                    options += plain(&component(rules, fact), value, &mut |part| look(&mut self.table, part), poll)?;
                }
            }
            if order.len() == before {
                break;
            }
        }
        let many = if self.tried > 0 { order.len() } else { 0 };
        sample.verify(many, self.tried, &mut |at| {
            let Some((kind, value)) = self.table.met(order[at], &mut sizes) else { return Ok(0) };
            let heap = component(rules, Fact { kind, sizes: &sizes, value });
            plain(&heap, value, &mut |part| look(&mut self.table, part), poll)
        })?;
        Ok(true)
    }
}
