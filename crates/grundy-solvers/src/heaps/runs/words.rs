//! Runs that repeat words: values of games that take one of a few amounts, which lie far apart.
//!
//! Method: amounts are *near* up to some bound, the others are *far*. While no far amount leaves
//! another run, what it leaves repeats a word. Then the values are those of a finite machine, whose
//! state is the places in these words and as many values as the largest near amount: once a state
//! comes again, the values repeat to where a far amount leaves the next run. Mostly they go on as
//! in the run before, which the equations of one common multiple of the words show.
//!
//! *Example.* `take {1, 2, 999999999}`: 1 and 2 are near. From 2 on the values repeat 0 1 2, up to
//! 999999999, which can be taken whole there: its value is 3. From there on what it leaves repeats
//! 0 1 2 too, and after a few heaps the values repeat 0 1 2 3.
//!
//! Cost: for each run and each far amount some words. Limits: it gives up when it has computed a
//! part of all values, as for amounts that are neither near nor far: `{1, 4, 27, 256, 3125, ..}`.

use grundy_cert::Runs;
use grundy_core::Nimber;

use crate::support::budget::{Budget, Stopped};

/// The bounds of near amounts, which are tried in this order.
const NEAR: [u64; 3] = [64, 512, 4096];

/// So many values are computed in a row before they are taken as they are.
const MOST_ROW: usize = 1 << 14;

/// It gives up when words hold so many values,
pub(super) const MOST_LETTERS: u64 = 1 << 22;

/// or when so many values are computed for a bound of near amounts: in a second or two.
pub(super) fn most_work(last: u64) -> u64 {
    (last / 32).clamp(1 << 20, 1 << 25)
}

/// So many are computed for each bound at first, and so many times as many next.
const FIRST_WORK: u64 = 1 << 16;
const MORE_WORK: u64 = 8;

/// What a look at the amounts counts as.
const LOOK_WORK: u64 = 16;

/// The values of all heaps up to the last one, if one takes one of these amounts: less than 64,
/// which ascend. `None` if it gives up.
pub(super) fn search(amounts: &[u64], last: u64, budget: &mut Budget) -> Result<Option<Runs>, Stopped> {
    let Some(end) = last.checked_add(1) else { return Ok(None) };
    let mut parts = NEAR.map(|bound| amounts.partition_point(|&amount| amount <= bound)).to_vec();
    parts.dedup();
    let (mut work, most) = (FIRST_WORK, most_work(last));
    loop {
        for &near in &parts {
            let (near, far) = amounts.split_at(near);
            let (runs, places) = (Runs::default(), vec![0; far.len()]);
            let mut search = WordSearch { near, far, runs, places, left: Vec::new(), work, held: 0 };
            let found = search.up_to(end, budget);
            budget.release(search.held);
            if found? {
                return Ok(Some(search.runs));
            }
        }
        if work == most {
            return Ok(None);
        }
        work = work.saturating_mul(MORE_WORK).min(most);
    }
}

/// Values up to some heap.
struct WordSearch<'a> {
    near: &'a [u64],
    far: &'a [u64],
    runs: Runs,
    /// The runs of what the far amounts leave.
    places: Vec<usize>,
    /// The words that far amounts leave.
    left: Vec<Turning>,
    /// How many values may still be computed.
    work: u64,
    /// The bytes that the budget holds.
    held: u64,
}

/// A place in the word of a run.
#[derive(Clone, Copy)]
struct Turning {
    /// Where the word begins, and its length.
    word: usize,
    length: usize,
    at: usize,
}

impl Turning {
    fn of(runs: &Runs, run: usize, heap: u64) -> Turning {
        let (first, word, length) = runs.place(run);
        Turning { word, length, at: ((heap - first) % length as u64) as usize }
    }

    #[inline(always)]
    fn next(&mut self, values: &[Nimber]) -> u64 {
        let Nimber(value) = values[self.word + self.at];
        self.at = if self.at + 1 < self.length { self.at + 1 } else { 0 };
        1 << (value & 63)
    }
}

impl WordSearch<'_> {
    /// Finds the runs up to before `end`; false if it gives up.
    fn up_to(&mut self, end: u64, budget: &mut Budget) -> Result<bool, Stopped> {
        while self.runs.end() < end {
            let from = self.runs.end();
            let (until, multiple) = self.leave(from, end);
            let before = self.work;
            self.work = self.work.saturating_sub(LOOK_WORK);
            let goes_on = self.goes_on(until, multiple);
            if !goes_on && self.runs.end() < until && self.work > 0 {
                let (from, bytes) = (self.runs.end(), 8 * self.runs.letters() as u64 + 16 * self.runs.count() as u64);
                budget.hold(bytes.saturating_sub(self.held))?;
                self.held = self.held.max(bytes);
                let (_, multiple) = self.leave(from, until);
                self.compute(until, multiple);
            }
            let steps = (before - self.work).saturating_mul(1 + (self.near.len() + self.far.len()) as u64 / 4);
            budget.charge(u32::try_from(steps).unwrap_or(u32::MAX))?;
            if self.work == 0 || self.runs.letters() as u64 > MOST_LETTERS {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Turns the words that far amounts leave to a heap. Returns the heap before which these words
    /// repeat and the same amounts can be taken, up to `end`, and a common multiple of the lengths.
    fn leave(&mut self, from: u64, end: u64) -> (u64, u64) {
        let (mut until, mut multiple) = (end, 1u64);
        let next = self.near.iter().find(|&&amount| amount > from);
        until = next.map_or(until, |&amount| until.min(amount));
        self.left.clear();
        for (&amount, place) in self.far.iter().zip(&mut self.places) {
            let Some(rest) = from.checked_sub(amount) else {
                until = until.min(amount);
                break;
            };
            while self.runs.end_of(*place) <= rest {
                *place += 1;
            }
            until = until.min(self.runs.end_of(*place).saturating_add(amount));
            let turning = Turning::of(&self.runs, *place, rest);
            let length = turning.length as u64;
            multiple = common_multiple(multiple, length);
            self.left.push(turning);
        }
        (until, multiple)
    }

    /// Goes on as in the last run, as far as the equations hold; whether they hold to `until`.
    fn goes_on(&mut self, until: u64, multiple: u64) -> bool {
        let from = self.runs.end();
        let Some(last) = self.runs.count().checked_sub(1) else { return false };
        let (first, _, length) = self.runs.place(last);
        let mut left = std::mem::take(&mut self.left);
        for &amount in self.near.iter().take_while(|&&amount| amount <= from) {
            if from - first < amount {
                self.left = left;
                return false;
            }
            left.push(Turning::of(&self.runs, last, from - amount));
        }
        let length = length as u64;
        let many = common_multiple(multiple, length).min(until - from).min(self.work);
        let (mut own, values) = (Turning::of(&self.runs, last, from), self.runs.values());
        let differs = (0..many).find(|_| {
            let seen = left.iter_mut().fold(0, |seen, turning| seen | turning.next(values));
            own.next(values) != 1 << (seen.trailing_ones() & 63)
        });
        self.work -= differs.map_or(many, |differs| differs + 1);
        self.runs.extend(differs.map_or(until, |differs| from + differs));
        self.left = left;
        differs.is_none()
    }

    /// Computes values until they are seen to repeat, or up to `until`.
    fn compute(&mut self, until: u64, multiple: u64) {
        let from = self.runs.end();
        let before = self.near.last().map_or(0, |&most| most.min(from)) as usize;
        let mut row: Vec<Nimber> = Vec::with_capacity(2 * before + 64);
        let mut run = self.runs.run(from - before as u64);
        for heap in from - before as u64..from {
            run += usize::from(self.runs.end_of(run) <= heap);
            row.push(self.runs.value_in(run, heap));
        }
        let near = self.near.partition_point(|&amount| amount <= from);
        let most = usize::try_from(until - from).unwrap_or(usize::MAX).min(MOST_ROW);
        let multiple = usize::try_from(multiple).unwrap_or(usize::MAX);
        let mut look = (before.saturating_add(multiple)).saturating_mul(2).saturating_add(64).min(most);
        let values = self.runs.values();
        let period = loop {
            while row.len() < before + look {
                let mut seen = self.left.iter_mut().fold(0, |seen, turning| seen | turning.next(values));
                for &amount in &self.near[..near] {
                    seen |= 1 << (row[row.len() - amount as usize].0 & 63);
                }
                row.push(Nimber(seen.trailing_ones().into()));
            }
            let period = (1..)
                .map_while(|times: usize| times.checked_mul(multiple).filter(|period| period + before <= look))
                .find(|period| row[row.len() - before..] == row[row.len() - before - period..row.len() - period]);
            if period.is_some() || look == most {
                break period;
            }
            look = look.saturating_mul(2).min(most);
        };
        self.work = self.work.saturating_sub((before + look + look / multiple) as u64);
        let Some(period) = period else {
            self.runs.push(from + look as u64, &row[before..]);
            return;
        };
        let mut start = row.len() - period;
        while start > before && row[start - 1] == row[start - 1 + period] {
            start -= 1;
        }
        if start > before {
            self.runs.push(from + (start - before) as u64, &row[before..start]);
        }
        self.runs.push(until, primitive(&row[start..start + period]));
    }
}

/// The least common multiple, or the greatest number where that does not fit.
fn common_multiple(one: u64, other: u64) -> u64 {
    let (mut divisor, mut rest) = (one, other);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor).saturating_mul(other)
}

/// The shortest word that this one repeats.
fn primitive(word: &[Nimber]) -> &[Nimber] {
    let many = word.len();
    let divisor = (1..many).find(|&part| many.is_multiple_of(part) && word[part..] == word[..many - part]);
    &word[..divisor.unwrap_or(many)]
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use grundy_cert::{Answer, Claim, Solution, Verdict, check, read, write};
    use grundy_games::{Component, Query, Question};

    use super::*;

    /// The values by the definition.
    fn values(amounts: &[u64], end: usize) -> Vec<Nimber> {
        let mut values: Vec<Nimber> = Vec::new();
        for heap in 0..end {
            let left = |amount: &u64| values.get(heap.checked_sub(*amount as usize)?).copied();
            let left: Vec<Nimber> = amounts.iter().filter_map(left).collect();
            values.push((0..).map(Nimber).find(|value| !left.contains(value)).expect("finitely many"));
        }
        values
    }

    fn some_amounts(random: &mut Rng) -> Vec<u64> {
        let mut amounts: Vec<u64> = (0..random.usize(1..4)).map(|_| random.u64(1..30)).collect();
        for _ in 0..random.usize(0..5) {
            let bits = random.u32(3..12);
            amounts.push(random.u64(1..1 << bits));
        }
        amounts.sort_unstable();
        amounts.dedup();
        amounts
    }

    #[test]
    fn random_sets_have_the_values_of_the_definition_and_are_verified() {
        let mut random = Rng::with_seed(6);
        for _ in 0..400 {
            let amounts = some_amounts(&mut random);
            let last = random.u64(0..4000);
            let runs = search(&amounts, last, &mut Budget::new()).expect("no limit").expect("it does not give up");
            let wanted = values(&amounts, last as usize + 1);
            let found: Vec<Nimber> = (0..=last).map(|heap| runs.value(heap).expect("a value")).collect();
            assert_eq!(found, wanted, "{amounts:?}");
            let text = format!("take {{{}}}", amounts.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
            let rules = grundy_games::game(&text).expect("a game");
            let query = Query::new(&rules, vec![Component::Heap(last)], Question::Value);
            let claimed = |runs: Runs| Solution {
                answer: Answer::Value(runs.value(last).expect("a value")),
                claims: vec![Claim::Runs(runs.into())],
            };
            let verdict = |runs: Runs| check(&query, &claimed(runs), &mut || true);
            assert_eq!(verdict(runs.clone()), Ok(Verdict::Verified), "{amounts:?}");
            let certificate = write(&query, &claimed(runs.clone())).expect("it can be written");
            let (query, again) = read(&certificate, &|_| Err("no lists".into())).expect("it can be read");
            assert_eq!(check(&query, &again, &mut || true), Ok(Verdict::Verified), "{amounts:?}");
            // A value of a word is another one, and a run begins elsewhere.
            let words: Vec<(u64, Vec<Nimber>)> = runs.words().map(|(first, word)| (first, word.to_vec())).collect();
            for _ in 0..10 {
                let (mut wrong, run) = (words.clone(), random.usize(..words.len()));
                match random.bool() {
                    true => {
                        let at = random.usize(..wrong[run].1.len());
                        wrong[run].1[at].0 ^= [1, 2, 1 << 40][random.usize(..3)];
                    }
                    false => wrong[run].0 = wrong[run].0.saturating_add_signed(random.i64(-2..3)),
                }
                let Some(wrong) = Runs::of_words(wrong, runs.end()) else { continue };
                let same = (0..=last).all(|heap| wrong.value(heap) == runs.value(heap));
                assert_eq!(verdict(wrong).is_ok(), same, "{amounts:?}");
            }
        }
    }

    #[test]
    fn far_amounts_have_few_runs() {
        for (amounts, last, most) in [
            (&[1, 2, 999_999_999][..], 1_000_000_000, 8),
            (&[1, 2, 999_999_999], 1_000_000_000_000, 5_000),
            (&[3, 100, 10_000_000], 1_000_000_000, 1_000),
            (&[2, 700, 80_000_000], 1_000_000_000, 1_000),
            (&[40, 700, 900, 80_000_000], 1_000_000_000, 1_000),
        ] {
            let found = search(amounts, last, &mut Budget::new()).expect("no limit");
            let runs = found.unwrap_or_else(|| panic!("it gives up at {amounts:?}"));
            assert!(runs.count() <= most, "{amounts:?}: {}", runs.count());
            assert_eq!(runs.end(), last + 1);
        }
    }
}
