//! Maximum matchings of graphs, and the vertices that they leave unmatched: alternating forests
//! with blossoms.
//!
//! From every unmatched vertex a tree grows along edges that are alternately outside and inside the
//! matching (Edmonds 1965). An edge between two trees gives an augmenting path; both trees then
//! rest until the next round. An edge inside a tree closes an odd cycle, a blossom, which is
//! contracted. When a round finds no augmenting path, the matching is a maximum, the outer vertices
//! are those that some maximum matching leaves unmatched, and the inner ones are a barrier (Gallai
//! and Edmonds).
//!
//! The bases of blossoms are disjoint sets, and each vertex that a blossom turns outward stores the
//! edge that closed it, so that paths can be found afterwards, as in K. Mehlhorn and S. Näher,
//! LEDA, 1999. Cost: a round is nearly linear; typical graphs need few rounds, and no graph needs
//! more than half as many as it has vertices. `petgraph`, which searches one path at a time and
//! clears its marks each time, takes hundreds of times as long on 10^5 vertices; the tests compare
//! the two.

use crate::support::budget::{Budget, Stopped};

/// The state of a vertex in a forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// Not reached.
    Unseen,
    /// At an even distance from the root.
    Outer,
    /// At an odd distance from the root, and not in a blossom.
    Inner,
    /// An inner vertex that became part of a blossom, and counts as outer.
    Turned,
}

/// A graph as an adjacency array: the neighbours of each vertex, one list after the other.
pub(crate) struct Neighbours {
    /// For each vertex, the start of its list in `all`; one more entry has the end of the last
    /// list.
    first: Vec<usize>,
    /// Each edge twice, once from either end.
    all: Vec<u32>,
}

impl Neighbours {
    /// Returns the graph without the vertex `gone`, which has no neighbours. Counting sort by
    /// vertex: one pass counts, one distributes. The counts are stored two entries late, so that
    /// the second pass moves each start to the end of its list, which is the start of the next.
    pub fn new(vertices: u32, edges: &[(u32, u32)], gone: u32) -> Neighbours {
        let kept = || edges.iter().filter(|(a, b)| *a != gone && *b != gone);
        let mut first = vec![0; vertices as usize + 2];
        for &(a, b) in kept() {
            first[a as usize + 2] += 1;
            first[b as usize + 2] += 1;
        }
        (2..first.len()).for_each(|at| first[at] += first[at - 1]);
        let mut all = vec![0; first[first.len() - 1]];
        for &(a, b) in kept() {
            for (vertex, other) in [(a, b), (b, a)] {
                all[first[vertex as usize + 1]] = other;
                first[vertex as usize + 1] += 1;
            }
        }
        first.pop();
        Neighbours { first, all }
    }

    fn vertices(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    /// Returns the neighbours of a vertex.
    pub fn of(&self, vertex: u32) -> &[u32] {
        &self.all[self.first[vertex as usize]..self.first[vertex as usize + 1]]
    }
}

/// A matching, with the forest that grows from its unmatched vertices.
pub(crate) struct Forest<'g> {
    /// The graph.
    beside: &'g Neighbours,
    /// For each vertex, the one that it is matched with.
    mate: Vec<Option<u32>>,
    /// For each vertex, its state in this round.
    label: Vec<Label>,
    /// For inner and turned vertices: the outer vertex that they were reached from.
    above: Vec<u32>,
    /// For turned vertices: the edge that closed their blossom, with the end on their side first.
    bridge: Vec<(u32, u32)>,
    /// Disjoint sets: the parent towards the base of the blossom that a vertex is in.
    base: Vec<u32>,
    /// For reached vertices: the root of their tree.
    root: Vec<u32>,
    /// For roots: whether the matching was augmented along their tree.
    spent: Vec<bool>,
    /// The time at which a search for a common base visited a vertex.
    met: Vec<u32>,
    /// The number of searches in this round: stamps in `met` are compared with it, so that the
    /// marks of earlier searches need not be cleared.
    clock: u32,
    /// Outer vertices, in the order in which they became outer; their edges are scanned in this
    /// order.
    queue: Vec<u32>,
}

/// Returns the bytes of a graph with this many vertices and edges, and of a forest on it.
pub(crate) fn bytes(vertices: u64, edges: u64) -> u64 {
    64 * vertices + 8 * edges
}

impl<'g> Forest<'g> {
    /// Returns a maximum matching, with the forest that proves it. Returns [`Stopped`] over a
    /// limit. The forest that is left after the last round is the proof: no edge joins two outer
    /// blossoms, so without the inner vertices each of them is a component of odd size, and the
    /// inner vertices are a barrier.
    pub fn grown(beside: &'g Neighbours, budget: &mut Budget) -> Result<Forest<'g>, Stopped> {
        let count = beside.vertices() as usize;
        let mut forest = Forest {
            beside,
            mate: greedy(beside),
            label: vec![Label::Unseen; count],
            above: vec![0; count],
            bridge: vec![(0, 0); count],
            base: Vec::with_capacity(count),
            root: vec![0; count],
            spent: vec![false; count],
            met: vec![0; count],
            clock: 0,
            queue: Vec::with_capacity(count),
        };
        while forest.round(budget)? {}
        Ok(forest)
    }

    /// Returns the vertex that is matched with this one. `None` if the matching leaves it
    /// unmatched.
    pub fn mate(&self, vertex: u32) -> Option<u32> {
        self.mate[vertex as usize]
    }

    /// Whether some maximum matching leaves the vertex unmatched. After the last round an
    /// alternating path of even length leads to it from an unmatched vertex, and exchanging the
    /// edges along it gives another maximum matching, without this vertex.
    pub fn is_outer(&self, vertex: u32) -> bool {
        matches!(self.label[vertex as usize], Label::Outer | Label::Turned)
    }

    /// Returns the barrier. In ascending order. Requires that the last round has ended.
    pub fn inner(&self) -> Vec<u32> {
        (0..self.beside.vertices()).filter(|&vertex| self.label[vertex as usize] == Label::Inner).collect()
    }

    /// Returns the alternating path from an outer vertex to an unmatched one.
    pub fn way(&self, vertex: u32) -> Vec<u32> {
        self.path(vertex, self.root[vertex as usize])
    }

    /// Grows all trees; returns whether the matching was augmented. Paths of one round are vertex
    /// disjoint, since a tree that was augmented rests (`spent`) until the next one. Every round
    /// but the last adds an edge, and there are at most n/2.
    fn round(&mut self, budget: &mut Budget) -> Result<bool, Stopped> {
        budget.poll()?;
        self.label.fill(Label::Unseen);
        self.spent.fill(false);
        self.met.fill(0);
        self.clock = 0;
        self.base.clear();
        self.base.extend(0..self.beside.vertices());
        self.queue.clear();
        for vertex in 0..self.beside.vertices() {
            if self.mate[vertex as usize].is_none() {
                self.label[vertex as usize] = Label::Outer;
                self.root[vertex as usize] = vertex;
                self.queue.push(vertex);
            }
        }
        let mut grown = false;
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            budget.tick()?;
            grown |= self.visit(vertex, budget)?;
        }
        Ok(grown)
    }

    /// Scans the edges of an outer vertex; returns whether the matching was augmented. A tree that
    /// is spent has labels that no longer describe the matching, so its vertices are skipped.
    fn visit(&mut self, vertex: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        let beside = self.beside;
        let root = self.root[vertex as usize];
        if self.spent[root as usize] {
            return Ok(false);
        }
        for &other in beside.of(vertex) {
            budget.tick()?;
            match (self.label[other as usize], self.mate[other as usize]) {
                (Label::Unseen, Some(mate)) => {
                    self.label[other as usize] = Label::Inner;
                    self.above[other as usize] = vertex;
                    self.label[mate as usize] = Label::Outer;
                    (self.root[other as usize], self.root[mate as usize]) = (root, root);
                    self.queue.push(mate);
                }
                (Label::Outer | Label::Turned, _) => {
                    let end = self.root[other as usize];
                    if end == root {
                        self.close(vertex, other);
                    } else if !self.spent[end as usize] {
                        self.exchange(vertex, other);
                        (self.spent[root as usize], self.spent[end as usize]) = (true, true);
                        return Ok(true);
                    }
                }
                // Unmatched vertices are roots, so every vertex that is not reached is matched.
                (Label::Inner | Label::Unseen, _) => {}
            }
        }
        Ok(false)
    }

    /// Returns the base of the blossom that a vertex is in. The path to the base is halved while it
    /// is read (Tarjan and van Leeuwen 1984), which makes a round nearly linear.
    fn base(&mut self, vertex: u32) -> u32 {
        let mut at = vertex as usize;
        while self.base[at] as usize != at {
            self.base[at] = self.base[self.base[at] as usize];
            at = self.base[at] as usize;
        }
        at as u32
    }

    /// Contracts the blossom of an edge between two outer vertices of a tree, unless they are
    /// already in one blossom. The common base is found by climbing from both ends in turn, one
    /// step each, until one meets a mark of the other: so the search costs as much as the blossom
    /// is long, and not as the tree is deep.
    fn close(&mut self, a: u32, b: u32) {
        let (start, end) = (self.base(a), self.base(b));
        if start == end {
            return;
        }
        self.clock += 1;
        let (mut near, mut far) = (Some(start), Some(end));
        let base = loop {
            if let Some(at) = near {
                if self.met[at as usize] == self.clock {
                    break at;
                }
                self.met[at as usize] = self.clock;
                near = self.mate[at as usize].map(|inner| self.above[inner as usize]);
                near = near.map(|above| self.base(above));
            }
            std::mem::swap(&mut near, &mut far);
        };
        self.turn(base, a, b);
        self.turn(base, b, a);
    }

    /// Turns the inner vertices outward from `a` down to the base, for an edge from `a` to `b`.
    /// Each of them gets the edge as its `bridge`, and joins the queue: it is outer now.
    fn turn(&mut self, base: u32, a: u32, b: u32) {
        let mut at = self.base(a);
        while at != base {
            self.base[at as usize] = base;
            let inner = self.mate[at as usize].expect("only a root has no mate, and a root is the base of itself");
            self.base[inner as usize] = base;
            self.label[inner as usize] = Label::Turned;
            self.bridge[inner as usize] = (a, b);
            self.queue.push(inner);
            at = self.base(self.above[inner as usize]);
        }
    }

    /// Augments the matching along the path through an edge between two trees. The path has an even
    /// number of vertices and begins and ends with unmatched ones; its edges 1, 3, 5 and so on
    /// become the matching.
    fn exchange(&mut self, a: u32, b: u32) {
        let mut path = self.way(a);
        path.reverse();
        path.extend(self.way(b));
        for pair in path.chunks_exact(2) {
            self.mate[pair[0] as usize] = Some(pair[1]);
            self.mate[pair[1] as usize] = Some(pair[0]);
        }
    }

    /// Returns the path from an outer vertex to one below it in its tree, through the blossoms
    /// between them. A turned vertex was reached downward through its bridge: its path goes up to
    /// the near end in reverse, over the bridge, and down from the other end. The steps are on a
    /// stack, since blossoms may be nested as deep as the graph is large.
    fn path(&self, from: u32, to: u32) -> Vec<u32> {
        /// A vertex, or a way down to the root of a tree or up from it, that is still to be listed.
        enum TreeStep {
            Show(u32),
            Down(u32, u32),
            Up(u32, u32),
        }
        let mate = |vertex: u32| self.mate[vertex as usize].expect("the path ends at the root");
        let mut path = Vec::new();
        let mut open = vec![TreeStep::Down(from, to)];
        while let Some(step) = open.pop() {
            match step {
                TreeStep::Show(vertex) => path.push(vertex),
                TreeStep::Down(at, to) | TreeStep::Up(at, to) if at == to => path.push(at),
                TreeStep::Down(at, to) if self.label[at as usize] == Label::Turned => {
                    let (near, other) = self.bridge[at as usize];
                    open.extend([TreeStep::Down(other, to), TreeStep::Up(near, mate(at)), TreeStep::Show(at)]);
                }
                TreeStep::Up(at, to) if self.label[at as usize] == Label::Turned => {
                    let (near, other) = self.bridge[at as usize];
                    open.extend([TreeStep::Show(at), TreeStep::Down(near, mate(at)), TreeStep::Up(other, to)]);
                }
                TreeStep::Down(at, to) => {
                    let inner = mate(at);
                    open.extend([
                        TreeStep::Down(self.above[inner as usize], to),
                        TreeStep::Show(inner),
                        TreeStep::Show(at),
                    ]);
                }
                TreeStep::Up(at, to) => {
                    let inner = mate(at);
                    open.extend([
                        TreeStep::Show(at),
                        TreeStep::Show(inner),
                        TreeStep::Up(self.above[inner as usize], to),
                    ]);
                }
            }
        }
        path
    }
}

/// Returns an initial matching: vertices with few neighbours choose first, and choose those with
/// few. Linear, but for the sort. Each edge that it finds saves an augmentation later.
fn greedy(beside: &Neighbours) -> Vec<Option<u32>> {
    let mut order: Vec<u32> = (0..beside.vertices()).collect();
    order.sort_by_key(|&vertex| beside.of(vertex).len());
    let mut mate: Vec<Option<u32>> = vec![None; order.len()];
    for vertex in order {
        if mate[vertex as usize].is_some() {
            continue;
        }
        let free = beside.of(vertex).iter().copied().filter(|&other| mate[other as usize].is_none());
        if let Some(other) = free.min_by_key(|&other| beside.of(other).len()) {
            (mate[vertex as usize], mate[other as usize]) = (Some(other), Some(vertex));
        }
    }
    mate
}
