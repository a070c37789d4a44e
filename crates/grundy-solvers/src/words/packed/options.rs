//! The options of a word: factors are found on its planes, and each move edits its key.
//!
//! What has no form on planes is found by the plain meaning, move by move.

use std::{ops::ControlFlow, sync::Arc};

use grundy_cert::{VisitPlanes, VisitSets, WordFacts};
use grundy_core::{Fault, Game};
use grundy_games::{Component, Gap, Rings, RowRules};

use super::{
    factors,
    found::OptionSink,
    key::{Key, KeyBits, WideKey},
    layout::KeyLayout,
    places::StartPlaces,
    planes::WordPlanes,
    program::{Program, Rewriting, SideLetter, WordMove},
    table::KeyTable,
};

/// A side of a rewriting rule, as a key.
struct SideKey<K> {
    fixed: K,
    /// The same from each place on.
    moved: Vec<K>,
    /// The places of letters that are those at other places of the left side.
    bound: Vec<(usize, usize)>,
    length: usize,
}

/// A rewriting rule.
struct KeyRule<K> {
    /// The places of the left side that have the letter of an earlier one.
    again: Vec<(usize, usize)>,
    pieces: Vec<SideKey<K>>,
}

/// The moves of a program on keys.
pub(super) struct Mover<K> {
    program: Arc<Program>,
    pub layout: KeyLayout<K>,
    /// The rewriting rules, in their order.
    rules: Vec<KeyRule<K>>,
    /// [`Program::weight`].
    pub weight: u32,
    /// Keys are sets of places of a start, if this is there.
    places: Option<StartPlaces>,
}

/// A word in which moves are made.
struct MovedWord<'w, K, P, const B: usize> {
    word: K,
    planes: &'w WordPlanes<P, B>,
}

impl<K: Key> Mover<K> {
    pub fn new(program: Arc<Program>) -> Mover<K> {
        let layout = KeyLayout::new(&program);
        let rule =
            |kind: &WordMove| if let WordMove::Rewrite(rule) = kind { Some(KeyRule::new(rule, &layout)) } else { None };
        let rules = program.moves.iter().filter_map(rule).collect();
        let weight = program.weight();
        Mover { program, rules, layout, weight, places: None }
    }

    /// The same moves on sets of places of a start, whose letters all differ.
    pub fn of_places(program: Arc<Program>, places: StartPlaces) -> Mover<K> {
        Mover { places: Some(places), ..Mover::new(program) }
    }

    /// Adds the options of a key.
    ///
    /// # Errors
    ///
    /// Returns a fault of the plain meaning.
    pub fn options<P: KeyBits, const B: usize>(&self, key: K, found: &mut impl OptionSink<K>) -> Result<(), Fault> {
        if let Some(places) = &self.places {
            places.options::<K, B>(&self.program, key.word(0), found);
            return Ok(());
        }
        let planes: WordPlanes<P, B> = WordPlanes::new(&self.layout, key);
        if self.program.until.as_ref().is_some_and(|until| planes.ends(until, self.program.letters.len())) {
            return Ok(());
        }
        let place = MovedWord { word: self.layout.plain(key), planes: &planes };
        let mut rules = self.rules.iter();
        for kind in &self.program.moves {
            match kind {
                WordMove::Remove(gap, part) => factors::each(&planes, *gap, part, &mut |starts, many| {
                    self.leave(&place, *gap, (starts, many), found);
                }),
                WordMove::EveryCopy(gap) if !planes.ring => self.every_copy(&place, *gap, found),
                WordMove::EveryCopy(_) => {}
                WordMove::Rewrite(rewriting) => {
                    if let Some(rule) = rules.next() {
                        self.rewrite(&place, rewriting, rule, found);
                    }
                }
                WordMove::Plain(rules) => self.plain(key, rules, found)?,
            }
        }
        Ok(())
    }

    /// Adds the options without this many letters from each of these places on.
    #[inline]
    fn leave<P: KeyBits, const B: usize>(
        &self,
        MovedWord { word, planes }: &MovedWord<'_, K, P, B>,
        gap: Gap,
        (starts, many): (P, usize),
        found: &mut impl OptionSink<K>,
    ) {
        let layout = &self.layout;
        let (word, length) = (*word, planes.length);
        match (planes.ring, gap) {
            (false, Gap::Closes) if many == length => found.one(K::default()),
            (false, Gap::Closes) => {
                let later = layout.later(word, many);
                let single = &mut found.options().single;
                WordPlanes::<P, B>::each(starts, |start| {
                    single.push(layout.some_row(layout.joined(word, later, start)))
                });
            }
            (false, Gap::Separates) => WordPlanes::<P, B>::each(starts, |start| {
                let (left, right) = (layout.head(word, start), layout.part(word, start + many, length));
                found.two(layout.row(left), layout.row(right));
            }),
            (true, _) => WordPlanes::<P, B>::each(starts, |start| {
                let rest = layout.part(layout.turned(word, length, start), many, length);
                found.one(if gap == Gap::Closes { self.least::<P, B>(rest) } else { layout.row(rest) });
            }),
        }
    }

    /// Adds the removals of all copies of a letter.
    fn every_copy<P: KeyBits, const B: usize>(
        &self,
        MovedWord { word, planes }: &MovedWord<'_, K, P, B>,
        gap: Gap,
        found: &mut impl OptionSink<K>,
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

    fn rewrite<P: KeyBits, const B: usize>(
        &self,
        MovedWord { word, planes }: &MovedWord<'_, K, P, B>,
        rewriting: &Rewriting,
        rule: &KeyRule<K>,
        found: &mut impl OptionSink<K>,
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
            if let SideLetter::Letter(code) = side {
                mask = mask & planes.ahead(planes.of(*code), at);
            }
            if mask.is_none() {
                return;
            }
        }
        for &(at, earlier) in &rule.again {
            mask = mask & planes.ahead(planes.same(at - earlier), earlier);
        }
        if let ([one], false) = (&rule.pieces[..], planes.ring)
            && one.bound.is_empty()
        {
            let moved = layout.moved(*word, many, one.length);
            WordPlanes::<P, B>::each(mask, |start| {
                let kept = layout.head(*word, start) | one.moved[start];
                let option = layout.joined(kept, moved, start + one.length);
                if length + one.length == many {
                    found.one(option)
                } else {
                    found.options().single.push(layout.some_row(option))
                }
            });
            return;
        }
        while !mask.is_none() {
            let start = mask.first();
            mask = mask.rest();
            // In a ring, the word that begins with the left side.
            let (word, start) = if planes.ring { (layout.turned(*word, length, start), 0) } else { (*word, start) };
            let piece = |piece: &SideKey<K>| {
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
    fn plain(&self, key: K, rules: &RowRules, found: &mut impl OptionSink<K>) -> Result<(), Fault> {
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
        if let Some(places) = &self.places {
            let set = places.find(component)?;
            return Some(K::of_words(|at| if at == 0 { set } else { 0 }));
        }
        let (word, ring) = self.layout.pack(component)?;
        Some(if ring { self.least::<WideKey<4>, 8>(word) } else { self.layout.row(word) })
    }

    /// The words of a table as bits, for the checker; `None` if they are too long.
    pub fn words<'m>(
        &'m self,
        table: &'m KeyTable<K>,
        empty: bool,
        fact: impl Fn(u64) -> u64 + Copy + 'm,
    ) -> Option<WordFacts<'m>> {
        let count = table.count() + u64::from(empty);
        let flow = |flow: ControlFlow<()>| flow.is_continue();
        if let Some(places) = &self.places {
            let each = move |visit: &mut VisitSets<'_>| {
                if !empty || flow(visit(0, 0)) {
                    table.each(|key, value| flow(visit(key.word(0), fact(value))));
                }
            };
            return Some(WordFacts::Sets { row: places.letters(), count, each: Box::new(each) });
        }
        let layout = &self.layout;
        let each = move |visit: &mut VisitPlanes<'_>| {
            if !empty || flow(visit(&[], false, 0)) {
                let planes = layout.planes;
                table.each(|key, value| flow(visit(&layout.split(key)[..planes], layout.is_ring(key), fact(value))));
            }
        };
        let (letters, longest) = (layout.letters(), layout.longest);
        (longest <= 64).then(|| WordFacts::Planes { letters, longest, count, each: Box::new(each) })
    }

    /// The component of a key.
    pub fn component(&self, key: K) -> Component {
        match &self.places {
            Some(places) => places.component(key.word(0)),
            None => self.layout.unpack(key),
        }
    }

    /// One rotation of a ring for all: the one whose letters have the highest bits, the first
    /// letter and its lowest bit before the others.
    fn least<P: KeyBits, const B: usize>(&self, word: K) -> K {
        let planes: WordPlanes<P, B> = WordPlanes::new(&self.layout, word);
        if planes.length < 2 { word } else { self.layout.turned(word, planes.length, planes.greatest()) }
    }
}

impl<K: Key> KeyRule<K> {
    fn new(rewriting: &Rewriting, layout: &KeyLayout<K>) -> KeyRule<K> {
        let first = |variable: usize| {
            rewriting.left.iter().position(|side| *side == SideLetter::Variable(variable)).unwrap_or(0)
        };
        let again = rewriting.left.iter().enumerate().filter_map(|(at, side)| match *side {
            SideLetter::Variable(variable) => Some((at, first(variable))).filter(|(at, earlier)| at > earlier),
            SideLetter::Letter(_) => None,
        });
        let pieces = rewriting.right.iter().map(|sides| {
            let mut piece = SideKey { fixed: K::default(), moved: Vec::new(), bound: Vec::new(), length: sides.len() };
            for (at, side) in sides.iter().enumerate() {
                match *side {
                    SideLetter::Letter(code) => piece.fixed = piece.fixed | layout.letter(code).up(at),
                    SideLetter::Variable(variable) => piece.bound.push((first(variable), at)),
                }
            }
            piece.moved.extend((0..=layout.longest).map(|start| piece.fixed.up(start)));
            piece
        });
        KeyRule { again: again.collect(), pieces: pieces.collect() }
    }
}
