//! Who wins a position and which moves win it: the answer of `solve`.
//!
//! Text and JSON are made from one [`Solved`] and the moves. A field whose value is not known is
//! `null` in JSON, with the reason under `reasons`; text leaves it out.

use std::{
    fmt::{self, Write},
    ops::Range,
};

use grundy::{
    Answer, Component, Convention, Error, Outcome, Query, Question, Solved,
    moves::{Move, Moves},
    request::title,
};
use serde_json::{Map, Value};

use crate::{
    Colour, json, json_line,
    phrase::{self, Groups},
    sheet::Sheet,
    stats,
};

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
            Answer::Outcome(_) if self.query.question == Question::Outcome => Some("only who wins is answered"),
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
                // Where every component has a value, none is left out.
                let (xor, left_out) = match phrase::xor_of(self) {
                    Some(xor) => (xor, String::new()),
                    None => (value.0.to_string(), left_out(self)),
                };
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

/// The answer of `solve` as text, with its winning moves [by group](grundy::moves_by_group()) where
/// they are known.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn solve_text(solved: &Solved, moves: Option<&Moves>, colour: Colour, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|text| {
        text.push(&solved.head(colour))?;
        if let Some(moves) = moves {
            list(text, moves, &Groups::of(&solved.query))?;
        }
        text.push(&left_text(solved))?;
        text.push(&solved.foot())
    })
}

/// Why a player wins: the verdict with its value, and a winning move if there is one.
pub fn reason_text(solved: &Solved, winning: Option<&Move>) -> String {
    let mut text = solved.head(Colour::Off);
    one(&mut text, winning).expect("a string takes all text");
    text
}

/// The fields of [`reason_text`]: the position, and a winning move or `null`.
pub fn reason_json(solved: &Solved, winning: Option<&Move>) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("position".into(), solved.query.position_text().into());
    json::optional(
        &mut map,
        "winning_move",
        winning.map(|made| move_json(&solved.query, made, 1)),
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
fn list(text: &mut Sheet, moves: &Moves, groups: &Groups) -> fmt::Result {
    match moves {
        Moves::One(made) => one(text, made.as_ref()),
        Moves::TooMany { most, winning } => {
            writeln!(text, "There are over {most} moves: they are not listed.")?;
            match winning {
                Some(made) => writeln!(text, "A winning one:\n  {}", phrase::line(made)),
                None => Ok(()),
            }
        }
        Moves::Listed { count: 0, .. } => text.push("There is no move.\n"),
        Moves::Listed { moves, count, merged, .. } => {
            let once = phrase::once(*merged);
            let winning = || moves.iter().filter(|made| made.wins());
            let mut many = 0;
            for made in winning() {
                text.work(0)?;
                many += groups.count(made);
            }
            match many {
                0 => writeln!(text, "No winning move among {}{once}.", phrase::count(*count, "move"))?,
                1 => writeln!(text, "Winning move (1 of {count}{once}):")?,
                _ => writeln!(text, "Winning moves ({many} of {count}{once}):")?,
            }
            for made in winning().take(MOST_LINES) {
                many -= groups.count(made);
                writeln!(text, "  {}", groups.line(made))?;
            }
            if many > 0 { writeln!(text, "  .. and {many} more") } else { Ok(()) }
        }
    }
}

/// Adds a winning move, or that there is none.
fn one(text: &mut impl Write, winning: Option<&Move>) -> fmt::Result {
    match winning {
        Some(made) => writeln!(text, "A winning move:\n  {}", phrase::line(made)),
        None => text.write_str("There is no winning move.\n"),
    }
}

/// The answer of `solve` as JSON, of moves [by group](grundy::moves_by_group()).
///
/// `winning_moves` has all of them; it is null if the moves were not listed, and `one_winning_move`
/// then has the one that is known.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn solve_json(solved: &Solved, moves: Option<&Moves>, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| solve_line(solved, moves, json_line::Line::new(sheet)))
}

fn solve_line(solved: &Solved, moves: Option<&Moves>, mut line: json_line::Line<'_>) -> fmt::Result {
    let mut map = solved.heading();
    // The text of a large position is made once.
    let whole = match &solved.query.position[..] {
        [term] if !matches!(term.component, Component::Row(_)) => map.get("position").cloned(),
        _ => None,
    };
    components(solved, whole.as_ref(), &mut map, &mut line)?;
    let groups = Groups::of(&solved.query);
    let one = |made: &Move| move_from(&solved.query, made, whole.clone(), 1);
    let mut count: Option<u128> = None;
    match moves {
        Some(Moves::Listed { moves, count: all, .. }) => {
            count = Some(*all);
            let winning = moves.iter().filter(|made| made.wins());
            let winning = winning.map(|made| move_from(&solved.query, made, whole.clone(), groups.count(made)).into());
            line.list(&mut map, "winning_moves", winning)?;
        }
        Some(Moves::One(made)) => {
            map.insert("winning_moves".into(), made.iter().map(|made| Value::Object(one(made))).collect());
        }
        Some(Moves::TooMany { .. }) | None => {
            map.insert("winning_moves".into(), Value::Null);
        }
    }
    match count {
        Some(count) => json::count(&mut map, "moves", count),
        None => {
            map.insert("moves".into(), Value::Null);
        }
    }
    if let Some(Moves::TooMany { most, winning }) = moves {
        let none = match solved.outcome() {
            Some(Outcome::N) => "none was found among the moves that were looked at",
            _ => "no move wins",
        };
        json::optional(&mut map, "one_winning_move", winning.as_ref().map(one), none);
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
    line.end(map)
}

/// Why the number of moves is null, if it is.
pub(crate) fn uncounted(map: &mut Map<String, Value>, moves: &Moves) {
    match moves {
        Moves::Listed { .. } => {}
        Moves::One(_) => json::unknown(map, "moves", "the method looks for one winning move and lists no others"),
        Moves::TooMany { most, .. } => json::unknown(map, "moves", phrase::too_many(*most)),
    }
}

/// Writes the components with their values, which the text shows as the terms of the xor. `whole`
/// is the text of the only one.
fn components(
    solved: &Solved,
    whole: Option<&Value>,
    map: &mut Map<String, Value>,
    line: &mut json_line::Line<'_>,
) -> fmt::Result {
    let cancelled = solved.cancelled();
    let component = |places: Range<usize>| {
        let mut map = entry(&places);
        let own = || json::component(&solved.query, places.start, &solved.query.position[places.start].component);
        map.insert("position".into(), whole.cloned().unwrap_or_else(own));
        let value = solved.value_at(places.start);
        map.insert("value".into(), value.map_or(Value::Null, |value| Value::from(value.0)));
        if value.is_none() {
            let reason = match (cancelled.binary_search(&places.start), solved.no_value()) {
                (Ok(_), _) => "an equal component cancels it, so its value is not computed",
                (Err(_), Some(reason)) => reason,
                (Err(_), None) => "the answer does not need it",
            };
            json::unknown(&mut map, "value", reason);
        }
        Value::Object(map)
    };
    line.list(map, "components", solved.query.groups().map(component)).map(|_| ())
}

/// The fields that the entry of a component, or of a group of equal neighbours, begins with: its
/// place, from 1, and the number of components if it is a group.
pub(crate) fn entry(places: &Range<usize>) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("component".into(), (places.start + 1).into());
    if places.len() > 1 {
        map.insert("count".into(), places.len().into());
    }
    map
}

/// A move as JSON, which can be made in so many equal components: `component` counts from 1, `from`
/// and `to` are in the language.
pub(crate) fn move_json(query: &Query, made: &Move, count: usize) -> Map<String, Value> {
    move_from(query, made, None, count)
}

/// As [`move_json`], with the text of the component if it is known.
fn move_from(query: &Query, made: &Move, from: Option<Value>, count: usize) -> Map<String, Value> {
    let mut map = entry(&(made.component..made.component + count));
    map.insert("from".into(), from.unwrap_or_else(|| json::component(query, made.component, &made.from)));
    map.insert("to".into(), json::left(query, made.component, &made.from, &made.to));
    if !made.actions.is_empty() {
        map.insert("how".into(), made.actions.iter().map(ToString::to_string).collect());
    }
    if !made.words.is_empty() {
        map.insert("words".into(), made.words.clone().into());
    }
    map
}
