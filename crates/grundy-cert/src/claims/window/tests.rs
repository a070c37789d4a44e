//! The checker against brute force: whatever it accepts must be so, and nothing that is altered may
//! be accepted.

use super::*;
use crate::claims::shape::Shape;

fn ruleset(text: &str) -> Ruleset {
    grundy_games::game(text).unwrap().ruleset
}

/// The values of a game of taking and splitting, from all options.
fn plain(ruleset: &Ruleset, heaps: usize) -> Vec<u32> {
    let Shape::Breaking(game) = Shape::of(ruleset).unwrap() else { panic!("a game of taking and splitting") };
    let mut values: Vec<u32> = Vec::new();
    let mut marks = vec![0usize; 1 << 12];
    for heap in 0..heaps {
        for (&taken, parts) in game.moves.range(..=heap as u64) {
            let rest = heap - taken as usize;
            if rest == 0 && parts & 1 != 0 {
                marks[0] = heap + 1;
            }
            if rest > 0 && parts & 2 != 0 {
                marks[values[rest] as usize] = heap + 1;
            }
            if rest > 0 && parts & 4 != 0 {
                let most = if game.distinct { (rest - 1) / 2 } else { rest / 2 };
                (1..=most).for_each(|one| marks[(values[one] ^ values[rest - one]) as usize] = heap + 1);
            }
        }
        values.push(marks.iter().position(|&mark| mark != heap + 1).unwrap() as u32);
    }
    values
}

/// The claim with this period and this window, true or not, as far as its form goes.
fn claim(values: &[u32], first: usize, mask: u32, turning: bool, reach: usize, anchor: usize, period: usize) -> Window {
    let common = |heap: usize| ((values[heap] & mask).count_ones() % 2 == 1) != (turning && (heap + first) % 2 == 1);
    let rare = (0..anchor).filter(|&heap| !common(heap)).map(|heap| (heap as u64, values[heap]));
    Window {
        preperiod: (anchor - reach) as u64,
        period: period as u64,
        mask,
        turning,
        reach: reach as u64,
        largest: values[..anchor + period].iter().copied().max().unwrap(),
        rare: rare.collect(),
        states: vec![State { heap: anchor as u64, values: values[anchor - reach - 1..anchor].to_vec() }],
    }
}

/// Whether the checker accepts the claim, without threads: for thousands of small claims to start
/// them takes longer than the check. For some claims it is compared with the check in threads.
fn accepted(ruleset: &Ruleset, claim: &Window) -> bool {
    let setup = Setup::new(claim, ruleset);
    let accepted =
        setup.is_ok_and(|setup| alone(&setup, |plan, at, stop| segment(&setup, plan, at, stop), &mut || true).is_ok());
    if claim.period.is_multiple_of(8) {
        let threads = NonZero::new(3).expect("three");
        let found = claim.check_from(ruleset, (&Anew, 0), threads, &mut || true);
        assert_eq!(found == Ok(true), accepted, "in threads: {claim:?}");
    }
    accepted
}

/// The first amount taken before a split.
fn first_split(ruleset: &Ruleset) -> usize {
    let Shape::Breaking(game) = Shape::of(ruleset).unwrap() else { panic!("a game of taking and splitting") };
    game.moves.iter().find(|(_, parts)| *parts & 4 != 0).map_or(0, |(&taken, _)| taken as usize)
}

/// Every claim of the right form about a game: a stretch of values that repeats at some distance,
/// cut off at some reach.
fn claims(ruleset: &Ruleset, values: &[u32], mut visit: impl FnMut(Window)) {
    let first = first_split(ruleset);
    for period in 1..64 {
        for start in (1..220).filter(|&start| values[start - 1] != values[start - 1 + period]) {
            let length = (start..900).take_while(|&at| values[at] == values[at + period]).count();
            for (mask, turning) in (1..12).flat_map(|mask| [(mask, false), (mask, true)]) {
                let whole = claim(values, first, mask, turning, length, start + length, period);
                let rare = whole.rare.last().map_or(0, |rare| rare.0 as usize);
                // Windows about as long as they have to be, and much longer ones.
                for reach in [rare + 2, rare + 3, rare + 5, rare + 20, length / 2, length] {
                    if rare < start && (2..=length).contains(&reach) {
                        visit(claim(values, first, mask, turning, reach, start + reach, period));
                    }
                }
            }
        }
    }
}

/// Codes of games of taking and splitting.
fn codes(seed: u64, many: usize) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut below = |bound: usize| random.usize(..bound);
    let mut found = Vec::new();
    while found.len() < many {
        let digits: String = (0..1 + below(4)).map(|_| below(8).to_string()).collect();
        let text = format!("{}.{digits}", if below(4) == 0 { "4" } else { "0" });
        let Ok(rules) = grundy_games::game(&text) else { continue };
        if matches!(Shape::of(&rules.ruleset), Ok(Shape::Breaking(game)) if game.most_parts() == 2) {
            found.push(text);
        }
    }
    found
}

#[test]
fn what_is_accepted_is_true() {
    let mut met = 0;
    let known =
        ["0.71", "0.603051", "4.102", "0.4", "0.7", "0.77", "0.07", "split into 2 unequal heaps"].map(String::from);
    for text in codes(3, 40).iter().chain(&known) {
        let ruleset = ruleset(text);
        let values = plain(&ruleset, 1600);
        let mut tried = 0;
        claims(&ruleset, &values, |claim| {
            tried += 1;
            if tried < 600 && accepted(&ruleset, &claim) {
                met += 1;
                let (start, period) = (claim.preperiod as usize, claim.period as usize);
                let wrong = (start..1600 - period).find(|&at| values[at] != values[at + period]);
                assert_eq!(wrong, None, "{text} {claim:?}");
                for largest in [claim.largest - 1, claim.largest + 1] {
                    assert!(!accepted(&ruleset, &Window { largest, ..claim.clone() }), "{text} {claim:?}");
                }
            }
        });
    }
    assert!(met >= 100, "{met} claims were accepted");
}

#[test]
fn conditions_that_are_left_out_are_refused() {
    // The least window, no longer than the largest amount; here the values before it are those of
    // heaps below 1.
    let ruleset = ruleset("0.71");
    let values = plain(&ruleset, 400);
    for (reach, anchor) in [(2, 2), (2, 3), (1, 2)] {
        let mut claim = claim(&values, 1, 1, true, reach.min(anchor - 1), anchor, 4);
        claim.reach = reach as u64;
        claim.preperiod = (anchor - reach) as u64;
        assert!(!accepted(&ruleset, &claim));
    }
}

#[test]
fn altered_claims_are_refused() {
    let mut seen = 0;
    for text in codes(99, 60) {
        let ruleset = ruleset(&text);
        let values = plain(&ruleset, 1600);
        let mut one = None;
        claims(&ruleset, &values, |claim| {
            if one.is_none() && claim.preperiod > 1 && accepted(&ruleset, &claim) {
                one = Some(claim);
            }
        });
        let Some(claim) = one else { continue };
        seen += 1;
        let mut altered = vec![
            Window { preperiod: claim.preperiod + 1, ..claim.clone() },
            Window { preperiod: claim.preperiod - 1, ..claim.clone() },
            Window { period: claim.period + 1, ..claim.clone() },
            Window { period: 2 * claim.period, ..claim.clone() },
            Window { mask: claim.mask + 1, ..claim.clone() },
            Window { turning: !claim.turning, ..claim.clone() },
            Window { reach: claim.reach + 1, ..claim.clone() },
            Window { reach: claim.reach - 1, ..claim.clone() },
            Window { largest: claim.largest + 1, ..claim.clone() },
            Window { largest: claim.largest - 1, ..claim.clone() },
            Window { states: Vec::new(), ..claim.clone() },
        ];
        for at in 0..claim.rare.len() {
            let mut other = claim.clone();
            other.rare[at].1 += 1;
            altered.push(other);
            let mut other = claim.clone();
            other.rare[at].0 += 1;
            altered.push(other);
            let mut other = claim.clone();
            other.rare.remove(at);
            altered.push(other);
        }
        for at in 0..claim.states[0].values.len() {
            let mut other = claim.clone();
            other.states[0].values[at] ^= 1;
            altered.push(other);
        }
        for other in altered {
            assert!(!accepted(&ruleset, &other), "{text}: {claim:?}: {other:?}");
        }
        for heap in (0..40).chain([77, 300, 899]) {
            assert_eq!(claim.value(&ruleset, &Component::Heap(heap)), Some(Nimber(values[heap as usize].into())));
        }
        let lines = claim.to_lines();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(Window::of_lines(&lines), Ok(claim));
    }
    assert!(seen >= 2, "{seen} claims");
}

#[test]
fn a_large_heap_that_may_be_taken_whole_counts() {
    let without = "take 1 leaving 0..2 heaps, take 4 leaving 0 heaps";
    let other = plain(&ruleset(without), 5000);
    let ruleset = ruleset(&format!("{without}, take 2000 leaving 0 heaps"));
    let values = plain(&ruleset, 5000);
    assert_ne!(values[2000], other[2000]);
    assert!(!accepted(&ruleset, &claim(&other, 1, 1, true, 2000, 2005, 2)), "heap 2000 is worth 2");
    assert!(accepted(&ruleset, &claim(&values, 1, 1, true, 2000, 4001, 2)));
}

#[test]
fn numbers_of_any_size_are_refused_at_once() {
    let ruleset = ruleset("kayles");
    let values = plain(&ruleset, 400);
    let good = claim(&values, 1, 1, false, 60, 200, 12);
    for rare in [u64::MAX, u64::MAX - 1, 1 << 63] {
        let mut other = good.clone();
        other.rare = vec![(rare, 0)];
        assert!(!accepted(&ruleset, &other));
    }
    for mask in [1 << 31, 1 << 30, 0] {
        assert!(!accepted(&ruleset, &Window { mask, rare: Vec::new(), ..good.clone() }));
    }
    for period in [1 << 63, u64::MAX, 1 << 52] {
        assert!(!accepted(&ruleset, &Window { period, ..good.clone() }));
    }
}

#[test]
fn no_value_has_a_higher_rank_than_is_told() {
    let ruleset = ruleset("kayles");
    let values = plain(&ruleset, 400);
    for (mask, largest) in (1..64u32).flat_map(|mask| (mask..128).map(move |largest| (mask, largest))) {
        let mut claim = claim(&values, 1, 1, false, 60, 200, 12);
        (claim.mask, claim.largest, claim.rare) = (mask, largest, Vec::new());
        claim.states[0].values.fill(0);
        let setup = Setup::new(&claim, &ruleset).unwrap();
        let most = (0..=largest).map(|value| setup.rank(value)).max();
        assert!(most <= Some(setup.largest_rank()), "mask {mask}, largest {largest}");
    }
}

#[test]
fn the_caller_ends_a_check_with_threads_and_without_them() {
    let ruleset = ruleset("0.71");
    let values = plain(&ruleset, 1600);
    let mut some = None;
    claims(&ruleset, &values, |claim| some = some.take().or_else(|| accepted(&ruleset, &claim).then_some(claim)));
    let claim = some.expect("the game has a period");
    for threads in [1, 2].map(|threads| NonZero::new(threads).expect("some")) {
        assert_eq!(claim.check_from(&ruleset, (&Anew, 0), threads, &mut || false), Ok(false));
    }
    let setup = Setup::new(&claim, &ruleset).expect("the claim has the form of the rules");
    let each = |plan: &plan::WitnessPlan, at: usize, stop: &dyn StopSignal| segment(&setup, plan, at, stop);
    assert!(matches!(alone(&setup, each, &mut || false), Err(RunHalt::Stopped)));
}

/// What was verified, in the order of the check.
#[derive(Default)]
struct Log(Mutex<Vec<(usize, u32)>>);

impl Segments for Log {
    fn known(&self, _: usize, segment: usize) -> Option<u32> {
        self.0.lock().unwrap().iter().find(|(at, _)| *at == segment).map(|&(_, largest)| largest)
    }

    fn verified(&self, claim: usize, segment: usize, largest: u32) {
        assert_eq!((claim, self.known(claim, segment)), (3, None), "each segment is verified once");
        self.0.lock().unwrap().push((segment, largest));
    }
}

#[test]
fn a_check_resumes_with_the_segments_that_are_left() {
    let ruleset = ruleset("0.71");
    let values = plain(&ruleset, 1600);
    let mut some = None;
    claims(&ruleset, &values, |claim| some = some.take().or_else(|| accepted(&ruleset, &claim).then_some(claim)));
    let mut claim = some.expect("the game has a period");
    // A second state within the window.
    let (anchor, reach) = (claim.anchor().unwrap() as usize, claim.reach as usize);
    claim.states.push(State { heap: anchor as u64 + 1, values: values[anchor - reach..=anchor].to_vec() });
    let checked = |log: &Log, claim: &Window| claim.check_from(&ruleset, (log, 3), available(None), &mut || true);
    let log = Log::default();
    assert_eq!(checked(&log, &claim), Ok(true));
    let mut whole = log.0.lock().unwrap().clone();
    whole.sort_unstable();
    assert_eq!(whole.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [0, 1]);
    for left in [0, 1] {
        let rest = Log(Mutex::new(vec![whole[left]]));
        assert_eq!(checked(&rest, &claim), Ok(true));
        assert_eq!(*rest.0.lock().unwrap(), [whole[left], whole[1 - left]]);
    }
    // What is left is verified: the last value of a state is not that of the heap.
    let last = claim.states[1].values.last_mut().unwrap();
    *last ^= 1;
    assert!(checked(&Log(Mutex::new(vec![whole[1]])), &claim).is_err());
}
