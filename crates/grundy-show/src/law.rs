//! A law of all positions that is no period, as `prove` and `check` show it.

use std::fmt::Write;

use grundy::{Convention, cert::Claim, games::Ruleset, proof::Standing};
use serde::Serialize;

use crate::{
    answer::{ReductionJson, reductions_json},
    json::Reasons,
    proven::Proven,
};

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
        _ if matches!(proven.rules.ruleset, Ruleset::Row(_) | Ruleset::Ring(_)) => {
            text.push_str("Proved for all words.\n")
        }
        _ => text.push_str("Proved for every size.\n"),
    }
}

/// A law of all positions that is not a period
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "law"))]
pub(crate) struct LawJson<'a> {
    /// A theorem, automata that read sizes in binary, a periodic machine, a machine with two
    /// counters, runs of equal values, or what is proved of another game
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["closed-form", "binary", "periodic", "grid", "runs", "reduced"]))
    )]
    law: &'a str,
    /// The name of the theorem; null if the law is not a closed form
    theorem: Option<&'a str>,
    /// The reductions that lead to that game, if it is another one
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reductions: Vec<ReductionJson>,
    /// The closed form, as a sentence
    statement: String,
    /// More sentences about the law, such as how the values repeat
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
    /// What the law gives: values, or who wins
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["values", "outcomes"])))]
    gives: &'a str,
    /// The number of states of the automata; null if the law has none
    states: Option<u64>,
    /// The first heap of each run with its value; null if the law has no runs
    runs: Option<Vec<[u64; 2]>>,
    /// The largest heap that is covered; null if every heap is covered
    certified_to: Option<u64>,
}

/// The law as JSON.
pub(crate) fn json<'a>(proven: &Proven<'_>, claim: &'a Claim, why: &Reasons) -> LawJson<'a> {
    // Positions in misère play have no values.
    let outcomes = claim.is_outcome() || proven.rules.convention == Convention::Misere;
    let (kind, name) = match claim {
        Claim::ClosedForm(form) => ("closed-form", Some(form.name())),
        Claim::Reduced(_) => ("reduced", None),
        _ => (claim.name(), None),
    };
    let runs = match claim {
        Claim::Runs(runs) => runs.constant().map(|runs| runs.map(|(first, value)| [first, value.0]).collect()),
        _ => None,
    };
    LawJson {
        law: kind,
        reductions: reductions_json(
            claim.reductions().into_iter().map(|(reduction, target)| (reduction.to_string(), target.to_string())),
        ),
        theorem: why.of("theorem", name, "no theorem about this game is needed"),
        statement: law(claim),
        details: claim.details(),
        gives: if outcomes { "outcomes" } else { "values" },
        states: why.of("states", claim.states(), "the law has no automata"),
        runs: why.of("runs", runs, "the law has no runs"),
        certified_to: why.of("certified_to", claim.certified_to(), "every position is covered"),
    }
}
