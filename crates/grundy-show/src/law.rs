//! A law of all positions that is no period, as `prove` and `check` show it.

use std::fmt::Write;

use grundy::{
    Convention,
    cert::{Binary, Runs},
    games::Ruleset,
    proof::{Law, Standing},
};
use serde_json::{Map, Value};

use crate::{json, phrase, proven::Proven};

/// More runs than this are not written out in texts.
const MOST_RUNS: usize = 40;

/// Whether the law gives who wins and no values: positions in misère play have none.
fn gives_outcomes(proven: &Proven<'_>, found: &Law) -> bool {
    found.is_outcome() || proven.rules.convention == Convention::Misere
}

/// Returns what the law gives, in a sentence for the first line.
pub(crate) fn headline(proven: &Proven<'_>, found: &Law) -> String {
    match found {
        Law::ClosedForm(_) if proven.rules.convention == Convention::Misere => "a theorem gives who wins.".into(),
        Law::ClosedForm(_) if found.is_outcome() => "a theorem gives who wins at every heap alone.".into(),
        Law::ClosedForm(_) => "a theorem gives every value.".into(),
        _ => format!("{}.", law(found)),
    }
}

/// The closed form as a sentence without its end.
pub(crate) fn law(found: &Law) -> String {
    match found {
        Law::ClosedForm(form) => form.statement().into(),
        Law::Binary(binary) => {
            let what = if found.is_outcome() { "who wins at every heap alone" } else { "the value of every heap" };
            let machines = if binary.kinds.len() == 1 { "an automaton that reads" } else { "automata that read" };
            let gives = if binary.kinds.len() == 1 { "gives" } else { "give" };
            format!("{machines} sizes in binary {gives} {what}: {}", phrase::count(u128::from(states(binary)), "state"))
        }
        Law::Periodic(machine) => format!(
            "a periodic machine gives every value: {}",
            phrase::count(machine.machine.states() as u128, "state")
        ),
        Law::Grid(machine) => format!(
            "a machine with two counters gives every value: {}",
            phrase::count(machine.machine.states() as u128, "state")
        ),
        Law::Separators(runs) => format!(
            "separators give every value: words are sums of {}",
            phrase::count(runs.values.len() as u128, "kind") + " of runs"
        ),
        Law::BinaryRuns(runs) => format!(
            "separators give every value: words are sums of {}, whose lengths automata read in binary: {}",
            phrase::count(runs.binary.kinds.len() as u128, "kind") + " of runs",
            phrase::count(u128::from(states(&runs.binary)), "state")
        ),
        Law::Runs(runs) => format!(
            "the values of the heaps 0 to {} are constant on {}",
            runs.end() - 1,
            phrase::count(runs.firsts().len() as u128, "run")
        ),
        _ => "a law".into(),
    }
}

/// Adds the law in full if it is short, and for which positions it is proved.
pub(crate) fn details(text: &mut String, proven: &Proven<'_>, found: &Law) {
    match found {
        Law::ClosedForm(form) => {
            let _ = writeln!(text, "The theorem: {}.", form.statement());
        }
        Law::Periodic(machine) => {
            let letters: String = machine.game.letters.iter().collect();
            let others = if machine.game.walls { ", parted at any other letter" } else { "" };
            let _ = writeln!(text, "Values 0 to {}; words over {letters}{others}.", machine.machine.largest());
            let _ = writeln!(
                text,
                "Its states lie on levels; from level {} on every {} are alike.",
                machine.machine.from,
                phrase::count(machine.machine.period as u128, "level")
            );
        }
        Law::Grid(machine) => {
            let letters: String = machine.game.letters.iter().collect();
            let others = if machine.game.walls { ", parted at any other letter" } else { "" };
            let _ = writeln!(text, "Values 0 to {}; words over {letters}{others}.", machine.machine.largest());
            let _ = writeln!(
                text,
                "Its states are {}, which have up to two counters.",
                phrase::count(machine.machine.places.len() as u128, "place")
            );
        }
        Law::Separators(runs) => {
            let _ = writeln!(text, "{}", pieces(runs.letter, &runs.ends));
            let (first, period) = runs.repeat.unwrap_or_default();
            let _ = writeln!(
                text,
                "Values 0 to {}; from a run of {first} on they repeat with period {period}.",
                runs.largest()
            );
        }
        Law::BinaryRuns(runs) => {
            let _ = writeln!(text, "{}", pieces(runs.letter, &runs.ends));
        }
        Law::Runs(runs) if runs.firsts().len() <= MOST_RUNS => {
            let all: Vec<String> =
                runs.firsts().iter().map(|(first, value)| format!("{} from {first}", value.0)).collect();
            let _ = writeln!(text, "Values: {}.", all.join(", "));
        }
        _ => {}
    }
    if !proven.proof.status.is_proved() {
        text.push_str("Computed, not verified.\n");
        return;
    }
    match (proven.proof.standing, found.certified_to()) {
        (Standing::Certified, Some(last)) => {
            let _ = writeln!(text, "Certified for all heaps up to {last}.");
        }
        _ if matches!(proven.rules.ruleset, Ruleset::Row(_)) => text.push_str("Proved for all words.\n"),
        _ => text.push_str("Proved for every size.\n"),
    }
}

/// How words are sums of runs of a letter between separators.
fn pieces(letter: char, ends: &[char]) -> String {
    let ends: Vec<String> = ends.iter().map(|end| format!("`{end}`")).collect();
    let ends = ends.join(" or ");
    format!("A word is the sum of its runs of `{letter}`, each with the {ends} next to it, parted at any other letter.")
}

/// The number of states of all automata.
fn states(binary: &Binary) -> u64 {
    binary.kinds.iter().map(|own| own.relation.states() as u64).sum()
}

/// The fields of a law.
pub(crate) fn fields(map: &mut Map<String, Value>, proven: &Proven<'_>, found: &Law) {
    let outcomes = gives_outcomes(proven, found);
    let (kind, name) = match found {
        Law::ClosedForm(form) => ("closed-form", Some(form.name())),
        Law::Binary(_) => ("binary", None),
        Law::Periodic(_) => ("periodic", None),
        Law::Grid(_) => ("grid", None),
        Law::Separators(_) => ("separators", None),
        Law::BinaryRuns(_) => ("binary-runs", None),
        _ => ("runs", None),
    };
    map.insert("law".into(), kind.into());
    json::optional(map, "theorem", name, "no theorem about this game is needed");
    map.insert("statement".into(), law(found).into());
    map.insert("gives".into(), if outcomes { "outcomes" } else { "values" }.into());
    let states = match found {
        Law::Binary(binary) => Some(states(binary)),
        Law::BinaryRuns(runs) => Some(states(&runs.binary)),
        Law::Periodic(machine) => Some(machine.machine.states() as u64),
        Law::Grid(machine) => Some(machine.machine.states() as u64),
        _ => None,
    };
    json::optional(map, "states", states, "the law has no automata");
    let runs: Option<&Runs> = if let Law::Runs(runs) = found { Some(runs) } else { None };
    let runs = runs
        .map(|runs| runs.firsts().iter().map(|(first, value)| Value::from(vec![*first, value.0])).collect::<Value>());
    json::optional(map, "runs", runs, "the law has no runs");
    json::optional(map, "certified_to", found.certified_to(), "every position is covered");
}
