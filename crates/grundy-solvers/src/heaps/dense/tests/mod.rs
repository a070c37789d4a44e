//! Every way to run a rule against the meaning, on random games; what only the meaning can answer;
//! edges.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use grundy_cert::{Answer, Claim, Solution, Verdict, check};
use grundy_core::{Fault, Game, Nimber};
use grundy_games::{Component, Query, Question, Ruleset, compiled::shape::ProgramShape};

use super::{Dense, Ways, compiled, fill::fill, layout::TableLayout, memo::OptionMemo, reached::Few, solve};
use crate::{
    heaps::table,
    solver::Solver,
    support::budget::{Budget, Reason},
};

mod random;

/// Heaps are marked always, or never.
const ALWAYS: Few = Few { from: 0, share: 1 };
const NEVER: Few = Few { from: i64::MAX, share: 1 };

/// Every way, the first of them the usual one.
const USUAL: Ways =
    Ways { lines: true, blocks: true, triples: true, memo: true, lexicographic: true, eager: false, few: NEVER };
const WAYS: [Ways; 7] = [
    USUAL,
    Ways { memo: false, ..USUAL },
    Ways { few: ALWAYS, ..USUAL },
    Ways { lines: false, eager: true, ..USUAL },
    Ways { lines: false, eager: true, memo: false, few: ALWAYS, ..USUAL },
    Ways { lines: false, eager: true, memo: false, blocks: false, triples: false, ..USUAL },
    Ways { lexicographic: false, ..USUAL },
];

fn query(game: &str, position: &str) -> Query {
    let rules = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let start =
        grundy_games::position(&rules, position).unwrap_or_else(|fault| panic!("{game} at {position}: {fault}"));
    Query::new(&rules, start, Question::ValueAndMoves)
}

/// The values of all components that come up, by the definition; `None` if over so many do.
fn plain(
    ruleset: &Ruleset,
    component: &Component,
    known: &mut HashMap<Component, Nimber>,
    fuel: usize,
) -> Result<Option<Nimber>, Fault> {
    if let Some(&value) = known.get(component) {
        return Ok(Some(value));
    }
    let mut options = Vec::new();
    ruleset.options(component, |parts| {
        options.push(parts.to_vec());
        if options.len() > 20_000 { Err(Fault("too many".into())) } else { Ok(()) }
    })?;
    let mut seen = Vec::new();
    for option in options {
        let mut sum = Nimber::ZERO;
        for part in &option {
            let Some(value) = plain(ruleset, part, known, fuel)? else { return Ok(None) };
            sum = sum + value;
        }
        seen.push(sum.0);
    }
    if known.len() >= fuel {
        return Ok(None);
    }
    let mex = Nimber((0..).find(|value| !seen.contains(value)).expect("some value is missing"));
    known.insert(component.clone(), mex);
    Ok(Some(mex))
}

/// What came of comparisons: values compared, games that were left to the meaning, faults, and
/// programs by the way they ran, and tables of heaps that were marked first.
#[derive(Default, Debug)]
struct Tally {
    games: usize,
    compared: usize,
    left: usize,
    faults: usize,
    lines: usize,
    strided: usize,
    batches: usize,
    gathers: usize,
    triples: usize,
    bounded: usize,
    kept: usize,
    marked: usize,
}

/// Compares every way with the meaning at every component that comes up.
fn compare(query: &Query, tally: &mut Tally) {
    let mut known = HashMap::new();
    let mut whole = true;
    let mut fault = None;
    for term in &query.position {
        match plain(&query.rulesets[0], &term.component, &mut known, 3_000) {
            Ok(value) => whole &= value.is_some(),
            Err(why) => fault = Some(why),
        }
    }
    if !whole && fault.is_none() {
        return;
    }
    tally.games += 1;
    let Some(game) = compiled(query) else {
        tally.left += 1;
        return;
    };
    for ways in WAYS {
        let filled = fill(&game, &query.position, &ways, &mut Budget::new()).expect("there are no limits");
        let Some(filled) = filled else {
            if fault.is_some() {
                tally.faults += 1
            } else {
                tally.left += 1
            }
            continue;
        };
        assert_eq!(fault, None, "{query} {ways:?}: only the meaning finds a fault");
        tally.marked += usize::from(filled.marks.is_some());
        for (component, &value) in &known {
            assert_eq!(filled.value(component), Some(value), "{query}: {component} {ways:?}");
            tally.compared += 1;
        }
        let solution = solve(query, &ways, &mut Budget::new()).expect("the tables were filled");
        assert_eq!(check(query, &solution, &mut || true), Ok(Verdict::Verified), "{query} {ways:?}");
    }
    let layout = TableLayout::new(&game, true).expect("the tables were filled");
    for (program, shape) in &game.programs {
        tally.bounded += usize::from(shape.bounded.is_some());
        tally.kept += usize::from(OptionMemo::new(program, &layout).is_some());
        tally.lines += usize::from(shape.line.is_some());
        tally.strided += usize::from(shape.inner.is_some() && shape.linear && shape.masks.is_empty());
        tally.batches += usize::from(shape.inner.is_some() && shape.linear && !shape.masks.is_empty());
        tally.gathers += usize::from(shape.inner.is_some() && !shape.linear);
        tally.triples += usize::from(shape.triples.is_some());
    }
}

#[test]
fn random_games_have_the_values_of_the_definition() {
    compare_random_games(1_500);
}

#[test]
#[ignore = "it runs for minutes: `cargo xtask exact` runs it, and the test above is its short form"]
fn many_random_games_have_the_values_of_the_definition() {
    compare_random_games(60_000);
}

fn compare_random_games(games: usize) {
    let mut random = random::Random::new(0x9e37_79b9_7f4a_7c15);
    let mut tally = Tally::default();
    for _ in 0..games {
        let (game, position) = random.game();
        let Ok(rules) = grundy_games::game(&game) else { continue };
        let start = grundy_games::position(&rules, &position).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        compare(&Query::new(&rules, start, Question::ValueAndMoves), &mut tally);
    }
    assert!(tally.games * 2 > games, "half of the texts are games: {tally:?}");
    assert!(tally.marked * 20 > games, "heaps are marked first in a twentieth of the texts: {tally:?}");
    assert!(tally.left < tally.games, "a quarter of the runs at most is left to the meaning: {tally:?}");
    let ways = [tally.lines, tally.strided, tally.batches, tally.gathers, tally.triples, tally.faults];
    let ways = ways.into_iter().chain([tally.bounded, tally.kept]);
    assert!(ways.clone().all(|many| many * 100 > games), "every way is taken: {tally:?}");
}

/// The values of these positions by the usual way; `None` if it gives up.
fn solved(game: &str, position: &str) -> Option<Solution> {
    let query = query(game, position);
    compiled(&query)?;
    let solution = Dense.solve(&query, &mut Budget::new()).ok()?;
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{query}");
    Some(solution)
}

fn answer(game: &str, position: &str) -> Option<Answer> {
    solved(game, position).map(|solution| solution.answer)
}

fn shapes(game: &str, position: &str) -> Vec<ProgramShape> {
    compiled(&query(game, position))
        .expect("the game is covered")
        .programs
        .into_iter()
        .map(|(_, shape)| shape)
        .collect()
}

const CHOMP: &str = "C(a,b,c) -> C(k, min(b,k), min(c,k)) for k in 0..a-1, \
                     C(a,b,c) -> C(a, k, min(c,k)) for k in 0..b-1, C(a,b,c) -> C(a, b, k) for k in 0..c-1";
const WYTHOFF: &str = "W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b, \
                       W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)";
const FIBONACCI: &str = "F(n, q) -> F(n-k, 2k) for k in 1..min(n, q)";

#[test]
fn rules_are_run_as_they_can_be() {
    assert!(shapes(WYTHOFF, "W(30, 30)").iter().all(|shape| shape.line.is_some()));
    assert!(shapes(CHOMP, "C(9, 9, 9)").iter().all(|shape| shape.line.is_some() && shape.linear));
    assert!(shapes(FIBONACCI, "F(30, 29)").iter().all(|shape| shape.line.is_some()));
    let arrow = shapes("a -> (a-2b) + (a-b) for b in 1..a/2", "100");
    assert!(
        arrow
            .iter()
            .all(|shape| shape.line.is_none() && shape.linear && shape.masks.is_empty() && shape.inner == Some(0))
    );
    let coprime = shapes("a -> a - b for b in 1..a where gcd(a, b) = 1", "100");
    assert!(
        coprime.iter().all(|shape| shape.line.is_none() && shape.linear && !shape.masks.is_empty() && !shape.strict)
    );
    let halves = shapes("a -> (b/2) for b in 1..a", "100");
    assert!(halves.iter().all(|shape| !shape.linear && shape.inner == Some(0)));
    let roots = shapes("a -> (a-b) for b in 1..a where sqrt(a - 2b) > 1", "100");
    assert!(roots.iter().all(|shape| shape.strict && shape.line.is_none()));
}

#[test]
fn boxes_are_bounded_and_triangular() {
    let game = compiled(&query(CHOMP, "C(9, 8, 8)")).expect("the game is covered");
    assert_eq!(game.kinds[0].ends, [9, 8, 8]);
    let mut relations = game.kinds[0].relations.clone();
    relations.sort_unstable();
    assert_eq!(relations, [(1, 0), (2, 0), (2, 1)]);
    let wide = compiled(&query(CHOMP, "C(5, 8, 6)")).expect("the game is covered");
    assert_eq!(wide.kinds[0].relations, [(2, 1)], "only what holds at the start");
    let game = compiled(&query(FIBONACCI, "F(20, 19)")).expect("the game is covered");
    assert_eq!((&game.kinds[0].ends[..], &game.kinds[0].relations[..]), (&[20, 40][..], &[][..]));
    assert!(compiled(&query("a -> a - 1 where a > 0", "10^15")).is_none(), "beyond 40 bits nothing is analysed");
    assert!(compiled(&query("a -> (a - 10^18) for b in 1..a", "10^18")).is_none());
    assert!(solved("a -> a - 1 where a < 2^63", "7").is_none(), "2^63 is left to the meaning");
}

#[test]
fn edges_of_boxes_have_the_values_of_the_definition() {
    let mut tally = Tally::default();
    let heaps = ["a -> (a-2b) + (a-b) for b in 1..a/2", "a -> a-b for b in 1..a", "a -> (b/2) for b in 1..a-1"];
    for size in [0, 1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 257] {
        for game in heaps {
            compare(&query(game, &size.to_string()), &mut tally);
        }
        compare(
            &query("L(a, b) -> L(a-k, b) for k in 1..a, L(a, b) -> L(a, b-1)", &format!("L({size}, 2)")),
            &mut tally,
        );
        compare(
            &query("L(a, b) -> L(k, b) for k in 0..a-1 where (a + k) % 3 > 0", &format!("L({size}, 1)")),
            &mut tally,
        );
    }
    for game in [WYTHOFF, "W(a, b) -> W(a-k, b-k) for k in 0..b where k > 0"] {
        for position in ["W(0, 0)", "W(1, 0)", "W(0, 9)", "W(7, 31) + W(31, 7)"] {
            compare(&query(game, position), &mut tally);
        }
    }
    assert_eq!((tally.games, tally.left, tally.faults), (68, 0, 0), "{tally:?}");
}

/// Lists of one heap and of two, in equal steps or not, with sizes and guards outside of the key,
/// and values of one byte and of two.
#[test]
fn options_that_heaps_share_have_the_values_of_the_definition() {
    const RULES: [&str; 9] = [
        "P(a, b) -> P(a-k, b) for k in 1..a where k*k > 0, P(a, b) -> P(a, b-1)",
        "P(a, b) -> P(a-k, b) for k in 1..a where k % 3 = 1, P(a, b) -> P(a, b-k) for k in 1..b",
        "P(a, b) -> P(a-k, b) for k in 1..a where k*k <= a, P(a, b) -> P(a, b-1)",
        "P(a, b) -> P((a-k)/2, b/2) for k in 1..min(a, 8), P(a, b) -> P(a, b-k) for k in 1..min(b, 2)",
        "P(a, b) -> P(a-k, b) + P(k-1, b) for k in 1..a where k % 3 > 0",
        "P(a, b) -> P(a-k, b) + P(k-1, b/2) for k in 1..a where xor(a, k) > k",
        "P(a, b) -> P(a-k, b-2) for k in 1..a where b % 2 = 1 where a % k = 0, P(a, b) -> P(a-1, b)",
        "P(a, b) -> P(j, b) + P(a-k-j, b) for k in 1..min(a, 3) where k != 2 for j in 0..a-k where b > 0",
        "P(a, b) -> 2 of P(a-k, b) for k in 1..a where k % 4 = 1, P(a, b) -> 0 of P(a-5, b) + P(k/2, b) for k in 1..a",
    ];
    let mut tally = Tally::default();
    for rules in RULES {
        for position in ["P(0, 0)", "P(0, 7)", "P(1, 6)", "P(2, 9)", "P(33, 5)", "P(64, 4) + P(7, 7)", "P(140, 4)"] {
            compare(&query(rules, position), &mut tally);
        }
    }
    compare(&query(RULES[0], "P(300, 4)"), &mut tally);
    assert_eq!((tally.games, tally.left, tally.faults), (64, 0, 0), "{tally:?}");
    assert!(tally.kept > 40 && tally.bounded > 6, "{tally:?}");
}

/// Without room for lists the options are found as without them.
#[test]
fn lists_that_do_not_fit_are_left_out() {
    let query = query("P(a, b) -> P(a-k, b) for k in 1..a where k % 3 > 0, P(a, b) -> P(a, b-1)", "P(60, 60)");
    let game = compiled(&query).expect("the game is covered");
    let filled = |ways: Ways, bytes: u64| {
        let mut budget = Budget::new().bytes(bytes);
        let filled = fill(&game, &query.position, &ways, &mut budget).ok()?.expect("the game is covered");
        Some((filled.values().collect::<Vec<_>>(), budget.progress().bytes))
    };
    let (whole, plain) = filled(Ways { memo: false, ..USUAL }, 1 << 30).expect("there is memory");
    let (listed, most) = filled(USUAL, 1 << 30).expect("there is memory");
    assert!(listed == whole && most > plain + 1_000, "{most} and {plain} bytes");
    for bytes in [plain, plain + 100, 2 * plain, 2 * plain + 1_000, 2 * most] {
        let (values, held) = filled(USUAL, bytes).unwrap_or_else(|| panic!("{bytes} bytes are enough"));
        assert!(values == whole && held <= bytes, "{bytes} bytes");
    }
}

#[test]
fn exclusive_ors_have_the_values_of_the_definition() {
    const HEAPS: [&str; 7] = [
        "n -> xor(n, k) for k in 1..n where xor(n, k) < n where bitand(k, 5) > 0",
        // The values of Nim, of which there are more than planes are kept for.
        "n -> xor(n, k) for k in 1..n where n > xor(n, k)",
        "n -> xor(n, k, 3) for k in 0..n where xor(n, k, 3) <= n - 2 where k % 3 != 1",
        "n -> xor(n, k) for k in 2..2n where xor(n, k) < n where n/3 <= xor(n, k) where k % 5 > 1",
        "n -> xor(k, n/2) for k in 1..n where xor(k, n/2) < n where k != 5",
        "n -> xor(2n, k) for k in n..3n where n - 1 = xor(2n, k) where k > 2",
        "n -> xor(n, k) for k in 1..n where xor(n, k) < n where gcd(k, 6) = 1 where k != 70",
    ];
    let mut tally = Tally::default();
    for game in HEAPS {
        assert!(shapes(game, "300").iter().all(|shape| shape.xored.is_some()), "{game}");
        for size in [0, 1, 2, 31, 63, 64, 65, 127, 128, 129, 191, 300] {
            compare(&query(game, &size.to_string()), &mut tally);
        }
    }
    let typed = "A(a) -> A(xor(a, k)) for k in 1..a where xor(a, k) < a where k % 4 != 2, \
                 A(a) -> B(xor(a, k)) for k in 1..a where xor(a, k) < a where k % 3 = 1, B(b) -> B(b-1)";
    for position in ["A(130) + B(70)", "A(64)", "A(7) + A(191)"] {
        compare(&query(typed, position), &mut tally);
    }
    assert_eq!((tally.games, tally.left, tally.faults), (87, 0, 0), "{tally:?}");
    // A heap that is not lower: the same one, one in its block, all of another block.
    for guard in [
        "0..n where xor(n, k) < n + n/250",
        "1..n where xor(n, k) < n + n/250 * 40",
        "64..n where xor(n, k) < n * (1 + n/250)",
    ] {
        let game = format!("n -> xor(n, k) for k in {guard}");
        assert!(shapes(&game, "300").iter().all(|shape| shape.xored.is_some()), "{game}");
        let before = tally.faults;
        compare(&query(&game, "300"), &mut tally);
        assert!(tally.faults > before, "{game}: {tally:?}");
        compare(&query(&game, "249"), &mut tally);
    }
    assert_eq!((tally.games, tally.left), (93, 0), "{tally:?}");
}

#[test]
fn values_beyond_one_and_two_bytes_are_exact() {
    // The values of Nim, by lines and by strides.
    let nim = "a -> a-b for b in 1..a";
    for size in [255, 256, 257, 65_535, 65_536, 65_540] {
        let query = query(nim, &size.to_string());
        let game = compiled(&query).expect("the game is covered");
        for ways in &WAYS[..if size > 300 { 1 } else { 4 }] {
            let filled = fill(&game, &[], ways, &mut Budget::new()).expect("no limits").expect("it is covered");
            assert!(filled.values().eq((0..=size).map(Nimber)), "{size} {ways:?}");
        }
    }
    // Lines and strides together.
    let query = query(
        "L(a, b) -> L(a-k, b) for k in 1..a, L(a, b) -> L(a-k, 0) + L(k, 0) for k in 1..min(a, b)",
        "L(65600, 1)",
    );
    let game = compiled(&query).expect("the game is covered");
    let filled = fill(&game, &[], &Ways::default(), &mut Budget::new()).expect("no limits").expect("it is covered");
    let of = |a: u64, b: u64| {
        filled.value(
            &grundy_games::position(&grundy_games::game("L(a, b) -> L(a-1, b)").unwrap(), &format!("L({a}, {b})"))
                .unwrap()[0],
        )
    };
    assert_eq!((of(65_599, 0), of(65_600, 0)), (Some(Nimber(65_599)), Some(Nimber(65_600))));
}

/// Values beyond 64, 128, 256 and 512, where sets of pairs become wider and then end.
#[test]
fn triples_are_as_by_strides_for_wide_values() {
    for (game, position) in [
        ("heap: take any, split into 3 heaps", "700"),
        ("heap: take any, split into 3 unequal heaps", "600"),
        ("heap: take 1..4, take 3..9 leaving 3 unequal heaps", "500"),
        ("heap: hex 4.08f, take any", "600"),
        ("a -> b + c + (a-b-c) for b in 2..a/4 for c in b+1..(a-b-1)/2, a -> a-k for k in 1..a", "400"),
        ("a -> b + c + (a+3-b-c) for b in 2..a/3 for c in b..(a+3-b)/2, a -> a-k for k in 1..a", "200"),
        ("a -> b + c + (a-b-c-1) for b in 0..a for c in b..(a-b-1)/2, a -> a-k for k in 1..a", "300"),
    ] {
        let query = query(game, position);
        let game = compiled(&query).expect("the game is covered");
        assert!(game.programs.iter().any(|(_, shape)| shape.triples.is_some()), "{query}");
        let values = |triples| {
            let ways = Ways { triples, ..USUAL };
            let filled = fill(&game, &[], &ways, &mut Budget::new()).expect("no limits").expect("it is covered");
            filled.values().collect::<Vec<_>>()
        };
        assert_eq!(values(true), values(false), "{query}");
    }
}

#[test]
fn faults_are_left_to_the_meaning() {
    for (game, position) in [
        ("a -> (a-1) where 6 / (a - 3) > 0", "7"),
        ("a -> (a % (a - 3)) for b in 1..2", "9"),
        ("a -> (b) for b in 0..a-1 where sqrt(5 - b) > 1", "9"),
        ("A(a, b) -> A(a - 1, b / (a - 3))", "A(9, 2)"),
        ("a -> (a + k - 80) for k in 1..a", "80"),
        ("A(a, b) -> A(a - 1, b + a/40)", "A(50, 2)"),
        ("a -> b + c + (a-b-c) for b in 1..a/3 for c in b..(a-b)/2", "12000"),
    ] {
        assert_eq!(answer(game, position), None, "{game}");
    }
    // Heaps that do not come up may be faulty where no walk meets them.
    assert_eq!(answer("a -> (a-1) where 6 / (a - 30) < 1", "7"), Some(Answer::Value(Nimber(1))));
    assert_eq!(answer("a -> (a-1) where a > 9 and 1/(a-a) = 1", "7"), Some(Answer::Value(Nimber(0))));
    // A heap may try ten million combinations, and no more.
    assert_eq!(answer("a -> (0) for b in 1..a*a*a*a", "60"), None);
    assert_eq!(answer("A(n) -> A(n-1) for k in 5..4", "A(3)"), Some(Answer::Value(Nimber(0))));
}

#[test]
fn limits_end_the_work() {
    let query = query("a -> (a-2b) + (a-b) for b in 1..a/2", "30000");
    let small = Query { question: Question::Table, ..self::query("a -> (a-2b) + (a-b) for b in 1..a/2", "99") };
    let Ok(Solution { answer: Answer::Values(few), .. }) = table::Heap.solve(&small, &mut Budget::new()) else {
        panic!("a small table")
    };
    let over = |budget: Budget| {
        let mut budget = budget;
        let stopped = Dense.solve(&query, &mut budget).expect_err("the limit is small");
        let right = |(heap, known): (usize, &Nimber)| Some(*known) == few.get(heap).copied().or(Some(*known));
        assert!(stopped.known.iter().enumerate().all(right), "what is known is right");
        (stopped.reason, budget.progress().bytes)
    };
    assert_eq!(over(Budget::new().positions(5_000)).0, Reason::Positions(5_000));
    assert_eq!(over(Budget::new().bytes(20_000)), (Reason::Memory(20_000), 0));
    assert_eq!(over(Budget::new().time(Duration::ZERO)).0, Reason::Time);
    let flag = Arc::new(AtomicBool::new(true));
    assert_eq!(over(Budget::new().interrupt(flag)).0, Reason::Interrupted);
}

#[test]
fn tables_list_every_heap() {
    let query = Query { question: Question::Table, ..query("split into 3 unequal heaps", "40") };
    let solution = Dense.solve(&query, &mut Budget::new()).expect("there are no limits");
    let plain = table::Heap.solve(&query, &mut Budget::new()).expect("there are no limits");
    assert_eq!(solution.answer, plain.answer);
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
}

/// The claim shows the heaps that come up, and no other heap of the box.
#[test]
fn a_claim_shows_what_comes_up() {
    let solution = solved(FIBONACCI, "F(30, 29)").expect("the game is covered");
    let [Claim::Positions(map)] = &solution.claims[..] else { panic!("one claim about positions") };
    let mut shown = HashMap::new();
    map.each(&mut |component, value| {
        shown.insert(component.clone(), value);
        ControlFlow::Continue(())
    });
    let start = query(FIBONACCI, "F(30, 29)");
    let mut known = HashMap::new();
    plain(&start.rulesets[0], &start.position[0].component, &mut known, 10_000).expect("no fault").expect("few heaps");
    assert_eq!(shown, known);
    assert!(map.count() >= shown.len() as u64);
}

/// One line for each of many heaps, with a few large values on each: the sets would take 330 MB.
#[test]
fn lines_whose_sets_would_be_too_large_are_given_up() {
    let nim = "A(n, m) -> A(n-k, m) for k in 1..n, A(n, m) -> A(n, m-k) for k in 1..m";
    for (position, value) in [("A(40000, 3)", 40_000 ^ 3), ("A(3, 40000)", 40_000 ^ 3), ("A(40000, 0)", 40_000)] {
        let solution = Dense.solve(&query(nim, position), &mut Budget::new().bytes(64 << 20));
        assert_eq!(solution.map(|found| found.answer), Ok(Answer::Value(Nimber(value))), "{position}");
    }
}

#[test]
fn conditions_bound_long_loops() {
    let values = |game: &str, end: u64| {
        let query = Query { question: Question::Table, ..query(game, &end.to_string()) };
        let solution = Dense.solve(&query, &mut Budget::new()).expect("the loops are short");
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{game}");
        let Answer::Values(values) = solution.answer else { panic!("a table has values") };
        values
    };
    let table = |end: u64, options: &dyn Fn(u64) -> Vec<u64>| {
        let mut all: Vec<Nimber> = Vec::new();
        for n in 0..=end {
            let seen: Vec<Nimber> = options(n).into_iter().map(|option| all[option as usize]).collect();
            all.push((0..).map(Nimber).find(|value| !seen.contains(value)).expect("some value is missing"));
        }
        all
    };
    let less = |n: u64, power: u32| (1..).map(move |k: u64| k.pow(power)).take_while(move |taken| *taken <= n);
    for (power, end, text) in [
        (3, 10_000, "n -> n - k*k*k for k in 1..n where k*k*k <= n"),
        (3, 10_000, "n -> n - k^3 for k in 1..n"),
        (2, 30_000, "n -> n - k^2 for k in 1..n where n >= k^2"),
    ] {
        assert_eq!(values(text, end), table(end, &|n| less(n, power).map(|taken| n - taken).collect()), "{text}");
    }
    let divided = |n: u64| {
        let divisors = (2..n).take_while(move |d| d * d <= n).filter(move |d| n.is_multiple_of(*d));
        let all = divisors.flat_map(move |d| [n / d, d]);
        all.chain((n > 1).then(|| n - 1)).collect()
    };
    let text = "n -> n-1 where n > 1, n -> n/d for d in 2..n-1 where n % d = 0";
    assert_eq!(values(text, 20_000), table(20_000, &divided));
    let text = "n -> n - 2k for k in 1..n where 3k + 2 = n, n -> n-1";
    assert_eq!(
        values(text, 20_000),
        table(20_000, &|n| {
            let solved = (n > 2 && n % 3 == 2).then(|| n - 2 * ((n - 2) / 3));
            solved.into_iter().chain(n.checked_sub(1)).collect()
        })
    );
}
