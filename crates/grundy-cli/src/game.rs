//! Reading of the words of the command line: the library reads them, and a slip in a verb gets a
//! hint.

use grundy::{Error, Query, lang::Diagnostic};

use crate::{output::CliError, session::Session};

/// The words as a query about one position.
pub fn query(session: &Session, words: &[String]) -> Result<Query, CliError> {
    session.run.query(words, session.common.misere).map_err(|error| hinted(error, words))
}

/// What the library returns for the words, with a hint if the first of them is nearly a verb.
pub fn hinted(error: Error, words: &[String]) -> CliError {
    match error {
        Error::Text(mistake) => hint(*mistake, words).into(),
        other => other.into(),
    }
}

/// The error of this verb, whose way out names whole commands: they get the verb, which they leave
/// out.
pub fn offering(verb: &str, error: CliError) -> CliError {
    match error {
        CliError::Library(Error::Text(mut mistake)) => {
            mistake.help = with_verb(verb, &mistake.help);
            CliError::Library(Error::Text(mistake))
        }
        CliError::Library(Error::Refused(mut refused)) => {
            refused.help = with_verb(verb, &refused.help);
            CliError::Library(Error::Refused(refused))
        }
        other => other,
    }
}

/// The text with the verb in the commands that have none.
fn with_verb(verb: &str, text: &str) -> String {
    const COMMAND: &str = "`grundy ";
    let mut parts = text.split(COMMAND);
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let first = part.split([' ', '`']).next().unwrap_or_default();
        let has_one = first.starts_with('-') || crate::cli::verbs().iter().any(|known| known == first);
        let verb = if has_one { String::new() } else { format!("{verb} ") };
        all.push_str(&format!("{COMMAND}{verb}{part}"));
    }
    all
}

/// An unknown word at the place of the verb may be a verb with a slip.
fn hint(mut mistake: Diagnostic, words: &[String]) -> Diagnostic {
    let near = words.first().and_then(|word| crate::cli::verbs().into_iter().find(|verb| is_near(verb, word)));
    if let (Some(verb), "G003") = (near, mistake.code) {
        let also = if mistake.help.is_empty() { String::new() } else { format!("{}; ", mistake.help) };
        let line = grundy::request::shell(&format!("grundy {verb}"), &words[1..]);
        mistake.help = format!("{also}the verb is spelled {verb}: `{line}`");
    }
    mistake
}

/// Whether one slip of the hand lies between the two words: a letter too many, too few, wrong, or
/// two swapped.
fn is_near(right: &str, word: &str) -> bool {
    let (right, word): (Vec<char>, Vec<char>) = (right.chars().collect(), word.chars().collect());
    let head = right.iter().zip(&word).take_while(|(a, b)| a == b).count();
    let (right, word) = (&right[head..], &word[head..]);
    let tail = right.iter().rev().zip(word.iter().rev()).take_while(|(a, b)| a == b).count();
    match (&right[..right.len() - tail], &word[..word.len() - tail]) {
        ([a, b], [c, d]) => a == d && b == c,
        (right, word) => right.len() <= 1 && word.len() <= 1,
    }
}
