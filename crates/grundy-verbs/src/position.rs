//! `solve`, `moves` and `explain`: questions about one position.

use grundy::{
    Error, Found, Query, Question, Solved, Wanted,
    explain::Explanation,
    help::{Fix, Help},
    moves::Moves,
    request::shell,
    solvers::Reason,
};
use grundy_show::{Colour, Sheet, explain_json, explain_text, moves_json, moves_text, solve_json, solve_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{GAME, GameName, REST};
use crate::{
    Ask, Compound, ExplainError, Reply, Together, Verb,
    fields::{line, text, words},
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

impl From<Only> for Question {
    fn from(only: Only) -> Question {
        match only {
            Only::Outcome => Question::Outcome,
            Only::Value => Question::Value,
        }
    }
}

/// Who wins a position, and by which moves
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solve {
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = GAME))]
    pub game: String,
    /// The position, such as `5 + 7 + 9`
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "POSITION", help = REST))]
    pub position: Vec<String>,
    /// What is asked, if not everything is wanted
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub question: Option<Only>,
    /// Play the components together, in one of these ways
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "COMPOUND"))]
    pub compound: Option<Together>,
}

/// Every move with the value that it leads to
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListMoves {
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = GAME))]
    pub game: String,
    /// The position, such as `5 + 7 + 9`
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "POSITION", help = REST))]
    pub position: Vec<String>,
}

/// Why a position has its value; or what an error code means
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explain {
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = GAME))]
    pub game: String,
    /// The position, such as `5 + 7 + 9`
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "POSITION", help = REST))]
    pub position: Vec<String>,
}

/// The answer before its check.
fn found(ask: &Ask<'_>, line: &[String], only: Option<Only>, every_option: bool) -> Result<Found, Error> {
    let query = ask.run.query(line, ask.misere)?;
    let query = Query { question: only.map_or(query.question, Question::from), ..query };
    match ask.from {
        Some(known) => ask.run.answer_from(known, query),
        None => ask.run.find_in_reach(query, Wanted { every_option, patient: ask.patient, checkpoint: ask.checkpoint }),
    }
}

/// What is found by all moves of a position. Where they are too many, and who wins is known, the
/// way out is to ask for that.
fn by_all_moves<T>(ask: &Ask<'_>, line: &[String], found: impl FnOnce(Found) -> Result<T, Error>) -> Result<T, Error> {
    self::found(ask, line, None, true).and_then(found).map_err(|error| match &error {
        Error::Stopped(stopped) if matches!(stopped.reason, Reason::Fault(_)) => beyond(ask, line).unwrap_or(error),
        _ => error,
    })
}

/// The refusal of a question about all moves, where who wins is known.
fn beyond(ask: &Ask<'_>, line: &[String]) -> Option<Error> {
    let query = ask.run.query(line, ask.misere).ok()?;
    let plan = ask.run.plan(&query);
    let by_theorem = plan.as_ref().is_ok_and(|plan| plan.steps().iter().all(|step| step.solver() == "closed-form"));
    if !by_theorem {
        ask.run.winner_alone(&query, plan.as_ref())?;
    }
    let help = Help::from("ask who wins, and for one winning move: ") + Fix::Use("solve".into(), shell("", line));
    Some(Error::usage(line.last()?, "this position has too many moves to look at each of them", help))
}

/// The answer, checked; with its time and memory if they are asked for.
fn settled(ask: &Ask<'_>, found: Found) -> Result<Solved, Error> {
    ask.run.settle(if ask.measured { found } else { found.unmeasured() })
}

/// The answer of [`Solve`] about a sum.
struct SolveReply {
    solved: Solved,
    /// The winning moves; `None` if a limit has ended the search for them.
    moves: Option<Moves>,
    /// What is not known.
    unknown: Option<String>,
}

impl Solve {
    /// The answer about a sum before its check, without the winning moves.
    ///
    /// # Errors
    /// As [`Verb::run`].
    pub fn found(&self, ask: &Ask<'_>) -> Result<Found, Error> {
        found(ask, &self.line(), self.question, false)
    }
}

impl Verb for Solve {
    const NAME: &'static str = "solve";
    const REST: &'static str = "position";
    const ANSWERS: &'static [&'static str] = &["solve", "compound"];
    type Reply = Box<dyn Reply>;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.position)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<Box<dyn Reply>, Error> {
        if let Some(compound) = self.compound {
            if self.question.is_some() {
                let message = "a compound has an outcome and no value, and there is no question to choose";
                return Err(Error::field("question", message, Fix::LeaveOut("question")));
            }
            let (game, position) = (self.game.clone(), self.position.clone());
            return Ok(Box::new(Compound { compound, game, position }.run(ask)?));
        }
        let mut found = self.found(ask)?;
        let (moves, unknown) = match found.winning_moves()? {
            Ok(moves) => (Some(moves), None),
            Err(stopped) => (None, Some(format!("the winning moves are not known: {stopped}"))),
        };
        found.moves_left()?;
        let alone = self.question.is_none() && found.solved().query.question == Question::Outcome;
        let unknown =
            unknown.or_else(|| alone.then(|| "only who wins is answered: the value is out of reach".to_owned()));
        Ok(Box::new(SolveReply { solved: settled(ask, found)?, moves, unknown }))
    }
}

impl Reply for SolveReply {
    fn text(&self, colour: Colour, sheet: Sheet) -> Result<String, Error> {
        solve_text(&self.solved, self.moves.as_ref(), colour, sheet)
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        solve_json(&self.solved, self.moves.as_ref(), None, sheet)
    }

    fn solved(&self) -> Option<&Solved> {
        Some(&self.solved)
    }

    fn note(&self) -> Option<Help> {
        self.unknown.clone().map(Help::from)
    }
}

/// The answer of [`ListMoves`].
pub struct MovesReply {
    solved: Solved,
    moves: Moves,
}

impl Verb for ListMoves {
    const NAME: &'static str = "moves";
    const REST: &'static str = "position";
    type Reply = MovesReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.position)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<MovesReply, Error> {
        by_all_moves(ask, &self.line(), |mut found| {
            let moves = found.moves_by_group(true)?;
            found.moves_left()?;
            Ok(MovesReply { solved: settled(ask, found)?, moves })
        })
    }
}

impl Reply for MovesReply {
    fn text(&self, colour: Colour, sheet: Sheet) -> Result<String, Error> {
        moves_text(&self.solved, &self.moves, colour, sheet)
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        moves_json(&self.solved, &self.moves, sheet)
    }

    fn solved(&self) -> Option<&Solved> {
        Some(&self.solved)
    }
}

/// The answer of [`Explain`] about a position.
struct ExplainReply {
    solved: Solved,
    explanation: Explanation,
}

impl Explain {
    /// The code of an error, such as G031, in the place of the game.
    fn code(&self) -> Option<String> {
        let game = self.game.trim();
        let digits =
            game.strip_prefix(['G', 'g']).filter(|_| self.position.iter().all(|word| word.trim().is_empty()))?;
        let is_code = digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit());
        is_code.then(|| game.to_uppercase())
    }
}

impl Verb for Explain {
    const NAME: &'static str = "explain";
    const REST: &'static str = "position";
    const ANSWERS: &'static [&'static str] = &["explain", "explain-error"];
    type Reply = Box<dyn Reply>;

    fn settings(&self) -> &'static [&'static str] {
        if self.code().is_some() { ExplainError::SETTINGS } else { Explain::SETTINGS }
    }

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.position)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<Box<dyn Reply>, Error> {
        if let Some(code) = self.code().filter(|_| !ask.has_files()) {
            return Ok(Box::new(ExplainError { code }.run(ask)?));
        }
        by_all_moves(ask, &self.line(), |mut found| {
            let explanation = found.explain()?;
            found.moves_left()?;
            Ok(Box::new(ExplainReply { solved: settled(ask, found)?, explanation }) as Box<dyn Reply>)
        })
    }
}

impl Reply for ExplainReply {
    fn text(&self, colour: Colour, sheet: Sheet) -> Result<String, Error> {
        explain_text(&self.solved, &self.explanation, colour, sheet)
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        explain_json(&self.solved, &self.explanation, sheet)
    }

    fn solved(&self) -> Option<&Solved> {
        Some(&self.solved)
    }
}
