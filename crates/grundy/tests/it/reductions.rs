//! Answers about other games, by reductions: against the plain search, through certificates and
//! both checkers.

use std::{sync::Arc, time::Duration};

use grundy::{
    Answer, Budget, Component, Convention, Error, Limits, Nimber, ProofQuery, Query, Question, Run, Status, Verdict,
    cert::{Claim, Flaw, Reduced, Solution, check, read, reduced_query, write},
    games::{self, reductions::Reduction},
    plan::{PlanOptions, plan, plan_with},
    proof::Finding,
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
const CASES: [(&str, &str, &str); 49] = [
    ("ring: cut \"aa\"", "(aaaaaaa)", "ring-row"),
    ("ring: cut \"ab\", \"ba\" -> \"a|\"", "(aababb) + (ab)", "ring-row"),
    ("ring: cut run until distinct", "(aabbab)", "ring-row"),
    ("row: cut \"x\" or \"xxx\"", "xxyxxxx", "letter-heap x"),
    ("row: take \"xx\", cut \"xxx\"", "xxxxxxxxx + xxyx", "letter-heap x"),
    ("misère row: cut \"x\", take \"xx\"", "xxxx + xxyxx", "letter-heap x"),
    ("row: \"xx\" -> \"|x\", \"xx\" -> \"x|\"", "xxxxxxxxx + xxyx", "letter-heap x"),
    ("row: \"xxx\" -> \"x\", \"xx\" -> \"x|x\"", "xxxxxxxx + xxyxxxx", "letter-heap x"),
    ("\"aa\" -> \"a\", \"bb\" -> \"a\"", "abbbaabbbbba + bbxab", "run-heaps"),
    ("misère row: \"aaa\" -> \"b\", \"ab\" -> \"b\"", "aaabaaaab", "run-heaps"),
    ("\"aaa\" -> \"b\", \"ab\" -> \"b\", \"bb\" -> \"b|b\"", "aaaabaaabb + bbb", "run-heaps"),
    ("\"ab\" -> \"b\", \"ca\" -> \"c\", \"caab\" -> \"cb\", \"cb\" -> \"c|b\"", "caaabaaacaab", "run-heaps"),
    ("row: cut \"aa\", \"bab\" -> \"b\"", "aabaababab", "run-heaps"),
    ("\"aaa\" -> \"a|a\"", "aaaaaaabaaa", "run-heaps"),
    ("chomp", "2x7 + 5.1", "bar-rows"),
    ("misère chomp", "6.4", "bar-rows"),
    ("chomp", "2.2.2.1.1", "bar-rows"),
    ("piles: take any from 1 pile, take equal 1 from 2 piles", "[3, 5]", "piles-sizes 2"),
    ("piles: take 2 from 1 pile, take equal 1 from 2 piles", "[5, 2] + [3]", "piles-sizes 2"),
    ("piles: take 1..2 from 1..2 piles", "[3, 1, 2]", "piles-sizes 3"),
    ("piles: take any from all of {1, 2} or {2, 3} or {4, 1}", "[3, 0, 2, 4] + [1, 2, 3, 1]", "piles-places 4"),
    ("piles: take equal 1..2 from all of {3, 1} or {2}, take 3 from 1 pile", "[5, 4, 3]", "piles-places 3"),
    ("misère piles: take 1 from all of {1, 2} or {2, 3}", "[3, 4, 2]", "piles-places 3"),
    ("bag: take word in {ab, aac}", "{aaaabbccd}", "bag-groups"),
    ("bag: take letter of a..b, take \"cd\" or \"ccd\"", "{aabcccdd} + {abz}", "bag-groups"),
    ("bag: take letter, take \"ab\" or \"bbc\"", "{aabbcdd}", "bag-groups"),
    ("misère bag: take letter, take \"ab\"", "{aabbcc} + {d}", "bag-groups"),
    ("bag: take letter, take \"ab\" until length at most 1", "{aabbc} + {ac}", "bag-sizes abc"),
    ("bag: take letter until no letter more than 2 times", "{xxxyyyyz}", "bag-sizes xyz"),
    ("misère bag: take \"a\" or \"ab\" until anagram of a palindrome", "{aaaabbb}", "bag-sizes ab"),
    ("bag: take letter of a, take word in {ab}", "{a*2, b*120, c}", "bag-groups"),
    ("tape: append letter of a..b avoiding \"aa\" or \"bab\"", "ab/9 + \"\"/6", "tape-states"),
    ("tape: append letter of a..c avoiding \"cc\" until it ends with word in {ab, ca}", "a/7", "tape-states"),
    ("misère tape: append letter of a..b until it contains \"aab\"", "\"\"/5 + aaba/3", "tape-states"),
    ("arc-kayles on path n", "9 + 12", "strip"),
    ("node-kayles on grid 2xn", "3 + 4", "strip"),
    ("misère node-kayles on cycle n", "7 + 3", "strip"),
    ("graph: take edge, take vertex on spider [2, 1, n]", "3", "strip"),
    ("graph: take vertex with its neighbours, take edge with its ends on comb n", "4", "strip"),
    ("graph: take vertex where degree = 2 on path n", "9 + 12", "strip"),
    ("graph: take vertex where degree is odd on spider [2, 1, n]", "5", "strip"),
    ("graph: take vertex where degree at most 2 on cycle n", "9", "strip"),
    ("cram on grid 3xn", "3", "member-graph"),
    ("graph: take 1..2 connected vertices leaving it connected on grid 2xn", "4", "member-graph"),
    ("misère node-kayles on spider [1, 1, n]", "4 + 2", "member-graph"),
    ("silver-dollar", "2 5 9 14", "coin-gaps 1"),
    ("silver-dollar", "1 2 3 7 + 4 9 + 6", "coin-gaps 1"),
    ("silver-dollar", "1 2 3 4", "coin-gaps 1"),
    (ODD_STRIP, "S(4, 6, 9) + S(0, 1, 5)", "coin-gaps 0"),
];

/// Three coins on a strip whose lowest square is 0.
const ODD_STRIP: &str = "S(a, b, c) -> S(a, b, k) for k in b+1..c-1, S(a, b, c) -> S(k, b, c) for k in 0..a-1, S(a, b, c) -> S(a, k, c) for k in 1+a..b-1";

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

/// A reduction that keeps values alone says nothing of misère play, and its certificates are about
/// coins on different squares.
#[test]
fn false_translations_of_coins_are_refused() {
    let query = query("silver-dollar", "2 5 9 14", Question::Value);
    let text = write(&query, &by(&Reduction::named("coin-gaps 1").unwrap(), &query)).unwrap();
    let mut lies = Vec::new();
    let mut lie = |from: &str, to: &str| {
        let altered = text.replacen(from, to, 1);
        assert_ne!(altered, text, "{from}");
        if let Ok((query, solution)) = read(&altered, &|_| Err("no lists".into())) {
            let verdict = check(&query, &solution, &mut || true);
            assert!(verdict.is_err(), "{verdict:?}\n{altered}");
        }
        lies.push(altered);
    };
    lie("reduce coin-gaps 1", "reduce coin-gaps 0");
    lie("reduce coin-gaps 1", "reduce coin-gaps 01");
    lie("reduce coin-gaps 1\n", "");
    lie("reduce coin-gaps 1\n", "reduce coin-gaps 1\nreduce coin-gaps 1\n");
    lie("2, 5, 9, 14)", "2, 5, 5, 10)");
    lie("2, 5, 9, 14)", "9, 14, 2, 5)");
    lie("S(0, 0, 0, 0, 2,", "S(0, 0, 2, 0, 0,");
    lie("answer value 6", "answer value 5");
    lie("convention normal", "convention misere");
    assert!(text.contains("reduce coin-gaps 1\nclaim law\nnim\nend 1\n"), "{text}");
    for verdict in crate::second_checker::python("coins", &lies).into_iter().flatten() {
        assert!(verdict.starts_with("refused: "), "{verdict}");
    }
    let misere = self::query("misère silver-dollar", "2 5 9 14", Question::Outcome);
    assert!(reduced_query(&misere, 0, &Reduction::named("coin-gaps 1").unwrap(), u64::MAX, &mut || true).is_none());
    assert!(plan(&misere).expect("a solver").steps()[0].other_forms().is_empty());
    assert_eq!(searched(&misere).answer, plan(&misere).unwrap().run(&mut Budget::new()).unwrap().answer);
}

/// Coins on small squares are solved as Nim, with all moves that win by the plain search; coins on
/// large squares too, with the moves of each coin that win.
#[test]
fn coins_on_a_strip_have_their_winning_moves() {
    let run = Run::new(Limits::default());
    let found = |position: &str| {
        let mut found =
            run.find(query("silver-dollar", position, Question::ValueAndMoves), grundy::Wanted::default()).unwrap();
        let grundy::moves::Moves::Listed { moves, count, .. } = found.moves(false).unwrap() else {
            panic!("{position}: the winning moves are few")
        };
        let mut left: Vec<String> = moves.iter().map(|made| made.to[0].to_string()).collect();
        left.sort_unstable();
        (run.settle(found).unwrap(), left, count)
    };
    for position in ["2 5 9 14", "1 2", "3 4 6 7 + 2 9", "4 5 8", "1 5 6 9 11", "7", "2 3 + 8 9"] {
        let (solved, left, count) = found(position);
        assert_eq!(solved.reductions().len(), 1, "{position}");
        let plain = searched(&solved.query);
        let moves = grundy::moves::moves(&solved.query, &plain, false, &mut Budget::new()).unwrap();
        let grundy::moves::Moves::Listed { moves, count: all, .. } = moves else { panic!("the moves are few") };
        let mut wanted: Vec<String> = moves.iter().map(|made| made.to[0].to_string()).collect();
        wanted.sort_unstable();
        assert_eq!((left, count, &solved.solution.answer), (wanted, all, &plain.answer), "{position}");
        let explained = solved.explain().expect("a reason");
        assert!(matches!(explained, grundy::explain::Explanation::Values(_)), "{position}");
    }
    let (solved, left, count) = found("5 1000000000 1000000007 2000000000");
    assert_eq!(solved.status, Status::Proved);
    assert_eq!(solved.same_value().as_deref(), Some("nim 999999994 999999992"));
    assert_eq!(count, 4 + 999_999_994 + 6 + 999_999_992);
    let wanted =
        ["S(0, 0, 0, 0, 5, 1000000000, 1000000005, 2000000000)", "S(0, 0, 0, 0, 5, 999999998, 1000000007, 2000000000)"];
    assert_eq!(left, wanted);
    let (_, left, _) = found("1000000000 1000000003 + 7 9");
    assert_eq!(left, ["S(0, 0, 0, 0, 0, 0, 1000000000, 1000000002)", "S(0, 0, 0, 0, 0, 0, 6, 9)"]);
}

/// Each has an answer within the second by another game only, and the moves of large positions are
/// not listed.
#[test]
fn large_positions_are_solved_as_other_games() {
    let run = Run::new(Limits::default());
    let ring = format!("({})", "x".repeat(20_000));
    let row = format!("{}y{}", "x".repeat(20_000), "x".repeat(19_999));
    let bag = "{a*3000000000, b*4000000000}";
    let tape = "tape: append letter of a..b avoiding \"aa\" or \"bab\"";
    let ends = "tape: append letter of a..c until it ends with word in {ab, ca}";
    for (game, position, names) in [
        ("ring: cut \"x\" or \"xxx\"", ring.as_str(), &["ring-row", "letter-heap x"][..]),
        ("row: cut \"x\" or \"xxx\"", row.as_str(), &["letter-heap x"]),
        ("row: \"xx\" -> \"y\", \"yxy\" -> \"yy\"", row.as_str(), &["run-heaps"]),
        ("piles: take any from 1 pile, take equal 1 from 2 piles", "[1000000000, 1000000001]", &["piles-sizes 2"]),
        ("piles: take 1..2 from 1 pile, take equal 1..3 from 2 piles", "[1000000000, 7]", &["piles-sizes 2"]),
        ("bag: take word in {a, ab, abb}", bag, &["bag-groups"]),
        ("bag: take word in {a, ab} until anagram of a palindrome", bag, &["bag-sizes ab"]),
        (tape, "ab/1000000000", &["tape-states"]),
        (ends, "\"\"/18446744073709551615 + a/9", &["tape-states"]),
    ] {
        let mut found = run.find(query(game, position, Question::Value), grundy::Wanted::default()).unwrap();
        let moves = found.moves(false).unwrap();
        let solved = run.settle(found).unwrap();
        assert_eq!(solved.status, Status::Proved, "{game}");
        let by: Vec<String> = solved.reductions().into_iter().map(|(name, _)| name).collect();
        assert_eq!(by, names, "{game}");
        let lost = solved.solution.answer == Answer::Value(Nimber::ZERO);
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
                    == Answer::Value(Nimber::ZERO)
            }));
        }
    }
}

/// The systems of two rules over two letters, with left sides of up to three letters, whose runs
/// have values that grow; then some whose runs have a period.
const RUNS: [&str; 10] = [
    "row: \"aa\" -> \"a\", \"bb\" -> \"a\"",
    "row: \"aaa\" -> \"b\", \"ab\" -> \"b\"",
    "row: \"aaa\" -> \"bb\", \"ab\" -> \"b\"",
    "row: \"aaa\" -> \"b\", \"bab\" -> \"b\"",
    "row: \"aaa\" -> \"b\", \"bab\" -> \"bb\"",
    "row: \"aaa\" -> \"bb\", \"bab\" -> \"b\"",
    "row: \"aaa\" -> \"bb\", \"bab\" -> \"bb\"",
    "row: \"aa\" -> \"b\", \"bab\" -> \"bb\"",
    "row: \"ab\" -> \"b\", \"aa\" -> \"\"",
    "row: \"acb\" -> \"ab\", \"cc\" -> \"\", \"aa\" -> \"a\"",
];

/// Words that are sums of runs: by a small automaton, or by what is proved of the runs as heaps.
#[test]
fn words_of_runs_are_proved_for_every_length() {
    let run = Run::new(Limits::default());
    let (mut texts, mut reduced) = (Vec::new(), 0);
    for game in RUNS {
        let rules = games::game(game).unwrap();
        let proof = run.prove(&rules, &grundy::ProofQuery::default()).unwrap();
        assert_eq!(proof.word(), "proved", "{game}");
        let text = proof.certificate().unwrap().expect("a certificate");
        reduced += usize::from(text.contains("\nreduce run-heaps\n"));
        let known = run.certificate_bytes(text.clone().into_bytes(), "all.cert").unwrap();
        let of_runs = |runs: [usize; 3]| {
            let [a, b, c] = runs.map(|run| "a".repeat(run));
            format!("{a}b{b}x{}b{c}b", "b".repeat(runs[0]))
        };
        for word in ["aaa", "baab", "abbbba + aaab", "aabxbbba", &of_runs([5, 3, 2]), &of_runs([150, 90, 211])] {
            let asked = query(game, word, Question::Value);
            let by_tables = plan(&asked).expect("a solver").run(&mut Budget::new()).unwrap();
            assert_eq!(known.answer(asked.clone()).unwrap().solution.answer, by_tables.answer, "{game} {word}");
            if word.len() < 25 {
                assert_eq!(searched(&asked).answer, by_tables.answer, "{game} {word}");
            }
        }
        texts.push(text);
    }
    assert!(reduced >= 8, "{reduced}");
    python_verifies("runs", &texts);
}

#[test]
fn rings_are_proved_by_their_rows() {
    let run = Run::new(Limits::default());
    let rules = games::game("ring: cut \"x\" or \"xxx\"").unwrap();
    let proof = run.prove(&rules, &ProofQuery::default()).unwrap();
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

/// Bags and tapes of every size, by one proof that both checkers verify.
#[test]
fn bags_and_tapes_are_proved_for_all_sizes() {
    let run = Run::new(Limits::default());
    let mut texts = Vec::new();
    for (game, positions) in [
        ("bag: take letter of a, take \"ab\" or \"bcc\"", ["{}", "{aabbbccd}", "{bbcccc}", "{ccddd}"]),
        ("bag: take letter, take \"ab\"", ["{z}", "{aabbbzz}", "{aaab} + {y}", "{bbbb}"]),
        ("tape: append letter of a..b avoiding \"aa\" or \"bab\"", ["ab/9", "\"\"/7", "bb/4 + b/3", "a/0"]),
        ("tape: append letter of a..c until it ends with word in {ab, ca}", ["ab/9", "\"\"/7", "c/6", "bb/5"]),
    ] {
        let rules = games::game(game).unwrap();
        let proof = run.prove(&rules, &grundy::ProofQuery::default()).unwrap();
        assert_eq!(proof.word(), "proved", "{game}");
        let is_period = matches!(&proof.finding, grundy::proof::Finding::Period(found) if found.period.is_some());
        assert_eq!(is_period, game.starts_with("tape"), "{game}: {:?}", proof.finding);
        let text = proof.certificate().unwrap().expect("a certificate");
        let known = run.certificate_bytes(text.clone().into_bytes(), "all.cert").unwrap();
        for position in positions {
            let question = if position.contains('+') { Question::Value } else { Question::Outcome };
            let asked = query(game, position, question);
            let Ok(found) = known.answer(asked.clone()) else { panic!("{game} {position}") };
            let Answer::Value(plain) = searched(&query(game, position, Question::Value)).answer else {
                panic!("{game} {position} has a value")
            };
            match found.solution.answer {
                Answer::Value(value) => assert_eq!(value, plain, "{game} {position}"),
                Answer::Outcome(outcome) => assert_eq!(outcome, plain.outcome(), "{game} {position}"),
                other => panic!("{other:?}"),
            }
        }
        texts.push(text);
    }
    python_verifies("bags", &texts);
}

/// The member of a family for each n of a list, by one proof that both checkers verify.
#[test]
fn families_are_proved_for_all_n() {
    let run = Run::new(Limits::default());
    let mut texts = Vec::new();
    // Huggan and Stevens: stars with rays 2, 1 and n have the period 34 under Arc Kayles, and the
    // last exception is n = 194. Paths are 0.07 and 0.137.
    for (game, period, preperiod) in [
        ("arc-kayles on spider [2,1,n]", 34, 195),
        ("arc-kayles on path n", 34, 53),
        ("node-kayles on path n", 34, 52),
        ("arc-kayles on cycle n", 34, 38),
        ("node-kayles on comb n", 2, 0),
    ] {
        let rules = games::game(game).unwrap();
        let proof = run.prove(&rules, &ProofQuery::default()).unwrap();
        assert_eq!(proof.word(), "proved", "{game}");
        let Finding::Period(found) = &proof.finding else { panic!("{game}: {:?}", proof.finding) };
        assert_eq!((found.period, found.preperiod), (Some(period), Some(preperiod)), "{game}");
        let text = proof.certificate().unwrap().expect("a certificate");
        let known = run.certificate_bytes(text.clone().into_bytes(), "family.cert").unwrap();
        for number in 0..=10 {
            let query = query(game, &number.to_string(), Question::Value);
            let plain = searched(&query).answer;
            assert_eq!(known.answer(query).unwrap().solution.answer, plain, "{game} at {number}");
        }
        // The second checker verifies those of long preperiods too, in more steps than a test gives
        // it.
        if preperiod < 100 {
            texts.push(text);
        }
    }
    // The kinds have values that grow, and no period: automata over binary sizes.
    let rules = games::game("node-kayles on grid 2xn").unwrap();
    let proof = run.prove(&rules, &ProofQuery::default()).unwrap();
    assert_eq!(proof.word(), "proved");
    texts.push(proof.certificate().unwrap().expect("a certificate"));
    let value = |number: u64| {
        let claims = proof.solution.as_ref().expect("it is proved").1.claims.clone();
        let member = rules.ruleset.numbered(number).expect("a member");
        claims[0].value(&rules.ruleset, &member)
    };
    for number in [0, 1, 2, 3, 1_000_000, 999_999_999_999] {
        assert_eq!(value(number), Some(Nimber(number % 2)), "{number}");
    }
    python_verifies("families", &texts);
}

/// Where the members of a family are not heaps of finitely many kinds, the values of the first ones
/// are certified, up to the number that is asked or as far as the time reaches.
#[test]
fn families_that_do_not_close_are_certified_up_to_a_number() {
    let run = Run::new(Limits { time: Some(Duration::from_secs(20)), ..Limits::default() });
    let rules = games::game("node-kayles on grid 3xn").unwrap();
    // OEIS A316632, from n = 1 on.
    let known = [0, 2, 1, 1, 0];
    let to = Some(known.len() as u64 - 1);
    let proof = run.prove(&rules, &ProofQuery { to, list: true, ..ProofQuery::default() }).unwrap();
    assert_eq!(proof.word(), "certified");
    let Finding::Listed(found) = &proof.finding else { panic!("{:?}", proof.finding) };
    assert_eq!(found.values, known.map(Nimber));
    assert!(found.why.contains("long strips on both sides"), "{}", found.why);
    let text = proof.certificate().unwrap().expect("a certificate");
    run.certificate_bytes(text.clone().into_bytes(), "members.cert").unwrap();
    python_verifies("members-listed", &[text]);
    // Who does not ask for values has the refusal.
    assert!(matches!(run.prove(&rules, &ProofQuery::default()), Err(Error::Refused(_))));
    // A limit ends the list, not the answer.
    let short = Run::new(Limits { time: Some(Duration::from_millis(200)), ..Limits::default() });
    let cram = games::game("cram on grid 4xn").unwrap();
    let proof = short.prove(&cram, &ProofQuery { list: true, ..ProofQuery::default() }).unwrap();
    let Finding::Listed(found) = &proof.finding else { panic!("{:?}", proof.finding) };
    assert!(proof.stopped.is_some() && found.values.starts_with(&[0, 2].map(Nimber)), "{:?}", found.values);
}

/// Certificates that list what moves leave of members, and tables of members and of kinds, read
/// back as they were written and are verified by both checkers.
#[test]
fn certificates_of_members_and_kinds_read_back() {
    let run = Run::new(Limits::default());
    let mut texts = Vec::new();
    let kinds = "A(n) -> A(n-1), A(n) -> B(n-2), B(n) -> A(n-2)";
    for (game, position, question) in [
        ("node-kayles on cycle n", "5 + 6", Question::Value),
        ("misère node-kayles on path n", "5 + 2", Question::Outcome),
        ("graph: take edge on grid 2xn", "2", Question::Value),
        ("cram on grid 3xn", "4", Question::Table),
        ("arc-kayles on spider [1,1,n]", "9", Question::Table),
        ("misère arc-kayles on path n", "6", Question::Table),
        (kinds, "B(12)", Question::Table),
    ] {
        let query = query(game, position, question);
        for solution in
            [searched(&query), run.find(query.clone(), grundy::Wanted::default()).unwrap().solved().solution.clone()]
        {
            assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game}");
            let text = write(&query, &solution).expect("a certificate");
            let (again, known) =
                read(&text, &|_| Err("no lists".into())).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
            assert_eq!(check(&again, &known, &mut || true), Ok(Verdict::Verified), "{text}");
            assert_eq!(write(&again, &known).as_ref(), Ok(&text), "{game}");
            texts.push(text);
        }
    }
    python_verifies("members", &texts);
}

/// The same values as the octal games that the literature names for them.
#[test]
fn families_have_the_values_of_octal_games() {
    let run = Run::new(Limits::default());
    for (family, code) in [("arc-kayles on path n", "octal 0.07"), ("node-kayles on path n", "octal 0.137")] {
        let values = |game: &str| {
            let rules = games::game(game).unwrap();
            let solved = run.table(&rules, 300, false).unwrap();
            assert_eq!(solved.status, Status::Proved, "{game}");
            solved.solution.answer
        };
        let Answer::Values(on_family) = values(family) else { panic!("{family} has values") };
        let Answer::Values(of_heaps) = values(code) else { panic!("{code} has values") };
        assert_eq!(on_family, of_heaps, "{family}");
    }
}

/// The lines of the kinds are derived by whoever checks: one more, which is right for small sizes,
/// is another game.
#[test]
fn a_family_with_one_more_line_is_refused() {
    let query = query("node-kayles on path n", "40", Question::Value);
    let mut solution = by(&Reduction::named("strip").unwrap(), &query);
    let Claim::Reduced(reduced) = &solution.claims[0] else { panic!("it is reduced") };
    for line in ["A0(n) -> A0(n-50)", "A0(n) -> A0(n-1) where n >= 1000"] {
        let target = games::game(&format!("{}, {line}", reduced.target)).unwrap().ruleset;
        let reduced = Reduced { target, ..Reduced::clone(reduced) };
        let lie = Solution { claims: vec![Claim::Reduced(Arc::new(reduced))], ..solution.clone() };
        assert_eq!(check(&query, &lie, &mut || true), Err(Flaw::OtherGame), "{line}");
    }
    solution.claims.truncate(1);
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
}

/// Members too large for a list of their moves have values and outcomes.
#[test]
fn large_members_are_solved_as_heaps() {
    let run = Run::new(Limits::default());
    for (game, position) in
        [("arc-kayles on cycle n", "1000000000000"), ("node-kayles on path n", "18446744073709551600")]
    {
        let mut found = run.find(query(game, position, Question::ValueAndMoves), grundy::Wanted::default()).unwrap();
        let moves = found.moves(false).unwrap();
        assert!(matches!(moves, grundy::moves::Moves::TooMany { .. }), "{game}: {moves:?}");
        // Without the clock of a run, which may leave a check undone on a busy machine.
        let solved = run.settle(found).unwrap();
        let verdict = grundy::cert::check(&solved.query, &solved.solution, &mut || true);
        assert_eq!(verdict, Ok(grundy::Verdict::Verified), "{game}");
    }
    // The moves of smaller ones are named by their vertices.
    let mut found = run
        .find(query("arc-kayles on spider [2,1,n]", "20", Question::ValueAndMoves), grundy::Wanted::default())
        .unwrap();
    let grundy::moves::Moves::Listed { moves, .. } = found.moves(false).unwrap() else { panic!("the moves are few") };
    assert!(moves.iter().all(|made| !made.actions.is_empty()), "{moves:?}");
}

/// The solvers that a game is offered at a position, in any of its forms.
fn offered(game: &str, position: &str) -> Option<Vec<&'static str>> {
    let query = query(game, position, Question::Value);
    let plan = plan(&query).unwrap_or_else(|why| panic!("{game} at {position}: {why}"));
    let [step] = plan.steps() else { panic!("{game} at {position} is one game") };
    if step.estimate().nanoseconds < 1e6 {
        return None;
    }
    let own = step.verdicts().into_iter().filter(|(_, said)| said.is_ok()).map(|(name, _)| name);
    let others = step.other_forms();
    let others = others.iter().flat_map(|form| form.costs.iter().map(|(name, _)| *name));
    let mut all: Vec<&str> = own.chain(others).collect();
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// A name, and any other text of a game, is offered every solver that the first text is offered,
/// unless it is answered within a millisecond: then no other form is looked at.
#[test]
fn every_text_of_a_game_is_offered_the_same_solvers() {
    let row = "x".repeat(5_000);
    let (word, ring) = (row.as_str(), format!("({row})"));
    let groups: [&[(&str, &str)]; 6] = [
        // Kayles: a code, a name, a sentence, coins in a row, and pins in a circle after the first
        // move.
        &[
            ("octal 0.77", "5000"),
            ("kayles", "5000"),
            ("take 1 or 2 leaving 0..2 heaps", "5000"),
            ("row: cut \"x\" or \"xx\"", word),
            ("ring: cut \"x\" or \"xx\"", ring.as_str()),
        ],
        &[("take {1, 2, 4}", "5000"), ("subtraction {1,2,4}", "5000"), ("row: take \"x\" or \"xx\" or \"xxxx\"", word)],
        &[("piles: take any from 1..2 piles", "[300, 301, 302]"), ("moore k=2", "300 301 302")],
        &[("piles: take any from 2 piles", "[300, 301, 302]"), ("exact-nim k=2", "300 301 302")],
        &[
            (
                "W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b, W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)",
                "W(300, 310)",
            ),
            ("wythoff", "W(300, 310)"),
        ],
        // Node Kayles on a path, by its kinds and as a family.
        &[
            ("A(n) -> A(n-2), A(n) -> A(a) + A(b) for a + b = n-3, A(n) -> A(0) where n = 1", "A(5000)"),
            ("node-kayles on path n", "5000"),
        ],
    ];
    let mut compared = 0;
    for group in groups {
        let (first, position) = group[0];
        let Some(wanted) = offered(first, position) else { continue };
        let others = group[1..].iter().filter_map(|(game, position)| Some((game, offered(game, position)?)));
        for (game, found) in others {
            compared += 1;
            let missing: Vec<_> = wanted.iter().filter(|name| !found.contains(name)).collect();
            assert!(missing.is_empty(), "{game} is not offered {missing:?}, which {first} is");
        }
    }
    assert!(compared >= 5, "{compared} texts were compared");
}
