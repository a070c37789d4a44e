//! The reasons for a value, as text and as JSON: mex inside each component, xor between components.
//!
//! An automaton that gave the answer shows how it reads the word.

use std::{collections::BTreeSet, fmt::Write};

use grundy::{
    Component, Convention, Nimber, Solved,
    cert::{Claim, ClosedForm},
    explain::{Choice, Explanation, Part},
    moves::Moves,
};
use serde_json::{Map, Value, json};

use crate::{
    Colour,
    answer::{Framed, left_json, left_text},
    json,
    moves::{option_json, unvalued},
    phrase, quotient,
    reading::Reading,
};

/// More heaps than this are not named one by one.
const MOST_TERMS: usize = 16;

/// How the automaton that the answer rests on reads a component.
fn reading(solved: &Solved, ruleset: usize, component: &Component) -> Option<Reading> {
    match solved.solution.claims.get(ruleset)? {
        Claim::Automaton(claim) => Reading::of(claim, component),
        _ => None,
    }
}

/// How it reads the components of a sum whose options have only outcomes.
fn readings(solved: &Solved) -> Vec<Reading> {
    solved.query.position.iter().filter_map(|term| reading(solved, 0, &term.component)).collect()
}

/// How it reads a component that is explained in full.
fn part_reading(solved: &Solved, at: usize, part: &Part) -> Option<Reading> {
    if part.same.is_some() {
        return None;
    }
    reading(solved, solved.query.position[at].ruleset, &part.component)
}

/// The answer of `explain` as text.
pub fn explain_text(solved: &Solved, explanation: &Explanation, colour: Colour) -> String {
    let mut text = format!("{}\n\n", phrase::title(&solved.query));
    match explanation {
        Explanation::Outcomes(moves) => {
            outcome_text(&mut text, solved.query.convention, moves);
            readings(solved).iter().for_each(|reading| reading.text(&mut text));
            quotient_text(&mut text, solved);
        }
        Explanation::Values(parts) => {
            let one = phrase::bold("Step 1, inside each component: mex.", colour);
            let _ = writeln!(text, "{one} Its value is the least number that no option has.");
            for (at, part) in parts.iter().enumerate() {
                part_text(&mut text, at, part);
                part_reading(solved, at, part).iter().for_each(|reading| reading.text(&mut text));
            }
            let two = phrase::bold("Step 2, between components: xor.", colour);
            let _ = writeln!(text, "\n{two} {}", xor_text(solved, parts));
            targets_text(&mut text, solved, parts);
        }
    }
    let _ = write!(text, "\n{}{}{}", solved.head(colour), left_text(solved), solved.foot());
    text
}

/// Adds a component with its options and their values, and the mex. A component that is equal to an
/// earlier one refers to it.
fn part_text(text: &mut String, at: usize, part: &Part) {
    let place = phrase::place(at, &part.component);
    if let Some(same) = part.same {
        let _ = writeln!(text, "  {place}: as {}, value {}.", phrase::place(same, &part.component), part.value.0);
        return;
    }
    let Some(options) = &part.options else {
        let _ = writeln!(text, "  {place}: its options are too many to list, value {}.", part.value.0);
        if let Some(reached) = &part.reached {
            mex_text(text, reached.iter().copied(), part.value);
        }
        law_text(text, part);
        return;
    };
    let none = options.is_empty() && part.unknown == 0;
    let _ = writeln!(text, "  {place}:{}", if none { " no options." } else { "" });
    let width = options
        .iter()
        .map(|option| phrase::deed(&part.component, &option.to, &[], &option.deeds).len())
        .max()
        .unwrap_or(0);
    for option in options {
        let deed = phrase::deed(&part.component, &option.to, &[], &option.deeds);
        let value = match option.terms.len() {
            0 | 1 => option.value.0.to_string(),
            _ => format!("{} = {}", terms_text(&option.terms), option.value.0),
        };
        let mark = if option.wins { "    <- a winning move" } else { "" };
        let _ = writeln!(text, "    {deed:width$} : {value}{mark}");
    }
    mex_text(text, options.iter().map(|option| option.value.0), part.value);
    if part.unknown > 0 {
        let (listed, unknown) = (options.len() as u128, part.unknown as u128);
        let coverage = phrase::coverage(listed + unknown, unknown, "option");
        let _ = writeln!(text, "    {coverage} None of the others has the value {}.", part.value.0);
    }
    law_text(text, part);
}

/// Adds the set of the values of options, and the least number missing.
fn mex_text(text: &mut String, options: impl Iterator<Item = u64>, value: Nimber) {
    let reached: BTreeSet<u64> = options.collect();
    let reached: Vec<String> = reached.iter().map(u64::to_string).collect();
    let _ = writeln!(
        text,
        "    The options have the values {{{}}}; the least number missing is {}.",
        reached.join(", "),
        value.0
    );
}

/// `1 xor 3`; `? xor ?` for equal pieces that cancel, whatever they are worth.
fn terms_text(terms: &[Option<Nimber>]) -> String {
    let text = |term: &Option<Nimber>| term.map_or("?".to_owned(), |term| term.0.to_string());
    terms.iter().map(text).collect::<Vec<_>>().join(" xor ")
}

/// Adds the closed form that gives the value too, if there is one.
fn law_text(text: &mut String, part: &Part) {
    if let Some(law) = part.law {
        let _ = writeln!(text, "    A closed form gives it too: {}.", law.statement());
    }
}

/// Returns the sum of the values of the components.
fn xor_text(solved: &Solved, parts: &[Part]) -> String {
    let total = solved.value().unwrap_or_default();
    let terms: Vec<Nimber> = parts.iter().map(|part| part.value).collect();
    match terms.len() {
        0 | 1 => format!("There is one component, so the sum has its value, {}.", total.0),
        _ => format!("{} = {}.", phrase::xors(&terms), total.0),
    }
}

/// Which value a winning move must reach, and why.
///
/// The value that a component must get is the exclusive or of the total and its own: then the
/// others cancel it. It is attained surely if it is less than its own value, since the value is a
/// mex.
fn targets_text(text: &mut String, solved: &Solved, parts: &[Part]) {
    let total = solved.value().unwrap_or_default();
    if parts.is_empty() {
        return;
    }
    text.push_str("\nStep 3, the winning moves: a move wins exactly if it leaves a sum of value 0.\n");
    if total == Nimber::ZERO {
        text.push_str("  The value is 0 already. No option of a component has the value of that component, so every move leaves another value, from which the opponent wins.\n");
        return;
    }
    for (at, part) in parts.iter().enumerate().take(MOST_TERMS) {
        let place = phrase::place(at, &part.component);
        if let Some(same) = part.same {
            let _ = writeln!(text, "  {place}: as {}.", phrase::place(same, &part.component));
            continue;
        }
        let wanted = total + part.value;
        let others = if parts.len() > 1 {
            format!("{} (the others have it together: {} xor {})", wanted.0, total.0, part.value.0)
        } else {
            wanted.0.to_string()
        };
        let _ = match part.target {
            Some(_) if wanted < part.value => {
                writeln!(text, "  {place} must become {others}; its options have every value below {}.", part.value.0)
            }
            Some(_) => writeln!(text, "  {place} must become {others}; an option has that value."),
            None if part.options.is_some() && part.unknown == 0 => {
                writeln!(text, "  {place} would have to become {others}, and no option has that value.")
            }
            None => {
                writeln!(text, "  {place} would have to become {others}, and no option is known to have that value.")
            }
        };
    }
    let value = total.0;
    let _ = writeln!(
        text,
        "  Any value but 0 wins alone. In a sum it matters which: next to a component of value {value} this position is lost, next to any other it is won."
    );
}

/// Adds who wins after each option, where values do not explain the answer.
fn outcome_text(text: &mut String, play: Convention, moves: &Moves) {
    text.push_str(match play {
        Convention::Misere => {
            "In misère play values do not add: the reason is given by who wins each option of the whole sum.\n\
             A position without moves is an N-position. Else it is one if some option is a P-position.\n"
        }
        Convention::Normal => {
            "The outcome is known, the value is not: a position is an N-position if some option is a P-position.\n"
        }
    });
    let Moves::Listed { moves, count, unknown, .. } = moves else {
        text.push_str("  There are too many options to list.\n");
        return;
    };
    if *unknown > 0 {
        let _ = writeln!(text, "  {}", phrase::coverage(*count, *unknown, "option"));
    }
    if *count == 0 {
        let who = if play == Convention::Misere { "wins" } else { "loses" };
        let _ = writeln!(text, "  There is no move, so the player to move {who}.");
    }
    let width = moves.iter().map(|made| phrase::line(made).len()).max().unwrap_or(0);
    for made in moves {
        let mark = if made.wins() { "    <- a winning move" } else { "" };
        let _ = writeln!(text, "  {:width$} : {}-position{mark}", phrase::line(made), made.outcome);
    }
}

/// The product that a misère quotient makes of the sum.
fn quotient_text(text: &mut String, solved: &Solved) {
    let [Claim::Quotient(claim)] = &solved.solution.claims[..] else { return };
    let size = |component: &Component| if let Component::Heap(size) = component { Some(*size) } else { None };
    let heaps: Option<Vec<u64>> = solved.query.position.iter().map(|term| size(&term.component)).collect();
    let Some(heaps) = heaps else { return };
    let Some(product) = claim.product_of(heaps.iter().copied()) else { return };
    let words = |element: u32| quotient::word(claim, element);
    let terms =
        heaps.iter().take(MOST_TERMS).filter_map(|&heap| Some(format!("{heap} = {}", words(claim.element(heap)?))));
    let more = if heaps.len() > MOST_TERMS { ", .." } else { "" };
    let is = if claim.is_lost(product) { "lost" } else { "not lost" };
    let _ = writeln!(
        text,
        "By the misère quotient of {} elements: {}{more}; the product {} is {is}.",
        claim.order(),
        terms.collect::<Vec<_>>().join(", "),
        words(product)
    );
}

/// The answer of `explain` as JSON.
pub fn explain_json(solved: &Solved, explanation: &Explanation) -> String {
    let mut map = solved.heading();
    match explanation {
        Explanation::Outcomes(Moves::Listed { moves, unknown, .. }) => {
            map.insert("options".into(), moves.iter().map(|made| option_json(&solved.query, made)).collect());
            json::count(&mut map, "unknown", *unknown);
            unvalued(&mut map, solved, moves);
            let readings: Vec<Value> = readings(solved).iter().map(Reading::json).collect();
            let readings = Some(readings).filter(|readings| !readings.is_empty());
            json::optional(&mut map, "automata", readings, "the answer rests on no automaton");
        }
        Explanation::Outcomes(Moves::TooMany { most, .. }) => {
            json::unknown(&mut map, "options", phrase::too_many(*most));
            json::unknown(&mut map, "unknown", phrase::too_many(*most));
        }
        Explanation::Outcomes(Moves::One(_)) => {
            json::unknown(&mut map, "options", "the method finds at most one winning move");
            json::unknown(&mut map, "unknown", "the moves are not counted");
        }
        Explanation::Values(parts) => {
            let components = parts.iter().enumerate().map(|(at, part)| part_json(solved, at, part));
            map.insert("components".into(), components.collect());
            for (field, reason) in [
                ("same_as", "no earlier component is equal"),
                ("option_values", "no automaton gives the values of options that are not listed"),
                ("law", "no closed form gives the value"),
                ("target", "no move in the component is known to win"),
                ("automaton", "no automaton reads the component, or an earlier component is equal"),
            ] {
                json::members(&mut map, "components", field, reason);
            }
            let terms = parts.iter().map(|part| Value::from(part.value.0));
            map.insert("xor".into(), terms.collect());
        }
    }
    left_json(&mut map, solved);
    solved.closing(&mut map);
    json::line(Value::Object(map))
}

/// Returns the fields of a component, with its options if they are listed.
fn part_json(solved: &Solved, at: usize, part: &Part) -> Value {
    let options = part.options.as_ref().map(|options| {
        let option = |option: &Choice| {
            json!({
                "to": json::left(&solved.query, at, &part.component, &option.to),
                "terms": option.terms.iter().map(|term| term.map(|term| Value::from(term.0))).collect::<Value>(),
                "value": Value::from(option.value.0),
                "wins": option.wins,
                "how": option.deeds.iter().map(ToString::to_string).collect::<Value>(),
            })
        };
        options.iter().map(option).collect::<Value>()
    });
    let mut map = Map::new();
    map.insert("component".into(), (at + 1).into());
    map.insert("position".into(), json::component(&solved.query, at, &part.component));
    map.insert("same_as".into(), part.same.map(|same| same + 1).into());
    map.insert("options".into(), options.into());
    map.insert("unknown".into(), part.unknown.into());
    map.insert("option_values".into(), part.reached.clone().into());
    map.insert("law".into(), part.law.map(ClosedForm::statement).into());
    map.insert("automaton".into(), part_reading(solved, at, part).as_ref().map(Reading::json).into());
    map.insert("mex".into(), Value::from(part.value.0));
    map.insert("target".into(), part.target.map(|target| target.0).into());
    let mut terms = part.options.iter().flatten().flat_map(|option| &option.terms);
    if terms.any(Option::is_none) {
        json::explained(&mut map, "options.terms", "equal pieces cancel, so their values are not computed");
    }
    match (&part.options, part.same) {
        (Some(_), _) => {}
        (None, Some(_)) => json::explained(&mut map, "options", "an earlier component has the same ones"),
        (None, None) => json::explained(&mut map, "options", "they are too many to list"),
    }
    Value::Object(map)
}
