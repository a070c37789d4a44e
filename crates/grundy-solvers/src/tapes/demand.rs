//! The values of given tapes, with only the part of the automaton and of its layers that they can
//! reach.
//!
//! A tape of m letters that may get f more never reads a node deeper than m + f, so words are cut
//! there. Then each node gets the most letters that can be left when a tape reaches it: a node
//! passes its number to its link, deep nodes first, and one less to its children, shallow nodes
//! first. This covers all reachable nodes, because the node after a letter is a child of a node on
//! the path of links. Nodes without a number are left out, and later layers are computed only as
//! deep as they are read.
//!
//! Method: Brent's cycle detection (1980) on layers. Each layer follows from the one before it by
//! the same rule, so if two layers are equal, all after them repeat: each layer is compared with
//! one stored layer, which is replaced after 1, 2, 4, .. layers. No other layer is stored. The rest
//! is new here.
//!
//! Cost: a few steps for each node that is read in each layer, and three passes over the automaton
//! to find the nodes. Memory: 17 bytes per node for these passes, and the layer that is computed
//! with the one that is stored.

use grundy_core::{Fault, Nimber};
use grundy_simd::{Level, layers::OVER};

use super::{
    layers::{KeptNodes, Net},
    trie::{BEHIND, Effect, ListedWord, Trie},
};
use crate::support::budget::{Budget, Stopped};

/// A word on the tape, and the number of letters that may be appended to it.
pub type TapeStart<'a> = (&'a [u8], u64);

/// Where a listed word ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// At the end of the tape.
    AtEnd,
    /// Anywhere on the tape: if the first tape contains a listed word, the game is over.
    Anywhere,
}

/// Returns the value of each of these tapes, where a move appends one of `letters` letters, and the
/// game is over on a tape that a listed word ends. Letters are arbitrary bytes; the words must be
/// spelled with letters that can be written. Returns [`Stopped`] over a limit, or with a fault if a
/// word is empty.
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_solvers::{Budget, tapes};
///
/// let starts: [tapes::TapeStart; 2] = [(b"a", 2), (b"ba", 1)];
/// let (ends, mut budget) = (tapes::Ends::AtEnd, Budget::new());
/// let values = tapes::values(&[b"aaa"], 1, &starts[..1], ends, &mut budget).unwrap();
/// assert_eq!(values, [Nimber(0)]);
/// let values = tapes::values(&[b"b"], 2, &starts, ends, &mut budget).unwrap();
/// assert_eq!(values, [Nimber(2), Nimber(1)]);
/// ```
pub fn values(
    words: &[&[u8]],
    letters: u8,
    starts: &[TapeStart<'_>],
    ends: Ends,
    budget: &mut Budget,
) -> Result<Vec<Nimber>, Stopped> {
    if let Some(word) = words.iter().find(|word| word.is_empty()) {
        return Err(Fault(format!("a list has an empty word among {} (`{word:?}`)", words.len())).into());
    }
    values_at(Level::best(), words, letters, starts, ends, budget)
}

/// As [`values`], with these instructions. A tape on which the game is over, or with no letters
/// left, has value 0 and is no request. If the most letters left are at least twice the depth of
/// the automaton, nearly every node is reached and only nodes below ends are left out (`met`);
/// otherwise nodes are counted exactly (`kept`).
fn values_at(
    level: Level,
    words: &[&[u8]],
    letters: u8,
    starts: &[TapeStart<'_>],
    ends: Ends,
    budget: &mut Budget,
) -> Result<Vec<Nimber>, Stopped> {
    budget.hold(24 * words.len() as u64 + 40 * starts.len() as u64)?;
    let listed: Vec<ListedWord<'_, u8>> =
        words.iter().map(|&word| ListedWord { word, effect: Some(Effect::Ends) }).collect();
    let longest = starts.iter().map(|&(word, left)| (word.len() as u64).saturating_add(left)).max().unwrap_or(0);
    let longest = usize::try_from(longest).unwrap_or(usize::MAX);
    let trie = Trie::new(&listed, longest, ends == Ends::Anywhere, budget)?;
    let mut requests = Vec::with_capacity(starts.len());
    for (index, &(word, left)) in starts.iter().enumerate() {
        let (node, passed) = trie.walk(word.iter().copied());
        budget.tick()?;
        if left > 0 && !trie.over(node) && !(passed && ends == Ends::Anywhere) {
            requests.push(TapeRequest { left, node: node as u32, index });
        }
    }
    requests.sort_unstable_by_key(|request| request.left);
    let mut values = vec![Nimber::ZERO; starts.len()];
    if !requests.is_empty() {
        let most = requests.last().map_or(0, |last| last.left);
        let everywhere = most / 2 >= trie.depth() as u64;
        let kept = if everywhere { met(&trie, &requests, budget)? } else { kept(&trie, &requests, most, budget)? };
        let net = Net::new(&trie, Some(&kept), usize::from(letters), level, budget)?;
        requests.iter_mut().for_each(|request| request.node = kept.place(request.node));
        let reads = if everywhere { Vec::new() } else { reach(trie.depth(), &kept, &net) };
        follow(net, &reads, &requests, &mut values, budget)?;
    }
    Ok(values)
}

/// A tape whose value is requested.
struct TapeRequest {
    /// The number of letters that may be appended.
    left: u64,
    /// The state of the automaton after the tape; first a node of the trie, then an index of those
    /// kept.
    node: u32,
    /// Where its value goes.
    index: usize,
}

/// Computes layers for tapes sorted by letters left. `reads` has the number of nodes that are read
/// when that many letters have been written, as far as it goes.
///
/// Layers are compared with the one stored at the last anchor; the layers 1, 2, 4, 8, .. are
/// anchors, so the period is found within three times the larger of it and the preperiod (Brent).
/// When a layer equals the anchored one, all later layers repeat with that distance, and at most
/// one period more is computed for the tapes that are still open. Of the last layers, at which few
/// letters have been written, only the nodes that are read are computed.
fn follow(
    mut net: Net,
    reads: &[usize],
    requests: &[TapeRequest],
    values: &mut [Nimber],
    budget: &mut Budget,
) -> Result<(), Stopped> {
    let most = requests.last().map_or(0, |last| last.left);
    let end = |left: u64| usize::try_from(most - left).ok().and_then(|at| reads.get(at)).copied();
    let (mut left, mut anchored) = (0u64, 0u64);
    let mut open = requests;
    while !open.is_empty() {
        left += 1;
        let part = end(left).unwrap_or(net.nodes());
        let since = left - anchored;
        let keep = since.is_power_of_two() && since >= anchored;
        let same = net.next(part, keep, budget)?;
        budget.solved(part as u64)?;
        budget.poll()?;
        let here = open.partition_point(|request| request.left == left);
        open[..here].iter().for_each(|request| values[request.index] = Nimber(net.value(request.node as usize)));
        open = &open[here..];
        if same {
            // Layer n equals layer n - since from here on: at most `since` layers are new.
            for ahead in 0..since {
                let due = open.iter().filter(|request| (request.left - left) % since == ahead);
                due.for_each(|request| values[request.index] = Nimber(net.value(request.node as usize)));
                if open.iter().all(|request| (request.left - left) % since <= ahead) {
                    return Ok(());
                }
                net.next(end(left + ahead + 1).unwrap_or(net.nodes()), false, budget)?;
                budget.poll()?;
            }
            return Ok(());
        }
        if keep {
            anchored = left;
        }
    }
    Ok(())
}

impl KeptNodes {
    /// Returns the index of a node among those that are kept.
    fn place(&self, node: u32) -> u32 {
        self.nodes.partition_point(|&kept| kept < node) as u32
    }
}

/// Returns the nodes that tapes can reach, with their ancestors, for any number of letters: all
/// except for those below an end of the game, unless a tape starts there.
///
/// A node after an end is kept only if a tape starts there, or comes there from such a start.
fn met(trie: &Trie<u8>, requests: &[TapeRequest], budget: &mut Budget) -> Result<KeptNodes, Stopped> {
    let count = trie.nodes();
    budget.hold(5 * count as u64)?;
    let mut met: Vec<bool> = (0..count).map(|node| trie.flags(node) & BEHIND == 0).collect();
    let behind: Vec<usize> = requests.iter().map(|request| request.node as usize).filter(|&node| !met[node]).collect();
    if !behind.is_empty() {
        behind.into_iter().for_each(|node| met[node] = true);
        let goes_on = |node: &usize| trie.flags(*node) & (OVER | BEHIND) == BEHIND;
        for node in (1..count).rev().filter(goes_on) {
            met[trie.link_of(node) as usize] |= met[node];
        }
        for node in (1..count).filter(goes_on) {
            let reached = met[node];
            met[trie.children(node)].iter_mut().for_each(|child| *child |= reached);
        }
        // Their ancestors.
        for node in (0..count).rev().filter(|&node| trie.flags(node) & (OVER | BEHIND) != 0) {
            met[node] |= met[trie.children(node)].contains(&true);
        }
    }
    let nodes: Vec<u32> = (0..count as u32).filter(|&node| met[node as usize]).collect();
    budget.release(count as u64);
    Ok(KeptNodes { nodes, missing: Vec::new() })
}

/// Returns the nodes that matter; with each node all its ancestors.
///
/// `missing` is the least difference between the most letters left and those left when a tape
/// reaches the node; a node that is reached with none left has no options. Links go to lower
/// numbers and children to higher ones, so one pass in each direction settles all.
fn kept(trie: &Trie<u8>, requests: &[TapeRequest], most: u64, budget: &mut Budget) -> Result<KeptNodes, Stopped> {
    /// No tape reaches the node.
    const NEVER: u32 = u32::MAX;
    let count = trie.nodes();
    budget.hold(17 * count as u64)?;
    // The letters that are missing; numbers that do not fit are replaced by one that is greater
    // than any depth.
    let mut missing = vec![NEVER; count];
    let clamped = |missing: u64| u32::try_from(missing).unwrap_or(NEVER).min(NEVER - 1);
    for request in requests {
        let entry = &mut missing[request.node as usize];
        *entry = (*entry).min(clamped(most - request.left));
    }
    for node in (1..count).rev().filter(|&node| !trie.over(node)) {
        let link = trie.link_of(node) as usize;
        missing[link] = missing[link].min(missing[node]);
    }
    for node in (0..count).filter(|&node| !trie.over(node)) {
        if missing[node] != NEVER && u64::from(missing[node]) < most {
            let more = clamped(u64::from(missing[node]) + 1);
            missing[trie.children(node)].iter_mut().for_each(|child| *child = (*child).min(more));
        }
    }
    let mut kept = vec![false; count];
    for node in (0..count).rev() {
        kept[node] = missing[node] != NEVER || kept[trie.children(node)].contains(&true);
    }
    let nodes: Vec<u32> = (0..count as u32).filter(|&node| kept[node as usize]).collect();
    let some = |node: &u32| Some(missing[*node as usize]).filter(|&missing| missing != NEVER);
    let missing = nodes.iter().map(some).collect();
    budget.release(5 * count as u64);
    Ok(KeptNodes { nodes, missing })
}

/// Returns how many nodes, from the root on, are read when that many letters have been written;
/// after the last entry, all are.
///
/// Nodes are numbered by depth, so what is read is a prefix: it also has to hold the children of
/// what the layer after it reads.
fn reach(depth: usize, kept: &KeptNodes, net: &Net) -> Vec<usize> {
    let mut ends = vec![0; depth + 1];
    for (node, missing) in kept.missing.iter().enumerate() {
        if let Some(end) = missing.and_then(|missing| ends.get_mut(missing as usize)) {
            *end = node + 1;
        }
    }
    for at in 1..ends.len() {
        ends[at] = ends[at].max(ends[at - 1]).max(net.children(ends[at - 1]));
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Enough nodes for vectors, values in several windows, and nodes below ends of the game.
    #[test]
    fn every_level_finds_the_same_values() {
        let mut random = Rng::with_seed(77);
        let mut below = |end: usize| random.usize(..end);
        for round in 0..120 {
            let letters = [2, 3, 10, 26, 60][round % 5];
            let mut word = |least: usize, most: usize| -> Vec<u8> {
                let length = least + below(most + 1 - least);
                (0..length).map(|_| b'A' + below(if round % 2 == 0 { letters } else { 2 }) as u8).collect()
            };
            let words: Vec<Vec<u8>> = (0..300).map(|_| word(1 + round % 4, 4 + round % 17)).collect();
            let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
            let texts: Vec<Vec<u8>> = (0..60).map(|_| word(0, 12)).collect();
            let most = [5, 70][round / 5 % 2];
            let starts: Vec<TapeStart<'_>> = texts.iter().map(|text| (&text[..], below(most) as u64)).collect();
            for ends in [Ends::AtEnd, Ends::Anywhere] {
                let values =
                    |level| values_at(level, &words, letters as u8, &starts, ends, &mut Budget::new()).unwrap();
                let expected = values(Level::SCALAR);
                for level in Level::all() {
                    assert_eq!(values(level), expected, "{level:?}, {letters} letters, {ends:?}");
                }
            }
        }
    }
}
