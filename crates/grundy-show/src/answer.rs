//! Who wins a position and which moves win it: the answer of `solve`.

use std::fmt::Write;

use grundy::{Answer, Move, Moves, Nimber, Outcome, Play, Query, Solution};
use serde_json::{Value, json};

use crate::{Colour, Stats, json, phrase};

/// More winning moves than this are counted in texts, not listed.
const MOST_LINES: usize = 100;

/// A question with its answer, and how both came about.
pub struct Solved {
    /// The question.
    pub query: Query,
    /// The answer with its claims.
    pub solution: Solution,
    /// Whether the checker has verified the claims.
    pub proved: bool,
    /// The kernel, or the kernels joined by `+`.
    pub kernel: String,
    /// What it took, where that was asked for.
    pub stats: Option<Stats>,
}

impl Solved {
    /// The value of the sum; nothing in misère play, and where only the outcome was asked.
    pub fn value(&self) -> Option<Nimber> {
        match self.solution.answer {
            Answer::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Who wins the sum; nothing for a table.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.solution.answer {
            Answer::Value(value) => Some(value.outcome()),
            Answer::Outcome(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The value of each component of the sum, where the claims tell it (normal play).
    pub fn values(&self) -> Vec<Option<Nimber>> {
        let value = |placed: &grundy::Placed| match self.query.play {
            Play::Normal => self.solution.value(&self.query, placed.board, &placed.component),
            Play::Misere => None,
        };
        self.query.start.iter().map(value).collect()
    }

    /// What every JSON answer opens with.
    pub(crate) fn heading(&self) -> serde_json::Map<String, Value> {
        let mut map = serde_json::Map::new();
        map.insert("game".into(), self.query.game_text().into());
        map.insert("position".into(), self.query.position_text().into());
        map.insert("convention".into(), self.query.play.to_string().into());
        map.insert("value".into(), self.value().map_or(Value::Null, |value| json::number(value.0)));
        map.insert("outcome".into(), self.outcome().map_or(Value::Null, |outcome| outcome.to_string().into()));
        map
    }

    /// What every JSON answer ends with.
    pub(crate) fn closing(&self, map: &mut serde_json::Map<String, Value>) {
        map.insert("status".into(), phrase::status(self.proved).into());
        map.insert("kernel".into(), self.kernel.clone().into());
        if let Some(stats) = &self.stats {
            map.insert("stats".into(), stats.json());
        }
    }

    /// The first line of a text answer.
    pub(crate) fn head(&self, colour: Colour) -> String {
        let verdict = self.outcome().map_or("", phrase::verdict);
        match self.value() {
            Some(value) => {
                let terms: Option<Vec<Nimber>> = self.values().into_iter().collect();
                let xor = phrase::xor(value, &terms.unwrap_or_default());
                format!("{} (nim value {xor}).\n", phrase::bold(verdict, colour))
            }
            None if self.query.play == Play::Normal => format!("{}.\n", phrase::bold(verdict, colour)),
            None => format!("Misère play (who makes the last move loses). {}.\n", phrase::bold(verdict, colour)),
        }
    }

    /// The last line of a text answer.
    pub(crate) fn foot(&self) -> String {
        format!("{}\n", phrase::footing(self.query.play, self.proved))
    }
}

/// The answer of `solve` as text, with its winning moves where they are known.
pub fn solve_text(solved: &Solved, moves: Option<&Moves>, colour: Colour) -> String {
    let mut text = solved.head(colour);
    moves.into_iter().for_each(|moves| list(&mut text, moves));
    text + &solved.foot()
}

fn list(text: &mut String, moves: &Moves) {
    match moves {
        Moves::One(Some(made)) => {
            let _ = writeln!(text, "A winning move:\n  {}", phrase::line(made));
        }
        Moves::One(None) => text.push_str("There is no winning move.\n"),
        Moves::TooMany { most, winning } => {
            let _ = writeln!(text, "There are over {most} moves: they are not listed.");
            if let Some(made) = winning {
                let _ = writeln!(text, "A winning one:\n  {}", phrase::line(made));
            }
        }
        Moves::Listed { count: 0, .. } => text.push_str("There is no move.\n"),
        Moves::Listed { moves, count, .. } => {
            let winning: Vec<&Move> = moves.iter().filter(|made| made.wins()).collect();
            match winning.len() {
                0 => {
                    let _ = writeln!(text, "No winning move among {}.", phrase::count(*count, "move"));
                }
                many => {
                    let _ = writeln!(text, "Winning move{} ({many} of {count}):", if many == 1 { "" } else { "s" });
                }
            }
            for made in winning.iter().take(MOST_LINES) {
                let _ = writeln!(text, "  {}", phrase::line(made));
            }
            if winning.len() > MOST_LINES {
                let _ = writeln!(text, "  .. and {} more", winning.len() - MOST_LINES);
            }
        }
    }
}

/// The answer of `solve` as JSON.
pub fn solve_json(solved: &Solved, moves: Option<&Moves>) -> String {
    let mut map = solved.heading();
    map.insert("components".into(), components(solved));
    let (winning, count) = match moves {
        Some(Moves::Listed { moves, count, .. }) => {
            let winning = moves.iter().filter(|made| made.wins());
            (winning.map(|made| Value::Object(move_json(made))).collect(), json::number(*count))
        }
        Some(Moves::One(made)) => (made.iter().map(|made| Value::Object(move_json(made))).collect(), Value::Null),
        Some(Moves::TooMany { .. }) | None => (Value::Null, Value::Null),
    };
    map.insert("winning_moves".into(), winning);
    map.insert("moves".into(), count);
    if let Some(Moves::TooMany { winning, .. }) = moves {
        let winning = winning.as_ref().map_or(Value::Null, |made| Value::Object(move_json(made)));
        map.insert("one_winning_move".into(), winning);
    }
    solved.closing(&mut map);
    json::line(&Value::Object(map))
}

/// The components with their values, which the text shows as the terms of the xor.
fn components(solved: &Solved) -> Value {
    let values = solved.values();
    let parts = solved.query.start.iter().zip(values).enumerate();
    parts
        .map(|(at, (placed, value))| {
            json!({
                "component": at + 1,
                "position": json::component(&placed.component),
                "value": value.map(|value| json::number(value.0)),
            })
        })
        .collect()
}

/// A move as JSON: `component` counts from 1, `from` and `to` are in the language.
pub(crate) fn move_json(made: &Move) -> serde_json::Map<String, Value> {
    let mut map = serde_json::Map::new();
    map.insert("component".into(), (made.component + 1).into());
    map.insert("from".into(), json::component(&made.from));
    map.insert("to".into(), phrase::leaves(&made.from, &made.to).into());
    if !made.words.is_empty() {
        map.insert("words".into(), made.words.clone().into());
    }
    map
}
