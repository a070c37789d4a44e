//! One run of the program: its flags, its limits, and how a query is planned, solved and checked.

use std::{
    io::{IsTerminal, stdout},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use grundy::{Budget, Claim, Plan, Progress, Query, Reason, Solution, Stopped, Verdict, check_within, plan, plan_full};
use grundy_show::{Colour, Solved, Stats};
use signal_hook::{
    consts::SIGINT,
    flag::{register, register_conditional_shutdown},
};

use crate::{
    cli::Common,
    input,
    memory::Memory,
    output::{Trouble, colour},
    progress::Watch,
    verbs::checkpoint,
};

/// The check of an answer may take this long, or three times as long as the answer, whichever is more.
const CHECK_AT_LEAST: Duration = Duration::from_secs(5);

/// One run of the program.
pub struct Session {
    /// The flags of every verb.
    pub common: Common,
    interrupted: Arc<AtomicBool>,
    memory: Arc<Memory>,
    /// Whether a check has ended for want of memory.
    overrun: AtomicBool,
}

impl Session {
    /// A run with these flags. The first Ctrl-C ends the work in good order, the second at once.
    pub fn new(common: Common) -> Session {
        let interrupted = Arc::new(AtomicBool::new(false));
        // In this order: the flag that the first Ctrl-C sets is what makes the second one end the program. Both are done
        // in the handler itself, so that no thread has to be started for them.
        let second = register_conditional_shutdown(SIGINT, 130, interrupted.clone());
        if let Err(error) = second.and_then(|_| register(SIGINT, interrupted.clone())) {
            crate::output::narrate(&format!("warning: Ctrl-C ends the program at once: {error}"));
        }
        let memory = Arc::new(Memory::new(common.memory));
        let time = common.time.map(Duration::from_secs_f64);
        input::limit(input::Limits::new(time, memory.limit(), interrupted.clone()));
        Session { common, interrupted, memory, overrun: AtomicBool::new(false) }
    }

    /// Whether stdout takes colours.
    pub fn colour(&self) -> Colour {
        colour(self.common.color, stdout().is_terminal())
    }

    /// The text or the JSON, whichever the flags ask for.
    pub fn pick(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> String) -> String {
        if self.common.json { json() } else { text() }
    }

    /// The limits that the flags set.
    pub fn budget(&self) -> Budget {
        let memory = self.memory.clone();
        let mut budget = Budget::new()
            .interrupt(self.interrupted.clone())
            .bytes(memory.limit())
            .holding(memory.held())
            .overrun(Arc::new(move || memory.overrun()));
        if let Some(seconds) = self.common.time {
            budget = budget.time(Duration::from_secs_f64(seconds));
        }
        if let Some(positions) = self.common.positions {
            budget = budget.positions(positions);
        }
        budget
    }

    /// The limits that the flags set, told to a watch.
    pub fn watched(&self, watch: &Watch) -> Budget {
        let teller = watch.clone();
        self.budget().report(move |progress| teller.tell("solving", progress))
    }

    /// Answers a query and checks the answer. The budget is what is left of the limits. The check is given all the
    /// time it needs if `patient`.
    pub fn solve(&self, query: Query, patient: bool) -> Result<(Solved, Budget), Trouble> {
        self.solve_kept(query, patient, None)
    }

    /// As [`Session::solve`], with a checkpoint. What earlier runs have found is checked with the rest, however long it takes.
    pub fn solve_kept(
        &self,
        query: Query,
        patient: bool,
        checkpoint: Option<&Path>,
    ) -> Result<(Solved, Budget), Trouble> {
        let plan = plan(&query)?;
        self.solve_by(&plan, query, patient, checkpoint)
    }

    /// As [`Session::solve_kept`], with the value of every option.
    pub fn solve_full(&self, query: Query, checkpoint: Option<&Path>) -> Result<(Solved, Budget), Trouble> {
        let plan = plan_full(&query)?;
        self.solve_by(&plan, query, false, checkpoint)
    }

    fn solve_by(
        &self,
        plan: &Plan<'_>,
        query: Query,
        patient: bool,
        path: Option<&Path>,
    ) -> Result<(Solved, Budget), Trouble> {
        let clock = Instant::now();
        let (solution, kernel, budget) = self.run_plan(plan, path.map(|path| (path, &query)))?;
        let stats = self.common.stats.then(|| stats(Some(&solution), &budget, clock.elapsed()));
        let patient = patient || path.is_some();
        let proved = !self.common.no_check && self.check(&query, &solution, clock.elapsed(), patient, path)?;
        Ok((Solved { query, solution, proved, kernel, stats }, budget))
    }

    /// Answers a query without a check.
    pub fn run(&self, query: &Query) -> Result<(Solution, String, Budget), Trouble> {
        self.run_plan(&plan(query)?, None)
    }

    fn run_plan(
        &self,
        plan: &Plan<'_>,
        checkpoint: Option<(&Path, &Query)>,
    ) -> Result<(Solution, String, Budget), Trouble> {
        let premises: Vec<String> = plan.steps().iter().filter_map(grundy::Step::premise).collect();
        let watch = Watch::noting((!premises.is_empty()).then(|| format!("note: {}", premises.join("; "))));
        let (kept, mut budget) = match checkpoint {
            Some((path, query)) => {
                let (kept, budget) = checkpoint::begin(path, plan, query, self.watched(&watch))?;
                (Some(kept), budget)
            }
            None => (None, self.watched(&watch)),
        };
        let clock = Instant::now();
        let solved = plan.run_told(&mut budget);
        watch.finish();
        if self.common.stats {
            let kernels = solved.as_ref().map_or_else(|_| plan.kernels(), |(_, kernels)| kernels.clone());
            let solution = solved.as_ref().ok().map(|(solution, _)| solution);
            crate::output::narrate(&stats(solution, &budget, clock.elapsed()).text(&kernels));
        }
        if let Some(kept) = kept {
            kept.end(solved.as_ref().err())?;
        }
        let (solution, kernels) = solved?;
        Ok((solution, kernels, budget))
    }

    /// Whether the checker verifies the solution in the time that it may take.
    fn check(
        &self,
        query: &Query,
        solution: &Solution,
        took: Duration,
        patient: bool,
        checkpoint: Option<&Path>,
    ) -> Result<bool, Trouble> {
        let limit = CHECK_AT_LEAST.max(took.saturating_mul(3));
        let verdict = self.verify(query, solution, (!patient).then_some(limit));
        self.uninterrupted()?;
        match verdict {
            Ok(verdict) => Ok(verdict == Verdict::Verified),
            Err(flaw) => {
                let fault = match checkpoint {
                    Some(path) => format!("{} may hold what is not so: remove it", path.display()),
                    None => "this is a fault of the program".into(),
                };
                Err(Trouble::Flaw { flaw, whose: format!("the answer to `{query}` ({fault})") })
            }
        }
    }

    /// What the checker says of claims that were given, within the limits of the flags; whether it has verified them all.
    pub fn examine(&self, query: &Query, solution: &Solution, whose: &str) -> Result<bool, Trouble> {
        let limit = self.common.time.map(Duration::from_secs_f64);
        let verdict = self.verify(query, solution, limit);
        let stopped = |reason| Stopped { reason, progress: Progress::default(), known: Vec::new() };
        let unchecked = solution.claims.iter().any(|claim| matches!(claim, Claim::Unchecked(..)));
        match verdict.map_err(|flaw| Trouble::Flaw { flaw, whose: whose.to_owned() })? {
            _ if self.interrupted() => Err(stopped(Reason::Interrupted).into()),
            Verdict::Verified => Ok(true),
            Verdict::TooLarge => Err(stopped(Reason::Memory(self.most_bytes())).into()),
            Verdict::Unverified if self.overrun.load(Ordering::Relaxed) => {
                Err(stopped(Reason::Memory(self.most_bytes())).into())
            }
            Verdict::Unverified if unchecked => Ok(false),
            Verdict::Unverified => Err(stopped(Reason::Time).into()),
        }
    }

    /// The memory that may be held.
    fn most_bytes(&self) -> u64 {
        self.memory.limit()
    }

    /// What the checker says within the limit, or until Ctrl-C.
    pub fn verify(&self, query: &Query, solution: &Solution, limit: Option<Duration>) -> Result<Verdict, grundy::Flaw> {
        let most = self.most_bytes().saturating_sub(self.memory.held());
        self.checking(limit, |go_on| check_within(query, solution, most, go_on))
    }

    /// Runs a check within the limit, or until Ctrl-C.
    pub fn checking<T>(&self, limit: Option<Duration>, check: impl FnOnce(&mut dyn FnMut() -> bool) -> T) -> T {
        let clock = Instant::now();
        let watch = Watch::new();
        let mut asked = 0u64;
        let verdict = check(&mut || {
            asked += 1;
            if !asked.is_multiple_of(4) {
                return true;
            }
            watch.tell("checking", Progress { positions: asked, ..Progress::default() });
            if self.memory.overrun().is_some() {
                self.overrun.store(true, Ordering::Relaxed);
                return false;
            }
            !self.interrupted() && limit.is_none_or(|limit| clock.elapsed() < limit)
        });
        watch.finish();
        verdict
    }

    /// Ends the work if the user has pressed Ctrl-C.
    pub fn uninterrupted(&self) -> Result<(), Trouble> {
        if self.interrupted() {
            return Err(
                Stopped { reason: Reason::Interrupted, progress: Progress::default(), known: Vec::new() }.into()
            );
        }
        Ok(())
    }

    /// Whether the user has pressed Ctrl-C.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

/// What the work took.
fn stats(solution: Option<&Solution>, budget: &Budget, took: Duration) -> Stats {
    Stats {
        positions: budget.progress().positions,
        stored: solution.and_then(|solution| solution.claims.iter().map(Claim::recorded).sum()),
        bytes: budget.peak(),
        seconds: took.as_secs_f64(),
    }
}
