//! Every option of every component, looked up in the claims.
//!
//! *Cost.* One expansion of each component; each distinct option is held once and looked up.
//! *Limits:* two million moves, or 256 MiB of options with many parts, or 64 MiB of sets; then one
//! winning move is returned, if one was found so far.
//!
//! ```text
//! kayles 5 + 7 + 9, of the values 4, 2 and 4
//!   the options of 5 are looked up with the rest 2 xor 4 = 6 of the others,
//!   those of 7 with 4 xor 4 = 0, those of 9 with 4 xor 2 = 6;
//!   an option with the value of the rest wins
//! ```

use std::{cmp::Reverse, collections::HashMap};

use grundy_cert::Answer;
use grundy_core::{Game, Nimber, Outcome};
use grundy_games::{Component, Gap, Query, Question, RowMove, Ruleset, Term};
use grundy_solvers::{Budget, Halt, Stopped};
use rustc_hash::FxHashSet;

use super::{
    listing::{MAX_LISTED_MOVES, Move, MoveRequest, Moves},
    lookup::{known, missing},
    words::name_words,
};

/// The moves of the position. `rests` are the values of the other components, for each component.
pub(super) fn moves(
    request: &MoveRequest<'_>,
    rests: &[Option<Nimber>],
    budget: &mut Budget,
) -> Result<Moves, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let mut found = Vec::new();
    let (mut count, mut unknown) = (MoveCount::default(), 0u128);
    for places in request.groups() {
        let (at, rest) = (places.start, rests[places.start]);
        let before = (count.moves, unknown);
        let walked = each(query, at, &mut count, budget, |parts| {
            match known(query, solution, at, parts, rest)? {
                Some(made) if all || made.wins() => found.push(made),
                Some(_) => {}
                None if all || query.question != Question::ValueAndMoves => unknown += 1,
                None => return Err(missing(&query.position[at].component).into()),
            }
            Ok(())
        });
        match walked {
            Ok(()) => {}
            Err(Halt::Enough) => {
                let winning = found.into_iter().find(Move::wins);
                let most = u64::try_from(count.moves).unwrap_or(MAX_LISTED_MOVES).saturating_sub(1);
                return Ok(Moves::TooMany { most, winning });
            }
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
        count.moves = times(before.0, count.moves, places.len());
        unknown = times(before.1, unknown, places.len());
    }
    found.sort_by_key(|made| (Reverse(made.wins()), made.component));
    name_words(query, &mut found);
    if all || unknown == 0 {
        return Ok(Moves::Listed { moves: found, count: count.moves, merged: count.merged, unknown });
    }
    // A proof of one answer has a winning move of a sum that is won.
    let lost = matches!(solution.answer, Answer::Value(Nimber::ZERO) | Answer::Outcome(Outcome::P));
    match found.into_iter().next() {
        None if !lost => Err(missing(&query.position[0].component)),
        made => Ok(Moves::One(made)),
    }
}

/// A number that was counted for one component, for so many equal ones.
pub(super) fn times(before: u128, after: u128, many: usize) -> u128 {
    before.saturating_add((after - before).saturating_mul(many as u128))
}

/// How many moves there are.
#[derive(Default)]
pub(super) struct MoveCount {
    /// The distinct ones.
    pub moves: u128,
    /// Those that were shown, where one component stands for several.
    shown: u64,
    /// Whether a move was found that leaves what another one leaves.
    pub merged: bool,
}

/// Options with more parts than this are listed up to [`MOST_BYTES`] only.
const MANY_PARTS: usize = 8;
/// The most bytes of options with many parts.
const MOST_BYTES: u64 = 1 << 28;

/// The most bytes of options of a set, each of which is as long as the set.
const MOST_BYTES_OF_SETS: u64 = 1 << 26;

/// Shows each distinct option of the component at `at`, until there are too many in all.
///
/// # Errors
/// [`Halt::Enough`] if they are too many, or the halt of `visit`.
pub(super) fn each(
    query: &Query,
    at: usize,
    count: &mut MoveCount,
    budget: &mut Budget,
    mut visit: impl FnMut(&[Component]) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let Term { ruleset, component } = &query.position[at];
    let mut results: FxHashSet<Vec<Component>> = FxHashSet::default();
    let widest = widest(&query.rulesets[*ruleset], component);
    budget.hold(widest)?;
    let mut held = 0;
    let walked = query.rulesets[*ruleset].walk(&component.labelled(), |step| {
        let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.poll()?;
        let mut sorted = parts.to_vec();
        sorted.sort_unstable();
        // The option and the move have a copy each; the lists of both are copied as they double.
        let lists = 3 * size_of::<Move>() + 4 * size_of::<Vec<Component>>();
        let bytes = 2 * sorted.iter().map(Component::bytes).sum::<u64>() + lists as u64;
        budget.hold(bytes)?;
        held += bytes;
        if !results.insert(sorted) {
            count.merged = true;
            return Ok(());
        }
        count.moves += 1;
        count.shown += 1;
        let most_bytes = match component {
            Component::Set(_) => MOST_BYTES_OF_SETS,
            _ if parts.len() > MANY_PARTS => MOST_BYTES,
            _ => u64::MAX,
        };
        let is_many = count.shown > MAX_LISTED_MOVES || held > most_bytes;
        if is_many { Err(Halt::Enough) } else { visit(parts) }
    });
    budget.release(widest);
    if matches!(walked, Err(Halt::Enough)) {
        budget.release(held);
    }
    walked
}

/// What the widest option takes while it is made, in bytes, where options have many parts: a part
/// as text, as a component, and as a copy of it.
fn widest(ruleset: &Ruleset, component: &Component) -> u64 {
    const PART: u64 = 220;
    let (Ruleset::Row(rules), Component::Row(word)) = (ruleset, component) else { return 0 };
    if !rules.moves.iter().any(|kind| *kind.unrestricted() == RowMove::EveryCopy(Gap::Separates)) {
        return 0;
    }
    let mut copies: HashMap<char, u64> = HashMap::new();
    word.chars().for_each(|letter| *copies.entry(letter).or_default() += 1);
    copies.into_values().max().unwrap_or(0).saturating_mul(PART)
}
