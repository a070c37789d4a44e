//! The inputs of the benchmarks, made anew on each machine from fixed seeds.

use std::collections::BTreeSet;

/// SplitMix64 (Steele, Lea and Flood 2014): small, and the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// One of the weights' places, each as often as its weight.
    fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut at = self.below(weights.iter().sum::<u32>() as usize) as u32;
        weights.iter().position(|&weight| at.checked_sub(weight).map(|rest| at = rest).is_none()).unwrap_or(0)
    }
}

/// How often a..z occur in English, in hundredths of a percent.
const ENGLISH: [u32; 26] = [
    820, 150, 280, 430, 1270, 220, 200, 610, 700, 15, 77, 400, 240, 670, 750, 190, 10, 600, 630, 910, 280, 98, 240, 15,
    200, 7,
];

/// How letters are drawn.
#[derive(Clone, Copy)]
pub enum Letters {
    /// The first ones, up to this many, each as often.
    Uniform(usize),
    /// As in English.
    English,
}

/// A word.
pub fn word(random: &mut Random, letters: Letters, length: usize) -> String {
    let mut letter = || match letters {
        Letters::Uniform(many) => random.below(many),
        Letters::English => random.weighted(&ENGLISH),
    };
    (0..length).map(|_| char::from(b'a' + letter() as u8)).collect()
}

/// WGME: words with few letters, so that the game is long.
pub fn wgme(seed: u64, words: usize, shortest: usize, longest: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = format!("{words}\n");
    for _ in 0..words {
        let length = random.between(shortest, longest);
        let many = random.between(2, 8);
        text += &(word(&mut random, Letters::Uniform(many), length) + "\n");
    }
    text
}

/// WPLAY: words as they are given, boards of English letters.
pub fn wplay(seed: u64, words: &[String], rows: usize, columns: usize, boards: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = format!("{}\n{}\n{rows} {columns}\n{boards}\n", words.len(), words.join("\n"));
    for _ in 0..boards * rows {
        text += &(word(&mut random, Letters::English, columns).to_uppercase() + "\n");
    }
    text
}

/// A bag of English letters.
pub fn bag(seed: u64, letters: usize) -> String {
    format!("{{{}}}", word(&mut Random::new(seed), Letters::English, letters))
}

/// Random words of 4 to 16 letters, all different.
pub fn words(seed: u64, many: usize) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut all = BTreeSet::new();
    while all.len() < many {
        let length = random.between(4, 16);
        all.insert(word(&mut random, Letters::Uniform(26), length).to_uppercase());
    }
    all.into_iter().collect()
}

/// The kinds of word lists in Game of Trust.
#[derive(Clone, Copy)]
pub enum Forbidden {
    /// Random words of such lengths.
    Random(usize, usize),
    /// Ten long random words.
    Deep,
    /// `aaa..a` and `aaa..ab`.
    Comb,
}

/// Game of Trust: `total` letters of forbidden words over the first `letters` letters, `strings`
/// strings with up to `most` letters to come.
pub fn trust(seed: u64, total: usize, letters: usize, kind: Forbidden, strings: usize, most: usize) -> String {
    let mut random = Random::new(seed);
    let mut all = BTreeSet::new();
    match kind {
        Forbidden::Deep => (0..10).for_each(|_| {
            all.insert(word(&mut random, Letters::Uniform(letters), total / 10));
        }),
        Forbidden::Comb => {
            all.insert("a".repeat(total / 2));
            all.insert("a".repeat(total / 2 - 1) + "b");
        }
        Forbidden::Random(shortest, longest) => {
            let mut left = total;
            while left > 0 {
                let length = random.between(shortest, longest).min(left);
                left -= length;
                all.insert(word(&mut random, Letters::Uniform(letters), length));
            }
        }
    }
    let mut order: Vec<String> = all.into_iter().collect();
    (1..order.len()).rev().for_each(|at| order.swap(at, random.below(at + 1)));
    let mut text = format!("{} {letters}\n{}\n{strings}\n", order.len(), order.join("\n"));
    for _ in 0..strings {
        let length = random.between(1, 20);
        let left = random.between(most / 2, most);
        text += &format!("{} {left}\n", word(&mut random, Letters::Uniform(letters), length));
    }
    text
}

/// A Game on Strings: a text and questions about its factors.
pub fn strings(seed: u64, length: usize, questions: usize, letters: Letters) -> String {
    let mut random = Random::new(seed);
    let mut text = word(&mut random, letters, length) + "\n" + &questions.to_string() + "\n";
    for _ in 0..questions {
        let (a, b) = (random.between(1, length), random.between(1, length));
        text += &format!("{} {}\n", a.min(b), a.max(b));
    }
    text
}
