//! Which known rule gives these values: named games, subtraction sets, octal and hexadecimal codes.
//!
//! The sequence may begin at another heap than 0, and zeros may come before it: each rule is tried
//! from the heaps 0 to [`LAST_START`] on, and after each number of leading zeros up to
//! [`MOST_ZEROS`]. Nothing is looked up: the first values of a code depend on its first digits
//! alone, so a walk over digits that leaves a branch at the first wrong value is exact
//! (`codes.rs`); sets are walked alike (`sets.rs`), and named games are computed until a value is
//! wrong (`named.rs`). Values after the first heaps are compared for what is left (`further.rs`).
//!
//! Cost: some milliseconds for a sequence that few rules give.

mod codes;
mod further;
mod named;
mod sets;
#[cfg(test)]
mod tests;

use grundy::{Declaration, Error, Run};

use self::{codes::DigitCode, sets::Set};
use crate::values::{heaps, refused};

/// Fewer values than this are refused: too many rules give them.
pub const LEAST_VALUES: usize = 4;

/// More values than this are refused.
pub const MOST_VALUES: usize = 10_000;

/// The last heap that the first value may be of.
pub const LAST_START: usize = 3;

/// The most zeros that are left out before the value of heap 0.
pub const MOST_ZEROS: usize = 8;

/// What is searched, as the object of a sentence.
pub const SEARCHED: &str = "the named games that have values of one size, subtraction sets of up to five numbers to 20, \
     octal and hexadecimal codes to four digits; each from heap 0, 1, 2 or 3 on, or after up to 8 zeros";

/// The rules that give a sequence of values.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of values given.
    pub values: usize,
    /// How many rules give all of them.
    pub total: usize,
    /// The simplest of these rules, the simplest first.
    pub matches: Vec<Match>,
    /// Named games whose values were not compared to the end, because that takes too long.
    pub undecided: Vec<String>,
}

/// A rule that gives the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The rule: a game in the language.
    pub game: String,
    /// Its name, if it has one.
    pub name: Option<&'static str>,
    /// The number of its values in the On-Line Encyclopedia of Integer Sequences, if it is known.
    pub oeis: Option<&'static str>,
    /// How the position of size n is written, if it is not a heap of n: `path n`.
    pub position: Option<String>,
    /// Where the values begin.
    pub start: SequenceStart,
    /// How its next values compare with those of the first match.
    pub further: Further,
}

/// Where a sequence begins in the values of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceStart {
    /// The first value given is that of this heap.
    Heap(usize),
    /// So many zeros are given before the value of heap 0.
    Zeros(usize),
}

/// The values of a rule after those given. Values are counted from 1, the first one given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Further {
    /// This is the first match.
    First,
    /// They are those of the first match up to this value.
    To(usize),
    /// This value is the first that differs from that of the first match: its own value, and that
    /// of the first match.
    Differs(usize, u64, u64),
    /// They were not computed.
    Unknown,
}

impl SequenceStart {
    /// All ways to begin, the most natural first. Zeros may be left out only if they are given.
    fn all(values: &[u64]) -> impl Iterator<Item = SequenceStart> {
        let zeros = values.iter().take_while(|value| **value == 0).count();
        // The last leading zero is that of heap 0.
        let left_out = zeros.saturating_sub(1).min(MOST_ZEROS);
        (0..=LAST_START).map(SequenceStart::Heap).chain((1..=left_out).map(SequenceStart::Zeros))
    }

    /// The values that are to be compared, and the heap of the first of them.
    fn apply(self, values: &[u64]) -> (usize, &[u64]) {
        match self {
            SequenceStart::Heap(first) => (first, values),
            SequenceStart::Zeros(many) => (0, values.get(many..).unwrap_or_default()),
        }
    }

    /// The heap whose value is the one at this place, from 0; `None` for a zero that is left out.
    fn heap(self, place: usize) -> Option<usize> {
        match self {
            SequenceStart::Heap(first) => place.checked_add(first),
            SequenceStart::Zeros(many) => place.checked_sub(many),
        }
    }

    /// The place of this way among all: a smaller one is more natural.
    fn rank(self) -> usize {
        match self {
            SequenceStart::Heap(first) => first,
            SequenceStart::Zeros(many) => LAST_START + many,
        }
    }
}

/// A candidate that gives the values, before it is written out. The order is from simple to
/// complicated.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CandidateRule {
    /// A named game on heaps, by its place.
    Named(usize),
    Set(Set),
    /// Positions of a named game on another board, by its place.
    Board(usize),
    Octal(DigitCode),
    Hexadecimal(DigitCode),
}

/// Finds the rules that give these values in normal play, and lists up to `most` of them.
///
/// ```
/// use grundy::{Limits, Run};
/// use grundy_lab::find::{SequenceStart, find};
///
/// let found = find(&Run::new(Limits::default()), &[1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], 5)?;
/// assert_eq!((found.matches[0].game.as_str(), found.matches[0].start), ("octal 0.77",
/// SequenceStart::Heap(1)));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// [`Error::Refused`] for fewer than [`LEAST_VALUES`] or more than [`MOST_VALUES`] values, and
/// [`Error::Stopped`] if a limit ends the search.
pub fn find(run: &Run, values: &[u64], most: usize) -> Result<Found, Error> {
    if let Some(error) = refusal(values.len()) {
        return Err(error);
    }
    let shown = run.begin(None);
    let mut budget = run.budget();
    let named = named::all(run, values)?;
    let mut all: Vec<(CandidateRule, SequenceStart)> = Vec::new();
    all.extend(named.matches.iter().map(|(place, start)| (named.rule(*place), *start)));
    for start in SequenceStart::all(values) {
        let (first, wanted) = start.apply(values);
        let mut keep = |rule| all.push((rule, start));
        sets::walk(first, wanted, &mut budget, &mut |set| keep(CandidateRule::Set(set)))?;
        codes::walk(8, first, wanted, &mut budget, &mut |code| keep(CandidateRule::Octal(code)))?;
        codes::walk(16, first, wanted, &mut budget, &mut |code| keep(CandidateRule::Hexadecimal(code)))?;
    }
    // A named game is listed once, under its name.
    let codes: Vec<(Vec<u8>, SequenceStart)> =
        named.matches.iter().filter_map(|(place, start)| Some((named.games[*place].code()?, *start))).collect();
    let has_name = |rule: &CandidateRule, start: &SequenceStart| {
        rule.code().is_some_and(|code| codes.iter().any(|(named, at)| at == start && *named == code))
    };
    all.retain(|(rule, start)| !has_name(rule, start));
    all.sort_by(|(left, at), (right, other)| (at.rank(), left).cmp(&(other.rank(), right)));
    let all = further::whole(run, values, all, &named)?;
    let matches = further::listed(run, values, &all, &named, most)?;
    drop(shown);
    Ok(Found { values: values.len(), total: all.len(), matches, undecided: named.undecided })
}

/// Why a sequence of this length is not searched for.
fn refusal(length: usize) -> Option<Error> {
    let (message, help) = if length < LEAST_VALUES {
        let given = if length == 1 { "1 value is".to_owned() } else { format!("{length} values are") };
        (format!("{given} too few to find a rule"), format!("give at least {LEAST_VALUES} values, better 15"))
    } else if length > MOST_VALUES {
        (format!("{length} values are too many to find a rule"), format!("give the first {MOST_VALUES} of them"))
    } else {
        return None;
    };
    Some(refused(message, help))
}

impl CandidateRule {
    /// The digits of the octal or hexadecimal code that is the same rule.
    fn code(&self) -> Option<Vec<u8>> {
        match self {
            CandidateRule::Named(_) | CandidateRule::Board(_) => None,
            CandidateRule::Set(set) => Some(set.code()),
            CandidateRule::Octal(code) | CandidateRule::Hexadecimal(code) => Some(code.digits().to_vec()),
        }
    }

    /// The rule in the language, if it is a game on heaps without a name.
    fn text(&self) -> Option<String> {
        match self {
            CandidateRule::Named(_) | CandidateRule::Board(_) => None,
            CandidateRule::Set(set) => Some(set.to_string()),
            CandidateRule::Octal(code) => Some(format!("octal {code}")),
            CandidateRule::Hexadecimal(code) => Some(format!("hex {code}")),
        }
    }
}

/// The values of the heaps from 0 to `end`, unchecked.
fn values_to(run: &Run, rules: &Declaration, end: usize) -> Result<Vec<u64>, Error> {
    let (values, _) = heaps(&run.clone().unchecked(), rules, end as u64)?;
    Ok(values)
}
