//! Graphs, and their moves against the plain meaning: on sets of vertices, without parts.

use std::collections::HashMap;

use grundy_core::{Fault, Game};

use super::*;
use crate::{Component, Declaration, Ruleset};

fn text(graph: &Graph, sign: &str) -> String {
    let mut text = String::new();
    graph.write_own(&mut text, sign).expect("a string takes all text");
    text
}

#[test]
fn edges_sorted_by_counting_are_those_sorted_by_comparison() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut below = |end: u64| random.u64(..end) as u32;
    for (vertices, count) in [(1, 5_000), (7, 2_000), (3_000, 1_024), (5_000, 1_023), (4_100, 1_025), (9, 0)] {
        let mut edges: Vec<(u32, u32)> = (0..count).map(|_| (below(vertices.into()), below(vertices.into()))).collect();
        let found = sorted(vertices, edges.clone());
        edges.sort_unstable();
        assert_eq!(found, edges);
    }
    // An end that is no vertex is kept.
    let foreign: Vec<(u32, u32)> = (0..2_000).rev().map(|at| (at, 5)).collect();
    assert_eq!(sorted(10, foreign.clone()), foreign.into_iter().rev().collect::<Vec<_>>());
}

#[test]
fn a_graph_in_one_part_stays_as_it_is() {
    let path = Graph::of(3, [(0, 1), (1, 2)]).named(["a", "b", "c"]);
    assert_eq!(path.components(), std::slice::from_ref(&path));
    assert_eq!(Graph::of(0, []).components(), []);
    let texts: Vec<String> = Graph::of(4, [(0, 2), (1, 3)]).components().iter().map(|part| text(part, "-")).collect();
    assert_eq!(texts, ["{0-2}", "{1-3}"]);
    assert_eq!(text(&Graph::of(3, [(0, 2)]), "<"), "{0<2 1}");
    assert_eq!(text(&Graph::of(0, []), "-"), "{}");
}

/// A move by its plain meaning, on a set of vertices that are left.
enum PlainMove {
    /// A vertex with such a number of neighbours.
    Degree(fn(u32) -> bool),
    /// So many connected vertices, with whether the rest of their part is connected.
    Together { least: u32, most: u32, whole: bool },
}

/// Sentences, their moves, and how they are printed.
fn sentences() -> Vec<(&'static str, Vec<PlainMove>, &'static str)> {
    let degree = |of| vec![PlainMove::Degree(of)];
    let together = |least, most, whole| vec![PlainMove::Together { least, most, whole }];
    vec![
        ("take vertex where degree is odd", degree(|of| of % 2 == 1), "take vertex where degree is odd"),
        ("take vertex with an odd number of neighbours", degree(|of| of % 2 == 1), "take vertex where degree is odd"),
        ("take vertex where degree even", degree(|of| of % 2 == 0), "take vertex where degree is even"),
        ("take vertex with an even number of neighbours", degree(|of| of % 2 == 0), "take vertex where degree is even"),
        ("take vertex where degree is 2", degree(|of| of == 2), "take vertex where degree = 2"),
        ("take vertex with exactly 1 neighbour", degree(|of| of == 1), "take vertex where degree = 1"),
        ("take vertex with no neighbours", degree(|of| of == 0), "take vertex where degree = 0"),
        ("take vertex where degree is at most 1", degree(|of| of <= 1), "take vertex where degree at most 1"),
        ("take vertex with at most 2 neighbours", degree(|of| of <= 2), "take vertex where degree at most 2"),
        ("take vertex where degree >= 2", degree(|of| of >= 2), "take vertex where degree at least 2"),
        ("take vertex with at least 1 neighbours", degree(|of| of >= 1), "take vertex where degree at least 1"),
        ("take vertex where degree in 1..2", degree(|of| (1..=2).contains(&of)), "take vertex where degree in 1..2"),
        ("take vertex with at least 0 neighbours", degree(|_| true), "take vertex"),
        ("take vertex leaving it connected", together(1, 1, true), "take vertex leaving it connected"),
        (
            "take 1..2 connected vertices leaving it connected",
            together(1, 2, true),
            "take 1..2 connected vertices leaving it connected",
        ),
        (
            "take 2 connected vertices leaving it connected",
            together(2, 2, true),
            "take 2 connected vertices leaving it connected",
        ),
        (
            "take 1..4 connected vertices leaving it connected",
            together(1, 4, true),
            "take 1..4 connected vertices leaving it connected",
        ),
        ("take 1 connected vertex", together(1, 1, false), "take vertex"),
        ("take 1..2 connected vertices", together(1, 2, false), "take vertex, take edge with its ends"),
        ("take 2 connected vertices", together(2, 2, false), "take edge with its ends"),
        ("take 1..3 connected vertices", together(1, 3, false), "take 1..3 connected vertices"),
        ("take 3 connected vertices", together(3, 3, false), "take 3 connected vertices"),
        (
            "take vertex where degree is odd, take 2 connected vertices leaving it connected",
            vec![PlainMove::Degree(|of| of % 2 == 1), PlainMove::Together { least: 2, most: 2, whole: true }],
            "take vertex where degree is odd, take 2 connected vertices leaving it connected",
        ),
    ]
}

/// The part of a set with its least vertex.
fn first_part(around: &[u32], set: u32) -> u32 {
    let mut part = set & set.wrapping_neg();
    loop {
        let next = (0..around.len()).filter(|at| part >> at & 1 == 1).fold(part, |all, at| all | around[at] & set);
        if next == part {
            return part;
        }
        part = next;
    }
}

fn is_connected(around: &[u32], set: u32) -> bool {
    set == 0 || first_part(around, set) == set
}

/// The sets that moves leave of a set of vertices.
fn plain_options(around: &[u32], moves: &[PlainMove], set: u32) -> Vec<u32> {
    let mut options = Vec::new();
    for taken in (1..=set).filter(|taken| taken & !set == 0 && is_connected(around, *taken)) {
        let mut rest = set;
        let part = loop {
            let part = first_part(around, rest);
            if part & taken != 0 {
                break part;
            }
            rest &= !part;
        };
        let is_move = |kind: &PlainMove| match kind {
            PlainMove::Degree(of) => {
                taken.is_power_of_two() && of((around[taken.trailing_zeros() as usize] & set).count_ones())
            }
            PlainMove::Together { least, most, whole } => {
                (*least..=*most).contains(&taken.count_ones()) && (!whole || is_connected(around, part & !taken))
            }
        };
        options.extend(moves.iter().filter(|kind| is_move(kind)).map(|_| set & !taken));
    }
    options
}

/// The value of a set, and whether the player to move wins in misère play.
fn plain(around: &[u32], moves: &[PlainMove], set: u32, known: &mut HashMap<u32, (u64, bool)>) -> (u64, bool) {
    if let Some(&known) = known.get(&set) {
        return known;
    }
    let options: Vec<(u64, bool)> =
        plain_options(around, moves, set).into_iter().map(|rest| plain(around, moves, rest, known)).collect();
    let value = (0..).find(|value| options.iter().all(|option| option.0 != *value)).expect("finitely many options");
    let wins = options.is_empty() || options.iter().any(|option| !option.1);
    known.insert(set, (value, wins));
    (value, wins)
}

/// The same by the options of the rules, for a sum.
fn by_rules(rules: &Ruleset, sum: &[Component], known: &mut HashMap<Vec<Component>, (u64, bool)>) -> (u64, bool) {
    let mut key: Vec<Component> = sum.iter().map(|part| rules.canonical(part)).collect();
    key.sort_unstable();
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut options = Vec::new();
    for at in 0..key.len() {
        let push = |parts: &[Component]| {
            options.push([&key[..at], parts, &key[at + 1..]].concat());
            Ok::<(), Fault>(())
        };
        rules.options(&key[at], push).expect("no faults");
    }
    let found: Vec<(u64, bool)> = options.into_iter().map(|sum| by_rules(rules, &sum, known)).collect();
    let value = (0..).find(|value| found.iter().all(|option| option.0 != *value)).expect("finitely many options");
    let wins = found.is_empty() || found.iter().any(|option| !option.1);
    known.insert(key, (value, wins));
    (value, wins)
}

fn rules_of(moves: &str) -> Declaration {
    crate::game(&format!("graph: {moves}")).unwrap_or_else(|fault| panic!("{moves}: {}", fault.message))
}

#[test]
fn sentences_are_printed_as_they_are_read() {
    for (text, _, printed) in sentences() {
        let rules = rules_of(text).ruleset;
        assert_eq!(rules.to_string(), format!("graph: {printed}"), "{text}");
        assert_eq!(rules_of(printed).ruleset, rules, "{text}");
    }
}

#[test]
fn conditions_are_those_of_the_plain_meaning() {
    let mut random = fastrand::Rng::with_seed(5);
    let positions = ["3x3", "2x4", "..#/.../#..", "1x6", "...#/.#..", "3x2 + 1x2"];
    for round in 0..40 {
        for (text, moves, _) in sentences() {
            let rules = rules_of(text);
            let start = match positions.get(round) {
                Some(position) => crate::position(&rules, position).expect("a position"),
                None => {
                    let count = random.u32(1..8);
                    let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (b, a)));
                    let often = random.u8(1..4);
                    let graph = Graph::of(count, pairs.filter(|_| random.u8(..4) < often).collect::<Vec<_>>());
                    graph.components().into_iter().map(Component::Graph).collect()
                }
            };
            // All components on one set of vertices.
            let (mut around, mut offset): (Vec<u32>, u32) = (Vec::new(), 0);
            for part in &start {
                let (count, edges): (u32, Vec<(u32, u32)>) = match part {
                    Component::Graph(graph) => (graph.vertices(), graph.edges().to_vec()),
                    Component::Cells(cells) => {
                        let places: Vec<usize> = cells.places().collect();
                        let at = |place: usize| places.iter().position(|own| *own == place).expect("a cell") as u32;
                        let beside = |place: usize| cells.beside(place).map(move |next| (at(place), at(next)));
                        (places.len() as u32, cells.places().flat_map(beside).collect())
                    }
                    other => panic!("{other}"),
                };
                around.resize((offset + count) as usize, 0);
                for (a, b) in edges {
                    around[(offset + a) as usize] |= 1 << (offset + b);
                    around[(offset + b) as usize] |= 1 << (offset + a);
                }
                offset += count;
            }
            let expected = plain(&around, &moves, (1 << offset) - 1, &mut HashMap::new());
            let found = by_rules(&rules.ruleset, &start, &mut HashMap::new());
            assert_eq!(found, expected, "{text} at {start:?}");
            for part in start.iter().filter(|part| rules.ruleset.mirrors(part)) {
                assert_eq!(by_rules(&rules.ruleset, std::slice::from_ref(part), &mut HashMap::new()).0, 0, "{part}");
            }
        }
    }
}

/// The rotated move is no answer if the rest must be connected: a cycle of four has the value 1.
#[test]
fn shapes_mirror_only_moves_that_can_be_answered() {
    let square = Component::Cells(Cells::rectangle(2, 2));
    assert!(rules_of("take vertex where degree is odd").ruleset.mirrors(&square));
    let rules = rules_of("take 1..2 connected vertices leaving it connected").ruleset;
    assert!(!rules.mirrors(&square));
    assert_eq!(by_rules(&rules, &[square], &mut HashMap::new()).0, 1);
    let rules = rules_of("take 3 connected vertices").ruleset;
    assert!(!rules.mirrors(&Component::Cells(Cells::rectangle(2, 2))));
}

/// On a path, a connected set that leaves the rest connected is at an end: 0.3, 0.33, 0.333, .. are
/// the games of subtraction.
#[test]
fn on_paths_connected_rests_are_octal_games() {
    for most in 1..5u64 {
        let rules = rules_of(&format!("take 1..{most} connected vertices leaving it connected")).ruleset;
        for length in 1..12u32 {
            let path = Component::Graph(Graph::of(length, (1..length).map(|at| (at - 1, at))));
            let value = by_rules(&rules, &[path], &mut HashMap::new()).0;
            assert_eq!(value, u64::from(length) % (most + 1), "{rules}, {length}");
        }
    }
}

#[test]
fn conditions_that_are_none_are_refused_with_a_way_out() {
    for (text, message) in [
        ("take vertex where degree", "expected a number of neighbours, found the end of the text"),
        ("take vertex where degree is prime", "expected a number of neighbours, found `prime`"),
        ("take vertex where size is odd", "expected `degree`, found `size`"),
        ("take vertex with 2", "expected `neighbours`, found the end of the text"),
        ("take vertex with its friends", "expected a number of neighbours, found `its`"),
        ("take 0 connected vertices", "a move takes from 1 to 8 connected vertices"),
        ("take 1..9 connected vertices", "a move takes from 1 to 8 connected vertices"),
        ("take 2.. connected vertices", "a move takes from 1 to 8 connected vertices"),
        ("take 2 vertices", "expected `connected`, found `vertices`"),
        ("take 2 connected edges", "expected `vertices`, found `edges`"),
    ] {
        let fault = crate::game(&format!("graph: {text}")).expect_err(text);
        assert_eq!(fault.message, message, "{text}");
        assert!(!fault.help.is_empty(), "{text}");
    }
}
