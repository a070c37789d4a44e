//! Many values at once: long tables read in order, and the values of many positions.

use grundy::{Component, Error, Limits, Nimber, Question, Run, games};

fn run() -> Run {
    Run::new(Limits::default())
}

/// Periods with and without a preperiod, with a saltus, and tables that are listed.
#[test]
fn a_long_table_in_order_is_the_table_entry_by_entry() {
    for (game, end) in [
        ("kayles", 20_000),
        ("take 1..3", 15_000),
        ("take 1..3", 10_001),
        ("take any", 70_000),
        ("octal 4.3", 12_000),
        ("a -> (a/2)", 11_000),
        ("octal 0.6", 12_000),
    ] {
        let rules = games::game(game).unwrap();
        if !Run::is_long_table(&rules, end, false) {
            continue;
        }
        let table = run().long_table(&rules, end, None).unwrap();
        let values: Vec<u64> = table.values().collect();
        assert_eq!(values.len() as u64, end + 1, "{game}");
        for (heap, &value) in (0..).zip(&values) {
            assert_eq!(table.value(heap), Some(value), "{game} at {heap}");
        }
        assert_eq!(values.iter().max(), Some(&table.largest), "{game}");
    }
}

#[test]
fn many_values_are_those_of_the_positions() {
    for (game, positions) in [
        ("kayles", &["5", "0", "5 + 7", "70", "5", "1000000000000", "7 + 7"][..]),
        ("cut \"aa\" or \"ab\" or \"b\"", &["aab", "baa", "\"\"", "abab", "bab + aab", "aab"]),
        ("bag: take letter until distinct", &["{mississippi}", "{aab}", "{bba}", "{}", "{aab} + {aab}"]),
        ("cram", &["3x4", "2x2", "3x4 + 1x3", "1x3"]),
        ("take letter of a..c", &["abc", "cba"]),
    ] {
        let rules = games::game(game).unwrap();
        let sums: Vec<Vec<Component>> = positions.iter().map(|text| games::position(&rules, text).unwrap()).collect();
        let values = run().values_of(&rules, sums).unwrap();
        for (position, value) in positions.iter().zip(values) {
            let query = games::query(game, position, Question::Value).unwrap();
            assert_eq!(run().solve(query).unwrap().value(), Some(value), "{game} at {position}");
        }
        assert_eq!(run().values_of(&rules, vec![vec![], vec![]]).unwrap(), [Nimber(0), Nimber(0)]);
    }
    let misere = games::game("misere kayles").unwrap();
    assert!(matches!(run().values_of(&misere, vec![vec![Component::Heap(5)]]), Err(Error::Refused(_))));
}
