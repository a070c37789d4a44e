//! Systems of linear equations with whole coefficients, solved exactly.
//!
//! The matrix is inverted modulo a prime; the solution is then lifted digit by digit to a number to
//! the base of the prime, and fractions are read off it (Dixon 1982). A solution is returned only
//! if it satisfies every equation exactly, so its correctness does not depend on bounds. Cost: the
//! cube of the size for the inverse, its square for each digit.
//!
//! *Example.* 2x + y = 3 and x - y = 0 have the solution x = y = 1, found modulo a prime and
//! compared with both equations.

use grundy::{Budget, Stopped};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;

/// A prime: 2^61 - 1.
pub(super) const PRIME: u64 = (1 << 61) - 1;

/// The largest number of digits that are lifted.
const MOST_DIGITS: usize = 4096;

/// A row: columns and coefficients.
pub(super) type MatrixRow = Vec<(usize, i64)>;

/// The product modulo the prime.
pub(super) fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    plus((product & u128::from(PRIME)) as u64, (product >> 61) as u64)
}

/// Returns the sum modulo the prime of two numbers up to the prime.
fn plus(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// The difference modulo the prime.
pub(super) fn minus(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + (PRIME - b) }
}

/// The inverse modulo the prime, of a number that is not 0.
pub(super) fn inverse(a: u64) -> u64 {
    let (mut result, mut power, mut exponent) = (1, a, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent >>= 1;
    }
    result
}

/// Returns the solution of a square system; `None` if it is not unique or too large.
///
/// The number of digits doubles between two trials to read fractions off, up to 4096. The rests
/// stay small whole numbers: each step divides them by the prime exactly.
pub(super) fn solve(
    rows: &[MatrixRow],
    right: &[i64],
    budget: &mut Budget,
) -> Result<Option<Vec<BigRational>>, Stopped> {
    if rows.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let size = rows.len();
    let Some(inverted) = invert(rows, budget)? else { return Ok(None) };
    let mut rest: Vec<i128> = right.iter().map(|&own| own.into()).collect();
    let mut lifted = vec![BigInt::ZERO; size];
    let mut power = BigInt::from(1);
    let (mut digits, mut next_look) = (0, 2);
    loop {
        budget.poll()?;
        let rests: Vec<u64> = rest.iter().map(|own| own.rem_euclid(PRIME.into()) as u64).collect();
        let digit: Vec<u64> = inverted
            .chunks(size)
            .map(|row| row.iter().zip(&rests).fold(0, |sum, (&a, &b)| plus(sum, times(a, b))))
            .collect();
        for (place, row) in rows.iter().enumerate() {
            let told: i128 = row.iter().map(|&(at, factor)| i128::from(factor) * i128::from(digit[at])).sum();
            rest[place] = (rest[place] - told) / i128::from(PRIME);
        }
        for (own, digit) in lifted.iter_mut().zip(digit) {
            *own += &power * digit;
        }
        power *= PRIME;
        digits += 1;
        if digits == next_look {
            let found = fractions(&lifted, &power, budget)?;
            if holds(rows, right, &found) {
                return Ok(Some(found.0.into_iter().map(|above| BigRational::new(above, found.1.clone())).collect()));
            }
            next_look *= 2;
            if next_look > MOST_DIGITS {
                return Ok(None);
            }
        }
    }
}

/// Returns the inverse modulo the prime, row by row; `None` if there is none.
fn invert(rows: &[MatrixRow], budget: &mut Budget) -> Result<Option<Vec<u64>>, Stopped> {
    let size = rows.len();
    let width = 2 * size;
    let mut table = vec![0u64; size * width];
    for (at, row) in rows.iter().enumerate() {
        for &(place, factor) in row {
            let own = &mut table[at * width + place];
            *own = plus(*own, i128::from(factor).rem_euclid(PRIME.into()) as u64);
        }
        table[at * width + size + at] = 1;
    }
    for column in 0..size {
        budget.poll()?;
        let Some(pivot) = (column..size).find(|row| table[row * width + column] != 0) else { return Ok(None) };
        (0..width).for_each(|at| table.swap(pivot * width + at, column * width + at));
        let factor = inverse(table[column * width + column]);
        let own: Vec<u64> = (0..width).map(|at| times(factor, table[column * width + at])).collect();
        for row in 0..size {
            let line = &mut table[row * width..][..width];
            let factor = line[column];
            if row != column && factor != 0 {
                line.iter_mut().zip(&own).for_each(|(cell, &own)| *cell = minus(*cell, times(factor, own)));
            }
        }
        table[column * width..][..width].copy_from_slice(&own);
    }
    Ok(Some(table.chunks(width).flat_map(|line| line[size..].iter().copied()).collect()))
}

/// Returns small fractions with one denominator that are congruent to these numbers modulo `power`.
fn fractions(lifted: &[BigInt], power: &BigInt, budget: &mut Budget) -> Result<(Vec<BigInt>, BigInt), Stopped> {
    let bound = (power / 2u8).sqrt();
    let mut below = BigInt::from(1);
    let mut found: Vec<(BigInt, BigInt)> = Vec::with_capacity(lifted.len());
    for own in lifted {
        budget.poll()?;
        let mut above = (own * &below) % power;
        if &above * 2u8 > *power {
            above -= power;
        }
        if above.magnitude() > bound.magnitude() {
            let (smaller, factor) = fraction(&above.mod_floor(power), power, &bound);
            above = smaller;
            below *= factor;
        }
        found.push((above, below.clone()));
    }
    Ok((found.into_iter().map(|(above, own)| above * (&below / own)).collect(), below))
}

/// Returns a fraction congruent to this number modulo `power` whose numerator is within the bound
/// (Wang 1981).
fn fraction(own: &BigInt, power: &BigInt, bound: &BigInt) -> (BigInt, BigInt) {
    let (mut before, mut now) = (power.clone(), own.clone());
    let (mut old, mut below) = (BigInt::ZERO, BigInt::from(1));
    while now > *bound {
        let (quotient, rest) = before.div_rem(&now);
        before = std::mem::replace(&mut now, rest);
        let next = old - &quotient * &below;
        old = std::mem::replace(&mut below, next);
    }
    if below < BigInt::ZERO { (-now, -below) } else { (now, below) }
}

/// Whether a solution satisfies every equation exactly.
fn holds(rows: &[MatrixRow], right: &[i64], (above, below): &(Vec<BigInt>, BigInt)) -> bool {
    *below != BigInt::ZERO
        && rows.iter().zip(right).all(|(row, &right)| {
            let told: BigInt = row.iter().map(|&(at, factor)| &above[at] * factor).sum();
            told == below * right
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solution without a limit.
    fn solve(rows: &[MatrixRow], right: &[i64]) -> Option<Vec<BigRational>> {
        super::solve(rows, right, &mut Budget::new()).expect("there is no limit")
    }

    #[test]
    fn small_systems_are_solved_and_singular_ones_are_not() {
        // 2x + y = 3, x - 3y = 1: x = 10/7, y = 1/7.
        let found = solve(&[vec![(0, 2), (1, 1)], vec![(0, 1), (1, -3)]], &[3, 1]).expect("it has one solution");
        let parts: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(parts, ["10/7", "1/7"]);
        assert!(solve(&[vec![(0, 1), (1, 1)], vec![(0, 2), (1, 2)]], &[1, 2]).is_none());
        assert_eq!(solve(&[], &[]).map(|found| found.len()), Some(0));
    }

    #[test]
    fn fractions_of_many_digits_come_out() {
        // A chain: x0 = 1/3, 7 x(n+1) = 5 x(n) + 1, so that denominators grow.
        let size = 60;
        let mut rows = vec![vec![(0, 3)]];
        rows.extend((1..size).map(|at| vec![(at, 7), (at - 1, -5)]));
        let found = solve(&rows, &vec![1; size]).expect("it has one solution");
        let mut own = BigRational::new(1.into(), 3.into());
        for told in found {
            assert_eq!(told, own);
            own = (own * BigInt::from(5) + BigInt::from(1)) / BigInt::from(7);
        }
    }
}
