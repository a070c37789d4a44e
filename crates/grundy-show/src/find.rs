//! The rules that give a sequence of values: the answer of `find`.

use std::fmt::Write;

use grundy_lab::find::{Found, Further, Match, SEARCHED, SequenceStart};
use serde::Serialize;

use crate::{
    Colour,
    json::{self, Version},
    phrase,
};

/// The rules as text, one a line.
pub fn find_text(found: &Found, colour: Colour) -> String {
    let values = phrase::count(found.values as u128, "value");
    let rules = match found.total {
        0 => format!("No known rule gives these {values}."),
        1 => format!("One known rule gives these {values}:"),
        many => format!("{many} known rules give these {values}, the simplest first:"),
    };
    let mut text = format!("{}\n", phrase::bold(&rules, colour));
    for found in &found.matches {
        let _ = writeln!(text, "  {}", line(found));
    }
    match found.total.saturating_sub(found.matches.len()) {
        0 => {}
        more => {
            let _ = writeln!(text, "  and {more} more; -n N lists N of them");
        }
    }
    let _ = writeln!(text, "Searched: {SEARCHED}.");
    if !found.undecided.is_empty() {
        let _ = writeln!(text, "Not compared to the end, because that takes too long: {}.", found.undecided.join(", "));
    }
    if found.total > 0 {
        text.push_str("Observed, not proved: later values may differ. Normal play.\n");
    }
    text
}

/// `Kayles (octal 0.77) from heap 0 on; OEIS A002186`.
fn line(found: &Match) -> String {
    let game = match found.name {
        Some(name) => format!("{name} ({})", phrase::short(&found.game)),
        None => found.game.clone(),
    };
    let what = match &found.position {
        Some(position) => format!("{game} at {position}"),
        None => game,
    };
    let noun = if found.position.is_some() { "n =" } else { "heap" };
    let start = match found.start {
        SequenceStart::Heap(first) => format!("from {noun} {first} on"),
        SequenceStart::Zeros(many) => format!("from {noun} 0 on, after {}", phrase::count(many as u128, "zero")),
    };
    let further = match found.further {
        Further::First | Further::Unknown => String::new(),
        Further::To(last) => format!("; like the first rule up to value {last}"),
        Further::Differs(at, own, first) => format!("; value {at} is {own}, in the first rule {first}"),
    };
    let oeis = found.oeis.map_or(String::new(), |number| format!("; OEIS {number}"));
    format!("{what} {start}{further}{oeis}")
}

/// The rules that give a sequence of values
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "find"))]
pub(crate) struct FindJson<'a> {
    /// The number of values given
    #[cfg_attr(feature = "schema", schemars(range(min = 4)))]
    values: usize,
    /// The number of rules that give all of them
    total: usize,
    /// The simplest of these rules, the simplest first
    rules: Vec<RuleJson<'a>>,
    /// Named games that were not compared to the end
    undecided: &'a [String],
    /// What was searched
    searched: &'static str,
    /// That values agree proves nothing about later ones
    #[cfg_attr(feature = "schema", schemars(extend("const" = "observed")))]
    status: &'static str,
    schema: Version,
}

/// A rule that gives the values
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "rule"))]
struct RuleJson<'a> {
    /// The game in the language
    game: &'a str,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// How the position of size n is written, if it is not a heap
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    /// The number of its values in the On-Line Encyclopedia of Integer Sequences, if it is known
    #[serde(skip_serializing_if = "Option::is_none")]
    oeis: Option<&'static str>,
    /// The size whose value is the first one that is compared
    first: usize,
    /// The number of zeros that are left out before it
    zeros: usize,
    /// The last value, counted from 1, that was compared with the first rule; all agree
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    agrees_to: Option<usize>,
    /// The first value that differs from that of the first rule
    #[serde(skip_serializing_if = "Option::is_none")]
    differs_at: Option<LaterJson>,
}

/// A later value that two rules do not share
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "later"))]
struct LaterJson {
    /// The place of the value, counted from 1, the first one given
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    value: usize,
    /// The value of this rule
    here: u64,
    /// The value of the first rule
    first_rule: u64,
}

/// The rules as JSON.
pub fn find_json(found: &Found) -> String {
    json::line(&FindJson {
        values: found.values,
        total: found.total,
        rules: found.matches.iter().map(rule).collect(),
        undecided: &found.undecided,
        searched: SEARCHED,
        status: "observed",
        schema: Version,
    })
}

/// Returns the fields of a rule.
fn rule(found: &Match) -> RuleJson<'_> {
    let (first, zeros) = match found.start {
        SequenceStart::Heap(first) => (first, 0),
        SequenceStart::Zeros(many) => (0, many),
    };
    let (agrees_to, differs_at) = match found.further {
        Further::First | Further::Unknown => (None, None),
        Further::To(last) => (Some(last), None),
        Further::Differs(value, here, first_rule) => (None, Some(LaterJson { value, here, first_rule })),
    };
    RuleJson {
        game: &found.game,
        name: found.name,
        position: found.position.as_deref(),
        oeis: found.oeis,
        first,
        zeros,
        agrees_to,
        differs_at,
    }
}
