//! Green Hackenbush against the definition: values, and the edges that leave a value.

use grundy_games::Grounded;

use super::*;

/// Thousands of random multigraphs with loops against the definition.
#[test]
fn values_by_fusion() {
    let game = rules("graph: take edge with what it cuts off from the ground");
    assert!(Fusion.is_about(&game.ruleset, Convention::Normal));
    assert!(!Fusion.is_about(&game.ruleset, Convention::Misere));
    let mut known = HashMap::new();
    let mut random = fastrand::Rng::with_seed(7);
    let mut below = |limit: u32| random.u32(..limit);
    for round in 0..4000 {
        let (vertices, edges) = (1 + below(6), 1 + below(if round % 100 == 0 { 11 } else { 8 }));
        let ends: Vec<(u32, u32)> = (0..edges).map(|_| (below(vertices), below(vertices))).collect();
        let sum = Grounded::of(vertices, ends).components();
        let plain: Nimber =
            sum.iter().map(|part| of_order(&game.ruleset, &Component::Grounded(part.clone()), &mut known)).sum();
        let value = |part: &Grounded| Fusion.value(&game.ruleset, &Component::Grounded(part.clone()));
        assert_eq!(sum.iter().map(value).sum::<Option<Nimber>>(), Some(plain), "{sum:?}");
    }
    assert!(known.len() > 1000, "only {} graphs", known.len());
    // A cycle of 2^16 edges, each of whose vertices has a stalk, needs no stack.
    let long = 1u32 << 15;
    let ends = (0..long).map(|at| (at, (at + 1) % long)).chain((1..long).map(|at| (at, at + long)));
    let cycle = Component::Grounded(Grounded::of(2 * long, ends));
    assert_eq!(Fusion.value(&game.ruleset, &cycle), Some(Nimber(1)));
}

/// The edges that leave each value, against the value of each rest: small multigraphs, and larger
/// ones of cycles, trees and both.
#[test]
fn cuts_leave_the_value_that_is_sought() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut below = |limit: u32| random.u32(..limit);
    let (mut bridges, mut others) = (0, 0);
    for round in 0..3000 {
        let vertices = 1 + below(if round % 3 == 0 { 30 } else { 7 });
        let mut ends: Vec<(u32, u32)> =
            (1..vertices).map(|at| if round % 2 == 0 { (at - 1, at) } else { (below(at), at) }).collect();
        ends.extend((0..below(8)).map(|_| (below(vertices), below(vertices))));
        for graph in Grounded::of(vertices, ends).components() {
            let mut sought: HashMap<u64, Vec<(u32, u32)>> = HashMap::new();
            for edges in graph.edges().chunk_by(|a, b| a == b) {
                let left = graph.without(edges[0]).unwrap();
                let value = left.iter().fold(0, |value, part| value ^ fusion::value(part));
                sought.entry(value).or_default().push(edges[0]);
                let kept: usize = left.iter().map(|part| part.edges().len()).sum();
                if kept + 1 < graph.edges().len() { bridges += 1 } else { others += 1 }
            }
            for value in (0..40).chain(sought.keys().copied()) {
                let cuts = cuts_leaving(&graph, value, || Ok::<(), Fault>(())).unwrap();
                assert_eq!(cuts, sought.get(&value).cloned().unwrap_or_default(), "{graph} to {value}");
                let one = cut_leaving(&graph, value, || Ok::<(), Fault>(())).unwrap();
                assert!(one.map_or(cuts.is_empty(), |one| cuts.contains(&one)), "{graph} to {value}: {one:?}");
            }
        }
    }
    assert!(bridges > 4000 && others > 10_000, "{bridges} {others}");
    assert_eq!(cuts_leaving(&Grounded::of(1, []), 0, || Ok::<(), Fault>(())), Ok(Vec::new()));
}

/// The lemma of the page of theorems: some cut of a cycle with an even number of vertices besides
/// the ground leaves the exclusive or of its stalks.
#[test]
fn some_cut_of_an_odd_cycle_leaves_the_stalks() {
    let tree = |stalks: &mut dyn Iterator<Item = &u64>| stalks.fold(0, |above, stalk| 1 + (stalk ^ above));
    for vertices in [0usize, 2, 4, 6] {
        let highest = if vertices < 6 { 9u64 } else { 4 };
        for code in 0..highest.pow(vertices as u32) {
            let stalks: Vec<u64> = (0..vertices as u32).map(|at| code / highest.pow(at) % highest).collect();
            let wanted = stalks.iter().fold(0, |all, stalk| all ^ stalk);
            let cut = |at: usize| tree(&mut stalks[..at].iter().rev()) ^ tree(&mut stalks[at..].iter());
            assert!((0..=vertices).any(|at| cut(at) == wanted), "{stalks:?}");
        }
    }
}
