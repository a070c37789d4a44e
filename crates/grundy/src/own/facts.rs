//! What a search has recorded about a game in code, and what follows for sums.
//!
//! In normal play the value of every component is recorded, and sums follow by exclusive or. In
//! misère play only whole sums have outcomes, so these are recorded, in normal form.
//!
//! ```text
//! normal play   5 -> value 2, 6 -> value 0         sums follow: 5 + 6 has the value 2
//! misère play   [5] -> N, [4] -> P, [1, 1] -> N   each sum is a fact
//! ```

use std::hash::Hash;

use grundy_core::{Fault, Game, Nimber, Outcome};
use grundy_solvers::search::positions::{FactTable, normal_form};

/// What a search has recorded.
#[derive(Debug)]
pub(super) enum RecordedFacts<P> {
    /// The values of components.
    Values(FactTable<P, Nimber>),
    /// The misère outcomes of whole sums.
    Outcomes(FactTable<Vec<P>, Outcome>),
}

impl<P: Clone + Ord + Hash> RecordedFacts<P> {
    /// Returns the number of recorded facts.
    pub(super) fn count(&self) -> u64 {
        match self {
            RecordedFacts::Values(table) => table.len() as u64,
            RecordedFacts::Outcomes(table) => table.len() as u64,
        }
    }

    /// Returns the recorded value of a component. `None` in misère play.
    pub(super) fn recorded(&self, component: &P) -> Option<Nimber> {
        match self {
            RecordedFacts::Values(table) => Some(table.get(component)?.fact),
            RecordedFacts::Outcomes(_) => None,
        }
    }

    /// Returns the recorded value of a component that the search has met.
    ///
    /// A component that the search has not met is a fault: the game has listed other options than
    /// before.
    pub(super) fn value(&self, component: &P) -> Result<Nimber, Fault> {
        self.recorded(component).ok_or_else(changed)
    }

    /// Returns the value of a sum whose components the search has met.
    pub(super) fn total(&self, sum: &[P]) -> Result<Nimber, Fault> {
        sum.iter().map(|component| self.value(component)).sum::<Result<Nimber, Fault>>()
    }

    /// Returns the outcome of a sum that the search has met.
    pub(super) fn outcome<G: Game<Position = P>>(&self, game: &G, sum: &[P]) -> Result<Outcome, Fault> {
        match self {
            RecordedFacts::Values(_) => Ok(self.total(sum)?.outcome()),
            RecordedFacts::Outcomes(table) => {
                Ok(table.get(&normal_form(game, sum, |_| Ok::<(), Fault>(()))?).ok_or_else(changed)?.fact)
            }
        }
    }
}

/// The fault of a game that has other options than before.
fn changed() -> Fault {
    Fault("the options of a position change while the game is solved".into())
}
