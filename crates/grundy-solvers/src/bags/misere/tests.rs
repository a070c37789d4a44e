//! Rows against the search by definition, and against the checker.

use fastrand::Rng;
use grundy_cert::{Verdict, check};
use grundy_games::{Query, Question};

use super::MisereBags;
use crate::{Budget, Reason, Solver, search::memo::MemoSearch};

fn word(random: &mut Rng, letters: usize, longest: usize) -> String {
    (0..1 + random.usize(..longest)).map(|_| char::from(b'a' + random.usize(..letters) as u8)).collect()
}

fn words(random: &mut Rng, letters: usize) -> String {
    let all: Vec<String> = (0..1 + random.usize(..4)).map(|_| format!("\"{}\"", word(random, letters, 4))).collect();
    all.join(" or ")
}

fn rules(random: &mut Rng) -> String {
    let letters = 1 + random.usize(..4);
    let takes: Vec<String> = (0..1 + random.usize(..3))
        .map(|_| match random.usize(..6) {
            0 => "take letter".into(),
            1 => "take letter of a..b".into(),
            _ => format!("take {}", words(random, letters)),
        })
        .collect();
    let until = match random.usize(..10) {
        0 => " until distinct".into(),
        1 | 2 => format!(" until it contains {}", words(random, letters)),
        3 => format!(" until length at most {}", random.usize(..9)),
        4 => format!(" until at most {} distinct letters", 1 + random.usize(..3)),
        5 => format!(" until no letter more than {} times", 1 + random.usize(..3)),
        6 => " until anagram of a palindrome".into(),
        _ => String::new(),
    };
    format!("misère bag: {}{until}", takes.join(", "))
}

fn query(rules: &str, start: &str) -> Query {
    let rules = grundy_games::game(rules).unwrap_or_else(|fault| panic!("{rules}: {fault}"));
    let components = grundy_games::position(&rules, start).unwrap_or_else(|fault| panic!("{start}: {fault}"));
    Query::new(&rules, components, Question::ValueAndMoves)
}

/// Compares the answer and the outcome of every option with those of the search.
fn agrees(query: &Query) -> u64 {
    MisereBags.assess(query).unwrap_or_else(|refusal| panic!("{query}: {refusal}"));
    let mut budget = Budget::new();
    let found = MisereBags.solve(query, &mut budget).unwrap_or_else(|stopped| panic!("{query}: {stopped}"));
    let plain = MemoSearch.solve(query, &mut Budget::new()).unwrap();
    assert_eq!(found.answer, plain.answer, "{query}");
    assert_eq!(check(query, &found, &mut || true), Ok(Verdict::Verified), "{query}");
    let mut compared = 1;
    let walked = query.sum_options(&query.position, |step| {
        if let Some(option) = step.option(|_| Ok::<(), grundy_core::Fault>(()))? {
            let (own, other) = (found.outcome(query, option), plain.outcome(query, option));
            assert!(own.is_some() && own == other, "{query}: {own:?}, {other:?} after {option:?}");
            compared += 1;
        }
        Ok::<(), grundy_core::Fault>(())
    });
    assert_eq!(walked, Ok(()));
    compared
}

#[test]
fn random_sums_of_bags_have_the_outcomes_of_the_definition() {
    let mut random = Rng::with_seed(5);
    let mut compared = 0;
    for round in 0..1500 {
        let rules = rules(&mut random);
        let bags = [1, 1, 2, 2, 3][round % 5];
        let longest = [14, 14, 6, 6, 4][round % 5];
        let bags: Vec<String> = (0..bags).map(|_| format!("{{{}}}", word(&mut random, 4, longest))).collect();
        compared += agrees(&query(&rules, &bags.join(" + ")));
    }
    assert!(compared > 3000, "{compared} outcomes");
}

#[test]
fn rows_of_several_words() {
    for count in [62, 63, 64, 65, 127, 128, 129] {
        let bag = format!("{{{}{}bb}}", "a".repeat(count), "c".repeat(3));
        for rules in [
            "misère bag: take \"ab\" or \"aac\" or \"c\" until length at most 5",
            "misère bag: take \"a\" or \"aaaaab\" or \"bc\"",
            "misère bag: take \"aaa\" or \"ac\" until anagram of a palindrome",
            "misère bag: take \"ab\" or \"aac\", take letter of c until it contains \"aaab\" or \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac\"",
            "misère bag: take \"ab\" or \"ac\" until no letter more than 3 times",
        ] {
            agrees(&query(rules, &bag));
        }
    }
}

#[test]
fn limits_end_it() {
    let bag = format!("{{{}{}{}{}}}", "a".repeat(90), "b".repeat(90), "c".repeat(90), "d".repeat(90));
    let query = query("misère bag: take \"ab\" or \"bc\" or \"cda\" or \"dd\" until at most 1 distinct letters", &bag);
    let stopped = MisereBags.solve(&query, &mut Budget::new().bytes(1 << 20)).unwrap_err();
    assert_eq!(stopped.reason, Reason::Memory(1 << 20));
    let stopped = MisereBags.solve(&query, &mut Budget::new().positions(5000)).unwrap_err();
    assert!(matches!(stopped.reason, Reason::Positions(5000)) && stopped.progress.positions < 5200, "{stopped:?}");
    let interrupted = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let stopped = MisereBags.solve(&query, &mut Budget::new().interrupt(interrupted)).unwrap_err();
    assert_eq!(stopped.reason, Reason::Interrupted);
    assert!(matches!(MisereBags.assess(&query), Ok(price) if price.positions == 91f64.powi(4)));
}
