//! Every level against the scalar twin, and the scalar twin against the definition.

use super::*;
use fastrand::Rng;

/// A text with marks. If it is skewed, later letters are rarer.
fn some_text(random: &mut Rng, letters: usize, length: usize, skewed: bool) -> Vec<u8> {
    let mut letter = || {
        let bound = if skewed { 1 + random.usize(..letters) } else { letters };
        random.usize(..bound) as u8 | if random.usize(..3) == 0 { WANTED } else { 0 }
    };
    (0..length).map(|_| letter()).collect()
}

/// The recurrence as it is written, over lists.
fn plain(text: &[u8]) -> (Vec<Vec<(u8, u32)>>, Vec<u32>) {
    let mut table = [[0u32; LETTERS]; LETTERS];
    let mut sums = vec![0; LETTERS];
    let mut order: Vec<u8> = Vec::new();
    let mut rows = Vec::new();
    for marked in text {
        let letter = marked % WANTED;
        let own = usize::from(letter);
        let mut chain: Vec<u32> = Vec::new();
        for k in 0..order.len() {
            let column = usize::from(order[k]);
            let options: Vec<u32> = (0..k).map(|j| table[usize::from(order[j])][column] ^ chain[j]).collect();
            chain.push((0..).find(|value| !options.contains(value)).expect("some value is missing"));
        }
        if marked & WANTED != 0 {
            rows.push(order.iter().zip(&chain).map(|(&own, value)| (own, value ^ sums[usize::from(own)])).collect());
        }
        let rank = order.iter().position(|&other| other == letter);
        let value = rank.map_or(0, |rank| chain[rank]);
        table[own].iter_mut().for_each(|entry| *entry ^= value);
        for k in 0..rank.unwrap_or(order.len()) {
            table[own][usize::from(order[k])] = chain[k];
        }
        sums[own] ^= value;
        order.retain(|&other| other != letter);
        order.insert(0, letter);
    }
    (rows, sums)
}

/// Reads each text at a level, in two pieces; the passes and the rows.
fn read_all(level: Level, texts: &[Vec<u8>]) -> Vec<(Pass, Vec<Row>)> {
    let mut all: Vec<(Pass, Vec<Row>)> = texts.iter().map(|_| Default::default()).collect();
    for second in [false, true] {
        let piece = |text: &'_ [u8]| if second { text.len() / 3..text.len() } else { 0..text.len() / 3 };
        let marked = |at: usize| {
            let piece = texts.get(at).map(|text| &text[piece(text)]).unwrap_or_default();
            piece.iter().filter(|&&letter| letter & WANTED != 0).count()
        };
        let many: [usize; 7] = std::array::from_fn(marked);
        let rows = filled(many, |rooms| {
            let mut strands: Vec<Strand<'_, '_>> = all
                .iter_mut()
                .zip(texts)
                .zip(rooms)
                .map(|(((pass, _), text), rows)| Strand { pass, text: &text[piece(text)], rows })
                .collect();
            read(level, &mut strands);
            Ok::<(), ()>(())
        });
        let mut rows = &rows.expect("nothing fails")[..];
        for ((_, own), many) in all.iter_mut().zip(many) {
            own.extend(rows.split_off(..many).into_iter().flatten());
        }
    }
    all
}

#[test]
fn the_scalar_twin_keeps_to_the_definition() {
    let mut random = Rng::with_seed(3);
    for round in 0..600 {
        let (letters, length) = (1 + round % LETTERS, random.usize(..300));
        let text = some_text(&mut random, letters, length, round % 2 == 0);
        let (rows, sums) = plain(&text);
        let (pass, found) = &read_all(Level::SCALAR, std::slice::from_ref(&text))[0];
        assert_eq!(pass.sums().0.map(u32::from).to_vec(), sums);
        assert_eq!(found.len(), rows.len());
        for (found, row) in found.iter().zip(rows) {
            row.iter().for_each(|&(own, value)| assert_eq!(u32::from(found.0[usize::from(own)]), value));
        }
    }
}

#[test]
fn every_level_agrees_with_the_scalar_twin() {
    let mut random = Rng::with_seed(4);
    let mut widest = 0;
    for round in 0..1200 {
        let letters = 1 + round % LETTERS;
        let many = 1 + random.usize(..7);
        let texts: Vec<Vec<u8>> = (0..many)
            .map(|_| {
                let length = random.usize(..400);
                some_text(&mut random, letters, length, round % 3 == 0)
            })
            .collect();
        let expected = read_all(Level::SCALAR, &texts);
        for level in Level::all() {
            let found = read_all(level, &texts);
            for ((pass, rows), (own_pass, own_rows)) in expected.iter().zip(&found) {
                assert_eq!(pass, own_pass, "{level:?}, {letters} letters");
                assert_eq!(rows.len(), own_rows.len());
                // Letters not read have no meaning, but are alike all the same.
                assert_eq!(rows, own_rows, "{level:?}, {letters} letters");
                assert_eq!(pass.row(), own_pass.row());
            }
        }
        let high = |(pass, _): &(Pass, Vec<Row>)| pass.high.iter().map(|set| set.count_ones()).max().unwrap_or(0);
        widest = widest.max(expected.iter().map(high).max().unwrap_or(0));
    }
    assert!(widest > 0, "no value over 15 came up");
}
