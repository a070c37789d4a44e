//! Each closed form is compared with the plain meaning of the rules that it accepts.

use std::collections::HashMap;

use grundy_core::{Fault, Game, MexSet};
use grundy_games::{Declaration, Graph, Typed};

use super::{
    fibonacci::FibonacciNim,
    forest::Forest,
    maximum::MaximumNim,
    primes::{Coprime, Divisors, ProperDivisor},
    product::NimProduct,
    range::Range,
    ruler::Ruler,
    wythoff::Wythoff,
    *,
};

mod graphs;
mod kinds;
mod winners;

fn rules(text: &str) -> Declaration {
    grundy_games::game(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
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
fn agrees(form: &dyn ClosedForm, text: &str, end: u64) {
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
            agrees(&Range, &format!("take {low}..{high}"), 120);
        }
    }
    let widest = rules(&format!("take 2..{}", u64::MAX));
    let largest = Component::Heap(u64::MAX);
    assert_eq!(Range.value(&widest.ruleset, &largest), Some(Nimber(u64::MAX / 2)));
    for other in ["take 1 or 3", "take 1..3 but 2", "take 2..", "take 1..3 leaving 1 heap", "take 0..3"] {
        let Ok(other) = grundy_games::game(other) else { continue };
        assert!(!Range.is_about(&other.ruleset, Convention::Normal));
    }
}

#[test]
fn ruler() {
    for text in [
        "n -> heaps(b for b in c..n-1) for c in 1..n",
        "n -> heaps(b for b in n-k..n-1) for k in 0..n-1",
        "n -> heaps(b for b in n-k+1..n-1) for k in 1..n",
    ] {
        agrees(&Ruler, text, 140);
    }
    let game = rules("n -> heaps(b for b in c..n-1) for c in 1..n");
    for (size, value) in [(1 << 63, 1 << 63), (u64::MAX, 1), (3 << 40, 1 << 40)] {
        assert_eq!(Ruler.value(&game.ruleset, &Component::Heap(size)), Some(Nimber(value)));
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
        assert!(!Ruler.is_about(&rules(other).ruleset, Convention::Normal), "{other}");
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
        agrees(&MaximumNim, &text, 700);
        let game = rules(&text);
        let values = values(&game.ruleset, 200);
        for size in 0..=200u64 {
            let options = options(&game.ruleset, size);
            for wanted in 0..=options.len() as u64 + 1 {
                let own = |option: &&u64| values[**option as usize] == Nimber(wanted);
                let plain = options.iter().find(own).copied();
                let found = unique(&MaximumNim, &game.ruleset, size, Nimber(wanted));
                assert_eq!(found, Some((options.len() as u64, plain)), "{text}: {wanted} from {size}");
            }
        }
    }
    for other in ["2*n/3", "n-1", "n*n", "n/2-1", "n%3", "n^2/9"] {
        let game = rules(&format!("n -> n-k for k in 1..{other} where k <= n"));
        assert!(!MaximumNim.is_about(&game.ruleset, Convention::Normal), "{other}");
    }
    let fast = rules("n -> n-k for k in 1..2*n/3");
    assert!(!MaximumNim.is_about(&fast.ruleset, Convention::Normal));
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

/// How many options a heap has, and that of a value.
fn unique(form: &dyn ClosedForm, ruleset: &Ruleset, size: u64, value: Nimber) -> Option<(u64, Option<u64>)> {
    let heap = Component::Heap(size);
    let left = form.option(ruleset, &heap, value).map(|left| match left {
        Component::Heap(left) => left,
        other => panic!("{other} is not a heap"),
    });
    Some((form.unique_options(ruleset, &heap)?, left))
}

#[test]
fn options_of_large_heaps_of_maximum_nim() {
    let form = MaximumNim;
    let bounds =
        [("n/2", u64::MAX), ("n/16", u64::MAX - 5), ("min(n/2, 500)", 1 << 60), ("sqrt(n)", 1 << 18), ("9", 77)];
    for (bound, size) in bounds {
        let game = rules(&format!("n -> n-k for k in 1..{bound}"));
        let (most, _) = unique(&form, &game.ruleset, size, Nimber::ZERO).unwrap();
        let own = form.value(&game.ruleset, &Component::Heap(size)).unwrap();
        for wanted in [0, 1, 2, 8, most / 3, most / 2, most - 1, most, most + 1].map(Nimber) {
            let (_, left) = unique(&form, &game.ruleset, size, wanted).unwrap();
            assert_eq!(left.is_some(), wanted != own && wanted.0 <= most, "{bound}: {wanted}");
            let Some(left) = left else { continue };
            assert!((size - most..size).contains(&left), "{bound}: {left}");
            assert_eq!(form.value(&game.ruleset, &Component::Heap(left)), Some(wanted), "{bound}: {left}");
        }
    }
}

#[test]
fn options_of_heaps_from_which_a_range_is_taken() {
    let form = Range;
    for high in 1..7u64 {
        let game = rules(&format!("take 1..{high}"));
        for size in 0..40 {
            let options = options(&game.ruleset, size);
            for value in (0..12).map(Nimber) {
                let of = |left: &&u64| form.value(&game.ruleset, &Component::Heap(**left)) == Some(value);
                let expected = (options.len() as u64, options.iter().find(of).copied());
                assert_eq!(unique(&form, &game.ruleset, size, value), Some(expected), "{high}: {size}, {value}");
            }
        }
    }
    for high in [1 << 40, u64::MAX / 2, u64::MAX - 1, u64::MAX] {
        let game = rules(&format!("take 1..{high}"));
        let value = |size: u64| form.value(&game.ruleset, &Component::Heap(size)).unwrap();
        for size in [0, 5, high - 1, high, high.saturating_add(1), u64::MAX - 1, u64::MAX] {
            for wanted in [0, 1, 4, 5, high / 3, high - 1, high, u64::MAX].map(Nimber) {
                let (most, left) = unique(&form, &game.ruleset, size, wanted).unwrap();
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
    assert_eq!(unique(&form, &rules("take 2..5").ruleset, 20, Nimber(1)), None);
}

#[test]
fn maximum_nim_far_out_takes_whole_stretches_at_once() {
    let long = |text: &str, size| MaximumNim.value(&rules(text).ruleset, &Component::Heap(size));
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
    agrees(&Coprime, "n -> n-k for k in 1..n where gcd(n, k) = 1", 400);
    agrees(&Coprime, "n -> n-k for k in 1..n where 1 = gcd(k, n)", 40);
    agrees(&Divisors, "n -> d for d in 1..n-1 where n % d = 0", 400);
    agrees(&Divisors, "n -> d for d in 1..n/2 where n % d = 0", 400);
    let others = ["n -> n-k for k in 1..n where gcd(n, k) = 2", "n -> n-k for k in 1..n-1 where gcd(n, k) = 1"];
    for other in others {
        assert!(!Coprime.is_about(&rules(other).ruleset, Convention::Normal), "{other}");
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
        assert!(NimProduct.is_about(&game.ruleset, Convention::Normal), "{text}");
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
                assert_eq!(NimProduct.value(kind, &heap(x, y)), Some(seen.mex()), "{x} {y}");
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
        let Ok(other) = grundy_games::game(other) else { continue };
        assert!(!NimProduct.is_about(&other.ruleset, Convention::Normal));
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
    assert!(Forest.is_about(&game.ruleset, Convention::Normal));
    let mut known = HashMap::new();
    let mut random = fastrand::Rng::with_seed(3);
    let mut below = |limit: u64| random.u64(..limit);
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
        assert_eq!(Forest.value(&game.ruleset, &order), Some(value), "{order}");
    }
    let diamond = Component::Poset(Graph::directed(4, [(0, 1), (0, 2), (1, 3), (2, 3)]));
    assert_eq!(Forest.value(&game.ruleset, &diamond), None);
    let stalk = Component::Poset(Graph::directed(4000, (1..4000).map(|element| (element - 1, element))));
    assert_eq!(Forest.value(&game.ruleset, &stalk), Some(Nimber(4000)));
}
