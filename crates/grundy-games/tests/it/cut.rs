//! Clauses that split a heap in two are recognized from their texts.

use grundy_games::{Cut, HeapMove, Ruleset};

fn cut(text: &str) -> Result<Cut, &'static str> {
    match grundy_games::game(text).unwrap().ruleset {
        Ruleset::Typed(rules) => rules.clauses[0].cut(),
        Ruleset::Heap(rules) => match &rules.moves[0] {
            HeapMove::General(clause) => clause.cut(),
            other => panic!("{other} is not of the general form"),
        },
        _ => panic!("{text} is no game of heaps"),
    }
}

#[test]
fn forms_are_recognized() {
    let form = |taken, least, switch| Ok(Cut { taken, least, switch });
    for (text, expected) in [
        ("A(n) -> A(n - 1)", form(1, 0, 1)),
        ("A(n) -> A(n - t) for t in 2..5", form(5, 0, 5)),
        ("A(n) -> A(n - t) for t in 2..5 where prime(t)", form(5, 0, 5)),
        ("A(n) -> A(a) + A(b) for a + b = n - 2", form(2, 0, 2)),
        ("A(n) -> A(a) + A(b) for t in 2..4 for a + b = n - t", form(4, 0, 4)),
        ("A(n) -> A(a) + A(b) for a + b = n - 2 where a >= 3 and b > 0", form(2, 3, 2)),
        ("A(n) -> A(n - 2) + A(1)", form(2, 0, 2)),
        ("A(n) -> A(a) + A(1) + A(b) + A(2) for a + b = n - 3", form(3, 0, 3)),
        ("A(n) -> A(n - 1) where n != 50", form(1, 0, 50)),
        ("A(n) -> A(max(n - s, 0)) for s in {2, 5, 7} where n > 0", form(7, 0, 7)),
        ("A(n) -> A(max(n - s, 9, s)) for s in {2, 5} where n > 9", form(5, 0, 14)),
        ("A(n) -> A(max(n - 3, n - 4)) + A(min(n, 6)) where n > 20", form(4, 0, 20)),
        ("A(n) -> A(min(n - 3, 6)) where n > 20", form(0, 0, 20)),
        ("A(n) -> A(min(n - 3, n - 2, 6)) where n > 5", form(0, 0, 9)),
        ("a -> (b) + (a - 1 - b) for b in 0..a-1", form(1, 0, 1)),
        ("a -> (b) + (a - 1 - b) for b in 2..a-4", form(1, 3, 1)),
        ("a -> (b) + (a - 1 - b) for b in 2..a-1 where a - b > 6", form(1, 7, 1)),
    ] {
        assert_eq!(cut(text), expected, "{text}");
    }
}

#[test]
fn other_forms_are_refused() {
    for text in [
        "A(n) -> A(a) + A(b) for a + b = n - 2 where a != b",
        "A(n) -> A(a) + A(b) for a + b = n - 2 where a <= 3",
        "A(n) -> A(a) + A(b) for a + b = n - 2 where a = 3",
        "A(n) -> A(a) + A(b) for a + b = n - 2 where a % 2 = 0",
        "A(n) -> A(a) + A(b) for a + b = n - 2 where a < b",
        "A(n) -> A(a) for a + b = n - 2",
        "A(n) -> A(b) for b in 0..n-1",
        "A(n) -> A(n - 1) + A(n - 2)",
        "A(n) -> A(n / 2) where n > 0",
        "A(n) -> A(max(n / 2, 1)) where n > 1",
        "A(n) -> A(max(n - 1, 5) - 1) where n > 9",
        "A(n) -> A(a) + A(max(b - 1, 0)) for a + b = n - 1",
        "A(n) -> A(max(n - 1, 0)) + A(n - 2)",
        "A(n) -> 2 of A(n - 1)",
        "A(n) -> A(a) + A(b) + A(c) for a + b + c = n - 1",
        "A(n) -> A(n - t) for t in 1..n",
        "a -> (b) + (a - 1 - b) for b in 0..a/2 where a > 3",
        "a -> a - 1 where a % 3 = 0",
        "W(a, b) -> W(a - 1, b)",
    ] {
        assert!(cut(text).is_err(), "{text}: {:?}", cut(text));
    }
}
