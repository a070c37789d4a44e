//! Machines with two counters as lines of a certificate.
//!
//! ```text
//! letters ab
//! others walls
//! words row
//! move 0 0 1 -> 0
//! move 1 0 -> -
//! weights 1 1
//! from 1 2
//! places 58
//! place --
//! 0 =0,=0,1 =0,=0,2
//! place x-
//! 0 =0,=0,3 =0,=1,4
//! 1 +1,=0,3 -1,=1,4
//! near 4 all
//! sum 0123456789abcdef
//! ```
//!
//! The lines up to the weights, and the last one, are those of the claim `automaton`. `from` has
//! the level of each counter from which on it does not matter. The line of a place tells which
//! counters it has, x and y; the lines after it are its states, for the levels 0 to `from` of the
//! counters that it has, the levels of y for each one of x: the label, and what each letter does to
//! x and to y (`=level`, or a number of levels with its sign) and the place it leads to. `near` is
//! the distance that the check keeps, and `strict` or `all` what its second exploration keeps of
//! moves that are farther.

use super::{
    super::automaton::text::{Fault, Reader, head, numbers, sum},
    Grid, GridCell, GridGoal, GridMachine, GridPlace, GridStep,
};

/// The lines in their order.
const TURN: &str = "letters, others, words, moves, weights, order, from, places, near, sum in turn";

/// The most states of a place that are read: a machine with more is not sound.
const MOST_CELLS: usize = 1 << 20;

/// The lines of a claim about the game with this text, in their one form.
pub(super) fn write(claim: &Grid, game: &str) -> Vec<String> {
    let machine = &claim.machine;
    let mut lines = head(&claim.game, &claim.ends);
    lines.push(format!("from {} {}", machine.from[0], machine.from[1]));
    lines.push(format!("places {}", machine.places.len()));
    for place in &machine.places {
        let [x, y] = place.free;
        lines.push(format!("place {}{}", if x { 'x' } else { '-' }, if y { 'y' } else { '-' }));
        for cell in &place.cells {
            let goals: Vec<String> = cell.next.iter().map(goal).collect();
            lines.push(format!("{}{}", cell.label, numbers(&goals)));
        }
    }
    lines.push(format!("near {} {}", claim.near, if claim.strict { "strict" } else { "all" }));
    lines.push(format!("sum {:016x}", sum(game, &lines)));
    lines
}

/// Where a letter leads.
fn goal(goal: &GridGoal) -> String {
    let [x, y] = goal.steps.map(|step| match step {
        GridStep::At(level) => format!("={level}"),
        GridStep::By(levels) => format!("{levels:+}"),
    });
    format!("{x},{y},{}", goal.place)
}

/// Reads the lines of a claim about the game with this text. Refuses lines that [`write`] would
/// write otherwise.
pub(super) fn read(lines: &[&str], game: &str) -> Result<Grid, Fault> {
    let mut reader = Reader::new(lines, TURN);
    let (of_head, ends) = reader.head()?;
    let from = match reader.words("from")?[..] {
        [first, second] => [reader.number(first)?, reader.number(second)?],
        _ => return Err(reader.fault("from and a level of each counter")),
    };
    let count: usize = reader.one("places")?;
    let mut machine = GridMachine { letters: of_head.letters.len(), from, places: Vec::new() };
    for _ in 0..count {
        let place = place(&mut reader, from)?;
        machine.places.push(place);
    }
    let (near, strict) = match reader.words("near")?[..] {
        [near, "strict"] => (reader.number(near)?, true),
        [near, "all"] => (reader.number(near)?, false),
        _ => return Err(reader.fault("near, a number, and strict or all")),
    };
    let claim = Grid { game: of_head, ends, machine, near, strict };
    reader.agrees(&write(&claim, game))?;
    Ok(claim)
}

/// The lines of a place.
fn place(reader: &mut Reader<'_>, from: [u32; 2]) -> Result<GridPlace, Fault> {
    let free = match reader.words("place")?[..] {
        ["xy"] => [true, true],
        ["x-"] => [true, false],
        ["-y"] => [false, true],
        ["--"] => [false, false],
        _ => return Err(reader.fault("place and the counters that it has, such as x-")),
    };
    let listed = |counter: usize| if free[counter] { from[counter] as usize + 1 } else { 1 };
    let count = listed(0).checked_mul(listed(1)).filter(|count| *count <= MOST_CELLS);
    let count = count.ok_or_else(|| reader.fault("at most 1048576 states of a place"))?;
    let cells = (0..count).map(|_| cell(reader));
    Ok(GridPlace { free, cells: cells.collect::<Result<_, Fault>>()? })
}

/// The line of a state.
fn cell(reader: &mut Reader<'_>) -> Result<GridCell, Fault> {
    let words = reader.any()?;
    let [label, next @ ..] = &words[..] else {
        return Err(reader.fault("a label and where each letter leads"));
    };
    let label = reader.number(label)?;
    let next = next.iter().map(|word| {
        let parts: Vec<&str> = word.split(',').collect();
        let [x, y, place] = parts[..] else {
            return Err(reader.fault("a step of each counter and a place, with commas"));
        };
        let step = |word: &str| match word.strip_prefix('=') {
            Some(level) => Ok(GridStep::At(reader.number(level)?)),
            None => Ok(GridStep::By(reader.number(word)?)),
        };
        Ok(GridGoal { steps: [step(x)?, step(y)?], place: reader.number(place)? })
    });
    let next = next.collect::<Result<_, Fault>>()?;
    Ok(GridCell { label, next })
}
