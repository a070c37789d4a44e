//! The check of what a search has recorded, by [`Game::options`] alone: it shares no code with the
//! search.
//!
//! Each value must be the mex of the recorded values of the options, each outcome must follow from
//! the recorded outcomes of the options, and each fact that another one follows from must have a
//! lower rank. Then every fact is true, by induction on the ranks.
//!
//! Cost: one expansion per recorded position; a check of whole sums also looks for the first option
//! of every component that a move leaves.
//!
//! *Example.* The facts `0: value 0, rank 0`, `1: value 1, rank 1`, `2: value 2, rank 2` of the
//! game that takes one or two counters are right: the options of 2 are 1 and 0, of lower ranks, and
//! the mex of {1, 0} is 2. With the rank of 1 above that of 2 the check would refuse the fact about
//! 2.
//!
//! *Limits.* The check believes the game: one whose options differ from call to call is refused or
//! accepted by chance.

use std::{
    borrow::Cow,
    fmt,
    hash::Hash,
    num::NonZero,
    panic, slice,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use grundy_cert::{Flaw, Verdict};
use grundy_core::{Fault, Game, MexSet, Nimber, Outcome};
use grundy_solvers::{
    search::positions::{FactTable, Ranked, normal_form},
    support::threads::available,
};

/// Number of options and positions between two looks at the limits.
const STRIDE: u32 = 256;

/// Fewer facts than this are checked by one thread.
const FEW: usize = 10_000;

/// Time between two looks at the limits while the calling thread waits for the others.
const POLL: Duration = Duration::from_millis(5);

/// Why the check of a position ends early.
pub(super) enum CheckHalt {
    /// The fact does not follow.
    Flaw(Flaw),
    /// A limit is reached.
    Limit,
    /// The fact follows from the options so far.
    Enough,
}

impl From<Fault> for CheckHalt {
    fn from(fault: Fault) -> CheckHalt {
        CheckHalt::Flaw(Flaw::Fault(fault))
    }
}

/// Looks at the limits from time to time.
pub(super) struct Limit<'l> {
    /// The steps since the caller was last asked.
    steps: u32,
    /// Returns whether there is time left.
    go_on: &'l mut dyn FnMut() -> bool,
}

impl Limit<'_> {
    /// Counts a step.
    fn tick(&mut self) -> Result<(), CheckHalt> {
        self.charge(1)
    }

    /// Counts steps; asks whether to go on after every 256.
    fn charge(&mut self, steps: u32) -> Result<(), CheckHalt> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < STRIDE {
            return Ok(());
        }
        self.steps = 0;
        if (self.go_on)() { Ok(()) } else { Err(CheckHalt::Limit) }
    }
}

/// The check of one recorded fact.
pub(super) trait FactCheck<P, F> {
    /// Whether the fact about this position follows from those about its options.
    ///
    /// # Errors
    /// Why it does not, or a limit.
    fn follows(
        &self,
        position: &P,
        recorded: Ranked<F>,
        seen: &mut MexSet,
        limit: &mut Limit<'_>,
    ) -> Result<bool, CheckHalt>;
}

/// The check of values.
///
/// The value of an option is the exclusive or of the values of its parts.
pub(super) struct ValueCheck<'c, G: Game> {
    /// The game, whose options the check asks for anew.
    pub(super) game: &'c G,
    /// The values that are checked.
    pub(super) table: &'c FactTable<G::Position, Nimber>,
}

impl<G: Game> FactCheck<G::Position, Nimber> for ValueCheck<'_, G> {
    fn follows(
        &self,
        position: &G::Position,
        recorded: Ranked<Nimber>,
        seen: &mut MexSet,
        limit: &mut Limit<'_>,
    ) -> Result<bool, CheckHalt> {
        seen.clear();
        let mut lower = true;
        self.game
            .walk(position, |step| {
                let Some(option) = step.option(|steps| limit.charge(steps))? else { return Ok(()) };
                limit.tick()?;
                let mut value = Nimber::ZERO;
                for part in option {
                    match self.table.get(part) {
                        Some(known) if known.rank < recorded.rank => value = value + known.fact,
                        _ => {
                            lower = false;
                            return Err(CheckHalt::Enough);
                        }
                    }
                }
                seen.insert(value);
                Ok(())
            })
            .or_else(enough)?;
        Ok(lower && seen.mex() == recorded.fact)
    }
}

/// The check of outcomes of whole sums in misère play.
///
/// The keys of the table are sums in normal form: sorted, without components that have no moves.
pub(super) struct OutcomeCheck<'c, G: Game> {
    /// The game, whose options the check asks for anew.
    pub(super) game: &'c G,
    /// The outcomes that are checked.
    pub(super) table: &'c FactTable<Vec<G::Position>, Outcome>,
}

impl<G: Game> FactCheck<Vec<G::Position>, Outcome> for OutcomeCheck<'_, G> {
    fn follows(
        &self,
        sum: &Vec<G::Position>,
        recorded: Ranked<Outcome>,
        _: &mut MexSet,
        limit: &mut Limit<'_>,
    ) -> Result<bool, CheckHalt> {
        let mut is_over = true;
        // Whether an option has outcome P, and whether all have outcome N.
        let (mut wins, mut loses) = (false, true);
        for (at, component) in sum.iter().enumerate() {
            let walked = self.game.walk(component, |step| {
                let Some(option) = step.option(|steps| limit.charge(steps))? else { return Ok(()) };
                limit.tick()?;
                is_over = false;
                let mut result: Vec<G::Position> = Vec::new();
                for part in option {
                    if !normal_form(self.game, slice::from_ref(part), |steps| limit.charge(steps))?.is_empty() {
                        result.push(part.clone());
                    }
                }
                result.extend(sum.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, rest)| rest.clone()));
                result.sort();
                let known = self.table.get(&result).filter(|known| known.rank < recorded.rank);
                loses = loses && known.is_some_and(|known| known.fact == Outcome::N);
                wins = wins || known.is_some_and(|known| known.fact == Outcome::P);
                if wins || (recorded.fact == Outcome::P && !loses) { Err(CheckHalt::Enough) } else { Ok(()) }
            });
            walked.or_else(enough)?;
        }
        Ok(match recorded.fact {
            Outcome::N => is_over || wins,
            Outcome::P => !is_over && loses,
        })
    }
}

/// A walk that has seen enough is a walk that has ended.
fn enough(halt: CheckHalt) -> Result<(), CheckHalt> {
    match halt {
        CheckHalt::Enough => Ok(()),
        halt => Err(halt),
    }
}

/// Checks every fact with one thread.
///
/// # Errors
/// The first fact that does not follow.
pub(super) fn alone<P: Clone + Eq + Hash + fmt::Debug, F: Copy>(
    check: &impl FactCheck<P, F>,
    table: &FactTable<P, F>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Verdict, Flaw> {
    let mut limit = Limit { steps: 0, go_on };
    table
        .parts()
        .into_iter()
        .try_for_each(|part| part_follows(check, part, &mut limit))
        .map_or_else(verdict, |()| Ok(Verdict::Verified))
}

/// Checks every fact with several threads.
///
/// The calling thread asks `go_on`, also while it waits for the others: it may run out of parts
/// long before they do.
///
/// A table of few facts, and a single thread, are checked by [`alone`]. Threads take parts of the
/// table in turn; the first halt ends all.
///
/// # Errors
/// As [`alone`]; a flaw is reported also if other threads were stopped because of it.
pub(super) fn together<P: Clone + Eq + Hash + fmt::Debug + Send + Sync, F: Copy + Send + Sync>(
    check: &(impl FactCheck<P, F> + Sync),
    table: &FactTable<P, F>,
    threads: Option<NonZero<usize>>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Verdict, Flaw> {
    let threads = available(threads);
    let parts: Vec<_> = table.parts().into_iter().map(|part| Mutex::new(Some(part))).collect();
    let helpers = if table.len() < FEW { 0 } else { threads.min(parts.len()) - 1 };
    if helpers == 0 {
        return alone(check, table, go_on);
    }
    if !go_on() {
        return verdict(CheckHalt::Limit);
    }
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let share = |go_on: &mut dyn FnMut() -> bool| {
        let mut limit = Limit { steps: 0, go_on };
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Err(halt) = part.into_iter().try_for_each(|part| part_follows(check, part, &mut limit)) {
                stop.store(true, Ordering::Relaxed);
                return Err(halt);
            }
        }
        Ok(())
    };
    let go_on_alone = || !stop.load(Ordering::Relaxed);
    let ends: Vec<Result<(), CheckHalt>> = thread::scope(|scope| {
        let share = &share;
        let others: Vec<_> = (0..helpers).map(|_| scope.spawn(move || share(&mut { go_on_alone }))).collect();
        let end = share(&mut || go_on_alone() && go_on());
        while !others.iter().all(thread::ScopedJoinHandle::is_finished) {
            if !go_on() {
                stop.store(true, Ordering::Relaxed);
            }
            thread::park_timeout(POLL);
        }
        let join =
            |other: thread::ScopedJoinHandle<'_, _>| other.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        [end].into_iter().chain(others.into_iter().map(join)).collect()
    });
    let mut halts: Vec<CheckHalt> = ends.into_iter().filter_map(Result::err).collect();
    // A flaw is the result, whether or not other workers were stopped because of it.
    halts.sort_by_key(|halt| !matches!(halt, CheckHalt::Flaw(_)));
    halts.into_iter().next().map_or(Ok(Verdict::Verified), verdict)
}

/// Checks the facts of one part of a table.
fn part_follows<'p, P: Clone + fmt::Debug + 'p, F>(
    check: &impl FactCheck<P, F>,
    mut part: impl Iterator<Item = (Cow<'p, P>, Ranked<F>)>,
    limit: &mut Limit<'_>,
) -> Result<(), CheckHalt> {
    let mut seen = MexSet::new();
    part.try_for_each(|(position, recorded)| {
        limit.tick()?;
        match check.follows(&position, recorded, &mut seen, limit)? {
            true => Ok(()),
            false => Err(CheckHalt::Flaw(Flaw::WrongFact(format!("{position:?}")))),
        }
    })
}

/// A limit leaves the facts unverified; a flaw refuses them.
fn verdict(halt: CheckHalt) -> Result<Verdict, Flaw> {
    match halt {
        CheckHalt::Flaw(flaw) => Err(flaw),
        CheckHalt::Limit | CheckHalt::Enough => Ok(Verdict::Unverified),
    }
}

#[cfg(test)]
mod tests {
    use grundy_solvers::{Budget, search::positions};

    use super::*;

    /// Nim with a split of a heap of 6 into 3 and 2.
    struct Split;

    impl Game for Split {
        type Position = u64;

        fn options<E: From<Fault>>(
            &self,
            &heap: &u64,
            mut visit: impl FnMut(&[u64]) -> Result<(), E>,
        ) -> Result<(), E> {
            (0..heap).try_for_each(|rest| visit(&[rest]))?;
            if heap == 6 { visit(&[3, 2]) } else { Ok(()) }
        }
    }

    fn altered<P: Clone + Eq + Hash, F: Copy>(
        table: &FactTable<P, F>,
        change: impl Fn(&P, Ranked<F>) -> Option<Ranked<F>>,
    ) -> FactTable<P, F> {
        let facts = table.parts().into_iter().flatten();
        facts.filter_map(|(position, known)| Some((position.clone().into_owned(), change(&position, known)?))).collect()
    }

    fn values_verdict(table: &FactTable<u64, Nimber>) -> Result<Verdict, Flaw> {
        let check = ValueCheck { game: &Split, table };
        let verdict = alone(&check, table, &mut || true);
        assert_eq!(together(&check, table, NonZero::new(2), &mut || true).is_ok(), verdict.is_ok());
        verdict
    }

    fn outcomes_verdict(table: &FactTable<Vec<u64>, Outcome>) -> Result<Verdict, Flaw> {
        alone(&OutcomeCheck { game: &Split, table }, table, &mut || true)
    }

    #[test]
    fn every_altered_value_is_refused() {
        let table = positions::values(&Split, &[8], |_| 0, &mut Budget::new()).expect("no limit");
        assert_eq!(values_verdict(&table), Ok(Verdict::Verified));
        for heap in 0..=8 {
            let only = |at: &u64, known: Ranked<Nimber>, fact: u64, rank: u64| match *at == heap {
                true => Some(Ranked { fact: Nimber(fact), rank }),
                false => Some(known),
            };
            for wrong in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 300] {
                let known = table.get(&heap).expect("recorded");
                if known.fact != Nimber(wrong) {
                    let wrong = altered(&table, |at, fact| only(at, fact, wrong, known.rank));
                    assert!(matches!(values_verdict(&wrong), Err(Flaw::WrongFact(_))), "{heap}");
                }
                if wrong < known.rank && heap > 0 {
                    let wrong = altered(&table, |at, fact| only(at, fact, known.fact.0, wrong));
                    assert!(matches!(values_verdict(&wrong), Err(Flaw::WrongFact(_))), "{heap} with a low rank");
                }
            }
            let less = altered(&table, |at, fact| (*at != heap).then_some(fact));
            assert_eq!(values_verdict(&less).is_ok(), heap == 8, "without {heap}");
        }
    }

    #[test]
    fn every_altered_outcome_is_refused() {
        let start = [vec![1, 2, 6], vec![2, 2]];
        let table = positions::outcomes(&Split, &start, |_| 0, &mut Budget::new()).expect("no limit");
        assert_eq!(outcomes_verdict(&table), Ok(Verdict::Verified));
        for (sum, known) in table.parts().into_iter().flatten() {
            let other = if known.fact == Outcome::N { Outcome::P } else { Outcome::N };
            let wrong =
                altered(&table, |at, fact| Some(if *at == *sum { Ranked { fact: other, ..fact } } else { fact }));
            assert!(matches!(outcomes_verdict(&wrong), Err(Flaw::WrongFact(_))), "{sum:?}");
        }
    }

    /// Two positions that are each other's option, with values that agree with the options.
    #[test]
    fn values_that_follow_from_each_other_are_refused() {
        struct Circle;

        impl Game for Circle {
            type Position = u64;

            fn options<E: From<Fault>>(
                &self,
                &place: &u64,
                mut visit: impl FnMut(&[u64]) -> Result<(), E>,
            ) -> Result<(), E> {
                visit(&[1 - place])
            }
        }

        for ranks in [[1, 2], [2, 1], [1, 1]] {
            let table: FactTable<u64, Nimber> =
                (0..2).map(|place| (place, Ranked { fact: Nimber(place), rank: ranks[place as usize] })).collect();
            let verdict = alone(&ValueCheck { game: &Circle, table: &table }, &table, &mut || true);
            assert!(matches!(verdict, Err(Flaw::WrongFact(_))), "{ranks:?}");
        }
    }

    #[test]
    fn several_threads_check_a_large_table_and_stop() {
        struct Chain;

        impl Game for Chain {
            type Position = u64;

            fn options<E: From<Fault>>(
                &self,
                &heap: &u64,
                mut visit: impl FnMut(&[u64]) -> Result<(), E>,
            ) -> Result<(), E> {
                if heap > 0 { visit(&[heap - 1]) } else { Ok(()) }
            }
        }

        let mut budget = Budget::new().threads(NonZero::new(2).expect("two"));
        let table = positions::values_parallel(&Chain, &[200_000], |_| 0, &mut budget).expect("no limit");
        let wrong =
            altered(&table, |&at, fact| Some(if at == 77_777 { Ranked { fact: Nimber(5), ..fact } } else { fact }));
        for threads in [1, 2, 8] {
            let verdict = |table: &FactTable<u64, Nimber>, go_on: &mut dyn FnMut() -> bool| {
                together(&ValueCheck { game: &Chain, table }, table, NonZero::new(threads), go_on)
            };
            assert_eq!(verdict(&table, &mut || true), Ok(Verdict::Verified), "{threads} threads");
            assert_eq!(verdict(&table, &mut || false), Ok(Verdict::Unverified), "{threads} threads");
            assert!(matches!(verdict(&wrong, &mut || true), Err(Flaw::WrongFact(_))), "{threads} threads");
        }
    }
    #[test]
    fn a_caller_without_parts_still_asks_for_the_limits() {
        /// Nim by ones, where one heap lists its option without end.
        struct Endless;

        impl Game for Endless {
            type Position = u64;

            fn options<E: From<Fault>>(
                &self,
                &heap: &u64,
                mut visit: impl FnMut(&[u64]) -> Result<(), E>,
            ) -> Result<(), E> {
                if heap == 7_777 {
                    loop {
                        visit(&[heap - 1])?;
                    }
                }
                if heap > 0 { visit(&[heap - 1]) } else { Ok(()) }
            }
        }

        let table: FactTable<u64, Nimber> =
            (0..20_000).map(|heap| (heap, Ranked { fact: Nimber(heap % 2), rank: heap })).collect();
        let mut asked = 0;
        let mut go_on = || {
            asked += 1;
            asked < 100
        };
        let check = ValueCheck { game: &Endless, table: &table };
        assert_eq!(together(&check, &table, NonZero::new(2), &mut go_on), Ok(Verdict::Unverified));
    }
}
