//! Facts about all factors of rows, for moves that leave factors only: keys are two indices.
//!
//! An occurrence in a factor is one in the row ([`RowRules::splits`]), so all occurrences are found
//! once. A factor that occurs again later in the row has the value that it has there. For each
//! start, an ending is decided from one end to the next.

use std::ops::Range;

use grundy_core::Fault;
use grundy_games::{Component, Ending, RowRules};

use super::{CheckNeeds, CheckedGame, Kind, facts::Factors};
use crate::{
    parts::{PartEnd, in_parts},
    poll::{Enough, Poll},
    sample::Sample,
};

/// The starts of a part.
const STARTS: usize = if cfg!(test) { 2 } else { 16 };

/// An occurrence, with the factors that it leaves: up to `left`, from `right` on, and those
/// between.
#[derive(Clone, Copy)]
struct Occurrence {
    end: usize,
    left: usize,
    right: usize,
    /// The sum of the values of those between.
    middle: u16,
}

/// The place of the value of a factor.
fn place(start: usize, end: usize) -> usize {
    end * (end + 1) / 2 + start
}

/// A row with the values of its factors.
struct FactorRow<'f> {
    text: &'f str,
    letters: Vec<char>,
    /// The byte at which each letter begins, and the end.
    bounds: Vec<usize>,
    values: &'f [u16],
}

impl<'f> FactorRow<'f> {
    /// `None` if there are not as many values as factors, or if one without letters is not 0.
    fn new(factors: &Factors<'f>) -> Option<FactorRow<'f>> {
        let text = factors.row;
        let letters: Vec<char> = text.chars().collect();
        let bounds = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let values = factors.values;
        let whole = values.len() == place(0, letters.len() + 1);
        // The factor without letters has no moves.
        let fits = whole && (0..=letters.len()).all(|at| values[place(at, at)] == 0);
        fits.then_some(FactorRow { text, letters, bounds, values })
    }

    fn value(&self, start: usize, end: usize) -> u16 {
        self.values[place(start, end)]
    }

    fn whole(&self) -> u64 {
        self.value(0, self.letters.len()).into()
    }

    /// The value of a word that is a factor.
    fn find(&self, word: &str) -> Option<u64> {
        let letter = |byte: usize| self.bounds.binary_search(&byte).ok();
        let start = self.text.find(word)?;
        Some(self.value(letter(start)?, letter(start + word.len())?).into())
    }
}

/// Verifies the values of all factors; false if they are left to the plain meaning.
pub(super) fn verify(
    game: &CheckedGame<'_>,
    all: &[Factors<'_>],
    asked: &mut CheckNeeds<'_>,
    poll: &mut Poll<'_>,
) -> Result<bool, Enough> {
    let Some(rows) = all.iter().map(FactorRow::new).collect::<Option<Vec<_>>>() else { return Ok(false) };
    let many: usize = rows.iter().map(|row| row.values.len()).sum();
    // An occurrence, and what is known by start and by end.
    let held = rows.iter().map(|row| 64 * row.letters.len()).sum::<usize>();
    let covered = !game.ring && game.kind == Kind::Values && game.rules.splits() && asked.met.is_none();
    if !covered || many as u64 <= game.few || held as u64 > game.most_bytes {
        return Ok(false);
    }
    let sum = |word: &str| {
        let whole = |part: &String| rows.iter().find(|row| *row.text == **part).map(FactorRow::whole);
        let parts = game.rules.parts(word).iter().map(whole).collect::<Option<Vec<u64>>>();
        parts.map(|parts| parts.iter().fold(0, |sum, part| sum ^ part))
    };
    let agrees = |(component, fact): &(Component, u64)| match component {
        Component::Row(word) => sum(word) == Some(*fact),
        _ => false,
    };
    if !asked.start.iter().all(agrees) {
        return Ok(false);
    }
    let look = |component: &Component| match component {
        Component::Row(word) => rows.iter().find_map(|row| row.find(word)),
        _ => None,
    };
    let mut plain = |row: &FactorRow<'_>, at: usize, poll: &mut Poll<'_>| {
        // The end is the greatest one whose values begin up to this place.
        let (mut end, mut above) = (0, row.letters.len() + 1);
        while above - end > 1 {
            let middle = end.midpoint(above);
            if place(0, middle) <= at { end = middle } else { above = middle }
        }
        let start = at - place(0, end);
        let factor = Component::Row(row.text[row.bounds[start]..row.bounds[end]].to_owned());
        (asked.plain)(&factor, row.value(start, end).into(), &mut |part| look(part), poll)
    };
    let (mut all_tried, mut all) = (0u64, Sample::new());
    for row in &rows {
        let Some(starting) = occurrences(row, game.rules, game.most_bytes, poll)? else { return Ok(false) };
        let over = game.rules.until.as_ref().map(|until| Over::new(until, row, poll)).transpose()?;
        let worker = || {
            let mut walk = RowWalk::new(row, &starting, over.clone());
            move |starts: Range<usize>, poll: &mut Poll<'_>| walk.confirm(starts, poll)
        };
        let mut left = |at: usize, poll: &mut Poll<'_>| plain(row, at, poll).map(|_| ());
        let (sample, tried) = in_parts(0..row.letters.len(), STARTS, worker, &mut left, poll)?;
        all_tried = all_tried.saturating_add(tried);
        all.mix([sample.hash()]);
    }
    all.verify(many, all_tried, &mut |mut at| {
        let Some(row) = rows.iter().find(|row| {
            at < row.values.len() || {
                at -= row.values.len();
                false
            }
        }) else {
            return Ok(0);
        };
        // Each option is a search in the row.
        Ok(plain(row, at, poll)?.saturating_mul(1 + row.letters.len() as u64 / 16))
    })?;
    Ok(true)
}

/// The occurrences by their starts; `None` if there are too many, or the rules are at fault.
fn occurrences(
    row: &FactorRow<'_>,
    rules: &RowRules,
    most_bytes: u64,
    poll: &mut Poll<'_>,
) -> Result<Option<Vec<Vec<Occurrence>>>, Enough> {
    let mut starting: Vec<Vec<Occurrence>> = vec![Vec::new(); row.letters.len()];
    let mut bytes = 0;
    let index = |byte: usize| row.bounds.partition_point(|&bound| bound < byte);
    let walked = rules.splittings::<FactorStop>(row.text, |found| {
        poll.step().map_err(|_| FactorStop::Enough)?;
        bytes += 2 * size_of::<Occurrence>() as u64;
        if bytes > most_bytes {
            return Err(FactorStop::Odd);
        }
        let between = found.middle.iter().map(|piece| row.value(index(piece.start), index(piece.end)));
        let middle = between.fold(0, |sum, value| sum ^ value);
        let (start, end) = (index(found.place.start), index(found.place.end));
        starting[start].push(Occurrence { end, left: index(found.left), right: index(found.right), middle });
        Ok(())
    });
    match walked {
        Ok(()) => {}
        Err(FactorStop::Odd) => return Ok(None),
        Err(FactorStop::Enough) => return Err(Enough),
    }
    for own in &mut starting {
        own.sort_unstable_by_key(|own| own.end);
    }
    Ok(Some(starting))
}

/// Why the search for occurrences ends early.
enum FactorStop {
    Odd,
    Enough,
}

impl From<Fault> for FactorStop {
    fn from(_: Fault) -> FactorStop {
        FactorStop::Odd
    }
}

/// The factors of a row, from one start to the one before it.
struct RowWalk<'w> {
    row: &'w FactorRow<'w>,
    /// The occurrences by their starts.
    starting: &'w [Vec<Occurrence>],
    over: Option<Over<'w>>,
    /// The start that the walk has come to.
    start: usize,
    /// By a later start, how many letters from it and from this start on are equal.
    common: Vec<usize>,
    /// The most letters from this start on that occur again later, and where.
    repeated: usize,
    again: usize,
    /// The occurrences that begin at this start or later, by their ends.
    inside: Vec<Occurrence>,
    /// By an end, the value of the factor from this start.
    own: Vec<u16>,
    /// The greatest value.
    bound: u16,
    /// By a value, the factor that has seen it last.
    stamps: Vec<u64>,
    stamp: u64,
}

impl<'w> RowWalk<'w> {
    /// A walk that has come to the end of the row.
    fn new(row: &'w FactorRow<'_>, starting: &'w [Vec<Occurrence>], over: Option<Over<'w>>) -> RowWalk<'w> {
        let length = row.letters.len();
        let bound = row.values.iter().copied().max().unwrap_or(0);
        RowWalk {
            row,
            starting,
            over,
            start: length,
            common: vec![0; length + 1],
            repeated: 0,
            again: length,
            inside: Vec::new(),
            own: vec![0; length + 1],
            bound,
            stamps: vec![0; (usize::from(bound) + 1).next_power_of_two()],
            stamp: 0,
        }
    }

    /// Confirms the values of the factors from some starts, which are counted from the end of the
    /// row; the walk has come to none of them.
    fn confirm(&mut self, starts: Range<usize>, poll: &mut Poll<'_>) -> Result<PartEnd, Enough> {
        let mut part = PartEnd::new();
        let length = self.row.letters.len();
        while self.start > length - starts.end {
            poll.steps(1 + (length - self.start) as u32 / 4)?;
            self.step();
            if self.start < length - starts.start {
                self.confirm_start(&mut part, poll)?;
            }
        }
        Ok(part)
    }

    /// Goes to the start before.
    fn step(&mut self) {
        let RowWalk { row, starting, common, inside, .. } = self;
        self.start -= 1;
        let start = self.start;
        merge(inside, &starting[start]);
        (self.repeated, self.again) = (0, start);
        for later in start + 1..row.letters.len() {
            common[later] = if row.letters[later] == row.letters[start] { common[later + 1] + 1 } else { 0 };
            if common[later] > self.repeated {
                (self.repeated, self.again) = (common[later], later);
            }
        }
    }

    /// Confirms the values of the factors from this start: those that occur later in the row by the
    /// values there.
    fn confirm_start(&mut self, part: &mut PartEnd, poll: &mut Poll<'_>) -> Result<(), Enough> {
        let RowWalk { row, over, own, inside, stamps, stamp, .. } = self;
        let (start, length, bound) = (self.start, row.letters.len(), self.bound);
        for (end, own) in own.iter_mut().enumerate().skip(start) {
            *own = row.value(start, end);
            part.sample.mix([(*own).into()]);
        }
        if let Some(over) = over {
            over.begin(start);
        }
        let mut count = 0;
        for end in start..=length {
            let claimed = own[end];
            let is_over = end > start && over.as_mut().is_some_and(|over| over.holds(end));
            let many = end - start;
            if many > 0 && many <= self.repeated && claimed == row.value(self.again, self.again + many) {
                continue;
            }
            while inside.get(count).is_some_and(|next| next.end <= end) {
                count += 1;
            }
            let found = if is_over || many == 0 { &[] } else { &inside[..count] };
            let rest = &row.values[place(0, end)..][..=end];
            poll.steps(1 + found.len() as u32 / 8)?;
            part.tried += found.len() as u64;
            let value = |at: &Occurrence| own[at.left] ^ rest[at.right] ^ at.middle;
            let confirmed = if bound < 64 {
                let seen = found.iter().fold(0u64, |seen, at| seen | 1 << (value(at) & 63));
                seen.trailing_ones() == u32::from(claimed)
            } else {
                *stamp += 1;
                found.iter().for_each(|at| stamps[usize::from(value(at))] = *stamp);
                let below = &stamps[..usize::from(claimed)];
                below.iter().all(|own| own == stamp) && stamps[usize::from(claimed)] != *stamp
            };
            if !confirmed {
                part.left.push(place(start, end));
            }
        }
        Ok(())
    }
}

/// Adds occurrences to a list; both are in the order of their ends.
fn merge(inside: &mut Vec<Occurrence>, more: &[Occurrence]) {
    if more.is_empty() {
        return;
    }
    let mut merged = Vec::with_capacity(inside.len() + more.len());
    let mut others = more.iter().copied().peekable();
    for own in inside.drain(..) {
        merged.extend(std::iter::from_fn(|| others.next_if(|other| other.end < own.end)));
        merged.push(own);
    }
    merged.extend(others);
    *inside = merged;
}

/// Whether the game is over at the factors from one start, from the shortest to the longest.
#[derive(Clone)]
struct Over<'r> {
    until: &'r Ending,
    row: &'r [char],
    /// The number of each letter of the row.
    numbers: Vec<usize>,
    /// By an end, the latest start of a listed word.
    latest: Vec<Option<usize>>,
    /// How often the factor has each letter.
    counts: Vec<u64>,
    start: usize,
    distinct: u64,
    most: u64,
    odd: u64,
    increases: bool,
    contains: bool,
}

impl<'r> Over<'r> {
    fn new(until: &'r Ending, row: &'r FactorRow<'_>, poll: &mut Poll<'_>) -> Result<Over<'r>, Enough> {
        let mut letters = row.letters.clone();
        letters.sort_unstable();
        letters.dedup();
        let numbers = row.letters.iter().map(|letter| letters.partition_point(|other| other < letter)).collect();
        let mut latest = vec![None; row.letters.len() + 1];
        for (end, latest) in latest.iter_mut().enumerate() {
            let Some(words) = until.words() else { break };
            for start in (end.saturating_sub(words.longest())..end).rev() {
                let factor = &row.text[row.bounds[start]..row.bounds[end]];
                poll.steps(8 + factor.len() as u32 / 8)?;
                if words.contains(factor) {
                    *latest = Some(start);
                    break;
                }
            }
        }
        Ok(Over {
            until,
            row: &row.letters,
            numbers,
            latest,
            counts: vec![0; letters.len()],
            start: 0,
            distinct: 0,
            most: 0,
            odd: 0,
            increases: true,
            contains: false,
        })
    }

    /// Begins with the factor without letters at a start.
    fn begin(&mut self, start: usize) {
        self.counts.fill(0);
        self.start = start;
        (self.distinct, self.most, self.odd) = (0, 0, 0);
        (self.increases, self.contains) = (true, false);
    }

    /// Whether the game is over at the factor up to `end`, which is one letter longer than the last
    /// one.
    fn holds(&mut self, end: usize) -> bool {
        let count = &mut self.counts[self.numbers[end - 1]];
        *count += 1;
        self.distinct += u64::from(*count == 1);
        self.most = self.most.max(*count);
        self.odd = if *count % 2 == 1 { self.odd + 1 } else { self.odd - 1 };
        self.increases &= end - 1 == self.start || self.row[end - 2] < self.row[end - 1];
        let listed = self.latest[end].is_some_and(|latest| latest >= self.start);
        self.contains |= listed;
        match self.until {
            Ending::Distinct => self.most <= 1,
            Ending::EachAtMost(most) => self.most <= *most,
            Ending::DistinctAtMost(most) => self.distinct <= *most,
            Ending::LengthAtMost(most) => (end - self.start) as u64 <= *most,
            Ending::Increasing => self.increases,
            Ending::AnagramOfPalindrome => self.odd <= 1,
            Ending::Contains(_) => self.contains,
            Ending::EndsWith(_) => listed,
        }
    }
}
