//! Products of two games on heaps: their options and values by the definition, the Tartan theorem
//! by brute force, certificates of them, and what is refused.

use std::collections::HashMap;

use grundy::{
    Answer, Budget, Component, Convention, Fault, Game, Nimber, Outcome, Question, Verdict,
    cert::{Claim, Factor, read, write},
    check,
    games::{self, Ruleset, no_lists},
    plan::{PlanOptions, plan, plan_with},
    solvers::SOLVERS,
    theory::MexSet,
};

use crate::second_checker::{Numbers, python, python_verifies};

/// Games on heaps without kinds. Options of some have several heaps, or equal ones.
const GAMES: [&str; 14] = [
    "take any",
    "take 1 or 2",
    "octal 0.77",
    "octal 4.3",
    "take square leaving 0..2 heaps",
    "split into 2..3 heaps",
    "n -> n-k for k in 1..n/2",
    "n -> d for d in 1..n-1 where n % d = 0",
    "n -> b + c for b in 0..n-1 for c in 0..b",
    "n -> 2 of (n-1), take 2",
    "n -> heaps(b for b in c..n-1) for c in 1..n",
    "n -> heaps(d for d in 1..n-1 where n % d = 0) + (n/2)",
    "n -> 3 of (n/2) where n > 0, take 3",
    "take prime, split into 2 equal heaps",
];

fn game(first: &str, second: &str) -> String {
    format!("product: {first} times {second}")
}

/// The options of a heap, by the game alone.
fn options(text: &str, heap: u64) -> Vec<Vec<u64>> {
    let rules = games::game(&format!("heap: {text}")).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let mut all = Vec::new();
    let walked = rules.ruleset.options(&Component::Heap(heap), |parts| {
        let size = |part: &Component| if let Component::Heap(size) = part { *size } else { panic!("{part}") };
        all.push(parts.iter().map(size).collect());
        Ok::<(), Fault>(())
    });
    assert_eq!(walked, Ok(()), "{text}");
    all
}

/// The options of a pair, ascending, by the definition.
fn pairs(first: &[Vec<u64>], second: &[Vec<u64>], [a, b]: [u64; 2]) -> Vec<Vec<[u64; 2]>> {
    let mut all = Vec::new();
    for xs in first {
        for ys in second {
            let mut pairs = Vec::new();
            // Every place of a turned row in a turned column, but the one that the move is from.
            for &x in xs.iter().chain([&a]) {
                for &y in ys.iter().chain([&b]) {
                    pairs.push([x, y]);
                }
            }
            pairs.pop();
            pairs.sort_unstable();
            all.push(pairs);
        }
    }
    all.sort();
    all
}

/// The values of all pairs up to these sizes, by the mex alone.
fn values(first: &str, second: &str, most: [u64; 2]) -> HashMap<[u64; 2], Nimber> {
    let ruleset =
        games::game(&game(first, second)).unwrap_or_else(|fault| panic!("{first}, {second}: {fault}")).ruleset;
    let mut known: HashMap<[u64; 2], Nimber> = HashMap::new();
    let of: Vec<_> = (0..=most[1]).map(|b| options(second, b)).collect();
    for a in 0..=most[0] {
        let own = options(first, a);
        for b in 0..=most[1] {
            let wanted = pairs(&own, &of[b as usize], [a, b]);
            let mut found = Vec::new();
            let walked = ruleset.options(&Component::Pair([a, b]), |parts| {
                let pair = |part: &Component| if let Component::Pair(pair) = part { *pair } else { panic!("{part}") };
                let mut left: Vec<[u64; 2]> = parts.iter().map(pair).collect();
                left.sort_unstable();
                found.push(left);
                Ok::<(), Fault>(())
            });
            assert_eq!(walked, Ok(()));
            found.sort();
            assert_eq!(found, wanted, "{ruleset}: ({a}, {b})");
            let mut seen = MexSet::new();
            wanted.iter().for_each(|left| seen.insert(left.iter().map(|pair| known[pair]).sum()));
            known.insert([a, b], seen.mex());
        }
    }
    known
}

#[test]
fn the_value_of_a_pair_is_the_nim_product() {
    let mut numbers = Numbers::new(23);
    let mut texts = Vec::new();
    let mut large = 0;
    for _ in 0..30 {
        let (first, second) = (numbers.of(&GAMES), numbers.of(&GAMES));
        let text = game(first, second);
        let most = [7 + numbers.below(2) as u64, 6 + numbers.below(3) as u64];
        let known = values(first, second, most);
        let rules = games::game(&text).unwrap();
        assert_eq!(games::game(&rules.ruleset.to_string()).as_ref(), Ok(&rules), "{text} is read back");
        for (pair, &value) in &known {
            let position = format!("({}, {})", pair[0], pair[1]);
            let query = games::query(&text, &position, Question::Value).unwrap();
            let Ok(plan) =
                plan_with(&query, PlanOptions::only(&[*SOLVERS.iter().find(|own| own.name() == "product").unwrap()]))
            else {
                panic!("{text}")
            };
            let solution = plan.run(&mut Budget::new()).unwrap();
            assert_eq!(solution.answer, Answer::Value(value), "{text} at {position}");
            large += u32::from(value.0 > 3);
        }
        let [a, b] = most;
        for ask in [Question::ValueAndMoves, Question::Outcome] {
            let query = games::query(&text, &format!("({a}, {b}) + ({b}, {a}) + (2, 1)"), ask).unwrap();
            let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
            assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{text}");
            let certificate = write(&query, &solution).unwrap();
            let (again, read_back) =
                read(&certificate, &no_lists).unwrap_or_else(|why| panic!("{why:?}: {certificate}"));
            assert_eq!(check(&again, &read_back, &mut || true), Ok(Verdict::Verified), "{text}");
            texts.push(certificate);
        }
    }
    assert!(large > 100, "{large} values over 3");
    python_verifies("products", &texts);
}

#[test]
fn altered_claims_about_products_are_refused() {
    let query = games::query("product: octal 0.77 times take any", "(9, 6)", Question::Value).unwrap();
    let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
    let [Claim::Product(product)] = &solution.claims[..] else { panic!("another claim") };
    assert!(matches!(&product.factors, [Factor::Values(values), Factor::Law(_)] if values.len() == 10));
    let certificate = write(&query, &solution).unwrap();
    let mut altered = Vec::new();
    for (old, new) in [
        ("claim product\nvalues 10\n0\n1\n2\n3\n", "claim product\nvalues 10\n0\n1\n2\n2\n"),
        ("law nim", "law coprime"),
        ("law nim", "law wythoff"),
        ("values 10", "values 11"),
        ("move second take any", "move second take odd"),
        ("move first take 1..1", "move second take 1..1"),
        ("moves product", "moves heap"),
        ("start 0 (9, 6)", "start 0 (9, 5)"),
        ("start 0 (9, 6)", "start 0 (09, 6)"),
    ] {
        assert!(certificate.contains(old), "{old}: {certificate}");
        altered.push(certificate.replacen(old, new, 1));
    }
    for text in &altered {
        let holds = read(text, &no_lists).is_ok_and(|(query, solution)| check(&query, &solution, &mut || true).is_ok());
        assert!(!holds, "{text}");
    }
    let Some(verdicts) = python("altered-products", &altered) else { return };
    verdicts
        .iter()
        .zip(&altered)
        .for_each(|(verdict, text)| assert!(verdict.starts_with("refused"), "{verdict}\n{text}"));
}

#[test]
fn turning_corners_in_two_texts() {
    let corners = "C(x, y) -> C(a, y) + C(x, b) + C(a, b) for a in 0..x-1 for b in 0..y-1";
    let value = |game: &str, position: &str| {
        let query = games::query(game, position, Question::Value).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        match plan(&query).unwrap().run(&mut Budget::new()).unwrap().answer {
            Answer::Value(value) => value,
            other => panic!("{other:?}"),
        }
    };
    let mut numbers = Numbers::new(5);
    for _ in 0..200 {
        let mut size = || (numbers.below(1 << 30) as u64) << 33 | numbers.below(1 << 31) as u64;
        let (x, y) = (size(), size());
        let wanted = value(corners, &format!("C({x}, {y})"));
        assert_eq!(value("product: nim times nim", &format!("({x}, {y})")), wanted);
        // Heaps of Ruler are worth powers of two.
        let low = |size: u64| size & size.wrapping_neg();
        let rugs = value("product: ruler times ruler", &format!("({x}, {y})"));
        assert_eq!(rugs, value(corners, &format!("C({}, {})", low(x), low(y))));
    }
    // Rugs by Winning Ways, chapter 14: the nim products of 1, 2, 1, 4 with each other.
    let rugs: Vec<Vec<u64>> = (1..=4)
        .map(|x| (1..=4).map(|y| value("product: ruler times ruler", &format!("({x}, {y})")).0).collect())
        .collect();
    assert_eq!(rugs, [[1, 2, 1, 4], [2, 3, 2, 8], [1, 2, 1, 4], [4, 8, 4, 6]]);
}

#[test]
fn misere_products_are_searched() {
    let text = "product: take 1 or 2 times octal 0.3";
    let ruleset = games::game(text).unwrap().ruleset;
    // Sums of pairs, by the definition.
    fn wins(ruleset: &Ruleset, sum: &[Component], known: &mut HashMap<Vec<Component>, bool>) -> bool {
        if let Some(&wins) = known.get(sum) {
            return wins;
        }
        let (mut moves, mut found) = (Vec::new(), false);
        for at in 0..sum.len() {
            let walked = ruleset.options(&sum[at], |parts| {
                let mut left = [&sum[..at], parts, &sum[at + 1..]].concat();
                left.sort_unstable();
                moves.push(left);
                Ok::<(), Fault>(())
            });
            assert_eq!(walked, Ok(()));
        }
        for left in &moves {
            found |= !wins(ruleset, left, known);
        }
        let wins = moves.is_empty() || found;
        known.insert(sum.to_vec(), wins);
        wins
    }
    let mut known = HashMap::new();
    for a in 0..4 {
        for b in 0..4 {
            let mut query = games::query(text, &format!("({a}, {b})"), Question::Outcome).unwrap();
            query.convention = Convention::Misere;
            let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
            let wanted = wins(&ruleset, &[Component::Pair([a, b])], &mut known);
            let outcome = if wanted { Outcome::N } else { Outcome::P };
            assert_eq!(solution.answer, Answer::Outcome(outcome), "misère {text} at ({a}, {b})");
            assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
        }
    }
}

#[test]
fn positions_and_names_of_products() {
    let rules = games::game("product: kayles times nim").unwrap();
    assert_eq!(rules.ruleset.to_string(), "product: octal 0.77 times take any");
    let read = |text: &str| {
        let all = games::position(&rules, text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
    };
    for text in ["(3, 5)", "3,5", "3 5", "[3; 5]", " ( 3,5 ) "] {
        assert_eq!(read(text), "(3, 5)", "{text}");
    }
    assert_eq!(read("2*(1,2) + 3 4"), "(1, 2) + (1, 2) + (3, 4)");
    for text in ["3", "(3, 5", "(3, 4, 5)", "3 x", "()", "1,000", "(3, -1)"] {
        assert!(games::position(&rules, text).is_err(), "{text}");
    }
    // A name of the second game is none of the first, and `times` is a name elsewhere.
    let both = games::game("product: n -> n-k for k in 1..2 times n -> n-j for j in 1..3").unwrap();
    assert_eq!(games::game(&both.ruleset.to_string()).as_ref(), Ok(&both));
    assert!(games::game("product: n -> n-j for k in 1..2 times n -> n-j for j in 1..3").is_err());
    assert!(games::game("n -> n - times for times in 1..2").is_ok());
}

#[test]
fn the_options_of_a_product_are_limited() {
    let ruleset =
        games::game("product: n -> heaps(b for b in 1..n-1) times n -> heaps(b for b in 1..n-1)").unwrap().ruleset;
    let walk = |pair: [u64; 2]| ruleset.options(&Component::Pair(pair), |_| Ok::<(), Fault>(()));
    assert_eq!(walk([1000, 1000]), Ok(()));
    assert_eq!(walk([2000, 2000]), Err(Fault("3999999 pairs at once: a move may leave at most 2^20".into())));
}
