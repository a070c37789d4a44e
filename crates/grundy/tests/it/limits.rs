//! Questions that are too large: refused at once or ended by their budget, never run without end.

use std::time::{Duration, Instant};

use grundy::{
    Budget, Question, Verdict,
    cert::{Means, check_by},
    plan,
    plan::{PlanOptions, plan_with},
    solvers::{Reason, SOLVERS},
};

/// Plans and runs with a second to go; the time must be kept.
fn ends(game: &str, position: &str) {
    let begun = Instant::now();
    let query =
        grundy::games::query(game, position, Question::ValueAndMoves).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    if let Ok(plan) = plan(&query) {
        let solved = plan.run(&mut Budget::new().time(Duration::from_secs(1)).bytes(1 << 28));
        if let Err(stopped) = solved {
            assert!(matches!(stopped.reason, Reason::Time | Reason::Memory(_) | Reason::Fault(_)), "{stopped}");
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "{game} at {position} took {:?}", begun.elapsed());
}

#[test]
fn huge_heaps_end() {
    for game in [
        "take any leaving 0 heaps",
        "take any but 1..",
        "take even leaving 2 equal heaps",
        "take prime leaving 1..2 heaps",
        "take odd or square but 3..",
        "split into 3 unequal heaps",
        "a -> 0 for b in 1..a where b < 0",
        "a -> (sum(0 for i in 1..a))",
        "octal 0.77",
        "take 1 or 2",
    ] {
        ends(game, "999999999999999999");
    }
    ends("take 1..1000000000000000000 but 2..999999999999999999", "5");
    ends("misère take any", "10^9 + 10^9 + 3");
    ends("misère take 1..", "10^9");
}

#[test]
fn texts_are_read_in_time() {
    for game in [
        "take 1..1000000000000000000 but 1..1000000000000000000",
        "a -> (a/2) for b in 1..90000000 where b < 0",
        "A(a, b, c, d, e, f, g, h) -> A(a-1, b, c, d, e, f, g, h) for k in 1..99999999 where k < 0",
        "a -> sum(sum(sum(i for i in 1..1000) for j in 1..1000) for k in 1..1000)",
    ] {
        let begun = Instant::now();
        let _ = grundy::games::game(game);
        assert!(begun.elapsed() < Duration::from_secs(60), "{game} took {:?}", begun.elapsed());
    }
    let nested = format!("a -> {}a{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(grundy::games::game(&nested).unwrap_err().code, "G013");
    let chain = format!("a -> a{}", " - 1".repeat(100_000));
    assert_eq!(grundy::games::game(&chain).unwrap_err().code, "G013");
}

#[test]
fn letters_at_the_end_of_unicode() {
    let rules = grundy::games::game("row: take letter of \"\u{10FFFE}\u{10FFFF}\"").unwrap();
    assert_eq!(grundy::games::game(&rules.to_string()), Ok(rules));
}

#[test]
fn tables_are_about_one_heap() {
    for (game, position) in [("take any", "3 + 4"), ("kayles", "3 + 4"), ("row: take letter", "abc")] {
        assert!(plan(&grundy::games::query(game, position, Question::Table).unwrap()).is_err(), "{game} {position}");
    }
}

/// A heap of 3000 has 3000 options: who looks at the limits only before each heap looks too seldom
/// for larger ones.
#[test]
fn a_check_asks_within_a_position() {
    let query = grundy::games::query("a -> (a-b) for b in 1..a", "3000", Question::ValueAndMoves).unwrap();
    let kernels: Vec<_> = SOLVERS.iter().copied().filter(|kernel| kernel.name() == "heap").collect();
    let solution = plan_with(&query, PlanOptions::only(&kernels)).unwrap().run(&mut Budget::new()).unwrap();
    let asked = |most: u64| {
        let mut asked = 0;
        let verdict = check_by(Means::Plain, &query, &solution, u64::MAX, &mut || {
            asked += 1;
            asked <= most
        });
        (asked, verdict)
    };
    let (all, verdict) = asked(u64::MAX);
    assert_eq!(verdict, Ok(Verdict::Verified));
    assert!(all > 3001 + 3000 * 3001 / 2 / 2048, "asked {all} times");
    assert_eq!(asked(all - 1), (all, Ok(Verdict::Unverified)), "the last question ends it too");
}
