//! Random games on words: texts put together from the grammar, in the same order every time.

use fastrand::Rng;

pub struct Random(Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Rng::with_seed(seed))
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.0.u64(..end)
    }

    fn of(&mut self, texts: &[&str]) -> String {
        texts[self.below(texts.len() as u64) as usize].to_owned()
    }

    /// A word of at most this many letters, of the first ones of the alphabet.
    pub fn word(&mut self, most: u64, letters: u64) -> String {
        (0..self.below(most + 1)).map(|_| self.letter(letters)).collect()
    }

    fn letter(&mut self, letters: u64) -> char {
        char::from(b'a' + self.below(letters) as u8)
    }

    fn some(&mut self, most: u64, letters: u64) -> String {
        let word = self.word(most - 1, letters);
        format!("{}{word}", self.letter(letters))
    }

    /// A game and a position of it, and whether it is on a ring. The text may be no game.
    pub fn game(&mut self) -> (String, String) {
        let ring = self.below(3) == 0;
        let letters = 1 + self.below(4);
        let moves: Vec<String> = (0..=self.below(2)).map(|_| self.sentence(letters, ring)).collect();
        let until = if self.below(2) == 0 { String::new() } else { format!(" until {}", self.ending(letters)) };
        let game = format!("{}: {}{until}", if ring { "ring" } else { "row" }, moves.join(", "));
        // A letter that no rule names.
        let used = letters + self.below(2);
        let words: Vec<String> = (0..=self.below(5) / 4)
            .map(|_| {
                let most = if self.below(4) == 0 { 11 } else { 7 };
                let word = self.word(most, used);
                match (ring, self.below(5)) {
                    (false, _) | (true, 0) => format!("\"{word}\""),
                    (true, _) => format!("(\"{word}\")"),
                }
            })
            .collect();
        (game, words.join(" + "))
    }

    fn sentence(&mut self, letters: u64, ring: bool) -> String {
        match self.below(4) {
            0 => self.rule(letters, ring),
            _ => format!("{} {}", self.of(&["take", "cut"]), self.factor(letters, ring)),
        }
    }

    fn factor(&mut self, letters: u64, ring: bool) -> String {
        let quoted = |random: &mut Random| -> Vec<String> {
            (0..=random.below(3)).map(|_| format!("\"{}\"", random.some(3, letters + 1))).collect()
        };
        match self.below(if ring { 10 } else { 11 }) {
            0 => "letter".into(),
            1 => format!("letter of \"{}\"", self.some(2, letters + 1)),
            2 => quoted(self).join(" or "),
            3 => format!("word in {{{}}}", quoted(self).join(", ")),
            4 => "run".into(),
            5 => "part of run".into(),
            6 => format!("palindrome {}", self.of(&["", "2..", "3", "2..4", "1..3"])),
            7 => "palindrome 2..".into(),
            8 => "square".into(),
            9 => "half of square".into(),
            _ => "every copy of a letter".into(),
        }
    }

    fn rule(&mut self, letters: u64, ring: bool) -> String {
        let anchors =
            if ring { ["", ""] } else { [["", "^"], ["", "$"]].map(|both| both[(self.below(6) / 5) as usize]) };
        if self.below(3) == 0 {
            let left = self.of(&["xx", "xyx", "xxy", "xyyx", "x\"a\"x", "x", "\"b\"xy", "xyz"]);
            let mut right = self.of(&["", "y", "x", "x|y", "yx", "|", "\"a\"", "y|x|y", "|\"b\"|"]);
            if right.is_empty() || right.starts_with('|') {
                right = format!("\"\"{right}");
            }
            if right.ends_with('|') {
                right = format!("{right}\"\"");
            }
            return format!("{}{left}{} -> {} for letters x, y, z", anchors[0], anchors[1], right.replace('|', " | "));
        }
        let mut left = self.some(3, letters);
        if self.below(4) == 0 {
            let at = 1 + self.below(left.len() as u64) as usize;
            left.insert(at, '+');
        }
        let pieces: Vec<String> =
            (0..[1, 1, 1, 2, 2, 3][self.below(6) as usize]).map(|_| self.word(3, letters + 1)).collect();
        format!("{}\"{left}\"{} -> \"{}\"", anchors[0], anchors[1], pieces.join("|"))
    }

    fn ending(&mut self, letters: u64) -> String {
        match self.below(9) {
            0 => "distinct".into(),
            1 => "increasing".into(),
            2 => "anagram of a palindrome".into(),
            3 => format!("length at most {}", self.below(4)),
            4 => format!("at most {} distinct letters", self.below(3)),
            5 => format!("no letter more than {} times", self.below(3)),
            6 => format!("it ends with \"{}\"", self.some(2, letters)),
            7 => format!("it contains \"{}\" or \"{}\"", self.some(2, letters), self.some(3, letters + 1)),
            _ => "increasing".into(),
        }
    }
}
