//! Which solver answers a query, and the estimates of all others.
//!
//! Closed world: a solver is refused for what its scope does not name. In normal play each ruleset
//! of a sum is planned alone, since values add; in misère play the whole sum goes to one solver. If
//! only the outcome is requested, a solver that does not support this question may answer with the
//! value, which determines it. A solver that may give up is chosen as any other, by its cost; if it
//! does give up, the next one takes over, and the cheapest of those that do not give up is the
//! last. Once a solver costs less than the estimates of the others, these are made only on request.
//!
//! Where the chosen solver takes long, one whose estimate is only a bound is tried first, for a
//! share of that time: a search ends early if few positions come up. Tables over boxes that look
//! for these positions themselves need no such trial.
//!
//! *Example.* `kayles 5 + nim 3` has two steps. For `kayles` the closed forms refuse, since there
//! is none for this game, and a table over heap sizes is the cheapest; for `nim` the closed form is
//! negligible, and the estimates of the others are not made. In misère play the sum is one step.
//!
//! ```
//! use grundy::{Question, games, plan};
//!
//! let query = games::query("kayles", "5 + 7", Question::Value)?;
//! let plan = plan(&query)?;
//! let step = &plan.steps()[0];
//! assert!(step.estimate().nanoseconds < 1e9);
//! assert!(step.verdicts().iter().any(|(name, said)| *name == step.solver() && said.is_ok()));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! *Cost.* One estimate for each solver, each at negligible cost unless it is an experiment, which
//! the limits bound.
//!
//! *Limits.* Estimates are predictions: a wrong one costs time and never a wrong answer, since the
//! claims are checked whichever solver makes them.

mod run;
mod way;

use std::{fmt, sync::Arc, time::Duration};

use grundy_cert::{Answer, Solution};
use grundy_core::Nimber;
use grundy_games::{Convention, Query, Question, Ruleset, Term};
use grundy_solvers::{Budget, Estimate, Refusal, SOLVERS, Solver, Stopped};
use way::{Way, ways};

/// How a query will be answered: one step for each ruleset, or one for all in misère play.
///
/// It holds the query in parts and borrows the solvers, so it can be run more than once.
pub struct Plan<'k> {
    question: Question,
    steps: Vec<Step<'k>>,
    /// How many components are left out since they cancel in pairs.
    paired: usize,
}

/// A solver for a query.
///
/// It answers its part of the query by the first of: the trial, the chosen solver, those that take
/// over.
pub struct Step<'k> {
    query: Query,
    /// The question of the query, which a solver that does not support it answers by the value.
    original: Question,
    role: Role,
    /// A solver that is tried first, for this time at most.
    trial: Option<(Choice<'k>, Duration)>,
    chosen: Choice<'k>,
    /// The solvers that take over if the chosen one gives up, in their order.
    then: Vec<Choice<'k>>,
    /// The other forms of the query that were looked at.
    ways: Vec<Arc<Way>>,
    /// All solvers that could be chosen.
    solvers: Vec<&'k dyn Solver>,
    /// The limits of their estimates.
    limits: Budget,
}

/// What a part is to the whole query.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// All of it.
    Whole,
    /// Its value is needed.
    Value,
    /// The values of all its options are needed: which of them win in the sum depends on these.
    EveryOption,
}

/// A solver, its cost, and the question that it answers.
#[derive(Clone)]
struct Choice<'k> {
    solver: &'k dyn Solver,
    /// The other form of the query that it answers, if it is not the query itself.
    way: Option<Arc<Way>>,
    estimate: Estimate,
    question: Question,
}

/// A query in another form, and what solvers say of it.
#[derive(Debug)]
pub struct OtherForm<'s> {
    /// The reductions that lead there.
    pub reductions: Vec<String>,
    /// The query about the last game.
    pub query: &'s Query,
    /// The solvers that could answer it, with their costs.
    pub costs: Vec<(&'static str, Estimate)>,
}

/// The estimate of a solver, or its refusal, with its name.
///
/// A refusal is the reason as a clause, such as `not under this convention`.
pub type Said = (&'static str, Result<Estimate, Refusal>);

/// A solver of less than this cost in nanoseconds is chosen without the estimates of those after
/// it: the estimate of `search` alone takes longer.
const NEGLIGIBLE: f64 = 20_000.0;

/// From this cost in nanoseconds on, a solver whose estimate is only a bound is tried first.
const LONG: f64 = 1e9;

/// The trial takes at most one part in this many of that cost.
const SHARE: f64 = 8.0;

/// No solver can answer the query. Holds the refusal of each.
///
/// `Display` prints a line for each solver, with its reason. The same question with fewer details
/// may have a solver: the outcome in place of the value, or one component in place of a sum.
#[derive(Debug)]
pub struct NoSolver(pub Vec<(&'static str, Refusal)>);

impl Choice<'_> {
    /// The time that it is estimated to take.
    fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.estimate.nanoseconds / 1e9).unwrap_or(Duration::MAX)
    }

    /// The query that the solver gets, for the query of the step.
    fn query<'q>(&'q self, own: &'q Query) -> &'q Query {
        self.way.as_ref().map_or(own, |way| &way.query)
    }

    /// Answers a query, with the question that it supports.
    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let Some(way) = &self.way else {
            return self.solver.solve(&Query { question: self.question, ..query.clone() }, budget);
        };
        let found = self.solver.solve(&Query { question: self.question, ..way.query.clone() }, budget);
        // What is known of heaps is known of another game.
        let solution = found.map_err(|stopped| Stopped { known: Vec::new(), ..stopped })?;
        way.back(query, solution, budget)
    }
}

/// Up to this cost in nanoseconds, components that cancel are evaluated too, and the query is
/// asked in no other form.
const CHEAP: f64 = 1e6;

/// Chooses for each ruleset the cheapest solver, or the first whose cost is negligible.
///
/// If the answer takes long and does not need their values, equal components are left out in pairs.
/// No limits apply; [`plan_with`] has them.
///
/// # Errors
/// The refusals of all solvers, if none can answer the query.
pub fn plan(query: &Query) -> Result<Plan<'static>, NoSolver> {
    plan_with(query, PlanOptions::default())
}

/// The solvers that a plan may choose.
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub enum Choices<'o, 'k> {
    /// All of them; equal components may be left out in pairs.
    #[default]
    All,
    /// Those that give the value of every option.
    EveryOption,
    /// These alone. Tests use it to run each solver alone.
    Only(&'o [&'k dyn Solver]),
    /// All but those of these names.
    Without(&'o [&'o str]),
}

impl fmt::Debug for Choices<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choices::All => f.write_str("All"),
            Choices::EveryOption => f.write_str("EveryOption"),
            Choices::Only(solvers) => {
                let names: Vec<&str> = solvers.iter().map(|solver| solver.name()).collect();
                f.debug_tuple("Only").field(&names).finish()
            }
            Choices::Without(names) => f.debug_tuple("Without").field(names).finish(),
        }
    }
}

/// What a plan may use.
#[derive(Default)]
pub struct PlanOptions<'o, 'k> {
    /// The solvers.
    pub choices: Choices<'o, 'k>,
    /// A solver whose estimate is an experiment refuses if these limits end it.
    pub limits: Budget,
    /// Whether the query is asked as it is alone, in no other form that reductions lead to.
    pub as_it_is: bool,
}

impl<'o, 'k> PlanOptions<'o, 'k> {
    /// These solvers alone, without limits.
    ///
    /// ```
    /// use grundy::{Question, games, plan::{PlanOptions, plan_with}, solvers::SOLVERS};
    ///
    /// let query = games::query("kayles", "5 + 7", Question::Value)?;
    /// let table = SOLVERS.iter().find(|solver| solver.name() == "heap").unwrap();
    /// assert_eq!(plan_with(&query, PlanOptions::only(&[*table]))?.solvers(), "heap");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn only(solvers: &'o [&'k dyn Solver]) -> PlanOptions<'o, 'k> {
        PlanOptions { choices: Choices::Only(solvers), ..PlanOptions::default() }
    }
}

impl fmt::Debug for PlanOptions<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanOptions").field("choices", &self.choices).finish_non_exhaustive()
    }
}

/// As [`plan`], with these solvers and limits.
///
/// # Errors
/// As [`plan`].
///
/// # Cost
/// The estimates of the solvers in their order until one is negligible.
pub fn plan_with<'k>(query: &Query, options: PlanOptions<'_, 'k>) -> Result<Plan<'k>, NoSolver> {
    let limits = &options.limits;
    let reduced = !options.as_it_is;
    let some = |chosen: &dyn Fn(&dyn Solver) -> bool| -> Vec<&'static dyn Solver> {
        SOLVERS.iter().copied().filter(|&solver| chosen(solver)).collect()
    };
    let all = match options.choices {
        Choices::All => planned(query, SOLVERS, limits, reduced),
        Choices::EveryOption => return planned(query, &some(&|solver| !solver.is_partial()), limits, reduced),
        Choices::Only(solvers) => return planned(query, solvers, limits, false),
        Choices::Without(names) => {
            return planned(query, &some(&|solver| !names.contains(&solver.name())), limits, false);
        }
    };
    let cheap = |plan: &Plan<'_>| plan.steps.iter().map(|step| step.estimate().nanoseconds).sum::<f64>() < CHEAP;
    if all.as_ref().is_ok_and(cheap) {
        return all;
    }
    let Some(rest) = without_pairs(query) else { return all };
    let paired = query.position.len() - rest.position.len();
    planned(&rest, SOLVERS, limits, reduced).map(|plan| Plan { paired, ..plan }).or(all)
}

/// The query without equal components in pairs, if there are any and it can be answered without
/// them. One winning move is in another component, since pairs have the value 0; of all winning
/// moves some may be in a pair, unless the sum is lost.
fn without_pairs(query: &Query) -> Option<Query> {
    let left = query.unpaired(&query.position);
    let dispensable = match query.question {
        Question::Value | Question::Outcome => true,
        Question::ValueAndMoves => left.is_empty(),
        Question::Table => false,
    };
    (dispensable && left.len() < query.position.len()).then(|| query.only(&left))
}

/// Plans each part of the query with these solvers, in other forms too where it may be `reduced`. A
/// table is about one ruleset, and is refused for a sum.
fn planned<'k>(
    query: &Query,
    solvers: &[&'k dyn Solver],
    limits: &Budget,
    reduced: bool,
) -> Result<Plan<'k>, NoSolver> {
    if query.question == Question::Table && query.table_end().is_none() {
        return Err(NoSolver(vec![("every solver", "a table goes up to one heap of one game".into())]));
    }
    let parts = parts(query);
    let role = match query.question {
        _ if parts.len() == 1 => Role::Whole,
        Question::ValueAndMoves => Role::EveryOption,
        _ => Role::Value,
    };
    let steps = parts.into_iter().map(|part| step(part, role, solvers, limits, reduced)).collect::<Result<_, _>>()?;
    Ok(Plan { question: query.question, steps, paired: 0 })
}

/// The queries that are planned separately.
fn parts(query: &Query) -> Vec<Query> {
    if query.convention == Convention::Misere {
        return vec![query.clone()];
    }
    let terms = |ruleset: usize| {
        let start = query.position.iter().filter(move |term| term.ruleset == ruleset);
        start.map(|term| Term { ruleset: 0, component: term.component.clone() }).collect()
    };
    // The outcomes of the parts do not determine that of the sum, nor does a winning move of each.
    let partial = matches!(query.question, Question::Value | Question::Outcome);
    let question = if partial && (query.position.len(), query.rulesets.len()) != (1, 1) {
        Question::ValueAndMoves
    } else {
        query.question
    };
    let rulesets = query.rulesets.iter().enumerate();
    rulesets
        .map(|(at, ruleset)| Query { rulesets: vec![ruleset.clone()], position: terms(at), question, ..*query })
        .collect()
}

/// The solvers that can answer a part of the query.
#[derive(Default)]
struct Candidates<'k> {
    /// The cheapest of those that do not give up.
    sure: Option<Choice<'k>>,
    /// Those that may give up.
    attempts: Vec<Choice<'k>>,
    /// One whose estimate is only a bound.
    bounded: Option<Choice<'k>>,
    /// Those that refuse.
    refused: Vec<(&'static str, Refusal)>,
}

impl<'k> Candidates<'k> {
    /// The cost of the cheapest solver that does not give up, in nanoseconds.
    fn least(&self) -> f64 {
        self.sure.as_ref().map_or(f64::INFINITY, |sure| sure.estimate.nanoseconds)
    }

    /// Adds the solvers that answer the query, in another form if a way leads there, until the cost
    /// of one is negligible.
    fn add(&mut self, query: &Query, way: Option<&Arc<Way>>, solvers: &[&'k dyn Solver], role: Role, limits: &Budget) {
        let mut query = way.map_or_else(|| query.clone(), |way| way.query.clone());
        let original = query.question;
        for &solver in solvers {
            // No solver that costs more than the cheapest sure one is chosen.
            let (question, estimate) = match said(solver, &mut query, (original, role), (limits, self.least())) {
                (question, Ok(estimate)) => (question, estimate),
                (_, Err(refusal)) => {
                    self.refused.extend(way.is_none().then_some((solver.name(), refusal)));
                    continue;
                }
            };
            let choice = Choice { solver, way: way.cloned(), estimate, question };
            if !solver.is_attempt() && way.is_none() && solver.may_end_early(&query) {
                self.bounded = Some(choice.clone());
            }
            if solver.is_attempt() {
                self.attempts.push(choice);
            } else if estimate.nanoseconds < self.least() {
                self.sure = Some(choice);
            }
            if self.least() < NEGLIGIBLE {
                break;
            }
        }
    }
}

/// Chooses the solver of one part: the cheapest sure one, the attempts that cost less before it,
/// and a trial where that one takes long. Where it is not cheap, other forms of the query are
/// looked at too; those of heaps of kinds always, and first.
fn step<'k>(
    mut query: Query,
    role: Role,
    solvers: &[&'k dyn Solver],
    limits: &Budget,
    reduced: bool,
) -> Result<Step<'k>, NoSolver> {
    let original = query.question;
    let mut found = Candidates::default();
    // The reductions of heaps of kinds lead to closed forms, at no cost.
    let is_kinds = matches!(query.rulesets[..], [Ruleset::Typed(_)]);
    let mut others = if reduced && is_kinds { ways(&query, limits) } else { Vec::new() };
    others.iter().for_each(|way| found.add(&query, Some(way), solvers, role, limits));
    let mut own = None;
    if found.least() >= NEGLIGIBLE {
        found.add(&query, None, solvers, role, limits);
        own = found.sure.clone().filter(|sure| sure.way.is_none());
    }
    if reduced && !is_kinds && found.least() >= CHEAP {
        others = ways(&query, limits);
        others.iter().for_each(|way| found.add(&query, Some(way), solvers, role, limits));
    }
    let Candidates { sure, mut attempts, bounded, refused } = found;
    let cost = |choice: &Choice<'_>| choice.estimate.nanoseconds;
    attempts.retain(|attempt| sure.as_ref().is_none_or(|sure| cost(sure) > cost(attempt)));
    attempts.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
    // A solver that fails at the rules of another game says nothing of this one.
    let own = own.filter(|_| sure.as_ref().is_some_and(|sure| sure.way.is_some()));
    let mut then: Vec<Choice<'k>> = attempts.into_iter().chain(sure).chain(own).collect();
    if then.is_empty() {
        return Err(NoSolver(refused));
    }
    let chosen = then.remove(0);
    let tried = bounded.filter(|_| cost(&chosen) > LONG && !chosen.solver.may_end_early(chosen.query(&query)));
    let share = chosen.time().div_f64(SHARE);
    let trial = tried.map(|choice| (choice, share));
    if chosen.way.is_none() {
        query.question = chosen.question;
    }
    let (solvers, limits) = (solvers.to_vec(), limits.rest());
    Ok(Step { query, original, role, trial, chosen, then, ways: others, solvers, limits })
}

/// The estimate of a solver for a query, and the question that it would answer: one that does not
/// support the outcome answers by the value.
///
/// Estimates of at least `most` nanoseconds may be any number from there on.
fn said(
    solver: &dyn Solver,
    query: &mut Query,
    (original, role): (Question, Role),
    (limits, most): (&Budget, f64),
) -> (Question, Result<Estimate, Refusal>) {
    query.question = original;
    let mut verdict = assess(solver, query, (limits, most));
    if role == Role::EveryOption && solver.is_partial() && verdict.is_ok() {
        verdict = Err("in a sum of unlike games it finds one winning move only: ask for the value alone".into());
    }
    if matches!(original, Question::Value | Question::Outcome) && verdict.is_err() {
        query.question = Question::ValueAndMoves;
        verdict = assess(solver, query, (limits, most));
    }
    (query.question, verdict)
}

/// The estimate of a solver, if its scope names the convention and the question. The scope is asked
/// first, so that no solver need refuse what it does not state.
fn assess(solver: &dyn Solver, query: &Query, (limits, most): (&Budget, f64)) -> Result<Estimate, Refusal> {
    let scope = solver.scope();
    if !scope.conventions.contains(&query.convention) {
        return Err("not under this convention".into());
    }
    if !scope.questions.contains(&query.question) {
        return Err("not this question".into());
    }
    solver.assess_below(query, limits, most)
}

impl<'k> Plan<'k> {
    /// One step for each ruleset of the query, in their order; one for all in misère play.
    ///
    /// Each step is independent of the others: it has a query, a solver and a cost of its own.
    pub fn steps(&self) -> &[Step<'k>] {
        &self.steps
    }

    /// The number of components that are left out: in normal play equal ones cancel in pairs.
    ///
    /// It is 0 unless the answer takes long and does not need their values.
    pub fn paired(&self) -> usize {
        self.paired
    }

    /// The names of the solvers, each once, joined by `+`.
    ///
    /// These are the chosen ones; [`Plan::run_named`] returns those that have answered.
    pub fn solvers(&self) -> String {
        let mut names: Vec<&str> = self.steps.iter().map(|step| step.solver()).collect();
        names.dedup();
        names.join("+")
    }

    /// Answers the query.
    ///
    /// # Errors
    /// The limit that was reached, or the fault of the rules.
    ///
    /// # Cost
    /// That of the steps, one after the other, within one budget. A limit that ends one step ends
    /// the plan.
    pub fn run(&self, budget: &mut Budget) -> Result<Solution, Stopped> {
        self.run_named(budget).map(|(solution, _)| solution)
    }

    /// Answers the query, and returns the names of the solvers that did, each once, joined by `+`.
    ///
    /// They are the names of the solvers that answered, which need not be those that were chosen.
    ///
    /// # Errors
    /// As [`Plan::run`].
    pub fn run_named(&self, budget: &mut Budget) -> Result<(Solution, String), Stopped> {
        let mut solutions = Vec::with_capacity(self.steps.len());
        let mut names = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let (solution, name) = step.run(budget)?;
            solutions.push(solution);
            names.push(name);
        }
        names.dedup();
        Ok((self.joined(solutions), names.join("+")))
    }

    /// One solution from those of the steps. The values of the steps add by exclusive or; their
    /// claims follow each other in the order of the rulesets.
    fn joined(&self, mut solutions: Vec<Solution>) -> Solution {
        if let [_] = self.steps[..] {
            let Solution { answer, claims } = solutions.remove(0);
            return Solution { answer: self.requested(answer), claims };
        }
        let value = solutions.iter().map(|solution| match solution.answer {
            Answer::Value(value) => value,
            _ => unreachable!("the steps of a sum of several rulesets answer with values"),
        });
        let answer = self.requested(Answer::Value(value.sum::<Nimber>()));
        Solution { answer, claims: solutions.into_iter().flat_map(|solution| solution.claims).collect() }
    }

    /// The answer to the question of the query.
    fn requested(&self, answer: Answer) -> Answer {
        match (self.question, answer) {
            (Question::Outcome, Answer::Value(value)) => Answer::Outcome(value.outcome()),
            (_, answer) => answer,
        }
    }
}

impl Step<'_> {
    /// The query that it answers.
    ///
    /// In normal play it has one ruleset, and its question is the one that the chosen solver
    /// answers: where that solver gives no outcomes, the value.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// The name of the solver.
    ///
    /// It is stable: plans, tests and checkpoints name solvers by it.
    pub fn solver(&self) -> &'static str {
        self.chosen.solver.name()
    }

    /// The name of the solver that saves checkpoints, if the chosen one or one that takes over
    /// does.
    pub fn checkpointing_solver(&self) -> Option<&'static str> {
        let all = std::iter::once(&self.chosen).chain(&self.then).filter(|choice| choice.way.is_none());
        let mut all = all.map(|choice| choice.solver);
        all.find(|solver| solver.keeps()).map(|solver| solver.name())
    }

    /// The reductions that lead to what the solver answers, and that query; `None` if it answers
    /// the query as it is.
    ///
    /// Each reduction is a theorem; what it keeps is in the book.
    pub fn form(&self) -> Option<(Vec<String>, &Query)> {
        self.chosen.way.as_ref().map(|way| (way.names().collect(), &way.query))
    }

    /// The other forms of the query that were looked at, each with the solvers that could answer
    /// it and their costs. There is none where the query as it is costs little.
    ///
    /// # Cost
    /// As [`Step::verdicts`].
    pub fn other_forms(&self) -> Vec<OtherForm<'_>> {
        let forms = self.ways.iter().map(|way| {
            let mut query = way.query.clone();
            let costs = self.solvers.iter().filter_map(|&solver| {
                let limits = (&self.limits, f64::INFINITY);
                let (_, cost) = said(solver, &mut query, (way.query.question, self.role), limits);
                Some((solver.name(), cost.ok()?))
            });
            OtherForm { reductions: way.names().collect(), query: &way.query, costs: costs.collect() }
        });
        forms.collect()
    }

    /// The estimated cost.
    ///
    /// It is in nanoseconds of one core and bytes; that of an attempt is the most that it takes.
    pub fn estimate(&self) -> Estimate {
        self.chosen.estimate
    }

    /// The name of the solver that is tried before the chosen one, and the most nanoseconds that it
    /// may take; `None` if the chosen one is the first.
    pub fn trial(&self) -> Option<(&'static str, f64)> {
        self.trial.as_ref().map(|(choice, most)| (choice.solver.name(), most.as_secs_f64() * 1e9))
    }

    /// The names and the costs of the solvers that take over if the chosen one gives up, in their
    /// order.
    pub fn then(&self) -> impl Iterator<Item = (&'static str, Estimate)> {
        self.then.iter().map(|then| (then.solver.name(), then.estimate))
    }

    /// Whether the solver of that name may give up; its cost is then the most that it takes.
    ///
    /// False for a name that is not among the solvers of the plan.
    pub fn is_attempt(&self, name: &str) -> bool {
        self.solvers.iter().any(|solver| solver.name() == name && solver.is_attempt())
    }

    /// The part of the time of the next solver after which the solver of that name is ended.
    ///
    /// `None` if it is not ended so, and for a name that is not among the solvers of the plan.
    pub fn patience(&self, name: &str) -> Option<f64> {
        self.solvers.iter().find(|solver| solver.name() == name)?.patience()
    }

    /// What the cost assumes, if that need not hold, and the question that is answered sooner.
    ///
    /// It is a sentence without a full stop for a progress line. `None` if the cost assumes
    /// nothing.
    pub fn premise(&self) -> Option<String> {
        let premise = self.chosen.solver.premise(self.chosen.query(&self.query))?;
        Some(match self.outcome_solver() {
            Some(solver) => format!("{premise}; who wins alone is answered at once, by `{solver}`"),
            None => premise,
        })
    }

    /// The solver that would answer who wins, if the query asked nothing else.
    fn outcome_solver(&self) -> Option<&'static str> {
        let outcome = self.original == Question::Outcome || self.query.convention == Convention::Misere;
        if outcome || self.role != Role::Whole {
            return None;
        }
        let query = Query { question: Question::Outcome, ..self.query.clone() };
        let mut solvers = SOLVERS.iter().filter(|solver| matches!(solver.scope().questions, [Question::Outcome]));
        solvers
            .find(|&&solver| assess(solver, &query, (&self.limits, f64::INFINITY)).is_ok())
            .map(|solver| solver.name())
    }

    /// The estimate or the refusal of every solver.
    ///
    /// # Cost
    /// All estimates, also those that planning has left out.
    pub fn verdicts(&self) -> Vec<Said> {
        let mut query = self.query.clone();
        self.solvers
            .iter()
            .map(|&solver| {
                let limits = (&self.limits, f64::INFINITY);
                (solver.name(), said(solver, &mut query, (self.original, self.role), limits).1)
            })
            .collect()
    }
}

impl fmt::Display for NoSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no solver can answer this")?;
        self.0.iter().try_for_each(|(name, refusal)| write!(f, "\n  {name}: {refusal}"))
    }
}

impl std::error::Error for NoSolver {}
