//! Which kernel answers a query, and what every other kernel said.
//!
//! Closed world: a kernel is refused for what its scope does not name. In normal play every board of a sum is planned
//! by itself, since values add; in misère play the whole sum goes to one kernel. Where only the outcome is asked, a
//! kernel that does not know this question may answer with the value, which tells it.

use std::fmt;

use grundy_cert::{Answer, Solution};
use grundy_core::Nimber;
use grundy_kernels::{Budget, Estimate, KERNELS, Kernel, Refusal, Stopped};
use grundy_rules::{Ask, Placed, Play, Query};

/// How a query will be answered: one step for each board, or one for all in misère play.
pub struct Plan<'k> {
    ask: Ask,
    steps: Vec<Step<'k>>,
}

/// A kernel for a query, with what each kernel said.
pub struct Step<'k> {
    query: Query,
    kernel: &'k dyn Kernel,
    estimate: Estimate,
    verdicts: Vec<(&'static str, Result<Estimate, Refusal>)>,
}

/// No kernel can answer the query. Holds what each of them said.
#[derive(Debug)]
pub struct NoKernel(pub Vec<(&'static str, Refusal)>);

/// Asks every kernel about every board and takes the cheapest that can.
pub fn plan(query: &Query) -> Result<Plan<'static>, NoKernel> {
    plan_with(query, KERNELS)
}

/// As [`plan`], with the kernels only that tell the value of every option.
pub fn plan_full(query: &Query) -> Result<Plan<'static>, NoKernel> {
    let full: Vec<&'static dyn Kernel> = KERNELS.iter().copied().filter(|kernel| !kernel.is_partial()).collect();
    plan_with(query, &full)
}

/// As [`plan`], with these kernels only. Tests use it to run each kernel by itself.
pub fn plan_with<'k>(query: &Query, kernels: &[&'k dyn Kernel]) -> Result<Plan<'k>, NoKernel> {
    if query.ask == Ask::Table && query.table_end().is_none() {
        return Err(NoKernel(vec![("every kernel", "a table goes up to one heap of one game".into())]));
    }
    let steps = parts(query).into_iter().map(|part| step(part, kernels)).collect::<Result<_, _>>()?;
    Ok(Plan { ask: query.ask, steps })
}

/// The questions that are planned apart.
fn parts(query: &Query) -> Vec<Query> {
    if query.play == Play::Misere {
        return vec![query.clone()];
    }
    let own = |board: usize| {
        let start = query.start.iter().filter(move |placed| placed.board == board);
        start.map(|placed| Placed { board: 0, component: placed.component.clone() }).collect()
    };
    // The outcomes of the parts of a sum do not tell its own, nor does a winning move of each.
    let less = matches!(query.ask, Ask::Nimber | Ask::Outcome);
    let ask = if less && query.start.len() != 1 { Ask::Value } else { query.ask };
    let boards = query.boards.iter().enumerate();
    boards.map(|(at, board)| Query { boards: vec![board.clone()], start: own(at), ask, ..*query }).collect()
}

fn step<'k>(mut query: Query, kernels: &[&'k dyn Kernel]) -> Result<Step<'k>, NoKernel> {
    let mut chosen: Option<(&'k dyn Kernel, Estimate, Ask)> = None;
    let mut verdicts = Vec::with_capacity(kernels.len());
    let asked = query.ask;
    for &kernel in kernels {
        query.ask = asked;
        let mut verdict = assess(kernel, &query);
        if matches!(asked, Ask::Nimber | Ask::Outcome) && verdict.is_err() {
            query.ask = Ask::Value;
            verdict = assess(kernel, &query);
        }
        if let Ok(estimate) = verdict
            && chosen.is_none_or(|(_, best, _)| estimate.nanoseconds < best.nanoseconds)
        {
            chosen = Some((kernel, estimate, query.ask));
        }
        verdicts.push((kernel.name(), verdict));
    }
    match chosen {
        Some((kernel, estimate, ask)) => {
            query.ask = ask;
            Ok(Step { query, kernel, estimate, verdicts })
        }
        None => {
            Err(NoKernel(verdicts.into_iter().filter_map(|(name, verdict)| Some((name, verdict.err()?))).collect()))
        }
    }
}

fn assess(kernel: &dyn Kernel, query: &Query) -> Result<Estimate, Refusal> {
    let scope = kernel.scope();
    if !scope.plays.contains(&query.play) {
        return Err("not under this convention".into());
    }
    if !scope.asks.contains(&query.ask) {
        return Err("not this question".into());
    }
    kernel.assess(query)
}

impl<'k> Plan<'k> {
    /// One step for each board of the query, in their order; one for all in misère play.
    pub fn steps(&self) -> &[Step<'k>] {
        &self.steps
    }

    /// The names of the kernels, each once, joined by `+`.
    pub fn kernels(&self) -> String {
        let mut names: Vec<&str> = self.steps.iter().map(|step| step.kernel.name()).collect();
        names.dedup();
        names.join("+")
    }

    /// Answers the query.
    pub fn run(&self, budget: &mut Budget) -> Result<Solution, Stopped> {
        let mut solutions = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            solutions.push(step.kernel.solve(&step.query, budget)?);
        }
        if let [_] = self.steps[..] {
            let Solution { answer, claims } = solutions.remove(0);
            return Ok(Solution { answer: self.told(answer), claims });
        }
        let value = solutions.iter().map(|solution| match solution.answer {
            Answer::Value(value) => value,
            _ => unreachable!("sums of several boards are asked for their value"),
        });
        let answer = self.told(Answer::Value(value.sum::<Nimber>()));
        Ok(Solution { answer, claims: solutions.into_iter().flat_map(|solution| solution.claims).collect() })
    }
}

impl Plan<'_> {
    /// The answer as it was asked for.
    fn told(&self, answer: Answer) -> Answer {
        match (self.ask, answer) {
            (Ask::Outcome, Answer::Value(value)) => Answer::Outcome(value.outcome()),
            (_, answer) => answer,
        }
    }
}

impl Step<'_> {
    /// What it answers.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// The name of the kernel.
    pub fn kernel(&self) -> &'static str {
        self.kernel.name()
    }

    /// What it will cost, roughly.
    pub fn estimate(&self) -> Estimate {
        self.estimate
    }

    /// What every kernel said.
    pub fn verdicts(&self) -> &[(&'static str, Result<Estimate, Refusal>)] {
        &self.verdicts
    }
}

impl fmt::Display for NoKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no kernel can answer this")?;
        self.0.iter().try_for_each(|(name, refusal)| write!(f, "\n  {name}: {refusal}"))
    }
}

impl std::error::Error for NoKernel {}
