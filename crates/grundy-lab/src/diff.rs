//! A b-file of the On-Line Encyclopedia of Integer Sequences, compared with the values of a game.
//!
//! A b-file has a line `n a(n)` for each n, in ascending order without a gap; `#` begins a comment.
//! Index n is compared with heap n, or with heap n + shift.
//!
//! *Example.* The b-file `0 0`, `1 1`, `2 2`, `3 3`, `4 1` agrees with Kayles; a line `4 4` is
//! reported with its number and both values.

use grundy::{
    Declaration, Error, Refused, Run, Status, Stopped,
    help::{Fix, Help},
    solvers::Reason,
};

use crate::values::{heaps, refused};

/// More differences than this are counted, not listed.
///
/// A file of another sequence differs nearly everywhere.
pub const MOST_DIFFERENCES: usize = 10;

/// How many values are compared before all are.
const LOOKS: [u64; 4] = [15, 63, 255, 1023];

/// If there are differences, these shifts are tried.
const SHIFTS: [i64; 6] = [-1, 1, -2, 2, -3, 3];

/// The values of a b-file.
///
/// Comments are dropped, and so are the indices but the first one, since they have no gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BFile {
    /// The first index.
    pub first: u64,
    /// The values from it on.
    pub values: Vec<u64>,
}

/// How the values of a b-file compare with those of a game.
///
/// No difference means that the file is right as far as it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The first index.
    pub first: u64,
    /// The last index that was compared: that of the file, unless a limit ended the comparison
    /// after a difference.
    pub last: u64,
    /// The heap of an index is the index plus this.
    pub shift: i64,
    /// How many values differ.
    pub different: u64,
    /// The first differences.
    pub differences: Vec<ValueDifference>,
    /// A shift with which no value would differ, if there is one near. OEIS sequences often begin
    /// at 1 where heaps begin at 0.
    pub fitting: Option<i64>,
    /// Whether the checker has verified the values of the game.
    pub status: Status,
}

/// An index whose value differs.
///
/// `heap` is `index` plus the shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueDifference {
    /// The index in the file.
    pub index: u64,
    /// The heap.
    pub heap: u64,
    /// The value in the file.
    pub file: u64,
    /// The value of the heap.
    pub game: u64,
}

impl BFile {
    /// Reads the text of a b-file.
    ///
    /// ```
    /// use grundy_lab::diff::BFile;
    ///
    /// let file = BFile::read("# Kayles\n0 0\n1 1\n2 2\n").unwrap();
    /// assert_eq!((file.first, file.values), (0, vec![0, 1, 2]));
    /// assert!(BFile::read("0 0\n2 2\n").is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] with the line: one that is not `n a(n)`, an index that does not follow, a
    /// number that is negative or over 2^64 - 1; and for a file without values.
    pub fn read(text: &str) -> Result<BFile, Error> {
        let mut first = None;
        let mut values: Vec<u64> = Vec::new();
        for (line, content) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let content = content.split('#').next().unwrap_or_default().trim();
            if content.is_empty() {
                continue;
            }
            let at = |error| at_line(error, line + 1);
            let words: Vec<&str> = content.split_whitespace().collect();
            let [index, value] = words[..] else {
                return Err(at(refused(
                    format!("`{content}` is not an index and a value"),
                    "a line of a b-file is `n a(n)`, such as `5 4`; a comment begins with #",
                )));
            };
            let index = number(index, "an index").map_err(at)?;
            let value = number(value, "a value").map_err(at)?;
            let start = *first.get_or_insert(index);
            let due = start.checked_add(values.len() as u64);
            if due != Some(index) {
                let after = due.map_or("the end".to_owned(), |due| due.to_string());
                let help = "a b-file lists every index in order, each once";
                return Err(at(refused(format!("index {index} stands where {after} is due"), help)));
            }
            values.push(value);
        }
        match first {
            Some(first) => Ok(BFile { first, values }),
            None => Err(refused("the file holds no values", "a line of a b-file is `n a(n)`, such as `5 4`")),
        }
    }

    /// The last index.
    pub fn last(&self) -> u64 {
        self.first.saturating_add(self.values.len().saturating_sub(1) as u64)
    }

    /// The value of an index.
    fn value(&self, index: u64) -> Option<u64> {
        self.values.get(usize::try_from(index.checked_sub(self.first)?).ok()?).copied()
    }
}

/// A number of a b-file.
fn number(text: &str, what: &str) -> Result<u64, Error> {
    text.parse().map_err(|_| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let is_number = !digits.is_empty() && digits.chars().all(|sign| sign.is_ascii_digit());
        let message = match (is_number, text.starts_with('-')) {
            (true, true) => format!("{what} is negative: {text}"),
            (true, false) => format!("{what} is over 2^64 - 1: {text}"),
            (false, _) => format!("{what} is not a number: `{text}`"),
        };
        let help = match (is_number, what) {
            (true, "an index") => "leave such lines out: indexes are compared with heaps from 0 to 2^64 - 1",
            (true, _) => "name the file of a sequence of nim values, which are from 0 to 2^64 - 1",
            (false, _) => "a line of a b-file is `n a(n)`, such as `5 4`; a comment begins with #",
        };
        refused(message, help)
    })
}

/// The error with the line of the file that it is about.
fn at_line(mut error: Error, line: usize) -> Error {
    if let Error::Refused(refused) = &mut error {
        let Refused { message, line: place, .. } = &mut **refused;
        *message = format!("line {line}: {message}");
        *place = Some(line);
    }
    error
}

/// Compares the values of the file with those of the heaps of a game in normal play: index n with
/// heap n + `shift`. Cost: a table of the game, and a comparison for each value.
///
/// # Errors
/// [`Error::Refused`] if an index has no heap; else as [`heaps`].
///
/// A shift near the given one is sought only if there are differences, with values that are not
/// checked again.
pub fn diff(run: &Run, rules: &Declaration, file: &BFile, shift: i64) -> Result<Diff, Error> {
    let heap = |index: u64| index.checked_add_signed(shift);
    let (Some(_), Some(end)) = (heap(file.first), heap(file.last())) else {
        let message = format!(
            "with the shift {shift}, the indexes {} to {} are not all heaps from 0 to 2^64 - 1",
            file.first,
            file.last()
        );
        return Err(refused(
            message,
            Help::from("give another ") + Fix::Choose("shift", "") + ": index n is compared with heap n + shift",
        ));
    };
    let whole = |last: u64, known| compared(run, file, (last, shift), known);
    // A difference at the beginning is an answer, also where the time does not suffice for all.
    let mut early = None;
    let looks = LOOKS.iter().map_while(|more| file.first.checked_add(*more).filter(|&last| last < file.last()));
    for (last, end) in looks.filter_map(|last| Some((last, heap(last)?))) {
        match heaps(run, rules, end).and_then(|known| whole(last, known)) {
            Ok(found) => early = Some(found).filter(|found| found.different > 0),
            Err(Error::Stopped(stopped)) if stopped.is_limit() => break,
            Err(error) => return Err(error),
        }
    }
    let is_over = |stopped: &Stopped| stopped.is_limit() && stopped.reason != Reason::Interrupted;
    let found = match (heaps(run, rules, end).and_then(|known| whole(file.last(), known)), early) {
        (Ok(found), _) => found,
        (Err(Error::Stopped(stopped)), Some(early)) if is_over(&stopped) => early,
        (Err(error), _) => return Err(error),
    };
    let fitting = match found.different {
        0 => None,
        _ => match fitting(run, rules, file, shift) {
            // The differences are the answer, and the shift is more than was asked.
            Err(Error::Stopped(stopped)) if is_over(&stopped) => None,
            fitting => fitting?,
        },
    };
    Ok(Diff { fitting, ..found })
}

/// Compares the values of the file up to the index `last` with those of the heaps.
fn compared(
    run: &Run,
    file: &BFile,
    (last, shift): (u64, i64),
    (values, status): (Vec<u64>, Status),
) -> Result<Diff, Error> {
    let mut budget = run.budget();
    let value = |heap: u64| usize::try_from(heap).ok().and_then(|heap| values.get(heap)).copied();
    let (mut differences, mut different) = (Vec::new(), 0);
    for index in file.first..=last {
        budget.tick()?;
        let Some(heap) = index.checked_add_signed(shift) else { continue };
        let (Some(file), Some(game)) = (file.value(index), value(heap)) else { continue };
        if file != game {
            different += 1;
            if differences.len() < MOST_DIFFERENCES {
                differences.push(ValueDifference { index, heap, file, game });
            }
        }
    }
    Ok(Diff { first: file.first, last, shift, different, differences, fitting: None, status })
}

/// A shift near this one with which no value differs.
fn fitting(run: &Run, rules: &Declaration, file: &BFile, shift: i64) -> Result<Option<i64>, Error> {
    let shifts: Vec<i64> = SHIFTS.iter().filter_map(|by| shift.checked_add(*by)).collect();
    let ends = shifts.iter().filter_map(|by| file.last().checked_add_signed(*by));
    let Some(end) = ends.max() else { return Ok(None) };
    let (values, _) = heaps(&run.clone().unchecked(), rules, end)?;
    let fits = |by: &i64| {
        let Some(start) = file.first.checked_add_signed(*by).and_then(|start| usize::try_from(start).ok()) else {
            return false;
        };
        values.get(start..).is_some_and(|values| values.starts_with(&file.values))
    };
    Ok(shifts.into_iter().find(fits))
}

#[cfg(test)]
mod tests {
    use grundy::{Limits, games};

    use super::*;

    /// The first values differ, and a limit ends the comparison of the others.
    #[test]
    fn a_difference_outlasts_a_limit() {
        let run = Run::new(Limits { positions: Some(300), ..Limits::default() });
        let text: String = (0..5000).map(|n| format!("{n} {}\n", n % 2)).collect();
        let file = BFile::read(&text).expect("a b-file");
        let rules = games::game("a -> (a-2b) + (a-b) for b in 1..a/2").expect("a game");
        let found = diff(&run, &rules, &file, 0).expect("there are differences");
        assert!((1..5000).contains(&found.last) && found.different > 0, "{found:?}");
        assert_eq!(found.differences[0].index, 1);
        let (values, _) = heaps(&Run::new(Limits::default()), &rules, found.last).expect("few");
        let different = values.iter().zip(&file.values).filter(|(own, other)| own != other).count() as u64;
        assert_eq!(found.different, different);
    }

    #[test]
    fn mistakes_of_a_file_have_their_line() {
        for (text, line, message) in [
            ("# nothing\n\n", None, "the file holds no values"),
            ("0 0\n1 1\n3 2\n", Some(3), "line 3: index 3 stands where 2 is due"),
            ("-1 0\n", Some(1), "line 1: an index is negative: -1"),
            ("# x\n0 -3\n", Some(2), "line 2: a value is negative: -3"),
            ("0 99999999999999999999\n", Some(1), "line 1: a value is over 2^64 - 1: 99999999999999999999"),
            ("0 0 0\n", Some(1), "line 1: `0 0 0` is not an index and a value"),
            ("0 x\n", Some(1), "line 1: a value is not a number: `x`"),
            (
                "18446744073709551615 0\n18446744073709551615 0\n",
                Some(2),
                "line 2: index 18446744073709551615 stands where the end is due",
            ),
        ] {
            let Err(Error::Refused(refused)) = BFile::read(text) else { panic!("{text:?} is read") };
            assert_eq!((refused.line, refused.message.as_str()), (line, message));
            assert!(!refused.help.is_empty());
        }
        let file = BFile::read("\u{feff}# a\r\n 5\t7 # b\r\n6 8\r\n\r\n").expect("a b-file");
        assert_eq!(file, BFile { first: 5, values: vec![7, 8] });
    }

    #[test]
    fn differences_are_counted_and_a_shift_is_found() {
        let run = Run::new(Limits::default());
        let kayles = games::game("kayles").expect("a game");
        let file = |first, values: &[u64]| BFile { first, values: values.to_vec() };
        let same = diff(&run, &kayles, &file(2, &[2, 3, 1, 4]), 0).expect("a comparison");
        assert_eq!((same.different, same.last, same.status.is_proved()), (0, 5, true));
        let other = diff(&run, &kayles, &file(1, &[0, 1, 2, 3, 1]), 0).expect("a comparison");
        assert_eq!((other.different, other.fitting, other.differences.len()), (5, Some(-1), 5));
        assert_eq!(other.differences[0], ValueDifference { index: 1, heap: 1, file: 0, game: 1 });
        let none = diff(&run, &kayles, &file(0, &[0; 40]), 0).expect("a comparison");
        assert_eq!((none.fitting, none.differences.len()), (None, MOST_DIFFERENCES));
        assert!(none.different > 30);
        assert!(diff(&run, &kayles, &file(0, &[0]), -1).is_err());
        assert!(diff(&run, &kayles, &file(u64::MAX, &[0]), 1).is_err());
    }
}
