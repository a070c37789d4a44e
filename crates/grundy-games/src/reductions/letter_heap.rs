//! `letter-heap`: a row on which moves take copies of one letter alone is a sum of heaps.
//!
//! *Theorem.* Where moves replace words over one letter x by fewer x, a row is the sum of its runs
//! of x, each a heap of as many counters. With d for the letters that are gone, a move that
//! separates leaves up to two heaps after d are taken, one that closes the gap leaves up to one. A
//! letter x that a move leaves before or after the gap says that no heap is empty there:
//!
//! ```text
//! cut "xx"           take 2 leaving 0..2 heaps     take "xx"      take 2 leaving 0..1 heaps
//! "xx" -> "|x"       take 1 leaving 1..2 heaps     "xx" -> "x"    take 1 leaving 1 heap
//! "xx" -> "x|x"      split into 2 heaps
//! ```
//!
//! *Conditions.* Every move removes listed words over x, or x as a letter, or rewrites a word over
//! x so that at most one x is left on each side; nothing ends play before. Without that: `row: cut
//! "a" until distinct` has no move at `a`, and a heap of 1 has one; `"xxx" -> "xx"` needs three
//! letters to take one.
//!
//! *Proof.* A word over x lies within a run, and no letter but x is ever removed, so runs never
//! meet. In a run of n letters the places of a word of k letters are those with i letters before
//! and n - k - i after it, for all i from 0. A cut that leaves a letters before the gap and b
//! after it leaves heaps of p = i + a and q = n - k - i + b: all pairs of p >= a and q >= b with
//! the sum n - d. With a = b = 0 these are all, with a + b = 1 all but two empty heaps, with a = b
//! = 1 all without an empty heap. Without a gap one heap of n - d is left, if n - d is at least
//! what the move leaves.

use std::{collections::BTreeMap, sync::Arc};

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping};
use crate::{
    AmountSet, Amounts, Component, Factor, Gap, HeapMove, HeapRules, Parts, RowMove, RowRules, Ruleset, Span, Symbol,
    Take,
};

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| {
        let letter = name.strip_prefix(NAME)?.strip_prefix(' ')?;
        let mut letters = letter.chars();
        let found = LetterHeap { letter: letters.next()? };
        letters.next().is_none().then(|| Arc::new(found) as SharedMapping)
    },
    about: |rules, positions| {
        let Ruleset::Row(moves) = rules else { return None };
        let is_row = |position: &&Component| matches!(position, Component::Row(_));
        let found = LetterHeap { letter: moves.moves.iter().find_map(letter)? };
        (found.target(rules).is_some() && positions.iter().all(is_row)).then(|| Arc::new(found) as SharedMapping)
    },
};

const NAME: &str = "letter-heap";

/// Whether it is about these rules.
pub(super) fn is_about(rules: &Ruleset) -> bool {
    (KIND.about)(rules, &[]).is_some()
}

struct LetterHeap {
    letter: char,
}

/// A letter that the move names.
fn letter(kind: &RowMove) -> Option<char> {
    match kind {
        RowMove::Remove(_, Factor::Word(words)) => words.iter().next()?.chars().next(),
        RowMove::Remove(_, Factor::Letter(Some(letters))) => letters.iter().next(),
        RowMove::Rewrite(rule) => match rule.left.first()? {
            Symbol::Letter(letter) => Some(*letter),
            Symbol::Run(_) | Symbol::Variable(_) => None,
        },
        _ => None,
    }
}

impl LetterHeap {
    /// The numbers of letters that a move takes, and what it may leave, as a digit of an octal
    /// code; `None` if it is another move.
    fn removed(&self, kind: &RowMove) -> Option<(Vec<u64>, u8)> {
        match kind {
            RowMove::Remove(gap, Factor::Word(words)) => {
                let of_letter = |word: &str| word.chars().all(|letter| letter == self.letter);
                let lengths = words.iter().all(of_letter).then(|| words.iter().map(|word| word.chars().count() as u64));
                Some((lengths?.collect(), leaving(gap)))
            }
            RowMove::Remove(gap, Factor::Letter(Some(letters))) => {
                letters.iter().eq([self.letter]).then(|| (vec![1], leaving(gap)))
            }
            RowMove::Rewrite(rule) if !rule.at_start && !rule.at_end => {
                let mut symbols = rule.left.iter().chain(rule.right.iter().flatten());
                let same = symbols.all(|symbol| *symbol == Symbol::Letter(self.letter));
                let parts: Vec<usize> = rule.right.iter().map(Vec::len).collect();
                let digit = match parts[..] {
                    [0] => ONE | NONE,
                    [1] => ONE,
                    [0, .., 0] => TWO | ONE | NONE,
                    [0, .., 1] | [1, .., 0] => TWO | ONE,
                    [1, .., 1] => TWO,
                    _ => return None,
                };
                let inner_are_empty = parts.len() < 3 || parts[1..parts.len() - 1].iter().all(|&part| part == 0);
                let taken = rule.left.len().checked_sub(parts.iter().sum())?;
                // Only a split takes nothing, and it leaves smaller heaps.
                (same && inner_are_empty && (taken > 0 || digit == TWO)).then(|| (vec![taken as u64], digit))
            }
            _ => None,
        }
    }

    /// The moves on heaps: those that may leave more come first. An amount stands where all is that
    /// it may leave.
    fn moves(&self, rules: &RowRules) -> Option<Vec<HeapMove>> {
        let mut digits: BTreeMap<u64, u8> = BTreeMap::new();
        for kind in &rules.moves {
            let (lengths, digit) = self.removed(kind)?;
            for length in lengths {
                *digits.entry(length).or_default() |= digit;
            }
        }
        let split = digits.remove(&0).map(|_| (vec![0], 2, 2));
        let spans = [(TWO | ONE | NONE, 0, 2), (TWO | ONE, 1, 2), (TWO, 2, 2), (ONE | NONE, 0, 1), (ONE, 1, 1)];
        let taken = spans.into_iter().map(|(digit, from, to)| {
            let amounts = digits.iter().filter(|(_, own)| **own == digit).map(|(&amount, _)| amount);
            (amounts.collect(), from, to)
        });
        let moves = taken.chain(split).filter(|(amounts, _, _)| !amounts.is_empty());
        let take = |(amounts, from, to)| {
            let leaving = Span { from, to: Some(to) };
            HeapMove::Take(Take { amounts: ranges(amounts), leaving, parts: Parts::Any })
        };
        Some(moves.map(take).collect())
    }
}

/// What may be left when letters are taken: no heap, one, two.
const NONE: u8 = 1;
const ONE: u8 = 2;
const TWO: u8 = 4;

/// What a removal may leave.
fn leaving(gap: &Gap) -> u8 {
    if *gap == Gap::Separates { TWO | ONE | NONE } else { ONE | NONE }
}

/// Rising amounts as ranges, which are as long as they can be.
fn ranges(amounts: Vec<u64>) -> Amounts {
    let mut spans: Vec<Span> = Vec::new();
    for amount in amounts {
        match spans.last_mut() {
            Some(Span { to: Some(last), .. }) if *last + 1 == amount => *last = amount,
            _ => spans.push(Span { from: amount, to: Some(amount) }),
        }
    }
    Amounts { kinds: spans.into_iter().map(AmountSet::Span).collect(), except: Vec::new() }
}

impl Mapping for LetterHeap {
    fn name(&self) -> String {
        format!("{NAME} {}", self.letter)
    }

    fn keeps(&self) -> Keeps {
        Keeps::Options
    }

    fn statement(&self) -> &'static str {
        "a row is the sum of its runs of the letter that moves remove, each a heap"
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        let Ruleset::Row(rules) = rules else { return None };
        if rules.until.is_some() {
            return None;
        }
        let moves = self.moves(rules).filter(|moves| !moves.is_empty())?;
        Some(Ruleset::Heap(HeapRules { moves }))
    }

    fn image(&self, _rules: &Ruleset, component: &Component) -> Image {
        let Component::Row(word) = component else { return Image::Outside };
        let runs = word.split(|letter| letter != self.letter).filter(|run| !run.is_empty());
        Image::Sum(runs.map(|run| Component::Heap(run.chars().count() as u64)).collect())
    }

    /// In a word of other letters too, the runs that are left would have to be put back between
    /// them.
    fn carried_back(&self, from: &Component, left: &[Component]) -> Option<Vec<Component>> {
        let Component::Row(word) = from else { return None };
        let run = |part: &Component| match part {
            Component::Heap(size) => Some(Component::Row(self.letter.to_string().repeat(usize::try_from(*size).ok()?))),
            _ => None,
        };
        if word.chars().all(|letter| letter == self.letter) { left.iter().map(run).collect() } else { None }
    }
}
