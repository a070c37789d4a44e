//! Claims about heaps.

use std::{ops::ControlFlow, sync::Arc};

use fastrand::Rng;
use grundy_core::Nimber;
use grundy_games::{Component, Typed};

use super::{Known, by, claim, solution, solved};
use crate::{
    Claim, Flaw, Means, Solution, ValueBox, ValueMap, Verdict, check_by, facts::tracked::TrackedMap, read, write,
};

/// Every heap with sizes up to these, the last one changing first.
fn heaps(ends: &[u64]) -> Vec<Vec<u64>> {
    ends.iter().fold(vec![Vec::new()], |all, &end| {
        all.iter().flat_map(|sizes| (0..=end).map(|size| [&sizes[..], &[size]].concat())).collect()
    })
}

const WYTHOFF: &str = "W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b, \
                       W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)";

const CHOMP: &str = "C(a, b, c) -> C(k, min(b, k), min(c, k)) for k in 0..a-1, \
                     C(a, b, c) -> C(a, k, min(c, k)) for k in 0..b-1, C(a, b, c) -> C(a, b, k) for k in 0..c-1";

/// Games whose facts have more options than the plain meaning looks at first.
const LARGE: [(&str, &str); 9] = [
    ("a -> (a-2b) + (a-b) for b in 1..a/2", "500"),
    ("a -> a - b for b in 1..a where gcd(a, b) = 1", "300"),
    ("split into 3 unequal heaps", "120"),
    ("take any, take 2..5 leaving 3 unequal heaps", "140"),
    ("take any, split into 3 heaps", "140"),
    ("take any leaving 0..2 heaps", "80"),
    (CHOMP, "C(14, 14, 14)"),
    (WYTHOFF, "W(33, 40)"),
    (
        "F(n, q) -> F(n-k, 2k) for k in 1..min(n, q), F(n, q) -> G(n-1) + 2 of G(n-k) for k in 1..n, G(n) -> G(n/2) where n > 0",
        "F(60, 59)",
    ),
];

#[test]
fn altered_values_are_refused_with_the_flaw_of_the_plain_meaning() {
    let mut random = Rng::with_seed(7);
    for (game, position) in LARGE {
        let (query, right, known) = solution(game, position);
        assert_eq!(by(Means::Evaluator, &query, &right), Ok(Verdict::Verified), "{game}");
        assert_eq!(by(Means::Plain, &query, &right), Ok(Verdict::Verified), "{game}");
        let mut all: Vec<&Component> = known.keys().collect();
        all.sort_unstable();
        for _ in 0..12 {
            let altered = all[random.u64(..all.len() as u64) as usize].clone();
            let mut values = known.clone();
            let value = Nimber([1, 2, 7, 1 << 30][random.u64(..4) as usize] ^ values[&altered].0);
            values.insert(altered.clone(), value);
            // One map for both, so that it shows its facts in one order.
            let wrong = Solution { answer: right.answer.clone(), claims: vec![claim(&values)] };
            let flaw = by(Means::Plain, &query, &wrong).expect_err("a value is wrong");
            assert_eq!(by(Means::Evaluator, &query, &wrong), Err(flaw), "{game}: {altered}");
        }
        let Claim::Positions(_) = &right.claims[0] else { continue };
        let mut values = known.clone();
        values.remove(all[all.len() / 2]);
        let wrong = Solution { answer: right.answer.clone(), claims: vec![claim(&values)] };
        let flaw = by(Means::Plain, &query, &wrong).expect_err("a value is missing");
        assert_eq!(by(Means::Evaluator, &query, &wrong), Err(flaw), "{game}");
    }
}

/// A certificate names every fact that the check needs, and no other.
#[test]
fn lookups_of_a_certificate_are_accounted_for() {
    let no_lists = |_: &str| Err("no lists".to_owned());
    for (game, position) in &LARGE[7..] {
        let (query, right, known) = solution(game, position);
        let text = write(&query, &right).expect("it can be written");
        let (again, read_back) = read(&text, &no_lists).expect("it can be read");
        for means in [Means::Evaluator, Means::Plain] {
            assert_eq!(by(means, &again, &read_back), Ok(Verdict::Verified), "{game}");
        }
        // Heaps without moves that nothing leads to.
        let kind = game.split('(').next().expect("a kind");
        let mut more = known.clone();
        let sizes = if kind == "W" { vec![0, 90] } else { vec![0, 999] };
        let extra = Component::Typed(Typed { kind: kind.into(), sizes });
        solved(&query.rulesets[0], &extra, &mut more);
        let mut tracked = TrackedMap::new();
        more.iter().for_each(|(component, value)| tracked.insert(component.clone(), *value));
        let large = Solution { answer: right.answer.clone(), claims: vec![Claim::Positions(Arc::new(tracked))] };
        let flaw = by(Means::Evaluator, &query, &large);
        assert!(matches!(flaw, Err(Flaw::Unneeded(_))), "{game}: {flaw:?}");
    }
}

/// Values that are stored as one box.
struct Boxed(Known, ValueBox);

impl ValueMap for Boxed {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.0.get(component).copied()
    }

    fn count(&self) -> u64 {
        self.1.values.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.0.each(visit);
    }

    fn boxes(&self) -> Option<Vec<ValueBox>> {
        Some(vec![self.1.clone()])
    }
}

#[test]
fn of_a_box_the_heaps_that_come_up_are_verified() {
    for (game, ends) in [("F(n, q) -> F(n-k, 2k) for k in 1..min(n, q)", [60, 120]), (WYTHOFF, [35, 40])] {
        let kind = &game[..1];
        let (query, right, known) = solution(game, &format!("{kind}({}, {})", ends[0], ends[1].min(ends[0])));
        let all: Vec<Component> =
            heaps(&ends).into_iter().map(|sizes| Component::Typed(Typed { kind: kind.into(), sizes })).collect();
        let verdict = |altered: Option<(&Component, u64)>| {
            let mut values = known.clone();
            values.extend(altered.map(|(component, value)| (component.clone(), Nimber(value))));
            let listed = all.iter().map(|component| values.get(component).map_or(9, |value| value.0 as u32)).collect();
            let boxed = Boxed(values, ValueBox { kind: kind.into(), ends: ends.to_vec(), values: listed });
            let solution = Solution { answer: right.answer.clone(), claims: vec![Claim::Positions(Arc::new(boxed))] };
            by(Means::Evaluator, &query, &solution)
        };
        assert_eq!(verdict(None), Ok(Verdict::Verified), "{game}");
        for component in all.iter().step_by(all.len() / 40) {
            let wrong = verdict(Some((component, known.get(component).map_or(9, |value| value.0 ^ 1))));
            match known.contains_key(component) {
                true => assert!(matches!(wrong, Err(Flaw::WrongValue { .. })), "{game}: {component}: {wrong:?}"),
                false => assert_eq!(wrong, Ok(Verdict::Verified), "{game}: {component}"),
            }
        }
        let wrong = verdict(Some((&query.position[0].component, 1 << 30)));
        assert!(matches!(wrong, Err(Flaw::WrongValue { .. })), "{wrong:?}");
    }
}

#[test]
fn faults_at_heaps_that_do_not_come_up_are_none() {
    // A(3, 1) divides by zero, and no play leads to it.
    let game = "A(a, b) -> A(a-k, b-k) for k in 1..min(a, b) where 6/(a - b - 2) < 9";
    let (query, right, known) = solution(game, "A(200, 200)");
    assert_eq!(known.len(), 201);
    for means in [Means::Evaluator, Means::Plain] {
        assert_eq!(by(means, &query, &right), Ok(Verdict::Verified));
    }
    let mut values = known.clone();
    values.extend(
        (2..199).map(|size| (Component::Typed(Typed { kind: "A".into(), sizes: vec![size, size - 2] }), Nimber(0))),
    );
    let wrong = Solution { answer: right.answer, claims: vec![claim(&values)] };
    for means in [Means::Evaluator, Means::Plain] {
        assert!(matches!(by(means, &query, &wrong), Err(Flaw::Fault(_))), "{means:?}");
    }
}

#[test]
fn limits_end_the_evaluation() {
    let (query, right, _) = solution(WYTHOFF, "W(33, 40)");
    let mut calls = 0;
    let mut all = || {
        calls += 1;
        true
    };
    assert_eq!(check_by(Means::Evaluator, &query, &right, u64::MAX, &mut all), Ok(Verdict::Verified));
    for most in [0, 1, calls / 2, calls - 1] {
        let mut left = most;
        let mut some = || {
            left -= 1;
            left >= 0
        };
        assert_eq!(check_by(Means::Evaluator, &query, &right, u64::MAX, &mut some), Ok(Verdict::Unverified), "{most}");
    }
    // Without memory for the evaluator, the plain meaning verifies all.
    assert_eq!(check_by(Means::Evaluator, &query, &right, 1 << 10, &mut || true), Ok(Verdict::Verified));
}
