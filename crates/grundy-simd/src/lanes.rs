//! Arithmetic and comparisons of numbers of 32 bits, a list at a time.
//!
//! The loops are plain: the compiler makes vector code of them, three times, and the caller's
//! [`Level`] chooses. A comparison of 256 numbers takes 27 ns with AVX2 and 10 ns with AVX-512, the
//! arithmetic 14 to 20 ns and 10 ns. Only [`kept`] has instructions of its own.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::level::{InstructionSet, Level};

/// What is made of two numbers. Sums, differences and products wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Their sum.
    Add,
    /// The first less the second.
    Subtract,
    /// Their product.
    Multiply,
    /// The lesser one.
    Least,
    /// The greater one.
    Greatest,
    /// The exclusive or of their binary digits.
    Xor,
    /// The binary digits that both have.
    And,
    /// The binary digits that at least one has.
    Or,
}

/// How a number may compare with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It is the same.
    Equal,
    /// It is another one.
    NotEqual,
    /// It is less.
    Less,
    /// It is not greater.
    LessOrEqual,
    /// It is greater.
    Greater,
    /// It is not less.
    GreaterOrEqual,
}

/// Defines a function whose loops are compiled for every machine, for AVX2 and for AVX-512.
macro_rules! thrice {
    ($(#[$doc:meta])* pub fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block) => {
        $(#[$doc])*
        pub fn $name(level: Level, $($argument: $type),*) $(-> $result)? {
            #[inline(always)]
            fn plain($($argument: $type),*) $(-> $result)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $type),*) $(-> $result)? {
                plain($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
            fn avx512($($argument: $type),*) $(-> $result)? {
                plain($($argument),*)
            }

            match level.kind() {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: a `Level` of this kind exists only where the machine has the
                // instructions.
                InstructionSet::Avx2 => unsafe { avx2($($argument),*) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: as above.
                InstructionSet::Avx512 => unsafe { avx512($($argument),*) },
                _ => plain($($argument),*),
            }
        }
    };
}

pub(crate) use thrice;

thrice! {
    /// Sets the lanes to `start`, `start + step`, .. The sums wrap.
    ///
    /// ```
    /// use grundy_simd::{Level, lanes};
    ///
    /// let mut lanes = [0; 3];
    /// lanes::ascend(Level::best(), &mut lanes, 5, -2);
    /// assert_eq!(lanes, [5, 3, 1]);
    /// ```
    pub fn ascend(lanes: &mut [i32], start: i32, step: i32) {
        let lanes = lanes.iter_mut().zip(0i32..);
        match step {
            // No product: narrow vectors have none.
            1 => lanes.for_each(|(lane, at)| *lane = start.wrapping_add(at)),
            -1 => lanes.for_each(|(lane, at)| *lane = start.wrapping_sub(at)),
            _ => lanes.for_each(|(lane, at)| *lane = start.wrapping_add(step.wrapping_mul(at))),
        }
    }
}

thrice! {
    /// Replaces each lane by what is made of it and of the other list's number at its place. Lanes
    /// without such a number stay.
    pub fn combine(operation: Operation, lanes: &mut [i32], others: &[i32]) {
        let pairs = lanes.iter_mut().zip(others);
        match operation {
            Operation::Add => pairs.for_each(|(a, b)| *a = a.wrapping_add(*b)),
            Operation::Subtract => pairs.for_each(|(a, b)| *a = a.wrapping_sub(*b)),
            Operation::Multiply => pairs.for_each(|(a, b)| *a = a.wrapping_mul(*b)),
            Operation::Least => pairs.for_each(|(a, b)| *a = (*a).min(*b)),
            Operation::Greatest => pairs.for_each(|(a, b)| *a = (*a).max(*b)),
            Operation::Xor => pairs.for_each(|(a, b)| *a ^= b),
            Operation::And => pairs.for_each(|(a, b)| *a &= b),
            Operation::Or => pairs.for_each(|(a, b)| *a |= b),
        }
    }
}

thrice! {
    /// Replaces each lane by what is made of it and of one number.
    pub fn combine_with(operation: Operation, lanes: &mut [i32], other: i32) {
        let lanes = lanes.iter_mut();
        match operation {
            Operation::Add => lanes.for_each(|a| *a = a.wrapping_add(other)),
            Operation::Subtract => lanes.for_each(|a| *a = a.wrapping_sub(other)),
            Operation::Multiply => lanes.for_each(|a| *a = a.wrapping_mul(other)),
            Operation::Least => lanes.for_each(|a| *a = (*a).min(other)),
            Operation::Greatest => lanes.for_each(|a| *a = (*a).max(other)),
            Operation::Xor => lanes.for_each(|a| *a ^= other),
            Operation::And => lanes.for_each(|a| *a &= other),
            Operation::Or => lanes.for_each(|a| *a |= other),
        }
    }
}

thrice! {
    /// Replaces each lane by its quotient by a positive number, rounded down.
    ///
    /// ```
    /// use grundy_simd::{Level, lanes};
    ///
    /// let mut lanes = [7, -7, 6];
    /// lanes::divide(Level::best(), &mut lanes, 3);
    /// assert_eq!(lanes, [2, -3, 2]);
    /// ```
    ///
    /// # Panics
    /// If the divisor is not positive.
    pub fn divide(lanes: &mut [i32], by: i32) {
        assert!(by > 0, "a divisor is positive");
        if by & (by - 1) == 0 {
            let digits = by.trailing_zeros();
            return lanes.iter_mut().for_each(|lane| *lane >>= digits);
        }
        let share = 1.0 / f64::from(by);
        lanes.iter_mut().for_each(|lane| *lane = quotient(*lane, share));
    }
}

thrice! {
    /// Replaces each lane by its remainder by a positive number, which is not negative.
    ///
    /// # Panics
    /// If the divisor is not positive.
    pub fn remain(lanes: &mut [i32], by: i32) {
        assert!(by > 0, "a divisor is positive");
        if by & (by - 1) == 0 {
            return lanes.iter_mut().for_each(|lane| *lane &= by - 1);
        }
        let share = 1.0 / f64::from(by);
        lanes.iter_mut().for_each(|lane| *lane = lane.wrapping_sub(by.wrapping_mul(quotient(*lane, share))));
    }
}

thrice! {
    /// Replaces each lane by its remainder by the other list's number at its place, which is not
    /// negative; `false`, and the lanes unspecified, if one of these numbers is not positive.
    pub fn remain_each(lanes: &mut [i32], others: &[i32]) -> bool {
        let pairs = lanes.iter_mut().zip(others);
        pairs.for_each(|(lane, &by)| *lane = lane.wrapping_sub(by.wrapping_mul(quotient(*lane, 1.0 / f64::from(by)))));
        others.iter().fold(true, |good, &by| good & (by > 0))
    }
}

/// A number divided by `1 / share`, rounded down; that divisor is a whole number from 1 on.
///
/// With a half added, the exact quotient is at least `share / 2` from every whole number. The sum
/// is exact, and the two roundings change the product by less than 2^-51 of it, that is by less
/// than 2^-20 `share`.
#[inline(always)]
fn quotient(number: i32, share: f64) -> i32 {
    ((f64::from(number) + 0.5) * share).floor() as i32
}

thrice! {
    /// Clears the mask where a lane does not compare so with the other list's number at its place.
    ///
    /// # Panics
    /// If one list is shorter than the mask.
    pub fn compare(lanes: &[i32], relation: Relation, others: &[i32], mask: &mut [u8]) {
        assert!(lanes.len().min(others.len()) >= mask.len(), "there are numbers for each byte of the mask");
        let all = mask.iter_mut().zip(lanes.iter().zip(others));
        match relation {
            Relation::Equal => all.for_each(|(on, (a, b))| *on &= u8::from(a == b)),
            Relation::NotEqual => all.for_each(|(on, (a, b))| *on &= u8::from(a != b)),
            Relation::Less => all.for_each(|(on, (a, b))| *on &= u8::from(a < b)),
            Relation::LessOrEqual => all.for_each(|(on, (a, b))| *on &= u8::from(a <= b)),
            Relation::Greater => all.for_each(|(on, (a, b))| *on &= u8::from(a > b)),
            Relation::GreaterOrEqual => all.for_each(|(on, (a, b))| *on &= u8::from(a >= b)),
        }
    }
}

thrice! {
    /// As [`compare`], with one number.
    ///
    /// ```
    /// use grundy_simd::{Level, lanes::{self, Relation}};
    ///
    /// let mut mask = [1, 1, 0];
    /// lanes::compare_with(Level::best(), &[3, 5, 3], Relation::Less, 4, &mut mask);
    /// assert_eq!(mask, [1, 0, 0]);
    /// ```
    ///
    /// # Panics
    /// If there are fewer lanes than bytes of the mask.
    pub fn compare_with(lanes: &[i32], relation: Relation, other: i32, mask: &mut [u8]) {
        assert!(lanes.len() >= mask.len(), "there is a lane for each byte of the mask");
        let all = mask.iter_mut().zip(lanes);
        match relation {
            Relation::Equal => all.for_each(|(on, a)| *on &= u8::from(*a == other)),
            Relation::NotEqual => all.for_each(|(on, a)| *on &= u8::from(*a != other)),
            Relation::Less => all.for_each(|(on, a)| *on &= u8::from(*a < other)),
            Relation::LessOrEqual => all.for_each(|(on, a)| *on &= u8::from(*a <= other)),
            Relation::Greater => all.for_each(|(on, a)| *on &= u8::from(*a > other)),
            Relation::GreaterOrEqual => all.for_each(|(on, a)| *on &= u8::from(*a >= other)),
        }
    }
}

thrice! {
    /// Clears the mask where a lane is negative, and writes each lane plus `base` to `sums`, or 0
    /// where the mask is 0. Returns whether no lane where the mask is 1 is above `most`.
    ///
    /// # Panics
    /// If one list is shorter than the mask.
    pub fn places(lanes: &[i32], most: i32, base: i32, mask: &mut [u8], sums: &mut [i32]) -> bool {
        // All three end at the same place: otherwise no vector code is made.
        let (lanes, sums) = (&lanes[..mask.len()], &mut sums[..mask.len()]);
        let mut above = 0;
        for ((&lane, on), sum) in lanes.iter().zip(mask).zip(sums) {
            // All bits are ones where the mask stays.
            let all = -i32::from(*on) & !(lane >> 31);
            above |= all & -i32::from(lane > most);
            *on = (all & 1) as u8;
            *sum = base.wrapping_add(lane) & all;
        }
        above == 0
    }
}

thrice! {
    /// Where the mask is 1, adds the lane times the first stride to its place, the lane times the
    /// second one to its key, and the lane to its total; the lane is first brought into 0 to `end`.
    /// Returns whether no such lane is above `end`, which may be -1. The place wraps.
    ///
    /// # Panics
    /// If one list is shorter than the mask.
    pub fn add_places(
        lanes: &[i32],
        end: i32,
        strides: (i32, i64),
        mask: &[u8],
        places: &mut [i32],
        sums: (&mut [i64], &mut [i64])
    ) -> bool {
        let (many, (keys, totals)) = (mask.len(), sums);
        let (lanes, places) = (&lanes[..many], &mut places[..many]);
        let (keys, totals) = (&mut keys[..many], &mut totals[..many]);
        let mut above = 0;
        for at in 0..many {
            let all = -i32::from(mask[at]);
            above |= all & -i32::from(lanes[at] > end);
            let own = lanes[at].min(end).max(0) & all;
            places[at] = places[at].wrapping_add(own.wrapping_mul(strides.0));
            keys[at] += i64::from(own) * strides.1;
            totals[at] += i64::from(own);
        }
        above == 0
    }
}

thrice! {
    /// The greatest of these numbers and 0.
    pub fn greatest(numbers: &[i64]) -> i64 {
        numbers.iter().copied().fold(0, i64::max)
    }
}

/// So many places are one block of [`unite`], and so many digits are united at once.
pub const BLOCK: usize = 64;
/// See [`BLOCK`].
pub const DIGITS: usize = 4;

thrice! {
    /// The sets of the numbers at some blocks of a table, place by place: for each of [`DIGITS`]
    /// digits from `digit` on the union of the bits that have it. A block begins at each of
    /// `starts`.
    ///
    /// ```
    /// use grundy_simd::{Level, lanes};
    ///
    /// let (digits, bits) = ([1; 65], [4; 65]);
    /// let sets = lanes::unite(Level::best(), &digits, &bits, &[0, 1], 0);
    /// assert_eq!(sets.map(|set| set[0]), [0, 4, 0, 0]);
    /// ```
    ///
    /// # Panics
    /// If a block is not within both lists.
    pub fn unite(digits: &[u8], bits: &[u8], starts: &[usize], digit: u8) -> [[u8; BLOCK]; DIGITS] {
        let mut sets = [[0; BLOCK]; DIGITS];
        for &start in starts {
            let (digits, bits) = (&digits[start..start + BLOCK], &bits[start..start + BLOCK]);
            for (more, set) in (0..).zip(&mut sets) {
                let wanted = digit.wrapping_add(more);
                for at in 0..BLOCK {
                    set[at] |= if digits[at] == wanted { bits[at] } else { 0 };
                }
            }
        }
        sets
    }
}

/// By so much `room` of [`kept`] is longer than the lists.
pub const SPARE: usize = 16;

/// Writes each lane that is not negative and where the mask is 1, plus `base`, to the front of
/// `room`, in order, and returns their number; `None` if such a lane is above `most`. The rest of
/// `room` is unspecified. The mask has only zeros and ones. The sums wrap.
///
/// ```
/// use grundy_simd::{Level, lanes};
///
/// let mut room = [0; 4 + lanes::SPARE];
/// let many = lanes::kept(Level::best(), &[7, 8, 9, -1], 9, 10, &[1, 0, 1, 1], &mut room);
/// assert_eq!(many, Some(2));
/// assert_eq!(room[..2], [17, 19]);
/// ```
///
/// # Panics
/// If the lists have different lengths, or `room` is not longer by [`SPARE`].
pub fn kept(level: Level, lanes: &[i32], most: i32, base: i32, mask: &[u8], room: &mut [i32]) -> Option<usize> {
    assert_eq!(lanes.len(), mask.len(), "there is a byte of the mask for each lane");
    assert!(room.len() >= lanes.len() + SPARE, "room for {} of {} lanes", room.len(), lanes.len());
    match level.kind() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` of this kind exists only where the machine has these instructions.
        InstructionSet::Avx512 => unsafe { kept_avx512(lanes, most, base, mask, room) },
        _ => plain_kept(lanes, most, base, mask, room),
    }
}

fn plain_kept(lanes: &[i32], most: i32, base: i32, mask: &[u8], room: &mut [i32]) -> Option<usize> {
    let (mut many, mut above) = (0, false);
    for (&lane, &on) in lanes.iter().zip(mask) {
        let on = on == 1 && lane >= 0;
        // Always written: a branch that cannot be predicted costs more.
        room[many] = base.wrapping_add(lane);
        many += usize::from(on);
        above |= on && lane > most;
    }
    (!above).then_some(many)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
fn kept_avx512(lanes: &[i32], most: i32, base: i32, mask: &[u8], room: &mut [i32]) -> Option<usize> {
    let (one, none) = (_mm_set1_epi8(1), _mm512_setzero_si512());
    let (end, start) = (_mm512_set1_epi32(most), _mm512_set1_epi32(base));
    let (groups, rest) = lanes.as_chunks::<16>();
    let (masks, masks_rest) = mask.as_chunks::<16>();
    let (mut many, mut above) = (0, 0);
    for (lanes, mask) in groups.iter().zip(masks) {
        // SAFETY: both are as long as what is read; no alignment is required.
        let (own, on) = unsafe {
            (_mm512_loadu_si512(lanes.as_ptr().cast()), _mm_test_epi8_mask(_mm_loadu_si128(mask.as_ptr().cast()), one))
        };
        let on = _mm512_mask_cmpge_epi32_mask(on, own, none);
        above |= _mm512_mask_cmpgt_epi32_mask(on, own, end);
        let room = &mut room[many..many + SPARE];
        let sums = _mm512_maskz_compress_epi32(on, _mm512_add_epi32(own, start));
        // SAFETY: the slice has the sixteen places that are written; no alignment is required.
        unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), sums) };
        many += on.count_ones() as usize;
    }
    let last = plain_kept(rest, most, base, masks_rest, &mut room[many..])?;
    (above == 0).then_some(many + last)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;
    use fastrand::Rng;

    const OPERATIONS: [Operation; 8] = [
        Operation::Add,
        Operation::Subtract,
        Operation::Multiply,
        Operation::Least,
        Operation::Greatest,
        Operation::Xor,
        Operation::And,
        Operation::Or,
    ];

    /// The relations, with the orders in which they hold.
    const RELATIONS: [(Relation, &[Ordering]); 6] = [
        (Relation::Equal, &[Ordering::Equal]),
        (Relation::NotEqual, &[Ordering::Less, Ordering::Greater]),
        (Relation::Less, &[Ordering::Less]),
        (Relation::LessOrEqual, &[Ordering::Less, Ordering::Equal]),
        (Relation::Greater, &[Ordering::Greater]),
        (Relation::GreaterOrEqual, &[Ordering::Greater, Ordering::Equal]),
    ];

    /// What an operation makes of two numbers, by wider arithmetic.
    fn made(operation: Operation, a: i32, b: i32) -> i32 {
        let (wide, other) = (i64::from(a), i64::from(b));
        (match operation {
            Operation::Add => wide + other,
            Operation::Subtract => wide - other,
            Operation::Multiply => wide * other,
            Operation::Least => wide.min(other),
            Operation::Greatest => wide.max(other),
            Operation::Xor => wide ^ other,
            Operation::And => wide & other,
            Operation::Or => wide | other,
        }) as i32
    }

    /// Numbers of which some are equal, some are negative, and some are at the ends of the range.
    fn numbers(random: &mut Rng, count: usize) -> Vec<i32> {
        let mut number = || match random.usize(..8) {
            0 => i32::MAX,
            1 => i32::MIN,
            2 => random.usize(..1 << 30) as i32 - (1 << 29),
            _ => random.usize(..9) as i32 - 4,
        };
        (0..count).map(|_| number()).collect()
    }

    #[test]
    fn every_level_computes_the_same_numbers() {
        let mut random = Rng::with_seed(11);
        for round in 0..600 {
            let count = [0, 1, 7, 8, 15, 16, 17, 33, 255, 256][round % 10];
            let (own, others) = (numbers(&mut random, count), numbers(&mut random, count));
            let number = numbers(&mut random, 1)[0];
            for level in Level::all() {
                for operation in OPERATIONS {
                    let mut lanes = own.clone();
                    combine(level, operation, &mut lanes, &others);
                    let plain: Vec<i32> = own.iter().zip(&others).map(|(&a, &b)| made(operation, a, b)).collect();
                    assert_eq!(lanes, plain, "{level:?} {operation:?}");
                    let mut lanes = own.clone();
                    combine_with(level, operation, &mut lanes, number);
                    let plain: Vec<i32> = own.iter().map(|&a| made(operation, a, number)).collect();
                    assert_eq!(lanes, plain, "{level:?} {operation:?} {number}");
                }
                for step in [1, -1, 3, number] {
                    let mut lanes = own.clone();
                    ascend(level, &mut lanes, number, step);
                    let plain = (0..count).map(|at| (i64::from(number) + at as i64 * i64::from(step)) as i32);
                    assert!(plain.eq(lanes), "{level:?} {number} {step}");
                }
            }
        }
    }

    #[test]
    fn every_level_divides_as_whole_numbers_do() {
        let mut random = Rng::with_seed(13);
        for round in 0..4000 {
            let by = match round % 4 {
                0 => random.i32(1..40),
                1 => i32::MAX - random.i32(0..40),
                2 => 1 << random.u32(..31),
                _ => random.i32(1..),
            };
            let count = [1, 7, 16, 33][round / 4 % 4];
            let mut own = numbers(&mut random, count);
            // Multiples and their neighbours, where rounding would show.
            own.extend(
                (-1..2)
                    .map(|next| random.i32(-1 - i32::MAX / by..=i32::MAX / by).saturating_mul(by).saturating_add(next)),
            );
            let others: Vec<i32> = own.iter().map(|_| (random.i32(0..) >> random.u8(..31)).max(1)).collect();
            for level in Level::all() {
                let (mut quotients, mut rests, mut each) = (own.clone(), own.clone(), own.clone());
                divide(level, &mut quotients, by);
                remain(level, &mut rests, by);
                assert!(
                    quotients.iter().eq(&own.iter().map(|a| a.div_euclid(by)).collect::<Vec<_>>()),
                    "{own:?} / {by}"
                );
                assert!(rests.iter().eq(&own.iter().map(|a| a.rem_euclid(by)).collect::<Vec<_>>()), "{own:?} % {by}");
                assert!(remain_each(level, &mut each, &others));
                let plain = own.iter().zip(&others).map(|(a, by)| a.rem_euclid(*by));
                assert!(plain.eq(each), "{own:?} % {others:?}");
                assert!(!remain_each(level, &mut [5, 5, 5], &[1, 0, 2]) && !remain_each(level, &mut [5], &[-1]));
            }
        }
    }

    #[test]
    fn every_level_finds_the_same_places_and_sets() {
        let mut random = Rng::with_seed(17);
        for round in 0..300 {
            let count = [0, 1, 7, 16, 17, 200][round % 6];
            let (own, end, stride) = (numbers(&mut random, count), random.i32(0..9), random.i32(-9..9));
            let mask: Vec<u8> = own.iter().map(|_| random.u8(0..2)).collect();
            let begun: Vec<i32> = own.iter().map(|_| random.i32(-9..9)).collect();
            let size = |at: usize| if mask[at] == 1 { own[at].clamp(0, end) } else { 0 };
            let plain = |at: usize| begun[at] + size(at) * stride;
            let (numbers, bits): (Vec<u8>, Vec<u8>) = (0..300).map(|_| (random.u8(..9), random.u8(..))).unzip();
            let starts: Vec<usize> = (0..random.usize(..9)).map(|_| random.usize(..=300 - BLOCK)).collect();
            let digit = random.u8(..9);
            for level in Level::all() {
                let (mut places, mut keys, mut totals) = (begun.clone(), vec![3; count], vec![0; count]);
                let good = add_places(level, &own, end, (stride, 7), &mask, &mut places, (&mut keys, &mut totals));
                assert_eq!(good, (0..count).all(|at| mask[at] == 0 || own[at] <= end));
                for at in 0..count {
                    let size = i64::from(size(at));
                    assert_eq!((places[at], keys[at], totals[at]), (plain(at), 3 + 7 * size, size));
                }
                let plain = keys.iter().copied().max().unwrap_or(0);
                assert_eq!(greatest(level, &keys), plain);
                assert_eq!(greatest(level, &[-1]), 0);
                let sets = unite(level, &numbers, &bits, &starts, digit);
                for (wanted, set) in (digit..).zip(&sets) {
                    for (at, set) in set.iter().enumerate() {
                        let own = starts.iter().filter(|&&start| numbers[start + at] == wanted);
                        assert_eq!(*set, own.fold(0, |all, start| all | bits[start + at]));
                    }
                }
            }
        }
    }

    #[test]
    fn every_level_compares_alike() {
        let mut random = Rng::with_seed(12);
        for round in 0..600 {
            let count = [0, 1, 7, 8, 15, 16, 17, 33, 255, 256][round % 10];
            let (own, others) = (numbers(&mut random, count), numbers(&mut random, count));
            let number = numbers(&mut random, 1)[0];
            let mask: Vec<u8> = (0..count).map(|_| random.usize(..2) as u8).collect();
            for level in Level::all() {
                for (relation, holds) in RELATIONS {
                    let plain = |other: &dyn Fn(usize) -> i32| -> Vec<u8> {
                        (0..count).map(|at| mask[at] & u8::from(holds.contains(&own[at].cmp(&other(at))))).collect()
                    };
                    let mut found = mask.clone();
                    compare(level, &own, relation, &others, &mut found);
                    assert_eq!(found, plain(&|at| others[at]), "{level:?} {relation:?}");
                    let mut found = mask.clone();
                    compare_with(level, &own, relation, number, &mut found);
                    assert_eq!(found, plain(&|_| number), "{level:?} {relation:?} {number}");
                }
            }
        }
    }

    #[test]
    fn every_level_finds_the_same_places() {
        let mut random = Rng::with_seed(13);
        let mut outcomes = [0; 2];
        for round in 0..2000 {
            let count = [0, 1, 7, 8, 15, 16, 17, 33, 255, 256][round % 10];
            let own: Vec<i32> = (0..count).map(|_| random.usize(..1000) as i32 - 300).collect();
            let mask: Vec<u8> = (0..count).map(|_| random.usize(..2) as u8).collect();
            let (most, base) = ([699, 690, 100, -1, i32::MAX][round % 5], random.usize(..1 << 20) as i32);
            let stays: Vec<bool> = (0..count).map(|at| mask[at] == 1 && own[at] >= 0).collect();
            let sums: Vec<i32> = (0..count).map(|at| if stays[at] { own[at] + base } else { 0 }).collect();
            let good = (0..count).all(|at| !stays[at] || own[at] <= most);
            let rest: Vec<i32> = (0..count).filter(|&at| stays[at]).map(|at| sums[at]).collect();
            outcomes[usize::from(good)] += 1;
            for level in Level::all() {
                let (mut found, mut places_found) = (mask.clone(), vec![9; count]);
                assert_eq!(places(level, &own, most, base, &mut found, &mut places_found), good, "{level:?}");
                assert!(stays.iter().map(|&on| u8::from(on)).eq(found.iter().copied()), "{level:?}");
                assert_eq!(places_found, sums, "{level:?}");
                let mut room = vec![0; count + SPARE];
                let many = kept(level, &own, most, base, &mask, &mut room);
                assert_eq!(many, good.then_some(rest.len()), "{level:?}");
                assert!(!good || room[..rest.len()] == rest, "{level:?}");
            }
        }
        assert!(outcomes.iter().all(|&many| many > 200), "{outcomes:?}");
    }
}
