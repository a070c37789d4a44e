//! A position: its components below each other, and their values in binary columns, of which those
//! with an odd number of ones are shaded.

use std::ops::Range;

use grundy::{Answer, Nimber, Query, Solved, games::Term};

use super::{
    boards::{Board, board},
    svg::{Anchor, Svg, room},
};
use crate::phrase;

/// More components than this are counted, not drawn.
const MOST_TERMS: usize = 24;

/// The width of a binary column.
const COLUMN: f64 = 18.0;

/// The space between components.
const GAP: f64 = 14.0;

/// A component that was drawn.
struct Row {
    /// The height of its upper edge.
    top: f64,
    /// Its height, at least that of a line of text.
    height: f64,
}

impl Row {
    /// The line on which texts stand.
    fn middle(&self) -> f64 {
        self.top + self.height / 2.0 + 4.5
    }
}

/// Draws the position of a query, with its answer or the reason why there is none.
pub(super) fn position(query: &Query, solved: Result<&Solved, &str>) -> String {
    let mut svg = Svg::new("position", phrase::title(query));
    let groups: Vec<Range<usize>> = query.groups().take(MOST_TERMS).collect();
    let terms: Vec<&Term> = groups.iter().map(|places| &query.position[places.start]).collect();
    let drawn = groups.last().map_or(0, |places| places.end);
    let labels: Vec<(String, String)> = groups
        .iter()
        .zip(&terms)
        .map(|(places, term)| (name(places, term), phrase::short(term.component.size_text())))
        .collect();
    let left = labels.iter().map(|(name, size)| room(name).max(room(size))).fold(0.0, f64::max) + 16.0;
    // A row of equal components has the value that they have together.
    let joint =
        |places: &Range<usize>, value: Nimber| if places.len().is_multiple_of(2) { Nimber::ZERO } else { value };
    let value = |places: &Range<usize>| Some(joint(places, solved.ok()?.value_at(places.start)?));
    let values: Vec<Option<Nimber>> = groups.iter().map(value).collect();
    let total = solved.ok().and_then(|solved| match solved.solution.answer {
        Answer::Value(value) => Some(value),
        _ => None,
    });
    let top = if total.is_some() { 22.0 } else { 0.0 };
    let (mut rows, mut below) = (Vec::new(), Vec::new());
    let (mut wide, mut high) = (120f64, top);
    for (term, (name, size)) in terms.iter().zip(&labels) {
        let id = svg.name(&name.replace(' ', "-"));
        svg.raw(format_args!("<g id=\"{id}\">"));
        let Board { size: (width, height), note, .. } = board(&mut svg, (left, high), &term.component);
        let row = Row { top: high, height: height.max(30.0) };
        svg.text((0.0, row.middle() - 8.0), Anchor::Start, "ink", name);
        svg.text((0.0, row.middle() + 8.0), Anchor::Start, "dim", size);
        svg.raw(format_args!("</g>"));
        below.extend(note.map(|note| format!("{name}: {note}.")));
        wide = wide.max(width);
        high += row.height + GAP;
        rows.push(row);
    }
    if terms.is_empty() {
        svg.text((0.0, high + 15.0), Anchor::Start, "dim", "no component is left");
        high += 30.0;
    }
    if groups.iter().any(|places| places.len() > 1) {
        below.push("A row of equal components has the value that they have together.".into());
    }
    if drawn < query.position.len() {
        below.push(format!("{drawn} of {} components are drawn.", query.position.len()));
    }
    let mut right = left + wide;
    if let Some(total) = total {
        let all = drawn == query.position.len();
        (right, high) = columns(&mut svg, right + 20.0, high, &rows, &values, total, all && drawn > 1);
    }
    let about = match solved {
        Ok(solved) => {
            below.splice(0..0, verdict(solved));
            format!("{}. {}", phrase::short(query.position_text()), below.join(" "))
        }
        Err(why) => {
            below.insert(0, format!("The value is not known: {why}."));
            below.join(" ")
        }
    };
    svg.finish((right, high - GAP + 4.0), &below, &about)
}

/// `heap 2`, or `heaps 2..300` for equal neighbours.
fn name(places: &Range<usize>, term: &Term) -> String {
    let kind = term.component.noun();
    match places.len() {
        1 => format!("{kind} {}", places.end),
        _ => format!("{kind}s {}..{}", places.start + 1, places.end),
    }
}

/// Who wins, with what the columns mean, and the status.
fn verdict(solved: &Solved) -> Vec<String> {
    let mut lines = Vec::new();
    let known = phrase::xor_of(solved);
    if let Some(outcome) = solved.outcome() {
        let value = solved.value().map(|total| known.clone().unwrap_or_else(|| total.0.to_string()));
        let value = value.map_or(String::new(), |value| format!(" (nim value {value})"));
        lines.push(format!("{}{value}.", phrase::verdict(outcome)));
    }
    let many = solved.query.position.len();
    if known.is_none() && solved.value().is_some() {
        lines.push("Equal components cancel, so that their values are not computed.".into());
    }
    if known.is_some() && many > 1 && solved.query.groups().take(MOST_TERMS + 1).count() <= MOST_TERMS {
        lines.push(match solved.value() {
            Some(Nimber::ZERO) => "No binary column has an odd number of ones.".into(),
            _ => "Shaded: binary columns with an odd number of ones, which are the ones of the xor.".into(),
        });
    }
    lines.push(phrase::footing(solved.query.convention, solved.status));
    lines
}

/// The values with their binary columns, and their xor if all of them are drawn. Returns where they
/// end.
///
/// Binary digits stand below each other, so that the exclusive or is seen as the columns with an
/// odd number of ones; these are shaded.
fn columns(
    svg: &mut Svg,
    left: f64,
    high: f64,
    rows: &[Row],
    values: &[Option<Nimber>],
    total: Nimber,
    sum: bool,
) -> (f64, f64) {
    let largest = values.iter().flatten().chain([&total]).map(|value| value.0).max().unwrap_or(0);
    let bits = (u64::BITS - largest.leading_zeros()).max(1);
    let width = room(&largest.to_string()).max(room("value"));
    let first = left + width + 16.0;
    let column = |bit: u32| first + f64::from(bits - 1 - bit) * COLUMN;
    let end = if sum { high + 24.0 } else { high - GAP };
    if sum {
        for bit in (0..bits).filter(|bit| total.0 >> bit & 1 == 1) {
            svg.rect((column(bit), 0.0), (COLUMN, end), "shade");
        }
    }
    svg.text((left + width, 14.0), Anchor::End, "dim", "value");
    if bits <= 10 {
        for bit in 0..bits {
            let weight = (1u64 << bit).to_string();
            // Weights of more digits than a column has room for are left out.
            if room(&weight) <= COLUMN + 4.0 {
                svg.text((column(bit) + COLUMN / 2.0, 14.0), Anchor::Middle, "dim", &weight);
            }
        }
    }
    let mut digits = |y: f64, value: Nimber| {
        svg.text((left + width, y), Anchor::End, "ink", &value.0.to_string());
        for bit in 0..bits {
            let digit = if value.0 >> bit & 1 == 1 { "1" } else { "0" };
            svg.text((column(bit) + COLUMN / 2.0, y), Anchor::Middle, if digit == "1" { "ink" } else { "dim" }, digit);
        }
    };
    for (row, value) in rows.iter().zip(values) {
        if let Some(value) = value {
            digits(row.middle(), *value);
        }
    }
    if sum {
        digits(high + 16.0, total);
    }
    for (row, _) in rows.iter().zip(values).filter(|(_, value)| value.is_none()) {
        svg.text((left + width, row.middle()), Anchor::End, "dim", "cancels");
    }
    let right = column(0) + COLUMN;
    if sum {
        svg.line((0.0, high - 2.0), (right, high - 2.0), "axis");
        svg.text((0.0, high + 16.0), Anchor::Start, "ink", "xor");
    }
    (right, if sum { high + 24.0 + GAP } else { high })
}
