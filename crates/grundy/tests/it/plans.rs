//! The planner's choices are data: `testdata/plans.toml`. And what it must never do: ask a solver
//! beyond its scope.

use grundy::{
    Query, Question, plan,
    plan::{PlanOptions, plan_with},
    solvers::{SOLVERS, Solver},
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
