//! The choice of witnesses to try: small heaps whose splits with the rest had the values that were
//! needed recently.
//!
//! Greedy: from some random candidates, the one that covers most of the open values on a sample of
//! heaps, repeatedly; then as many of them as pay. Values that the plan leaves open are searched in
//! runs of 64 neighbouring splits, which takes long for numbers that few splits have: the cost of a
//! search is computed from how often numbers occur.

/// The cost of a search through the runs, of each run, and of each number in a run; in loads of 64
/// bytes, measured.
const SEARCH: (f64, f64, f64) = (100.0, 10.0, 20.0);

/// Offsets below this need not be aligned.
const NEAR: usize = 128;

/// The heaps of the sample.
const SAMPLE: usize = 512;

/// The sample is drawn from this many heaps before the end.
const LATELY: usize = 1 << 16;

/// The most pairs of a plan.
const MOST: usize = 2500;

/// The most words of 64 numbers.
pub(super) const WORDS: usize = 16;

/// A set of numbers, one bit each.
pub(super) type Needs = [u64; WORDS];

/// A small heap to split off: its number, and the distance of the other one from the heap that is
/// split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    /// The number of the small heap.
    pub(super) value: u16,
    /// The amount that is taken plus the small heap: how far before the heap the other one lies.
    pub(super) offset: u32,
    /// The words in which the pair covers enough to be tried, one bit each.
    pub(super) words: u16,
}

impl Witness {
    /// Returns a pair that counts in all words; `None` if the offset has more than 32 bits.
    pub(super) fn new(value: u16, offset: usize) -> Option<Witness> {
        Some(Witness { value, offset: u32::try_from(offset).ok()?, words: u16::MAX })
    }
}

/// The input of a plan.
pub(super) struct PlanInput<'a> {
    /// The numbers of the heaps from 0 on; `None` for rare ones.
    pub(super) numbers: &'a dyn Fn(usize) -> Option<u16>,
    /// The values that a heap with a number needs: all numbers below this.
    pub(super) needs: &'a dyn Fn(usize, u16) -> usize,
    /// The first heap without a value.
    pub(super) end: usize,
    /// The amounts that may be taken before the split.
    pub(super) taken: &'a [usize],
    /// Small heaps are below this.
    pub(super) limit: usize,
    /// Offsets are multiples of this.
    pub(super) align: usize,
    /// The number of numbers.
    pub(super) width: usize,
    /// Whether there is time to search for more.
    pub(super) go_on: &'a dyn Fn() -> bool,
}

/// A heap of the sample, and the values that it still needs.
struct OpenHeap {
    /// The heap.
    heap: usize,
    /// The numbers that it still needs.
    needs: Needs,
    /// How many they are.
    left: u32,
}

/// The numbers that the plan reads, in order.
struct PlanNumbers {
    /// The number of each small heap from 0 on; `None` for rare ones.
    small: Vec<Option<u16>>,
    /// The small heaps with each number.
    with: Vec<Vec<usize>>,
    /// The first late heap.
    first: usize,
    /// The number of each late heap from `first` on; `None` for rare ones.
    late: Vec<Option<u16>>,
}

impl PlanNumbers {
    /// Returns the number of a late heap.
    fn late(&self, heap: usize) -> Option<u16> {
        *self.late.get(heap.checked_sub(self.first)?)?
    }

    /// Returns a small heap that covers an open value of a heap if the rest has a frequent number.
    fn covering(&self, open: &OpenHeap, below: &mut impl FnMut(usize) -> usize) -> Option<usize> {
        let (mut skip, mut wanted) = (below(open.left as usize) as u32, 0);
        for (word, &needs) in open.needs.iter().enumerate() {
            if skip < needs.count_ones() {
                let bit = (0..64).filter(|bit| needs >> bit & 1 == 1).nth(skip as usize)?;
                wanted = 64 * word as u16 + bit as u16;
                break;
            }
            skip -= needs.count_ones();
        }
        let often = self.late[below(self.late.len())]?;
        let with = self.with.get(usize::from(wanted ^ often))?;
        with.get(below(with.len())).copied()
    }
}

/// Returns the pairs to try. Any pairs are correct; these save time.
pub(super) fn witnesses(known: &PlanInput) -> Vec<Witness> {
    // The length of windows, and so what certificates list, depends on these numbers: they stay.
    let mut state = 0x9E37_79B9_7F4A_7C15 ^ known.end as u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound.max(1)
    };
    let reach = known.limit + known.taken.iter().max().unwrap_or(&0) + 1;
    let from = known.end.div_ceil(2).max(known.end.saturating_sub(LATELY)).max(reach);
    if from >= known.end {
        return Vec::new();
    }
    let first = from - reach;
    let small: Vec<Option<u16>> = (0..known.limit).map(known.numbers).collect();
    let mut with = vec![Vec::new(); known.width.next_power_of_two()];
    for (heap, number) in small.iter().enumerate() {
        if let Some(heaps) = number.and_then(|number| with.get_mut(usize::from(number))) {
            heaps.push(heap);
        }
    }
    let numbers = PlanNumbers { small, with, first, late: (first..known.end).map(known.numbers).collect() };
    let mut open: Vec<OpenHeap> = (0..SAMPLE)
        .map(|_| from + below(known.end - from))
        .filter_map(|heap| Some((heap, (known.needs)(heap, numbers.late(heap)?))))
        .filter(|&(_, left)| left > 0)
        .map(|(heap, left)| OpenHeap { heap, needs: all_below(left), left: left as u32 })
        .collect();
    let many = open.len().max(1) as f64;
    let each = 1.2 / known.align as f64;
    let runs = runs_for(&numbers, known.width);
    let mut pairs: Vec<Witness> = Vec::new();
    let mut best = (searches(&open, &runs) / many, 0);
    let (mut price, mut idle) = (0.0, 0);
    while !open.is_empty() && pairs.len() < MOST && price < best.0 && (known.go_on)() {
        let Some(mut pair) = candidate(known, &numbers, &open, &pairs, &runs, &mut below) else { break };
        let mut gains = [0f64; WORDS];
        for entry in &mut open {
            if let Some(number) = numbers.late(entry.heap - pair.offset as usize) {
                let (word, bit) = place(number ^ pair.value);
                if entry.needs[word] >> bit & 1 == 1 {
                    gains[word] += SEARCH.2 * runs[64 * word + bit as usize];
                }
            }
        }
        let pays = |word: &usize| gains[*word] >= each * many / 2.0;
        pair.words = (0..WORDS).filter(pays).fold(0, |words, word| words | 1 << word);
        for entry in &mut open {
            if let Some(number) = numbers.late(entry.heap - pair.offset as usize) {
                let (word, bit) = place(number ^ pair.value);
                let gain = entry.needs[word] >> bit & u64::from(pair.words >> word & 1);
                entry.left -= gain as u32;
                entry.needs[word] &= !(gain << bit);
            }
        }
        open.retain(|entry| entry.left > 0);
        if pair.words == 0 {
            idle += 1;
            if idle > 60 {
                break;
            }
            continue;
        }
        idle = 0;
        price += each * f64::from(pair.words.count_ones());
        pairs.push(pair);
        let cost = price + searches(&open, &runs) / many;
        if cost < best.0 {
            best = (cost, pairs.len());
        }
    }
    pairs.truncate(best.1);
    pairs
}

/// Returns the set of the numbers below `end`.
fn all_below(end: usize) -> Needs {
    std::array::from_fn(|word| match end.saturating_sub(64 * word) {
        0 => 0,
        some @ 1..64 => (1 << some) - 1,
        _ => u64::MAX,
    })
}

/// Returns the word and the bit of a number.
fn place(number: u16) -> (usize, u32) {
    (usize::from(number) / 64 % WORDS, u32::from(number) % 64)
}

/// Returns how many runs of 64 splits are searched for each number, on average.
fn runs_for(numbers: &PlanNumbers, width: usize) -> Vec<f64> {
    let often = |numbers: &[Option<u16>]| {
        let mut often = vec![0f64; width.next_power_of_two()];
        let there = numbers.iter().flatten().filter(|&&number| usize::from(number) < width);
        there.clone().for_each(|&number| often[usize::from(number)] += 1.0);
        let many = there.count().max(1) as f64;
        often.iter_mut().for_each(|entry| *entry /= many);
        often
    };
    let (small, late) = (often(&numbers.small), often(&numbers.late));
    let least = 1.0 / (64.0 * 100.0);
    let sum = |number: usize| small.iter().enumerate().map(|(one, often)| often * late[one ^ number]).sum::<f64>();
    (0..width).map(|number| 0.5 + 1.0 / (64.0 * sum(number).max(least))).collect()
}

/// Returns the cost of the searches for all open values.
fn searches(open: &[OpenHeap], runs: &[f64]) -> f64 {
    let one = |entry: &OpenHeap| {
        let (mut most, mut sum) = (0f64, 0.0);
        for (word, &needs) in entry.needs.iter().enumerate() {
            let mut rest = needs;
            while rest != 0 {
                let searched = runs[64 * word + rest.trailing_zeros() as usize];
                rest &= rest - 1;
                (most, sum) = (most.max(searched), sum + searched);
            }
        }
        SEARCH.0 + SEARCH.1 * most + SEARCH.2 * sum
    };
    open.iter().map(one).sum()
}

/// Returns the best of some random pairs.
fn candidate(
    known: &PlanInput,
    numbers: &PlanNumbers,
    open: &[OpenHeap],
    pairs: &[Witness],
    runs: &[f64],
    below: &mut impl FnMut(usize) -> usize,
) -> Option<Witness> {
    // The candidates that are compared for one witness.
    const TRIES: usize = 12;
    let places = known.limit / known.align;
    let mut best: Option<(f64, Witness)> = None;
    let mut tried = 0;
    for round in 0..20 * TRIES {
        let taken = known.taken[below(known.taken.len())];
        let offset = match round % 4 {
            // The first heaps have rare values and justify a load that crosses a cache line.
            0 => 1 + below(NEAR.min(known.limit)),
            1 => known.align * (1 + below(places)),
            _ => match numbers.covering(&open[below(open.len())], below) {
                Some(small) => taken + small,
                None => continue,
            },
        };
        let Some(small) = offset.checked_sub(taken).filter(|&small| small > 0 && small < known.limit) else { continue };
        let Some(value) = numbers.small[small] else { continue };
        let Some(pair) = Witness::new(value, offset) else { continue };
        if pairs.iter().any(|entry| (entry.value, entry.offset) == (pair.value, pair.offset)) {
            continue;
        }
        let gain = |entry: &OpenHeap| match numbers.late(entry.heap - offset) {
            Some(number) => {
                let (word, bit) = place(number ^ value);
                if entry.needs[word] >> bit & 1 == 1 { runs[64 * word + bit as usize] } else { 0.0 }
            }
            None => 0.0,
        };
        // A value that the plan already has costs less.
        let known = if pairs.iter().any(|entry| entry.value == value) { 1.25 } else { 1.0 };
        let gain = open.iter().map(gain).sum::<f64>() * known;
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
