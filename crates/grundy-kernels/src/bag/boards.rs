//! Who wins on many boards with one dictionary, read as it stands in its text.
//!
//! No list of words is made. For each board the text is read 64 bytes at a time for words of its letters only, and
//! those are counted; for many tiny boards the parts of a board are looked up instead ([`super::anagrams`]). The words
//! that fit are few, and the search from the top ends soon ([`super::descent`]); where it does not, the lattice is
//! filled after as much work as that is expected to take, so that both together are never worse than twice the better.
//! Parts of the text and then boards are worked on all cores, once there is enough to do ([`crate::crew`]).

use grundy_core::Outcome;
use grundy_simd::{Level, words_of};
use rustc_hash::FxHashMap;

use crate::{Budget, Stopped, crew::Crew};

use super::{
    anagrams::{Anagrams, MOST_LETTERS, Parts},
    descent::Descent,
    rack::Rack,
    winner::{Settled, settle},
};

/// The place behind word number `count` (from 1) of a text whose words are separated by ASCII white space. Nothing if
/// there are not that many, or none is wanted.
pub fn end_of_word(text: &[u8], count: usize) -> Option<usize> {
    grundy_simd::end_of_word(Level::best(), text, count)
}

/// Who wins *take word in LIST* on each of these boards. The list is the words of `text`, which has `count` of them,
/// separated by ASCII white space; the boards are ASCII letters. Nothing where a board has other letters or its counts
/// do not fit into 64 bits, as those of 32 letters always do.
pub fn outcomes(
    text: &[u8],
    count: usize,
    boards: &[Vec<u8>],
    budget: &mut Budget,
) -> Result<Option<Vec<Outcome>>, Stopped> {
    worked((text, count), boards, &Crew::new(), budget)
}

/// As [`outcomes`], by this crew.
fn worked(
    list: (&[u8], usize),
    boards: &[Vec<u8>],
    crew: &Crew,
    budget: &mut Budget,
) -> Result<Option<Vec<Outcome>>, Stopped> {
    budget.hold(512u64.saturating_mul(boards.len() as u64))?;
    let mut places: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
    let mut racks = Vec::new();
    let mut order = Vec::with_capacity(boards.len());
    for board in boards {
        let mut letters = board.clone();
        letters.sort_unstable();
        if let Some(&at) = places.get(&letters) {
            order.push(at);
            continue;
        }
        budget.hold(16 * letters.len() as u64)?;
        let Some(rack) = Rack::new(&letters) else { return Ok(None) };
        order.push(racks.len());
        places.insert(letters, racks.len());
        racks.push(rack);
    }
    let found = distinct(list, &racks, crew, budget)?;
    Ok(Some(order.into_iter().map(|at| found[at]).collect()))
}

/// As [`worked`], for boards that differ.
fn distinct(
    (text, count): (&[u8], usize),
    racks: &[Rack],
    crew: &Crew,
    budget: &mut Budget,
) -> Result<Vec<Outcome>, Stopped> {
    if let Some(anagrams) = look_up(text, count, racks, budget)? {
        let board = |(descent, parts, words): &mut (Descent, Parts, Vec<u64>), at: usize, budget: &mut Budget| {
            words.clear();
            anagrams.words_on(&racks[at], parts, words);
            outcome(&racks[at], words, descent, budget)
        };
        return crew.work(racks.len(), || (Descent::new(), Parts::default(), Vec::new()), board, budget);
    }
    let found = scan(text, racks, crew, budget)?;
    let board =
        |descent: &mut Descent, at: usize, budget: &mut Budget| outcome(&racks[at], &found[at], descent, budget);
    crew.work(racks.len(), Descent::new, board, budget)
}

/// The dictionary for look-ups, if they are cheaper than a scan for each board.
fn look_up(text: &[u8], count: usize, racks: &[Rack], budget: &mut Budget) -> Result<Option<Anagrams>, Stopped> {
    let size = |rack: &Rack| rack.counts.iter().map(|&(_, count)| count as usize).sum::<usize>();
    if racks.iter().any(|rack| size(rack) > MOST_LETTERS) {
        return Ok(None);
    }
    let parts = |rack: &Rack| rack.counts.iter().map(|&(_, count)| f64::from(count) + 1.0).product::<f64>();
    // In nanoseconds, roughly: what a word costs to enter, a part to look up, a byte to scan.
    let entered = 30.0 * count as f64 + racks.iter().map(parts).sum::<f64>() * 3.0;
    let scanned = 0.05 * text.len() as f64 * racks.len() as f64;
    if scanned < entered {
        return Ok(None);
    }
    let letters = racks.iter().fold(0, |all, rack| all | rack.letters);
    Anagrams::new(text, count, letters, budget)
}

/// How much of a text is scanned for every board before the next of it: what stays in the nearest cache.
const BLOCK: usize = 1 << 14;

/// What the words that fit take from each board, longer ones first, anagrams once.
fn scan(text: &[u8], racks: &[Rack], crew: &Crew, budget: &mut Budget) -> Result<Vec<Vec<u64>>, Stopped> {
    let level = Level::best();
    let blocks = blocks(text);
    let block = |ends: &mut Vec<usize>, at: usize, budget: &mut Budget| {
        let mut found = Vec::new();
        for (number, rack) in racks.iter().enumerate() {
            ends.clear();
            words_of(level, blocks[at], rack.letters, ends);
            let before = found.len();
            let fits = ends.iter().filter_map(|&end| rack.take(blocks[at], end));
            found.extend(fits.map(|(length, taken)| (number, length, taken)));
            budget.hold(48 * (found.len() - before) as u64)?;
        }
        budget.look()?;
        Ok(found)
    };
    let mut found = vec![Vec::new(); racks.len()];
    for (rack, length, taken) in crew.work(blocks.len(), Vec::new, block, budget)?.into_iter().flatten() {
        found[rack].push((length, taken));
    }
    let sorted = |mut words: Vec<(usize, u64)>| -> Vec<u64> {
        words.sort_unstable_by(|a, b| b.cmp(a));
        words.dedup();
        words.into_iter().map(|(_, taken)| taken).collect()
    };
    Ok(found.into_iter().map(sorted).collect())
}

/// A text in blocks that end where a word ends.
fn blocks(text: &[u8]) -> Vec<&[u8]> {
    let mut blocks = Vec::with_capacity(text.len() / BLOCK + 1);
    let mut rest = text;
    while !rest.is_empty() {
        let least = BLOCK.min(rest.len());
        let more = rest[least..].iter().position(u8::is_ascii_whitespace);
        let (block, after) = rest.split_at(more.map_or(rest.len(), |more| least + more));
        blocks.push(block);
        rest = after;
    }
    blocks
}

/// Who wins on this board with these words.
fn outcome(rack: &Rack, words: &[u64], descent: &mut Descent, budget: &mut Budget) -> Result<Outcome, Stopped> {
    let counts: Vec<u32> = rack.counts.iter().map(|&(_, count)| count).collect();
    let wins = match settle(&counts, &rack.frame, words, descent, budget)? {
        Settled::Searched(wins) => wins,
        Settled::Filled(planes) => {
            budget.release(planes.bytes());
            !planes.is_lost(counts.into_iter()).expect("the planes tell of their own bag")
        }
    };
    descent.forget();
    Ok(if wins { Outcome::N } else { Outcome::P })
}

#[cfg(test)]
mod tests;
