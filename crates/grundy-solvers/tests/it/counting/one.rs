//! Machines with one counter: those of the literature and of small systems.

use super::*;

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
        agrees(&claim, &values(&text, &claim.game.letters, 12));
    }
}

#[test]
fn systems_with_values_to_3_are_proved() {
    for (text, states) in SYSTEMS {
        let claim = found(text, 1500).unwrap_or_else(|| panic!("{text} has a periodic machine"));
        assert!(claim.machine.states() <= states, "{text}: {}", claim.machine.states());
        assert_eq!(claim.machine.largest(), 3, "{text}");
        assert_eq!(verify(text, &claim), Ok(Verdict::Verified), "{text}");
        agrees(&claim, &values(text, &claim.game.letters, 12));
    }
}

/// The claim of a system that is found soon.
pub(super) fn small() -> (&'static str, Counting) {
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
fn altered_machines_are_refused() {
    let mut random = Random::new(5);
    let (mut refused, mut equal) = (0, 0);
    for text in [small().0, SYSTEMS[0].0, SYSTEMS[2].0, &merging(MERGING[4].0, MERGING[4].1)] {
        let claim = found(text, 400).expect("it has a periodic machine");
        let values = values(text, &claim.game.letters, 13);
        for _ in 0..80 {
            let mut altered = claim.clone();
            let machine = &mut altered.machine;
            // Each listed state alike.
            let states: Vec<(usize, usize)> = (0..machine.places.len())
                .flat_map(|place| (0..machine.places[place].states.len()).map(move |level| (place, level)))
                .filter(|&(place, level)| machine.places[place].states[level].is_some())
                .collect();
            let (place, level) = states[random.below(states.len())];
            let letter = random.below(machine.letters);
            let state = machine.places[place].states[level].as_mut().expect("a state");
            let goal = &mut state.next[letter];
            match (random.below(4), &mut goal.steps[0]) {
                (0, _) => state.label ^= 1 << random.below(2),
                (1, CounterStep::At(to)) => *to += 1,
                (1, CounterStep::By(levels)) => *levels -= 1,
                (2, _) => goal.place ^= 1,
                (_, step) => {
                    *step = match *step {
                        CounterStep::At(to) => CounterStep::By(to as i32 - level as i32),
                        CounterStep::By(levels) => CounterStep::At((level as i32 + levels) as u32),
                    }
                }
            }
            match verify(text, &altered) {
                Err(_) => refused += 1,
                Ok(_) => {
                    // The other machine may be right too: states that are alike, or a step at a low
                    // level in its other form.
                    agrees(&altered, &values);
                    equal += 1;
                }
            }
        }
    }
    assert!(refused > 300 && equal < 20, "{refused} refused, {equal} equal");
}

/// Random systems: whatever is proved agrees with the rules.
#[test]
fn random_systems_agree_with_the_rules() {
    let mut random = Random::new(11);
    let mut proved = 0;
    for _ in 0..150 {
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
            agrees(&claim, &values(&text, &claim.game.letters, 11));
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
