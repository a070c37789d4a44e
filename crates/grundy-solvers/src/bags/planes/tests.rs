//! Planes compared with the definition, at every level of vector code and over all shapes of a
//! layout.

use std::collections::HashMap;

use grundy_core::MexSet;

use super::*;
use fastrand::Rng;

/// Returns the values of all positions by the definition.
fn plain(counts: &[u32], takes: &[Vec<u32>]) -> HashMap<Vec<u32>, Nimber> {
    let mut all: HashMap<Vec<u32>, Nimber> = HashMap::new();
    let mut now = vec![0; counts.len()];
    loop {
        let mut seen = MexSet::new();
        for take in takes.iter().filter(|take| take.iter().zip(&now).all(|(count, there)| count <= there)) {
            let left: Vec<u32> = now.iter().zip(take).map(|(there, count)| there - count).collect();
            seen.insert(all[&left]);
        }
        all.insert(now.clone(), seen.mex());
        let Some(digit) = (0..now.len()).find(|&digit| now[digit] < counts[digit]) else { return all };
        now[..digit].fill(0);
        now[digit] += 1;
    }
}

fn agree(counts: &[u32], takes: &[Vec<u32>]) -> u64 {
    let expected = plain(counts, takes);
    let used = |letter: usize| takes.iter().any(|take| take[letter] > 0);
    for level in Level::all() {
        let mut budget = Budget::new();
        let layout = || DigitLayout::new(counts, takes).expect("few positions");
        let planes = BagPlanes::new(layout(), counts, takes, true, level, &mut budget).expect("in time");
        let lost = BagPlanes::new(layout(), counts, takes, false, level, &mut budget).expect("in time");
        for (position, &value) in &expected {
            let point = || position.iter().copied();
            assert_eq!(planes.value(point()), Some(value), "{position:?} of {counts:?} with {takes:?} by {level:?}");
            assert_eq!(planes.is_lost(point()), Some(value == Nimber::ZERO), "{position:?} by {level:?}");
            assert_eq!(lost.is_lost(point()), Some(value == Nimber::ZERO), "{position:?} by {level:?}");
        }
        let listed: Vec<Vec<u32>> = planes.each().collect();
        let free = (0..counts.len()).filter(|&letter| used(letter)).map(|letter| counts[letter] as usize + 1);
        assert_eq!(listed.len(), free.product::<usize>());
        assert_eq!(listed.len() as u64, planes.count());
        assert!(listed.iter().all(|position| expected.contains_key(position)));
        let held = budget.progress().bytes;
        assert_eq!(held, planes.bytes() + lost.bytes() + 16 * PAD as u64 + extra(&planes), "what is kept is counted");
    }
    expected.values().map(|value| value.0).max().unwrap_or(0)
}

/// Returns the bytes of the pads, which are counted with each plane of values.
fn extra(planes: &BagPlanes) -> u64 {
    8 * PAD as u64 * planes.values.as_ref().map_or(0, |values| values.len() as u64)
}

#[test]
fn random_bags_have_the_values_of_the_definition() {
    let mut random = Rng::with_seed(11);
    let mut largest = 0;
    for round in 0..700 {
        let letters = 1 + random.usize(..8);
        let mut counts = Vec::new();
        let mut states = 1;
        for _ in 0..letters {
            let bound = [1, 3, 9, 40][random.usize(..4)];
            let count = 1 + random.usize(..bound);
            if states * (count + 1) <= 4000 {
                states *= count + 1;
                counts.push(count as u32);
            }
        }
        if counts.is_empty() {
            counts.push(3);
        }
        let most = 1 + random.usize(..3);
        let takes: Vec<Vec<u32>> = (0..1 + random.usize(..if round % 5 == 0 { 40 } else { 12 }))
            .map(|_| {
                let mut take = vec![0; counts.len()];
                for _ in 0..1 + random.usize(..4) {
                    let letter = random.usize(..counts.len());
                    take[letter] = (take[letter] + 1 + random.usize(..most) as u32).min(counts[letter]);
                }
                take
            })
            .collect();
        largest = largest.max(agree(&counts, &takes));
    }
    assert!(largest >= 8, "the largest value was {largest}");
}

#[test]
fn values_over_a_plane_of_five_bits() {
    let takes: Vec<Vec<u32>> = (1..=40).flat_map(|count| [vec![count, 0], vec![0, count]]).collect();
    assert!(agree(&[40, 40], &takes) >= 40);
}

#[test]
fn lists_that_need_memory_are_refused() {
    let counts = vec![1; 30];
    let takes: Vec<Vec<u32>> = (0..30).map(|one| (0..30).map(|at| u32::from(at == one)).collect()).collect();
    let layout = || DigitLayout::new(&counts, &takes).expect("it can be numbered");
    let stopped = BagPlanes::new(layout(), &counts, &takes, true, Level::best(), &mut Budget::new().bytes(1 << 20));
    assert_eq!(stopped.err().map(|stopped| stopped.reason), Some(Reason::Memory(1 << 20)));
    let stopped =
        BagPlanes::new(layout(), &counts, &takes, false, Level::best(), &mut Budget::new().positions(1 << 14));
    assert_eq!(stopped.err().map(|stopped| stopped.reason), Some(Reason::Positions(1 << 14)));
}
