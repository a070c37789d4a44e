//! The set of the values that the options of one heap have.

use grundy_simd::Level;

use super::{
    pairs::Pairs,
    planes::{BlockPlanes, MOST_VALUES},
    table::SPARE,
};

/// The values that the options of one heap have: one byte a value. Values are below a bound, a
/// power of two, which sums of values do not leave. Bytes from [`SPARE`] or the bound on are
/// written for options that are left out.
pub(super) struct SeenBytes {
    pub bytes: Vec<u8>,
    /// Every value of the table is below this.
    pub bound: usize,
    /// Whether a byte below the bound may be set.
    pub used: bool,
    /// The vector instructions of this machine.
    pub level: Level,
    /// Where the values of the table are, if options may be blocks of it and there are few values.
    pub planes: Option<BlockPlanes>,
    /// What values pairs of heaps have, if options are triples and there are few values.
    pub pairs: Option<Pairs>,
}

impl SeenBytes {
    pub fn new(mut planes: Option<BlockPlanes>, pairs: Option<Pairs>) -> SeenBytes {
        planes.iter_mut().for_each(|planes| planes.restart(1));
        SeenBytes { bytes: vec![0; 2 * SPARE], bound: 1, used: false, level: Level::best(), planes, pairs }
    }

    /// Makes room for one value more than the bound allows.
    pub fn grow(&mut self) {
        self.bound *= 2;
        match &mut self.planes {
            Some(planes) if self.bound <= MOST_VALUES => planes.restart(self.bound),
            planes => *planes = None,
        }
        self.pairs = self.pairs.take().and_then(|pairs| pairs.widened(self.bound));
        if self.bound > SPARE {
            self.bytes = vec![0; 2 * self.bound];
        }
    }

    pub fn clear(&mut self) {
        if self.used {
            self.bytes[..self.bound].fill(0);
            self.used = false;
        }
    }

    /// The least value from `from` on that is not seen; the bound if there is none below it.
    pub fn mex(&self, from: usize) -> usize {
        if !self.used {
            return from;
        }
        let mut at = from;
        while let Some(chunk) = self.bytes[..self.bound].get(at..at + 16) {
            if chunk.iter().all(|&byte| byte != 0) {
                at += 16;
            } else {
                break;
            }
        }
        let rest = &self.bytes[at.min(self.bound)..self.bound];
        at + rest.iter().take_while(|&&byte| byte != 0).count()
    }
}
