//! The misère quotient of a heap game: for all heaps, for the heaps up to a size, or not found.
//!
//! *Method:* the misère quotient of Plambeck and Siegel, a finite commutative monoid in which the
//! outcome of a sum is read off the product of its heaps. *Example:* misère Kayles has a quotient
//! of 40 elements. *Limits:* some games have no finite quotient; then the claim covers the heaps up
//! to a size.

use std::sync::Arc;

use grundy_cert::{Answer, Claim, Quotient, Solution};
use grundy_core::Outcome;
use grundy_games::{Declaration, Query, Question};
use grundy_solvers::{
    Budget, Refusal, Stopped,
    heaps::quotient::{Growth, QuotientSearch},
};

use super::{Finding, Proof, Standing};
use crate::solved::UNCHECKED;

/// What is known of the misère quotient of a heap game.
///
/// ```text
/// misère kayles   40 elements, period 12 from heap 71 on; it grew last at heap 27
/// misère nim      infinite: every heap makes it grow, so a closed form answers
/// ```
#[derive(Clone, Debug)]
pub struct Classes {
    /// The quotient of all heaps, or of the heaps up to a size.
    pub claim: Arc<Quotient>,
    /// The heaps that made it grow.
    pub growth: Vec<Growth>,
    /// The largest heap that was looked at.
    pub last: u64,
}

/// The quotient of a heap game, sought among the heaps up to `to`.
///
/// # Errors
/// The reason, if the method is not about the game, or no end of the search is known and `to` is
/// absent.
pub(super) fn prove(rules: &Declaration, to: Option<u64>, budget: &mut Budget) -> Result<Proof, Refusal> {
    let mut search = QuotientSearch::new(&rules.ruleset)?;
    if let (Some(why), None) = (search.endless(), to) {
        return Err(format!("{why}; give a limit on the heaps").into());
    }
    // What is certified of the heaps so far is to be checked too.
    budget.reserve_part(4);
    let outcome = search.run(to.unwrap_or(u64::MAX), budget);
    let (mut standing, stopped) = match outcome {
        Ok(true) => (Standing::Proved, None),
        Ok(false) => (Standing::Certified, None),
        Err(stopped) => (Standing::Certified, Some(Stopped { known: Vec::new(), ..stopped })),
    };
    let (claim, stopped) = match search.claim(&mut budget.rest()) {
        Ok(claim) => (claim, stopped),
        Err(full) => {
            // What is known fits, a certificate of it does not: only that of no heap is one.
            standing = Standing::Certified;
            search = QuotientSearch::new(&rules.ruleset)?;
            let of_none = search.claim(&mut Budget::new());
            (of_none.map_err(|stopped| stopped.to_string())?, stopped.or(Some(full)))
        }
    };
    let claim = Arc::new(claim);
    let query = Query::new(rules, Vec::new(), Question::ValueAndMoves);
    let claims = vec![Claim::Quotient(Arc::clone(&claim))];
    let solution = Some((query, Solution { answer: Answer::Outcome(Outcome::N), claims }));
    let found = Classes { claim, growth: search.growth().to_vec(), last: search.last() };
    Ok(Proof { standing, finding: Finding::Quotient(found), solution, stopped, status: UNCHECKED })
}
