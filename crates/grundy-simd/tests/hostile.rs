//! Every safe function with arguments that nobody should give: it panics with its own words, or
//! gives an answer, the same at every level. What is read or written outside of its slices is for
//! the sanitizer to find: `cargo xtask sanitize`.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

use grundy_simd::{
    Filter, Level, end_of_word, fitting,
    layers::{self, Fields, Nodes, Window},
    onehot::{BLOCK, Cover, GAP, GAP16, Pair, Recurrence, STRETCH, Set, Track, Union, scan, scan16},
    prefetch,
    recency::{LETTERS, Pass, Room, Row, Strand, WANTED, filled, read},
    stretch::{BitField, Block, BlockShift, Jumps, LANES, gather, narrow},
    words_of,
};

/// Numbers and lengths at which something changes.
const SIZES: [usize; 20] = [
    0,
    1,
    2,
    7,
    8,
    31,
    32,
    33,
    63,
    64,
    65,
    127,
    128,
    129,
    1 << 32,
    1 << 62,
    usize::MAX - 128,
    usize::MAX - 127,
    usize::MAX - 31,
    usize::MAX,
];

/// The sizes for which there is memory.
fn small() -> impl Iterator<Item = usize> + Clone {
    SIZES.into_iter().filter(|&size| size < 200)
}

/// What a call returns, or its message when it panics.
fn outcome<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    thread_local!(static EXPECTED: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    // A panic that is expected prints nothing: there are many.
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                usual(panic)
            }
        }));
    });
    EXPECTED.set(true);
    let done = catch_unwind(AssertUnwindSafe(call));
    EXPECTED.set(false);
    done.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
    })
}

/// What all levels agree on: an answer, or that there is none.
fn agreed<T: PartialEq + std::fmt::Debug>(what: &str, call: impl Fn(Level) -> T) -> Option<T> {
    let all: Vec<Result<T, String>> = Level::all().into_iter().map(|level| outcome(|| call(level))).collect();
    for own in &all {
        assert_eq!(own.as_ref().ok(), all[0].as_ref().ok(), "{what}: {all:?}");
        // Arithmetic that wraps is found by the compiler's checks here, and by nobody in a release.
        assert!(!own.as_ref().is_err_and(|text| text.starts_with("attempt to")), "{what}: {all:?}");
    }
    all.into_iter().next().and_then(Result::ok)
}

fn refused<T>(words: &str, call: impl FnOnce() -> T) {
    let said = outcome(call).err();
    assert!(said.as_ref().is_some_and(|said| said.contains(words)), "{words}: {said:?}");
}

fn pairs(offsets: &[u32]) -> Vec<Pair> {
    offsets.iter().zip(0..).map(|(&offset, value)| Pair { value, offset }).collect()
}

fn track<S: Set>(places: usize) -> Track<S> {
    let mut track = Track::new(places);
    (0..places).for_each(|place| track.put(place, place as u8));
    track
}

fn rows_of_numbers<S: Set + std::fmt::Debug>() {
    for (from, places) in SIZES.into_iter().flat_map(|from| small().map(move |places| (from, places))) {
        for offsets in [&[][..], &[1], &[32, 33], &[31, 128], &[u32::MAX]] {
            let what = format!("{from} of {places}, {offsets:?}");
            let own = track::<S>(places);
            let pairs = pairs(offsets);
            let found = agreed(&what, |level| Union::new::<S>(&pairs).at(level, &own, from));
            let right = from % BLOCK == 0 && offsets.iter().all(|&offset| from >= offset as usize && offset >= 32);
            assert_eq!(found.is_some(), right && from <= places && BLOCK <= places - from, "{what}");
            for many in small() {
                let what = format!("{many} from {what}");
                let found = agreed(&what, |level| {
                    let mut missing = Vec::new();
                    Cover::new::<S>(&pairs).uncovered(level, &own, from, &vec![S::FULL; many], &mut missing);
                    missing
                });
                let right = from % STRETCH == 0 && many % STRETCH == 0;
                let reached = offsets.iter().all(|&offset| from >= offset as usize);
                assert_eq!(found.is_some(), right && reached && from <= places && many <= places - from, "{what}");
            }
            for to in SIZES {
                let needs = || vec![S::EMPTY; S::WIDTH];
                let rules = Recurrence::new(&pairs, [needs(), needs()]);
                agreed(&format!("to {to} from {what}"), |level| {
                    let (mut own, mut needed) = (own.clone(), Vec::new());
                    (rules.run(level, &mut own, from, to, &mut needed), own.numbers().to_vec(), needed)
                });
            }
        }
    }
}

#[test]
fn rows_of_numbers_of_every_width() {
    rows_of_numbers::<u16>();
    rows_of_numbers::<u32>();
    rows_of_numbers::<u64>();
    rows_of_numbers::<u128>();
}

#[test]
fn places_beyond_the_last_number_are_refused_in_words() {
    let own = track::<u64>(256);
    for level in Level::all() {
        refused("the track holds the block", || Union::new::<u64>(&[]).at(level, &own, usize::MAX - 31));
        let mut missing = Vec::new();
        let cover = Cover::new::<u64>(&[]);
        refused("the track holds all that is read", || {
            cover.uncovered(level, &own, usize::MAX - 127, &[0; STRETCH], &mut missing);
        });
        refused("another width", || Union::new::<u32>(&[]).at(level, &own, 32));
        refused("another width", || cover.uncovered::<u32>(level, &track(256), 0, &[0; STRETCH], &mut Vec::new()));
    }
    refused("pairs fit the width", || Union::new::<u16>(&[Pair { value: 16, offset: 40 }]));
    refused("pairs fit the width", || Cover::new::<u16>(&[Pair { value: 255, offset: 40 }]));
    refused("pairs fit the width", || {
        Recurrence::<u16>::new(&[Pair { value: 1, offset: 0 }], [vec![0; 16], vec![0; 16]])
    });
    refused("a need for each number", || Recurrence::<u16>::new(&[], [vec![0; 16], vec![0; 17]]));
    refused("fits no memory", || Track::<u128>::new(1 << 60));
    refused("fits no memory", || Track::<u16>::new(usize::MAX));
    assert_eq!(Track::<u128>::bytes(usize::MAX), u64::MAX);
}

#[test]
fn places_of_a_track() {
    let mut own = track::<u128>(40);
    for place in SIZES {
        assert_eq!(outcome(|| own.number(place)).is_ok(), place < 40);
        assert_eq!(outcome(|| own.put(place, 255)).is_ok(), place < 40);
        assert_eq!(outcome(|| own.clear(place)).is_ok(), place < 40);
        for (end, to) in SIZES.into_iter().flat_map(|end| SIZES.map(|to| (end, to))) {
            let right = place <= end && end <= 40 && to <= 40 && end - place <= 40 - to;
            assert_eq!(outcome(|| own.copy(place..end, to)).is_ok(), right, "{place}..{end} to {to}");
        }
    }
    for number in 0..=u8::MAX {
        assert!(u16::one(number).count_ones() == 1 && u128::one(number).count_ones() == 1);
        assert_eq!((1u16.shifted(number), u64::FULL.shifted(number)), (u16::one(number), u64::FULL));
    }
    SIZES.iter().for_each(|&end| assert_eq!(u64::below(end).count_ones() as usize, end.min(64)));
}

#[test]
fn runs_beside_numbers() {
    for (end, many) in SIZES.into_iter().flat_map(|end| small().map(move |many| (end, many))) {
        for before in [0, 1, 31, 32, 63, 64, 65, 128, u32::MAX] {
            let what = format!("{before} before {end} of {many}");
            let at = end.checked_sub(before as usize);
            let holds = |run: usize| at.is_some_and(|at| at <= many && run <= many - at);
            let found = agreed(&what, |level| scan(level, &[([GAP; 64], before)], &vec![3; many], end, 5u16));
            assert_eq!(found, holds(64).then_some(5), "{what}");
            let found = agreed(&what, |level| {
                let mut missing = vec![1, 2, 3];
                scan16(level, &[([GAP16; 32], before)], &vec![3; many], end, &mut missing);
                missing
            });
            assert_eq!(found, holds(32).then(|| vec![1, 2, 3]), "{what}");
            agreed(&what, |level| scan::<u128>(level, &[([0; 64], before); 3], &vec![GAP; many], end, u128::MAX));
        }
    }
}

#[test]
fn filters_of_every_size() {
    for words in small() {
        let mut filter = Filter::new(words);
        for key in [0, 1, u64::MAX, u64::MAX << 32] {
            filter.enter(key);
        }
        for (many, room) in small().flat_map(|many| small().map(move |room| (many, room))) {
            let found = agreed(&format!("{many} in {room}"), |level| {
                let mut room = vec![0; room];
                let found = filter.likely(level, &vec![u64::MAX; many], &mut room);
                room.truncate(found);
                room
            });
            let all = (room >= many + Filter::SPARE).then(|| (0..many as u32).collect::<Vec<_>>());
            assert_eq!(found, all, "{many} in {room}");
        }
    }
    // The number of words is a power of two, of which there is none so large.
    refused("fits no memory", || Filter::new(usize::MAX));
    refused("fits no memory", || Filter::new((1 << 63) + 1));
}

#[test]
fn counts_in_ranges_of_a_list() {
    for (many, start) in small().flat_map(|many| SIZES.map(|start| (many, start))) {
        for end in SIZES {
            for (state, guard) in [(0, 0), (u64::MAX, 0), (0, u64::MAX), (1, 1 << 63)] {
                let what = format!("{start}..{end} of {many}");
                let found = agreed(&what, |level| {
                    let mut list: Vec<u64> = (0..many as u64).collect();
                    fitting(level, &mut list, start..end, state, guard);
                    list
                });
                assert_eq!(found.is_some(), start <= end && end <= many, "{what}");
            }
        }
    }
    // A list whose range was refused is as it was.
    let mut list = vec![1, 2, 3];
    refused("in a list of 3", || fitting(Level::best(), &mut list, 0..usize::MAX, 0, 0));
    assert_eq!(list, [1, 2, 3]);
}

#[test]
fn words_of_every_text() {
    let bytes = [b' ', b'a', 0, 127, 128, 255, b'\n', 11];
    for many in small() {
        for (at, &byte) in bytes.iter().enumerate() {
            let text: Vec<u8> =
                (0..many).map(|place| if place % 3 == 0 { byte } else { bytes[place % at.max(1)] }).collect();
            for count in SIZES {
                agreed("an end", |level| end_of_word(level, &text, count));
            }
            for letters in [0, 1, 1 << 127, u128::MAX] {
                agreed("words", |level| {
                    let mut ends = Vec::new();
                    words_of(level, &text, letters, &mut ends);
                    ends
                });
            }
        }
    }
}

#[test]
fn stretches_of_a_table() {
    for (at, lanes) in SIZES.into_iter().flat_map(|at| small().map(move |lanes| (at, lanes))) {
        for (blocks, back) in
            [0, 1, 3, 5, 9].into_iter().flat_map(|blocks| [0, 1, 8, (1 << 48) - 1].map(|back| (blocks, back)))
        {
            for (kept, shift) in [(0, 0), (1, 63), (2, 64), (1, u32::MAX)] {
                let kept = vec![BlockShift { mask: [u64::MAX; LANES], shift }; kept];
                let what = format!("{blocks} blocks at {at} of {lanes}, back {back}, shift {shift}");
                let gathered = |jumps: Vec<u64>| {
                    agreed(&what, |level| {
                        let mut blocks: Vec<Block> = vec![[1; LANES]; blocks];
                        let list = Jumps { numbers: Vec::new(), jumps: jumps.clone() };
                        gather(level, &vec![7; lanes], at, &list, 0..jumps.len(), &kept, &mut blocks);
                        blocks
                    })
                };
                assert_eq!(gathered(Vec::new()), Some(vec![[1; LANES]; blocks]));
                let start = at.checked_sub(back as usize);
                let holds = start.is_some_and(|start| start <= lanes && LANES * blocks <= lanes - start);
                let found = gathered(vec![back << 16]);
                assert_eq!(found.is_some(), blocks == 0 || holds && !kept.is_empty(), "{what}");
            }
        }
    }
    let list = Jumps { numbers: vec![0], jumps: vec![0] };
    for (start, end) in SIZES.into_iter().flat_map(|start| SIZES.map(|end| (start, end))) {
        agreed("a range", |level| gather(level, &[0; 8], 0, &list, start..end, &[], &mut []));
    }
}

#[test]
fn jumps_by_number() {
    for (numbers, jumps) in small().flat_map(|numbers| small().map(move |jumps| (numbers, jumps))) {
        let from = Jumps { numbers: (0..numbers as u64).collect(), jumps: vec![9; jumps] };
        for many in SIZES {
            for shift in [0, 63, 64, u32::MAX] {
                let field = BitField { shift, mask: u64::MAX };
                let what = format!("{many} of {numbers} and {jumps}, shift {shift}");
                let found = agreed(&what, |level| {
                    let mut to = Jumps { numbers: vec![1; 3], jumps: Vec::new() };
                    let found = narrow(level, &from, many, field, 5, &mut to);
                    (to.numbers[..found].to_vec(), to.jumps[..found].to_vec())
                });
                assert_eq!(found.is_some(), many <= numbers && many <= jumps, "{what}");
                let fits = found.map(|(numbers, _)| numbers.iter().all(|&number| field.of(number) <= 5));
                assert_ne!(fits, Some(false), "{what}");
            }
        }
    }
}

#[test]
fn layers_of_slices_that_do_not_match() {
    let chain = |many: usize| (1..=many as u32).chain([many as u32]).collect::<Vec<u32>>();
    let firsts = [chain(40), vec![u32::MAX; 41], vec![0; 41], chain(3), Vec::new()];
    let links = [vec![0; 40], (0..40).collect(), vec![u32::MAX; 40], vec![i32::MAX as u32; 40], vec![0; 2], Vec::new()];
    let flags = [vec![0; 40], vec![255; 40], vec![0; 3], Vec::new()];
    for (firsts, links) in firsts.iter().flat_map(|firsts| links.iter().map(move |links| (firsts, links))) {
        for flags in &flags {
            for (letters, end) in [0, 1, 26, u32::MAX].into_iter().flat_map(|letters| SIZES.map(|end| (letters, end))) {
                let fields = Fields::new(letters);
                assert!(fields.count() > 0 && fields.missing(0) == Some(0));
                let nodes = Nodes { firsts, links, flags, letters };
                let other = Nodes { firsts, links, flags: &flags[..flags.len() / 2], letters };
                let what = format!("{firsts:?} {links:?} {flags:?} {letters} to {end}");
                for (own, begun) in [(&nodes, true), (&nodes, false), (&other, false)] {
                    agreed(&what, |level| {
                        let mut window = Window::new(own, begun);
                        let found = layers::first(level, &nodes, fields, &mut window, end, true);
                        let mut open = vec![true; end.min(50)];
                        let more = layers::more(&nodes, fields, &mut window, &mut open, false);
                        let reached: Vec<u32> = (0..flags.len()).map(|node| window.reached(node)).collect();
                        (found, more, reached)
                    });
                }
            }
        }
    }
}

#[test]
fn texts_of_any_bytes() {
    for many in small() {
        let texts: Vec<Vec<u8>> =
            (0..6).map(|strand| (0..many).map(|place| (place * place + 37 * strand) as u8).collect()).collect();
        let rows: [usize; 6] =
            std::array::from_fn(|strand| texts[strand].iter().filter(|&&byte| byte & WANTED != 0).count());
        for less in [0, 1] {
            let found = agreed(&format!("{many} bytes, {less} rows too few"), |level| {
                let mut passes: [Pass; 6] = std::array::from_fn(|_| Pass::new());
                let found = filled(rows.map(|rows| rows.saturating_sub(less)), |rooms| {
                    let strands = passes.iter_mut().zip(&texts).zip(rooms);
                    let mut strands: Vec<Strand<'_, '_>> =
                        strands.map(|((pass, text), rows)| Strand { pass, text, rows }).collect();
                    read(level, &mut strands);
                    Ok::<(), ()>(())
                });
                (found, passes.each_ref().map(|pass| (pass.seen(), pass.sums(), pass.row())))
            });
            assert_eq!(found.is_some(), less == 0 || rows == [0; 6], "{many} bytes");
        }
    }
    agreed("no strands", |level| read(level, &mut []));
    refused("", || Room::none().push(Row([0; LETTERS])));
    for rows in [[usize::MAX, 1], [usize::MAX, 2], [1 << 63, 1 << 63]] {
        refused("fit no memory", || filled(rows, |_| Ok::<(), ()>(())));
    }
}

#[test]
fn items_at_any_place() {
    for at in SIZES {
        prefetch(&[1, 2, 3], at);
        prefetch::<u64>(&[], at);
        prefetch::<()>(&[(); 3], at);
    }
}
