//! Searches that are stopped after any number of positions and go on with what they kept: the same
//! answers, and claims that stand.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use grundy::{
    Budget, Question, Verdict, check,
    plan::{PlanOptions, plan_with},
    solvers::{Checkpointer, Reason, SOLVERS, Schedule, Solver},
};

type Shelf = Arc<Mutex<Option<Vec<u8>>>>;

fn kernel(name: &str) -> &'static dyn Solver {
    *SOLVERS.iter().find(|kernel| kernel.name() == name).expect("a kernel of that name")
}

/// A budget that keeps on this shelf, as often as it can.
fn budget(shelf: &Shelf, pace: Duration) -> Budget {
    let known = shelf.lock().unwrap().clone();
    let own = shelf.clone();
    let keeper = Checkpointer::new(known, Schedule::new(pace), move |facts| {
        let mut bytes = Vec::new();
        (facts.bytes)(&mut |piece| {
            bytes.extend_from_slice(piece);
            true
        });
        *own.lock().unwrap() = Some(bytes);
    });
    Budget::new().keep(keeper)
}

const QUERIES: [(&str, &str, &str, Question); 19] = [
    ("proof-number", "cram", "3x7", Question::Value),
    ("proof-number", "cram", "4x5", Question::ValueAndMoves),
    ("proof-number", "node-kayles", "5x5", Question::Outcome),
    ("proof-number", "graph: take vertex, take edge", "3x3", Question::Value),
    ("proof-number", "arc-kayles", "cycle 11", Question::ValueAndMoves),
    ("search", "cram", "3x4 + 3x3", Question::ValueAndMoves),
    ("search", "misère cram", "3x5", Question::ValueAndMoves),
    ("search", "misère kayles", "7 + 5 + 4", Question::Outcome),
    ("search", "row: take letter, take \"ab\"", "abababab + ba", Question::ValueAndMoves),
    ("search", "ring: take \"ab\", take \"bb\"", "(ababbabb)", Question::ValueAndMoves),
    ("packed", "row: take letter, take \"ab\"", "abababab + ba", Question::ValueAndMoves),
    ("packed", "ring: cut \"ab\", take \"bb\"", "(ababbabb)", Question::ValueAndMoves),
    ("packed", "misère row: take letter until increasing", "cbabcba", Question::ValueAndMoves),
    ("search", "bag: take word in {ab, bc, c}", "{aabbbcc}", Question::ValueAndMoves),
    ("search", "tape: append letter of a..b avoiding square", "\"\"/6", Question::ValueAndMoves),
    ("search", "chomp", "4x5", Question::ValueAndMoves),
    ("search", "take 1..3, take 5", "60", Question::ValueAndMoves),
    ("misere-bag", "misère bag: take \"ab\" or \"cc\" or \"bd\"", "{aaaabbbbccccddddd}", Question::ValueAndMoves),
    ("misere-bag", "misère bag: take letter of a..b until distinct", "{aaaabbb} + {ab} + {bbcd}", Question::Outcome),
];

#[test]
fn searches_that_stop_after_any_number_of_positions_go_on() {
    for (name, game, position, ask) in QUERIES {
        let Ok(query) = grundy::games::query(game, position, ask) else { panic!("{game} {position} is not read") };
        let plan = plan_with(&query, PlanOptions::only(&[kernel(name)])).expect("it is in its scope");
        let mut plain = Budget::new();
        let answer = plan.run(&mut plain).expect("no limit").answer;
        let all = plain.progress().positions;
        for step in [all / 10 + 1, all / 3 + 1, all.saturating_sub(1).max(1)] {
            let shelf = Shelf::default();
            let (mut runs, mut total) = (0, 0);
            let solution = loop {
                let mut own = budget(&shelf, Duration::from_secs(3)).positions(step);
                let found = plan.run(&mut own);
                total += own.progress().positions;
                runs += 1;
                match found {
                    Ok(solution) => break solution,
                    Err(stopped) => assert_eq!(stopped.reason, Reason::Positions(step), "{game}: {stopped}"),
                }
                assert!(runs < 40, "{game} {position}: nothing is gained by going on");
            };
            assert_eq!(solution.answer, answer, "{game} {position} by steps of {step}");
            assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game} {position}");
            assert!(total <= 2 * all + 40, "{game} {position}: {total} instead of {all}");
            let mut end = budget(&shelf, Duration::from_secs(3));
            assert_eq!(plan.run(&mut end).expect("no limit").answer, answer);
            assert_eq!(end.progress().positions, 0, "{game} {position}: all is known");
        }
    }
}

/// What is kept while the search goes on, at the shortest pace, is as good as what is kept at its
/// end.
#[test]
fn what_is_kept_on_the_way_is_closed() {
    for (name, game, position, ask) in QUERIES {
        let query = grundy::games::query(game, position, ask).expect("it is read above");
        let plan = plan_with(&query, PlanOptions::only(&[kernel(name)])).expect("it is in its scope");
        let shelf = Shelf::default();
        let kept = Arc::new(Mutex::new(Vec::new()));
        let own = kept.clone();
        let keeper = Checkpointer::new(None, Schedule::new(Duration::ZERO), move |facts| {
            let mut bytes = Vec::new();
            (facts.bytes)(&mut |piece| {
                bytes.extend_from_slice(piece);
                true
            });
            own.lock().unwrap().push(bytes);
        });
        let answer = plan.run(&mut Budget::new().keep(keeper)).expect("no limit").answer;
        let all = kept.lock().unwrap().clone();
        for bytes in all.into_iter().rev().step_by(3).take(5) {
            *shelf.lock().unwrap() = Some(bytes);
            let solution = plan.run(&mut budget(&shelf, Duration::from_secs(3))).expect("no limit");
            assert_eq!(solution.answer, answer, "{game} {position}");
            assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game} {position}");
        }
    }
}

/// Whatever the bytes are: they are refused, or the answer is right, or the checker refuses it.
#[test]
fn bytes_that_are_no_facts_prove_nothing_wrong() {
    let mut refused = 0;
    for (name, game, position, ask) in QUERIES {
        let query = grundy::games::query(game, position, ask).expect("it is read above");
        let plan = plan_with(&query, PlanOptions::only(&[kernel(name)])).expect("it is in its scope");
        let shelf = Shelf::default();
        let answer = plan.run(&mut budget(&shelf, Duration::from_secs(3))).expect("no limit").answer;
        let whole = shelf.lock().unwrap().clone().expect("something is kept");
        let mut generator = fastrand::Rng::with_seed(9);
        for _ in 0..60 {
            let random = generator.u64(..);
            let mut bytes = whole.clone();
            let at = (random >> 16) as usize % bytes.len();
            match random % 4 {
                0 => bytes[at] ^= 1 << (random >> 8 & 7),
                1 => bytes.truncate(at),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, (random >> 8) as u8),
            }
            *shelf.lock().unwrap() = Some(bytes.clone());
            match plan.run(&mut budget(&shelf, Duration::from_secs(3)).bytes(1 << 28)) {
                Err(stopped) => {
                    assert!(matches!(stopped.reason, Reason::Unreadable(_) | Reason::Memory(_)), "{game}: {stopped}");
                    assert_eq!(*shelf.lock().unwrap(), Some(bytes), "{game}: what is refused is not written over");
                    refused += 1;
                }
                Ok(solution) => match check(&query, &solution, &mut || true) {
                    Ok(_) => assert_eq!(solution.answer, answer, "{game} {position}"),
                    Err(_) => refused += 1,
                },
            }
        }
    }
    assert!(refused > 14 * 20, "only {refused} were refused");
}

/// Boards that fit into a word are written as words; one that does not takes them up, and is
/// refused by those that do.
#[test]
fn boards_of_any_size_read_each_other() {
    let shelf = Shelf::default();
    let run = |ruleset: &str| {
        let query = grundy::games::query("cram", ruleset, Question::Value).expect("a board");
        let plan = plan_with(&query, PlanOptions::only(&[kernel("proof-number")])).expect("it is in its scope");
        let mut plain = Budget::new();
        let answer = plan.run(&mut plain).expect("no limit").answer;
        let mut own = budget(&shelf, Duration::from_secs(3));
        let solution = plan.run(&mut own).map_err(|stopped| stopped.reason)?;
        assert_eq!(solution.answer, answer, "{ruleset}");
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{ruleset}");
        Ok((own.progress().positions, plain.progress().positions))
    };
    assert_eq!(run("1x13").map(|(own, plain)| own == plain), Ok(true));
    assert!(shelf.lock().unwrap().as_ref().is_some_and(|bytes| bytes.starts_with(b"squares 13 whole\n")));
    assert_eq!(run("17x1").map(|(own, plain)| own < plain), Ok(true));
    assert!(shelf.lock().unwrap().as_ref().is_some_and(|bytes| bytes.starts_with(b"graphs whole\n")));
    assert!(matches!(run("1x13"), Err(Reason::Unreadable(_))));
    assert_eq!(run("18x1").map(|(own, plain)| own < plain), Ok(true));
}

#[test]
fn values_beyond_the_number_of_moves_are_unreadable() {
    let query = grundy::games::query("cram", "5x6", Question::Value).expect("a board");
    let plan = plan_with(&query, PlanOptions::only(&[kernel("proof-number")])).expect("it is in its scope");
    // The shape of two cells, which has one move.
    for (value, good) in [(&[1][..], true), (&[128, 128, 128, 128, 128, 32], false), (&[255, 255, 127], false)] {
        let facts = [&b"squares 6 whole\n"[..], &3u64.to_le_bytes(), value].concat();
        let shelf = Shelf::default();
        *shelf.lock().unwrap() = Some(facts);
        let found = plan.run(&mut budget(&shelf, Duration::from_secs(3)));
        match found {
            Ok(solution) => assert!(good && solution.answer == grundy::Answer::Value(grundy::Nimber(2))),
            Err(stopped) => assert!(!good && matches!(stopped.reason, Reason::Unreadable(_)), "{stopped}"),
        }
    }
}
