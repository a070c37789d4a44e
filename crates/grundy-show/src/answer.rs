//! Who wins a position and which moves win it: the answer of `solve`.
//!
//! Text and JSON are made from one [`Solved`] and the moves. A field whose value is not known is
//! `null` in JSON, with the reason under `reasons`; text leaves it out.

use std::{collections::HashSet, fmt::Write};

use grundy::{
    Answer, Component, Convention, Nimber, Outcome, Query, Question, Solved,
    games::Term,
    moves::{Move, Moves},
    request::title,
};
use serde_json::{Map, Value};

use crate::{Colour, json, phrase, stats};

/// More winning moves than this are counted in texts, not listed.
const MOST_LINES: usize = 100;

/// Why a table has no value and no outcome.
const TABLE: &str = "the answer is a table of heaps";

/// What every answer opens and ends with, as text and as JSON.
pub(crate) trait Framed {
    /// What every JSON answer opens with.
    fn heading(&self) -> Map<String, Value>;

    /// Why the sum has no value here, if it has none.
    fn no_value(&self) -> Option<&'static str>;

    /// What every JSON answer ends with.
    fn closing(&self, map: &mut Map<String, Value>);

    /// The first line of a text answer.
    fn head(&self, colour: Colour) -> String;

    /// The last line of a text answer.
    fn foot(&self) -> String;
}

impl Framed for Solved {
    fn heading(&self) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("game".into(), self.query.game_text().into());
        if let Some(name) = title(&self.query) {
            map.insert("name".into(), name.into());
        }
        crate::lists::insert(&mut map, &self.query.rulesets);
        map.insert("position".into(), self.query.position_text().into());
        map.insert("convention".into(), self.query.convention.to_string().into());
        map.insert("value".into(), self.value().map_or(Value::Null, |value| Value::from(value.0)));
        map.insert("outcome".into(), self.outcome().map_or(Value::Null, |outcome| outcome.to_string().into()));
        if let Some(reason) = self.no_value() {
            json::unknown(&mut map, "value", reason);
        }
        if self.outcome().is_none() {
            json::unknown(&mut map, "outcome", TABLE);
        }
        map
    }

    fn no_value(&self) -> Option<&'static str> {
        match self.solution.answer {
            Answer::Value(_) => None,
            Answer::Values(_) | Answer::Outcomes(_) => Some(TABLE),
            Answer::Outcome(_) if self.query.convention == Convention::Misere => {
                Some("values do not add in misère play")
            }
            Answer::Outcome(_) if self.query.question == Question::Outcome => Some("the query asks only who wins"),
            Answer::Outcome(_) => Some("the method finds only who wins"),
        }
    }

    fn closing(&self, map: &mut Map<String, Value>) {
        map.insert("status".into(), self.status.word().into());
        map.insert("solver".into(), self.solver.clone().into());
        if let Some(stats) = &self.stats {
            map.insert("stats".into(), stats::json(stats));
        }
    }

    fn head(&self, colour: Colour) -> String {
        let verdict = self.outcome().map_or("", phrase::verdict);
        match self.value() {
            Some(value) => {
                let terms: Option<Vec<Nimber>> = self.values().into_iter().collect();
                // Where every component has a value, none is left out.
                let left_out = if terms.is_some() { String::new() } else { left_out(self) };
                let xor = phrase::xor(value, &terms.unwrap_or_default());
                format!("{} (nim value {xor}).\n{left_out}", phrase::bold(verdict, colour))
            }
            None if self.query.convention == Convention::Normal => format!("{}.\n", phrase::bold(verdict, colour)),
            None => {
                let verdict = phrase::bold(verdict, colour);
                let whole = match self.query.position.len() {
                    0 | 1 => "",
                    _ => "Values do not add in misère play, so the sum was solved as a whole.\n",
                };
                format!("Misère play (who makes the last move loses). {verdict}.\n{whole}")
            }
        }
    }

    fn foot(&self) -> String {
        let name = title(&self.query).map_or(String::new(), |name| format!("{name}. "));
        format!("{name}{}\n", phrase::footing(self.query.convention, self.status))
    }
}

/// A line about the components that the value above leaves out, if there are any.
fn left_out(solved: &Solved) -> String {
    match solved.cancelled().len() {
        0 => String::new(),
        many => format!("Left out: {many} components that are equal in pairs, each pair worth 0.\n"),
    }
}

/// The answer of `solve` as text, with its winning moves where they are known.
pub fn solve_text(solved: &Solved, moves: Option<&Moves>, colour: Colour) -> String {
    let mut text = solved.head(colour);
    moves.into_iter().for_each(|moves| list(&mut text, moves));
    text + &left_text(solved) + &solved.foot()
}

/// Why a player wins: the verdict with its value, and a winning move if there is one.
pub fn reason_text(solved: &Solved, winning: Option<&Move>) -> String {
    let mut text = solved.head(Colour::Off);
    list(&mut text, &Moves::One(winning.cloned()));
    text
}

/// The fields of [`reason_text`]: the position, and a winning move or `null`.
pub fn reason_json(solved: &Solved, winning: Option<&Move>) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("position".into(), solved.query.position_text().into());
    json::optional(
        &mut map,
        "winning_move",
        winning.map(|made| move_json(&solved.query, made)),
        "the position is lost",
    );
    map
}

/// The line about the moves that are left, if they are known.
pub(crate) fn left_text(solved: &Solved) -> String {
    let left = solved.moves_left.filter(|left| left.moves > 0);
    left.map_or(String::new(), |left| format!("{} left with best play.\n", phrase::count(left.moves.into(), "move")))
}

/// Returns why the moves are null, if none were sought or found.
fn no_moves(solved: &Solved) -> &'static str {
    match &solved.solver[..] {
        "lookup" => "a table has values, and no moves",
        _ => "a limit ended the search for the winning moves",
    }
}

/// Adds the field for the moves that are left, or why it is null.
pub(crate) fn left_json(map: &mut Map<String, Value>, solved: &Solved) {
    let unknown = match solved.query.question {
        Question::Value => "the query asks only the value",
        _ => "it is looked for in small positions only, where the search is cheap",
    };
    json::optional(map, "moves_left", solved.moves_left.map(|left| left.moves), unknown);
}

/// Adds the winning moves, or how many moves there are and that none wins. At most [`MOST_LINES`]
/// are listed; the rest is counted.
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
        Moves::Listed { moves, count, merged, .. } => {
            let winning: Vec<&Move> = moves.iter().filter(|made| made.wins()).collect();
            let once = phrase::once(*merged);
            match winning.len() {
                0 => {
                    let _ = writeln!(text, "No winning move among {}{once}.", phrase::count(*count, "move"));
                }
                many => {
                    let moves = if many == 1 { "move" } else { "moves" };
                    let _ = writeln!(text, "Winning {moves} ({many} of {count}{once}):");
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
///
/// `winning_moves` has all of them; it is null if the moves were not listed, and `one_winning_move`
/// then has the one that is known.
pub fn solve_json(solved: &Solved, moves: Option<&Moves>) -> String {
    let mut map = solved.heading();
    // Texts of large positions are made once.
    let texts: Vec<Value> = match (&solved.query.position[..], map.get("position")) {
        ([term], Some(text)) if !matches!(term.component, Component::Row(_)) => vec![text.clone()],
        (terms, _) => {
            let text = |(at, term): (usize, &Term)| json::component(&solved.query, at, &term.component);
            terms.iter().enumerate().map(text).collect()
        }
    };
    let move_json = |made: &Move| move_from(&solved.query, made, texts.get(made.component).cloned());
    map.insert("components".into(), components(solved, &texts));
    let (winning, count): (Value, Option<u128>) = match moves {
        Some(Moves::Listed { moves, count, .. }) => {
            let winning = moves.iter().filter(|made| made.wins());
            (winning.map(|made| Value::Object(move_json(made))).collect(), Some(*count))
        }
        Some(Moves::One(made)) => (made.iter().map(|made| Value::Object(move_json(made))).collect(), None),
        Some(Moves::TooMany { .. }) | None => (Value::Null, None),
    };
    map.insert("winning_moves".into(), winning);
    match count {
        Some(count) => json::count(&mut map, "moves", count),
        None => {
            map.insert("moves".into(), Value::Null);
        }
    }
    if let Some(Moves::TooMany { most, winning }) = moves {
        let winning = winning.as_ref().map(&move_json);
        let none = match solved.outcome() {
            Some(Outcome::N) => "none was found among the moves that were looked at",
            _ => "no move wins",
        };
        json::optional(&mut map, "one_winning_move", winning, none);
        json::unknown(&mut map, "winning_moves", phrase::too_many(*most));
    }
    match moves {
        Some(moves) => uncounted(&mut map, moves),
        None => {
            for field in ["winning_moves", "moves"] {
                json::unknown(&mut map, field, no_moves(solved));
            }
        }
    }
    left_json(&mut map, solved);
    solved.closing(&mut map);
    json::line(Value::Object(map))
}

/// Why the number of moves is null, if it is.
pub(crate) fn uncounted(map: &mut Map<String, Value>, moves: &Moves) {
    match moves {
        Moves::Listed { .. } => {}
        Moves::One(_) => json::unknown(map, "moves", "the method looks for one winning move and lists no others"),
        Moves::TooMany { most, .. } => json::unknown(map, "moves", phrase::too_many(*most)),
    }
}

/// The components with their values, which the text shows as the terms of the xor.
fn components(solved: &Solved, texts: &[Value]) -> Value {
    let cancelled: HashSet<usize> = solved.cancelled().into_iter().collect();
    let parts = texts.iter().zip(solved.values()).enumerate();
    parts
        .map(|(at, (text, value))| {
            let mut map = Map::new();
            map.insert("component".into(), (at + 1).into());
            map.insert("position".into(), text.clone());
            map.insert("value".into(), value.map_or(Value::Null, |value| Value::from(value.0)));
            if value.is_none() {
                let reason = match (cancelled.contains(&at), solved.no_value()) {
                    (true, _) => "an equal component cancels it, so its value is not computed",
                    (false, Some(reason)) => reason,
                    (false, None) => "the answer does not need it",
                };
                json::unknown(&mut map, "value", reason);
            }
            Value::Object(map)
        })
        .collect()
}

/// A move as JSON: `component` counts from 1, `from` and `to` are in the language.
pub(crate) fn move_json(query: &Query, made: &Move) -> Map<String, Value> {
    move_from(query, made, None)
}

/// As [`move_json`], with the text of the component if it is known.
fn move_from(query: &Query, made: &Move, from: Option<Value>) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("component".into(), (made.component + 1).into());
    map.insert("from".into(), from.unwrap_or_else(|| json::component(query, made.component, &made.from)));
    map.insert("to".into(), json::left(query, made.component, &made.from, &made.to));
    if !made.deeds.is_empty() {
        map.insert("how".into(), made.deeds.iter().map(ToString::to_string).collect());
    }
    if !made.words.is_empty() {
        map.insert("words".into(), made.words.clone().into());
    }
    map
}
