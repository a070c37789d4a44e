//! Parameters of a text: a name has its value wherever a number, a set or a quoted text may stand.

use grundy_games::{game, no_lists, read, read_set};

/// The printed form of a game, or the code and the place of the mistake.
fn printed(text: &str) -> Result<String, (&'static str, String)> {
    match game(text) {
        Ok(game) => Ok(game.to_string()),
        Err(fault) => {
            let place = fault.source[fault.span.clone()].to_owned();
            Err((fault.code, place))
        }
    }
}

#[test]
fn a_game_with_parameters_is_the_game_with_their_values() {
    for (text, same) in [
        ("take 1..k with k = 3", "take 1..3"),
        ("take S with S = {2, 5..7}", "take {2, 5..7}"),
        ("take a or b with a = 2, b = 3", "take 2 or 3"),
        ("take any but S with S = {2, 5}", "take any but {2, 5}"),
        ("take low..high leaving 0..2 heaps with low = 2, high = 10^18", "take 2..10^18 leaving 0..2 heaps"),
        ("misère take 1..k with k = 3", "misère take 1..3"),
        ("n -> n-2k with k = 3", "n -> n - 2*3"),
        ("n -> n - 2k^2 with k = 3", "n -> n - 2*3^2"),
        ("n -> n-d for d in S where n % d = r with S = {2, 3}, r = 0", "n -> n-d for d in {2, 3} where n % d = 0"),
        ("A(n) -> A(n-k) for k in l..r with l = 2, r = 3", "A(n) -> A(n-k) for k in 2..3"),
        ("bag: take word in L with L = {fear, chop}", "bag: take word in {fear, chop}"),
        ("row: cut w with w = \"ab\"", "row: cut \"ab\""),
        ("row: take letter until length at most k with k = 3", "row: take letter until length at most 3"),
        ("poset: take element with all above", "poset: take element with all above"),
    ] {
        assert_eq!(printed(text), printed(same), "{text}");
        assert!(printed(same).is_ok(), "{same}");
    }
}

#[test]
fn mistakes_name_their_place() {
    for (text, code, place) in [
        ("take 1..3 with k = 3", "G060", "k"),
        ("nim with k = 3", "G060", "k"),
        ("take 1..k with k = 3, k = 4", "G061", "k"),
        ("n -> n-k with n = 3", "G062", "n"),
        ("n -> n-k for k in 1..3 with k = 3", "G062", "k"),
        ("A(n) -> A(n-1) with A = 3", "G062", "A"),
        ("take 1..k with take = 3", "G062", "take"),
        ("take 1..k with k = ", "G063", ""),
        ("take 1..k with k = -3", "G063", "-"),
        ("take 1..k with k = 2^64", "G063", "2"),
        ("take 1..k with k = {1, {2}}", "G063", "{"),
        ("take 1..k with k = 3 take", "G063", "take"),
        ("take 1..k with k = 3,", "G063", ""),
        ("take 5..k with k = 3", "G011", "5..k"),
        ("n -> k(n-1) with k = 3", "G004", "("),
        ("take 1..k", "G004", "k"),
        ("bag: take word in {fear, k} with k = 3", "G004", "k"),
    ] {
        assert_eq!(printed(text), Err((code, place.to_owned())), "{text}");
    }
}

#[test]
fn a_value_from_outside_replaces_the_value_of_the_text() {
    let set = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let read_with = |text: &str, pairs: &[(&str, &str)]| match read_set(text, &no_lists, &set(pairs)) {
        Ok(game) => Ok(game.rules.to_string()),
        Err(fault) => Err((fault.code, fault.origin.clone())),
    };
    assert_eq!(read_with("take a..k with k = 3, a = 2", &[("k", "7")]), Ok("take 2..7".into()));
    assert_eq!(read_with("take 1..k", &[("k", "7")]), Ok("take 1..7".into()));
    assert_eq!(read_with("take 1..k", &[("k", "7"), ("k", "8")]), Err(("G061", "parameter".into())));
    assert_eq!(read_with("take 1..k", &[("k", "x")]), Err(("G063", "parameter".into())));
    assert_eq!(read_with("take 1..k", &[("k", "7 8")]), Err(("G063", "parameter".into())));
    assert_eq!(read_with("take 1..k", &[("2k", "7")]), Err(("G062", "parameter".into())));
    assert_eq!(read_with("take 1..3", &[("k", "7")]), Err(("G060", "parameter".into())));
    // A number may be a word of digits or a heap, and the message writes both games out.
    let runs = read("cut w with w = \"11\"", &no_lists).unwrap();
    assert_eq!(runs.inferred(), Some("cut w with w = \"11\""));
    let known = read("take S with S = {2,5}", &no_lists).unwrap().parameters;
    assert_eq!(known, set(&[("S", "{2,5}")]));
}
