//! Sequences of the On-Line Encyclopedia of Integer Sequences whose terms follow from a game: which
//! game, what a term is, the terms, and how those of a file compare.
//!
//! *Example.* `A071435` has the values of octal 0.177 from heap 1 on.
//!
//! *Cost.* That of a table of the game up to the last term. *Limits:* the comparison of each
//! sequence of a file has [`AUDIT_TIME`]; what is not compared within it is said.

use std::{collections::BTreeMap, sync::LazyLock, time::Duration};

use grundy::{
    Answer, Error, Limits, Nimber, Run, Status, Stopped,
    help::{Fix, Help},
    solvers::Reason,
    square::{SquareQuery, SquareTable},
};

use crate::{
    diff::{BFile, Diff, MOST_DIFFERENCES, ValueDifference, diff},
    values::{heaps, refused},
};

/// How long each sequence of a file is compared.
pub const AUDIT_TIME: Duration = Duration::from_secs(10);

/// The last position that is looked at first, where the terms are lost positions.
const FIRST_LOOK: u64 = 256;

/// So many terms are compared before more of them are.
const FIRST_TERMS: u64 = 8;

/// The largest size of positions of two sizes.
const MOST_SIZE: u64 = 1000;

/// A sequence and the game that gives its terms.
#[derive(Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Its number, such as `A002186`.
    pub number: &'static str,
    /// The index of its first term.
    pub offset: u64,
    /// What a term is.
    pub term: TermKind,
    /// The words of a table of the game, of which the last one is its end: `N`, or `A(N)` for heaps
    /// of a kind.
    pub words: Vec<&'static str>,
    /// What the terms are, in a few words.
    pub about: &'static str,
}

/// What a term of a sequence is.
///
/// Exhaustive: the list of sequences has no other kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// Term n is the value of position n plus this.
    Value(i64),
    /// The terms are the lost positions from this one on, in their order.
    Lost(u64),
    /// The terms are the positions from this one on that are not lost.
    Won(u64),
    /// Term n is the value of the position of this size and of size n.
    Row(u64),
    /// The values of positions of two sizes, from these on, by the sum of the sizes.
    Antidiagonals {
        /// The least size.
        from: u64,
        /// Whether the first size falls where the sum is the same.
        falls: bool,
    },
}

/// The first terms of a sequence, as they follow from its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The terms, from the offset of the sequence on.
    pub values: Vec<u64>,
    /// The last position of the table that they were read off.
    pub end: u64,
    /// Whether the checker has verified the table.
    pub status: Status,
}

/// How a sequence of a file compares with the game.
#[derive(Debug)]
pub struct Audited {
    /// The sequence.
    pub sequence: &'static Sequence,
    /// The comparison; or why there is none.
    pub result: Result<Diff, Error>,
    /// The last index of the file.
    pub last: u64,
}

/// The comparison of a file of sequences.
#[derive(Debug)]
pub struct Audit {
    /// The sequences of the file that are known here, in its order.
    pub sequences: Vec<Audited>,
    /// The number of its other sequences.
    pub others: u64,
}

static SEQUENCES: LazyLock<Vec<Sequence>> =
    LazyLock::new(|| include_str!("sequences.tsv").lines().filter_map(Sequence::read).collect());

/// Returns the sequences, in the order of their numbers.
pub fn sequences() -> &'static [Sequence] {
    &SEQUENCES
}

/// Returns the sequences that have all of these words in their number, their game or their text;
/// in capitals or not.
///
/// ```
/// use grundy_lab::oeis::about;
///
/// assert_eq!(about(&["a071435".into()])[0].words, ["octal 0.177", "N"]);
/// ```
pub fn about(words: &[String]) -> Vec<&'static Sequence> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let fits = |sequence: &&Sequence| {
        let text = format!("{} {} {}", sequence.number, sequence.words.join(" "), sequence.about).to_lowercase();
        words.iter().all(|word| text.contains(&**word))
    };
    sequences().iter().filter(fits).collect()
}

/// Returns the number of the sequence of the values of a game, of heaps or of a family of
/// positions, such as `path n`; `None` if none is known.
pub fn of_values(game: &str, family: Option<&str>) -> Option<&'static str> {
    let is_of = |sequence: &&Sequence| {
        let own = match (sequence.game(), family) {
            ([own], None) => *own == game,
            ([own, member], Some(family)) => *own == game && *member == family,
            _ => false,
        };
        own && matches!(sequence.term, TermKind::Value(_))
    };
    sequences().iter().find(is_of).map(|sequence| sequence.number)
}

impl Sequence {
    /// A line of the list: number, offset, kind of term, words with `|` between them, text.
    fn read(line: &'static str) -> Option<Sequence> {
        let mut fields = line.split('\t');
        let (number, offset) = (fields.next()?, fields.next()?.parse().ok()?);
        let term = match fields.next()?.split_once(' ')? {
            ("value", shift) => TermKind::Value(shift.parse().ok()?),
            ("lost", from) => TermKind::Lost(from.parse().ok()?),
            ("won", from) => TermKind::Won(from.parse().ok()?),
            ("row", first) => TermKind::Row(first.parse().ok()?),
            ("falling", from) => TermKind::Antidiagonals { from: from.parse().ok()?, falls: true },
            ("rising", from) => TermKind::Antidiagonals { from: from.parse().ok()?, falls: false },
            _ => return None,
        };
        let words = fields.next()?.split('|').collect();
        Some(Sequence { number, offset, term, words, about: fields.next()? })
    }

    /// The words of the game, without the end of a table.
    pub fn game(&self) -> &[&'static str] {
        self.words.split_last().map_or(&[], |(_, game)| game)
    }

    /// The words of the table of the game up to a position.
    pub fn table(&self, end: u64) -> Vec<String> {
        let end = self.words.last().map(|last| last.replace('N', &end.to_string()));
        self.game().iter().map(|&word| word.to_owned()).chain(end).collect()
    }

    /// The terms from the first one to that of the index `last`.
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no such index, or it is out of reach; else as [`Run::table`].
    pub fn terms(&self, run: &Run, last: u64) -> Result<Terms, Error> {
        let Some(more) = last.checked_sub(self.offset) else {
            let message = format!("the first index of {} is {}, not {last}", self.number, self.offset);
            return Err(refused(message, format!("ask for n = {} or more", self.offset)));
        };
        let far = || refused(format!("index {last} of {} is out of reach", self.number), "ask for a smaller one");
        let wanted = usize::try_from(more).ok().and_then(|more| more.checked_add(1)).ok_or_else(far)?;
        match self.term {
            TermKind::Value(shift) => {
                let at = |index: u64| index.checked_add_signed(shift);
                let (Some(first), Some(end)) = (at(self.offset), at(last)) else { return Err(far()) };
                let (mut values, status) = self.values(run, end)?;
                let first = usize::try_from(first).map_err(|_| far())?;
                values.drain(..first.min(values.len()));
                Ok(Terms { values, end, status })
            }
            TermKind::Lost(from) | TermKind::Won(from) => {
                let lost = matches!(self.term, TermKind::Lost(_));
                let mut end = FIRST_LOOK;
                loop {
                    let (values, status) = self.values(run, end)?;
                    let listed = (0..).zip(&values).filter(|&(at, &value)| at >= from && (value == 0) == lost);
                    let values: Vec<u64> = listed.map(|(at, _)| at).take(wanted).collect();
                    if let Some(&last) = values.get(wanted - 1) {
                        return Ok(Terms { values, end: last, status });
                    }
                    end = end.checked_mul(2).ok_or_else(far)?;
                }
            }
            TermKind::Row(first) => {
                let end = Some(last.max(first)).filter(|end| *end <= MOST_SIZE).ok_or_else(far)?;
                let table = self.square(run, end)?;
                let row = usize::try_from(first).ok().and_then(|first| table.rows().nth(first)).ok_or_else(far)?;
                let values = (self.offset..=last).map(|index| entry(row, index)).collect::<Option<_>>();
                Ok(Terms { values: values.ok_or_else(far)?, end, status: table.status })
            }
            TermKind::Antidiagonals { from, falls } => {
                // So many diagonals have at least as many entries as are wanted.
                let diagonals = (0..=MOST_SIZE - from).find(|many| many * (many + 1) / 2 > more).ok_or_else(far)?;
                let end = from + diagonals - 1;
                let table = self.square(run, end)?;
                let rows: Vec<_> = table.rows().collect();
                let value = |sum: u64, place: u64| {
                    let (one, other) = (from + place, from + sum - place);
                    let [first, second] = if falls { [other, one] } else { [one, other] };
                    entry(rows.get(usize::try_from(first).ok()?)?, second)
                };
                let all = (0..diagonals).flat_map(|sum| (0..=sum).map(move |place| (sum, place))).take(wanted);
                let values = all.map(|(sum, place)| value(sum, place)).collect::<Option<_>>();
                Ok(Terms { values: values.ok_or_else(far)?, end, status: table.status })
            }
        }
    }

    /// The values of the positions from 0 to `end`, and whether the checker has verified them.
    fn values(&self, run: &Run, end: u64) -> Result<(Vec<u64>, Status), Error> {
        let (rules, last) = run.table_query(&self.table(end), false)?;
        if rules.ruleset.numbered(0).is_some() {
            return heaps(run, &rules, end);
        }
        let solved = run.table_to(&rules, last, false)?;
        match &solved.solution.answer {
            Answer::Values(values) => Ok((values.iter().map(|value| value.0).collect(), solved.status)),
            _ => Err(refused(format!("{rules} has no table of values"), "ask for another sequence")),
        }
    }

    /// The values of the positions of two sizes up to `end`.
    fn square(&self, run: &Run, end: u64) -> Result<SquareTable, Error> {
        let query = run.square_query(&self.table(end), false, None);
        let none = || refused(format!("{} has no table of two sizes", self.number), "ask for another sequence");
        let SquareQuery { rules, of, .. } = query.ok_or_else(none)?;
        run.square_table(&rules, of, end)
    }

    /// Compares terms, from the first one on, with those of the game.
    ///
    /// # Errors
    /// As [`Run::table`].
    fn compare(&self, run: &Run, values: Vec<u64>) -> Result<Diff, Error> {
        let file = BFile { first: self.offset, values };
        if let TermKind::Value(shift) = self.term {
            let (rules, _) = run.table_query(&self.table(1), false)?;
            if rules.ruleset.numbered(0).is_some() {
                return diff(run, &rules, &file, shift);
            }
        }
        // A difference at the beginning is an answer, also where the time does not suffice for all.
        let mut found = self.compare_first(run, &file, FIRST_TERMS)?;
        let mut many = FIRST_TERMS;
        while found.different == 0 && found.last < file.last() {
            many *= 2;
            found = match self.compare_first(run, &file, many) {
                Err(Error::Stopped(stopped)) if stopped.is_limit() && stopped.reason != Reason::Interrupted => break,
                more => more?,
            };
        }
        Ok(found)
    }

    /// Compares so many terms.
    fn compare_first(&self, run: &Run, file: &BFile, many: u64) -> Result<Diff, Error> {
        let first = file.first;
        let last = file.last().min(first.saturating_add(many - 1));
        let own = self.terms(run, last)?;
        let pairs = (first..).zip(file.values.iter().zip(&own.values));
        let all = pairs.filter(|(_, (file, game))| file != game);
        let all = all.map(|(index, (&file, &game))| ValueDifference { index, heap: game, file, game });
        let mut differences: Vec<ValueDifference> = all.collect();
        let different = differences.len() as u64;
        differences.truncate(MOST_DIFFERENCES);
        Ok(Diff { first, last, shift: 0, different, differences, fitting: None, status: own.status })
    }
}

/// The value at a place of a row.
fn entry(row: &[Nimber], place: u64) -> Option<u64> {
    row.get(usize::try_from(place).ok()?).map(|value| value.0)
}

/// Compares the sequences of a file that are known here with their games. A line of the file is the
/// number of a sequence and its terms between commas: `A002186 ,0,1,2,3,`, as the encyclopedia
/// offers all its sequences; `#` begins a comment. Terms after one that is negative or over
/// 2^64 - 1 are not compared.
///
/// # Errors
/// [`Error::Refused`] with a line that is not so, or if no sequence of the file is known; and where
/// the work is interrupted.
pub fn audit(run: &Run, text: &str) -> Result<Audit, Error> {
    let known: BTreeMap<&str, &Sequence> = sequences().iter().map(|sequence| (sequence.number, sequence)).collect();
    let mut audit = Audit { sequences: Vec::new(), others: 0 };
    for (place, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mistake = || {
            let message = format!("line {}: not the number of a sequence and its terms", place + 1);
            refused(message, "write a line such as A002186 ,0,1,2,3,1,4,")
        };
        let (number, terms) = line.split_once(|sign: char| sign == ',' || sign.is_whitespace()).ok_or_else(mistake)?;
        let Some(&sequence) = known.get(number) else {
            audit.others += 1;
            continue;
        };
        let texts = || terms.split([',', ' ', '\t']).filter(|term| !term.is_empty());
        let terms: Vec<u64> = texts().map_while(|term| term.parse().ok()).collect();
        if terms.is_empty() {
            return Err(mistake());
        }
        let last = sequence.offset.saturating_add(texts().count() as u64 - 1);
        let time = run.left().map_or(AUDIT_TIME, |left| left.min(AUDIT_TIME));
        let limited = Run::new(Limits { time: Some(time), ..run.limits() }).cancelled_by(run.cancel_flag());
        let result = sequence.compare(&limited, terms);
        if let Err(Error::Stopped(Stopped { reason: Reason::Interrupted, .. })) = result {
            return result.map(|_| audit);
        }
        audit.sequences.push(Audited { sequence, result, last });
    }
    if audit.sequences.is_empty() {
        let message = format!("none of the {} sequences of the file is known here", audit.others);
        return Err(refused(message, Help::from(Fix::verb("oeis")) + " lists those that are"));
    }
    Ok(audit)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Terms of each sequence that a test compares: more of them take a build without optimisation
    /// too long.
    const COMPARED: usize = 24;

    #[test]
    fn every_line_of_the_list_is_read_and_every_game_is_one() {
        let lines = include_str!("sequences.tsv").lines().count();
        assert_eq!(sequences().len(), lines);
        assert!(sequences().is_sorted_by(|one, next| one.number < next.number));
        let run = Run::new(Limits::default());
        for sequence in sequences() {
            let first = sequence.terms(&run, sequence.offset).expect(sequence.number);
            assert_eq!(first.values.len(), 1, "{}", sequence.number);
        }
    }

    /// The terms of copies of the entries.
    #[test]
    fn games_give_the_terms() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/values/oeis.txt");
        let text = fs::read_to_string(path).expect("the test data");
        // The boards of 3 rows take long.
        let many = |line: &str| if line.starts_with("A316632") { COMPARED / 3 } else { COMPARED };
        let few = |line: &str| line.split_inclusive(',').take(many(line) + 1).collect::<String>();
        let text: Vec<String> = text.lines().map(few).collect();
        let audit = audit(&Run::new(Limits::default()), &text.join("\n")).expect("a comparison");
        assert_eq!((audit.sequences.len(), audit.others), (sequences().len(), 0));
        let differs = |audited: &&Audited| !matches!(&audited.result, Ok(found) if found.different == 0 && found.last == audited.last);
        let numbers: Vec<&str> =
            audit.sequences.iter().filter(differs).map(|audited| audited.sequence.number).collect();
        assert_eq!(numbers, [""; 0]);
    }

    #[test]
    fn files_that_are_not_sequences_are_refused() {
        let run = Run::new(Limits::default());
        for text in ["", "A000001 ,0,1,\n", "A002186\n", "A002186 ,\n", "A002186 ,x,\n"] {
            assert!(matches!(audit(&run, text), Err(Error::Refused(_))), "{text}");
        }
        let found = audit(&run, "# comment\n\u{feff}\nA002186 ,0,1,2,3,1,4,3,2,2,4,\n");
        assert!(found.is_err(), "a mark within the text");
        let found = audit(&run, "\u{feff}# comment\nA002186 ,0,1,2,3,1,4,3,2,2,4,\nA000001 ,0,\n").expect("a file");
        let differences = &found.sequences[0].result.as_ref().expect("a comparison").differences;
        assert_eq!((found.others, differences[0].index, differences[0].file, differences[0].game), (1, 8, 2, 1));
        // A term that cannot be compared, a difference far before a last term that is out of reach,
        // and a sequence that is longer than a table of two sizes.
        let far = (0..1200).map(|term: u64| (term ^ 1).to_string()).collect::<Vec<_>>().join(",");
        let text = format!("A002186 ,0,1,-1,\nA000079 ,1,2,4,9,8589934592,\nA004442 ,{far},\nA002187 ,0,1,1,2,\n");
        let found = audit(&run, &text).expect("a file");
        let different = |at: usize| found.sequences[at].result.as_ref().ok().map(|found| found.different);
        assert_eq!([0, 1, 2, 3].map(different), [Some(0), Some(2), None, Some(0)]);
        let first = found.sequences[0].result.as_ref().expect("a comparison");
        assert_eq!((first.last, found.sequences[0].last), (1, 2), "the third term is not compared");
    }

    #[test]
    fn indexes_out_of_reach_are_refused_at_once() {
        let run = Run::new(Limits::default());
        for number in ["A003987", "A004442"] {
            let sequence = about(&[number.to_owned()])[0];
            for last in [600_000, u64::MAX - 2] {
                assert!(matches!(sequence.terms(&run, last), Err(Error::Refused(_))), "{number} {last}");
            }
        }
    }
}
