//! What is stored of an answer reads back as it was, and as the same question.

use std::{num::NonZero, time::Duration};

use grundy::{
    Answer, Limits, Nimber, Outcome, Question, Run, Wanted, games,
    record::{MovesRecord, PlanRecord, Record},
};
use serde::{Serialize, de::DeserializeOwned};

fn through<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).expect("plain data")).expect("what was written is read")
}

#[test]
fn answers_with_their_moves_read_back() {
    let run = Run::new(Limits::default());
    for (game, position, question) in [
        ("kayles", "5 + 7 + 9", Question::ValueAndMoves),
        ("nim", "18446744073709551615 + 1", Question::ValueAndMoves),
        ("misere-kayles", "7", Question::ValueAndMoves),
        ("cram", "3x4", Question::Value),
        ("cram", "3x3", Question::Outcome),
        ("cut word in {fear, chop, arch}", "fearchoparch + chop", Question::ValueAndMoves),
        ("bag: take letter until distinct", "{mississippi}", Question::ValueAndMoves),
        ("ring: \"ab\" -> \"b\"", "(abab)", Question::ValueAndMoves),
        ("kayles", "30", Question::Table),
    ] {
        let query = games::query(game, position, question).expect("a question");
        let mut found = run.find(query.clone(), Wanted::default()).expect("an answer");
        let moves = (question != Question::Table).then(|| found.moves(true).expect("moves"));
        let solved = run.settle(found).expect("a true answer");
        let record = Record::of(&solved);
        let record = moves.iter().fold(record, |record, moves| record.with_moves(&solved, moves));
        let read = through(&record);
        assert_eq!(read, record, "{query}");
        assert_eq!((read.value(), read.outcome()), (solved.value(), solved.outcome()), "{query}");
        assert_eq!((read.answer.clone(), read.proved), (solved.solution.answer.clone(), true), "{query}");
        assert_eq!(read.query().expect("the same question").to_string(), query.to_string());
        let plan = PlanRecord::of(&run.plan(&query).expect("a plan"));
        assert_eq!(through(&plan), plan);
        assert!(!plan.steps.is_empty());
    }
}

#[test]
fn a_sum_of_several_games_reads_back() {
    for text in ["kayles 5 + nim 3 + [row: cut every copy of a letter] abracadabra", "misère nim 3 + kayles 4"] {
        let query = games::sum(text).expect("a sum");
        let solved = Run::new(Limits::default()).solve(query.clone()).expect("an answer");
        let read = through(&Record::of(&solved));
        assert_eq!(read.query().expect("the same sum").to_string(), query.to_string());
        assert_eq!(read.outcome(), solved.outcome());
    }
}

#[test]
fn the_form_of_a_record_stays() {
    let run = Run::new(Limits::default());
    let query = games::query("kayles", "3", Question::ValueAndMoves).expect("a question");
    let mut found = run.find(query, Wanted::default()).expect("an answer").unmeasured();
    let moves = found.winning_moves().expect("no fault").expect("no limit");
    let solved = run.settle(found).expect("a true answer");
    let record = Record::of(&solved).with_moves(&solved, &moves);
    let written = serde_json::to_string(&record).expect("plain data");
    let wanted = r#"{"game":"octal 0.77","position":"3","convention":"normal","question":"value_and_moves",
        "answer":{"value":3},"proved":true,"doubt":null,"solver":"heap","stats":null,"moves":{"listed":{"moves":
        [{"component":0,"from":"3","to":["1","1"],"value":0,"outcome":"P","words":[]}],"count":3,"merged":false,"unknown":0}}}"#;
    let wanted: String = wanted.lines().map(str::trim_start).collect();
    assert_eq!(written, wanted);
    let Some(MovesRecord::Listed { moves, .. }) = &record.moves else { panic!("{record:?}") };
    assert_eq!((moves[0].value, moves[0].outcome), (Some(Nimber::ZERO), Outcome::P));
    // A reader of this version takes what lacks the fields that may be absent.
    let short = r#"{"game":"nim","position":"5","convention":"misere","question":"outcome",
        "answer":{"outcome":"N"},"proved":false,"solver":"x"}"#;
    let record: Record = serde_json::from_str(short).expect("the other fields have defaults");
    assert_eq!((record.answer, record.moves), (Answer::Outcome(Outcome::N), None));
}

#[test]
fn limits_read_back() {
    let limits = Limits {
        time: Some(Duration::from_millis(1500)),
        memory: Some(1 << 40),
        positions: None,
        threads: NonZero::new(3),
    };
    assert_eq!(through(&limits), limits);
    assert_eq!(serde_json::from_str::<Limits>("{}").expect("all have defaults"), Limits::default());
}
