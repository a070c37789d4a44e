//! Machines with two counters: one that was found, compared with the meaning of the rules on all
//! short words; machines with one counter in the same form; and altered ones, which the checker
//! must refuse.

use std::{collections::HashMap, sync::Arc};

use grundy_cert::{
    Answer, Claim, Goal, Grid, GridCell, GridGoal, GridMachine, GridPlace, GridStep, LevelMachine, Mode, Periodic,
    Solution, Verdict, check, check_within, read, write,
};
use grundy_core::Nimber;
use grundy_games::{Declaration, Ends, FactorGame, Query, Question, no_lists};
use grundy_solvers::{Budget, words::automaton::Search};

use crate::common::{Random, plain};

/// Its least machine for words of n letters has states in proportion to the square of n.
const TEXT: &str = "row: \"aab\" -> \"a\", \"ba\" -> \"\"";

const CERTIFICATE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/words/two-counters.cert"));

fn kept() -> Grid {
    let (_, solution) = read(CERTIFICATE, &no_lists).expect("a certificate");
    let [Claim::Grid(claim)] = &solution.claims[..] else { panic!("another claim") };
    Grid::clone(claim)
}

fn rules(text: &str) -> Declaration {
    grundy_games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn certificate(text: &str, claim: &Grid) -> (Query, Solution) {
    let query = Query::new(&rules(text), Vec::new(), Question::ValueAndMoves);
    (query, Solution { answer: Answer::Value(Nimber::ZERO), claims: vec![Claim::Grid(Arc::new(claim.clone()))] })
}

/// What the checker reports about a claim; asserts that it is the same after writing and reading.
fn verify(text: &str, claim: &Grid) -> Result<Verdict, String> {
    let (query, solution) = certificate(text, claim);
    let written = write(&query, &solution).unwrap();
    let (again, read_back) = read(&written, &no_lists).unwrap_or_else(|fault| panic!("{text}: {fault}\n{written}"));
    let verdict = check(&query, &solution, &mut || true).map_err(|flaw| flaw.to_string());
    assert_eq!(check(&again, &read_back, &mut || true).map_err(|flaw| flaw.to_string()), verdict, "{text}");
    assert_eq!(write(&again, &read_back).unwrap(), written);
    verdict
}

/// The words up to a length with their values, by the meaning of the rules.
fn values(text: &str, longest: usize) -> Vec<(String, Nimber)> {
    let (ruleset, mut known) = (rules(text).ruleset, HashMap::new());
    let (mut all, mut last) = (Vec::new(), vec![String::new()]);
    for _ in 0..=longest {
        all.extend(last.iter().map(|word| (word.clone(), plain(&ruleset, word, &mut known))));
        last = last.iter().flat_map(|word| ["a", "b"].map(|letter| format!("{word}{letter}"))).collect();
    }
    all
}

fn agrees(claim: &Grid, values: &[(String, Nimber)]) {
    for (word, value) in values {
        assert_eq!(claim.value(word), Some(*value), "{word}");
    }
}

#[test]
fn the_machine_that_is_kept_is_proved() {
    let claim = kept();
    assert_eq!(verify(TEXT, &claim), Ok(Verdict::Verified));
    assert_eq!(claim.machine.largest(), 3);
    agrees(&claim, &values(TEXT, 14));
    // Longer words, which reach high levels of both counters.
    let (ruleset, mut known) = (rules(TEXT).ruleset, HashMap::new());
    for (turns, rest) in [(4, "bbb"), (6, "bba"), (7, "baaa"), (5, "baaaaaa"), (3, "bbbbbbaab")] {
        for first in ["", "baab", "aa"] {
            let word = format!("{first}{}{rest}", "ba".repeat(turns));
            assert_eq!(claim.value(&word), Some(plain(&ruleset, &word, &mut known)), "{word}");
        }
    }
    assert!(claim.value(&"ba".repeat(1_000_000)).is_some());
    assert_eq!(claim.value("abcab"), claim.value("ab").zip(claim.value("ab")).map(|(x, y)| Nimber(x.0 ^ y.0)));
}

/// A step of one counter, or of none.
fn step(goal: GridStep, place: u32) -> GridGoal {
    GridGoal { steps: [goal, GridStep::At(0)], place }
}

/// A machine with one counter, whose remainder is part of the place; the other counter has no
/// place.
fn as_grid(machine: &LevelMachine) -> GridMachine {
    let (first, period) = (machine.from, machine.period);
    let goals = machine.levels.iter().flatten().flat_map(|state| &state.next);
    let fall = goals.map(|goal| if let Goal::By { levels, .. } = goal { -levels } else { 0 }).max().unwrap();
    let from = (fall.max(0) as usize).div_ceil(period) as u32 + 1;
    let mut number = HashMap::new();
    for (level, states) in machine.levels.iter().enumerate() {
        for place in 0..states.len() {
            number.insert((level, place), number.len() as u32);
        }
    }
    // A state as a place and a level.
    let at = |level: usize, place: u32| match level < first {
        true => (number[&(level, place as usize)], 0),
        false => {
            let rest = (level - first) % period;
            (number[&(first + rest, place as usize)], ((level - first) / period) as u32)
        }
    };
    let mut places = vec![GridPlace { free: [false; 2], cells: Vec::new() }; number.len()];
    for (&(level, place), &own) in &number {
        let state = &machine.levels[level][place];
        let free = level >= first;
        let cells = (0..=if free { from } else { 0 }).map(|high| {
            let next = state.next.iter().map(|goal| match *goal {
                Goal::At { level, place } => {
                    let (place, to) = at(level as usize, place);
                    step(GridStep::At(to), place)
                }
                Goal::By { levels, place } => {
                    let now = level + high as usize * period;
                    let (place, to) = at((now as i64 + i64::from(levels)) as usize, place);
                    let (_, above) = at((now as i64 + i64::from(levels)) as usize + period, 0);
                    let repeats = high == from && above == to + 1;
                    let by = GridStep::By(to as i32 - high as i32);
                    step(if repeats { by } else { GridStep::At(to) }, place)
                }
            });
            GridCell { label: state.label, next: next.collect() }
        });
        places[own as usize] = GridPlace { free: [free, false], cells: cells.collect() };
    }
    GridMachine { letters: machine.letters, from: [from, 0], places }
}

/// The machines with one counter that are found, which the claim for two counters proves too.
#[test]
fn machines_with_one_counter_are_proved_in_this_form() {
    for text in [
        "\"aa\" -> \"a\", \"ab\" -> \"\"",
        "\"a\" -> \"\", \"aab\" -> \"\"",
        "\"aab\" -> \"\", \"ab\" -> \"\"",
        "\"aa\" -> \"\", \"bb\" -> \"\"",
    ] {
        let search = Search::new(&rules(text).ruleset, &[], Mode::Values).unwrap();
        let learned = search.counting().most_states(400).run(&mut Budget::new(), &mut |_| {});
        let Some(Claim::Periodic(claim)) = learned.counting else { panic!("{text}") };
        let Periodic { game, ends, machine, near, strict } = Arc::unwrap_or_clone(claim);
        let mut claim = Grid { game, ends, machine: as_grid(&machine), near, strict };
        let values = values(text, 11);
        agrees(&claim, &values);
        assert_eq!(verify(text, &claim), Ok(Verdict::Verified), "{text}");
        // The counters in the other order.
        let GridMachine { from, places, .. } = &mut claim.machine;
        from.reverse();
        for place in places {
            place.free.reverse();
            place.cells.iter_mut().flat_map(|cell| &mut cell.next).for_each(|goal| goal.steps.reverse());
        }
        agrees(&claim, &values);
        assert_eq!(verify(text, &claim), Ok(Verdict::Verified), "{text}");
    }
}

#[test]
fn the_machine_of_zeros_is_refused() {
    let claim = kept();
    let goal = GridGoal { steps: [GridStep::By(0); 2], place: 0 };
    let cell = GridCell { label: 0, next: vec![goal; 2] };
    let place = GridPlace { free: [true; 2], cells: vec![cell] };
    let machine = GridMachine { letters: 2, from: [0; 2], places: vec![place] };
    assert!(machine.is_sound(2));
    for near in [0, 4, 12] {
        let zeros = Grid { machine: machine.clone(), near, ..claim.clone() };
        let why = verify(TEXT, &zeros).expect_err("words have options of value 0");
        assert!(why.contains("an option may have the value of its word"), "{why}");
    }
}

#[test]
fn altered_machines_are_refused() {
    let mut random = Random::new(5);
    let (mut refused, mut equal) = (0, 0);
    let (claim, values) = (kept(), values(TEXT, 13));
    for _ in 0..250 {
        let mut altered = claim.clone();
        altered.near = [2, 4, 6][random.below(3)];
        altered.strict = random.below(2) == 0;
        let machine = &mut altered.machine;
        let places = machine.places.len();
        for _ in 0..=random.below(2) {
            let place = &mut machine.places[random.below(places)];
            let at = random.below(place.cells.len());
            let cell = &mut place.cells[at];
            let goal = &mut cell.next[random.below(2)];
            let counter = random.below(2);
            match (random.below(5), &mut goal.steps[counter]) {
                (0, _) => cell.label ^= 1 << random.below(2),
                (1, GridStep::At(level)) => *level += 1,
                (1, GridStep::By(levels)) => *levels -= 1,
                (2, GridStep::At(level)) => *level = level.saturating_sub(1),
                (2, GridStep::By(levels)) => *levels += 1,
                (3, _) => goal.place = random.below(places) as u32,
                (_, step) => {
                    *step = match *step {
                        GridStep::At(level) => GridStep::By(level as i32 - 1),
                        GridStep::By(levels) => GridStep::At((levels + 1).max(0) as u32),
                    }
                }
            }
        }
        match verify(TEXT, &altered) {
            Err(_) => refused += 1,
            Ok(_) => {
                // No word meets the state, or the step is one in another form.
                agrees(&altered, &values);
                equal += 1;
            }
        }
    }
    assert!(refused > 180 && equal > 0, "{refused} refused, {equal} equal");
}

/// Small random machines, of which nearly all are wrong, about small games: what is verified agrees
/// with the rules.
#[test]
fn random_machines_are_refused_or_right() {
    let mut random = Random::new(23);
    let mut verified = 0;
    for text in
        ["\"a\" -> \"\", \"b\" -> \"\"", "\"ab\" -> \"\"", "\"ab\" -> \"a\", \"ba\" -> \"b\"", "\"aa\" -> \"a\""]
    {
        let values = values(text, 10);
        let game = FactorGame::of(&rules(text).ruleset, &['a', 'b'], true).expect("it is of this form");
        let ends = Ends::of(&rules(text).ruleset, &game).expect("it ends");
        for _ in 0..4000 {
            let from = [random.below(2) as u32, random.below(2) as u32];
            let frees: Vec<[bool; 2]> = (0..1 + random.below(2)).map(|_| [0, 1].map(|_| random.below(3) > 0)).collect();
            let places = frees.iter().map(|&free| {
                let listed = [0, 1].map(|counter| if free[counter] { from[counter] as usize + 1 } else { 1 });
                let cells = (0..listed[0] * listed[1]).map(|at| {
                    let own = [at / listed[1], at % listed[1]];
                    let goal = |random: &mut Random| {
                        let place = random.below(frees.len());
                        let steps = [0, 1].map(|counter| {
                            let there = frees[place][counter];
                            let last = free[counter] && own[counter] == from[counter] as usize;
                            match (there && last && random.below(3) > 0, there) {
                                (true, _) => GridStep::By((random.below(2) as i32).max(-(from[counter] as i32))),
                                (false, true) => GridStep::At(random.below(2) as u32),
                                (false, false) => GridStep::At(0),
                            }
                        });
                        GridGoal { steps, place: place as u32 }
                    };
                    GridCell { label: random.below(2) as u32, next: vec![goal(&mut random), goal(&mut random)] }
                });
                GridPlace { free, cells: cells.collect() }
            });
            let machine = GridMachine { letters: 2, from, places: places.collect() };
            assert!(machine.is_sound(2), "{machine:?}");
            let claim = Grid { game: game.clone(), ends: ends.clone(), machine, near: 2, strict: random.below(2) == 0 };
            let (query, solution) = certificate(text, &claim);
            if check(&query, &solution, &mut || true).is_ok() {
                agrees(&claim, &values);
                verified += 1;
            }
        }
    }
    assert!(verified > 5, "{verified} are right");
}

#[test]
fn a_claim_about_another_game_is_refused() {
    let claim = kept();
    let claims = [
        Grid { ends: Ends { weights: vec![0; 2], order: None }, ..claim.clone() },
        Grid { game: FactorGame { walls: false, ..claim.game.clone() }, ..claim.clone() },
        Grid { near: 4000, ..claim.clone() },
        Grid { machine: GridMachine { from: [2, 2], ..claim.machine.clone() }, ..claim.clone() },
    ];
    for other in claims {
        let (query, solution) = certificate(TEXT, &other);
        assert!(check(&query, &solution, &mut || true).is_err(), "{other:?}");
    }
    for text in [
        "\"aab\" -> \"\", \"ba\" -> \"\"",
        "\"baa\" -> \"a\", \"ab\" -> \"\"",
        "ring: \"aab\" -> \"a\", \"ba\" -> \"\"",
    ] {
        let (query, solution) = certificate(text, &claim);
        assert!(check(&query, &solution, &mut || true).is_err(), "{text}");
    }
    let (query, solution) = certificate(TEXT, &claim);
    assert_eq!(check(&query, &solution, &mut || false), Ok(Verdict::Unverified), "time is a limit");
    assert_eq!(check_within(&query, &solution, 1000, &mut || true), Ok(Verdict::TooLarge));
}
