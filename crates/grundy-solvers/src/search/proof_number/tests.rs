//! The search compared with the definition: heaps, whose values are large, and boards with little
//! memory and many workers.

use grundy_core::Game;

use super::{
    keyed::Keyed, tables::SharedTables, transposition_table::TranspositionTable, value_table::ValueTable,
    worker::ProofWorker, *,
};

/// Nim, and Grundy's game: many options, large values, and options of two parts.
struct Heaps {
    split: bool,
}

impl Keyed for Heaps {
    type Scratch = ();

    fn options(&self, heap: u64, (): &mut (), mut visit: impl FnMut(&[u64]) -> Result<(), Halt>) -> Result<(), Halt> {
        if self.split {
            (1..heap.div_ceil(2)).try_for_each(|part| visit(&[part, heap - part]))
        } else {
            (0..heap).try_for_each(|rest| visit(&[rest]))
        }
    }

    fn weight(&self, heap: u64) -> u32 {
        heap as u32
    }

    fn mirrors(&self, _: u64) -> bool {
        false
    }
}

/// Returns the values by the definition.
fn plain(game: &Heaps, last: u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=last {
        let mut seen = std::collections::HashSet::new();
        let walked = game.options(heap, &mut (), |parts| {
            seen.insert(parts.iter().fold(0, |sum, &part| sum ^ values[part as usize]));
            Ok(())
        });
        assert!(walked.is_ok());
        values.push((0..).find(|value| !seen.contains(value)).expect("some value is missing"));
    }
    values
}

fn known(value_table: u64, transpositions: u64) -> SharedTables {
    let transpositions = TranspositionTable::new(transpositions, 1 << 30);
    SharedTables::new(ValueTable::new(value_table), transpositions, FrameCache::MOST_BYTES)
}

#[test]
fn values_are_exact_where_widths_change() {
    for (split, heaps) in [
        (false, vec![0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 257, 300]),
        (true, vec![3, 65, 129, 513, 514, 516]),
    ] {
        let game = Heaps { split };
        let values = plain(&game, heaps[heaps.len() - 1]);
        for heap in heaps {
            let known = known(1 << 20, 1 << 16);
            let found = ProofWorker::alone(&game, &known, None).value(heap, &mut Budget::new());
            assert_eq!(found, Ok(Some(values[heap as usize])), "heap {heap}");
            assert!(known.value_table.read().each().all(|(heap, value)| value == values[heap as usize]));
        }
    }
}

#[test]
fn each_couple_is_decided_correctly() {
    for split in [false, true] {
        let game = Heaps { split };
        let values = plain(&game, 70);
        let known = known(0, 0);
        let mut worker = ProofWorker::alone(&game, &known, None);
        for heap in (0..=70).rev() {
            for value in (0..9).chain([15, 16, 17, 63, 64, 65]) {
                let found = worker.is(heap, value, &mut Budget::new());
                assert_eq!(found, Ok(Some(values[heap as usize] == value)), "{heap} {value}");
            }
        }
    }
}

#[test]
fn a_budget_ends_it() {
    let game = Heaps { split: true };
    let known = known(1 << 30, 1 << 16);
    let stopped = ProofWorker::alone(&game, &known, None).value(60_000, &mut Budget::new().bytes(1 << 20));
    assert!(matches!(stopped, Err(Stopped { reason: crate::support::budget::Reason::Memory(_), .. })));
    let mut worker = ProofWorker::alone(&game, &known, None);
    assert!(worker.value(2000, &mut Budget::new().positions(10)).is_err());
}

/// Returns the value of a rectangle in Cram, found by this many workers with tables of this size.
fn cram(text: &str, workers: usize, value_table: u64, transpositions: u64) -> (Answer, SharedTables) {
    let query = grundy_games::query("cram", text, Question::Value).expect("a board");
    let game = squares(&query).expect("a board of squares");
    let Component::Cells(cells) = &query.position[0].component else { unreachable!("a board of squares") };
    let start = [game.key(cells).expect("it fits")];
    let known = known(value_table, transpositions);
    let task = Task { game: &game, start: &start, ask: Question::Value };
    let answer = task.together(&known, workers, &mut Budget::new()).expect("there is no limit");
    (answer.expect("nothing is kept"), known)
}

#[test]
fn workers_and_memory_change_no_value() {
    for (text, value) in [("3x4", 1), ("3x5", 1), ("4x5", 2), ("3x7", 1), ("5x5", 0), ("4x7", 3)] {
        let plain = Answer::Value(Nimber(value));
        let mut tables: Vec<SharedTables> = Vec::new();
        for (workers, value_table, transpositions) in
            [(1, 1 << 24, 1 << 20), (2, 1 << 24, 1 << 16), (5, 1 << 20, 0), (3, 0, 0)]
        {
            let (answer, known) = cram(text, workers, value_table, transpositions);
            assert_eq!(answer, plain, "{text} by {workers}");
            tables.push(known);
        }
        // All of them store the same value for a position.
        let [first, others @ ..] = &tables[..] else { unreachable!("there are four") };
        let first: std::collections::HashMap<u64, u64> = first.value_table.read().each().collect();
        for other in others {
            let same = |(key, value)| first.get(&key).is_none_or(|&stored| stored == value);
            assert!(other.value_table.read().each().all(same), "{text}");
        }
    }
}

#[test]
fn every_question_has_one_answer_and_a_valid_claim() {
    let games = [
        "cram",
        "node-kayles",
        "arc-kayles",
        "graph: take vertex, take edge",
        "graph: take vertex",
        "graph: take vertex where degree is odd",
        "graph: take 1..2 connected vertices leaving it connected",
        "graph: take 2..3 connected vertices",
    ];
    let rulesets =
        ["1x1", "2x2", "1x7", "2x3", "3x3", "2x5", "3x4", "..#/#../...", "path 6", "cycle 5", "tree [0,0,1,1,2]"];
    let mut met = 0;
    for (game, ruleset) in games.iter().flat_map(|game| rulesets.map(|ruleset| (game, ruleset))) {
        let Ok(plain) = grundy_games::query(game, ruleset, Question::ValueAndMoves) else { continue };
        let defined = crate::search::memo::MemoSearch.solve(&plain, &mut Budget::new()).expect("no limit").answer;
        let Answer::Value(value) = defined else { unreachable!("a value was asked for") };
        for ask in [Question::ValueAndMoves, Question::Value, Question::Outcome] {
            let query = Query { question: ask, ..plain.clone() };
            let solution = ProofSearch.solve(&query, &mut Budget::new()).expect("no limit");
            let expected =
                if ask == Question::Outcome { Answer::Outcome(value.outcome()) } else { Answer::Value(value) };
            assert_eq!(solution.answer, expected, "{game} on {ruleset}");
            let verdict = grundy_cert::check(&query, &solution, &mut || true);
            assert_eq!(verdict, Ok(grundy_cert::Verdict::Verified), "{game} on {ruleset}, {ask:?}");
            met += 1;
        }
    }
    assert!(met >= 120, "only {met} questions were read");
}

#[test]
fn a_winning_move_is_known_if_values_were_forgotten() {
    for (text, ask, value) in [("5x6", Question::Value, 2), ("5x7", Question::Outcome, 1)] {
        let query = grundy_games::query("cram", text, ask).expect("a board");
        let game = squares(&query).expect("a board of squares");
        let Component::Cells(cells) = &query.position[0].component else { unreachable!("a board of squares") };
        let start = [game.key(cells).expect("it fits")];
        let known = known(0, 1 << 21);
        let task = Task { game: &game, start: &start, ask };
        let mut worker = ProofWorker::alone(&game, &known, None);
        let found = task.all(&mut worker, 0.0, &mut Budget::new()).expect("there is no limit");
        assert!(!known.value_table.is_whole(), "{text} fits without forgetting");
        task.keep(&mut worker, &known, &mut Budget::new()).expect("there is no limit");
        let ruleset = query.rulesets[0].clone();
        let solution = solution(
            found.expect("the worker is not called back"),
            false,
            SquareValues { ruleset, game: game.clone(), tables: known },
        );
        let expected = Answer::Value(Nimber(value));
        let outcome = Answer::Outcome(Outcome::N);
        assert_eq!(solution.answer, if ask == Question::Outcome { outcome } else { expected }, "{text}");
        let mut winning = 0;
        let found = query.rulesets[0].options(&query.position[0].component, |parts| {
            let mut parts = parts.to_vec();
            cancel_pairs(&mut parts);
            let sum: Option<Nimber> = parts
                .iter()
                .filter(|part| !query.rulesets[0].mirrors(part))
                .map(|part| solution.value(&query, 0, part))
                .sum();
            winning += u32::from(sum == Some(Nimber::ZERO));
            Ok::<(), grundy_core::Fault>(())
        });
        assert!(found.is_ok());
        assert!(winning > 0, "{text}: no winning move is known");
    }
}
