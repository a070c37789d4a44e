//! Layers of values over the nodes of an automaton whose missing letters are links, one pass over
//! the nodes a layer.
//!
//! Children are numbered consecutively, after the children of lower nodes; links lead to lower
//! nodes. Let c(v) be the value of v in the layer before, as a one in the counter of that value.
//! What a node reaches is
//!
//! ```text
//! reached(node) = reached(link of node) + sum over children of c(child) - c(link of child)
//! ```
//!
//! and its value is the first counter that is zero. Sums over children are differences of running
//! sums; those for the next layer are written over those of this one, since the children of a node
//! come after it. So a node reads its link's pair (what is reached, and the value) once, and writes
//! each of its figures once.
//!
//! Counters lie side by side in 32 bits, as many as fit: a *window* of values. What lies above it
//! is another window's.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use crate::level::{InstructionSet, Level};

/// In the flags of a node: its value is zero, whatever it reaches.
pub const OVER: u8 = 1;

/// In the flags of a node: no node reaches it.
pub const CLOSED: u8 = 2;

/// Nodes by number.
#[derive(Clone, Copy)]
pub struct Nodes<'a> {
    /// The first child of each node, which comes after it, then the number of all nodes.
    pub firsts: &'a [u32],
    /// The link of each node but the first, a lower node.
    pub links: &'a [u32],
    /// [`OVER`] and [`CLOSED`] of each node.
    pub flags: &'a [u8],
    /// How many letters there are.
    pub letters: u32,
}

/// Counters side by side, each for numbers up to the number of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    bits: u32,
    count: u32,
    /// All bits of each counter but the highest, and the highest.
    low: u32,
    high: u32,
}

impl Fields {
    /// Counters up to the number of letters, which is below 2^31.
    pub fn new(letters: u32) -> Fields {
        let bits = u32::BITS - letters.clamp(1, u32::MAX >> 1).leading_zeros();
        let count = 32 / bits;
        let high = (0..count).map(|at| 1 << (bits * at + bits - 1)).sum();
        let ones: u32 = (0..count).map(|at| 1 << (bits * at)).sum();
        Fields { bits, count, low: high - ones, high }
    }

    /// How many counters there are.
    pub fn count(self) -> u32 {
        self.count
    }

    /// A one in the first counter that is zero; zero if there is none.
    #[inline]
    fn first_zero(self, counters: u32) -> u32 {
        let zero = !(((counters & self.low) + self.low) | counters) & self.high;
        (zero & zero.wrapping_neg()) >> (self.bits - 1)
    }

    /// The number of the first counter that is zero.
    pub fn missing(self, counters: u32) -> Option<u32> {
        let one = self.first_zero(counters);
        (one != 0).then(|| one.trailing_zeros() / self.bits)
    }
}

/// One window of a layer.
pub struct Window {
    /// What each node reaches, and its value for those that reach it.
    pairs: Vec<[u32; 2]>,
    /// Before each node, and after the last, the sum of what lower nodes add to their parents.
    sums: Vec<u32>,
    /// The values of a layer that was kept.
    kept: Vec<u32>,
}

impl Window {
    /// Bytes of a node.
    pub const NODE: u64 = 16;

    /// The layer in which all values are zero; `first` is the window in which zero has its counter.
    pub fn new(nodes: &Nodes<'_>, first: bool) -> Window {
        let count = nodes.flags.len();
        if !first {
            return Window { pairs: vec![[0; 2]; count], sums: vec![0; count + 1], kept: vec![0; count] };
        }
        let pairs: Vec<[u32; 2]> = nodes.flags.iter().map(|flags| [0, u32::from(flags & CLOSED == 0)]).collect();
        let mut sums = vec![0; count + 1];
        for node in 1..count {
            let link = pairs[nodes.links[node] as usize][1];
            sums[node + 1] = u32::wrapping_add(sums[node], pairs[node][1]).wrapping_sub(link);
        }
        Window { pairs, sums, kept: vec![1; count] }
    }

    /// What a node reaches.
    pub fn reached(&self, node: usize) -> u32 {
        self.pairs[node][0]
    }
}

/// What a pass has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassResult {
    /// All values are those of the layer that was kept.
    pub same: bool,
    /// No node was without a counter that is zero.
    pub all: bool,
}

/// Takes the first window to the next layer, for the nodes in front of `end`. The sums of their
/// children are known. The values of this layer are kept then, if `keep` is set.
///
/// # Panics
/// If there are not that many nodes, or a link does not lead lower.
pub fn first(
    level: Level,
    nodes: &Nodes<'_>,
    fields: Fields,
    window: &mut Window,
    end: usize,
    keep: bool,
) -> PassResult {
    assert!(end <= nodes.flags.len() && nodes.firsts.len() > end && window.pairs.len() == nodes.flags.len());
    assert!(window.sums.len() == nodes.flags.len() + 1 && window.kept.len() == nodes.flags.len());
    assert!(nodes.links.len() >= end);
    let mut state = PassState { same: true, all: true, keep, sum: 0, before: 0 };
    if end > 0 {
        state.before = window.sums[nodes.firsts[0] as usize];
        node(nodes, fields, window, &mut state, 0, true);
    }
    match level.kind() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the machine has the instructions of the level.
        InstructionSet::Avx512 => unsafe { avx512::all(nodes, fields, window, &mut state, end) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the machine has AVX2.
        InstructionSet::Avx2 => unsafe { avx2::all(nodes, fields, window, &mut state, end) },
        _ => (1..end).for_each(|own| node(nodes, fields, window, &mut state, own, true)),
    }
    PassResult { same: state.same, all: state.all }
}

/// As [`first`] for another window, in which only nodes that are open have values. Nodes that find
/// one here are closed. There is an entry of `open` for each node that is wanted.
pub fn more(nodes: &Nodes<'_>, fields: Fields, window: &mut Window, open: &mut [bool], keep: bool) -> PassResult {
    let mut state = PassState { same: true, all: true, keep, sum: 0, before: 0 };
    if !open.is_empty() {
        state.before = window.sums[nodes.firsts[0] as usize];
    }
    for (own, open) in open.iter_mut().enumerate() {
        let was = *open;
        node(nodes, fields, window, &mut state, own, was);
        *open &= nodes.flags[own] & OVER == 0 && fields.first_zero(window.pairs[own][0]) == 0;
    }
    PassResult { same: state.same, all: state.all }
}

/// Where a pass is.
struct PassState {
    same: bool,
    all: bool,
    keep: bool,
    /// What the nodes so far add to their parents in the next layer.
    sum: u32,
    /// The sum before the first child of the next node.
    before: u32,
}

/// Takes one node to the next layer; `open` is set if its value can be in this window.
#[inline(always)]
fn node(nodes: &Nodes<'_>, fields: Fields, window: &mut Window, state: &mut PassState, own: usize, open: bool) {
    let [beyond, link] = if own == 0 {
        // The first node is its own link, once for every letter, and has no parent.
        [nodes.letters.wrapping_mul(window.pairs[0][1]), 0]
    } else {
        assert!((nodes.links[own] as usize) < own, "links lead to lower nodes");
        window.pairs[nodes.links[own] as usize]
    };
    let behind = window.sums[nodes.firsts[own + 1] as usize];
    let reached = beyond.wrapping_add(behind).wrapping_sub(state.before);
    state.before = behind;
    let over = nodes.flags[own] & OVER != 0;
    let value = if !open {
        0
    } else if over {
        1
    } else {
        fields.first_zero(reached)
    };
    state.all &= !open || value != 0;
    state.same &= value == window.kept[own];
    if state.keep {
        window.kept[own] = value;
    }
    let reported = if nodes.flags[own] & CLOSED == 0 { value } else { 0 };
    window.pairs[own] = [reached, reported];
    if own > 0 {
        state.sum = state.sum.wrapping_add(reported).wrapping_sub(link);
    }
    window.sums[own + 1] = state.sum;
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn the_first_zero_counter_is_found() {
        for letters in 1..2000u32 {
            let fields = Fields::new(letters);
            assert_eq!(fields.missing(0), Some(0));
            let full = (0..fields.count).map(|at| letters << (at * fields.bits)).sum::<u32>();
            assert_eq!(fields.missing(full), None, "{letters}");
            for at in 0..fields.count {
                let one = 1u32 << (at * fields.bits);
                assert_eq!(fields.missing(full - letters * one), Some(at), "{letters}");
                assert_eq!(fields.missing(full - (letters - 1) * one), None, "{letters}");
            }
        }
        assert_eq!(Fields::new(u32::MAX >> 1).count(), 1);
    }

    /// Random trees in breadth-first order with random lower links: no automaton, but the
    /// recurrence is the same.
    #[test]
    fn every_level_agrees_with_the_recurrence() {
        let mut random = Rng::with_seed(9);
        for round in 0..400 {
            let letters = [1, 2, 3, 4, 7, 8, 10, 15, 16, 26, 40][round % 11];
            let wanted = 1 + random.usize(..if round % 3 == 0 { 20 } else { 300 });
            let (mut firsts, mut count) = (Vec::new(), 1);
            while firsts.len() < count {
                firsts.push(count as u32);
                let chain = round % 4 == 0 && firsts.len() > 2;
                let children = if chain { 1 } else { random.usize(..letters.min(5) + 1) };
                count += if count < wanted { children } else { 0 };
            }
            firsts.push(count as u32);
            let links: Vec<u32> =
                (0..count)
                    .map(|own| {
                        if round % 5 == 1 { (own as u32).saturating_sub(1) } else { random.usize(..own.max(1)) as u32 }
                    })
                    .collect();
            let flags: Vec<u8> =
                (0..count).map(|own| if own > 0 { [0, 0, 0, 0, OVER, CLOSED][random.usize(..6)] } else { 0 }).collect();
            let nodes = Nodes { firsts: &firsts, links: &links, flags: &flags, letters: letters as u32 };
            follow(&nodes, &mut random);
        }
    }

    /// Follows layers with every level and by the recurrence over plain lists of how often each
    /// value is reached.
    fn follow(nodes: &Nodes<'_>, random: &mut Rng) {
        let (count, fields) = (nodes.flags.len(), Fields::new(nodes.letters));
        let levels = Level::all();
        let mut windows: Vec<Vec<Window>> = levels.iter().map(|_| vec![Window::new(nodes, true)]).collect();
        let mut values = vec![0usize; count];
        let mut kept = values.clone();
        let mut end = count;
        for layer in 1..8 {
            let keep = random.usize(..3) == 0;
            let reported = |node: usize| (nodes.flags[node] & CLOSED == 0).then_some(values[node]);
            let mut reached: Vec<Vec<i64>> = Vec::new();
            for node in 0..end {
                let mut own = match node {
                    0 => vec![0; 400],
                    _ => reached[nodes.links[node] as usize].clone(),
                };
                if let Some(value) = reported(0).filter(|_| node == 0) {
                    own[value] = nodes.letters.into();
                }
                for child in nodes.firsts[node] as usize..nodes.firsts[node + 1] as usize {
                    reported(child).into_iter().for_each(|value| own[value] += 1);
                    reported(nodes.links[child] as usize).into_iter().for_each(|value| own[value] -= 1);
                }
                reached.push(own);
            }
            // Only automata keep all numbers of ways between nothing and the number of letters.
            let sound = reached.iter().flatten().all(|&ways| (0..=i64::from(nodes.letters)).contains(&ways));
            if !sound {
                return;
            }
            for (node, own) in reached.iter().enumerate() {
                let over = nodes.flags[node] & OVER != 0;
                values[node] = if over { 0 } else { own.iter().position(|&ways| ways == 0).expect("few are reached") };
            }
            for (level, windows) in levels.iter().zip(&mut windows) {
                let found = step(*level, nodes, fields, windows, end, keep);
                assert_eq!(found, values[..end] == kept[..end], "{level:?} layer {layer}");
                for (node, &value) in values[..end].iter().enumerate() {
                    let over = nodes.flags[node] & OVER != 0;
                    let found = windows.iter().zip(0..).find_map(|(window, at)| {
                        fields.missing(window.reached(node)).map(|missing| (at * fields.count() + missing) as usize)
                    });
                    assert!(over || found == Some(value), "{level:?} layer {layer} node {node}");
                }
            }
            if keep {
                kept[..end].copy_from_slice(&values[..end]);
            }
            // Once fewer nodes are computed, the next layer has only those whose children are among
            // them.
            if end < count || random.usize(..3) == 0 {
                let known = (0..=end).rev().find(|&less| nodes.firsts[less] as usize <= end);
                end = known.unwrap_or(0).min(end.saturating_sub(random.usize(..2)));
            }
        }
    }

    fn step(
        level: Level,
        nodes: &Nodes<'_>,
        fields: Fields,
        windows: &mut Vec<Window>,
        end: usize,
        keep: bool,
    ) -> bool {
        let mut found = first(level, nodes, fields, &mut windows[0], end, keep);
        let mut same = found.same;
        let reached = |windows: &[Window], own: usize| fields.missing(windows[0].reached(own)).is_none();
        let mut open: Vec<bool> = (0..end).map(|own| nodes.flags[own] & OVER == 0 && reached(windows, own)).collect();
        assert_eq!(found.all, !open.contains(&true));
        let mut at = 1;
        while !found.all || at < windows.len() {
            if at == windows.len() {
                windows.push(Window::new(nodes, false));
            }
            found = more(nodes, fields, &mut windows[at], &mut open, keep);
            at += 1;
            same &= found.same;
        }
        same
    }
}
