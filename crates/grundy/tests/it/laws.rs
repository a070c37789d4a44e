//! Laws of all heaps that are no periods: proved, written, read, and queried for answers.

use grundy::{
    Answer, Budget, Component, Convention, Limits, Outcome, ProofQuery, Question, Run, Status, Wanted,
    cert::Claim,
    moves::Moves,
    proof::{Finding, Standing},
    prove,
};

/// A law with its certificate, which the checker has verified.
fn certified(game: &str, to: Option<u64>) -> (Claim, Standing, String) {
    let rules = grundy::games::game(game).unwrap();
    let run = Run::new(Limits::default());
    let proof = run.prove(&rules, &ProofQuery { to, ..ProofQuery::default() }).unwrap();
    assert_eq!(proof.status, Status::Proved, "{game}");
    let text = proof.certificate().unwrap().unwrap();
    let Finding::Law(law) = proof.finding else { panic!("{game}: {:?}", proof.finding) };
    (law, proof.standing, text)
}

/// The answer that a certificate gives a question.
fn answered(game: &str, text: &str, position: &str, ask: Question) -> Result<Answer, String> {
    let run = Run::new(Limits::default());
    let certificate = run.certificate_bytes(text.as_bytes().to_vec(), "law.cert").unwrap();
    let query = grundy::games::query(game, position, ask).unwrap();
    let solved = certificate.answer(query).map_err(|error| format!("{error:?}"))?;
    assert!(solved.status.is_proved());
    Ok(solved.solution.answer)
}

/// The answer without a certificate.
fn solved(game: &str, position: &str, ask: Question) -> Answer {
    let query = grundy::games::query(game, position, ask).unwrap();
    grundy::plan(&query).unwrap().run(&mut Budget::new()).unwrap().answer
}

#[test]
fn laws_are_proved_and_answer_from_their_certificates() {
    let games = [
        ("n -> d for d in 1..n-1 where n % d = 0", "closed-form"),
        ("n -> n-k for k in 1..n/3", "closed-form"),
        ("divisor-game", "closed-form"),
        ("n -> n-1, n -> 3 of (n/2) where n % 2 = 0 where n > 0", "binary"),
        ("take any, split into 2 heaps", "binary"),
        ("x -> y for y in 1..sqrt(x) where y^4 >= x where y < x", "runs"),
    ];
    for (game, kind) in games {
        let (law, standing, text) = certified(game, Some(5000));
        let found = match &law {
            Claim::ClosedForm(_) => "closed-form",
            Claim::Binary(_) => "binary",
            _ => "runs",
        };
        assert_eq!(found, kind, "{game}");
        let certain = if kind == "runs" { Standing::Certified } else { Standing::Proved };
        assert_eq!((standing, law.certified_to()), (certain, (kind == "runs").then_some(5000)), "{game}");
        for position in ["0", "1", "7", "90", "333 + 50"] {
            for ask in [Question::Value, Question::Outcome] {
                let found = answered(game, &text, position, ask).unwrap();
                assert_eq!(found, solved(game, position, ask), "{game} at {position}");
            }
        }
        let beyond = answered(game, &text, "5001", Question::Value);
        assert_eq!(beyond.is_err(), kind == "runs", "{game}: {beyond:?}");
    }
}

#[test]
fn laws_of_outcomes_give_no_values() {
    for (game, positions) in [
        ("wythoff", ["W(3, 5)", "W(8, 4)", "W(0, 0)", "W(1, 2)"]),
        ("fibonacci-nim", ["F(13, 12)", "F(12, 1)", "F(0, 3)", "F(21, 8)"]),
    ] {
        let (law, standing, text) = certified(game, None);
        assert!(law.is_outcome() && standing == Standing::Proved, "{game}");
        for position in positions {
            let found = answered(game, &text, position, Question::Outcome).unwrap();
            let Answer::Value(value) = solved(game, position, Question::Value) else { panic!("{game} at {position}") };
            assert_eq!(found, Answer::Outcome(value.outcome()), "{game} at {position}");
            // A question about values is answered with who wins.
            let more = answered(game, &text, position, Question::ValueAndMoves).unwrap();
            assert_eq!(more, found, "{game} at {position}");
        }
        let pair = format!("{} + {}", positions[0], positions[1]);
        assert!(answered(game, &text, &pair, Question::Outcome).is_err(), "outcomes do not add");
    }
}

/// The value is not asked for where a search for it would never end, and a theorem gives who wins.
#[test]
fn who_wins_is_answered_where_the_value_is_out_of_reach() {
    for (game, position, wanted) in [
        ("wythoff", "W(6180339887498948482, 10000000000000000000)", Some(Outcome::P)),
        ("wythoff", "W(1000000000000000000, 5)", Some(Outcome::N)),
        ("nim-with-a-pass", "P(1000000001, 1000000002, 0, 1)", Some(Outcome::P)),
        ("nim-with-a-pass", "P(1000000000, 1000000007, 0, 1)", Some(Outcome::N)),
        ("wythoff", "W(3, 5)", None),
        ("nim-with-a-pass", "P(3, 4, 0, 1)", None),
    ] {
        let query = grundy::games::query(game, position, Question::ValueAndMoves).unwrap();
        let run = Run::new(Limits::default());
        let solved = run.settle(run.find_in_reach(query, Wanted::default()).unwrap()).unwrap();
        assert_eq!(solved.status, Status::Proved, "{game} at {position}");
        match (wanted, solved.solution.answer) {
            (Some(wanted), answer) => assert_eq!(answer, Answer::Outcome(wanted), "{game} at {position}"),
            (None, answer) => assert_eq!(answer, Answer::Value(grundy::Nimber(0)), "{game} at {position}"),
        }
    }
    // A sum has no outcome by outcomes, and the value is asked for.
    let query =
        grundy::games::query("wythoff", "W(1000000000000000000, 5) + W(1, 2)", Question::ValueAndMoves).unwrap();
    assert!(Run::new(Limits::default()).find_in_reach(query, Wanted::default()).is_err());
}

/// A theorem on periods is about these games, and they have no period: values grow for ever.
#[test]
fn games_whose_values_grow_have_laws_in_place_of_a_period() {
    for game in ["take 1 leaving 3 heaps", "hex 0.8", "split into 2..4 heaps"] {
        let (law, standing, text) = certified(game, None);
        assert!(matches!(law, Claim::Binary(_)) && standing == Standing::Proved, "{game}: {law:?}");
        for position in ["0", "1", "7", "40 + 33"] {
            let found = answered(game, &text, position, Question::Value).unwrap();
            assert_eq!(found, solved(game, position, Question::Value), "{game} at {position}");
        }
    }
    // Below the bound, periods alone are sought.
    let rules = grundy::games::game("take 1 leaving 3 heaps").unwrap();
    let proof = prove(&rules, Some(300), &mut Budget::new()).unwrap();
    assert!(proof.standing == Standing::Observed && proof.stopped.is_none(), "{proof:?}");
}

/// The winning moves of Maximum Nim, which its closed form gives, are those of the list of all
/// moves.
#[test]
fn winning_moves_of_maximum_nim() {
    for game in ["n -> n-k for k in 1..n/2", "n -> n-k for k in 1..sqrt(n)", "take 1 or 2, n -> n-k for k in 1..n/3"] {
        for position in ["0", "1", "2", "9", "57", "40 + 33", "100 + 7 + 7 + 2"] {
            let solved = grundy::solve(game, position).unwrap();
            let moves = |all| grundy::moves(&solved.query, &solved.solution, all, &mut Budget::new()).unwrap();
            let (Moves::Listed { moves: all, count, .. }, Moves::Listed { moves: winning, count: own, .. }) =
                (moves(true), moves(false))
            else {
                panic!("{game} has few moves")
            };
            let plain: Vec<_> = all.into_iter().filter(grundy::moves::Move::wins).collect();
            assert_eq!((winning, own), (plain, count), "{game} at {position}");
        }
    }
    let solved = grundy::solve("n -> n-k for k in 1..n/3", "1000000000000000000").unwrap();
    let found = grundy::moves(&solved.query, &solved.solution, false, &mut Budget::new()).unwrap();
    let Moves::Listed { moves, count, .. } = found else { panic!("one move") };
    assert_eq!((moves.len(), count), (1, 333_333_333_333_333_333));
    assert_eq!(moves[0].to, [Component::Heap(989_328_308_900_215_180)]);
}

/// Moves that the forms of games with several sizes give: where they are few, those of the list of
/// all moves; where they are too many to list, one that wins.
#[test]
fn winning_moves_of_closed_forms() {
    let found = |game: &str, position: &str, all: bool| {
        let solved = grundy::solve(game, position).unwrap();
        grundy::moves(&solved.query, &solved.solution, all, &mut Budget::new()).unwrap()
    };
    for (game, position) in [
        ("euclid", "E(25, 7)"),
        ("euclid", "E(8, 5) + E(4, 9)"),
        ("euclid", "E(25, 7) + E(4, 4)"),
        ("divisor-game", "96 + 8"),
        ("staircase-nim", "S(3, 1, 4, 2) + S(0, 0, 0, 5)"),
        ("nim-with-a-pass", "P(7, 0, 0, 1) + P(1, 2, 3, 0)"),
        ("take 2..5", "1000000000000000000"),
    ] {
        let (Moves::Listed { moves: all, .. }, Moves::Listed { moves: winning, count, .. }) =
            (found(game, position, true), found(game, position, false))
        else {
            panic!("{game} has few moves at {position}")
        };
        assert_eq!(count, all.len() as u128, "{game} at {position}");
        let plain: Vec<_> = all.into_iter().filter(grundy::moves::Move::wins).map(|made| made.to).collect();
        assert_eq!(winning.into_iter().map(|made| made.to).collect::<Vec<_>>(), plain, "{game} at {position}");
    }
    for (game, position, wins) in [
        ("divisor-game", "4611686018427387904", true),
        ("divisor-game", "9000000001", false),
        ("staircase-nim", "S(9, 5000000000, 7, 3000000000)", true),
        ("staircase-nim", "S(9, 5000000000, 7, 5000000000)", false),
        ("nim-with-a-pass", "P(5000000000, 0, 0, 1)", true),
        ("nim-with-a-pass", "P(5000000000, 0, 5000000000, 0)", false),
    ] {
        let winning = match found(game, position, false) {
            // The moves of a number are its divisors: few, and long to find.
            Moves::One(winning) if game == "divisor-game" => winning,
            // All moves that win: from a step at most one.
            Moves::Listed { mut moves, count: 8_000_000_000.., .. } if game == "staircase-nim" => {
                assert_eq!(moves.len(), usize::from(wins), "{position}: {moves:?}");
                moves.pop()
            }
            Moves::TooMany { most: 2_000_000.., winning } if game != "divisor-game" => winning,
            other => panic!("{game} at {position}: {other:?}"),
        };
        assert_eq!(winning.is_some(), wins, "{game} at {position}");
        if let Some(made) = winning {
            let rules = grundy::games::game(game).unwrap();
            let left = made.to.iter().map(|part| rules.ruleset.text(part)).collect::<Vec<_>>().join(" + ");
            assert_eq!(solved(game, &left, Question::Value), Answer::Value(grundy::Nimber(0)), "{game}: {left}");
        }
    }
}

#[test]
fn misere_nim_and_bags_have_laws() {
    for (game, convention) in
        [("misère nim", Convention::Misere), ("bag: take letter until distinct", Convention::Normal)]
    {
        let rules = grundy::games::game(game).unwrap();
        let proof = prove(&rules, None, &mut Budget::new()).unwrap();
        assert_eq!((proof.standing, rules.convention), (Standing::Proved, convention));
        assert!(matches!(proof.finding, Finding::Law(Claim::ClosedForm(_))), "{:?}", proof.finding);
    }
}

/// An altered law is refused.
#[test]
fn altered_laws_are_refused() {
    let (_, _, text) = certified("n -> n-1, n -> 3 of (n/2) where n % 2 = 0 where n > 0", None);
    let lines: Vec<&str> = text.lines().collect();
    let mut refused = 0;
    for at in 0..lines.len() {
        let other = match lines[at].split_at(1) {
            ("+", rest) => format!("-{rest}"),
            ("-", rest) => format!("+{rest}"),
            _ => continue,
        };
        let altered: Vec<&str> = (0..lines.len()).map(|own| if own == at { &other[..] } else { lines[own] }).collect();
        let run = Run::new(Limits::default());
        let read = run.certificate_bytes(format!("{}\n", altered.join("\n")).into_bytes(), "law.cert");
        assert!(read.is_err(), "{}", lines[at]);
        refused += 1;
    }
    assert!(refused > 5, "{refused} lines were altered");
}

/// A game without a law is refused with the reason why no theorem on periods is about it.
#[test]
fn games_without_a_law_are_refused() {
    let rules = grundy::games::game("a -> (a-b) for b in 1..a where prime(b)").unwrap();
    let refusal = prove(&rules, None, &mut Budget::new()).unwrap_err();
    assert!(refusal.contains("no theorem is about the rule"), "{refusal}");
}

#[test]
fn parities_of_plays_are_proved_where_no_small_machine_is() {
    for game in ["row: \"ab\" -> \"\"", "row: \"aab\" -> \"ba\"", "mis\u{e8}re row: \"ab\" -> \"\""] {
        let (law, standing, text) = certified(game, None);
        let Claim::ClosedForm(form) = law else { panic!("{game}: {law:?}") };
        assert_eq!((form.name(), standing), ("parity", Standing::Proved), "{game}");
        let misere = game.starts_with("mis");
        let asks: &[Question] = if misere { &[Question::Outcome] } else { &[Question::Value, Question::Outcome] };
        for position in ["ab", "aabb", "abab + aaab", "baabab", "xabyab"] {
            for &ask in asks {
                assert_eq!(
                    answered(game, &text, position, ask).unwrap(),
                    solved(game, position, ask),
                    "{game} at {position}"
                );
            }
        }
    }
    // A small machine counts positions too, so it is the answer.
    let few = grundy::games::game("row: \"a\" -> \"\"").unwrap();
    let run = Run::new(Limits::default());
    let proof = run.prove(&few, &ProofQuery::default()).unwrap();
    assert!(matches!(proof.finding, Finding::Automaton(_)), "{:?}", proof.finding);
}

#[test]
fn machines_that_count_answer_from_their_certificates() {
    let game = "row: \"aa\" -> \"a\", \"ab\" -> \"\"";
    let (law, standing, text) = certified(game, None);
    assert!(matches!(law, Claim::Counting(_)), "{law:?}");
    assert_eq!(standing, Standing::Proved);
    for position in ["ab", "aabbab", "aaab + abab", "baabaab", "aabxab"] {
        for ask in [Question::Value, Question::Outcome] {
            assert_eq!(answered(game, &text, position, ask).unwrap(), solved(game, position, ask), "{position}");
        }
    }
    // All options of a long word would take the square of its length.
    let run = Run::new(Limits::default());
    let certificate = run.certificate_bytes(text.into_bytes(), "law.cert").unwrap();
    let mut won = 0;
    for tail in ["", "a", "aa", "aba"] {
        let query = grundy::games::query(game, &format!("{}{tail}", "aab".repeat(2_000)), Question::Value).unwrap();
        let solved = certificate.answer(query).unwrap();
        let value = solved.value().unwrap();
        let found = grundy::moves(&solved.query, &solved.solution, false, &mut Budget::new()).unwrap();
        let Moves::One(found) = found else { panic!("{found:?}") };
        assert_eq!(found.is_some(), value != grundy::Nimber::ZERO, "{tail}");
        won += usize::from(found.is_some());
    }
    assert!(won > 0, "some of the words are won");
}

/// A law whose automaton repeats says so, in its certificate too, which answers as before.
#[test]
fn automata_of_values_that_repeat_have_a_period() {
    for (game, wanted) in [
        ("n -> n-s for s in {2, 5, 7} where n % 3 != 1", Some((15, 3, 0))),
        ("n -> n-1 where n % 2 = 0, n -> n-2, n -> n-7 where n % 3 = 0", Some((7, 12, 0))),
        ("n -> n-1 where n % 3 != 0, n -> n-2 where n % 2 = 1 and n > 1", None),
        ("take 1 leaving 3 heaps", None),
    ] {
        let (law, _, text) = certified(game, None);
        let Claim::Binary(law) = &law else { panic!("{game}: {law:?}") };
        let found = law.kinds[0].repetition.map(|found| (found.preperiod, found.period, found.saltus));
        let plain = |size: u64| match solved(game, &size.to_string(), Question::Value) {
            Answer::Value(value) => value.0,
            other => panic!("{other:?}"),
        };
        let values: Vec<u64> = (0..120).map(plain).collect();
        match found {
            Some((preperiod, period, saltus)) => {
                assert!(text.contains(&format!("\nrepeats {preperiod} {period} {saltus}\n")), "{text}");
                let repeats = |at: usize| values[at + period as usize] == values[at] + saltus;
                assert!((preperiod as usize..60).all(repeats), "{game}: {found:?}");
            }
            None => assert!(!text.contains("repeats"), "{text}"),
        }
        if wanted.is_some() {
            assert_eq!(found, wanted, "{game}");
        }
        for position in ["7", "1000000000000000000"] {
            assert!(answered(game, &text, position, Question::Value).is_ok(), "{game} at {position}");
        }
    }
}
