//! The parts of a word at which the game is over, by the ending of the rules.
//!
//! Most endings that hold for a word hold for all of its factors, or for all words around it. Then
//! one bound for each start, or each end, gives all parts; the bounds are found in one pass over
//! the word. For the parity of letters, each start takes a pass of its own.

use grundy_games::{Ending, WordList};

use crate::support::budget::{Budget, Stopped};

/// The parts, given by the indices of their starts and ends.
pub(super) struct EndedParts {
    /// The number of letters of the word.
    length: usize,
    /// The parts, in the form that the ending allows.
    kind: EndedForm,
}

enum EndedForm {
    /// None at all.
    Never,
    /// By start: those with an end up to this one.
    UpTo(Vec<usize>),
    /// By start: those with an end from this one on, if there is one.
    From(Vec<Option<usize>>),
    /// By end: those with a start up to this one, if there is one.
    EndAt(Vec<Option<usize>>),
    /// Those with at most one letter an odd number of times; the numbers of the letters.
    Odd(Vec<usize>),
}

impl EndedParts {
    /// Returns the parts of `word`, whose letters begin at the bytes `bounds`.
    ///
    /// Cost: a step for each letter, and one for each beginning of a listed word that occurs.
    pub fn new(
        word: &str,
        bounds: &[usize],
        until: Option<&Ending>,
        budget: &mut Budget,
    ) -> Result<EndedParts, Stopped> {
        let length = bounds.len() - 1;
        budget.hold(32 * length as u64)?;
        let count = |most: u64| usize::try_from(most).unwrap_or(usize::MAX);
        let kind = match until {
            None => EndedForm::Never,
            Some(Ending::Distinct) => EndedForm::UpTo(counted(word, |count, _| count == 0)),
            Some(Ending::EachAtMost(most)) => EndedForm::UpTo(counted(word, |copies, _| copies < count(*most))),
            Some(Ending::DistinctAtMost(most)) => {
                EndedForm::UpTo(counted(word, |copies, distinct| copies > 0 || distinct < count(*most)))
            }
            Some(Ending::LengthAtMost(most)) => {
                EndedForm::UpTo((0..length).map(|start| start.saturating_add(count(*most)).min(length)).collect())
            }
            Some(Ending::Increasing) => EndedForm::UpTo(increasing(word)),
            Some(Ending::AnagramOfPalindrome) => EndedForm::Odd(numbers(word).0),
            Some(Ending::Contains(words)) => {
                let mut first: Vec<Option<usize>> = vec![None; length];
                listed(word, bounds, words, budget, |start, end| {
                    first[start] = Some(first[start].map_or(end, |first| first.min(end)));
                })?;
                let mut least: Option<usize> = None;
                for own in first.iter_mut().rev() {
                    least = [least, *own].into_iter().flatten().min();
                    *own = least;
                }
                EndedForm::From(first)
            }
            Some(Ending::EndsWith(words)) => {
                let mut last: Vec<Option<usize>> = vec![None; length + 1];
                listed(word, bounds, words, budget, |start, end| last[end] = last[end].max(Some(start)))?;
                EndedForm::EndAt(last)
            }
        };
        Ok(EndedParts { length, kind })
    }

    /// Calls `visit` with each end of a part from `start` on at which the game is over. Of the part
    /// without letters nothing is said: it has no moves.
    ///
    /// In ascending order of the ends. Cost: a step for each end that is reported, or for each end
    /// from `start` on.
    pub fn each(&self, start: usize, mut visit: impl FnMut(usize)) {
        let all = start + 1..self.length + 1;
        match &self.kind {
            EndedForm::Never => {}
            EndedForm::UpTo(ends) => (start + 1..ends[start] + 1).for_each(visit),
            EndedForm::From(ends) => {
                if let Some(end) = ends[start] {
                    (end..self.length + 1).for_each(visit);
                }
            }
            EndedForm::EndAt(starts) => {
                all.filter(|&end| starts[end].is_some_and(|last| start <= last)).for_each(visit)
            }
            EndedForm::Odd(letters) => {
                let mut odd = vec![false; self.length];
                let mut many = 0usize;
                for end in all {
                    let own = &mut odd[letters[end - 1]];
                    *own = !*own;
                    many = if *own { many + 1 } else { many - 1 };
                    if many <= 1 {
                        visit(end);
                    }
                }
            }
        }
    }
}

/// The number of each letter, below the length of the word, and how many there are.
fn numbers(word: &str) -> (Vec<usize>, usize) {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let number = |letter| letters.partition_point(|&other| other < letter);
    (word.chars().map(number).collect(), letters.len())
}

/// By start, the end of the longest part to which each letter may be added. `may` gets how often
/// the part before it has the letter, and how many different letters it has.
///
/// Two pointers: if a part may not be extended, no longer part with an earlier start may; so the
/// end never falls, and the cost is linear.
fn counted(word: &str, may: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let (letters, different) = numbers(word);
    let mut copies = vec![0usize; different];
    let (mut end, mut distinct) = (0, 0);
    let mut ends = Vec::with_capacity(letters.len());
    for (start, &first) in letters.iter().enumerate() {
        while end < letters.len() && may(copies[letters[end]], distinct) {
            distinct += usize::from(copies[letters[end]] == 0);
            copies[letters[end]] += 1;
            end += 1;
        }
        ends.push(end);
        if end > start {
            copies[first] -= 1;
            distinct -= usize::from(copies[first] == 0);
        } else {
            end = start + 1;
        }
    }
    ends
}

/// By start, where the letters no longer increase.
fn increasing(word: &str) -> Vec<usize> {
    let letters: Vec<char> = word.chars().collect();
    let mut ends = vec![letters.len(); letters.len()];
    for at in (0..letters.len().saturating_sub(1)).rev() {
        ends[at] = if letters[at] < letters[at + 1] { ends[at + 1] } else { at + 1 };
    }
    ends
}

/// Calls `found` with the start and the end of each listed word in `word`.
fn listed(
    word: &str,
    bounds: &[usize],
    words: &WordList,
    budget: &mut Budget,
    mut found: impl FnMut(usize, usize),
) -> Result<(), Stopped> {
    for (start, &from) in bounds.iter().enumerate() {
        for (end, &to) in bounds.iter().enumerate().skip(start + 1).take(words.longest()) {
            let factor = &word[from..to];
            budget.charge(u32::try_from(8 + factor.len() / 8).unwrap_or(u32::MAX))?;
            if words.contains(factor) {
                found(start, end);
            }
            if !words.has_prefix(factor) {
                break;
            }
        }
    }
    Ok(())
}
