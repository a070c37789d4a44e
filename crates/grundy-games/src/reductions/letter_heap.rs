//! `letter-heap`: a row on which moves take copies of one letter alone is a sum of heaps.
//!
//! *Theorem.* Where moves remove words over one letter x, a row is the sum of its runs of x, each a
//! heap of as many counters: a removal of k letters that separates leaves up to two heaps, one that
//! closes the gap leaves up to one.
//!
//! *Conditions.* Every move removes listed words over x, or x as a letter; nothing ends play
//! before. Without that: `row: cut "a" until distinct` has no move at `a`, and a heap of 1 has one.
//!
//! *Proof.* A word over x lies within a run, and no letter but x is ever removed, so runs never
//! meet. In a run of n letters the places of a word of k letters are those with i letters before
//! and n - k - i behind it; a cut leaves these as two words, which are heaps again, and a take
//! leaves n - k letters at every place.

use std::{collections::BTreeSet, sync::Arc};

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
    /// The numbers of letters that a move removes, and whether the parts are separate; `None` if it
    /// is another move.
    fn removed(&self, kind: &RowMove) -> Option<(Vec<u64>, bool)> {
        match kind {
            RowMove::Remove(gap, Factor::Word(words)) => {
                let of_letter = |word: &str| word.chars().all(|letter| letter == self.letter);
                let lengths = words.iter().all(of_letter).then(|| words.iter().map(|word| word.chars().count() as u64));
                Some((lengths?.collect(), *gap == Gap::Separates))
            }
            RowMove::Remove(gap, Factor::Letter(Some(letters))) => {
                letters.iter().eq([self.letter]).then(|| (vec![1], *gap == Gap::Separates))
            }
            RowMove::Rewrite(rule) => {
                let plain = !rule.at_start && !rule.at_end && rule.right.iter().all(Vec::is_empty);
                let same = rule.left.iter().all(|symbol| *symbol == Symbol::Letter(self.letter));
                (plain && same).then(|| (vec![rule.left.len() as u64], rule.right.len() > 1))
            }
            _ => None,
        }
    }

    /// The moves on heaps: those that separate, then those that do not. What may be taken by both
    /// is in the first, whose options are more.
    fn moves(&self, rules: &RowRules) -> Option<Vec<HeapMove>> {
        let (mut cut, mut taken) = (BTreeSet::new(), BTreeSet::new());
        for kind in &rules.moves {
            let (lengths, separates) = self.removed(kind)?;
            if separates { &mut cut } else { &mut taken }.extend(lengths);
        }
        taken.retain(|length| !cut.contains(length));
        let take = |(lengths, most): (BTreeSet<u64>, u64)| {
            let leaving = Span { from: 0, to: Some(most) };
            (!lengths.is_empty()).then(|| HeapMove::Take(Take { amounts: ranges(lengths), leaving, parts: Parts::Any }))
        };
        Some([(cut, 2), (taken, 1)].into_iter().filter_map(take).collect())
    }
}

/// The amounts as ranges, which are as long as they can be.
fn ranges(amounts: BTreeSet<u64>) -> Amounts {
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
