//! The lines of strips against the moves themselves, on all families and all moves.

use std::collections::{BTreeSet, HashMap};

use grundy_core::{Fault, Game, MexSet, Nimber};

use super::{
    heaps_of,
    kinds::PartKinds,
    parts::{PartKind, Shape},
    shift,
};
use crate::{
    Component, Graph, GraphFamily, GraphMove, GraphRules, Ruleset, Typed,
    boards::graph::family::Strip,
    reductions::{Image, Reduction},
};

const FAMILIES: [&str; 11] = [
    "path n",
    "cycle n",
    "grid 1xn",
    "grid 2xn",
    "grid 3xn",
    "comb n",
    "spider [n]",
    "spider [2, n]",
    "spider [1, 1, n]",
    "spider [2, 1, n]",
    "spider [1, 3, 2, n]",
];

/// All sets of moves that are played on families.
fn all_moves() -> Vec<Vec<GraphMove>> {
    let each = [GraphMove::Vertex, GraphMove::Closed, GraphMove::Edge, GraphMove::Ends];
    let chosen =
        |bits: u32| each.into_iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, kind)| kind).collect();
    let degrees = [
        "take vertex where degree is odd",
        "take vertex where degree = 1",
        "take vertex where degree = 2",
        "take vertex where degree at most 1",
        "take vertex where degree at least 2",
        "take vertex where degree in 2..3, take vertex with its neighbours",
    ];
    let conditional = degrees.map(|text| match crate::game(&format!("graph: {text}")).expect(text).ruleset {
        Ruleset::Graph(rules) => rules.moves,
        other => panic!("{other}"),
    });
    (1..16).map(chosen).chain(conditional).collect()
}

/// The value of a component by the plain meaning of the rules.
fn value(rules: &Ruleset, component: &Component, known: &mut HashMap<Component, Nimber>) -> Nimber {
    let key = rules.canonical(component);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut options = Vec::new();
    let push = |parts: &[Component]| {
        options.push(parts.to_vec());
        Ok::<(), Fault>(())
    };
    rules.options(&key, push).expect("no faults");
    let mut seen = MexSet::new();
    for parts in options {
        let sum = parts.iter().map(|part| value(rules, part, known)).sum();
        seen.insert(sum);
    }
    known.insert(key, seen.mex());
    seen.mex()
}

#[test]
fn members_have_the_values_of_their_heaps() {
    for moves in all_moves() {
        let mut on_graphs = HashMap::new();
        for text in FAMILIES {
            let family = GraphFamily::of(text).expect("a family");
            let rules = GraphRules { moves: moves.clone(), on: Some(family.clone()) };
            let heaps = match heaps_of(&rules) {
                Ok(heaps) => heaps,
                Err(Some(_)) => continue,
                Err(None) => panic!("{}", Ruleset::Graph(rules)),
            };
            let graphs = Ruleset::Graph(rules);
            let mut on_heaps = HashMap::new();
            let most = if matches!(family, GraphFamily::Path) { 14 } else { 7 };
            let reduction = Reduction::named("strip").expect("a reduction");
            assert_eq!(reduction.target(&graphs).as_ref(), Some(&heaps));
            for number in 0..=most {
                let heap = Component::Typed(Typed { kind: "A0".into(), sizes: vec![number + shift(&family)] });
                let of_heap = value(&heaps, &heap, &mut on_heaps);
                let member = Component::Member(family.member(number));
                assert_eq!(value(&graphs, &member, &mut on_graphs), of_heap, "{graphs} at {number}: {heaps}");
                // What moves leave is read as heaps of the same values.
                let each = |parts: &[Component]| {
                    for part in parts {
                        let Image::Sum(images) = reduction.image(&graphs, part) else {
                            panic!("{graphs}: {part} of {member}")
                        };
                        let of_image = images.iter().map(|image| value(&heaps, image, &mut on_heaps)).sum();
                        assert_eq!(value(&graphs, part, &mut on_graphs), of_image, "{graphs}: {part} is {images:?}");
                    }
                    Ok::<(), Fault>(())
                };
                graphs.options(&member, each).expect("no faults");
            }
        }
    }
}

/// The graph of a kind with so many columns, up to isomorphism.
fn graph_of(family: &GraphFamily, kind: &PartKind, columns: u32) -> Graph {
    let PartKind { shape, vertices, edges, left, right } = kind.clone();
    let strip = Strip { vertices, edges, left, right, closed: shape == Shape::Closed, ..family.strip() };
    strip.graph(columns).canonical(false)
}

/// What the moves leave of every kind at many sizes, up to isomorphism, by the moves on its graph
/// and by the lines: as sets of sums, so no agreement of values is enough.
#[test]
fn lines_have_the_options_of_the_graphs() {
    let (mut families, mut lines) = (0, 0);
    for moves in all_moves() {
        for text in FAMILIES {
            let family = GraphFamily::of(text).expect("a family");
            let Ok(kinds) = PartKinds::of(&family, &moves) else { continue };
            families += 1;
            let rules = Ruleset::Graph(GraphRules::of(moves.clone()));
            // Where a condition lets no move be made in the parts of some kind, the text is not a
            // game.
            let Ok(heaps) = crate::game(&kinds.to_string()) else {
                assert!(moves.iter().any(|kind| matches!(kind, GraphMove::Degree(_))), "{kinds}");
                continue;
            };
            let heaps = heaps.ruleset;
            let width = family.strip().width;
            let graph = |name: &str, size: u64| {
                let kind = &kinds.kinds()[name[1..].parse::<usize>().expect("a number")];
                let columns = size.checked_sub(kind.shift(width))?;
                let is_member = kind.shape == Shape::Finite || columns > 0;
                is_member.then(|| graph_of(&family, kind, columns as u32)).filter(|graph| graph.vertices() > 0)
            };
            for (at, kind) in kinds.kinds().iter().enumerate() {
                let name = if kind.shape == Shape::Finite { format!("F{at}") } else { format!("A{at}") };
                let most =
                    if kind.shape == Shape::Finite { 0 } else { kind.shift(width) + if width == 1 { 14 } else { 11 } };
                for size in 0..=most {
                    let mut wanted = BTreeSet::new();
                    let own = graph(&name, size);
                    for part in own.iter().flat_map(Graph::components) {
                        let all = |parts: &[Component]| {
                            let graphs = parts.iter().map(|part| match part {
                                Component::Graph(graph) => graph.canonical(false),
                                other => panic!("{other}"),
                            });
                            let mut graphs: Vec<Graph> = graphs.collect();
                            graphs.sort_unstable();
                            wanted.insert(graphs);
                            Ok::<(), Fault>(())
                        };
                        rules.options(&Component::Graph(part), all).expect("no faults");
                    }
                    let mut found = BTreeSet::new();
                    let heap = Component::Typed(Typed { kind: name.as_str().into(), sizes: vec![size] });
                    let all = |parts: &[Component]| {
                        let graphs = parts.iter().filter_map(|part| match part {
                            Component::Typed(heap) => graph(&heap.kind, heap.sizes[0]),
                            other => panic!("{other}"),
                        });
                        // One vertex alone has no moves in games on edges.
                        let is_alive = |graph: &Graph| !graph.edges().is_empty() || rules_take_vertices(&moves);
                        let mut graphs: Vec<Graph> = graphs.filter(is_alive).collect();
                        graphs.sort_unstable();
                        found.insert(graphs);
                        lines += 1;
                        Ok::<(), Fault>(())
                    };
                    heaps.options(&heap, all).expect("no faults");
                    assert_eq!(found, wanted, "{rules} on {family}: {name}({size}) of {kinds}");
                }
            }
        }
    }
    assert!((families, lines) > (90, 100_000), "{families} families, {lines} options");
}

fn rules_take_vertices(moves: &[GraphMove]) -> bool {
    moves.iter().any(GraphMove::takes_lone)
}

/// Conditions that leave ends of many shapes are refused before all of these are found.
#[test]
fn many_kinds_by_conditions_are_refused() {
    for (moves, text) in [("degree = 2", "grid 2xn"), ("degree = 2", "grid 3xn"), ("degree is even", "grid 2xn")] {
        let game = crate::game(&format!("graph: take vertex where {moves} on {text}")).expect("a game").ruleset;
        let Ruleset::Graph(rules) = game else { panic!("{moves}") };
        assert_eq!(rules.why_no_heaps().as_deref(), Some("moves leave over 32 kinds of ends"), "{moves} on {text}");
    }
}

/// Families whose parts are of infinitely many kinds are told from those whose parts are not.
#[test]
fn parts_with_two_strips_are_refused() {
    for (moves, text) in [
        (GraphMove::Vertex, "grid 2xn"),
        (GraphMove::Ends, "grid 2xn"),
        (GraphMove::Edge, "grid 2xn"),
        (GraphMove::Closed, "grid 3xn"),
        (GraphMove::Vertex, "comb n"),
    ] {
        let rules = GraphRules { moves: vec![moves], on: GraphFamily::of(text) };
        assert!(matches!(heaps_of(&rules), Err(Some(_))), "{rules}");
    }
    let known = |game: &str, text: &str| {
        let Ruleset::Graph(rules) = crate::game(game).unwrap().ruleset else { panic!("{game}") };
        heaps_of(&GraphRules { on: GraphFamily::of(text), ..rules }).expect("it closes").to_string()
    };
    assert_eq!(
        known("node-kayles", "path n"),
        "A0(n) -> A0(n-2) where n >= 3, A0(n) -> A0(n-3) where n >= 4, A0(n) -> A0(a) + A0(b) for a + b = n-3 where a >= 1 and b >= 1, A0(n) -> A0(0) where n = 1, A0(n) -> A0(0) where n = 2, A0(n) -> A0(0) where n = 3"
    );
    assert_eq!(
        known("arc-kayles", "path n"),
        "A0(n) -> A0(n-2) where n >= 4, A0(n) -> A0(n-3) where n >= 5, A0(n) -> A0(a) + A0(b) for a + b = n-2 where a >= 2 and b >= 2, A0(n) -> A0(0) where n = 2, A0(n) -> A0(0) where n = 3, A0(n) -> A0(0) where n = 4"
    );
    assert_eq!(known("node-kayles", "grid 2xn").matches("(n) -> ").count(), 50);
}
