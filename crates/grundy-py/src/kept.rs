//! The options that a function has returned, a few bytes each, so that the check reads them again
//! without Python.
//!
//! A component is kept as its distance from the one before it. The options of a position are often
//! numbered one after another, so most distances are one byte or two.

use std::num::NonZero;

use crate::names::{Id, take, unzigzag, varint, zigzag};

/// The bytes that a piece has room for, unless one position has more.
const PIECE: usize = 1 << 18;

/// The options of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionOptions {
    /// The components of all options, and whether each one is the last of its option.
    components: Vec<(Id, bool)>,
    /// Whether there is an option without components.
    ends_play: bool,
}

impl PositionOptions {
    /// Adds an option with these components.
    pub fn push(&mut self, option: &[Id]) {
        match option.split_last() {
            Some((&last, others)) => {
                self.components.extend(others.iter().map(|&part| (part, false)));
                self.components.push((last, true));
            }
            None => self.ends_play = true,
        }
    }

    /// The memory of the options, in bytes.
    pub fn held(&self) -> u64 {
        (self.components.capacity() * size_of::<(Id, bool)>()) as u64
    }

    /// Forgets all options, but keeps the memory for others.
    pub fn clear(&mut self) {
        self.components.clear();
        self.ends_play = false;
    }

    /// Visits the options: those without components are one, which comes first.
    pub fn visit<E>(&self, mut visit: impl FnMut(&[Id]) -> Result<(), E>) -> Result<(), E> {
        if self.ends_play {
            visit(&[])?;
        }
        let mut parts = Vec::new();
        for &(component, is_last) in &self.components {
            parts.push(component);
            if is_last {
                visit(&parts)?;
                parts.clear();
            }
        }
        Ok(())
    }
}

/// The options of many positions.
#[derive(Default)]
pub struct OptionStore {
    /// In pieces, so that no byte is copied when there are more.
    pieces: Vec<Vec<u8>>,
    /// The memory of the pieces, in bytes.
    held: u64,
    /// Where the options of each position begin, if they are known.
    places: Vec<Option<OptionPlace>>,
    scratch: Vec<u8>,
}

#[derive(Clone, Copy)]
struct OptionPlace {
    piece: NonZero<u32>,
    start: u32,
}

impl OptionStore {
    /// Keeps the options of a position. `positions` is how many have numbers. Returns `None` if
    /// there is no room for more.
    pub fn keep(&mut self, id: Id, options: &PositionOptions, positions: usize) -> Option<()> {
        let OptionStore { pieces, held, places, scratch } = self;
        scratch.clear();
        varint(scratch, (options.components.len() as u64) << 1 | u64::from(options.ends_play));
        let mut before = id;
        for &(component, is_last) in &options.components {
            let distance = i64::from(component.0) - i64::from(before.0);
            varint(scratch, zigzag(distance) << 1 | u64::from(is_last));
            before = component;
        }
        if pieces.last().is_none_or(|piece| piece.capacity() - piece.len() < scratch.len()) {
            let piece = Vec::with_capacity(scratch.len().max(PIECE));
            *held += piece.capacity() as u64;
            pieces.push(piece);
        }
        let piece = NonZero::new(u32::try_from(pieces.len()).ok()?)?;
        let last = pieces.last_mut()?;
        let start = u32::try_from(last.len()).ok()?;
        last.extend_from_slice(scratch);
        let at = id.0 as usize;
        if places.len() <= at {
            places.resize(positions.max(at + 1), None);
        }
        places[at] = Some(OptionPlace { piece, start });
        Some(())
    }

    /// The options of a position, if they are known.
    pub fn known(&self, id: Id) -> Option<PositionOptions> {
        let OptionPlace { piece, start } = self.places.get(id.0 as usize).copied().flatten()?;
        let mut bytes = &self.pieces[piece.get() as usize - 1][start as usize..];
        let head = take(&mut bytes);
        let mut before = i64::from(id.0);
        let component = |_| {
            let token = take(&mut bytes);
            before += unzigzag(token >> 1);
            (Id(u32::try_from(before).expect("the number of a position")), token & 1 == 1)
        };
        Some(PositionOptions { components: (0..head >> 1).map(component).collect(), ends_play: head & 1 == 1 })
    }

    /// The memory of the options, in bytes.
    pub fn held(&self) -> u64 {
        self.held + (size_of::<Option<OptionPlace>>() * self.places.capacity()) as u64
    }
}
