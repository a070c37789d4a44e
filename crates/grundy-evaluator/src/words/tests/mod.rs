//! The evaluator against the plain meaning: random games with random facts about every word that
//! comes up, in each form of claims. Whole checks by each means are tests of the checker.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZero,
};

use grundy_core::{Nimber, hash::Fnv};
use grundy_games::{Component, RowRules, Ruleset};

use super::{CheckNeeds, CheckedGame, Factors, Kind, VisitSets, VisitWord, WordFacts, WordShape, verify};
use crate::{Enough, Poll, random::Random};
use plain::{Known, follows, options, reached};
use random::Text;

mod plain;
mod random;

/// The words that are left to the plain meaning: each is recorded by the function that should
/// verify it. `None` if all are.
///
/// Three threads leave the same words in the same order.
fn left<'m>(kind: Kind, rules: &RowRules, ring: bool, words: impl Fn() -> WordFacts<'m>) -> Option<Vec<Component>> {
    let [alone, together] = [1, 3].map(|threads| left_by(threads, kind, rules, ring, words()));
    assert_eq!(alone, together);
    alone
}

fn left_by(threads: usize, kind: Kind, rules: &RowRules, ring: bool, words: WordFacts<'_>) -> Option<Vec<Component>> {
    let mut left = Vec::new();
    let mut plain = |word: &Component, _: u64, _: &mut super::Look<'_>, _: &mut Poll<'_>| {
        left.push(word.clone());
        // With this many options the sample has one word.
        Ok::<_, Enough>(u64::MAX)
    };
    let threads = NonZero::new(threads).expect("some");
    let game = CheckedGame { rules, ring, kind, few: 1, most_bytes: u64::MAX };
    let asked = CheckNeeds { start: &[], plain: &mut plain, met: None };
    let verified = verify(&game, words, asked, &mut Poll::new(&mut || true).in_threads(threads));
    assert!(verified.is_ok());
    // Last comes the sample.
    if left.len() > 1 {
        left.pop();
    }
    verified.is_ok_and(|verified| verified).then_some(left)
}

/// Shows each fact.
fn show(facts: &Known, visit: &mut VisitWord<'_>) {
    let _ = facts.iter().try_for_each(|(word, fact)| visit(word, fact.0));
}

/// What came of comparisons.
#[derive(Debug, Default)]
struct Tally {
    games: u32,
    covered: u32,
    confirmed: u32,
    left: u32,
    wrong: u32,
}

impl Tally {
    /// Compares what is left with the definition.
    fn add(&mut self, text: &Text, kind: Kind, ruleset: &Ruleset, facts: &Known, left: Vec<Component>) {
        let left: BTreeMap<Component, usize> = left.into_iter().fold(BTreeMap::new(), |mut all, word| {
            *all.entry(word).or_default() += 1;
            all
        });
        self.covered += 1;
        for (word, fact) in facts {
            let right = follows(kind, ruleset, facts, word, fact.0);
            let is_left = left.contains_key(word);
            assert!(right || is_left, "{}: {word} is confirmed with {fact:?} in {kind:?}", text.game);
            *(match (right, is_left) {
                (true, false) => &mut self.confirmed,
                (true, true) => &mut self.left,
                (false, _) => &mut self.wrong,
            }) += 1;
        }
    }
}

/// A random game with all words that come up from a random word.
fn words_of(random: &mut Random, most: u64) -> Option<(Text, Ruleset, BTreeSet<Component>)> {
    let text = random::game(random, most);
    let rules = grundy_games::game(&text.game).ok()?;
    let position = if text.ring { format!("(\"{}\")", text.word) } else { format!("\"{}\"", text.word) };
    let start = grundy_games::position(&rules, &position).ok()?;
    let words = reached(&rules.ruleset, &start[0], 300)?;
    Some((text, rules.ruleset, words))
}

fn rules(ruleset: &Ruleset) -> &RowRules {
    let (Ruleset::Row(rules) | Ruleset::Ring(rules)) = ruleset else { panic!("words") };
    rules
}

/// The right facts about all words, in the order of plays; of options of several words in misère
/// play nothing follows.
fn right(kind: Kind, ruleset: &Ruleset, words: &BTreeSet<Component>) -> Known {
    let mut facts = Known::new();
    while facts.len() < words.len() {
        let before = facts.len();
        for word in words {
            let found = (0..64).find(|&fact| follows(kind, ruleset, &facts, word, fact));
            let closed = kind == Kind::Values
                || options(ruleset, word).is_some_and(|all| {
                    all.iter().all(|parts| parts.len() > 1 || parts.iter().all(|part| facts.contains_key(part)))
                });
            if let Some(fact) = found.filter(|_| closed && !facts.contains_key(word)) {
                facts.insert(word.clone(), Nimber(fact));
            }
        }
        if facts.len() == before {
            break;
        }
    }
    facts
}

fn compare_random_games(seed: u64, many: u32) {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for _ in 0..many {
        let Some((text, ruleset, words)) = words_of(&mut random, 9) else { continue };
        tally.games += 1;
        let kind = [Kind::Values, Kind::Values, Kind::Misere][random.below(3) as usize];
        let range = if kind == Kind::Values { [2, 4, 100, 250][random.below(4) as usize] } else { 2 };
        let facts: Known = match random.below(3) {
            0 => right(kind, &ruleset, &words),
            1 => words.iter().map(|word| (word.clone(), Nimber(random.below(range)))).collect(),
            // Some are not recorded.
            _ => words
                .iter()
                .filter_map(|word| {
                    let fact = Nimber(random.below(range));
                    if random.below(20) > 0 { Some((word.clone(), fact)) } else { None }
                })
                .collect(),
        };
        let each = |visit: &mut VisitWord<'_>| show(&facts, visit);
        let Ok(Some(shape)) = WordShape::of(&each, &mut Poll::new(&mut || true)) else { panic!("words are short") };
        let words = || shape.words(facts.len() as u64, &each);
        let Some(left) = left(kind, rules(&ruleset), text.ring, words) else { continue };
        tally.add(&text, kind, &ruleset, &facts, left);
    }
    assert!(tally.games * 2 > many, "half of the texts are games: {tally:?}");
    assert!(tally.covered * 2 > tally.games, "most games with more than one word are covered: {tally:?}");
    assert!(tally.left * 10 < tally.confirmed, "nearly all right values are confirmed: {tally:?}");
    assert!(tally.wrong > many, "{tally:?}");
}

#[test]
fn random_games_have_the_options_of_the_plain_meaning() {
    compare_random_games(4, 3_000);
}

#[test]
#[ignore = "it runs for minutes: `cargo xtask exact` runs it, and the test above is its short form"]
fn many_random_games_have_the_options_of_the_plain_meaning() {
    (10..20).for_each(|seed| compare_random_games(seed, 40_000));
}

/// A value for each word, which depends on its text.
fn fact(text: &str, seed: u64, range: u64) -> u64 {
    let mixed = Fnv(seed | 1).with(text.bytes()).0;
    if text.is_empty() { 0 } else { (mixed >> 20) % range }
}

#[test]
fn sets_of_places_have_the_options_of_the_plain_meaning() {
    let mut random = Random::new(8);
    let (mut all_sets, mut some_sets) = (Tally::default(), Tally::default());
    for _ in 0..3_000 {
        let mut text = random::game(&mut random, 9);
        let distinct = random.below(2) == 0;
        if distinct {
            let mut letters = BTreeSet::new();
            text.word.retain(|letter| letters.insert(letter));
        }
        let Ok(declaration) = grundy_games::game(&text.game) else { continue };
        let Ruleset::Row(rules) = &declaration.ruleset else { continue };
        let row: Vec<char> = text.word.chars().collect();
        let component = |set: usize| {
            Component::Row(
                row.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, letter)| letter).collect(),
            )
        };
        let (seed, range) = (random.below(1 << 20), [2, 3, 8, 60][random.below(4) as usize]);
        let kind = if distinct && random.below(2) == 0 { Kind::Misere } else { Kind::Values };
        let range = if kind == Kind::Misere { 2 } else { range };
        let value = |set: usize| match component(set) {
            Component::Row(word) => fact(&word, seed, range),
            _ => 0,
        };
        let lacks = distinct && random.below(2) == 0;
        let sets: Vec<usize> = (0..1 << row.len()).filter(|set| !lacks || set % 7 != 3).collect();
        let facts: Known = sets.iter().map(|&set| (component(set), Nimber(value(set)))).collect();
        let ruleset = &declaration.ruleset;
        if distinct {
            some_sets.games += 1;
            let each = |visit: &mut VisitSets<'_>| {
                let _ = sets.iter().try_for_each(|&set| visit(set as u64, value(set)));
            };
            let words = || WordFacts::Sets { row: &row, count: sets.len() as u64, each: Box::new(each) };
            if let Some(left) = left(kind, rules, false, words) {
                some_sets.add(&text, kind, ruleset, &facts, left);
            }
        } else {
            all_sets.games += 1;
            let values: Vec<u8> = sets.iter().map(|&set| value(set) as u8).collect();
            if let Some(left) = left(kind, rules, false, || WordFacts::AllSets { row: &row, values: &values }) {
                all_sets.add(&text, kind, ruleset, &facts, left);
            }
        }
    }
    for tally in [all_sets, some_sets] {
        assert!(tally.covered * 3 > tally.games, "games that only take and cut are covered: {tally:?}");
        // The word without letters is always left.
        assert!(tally.left * 5 < tally.confirmed && tally.wrong > 2_000, "{tally:?}");
    }
}

#[test]
fn factors_have_the_options_of_the_plain_meaning() {
    let mut random = Random::new(9);
    let mut tally = Tally::default();
    for _ in 0..6_000 {
        let text = random::game(&mut random, 12);
        let Ok(declaration) = grundy_games::game(&text.game) else { continue };
        let Ruleset::Row(rules) = &declaration.ruleset else { continue };
        if !rules.splits() {
            continue;
        }
        tally.games += 1;
        let letters: Vec<char> = text.word.chars().collect();
        let factor = |start: usize, end: usize| letters[start..end].iter().collect::<String>();
        let (seed, range) = (random.below(1 << 20), [2, 3, 8, 300][random.below(4) as usize]);
        let places = (0..=letters.len()).flat_map(|end| (0..=end).map(move |start| (start, end)));
        let mut values: Vec<u16> =
            places.clone().map(|(start, end)| fact(&factor(start, end), seed, range) as u16).collect();
        let mut facts: Known = places
            .clone()
            .map(|(start, end)| {
                let word = factor(start, end);
                let value = fact(&word, seed, range);
                (Component::Row(word), Nimber(value))
            })
            .collect();
        if random.below(3) == 0 {
            let words: BTreeSet<Component> = facts.keys().cloned().collect();
            facts = right(Kind::Values, &declaration.ruleset, &words);
            values = places.map(|(start, end)| facts[&Component::Row(factor(start, end))].0 as u16).collect();
        }
        let factors = Factors { row: &text.word, values: &values };
        let left = left(Kind::Values, rules, false, || WordFacts::Factors(vec![factors])).expect("they are covered");
        tally.add(&text, Kind::Values, &declaration.ruleset, &facts, left);
    }
    assert!(tally.games > 400 && tally.left * 10 < tally.confirmed && tally.wrong > 3_000, "{tally:?}");
}

#[test]
fn long_words_and_many_letters_are_expanded_alike() {
    let mut random = Random::new(12);
    let mut covered = 0;
    for length in [17, 18, 19, 26, 27, 28, 54, 55, 56, 63, 64, 65] {
        for letters in [1, 3, 4, 7, 8, 26] {
            for game in [
                "row: take letter until length at most 60",
                "row: cut palindrome 2..",
                "row: take \"ab\" or \"ba\"",
                "row: \"ab\" -> \"b|a\", \"ba\" -> \"\", \"c\" -> \"b\"",
                "row: take every copy of a letter",
                "ring: take part of run",
                "ring: cut half of square, take square",
                "ring: \"ab\" -> \"c\", xx -> x | \"\" for letter x",
            ] {
                let text: String = (0..length)
                    .map(|_| random::word(&mut random, 1, letters) + "a")
                    .map(|two| two.chars().next().unwrap_or('a'))
                    .collect();
                let rules_of = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
                let position = if game.starts_with("ring") { format!("(\"{text}\")") } else { format!("\"{text}\"") };
                let start = grundy_games::position(&rules_of, &position).expect("a word").remove(0);
                // The word and its options, with values that need not be right.
                let mut words: BTreeSet<Component> =
                    options(&rules_of.ruleset, &start).expect("no fault").into_iter().flatten().collect();
                words.insert(start.clone());
                let mut facts: Known = words.iter().map(|word| (word.clone(), Nimber(random.below(3)))).collect();
                let value = (0..200).find(|&value| follows(Kind::Values, &rules_of.ruleset, &facts, &start, value));
                let Some(value) = value else { continue };
                facts.insert(start.clone(), Nimber(value));
                // A word is not an option of itself, so its value is right now.
                let each = |visit: &mut VisitWord<'_>| show(&facts, visit);
                let Ok(Some(shape)) = WordShape::of(&each, &mut Poll::new(&mut || true)) else {
                    assert!(length > 64, "{game}: {text}");
                    continue;
                };
                let words = || shape.words(facts.len() as u64, &each);
                let Some(left) = left(Kind::Values, rules(&rules_of.ruleset), game.starts_with("ring"), words) else {
                    continue;
                };
                assert!(length <= 64);
                assert!(!left.contains(&start) || left == [start.clone()], "{game}: {text} has the value {value}");
                covered += 1;
            }
        }
    }
    assert!(covered > 300, "{covered}");
}

/// Rings of periodic words too, of which several rotations are equal, up to the whole width.
#[test]
fn a_ring_is_recorded_by_its_greatest_rotation() {
    let mut random = Random::new(31);
    for length in 0..=super::LONGEST {
        for period in (1..=length).filter(|period| length % period == 0).chain([length.max(1)]) {
            let part: Vec<u8> = (0..period).map(|_| 1 + random.below(7) as u8).collect();
            let codes: Vec<u8> = part.iter().copied().cycle().take(length).collect();
            // The lowest bit counts first.
            let ranks =
                |from: usize| -> Vec<u8> { (0..length).map(|at| codes[(from + at) % length].reverse_bits()).collect() };
            let best = (0..length).map(ranks).max().unwrap_or_default();
            let planes = |codes: &[u8]| -> [u64; 3] {
                let bit = |bit: usize, code: u8| u64::from(code >> bit & 1);
                std::array::from_fn(|plane| (0..).zip(codes).fold(0, |all, (at, &code)| all | bit(plane, code) << at))
            };
            let expected: Vec<u8> = best.iter().map(|rank| rank.reverse_bits()).collect();
            assert_eq!(super::word::greatest(planes(&codes)), planes(&expected), "{codes:?}");
        }
    }
}
