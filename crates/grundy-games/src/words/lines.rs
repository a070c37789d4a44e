//! Factors, lists and endings as parts of lines of a certificate: letters are code points.
//!
//! There are no lines for lists of words from files.

use crate::{Ending, Factor, Letters, Origin, WordList, heaps::lines::of_span};

/// What a move removes.
pub(crate) fn of_factor(factor: &Factor) -> Option<String> {
    Some(match factor {
        Factor::Letter(None) => "letter any".to_owned(),
        Factor::Letter(Some(letters)) => format!("letter{}", of_letters(letters)),
        Factor::Word(list) => format!("word{}", of_list(list)?),
        Factor::Run => "run".to_owned(),
        Factor::PartOfRun => "part-of-run".to_owned(),
        Factor::Palindrome(lengths) => format!("palindrome {}", of_span(*lengths)),
        Factor::Square => "square".to_owned(),
        Factor::HalfOfSquare => "half-of-square".to_owned(),
    })
}

/// A set of letters as ranges of code points, each after a space.
pub(crate) fn of_letters(letters: &Letters) -> String {
    let mut codes: Vec<u32> = letters.iter().map(u32::from).collect();
    codes.sort_unstable();
    let runs = codes.chunk_by(|a, b| a + 1 == *b);
    runs.map(|run| format!(" {}..{}", run[0], run[0] + (run.len() - 1) as u32)).collect()
}

/// The words of a list that the game itself names, each after a space, as code points with dots
/// between them.
pub(crate) fn of_list(list: &WordList) -> Option<String> {
    if matches!(list.origin(), Origin::Named(_)) {
        return None;
    }
    let codes = |word: &str| word.chars().map(|letter| u32::from(letter).to_string()).collect::<Vec<_>>().join(".");
    Some(list.iter().map(|word| format!(" {}", codes(word))).collect())
}

/// The ending.
pub(crate) fn of_ending(until: &Ending) -> Option<String> {
    Some(match until {
        Ending::Distinct => "until distinct".to_owned(),
        Ending::EndsWith(list) => format!("until ends{}", of_list(list)?),
        Ending::Contains(list) => format!("until contains{}", of_list(list)?),
        Ending::LengthAtMost(most) => format!("until length {most}"),
        Ending::DistinctAtMost(most) => format!("until letters {most}"),
        Ending::EachAtMost(most) => format!("until each {most}"),
        Ending::Increasing => "until increasing".to_owned(),
        Ending::AnagramOfPalindrome => "until palindrome".to_owned(),
    })
}
