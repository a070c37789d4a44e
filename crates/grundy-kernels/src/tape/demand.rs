//! The values of given tapes, with no more of the automaton and of its layers than they can lead to.
//!
//! A tape of m letters that may get f more never reads a node deeper than m + f, so words are cut there. Then each node
//! gets the most letters that can be left when a tape stands at it: a node passes what it has to its link, deep ones
//! first, and one less to its children, shallow ones first. That is all: the node after a letter is a child of a node
//! on the way of links. Nodes that get nothing are left out, and late layers are computed only as deep as they are
//! read.
//!
//! Layers follow from each other always in the same way, so equal ones repeat what lies between them: they are
//! compared with one kept layer, which is replaced after 1, 2, 4, .. layers. No layer but this one is stored.
//! Source: Brent 1980 for the comparison; the rest is our own.

use grundy_core::{Fault, Nimber};

use super::{
    layers::{Kept, Net},
    trie::{Effect, Listed, Trie},
};
use crate::{Budget, Stopped};

/// A word on the tape, and how many letters may be appended to it.
pub type Start<'a> = (&'a [u8], u64);

/// Where a listed word ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// At the end of the tape.
    AtEnd,
    /// Anywhere on it: a tape that has one from the start is over.
    Anywhere,
}

/// The value of each of these tapes, when a move appends one of `letters` letters and a tape that a listed word ends is
/// over. Letters are bytes, whatever they are called; the words must be spelled with those that can be written.
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_kernels::{Budget, tape};
///
/// let starts: [tape::Start; 2] = [(b"a", 2), (b"ba", 1)];
/// let values = tape::values(&[b"aaa"], 1, &starts[..1], tape::Ends::AtEnd, &mut Budget::new()).unwrap();
/// assert_eq!(values, [Nimber(0)]);
/// let values = tape::values(&[b"b"], 2, &starts, tape::Ends::AtEnd, &mut Budget::new()).unwrap();
/// assert_eq!(values, [Nimber(2), Nimber(1)]);
/// ```
pub fn values(
    words: &[&[u8]],
    letters: u8,
    starts: &[Start<'_>],
    ends: Ends,
    budget: &mut Budget,
) -> Result<Vec<Nimber>, Stopped> {
    if let Some(word) = words.iter().find(|word| word.is_empty()) {
        return Err(Fault(format!("a list has an empty word among {} (`{word:?}`)", words.len())).into());
    }
    budget.hold(24 * words.len() as u64 + 40 * starts.len() as u64)?;
    let listed: Vec<Listed<'_, u8>> = words.iter().map(|&word| Listed { word, effect: Some(Effect::Ends) }).collect();
    let longest = starts.iter().map(|&(word, left)| (word.len() as u64).saturating_add(left)).max().unwrap_or(0);
    let longest = usize::try_from(longest).unwrap_or(usize::MAX);
    let trie = Trie::new(&listed, longest, ends == Ends::Anywhere, budget)?;
    let mut asked = Vec::with_capacity(starts.len());
    for (own, &(word, left)) in starts.iter().enumerate() {
        let (node, passed) = trie.walk(word.iter().copied());
        budget.tick()?;
        if left > 0 && !trie.over(node) && !(passed && ends == Ends::Anywhere) {
            asked.push(Asked { left, node: node as u32, own });
        }
    }
    asked.sort_unstable_by_key(|asked| asked.left);
    let mut values = vec![Nimber::ZERO; starts.len()];
    if !asked.is_empty() {
        follow(&trie, usize::from(letters), &mut asked, &mut values, budget)?;
    }
    Ok(values)
}

/// A tape whose value is looked up.
struct Asked {
    left: u64,
    node: u32,
    own: usize,
}

/// Computes layers for tapes sorted by letters left.
fn follow(
    trie: &Trie<u8>,
    letters: usize,
    asked: &mut [Asked],
    values: &mut [Nimber],
    budget: &mut Budget,
) -> Result<(), Stopped> {
    let most = asked.last().map_or(0, |last| last.left);
    let kept = kept(trie, asked, budget)?;
    let mut net = Net::new(trie, Some(&kept), letters, budget)?;
    asked.iter_mut().for_each(|asked| asked.node = kept.nodes.partition_point(|&node| node < asked.node) as u32);
    let reach = reach(trie.depth(), &kept, &net);
    let end = |left: u64| usize::try_from(most - left).ok().and_then(|at| reach.get(at)).copied();
    budget.hold(3 * net.nodes() as u64)?;
    let mut now = vec![0u8; net.nodes()];
    let mut next = now.clone();
    let mut anchor = now.clone();
    let (mut left, mut anchored) = (0u64, 0u64);
    let mut open = &asked[..];
    while !open.is_empty() {
        left += 1;
        let part = end(left).unwrap_or(net.nodes());
        net.layer(&now, &mut next, part);
        std::mem::swap(&mut now, &mut next);
        budget.solved(part as u64)?;
        budget.look()?;
        let here = open.partition_point(|asked| asked.left == left);
        open[..here].iter().for_each(|asked| values[asked.own] = Nimber(now[asked.node as usize].into()));
        open = &open[here..];
        let since = left - anchored;
        if now[..part] == anchor[..part] {
            // Layer n equals layer n - since from here on: no further than `since` layers are new.
            for ahead in 0..since {
                let due = open.iter().filter(|asked| (asked.left - left) % since == ahead);
                due.for_each(|asked| values[asked.own] = Nimber(now[asked.node as usize].into()));
                if open.iter().all(|asked| (asked.left - left) % since <= ahead) {
                    return Ok(());
                }
                let part = end(left + ahead + 1).unwrap_or(net.nodes());
                net.layer(&now, &mut next, part);
                std::mem::swap(&mut now, &mut next);
                budget.look()?;
            }
            return Ok(());
        }
        if since.is_power_of_two() && since >= anchored {
            anchor.copy_from_slice(&now);
            anchored = left;
        }
    }
    Ok(())
}

/// The nodes that matter. A node comes with all that are in front of it in the tree.
fn kept(trie: &Trie<u8>, asked: &[Asked], budget: &mut Budget) -> Result<Kept, Stopped> {
    let count = trie.nodes();
    budget.hold(25 * count as u64)?;
    // The letters left, and one more: zero where no tape comes.
    let mut left = vec![0u64; count];
    for asked in asked {
        let own = &mut left[asked.node as usize];
        *own = (*own).max(asked.left.saturating_add(1));
    }
    for node in (1..count).rev().filter(|&node| !trie.over(node)) {
        let link = trie.links()[node] as usize;
        left[link] = left[link].max(left[node]);
    }
    let children = |node: usize| trie.firsts()[node] as usize..trie.firsts()[node + 1] as usize;
    for node in (0..count).filter(|&node| !trie.over(node)) {
        let less = left[node].saturating_sub(1);
        left[children(node)].iter_mut().for_each(|child| *child = (*child).max(less));
    }
    let mut kept = vec![false; count];
    for node in (0..count).rev() {
        kept[node] = left[node] > 0 || kept[children(node)].contains(&true);
    }
    let most = left.iter().copied().max().unwrap_or(0);
    let nodes: Vec<u32> = (0..count as u32).filter(|&node| kept[node as usize]).collect();
    let missing = nodes.iter().map(|&node| (left[node as usize] > 0).then(|| most - left[node as usize])).collect();
    budget.release(9 * count as u64);
    Ok(Kept { nodes, missing })
}

/// How many nodes, from the root on, are read when that many letters have been written; behind the end all of them.
fn reach(depth: usize, kept: &Kept, net: &Net) -> Vec<usize> {
    let mut ends = vec![0; depth + 1];
    for (node, missing) in kept.missing.iter().enumerate() {
        if let Some(end) = missing.and_then(|missing| ends.get_mut(usize::try_from(missing).ok()?)) {
            *end = node + 1;
        }
    }
    for at in 1..ends.len() {
        ends[at] = ends[at].max(ends[at - 1]).max(net.children(ends[at - 1]));
    }
    ends
}
