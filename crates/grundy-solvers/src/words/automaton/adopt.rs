//! How a learner resumes: the states of a machine that is right for words below a length, with the
//! suffixes that distinguish them.
//!
//! The states of the machine are split by labels, then by the goals of letters, until every state
//! is alone. The suffix that splits a block is a letter followed by the suffix that splits the
//! goals, so the suffixes form a tree (Lee and Yannakakis 1994). A state is adopted if all suffixes
//! on its path, appended to the shortest word that leads to it, give words below the length: their
//! labels are true. The goal of a letter is known if the same holds for the goal.
//!
//! Cost: each split asks for the labels of the states of a block with one suffix; a machine of n
//! states has at most n splits. What is not sure is left out, so a wrong label never enters the
//! learner.

use grundy_cert::Machine;
use grundy_games::Letter;

use super::word_to;
use crate::support::budget::{Budget, Stopped};

/// A node of the tree: a suffix that distinguishes states by the label of their word with it, or a
/// state.
pub(super) enum TreeNode {
    Suffix { suffix: Vec<Letter>, children: Vec<(u32, usize)> },
    State(u32),
}

/// States that are surely different, with new numbers.
pub(super) struct Adopted {
    /// For each state, a shortest word that leads to it.
    pub(super) words: Vec<Vec<Letter>>,
    /// The label of each state.
    pub(super) labels: Vec<u32>,
    /// The tree; the first node is the root, whose suffix is empty.
    pub(super) tree: Vec<TreeNode>,
    /// The goals of letters, at `state * letters + letter`; `None` if a goal is not sure.
    pub(super) next: Vec<Option<u32>>,
}

/// A node while the tree is built: a block of states that no suffix has split, or a suffix.
struct BuildNode {
    /// The node whose child it is; `None` for the root.
    above: Option<usize>,
    /// Its distance from the root.
    depth: usize,
    /// The suffix by which it distinguishes words; empty for a block.
    suffix: Vec<Letter>,
    /// For each label that occurs, the child with it.
    children: Vec<(u32, usize)>,
}

/// Returns the states of a minimal machine that can be adopted; `None` if the first one cannot.
///
/// `length` is the certified length: labels of shorter words are true. The first state has the
/// empty word, so it is left out only if the suffixes on its own path are as long as that.
pub(super) fn adopt(machine: &Machine, length: u64, budget: &mut Budget) -> Result<Option<Adopted>, Stopped> {
    let words = words(machine);
    let (nodes, leaf) = part(machine, budget)?;
    // The longest suffix on the path to each node.
    let mut longest = vec![0usize; nodes.len()];
    for at in 0..nodes.len() {
        longest[at] = nodes[at].above.map_or(0, |above| longest[above].max(nodes[above].suffix.len()));
    }
    let states = machine.states();
    let is_sure = |state: usize, more: usize| ((words[state].len() + more + longest[leaf[state]]) as u64) < length;
    let mut number: Vec<Option<u32>> = vec![None; states];
    let mut order = Vec::new();
    for state in (0..states).filter(|&state| is_sure(state, 0)) {
        number[state] = Some(order.len() as u32);
        order.push(state);
    }
    if number[0] != Some(0) {
        return Ok(None);
    }
    let mut next = Vec::with_capacity(order.len() * machine.letters);
    for &state in &order {
        for letter in 0..machine.letters as Letter {
            let goal = machine.step(state as u32, letter) as usize;
            let needed = (words[state].len() + 1 + longest[leaf[goal]]) as u64;
            next.push(number[goal].filter(|_| needed < length));
        }
    }
    let tree = tree(&nodes, &leaf, &number);
    let labels = order.iter().map(|&state| machine.labels[state]).collect();
    let words = order.iter().map(|&state| words[state].clone()).collect();
    Ok(Some(Adopted { words, labels, tree, next }))
}

/// Returns a shortest word to each state. Requires that states are numbered in the order in which
/// they are reached.
///
/// Breadth-first numbering: state k + 1 is first reached after all shorter words, so the first step
/// to it gives a shortest word.
fn words(machine: &Machine) -> Vec<Vec<Letter>> {
    let mut came: Vec<Option<(usize, Letter)>> = vec![None];
    for at in 0..machine.states() {
        for letter in 0..machine.letters as Letter {
            if machine.step(at as u32, letter) as usize == came.len() {
                came.push(Some((at, letter)));
            }
        }
    }
    (0..came.len()).map(|at| word_to(&came, at)).collect()
}

/// Splits all states; returns the tree, and the leaf of each state.
///
/// A block splits by a letter whose goals lie in different blocks, and then by the suffix at the
/// lowest common ancestor of these goals; so suffixes grow by one letter at a time. It ends when no
/// letter tells states of a block apart, which for a minimal machine means single states.
fn part(machine: &Machine, budget: &mut Budget) -> Result<(Vec<BuildNode>, Vec<usize>), Stopped> {
    let states = machine.states();
    let root = BuildNode { above: None, depth: 0, suffix: Vec::new(), children: Vec::new() };
    let (mut nodes, mut blocks) = (vec![root], vec![(0..states).collect::<Vec<usize>>()]);
    let mut leaf = vec![0; states];
    split(&mut nodes, &mut blocks, &mut leaf, 0, &|state| machine.labels[state]);
    loop {
        let mut parted = false;
        for at in 1..nodes.len() {
            if blocks[at].len() < 2 {
                continue;
            }
            budget.tick()?;
            let goals = |letter: Letter| {
                let leaf = &leaf;
                blocks[at].iter().map(move |&state| leaf[machine.step(state as u32, letter) as usize])
            };
            let differ = |letter: &Letter| {
                let mut all = goals(*letter);
                let first = all.next();
                all.any(|other| Some(other) != first)
            };
            let Some(letter) = (0..machine.letters as Letter).find(differ) else { continue };
            let meet = goals(letter).reduce(|a, b| meet(&nodes, a, b)).unwrap_or(0);
            let suffix = [&[letter], &nodes[meet].suffix[..]].concat();
            budget.hold(2 * suffix.len() as u64 + 100)?;
            nodes[at].suffix.clone_from(&suffix);
            let label_of = |state: usize| machine.labels[machine.run(state as u32, &suffix) as usize];
            split(&mut nodes, &mut blocks, &mut leaf, at, &label_of);
            parted = true;
        }
        if !parted {
            return Ok((nodes, leaf));
        }
    }
}

/// Splits a block: each of its states goes to the child for its label.
fn split(
    nodes: &mut Vec<BuildNode>,
    blocks: &mut Vec<Vec<usize>>,
    leaf: &mut [usize],
    at: usize,
    label_of: &dyn Fn(usize) -> u32,
) {
    for state in std::mem::take(&mut blocks[at]) {
        let answer = label_of(state);
        let child = match nodes[at].children.iter().find(|(label, _)| *label == answer) {
            Some(&(_, child)) => child,
            None => {
                let child = nodes.len();
                let depth = nodes[at].depth + 1;
                nodes.push(BuildNode { above: Some(at), depth, suffix: Vec::new(), children: Vec::new() });
                blocks.push(Vec::new());
                nodes[at].children.push((answer, child));
                child
            }
        };
        blocks[child].push(state);
        leaf[state] = child;
    }
}

/// Returns the lowest common ancestor of two nodes.
fn meet(nodes: &[BuildNode], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if nodes[a].depth >= nodes[b].depth {
            a = nodes[a].above.unwrap_or(0);
        } else {
            b = nodes[b].above.unwrap_or(0);
        }
    }
    a
}

/// Returns the nodes on the paths to adopted states.
fn tree(nodes: &[BuildNode], leaf: &[usize], number: &[Option<u32>]) -> Vec<TreeNode> {
    let mut state_of: Vec<Option<u32>> = vec![None; nodes.len()];
    leaf.iter().zip(number).for_each(|(&leaf, number)| state_of[leaf] = *number);
    // Nodes come after their ancestors, so in reverse order all descendants are known.
    let mut kept: Vec<bool> = state_of.iter().map(Option::is_some).collect();
    for at in (1..nodes.len()).rev().filter(|&at| nodes[at].above.is_some()) {
        if let (true, Some(above)) = (kept[at], nodes[at].above) {
            kept[above] = true;
        }
    }
    let order: Vec<usize> = (0..nodes.len()).filter(|&at| kept[at]).collect();
    let mut place = vec![0; nodes.len()];
    order.iter().enumerate().for_each(|(number, &at)| place[at] = number);
    let question = |at: usize| match state_of[at] {
        Some(state) => TreeNode::State(state),
        None => TreeNode::Suffix {
            suffix: nodes[at].suffix.clone(),
            children: nodes[at]
                .children
                .iter()
                .filter(|(_, child)| kept[*child])
                .map(|&(label, child)| (label, place[child]))
                .collect(),
        },
    };
    order.into_iter().map(question).collect()
}
