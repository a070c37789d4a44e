//! The part of a row of heaps where the new options of a line are known in advance: the ends of the
//! range of its loop and the indices of its first and its last option grow evenly with the last
//! size.
//!
//! A heap then takes a few additions: no term is evaluated, and what the terms must satisfy (no
//! negative size, no size outside of its box, every heap lower) has been verified at both ends of
//! the segment, which bounds it between them.

use grundy_games::compiled::program::HeapCount;

use super::{
    layout::{HeapPlace, Order},
    quick::{PreparedTerm, Quick},
    table::DenseCell,
    walk::MOST_TRIALS,
};

/// A heap of an option.
pub(super) struct OptionHeap<'a> {
    pub count: &'a HeapCount,
    pub base: i64,
    pub order: Order,
    pub sizes: Vec<Size<'a>>,
}

/// A size, with the end of its box, and what it adds to the index and to the key.
pub(super) struct Size<'a> {
    pub term: Quick<'a>,
    pub end: i64,
    pub stride: i64,
    pub key: i64,
}

/// A row of heaps from one of them on.
pub(super) struct HeapRow {
    /// The place of that heap, and what the next heap of the row adds to it.
    pub from: HeapPlace,
    pub step: HeapPlace,
    /// The last size of that heap, and that of the last heap.
    pub x: i64,
    pub end: i64,
}

/// A number that grows evenly: its value at the first heap of a segment, and what each next heap
/// adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Straight {
    at: i64,
    slope: i64,
}

/// The indices of the heaps of one option that count.
#[derive(Clone, Copy, Debug)]
pub(super) struct SegmentIndices {
    count: usize,
    each: [Straight; MOST_HEAPS],
}

/// A segment of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// The last sizes of its first and of its last heap.
    pub first: i64,
    pub last: i64,
    pub low: Straight,
    pub high: Straight,
    /// The option with the least number, and the one with the greatest number; `None` if it is left
    /// to the terms.
    pub at_low: Option<SegmentIndices>,
    pub at_high: Option<SegmentIndices>,
}

/// Options of more heaps than this are left to the terms.
const MOST_HEAPS: usize = 4;

/// Numbers up to this are added without a check.
const FITS: i64 = 1 << 60;

impl Straight {
    /// The number so many heaps after the first one, within the segment.
    #[inline(always)]
    pub fn after(self, heaps: i64) -> i64 {
        self.at + self.slope * heaps
    }

    fn fits(&self) -> bool {
        let own = -FITS..=FITS;
        own.contains(&self.at) && own.contains(&self.slope)
    }

    fn plus(self, factor: i64, other: Straight) -> Option<Straight> {
        let sum = |own: i64, other: i64| own.checked_add(factor.checked_mul(other)?);
        Some(Straight { at: sum(self.at, other.at)?, slope: sum(self.slope, other.slope)? })
    }

    /// Whether it lies between these numbers at the first heap. Shortens the segment to the heaps
    /// for which the answer stays.
    fn lies(self, least: i64, most: i64, length: &mut i64) -> bool {
        let inside = (least..=most).contains(&self.at);
        // The distance that can be covered before the answer changes.
        let room = match (inside, self.slope > 0) {
            (true, true) => most.checked_sub(self.at),
            (true, false) => self.at.checked_sub(least),
            (false, true) if self.at < least => least.checked_sub(1).and_then(|end| end.checked_sub(self.at)),
            (false, false) if self.at > most => most.checked_add(1).and_then(|end| self.at.checked_sub(end)),
            (false, _) => None,
        };
        if let (Some(room), Some(steps @ 1..)) = (room, self.slope.checked_abs()) {
            *length = (*length).min(room / steps);
        }
        inside
    }
}

impl Segment {
    /// The segment that begins at the first heap of this part of a row. `None` if the terms are to
    /// be evaluated there.
    pub fn of((low, high): (&Quick<'_>, &Quick<'_>), parts: &[OptionHeap<'_>], row: &HeapRow) -> Option<Segment> {
        let mut length = row.end - row.x;
        let low = straight(low, row.x, Straight::default(), &mut length)?;
        let high = straight(high, row.x, Straight::default(), &mut length)?;
        // The plain meaning refuses too many combinations.
        if !high.plus(-1, low)?.lies(-FITS, MOST_TRIALS as i64 - 1, &mut length) {
            return None;
        }
        let at_low = indices(parts, row, low, &mut length);
        let at_high = indices(parts, row, high, &mut length);
        for own in [low, high] {
            own.slope.checked_mul(length).and_then(|more| own.at.checked_add(more))?;
        }
        Some(Segment { first: row.x, last: row.x + length, low, high, at_low, at_high })
    }
}

impl SegmentIndices {
    /// The value of the option, so many heaps after the first one of the segment.
    #[inline(always)]
    pub fn value<T: DenseCell>(&self, table: &[T], heaps: i64) -> usize {
        let value = |index: &Straight| table[index.after(heaps) as usize].wide();
        match self.count {
            // Most options are one heap, which needs no loop.
            1 => value(&self.each[0]),
            count => self.each[..count].iter().fold(0, |sum, index| sum ^ value(index)),
        }
    }
}

/// A prepared affine term where the number in the slot grows evenly.
fn affine(own: &PreparedTerm<'_>, x: i64, number: Straight) -> Option<Straight> {
    let base = Straight { at: own.row.checked_add(own.last.checked_mul(x)?)?, slope: own.last };
    base.plus(own.slope, number).filter(Straight::fits)
}

/// A term from the last size `x` on, where the number in the slot grows evenly. Shortens the
/// segment to where one formula holds.
fn straight(term: &Quick<'_>, x: i64, number: Straight, length: &mut i64) -> Option<Straight> {
    let (all, sign) = match term {
        Quick::Affine(own) => return affine(own, x, number),
        Quick::Least(all) => (all, 1),
        Quick::Greatest(all) => (all, -1),
        Quick::Other(_) => return None,
    };
    let all: Vec<Straight> = all.iter().map(|own| affine(own, x, number)).collect::<Option<_>>()?;
    // The least one, of equal ones the one that stays the least.
    let least = *all.iter().min_by_key(|own| (sign * own.at, sign * own.slope))?;
    for other in all {
        let ahead = other.plus(-1, least)?;
        // How far the other one is ahead, and by how much it comes closer.
        let (distance, closer) = (sign * ahead.at, -sign * ahead.slope);
        if closer > 0 {
            *length = (*length).min(distance / closer);
        }
    }
    Some(least)
}

/// The option with this number; `None` if it is left to the terms at the first heap. Shortens the
/// segment to where that stays so.
fn indices(parts: &[OptionHeap<'_>], row: &HeapRow, number: Straight, length: &mut i64) -> Option<SegmentIndices> {
    let own_key = Straight { at: row.from.key, slope: row.step.key };
    let own_total = Straight { at: row.from.total, slope: row.step.total };
    let mut all = SegmentIndices { count: 0, each: [Straight::default(); MOST_HEAPS] };
    let mut usable = true;
    for part in parts {
        let mut index = Straight { at: part.base, slope: 0 };
        let (mut key, mut total) = (Straight::default(), Straight::default());
        for own in &part.sizes {
            let size = straight(&own.term, row.x, number, length)?;
            let end = if *part.count == HeapCount::Zero { FITS } else { own.end };
            if !size.lies(0, end, length) {
                usable = false;
                continue;
            }
            // Where the size lies outside of its box, none of these is used.
            if *part.count != HeapCount::Zero {
                index = index.plus(own.stride, size)?;
                key = key.plus(own.key, size)?;
                total = total.plus(1, size)?;
            }
        }
        if *part.count == HeapCount::Zero || !usable {
            continue;
        }
        let (by_key, by_total) = part.order.ties();
        for (old, new, tie) in [(own_key, key, by_key), (own_total, total, by_total)] {
            if let Some(tie) = tie {
                usable &= old.plus(-1, new)?.lies(1 - tie, FITS, length);
            }
        }
        if *part.count == HeapCount::Odd {
            *all.each.get_mut(all.count)? = index;
            all.count += 1;
        }
    }
    usable.then_some(all)
}
