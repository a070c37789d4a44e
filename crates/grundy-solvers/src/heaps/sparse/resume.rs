//! A sequence that resumes from known values.

use super::{Sequence, TakingGame, split::ParitySplit};

impl Sequence {
    /// Returns a sequence that resumes from the values of the heaps 0, 1, 2, ..; it assumes that
    /// they are correct.
    pub fn resume(moves: TakingGame, values: Vec<u16>) -> Sequence {
        let mut sequence = Sequence::new(moves);
        if values.is_empty() {
            return sequence;
        }
        sequence.split = ParitySplit::best(&sequence.moves, &values).0;
        let split = sequence.split;
        sequence.rare = (0..values.len()).filter(|&heap| !split.common(heap, values[heap].into())).collect();
        sequence.next = values.len();
        (sequence.steady, sequence.chosen) = (values.len(), values.len());
        sequence.next_choice = values.len().saturating_mul(4).max(256);
        sequence.kept = values;
        sequence.measure(0);
        sequence.wait();
        sequence.change();
        sequence
    }
}
