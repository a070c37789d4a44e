//! All levels against the definition, for every width.

use super::*;
use fastrand::Rng;

/// Computes numbers from the definition.
fn plain<S: Set>(pairs: &[Pair], numbers: &mut [u8], from: usize) -> usize {
    for place in from..numbers.len() {
        let mut forbidden = S::EMPTY;
        for pair in pairs {
            let other = numbers[place - pair.offset as usize];
            if other != GAP {
                forbidden |= S::one(other ^ pair.value);
            }
        }
        if forbidden == S::FULL {
            return place;
        }
        numbers[place] = (0..S::WIDTH as u8).find(|&x| forbidden & S::one(x) == S::EMPTY).unwrap();
    }
    numbers.len()
}

fn some_pairs<S: Set>(random: &mut Rng, count: usize, least: usize, most: usize) -> Vec<Pair> {
    (0..count)
        .map(|_| Pair { value: random.usize(..S::WIDTH) as u8, offset: (least + random.usize(..most - least)) as u32 })
        .collect()
}

fn every_level_agrees<S: Set>(random: &mut Rng, count: usize) {
    const START: usize = 384;
    const END: usize = START + 512;
    let mut pairs = some_pairs::<S>(random, count, 1, START);
    let many = count / 2;
    pairs.extend(some_pairs::<S>(random, many, 1, 40));
    let mut numbers = vec![GAP; END];
    for number in &mut numbers[..START] {
        *number = if random.usize(..9) == 0 { GAP } else { random.usize(..S::WIDTH) as u8 };
    }
    let before = numbers.clone();
    let end = plain::<S>(&pairs, &mut numbers, START);
    let needs = [0, 1].map(|_| (0..S::WIDTH).map(|_| S::below(random.usize(..S::WIDTH + 1))).collect::<Vec<S>>());
    let rules = Recurrence::new(&pairs, needs.clone());
    let cover_pairs = some_pairs::<S>(random, 3 * S::WIDTH / 4, 1, START);
    let cover = Cover::new::<S>(&cover_pairs);
    for level in Level::all() {
        let mut track = Track::<S>::new(END);
        (0..START).filter(|&place| before[place] != GAP).for_each(|place| track.put(place, before[place]));
        // The numbers from the start on must not matter.
        (START..END).for_each(|place| track.put(place, random.usize(..S::WIDTH) as u8));
        let mut needed = Vec::new();
        assert_eq!(rules.run(level, &mut track, START, END, &mut needed), end, "{level:?}");
        assert_eq!(track.numbers()[..end], numbers[..end], "{level:?}");
        let asked: Vec<S> = (START..end).map(|place| needs[place & 1][usize::from(numbers[place])]).collect();
        assert_eq!(needed, asked);
        needed.truncate((end - START) / STRETCH * STRETCH);
        let mut missing = Vec::new();
        cover.uncovered(level, &track, START, &needed, &mut missing);
        let mut expected = Vec::new();
        for (place, &needed) in (START..).zip(&needed) {
            let mut left = needed;
            for pair in &cover_pairs {
                let other = numbers[place - pair.offset as usize];
                if other != GAP {
                    left = left & !S::one(other ^ pair.value);
                }
            }
            if left != S::EMPTY {
                expected.push((place, left));
            }
        }
        assert_eq!(missing, expected, "{level:?}");
    }
}

#[test]
fn every_level_agrees_with_the_definition() {
    let mut random = Rng::with_seed(5);
    for round in 0..60 {
        every_level_agrees::<u16>(&mut random, 2 + round % 9);
        every_level_agrees::<u32>(&mut random, 2 + round % 19);
        every_level_agrees::<u64>(&mut random, 2 + round % 40);
        every_level_agrees::<u128>(&mut random, 2 + round % 70);
    }
}

fn scans_agree<S: Set>(random: &mut Rng) {
    let mut numbers: Vec<u8> = (0..1000).map(|_| random.usize(..S::WIDTH) as u8).collect();
    (0..100).for_each(|_| numbers[random.usize(..1000)] = GAP);
    let runs: Vec<([u8; 64], u32)> = (0..3)
        .map(|_| {
            (
                std::array::from_fn(|_| if random.usize(..9) == 0 { GAP } else { random.usize(..S::WIDTH) as u8 }),
                64 + random.usize(..800) as u32,
            )
        })
        .collect();
    let missing = S::below(1 + random.usize(..S::WIDTH));
    let mut expected = missing;
    for (run, before) in &runs {
        for (place, &one) in run.iter().enumerate() {
            let other = numbers[1000 - *before as usize + place];
            if other != GAP && one != GAP {
                expected = expected & !S::one(one ^ other);
            }
        }
    }
    for level in Level::all() {
        assert_eq!(scan(level, &runs, &numbers, 1000, missing), expected, "{level:?}");
    }
}

#[test]
fn scans_agree_with_the_definition() {
    let mut random = Rng::with_seed(11);
    for _ in 0..200 {
        scans_agree::<u16>(&mut random);
        scans_agree::<u32>(&mut random);
        scans_agree::<u64>(&mut random);
        scans_agree::<u128>(&mut random);
    }
}

#[test]
fn sets_shift_by_their_members() {
    assert_eq!(0b0110u16.shifted(3), 0b0110);
    assert_eq!(1u128.shifted(127), 1 << 127);
    assert_eq!(u64::below(64), u64::MAX);
    assert_eq!(u64::FULL.least_absent(), 64);
    assert_eq!(0u32.least(), 32);
}

#[test]
fn wide_scans_agree_with_the_definition() {
    let mut random = Rng::with_seed(12);
    for round in 0..400 {
        let most = [3, 130, 300, 1000, 30_000][round % 5];
        let mut some = |many: usize| -> Vec<u16> {
            (0..many).map(|_| if random.usize(..9) == 0 { GAP16 } else { random.usize(..most) as u16 }).collect()
        };
        let numbers = some(900);
        let runs: Vec<([u16; 32], u32)> =
            (0..3).map(|at| (some(32).try_into().unwrap(), 32 + 250 * at as u32)).collect();
        let missing = some(60).into_iter().filter(|&number| number != GAP16).collect::<Vec<u16>>();
        let yields = |wanted: u16| {
            runs.iter().any(|(run, before)| {
                run.iter()
                    .zip(&numbers[900 - *before as usize..])
                    .any(|(&one, &other)| one != GAP16 && other != GAP16 && one ^ other == wanted)
            })
        };
        let expected: Vec<u16> = missing.iter().copied().filter(|&number| !yields(number)).collect();
        for level in Level::all() {
            let mut left = missing.clone();
            scan16(level, &runs, &numbers, 900, &mut left);
            assert_eq!(left, expected, "{level:?}");
        }
    }
}

fn unions_agree<S: Set>(random: &mut Rng) {
    let mut track = Track::<S>::new(640);
    for place in (0..640).filter(|place| place % 7 != 3) {
        track.put(place, random.usize(..S::WIDTH) as u8);
    }
    let pairs: Vec<Pair> = (0..1 + random.usize(..60))
        .map(|_| Pair { value: random.usize(..S::WIDTH) as u8, offset: (BLOCK + random.usize(..400)) as u32 })
        .collect();
    let from = 512 + BLOCK * random.usize(..4);
    let expected: Vec<S> = (from..from + BLOCK)
        .map(|place| {
            let own = pairs.iter().filter_map(|pair| Some(track.number(place - pair.offset as usize)? ^ pair.value));
            own.fold(S::EMPTY, |set, number| set | S::one(number))
        })
        .collect();
    for level in Level::all() {
        assert_eq!(Union::new::<S>(&pairs).at(level, &track, from).to_vec(), expected, "{level:?}");
    }
}

#[test]
fn unions_agree_with_the_definition() {
    let mut random = Rng::with_seed(13);
    for _ in 0..60 {
        unions_agree::<u16>(&mut random);
        unions_agree::<u32>(&mut random);
        unions_agree::<u64>(&mut random);
        unions_agree::<u128>(&mut random);
    }
}
