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
use serde::Serialize;

use crate::{
    Colour,
    answer::{Closing, Framed, Heading, Place, left_json, left_text},
    json::{self, Reasons, Stream, Version},
    moves::{option_json, unvalued},
    phrase::{self, Groups},
    quotient,
    reading::{Reading, ReadingJson},
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
                let mut laws = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    if text.is_brief() && part.same.is_some() {
                        same_text(text, &parts[..=at], parts.get(at + 1))?;
                        continue;
                    }
                    part_text(text, part)?;
                    // Where lists are cut, a closed form is said once.
                    let law = part.law.map(|law| law.statement());
                    if part.same.is_none() && !(text.is_brief() && laws.contains(&law)) {
                        law_text(text, part)?;
                        laws.push(law);
                    }
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
        return Ok(());
    };
    let none = options.is_empty() && part.unknown == 0;
    writeln!(text, "  {place}:{}", if none { " no options." } else { "" })?;
    let mut width = 0;
    for option in options {
        let action = phrase::action(&part.component, &option.to, &[], &option.actions);
        text.work(action.len())?;
        width = width.max(action.len());
    }
    text.rows(
        options,
        |option| option.wins,
        |text, option| {
            let action = phrase::action(&part.component, &option.to, &[], &option.actions);
            let value = match option.terms.len() {
                0 | 1 => option.value.0.to_string(),
                _ => format!("{} = {}", terms_text(&option.terms), option.value.0),
            };
            let mark = if option.wins { "    <- a winning move" } else { "" };
            writeln!(text, "    {action:width$} : {value}{mark}")
        },
    )?;
    mex_text(text, options.iter().map(|option| option.value.0), part.value)?;
    if part.unknown > 0 {
        let (listed, unknown) = (options.len() as u128, part.unknown as u128);
        let coverage = phrase::coverage(listed + unknown, unknown, "option");
        writeln!(text, "    {coverage} None of the others has the value {}.", part.value.0)?;
    }
    Ok(())
}

/// Adds a line for the last of these parts and those before it that are equal to the same one,
/// unless the next part goes on with them.
fn same_text(text: &mut Sheet, parts: &[Part], next: Option<&Part>) -> fmt::Result {
    let Some(last) = parts.last() else { return Ok(()) };
    if next.is_some_and(|next| next.same == last.same) {
        return Ok(());
    }
    let equal = parts.iter().rev().take_while(|part| part.same == last.same).count();
    let Some(same) = last.same.filter(|_| equal > 1) else { return part_text(text, last) };
    let first = &parts[parts.len() - equal];
    let places = phrase::places(&(first.places.start..last.places.end), &last.component);
    writeln!(text, "  {places}: each as {}, value {}.", phrase::place(same, &last.component), last.value.0)
}

/// Adds the set of the values of options, and the least number missing.
fn mex_text(text: &mut Sheet, options: impl Iterator<Item = u64>, value: Nimber) -> fmt::Result {
    let reached: BTreeSet<u64> = options.collect();
    text.push("    The options have the values {")?;
    let mut values = reached.iter().copied().peekable();
    let mut between = "";
    while let Some(value) = values.next() {
        let mut last = value;
        // Where lists are cut, runs of values are ranges: `0..99`.
        while text.is_brief() && values.next_if(|next| *next == last + 1).is_some() {
            last += 1;
        }
        match last - value {
            0 => write!(text, "{between}{value}"),
            1 => write!(text, "{between}{value}, {last}"),
            _ => write!(text, "{between}{value}..{last}"),
        }?;
        between = ", ";
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
        if text.is_brief() && part.same.is_some() {
            continue;
        }
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
    text.rows(
        moves,
        |made| made.wins(),
        |text, made| {
            let mark = if made.wins() { "    <- a winning move" } else { "" };
            writeln!(text, "  {:width$} : {}-position{mark}", groups.line(made), made.outcome)
        },
    )
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

/// The reasons for the value of a position: mex in each component, exclusive or between them
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "explain-values"))]
pub(crate) struct ValuesJson<'a, C, X> {
    #[serde(flatten)]
    heading: Heading<String>,
    /// The components
    components: C,
    /// Their values, whose exclusive or is the value of the sum
    xor: X,
    /// The number of moves of both players that are left if the winner hurries and the loser
    /// delays; null if the position is too large to look
    moves_left: Option<u64>,
    #[serde(flatten)]
    closing: Closing<'a>,
    // Known when the components are written, which is before it.
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: &'a Reasons,
    schema: Version,
}

/// The reasons for an outcome: every move with its outcome
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "explain-outcomes"))]
pub(crate) struct OutcomesJson<'a, O, A> {
    #[serde(flatten)]
    heading: Heading<String>,
    /// The moves; null if they are not listed
    options: Option<O>,
    /// The number of moves of unknown result; null if the moves are not counted
    unknown: Option<u64>,
    /// How automata read the components; null if the answer rests on none
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("nullable" = true)))]
    automata: Option<Option<A>>,
    /// The number of moves of both players that are left if the winner hurries and the loser
    /// delays; null if the position is too large to look
    moves_left: Option<u64>,
    #[serde(flatten)]
    closing: Closing<'a>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// A component with its options
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "explained_component"))]
pub(crate) struct PartJson<'a> {
    #[serde(flatten)]
    place: Place,
    /// The position in the language
    position: String,
    /// The place of an equal component before it; null if there is none; the reason is
    /// `components.same_as`
    same_as: Option<usize>,
    /// The options; null if there are too many, or an equal component has them
    options: Option<Vec<ChoiceJson>>,
    /// The number of further options, of unknown value
    unknown: usize,
    /// The values of options that are not listed; null if no automaton gives them; the reason is
    /// `components.option_values`
    option_values: Option<&'a [u64]>,
    /// The closed form that gives the value too; null if there is none; the reason is
    /// `components.law`
    law: Option<&'a str>,
    /// How the automaton reads the component; null if none reads it; the reason is
    /// `components.automaton`
    automaton: Option<ReadingJson>,
    /// The value: the least number that no option has
    mex: u64,
    /// The value that a winning move in the component leaves there; null if no move there is known
    /// to win; the reason is `components.target`
    target: Option<u64>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

/// An option of a component
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "choice"))]
struct ChoiceJson {
    /// What the move leaves
    to: String,
    /// The values of the pieces; `null` for equal pieces that cancel, with the reason
    /// `options.terms`
    terms: Vec<Option<u64>>,
    /// Their exclusive or
    value: u64,
    /// Whether the move wins the sum
    wins: bool,
    /// The ways to make the move, as people say it
    how: Vec<String>,
}

/// The answer of `explain` as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn explain_json(solved: &Solved, explanation: &Explanation, sheet: Sheet) -> Result<String, Error> {
    match explanation {
        Explanation::Outcomes(moves) => outcomes_json(solved, moves, sheet),
        Explanation::Values(parts) => values_json(solved, parts, sheet),
    }
}

/// The options of the whole sum with their outcomes.
fn outcomes_json(solved: &Solved, moves: &Moves, sheet: Sheet) -> Result<String, Error> {
    let (groups, why) = (Groups::of(&solved.query), Reasons::default());
    let option = |made| Ok(option_json(&solved.query, made, groups.count(made)));
    let (listed, unlisted) = match moves {
        Moves::Listed { moves, .. } => (Some(moves), String::new()),
        Moves::TooMany { most, .. } => (None, phrase::too_many(*most)),
        Moves::One(_) => (None, "the method finds at most one winning move".to_owned()),
    };
    unvalued(solved, listed.map_or(&[], Vec::as_slice), &why);
    sheet.paper(|paper| {
        paper.write(&OutcomesJson {
            heading: solved.heading(solved.query.position_text(), &why),
            options: why.of("options", listed.map(|moves| Stream::new(moves.iter().map(option))), unlisted),
            unknown: match moves {
                Moves::Listed { unknown, .. } => why.count("unknown", *unknown),
                Moves::TooMany { most, .. } => why.none("unknown", phrase::too_many(*most)),
                Moves::One(_) => why.none("unknown", "the moves are not counted"),
            },
            automata: match listed {
                Some(_) => {
                    let readings = Some(paper.sheet(|sheet| readings(solved, sheet))?);
                    let readings = readings.filter(|readings| !readings.is_empty());
                    Some(why.of("automata", readings, "the answer rests on no automaton"))
                }
                None => None,
            },
            moves_left: left_json(solved, &why),
            closing: solved.closing(),
            reasons: why,
            schema: Version,
        })
    })
}

/// How the automaton reads each component.
fn readings(solved: &Solved, sheet: &mut Sheet) -> Result<Vec<ReadingJson>, fmt::Error> {
    let mut readings = Vec::new();
    for places in solved.query.groups() {
        let component = &solved.query.position[places.start].component;
        if let Some(reading) = reading(solved, 0, component, sheet)? {
            readings.push(sheet.holding(reading.bytes(), |_| Ok(reading.json()))?);
        }
    }
    Ok(readings)
}

/// The components with the values of their options, and the terms of the xor: those of a group
/// together.
fn values_json(solved: &Solved, parts: &[Part], sheet: Sheet) -> Result<String, Error> {
    let why = Reasons::default();
    let even = |part: &Part| part.places.len().is_multiple_of(2);
    sheet.paper(|paper| {
        let component = |part| {
            let shown = paper.sheet(|sheet| part_json(solved, part, sheet))?;
            for (is_null, field, reason) in [
                (shown.same_as.is_none(), "components.same_as", "no earlier component is equal"),
                (
                    shown.option_values.is_none(),
                    "components.option_values",
                    "no automaton gives the values of options that are not listed",
                ),
                (shown.law.is_none(), "components.law", "no closed form gives the value"),
                (shown.target.is_none(), "components.target", "no move in the component is known to win"),
                (
                    shown.automaton.is_none(),
                    "components.automaton",
                    "no automaton reads the component, or an earlier component is equal",
                ),
            ] {
                why.note_if(is_null, field, reason);
            }
            Ok(shown)
        };
        paper.write(&ValuesJson {
            heading: solved.heading(solved.query.position_text(), &why),
            components: Stream::new(parts.iter().map(component)),
            xor: Stream::new(parts.iter().map(|part| Ok(if even(part) { 0 } else { part.value.0 }))),
            moves_left: left_json(solved, &why),
            closing: solved.closing(),
            reasons: &why,
            schema: Version,
        })
    })
}

/// A component, with its options if they are listed.
fn part_json<'a>(solved: &Solved, part: &'a Part, sheet: &mut Sheet) -> Result<PartJson<'a>, fmt::Error> {
    let reading = part_reading(solved, part, sheet)?;
    // The fields of an option, and the texts of what it leaves.
    let options = part.options.iter().flatten();
    let bytes = options.map(|option| 1024 + option.to.iter().map(Component::bytes).sum::<u64>()).sum::<u64>();
    let bytes = bytes + reading.as_ref().map_or(0, Reading::bytes);
    sheet.holding(bytes, |_| Ok(part_fields(solved, part, reading.as_ref())))
}

/// The fields of a component.
fn part_fields<'a>(solved: &Solved, part: &'a Part, reading: Option<&Reading>) -> PartJson<'a> {
    let (at, why) = (part.places.start, Reasons::default());
    let option = |option: &Choice| ChoiceJson {
        to: json::left(&solved.query, at, &part.component, &option.to),
        terms: option.terms.iter().map(|term| term.map(|term| term.0)).collect(),
        value: option.value.0,
        wins: option.wins,
        how: option.actions.iter().map(ToString::to_string).collect(),
    };
    if part.options.iter().flatten().flat_map(|option| &option.terms).any(Option::is_none) {
        why.note("options.terms", "equal pieces cancel, so their values are not computed");
    }
    let unlisted = match part.same {
        Some(_) => "an earlier component has the same ones",
        None => "they are too many to list",
    };
    PartJson {
        place: Place::from(&part.places),
        position: json::component(&solved.query, at, &part.component),
        same_as: part.same.map(|same| same + 1),
        options: why.of("options", part.options.as_ref().map(|all| all.iter().map(option).collect()), unlisted),
        unknown: part.unknown,
        option_values: part.reached.as_deref(),
        law: part.law.map(|law| law.statement()),
        automaton: reading.map(Reading::json),
        mex: part.value.0,
        target: part.target.map(|target| target.0),
        reasons: why,
    }
}
