//! Conditions are evaluated before the loops that they do not depend on, and mean the same.

use grundy_core::{Fault, Game};
use grundy_games::Component;

/// The options of a position as text, or the fault.
fn options(game: &str, position: &str) -> Result<Vec<String>, String> {
    let rules = grundy_games::game(game).unwrap_or_else(|error| panic!("{game}: {error}"));
    let start = grundy_games::position(&rules, position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let [component] = &start[..] else { panic!("one component") };
    let mut found = Vec::new();
    let walked = rules.ruleset.options(component, |parts: &[Component]| {
        found.push(parts.iter().map(Component::to_string).collect::<Vec<_>>().join(" + "));
        Ok::<(), Fault>(())
    });
    walked.map(|()| found).map_err(|fault| fault.0)
}

#[test]
fn a_condition_on_an_outer_name_cuts_the_inner_loops() {
    let rules = "R(a, b) -> R(a/d, b/e) for d in 1..a for e in 1..b where d*e > 1 where a % d = 0 where b % e = 0";
    // 10^8 combinations, of which 25 times 10^4 are tried.
    assert_eq!(options(rules, "R(10000, 10000)").map(|all| all.len()), Ok(25 * 25 - 1));
    let other = "R(a, b) -> R(a/d, b/e) for d in 1..a where a % d = 0 for e in 1..b where b % e = 0 where d*e > 1";
    assert_eq!(options(rules, "R(36, 28)"), options(other, "R(36, 28)"));
}

#[test]
fn a_condition_is_no_fault_where_no_inner_name_has_a_value() {
    let rules = "A(n) -> A(n-d-e) for d in 0..n for e in 1..d where n % d = 0";
    let all = options(rules, "A(4)").unwrap();
    assert_eq!(all, ["A(2)", "A(1)", "A(0)"], "d is 1 or 2; for d = 0 there is no e");
}

#[test]
fn a_condition_that_holds_is_evaluated_where_it_stands() {
    let rules = "A(n) -> A(n-d-e) for d in 0..n for e in 0..0 where n % d = 0";
    assert!(options(rules, "A(4)").is_err_and(|fault| fault.contains("divides 4 by 0")));
    let sums = "A(n) -> A(n-c) for a + b = n for c in 1..2 where a = 2*b where c <= n";
    assert_eq!(options(sums, "A(3)").unwrap(), ["A(2)", "A(1)"]);
    assert_eq!(options(sums, "A(4)").unwrap(), [""; 0]);
}

#[test]
fn a_condition_hides_no_fault_of_a_step_before_it() {
    for rules in [
        "A(n) -> A(n-d) for d in 0..n for e in 1..6/d where d > 9",
        "A(n) -> A(n-d) for d in 0..n where 6/d > 1 for e in 1..2 where d > 9",
        "A(n) -> A(n-d) for d in 0..n for e in 1..sqrt(d-1) where n > 9",
        "A(n) -> A(n-d) for d in 0..n for e in 1..2 where 6 % (e-1) = 0 where d > 9",
        "A(n) -> A(n-d) for d in 2..n for e in 1..2 where (10^9+e)^10 > 0 where d > 9",
        "A(n) -> A(n-d) for d in 0..n for e + f = 6/d where d > 9",
        "A(n) -> A(n-d) for d in 0..n for e in 1..2 where 2^(e-2) = 0 where d > 9",
        "A(n) -> A(n-d) for d in 0..n for e in 1..2 where prime(10^20*e) where d > 9",
    ] {
        assert!(options(rules, "A(3)").is_err(), "{rules}");
    }
    // No step can have a fault: the condition on d is evaluated before the loops over the others.
    let rules = "A(n) -> A(n-d) for d in 1..n for e in 1..10^4 for f in 1..n*10^3 where 6/e + e % f > 0 where d > 99";
    assert_eq!(options(rules, "A(20)").unwrap(), [""; 0]);
}
