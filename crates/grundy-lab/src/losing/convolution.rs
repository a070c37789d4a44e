//! The square of a polynomial with large whole coefficients, by number-theoretic transforms.
//!
//! Each coefficient is cut into digits, so the polynomial is a matrix: a row for each coefficient,
//! a column for each digit. The square of the matrix in both directions is found by a transform of
//! the rows, then of the columns, over the prime 2^64 - 2^32 + 1, where roots of unity of every
//! order up to 2^32 exist. Digits are so small that no entry of the square reaches half the prime:
//! the entries are exact, and carries turn them into numbers. Cost: for d coefficients of b bits
//! about d b (log d + log b) steps, and 16 d b / w bytes for digits of w bits, w about 20.
//!
//! Source: A. Schönhage and V. Strassen, Schnelle Multiplikation großer Zahlen (1971).
//!
//! *Example.* (3 + 5x)^2 = 9 + 30x + 25x^2. With one digit a coefficient the matrix has one column;
//! the transforms square its values at the roots of unity, and the inverse gives 9, 30 and 25.

use std::thread;

use grundy::{Budget, Stopped};
use num_bigint::{BigInt, BigUint, Sign};

/// The prime 2^64 - 2^32 + 1; 7 generates its group of units.
const PRIME: u64 = 0xffff_ffff_0000_0001;
/// A generator of the multiplicative group.
const GENERATOR: u64 = 7;

/// 2^64 modulo the prime.
const OVERFLOW: u64 = 0xffff_ffff;

/// Entries have fewer bits than this, and a sign.
const BITS: u32 = 62;

/// The columns that are transformed together, so that the rows are read in pieces.
const TOGETHER: usize = 512;

/// The entries of the rows or columns that are transformed between two polls of the budget.
const BATCH: usize = 1 << 20;

/// The product of polynomials with fewer bits in all is found term by term.
const FEW_BITS: u64 = 1 << 14;

/// The sum modulo the prime.
fn plus(a: u64, b: u64) -> u64 {
    let (sum, over) = a.overflowing_add(b);
    if over || sum >= PRIME { sum.wrapping_sub(PRIME) } else { sum }
}

/// The difference modulo the prime.
fn minus(a: u64, b: u64) -> u64 {
    let (rest, under) = a.overflowing_sub(b);
    if under { rest.wrapping_add(PRIME) } else { rest }
}

/// The product modulo the prime.
fn times(a: u64, b: u64) -> u64 {
    // 2^64 = 2^32 - 1 and 2^96 = -1 modulo the prime.
    let product = u128::from(a) * u128::from(b);
    let (low, high) = (product as u64, (product >> 64) as u64);
    let (rest, under) = low.overflowing_sub(high >> 32);
    let rest = if under { rest.wrapping_sub(OVERFLOW) } else { rest };
    let (sum, over) = rest.overflowing_add((high & OVERFLOW) * OVERFLOW);
    let sum = if over { sum.wrapping_add(OVERFLOW) } else { sum };
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// A power modulo the prime.
fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

/// The transforms of a length, which is a power of two.
struct Transform {
    /// The powers of a root of unity of this order, for each layer: half the length, a quarter, ..
    layers: Vec<Vec<u64>>,
    /// The inverses of these powers, for the way back.
    back: Vec<Vec<u64>>,
    /// The inverse of the length.
    scale: u64,
}

impl Transform {
    /// The roots of unity for this length, a power of two.
    fn of(length: usize) -> Transform {
        let root = power(GENERATOR, (PRIME - 1) / length as u64);
        let layers = |root: u64| {
            let (mut all, mut half, mut root) = (Vec::new(), length / 2, root);
            while half > 0 {
                let powers = std::iter::successors(Some(1), |&last| Some(times(last, root))).take(half).collect();
                all.push(powers);
                root = times(root, root);
                half /= 2;
            }
            all
        };
        let inverse = |number: u64| power(number, PRIME - 2);
        Transform { layers: layers(root), back: layers(inverse(root)), scale: inverse(length as u64) }
    }

    /// The values at the roots, in an order that [`Transform::backward`] expects.
    fn forward(&self, numbers: &mut [u64]) {
        for powers in &self.layers {
            for block in numbers.chunks_exact_mut(2 * powers.len()) {
                let (first, second) = block.split_at_mut(powers.len());
                for ((a, b), &root) in first.iter_mut().zip(second).zip(powers) {
                    (*a, *b) = (plus(*a, *b), times(minus(*a, *b), root));
                }
            }
        }
    }

    /// The coefficients, times the length.
    fn backward(&self, numbers: &mut [u64]) {
        for powers in self.back.iter().rev() {
            for block in numbers.chunks_exact_mut(2 * powers.len()) {
                let (first, second) = block.split_at_mut(powers.len());
                for ((a, b), &root) in first.iter_mut().zip(second).zip(powers) {
                    let own = times(*b, root);
                    (*a, *b) = (plus(*a, own), minus(*a, own));
                }
            }
        }
    }
}

/// The square of a polynomial, lowest power first.
///
/// # Errors
/// A limit of the budget is reached.
pub(super) fn square(polynomial: &[BigInt], threads: usize, budget: &mut Budget) -> Result<Vec<BigInt>, Stopped> {
    let bits = polynomial.iter().map(BigInt::bits).max().unwrap_or(0);
    match width(bits, polynomial.len()) {
        Some(width) if bits.saturating_mul(polynomial.len() as u64) > FEW_BITS => {
            transformed(polynomial, bits, width, threads, budget)
        }
        _ => plain(polynomial, budget),
    }
}

/// The square by the definition, for few coefficients.
fn plain(polynomial: &[BigInt], budget: &mut Budget) -> Result<Vec<BigInt>, Stopped> {
    let mut square = vec![BigInt::ZERO; (2 * polynomial.len()).saturating_sub(1)];
    for (left, own) in polynomial.iter().enumerate() {
        budget.poll()?;
        for (right, other) in polynomial.iter().enumerate() {
            square[left + right] += own * other;
        }
    }
    Ok(square)
}

/// The largest width of digits such that no entry of the square is too large. `None` if there is
/// none.
///
/// An entry of the square is a sum of products of two digits: as many as digits of a number times
/// coefficients. Its bits are those of a product plus those of the two counts.
fn width(bits: u64, count: usize) -> Option<u32> {
    let length = |number: u64| u64::BITS - number.leading_zeros();
    let fits = |width: &u32| 2 * width + length(bits / u64::from(*width) + 1) + length(count as u64) <= BITS;
    (8..=30).rev().find(fits)
}

/// The square by transforms.
///
/// Columns are copied to a tile before they are transformed, since a column of rows in memory would
/// miss the cache at every entry. The zeros above both lengths make the cyclic square the plain
/// one.
fn transformed(
    polynomial: &[BigInt],
    bits: u64,
    width: u32,
    threads: usize,
    budget: &mut Budget,
) -> Result<Vec<BigInt>, Stopped> {
    let digits = (bits / u64::from(width) + 1) as usize;
    let columns = (2 * digits).next_power_of_two();
    let count = 2 * polynomial.len() - 1;
    let (height, together) = (count.next_power_of_two(), TOGETHER.min(columns));
    // The rows, the tile, and the roots of unity of both transforms.
    let entries = [(columns, count), (height, together), (2, columns + height)];
    let held = entries.map(|(own, other)| (own as u64).saturating_mul(other as u64).saturating_mul(8));
    let held = held.iter().fold(0u64, |all, own| all.saturating_add(*own));
    budget.hold(held)?;
    let across = Transform::of(columns);
    let down = Transform::of(height);
    let mut rows = vec![Vec::new(); count];
    rows.iter_mut().zip(polynomial).for_each(|(row, number)| *row = cut(number, width, columns));
    rows[polynomial.len()..].iter_mut().for_each(|row| *row = vec![0; columns]);
    each(&mut rows[..polynomial.len()], columns, threads, budget, |row| across.forward(row))?;
    let scale = times(across.scale, down.scale);
    let mut tile = vec![0; height * together];
    for from in (0..columns).step_by(together) {
        let few = together.min(columns - from);
        tile.fill(0);
        for (at, row) in rows[..polynomial.len()].iter().enumerate() {
            for (column, &entry) in row[from..from + few].iter().enumerate() {
                tile[column * height + at] = entry;
            }
        }
        let mut own: Vec<&mut [u64]> = tile.chunks_exact_mut(height).take(few).collect();
        each(&mut own, height, threads, budget, |column| {
            down.forward(column);
            column.iter_mut().for_each(|entry| *entry = times(times(*entry, *entry), scale));
            down.backward(column);
        })?;
        for (at, row) in rows.iter_mut().enumerate() {
            for (column, entry) in row[from..from + few].iter_mut().enumerate() {
                *entry = tile[column * height + at];
            }
        }
    }
    each(&mut rows, columns, threads, budget, |row| across.backward(row))?;
    let square = rows.iter().map(|row| carried(row, width)).collect();
    budget.release(held);
    Ok(square)
}

/// Does work on each of these, which have this many entries, on several threads. The budget is
/// polled before each batch.
fn each<T: Send>(
    all: &mut [T],
    entries: usize,
    threads: usize,
    budget: &mut Budget,
    work: impl Fn(&mut T) + Sync,
) -> Result<(), Stopped> {
    for batch in all.chunks_mut((BATCH / entries).max(threads).max(1)) {
        budget.poll()?;
        let share = batch.len().div_ceil(threads.max(1));
        let mut parts = batch.chunks_mut(share);
        let first = parts.next();
        thread::scope(|scope| {
            for part in parts {
                scope.spawn(|| part.iter_mut().for_each(&work));
            }
            first.into_iter().flatten().for_each(&work);
        });
    }
    Ok(())
}

/// The digits of a number, lowest first, each with the sign of the number, as residues.
fn cut(number: &BigInt, width: u32, length: usize) -> Vec<u64> {
    let mut digits = Vec::with_capacity(length);
    let (mut open, mut bits) = (0u128, 0);
    for word in number.iter_u64_digits() {
        open |= u128::from(word) << bits;
        bits += u64::BITS;
        while bits >= width {
            digits.push((open & ((1 << width) - 1)) as u64);
            open >>= width;
            bits -= width;
        }
    }
    digits.push(open as u64);
    if number.sign() == Sign::Minus {
        digits.iter_mut().for_each(|digit| *digit = minus(0, *digit));
    }
    digits.resize(length, 0);
    digits
}

/// The number with these digits, which are residues of numbers with a sign.
fn carried(digits: &[u64], width: u32) -> BigInt {
    let signed = |digit: u64| if digit > PRIME / 2 { -i128::from(PRIME - digit) } else { i128::from(digit) };
    let end = digits.iter().fold(0i128, |carry, &digit| (carry + signed(digit)) >> width);
    let sign = if end < 0 { -1 } else { 1 };
    let mut words = Vec::with_capacity(digits.len() * width as usize / 32 + 4);
    let (mut open, mut bits, mut carry) = (0u64, 0, 0i128);
    let mut push = |digit: u64| {
        open |= digit << bits;
        bits += width;
        while bits >= u32::BITS {
            words.push(open as u32);
            open >>= u32::BITS;
            bits -= u32::BITS;
        }
    };
    for &digit in digits {
        carry += sign * signed(digit);
        push((carry & ((1 << width) - 1)) as u64);
        carry >>= width;
    }
    while carry > 0 {
        push((carry & ((1 << width) - 1)) as u64);
        carry >>= width;
    }
    words.push(open as u32);
    BigInt::from_biguint(if sign < 0 { Sign::Minus } else { Sign::Plus }, BigUint::new(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of about this many bits, of both signs.
    fn numbers(count: usize, bits: u64, seed: u64) -> Vec<BigInt> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut next = || random.u32(..);
        let mut number = || {
            let words: Vec<u32> = (0..=bits / 32).map(|_| next()).collect();
            let number = BigInt::from(BigUint::new(words) >> (next() % 40));
            if next() % 2 == 0 { -number } else { number }
        };
        (0..count).map(|_| number()).collect()
    }

    #[test]
    fn residues_are_those_of_wide_arithmetic() {
        let edges = [0, 1, 2, OVERFLOW - 1, OVERFLOW, OVERFLOW + 1, 1 << 63, PRIME / 2, PRIME - 2, PRIME - 1];
        let right = |number: u128| (number % u128::from(PRIME)) as u64;
        for a in edges {
            for b in edges {
                let (wide, other) = (u128::from(a), u128::from(b));
                assert_eq!(plus(a, b), right(wide + other));
                assert_eq!(minus(a, b), right(wide + u128::from(PRIME) - other));
                assert_eq!(times(a, b), right(wide * other), "{a} {b}");
            }
        }
        assert_eq!(power(GENERATOR, PRIME - 1), 1);
        assert_eq!(power(GENERATOR, (PRIME - 1) / 2), PRIME - 1);
    }

    #[test]
    fn a_transformed_square_is_the_plain_one() {
        for (count, bits) in [(1, 3), (1, 5000), (2, 64), (3, 700), (17, 1), (33, 2000), (100, 333)] {
            let polynomial = numbers(count, bits, count as u64 * bits);
            let most = polynomial.iter().map(BigInt::bits).max().expect("it has terms");
            let right = plain(&polynomial, &mut Budget::new()).expect("there is no limit");
            for width in [8, 13, width(most, count).expect("it is small")] {
                let threads = 1 + count % 3;
                let own = transformed(&polynomial, most, width, threads, &mut Budget::new());
                assert_eq!(own.expect("there is no limit"), right, "{count} {bits} {width}");
            }
            assert_eq!(square(&polynomial, 2, &mut Budget::new()).expect("there is no limit"), right);
        }
    }

    #[test]
    fn the_largest_digits_of_one_sign_do_not_overflow() {
        for sign in [1, -1] {
            let ones: Vec<BigInt> = vec![BigInt::from(sign) * ((BigInt::from(1) << 40_000u32) - 1); 50];
            let most = ones[0].bits();
            let width = width(most, ones.len()).expect("it is small");
            let own = transformed(&ones, most, width, 2, &mut Budget::new()).expect("there is no limit");
            assert_eq!(own, plain(&ones, &mut Budget::new()).expect("there is no limit"));
        }
    }

    #[test]
    fn a_limit_ends_it() {
        let polynomial = numbers(20, 5000, 1);
        assert!(square(&polynomial, 1, &mut Budget::new().time(std::time::Duration::ZERO)).is_err());
        assert!(square(&polynomial, 1, &mut Budget::new().bytes(1000)).is_err());
    }
}
