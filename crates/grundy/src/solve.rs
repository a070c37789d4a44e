//! From a question to a checked answer: the shortest way through the library.

use std::time::{Duration, Instant};

use grundy_cert::{Claim, Verdict, check_within};
use grundy_games::{Query, Question};
use grundy_lang as lang;
use grundy_solvers::Budget;

use crate::{
    error::Error,
    plan::plan,
    solved::{Solved, Stats},
};

/// The check of an answer may take at least this long.
const CHECK_AT_LEAST: Duration = Duration::from_secs(5);

/// How long the check of an answer may take, unless the caller waits for it: five seconds, or three
/// times as long as the answer took, whichever is more.
pub fn check_allowance(took: Duration) -> Duration {
    CHECK_AT_LEAST.max(took.saturating_mul(3))
}

/// What a question may spend.
///
/// ```
/// use std::time::Duration;
///
/// let limits = grundy::Limits { time: Some(Duration::from_secs(10)), ..Default::default() };
/// assert!(limits.memory.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time for the answer and its check together; unlimited if absent.
    pub time: Option<Duration>,
    /// Memory in bytes; 8 GiB if absent.
    pub memory: Option<u64>,
    /// The number of positions that may be solved; unlimited if absent.
    pub positions: Option<u64>,
}

impl Limits {
    /// A budget with these limits, whose time begins now.
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::new();
        if let Some(time) = self.time {
            budget = budget.time(time);
        }
        if let Some(bytes) = self.memory {
            budget = budget.bytes(bytes);
        }
        if let Some(positions) = self.positions {
            budget = budget.positions(positions);
        }
        budget
    }
}

/// Solves a position of a game: its value in normal play, its outcome in misère play.
///
/// The text of the game is a name (`kayles`) or rules (`take 1..3`); the position is a sum such as
/// `5 + 7`.
///
/// ```
/// let solved = grundy::solve("kayles", "5 + 7 + 9")?;
/// assert_eq!(solved.value(), Some(grundy::Nimber(2)));
/// assert_eq!(solved.status(), grundy::Status::Proved);
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// [`Error::Text`] with the place of the mistake, or any reason of [`solve_query`].
pub fn solve(game: &str, position: &str) -> Result<Solved, Error> {
    solve_query(lang::query(game, position, Question::ValueAndMoves)?, &Limits::default())
}

/// Solves a query within limits, and checks the answer.
///
/// The status is [`Status::Proved`](crate::Status::Proved) if the checker has verified every claim;
/// it is `Computed` if the check did not end within [`check_allowance`] and the limits.
///
/// # Errors
/// [`Error::NoSolver`] if no solver answers the query, [`Error::Stopped`] if a limit is reached
/// before the answer is known, [`Error::Check`] if the checker refuses the answer.
pub fn solve_query(query: Query, limits: &Limits) -> Result<Solved, Error> {
    let clock = Instant::now();
    let mut budget = limits.budget();
    let (solution, kernel) = plan(&query)?.run_told(&mut budget)?;
    let took = clock.elapsed();
    let stored = solution.claims.iter().map(Claim::recorded).sum();
    let stats =
        Stats { positions: budget.progress().positions, stored, bytes: budget.peak(), seconds: took.as_secs_f64() };
    let left = limits.time.map(|time| time.saturating_sub(took));
    let most = left.map_or(check_allowance(took), |left| left.min(check_allowance(took)));
    let check = Instant::now();
    let verdict = check_within(&query, &solution, budget.most_bytes(), &mut || check.elapsed() < most)?;
    Ok(Solved { query, solution, proved: verdict == Verdict::Verified, kernel, stats: Some(stats) })
}
