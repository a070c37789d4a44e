//! The answer read off the claims of a solution, within a budget: a table takes a look at each
//! heap.

use grundy_cert::{Answer, Solution};
use grundy_games::Query;

use crate::support::budget::{Budget, Stopped};

/// Returns the answer that follows from the claims; `None` if they do not decide it.
pub(crate) fn answer_of(solution: &Solution, query: &Query, budget: &mut Budget) -> Result<Option<Answer>, Stopped> {
    let mut polled = Ok(());
    let answer = solution.read_answer_while(query, &mut || {
        polled = budget.poll();
        polled.is_ok()
    });
    polled.map(|()| answer)
}
