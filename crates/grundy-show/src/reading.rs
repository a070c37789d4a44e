//! How an automaton reads a word: the state after each letter, and the value of what was read.

use std::fmt::Write;

use grundy::{
    Component,
    cert::{Automaton, Mode},
};
use serde::Serialize;

use crate::{json::Reasons, phrase};

/// The number of letters that are shown at each end of a longer part.
const END: usize = 12;

/// More parts than this are counted, not shown.
const MOST_PARTS: usize = 6;

/// More letters than this are left out of JSON.
const LONGEST: usize = 100_000;

/// A word as the machine reads it.
pub(crate) struct Reading {
    /// The number of states of the machine.
    states: usize,
    /// What a label is: `value`, `capped`, or `wins`.
    heading: &'static str,
    /// The parts of the word between walls.
    parts: Vec<Part>,
}

/// A part between walls: letters, and after each (and before the first) a state and its label.
struct Part {
    /// The letters.
    letters: Vec<char>,
    /// The state and its label before the first letter and after each: one more than there are
    /// letters.
    path: Vec<(u32, u32)>,
}

impl Reading {
    /// `None` if the machine does not read the component.
    pub(crate) fn of(claim: &Automaton, component: &Component) -> Option<Reading> {
        let parts = claim.game.read(claim.word(component)?)?;
        let part = |letters: Vec<u16>| {
            let mut state = 0;
            let mut path = vec![(0, claim.machine.labels[0])];
            for &letter in &letters {
                state = claim.machine.step(state, letter);
                path.push((state, claim.machine.labels[state as usize]));
            }
            Part { letters: claim.game.text(&letters).chars().collect(), path }
        };
        let heading = match claim.mode {
            Mode::Values => "value",
            Mode::Capped(1) | Mode::Misere => "wins",
            Mode::Capped(_) => "capped",
        };
        Some(Reading { states: claim.machine.states(), heading, parts: parts.into_iter().map(part).collect() })
    }

    /// Adds a table for each of the first parts, and their exclusive or.
    pub(crate) fn text(&self, text: &mut String) {
        let meaning = match self.heading {
            "wins" => "1 where the mover wins what was read",
            "capped" => "the value of what was read, up to the cap",
            _ => "the value of what was read",
        };
        let states = phrase::count(self.states as u128, "state");
        let _ = writeln!(
            text,
            "    An automaton of {states} reads it; below each letter the state after it, and {meaning}:"
        );
        for part in self.parts.iter().take(MOST_PARTS) {
            self.part_text(text, part);
        }
        if self.parts.len() > MOST_PARTS {
            let _ = writeln!(text, "      .. and {} more parts", self.parts.len() - MOST_PARTS);
        }
        if self.parts.len() > 1 {
            let values: Vec<u64> = self.parts.iter().map(|part| part.label().into()).collect();
            let total = values.iter().fold(0, |total, value| total ^ value);
            let shown: Vec<String> = values.iter().take(MOST_PARTS).map(u64::to_string).collect();
            let more = if values.len() > MOST_PARTS { " xor .." } else { "" };
            let _ =
                writeln!(text, "    Other letters part the word into a sum: {}{more} = {total}.", shown.join(" xor "));
        }
    }

    /// Adds the letters, states and labels of a part in columns; of a long part both ends.
    fn part_text(&self, text: &mut String, part: &Part) {
        let width = part.path.iter().map(|(state, _)| state.to_string().len()).max().unwrap_or(1);
        let count = part.letters.len();
        let shown: Vec<Option<usize>> = match count {
            0..=25 => (0..=count).map(Some).collect(),
            _ => (0..=END).map(Some).chain([None]).chain((count - END + 1..=count).map(Some)).collect(),
        };
        let mut row = |name: &str, cell: &dyn Fn(usize) -> String| {
            let mut line = format!("      {name:6}");
            for at in &shown {
                let cell = at.map_or_else(|| "..".to_owned(), cell);
                let _ = write!(line, " {cell:>width$}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        };
        row("letter", &|at| at.checked_sub(1).map_or_else(|| "-".to_owned(), |at| part.letters[at].to_string()));
        row("state", &|at| part.path[at].0.to_string());
        row(self.heading, &|at| part.path[at].1.to_string());
    }

    /// Returns about what the fields of the reading take, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let part = |part: &Part| 768 + part.letters.len() as u64 + 64 * part.path.len().min(LONGEST + 1) as u64;
        self.parts.iter().map(part).sum()
    }

    /// Returns the fields of the reading.
    pub(crate) fn json(&self) -> ReadingJson {
        let part = |part: &Part| {
            let (path, why) = (part.letters.len() <= LONGEST, Reasons::default());
            let path = path.then_some(&part.path);
            let reason = format!("the part has over {LONGEST} letters");
            let states = path.map(|path| path.iter().map(|(state, _)| *state).collect());
            let labels = path.map(|path| path.iter().map(|(_, label)| *label).collect());
            ReadingPartJson {
                letters: part.letters.iter().collect(),
                states: why.of("states", states, reason.as_str()),
                labels: why.of("labels", labels, reason),
                label: part.label(),
                reasons: why,
            }
        };
        ReadingJson { states: self.states, parts: self.parts.iter().map(part).collect() }
    }
}

/// How an automaton reads a component
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "reading"))]
pub(crate) struct ReadingJson {
    /// The number of states of the automaton
    states: usize,
    /// The parts between walls
    parts: Vec<ReadingPartJson>,
}

/// A part of a word between walls
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "reading_part"))]
struct ReadingPartJson {
    /// The letters
    letters: String,
    /// The state before the first letter and after each letter; null if the part has over 100000
    /// letters
    states: Option<Vec<u32>>,
    /// The label of each of these states; null if the part has over 100000 letters
    labels: Option<Vec<u32>>,
    /// The last label
    label: u32,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

impl Part {
    /// Returns the label after the last letter.
    fn label(&self) -> u32 {
        self.path.last().map_or(0, |(_, label)| *label)
    }
}
