//! The labels compared with play: every sum of tokens and heaps, decided backwards on the graph of
//! all positions.

use grundy_cert::{Flaw, Label, Labels, LoopyOutcome, LoopyValue, check_remoteness};
use grundy_core::{MexSet, Nimber};
use grundy_games::{Digraph, Survey};

use super::{labels, remoteness};
use crate::support::budget::{Budget, Reason, Stopped};

fn graph(edges: impl IntoIterator<Item = (u32, u32)>) -> Digraph {
    let text: String = edges.into_iter().map(|(from, to)| format!("{from},{to}\n")).collect();
    let open = || Ok(text.as_bytes());
    Survey::of(text.len() as u64, open, &mut |_| true).unwrap().fill(open, &mut || true).unwrap()
}

/// Returns who wins each of these positions and in how many moves, by iteration until nothing
/// changes.
fn played(options: &[Vec<usize>]) -> Vec<(LoopyOutcome, Option<u32>)> {
    let mut found: Vec<(LoopyOutcome, Option<u32>)> = vec![(LoopyOutcome::Draw, None); options.len()];
    for moves in 0..=options.len() as u32 {
        for at in 0..options.len() {
            let mut to = options[at].iter().map(|&to| found[to]);
            if found[at].0 != LoopyOutcome::Draw {
                continue;
            }
            let before = |one: Option<u32>| one.is_some_and(|one| one < moves);
            if to.clone().any(|(outcome, one)| outcome == LoopyOutcome::P && before(one)) {
                found[at] = (LoopyOutcome::N, Some(moves));
            } else if to.all(|(outcome, one)| outcome == LoopyOutcome::N && before(one)) {
                found[at] = (LoopyOutcome::P, Some(moves));
            }
        }
    }
    found
}

/// Returns the options of every sum of a token, another token and a heap below `heaps`.
fn sums(graph: &Digraph, heaps: usize) -> Vec<Vec<usize>> {
    let count = graph.vertices() as usize;
    let place = |a: usize, b: usize, heap: usize| (a * count + b) * heaps + heap;
    let mut options = Vec::new();
    for a in 0..count {
        for b in 0..count {
            for heap in 0..heaps {
                let mut listed: Vec<usize> = (0..heap).map(|smaller| place(a, b, smaller)).collect();
                listed.extend(graph.options(a as u32).iter().map(|&to| place(to as usize, b, heap)));
                listed.extend(graph.options(b as u32).iter().map(|&to| place(a, to as usize, heap)));
                options.push(listed);
            }
        }
    }
    options
}

#[test]
fn sums_have_the_outcomes_of_play() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut draws, mut infinite_wins) = (0, 0);
    for turn in 0..300 {
        let count = 1 + random.u32(..6);
        let edges = random.u32(..3 * count + 1);
        let pairs: Vec<(u32, u32)> = (0..edges).map(|_| (random.u32(..count), random.u32(..count))).collect();
        let graph = graph(pairs.clone());
        let found = labels(&graph, &mut Budget::new()).unwrap();
        assert_eq!(found.check(&graph, &mut || true), Ok(true), "{pairs:?}");
        let heaps = 4;
        let meant = played(&sums(&graph, heaps));
        for a in 0..graph.vertices() {
            for b in 0..graph.vertices() {
                for heap in 0..heaps {
                    let others = found.value(&graph, b).plus(LoopyValue::Finite(Nimber(heap as u64)));
                    let value = found.value(&graph, a).plus(others.clone());
                    assert_eq!(found.outcome_in_sum(&graph, a, &others), value.outcome());
                    let at = (a * graph.vertices() + b) as usize * heaps + heap;
                    assert_eq!(value.outcome(), meant[at].0, "turn {turn}: {pairs:?} at {a} + {b} + heap {heap}");
                    draws += u32::from(value.outcome() == LoopyOutcome::Draw);
                    infinite_wins +=
                        u32::from(matches!(value, LoopyValue::Infinite(_)) && value.outcome() == LoopyOutcome::N);
                }
            }
        }
        let single: Vec<Vec<usize>> =
            (0..graph.vertices()).map(|vertex| graph.options(vertex).iter().map(|&to| to as usize).collect()).collect();
        let moves = remoteness(&graph, &found, &mut Budget::new()).unwrap();
        assert_eq!(check_remoteness(&graph, &found, &moves, &mut || true), Ok(true), "{pairs:?}");
        for (vertex, (outcome, long)) in (0..).zip(played(&single)) {
            assert_eq!(found.outcome(&graph, vertex), outcome, "{pairs:?} at {vertex}");
            assert_eq!(moves[vertex as usize].map(|above| above.get() - 1), long, "{pairs:?} at {vertex}");
        }
    }
    assert!(draws > 1000 && infinite_wins > 100, "{draws} draws, {infinite_wins} wins from infinite values");
}

#[test]
fn an_acyclic_graph_gets_the_same_labels_by_both_methods() {
    let mut random = fastrand::Rng::with_seed(11);
    for turn in 0..40 {
        // A complete order on this many vertices has the values 0, 1, 2 .. up to 256 and more.
        let count = [2, 33, 65, 129, 257, 300][turn % 6];
        let dense = turn < 6;
        let mut pairs = Vec::new();
        for from in 1..count {
            pairs.extend((0..from).filter(|_| dense || random.u32(..3) == 0).map(|to| (from, to)));
        }
        let graph = graph(pairs);
        let found = super::acyclic::labels(&graph, &mut Budget::new()).unwrap().expect("no way back");
        let other = super::smith::labels(&graph, &mut Budget::new()).unwrap();
        assert_eq!(found.labels, other.labels);
        for one in [&found, &other] {
            assert_eq!(one.check(&graph, &mut || true), Ok(true));
        }
        if dense {
            assert_eq!(found.labels.last().unwrap().value(), Some(count - 1));
        }
        let mut seen = MexSet::new();
        let mut plain: Vec<Nimber> = Vec::new();
        for vertex in 0..graph.vertices() {
            seen.clear();
            graph.options(vertex).iter().for_each(|&to| seen.insert(plain[to as usize]));
            plain.push(seen.mex());
            assert_eq!(found.value(&graph, vertex), LoopyValue::Finite(seen.mex()));
        }
    }
}

#[test]
fn every_altered_label_and_rank_that_matters_is_refused() {
    // A cycle with an exit, a draw, and vertices of value 2.
    let graph = graph([(0, 1), (1, 0), (1, 2), (3, 4), (4, 3), (5, 2), (6, 5), (6, 2), (7, 6), (7, 3), (3, 2), (8, 8)]);
    let right = labels(&graph, &mut Budget::new()).unwrap();
    assert_eq!(right.check(&graph, &mut || true), Ok(true));
    let moves = remoteness(&graph, &right, &mut Budget::new()).unwrap();
    for vertex in 0..graph.vertices() as usize {
        for value in (0..4).map(Label::finite).chain([Some(Label::INFINITE)]) {
            let value = value.unwrap();
            if value == right.labels[vertex] {
                continue;
            }
            let mut wrong = right.clone();
            wrong.labels[vertex] = value;
            assert!(matches!(wrong.check(&graph, &mut || true), Err(Flaw::WrongLabel(_))), "{vertex} {value:?}");
        }
        for long in 1..6 {
            let mut wrong = moves.clone();
            wrong[vertex] = std::num::NonZeroU32::new(long);
            if wrong != moves {
                assert!(check_remoteness(&graph, &right, &wrong, &mut || true).is_err(), "{vertex} {long}");
            }
        }
    }
    let level = Labels { ranks: vec![0; graph.vertices() as usize], ..right.clone() };
    assert!(level.check(&graph, &mut || true).is_err(), "without ranks a way round could stand for a way out");
    let short = Labels { labels: right.labels[1..].to_vec(), ..right };
    assert_eq!(short.check(&graph, &mut || true), Err(Flaw::OtherGame));
}

#[test]
fn long_paths_and_limits() {
    let count = 1_000_000;
    let long = graph((1..count).map(|from| (from, from - 1)));
    let found = labels(&long, &mut Budget::new()).unwrap();
    assert_eq!(found.labels[count as usize - 1].value(), Some((count - 1) % 2));
    let moves = remoteness(&long, &found, &mut Budget::new()).unwrap();
    assert_eq!(moves[count as usize - 1].unwrap().get(), count);
    let ring = graph((0..count).map(|from| (from, (from + 1) % count)));
    let found = labels(&ring, &mut Budget::new()).unwrap();
    assert!(found.labels.iter().all(|&label| label == Label::INFINITE));
    assert_eq!(found.check(&ring, &mut || true), Ok(true));
    let stopped = labels(&ring, &mut Budget::new().bytes(1 << 20));
    assert!(matches!(stopped, Err(Stopped { reason: Reason::Memory(_), .. })));
}
