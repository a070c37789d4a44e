//! Runs are compared with the plain meaning, over random rules of the form.

use grundy_core::{Fault, Game};

use super::*;
use crate::{Answer, Solution, check};
use grundy_games::Question;

fn rules(text: &str) -> grundy_games::Declaration {
    grundy_games::game(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The values of the heaps from 0 to `end` by the plain meaning; `None` at a fault.
fn values(ruleset: &Ruleset, end: u64) -> Option<Vec<Nimber>> {
    let mut values: Vec<Nimber> = Vec::new();
    for size in 0..=end {
        let mut seen = MexSet::new();
        let walked = ruleset.options(&Component::Heap(size), |parts| {
            seen.insert(
                parts
                    .iter()
                    .map(|part| if let Component::Heap(n) = part { values[*n as usize] } else { unreachable!() })
                    .sum(),
            );
            Ok::<(), Fault>(())
        });
        walked.ok()?;
        values.push(seen.mex());
    }
    Some(values)
}

fn runs(ruleset: &Ruleset, last: u64) -> Option<Runs> {
    Runs::up_to(&RangeMoves::of(ruleset)?, last, 5000, &mut || true)
}

/// Whether the checker verifies the runs.
fn verified(text: &str, runs: &Runs) -> Result<Verdict, Flaw> {
    let game = rules(text);
    let last = runs.end() - 1;
    let position = vec![Component::Heap(last)];
    let query = Query::new(&game, position, Question::Value);
    let answer = Answer::Value(runs.value(last).unwrap());
    let solution = Solution { answer, claims: vec![Claim::Runs(Arc::new(runs.clone()))] };
    check(&query, &solution, &mut || true)
}

const GAMES: [&str; 12] = [
    "x -> y for y in 1..sqrt(x) where y^4 >= x where y < x",
    "n -> n/3 where n > 2, n -> n - n/3 where n > 2",
    "n -> n/2",
    "n -> n/2, n -> n/3 where n < 40, n -> sqrt(n) where 7 <= n",
    "n -> k for k in n/4..n/2 where k < n",
    "n -> k for k in n/5..n/3 where k > 2 where k < n",
    "n -> k for k in 0..n/2 where k*k >= n where 2*k + 1 < n",
    "n -> k for k in 1..min(n/2, 40), n -> n/7",
    "n -> n - (n+2)/4 where n > 5",
    "n -> k for k in 2..n/3 where k^2 <= n and k*5 > n/9",
    "n -> k for k in 0..n-4 where k*k <= n",
    "n -> n - 5, n -> n - 9 where n > 20",
];

#[test]
fn runs_are_those_of_the_plain_meaning() {
    for text in GAMES {
        let game = rules(text);
        let values = values(&game.ruleset, 600).unwrap();
        let runs = runs(&game.ruleset, 600).unwrap_or_else(|| panic!("{text} has no runs"));
        let found: Vec<Nimber> = (0..=600).map(|heap| runs.value(heap).unwrap()).collect();
        assert_eq!(found, values, "{text}");
        assert_eq!(verified(text, &runs), Ok(Verdict::Verified), "{text}");
    }
}

#[test]
fn random_rules() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut below = |limit: usize| random.usize(..limit);
    let mut compared = 0;
    for _ in 0..3000 {
        let mut clauses = Vec::new();
        for _ in 0..=below(3) {
            let c = 2 + below(6);
            let d = below(5);
            let bound = [
                "n/C",
                "sqrt(n)",
                "(n+D)/C",
                "n - n/C",
                "n - D",
                "min(n/2, C)",
                "max(n/C, D)",
                "D",
                "n/C*2",
                "sqrt(n)/2",
            ];
            let fill = |text: &str| text.replace('C', &c.to_string()).replace('D', &d.to_string());
            let guards = [
                "",
                "where k < n",
                "where k > D",
                "where k*k >= n",
                "where k^3 <= n + D",
                "where k*C > n",
                "where n > D",
                "where n/2 >= C",
            ];
            let guard = fill(guards[below(guards.len())]);
            let second = fill(guards[below(guards.len())]);
            let (low, high) = (fill(bound[below(bound.len())]), fill(bound[below(bound.len())]));
            clauses.push(if below(3) == 0 {
                format!("n -> {high} where n > {}", c + d)
            } else {
                format!("n -> k for k in {low}..{high} {guard} {second} where k < n")
            });
        }
        let text = clauses.join(", ");
        let Ok(game) = grundy_games::game(&text) else { continue };
        let (Some(values), Some(runs)) = (values(&game.ruleset, 150), runs(&game.ruleset, 150)) else { continue };
        for (heap, value) in values.iter().enumerate() {
            assert_eq!(runs.value(heap as u64), Some(*value), "{text}, heap {heap}");
        }
        compared += 1;
    }
    assert!(compared > 1000, "{compared} games were compared");
}

#[test]
fn altered_runs_are_refused() {
    let mut refused = 0;
    for text in GAMES {
        let game = rules(text);
        let runs = runs(&game.ruleset, 400).unwrap();
        for at in 0..runs.count() {
            for change in 0..4 {
                let mut firsts: Vec<(u64, Nimber)> = runs.constant().expect("constant").collect();
                match change {
                    0 => firsts[at].1 = Nimber(firsts[at].1.0 + 1),
                    1 => firsts[at].1 = Nimber(firsts[at].1.0.saturating_sub(1)),
                    2 => firsts[at].0 += 1,
                    _ => firsts[at].0 = firsts[at].0.saturating_sub(1),
                }
                let Some(altered) = Runs::of(firsts, runs.end()) else { continue };
                if altered == runs {
                    continue;
                }
                assert!(verified(text, &altered).is_err(), "{text}: {altered:?}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused} were altered");
}

/// A certificate is read as it was written, for one heap and for all heaps of the claim.
#[test]
fn runs_are_written_and_read() {
    for text in GAMES {
        let game = rules(text);
        let found = runs(&game.ruleset, 400).unwrap();
        for position in [vec![Component::Heap(400)], Vec::new()] {
            let value = if position.is_empty() { Nimber::ZERO } else { found.value(400).unwrap() };
            let query = Query::new(&game, position, Question::Value);
            let solution =
                Solution { answer: Answer::Value(value), claims: vec![Claim::Runs(Arc::new(found.clone()))] };
            let written = crate::write(&query, &solution).unwrap();
            let (again, read) =
                crate::read(&written, &|_| Err("no list".into())).unwrap_or_else(|why| panic!("{written}: {why:?}"));
            assert_eq!(crate::write(&again, &read).unwrap(), written);
            assert_eq!(check(&again, &read, &mut || true), Ok(Verdict::Verified), "{written}");
        }
    }
}

/// Pieces end at a limit of their number.
#[test]
fn runs_within_a_number_of_pieces() {
    let game = rules("n -> n - (n+2)/4 where n > 5");
    let moves = RangeMoves::of(&game.ruleset).unwrap();
    let all = Runs::up_to(&moves, 10_000, 5000, &mut || true).unwrap();
    let some = Runs::within(&moves, 10_000, 8, &mut || true).unwrap();
    assert!(some.end() < all.end() && (0..some.end()).all(|heap| some.value(heap) == all.value(heap)), "{some:?}");
    assert_eq!(Runs::up_to(&moves, 10_000, 8, &mut || true), None);
    assert_eq!(Runs::within(&moves, 0, 8, &mut || true), Runs::up_to(&moves, 0, 8, &mut || true));
}

#[test]
fn large_heaps_and_other_forms() {
    let text = "x -> y for y in 1..sqrt(x) where y^4 >= x where y < x";
    let found = runs(&rules(text).ruleset, 777_777_777_777).unwrap();
    let firsts: Vec<(u64, u64)> = found.constant().expect("constant").map(|(first, value)| (first, value.0)).collect();
    // The published table of the problem: 4, 16, 82, 6724, 50626, 2562991876.
    let table = [(0, 0), (4, 1), (16, 2), (82, 0), (6724, 3), (50626, 1), (2_562_991_876, 2)];
    assert_eq!(firsts, table);
    assert_eq!(verified(text, &found), Ok(Verdict::Verified));
    for other in [
        "n -> n-k for k in 1..n/3",
        "n -> k for k in 1..n where k % 2 = 0 where k < n",
        "take 1 or 2",
        "n -> a + b for a + b = n - 1",
    ] {
        let form = RangeMoves::of(&rules(other).ruleset);
        assert!(form.is_none(), "{other}");
    }
    // A move that leaves as many counters is a fault of the rules.
    assert!(runs(&rules("n -> k for k in n/2..n where k > n").ruleset, 100).is_some(), "no such move exists");
}
