//! What rules on words are made of, in English: factors, lists, powers, endings.

use crate::{Ending, Factor, Power, WordList, heaps::english::range};

pub(crate) fn factor_noun(factor: &Factor) -> String {
    match factor {
        Factor::Letter(None) => "a letter".into(),
        Factor::Letter(Some(letters)) => format!("a letter of {letters}"),
        Factor::Word(words) => listed_word(words),
        Factor::Run => "a whole run of equal letters".into(),
        Factor::PartOfRun => "one or more adjacent equal letters".into(),
        Factor::Palindrome(lengths) => format!("a palindrome of {} letters", range(lengths)),
        Factor::Square => "a square (a word twice in a row)".into(),
        Factor::HalfOfSquare => "one half of a square (of a word twice in a row)".into(),
    }
}

pub(crate) fn listed_word(words: &WordList) -> String {
    match words.to_string() {
        listed if listed.starts_with("word ") => format!("a {listed}"),
        quoted => quoted,
    }
}

pub(crate) fn power_noun(power: Power) -> String {
    let times = if power.parts == 2 { "twice".to_owned() } else { format!("{} times", power.parts) };
    match power.abelian {
        true => format!("an {power} ({} anagrams of each other in a row)", power.parts),
        false => format!("a {power} (a word {times} in a row)"),
    }
}

/// Returns the sentence of an ending.
pub(crate) fn over(noun: &str, until: &Ending) -> String {
    let when = match until {
        Ending::Distinct => "all its letters differ".into(),
        Ending::EndsWith(words) => format!("it ends with {words}"),
        Ending::Contains(words) => format!("it contains {words}"),
        Ending::LengthAtMost(most) => format!("it has at most {most} letters"),
        Ending::DistinctAtMost(most) => format!("it has at most {most} different letters"),
        Ending::EachAtMost(most) => format!("no letter occurs more than {most} times in it"),
        Ending::Increasing => "each letter is greater than the one before it".into(),
        Ending::AnagramOfPalindrome => "its letters can be arranged into a palindrome".into(),
    };
    format!("A {noun} has no more moves when {when}.")
}
