//! What is proved of every position of a game: the answer of `prove`.
//!
//! The status word and the convention open every JSON object; what follows depends on what was
//! found.

use std::fmt::Write;

use grundy::{
    Doubt, Error,
    proof::{Finding, ListedValues, Observed, Recurrence, Standing},
    request::{reference_of, title_of},
};
use serde::Serialize;

use crate::{
    Colour, Sheet,
    automaton::{self, AutomataJson},
    json::{ConventionWord, Reasons, Version},
    law::{self, LawJson},
    lists::{LeftOutJson, left_out},
    phrase,
    proven::Proven,
    quotient::{self, ClassesJson},
};

/// More exceptions than this are counted in texts, not listed.
const MOST_LISTED: usize = 40;

/// The answer of `prove` as text.
pub fn proof_text(proven: &Proven<'_>, colour: Colour) -> String {
    let headline = match &proven.proof.finding {
        Finding::Period(found) => headline(proven, found),
        Finding::Law(found) => law::headline(proven, found),
        Finding::Automaton(found) => automaton::headline(proven, found),
        Finding::Quotient(found) => quotient::headline(found),
        Finding::Listed(found) => listed_headline(proven, found),
    };
    let mut text = phrase::bold(&format!("{}: {headline}", named(proven)), colour);
    text.push('\n');
    match &proven.proof.finding {
        Finding::Period(found) => details(&mut text, proven, found),
        Finding::Law(found) => law::details(&mut text, proven, found),
        Finding::Automaton(found) => automaton::details(&mut text, proven, found),
        Finding::Quotient(found) => quotient::details(&mut text, proven, found),
        Finding::Listed(found) => listed_details(&mut text, found),
    }
    if let Some(reference) = reference_of(proven.rules) {
        let _ = writeln!(text, "Reference: {reference}.");
    }
    if let Some(stopped) = &proven.proof.stopped {
        let _ = writeln!(text, "The search ended: {stopped}.");
    }
    text
}

/// The game with its name, if it has one.
fn named(proven: &Proven<'_>) -> String {
    match title_of(proven.rules, &[]) {
        Some(name) => format!("{name} ({})", proven.rules),
        None => proven.rules.to_string(),
    }
}

/// Returns what is known of the period, in a sentence for the first line.
fn headline(proven: &Proven<'_>, found: &Recurrence) -> String {
    if found.period.is_none() {
        return format!("no period is seen in {}.", seen(found));
    }
    match proven.proof.standing {
        Standing::Proved => format!("{}.", recurs(found)),
        _ => format!("it seems {}, from {}.", recurs(found), seen(found)),
    }
}

/// `eventually periodic with period 12. The last exception is at n=70 (preperiod 71)`.
pub(crate) fn recurs(found: &Recurrence) -> String {
    let (period, preperiod) = (found.period.unwrap_or(0), found.preperiod.unwrap_or(0));
    let kind = match (preperiod, found.saltus) {
        (0, 0) => format!("periodic with period {period}, from n=0"),
        (_, 0) => format!("eventually periodic with period {period}"),
        (0, saltus) => format!("arithmetic periodic with period {period} and saltus {saltus}, from n=0"),
        (_, saltus) => format!("eventually arithmetic periodic with period {period} and saltus {saltus}"),
    };
    match found.last_exception() {
        Some(last) => format!("{kind}. The last exception is at n={last} (preperiod {preperiod})"),
        None => kind,
    }
}

/// `the values of heaps 0 to 167`.
fn seen(found: &Recurrence) -> String {
    match found.computed.checked_sub(1) {
        Some(last) => format!("the values of heaps 0 to {last}"),
        None => "no values".into(),
    }
}

/// The last of the numbers from 0 on whose values are listed.
fn last(found: &ListedValues) -> u64 {
    (found.values.len() as u64).saturating_sub(1)
}

/// How far the values of members are certified, in a sentence for the first line.
fn listed_headline(proven: &Proven<'_>, found: &ListedValues) -> String {
    let word = if proven.proof.status.is_proved() { "certified" } else { "computed, not verified," };
    format!("the values are {word} up to n = {}; nothing is proved of all n.", last(found))
}

/// Adds the values, and why no method is about all members.
fn listed_details(text: &mut String, found: &ListedValues) {
    let values: Vec<String> = found.values.iter().map(|value| value.0.to_string()).collect();
    let _ = writeln!(text, "Values from n = 0 on: {}.", values.join(" "));
    let _ = writeln!(text, "Why not for all n: {}.", found.why);
}

/// Adds the exceptions, the largest value, what was observed, and the theorem with its source.
fn details(text: &mut String, proven: &Proven<'_>, found: &Recurrence) {
    match &found.exceptions {
        Some(all) if !all.is_empty() && all.len() <= MOST_LISTED => {
            let all: Vec<String> = all.iter().map(u64::to_string).collect();
            let _ = write!(text, "Exceptions: {}. ", all.join(" "));
        }
        Some(all) if !all.is_empty() => {
            let _ = write!(text, "There are {} exceptions. ", all.len());
        }
        _ => {}
    }
    if found.computed > 0 {
        let _ = writeln!(text, "Values 0 to {}{}.", found.largest, if found.saltus > 0 { " so far" } else { "" });
    }
    if let Some(observed) = &found.observed {
        observations(text, observed);
    }
    match (&found.theorem, proven.proof.standing) {
        (Some(ground), Standing::Proved) => {
            let from = found.window.map(|end| format!(" from the values of heaps 0 to {}", end.saturating_sub(1)));
            let word = if proven.proof.status.is_proved() { "Proved" } else { "Computed, not verified," };
            let _ =
                writeln!(text, "{word} by {}{}. Source: {}.", ground.title, from.unwrap_or_default(), ground.source);
        }
        (_, Standing::Observed) => {
            text.push_str("Observed, not proved: repetition alone proves nothing.\n");
        }
        _ => {}
    }
}

/// What values show that no theorem proves.
fn observations(text: &mut String, observed: &Observed) {
    let growth: Vec<String> =
        observed.growth.iter().map(|(heap, largest)| format!("{largest} up to n={heap}")).collect();
    let _ = writeln!(text, "Observed growth: the largest value is {}.", growth.join(", "));
    if let (Some(split), Some((last, _))) = (observed.rarest, observed.growth.last()) {
        let parity = if split.by_position { " and the parity of the heap" } else { "" };
        let _ = writeln!(
            text,
            "Observed split: {} of the heaps 1 to {last} are rare, by the bits {:b}{parity}.",
            split.rare, split.mask
        );
    }
}

/// What holds for every position of a game
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "prove-{F}"))]
pub(crate) struct ProveJson<F> {
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
    /// How sure the finding is
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["proved", "computed", "certified", "observed", "none"]))
    )]
    status: &'static str,
    #[serde(flatten)]
    found: F,
    /// The limit that ended the search; null if no limit ended it
    stopped: Option<String>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// What was found.
#[derive(Serialize)]
#[serde(untagged)]
enum FoundJson<'a> {
    Period(PeriodJson<'a>),
    Law(LawJson<'a>),
    Automaton(AutomataJson<'a>),
    Quotient(ClassesJson),
    Listed(ListedJson),
}

/// The values of the first members of a family of which nothing is proved for all
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "listed"))]
pub(crate) struct ListedJson {
    /// The last number whose value is known
    computed_to: u64,
    /// The values of the numbers from 0 on
    values: Vec<u64>,
    /// Why no method is about every number
    unproved: String,
}

/// The values of heaps from some heap on repeat
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "period"))]
pub(crate) struct PeriodJson<'a> {
    /// The length of the period; null if no period is seen
    period: Option<u64>,
    /// The first heap of the period; null if no period is seen
    preperiod: Option<u64>,
    /// The largest heap below the preperiod; null if there is none, or no period is seen
    last_exception: Option<u64>,
    /// By how much values grow in a period; null if no period is seen
    saltus: Option<u64>,
    /// The heaps below the preperiod whose values differ from the period; null if they are not
    /// listed, there are none, or no period is seen
    exceptions: Option<Vec<u64>>,
    /// The largest value that was computed
    values_max: u64,
    /// The theorem that proves the period; null if none does
    theorem: Option<&'a str>,
    /// The source of the theorem; null if there is none
    source: Option<&'a str>,
    /// The largest heap whose value was computed; null if no value was computed
    computed_to: Option<u64>,
    /// Without a proof: heaps with the largest value up to them
    #[serde(skip_serializing_if = "Option::is_none")]
    growth: Option<Vec<[u64; 2]>>,
    /// Without a proof, for games that split heaps in two: the split with the fewest rare heaps
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<SplitJson>,
}

/// A split of the heaps into rare and common ones
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "split"))]
struct SplitJson {
    /// The bits of a value whose parity decides whether a heap is rare
    mask: u32,
    /// Whether the parity of the heap is added
    by_position: bool,
    /// How many of the computed heaps from 1 on are rare
    rare: u64,
}

/// The answer of `prove` as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn proof_json(proven: &Proven<'_>, sheet: Sheet) -> Result<String, Error> {
    let why = Reasons::default();
    let unchecked = match proven.proof.status.doubt() {
        Some(doubt @ (Doubt::Interrupted | Doubt::Memory(_) | Doubt::Time | Doubt::Slow)) => format!("; {doubt}"),
        _ => String::new(),
    };
    let stopped = proven.proof.stopped.as_ref().map(ToString::to_string);
    let answer = ProveJson {
        game: proven.rules.ruleset.to_string(),
        left_out: left_out([&proven.rules.ruleset]),
        name: title_of(proven.rules, &[]),
        convention: proven.rules.convention.into(),
        status: proven.proof.word(),
        found: match &proven.proof.finding {
            Finding::Period(found) => FoundJson::Period(period_json(found, &why)),
            Finding::Law(found) => FoundJson::Law(law::json(proven, found, &why)),
            Finding::Automaton(found) => FoundJson::Automaton(automaton::json(proven, found, &why)),
            Finding::Quotient(found) => FoundJson::Quotient(quotient::json(found, &why)),
            Finding::Listed(found) => FoundJson::Listed(ListedJson {
                computed_to: last(found),
                values: found.values.iter().map(|value| value.0).collect(),
                unproved: found.why.to_string(),
            }),
        },
        stopped: why.of("stopped", stopped, format!("no limit ended the search{unchecked}")),
        reasons: why,
        schema: Version,
    };
    sheet.json(&answer)
}

/// A period as JSON.
pub(crate) fn period_json<'a>(found: &Recurrence, why: &Reasons) -> PeriodJson<'a> {
    const UNSEEN: &str = "no period is seen";
    let exact = if found.period.is_some() { "there is no exception" } else { UNSEEN };
    let unlisted = match found.preperiod {
        Some(0) => exact,
        Some(_) => "the exceptions are not listed",
        None => UNSEEN,
    };
    let observed = found.observed.as_ref();
    PeriodJson {
        period: why.of("period", found.period, UNSEEN),
        preperiod: why.of("preperiod", found.preperiod, UNSEEN),
        last_exception: why.of("last_exception", found.last_exception(), exact),
        saltus: why.of("saltus", found.period.map(|_| found.saltus), UNSEEN),
        exceptions: why.of("exceptions", found.exceptions.clone(), unlisted),
        values_max: found.largest,
        theorem: why.of("theorem", found.theorem.map(|theorem| theorem.name), "no theorem proves it"),
        source: why.of("source", found.theorem.map(|theorem| theorem.source), "no theorem proves it"),
        computed_to: why.of("computed_to", found.computed.checked_sub(1), "no value was computed"),
        growth: observed.map(|observed| observed.growth.iter().map(|(heap, largest)| [*heap, *largest]).collect()),
        split: observed.and_then(|observed| observed.rarest).map(|split| SplitJson {
            mask: split.mask,
            by_position: split.by_position,
            rare: split.rare,
        }),
    }
}
