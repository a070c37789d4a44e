//! A cache of frames that are not on the path: frames of positions whose value is still open, and
//! spare frames for reuse.
//!
//! Generating the options of a position costs far more than reading them again, and the search
//! often returns to a position before it has a value. So the most recent frames stay in a
//! direct-mapped cache, indexed by a hash of the key, where a newer frame replaces an older one.
//! The cache is small enough for the caches of the processor.

use super::{frame::RequestFrame, value_table::mix};

/// Number of slots.
const PLACES: usize = 1 << 9;

/// The frames of a worker that are not on the path.
pub(super) struct FrameCache {
    /// Frames of positions with all their options.
    kept: Vec<Option<RequestFrame>>,
    /// The bytes of those frames.
    bytes: u64,
    /// The limit on these bytes. A frame beyond it is not kept, so that its position is expanded
    /// again.
    most_bytes: u64,
    /// Frames without a position.
    spare: Vec<RequestFrame>,
}

impl FrameCache {
    /// The limit on the bytes of a cache.
    pub(super) const MOST_BYTES: u64 = 1 << 20;

    /// Returns an empty cache of at most that many bytes; without slots if that is too little for
    /// any.
    pub(super) fn new(most_bytes: u64) -> FrameCache {
        let places = (PLACES * size_of::<Option<RequestFrame>>()) as u64;
        let places = if places <= most_bytes { PLACES } else { 0 };
        let bytes = (places * size_of::<Option<RequestFrame>>()) as u64;
        FrameCache { kept: (0..places).map(|_| None).collect(), bytes, most_bytes, spare: Vec::new() }
    }

    /// Returns the place of a position, which is that of its hash: another one with the same place
    /// is replaced.
    fn place(&mut self, key: u64) -> Option<&mut Option<RequestFrame>> {
        self.kept.get_mut(mix(key) as usize % PLACES)
    }

    /// Removes and returns the frame of a position with its options, if it is cached.
    pub(super) fn take(&mut self, key: u64) -> Option<RequestFrame> {
        let frame = self.place(key)?.take_if(|frame| frame.key == key)?;
        self.bytes -= frame.bytes();
        Some(frame)
    }

    /// Returns a frame to fill.
    pub(super) fn any(&mut self) -> RequestFrame {
        self.spare.pop().unwrap_or_else(RequestFrame::new)
    }

    /// Takes back a frame whose options are not needed again.
    pub(super) fn clear(&mut self, frame: RequestFrame) {
        self.spare.push(frame);
    }

    /// Caches a frame with all options of a position that may be requested again.
    ///
    /// A frame that would exceed the bytes is not cached, and serves as a spare one.
    pub(super) fn keep(&mut self, frame: RequestFrame) {
        let old = self.place(frame.key).and_then(Option::take);
        if let Some(old) = old {
            self.bytes -= old.bytes();
            self.spare.push(old);
        }
        let bytes = self.bytes + frame.bytes();
        let most_bytes = self.most_bytes;
        match self.place(frame.key) {
            Some(place) if bytes <= most_bytes => {
                *place = Some(frame);
                self.bytes = bytes;
            }
            _ => self.spare.push(frame),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::frame::{Goal, ProofRequest},
        *,
    };
    use crate::search::proof_number::transposition_table::{ENDLESS, ProofNumbers};

    fn frame(frame_cache: &mut FrameCache, key: u64, parts: usize) -> RequestFrame {
        let mut frame = frame_cache.any();
        let limit = ProofNumbers { disproof: ENDLESS, proof: ENDLESS };
        frame.start(ProofRequest { key, goal: Goal::Value, limit }, 1, 0);
        frame.parts.extend((0..parts as u64).map(|part| key + part));
        frame
    }

    #[test]
    fn a_frame_is_that_of_its_position() {
        let mut frame_cache = FrameCache::new(FrameCache::MOST_BYTES);
        let mut found = 0;
        for key in 1..5000 {
            let kept = frame(&mut frame_cache, key, 3);
            frame_cache.keep(kept);
            for key in [key, key / 2, key + 1] {
                let Some(kept) = frame_cache.take(key) else { continue };
                assert_eq!((kept.key, &kept.parts[..]), (key, &[key, key + 1, key + 2][..]));
                assert!(frame_cache.take(key).is_none(), "it was taken");
                frame_cache.keep(kept);
                found += 1;
            }
        }
        assert!(found >= 5000);
    }

    #[test]
    fn memory_is_bounded() {
        let mut frame_cache = FrameCache::new(FrameCache::MOST_BYTES);
        let empty = frame_cache.bytes;
        let each = frame(&mut frame_cache, 1, 10_000).bytes();
        for key in 1..5000 {
            let kept = frame(&mut frame_cache, key, 10_000);
            frame_cache.keep(kept);
            assert!(frame_cache.bytes <= FrameCache::MOST_BYTES);
        }
        let found = (1..5000).filter(|&key| frame_cache.take(key).is_some()).count() as u64;
        assert_eq!(found, (FrameCache::MOST_BYTES - empty) / each);
        assert_eq!(frame_cache.bytes, empty);
        let mut none = FrameCache::new(100);
        let kept = frame(&mut none, 1, 3);
        none.keep(kept);
        assert!(none.take(1).is_none() && none.bytes == 0);
    }
}
