//! What a search of packed words costs.

use grundy_games::{Component, Query};

use super::program::Program;
use crate::solver::{Estimate, Refusal};

/// Returns the estimate for a query, or why it is refused.
pub(super) fn assess(query: &Query) -> Result<Estimate, Refusal> {
    let program = Program::new(query)?;
    let positions: f64 = query.position.iter().map(|term| bound(&term.component)).sum();
    let bytes = 4096.0 + positions * (2.0 + program.bits() as f64 / 8.0) * 1.4;
    Ok(Estimate { positions, bytes, nanoseconds: 2000.0 + positions * (100.0 + 25.0 * program.longest as f64) })
}

/// The number of subsequences of a word.
fn bound(component: &Component) -> f64 {
    match component {
        Component::Row(word) | Component::Ring(word) => 2f64.powf(word.chars().count() as f64),
        _ => 1.0,
    }
}
