//! Stones that move along arcs, where each arc joins two classes of vertices, odd and even ones,
//! and no odd vertex is without an arc: the staircase.
//!
//! The value is the exclusive or, over the odd vertices, of the values of their stones as heaps of
//! `take AMOUNTS` (the manual's page "Theorems" has the proof: a move from an even vertex is
//! answered by moving the same stones on). Only vertices that a stone can reach matter.
//!
//! Cost: one pass over the arcs, and a table of heaps where the amounts have no formula.

mod heaps;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use grundy_core::Nimber;
use grundy_games::{Component, Convention, Graph, Ruleset, Stones, StonesRules};
use heaps::HeapFormula;
pub use heaps::Progression;

use super::ClosedForm;

/// `stones: move AMOUNTS along an arc` where each arc joins odd and even vertices: the heaps on the
/// odd ones, see [`Staircase`].
#[derive(Debug)]
pub struct StonesOnStairs;

impl ClosedForm for StonesOnStairs {
    fn name(&self) -> &'static str {
        "staircase"
    }

    fn statement(&self) -> &'static str {
        "each arc joins an odd and an even vertex, and all ends are even: the value is that of the stones on the odd vertices, as heaps"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && matches!(ruleset, Ruleset::Stones(StonesRules::Carry(_)))
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        Staircase::of(ruleset, component).map(|stairs| Nimber(stairs.value()))
    }

    fn covers_all(&self) -> bool {
        false
    }
}

/// A position of stones with a closed form.
///
/// ```
/// use grundy_cert::closed_form::Staircase;
///
/// let rules = grundy_games::game("stones: move any along an arc").unwrap();
/// let position = grundy_games::position(&rules, "{a>b b>c} with a:4 b:7").unwrap();
/// let stairs = Staircase::of(&rules.ruleset, &position[0]).unwrap();
/// // c is even, b is odd, a is even.
/// assert_eq!(stairs.value(), 7);
/// // The mover takes all stones of b to c.
/// let wins: Vec<_> = stairs.arcs().map(|arc| stairs.winning(arc, 7).len()).collect();
/// assert_eq!(wins, [0, 1]);
/// ```
#[derive(Debug)]
pub struct Staircase<'c> {
    /// The position.
    stones: &'c Stones,
    /// The values of the stones of one vertex, as a heap.
    heaps: HeapFormula,
    /// Whether each vertex is odd; of no meaning for vertices that no stone reaches.
    odd: Vec<bool>,
}

impl<'c> Staircase<'c> {
    /// Returns the form of a position; `None` if it has none: the arcs that stones reach do not
    /// join odd and even vertices, or the heaps are too large for their amounts.
    pub fn of(ruleset: &Ruleset, component: &'c Component) -> Option<Staircase<'c>> {
        let (Ruleset::Stones(StonesRules::Carry(amounts)), Component::Stones(stones)) = (ruleset, component) else {
            return None;
        };
        if stones.token().is_some() {
            return None;
        }
        let odd = classes(stones)?;
        // No vertex ever has more stones than there are: what has a value keeps one in play.
        Some(Staircase { stones, heaps: HeapFormula::of(amounts, stones.total())?, odd })
    }

    /// Returns the value.
    pub fn value(&self) -> u64 {
        let odd = self.stones.counts().iter().zip(&self.odd).filter(|(_, odd)| **odd);
        odd.fold(0, |value, (&count, _)| value ^ self.heaps.value(count))
    }

    /// Returns the arcs along which stones can move, if there are enough of them.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let counts = self.stones.counts();
        self.stones.map().graph().edges().iter().copied().filter(|&(from, _)| counts[from as usize] > 0)
    }

    /// Returns the number of moves along an arc.
    pub fn moves(&self, (from, _): (u32, u32)) -> u64 {
        self.heaps.amounts(self.stones.counts()[from as usize])
    }

    /// Returns the numbers of stones whose move along an arc changes the value by this exclusive
    /// or, which is not 0: those that win, if it is the value of the whole sum.
    ///
    /// Cost: constant if the amounts have a formula; else as many steps as there are amounts.
    pub fn winning(&self, (from, to): (u32, u32), change: u64) -> Vec<Progression> {
        let counts = self.stones.counts();
        let (from, to) = (from as usize, to as usize);
        match self.odd[from] {
            true => self.heaps.down(counts[from], self.heaps.value(counts[from]) ^ change),
            false => self.heaps.up(counts[to], counts[from], self.heaps.value(counts[to]) ^ change),
        }
    }

    /// Returns an upper bound on the steps of [`Staircase::winning`] for one arc.
    pub fn steps(&self) -> u64 {
        self.heaps.steps()
    }
}

/// Returns for each vertex that a stone reaches whether every path from it to an end has an odd
/// number of arcs; `None` if some vertex has paths of both parities. A vertex without an arc is
/// even.
fn classes(stones: &Stones) -> Option<Vec<bool>> {
    let arcs = in_order(stones.map().graph());
    let mut met: Vec<bool> = stones.counts().iter().map(|&count| count > 0).collect();
    for &(from, to) in arcs.iter() {
        met[to as usize] |= met[from as usize];
    }
    // In the opposite order, every arc from the end of an arc comes before it.
    let (mut odd, mut has_arc) = (vec![false; met.len()], vec![false; met.len()]);
    for &(from, to) in arcs.iter().rev().filter(|(from, _)| met[*from as usize]) {
        let (from, class) = (from as usize, !odd[to as usize]);
        if has_arc[from] && odd[from] != class {
            return None;
        }
        (odd[from], has_arc[from]) = (class, true);
    }
    Some(odd)
}

/// Returns the arcs of a graph without cycles in an order in which all arcs to a vertex come before
/// all arcs from it. The arcs of the graph have no cycle, so this always ends with all of them; a
/// graph whose numbers ascend along arcs is in order already.
fn in_order(graph: &Graph) -> Cow<'_, [(u32, u32)]> {
    // They are sorted by their first end.
    let edges = graph.edges();
    if edges.iter().all(|(from, to)| from < to) {
        return Cow::Borrowed(edges);
    }
    // A vertex follows the last of those with an arc to it (A. Kahn, 1962).
    let vertices = graph.vertices() as usize;
    let (mut first, mut before) = (vec![0; vertices + 1], vec![0u32; vertices]);
    for &(from, to) in edges {
        first[from as usize + 1] += 1;
        before[to as usize] += 1;
    }
    for vertex in 0..vertices {
        first[vertex + 1] += first[vertex];
    }
    let mut open: Vec<usize> = (0..vertices).filter(|&vertex| before[vertex] == 0).collect();
    let mut sorted = Vec::with_capacity(edges.len());
    while let Some(vertex) = open.pop() {
        for &(from, to) in &edges[first[vertex]..first[vertex + 1]] {
            sorted.push((from, to));
            before[to as usize] -= 1;
            open.extend((before[to as usize] == 0).then_some(to as usize));
        }
    }
    Cow::Owned(sorted)
}
