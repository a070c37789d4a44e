//! A machine as a picture and for other programs: Graphviz, SVG, Walnut.
//!
//! States are coloured by value; those of value 0, where the player to move loses, have a double
//! border.

use std::fmt::Write;

use grundy::{Declaration, cert::Automaton};

use crate::{
    automaton, phrase,
    svg::{escaped, head},
};

/// Colours of values from 0 on; greater values begin again after white (ColorBrewer's Set3).
const COLOURS: [&str; 12] = [
    "#ffffff", "#8dd3c7", "#ffffb3", "#bebada", "#fb8072", "#80b1d3", "#fdb462", "#b3de69", "#fccde5", "#d9d9d9",
    "#bc80bd", "#ccebc5",
];

/// The height of the title above a machine.
const TITLE: u64 = 24;

fn colour(label: u32) -> &'static str {
    match label {
        0 => COLOURS[0],
        _ => COLOURS[1 + (label as usize - 1) % (COLOURS.len() - 1)],
    }
}

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
    format!("{}: {}", phrase::short(&rules.to_string()), automaton::caption(claim))
}

/// A text between quotes, for Graphviz.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " "))
}

/// The machine for Graphviz.
pub fn dot(rules: &Declaration, claim: &Automaton) -> String {
    let mut text = format!(
        "digraph machine {{\n  rankdir=LR;\n  bgcolor=\"#ffffff\";\n  label={};\n  labelloc=t;\n\
         \x20 node [shape=circle, style=filled];\n",
        quoted(&title(rules, claim))
    );
    text.push_str("  start [shape=point];\n  start -> 0;\n");
    for (state, &label) in claim.machine.labels.iter().enumerate() {
        let borders = if label == 0 { 2 } else { 1 };
        let _ =
            writeln!(text, "  {state} [label=\"{label}\", fillcolor=\"{}\", peripheries={borders}];", colour(label));
    }
    for state in 0..claim.machine.states() {
        for (goal, letters) in arrows(claim, state) {
            let _ = writeln!(text, "  {state} -> {goal} [label={}];", quoted(&letters));
        }
    }
    text + "}\n"
}

/// The machine for Walnut: an automaton with output over the digits of its letters.
pub fn walnut(claim: &Automaton) -> String {
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

/// The machine as a picture: states on a circle in the order in which they are first reached, the
/// first one at the top, marked by an arrow from nowhere.
pub fn machine_svg(rules: &Declaration, claim: &Automaton) -> String {
    let states = claim.machine.states();
    let ring = (states as f64 * 9.0).max(90.0);
    let size = 2.0 * ring + 120.0;
    let place = |state: usize| {
        let turn = std::f64::consts::TAU * state as f64 / states as f64 - std::f64::consts::FRAC_PI_2;
        (size / 2.0 + ring * turn.cos(), size / 2.0 + ring * turn.sin())
    };
    let mut text = head(size.ceil() as u64, size.ceil() as u64 + TITLE, &title(rules, claim));
    let _ = writeln!(
        text,
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" \
         orient=\"auto\"><path d=\"M0 0 8 4 0 8z\"/></marker></defs>\n\
         <g transform=\"translate(0 {TITLE})\" font-size=\"11\" text-anchor=\"middle\">"
    );
    let (x, y) = place(0);
    let _ = writeln!(
        text,
        "<path id=\"start\" d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#000\" marker-end=\"url(#tip)\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\">start</text>",
        x - 42.0,
        y - 12.0,
        x - 14.0,
        y - 4.0,
        x - 44.0,
        y - 17.0
    );
    for state in 0..states {
        for (goal, letters) in arrows(claim, state) {
            arrow(&mut text, place(state), place(goal as usize), size / 2.0, &escaped(&letters));
        }
    }
    for (state, &label) in claim.machine.labels.iter().enumerate() {
        let ((x, y), width) = (place(state), if label == 0 { 3 } else { 1 });
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"12\" fill=\"{}\" stroke=\"#000\" stroke-width=\"{width}\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\">{label}</text>",
            colour(label),
            y + 4.0
        );
    }
    text + "</g>\n</svg>\n"
}

/// A bent arrow between two states, or a loop outside the circle.
fn arrow(text: &mut String, (x, y): (f64, f64), (to_x, to_y): (f64, f64), centre: f64, letters: &str) {
    let (along_x, along_y) = (to_x - x, to_y - y);
    let length = along_x.hypot(along_y);
    let (bend_x, bend_y, from, to) = if length < 1.0 {
        let out = (x - centre).hypot(y - centre).max(1.0);
        let (out_x, out_y) = ((x - centre) / out, (y - centre) / out);
        let side =
            |sign: f64| (x + 12.0 * (0.7 * out_x - sign * 0.7 * out_y), y + 12.0 * (0.7 * out_y + sign * 0.7 * out_x));
        (x + 55.0 * out_x, y + 55.0 * out_y, side(1.0), side(-1.0))
    } else {
        let (unit_x, unit_y) = (along_x / length, along_y / length);
        let bend = 0.15 * length;
        let middle = (x + along_x / 2.0 - bend * unit_y, y + along_y / 2.0 + bend * unit_x);
        (middle.0, middle.1, (x + 12.0 * unit_x, y + 12.0 * unit_y), (to_x - 14.0 * unit_x, to_y - 14.0 * unit_y))
    };
    let (label_x, label_y) = ((from.0 + 2.0 * bend_x + to.0) / 4.0, (from.1 + 2.0 * bend_y + to.1) / 4.0);
    let _ = writeln!(
        text,
        "<path d=\"M{:.1} {:.1}Q{bend_x:.1} {bend_y:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"#888\" marker-end=\"url(#tip)\"/>\
         <text x=\"{label_x:.1}\" y=\"{label_y:.1}\">{letters}</text>",
        from.0, from.1, to.0, to.1
    );
}
