//! Canonical forms of trees, in linear time but for the sorting of children.
//!
//! A tree has one centre, or two that are joined, which are found by removing leaves. Rooted there,
//! the vertices of a level get ranks by the ranks of their children, from the deepest level on:
//! equal ranks are isomorphic subtrees (A. V. Aho, J. E. Hopcroft, J. D. Ullman, 1974). The
//! vertices are numbered from the root on, level by level, the children of a vertex by rank.
//!
//! *Example.* The paths 0-1, 1-2 and 0-2, 0-1 both become the path in which the vertex of degree
//! two has the number 0. *Cost:* a few passes over the vertices, and the sorting of each level.

use std::{cmp::Ordering, ops::Range};

use crate::boards::graph::Graph;

/// A tree as arrays: the neighbours of a vertex follow each other.
struct TreeArrays {
    starts: Vec<u32>,
    around: Vec<u32>,
}

impl TreeArrays {
    fn of(vertices: usize, edges: &[(u32, u32)]) -> TreeArrays {
        let mut starts = vec![0u32; vertices + 2];
        for &(a, b) in edges {
            starts[a as usize + 2] += 1;
            starts[b as usize + 2] += 1;
        }
        (2..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let mut around = vec![0; 2 * edges.len()];
        let mut put = |from: u32, to: u32| {
            let at = &mut starts[from as usize + 1];
            around[*at as usize] = to;
            *at += 1;
        };
        for &(a, b) in edges {
            put(a, b);
            put(b, a);
        }
        starts.pop();
        TreeArrays { starts, around }
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        &self.around[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    /// The centres, one or two; `None` if the graph is not connected.
    fn centres(&self) -> Option<Vec<u32>> {
        let vertices = self.starts.len() - 1;
        let mut degree: Vec<u32> = self.starts.windows(2).map(|ends| ends[1] - ends[0]).collect();
        // The leaves, layer by layer, from `layer` on those that are not removed yet.
        let mut leaves = Vec::with_capacity(vertices);
        leaves.extend((0..vertices as u32).filter(|&vertex| degree[vertex as usize] <= 1));
        let mut layer = 0;
        while vertices - layer > 2 {
            let end = leaves.len();
            if layer == end {
                return None;
            }
            for at in layer..end {
                for &other in self.neighbours(leaves[at]) {
                    let other_degree = &mut degree[other as usize];
                    *other_degree = other_degree.saturating_sub(1);
                    if *other_degree == 1 {
                        leaves.push(other);
                    }
                }
            }
            layer = end;
        }
        let centres = leaves.split_off(layer);
        let joined = match centres[..] {
            [_] => vertices - layer == 1,
            [a, b] => self.neighbours(a).contains(&b),
            _ => false,
        };
        joined.then_some(centres)
    }
}

/// A tree from its centres on, level by level. Vertices have their places in this order, in which
/// the children of each follow each other.
struct Levels {
    /// The vertices, each with its parent, which is another centre, or itself, for a centre.
    order: Vec<(u32, u32)>,
    /// The first child of each place; one more than there are places.
    firsts: Vec<u32>,
    /// The first place of each level, and the number of places.
    levels: Vec<usize>,
}

impl Levels {
    fn of(tree: &TreeArrays, centres: &[u32], vertices: usize) -> Levels {
        let mut order = Vec::with_capacity(vertices);
        match centres {
            [a, b] => order.extend([(*a, *b), (*b, *a)]),
            _ => order.extend(centres.iter().map(|&centre| (centre, centre))),
        }
        let mut firsts = Vec::with_capacity(vertices + 1);
        let mut levels = Vec::with_capacity(vertices / 2 + 2);
        levels.push(0);
        while firsts.len() < order.len() {
            let end = order.len();
            levels.push(end);
            for at in firsts.len()..end {
                let (vertex, parent) = order[at];
                firsts.push(order.len() as u32);
                order
                    .extend(tree.neighbours(vertex).iter().filter(|&&next| next != parent).map(|&next| (next, vertex)));
            }
        }
        firsts.push(order.len() as u32);
        Levels { order, firsts, levels }
    }

    fn children(&self, at: usize) -> Range<usize> {
        self.firsts[at] as usize..self.firsts[at + 1] as usize
    }

    /// The rank of each place within its level: equal ranks are isomorphic subtrees.
    fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0u32; self.order.len()];
        let widest = self.levels.windows(2).map(|level| level[1] - level[0]).max().unwrap_or(0);
        // The ranks of the children of vertices that have several.
        let mut several: Vec<u32> = Vec::new();
        // The number of children, the least rank of them, where their ranks are, and the place.
        let mut keys: Vec<(usize, u32, usize, usize)> = Vec::with_capacity(widest);
        for level in self.levels.windows(2).rev().filter(|level| level[1] - level[0] > 1) {
            several.clear();
            keys.clear();
            for at in level[0]..level[1] {
                let (children, start) = (self.children(at), several.len());
                let least = match children.len() {
                    0 => 0,
                    1 => ranks[children.start],
                    _ => {
                        several.extend(&ranks[children.clone()]);
                        several[start..].sort_unstable();
                        several[start]
                    }
                };
                keys.push((children.len(), least, start, at));
            }
            let compared = |a: &(usize, u32, usize, usize), b: &(usize, u32, usize, usize)| {
                let rest = || match a.0 {
                    0 | 1 => Ordering::Equal,
                    count => several[a.2..a.2 + count].cmp(&several[b.2..b.2 + count]),
                };
                (a.0, a.1).cmp(&(b.0, b.1)).then_with(rest)
            };
            keys.sort_unstable_by(compared);
            let mut rank = 0;
            for at in 0..keys.len() {
                if at > 0 && compared(&keys[at - 1], &keys[at]).is_ne() {
                    rank = at as u32;
                }
                ranks[keys[at].3] = rank;
            }
        }
        ranks
    }
}

/// The canonical form of an undirected graph that is a tree; `None` for any other one.
pub(super) fn of_tree(graph: &Graph) -> Option<Graph> {
    let vertices = graph.vertices() as usize;
    if vertices != graph.edges().len() + 1 {
        return None;
    }
    let tree = TreeArrays::of(vertices, graph.edges());
    let centres = tree.centres()?;
    let levels = Levels::of(&tree, &centres, vertices);
    if levels.order.len() != vertices {
        return None;
    }
    let ranks = levels.ranks();
    // The places in the order of the numbers, which is that of the edges too.
    let mut numbered: Vec<usize> = Vec::with_capacity(vertices);
    numbered.extend(0..centres.len());
    numbered.sort_unstable_by_key(|&centre| ranks[centre]);
    let mut edges = Vec::with_capacity(vertices - 1);
    edges.extend((centres.len() == 2).then_some((0, 1)));
    for at in 0..vertices {
        let start = numbered.len();
        numbered.extend(levels.children(numbered[at]));
        if numbered.len() > start + 1 {
            numbered[start..].sort_unstable_by_key(|&child| ranks[child]);
        }
        edges.extend((start..numbered.len()).map(|child| (at as u32, child as u32)));
    }
    Some(Graph { vertices: vertices as u32, edges, names: None })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// All trees of seven vertices with labels, by their codes of Prüfer: as many forms as there
    /// are trees without labels, each a tree with the degrees of its own.
    #[test]
    fn all_labelled_trees_have_the_forms_of_the_unlabelled_ones() {
        // OEIS A000055.
        for (vertices, trees) in [(3u32, 1), (4, 2), (5, 3), (6, 6), (7, 11)] {
            let mut forms: HashMap<Graph, Vec<usize>> = HashMap::new();
            for code in 0..vertices.pow(vertices - 2) {
                let word: Vec<u32> = (0..vertices - 2).map(|at| code / vertices.pow(at) % vertices).collect();
                let mut degree = vec![1; vertices as usize];
                word.iter().for_each(|&vertex| degree[vertex as usize] += 1);
                let mut sorted: Vec<usize> = degree.clone();
                sorted.sort_unstable();
                let mut edges = Vec::new();
                for &vertex in &word {
                    let leaf = (0..vertices).find(|&leaf| degree[leaf as usize] == 1).expect("a leaf");
                    edges.push((leaf, vertex));
                    degree[leaf as usize] -= 1;
                    degree[vertex as usize] -= 1;
                }
                let last: Vec<u32> = (0..vertices).filter(|&vertex| degree[vertex as usize] == 1).collect();
                edges.push((last[0], last[1]));
                let form = of_tree(&Graph::of(vertices, edges)).expect("it is a tree");
                assert_eq!(form, Graph::of(vertices, form.edges().to_vec()), "sorted, without repeats");
                assert_eq!(of_tree(&form).as_ref(), Some(&form), "its own form");
                let mut degrees = vec![0; vertices as usize];
                form.edges().iter().for_each(|&(a, b)| {
                    degrees[a as usize] += 1;
                    degrees[b as usize] += 1;
                });
                degrees.sort_unstable();
                assert_eq!(degrees, sorted);
                forms.insert(form, degrees);
            }
            assert_eq!(forms.len(), trees, "{vertices} vertices");
        }
    }

    /// Random trees of all shapes under random numbers.
    #[test]
    fn numbers_make_no_difference() {
        let mut random = fastrand::Rng::with_seed(41);
        for round in 0..300 {
            let vertices = random.u32(1..60);
            let near = [1, 2, 5, 60][round % 4];
            let parents: Vec<u32> = (1..vertices).map(|at| at - random.u32(1..=at.min(near))).collect();
            let edges = |number: &[u32]| {
                let edge = |(child, &parent): (usize, &u32)| (number[child + 1], number[parent as usize]);
                parents.iter().enumerate().map(edge).collect::<Vec<_>>()
            };
            let plain: Vec<u32> = (0..vertices).collect();
            let mut other = plain.clone();
            random.shuffle(&mut other);
            let form = of_tree(&Graph::of(vertices, edges(&plain))).expect("it is a tree");
            assert_eq!(of_tree(&Graph::of(vertices, edges(&other))), Some(form), "{parents:?}");
        }
    }

    #[test]
    fn other_graphs_are_not_trees() {
        for (vertices, edges) in [
            (0, vec![]),
            (2, vec![]),
            (3, vec![(0, 1), (1, 2), (0, 2)]),
            (4, vec![(0, 1), (1, 2), (0, 2)]),
            (6, vec![(0, 1), (1, 2), (0, 2), (3, 4), (4, 5)]),
            (5, vec![(0, 1), (2, 3), (3, 4), (2, 4)]),
        ] {
            assert_eq!(of_tree(&Graph::of(vertices, edges.clone())), None, "{edges:?}");
        }
        assert_eq!(of_tree(&Graph::of(1, [])), Some(Graph::of(1, [])));
        // Long ones need no stack.
        let path = Graph::of(50_000, (1..50_000).map(|at| (at - 1, at)));
        assert_eq!(of_tree(&path).map(|form| form.edges().len()), Some(49_999));
    }
}
