//! Names of games, and positions as people write them.

use grundy_games::{Convention, FAMILIES, Family, ParameterKind, no_lists};

fn position(game: &str, position: &str) -> Result<String, &'static str> {
    let game = grundy_games::read(game, &no_lists).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let parts = game.position(position, &no_lists).map_err(|fault| fault.code)?;
    Ok(parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "))
}

/// The text of a family is its printed form, so a game is recognised by its text.
#[test]
fn the_text_of_every_family_is_its_printed_form() {
    for family in FAMILIES {
        let text = |kind| match kind {
            ParameterKind::List => "list.txt".to_owned(),
            ParameterKind::Numbers => "{1, 3, 4}".to_owned(),
            ParameterKind::Count => "2".to_owned(),
        };
        let parameters: Vec<String> = family.parameters.iter().map(|parameter| text(parameter.kind)).collect();
        let game = grundy_games::game_with(&family.text(&parameters), &|_| Ok(b"letters\n".to_vec()));
        let game = game.unwrap_or_else(|fault| panic!("{}: {fault}", family.name));
        if family.parameters.is_empty() {
            assert_eq!(game.to_string(), family.game, "{}", family.name);
            // A game on boards of squares and on graphs has two names.
            assert!(Family::of(family.game, &[]).is_none_or(|found| found.game == family.game), "{}", family.name);
        }
    }
}

#[test]
fn names_are_read_without_regard_to_their_spelling() {
    for (text, game) in [
        ("Dawson's Kayles", "octal 0.07"),
        ("dawsons kayles", "octal 0.07"),
        ("DAWSON", "octal 0.137"),
        ("  Grundy's Game ", "split into 2 unequal heaps"),
        ("misere-kayles", "misère octal 0.77"),
        ("Misère Dawson’s Kayles", "misère octal 0.07"),
        ("subtraction {1,3,4}", "take 1 or 3 or 4"),
        ("subtraction [1..3]", "take 1..3"),
        ("S(1,3,4)", "take 1 or 3 or 4"),
        ("0·77", "octal 0.77"),
        ("4!.0", "split into 2 unequal heaps"),
        ("4!.07", "octal 0.07, split into 2 unequal heaps"),
        ("0.4!7", "octal 0.07, take 1 leaving 2 unequal heaps"),
        ("take 1, 3 or 4", "take 1 or 3 or 4"),
        ("take 1, 3, or 4 counters from a heap", "take 1 or 3 or 4"),
        ("take at most 3", "take 1..3"),
        ("take up to 3 stones, take at least 7", "take 1..3, take 7.."),
        ("take 1 to 3", "take 1..3"),
        ("take between 2 and 5", "take 2..5"),
        ("take 1..10^18", "take 1..1000000000000000000"),
        ("take any number of counters", "take any"),
        ("split into 2.. unequal heaps", "split into 2.. unequal heaps"),
        ("heap a -> a - 1", "a -> (a - 1)"),
    ] {
        let read = grundy_games::game(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let wanted = grundy_games::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        assert_eq!(read, wanted, "{text}");
        assert_eq!(grundy_games::game(&read.to_string()), Ok(read), "{text}");
    }
    assert_eq!(
        grundy_games::called("misere nim").map(|(family, play)| (family.name, play)),
        Some(("nim", Convention::Misere))
    );
    for text in
        ["take at most 0", "0.3!7", "4!!.0", "take 1..2^64", "nimm", "kayles 5", "subtraction", "take from 3 to 1"]
    {
        assert!(grundy_games::game(text).is_err(), "{text}");
    }
}

#[test]
fn positions_are_read_as_people_write_them() {
    for (game, written, read) in [
        ("nim", "3,4,5", Ok("3 + 4 + 5")),
        ("nim", "[3, 4, 5]", Ok("3 + 4 + 5")),
        ("nim", "(3,4)", Ok("3 + 4")),
        ("nim", " { 3 } ", Ok("3")),
        ("nim", "5 7", Ok("5 + 7")),
        ("nim", "1_000_000", Ok("1000000")),
        ("nim", "2*7, 3", Ok("7 + 7 + 3")),
        ("nim", "1,000", Err("G048")),
        ("nim", "100,200,300", Err("G048")),
        ("nim", "1, 000", Ok("1 + 0")),
        ("nim", "1000,200", Ok("1000 + 200")),
        ("nim", "3,", Err("G040")),
        ("nim", "[3", Err("G040")),
        ("nim", "3.5", Err("G040")),
        ("wythoff", "6 9", Ok("W(6, 9)")),
        ("wythoff", "(6, 9) + W(1, 2) + 2*3 4", Ok("W(6, 9) + W(1, 2) + W(3, 4) + W(3, 4)")),
        ("wythoff", "1 2 3", Err("G040")),
        ("wythoff", "6", Err("G040")),
        ("F(n, m) -> F(n - 1, m), F(n, m) -> F(n, m - 1)", "6 9", Ok("F(6, 9)")),
        ("fibonacci-nim", "10", Ok("F(10, 9)")),
        ("fibonacci-nim", "12 11", Err("G040")),
        ("fibonacci-nim", "0 + 10^3", Ok("F(0, 0) + F(1000, 999)")),
        ("chomp", "3 4", Ok("3x4")),
        ("chomp", "3 x 4 + 2x5", Ok("3x4 + 2x5")),
        ("chomp", "5.5.2", Ok("5.5.2")),
        ("chomp", "3", Err("G040")),
        ("cram", "4 5", Ok("4x5")),
        ("euclid", "25,7", Ok("E(25, 7)")),
        ("staircase-nim", "3 1 4", Ok("S(0, 4, 1, 3)")),
        ("notakto", "4x4", Err("G040")),
        ("take square", "3", Err("G048")),
        ("take square", "\"3\"", Ok("3")),
        ("row: take square", "3", Ok("3")),
        ("misère take square", "33", Err("G048")),
        ("cut \"xx\"", "5", Err("G048")),
        ("\"01\" -> \"\"", "0110", Ok("0110")),
        ("game-on-strings", "112", Ok("112")),
        ("bag: take letter until distinct", "letter", Ok("{eelrtt}")),
    ] {
        assert_eq!(position(game, written).as_deref().map_err(|code| *code), read, "{game} at {written}");
    }
    let sum = grundy_games::sum("wythoff 6 9 + dawson's kayles 5 7 + misere-free 1").map(|sum| sum.to_string());
    assert!(sum.is_err(), "{sum:?}");
    let sum = grundy_games::sum("wythoff 6 9 + dawson's kayles 5, 7 + subtraction {1, 2} 4").unwrap();
    assert_eq!((sum.position.len(), sum.rulesets.len()), (4, 3));
    assert_eq!(grundy_games::sum("nim 3 + take square 3").map(|_| ()).map_err(|fault| fault.code), Err("G040"));
    assert_eq!(grundy_games::sum("nim 3 + [take square] 3").map(|_| ()).map_err(|fault| fault.code), Err("G048"));
}

/// A front end shows this position when a game is chosen, and puts a suggestion in the place of the
/// span: both must be read.
#[test]
fn small_positions_and_suggestions_are_read() {
    let mut named = 0;
    for family in FAMILIES.iter().filter(|family| family.parameters.is_empty()) {
        let game = grundy_games::game(family.name).expect("a named game");
        let small = grundy_games::small_position(&game);
        assert!(!grundy_games::position(&game, &small).expect(family.name).is_empty(), "{}: {small}", family.name);
        named += 1;
    }
    assert!(named > 20);
    for text in ["tke 2", "take 3..1", "octal 77", "row: cut letter of c..a", "hep: take 2", "n -> n-gdc(n, 2)"] {
        let mistake = grundy_games::game(text).expect_err("a mistake");
        let suggestion = mistake.suggestion.unwrap_or_else(|| panic!("{text}: {}", mistake.help));
        let mut mended = text.to_owned();
        mended.replace_range(mistake.span, &suggestion);
        if let Err(still) = grundy_games::game(&mended) {
            assert_ne!(still.code, mistake.code, "{text}: {mended}: {}", still.message);
        }
    }
}
