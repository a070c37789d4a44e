//! Who wins a position and which moves win it: the answer of `solve`.
//!
//! Text and JSON are made from one [`Solved`] and the moves. A field whose value is not known is
//! `null` in JSON, with the reason under `reasons`; text leaves it out.

use std::{
    borrow::Cow,
    fmt::{self, Write},
    ops::Range,
};

use grundy::{
    Answer, Component, Convention, Error, Outcome, Query, Question, Solved,
    moves::{Move, Moves},
    request::title,
};
use serde::Serialize;

use crate::{
    Colour,
    json::{self, ConventionWord, OutcomeWord, Reasons, StatusWord, Stream, Version},
    lists::{self, LeftOutJson},
    phrase::{self, Groups},
    sheet::Sheet,
    stats::{self, StatsJson},
};

/// More winning moves than this are counted in texts, not listed.
const MOST_LINES: usize = 100;

/// Why a table has no value and no outcome.
const TABLE: &str = "the answer is a table of heaps";

/// What every answer opens and ends with, as text and as JSON.
pub(crate) trait Framed {
    /// What every JSON answer opens with, of the position as it is written.
    fn heading<P>(&self, position: P, why: &Reasons) -> Heading<P>;

    /// Why the sum has no value here, if it has none.
    fn no_value(&self) -> Option<&'static str>;

    /// What every JSON answer ends with.
    fn closing(&self) -> Closing<'_>;

    /// The first line of a text answer.
    fn head(&self, colour: Colour) -> String;

    /// The last line of a text answer.
    fn foot(&self) -> String;
}

impl Framed for Solved {
    fn heading<P>(&self, position: P, why: &Reasons) -> Heading<P> {
        Heading {
            game: self.query.game_text(),
            name: title(&self.query),
            left_out: lists::left_out(&self.query.rulesets),
            position,
            convention: self.query.convention.into(),
            value: why.of("value", self.value().map(|value| value.0), self.no_value().unwrap_or_default()),
            outcome: why.of("outcome", self.outcome().map(OutcomeWord::from), TABLE),
        }
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

    fn closing(&self) -> Closing<'_> {
        let reductions = reductions_json(self.reductions());
        let stats = self.stats.as_ref().map(stats::json);
        Closing { status: self.status.into(), solver: &self.solver, reductions, stats }
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
        let reductions = self.reductions();
        let names = reductions.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", then ");
        let by = match (self.same_value(), reductions.last()) {
            (Some(other), _) => format!("The value is that of {}, by {names}.\n", phrase::short(other)),
            (None, Some((_, game))) => format!("Solved as {}, by {names}.\n", phrase::short(game)),
            (None, None) => String::new(),
        };
        format!("{by}{name}{}\n", phrase::footing(self.query.convention, self.status))
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

/// Why a player wins
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "why"))]
pub struct ReasonJson<'a> {
    /// The position in the language
    position: String,
    /// A winning move; null if the position is lost
    winning_move: Option<MoveJson<'a>>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

/// As [`reason_text`], as JSON.
pub fn reason_json<'a>(solved: &Solved, winning: Option<&Move>) -> ReasonJson<'a> {
    let why = Reasons::default();
    ReasonJson {
        position: solved.query.position_text(),
        winning_move: why.of(
            "winning_move",
            winning.map(|made| move_json(&solved.query, made, None, 1)),
            "the position is lost",
        ),
        reasons: why,
    }
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

/// The number of moves that are left, or why it is null.
pub(crate) fn left_json(solved: &Solved, why: &Reasons) -> Option<u64> {
    let unknown = match solved.query.question {
        Question::Value => "the query asks only the value",
        _ => "it is looked for in small positions only, where the search is cheap",
    };
    why.of("moves_left", solved.moves_left.map(|left| left.moves), unknown)
}

/// Adds the winning moves, or how many moves there are and that none wins. At most [`MOST_LINES`]
/// are listed; the rest is counted.
fn list(text: &mut Sheet, moves: &Moves, groups: &Groups) -> fmt::Result {
    match moves {
        Moves::One(made) => one(text, made.as_ref()),
        Moves::TooMany { most, winning } => {
            writeln!(text, "{}.", phrase::capital(&phrase::too_many(*most)))?;
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
            for made in winning().take(text.most_rows().map_or(MOST_LINES, |(most, _)| most)) {
                many -= groups.count(made);
                writeln!(text, "  {}", groups.line(made))?;
            }
            match (many, text.most_rows()) {
                (0, _) => Ok(()),
                (_, Some((_, all))) => writeln!(text, "  .. and {many} more: {all}"),
                (_, None) => writeln!(text, "  .. and {many} more"),
            }
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

/// What an answer about a position begins with
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Heading<P> {
    /// The game in the language
    game: String,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// What the game leaves out of its word lists, if it leaves something out
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<LeftOutJson>>,
    /// The position in the language
    pub position: P,
    /// The convention
    convention: ConventionWord,
    /// The value of the sum; null in misère play, for a table, if only the outcome was found, and
    /// in a certificate about every position
    pub value: Option<u64>,
    /// `N` if the player to move wins, `P` if not; null for a table, and in a certificate about
    /// every position
    pub outcome: Option<OutcomeWord>,
}

/// A reduction, which leads from one game to another
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "reduction"))]
pub(crate) struct ReductionJson {
    /// Its name
    name: String,
    /// The game that it leads to, in the language
    game: String,
}

/// The reductions by which something was found.
pub(crate) fn reductions_json(all: impl IntoIterator<Item = (String, String)>) -> Vec<ReductionJson> {
    all.into_iter().map(|(name, game)| ReductionJson { name, game }).collect()
}

/// What an answer about a position ends with
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Closing<'a> {
    /// Whether the checker has verified the answer
    status: StatusWord,
    /// The solvers, joined by `+`; `certificate` if the answer was read off one, `lookup` if it was
    /// read off a table
    solver: &'a str,
    /// The reductions by which it was found, if the solvers answered about another game
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reductions: Vec<ReductionJson>,
    /// With `stats`: what the work took
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<StatsJson>,
}

/// Who wins a position, and the winning moves
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "solve-position"))]
pub(crate) struct SolveJson<'a, C, M> {
    /// With `positions`: the line of the position
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(flatten)]
    heading: Heading<&'a str>,
    /// The components with their values
    components: C,
    /// The winning moves, or one of them; null if there are too many moves, or a limit ended the
    /// search
    winning_moves: Option<M>,
    /// The number of moves, of which those that leave the same count once; null if they are not
    /// counted, or over 2^64 - 1
    moves: Option<u64>,
    /// A winning move, if there are too many moves to list; null if no move wins, or none was found
    /// among those looked at
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("nullable" = true)))]
    one_winning_move: Option<Option<MoveJson<'a>>>,
    /// The number of moves of both players that are left if the winner hurries and the loser
    /// delays; null if the position is too large to look, or the query asks only the value
    moves_left: Option<u64>,
    #[serde(flatten)]
    closing: Closing<'a>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// A component of the position, or a group of equal neighbours
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "component"))]
pub(crate) struct ComponentJson<'a> {
    #[serde(flatten)]
    place: Place,
    /// The position in the language
    position: Cow<'a, str>,
    /// Its value; null if it is not known
    value: Option<u64>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

/// The place of a component, or of a group of equal neighbours
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Place {
    /// The place, from 1
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    component: usize,
    /// For a group of equal neighbours: the number of its components
    #[cfg_attr(feature = "schema", schemars(range(min = 2)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
}

impl From<&Range<usize>> for Place {
    fn from(places: &Range<usize>) -> Place {
        Place { component: places.start + 1, count: Some(places.len()).filter(|count| *count > 1) }
    }
}

/// A move, which can be made in each component of a group
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "move"))]
pub(crate) struct MoveJson<'a> {
    #[serde(flatten)]
    place: Place,
    /// The component before the move
    from: Cow<'a, str>,
    /// What the move leaves
    to: String,
    /// The ways to make the move, at most three, as people say it: `take 2`, `b = 3`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    how: Vec<String>,
    /// The words that the move can complete
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
}

impl<'a> MoveJson<'a> {
    /// A move in these components, of which no more is known.
    pub(crate) fn bare(places: &Range<usize>, from: impl Into<Cow<'a, str>>, to: String) -> MoveJson<'a> {
        MoveJson { place: Place::from(places), from: from.into(), to, how: Vec::new(), words: Vec::new() }
    }

    /// The same with the ways to make it, and the words that it can complete.
    pub(crate) fn made_by(self, actions: &[impl ToString], words: &[String]) -> MoveJson<'a> {
        MoveJson { how: actions.iter().map(ToString::to_string).collect(), words: words.to_vec(), ..self }
    }
}

/// The answer of `solve` as JSON, of moves [by group](grundy::moves_by_group()); `line` is the line
/// of the position in a list.
///
/// `winning_moves` has all of them; it is null if the moves were not listed, and `one_winning_move`
/// then has the one that is known.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn solve_json(solved: &Solved, moves: Option<&Moves>, line: Option<usize>, sheet: Sheet) -> Result<String, Error> {
    let (why, position) = (Reasons::default(), solved.query.position_text());
    // The text of a large position is made once.
    let whole = match &solved.query.position[..] {
        [term] if !matches!(term.component, Component::Row(_)) => Some(position.as_str()),
        _ => None,
    };
    let groups = Groups::of(&solved.query);
    let one = |made: &Move| move_json(&solved.query, made, whole, 1);
    let (listed, count) = match moves {
        Some(Moves::Listed { moves, count, .. }) => (Some(moves.as_slice()), Some(*count)),
        Some(Moves::One(made)) => (Some(made.as_slice()), None),
        Some(Moves::TooMany { .. }) | None => (None, None),
    };
    let winning = listed.map(|moves| {
        let wins = moves.iter().filter(|made| count.is_none() || made.wins());
        Stream::new(wins.map(|made| {
            let many = if count.is_some() { groups.count(made) } else { 1 };
            Ok(move_json(&solved.query, made, whole, many))
        }))
    });
    let answer = SolveJson {
        line,
        heading: solved.heading(&*position, &why),
        components: Stream::new(components(solved, whole)),
        winning_moves: match moves {
            Some(Moves::TooMany { most, .. }) => why.of("winning_moves", winning, phrase::too_many(*most)),
            _ => why.of("winning_moves", winning, no_moves(solved)),
        },
        moves: match moves {
            Some(moves) => uncounted(moves, &why),
            None => why.none("moves", no_moves(solved)),
        },
        one_winning_move: match moves {
            Some(Moves::TooMany { winning, .. }) => {
                let none = match solved.outcome() {
                    Some(Outcome::N) => "none was found among the moves that were looked at",
                    _ => "no move wins",
                };
                Some(why.of("one_winning_move", winning.as_ref().map(one), none))
            }
            _ => None,
        },
        moves_left: left_json(solved, &why),
        closing: solved.closing(),
        reasons: why,
        schema: Version,
    };
    sheet.json(&answer)
}

/// Why the number of moves is null, if it is.
pub(crate) fn uncounted(moves: &Moves, why: &Reasons) -> Option<u64> {
    match moves {
        Moves::Listed { count, .. } => why.count("moves", *count),
        Moves::One(_) => why.none("moves", "the method looks for one winning move and lists no others"),
        Moves::TooMany { most, .. } => why.none("moves", phrase::too_many(*most)),
    }
}

/// The components with their values, which the text shows as the terms of the xor. `whole` is the
/// text of the only one.
fn components<'a>(
    solved: &'a Solved,
    whole: Option<&'a str>,
) -> impl Iterator<Item = Result<ComponentJson<'a>, fmt::Error>> {
    let cancelled = solved.cancelled();
    solved.query.groups().map(move |places| {
        let own = || json::component(&solved.query, places.start, &solved.query.position[places.start].component);
        let unknown = match (cancelled.binary_search(&places.start), solved.no_value()) {
            (Ok(_), _) => "an equal component cancels it, so its value is not computed",
            (Err(_), Some(reason)) => reason,
            (Err(_), None) => "the answer does not need it",
        };
        let why = Reasons::default();
        Ok(ComponentJson {
            place: Place::from(&places),
            position: whole.map_or_else(|| own().into(), Cow::from),
            value: why.of("value", solved.value_at(places.start).map(|value| value.0), unknown),
            reasons: why,
        })
    })
}

/// A move as JSON, which can be made in so many equal components; `whole` is the text of the
/// component if it is known.
pub(crate) fn move_json<'a>(query: &Query, made: &Move, whole: Option<&'a str>, count: usize) -> MoveJson<'a> {
    let from = whole.map_or_else(|| json::component(query, made.component, &made.from).into(), Cow::from);
    let to = json::left(query, made.component, &made.from, &made.to);
    MoveJson::bare(&(made.component..made.component + count), from, to).made_by(&made.actions, &made.words)
}
