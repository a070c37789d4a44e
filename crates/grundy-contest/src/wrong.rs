//! Simple rules that do not know the game, and whether they are wrong at a position: the exclusive
//! or of the sizes, the parity of their sum, and the greedy move.

use grundy::{Component, Error, Run, moves::Move};

use crate::{
    answer::Case,
    format::Format,
    pieces::Games,
    template::{Input, Value},
};

/// The greedy move is looked at where the sizes add up to no more.
const SMALL: u64 = 64;

/// Whether the exclusive or of the sizes, or the parity of their sum, is wrong about who wins.
pub(crate) fn misleads(format: &Format, case: &Case) -> bool {
    let sizes = sizes(format, &case.input);
    let xor = sizes.iter().fold(0, |sum, size| sum ^ size) != 0;
    let odd = sizes.iter().fold(0, |sum, size| sum ^ (size & 1)) != 0;
    xor != case.answer.wins && (odd != case.answer.wins || sizes.len() > 1)
}

/// Whether a position is won, and every move that takes as much as possible loses. Positions that
/// are large, or on boards without sizes, do not count.
///
/// # Errors
/// Those of the moves.
pub(crate) fn greed_loses(run: &Run, format: &Format, games: &mut Games, case: &Case) -> Result<bool, Error> {
    let total = sizes(format, &case.input).into_iter().fold(0, u64::saturating_add);
    if !case.answer.wins || total > SMALL {
        return Ok(false);
    }
    let moves = format.moves_of(run, games, &case.input)?;
    let Some(taken) = moves.iter().map(taken).collect::<Option<Vec<i128>>>() else { return Ok(false) };
    let Some(most) = taken.iter().max() else { return Ok(false) };
    Ok(moves.iter().zip(&taken).filter(|(_, taken)| *taken == most).all(|(made, _)| !made.wins()))
}

/// How much smaller a move makes the position.
fn taken(made: &Move) -> Option<i128> {
    let left = made.to.iter().map(size).sum::<Option<i128>>()?;
    Some(size(&made.from)? - left)
}

fn size(component: &Component) -> Option<i128> {
    match component {
        Component::Heap(size) => Some((*size).into()),
        Component::Typed(heap) => Some(heap.sizes.iter().map(|&size| i128::from(size)).sum()),
        Component::Row(word) | Component::Ring(word) => Some(word.chars().count() as i128),
        Component::Bag(bag) => Some(bag.counts().iter().map(|&(_, count)| i128::from(count)).sum()),
        _ => None,
    }
}

/// The sizes in a position: numbers, and lengths of words.
pub(crate) fn sizes(format: &Format, input: &Input) -> Vec<u64> {
    let test = &input.tests[0];
    let each = |at: usize| -> Vec<u64> {
        match if test[at] == Value::Missing { &input.head[at] } else { &test[at] } {
            Value::Number(number) => vec![*number],
            Value::Numbers(all) => all.clone(),
            Value::Word(word) => vec![word.chars().count() as u64],
            Value::Words(all) => all.iter().map(|word| word.chars().count() as u64).collect(),
            Value::Missing => Vec::new(),
        }
    };
    format.varied().into_iter().flat_map(each).collect()
}
