//! How a query will be answered: the solver, its cost, and why the others were not chosen.

use std::{cmp::Ordering, fmt::Write};

use grundy::{
    Convention, Query,
    plan::{NoSolver, Plan, Said, Step},
    solvers::{Estimate, Refusal},
};
use serde_json::{Value, json};

use crate::{Colour, json, phrase};

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
    let priced = |name: &str, estimate: Estimate| match (step.is_attempt(name), step.is_open_ended(name)) {
        (true, false) => format!("tried for at most {}", time(estimate.nanoseconds)),
        (true, true) => "tried for as long as the next method would take".to_owned(),
        (false, _) => price(estimate),
    };
    if let Some((name, most)) = step.trial() {
        let _ = writeln!(text, "First: {name} (tried for at most {}).", time(most));
    }
    let solver = phrase::bold(step.solver(), colour);
    let _ = writeln!(text, "Solver: {solver} ({}).", priced(step.solver(), step.estimate()));
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

/// The answer of `plan` as JSON.
pub fn plan_json(query: &Query, planned: Result<&Plan<'_>, &NoSolver>) -> String {
    let mut map = serde_json::Map::new();
    map.insert("game".into(), query.game_text().into());
    crate::lists::insert(&mut map, &query.rulesets);
    map.insert("position".into(), query.position_text().into());
    map.insert("convention".into(), query.convention.to_string().into());
    let (steps, refused) = match planned {
        Ok(plan) => (plan.steps().iter().map(step_json).collect::<Value>(), Value::Array(Vec::new())),
        Err(none) => {
            let refused = none.0.iter().map(|(name, refusal)| json!({"solver": name, "refusal": refusal}));
            (Value::Array(Vec::new()), refused.collect())
        }
    };
    map.insert("paired".into(), planned.map_or(0, Plan::paired).into());
    json::optional(&mut map, "solver", planned.ok().map(Plan::solvers), "no solver answers the query");
    map.insert("steps".into(), steps);
    json::members(&mut map, "steps", "trial", "no solver is tried before it");
    json::members(&mut map, "steps", "then", "the solver does not give up");
    json::members(&mut map, "steps", "premise", "the estimate assumes nothing");
    map.insert("refused".into(), refused);
    json::line(Value::Object(map))
}

/// Returns the fields of a step.
fn step_json(step: &Step<'_>) -> Value {
    let verdict = |(name, verdict): &Said| match verdict {
        Ok(estimate) => json!({"solver": name, "estimate": estimate_json(*estimate)}),
        Err(refusal) => json!({"solver": name, "refusal": refusal}),
    };
    json!({
        "game": step.query().game_text(),
        "position": step.query().position_text(),
        "solver": step.solver(),
        "estimate": estimate_json(step.estimate()),
        "attempt": step.is_attempt(step.solver()),
        "trial": step.trial().map(|(name, _)| name),
        "then": step.then().next().map(|(name, _)| name),
        "premise": step.premise(),
        "verdicts": step.verdicts().iter().map(verdict).collect::<Value>(),
    })
}

/// The members are not integers, since most of them are rough.
pub(crate) fn estimate_json(estimate: Estimate) -> Value {
    let mut map = serde_json::Map::new();
    let members = [("positions", estimate.positions), ("bytes", estimate.bytes), ("nanoseconds", estimate.nanoseconds)];
    for (field, number) in members {
        let number = Some(number + 0.0).filter(|number| number.is_finite());
        json::optional(&mut map, field, number, "it is over 10^308");
    }
    map.into()
}
