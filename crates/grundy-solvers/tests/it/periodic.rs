//! Periodic machines: those of the literature and of small systems, compared with the meaning of
//! the rules on all short words; machines that only seem right, and altered ones, which the checker
//! must refuse.

use std::{collections::HashMap, sync::Arc};

use grundy_cert::{Answer, Claim, Goal, LevelMachine, LevelState, Periodic, Solution, Verdict, check, read, write};
use grundy_core::Nimber;
use grundy_games::{Declaration, Ends, FactorGame, Query, Question, no_lists};
use grundy_solvers::{
    Budget,
    words::automaton::{Search, Standing},
};

use crate::common::{Random, plain};

/// The taking-and-merging games of Duchêne, Marsault, Parreau and Rigo, by the exponents of a and
/// of b, with the number of states that are listed.
const MERGING: [(&[usize], &[usize], usize); 5] = [
    (&[2], &[2], 26),
    (&[2], &[1, 2], 111),
    (&[2], &[1, 2, 3], 72),
    (&[2], &[1, 2, 4], 111),
    (&[1, 2, 3], &[1, 2, 3], 26),
];

/// Two-rule systems with values from 0 to 3, and the most states that are listed.
const SYSTEMS: [(&str, usize); 8] = [
    ("\"a\" -> \"\", \"aab\" -> \"\"", 30),
    ("\"aa\" -> \"a\", \"ab\" -> \"\"", 16),
    ("\"aa\" -> \"a\", \"aab\" -> \"\"", 60),
    ("\"aab\" -> \"\", \"ab\" -> \"\"", 76),
    ("\"aaa\" -> \"aa\", \"aab\" -> \"\"", 96),
    ("\"aa\" -> \"\", \"ab\" -> \"\"", 156),
    ("\"aa\" -> \"\", \"aab\" -> \"\"", 198),
    ("\"aab\" -> \"\", \"aab\" -> \"ab\"", 416),
];

fn rules(text: &str) -> Declaration {
    grundy_games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// The periodic machine that is found, if one is, within limits that are the same everywhere.
fn found(text: &str, states: u64) -> Option<Periodic> {
    let search = Search::new(&rules(text).ruleset, &[], grundy_cert::Mode::Values).expect("a game on words");
    let learned = search.counting().most_states(states).run(&mut Budget::new().bytes(1 << 29), &mut |_| {});
    assert!(learned.counting.is_none() || learned.standing == Standing::Proved && learned.claim.is_none());
    match learned.counting? {
        Claim::Periodic(machine) => Some(Arc::unwrap_or_clone(machine)),
        _ => None,
    }
}

fn certificate(text: &str, claim: &Periodic) -> (Query, Solution) {
    let query = Query::new(&rules(text), Vec::new(), Question::ValueAndMoves);
    (query, Solution { answer: Answer::Value(Nimber::ZERO), claims: vec![Claim::Periodic(Arc::new(claim.clone()))] })
}

/// What the checker reports about a claim; asserts that it is the same after writing and reading.
fn verify(text: &str, claim: &Periodic) -> Result<Verdict, String> {
    let (query, solution) = certificate(text, claim);
    let written = write(&query, &solution).unwrap();
    let (again, read_back) = read(&written, &no_lists).unwrap_or_else(|fault| panic!("{text}: {fault}\n{written}"));
    let verdict = check(&query, &solution, &mut || true).map_err(|flaw| flaw.to_string());
    assert_eq!(check(&again, &read_back, &mut || true).map_err(|flaw| flaw.to_string()), verdict, "{text}");
    assert_eq!(write(&again, &read_back).unwrap(), written);
    verdict
}

/// Compares a machine with the meaning of the rules on all words up to a length.
fn agrees(text: &str, claim: &Periodic, longest: usize) {
    let (ruleset, mut known) = (rules(text).ruleset, HashMap::new());
    let mut last = vec![String::new()];
    for _ in 0..=longest {
        for word in &last {
            assert_eq!(claim.value(word), Some(plain(&ruleset, word, &mut known)), "{text} at {word}");
        }
        let longer =
            last.iter().flat_map(|word| claim.game.letters.iter().map(move |letter| format!("{word}{letter}")));
        last = longer.collect();
    }
}

fn merging(first: &[usize], second: &[usize]) -> String {
    let rule = |letter: &'static str| move |&count: &usize| format!("\"{}\" -> \"\"", letter.repeat(count));
    let all: Vec<String> = first.iter().map(rule("a")).chain(second.iter().map(rule("b"))).collect();
    format!("row: {}", all.join(", "))
}

#[test]
fn games_of_taking_and_merging_are_proved() {
    for (first, second, states) in MERGING {
        let text = merging(first, second);
        let claim = found(&text, 700).unwrap_or_else(|| panic!("{text} has a periodic machine"));
        assert_eq!(claim.machine.states(), states, "{text}");
        assert_eq!(verify(&text, &claim), Ok(Verdict::Verified), "{text}");
        agrees(&text, &claim, 12);
    }
}

#[test]
fn systems_with_values_to_3_are_proved() {
    for (text, states) in SYSTEMS {
        let claim = found(text, 1500).unwrap_or_else(|| panic!("{text} has a periodic machine"));
        assert!(claim.machine.states() <= states, "{text}: {}", claim.machine.states());
        assert_eq!(claim.machine.largest(), 3, "{text}");
        assert_eq!(verify(text, &claim), Ok(Verdict::Verified), "{text}");
        agrees(text, &claim, 12);
    }
}

/// The claim of a system that is found soon.
fn small() -> (&'static str, Periodic) {
    let text = "row: \"aa\" -> \"a\", \"ab\" -> \"\"";
    (text, found(text, 200).expect("it has a periodic machine"))
}

#[test]
fn a_period_that_only_shows_is_refused() {
    // An octal game whose values grow to 15 later: a machine of its first words repeats.
    for text in ["\"a\" -> \"\", \"aaa\" -> \"ab\"", "\"aba\" -> \"\"", "\"aaa\" -> \"b\""] {
        assert!(found(text, 250).is_none(), "{text}");
    }
}

#[test]
fn the_machine_of_zeros_is_refused() {
    let (text, claim) = small();
    let next = |count| vec![Goal::By { levels: 0, place: 0 }; count];
    let letters = claim.game.letters.len();
    let machine =
        LevelMachine { letters, from: 0, period: 1, levels: vec![vec![LevelState { label: 0, next: next(letters) }]] };
    assert!(machine.is_sound(letters));
    for near in [0, 4, 24] {
        let zeros = Periodic { machine: machine.clone(), near, ..claim.clone() };
        let why = verify(text, &zeros).expect_err("words have options of value 0");
        assert!(why.contains("an option may have the value of its word"), "{why}");
    }
}

#[test]
fn altered_machines_are_refused() {
    let mut random = Random::new(5);
    let (mut refused, mut equal) = (0, 0);
    for text in [small().0, SYSTEMS[0].0, SYSTEMS[2].0, &merging(MERGING[4].0, MERGING[4].1)] {
        let claim = found(text, 400).expect("it has a periodic machine");
        for _ in 0..80 {
            let mut altered = claim.clone();
            let machine = &mut altered.machine;
            let level = random.below(machine.levels.len());
            let place = random.below(machine.levels[level].len());
            let letter = random.below(machine.letters);
            let state = &mut machine.levels[level][place];
            let own = level;
            match (random.below(4), &mut state.next[letter]) {
                (0, _) => state.label ^= 1 << random.below(2),
                (1, Goal::At { level: to, .. }) => *to += 1,
                (1, Goal::By { levels, .. }) => *levels -= 1,
                (2, Goal::At { place, .. } | Goal::By { place, .. }) => *place ^= 1,
                (_, goal) => {
                    *goal = match *goal {
                        Goal::At { level: to, place } => Goal::By { levels: to as i32 - own as i32, place },
                        Goal::By { levels, place } => Goal::At { level: (own as i32 + levels) as u32, place },
                    }
                }
            }
            match verify(text, &altered) {
                Err(_) => refused += 1,
                Ok(_) => {
                    // The other machine may be right too: states that are alike, or a step at a low
                    // level in its other form.
                    agrees(text, &altered, 13);
                    equal += 1;
                }
            }
        }
    }
    assert!(refused > 300 && equal < 20, "{refused} refused, {equal} equal");
}

#[test]
fn a_claim_about_another_game_is_refused() {
    let (text, claim) = small();
    let claims = [
        Periodic { ends: Ends { weights: vec![0; claim.game.letters.len()], order: None }, ..claim.clone() },
        Periodic { game: FactorGame { walls: false, ..claim.game.clone() }, ..claim.clone() },
        Periodic { near: 4000, ..claim.clone() },
        Periodic { machine: LevelMachine { from: claim.machine.from + 1, ..claim.machine.clone() }, ..claim.clone() },
    ];
    for other in claims {
        let (query, solution) = certificate(text, &other);
        assert!(check(&query, &solution, &mut || true).is_err(), "{other:?}");
    }
    let (query, solution) = certificate("row: \"aa\" -> \"a\", \"ba\" -> \"\"", &claim);
    assert!(check(&query, &solution, &mut || true).is_err());
    let (query, solution) = certificate(text, &claim);
    assert_eq!(check(&query, &solution, &mut || false), Ok(Verdict::Unverified), "time is a limit");
    assert_eq!(grundy_cert::check_within(&query, &solution, 100, &mut || true), Ok(Verdict::TooLarge));
}

/// Random systems: whatever is proved agrees with the rules.
#[test]
fn random_systems_agree_with_the_rules() {
    let mut random = Random::new(11);
    let mut proved = 0;
    for _ in 0..60 {
        let mut word = |shortest: usize, longest: usize| -> String {
            let length = shortest + random.below(longest - shortest + 1);
            (0..length).map(|_| if random.below(2) == 0 { 'a' } else { 'b' }).collect()
        };
        let rules: Vec<String> = (0..2)
            .map(|_| {
                let left = word(1, 3);
                let right = word(0, left.len() - 1);
                format!("\"{left}\" -> \"{right}\"")
            })
            .collect();
        let text = rules.join(", ");
        if let Some(claim) = found(&text, 90) {
            assert_eq!(verify(&text, &claim), Ok(Verdict::Verified), "{text}");
            agrees(&text, &claim, 11);
            proved += 1;
        }
    }
    assert!(proved > 2, "{proved} systems have a periodic machine");
}

#[test]
fn a_word_of_a_million_letters_has_a_value() {
    let (text, claim) = small();
    let long = |count: usize| format!("{}{}", "b".repeat(count), "a".repeat(count + 1));
    let mut known = HashMap::new();
    let ruleset = rules(text).ruleset;
    assert_eq!(claim.value(&long(8)), Some(plain(&ruleset, &long(8), &mut known)));
    assert!(claim.value(&long(1_000_000)).is_some());
}
