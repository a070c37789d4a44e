//! How a query will be answered: the solver, its cost, and why the others were not chosen.

use std::{cmp::Ordering, fmt::Write};

use grundy::{
    Convention, Query,
    plan::{NoSolver, OtherForm, Plan, Said, Step},
    solvers::{Estimate, Refusal},
};
use serde::Serialize;

use crate::{
    Colour,
    json::{self, ConventionWord, Reasons, Version},
    lists::{LeftOutJson, left_out},
    phrase,
};

/// The answer of `plan` as text.
pub fn plan_text(query: &Query, planned: Result<&Plan<'_>, &NoSolver>, colour: Colour) -> String {
    let mut text = format!("{}\n", phrase::title(query));
    text.push_str(if query.convention == Convention::Misere { "Misère play.\n" } else { "Normal play.\n" });
    match planned {
        Ok(plan) => {
            let steps = plan.steps();
            if plan.paired() > 0 {
                let _ = writeln!(
                    text,
                    "Left out: {} components that are equal in pairs, each pair worth 0.",
                    plan.paired()
                );
            }
            for step in steps {
                if steps.len() > 1 {
                    let _ = writeln!(text, "\n{}", phrase::title(step.query()));
                }
                step_text(&mut text, step, colour);
            }
        }
        Err(none) => {
            text.push_str("No solver can answer this.\n");
            refusals(&mut text, &none.0.iter().map(|(name, refusal)| (*name, refusal)).collect::<Vec<_>>());
        }
    }
    text
}

/// Adds the solver of a step with its price, what is tried before and after it, and what the other
/// solvers said.
fn step_text(text: &mut String, step: &Step<'_>, colour: Colour) {
    let priced = |name: &str, estimate: Estimate| match (step.is_attempt(name), step.patience(name)) {
        (true, None) => format!("tried for at most {}", time(estimate.nanoseconds)),
        (true, Some(1.0..)) => "tried for as long as the next method would take".to_owned(),
        (true, Some(part)) => {
            let part = 100.0 * part;
            format!("tried for at most {} and {part} % of what the next method would take", time(estimate.nanoseconds))
        }
        (false, _) => price(estimate),
    };
    if let Some((name, most)) = step.trial() {
        let _ = writeln!(text, "First: {name} (tried for at most {}).", time(most));
    }
    let solver = phrase::bold(step.solver(), colour);
    let _ = writeln!(text, "Solver: {solver} ({}).", priced(step.solver(), step.estimate()));
    if let Some((names, query)) = step.form() {
        let _ = writeln!(text, "Of: {}, by {}.", phrase::title(query), names.join(", then "));
    }
    if let Some(premise) = step.premise() {
        let _ = writeln!(text, "Assumes: {premise}.");
    }
    for (name, estimate) in step.then() {
        let _ = writeln!(text, "If it gives up: {name} ({}).", priced(name, estimate));
    }
    let verdicts = step.verdicts();
    for (name, verdict) in &verdicts {
        if let Ok(estimate) = verdict
            && *name != step.solver()
            && step.then().all(|(then, _)| then != *name)
        {
            // A solver whose cost is negligible is chosen before the others have estimated theirs.
            let compared = match estimate.nanoseconds.total_cmp(&step.estimate().nanoseconds) {
                Ordering::Less => "Cheaper, but the difference is negligible",
                Ordering::Equal => "The same cost",
                Ordering::Greater => "More expensive",
            };
            let _ = writeln!(text, "{compared}: {name} ({}).", priced(name, *estimate));
        }
    }
    for OtherForm { reductions, query, costs } in step.other_forms() {
        let costs: Vec<String> = costs.iter().map(|(name, cost)| format!("{name} ({})", priced(name, *cost))).collect();
        let costs = if costs.is_empty() { "no solver".to_owned() } else { costs.join(", ") };
        let _ = writeln!(text, "By {}, of {}: {costs}.", reductions.join(", then "), phrase::title(query));
    }
    let refused: Vec<(&str, &Refusal)> =
        verdicts.iter().filter_map(|(name, verdict)| Some((*name, verdict.as_ref().err()?))).collect();
    refusals(text, &refused);
}

/// Adds a line for each solver that refuses, with the reason.
fn refusals(text: &mut String, refused: &[(&str, &Refusal)]) {
    for (name, refusal) in refused {
        let _ = writeln!(text, "Refused: {name}: {refusal}.");
    }
}

/// Returns the positions, the memory and the time of an estimate.
pub(crate) fn price(estimate: Estimate) -> String {
    format!(
        "{} positions, {}, {}",
        about(estimate.positions),
        scaled(estimate.bytes, &[("B", 1024.0), ("KiB", 1024.0), ("MiB", 1024.0), ("GiB", 1024.0), ("TiB", 1024.0)]),
        time(estimate.nanoseconds)
    )
}

/// Larger numbers are not printed more exactly.
const COUNTLESS: f64 = 1e30;

/// Returns a rounded number, marked as such.
fn about(number: f64) -> String {
    if number > COUNTLESS { round(number) } else { format!("about {}", round(number)) }
}

/// Two digits are enough for an estimate.
fn round(number: f64) -> String {
    let number = number.max(0.0);
    match number {
        ..1e5 => format!("{number:.0}"),
        ..=COUNTLESS => format!("{number:.1e}"),
        _ => format!("over {COUNTLESS:e}"),
    }
}

/// Returns a time in the largest unit in which it is at least 1.
fn time(nanoseconds: f64) -> String {
    let units = [
        ("ns", 1e3),
        ("µs", 1e3),
        ("ms", 1e3),
        ("s", 60.0),
        ("min", 60.0),
        ("h", 24.0),
        ("days", 365.25),
        ("years", 1e3),
    ];
    scaled(nanoseconds, &units)
}

/// The number in the first unit in which it is below the step to the next one.
fn scaled(number: f64, units: &[(&str, f64)]) -> String {
    let mut number = number;
    for (at, (unit, step)) in units.iter().enumerate() {
        if number < *step || at + 1 == units.len() {
            return format!("{} {unit}", round(number));
        }
        number /= step;
    }
    round(number)
}

/// How a query will be answered
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "plan-query"))]
pub(crate) struct PlanQueryJson {
    /// The game in the language
    game: String,
    /// What the game leaves out of its word lists, if it leaves something out
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<LeftOutJson>>,
    /// The position in the language
    position: String,
    /// The convention
    convention: ConventionWord,
    /// The number of components that cancel in pairs
    paired: usize,
    /// The solvers, joined by `+`; null if no solver answers the query
    solver: Option<String>,
    /// The parts that are solved one by one
    steps: Vec<StepJson>,
    /// The refusals, if no solver answers the query
    refused: Vec<VerdictJson>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// A part of a query that one solver answers
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "step"))]
struct StepJson {
    /// The game in the language
    game: String,
    /// The position in the language
    position: String,
    /// The solver
    solver: &'static str,
    /// The reductions that lead to what the solver answers, if that is about another game
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reductions: Vec<String>,
    /// Its cost
    estimate: EstimateJson,
    /// Whether the solver may give up
    attempt: bool,
    /// The solver that is tried first, for a share of the cost; null if none is; the reason is
    /// `steps.trial`
    trial: Option<&'static str>,
    /// The solver after one that gives up; null if the solver does not give up; the reason is
    /// `steps.then`
    then: Option<&'static str>,
    /// What the estimate assumes; null if it assumes nothing; the reason is `steps.premise`
    premise: Option<String>,
    /// The cost or the refusal of each solver
    verdicts: Vec<VerdictJson>,
}

/// What a solver says about a query
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "verdict"))]
struct VerdictJson {
    /// The solver
    solver: &'static str,
    /// Its cost, if it can answer
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<EstimateJson>,
    /// The reason, if it cannot
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Refusal>,
}

/// What an answer costs. The numbers are not integers, since most of them are rough
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "estimate"))]
pub(crate) struct EstimateJson {
    /// Positions to solve; null if it is over 10^308
    positions: Option<f64>,
    /// Bytes of memory; null if it is over 10^308
    bytes: Option<f64>,
    /// Nanoseconds; null if it is over 10^308
    nanoseconds: Option<f64>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

impl From<Estimate> for EstimateJson {
    fn from(estimate: Estimate) -> Self {
        let reasons = Reasons::default();
        // A negative zero is written as zero.
        let number = |field, number: f64| {
            reasons.of(field, Some(number + 0.0).filter(|number| number.is_finite()), "it is over 10^308")
        };
        EstimateJson {
            positions: number("positions", estimate.positions),
            bytes: number("bytes", estimate.bytes),
            nanoseconds: number("nanoseconds", estimate.nanoseconds),
            reasons,
        }
    }
}

/// The answer of `plan` as JSON.
pub fn plan_json(query: &Query, planned: Result<&Plan<'_>, &NoSolver>) -> String {
    let (steps, refused): (Vec<StepJson>, _) = match planned {
        Ok(plan) => (plan.steps().iter().map(step_json).collect(), Vec::new()),
        Err(none) => (Vec::new(), none.0.iter().map(|(name, refusal)| verdict((name, Err(refusal.clone())))).collect()),
    };
    let reasons = Reasons::default();
    let solver = reasons.of("solver", planned.ok().map(Plan::solvers), "no solver answers the query");
    for step in &steps {
        reasons.note_if(step.trial.is_none(), "steps.trial", "no solver is tried before it");
        reasons.note_if(step.then.is_none(), "steps.then", "the solver does not give up");
        reasons.note_if(step.premise.is_none(), "steps.premise", "the estimate assumes nothing");
    }
    json::line(&PlanQueryJson {
        game: query.game_text(),
        left_out: left_out(&query.rulesets),
        position: query.position_text(),
        convention: query.convention.into(),
        paired: planned.map_or(0, Plan::paired),
        solver,
        steps,
        refused,
        reasons,
        schema: Version,
    })
}

/// Returns the fields of a step.
fn step_json(step: &Step<'_>) -> StepJson {
    StepJson {
        game: step.query().game_text(),
        position: step.query().position_text(),
        solver: step.solver(),
        reductions: step.form().map_or_else(Vec::new, |(names, _)| names),
        estimate: step.estimate().into(),
        attempt: step.is_attempt(step.solver()),
        trial: step.trial().map(|(name, _)| name),
        then: step.then().next().map(|(name, _)| name),
        premise: step.premise(),
        verdicts: step.verdicts().into_iter().map(verdict).collect(),
    }
}

/// What a solver says, for the answer.
fn verdict((solver, verdict): Said) -> VerdictJson {
    match verdict {
        Ok(estimate) => VerdictJson { solver, estimate: Some(estimate.into()), refusal: None },
        Err(refusal) => VerdictJson { solver, estimate: None, refusal: Some(refusal) },
    }
}
