//! A word of up to 64 letters as planes, and what moves find in it.
//!
//! A set of places is a mask. Bit d of a place in [`Word::same`] compares it with the place d
//! later, and every kind of factor is found at all places at once from such masks. Places of a ring
//! are counted in a circle from a letter on which the caller decides.

use grundy_games::Gap;

use super::rules::{GameEnd, LetterCode, TakenLetters};

/// The places below this one.
#[inline(always)]
pub(super) fn low(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

#[inline(always)]
pub(super) fn up(mask: u64, by: usize) -> u64 {
    if by >= 64 { 0 } else { mask << by }
}

#[inline(always)]
pub(super) fn down(mask: u64, by: usize) -> u64 {
    if by >= 64 { 0 } else { mask >> by }
}

/// The first place and the number of letters of factors.
pub(super) type Removals = Vec<(usize, usize)>;

/// The planes of a word.
#[derive(Clone, Copy)]
pub(super) struct Word<const B: usize> {
    pub(super) planes: [u64; B],
    pub(super) length: usize,
    pub(super) ring: bool,
}

impl<const B: usize> Word<B> {
    /// The word of these planes. A place without a letter may be at the end only.
    #[inline(always)]
    pub(super) fn new(planes: [u64; B], ring: bool) -> Word<B> {
        let all = planes.iter().fold(0, |all, plane| all | plane);
        Word { planes, length: 64 - all.leading_zeros() as usize, ring }
    }

    /// Whether each place up to the last letter has a letter, of this many.
    pub(super) fn is_whole(&self, letters: usize) -> bool {
        let all = self.planes.iter().fold(0, |all, plane| all | plane);
        all == self.all() && (letters + 1..1 << B).all(|code| self.letter(code as LetterCode) == 0)
    }

    #[inline(always)]
    pub(super) fn all(&self) -> u64 {
        low(self.length)
    }

    /// The places from which this many steps lead to a place of the mask.
    #[inline(always)]
    pub(super) fn later(&self, mask: u64, steps: usize) -> u64 {
        if self.ring && steps > 0 {
            (down(mask, steps) | up(mask, self.length - steps)) & self.all()
        } else {
            down(mask, steps)
        }
    }

    /// The places whose letter is that of the place this many steps later, up to the length.
    #[inline(always)]
    pub(super) fn same(&self, steps: usize) -> u64 {
        let differ = self.planes.iter().fold(0, |differ, &plane| differ | (plane ^ self.later(plane, steps)));
        !differ & if self.ring { self.all() } else { low(self.length - steps) }
    }

    /// The places of a letter.
    #[inline(always)]
    pub(super) fn letter(&self, code: LetterCode) -> u64 {
        let bits = self.planes.iter().enumerate();
        bits.fold(self.all(), |all, (bit, &plane)| all & if code >> bit & 1 == 1 { plane } else { !plane })
    }

    /// The number of the letter at a place.
    #[inline(always)]
    pub(super) fn code(&self, at: usize) -> LetterCode {
        self.planes
            .iter()
            .enumerate()
            .fold(0, |code, (bit, &plane)| code | ((down(plane, at) & 1) as LetterCode) << bit)
    }

    /// The places where a factor of this many letters may begin.
    #[inline(always)]
    pub(super) fn starts(&self, many: usize) -> u64 {
        match self.length.checked_sub(many) {
            None => 0,
            Some(_) if self.ring => self.all(),
            Some(rest) => low(rest + 1),
        }
    }

    /// The places where a word begins.
    pub(super) fn begins(&self, word: &[LetterCode]) -> u64 {
        let mut mask = self.starts(word.len());
        for (at, &code) in word.iter().enumerate() {
            if mask == 0 {
                break;
            }
            mask &= self.later(self.letter(code), at);
        }
        mask
    }

    /// Whether the game is over, by an ending.
    pub(super) fn is_over(&self, until: &GameEnd, letters: usize) -> bool {
        let counts = || (1..=letters).map(|code| self.letter(code as LetterCode).count_ones() as usize);
        match until {
            GameEnd::Length(most) => self.length <= *most,
            GameEnd::Distinct(most) => counts().filter(|&count| count > 0).count() <= *most,
            GameEnd::Each(most) => counts().all(|count| count <= *most),
            GameEnd::OneOdd => counts().filter(|count| count % 2 == 1).count() <= 1,
            GameEnd::Increasing => (1..self.length).all(|at| self.code(at - 1) < self.code(at)),
            GameEnd::Suffix(words) if !self.ring => words.iter().any(|word| {
                self.length.checked_sub(word.len()).is_some_and(|start| down(self.begins(word), start) & 1 == 1)
            }),
            GameEnd::Suffix(words) | GameEnd::Factor(words) => words.iter().any(|word| self.begins(word) != 0),
        }
    }

    /// Sets a list to the first place and the number of letters of each factor that a move removes.
    /// Of removals that leave the same word, some are left out.
    pub(super) fn removals(&self, gap: Gap, part: &TakenLetters, found: &mut Removals) {
        found.clear();
        match part {
            TakenLetters::Letter(None) => self.at(self.all(), 1, gap, found),
            TakenLetters::Letter(Some(some)) => {
                let places = some.iter().fold(0, |all, &code| all | self.letter(code));
                self.at(places, 1, gap, found);
            }
            TakenLetters::Words(words) => {
                for word in words {
                    self.at(self.begins(word), word.len(), gap, found);
                }
            }
            TakenLetters::Run | TakenLetters::PartOfRun => {
                self.runs(gap, matches!(part, TakenLetters::PartOfRun), found)
            }
            TakenLetters::Palindrome(from, to) => self.palindromes(*from, *to, gap, found),
            TakenLetters::Square | TakenLetters::HalfOfSquare => {
                for half in 1..=self.length / 2 {
                    let places = self.squares(half);
                    match part {
                        TakenLetters::Square => self.at(places, 2 * half, gap, found),
                        _ => self.at(places, half, gap, found),
                    }
                    if matches!((part, gap), (TakenLetters::HalfOfSquare, Gap::Separates)) {
                        // The second halves, too.
                        let second = |start: usize| {
                            if start + half < self.length { start + half } else { start + half - self.length }
                        };
                        each(places, |start| found.push((second(start), half)));
                    }
                }
            }
        }
    }

    /// Adds the removals of this many letters from these places on. If the gap closes, a removal
    /// leaves the same word as the one from the next place on if the letters on which they differ
    /// are equal; of such a chain the first one is added.
    #[inline]
    fn at(&self, places: u64, many: usize, gap: Gap, found: &mut Removals) {
        self.at_with(places, many, gap, || self.same(many), found);
    }

    /// The same where [`Word::same`] of this many may be known.
    #[inline(always)]
    fn at_with(&self, places: u64, many: usize, gap: Gap, same: impl FnOnce() -> u64, found: &mut Removals) {
        let mut kept = places;
        if gap == Gap::Closes && places & places.saturating_sub(1) != 0 {
            if many == self.length {
                kept = places & places.wrapping_neg();
            } else {
                let linked = places & same();
                let next = linked << 1 | if self.ring { down(linked, self.length - 1) } else { 0 };
                kept = places & !next;
                if kept == 0 {
                    // A chain around the ring.
                    kept = 1;
                }
            }
        }
        each(kept, |start| found.push((start, many)));
    }

    /// Adds each maximal run of equal letters, or each part of one.
    fn runs(&self, gap: Gap, parts: bool, found: &mut Removals) {
        if self.length == 0 {
            return;
        }
        let joined = if self.length == 1 { 0 } else { self.same(1) };
        if self.ring && (joined == self.all() || self.length == 1) {
            // All letters are equal, and so are all rotations.
            (if parts { 1 } else { self.length }..=self.length).for_each(|many| found.push((0, many)));
            return;
        }
        let last = self.all() & !joined;
        let first = if self.ring { self.later(last, self.length - 1) } else { (last << 1 | 1) & self.all() };
        let starts = if parts && gap == Gap::Separates { self.all() } else { first };
        each(starts, |start| {
            let run = self.later(last, start).trailing_zeros() as usize + 1;
            (if parts { 1 } else { run }..=run).for_each(|many| found.push((start, many)));
        });
    }

    /// Adds the palindromes of these lengths: a palindrome is one of two letters fewer
    /// between equal letters.
    fn palindromes(&self, from: usize, to: usize, gap: Gap, found: &mut Removals) {
        // By the parity of the length, where the last palindromes begin.
        let mut last = [self.all(), self.all()];
        // The places whose letter is that of the place as many later.
        let mut same = self.all();
        for many in 1..=to.min(self.length) {
            if many > 1 {
                let inner = if many == 2 { self.all() } else { self.later(last[many % 2], 1) };
                last[many % 2] = inner & same;
            }
            if last == [0, 0] {
                break;
            }
            same = self.same(many);
            if many >= from && last[many % 2] != 0 {
                self.at_with(last[many % 2], many, gap, || same, found);
            }
        }
    }

    /// The places where a square with halves of this many letters begins: as many places on end
    /// have the letter of the one as many later.
    fn squares(&self, half: usize) -> u64 {
        let mut places = self.same(half);
        // How many places on end are known to agree.
        let mut known = 1;
        while known < half && places != 0 {
            let more = known.min(half - known);
            places &= self.later(places, more);
            known += more;
        }
        places
    }

    /// The letters from `start` to before `end`, as a row.
    #[inline(always)]
    pub(super) fn factor(&self, start: usize, end: usize) -> [u64; B] {
        let kept = low(end - start);
        self.planes.map(|plane| down(plane, start) & kept)
    }

    /// The row that begins at a place of the ring and has all of its letters.
    #[inline(always)]
    pub(super) fn turned(&self, start: usize) -> [u64; B] {
        self.planes.map(|plane| self.later(plane, start))
    }
}

/// Calls `visit` with each place of a mask.
#[inline(always)]
pub(super) fn each(mut mask: u64, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

/// The rotation of a row by which its ring is recorded: the greatest one, where a letter with the
/// lowest bit is above those without, then one with the next bit.
///
/// The rotations that are the greatest up to some letter are a set of places. The next letter
/// leaves those of them for which it is the greatest; a few letters leave one.
pub(super) fn greatest<const B: usize>(row: [u64; B]) -> [u64; B] {
    let word = Word::new(row, true);
    let (length, all) = (word.length, word.all());
    let mut places = all;
    let mut next = row;
    for _ in 0..length {
        for plane in next {
            let above = places & plane;
            places = if above == 0 { places } else { above };
        }
        if places & places.saturating_sub(1) == 0 {
            break;
        }
        next = next.map(|plane| plane >> 1 | (plane & 1) << (length - 1));
    }
    // Rotations from the places that are left are equal.
    if places == 0 { row } else { word.turned(places.trailing_zeros() as usize) }
}
