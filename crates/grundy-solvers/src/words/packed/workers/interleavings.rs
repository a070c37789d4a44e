//! A round of two workers, in every interleaving: what each of them finds is right, the end of one
//! ends both, and a walk continues with what the other has found.

use std::sync::Arc;

use grundy_games::{Query, Question};
use loom::thread;

use super::*;
use crate::{
    support::{budget::Reason, sync::every_order},
    words::packed::program::Program,
};

/// A word of which one round finds a part, and one whose value it finds.
const LONG: &str = "abcabb";
const SHORT: &str = "ab";

fn search(word: &str) -> (WordSearch<u64>, u64) {
    let rules = grundy_games::game("row: take letter, take \"ab\"").expect("a game");
    let start = grundy_games::position(&rules, word).expect("a position");
    let query = Query::new(&rules, start, Question::Value);
    let program = Arc::new(Program::new(&query).expect("the rules can be packed"));
    let bits = program.bits();
    let search: WordSearch<u64> = WordSearch::new(Mover::new(program), KeyTable::new(bits));
    let key = search.mover.key(&query.position[0].component).expect("the word itself");
    let mixed = search.table.mix(key);
    (search, mixed)
}

/// A search by one worker to its end, and the value of the word.
fn alone(word: &str) -> (WordSearch<u64>, u64) {
    let (mut found, mixed) = search(word);
    let value = found.value::<u64, 3>(mixed, None, &|_, _| {}, &mut Budget::new()).expect("no limit");
    (found, value.expect("it does not pause"))
}

type Ended = (WordWorker<u64>, Result<Option<u64>, Stopped>);

/// A round of two workers with these limits on their memory.
fn both(search: WordSearch<u64>, mixed: u64, bytes: [u64; 2]) -> (WordSearch<u64>, [Ended; 2]) {
    let search = Arc::new(search);
    let over = loom::sync::Arc::new(AtomicBool::new(false));
    let round = move |search: &WordSearch<u64>, at: usize, over: &AtomicBool, most: u64| {
        let own = Own { table: search.table.another(), filter: vec![0; FILTER / 64], count: 0 };
        let mut worker = WordWorker { walks: vec![WordPath::new(at << 7)], own };
        let mut budget = Budget::new().bytes(most);
        let ended = worker.round::<u64, 3>(&search.mover, &search.table, mixed, over, &mut budget);
        (worker, ended)
    };
    let other = {
        let (search, over) = (Arc::clone(&search), over.clone());
        thread::spawn(move || round(&search, 1, &over, bytes[1]))
    };
    let first = round(&search, 0, &over, bytes[0]);
    let second = other.join().expect("no worker panics");
    let search = Arc::into_inner(search).expect("the other worker has ended");
    (search, [first, second])
}

#[test]
fn what_two_workers_find_in_a_round_is_right() {
    for word in [LONG, SHORT] {
        let known = Arc::new(alone(word));
        every_order(3, move || {
            let (plain, value) = &*known;
            let (start, mixed) = search(word);
            let (mut search, mut ended) = both(start, mixed, [1 << 30; 2]);
            let mut most = 0;
            for (worker, found) in &ended {
                let found = found.as_ref().expect("no limit");
                assert!(found.is_none_or(|found| found == *value));
                most = most.max(if found.is_some() { ROUND } else { worker.own.count });
                let right = |key: u64, value: u64| plain.table.get(plain.table.mix(key)) == Some(value);
                worker.own.table.each(|key, value| {
                    assert!(right(key, value), "{key} has another value than {value}");
                    true
                });
            }
            assert!(most >= ROUND, "a round ends only when one of them has found enough");
            let mut budget = Budget::new();
            let tables = ended.iter_mut().map(|(worker, _)| &mut worker.own.table);
            search.table.absorb(tables, 1, &mut budget).expect("no limit");
            search.walks = ended.map(|(worker, _)| worker.walks).into_iter().next().expect("a walk");
            let last = search.value::<u64, 3>(mixed, None, &|_, _| {}, &mut budget).expect("no limit");
            assert_eq!(last, Some(*value), "the walk goes on");
        });
    }
}

#[test]
fn a_worker_without_memory_ends_the_round() {
    every_order(3, || {
        let (start, mixed) = search(LONG);
        let (_, [(first, ended), (_, other)]) = both(start, mixed, [1 << 30, 1]);
        assert!(matches!(other, Err(Stopped { reason: Reason::Memory(1), .. })), "{other:?}");
        assert!(matches!(ended, Ok(None)) && (1..=ROUND).contains(&first.own.count), "{}", first.own.count);
    });
}
