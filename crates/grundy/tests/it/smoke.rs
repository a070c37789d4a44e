//! First answers: the sentences that the language must know, each with a value from its source.

use grundy::{
    Answer, Budget, Nimber, Query, Question, Verdict,
    cert::Claim,
    check,
    games::{FAMILIES, ParameterKind},
    plan,
};

fn value(game: &str, position: &str) -> u64 {
    let query =
        grundy::games::query(game, position, Question::ValueAndMoves).unwrap_or_else(|fault| panic!("{game}: {fault}"));
    let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
    let unchecked = solution.claims.iter().any(|claim| matches!(claim, Claim::Unchecked(..)));
    let expected = if unchecked { Verdict::Unverified } else { Verdict::Verified };
    assert_eq!(check(&query, &solution, &mut || true), Ok(expected), "{game} {position}");
    let Answer::Value(Nimber(value)) = solution.answer else { panic!("a value") };
    let again = query.game_text();
    assert_eq!(grundy::games::game(&again).unwrap().ruleset, query.rulesets[0], "{again}");
    value
}

#[test]
fn sentences() {
    assert_eq!(value("kayles", "5 + 7 + 9"), 2);
    assert_eq!(value("nim", "3 + 4 + 5"), 2);
    assert_eq!(value("a -> (a - 2b) + (a - b) for b in 1..a/2", "10 + 7"), 2);
    assert_eq!(value("split into 2 unequal heaps", "16"), 3);
    assert_eq!(value("row: cut every copy of a letter", "abracadabra"), 3);
    assert_eq!(value("cut word in {fear, chop, arch}", "fearchoparchfearchop"), 1);
    assert_eq!(value("cut word in {PAWPAW}", "PAWPAWPAWPAW"), 2);
    assert_eq!(value("take word in {PAWPAW}", "PAWPAWPAWPAW"), 0);
    assert_eq!(value("bag: take letter until distinct", "{aabc}"), 1);
    assert_eq!(value("treblecross", "7"), 3);
    assert_eq!(value("\"aa\" -> \"\", \"b\" -> \"\"", "abab"), 1);
    assert_eq!(value("ring: \"aba\" -> \"a|a\"", "(abaz)"), 1);
    assert_eq!(value("kayles", "9"), 4);
    assert_eq!(value("xyx -> x|y|x for letters x, y", "ababa"), 2);
    assert_eq!(value("A(n) -> A(n-1), A(n) -> B(a) + A(b) for a + b = n - 2, B(n) -> B(n-2)", "A(7) + B(2)"), 4);
    assert_eq!(value("wythoff", "W(3, 5)"), 0);
    assert_eq!(value("fibonacci-nim", "F(8, 7)"), 0);
    assert_eq!(value("tape: append letter of a..b avoiding square", "\"\"/9"), 1);
}

/// What `grundy games` shows for each game with a name can be typed as it stands.
#[test]
fn every_example_is_a_position_that_is_solved() {
    let lists = |_: &str| Ok(b"bed\nletter\nset\nreel\ntree\n".to_vec());
    for family in FAMILIES {
        let parameters = family.parameters.iter().map(|parameter| match parameter.kind {
            ParameterKind::List => "list.txt".to_owned(),
            ParameterKind::Numbers => "{1, 3, 4}".to_owned(),
            ParameterKind::Count => "2".to_owned(),
        });
        let parameters: Vec<String> = parameters.collect();
        let rules = grundy::games::game_with(&family.text(&parameters), &lists).unwrap();
        let start =
            grundy::games::position(&rules, family.example).unwrap_or_else(|fault| panic!("{}: {fault}", family.name));
        let query = Query::new(&rules, start, Question::ValueAndMoves);
        let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{}", family.name);
    }
}
