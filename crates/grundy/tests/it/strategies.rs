//! Certificates that hold the strategy of the winner alone: they stand, they are small, and no lie
//! in them does.

use std::io::Cursor;

use grundy::{
    Answer, Budget, Query, Question, Solution, Verdict,
    cert::{Claim, ReadError, read, read_within, write},
    certificate::strategy,
    check,
    games::no_lists,
    plan,
    plan::{PlanOptions, plan_with},
    solvers::SOLVERS,
};

/// The answer by the solver of that name, and its strategy.
fn both(kernel: &str, query: &Query) -> (Solution, Option<Solution>) {
    let own: Vec<_> = SOLVERS.iter().copied().filter(|own| own.name() == kernel).collect();
    let solution = plan_with(query, PlanOptions::only(&own))
        .expect("it is in its scope")
        .run(&mut Budget::new())
        .expect("no limit");
    let small = strategy(query, &solution, &mut Budget::new()).expect("no limit");
    (solution, small)
}

fn stands(text: &str) -> bool {
    let read = read(text, &no_lists);
    read.is_ok_and(|(query, solution)| check(&query, &solution, &mut || true) == Ok(Verdict::Verified))
}

const GAMES: [(&str, &str, &str); 17] = [
    ("proof-number", "cram", "4x5"),
    ("proof-number", "cram", "3x5 + 2x4"),
    ("proof-number", "node-kayles", "4x5"),
    ("proof-number", "arc-kayles", "path 11"),
    ("search", "cram", "3x4"),
    ("search", "kayles", "30 + 11"),
    ("search", "octal 0.07", "41"),
    ("search", "take 1..3", "24"),
    ("search", "a -> (a-2b) + (a-b) for b in 1..a/2", "14"),
    ("search", "row: cut \"xx\" or \"y\"", "xxyxxyyxxx"),
    ("search", "ring: cut \"ab\", take \"b\"", "(ababbab)"),
    ("search", "wythoff", "W(6, 7)"),
    ("search", "bag: take word in {ab, abc, b, cc}", "{aabbbcccc}"),
    ("search", "bag: take letter until distinct", "{aabcc} + {bb}"),
    ("search", "tape: append letter of a..b avoiding square", "\"\"/5"),
    ("chomp", "chomp", "6x7"),
    ("bag", "bag: take word in {ab, abc, b, cc}", "{aaabbbcccc}"),
];

#[test]
fn strategies_stand_and_are_smaller() {
    let (mut all, mut left) = (0, 0);
    for (kernel, game, position) in GAMES {
        for ask in [Question::Value, Question::Outcome] {
            let query =
                grundy::games::query(game, position, ask).unwrap_or_else(|why| panic!("{game} {position}: {why}"));
            let asked = Query {
                question: if kernel == "proof-number" { ask } else { Question::ValueAndMoves },
                ..query.clone()
            };
            let (solution, _) = both(kernel, &asked);
            let answer = match (ask, solution.answer.clone()) {
                (Question::Outcome, Answer::Value(value)) => Answer::Outcome(value.outcome()),
                (_, answer) => answer,
            };
            let solution = Solution { answer, ..solution };
            let small = strategy(&query, &solution, &mut Budget::new()).expect("no limit");
            let small = small.unwrap_or_else(|| panic!("{game} {position} has no strategy"));
            assert_eq!(small.answer, solution.answer, "{game} {position}");
            assert_eq!(check(&query, &small, &mut || true), Ok(Verdict::Verified), "{game} {position} {ask:?}");
            let text = write(&query, &small).expect("it can be written");
            assert!(stands(&text), "{game} {position}:\n{text}");
            let count = |solution: &Solution| solution.claims[0].recorded().expect("positions, one by one");
            all += count(&solution);
            left += count(&small);
            assert!(count(&small) <= count(&solution), "{game} {position}");
        }
    }
    assert!(left * 5 < all * 2, "{left} of {all} positions are left");
}

#[test]
fn strategies_of_misere_sums_and_of_bags_stand() {
    for (game, position) in
        [("misère cram", "3x4"), ("misère kayles", "7 + 6 + 3"), ("misère row: take letter, take \"ab\"", "abababa")]
    {
        let query = grundy::games::query(game, position, Question::Outcome).expect("a position");
        let asked = Query { question: Question::ValueAndMoves, ..query.clone() };
        let (solution, _) = both("search", &asked);
        let small = strategy(&query, &solution, &mut Budget::new()).expect("no limit").expect("sums one by one");
        assert!(small.claims[0].recorded() < solution.claims[0].recorded(), "{game}");
        assert!(stands(&write(&query, &small).expect("it can be written")), "{game} {position}");
    }
    let query = grundy::games::query("bag: take word in {ab, abc, b, cc, aad}", "{aabbbccccddd}", Question::Outcome)
        .expect("a bag");
    let solution = plan(&query).expect("a kernel").run(&mut Budget::new()).expect("no limit");
    assert!(matches!(solution.claims[..], [Claim::OutcomeMap(_)]), "{solution:?}");
    let small = strategy(&query, &solution, &mut Budget::new()).expect("no limit").expect("winners one by one");
    assert!(stands(&write(&query, &small).expect("it can be written")));
    // Of a law, a period, or an answer about every option nothing is left out.
    for (game, position, ask) in [("nim", "5", Question::Outcome), ("cram", "4x5", Question::ValueAndMoves)] {
        let query = grundy::games::query(game, position, ask).expect("a position");
        let solution = plan(&query).expect("a kernel").run(&mut Budget::new()).expect("no limit");
        assert!(strategy(&query, &solution, &mut Budget::new()).expect("no limit").is_none());
    }
}

/// Each fact altered, left out, doubled or moved, with the count of facts made right: what still
/// stands is true.
#[test]
fn no_lie_in_a_strategy_stands() {
    let (mut lies, mut needless) = (0, 0);
    for (kernel, game, position, ask) in [
        ("proof-number", "cram", "3x5", Question::Outcome),
        ("proof-number", "cram", "3x6", Question::Value),
        ("proof-number", "cram", "4x5", Question::Value),
        ("proof-number", "node-kayles", "3x4", Question::Outcome),
        ("search", "row: cut \"xx\" or \"y\"", "xxyxxyyxxx", Question::Outcome),
        ("chomp", "chomp", "4x5", Question::Value),
    ] {
        let query = grundy::games::query(game, position, ask).expect("a position");
        let asked =
            Query { question: if kernel == "proof-number" { ask } else { Question::ValueAndMoves }, ..query.clone() };
        let (mut solution, _) = both(kernel, &asked);
        if let (Question::Outcome, Answer::Value(value)) = (ask, &solution.answer) {
            solution.answer = Answer::Outcome(value.outcome());
        }
        let small = strategy(&query, &solution, &mut Budget::new()).expect("no limit").expect("a strategy");
        let text = write(&query, &small).expect("it can be written");
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let first = 1 + lines.iter().position(|line| line.starts_with("claim ")).expect("a claim");
        let (head, facts) = (&lines[..first], &lines[first..lines.len() - 1]);
        let with = |facts: &[String]| format!("{}\n{}\nend {}\n", head.join("\n"), facts.join("\n"), facts.len());
        for at in 0..facts.len() {
            let (value, component) = facts[at].split_once(' ').expect("a value and a component");
            let value: u64 = value.parse().expect("a number");
            for wrong in [value + 1, value.wrapping_sub(1), 255, u64::MAX].into_iter().filter(|&wrong| wrong != value) {
                let mut all = facts.to_vec();
                all[at] = format!("{wrong} {component}");
                assert!(!stands(&with(&all)), "{game} {position}: {} for {}", all[at], facts[at]);
                lies += 1;
            }
            let mut twice = facts.to_vec();
            twice.insert(at, facts[at].clone());
            let mut moved = facts.to_vec();
            moved.swap(at, (at + 1) % facts.len());
            assert!(!stands(&with(&twice)) && (facts.len() == 1 || !stands(&with(&moved))), "{game} {position}");
            let mut fewer = facts.to_vec();
            fewer.remove(at);
            // Whatever stands is true, since the answer is what it was; few facts are not needed.
            needless += u64::from(stands(&with(&fewer)));
            lies += 3;
        }
        for (from, to) in
            [("outcome N", "outcome P"), ("outcome P", "outcome N"), ("value 1", "value 2"), ("value 2", "value 0")]
        {
            let other = text.replace(&format!("answer {from}"), &format!("answer {to}"));
            assert!(other == text || !stands(&other), "{game} {position}: {to}");
        }
    }
    assert!(lies > 500 && needless * 10 < lies, "{needless} of {lies}");
}

#[test]
fn a_large_certificate_is_read_in_little_memory() {
    let query = grundy::games::query("cram", "4x7", Question::Value).expect("a board");
    let (solution, _) = both("proof-number", &query);
    let text = write(&query, &solution).expect("it can be written").into_bytes();
    assert!(text.len() > 40_000);
    let (again, own) = read_within(Cursor::new(text.clone()), 10_000, &no_lists).expect("its facts are not held");
    assert_eq!(check(&again, &own, &mut || true), Ok(Verdict::Verified));
    assert!(matches!(read_within(Cursor::new(text.clone()), 200, &no_lists), Err(ReadError::TooLarge(201..))));
    let endless = vec![b'x'; 1 << 20];
    assert!(matches!(read_within(Cursor::new(endless), 1 << 16, &no_lists), Err(ReadError::TooLarge(_))));
    let mut cut = Cursor::new(text[..text.len() / 2].to_vec());
    assert!(matches!(read_within(cut.clone(), 1 << 20, &no_lists), Err(ReadError::Mistake(_))));
    cut.get_mut().push(0xff);
    assert!(matches!(read_within(cut, 1 << 20, &no_lists), Err(ReadError::Mistake(_))));
    // A table is held; one that is too large is refused beforehand.
    let table = plan(&grundy::games::query("octal 0.07", "3000", Question::Table).expect("heaps")).expect("a kernel");
    let query = grundy::games::query("octal 0.07", "3000", Question::Table).expect("heaps");
    let text = write(&query, &table.run(&mut Budget::new()).expect("no limit")).expect("it can be written");
    assert!(matches!(read_within(Cursor::new(text.into_bytes()), 10_000, &no_lists), Err(ReadError::TooLarge(_))));
}
