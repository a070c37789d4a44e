//! The fast prover, for values and capped values: the two halves of the mex condition separately.
//!
//! First half: *no option has the label of its word*. It explores pairs of a state of the machine
//! and one item, which are polynomially many. Second half: *every smaller label is that of an
//! option*. It explores profiles; but a profile that contains another one with the same state lacks
//! nothing that the other has, so only the minimal ones are explored (an antichain). The first half
//! finds most wrong machines. Both are breadth-first, and queued profiles stay queued when a subset
//! of them is found, so the result is a shortest counterexample.
//!
//! The first half costs at most states x (items + 1) steps for each letter; the second may be
//! exponential in the number of items. Source of antichains: M. De Wulf, L. Doyen, T. Henzinger,
//! J.-F. Raskin, Antichains: a new algorithm for checking universality of finite automata (CAV
//! 2006).

use grundy_cert::Mode;
use grundy_games::Letter;
use rustc_hash::FxHashSet;

use super::{Verdict, items::Items, values::ValueSet, word_to};
use crate::support::budget::{Budget, Stopped};

/// The bytes of one more pair, or of one more profile without its items, in the tables and lists of
/// a search.
const EACH: u64 = 128;

/// Decides whether the machine is right; finds up to `most` shortest words with a wrong label in
/// each half.
///
/// A word may have a label that is too low, which the first half finds, or too high, which the
/// second one does. The first half is run to its end or to `most` mistakes before the second
/// begins; of all mistakes only the shortest are returned, sorted, each once.
pub(super) fn prove(items: &mut Items<'_>, mode: Mode, most: usize, budget: &mut Budget) -> Result<Verdict, Stopped> {
    let mut wrong = Vec::new();
    pairs(items, mode, most, &mut wrong, budget)?;
    let profiles = profiles(items, most, &mut wrong, budget)?;
    if wrong.is_empty() {
        return Ok(Verdict::Least(profiles));
    }
    let shortest = wrong.iter().map(Vec::len).min().unwrap_or(0);
    wrong.retain(|word| word.len() == shortest);
    wrong.sort_unstable();
    wrong.dedup();
    Ok(Verdict::Wrong(wrong))
}

/// Finds words with an option that has their label. The item `None` is the unchanged word.
fn pairs(
    items: &mut Items<'_>,
    mode: Mode,
    most: usize,
    wrong: &mut Vec<Vec<Letter>>,
    budget: &mut Budget,
) -> Result<(), Stopped> {
    let cap = if let Mode::Capped(most) = mode { most } else { u32::MAX };
    let letters = items.relation.letters as Letter;
    let mut known: FxHashSet<(u32, Option<u32>)> = FxHashSet::default();
    let mut order: Vec<(u32, Option<u32>, u32)> = Vec::new();
    let mut came: Vec<Option<(usize, Letter)>> = Vec::new();
    for item in [None].into_iter().chain(items.starts().into_iter().map(Some)) {
        known.insert((0, item));
        order.push((0, item, 0));
        came.push(None);
    }
    let mut begun = Vec::new();
    let (mut at, mut held) = (0, 0);
    while at < order.len() {
        budget.tick()?;
        let (state, item, depth) = order[at];
        if wrong.first().is_some_and(|word| word.len() < depth as usize) {
            break;
        }
        let label = items.machine.labels[state as usize];
        if label < cap && item.is_some_and(|item| items.value(item) == Some(label)) {
            wrong.push(word_to(&came, at));
            if wrong.len() == most {
                break;
            }
        }
        for letter in 0..letters {
            let goal = items.machine.step(state, letter);
            let mut add = |item: Option<u32>| {
                if known.insert((goal, item)) {
                    order.push((goal, item, depth + 1));
                    came.push(Some((at, letter)));
                }
            };
            match item {
                None => {
                    add(None);
                    begun.clear();
                    begun.extend(items.births(state, letter));
                    begun.iter().for_each(|&item| add(Some(item)));
                }
                Some(item) => items.after(item, letter).iter().for_each(|&item| add(Some(item))),
            }
        }
        at += 1;
        // Each is in a table and in two lists, all of which are copied when they double.
        let more = EACH * order.len() as u64 - held;
        if more > 1 << 16 {
            held += more;
            budget.hold(more)?;
        }
    }
    budget.release(held);
    Ok(())
}

/// A sorted set of items, with its state. Its fingerprint has a bit for each item, so that the
/// fingerprint of a subset has no other bits.
struct Profile {
    /// The state of the machine after the word.
    state: u32,
    /// Its items, in the common pool.
    items: std::ops::Range<usize>,
    /// The length of the word.
    depth: u32,
}

/// Returns the fingerprint of a set of items.
fn print(items: &[u32]) -> u64 {
    items.iter().fold(0, |print, &item| print | 1 << (item.wrapping_mul(0x9e37_79b1) >> 26))
}

/// Whether each item of a sorted list is in another sorted list: one pass over both.
fn is_part(part: &[u32], whole: &[u32]) -> bool {
    if part.len() > whole.len() {
        return false;
    }
    let mut rest = whole.iter();
    part.iter().all(|item| rest.by_ref().find(|&other| other >= item) == Some(item))
}

/// Finds words that lack an option of a smaller value.
///
/// A profile with a subset of the items of another one and the same state lacks at least what the
/// other lacks, and so do their successors: so the larger one need not be explored. It stays in the
/// queue if it is there already, which costs time only. Returns the number of minimal profiles.
fn profiles(
    items: &mut Items<'_>,
    most: usize,
    wrong: &mut Vec<Vec<Letter>>,
    budget: &mut Budget,
) -> Result<u64, Stopped> {
    let letters = items.relation.letters as Letter;
    let mut pool: Vec<u32> = items.starts();
    let mut order = vec![Profile { state: 0, items: 0..pool.len(), depth: 0 }];
    let mut came: Vec<Option<(usize, Letter)>> = vec![None];
    let mut least: Vec<Vec<(u64, usize)>> = vec![Vec::new(); items.machine.states()];
    least[0].push((print(&pool), 0));
    let mut marks = vec![0u64; items.count() / 64 + 1];
    let mut seen = ValueSet::below(items.bound());
    let mut next: Vec<u32> = Vec::new();
    let mut held = 8 * marks.len() as u64;
    budget.hold(held)?;
    let found = wrong.len();
    let mut at = 0;
    while at < order.len() {
        budget.tick()?;
        let Profile { state, items: ref range, depth } = order[at];
        let range = range.clone();
        let shortest = wrong.iter().map(Vec::len).min();
        if shortest.is_some_and(|shortest| shortest < depth as usize) {
            break;
        }
        seen.clear();
        pool[range.clone()].iter().filter_map(|&item| items.value(item)).for_each(|value| seen.insert(value));
        if seen.mex() < items.machine.labels[state as usize] {
            wrong.push(word_to(&came, at));
            if wrong.len() - found == most {
                break;
            }
        }
        let deepest = shortest.is_some_and(|shortest| shortest == depth as usize);
        for letter in (0..letters).filter(|_| !deepest) {
            next.clear();
            let mut add = |item: u32| {
                let (word, bit) = (&mut marks[item as usize / 64], 1 << (item % 64));
                if *word & bit == 0 {
                    *word |= bit;
                    next.push(item);
                }
            };
            items.births(state, letter).for_each(&mut add);
            for place in range.clone() {
                items.after(pool[place], letter).iter().for_each(|&item| add(item));
            }
            next.iter().for_each(|&item| marks[item as usize / 64] = 0);
            next.sort_unstable();
            let goal = items.machine.step(state, letter);
            let shape = print(&next);
            let others = &mut least[goal as usize];
            let at_pool = |place: usize| &pool[order[place].items.clone()];
            if others.iter().any(|&(other, place)| other & !shape == 0 && is_part(at_pool(place), &next)) {
                continue;
            }
            others.retain(|&(other, place)| shape & !other != 0 || !is_part(&next, at_pool(place)));
            others.push((shape, order.len()));
            let bytes = 8 * next.len() as u64 + EACH;
            held += bytes;
            budget.hold(bytes)?;
            order.push(Profile { state: goal, items: pool.len()..pool.len() + next.len(), depth: depth + 1 });
            came.push(Some((at, letter)));
            pool.extend_from_slice(&next);
        }
        at += 1;
    }
    budget.release(held);
    Ok(least.iter().map(|others| others.len() as u64).sum())
}
