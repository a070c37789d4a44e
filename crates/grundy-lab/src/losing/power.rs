//! A late term of sequences that share a linear recurrence, without the terms before it.
//!
//! The term at n is a linear function of x^n modulo the characteristic polynomial (Fiduccia 1985).
//! The power is found by squaring up to half of n only: the last squaring is multiplied out against
//! the first terms of each sequence, which are small. So with d terms in the recurrence the largest
//! numbers are multiplied d times for each sequence, and d * d / 2 times at half their length.
//!
//! The same steps serve whole numbers and residues ([`Numbers`]).

use grundy::{Budget, Stopped};
use num_bigint::BigInt;
use num_traits::Zero;

/// Sequences s with `below[0] s(n) + below[1] s(n-1) + .. = 0` for all n from `below.len() - 1` on.
pub(super) struct Recurrent {
    /// The coefficients; the first one is 1.
    pub below: Vec<i64>,
    /// The first terms of each sequence: at least twice as many as there are coefficients.
    pub first: Vec<Vec<BigInt>>,
}

/// Numbers that are added and multiplied.
pub(super) trait Numbers {
    type Number: Clone;
    fn of(&self, number: &BigInt) -> Self::Number;
    fn plus(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn times(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn is_zero(&self, a: &Self::Number) -> bool;
}

/// The whole numbers.
pub(super) struct Whole;

/// The residues modulo a number, which is not 0.
pub(super) struct Modulo(pub u64);

impl Numbers for Whole {
    type Number = BigInt;

    fn of(&self, number: &BigInt) -> BigInt {
        number.clone()
    }

    fn plus(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a + b
    }

    fn times(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a * b
    }

    fn is_zero(&self, a: &BigInt) -> bool {
        a.is_zero()
    }
}

impl Numbers for Modulo {
    type Number = u64;

    fn of(&self, number: &BigInt) -> u64 {
        let modulus = BigInt::from(self.0);
        let rest = (number % &modulus + &modulus) % modulus;
        u64::try_from(rest).expect("a rest is below the modulus")
    }

    fn plus(&self, a: &u64, b: &u64) -> u64 {
        ((u128::from(*a) + u128::from(*b)) % u128::from(self.0)) as u64
    }

    fn times(&self, a: &u64, b: &u64) -> u64 {
        (u128::from(*a) * u128::from(*b) % u128::from(self.0)) as u64
    }

    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }
}

/// The term at `at` of each sequence.
///
/// # Errors
/// A limit of the budget is reached.
pub(super) fn terms<N: Numbers>(
    numbers: &N,
    sequences: &Recurrent,
    at: u64,
    budget: &mut Budget,
) -> Result<Vec<N::Number>, Stopped> {
    let order = sequences.below.len() - 1;
    if order == 0 {
        return Ok(sequences.first.iter().map(|_| numbers.of(&BigInt::ZERO)).collect());
    }
    let shift: Vec<N::Number> = sequences.below[1..].iter().map(|&factor| numbers.of(&BigInt::from(-factor))).collect();
    let half = power(numbers, &shift, at / 2, budget)?;
    let odd = usize::from(at % 2 == 1);
    let mut found = Vec::with_capacity(sequences.first.len());
    for first in &sequences.first {
        let mut total = numbers.of(&BigInt::ZERO);
        for (place, factor) in half.iter().enumerate() {
            let mut inner = numbers.of(&BigInt::ZERO);
            for (other, own) in half.iter().enumerate() {
                budget.tick()?;
                let term = numbers.of(&first[place + other + odd]);
                inner = numbers.plus(&inner, &numbers.times(own, &term));
            }
            budget.poll()?;
            total = numbers.plus(&total, &numbers.times(factor, &inner));
        }
        found.push(total);
    }
    Ok(found)
}

/// x to this power, modulo x^d = shift[0] x^(d-1) + .. + shift[d-1], lowest power first.
fn power<N: Numbers>(
    numbers: &N,
    shift: &[N::Number],
    exponent: u64,
    budget: &mut Budget,
) -> Result<Vec<N::Number>, Stopped> {
    let order = shift.len();
    let mut found = vec![numbers.of(&BigInt::ZERO); order];
    found[0] = numbers.of(&BigInt::from(1));
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        let odd = usize::from(exponent >> bit & 1 == 1);
        let mut square = vec![numbers.of(&BigInt::ZERO); 2 * order - 1 + odd];
        for left in 0..order {
            for right in left..order {
                budget.poll()?;
                if numbers.is_zero(&found[left]) || numbers.is_zero(&found[right]) {
                    continue;
                }
                let own = numbers.times(&found[left], &found[right]);
                let own = if left == right { own } else { numbers.plus(&own, &own) };
                let place = left + right + odd;
                square[place] = numbers.plus(&square[place], &own);
            }
        }
        while square.len() > order {
            budget.poll()?;
            let Some(top) = square.pop() else { break };
            let lowest = square.len() - order;
            for (back, factor) in shift.iter().enumerate() {
                let place = lowest + order - 1 - back;
                square[place] = numbers.plus(&square[place], &numbers.times(&top, factor));
            }
        }
        found = square;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late<N: Numbers>(numbers: &N, sequences: &Recurrent, at: u64) -> Vec<N::Number> {
        terms(numbers, sequences, at, &mut Budget::new()).expect("there is no limit")
    }

    #[test]
    fn every_term_of_a_recurrence_of_order_three() {
        // s(n) = 2 s(n-1) - 3 s(n-2) + s(n-3).
        let mut plain: Vec<BigInt> = [4, -1, 7].map(BigInt::from).to_vec();
        for at in 3..200 {
            let next = &plain[at - 1] * 2 - &plain[at - 2] * 3 + &plain[at - 3];
            plain.push(next);
        }
        let sequences = Recurrent { below: vec![1, -2, 3, -1], first: vec![plain[..6].to_vec(), plain[1..7].to_vec()] };
        for (at, own) in plain.iter().enumerate().take(199) {
            assert_eq!(late(&Whole, &sequences, at as u64), [own.clone(), plain[at + 1].clone()]);
            let modulo = Modulo(1_000_003);
            assert_eq!(late(&modulo, &sequences, at as u64)[0], modulo.of(own));
        }
    }

    #[test]
    fn recurrences_of_order_one_and_none() {
        let powers = Recurrent { below: vec![1, -3], first: vec![[1, 3].map(BigInt::from).to_vec()] };
        assert_eq!(late(&Whole, &powers, 41), [BigInt::from(3).pow(41)]);
        assert_eq!(late(&Modulo(1), &powers, 41), [0]);
        // The largest modulus: 3^(10^18) modulo 2^64 - 1, by Python's pow.
        assert_eq!(late(&Modulo(u64::MAX), &powers, 10u64.pow(18)), [3_741_491_853_447_280_551]);
        let none = Recurrent { below: vec![1], first: vec![Vec::new()] };
        assert_eq!(late(&Whole, &none, 5), [BigInt::ZERO]);
    }

    #[test]
    fn a_limit_ends_it() {
        let powers = Recurrent { below: vec![1, -3], first: vec![[1, 3].map(BigInt::from).to_vec()] };
        let mut budget = Budget::new().time(std::time::Duration::ZERO);
        assert!(terms(&Whole, &powers, 1 << 40, &mut budget).is_err());
    }
}
