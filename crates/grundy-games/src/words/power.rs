//! Powers: words that repeat one after another, such as squares and cubes, and abelian ones, in
//! which the letters of each part may change places.
//!
//! ```
//! use grundy_games::Power;
//!
//! assert!(Power::SQUARE.holds("abab") && !Power::SQUARE.holds("abba"));
//! let abelian = Power { parts: 2, abelian: true };
//! assert!(abelian.holds("abba") && !abelian.holds("abbb"));
//! assert_eq!(abelian.to_string(), "abelian square");
//! ```

use std::fmt;

/// A kind of power.
///
/// `Display` writes `square`, `cube`, `4th power`, with `abelian` before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Power {
    /// The number of parts of equal length: 2 for a square, 3 for a cube.
    pub parts: usize,
    /// Whether the parts need only be anagrams of each other.
    pub abelian: bool,
}

impl Power {
    /// A word twice in a row.
    ///
    /// `tape: .. avoiding square` is about it.
    pub const SQUARE: Power = Power { parts: 2, abelian: false };

    /// Returns whether a word is such a power; the empty word is none.
    ///
    /// Costs a pass over the word, and a sort of each part of a word that may be an abelian power.
    pub fn holds(self, word: &str) -> bool {
        if word.is_empty() || self.parts == 0 {
            return false;
        }
        // Anagrams have equal bytes too, in some order.
        let bytes = word.as_bytes();
        let length = bytes.len() / self.parts;
        if length * self.parts != bytes.len() {
            return false;
        }
        if !self.abelian {
            // Equal parts begin with equal bytes, so each begins with a letter.
            return bytes.chunks(length).all(|part| part == &bytes[..length]);
        }
        let sum = |part: &[u8]| part.iter().map(|&byte| u64::from(byte)).sum::<u64>();
        if bytes.chunks(length).any(|part| sum(part) != sum(&bytes[..length])) {
            return false;
        }
        if !word.chars().count().is_multiple_of(self.parts) {
            return false;
        }
        let mut letters: Vec<char> = word.chars().collect();
        let length = letters.len() / self.parts;
        letters.chunks_mut(length).for_each(<[char]>::sort_unstable);
        letters.chunks(length).all(|part| part == &letters[..length])
    }
}

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.abelian { "abelian " } else { "" })?;
        match self.parts {
            2 => f.write_str("square"),
            3 => f.write_str("cube"),
            parts => write!(f, "{parts}th power"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A power by its definition, letter by letter.
    fn plain(word: &[char], power: Power) -> bool {
        let length = word.len() / power.parts;
        let part = |at: usize| &word[at * length..(at + 1) * length];
        let count = |part: &[char], letter: char| part.iter().filter(|&&other| other == letter).count();
        let alike = |a: &[char], b: &[char]| match power.abelian {
            true => word.iter().all(|&letter| count(a, letter) == count(b, letter)),
            false => (0..length).all(|at| a[at] == b[at]),
        };
        length > 0 && length * power.parts == word.len() && (1..power.parts).all(|at| alike(part(0), part(at)))
    }

    #[test]
    fn powers_are_those_of_the_definition() {
        let mut words: Vec<Vec<char>> = vec![Vec::new()];
        let mut found = [0; 4];
        for _ in 0..7 {
            for word in &words {
                let text: String = word.iter().collect();
                for (at, (parts, abelian)) in [(2, false), (2, true), (3, false), (3, true)].into_iter().enumerate() {
                    let power = Power { parts, abelian };
                    assert_eq!(power.holds(&text), plain(word, power), "{text} {power}");
                    found[at] += usize::from(power.holds(&text));
                }
            }
            let letters = ['a', 'b', '\u{e9}'];
            words = words.iter().flat_map(|word| letters.map(|letter| [&word[..], &[letter]].concat())).collect();
        }
        // Letters: 3 words of length 1 give 3 squares of 2 letters, 9 of 4, 27 of 6.
        assert_eq!((found[0], found[2]), (39, 12));
        assert!(found[1] > found[0] && found[3] > found[2]);
    }
}
