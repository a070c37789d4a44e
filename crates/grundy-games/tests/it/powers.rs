//! Powers that tapes avoid, from texts.

use grundy_core::{Fault, Game};
use grundy_games::Component;

#[test]
fn powers_that_are_avoided() {
    let options = |game: &str, position: &str| {
        let rules = grundy_games::game(game).unwrap();
        assert_eq!(rules.to_string(), game);
        let mut seen = Vec::new();
        for component in grundy_games::position(&rules, position).unwrap() {
            let walked = rules.ruleset.options(&component, |parts| {
                seen.extend(parts.iter().map(Component::to_string));
                Ok::<(), Fault>(())
            });
            walked.unwrap();
        }
        seen
    };
    assert_eq!(options("tape: append letter of a..c avoiding square", "abcab/9"), ["abcaba/8"]);
    assert_eq!(options("tape: append letter of a..c avoiding abelian square", "abca/9"), ["abcab/8", "abcac/8"]);
    assert_eq!(options("tape: append letter of a..c avoiding abelian square", "abcb/9"), ["abcba/8"]);
    assert_eq!(options("tape: append letter of a..b avoiding cube", "aabaa/9"), ["aabaab/8"]);
    assert_eq!(options("tape: append letter of a..b avoiding abelian cube", "aabab/9"), ["aababa/8", "aababb/8"]);
    assert!(options("tape: append letter of a..b avoiding abelian cube", "abbaa/9").is_empty());
    let fault = grundy_games::game("tape: append letter of a..b avoiding abelian palindrome").unwrap_err();
    assert_eq!((fault.code, fault.message.as_str()), ("G004", "expected `square` or `cube`, found `palindrome`"));
}
