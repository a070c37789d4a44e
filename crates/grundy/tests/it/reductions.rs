//! Answers about other games, by reductions: against the plain search, through certificates and
//! both checkers.

use std::sync::Arc;

use grundy::{
    Answer, Budget, Component, Convention, Limits, Query, Question, Run, Status, Verdict,
    cert::{Claim, Flaw, Reduced, Solution, check, read, reduced_query, write},
    games::{self, reductions::Reduction},
    plan::{PlanOptions, plan, plan_with},
    prove,
    solvers::SOLVERS,
};

use crate::second_checker::python_verifies;

fn query(game: &str, position: &str, question: Question) -> Query {
    games::query(game, position, question).unwrap_or_else(|why| panic!("{game} {position}: {why}"))
}

/// The answer of the search that makes no use of the form of the rules.
fn searched(query: &Query) -> Solution {
    let search = SOLVERS.iter().find(|solver| solver.name() == "search").expect("the list has it");
    let options = PlanOptions::only(std::slice::from_ref(search));
    plan_with(query, options).expect("it takes every game").run(&mut Budget::new()).expect("it has no limit")
}

/// The solution by a reduction and whatever solves the other game.
fn by(reduction: &Reduction, query: &Query) -> Solution {
    let other = reduced_query(query, 0, reduction, u64::MAX, &mut || true).expect("it is about the query");
    let found = plan(&other).expect("a solver").run(&mut Budget::new()).expect("no limit");
    let (target, claim) = (other.rulesets[0].clone(), found.claims[0].clone());
    let reduced = Claim::Reduced(Arc::new(Reduced { reduction: reduction.clone(), target, claim }));
    let solution = Solution { answer: found.answer, claims: vec![reduced] };
    Solution { answer: solution.read_answer(query).expect("the claims give it"), ..solution }
}

/// Games and positions, each with a reduction that is about them.
const CASES: [(&str, &str, &str); 9] = [
    ("ring: cut \"aa\"", "(aaaaaaa)", "ring-row"),
    ("ring: cut \"ab\", \"ba\" -> \"a|\"", "(aababb) + (ab)", "ring-row"),
    ("ring: cut run until distinct", "(aabbab)", "ring-row"),
    ("row: cut \"x\" or \"xxx\"", "xxyxxxx", "letter-heap x"),
    ("row: take \"xx\", cut \"xxx\"", "xxxxxxxxx + xxyx", "letter-heap x"),
    ("misère row: cut \"x\", take \"xx\"", "xxxx + xxyxx", "letter-heap x"),
    ("piles: take any from 1 pile, take equal 1 from 2 piles", "[3, 5]", "piles-sizes 2"),
    ("piles: take 2 from 1 pile, take equal 1 from 2 piles", "[5, 2] + [3]", "piles-sizes 2"),
    ("piles: take 1..2 from 1..2 piles", "[3, 1, 2]", "piles-sizes 3"),
];

#[test]
fn reductions_give_the_answers_of_the_plain_search_and_both_checkers_verify_them() {
    let mut texts = Vec::new();
    for (game, position, name) in CASES {
        let reduction = Reduction::named(name).expect("a reduction");
        let query = query(game, position, Question::ValueAndMoves);
        let solution = by(&reduction, &query);
        assert_eq!(solution.answer, searched(&query).answer, "{game} {position}");
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game} {position}");
        let text = write(&query, &solution).expect("a certificate");
        let (again, known) = read(&text, &|_| Err("no lists".into())).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        assert_eq!(check(&again, &known, &mut || true), Ok(Verdict::Verified), "{text}");
        assert_eq!(write(&again, &known).as_ref(), Ok(&text), "{game} {position}");
        texts.push(text);
    }
    python_verifies("reductions", &texts);
}

/// A certificate says which reduction, and no more: another one, or one that is not about the game,
/// is refused before anything is checked.
#[test]
fn false_reductions_are_refused() {
    let (game, position, name) = CASES[0];
    let query = query(game, position, Question::Value);
    let text = write(&query, &by(&Reduction::named(name).unwrap(), &query)).unwrap();
    assert!(text.contains("\nreduce ring-row\n"), "{text}");
    let lie = |from: &str, to: &str| {
        let altered = text.replace(from, to);
        assert_ne!(altered, text, "{from}");
        let read = read(&altered, &|_| Err("no lists".into()));
        let Ok((query, solution)) = read else { return };
        let verdict = check(&query, &solution, &mut || true);
        assert!(verdict.is_err(), "{verdict:?}\n{altered}");
    };
    lie("reduce ring-row\n", "");
    lie("reduce ring-row\n", "reduce ring-row\nreduce ring-row\n");
    lie("reduce ring-row", "reduce letter-heap a");
    lie("reduce ring-row", "reduce row-ring");
    lie("reduce ring-row", "reduce ring-row ");
    lie("separates", "closes");
    lie("convention normal", "convention misere");
    let value = text.lines().find(|line| line.starts_with("answer value ")).unwrap().to_owned();
    lie(&value, "answer value 7");
}

/// The rules that a claim is about are derived by the checker: a claim about others is not
/// believed.
#[test]
fn a_claim_about_other_rules_than_the_reduction_leads_to_is_refused() {
    let query = query("ring: cut \"aa\"", "(aaaaaaa)", Question::Value);
    let mut solution = by(&Reduction::named("ring-row").unwrap(), &query);
    let Claim::Reduced(reduced) = &solution.claims[0] else { panic!("it is reduced") };
    let target = games::game("row: cut \"a\"").unwrap().ruleset;
    solution.claims = vec![Claim::Reduced(Arc::new(Reduced { target, ..Reduced::clone(reduced) }))];
    assert_eq!(check(&query, &solution, &mut || true), Err(Flaw::OtherGame));
}

/// In misère play the image of a sum of rings is no sum.
#[test]
fn rings_are_not_reduced_in_misere_play() {
    let query = query("misère ring: cut \"aa\"", "(aaaaaa)", Question::Outcome);
    assert_eq!(query.convention, Convention::Misere);
    let reduction = Reduction::named("ring-row").unwrap();
    assert!(reduced_query(&query, 0, &reduction, u64::MAX, &mut || true).is_none());
    let plan = plan(&query).expect("a solver");
    assert!(plan.steps()[0].other_forms().is_empty());
}

/// Each has an answer within the second by another game only, and the moves of large positions are
/// not listed.
#[test]
fn large_positions_are_solved_as_other_games() {
    let run = Run::new(Limits::default());
    let ring = format!("({})", "x".repeat(20_000));
    let row = format!("{}y{}", "x".repeat(20_000), "x".repeat(19_999));
    for (game, position, names) in [
        ("ring: cut \"x\" or \"xxx\"", ring.as_str(), &["ring-row", "letter-heap x"][..]),
        ("row: cut \"x\" or \"xxx\"", row.as_str(), &["letter-heap x"]),
        ("piles: take any from 1 pile, take equal 1 from 2 piles", "[1000000000, 1000000001]", &["piles-sizes 2"]),
        ("piles: take 1..2 from 1 pile, take equal 1..3 from 2 piles", "[1000000000, 7]", &["piles-sizes 2"]),
    ] {
        let mut found = run.find(query(game, position, Question::Value), grundy::Wanted::default()).unwrap();
        let moves = found.moves(false).unwrap();
        let solved = run.settle(found).unwrap();
        assert_eq!(solved.status, Status::Proved, "{game}");
        let by: Vec<String> = solved.reductions().into_iter().map(|(name, _)| name).collect();
        assert_eq!(by, names, "{game}");
        let lost = solved.solution.answer == Answer::Value(grundy::Nimber::ZERO);
        let wins = match &moves {
            grundy::moves::Moves::Listed { moves, .. } => moves.iter().any(grundy::moves::Move::wins),
            grundy::moves::Moves::TooMany { winning, .. } | grundy::moves::Moves::One(winning) => winning.is_some(),
        };
        assert_eq!(wins, !lost, "{game}: {moves:?}");
    }
}

/// Moves that are carried back are moves of the game, and win by the plain meaning.
#[test]
fn a_winning_move_of_the_other_game_is_one_of_the_game() {
    for sizes in ["[40, 3]", "[3, 40]", "[17, 19]", "[25]"] {
        let game = "piles: take any from 1 pile, take equal 1 from 2 piles";
        let query = query(game, sizes, Question::Value);
        let reduction = Reduction::of(&query.rulesets[0], &[&query.position[0].component]).remove(0);
        let other = reduced_query(&query, 0, &reduction, u64::MAX, &mut || true).unwrap();
        let solved = searched(&other);
        let found = grundy::moves::moves(&other, &solved, false, &mut Budget::new()).unwrap();
        let grundy::moves::Moves::Listed { moves, .. } = found else { panic!("the moves are few") };
        let from = &query.position[0].component;
        let canonical = |part: &Component| query.rulesets[0].canonical(part);
        let mut options = Vec::new();
        let mut push = |parts: &[Component]| {
            options.push(parts.iter().map(canonical).collect::<Vec<_>>());
            Ok::<(), grundy::Fault>(())
        };
        grundy::Game::options(&query.rulesets[0], from, &mut push).unwrap();
        for made in moves {
            let left = reduction.carried_back(from, &made.to).expect("piles");
            assert!(options.contains(&left.iter().map(canonical).collect()), "{sizes}: {left:?}");
            assert!(left.iter().all(|part| {
                searched(&Query {
                    position: vec![grundy::games::Term { ruleset: 0, component: part.clone() }],
                    ..query.clone()
                })
                .answer
                    == Answer::Value(grundy::Nimber::ZERO)
            }));
        }
    }
}

#[test]
fn rings_are_proved_by_their_rows() {
    let run = Run::new(Limits::default());
    let rules = games::game("ring: cut \"x\" or \"xxx\"").unwrap();
    let proof = run.prove(&rules, &grundy::ProofQuery::default()).unwrap();
    assert_eq!(proof.word(), "proved");
    let text = proof.certificate().unwrap().expect("a certificate");
    let known = run.certificate_bytes(text.clone().into_bytes(), "ring.cert").unwrap();
    for length in 1..=24 {
        let query = query("ring: cut \"x\" or \"xxx\"", &format!("({})", "x".repeat(length)), Question::Value);
        let plain = searched(&query).answer;
        assert_eq!(known.answer(query).unwrap().solution.answer, plain, "{length}");
    }
    python_verifies("rings", &[text]);
    assert!(prove(&rules, None, &mut Budget::new()).unwrap().solution.is_some());
}
