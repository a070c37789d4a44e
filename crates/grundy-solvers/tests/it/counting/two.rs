//! Machines with two counters: one that was found; and machines with one counter in the same form.

use super::*;

/// Its least machine for words of n letters has states in proportion to the square of n.
pub(super) const TEXT: &str = "row: \"aab\" -> \"a\", \"ba\" -> \"\"";

const CERTIFICATE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/words/two-counters.cert"));

pub(super) fn kept() -> Counting {
    let (_, solution) = read(CERTIFICATE, &no_lists).expect("a certificate");
    let [Claim::Counting(claim)] = &solution.claims[..] else { panic!("another claim") };
    Counting::clone(claim)
}

#[test]
fn the_machine_that_is_kept_is_proved() {
    let claim = kept();
    assert_eq!(verify(TEXT, &claim), Ok(Verdict::Verified));
    assert_eq!(claim.machine.largest(), 3);
    agrees(&claim, &values(TEXT, &['a', 'b'], 14));
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

/// A step of the first counter.
fn step(goal: CounterStep, place: u32) -> CountingGoal {
    CountingGoal { steps: vec![goal, CounterStep::At(0)], place }
}

/// A machine with one counter as one with two, where its remainder is part of the place; no place
/// has the other counter.
fn with_remainders_as_places(machine: &CountingMachine) -> CountingMachine {
    let Counter { from: first, period } = machine.counters[0];
    let (first, period) = (first as usize, period as usize);
    let states = |level: usize| machine.places.iter().map_while(move |place| place.states[level].as_ref());
    let steps = (0..first + period).flat_map(states).flat_map(|state| &state.next).map(|goal| goal.steps[0]);
    let fall = steps.map(|step| if let CounterStep::By(levels) = step { -levels } else { 0 }).max().unwrap();
    let from = (fall.max(0) as usize).div_ceil(period) as u32 + 1;
    let mut number = HashMap::new();
    for level in 0..first + period {
        for place in 0..states(level).count() {
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
    let mut places = vec![CountingPlace { has: vec![false; 2], states: Vec::new() }; number.len()];
    for (&(level, place), &own) in &number {
        let state = machine.places[place].states[level].as_ref().unwrap();
        let has = level >= first;
        let states = (0..=if has { from } else { 0 }).map(|high| {
            let next = state.next.iter().map(|goal| match goal.steps[0] {
                CounterStep::At(level) => {
                    let (place, to) = at(level as usize, goal.place);
                    step(CounterStep::At(to), place)
                }
                CounterStep::By(levels) => {
                    let now = level + high as usize * period;
                    let (place, to) = at((now as i64 + i64::from(levels)) as usize, goal.place);
                    let (_, above) = at((now as i64 + i64::from(levels)) as usize + period, 0);
                    let repeats = high == from && above == to + 1;
                    let by = CounterStep::By(to as i32 - high as i32);
                    step(if repeats { by } else { CounterStep::At(to) }, place)
                }
            });
            Some(CountingState { label: state.label, next: next.collect() })
        });
        places[own as usize] = CountingPlace { has: vec![has, false], states: states.collect() };
    }
    let counters = vec![Counter { from, period: 1 }, Counter { from: 0, period: 1 }];
    CountingMachine { letters: machine.letters, counters, places }
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
        let mut claim = found(text, 400).unwrap_or_else(|| panic!("{text}"));
        claim.machine = with_remainders_as_places(&claim.machine);
        let values = values(text, &['a', 'b'], 11);
        agrees(&claim, &values);
        assert_eq!(verify(text, &claim), Ok(Verdict::Verified), "{text}");
        // The counters in the other order.
        claim.machine.counters.reverse();
        for place in &mut claim.machine.places {
            place.has.reverse();
            place.states.iter_mut().flatten().flat_map(|state| &mut state.next).for_each(|goal| goal.steps.reverse());
        }
        agrees(&claim, &values);
        assert_eq!(verify(text, &claim), Ok(Verdict::Verified), "{text}");
    }
}

#[test]
fn altered_machines_are_refused() {
    let mut random = Random::new(5);
    let (mut refused, mut equal) = (0, 0);
    let (claim, values) = (kept(), values(TEXT, &['a', 'b'], 13));
    for _ in 0..250 {
        let mut altered = claim.clone();
        altered.near = [2, 4, 6][random.below(3)];
        altered.strict = random.below(2) == 0;
        let machine = &mut altered.machine;
        let places = machine.places.len();
        for _ in 0..=random.below(2) {
            let place = &mut machine.places[random.below(places)];
            let at = random.below(place.states.len());
            let state = place.states[at].as_mut().expect("a state");
            let goal = &mut state.next[random.below(2)];
            let counter = random.below(2);
            match (random.below(5), &mut goal.steps[counter]) {
                (0, _) => state.label ^= 1 << random.below(2),
                (1, CounterStep::At(level)) => *level += 1,
                (1, CounterStep::By(levels)) => *levels -= 1,
                (2, CounterStep::At(level)) => *level = level.saturating_sub(1),
                (2, CounterStep::By(levels)) => *levels += 1,
                (3, _) => goal.place = random.below(places) as u32,
                (_, step) => {
                    *step = match *step {
                        CounterStep::At(level) => CounterStep::By(level as i32 - 1),
                        CounterStep::By(levels) => CounterStep::At((levels + 1).max(0) as u32),
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
        let values = values(text, &['a', 'b'], 10);
        let game = FactorGame::of(&rules(text).ruleset, &['a', 'b'], true).expect("it is of this form");
        let ends = Ends::of(&rules(text).ruleset, &game).expect("it ends");
        for _ in 0..4000 {
            let from = [random.below(2) as u32, random.below(2) as u32];
            let has: Vec<[bool; 2]> = (0..1 + random.below(2)).map(|_| [0, 1].map(|_| random.below(3) > 0)).collect();
            let places = has.iter().map(|&here| {
                let listed = [0, 1].map(|counter| if here[counter] { from[counter] as usize + 1 } else { 1 });
                let states = (0..listed[0] * listed[1]).map(|at| {
                    let own = [at / listed[1], at % listed[1]];
                    let goal = |random: &mut Random| {
                        let place = random.below(has.len());
                        let steps = [0, 1].map(|counter| {
                            let there = has[place][counter];
                            let last = here[counter] && own[counter] == from[counter] as usize;
                            match (there && last && random.below(3) > 0, there) {
                                (true, _) => CounterStep::By((random.below(2) as i32).max(-(from[counter] as i32))),
                                (false, true) => CounterStep::At(random.below(2) as u32),
                                (false, false) => CounterStep::At(0),
                            }
                        });
                        CountingGoal { steps: steps.into(), place: place as u32 }
                    };
                    let label = random.below(2) as u32;
                    Some(CountingState { label, next: vec![goal(&mut random), goal(&mut random)] })
                });
                CountingPlace { has: here.into(), states: states.collect() }
            });
            let counters = from.map(|from| Counter { from, period: 1 });
            let machine = CountingMachine { letters: 2, counters: counters.into(), places: places.collect() };
            assert!(machine.is_sound(2), "{machine:?}");
            let claim =
                Counting { game: game.clone(), ends: ends.clone(), machine, near: 2, strict: random.below(2) == 0 };
            let (query, solution) = certificate(text, &claim);
            if check(&query, &solution, &mut || true).is_ok() {
                agrees(&claim, &values);
                verified += 1;
            }
        }
    }
    assert!(verified > 5, "{verified} are right");
}
