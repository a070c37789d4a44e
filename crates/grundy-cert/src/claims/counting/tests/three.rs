//! Three counters, for which certificates have no form: machines with fewer counters and others
//! beside them, one that needs all three, altered ones and random ones.

use std::collections::HashMap;

use grundy_core::{Fault, Game, MexSet};
use grundy_games::{Component, Ends, Letter, Ruleset, no_lists};

use super::{super::text, *};
use crate::read;

const KEPT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/words/two-counters.cert"));

/// The game that the kept certificate is about.
const KEPT_GAME: &str = "row: \"aab\" -> \"a\", \"ba\" -> \"\"";

fn kept() -> Counting {
    let (_, solution) = read(KEPT, &no_lists).expect("a certificate");
    let [Claim::Counting(claim)] = &solution.claims[..] else { panic!("another claim") };
    Counting::clone(claim)
}

/// A counter of a machine that is made from another one.
#[derive(Clone, Copy, Debug)]
enum Axis {
    /// It is that of the other machine.
    Old(usize),
    /// No place has it.
    Unused,
    /// It counts the letters, and repeats every three.
    Letters,
}

/// A place whose states depend on listed levels.
fn place(counters: &[Counter], has: Vec<bool>, state: impl Fn(&[u64]) -> Option<CountingState>) -> CountingPlace {
    let mut levels = vec![Vec::new()];
    for (counter, has) in counters.iter().zip(&has) {
        let size = if *has { counter.size() as u64 } else { 1 };
        let longer = |own: &Vec<u64>| (0..size).map(|level| [&own[..], &[level]].concat()).collect::<Vec<_>>();
        levels = levels.iter().flat_map(longer).collect();
    }
    CountingPlace { has, states: levels.iter().map(|levels| state(levels)).collect() }
}

/// The machine with these counters in place of its own.
fn rearranged(machine: &CountingMachine, axes: &[Axis]) -> CountingMachine {
    let counter = |axis: &Axis| match axis {
        Axis::Old(number) => machine.counters[*number],
        Axis::Unused => Counter { from: 0, period: 1 },
        Axis::Letters => Counter { from: 0, period: 3 },
    };
    let counters: Vec<Counter> = axes.iter().map(counter).collect();
    let places = machine.places.iter().enumerate().map(|(at, own)| {
        let has = axes.iter().map(|axis| match axis {
            Axis::Old(number) => own.has[*number],
            Axis::Unused => false,
            Axis::Letters => true,
        });
        place(&counters, has.collect(), |levels| {
            let mut old = vec![0; machine.counters.len()];
            for (axis, level) in axes.iter().zip(levels) {
                if let Axis::Old(number) = axis {
                    old[*number] = *level;
                }
            }
            let state = machine.state(at as u32, &old)?;
            let next = state.next.iter().map(|goal| {
                let steps = axes.iter().map(|axis| match axis {
                    Axis::Old(number) => goal.steps[*number],
                    Axis::Unused => CounterStep::At(0),
                    Axis::Letters => CounterStep::By(1),
                });
                CountingGoal { steps: steps.collect(), place: goal.place }
            });
            Some(CountingState { label: state.label, next: next.collect() })
        })
    });
    CountingMachine { letters: machine.letters, places: places.collect(), counters }
}

/// The value of a word by the meaning of the rules.
fn plain(ruleset: &Ruleset, word: &str, known: &mut HashMap<String, Nimber>) -> Nimber {
    if let Some(&value) = known.get(word) {
        return value;
    }
    let mut options: Vec<Vec<String>> = Vec::new();
    let walked = ruleset.options(&Component::Row(word.into()), |parts| {
        options.push(parts.iter().map(ToString::to_string).collect());
        Ok::<(), Fault>(())
    });
    walked.expect("the rules hold");
    let mut seen = MexSet::new();
    for parts in options {
        seen.insert(parts.iter().map(|part| plain(ruleset, part, known)).sum());
    }
    known.insert(word.to_owned(), seen.mex());
    seen.mex()
}

/// The words up to a length with their values.
fn values(text: &str, letters: &[char], longest: usize) -> Vec<(String, Nimber)> {
    let (ruleset, mut known) = (grundy_games::game(text).expect("a game").ruleset, HashMap::new());
    let (mut all, mut last) = (Vec::new(), vec![String::new()]);
    for _ in 0..=longest {
        all.extend(last.iter().map(|word| (word.clone(), plain(&ruleset, word, &mut known))));
        last = last.iter().flat_map(|word| letters.iter().map(move |letter| format!("{word}{letter}"))).collect();
    }
    all
}

/// Whether the check verifies a machine with three counters; then it must have these values.
fn holds(claim: &Counting, values: &[(String, Nimber)]) -> bool {
    let holds = claim.machine.is_sound(claim.game.letters.len()) && explored::<3>(claim).is_ok();
    if holds {
        for (word, value) in values {
            assert_eq!(claim.value(word), Some(*value), "{word}: {claim:?}");
        }
    }
    holds
}

/// The numbers for one and two counters are those that `tools/grundy_check.py` prints.
#[test]
fn counters_that_no_place_has_change_nothing() {
    let lines: Vec<&str> = LINES.lines().collect();
    let one = text::read(&lines, GAME).expect("the lines of a claim");
    assert_eq!(explored::<1>(&one), Ok((208, 70)));
    let with =
        |claim: &Counting, axes: &[Axis]| Counting { machine: rearranged(&claim.machine, axes), ..claim.clone() };
    use Axis::{Old, Unused};
    for axes in [[Old(0), Unused], [Unused, Old(0)]] {
        assert_eq!(explored::<2>(&with(&one, &axes)), Ok((208, 70)), "{axes:?}");
    }
    assert_eq!(explored::<3>(&with(&one, &[Unused, Old(0), Unused])), Ok((208, 70)));
    let two = kept();
    assert_eq!(explored::<2>(&two), Ok((14086, 4735)));
    for axes in [[Old(0), Old(1), Unused], [Unused, Old(1), Old(0)], [Old(1), Unused, Old(0)]] {
        assert_eq!(explored::<3>(&with(&two, &axes)), Ok((14086, 4735)), "{axes:?}");
    }
}

#[test]
fn a_third_counter_beside_two_is_followed() {
    let values = values(KEPT_GAME, &['a', 'b'], 11);
    let claim = kept();
    for axes in [[Axis::Letters, Axis::Old(0), Axis::Old(1)], [Axis::Old(1), Axis::Old(0), Axis::Letters]] {
        let machine = rearranged(&claim.machine, &axes);
        assert!(holds(&Counting { machine, ..claim.clone() }, &values), "{axes:?}");
    }
}

#[test]
fn altered_machines_with_three_counters_are_refused() {
    let values = values(KEPT_GAME, &['a', 'b'], 12);
    let mut claim = kept();
    claim.machine = rearranged(&claim.machine, &[Axis::Old(1), Axis::Letters, Axis::Old(0)]);
    let mut random = fastrand::Rng::with_seed(3);
    let (mut refused, mut equal) = (0, 0);
    for _ in 0..60 {
        let mut altered = claim.clone();
        let places = altered.machine.places.len();
        let place = &mut altered.machine.places[random.usize(..places)];
        let at = random.usize(..place.states.len());
        let state = place.states[at].as_mut().expect("a state");
        let goal = &mut state.next[random.usize(..2)];
        match (random.usize(..5), &mut goal.steps[2 * random.usize(..2)]) {
            (0, _) => state.label ^= 1 << random.usize(..2),
            (1, CounterStep::At(level)) => *level += 1,
            (1, CounterStep::By(levels)) => *levels -= 1,
            (2, step) => *step = CounterStep::By(1),
            (3, _) => goal.place = random.usize(..places) as u32,
            (_, step) => *step = CounterStep::At(0),
        }
        if holds(&altered, &values) { equal += 1 } else { refused += 1 }
    }
    assert!(refused > 30 && equal > 0, "{refused} refused, {equal} equal");
}

/// A machine that counts each of three letters, modulo 2, and whose label is the sum.
fn parity() -> Counting {
    let rules = grundy_games::game("row: \"a\" -> \"\", \"b\" -> \"\", \"c\" -> \"\"").expect("a game");
    let game = FactorGame::of(&rules.ruleset, &['a', 'b', 'c'], true).expect("it is of this form");
    let ends = Ends::of(&rules.ruleset, &game).expect("it ends");
    let counters = vec![Counter { from: 0, period: 2 }; 3];
    let place = place(&counters, vec![true; 3], |levels| {
        let step = |letter, counter| CounterStep::By(i32::from(letter == counter));
        let next = (0..3).map(|letter| CountingGoal { steps: (0..3).map(|own| step(letter, own)).collect(), place: 0 });
        Some(CountingState { label: (levels.iter().sum::<u64>() % 2) as u32, next: next.collect() })
    });
    let machine = CountingMachine { letters: 3, counters, places: vec![place] };
    Counting { game, ends, machine, near: 2, strict: true }
}

#[test]
fn a_machine_that_needs_three_counters_is_proved_and_no_altered_one() {
    let values = values("row: \"a\" -> \"\", \"b\" -> \"\", \"c\" -> \"\"", &['a', 'b', 'c'], 7);
    let claim = parity();
    assert!(holds(&claim, &values));
    assert!(holds(&Counting { strict: false, ..claim.clone() }, &values));
    for at in 0..8 {
        let altered = |change: &dyn Fn(&mut CountingState)| {
            let mut altered = claim.clone();
            change(altered.machine.places[0].states[at].as_mut().expect("a state"));
            holds(&altered, &values)
        };
        assert!(altered(&|_| {}));
        assert!(!altered(&|state| state.label ^= 1), "{at}");
        assert!(!altered(&|state| state.label += 2), "{at}");
        for letter in 0..3 {
            for counter in 0..3 {
                let step = |step| altered(&move |state| state.next[letter].steps[counter] = step);
                let own = usize::from(letter == counter) as i32;
                assert!(!step(CounterStep::By(own + 1)), "{at} {letter} {counter}");
                // These may be the same step; what is proved has the values.
                for other in [CounterStep::By(own + 2), CounterStep::At(2), CounterStep::At(3)] {
                    step(other);
                }
            }
        }
    }
    let mut missing = claim.clone();
    missing.machine.places[0].states[5] = None;
    assert!(!holds(&missing, &values), "steps lead there");
}

/// The check itself has no more than two counters.
#[test]
fn a_claim_with_three_counters_is_refused() {
    let claim = parity();
    assert_eq!(claim.holds(1 << 30, &mut || true), Some(false));
    let rules = grundy_games::game("row: \"a\" -> \"\", \"b\" -> \"\", \"c\" -> \"\"").expect("a game");
    let refused = claim.verified(&rules.ruleset, &mut VerificationLimits::new(1 << 30, &mut || true));
    assert!(refused.is_err_and(|flaw| flaw.to_string().contains("neither one counter nor two")));
    assert!(text::write(&claim, "").is_err());
}

/// Small random machines, of which most are wrong: what is verified agrees with the rules.
#[test]
fn random_machines_with_three_counters_are_refused_or_right() {
    let mut random = fastrand::Rng::with_seed(29);
    let mut verified = 0;
    for text in ["row: \"a\" -> \"\", \"b\" -> \"\"", "row: \"ab\" -> \"\"", "row: \"aa\" -> \"a\""] {
        let values = values(text, &['a', 'b'], 9);
        let rules = grundy_games::game(text).expect("a game");
        let game = FactorGame::of(&rules.ruleset, &['a', 'b'], true).expect("it is of this form");
        let ends = Ends::of(&rules.ruleset, &game).expect("it ends");
        for _ in 0..3000 {
            let counters: Vec<Counter> = (0..3)
                .map(|_| Counter { from: random.usize(..2) as u32, period: 1 + random.usize(..2) as u32 })
                .collect();
            let has: Vec<Vec<bool>> =
                (0..1 + random.usize(..2)).map(|_| (0..3).map(|_| random.usize(..3) > 0).collect()).collect();
            let weights: Vec<u64> = (0..3).map(|_| random.usize(..2) as u64).collect();
            let own = std::cell::RefCell::new(&mut random);
            let places = has.iter().map(|here| {
                place(&counters, here.clone(), |levels| {
                    let mut random = own.borrow_mut();
                    let sum: u64 = levels.iter().zip(&weights).map(|(level, weight)| level * weight).sum();
                    let label = if random.usize(..6) == 0 { random.usize(..2) as u64 } else { sum % 2 };
                    let next = (0..2 as Letter).map(|_| {
                        let place = random.usize(..has.len());
                        let steps = (0..3).map(|counter| {
                            let repeats = here[counter] && levels[counter] >= counters[counter].from.into();
                            match (has[place][counter], repeats && random.usize(..3) > 0) {
                                (false, _) => CounterStep::At(0),
                                (true, true) => CounterStep::By(random.usize(..2) as i32),
                                (true, false) => CounterStep::At(random.usize(..3) as u32),
                            }
                        });
                        CountingGoal { steps: steps.collect(), place: place as u32 }
                    });
                    Some(CountingState { label: label as u32, next: next.collect() })
                })
            });
            let machine = CountingMachine { letters: 2, places: places.collect(), counters: counters.clone() };
            assert!(machine.is_sound(2), "{machine:?}");
            let strict = random.usize(..2) == 0;
            let claim = Counting { game: game.clone(), ends: ends.clone(), machine, near: 2, strict };
            verified += usize::from(holds(&claim, &values));
        }
    }
    assert!(verified > 5, "{verified} are right");
}
