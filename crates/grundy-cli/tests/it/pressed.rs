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

/// The parts that a way takes away, of which the answer has ranges.
fn lost(way: &Value) -> BTreeSet<u64> {
    let ranges = way["lost"].as_array().into_iter().flatten();
    let ends = ranges.map(|range| (range[0].as_u64().expect("a number"), range[1].as_u64().expect("a number")));
    ends.flat_map(|(first, last)| first..=last).collect()
}

/// How large a component or what is left of it is: the counters of heaps, the letters of a word.
/// `None` for others.
fn size(text: &str) -> Option<u64> {
    let one = |part: &str| match part.parse() {
        Ok(counters) => Some(counters),
        Err(_) if part == "\"\"" => Some(0),
        Err(_) => part.chars().all(|letter| letter.is_ascii_lowercase()).then_some(part.len() as u64),
    };
    text.split(" + ").map(one).sum()
}

/// Compares the two lists of moves, and checks the parts. Returns the numbers of moves, and of
/// those that are chosen from a list alone.
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
                let (pressed, lost) = (numbers(&way["parts"]), lost(way));
                assert!(!pressed.is_empty() && pressed.is_subset(&drawn), "{game} at {position}: {made} in {drawn:?}");
                assert!(lost.is_subset(&drawn), "{game} at {position}: {made} in {drawn:?}");
                // What goes is what is not left, where the rest keeps its places.
                let sizes =
                    (size(part["position"].as_str().expect("a text")), size(made["to"].as_str().expect("a text")));
                let is_taken =
                    made["how"][0].as_str().is_some_and(|how| how.starts_with("take") || how.starts_with("remove"));
                if let ((Some(all), Some(left)), true) = (sizes, is_taken) {
                    assert_eq!(lost.len() as u64, all - left, "{game} at {position}: {made}");
                }
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
fn what_is_too_large_to_be_drawn_takes_no_memory() {
    let huge = [
        ("a -> a/2 where a > 0", "1000000000000"),
        ("W(a, b) -> W(a, b-1)", "W(18446744073709551615, 5)"),
        ("nim", "10000"),
        ("chomp", "3x100"),
        ("cram", "32x32"),
        ("arc-kayles", "path 3000"),
    ];
    for (game, position) in huge {
        let board = asked("board", game, position);
        // What the moves of a large graph leave is long in itself.
        let most = if game == "arc-kayles" { 1 << 27 } else { 1 << 22 };
        assert!(board["error"].is_null() && board.to_string().len() < most, "{game} at {position}");
    }
    let word = "a".repeat(100_000);
    assert!(asked("board", "cut every copy of a letter", &word).to_string().len() < 1 << 22);
    let piles = format!("[{}]", vec!["400"; 65_536].join(", "));
    assert!(asked("board", "piles: take 1 from every pile", &piles).to_string().len() < 1 << 22);
    // A size that does not fit is no place of a counter of another heap.
    let board = asked("board", "W(a, b) -> W(a, b-1)", "W(18446744073709551615, 5)");
    assert_eq!(board["components"][0]["moves"][0]["press"], json!([]));
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
