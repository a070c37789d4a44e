//! Options and canonical forms of a token on a graph, from texts.

use grundy_core::{Fault, Game};
use grundy_games::Component;

/// Returns the options of a position, as texts.
fn options(game: &str, position: &str) -> Vec<String> {
    let rules = grundy_games::game(game).unwrap();
    let mut options_seen = Vec::new();
    for component in grundy_games::position(&rules, position).unwrap() {
        let walked = rules.ruleset.options(&component, |parts| {
            options_seen.extend(parts.iter().map(Component::to_string));
            Ok::<(), Fault>(())
        });
        walked.unwrap();
    }
    options_seen
}

#[test]
fn a_vertex_that_was_left_is_gone() {
    assert_eq!(options("geography", "path 4 from 1"), ["{2-3 0 1} from 0", "{2-3 0 1} from 2"]);
    assert_eq!(options("geography", "{a-b b-c} from a"), ["{b-c a} from b"]);
    assert_eq!(options("directed-geography", "{a>b b>a b>c} from b"), ["{a b c} from a", "{a b c} from c"]);
    assert!(options("directed-geography", "{a>b b>b} from b").is_empty(), "a loop leads to no new vertex");
}

#[test]
fn an_edge_that_was_used_is_gone() {
    assert_eq!(options("edge-geography", "cycle 3 from 0"), ["{0-2 1-2} from 1", "{0-1 1-2} from 2"]);
    assert_eq!(options("token: move along new arc", "{a>a a>b} from a"), ["{a>b} from a", "{a>a b} from b"]);
}

#[test]
fn the_canonical_form_is_what_can_be_reached() {
    let form = |game: &str, position: &str| {
        let rules = grundy_games::game(game).unwrap();
        rules.ruleset.canonical(&grundy_games::position(&rules, position).unwrap()[0])
    };
    assert_eq!(form("geography", "{7-x x-9 a-b} from 9"), form("geography", "path 3 from 0"));
    assert_ne!(form("geography", "path 3 from 1"), form("geography", "path 3 from 0"));
    assert_eq!(form("directed-geography", "{a>b b>c} from b"), form("directed-geography", "{0>1} from 0"));
}
