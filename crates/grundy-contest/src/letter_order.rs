//! Words that are the same position: a bag has no order of its letters, a ring no first letter.

/// Which orders of letters are one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LetterOrder {
    /// Each order is a position of its own.
    #[default]
    Fixed,
    /// Those of a ring, from any letter on.
    Cyclic,
    /// All orders, as in a bag.
    Free,
}

impl LetterOrder {
    /// One order for all that are the same position.
    pub(crate) fn first_of(self, word: &str) -> String {
        let mut letters: Vec<char> = word.chars().collect();
        match self {
            LetterOrder::Fixed => return word.to_owned(),
            LetterOrder::Free => letters.sort_unstable(),
            LetterOrder::Cyclic => {
                let turned = |by: &usize| letters[*by..].iter().chain(&letters[..*by]);
                let least = (0..letters.len()).min_by(|a, b| turned(a).cmp(turned(b))).unwrap_or(0);
                letters.rotate_left(least);
            }
        }
        letters.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::LetterOrder;

    #[test]
    fn words_of_one_position_have_one_order() {
        assert_eq!(LetterOrder::Fixed.first_of("cab"), "cab");
        assert_eq!(LetterOrder::Free.first_of("cab"), "abc");
        assert!(["cab", "abc", "bca"].iter().all(|word| LetterOrder::Cyclic.first_of(word) == "abc"));
        assert_eq!(LetterOrder::Cyclic.first_of("bac"), "acb");
        assert_eq!(LetterOrder::Cyclic.first_of(""), "");
    }
}
