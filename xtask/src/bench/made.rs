//! Positions for the contest games, made from a fixed sequence of numbers, with their
//! answers by a method of a contestant: the few lines that solve the problem.

/// A position, and its value, or 1 for a win and 0 for a loss where only that is known.
pub struct Made {
    /// The text of the position.
    pub position: String,
    /// The answer.
    pub answer: u64,
}

/// Numbers of a fixed sequence.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }

    /// The parents of a random tree, the root without one.
    fn tree(&mut self, vertices: usize) -> Vec<Option<usize>> {
        (0..vertices).map(|vertex| (vertex > 0).then(|| self.below(vertex))).collect()
    }

    fn stones(&mut self, vertices: usize, end: usize) -> Vec<u64> {
        (0..vertices).map(|_| 1 + self.below(end) as u64).collect()
    }
}

/// The position of a kind with this many vertices, or members; `None` for an unknown kind.
pub fn made(kind: &str, vertices: usize) -> Option<Made> {
    let mut numbers = Numbers(vertices as u64);
    Some(match kind {
        "apple-tree" => apple_tree(vertices, &mut numbers),
        "ancestors" => ancestors(vertices, 20, &mut numbers),
        "tree-game" => tree_game(vertices, &mut numbers),
        "christmas" => christmas(vertices, &mut numbers),
        "leaves" => leaves(vertices, &mut numbers),
        "set" => set(vertices, &mut numbers),
        _ => return None,
    })
}

fn depths(parents: &[Option<usize>]) -> Vec<usize> {
    let mut depths = vec![0; parents.len()];
    for (vertex, parent) in parents.iter().enumerate() {
        depths[vertex] = parent.map_or(0, |parent| depths[parent] + 1);
    }
    depths
}

fn with(stones: &[u64]) -> String {
    stones.iter().enumerate().map(|(vertex, count)| format!(" {vertex}:{count}")).collect()
}

/// Codeforces 812E: apples move to a child, and out of the tree from a leaf; all leaves have even
/// depths.
fn apple_tree(vertices: usize, numbers: &mut Numbers) -> Made {
    let mut parents = numbers.tree(vertices / 2);
    let depth = depths(&parents);
    let leaves = |parents: &[Option<usize>]| {
        let mut leaf = vec![true; parents.len()];
        parents.iter().flatten().for_each(|&parent| leaf[parent] = false);
        (0..parents.len()).filter(|&vertex| leaf[vertex]).collect::<Vec<usize>>()
    };
    let odd: Vec<usize> = leaves(&parents).into_iter().filter(|&vertex| depth[vertex] % 2 == 1).collect();
    parents.extend(odd.into_iter().map(Some));
    let stones = numbers.stones(parents.len(), 1 << 30);
    let down = parents.iter().enumerate().filter_map(|(vertex, parent)| Some(format!("{}>{vertex}", (*parent)?)));
    let out = leaves(&parents).into_iter().map(|vertex| format!("{vertex}>out"));
    let arcs: Vec<String> = down.chain(out).collect();
    let answer =
        depths(&parents).iter().zip(&stones).filter(|(depth, _)| *depth % 2 == 0).fold(0, |all, at| all ^ at.1);
    Made { position: format!("{{{}}} with{}", arcs.join(" "), with(&stones)), answer }
}

/// Codeforces 1498F: presents move to the k-th ancestor.
fn ancestors(vertices: usize, k: usize, numbers: &mut Numbers) -> Made {
    // A tree that is deep enough.
    let parents: Vec<Option<usize>> =
        (0..vertices).map(|vertex| (vertex > 0).then(|| vertex - 1 - numbers.below(vertex.min(4)))).collect();
    let up = |vertex: usize| (0..k).try_fold(vertex, |at, _| parents[at]);
    // A vertex near the root may have no arc.
    let arcs = (0..vertices).map(|vertex| up(vertex).map_or(vertex.to_string(), |to| format!("{vertex}>{to}")));
    let arcs: Vec<String> = arcs.collect();
    let stones = numbers.stones(vertices, 1 << 30);
    let odd = |(depth, _): &(&usize, &u64)| **depth / k % 2 == 1;
    let answer = depths(&parents).iter().zip(&stones).filter(odd).fold(0, |all, at| all ^ at.1);
    Made { position: format!("{{{}}} with{}", arcs.join(" "), with(&stones)), answer }
}

/// AtCoder Grand Contest 010 F: the mover wins if a neighbour with fewer stones loses.
fn tree_game(vertices: usize, numbers: &mut Numbers) -> Made {
    let parents = numbers.tree(vertices);
    let stones = numbers.stones(vertices, 1 << 30);
    let mut around = vec![Vec::new(); vertices];
    for (vertex, parent) in parents.iter().enumerate() {
        if let Some(parent) = *parent {
            around[vertex].push(parent);
            around[parent].push(vertex);
        }
    }
    let mut order: Vec<usize> = (0..vertices).collect();
    order.sort_by_key(|&vertex| stones[vertex]);
    let mut wins = vec![false; vertices];
    for at in order {
        wins[at] = around[at].iter().any(|&next| stones[next] < stones[at] && !wins[next]);
    }
    let edges: Vec<String> =
        parents.iter().enumerate().filter_map(|(vertex, parent)| Some(format!("{}-{vertex}", (*parent)?))).collect();
    let start = (0..vertices).rev().find(|&vertex| wins[vertex]).unwrap_or(0);
    let position = format!("{{{}}} with{} from {start}", edges.join(" "), with(&stones));
    Made { position, answer: u64::from(wins[start]) }
}

/// POJ 3710: a tree on whose vertices cycles stand. An odd cycle is worth 1, an even one nothing, a
/// branch one more than what it carries.
fn christmas(vertices: usize, numbers: &mut Numbers) -> Made {
    let parents = numbers.tree(vertices / 2);
    let mut edges: Vec<String> =
        parents.iter().enumerate().filter_map(|(vertex, parent)| Some(format!("{}-{vertex}", (*parent)?))).collect();
    let mut above = vec![0u64; parents.len()];
    let mut next = parents.len();
    while next < vertices {
        let (foot, length) = (numbers.below(parents.len()), 3 + numbers.below(6));
        let ring: Vec<usize> = std::iter::once(foot).chain(next..next + length - 1).collect();
        edges.extend((0..length).map(|at| format!("{}-{}", ring[at], ring[(at + 1) % length])));
        above[foot] ^= (length % 2) as u64;
        next += length - 1;
    }
    for vertex in (1..parents.len()).rev() {
        if let Some(parent) = parents[vertex] {
            above[parent] ^= above[vertex] + 1;
        }
    }
    Made { position: format!("{{{}}} on 0", edges.join(" ")), answer: above[0] }
}

/// AtCoder Grand Contest 033 C: the heights of the branches, from the last vertex to the root, give
/// the longest path.
fn leaves(vertices: usize, numbers: &mut Numbers) -> Made {
    let parents = numbers.tree(vertices);
    let (mut height, mut longest) = (vec![1; vertices], 1);
    for (vertex, parent) in parents.iter().enumerate().rev() {
        if let Some(parent) = *parent {
            longest = longest.max(height[parent] + height[vertex]);
            height[parent] = height[parent].max(height[vertex] + 1);
        }
    }
    let edges: Vec<String> =
        parents.iter().enumerate().filter_map(|(vertex, parent)| Some(format!("{}-{vertex}", (*parent)?))).collect();
    Made { position: format!("{{{}}}", edges.join(" ")), answer: [2, 1, 0][longest % 3] }
}

/// Codeforces 346 A: this many numbers up to 10^9, all of them multiples of 3, and how many
/// multiples of their divisor are missing.
fn set(members: usize, numbers: &mut Numbers) -> Made {
    let mut all: Vec<u64> = (0..members).map(|_| 3 * (1 + numbers.below(333_333_333) as u64)).collect();
    all.sort_unstable();
    all.dedup();
    let mut divisor = all[0];
    while let Some(other) = all.iter().find(|&member| member % divisor > 0) {
        divisor = other % divisor;
    }
    let missing = all[all.len() - 1] / divisor - all.len() as u64;
    Made { position: format!("{all:?}").replace('[', "{").replace(']', "}"), answer: missing % 2 }
}
