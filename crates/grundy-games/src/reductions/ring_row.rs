//! `ring-row`: a ring that every move opens is decided by rows.
//!
//! *Theorem.* If every move on a ring leaves rows, the value of a ring is the mex of the values of
//! these rows, and rows are played by the same moves on the board of rows.
//!
//! *Conditions.* Each move is a cut, or a rewriting in two or more pieces. A `take` leaves a ring,
//! and so does a rewriting in one piece: `ring: take "a"` at `(aa)` leaves `(a)`.
//!
//! *Proof.* A component that is a row has the same options on both boards, by the definition of
//! the board of rings; an option of a ring has rows alone. So one step of the definition of the mex
//! is about rows. The misère outcome of a ring follows in the same way, but the image of a sum of
//! rings is no sum.

use std::sync::Arc;

use grundy_core::Visit;

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping};
use crate::{
    Component, Gap, RowMove, Ruleset,
    boards::{Rings, Visitor, WalkEnd},
};

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| (name == NAME).then(|| Arc::new(RingRow) as SharedMapping),
    about: |rules, positions| {
        let is_about = |position: &&Component| matches!(position, Component::Ring(_) | Component::Row(_));
        let found = RingRow.target(rules).is_some() && positions.iter().all(is_about);
        found.then(|| Arc::new(RingRow) as SharedMapping)
    },
};

const NAME: &str = "ring-row";

struct RingRow;

impl Mapping for RingRow {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn keeps(&self) -> Keeps {
        Keeps::OptionsAfterMove
    }

    fn statement(&self) -> &'static str {
        "a ring has the least value that no row left by a move has"
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        let Ruleset::Ring(rules) = rules else { return None };
        let opens = |kind: &RowMove| match kind {
            RowMove::Remove(gap, _) => *gap == Gap::Separates,
            RowMove::Rewrite(rule) => rule.right.len() > 1,
            RowMove::EveryCopy(_) | RowMove::Split(_) | RowMove::Within(..) => false,
        };
        rules.moves.iter().all(opens).then(|| Ruleset::Row(rules.clone()))
    }

    fn image(&self, _rules: &Ruleset, component: &Component) -> Image {
        match component {
            Component::Row(word) if word.is_empty() => Image::Sum(Vec::new()),
            Component::Row(_) => Image::Sum(vec![component.clone()]),
            Component::Ring(word) if work(word) <= MOST_WORK => Image::OfOptions,
            _ => Image::Outside,
        }
    }

    /// Equal rotations have equal moves, so each rotation up to the period of the word is taken
    /// once: the plain meaning takes as many as there are letters.
    fn walk(&self, rules: &Ruleset, component: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let (Ruleset::Ring(moves), Component::Ring(word)) = (rules, component) else {
            return rules.board(|board| board.walk_from(component, visit));
        };
        let rings = Rings(moves);
        if rings.is_over(word) {
            return Ok(());
        }
        for (at, _) in word.char_indices().take(period(word)) {
            visit(Visit::Work(u32::try_from(word.len() / 16).unwrap_or(u32::MAX).saturating_add(1)))?;
            let turned = [&word[at..], &word[..at]].concat();
            rings.moves_at_start(&turned, |parts| visit(Visit::Option(parts)))?;
        }
        Ok(())
    }
}

/// Rings that take more are not reduced: of letters without a period, rings of over 46,000.
const MOST_WORK: usize = 1 << 31;

/// The letters that all rotations of a ring have together.
fn work(word: &str) -> usize {
    period(word).saturating_mul(word.len())
}

/// The least number of letters after which the word, read in a circle, repeats: by the borders of
/// all prefixes (Knuth, Morris and Pratt), in linear time.
fn period(word: &str) -> usize {
    let letters: Vec<char> = word.chars().collect();
    let mut borders = vec![0; letters.len()];
    for at in 1..letters.len() {
        let mut border: usize = borders[at - 1];
        while border > 0 && letters[at] != letters[border] {
            border = borders[border - 1];
        }
        borders[at] = border + usize::from(letters[at] == letters[border]);
    }
    let shift = letters.len() - borders.last().copied().unwrap_or(0);
    if shift > 0 && letters.len().is_multiple_of(shift) { shift } else { letters.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_period_is_the_least_turn_that_keeps_the_word() {
        for number in 0..3_u32.pow(9) {
            for length in 1..=9 {
                let letter = |at| char::from(b'a' + (number / 3_u32.pow(at) % 3) as u8);
                let word: String = (0..length).map(letter).collect();
                let plain = (1..=word.len()).find(|at| [&word[*at..], &word[..*at]].concat() == word);
                assert_eq!(Some(period(&word)), plain, "{word}");
            }
        }
    }
}
