//! One run of the program: its flags, its limits, and how a query is planned, solved and checked.

use std::{
    io::{IsTerminal, stdout},
    path::Path,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use grundy::{
    Budget, Claim, NoSolver, Plan, Progress, Proof, Query, Reason, Ruleset, Solution, Solved, Stats, Stopped, Verdict,
    check_allowance, check_within, plan_full_within, plan_within, shelf::file::Lock,
};
use grundy_show::{Colour, stats_text};

use crate::{
    cli::Common,
    input,
    memory::Memory,
    output::{self, CliError, colour, complain},
    progress::Watch,
    signals::Signals,
    streams::narrate,
    verbs::checkpoint,
};

/// Reading ends so long after the time at the latest.
const GRACE: Duration = Duration::from_millis(100);

/// One run of the program.
pub struct Session {
    /// The flags of every verb.
    pub common: Common,
    /// What ends the work early.
    pub signals: Signals,
    /// What has ended the reading of texts and word lists, if it has ended. Nothing is known before that could be lost: the
    /// end of the time ends the program at once, as a signal does.
    reading: Arc<OnceLock<Read>>,
    /// When the time of `--time` is up: one moment for all the work of the run.
    end: Option<Instant>,
    unwritten: AtomicBool,
    memory: Arc<Memory>,
    /// Whether a check has ended for want of memory.
    overrun: AtomicBool,
}

/// What has ended the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    /// All was read.
    Whole,
    /// The time was up, and the program is about to end.
    Late,
}

/// An answer whose check is still to come.
pub struct Found<'p> {
    /// The answer, which counts as computed.
    pub solved: Solved,
    /// What is left of the limits.
    pub budget: Budget,
    /// How it is to be checked; nothing where it was checked already, or is not to be.
    check: Option<Checking<'p>>,
}

/// How an answer is to be checked.
pub struct Checking<'p> {
    /// How long the answer took.
    pub took: Duration,
    /// Whether the check gets all the time that is left.
    pub patient: bool,
    /// The checkpoint that the answer may rest on.
    pub checkpoint: Option<&'p Path>,
}

impl Session {
    /// A run with these flags.
    pub fn new(common: Common) -> Session {
        let signals = Signals::new();
        let reading = Arc::new(OnceLock::new());
        let limit = common.time.map(Duration::from_secs_f64);
        let end = limit.and_then(|limit| Instant::now().checked_add(limit));
        if let Some(limit) = limit {
            let (common, reading) = (common.clone(), reading.clone());
            let begun = thread::Builder::new().spawn(move || {
                thread::sleep(limit.saturating_add(GRACE));
                if reading.set(Read::Late).is_ok() {
                    output::exit_late(&common);
                }
            });
            if let Err(error) = begun {
                narrate(&format!("warning: --time does not end the reading of a pipe: {error}"));
            }
        }
        let memory = Arc::new(Memory::new(common.memory));
        input::limit(input::Limits::new(limit, memory.limit(), signals.flag()));
        let (unwritten, overrun) = (AtomicBool::new(false), AtomicBool::new(false));
        Session { common, signals, reading, end, unwritten, memory, overrun }
    }

    /// The work begins: from here on signals and the end of the time end it in good order.
    pub fn begin(&self) {
        if self.has_read() {
            self.signals.work();
        }
    }

    /// The work is done: from here on signals end the program at once.
    pub fn done(&self) {
        self.has_read();
        self.signals.done();
    }

    /// Ends the reading; whether it had not ended before. Does not return where the end of the time has ended it.
    fn has_read(&self) -> bool {
        let first = self.reading.set(Read::Whole).is_ok();
        while self.reading.get() == Some(&Read::Late) {
            thread::park();
        }
        first
    }

    /// Begins the work, and takes the right to go on with a file and to write it.
    pub fn lock(&self, path: &Path) -> Result<Lock, CliError> {
        self.begin();
        checkpoint::lock(path)
    }

    /// Whether stdout takes colours.
    pub fn colour(&self) -> Colour {
        colour(self.common.color, stdout().is_terminal())
    }

    /// The text or the JSON, whichever the flags ask for.
    pub fn pick(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> String) -> String {
        if self.common.json { json() } else { text() }
    }

    /// The time that is left of the run, if there is a limit.
    pub fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// What is left of the limits that the flags set, for work that begins now.
    pub fn budget(&self) -> Budget {
        self.budget_within(self.left())
    }

    /// The limits that the flags set, with this one on the time.
    pub fn budget_within(&self, time: Option<Duration>) -> Budget {
        self.begin();
        let memory = self.memory.clone();
        let mut budget = Budget::new()
            .interrupt(self.signals.flag())
            .bytes(memory.limit())
            .holding(memory.held())
            .overrun(Arc::new(move || memory.overrun()));
        if let Some(time) = time {
            budget = budget.time(time);
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

    /// Answers a query, with a checkpoint if there is one; [`Session::settle`] checks the answer. The check is given all
    /// the time that is left if `patient`, and where the answer may rest on what earlier runs have found.
    pub fn solve<'p>(&self, query: Query, patient: bool, checkpoint: Option<&'p Path>) -> Result<Found<'p>, CliError> {
        let plan = self.plan(&query)?;
        self.solve_by(&plan, query, patient, checkpoint)
    }

    /// As [`Session::solve`], with the value of every option.
    pub fn solve_full<'p>(&self, query: Query, checkpoint: Option<&'p Path>) -> Result<Found<'p>, CliError> {
        query.rulesets.iter().for_each(Ruleset::prepare);
        let plan = self.planned(plan_full_within(&query, &self.budget()))?;
        self.solve_by(&plan, query, false, checkpoint)
    }

    /// How a query will be answered.
    pub fn plan(&self, query: &Query) -> Result<Plan<'static>, CliError> {
        query.rulesets.iter().for_each(Ruleset::prepare);
        self.planned(plan_within(query, &self.budget()))
    }

    /// A plan that was made before a limit was reached.
    pub fn planned<T>(&self, plan: Result<T, NoSolver>) -> Result<T, CliError> {
        self.budget().poll()?;
        Ok(plan?)
    }

    fn solve_by<'p>(
        &self,
        plan: &Plan<'_>,
        query: Query,
        patient: bool,
        checkpoint: Option<&'p Path>,
    ) -> Result<Found<'p>, CliError> {
        let clock = Instant::now();
        let (solution, kernel, budget) = self.run_plan(plan, checkpoint.map(|path| (path, &query)))?;
        let took = clock.elapsed();
        let stats = self.common.stats.then(|| stats(Some(&solution), &budget, took));
        let checking = Checking { took, patient: patient || checkpoint.is_some(), checkpoint };
        let check = (!self.common.no_check).then_some(checking);
        Ok(Found { solved: Solved { query, solution, proved: false, kernel, stats }, budget, check })
    }

    /// Answers a query without a check.
    pub fn run(&self, query: &Query) -> Result<(Solution, String, Budget), CliError> {
        self.run_plan(&self.plan(query)?, None)
    }

    fn run_plan(
        &self,
        plan: &Plan<'_>,
        checkpoint: Option<(&Path, &Query)>,
    ) -> Result<(Solution, String, Budget), CliError> {
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
            narrate(&stats_text(&stats(solution, &budget, clock.elapsed()), &kernels));
        }
        if let Some(kept) = kept {
            kept.end(&solved)?;
        }
        let (solution, kernels) = solved?;
        Ok((solution, kernels, budget))
    }

    /// An answer that was checked, or read off what was.
    pub fn known(&self, solved: Solved) -> Found<'static> {
        Found { solved, budget: self.budget(), check: None }
    }

    /// An answer that was found in another way, to be checked.
    pub fn found<'p>(&self, solved: Solved, checking: Checking<'p>) -> Found<'p> {
        Found { solved, budget: self.budget(), check: (!self.common.no_check).then_some(checking) }
    }

    /// Checks an answer, if that is still to be done, in the time that it may take. Where the check does not come to its
    /// end the answer stays computed, and stderr says why.
    pub fn settle(&self, found: Found<'_>) -> Result<Solved, CliError> {
        let Found { mut solved, check, .. } = found;
        let Some(Checking { took, patient, checkpoint }) = check else { return Ok(solved) };
        let limit = check_allowance(took);
        match self.verify(&solved.query, &solved.solution, (!patient).then_some(limit)) {
            Ok(verdict) => solved.proved = self.is_proof(&solved.solution.claims, verdict),
            Err(flaw) => {
                let fault = match checkpoint {
                    Some(path) => format!("{} may hold what is not so: remove it", path.display()),
                    None => "this is a fault of the program".into(),
                };
                return Err(CliError::Flaw { flaw, whose: format!("the answer to `{}` ({fault})", solved.query) });
            }
        }
        Ok(solved)
    }

    /// Whether the verdict on these claims makes the answer a proved one; says why not where the check did not come to its end.
    pub fn is_proof(&self, claims: &[Claim], verdict: Verdict) -> bool {
        let checkable = !claims.iter().any(|claim| matches!(claim, Claim::Unchecked(..)));
        let no_memory =
            || format!("it needs more memory than the {} MiB that are allowed with --memory", self.most_bytes() >> 20);
        let why = match verdict {
            Verdict::Verified => return true,
            _ if self.interrupted() => "it was interrupted".to_owned(),
            Verdict::TooLarge => no_memory(),
            Verdict::Unverified if self.overrun.load(Ordering::Relaxed) => no_memory(),
            Verdict::Unverified if self.left() == Some(Duration::ZERO) => {
                "the time is up; allow more with --time SECONDS".into()
            }
            Verdict::Unverified if checkable => "it took far longer than the answer".into(),
            Verdict::Unverified => return false,
            other => other.to_string(),
        };
        narrate(&format!("note: the answer is computed, not proved: the check did not end: {why}"));
        false
    }

    /// Whether the checker verifies the proof; it is given all the time that is left.
    pub fn verify_proof(&self, proof: &Proof) -> Result<bool, CliError> {
        let Some((query, solution)) = &proof.solution else { return Ok(false) };
        if self.common.no_check {
            return Ok(false);
        }
        let whose = "the proof (this is a fault of the program)".to_owned();
        let verdict = self.verify(query, solution, None).map_err(|flaw| CliError::Flaw { flaw, whose })?;
        Ok(self.is_proof(&solution.claims, verdict))
    }

    /// What the checker says of claims that were given, within the limits of the flags; whether it has verified them all.
    pub fn examine(&self, query: &Query, solution: &Solution, whose: &str) -> Result<bool, CliError> {
        query.rulesets.iter().for_each(Ruleset::prepare);
        let verdict = self.verify(query, solution, None);
        let stopped = |reason| Stopped { reason, progress: Progress::default(), known: Vec::new() };
        let unchecked = solution.claims.iter().any(|claim| matches!(claim, Claim::Unchecked(..)));
        match verdict.map_err(|flaw| CliError::Flaw { flaw, whose: whose.to_owned() })? {
            _ if self.interrupted() => Err(stopped(Reason::Interrupted).into()),
            Verdict::Verified => Ok(true),
            Verdict::TooLarge => Err(stopped(Reason::Memory(self.most_bytes())).into()),
            Verdict::Unverified if self.overrun.load(Ordering::Relaxed) => {
                Err(stopped(Reason::Memory(self.most_bytes())).into())
            }
            Verdict::Unverified if unchecked => Ok(false),
            Verdict::Unverified => Err(stopped(Reason::Time).into()),
            other => {
                narrate(&format!("note: the claims are not verified: {other}"));
                Ok(false)
            }
        }
    }

    /// The memory that may be held.
    pub fn most_bytes(&self) -> u64 {
        self.memory.limit()
    }

    /// What came of writing a file in addition to the answer. Where the file cannot be written, the answer is printed all
    /// the same, and the exit code is 2.
    pub fn aside(&self, written: Result<(), CliError>) -> Result<(), CliError> {
        match written {
            Err(trouble @ CliError::Input { .. }) => {
                complain(&self.common, &trouble);
                self.unwritten.store(true, Ordering::Relaxed);
                Ok(())
            }
            other => other,
        }
    }

    /// Whether a file that was asked for could not be written.
    pub fn unwritten(&self) -> bool {
        self.unwritten.load(Ordering::Relaxed)
    }

    /// What the checker says within the limit and the time that is left, or until Ctrl-C.
    pub fn verify(&self, query: &Query, solution: &Solution, limit: Option<Duration>) -> Result<Verdict, grundy::Flaw> {
        let most = self.most_bytes().saturating_sub(self.memory.held());
        self.checking(limit, |go_on| check_within(query, solution, most, go_on))
    }

    /// Runs a check within the limit and the time that is left, or until Ctrl-C.
    pub fn checking<T>(&self, limit: Option<Duration>, check: impl FnOnce(&mut dyn FnMut() -> bool) -> T) -> T {
        self.begin();
        let clock = Instant::now();
        let limit = [limit, self.left()].into_iter().flatten().min();
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

    /// Whether the user has pressed Ctrl-C, or another signal has come.
    pub fn interrupted(&self) -> bool {
        self.signals.interrupted()
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
