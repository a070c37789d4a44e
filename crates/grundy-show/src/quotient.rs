//! The misère quotient of a heap game, as `prove` and `check` show it.

use std::fmt::Write;

use grundy::{
    Outcome,
    cert::Quotient,
    proof::{Classes, Standing},
};
use serde::Serialize;

use crate::{
    json::{OutcomeWord, Reasons},
    phrase,
    proven::Proven,
};

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

/// A misère quotient with how it was found
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "quotient"))]
pub(crate) struct ClassesJson {
    #[serde(flatten)]
    quotient: QuotientJson,
    /// How the quotient grew
    growth: Vec<GrowthJson>,
    /// The largest heap that was computed
    computed_to: u64,
}

/// A misère quotient
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "quotient"))]
pub(crate) struct QuotientJson {
    /// The number of elements of the misère quotient
    order: usize,
    /// The number of lost elements
    lost: usize,
    /// Whether the quotient is tame
    tame: bool,
    /// The period of the elements of heaps; null if the claim covers heaps up to a largest one
    period: Option<u64>,
    /// The first heap of the period; null if the claim covers heaps up to a largest one
    preperiod: Option<u64>,
    /// The largest heap that is covered; null if every heap is covered
    certified_to: Option<u64>,
    /// The heaps that generate the quotient
    generators: Vec<u64>,
    /// The elements, the identity first
    elements: Vec<ElementJson>,
    /// The element of each heap from 0 on, as an index into `elements`
    heaps: Vec<u32>,
}

/// A step of the growth of a quotient
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "growth"))]
struct GrowthJson {
    /// The heap that made the quotient grow
    heap: u64,
    /// The number of elements after it
    order: u64,
    /// The number of lost elements after it
    lost: u64,
}

/// An element of a quotient
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "element"))]
struct ElementJson {
    /// Heaps whose product it is
    product_of: Vec<u64>,
    /// The outcome
    outcome: OutcomeWord,
}

/// A quotient as JSON, with how it was found.
pub(crate) fn json(found: &Classes, why: &Reasons) -> ClassesJson {
    let growth = found.growth.iter().map(|grown| GrowthJson { heap: grown.heap, order: grown.order, lost: grown.lost });
    ClassesJson { quotient: quotient_json(&found.claim, why), growth: growth.collect(), computed_to: found.last }
}

/// A quotient as JSON.
pub(crate) fn quotient_json(claim: &Quotient, why: &Reasons) -> QuotientJson {
    let (preperiod, period) = claim.repeats().unzip();
    let element = |element| ElementJson {
        product_of: claim.word(element).into_iter().map(|place| claim.generators()[place]).collect(),
        outcome: if claim.is_lost(element) { Outcome::P } else { Outcome::N }.into(),
    };
    QuotientJson {
        order: claim.order(),
        lost: claim.lost(),
        tame: claim.is_tame(),
        period: why.of("period", period, "the claim is about the heaps up to a largest one"),
        preperiod: why.of("preperiod", preperiod, "the claim is about the heaps up to a largest one"),
        certified_to: why.of("certified_to", claim.last(), "every heap is covered"),
        generators: claim.generators().to_vec(),
        elements: (0..claim.order() as u32).map(element).collect(),
        heaps: claim.elements().to_vec(),
    }
}
