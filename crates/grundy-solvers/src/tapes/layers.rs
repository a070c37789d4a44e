//! The values of all nodes with one more letter to write, from those with one letter less.
//!
//! If a node has no child for a letter, its successor is that of its link; the same holds for the
//! link of a child. So the multiset of the values of successors, one for each letter, satisfies
//!
//! ```text
//! reached(node) = reached(link of node) + for each child: value(child) - value(link of child)
//! ```
//!
//! These multisets are numbers: a counter per value, next to each other. [`grundy_simd::layers`]
//! has the pass over the nodes. If a node reaches all values that have a counter, the next values
//! are counted in another pass.
//!
//! Cost: a few steps per node and pass, for any alphabet. The method is new here.

use grundy_simd::{
    Level,
    layers::{self, Fields, Nodes, OVER, Window},
};

use super::trie::{Symbol, Trie};
use crate::support::budget::{Budget, Stopped};

/// An automaton without its letters, and the values of its nodes.
pub(super) struct Net {
    /// The vector instructions to use.
    level: Level,
    /// For each node, the index of its first child; one more entry ends the last list.
    firsts: Vec<u32>,
    /// For each node, the index of its link.
    links: Vec<u32>,
    /// For each node, whether the game is over, and whether it may be written.
    flags: Vec<u8>,
    /// The number of letters that can be written, and so the bound on values.
    letters: u32,
    /// The counters of a number: how many there are and how wide.
    fields: Fields,
    /// The counters of consecutive ranges of values: window i has those from i times the number of
    /// counters on. More are added when some node reaches all values of the last one.
    windows: Vec<Window>,
    /// The nodes that have no value in the windows so far.
    open: Vec<bool>,
}

/// The nodes of an automaton that matter. With a node, all its ancestors are kept; with one that a
/// tape reaches while the game goes on, its link, and its children as long as letters are left.
pub(super) struct KeptNodes {
    /// The nodes, in ascending order.
    pub(super) nodes: Vec<u32>,
    /// For each node, the least number of letters that are missing from the most when a tape
    /// reaches it; `None` if no tape does. Empty if tapes reach every node that is kept.
    pub(super) missing: Vec<Option<u32>>,
}

macro_rules! nodes {
    ($net:expr) => {
        Nodes { firsts: &$net.firsts, links: &$net.links, flags: &$net.flags, letters: $net.letters }
    };
}

impl Net {
    /// The bytes of a node whose values are below the number of counters in a window.
    pub(super) const NODE: u64 = Window::NODE + 9;

    /// Returns the automaton, or the part of it that is kept, with no letters left.
    pub(super) fn new<S: Symbol>(
        trie: &Trie<S>,
        kept: Option<&KeptNodes>,
        letters: usize,
        level: Level,
        budget: &mut Budget,
    ) -> Result<Net, Stopped> {
        let letters = u32::try_from(letters).expect("there are fewer characters than that");
        let count = kept.map_or(trie.nodes(), |kept| kept.nodes.len());
        budget.hold(Net::NODE * count as u64 + 64)?;
        let fields = Fields::new(letters);
        let (firsts, links) = (Vec::with_capacity(count + 1), Vec::with_capacity(count));
        let flags = Vec::with_capacity(count);
        let mut net = Net { level, firsts, links, flags, letters, fields, windows: Vec::new(), open: Vec::new() };
        match kept {
            Some(kept) => net.take(trie, kept, budget)?,
            None => (0..count).for_each(|node| net.push(trie.first(node), trie.link_of(node), trie.flags(node))),
        }
        net.firsts.push(count as u32);
        net.windows.push(Window::new(&nodes!(net), true));
        Ok(net)
    }

    /// Appends a node.
    fn push(&mut self, first: u32, link: u32, flags: u8) {
        self.firsts.push(first);
        self.links.push(link);
        self.flags.push(flags);
    }

    /// Adds these nodes; the values of a node that no tape reaches need not be right.
    fn take<S: Symbol>(&mut self, trie: &Trie<S>, kept: &KeptNodes, budget: &mut Budget) -> Result<(), Stopped> {
        let bytes = 4 * trie.nodes() as u64;
        budget.hold(bytes)?;
        let places = places(&kept.nodes, trie.nodes());
        let place = |node: u32| places[node as usize];
        for (index, &node) in (0u32..).zip(&kept.nodes) {
            let node = node as usize;
            let unread = if kept.missing.get(index as usize).is_some_and(Option::is_none) { OVER } else { 0 };
            // A link that is left out belongs to a node that is not read: any lower node will do.
            let link = place(trie.link_of(node)).min(index.saturating_sub(1));
            self.push(place(trie.first(node)), link, trie.flags(node) | unread);
        }
        budget.release(bytes);
        Ok(())
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.flags.len()
    }

    /// Returns the end of the children of the nodes before `end`.
    pub(super) fn children(&self, end: usize) -> usize {
        self.firsts[end] as usize
    }

    /// Advances the nodes before `end` to the next layer. Requires that their children are at the
    /// current one. Returns whether the result equals the stored layer (at first, the one with no
    /// letters left). With `keep`, the result is stored.
    ///
    /// Windows after the first one count only for nodes that have no value below them. `same` is
    /// true only if all windows are equal.
    pub(super) fn next(&mut self, end: usize, keep: bool, budget: &mut Budget) -> Result<bool, Stopped> {
        let nodes = nodes!(self);
        let mut found = layers::first(self.level, &nodes, self.fields, &mut self.windows[0], end, keep);
        let mut same = found.same;
        if !found.all || self.windows.len() > 1 {
            let (lowest, fields) = (&self.windows[0], self.fields);
            let open = |node: usize| nodes.flags[node] & OVER == 0 && fields.missing(lowest.reached(node)).is_none();
            self.open.clear();
            self.open.extend((0..end).map(open));
        }
        let mut at = 1;
        while !found.all || at < self.windows.len() {
            if at == self.windows.len() {
                budget.hold((Window::NODE + 1) * nodes.flags.len() as u64)?;
                self.windows.push(Window::new(&nodes, false));
            }
            found = layers::more(&nodes, self.fields, &mut self.windows[at], &mut self.open, keep);
            same &= found.same;
            at += 1;
        }
        Ok(same)
    }

    /// Returns the value of a node. A node at which the game is over has value 0. The result is the
    /// mex of the values of its successors: the first counter that is zero.
    pub(super) fn value(&self, node: usize) -> u64 {
        if self.flags[node] & OVER != 0 {
            return 0;
        }
        let missing = |window: &Window| self.fields.missing(window.reached(node));
        let found = (0u64..).zip(&self.windows).find_map(|(at, window)| Some((at, missing(window)?)));
        let (at, missing) = found.expect("windows are added until every node has a value");
        at * u64::from(self.fields.count()) + u64::from(missing)
    }
}

/// Returns for each node the number of kept nodes before it: its index, if it is kept.
fn places(kept: &[u32], nodes: usize) -> Vec<u32> {
    let mut places = Vec::with_capacity(nodes + 1);
    for (place, &node) in kept.iter().enumerate() {
        places.resize(node as usize + 1, place as u32);
    }
    places.resize(nodes + 1, kept.len() as u32);
    places
}
