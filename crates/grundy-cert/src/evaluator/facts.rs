//! The facts of a claim about typed heaps, in the order in which the claim shows them, and the walk
//! that verifies facts: by blocks, then a random sample of them by the plain meaning.

use grundy_core::Nimber;
use grundy_games::{Component, Typed, TypedRules};

use super::{Evaluator, Fact};
use crate::poll::{Halt, Poll};

/// Facts about typed heaps.
pub(crate) struct Facts<'g> {
    pub(super) rules: &'g TypedRules,
    /// The kind of each heap, the place of its sizes, and its claimed value.
    heads: Vec<(usize, usize, Nimber)>,
    sizes: Vec<u64>,
    pub(super) most_bytes: u64,
}

impl<'g> Facts<'g> {
    /// No facts yet; they may take so many bytes.
    pub(crate) fn new(rules: &'g TypedRules, most_bytes: u64) -> Facts<'g> {
        Facts { rules, heads: Vec::new(), sizes: Vec::new(), most_bytes }
    }

    /// Adds a fact. Returns false if it is not about a heap of the rules, or takes too much memory.
    #[must_use]
    pub(crate) fn push(&mut self, component: &Component, value: Nimber) -> bool {
        let Component::Typed(Typed { kind, sizes }) = component else { return false };
        let Some(place) = self.rules.kinds.iter().position(|known| known == kind) else { return false };
        self.heads.push((place, self.sizes.len(), value));
        self.sizes.extend(sizes);
        // While a list grows, the old one is there too.
        let bytes = 3 * (size_of_val(&self.heads[..]) + size_of_val(&self.sizes[..]));
        bytes as u64 <= self.most_bytes
    }

    /// The number of facts.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    /// A fact.
    pub(crate) fn fact(&self, at: usize) -> Fact<'_> {
        let (kind, from, value) = self.heads[at];
        let to = self.heads.get(at + 1).map_or(self.sizes.len(), |&(_, to, _)| to);
        Fact { kind, sizes: &self.sizes[from..to], value }
    }

    /// The component of a fact.
    pub(crate) fn component(&self, at: usize) -> Component {
        let Fact { kind, sizes, .. } = self.fact(at);
        Component::Typed(Typed { kind: self.rules.kinds[kind].clone(), sizes: sizes.to_vec() })
    }
}

/// The plain meaning expands at most so many random positions of a claim.
const SAMPLE: usize = 1_000;

/// The sample ends earlier once its positions have so many options,
const SAMPLE_OPTIONS: u64 = 1 << 14;

/// unless this part of all options is more.
const SAMPLE_PART: u64 = 1_000;

impl Evaluator<'_> {
    /// Verifies the facts in a range. `plain` verifies one by the plain meaning and returns how many
    /// options it has: where the evaluator does not confirm a fact, and at a random sample.
    pub(crate) fn verify<'f>(
        &mut self,
        range: std::ops::Range<usize>,
        fact: impl Fn(usize) -> Fact<'f>,
        plain: &mut dyn FnMut(usize, &mut Poll<'_>) -> Result<u64, Halt>,
        poll: &mut Poll<'_>,
    ) -> Result<(), Halt> {
        // FNV-1a of the claim.
        let mut seed = 0xcbf2_9ce4_8422_2325_u64;
        for at in range.clone() {
            poll.position()?;
            let fact = fact(at);
            for &number in fact.sizes.iter().chain([&fact.value.0]) {
                seed = (seed ^ number).wrapping_mul(0x100_0000_01b3);
            }
            if !self.confirms(fact, poll)? {
                plain(at, poll)?;
            }
        }
        let most = SAMPLE_OPTIONS.max(self.tried / SAMPLE_PART);
        let mut options = 0;
        for _ in 0..SAMPLE {
            if range.is_empty() || options >= most {
                break;
            }
            // Marsaglia's xorshift, which never gives 0.
            seed |= u64::from(seed == 0);
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            options += plain(range.start + (seed >> 11) as usize % range.len(), poll)?;
        }
        Ok(())
    }
}
