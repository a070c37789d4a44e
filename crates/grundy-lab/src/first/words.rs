//! The first word with a label of a wanted kind, read off a machine without a list of words.
//!
//! The states that words of a length reach follow from those of the length before. Where one of
//! them has a wanted label, the least word of that length is spelled from its beginning: each
//! letter is the least after which such a state is still reached. The label of a ring does not
//! depend on where reading begins, so the least word with a label is the least rotation of its
//! ring. Cost: one pass over the machine for each length, and a bit for each state and letter of
//! the word.

use grundy::{Budget, Stopped, cert::Machine};

/// The lengths of words that are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    /// The first.
    pub from: u64,
    /// The last.
    pub to: u64,
    /// No longer word is spelled.
    pub longest: u64,
    /// Whether what is wanted of a label is the same for all lengths.
    pub alike: bool,
}

/// The first word.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Its letters, by number.
    Found(Vec<usize>),
    /// It has this length, which is too long to spell.
    Long(u64),
    /// No word of these lengths has such a label.
    None,
}

/// The first word whose label is wanted: `wanted` gets a length and a label.
///
/// If what is wanted does not depend on the length, as many lengths as the machine has states
/// suffice: a state that is reached at all is reached by a word without a repeated state.
pub(super) fn first<E: From<Stopped>>(
    machine: &Machine,
    lengths: Lengths,
    budget: &mut Budget,
    mut wanted: impl FnMut(u64, u32) -> Result<bool, E>,
) -> Result<Word, E> {
    let mut now = vec![false; machine.states()];
    now[0] = true;
    for _ in 0..lengths.from {
        now = after(machine, &now, budget)?;
    }
    // Every state that is reached at all is reached within this many steps.
    let last = match lengths.alike {
        true => lengths.to.min(lengths.from.saturating_add(machine.states() as u64)),
        false => lengths.to,
    };
    for length in lengths.from..=last {
        let mut goals = vec![false; machine.states()];
        for state in (0..machine.states()).filter(|&state| now[state]) {
            goals[state] = wanted(length, machine.labels[state])?;
        }
        if goals.contains(&true) {
            if length > lengths.longest {
                return Ok(Word::Long(length));
            }
            return Ok(Word::Found(spelled(machine, goals, length, budget)?));
        }
        now = after(machine, &now, budget)?;
    }
    Ok(Word::None)
}

/// The states after one more letter.
fn after(machine: &Machine, states: &[bool], budget: &mut Budget) -> Result<Vec<bool>, Stopped> {
    budget.charge(u32::try_from(machine.next.len()).unwrap_or(u32::MAX))?;
    let mut next = vec![false; states.len()];
    for (row, _) in machine.next.chunks(machine.letters).zip(states).filter(|(_, reached)| **reached) {
        row.iter().for_each(|&goal| next[goal as usize] = true);
    }
    Ok(next)
}

/// The least word of a length that ends in one of these states.
fn spelled(machine: &Machine, goals: Vec<bool>, length: u64, budget: &mut Budget) -> Result<Vec<usize>, Stopped> {
    budget.hold(length.saturating_mul(machine.states() as u64))?;
    // For each number of letters that are left, the states from which a goal is reached.
    let mut layers = vec![goals];
    for left in 1..=length as usize {
        budget.charge(u32::try_from(machine.next.len()).unwrap_or(u32::MAX))?;
        let reaches = |row: &[u32]| row.iter().any(|&goal| layers[left - 1][goal as usize]);
        let layer = machine.next.chunks(machine.letters).map(reaches).collect();
        layers.push(layer);
    }
    let (mut word, mut state) = (Vec::with_capacity(length as usize), 0);
    for layer in layers[..length as usize].iter().rev() {
        let row = &machine.next[state * machine.letters..][..machine.letters];
        let Some(letter) = row.iter().position(|&goal| layer[goal as usize]) else { break };
        state = row[letter] as usize;
        word.push(letter);
    }
    Ok(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(machine: &Machine, from: u64, to: u64, wanted: impl Fn(u64, u32) -> bool) -> Word {
        let lengths = Lengths { from, to, longest: 1 << 20, alike: false };
        let found =
            first(machine, lengths, &mut Budget::new(), |length, label| Ok::<_, Stopped>(wanted(length, label)));
        found.expect("there is no limit")
    }

    /// The first word by a walk over all of them.
    fn plain(machine: &Machine, from: u64, to: u64, wanted: impl Fn(u64, u32) -> bool) -> Word {
        for length in from..=to {
            for code in 0..1u32 << length {
                let word: Vec<u16> = (0..length).rev().map(|at| (code >> at & 1) as u16).collect();
                if wanted(length, machine.label(&word) as u32) {
                    return Word::Found(word.into_iter().map(usize::from).collect());
                }
            }
        }
        Word::None
    }

    #[test]
    fn the_first_word_is_that_of_a_plain_walk() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut below = |end: u64| random.u64(..end);
        for _ in 0..40 {
            let states = 1 + below(8);
            let labels = (0..states).map(|_| below(6) as u32).collect();
            let next = (0..2 * states).map(|_| below(states) as u32).collect();
            let machine = Machine { letters: 2, labels, next };
            for from in [0, 1, 4] {
                for label in 0..6 {
                    let is = |_: u64, own: u32| own == label;
                    assert_eq!(search(&machine, from, 9, is), plain(&machine, from, 9, is), "{machine:?}");
                    let late = |length: u64, own: u32| own > label && length % 3 == 2;
                    assert_eq!(search(&machine, from, 9, late), plain(&machine, from, 9, late), "{machine:?}");
                }
            }
        }
    }

    #[test]
    fn a_search_without_end_ends() {
        let machine = Machine { letters: 1, labels: vec![0, 1], next: vec![1, 0] };
        let lengths = Lengths { from: 7, to: u64::MAX, longest: 10, alike: true };
        let none = first(&machine, lengths, &mut Budget::new(), |_, label| Ok::<_, Stopped>(label == 2));
        assert_eq!(none.expect("there is no limit"), Word::None);
        let own = Lengths { alike: false, ..lengths };
        let long = first(&machine, own, &mut Budget::new(), |length, _| Ok::<_, Stopped>(length == 11));
        assert_eq!(long.expect("there is no limit"), Word::Long(11));
    }
}
