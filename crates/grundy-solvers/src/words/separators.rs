//! Rows whose words are sums of runs of one letter: all other letters separate.
//!
//! A letter that the rules read only at the ends of left sides, and keep, separates words
//! ([`FactorGame::separators`]), as one that no left side has does. If all letters but one do, a
//! word is a sum of runs of that letter with a separator or nothing at each end, and the values of
//! these are tables by the length of the run, one for each pair of ends.
//!
//! Example, `"aa" -> "a", "bb" -> "a"`, where `a` separates:
//!
//! 1. `abbbaab` is the sum of `abbba`, `aa` and `ab`.
//! 2. The values of `aa`, `aba`, `abba`, `abbba` are 1, 0, 1, 0; `ab` has no moves.
//! 3. So the word has the value 0 xor 1 xor 0 = 1.
//!
//! Where the values of all kinds of runs repeat, a theorem proves them for ever ([`prove`]); where
//! they grow, automata that read the length of a run in binary.
//!
//! Cost: a cheap step for each run, kind and place of a move in it. Memory: four bytes for each run
//! and kind. Limits: normal play, and rules without anchors, runs of any length and letter
//! variables.

use std::{sync::Arc, time::Duration};

use grundy_cert::{Answer, BinaryRuns, Claim, Meaning, Separators, Solution};
use grundy_core::Nimber;
use grundy_games::{Component, Convention, FactorGame, Families, Query, Question, Rest, RowRules, Ruleset};

use crate::{
    heaps::binary,
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};

/// The solver: computes a table of runs for each pair of ends.
pub struct SeparatedRuns;

/// The longest run that the search for a period looks at.
const LONGEST_PROOF: usize = 1 << 14;

/// The runs that it looks at first.
const FIRST_PROOF: usize = 1 << 8;

/// The most time of the search for automata. Where they exist it takes some 30 ms.
const BINARY_TIME: Duration = Duration::from_secs(1);

/// The most kinds of runs for which automata are sought.
const MOST_KINDS: usize = 100;

impl Solver for SeparatedRuns {
    fn name(&self) -> &'static str {
        "separators"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (families, longest) = read(query)?;
        let (runs, kinds) = (longest as f64 + 1.0, families.kinds() as f64);
        let steps = families.moves.iter().map(|own| match own.rest {
            Rest::Both(..) => 10.0 + 1.5 * runs / 2.0,
            _ => 10.0,
        });
        Ok(Estimate {
            positions: runs * kinds,
            bytes: 8.0 * runs * kinds,
            nanoseconds: 1000.0 + runs * kinds * (20.0 + steps.sum::<f64>()),
        })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (families, longest) = accepted(read(query))?;
        let mut table = RunTable::new(&families);
        table.extend(longest + 1, budget)?;
        let claim = table.claim(None);
        let words = query.position.iter().filter_map(|term| match &term.component {
            Component::Row(word) => claim.value(word),
            _ => None,
        });
        let answer = Answer::Value(words.sum::<Nimber>());
        Ok(Solution { answer, claims: vec![Claim::Separators(Arc::new(claim))] })
    }
}

/// The families of the game, and the longest run of the words of the sum; refuses other queries.
fn read(query: &Query) -> Result<(Families, usize), Refusal> {
    let [Ruleset::Row(rules)] = &query.rulesets[..] else { return Err("only for one game on rows".into()) };
    let families = families(&query.rulesets[0], rules)?;
    let mut longest = 0;
    for term in &query.position {
        let Component::Row(word) = &term.component else { return Err("not every component is a row".into()) };
        Families::split(families.letter, &families.ends, word, |piece| longest = longest.max(piece.run));
    }
    Ok((families, longest))
}

/// The families of a game on rows.
fn families(ruleset: &Ruleset, rules: &RowRules) -> Result<Families, Refusal> {
    if rules.splits() {
        return Err("every move leaves factors of the word, which `interval` is for".into());
    }
    Ok(Families::of(&FactorGame::of(ruleset, &[], true)?)?)
}

/// Whether words of the game are sums of runs of one letter, and another letter is read by the
/// rules and separates: with one letter, a finite automaton is the better answer.
pub fn is_about(ruleset: &Ruleset) -> bool {
    let game = FactorGame::of(ruleset, &[], true).ok().filter(|_| matches!(ruleset, Ruleset::Row(_)));
    game.and_then(|game| Families::of(&game).ok()).is_some_and(|families| !families.ends.is_empty())
}

/// Searches for a common period of all kinds of runs, and returns the claim that it holds for ever;
/// where the values grow, for automata that read the length of a run in binary. `None` if neither
/// is found, with runs of up to 16384 letters, or the game has no such runs.
///
/// # Errors
/// The limit that was reached.
pub fn prove(ruleset: &Ruleset, budget: &mut Budget) -> Result<Option<Claim>, Stopped> {
    let Ruleset::Row(_) = ruleset else { return Ok(None) };
    let game = FactorGame::of(ruleset, &[], true);
    let Some(families) = game.ok().and_then(|game| Families::of(&game).ok()) else { return Ok(None) };
    let mut table = RunTable::new(&families);
    let mut end = FIRST_PROOF;
    while end <= LONGEST_PROOF {
        table.extend(end, budget)?;
        if let Some(repeat) = table.period(budget)? {
            return Ok(Some(Claim::Separators(Arc::new(table.claim(Some(repeat))))));
        }
        if end == FIRST_PROOF
            && table.grows()
            && let Some(found) = in_binary(&families, budget)?
        {
            return Ok(Some(Claim::BinaryRuns(Arc::new(found))));
        }
        end *= 2;
    }
    Ok(None)
}

/// Automata that read the length of a run in binary and give the value of every run.
fn in_binary(families: &Families, budget: &mut Budget) -> Result<Option<BinaryRuns>, Stopped> {
    if families.kinds() > MOST_KINDS {
        return Ok(None);
    }
    let Some(heaps) = families.heaps().map(Ruleset::Typed) else { return Ok(None) };
    let Families { letter, ends, .. } = families.clone();
    let found = budget.trial(BINARY_TIME, |budget| binary::relations(&heaps, &[Meaning::Values], budget))?;
    Ok(found.flatten().map(|binary| BinaryRuns { letter, ends, binary }))
}

/// The values of runs, by kind and length.
struct RunTable<'f> {
    families: &'f Families,
    values: Vec<Vec<u32>>,
    /// By value: the number of the run and kind that has an option of it. Its length is a power of
    /// two above all values, so that exclusive ors of values are indices.
    seen: Vec<u64>,
    /// The number of the current run and kind.
    current: u64,
}

impl RunTable<'_> {
    fn new(families: &Families) -> RunTable<'_> {
        RunTable { families, values: vec![Vec::new(); families.kinds()], seen: vec![0; 64], current: 0 }
    }

    /// Adds the values of the runs of less than `end` letters.
    fn extend(&mut self, end: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let many = self.families.ends.len() + 1;
        let first = self.values[0].len();
        budget.hold((end.saturating_sub(first) as u64).saturating_mul(8 * self.values.len() as u64))?;
        for run in first..end {
            for kind in 0..self.values.len() {
                let value = self.mex(kind / many, run, kind % many, budget)?;
                self.values[kind].push(value);
                let above = (value as usize + 1).next_power_of_two();
                if above > self.seen.len() {
                    budget.hold(8 * (above - self.seen.len()) as u64)?;
                    self.seen.resize(above, 0);
                }
            }
            budget.solved(self.values.len() as u64)?;
        }
        Ok(())
    }

    /// The value of a run between two ends, from those of shorter runs.
    fn mex(&mut self, left: usize, run: usize, right: usize, budget: &mut Budget) -> Result<u32, Stopped> {
        let RunTable { families, values, seen, current } = self;
        *current += 1;
        let column = |from: usize, to: usize| &values[families.kind(from, to)];
        for own in &families.moves {
            let Some(rest) = run.checked_sub(own.run).filter(|_| own.is_on(left, right)) else { continue };
            let fixed = own.fixed.iter().map(|piece| column(piece.left, piece.right)[piece.run]);
            let fixed = fixed.fold(0, |total, value| total ^ value);
            let one = match own.rest {
                Rest::Nothing if rest > 0 => continue,
                Rest::Nothing => 0,
                Rest::Joined(more) => column(left, right)[rest + more],
                Rest::Left(more, to) => column(left, to)[rest + more],
                Rest::Right(from, more) => column(from, right)[rest + more],
                Rest::Both((more_left, to), (from, more_right)) => {
                    budget.charge(u32::try_from(rest / 8).unwrap_or(u32::MAX).saturating_add(1))?;
                    let lefts = &column(left, to)[more_left..=more_left + rest];
                    let rights = &column(from, right)[more_right..=more_right + rest];
                    for (one, other) in lefts.iter().zip(rights.iter().rev()) {
                        seen[(one ^ other ^ fixed) as usize] = *current;
                    }
                    continue;
                }
            };
            seen[(one ^ fixed) as usize] = *current;
        }
        budget.tick()?;
        let mex = seen.iter().position(|&last| last != *current).unwrap_or(seen.len());
        Ok(u32::try_from(mex).expect("a value is at most the number of options, which were all visited"))
    }

    /// The least period that the values known so far prove, with the least run from which on they
    /// have it.
    fn period(&self, budget: &mut Budget) -> Result<Option<(usize, usize)>, Stopped> {
        let end = self.values[0].len();
        let same = |one: usize, other: usize| self.values.iter().all(|own| own[one] == own[other]);
        for period in 1..end {
            let mut first = end - period;
            while first > 0 && same(first - 1, first - 1 + period) {
                first -= 1;
            }
            budget.charge(u32::try_from(end - period - first).unwrap_or(u32::MAX).saturating_add(1))?;
            if Separators::window(self.families, first, period).is_some_and(|window| window <= end) {
                return Ok(Some((first, period)));
            }
        }
        Ok(None)
    }

    /// Whether the largest value seems to grow in proportion to the runs. The values of games like
    /// octal ones grow too, but far more slowly.
    fn grows(&self) -> bool {
        let end = self.values[0].len();
        let largest = |end: usize| self.values.iter().flat_map(|own| &own[..end]).map(|&value| value as usize).max();
        let (all, half) = (largest(end).unwrap_or(0), largest(end / 2).unwrap_or(0));
        all >= end / 8 && 3 * all >= 5 * half
    }

    /// The claim that words have these values, for ever if a period is given.
    fn claim(&self, repeat: Option<(usize, usize)>) -> Separators {
        let mut values = self.values.clone();
        if let Some((first, period)) = repeat {
            values.iter_mut().for_each(|own| own.truncate(first + period));
        }
        Separators { letter: self.families.letter, ends: self.families.ends.clone(), repeat, values }
    }
}
