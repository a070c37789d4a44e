//! Words, necklaces, bags, compositions and partitions: each kind one after another in its order,
//! without recursion, and how many there are.
//!
//! *Example.* The partitions of 5 into two parts: 1 + 4 and 2 + 3. The words of two letters over a
//! and b: aa, ab, ba, bb; the necklaces: aa, ab, bb.
//!
//! *Cost.* A step for each member of the sequence, and no memory besides the current one.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Pow;

/// All words of a length over 0, 1, .., in lexicographic order.
pub(super) struct WordSequence {
    /// The word that comes next; `None` after the last one.
    next: Option<Vec<usize>>,
    /// The number of letters.
    letters: usize,
}

impl WordSequence {
    /// The words of this length over so many letters.
    pub fn of(length: usize, letters: usize) -> WordSequence {
        WordSequence { next: Some(vec![0; length]).filter(|word| word.is_empty() || letters > 0), letters }
    }
}

impl Iterator for WordSequence {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let now = self.next.take()?;
        if let Some(at) = now.iter().rposition(|&letter| letter + 1 < self.letters) {
            let mut next = now.clone();
            next[at] += 1;
            next[at + 1..].fill(0);
            self.next = Some(next);
        }
        Some(now)
    }
}

/// Bags as ascending words, in lexicographic order.
pub(super) struct Bags {
    /// The word that comes next; `None` after the last one.
    next: Option<Vec<usize>>,
    /// The number of letters.
    letters: usize,
}

impl Bags {
    /// The bags of this size over so many letters.
    pub fn of(length: usize, letters: usize) -> Bags {
        Bags { next: Some(vec![0; length]).filter(|word| word.is_empty() || letters > 0), letters }
    }
}

impl Iterator for Bags {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let now = self.next.take()?;
        if let Some(at) = now.iter().rposition(|&letter| letter + 1 < self.letters) {
            let mut next = now.clone();
            let letter = next[at] + 1;
            next[at..].fill(letter);
            self.next = Some(next);
        }
        Some(now)
    }
}

/// The least rotations of the words of a length, in lexicographic order (Duval 1988).
pub(super) struct Necklaces {
    /// The last prenecklace.
    word: Option<Vec<usize>>,
    /// The number of letters.
    letters: usize,
    begun: bool,
}

impl Necklaces {
    /// The necklaces of this length over so many letters.
    pub fn of(length: usize, letters: usize) -> Necklaces {
        let word = Some(vec![0; length]).filter(|word| word.is_empty() || letters > 0);
        Necklaces { word, letters, begun: false }
    }
}

impl Iterator for Necklaces {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        if !self.begun {
            self.begun = true;
            return self.word.clone();
        }
        loop {
            let word = self.word.as_mut()?;
            let Some(at) = word.iter().rposition(|&letter| letter + 1 < self.letters) else {
                self.word = None;
                return None;
            };
            word[at] += 1;
            let period = at + 1;
            for place in period..word.len() {
                word[place] = word[place - period];
            }
            if word.len().is_multiple_of(period) {
                return self.word.clone();
            }
        }
    }
}

/// The lists of this many numbers with a sum, in lexicographic order.
pub(super) struct Compositions {
    /// The list that comes next; `None` after the last one.
    next: Option<Vec<u64>>,
}

impl Compositions {
    /// The compositions of this sum into so many parts, in order.
    pub fn of(sum: u64, parts: usize) -> Compositions {
        let mut first = vec![0; parts];
        let next = match first.last_mut() {
            Some(last) => {
                *last = sum;
                Some(first)
            }
            None => Some(first).filter(|_| sum == 0),
        };
        Compositions { next }
    }
}

impl Iterator for Compositions {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let now = self.next.take()?;
        // The last number that is not 0 passes one to the number before it, the rest to the end.
        if let Some(at) = now.iter().rposition(|&part| part > 0).filter(|&at| at > 0) {
            let mut next = now.clone();
            let rest = next[at] - 1;
            next[at] = 0;
            next[at - 1] += 1;
            if let Some(last) = next.last_mut() {
                *last += rest;
            }
            self.next = Some(next);
        }
        Some(now)
    }
}

/// The partitions of a number into parts that are not 0, each with its largest part first, in
/// lexicographic order: those with small parts come first. With a number of parts, those with so
/// many.
pub(super) struct Partitions {
    /// The partition that comes next; `None` after the last one.
    next: Option<Vec<u64>>,
    /// Whether the number of parts is given.
    fixed: bool,
}

/// No list of more parts is made.
const MOST_PARTS: u64 = 1 << 24;

impl Partitions {
    /// The partitions of this sum, into so many parts if that is given.
    pub fn of(sum: u64, parts: Option<u64>) -> Partitions {
        let count = parts.unwrap_or(sum);
        let fits = count <= sum.min(MOST_PARTS) && (count > 0 || sum == 0);
        Partitions { next: fits.then(|| balanced(sum, count)), fixed: parts.is_some() }
    }
}

impl Iterator for Partitions {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let now = self.next.take()?;
        // A part grows by one at the cost of the parts after it, which become as small as they can.
        let mut after = 0;
        for at in (0..now.len()).rev() {
            let (grows, behind) = (at == 0 || now[at - 1] > now[at], (now.len() - 1 - at) as u64);
            let enough = if self.fixed { behind > 0 && after > behind } else { after > 0 };
            if grows && enough {
                let mut next = now[..=at].to_vec();
                next[at] += 1;
                let rest = after - 1;
                next.extend(balanced(rest, if self.fixed { behind } else { rest }));
                self.next = Some(next);
                break;
            }
            after += now[at];
        }
        Some(now)
    }
}

/// So many parts with this sum, as equal as they can be, the larger ones first.
fn balanced(sum: u64, parts: u64) -> Vec<u64> {
    (0..parts).map(|at| sum / parts + u64::from(at < sum % parts)).collect()
}

/// The number of partitions, into this many parts if that is given. Cost: the square of the number.
pub(super) fn partitions(sum: u64, parts: Option<u64>) -> BigUint {
    let Some(rest) = parts.map_or(Some(sum), |parts| sum.checked_sub(parts)) else { return BigUint::ZERO };
    // As many as there are partitions of the rest into parts up to the number of parts.
    let mut counts = vec![BigUint::ZERO; rest as usize + 1];
    counts[0] = BigUint::from(1u8);
    for part in 1..=parts.unwrap_or(rest).min(rest) as usize {
        for total in part..counts.len() {
            let (before, own) = counts.split_at_mut(total);
            own[0] += &before[total - part];
        }
    }
    counts.pop().unwrap_or_default()
}

/// The binomial coefficient.
pub(super) fn choose(from: u64, few: u64) -> BigUint {
    if few > from {
        return BigUint::ZERO;
    }
    (1..=few).fold(BigUint::from(1u8), |product, at| product * (from - few + at) / at)
}

/// A power.
pub(super) fn power(base: &BigUint, exponent: u64) -> BigUint {
    Pow::pow(base, exponent)
}

/// The number of necklaces: the mean over the rotations of the number of words that they keep.
pub(super) fn necklaces(letters: &BigUint, length: u64) -> BigUint {
    if length == 0 {
        return BigUint::from(1u8);
    }
    let coprime = |number: u64| (1..=number).filter(|other| other.gcd(&number) == 1).count();
    let divisors = (1..=length).filter(|part| length.is_multiple_of(*part));
    let total: BigUint = divisors.map(|part| power(letters, length / part) * coprime(part)).sum();
    total / length
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// All words that a test accepts, in lexicographic order.
    fn chosen(length: usize, letters: usize, accepts: impl Fn(&[usize]) -> bool) -> Vec<Vec<usize>> {
        WordSequence::of(length, letters).filter(|word| accepts(word)).collect()
    }

    #[test]
    fn words_are_all_words() {
        for length in 0..6 {
            for letters in 1..4 {
                let all: Vec<_> = WordSequence::of(length, letters).collect();
                assert!(all.is_sorted_by(|a, b| a < b));
                assert_eq!(BigUint::from(all.len()), power(&BigUint::from(letters), length as u64));
            }
        }
        assert_eq!((WordSequence::of(0, 0).count(), WordSequence::of(2, 0).count()), (1, 0));
    }

    #[test]
    fn bags_and_necklaces_are_the_words_that_are_sorted_and_least() {
        let is_least =
            |word: &[usize]| (0..word.len()).all(|at| [&word[at..], &word[..at]].concat().as_slice() >= word);
        for length in 0..8 {
            for letters in 1..4 {
                let bags: Vec<_> = Bags::of(length, letters).collect();
                assert_eq!(bags, chosen(length, letters, |word| word.is_sorted()));
                assert_eq!(BigUint::from(bags.len()), choose((length + letters - 1) as u64, letters as u64 - 1));
                let rings: Vec<_> = Necklaces::of(length, letters).collect();
                assert_eq!(rings, chosen(length, letters, is_least), "{length} {letters}");
                assert_eq!(BigUint::from(rings.len()), necklaces(&BigUint::from(letters), length as u64));
            }
        }
    }

    #[test]
    fn compositions_and_partitions_are_the_lists_with_the_sum() {
        for sum in 0..9u64 {
            let mut any = BTreeSet::new();
            for parts in 0..10u64 {
                let lists: Vec<Vec<u64>> = WordSequence::of(parts as usize, sum as usize + 1)
                    .take(200_000)
                    .map(|word| word.into_iter().map(|part| part as u64).collect())
                    .filter(|word: &Vec<u64>| word.iter().sum::<u64>() == sum)
                    .collect();
                if parts <= 5 {
                    assert_eq!(Compositions::of(sum, parts as usize).collect::<Vec<_>>(), lists, "{sum} {parts}");
                    let falling =
                        |list: &&Vec<u64>| list.iter().all(|&part| part > 0) && list.is_sorted_by(|a, b| a >= b);
                    let right: Vec<_> = lists.iter().filter(falling).cloned().collect();
                    assert_eq!(Partitions::of(sum, Some(parts)).collect::<Vec<_>>(), right, "{sum} {parts}");
                }
                let own: Vec<_> = Partitions::of(sum, Some(parts)).collect();
                assert_eq!(BigUint::from(own.len()), partitions(sum, Some(parts)));
                any.extend(own);
            }
            let all: Vec<_> = Partitions::of(sum, None).collect();
            assert_eq!(all, any.into_iter().collect::<Vec<_>>(), "{sum}");
            assert_eq!(BigUint::from(all.len()), partitions(sum, None));
        }
        assert_eq!(partitions(100, None), BigUint::from(190_569_292u32));
    }
}
