//! Graphs on the ground, from texts.

use grundy_core::{Fault, Game};
use grundy_games::Component;

/// Returns the parts of a position, as texts.
fn parts(position: &str) -> Vec<String> {
    let rules = grundy_games::game("green-hackenbush").unwrap();
    grundy_games::position(&rules, position).unwrap().iter().map(Component::to_string).collect()
}

#[test]
fn a_position_is_the_sum_of_what_stands_on_the_ground() {
    assert_eq!(parts("{a-b b-c a-c} on a"), ["{a-b a-c b-c} on a"]);
    assert_eq!(parts("{a-b b-c} on b"), ["{b-a} on b", "{b-c} on b"]);
    assert_eq!(parts("{a-a a-b a-b b-b} on a"), ["{a-a} on a", "{a-b a-b b-b} on a"]);
    assert_eq!(parts("{a-b c-d} on a"), ["{a-b} on a"], "nothing holds c and d");
    assert_eq!(parts("{a b-c} on a"), ["{a} on a"]);
    assert_eq!(parts("path 4 on 1"), ["{1-0} on 1", "{1-2 2-3} on 1"]);
    assert_eq!(parts("2x2 on 3"), ["{3-1 3-2 0-1 0-2} on 3"]);
    for position in ["{a-b b-c a-c c-c} on c", "tree [0,0,1] on 2", "{x-x} on x", "{0} on 0", "3x3 on 4"] {
        let texts = parts(position);
        assert_eq!(parts(&texts.join(" + ")), texts, "{position}");
    }
}

#[test]
fn an_edge_takes_along_what_it_cuts_off() {
    let rules = grundy_games::game("green-hackenbush").unwrap();
    let options = |position: &str| {
        let mut seen: Vec<Vec<String>> = Vec::new();
        for component in grundy_games::position(&rules, position).unwrap() {
            let walked = rules.ruleset.options(&component.labelled(), |parts| {
                seen.push(parts.iter().map(Component::to_string).collect());
                Ok::<(), Fault>(())
            });
            walked.unwrap();
        }
        seen
    };
    assert_eq!(options("{g-a a-b} on g"), [Vec::<String>::new(), vec!["{g-a} on g".into()]]);
    let two = ["{g-a} on g", "{g-b} on g"].map(str::to_owned).to_vec();
    let one = |part: &str| vec![part.to_owned()];
    assert_eq!(options("{g-a g-b a-b} on g"), [one("{g-b a-b} on g"), one("{g-a a-b} on g"), two]);
    assert_eq!(options("{g-a a-a} on g"), [Vec::<String>::new(), vec!["{g-a} on g".into()]]);
    assert!(options("{g} on g").is_empty());
}

#[test]
fn the_canonical_form_does_not_depend_on_names() {
    let rules = grundy_games::game("green-hackenbush").unwrap();
    let form = |position: &str| rules.ruleset.canonical(&grundy_games::position(&rules, position).unwrap()[0]);
    assert_eq!(form("{z-y y-x x-z y-w w-w} on z"), form("{b-a b-c c-a c-q q-q} on b"));
    assert_eq!(form("{a-b a-b b-c} on a"), form("{g-x x-y g-x} on g"));
    assert_ne!(form("{a-b a-b b-c} on a"), form("{a-b b-c b-c} on a"));
    assert_ne!(form("{a-b b-b} on a"), form("{a-b b-c} on a"));
    assert_eq!(form("{x-x} on x").to_string(), "{0-0} on 0");
}

#[test]
fn mistakes_have_a_place_and_a_way_out() {
    let rules = grundy_games::game("green-hackenbush").unwrap();
    let fault = |position: &str| {
        let fault = grundy_games::position(&rules, position).unwrap_err();
        (fault.code, fault.message)
    };
    assert_eq!(fault("{a-b}"), ("G047", "missing vertex that is the ground".into()));
    assert_eq!(fault("{a-b} on c"), ("G047", "this graph has no vertex `c`".into()));
    assert_eq!(fault("{a-b-c} on a").0, "G045");
    assert_eq!(fault("path 99999 on 0").0, "G005");
    let code = |game: &str| grundy_games::game(game).map(|found| found.to_string()).map_err(|fault| fault.code);
    let whole = "graph: take edge with what it cuts off from the ground";
    assert_eq!(code(whole).as_deref(), Ok(whole));
    assert_eq!(code("graph: take edge with what it cuts off from ground").as_deref(), Ok(whole));
    assert_eq!(code("graph: take edge with what it cuts off from the ground, take vertex"), Err("G008"));
    assert_eq!(code("graph: take edge with what it cuts"), Err("G004"));
}
