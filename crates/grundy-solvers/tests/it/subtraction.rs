//! Subtraction sets: values of large heaps as bytes, infinite sets, sets of thousands of amounts.

use grundy_cert::{Answer, Claim};
use grundy_solvers::Budget;

use crate::common::{kernel, query};

/// The value of a position by a solver.
fn value(name: &str, rules: &str, start: &str) -> (Answer, usize) {
    let query = query(rules, start);
    let solution = kernel(name).solve(&query, &mut Budget::new()).unwrap();
    let listed = if let [Claim::Values(values)] = &solution.claims[..] { values.len() } else { 0 };
    (solution.answer, listed)
}

#[test]
fn large_heaps_are_kept_as_bytes() {
    for rules in ["take {2,5,9}", "take 1 or 7 or 4194300", "take {3,4,5,11,17}, take {1000,2000}"] {
        let start = "4194310 + 4194303 + 12";
        let (bytes, listed) = value("subtraction", rules, start);
        assert_eq!(listed, 0, "{rules}: no list of values");
        let (plain, listed) = value("heap", rules, start);
        assert_eq!((bytes, listed), (plain, 4_194_311), "{rules}");
    }
}

#[test]
fn infinite_sets_and_large_ones() {
    let many: Vec<String> = (1..6000).filter(|number| number % 7 != 3).map(|number| number.to_string()).collect();
    let many = format!("take {{{}}}", many.join(","));
    let mixed = "heap: take prime, take {1,4,6,9,10,14}";
    for rules in ["take prime", "heap: take square, take 3", "take odd but {3..9}", mixed, &many] {
        for start in ["0", "5", "700 + 3", "2500"] {
            assert_eq!(value("subtraction", rules, start).0, value("heap", rules, start).0, "{rules} at {start}");
        }
    }
}

#[test]
fn a_fault_at_a_heap_that_play_never_comes_to_is_none() {
    // Odd heaps divide by 0; play from an even one stays even. Two heaps of 3 cancel.
    for rules in ["n -> n-2/(1-n%2)", "n -> n-2/(1-n%2), n -> 2 of 3 where n > 3 where n % 2 = 0"] {
        for start in ["8", "8 + 6", "0 + 0"] {
            let query = query(rules, start);
            let found = kernel("heap").solve(&query, &mut Budget::new()).unwrap();
            assert_eq!(found.answer, kernel("search").solve(&query, &mut Budget::new()).unwrap().answer, "{rules}");
            let checked = grundy_cert::check_by(grundy_cert::Means::Plain, &query, &found, u64::MAX, &mut || true);
            assert_eq!(checked, Ok(grundy_cert::Verdict::Verified), "{rules} at {start}");
        }
        for start in ["7", "8 + 5"] {
            assert!(kernel("heap").solve(&query(rules, start), &mut Budget::new()).is_err(), "{rules} at {start}");
        }
    }
}
