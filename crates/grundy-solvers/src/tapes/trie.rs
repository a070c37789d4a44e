//! The automaton of a tape game without a transition table: a trie of the listed words, with a
//! suffix link for each node (Aho and Corasick 1975).
//!
//! A node is a prefix of a listed word, spelled with letters that can be written. The state of the
//! automaton after a text is the longest node that is a suffix of the text, which is all that later
//! letters depend on. The link of a node leads to its longest proper suffix that is a node; a
//! letter without a child leads where it leads from there. So memory depends on the words and not
//! on the alphabet.
//!
//! Nodes are numbered by depth, and within a depth in the order of the sorted words: the children
//! of a node are consecutive, followed by the children of the next node, and links lead to lower
//! numbers. All numbers follow from one pass over the common prefixes of neighbours among the
//! sorted words. If all letters are within a range of 32, a node has the set of its children's
//! letters, which gives their numbers; the links of all children are found together, in one walk
//! along the links of the node. This numbering is new here.

use std::ops::Range;

use grundy_simd::{
    layers::{CLOSED, OVER},
    prefetch,
};

use crate::support::budget::{Budget, Reason, Stopped};

/// A letter of a listed word.
pub(super) trait Symbol: Copy + Ord + Default + Into<u32> {}

impl Symbol for u8 {}

impl Symbol for u32 {}

/// A key for comparing words by their first letters: letters as numbers of `bits` bits, as many as
/// fit into 64.
#[derive(Clone, Copy)]
struct PrefixCoding {
    /// The least letter.
    least: u32,
    /// The greatest difference of a letter from it.
    span: u32,
    /// The number of bits of a letter.
    bits: u32,
}

impl PrefixCoding {
    /// Returns the code for the letters of these words.
    fn of<S: Symbol>(words: &[ListedWord<'_, S>]) -> PrefixCoding {
        let (mut least, mut most) = (u32::MAX, 0);
        for listed in words {
            for &letter in listed.word {
                let letter = letter.into();
                (least, most) = (least.min(letter), most.max(letter));
            }
        }
        let span = most.saturating_sub(least);
        // Zero follows the last letter of a word.
        PrefixCoding { least, span, bits: u64::BITS - (u64::from(span) + 1).leading_zeros() }
    }

    /// Returns the key of the first letters of a word: keys that differ are in the order of their
    /// words.
    fn key<S: Symbol>(self, word: &[S]) -> u64 {
        let most = (u64::BITS / self.bits) as usize;
        let add = |key: u64, &letter: &S| key << self.bits | (u64::from(letter.into() - self.least) + 1);
        let (first, length) = (word.iter().take(most).fold(0, add), word.len().min(most) as u32);
        first.checked_shl(u64::BITS - length * self.bits).unwrap_or(0)
    }

    /// Returns how many letters two words have in common, from the exclusive or of their keys;
    /// `None` if the keys are equal.
    fn common(self, keys: u64) -> Option<usize> {
        (keys != 0).then(|| (keys.leading_zeros() / self.bits) as usize)
    }
}

/// A listed word, and the effect of completing it; `None` if only its beginning can be written.
pub(super) struct ListedWord<'a, S> {
    /// The word.
    pub(super) word: &'a [S],
    /// The effect of writing its last letter.
    pub(super) effect: Option<Effect>,
}

/// What completing a word does to the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Play is over on the tape; the letter may be written.
    Ends,
    /// The letter may not be written.
    Avoided,
}

/// A flag of a node: the game is over at an ancestor, so no move leads here.
pub(super) const BEHIND: u8 = 4;

/// The automaton.
pub(super) struct Trie<S> {
    /// The nodes by number, and one more that ends the children of the last one.
    nodes: Vec<TrieNode>,
    /// The last letter of each node, if `low` is not known; the entry of the root has no meaning.
    letters: Vec<S>,
    /// The number of letters of the longest node.
    depth: usize,
    /// The least letter, if all are less than 32 above it.
    low: Option<u32>,
}

/// The fields of a node that are read together.
#[derive(Clone, Copy, Default)]
struct TrieNode {
    /// The first child, or where it would be.
    first: u32,
    /// The set of the children's letters if `low` is known, otherwise their number.
    children: u32,
    /// The node of the longest proper suffix that is a node (Aho and Corasick).
    link: u32,
    /// [`OVER`] if the game is over, [`CLOSED`] if the node may not be written, and [`BEHIND`].
    flags: u8,
}

/// The bytes of a node and its letter.
const NODE: u64 = size_of::<TrieNode>() as u64 + 4;

/// The links of a node are looked up this many nodes after their prefetch.
const AHEAD: usize = 16;

/// A word with its key, in the order of words.
type Sorted<'a, 'b, S> = (u64, &'b ListedWord<'a, S>);

/// Prefetches words that come soon: sorted words are anywhere in memory.
fn ask<S>(order: &[Sorted<'_, '_, S>], at: usize) {
    if let Some((_, listed)) = order.get(at + 2 * AHEAD) {
        prefetch(std::slice::from_ref(*listed), 0);
    }
    if let Some((_, listed)) = order.get(at + AHEAD) {
        prefetch(listed.word, 0);
    }
}

impl<S: Symbol> Trie<S> {
    /// Returns the trie of these words for texts of up to `longest` letters, without links. Returns
    /// [`Stopped`] over a limit.
    pub(super) fn tree(words: &[ListedWord<'_, S>], longest: usize, budget: &mut Budget) -> Result<Trie<S>, Stopped> {
        let sorting = 32 * words.len() as u64;
        budget.hold(sorting)?;
        let code = PrefixCoding::of(words);
        let mut order: Vec<Sorted<'_, '_, S>> = words.iter().map(|listed| (code.key(listed.word), listed)).collect();
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.word.cmp(b.1.word)));
        budget.poll()?;
        let trie = Trie::grown(&order, code, longest, budget)?;
        budget.release(sorting);
        Ok(trie)
    }

    /// Returns the automaton of these words for texts of up to `longest` letters. With `anywhere`,
    /// the game is over as soon as a word that ends it occurs in the text. Returns [`Stopped`] over
    /// a limit.
    pub(super) fn new(
        words: &[ListedWord<'_, S>],
        longest: usize,
        anywhere: bool,
        budget: &mut Budget,
    ) -> Result<Trie<S>, Stopped> {
        let mut trie = Trie::tree(words, longest, budget)?;
        for node in 0..trie.nodes() {
            budget.tick()?;
            if let Some(ahead) = trie.nodes.get(node + AHEAD) {
                prefetch(&trie.nodes, ahead.link as usize);
            }
            trie.link(node);
        }
        trie.mark(anywhere);
        Ok(trie)
    }

    /// The first pass counts the nodes of each depth, from the common prefixes of neighbours; so
    /// each depth has its range of numbers before any node is made, and the second pass writes
    /// nodes in place. A trie of 2^31 nodes or more is reported as too much memory.
    fn grown(
        order: &[Sorted<'_, '_, S>],
        code: PrefixCoding,
        longest: usize,
        budget: &mut Budget,
    ) -> Result<Trie<S>, Stopped> {
        let cut = |listed: &ListedWord<'_, S>| listed.word.len().min(longest);
        let low = (code.span < u32::BITS).then_some(code.least);
        let depth = order.iter().map(|(_, listed)| cut(listed)).max().unwrap_or(0);
        budget.hold(16 * depth as u64 + 8 * order.len() as u64)?;
        // How the number of nodes of each depth changes, word by word.
        let mut changes = vec![0i64; depth + 1];
        let mut shared = Vec::with_capacity(order.len());
        let (mut before, mut last): (&[S], u64) = (&[], 0);
        for (at, &(key, listed)) in order.iter().enumerate() {
            ask(order, at);
            let word = &listed.word[..cut(listed)];
            let common = match code.common(key ^ last) {
                Some(common) => common.min(before.len()).min(word.len()),
                None => before.iter().zip(word).take_while(|(a, b)| a == b).count(),
            };
            changes[common] += 1;
            changes[word.len()] -= 1;
            shared.push(common as u32);
            (before, last) = (word, key);
        }
        let mut free = Vec::with_capacity(depth);
        let (mut nodes, mut width) = (1u64, 0i64);
        for change in &changes {
            free.push(nodes as usize);
            width += change;
            nodes = nodes.saturating_add(width.unsigned_abs());
        }
        if i32::try_from(nodes).is_err() {
            return Err(budget.stopped(Reason::Memory(budget.most_bytes())));
        }
        budget.hold(nodes * NODE)?;
        let nodes = nodes as usize;
        let letters = vec![S::default(); if low.is_some() { 0 } else { nodes }];
        let mut trie = Trie { nodes: vec![TrieNode::default(); nodes + 1], letters, depth, low };
        let mut path = vec![0u32; depth + 1];
        for (at, (&(_, listed), common)) in order.iter().zip(shared).enumerate() {
            budget.tick()?;
            ask(order, at);
            let (common, end) = (common as usize, cut(listed));
            let mut parent = path[common] as usize;
            let places = free[common..end].iter_mut().zip(&mut path[common + 1..=end]);
            for ((free, path), &letter) in places.zip(&listed.word[common..end]) {
                let children = &mut trie.nodes[parent].children;
                match low {
                    Some(low) => *children |= 1 << (letter.into() - low),
                    None => {
                        *children += 1;
                        trie.letters[*free] = letter;
                    }
                }
                parent = *free;
                *path = *free as u32;
                *free += 1;
            }
            match listed.effect.filter(|_| end == listed.word.len() && end > 0) {
                Some(Effect::Ends) => trie.nodes[path[end] as usize].flags |= OVER,
                Some(Effect::Avoided) => trie.nodes[path[end] as usize].flags |= CLOSED,
                None => {}
            }
        }
        budget.release(16 * depth as u64 + 8 * order.len() as u64);
        let mut first = 1;
        for node in &mut trie.nodes {
            node.first = first;
            first += if low.is_some() { node.children.count_ones() } else { node.children };
        }
        Ok(trie)
    }

    /// Computes the links of a node's children. Requires that those of lower nodes are known.
    ///
    /// The link of a child by letter a is the first node on the path of links of its parent that
    /// has a child by a. With sets of letters, one walk settles all children: those whose letter
    /// occurs at a node are settled there, and the walk ends when none is open.
    fn link(&mut self, node: usize) {
        let children = self.children(node);
        let parent = self.nodes[node];
        if node > 0 && self.low.is_some() {
            let (mut open, mut at) = (parent.children, node);
            while open != 0 && at > 0 {
                at = self.nodes[at].link as usize;
                let there = self.nodes[at];
                let mut here = open & there.children;
                open &= !here;
                while here != 0 {
                    let before = (here & here.wrapping_neg()) - 1;
                    let child = children.start + (parent.children & before).count_ones() as usize;
                    self.nodes[child].link = there.first + (there.children & before).count_ones();
                    here &= here - 1;
                }
            }
        } else if node > 0 {
            for child in children.clone() {
                self.nodes[child].link = self.next(parent.link as usize, self.letters[child]) as u32;
            }
        }
    }

    /// Computes the flags of all nodes: a word at the end of a node's link has the same effect at
    /// the node.
    ///
    /// Links lead to lower numbers, whose flags are complete. `BEHIND` is inherited by children
    /// only.
    fn mark(&mut self, anywhere: bool) {
        for node in 1..self.nodes() {
            let link = self.nodes[self.nodes[node].link as usize].flags & !BEHIND;
            let flags = self.nodes[node].flags | link;
            self.nodes[node].flags = flags;
            if flags & (OVER | BEHIND) != 0 {
                let children = self.children(node);
                let passed = BEHIND | if anywhere { flags & OVER } else { 0 };
                self.nodes[children].iter_mut().for_each(|child| child.flags |= passed);
            }
        }
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns the first child of a node, or where it would be.
    pub(super) fn first(&self, node: usize) -> u32 {
        self.nodes[node].first
    }

    /// Returns the link of a node; the link of the root is the root.
    pub(super) fn link_of(&self, node: usize) -> u32 {
        self.nodes[node].link
    }

    /// Returns [`OVER`], [`CLOSED`] and [`BEHIND`] of a node.
    pub(super) fn flags(&self, node: usize) -> u8 {
        self.nodes[node].flags
    }

    /// Sets whether the game is over at this node, and whether it may not be written.
    pub(super) fn set(&mut self, node: usize, over: bool, avoided: bool) {
        self.nodes[node].flags = if over { OVER } else { 0 } | if avoided { CLOSED } else { 0 };
    }

    /// Whether the game is over at this node.
    pub(super) fn over(&self, node: usize) -> bool {
        self.nodes[node].flags & OVER != 0
    }

    /// Returns the children of a node.
    pub(super) fn children(&self, node: usize) -> Range<usize> {
        self.nodes[node].first as usize..self.nodes[node + 1].first as usize
    }

    /// Returns the number of letters of the longest node.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the child of a node by this letter.
    #[inline]
    pub(super) fn child(&self, node: usize, letter: S) -> Option<usize> {
        let Some(low) = self.low else {
            let children = self.children(node);
            return self.letters[children.clone()].binary_search(&letter).ok().map(|at| children.start + at);
        };
        let bit = 1u32.checked_shl(letter.into().checked_sub(low)?)?;
        let TrieNode { first, children, .. } = self.nodes[node];
        (children & bit != 0).then(|| (first + (children & (bit - 1)).count_ones()) as usize)
    }

    /// Returns the node after this letter. Amortized, a text costs two steps per letter: each step
    /// along a link makes the node shorter.
    pub(super) fn next(&self, mut node: usize, letter: S) -> usize {
        loop {
            match self.child(node, letter) {
                Some(child) => return child,
                None if node == 0 => return 0,
                None => node = self.nodes[node].link as usize,
            }
        }
    }

    /// Returns the node after this text, and whether a prefix of it ended the game.
    pub(super) fn walk(&self, text: impl Iterator<Item = S>) -> (usize, bool) {
        let step = |(node, passed), letter| {
            let next = self.next(node, letter);
            (next, passed || self.over(next))
        };
        text.fold((0, false), step)
    }

    /// Returns the letters of a node, the last one first. Finds each parent by binary search among
    /// the first children, which ascend.
    pub(super) fn back(&self, node: usize) -> impl Iterator<Item = u32> + '_ {
        let mut node = node;
        std::iter::from_fn(move || {
            let child = (node > 0).then_some(node)?;
            node = self.nodes.partition_point(|other| other.first as usize <= child) - 1;
            let Some(low) = self.low else { return Some(self.letters[child].into()) };
            let parent = self.nodes[node];
            let lower = (0..child as u32 - parent.first).fold(parent.children, |set, _| set & (set - 1));
            Some(low + lower.trailing_zeros())
        })
    }
}
