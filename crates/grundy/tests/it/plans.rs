//! The planner's choices are data: `testdata/plans.toml`. And what it must never do: ask a solver
//! beyond its scope.

use std::{sync::OnceLock, time::Duration};

use grundy::{
    Answer, Budget, Convention, Fault, Nimber, Query, Question, Solution, Stopped, plan,
    plan::{PlanOptions, plan_with},
    solvers::{Estimate, Refusal, SOLVERS, Scope, Solver},
};
use serde::Deserialize;

use crate::{games, values::testdata};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    plan: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    game: Option<String>,
    position: Option<String>,
    sum: Option<String>,
    ask: Option<String>,
    solver: String,
}

impl Row {
    fn query(&self) -> Query {
        if let Some(sum) = &self.sum {
            return grundy::games::sum(sum).unwrap_or_else(|fault| panic!("{fault}"));
        }
        let rules =
            grundy::games::game(self.game.as_deref().expect("a game")).unwrap_or_else(|fault| panic!("{fault}"));
        let start = grundy::games::position(&rules, self.position.as_deref().expect("a position"));
        let ask = match self.ask.as_deref() {
            None => Question::ValueAndMoves,
            Some("outcome") => Question::Outcome,
            Some("table") => Question::Table,
            Some(other) => panic!("{other} is no question"),
        };
        Query::new(&rules, start.unwrap_or_else(|fault| panic!("{fault}")), ask)
    }
}

#[test]
fn the_planner_chooses_as_written() {
    let text = std::fs::read_to_string(testdata("plans.toml")).expect("the file is there");
    let rows = toml::from_str::<File>(&text).unwrap_or_else(|fault| panic!("{fault}")).plan;
    let mut wrong = Vec::new();
    for row in &rows {
        let query = row.query();
        let chosen = plan(&query).map_or_else(|none| none.to_string(), |plan| plan.solvers());
        if chosen != row.solver {
            wrong.push(format!("{query}: {chosen}, not {}", row.solver));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for solver in SOLVERS {
        let named = rows.iter().any(|row| row.solver.split('+').any(|name| name == solver.name()));
        assert!(named, "no row of plans.toml is answered by {}", solver.name());
    }
}

#[test]
fn every_plan_tells_what_every_solver_said() {
    let query = grundy::games::query("kayles", "5", Question::ValueAndMoves).expect("a query");
    let plan = plan(&query).expect("a plan");
    let [step] = plan.steps() else { panic!("one step") };
    let names: Vec<&str> = step.verdicts().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, SOLVERS.iter().map(|solver| solver.name()).collect::<Vec<_>>());
    assert!(step.verdicts().iter().any(|(name, verdict)| *name == step.solver() && verdict.is_ok()));
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_solver_is_planned_beyond_its_scope(sample in games::any_game(), misere in proptest::bool::ANY, ask in 0..3usize) {
        let mut rules = grundy::games::game(&sample.game).expect("a game");
        rules.convention = if misere { grundy::Convention::Misere } else { grundy::Convention::Normal };
        let start = grundy::games::position(&rules, &sample.position).expect("a position");
        let query = Query::new(&rules, start, [Question::ValueAndMoves, Question::Outcome, Question::Table][ask]);
        for &solver in SOLVERS {
            let scope = solver.scope();
            if let Ok(plan) = plan_with(&query, PlanOptions::only(&[solver as &dyn Solver])) {
                for step in plan.steps() {
                    let asked = step.query();
                    assert!(scope.conventions.contains(&asked.convention) && scope.questions.contains(&asked.question), "{}", solver.name());
                    assert!(asked.question == query.question || (asked.question, query.question) == (Question::ValueAndMoves, Question::Outcome));
                }
            }
        }
    }
}

/// An attempt that fails, and notes how much time it had.
#[derive(Default)]
struct Impatient(OnceLock<Option<Duration>>);

/// A solver that would take ten seconds by its estimate.
struct Slow;

const SCOPE: Scope = Scope { conventions: &[Convention::Normal], questions: &[Question::Value] };

fn seconds(seconds: f64) -> Result<Estimate, Refusal> {
    Ok(Estimate { positions: 1.0, bytes: 1.0, nanoseconds: 1e9 * seconds })
}

impl Solver for Impatient {
    fn name(&self) -> &'static str {
        "impatient"
    }

    fn scope(&self) -> Scope {
        SCOPE
    }

    fn assess(&self, _: &Query) -> Result<Estimate, Refusal> {
        seconds(9.0)
    }

    fn is_attempt(&self) -> bool {
        true
    }

    fn patience(&self) -> Option<f64> {
        Some(0.25)
    }

    fn solve(&self, _: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        self.0.set(budget.left()).expect("it is tried once");
        Err(Fault("it finds nothing".into()).into())
    }
}

impl Solver for Slow {
    fn name(&self) -> &'static str {
        "slow"
    }

    fn scope(&self) -> Scope {
        SCOPE
    }

    fn assess(&self, _: &Query) -> Result<Estimate, Refusal> {
        seconds(10.0)
    }

    fn solve(&self, _: &Query, _: &mut Budget) -> Result<Solution, Stopped> {
        Ok(Solution { answer: Answer::Value(Nimber(7)), claims: Vec::new() })
    }
}

#[test]
fn an_attempt_has_a_part_of_the_time_of_the_next_solver() {
    let query = grundy::games::query("kayles", "5", Question::Value).expect("a query");
    let attempt = Impatient::default();
    let plan = plan_with(&query, PlanOptions::only(&[&attempt, &Slow])).expect("a plan");
    let found = plan.run(&mut Budget::new()).expect("the next solver answers");
    assert_eq!(found.answer, Answer::Value(Nimber(7)));
    let left = attempt.0.get().expect("it is tried first").expect("it has a limit");
    assert!(left > Duration::from_millis(1500) && left <= Duration::from_millis(2500), "{left:?}");
}
