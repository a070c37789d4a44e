//! From a question to a checked answer.
//!
//! The way has two halves, so that an answer is never lost to its check. [`Run::find`] plans the
//! query and runs the solvers; what it returns is [`Found`], an answer that counts as computed,
//! with what is left of the limits. On it the caller finds moves, reasons and the moves left.
//! [`Run::settle`] then has the checker verify the claims, and turns the answer into a [`Solved`]
//! with its status. [`Run::solve`] and [`solve`] do both.

use std::{fmt, path::Path, time::Duration};

use grundy_cert::{Claim, Flaw, Means, Solution, Verdict};
use grundy_core::Outcome;
use grundy_games as games;
use grundy_games::{Convention, Query, Question, Ruleset};
use grundy_solvers::{Budget, Reason, Stopped, support::clock::Instant};

use crate::{
    checking::CheckEnd,
    checkpoint::OpenCheckpoint,
    error::Error,
    explain::{Explanation, explain},
    left::{MovesLeft, moves_left},
    moves::{Move, Moves, moves, moves_by_group},
    plan::{Choices, NoSolver, Plan, PlanOptions, Step, plan_with},
    run::{Event, Limits, Run},
    solved::{Doubt, Solved, Stats, Status},
};

/// The check of an answer may take at least this long.
const CHECK_AT_LEAST: Duration = Duration::from_secs(5);

/// How long the check of an answer may take, unless the caller waits for it: five seconds, or three
/// times as long as the answer took, whichever is more.
///
/// A check recomputes what the solver found by plainer means, and may take far longer than the
/// solver.
pub(crate) fn check_allowance(took: Duration) -> Duration {
    CHECK_AT_LEAST.max(took.saturating_mul(3))
}

/// How an answer is to be found.
///
/// The default asks for the answer alone, with the usual allowance for its check and no file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'w> {
    /// The check takes all the time that is left, not only the allowance that [`Run::solve`]
    /// states: for an answer that is to become a certificate.
    pub patient: bool,
    /// The value of every option is needed, not only the answer: for a list of moves. It leaves out
    /// the solvers that give one winning move only, which may be far cheaper.
    pub every_option: bool,
    /// The file that the search resumes from and saves to. What it holds is checked with the
    /// answer, so the check takes all the time that is left.
    pub checkpoint: Option<&'w Path>,
}

impl Wanted<'_> {
    /// The solvers that give what is wanted.
    fn choices(&self) -> Choices<'static, 'static> {
        if self.every_option { Choices::EveryOption } else { Choices::All }
    }
}

/// An answer whose check is still to come: first the moves are found, so that a limit that ends
/// the check leaves the answer whole.
///
/// ```
/// use grundy::{Limits, Question, Run, Wanted, games, moves::Moves};
///
/// let run = Run::new(Limits::default());
/// let query = games::query("nim", "3 + 4 + 5", Question::ValueAndMoves)?;
/// let mut found = run.find(query, Wanted { every_option: true, ..Wanted::default() })?;
/// assert!(!found.solved().status().is_proved(), "nothing is checked yet");
/// assert!(matches!(found.moves(false)?, Moves::Listed { count: 12, .. }));
/// assert_eq!(found.moves_left()?.map(|left| left.moves), Some(11));
/// let solved = run.settle(found)?;
/// assert!(solved.status().is_proved());
/// # Ok::<(), grundy::Error>(())
/// ```
pub struct Found {
    solved: Solved,
    budget: Budget,
    took: Duration,
    patient: bool,
    /// What a failed check means: a fault of the program, or a checkpoint that is not what it
    /// seems.
    suspect: Option<String>,
    due: bool,
    /// The certificate that the answer is read off.
    certificate: Option<String>,
}

impl Found {
    /// An answer that was read off a certificate of this name, which is checked.
    ///
    /// The check of the certificate has given it its status, so none is due.
    pub(crate) fn certified(solved: Solved, budget: Budget, name: String) -> Found {
        let certificate = Some(name);
        Found { solved, budget, took: Duration::ZERO, patient: false, suspect: None, due: false, certificate }
    }

    /// The answer so far: it counts as computed.
    ///
    /// Its status is [`Doubt::Unchecked`](crate::Doubt) until [`Run::settle`] has returned it.
    pub fn solved(&self) -> &Solved {
        &self.solved
    }

    /// The answer without a record of what the work took.
    ///
    /// For answers that are compared or stored, where times would differ from run to run.
    pub fn unmeasured(mut self) -> Found {
        self.solved.stats = None;
        self
    }

    /// What is left of the limits.
    ///
    /// For work on the answer that is not a method here; it counts as part of the same run.
    pub fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    /// The moves of the position: the winning ones, and the others too if `all`.
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit is reached, [`Error::Refused`] if the claims of a certificate
    /// do not hold the values of the options.
    ///
    /// # Cost
    /// Depends on the claims: values that are known are looked up for one expansion of each
    /// component; others are solved first. See [`moves`](crate::moves()).
    pub fn moves(&mut self, all: bool) -> Result<Moves, Error> {
        let found = moves(&self.solved.query, &self.solved.solution, all, &mut self.budget);
        found.map_err(|stopped| self.unknown_moves(stopped))
    }

    /// As [`Found::moves`], where the moves of the first of a group of equal neighbours stand for
    /// those of all of them: for a list that is shown.
    ///
    /// # Errors
    /// As [`Found::moves`].
    ///
    /// # Cost
    /// One expansion of each group.
    pub fn moves_by_group(&mut self, all: bool) -> Result<Moves, Error> {
        let found = moves_by_group(&self.solved.query, &self.solved.solution, all, &mut self.budget);
        found.map_err(|stopped| self.unknown_moves(stopped))
    }

    /// The winning moves [by group](Found::moves_by_group), or the limit that ended the search for
    /// them: then the answer has no list of moves.
    ///
    /// # Errors
    /// As [`Found::moves`], except for limits.
    pub fn winning_moves(&mut self) -> Result<Result<Moves, Stopped>, Error> {
        match self.moves_by_group(false) {
            Ok(moves) => Ok(Ok(moves)),
            Err(Error::Stopped(stopped)) if stopped.is_limit() => Ok(Err(stopped)),
            Err(error) => Err(error),
        }
    }

    /// The moves that are left if both play well, which the answer then has as
    /// [`Solved::moves_left`]. `None` if the position is too large, a limit ends the search, or the
    /// question is the value only.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the search is interrupted; [`Error::Check`] if it contradicts the
    /// answer: a fault of the program.
    ///
    /// # Cost
    /// That of [`moves_left`](crate::left::moves_left): at most
    /// [`MOST_SUMS`](crate::left::MOST_SUMS) sums.
    pub fn moves_left(&mut self) -> Result<Option<MovesLeft>, Error> {
        if self.solved.query.question == Question::Value {
            return Ok(None);
        }
        let left = match moves_left(&self.solved.query, &mut self.budget) {
            Ok(Some(left)) => left,
            Err(stopped) if stopped.reason == Reason::Interrupted => return Err(stopped.into()),
            Ok(None) | Err(_) => return Ok(None),
        };
        let agrees = self.solved.outcome().is_none_or(|outcome| (outcome == Outcome::N) == left.wins);
        let subject = || format!("the answer to `{}` ({FAULT})", self.solved.query);
        if !agrees {
            return Err(Error::Check { flaw: Flaw::OtherAnswer, subject: subject() });
        }
        self.solved.moves_left = Some(left);
        Ok(Some(left))
    }

    /// Why the position has its value or its outcome, read off the claims.
    ///
    /// # Errors
    /// As [`Found::moves`]: an answer that is to be explained is found with
    /// [`Wanted::every_option`].
    ///
    /// # Cost
    /// One expansion of each component, and a look-up for each of its options.
    pub fn explain(&mut self) -> Result<Explanation, Error> {
        explain(&self.solved, &mut self.budget).map_err(|stopped| self.unknown_moves(stopped))
    }

    /// The error for moves that the claims do not give: of a certificate a refusal, else the fault.
    fn unknown_moves(&self, stopped: Stopped) -> Error {
        match (&self.certificate, &stopped.reason) {
            (Some(name), Reason::Fault(_)) => Error::refused(
                "certificate",
                format!("{name} does not show which moves win"),
                "ask for the value or the outcome only, or compute them without the certificate",
            ),
            _ => stopped.into(),
        }
    }
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found").field("solved", &self.solved).finish_non_exhaustive()
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
/// assert!(solved.status().is_proved());
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// [`Error::Text`] with the place of the mistake, or any reason of [`Run::solve`].
///
/// # Cost
/// That of the solver that is chosen, and of the check. There is no limit on time; see [`Run`].
pub fn solve(game: &str, position: &str) -> Result<Solved, Error> {
    Run::new(Limits::default()).solve(games::query(game, position, Question::ValueAndMoves)?)
}

/// From so many predicted seconds on, ten days, the value of a position is out of reach.
const HOPELESS: f64 = 864_000.0;

/// As [`HOPELESS`], where the time is limited: so many times the limit.
const FAR: f64 = 10.0;

/// So many predicted seconds are a cost that nobody has to be asked for.
const SOON: f64 = 1.0;

/// The predicted cost of the solvers that are sure to answer, in seconds of one core: of each step
/// the one after all attempts.
fn seconds(plan: &Plan<'_>) -> f64 {
    let sure = |step: &Step<'_>| step.then().last().map_or(step.estimate(), |(_, estimate)| estimate);
    plan.steps().iter().map(|step| sure(step).nanoseconds).sum::<f64>() / 1e9
}

/// The error of a plan that gave no answer: where all its methods were attempts that found nothing,
/// what each solver says.
fn unanswered(plan: &Plan<'_>, stopped: Stopped) -> Error {
    match plan.steps() {
        [step]
            if step.query().convention == Convention::Normal
                && matches!(stopped.reason, Reason::Fault(_))
                && step.is_attempt(step.solver())
                && step.then().all(|(name, _)| step.is_attempt(name)) =>
        {
            let last = step.then().last().map_or(step.solver(), |(name, _)| name);
            let refused = step.verdicts().into_iter().map(|(name, said)| match said {
                Ok(_) if name == last => (name, stopped.to_string().into()),
                Ok(_) => (name, "it found nothing".into()),
                Err(refusal) => (name, refusal),
            });
            Error::NoSolver(NoSolver(refused.collect()))
        }
        _ => stopped.into(),
    }
}

impl Run {
    /// Solves a query and checks the answer.
    ///
    /// The status is [`Status::Proved`] if the checker has verified every claim; it is
    /// [`Status::Computed`] if the check did not end within the limits and its allowance: five
    /// seconds, or three times as long as the answer took, whichever is more.
    ///
    /// # Errors
    /// [`Error::NoSolver`] if no solver answers the query, [`Error::Stopped`] if a limit is reached
    /// before the answer is known, [`Error::Check`] if the checker refuses the answer.
    pub fn solve(&self, query: Query) -> Result<Solved, Error> {
        self.settle(self.find(query, Wanted::default())?)
    }

    /// Answers a query; [`Run::settle`] checks the answer.
    ///
    /// # Errors
    /// As [`Run::solve`], and [`Error::Refused`] if the checkpoint is about another search.
    ///
    /// # Cost
    /// The estimates of the solvers, usually under a millisecond, and the work of the chosen one.
    /// [`Run::plan`] returns the estimates without the work.
    pub fn find(&self, query: Query, wanted: Wanted<'_>) -> Result<Found, Error> {
        let plan = self.planned(&query, wanted.choices(), wanted.checkpoint.is_some())?;
        self.find_by(&plan, query, wanted)
    }

    /// As [`Run::find`], but [`Run::winner_alone`] where the value is out of reach, unless a
    /// checkpoint keeps the search for it.
    ///
    /// # Errors
    /// As [`Run::find`].
    pub fn find_in_reach(&self, query: Query, wanted: Wanted<'_>) -> Result<Found, Error> {
        let plan = self.planned(&query, wanted.choices(), wanted.checkpoint.is_some());
        let whole = wanted.every_option || wanted.checkpoint.is_some();
        match self.winner_alone(&query, plan.as_ref()).filter(|_| !whole) {
            Some((query, plan)) => self.find_by(&plan, query, wanted),
            None => self.find_by(&plan?, query, wanted),
        }
    }

    /// Where the value of a position is out of reach and who wins is not, the query about the
    /// latter, with its plan: [`Question::Outcome`] in the place of [`Question::ValueAndMoves`].
    ///
    /// *Example.* Wythoff's game at `W(10^18, 5)`: a theorem gives who wins, and a search for the
    /// value would take longer than anybody has. Out of reach is what takes ten days, or ten times
    /// the time of the run.
    pub fn winner_alone(&self, query: &Query, plan: Result<&Plan<'static>, &Error>) -> Option<(Query, Plan<'static>)> {
        let most = self.left().map_or(HOPELESS, |left| HOPELESS.min(FAR * left.as_secs_f64().max(SOON)));
        let is_hopeless = match plan {
            Ok(plan) => seconds(plan) >= most,
            Err(error) => matches!(error, Error::NoSolver(_)),
        };
        if !is_hopeless || query.question != Question::ValueAndMoves || query.convention == Convention::Misere {
            return None;
        }
        let query = Query { question: Question::Outcome, ..query.clone() };
        let plan = self.planned(&query, Choices::All, false).ok().filter(|plan| seconds(plan) < SOON)?;
        Some((query, plan))
    }

    /// As [`Run::find`], by a plan for the query.
    pub(crate) fn find_by(&self, plan: &Plan<'_>, query: Query, wanted: Wanted<'_>) -> Result<Found, Error> {
        let checkpoint = wanted.checkpoint.map(|path| (path, &query));
        let clock = Instant::now();
        let (solution, solver, budget) = self.run_plan(plan, checkpoint)?;
        let took = clock.elapsed();
        let stats = Some(stats(Some(&solution), &budget, took));
        let status = Status::Computed(Doubt::Unchecked);
        let suspect = wanted.checkpoint.map(|path| format!("{} may be wrong: remove it", path.display()));
        let solved = Solved { query, solution, status, solver, stats, moves_left: None };
        let patient = wanted.patient || wanted.checkpoint.is_some();
        Ok(Found { solved, budget, took, patient, suspect, due: self.checks(), certificate: None })
    }

    /// An answer that was found in another way, to be checked.
    ///
    /// Its budget is what is left of the limits now.
    pub(crate) fn found(&self, solved: Solved, took: Duration, checkpoint: Option<&Path>) -> Found {
        let suspect = checkpoint.map(|path| format!("{} may be wrong: remove it", path.display()));
        let patient = false;
        let due = self.checks();
        Found { solved, budget: self.budget(), took, patient, suspect, due, certificate: None }
    }

    /// How a query will be answered.
    ///
    /// No position is solved, except by solvers whose estimate is a small experiment.
    ///
    /// # Errors
    /// [`Error::NoSolver`] with the reason of every solver, or a limit.
    pub fn plan(&self, query: &Query) -> Result<Plan<'static>, Error> {
        self.planned(query, Choices::All, false)
    }

    /// As [`Run::plan`], with these solvers; `as_it_is` where a checkpoint keeps facts of the game
    /// itself.
    fn planned(&self, query: &Query, choices: Choices<'_, 'static>, as_it_is: bool) -> Result<Plan<'static>, Error> {
        query.rulesets.iter().for_each(Ruleset::prepare);
        let plan = plan_with(query, PlanOptions { choices, limits: self.budget(), as_it_is });
        // A limit that ended the estimates is the reason, whatever the solvers said then.
        self.budget().poll()?;
        Ok(plan?)
    }

    /// Answers a query without a check: the solution, the names of the solvers, and what is left
    /// of the limits.
    ///
    /// The solver's claims are in the solution, for a caller that has them checked itself, or not
    /// at all.
    ///
    /// # Errors
    /// As [`Run::solve`].
    pub fn answer(&self, query: &Query) -> Result<(Solution, String, Budget), Error> {
        self.run_plan(&self.plan(query)?, None)
    }

    /// Runs a plan, with a checkpoint if one is given, and informs the host of its beginning, its
    /// end and what it took. A checkpoint informs the host also if the work fails.
    fn run_plan(
        &self,
        plan: &Plan<'_>,
        checkpoint: Option<(&Path, &Query)>,
    ) -> Result<(Solution, String, Budget), Error> {
        let premises: Vec<String> = plan.steps().iter().filter_map(Step::premise).collect();
        let premises = premises.join("; ");
        let shown = self.begin(Some(&*premises).filter(|premises| !premises.is_empty()));
        let (kept, mut budget) = match checkpoint {
            Some((path, query)) => {
                let (kept, budget) = OpenCheckpoint::begin(self, path, plan, query, self.watched())?;
                (Some(kept), budget)
            }
            None => (None, self.watched()),
        };
        let clock = Instant::now();
        let solved = plan.run_named(&mut budget);
        drop(shown);
        let solvers = solved.as_ref().map_or_else(|_| plan.solvers(), |(_, solvers)| solvers.clone());
        let solution = solved.as_ref().ok().map(|(solution, _)| solution);
        self.event(Event::Ran { solvers: &solvers, stats: stats(solution, &budget, clock.elapsed()) });
        if let Some(kept) = kept {
            kept.end(self, &solved)?;
        }
        let (solution, solvers) = solved.map_err(|stopped| unanswered(plan, stopped))?;
        Ok((solution, solvers, budget))
    }

    /// Checks an answer in the time that the check may take. If the check does not end, the answer
    /// stays computed, with the reason.
    ///
    /// The allowance is that of [`Run::solve`], unless the answer was [wanted](Wanted) with a
    /// patient check or a checkpoint. A run [without checks](Run::unchecked) returns the answer as
    /// it is.
    ///
    /// # Errors
    /// [`Error::Check`] if the checker refuses the answer.
    pub fn settle(&self, found: Found) -> Result<Solved, Error> {
        let Found { mut solved, took, patient, suspect, due, .. } = found;
        if !due {
            return Ok(solved);
        }
        let limit = (!patient && self.means() != Means::Plain).then(|| check_allowance(took));
        let verdict = self.verify(&solved.query, &solved.solution, limit).map_err(|flaw| {
            let fault = suspect.unwrap_or_else(|| FAULT.to_owned());
            Error::Check { flaw, subject: format!("the answer to `{}` ({fault})", solved.query) }
        })?;
        solved.status = self.status(&solved.solution.claims, verdict);
        Ok(solved)
    }

    /// What the verdict of the checker on these claims means for the answer.
    ///
    /// Where several reasons apply, the first of these is given: cancelled, memory, time, a claim
    /// that nothing can check, and at last the allowance.
    pub(crate) fn status(&self, claims: &[Claim], verdict: CheckEnd) -> Status {
        let uncheckable = claims.iter().find_map(Claim::unchecked);
        Status::Computed(match (verdict.verdict, uncheckable) {
            (Verdict::Verified, _) => return Status::Proved,
            _ if self.is_cancelled() => Doubt::Interrupted,
            (Verdict::TooLarge, _) => Doubt::Memory(self.most_bytes()),
            _ if verdict.overrun => Doubt::Memory(self.most_bytes()),
            _ if self.left() == Some(Duration::ZERO) => Doubt::Time,
            (_, Some(why)) => Doubt::Uncheckable(why),
            _ => Doubt::Slow,
        })
    }
}

impl Solved {
    /// The winning moves, all of them or one, depending on the question and on the claims. There is
    /// no limit; [`Found::moves`] has one.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the claims do not hold the values of the options.
    ///
    /// # Cost
    /// One expansion of each component.
    pub fn winning_moves(&self) -> Result<Vec<Move>, Error> {
        Ok(match moves(&self.query, &self.solution, false, &mut Budget::new())? {
            Moves::Listed { moves, .. } => moves.into_iter().filter(Move::wins).collect(),
            Moves::One(winning) | Moves::TooMany { winning, .. } => winning.into_iter().collect(),
        })
    }

    /// Why the position has its value or its outcome. If the claims do not hold the values of all
    /// options, the position is solved again by a method that records them. There is no limit;
    /// [`Found::explain`] has one.
    ///
    /// The second search can cost far more than the first, since solvers that look for one winning
    /// move only are left out.
    ///
    /// # Errors
    /// As [`Run::find`].
    pub fn explain(&self) -> Result<Explanation, Error> {
        match explain(self, &mut Budget::new()) {
            Err(Stopped { reason: Reason::Fault(_), .. }) => {
                let wanted = Wanted { every_option: true, ..Wanted::default() };
                Run::new(Limits::default()).find(self.query.clone(), wanted)?.explain()
            }
            explained => Ok(explained?),
        }
    }
}

/// What a check that fails means where nothing was read from a file.
pub(crate) const FAULT: &str = "this is a fault of the program";

/// What the work took: the positions and the peak of memory from the budget, the recorded positions
/// from the claims. `stored` is absent if a claim does not record positions one by one.
fn stats(solution: Option<&Solution>, budget: &Budget, took: Duration) -> Stats {
    Stats {
        positions: budget.progress().positions,
        stored: solution.and_then(|solution| solution.claims.iter().map(Claim::recorded).sum()),
        bytes: budget.peak(),
        seconds: took.as_secs_f64(),
    }
}
