//! Which witnesses to try: small heaps whose splits with the rest have yielded most of what was wanted lately.
//!
//! Greedy: of some candidates drawn by chance the one that yields most of what is still open on a sample of heaps, again
//! and again; then as many of them as pay. What the plan leaves open is looked for in runs of 64 neighbouring splits.

use grundy_simd::onehot::Pair;

/// What a search through the runs costs, and what each value adds that it is for; measured in loads of 64 bytes.
const SEARCH: (f64, f64) = (20.0, 6.0);

/// Offsets below this need not be aligned.
const NEAR: usize = 128;

/// Heaps of the sample.
const SAMPLE: usize = 2048;

/// The most pairs that a plan has.
const MOST: usize = 240;

/// What is known where a plan is made.
pub(super) struct Known<'a> {
    /// The numbers of the heaps from 0 on; nothing at rare ones.
    pub(super) numbers: &'a dyn Fn(usize) -> Option<u8>,
    /// What is wanted where a number stands.
    pub(super) needs: &'a dyn Fn(usize, u8) -> u128,
    /// The first heap without a value.
    pub(super) end: usize,
    /// What may be taken before the split.
    pub(super) taken: &'a [usize],
    /// Small heaps lie below.
    pub(super) limit: usize,
    /// Offsets are multiples of this.
    pub(super) align: usize,
}

/// The pairs to try.
pub(super) fn witnesses(known: &Known) -> Vec<Pair> {
    let mut state = 0x9E37_79B9_7F4A_7C15 ^ known.end as u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound.max(1)
    };
    let first = known.end.div_ceil(2).max(known.limit + known.taken.iter().max().unwrap_or(&0) + 1);
    if first >= known.end {
        return Vec::new();
    }
    let mut open: Vec<(usize, u128)> = (0..SAMPLE)
        .map(|_| first + below(known.end - first))
        .filter_map(|heap| Some((heap, (known.needs)(heap, (known.numbers)(heap)?))))
        .filter(|&(_, needs)| needs != 0)
        .collect();
    let many = open.len().max(1) as f64;
    let each = 1.2 / known.align as f64;
    let mut pairs: Vec<Pair> = Vec::new();
    let searches = |open: &[(usize, u128)]| {
        let values: u32 = open.iter().map(|(_, needs)| needs.count_ones()).sum();
        (SEARCH.0 * open.len() as f64 + SEARCH.1 * f64::from(values)) / many
    };
    let mut best = (searches(&open), 0);
    while !open.is_empty() && pairs.len() < MOST {
        let Some(pair) = candidate(known, &open, &pairs, &mut below) else { break };
        let yields = |heap: usize| {
            (known.numbers)(heap - pair.offset as usize).map_or(0, |number| 1u128 << (number ^ pair.value))
        };
        open.iter_mut().for_each(|(heap, needs)| *needs &= !yields(*heap));
        open.retain(|&(_, needs)| needs != 0);
        pairs.push(pair);
        let cost = pairs.len() as f64 * each + searches(&open);
        if cost < best.0 {
            best = (cost, pairs.len());
        }
    }
    pairs.truncate(best.1);
    pairs
}

/// The best of some pairs drawn by chance.
fn candidate(
    known: &Known,
    open: &[(usize, u128)],
    pairs: &[Pair],
    below: &mut impl FnMut(usize) -> usize,
) -> Option<Pair> {
    const TRIES: usize = 24;
    let places = known.limit / known.align;
    let mut best: Option<(u32, Pair)> = None;
    let mut tried = 0;
    for round in 0..20 * TRIES {
        // The first heaps have rare values and are worth a load across two lines of the cache.
        let offset = if round % 4 == 0 { 1 + below(NEAR.min(known.limit)) } else { known.align * (1 + below(places)) };
        let taken = known.taken[below(known.taken.len())];
        let Some(small) = offset.checked_sub(taken).filter(|&small| small > 0 && small < known.limit) else { continue };
        let Some(value) = (known.numbers)(small) else { continue };
        let pair = Pair { value, offset: offset as u32 };
        if pairs.contains(&pair) {
            continue;
        }
        let gain = |&(heap, needs): &(usize, u128)| match (known.numbers)(heap - offset) {
            Some(number) => (needs >> (number ^ value) & 1) as u32,
            None => 0,
        };
        // A value that is there already costs less.
        let gain = open.iter().map(gain).sum::<u32>() * if pairs.iter().any(|own| own.value == value) { 5 } else { 4 };
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, pair));
        }
        tried += 1;
        if tried == TRIES {
            break;
        }
    }
    best.map(|(_, pair)| pair)
}
