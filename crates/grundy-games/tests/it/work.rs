//! The work that rules report between two options, so that a limit on time ends it.

use grundy_core::{Fault, Game, Visit};
use grundy_games::Component;

/// Why a walk was ended.
#[derive(Debug, PartialEq)]
enum End {
    Enough(u64),
    Fault(Fault),
}

impl From<Fault> for End {
    fn from(fault: Fault) -> End {
        End::Fault(fault)
    }
}

/// Walks until the rules have reported this much work. Returns the options until then, and the
/// work that was reported.
fn walk(game: &str, position: &str, most: u64) -> (Vec<Vec<Component>>, Result<u64, End>) {
    let rules = grundy_games::game(game).unwrap();
    let [component] = &grundy_games::position(&rules, position).unwrap()[..] else { panic!("one component") };
    let (mut options, mut work) = (Vec::new(), 0);
    let walked = rules.ruleset.walk(component, |step| {
        match step {
            Visit::Option(parts) => options.push(parts.to_vec()),
            Visit::Work(steps) => work += u64::from(steps),
        }
        if work <= most { Ok(()) } else { Err(End::Enough(work)) }
    });
    (options, walked.map(|()| work))
}

/// Each of these computes for millions of steps without an option.
#[test]
fn long_work_is_reported_and_can_be_ended() {
    for (game, position) in [
        ("A(n) -> A(n-1) where sum(i for i in 1..5000000) > 0 where n > 0", "A(5)"),
        ("n -> n-1 where sum(i for i in 1..5000000) > 0", "5"),
        ("n -> (n-1-sum(i*0 for i in 1..5000000))", "5"),
        ("n -> 0 for i in 1..sum(1 for j in 1..5000000)", "5"),
        ("n -> 0 for a in 1..99 for b in 1..99 for c in 1..99 for d in 1..9 where a + d < 0", "5"),
        ("n -> 0 for a + b + c = 4000 where a < 0", "5"),
        ("n -> n-k for k in 1..n where prime(k + 10^15) and k < 0", "300000"),
        ("take any leaving 63 equal heaps, take odd", "8000062"),
        ("take odd or even or prime leaving 1 heap", "3000000"),
    ] {
        let (_, ended) = walk(game, position, 100_000);
        let Err(End::Enough(work)) = ended else { panic!("{game} reports no work: {ended:?}") };
        assert!(work < 110_000, "{game} reports {work} steps at once");
    }
}

/// A walk that reports work has the options of one that does not.
#[test]
fn work_changes_no_option() {
    for (game, position) in [
        (
            "A(n) -> A(n-k) + 3 of A(k-1) + 0 of A(1) for k in 1..n where gcd(n, k) = 1, A(n) -> 2 of A(n/2) + B(n) where n > 1, B(n) -> A(n-1)",
            "A(40)",
        ),
        ("n -> (n-k) + 2 of (k/3) for k in 2..n where sum(gcd(n, i) for i in 1..k) % 3 > 0", "60"),
        ("take odd or prime or square leaving 1..3 unequal heaps", "30"),
        ("octal 4.3137", "30"),
    ] {
        let rules = grundy_games::game(game).unwrap();
        let component = &grundy_games::position(&rules, position).unwrap()[0];
        let mut plain = Vec::new();
        let walked = rules.ruleset.options(component, |parts| {
            plain.push(parts.to_vec());
            Ok::<(), Fault>(())
        });
        assert_eq!(walked, Ok(()));
        let (options, ended) = walk(game, position, u64::MAX);
        assert!(ended.is_ok() && options.len() > 5, "{game}: {ended:?}");
        assert_eq!(options, plain, "{game}");
    }
}

/// Equal heaps of an option are checked and built once, so that a text is read at once.
#[test]
fn a_million_equal_heaps_are_read_and_shown() {
    for (game, position) in
        [("A(n) -> 1000000 of A(n-k) for k in 1..n", "A(2)"), ("n -> 1000000 of (n-k) for k in 1..n", "3")]
    {
        let (options, ended) = walk(game, position, u64::MAX);
        assert_eq!(options[0].len(), 1_000_000, "{game}");
        assert!(ended.is_ok_and(|work| work >= 2_000_000), "{game}");
    }
    let endless = grundy_games::game("n -> 1000000 of (2*n-5)").expect_err("heaps grow").to_string();
    assert!(endless.len() < 1000, "the million heaps are not listed: {} letters", endless.len());
}
