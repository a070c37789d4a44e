//! The encoding of a sequence and of a search for a period as bytes: lists of numbers with their
//! lengths, little-endian.
//!
//! Values that are read are assumed to be correct, if they have the right form: the caller makes
//! sure that the bytes are unchanged.

use grundy_simd::onehot::{GAP, GAP16, STRETCH};

use super::{
    Sequence, SplitMoves,
    lane::Lane,
    plan::Witness,
    planes::MOST,
    setup::Setup,
    split::ParitySplit,
    windows::{WindowAnchor, WindowIndex},
};

/// Appends a list of numbers with its length.
fn put(state: &mut Vec<u8>, numbers: &[usize]) {
    state.extend((numbers.len() as u64).to_le_bytes());
    numbers.iter().for_each(|&number| state.extend((number as u64).to_le_bytes()));
}

/// Appends bytes with their number.
fn put_bytes(state: &mut Vec<u8>, bytes: &[u8]) {
    state.extend((bytes.len() as u64).to_le_bytes());
    state.extend(bytes);
}

/// Appends numbers of two bytes with the number of all bytes.
fn put_words(state: &mut Vec<u8>, words: &[u16]) {
    put_bytes(state, &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>());
}

/// Reads a number; `None` at the end.
fn take(state: &mut &[u8]) -> Option<usize> {
    let (number, rest) = state.split_first_chunk::<8>()?;
    *state = rest;
    usize::try_from(u64::from_le_bytes(*number)).ok()
}

/// Reads a list of entries of `each` bytes.
fn take_bytes<'a>(state: &mut &'a [u8], each: usize) -> Option<&'a [u8]> {
    let length = take(state)?.checked_mul(each)?;
    let (taken, rest) = state.split_at_checked(length)?;
    *state = rest;
    Some(taken)
}

/// Reads a list of numbers of two bytes.
fn take_words(state: &mut &[u8]) -> Option<Vec<u16>> {
    let (pairs, rest) = take_bytes(state, 1)?.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect())
}

/// Reads a list of numbers.
fn take_all(state: &mut &[u8]) -> Option<Vec<usize>> {
    let mut bytes = take_bytes(state, 8)?;
    let mut all = Vec::with_capacity(bytes.len() / 8);
    while !bytes.is_empty() {
        all.push(take(&mut bytes)?);
    }
    Some(all)
}

impl Sequence {
    /// Appends all that is needed to resume; `None` if the window does not have it.
    ///
    /// The numbers of the window have one byte each, or two for a lane of planes: these are a list
    /// of their own after an empty one.
    pub(super) fn write(&self, state: &mut Vec<u8>) -> Option<()> {
        let ParitySplit { mask, turn } = self.split;
        put(state, &[mask as usize, turn.map_or(0, |turn| turn + 1)]);
        put(state, &self.rare);
        put_words(state, &self.stored);
        let counts = [self.most_stored, self.next, self.wanted, self.chunk, self.next_choice, self.slow_until];
        put(state, &counts);
        put(state, &[self.steady, self.chosen, self.planned, self.strayed, self.lane_start]);
        put(state, &[self.largest.into(), self.first_largest]);
        put(state, &self.plan.iter().map(|pair| pair.value.into()).collect::<Vec<usize>>());
        put(state, &self.plan.iter().map(|pair| pair.offset as usize).collect::<Vec<usize>>());
        put(state, &self.plan.iter().map(|pair| pair.words.into()).collect::<Vec<usize>>());
        let Some(lane) = self.lane.as_ref().filter(|_| self.stored.len() < self.next) else {
            put_bytes(state, &[]);
            return Some(());
        };
        // A longer window, if there is one, because later heaps may need it.
        let start = |reach: usize| self.next.checked_sub(reach + 1);
        let long = start(self.setup(&|| true).longest().max(lane.reach())).filter(|&from| from >= self.since);
        let window = long.and_then(|from| lane.all(from, self.next));
        let window = window.or_else(|| lane.all(start(lane.reach())?, self.next))?;
        if let Lane::Planes(_) = lane {
            put_bytes(state, &[]);
            put_words(state, &window);
        } else {
            let number = |&word: &u16| u8::try_from(word).unwrap_or(GAP);
            put_bytes(state, &window.iter().map(number).collect::<Vec<u8>>());
        }
        Some(())
    }

    /// Reads a sequence that [`Sequence::write`] has written; `None` if the bytes are malformed.
    pub(super) fn read(moves: SplitMoves, state: &mut &[u8]) -> Option<Sequence> {
        let mut sequence = Sequence::new(moves);
        let [mask, turn] = take_all(state)?[..] else { return None };
        sequence.split = ParitySplit { mask: u32::try_from(mask).ok()?, turn: turn.checked_sub(1) };
        let alike = |turn| sequence.moves.split.iter().all(|amount| amount % 2 == turn % 2);
        if mask == 0 || mask > usize::from(u16::MAX) || !sequence.split.turn.is_none_or(alike) {
            return None;
        }
        sequence.rare = take_all(state)?;
        sequence.stored = take_words(state)?;
        let [most_stored, next, wanted, chunk, next_choice, slow_until] = take_all(state)?[..] else { return None };
        let [steady, chosen, planned, strayed, lane_start] = take_all(state)?[..] else { return None };
        let [largest, first_largest] = take_all(state)?[..] else { return None };
        (sequence.most_stored, sequence.next, sequence.wanted, sequence.chunk) =
            (most_stored, next, wanted, chunk.max(STRETCH));
        (sequence.next_choice, sequence.slow_until, sequence.steady) = (next_choice, slow_until, steady);
        (sequence.chosen, sequence.planned) = (chosen, planned);
        (sequence.strayed, sequence.lane_start) = (strayed, lane_start);
        (sequence.largest, sequence.first_largest) = (u16::try_from(largest).ok()?, first_largest);
        let (values, offsets, words) = (take_all(state)?, take_all(state)?, take_all(state)?);
        for ((value, offset), words) in values.into_iter().zip(offsets).zip(words) {
            let words = u16::try_from(words).ok()?;
            sequence.plan.push(Witness { words, ..Witness::new(u16::try_from(value).ok()?, offset)? });
        }
        let narrow = take_bytes(state, 1)?;
        let sound = sequence.rare.iter().all(|&rare| rare < sequence.stored.len()) && sequence.stored.len() <= next;
        let all = sequence.stored.len() == next;
        if !sound || (all && !narrow.is_empty()) {
            return None;
        }
        if !all {
            let word = |&number: &u8| match number {
                GAP => Some(GAP16),
                0..GAP => Some(number.into()),
                _ => None,
            };
            let window =
                if narrow.is_empty() { take_words(state)? } else { narrow.iter().map(word).collect::<Option<_>>()? };
            sequence.lane = Some(sequence.lane_at(&window)?);
        }
        Some(sequence)
    }

    /// Returns the lane at the next heap with this window before it.
    fn lane_at(&mut self, window: &[u16]) -> Option<Lane> {
        let largest = window.iter().filter(|&&word| word != GAP16).max().map_or(0, |&word| usize::from(word) + 1);
        if window.is_empty() || !self.next.is_multiple_of(STRETCH) || largest > MOST {
            return None;
        }
        self.since = self.next.checked_sub(window.len())?;
        self.width = largest;
        let mut lane = Lane::new(self.setup(&|| true))?;
        if lane.reach() >= window.len() {
            // The lane needs a longer window than there is.
            lane = Lane::new(Setup { wanted: 0, ..self.setup(&|| true) })?;
        }
        let short = lane.reach() >= window.len();
        lane.restore(self.next, window).filter(|()| !short).map(|()| lane)
    }
}

impl WindowIndex {
    /// Appends the anchors and what they depend on.
    pub(super) fn write(&self, state: &mut Vec<u8>) {
        put(state, &[self.spacing, self.next, self.steady, self.reach]);
        put(state, &self.anchors.iter().map(|anchor| anchor.heap).collect::<Vec<usize>>());
        self.anchors.iter().for_each(|anchor| put_bytes(state, &anchor.numbers));
    }

    /// Reads an index that [`WindowIndex::write`] has written; `None` if the bytes are malformed.
    pub(super) fn read(state: &mut &[u8]) -> Option<WindowIndex> {
        let [spacing, next, steady, reach] = take_all(state)?[..] else { return None };
        let mut index = WindowIndex::default();
        (index.spacing, index.next, index.steady, index.reach) = (spacing, next, steady, reach);
        for heap in take_all(state)? {
            let numbers = take_bytes(state, 1)?.to_vec();
            index.restore(WindowAnchor { heap, numbers })?;
        }
        index.add_prints(0);
        Some(index)
    }
}
