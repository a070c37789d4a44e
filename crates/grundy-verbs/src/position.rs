//! `solve`, `moves` and `explain`: questions about one position.

use grundy::{Error, Found, Query, Question, Solved, Status, Wanted, explain::Explanation, moves::Moves};
use grundy_show::{Colour, Sheet, explain_json, explain_text, moves_json, moves_text, solve_json, solve_text};
use serde::Deserialize;

use crate::{
    Ask, Reply, Verb,
    fields::{text, words},
};

/// What is asked, if not everything is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Only {
    /// Who wins, and one winning move: much faster on large bags, faster on boards
    Outcome,
    /// The value, and one winning move: faster on boards
    Value,
}

impl Only {
    /// The query with this question.
    pub(crate) fn of(only: Option<Only>, query: Query) -> Query {
        match only {
            None => query,
            Some(Only::Outcome) => Query { question: Question::Outcome, ..query },
            Some(Only::Value) => Query { question: Question::Value, ..query },
        }
    }
}

/// The game with what follows it, as the library reads words.
pub(crate) fn line(game: &str, rest: &[String]) -> Vec<String> {
    std::iter::once(game.to_owned()).chain(rest.iter().cloned()).collect()
}

/// Who wins a position, and by which moves
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solve {
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    pub game: String,
    /// The position, such as `5 + 7 + 9`
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    pub position: Vec<String>,
    /// What is asked, if not everything is wanted
    #[serde(default)]
    pub question: Option<Only>,
}

/// Every move with the value that it leads to, winning moves first
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListMoves {
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    pub game: String,
    /// The position, such as `5 + 7 + 9`
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    pub position: Vec<String>,
}

/// Why a position has its value: mex inside each component, xor between components
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explain {
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    pub game: String,
    /// The position, such as `5 + 7 + 9`
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    pub position: Vec<String>,
}

/// The answer before its check.
fn found(ask: &Ask<'_>, line: &[String], only: Option<Only>, every_option: bool) -> Result<Found, Error> {
    let query = Only::of(only, ask.run.query(line, ask.misere)?);
    ask.run.find(query, Wanted { every_option, ..Wanted::default() })
}

/// The answer, checked; with its time and memory if they are asked for.
fn settled(ask: &Ask<'_>, found: Found) -> Result<Solved, Error> {
    ask.run.settle(if ask.measured { found } else { found.unmeasured() })
}

/// The answer of [`Solve`].
pub struct SolveReply {
    solved: Solved,
    /// The winning moves; `None` if a limit has ended the search for them.
    moves: Option<Moves>,
    /// Why the winning moves are not known.
    unknown: Option<String>,
}

impl Verb for Solve {
    const NAME: &'static str = "solve";
    type Reply = SolveReply;

    fn run(&self, ask: &Ask<'_>) -> Result<SolveReply, Error> {
        let mut found = found(ask, &line(&self.game, &self.position), self.question, false)?;
        let (moves, unknown) = match found.winning_moves()? {
            Ok(moves) => (Some(moves), None),
            Err(stopped) => (None, Some(format!("the winning moves are not known: {stopped}"))),
        };
        found.moves_left()?;
        Ok(SolveReply { solved: settled(ask, found)?, moves, unknown })
    }
}

impl Reply for SolveReply {
    fn text(&self, colour: Colour, sheet: Sheet) -> Result<String, Error> {
        solve_text(&self.solved, self.moves.as_ref(), colour, sheet)
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        solve_json(&self.solved, self.moves.as_ref(), sheet)
    }

    fn status(&self) -> Option<Status> {
        Some(self.solved.status)
    }

    fn note(&self) -> Option<String> {
        self.unknown.clone()
    }
}

/// The answer of [`ListMoves`].
pub struct MovesReply {
    solved: Solved,
    moves: Moves,
}

impl Verb for ListMoves {
    const NAME: &'static str = "moves";
    type Reply = MovesReply;

    fn run(&self, ask: &Ask<'_>) -> Result<MovesReply, Error> {
        let mut found = found(ask, &line(&self.game, &self.position), None, true)?;
        let moves = found.moves_by_group(true)?;
        found.moves_left()?;
        Ok(MovesReply { solved: settled(ask, found)?, moves })
    }
}

impl Reply for MovesReply {
    fn text(&self, colour: Colour, sheet: Sheet) -> Result<String, Error> {
        moves_text(&self.solved, &self.moves, colour, sheet)
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        moves_json(&self.solved, &self.moves, sheet)
    }

    fn status(&self) -> Option<Status> {
        Some(self.solved.status)
    }
}

/// The answer of [`Explain`].
pub struct ExplainReply {
    solved: Solved,
    explanation: Explanation,
}

impl Verb for Explain {
    const NAME: &'static str = "explain";
    type Reply = ExplainReply;

    fn run(&self, ask: &Ask<'_>) -> Result<ExplainReply, Error> {
        let mut found = found(ask, &line(&self.game, &self.position), None, true)?;
        let explanation = found.explain()?;
        found.moves_left()?;
        Ok(ExplainReply { solved: settled(ask, found)?, explanation })
    }
}

impl Reply for ExplainReply {
    fn text(&self, colour: Colour, sheet: Sheet) -> Result<String, Error> {
        explain_text(&self.solved, &self.explanation, colour, sheet)
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        explain_json(&self.solved, &self.explanation, sheet)
    }

    fn status(&self) -> Option<Status> {
        Some(self.solved.status)
    }
}
