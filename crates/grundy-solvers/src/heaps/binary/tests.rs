//! Claims against the plain meaning: games of contests, random games, and altered automata.

use std::sync::Arc;

use fastrand::Rng;
use grundy_cert::{Answer, Binary, Dfa, Meaning, OfKind, Verdict, check};
use grundy_core::{Fault, Game, Nimber, Outcome};
use grundy_games::{Component, Query, Question, Ruleset, Typed};

use super::{DIGITS, Relations, Sample, claim, find};
use crate::{Budget, Solver};

/// The component of a kind with these sizes; plain heaps have no kind.
fn heap(kind: &str, sizes: &[u64]) -> Component {
    match kind {
        "heap" => Component::Heap(sizes[0]),
        kind => Component::Typed(Typed { kind: kind.into(), sizes: sizes.to_vec() }),
    }
}

fn solved(text: &str, start: Component, question: Question) -> Answer {
    let rules = grundy_games::game(text).unwrap();
    let query = Query::new(&rules, vec![start], question);
    assert!(Relations.assess(&query).is_ok(), "{text}");
    // Without the time of an attempt, which passes sooner on a machine that does other work too.
    let solution = find(&query, &mut Budget::new()).unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{text}");
    solution.answer
}

const MOVES_OF_ZERO: &str = "A(n) -> A(n-k) for k in 1..n, A(n) -> B(n) where n > 0, B(n) -> B(n-k) for k in 1..n";

const COLOURED_PATH: &str = "F(n) -> H(a) + H(b) for a + b = n - 1, \
    H(n) -> S(a) + H(b) for a + b = n - 1 where a > 0, H(n) -> D(a) + H(b) for a + b = n - 1, \
    S(n) -> S(a) + S(b) for a + b = n - 1 where a > 0 where b > 0, S(n) -> D(a) + D(b) for a + b = n - 1, \
    D(n) -> S(a) + D(b) for a + b = n - 1 where a > 0";

const KNIGHT_AND_ROOK: &str = "N(a, b) -> N(c, b) for c in 0..a-1 where not (a = 2 and b = 3) where not (a = 4 and b = 1), \
    N(a, b) -> N(a, c) for c in 0..b-1 where not (a = 2 and b = 3) where not (a = 4 and b = 1)";

/// With one zero move a heap: an odd heap has the next value, an even one the value before.
#[test]
fn games_of_contests_are_solved_at_any_size() {
    let value = |text, kind, size| solved(text, heap(kind, &[size]), Question::Value);
    let of = |value| Answer::Value(Nimber(value));
    assert_eq!(value(MOVES_OF_ZERO, "A", 1_000_000_000), of(999_999_999));
    assert_eq!(value(MOVES_OF_ZERO, "A", u64::MAX - 1), of(u64::MAX - 2));
    // The value is 2^64.
    assert_eq!(solved(MOVES_OF_ZERO, heap("A", &[u64::MAX]), Question::Outcome), Answer::Outcome(Outcome::N));
    assert_eq!(value("laskers-nim", "heap", 2_147_483_647), of(2_147_483_648));
    assert_eq!(value("laskers-nim", "heap", 2_147_483_646), of(2_147_483_646));
    for (size, expected) in [(1_000_000_000, 1), (3, 1), (6, 2), (12, 1), (12 << 40, 1), (3 << 41, 2)] {
        let text = "n -> n-1, n -> 3 of (n/2) where n % 2 = 0 where n > 0";
        assert_eq!(small_or_value(text, size), expected, "{size}");
    }
    assert_eq!(value("n -> n-1, n -> 4 of (n/2) where n % 2 = 0 where n > 0", "heap", 1_000_000_000), of(1));
    for (kind, size, expected) in
        [("F", 1 << 60, 0), ("F", (1 << 60) + 1, 1), ("H", 1 << 60, 1 << 60), ("S", 5_000, 1), ("D", 5_000, 0)]
    {
        assert_eq!(value(COLOURED_PATH, kind, size), of(expected), "{kind}({size})");
    }
    let most = 10u64.pow(18);
    let text = "T(a, b) -> T(a - 2i, b + i) for i in 1..a/2, T(a, b) -> T(a + i, b - 2i) for i in 1..b/2";
    assert_eq!(solved(text, heap("T", &[most, most - 1]), Question::Outcome), Answer::Outcome(Outcome::P));
    assert_eq!(solved(text, heap("T", &[most, most - 2]), Question::Outcome), Answer::Outcome(Outcome::N));
    solved(
        "W(a, b) -> W(a-1, b), W(a, b) -> W(a, b-1), W(a, b) -> W(a-3, b-3)",
        heap("W", &[most, 7]),
        Question::Value,
    );
    solved(KNIGHT_AND_ROOK, heap("N", &[most, most]), Question::Outcome);
}

/// The value of a plain heap that may be too small for the solver.
fn small_or_value(text: &str, size: u64) -> u64 {
    let rules = grundy_games::game(text).unwrap();
    let claim = learned(&rules.ruleset, Meaning::Values).unwrap();
    claim.value_of(&rules.ruleset, &heap("heap", &[size])).unwrap().0
}

/// The claim that a small sample suggests and that the check accepts.
fn learned(ruleset: &Ruleset, meaning: Meaning) -> Option<Binary> {
    let kinds = Binary::kinds_of(ruleset).ok()?;
    if meaning == Meaning::Lost && !Binary::leaves_one(ruleset) {
        return None;
    }
    let most = kinds.iter().map(|(_, arity)| *arity).max().unwrap_or(1);
    let mut budget = Budget::new();
    for &digits in &DIGITS[most.min(3) - 1][..2] {
        let sample = Sample::of(ruleset, &kinds, digits, &mut budget).ok()??;
        if let Some(claim) = claim(ruleset, &sample, meaning, &mut budget).ok()? {
            return Some(claim);
        }
    }
    None
}

/// A random rule of a heap of two kinds, or of two sizes.
fn random_game(random: &mut Rng) -> String {
    let mut pick = |all: &[&str]| all[random.usize(..all.len())].to_owned();
    let shape = pick(&["plain", "plain", "kinds", "sizes"]);
    let mut clauses = Vec::new();
    for _ in 0..2 + pick(&["", "x"]).len() {
        let condition = pick(&[
            "",
            "",
            " where n > 0",
            " where n % 2 = 0",
            " where n % 3 != 1",
            " where n > 4",
            " where not (n = 2 or n = 5)",
        ]);
        clauses.push(match &shape[..] {
            "plain" => {
                let right = pick(&[
                    "n-1",
                    "n-2",
                    "(n-k) for k in 1..n",
                    "(n-k) for k in 1..n/2",
                    "(n-k) for k in 2..n",
                    "(n/2)",
                    "(n/3)",
                    "2 of (n/2)",
                    "3 of (n/2)",
                    "a + b for a + b = n where a > 0 where b > 0",
                    "a + b for a + b = n - 1",
                    "(n-2k) for k in 1..n/2",
                    "(k) for k in n/2..n-1",
                    "(n-k) for k in 1..3",
                    "max(0, n-3)",
                    "(n-1) + (n/2)",
                ]);
                format!("n -> {right}{condition}")
            }
            "kinds" => {
                let right = pick(&[
                    "A(n-1)",
                    "B(n-1)",
                    "A(n-k) for k in 1..n",
                    "B(n-k) for k in 1..n",
                    "B(n)",
                    "A(n/2)",
                    "A(n-2)",
                    "B(max(0, n-3))",
                    "A(a) + B(b) for a + b = n - 1",
                ]);
                let kind = if clauses.len() == 1 || right == "B(n)" { "A" } else { "B" };
                let kind = if right == "B(n)" { "A" } else { kind };
                format!("{kind}(n) -> {right}{}", if right == "A(n/2)" { " where n > 0" } else { &condition })
            }
            _ => {
                let right = pick(&[
                    "A(n-1, m)",
                    "A(n, m-1)",
                    "A(n-1, m-1)",
                    "A(k, m) for k in 0..n-1",
                    "A(n, k) for k in 0..m-1",
                    "A(n-k, m-k) for k in 1..min(n, m)",
                    "A(n-2, m+1)",
                    "A(m, n-1)",
                    "A(n-2k, m+k) for k in 1..n/2",
                ]);
                format!("A(n, m) -> {right}{condition}")
            }
        });
    }
    if shape == "kinds" && !clauses.iter().any(|clause| clause.starts_with('A')) {
        clauses.push("A(n) -> A(n-1)".to_owned());
    }
    if shape == "kinds" && !clauses.iter().any(|clause| clause.starts_with('B')) {
        clauses.push("B(n) -> B(n-1)".to_owned());
    }
    clauses.join(", ")
}

/// Where the check accepts, the values of far more heaps than the sample has are those of the plain
/// meaning.
#[test]
fn accepted_claims_agree_with_the_plain_meaning() {
    let mut random = Rng::with_seed(11);
    let mut accepted = [0, 0];
    for _ in 0..400 {
        let text = random_game(&mut random);
        let Ok(rules) = grundy_games::game(&text) else { continue };
        for (at, meaning) in [Meaning::Values, Meaning::Lost].into_iter().enumerate() {
            let Some(claim) = learned(&rules.ruleset, meaning) else { continue };
            accepted[at] += 1;
            let kinds = Binary::kinds_of(&rules.ruleset).unwrap();
            let digits = if kinds[0].1 == 1 { 9 } else { 5 };
            let plain = Sample::of(&rules.ruleset, &kinds, digits, &mut Budget::new()).unwrap().unwrap();
            for (kind, (name, arity)) in kinds.iter().enumerate() {
                for entry in 0..1u64 << (digits * *arity as u32) {
                    let sizes: Vec<u64> =
                        (0..*arity as u32).map(|at| entry >> (at * digits) & ((1 << digits) - 1)).collect();
                    let value = Nimber(plain.value(kind, &sizes).unwrap());
                    let component = heap(name, &sizes);
                    assert_eq!(
                        claim.outcome_of(&rules.ruleset, &component),
                        Some(value.outcome()),
                        "{text}: {component}"
                    );
                    if meaning == Meaning::Values {
                        assert_eq!(claim.value_of(&rules.ruleset, &component), Some(value), "{text}: {component}");
                    }
                }
            }
        }
    }
    assert!(accepted[0] > 60 && accepted[1] > 60, "{accepted:?}");
}

/// Automata are least and numbered in order, so every altered claim is another claim, and false.
#[test]
fn altered_automata_are_refused() {
    let games = [
        (MOVES_OF_ZERO, Meaning::Values),
        ("laskers-nim", Meaning::Values),
        (COLOURED_PATH, Meaning::Values),
        ("n -> n-1, n -> 3 of (n/2) where n % 2 = 0 where n > 0", Meaning::Values),
        (KNIGHT_AND_ROOK, Meaning::Lost),
    ];
    let mut random = Rng::with_seed(5);
    for (text, meaning) in games {
        let rules = grundy_games::game(text).unwrap();
        let claim = learned(&rules.ruleset, meaning).unwrap_or_else(|| learned_far(&rules.ruleset, meaning));
        for _ in 0..2_000 {
            let mut altered = claim.clone();
            let kind = random.usize(..altered.kinds.len());
            let mut dfa = Dfa::clone(&altered.kinds[kind].relation);
            for _ in 0..=random.usize(..2) {
                if random.usize(..4) == 0 {
                    let state = random.usize(..dfa.states());
                    dfa.accepting[state] = !dfa.accepting[state];
                } else {
                    let step = random.usize(..dfa.next.len());
                    dfa.next[step] = random.usize(..dfa.accepting.len()) as u32;
                }
            }
            let name = Arc::clone(&altered.kinds[kind].name);
            altered.kinds[kind] = OfKind { name, relation: Arc::new(dfa.clone()), repetition: None };
            if altered != claim {
                assert!(altered.verify(&rules.ruleset, 1 << 30, &mut || true).is_err(), "{text}: {altered:?}");
                // The least automaton of the altered relation is refused too.
                let kinds =
                    altered.kinds.iter().map(|own| (Arc::clone(&own.name), Dfa::clone(&own.relation))).collect();
                let least = Binary::of(meaning, kinds, &mut || true).unwrap();
                if least != claim {
                    assert!(least.verify(&rules.ruleset, 1 << 30, &mut || true).is_err(), "{text}: {least:?}");
                }
            }
        }
    }
}

fn learned_far(ruleset: &Ruleset, meaning: Meaning) -> Binary {
    let kinds = Binary::kinds_of(ruleset).unwrap();
    let mut budget = Budget::new();
    let sample = Sample::of(ruleset, &kinds, 6, &mut budget).unwrap().unwrap();
    claim(ruleset, &sample, meaning, &mut budget).unwrap().unwrap()
}

/// The sizes of later heaps must have 64 bits: of a heap whose sizes have a larger sum, nothing is
/// said.
#[test]
fn sums_over_64_bits_have_no_value() {
    let rules = grundy_games::game("A(a, b) -> A(a-1, b), A(a, b) -> A(a, b-1)").unwrap();
    let claim = learned(&rules.ruleset, Meaning::Values).unwrap();
    let value = |sizes: &[u64]| claim.value_of(&rules.ruleset, &heap("A", sizes));
    assert_eq!(value(&[u64::MAX, 0]), Some(Nimber(1)));
    assert_eq!(value(&[u64::MAX - 1, 1]), Some(Nimber(1)));
    assert_eq!(value(&[u64::MAX, 1]), None);
    assert_eq!(value(&[1]), None);
}

/// The claim finds a move to each smaller value, and none to the value of the heap itself.
#[test]
fn moves_to_smaller_values_are_found() {
    let games = [
        (MOVES_OF_ZERO, "A", Meaning::Values),
        ("laskers-nim", "heap", Meaning::Values),
        ("n -> n-1, n -> 3 of (n/2) where n % 2 = 0 where n > 0", "heap", Meaning::Values),
        (COLOURED_PATH, "H", Meaning::Values),
        ("W(a, b) -> W(a-1, b), W(a, b) -> W(a, b-1)", "W", Meaning::Values),
        ("T(a, b) -> T(a-2i, b+i) for i in 1..a/2, T(a, b) -> T(a+i, b-2i) for i in 1..b/2", "T", Meaning::Lost),
    ];
    for (text, kind, meaning) in games {
        let rules = grundy_games::game(text).unwrap();
        let claim = learned(&rules.ruleset, meaning).unwrap();
        for size in 0..12 {
            let component = match kind {
                "W" | "T" => heap(kind, &[size, 5]),
                kind => heap(kind, &[size]),
            };
            let mut options = Vec::new();
            let shown = rules.ruleset.options(&component, |parts| {
                let mut parts = parts.to_vec();
                parts.sort_unstable();
                options.push(parts);
                Ok::<(), Fault>(())
            });
            assert_eq!(shown, Ok(()));
            let is_lost = claim.outcome_of(&rules.ruleset, &component) == Some(Outcome::P);
            let end = match meaning {
                Meaning::Values => claim.value_of(&rules.ruleset, &component).unwrap().0,
                Meaning::Lost => u64::from(!is_lost),
            };
            for wanted in 0..=end {
                let found = claim.option(&rules.ruleset, &component, Nimber(wanted), 1 << 30, &mut || true);
                assert_eq!(found.is_some(), wanted < end, "{text}: {component} to {wanted}");
                let Some(mut left) = found else { continue };
                left.sort_unstable();
                assert!(options.contains(&left), "{text}: {component} to {left:?}");
                let total = left.iter().map(|part| claim.value_of(&rules.ruleset, part)).sum::<Option<Nimber>>();
                assert_eq!(total, Some(Nimber(wanted)), "{text}: {component} to {left:?}");
            }
        }
    }
}
