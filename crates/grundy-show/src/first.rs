//! The first position with a property: the answer of `first`.

use std::fmt::Write;

use grundy::{Convention, Declaration, Nimber, request::title_of};
use grundy_lab::first::{Beyond, First, FirstQuery, Hit};
use serde::Serialize;

use crate::{
    Colour,
    json::{self, ConventionWord, OutcomeWord, Reasons, StatusWord, Version},
    lists::{LeftOutJson, left_out},
    phrase,
};

/// The answer of `first` as text.
pub fn first_text(rules: &Declaration, query: &FirstQuery, first: &First, colour: Colour) -> String {
    let mut text = String::new();
    match &first.found {
        Some(hit) => {
            let _ = writeln!(
                text,
                "{} is the first position with {}: its size is {}.",
                phrase::bold(&phrase::short(position(rules, hit)), colour),
                query.filter,
                hit.size
            );
            let value = hit.value.map_or(String::new(), |value| format!(" (nim value {})", Nimber(value).0));
            let _ = writeln!(text, "{}{value}.", phrase::verdict(hit.outcome));
            if let Some((winning, moves)) = hit.moves {
                let _ = writeln!(text, "Winning moves: {winning} of {moves}.");
            }
        }
        None if matches!(first.beyond, Some(Beyond::Period(_))) => {
            let _ = writeln!(text, "No position of any size has {}.", query.filter);
        }
        None => {
            let _ = writeln!(text, "No position up to size {} has {}.", query.up_to, query.filter);
        }
    }
    let name = title_of(rules, &[]).map_or(String::new(), |name| format!("{name}. "));
    let examined = phrase::count(first.examined.into(), "position");
    let beyond = match first.beyond {
        None => String::new(),
        Some(Beyond::Automaton(states)) => {
            format!("; larger ones by an automaton of {}", phrase::count(states as u128, "state"))
        }
        Some(Beyond::Period(period)) => format!("; the values repeat with period {period}"),
    };
    let _ = writeln!(text, "{name}{} {examined} examined{beyond}.", phrase::footing(rules.convention, first.status));
    text
}

/// The first position with a property
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "first"))]
pub(crate) struct FirstJson {
    /// The game in the language
    game: String,
    /// What the game leaves out of its word lists, if it leaves something out
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<LeftOutJson>>,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// The convention
    convention: ConventionWord,
    /// The property
    r#where: String,
    /// The largest size that was searched
    up_to: u64,
    /// Whether a position has the property
    found: bool,
    /// The size of the first position with the property; null if there is none
    size: Option<u64>,
    /// The first position with the property; null if there is none
    position: Option<String>,
    /// Its value; null in misère play, and if there is none
    value: Option<u64>,
    /// Who wins it; null if there is none
    outcome: Option<OutcomeWord>,
    /// The number of its winning moves; null if there is none, or they are too many
    winning: Option<u64>,
    /// The number of its moves; null if there is none, or they are too many
    moves: Option<u64>,
    /// The number of positions that were looked at one by one
    examined: u64,
    /// The number of states of the automaton that searched larger words
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    states: Option<usize>,
    /// The proved period of the values, which larger heaps repeat
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    period: Option<u64>,
    /// Whether the checker has verified the facts of all positions that were looked at
    status: StatusWord,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// The answer of `first` as JSON.
pub fn first_json(rules: &Declaration, query: &FirstQuery, first: &First) -> String {
    const NONE: &str = "no position of these sizes has the property";
    let hit = first.found.as_ref();
    let no_value =
        if rules.convention == Convention::Misere { "in misère play positions have no values" } else { NONE };
    let unlisted = if hit.is_some() { "the moves are too many to count one by one" } else { NONE };
    let moves = hit.and_then(|hit| hit.moves);
    let number = |count: u128| u64::try_from(count).ok();
    let (states, period) = match first.beyond {
        None => (None, None),
        Some(Beyond::Automaton(states)) => (Some(states), None),
        Some(Beyond::Period(period)) => (None, Some(period)),
    };
    let reasons = Reasons::default();
    json::line(&FirstJson {
        game: rules.to_string(),
        left_out: left_out([&rules.ruleset]),
        name: title_of(rules, &[]),
        convention: rules.convention.into(),
        r#where: query.filter.to_string(),
        up_to: query.up_to,
        found: hit.is_some(),
        size: reasons.of("size", hit.map(|hit| hit.size), NONE),
        position: reasons.of("position", hit.map(|hit| position(rules, hit)), NONE),
        value: reasons.of("value", hit.and_then(|hit| hit.value), no_value),
        outcome: reasons.of("outcome", hit.map(|hit| hit.outcome.into()), NONE),
        winning: reasons.of("winning", moves.and_then(|(winning, _)| number(winning)), unlisted),
        moves: reasons.of("moves", moves.and_then(|(_, moves)| number(moves)), unlisted),
        examined: first.examined,
        states,
        period,
        status: first.status.into(),
        reasons,
        schema: Version,
    })
}

/// The position in the language.
fn position(rules: &Declaration, hit: &Hit) -> String {
    hit.position.iter().map(|part| rules.ruleset.text(part)).collect::<Vec<_>>().join(" + ")
}
