//! Splitting words and bags into parts, each of which becomes a component.
//!
//! A word is cut between letters, so that its parts keep their letters in order; the letters of a
//! bag are distributed in any way. Within a list, every part must be listed. Only beginnings that
//! can be completed are followed, so that the time between two options is short: for words by a
//! table of what can be split into how many listed words, for bags by the listed words that fit.
//!
//! *Example.* `split into 2 parts within word in {go, gone, ne}` at `gone` has no option but `go` +
//! `ne`.

use std::ops::Range;

use grundy_core::{Fault, Visit};

use crate::{Bag, heaps::numbers::Span, words::list::WordList};

/// The longest word that is split, in letters: the table is quadratic.
///
/// A longer word is a fault.
pub const LONGEST: usize = 1 << 10;

/// Calls `visit` with the parts of each way to split a word into this many parts that are not
/// empty, and with the work in between. With a list, all parts are listed.
///
/// # Errors
///
/// Returns the first error of `visit`, and a [`Fault`] if the word has more than 1024 letters.
///
/// A depth-first search whose state is the ends of the parts so far; with the table no beginning is
/// followed that cannot be completed.
pub(crate) fn word<E: From<Fault>>(
    parts: Span,
    word: &str,
    words: Option<&WordList>,
    visit: &mut dyn FnMut(Visit<'_, String>) -> Result<(), E>,
) -> Result<(), E> {
    let bounds: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    let letters = bounds.len() - 1;
    if letters > LONGEST {
        return Err(too_long(letters).into());
    }
    let least = usize::try_from(parts.from).unwrap_or(usize::MAX).max(1);
    let most = parts.to.map_or(letters, |to| usize::try_from(to).unwrap_or(usize::MAX)).min(letters);
    let fits = match words {
        Some(words) => Some(Fits::new(word, &bounds, words, most, visit)?),
        None => None,
    };
    // The least end after `after` of a part that begins at `start`, if `rest` more parts follow it.
    let next = |start: usize, after: usize, rest: usize| match &fits {
        Some(fits) => fits.ends[start].iter().copied().find(|&end| end > after && fits.can[rest][end]),
        None if rest == 0 => Some(letters).filter(|&end| end > after),
        None => Some(after + 1).filter(|end| end + rest <= letters),
    };
    for count in least..=most {
        // The end of each part so far; a part begins where the one before it ends.
        let mut ends: Vec<usize> = Vec::with_capacity(count);
        let mut found = next(0, 0, count - 1);
        loop {
            if let Some(end) = found {
                ends.push(end);
                if ends.len() < count {
                    found = next(end, end, count - ends.len() - 1);
                    continue;
                }
                let starts = std::iter::once(0).chain(ends.iter().copied());
                let parts: Vec<String> =
                    starts.zip(&ends).map(|(start, &end)| word[bounds[start]..bounds[end]].to_owned()).collect();
                visit(Visit::Option(&parts))?;
            }
            // The next end of the last part that has one.
            let Some(last) = ends.pop() else { break };
            found = next(ends.last().copied().unwrap_or(0), last, count - ends.len() - 1);
        }
    }
    Ok(())
}

/// Returns the fault of a word that is too long.
fn too_long(letters: usize) -> Fault {
    Fault(format!("a word of over {LONGEST} letters is too long to be split: it has {letters}"))
}

/// Calls `visit` with each place at which a word can be split into two parts: the bytes of the
/// letters before and after it, and the place. Each part of a split has one of these letters, so
/// a split is a move on every factor of the word that has both.
///
/// # Errors
///
/// As [`word`].
pub(crate) fn places<E: From<Fault>>(
    word: &str,
    mut visit: impl FnMut(Range<usize>, usize) -> Result<(), E>,
) -> Result<(), E> {
    let bounds: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    if bounds.len() > LONGEST + 1 {
        return Err(too_long(bounds.len() - 1).into());
    }
    bounds.windows(3).try_for_each(|own| visit(own[0]..own[2], own[1]))
}

/// What of a word can be split into listed words.
struct Fits {
    /// By a start, the ends of the listed factors there, ascending.
    ends: Vec<Vec<usize>>,
    /// By a number of parts and a start, whether the rest from it on can be split into this many.
    can: Vec<Vec<bool>>,
}

impl Fits {
    /// Cost: a look-up for each factor up to the longest listed word, and for each number of parts
    /// a pass over the listed factors.
    fn new<E>(
        word: &str,
        bounds: &[usize],
        words: &WordList,
        most: usize,
        visit: &mut dyn FnMut(Visit<'_, String>) -> Result<(), E>,
    ) -> Result<Fits, E> {
        let letters = bounds.len() - 1;
        let mut ends = vec![Vec::new(); letters + 1];
        for start in 0..letters {
            let last = letters.min(start + words.longest());
            visit(Visit::Work((last - start) as u32))?;
            ends[start].extend((start + 1..=last).filter(|&end| words.contains(&word[bounds[start]..bounds[end]])));
        }
        let mut can = vec![vec![false; letters + 1]; most + 1];
        can[0][letters] = true;
        for count in 1..=most {
            visit(Visit::Work(letters as u32))?;
            for start in 0..letters {
                can[count][start] = ends[start].iter().any(|&end| can[count - 1][end]);
            }
        }
        Ok(Fits { ends, can })
    }
}

/// Calls `visit` with the parts of each way to distribute the letters of a bag to this many bags,
/// each with the letters of a listed word, and with the work in between. The order of the parts
/// makes no difference.
///
/// Cost: for two parts a step for each listed word, for each further part as many times more as
/// words fit into the bag.
///
/// Parts are chosen in the order of the list, so that each distribution is found once; the last
/// part is what is left, and is looked up.
pub(crate) fn bag<E>(
    parts: Span,
    bag: &Bag,
    words: &WordList,
    visit: &mut dyn FnMut(Visit<'_, Bag>) -> Result<(), E>,
) -> Result<(), E> {
    let mut fitting: Vec<&Bag> = Vec::new();
    for listed in words.bags() {
        visit(Visit::Work(1))?;
        if bag.without(listed).is_some() {
            fitting.push(listed);
        }
    }
    let least = usize::try_from(parts.from).unwrap_or(usize::MAX).max(1);
    let size = usize::try_from(bag.size()).unwrap_or(usize::MAX);
    let most = parts.to.map_or(size, |to| usize::try_from(to).unwrap_or(usize::MAX)).min(size);
    for count in least..=most {
        // The index of each part so far, which do not descend, and the letters that are left.
        let mut chosen: Vec<(usize, Bag)> = Vec::new();
        let mut next = 0;
        loop {
            let (start, rest) = chosen.last().map_or((0, bag), |(at, rest)| (*at, rest));
            let mut choice = None;
            if chosen.len() + 1 == count {
                if fitting.binary_search(&rest).is_ok_and(|at| at >= start) {
                    let mut parts: Vec<Bag> = chosen.iter().map(|&(at, _)| fitting[at].clone()).collect();
                    parts.push(rest.clone());
                    visit(Visit::Option(&parts))?;
                }
            } else {
                for (at, part) in fitting.iter().enumerate().skip(next) {
                    visit(Visit::Work(1))?;
                    choice = rest.without(part).map(|left| (at, left));
                    if choice.is_some() {
                        break;
                    }
                }
            }
            match choice {
                Some((at, left)) => {
                    chosen.push((at, left));
                    next = at;
                }
                None => {
                    let Some((last, _)) = chosen.pop() else { break };
                    next = last + 1;
                }
            }
        }
    }
    Ok(())
}
