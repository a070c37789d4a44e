//! An automaton as a picture and for other programs: Graphviz, Walnut.
//!
//! States are coloured by value; those of value 0, where the player to move loses, have a double
//! border.

use std::fmt::Write;

use grundy::{
    Declaration, Error,
    cert::Automaton,
    help::{Fix, Help},
};

use super::{
    colour,
    svg::{Anchor, Length, Svg, escaped},
};
use crate::{automaton, error::refused, phrase};

/// A picture has at most this many states.
const MOST_STATES: usize = 300;

/// The radius of a state.
const RADIUS: f64 = 13.0;

/// So many states with one arrow each are on one circle.
const MOST_ON_RING: usize = 12;

/// How far states in a row are apart.
const APART: f64 = 60.0;

/// The letters of an arrow that are drawn.
const LONGEST: usize = 16;

/// The letters that lead from a state to another, by goal, in the order of the letters.
fn arrows(claim: &Automaton, state: usize) -> Vec<(u32, String)> {
    let mut arrows: Vec<(u32, String)> = Vec::new();
    let next = &claim.machine.next[state * claim.machine.letters..][..claim.machine.letters];
    for (&goal, letter) in next.iter().zip(&claim.game.letters) {
        match arrows.iter_mut().find(|(known, _)| *known == goal) {
            Some((_, letters)) => {
                let _ = write!(letters, ",{letter}");
            }
            None => arrows.push((goal, letter.to_string())),
        }
    }
    arrows
}

/// What a picture of a machine shows, in a sentence.
fn title(rules: &Declaration, claim: &Automaton) -> String {
    format!("{}: {}", phrase::short(rules), automaton::caption(claim))
}

/// A text between quotes, for Graphviz; line feeds become those of labels.
pub(super) fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\r', " ").replace('\n', "\\n");
    format!("\"{text}\"")
}

/// The beginning of a graph for Graphviz, with its title.
pub(super) fn dot_head(name: &str, title: &str) -> String {
    format!("digraph {name} {{\n  rankdir=LR;\n  bgcolor=\"#ffffff\";\n  label={};\n  labelloc=t;\n", quoted(title))
}

/// The machine for Graphviz.
pub(super) fn dot(rules: &Declaration, claim: &Automaton, footing: &str) -> String {
    let mut text = dot_head("machine", &format!("{}\n{footing}", title(rules, claim)));
    text.push_str("  node [shape=circle, style=filled];\n  start [shape=point];\n  start -> 0;\n");
    for (state, &label) in claim.machine.labels.iter().enumerate() {
        let borders = if label == 0 { 2 } else { 1 };
        let colour = colour::light(label.into());
        let _ = writeln!(text, "  {state} [label=\"{label}\", fillcolor=\"{colour}\", peripheries={borders}];");
    }
    for state in 0..claim.machine.states() {
        for (goal, letters) in arrows(claim, state) {
            let _ = writeln!(text, "  {state} -> {goal} [label={}];", quoted(&letters));
        }
    }
    text + "}\n"
}

/// The machine for Walnut: an automaton with output over the digits of its letters.
pub(super) fn walnut(claim: &Automaton) -> String {
    let digits: Vec<String> = (0..claim.machine.letters).map(|digit| digit.to_string()).collect();
    let mut text = format!("{{{}}}\n", digits.join(","));
    for (state, label) in claim.machine.labels.iter().enumerate() {
        let _ = write!(text, "\n{state} {label}\n");
        for (digit, goal) in
            claim.machine.next[state * claim.machine.letters..][..claim.machine.letters].iter().enumerate()
        {
            let _ = writeln!(text, "{digit} -> {goal}");
        }
    }
    text
}

/// Where the states of a picture are.
struct Layout {
    size: (f64, f64),
    /// The middle of the circle.
    centre: (f64, f64),
    places: Vec<(f64, f64)>,
}

/// A place on a circle, so many of all parts of a turn from the top.
fn on_circle((x, y): (f64, f64), radius: f64, part: usize, of: usize) -> (f64, f64) {
    let turn = std::f64::consts::TAU * part as f64 / of as f64 - std::f64::consts::FRAC_PI_2;
    (x + radius * turn.cos(), y + radius * turn.sin())
}

/// States on a circle in the order in which they are first reached, the first one at the top. Where
/// many states have one arrow each, those before the loop are in rows, to and fro, above the circle
/// of the loop, which is entered at its top.
fn layout(claim: &Automaton) -> Layout {
    let states = claim.machine.states();
    let next: Vec<usize> = claim.machine.next.iter().map(|&goal| goal as usize).collect();
    let is_chain = claim.machine.letters == 1 && (1..states).all(|state| next[state - 1] == state);
    let before = next.last().copied().filter(|_| is_chain && states > MOST_ON_RING).unwrap_or(0);
    if before == 0 {
        let radius = (states as f64 * 11.0).max(if states == 1 { 0.0 } else { 90.0 });
        let side = 2.0 * radius + 150.0;
        let centre = (side / 2.0, side / 2.0);
        let places = (0..states).map(|state| on_circle(centre, radius, state, states)).collect();
        return Layout { size: (side, side), centre, places };
    }
    let in_loop = states - before;
    let radius = (in_loop as f64 * APART / std::f64::consts::TAU).max(if in_loop == 1 { 0.0 } else { 40.0 });
    let columns = (before as f64 * 2.0).sqrt().ceil().max((2.0 * radius / APART).floor()).max(2.0) as usize;
    let rows = before.div_ceil(columns);
    let wide = ((columns - 1) as f64 * APART).max(2.0 * radius);
    let centre = (wide / 2.0 + 90.0, 75.0 + rows as f64 * APART + 20.0 + radius);
    let places = (0..states).map(|state| match state.checked_sub(before) {
        Some(part) => on_circle(centre, radius, part, in_loop),
        None => {
            let (row, column) = (state / columns, state % columns);
            let column = if row % 2 == 0 { column } else { columns - 1 - column };
            (90.0 + column as f64 * APART, 75.0 + row as f64 * APART)
        }
    });
    let places = places.collect();
    Layout { size: (wide + 180.0, centre.1 + radius + 75.0), centre, places }
}

/// The machine as a picture; the first state is marked by an arrow from nowhere.
pub(super) fn svg(rules: &Declaration, claim: &Automaton, footing: String) -> Result<String, Error> {
    let states = claim.machine.states();
    if states > MOST_STATES {
        let message = format!("the automaton has {states} states, and a picture has at most {MOST_STATES}");
        return Err(refused("picture", message, Help::from("write it for Graphviz: add ") + Fix::set("format", "dot")));
    }
    let Layout { size, centre, places } = layout(claim);
    let place = |state: usize| places[state];
    let mut svg = Svg::new("automaton", title(rules, claim));
    let tip = svg.tip();
    let (x, y) = place(0);
    let id = svg.name("start");
    svg.raw(format_args!(
        "<path id=\"{id}\" class=\"edge\" d=\"M{} {}L{} {}\"{tip}/>",
        Length(x - 46.0),
        Length(y),
        Length(x - RADIUS - 2.0),
        Length(y)
    ));
    svg.text((x - 50.0, y + 4.0), Anchor::End, "dim", "start");
    for state in 0..states {
        for (goal, letters) in arrows(claim, state) {
            let letters = match letters.chars().count() {
                0..=LONGEST => letters,
                _ => letters.chars().take(LONGEST - 2).chain("..".chars()).collect(),
            };
            arrow(&mut svg, &tip, place(state), place(goal as usize), centre, &letters);
        }
    }
    for (state, &label) in claim.machine.labels.iter().enumerate() {
        let ((x, y), class, id) = (place(state), svg.value(label.into()), svg.name(&format!("s{state}")));
        svg.raw(format_args!("<g id=\"{id}\">"));
        svg.circle((x, y), RADIUS, &format!("box {class}"));
        if label == 0 {
            svg.circle((x, y), RADIUS - 3.0, &format!("box {class}"));
        }
        svg.text((x, y + 4.5), Anchor::Middle, "ink", &label.to_string());
        svg.raw(format_args!("</g>"));
    }
    let words: Vec<String> = (0..states.min(40))
        .map(|state| {
            let arrows: Vec<String> =
                arrows(claim, state).iter().map(|(goal, letters)| format!("{letters} to {goal}")).collect();
            format!("State {state}, value {}: {}", claim.machine.labels[state], arrows.join("; "))
        })
        .collect();
    let below =
        ["States have the value of the words that lead to them. A double border: the value is 0.".into(), footing];
    Ok(svg.finish(size, &below, &format!("{}.", words.join(". "))))
}

/// A bent arrow between two states, or a loop outside the circle.
///
/// The arrows between two states bend to opposite sides, so that both are seen.
fn arrow(svg: &mut Svg, tip: &str, (x, y): (f64, f64), (to_x, to_y): (f64, f64), centre: (f64, f64), letters: &str) {
    let (along_x, along_y) = (to_x - x, to_y - y);
    let length = along_x.hypot(along_y);
    let (bend_x, bend_y, from, to) = if length < 1.0 {
        let out = (x - centre.0).hypot(y - centre.1);
        let (out_x, out_y) = if out < 1.0 { (0.0, -1.0) } else { ((x - centre.0) / out, (y - centre.1) / out) };
        let side = |sign: f64| {
            (x + RADIUS * (0.7 * out_x - sign * 0.7 * out_y), y + RADIUS * (0.7 * out_y + sign * 0.7 * out_x))
        };
        (x + 62.0 * out_x, y + 62.0 * out_y, side(1.0), side(-1.0))
    } else {
        let (unit_x, unit_y) = (along_x / length, along_y / length);
        let bend = 0.15 * length;
        let middle = (x + along_x / 2.0 - bend * unit_y, y + along_y / 2.0 + bend * unit_x);
        let off = RADIUS + 2.0;
        (middle.0, middle.1, (x + RADIUS * unit_x, y + RADIUS * unit_y), (to_x - off * unit_x, to_y - off * unit_y))
    };
    let label = ((from.0 + 2.0 * bend_x + to.0) / 4.0, (from.1 + 2.0 * bend_y + to.1) / 4.0 + 4.0);
    let [from_x, from_y, bend_x, bend_y, to_x, to_y] = [from.0, from.1, bend_x, bend_y, to.0, to.1].map(Length);
    let (label_x, label_y, letters) = (Length(label.0), Length(label.1), escaped(letters));
    svg.raw(format_args!(
        "<path class=\"edge\" d=\"M{from_x} {from_y}Q{bend_x} {bend_y} {to_x} {to_y}\"{tip}/>\
         <text class=\"halo\" x=\"{label_x}\" y=\"{label_y}\" text-anchor=\"middle\">{letters}</text>"
    ));
}
