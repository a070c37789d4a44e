//! The search against a plain recursive definition, by one thread and by several.

use std::{
    collections::{BTreeSet, HashMap},
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use fastrand::Rng;
use grundy_core::{Fault, Game, Nimber, Outcome};

use super::{
    FactTable, alone, normal_form, outcomes,
    rule::{GrundyValues, MisereOutcomes, Whole},
    together, values, values_numbered,
};
use crate::support::budget::{Budget, Reason};

/// A game as a list: the options of each position, which are sums of any positions.
struct Listed(Vec<Vec<Vec<usize>>>);

impl Game for Listed {
    type Position = usize;

    fn options<E: From<Fault>>(
        &self,
        &position: &usize,
        mut visit: impl FnMut(&[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        let options = self.0.get(position).ok_or_else(|| Fault(format!("there is no position {position}")))?;
        options.iter().try_for_each(|option| visit(option))
    }
}

/// The same game with positions of 32 bits.
struct Short<'l>(&'l Listed);

impl Game for Short<'_> {
    type Position = u32;

    fn options<E: From<Fault>>(
        &self,
        &position: &u32,
        mut visit: impl FnMut(&[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.0.options(&(position as usize), |option| visit(&shorts(option)))
    }
}

fn shorts(positions: &[usize]) -> Vec<u32> {
    positions.iter().map(|&position| u32::try_from(position).expect("a short list")).collect()
}

impl Listed {
    /// Returns a game with this many positions; options are sums of up to three earlier ones.
    fn random(random: &mut Rng, positions: usize) -> Listed {
        let mut sum = |below: usize| {
            let parts = if below == 0 { 0 } else { random.usize(..4) };
            (0..parts).map(|_| random.usize(..below)).collect::<Vec<_>>()
        };
        let mut lists = Vec::new();
        for position in 0..positions {
            let count = sum(6).into_iter().sum::<usize>();
            lists.push((0..count).map(|_| sum(position)).collect());
        }
        Listed(lists)
    }

    /// The definition of the value.
    fn value(&self, position: usize, known: &mut HashMap<usize, u64>) -> u64 {
        if let Some(&value) = known.get(&position) {
            return value;
        }
        let options: BTreeSet<u64> = self.0[position]
            .iter()
            .map(|option| option.iter().map(|&part| self.value(part, known)).fold(0, |sum, value| sum ^ value))
            .collect();
        let value = (0..).find(|value| !options.contains(value)).expect("some value is missing");
        known.insert(position, value);
        value
    }

    /// The definition of misère play: whoever cannot move wins.
    fn next_wins(&self, sum: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
        if let Some(&wins) = known.get(sum) {
            return wins;
        }
        let mut options = Vec::new();
        for at in 0..sum.len() {
            for option in &self.0[sum[at]] {
                let mut after = [&sum[..at], &sum[at + 1..], option].concat();
                after.sort_unstable();
                options.push(after);
            }
        }
        let wins = options.is_empty() || options.iter().any(|option| !self.next_wins(option, known));
        known.insert(sum.to_vec(), wins);
        wins
    }
}

/// Nim: a heap of n has n options.
struct Nim;

impl Game for Nim {
    type Position = u64;

    fn options<E: From<Fault>>(&self, &heap: &u64, mut visit: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        (0..heap).rev().try_for_each(|rest| visit(&[rest]))
    }
}

/// A heap from which one is taken.
struct Chain;

impl Game for Chain {
    type Position = u64;

    fn options<E: From<Fault>>(&self, &heap: &u64, mut visit: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        if heap > 0 { visit(&[heap - 1]) } else { Ok(()) }
    }
}

fn threads(workers: usize) -> Budget {
    Budget::new().threads(NonZero::new(workers).expect("a number of workers"))
}

/// Returns the facts of a table, in order.
fn facts<P: Clone + Ord + std::hash::Hash, F: Copy + Ord>(table: &FactTable<P, F>) -> Vec<(P, F, u64)> {
    let mut facts: Vec<_> = table
        .parts()
        .into_iter()
        .flatten()
        .map(|(position, known)| (position.into_owned(), known.fact, known.rank))
        .collect();
    facts.sort_unstable();
    assert_eq!(facts.len(), table.len());
    facts
}

#[test]
fn values_are_those_of_the_definition_with_any_number_of_workers() {
    let mut random = Rng::with_seed(17);
    for round in 0..300 {
        let count = 1 + round % 40;
        let game = Listed::random(&mut random, count);
        let start = [random.usize(..count), count - 1, random.usize(..count)];
        let mut budget = Budget::new();
        let plain = values(&game, &start, |_| 0, &mut budget).expect("no limit");
        let mut known = HashMap::new();
        for position in start {
            game.value(position, &mut known);
        }
        for (&position, &value) in &known {
            assert_eq!(plain.get(&position).map(|known| known.fact), Some(Nimber(value)), "{position} in {:?}", game.0);
        }
        assert_eq!((plain.len(), budget.progress().positions), (known.len(), known.len() as u64));
        let array = values_numbered(&Short(&game), &shorts(&start), |_| 0, &mut Budget::new()).expect("no limit");
        let same = facts(&array).into_iter().map(|(position, value, rank)| (position as usize, value, rank));
        assert_eq!(same.collect::<Vec<_>>(), facts(&plain));
        for workers in [1, 2, 8] {
            let found = together::<_, GrundyValues>(&game, &start, &|_| 0, Duration::ZERO, &mut threads(workers));
            assert_eq!(facts(&found.expect("no limit")), facts(&plain), "{workers} workers");
        }
    }
}

#[test]
fn misere_outcomes_are_those_of_the_definition_with_any_number_of_workers() {
    let mut random = Rng::with_seed(18);
    for round in 0..200 {
        let count = 1 + round % 9;
        let game = Listed::random(&mut random, count);
        let sum: Vec<usize> = (0..random.usize(..4)).map(|_| random.usize(..count)).collect();
        let start = [normal_form(&game, &sum, |_| Ok::<(), Fault>(())).expect("no fault")];
        let plain = outcomes(&game, &start, |_| 0, &mut Budget::new()).expect("no limit");
        let mut known = HashMap::new();
        for (found, outcome, _) in facts(&plain) {
            let expected = if game.next_wins(&found, &mut known) { Outcome::N } else { Outcome::P };
            assert_eq!(outcome, expected, "{found:?} in {:?}", game.0);
        }
        let expected = if game.next_wins(&sum, &mut known) { Outcome::N } else { Outcome::P };
        for workers in [1, 2, 8] {
            let whole = Whole(&game);
            let found = together::<_, MisereOutcomes>(&whole, &start, &|_| 0, Duration::ZERO, &mut threads(workers));
            let found = found.expect("no limit").get(&start[0]).map(|known| known.fact);
            assert_eq!(found, Some(expected), "{sum:?} in {:?}", game.0);
        }
    }
}

#[test]
fn many_options_and_large_values_are_exact() {
    let table = values(&Nim, &[300], |_| 0, &mut Budget::new()).expect("no limit");
    for heap in 0..=300 {
        let known = table.get(&heap).expect("reachable");
        assert_eq!((known.fact, known.rank), (Nimber(heap), heap + 1));
    }
    assert_eq!(table.get(&301), None);
}

#[test]
fn a_play_may_be_long() {
    let mut budget = Budget::new();
    let table = values(&Chain, &[1_000_000], |_| 0, &mut budget).expect("no limit");
    assert_eq!(table.get(&1_000_000).map(|known| (known.fact, known.rank)), Some((Nimber(0), 1_000_001)));
    let large = outcomes(&Chain, &[vec![50_001]], |_| 0, &mut budget).expect("no limit");
    assert_eq!(large.get(&vec![50_001]).map(|known| known.fact), Some(Outcome::P));
}

/// The stacks of a heap of 1000 hold 499,500 options if every position keeps all of them.
#[test]
fn positions_are_expanded_again_when_memory_is_short() {
    struct Counted(AtomicU64);

    impl Game for Counted {
        type Position = u64;

        fn options<E: From<Fault>>(&self, &heap: &u64, visit: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
            self.0.fetch_add(1, Ordering::Relaxed);
            (0..heap).map(|rest| [rest]).try_for_each({
                let mut visit = visit;
                move |rest| visit(&rest)
            })
        }
    }

    let expansions = |bytes: u64| {
        let game = Counted(AtomicU64::new(0));
        let mut budget = Budget::new().bytes(bytes);
        let table = values(&game, &[1000], |_| 0, &mut budget).expect("enough memory");
        assert!((0..=1000).all(|heap| table.get(&heap).is_some_and(|known| known.fact == Nimber(heap))));
        assert!(budget.peak() <= bytes);
        game.0.into_inner()
    };
    assert_eq!(expansions(1 << 28), 1001, "one expansion a position");
    assert!(expansions(1 << 20) > 1001, "memory was short");
}

#[test]
fn memory_is_counted_and_given_back() {
    let mut random = Rng::with_seed(20);
    let game = Listed::random(&mut random, 3000);
    let start = [2999, 2998, 2997];
    let mut budget = Budget::new();
    let plain = values(&game, &start, |_| 100, &mut budget).expect("no limit");
    assert!(plain.len() > 1000, "{} positions", plain.len());
    assert!(budget.progress().bytes >= plain.len() as u64 * 116, "the table is held");
    assert!(budget.progress().bytes <= budget.peak());
    let needed = budget.peak();
    for workers in [1, 2, 8] {
        let weight = |_: &usize| 100;
        // The table of several threads has 256 maps, each of which counts up to 8 free slots.
        let most = needed + (1 << 18);
        let mut budget = threads(workers).bytes(most);
        let found = together::<_, GrundyValues>(&game, &start, &weight, Duration::ZERO, &mut budget);
        assert_eq!(facts(&found.expect("enough memory for one thread")), facts(&plain), "{workers} workers");
        assert_eq!(budget.most_bytes(), most);
        assert!(budget.progress().bytes <= most);
        let few =
            together::<_, GrundyValues>(&game, &start, &weight, Duration::ZERO, &mut threads(workers).bytes(10_000));
        assert_eq!(few.expect_err("too little").reason, Reason::Memory(10_000), "{workers} workers");
    }
}

#[test]
fn limits_end_every_worker() {
    for workers in [1, 2, 8] {
        let search = |mut budget: Budget| {
            together::<_, GrundyValues>(&Chain, &[100_000], &|_| 0, Duration::ZERO, &mut budget)
                .map(|table| table.len())
        };
        // Each position of the line is still to be solved when it is too long.
        let stopped = search(threads(workers).positions(5000)).expect_err("too many positions");
        assert_eq!((stopped.reason, stopped.progress.positions), (Reason::Positions(5000), 0));
        let fault = search(threads(workers).line(5000)).expect_err("too long a line").reason;
        assert!(
            matches!(&fault, Reason::Fault(Fault(text)) if text.contains("a play of 5000 moves is at the position 95000")),
            "{fault:?}"
        );
        assert_eq!(search(threads(workers).line(100_001)), Ok(100_001));
        assert_eq!(search(threads(workers).positions(100_001)), Ok(100_001));
        let flag = Arc::new(AtomicBool::new(true));
        assert_eq!(search(threads(workers).interrupt(flag)).expect_err("interrupted").reason, Reason::Interrupted);
        assert_eq!(search(threads(workers).time(Duration::ZERO)).expect_err("late").reason, Reason::Time);
    }
}

#[test]
fn a_repetition_is_a_fault_that_names_the_position() {
    // 7 to 6 to 5 and back to 7, reached after other positions; and a position that is its option.
    let mut lists: Vec<Vec<Vec<usize>>> = (0..5).map(|at| (0..at).map(|rest| vec![rest]).collect()).collect();
    lists.extend([vec![vec![7, 1]], vec![vec![2], vec![5, 5]], vec![vec![0], vec![6], vec![1]]]);
    lists.push(vec![vec![7], vec![3]]);
    lists.push(vec![vec![9]]);
    let game = Listed(lists);
    for (start, named) in [(8, 7), (5, 5), (9, 9)] {
        let fault = Reason::Fault(Fault(format!("the game need not end: the position {named} repeats")));
        let plain = alone::<_, GrundyValues>(&game, &[start], &|_| 0, &mut Budget::new());
        assert_eq!(plain.expect_err("a loop").reason, fault);
        for workers in [2, 8] {
            let found = together::<_, GrundyValues>(&game, &[start], &|_| 0, Duration::ZERO, &mut threads(workers));
            assert_eq!(found.expect_err("a loop").reason, fault, "{workers} workers");
        }
    }
    assert_eq!(values(&game, &[4], |_| 0, &mut Budget::new()).expect("no loop").len(), 5);
}

#[test]
fn faults_of_the_game_are_returned_whole() {
    let game = Listed(vec![vec![], vec![vec![0], vec![70]], vec![vec![1], vec![80]]]);
    for workers in [1, 2, 8] {
        let found = together::<_, GrundyValues>(&game, &[2], &|_| 0, Duration::ZERO, &mut threads(workers));
        let fault = Fault("there is no position 80".into());
        assert_eq!(found.expect_err("a fault").reason, Reason::Fault(fault), "{workers} workers");
    }
}

/// Play that never ends and never returns holds more and more memory.
#[test]
fn an_endless_play_without_a_repetition_ends_at_a_limit() {
    struct Growing;

    impl Game for Growing {
        type Position = u64;

        fn options<E: From<Fault>>(
            &self,
            &heap: &u64,
            mut visit: impl FnMut(&[u64]) -> Result<(), E>,
        ) -> Result<(), E> {
            visit(&[heap.wrapping_add(1)])
        }
    }

    for workers in [1, 2, 8] {
        let mut budget = threads(workers).bytes(1 << 20);
        let found = together::<_, GrundyValues>(&Growing, &[0], &|_| 0, Duration::ZERO, &mut budget);
        assert_eq!(found.expect_err("no end").reason, Reason::Memory(1 << 20), "{workers} workers");
    }
}
