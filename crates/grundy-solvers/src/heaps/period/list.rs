//! The values of one ruleset's heaps in a list, tested for a period that a theorem proves.
//!
//! What computes the next value follows from the shape of the rules ([`Engine`]). *Cost:* that of
//! the values, four bytes each, and a linear pass for each test.

use grundy_cert::{Period, Shape, Theorem, window_end};
use grundy_core::{Fault, Nimber};
use grundy_games::Ruleset;

use super::{
    breaking::BreakingValues,
    subtract::{AllButValues, Cycle, SubtractionValues},
    typed::TypedValues,
};
use crate::{
    heaps::sparse::{Sequence, SplitMoves},
    solver::Refusal,
    support::{
        budget::{Budget, Stopped},
        repeats::{Repeat, repeats},
    },
};

/// The search for the period of one ruleset by listing values. It can be stopped, inspected and
/// resumed.
pub struct ListSearch<'a> {
    /// The rules, by whose meaning values are computed where there is no faster way.
    ruleset: &'a Ruleset,
    /// The shape of the rules, which selects the theorem and the engine.
    shape: Shape,
    /// The number of kinds of heaps, 1 for plain heaps.
    kinds: usize,
    /// The values so far, those of one size next to each other.
    values: Vec<u32>,
    /// What computes the next values.
    engine: Engine<'a>,
    /// The number of sizes at which a period is tested next.
    next_test: usize,
    /// The repetition that the last test found; a conjecture.
    likely: Option<Repeat>,
}

/// How the values of the next size are computed.
enum Engine<'a> {
    Breaking(BreakingValues),
    Sparse(Box<Sequence>, SplitMoves),
    Typed(TypedValues<'a>),
    Subtraction(SubtractionValues),
    AllBut(AllButValues),
}

/// The first test for a period is at this many sizes; each later one when a quarter more are known.
const FIRST_TEST: usize = 64;

/// The last heap of any search, because sizes have 32 bits.
const LAST: u64 = u32::MAX as u64 - 1;

impl<'a> ListSearch<'a> {
    /// Returns the search for the period of the heaps of this ruleset; an error if no theorem is
    /// about them.
    pub fn new(ruleset: &'a Ruleset) -> Result<ListSearch<'a>, Refusal> {
        let shape = Shape::of(ruleset)?;
        let moves = if let Ruleset::Heap(rules) = ruleset { SplitMoves::of(rules) } else { None };
        let engine = match (&shape, ruleset, moves) {
            (Shape::System(_), Ruleset::Typed(rules), _) => Engine::Typed(TypedValues::new(rules)),
            (Shape::Breaking(_), _, Some(moves)) => Engine::Sparse(Box::new(Sequence::new(moves.clone())), moves),
            (Shape::Breaking(_) | Shape::System(_), ..) => Engine::Breaking(BreakingValues::new()),
            (Shape::Subtraction(amounts), ..) => Engine::Subtraction(SubtractionValues::new(amounts)),
            (Shape::AllBut(excluded), ..) => Engine::AllBut(AllButValues::new(excluded)),
        };
        let kinds = shape.kinds();
        Ok(ListSearch { ruleset, shape, kinds, values: Vec::new(), engine, next_test: FIRST_TEST, likely: None })
    }

    /// Returns a search that resumes from the values of the heaps 0, 1, 2, .. (of one kind). It
    /// assumes that these are correct. Returns an error if no theorem is about the ruleset, or if
    /// it has several kinds of heaps.
    pub fn resume(ruleset: &'a Ruleset, values: Vec<u32>) -> Result<ListSearch<'a>, Refusal> {
        let mut search = ListSearch::new(ruleset)?;
        if search.kinds != 1 {
            return Err("a search resumes only from values of one kind of heaps".into());
        }
        search.values = values;
        match (&mut search.engine, &search.shape) {
            (Engine::Breaking(breaking), Shape::Breaking(game)) => breaking.resume(game, &search.values),
            (Engine::Sparse(sequence, moves), _) => **sequence = resumed(moves, &search.values)?,
            (Engine::Subtraction(set), _) => set.resume(&search.values),
            (Engine::AllBut(set), _) => set.resume(&search.values),
            _ => {}
        }
        search.next_test = FIRST_TEST.max(search.values.len());
        Ok(search)
    }

    /// Continues until a period is proved or the values of all heaps below `end` are known. Returns
    /// the period, or `None` without one. Returns [`Stopped`] over a limit.
    pub fn run(&mut self, end: u64, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        while self.known() < end {
            if self.known() >= LAST {
                return Err(Fault(format!("a period is searched among the heaps up to {LAST}")).into());
            }
            self.make_room(budget)?;
            let cycle = self.push(end, budget)?;
            if let Some(cycle) = cycle {
                return self.period(cycle.start, cycle.period, u64::from(cycle.saltus), budget).map(Some);
            }
            if self.known() >= self.next_test as u64
                && let Some(found) = self.test(budget)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Appends the next values: the engines of sparse rules and of kinds a block, others one size.
    /// Returns the period that they prove, for subtraction sets; the other engines prove none on
    /// their own.
    fn push(&mut self, end: u64, budget: &mut Budget) -> Result<Option<Cycle>, Stopped> {
        let values = &mut self.values;
        let cycle = match (&mut self.engine, &self.shape) {
            (Engine::Sparse(sequence, moves), _) => {
                let limit = end.min(self.next_test as u64) as usize;
                let mut some = Vec::new();
                return match sequence.step(limit, budget) {
                    Ok(stretch) => {
                        sequence.append(stretch, &mut some);
                        budget.hold(4 * some.len().saturating_sub(values.capacity() - values.len()) as u64)?;
                        values.extend(some.into_iter().map(u32::from));
                        Ok(None)
                    }
                    Err(stopped) => {
                        // The values at the end of the sequence are not verified at this point.
                        **sequence = resumed(moves, values).map_err(|why| Fault(why.into()))?;
                        Err(stopped)
                    }
                };
            }
            (Engine::Breaking(breaking), Shape::Breaking(game)) if game.most_parts() <= 3 => {
                breaking.push(game, values, budget).map(|()| None)
            }
            (Engine::Breaking(breaking), _) => breaking.push_meant(self.ruleset, values, budget).map(|()| None),
            (Engine::Typed(typed), _) => {
                typed.extend(self.ruleset, end.min(self.next_test as u64), values, budget)?;
                return Ok(None);
            }
            (Engine::Subtraction(set), _) => set.push(values, budget),
            (Engine::AllBut(set), _) => set.push(values, budget),
        }?;
        budget.solved(self.kinds as u64)?;
        Ok(cycle)
    }

    /// Returns a period that the values so far prove, if there is one.
    ///
    /// One linear pass over the values finds the longest repeating suffix for each distance; for
    /// the least distance whose suffix is as long as the theorem requires (`window_end`), the
    /// period is proved. The memory of the pass is released at the end.
    fn test(&mut self, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        let known = self.known();
        self.next_test = known as usize + known as usize / 4;
        if matches!(self.shape, Shape::Subtraction(_) | Shape::AllBut(_)) {
            return Ok(None);
        }
        let bytes = (4 + 16 * u64::from(self.kinds > 1)) * known;
        budget.hold(bytes)?;
        let proved = |Repeat { start, period, .. }| {
            budget.tick()?;
            Ok::<bool, Stopped>(window_end(&self.shape, start, period).is_some_and(|end| end <= known))
        };
        let (found, likely) = if self.kinds == 1 {
            repeats(&self.values, proved)?
        } else {
            repeats(&self.values.chunks(self.kinds).collect::<Vec<_>>(), proved)?
        };
        self.likely = match likely {
            None => self.growing(budget)?,
            likely => likely,
        };
        let end = self.likely.and_then(|repeat| window_end(&self.shape, repeat.start, repeat.period));
        budget.set_goal(end.filter(|_| self.kinds == 1 && self.likely.is_some_and(|repeat| repeat.saltus == 0)));
        budget.release(bytes);
        match found {
            Some(Repeat { start, period, .. }) => self.period(start as usize, period as usize, 0, budget).map(Some),
            None => Ok(None),
        }
    }

    /// Returns a repetition with a saltus that occurs at least three times: moves that leave three
    /// heaps may have one.
    fn growing(&self, budget: &mut Budget) -> Result<Option<Repeat>, Stopped> {
        if !matches!(&self.shape, Shape::Breaking(game) if game.most_parts() > 2) {
            return Ok(None);
        }
        let steps: Vec<i64> = self.values.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
        let (_, likely) = repeats(&steps, |_| budget.tick().map(|()| false))?;
        Ok(likely.and_then(|repeat| self.grown(repeat)))
    }

    /// Returns a repetition of the differences as one of the values, which grow.
    fn grown(&self, repeat: Repeat) -> Option<Repeat> {
        let start = usize::try_from(repeat.start).ok()?;
        let end = start.checked_add(usize::try_from(repeat.period).ok()?)?;
        let saltus = u64::from(self.values.get(end)?.checked_sub(self.values[start])?);
        (saltus > 0).then_some(Repeat { saltus, ..repeat })
    }

    /// Returns the period with the values of its preperiod and of one period, as the claim lists
    /// them.
    fn period(&self, start: usize, period: usize, saltus: u64, budget: &mut Budget) -> Result<Period, Stopped> {
        let listed = &self.values[..(start + period) * self.kinds];
        budget.hold(size_of_val(listed) as u64 * 2)?;
        Ok(Period {
            theorem: Theorem::about(&self.shape),
            kinds: self.kinds,
            preperiod: start as u64,
            period: period as u64,
            saltus,
            values: listed.iter().map(|&value| Nimber(u64::from(value))).collect(),
            digest: None,
        })
    }

    /// Counts the memory of the values before the vector grows.
    fn make_room(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        if self.values.capacity() - self.values.len() < self.kinds {
            let more = self.values.len().max(1 << 10).max(self.kinds);
            budget.hold((more * size_of::<u32>()) as u64)?;
            self.values.reserve_exact(more);
        }
        Ok(())
    }

    /// Returns the number of heaps whose values are known: all heaps below this one.
    pub fn known(&self) -> u64 {
        (self.values.len() / self.kinds) as u64
    }

    /// Returns the values that are known, those of one size next to each other.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the repetition that the last test found most often, over half of the values and at
    /// least three times. It is a conjecture; nothing proves it.
    pub fn likely(&self) -> Option<Repeat> {
        self.likely
    }

    /// Returns the shape of the ruleset, as the period theorems distinguish them.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// Returns a sequence that resumes from these values.
fn resumed(moves: &SplitMoves, values: &[u32]) -> Result<Sequence, Refusal> {
    let values: Option<Vec<u16>> = values.iter().map(|&value| u16::try_from(value).ok()).collect();
    let values = values.ok_or("a value is over 65535")?;
    Ok(Sequence::resume(moves.clone(), values))
}
