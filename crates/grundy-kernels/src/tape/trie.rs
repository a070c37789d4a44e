//! The automaton of a tape game without a table of next nodes: a tree of the listed words, and one link for each node.
//!
//! A node is a prefix of a listed word, spelled with letters that can be written. After any text the automaton stands
//! at the longest node that the text ends with, and that is all that later letters can build on. The link of a node
//! leads to the longest shorter node that it ends with; a letter without a child leads where it leads from there. So
//! memory goes with the words and not with the alphabet.
//!
//! Nodes are numbered by depth, and within a depth in the order of the sorted words: the children of a node stand side by
//! side, the children of the next node behind them, and links lead to lower numbers. All numbers are known after one
//! look at how far neighbours among the sorted words agree. Source: Aho and Corasick 1975; the numbers are our own.

use crate::{Budget, Reason, Stopped};

/// A letter of a listed word.
pub(super) trait Symbol: Copy + Ord + Default {
    /// A number in the order of words by their first letters: words whose numbers differ need no other look.
    fn key(word: &[Self]) -> u64;
}

impl Symbol for u8 {
    fn key(word: &[u8]) -> u64 {
        let shift = |(at, &letter): (usize, &u8)| u64::from(letter) << (56 - 8 * at);
        word.iter().take(8).enumerate().map(shift).sum()
    }
}

impl Symbol for u32 {
    fn key(word: &[u32]) -> u64 {
        word.first().map_or(0, |&first| u64::from(first) << 32) | word.get(1).map_or(0, |&second| u64::from(second))
    }
}

/// A listed word, and what completing it does; nothing where only its beginning can be written.
pub(super) struct Listed<'a, S> {
    pub(super) word: &'a [S],
    pub(super) effect: Option<Effect>,
}

/// What completing a word does to the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Ends,
    Avoided,
}

/// The automaton.
pub(super) struct Trie<S> {
    /// The node in front of each node; the root stands in front of itself.
    parents: Vec<u32>,
    /// The last letter of each node; the root has none, and its entry means nothing.
    letters: Vec<S>,
    /// The first child of each node, and the number of all nodes behind the last one.
    firsts: Vec<u32>,
    links: Vec<u32>,
    over: Vec<bool>,
    avoided: Vec<bool>,
}

/// Bytes of a node: parent, first child, link, letter (up to 4 bytes), two flags.
const NODE: u64 = 18;

impl<S: Symbol> Trie<S> {
    /// The automaton of these words for texts of up to `longest` letters. If `anywhere`, a text is over as soon as a
    /// word that ends the game stands somewhere in it.
    pub(super) fn new(
        words: &[Listed<'_, S>],
        longest: usize,
        anywhere: bool,
        budget: &mut Budget,
    ) -> Result<Trie<S>, Stopped> {
        let sorting = 32 * words.len() as u64;
        budget.hold(sorting)?;
        let mut order: Vec<(u64, &Listed<'_, S>)> = words.iter().map(|own| (S::key(own.word), own)).collect();
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.word.cmp(b.1.word)));
        budget.look()?;
        let mut trie = Trie::grown(&order, longest, budget)?;
        budget.release(sorting);
        trie.link(anywhere, budget)?;
        Ok(trie)
    }

    /// The tree of sorted words, without links.
    fn grown(order: &[(u64, &Listed<'_, S>)], longest: usize, budget: &mut Budget) -> Result<Trie<S>, Stopped> {
        let cut = |own: &Listed<'_, S>| own.word.len().min(longest);
        let depth = order.iter().map(|(_, own)| cut(own)).max().unwrap_or(0);
        budget.hold(16 * depth as u64 + 8 * order.len() as u64)?;
        // How many nodes of each depth come and go, word by word.
        let mut changes = vec![0i64; depth + 1];
        let mut shared = Vec::with_capacity(order.len());
        let mut before: &[S] = &[];
        for (_, own) in order {
            let word = &own.word[..cut(own)];
            let common = before.iter().zip(word).take_while(|(a, b)| a == b).count();
            changes[common] += 1;
            changes[word.len()] -= 1;
            shared.push(common);
            before = word;
        }
        let mut free = Vec::with_capacity(depth);
        let (mut nodes, mut width) = (1u64, 0i64);
        for change in &changes {
            free.push(nodes as usize);
            width += change;
            nodes = nodes.saturating_add(width.unsigned_abs());
        }
        if u32::try_from(nodes).is_err() {
            return Err(budget.stopped(Reason::Memory(budget.most_bytes())));
        }
        budget.hold(nodes * NODE)?;
        let nodes = nodes as usize;
        let mut trie = Trie {
            parents: vec![0; nodes],
            letters: vec![S::default(); nodes],
            firsts: Vec::with_capacity(nodes + 1),
            links: vec![0; nodes],
            over: vec![false; nodes],
            avoided: vec![false; nodes],
        };
        let mut path = vec![0u32; depth + 1];
        for (&(_, own), common) in order.iter().zip(shared) {
            budget.tick()?;
            let end = cut(own);
            let mut parent = path[common];
            let places = free[common..end].iter_mut().zip(&mut path[common + 1..=end]);
            for ((free, path), &letter) in places.zip(&own.word[common..end]) {
                trie.parents[*free] = parent;
                trie.letters[*free] = letter;
                parent = *free as u32;
                *path = parent;
                *free += 1;
            }
            let last = path[end] as usize;
            match own.effect.filter(|_| end == own.word.len() && end > 0) {
                Some(Effect::Ends) => trie.over[last] = true,
                Some(Effect::Avoided) => trie.avoided[last] = true,
                None => {}
            }
        }
        budget.release(16 * depth as u64 + 8 * order.len() as u64);
        for (child, &parent) in trie.parents.iter().enumerate().skip(1) {
            if trie.firsts.len() <= parent as usize {
                trie.firsts.resize(parent as usize + 1, child as u32);
            }
        }
        trie.firsts.resize(nodes + 1, nodes as u32);
        Ok(trie)
    }

    /// Finds the links, short texts first. What stands at the end of a node's link does there what it does here.
    fn link(&mut self, anywhere: bool, budget: &mut Budget) -> Result<(), Stopped> {
        for node in 1..self.nodes() {
            budget.tick()?;
            let parent = self.parents[node] as usize;
            if parent > 0 {
                self.links[node] = self.next(self.links[parent] as usize, self.letters[node]) as u32;
            }
            let link = self.links[node] as usize;
            self.avoided[node] |= self.avoided[link];
            self.over[node] |= self.over[link] || anywhere && self.over[parent];
        }
        Ok(())
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// The first child of each node, and the number of all nodes.
    pub(super) fn firsts(&self) -> &[u32] {
        &self.firsts
    }

    /// The link of each node; the root's leads to itself.
    pub(super) fn links(&self) -> &[u32] {
        &self.links
    }

    /// Whether the game is over at this node.
    pub(super) fn over(&self, node: usize) -> bool {
        self.over[node]
    }

    /// Whether this node may not be written.
    pub(super) fn avoided(&self, node: usize) -> bool {
        self.avoided[node]
    }

    /// How many letters the longest node has.
    pub(super) fn depth(&self) -> usize {
        self.back(self.nodes() - 1).count()
    }

    /// The node after this letter.
    pub(super) fn next(&self, mut node: usize, letter: S) -> usize {
        loop {
            let first = self.firsts[node] as usize;
            let children = &self.letters[first..self.firsts[node + 1] as usize];
            let found = match children.len() {
                0..=12 => children.iter().position(|&own| own == letter),
                _ => children.binary_search(&letter).ok(),
            };
            match found {
                Some(at) => return first + at,
                None if node == 0 => return 0,
                None => node = self.links[node] as usize,
            }
        }
    }

    /// The node after this text, and whether a text that ended the game stands somewhere in it.
    pub(super) fn walk(&self, text: impl Iterator<Item = S>) -> (usize, bool) {
        let step = |(node, passed), letter| {
            let next = self.next(node, letter);
            (next, passed || self.over[next])
        };
        text.fold((0, false), step)
    }

    /// The letters of a node, the last one first.
    pub(super) fn back(&self, node: usize) -> impl Iterator<Item = S> + '_ {
        let some = |node: usize| (node > 0).then_some(node);
        std::iter::successors(some(node), move |&node| some(self.parents[node] as usize)).map(|node| self.letters[node])
    }
}
