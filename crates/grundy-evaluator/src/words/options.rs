//! The options of a word, as the planes of their words.

use grundy_games::Gap;

use super::{
    rules::{LetterCode, Rewriting, SideLetter, WordMove, WordRules},
    word::{Removals, Word, down, each, greatest, low, up},
};

/// Gets the options of a word.
pub(super) trait OptionSink<const B: usize> {
    /// An option of one word, and whether that is a ring. A word without letters is no word.
    fn one(&mut self, word: [u64; B], ring: bool);

    /// A part of an option of several words.
    fn part(&mut self, word: [u64; B]);

    /// The end of such an option.
    fn end(&mut self);
}

/// An option is left to the plain meaning.
pub(super) struct Odd;

/// Rules on words of at most this many letters.
pub(super) struct RowMoves {
    pub(super) rules: WordRules,
    pub(super) longest: usize,
}

impl RowMoves {
    /// Adds all options of a word to the sink. The list holds the removals of a move.
    pub(super) fn options<const B: usize>(
        &self,
        word: &Word<B>,
        found: &mut Removals,
        sink: &mut impl OptionSink<B>,
    ) -> Result<(), Odd> {
        if self.rules.until.as_ref().is_some_and(|until| word.is_over(until, self.rules.letters)) {
            return Ok(());
        }
        for kind in &self.rules.moves {
            match kind {
                WordMove::Remove(gap, part) => {
                    word.removals(*gap, part, found);
                    self.remove(word, *gap, found, sink);
                }
                WordMove::EveryCopy(_) if word.ring => {}
                WordMove::EveryCopy(gap) => self.every_copy(word, *gap, sink),
                WordMove::Rewrite(rule) => self.rewrite(word, rule, sink)?,
            }
        }
        Ok(())
    }

    /// The removals of these factors.
    fn remove<const B: usize>(&self, word: &Word<B>, gap: Gap, removals: &Removals, sink: &mut impl OptionSink<B>) {
        for &(start, many) in removals {
            if word.ring {
                let next = start + many;
                let next = if next < word.length { next } else { next - word.length };
                let kept = low(word.length - many);
                let rest = word.turned(next).map(|plane| plane & kept);
                match gap {
                    Gap::Closes => sink.one(greatest(rest), true),
                    Gap::Separates => sink.one(rest, false),
                }
            } else if gap == Gap::Closes {
                let kept = low(start);
                sink.one(word.planes.map(|plane| plane & kept | down(plane, many) & !kept), false);
            } else {
                sink.part(word.factor(0, start));
                sink.part(word.factor(start + many, word.length));
                sink.end();
            }
        }
    }

    /// The removals of all copies of a letter of a row.
    fn every_copy<const B: usize>(&self, word: &Word<B>, gap: Gap, sink: &mut impl OptionSink<B>) {
        for code in 1..=self.rules.letters {
            let copies = word.letter(code as LetterCode);
            if copies == 0 {
                continue;
            }
            let (mut joined, mut length, mut start) = ([0; B], 0, 0);
            let mut piece = |end: usize| {
                let piece = word.factor(start, end);
                match gap {
                    Gap::Separates => sink.part(piece),
                    Gap::Closes => joined.iter_mut().zip(piece).for_each(|(all, plane)| *all |= up(plane, length)),
                }
                length += end - start;
                start = end + 1;
            };
            each(copies, &mut piece);
            // After a copy at the end of the word there is no piece.
            if copies >> (word.length - 1) & 1 == 0 {
                piece(word.length);
            }
            match gap {
                Gap::Separates => sink.end(),
                Gap::Closes => sink.one(joined, false),
            }
        }
    }

    /// The rewritings by a rule.
    fn rewrite<const B: usize>(
        &self,
        word: &Word<B>,
        rule: &Rewriting,
        sink: &mut impl OptionSink<B>,
    ) -> Result<(), Odd> {
        let mut odd = Ok(());
        each(occurrences(word, rule), |start| {
            odd = match odd {
                Ok(()) => self.replace(word, rule, start, sink),
                Err(Odd) => Err(Odd),
            }
        });
        odd
    }

    /// The option by a rule at a place.
    fn replace<const B: usize>(
        &self,
        word: &Word<B>,
        rule: &Rewriting,
        start: usize,
        sink: &mut impl OptionSink<B>,
    ) -> Result<(), Odd> {
        // A ring is a row that begins with the occurrence.
        let (row, start) = if word.ring {
            (Word { planes: word.turned(start), length: word.length, ring: false }, 0)
        } else {
            (*word, start)
        };
        let piece = |sides: &[SideLetter]| -> [u64; B] {
            let mut planes = [0; B];
            for (to, side) in sides.iter().enumerate() {
                let code = match side {
                    SideLetter::Letter(code) => *code,
                    SideLetter::Variable(variable) => row.code(start + rule.places[*variable]),
                    // Options with it are left to the plain meaning.
                    SideLetter::Unknown => 0,
                };
                planes.iter_mut().enumerate().for_each(|(bit, plane)| *plane |= up(u64::from(code >> bit & 1), to));
            }
            planes
        };
        let join = |one: [u64; B], length: usize, other: [u64; B]| {
            let mut joined = one;
            joined.iter_mut().zip(other).for_each(|(all, plane)| *all |= up(plane, length));
            joined
        };
        let (head, rest) = (row.factor(0, start), row.factor(start + rule.left.len(), row.length));
        let left = row.length - rule.left.len();
        if rule.right.iter().flatten().any(|side| *side == SideLetter::Unknown) {
            return Err(Odd);
        }
        let fits = |length: usize| if length <= self.longest { Ok(()) } else { Err(Odd) };
        match &rule.right[..] {
            [] => return Err(Odd),
            [one] => {
                fits(left + one.len())?;
                let row = join(head, start, join(piece(one), one.len(), rest));
                sink.one(if word.ring { greatest(row) } else { row }, word.ring);
            }
            [first, middle @ .., last] => {
                fits(left + first.len() + last.len())?;
                if word.ring {
                    sink.part(join(join(piece(last), last.len(), rest), last.len() + left, piece(first)));
                } else {
                    sink.part(join(head, start, piece(first)));
                    sink.part(join(piece(last), last.len(), rest));
                }
                for own in middle {
                    fits(own.len())?;
                    sink.part(piece(own));
                }
                sink.end();
            }
        }
        Ok(())
    }
}

/// The places where the left side of a rule occurs.
fn occurrences<const B: usize>(word: &Word<B>, rule: &Rewriting) -> u64 {
    let many = rule.left.len();
    let mut places = word.starts(many);
    if rule.at_start {
        places &= 1;
    }
    if rule.at_end {
        places &= word.length.checked_sub(many).map_or(0, |last| up(1, last));
    }
    for (at, side) in rule.left.iter().enumerate() {
        if places == 0 {
            break;
        }
        // A place of the mask is far enough from the end.
        places &= match side {
            SideLetter::Letter(code) => word.later(word.letter(*code), at),
            SideLetter::Variable(variable) => {
                let first = rule.places[*variable];
                if first < at { word.later(word.same(at - first), first) } else { places }
            }
            SideLetter::Unknown => 0,
        };
    }
    places
}
