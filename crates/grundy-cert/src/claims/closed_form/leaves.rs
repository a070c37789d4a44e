//! Trees whose leaves are taken, all but at most one: every value, and who wins sums in misère
//! play.
//!
//! Let the longest path of a tree have d vertices. A move that leaves one end of a longest path has
//! d - 1 left, any other move d - 2; the first kind is always there if d > 1, the second if d > 2.
//! So a tree is the same game as every other one with this d, and its value is 1, 0 or 2 as d is 1,
//! 2 or 3 more than a multiple of 3. The manual's page "Theorems" has the proof, and that of
//! Bouton's rule for sums of trees in misère play.
//!
//! Method: leaves are removed one after the other, which gives each vertex the height of what hangs
//! on it; two heights meet at the middle of a longest path. Cost: one pass over the edges, and one
//! more for the ends of the longest paths. No recursion.
//!
//! Example, the path a-b-c: d = 3, so it is worth 2. Taking a and c leaves b, worth 1; taking a or
//! c leaves an edge, worth 0.

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Graph, Ruleset, Term};

use super::{ClosedForm, by_bouton};

/// `graph: take all leaves but at most one` on trees: by the longest path; in misère play Bouton's
/// rule about the values.
#[derive(Debug)]
pub struct Leaves;

impl ClosedForm for Leaves {
    fn name(&self) -> &'static str {
        "leaves"
    }

    fn statement(&self) -> &'static str {
        "a tree whose longest path has d vertices is worth 1, 0 or 2, as d is 1, 2 or 3 more than a multiple of 3; in misère play the mover wins a sum as one of Nim heaps of these values"
    }

    fn is_about(&self, ruleset: &Ruleset, _play: Convention) -> bool {
        is_about(ruleset)
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Graph(graph) = component else { return None };
        value(graph).map(Nimber)
    }

    fn misere_outcome(&self, ruleset: &Ruleset, sum: &[Term]) -> Option<Outcome> {
        by_bouton(self, ruleset, sum)
    }

    fn covers_all(&self) -> bool {
        false
    }
}

/// Whether the rules are those of the theorem.
fn is_about(ruleset: &Ruleset) -> bool {
    matches!(ruleset, Ruleset::Graph(rules) if rules.takes_leaves())
}

/// The value; `None` if the graph is not a tree.
fn value(graph: &Graph) -> Option<u64> {
    Hanging::of(graph).map(|tree| of_length(tree.length()))
}

/// The value of a tree whose longest path has this many vertices.
fn of_length(vertices: u32) -> u64 {
    match (vertices, vertices % 3) {
        (0, _) | (_, 2) => 0,
        (_, 1) => 1,
        _ => 2,
    }
}

/// Returns the moves on a tree that takes leaves, each as the leaf that it leaves, if it leaves
/// one, and the value after it; `None` if the graph is not a tree.
///
/// # Cost
/// Two passes over the edges, however many moves there are.
///
/// ```
/// use grundy_cert::closed_form::leaf_moves;
/// use grundy_games::Graph;
///
/// let path = Graph::of(3, [(0, 1), (1, 2)]);
/// assert_eq!(leaf_moves(&path), Some(vec![(None, 1), (Some(0), 0), (Some(2), 0)]));
/// assert_eq!(leaf_moves(&Graph::of(3, [(0, 1), (1, 2), (0, 2)])), None);
/// ```
pub fn leaf_moves(graph: &Graph) -> Option<Vec<(Option<u32>, u64)>> {
    let tree = Hanging::of(graph)?;
    let length = tree.length();
    let [all, kept] = [2, 1].map(|taken| of_length(length.saturating_sub(taken)));
    if length < 2 {
        return Some((0..length).map(|_| (None, 0)).collect());
    }
    let ends = tree.ends();
    let after = |leaf: u32| (Some(leaf), if ends[leaf as usize] { kept } else { all });
    Some((length > 2).then_some((None, all)).into_iter().chain(graph.leaves().into_iter().map(after)).collect())
}

/// A tree, hanging from the vertex that is left when leaves are removed one after the other.
struct Hanging {
    /// The vertices but the last one, in the order of their removal, each with the vertex that it
    /// hangs on.
    order: Vec<(u32, u32)>,
    /// The edges of the longest path from each vertex downwards.
    height: Vec<u32>,
    /// The same without what hangs on the child with the first longest path.
    second: Vec<u32>,
    /// The edges of a longest path; `None` without vertices.
    longest: Option<u32>,
}

impl Hanging {
    /// `None` if the graph is not a tree.
    ///
    /// A vertex with one neighbour is removed as soon as the scan has passed it, so each is met
    /// once; a cycle leaves vertices that never have one neighbour. Cost: one pass over the
    /// vertices and edges.
    fn of(graph: &Graph) -> Option<Hanging> {
        let count = graph.vertices() as usize;
        if graph.edges().len() != count.saturating_sub(1) {
            return None;
        }
        // The exclusive or of all neighbours of a vertex with one neighbour is that neighbour.
        let (mut degree, mut others) = (vec![0u32; count], vec![0u32; count]);
        for &(a, b) in graph.edges() {
            degree[a as usize] += 1;
            degree[b as usize] += 1;
            others[a as usize] ^= b;
            others[b as usize] ^= a;
        }
        let (mut height, mut second) = (vec![0u32; count], vec![0u32; count]);
        let mut longest = (count > 0).then_some(0);
        let mut order = Vec::with_capacity(count);
        for start in 0..count {
            // A vertex that loses its last edge but one is next, if the scan has passed it.
            let mut at = start;
            while degree[at] == 1 && at <= start {
                let above = others[at] as usize;
                degree[at] = 0;
                degree[above] -= 1;
                others[above] ^= at as u32;
                order.push((at as u32, above as u32));
                let own = height[at] + 1;
                longest = longest.max(Some(height[above] + own));
                second[above] = second[above].max(own.min(height[above]));
                height[above] = height[above].max(own);
                at = above;
            }
        }
        // A graph with this many edges and without a cycle is connected.
        (order.len() + 1 >= count).then_some(Hanging { order, height, second, longest })
    }

    /// The vertices of a longest path.
    fn length(&self) -> u32 {
        self.longest.map_or(0, |edges| edges + 1)
    }

    /// Whether each vertex is an end of a longest path.
    ///
    /// From the last vertex downwards: the longest path from a vertex upwards goes to the vertex
    /// above it, and from there up, or down on another branch.
    fn ends(&self) -> Vec<bool> {
        let mut above = vec![0u32; self.height.len()];
        for &(vertex, from) in self.order.iter().rev() {
            let (vertex, from) = (vertex as usize, from as usize);
            let other =
                if self.height[from] == self.height[vertex] + 1 { self.second[from] } else { self.height[from] };
            above[vertex] = 1 + above[from].max(other);
        }
        above.iter().zip(&self.height).map(|(above, height)| Some(*above.max(height)) == self.longest).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap};

    use grundy_core::{Fault, Game, MexSet, Nimber, Outcome};
    use grundy_games::{Component, Convention, Declaration, Term};

    use super::*;

    fn game() -> Declaration {
        grundy_games::game("graph: take all leaves but at most one").unwrap()
    }

    /// A graph that is the same for isomorphic ones.
    fn form(rules: &Ruleset, graph: &Graph) -> Graph {
        match rules.canonical(&Component::Graph(graph.clone())) {
            Component::Graph(form) => form,
            other => panic!("{other} is no graph"),
        }
    }

    /// The options of a component, each as the parts that it leaves.
    fn options(rules: &Ruleset, graph: &Graph) -> Vec<Vec<Graph>> {
        let mut found = Vec::new();
        let walked = rules.options(&Component::Graph(graph.clone()), |parts| {
            let graph = |part: &Component| match part {
                Component::Graph(graph) => form(rules, graph),
                other => panic!("{other} is no graph"),
            };
            found.push(parts.iter().map(graph).collect());
            Ok::<(), Fault>(())
        });
        walked.unwrap();
        found
    }

    /// The value by the plain moves.
    fn plain(rules: &Ruleset, graph: &Graph, known: &mut HashMap<Graph, Nimber>) -> Nimber {
        let form = form(rules, graph);
        if let Some(&value) = known.get(&form) {
            return value;
        }
        let mut values = MexSet::new();
        for left in options(rules, &form) {
            values.insert(left.iter().map(|part| plain(rules, part, known)).sum());
        }
        known.insert(form, values.mex());
        values.mex()
    }

    /// Whether the mover wins a sum in misère play, by the plain moves.
    fn wins(rules: &Ruleset, sum: &[Graph], known: &mut HashMap<Vec<Graph>, bool>) -> bool {
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        if let Some(&wins) = known.get(&sum) {
            return wins;
        }
        let (mut ended, mut won) = (true, false);
        for at in 0..sum.len() {
            for left in options(rules, &sum[at]) {
                let rest: Vec<Graph> = [&sum[..at], &left, &sum[at + 1..]].concat();
                ended = false;
                won = won || !wins(rules, &rest, known);
            }
        }
        known.insert(sum, ended || won);
        ended || won
    }

    fn tree(parents: &[u32]) -> Graph {
        Graph::of(parents.len() as u32 + 1, parents.iter().copied().zip(1..))
    }

    /// All trees of up to eight vertices and random ones of up to 16, their values and the values
    /// after their moves.
    #[test]
    fn values_are_those_of_the_moves() {
        let rules = game().ruleset;
        assert!(Leaves.is_about(&rules, Convention::Normal));
        assert!(Leaves.is_about(&rules, Convention::Misere));
        let (mut known, mut seen) = (HashMap::new(), BTreeMap::new());
        let mut compare = |tree: Graph| {
            let wanted = plain(&rules, &tree, &mut known);
            let found = Leaves.value(&rules, &Component::Graph(tree.clone()));
            assert_eq!(found, Some(wanted), "{}", Component::Graph(tree.clone()));
            let mut after: Vec<u64> = options(&rules, &tree)
                .iter()
                .map(|left| left.iter().map(|part| plain(&rules, part, &mut known)).sum::<Nimber>().0)
                .collect();
            let moves = leaf_moves(&tree).unwrap();
            for &(kept, value) in &moves {
                let left: Nimber = tree.without_leaves(kept).iter().map(|part| plain(&rules, part, &mut known)).sum();
                assert_eq!(left, Nimber(value), "{} but {kept:?}", Component::Graph(tree.clone()));
            }
            let mut found: Vec<u64> = moves.iter().map(|&(_, value)| value).collect();
            after.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, after, "{}", Component::Graph(tree.clone()));
            *seen.entry(wanted).or_insert(0) += 1;
        };
        for vertices in 1..=8u32 {
            for mut code in 0..(1..vertices).product::<u32>() {
                let parents = (1..vertices).map(|at| {
                    let parent = code % at;
                    code /= at;
                    parent
                });
                compare(tree(&parents.collect::<Vec<_>>()));
            }
        }
        let mut random = fastrand::Rng::with_seed(3);
        for round in 0..600u64 {
            let mut below = |end: u64| random.u64(..end);
            let parents =
                (1..=8 + round % 8).map(|at| if round % 2 == 0 { below(at) } else { at - 1 - below(at.min(2)) });
            compare(tree(&parents.map(|parent| parent as u32).collect::<Vec<_>>()));
        }
        assert!(seen.len() == 3 && seen.values().all(|&count| count > 500), "{seen:?}");
    }

    #[test]
    fn sums_in_misere_play_are_those_of_nim_heaps() {
        let rules = game().ruleset;
        let (mut known, mut lost) = (HashMap::new(), 0);
        // Each length occurs as a path, and those of three vertices and more as other trees.
        let trees: Vec<Graph> =
            [&[][..], &[0], &[0, 1], &[0, 0, 0], &[0, 1, 1], &[0, 1, 2], &[0, 1, 2, 0, 4], &[0, 1, 2, 3, 0]]
                .into_iter()
                .map(tree)
                .collect();
        for code in 0..(trees.len() + 1).pow(4) {
            let sum: Vec<Graph> = (0..4)
                .filter_map(|at| trees.get(code / (trees.len() + 1).pow(at) % (trees.len() + 1)))
                .cloned()
                .collect();
            let wanted = if wins(&rules, &sum, &mut known) { Outcome::N } else { Outcome::P };
            let terms: Vec<Term> =
                sum.iter().map(|tree| Term { ruleset: 0, component: Component::Graph(tree.clone()) }).collect();
            assert_eq!(Leaves.misere_outcome(&rules, &terms), Some(wanted), "{sum:?}");
            lost += usize::from(wanted == Outcome::P);
        }
        assert!(lost > 1000, "{lost}");
    }

    #[test]
    fn other_graphs_have_no_form() {
        for (vertices, edges) in [
            (3, &[(0, 1), (1, 2), (0, 2)][..]),
            (4, &[(0, 1), (1, 2), (0, 2), (2, 3)]),
            // As many edges as a tree has.
            (4, &[(0, 1), (1, 2), (0, 2)]),
            (2, &[]),
        ] {
            let graph = Graph::of(vertices, edges.iter().copied());
            assert_eq!((value(&graph), leaf_moves(&graph)), (None, None), "{edges:?}");
        }
        assert_eq!((value(&Graph::of(0, [])), leaf_moves(&Graph::of(0, []))), (Some(0), Some(Vec::new())));
        let game = grundy_games::game("graph: take all leaves but at most one, take edge").unwrap();
        assert!(!is_about(&game.ruleset));
        // No recursion: a path and a star of 10^6 vertices.
        let path = Graph::of(1_000_000, (1..1_000_000).map(|at| (at - 1, at)));
        assert_eq!((value(&path), leaf_moves(&path).map(|moves| moves.len())), (Some(1), Some(3)));
        let star = Graph::of(1_000_000, (1..1_000_000).map(|at| (0, at)));
        assert_eq!((value(&star), leaf_moves(&star).map(|moves| moves.len())), (Some(2), Some(1_000_000)));
    }
}
