//! The options of a word: factors are found on its planes, and each move edits its key.
//!
//! Moves that lead to the same word are left out where that costs nothing: of removals of one
//! length, each leads to the same word as the one a place later if the letters at its two ends
//! agree. What has no form on planes is found by the plain meaning, move by move.

use std::sync::Arc;

use grundy_core::{Fault, Game};
use grundy_games::{Component, Gap, Rings, RowRules};

use super::{
    key::{Bits, Key, Wide},
    layout::Layout,
    planes::Planes,
    program::{Move, Part, Program, Rewriting, Side},
};

/// Options one after another, each a list of words.
#[derive(Debug, Default)]
pub(super) struct Options<K> {
    pub words: Vec<K>,
    /// Where each option ends.
    pub ends: Vec<usize>,
}

impl<K: Key> Options<K> {
    pub fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
    }

    #[inline(always)]
    fn one(&mut self, word: K) {
        if !word.is_none() {
            self.words.push(word);
        }
        self.ends.push(self.words.len());
    }

    /// Adds an option of two words; equal ones cancel.
    #[inline(always)]
    fn two(&mut self, first: K, second: K) {
        if first != second {
            self.add(first);
            self.add(second);
        }
        self.ends.push(self.words.len());
    }

    /// Adds a word to the option that is not ended yet.
    fn add(&mut self, word: K) {
        if !word.is_none() {
            self.words.push(word);
        }
    }

    /// Ends an option; equal words cancel.
    fn end(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0);
        self.words[start..].sort_unstable();
        let mut kept = start;
        for at in start..self.words.len() {
            if kept > start && self.words[kept - 1] == self.words[at] {
                kept -= 1;
            } else {
                self.words[kept] = self.words[at];
                kept += 1;
            }
        }
        self.words.truncate(kept);
        self.ends.push(kept);
    }

    /// The words of each option.
    pub fn iter(&self) -> impl Iterator<Item = &[K]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.words[std::mem::replace(&mut start, end)..end])
    }
}

/// A side of a rewriting rule, as a key.
struct Piece<K> {
    fixed: K,
    /// The places of letters that are those at other places of the left side.
    bound: Vec<(usize, usize)>,
    length: usize,
}

/// A rewriting rule.
struct Rule<K> {
    /// The places of the left side that have the letter of an earlier one.
    again: Vec<(usize, usize)>,
    pieces: Vec<Piece<K>>,
}

/// The moves of a program on keys.
pub(super) struct Mover<K> {
    program: Arc<Program>,
    pub layout: Layout<K>,
    /// The rewriting rules, in their order.
    rules: Vec<Rule<K>>,
}

/// A word in which moves are made.
struct Place<'w, K, P, const B: usize> {
    word: K,
    planes: &'w Planes<P, B>,
}

impl<K: Key> Mover<K> {
    pub fn new(program: Arc<Program>) -> Mover<K> {
        let layout = Layout::new(&program);
        let rule = |kind: &Move| if let Move::Rewrite(rule) = kind { Some(Rule::new(rule, &layout)) } else { None };
        let rules = program.moves.iter().filter_map(rule).collect();
        Mover { program, rules, layout }
    }

    /// Adds the options of a key.
    ///
    /// # Errors
    ///
    /// Returns a fault of the plain meaning.
    pub fn options<P: Bits, const B: usize>(&self, key: K, found: &mut Options<K>) -> Result<(), Fault> {
        let planes: Planes<P, B> = Planes::new(&self.layout, key);
        if self.program.until.as_ref().is_some_and(|until| planes.ends(until, self.program.letters.len())) {
            return Ok(());
        }
        let place = Place { word: self.layout.plain(key), planes: &planes };
        let mut rules = self.rules.iter();
        for kind in &self.program.moves {
            match kind {
                Move::Remove(gap, part) => self.remove(&place, *gap, part, found),
                Move::EveryCopy(gap) if !planes.ring => self.every_copy(&place, *gap, found),
                Move::EveryCopy(_) => {}
                Move::Rewrite(rewriting) => {
                    if let Some(rule) = rules.next() {
                        self.rewrite(&place, rewriting, rule, found);
                    }
                }
                Move::Plain(rules) => self.plain(key, rules, found)?,
            }
        }
        Ok(())
    }

    /// Adds the option without the letters from `start` on.
    #[inline]
    fn leave<P: Bits, const B: usize>(
        &self,
        Place { word, planes }: &Place<'_, K, P, B>,
        gap: Gap,
        (start, many): (usize, usize),
        found: &mut Options<K>,
    ) {
        let layout = &self.layout;
        let length = planes.length;
        match (planes.ring, gap) {
            (false, Gap::Closes) => found.one(layout.row(layout.without(*word, start, many))),
            (false, Gap::Separates) => {
                let (left, right) = (layout.head(*word, start), layout.part(*word, start + many, length));
                found.two(layout.row(left), layout.row(right));
            }
            (true, _) => {
                let rest = layout.part(layout.turned(*word, length, start), many, length);
                found.one(if gap == Gap::Closes { self.least::<P, B>(rest) } else { layout.row(rest) });
            }
        }
    }

    /// Adds the removals of this many letters from each place of the mask on.
    fn each<P: Bits, const B: usize>(
        &self,
        place: &Place<'_, K, P, B>,
        gap: Gap,
        (mask, many): (P, usize),
        found: &mut Options<K>,
    ) {
        let planes = place.planes;
        let mut mask = mask;
        if gap == Gap::Closes && many < planes.length && !mask.rest().is_none() {
            let again = planes.same(many) & planes.ahead(mask, 1);
            // Around a whole ring each removal may equal the next one.
            mask = if planes.ring && again == mask && mask == planes.all { P::low(1) } else { mask & !again };
        } else if planes.ring && many == planes.length && !mask.is_none() && gap == Gap::Closes {
            mask = P::low(1);
            found.one(K::default());
            mask = mask.rest();
        }
        while !mask.is_none() {
            self.leave(place, gap, (mask.first(), many), found);
            mask = mask.rest();
        }
    }

    fn remove<P: Bits, const B: usize>(
        &self,
        place: &Place<'_, K, P, B>,
        gap: Gap,
        part: &Part,
        found: &mut Options<K>,
    ) {
        let planes = place.planes;
        match part {
            Part::Letter(None) => self.each(place, gap, (planes.all, 1), found),
            Part::Letter(Some(codes)) => {
                let mask = codes.iter().fold(P::default(), |all, &code| all | planes.of(code));
                self.each(place, gap, (mask, 1), found);
            }
            Part::Words(words) => {
                for word in words {
                    self.each(place, gap, (planes.begins(word), word.len()), found);
                }
            }
            Part::Run => self.runs(place, gap, false, found),
            Part::PartOfRun => self.runs(place, gap, true, found),
            Part::Palindrome(least, most) => planes.palindromes(*most, |length, mask| {
                if length >= *least {
                    self.each(place, gap, (mask, length), found);
                }
            }),
            Part::Square => {
                for half in 1..=planes.length / 2 {
                    self.each(place, gap, (planes.squares(half), 2 * half), found);
                }
            }
            Part::HalfOfSquare => {
                for half in 1..=planes.length / 2 {
                    let mask = planes.squares(half);
                    self.each(place, gap, (mask, half), found);
                    if gap == Gap::Separates {
                        self.second_halves(place, (mask, half), found);
                    }
                }
            }
        }
    }

    /// Adds the cuts of the second half of each square that begins at a place of the mask.
    fn second_halves<P: Bits, const B: usize>(
        &self,
        place: &Place<'_, K, P, B>,
        (mask, half): (P, usize),
        found: &mut Options<K>,
    ) {
        let length = place.planes.length;
        let mut mask = mask;
        while !mask.is_none() {
            let start = mask.first() + half;
            self.leave(place, Gap::Separates, (if start < length { start } else { start - length }, half), found);
            mask = mask.rest();
        }
    }

    /// Adds the removals of each run, or of each part of a run.
    fn runs<P: Bits, const B: usize>(&self, place: &Place<'_, K, P, B>, gap: Gap, parts: bool, found: &mut Options<K>) {
        let planes = place.planes;
        if planes.length == 0 {
            return;
        }
        // The last places of runs.
        let last = if planes.length == 1 { planes.all } else { planes.all & !planes.same(1) };
        // A ring of one run: each rotation is the same.
        let whole = planes.ring && last.is_none();
        let first = if whole {
            P::low(1)
        } else if planes.ring {
            planes.ahead(last, planes.length - 1)
        } else {
            (last.up(1) | P::low(1)) & planes.all
        };
        let mut starts = if parts && gap == Gap::Separates && !whole { planes.all } else { first };
        while !starts.is_none() {
            let start = starts.first();
            starts = starts.rest();
            let run = if whole { planes.length } else { planes.ahead(last, start).first() + 1 };
            for many in if parts { 1 } else { run }..=run {
                self.leave(place, gap, (start, many), found);
            }
        }
    }

    /// Adds the removals of all copies of a letter.
    fn every_copy<P: Bits, const B: usize>(
        &self,
        Place { word, planes }: &Place<'_, K, P, B>,
        gap: Gap,
        found: &mut Options<K>,
    ) {
        let layout = &self.layout;
        for code in (1..=self.program.letters.len()).map(|code| code as u8) {
            let mut copies = planes.of(code);
            if copies.is_none() {
                continue;
            }
            let (mut start, mut joined, mut kept) = (0, K::default(), 0);
            loop {
                let end = copies.first().min(planes.length);
                let piece = layout.part(*word, start, end);
                match gap {
                    Gap::Closes => {
                        joined = joined | piece.up(kept);
                        kept += end - start;
                    }
                    Gap::Separates => found.add(layout.row(piece)),
                }
                if copies.is_none() {
                    break;
                }
                copies = copies.rest();
                start = end + 1;
            }
            if gap == Gap::Closes {
                found.one(layout.row(joined));
            } else {
                found.end();
            }
        }
    }

    fn rewrite<P: Bits, const B: usize>(
        &self,
        Place { word, planes }: &Place<'_, K, P, B>,
        rewriting: &Rewriting,
        rule: &Rule<K>,
        found: &mut Options<K>,
    ) {
        let layout = &self.layout;
        let (length, many) = (planes.length, rewriting.left.len());
        let mut mask = planes.starts(many);
        if rewriting.at_start && !planes.ring {
            mask = mask & P::low(1);
        }
        if rewriting.at_end && !planes.ring && length >= many {
            mask = mask & P::low(1).up(length - many);
        }
        for (at, side) in rewriting.left.iter().enumerate() {
            if let Side::Letter(code) = side {
                mask = mask & planes.ahead(planes.of(*code), at);
            }
            if mask.is_none() {
                return;
            }
        }
        for &(at, earlier) in &rule.again {
            mask = mask & planes.ahead(planes.same(at - earlier), earlier);
        }
        while !mask.is_none() {
            let start = mask.first();
            mask = mask.rest();
            // In a ring, the word that begins with the left side.
            let (word, start) = if planes.ring { (layout.turned(*word, length, start), 0) } else { (*word, start) };
            let piece = |piece: &Piece<K>| {
                let letter = |all: K, &(from, to): &(usize, usize)| {
                    all | layout.part(word, start + from, start + from + 1).up(to)
                };
                piece.bound.iter().fold(piece.fixed, letter)
            };
            let rest = layout.part(word, start + many, length);
            match (&rule.pieces[..], planes.ring) {
                ([], _) => {}
                ([one], false) => {
                    let new = piece(one).up(start) | rest.up(start + one.length);
                    found.one(layout.row(layout.head(word, start) | new));
                }
                ([first, middle @ .., last], false) => {
                    found.add(layout.row(layout.head(word, start) | piece(first).up(start)));
                    middle.iter().for_each(|own| found.add(layout.row(piece(own))));
                    found.add(layout.row(piece(last) | rest.up(last.length)));
                    found.end();
                }
                ([one], true) => found.one(self.least::<P, B>(piece(one) | rest.up(one.length))),
                ([first, middle @ .., last], true) => {
                    let row = piece(last) | rest.up(last.length) | piece(first).up(last.length + length - many);
                    found.add(layout.row(row));
                    middle.iter().for_each(|own| found.add(layout.row(piece(own))));
                    found.end();
                }
            }
        }
    }

    /// Adds the options by the plain meaning of these rules.
    fn plain(&self, key: K, rules: &RowRules, found: &mut Options<K>) -> Result<(), Fault> {
        let mut visit = |parts: &[Component]| {
            for part in parts {
                let key = self.key(part).ok_or_else(|| Fault(format!("{part} is not a word that can come up")))?;
                found.add(key);
            }
            found.end();
            Ok(())
        };
        match self.layout.unpack(key) {
            Component::Row(word) => {
                rules.options(&word, |words| visit(&words.iter().cloned().map(Component::Row).collect::<Vec<_>>()))
            }
            ring => Rings(rules).options(&ring, visit),
        }
    }

    /// The key of a component; `None` if it is not a word that can come up.
    pub fn key(&self, component: &Component) -> Option<K> {
        let (word, ring) = self.layout.pack(component)?;
        Some(if ring { self.least::<Wide<4>, 8>(word) } else { self.layout.row(word) })
    }

    /// One rotation of a ring for all: the one whose letters have the highest bits, the first
    /// letter and its lowest bit before the others.
    fn least<P: Bits, const B: usize>(&self, word: K) -> K {
        let planes: Planes<P, B> = Planes::new(&self.layout, word);
        if planes.length < 2 { word } else { self.layout.turned(word, planes.length, planes.greatest()) }
    }
}

impl<K: Key> Rule<K> {
    fn new(rewriting: &Rewriting, layout: &Layout<K>) -> Rule<K> {
        let first =
            |variable: usize| rewriting.left.iter().position(|side| *side == Side::Variable(variable)).unwrap_or(0);
        let again = rewriting.left.iter().enumerate().filter_map(|(at, side)| match *side {
            Side::Variable(variable) => Some((at, first(variable))).filter(|(at, earlier)| at > earlier),
            Side::Letter(_) => None,
        });
        let pieces = rewriting.right.iter().map(|sides| {
            let mut piece = Piece { fixed: K::default(), bound: Vec::new(), length: sides.len() };
            for (at, side) in sides.iter().enumerate() {
                match *side {
                    Side::Letter(code) => piece.fixed = piece.fixed | layout.letter(code).up(at),
                    Side::Variable(variable) => piece.bound.push((first(variable), at)),
                }
            }
            piece
        });
        Rule { again: again.collect(), pieces: pieces.collect() }
    }
}
