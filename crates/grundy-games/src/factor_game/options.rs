//! The plain meaning of moves on factors: the options of a word, one by one.
//!
//! Serves single words while no automaton is known, and tests that compare it with the meaning of
//! the board.
//!
//! *Cost.* A pass over the word for each move, and a copy of it for each option.

use crate::factor_game::{FactorGame, FactorMove, Letter, Replace};

impl FactorGame {
    /// Calls `visit` with the components of each option of a word; options may repeat, and
    /// components may be empty.
    ///
    /// # Errors
    ///
    /// Returns the first error of `visit`.
    pub fn options<E>(&self, word: &[Letter], mut visit: impl FnMut(&[Vec<Letter>]) -> Result<(), E>) -> Result<(), E> {
        for kind in &self.moves {
            match kind {
                FactorMove::EveryCopy { letter, separates } => {
                    if word.contains(letter) {
                        let pieces = word.split(|other| other == letter);
                        let pieces: Vec<Vec<Letter>> = match separates {
                            true => pieces.map(<[Letter]>::to_vec).collect(),
                            false => vec![pieces.flatten().copied().collect()],
                        };
                        visit(&pieces)?;
                    }
                }
                FactorMove::Replace(rule) if self.ring => rule.on_ring(word, &mut visit)?,
                FactorMove::Replace(rule) => rule.on_row(word, &mut visit)?,
            }
        }
        Ok(())
    }

    /// As [`FactorGame::options`] of a row, by moves whose factor begins at `start`, and those that
    /// remove every copy of a letter.
    pub fn options_at<E>(
        &self,
        word: &[Letter],
        start: usize,
        mut visit: impl FnMut(&[Vec<Letter>]) -> Result<(), E>,
    ) -> Result<(), E> {
        for kind in &self.moves {
            match kind {
                FactorMove::EveryCopy { .. } => {
                    let alone = FactorGame { moves: vec![kind.clone()], ..self.clone() };
                    alone.options(word, &mut visit)?;
                }
                FactorMove::Replace(rule) if start == 0 || !rule.at_start => {
                    rule.on_row_at(word, start, &mut visit)?;
                }
                FactorMove::Replace(_) => {}
            }
        }
        Ok(())
    }
}

impl Replace {
    /// Returns where the occurrences end that begin at `start`, ascending. Several runs in one left
    /// side may match in several ways with one end, which counts once.
    fn ends(&self, word: &[Letter], start: usize) -> Vec<usize> {
        let mut open = vec![start];
        for &(letter, run) in &self.left {
            let mut next = Vec::new();
            for at in open {
                let there = word[at..].iter().take_while(|&&other| other == letter).count();
                next.extend((1..=if run { there } else { there.min(1) }).map(|length| at + length));
            }
            next.sort_unstable();
            next.dedup();
            open = next;
        }
        open
    }

    /// The options of a row by this rule.
    fn on_row<E>(&self, word: &[Letter], visit: &mut impl FnMut(&[Vec<Letter>]) -> Result<(), E>) -> Result<(), E> {
        let starts = if self.at_start { 1 } else { word.len() };
        (0..starts.min(word.len())).try_for_each(|start| self.on_row_at(word, start, visit))
    }

    /// Those whose occurrence begins at `start`.
    fn on_row_at<E>(
        &self,
        word: &[Letter],
        start: usize,
        visit: &mut impl FnMut(&[Vec<Letter>]) -> Result<(), E>,
    ) -> Result<(), E> {
        for end in self.ends(word, start) {
            if self.at_end && end < word.len() {
                continue;
            }
            let mut pieces = self.right.clone();
            pieces[0].splice(0..0, word[..start].iter().copied());
            pieces.last_mut().expect("a right side has a piece").extend_from_slice(&word[end..]);
            visit(&pieces)?;
        }
        Ok(())
    }

    /// On a ring, every place is a start, and an occurrence uses distinct places; anchors require
    /// the whole ring.
    fn on_ring<E>(&self, word: &[Letter], visit: &mut impl FnMut(&[Vec<Letter>]) -> Result<(), E>) -> Result<(), E> {
        let mut turned = word.to_vec();
        for _ in 0..word.len() {
            for end in self.ends(&turned, 0) {
                if self.at_end && end < turned.len() {
                    continue;
                }
                visit(&[[&self.right[0][..], &turned[end..]].concat()])?;
            }
            turned.rotate_left(1);
        }
        Ok(())
    }
}
