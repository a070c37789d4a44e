//! Shifts: which node stands one level above which.
//!
//! A *shift* maps nodes of a graph to nodes that are alike, one level of a counter higher: where it
//! maps a node, it maps its goals too, or leaves them where they are. It is spread from a pair of
//! nodes along their goals, and ends at nodes that are not alike. Whether two nodes are alike is
//! seen from the rows that are reached in a few steps; nodes near the lowest level of a counter
//! differ in them from all others, and in few steps they meet no other counter. So the nodes that
//! few are alike to are the seeds.

use rustc_hash::FxHashMap;

/// A graph whose nodes are numbered in the order in which they are reached.
pub(super) struct NumberedGraph {
    /// What is seen at each node, before its goals.
    pub(super) kinds: Vec<u32>,
    /// The goals of each node; `None` if one is not known.
    pub(super) goals: Vec<Vec<Option<u32>>>,
}

/// A partial map of nodes to nodes, one to one.
pub(super) struct Shift {
    /// The node above.
    up: Vec<Option<u32>>,
    /// The node below.
    down: Vec<Option<u32>>,
}

/// The kinds of nodes that are equal after this many steps, as numbers from 0.
pub(super) fn refined(graph: &NumberedGraph, rounds: usize) -> Vec<u32> {
    let mut kinds = graph.kinds.clone();
    for _ in 0..rounds {
        let mut known: FxHashMap<(u32, Vec<Option<u32>>), u32> = FxHashMap::default();
        kinds = (0..kinds.len())
            .map(|node| {
                let goals = graph.goals[node].iter().map(|goal| goal.map(|goal| kinds[goal as usize]));
                let fresh = known.len() as u32;
                *known.entry((kinds[node], goals.collect())).or_insert(fresh)
            })
            .collect();
    }
    kinds
}

/// The nodes of each kind, in order; kinds with fewer than `least` or more than `most` nodes are
/// left out.
pub(super) fn strips(kinds: &[Option<u32>], least: usize, most: usize) -> Vec<Vec<u32>> {
    let mut place: FxHashMap<u32, usize> = FxHashMap::default();
    let mut all: Vec<Vec<u32>> = Vec::new();
    for (node, kind) in kinds.iter().enumerate() {
        let Some(kind) = *kind else { continue };
        let at = *place.entry(kind).or_insert_with(|| {
            all.push(Vec::new());
            all.len() - 1
        });
        all[at].push(node as u32);
    }
    all.retain(|strip| (least..=most).contains(&strip.len()));
    all
}

impl Shift {
    /// The shift of no node.
    pub(super) fn none(nodes: usize) -> Shift {
        Shift { up: vec![None; nodes], down: vec![None; nodes] }
    }

    /// Whether neither node is met yet.
    pub(super) fn is_free(&self, node: u32, above: u32) -> bool {
        self.up[node as usize].is_none() && self.down[above as usize].is_none()
    }

    /// Whether a node is neither mapped nor met.
    pub(super) fn is_unmet(&self, node: u32) -> bool {
        self.up[node as usize].is_none() && self.down[node as usize].is_none()
    }

    /// Maps a node to another one.
    pub(super) fn join(&mut self, node: u32, above: u32) {
        self.up[node as usize] = Some(above);
        self.down[above as usize] = Some(node);
    }

    /// Maps all nodes of a spread, if none contradicts what is known.
    pub(super) fn join_all(&mut self, spread: &[(u32, u32)]) -> bool {
        let agrees = |&(node, above): &(u32, u32)| {
            let (up, down) = (self.up[node as usize], self.down[above as usize]);
            up.is_none_or(|own| own == above) && down.is_none_or(|own| own == node)
        };
        let all = spread.iter().all(agrees);
        if all {
            spread.iter().for_each(|&(node, above)| self.join(node, above));
        }
        all
    }

    /// The node above.
    pub(super) fn above(&self, node: u32) -> Option<u32> {
        self.up[node as usize]
    }

    /// For each node the lowest node of its chain, and how many levels it is above that. `None` if
    /// a chain returns to itself.
    pub(super) fn chains(&self) -> Option<Vec<(u32, u32)>> {
        let mut found: Vec<Option<(u32, u32)>> = vec![None; self.up.len()];
        for node in 0..self.up.len() {
            let (mut path, mut at) = (Vec::new(), node);
            let lowest = loop {
                match (found[at], self.down[at]) {
                    (Some((root, level)), _) => break (root, level),
                    (None, None) => {
                        found[at] = Some((at as u32, 0));
                        break (at as u32, 0);
                    }
                    (None, Some(below)) => {
                        path.push(at);
                        at = below as usize;
                    }
                }
                if path.len() > self.up.len() {
                    return None;
                }
            };
            for (more, &at) in path.iter().rev().enumerate() {
                found[at] = Some((lowest.0, lowest.1 + 1 + more as u32));
            }
        }
        found.into_iter().collect()
    }

    /// Maps the nodes whose goals are all mapped or equal, one after another, downwards.
    pub(super) fn complete(&mut self, graph: &NumberedGraph, kinds: &[u32]) {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); kinds.len()];
        for (node, goals) in graph.goals.iter().enumerate() {
            goals.iter().flatten().for_each(|&goal| before[goal as usize].push(node as u32));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..kinds.len() {
                if self.up[node].is_some() {
                    continue;
                }
                let own = &graph.goals[node];
                let mapped = own.iter().find_map(|goal| goal.and_then(|goal| self.up[goal as usize]));
                let Some(goal) = mapped else { continue };
                let fits = |&&other: &&u32| {
                    let there = &graph.goals[other as usize];
                    self.down[other as usize].is_none()
                        && other as usize != node
                        && kinds[other as usize] == kinds[node]
                        && own.len() == there.len()
                        && own.iter().zip(there).all(|(&here, &there)| match (here, there) {
                            (Some(here), Some(there)) => here == there || self.up[here as usize] == Some(there),
                            _ => false,
                        })
                };
                if let Some(&other) = before[goal as usize].iter().find(fits) {
                    self.join(node as u32, other);
                    changed = true;
                }
            }
        }
    }
}

/// The pairs that follow from one along goals of the same kind; `None` if more than a quarter of
/// them contradict others.
pub(super) fn spread(graph: &NumberedGraph, kinds: &[u32], node: u32, above: u32) -> Option<Vec<(u32, u32)>> {
    let mut up: FxHashMap<u32, u32> = FxHashMap::from_iter([(node, above)]);
    let mut down: FxHashMap<u32, u32> = FxHashMap::from_iter([(above, node)]);
    let (mut all, mut at, mut wrong) = (vec![(node, above)], 0, 0);
    while let Some(&(node, above)) = all.get(at) {
        at += 1;
        for (&here, &there) in graph.goals[node as usize].iter().zip(&graph.goals[above as usize]) {
            let (Some(here), Some(there)) = (here, there) else { continue };
            if here == there || kinds[here as usize] != kinds[there as usize] {
                continue;
            }
            if up.contains_key(&here) || down.contains_key(&there) {
                if up.get(&here) != Some(&there) {
                    wrong += 1;
                    if wrong > all.len() / 4 + 2 {
                        return None;
                    }
                }
                continue;
            }
            up.insert(here, there);
            down.insert(there, here);
            all.push((here, there));
        }
    }
    Some(all)
}
