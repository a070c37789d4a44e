//! Where a move in a word is made: by a walk through all moves, or from the word and what is left
//! of it.
//!
//! *From the two sides.* A move changes letters from one place to another, and keeps those before
//! and after them. So it begins no later than the word and what is left begin to differ, and ends
//! no earlier than they begin to agree again; the rules are asked at these places only.
//!
//! *Example.* From `abcabd` to `abcd` the first three letters and the last one are kept: a removal
//! of two letters begins at the third or at the fourth letter, and `take "ab"` has one at the
//! fourth.
//!
//! *Cost.* A walk: that of the options. From the two sides: a pass over the word, and one for each
//! place where a rule leaves words of these lengths.

use std::ops::Range;

use grundy_core::{Fault, Visit};

use crate::{
    Component, Ruleset,
    action::{Action, Done},
    boards::{
        ActionVisitor, WalkEnd,
        row::{Gap, Rewrite, RowMove, RowRules},
    },
    heaps::numbers::Span,
    words::{factor::Factor, list::WordList, split},
};

/// The moves of a word.
pub(crate) fn each(rules: &RowRules, word: &str, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
    if rules.until.as_ref().is_some_and(|until| until.holds_of_word(word)) {
        return Ok(());
    }
    let bounds: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    rules.moves.iter().try_for_each(|kind| of_word(kind, word, &bounds, visit))
}

/// The moves of a word by one rule. `bounds` are the bytes where its letters begin, and its end.
fn of_word<E: From<Fault>>(
    kind: &RowMove,
    word: &str,
    bounds: &[usize],
    visit: &mut dyn FnMut(Done) -> Result<(), E>,
) -> Result<(), E> {
    let left = |pieces: Vec<String>| -> Vec<Component> {
        pieces.into_iter().filter(|piece| !piece.is_empty()).map(Component::Row).collect()
    };
    let place = |bytes: Range<usize>| {
        let first = bounds.partition_point(|&bound| bound < bytes.start);
        let last = bounds.partition_point(|&bound| bound < bytes.end);
        (word[bytes].to_owned(), first + 1, last)
    };
    match kind {
        RowMove::Split(parts) => of_split(*parts, word, None, visit)?,
        RowMove::Within(kind, words) => match &**kind {
            RowMove::Split(parts) => of_split(*parts, word, Some(words), visit)?,
            kind => of_word(kind, word, bounds, &mut |done| match done {
                Done::Move(_, left) if !may_leave(words, &left) => visit(Done::Work(1)),
                done => visit(done),
            })?,
        },
        RowMove::Remove(gap, factor) => factor.each(word, |bytes| {
            let (before, after) = (&word[..bytes.start], &word[bytes.end..]);
            let pieces = match gap {
                Gap::Closes => vec![[before, after].concat()],
                Gap::Separates => vec![before.to_owned(), after.to_owned()],
            };
            let (letters, first, last) = place(bytes);
            visit(Done::Move(Action::Remove { letters, first, last }, left(pieces)))
        })?,
        RowMove::EveryCopy(gap) => {
            let mut letters: Vec<char> = word.chars().collect();
            letters.sort_unstable();
            letters.dedup();
            for letter in letters {
                let pieces = word.split(letter);
                let pieces = match gap {
                    Gap::Closes => vec![pieces.collect::<String>()],
                    Gap::Separates => pieces.map(str::to_owned).collect(),
                };
                visit(Done::Move(Action::EveryCopy(letter), left(pieces)))?;
            }
        }
        RowMove::Rewrite(rule) => rule.occurrences(word, bounds, None, |from, to, pieces| {
            let (letters, first, last) = place(bounds[from]..bounds[to]);
            visit(Done::Move(Action::Replace { letters, first, last }, left(pieces)))
        })?,
    }
    Ok(())
}

/// The ways to split a word.
fn of_split<E: From<Fault>>(
    parts: Span,
    word: &str,
    words: Option<&WordList>,
    visit: &mut dyn FnMut(Done) -> Result<(), E>,
) -> Result<(), E> {
    split::word(parts, word, words, &mut |seen| match seen {
        Visit::Work(steps) => visit(Done::Work(steps)),
        Visit::Option(left) => visit(Done::Move(Action::Split, left.iter().cloned().map(Component::Row).collect())),
    })
}

/// Returns whether a move within `words` may leave these.
fn may_leave(words: &WordList, left: &[Component]) -> bool {
    let listed = |part: &Component| matches!(part, Component::Row(word) if words.contains(word));
    !left.is_empty() && left.iter().all(listed)
}

impl Ruleset {
    /// Returns up to `most` ways to move from a word to these words, in the order of the rules and
    /// of the places; `None` for another component. `work` gets the steps that this takes.
    ///
    /// # Errors
    /// Returns the first error, of `work` or of the rules.
    ///
    /// # Cost Mostly a few passes over the word, whatever its length, where [`Ruleset::actions`]
    /// has one for each move.
    pub fn placed<E: From<Fault>>(
        &self,
        from: &Component,
        to: &[Component],
        most: usize,
        mut work: impl FnMut(u32) -> Result<(), E>,
    ) -> Result<Option<Vec<Action>>, E> {
        let (Ruleset::Row(rules), Component::Row(word)) = (self, from) else { return Ok(None) };
        let left: Option<Vec<&str>> =
            to.iter().map(|part| if let Component::Row(part) = part { Some(&part[..]) } else { None }).collect();
        let Some(mut left) = left else { return Ok(None) };
        let mut found = Vec::new();
        Sides::of(word, &left).ways(rules, most, &mut found, &mut work)?;
        // A sum has no order: the words may be left by a move that has the second one first.
        if let [first, second] = left[..]
            && first != second
        {
            left = vec![second, first];
            Sides::of(word, &left).ways(rules, most, &mut found, &mut work)?;
        }
        Ok(Some(found))
    }
}

/// A word, and the words that a move leaves of it in this order.
struct Sides<'w> {
    word: &'w str,
    letters: Vec<char>,
    /// The bytes where letters begin, and the end of the word.
    bounds: Vec<usize>,
    left: &'w [&'w str],
    /// How many letters are left.
    count: usize,
    /// How many letters are kept at most before those that the move changes.
    before: usize,
    /// How many are kept at most after them.
    after: usize,
}

impl<'w> Sides<'w> {
    fn of(word: &'w str, left: &'w [&'w str]) -> Sides<'w> {
        let letters: Vec<char> = word.chars().collect();
        let bounds = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        let kept = || left.iter().flat_map(|part| part.chars());
        let kept_from_end = left.iter().rev().flat_map(|part| part.chars().rev());
        let before = letters.iter().zip(kept()).take_while(|(one, other)| **one == *other).count();
        let after = letters.iter().rev().zip(kept_from_end).take_while(|(one, other)| **one == *other).count();
        Sides { word, letters, bounds, left, count: kept().count(), before, after }
    }

    /// Adds the ways to `found`, until there are `most`.
    fn ways<E: From<Fault>>(
        &self,
        rules: &RowRules,
        most: usize,
        found: &mut Vec<Action>,
        work: &mut impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        if rules.until.as_ref().is_some_and(|until| until.holds_of_word(self.word)) {
            return Ok(());
        }
        for kind in &rules.moves {
            let mut kind = kind;
            let mut may = true;
            while let RowMove::Within(inner, words) = kind {
                may &= !self.left.is_empty() && self.left.iter().all(|part| words.contains(part));
                kind = inner;
            }
            if !may {
                continue;
            }
            self.pass(work)?;
            match kind {
                RowMove::Remove(gap, factor) => self.removed(*gap, factor, most, found, work)?,
                RowMove::EveryCopy(gap) => self.every_copy(*gap, most, found, work)?,
                RowMove::Rewrite(rule) => self.replaced(rule, most, found, work)?,
                RowMove::Split(parts) => {
                    let fits = self.left.len() > 1 && parts.contains(self.left.len() as u64);
                    if fits && self.left.concat() == self.word {
                        add(found, most, Action::Split);
                    }
                }
                RowMove::Within(..) => {}
            }
        }
        Ok(())
    }

    /// Reports a pass over the word.
    fn pass<E>(&self, work: &mut impl FnMut(u32) -> Result<(), E>) -> Result<(), E> {
        work(u32::try_from(self.word.len() / 16).unwrap_or(u32::MAX).saturating_add(1))
    }

    /// The letters at these places, with the first and the last place, from 1.
    fn at(&self, places: Range<usize>) -> (String, usize, usize) {
        let bytes = self.bounds[places.start]..self.bounds[places.end];
        (self.word[bytes].to_owned(), places.start + 1, places.end)
    }

    /// Whether these are the words that are left, in their order, once those are left out that are
    /// empty.
    fn leaves<'p>(&self, pieces: impl IntoIterator<Item = &'p str>) -> bool {
        pieces.into_iter().filter(|piece| !piece.is_empty()).eq(self.left.iter().copied())
    }

    /// The removals of a factor.
    fn removed<E>(
        &self,
        gap: Gap,
        factor: &Factor,
        most: usize,
        found: &mut Vec<Action>,
        work: &mut impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let length = self.letters.len().saturating_sub(self.count);
        if length == 0 || gap == Gap::Closes && self.left.len() > 1 {
            return Ok(());
        }
        let first = (self.letters.len() - length).saturating_sub(self.after);
        let places: Vec<usize> = match (gap, self.left) {
            (Gap::Closes, _) | (_, []) => (first..=self.before.min(self.count)).collect(),
            // One of the parts beside the gap is empty.
            (_, [_]) => [0, self.count].into_iter().filter(|at| (first..=self.before).contains(at)).collect(),
            (_, [before, _]) => vec![before.chars().count()],
            _ => Vec::new(),
        };
        for at in places {
            work(1 + u32::try_from(length / 16).unwrap_or(u32::MAX - 1))?;
            let bytes = self.bounds[at]..self.bounds[at + length];
            if found.len() >= most {
                return Ok(());
            }
            if factor.is_at(self.word, bytes.clone()) {
                let (before, after) = (&self.word[..bytes.start], &self.word[bytes.end..]);
                if gap == Gap::Closes || self.leaves([before, after]) {
                    let (letters, first, last) = self.at(at..at + length);
                    add(found, most, Action::Remove { letters, first, last });
                }
            }
        }
        Ok(())
    }

    /// The removals of every copy of a letter: of one that occurs, and is not left.
    fn every_copy<E>(
        &self,
        gap: Gap,
        most: usize,
        found: &mut Vec<Action>,
        work: &mut impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let distinct = |mut letters: Vec<char>| {
            letters.sort_unstable();
            letters.dedup();
            letters
        };
        let kept = distinct(self.left.iter().flat_map(|part| part.chars()).collect());
        for letter in distinct(self.letters.clone()) {
            if kept.binary_search(&letter).is_ok() {
                continue;
            }
            self.pass(work)?;
            let fits = match gap {
                Gap::Closes => self.leaves([&*self.word.split(letter).collect::<String>()]),
                Gap::Separates => self.leaves(self.word.split(letter)),
            };
            if fits {
                add(found, most, Action::EveryCopy(letter));
            }
        }
        Ok(())
    }

    /// The occurrences of the left side of a rule, by which these words are left.
    fn replaced<E: From<Fault>>(
        &self,
        rule: &Rewrite,
        most: usize,
        found: &mut Vec<Action>,
        work: &mut impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let end = if rule.at_start { 1 } else { self.letters.len() };
        for start in (0..end.min(self.letters.len())).take_while(|&start| start <= self.before) {
            work(1)?;
            if found.len() >= most {
                return Ok(());
            }
            let occurrences = rule.matches(&self.letters, start)?;
            work(u32::try_from(occurrences.len()).unwrap_or(u32::MAX))?;
            for (end, bound) in occurrences {
                let rest = self.letters.len() - end;
                if rest > self.after || rule.at_end && rest > 0 {
                    continue;
                }
                let mut pieces = rule.pieces(&bound);
                let count: usize = pieces.iter().map(|piece| piece.chars().count()).sum();
                if start + count + rest != self.count {
                    continue;
                }
                self.pass(work)?;
                pieces[0].insert_str(0, &self.word[..self.bounds[start]]);
                pieces.last_mut().expect("a right side has a piece").push_str(&self.word[self.bounds[end]..]);
                if self.leaves(pieces.iter().map(String::as_str)) {
                    let (letters, first, last) = self.at(start..end);
                    add(found, most, Action::Replace { letters, first, last });
                }
            }
        }
        Ok(())
    }
}

/// Adds a way, if it is new and there are not `most` yet.
fn add(found: &mut Vec<Action>, most: usize, action: Action) {
    if found.len() < most && !found.contains(&action) {
        found.push(action);
    }
}
