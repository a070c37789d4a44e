//! Periodic machines as lines of a certificate.
//!
//! ```text
//! letters ab
//! others walls
//! words row
//! move 0 0 -> 0
//! move 0 1 -> -
//! weights 1 1
//! from 6
//! period 2
//! states 16
//! 0 0 0 =1,0 =0,0
//! 6 1 0 +1,1 -2,0
//! near 4 strict
//! sum 0123456789abcdef
//! ```
//!
//! The lines up to the weights, and the last one, are those of the claim `automaton`. The line of a
//! state has its level, its place there, its label, and where each letter leads: `=level,place`, or
//! a number of levels with its sign and the place. `near` is the distance that the check keeps, and
//! `strict` or `all` what its second exploration keeps of moves that are farther.

use super::{
    super::automaton::text::{Fault, Reader, head, numbers, sum},
    Goal, LevelMachine, LevelState, Periodic,
};

/// The lines in their order.
const TURN: &str = "letters, others, words, moves, weights, order, from, period, states, near, sum in turn";

/// The lines of a claim about the game with this text, in their one form.
pub(super) fn write(claim: &Periodic, game: &str) -> Vec<String> {
    let machine = &claim.machine;
    let mut lines = head(&claim.game, &claim.ends);
    lines.push(format!("from {}", machine.from));
    lines.push(format!("period {}", machine.period));
    lines.push(format!("states {}", machine.states()));
    for (level, states) in machine.levels.iter().enumerate() {
        for (place, state) in states.iter().enumerate() {
            let goals: Vec<String> = state.next.iter().map(goal).collect();
            lines.push(format!("{level} {place} {}{}", state.label, numbers(&goals)));
        }
    }
    lines.push(format!("near {} {}", claim.near, if claim.strict { "strict" } else { "all" }));
    lines.push(format!("sum {:016x}", sum(game, &lines)));
    lines
}

/// Where a letter leads.
fn goal(goal: &Goal) -> String {
    match goal {
        Goal::At { level, place } => format!("={level},{place}"),
        Goal::By { levels, place } => format!("{levels:+},{place}"),
    }
}

/// Reads the lines of a claim about the game with this text. Refuses lines that [`write`] would
/// write otherwise.
pub(super) fn read(lines: &[&str], game: &str) -> Result<Periodic, Fault> {
    let mut reader = Reader::new(lines, TURN);
    let (of_head, ends) = reader.head()?;
    let from = reader.one("from")?;
    let period: usize = reader.one("period")?;
    let count: usize = reader.one("states")?;
    let mut machine = LevelMachine { letters: of_head.letters.len(), from, period, levels: Vec::new() };
    for _ in 0..count {
        state(&mut reader, &mut machine)?;
    }
    let (near, strict) = match reader.words("near")?[..] {
        [near, "strict"] => (reader.number(near)?, true),
        [near, "all"] => (reader.number(near)?, false),
        _ => return Err(reader.fault("near, a number, and strict or all")),
    };
    let claim = Periodic { game: of_head, ends, machine, near, strict };
    reader.agrees(&write(&claim, game))?;
    Ok(claim)
}

/// The line of the next state: the next place of the last level, or the first one of another.
fn state(reader: &mut Reader<'_>, machine: &mut LevelMachine) -> Result<(), Fault> {
    let words = reader.any()?;
    let [level, place, label, next @ ..] = &words[..] else {
        return Err(reader.fault("a level, a place, a label and where each letter leads"));
    };
    let (level, place): (usize, usize) = (reader.number(level)?, reader.number(place)?);
    if level == machine.levels.len() {
        machine.levels.push(Vec::new());
    }
    if level + 1 != machine.levels.len() || place != machine.levels[level].len() {
        return Err(reader.fault("states by level and place, each once"));
    }
    let label = reader.number(label)?;
    let next = next.iter().map(|word| {
        let pair = word.split_once(',').ok_or_else(|| reader.fault("a level, a comma and a place"));
        let (level, place) = pair?;
        let place = reader.number(place)?;
        Ok(match level.strip_prefix('=') {
            Some(level) => Goal::At { level: reader.number(level)?, place },
            None => Goal::By { levels: reader.number(level)?, place },
        })
    });
    let next = next.collect::<Result<_, Fault>>()?;
    machine.levels[level].push(LevelState { label, next });
    Ok(())
}
