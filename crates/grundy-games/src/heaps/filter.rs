//! Filters: a condition on facts of a position, such as `value >= 3 and size % 2 = 0`.
//!
//! The condition is an expression of a clause, with the names of the facts in place of the names of
//! sizes. The caller supplies the names, and their values in the same order.
//!
//! *Example.* `grundy first kayles --where 'value = 7'` has one name, `value`. *Cost:* that of the
//! expression for each position.

use std::{cell::Cell, fmt};

use grundy_core::Fault;

use crate::heaps::{
    expr::{Condition, MOST_TRIALS, write_condition},
    meter::{Halt, Meter, Report},
};

/// A condition on named numbers.
///
/// ```
/// use grundy_games::{Filter, heaps::expr::{Comparison, Condition, Expr}};
///
/// let small = Condition::Compare(Expr::Name(0), Comparison::Less, Expr::Number(3));
/// let filter = Filter { names: vec!["value".into()], condition: small };
/// assert_eq!(filter.to_string(), "value < 3");
/// assert_eq!(filter.holds(&[2], &mut |_| Ok::<(), grundy_core::Fault>(())), Ok(true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The names: first the facts in the order of their values, then those that a `sum` binds.
    pub names: Vec<String>,
    /// The condition on them.
    pub condition: Condition,
}

impl Filter {
    /// Whether the condition holds for these values of the facts. `work` gets the cheap steps of a
    /// long `sum`, and may end it.
    ///
    /// # Errors
    /// A number that does not fit into 128 bits, a division by 0, or the error of `work`.
    ///
    /// # Panics
    /// If there are more values than names.
    pub fn holds<E: From<Fault>>(&self, facts: &[i128], work: &mut dyn FnMut(u32) -> Result<(), E>) -> Result<bool, E> {
        let mut slots = vec![0; self.names.len()];
        slots[..facts.len()].copy_from_slice(facts);
        let ended = Cell::new(None);
        let report = Reported { work: &mut |steps| work(steps).map_err(|error| ended.set(Some(error))) };
        match self.condition.holds(&slots, &mut Meter::new(MOST_TRIALS, report)) {
            Ok(holds) => Ok(holds),
            Err(Halt::Fault(fault)) => Err(fault.into()),
            Err(Halt::Ended) => {
                Err(ended.take().unwrap_or_else(|| Fault("the condition was not decided".into()).into()))
            }
        }
    }

    /// Whether the condition names this fact.
    ///
    /// The caller need not compute a fact that is not used.
    pub fn uses(&self, name: &str) -> bool {
        self.names.iter().position(|known| known == name).is_some_and(|slot| self.condition.uses(slot))
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_condition(f, &self.names, &self.condition, 0)
    }
}

/// Passes reports of work on.
struct Reported<'w> {
    work: &'w mut dyn FnMut(u32) -> Result<(), ()>,
}

impl Report for Reported<'_> {
    fn work(&mut self, steps: u32) -> Result<(), Halt> {
        (self.work)(steps).map_err(|()| Halt::Ended)
    }
}
