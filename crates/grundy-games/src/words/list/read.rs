//! Word lists as people have them: which lines of a file are words, and what a game leaves out.

use std::{ops::Range, sync::Arc};

use crate::{
    heaps::numbers::Span,
    text::encoding::{self, NotText},
    words::{
        letters::Letters,
        list::{Origin, Pool, WordList},
    },
};

/// A line of a word list that is not a word.
///
/// The parser adds the name of the list and the place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line, without what cannot be shown.
    pub text: String,
    /// The reason.
    pub reason: &'static str,
    /// What the list is, if it is not UTF-8 text.
    pub not_text: Option<NotText>,
}

/// What a file has besides the words of its list.
///
/// ```
/// use grundy_games::{Why, WordList, heaps::numbers::Span};
///
/// let long = Some(Span { from: 4, to: None });
/// let list = WordList::from_bytes("w.txt", b"bee\nwasp\n# end\n".to_vec(), long, None,
/// false).unwrap(); let left_out = list.left_out(); assert_eq!((left_out.lines, left_out.words()),
/// (2, 1)); assert_eq!((left_out.reasons[0].0, left_out.reasons[0].1, &*left_out.reasons[0].2),
/// (Why::Length, 1, "bee"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The number of lines that have a word, those left out included.
    pub lines: u64,
    /// The number of lines that begin with a `#`.
    pub comments: u64,
    /// The reasons, each with the number of its words and the first of them.
    pub reasons: Vec<(Why, u64, String)>,
}

/// Why a list leaves a word out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It has another length than those of the game.
    Length,
    /// It has capitals, and its small letters are letters of the game.
    Capitals,
    /// It has letters that are not letters of the game.
    Letters,
    /// It has a blank inside: the line has several words, or a word and a number.
    Blanks,
}

impl LeftOut {
    /// Returns how many words are left out.
    pub fn words(&self) -> u64 {
        self.reasons.iter().map(|(_, count, _)| count).sum()
    }

    /// Counts a word.
    fn add(&mut self, why: Why, word: &str) {
        /// The first word is kept up to this length.
        const SHOWN: usize = 40;
        match self.reasons.iter_mut().find(|(known, ..)| *known == why) {
            Some((_, count, _)) => *count += 1,
            None => self.reasons.push((why, 1, word.chars().take(SHOWN).collect())),
        }
    }
}

impl WordList {
    /// Returns the list `name` with these bytes, one word per line. Keeps only the words whose
    /// length, in letters, is in `lengths`, and whose letters are all in `letters`; `folded` reads
    /// capitals as small letters.
    ///
    /// Repeated words count once. Blank lines, blanks around a word and what follows a `#` do not
    /// count. A line with a blank inside is left out, as a word with other letters is.
    ///
    /// # Errors
    ///
    /// Returns the first line that is not UTF-8, or contains a control character.
    pub fn from_bytes(
        name: &str,
        bytes: Vec<u8>,
        lengths: Option<Span>,
        letters: Option<Letters>,
        folded: bool,
    ) -> Result<WordList, ListError> {
        let mut text = encoding::owned(bytes).map_err(|fault| ListError {
            line: fault.line,
            text: fault.text.clone(),
            reason: "the line is not UTF-8",
            not_text: Some(fault),
        })?;
        if folded {
            text = text.to_lowercase();
        }
        let (mut places, mut left_out) = (Vec::new(), LeftOut::default());
        // The lines with a blank inside, and the first of them.
        let mut blanks = (0_u64, None);
        let fits = |letter| letters.as_ref().is_none_or(|letters| letters.contains(letter));
        let mut start = 0;
        for (number, line) in text.split('\n').enumerate() {
            let place = bare(line);
            let word = &line[place.clone()];
            if !word.chars().all(|sign| encoding::is_letter(sign) || is_blank(sign)) {
                let (text, reason) = (encoding::printable(word).into_owned(), "the line contains a control character");
                return Err(ListError { line: number + 1, text, reason, not_text: None });
            }
            if word.is_empty() {
                left_out.comments += u64::from(!line.trim().is_empty());
            } else if word.contains(is_blank) {
                left_out.lines += 1;
                left_out.add(Why::Blanks, word);
                blanks.0 += 1;
                blanks.1.get_or_insert((number + 1, start + place.start..start + place.end));
            } else {
                left_out.lines += 1;
                let long_enough = lengths.as_ref().is_none_or(|span| span.contains(word.chars().count() as u64));
                if !word.chars().all(fits) {
                    let capitals = word.chars().all(|letter| fits(letter) || letter.to_lowercase().all(fits));
                    left_out.add(if capitals { Why::Capitals } else { Why::Letters }, word);
                } else if !long_enough {
                    left_out.add(Why::Length, word);
                } else {
                    places.push(start + place.start..start + place.end);
                }
            }
            start += line.len() + 1;
        }
        if let (many, Some((line, word))) = blanks
            && 2 * many > left_out.lines
            && !places.is_empty()
        {
            // Words with numbers beside them, or prose: what would be left is not the list.
            let text = encoding::printable(&text[word]).into_owned();
            let reason = "this line and most others have a blank inside, and a list has one word a line";
            return Err(ListError { line, text, reason, not_text: None });
        }
        let words = Arc::new(Pool::new(text, places));
        Ok(WordList { origin: Origin::Named(name.into()), lengths, letters, folded, left_out: left_out.into(), words })
    }

    /// Returns what the file has besides the words: empty for words in the text of a game.
    pub fn left_out(&self) -> &LeftOut {
        &self.left_out
    }

    /// Returns the lengths and the letters that the words of the file were restricted to.
    pub fn filters(&self) -> (Option<&Span>, Option<&Letters>) {
        (self.lengths.as_ref(), self.letters.as_ref())
    }
}

/// The place of the word of a line: without blanks around it, and without a `#` and what follows
/// it, if the `#` begins the line or follows a blank.
fn bare(line: &str) -> Range<usize> {
    let opens = |&at: &usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    let end = line.match_indices('#').map(|(at, _)| at).find(opens).unwrap_or(line.len());
    let word = line[..end].trim_end();
    word.len() - word.trim_start().len()..word.len()
}

/// Whether people take the sign for the space between two words. Other white space, such as the end
/// of a line in a file of another system, is a control character.
fn is_blank(sign: char) -> bool {
    sign == '\t' || sign.is_whitespace() && !sign.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], folded: bool) -> Result<Vec<String>, ListError> {
        let list = WordList::from_bytes("w.txt", bytes.to_vec(), None, Letters::range('a', 'z'), folded)?;
        Ok(list.iter().map(str::to_owned).collect())
    }

    #[test]
    fn lists_are_read_as_people_have_them() {
        for text in [
            "bee\nant",
            "bee\nant\n",
            "\u{feff}bee\r\nant\r\n\r\n",
            "# insects\n\n bee\t\nant # small\n#\n",
            "\n\nant\nbee\nant\n \n",
        ] {
            assert_eq!(
                read(text.as_bytes(), false).as_deref(),
                Ok(&["ant".to_owned(), "bee".to_owned()][..]),
                "{text:?}"
            );
        }
        assert_eq!(read(b"", false), Ok(vec![]));
        for (text, line, reason) in [
            ("ant\n\nan a\u{1b}nt\n", 3, "the line contains a control character"),
            ("a\u{1b}b\n", 1, "the line contains a control character"),
            ("ant\rbee\r", 1, "the line contains a control character"),
            ("ant\nb\0ee\n", 2, "the line contains a control character"),
            ("ant\n\u{feff}bee\n", 2, "the line contains a control character"),
        ] {
            let error = read(text.as_bytes(), false).expect_err(text);
            assert_eq!((error.line, error.reason), (line, reason), "{text:?}");
            assert!(error.text.chars().all(encoding::is_letter), "{error:?}");
        }
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let text = b"Ant\nB\xc3\xa9e\nwasp\nb\xc3\xa9e\n#x\nfly\nIX\n".to_vec();
        let long = Some(Span { from: 4, to: None });
        let list = WordList::from_bytes("w.txt", text.clone(), long, Letters::range('a', 'z'), false).expect("a list");
        let reason = |why, count, first: &str| (why, count, first.to_owned());
        let reasons =
            vec![reason(Why::Capitals, 2, "Ant"), reason(Why::Letters, 2, "B\u{e9}e"), reason(Why::Length, 1, "fly")];
        assert_eq!(*list.left_out(), LeftOut { lines: 6, comments: 1, reasons });
        let folded = WordList::from_bytes("w.txt", text, long, Letters::range('a', 'z'), true).expect("a list");
        assert_eq!(folded.left_out().words(), 5);
        let list = WordList::from_bytes(
            "w.txt",
            b"ant\nbee\na lot\n b\tee \nfly\nA\xc2\xa0b #c\n".to_vec(),
            None,
            None,
            false,
        );
        let list = list.expect("a list");
        assert_eq!(list.iter().collect::<Vec<_>>(), ["ant", "bee", "fly"]);
        let reasons = vec![reason(Why::Blanks, 3, "a lot")];
        assert_eq!(*list.left_out(), LeftOut { lines: 6, comments: 0, reasons });
        let counts = WordList::from_bytes("w.txt", b"ant\nthe 23135\nof 13151\n".to_vec(), None, None, false);
        let why = counts.expect_err("it is not a list of words");
        assert!(why.line == 2 && why.text == "the 23135" && why.reason.contains("have a blank inside"), "{why:?}");
        assert_eq!(folded.to_string(), "word of 4.. letters a..z in \"w.txt\" in lower case");
        assert_eq!(read("\u{c4}nt\nBEE\nbee\n".as_bytes(), true), Ok(vec!["bee".to_owned()]));
    }
}
