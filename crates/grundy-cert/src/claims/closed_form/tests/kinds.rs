//! Forms of games with several sizes, and of heaps by their divisors, against the plain meaning.

use super::*;
use crate::claims::closed_form::{euclid::Euclid, pass::NimWithAPass, primes::DivisorGame, steps::StaircaseNim};

/// Values by the plain meaning, each computed when it is needed.
struct Plain<'g> {
    game: &'g Declaration,
    values: HashMap<Vec<u64>, u64>,
}

impl Plain<'_> {
    fn component(&self, sizes: &[u64]) -> Component {
        match &self.game.ruleset {
            Ruleset::Typed(rules) => Component::Typed(Typed { kind: rules.kinds[0].clone(), sizes: sizes.to_vec() }),
            _ => Component::Heap(sizes[0]),
        }
    }

    /// The options; a heap that is gone has the size 0.
    fn options(&self, sizes: &[u64]) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        let walked = self.game.ruleset.options(&self.component(sizes), |parts| {
            found.push(match parts {
                [] => vec![0],
                [Component::Typed(heap)] => heap.sizes.clone(),
                [Component::Heap(size)] => vec![*size],
                other => panic!("{other:?} is not one heap"),
            });
            Ok::<(), Fault>(())
        });
        walked.unwrap();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn value(&mut self, sizes: &[u64]) -> u64 {
        if let Some(&value) = self.values.get(sizes) {
            return value;
        }
        let mut seen = MexSet::new();
        for option in self.options(sizes) {
            seen.insert(Nimber(self.value(&option)));
        }
        self.values.insert(sizes.to_vec(), seen.mex().0);
        seen.mex().0
    }
}

/// Compares values, who wins, and moves of the form with the plain meaning on these positions.
/// Returns how many of them have a value, and how many only an outcome.
fn compare(form: &dyn ClosedForm, text: &str, positions: impl Iterator<Item = Vec<u64>>) -> (usize, usize) {
    let game = rules(text);
    assert!(form.is_about(&game.ruleset, Convention::Normal), "{text}");
    assert!(!form.is_about(&game.ruleset, Convention::Misere), "{text}");
    let mut plain = Plain { game: &game, values: HashMap::new() };
    let mut counts = (0, 0);
    for sizes in positions {
        let (component, value) = (plain.component(&sizes), plain.value(&sizes));
        let options = plain.options(&sizes);
        let reach = |wanted: u64, plain: &mut Plain<'_>| {
            let left = form.option(&game.ruleset, &component, Nimber(wanted))?;
            let left = match left {
                Component::Typed(heap) => heap.sizes,
                Component::Heap(size) => vec![size],
                other => panic!("{other} is not one heap"),
            };
            assert!(options.contains(&left), "{text}, {component} to {left:?}");
            assert_eq!(plain.value(&left), wanted, "{text}, {component} to {left:?}");
            Some(left)
        };
        let outcome = form.outcome(&game.ruleset, &component);
        match form.value(&game.ruleset, &component) {
            Some(found) => {
                assert_eq!(found, Nimber(value), "{text}, {component}");
                for wanted in 0..value {
                    assert!(reach(wanted, &mut plain).is_some(), "{text}, {component}: no option of value {wanted}");
                }
                counts.0 += 1;
            }
            None if outcome.is_some() => {
                assert_eq!(outcome, Some(Nimber(value).outcome()), "{text}, {component}");
                assert_eq!(reach(0, &mut plain).is_some(), value != 0, "{text}, {component}");
                counts.1 += 1;
            }
            None => {}
        }
        for change in 1..8 {
            let Some(mut left) = form.changed(&game.ruleset, &component, Nimber(change)) else { break };
            let mut wanted = options.clone();
            wanted.retain(|option| plain.value(option) == value ^ change);
            let mut found: Vec<Component> = wanted.iter().map(|sizes| plain.component(sizes)).collect();
            found.sort_unstable();
            left.sort_unstable();
            assert_eq!(left, found, "{text}, {component} by {change}");
        }
        if let Some(count) = form.unique_options(&game.ruleset, &component) {
            let values: Vec<u64> = options.iter().map(|option| plain.value(option)).collect();
            assert_eq!(count, values.len() as u64, "{text}, {component}");
            for wanted in 0..value + 4 {
                let many = values.iter().filter(|own| **own == wanted).count();
                assert_eq!(usize::from(reach(wanted, &mut plain).is_some()), many, "{text}, {component}: {wanted}");
            }
        }
    }
    counts
}

/// All lists of this many numbers below a bound.
fn below(bound: u64, many: u32) -> impl Iterator<Item = Vec<u64>> {
    (0..bound.pow(many)).map(move |at| (0..many).map(|digit| at / bound.pow(digit) % bound).collect())
}

fn refused(form: &dyn ClosedForm, texts: &[&str]) {
    for text in texts {
        assert!(!form.is_about(&rules(text).ruleset, Convention::Normal), "{text}");
    }
}

#[test]
fn euclid() {
    for text in [
        "E(a, b) -> E(a-k*b, b) where b > 0 for k in 1..a/b, E(a, b) -> E(a, b-k*a) where a > 0 for k in 1..b/a",
        "F(x, y) -> F(x, y-x*t) where x > 0 for t in 1..y/x, F(x, y) -> F(x-y*t, y) where y > 0 for t in 1..x/y",
    ] {
        assert_eq!(compare(&Euclid, text, below(200, 2)), (40_000, 0));
    }
    let one = "E(a, b) -> E(a-k*b, b) where b > 0 for k in 1..a/b";
    for other in [
        "E(a, b) -> E(a, b-k*a) where a > 0 for k in 1..b/a where k != 2",
        "E(a, b) -> E(a, b-k*a) where a > 1 for k in 1..b/a",
        "E(a, b) -> E(a, b-k*a) where a > 0 for k in 2..b/a",
        "E(a, b) -> E(a, b-k*a) where a > 0 for k in 1..b/a-1",
        "E(a, b) -> E(b-k*a, a) where a > 0 for k in 1..b/a",
        one,
    ] {
        refused(&Euclid, &[&format!("{one}, {other}")]);
    }
    refused(&Euclid, &[one]);
    let game =
        rules("E(a, b) -> E(a-k*b, b) where b > 0 for k in 1..a/b, E(a, b) -> E(a, b-k*a) where a > 0 for k in 1..b/a");
    let at = |a, b| Component::Typed(Typed { kind: "E".into(), sizes: vec![a, b] });
    assert_eq!(Euclid.value(&game.ruleset, &at(1_000_000_000_000_000_000, 1)), Some(Nimber(1_000_000_000_000_000_000)));
    assert_eq!(Euclid.value(&game.ruleset, &at(u64::MAX, u64::MAX)), Some(Nimber(1)));
    assert_eq!(Euclid.option(&game.ruleset, &at(1, u64::MAX), Nimber(u64::MAX - 1)), Some(at(1, u64::MAX - 1)));
}

#[test]
fn divisor_game() {
    for text in ["n -> n-d for d in 1..n-1 where n % d = 0", "n -> (n-d) for d in 1..n/2 where 0 = n % d"] {
        assert_eq!(compare(&DivisorGame, text, below(1100, 1)), (1100, 0));
    }
    refused(
        &DivisorGame,
        &[
            "n -> n-d for d in 2..n-1 where n % d = 0",
            "n -> n-d for d in 1..n where n % d = 0",
            "n -> n-d for d in 1..n/3 where n % d = 0",
            "n -> d for d in 1..n-1 where n % d = 0",
            "n -> n-d for d in 1..n-1 where n % d = 1",
            "n -> n-d for d in 1..n-1 where n % d = 0, n -> n-1",
        ],
    );
}

#[test]
fn staircase_nim() {
    let third = "S(c, b, a) -> S(c-k, b+k, a) for k in 1..c";
    let second = "S(c, b, a) -> S(c, b-k, a+k) for k in 1..b";
    let first = "S(c, b, a) -> S(c, b, a-k) for k in 1..a";
    for text in [
        format!("{third}, {second}, {first}"),
        format!("{first}, {third}, {second}"),
        // Two steps that lead to one.
        format!("S(c, b, a) -> S(c-k, b, k+a) for k in 1..c, {second}, {first}"),
        // Both above the floor: Nim.
        format!("{third}, S(c, b, a) -> S(c, b-k, a) for k in 1..b, {first}"),
    ] {
        assert_eq!(compare(&StaircaseNim, &text, below(6, 3)), (216, 0));
    }
    for other in [
        // A step without moves, one with two, other amounts, and two sizes that grow.
        &format!("{third}, {second}"),
        &format!("{third}, {second}, {first}, S(c, b, a) -> S(c, b-k, a) for k in 1..b"),
        &format!("{third}, {second}, S(c, b, a) -> S(c, b, a-k) for k in 2..a"),
        &format!("{third}, {second}, S(c, b, a) -> S(c, b, a-k) for k in 1..a where k != 3"),
        &format!("{third}, {second}, S(c, b, a) -> S(c, b, a-k) for k in 1..b"),
        &format!("S(c, b, a) -> S(c-k, b+k, a+k) for k in 1..c, {second}, {first}"),
    ] {
        refused(&StaircaseNim, &[other]);
    }
    let game = rules(&format!("{third}, {second}, {first}"));
    let value = |sizes: [u64; 3]| {
        let heap = Component::Typed(Typed { kind: "S".into(), sizes: sizes.to_vec() });
        StaircaseNim.value(&game.ruleset, &heap)
    };
    assert_eq!(value([1 << 62, 5, 7]), Some(Nimber(1 << 62 | 7)));
    assert_eq!(value([u64::MAX, 0, 0]), Some(Nimber(u64::MAX)));
    assert_eq!(value([u64::MAX, 1, 0]), None);
}

#[test]
fn nim_with_a_pass() {
    let heaps = "P(a, b, c, p) -> P(a-k, b, c, p) for k in 1..a, P(a, b, c, p) -> P(a, b-k, c, p) for k in 1..b, \
        P(a, b, c, p) -> P(a, b, c-k, p) for k in 1..c";
    let text = format!("{heaps}, P(a, b, c, p) -> P(a, b, c, 0) where p = 1 and a+b+c > 0");
    // Of the positions with the pass: no heap, one heap of six, and two; the others have none.
    let with_pass = 1 + 3 * 6 + 3 * 36;
    let positions = || below(7, 3).flat_map(|heaps| (0..3).map(move |pass| [&heaps[..], &[pass]].concat()));
    assert_eq!(compare(&NimWithAPass, &text, positions()), (2 * 343 + 19, with_pass - 19));
    let two = "Q(p, x, y) -> Q(p, x, y-t) for t in 1..y, Q(p, x, y) -> Q(p, x-t, y) for t in 1..x, \
        Q(p, x, y) -> Q(0, x, y) where y+x > 0 and 1 = p";
    let positions = (0..2).flat_map(|pass| below(24, 2).map(move |heaps| [&[pass][..], &heaps].concat()));
    assert_eq!(compare(&NimWithAPass, two, positions), (576 + 47, 23 * 23));
    for other in [
        "P(a, b, c, p) -> P(a, b, c, 0) where p = 1",
        "P(a, b, c, p) -> P(a, b, c, 0) where p = 1 and a+b > 0",
        "P(a, b, c, p) -> P(a, b, c, 0) where p = 1 and a+b+c > 1",
        "P(a, b, c, p) -> P(a, b, c, 0) where p = 1 and a+b+b > 0",
        "P(a, b, c, p) -> P(a, b, c, 0) where p > 0 and a+b+c > 0",
    ] {
        refused(&NimWithAPass, &[&format!("{heaps}, {other}")]);
    }
    let game = rules(two);
    let at = |sizes: [u64; 3]| Component::Typed(Typed { kind: "Q".into(), sizes: sizes.to_vec() });
    assert_eq!(NimWithAPass.value(&game.ruleset, &at([1, u64::MAX, 0])), None);
    assert_eq!(NimWithAPass.outcome(&game.ruleset, &at([1, u64::MAX, u64::MAX - 1])), Some(Outcome::N));
    assert_eq!(NimWithAPass.outcome(&game.ruleset, &at([1, u64::MAX - 2, u64::MAX - 1])), Some(Outcome::P));
}
