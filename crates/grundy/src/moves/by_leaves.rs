//! Winning moves on trees whose leaves are taken: the closed form gives the value after each move,
//! and the values who wins in misère play, so no option is made but those that are listed.
//!
//! *Limits.* Trees; a list of all moves that is short is made as for any other game.

use grundy_cert::{
    Claim,
    closed_form::{Leaves, leaf_moves, misere_nim},
};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Action, Component, Convention, Query};
use grundy_solvers::{Budget, Stopped};

use super::listing::{Move, MoveRequest, Moves, over, room};

/// The winning moves, under both conventions. `None` for other claims.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let [Claim::ClosedForm(form)] = &solution.claims[..] else { return Ok(None) };
    if !form.is(&Leaves) {
        return Ok(None);
    }
    let values = query.position.iter().map(|term| form.value(&query.rulesets[term.ruleset], &term.component));
    let Some(values) = values.collect::<Option<Vec<Nimber>>>() else { return Ok(None) };
    let total: Nimber = values.iter().copied().sum();
    let (mut count, mut heaviest) = (0u128, 1);
    let mut winning = Vec::new();
    for places in request.groups() {
        budget.poll()?;
        let (at, term) = (places.start, &query.position[places.start]);
        let Component::Graph(tree) = &term.component else { return Ok(None) };
        let Some(each) = leaf_moves(tree) else { return Ok(None) };
        // By the value that a move leaves, which is at most 2.
        let wins = [0, 1, 2].map(|left| match query.convention {
            Convention::Normal => Nimber(left) == values[at] + total,
            Convention::Misere => {
                let mut after = values.clone();
                after[at] = Nimber(left);
                misere_nim(&after) == Outcome::P
            }
        });
        count += (each.len() * places.len()) as u128;
        // Vertices without names get their numbers as names.
        let labelled = term.component.bytes() + 16 * u64::from(tree.vertices());
        heaviest = heaviest.max(size_of::<Move>() as u64 + 3 * labelled);
        winning.extend(each.into_iter().filter(|(_, left)| wins[*left as usize]).map(|(leaf, _)| (at, leaf)));
    }
    let most = room(heaviest);
    let too_many = if all { count > most.into() } else { winning.len() as u64 > most };
    if all && !too_many {
        // Few moves are listed as those of any other game.
        return Ok(None);
    }
    let listed = if too_many { 1 } else { winning.len() };
    let mut made = Vec::new();
    for &(component, leaf) in winning.iter().take(listed) {
        budget.poll()?;
        budget.hold(heaviest)?;
        made.extend(after(query, component, leaf));
    }
    Ok(Some(match too_many {
        // All moves were counted, however few of them have room.
        true => Moves::TooMany { most: over(count), winning: made.into_iter().next() },
        false => Moves::Listed { moves: made, count, merged: false, unknown: 0 },
    }))
}

/// The move that leaves this leaf, or none.
fn after(query: &Query, component: usize, leaf: Option<u32>) -> Option<Move> {
    let from = query.position[component].component.clone();
    let Component::Graph(tree) = &from else { return None };
    let to = tree.without_leaves(leaf).into_iter().map(Component::Graph).collect();
    let actions = vec![Action::Leaves(leaf.map(|leaf| tree.name(leaf)))];
    let value = (query.convention == Convention::Normal).then_some(Nimber::ZERO);
    Some(Move { component, from, to, value, outcome: Outcome::P, words: Vec::new(), actions })
}
