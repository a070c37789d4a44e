//! Winning moves of Green Hackenbush: the closed form gives the edges that leave the wanted value
//! together, so that no pass is made for each of them. If one winning move is enough, the first
//! edge that is found ends the search.
//!
//! *Source:* the fusion principle of Winning Ways, chapter 7; the values are in `grundy-cert`,
//! `claims/closed_form/fusion.rs`.

use grundy_cert::{
    Claim,
    closed_form::{ClosedForm, Fusion, cut_leaving, cuts_leaving},
};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Action, Component, Convention, Grounded, Query, Question};
use grundy_solvers::{Budget, Stopped};

use super::{
    listing::{Move, MoveRequest, Moves, room},
    lookup::total,
};

/// The winning moves, by edge. A list of moves with large graphs is cut off by their bytes.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let ([Claim::ClosedForm(form)], Convention::Normal, false) = (&solution.claims[..], query.convention, all) else {
        return Ok(None);
    };
    if !form.is(&Fusion) {
        return Ok(None);
    }
    let Some(total) = total(query, solution) else { return Ok(None) };
    if matches!(query.question, Question::Value | Question::Outcome) {
        return one(query, *form, total, budget);
    }
    let (mut count, mut merged, mut heaviest) = (0u128, false, 1);
    let mut winning = Vec::new();
    for places in request.groups() {
        budget.poll()?;
        let (at, term) = (places.start, &query.position[places.start]);
        let Component::Grounded(graph) = &term.component else { return Ok(None) };
        // Only the removal of an equal edge leaves the same graph.
        let distinct = graph.edges().chunk_by(|a, b| a == b).count();
        count += (distinct * places.len()) as u128;
        merged |= distinct < graph.edges().len();
        heaviest = heaviest.max(size_of::<Move>() as u64 + 3 * term.component.labelled().bytes());
        if total == Nimber::ZERO {
            continue;
        }
        let Some(own) = form.value(&query.rulesets[term.ruleset], &term.component) else { return Ok(None) };
        let cuts = cuts_leaving(graph, (own + total).0, || budget.poll())?;
        winning.extend(cuts.into_iter().map(|edge| (at, graph, edge)));
    }
    let most = room(heaviest);
    let mut made = Vec::new();
    for &(component, graph, edge) in winning.iter().take(usize::try_from(most).unwrap_or(usize::MAX)) {
        budget.hold(heaviest)?;
        budget.poll()?;
        let Some(cut) = cut(query, component, graph, edge) else { return Ok(None) };
        made.push(cut);
    }
    if winning.len() as u64 > most {
        return Ok(Some(Moves::TooMany { most, winning: made.into_iter().next() }));
    }
    Ok(Some(Moves::Listed { moves: made, count, merged, unknown: 0 }))
}

/// The winning move that takes an edge of a component; `None` if it has no such edge.
fn cut(query: &Query, component: usize, graph: &Grounded, edge: (u32, u32)) -> Option<Move> {
    let to = graph.without(edge)?.into_iter().map(Component::Grounded).collect();
    let actions = vec![Action::Edge(graph.name(edge.0), graph.name(edge.1))];
    let (from, value) = (query.position[component].component.clone(), Some(Nimber::ZERO));
    Some(Move { component, from, to, value, outcome: Outcome::P, words: Vec::new(), actions })
}

/// One winning move of a sum of this value: it lowers the value of a component. A part of a graph
/// has an option of each smaller value.
fn one(query: &Query, form: &dyn ClosedForm, total: Nimber, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    if total == Nimber::ZERO {
        return Ok(Some(Moves::One(None)));
    }
    for (at, term) in query.position.iter().enumerate() {
        let Component::Grounded(graph) = &term.component else { return Ok(None) };
        let Some(own) = form.value(&query.rulesets[term.ruleset], &term.component) else { return Ok(None) };
        if (own + total) >= own {
            continue;
        }
        let edge = cut_leaving(graph, (own + total).0, || budget.poll())?;
        return Ok(edge.and_then(|edge| cut(query, at, graph, edge)).map(|made| Moves::One(Some(made))));
    }
    Ok(None)
}
