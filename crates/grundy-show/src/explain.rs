//! Why a position has its value, in two separate steps: mex inside each component, xor between components.
//!
//! In misère play values do not add, so there the reason is given by outcomes of whole sums, as where only the outcome is
//! told. An automaton that gave the answer shows how it reads the word.

use std::{
    collections::{BTreeSet, HashSet},
    fmt::Write,
};

use grundy::{
    Answer, Budget, Claim, ClosedForm, Component, Convention, Fault, Game, Halt, Mode, Moves, Nimber, Solution, Solved,
    Stopped, cancel_pairs, is_behind, listed, moves, option_labels,
};
use serde_json::{Map, Value, json};

use crate::{
    Colour,
    answer::Framed,
    json,
    moves::{option_json, unvalued},
    phrase, quotient,
    reading::Reading,
};

/// A component with more options than this is not explained option by option.
const MOST_OPTIONS: usize = 10_000;

/// More heaps than this are not named one by one.
const MOST_TERMS: usize = 16;

/// Options with more letters than this in all are not written down; their values are, where an automaton tells them.
const MOST_LETTERS: u64 = 10_000_000;

/// Why a position has its value or outcome.
pub struct Explanation {
    parts: Vec<Part>,
    moves: Option<Moves>,
    /// How an automaton reads the components, where they are not explained one by one.
    readings: Vec<Reading>,
}

/// One component with its options.
struct Part {
    component: Component,
    value: Nimber,
    /// The earlier component that this one equals.
    same: Option<usize>,
    law: Option<ClosedForm>,
    /// Those whose values are told; nothing where there are too many.
    options: Option<Vec<Choice>>,
    /// How many more there are, of which a certificate of one answer tells no more than that they have not this value.
    untold: usize,
    /// The values of the options, where they are not listed and an automaton tells them.
    reached: Option<Vec<u64>>,
    reading: Option<Reading>,
}

/// An option of a component: what it leaves, and the value of each piece.
struct Choice {
    to: Vec<Component>,
    /// Nothing for a piece of unknown value, which can only be one of two equal ones.
    terms: Vec<Option<Nimber>>,
    value: Nimber,
    wins: bool,
}

/// Finds the reasons for an answer in its claims.
pub fn explain(solved: &Solved, budget: &mut Budget) -> Result<Explanation, Stopped> {
    if solved.query.convention == Convention::Misere || tells_outcomes(solved) {
        let all = moves(&solved.query, &solved.solution, true, budget)?;
        let readings = solved.query.position.iter().filter_map(|term| reading(solved, 0, &term.component));
        return Ok(Explanation { parts: Vec::new(), moves: Some(all), readings: readings.collect() });
    }
    let listed = listed(&solved.query, &solved.solution, budget)?;
    let solution = listed.as_ref().unwrap_or(&solved.solution);
    let mut parts: Vec<Part> = Vec::new();
    for at in 0..solved.query.position.len() {
        let part = part(solved, solution, at, budget)?;
        parts.push(part);
    }
    Ok(Explanation { parts, moves: None, readings: Vec::new() })
}

/// Whether only who wins is told of every option.
fn tells_outcomes(solved: &Solved) -> bool {
    let capped =
        matches!(&solved.solution.claims[..], [Claim::Automaton(claim)] if matches!(claim.mode, Mode::Capped(_)));
    capped || matches!(solved.solution.answer, Answer::Outcome(_))
}

/// How the automaton that the answer rests on reads a component.
fn reading(solved: &Solved, ruleset: usize, component: &Component) -> Option<Reading> {
    match solved.solution.claims.get(ruleset)? {
        Claim::Automaton(claim) => Reading::of(claim, component),
        _ => None,
    }
}

fn part(solved: &Solved, solution: &Solution, at: usize, budget: &mut Budget) -> Result<Part, Stopped> {
    let query = &solved.query;
    let term = &query.position[at];
    let missing = |component: &Component| Fault(format!("the solution does not tell the value of {component}"));
    let component = term.component.clone();
    let value = solution.value(query, term.ruleset, &component).ok_or_else(|| missing(&component))?;
    let same = query.position[..at].iter().position(|earlier| earlier == term);
    let law = match solution.claims.get(term.ruleset) {
        Some(Claim::ClosedForm(law)) => Some(*law),
        _ => None,
    };
    if same.is_some() {
        return Ok(Part { component, value, same, law, options: None, untold: 0, reached: None, reading: None });
    }
    let reading = reading(solved, term.ruleset, &component);
    let rest = solved.value().unwrap_or_default() + value;
    let mut seen: HashSet<Vec<Component>> = HashSet::new();
    let (mut options, mut untold) = (Vec::new(), 0);
    let mut letters = 0u64;
    let behind = is_behind(solution, term);
    let walked = query.rulesets[term.ruleset].options(&component, |to| {
        budget.poll()?;
        if behind {
            return Err(Halt::Enough);
        }
        let mut sorted = to.to_vec();
        sorted.sort_unstable();
        if !seen.insert(sorted.clone()) {
            return Ok(());
        }
        letters += to.iter().map(Component::bytes).sum::<u64>();
        if seen.len() > MOST_OPTIONS || letters > MOST_LETTERS {
            return Err(Halt::Enough);
        }
        let terms = to.iter().map(|piece| solution.value(query, term.ruleset, piece)).collect();
        sorted.iter_mut().for_each(|piece| *piece = query.rulesets[term.ruleset].canonical(piece));
        cancel_pairs(&mut sorted);
        let told: Option<Nimber> = sorted.iter().map(|piece| solution.value(query, term.ruleset, piece)).sum();
        let Some(value) = told else {
            untold += 1;
            return Ok(());
        };
        options.push(Choice { to: to.to_vec(), terms, value, wins: value + rest == Nimber::ZERO });
        Ok(())
    });
    let options = match walked {
        Ok(()) => Some(options),
        Err(Halt::Enough) => None,
        Err(Halt::Stopped(stopped)) => return Err(stopped),
    };
    let reached = match &solution.claims[term.ruleset] {
        Claim::Automaton(claim) if options.is_none() => option_labels(claim, &component, budget)?,
        _ => None,
    };
    let untold = if options.is_some() { untold } else { 0 };
    Ok(Part { component, value, same, law, options, untold, reached, reading })
}

/// The answer of `explain` as text.
pub fn explain_text(solved: &Solved, explanation: &Explanation, colour: Colour) -> String {
    let mut text = format!("{}\n\n", phrase::title(&solved.query));
    match &explanation.moves {
        Some(moves) => {
            outcome_text(&mut text, solved.query.convention, moves);
            explanation.readings.iter().for_each(|reading| reading.text(&mut text));
            quotient_text(&mut text, solved);
        }
        None => {
            let one = phrase::bold("Step 1, inside each component: mex.", colour);
            let _ = writeln!(text, "{one} Its value is the least number that no option has.");
            for (at, part) in explanation.parts.iter().enumerate() {
                part_text(&mut text, at, part);
                part.reading.iter().for_each(|reading| reading.text(&mut text));
            }
            let two = phrase::bold("Step 2, between components: xor.", colour);
            let _ = writeln!(text, "\n{two} {}", xor_text(solved, explanation));
        }
    }
    let _ = write!(text, "\n{}{}", solved.head(colour), solved.foot());
    text
}

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
    let none = options.is_empty() && part.untold == 0;
    let _ = writeln!(text, "  {place}:{}", if none { " no options." } else { "" });
    let width = options.iter().map(|option| phrase::deed(&part.component, &option.to, &[]).len()).max().unwrap_or(0);
    for option in options {
        let deed = phrase::deed(&part.component, &option.to, &[]);
        let value = match option.terms.len() {
            0 | 1 => option.value.0.to_string(),
            _ => format!("{} = {}", terms_text(&option.terms), option.value.0),
        };
        let mark = if option.wins { "    <- a winning move" } else { "" };
        let _ = writeln!(text, "    {deed:width$} : {value}{mark}");
    }
    mex_text(text, options.iter().map(|option| option.value.0), part.value);
    if part.untold > 0 {
        let (told, untold) = (options.len() as u128, part.untold as u128);
        let told = phrase::told(told + untold, untold, "option");
        let _ = writeln!(text, "    {told} None of the others has the value {}.", part.value.0);
    }
    law_text(text, part);
}

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

fn law_text(text: &mut String, part: &Part) {
    if let Some(law) = part.law {
        let _ = writeln!(text, "    A law tells it too: {}.", law.statement());
    }
}

fn xor_text(solved: &Solved, explanation: &Explanation) -> String {
    let total = solved.value().unwrap_or_default();
    let terms: Vec<Nimber> = explanation.parts.iter().map(|part| part.value).collect();
    match terms.len() {
        0 | 1 => format!("There is one component, so the sum has its value, {}.", total.0),
        _ => format!("{} = {}.", phrase::xors(&terms), total.0),
    }
}

fn outcome_text(text: &mut String, play: Convention, moves: &Moves) {
    text.push_str(match play {
        Convention::Misere => {
            "In misère play values do not add: the reason is given by who wins each option of the whole sum.\n\
             A position without moves is an N-position. Else it is one if some option is a P-position.\n"
        }
        Convention::Normal => {
            "Who wins is told, not by which value: a position is an N-position if some option is a P-position.\n"
        }
    });
    let Moves::Listed { moves, count, untold } = moves else {
        text.push_str("  There are too many options to list.\n");
        return;
    };
    if *untold > 0 {
        let _ = writeln!(text, "  {}", phrase::told(*count, *untold, "option"));
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
    match &explanation.moves {
        Some(Moves::Listed { moves, untold, .. }) => {
            map.insert("options".into(), moves.iter().map(option_json).collect());
            map.insert("untold".into(), json::number(*untold));
            unvalued(&mut map, solved, moves);
            let readings: Vec<Value> = explanation.readings.iter().map(Reading::json).collect();
            map.insert("automata".into(), if readings.is_empty() { Value::Null } else { readings.into() });
        }
        Some(Moves::TooMany { most, .. }) => {
            json::unknown(&mut map, "options", phrase::too_many(*most));
            json::unknown(&mut map, "untold", phrase::too_many(*most));
        }
        Some(Moves::One(_)) => {
            json::unknown(&mut map, "options", "the method finds at most one winning move");
            json::unknown(&mut map, "untold", "the moves are not counted");
        }
        None => {
            let parts = explanation.parts.iter().enumerate().map(|(at, part)| part_json(at, part));
            map.insert("components".into(), parts.collect());
            let terms = explanation.parts.iter().map(|part| json::number(part.value.0));
            map.insert("xor".into(), terms.collect());
        }
    }
    solved.closing(&mut map);
    json::line(&Value::Object(map))
}

fn part_json(at: usize, part: &Part) -> Value {
    let options = part.options.as_ref().map(|options| {
        let option = |option: &Choice| {
            json!({
                "to": phrase::leaves(&part.component, &option.to),
                "terms": option.terms.iter().map(|term| term.map(|term| json::number(term.0))).collect::<Value>(),
                "value": json::number(option.value.0),
                "wins": option.wins,
            })
        };
        options.iter().map(option).collect::<Value>()
    });
    let mut map = Map::new();
    map.insert("component".into(), (at + 1).into());
    map.insert("position".into(), json::component(&part.component));
    map.insert("same_as".into(), part.same.map(|same| same + 1).into());
    map.insert("options".into(), options.into());
    map.insert("untold".into(), part.untold.into());
    map.insert("option_values".into(), part.reached.clone().into());
    map.insert("law".into(), part.law.map(ClosedForm::statement).into());
    map.insert("automaton".into(), part.reading.as_ref().map(Reading::json).into());
    map.insert("mex".into(), json::number(part.value.0));
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
