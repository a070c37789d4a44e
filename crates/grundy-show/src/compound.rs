//! Who wins a compound: the answer of `compound`.
//!
//! What decides depends on the compound: remoteness for a conjunctive one, suspense for a continued
//! conjunctive one, foreclosed values for a diminished disjunctive one, outcomes for the others.

use std::{fmt::Write, ops::Range};

use grundy::{
    Component, Error, Outcome,
    compound::{Compound, Compounded, Foreclosed, Part},
    request::title,
};
use serde::Serialize;

use crate::{
    Colour,
    answer::{MoveJson, Place},
    json::{self, ConventionWord, OutcomeWord, Reasons, Stream, Version, words},
    lists::{LeftOutJson, left_out},
    phrase,
    sheet::Sheet,
};

/// More components than this are not listed in texts.
const MOST_LINES: usize = 100;

/// The answer of `compound` as text.
pub fn compound_text(found: &Compounded, colour: Colour) -> String {
    let mut text = format!("{}.\n", phrase::bold(phrase::verdict(found.outcome), colour));
    let compound = found.compound;
    let _ = writeln!(text, "{} compound: {}.", phrase::capital(compound.name()), compound.rule());
    let position = &found.query.position;
    if found.parts.len() > MOST_LINES {
        let _ = writeln!(text, "The numbers of {} components are not listed (JSON has them).", position.len());
    } else {
        for (places, part) in found.query.groups().zip(&found.parts) {
            let place = phrase::places(&places, &position[places.start].component);
            let _ = writeln!(text, "  {place}: {}", fact(compound, part));
        }
    }
    match (&found.winning, found.outcome) {
        (Some(moves), _) if moves.len() <= MOST_LINES => {
            let each = moves.iter().map(|(places, to)| {
                let from = &position[places.start].component;
                let of = if places.len() == 1 { "" } else { "each of " };
                let place = phrase::places(places, from);
                format!("{of}{place}: leave {}", phrase::short(phrase::leaves(from, to)))
            });
            let _ = writeln!(text, "A winning move: {}.", each.collect::<Vec<_>>().join("; "));
        }
        (Some(moves), _) => {
            let _ = writeln!(text, "A winning move is made in {} components (JSON has it).", moved(moves));
        }
        (None, Outcome::N) => text.push_str("The play is over.\n"),
        (None, Outcome::P) => {}
    }
    let name = title(&found.query).map_or(String::new(), |name| format!("{name}. "));
    let _ = writeln!(text, "{name}{}", phrase::footing(found.query.convention, found.status));
    text
}

/// What decides the compound, of one component.
fn fact(compound: Compound, part: &Part) -> String {
    if part.has_ended() {
        return "has ended".to_owned();
    }
    match compound {
        Compound::Conjunctive => format!("remoteness {}", part.remoteness),
        Compound::Continued => format!("suspense {}", part.suspense),
        Compound::Selective if part.normal != part.outcome => {
            format!("{}-position in normal play, {} in misère play", part.normal, part.outcome)
        }
        Compound::Selective | Compound::Shortened => format!("{}-position", part.outcome),
        Compound::Diminished => match part.foreclosed {
            Foreclosed::Ended => "has ended".to_owned(),
            Foreclosed::Ends => "a move ends it".to_owned(),
            Foreclosed::Value(value) => format!("foreclosed value {}", value.0),
        },
    }
}

/// The number of components that are moved in.
fn moved(moves: &[(Range<usize>, Vec<Component>)]) -> usize {
    moves.iter().map(|(places, _)| places.len()).sum()
}

/// Who wins a compound of games
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "compound"))]
pub(crate) struct CompoundJson<P, M> {
    /// The game in the language
    game: String,
    /// What the game leaves out of its word lists, if it leaves something out
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<LeftOutJson>>,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// The position in the language
    position: String,
    /// The convention
    convention: ConventionWord,
    /// How the components are played together
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["diminished", "conjunctive", "continued", "selective", "shortened"]))
    )]
    compound: &'static str,
    /// Who wins the compound
    outcome: OutcomeWord,
    /// The components
    components: P,
    /// A winning move, with an entry for each component that is moved in; null if no move wins, or
    /// the play is over
    winning_move: Option<M>,
    /// No claim covers compounds
    #[cfg_attr(feature = "schema", schemars(extend("const" = "computed")))]
    status: &'static str,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// A component of a compound
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "compound_part"))]
pub(crate) struct CompoundPartJson {
    #[serde(flatten)]
    place: Place,
    /// The component in the language
    position: String,
    /// The number of moves if its winner hurries and its loser delays
    remoteness: u64,
    /// The number of moves if its winner delays and its loser hurries
    suspense: u64,
    /// Who wins it alone
    outcome: OutcomeWord,
    /// Who wins it alone in normal play
    normal: OutcomeWord,
    /// Its foreclosed value; `ends` if a move ends it, `ended` if it has ended
    foreclosed: ForeclosedJson,
}

#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
enum ForeclosedJson {
    Value(u64),
    Word(ForeclosedWord),
}

words! {
    /// Why a component has no foreclosed value.
    ForeclosedWord: "ended" | "ends";
}

impl From<Foreclosed> for ForeclosedJson {
    fn from(foreclosed: Foreclosed) -> Self {
        match foreclosed {
            Foreclosed::Ended => ForeclosedJson::Word(ForeclosedWord("ended")),
            Foreclosed::Ends => ForeclosedJson::Word(ForeclosedWord("ends")),
            Foreclosed::Value(value) => ForeclosedJson::Value(value.0),
        }
    }
}

/// The answer of `compound` as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn compound_json(found: &Compounded, sheet: Sheet) -> Result<String, Error> {
    let query = &found.query;
    let written = |place: usize| json::component(query, place, &query.position[place].component);
    let part = |(places, part): (Range<usize>, &Part)| {
        Ok(CompoundPartJson {
            place: Place::from(&places),
            position: written(places.start),
            remoteness: part.remoteness,
            suspense: part.suspense,
            outcome: part.outcome.into(),
            normal: part.normal.into(),
            foreclosed: part.foreclosed.into(),
        })
    };
    let change = |(places, to): &(Range<usize>, Vec<Component>)| {
        let to = json::left(query, places.start, &query.position[places.start].component, to);
        Ok(MoveJson::bare(places, written(places.start), to))
    };
    let why = match found.outcome {
        Outcome::N => "the play is over",
        Outcome::P => "no move wins",
    };
    let reasons = Reasons::default();
    let winning = reasons.of("winning_move", found.winning.as_ref(), why);
    sheet.json(&CompoundJson {
        game: query.game_text(),
        left_out: left_out(&query.rulesets),
        name: title(query),
        position: query.position_text(),
        convention: query.convention.into(),
        compound: found.compound.name(),
        outcome: found.outcome.into(),
        components: Stream::new(query.groups().zip(&found.parts).map(part)),
        winning_move: winning.map(|moves| Stream::new(moves.iter().map(change))),
        status: found.status.word(),
        reasons,
        schema: Version,
    })
}
