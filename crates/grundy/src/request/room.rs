//! Whether a position fits into the memory of a run, before it is read: `1000000*1` is a text of
//! nine letters, and a million components.
//!
//! The estimate is read off the text alone: the factors of its parts, times what a component takes
//! as a component and as a term of a query, while the one is made from the other.
//!
//! ```text
//! 3 + 1000*7       1 + 1000 components
//! {a*b} + 5        what is in brackets is no sum: 2 components
//! ```

use grundy_games::{Component, ReadGame, Term};
use grundy_solvers::{Progress, Reason, Stopped};

use super::position_text;
use crate::{error::Error, run::Run};

impl Run {
    /// Reads one word, or one line, as a position.
    ///
    /// # Errors
    /// As [`Run::choose`].
    pub fn one_position(&self, game: &ReadGame, word: &str) -> Result<Vec<Component>, Error> {
        self.has_room(&[word])?;
        Ok(game.position(&position_text(&game.rules, word), &self.lists())?)
    }

    /// Refuses positions that take more memory than the run may hold.
    ///
    /// # Cost
    /// A pass over the texts.
    pub(super) fn has_room(&self, texts: &[impl AsRef<str>]) -> Result<(), Stopped> {
        let bytes = texts.iter().map(|text| weight(text.as_ref())).fold(0, u64::saturating_add);
        let most = self.most_bytes();
        if bytes <= most {
            return Ok(());
        }
        let progress = Progress { bytes, ..Progress::default() };
        Err(Stopped { reason: Reason::Memory(most), progress, known: Vec::new() })
    }
}

/// About what the components of a position take while they are read, in bytes.
fn weight(text: &str) -> u64 {
    let (mut total, mut depth, mut quoted) = (0u64, 0u32, false);
    let mut part = SumPart::default();
    for byte in text.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'+' if depth == 0 => {
                total = total.saturating_add(part.weight());
                part = SumPart::default();
                continue;
            }
            b'*' if depth == 0 => part.factor = part.factor.saturating_mul(part.number.max(1)),
            _ => {}
        }
        part.letters += 1;
        part.number = match byte {
            b'0'..=b'9' if !quoted => part.number.saturating_mul(10).saturating_add(u64::from(byte - b'0')),
            b' ' => part.number,
            _ => 0,
        };
    }
    total.saturating_add(part.weight())
}

/// What was seen so far of a part of a sum.
struct SumPart {
    letters: u64,
    /// The number before this place, if there is one.
    number: u64,
    /// The factor of the part.
    factor: u64,
}

impl Default for SumPart {
    fn default() -> SumPart {
        SumPart { letters: 0, number: 0, factor: 1 }
    }
}

impl SumPart {
    fn weight(&self) -> u64 {
        const EACH: u64 = (size_of::<Component>() + size_of::<Term>()) as u64;
        self.factor.saturating_mul(EACH.saturating_add(self.letters))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_count_and_brackets_do_not() {
        let one = (size_of::<Component>() + size_of::<Term>()) as u64;
        for (text, components, letters) in [
            ("5", 1, 1),
            ("5 + 7", 2, 4),
            ("1000000*1", 1_000_000, 9_000_000),
            ("10 * ab+3", 11, 71),
            ("{2*a + 3*b}", 1, 11),
            ("\"7*+\" + 2*[3*9]", 3, 22),
            ("99999999999999999999*1", 0, 0),
        ] {
            let expected = if components == 0 { u64::MAX } else { components * one + letters };
            assert_eq!(weight(text), expected, "{text}");
        }
    }
}
