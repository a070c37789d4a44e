//! Strips as people draw them: coins with blanks between them, the marks of Treblecross, the signs
//! of the Flip Game.

use grundy_games::Convention;

use super::named;
use crate::error::Error;

/// `mock-turtles 'H T H T'`: one coin a word.
pub(super) fn coins_apart(words: &[String]) -> Vec<Vec<String>> {
    let Some((_, _, used)) = named(words).filter(|(family, ..)| family.has_coins()) else { return Vec::new() };
    let row = words[used..].join(" ");
    let coins: Vec<&str> = row.split([' ', ',', '|']).filter(|coin| !coin.is_empty()).collect();
    let are_coins = coins.len() > 1 && coins.iter().all(|coin| ["H", "T", "h", "t"].contains(coin));
    if are_coins { vec![[&words[..used], &[coins.concat().to_uppercase()]].concat()] } else { Vec::new() }
}

/// The cells of a strip of Treblecross, of which some are marked: `..X....`. In misère play, where
/// nobody wants to make three in a row, no strip is read.
pub(super) fn marked(words: &[String]) -> Option<Vec<bool>> {
    let (family, convention, used) = named(words)?;
    if family.name != "treblecross" || convention == Convention::Misere {
        return None;
    }
    let strip = words[used..].concat();
    let cell = |sign: char| match sign {
        'X' | 'x' => Some(true),
        '.' | '_' | '-' => Some(false),
        _ => None,
    };
    let cells: Vec<bool> = strip.chars().filter(|sign| ![' ', '|'].contains(sign)).map(cell).collect::<Option<_>>()?;
    // Fewer than three cells have no row of three.
    (cells.len() > 2).then_some(cells)
}

/// The cell, counted from 0, that completes three marks in a row.
fn completed(cells: &[bool]) -> Option<usize> {
    let marks = |at: usize| cells[at..at + 3].iter().filter(|mark| **mark).count();
    let start = (0..cells.len().saturating_sub(2)).find(|&at| marks(at) == 2)?;
    (start..start + 3).find(|&at| !cells[at])
}

/// Whether three marks are in a row.
fn is_over(cells: &[bool]) -> bool {
    cells.windows(3).any(|three| three.iter().all(|mark| *mark))
}

/// The runs of cells that have no mark on them, nor next to them, nor one cell further: to mark
/// any other cell lets the next player complete three.
fn free_runs(cells: &[bool]) -> Vec<usize> {
    let is_free = |at: usize| !cells[at.saturating_sub(2)..cells.len().min(at + 3)].iter().any(|mark| *mark);
    let mut runs = vec![0];
    for at in 0..cells.len() {
        match runs.last_mut() {
            Some(last) if is_free(at) => *last += 1,
            _ => runs.push(0),
        }
    }
    runs.retain(|run| *run > 0);
    runs
}

/// `treblecross '..X....'`: the runs of cells that can be marked are strips without marks.
pub(super) fn treblecross(words: &[String]) -> Vec<Vec<String>> {
    let Some(cells) = marked(words).filter(|cells| completed(cells).is_none() && !is_over(cells)) else {
        return Vec::new();
    };
    let runs = free_runs(&cells);
    let sizes = if runs.is_empty() { vec!["0".to_owned()] } else { runs.iter().map(usize::to_string).collect() };
    vec![[vec!["treblecross".to_owned()], sizes].concat()]
}

/// The refusal of marks that are completed at once, or are three in a row.
pub(super) fn three_in_a_row(words: &[String]) -> Option<Error> {
    let cells = marked(words)?;
    let (_, _, used) = named(words)?;
    let strip = words[used..].join(" ");
    if is_over(&cells) {
        let message = format!("in `{strip}` three marks are in a row: the game is over");
        return Some(Error::usage(&strip, message, "write a strip without three marks in a row"));
    }
    let at = completed(&cells)? + 1;
    let message = format!(
        "a mark on cell {at} of `{strip}` makes three in a row and ends the game at once: only strips without such a cell \
         have values here"
    );
    Some(Error::usage(
        &strip,
        message,
        "write a strip in which any two marks have two empty cells or more between them",
    ))
}

/// Words before the signs of a rule that say nothing.
const IDLE: [&str; 12] =
    ["two", "consecutive", "adjacent", "neighbouring", "neighboring", "any", "a", "an", "pair", "of", "each", "the"];

/// `'flip ++ to --' '++++'`: a plus is a sign of the language, so it is the letter o.
pub(super) fn flipped(words: &[String]) -> Vec<Vec<String>> {
    let [text, row] = words else { return Vec::new() };
    let tokens: Vec<&str> =
        text.split([' ', '"', '\'']).filter(|word| !word.is_empty() && !IDLE.contains(word)).collect();
    let (from, to) = match tokens[..] {
        ["flip" | "replace" | "change" | "turn" | "rewrite" | "convert", from, "to" | "by" | "with" | "into", to]
        | [from, "->" | "=>", to] => (from, to),
        _ => return Vec::new(),
    };
    let is_of = |word: &str, signs: &str| !word.is_empty() && word.chars().all(|sign| signs.contains(sign));
    let is_flip = is_of(from, "+-") && is_of(to, "+-") && from.len() == to.len() && is_of(row, "+-");
    // A minus alone may be an option of a program.
    if !is_flip || !from.contains('+') || text.contains('"') {
        return Vec::new();
    }
    let letters = |word: &str| word.replace('+', "o").replace('-', "x");
    vec![vec![format!("\"{}\" -> \"{}\"", letters(from), letters(to)), letters(row)]]
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{completed, free_runs, is_over, marked};
    use crate::{Limits, Run};

    /// Whether the player to move wins Treblecross, by the rules alone.
    fn is_won(cells: &[bool], known: &mut HashMap<Vec<bool>, bool>) -> bool {
        if let Some(won) = known.get(cells) {
            return *won;
        }
        let mut next = cells.to_vec();
        let mut won = false;
        for at in 0..cells.len() {
            if cells[at] || won {
                continue;
            }
            next[at] = true;
            won = is_over(&next) || !is_won(&next, known);
            next[at] = false;
        }
        known.insert(cells.to_vec(), won);
        won
    }

    /// Every strip of 3 to 9 cells whose game is not over.
    #[test]
    fn marked_strips_are_won_as_their_runs_are() {
        let run = Run::new(Limits::default());
        let mut known = HashMap::new();
        let mut values = HashMap::new();
        for length in 3..10_usize {
            for marks in 0..1_u32 << length {
                let cells: Vec<bool> = (0..length).map(|at| marks >> at & 1 == 1).collect();
                if is_over(&cells) {
                    continue;
                }
                let won = is_won(&cells, &mut known);
                if completed(&cells).is_some() {
                    assert!(won, "{cells:?}");
                    continue;
                }
                let value = free_runs(&cells).into_iter().fold(0, |sum, size| {
                    sum ^ *values.entry(size).or_insert_with(|| {
                        let words = ["treblecross".to_owned(), size.to_string()];
                        let query = run.query(&words, false).expect("a strip");
                        run.solve(query).expect("a value").value().expect("a value").0
                    })
                });
                assert_eq!(won, value != 0, "{cells:?}");
            }
        }
    }

    /// The value of Welter's game by its theorem: the exclusive or of the squares, and of
    /// 2^(n+1) - 1 for each two squares whose difference has n factors of 2.
    fn welter(coins: &[u64]) -> u64 {
        let pairs = (0..coins.len()).flat_map(|at| coins[..at].iter().map(move |other| (coins[at], *other)));
        let mates = pairs.map(|(one, other)| (1 << (one.abs_diff(other).trailing_zeros() + 1)) - 1);
        coins.iter().copied().chain(mates).fold(0, |sum, part| sum ^ part)
    }

    /// The value by the rules alone.
    fn by_rules(coins: &[u64], known: &mut HashMap<Vec<u64>, u64>) -> u64 {
        let mut sorted = coins.to_vec();
        sorted.sort_unstable();
        if let Some(value) = known.get(&sorted) {
            return *value;
        }
        let mut next = Vec::new();
        for at in 0..sorted.len() {
            for square in (0..sorted[at]).filter(|square| !sorted.contains(square)) {
                let mut moved = sorted.clone();
                moved[at] = square;
                next.push(by_rules(&moved, known));
            }
        }
        let value = (0..).find(|value| !next.contains(value)).expect("a least number");
        known.insert(sorted, value);
        value
    }

    #[test]
    fn welters_game_is_written_as_its_rules() {
        let (run, mut known) = (Run::new(Limits::default()), HashMap::new());
        for coins in [
            &[0][..],
            &[7],
            &[0, 2],
            &[6, 3],
            &[0, 2, 5],
            &[5, 0, 2],
            &[1, 4, 6],
            &[2, 3, 7],
            &[0, 1, 2],
            &[1, 3, 5, 8],
            &[0, 2, 3, 6],
            &[0, 1, 3, 4, 6],
        ] {
            let words: Vec<String> =
                ["welter".to_owned()].into_iter().chain(coins.iter().map(u64::to_string)).collect();
            let query = run.query(&words, false).unwrap_or_else(|error| panic!("{coins:?}: {error:?}"));
            let value = run.solve(query).expect("a value").value().expect("a value").0;
            assert_eq!((value, value), (welter(coins), by_rules(coins, &mut known)), "{coins:?}");
        }
        let equal = ["welter", "2", "2"].map(str::to_owned);
        assert!(run.query(&equal, false).is_err());
    }

    #[test]
    fn strips_are_read_cell_by_cell() {
        let words = |strip: &str| ["treblecross".to_owned(), strip.to_owned()];
        assert_eq!(marked(&words("..X")), Some(vec![false, false, true]));
        assert_eq!(marked(&words(". . x .")), Some(vec![false, false, true, false]));
        assert_eq!(marked(&words("X.")), None);
        assert_eq!(marked(&words("5")), None);
        assert_eq!(free_runs(&marked(&words("....X....X.")).unwrap()), [2]);
    }
}
