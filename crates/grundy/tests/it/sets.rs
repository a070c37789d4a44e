//! Sets of numbers to which differences are added: every answer is compared with a plain meaning
//! that this file writes anew, and both checkers verify it.

use std::collections::{BTreeSet, HashMap};

use grundy::{
    Answer, Budget, Convention, Nimber, Outcome, Question, Verdict,
    cert::{read, write},
    check,
    games::{self, MOST_MEMBERS, no_lists},
    moves,
    moves::Moves,
    plan,
    plan::{PlanOptions, plan_with},
    solvers::SOLVERS,
    theory::MexSet,
};

use crate::second_checker::{Numbers, python_verifies};

const GAME: &str = "set: add the difference of two";

type Set = BTreeSet<u64>;

/// The numbers that a move may add.
fn added(set: &Set) -> Set {
    let differences = set.iter().flat_map(|high| set.iter().filter(move |low| *low < high).map(move |low| high - low));
    differences.filter(|number| !set.contains(number)).collect()
}

/// The value of a sum, and whether the mover loses it in misère play.
fn solve(sum: &[Set], known: &mut HashMap<Vec<Set>, (Nimber, bool)>) -> (Nimber, bool) {
    if let Some(&found) = known.get(sum) {
        return found;
    }
    let (mut values, mut ended, mut lost) = (MexSet::default(), true, true);
    for (at, set) in sum.iter().enumerate() {
        for number in added(set) {
            let mut next = sum.to_vec();
            next[at].insert(number);
            let (value, misere) = solve(&next, known);
            values.insert(value);
            (ended, lost) = (false, lost && !misere);
        }
    }
    let found = (values.mex(), lost && !ended);
    known.insert(sum.to_vec(), found);
    found
}

#[test]
fn random_sums_have_the_answers_of_the_plain_meaning() {
    let mut numbers = Numbers::new(11);
    let (mut texts, mut kinds) = (Vec::new(), [0; 4]);
    for round in 0..120 {
        let sum: Vec<Set> = (0..1 + round % 2)
            .map(|_| {
                let factor = 1 + numbers.below(3) as u64;
                (0..numbers.below(5)).map(|_| factor * (1 + numbers.below(7) as u64)).collect()
            })
            .collect();
        let position = sum.iter().map(|set| format!("{set:?}")).collect::<Vec<_>>().join(" + ");
        let mut known = HashMap::new();
        let (value, lost) = solve(&sum, &mut known);
        let rules = games::game(GAME).unwrap();
        let read_back = games::position(&rules, &position).unwrap();
        assert_eq!(read_back.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "), position);
        for convention in [Convention::Normal, Convention::Misere] {
            let mut query = games::query(GAME, &position, Question::ValueAndMoves).unwrap();
            query.convention = convention;
            let wanted = match convention {
                Convention::Normal => Answer::Value(value),
                Convention::Misere => Answer::Outcome(if lost { Outcome::P } else { Outcome::N }),
            };
            // By the theorem and by the search.
            let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
            let search = SOLVERS.iter().copied().find(|solver| solver.name() == "search").expect("a search");
            let searched = plan_with(&query, PlanOptions::only(&[search])).unwrap().run(&mut Budget::new()).unwrap();
            for solution in [&solution, &searched] {
                assert_eq!(solution.answer, wanted, "{convention} {position}");
                let text = write(&query, solution).unwrap();
                let (again, claims) = read(&text, &no_lists).unwrap();
                assert_eq!(check(&again, &claims, &mut || true), Ok(Verdict::Verified), "{convention} {position}");
                texts.push(text);
            }
            let Moves::Listed { moves, count, merged: false, .. } =
                moves(&query, &solution, true, &mut Budget::new()).unwrap()
            else {
                panic!("{position}: few moves")
            };
            assert_eq!(count, sum.iter().map(|set| added(set).len() as u128).sum(), "{position}");
            for made in &moves {
                let number: u64 = made.actions[0].to_string().strip_prefix("add ").unwrap().parse().unwrap();
                let mut next = sum.clone();
                assert!(next[made.component].insert(number), "{position}: {number} is a member");
                assert_eq!(made.to[0].to_string(), format!("{:?}", next[made.component]));
                let (value, lost) = solve(&next, &mut known);
                let wins = if convention == Convention::Misere { lost } else { value == Nimber::ZERO };
                assert_eq!(made.wins(), wins, "{convention} {position}: {number}");
            }
        }
        kinds[value.0 as usize] += 1;
        kinds[2 + usize::from(lost)] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
    python_verifies("sets", &texts);
}

/// Members of 2^64 and less: no set of all multiples is made.
#[test]
fn large_members() {
    let answer = |position: &str| {
        let query = games::query(GAME, position, Question::ValueAndMoves).unwrap();
        let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        (solution.answer.clone(), moves(&query, &solution, false, &mut Budget::new()).unwrap())
    };
    let (value, found) = answer("{2, 18446744073709551615}");
    assert_eq!(value, Answer::Value(Nimber(1)));
    assert!(matches!(found, Moves::Listed { count: 1, .. }), "{found:?}");
    assert_eq!(answer("{6, 10^18}").0, Answer::Value(Nimber(0)));
    let many: Vec<String> = (1..=2048u64).map(|at| (at * at).to_string()).collect();
    let (value, found) = answer(&many.join(" "));
    assert_eq!(value, Answer::Value(Nimber(0)));
    assert_eq!(found, Moves::One(None));
    let (value, found) = answer(&many[1..].join(" "));
    assert_eq!(value, Answer::Value(Nimber(1)));
    let Moves::One(Some(made)) = found else { panic!("one move") };
    assert_eq!(made.actions[0].to_string(), "add 5");
}

/// 20,000 members: the answer and a winning move at once, and of all moves those that fit a list.
#[test]
fn many_members() {
    let many: Vec<String> = (2..=20_001u64).map(|at| (3 * at * at).to_string()).collect();
    let query = games::query(GAME, &many.join(" "), Question::ValueAndMoves).unwrap();
    let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
    // All multiples of 3 up to the largest member, 20,001 squared times 3, are added.
    let value = Nimber((20_001u64.pow(2) - 20_000) % 2);
    assert_eq!(solution.answer, Answer::Value(value));
    let found = moves(&query, &solution, false, &mut Budget::new()).unwrap();
    let Moves::One(Some(made)) = found else { panic!("one move") };
    // 27 - 12, the least difference to the least member.
    assert_eq!(made.actions[0].to_string(), "add 15");
    let found = moves(&query, &solution, true, &mut Budget::new()).unwrap();
    assert!(matches!(found, Moves::TooMany { most: 100..500, winning: Some(_) }), "{found:?}");
}

#[test]
fn positions_are_sets() {
    let rules = games::game("set: add difference of two numbers").unwrap();
    assert_eq!(rules.ruleset.to_string(), GAME);
    let read = |text: &str| {
        games::position(&rules, text)
            .map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "))
            .map_err(|fault| fault.code)
    };
    for (text, printed) in [
        ("{5, 2, 3}", "{2, 3, 5}"),
        ("5,2,3", "{2, 3, 5}"),
        ("5 2 3", "{2, 3, 5}"),
        ("{10^18 7}", "{7, 1000000000000000000}"),
        ("7", "{7}"),
        ("{}", "{}"),
        ("2*{1, 4}", "{1, 4} + {1, 4}"),
        ("{1} + 2,9", "{1} + {2, 9}"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(printed), "{text}");
    }
    let many: Vec<String> = (1..=MOST_MEMBERS + 1).map(|member| member.to_string()).collect();
    for (text, code) in [
        ("{2, 3, 2}", "G045"),
        ("{0, 3}", "G045"),
        ("{2, 3", "G040"),
        ("{2, x}", "G040"),
        ("{18446744073709551616}", "G005"),
        ("2*3", "G048"),
        ("1,000", "G048"),
        (&many.join(" "), "G005"),
    ] {
        assert_eq!(read(text), Err(code), "{text}");
    }
    for (text, code) in [
        ("set: add the sum of two", "G004"),
        ("set: take 1", "G004"),
        ("set: add the difference of two, add the difference of two", "G008"),
        ("set: add the difference of two until distinct", "G010"),
    ] {
        assert_eq!(games::game(text).map(|_| ()).map_err(|fault| fault.code), Err(code), "{text}");
    }
}
