//! Leaves of graphs, all taken but at most one: every answer is compared with a plain meaning that
//! this file writes anew, on trees and on other graphs, and both checkers verify it.

use std::collections::{BTreeSet, HashMap};

use grundy::{
    Answer, Budget, Convention, Nimber, Outcome, Question, Verdict,
    cert::{read, write},
    check,
    games::{self, Component, no_lists},
    moves,
    moves::Moves,
    plan,
    theory::MexSet,
};

use crate::second_checker::{Numbers, python_verifies};

const GAME: &str = "graph: take all leaves but at most one";

/// A graph as its vertices, and the edges of the whole board between them.
type Left = BTreeSet<u32>;

/// The vertices that each move on one connected graph leaves.
fn options(left: &Left, edges: &[(u32, u32)]) -> Vec<Left> {
    let degree =
        |at: &u32| edges.iter().filter(|(a, b)| (a == at && left.contains(b)) || (b == at && left.contains(a))).count();
    let leaves: Left = left.iter().copied().filter(|at| degree(at) <= 1).collect();
    let all = [None].into_iter().chain(leaves.iter().copied().map(Some));
    let rests = all.map(|kept| left.iter().copied().filter(|at| !leaves.contains(at) || kept == Some(*at)).collect());
    // At least one vertex is taken, and one stays if there are two.
    rests.filter(|rest: &Left| rest.len() < left.len() && (!rest.is_empty() || left.len() == 1)).collect()
}

/// The value of a sum of connected graphs, and whether the mover loses it in misère play. Leaves
/// never disconnect a graph.
fn solve(sum: &[Left], edges: &[(u32, u32)], known: &mut HashMap<Vec<Left>, (Nimber, bool)>) -> (Nimber, bool) {
    let sum: Vec<Left> = sum.iter().filter(|part| !part.is_empty()).cloned().collect();
    if let Some(&found) = known.get(&sum) {
        return found;
    }
    let (mut values, mut ended, mut lost) = (MexSet::default(), true, true);
    for (at, part) in sum.iter().enumerate() {
        for rest in options(part, edges) {
            let mut next = sum.clone();
            next[at] = rest;
            let (value, misere) = solve(&next, edges, known);
            values.insert(value);
            (ended, lost) = (false, lost && !misere);
        }
    }
    let found = (values.mex(), lost && !ended);
    known.insert(sum, found);
    found
}

fn text(edges: &[(u32, u32)], vertices: &Left) -> String {
    let edges = edges.iter().map(|(a, b)| format!("{a}-{b}"));
    let all: Vec<String> = edges.chain(vertices.iter().map(u32::to_string)).collect();
    format!("{{{}}}", all.join(" "))
}

fn vertices(component: &Component) -> Left {
    let Component::Graph(graph) = component else { panic!("{component}") };
    (0..graph.vertices()).map(|vertex| graph.name(vertex).parse::<u32>().unwrap()).collect()
}

#[test]
fn random_sums_have_the_answers_of_the_plain_meaning() {
    let mut numbers = Numbers::new(5);
    let (mut texts, mut kinds) = (Vec::new(), [0; 4]);
    for round in 0..150 {
        // One or two connected graphs; every third has a cycle.
        let (mut edges, mut parts, mut first) = (Vec::new(), Vec::new(), 0u32);
        for _ in 0..1 + numbers.below(2) {
            let count = 1 + numbers.below(7) as u32;
            edges.extend((1..count).map(|at| (first + numbers.below(at as usize) as u32, first + at)));
            if round % 3 == 0 && count > 2 {
                edges.push((first, first + 1 + numbers.below(count as usize - 1) as u32));
            }
            parts.push((first..first + count).collect::<Left>());
            first += count;
        }
        edges.sort_unstable();
        edges.dedup();
        let position = text(&edges, &(0..first).collect());
        let mut known = HashMap::new();
        let (value, lost) = solve(&parts, &edges, &mut known);
        let ask = |convention| {
            let mut query = games::query(GAME, &position, Question::ValueAndMoves).unwrap();
            query.convention = convention;
            let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
            let text = write(&query, &solution).unwrap();
            let (again, claims) = read(&text, &no_lists).unwrap();
            assert_eq!(check(&again, &claims, &mut || true), Ok(Verdict::Verified), "{position}");
            (query, solution, text)
        };
        let (query, solution, text) = ask(Convention::Normal);
        assert_eq!(solution.answer, Answer::Value(value), "{position}");
        kinds[usize::from(text.contains("claim law"))] += 1;
        texts.push(text);
        let mut winning = BTreeSet::new();
        for (at, part) in parts.iter().enumerate() {
            for rest in options(part, &edges) {
                let mut next = parts.clone();
                next[at] = rest.clone();
                if solve(&next, &edges, &mut known).0 == Nimber::ZERO {
                    winning.insert((at, rest));
                }
            }
        }
        for all in [false, true] {
            let Moves::Listed { moves, merged: false, .. } = moves(&query, &solution, all, &mut Budget::new()).unwrap()
            else {
                panic!("{position}: few moves")
            };
            let side =
                |made: &grundy::moves::Move| (made.component, made.to.iter().flat_map(vertices).collect::<Left>());
            let found: BTreeSet<(usize, Left)> = moves.iter().filter(|made| made.wins()).map(side).collect();
            assert_eq!(found, winning, "{position}");
            assert!(moves.iter().all(|made| made.actions.len() == 1), "{position}");
        }
        let (query, solution, text) = ask(Convention::Misere);
        let mut winning = BTreeSet::new();
        for (at, part) in parts.iter().enumerate() {
            for rest in options(part, &edges) {
                let mut next = parts.clone();
                next[at] = rest.clone();
                if solve(&next, &edges, &mut known).1 {
                    winning.insert((at, rest));
                }
            }
        }
        let Moves::Listed { moves, .. } = moves(&query, &solution, false, &mut Budget::new()).unwrap() else {
            panic!("misère {position}: few moves")
        };
        let side = |made: &grundy::moves::Move| (made.component, made.to.iter().flat_map(vertices).collect::<Left>());
        assert_eq!(moves.iter().map(side).collect::<BTreeSet<_>>(), winning, "misère {position}");
        assert_eq!(solution.answer, Answer::Outcome(if lost { Outcome::P } else { Outcome::N }), "misère {position}");
        kinds[2 + usize::from(lost)] += 1;
        texts.push(text);
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
    python_verifies("leaves", &texts);
}

#[test]
fn moves_have_names() {
    let actions = |position: &str| {
        let query = games::query(GAME, position, Question::ValueAndMoves).unwrap();
        let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        let Moves::Listed { moves, .. } = moves(&query, &solution, true, &mut Budget::new()).unwrap() else {
            panic!("{position}: few moves")
        };
        let shown = |made: &grundy::moves::Move| {
            let to: Vec<String> = made.to.iter().map(ToString::to_string).collect();
            format!("{}: {}", made.actions[0], to.join(" + "))
        };
        let mut all: Vec<String> = moves.iter().map(shown).collect();
        all.sort();
        all
    };
    assert_eq!(
        actions("{a-b b-c}"),
        ["take all leaves but a: {a-b}", "take all leaves but c: {b-c}", "take all leaves: {b}"]
    );
    assert_eq!(actions("{a-b}"), ["take all leaves but a: {a}", "take all leaves but b: {b}"]);
    assert_eq!(actions("{a}"), ["take all leaves: "]);
    assert_eq!(actions("{a-b b-c c-a a-x}"), ["take all leaves: {a-b a-c b-c}"]);
    assert_eq!(actions("cycle 5"), Vec::<String>::new());
    assert_eq!(actions("{}"), Vec::<String>::new());
}

/// The size of the contest problem, and ten times that.
#[test]
fn large_trees() {
    for vertices in [200_000u32, 2_000_000] {
        let position = format!("path {vertices}");
        for (game, answer) in
            [(GAME.to_owned(), Answer::Value(Nimber(0))), (format!("misère {GAME}"), Answer::Outcome(Outcome::N))]
        {
            let query = games::query(&game, &position, Question::ValueAndMoves).unwrap();
            let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
            assert_eq!(solution.answer, answer, "{position}");
        }
    }
    // All leaves but one of a longest path are taken: more winning moves than fit.
    let position = format!("{{{}}}", (1..=60_000).map(|leaf| format!("0-{leaf} ")).collect::<String>());
    for convention in [Convention::Normal, Convention::Misere] {
        let mut query = games::query(GAME, &position, Question::ValueAndMoves).unwrap();
        query.convention = convention;
        let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
        let found = moves(&query, &solution, false, &mut Budget::new()).unwrap();
        if convention == Convention::Normal {
            assert_eq!(solution.answer, Answer::Value(Nimber(2)));
            let Moves::TooMany { winning: Some(made), .. } = found else { panic!("60,000 moves") };
            assert_eq!(made.actions[0].to_string(), "take all leaves but 1");
        } else {
            // The other player is left with one vertex.
            let Moves::Listed { moves, count, .. } = found else { panic!("one move") };
            assert_eq!((moves.len(), count, moves[0].actions[0].to_string()), (1, 60_001, "take all leaves".into()));
        }
    }
    let refused = games::query(GAME, "path 3000000", Question::Value).map(|_| ()).map_err(|fault| fault.code);
    assert_eq!(refused, Err("G005"));
}
