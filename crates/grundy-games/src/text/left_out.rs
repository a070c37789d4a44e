//! What a game leaves out of a word list, in words.

use std::fmt::Write;

use grundy_core::help::{Fix, Help};

use crate::{Letters, Origin, Span, Why, WordList, text::encoding::printable};

/// Returns how many words of a file a game leaves out, and why, with an example for each reason;
/// `None` if it reads all of them.
///
/// ```
/// let list = |_: &str| Ok(b"Ant\nwasp\nfly\n".to_vec());
/// let game = grundy_games::game_with("cut word of 4.. letters a..z in \"w.txt\"", &list).unwrap();
/// assert_eq!(
///     grundy_games::left_out(game.ruleset.lists()[0]).unwrap(),
///     "w.txt: 2 of 3 words are left out: 1 with capitals (Ant; \"fold_case\": true reads them in \
///      lower case), 1 without a length of 4.. letters (fly)",
/// );
/// ```
pub fn left_out(list: &WordList) -> Option<Help> {
    let Origin::Named(name) = list.origin() else { return None };
    let (left_out, (lengths, letters)) = (list.left_out(), list.filters());
    if left_out.words() + left_out.comments == 0 {
        return None;
    }
    let (mut all, mut said) = (Help::default(), format!("{name}: "));
    if left_out.words() > 0 {
        let (words, are) = if left_out.lines == 1 { ("word", "is") } else { ("words", "are") };
        let _ = write!(said, "{} of {} {words} {are} left out: ", left_out.words(), left_out.lines);
    }
    for (at, (why, count, first)) in left_out.reasons.iter().enumerate() {
        let between = if at == 0 { "" } else { ", " };
        let _ = match why {
            Why::Capitals => {
                let _ = write!(said, "{between}{count} with capitals ({first}; ");
                all = all + std::mem::take(&mut said) + Fix::set("fold_case", true);
                write!(said, " reads them in lower case)")
            }
            Why::Letters => {
                let letters = letters.map_or(String::new(), Letters::to_string);
                write!(said, "{between}{count} with letters other than {letters} ({first})")
            }
            Why::Blanks => write!(said, "{between}{count} with a blank inside ({})", printable(first)),
            Why::Length => {
                let lengths = lengths.map_or(String::new(), Span::to_string);
                write!(said, "{between}{count} without a length of {lengths} letters ({first})")
            }
        };
    }
    if left_out.comments > 0 {
        let between = if left_out.words() > 0 { "; " } else { "" };
        let (lines, are) = if left_out.comments == 1 { ("line is a", "") } else { ("lines are", "s") };
        let _ = write!(said, "{between}{} {lines} comment{are} (after `#`)", left_out.comments);
    }
    Some(all + said)
}
