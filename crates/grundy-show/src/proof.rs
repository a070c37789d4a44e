//! What is proved of every position of a game: the answer of `prove`.
//!
//! The status word and the convention open every JSON object; what follows depends on what was
//! found.

use std::fmt::Write;

use grundy::{
    Convention, Doubt, Error,
    proof::{Finding, Observed, Recurrence, Standing},
    request::{reference_of, title_of},
};
use serde_json::{Map, Value, json};

use crate::{Colour, Sheet, automaton, json, json_line, law, phrase, proven::Proven, quotient};

/// More exceptions than this are counted in texts, not listed.
const MOST_LISTED: usize = 40;

/// The answer of `prove` as text.
pub fn proof_text(proven: &Proven<'_>, colour: Colour) -> String {
    let headline = match &proven.proof.finding {
        Finding::Period(found) => headline(proven, found),
        Finding::Law(found) => law::headline(proven, found),
        Finding::Automaton(found) => automaton::headline(proven, found),
        Finding::Quotient(found) => quotient::headline(found),
    };
    let mut text = phrase::bold(&format!("{}: {headline}", named(proven)), colour);
    text.push('\n');
    match &proven.proof.finding {
        Finding::Period(found) => details(&mut text, proven, found),
        Finding::Law(found) => law::details(&mut text, proven, found),
        Finding::Automaton(found) => automaton::details(&mut text, proven, found),
        Finding::Quotient(found) => quotient::details(&mut text, proven, found),
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
    match (&found.ground, proven.proof.standing) {
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

/// The answer of `prove` as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn proof_json(proven: &Proven<'_>, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| json_line::Line::new(sheet).end(fields(proven)))
}

/// The fields of the answer.
fn fields(proven: &Proven<'_>) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("game".into(), proven.rules.ruleset.to_string().into());
    crate::lists::insert(&mut map, [&proven.rules.ruleset]);
    if let Some(name) = title_of(proven.rules, &[]) {
        map.insert("name".into(), name.into());
    }
    map.insert(
        "convention".into(),
        if proven.rules.convention == Convention::Misere { "misere" } else { "normal" }.into(),
    );
    map.insert("status".into(), proven.proof.word().into());
    match &proven.proof.finding {
        Finding::Period(found) => recurrence(&mut map, found),
        Finding::Law(found) => law::fields(&mut map, proven, found),
        Finding::Automaton(found) => automaton::fields(&mut map, proven, found),
        Finding::Quotient(found) => quotient::fields(&mut map, found),
    }
    let stopped = proven.proof.stopped.as_ref().map(ToString::to_string);
    let unchecked = match proven.proof.status.doubt() {
        Some(doubt @ (Doubt::Interrupted | Doubt::Memory(_) | Doubt::Time | Doubt::Slow)) => format!("; {doubt}"),
        _ => String::new(),
    };
    json::optional(&mut map, "stopped", stopped, format!("no limit ended the search{unchecked}"));
    map
}

/// The fields of a period.
pub(crate) fn recurrence(map: &mut Map<String, Value>, found: &Recurrence) {
    const UNSEEN: &str = "no period is seen";
    json::optional(map, "period", found.period, UNSEEN);
    json::optional(map, "preperiod", found.preperiod, UNSEEN);
    let exact = if found.period.is_some() { "there is no exception" } else { UNSEEN };
    json::optional(map, "last_exception", found.last_exception(), exact);
    json::optional(map, "saltus", found.period.map(|_| found.saltus), UNSEEN);
    let unlisted = match found.preperiod {
        Some(0) => exact,
        Some(_) => "the exceptions are not listed",
        None => UNSEEN,
    };
    json::optional(map, "exceptions", found.exceptions.clone(), unlisted);
    map.insert("values_max".into(), found.largest.into());
    json::optional(map, "theorem", found.ground.map(|ground| ground.name), "no theorem proves it");
    json::optional(map, "source", found.ground.map(|ground| ground.source), "no theorem proves it");
    json::optional(map, "computed_to", found.computed.checked_sub(1), "no value was computed");
    if let Some(observed) = &found.observed {
        map.insert("growth".into(), observed.growth.iter().map(|(heap, largest)| vec![*heap, *largest]).collect());
        if let Some(split) = observed.rarest {
            let split = json!({"mask": split.mask, "by_position": split.by_position, "rare": split.rare});
            map.insert("split".into(), split);
        }
    }
}
