//! Machines that count: those that are found, compared with the meaning of the rules on all short
//! words; machines that only seem right, and altered ones, which the checker must refuse.

mod one;
mod two;

use std::{collections::HashMap, sync::Arc};

use grundy_cert::{
    Answer, Claim, Counter, CounterStep, Counting, CountingGoal, CountingMachine, CountingPlace, CountingState,
    Solution, Verdict, check, check_within, read, write,
};
use grundy_core::Nimber;
use grundy_games::{Declaration, Ends, FactorGame, Query, Question, no_lists};
use grundy_solvers::{
    Budget,
    words::automaton::{AutomatonSearch, Standing},
};

use crate::common::{Random, plain};

fn rules(text: &str) -> Declaration {
    grundy_games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// The machine that counts that is found, if one is, within limits that are the same everywhere.
fn found(text: &str, states: u64) -> Option<Counting> {
    let search = AutomatonSearch::new(&rules(text).ruleset, &[], grundy_cert::Mode::Values).expect("a game on words");
    let learned = search.counting().most_states(states).run(&mut Budget::new().bytes(1 << 29), &mut |_| {});
    assert!(learned.counting.is_none() || learned.standing == Standing::Proved && learned.claim.is_none());
    match learned.counting? {
        Claim::Counting(machine) => Some(Arc::unwrap_or_clone(machine)),
        _ => None,
    }
}

fn certificate(text: &str, claim: &Counting) -> (Query, Solution) {
    let query = Query::new(&rules(text), Vec::new(), Question::ValueAndMoves);
    (query, Solution { answer: Answer::Value(Nimber::ZERO), claims: vec![Claim::Counting(Arc::new(claim.clone()))] })
}

/// What the checker reports about a claim; asserts that it is the same after writing and reading.
/// One that has no form in a certificate is refused.
fn verify(text: &str, claim: &Counting) -> Result<Verdict, String> {
    let (query, solution) = certificate(text, claim);
    let verdict = check(&query, &solution, &mut || true).map_err(|flaw| flaw.to_string());
    let written = write(&query, &solution).map_err(|why| why.to_string())?;
    let (again, read_back) = read(&written, &no_lists).unwrap_or_else(|fault| panic!("{text}: {fault}\n{written}"));
    assert_eq!(check(&again, &read_back, &mut || true).map_err(|flaw| flaw.to_string()), verdict, "{text}");
    assert_eq!(write(&again, &read_back).unwrap(), written);
    verdict
}

/// The words over the letters of a game up to a length with their values, by the meaning of the
/// rules.
fn values(text: &str, letters: &[char], longest: usize) -> Vec<(String, Nimber)> {
    let (ruleset, mut known) = (rules(text).ruleset, HashMap::new());
    let (mut all, mut last) = (Vec::new(), vec![String::new()]);
    for _ in 0..=longest {
        all.extend(last.iter().map(|word| (word.clone(), plain(&ruleset, word, &mut known))));
        last = last.iter().flat_map(|word| letters.iter().map(move |letter| format!("{word}{letter}"))).collect();
    }
    all
}

fn agrees(claim: &Counting, values: &[(String, Nimber)]) {
    for (word, value) in values {
        assert_eq!(claim.value(word), Some(*value), "{word}");
    }
}

/// The machine with the label 0 everywhere, whose counters are left as they are.
fn zeros(letters: usize, counters: usize) -> CountingMachine {
    let goal = CountingGoal { steps: vec![CounterStep::By(0); counters], place: 0 };
    let states = vec![Some(CountingState { label: 0, next: vec![goal; letters] })];
    let machine = CountingMachine {
        letters,
        counters: vec![Counter { from: 0, period: 1 }; counters],
        places: vec![CountingPlace { has: vec![true; counters], states }],
    };
    assert!(machine.is_sound(letters));
    machine
}

#[test]
fn the_machine_of_zeros_is_refused() {
    for (text, claim) in [one::small(), (two::TEXT, two::kept())] {
        let machine = zeros(claim.game.letters.len(), claim.machine.counters.len());
        for near in [0, 4, 24] {
            let zeros = Counting { machine: machine.clone(), near, ..claim.clone() };
            let why = verify(text, &zeros).expect_err("words have options of value 0");
            assert!(why.contains("an option may have the value of its word"), "{why}");
        }
    }
}

#[test]
fn a_claim_about_another_game_is_refused() {
    for (text, claim) in [one::small(), (two::TEXT, two::kept())] {
        let mut machine = claim.machine.clone();
        machine.counters[0].from += 1;
        let claims = [
            Counting { ends: Ends { weights: vec![0; claim.game.letters.len()], order: None }, ..claim.clone() },
            Counting { game: FactorGame { walls: false, ..claim.game.clone() }, ..claim.clone() },
            Counting { near: 4000, ..claim.clone() },
            Counting { machine, ..claim.clone() },
        ];
        for other in claims {
            let (query, solution) = certificate(text, &other);
            assert!(check(&query, &solution, &mut || true).is_err(), "{other:?}");
        }
        for text in [
            "\"aa\" -> \"a\", \"ba\" -> \"\"",
            "\"aab\" -> \"\", \"ba\" -> \"\"",
            "\"baa\" -> \"a\", \"ab\" -> \"\"",
            "ring: \"aab\" -> \"a\", \"ba\" -> \"\"",
        ] {
            let (query, solution) = certificate(text, &claim);
            assert!(check(&query, &solution, &mut || true).is_err(), "{text}");
        }
        let (query, solution) = certificate(text, &claim);
        assert_eq!(check(&query, &solution, &mut || false), Ok(Verdict::Unverified), "time is a limit");
        assert_eq!(check_within(&query, &solution, 100, &mut || true), Ok(Verdict::TooLarge));
    }
}
