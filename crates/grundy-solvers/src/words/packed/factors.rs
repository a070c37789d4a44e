//! The factors of a word that a move removes.
//!
//! Removals that lead to the same word are left out where that costs nothing: of removals of one
//! length, each leads to the same word as the one a place later if the letters at its two ends
//! agree.

use grundy_games::Gap;

use super::{key::KeyBits, planes::WordPlanes, program::TakenLetters};

/// Calls `leave` with the places where factors begin that a move removes, and their length. A
/// length may come up more than once.
pub(super) fn each<P: KeyBits, const B: usize>(
    planes: &WordPlanes<P, B>,
    gap: Gap,
    part: &TakenLetters,
    leave: &mut impl FnMut(P, usize),
) {
    match part {
        TakenLetters::Letter(None) => of_mask(planes, gap, (planes.all, 1), leave),
        TakenLetters::Letter(Some(codes)) => {
            let mask = codes.iter().fold(P::default(), |all, &code| all | planes.of(code));
            of_mask(planes, gap, (mask, 1), leave);
        }
        TakenLetters::Words(words) => {
            for word in words {
                of_mask(planes, gap, (planes.begins(word), word.len()), leave);
            }
        }
        TakenLetters::Run => runs(planes, gap, false, leave),
        TakenLetters::PartOfRun => runs(planes, gap, true, leave),
        TakenLetters::Palindrome(least, most) => planes.palindromes(*most, |length, mask, same| {
            if length >= *least {
                of_mask_with(planes, gap, (mask, length), || same, leave);
            }
        }),
        TakenLetters::Square => {
            for half in 1..=planes.length / 2 {
                of_mask(planes, gap, (planes.squares(half), 2 * half), leave);
            }
        }
        TakenLetters::HalfOfSquare => {
            for half in 1..=planes.length / 2 {
                let mask = planes.squares(half);
                of_mask(planes, gap, (mask, half), leave);
                if gap == Gap::Separates {
                    second_halves(planes, (mask, half), leave);
                }
            }
        }
    }
}

/// Shows the removals of this many letters from each place of the mask on.
#[inline]
fn of_mask<P: KeyBits, const B: usize>(
    planes: &WordPlanes<P, B>,
    gap: Gap,
    (mask, many): (P, usize),
    leave: &mut impl FnMut(P, usize),
) {
    of_mask_with(planes, gap, (mask, many), || planes.same(many), leave);
}

/// The same where [`WordPlanes::same`] of this many may be known.
#[inline(always)]
fn of_mask_with<P: KeyBits, const B: usize>(
    planes: &WordPlanes<P, B>,
    gap: Gap,
    (mask, many): (P, usize),
    same: impl FnOnce() -> P,
    leave: &mut impl FnMut(P, usize),
) {
    let mut mask = mask;
    if gap == Gap::Closes && many < planes.length && !mask.rest().is_none() {
        let again = same() & planes.ahead(mask, 1);
        // Around a whole ring each removal may equal the next one.
        mask = if planes.ring && again == planes.all { P::low(1) } else { mask & !again };
    } else if planes.ring && gap == Gap::Closes && many == planes.length && !mask.is_none() {
        mask = P::low(1);
    }
    if !mask.is_none() {
        leave(mask, many);
    }
}

/// Shows the second half of each square that begins at a place of the mask.
fn second_halves<P: KeyBits, const B: usize>(
    planes: &WordPlanes<P, B>,
    (mask, half): (P, usize),
    leave: &mut impl FnMut(P, usize),
) {
    let mut mask = mask;
    while !mask.is_none() {
        let start = mask.first() + half;
        let start = if start < planes.length { start } else { start - planes.length };
        leave(P::low(1).up(start), half);
        mask = mask.rest();
    }
}

/// Shows each run, or each part of a run, those of one length together.
#[inline]
fn runs<P: KeyBits, const B: usize>(
    planes: &WordPlanes<P, B>,
    gap: Gap,
    parts: bool,
    leave: &mut impl FnMut(P, usize),
) {
    if planes.length == 0 {
        return;
    }
    // The places whose letter is that of the next one, and the last places of runs.
    let again = if planes.length == 1 { P::default() } else { planes.same(1) };
    let last = planes.all & !again;
    // A ring of one run: each rotation is the same.
    let whole = planes.ring && last.is_none();
    let first = if whole {
        P::low(1)
    } else if planes.ring {
        planes.ahead(last, planes.length - 1)
    } else {
        (last.up(1) | P::low(1)) & planes.all
    };
    // Where as many letters or more are equal from some place on.
    let mut starts = if parts && gap == Gap::Separates && !whole { planes.all } else { first };
    for many in 1..=planes.length {
        let more = if many == planes.length { P::default() } else { starts & planes.ahead(again, many - 1) };
        let these = if parts { starts } else { starts & !more };
        if !these.is_none() {
            leave(these, many);
        }
        if more.is_none() {
            break;
        }
        starts = more;
    }
}
