//! The sequence compared with the meaning of the rules, and with a plain program that tries every
//! split.

use grundy_cert::Window;
use grundy_core::{Game, MexSet, Nimber};
use grundy_games::{Component, HeapRules, Ruleset};
use grundy_simd::Level;

use super::{
    windows::{Recomputed, WindowIndex},
    *,
};
use crate::support::budget::Budget;

fn rules(text: &str) -> HeapRules {
    match grundy_games::game(text).unwrap().ruleset {
        Ruleset::Heap(rules) => rules,
        _ => panic!("{text} is a game of plain heaps"),
    }
}

/// Returns the values by the meaning of the rules.
fn meant(rules: &HeapRules, heaps: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    let mut seen = MexSet::new();
    for heap in 0..heaps as u64 {
        seen.clear();
        rules
            .options(&heap, |parts| {
                seen.insert(Nimber(parts.iter().fold(0, |sum, &part| sum ^ u64::from(values[part as usize]))));
                Ok::<(), grundy_core::Fault>(())
            })
            .unwrap();
        values.push(u16::try_from(seen.mex().0).unwrap());
    }
    values
}

/// Returns the values from all splits, with marks.
fn plain(moves: &SplitMoves, heaps: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    let mut marks = vec![0u32; 1 << 16];
    for heap in 0..heaps {
        let turn = heap as u32 + 1;
        if moves.whole.contains(&heap) {
            marks[0] = turn;
        }
        for &taken in moves.take.iter().filter(|&&taken| taken < heap) {
            marks[usize::from(values[heap - taken])] = turn;
        }
        for &taken in moves.split.iter().filter(|&&taken| taken < heap) {
            let rest = heap - taken;
            let most = if moves.distinct { (rest - 1) / 2 } else { rest / 2 };
            (1..=most).for_each(|small| marks[usize::from(values[small] ^ values[rest - small])] = turn);
        }
        values.push(marks.iter().position(|&mark| mark != turn).unwrap() as u16);
    }
    values
}

/// Returns the values of the sequence; lanes begin at `lanes`, and `stored` values are stored.
fn found(moves: &SplitMoves, heaps: usize, level: Level, lanes: usize, stored: usize) -> Vec<u16> {
    let mut sequence = Sequence::with(moves.clone(), level, stored);
    sequence.slow_until = lanes;
    sequence.most_stored = stored;
    let mut values = Vec::new();
    let mut budget = Budget::new();
    while sequence.end() < heaps {
        let stretch = sequence.step(heaps, &mut budget).unwrap();
        assert_eq!(stretch.from, values.len());
        sequence.append(stretch, &mut values);
    }
    values.truncate(heaps);
    values
}

/// Asserts that values agree; reports their first difference.
fn agree(found: &[u16], expected: &[u16], what: &str) {
    let first = found.iter().zip(expected).position(|(found, expected)| found != expected);
    assert_eq!((found.len(), first), (expected.len(), None), "{what}");
}

fn some_code(random: &mut fastrand::Rng) -> String {
    let mut below = |bound: u64| random.u64(..bound);
    let digits = 1 + below(5);
    let first = if below(3) == 0 { "4." } else { "0." };
    first.to_string() + &(0..digits).map(|_| below(8).to_string()).collect::<String>()
}

#[test]
fn random_codes_agree_with_their_meaning() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut lanes = 0;
    for round in 0..300 {
        let text = some_code(&mut random);
        let Ok(game) = grundy_games::game(&text) else { continue };
        let Ruleset::Heap(rules) = game.ruleset else { panic!("{text}") };
        let Some(moves) = SplitMoves::of(&rules) else { continue };
        let expected = plain(&moves, 2000);
        if round % 10 == 0 {
            agree(&expected[..400], &meant(&rules, 400), &text);
        }
        for level in Level::all() {
            agree(&found(&moves, 2000, level, 768, 1 << 20), &expected, &format!("{text} {level:?}"));
        }
        lanes += 1;
    }
    assert!(lanes > 200, "{lanes} codes");
}

/// A witness at a greater distance than any before, and more numbers than the sets have room for,
/// do not need all values again.
#[test]
fn windows_and_sets_grow_without_all_values() {
    for text in ["0.106", "0.104", "0.054", "0.354", "0.6"] {
        let moves = SplitMoves::of(&rules(text)).unwrap();
        let heaps = if text == "0.6" { 100_000 } else { 300_000 };
        let mut budget = Budget::new();
        let mut plain = Sequence::with(moves.clone(), Level::best(), 1 << 20);
        let mut sequence = Sequence::with(moves.clone(), Level::best(), 0);
        let (mut values, mut expected) = (Vec::new(), Vec::new());
        let (mut reach, mut width, mut grown) = (0, 0, 0);
        while sequence.end() < heaps {
            let stretch = sequence.step(heaps, &mut budget).unwrap();
            sequence.append(stretch, &mut values);
            let lane = sequence.lane.as_ref().filter(|_| sequence.stored.len() < sequence.next);
            if let Some(lane) = lane
                && grown == 0
            {
                (reach, width, grown) = (lane.reach(), lane.width(), 1);
                sequence.wanted = lane.reach() + 5000;
            } else if lane.is_some_and(|lane| lane.reach() >= reach + 5000) && grown == 1 {
                grown = 2;
                sequence.width = lane.map_or(0, lane::Lane::width) + 1;
            }
        }
        let lane = sequence.lane.as_ref().unwrap();
        assert!(lane.reach() >= reach + 5000 && lane.width() > width, "{text}: {} {}", lane.reach(), lane.width());
        assert!(sequence.stored.len() <= 1 << 16, "{text}: {} values are stored", sequence.stored.len());
        while plain.end() < heaps {
            let stretch = plain.step(heaps, &mut budget).unwrap();
            plain.append(stretch, &mut expected);
        }
        values.truncate(heaps);
        expected.truncate(heaps);
        agree(&values, &expected, text);
    }
}

/// After a heap that needed all values, all except for the first ones are dropped again.
#[test]
fn values_that_are_kept_for_one_heap_are_dropped() {
    let moves = SplitMoves::of(&rules("0.104")).unwrap();
    let mut budget = Budget::new();
    let mut sequence = Sequence::with(moves.clone(), Level::best(), 0);
    let mut values = Vec::new();
    let mut most = 0;
    while sequence.end() < 300_000 {
        let stretch = sequence.step(300_000, &mut budget).unwrap();
        sequence.append(stretch, &mut values);
        if sequence.end() >= 100_000 && most == 0 {
            let end = sequence.end();
            sequence.store_all(end, &mut budget).unwrap();
            assert_eq!((sequence.end(), sequence.stored.len()), (end, end));
        }
        most = most.max(if sequence.end() >= 100_000 { sequence.stored.len() } else { 0 });
    }
    assert!((100_000..300_000).contains(&most) && sequence.stored.len() < 50_000, "{most} {}", sequence.stored.len());
    assert!(budget.progress().bytes < 4 << 20, "{} bytes", budget.progress().bytes);
    values.truncate(300_000);
    agree(&values, &found(&moves, 300_000, Level::best(), 1 << 14, 1 << 20), "0.104");
}

#[test]
fn known_games_agree_with_the_plain_program() {
    for text in
        ["0.104", "0.054", "0.16", "0.127", "0.354", "4.064", "0.205", "0.6", "0.15", "split into 2 unequal heaps"]
    {
        let moves = SplitMoves::of(&rules(text)).unwrap();
        let expected = plain(&moves, 8000);
        agree(&found(&moves, 8000, Level::best(), 1024, 1 << 20), &expected, text);
        // With few values stored, the sequence is computed again if a rare heap is found late.
        agree(&found(&moves, 8000, Level::best(), 1024, 1024), &expected, text);
    }
}

#[test]
fn long_sequences_agree_with_the_plain_program() {
    let heaps = if cfg!(debug_assertions) { 25_000 } else { 120_000 };
    for text in ["0.54", "0.356", "4.3", "0.054", "0.376", "0.104", "0.7", "4.406", "0.165"] {
        let moves = SplitMoves::of(&rules(text)).unwrap();
        agree(&found(&moves, heaps, Level::best(), 1 << 14, 1 << 20), &plain(&moves, heaps), text);
    }
}

#[test]
fn levels_agree_far_out() {
    for text in ["0.104", "0.054", "0.354", "0.376"] {
        let moves = SplitMoves::of(&rules(text)).unwrap();
        let best = found(&moves, 60_000, Level::best(), 1 << 14, 20_000);
        for level in Level::all() {
            agree(&found(&moves, 60_000, level, 1 << 14, 1 << 20), &best, &format!("{text} {level:?}"));
        }
    }
}

/// Games whose common values have 129 to 600 numbers, at every level: planes.
#[test]
fn many_common_values_agree_with_the_plain_program() {
    let heaps = if cfg!(debug_assertions) { 12_000 } else { 40_000 };
    for text in ["0.6", "0.166", "4.404", "0.245", "0.007", "0.0142"] {
        let moves = SplitMoves::of(&rules(text)).unwrap();
        let expected = plain(&moves, heaps);
        for level in Level::all() {
            agree(&found(&moves, heaps, level, 8192, 1 << 20), &expected, &format!("{text} {level:?}"));
        }
        agree(&found(&moves, heaps, Level::best(), 8192, 8192), &expected, text);
    }
}

/// Lanes of planes are used where they are meant to be.
#[test]
fn officers_are_computed_in_planes() {
    let mut sequence = Sequence::new(SplitMoves::of(&rules("0.6")).unwrap());
    let mut budget = Budget::new();
    while sequence.end() < 40_000 {
        sequence.step(40_000, &mut budget).unwrap();
    }
    assert!(matches!(sequence.lane, Some(lane::Lane::Planes(_))));
    assert_eq!((sequence.rare(), sequence.value(39_999)), (1584, sequence.stored.get(39_999).copied()));
}

/// Values have 16 bits; a larger one is refused, never truncated.
#[test]
fn values_over_65535_are_refused() {
    let mut sequence = Sequence::new(SplitMoves::of(&rules("0.6")).unwrap());
    sequence.push(65_535).unwrap();
    let refused = sequence.push(65_536).unwrap_err().to_string();
    assert!(refused.contains("a value over 65535"), "{refused}");
    assert_eq!(sequence.stored, [65_535]);
}

#[test]
fn other_games_are_refused() {
    for text in ["octal 0.333", "take 1..3", "hex 0.8", "split into 3 heaps", "nim"] {
        assert_eq!(SplitMoves::of(&rules(text)), None, "{text}");
    }
}

/// Returns the claim about the period of a game, found by the window search alone.
fn window(text: &str) -> (Ruleset, Window) {
    let ruleset = grundy_games::game(text).unwrap().ruleset;
    let Ruleset::Heap(rules) = &ruleset else { panic!("{text} is a game of plain heaps") };
    let mut sequence = Sequence::new(SplitMoves::of(rules).unwrap());
    let mut index = WindowIndex::default();
    let mut budget = Budget::new();
    loop {
        let stretch = sequence.step(1 << 20, &mut budget).unwrap();
        assert!(sequence.end() < 1 << 20, "{text}");
        if let Some(found) = index.see(&sequence, stretch, &mut budget).unwrap()
            && let Some(claim) = index.claim(&sequence, found, &mut budget).unwrap()
        {
            return (ruleset, claim);
        }
    }
}

/// A search that is stopped anywhere and resumes from its state makes the same claim as without a
/// stop.
#[test]
fn searches_resume_from_their_states() {
    let whole = window("4.406").1;
    let ruleset = grundy_games::game("4.406").unwrap().ruleset;
    for stop in [0, 100, 20_000, 33_000, 150_000, 295_000] {
        let mut search = WindowSearch::new(&ruleset).unwrap();
        assert_eq!(search.run(stop, &mut Budget::new()).unwrap(), None);
        let state = search.state().unwrap();
        let mut again = WindowSearch::resume(&ruleset, &state).unwrap();
        assert_eq!(
            (again.known(), again.largest(), again.state()),
            (search.known(), search.largest(), Some(state.clone()))
        );
        let found = again.run(1 << 20, &mut Budget::new()).unwrap().unwrap();
        assert_eq!((found.preperiod, found.period, &found.rare), (whole.preperiod, whole.period, &whole.rare));
        assert_eq!(found.check(&ruleset, &mut || true), Ok(true), "{stop}");
        for end in (0..state.len()).step_by(state.len() / 50 + 1) {
            assert!(WindowSearch::resume(&ruleset, &state[..end]).is_none(), "cut at {end}");
        }
    }
    // From a list of values.
    let moves = SplitMoves::of(&rules("4.406")).unwrap();
    let values: Vec<u32> = plain(&moves, 30_001).into_iter().map(u32::from).collect();
    let found =
        WindowSearch::with_values(&ruleset, &values).unwrap().run(1 << 20, &mut Budget::new()).unwrap().unwrap();
    assert_eq!((found.preperiod, found.period), (whole.preperiod, whole.period));
    // After the values that are stored, only the window is written.
    let mut sequence = Sequence::with(SplitMoves::of(&rules("0.104")).unwrap(), Level::best(), 0);
    let mut budget = Budget::new();
    while sequence.end() < 200_000 {
        sequence.step(200_000, &mut budget).unwrap();
    }
    assert!(sequence.stored.len() < 100_000);
    let mut state = Vec::new();
    sequence.write(&mut state).unwrap();
    let mut again = Sequence::read(SplitMoves::of(&rules("0.104")).unwrap(), &mut &state[..]).unwrap();
    for _ in 0..10 {
        let stretch = sequence.step(1 << 20, &mut budget).unwrap();
        let (mut values, mut others) = (Vec::new(), Vec::new());
        sequence.append(stretch, &mut values);
        while again.end() < stretch.to {
            let piece = again.step(stretch.to, &mut budget).unwrap();
            again.append(piece, &mut others);
        }
        agree(&others, &values, "0.104");
    }
}

#[test]
fn periods_are_found_and_verified() {
    let known = [("0.16", 105_351, 149_459), ("0.56", 326_640, 144), ("0.127", 46_578, 4), ("4.406", 294_097, 44)];
    for (text, preperiod, period) in known {
        let (ruleset, claim) = window(text);
        assert_eq!((claim.preperiod, claim.period), (preperiod, period), "{text}");
        assert_eq!(claim.check(&ruleset, &mut || true), Ok(true), "{text}");
        assert_eq!(claim.check(&ruleset, &mut || false), Ok(false), "{text}");
    }
}

/// Any heaps are computed again from the one anchor that is left, however far they are from it.
#[test]
fn values_are_computed_again_far_from_an_anchor() {
    let moves = SplitMoves::of(&rules("0.104")).unwrap();
    let expected = found(&moves, 200_000, Level::best(), 1 << 14, 1 << 20);
    let mut sequence = Sequence::with(moves, Level::best(), 0);
    let (mut index, mut budget) = (WindowIndex::default(), Budget::new());
    while sequence.end() < expected.len() {
        let stretch = sequence.step(expected.len(), &mut budget).unwrap();
        assert_eq!(index.see(&sequence, stretch, &mut budget).unwrap(), None);
    }
    index.anchors.retain(|anchor| anchor.heap > sequence.stored.len());
    index.anchors.truncate(1);
    let anchor = index.anchors[0].heap;
    assert!(anchor < 60_000, "{anchor}");
    let recomputed = Recomputed::new(&index, &sequence);
    for ahead in [0, 1, 511, 512, 4_095, 4_096, 4_097, 12_289, 50_000, 100_003, 135_000] {
        for length in [1, 5_000] {
            let (from, to) = (anchor + ahead, anchor + ahead + length);
            agree(
                &recomputed.values(from, to, &mut budget).unwrap(),
                &expected[from..to],
                &format!("{ahead}, {length}"),
            );
        }
    }
}

#[test]
fn altered_periods_are_refuted() {
    let (ruleset, claim) = window("4.064");
    assert_eq!((claim.preperiod, claim.period), (94_272, 16_132));
    let mut altered = vec![
        Window { preperiod: claim.preperiod + 1, ..claim.clone() },
        Window { preperiod: claim.preperiod - 1, ..claim.clone() },
        Window { period: claim.period + 1, ..claim.clone() },
        Window { period: 2 * claim.period, ..claim.clone() },
        Window { mask: claim.mask ^ 2, ..claim.clone() },
        Window { turning: true, ..claim.clone() },
        Window { largest: claim.largest + 1, ..claim.clone() },
        Window { largest: claim.largest - 1, ..claim.clone() },
        Window { reach: claim.reach + 1, ..claim.clone() },
    ];
    for at in [0, claim.rare.len() / 2, claim.rare.len() - 1] {
        let mut other = claim.clone();
        other.rare[at].1 ^= 3;
        altered.push(other);
        let mut other = claim.clone();
        other.rare.remove(at);
        altered.push(other);
    }
    for at in 0..claim.states.len() {
        let mut other = claim.clone();
        let values = &mut other.states[at].values;
        let place = at * 977 % values.len();
        values[place] ^= 1;
        altered.push(other);
        let mut other = claim.clone();
        other.states[at].heap += 1;
        altered.push(other);
    }
    for other in altered {
        let (preperiod, period) = (other.preperiod, other.period);
        assert!(other.check(&ruleset, &mut || true).is_err(), "{preperiod} {period} {:?}", other.rare.len());
    }
    for heap in [0, 1, 6000, 16_384, 94_271, 94_272, 110_403, 110_404, 1 << 60] {
        let least = if heap < 94_272 { heap } else { 94_272 + (heap - 94_272) % 16_132 };
        let found = claim.value(&ruleset, &Component::Heap(heap)).unwrap();
        assert_eq!(Some(found), claim.value(&ruleset, &Component::Heap(least)));
    }
    let moves = SplitMoves::of(&rules("4.064")).unwrap();
    let values = plain(&moves, 7000);
    for heap in [5, 1000, 6408, 6999] {
        let found = claim.value(&ruleset, &Component::Heap(heap)).unwrap();
        assert_eq!(found, Nimber(values[heap as usize].into()));
    }
}

/// Every heap from all of its splits, at every level: values over 127, 255 and 511, one amount and
/// several, equal heaps and unequal ones only.
#[test]
fn heaps_from_all_splits_agree_with_the_plain_program() {
    let cases = [
        ("octal 0.004", 4000, 63),
        ("octal 0.126", 4000, 127),
        ("octal 4.026", 4000, 255),
        ("octal 0.764", 6000, 511),
        ("octal 0.6", 2000, 63),
        ("octal 0.16", 2000, 15),
        ("octal 0.3712", 1000, 3),
        ("split into 2 unequal heaps", 2000, 31),
    ];
    for (text, heaps, over) in cases {
        let moves = SplitMoves::of(&rules(text)).unwrap();
        let values = plain(&moves, heaps);
        assert!(values.iter().any(|&value| value > over), "{text} {:?}", values.iter().max());
        let split = split::ParitySplit::best(&moves, &values).0;
        for level in Level::all() {
            let mut dense = dense::DenseMarks::new();
            let mut largest = 0;
            for heap in 0..heaps {
                let found = dense.find(level, &moves, split, heap, &values[..heap], largest).unwrap();
                assert_eq!(found.value, values[heap].into(), "{text} {heap} {level:?}");
                largest = largest.max(values[heap]);
                if heap % 97 == 0 {
                    witnesses_lie_within(found.offset, &moves, split, heap, &values);
                }
            }
        }
    }
}

/// Asserts that each value of the rare kind below that of a heap has a move within a distance.
fn witnesses_lie_within(offset: usize, moves: &SplitMoves, split: split::ParitySplit, heap: usize, values: &[u16]) {
    let mut near = vec![moves.whole.contains(&heap).then_some(0)];
    near.extend(moves.take.iter().filter(|&&taken| taken < heap).map(|&taken| Some(values[heap - taken])));
    for &taken in &moves.split {
        let ones = (1..=moves.most(heap, taken)).filter(|one| taken + one <= offset);
        near.extend(ones.map(|one| Some(values[one] ^ values[heap - taken - one])));
    }
    for value in (0..values[heap]).filter(|&value| !split.common(heap, value.into())) {
        assert!(near.contains(&Some(value)), "{moves:?} {heap} {value} {offset}");
    }
}

/// A value that is not stored is no option; nothing is found then.
#[test]
fn heaps_need_all_values() {
    let moves = SplitMoves::of(&rules("octal 0.164")).unwrap();
    let values = plain(&moves, 500);
    let split = split::ParitySplit { mask: 1, turn: None };
    for stored in [0, 1, 250, 496] {
        let found = dense::DenseMarks::new().find(Level::best(), &moves, split, 500, &values[..stored], 511);
        assert_eq!(found, Err(exact::Gone), "{stored}");
    }
}

/// A search among planes resumes from its state when not all values are stored.
#[test]
fn planes_resume_from_their_states() {
    let moves = SplitMoves::of(&rules("octal 0.6")).unwrap();
    let heaps = 90_000;
    let mut budget = Budget::new();
    let mut sequence = Sequence::with(moves.clone(), Level::best(), 1 << 16);
    let mut whole = Sequence::new(moves.clone());
    while whole.end() < heaps {
        whole.step(heaps, &mut budget).unwrap();
    }
    let mut resumed = 0;
    while sequence.end() < heaps {
        let stretch = sequence.step(heaps, &mut budget).unwrap();
        let mut values = Vec::new();
        sequence.append(stretch, &mut values);
        agree(&values, &whole.stored[stretch.from..stretch.to], "0.6");
        let mut state = Vec::new();
        sequence.write(&mut state).unwrap();
        if sequence.stored.len() < sequence.next && resumed < 3 {
            for cut in [state.len() - 1, state.len() / 2, 40] {
                assert!(Sequence::read(moves.clone(), &mut &state[..cut]).is_none_or(|other| other.lane.is_none()));
            }
            let mut rest = &state[..];
            sequence = Sequence::read(moves.clone(), &mut rest).unwrap();
            assert!(rest.is_empty() && matches!(sequence.lane, Some(lane::Lane::Planes(_))));
            resumed += 1;
        }
    }
    assert_eq!(resumed, 3);
    assert_eq!((sequence.largest, sequence.first_largest), (whole.largest, whole.first_largest));
}
