//! Outcomes of many boards with one dictionary, which is read as text.
//!
//! No list of words is made. For each board the text is scanned 64 bytes at a time for words of its
//! letters only, and those are counted; for many small boards the parts of a board are looked up
//! instead ([`super::anagrams`]). Few words fit, and the top-down search ends soon
//! ([`super::descent`]). If it does not, the planes are filled once the search has cost as much as
//! they are expected to cost, so that both together cost at most twice the better. The blocks of
//! the text and then the boards are distributed over all cores, if there is enough work
//! ([`crate::support::parallel_map`]).
//!
//! Cost: a scan takes about 0.05 ns for each byte and board, a lookup of parts 30 ns for each word
//! and 2 ns for each part; the cheaper is taken (`look_up`). Equal boards, up to the order of
//! letters, are solved once.

use grundy_core::Outcome;
use grundy_simd::{Level, words_of};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{
    anagrams::{Anagrams, BoardParts, MOST_LETTERS},
    blocks::blocks,
    descent::BoardDescent,
    rack::Rack,
    winner::{Settled, settle},
};
use crate::support::{
    budget::{Budget, Stopped},
    parallel_map::ParallelMap,
};

/// Returns the index after word number `count` (from 1) of a text whose words are separated by
/// ASCII white space; `None` if it has fewer words, or `count` is 0. Linear in the bytes before it,
/// 64 at a time.
pub fn end_of_word(text: &[u8], count: usize) -> Option<usize> {
    grundy_simd::end_of_word(Level::best(), text, count)
}

/// Returns the outcome of *take word in LIST* on each of these boards. The list is the words of
/// `text`, which has `count` of them, separated by ASCII white space; the boards are ASCII letters.
/// Returns `None` if a board has other letters, or if its counts do not fit into 64 bits; those of
/// 32 letters always do. Returns [`Stopped`] over a limit.
///
/// Only outcomes are computed, and without a proof: the result is not a claim. The answers are in
/// the order of the boards.
pub fn outcomes(
    text: &[u8],
    count: usize,
    boards: &[Vec<u8>],
    budget: &mut Budget,
) -> Result<Option<Vec<Outcome>>, Stopped> {
    worked((text, count), boards, &ParallelMap::new(), budget)
}

/// As [`outcomes`], with these workers.
fn worked(
    list: (&[u8], usize),
    boards: &[Vec<u8>],
    workers: &ParallelMap,
    budget: &mut Budget,
) -> Result<Option<Vec<Outcome>>, Stopped> {
    budget.hold(512u64.saturating_mul(boards.len() as u64))?;
    let sorted = boards.iter().map(|board| {
        budget.hold(16 * board.len() as u64)?;
        let mut letters = board.clone();
        letters.sort_unstable();
        Ok(letters)
    });
    let sorted: Vec<Vec<u8>> = sorted.collect::<Result<_, Stopped>>()?;
    let mut places: FxHashMap<&[u8], usize> = FxHashMap::with_capacity_and_hasher(boards.len(), FxBuildHasher);
    let mut differ: Vec<&[u8]> = Vec::with_capacity(boards.len());
    let mut order = Vec::with_capacity(boards.len());
    for letters in &sorted {
        let place = *places.entry(letters).or_insert(differ.len());
        if place == differ.len() {
            differ.push(letters);
        }
        order.push(place);
    }
    let found = distinct(list, &differ, workers, budget)?;
    Ok(found.map(|found| order.into_iter().map(|at| found[at]).collect()))
}

/// As [`worked`], for boards that differ, with sorted letters.
fn distinct(
    (text, count): (&[u8], usize),
    boards: &[&[u8]],
    workers: &ParallelMap,
    budget: &mut Budget,
) -> Result<Option<Vec<Outcome>>, Stopped> {
    if let Some(anagrams) = look_up(text, count, boards, budget)? {
        let board =
            |(descent, parts, words): &mut (BoardDescent, BoardParts, Vec<u64>), at: usize, budget: &mut Budget| {
                let rack = Rack::new(boards[at]).expect("few letters, all of them ASCII");
                words.clear();
                anagrams.words_on(&rack, parts, words);
                outcome(&rack, words, descent, budget)
            };
        return workers
            .work(boards.len(), || (BoardDescent::new(), BoardParts::default(), Vec::new()), board, budget)
            .map(Some);
    }
    let racks: Option<Vec<Rack>> = boards.iter().map(|board| Rack::new(board)).collect();
    let Some(racks) = racks else { return Ok(None) };
    let found = scan(text, &racks, workers, budget)?;
    let board =
        |descent: &mut BoardDescent, at: usize, budget: &mut Budget| outcome(&racks[at], &found[at], descent, budget);
    workers.work(racks.len(), BoardDescent::new, board, budget).map(Some)
}

/// Returns the dictionary for lookups, if they are cheaper than a scan for each board. `None` if
/// the scan is expected to be cheaper, or if a board has too many letters.
fn look_up(text: &[u8], count: usize, boards: &[&[u8]], budget: &mut Budget) -> Result<Option<Anagrams>, Stopped> {
    if boards.iter().any(|board| board.len() > MOST_LETTERS || !board.is_ascii()) {
        return Ok(None);
    }
    let longest = boards.iter().map(|board| board.len()).max().unwrap_or(0);
    let mut most = [0u8; 128];
    let mut parts = 0.0;
    for board in boards {
        let mut product = 1.0;
        for copies in board.chunk_by(|a, b| a == b) {
            product *= copies.len() as f64 + 1.0;
            let most = &mut most[usize::from(copies[0])];
            *most = copies.len().max(usize::from(*most)) as u8;
        }
        parts += product;
    }
    // Nanoseconds, roughly: to enter a word, to look up a part, to scan a byte.
    let entered = 30.0 * count as f64 + 2.0 * parts;
    let scanned = 0.05 * text.len() as f64 * boards.len() as f64;
    if scanned < entered { Ok(None) } else { Anagrams::new(text, count, most, longest, budget) }
}

/// Returns what the words that fit take from each board, longer ones first, anagrams once. A piece
/// of work is a block of the text for all boards, so that the block stays in the nearest cache.
fn scan(text: &[u8], racks: &[Rack], workers: &ParallelMap, budget: &mut Budget) -> Result<Vec<Vec<u64>>, Stopped> {
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
        budget.poll()?;
        Ok(found)
    };
    let mut found = vec![Vec::new(); racks.len()];
    for (rack, length, taken) in workers.work(blocks.len(), Vec::new, block, budget)?.into_iter().flatten() {
        found[rack].push((length, taken));
    }
    let sorted = |mut words: Vec<(usize, u64)>| -> Vec<u64> {
        words.sort_unstable_by(|a, b| b.cmp(a));
        words.dedup();
        words.into_iter().map(|(_, taken)| taken).collect()
    };
    Ok(found.into_iter().map(sorted).collect())
}

/// Returns the outcome of this board with these words. The words fit, each once. What the search
/// has learned is dropped afterwards: another board has another packing.
fn outcome(rack: &Rack, words: &[u64], descent: &mut BoardDescent, budget: &mut Budget) -> Result<Outcome, Stopped> {
    let counts: Vec<u32> = rack.counts.iter().map(|&(_, count)| count).collect();
    let wins = match settle(&counts, &rack.frame, words, descent, budget)? {
        Settled::Searched(wins) => wins,
        Settled::Filled(planes) => {
            budget.release(planes.bytes());
            !planes.is_lost(counts.into_iter()).expect("the planes contain their bag")
        }
    };
    descent.forget();
    Ok(if wins { Outcome::N } else { Outcome::P })
}

#[cfg(test)]
mod tests;
