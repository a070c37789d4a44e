//! A law of all positions that is no period, as `prove` and `check` show it.

use std::fmt::Write;

use grundy::{Convention, cert::Claim, games::Ruleset, proof::Standing};
use serde_json::{Map, Value};

use crate::{json, proven::Proven};

/// What the law states, in a sentence without its end.
pub(crate) fn law(claim: &Claim) -> String {
    claim.statement().expect("a finding that is a law has a statement")
}

/// Returns what the law gives, in a sentence for the first line.
pub(crate) fn headline(proven: &Proven<'_>, claim: &Claim) -> String {
    match claim {
        Claim::ClosedForm(_) if proven.rules.convention == Convention::Misere => "a theorem gives who wins.".into(),
        Claim::ClosedForm(_) if claim.is_outcome() => "a theorem gives who wins at every heap alone.".into(),
        Claim::ClosedForm(_) => "a theorem gives every value.".into(),
        _ => format!("{}.", law(claim)),
    }
}

/// Adds the law in full if it is short, and for which positions it is proved.
pub(crate) fn details(text: &mut String, proven: &Proven<'_>, claim: &Claim) {
    for line in claim.details() {
        let _ = writeln!(text, "{line}");
    }
    if !proven.proof.status.is_proved() {
        text.push_str("Computed, not verified.\n");
        return;
    }
    match (proven.proof.standing, claim.certified_to()) {
        (Standing::Certified, Some(last)) => {
            let _ = writeln!(text, "Certified for all heaps up to {last}.");
        }
        _ if matches!(proven.rules.ruleset, Ruleset::Row(_)) => text.push_str("Proved for all words.\n"),
        _ => text.push_str("Proved for every size.\n"),
    }
}

/// The fields of a law.
pub(crate) fn fields(map: &mut Map<String, Value>, proven: &Proven<'_>, claim: &Claim) {
    // Positions in misère play have no values.
    let outcomes = claim.is_outcome() || proven.rules.convention == Convention::Misere;
    let (kind, name) = match claim {
        Claim::ClosedForm(form) => ("closed-form", Some(form.name())),
        _ => (claim.name(), None),
    };
    map.insert("law".into(), kind.into());
    json::optional(map, "theorem", name, "no theorem about this game is needed");
    map.insert("statement".into(), law(claim).into());
    map.insert("gives".into(), if outcomes { "outcomes" } else { "values" }.into());
    json::optional(map, "states", claim.states(), "the law has no automata");
    let runs = match claim {
        Claim::Runs(runs) => {
            Some(runs.firsts().iter().map(|(first, value)| Value::from(vec![*first, value.0])).collect::<Value>())
        }
        _ => None,
    };
    json::optional(map, "runs", runs, "the law has no runs");
    json::optional(map, "certified_to", claim.certified_to(), "every position is covered");
}
