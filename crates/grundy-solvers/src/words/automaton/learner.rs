//! The learner: a discrimination tree that distinguishes states, and the hypotheses that follow
//! from it.
//!
//! A state is represented by a word that leads to it. Inner nodes of the tree have a suffix; a word
//! goes to the child for the label of the word with the suffix, and the leaf where it ends is its
//! state (Kearns and Vazirani). Leaves differ in true labels, so no hypothesis has more states than
//! the least machine. For a word with a wrong label, binary search finds the position where the
//! hypothesis goes wrong (Rivest and Schapire), and the rest of the word after it distinguishes a
//! new state from an old one.

use std::{sync::Arc, time::Duration};

use grundy_cert::{Claim, Explored, Machine};
use grundy_games::Letter;
use rustc_hash::FxHashSet;

use super::{
    AutomatonSearch, Learned, News, Standing, Verdict,
    adopt::{TreeNode, adopt},
    counting::Counters,
    oracle::Oracle,
    prove,
    relation::Relation,
};
use crate::support::{
    budget::{Budget, Reason, Stopped},
    clock::Stopwatch,
};

/// How much longer than the certified length the words of states may be.
const AHEAD: usize = 8;

/// The most shortest mistakes of one hypothesis that are used.
const MOST_MISTAKES: usize = 64;

/// The first claim is reported after this time; the interval doubles each time.
const FIRST_CLAIM: Duration = Duration::from_millis(100);

pub(super) struct Learner<'a> {
    /// The game, the mode and the limits.
    search: &'a AutomatonSearch,
    /// The moves as a transducer.
    relation: &'a Relation,
    /// The labels of single words.
    oracle: Oracle<'a>,
    /// For each state, a word that leads to it.
    words: Vec<Vec<Letter>>,
    /// The label of each state.
    labels: Vec<u32>,
    /// The leaf of each state in the tree.
    leaves: Vec<usize>,
    /// The goal of each state and letter, at `state * letters + letter`.
    next: Vec<u32>,
    /// The discrimination tree; the root is the first node, and its suffix is empty.
    tree: Vec<DiscriminationNode>,
    /// Steps whose goal is not known: state, letter, and the node below which the goal is.
    open: Vec<(u32, Letter, usize)>,
    /// Steps of words that are too long so far; they lead to state 0 until a later round, or a
    /// mistake, needs them.
    later: FxHashSet<usize>,
    /// The refuted hypotheses: the length of the shortest mistake, and the most states.
    growth: Vec<(u64, u64)>,
    /// The most states of a refuted hypothesis; a right machine has more.
    more_than: u64,
    /// The number of hypotheses so far.
    rounds: u64,
    /// The search for machines that count; `None` if they are not an answer.
    counters: Option<Counters>,
    /// The time since it began.
    clock: Stopwatch,
    /// When the next claim is reported, since the start.
    next_claim: Duration,
    /// The time that the last claim took, and its length.
    claimed: Option<(Duration, u64)>,
}

/// What is proved of every word.
enum LearnedMachine {
    Finite(Machine, Explored),
    Counting(Claim),
}

/// A node of the discrimination tree.
enum DiscriminationNode {
    /// A state.
    Leaf(u32),
    /// A suffix after which words of different children have different labels.
    Inner { suffix: Vec<Letter>, children: Vec<(u32, usize)> },
}

impl<'a> Learner<'a> {
    pub(super) fn new(search: &'a AutomatonSearch, relation: &'a Relation) -> Learner<'a> {
        Learner {
            search,
            relation,
            oracle: Oracle::new(&search.game, relation, search.mode),
            words: Vec::new(),
            labels: Vec::new(),
            leaves: Vec::new(),
            next: Vec::new(),
            tree: Vec::new(),
            open: Vec::new(),
            later: FxHashSet::default(),
            growth: Vec::new(),
            more_than: 0,
            rounds: 0,
            counters: search.counts.then(Counters::new),
            clock: Stopwatch::new(),
            next_claim: FIRST_CLAIM,
            claimed: None,
        }
    }

    /// Learns until a machine is proved or a limit ends it, and makes the claim of what is known
    /// then. What was learned is dropped first, so that the claim has its memory.
    pub(super) fn run(mut self, budget: &mut Budget, report: &mut dyn FnMut(News<'_>)) -> Learned {
        let found = self.learn(budget, report);
        // What was learned is dropped before the claim is made.
        let Learner { search, oracle, more_than, growth, rounds, words, next, tree, .. } = self;
        let certified = oracle.into_certified();
        drop((words, next, tree));
        let learned = match found {
            Ok(LearnedMachine::Finite(machine, explored)) => search.proved(machine.minimal(), explored),
            Ok(LearnedMachine::Counting(claim)) => Learned { counting: Some(claim), ..Learned::of(Standing::Proved) },
            Err(stopped) => {
                // The budget is spent, except for what was reserved for the claim.
                let claim = certified.and_then(|(machine, length)| {
                    search.certified(&machine, length, budget.most_bytes(), &mut || budget.fits())
                });
                search.unproved(claim, stopped)
            }
        };
        Learned { more_than, growth, rounds, ..learned }
    }

    /// Each round proves the hypothesis, or certifies it for words below its shortest mistake and
    /// learns from the mistakes. It ends at a proof, a limit, or the longest length asked for.
    fn learn(&mut self, budget: &mut Budget, report: &mut dyn FnMut(News<'_>)) -> Result<LearnedMachine, Stopped> {
        if let Some((machine, length)) = &self.search.known {
            self.oracle.certify(machine.clone(), *length);
        }
        match &self.search.known {
            Some((machine, length)) => self.resume(&machine.minimal(), *length, budget)?,
            None => self.begin(budget)?,
        }
        if let Some((machine, length)) = &self.search.known {
            while let Some(word) = self.machine().difference(machine, Some(*length)) {
                self.refine(&word, budget)?;
            }
        }
        loop {
            self.rounds += 1;
            let machine = self.machine();
            match prove(self.relation, &machine, self.search.mode, MOST_MISTAKES, budget)? {
                Verdict::All(profiles) => return Ok(LearnedMachine::Finite(machine, Explored::All(profiles))),
                Verdict::Least(profiles) => return Ok(LearnedMachine::Finite(machine, Explored::Least(profiles))),
                Verdict::Wrong(mistakes) => {
                    let length = mistakes[0].len() as u64;
                    self.refuted(length, machine.states() as u64);
                    if let Some(counters) = &mut self.counters
                        && let Some(claim) = counters.look(self.search, &machine, budget)?
                    {
                        return Ok(LearnedMachine::Counting(Claim::Counting(Arc::new(claim))));
                    }
                    if self.search.game.growth() <= 0 && length >= self.oracle.length() {
                        self.oracle.certify(machine, length);
                    }
                    report(News::Certified(self.oracle.length(), self.labels.len() as u64));
                    self.claim(budget, report);
                    if self.oracle.length() > self.search.most_length {
                        return Err(budget.stopped(Reason::Positions(self.search.most_length)));
                    }
                    self.reopen();
                    self.close(budget)?;
                    for mistake in mistakes {
                        self.learn_from(mistake, budget)?;
                    }
                }
            }
        }
    }

    /// Reports, at growing intervals, the claim at this point; reserves time for the last claim and
    /// its check.
    fn claim(&mut self, budget: &mut Budget, report: &mut dyn FnMut(News<'_>)) {
        let Some((machine, length)) = self.oracle.certified() else { return };
        if self.clock.passed() >= self.next_claim {
            let clock = Stopwatch::new();
            if let Some(claim) =
                self.search.certified(machine, *length, budget.rest().most_bytes(), &mut || budget.poll().is_ok())
            {
                self.claimed = Some((clock.passed(), *length));
                report(News::Claim(&claim));
            }
            self.next_claim = (2 * self.next_claim).max(self.clock.passed() + 10 * clock.passed());
        }
        if let Some((time, at)) = self.claimed {
            // The claim is made and then checked: in games that count, the number of profiles is
            // the square of the length.
            let grown = *length as f64 / at.max(1) as f64;
            budget.reserve(time.mul_f64((2.2 * grown * grown).min(1e6)));
        }
    }

    /// Records the size of hypotheses by the length of their shortest mistake.
    fn refuted(&mut self, length: u64, states: u64) {
        self.more_than = self.more_than.max(states);
        match self.growth.last_mut() {
            Some(last) if length <= last.0 => last.1 = last.1.max(states),
            _ => self.growth.push((length, states)),
        }
    }

    /// Makes the hypothesis with one state, closed under letters.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let label = self.oracle.label(&[], budget)?;
        self.tree.push(DiscriminationNode::Inner { suffix: Vec::new(), children: vec![(label, 1)] });
        self.tree.push(DiscriminationNode::Leaf(0));
        self.add(Vec::new(), label, 1, budget)?;
        self.close(budget)
    }

    /// Adopts the states of a machine that is right for words below a length, if they are surely
    /// different.
    fn resume(&mut self, machine: &Machine, length: u64, budget: &mut Budget) -> Result<(), Stopped> {
        let Some(adopted) = adopt(machine, length, budget)? else { return self.begin(budget) };
        self.leaves = vec![0; adopted.words.len()];
        for (at, question) in adopted.tree.into_iter().enumerate() {
            self.tree.push(match question {
                TreeNode::Suffix { suffix, children } => DiscriminationNode::Inner { suffix, children },
                TreeNode::State(state) => {
                    self.leaves[state as usize] = at;
                    DiscriminationNode::Leaf(state)
                }
            });
        }
        let letters = self.relation.letters;
        for at in (0..adopted.next.len()).filter(|&at| adopted.next[at].is_none()) {
            self.open.push(((at / letters) as u32, (at % letters) as Letter, 0));
        }
        self.next = adopted.next.into_iter().map(|goal| goal.unwrap_or(0)).collect();
        for word in &adopted.words {
            budget.solved(1)?;
            budget.hold(2 * word.len() as u64 + 200)?;
        }
        (self.words, self.labels) = (adopted.words, adopted.labels);
        self.close(budget)
    }

    /// Returns a copy of the hypothesis.
    fn machine(&self) -> Machine {
        Machine { letters: self.relation.letters, labels: self.labels.clone(), next: self.next.clone() }
    }

    /// Returns where a letter leads from a state.
    fn step(&self, state: u32, letter: Letter) -> u32 {
        self.next[state as usize * self.relation.letters + usize::from(letter)]
    }

    /// Returns where a word leads from a state.
    fn run_from(&self, state: u32, word: &[Letter]) -> u32 {
        word.iter().fold(state, |state, &letter| self.step(state, letter))
    }

    /// Adds a state, with its steps open. An error if there are as many as are allowed.
    fn add(&mut self, word: Vec<Letter>, label: u32, leaf: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let state = self.words.len() as u32;
        if u64::from(state) >= self.search.most_states {
            return Err(budget.stopped(Reason::Positions(self.search.most_states)));
        }
        budget.solved(1)?;
        budget.hold(2 * word.len() as u64 + 200)?;
        self.words.push(word);
        self.labels.push(label);
        self.leaves.push(leaf);
        for letter in 0..self.relation.letters as Letter {
            self.next.push(0);
            self.open.push((state, letter, 0));
        }
        Ok(())
    }

    /// Returns the label of a state's word with a suffix.
    fn ask(&mut self, word: &[Letter], suffix: &[Letter], budget: &mut Budget) -> Result<u32, Stopped> {
        self.oracle.label(&[word, suffix].concat(), budget)
    }

    /// Returns the length of the longest words whose steps are followed: if values are unbounded
    /// there are always new states.
    fn reach(&self) -> usize {
        // A word whose options may be as long costs a search through all of them.
        let (rounds, ahead) = if self.search.game.growth() == 0 { (self.rounds / 8, 1) } else { (self.rounds, AHEAD) };
        let reach = self.oracle.length().max(rounds);
        usize::try_from(reach).unwrap_or(usize::MAX).saturating_add(ahead)
    }

    /// Follows the postponed steps for which the reach has grown enough.
    fn reopen(&mut self) {
        let (reach, letters) = (self.reach(), self.relation.letters);
        let mut ready: Vec<usize> =
            self.later.iter().copied().filter(|at| self.words[at / letters].len() < reach).collect();
        ready.sort_unstable();
        for at in ready {
            self.later.remove(&at);
            self.open.push(((at / letters) as u32, (at % letters) as Letter, 0));
        }
    }

    /// Finds the goal of every open step.
    fn close(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        while let Some((state, letter, node)) = self.open.pop() {
            let at = state as usize * self.relation.letters + usize::from(letter);
            if node == 0 && self.words[state as usize].len() >= self.reach() {
                self.later.insert(at);
            } else {
                self.follow(at, node, budget)?;
            }
        }
        Ok(())
    }

    /// Finds the goal of a step, below a node; a word with a label that no child has is a new
    /// state.
    fn follow(&mut self, at: usize, mut node: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let mut word = self.words[at / self.relation.letters].clone();
        word.push((at % self.relation.letters) as Letter);
        loop {
            let suffix = match &self.tree[node] {
                DiscriminationNode::Leaf(goal) => {
                    self.next[at] = *goal;
                    return Ok(());
                }
                DiscriminationNode::Inner { suffix, .. } => suffix.clone(),
            };
            let answer = self.ask(&word, &suffix, budget)?;
            let (fresh, goal) = (self.tree.len(), self.words.len() as u32);
            let DiscriminationNode::Inner { children, .. } = &mut self.tree[node] else { return Ok(()) };
            if let Some(&(_, child)) = children.iter().find(|(label, _)| *label == answer) {
                node = child;
                continue;
            }
            let label = self.oracle.label(&word, budget)?;
            children.push((answer, fresh));
            self.tree.push(DiscriminationNode::Leaf(goal));
            self.next[at] = goal;
            return self.add(word, label, fresh, budget);
        }
    }

    /// Learns from a word whose label contradicts its options. If components are always shorter,
    /// that label is wrong. Otherwise the label of an option may be wrong: it is searched among the
    /// options, and theirs.
    fn learn_from(&mut self, mistake: Vec<Letter>, budget: &mut Budget) -> Result<(), Stopped> {
        let mut word = mistake;
        loop {
            let truth = self.oracle.label(&word, budget)?;
            let mut refined = false;
            while self.labels[self.run_from(0, &word) as usize] != truth {
                self.refine(&word, budget)?;
                refined = true;
            }
            if refined || self.search.game.growth() < 0 {
                return Ok(());
            }
            let mut parts = Vec::new();
            self.search.game.options(&word, |pieces| {
                parts.extend_from_slice(pieces);
                Ok::<(), Stopped>(())
            })?;
            // The prover may start a ring at another letter than the rules do.
            if self.search.game.ring {
                let turns = |part: Vec<Letter>| {
                    (0..part.len().max(1)).map(|at| [&part[at..], &part[..at]].concat()).collect::<Vec<_>>()
                };
                parts = parts.into_iter().flat_map(turns).collect();
            }
            let mut wrong = None;
            for part in parts {
                if self.oracle.label(&part, budget)? != self.labels[self.run_from(0, &part) as usize] {
                    wrong = Some(part);
                }
            }
            match wrong {
                Some(part) => word = part,
                None => return Ok(()),
            }
        }
    }

    /// Splits the state at which the hypothesis goes wrong on a word with a wrong label.
    fn refine(&mut self, word: &[Letter], budget: &mut Budget) -> Result<(), Stopped> {
        let mut states = vec![0u32];
        for &letter in word {
            states.push(self.step(states[states.len() - 1], letter));
        }
        let truth = self.oracle.label(word, budget)?;
        // With the word of the state in place of the first letters, the label is right at index 0
        // and wrong at the end.
        let (mut low, mut high) = (0, word.len());
        while high - low > 1 {
            let middle = (low + high) / 2;
            let prefix = self.words[states[middle] as usize].clone();
            if self.ask(&prefix, &word[middle..], budget)? == truth {
                low = middle;
            } else {
                high = middle;
            }
        }
        let at = states[low] as usize * self.relation.letters + usize::from(word[low]);
        if self.later.remove(&at) {
            self.follow(at, 0, budget)?;
            return self.close(budget);
        }
        let (old, suffix) = (states[low + 1], word[low + 1..].to_vec());
        let mut fresh = self.words[states[low] as usize].clone();
        fresh.push(word[low]);
        let old_word = self.words[old as usize].clone();
        let (fresh_told, old_told) = (self.ask(&fresh, &suffix, budget)?, self.ask(&old_word, &suffix, budget)?);
        let node = self.leaves[old as usize];
        let (old_leaf, fresh_leaf) = (self.tree.len(), self.tree.len() + 1);
        let state = self.words.len() as u32;
        let label = self.oracle.label(&fresh, budget)?;
        self.tree.push(DiscriminationNode::Leaf(old));
        self.tree.push(DiscriminationNode::Leaf(state));
        self.tree[node] =
            DiscriminationNode::Inner { suffix, children: vec![(old_told, old_leaf), (fresh_told, fresh_leaf)] };
        self.leaves[old as usize] = old_leaf;
        let letters = self.relation.letters;
        let into = self.next.iter().enumerate().filter(|(at, goal)| **goal == old && !self.later.contains(at));
        self.open.extend(into.map(|(at, _)| ((at / letters) as u32, (at % letters) as Letter, node)));
        self.add(fresh, label, fresh_leaf, budget)?;
        self.close(budget)
    }
}
