//! A recurrence over a long row of small numbers, each of which is the least one that no pair
//! forbids.
//!
//! A *pair* (d, v) forbids at place n the number x(n - d) xor v. Number n is the least number that
//! no pair forbids there; [`Recurrence::run`] computes one after the other. Then
//! [`Cover::uncovered`] asks at each place whether other pairs yield every number of a set that
//! depends on x(n), and [`scan`] looks for those that they do not yield in runs of 64 pairs at a
//! time. A place without a number (x unknown) forbids nothing.
//!
//! **Sets as lanes.** A number below 16, 32, 64 or 128 is kept as a bit of a word of that width
//! ([`Set`]), so that one vector register holds 4 to 32 places and "or" unites what many pairs
//! forbid. All pairs with the same v are united first; then every member of the union is changed by
//! "xor v" at once: bits 3 and up of v permute the bytes of a word, bits 0 to 2 permute the bits of
//! each byte. That is a byte shuffle and an affine map of GF(2)^8, or two shuffles that look up
//! half bytes.
//!
//! **Order.** Pairs with d >= 32 are evaluated for 32 places at once, those from 16 on for 8
//! places, and nearer ones are pushed ahead, number by number, through a ring of words.
//!
//! Cost: for each place and pair 1/32 to 1/4 of a load, and a chain of about ten steps for each
//! number.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;
mod set;
#[cfg(test)]
mod tests;
mod track;

use crate::level::{InstructionSet, Level};
pub use set::Set;
pub use track::{GAP, GAP16, Track};

/// What a pair does: it forbids the number `offset` places before, xor `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// What is added to the number, without carry. First, so that pairs sort into groups.
    pub value: u8,
    /// How many places before: at least 1.
    pub offset: u32,
}

/// Places are computed in blocks of this many.
pub const BLOCK: usize = 32;

/// [`Cover::uncovered`] works on multiples of this many places.
pub const STRETCH: usize = 128;

/// From this offset on pairs are evaluated for 8 places at once; nearer ones are pushed.
const MIDDLE: usize = 16;

/// The numbers of pairs that are evaluated together are united value by value.
#[derive(Clone, Debug, Default)]
struct Groups {
    /// A value, and where its offsets end in the list of all; they begin where those of the group
    /// before end.
    groups: Vec<(u8, usize)>,
    /// Offsets in bytes.
    offsets: Vec<usize>,
}

/// The pairs that determine the next number.
#[derive(Clone, Debug)]
pub struct Recurrence<S> {
    far: Groups,
    middle: Vec<(u8, usize)>,
    near: Vec<Pair>,
    /// For even and odd places: the set to be covered at a place with each number.
    needs: [Vec<S>; 2],
    reach: usize,
}

/// Pairs that are to yield what has to be covered.
#[derive(Clone, Debug)]
pub struct Cover {
    pairs: Groups,
    reach: usize,
    size: usize,
}

impl Groups {
    fn new<S: Set>(pairs: &[Pair]) -> Groups {
        let mut sorted = pairs.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut all = Groups::default();
        for pair in sorted {
            if all.groups.last().is_none_or(|&(value, _)| value != pair.value) {
                all.groups.push((pair.value, all.offsets.len()));
            }
            all.offsets.push(pair.offset as usize * size_of::<S>());
            if let Some(group) = all.groups.last_mut() {
                group.1 = all.offsets.len();
            }
        }
        all
    }

    /// Every value with its offsets in bytes.
    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = (u8, &[usize])> {
        let mut start = 0;
        self.groups.iter().map(move |&(value, end)| {
            let own = &self.offsets[start..end];
            start = end;
            (value, own)
        })
    }
}

fn reach(pairs: &[Pair]) -> usize {
    pairs.iter().map(|pair| pair.offset as usize).max().unwrap_or(0)
}

impl<S: Set> Recurrence<S> {
    /// Returns the recurrence of these pairs. `needs[n % 2][x]` has to be covered at place n if its
    /// number is x.
    ///
    /// Panics if a value is not below the width, an offset is 0, or there are not as many needs as
    /// the width.
    pub fn new(pairs: &[Pair], needs: [Vec<S>; 2]) -> Recurrence<S> {
        assert!(pairs.iter().all(|pair| pair.offset > 0 && usize::from(pair.value) < S::WIDTH), "pairs fit the width");
        assert!(needs.iter().all(|needs| needs.len() == S::WIDTH), "a need for each number");
        let of = |from: usize, to: usize| -> Vec<Pair> {
            let mut own: Vec<Pair> =
                pairs.iter().copied().filter(|pair| (from..to).contains(&(pair.offset as usize))).collect();
            own.sort_unstable();
            own.dedup();
            own
        };
        let bytes = |pair: Pair| (pair.value, pair.offset as usize * size_of::<S>());
        Recurrence {
            far: Groups::new::<S>(&of(BLOCK, usize::MAX)),
            middle: of(MIDDLE, BLOCK).into_iter().map(bytes).collect(),
            near: of(1, MIDDLE),
            needs,
            reach: reach(pairs),
        }
    }

    /// Computes the numbers of the places from `from` on, up to `to`; both are multiples of
    /// [`BLOCK`]. Returns the place where it ended: before `to` where every number is forbidden.
    /// What has to be covered is added to `needed`, a set for each place computed.
    ///
    /// Panics if the track is too short on either side.
    pub fn run(&self, level: Level, track: &mut Track<S>, from: usize, to: usize, needed: &mut Vec<S>) -> usize {
        assert!(from.is_multiple_of(BLOCK) && to.is_multiple_of(BLOCK) && from <= to, "whole blocks");
        assert!(from >= self.reach && from >= BLOCK && to <= track.places(), "the track holds all that is read");
        match level.kind() {
            // A block of narrow sets fills too few registers: AVX2 takes 0.9 of the time of
            // AVX-512.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 if S::WIDTH >= 64 => {
                // SAFETY: the machine has AVX-512; the track holds every place that is read.
                unsafe { avx512::run(self, track, from, to, needed) }
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 | InstructionSet::Avx512 => {
                // SAFETY: the machine has AVX2; the track holds every place that is read.
                unsafe { avx2::run(self, track, from, to, needed) }
            }
            _ => scalar::run(self, track, from, to, needed),
        }
    }
}

impl Cover {
    /// A cover of these pairs. Offsets that are multiples of 64 bytes are read fastest.
    pub fn new<S: Set>(pairs: &[Pair]) -> Cover {
        assert!(pairs.iter().all(|pair| usize::from(pair.value) < S::WIDTH), "pairs fit the width");
        Cover { pairs: Groups::new::<S>(pairs), reach: reach(pairs), size: size_of::<S>() }
    }

    /// Adds to `missing` each place from `from` on at which the pairs do not yield all of what is
    /// needed there, with what they do not. `needed` has a set for each place, [`STRETCH`] divides
    /// their number and `from`.
    ///
    /// Panics if the track is too short on either side.
    pub fn uncovered<S: Set>(
        &self,
        level: Level,
        track: &Track<S>,
        from: usize,
        needed: &[S],
        missing: &mut Vec<(usize, S)>,
    ) {
        assert!(self.size == size_of::<S>(), "the cover was made for another width");
        assert!(from.is_multiple_of(STRETCH) && needed.len().is_multiple_of(STRETCH), "whole stretches");
        assert!(from >= self.reach && track.holds(from, needed.len()), "the track holds all that is read");
        match level.kind() {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => {
                // SAFETY: the machine has the instructions of the level; the track holds every
                // place that is read.
                unsafe { avx512::uncovered(&self.pairs, track, from, needed, missing) }
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => {
                // SAFETY: the machine has AVX2; the track holds every place that is read.
                unsafe { avx2::uncovered(&self.pairs, track, from, needed, missing) }
            }
            _ => scalar::uncovered(&self.pairs, track, from, needed, missing),
        }
    }
}

/// Pairs whose numbers are united for a block of places, for callers that compute the numbers
/// themselves.
#[derive(Clone, Debug)]
pub struct Union {
    pairs: Groups,
    nearest: usize,
    reach: usize,
    size: usize,
}

impl Union {
    /// The union of what these pairs yield.
    pub fn new<S: Set>(pairs: &[Pair]) -> Union {
        assert!(pairs.iter().all(|pair| usize::from(pair.value) < S::WIDTH), "pairs fit the width");
        let nearest = pairs.iter().map(|pair| pair.offset as usize).min().unwrap_or(BLOCK);
        Union { pairs: Groups::new::<S>(pairs), nearest, reach: reach(pairs), size: size_of::<S>() }
    }

    /// The numbers that the pairs yield at each of the [`BLOCK`] places from `from` on.
    ///
    /// Panics if the track is too short on either side, or a pair is so near that it reads the
    /// block itself.
    pub fn at<S: Set>(&self, level: Level, track: &Track<S>, from: usize) -> [S; BLOCK] {
        assert!(self.size == size_of::<S>(), "the union was made for another width");
        assert!(self.nearest >= BLOCK, "pairs lie before the block");
        assert!(from.is_multiple_of(BLOCK) && from >= self.reach, "the track holds all that is read");
        assert!(track.holds(from, BLOCK), "the track holds the block");
        match level.kind() {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => {
                // SAFETY: the machine has the instructions of the level; the track holds every
                // place that is read.
                unsafe { avx512::whole(&self.pairs, track, from) }
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => {
                // SAFETY: the machine has AVX2; the track holds every place that is read.
                unsafe { avx2::whole(&self.pairs, track, from) }
            }
            _ => std::array::from_fn(|at| scalar::united(&self.pairs, track, from + at)),
        }
    }
}

/// What of `missing` is no `run[l] xor numbers[end - before + l]` for any of the runs, each with
/// its `before`. Ends as soon as nothing is missing. A byte of [`GAP`] is no number, neither here
/// nor there; all other bytes are below it.
///
/// Panics if the numbers do not reach that far on either side.
pub fn scan<S: Set>(level: Level, runs: &[([u8; 64], u32)], numbers: &[u8], end: usize, missing: S) -> S {
    let (mut list, mut left) = ([0u8; 128], 0);
    let mut rest = missing;
    while rest != S::EMPTY {
        list[left] = rest.least();
        rest = rest & !S::one(list[left]);
        left += 1;
    }
    for (run, before) in runs {
        if left == 0 {
            break;
        }
        let own: &[u8; 64] = beside(numbers, end, *before);
        left = match level.kind() {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 | InstructionSet::Avx512 => {
                // SAFETY: the machine has AVX2.
                unsafe { avx2::strike(run, own, &mut list, left) }
            }
            _ => scalar::strike(run, own, &mut list, left),
        };
    }
    list[..left].iter().fold(S::EMPTY, |set, &number| set | S::one(number))
}

/// As [`scan`], for numbers below 2^15: strikes from `missing` what the runs yield. [`GAP16`] is no
/// number.
///
/// Panics as [`scan`] does.
pub fn scan16(level: Level, runs: &[([u16; 32], u32)], numbers: &[u16], end: usize, missing: &mut Vec<u16>) {
    for (run, before) in runs {
        if missing.is_empty() {
            break;
        }
        let own: &[u16; 32] = beside(numbers, end, *before);
        let left = match level.kind() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has AVX2.
            InstructionSet::Avx2 => unsafe { avx2::strike16(run, own, missing) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has AVX-512.
            InstructionSet::Avx512 => unsafe { avx512::strike16(run, own, missing) },
            _ => scalar::strike16(run, own, missing),
        };
        missing.truncate(left);
    }
}

/// The numbers that begin `before` places before `end`.
#[inline(always)]
fn beside<T, const MANY: usize>(numbers: &[T], end: usize, before: u32) -> &[T; MANY] {
    let rest = end.checked_sub(before as usize).and_then(|at| numbers.get(at..));
    rest.and_then(|rest| rest.first_chunk()).expect("the numbers hold all that is read")
}

/// The number of each of 8 places, one after the other: `sets` is what far pairs forbid there.
/// False where everything is forbidden; `place` is then that place.
#[inline(always)]
fn settle<S: Set>(
    rules: &Recurrence<S>,
    track: &mut Track<S>,
    ring: &mut [S; BLOCK],
    sets: &[S; 8],
    place: &mut usize,
    needed: &mut [S; 8],
) -> bool {
    for (&set, needed) in sets.iter().zip(needed) {
        let slot = *place % BLOCK;
        let forbidden = set | ring[slot];
        if forbidden == S::FULL {
            return false;
        }
        ring[slot] = S::EMPTY;
        let number = forbidden.least_absent();
        track.put(*place, number);
        *needed = rules.needs[*place & 1][usize::from(number) % S::WIDTH];
        for pair in &rules.near {
            ring[(*place + pair.offset as usize) % BLOCK] |= S::one(number ^ pair.value);
        }
        *place += 1;
    }
    true
}

/// Returns what near pairs forbid at the places from `from` on by the numbers before it.
fn ring<S: Set>(rules: &Recurrence<S>, track: &Track<S>, from: usize) -> [S; BLOCK] {
    let mut ring = [S::EMPTY; BLOCK];
    for pair in &rules.near {
        for ahead in 0..pair.offset as usize {
            if let Some(number) = track.number(from + ahead - pair.offset as usize) {
                ring[(from + ahead) % BLOCK] |= S::one(number ^ pair.value);
            }
        }
    }
    ring
}
