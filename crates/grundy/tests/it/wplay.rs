//! The values of word-play boards: the inputs of `testdata/judge/wplay` that come with a file of
//! values.

use std::{fs, path::Path};

use grundy::{
    Answer, Budget, Component, Nimber, Query, Question, plan,
    plan::{PlanOptions, plan_with},
    solvers::SOLVERS,
};

use crate::values::testdata;

/// The word list and the boards of an input, letters of a board in one word.
fn read(path: &Path) -> (String, Vec<String>) {
    let text = fs::read_to_string(path).expect("the input is there");
    let mut tokens = text.split_whitespace();
    let mut number = || tokens.next().expect("a number").parse::<usize>().expect("a number");
    let words = number();
    let list: String = tokens.by_ref().take(words).map(|word| format!("{word}\n")).collect();
    let mut number = || tokens.next().expect("a number").parse::<usize>().expect("a number");
    let (rows, _, boards) = (number(), number(), number());
    let boards = (0..boards).map(|_| tokens.by_ref().take(rows).collect()).collect();
    (list, boards)
}

#[test]
fn boards_have_their_values() {
    let mut files = 0;
    for entry in fs::read_dir(testdata("judge/wplay")).expect("the folder is there") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|own| own != "values") {
            continue;
        }
        files += 1;
        let expected: Vec<u64> = fs::read_to_string(&path)
            .expect("the file can be read")
            .split_whitespace()
            .map(|value| value.parse().expect("a value"))
            .collect();
        let (list, boards) = read(&path.with_extension("in"));
        assert_eq!(boards.len(), expected.len());
        let rules = grundy::games::game_with("wplay \"words\"", &|_| Ok(list.clone().into_bytes())).expect("a game");
        let component =
            |board: &String| grundy::games::position(&rules, &format!("{{{board}}}")).expect("a board").remove(0);
        let start: Vec<Component> = boards.iter().map(component).collect();
        let query = Query::new(&rules, start, Question::ValueAndMoves);
        let total = Answer::Value(expected.iter().copied().map(Nimber).sum());
        let small = boards.len() < 100;
        for &kernel in SOLVERS {
            let chosen = if small { plan_with(&query, PlanOptions::only(&[kernel])) } else { plan(&query) };
            let Ok(plan) = chosen else { continue };
            let solution = plan.run(&mut Budget::new()).expect("judge boards are small");
            assert_eq!(solution.answer, total, "{} by {}", path.display(), plan.solvers());
            for (term, &expected) in query.position.iter().zip(&expected) {
                let value = solution.value(&query, 0, &term.component);
                assert_eq!(value, Some(Nimber(expected)), "{} by {}", term.component, plan.solvers());
            }
            if !small {
                break;
            }
        }
    }
    assert!(files >= 15, "only {files} files");
}
