//! The values of the heaps of a game from 0 on, as every tool of this crate reads them.
//!
//! A long list is read off a proved period where there is one.

use grundy::{Answer, Convention, Declaration, Error, Refused, Run, Status, help::Help};

/// The values of the heaps from 0 to `end`, and whether the checker has verified them. Cost: that
/// of a table, and 8 bytes a heap.
///
/// # Errors
/// [`Error::Refused`] if the game is not played on heaps of one kind in normal play; else as
/// [`Run::table`].
pub fn heaps(run: &Run, rules: &Declaration, end: u64) -> Result<(Vec<u64>, Status), Error> {
    of_heaps(rules)?;
    if Run::is_long_table(rules, end, false) {
        run.budget().hold(end.saturating_mul(8))?;
        let table = run.long_table(rules, end, None)?;
        return Ok((table.values().collect(), table.status));
    }
    let solved = run.table(rules, end, false)?;
    match &solved.solution.answer {
        Answer::Values(values) => Ok((values.iter().map(|value| value.0).collect(), solved.status)),
        _ => Err(refused(format!("{rules} has no table of values"), "name a game on heaps, such as kayles")),
    }
}

/// Refuses a game that has no values of heaps, at no cost.
///
/// # Errors
/// [`Error::Refused`] if the game is not played on heaps of one kind, or on a family, in normal
/// play.
pub fn of_heaps(rules: &Declaration) -> Result<(), Error> {
    if rules.ruleset.numbered(0).is_some() && rules.convention == Convention::Normal {
        return Ok(());
    }
    let message = format!("values of heaps are those of heaps of one kind in normal play, and this is {rules}");
    Err(refused(message, "name a game on heaps, such as kayles"))
}

/// Reads values as people write them: numbers with commas or blanks between them, perhaps in
/// brackets.
///
/// ```
/// use grundy_lab::values::read;
///
/// assert_eq!(read("0, 1 2,3").unwrap(), [0, 1, 2, 3]);
/// assert!(read("0, one").is_err());
/// ```
///
/// # Errors
/// [`Error::Refused`] with the first word that is no number from 0 to 2^64 - 1.
pub fn read(text: &str) -> Result<Vec<u64>, Error> {
    let text = text.trim();
    let bare = text.strip_prefix(['[', '{', '(']).and_then(|rest| rest.strip_suffix([']', '}', ')'])).unwrap_or(text);
    let words = bare.split(|sign: char| sign == ',' || sign.is_whitespace()).filter(|word| !word.is_empty());
    let number = |word: &str| {
        let message = format!("`{word}` is not a nim value");
        word.parse().map_err(|_| {
            Error::usage(word, message, "write numbers from 0 to 2^64 - 1 with commas between them: 0,1,2,3,1,4,3,2")
        })
    };
    words.map(number).collect()
}

/// A request that cannot be done as it stands.
pub(crate) fn refused(message: impl Into<String>, help: impl Into<Help>) -> Error {
    let (message, help) = (message.into(), help.into());
    Error::Refused(Box::new(Refused { code: "usage", message, help, line: None, argument: None }))
}
