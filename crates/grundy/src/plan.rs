//! Which solver answers a query, and what every other solver said.
//!
//! Closed world: a solver is refused for what its scope does not name. In normal play every board of a sum is planned
//! by itself, since values add; in misère play the whole sum goes to one solver. Where only the outcome is asked, a
//! solver that does not know this question may answer with the value, which tells it. A solver that may give up is chosen
//! as any other, by its price, and the cheapest of those that do not give up stands behind it. Once a solver costs less
//! than asking the others they are only asked by who wants to know what they say.

use std::fmt;

use grundy_cert::{Answer, Solution};
use grundy_core::Nimber;
use grundy_games::{Convention, Query, Question, Term};
use grundy_solvers::{Budget, Estimate, Reason, Refusal, SOLVERS, Solver, Stopped};

/// How a query will be answered: one step for each board, or one for all in misère play.
pub struct Plan<'k> {
    ask: Question,
    steps: Vec<Step<'k>>,
    /// How many components are left out since they cancel in pairs.
    paired: usize,
}

/// A solver for a query.
pub struct Step<'k> {
    query: Query,
    /// What was asked, before a solver that does not know the question was asked for the value.
    asked: Question,
    /// Whether this is the whole question.
    whole: bool,
    /// Whether the values of all options are needed.
    every_value: bool,
    chosen: Choice<'k>,
    /// Who goes on where the chosen solver gives up.
    then: Option<Choice<'k>>,
    /// All that could be chosen.
    kernels: Vec<&'k dyn Solver>,
    /// The limits within which they say what they cost.
    limits: Budget,
}

/// A solver, its price, and the question that it is asked.
#[derive(Clone, Copy)]
struct Choice<'k> {
    kernel: &'k dyn Solver,
    estimate: Estimate,
    ask: Question,
}

/// What a solver said of a query, with its name.
pub type Said = (&'static str, Result<Estimate, Refusal>);

/// A solver of this price in nanoseconds is taken without asking those behind it: `search` alone takes longer to say its
/// price.
const TRIFLE: f64 = 20_000.0;

/// No solver can answer the query. Holds what each of them said.
#[derive(Debug)]
pub struct NoSolver(pub Vec<(&'static str, Refusal)>);

/// What costs no more nanoseconds than this is answered with the values of all components, also of those that cancel.
const SOON: f64 = 1e6;

/// Asks the solvers about every board, and takes the cheapest that can, or the first that costs next to nothing.
///
/// Where that takes long, equal components are left out in pairs, if the answer needs no values of theirs.
pub fn plan(query: &Query) -> Result<Plan<'static>, NoSolver> {
    plan_within(query, &Budget::new())
}

/// As [`plan`], within these limits: a solver that has to try before it knows its price tries no longer. One that could not
/// try to the end refuses.
pub fn plan_within(query: &Query, limits: &Budget) -> Result<Plan<'static>, NoSolver> {
    let all = planned(query, SOLVERS, limits);
    let soon = |plan: &Plan<'_>| plan.steps.iter().map(|step| step.estimate().nanoseconds).sum::<f64>() < SOON;
    if all.as_ref().is_ok_and(soon) {
        return all;
    }
    let Some(rest) = without_pairs(query) else { return all };
    let paired = query.position.len() - rest.position.len();
    planned(&rest, SOLVERS, limits).map(|plan| Plan { paired, ..plan }).or(all)
}

/// The query without equal components in pairs, if there are any and it can be answered so. With a winning move asked
/// for, one of the others is there, since the pairs are worth nothing; of all winning moves some may be in a pair, unless the sum
/// is lost.
fn without_pairs(query: &Query) -> Option<Query> {
    let left = query.unpaired(&query.position);
    let told = match query.question {
        Question::Value | Question::Outcome => true,
        Question::ValueAndMoves => left.is_empty(),
        Question::Table => false,
    };
    (told && left.len() < query.position.len()).then(|| query.only(&left))
}

/// As [`plan_within`], with the solvers only that tell the value of every option.
pub fn plan_full_within(query: &Query, limits: &Budget) -> Result<Plan<'static>, NoSolver> {
    let full: Vec<&'static dyn Solver> = SOLVERS.iter().copied().filter(|kernel| !kernel.is_partial()).collect();
    planned(query, &full, limits)
}

/// As [`plan`], with these solvers only. Tests use it to run each solver by itself.
pub fn plan_with<'k>(query: &Query, kernels: &[&'k dyn Solver]) -> Result<Plan<'k>, NoSolver> {
    planned(query, kernels, &Budget::new())
}

fn planned<'k>(query: &Query, kernels: &[&'k dyn Solver], limits: &Budget) -> Result<Plan<'k>, NoSolver> {
    if query.question == Question::Table && query.table_end().is_none() {
        return Err(NoSolver(vec![("every kernel", "a table goes up to one heap of one game".into())]));
    }
    let parts = parts(query);
    let whole = parts.len() == 1;
    // Which moves of a part win in the sum is told by the values that they lead to.
    let every_value = !whole && query.question == Question::ValueAndMoves;
    let steps =
        parts.into_iter().map(|part| step(part, (whole, every_value), kernels, limits)).collect::<Result<_, _>>()?;
    Ok(Plan { ask: query.question, steps, paired: 0 })
}

/// The questions that are planned apart.
fn parts(query: &Query) -> Vec<Query> {
    if query.convention == Convention::Misere {
        return vec![query.clone()];
    }
    let own = |ruleset: usize| {
        let start = query.position.iter().filter(move |term| term.ruleset == ruleset);
        start.map(|term| Term { ruleset: 0, component: term.component.clone() }).collect()
    };
    // The outcomes of the parts of a sum do not tell its own, nor does a winning move of each.
    let less = matches!(query.question, Question::Value | Question::Outcome);
    let ask = if less && (query.position.len(), query.rulesets.len()) != (1, 1) {
        Question::ValueAndMoves
    } else {
        query.question
    };
    let rulesets = query.rulesets.iter().enumerate();
    rulesets
        .map(|(at, ruleset)| Query { rulesets: vec![ruleset.clone()], position: own(at), question: ask, ..*query })
        .collect()
}

fn step<'k>(
    mut query: Query,
    (whole, every_value): (bool, bool),
    kernels: &[&'k dyn Solver],
    limits: &Budget,
) -> Result<Step<'k>, NoSolver> {
    let (mut sure, mut attempt): (Option<Choice<'k>>, Option<Choice<'k>>) = (None, None);
    let mut refused = Vec::new();
    let asked = query.question;
    for &kernel in kernels {
        let (ask, estimate) = match said(kernel, &mut query, (asked, every_value), limits) {
            (ask, Ok(estimate)) => (ask, estimate),
            (_, Err(refusal)) => {
                refused.push((kernel.name(), refusal));
                continue;
            }
        };
        let best = if kernel.is_attempt() { &mut attempt } else { &mut sure };
        if best.is_none_or(|best| estimate.nanoseconds < best.estimate.nanoseconds) {
            *best = Some(Choice { kernel, estimate, ask });
        }
        if sure.is_some_and(|sure| sure.estimate.nanoseconds < TRIFLE) {
            break;
        }
    }
    let dearer = |sure: Choice<'_>, attempt: Choice<'_>| sure.estimate.nanoseconds > attempt.estimate.nanoseconds;
    let (chosen, then) = match (sure, attempt) {
        (Some(sure), Some(attempt)) if dearer(sure, attempt) => (attempt, Some(sure)),
        (Some(sure), _) => (sure, None),
        (None, Some(attempt)) => (attempt, None),
        (None, None) => return Err(NoSolver(refused)),
    };
    query.question = chosen.ask;
    Ok(Step { query, asked, whole, every_value, chosen, then, kernels: kernels.to_vec(), limits: limits.rest() })
}

/// What a solver says of a query for which this is asked, and what it was asked: one that does not know the outcome is
/// asked for the value.
///
/// With `every_value` the values of all options are needed.
fn said(
    kernel: &dyn Solver,
    query: &mut Query,
    (asked, every_value): (Question, bool),
    limits: &Budget,
) -> (Question, Result<Estimate, Refusal>) {
    query.question = asked;
    let mut verdict = assess(kernel, query, limits);
    if every_value && kernel.is_partial() && verdict.is_ok() {
        verdict = Err("in a sum of unlike games it tells one winning move: ask with --value".into());
    }
    if matches!(asked, Question::Value | Question::Outcome) && verdict.is_err() {
        query.question = Question::ValueAndMoves;
        verdict = assess(kernel, query, limits);
    }
    (query.question, verdict)
}

fn assess(kernel: &dyn Solver, query: &Query, limits: &Budget) -> Result<Estimate, Refusal> {
    let scope = kernel.scope();
    if !scope.conventions.contains(&query.convention) {
        return Err("not under this convention".into());
    }
    if !scope.questions.contains(&query.question) {
        return Err("not this question".into());
    }
    kernel.assess_within(query, limits)
}

impl<'k> Plan<'k> {
    /// One step for each board of the query, in their order; one for all in misère play.
    pub fn steps(&self) -> &[Step<'k>] {
        &self.steps
    }

    /// How many components are left out: in normal play equal ones cancel in pairs.
    pub fn paired(&self) -> usize {
        self.paired
    }

    /// The names of the solvers, each once, joined by `+`.
    pub fn kernels(&self) -> String {
        let mut names: Vec<&str> = self.steps.iter().map(|step| step.kernel()).collect();
        names.dedup();
        names.join("+")
    }

    /// Answers the query.
    pub fn run(&self, budget: &mut Budget) -> Result<Solution, Stopped> {
        self.run_told(budget).map(|(solution, _)| solution)
    }

    /// Answers the query, and names the solvers that did, each once, joined by `+`.
    pub fn run_told(&self, budget: &mut Budget) -> Result<(Solution, String), Stopped> {
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
    /// One solution from those of the steps.
    fn joined(&self, mut solutions: Vec<Solution>) -> Solution {
        if let [_] = self.steps[..] {
            let Solution { answer, claims } = solutions.remove(0);
            return Solution { answer: self.told(answer), claims };
        }
        let value = solutions.iter().map(|solution| match solution.answer {
            Answer::Value(value) => value,
            _ => unreachable!("sums of several boards are asked for their value"),
        });
        let answer = self.told(Answer::Value(value.sum::<Nimber>()));
        Solution { answer, claims: solutions.into_iter().flat_map(|solution| solution.claims).collect() }
    }

    /// The answer as it was asked for.
    fn told(&self, answer: Answer) -> Answer {
        match (self.ask, answer) {
            (Question::Outcome, Answer::Value(value)) => Answer::Outcome(value.outcome()),
            (_, answer) => answer,
        }
    }
}

impl Step<'_> {
    /// Answers its query, by the solver that was chosen or the one behind it, whose name is told.
    fn run(&self, budget: &mut Budget) -> Result<(Solution, &'static str), Stopped> {
        let found = self.chosen.kernel.solve(&self.query, budget);
        let (Some(then), Err(stopped)) = (self.then, &found) else {
            return found.map(|solution| (solution, self.kernel()));
        };
        // A part of a table that a limit has ended is returned; the other solver would begin it again.
        let limited = matches!(stopped.reason, Reason::Time | Reason::Interrupted | Reason::Positions(_));
        if limited && !stopped.known.is_empty() {
            return found.map(|solution| (solution, self.kernel()));
        }
        budget.poll()?;
        let query = Query { question: then.ask, ..self.query.clone() };
        then.kernel.solve(&query, budget).map(|solution| (solution, then.kernel.name()))
    }

    /// What it answers.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// The name of the solver.
    pub fn kernel(&self) -> &'static str {
        self.chosen.kernel.name()
    }

    /// The name of the solver that goes on with what an earlier search knew, if the chosen one or the one behind it does.
    pub fn keeper(&self) -> Option<&'static str> {
        let all = [Some(self.chosen), self.then];
        all.into_iter().flatten().map(|choice| choice.kernel).find(|kernel| kernel.keeps()).map(|kernel| kernel.name())
    }

    /// What it will cost, roughly.
    pub fn estimate(&self) -> Estimate {
        self.chosen.estimate
    }

    /// The name and the price of the solver that goes on where the chosen one gives up.
    pub fn then(&self) -> Option<(&'static str, Estimate)> {
        self.then.map(|then| (then.kernel.name(), then.estimate))
    }

    /// Whether the solver of that name may give up; its price is then the most that it takes.
    pub fn is_attempt(&self, kernel: &str) -> bool {
        self.kernels.iter().any(|own| own.name() == kernel && own.is_attempt())
    }

    /// What the price supposes, where that need not hold; with what could be asked instead, and would be told sooner.
    pub fn premise(&self) -> Option<String> {
        let premise = self.chosen.kernel.premise(&self.query)?;
        Some(match self.teller() {
            Some(teller) => format!("{premise}; `solve --outcome` asks who wins, which `{teller}` tells at once"),
            None => premise,
        })
    }

    /// The solver that would tell who wins, and no more, if that was all that is asked.
    fn teller(&self) -> Option<&'static str> {
        let asked = self.asked == Question::Outcome || self.query.convention == Convention::Misere;
        if asked || !self.whole {
            return None;
        }
        let query = Query { question: Question::Outcome, ..self.query.clone() };
        let mut tellers = SOLVERS.iter().filter(|kernel| matches!(kernel.scope().questions, [Question::Outcome]));
        tellers.find(|&&kernel| assess(kernel, &query, &self.limits).is_ok()).map(|kernel| kernel.name())
    }

    /// What every solver says.
    pub fn verdicts(&self) -> Vec<Said> {
        let mut query = self.query.clone();
        self.kernels
            .iter()
            .map(|&kernel| (kernel.name(), said(kernel, &mut query, (self.asked, self.every_value), &self.limits).1))
            .collect()
    }
}

impl fmt::Display for NoSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no kernel can answer this")?;
        self.0.iter().try_for_each(|(name, refusal)| write!(f, "\n  {name}: {refusal}"))
    }
}

impl std::error::Error for NoSolver {}
