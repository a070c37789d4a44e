//! Words over one letter: profiles follow one another on a path that runs into a cycle.
//!
//! The profile at each power of two is kept, and later ones are compared with it (Brent 1980). When
//! one is equal, every label on the path has been verified, and the distance is the length of the
//! cycle. The start of the cycle is found by hashes of the profiles; only the number of profiles
//! depends on them.
//!
//! Cost: one step for each profile up to at most three times their number; two profiles and 24
//! bytes for each step are held.

use grundy_core::{MexSet, hash::SplitMix};

use super::{
    Machine, Mode,
    limits::VerificationLimits,
    play::{Item, MovePlaces},
    profile::{Profile, stands, wrong},
};
use crate::error::Flaw;

/// The items of one profile, with a table of bits for lookups. It is filled and cleared item by
/// item.
struct Marked {
    /// The items, in the order in which they were marked.
    items: Vec<Item>,
    /// A bit for each item that there may be.
    marks: Vec<u64>,
    /// The exclusive ors of labels are below this power of two.
    range: usize,
    /// The number of states of the machine.
    states: usize,
}

impl Marked {
    /// An empty profile; `None` if the table does not fit into the memory.
    fn new(places: &MovePlaces<'_>, machine: &Machine, limits: &mut VerificationLimits<'_>) -> Option<Marked> {
        let (range, states) = ((machine.largest() as usize + 1).checked_next_power_of_two()?, machine.states());
        let size = places.count().checked_mul(range)?.checked_mul(states)?;
        // The table, and all items that may be marked in it.
        let bits = size as u64;
        let bytes = if bits <= 1 << 32 { bits / 8 + 12 * bits.min(1 << 24) } else { u64::MAX };
        let fits = limits.hold(bytes);
        fits.then(|| Marked { items: Vec::new(), marks: vec![0; size / 64 + 1], range, states })
    }

    /// The word and the bit of an item.
    fn at(&self, item: Item) -> (usize, u64) {
        let number = (item.place as usize * self.range + item.xor as usize) * self.states + item.state as usize;
        (number / 64, 1 << (number % 64))
    }

    /// Whether the profile has an item.
    fn has(&self, item: Item) -> bool {
        let (word, bit) = self.at(item);
        self.marks[word] & bit != 0
    }

    /// Adds an item.
    fn insert(&mut self, item: Item) {
        let (word, bit) = self.at(item);
        if self.marks[word] & bit == 0 {
            self.marks[word] |= bit;
            self.items.push(item);
        }
    }

    /// Removes all items.
    fn clear(&mut self) {
        for at in 0..self.items.len() {
            let (word, _) = self.at(self.items[at]);
            self.marks[word] = 0;
        }
        self.items.clear();
    }
}

/// Explores the path of words shorter than `upto`. Returns the number of different profiles; `None`
/// if the limits end it.
pub(super) fn path(
    places: &MovePlaces<'_>,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    limits: &mut VerificationLimits<'_>,
) -> Result<Option<u64>, Flaw> {
    let (Some(mut here), Some(mut next)) = (Marked::new(places, machine, limits), Marked::new(places, machine, limits))
    else {
        return Ok(None);
    };
    let mut prints: Vec<(u32, u64)> = Vec::new();
    let mut seen = MexSet::new();
    let mut kept: Option<(usize, Profile)> = None;
    let mut state = 0;
    places.first(machine).into_iter().for_each(|item| here.insert(item));
    while upto.is_none_or(|upto| (prints.len() as u64) < upto) {
        let at = prints.len();
        if let Some((before, (own, items))) = &kept
            && *own == state
            && items.len() == here.items.len()
            && items.iter().all(|&item| here.has(item))
        {
            let cycle = at - before;
            let enters = (0..*before).find(|&at| prints[at] == prints[at + cycle]).unwrap_or(*before);
            return Ok(Some((enters + cycle) as u64));
        }
        if at.is_power_of_two() {
            kept = Some((at, (state, here.items.clone())));
        }
        if !limits.go_on() || !limits.hold(24) {
            return Ok(None);
        }
        if !stands(places, machine, mode, state, &here.items, &mut seen) {
            return Err(wrong(state, machine));
        }
        prints.push((state, here.items.iter().fold(0, |sum, &item| print(item).wrapping_add(sum))));
        next.clear();
        places.begin(machine, state, 0, |item| next.insert(item));
        for &item in &here.items {
            places.go_on(machine, item, 0, |item| next.insert(item));
        }
        std::mem::swap(&mut here, &mut next);
        state = machine.step(state, 0);
    }
    Ok(Some(prints.len() as u64))
}

/// The hash of an item, by SplitMix64. The hash of a profile is the sum of those of its items.
fn print(Item { place, xor, state }: Item) -> u64 {
    SplitMix::hash(u64::from(place) << 48 ^ u64::from(xor) << 32 ^ u64::from(state))
}
