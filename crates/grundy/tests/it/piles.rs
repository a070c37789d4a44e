//! Games on several piles at once: every answer is compared with the definition over the plain
//! moves, and the positions are read and printed.

use std::collections::HashMap;

use grundy::{
    Answer, Budget, Convention, Fault, Game, Nimber, Question, Verdict,
    cert::{read, write},
    check,
    games::{self, Component, Piles, Ruleset, no_lists},
    plan,
    theory::MexSet,
};

use crate::second_checker::{Numbers, python_verifies};

/// A rule and a position, put together from the grammar.
fn random(random: &mut Numbers) -> (String, Vec<u64>) {
    let mut moves = Vec::new();
    for _ in 0..=random.below(2) {
        let which = random.of(&[
            "1 pile",
            "1..2 piles",
            "2 piles",
            "2..3 piles",
            "all piles",
            "the first pile",
            "the last pile",
            "the largest pile",
            "the smallest pile",
            "at least 2 piles",
            "all of {1, 2} or {3}",
            "all of {1, 3} or {2, 3, 4} or {1, 4}",
        ]);
        let amounts = random.of(&["any", "1", "1..2", "odd", "2 or 3", "any but 2", "prime", "1 or square"]);
        let one = which.starts_with("the ") || which == "1 pile";
        let equal = if !one && random.below(3) == 0 { "equal " } else { "" };
        moves.push(format!("take {equal}{amounts} from {which}"));
    }
    let least = if moves.iter().any(|own| own.contains('{')) { 4 } else { 1 };
    let sizes = (0..least + random.below(5 - least)).map(|_| random.below(5) as u64).collect();
    (format!("piles: {}", moves.join(", ")), sizes)
}

/// The value by the definition, and whether the mover loses in misère play.
fn by_definition(
    rules: &grundy::games::Ruleset,
    piles: &Piles,
    known: &mut HashMap<Piles, (Nimber, bool)>,
) -> (Nimber, bool) {
    let mut open = vec![piles.clone()];
    while let Some(next) = open.last().cloned() {
        let (mut values, mut missing) = (MexSet::default(), Vec::new());
        let (mut moves, mut lost) = (0, true);
        let walked = rules.options(&Component::Piles(next.clone()), |parts| {
            let left = match parts {
                [Component::Piles(left)] => left.clone(),
                _ => Piles::of([]),
            };
            moves += 1;
            match known.get(&left) {
                Some(&(value, left_is_lost)) => {
                    values.insert(value);
                    lost &= !left_is_lost;
                }
                None => missing.push(left),
            }
            Ok::<(), Fault>(())
        });
        walked.unwrap();
        if missing.is_empty() {
            known.insert(next, (values.mex(), lost && moves > 0));
            open.pop();
        } else {
            open.append(&mut missing);
        }
    }
    known[piles]
}

fn answer(game: &str, position: &str, ask: Question, convention: Convention) -> (Answer, String) {
    let mut query = games::query(game, position, ask).unwrap_or_else(|why| panic!("{game} at {position}: {why:?}"));
    query.convention = convention;
    let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
    let text = write(&query, &solution).unwrap();
    let (read, again) = read(&text, &no_lists).unwrap();
    assert_eq!(check(&read, &again, &mut || true), Ok(Verdict::Verified), "{game} at {position}");
    (solution.answer, text)
}

#[test]
fn random_rules_have_the_values_of_the_definition() {
    let mut numbers = Numbers::new(11);
    let mut texts = Vec::new();
    let mut kinds = [0; 2];
    for _ in 0..150 {
        let (game, sizes) = random(&mut numbers);
        let rules = games::game(&game).unwrap_or_else(|why| panic!("{game}: {why:?}"));
        assert_eq!(games::game(&rules.ruleset.to_string()).as_ref(), Ok(&rules), "{game}");
        let Ruleset::Piles(own) = &rules.ruleset else { panic!("{game}") };
        let piles = own.piles(sizes.iter().copied());
        let (value, lost) = by_definition(&rules.ruleset, &piles, &mut HashMap::new());
        let position = format!("{sizes:?}");
        let (found, text) = answer(&game, &position, Question::ValueAndMoves, Convention::Normal);
        assert_eq!(found, Answer::Value(value), "{game} at {position}");
        texts.push(text);
        let outcome = if value == Nimber::ZERO { grundy::Outcome::P } else { grundy::Outcome::N };
        let (found, _) = answer(&game, &position, Question::Outcome, Convention::Normal);
        assert_eq!(outcome_of(&found), outcome, "{game} at {position}");
        let (found, text) = answer(&game, &position, Question::ValueAndMoves, Convention::Misere);
        let outcome = if lost { grundy::Outcome::P } else { grundy::Outcome::N };
        assert_eq!(outcome_of(&found), outcome, "misère {game} at {position}");
        texts.push(text);
        kinds[usize::from(lost)] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
    // The second checker, which shares nothing with the first.
    python_verifies("piles", &texts);
}

fn outcome_of(answer: &Answer) -> grundy::Outcome {
    match answer {
        Answer::Value(value) => value.outcome(),
        Answer::Outcome(outcome) => *outcome,
        other => panic!("{other:?}"),
    }
}

#[test]
fn positions_are_lists_of_piles() {
    let rules = games::game("piles: take any from 1..2 piles").unwrap();
    let read = |text: &str| {
        let all = games::position(&rules, text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
    };
    for text in ["[3, 4, 5]", "3,4,5", "3 4 5", "(3,4,5)", "{3 4 5}", "[3;4;5]", " [ 3,4 , 5 ] ", "[3, 0, 4, 5]"] {
        assert_eq!(read(text), "[3, 4, 5]", "{text}");
    }
    assert_eq!(read("[3*7, 10^3]"), "[7, 7, 7, 1000]");
    assert_eq!(read("2*[1,2] + 3"), "[1, 2] + [1, 2] + [3]");
    assert_eq!((read("[]"), read("0"), read("[0, 0]")), ("[]".into(), "[]".into(), "[]".into()));
    for (text, code) in
        [("3*7", "G048"), ("[3, 4", "G040"), ("[3 x]", "G040"), ("1,000", "G048"), ("[99999*1]", "G005")]
    {
        let fault = games::position(&rules, text).expect_err(text);
        assert_eq!(fault.code, code, "{text}");
    }
}

/// The moves in a line, written again: who wins in normal and in misère play, and the value.
fn in_line(sizes: &[u64], after: u64, known: &mut HashMap<(Vec<u64>, u64), (u64, bool)>) -> (u64, bool) {
    if let Some(&found) = known.get(&(sizes.to_vec(), after)) {
        return found;
    }
    let mut left = Vec::new();
    if let [first, rest @ ..] = sizes {
        left.extend((*first > after).then(|| in_line(rest, *first, known)));
    }
    if let [rest @ .., last] = sizes {
        left.extend((*last > after).then(|| in_line(rest, *last, known)));
    }
    let value = (0..3).find(|value| left.iter().all(|(other, _)| other != value)).expect("two options");
    let lost = !left.is_empty() && left.iter().all(|(_, lost)| !lost);
    known.insert((sizes.to_vec(), after), (value, lost));
    (value, lost)
}

#[test]
fn piles_in_a_line_have_the_values_of_the_definition() {
    const GAME: &str = "piles: take the first or last pile larger than the last taken";
    let (mut random, mut texts, mut known) = (Numbers::new(4), Vec::new(), HashMap::new());
    let mut seen = [0; 3];
    for _ in 0..200 {
        let sizes: Vec<u64> = (0..random.below(8)).map(|_| 1 + random.below(9) as u64).collect();
        let after = random.below(4) as u64;
        let position = if after == 0 { format!("{sizes:?}") } else { format!("{sizes:?} after {after}") };
        let read = games::position(&games::game(GAME).unwrap(), &position).unwrap();
        assert_eq!(read[0].to_string(), position);
        let (value, lost) = in_line(&sizes, after, &mut known);
        seen[value as usize] += 1;
        let (found, text) = answer(GAME, &position, Question::ValueAndMoves, Convention::Normal);
        assert_eq!(found, Answer::Value(Nimber(value)), "{position}");
        texts.push(text);
        // The search, without the theorem.
        let query = games::query(GAME, &position, Question::ValueAndMoves).unwrap();
        let search =
            grundy::solvers::SOLVERS.iter().find(|solver| solver.name() == "search").expect("there is a search");
        let searched = grundy::plan::plan_with(&query, grundy::plan::PlanOptions::only(&[*search]))
            .unwrap()
            .run(&mut Budget::new())
            .unwrap();
        assert_eq!(searched.answer, Answer::Value(Nimber(value)), "{position}");
        texts.push(write(&query, &searched).unwrap());
        let (found, text) = answer(GAME, &position, Question::ValueAndMoves, Convention::Misere);
        let outcome = if lost { grundy::Outcome::P } else { grundy::Outcome::N };
        assert_eq!(outcome_of(&found), outcome, "misère {position}");
        texts.push(text);
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    python_verifies("line", &texts);
    let rules = games::game(GAME).unwrap();
    for (text, code) in [("[3, 0, 4]", "G005"), ("[3] after 0", "G005"), ("[3] after", "G040")] {
        let fault = games::position(&rules, text).expect_err(text);
        assert_eq!(fault.code, code, "{text}: {fault:?}");
    }
    for text in
        ["piles: take the first pile", "piles: take the first or last pile", &format!("{GAME}, take any from 1 pile")]
    {
        games::game(text).expect_err(text);
    }
}
