//! A prefix code for values: frequent ones have short codes (Huffman 1952).
//!
//! *Example.* The values 0, 1 and 2 with the counts 60, 30 and 10 get the codes 0, 10 and 11, in
//! the sense of bits; a position takes 1.4 bits on average.
//!
//! *Cost.* A heap of the different values; a code is read bit by bit.

use std::{cmp::Reverse, collections::BinaryHeap};

/// A node of the tree of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeNode {
    /// The value of a code that ends here.
    Leaf(u32),
    /// The nodes after a 0 and after a 1.
    Inner([u32; 2]),
}

/// A code, as its tree. The first node is the root.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CodeTree {
    /// Inner nodes lead to later ones, so the tree has no circle.
    pub nodes: Vec<CodeNode>,
}

impl CodeTree {
    /// The shortest code for values that occur so often, ascending. Equal counts give equal codes.
    pub fn new(counts: &[(u32, u64)]) -> CodeTree {
        // Nodes from the leaves up: a value, or two nodes that were made before.
        let mut made: Vec<CodeNode> = counts.iter().map(|&(value, _)| CodeNode::Leaf(value)).collect();
        let mut open: BinaryHeap<Reverse<(u64, u32)>> =
            counts.iter().zip(0..).map(|(&(_, count), node)| Reverse((count, node))).collect();
        while let Some(Reverse((first, zero))) = open.pop() {
            let Some(Reverse((second, one))) = open.pop() else { break };
            let node = made.len() as u32;
            made.push(CodeNode::Inner([zero, one]));
            open.push(Reverse((first.saturating_add(second), node)));
        }
        made.reverse();
        let last = (made.len() as u32).saturating_sub(1);
        let nodes = made.into_iter().map(|node| match node {
            CodeNode::Inner(after) => CodeNode::Inner(after.map(|node| last - node)),
            leaf @ CodeNode::Leaf(_) => leaf,
        });
        CodeTree { nodes: nodes.collect() }
    }

    /// A code from the nodes of its tree; `None` if they are no tree.
    pub fn of(nodes: Vec<CodeNode>) -> Option<CodeTree> {
        let mut reached = vec![0u32; nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            let CodeNode::Inner(after) = node else { continue };
            for &next in after {
                *reached.get_mut(next as usize).filter(|_| next as usize > at)? += 1;
            }
        }
        reached.iter().enumerate().all(|(at, &times)| times == u32::from(at > 0)).then_some(CodeTree { nodes })
    }

    /// The codes, each with its value and its bits, the first one lowest.
    pub fn codes(&self) -> Vec<(u32, Vec<bool>)> {
        let mut codes = Vec::new();
        let mut open = vec![(0u32, Vec::new())];
        while let Some((at, bits)) = open.pop() {
            match self.nodes.get(at as usize) {
                Some(&CodeNode::Leaf(value)) => codes.push((value, bits)),
                Some(&CodeNode::Inner(after)) => {
                    for (bit, node) in [false, true].into_iter().zip(after) {
                        open.push((node, [&bits[..], &[bit]].concat()));
                    }
                }
                None => {}
            }
        }
        codes.sort_unstable();
        codes
    }

    /// The most bits of a code.
    pub fn longest(&self) -> usize {
        let mut depths = vec![0; self.nodes.len()];
        // The nodes after a node come later.
        for (at, node) in self.nodes.iter().enumerate() {
            let CodeNode::Inner(after) = node else { continue };
            let depth = depths[at] + 1;
            after.iter().for_each(|&next| depths[next as usize] = depth);
        }
        depths.into_iter().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(counts: &[u64]) -> Vec<usize> {
        let counts: Vec<(u32, u64)> = (0..).zip(counts.iter().copied()).collect();
        let code = CodeTree::new(&counts);
        assert_eq!(CodeTree::of(code.nodes.clone()).as_ref(), Some(&code));
        let codes = code.codes();
        for (at, (value, bits)) in codes.iter().enumerate() {
            assert_eq!(*value, at as u32);
            assert!(codes.iter().enumerate().all(|(other, (_, long))| other == at || !long.starts_with(bits)));
        }
        let lengths: Vec<usize> = codes.iter().map(|(_, bits)| bits.len()).collect();
        assert_eq!(code.longest(), lengths.iter().copied().max().unwrap_or(0));
        lengths
    }

    #[test]
    fn codes_are_shortest_and_none_begins_another() {
        assert_eq!(lengths(&[]), [0usize; 0]);
        assert_eq!(lengths(&[7]), [0]);
        assert_eq!(lengths(&[7, 1]), [1, 1]);
        assert_eq!(lengths(&[8, 4, 2, 1, 1]), [1, 2, 3, 4, 4]);
        assert_eq!(lengths(&[1; 8]), [3; 8]);
        let fibonacci: Vec<u64> =
            std::iter::successors(Some((1, 1)), |&(a, b)| Some((b, a + b))).map(|it| it.0).take(60).collect();
        let longest = lengths(&fibonacci);
        assert_eq!(longest.iter().max(), Some(&59));
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let leaf = CodeNode::Leaf(0);
        assert!(CodeTree::of(vec![CodeNode::Inner([1, 2]), leaf, leaf]).is_some());
        for wrong in [
            vec![CodeNode::Inner([1, 1]), leaf],
            vec![CodeNode::Inner([0, 1]), leaf],
            vec![CodeNode::Inner([1, 2]), leaf],
            vec![CodeNode::Inner([1, 2]), leaf, leaf, leaf],
            vec![leaf, leaf],
        ] {
            assert_eq!(CodeTree::of(wrong.clone()), None, "{wrong:?}");
        }
    }
}
