//! Facts about any words: keys are planes side by side.

use std::ops::{ControlFlow, Range};

use grundy_games::{Component, least_rotation};

use super::{
    CheckNeeds, CheckedGame, Kind, LONGEST, OptionFacts, STRETCH,
    facts::EachPlanes,
    follows,
    options::{Odd, OptionSink, RowMoves},
    pack,
    rules::WordRules,
    table::{REGION_BITS, RegionCounts, Regions, STATE, WordTable},
    word::{Removals, Word, down, greatest, low},
};
use crate::{
    parts::{PartEnd, in_parts},
    poll::{Enough, Poll},
};

/// So many parts of options are looked up together. The nearest cache holds their buckets.
const BATCH: usize = 1 << 7;

/// The bit of a key that is set for a ring.
const RING: u64 = 1 << (STATE - 1);

/// Facts as a claim shows them.
pub(super) struct ClaimFacts<'m> {
    pub(super) letters: &'m [char],
    pub(super) longest: usize,
    pub(super) count: u64,
    pub(super) each: EachPlanes<'m>,
}

/// Verifies all facts; false if they are left to the plain meaning.
pub(super) fn verify(
    game: &CheckedGame<'_>,
    facts: ClaimFacts<'_>,
    asked: &mut CheckNeeds<'_>,
    poll: &mut Poll<'_>,
) -> Result<bool, Enough> {
    let letters = facts.letters;
    if facts.count <= game.few || facts.longest > LONGEST || !letters.is_sorted_by(|one, other| one < other) {
        return Ok(false);
    }
    let Some(rules) = WordRules::new(game.rules, game.ring, letters) else { return Ok(false) };
    let moves = RowMoves { rules, longest: facts.longest };
    // How many planes fit side by side into a word of a key. Words of over 55 letters leave the
    // first word to the state.
    let fitting = (STATE as usize - 1).checked_div(facts.longest).unwrap_or(usize::MAX);
    match (letters.len(), fitting) {
        (..=3, 2..) => run::<2, 1, 2>(game, moves, facts, asked, poll),
        (..=3, 1) => run::<2, 2, 1>(game, moves, facts, asked, poll),
        (..=3, 0) => run::<2, 3, 1>(game, moves, facts, asked, poll),
        (..=7, 3..) => run::<3, 1, 3>(game, moves, facts, asked, poll),
        (..=7, 2) => run::<3, 2, 2>(game, moves, facts, asked, poll),
        (..=7, 1) => run::<3, 3, 1>(game, moves, facts, asked, poll),
        (..=7, 0) => run::<3, 4, 1>(game, moves, facts, asked, poll),
        (..=31, 3..) => run::<5, 2, 3>(game, moves, facts, asked, poll),
        (..=31, 2) => run::<5, 3, 2>(game, moves, facts, asked, poll),
        (..=31, 1) => run::<5, 5, 1>(game, moves, facts, asked, poll),
        (..=31, 0) => run::<5, 6, 1>(game, moves, facts, asked, poll),
        _ => Ok(false),
    }
}

/// The keys of words: of `B` planes, each word of a key has `PER`; if one of its `N` words is over,
/// the first one has none.
#[derive(Clone, Copy)]
struct KeyLayout<const B: usize, const N: usize, const PER: usize> {
    longest: usize,
}

impl<const B: usize, const N: usize, const PER: usize> KeyLayout<B, N, PER> {
    const FIRST: usize = N - B.div_ceil(PER);

    /// The key of a word; 0 if it has no letters.
    #[inline(always)]
    fn key(&self, planes: [u64; B], ring: bool) -> [u64; N] {
        let mut key = [0; N];
        let mut all = 0;
        for (at, plane) in planes.into_iter().enumerate() {
            key[Self::FIRST + at / PER] |= plane << ((at % PER) * self.longest);
            all |= plane;
        }
        key[0] |= if ring && all != 0 { RING } else { 0 };
        key
    }

    /// The word of a key.
    #[inline(always)]
    fn word(&self, key: &[u64; N]) -> Word<B> {
        let kept = low(self.longest);
        let planes = std::array::from_fn(|at| down(key[Self::FIRST + at / PER], (at % PER) * self.longest) & kept);
        Word::new(planes, key[0] & RING != 0)
    }
}

/// Words with the same first letters are in a region.
impl<const B: usize, const N: usize, const PER: usize> Regions<N> for KeyLayout<B, N, PER> {
    #[inline(always)]
    fn of(&self, key: &[u64; N]) -> usize {
        let first = REGION_BITS / B;
        let plane = |at: usize| (down(key[Self::FIRST + at / PER], (at % PER) * self.longest) & low(first)) as usize;
        (0..B).fold(0, |all, at| all | plane(at) << (at * first))
    }
}

/// Words whose options were found and are not looked up yet.
struct WordBatch<const B: usize, const N: usize, const PER: usize> {
    layout: KeyLayout<B, N, PER>,
    /// The options of one word.
    single: Vec<[u64; N]>,
    /// The words of the other options, and where each option ends.
    parts: Vec<[u64; N]>,
    ends: Vec<usize>,
    /// Where the buckets begin of the options of one word, then of these words, and their facts.
    starts: Vec<usize>,
    facts: Vec<Option<u8>>,
    /// Whether an option has no words.
    none: bool,
    /// Whether nothing follows from an option: in misère play, of one of several words.
    lacks: bool,
    kind: Kind,
    words: Vec<ExpandedWord>,
}

/// A word whose options were found.
struct ExpandedWord {
    /// The place of its entry.
    place: usize,
    fact: u64,
    /// Where its options end.
    single: usize,
    ends: usize,
    /// Whether an option has no words.
    none: bool,
    /// Whether an option could not be found.
    lacks: bool,
}

impl<const B: usize, const N: usize, const PER: usize> OptionSink<B> for WordBatch<B, N, PER> {
    #[inline(always)]
    fn one(&mut self, word: [u64; B], ring: bool) {
        let key = self.layout.key(word, ring);
        if key == [0; N] { self.none = true } else { self.single.push(key) }
    }

    #[inline(always)]
    fn part(&mut self, word: [u64; B]) {
        let key = self.layout.key(word, false);
        if key != [0; N] {
            self.parts.push(key);
        }
    }

    #[inline(always)]
    fn end(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0);
        match self.parts[start..] {
            [] => self.none = true,
            [one] => {
                self.single.push(one);
                self.parts.pop();
            }
            // Equal words cancel in normal play only.
            _ if self.kind == Kind::Misere => {
                self.parts.truncate(start);
                self.lacks = true;
            }
            [one, other] if one == other => {
                self.parts.truncate(start);
                self.none = true;
            }
            [_, _] => self.ends.push(self.parts.len()),
            _ => self.end_many(start),
        }
    }
}

impl<const B: usize, const N: usize, const PER: usize> WordBatch<B, N, PER> {
    fn new(layout: KeyLayout<B, N, PER>, kind: Kind) -> WordBatch<B, N, PER> {
        WordBatch {
            layout,
            single: Vec::with_capacity(BATCH + LONGEST * LONGEST),
            parts: Vec::new(),
            ends: Vec::new(),
            starts: Vec::new(),
            facts: Vec::new(),
            none: false,
            lacks: false,
            kind,
            words: Vec::new(),
        }
    }

    /// Ends an option of three words or more; equal ones cancel.
    fn end_many(&mut self, start: usize) {
        self.parts[start..].sort_unstable();
        let mut kept = start;
        for at in start..self.parts.len() {
            if kept > start && self.parts[kept - 1] == self.parts[at] {
                kept -= 1;
            } else {
                self.parts[kept] = self.parts[at];
                kept += 1;
            }
        }
        self.parts.truncate(kept);
        if kept == start { self.none = true } else { self.ends.push(kept) }
    }
}

/// The check of a claim, with words and keys of some widths.
struct PlaneCheck<'g, const B: usize, const N: usize, const PER: usize> {
    kind: Kind,
    /// Whether words may be rings.
    ring: bool,
    moves: RowMoves,
    letters: &'g [char],
    layout: KeyLayout<B, N, PER>,
    table: WordTable<N, KeyLayout<B, N, PER>>,
    /// Facts that enter the table together.
    pending: Vec<([u64; N], u64)>,
    /// Where their buckets begin.
    starts: Vec<usize>,
    /// The fact about the word without letters, if there is one.
    empty: Option<u64>,
}

fn run<const B: usize, const N: usize, const PER: usize>(
    game: &CheckedGame<'_>,
    moves: RowMoves,
    facts: ClaimFacts<'_>,
    asked: &mut CheckNeeds<'_>,
    poll: &mut Poll<'_>,
) -> Result<bool, Enough> {
    let layout: KeyLayout<B, N, PER> = KeyLayout { longest: facts.longest };
    let mut counts = RegionCounts::new(layout);
    let mut counted = Ok(true);
    (facts.each)(&mut |planes, ring, _| {
        counted = poll.step().map(|()| {
            let planes = own(planes);
            if let Some(planes) = planes {
                // Rings are recorded by their greatest rotation.
                let turns = ring && Word::new(planes, ring).is_whole(facts.letters.len());
                counts.add(&layout.key(if turns { greatest(planes) } else { planes }, ring));
            }
            planes.is_some()
        });
        if matches!(counted, Ok(true)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !counted? {
        return Ok(false);
    }
    let Some(table) = WordTable::new(counts, facts.count, asked.met.is_some(), game.most_bytes) else {
        return Ok(false);
    };
    let mut check = PlaneCheck {
        kind: game.kind,
        ring: game.ring,
        moves,
        letters: facts.letters,
        layout,
        table,
        pending: Vec::new(),
        starts: Vec::new(),
        empty: None,
    };
    let mut copied = Ok(true);
    (facts.each)(&mut |planes, ring, fact| {
        copied = poll.step().map(|()| own(planes).is_some_and(|planes| check.record(planes, ring, fact)));
        if matches!(copied, Ok(true)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !(copied? && check.flush()) {
        return Ok(false);
    }
    if !asked.start.iter().all(|(component, fact)| check.look(component) == Some(*fact)) {
        return Ok(false);
    }
    check.verify(asked, poll)?;
    if let Some(met) = &mut asked.met {
        let PlaneCheck { layout, table, letters, .. } = &check;
        table.each_met(poll, |key| met(&component(letters, &layout.word(&key))))?;
    }
    Ok(true)
}

impl<const B: usize, const N: usize, const PER: usize> PlaneCheck<'_, B, N, PER> {
    /// Records a fact. Returns false if the claim is left to the plain meaning.
    #[inline(always)]
    fn record(&mut self, planes: [u64; B], ring: bool, fact: u64) -> bool {
        let word = Word::new(planes, ring);
        if ring && !self.ring || word.length > self.layout.longest || !word.is_whole(self.letters.len()) {
            return false;
        }
        if word.length == 0 {
            return *self.empty.get_or_insert(fact) == fact;
        }
        let planes = if ring { greatest(planes) } else { planes };
        self.pending.push((self.layout.key(planes, ring), fact));
        self.pending.len() < BATCH || self.flush()
    }

    /// Enters the pending facts into the table. Returns false if the claim is left to the plain
    /// meaning.
    fn flush(&mut self) -> bool {
        self.table.load(self.pending.iter().map(|(key, _)| key), &mut self.starts);
        let mut pending = self.pending.drain(..).zip(&self.starts);
        pending.all(|((key, fact), &start)| matches!(self.table.record_from(start, key, fact), Ok(true)))
    }

    /// The key of a component; `None` if it cannot be recorded.
    fn key(&self, component: &Component) -> Option<[u64; N]> {
        let (word, ring) = match component {
            Component::Row(word) => (word, false),
            Component::Ring(word) => (word, true),
            _ => return None,
        };
        let mut planes = [0; B];
        pack(word, self.letters, self.layout.longest, &mut planes)?;
        let planes = if ring { greatest(planes) } else { planes };
        Some(self.layout.key(planes, ring))
    }

    /// The fact about a component, which is looked up from now on.
    fn look(&self, component: &Component) -> Option<u64> {
        let key = self.key(component)?;
        if key == [0; N] {
            return self.empty;
        }
        let (place, fact) = self.table.find(&key)?;
        self.table.meet(place);
        Some(fact)
    }

    fn verify(&self, asked: &mut CheckNeeds<'_>, poll: &mut Poll<'_>) -> Result<(), Enough> {
        let worker = || {
            let (mut batch, mut removals) = (WordBatch::new(self.layout, self.kind), Removals::new());
            move |places: Range<usize>, poll: &mut Poll<'_>| {
                let mut part = PartEnd::new();
                for place in places {
                    let Some((key, fact)) = self.table.at(place) else { continue };
                    part.sample.mix(key);
                    part.sample.mix([fact]);
                    self.expand((place, fact), &key, &mut removals, &mut batch);
                    poll.steps(8 + self.moves.rules.listed as u32 / 4)?;
                    if batch.single.len() + batch.parts.len() >= BATCH {
                        self.resolve(&mut batch, &mut part, poll)?;
                    }
                }
                self.resolve(&mut batch, &mut part, poll)?;
                Ok(part)
            }
        };
        let places = self.table.places();
        let mut plain = |place: usize, poll: &mut Poll<'_>| self.plain_one(place, asked, poll);
        let (sample, tried) =
            in_parts(places.clone(), STRETCH, worker, &mut |at, poll| plain(at, poll).map(|_| ()), poll)?;
        if let Some(fact) = self.empty {
            (asked.plain)(&Component::Row(String::new()), fact, &mut |_| None, poll)?;
        }
        sample.verify(places.len(), tried, &mut |from| {
            self.table.entry_from(from).map_or(Ok(0), |place| self.plain_one(place, asked, poll))
        })
    }

    /// Finds the options of a word.
    fn expand(
        &self,
        (place, fact): (usize, u64),
        key: &[u64; N],
        removals: &mut Removals,
        batch: &mut WordBatch<B, N, PER>,
    ) {
        let word = self.layout.word(key);
        (batch.none, batch.lacks) = (false, false);
        let found = self.moves.options(&word, removals, batch);
        let lacks = match found {
            Ok(()) => batch.lacks,
            Err(Odd) => {
                // What is left of an option.
                batch.parts.truncate(batch.ends.last().copied().unwrap_or(0));
                true
            }
        };
        let (single, ends) = (batch.single.len(), batch.ends.len());
        batch.words.push(ExpandedWord { place, fact, single, ends, none: batch.none, lacks });
    }

    /// Looks up the options of all words of the batch, and leaves the words that are not confirmed.
    fn resolve(&self, batch: &mut WordBatch<B, N, PER>, part: &mut PartEnd, poll: &mut Poll<'_>) -> Result<(), Enough> {
        poll.steps((batch.single.len() + batch.parts.len()) as u32)?;
        self.table.load(batch.single.iter().chain(&batch.parts), &mut batch.starts);
        batch.facts.clear();
        let (of_single, of_parts) = batch.starts.split_at(batch.single.len());
        for (keys, starts) in [(&batch.single, of_single), (&batch.parts, of_parts)] {
            batch.facts.extend(keys.iter().zip(starts).map(|(key, &start)| {
                let (place, fact) = self.table.find_from(start, key)?;
                self.table.meet(place);
                Some(fact as u8)
            }));
        }
        let (of_single, of_parts) = batch.facts.split_at(batch.single.len());
        let (mut single, mut ends, mut parts) = (0, 0, 0);
        for word in &batch.words {
            let mut options = OptionFacts::new(self.kind, word.none, word.lacks);
            let facts = &of_single[single..word.single];
            if self.table.most < 64 {
                // The set stays in a register.
                let mut seen = 0;
                for fact in facts {
                    options.lacks |= fact.is_none();
                    seen |= u64::from(fact.is_some()) << (fact.unwrap_or(0) & 63);
                }
                options.seen[0] |= seen;
            } else {
                facts.iter().for_each(|fact| options.see(fact.map(u64::from)));
            }
            for &end in &batch.ends[ends..word.ends] {
                let facts = &of_parts[std::mem::replace(&mut parts, end)..end];
                let sum = facts.iter().try_fold(0, |sum, fact| Some(sum ^ u64::from((*fact)?)));
                options.see(sum);
            }
            part.tried += (word.single - single + word.ends - ends) as u64;
            (single, ends) = (word.single, word.ends);
            if !follows(self.kind, word.fact, &options) {
                part.left.push(word.place);
            }
        }
        batch.single.clear();
        batch.parts.clear();
        batch.ends.clear();
        batch.words.clear();
        Ok(())
    }

    /// Verifies the word at a place by the plain meaning.
    fn plain_one(&self, place: usize, asked: &mut CheckNeeds<'_>, poll: &mut Poll<'_>) -> Result<u64, Enough> {
        let Some((key, fact)) = self.table.at(place) else { return Ok(0) };
        let component = component(self.letters, &self.layout.word(&key));
        (asked.plain)(&component, fact, &mut |part| self.look(part), poll)
    }
}

/// So many planes; `None` if there is a letter in another one.
#[inline(always)]
fn own<const B: usize>(planes: &[u64]) -> Option<[u64; B]> {
    let (first, others) = planes.split_at(planes.len().min(B));
    let mut own = [0; B];
    own[..first.len()].copy_from_slice(first);
    others.iter().all(|&plane| plane == 0).then_some(own)
}

/// The component of a word over these letters.
fn component<const B: usize>(letters: &[char], word: &Word<B>) -> Component {
    let letter = |at| letters.get(usize::from(word.code(at)).checked_sub(1)?).copied();
    let text: String = (0..word.length).filter_map(letter).collect();
    if word.ring { least_rotation(&text) } else { Component::Row(text) }
}
