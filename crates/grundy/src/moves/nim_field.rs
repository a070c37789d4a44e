//! Nim products and quotients of many numbers, for the search for moves of products of games.
//!
//! The numbers below 2^8, 2^16, 2^32 and 2^64 are fields (Conway, On Numbers and Games, chapter 6).
//! Those of the first are powers of one number, so that logarithms multiply them; each larger field
//! has products of pairs of numbers of the field below it. A product of 64 bits takes about 100 ns.
//! The checker has a multiplication of its own, which every move that is found is compared with.

/// Logarithms of the numbers below 2^8.
pub(super) struct NimField {
    /// The powers of a number that has 255 of them, twice in a row.
    powers: [u8; 510],
    /// By number; 0 has no entry of its own.
    exponents: [u8; 256],
}

impl NimField {
    /// Makes the tables: a generator of the field of 256 elements is searched for.
    pub fn new() -> NimField {
        let mut field = NimField { powers: [0; 510], exponents: [0; 256] };
        // A number of full order is among the first few.
        for base in 2..=u8::MAX {
            let mut power = 1u8;
            let mut order = 0u8;
            loop {
                field.powers[usize::from(order)] = power;
                field.exponents[usize::from(power)] = order;
                power = small(power, base, 4);
                order += 1;
                if power == 1 {
                    break;
                }
            }
            if order == u8::MAX {
                break;
            }
        }
        let (first, second) = field.powers.split_at_mut(255);
        second.copy_from_slice(first);
        field
    }

    /// The product of two numbers below 2^8.
    fn byte(&self, a: u8, b: u8) -> u8 {
        if a == 0 || b == 0 {
            return 0;
        }
        self.powers[usize::from(self.exponents[usize::from(a)]) + usize::from(self.exponents[usize::from(b)])]
    }

    /// The nim product of two numbers.
    ///
    /// ```text
    /// 2 ⊗ 2 = 3    2 ⊗ 3 = 1    4 ⊗ 4 = 6    4 ⊗ 2 = 8
    /// ```
    pub fn product(&self, a: u64, b: u64) -> u64 {
        let bits = u64::BITS - (a | b).leading_zeros();
        match bits.next_power_of_two() / 2 {
            0..=4 => self.byte(a as u8, b as u8).into(),
            half => self.pairs(a, b, half),
        }
    }

    /// The product of numbers of twice so many bits: 8, 16 or 32.
    fn pairs(&self, a: u64, b: u64, half: u32) -> u64 {
        let ((a_high, a_low), (b_high, b_low)) = (parts(a, half), parts(b, half));
        let highs = self.product(a_high, b_high);
        let lows = self.product(a_low, b_low);
        let both = self.product(a_high ^ a_low, b_high ^ b_low);
        (both ^ lows) << half | (lows ^ self.product(highs, 1 << (half - 1)))
    }

    /// The number whose product with `a` is 1; `None` for 0.
    ///
    /// ```text
    /// 2 ⊗ 3 = 1, so 2 and 3 are inverse to each other
    /// ```
    pub fn inverse(&self, a: u64) -> Option<u64> {
        let bits = u64::BITS - a.leading_zeros();
        let half = bits.next_power_of_two() / 2;
        if half <= 4 {
            let exponent = a.checked_sub(1).map(|_| self.exponents[a as usize])?;
            return Some(self.powers[usize::from(u8::MAX - exponent)].into());
        }
        // With F = 2^half, F * F = F + F/2: the product of high * F + low and its conjugate
        // high * (F + 1) + low is the number low * (low + high) + high * high * F/2 below F.
        let (high, low) = parts(a, half);
        let square = self.product(self.product(high, high), 1 << (half - 1));
        let norm = self.inverse(self.product(low, low ^ high) ^ square)?;
        Some(self.product(high, norm) << half | self.product(high ^ low, norm))
    }
}

/// The high and the low part of a number of twice so many bits.
fn parts(number: u64, half: u32) -> (u64, u64) {
    (number >> half, number & ((1 << half) - 1))
}

/// The product of numbers of twice so many bits, from the definition of the fields: 4, 2 or 1.
fn small(a: u8, b: u8, half: u32) -> u8 {
    if half == 0 {
        return a & b;
    }
    let ((a_high, a_low), (b_high, b_low)) = (parts(a.into(), half), parts(b.into(), half));
    let of = |a: u64, b: u64| u64::from(small(a as u8, b as u8, half / 2));
    let (highs, lows) = (of(a_high, b_high), of(a_low, b_low));
    let both = of(a_high ^ a_low, b_high ^ b_low);
    // F/2 is 1 for F = 2.
    ((both ^ lows) << half | (lows ^ of(highs, 1 << (half - 1)))) as u8
}

#[cfg(test)]
mod tests {
    use grundy_cert::{Factor, Product, closed_form::Nim};
    use grundy_games::Ruleset;

    use super::*;

    #[test]
    fn products_are_those_of_the_checker_and_quotients_undo_them() {
        let game = grundy_games::game("product: nim times nim").expect("a product");
        let Ruleset::Product(rules) = &game.ruleset else { panic!("a product") };
        let plain = Product { factors: [Factor::Law(&Nim), Factor::Law(&Nim)] };
        let field = NimField::new();
        let compare = |a: u64, b: u64| {
            let wanted = plain.of(rules, [a, b]).expect("closed forms have all values").0;
            assert_eq!(field.product(a, b), wanted, "{a} times {b}");
            if a > 0 {
                let inverse = field.inverse(a).expect("a field");
                assert_eq!(field.product(wanted, inverse), b, "{a} times {b}");
            }
        };
        (0..300).for_each(|a| (0..300).for_each(|b| compare(a, b)));
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = || random.u64(..) >> random.u32(..64);
        (0..3_000).for_each(|_| compare(next(), next()));
        [1 << 63, u64::MAX, 1 << 32, u64::from(u32::MAX)].iter().for_each(|&a| compare(a, u64::MAX));
        assert_eq!(field.inverse(0), None);
    }
}
