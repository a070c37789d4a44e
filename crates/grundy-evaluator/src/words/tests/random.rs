//! Random games on words, from the grammar of rows and rings.

use crate::random::Random;

/// A game and a word of it, in the order of random numbers.
pub(super) struct Text {
    pub(super) game: String,
    pub(super) word: String,
    pub(super) ring: bool,
}

/// A word of up to this many letters of the first few.
pub(super) fn word(random: &mut Random, most: u64, letters: u64) -> String {
    (0..random.below(most + 1)).map(|_| letter(random, letters)).collect()
}

fn letter(random: &mut Random, letters: u64) -> char {
    char::from(b'a' + random.below(letters) as u8)
}

fn some(random: &mut Random, most: u64, letters: u64) -> String {
    let more = word(random, most - 1, letters);
    format!("{more}{}", letter(random, letters))
}

fn of<'t>(random: &mut Random, texts: &[&'t str]) -> &'t str {
    texts[random.below(texts.len() as u64) as usize]
}

/// A game, which may be refused, and a word of up to this many letters.
pub(super) fn game(random: &mut Random, most: u64) -> Text {
    let ring = random.below(3) == 0;
    let letters = [1, 2, 2, 3, 3, 4, 8, 12][random.below(8) as usize];
    let moves: Vec<String> = (0..=random.below(3)).map(|_| movement(random, letters, ring)).collect();
    let until = if random.below(2) == 0 { String::new() } else { format!(" until {}", ending(random, letters)) };
    let kind = if ring { "ring" } else { "row" };
    let used = letters + random.below(2);
    let word = (0..1 + random.below(most)).map(|_| letter(random, used)).collect();
    Text { game: format!("{kind}: {}{until}", moves.join(", ")), word, ring }
}

fn movement(random: &mut Random, letters: u64, ring: bool) -> String {
    if random.below(4) == 0 {
        return rule(random, letters, ring);
    }
    if !ring && random.below(12) == 0 {
        return "split into 2 parts".into();
    }
    format!("{} {}", of(random, &["take", "cut"]), factor(random, letters, ring))
}

fn factor(random: &mut Random, letters: u64, ring: bool) -> String {
    match random.below(if ring { 10 } else { 11 }) {
        0 => "letter".into(),
        1 => format!("letter of \"{}\"", some(random, 3, letters + 1)),
        2 | 3 => {
            let words: Vec<String> =
                (0..=random.below(3)).map(|_| format!("\"{}\"", some(random, 4, letters))).collect();
            words.join(" or ")
        }
        4 => "run".into(),
        5 => "part of run".into(),
        6 => format!("palindrome {}", of(random, &["", "2..", "4", "2..5", "1..2", "3.."])),
        7 => "palindrome 2..".into(),
        8 => "square".into(),
        9 => "half of square".into(),
        _ => "every copy of a letter".into(),
    }
}

fn rule(random: &mut Random, letters: u64, ring: bool) -> String {
    let (start, end) = match (ring, random.below(5)) {
        (false, 0) => ("^", ""),
        (false, 1) => ("", "$"),
        _ => ("", ""),
    };
    if random.below(3) == 0 {
        let left = of(random, &["xx", "xyx", "xxy", "xyyx", "x\"a\"x", "x", "\"b\"xy", "xyz", "xyxy"]);
        let right =
            of(random, &["\"\"", "y", "x", "x | y", "yx", "\"\" | \"\"", "\"a\"", "y | x | y", "x | \"b\" | \"\""]);
        return format!("{start}{left}{end} -> {right} for letters x, y, z");
    }
    let left = some(random, 4, letters);
    let pieces: Vec<String> =
        (0..[1, 1, 1, 2, 2, 3][random.below(6) as usize]).map(|_| word(random, 3, letters + 1)).collect();
    format!("{start}\"{left}\"{end} -> \"{}\"", pieces.join("|"))
}

fn ending(random: &mut Random, letters: u64) -> String {
    match random.below(8) {
        0 => "distinct".into(),
        1 => "increasing".into(),
        2 => "anagram of a palindrome".into(),
        3 => format!("length at most {}", random.below(4)),
        4 => format!("at most {} distinct letters", random.below(3)),
        5 => format!("no letter more than {} times", random.below(3)),
        6 => format!("it ends with \"{}\"", some(random, 2, letters)),
        _ => format!("it contains \"{}\" or \"{}\"", some(random, 3, letters), some(random, 4, letters + 1)),
    }
}
