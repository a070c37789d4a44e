//! The fast provers compared with the plain one, and the plain one with the values of all words up
//! to a length.

use std::collections::HashMap;

use fastrand::Rng;

use super::*;

struct Random(Rng);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0.u64(..end)
    }

    fn word(&mut self, letters: u64, shortest: u64, longest: u64) -> String {
        let length = shortest + self.below(longest + 1 - shortest);
        (0..length).map(|_| char::from(b'a' + self.below(letters) as u8)).collect()
    }
}

/// Returns a few rules over a few letters: anchored, splitting, with runs, on rows or rings. The
/// text need not be a game.
fn text(random: &mut Random, letters: u64, sums: bool) -> String {
    let ring = random.below(5) == 0;
    let mut rules = Vec::new();
    for _ in 0..=random.below(3) {
        let mut left = random.word(letters, 1, 3);
        if random.below(6) == 0 {
            left.push('+');
        }
        let mut right = random.word(letters, 0, 2);
        if sums && !ring && random.below(4) == 0 {
            right = format!("{right}|{}", random.word(letters, 0, 1));
        }
        let anchor = |random: &mut Random, sign| if !ring && random.below(8) == 0 { sign } else { "" };
        rules.push(format!("{}\"{left}\"{} -> \"{right}\"", anchor(random, "^"), anchor(random, "$")));
    }
    format!("{}: {}", if ring { "ring" } else { "row" }, rules.join(", "))
}

/// Returns the labels of all words up to a length, by the plain meaning of the moves.
fn labels(game: &FactorGame, mode: Mode, longest: usize) -> HashMap<Vec<Letter>, u32> {
    fn label_of(game: &FactorGame, mode: Mode, word: &[Letter], known: &mut HashMap<Vec<Letter>, u32>) -> u32 {
        if let Some(&label) = known.get(word) {
            return label;
        }
        let mut options = Vec::new();
        let reported: Result<(), ()> = game.options(word, |parts| {
            options.push(parts.to_vec());
            Ok(())
        });
        assert_eq!(reported, Ok(()));
        let mut seen = ValueSet::below(1 << 12);
        for parts in options {
            seen.insert(parts.iter().fold(0, |total, part| total ^ label_of(game, mode, part, known)));
        }
        let found = label(mode, &seen);
        known.insert(word.to_vec(), found);
        found
    }
    let mut known = HashMap::new();
    let mut words = vec![Vec::new()];
    let mut at = 0;
    while at < words.len() {
        let word: Vec<Letter> = words[at].clone();
        label_of(game, mode, &word, &mut known);
        if word.len() < longest {
            words.extend((0..game.letters.len() as Letter).map(|letter| [&word[..], &[letter]].concat()));
        }
        at += 1;
    }
    known
}

/// Returns a random machine with labels that are often right for short words.
fn machine(random: &mut Random, letters: usize) -> Machine {
    let states = 1 + random.below(6) as u32;
    let labels = (0..states).map(|state| if state == 0 { 0 } else { random.below(3) as u32 }).collect();
    let next = (0..states * letters as u32).map(|_| random.below(u64::from(states)) as u32).collect();
    Machine { letters, labels, next }
}

const MODES: [Mode; 5] = [Mode::Values, Mode::Values, Mode::Capped(1), Mode::Capped(2), Mode::Misere];

#[test]
fn both_halves_and_the_path_agree_with_all_profiles() {
    let mut random = Random(Rng::with_seed(16));
    let (mut right, mut wrong) = (0, 0);
    while wrong < 600 || right < 40 {
        let mode = MODES[random.below(5) as usize];
        let letters = 1 + random.below(2);
        let Ok(rules) = grundy_games::game(&text(&mut random, letters, mode.adds())) else { continue };
        let Ok(search) = AutomatonSearch::new(&rules.ruleset, &[], mode) else { continue };
        let relation = Relation::new(&search.game);
        let mut budget = Budget::new();
        let learned = AutomatonSearch { most_states: 12, ..search };
        let learned = learned.run(&mut budget.bytes(1 << 21), &mut |_| {});
        budget = Budget::new();
        let hypothesis = match learned.claim {
            Some(claim) if random.below(2) == 0 => claim.machine,
            _ => machine(&mut random, relation.letters),
        };
        let items = Items::new(&relation, &hypothesis, &mut budget).unwrap();
        let all = plain::prove(&items, mode, 1, &mut budget).unwrap();
        let fast = prove(&relation, &hypothesis, mode, 1, &mut budget).unwrap();
        match (&all, &fast) {
            (Verdict::Wrong(plain), Verdict::Wrong(fast)) => {
                assert_eq!(plain[0].len(), fast[0].len(), "{rules}: {hypothesis:?}");
                wrong += 1;
            }
            (Verdict::All(plain), Verdict::All(fast)) => {
                assert_eq!(plain, fast, "{rules}: {hypothesis:?}");
                right += 1;
            }
            (Verdict::All(_), Verdict::Least(_)) => right += 1,
            _ => panic!("{rules} {mode:?}: {all:?} but {fast:?} for {hypothesis:?}"),
        }
    }
}

#[test]
fn the_plain_prover_agrees_with_the_values_of_words() {
    let mut random = Random(Rng::with_seed(10));
    let mut tried = 0;
    while tried < 400 {
        let mode = MODES[random.below(5) as usize];
        let letters = 1 + random.below(3);
        let Ok(rules) = grundy_games::game(&text(&mut random, letters, mode.adds())) else { continue };
        let Ok(game) = FactorGame::of(&rules.ruleset, &[], mode.adds()) else { continue };
        if game.growth() >= 0 {
            continue;
        }
        tried += 1;
        let longest = if game.letters.len() > 2 { 5 } else { 7 };
        let known = labels(&game, mode, longest);
        let hypothesis = machine(&mut random, game.letters.len());
        let relation = Relation::new(&game);
        let mut budget = Budget::new();
        let items = Items::new(&relation, &hypothesis, &mut budget).unwrap();
        let wrong = |word: &Vec<Letter>| u64::from(known[word]) != hypothesis.label(word);
        let shortest = known.keys().filter(|word| wrong(word)).map(Vec::len).min();
        match plain::prove(&items, mode, 1000, &mut budget).unwrap() {
            Verdict::Wrong(words) => {
                let found = words[0].len();
                assert!(
                    shortest.is_none_or(|shortest| shortest == found) || found > longest,
                    "{rules} {mode:?}: {hypothesis:?}"
                );
                assert!(found > longest || words.iter().all(wrong), "{rules} {mode:?}: {hypothesis:?}");
            }
            _ => assert_eq!(shortest, None, "{rules} {mode:?}: {hypothesis:?}"),
        }
    }
}
