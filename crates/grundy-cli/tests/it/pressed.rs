//! The board of the page: on random positions of every board its moves by the rules are those that
//! `moves` lists, and each is made by pressing parts that the picture has.

use std::collections::BTreeSet;

use grundy::Limits;
use grundy_verbs::ReplyLine;
use proptest::prelude::*;
use serde_json::{Value, json};

#[expect(dead_code, reason = "the tests of the library use the rest")]
#[path = "../../../grundy/tests/it/games.rs"]
mod games;

/// The answer to a question about a position.
fn asked(verb: &str, game: &str, position: &str) -> Value {
    let request = json!({"verb": verb, "game": game, "position": position, "time": 20});
    serde_json::from_str(&ReplyLine::to(&request.to_string(), Limits::default()).line).expect("an answer is JSON")
}

/// What a move leaves, in an order that does not matter.
fn left(to: &Value) -> Vec<&str> {
    let mut parts: Vec<&str> = to.as_str().expect("a text").split(" + ").collect();
    parts.sort_unstable();
    parts
}

/// A list of numbers, such as the parts that are pressed.
fn numbers(list: &Value) -> BTreeSet<u64> {
    list.as_array().into_iter().flatten().map(|part| part.as_u64().expect("a number")).collect()
}

/// Compares the two lists of moves, and checks the parts. Returns the numbers of moves, and of those
/// that are chosen from a list alone.
fn compared(game: &str, position: &str) -> (usize, usize) {
    let (board, moves) = (asked("board", game, position), asked("moves", game, position));
    assert!(board["error"].is_null(), "{game} at {position}: {board}");
    let (mut own, mut unpressed) = (BTreeSet::new(), 0);
    for part in board["components"].as_array().expect("components") {
        let picture = part["picture"].as_str().expect("a picture");
        let drawn: BTreeSet<u64> = picture
            .split("data-part=\"")
            .skip(1)
            .map(|text| text[..text.find('"').expect("an end")].parse().expect("a number"))
            .collect();
        for made in part["moves"].as_array().expect("the moves are few") {
            own.insert((part["component"].as_u64(), left(&made["to"])));
            let ways = made["press"].as_array().expect("ways");
            unpressed += usize::from(ways.is_empty());
            for way in ways {
                let (pressed, lost) = (numbers(&way["parts"]), numbers(&way["lost"]));
                assert!(!pressed.is_empty() && pressed.is_subset(&drawn), "{game} at {position}: {made} in {drawn:?}");
                assert!(lost.is_subset(&drawn) || drawn.len() >= 320, "{game} at {position}: {made} in {drawn:?}");
            }
        }
    }
    if let Some(options) = moves["options"].as_array().filter(|_| moves["unknown"] == 0) {
        let listed = options.iter().map(|made| (made["component"].as_u64(), left(&made["to"])));
        assert_eq!(own, listed.collect(), "{game} at {position}");
    }
    (own.len(), unpressed)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn moves_of_random_games_are_made_by_pressing(sample in games::any_game()) {
        let (all, unpressed) = compared(&sample.game, &sample.position);
        prop_assert_eq!(unpressed, 0, "{} at {}: {} of {}", sample.game, sample.position, unpressed, all);
    }
}

#[test]
fn every_game_with_a_name_opens_with_a_sample_and_is_pressed() {
    let line = ReplyLine::to(r#"{"verb": "games"}"#, Limits::default()).line;
    let all: Value = serde_json::from_str(&line).expect("an answer is JSON");
    for family in all["games"].as_array().expect("games") {
        let text = |name: &str| family[name].as_str();
        let (game, position) = (text("sample").expect("a sample"), text("position").or(text("example")));
        assert!(family["ruleset"].is_string(), "{game} cannot be read");
        let (moves, unpressed) = compared(game, position.expect("an example"));
        assert!(moves > 0 && unpressed == 0, "{game}: {unpressed} of {moves}");
    }
}
