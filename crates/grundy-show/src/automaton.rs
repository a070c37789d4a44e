//! The automaton of a game on words, as `prove` shows it.

use std::fmt::Write;

use grundy::{
    cert::{Automaton, Mode},
    proof::{Automata, Standing},
};
use grundy_lab::losing::{Density, LosingWords};
use serde::Serialize;

use crate::{
    json::{Reasons, words},
    phrase,
    proven::Proven,
};

/// Losing words are counted up to this length.
const LONGEST: usize = 12;

/// Shares for more rests of the length are not listed in texts.
const MOST_RESTS: usize = 24;

/// Texts show only the first digits of longer fractions.
const LONGEST_FRACTION: usize = 60;

/// More letters of an alphabet than this are not listed.
const MOST_LETTERS: usize = 16;

/// Returns what was found, in a sentence for the first line.
pub(crate) fn headline(proven: &Proven<'_>, found: &Automata) -> String {
    let states = |claim: &Automaton| phrase::count(claim.machine.states() as u128, "state");
    match (&found.claim, proven.proof.standing) {
        (Some(claim), Standing::Proved) if proven.proof.status.is_proved() => {
            format!("every position solved: {}.", states(claim))
        }
        (Some(claim), Standing::Proved) => format!("a machine for every position, not verified: {}.", states(claim)),
        (Some(claim), _) => {
            let length = claim.upto.unwrap_or(0).saturating_sub(1);
            format!("solved for words of up to {}.", phrase::count(length.into(), "letter"))
        }
        (None, _) => "no automaton found, and no length certified.".into(),
    }
}

/// Adds what the machine gives, how it was proved, and the numbers that were asked for.
pub(crate) fn details(text: &mut String, proven: &Proven<'_>, found: &Automata) {
    if let Some(claim) = &found.claim {
        let _ = writeln!(text, "{}; words over {}.", about(claim), alphabet(claim));
        match (claim.upto, proven.proof.status.is_proved()) {
            (None, true) => {
                let _ = writeln!(text, "Proved: {}.", explored(claim));
            }
            (Some(_), true) => {
                let _ = writeln!(text, "Certified up to that length: {}.", explored(claim));
            }
            (_, false) => text.push_str("Computed, not verified.\n"),
        }
        if claim.upto.is_none() {
            losing(text, claim);
        }
    }
    extras(text, proven);
    if proven.proof.standing != Standing::Proved && found.more_than > 0 {
        let rate = found.states_per_letter().map(|rate| format!("; {rate:.1} states for each letter more"));
        let _ = writeln!(
            text,
            "Any machine for all words has more than {} states{}.",
            found.more_than,
            rate.unwrap_or_default()
        );
    }
}

/// Returns what a label says, in a few words.
fn about(claim: &Automaton) -> String {
    match claim.mode {
        Mode::Values => format!("Values 0 to {}", claim.largest()),
        Mode::Capped(1) => "Who wins, not by how much".into(),
        Mode::Capped(most) => format!("Values up to {most}, which represents all greater ones"),
        Mode::Misere => "Who wins in misère play".into(),
    }
}

/// `Every word`, or `Words of up to 12 letters`.
fn words(claim: &Automaton) -> String {
    match claim.upto {
        None => "Every word".to_owned(),
        Some(upto) => format!("Words of up to {}", phrase::count(upto.saturating_sub(1).into(), "letter")),
    }
}

/// What a picture of the machine shows.
pub(crate) fn caption(claim: &Automaton) -> String {
    let states = phrase::count(claim.machine.states() as u128, "state");
    format!("{} over {}, {states}. {}.", words(claim), alphabet(claim), about(claim))
}

/// A claim, as a certificate's answer.
pub(crate) fn summary(claim: &Automaton) -> String {
    let words = words(claim);
    let states = phrase::count(claim.machine.states() as u128, "state");
    format!("{words} over {}: {states}. {}. {} explored.\n", alphabet(claim), about(claim), explored(claim))
}

/// What is requested in addition to the machine, as text.
fn extras(text: &mut String, proven: &Proven<'_>) {
    match &proven.more.generating {
        Some(Ok(found)) => {
            let above: Vec<String> = found.above.iter().map(ToString::to_string).collect();
            let below: Vec<String> = found.below.iter().map(ToString::to_string).collect();
            let (above, below) = (polynomial(&above), polynomial(&below));
            let _ = writeln!(text, "Losing words, as coefficients of z to the length: ({above}) / ({below}).");
        }
        Some(Err(why)) => {
            let _ = writeln!(text, "The generating function was not found: {why}.");
        }
        None => {}
    }
    match &proven.more.density {
        Some(Ok(found)) => density(text, found),
        Some(Err(why)) => {
            let _ = writeln!(text, "The share of losing words was not found: {why}.");
        }
        None => {}
    }
}

/// Adds the share of losing words. It has a limit if there is one rest of the length only;
/// otherwise the shares of all rests are listed, if they are few.
fn density(text: &mut String, found: &Density) {
    let mean = fraction(&found.mean.to_string());
    let _ = match &found.rests[..] {
        [_] => writeln!(text, "The share of losing words among all words of a length tends to {mean}."),
        all if all.is_empty() || all.len() > MOST_RESTS => {
            writeln!(text, "The share of losing words among all words of a length has no limit; its mean is {mean}.")
        }
        all => {
            let shares: Vec<String> = all.iter().map(|share| fraction(&share.to_string())).collect();
            writeln!(
                text,
                "The share of losing words among all words of a length, by the length modulo {}, tends to {}; its mean \
                 is {mean}.",
                all.len(),
                shares.join(", ")
            )
        }
    };
}

/// A fraction as it is, or its first digits if it is long.
fn fraction(text: &str) -> String {
    let Some((above, below)) = text.split_once('/').filter(|_| text.len() > LONGEST_FRACTION) else {
        return text.into();
    };
    let short = above.parse::<f64>().unwrap_or(f64::INFINITY) / below.parse::<f64>().unwrap_or(f64::INFINITY);
    match short.is_finite() {
        true => format!("{short:.9}.. (a fraction of {} digits)", above.len() + below.len()),
        false => format!("a fraction of {} digits (JSON has them)", above.len() + below.len()),
    }
}

/// `1 - 2z + z^2`.
fn polynomial(factors: &[String]) -> String {
    let mut text = String::new();
    for (power, factor) in factors.iter().enumerate().filter(|(_, factor)| *factor != "0") {
        let (minus, size) = match factor.strip_prefix('-') {
            Some(size) => (true, size),
            None => (false, factor.as_str()),
        };
        text += match (text.is_empty(), minus) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text += if size == "1" && power > 0 { "" } else { size };
        text += &match power {
            0 => String::new(),
            1 => "z".into(),
            _ => format!("z^{power}"),
        };
    }
    if text.is_empty() { "0".into() } else { text }
}

/// Returns the letters of words, or their number if they are many.
fn alphabet(claim: &Automaton) -> String {
    let letters = &claim.game.letters;
    let all = match letters.len() {
        0..=MOST_LETTERS => letters.iter().collect::<String>(),
        many => format!("{many} letters"),
    };
    if claim.game.walls { format!("{all}, parted at any other letter") } else { all }
}

/// Returns how many profiles the check has explored.
fn explored(claim: &Automaton) -> String {
    match claim.explored {
        grundy::cert::Explored::All(many) => phrase::count(many.into(), "profile"),
        grundy::cert::Explored::Least(many) => phrase::count(many.into(), "least profile"),
    }
}

/// Adds how many words of each length up to [`LONGEST`] lose.
fn losing(text: &mut String, claim: &Automaton) {
    let counts = LosingWords::of(&claim.machine).take(LONGEST + 1);
    let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
    let _ = writeln!(text, "Losing words of length 0 to {LONGEST}: {}.", counts.join(" "));
}

/// An automaton of words, and what is known of all words
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "automaton"))]
pub(crate) struct AutomataJson<'a> {
    #[serde(flatten)]
    machine: MachineJson,
    /// Every automaton of all words has more states than this
    more_than: u64,
    /// By how many states it grows with each letter; null if too few lengths are certified
    states_per_letter: Option<f64>,
    /// The number of losing words of each length from 0 to 12, as decimal text; null if no
    /// automaton of all words is known
    losing_words: Option<Vec<String>>,
    /// With `losing`: the share of losing words; null if it takes too many equations, a limit
    /// ended the search, or no automaton of all words is known
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("nullable" = true)))]
    density: Option<Option<DensityJson>>,
    /// With `losing`: the generating function of the losing words; null if its coefficients are
    /// too large, a limit ended the search, or no automaton of all words is known
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("nullable" = true)))]
    generating: Option<Option<GeneratingJson<'a>>>,
}

/// An automaton of words
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "automaton"))]
pub(crate) struct MachineJson {
    /// The number of states; null if no automaton is known
    states: Option<usize>,
    /// The largest value; null if no automaton is known
    values_max: Option<u32>,
    /// The length of words up to which the automaton is certified; null if every length is covered,
    /// or none
    certified_length: Option<u64>,
    /// The number of profiles that the check explores; null if no automaton is known
    profiles: Option<u64>,
    /// What the automaton gives: values, values up to a largest one, or misère outcomes; null if no
    /// automaton is known
    mode: Option<ModeWord>,
    /// The letters; null if no automaton is known
    letters: Option<String>,
    /// Whether other letters part words; null if no automaton is known
    walls: Option<bool>,
}

words! {
    /// What an automaton gives.
    ModeWord: "values" | "capped" | "misere";
}

/// The share of losing words
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "density"))]
struct DensityJson {
    /// The mean, as a fraction
    mean: String,
    /// The limits by the length modulo their number, as fractions
    by_length: Vec<String>,
}

/// A generating function, as coefficients of rising powers
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "generating"))]
struct GeneratingJson<'a> {
    /// The coefficients of the numerator, as decimal text
    numerator: Vec<String>,
    /// The coefficients of the denominator
    denominator: &'a [i64],
}

/// An automaton as JSON, with what else is known and requested.
pub(crate) fn json<'a>(proven: &'a Proven<'_>, found: &Automata, why: &Reasons) -> AutomataJson<'a> {
    let claim = found.claim.as_deref();
    let rate = found.states_per_letter().filter(|rate| rate.is_finite() && found.certified_length().is_some());
    let whole = claim.filter(|claim| claim.upto.is_none());
    let losing = whole.map(|claim| LosingWords::of(&claim.machine).take(LONGEST + 1).map(|count| count.to_string()));
    let more = &proven.more;
    AutomataJson {
        machine: machine_json(claim, found.certified_length(), why),
        more_than: found.more_than,
        states_per_letter: why.of("states_per_letter", rate, "too few lengths are certified to estimate it"),
        losing_words: why.of("losing_words", losing.map(Vec::from_iter), "no automaton of all words is known"),
        density: more.density.as_ref().map(|found| {
            let shown = found.as_ref().map(|found| DensityJson {
                mean: found.mean.to_string(),
                by_length: found.rests.iter().map(ToString::to_string).collect(),
            });
            shown.map_err(|reason| why.note("density", reason.as_str())).ok()
        }),
        generating: more.generating.as_ref().map(|found| {
            let shown = found.as_ref().map(|found| GeneratingJson {
                numerator: found.above.iter().map(ToString::to_string).collect(),
                denominator: &found.below,
            });
            shown.map_err(|reason| why.note("generating", reason.as_str())).ok()
        }),
    }
}

/// An automaton as JSON; words shorter than `length` are certified, or all.
pub(crate) fn machine_json(claim: Option<&Automaton>, length: Option<u64>, why: &Reasons) -> MachineJson {
    const UNKNOWN: &str = "no automaton is known";
    let certified = if claim.is_some() { "every length is covered" } else { "no length is certified" };
    let profiles = claim.map(|claim| match claim.explored {
        grundy::cert::Explored::All(many) | grundy::cert::Explored::Least(many) => many,
    });
    let mode = claim.map(|claim| {
        ModeWord(match claim.mode {
            Mode::Values => "values",
            Mode::Capped(_) => "capped",
            Mode::Misere => "misere",
        })
    });
    MachineJson {
        states: why.of("states", claim.map(|claim| claim.machine.states()), UNKNOWN),
        values_max: why.of("values_max", claim.map(|claim| claim.largest()), UNKNOWN),
        certified_length: why.of("certified_length", length.map(|length| length.saturating_sub(1)), certified),
        profiles: why.of("profiles", profiles, UNKNOWN),
        mode: why.of("mode", mode, UNKNOWN),
        letters: why.of("letters", claim.map(|claim| claim.game.letters.iter().collect()), UNKNOWN),
        walls: why.of("walls", claim.map(|claim| claim.game.walls), UNKNOWN),
    }
}
