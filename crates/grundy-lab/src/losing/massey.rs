//! The shortest linear recurrence of the beginning of a sequence over a field.
//!
//! The fields are residues modulo Mersenne primes: 2^61 - 1 for recurrences with small
//! coefficients, and larger ones that are made of big integers. Cost: the square of the number of
//! terms.
//!
//! Source: J. Massey, Shift-register synthesis and BCH decoding (1969).
//!
//! *Example.* 1, 1, 2, 3, 5, 8 has the recurrence a(n) = a(n-1) + a(n-2), which four terms
//! determine.

use grundy::{Budget, Stopped};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;

use super::linear::{self, PRIME};

/// The residues modulo a prime.
pub(super) trait Field {
    /// The numbers of the field.
    type Number: Clone + PartialEq;
    /// The residue of a whole number.
    fn of(&self, number: &BigInt) -> Self::Number;
    fn minus(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn times(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    /// The inverse of a number that is not 0.
    fn inverse(&self, a: &Self::Number) -> Self::Number;
}

/// Modulo 2^61 - 1.
pub(super) struct Small;

impl Field for Small {
    type Number = u64;

    fn of(&self, number: &BigInt) -> u64 {
        u64::try_from(number.mod_floor(&BigInt::from(PRIME))).expect("a rest is below the prime")
    }

    fn minus(&self, a: &u64, b: &u64) -> u64 {
        linear::minus(*a, *b)
    }

    fn times(&self, a: &u64, b: &u64) -> u64 {
        linear::times(*a, *b)
    }

    fn inverse(&self, a: &u64) -> u64 {
        linear::inverse(*a)
    }
}

/// Exponents of Mersenne primes.
const MERSENNE: [u32; 9] = [521, 607, 1279, 2203, 3217, 4423, 9689, 11_213, 19_937];

/// Modulo a larger Mersenne prime.
pub(super) struct Large {
    /// The exponent e of the prime 2^e - 1.
    exponent: u32,
    /// The prime.
    prime: BigInt,
}

impl Large {
    /// The field of the smallest of these primes that is at least 2^bits. `None` if there is none.
    pub fn at_least(bits: u64) -> Option<Large> {
        let exponent = MERSENNE.into_iter().find(|&exponent| u64::from(exponent) > bits)?;
        Some(Large { exponent, prime: (BigInt::from(1) << exponent) - 1 })
    }

    /// The number of smallest size with this residue.
    pub fn lifted(&self, residue: &BigInt) -> BigInt {
        if residue * 2 > self.prime { residue - &self.prime } else { residue.clone() }
    }
}

impl Field for Large {
    type Number = BigInt;

    fn of(&self, number: &BigInt) -> BigInt {
        number.mod_floor(&self.prime)
    }

    fn minus(&self, a: &BigInt, b: &BigInt) -> BigInt {
        let rest = a - b;
        if rest < BigInt::ZERO { rest + &self.prime } else { rest }
    }

    fn times(&self, a: &BigInt, b: &BigInt) -> BigInt {
        // 2^exponent = 1, so the upper half is added to the lower one.
        let product = a * b;
        let sum = (&product & &self.prime) + (product >> self.exponent);
        if sum >= self.prime { sum - &self.prime } else { sum }
    }

    fn inverse(&self, a: &BigInt) -> BigInt {
        a.extended_gcd(&self.prime).x.mod_floor(&self.prime)
    }
}

/// Returns the shortest recurrence of a sequence: c with c0 = 1 and the sum of c_i s_(n-i) zero.
/// Zeros at its end are left out.
pub(super) fn massey<F: Field>(
    field: &F,
    sequence: &[F::Number],
    budget: &mut Budget,
) -> Result<Vec<F::Number>, Stopped> {
    let (zero, one) = (field.of(&BigInt::zero()), field.of(&BigInt::from(1)));
    let (mut now, mut before) = (vec![one.clone()], vec![one.clone()]);
    let (mut length, mut gap, mut last) = (0usize, 1usize, one);
    for at in 0..sequence.len() {
        budget.poll()?;
        let minus_miss =
            now.iter().enumerate().take(at.min(length) + 1).fold(zero.clone(), |sum, (back, factor)| {
                field.minus(&sum, &field.times(factor, &sequence[at - back]))
            });
        if minus_miss == zero {
            gap += 1;
            continue;
        }
        let miss = field.minus(&zero, &minus_miss);
        let factor = field.times(&miss, &field.inverse(&last));
        let old = now.clone();
        now.resize(now.len().max(before.len() + gap), zero.clone());
        for (place, own) in before.iter().enumerate() {
            now[place + gap] = field.minus(&now[place + gap], &field.times(&factor, own));
        }
        if 2 * length <= at {
            length = at + 1 - length;
            before = old;
            last = miss;
            gap = 1;
        } else {
            gap += 1;
        }
    }
    while now.len() > 1 && now.last() == Some(&zero) {
        now.pop();
    }
    Ok(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first terms of the sequence with this recurrence that begins with 1.
    fn sequence(recurrence: &[BigInt], terms: usize) -> Vec<BigInt> {
        let mut all = vec![BigInt::from(1)];
        while all.len() < terms {
            let back = recurrence.iter().skip(1).zip(all.iter().rev());
            all.push(-back.map(|(factor, term)| factor * term).sum::<BigInt>());
        }
        all
    }

    #[test]
    fn both_fields_find_the_recurrence() {
        let large = Large::at_least(600).expect("there is one");
        for coefficients in [vec![-2], vec![0, -1], vec![3, -5, 7], vec![1, 0, 0, 0, -9]] {
            let right: Vec<BigInt> = [vec![1], coefficients].concat().into_iter().map(BigInt::from).collect();
            let terms = sequence(&right, 2 * right.len());
            let own: Vec<BigInt> = terms.iter().map(|term| large.of(term)).collect();
            let found = massey(&large, &own, &mut Budget::new()).expect("there is no limit");
            assert_eq!(found.iter().map(|residue| large.lifted(residue)).collect::<Vec<_>>(), right);
            let own: Vec<u64> = terms.iter().map(|term| Small.of(term)).collect();
            let found = massey(&Small, &own, &mut Budget::new()).expect("there is no limit");
            assert_eq!(found, right.iter().map(|term| Small.of(term)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn coefficients_of_many_digits_come_out() {
        let big = BigInt::from(7).pow(150);
        let right = vec![BigInt::from(1), -&big, big + 3];
        let large = Large::at_least(500).expect("there is one");
        let terms: Vec<BigInt> = sequence(&right, 6).iter().map(|term| large.of(term)).collect();
        let found = massey(&large, &terms, &mut Budget::new()).expect("there is no limit");
        assert_eq!(found.iter().map(|residue| large.lifted(residue)).collect::<Vec<_>>(), right);
        assert!(Large::at_least(20_000).is_none());
    }

    #[test]
    fn a_large_field_is_a_field() {
        let field = Large::at_least(521).expect("there is one");
        for number in [BigInt::from(1), BigInt::from(-1), BigInt::from(3).pow(300), -BigInt::from(2).pow(520)] {
            let own = field.of(&number);
            assert_eq!(field.times(&own, &field.inverse(&own)), BigInt::from(1));
            assert_eq!(field.minus(&own, &own), BigInt::ZERO);
        }
    }
}
