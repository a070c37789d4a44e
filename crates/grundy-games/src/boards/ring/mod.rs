//! The meaning of games on rings: words read in a circle.
//!
//! A ring has no first letter, and is stored as the least of its rotations. An occurrence uses
//! distinct places. A take, or a rewriting without `|`, leaves a ring. A cut, or a rewriting with
//! `|`, leaves one row (the rest, read from the gap on), on which play continues by the same moves;
//! a rewriting in three or more pieces also leaves the middle ones as rows.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Component, Factor, Gap, Rings, RowMove, RowRules, least_rotation};
//!
//! // ring: cut run
//! let rules = RowRules { moves: vec![RowMove::Remove(Gap::Separates, Factor::Run)], until: None };
//! let mut rows = Vec::new();
//! let ring = least_rotation("bab");
//! assert_eq!(ring.to_string(), "(abb)");
//! Rings(&rules).options(&ring, |parts| Ok::<(), Fault>(rows.extend_from_slice(parts))).unwrap();
//! assert_eq!(rows, [Component::Row("bb".into()), Component::Row("a".into())]);
//! ```
//!
//! *Example.* `ring: cut run` at `(abb)` has the options `bb` and `a`, which are rows. *Faults:*
//! those of factors and of rules with runs. *Cost:* each rotation is tried for each kind of move,
//! so about as many steps as the square of the length.

pub(crate) mod board;
use std::cmp::Ordering;

use grundy_core::{Fault, Game};

use crate::{
    Component,
    boards::row::{Gap, RowMove, RowRules},
    words::factor::Factor,
};

/// The moves of these rules on rings, and on the rows that cuts leave.
///
/// It borrows the rules, since rings and rows have the same ones.
///
/// ```text
/// ring: cut "b"    at (abb):  ab and ba, as rows
/// ring: take "b"   at (abb):  (ab) twice
/// ring: "ab" -> "" at (abb):  (b)
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rings<'a>(pub &'a RowRules);

impl Game for Rings<'_> {
    type Position = Component;

    fn options<E: From<Fault>>(
        &self,
        component: &Component,
        mut visit: impl FnMut(&[Component]) -> Result<(), E>,
    ) -> Result<(), E> {
        let word = match component {
            Component::Ring(word) => word,
            Component::Row(word) => {
                return self
                    .0
                    .options(word, |pieces| visit(&pieces.iter().cloned().map(Component::Row).collect::<Vec<_>>()));
            }
            _ => return Ok(()),
        };
        if self.is_over(word) {
            return Ok(());
        }
        for kind in &self.0.moves {
            rotations(word).try_for_each(|turned| options(kind, &turned, &mut |parts| visit(&without_empty(parts))))?;
        }
        Ok(())
    }
}

impl Rings<'_> {
    /// As [`Game::options`] of the ring of this word, by moves whose factor begins at its first
    /// letter: for rings with too many options.
    ///
    /// # Errors
    ///
    /// Returns the first error, of `visit` or of the rules.
    pub fn options_at_start<E: From<Fault>>(
        &self,
        turned: &str,
        visit: impl FnMut(&[Component]) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.is_over(turned) { Ok(()) } else { self.moves_at_start(turned, visit) }
    }

    /// As [`Rings::options_at_start`] where play is not over.
    pub(crate) fn moves_at_start<E: From<Fault>>(
        &self,
        turned: &str,
        mut visit: impl FnMut(&[Component]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.0.moves.iter().try_for_each(|kind| options(kind, turned, &mut |parts| visit(&without_empty(parts))))
    }

    /// Returns whether the ring of this word is a position without moves by its ending.
    pub(crate) fn is_over(&self, word: &str) -> bool {
        self.0.until.as_ref().is_some_and(|until| holds_of_ring(until, word))
    }
}

/// The parts that are not the empty word.
fn without_empty(parts: Vec<Component>) -> Vec<Component> {
    let empty = |part: &Component| matches!(part, Component::Row(word) | Component::Ring(word) if word.is_empty());
    parts.into_iter().filter(|part| !empty(part)).collect()
}

/// Calls `visit` with the options by moves whose factor begins at the first letter of this
/// rotation.
///
/// A rewriting in several pieces opens the ring at the occurrence: the last piece, the rest and the
/// first piece are one row, in this order.
fn options<E: From<Fault>>(
    kind: &RowMove,
    turned: &str,
    visit: &mut impl FnMut(Vec<Component>) -> Result<(), E>,
) -> Result<(), E> {
    match kind {
        RowMove::Remove(gap, factor) => {
            let last = turned.chars().next_back();
            let one_run = turned.chars().all(|letter| Some(letter) == last);
            let before = if one_run { None } else { last };
            factor.at_start(turned, before, &mut |length| {
                let rest = &turned[length..];
                if *factor == Factor::HalfOfSquare && *gap == Gap::Separates {
                    // Without the second half, the row begins after the square.
                    visit(vec![Component::Row([&turned[2 * length..], &turned[..length]].concat())])?;
                }
                visit(vec![match gap {
                    Gap::Closes => least(rest),
                    Gap::Separates => Component::Row(rest.into()),
                }])
            })?;
        }
        RowMove::Rewrite(rule) => {
            let letters: Vec<char> = turned.chars().collect();
            for (end, bound) in rule.matches(&letters, 0)? {
                let mut pieces = rule.pieces(&bound);
                let rest: String = letters[end..].iter().collect();
                if pieces.len() == 1 {
                    visit(vec![least(&[&pieces[0], rest.as_str()].concat())])?;
                    continue;
                }
                let first = pieces.remove(0);
                let last = pieces.pop().unwrap_or_default();
                let mut parts = vec![Component::Row([last, rest, first].concat())];
                parts.extend(pieces.into_iter().map(Component::Row));
                visit(parts)?;
            }
        }
        // Moves on rows only.
        RowMove::EveryCopy(_) | RowMove::Split(_) | RowMove::Within(..) => {}
    }
    Ok(())
}

/// Returns the rotations of a word.
fn rotations(ring: &str) -> impl Iterator<Item = String> + '_ {
    ring.char_indices().map(|(at, _)| [&ring[at..], &ring[..at]].concat())
}

/// Returns the ring of this word: its least rotation, by the two-pointer method, in O(n).
///
/// ```text
/// bab: its rotations are bab, abb and bba; the least is abb, so the ring is (abb)
/// ```
///
/// Two candidates for the start are compared letter by letter; at a difference, the greater one is
/// left out with all starts up to the difference, each of which loses at the same place.
pub fn least(word: &str) -> Component {
    let letters: Vec<char> = word.chars().collect();
    let count = letters.len();
    let (mut best, mut rival, mut same) = (0, 1, 0);
    while best < count && rival < count && same < count {
        match letters[(best + same) % count].cmp(&letters[(rival + same) % count]) {
            Ordering::Equal => {
                same += 1;
                continue;
            }
            Ordering::Greater => best += same + 1,
            Ordering::Less => rival += same + 1,
        }
        same = 0;
        if best == rival {
            rival += 1;
        }
    }
    let start = best.min(rival);
    Component::Ring(letters.iter().cycle().skip(start).take(count).collect())
}

/// Returns whether the game is over at this ring. A listed word may lie across the place where the
/// ring is cut for its text, so all rotations are tried.
fn holds_of_ring(until: &crate::words::ending::Ending, word: &str) -> bool {
    match until.words() {
        Some(words) => {
            let cyclic = |turned: String| crate::words::ending::prefixes(&turned).any(|prefix| words.contains(prefix));
            rotations(word).any(cyclic)
        }
        None => until.holds_of_word(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_rotation_is_the_least() {
        for number in 0..3u32.pow(8) {
            for length in 0..=8 {
                let word: String = (0..length).map(|at| char::from(b'a' + (number / 3u32.pow(at) % 3) as u8)).collect();
                let plain = rotations(&word).min().unwrap_or_default();
                assert_eq!(least(&word), Component::Ring(plain));
            }
        }
    }
}
