//! Without vector instructions: the plain twin, place by place and pair by pair.

use super::{BLOCK, GAP, GAP16, Groups, Recurrence, Set, Track};

/// As [`Recurrence::run`].
pub(super) fn run<S: Set>(
    rules: &Recurrence<S>,
    track: &mut Track<S>,
    from: usize,
    to: usize,
    needed: &mut Vec<S>,
) -> usize {
    let mut ring = super::ring(rules, track, from);
    for place in from..to {
        let mut forbidden = united(&rules.far, track, place) | ring[place % BLOCK];
        for &(value, bytes) in &rules.middle {
            if let Some(number) = track.number(place - bytes / size_of::<S>()) {
                forbidden |= S::one(number ^ value);
            }
        }
        if forbidden == S::FULL {
            return place;
        }
        ring[place % BLOCK] = S::EMPTY;
        let number = forbidden.least_absent();
        track.put(place, number);
        needed.push(rules.needs[place & 1][usize::from(number)]);
        for pair in &rules.near {
            ring[(place + pair.offset as usize) % BLOCK] |= S::one(number ^ pair.value);
        }
    }
    to
}

/// As [`super::Cover::uncovered`].
pub(super) fn uncovered<S: Set>(
    pairs: &Groups,
    track: &Track<S>,
    from: usize,
    needed: &[S],
    missing: &mut Vec<(usize, S)>,
) {
    for (place, &needed) in (from..).zip(needed) {
        let left = needed & !united(pairs, track, place);
        if left != S::EMPTY {
            missing.push((place, left));
        }
    }
}

/// What the pairs yield at a place.
pub(super) fn united<S: Set>(pairs: &Groups, track: &Track<S>, place: usize) -> S {
    let mut set = S::EMPTY;
    for (value, offsets) in pairs.each() {
        for bytes in offsets {
            let number = track.numbers()[place - bytes / size_of::<S>()];
            if number != GAP {
                set |= S::one(number ^ value);
            }
        }
    }
    set
}

/// Moves those of the first `many` of `missing` that are no `run[l] xor own[l]` to the front, and
/// returns their number.
pub(super) fn strike(run: &[u8; 64], own: &[u8; 64], missing: &mut [u8; 128], many: usize) -> usize {
    kept(missing, many, |number| {
        run.iter().zip(own).any(|(&one, &other)| one != GAP && other != GAP && one ^ other == number)
    })
}

/// As [`strike`], for all of `missing`.
pub(super) fn strike16(run: &[u16; 32], own: &[u16; 32], missing: &mut [u16]) -> usize {
    let many = missing.len();
    kept(missing, many, |number| {
        run.iter().zip(own).any(|(&one, &other)| one != GAP16 && other != GAP16 && one ^ other == number)
    })
}

/// Moves to the front what is not met.
#[inline(always)]
pub(super) fn kept<T: Copy>(missing: &mut [T], many: usize, met: impl Fn(T) -> bool) -> usize {
    let mut left = 0;
    for at in 0..many.min(missing.len()) {
        let number = missing[at];
        missing[left] = number;
        left += usize::from(!met(number));
    }
    left
}
