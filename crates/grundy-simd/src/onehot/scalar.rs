//! Without vector instructions: the plain twin, place by place and pair by pair.

use super::{BLOCK, GAP, Groups, Recurrence, Set, Track};

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
fn united<S: Set>(pairs: &Groups, track: &Track<S>, place: usize) -> S {
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

/// What of `missing` is no `run[l] xor own[l]`.
pub(super) fn strike<S: Set>(run: &[u8; 64], own: &[u8; 64], missing: S) -> S {
    let mut left = missing;
    for (&one, &other) in run.iter().zip(own) {
        let number = one ^ other;
        if one != GAP && usize::from(number) < S::WIDTH {
            left = left & !S::one(number);
        }
    }
    left
}
