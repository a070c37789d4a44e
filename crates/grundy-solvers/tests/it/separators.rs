//! Separators: the theorem, the tables of runs and the claim compared with the meaning of the rules
//! on all short words of random systems; conditions that must not be left out; altered claims,
//! which the checker must refuse.

use std::{collections::HashMap, sync::Arc};

use grundy_cert::{Answer, BinaryRuns, Claim, Means, Separators, Solution, Verdict, check, check_by, read, write};
use grundy_core::Nimber;
use grundy_games::{Component, Declaration, FactorGame, Families, Query, Question, no_lists};
use grundy_solvers::{
    Budget, Solver,
    words::separators::{SeparatedRuns, prove},
};

use crate::common::{Random, plain};

fn rules(text: &str) -> Declaration {
    grundy_games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn game(text: &str) -> FactorGame {
    FactorGame::of(&rules(text).ruleset, &[], true).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// All words over these letters of up to this length.
fn words(letters: &[char], longest: usize) -> Vec<String> {
    let (mut all, mut last) = (vec![String::new()], vec![String::new()]);
    for _ in 0..longest {
        last = last.iter().flat_map(|word| letters.iter().map(move |letter| format!("{word}{letter}"))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// A random system of one or two rules whose sides are over these letters, if it ends. A right side
/// may have two pieces.
fn system(random: &mut Random, letters: &[char]) -> Option<(String, Declaration)> {
    let side = |least: usize, most: usize, random: &mut Random| -> String {
        let length = least + random.below(most - least + 1);
        (0..length).map(|_| letters[random.below(letters.len())]).collect()
    };
    let rule = |random: &mut Random| {
        let (left, right) = (side(1, 3, random), side(0, 3, random));
        if random.below(6) == 0 {
            let other = side(0, 2, random);
            format!("\"{left}\" -> \"{right}|{other}\"")
        } else {
            format!("\"{left}\" -> \"{right}\"")
        }
    };
    let mut all = vec![rule(random)];
    if random.below(3) > 0 {
        all.push(rule(random));
    }
    let text = format!("row: {}", all.join(", "));
    grundy_games::game(&text).ok().map(|declaration| (text, declaration))
}

/// Verifies the claim as it is, after writing and reading, and by the plain meaning.
fn verify(text: &str, claim: &Separators) -> Result<Verdict, String> {
    let query = Query::new(&rules(text), Vec::new(), Question::ValueAndMoves);
    let solution =
        Solution { answer: Answer::Value(Nimber::ZERO), claims: vec![Claim::Separators(Arc::new(claim.clone()))] };
    let written = write(&query, &solution).unwrap();
    let verdict = check(&query, &solution, &mut || true).map_err(|flaw| flaw.to_string());
    let plainly = check_by(Means::Plain, &query, &solution, u64::MAX, &mut || true).map_err(|flaw| flaw.to_string());
    assert_eq!(plainly.is_ok(), verdict.is_ok(), "{text}");
    let (again, read_back) = read(&written, &no_lists).unwrap_or_else(|fault| panic!("{text}: {fault}\n{written}"));
    assert_eq!(write(&again, &read_back).unwrap(), written);
    assert_eq!(check(&again, &read_back, &mut || true).map_err(|flaw| flaw.to_string()), verdict, "{text}");
    verdict
}

/// The claim about the runs of up to this length, from the solver.
fn solved(text: &str, word: &str) -> Solution {
    let query = Query::new(&rules(text), vec![Component::Row(word.into())], Question::ValueAndMoves);
    SeparatedRuns.assess(&query).unwrap_or_else(|why| panic!("{text}: {why}"));
    let solution = SeparatedRuns.solve(&query, &mut Budget::new()).expect("there are no limits");
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{text} at {word}");
    solution
}

#[test]
fn letters_separate_under_the_conditions_of_the_theorem() {
    for (text, separators) in [
        ("\"aa\" -> \"a\", \"bb\" -> \"a\"", "a"),
        ("\"aaa\" -> \"b\", \"ab\" -> \"b\"", "b"),
        ("\"aa\" -> \"b\", \"bab\" -> \"bb\"", "b"),
        ("\"acb\" -> \"ab\", \"cc\" -> \"\"", "ab"),
        ("\"aab\" -> \"a\"", ""),
        ("\"bab\" -> \"b\"", "b"),
        ("\"b\" -> \"\", \"aa\" -> \"b\"", ""),
        ("\"bb\" -> \"b\", \"aa\" -> \"ba\"", "b"),
        ("\"ba\" -> \"b|\", \"ab\" -> \"|b\"", "b"),
        ("\"ba\" -> \"|b\"", ""),
        ("\"a+b\" -> \"b\"", "b"),
        ("\"ba+\" -> \"b\", \"b+a\" -> \"b\"", ""),
    ] {
        let game = game(text);
        let found: String =
            game.letters.iter().zip(game.separators()).filter(|(_, own)| *own).map(|own| own.0).collect();
        assert_eq!(found, separators, "{text}");
    }
    // Rings, anchors and misère play have no walls either.
    assert_eq!(game("ring: \"aa\" -> \"a\", \"bb\" -> \"a\"").separators(), [false, false]);
    assert_eq!(game("^\"aa\" -> \"a\", \"bb\" -> \"a\"").separators(), [false, false]);
    let sumless = FactorGame::of(&rules("\"aa\" -> \"a\", \"bb\" -> \"a\"").ruleset, &[], false).unwrap();
    assert_eq!(sumless.separators(), [false, false]);
}

#[test]
fn the_conditions_must_not_be_left_out() {
    let value = |text: &str, word: &str| plain(&rules(text).ruleset, word, &mut HashMap::new()).0;
    // The move loses b.
    let lost = "\"aab\" -> \"a\"";
    assert_eq!((value(lost, "aabab"), value(lost, "aab"), value(lost, "bab")), (0, 1, 0));
    // a stands inside.
    let inside = "\"bab\" -> \"b\"";
    assert_eq!((value(inside, "bab"), value(inside, "ba"), value(inside, "ab")), (1, 0, 0));
    // Without another letter in the left side: a word of one letter is more than its halves.
    let alone = "\"b\" -> \"\"";
    assert_eq!((value(alone, "abb"), value(alone, "ab"), value(alone, "bb")), (0, 1, 0));
}

#[test]
fn words_of_random_systems_are_sums_of_their_pieces() {
    let mut random = Random::new(0x5e9a);
    let (mut separated, mut with_moves) = (0, 0);
    for round in 0..6000 {
        let letters = if round % 2 == 0 { &['a', 'b'][..] } else { &['a', 'b', 'c'] };
        let Some((text, declaration)) = system(&mut random, letters) else { continue };
        let Ok(game) = FactorGame::of(&declaration.ruleset, &[], true) else { continue };
        if !game.separators().contains(&true) {
            continue;
        }
        separated += 1;
        let mut known = HashMap::new();
        for word in words(&game.letters, if game.letters.len() == 2 { 8 } else { 5 }) {
            let numbers = game.read(&word).expect("letters of the game");
            let pieces = game.pieces(&numbers[0]);
            let sum = pieces.iter().map(|piece| plain(&declaration.ruleset, &game.text(piece), &mut known)).sum();
            assert_eq!(plain(&declaration.ruleset, &word, &mut known), sum, "{text} at {word}");
            with_moves += usize::from(pieces.len() > 1);
        }
    }
    assert!(separated > 150 && with_moves > 10_000, "{separated} systems, {with_moves} words");
}

#[test]
fn tables_of_runs_are_those_of_the_meaning() {
    let mut random = Random::new(0x7ab1e);
    let (mut compared, mut kinds) = (0, 0);
    for round in 0..5_000 {
        let letters = if round % 3 == 0 { &['a', 'b', 'c'][..] } else { &['a', 'b'] };
        let Some((text, declaration)) = system(&mut random, letters) else { continue };
        let Ok(game) = FactorGame::of(&declaration.ruleset, &[], true) else { continue };
        let Ok(families) = Families::of(&game) else { continue };
        let longest = if game.letters.len() > 2 { 5 } else { 8 };
        let query = Query::new(
            &declaration,
            vec![Component::Row(families.letter.to_string().repeat(longest))],
            Question::ValueAndMoves,
        );
        if SeparatedRuns.assess(&query).is_err() {
            continue;
        }
        compared += 1;
        kinds += families.kinds();
        let solution = SeparatedRuns.solve(&query, &mut Budget::new()).expect("there are no limits");
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{text}");
        let mut known = HashMap::new();
        // Letters that no left side has are walls.
        for word in words(letters, longest) {
            let value = solution.claims[0].value(&declaration.ruleset, &Component::Row(word.clone()));
            assert_eq!(value, Some(plain(&declaration.ruleset, &word, &mut known)), "{text} at {word}");
        }
    }
    assert!(compared > 100 && kinds > 300, "{compared} systems, {kinds} kinds");
}

#[test]
fn periods_hold_and_altered_claims_are_refused() {
    let mut random = Random::new(0xa17e);
    let mut proved = 0;
    let fixed =
        ["\"aa\" -> \"b\", \"ab\" -> \"b\"", "\"ab\" -> \"b\", \"aa\" -> \"\"", "\"a\" -> \"\", \"aa\" -> \"b\""];
    let fixed = fixed.map(|text| (text.to_owned(), rules(text)));
    let others = (0..3000).filter_map(|_| system(&mut random, &['a', 'b'])).collect::<Vec<_>>();
    for (text, declaration) in fixed.into_iter().chain(others) {
        let Some(Claim::Separators(claim)) =
            prove(&declaration.ruleset, &mut Budget::new().positions(2000)).ok().flatten()
        else {
            continue;
        };
        let (first, period) = claim.repeat.unwrap();
        if first + period > 60 {
            continue;
        }
        proved += 1;
        assert_eq!(verify(&text, &claim), Ok(Verdict::Verified), "{text}");
        // Far beyond the window: the values that a longer table has.
        let far = 3 * (first + period) + 40;
        let Ok(game) = FactorGame::of(&declaration.ruleset, &[], true) else { panic!("{text}") };
        let families = Families::of(&game).unwrap();
        let longest = families.letter.to_string().repeat(far);
        let query = Query::new(&declaration, vec![Component::Row(longest)], Question::ValueAndMoves);
        if SeparatedRuns.assess(&query).is_ok() {
            let solution = SeparatedRuns.solve(&query, &mut Budget::new()).unwrap();
            let Claim::Separators(table) = &solution.claims[0] else { panic!("{text}") };
            let ends = || std::iter::once(String::new()).chain(families.ends.iter().map(char::to_string));
            for (left, right) in ends().flat_map(|left| ends().map(move |right| (left.clone(), right))) {
                for run in 0..=far {
                    let word = format!("{left}{}{right}", families.letter.to_string().repeat(run));
                    assert_eq!(claim.value(&word), table.value(&word), "{text} at {word}");
                }
            }
        }
        for _ in 0..6 {
            let mut altered = Separators::clone(&claim);
            let kind = random.below(altered.values.len());
            let at = random.below(altered.values[kind].len());
            altered.values[kind][at] ^= 1 << random.below(3);
            assert!(verify(&text, &altered).is_err(), "{text}: {altered:?}");
        }
        let other = |altered: Separators| assert!(verify(&text, &altered).is_err(), "{text}: {altered:?}");
        let lists = |values: fn(&[u32]) -> Vec<u32>| claim.values.iter().map(|own| values(own)).collect::<Vec<_>>();
        other(Separators { repeat: Some((first, period + 1)), ..Separators::clone(&claim) });
        other(Separators { repeat: Some((first, 0)), ..Separators::clone(&claim) });
        other(Separators { repeat: Some((usize::MAX, period)), ..Separators::clone(&claim) });
        other(Separators {
            repeat: Some((first + 1, period)),
            values: lists(|own| [own, &own[..1]].concat()),
            ..Separators::clone(&claim)
        });
        other(Separators { values: claim.values[1..].to_vec(), ..Separators::clone(&claim) });
        other(Separators { letter: 'z', ..Separators::clone(&claim) });
        // A period of one value at the start.
        if claim.repeat != Some((0, 1)) {
            other(Separators {
                repeat: Some((0, 1)),
                values: lists(|own| own[..1].to_vec()),
                ..Separators::clone(&claim)
            });
        }
    }
    assert!(proved > 40, "{proved} systems");
}

/// The systems of two rules over two letters, with left sides of up to three letters, whose runs
/// have values that grow.
const GROWING: [&str; 7] = [
    "row: \"aa\" -> \"a\", \"bb\" -> \"a\"",
    "row: \"aaa\" -> \"b\", \"ab\" -> \"b\"",
    "row: \"aaa\" -> \"bb\", \"ab\" -> \"b\"",
    "row: \"aaa\" -> \"b\", \"bab\" -> \"b\"",
    "row: \"aaa\" -> \"b\", \"bab\" -> \"bb\"",
    "row: \"aaa\" -> \"bb\", \"bab\" -> \"b\"",
    "row: \"aaa\" -> \"bb\", \"bab\" -> \"bb\"",
];

#[test]
fn growing_values_are_proved_in_binary_and_altered_automata_are_refused() {
    let mut random = Random::new(0xb1a5);
    for text in GROWING {
        let declaration = rules(text);
        let Some(Claim::BinaryRuns(claim)) = prove(&declaration.ruleset, &mut Budget::new()).unwrap() else {
            panic!("{text}");
        };
        let verify = |claim: &BinaryRuns| claim.verify(&declaration.ruleset, 1 << 30, &mut || true);
        assert_eq!(verify(&claim), Ok(Verdict::Verified), "{text}");
        let mut known = HashMap::new();
        for word in words(&['a', 'b', 'x'], 7) {
            assert_eq!(claim.value(&word), Some(plain(&declaration.ruleset, &word, &mut known)), "{text} at {word}");
        }
        let many = claim.ends.len() + 1;
        let letter = claim.letter.to_string();
        let end = |at: usize| if at == 0 { String::new() } else { claim.ends[at - 1].to_string() };
        for (left, right) in (0..many).flat_map(|left| (0..many).map(move |right| (left, right))) {
            let word = format!("{}{}{}", end(left), letter.repeat(700), end(right));
            let solution = solved(text, &word);
            let Claim::Separators(table) = &solution.claims[0] else { panic!("{text}") };
            for run in 0..=700 {
                let word = format!("{}{}{}", end(left), letter.repeat(run), end(right));
                assert_eq!(claim.value(&word), table.value(&word), "{text} at {word}");
            }
        }
        for _ in 0..20 {
            let mut altered = BinaryRuns::clone(&claim);
            let kind = random.below(altered.binary.kinds.len());
            let relation = Arc::make_mut(&mut altered.binary.kinds[kind].relation);
            if random.below(3) == 0 {
                let state = random.below(relation.accepting.len());
                relation.accepting[state] ^= true;
            } else {
                let at = random.below(relation.next.len());
                let to = random.below(relation.accepting.len()) as u32;
                if relation.next[at] == to {
                    continue;
                }
                relation.next[at] = to;
            }
            assert!(verify(&altered).is_err(), "{text}: {altered:?}");
        }
        let mut fewer = BinaryRuns::clone(&claim);
        fewer.binary.kinds.pop();
        let turned = BinaryRuns { letter: claim.ends[0], ends: vec![claim.letter], ..BinaryRuns::clone(&claim) };
        let mut swapped = BinaryRuns::clone(&claim);
        swapped.binary.kinds.swap(0, 3);
        for altered in [fewer, turned, swapped] {
            assert!(verify(&altered).is_err(), "{text}: {altered:?}");
        }
        // The right automata of another game.
        for other in GROWING.iter().filter(|&&other| other != text) {
            let own = rules(other).ruleset;
            let table = solved(other, &letter.repeat(40));
            let Claim::Separators(table) = &table.claims[0] else { panic!("{other}") };
            let differs = table.letter != claim.letter
                || (0..=40).any(|run| table.value(&letter.repeat(run)) != claim.value(&letter.repeat(run)));
            assert!(!differs || claim.verify(&own, 1 << 30, &mut || true).is_err(), "{text} for {other}");
        }
    }
}

#[test]
fn long_words_are_answered() {
    let text = "\"aa\" -> \"a\", \"bb\" -> \"a\"";
    let word: String = (0..3000u32).map(|at| if at.is_multiple_of(700) || at % 31 == 5 { 'a' } else { 'b' }).collect();
    let solution = solved(text, &word);
    let Claim::Separators(claim) = &solution.claims[0] else { panic!("{solution:?}") };
    let ruleset = rules(text).ruleset;
    // The value of the word by the sum over pieces found in another way.
    let mut known = HashMap::new();
    let short: String = word.chars().skip(650).take(12).collect();
    assert_eq!(claim.value(&short), Some(plain(&ruleset, &short, &mut known)));
    assert_eq!(solution.answer, Answer::Value(claim.value(&word).unwrap()));
    let run = solved(text, &format!("a{}a", "b".repeat(2000)));
    assert_eq!(run.answer, Answer::Value(Nimber(1)), "of the runs between two a, the even ones have a value");
}

#[test]
fn lists_that_are_longer_than_needed_are_refused() {
    let text = "\"aa\" -> \"a\", \"bb\" -> \"a\"";
    let long = solved(text, "abbbbbba");
    let query = Query::new(&rules(text), vec![Component::Row("abba".into())], Question::ValueAndMoves);
    let Claim::Separators(claim) = &long.claims[0] else { panic!("{long:?}") };
    let solution = Solution {
        answer: Answer::Value(claim.value("abba").unwrap()),
        claims: vec![Claim::Separators(claim.clone())],
    };
    let written = write(&query, &solution).unwrap();
    assert!(written.contains("letters b a\n- - 0 0 1\n- a 0 0 0\na - 0 0 0\na a 1 0 1\n"), "{written}");
    let longer =
        written.replace("0 0 1\n- a 0 0 0\na - 0 0 0\na a 1 0 1\n", "0 0 1 1\n- a 0 0 0 2\na - 0 0 0 2\na a 1 0 1 0\n");
    assert_ne!(longer, written);
    assert!(read(&longer, &no_lists).is_err());
}
