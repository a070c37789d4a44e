//! The values of all nodes with one letter more to write, from those with one letter less.
//!
//! A node without a child for a letter goes where its link goes with it, and so does the link of a child. So the values
//! that can be reached from a node are, each as often as letters lead to it,
//!
//! ```text
//! reached(node) = reached(link of node) + for each child: value(child) - value(link of child)
//! ```
//!
//! These multisets are numbers: a counter for each value, side by side in 32 bits. Sums over children are differences
//! of running sums, since children stand side by side. Where a node reaches all values that have a counter, the next
//! values are counted in another pass.
//!
//! Cost: a few steps for each node and pass, whatever the alphabet. Source: our own.

use super::trie::{Symbol, Trie};
use crate::{Budget, Stopped, packed::Cell};

/// An automaton without its letters.
pub(super) struct Net {
    firsts: Vec<u32>,
    links: Vec<u32>,
    /// Whether a node may be written: it counts as an option.
    counted: Vec<bool>,
    /// All ones where the game goes on, zero where it is over.
    alive: Vec<u8>,
    fields: Fields,
    one: Vec<u32>,
    sums: Vec<u32>,
    reached: Vec<u32>,
    open: Vec<u32>,
}

/// Nodes of an automaton that matter. With a node there are those in front of it in the tree; with one that a tape comes
/// to, at which the game goes on, its link and its children as far as letters are left.
pub(super) struct Kept {
    /// The nodes, in ascending order.
    pub(super) nodes: Vec<u32>,
    /// For each how many letters fewer than the most are left at least, when a tape comes to it; none where none does.
    pub(super) missing: Vec<Option<u64>>,
}

/// Counters side by side.
struct Fields {
    letters: u32,
    bits: u32,
    count: u32,
    /// All bits of each counter but the highest, and the highest.
    low: u32,
    high: u32,
}

impl Fields {
    /// Counters up to the number of letters.
    fn new(letters: usize) -> Fields {
        let bits = usize::BITS - letters.max(1).leading_zeros();
        let count = 32 / bits;
        let high = (0..count).map(|at| 1 << (bits * at + bits - 1)).sum();
        let ones: u32 = (0..count).map(|at| 1 << (bits * at)).sum();
        Fields { letters: letters as u32, bits, count, low: high - ones, high }
    }

    /// The first counter that is zero.
    fn missing(&self, counters: u32) -> Option<u32> {
        let zero = !(((counters & self.low) + self.low) | counters) & self.high;
        (zero != 0).then(|| zero.trailing_zeros() / self.bits)
    }
}

impl Net {
    /// Bytes of a node.
    pub(super) const NODE: u64 = 26;

    /// The automaton, or what is kept of it.
    pub(super) fn new<S: Symbol>(
        trie: &Trie<S>,
        kept: Option<&Kept>,
        letters: usize,
        budget: &mut Budget,
    ) -> Result<Net, Stopped> {
        let count = kept.map_or(trie.nodes(), |kept| kept.nodes.len());
        budget.hold(Net::NODE * count as u64 + 64)?;
        let mut net = Net {
            firsts: Vec::with_capacity(count + 1),
            links: Vec::with_capacity(count),
            counted: Vec::with_capacity(count),
            alive: Vec::with_capacity(count),
            fields: Fields::new(letters),
            one: vec![0; count],
            sums: vec![0; count + 1],
            reached: vec![0; count],
            open: Vec::new(),
        };
        let mut push = |node: usize, first, link, over| {
            net.firsts.push(first);
            net.links.push(link);
            net.counted.push(!trie.avoided(node));
            net.alive.push(if over { 0 } else { u8::MAX });
        };
        match kept {
            Some(kept) if count < trie.nodes() => {
                let places = places(&kept.nodes, trie.nodes());
                for (&node, missing) in kept.nodes.iter().zip(&kept.missing) {
                    let node = node as usize;
                    let (first, link) = (trie.firsts()[node] as usize, trie.links()[node] as usize);
                    push(node, places[first], places[link], missing.is_none() || trie.over(node));
                }
            }
            _ => (0..count).for_each(|node| push(node, trie.firsts()[node], trie.links()[node], trie.over(node))),
        }
        net.firsts.push(count as u32);
        Ok(net)
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.links.len()
    }

    /// The end of the children of the nodes in front of `end`.
    pub(super) fn children(&self, end: usize) -> usize {
        self.firsts[end] as usize
    }

    /// The values of the nodes in front of `end`. Those of their children `before` are known.
    pub(super) fn layer<V: Cell>(&mut self, before: &[V], after: &mut [V], end: usize) {
        self.count(before, 0, end);
        self.open.clear();
        for (node, (&reached, &alive)) in self.reached[..end].iter().zip(&self.alive).enumerate() {
            let missing = self.fields.missing(reached);
            after[node] = V::pack(u64::from(missing.unwrap_or(0) & u32::from(alive)));
            if missing.is_none() && alive != 0 {
                self.open.push(node as u32);
            }
        }
        let mut base = 0;
        while !self.open.is_empty() {
            base += u64::from(self.fields.count);
            self.count(before, base, end);
            let (reached, fields) = (&self.reached, &self.fields);
            self.open.retain(|&node| match fields.missing(reached[node as usize]) {
                Some(missing) => {
                    after[node as usize] = V::pack(base + u64::from(missing));
                    false
                }
                None => true,
            });
        }
    }

    /// Counts what each node in front of `end` reaches, from the value `base` on.
    fn count<V: Cell>(&mut self, before: &[V], base: u64, end: usize) {
        let children = self.children(end).max(1);
        let fields = &self.fields;
        for ((one, value), &counted) in self.one[..children].iter_mut().zip(before).zip(&self.counted) {
            let at = value.unpack().checked_sub(base).filter(|&at| counted && at < u64::from(fields.count));
            *one = at.map_or(0, |at| 1 << (at as u32 * fields.bits));
        }
        let one = &self.one[..children];
        let mut sum = 0u32;
        self.sums[1] = 0;
        for ((sums, &own), &link) in self.sums[2..].iter_mut().zip(&one[1..]).zip(&self.links[1..]) {
            sum = sum.wrapping_add(own).wrapping_sub(one[link as usize]);
            *sums = sum;
        }
        let mut start = 0u32;
        for node in 0..end {
            let stop = self.sums[self.firsts[node + 1] as usize];
            let beyond =
                if node == 0 { fields.letters.wrapping_mul(one[0]) } else { self.reached[self.links[node] as usize] };
            self.reached[node] = beyond.wrapping_add(stop).wrapping_sub(start);
            start = stop;
        }
    }
}

/// For each node how many kept ones stand in front of it: its own place, if it is kept.
fn places(kept: &[u32], nodes: usize) -> Vec<u32> {
    let mut places = Vec::with_capacity(nodes + 1);
    for (place, &node) in kept.iter().enumerate() {
        places.resize(node as usize + 1, place as u32);
    }
    places.resize(nodes + 1, kept.len() as u32);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_zero_counter_is_found() {
        for letters in 1..2000 {
            let fields = Fields::new(letters);
            assert_eq!(fields.missing(0), Some(0));
            let full = (0..fields.count).map(|at| (letters as u32) << (at * fields.bits)).sum::<u32>();
            assert_eq!(fields.missing(full), None, "{letters}");
            for at in 0..fields.count {
                let one = 1u32 << (at * fields.bits);
                assert_eq!(fields.missing(full - letters as u32 * one), Some(at), "{letters}");
                assert_eq!(fields.missing(full - (letters as u32 - 1) * one), None, "{letters}");
            }
        }
    }
}
