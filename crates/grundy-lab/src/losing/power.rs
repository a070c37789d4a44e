//! A late term of sequences that share a linear recurrence, without the terms before it.
//!
//! The term at n is a linear function of x^n modulo the characteristic polynomial (Fiduccia 1985).
//! The power is found by squaring up to half of n only: the last square is not reduced, but
//! multiplied out against the first terms of each sequence, which are small. So with d terms in the
//! recurrence a step costs a square of a polynomial with d coefficients and d * d products with
//! small numbers; whole numbers are squared by transforms ([`square`](super::convolution::square)).
//!
//! The same steps serve whole numbers and residues ([`Arithmetic`]).
//!
//! *Example.* Term 100 of the Fibonacci numbers is read off x^100 modulo x^2 - x - 1, which takes
//! seven steps.

use grundy::{Budget, Stopped};
use num_bigint::BigInt;

use super::convolution;

/// Sequences s with `below[0] s(n) + below[1] s(n-1) + .. = 0` for all n from `below.len() - 1` on.
pub(super) struct Recurrent {
    /// The coefficients; the first one is 1.
    pub below: Vec<BigInt>,
    /// The first terms of each sequence: at least twice as many as there are coefficients.
    pub first: Vec<Vec<BigInt>>,
}

/// Numbers that are added and multiplied.
pub(super) trait Arithmetic {
    /// The numbers.
    type Number: Clone;
    /// The number of a whole number.
    fn of(&self, number: &BigInt) -> Self::Number;
    fn plus(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn times(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    /// The square of a polynomial that is not empty, lowest power first.
    fn square(&self, polynomial: &[Self::Number], budget: &mut Budget) -> Result<Vec<Self::Number>, Stopped>;
}

/// The whole numbers, multiplied on this many threads.
pub(super) struct Whole(pub usize);

/// The residues modulo a number, which is not 0.
pub(super) struct Modulo(pub u64);

impl Arithmetic for Whole {
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

    fn square(&self, polynomial: &[BigInt], budget: &mut Budget) -> Result<Vec<BigInt>, Stopped> {
        convolution::square(polynomial, self.0, budget)
    }
}

impl Arithmetic for Modulo {
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

    fn square(&self, polynomial: &[u64], budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
        let mut square = vec![0; 2 * polynomial.len() - 1];
        for (left, own) in polynomial.iter().enumerate() {
            budget.charge(u32::try_from(polynomial.len()).unwrap_or(u32::MAX))?;
            for (place, other) in square[left..].iter_mut().zip(polynomial) {
                *place = self.plus(place, &self.times(own, other));
            }
        }
        Ok(square)
    }
}

/// The term at `at` of each sequence.
///
/// # Errors
/// A limit of the budget is reached.
pub(super) fn terms<N: Arithmetic>(
    numbers: &N,
    sequences: &Recurrent,
    at: u64,
    budget: &mut Budget,
) -> Result<Vec<N::Number>, Stopped> {
    let order = sequences.below.len() - 1;
    if order == 0 {
        return Ok(sequences.first.iter().map(|_| numbers.of(&BigInt::ZERO)).collect());
    }
    let shift: Vec<N::Number> = sequences.below[1..].iter().map(|factor| numbers.of(&-factor)).collect();
    let half = power(numbers, &shift, at / 2, budget)?;
    let square = numbers.square(&half, budget)?;
    let odd = usize::from(at % 2 == 1);
    let mut found = Vec::with_capacity(sequences.first.len());
    for first in &sequences.first {
        let mut total = numbers.of(&BigInt::ZERO);
        for (factor, term) in square.iter().zip(&first[odd..]) {
            budget.poll()?;
            total = numbers.plus(&total, &numbers.times(factor, &numbers.of(term)));
        }
        found.push(total);
    }
    Ok(found)
}

/// x to this power, modulo x^d = shift[0] x^(d-1) + .. + shift[d-1], lowest power first.
///
/// The exponent is read from its highest bit: a square for each bit, times x where the bit is set,
/// and then the powers from x^d on are replaced from the highest one down.
fn power<N: Arithmetic>(
    numbers: &N,
    shift: &[N::Number],
    exponent: u64,
    budget: &mut Budget,
) -> Result<Vec<N::Number>, Stopped> {
    let order = shift.len();
    let mut found = vec![numbers.of(&BigInt::ZERO); order];
    found[0] = numbers.of(&BigInt::from(1));
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        let odd = exponent >> bit & 1 == 1;
        let mut square = numbers.square(&found, budget)?;
        if odd {
            square.insert(0, numbers.of(&BigInt::ZERO));
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

    fn late<N: Arithmetic>(numbers: &N, sequences: &Recurrent, at: u64) -> Vec<N::Number> {
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
        let sequences = Recurrent {
            below: [1, -2, 3, -1].map(BigInt::from).to_vec(),
            first: vec![plain[..6].to_vec(), plain[1..7].to_vec()],
        };
        for (at, own) in plain.iter().enumerate().take(199) {
            assert_eq!(late(&Whole(1), &sequences, at as u64), [own.clone(), plain[at + 1].clone()]);
            let modulo = Modulo(1_000_003);
            assert_eq!(late(&modulo, &sequences, at as u64)[0], modulo.of(own));
        }
    }

    #[test]
    fn recurrences_of_order_one_and_none() {
        let powers =
            Recurrent { below: [1, -3].map(BigInt::from).to_vec(), first: vec![[1, 3].map(BigInt::from).to_vec()] };
        assert_eq!(late(&Whole(1), &powers, 41), [BigInt::from(3).pow(41)]);
        assert_eq!(late(&Modulo(1), &powers, 41), [0]);
        // The largest modulus: 3^(10^18) modulo 2^64 - 1, by Python's pow.
        assert_eq!(late(&Modulo(u64::MAX), &powers, 10u64.pow(18)), [3_741_491_853_447_280_551]);
        let none = Recurrent { below: vec![BigInt::from(1)], first: vec![Vec::new()] };
        assert_eq!(late(&Whole(1), &none, 5), [BigInt::ZERO]);
    }

    #[test]
    fn a_limit_ends_it() {
        let powers =
            Recurrent { below: [1, -3].map(BigInt::from).to_vec(), first: vec![[1, 3].map(BigInt::from).to_vec()] };
        let mut budget = Budget::new().time(std::time::Duration::ZERO);
        assert!(terms(&Whole(1), &powers, 1 << 40, &mut budget).is_err());
    }
}
