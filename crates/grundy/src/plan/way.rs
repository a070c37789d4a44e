//! The same question about another game, by reductions.
//!
//! Reductions lead from ruleset to ruleset, each to a board of lower rank, so the ways are few. A
//! way holds the query in its other form; what a solver finds there is wrapped in the reductions,
//! and the answer is read off again.

use std::sync::Arc;

use grundy_cert::{Claim, Reduced, Solution, reduced_query};
use grundy_games::{
    Component, Convention, Query, Question, Ruleset,
    reductions::{Image, Reduction},
};
use grundy_solvers::{Budget, Reason, Stopped};

/// The query in another form, and the reductions that lead there.
pub(super) struct Way {
    /// The reductions in their order, each with the rules that it leads to; at least one.
    steps: Vec<(Reduction, Ruleset)>,
    /// The query about the last of these rules, as it is asked of solvers.
    pub(super) query: Query,
    /// What the query itself asks for.
    asked: Question,
}

impl Way {
    /// The names of the reductions.
    pub(super) fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.steps.iter().map(|(reduction, _)| reduction.to_string())
    }

    /// What was found there as a solution of the query itself.
    ///
    /// # Errors
    /// If the claims there do not give the answer, which is a fault of a solver.
    pub(super) fn back(&self, query: &Query, solution: Solution, budget: &mut Budget) -> Result<Solution, Stopped> {
        let wrap = |claim: Claim, (reduction, target): &(Reduction, Ruleset)| {
            Claim::Reduced(Arc::new(Reduced { reduction: reduction.clone(), target: target.clone(), claim }))
        };
        let wrapped = |claim: Claim| self.steps.iter().rev().fold(claim, wrap);
        let claims: Vec<Claim> = solution.claims.into_iter().map(wrapped).collect();
        let mut solution = Solution { answer: solution.answer, claims };
        let asked = Query { question: self.asked, ..query.clone() };
        let answer = solution.read_answer_while(&asked, &mut || budget.poll().is_ok());
        budget.poll()?;
        solution.answer = answer.ok_or_else(|| {
            let names: Vec<String> = self.names().collect();
            let why = format!("what was found by {} does not give the answer", names.join(", "));
            budget.stopped(Reason::Fault(grundy_core::Fault(why)))
        })?;
        Ok(solution)
    }
}

/// The ways from a query about one game, the shorter ones first, as far as the limits reach.
pub(super) fn ways(query: &Query, limits: &Budget) -> Vec<Arc<Way>> {
    let mut budget = limits.rest();
    let mut found: Vec<Way> = Vec::new();
    if query.rulesets.len() != 1 || query.position.is_empty() {
        return Vec::new();
    }
    let mut at = 0_usize;
    let mut from = query.clone();
    loop {
        let parts: Vec<&Component> = from.position.iter().map(|term| &term.component).collect();
        for reduction in Reduction::of(&from.rulesets[0], &parts) {
            let many = parts
                .iter()
                .any(|part| !matches!(reduction.image(&from.rulesets[0], part), Image::Sum(sum) if sum.len() == 1));
            let mut go_on = || budget.poll().is_ok();
            let most_bytes = limits.most_bytes() / 8;
            let Some(other) = reduced_query(&from, 0, &reduction, most_bytes, &mut go_on) else { continue };
            let partial = query.convention == Convention::Normal && other.question != Question::Table;
            let question = if many && partial { Question::ValueAndMoves } else { other.question };
            let before = at.checked_sub(1).map_or(&[][..], |at| &found[at].steps);
            let steps = [before, &[(reduction, other.rulesets[0].clone())]].concat();
            found.push(Way { steps, query: Query { question, ..other }, asked: query.question });
        }
        let Some(way) = found.get(at) else { break };
        from = way.query.clone();
        at += 1;
    }
    found.into_iter().map(Arc::new).collect()
}
