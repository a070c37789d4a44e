//! A winning move of a word that is too long to list its moves, by way of its automaton.

use grundy_cert::{Automaton, Claim, Solution};
use grundy_core::{Nimber, Outcome};
use grundy_kernels::{Budget, Stopped, automaton::begins};
use grundy_rules::{Board, Component, Play, Query, RowMove, Symbol};

use crate::{Move, Moves};

/// Words with more letters than this are not searched for moves one by one where an automaton can do it.
const LONG: usize = 4096;

/// A winning move, found in time that grows with the length alone; nothing where moves can be listed, or the automaton
/// does not write what moves leave (its walls stand for letters that rules put there).
pub(crate) fn winning(query: &Query, solution: &Solution, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let ([Claim::Automaton(claim)], [Board::Row(rules)]) = (&solution.claims[..], &query.boards[..]) else {
        return Ok(None);
    };
    let puts_walls = rules.moves.iter().any(|kind| match kind {
        RowMove::Rewrite(rule) => rule.right.iter().flatten().any(|symbol| match symbol {
            Symbol::Letter(letter) | Symbol::Run(letter) => !claim.game.letters.contains(letter),
            Symbol::Variable(_) => false,
        }),
        _ => false,
    });
    let long = |component: &Component| matches!(component, Component::Row(word) if word.len() > LONG);
    if puts_walls || !query.start.iter().any(|placed| long(&placed.component)) {
        return Ok(None);
    }
    let labels: Option<Vec<u64>> = query
        .start
        .iter()
        .map(|placed| if let Component::Row(word) = &placed.component { claim.label(word) } else { None })
        .collect();
    let Some(labels) = labels else { return Ok(None) };
    let total = labels.iter().fold(0, |total, label| total ^ label);
    for (at, placed) in query.start.iter().enumerate() {
        let Component::Row(word) = &placed.component else { continue };
        // In a capped or misère game there is one component, and a label of 0 is what its winner leaves.
        let wanted = if claim.mode.adds() { total ^ labels[at] } else { 0 };
        if let Some(to) = leaves(claim, word, wanted, budget)? {
            let value = (query.play == Play::Normal).then_some(Nimber::ZERO);
            let from = placed.component.clone();
            let made = Move { component: at, from, to, value, outcome: Outcome::P, words: Vec::new() };
            return Ok(Some(Moves::One(Some(made))));
        }
    }
    Ok(Some(Moves::One(None)))
}

/// What a move leaves of a word so that the label is `wanted`.
fn leaves(claim: &Automaton, word: &str, wanted: u64, budget: &mut Budget) -> Result<Option<Vec<Component>>, Stopped> {
    let letters: Vec<char> = word.chars().collect();
    let is_wall = |letter: &char| claim.game.walls && claim.game.letters.binary_search(letter).is_err();
    let Some(parts) = claim.game.read(word) else { return Ok(None) };
    let total = parts.iter().fold(0, |total, part| total ^ claim.machine.label(part));
    let mut first = 0;
    for (part, span) in parts.iter().zip(letters.split(is_wall)) {
        let own = claim.machine.label(part);
        let (before, behind) = (&letters[..first], &letters[first + span.len()..]);
        first += span.len() + 1;
        let Some(start) = begins(claim, part, wanted ^ total ^ own, budget)? else { continue };
        let mut found = None;
        claim.game.options_at(part, start, |pieces| {
            budget.look()?;
            let value = pieces.iter().fold(0, |value, piece| value ^ claim.machine.label(piece));
            if value == wanted ^ total ^ own && found.is_none() {
                found = Some(pieces.to_vec());
            }
            Ok::<(), Stopped>(())
        })?;
        if let Some(pieces) = found {
            let mut rows: Vec<String> = pieces.iter().map(|piece| claim.game.text(piece)).collect();
            rows[0].insert_str(0, &before.iter().collect::<String>());
            if let Some(last) = rows.last_mut() {
                last.extend(behind);
            }
            return Ok(Some(rows.into_iter().filter(|row| !row.is_empty()).map(Component::Row).collect()));
        }
    }
    Ok(None)
}
