//! A row of places, each with its number, and with the set of that number alone.

use std::{marker::PhantomData, ops::Range};

use super::Set;

/// The byte of a place without a number.
pub const GAP: u8 = 128;

/// The same among numbers of 16 bits.
pub const GAP16: u16 = 1 << 15;

/// Vectors are read beyond the last place, never farther than this many bytes.
const MARGIN: usize = 256;

/// 64 bytes that lie in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct CacheLine([u8; 64]);

/// Numbers in a row. A place may have none.
#[derive(Clone, Debug)]
pub struct Track<S> {
    lines: Vec<CacheLine>,
    numbers: Vec<u8>,
    width: PhantomData<S>,
}

impl<S: Set> Track<S> {
    /// So many places without a number.
    ///
    /// # Panics
    /// If they take more bytes than there can be.
    pub fn new(places: usize) -> Track<S> {
        let bytes = places.checked_mul(size_of::<S>()).and_then(|bytes| bytes.checked_add(MARGIN));
        let lines = bytes.expect("a track of that many places fits no memory").div_ceil(64);
        Track { lines: vec![CacheLine([0; 64]); lines], numbers: vec![GAP; places], width: PhantomData }
    }

    /// What [`Track::new`] takes, in bytes.
    pub fn bytes(places: usize) -> u64 {
        (places as u64).saturating_mul(size_of::<S>() as u64 + 1).saturating_add(MARGIN as u64 + 64)
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are `many` places from `from` on.
    pub(super) fn holds(&self, from: usize, many: usize) -> bool {
        from.checked_add(many).is_some_and(|end| end <= self.places())
    }

    /// The number of every place; [`GAP`] where there is none.
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// The number at a place.
    pub fn number(&self, place: usize) -> Option<u8> {
        Some(self.numbers[place]).filter(|&number| number != GAP)
    }

    /// Sets the number at a place, taken modulo the width.
    #[inline(always)]
    pub fn put(&mut self, place: usize, number: u8) {
        self.numbers[place] = number % S::WIDTH as u8;
        self.sets()[place] = S::one(number);
    }

    /// Takes the number at a place away.
    pub fn clear(&mut self, place: usize) {
        self.numbers[place] = GAP;
        self.sets()[place] = S::EMPTY;
    }

    /// Copies these places to others, from `to` on.
    pub fn copy(&mut self, places: Range<usize>, to: usize) {
        self.numbers.copy_within(places.clone(), to);
        self.sets().copy_within(places, to);
    }

    /// Where the sets lie.
    #[inline(always)]
    pub(super) fn base(&self) -> *const u8 {
        self.lines.as_ptr().cast()
    }

    /// The set of every place.
    #[inline(always)]
    pub(super) fn sets(&mut self) -> &mut [S] {
        // SAFETY: the lines hold a word for each place, lie at a multiple of 64, and any bytes are
        // a word.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.numbers.len()) }
    }
}
