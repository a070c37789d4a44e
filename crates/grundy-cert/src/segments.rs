//! Long checks that resume: which parts of a claim an earlier check has verified.
//!
//! Claims of windows consist of segments, each of which is verified by itself, from the values
//! before it that the claim states. A check of 10^12 heaps takes hours; with this it may be ended
//! and continued. What is known must come from an earlier check of the same certificate: the
//! checker does not compute it again.

/// The segments of the claims of one certificate that are verified.
pub trait Segments: Sync {
    /// The largest value of a segment, if an earlier check has verified it. `claim` is the place of
    /// the claim among those of the certificate.
    fn known(&self, claim: usize, segment: usize) -> Option<u32>;

    /// Notes that a segment is verified, with its largest value. Several threads may call it.
    fn verified(&self, claim: usize, segment: usize, largest: u32);
}

/// Nothing is known, and nothing is kept.
pub(crate) struct Anew;

impl Segments for Anew {
    fn known(&self, _: usize, _: usize) -> Option<u32> {
        None
    }

    fn verified(&self, _: usize, _: usize, _: u32) {}
}
