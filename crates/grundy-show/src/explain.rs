//! The reasons for a value, as text and as JSON: mex inside each component, xor between components.
//!
//! An automaton that gave the answer shows how it reads the word.

use std::{
    collections::BTreeSet,
    fmt::{self, Write},
};

use grundy::{
    Component, Convention, Error, Nimber, Query, Solved,
    cert::Claim,
    explain::{Choice, Explanation, Part},
    moves::Moves,
};
use serde_json::{Map, Value, json};

use crate::{
    Colour,
    answer::{Framed, entry, left_json, left_text},
    json, json_line,
    moves::{option_json, unvalued},
    phrase::{self, Groups},
    quotient,
    reading::Reading,
    sheet::Sheet,
};

/// More heaps than this are not named one by one.
const MOST_TERMS: usize = 16;

/// How the automaton that the answer rests on reads a component.
fn reading(
    solved: &Solved,
    ruleset: usize,
    component: &Component,
    sheet: &mut Sheet,
) -> Result<Option<Reading>, fmt::Error> {
    match solved.solution.claims.get(ruleset) {
        // Each letter with its state and its label.
        Some(Claim::Automaton(claim)) => {
            let bytes = 16 * component.bytes();
            sheet.work(usize::try_from(bytes).unwrap_or(usize::MAX))?;
            sheet.holding(bytes, |_| Ok(Reading::of(claim, component)))
        }
        _ => Ok(None),
    }
}

/// How it reads a component that is explained in full.
fn part_reading(solved: &Solved, part: &Part, sheet: &mut Sheet) -> Result<Option<Reading>, fmt::Error> {
    match part.same {
        Some(_) => Ok(None),
        None => reading(solved, solved.query.position[part.places.start].ruleset, &part.component, sheet),
    }
}

/// Adds how it reads a component.
fn reading_text(text: &mut Sheet, reading: Option<Reading>) -> fmt::Result {
    let Some(reading) = reading else { return Ok(()) };
    let mut own = String::new();
    reading.text(&mut own);
    text.push(&own)
}

/// The answer of `explain` as text.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn explain_text(solved: &Solved, explanation: &Explanation, colour: Colour, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|text| {
        writeln!(text, "{}\n", phrase::title(&solved.query))?;
        match explanation {
            Explanation::Outcomes(moves) => {
                outcome_text(text, &solved.query, moves)?;
                for places in solved.query.groups() {
                    let component = &solved.query.position[places.start].component;
                    let reading = reading(solved, 0, component, text)?;
                    reading_text(text, reading)?;
                }
                quotient_text(text, solved)?;
            }
            Explanation::Values(parts) => {
                let one = phrase::bold("Step 1, inside each component: mex.", colour);
                writeln!(text, "{one} Its value is the least number that no option has.")?;
                for part in parts {
                    part_text(text, part)?;
                    let reading = part_reading(solved, part, text)?;
                    reading_text(text, reading)?;
                }
                let two = phrase::bold("Step 2, between components: xor.", colour);
                write!(text, "\n{two} ")?;
                xor_text(text, solved, parts)?;
                targets_text(text, solved, parts)?;
            }
        }
        write!(text, "\n{}{}{}", solved.head(colour), left_text(solved), solved.foot())
    })
}

/// Adds a component with its options and their values, and the mex. A component that is equal to an
/// earlier one refers to it.
fn part_text(text: &mut Sheet, part: &Part) -> fmt::Result {
    let place = phrase::places(&part.places, &part.component);
    if let Some(same) = part.same {
        return writeln!(text, "  {place}: as {}, value {}.", phrase::place(same, &part.component), part.value.0);
    }
    let Some(options) = &part.options else {
        writeln!(text, "  {place}: its options are too many to list, value {}.", part.value.0)?;
        if let Some(reached) = &part.reached {
            mex_text(text, reached.iter().copied(), part.value)?;
        }
        return law_text(text, part);
    };
    let none = options.is_empty() && part.unknown == 0;
    writeln!(text, "  {place}:{}", if none { " no options." } else { "" })?;
    let mut width = 0;
    for option in options {
        let action = phrase::action(&part.component, &option.to, &[], &option.actions);
        text.work(action.len())?;
        width = width.max(action.len());
    }
    for option in options {
        let action = phrase::action(&part.component, &option.to, &[], &option.actions);
        let value = match option.terms.len() {
            0 | 1 => option.value.0.to_string(),
            _ => format!("{} = {}", terms_text(&option.terms), option.value.0),
        };
        let mark = if option.wins { "    <- a winning move" } else { "" };
        writeln!(text, "    {action:width$} : {value}{mark}")?;
    }
    mex_text(text, options.iter().map(|option| option.value.0), part.value)?;
    if part.unknown > 0 {
        let (listed, unknown) = (options.len() as u128, part.unknown as u128);
        let coverage = phrase::coverage(listed + unknown, unknown, "option");
        writeln!(text, "    {coverage} None of the others has the value {}.", part.value.0)?;
    }
    law_text(text, part)
}

/// Adds the set of the values of options, and the least number missing.
fn mex_text(text: &mut Sheet, options: impl Iterator<Item = u64>, value: Nimber) -> fmt::Result {
    let reached: BTreeSet<u64> = options.collect();
    text.push("    The options have the values {")?;
    for (at, value) in reached.iter().enumerate() {
        write!(text, "{}{value}", if at == 0 { "" } else { ", " })?;
    }
    writeln!(text, "}}; the least number missing is {}.", value.0)
}

/// `1 xor 3`; `? xor ?` for equal pieces that cancel, whatever they are worth.
fn terms_text(terms: &[Option<Nimber>]) -> String {
    let text = |term: &Option<Nimber>| term.map_or("?".to_owned(), |term| term.0.to_string());
    terms.iter().map(text).collect::<Vec<_>>().join(" xor ")
}

/// Adds the closed form that gives the value too, if there is one.
fn law_text(text: &mut Sheet, part: &Part) -> fmt::Result {
    match part.law {
        Some(law) => writeln!(text, "    A closed form gives it too: {}.", law.statement()),
        None => Ok(()),
    }
}

/// Adds the sum of the values of the components; that of a group is written once, with their
/// number.
fn xor_text(text: &mut Sheet, solved: &Solved, parts: &[Part]) -> fmt::Result {
    let total = solved.value().unwrap_or_default();
    if solved.query.position.len() < 2 {
        return writeln!(text, "There is one component, so the sum has its value, {}.", total.0);
    }
    for (at, part) in parts.iter().enumerate() {
        write!(text, "{}{}", if at == 0 { "" } else { " xor " }, part.value.0)?;
        if part.places.len() > 1 {
            write!(text, " ({} times)", part.places.len())?;
        }
    }
    writeln!(text, " = {}.", total.0)
}

/// Which value a winning move must reach, and why.
///
/// The value that a component must get is the exclusive or of the total and its own: then the
/// others cancel it. It is attained surely if it is less than its own value, since the value is a
/// mex.
fn targets_text(text: &mut Sheet, solved: &Solved, parts: &[Part]) -> fmt::Result {
    let total = solved.value().unwrap_or_default();
    if parts.is_empty() {
        return Ok(());
    }
    text.push("\nStep 3, the winning moves: a move wins exactly if it leaves a sum of value 0.\n")?;
    if total == Nimber::ZERO {
        return text.push("  The value is 0 already. No option of a component has the value of that component, so every move leaves another value, from which the opponent wins.\n");
    }
    for part in parts.iter().take(MOST_TERMS) {
        let place = phrase::one_of(&part.places, &part.component);
        if let Some(same) = part.same {
            writeln!(text, "  {place}: as {}.", phrase::place(same, &part.component))?;
            continue;
        }
        let wanted = total + part.value;
        let others = if solved.query.position.len() > 1 {
            format!("{} (the others have it together: {} xor {})", wanted.0, total.0, part.value.0)
        } else {
            wanted.0.to_string()
        };
        match part.target {
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
        }?;
    }
    let value = total.0;
    writeln!(
        text,
        "  Any value but 0 wins alone. In a sum it matters which: next to a component of value {value} this position is lost, next to any other it is won."
    )
}

/// Adds who wins after each option, where values do not explain the answer.
fn outcome_text(text: &mut Sheet, query: &Query, moves: &Moves) -> fmt::Result {
    text.push(match query.convention {
        Convention::Misere => {
            "In misère play values do not add: the reason is given by who wins each option of the whole sum.\n\
             A position without moves is an N-position. Else it is one if some option is a P-position.\n"
        }
        Convention::Normal => {
            "The outcome is known, the value is not: a position is an N-position if some option is a P-position.\n"
        }
    })?;
    let Moves::Listed { moves, count, unknown, .. } = moves else {
        return text.push("  There are too many options to list.\n");
    };
    if *unknown > 0 {
        writeln!(text, "  {}", phrase::coverage(*count, *unknown, "option"))?;
    }
    if *count == 0 {
        let who = if query.convention == Convention::Misere { "wins" } else { "loses" };
        writeln!(text, "  There is no move, so the player to move {who}.")?;
    }
    let (groups, mut width) = (Groups::of(query), 0);
    for made in moves {
        let line = groups.line(made).len();
        text.work(line)?;
        width = width.max(line);
    }
    for made in moves {
        let mark = if made.wins() { "    <- a winning move" } else { "" };
        writeln!(text, "  {:width$} : {}-position{mark}", groups.line(made), made.outcome)?;
    }
    Ok(())
}

/// The product that a misère quotient makes of the sum.
fn quotient_text(text: &mut Sheet, solved: &Solved) -> fmt::Result {
    let [Claim::Quotient(claim)] = &solved.solution.claims[..] else { return Ok(()) };
    let size = |component: &Component| if let Component::Heap(size) = component { Some(*size) } else { None };
    let heaps = || solved.query.position.iter().map_while(|term| size(&term.component));
    if heaps().count() < solved.query.position.len() {
        return Ok(());
    }
    let Some(product) = claim.product_of(heaps()) else { return Ok(()) };
    let words = |element: u32| quotient::word(claim, element);
    let terms = heaps().take(MOST_TERMS).filter_map(|heap| Some(format!("{heap} = {}", words(claim.element(heap)?))));
    let more = if solved.query.position.len() > MOST_TERMS { ", .." } else { "" };
    let is = if claim.is_lost(product) { "lost" } else { "not lost" };
    writeln!(
        text,
        "By the misère quotient of {} elements: {}{more}; the product {} is {is}.",
        claim.order(),
        terms.collect::<Vec<_>>().join(", "),
        words(product)
    )
}

/// The answer of `explain` as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn explain_json(solved: &Solved, explanation: &Explanation, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| {
        let mut map = solved.heading();
        let mut line = json_line::Line::new(sheet);
        match explanation {
            Explanation::Outcomes(moves) => outcomes_json(solved, moves, &mut map, &mut line)?,
            Explanation::Values(parts) => values_json(solved, parts, &mut map, &mut line)?,
        }
        left_json(&mut map, solved);
        solved.closing(&mut map);
        line.end(map)
    })
}

/// Adds the options of the whole sum with their outcomes.
fn outcomes_json(
    solved: &Solved,
    moves: &Moves,
    map: &mut Map<String, Value>,
    line: &mut json_line::Line<'_>,
) -> fmt::Result {
    match moves {
        Moves::Listed { moves, unknown, .. } => {
            let groups = Groups::of(&solved.query);
            line.list(map, "options", moves.iter().map(|made| option_json(&solved.query, made, groups.count(made))))?;
            json::count(map, "unknown", *unknown);
            unvalued(map, solved, moves);
            let mut readings = Vec::new();
            for places in solved.query.groups() {
                let component = &solved.query.position[places.start].component;
                let reading = reading(solved, 0, component, line.sheet())?;
                if let Some(reading) = reading {
                    readings.push(line.sheet().holding(reading.bytes(), |_| Ok(reading.json()))?);
                }
            }
            let readings = Some(readings).filter(|readings| !readings.is_empty());
            json::optional(map, "automata", readings, "the answer rests on no automaton");
        }
        Moves::TooMany { most, .. } => {
            json::unknown(map, "options", phrase::too_many(*most));
            json::unknown(map, "unknown", phrase::too_many(*most));
        }
        Moves::One(_) => {
            json::unknown(map, "options", "the method finds at most one winning move");
            json::unknown(map, "unknown", "the moves are not counted");
        }
    }
    Ok(())
}

/// Adds the components with the values of their options, and the terms of the xor: those of a group
/// together.
fn values_json(
    solved: &Solved,
    parts: &[Part],
    map: &mut Map<String, Value>,
    line: &mut json_line::Line<'_>,
) -> fmt::Result {
    let nulls = line.list_of(map, "components", parts, |sheet, part| {
        let reading = part_reading(solved, part, sheet)?;
        let options = part.options.iter().flatten();
        // The fields of an option, and the texts of what it leaves.
        let bytes = options.map(|option| 1024 + option.to.iter().map(Component::bytes).sum::<u64>()).sum::<u64>();
        let bytes = bytes + reading.as_ref().map_or(0, Reading::bytes);
        sheet.holding(bytes, |_| Ok(part_json(solved, part, reading.as_ref())))
    })?;
    for (field, reason) in [
        ("same_as", "no earlier component is equal"),
        ("option_values", "no automaton gives the values of options that are not listed"),
        ("law", "no closed form gives the value"),
        ("target", "no move in the component is known to win"),
        ("automaton", "no automaton reads the component, or an earlier component is equal"),
    ] {
        json_line::nulls(map, &nulls, "components", field, reason);
    }
    let even = |part: &Part| part.places.len().is_multiple_of(2);
    line.list(map, "xor", parts.iter().map(|part| Value::from(if even(part) { 0 } else { part.value.0 })))?;
    Ok(())
}

/// Returns the fields of a component, with its options if they are listed.
fn part_json(solved: &Solved, part: &Part, reading: Option<&Reading>) -> Value {
    let at = part.places.start;
    let options = part.options.as_ref().map(|options| {
        let option = |option: &Choice| {
            json!({
                "to": json::left(&solved.query, at, &part.component, &option.to),
                "terms": option.terms.iter().map(|term| term.map(|term| Value::from(term.0))).collect::<Value>(),
                "value": Value::from(option.value.0),
                "wins": option.wins,
                "how": option.actions.iter().map(ToString::to_string).collect::<Value>(),
            })
        };
        options.iter().map(option).collect::<Value>()
    });
    let mut map = entry(&part.places);
    map.insert("position".into(), json::component(&solved.query, at, &part.component));
    map.insert("same_as".into(), part.same.map(|same| same + 1).into());
    map.insert("options".into(), options.into());
    map.insert("unknown".into(), part.unknown.into());
    map.insert("option_values".into(), part.reached.clone().into());
    map.insert("law".into(), part.law.map(|law| law.statement()).into());
    map.insert("automaton".into(), reading.map(Reading::json).into());
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
