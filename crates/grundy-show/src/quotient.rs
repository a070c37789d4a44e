//! The misère quotient of a heap game, as `prove` and `check` show it.

use std::fmt::Write;

use grundy::{
    cert::Quotient,
    proof::{Classes, Standing},
};
use serde_json::{Map, Value, json};

use crate::{json, phrase, proven::Proven};

/// More elements than this are not written out in texts.
const MOST_ELEMENTS: usize = 48;

/// More heaps than this are not written out in texts.
const MOST_HEAPS: usize = 240;

/// The letters of generators.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// Returns what was found, in a sentence for the first line.
pub(crate) fn headline(found: &Classes) -> String {
    format!("{}.", law(&found.claim))
}

/// `of misère quotient of order 40, 9 of its elements lost, wild. The elements of heaps ..`.
pub(crate) fn law(claim: &Quotient) -> String {
    let kind = if claim.is_tame() { "tame" } else { "wild" };
    let about = match (claim.repeats(), claim.last()) {
        (Some((from, period)), _) => {
            format!("The elements of heaps have period {period} from n={from}")
        }
        (None, last) => format!("It is that of the heaps 0 to {}", last.unwrap_or(0)),
    };
    let elements = phrase::count(claim.order() as u128, "element");
    format!("a misère quotient of {elements}, {} of them lost ({kind}). {about}", claim.lost())
}

/// Adds the generators, the lost elements and the elements of heaps where they are few, and up to
/// which heap it is proved.
pub(crate) fn details(text: &mut String, proven: &Proven<'_>, found: &Classes) {
    let claim = &*found.claim;
    let letters: Vec<String> =
        claim.generators().iter().zip(LETTERS.chars()).map(|(heap, letter)| format!("{letter} = {heap}")).collect();
    if letters.len() == claim.generators().len() && !letters.is_empty() {
        let _ = writeln!(text, "Generators, as heaps: {}.", letters.join(", "));
        let lost = (0..claim.order() as u32).filter(|&element| claim.is_lost(element));
        let lost: Vec<String> = lost.map(|element| name(claim, element)).collect();
        if lost.len() <= MOST_ELEMENTS {
            let _ = writeln!(text, "Lost elements: {}.", lost.join(" "));
        }
        if claim.elements().len() <= MOST_HEAPS {
            let all: Vec<String> = claim.elements().iter().map(|&element| name(claim, element)).collect();
            let _ = writeln!(text, "Elements of the heaps from 0 on: {}.", all.join(" "));
        }
    }
    if proven.proof.standing != Standing::Proved && found.growth.len() > 1 {
        let steps: Vec<String> =
            found.growth.iter().map(|grown| format!("{} at {}", grown.order, grown.heap)).collect();
        let _ = writeln!(text, "It grew to {}.", steps.join(", "));
    }
    match (proven.proof.standing, proven.proof.status.is_proved()) {
        (_, false) => text.push_str("Computed, not verified.\n"),
        (Standing::Proved, true) => {
            let _ = writeln!(text, "Proved for every sum of heaps, from the heaps 0 to {}.", found.last);
        }
        (_, true) => {
            let _ = writeln!(text, "Certified for every sum of heaps up to {}.", found.last);
        }
    }
}

/// The element as a product of generators: `ab^2`, or `1`.
fn name(claim: &Quotient, element: u32) -> String {
    let word = claim.word(element);
    if word.is_empty() {
        return "1".into();
    }
    let mut text = String::new();
    for power in word.chunk_by(|a, b| a == b) {
        text.extend(LETTERS.chars().nth(power[0]));
        if power.len() > 1 {
            let _ = write!(text, "^{}", power.len());
        }
    }
    text
}

/// The element as a sum of heaps that it is the product of: `[1 + 2 + 2]`.
pub(crate) fn word(claim: &Quotient, element: u32) -> String {
    let word = claim.word(element);
    let heaps: Vec<String> = word.iter().map(|&place| claim.generators()[place].to_string()).collect();
    if heaps.is_empty() { "[0]".into() } else { format!("[{}]", heaps.join(" + ")) }
}

/// The fields of a quotient.
pub(crate) fn fields(map: &mut Map<String, Value>, found: &Classes) {
    claim_fields(map, &found.claim);
    let growth = found.growth.iter().map(|grown| json!({"heap": grown.heap, "order": grown.order, "lost": grown.lost}));
    map.insert("growth".into(), growth.collect());
    map.insert("computed_to".into(), Value::from(found.last));
}

/// The fields of a claim.
pub(crate) fn claim_fields(map: &mut Map<String, Value>, claim: &Quotient) {
    map.insert("order".into(), Value::from(claim.order() as u64));
    map.insert("lost".into(), Value::from(claim.lost() as u64));
    map.insert("tame".into(), claim.is_tame().into());
    let (period, preperiod) = (claim.repeats().map(|(_, period)| period), claim.repeats().map(|(from, _)| from));
    json::optional(map, "period", period, "the claim is about the heaps up to a largest one");
    json::optional(map, "preperiod", preperiod, "the claim is about the heaps up to a largest one");
    json::optional(map, "certified_to", claim.last(), "every heap is covered");
    map.insert("generators".into(), claim.generators().iter().map(|&heap| Value::from(heap)).collect());
    let words = (0..claim.order() as u32).map(|element| {
        let word = claim.word(element).into_iter().map(|place| Value::from(claim.generators()[place]));
        json!({"product_of": word.collect::<Value>(), "outcome": if claim.is_lost(element) { "P" } else { "N" }})
    });
    map.insert("elements".into(), words.collect());
    map.insert("heaps".into(), claim.elements().iter().map(|&element| Value::from(element)).collect());
}
