//! Each closed form is compared with the plain meaning of the rules that it accepts.

use std::collections::HashMap;

use grundy_core::{Fault, Game, MexSet};
use grundy_games::{Declaration, Graph, Typed};

use super::*;

mod graphs;

fn rules(text: &str) -> Declaration {
    grundy_lang::game(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The values of the heaps from 0 to `end`, by the plain meaning.
fn values(ruleset: &Ruleset, end: u64) -> Vec<Nimber> {
    let mut values: Vec<Nimber> = Vec::new();
    for size in 0..=end {
        let mut seen = MexSet::new();
        let walked = ruleset.options(&Component::Heap(size), |parts| {
            let value = |part: &Component| match part {
                Component::Heap(rest) => values[*rest as usize],
                other => panic!("{other} is not a heap"),
            };
            seen.insert(parts.iter().map(value).sum());
            Ok::<(), Fault>(())
        });
        walked.unwrap();
        values.push(seen.mex());
    }
    values
}

/// Compares a form with the plain meaning on the heaps up to `end`.
fn agrees(form: ClosedForm, text: &str, end: u64) {
    let game = rules(text);
    assert!(form.is_about(&game.ruleset, Convention::Normal), "{text}");
    assert!(!form.is_about(&game.ruleset, Convention::Misere), "{text}");
    for (size, value) in values(&game.ruleset, end).into_iter().enumerate() {
        let found = form.value(&game.ruleset, &Component::Heap(size as u64));
        assert_eq!(found, Some(value), "{text}, a heap of {size}");
    }
}

#[test]
fn ranges_of_amounts() {
    for low in 1..=7 {
        for high in low..=16 {
            agrees(ClosedForm::Range, &format!("take {low}..{high}"), 120);
        }
    }
    let widest = rules(&format!("take 2..{}", u64::MAX));
    let largest = Component::Heap(u64::MAX);
    assert_eq!(ClosedForm::Range.value(&widest.ruleset, &largest), Some(Nimber(u64::MAX / 2)));
    for other in ["take 1 or 3", "take 1..3 but 2", "take 2..", "take 1..3 leaving 1 heap", "take 0..3"] {
        let Ok(other) = grundy_lang::game(other) else { continue };
        assert!(!ClosedForm::Range.is_about(&other.ruleset, Convention::Normal));
    }
}

#[test]
fn ruler() {
    for text in [
        "n -> heaps(b for b in c..n-1) for c in 1..n",
        "n -> heaps(b for b in n-k..n-1) for k in 0..n-1",
        "n -> heaps(b for b in n-k+1..n-1) for k in 1..n",
    ] {
        agrees(ClosedForm::Ruler, text, 140);
    }
    let game = rules("n -> heaps(b for b in c..n-1) for c in 1..n");
    for (size, value) in [(1 << 63, 1 << 63), (u64::MAX, 1), (3 << 40, 1 << 40)] {
        assert_eq!(ClosedForm::Ruler.value(&game.ruleset, &Component::Heap(size)), Some(Nimber(value)));
    }
    for other in [
        "n -> heaps(b for b in c..n-1) for c in 2..n",
        "n -> heaps(b for b in c..n-1) for c in 1..n-1",
        "n -> heaps(b for b in c..n-2) for c in 1..n",
        "n -> heaps(b for b in n-k..n-1) for k in 1..n-1",
        "n -> heaps(b for b in n-k+1..n-1) for k in 1..n/2",
        "n -> heaps((b/2) for b in c..n-1) for c in 1..n",
        "n -> any of heaps(b for b in c..n-1) for c in 1..n",
        "n -> heaps(2 of b for b in c..n-1) for c in 1..n",
        "n -> heaps(b for b in c..n-1 where b > 1) for c in 1..n",
        "n -> heaps(b for b in c..n-1) + (n-1) for c in 1..n",
        "n -> heaps(b for b in c..n-1) for c in 1..n where c != 3",
        "n -> heaps(b for b in c..n-1) for c in 1..n, n -> n-1",
        "A(n) -> heaps(A(b) for b in c..n-1) for c in 1..n",
    ] {
        assert!(!ClosedForm::Ruler.is_about(&rules(other).ruleset, Convention::Normal), "{other}");
    }
}

#[test]
fn maximum_nim() {
    let bounds = [
        "n",
        "7",
        "n/2",
        "n/3",
        "n/4",
        "(n+1)/2",
        "(n+5)/3",
        "n+3",
        "sqrt(n)",
        "sqrt(n+6)",
        "sqrt(n/2)",
        "sqrt(n)/2",
        "min(n/2, 9)",
        "max(n/5, 3)",
        "min(sqrt(n), n/4)",
        "max(sqrt(n), n/7, 2)",
        "0",
        "(2+n)/6 + 1",
    ];
    for bound in bounds {
        let text = format!("n -> n-k for k in 1..{bound}");
        agrees(ClosedForm::MaximumNim, &text, 700);
        let game = rules(&text);
        let values = values(&game.ruleset, 200);
        for size in 0..=200u64 {
            let options = options(&game.ruleset, size);
            for wanted in 0..=options.len() as u64 + 1 {
                let own = |option: &&u64| values[**option as usize] == Nimber(wanted);
                let plain = options.iter().find(own).copied();
                let found = ClosedForm::MaximumNim.option(&game.ruleset, size, Nimber(wanted));
                assert_eq!(found, Some((options.len() as u64, plain)), "{text}: {wanted} from {size}");
            }
        }
    }
    for other in ["2*n/3", "n-1", "n*n", "n/2-1", "n%3", "n^2/9"] {
        let game = rules(&format!("n -> n-k for k in 1..{other} where k <= n"));
        assert!(!ClosedForm::MaximumNim.is_about(&game.ruleset, Convention::Normal), "{other}");
    }
    let fast = rules("n -> n-k for k in 1..2*n/3");
    assert!(!ClosedForm::MaximumNim.is_about(&fast.ruleset, Convention::Normal));
}

/// The options of a heap, which are single heaps or nothing.
fn options(ruleset: &Ruleset, size: u64) -> Vec<u64> {
    let mut options = Vec::new();
    let walked = ruleset.options(&Component::Heap(size), |parts| {
        options.push(match parts {
            [] => 0,
            [Component::Heap(left)] => *left,
            other => panic!("{other:?} is not a heap"),
        });
        Ok::<(), Fault>(())
    });
    walked.unwrap();
    options
}

#[test]
fn options_of_large_heaps_of_maximum_nim() {
    let form = ClosedForm::MaximumNim;
    let bounds =
        [("n/2", u64::MAX), ("n/16", u64::MAX - 5), ("min(n/2, 500)", 1 << 60), ("sqrt(n)", 1 << 18), ("9", 77)];
    for (bound, size) in bounds {
        let game = rules(&format!("n -> n-k for k in 1..{bound}"));
        let (most, _) = form.option(&game.ruleset, size, Nimber::ZERO).unwrap();
        let own = form.value(&game.ruleset, &Component::Heap(size)).unwrap();
        for wanted in [0, 1, 2, 8, most / 3, most / 2, most - 1, most, most + 1].map(Nimber) {
            let (_, left) = form.option(&game.ruleset, size, wanted).unwrap();
            assert_eq!(left.is_some(), wanted != own && wanted.0 <= most, "{bound}: {wanted}");
            let Some(left) = left else { continue };
            assert!((size - most..size).contains(&left), "{bound}: {left}");
            assert_eq!(form.value(&game.ruleset, &Component::Heap(left)), Some(wanted), "{bound}: {left}");
        }
    }
}

#[test]
fn options_of_heaps_from_which_a_range_is_taken() {
    let form = ClosedForm::Range;
    for high in 1..7u64 {
        let game = rules(&format!("take 1..{high}"));
        for size in 0..40 {
            let options = options(&game.ruleset, size);
            for value in (0..12).map(Nimber) {
                let of = |left: &&u64| form.value(&game.ruleset, &Component::Heap(**left)) == Some(value);
                let expected = (options.len() as u64, options.iter().find(of).copied());
                assert_eq!(form.option(&game.ruleset, size, value), Some(expected), "{high}: {size}, {value}");
            }
        }
    }
    for high in [1 << 40, u64::MAX / 2, u64::MAX - 1, u64::MAX] {
        let game = rules(&format!("take 1..{high}"));
        let value = |size: u64| form.value(&game.ruleset, &Component::Heap(size)).unwrap();
        for size in [0, 5, high - 1, high, high.saturating_add(1), u64::MAX - 1, u64::MAX] {
            for wanted in [0, 1, 4, 5, high / 3, high - 1, high, u64::MAX].map(Nimber) {
                let (most, left) = form.option(&game.ruleset, size, wanted).unwrap();
                assert_eq!(most, size.min(high));
                // All values up to the bound but its own are those of the last options, if these
                // are not too few.
                let has = wanted != value(size) && wanted.0 <= high && (size > high || wanted.0 < size);
                assert_eq!(left.is_some(), has, "{high}: {size}, {wanted}");
                let Some(left) = left else { continue };
                assert!(left < size && size - left <= high && value(left) == wanted, "{high}: {size}, {wanted}");
            }
        }
    }
    assert_eq!(form.option(&rules("take 2..5").ruleset, 20, Nimber(1)), None);
}

#[test]
fn maximum_nim_far_out_takes_whole_stretches_at_once() {
    let long = |text: &str, size| ClosedForm::MaximumNim.value(&rules(text).ruleset, &Component::Heap(size));
    assert_eq!(long("n -> n-k for k in 1..5", u64::MAX), Some(Nimber(u64::MAX % 6)));
    let third = "n -> n-k for k in 1..n/3";
    assert_eq!(long(third, 3 * 10_u64.pow(18)), Some(Nimber(10_u64.pow(18))));
    assert!(long(third, 10_u64.pow(18) + 1).is_some());
    let root = "n -> n-k for k in 1..sqrt(n)";
    assert_eq!(long(root, u64::MAX - 12345), None, "too many windows");
    assert_eq!(long(root, 10_u64.pow(18)), None, "it has a value, and smaller heaps have none");
    assert_eq!(long(root, 1 << 18), Some(Nimber(1 << 9)));
    assert!((1..1000).all(|less| long(root, (1 << 18) - less).is_some()), "smaller ones have a value");
}

#[test]
fn prime_factors() {
    agrees(ClosedForm::Coprime, "n -> n-k for k in 1..n where gcd(n, k) = 1", 400);
    agrees(ClosedForm::Coprime, "n -> n-k for k in 1..n where 1 = gcd(k, n)", 40);
    agrees(ClosedForm::Divisors, "n -> d for d in 1..n-1 where n % d = 0", 400);
    agrees(ClosedForm::Divisors, "n -> d for d in 1..n/2 where n % d = 0", 400);
    let others = ["n -> n-k for k in 1..n where gcd(n, k) = 2", "n -> n-k for k in 1..n-1 where gcd(n, k) = 1"];
    for other in others {
        assert!(!ClosedForm::Coprime.is_about(&rules(other).ruleset, Convention::Normal), "{other}");
    }
    let cases = [(u64::MAX, 7), (1 << 63, 63), (18_446_744_073_709_551_557, 1), (4_294_967_291 * 4_294_967_279, 2)];
    for (number, count) in cases {
        assert_eq!(primes::count_of_primes(number), count, "{number}");
    }
    assert_eq!(primes::count_of_primes(2_097_143 * 2_097_143 * 2_097_143), 3);
    assert_eq!(primes::place_of_least_prime(9_999_991), Some(664_579));
    assert_eq!(primes::place_of_least_prime(16_777_213), Some(1_077_871));
    assert_eq!(primes::place_of_least_prime(4093 * 4093), Some(564));
    assert_eq!(primes::place_of_least_prime((1 << 24) + 1), None, "over 2^24");
}

#[test]
fn products() {
    let texts = [
        "C(x, y) -> C(a, y) + C(x, b) + C(a, b) for a in 0..x-1 for b in 0..y-1",
        "T(i, j) -> T(p, q) + T(p, j) + T(i, q) for q in 0..j-1 for p in 0..i-1",
    ];
    for text in texts {
        let game = rules(text);
        assert!(ClosedForm::NimProduct.is_about(&game.ruleset, Convention::Normal), "{text}");
        let kind = &game.ruleset;
        let Ruleset::Typed(typed) = kind else { panic!("{text}") };
        let heap = |x, y| Component::Typed(grundy_games::Typed { kind: typed.kinds[0].clone(), sizes: vec![x, y] });
        let mut known: HashMap<Component, Nimber> = HashMap::new();
        for x in 0..12 {
            for y in 0..12 {
                let mut seen = MexSet::new();
                let walked = kind.options(&heap(x, y), |parts| {
                    seen.insert(parts.iter().map(|part| known[part]).sum());
                    Ok::<(), Fault>(())
                });
                walked.unwrap();
                known.insert(heap(x, y), seen.mex());
                assert_eq!(ClosedForm::NimProduct.value(kind, &heap(x, y)), Some(seen.mex()), "{x} {y}");
            }
        }
    }
    let others = [
        "C(x, y) -> C(a, y) + C(x, b) for a in 0..x-1 for b in 0..y-1",
        "C(x, y) -> C(a, y) + C(x, b) + C(b, a) for a in 0..x-1 for b in 0..y-1",
        "C(x, y) -> C(a, y) + C(x, b) + C(a, b) for a in 0..x-1 for b in 0..y-2",
        "C(x, y) -> C(a, y) + C(x, b) + C(a, b) for a in 1..x-1 for b in 0..y-1",
    ];
    for other in others {
        let Ok(other) = grundy_lang::game(other) else { continue };
        assert!(!ClosedForm::NimProduct.is_about(&other.ruleset, Convention::Normal));
    }
}

/// Compares who wins by a form with the plain meaning, on all heaps with sizes below `end`.
fn decides(form: ClosedForm, text: &str, end: u64) {
    let game = rules(text);
    assert!(form.is_about(&game.ruleset, Convention::Normal), "{text}");
    assert!(!form.is_about(&game.ruleset, Convention::Misere), "{text}");
    let Ruleset::Typed(typed) = &game.ruleset else { panic!("{text}") };
    let heap = |x, y| grundy_games::Typed { kind: typed.kinds[0].clone(), sizes: vec![x, y] };
    let mut lost: HashMap<Vec<u64>, bool> = HashMap::new();
    // A quota may be twice the heap, so it has a range of its own.
    for (x, y) in (0..end).flat_map(|x| (0..2 * end).map(move |y| (x, y))) {
        let mut options = Vec::new();
        let walked = typed.options(&heap(x, y), |parts| {
            options.push(parts[0].clone());
            Ok::<(), Fault>(())
        });
        walked.unwrap();
        let is_lost = !options.iter().any(|option| lost[&option.sizes]);
        lost.insert(vec![x, y], is_lost);
        let component = Component::Typed(heap(x, y));
        let wanted = if is_lost { Outcome::P } else { Outcome::N };
        assert_eq!(form.outcome(&game.ruleset, &component), Some(wanted), "{text}, {component}");
        assert_eq!(form.value(&game.ruleset, &component), None);
        match form.winning_option(&game.ruleset, &component) {
            Some(Component::Typed(left)) => {
                assert!(options.contains(&left) && lost[&left.sizes], "{text}, {component}: {left}");
            }
            other => assert!(is_lost && other.is_none(), "{text}, {component}: {other:?}"),
        }
    }
}

#[test]
fn wythoff() {
    let texts = [
        "W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b, W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)",
        "Q(x, y) -> Q(x-t, y-t) for t in 1..y, Q(x, y) -> Q(x, t) for t in 0..y-1, Q(x, y) -> Q(t, y) for t in 0..x-1",
    ];
    for text in texts {
        decides(ClosedForm::Wythoff, text, 60);
    }
    let (first, second) = ("W(a, b) -> W(a-k, b) for k in 1..a", "W(a, b) -> W(a, b-k) for k in 1..b");
    let others = [
        "W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)-1",
        "W(a, b) -> W(a-k, b-k) for k in 1..min(a, b) where k != 1",
        "W(a, b) -> W(a-k, b-k) for k in 2..min(a, b)",
        "W(a, b) -> W(a-k, b-2*k) for k in 1..min(a, b)",
        "W(a, b) -> W(a-k, b-k) for k in 1..a/2",
        "W(a, b) -> W(a-k, b-k) for k in 1..min(a, b, 9)",
        "W(a, b) -> W(b-k, a-k) for k in 1..min(a, b)",
    ];
    for other in others {
        let game = rules(&format!("{first}, {second}, {other}"));
        assert!(!ClosedForm::Wythoff.is_about(&game.ruleset, Convention::Normal), "{other}");
    }
    let (third, more) = ("W(a, b) -> W(a-k, b-k) for k in 1..a", "W(a, b) -> W(a-1, b-2)");
    for text in [
        format!("{first}, {third}"),
        format!("{first}, {first}, {third}"),
        format!("{first}, {second}, {third}, {more}"),
    ] {
        assert!(!ClosedForm::Wythoff.is_about(&rules(&text).ruleset, Convention::Normal), "{text}");
    }
}

#[test]
fn fibonacci_nim() {
    let quotas = ["2*k", "k*2", "k+k", "min(2*k, n-k)", "min(n-k, k+k)"];
    for (at, quota) in quotas.into_iter().enumerate() {
        let most = ["min(n, q)", "q", "min(q, n)"][at % 3];
        decides(ClosedForm::FibonacciNim, &format!("F(n, q) -> F(n-k, {quota}) for k in 1..{most}"), 60);
    }
    let others = [
        "F(n, q) -> F(n-k, 3*k) for k in 1..min(n, q)",
        "F(n, q) -> F(n-k, 2*k-1) for k in 1..min(n, q)",
        "F(n, q) -> F(n-k, 2*k) for k in 1..n",
        "F(n, q) -> F(n-k, 2*k) for k in 2..q",
        "F(n, q) -> F(n-k, 2*k) for k in 1..min(n, q) where k != 3",
        "F(n, q) -> F(n-k, min(2*k, n)) for k in 1..min(n, q)",
        "F(n, q) -> F(n-k, 2*k) for k in 1..min(n, q), F(n, q) -> F(n-1, q)",
    ];
    for other in others {
        assert!(!ClosedForm::FibonacciNim.is_about(&rules(other).ruleset, Convention::Normal), "{other}");
    }
}

/// A quota over 64 bits is a fault of the rules, wherever play may reach it: compared with a search
/// for it in the same game with smaller sizes.
#[test]
fn fibonacci_nim_ends_where_a_quota_is_no_size() {
    let outcome = |text: &str, sizes: [u64; 2]| {
        let game = rules(text);
        let heap = Component::Typed(Typed { kind: "F".into(), sizes: sizes.to_vec() });
        let form = ClosedForm::FibonacciNim;
        (form.outcome(&game.ruleset, &heap), form.winning_option(&game.ruleset, &heap))
    };
    let (plain, capped) =
        ("F(n, q) -> F(n-k, 2*k) for k in 1..min(n, q)", "F(n, q) -> F(n-k, min(2*k, n-k)) for k in 1..min(n, q)");
    let half = 1u64 << 63;
    for (n, quota, fits) in [
        (half - 1, u64::MAX, true),
        (half, u64::MAX, false),
        (half, half, false),
        (half, half - 1, true),
        (u64::MAX, 0, true),
        (u64::MAX, 1, false),
        (u64::MAX - 1, 1, true),
        (u64::MAX - 1, 2, false),
        (u64::MAX - 1, 3, false),
        (u64::MAX - 2, 3, true),
        (half + half / 2, half - 1, false),
        (half + half / 2 - 1, half - 1, true),
    ] {
        let (found, option) = outcome(plain, [n, quota]);
        assert_eq!(found.is_some(), fits, "{n}, {quota}");
        assert_eq!(option.is_some(), found == Some(Outcome::N), "{n}, {quota}");
        assert!(outcome(capped, [n, quota]).0.is_some(), "{n}, {quota}");
    }
    // Sizes of 5 bits: whether play reaches a quota of 32.
    let mut reaches = vec![[false; 32]; 32];
    for n in 1..32usize {
        for quota in 1..32usize {
            let all = |k: usize| 2 * k >= 32 || reaches[n - k][2 * k];
            reaches[n][quota] = (1..=n.min(quota)).any(all);
            // The same fractions of the largest size.
            let taken = if quota >= 16 { 0 } else { 16 - (1 << quota.ilog2()) };
            assert_eq!(reaches[n][quota], n >= 16 + taken, "{n}, {quota}");
            let large = [((n as u64) << 59) | ((1 << 59) - 1), (quota as u64) << 59];
            assert_eq!(outcome(plain, large).0.is_none(), reaches[n][quota], "{n}, {quota}");
        }
    }
}

#[test]
fn proper_divisors() {
    let form = ClosedForm::ProperDivisor;
    for text in ["n -> n-d for d in 2..n-1 where n % d = 0", "n -> n-d for d in 2..n/2 where 0 = n % d"] {
        let game = rules(text);
        assert!(form.is_about(&game.ruleset, Convention::Normal), "{text}");
        assert!(!form.is_about(&game.ruleset, Convention::Misere), "{text}");
        let values = values(&game.ruleset, 1100);
        for (size, value) in values.iter().enumerate() {
            let heap = Component::Heap(size as u64);
            assert_eq!(form.outcome(&game.ruleset, &heap), Some(value.outcome()), "{text}, a heap of {size}");
            match form.winning_option(&game.ruleset, &heap) {
                Some(Component::Heap(left)) => {
                    let taken = size - left as usize;
                    assert!((2..size).contains(&taken) && size.is_multiple_of(taken), "{size} to {left}");
                    assert_eq!(values[left as usize], Nimber::ZERO, "{size} to {left}");
                }
                other => assert!(other.is_none() && *value == Nimber::ZERO, "{size}: {other:?}"),
            }
        }
    }
    let others = [
        "n -> n-d for d in 1..n-1 where n % d = 0",
        "n -> n-d for d in 2..n where n % d = 0",
        "n -> n-d for d in 2..n-1 where n % d = 1",
        "n -> n-d for d in 2..n/3 where n % d = 0",
        "n -> d for d in 2..n-1 where n % d = 0",
        "n -> n-d for d in 2..n-1 where n % d = 0, n -> n-1",
    ];
    for other in others {
        assert!(!form.is_about(&rules(other).ruleset, Convention::Normal), "{other}");
    }
}

/// The value of an order, by the plain meaning.
fn of_order(ruleset: &Ruleset, order: &Component, known: &mut HashMap<Component, Nimber>) -> Nimber {
    let order = ruleset.canonical(order);
    if let Some(&value) = known.get(&order) {
        return value;
    }
    let mut options = Vec::new();
    let walked = ruleset.options(&order, |parts| {
        options.push(parts.to_vec());
        Ok::<(), Fault>(())
    });
    walked.unwrap();
    let mut seen = MexSet::new();
    for parts in options {
        seen.insert(parts.iter().map(|part| of_order(ruleset, part, known)).sum());
    }
    known.insert(order, seen.mex());
    seen.mex()
}

#[test]
fn forests() {
    let game = rules("poset: take element with all above");
    assert!(ClosedForm::Forest.is_about(&game.ruleset, Convention::Normal));
    let mut known = HashMap::new();
    let mut random = 3u64;
    let mut below = |limit: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % limit
    };
    for _ in 0..400 {
        let elements = 1 + below(9) as u32;
        // Element 0 and about one of five stand on the ground; the others on an earlier one.
        let mut pairs = Vec::new();
        for element in 1..elements {
            if below(5) > 0 {
                pairs.push((below(element.into()) as u32, element));
            }
        }
        let names: Vec<u32> = (0..elements).map(|element| elements - 1 - element).collect();
        let renamed = pairs.iter().map(|&(low, high)| (names[low as usize], names[high as usize]));
        let order = Component::Poset(Graph::directed(elements, renamed));
        let value = of_order(&game.ruleset, &order, &mut known);
        assert_eq!(ClosedForm::Forest.value(&game.ruleset, &order), Some(value), "{order}");
    }
    let diamond = Component::Poset(Graph::directed(4, [(0, 1), (0, 2), (1, 3), (2, 3)]));
    assert_eq!(ClosedForm::Forest.value(&game.ruleset, &diamond), None);
    let stalk = Component::Poset(Graph::directed(4000, (1..4000).map(|element| (element - 1, element))));
    assert_eq!(ClosedForm::Forest.value(&game.ruleset, &stalk), Some(Nimber(4000)));
}
