//! Measures that rules give, and kinds that grow where play does not come back.

use std::collections::HashMap;

use grundy_core::{Fault, Game};

use crate::{Component, Measure, Ruleset, Typed};

fn rules(text: &str) -> Ruleset {
    crate::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}")).ruleset
}

fn measure(text: &str) -> Measure {
    let Ruleset::Typed(rules) = rules(text) else { panic!("{text} has kinds") };
    rules.measure
}

fn heap(kind: &str, sizes: &[u64]) -> Component {
    Component::Typed(Typed { kind: kind.into(), sizes: sizes.to_vec() })
}

/// The options of a heap, each of one heap or several.
fn options(ruleset: &Ruleset, from: &Component) -> Result<Vec<Vec<Component>>, Fault> {
    let mut all = Vec::new();
    ruleset.options(from, |parts| {
        all.push(parts.to_vec());
        Ok::<(), Fault>(())
    })?;
    Ok(all)
}

/// Two rectangles, of which a move cuts one and eats one of the three pieces.
const RECTANGLES: &str = "W(a, b, c, d) -> W(k, b, a-k, b) for k in 1..a-1, \
    W(a, b, c, d) -> W(k, b, c, d) for k in 1..a-1, W(a, b, c, d) -> W(a, k, a, b-k) for k in 1..b-1, \
    W(a, b, c, d) -> W(a, k, c, d) for k in 1..b-1, W(a, b, c, d) -> W(k, d, c-k, d) for k in 1..c-1, \
    W(a, b, c, d) -> W(a, b, k, d) for k in 1..c-1, W(a, b, c, d) -> W(c, k, c, d-k) for k in 1..d-1, \
    W(a, b, c, d) -> W(a, b, c, k) for k in 1..d-1, measure a*b + c*d";

fn wins(ruleset: &Ruleset, from: &Component, known: &mut HashMap<Component, bool>) -> bool {
    if let Some(&known) = known.get(from) {
        return known;
    }
    let options = options(ruleset, from).unwrap_or_else(|fault| panic!("{from}: {fault:?}"));
    let wins = options.iter().any(|option| !wins(ruleset, &option[0], known));
    known.insert(from.clone(), wins);
    wins
}

#[test]
fn a_measure_makes_rectangles_end() {
    let rectangles = rules(RECTANGLES);
    assert_eq!((measure(RECTANGLES), rectangles.to_string()), (Measure::Given, rules(RECTANGLES).to_string()));
    assert_eq!(rules(&rectangles.to_string()), rectangles, "the text is read again");
    let mut known = HashMap::new();
    let lost = (1..=4).filter(|n| !wins(&rectangles, &heap("W", &[1, 2 * n, 2, 4 * n]), &mut known));
    assert_eq!(lost.collect::<Vec<_>>(), [2], "as a program of ten lines says");
}

#[test]
fn measures_that_are_not_right_are_refused() {
    for (text, why) in [
        ("n -> n+1 where n < 9, measure 10 - n", "have a kind"),
        ("A(n) -> B(n), measure n, B(n) -> A(n-1)", "kind B have no measure"),
        ("A(n) -> A(n-1), measure n, A(n) -> A(n-2), measure 2n", "several measures"),
        ("A(n) -> A(n-k) for k in 1..n, measure k", "unbound name `k`"),
        ("A(n) -> A(n-1), measure", "expected"),
    ] {
        let fault = crate::game(text).map(|rules| rules.ruleset).expect_err(text).to_string();
        assert!(fault.contains(why), "{text}: {fault}");
    }
    // A heap may be called so.
    assert_eq!(measure("A(n) -> A(n-1), measure(n) -> A(n-1)"), Measure::Sum);
    assert!(matches!(rules("n -> n-1, measure -> measure-2"), Ruleset::Heap(_)));
}

#[test]
fn kinds_grow_where_play_does_not_come_back() {
    let once = "A(n) -> B(n+3), B(n) -> B(n-1), B(n) -> B(n-2)";
    assert_eq!(measure(once), Measure::StagedSum);
    assert_eq!(options(&rules(once), &heap("A", &[5])), Ok(vec![vec![heap("B", &[8])]]));
    assert_eq!(measure("A(n) -> B(n-1), B(n) -> A(n)"), Measure::Sum);
    assert_eq!(
        measure("A(a, b) -> A(a-1, 2b), A(a, b) -> B(b, a+a+9), B(a, b) -> B(a-1, b+1)"),
        Measure::StagedLexicographic
    );
    // Through C play comes back.
    for text in
        ["A(n) -> B(n+3), B(n) -> C(n-1), C(n) -> A(n-1)", "A(n) -> A(n-1) + B(n+1), B(n) -> B(n), B(n) -> B(n-1)"]
    {
        let fault = crate::game(text).map(|rules| rules.ruleset).expect_err(text).to_string();
        assert!(fault.contains("G031"), "{text}: {fault}");
    }
}
