//! Options with heaps over a range: their heaps, their values by the definition, and what limits
//! end.

use grundy::{
    Answer, Budget, Component, Fault, Game, Nimber, Question, Verdict, check,
    games::{self, Action, Done, Ruleset},
    plan::{PlanOptions, plan_with},
    solvers::SOLVERS,
    theory::{MexSet, Visit},
};

/// The options of a heap: the sizes of each, ascending, without empty heaps.
type Options = fn(u64) -> Vec<Vec<u64>>;

/// All heaps of a range; none if it is empty.
fn all(low: u64, high: u64) -> Vec<u64> {
    (low..=high).collect()
}

/// Rules, and what they mean.
const GAMES: [(&str, Options); 6] = [
    ("n -> heaps(b for b in c..n-1) for c in 1..n", |n| (1..=n).map(|c| all(c, n - 1)).collect()),
    ("n -> heaps(b for b in n-k..n-2) + (n-1) for k in 1..3", |n| {
        (1..=3.min(n)).map(|k| [all(n - k, (n - 1).max(1) - 1), vec![n - 1]].concat()).collect()
    }),
    ("n -> heaps(d for d in 1..n-1 where n % d = 0)", |n| vec![(1..n).filter(|d| n % d == 0).collect()]),
    ("n -> heaps(b for b in 1..c-1) + heaps(b for b in c+1..n-1) for c in 1..n-1", |n| {
        (1..n).map(|c| (1..n).filter(|&b| b != c).collect()).collect()
    }),
    ("n -> heaps(3 of (b) + (b-1) for b in {1, n-2..n-1, 2} where b < n) + 2 of (n/2) for n2 in 2..n", |n| {
        let mut heaps = vec![n / 2, n / 2];
        for b in [1, n.saturating_sub(2), n - 1, 2].into_iter().filter(|&b| b < n) {
            heaps.extend([b, b, b, b.saturating_sub(1)]);
        }
        // The heap b - 1 of a 0 is negative.
        if n > 2 { vec![heaps; n as usize - 1] } else { Vec::new() }
    }),
    ("n -> heaps(b^2 for b in 0..sqrt(n-1)), take 2", |n| {
        let squares = (0..).map(|b| b * b).take_while(|square| *square < n).collect();
        if n > 1 { vec![squares, vec![n - 2]] } else { vec![squares] }
    }),
];

fn rules(text: &str) -> Ruleset {
    games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}")).ruleset
}

/// The options of a heap by the rules: the sizes of each ascending, and the options in order.
fn options(ruleset: &Ruleset, heap: u64) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    let walked = ruleset.options(&Component::Heap(heap), |parts| {
        let size = |part: &Component| if let Component::Heap(size) = part { *size } else { panic!("{part}") };
        let mut sizes: Vec<u64> = parts.iter().map(size).collect();
        sizes.sort_unstable();
        found.push(sizes);
        Ok::<(), Fault>(())
    });
    assert_eq!(walked, Ok(()), "{ruleset}, a heap of {heap}");
    found.sort();
    found
}

#[test]
fn heaps_and_values_are_those_of_the_definition() {
    for (text, meaning) in GAMES {
        let ruleset = rules(text);
        assert_eq!(rules(&ruleset.to_string()), ruleset, "{text} is read back");
        let mut values = vec![Nimber::ZERO];
        for n in 1..=40u64 {
            let found = options(&ruleset, n);
            let mut wanted = meaning(n);
            wanted.iter_mut().for_each(|sizes| {
                sizes.retain(|&size| size > 0);
                sizes.sort_unstable();
            });
            wanted.sort();
            assert_eq!(found, wanted, "{text}, a heap of {n}");
            let mut seen = MexSet::new();
            wanted.iter().for_each(|sizes| seen.insert(sizes.iter().map(|&size| values[size as usize]).sum()));
            values.push(seen.mex());
        }
        let query = games::query(text, "40", Question::Table).expect(text);
        let mut solved = 0;
        for &solver in SOLVERS {
            let Ok(plan) = plan_with(&query, PlanOptions::only(&[solver])) else { continue };
            let Ok(solution) = plan.run(&mut Budget::new()) else { continue };
            assert_eq!(solution.answer, Answer::Values(values.clone()), "{text} by {}", solver.name());
            assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{text} by {}", solver.name());
            solved += 1;
        }
        assert!(solved > 0, "{text}");
    }
}

#[test]
fn a_range_is_counted_before_it_is_made() {
    let ends = |text: &str, heap: u64| {
        let (mut work, mut options) = (0u64, 0);
        let walked = rules(text).walk(&Component::Heap(heap), |seen| {
            match seen {
                Visit::Option(_) => options += 1,
                Visit::Work(steps) => work += u64::from(steps),
            }
            if work < 1 << 24 { Ok(()) } else { Err(Fault("enough".into())) }
        });
        (walked.map_err(|Fault(why)| why), work, options)
    };
    let (walked, work, options) = ends("n -> heaps(b for b in 1..n-1)", 1_000_000_000_000);
    let wanted = "the rule `n -> heaps(b for b in 1..n-1)` goes through 999999999999 values of `b` at a heap of \
                  1000000000000: at most 2^20";
    assert_eq!(walked, Err(wanted.into()));
    assert_eq!((work, options), (0, 0));
    let (walked, ..) = ends("n -> heaps(2 of b for b in 1..n-1)", 900_000);
    assert_eq!(walked, Err("1048578 heaps at once: a move may leave at most 2^20".into()));
    let (walked, ..) = ends("n -> heaps(b for b in 1..min(n-1, n^99))", 1_000);
    assert!(walked.is_err_and(|why| why.contains("128 bits")));
    // Each number is work, also one that the condition leaves out.
    let (walked, work, options) = ends("n -> heaps(d for d in 1..n-1 where n % d = 0) for c in 1..n", 1_000_000);
    assert_eq!(walked, Err("enough".into()));
    assert!(work >= 1 << 24 && options < 20, "{work} steps, {options} options");
}

/// The coins of symmetric sets with this last coin, without it: a set is its own mirror image.
fn symmetric(n: u64) -> Vec<Vec<u64>> {
    let sets = (0..1u64 << (n - 1)).map(|bits| (1..n).filter(|coin| bits >> (coin - 1) & 1 == 1).collect::<Vec<u64>>());
    let is_symmetric = |set: &Vec<u64>| {
        let first = set.first().copied().unwrap_or(n);
        set.iter().all(|&coin| first + n - coin == n || set.contains(&(first + n - coin)))
    };
    sets.filter(is_symmetric).collect()
}

/// The options of a heap, each as the sizes that it leaves.
type AnySets<'f> = &'f dyn Fn(u64) -> Vec<Vec<u64>>;

#[test]
fn sets_of_coins_have_the_values_of_the_definition() {
    const SYM: &str = "n -> 0, n -> (c) + any of heaps(b + (n+c-b) for b in c+1..(n+c-1)/2) \
                       + any of heaps(m for m in (n+c)/2..(n+c)/2 where (n+c) % 2 = 0) for c in 1..n-1";
    let all = |n: u64| -> Vec<Vec<u64>> {
        (0..1u64 << (n - 1)).map(|bits| (1..n).filter(|coin| bits >> (coin - 1) & 1 == 1).collect()).collect()
    };
    let few = |n: u64| -> Vec<Vec<u64>> { all(n).into_iter().filter(|set| set.len() <= 2).collect() };
    let games: [(&str, AnySets<'_>, u64); 4] = [
        ("n -> any of heaps(b for b in 1..n-1)", &all, 10),
        (SYM, &symmetric, 12),
        (
            "n -> any of heaps(b for b in n-3..n-1 where b > 0)",
            &|n| all(n).into_iter().filter(|set| set.iter().all(|coin| coin + 3 >= n)).collect(),
            10,
        ),
        // A number with a negative heap is in no option.
        (
            "n -> any of heaps(b + (b-1) for b in -1..0) + any of heaps(b for b in {n-1, n-2} where b > 0) for k in 1..1",
            &|n| few(n).into_iter().filter(|set| set.iter().all(|coin| coin + 2 >= n)).collect(),
            12,
        ),
    ];
    for (text, meaning, most) in games {
        let ruleset = rules(text);
        assert_eq!(rules(&ruleset.to_string()), ruleset, "{text} is read back");
        let mut values = vec![Nimber::ZERO];
        for n in 1..=most {
            let found = options(&ruleset, n);
            let mut wanted = meaning(n);
            wanted.sort();
            assert_eq!(found, wanted, "{text}, a heap of {n}");
            let mut seen = MexSet::new();
            wanted.iter().for_each(|sizes| seen.insert(sizes.iter().map(|&size| values[size as usize]).sum()));
            values.push(seen.mex());
        }
        let query = games::query(text, &most.to_string(), Question::Table).expect(text);
        for &solver in SOLVERS {
            let Ok(plan) = plan_with(&query, PlanOptions::only(&[solver])) else { continue };
            let Ok(solution) = plan.run(&mut Budget::new()) else { continue };
            assert_eq!(solution.answer, Answer::Values(values.clone()), "{text} by {}", solver.name());
            assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{text} by {}", solver.name());
        }
    }
    let large = rules("n -> any of heaps(b for b in 1..n-1)");
    let walked = large.options(&Component::Heap(22), |_| Ok::<(), Fault>(()));
    let wanted = "the rule `n -> any of heaps(b for b in 1..n-1)` chooses any of over 20 numbers at a heap of 22, which \
                  is over 2^20 options";
    assert_eq!(walked, Err(Fault(wanted.into())));
}

#[test]
fn names_of_ranges_and_sums_are_no_names_of_a_move() {
    let ruleset = rules("n -> heaps(b for b in c..n-1) + (n - sum(i for i in 1..c)) for c in 1..2");
    let mut actions = Vec::new();
    let walked = ruleset.actions(&Component::Heap(5), |done| {
        if let Done::Move(Action::Names(names), _) = done {
            actions.push(names);
        }
        Ok::<(), Fault>(())
    });
    assert_eq!(walked, Ok(()));
    assert_eq!(actions, [[("c".to_owned(), 1)], [("c".to_owned(), 2)]]);
}
