//! Games in code through the front door: answers, moves, reasons, limits and faults, against plain
//! recursive definitions.

use std::{
    cell::Cell,
    collections::{BTreeSet, HashMap},
    num::NonZero,
    rc::Rc,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use grundy::{
    Convention, Doubt, Error, Event, Fault, Game, Host, Limits, Nimber, Outcome, Run, Status,
    own::{GameSolved, Keyed, Keys},
    solvers::Reason,
};

/// A game as a list: the options of each position, which are sums of any positions.
#[derive(Debug)]
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

impl Listed {
    /// A game in which options are sums of up to two earlier positions.
    fn random(random: &mut fastrand::Rng, positions: usize) -> Listed {
        let mut below = |bound: usize| random.usize(..bound);
        let mut lists = Vec::new();
        for position in 0..positions {
            let mut options = Vec::new();
            for _ in 0..below(5) {
                let parts = if position == 0 { 0 } else { below(3) };
                options.push((0..parts).map(|_| below(position)).collect());
            }
            lists.push(options);
        }
        Listed(lists)
    }

    fn value(&self, sum: &[usize]) -> u64 {
        sum.iter()
            .map(|&position| {
                let options: BTreeSet<u64> = self.0[position].iter().map(|option| self.value(option)).collect();
                (0..).find(|value| !options.contains(value)).expect("some value is missing")
            })
            .fold(0, |sum, value| sum ^ value)
    }

    /// What each distinct move leaves: the component, the rest of it, and the whole sum.
    fn moves(&self, sum: &[usize]) -> Vec<(usize, Vec<usize>, Vec<usize>)> {
        let (mut moves, mut seen) = (Vec::new(), BTreeSet::new());
        for (at, &position) in sum.iter().enumerate() {
            for option in &self.0[position] {
                let mut sorted = option.clone();
                sorted.sort_unstable();
                if seen.insert((position, sorted)) {
                    moves.push((at, option.clone(), [&sum[..at], &sum[at + 1..], option].concat()));
                }
            }
        }
        moves
    }

    /// Misère play: whoever cannot move wins.
    fn misere(&self, sum: &[usize], known: &mut HashMap<Vec<usize>, Outcome>) -> Outcome {
        let mut sorted = sum.to_vec();
        sorted.sort_unstable();
        if let Some(&outcome) = known.get(&sorted) {
            return outcome;
        }
        let moves = self.moves(&sorted);
        let wins = moves.is_empty() || moves.iter().any(|(_, _, after)| self.misere(after, known) == Outcome::P);
        let outcome = if wins { Outcome::N } else { Outcome::P };
        known.insert(sorted, outcome);
        outcome
    }
}

/// Nim with one heap.
struct Nim;

impl Game for Nim {
    type Position = u64;

    fn options<E: From<Fault>>(&self, &heap: &u64, mut visit: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        (0..heap).try_for_each(|rest| visit(&[rest]))
    }
}

fn run() -> Run {
    Run::new(Limits::default())
}

fn with_threads(threads: usize) -> Run {
    Run::new(Limits { threads: NonZero::new(threads), ..Limits::default() })
}

/// Everything that an answer holds, except for what the work took.
fn text(solved: &GameSolved<usize>) -> String {
    let (value, outcome, status) = (solved.value(), solved.outcome(), solved.status());
    format!("{value:?} {:?} {outcome} {status:?} {:?}\n{}", solved.values(), solved.moves(), solved.explanation())
}

#[test]
fn answers_and_moves_are_those_of_the_definition() {
    let mut random = fastrand::Rng::with_seed(5);
    for round in 0..300 {
        let count = 1 + round % 10;
        let game = Listed::random(&mut random, count);
        let sum: Vec<usize> = (0..round % 4).map(|part| (round / 4 + part * 7) % count).collect();
        let mut known = HashMap::new();
        for convention in [Convention::Normal, Convention::Misere] {
            let solved = run().solve_game(&game, &sum, convention).expect("no limit");
            let outcome = |sum: &[usize], known: &mut _| match convention {
                Convention::Normal => Nimber(game.value(sum)).outcome(),
                Convention::Misere => game.misere(sum, known),
            };
            let is_normal = convention == Convention::Normal;
            assert_eq!(solved.value(), is_normal.then(|| Nimber(game.value(&sum))), "{sum:?} in {game:?}");
            assert_eq!(solved.outcome(), outcome(&sum, &mut known), "{sum:?} in {game:?}");
            assert_eq!(solved.status(), Status::Proved);
            let mut expected: Vec<_> = game
                .moves(&sum)
                .into_iter()
                .map(|(at, to, after)| {
                    (at, to, is_normal.then(|| Nimber(game.value(&after))), outcome(&after, &mut known))
                })
                .collect();
            expected.sort_by_key(|(_, _, _, outcome)| *outcome == Outcome::N);
            let moves = solved.moves();
            let found: Vec<_> =
                moves.iter().map(|made| (made.component, made.to.to_vec(), made.value, made.outcome)).collect();
            assert_eq!(found, expected, "{sum:?} in {game:?}");
            assert!(moves.iter().all(|made| sum[made.component] == *made.from));
            assert_eq!(solved.winning_moves().next().is_some(), !moves.is_empty() && solved.outcome() == Outcome::N);
            for threads in [1, 2, 8] {
                let again = with_threads(threads).solve_game_parallel(&game, &sum, convention).expect("no limit");
                assert_eq!(text(&again), text(&solved), "{threads} threads");
            }
        }
    }
}

/// The same game with positions of 32 bits.
struct Short(Listed);

impl Game for Short {
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

#[test]
fn positions_that_are_numbers_have_the_same_answers() {
    let mut random = fastrand::Rng::with_seed(21);
    let text = |solved: &GameSolved<u32>| format!("{:?} {:?} {}", solved.value(), solved.moves(), solved.explanation());
    for round in 0..100 {
        let game = Short(Listed::random(&mut random, 1 + round % 12));
        let sum: Vec<u32> = (0..3).map(|at| (at * 5) % (1 + round as u32 % 12)).collect();
        for convention in [Convention::Normal, Convention::Misere] {
            let run = run();
            let plain = run.solve_game(&game, &sum, convention).expect("no limit");
            let solved = run.game(&game).solve_numbered(&sum, convention).expect("no limit");
            assert_eq!(solved.status(), Status::Proved);
            assert_eq!((text(&solved), solved.outcome()), (text(&plain), plain.outcome()));
            assert_eq!(solved.stats().stored, plain.stats().stored);
        }
        let plain = run().game(&game).values(&sum).expect("no limit");
        let found = run().game(&game).values_numbered(&sum).expect("no limit");
        assert_eq!((found.values(), found.status()), (plain.values(), Status::Proved));
    }
}

#[test]
fn a_reason_is_mex_inside_components_and_xor_between_them() {
    let game = Listed(vec![vec![], vec![vec![0]], vec![vec![1], vec![1, 1], vec![]]]);
    let solved = run().solve_game(&game, &[2, 1, 2], Convention::Normal).expect("no limit");
    let expected = "2 has value mex {0, 1} = *2\n  [1]: *1\n  [1, 1]: *1 + *1 = *0\n  []: *0\n\
                    1 has value mex {0} = *1\n  [0]: *0\n\
                    2 has value *2, as above\n\
                    the sum has value *2 + *1 + *2 = *1, so its outcome is N";
    assert_eq!(solved.explanation().to_string(), expected);
    let misere = run().solve_game(&game, &[2], Convention::Misere).expect("no limit");
    let expected = "2 to [1]: outcome P\n2 to [1, 1]: outcome N\n2 to []: outcome N\n\
                    a move leaves outcome P, so the outcome is N";
    assert_eq!(misere.explanation().to_string(), expected);
}

#[test]
fn the_empty_sum_has_an_answer() {
    let normal = run().solve_game(&Nim, &[], Convention::Normal).expect("no limit");
    assert_eq!((normal.value(), normal.outcome(), normal.status()), (Some(Nimber(0)), Outcome::P, Status::Proved));
    let misere = run().solve_game(&Nim, &[], Convention::Misere).expect("no limit");
    assert_eq!((misere.value(), misere.outcome(), misere.status()), (None, Outcome::N, Status::Proved));
    assert!(normal.moves().is_empty() && misere.moves().is_empty());
    assert_eq!(normal.explanation().to_string(), "the empty sum has value *0, so its outcome is P");
    assert!(run().game(&Nim).values(&[]).expect("no limit").values().is_empty());
}

#[test]
fn large_values_and_many_options_are_exact() {
    let solved = run().solve_game(&Nim, &[300, 1000, 300], Convention::Normal).expect("no limit");
    assert_eq!((solved.value(), solved.values()), (Some(Nimber(1000)), &[Nimber(300), Nimber(1000), Nimber(300)][..]));
    assert_eq!(solved.moves().len(), 1300);
    assert_eq!(solved.value_of(&257), Some(Nimber(257)));
    assert_eq!(solved.value_of(&1001), None);
    let values = run().game(&Nim).values_parallel(&[300, 2, 300]).expect("no limit");
    assert_eq!(values.values(), [300, 2, 300].map(Nimber));
    assert_eq!((values.positions(), values.status()), (&[300, 2, 300][..], Status::Proved));
    assert_eq!(values.stats().stored, Some(301));
}

#[test]
fn a_play_without_end_is_an_error_that_names_the_position() {
    let game = Listed(vec![vec![], vec![vec![0], vec![2]], vec![vec![3, 0]], vec![vec![1]]]);
    for convention in [Convention::Normal, Convention::Misere] {
        let error = run().solve_game(&game, &[1], convention).expect_err("a loop");
        // Misère play begins with the sums after one move.
        let named = if convention == Convention::Normal { "1" } else { "[2]" };
        assert_eq!(error.to_string(), format!("the game need not end: the position {named} repeats"));
        assert_eq!(error.code(), "fault");
        let again = with_threads(2).solve_game_parallel(&game, &[1], convention).expect_err("a loop");
        assert_eq!(again.to_string(), error.to_string());
    }
}

#[test]
fn a_fault_of_the_game_reaches_the_caller_whole() {
    let game = Listed(vec![vec![], vec![vec![0], vec![9]]]);
    for convention in [Convention::Normal, Convention::Misere] {
        match run().solve_game(&game, &[0, 1], convention) {
            Err(Error::Stopped(stopped)) => {
                assert_eq!(stopped.reason, Reason::Fault(Fault("there is no position 9".into())));
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Nim with positions that cannot be shared between threads.
struct Local;

impl Game for Local {
    type Position = Rc<u64>;

    fn options<E: From<Fault>>(
        &self,
        heap: &Rc<u64>,
        mut visit: impl FnMut(&[Rc<u64>]) -> Result<(), E>,
    ) -> Result<(), E> {
        (0..**heap).try_for_each(|rest| visit(&[Rc::new(rest)]))
    }
}

#[test]
fn one_thread_needs_no_shared_positions() {
    let solved = run().solve_game(&Local, &[Rc::new(20)], Convention::Normal).expect("no limit");
    assert_eq!((solved.clone().value(), solved.status()), (Some(Nimber(20)), Status::Proved));
    assert!(format!("{solved:?}").contains("Proved"));
}

/// Nim in which the heap of 5 loses an option when it has been expanded twice.
struct Changing(Cell<u64>);

impl Game for Changing {
    type Position = u64;

    fn options<E: From<Fault>>(&self, &heap: &u64, mut visit: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        if heap == 5 {
            self.0.set(self.0.get() + 1);
        }
        let least = if heap == 5 && self.0.get() > 2 { 1 } else { 0 };
        (least..heap).try_for_each(|rest| visit(&[rest]))
    }
}

/// The search and the list of moves expand the heap once each, so the check is the first to see it.
#[test]
fn the_check_looks_at_the_game_again() {
    let error = run().solve_game(&Changing(Cell::new(0)), &[5], Convention::Normal).expect_err("refused");
    assert_eq!(error.code(), "check");
    let text = error.to_string();
    assert!(text.ends_with("what is recorded for 5 does not follow from its options"), "{text}");
}

#[test]
fn a_cautious_search_ends_a_play_without_end() {
    /// A heap grows by one with every move.
    struct Growing;

    impl Game for Growing {
        type Position = u64;

        fn options<E: From<Fault>>(
            &self,
            &heap: &u64,
            mut visit: impl FnMut(&[u64]) -> Result<(), E>,
        ) -> Result<(), E> {
            visit(&[heap + 1])
        }
    }

    let ends = |limits: Limits| match Run::new(limits).game(&Growing).cautious().solve(&[7], Convention::Normal) {
        Err(Error::Stopped(stopped)) => stopped.reason,
        other => panic!("{:?}", other.map(|solved| solved.value())),
    };
    let text = match ends(Limits::default()) {
        Reason::Fault(Fault(text)) => text,
        other => panic!("{other:?}"),
    };
    let wanted = "a play of 4194304 moves is at the position 4194311; if it ends later, set a limit on";
    assert!(text.contains(wanted), "{text}");
    let positions = Some(5_000_000);
    assert_eq!(ends(Limits { positions, ..Limits::default() }), Reason::Positions(5_000_000));
}

#[test]
fn limits_end_the_work() {
    let stopped = |limits: Limits| match Run::new(limits).solve_game(&Nim, &[2000, 1999], Convention::Normal) {
        Err(Error::Stopped(stopped)) => stopped.reason,
        other => panic!("{:?}", other.map(|solved| solved.value())),
    };
    let limits = Limits::default();
    assert_eq!(stopped(Limits { time: Some(Duration::ZERO), ..limits }), Reason::Time);
    assert_eq!(stopped(Limits { positions: Some(1000), ..limits }), Reason::Positions(1000));
    assert_eq!(stopped(Limits { memory: Some(10_000), ..limits }), Reason::Memory(10_000));
    let cancelled = run().cancelled_by(Arc::new(AtomicBool::new(true)));
    let error = cancelled.solve_game(&Nim, &[3], Convention::Misere).expect_err("cancelled");
    assert_eq!(error.code(), "interrupted");
    let unchecked = run().unchecked().solve_game(&Nim, &[3], Convention::Misere).expect("no limit");
    assert_eq!(unchecked.status(), Status::Computed(Doubt::Unchecked));
}

#[test]
fn the_estimate_of_bytes_counts() {
    let limited = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    assert!(limited.game(&Nim).solve(&[100], Convention::Normal).is_ok());
    let error = limited.game(&Nim).bytes(|_| 1 << 20).solve(&[100], Convention::Normal).expect_err("too large");
    assert_eq!(error.code(), "memory");
}

/// A host that cancels the work when the search has ended, and counts what it receives.
struct Watcher {
    flag: Arc<AtomicBool>,
    events: Mutex<Vec<String>>,
}

impl Host for Watcher {
    fn event(&self, event: Event<'_>) {
        let word = match event {
            Event::Begin { .. } => "begin".to_owned(),
            Event::Progress { doing, .. } => doing.to_owned(),
            Event::End => "end".to_owned(),
            Event::Ran { solvers, .. } => {
                self.flag.store(true, Ordering::Relaxed);
                solvers.to_owned()
            }
            _ => "other".to_owned(),
        };
        let mut events = self.events.lock().expect("no panic");
        if events.last() != Some(&word) {
            events.push(word);
        }
    }
}

/// The check looks at the limits: a check that is cancelled leaves the answer computed.
#[test]
fn a_host_watches_and_a_cancelled_check_leaves_a_computed_answer() {
    for threads in [1, 2] {
        let flag = Arc::new(AtomicBool::new(false));
        let host = Arc::new(Watcher { flag: flag.clone(), events: Mutex::default() });
        let run = with_threads(threads).cancelled_by(flag).host(host.clone());
        let solved = run.solve_game_parallel(&Nim, &[500], Convention::Normal).expect("solved before it was cancelled");
        assert_eq!((solved.value(), solved.status()), (Some(Nimber(500)), Status::Computed(Doubt::Interrupted)));
        let events = host.events.lock().expect("no panic").clone();
        assert_eq!(events, ["begin", "solving", "end", "search", "begin", "checking", "end"]);
    }
}

/// Three piles; a move takes from one pile at most what is on the next one, or halves two.
struct Piles;

impl Game for Piles {
    type Position = Vec<u16>;

    fn options<E: From<Fault>>(
        &self,
        piles: &Vec<u16>,
        mut visit: impl FnMut(&[Vec<u16>]) -> Result<(), E>,
    ) -> Result<(), E> {
        for at in 0..3 {
            for taken in 1..=piles[at].min(piles[(at + 1) % 3].max(1)) {
                let mut left = piles.clone();
                left[at] -= taken;
                visit(&[left])?;
            }
        }
        if piles[0] > 0 && piles[1] > 0 { visit(&[vec![piles[0] / 2, 0, 0], vec![0, piles[1] / 2, 0]]) } else { Ok(()) }
    }
}

impl Keyed for Piles {
    type Key = u64;

    fn pack(&self, piles: &Vec<u16>) -> Option<u64> {
        (piles[2] < 9).then(|| piles.iter().fold(0, |key, &pile| key << 16 | u64::from(pile)))
    }

    fn unpack(&self, key: u64) -> Vec<u16> {
        // A pile of 300 is lost: a fault, since 300 and 0 then share a key.
        (0..3).rev().map(|at| (key >> (16 * at) & 0xffff) as u16 % 300).collect()
    }
}

#[test]
fn positions_as_numbers_are_the_same_game() {
    let game = Keys(&Piles);
    for (convention, sum) in [
        (Convention::Normal, vec![vec![7, 6, 5], vec![4, 4, 8]]),
        (Convention::Normal, vec![vec![12, 9, 3]]),
        (Convention::Misere, vec![vec![3, 4, 2], vec![2, 2, 1]]),
    ] {
        let plain = run().solve_game(&Piles, &sum, convention).unwrap();
        let keys = game.keys(&sum).unwrap();
        for solved in
            [run().solve_game(&game, &keys, convention), with_threads(3).solve_game_parallel(&game, &keys, convention)]
        {
            let solved = solved.unwrap();
            assert_eq!((solved.value(), solved.outcome()), (plain.value(), plain.outcome()), "{sum:?}");
            assert!(solved.status().is_proved());
            let made = |to: &[u64]| to.iter().map(|&key| Piles.unpack(key)).collect::<Vec<_>>();
            let moves: Vec<_> = solved.winning_moves().map(|winning| made(winning.to)).collect();
            assert_eq!(moves, plain.winning_moves().map(|made| made.to.to_vec()).collect::<Vec<_>>());
        }
    }
    assert!(game.key(&vec![1, 1, 9]).unwrap_err().0.contains("has no key"));
    assert!(game.key(&vec![300, 1, 1]).unwrap_err().0.contains("another position"));
}
