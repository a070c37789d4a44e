//! A random sample of the facts of a claim, which the plain meaning verifies too.
//!
//! The seed is a hash of the facts, so that equal claims have equal samples.

use grundy_core::hash::SplitMix;

/// The plain meaning expands at most this many random positions of a claim.
const MOST: usize = 1_000;

/// The sample ends earlier once its positions have this many options,
const MOST_OPTIONS: u64 = 1 << 14;

/// unless this part of all options that were tried is more.
const PART: u64 = 1_000;

/// The hash of the facts, which is the seed of the random numbers.
pub(crate) struct Sample(u64);

impl Sample {
    /// Begins with the offset of FNV-1a.
    pub(crate) fn new() -> Sample {
        Sample(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a fact that is these numbers to the hash.
    #[inline(always)]
    pub(crate) fn mix(&mut self, numbers: impl IntoIterator<Item = u64>) {
        for number in numbers {
            self.0 = (self.0 ^ number).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// The hash so far.
    pub(crate) fn hash(&self) -> u64 {
        self.0
    }

    /// Calls `plain` with random numbers below `end`; `tried` is the number of options that the
    /// evaluator has tried. `plain` verifies a fact and returns the number of its options.
    pub(crate) fn verify<E>(
        self,
        end: usize,
        tried: u64,
        plain: &mut dyn FnMut(usize) -> Result<u64, E>,
    ) -> Result<(), E> {
        let mut random = SplitMix(self.0);
        let most = MOST_OPTIONS.max(tried / PART);
        let mut options = 0;
        for _ in 0..MOST {
            if end == 0 || options >= most {
                break;
            }
            options += plain((random.next() >> 11) as usize % end)?;
        }
        Ok(())
    }
}
