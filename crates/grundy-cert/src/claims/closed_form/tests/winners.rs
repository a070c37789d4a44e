//! Forms that give only who wins, against the plain meaning.

use super::*;

/// Compares who wins by a form with the plain meaning, on all heaps with sizes below `end`.
fn decides(form: &dyn ClosedForm, text: &str, end: u64) {
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
        match form.option(&game.ruleset, &component, Nimber::ZERO) {
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
        decides(&Wythoff, text, 60);
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
        assert!(!Wythoff.is_about(&game.ruleset, Convention::Normal), "{other}");
    }
    let (third, more) = ("W(a, b) -> W(a-k, b-k) for k in 1..a", "W(a, b) -> W(a-1, b-2)");
    for text in [
        format!("{first}, {third}"),
        format!("{first}, {first}, {third}"),
        format!("{first}, {second}, {third}, {more}"),
    ] {
        assert!(!Wythoff.is_about(&rules(&text).ruleset, Convention::Normal), "{text}");
    }
}

#[test]
fn fibonacci_nim() {
    let quotas = ["2*k", "k*2", "k+k", "min(2*k, n-k)", "min(n-k, k+k)"];
    for (at, quota) in quotas.into_iter().enumerate() {
        let most = ["min(n, q)", "q", "min(q, n)"][at % 3];
        decides(&FibonacciNim, &format!("F(n, q) -> F(n-k, {quota}) for k in 1..{most}"), 60);
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
        assert!(!FibonacciNim.is_about(&rules(other).ruleset, Convention::Normal), "{other}");
    }
}

/// A quota over 64 bits is a fault of the rules, wherever play may reach it: compared with a search
/// for it in the same game with smaller sizes.
#[test]
fn fibonacci_nim_ends_where_a_quota_is_no_size() {
    let outcome = |text: &str, sizes: [u64; 2]| {
        let game = rules(text);
        let heap = Component::Typed(Typed { kind: "F".into(), sizes: sizes.to_vec() });
        let form = FibonacciNim;
        (form.outcome(&game.ruleset, &heap), form.option(&game.ruleset, &heap, Nimber::ZERO))
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
    let form = ProperDivisor;
    for text in ["n -> n-d for d in 2..n-1 where n % d = 0", "n -> n-d for d in 2..n/2 where 0 = n % d"] {
        let game = rules(text);
        assert!(form.is_about(&game.ruleset, Convention::Normal), "{text}");
        assert!(!form.is_about(&game.ruleset, Convention::Misere), "{text}");
        let values = values(&game.ruleset, 1100);
        for (size, value) in values.iter().enumerate() {
            let heap = Component::Heap(size as u64);
            assert_eq!(form.outcome(&game.ruleset, &heap), Some(value.outcome()), "{text}, a heap of {size}");
            match form.option(&game.ruleset, &heap, Nimber::ZERO) {
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
