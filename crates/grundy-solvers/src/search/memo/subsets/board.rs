//! A graph or an order on up to 128 vertices as sets of bits: its moves, the connected parts of a
//! set of vertices, and sets that are equal up to vertices with the same neighbours.

use std::collections::BTreeMap;

use grundy_games::{Component, Degrees, Graph, GraphMove, Query, Ruleset, connected_sets};

/// A set of vertices.
pub(super) type Set = u128;

/// The most vertices of all components together.
const MOST: u32 = Set::BITS;

/// A move: the vertices that must be there, those that are gone then, and a condition on all
/// others.
pub(super) struct VertexMove {
    /// The vertices that must be there.
    pub needs: Set,
    /// The vertices that are gone then; those that were gone before do not matter.
    pub gone: Set,
    /// What else must hold.
    condition: Condition,
}

/// A condition on the set of vertices that a move is made in, which is connected.
enum Condition {
    None,
    /// So many of these vertices are there.
    Degree(Set, Degrees),
    /// The rest is connected, or nothing.
    Whole,
}

/// More moves are left to canonical forms.
const MOST_MOVES: usize = 1 << 14;

/// All components of a sum on one set of vertices.
pub(super) struct SubsetBoard {
    /// The vertices of each component of the sum.
    pub starts: Vec<Set>,
    /// The moves of all components, each once.
    pub moves: Vec<VertexMove>,
    /// The neighbours of each vertex.
    neighbours: Vec<Set>,
    /// The edges; the lower element comes first in an order.
    edges: Vec<(u32, u32)>,
    /// Classes of vertices that may be exchanged: the first 0, 1, .. vertices of each, up to all.
    twins: Vec<Vec<Set>>,
    /// Whether components are orders, else graphs.
    is_order: bool,
    /// Whether a vertex without neighbours has a move.
    takes_vertices: bool,
}

impl SubsetBoard {
    /// The board of a query about one game on orders, or on graphs where moves take vertices;
    /// `None` for other queries and for more vertices.
    pub fn new(query: &Query) -> Option<SubsetBoard> {
        let [ruleset] = &query.rulesets[..] else { return None };
        let (kinds, is_order): (&[GraphMove], bool) = match ruleset {
            Ruleset::Poset(_) => (&[], true),
            Ruleset::Graph(rules) if rules.keeps_cells() => (&rules.moves, false),
            _ => return None,
        };
        let (mut edges, mut starts, mut count) = (Vec::new(), Vec::new(), 0u32);
        for term in &query.position {
            let (Component::Graph(graph) | Component::Poset(graph)) = &term.component else { return None };
            let end = count.checked_add(graph.vertices()).filter(|&end| end <= MOST)?;
            edges.extend(graph.edges().iter().map(|&(a, b)| (a + count, b + count)));
            starts.push((count..end).fold(0, |all, vertex| all | 1 << vertex));
            count = end;
        }
        let [mut above, mut below, mut neighbours] = [0; 3].map(|_| vec![0; count as usize]);
        for &(a, b) in &edges {
            above[a as usize] |= 1 << b;
            below[b as usize] |= 1 << a;
            neighbours[a as usize] |= 1 << b;
            neighbours[b as usize] |= 1 << a;
        }
        let (moves, twins) = if is_order {
            closed(&mut above);
            closed(&mut below);
            let taken = |(vertex, above): (usize, &Set)| VertexMove::of(1 << vertex, above | 1 << vertex);
            (above.iter().enumerate().map(taken).collect(), twins((0..count as usize).map(|at| (above[at], below[at]))))
        } else {
            // Twins that are neighbours have the same neighbours with themselves.
            let mut all = twins(neighbours.iter().copied());
            all.extend(twins(neighbours.iter().enumerate().map(|(vertex, neighbours)| neighbours | 1 << vertex)));
            (of_kinds(kinds, &edges, &neighbours)?, all)
        };
        let takes_vertices = is_order || kinds.iter().any(GraphMove::takes_lone);
        Some(SubsetBoard { starts, moves, neighbours, edges, twins, is_order, takes_vertices })
    }

    /// The connected part with the first vertex of a set, in the form of [`SubsetBoard::normal`],
    /// and the rest of the set. Requires that the set is not empty.
    ///
    /// A flood fill: each vertex is opened once, so it costs a step per vertex of the part.
    pub fn split(&self, set: Set) -> (Set, Set) {
        let mut part = set & set.wrapping_neg();
        let mut open = part;
        while open != 0 {
            let new = self.neighbours[open.trailing_zeros() as usize] & set & !part;
            open = open & (open - 1) | new;
            part |= new;
        }
        (self.normal(part), set & !part)
    }

    /// Whether a move is made in a connected set of vertices.
    pub fn is_open(&self, step: &VertexMove, set: Set) -> bool {
        step.needs & !set == 0
            && match &step.condition {
                Condition::None => true,
                Condition::Degree(around, degrees) => degrees.contain((around & set).count_ones().into()),
                Condition::Whole => set == step.gone || self.split(set & !step.gone).1 == 0,
            }
    }

    /// A set of equal value: of vertices that may be exchanged it has the first ones.
    ///
    /// Exchanging two vertices of a class is a symmetry of the whole board, so it maps the set to
    /// one of equal value; only how many of a class are left counts.
    fn normal(&self, mut set: Set) -> Set {
        for firsts in &self.twins {
            let all = firsts[firsts.len() - 1];
            if set & all != 0 {
                set = set & !all | firsts[(set & all).count_ones() as usize];
            }
        }
        set
    }

    /// All vertices, each after a neighbour where there is one, those of a component together.
    pub fn by_nearness(&self) -> Vec<u32> {
        let mut order: Vec<u32> = Vec::with_capacity(self.neighbours.len());
        let mut open: Set = self.starts.iter().fold(0, |all, start| all | start);
        let mut at = 0;
        while open != 0 {
            if at == order.len() {
                order.push(open.trailing_zeros());
                open &= open - 1;
            }
            let mut new = self.neighbours[order[at] as usize] & open;
            open &= !new;
            while new != 0 {
                order.push(new.trailing_zeros());
                new &= new - 1;
            }
            at += 1;
        }
        order
    }

    /// Whether a set certainly has no move. `false` says nothing.
    pub fn is_dead(&self, part: Set) -> bool {
        !self.takes_vertices && part.is_power_of_two()
    }

    /// A set of vertices as a component.
    ///
    /// Vertices are numbered anew from 0, in their order.
    pub fn component(&self, set: Set) -> Component {
        let place = |vertex: u32| (set & ((1 << vertex) - 1)).count_ones();
        let both = |&&(a, b): &&(u32, u32)| set >> a & set >> b & 1 == 1;
        let edges = self.edges.iter().filter(both).map(|&(a, b)| (place(a), place(b)));
        match self.is_order {
            true => Component::Poset(Graph::directed(set.count_ones(), edges)),
            false => Component::Graph(Graph::of(set.count_ones(), edges)),
        }
    }
}

/// Adds to the elements next to each element those that are further away, on a relation without
/// circles.
///
/// Repeats until nothing changes, at most log2 of the longest chain times and once more: each round
/// doubles the distance that is covered.
fn closed(next: &mut [Set]) {
    loop {
        let before = next.to_vec();
        for own in next.iter_mut() {
            let mut open = *own;
            while open != 0 {
                *own |= before[open.trailing_zeros() as usize];
                open &= open - 1;
            }
        }
        if next == before {
            return;
        }
    }
}

/// Classes of several vertices with equal keys.
///
/// For each class the sets of its first 0, 1, 2, .. vertices, in the order of the vertices.
fn twins<K: Ord>(keys: impl Iterator<Item = K>) -> Vec<Vec<Set>> {
    let mut classes: BTreeMap<K, Vec<Set>> = BTreeMap::new();
    for (vertex, key) in keys.enumerate() {
        let firsts = classes.entry(key).or_insert_with(|| vec![0]);
        firsts.push(firsts[firsts.len() - 1] | 1 << vertex);
    }
    classes.into_values().filter(|firsts| firsts.len() > 2).collect()
}

impl VertexMove {
    /// A move without a condition.
    fn of(needs: Set, gone: Set) -> VertexMove {
        VertexMove { needs, gone, condition: Condition::None }
    }
}

/// The moves of these kinds; `None` if they are too many. `Edge` and `Leaves` do not remove
/// vertices by themselves or depend on degrees; such games are refused before.
fn of_kinds(kinds: &[GraphMove], edges: &[(u32, u32)], neighbours: &[Set]) -> Option<Vec<VertexMove>> {
    let vertices = || (0..neighbours.len()).map(|vertex| (1 << vertex, neighbours[vertex]));
    let mut moves = Vec::new();
    for kind in kinds {
        match *kind {
            GraphMove::Vertex => moves.extend(vertices().map(|(own, _)| VertexMove::of(own, own))),
            GraphMove::Closed => moves.extend(vertices().map(|(own, around)| VertexMove::of(own, own | around))),
            GraphMove::Degree(degrees) => moves.extend(vertices().map(|(own, around)| {
                let condition = Condition::Degree(around, degrees);
                VertexMove { condition, ..VertexMove::of(own, own) }
            })),
            GraphMove::Ends => {
                let ends = edges.iter().map(|(a, b)| 1 << a | 1 << b);
                moves.extend(ends.map(|ends| VertexMove::of(ends, ends)));
            }
            GraphMove::Connected { least, most, whole } => {
                let graph = Graph::of(neighbours.len() as u32, edges.iter().copied());
                let listed = connected_sets(&graph.neighbours(), most, |vertices| {
                    if vertices.len() as u64 >= least {
                        let set = vertices.iter().fold(0, |set, vertex| set | 1 << vertex);
                        let condition = if whole { Condition::Whole } else { Condition::None };
                        moves.push(VertexMove { condition, ..VertexMove::of(set, set) });
                    }
                    if moves.len() <= MOST_MOVES { Ok(()) } else { Err(()) }
                });
                listed.ok()?;
            }
            GraphMove::Edge | GraphMove::Leaves => {}
        }
    }
    Some(moves)
}
