//! Strips and their parts: what a kind of part is, when two kinds are equal, and the parts that a
//! move leaves.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Graph, GraphMove, boards::graph::family::Strip};

/// Between what the columns of a strip stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// Columns with two ends, which may be one connected graph, or nothing.
    Open,
    /// Columns in a circle, without an end.
    Closed,
    /// No columns: a graph.
    Finite,
}

/// The vertices and positions of edges between an end and a column.
type Ports = Vec<(u32, u32)>;

/// A kind of part: an end, and where the columns are joined to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PartKind {
    pub(super) shape: Shape,
    /// The number of vertices of the end.
    pub(super) vertices: u32,
    /// The edges of the end, sorted.
    pub(super) edges: Vec<(u32, u32)>,
    /// The edges from the end to the first column, sorted.
    pub(super) left: Ports,
    /// The edges from the end to the last column, sorted.
    pub(super) right: Ports,
}

/// A kind with a number of columns; 0 if it is finite.
pub(super) struct StripPart {
    pub(super) kind: PartKind,
    pub(super) columns: u32,
    /// The numbers of columns of all runs of whole columns.
    pub(super) runs: Vec<u32>,
    /// The first column of the longest run.
    pub(super) first: u32,
}

/// A permutation of positions that maps a strip to itself, or to itself read from its other end.
pub(super) struct Symmetry {
    image: Vec<u32>,
    reversed: bool,
}

/// Where a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Centre {
    End,
    Column(u32),
}

/// The graph of a kind with so many columns.
pub(super) struct PartGraph<'s> {
    /// The columns of the strip between the ends of this kind.
    strip: Strip,
    columns: u32,
    edges: Vec<(u32, u32)>,
    moves: &'s [GraphMove],
}

impl PartKind {
    /// The kind of a family.
    pub(super) fn of(strip: &Strip) -> PartKind {
        let shape = if strip.closed { Shape::Closed } else { Shape::Open };
        let Strip { vertices, edges, left, right, .. } = strip.clone();
        PartKind { shape, vertices, edges, left, right }
    }

    /// The number that is added to the number of columns, so that the size of a part is the number
    /// of its vertices, divided by that of a column.
    pub(super) fn shift(&self, width: u32) -> u64 {
        if self.shape == Shape::Finite { 0 } else { u64::from(self.vertices / width) }
    }

    /// Absorbs vertices of the end that are columns themselves, where a column is one vertex.
    /// Returns how many.
    pub(super) fn absorb(&mut self) -> u32 {
        let mut absorbed = 0;
        loop {
            let (near, far) = (&self.left, &self.right);
            let lone = |near: &Ports, far: &Ports| match near[..] {
                [(vertex, 0)] if far.iter().all(|port| port.0 != vertex) => Some(vertex),
                _ => None,
            };
            let (vertex, at_left) = match (lone(near, far), lone(far, near)) {
                (Some(vertex), _) => (vertex, true),
                (None, Some(vertex)) => (vertex, false),
                (None, None) => return absorbed,
            };
            let less = |other: u32| if other > vertex { other - 1 } else { other };
            let beside = self.edges.iter().filter_map(|&(a, b)| match vertex {
                _ if vertex == a => Some(b),
                _ if vertex == b => Some(a),
                _ => None,
            });
            let near: Ports = beside.map(|other| (less(other), 0)).collect();
            let far = if at_left { &self.right } else { &self.left };
            let far: Ports = far.iter().map(|&(end, at)| (less(end), at)).collect();
            (self.left, self.right) = if at_left { (near, far) } else { (far, near) };
            self.left.sort_unstable();
            self.right.sort_unstable();
            self.edges.retain(|&(a, b)| a != vertex && b != vertex);
            self.edges.iter_mut().for_each(|edge| *edge = (less(edge.0), less(edge.1)));
            self.vertices -= 1;
            absorbed += 1;
        }
    }

    /// Whether both kinds are the same but for the numbers of vertices, by one of the symmetries.
    pub(super) fn is_alike(&self, other: &PartKind, symmetries: &[Symmetry]) -> bool {
        let counts = |kind: &PartKind| (kind.shape, kind.vertices, kind.edges.len());
        if counts(self) != counts(other) {
            return false;
        }
        symmetries.iter().any(|symmetry| {
            let moved = |ports: &Ports| ports.iter().map(|&(end, at)| (end, symmetry.image[at as usize])).collect();
            let (left, right): (Ports, Ports) = (moved(&self.left), moved(&self.right));
            let (left, right) = if symmetry.reversed { (right, left) } else { (left, right) };
            let counts = (left.len(), right.len()) == (other.left.len(), other.right.len());
            counts && is_isomorphic(self, [&left, &right], other, [&other.left, &other.right])
        })
    }
}

/// Shorter runs of a graph with more runs are not tried.
const MOST_RUNS: usize = 16;

/// Ways to read a connected graph as a part of a strip, in which the vertices of columns follow
/// each other: between each run of columns, the longer ones first, and without columns.
///
/// Each is the graph, with its vertices in another order. Parts that moves leave keep the order of
/// the vertices, so they are read.
pub(super) fn readings<'g>(strip: &'g Strip, graph: &'g Graph) -> impl Iterator<Item = StripPart> + 'g {
    let (width, count) = (strip.width, graph.vertices());
    let joined = |a: u32, b: u32| graph.edges().binary_search(&(a.min(b), a.max(b))).is_ok();
    // The number of columns of the run that ends with the column from each vertex on.
    let mut ending: Vec<u32> = Vec::new();
    for at in 0..(count + 1).saturating_sub(width) {
        let is_whole = strip.within.iter().all(|&(a, b)| joined(at + a, at + b));
        let before = at.checked_sub(width).map_or(0, |before| ending[before as usize]);
        let follows = || strip.links.iter().all(|&(a, b)| joined(at - width + a, at + b));
        ending.push(match (is_whole, before) {
            (false, _) => 0,
            (true, 0) => 1,
            (true, before) => {
                if follows() {
                    before + 1
                } else {
                    1
                }
            }
        });
    }
    // The first vertices and the numbers of columns of the runs that do not go on.
    let goes_on = |at: usize| ending.get(at + width as usize).is_some_and(|&next| next == ending[at] + 1);
    let last = (0..ending.len()).filter(|&at| ending[at] > 0 && !goes_on(at));
    let mut runs: Vec<(u32, u32)> = last.map(|at| (at as u32 - (ending[at] - 1) * width, ending[at])).collect();
    runs.sort_by_key(|&(first, columns)| (std::cmp::Reverse(columns), first));
    // An end may look like further columns.
    let trims = (0..3).flat_map(|front| (0..3).map(move |back| (front, back)));
    let trimmed = runs.into_iter().take(MOST_RUNS).flat_map(move |(first, columns)| {
        let left = move |(front, back)| {
            Some((first + front * width, columns.checked_sub(front + back).filter(|&left| left > 0)?))
        };
        trims.clone().filter_map(left)
    });
    let whole = PartKind {
        shape: Shape::Finite,
        vertices: count,
        edges: graph.edges().to_vec(),
        left: Vec::new(),
        right: Vec::new(),
    };
    let finite = StripPart { kind: whole, columns: 0, runs: Vec::new(), first: 0 };
    trimmed.filter_map(|(first, columns)| between(strip, graph, first, columns)).chain([finite])
}

/// A graph as a part whose columns are those from this vertex on; `None` if it has other edges
/// there.
fn between(strip: &Strip, graph: &Graph, first: u32, columns: u32) -> Option<StripPart> {
    let (width, end) = (strip.width, first + columns * strip.width);
    let in_run = |vertex: u32| (first..end).contains(&vertex);
    let number = |vertex: u32| if vertex < first { vertex } else { vertex - (end - first) };
    let mut kind = PartKind {
        shape: Shape::Open,
        vertices: graph.vertices() - (end - first),
        edges: Vec::new(),
        left: Vec::new(),
        right: Vec::new(),
    };
    let mut inner = 0;
    for &(a, b) in graph.edges() {
        let (outside, at) = match (in_run(a), in_run(b)) {
            (true, true) => {
                inner += 1;
                continue;
            }
            (false, false) => {
                kind.edges.push((number(a), number(b)));
                continue;
            }
            (true, false) => (b, a - first),
            (false, true) => (a, b - first),
        };
        let port = (number(outside), at % width);
        match (at / width == 0, at / width + 1 == columns) {
            (true, true) => if outside < first { &mut kind.left } else { &mut kind.right }.push(port),
            (true, false) => kind.left.push(port),
            (false, true) => kind.right.push(port),
            (false, false) => return None,
        }
    }
    if inner != strip.within.len() * columns as usize + strip.links.len() * (columns as usize - 1) {
        return None;
    }
    kind.left.sort_unstable();
    kind.right.sort_unstable();
    let absorbed = if width == 1 { kind.absorb() } else { 0 };
    Some(StripPart { kind, columns: columns + absorbed, runs: vec![columns], first })
}

/// The symmetries of the columns of a strip; the identity is the first one.
pub(super) fn symmetries(strip: &Strip) -> Vec<Symmetry> {
    let set = |pairs: &mut dyn Iterator<Item = (u32, u32)>| pairs.collect::<BTreeSet<_>>();
    let within = |image: &[u32]| {
        set(&mut strip.within.iter().map(|&(a, b)| {
            let (a, b) = (image[a as usize], image[b as usize]);
            (a.min(b), a.max(b))
        }))
    };
    let links = |image: &[u32]| set(&mut strip.links.iter().map(|&(a, b)| (image[a as usize], image[b as usize])));
    let identity: Vec<u32> = (0..strip.width).collect();
    let (own_within, own_links) = (within(&identity), links(&identity));
    let turned_links = set(&mut strip.links.iter().map(|&(a, b)| (b, a)));
    let mut found = Vec::new();
    let mut image = identity;
    loop {
        if within(&image) == own_within {
            let mapped = links(&image);
            for (reversed, wanted) in [(false, &own_links), (true, &turned_links)] {
                if mapped == *wanted {
                    found.push(Symmetry { image: image.clone(), reversed });
                }
            }
        }
        // The next permutation in lexicographic order.
        let Some(at) = image.windows(2).rposition(|pair| pair[0] < pair[1]) else { return found };
        let with = image.iter().rposition(|&other| other > image[at]).unwrap_or(at);
        image.swap(at, with);
        image[at + 1..].reverse();
    }
}

/// After so many vertices that were tried, ends count as different: then a kind has two numbers.
const MOST_TRIED: u32 = 10_000;

/// Whether the ends of two kinds are isomorphic, with these ports, by colours that are refined, and
/// then by trying vertices of equal colours. Both have equally many vertices, edges and ports.
fn is_isomorphic(one: &PartKind, one_ports: [&Ports; 2], two: &PartKind, two_ports: [&Ports; 2]) -> bool {
    let count = one.vertices as usize;
    let mut beside = vec![BTreeSet::new(); 2 * count];
    for (offset, kind) in [(0, one), (count, two)] {
        for &(a, b) in &kind.edges {
            beside[offset + a as usize].insert(offset + b as usize);
            beside[offset + b as usize].insert(offset + a as usize);
        }
    }
    let ports = |vertex: usize| {
        let (at, ports) = if vertex < count { (vertex, one_ports) } else { (vertex - count, two_ports) };
        ports.map(|ports| ports.iter().filter(|port| port.0 as usize == at).map(|port| port.1).collect::<BTreeSet<_>>())
    };
    let mut colours = ranks((0..2 * count).map(ports).collect());
    loop {
        let around = |vertex: usize| {
            let mut around: Vec<usize> = beside[vertex].iter().map(|&other| colours[other]).collect();
            around.sort_unstable();
            (colours[vertex], around)
        };
        let next = ranks((0..2 * count).map(around).collect());
        let settled = next.iter().max() == colours.iter().max();
        colours = next;
        if settled {
            break;
        }
    }
    // Ends whose colours differ in their numbers are not isomorphic, whatever is tried.
    let sorted = |colours: &[usize]| {
        let mut colours = colours.to_vec();
        colours.sort_unstable();
        colours
    };
    if sorted(&colours[..count]) != sorted(&colours[count..]) {
        return false;
    }
    let mut images: Vec<usize> = Vec::with_capacity(count);
    let (mut next, mut tried) = (0, 0);
    // Depth first: `images` are those of the first vertices, and `next` the first image to be
    // tried of the vertex after them.
    loop {
        let vertex = images.len();
        if vertex == count {
            return true;
        }
        let fits = |image: &usize| {
            let agrees =
                |earlier: usize| beside[vertex].contains(&earlier) == beside[*image].contains(&images[earlier]);
            colours[vertex] == colours[*image] && !images.contains(image) && (0..vertex).all(agrees)
        };
        tried += 1;
        if tried > MOST_TRIED {
            return false;
        }
        match (count + next..2 * count).find(fits) {
            Some(image) => {
                images.push(image);
                next = 0;
            }
            None => match images.pop() {
                Some(image) => next = image - count + 1,
                None => return false,
            },
        }
    }
}

/// The places of the values in the order of all different ones.
fn ranks<T: Ord + Clone>(values: Vec<T>) -> Vec<usize> {
    let rank: BTreeMap<T, usize> = values
        .iter()
        .cloned()
        .collect::<BTreeSet<T>>()
        .into_iter()
        .enumerate()
        .map(|(at, value)| (value, at))
        .collect();
    values.iter().map(|value| rank[value]).collect()
}

impl<'s> PartGraph<'s> {
    /// The graph of a kind of a strip with so many columns, and the moves on it.
    pub(super) fn of(strip: &Strip, kind: &PartKind, columns: u32, moves: &'s [GraphMove]) -> PartGraph<'s> {
        let PartKind { shape, vertices, edges, left, right } = kind.clone();
        let strip = Strip { vertices, edges, left, right, closed: shape == Shape::Closed, ..strip.clone() };
        let edges = strip.all_edges(columns);
        PartGraph { strip, columns, edges, moves }
    }

    /// The column of a vertex, from 1; `None` if it is of the end.
    fn column(&self, vertex: u32) -> Option<u32> {
        vertex.checked_sub(self.strip.vertices).map(|at| at / self.strip.width + 1)
    }

    fn count(&self) -> u32 {
        self.strip.vertices + self.columns * self.strip.width
    }

    /// Calls `visit` with the parts that each move leaves whose centre is `wanted`. On a circle
    /// only the moves at the first column and those at the edges to it from the last one are made:
    /// all others are these, turned.
    pub(super) fn moves<E>(
        &self,
        wanted: impl Fn(Centre) -> bool,
        mut visit: impl FnMut(Centre, Vec<StripPart>) -> Result<(), E>,
    ) -> Result<(), E> {
        let neighbours = self.neighbours();
        for kind in self.moves {
            match kind {
                GraphMove::Vertex | GraphMove::Degree(_) | GraphMove::Closed => {
                    for vertex in 0..self.count() {
                        let centre = self.column(vertex).map_or(Centre::End, Centre::Column);
                        if !wanted(centre) || self.strip.closed && centre != Centre::Column(1) {
                            continue;
                        }
                        let beside = &neighbours[vertex as usize];
                        if matches!(kind, GraphMove::Degree(degrees) if !degrees.contain(beside.len() as u64)) {
                            continue;
                        }
                        let mut gone = BTreeSet::from([vertex]);
                        if *kind == GraphMove::Closed {
                            gone.extend(beside);
                        }
                        visit(centre, self.parts(&gone, None))?;
                    }
                }
                GraphMove::Edge | GraphMove::Ends => {
                    for &edge in &self.edges {
                        let (low, high) = (self.column(edge.0), self.column(edge.1));
                        let centre = low.map_or(Centre::End, Centre::Column);
                        let around = (low, high) == (Some(1), Some(self.columns)) || low == high;
                        if !wanted(centre) || self.strip.closed && !(centre == Centre::Column(1) && around) {
                            continue;
                        }
                        let parts = match kind {
                            GraphMove::Ends => self.parts(&BTreeSet::from([edge.0, edge.1]), None),
                            _ => self.parts(&BTreeSet::new(), Some(edge)),
                        };
                        visit(centre, parts)?;
                    }
                }
                GraphMove::Connected { .. } | GraphMove::Leaves => {}
            }
        }
        Ok(())
    }

    fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); self.count() as usize];
        for &(a, b) in &self.edges {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        neighbours
    }

    /// The parts without these vertices and this edge, in the order of their least vertices. Those
    /// of one vertex are left out if no move takes vertices.
    fn parts(&self, gone: &BTreeSet<u32>, without: Option<(u32, u32)>) -> Vec<StripPart> {
        let stays = |edge: &&(u32, u32)| Some(**edge) != without && !gone.contains(&edge.0) && !gone.contains(&edge.1);
        let edges: BTreeSet<(u32, u32)> = self.edges.iter().filter(stays).copied().collect();
        let mut beside = vec![Vec::new(); self.count() as usize];
        for &(a, b) in &edges {
            beside[a as usize].push(b);
            beside[b as usize].push(a);
        }
        let takes_vertices = self.moves.iter().any(GraphMove::takes_lone);
        let mut seen: BTreeSet<u32> = gone.clone();
        let mut parts = Vec::new();
        for start in 0..self.count() {
            if !seen.insert(start) {
                continue;
            }
            let mut own = vec![start];
            let mut looked = 0;
            while let Some(&vertex) = own.get(looked) {
                looked += 1;
                own.extend(beside[vertex as usize].iter().filter(|&&other| seen.insert(other)));
            }
            if takes_vertices || own.len() > 1 {
                own.sort_unstable();
                parts.push(self.part(&own, &edges));
            }
        }
        parts
    }

    /// The part of these vertices, which ascend, with the edges that stay.
    fn part(&self, own: &[u32], edges: &BTreeSet<(u32, u32)>) -> StripPart {
        let strip = &self.strip;
        let has = |vertex: u32| own.binary_search(&vertex).is_ok();
        let joined = |a: u32, b: u32| edges.contains(&(a.min(b), a.max(b)));
        let is_whole = |column: u32| {
            let inner = |&(a, b): &(u32, u32)| joined(strip.vertex(column, a), strip.vertex(column, b));
            (0..strip.width).all(|at| has(strip.vertex(column, at))) && strip.within.iter().all(inner)
        };
        let follows = |column: u32| {
            strip.links.iter().all(|&(a, b)| joined(strip.vertex(column - 1, a), strip.vertex(column, b)))
        };
        // The first column and the number of columns of each run.
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for column in (1..=self.columns).filter(|&column| is_whole(column)) {
            match runs.last_mut() {
                Some((first, count)) if *first + *count == column && follows(column) => *count += 1,
                _ => runs.push((column, 1)),
            }
        }
        let longest = runs.iter().copied().reduce(|one, other| if other.1 > one.1 { other } else { one });
        let counts = runs.iter().map(|run| run.1).collect();
        let (first, count) = longest.unwrap_or((0, 0));
        let in_run = |vertex: u32| self.column(vertex).is_some_and(|column| (first..first + count).contains(&column));
        let end: Vec<u32> = own.iter().copied().filter(|&vertex| !in_run(vertex)).collect();
        let number = |vertex: u32| end.binary_search(&vertex).ok().map(|at| at as u32);
        let inner = edges.iter().filter_map(|&(a, b)| Some((number(a)?, number(b)?)));
        let mut kind = PartKind {
            shape: if longest.is_some() { Shape::Open } else { Shape::Finite },
            vertices: end.len() as u32,
            edges: inner.collect(),
            left: Vec::new(),
            right: Vec::new(),
        };
        if longest.is_none() {
            return StripPart { kind, columns: 0, runs: counts, first };
        }
        let last = first + count - 1;
        let mut left: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut right: BTreeSet<(u32, u32)> = BTreeSet::new();
        let port = |to: &mut BTreeSet<(u32, u32)>, vertex: u32, column: u32, at: u32| {
            if let Some(end) = number(vertex).filter(|_| joined(vertex, strip.vertex(column, at))) {
                to.insert((end, at));
            }
        };
        let before = if first > 1 { Some(first - 1) } else { strip.closed.then_some(self.columns) };
        let after = if last < self.columns { Some(last + 1) } else { strip.closed.then_some(1) };
        for &(a, b) in &strip.links {
            before.into_iter().for_each(|column| port(&mut left, strip.vertex(column, a), first, b));
            after.into_iter().for_each(|column| port(&mut right, strip.vertex(column, b), last, a));
        }
        if first == 1 {
            strip.left.iter().for_each(|&(end, at)| port(&mut left, end, 1, at));
        }
        if last == self.columns {
            strip.right.iter().for_each(|&(end, at)| port(&mut right, end, last, at));
        }
        (kind.left, kind.right) = (left.into_iter().collect(), right.into_iter().collect());
        let absorbed = if strip.width == 1 { kind.absorb() } else { 0 };
        StripPart { kind, columns: count + absorbed, runs: counts, first }
    }
}
