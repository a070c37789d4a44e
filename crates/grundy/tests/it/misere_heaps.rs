//! Heaps in misère play: one heap by a table, tame heaps by their values, many sums together, and
//! what continues where a trial ends. All is compared with the definition over the plain moves.

use std::collections::HashMap;

use grundy::{
    Answer, Budget, Component, Game, Known, Limits, Outcome, Query, Question, Run, Verdict, check,
    games::{self, Ruleset},
    plan,
    plan::{PlanOptions, plan_with},
    solvers::SOLVERS,
};

use crate::second_checker::{Numbers, python_verifies};

/// Moves of which none leaves two heaps.
fn moves(random: &mut Numbers) -> String {
    let mut all = Vec::new();
    for _ in 0..=random.below(3) {
        all.push(random.of(&[
            "n -> n-1",
            "n -> n-2",
            "n -> n-3 where n % 2 = 0",
            "n -> (n/2)",
            "n -> (n/3)",
            "n -> 0 where n % 4 = 0",
            "n -> n-1 where n % 3 != 1",
            "n -> n-k for k in 2..n/2",
            "n -> a for a in 0..n-1 where a % 3 = 1",
            "take 1 or 3",
            "take square",
            "octal 0.312",
            "take any but {2}",
        ]));
    }
    all.join(", ")
}

/// Rules of which no move leaves two heaps.
fn single(random: &mut Numbers) -> String {
    format!("heap: {}", moves(random))
}

/// The rules of a random game: half of them may leave several heaps.
fn any(random: &mut Numbers) -> String {
    if random.below(2) == 0 {
        return single(random);
    }
    let splits = [
        "octal 0.77",
        "octal 0.07",
        "take any, split into 2 heaps",
        "split into 2 unequal heaps",
        "n -> n-1, n -> (n/2) + (n/3)",
        "take 1 leaving 0..3 heaps",
        "octal 4.3",
    ];
    let split = random.of(&splits);
    if random.below(2) == 0 { split.to_owned() } else { format!("heap: {split}, {}", moves(random)) }
}

/// Who wins sums by the definition.
struct Plain {
    rules: Ruleset,
    known: HashMap<Vec<u64>, Outcome>,
}

impl Plain {
    fn new(game: &str) -> Plain {
        Plain { rules: games::game(game).unwrap().ruleset, known: HashMap::new() }
    }

    fn outcome(&mut self, heaps: &[u64]) -> Outcome {
        let mut sum: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        sum.sort_unstable();
        if let Some(&known) = self.known.get(&sum) {
            return known;
        }
        let Ruleset::Heap(rules) = self.rules.clone() else { panic!("heaps") };
        let mut options = Vec::new();
        for at in 0..sum.len() {
            let rest = [&sum[..at], &sum[at + 1..]].concat();
            let all = rules.options(&sum[at], |parts| {
                options.push([&rest, parts].concat());
                Ok::<(), grundy::Fault>(())
            });
            all.unwrap();
        }
        let wins = options.is_empty() || options.iter().any(|option| self.outcome(option) == Outcome::P);
        let outcome = if wins { Outcome::N } else { Outcome::P };
        self.known.insert(sum, outcome);
        outcome
    }
}

fn query(game: &str, heaps: &[u64]) -> Query {
    let rules = games::game(&format!("misère {game}")).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    Query::new(&rules, heaps.iter().map(|&heap| Component::Heap(heap)).collect(), Question::ValueAndMoves)
}

fn heaps(random: &mut Numbers, most: usize, largest: usize) -> Vec<u64> {
    (0..1 + random.below(most)).map(|_| random.below(largest) as u64).collect()
}

/// A sum that the definition is quick for: one heap, or up to three.
fn small(random: &mut Numbers, plain: &Plain, one: bool) -> Vec<u64> {
    let Ruleset::Heap(rules) = &plain.rules else { panic!("heaps") };
    match (one, rules.leaves_at_most_one()) {
        (true, true) => heaps(random, 1, 40),
        (true, false) => heaps(random, 1, 14),
        (false, true) => heaps(random, 3, 12),
        (false, false) => heaps(random, 3, 7),
    }
}

/// Every method, its claim with the checker, and the options of the start.
#[test]
fn every_method_agrees_with_the_definition() {
    let (mut random, mut by_table, mut by_quotient) = (Numbers::new(61), 0, 0);
    for round in 0..60 {
        let game = any(&mut random);
        let mut plain = Plain::new(&game);
        for _ in 0..3 {
            let sum = small(&mut random, &plain, round % 2 == 0);
            let query = query(&game, &sum);
            for solver in SOLVERS.iter().filter(|solver| ["misere-heap", "quotient", "search"].contains(&solver.name()))
            {
                let Ok(plan) = plan_with(&query, PlanOptions::only(&[*solver])) else { continue };
                let solution = plan.run(&mut Budget::new()).unwrap();
                let name = solver.name();
                assert_eq!(solution.answer, Answer::Outcome(plain.outcome(&sum)), "{name}: {game} at {sum:?}");
                assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{name}: {game} at {sum:?}");
                by_table += u32::from(name == "misere-heap");
                by_quotient += u32::from(name == "quotient");
            }
        }
    }
    assert!(by_table > 25 && by_quotient > 60, "{by_table} tables, {by_quotient} quotients");
}

#[test]
fn tables_agree_with_the_definition() {
    let mut random = Numbers::new(62);
    for _ in 0..60 {
        let game = single(&mut random);
        let mut plain = Plain::new(&game);
        let mut query = query(&game, &[60]);
        query.question = Question::Table;
        let solver = SOLVERS.iter().find(|solver| solver.name() == "misere-heap").unwrap();
        let solution = plan_with(&query, PlanOptions::only(&[*solver])).unwrap().run(&mut Budget::new()).unwrap();
        let all: Vec<Outcome> = (0..=60).map(|heap| plain.outcome(&[heap])).collect();
        assert_eq!(solution.answer, Answer::Outcomes(all), "{game}");
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game}");
    }
}

/// Many sums together, and one after the other.
#[test]
fn sums_that_share_their_work_agree_with_the_definition() {
    let mut random = Numbers::new(63);
    for round in 0..5 {
        let game = any(&mut random);
        let rules = games::game(&format!("misère {game}")).unwrap();
        let mut plain = Plain::new(&game);
        let all: Vec<Vec<u64>> = (0..12)
            .map(|_| if round % 4 == 0 { heaps(&mut random, 1, 60) } else { heaps(&mut random, 4, 8) })
            .collect();
        let expected: Vec<Outcome> = all.iter().map(|sum| plain.outcome(sum)).collect();
        let components = |sum: &Vec<u64>| sum.iter().map(|&heap| Component::Heap(heap)).collect::<Vec<_>>();
        let run = Run::new(Limits::default());
        let together = run.outcomes_of(&rules, all.iter().map(components).collect()).unwrap();
        assert_eq!(together, expected, "{game} at {all:?}");
        let mut known = Known::default();
        for (sum, expected) in all.iter().zip(expected) {
            let query = query(&game, sum);
            let mut found = run.find_next(&mut known, query).unwrap();
            let moves = found.moves(true).unwrap();
            let grundy::moves::Moves::Listed { moves, .. } = moves else { panic!("{game} at {sum:?}: few moves") };
            for made in moves {
                let parts = made.to.iter().map(|part| if let Component::Heap(size) = part { *size } else { 0 });
                let rest = sum.iter().enumerate().filter(|(at, _)| *at != made.component).map(|(_, &heap)| heap);
                let after: Vec<u64> = rest.chain(parts).collect();
                assert_eq!(made.outcome, plain.outcome(&after), "{game} at {sum:?}: {made:?}");
            }
            let solved = run.settle(found).unwrap();
            assert_eq!(solved.outcome(), Some(expected), "{game} at {sum:?}");
            assert!(solved.status().is_proved(), "{game} at {sum:?}");
        }
    }
}

/// Ascending questions, where a quotient of more heaps than a question needs is found, or is not,
/// and where it gets too large in between.
#[test]
fn ascending_questions_share_quotients() {
    for (game, largest, most) in [("octal 0.77", 60, 2), ("octal 0.07", 36, 1), ("octal 0.64", 18, 2)] {
        let run = Run::new(Limits::default());
        let (mut known, mut alone) = (Known::default(), 0);
        for size in 1..=largest {
            let sums = (0..most).map(|other| if other == 0 { vec![size] } else { vec![size, size / 3] });
            for sum in sums {
                let solved = run.settle(run.find_next(&mut known, query(game, &sum)).unwrap()).unwrap();
                let expected = run.solve(query(game, &sum)).unwrap();
                assert_eq!(solved.outcome(), expected.outcome(), "{game} at {sum:?}");
                assert!(solved.status().is_proved(), "{game} at {sum:?}");
                alone += u64::from(solved.stats.is_some());
            }
        }
        let questions = most * largest;
        assert!(alone * 3 < questions, "{game}: {alone} of {questions} questions were answered alone");
    }
}

/// What was planned at billions of years, or not decided.
#[test]
fn large_heaps_take_a_position_each() {
    let thirds = "n -> n-1, n -> (n/3)";
    for (game, sum, solver, most) in [
        (thirds, vec![90_000], "misere-heap", 90_001),
        (thirds, vec![89_999], "misere-heap", 90_000),
        ("n -> n-2, n -> (n/2)", vec![50_001], "misere-heap", 50_002),
        ("take any, split into 2 heaps", vec![61, 4], "quotient", 1_000),
        ("take any, split into 2 heaps", vec![700, 600, 255, 256], "quotient", 10_000),
        ("n -> n-1, n -> n-4", vec![5_000, 4_000, 3_999], "quotient", 6_000),
    ] {
        let query = query(game, &sum);
        let plan = plan(&query).unwrap();
        assert_eq!(plan.solvers(), solver, "{game}");
        let mut budget = Budget::new();
        let solution = plan.run(&mut budget).unwrap();
        let (took, estimated) = (budget.progress().positions as f64, plan.steps()[0].estimate().positions);
        assert!(
            took <= f64::from(most) && estimated <= 3.0 * took && took <= 3.0 * estimated,
            "{game}: {took}, {estimated}"
        );
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game}");
    }
}

/// Lasker's Nim, whose values a theorem gives: a sum is won as in misère Nim. Widths change at 256
/// values and 512 elements.
#[test]
fn tame_sums_are_won_as_in_nim() {
    let value = |heap: u64| match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    };
    let mut random = Numbers::new(64);
    let rules = games::game("misère take any, split into 2 heaps").unwrap();
    let sums: Vec<Vec<u64>> = (0..200)
        .map(|_| match random.below(3) {
            0 => heaps(&mut random, 6, 3),
            1 => vec![255, 256, random.below(4) as u64, random.below(520) as u64],
            _ => heaps(&mut random, 5, 1030),
        })
        .collect();
    let components = |sum: &Vec<u64>| sum.iter().map(|&heap| Component::Heap(heap)).collect::<Vec<_>>();
    let found = Run::new(Limits::default()).outcomes_of(&rules, sums.iter().map(components).collect()).unwrap();
    for (sum, found) in sums.iter().zip(found) {
        let xor = sum.iter().fold(0, |xor, &heap| xor ^ value(heap));
        let wins = if sum.iter().all(|&heap| value(heap) <= 1) { xor == 0 } else { xor != 0 };
        assert_eq!(found == Outcome::N, wins, "{sum:?}");
    }
}

/// The condition of the theorem: heap 3 leads to 2 alone, and heap 4 to 3 and to nothing. Its value
/// is 1 and its misère value 2, and 4 + 1 is won, as no sum of Nim heaps with these values would
/// be.
#[test]
fn a_heap_that_is_not_tame_breaks_the_rule_of_nim() {
    let game = "n -> n-1, n -> 0 where n = 2 or n = 4";
    let mut plain = Plain::new(game);
    assert_eq!(plain.outcome(&[4, 1]), Outcome::N);
    assert_eq!(Run::new(Limits::default()).solve(query(game, &[4, 1])).unwrap().outcome(), Some(Outcome::N));
    let found = grundy::prove(&games::game(&format!("misère {game}")).unwrap(), Some(4), &mut Budget::new()).unwrap();
    let grundy::proof::Finding::Quotient(found) = &found.finding else { panic!("a quotient") };
    assert!(!found.claim.is_tame());
}

/// Ten thousand tests take as many positions as the largest heap.
#[test]
fn many_tests_share_one_table() {
    let mut random = Numbers::new(65);
    let rules = games::game("misère n -> n-1, n -> (n/3)").unwrap();
    let sums = (0..10_000).map(|_| vec![Component::Heap(random.below(90_000) as u64)]).collect();
    let run = Run::new(Limits { positions: Some(200_000), ..Limits::default() });
    assert_eq!(run.outcomes_of(&rules, sums).unwrap().len(), 10_000);
}

/// A fault at a heap that no play comes to fails none of the tests; one that a play comes to does.
#[test]
fn a_fault_that_no_play_reaches_fails_no_test() {
    let rules = games::game("misère n -> n-2, n -> (n/(n-7)) where n % 2 = 1").unwrap();
    let run = Run::new(Limits::default());
    let sums = |heaps: &[u64]| heaps.iter().map(|&heap| vec![Component::Heap(heap)]).collect::<Vec<_>>();
    let alone = [40, 6, 38].map(|heap| run.answer(&query("n -> n-2, n -> (n/(n-7)) where n % 2 = 1", &[heap])));
    let alone = alone.map(|answer| answer.unwrap().0.answer);
    let together = run.outcomes_of(&rules, sums(&[40, 6, 38])).unwrap();
    assert_eq!(together.into_iter().map(Answer::Outcome).collect::<Vec<_>>(), alone);
    assert!(run.outcomes_of(&rules, sums(&[40, 9])).unwrap_err().to_string().contains("divides 7 by 0"));
}

/// Where a trial of the quotient ends and a search would take too long, the quotient goes on.
#[test]
fn a_quotient_goes_on_where_its_trial_ends() {
    let query = query("octal 0.54", &[216, 200]);
    let plan = plan(&query).unwrap();
    assert_eq!(plan.solvers(), "long-quotient");
    assert_eq!(plan.steps()[0].then().map(|(name, _)| name).collect::<Vec<_>>(), ["search"]);
}

#[test]
fn the_second_checker_verifies_tables_and_tame_quotients() {
    let certified = [
        ("n -> n-1, n -> (n/3)", vec![700]),
        ("take any, split into 2 heaps", vec![61, 4]),
        ("take any, split into 2 heaps", vec![260, 255]),
        ("octal 0.23", vec![40, 7]),
    ];
    let texts = certified.map(|(game, sum)| {
        let run = Run::new(Limits::default());
        let solved = run.solve(query(game, &sum)).unwrap();
        assert!(solved.status().is_proved(), "{game}");
        run.certify(&solved).unwrap()
    });
    python_verifies("misere-heaps", &texts);
}

/// The certificate of a tame quotient takes memory for its elements, not for their products; where
/// that is too little, the quotient of no heap is what is left of it.
#[test]
fn the_claim_of_a_search_keeps_to_the_memory() {
    let rules = games::game("misère take any, split into 2 heaps").unwrap();
    for (bytes, last, elements) in [(4 << 20, 2046, 2050), (200 << 10, 0, 1)] {
        let proof = grundy::prove(&rules, Some(2046), &mut Budget::new().bytes(bytes)).unwrap();
        let grundy::proof::Finding::Quotient(found) = &proof.finding else { panic!("a quotient") };
        assert_eq!((found.claim.last(), found.claim.order()), (Some(last), elements));
        let full = proof.stopped.is_some_and(|stopped| matches!(stopped.reason, grundy::solvers::Reason::Memory(_)));
        assert_eq!(full, last == 0);
    }
}
