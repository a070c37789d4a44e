//! Tokens on a graph of moves: who wins a sum of them, and the values of all vertices as a table.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use grundy::{
    Convention, Nimber,
    cert::{LoopyOutcome, LoopyValue},
    graph::{GraphPlan, LabelledGraph},
};
use grundy_lab::tokens::Tokens;
use serde_json::{Map, Value, json};

use crate::{Colour, json, phrase, plan};

/// More moves than this are counted in texts, not listed.
const MOST_LINES: usize = 100;

/// A sum of tokens on a graph, solved.
pub struct OnGraph<'a> {
    /// The game as the user wrote it.
    pub game: &'a str,
    /// The graph and the labels of its vertices.
    pub known: &'a LabelledGraph,
    /// The vertices with a token.
    pub at: &'a [u32],
    /// The sum.
    pub tokens: &'a Tokens,
}

impl OnGraph<'_> {
    /// Returns in how many moves the game ends from a vertex if the winner hurries and the loser
    /// delays; `None` if neither player can force the end.
    fn long(&self, vertex: u32) -> Option<u32> {
        self.known.remoteness[vertex as usize].map(|above| above.get() - 1)
    }
}

/// Who wins, as text.
pub fn tokens_text(on: &OnGraph<'_>, colour: Colour) -> String {
    let outcome = on.tokens.value.outcome();
    let verdict = match outcome {
        LoopyOutcome::P => phrase::verdict(grundy::Outcome::P),
        LoopyOutcome::N => phrase::verdict(grundy::Outcome::N),
        LoopyOutcome::Draw => "Draw: neither player can force the end",
    };
    let mut text = format!("{} ({}).\n", phrase::bold(verdict, colour), value_text(&on.tokens.value));
    let many = on.tokens.best.len();
    let _ = match (outcome, on.tokens.moves) {
        (_, 0) => writeln!(text, "There is no move."),
        (LoopyOutcome::P, moves) => writeln!(text, "No winning move among {}.", phrase::count(moves.into(), "move")),
        (LoopyOutcome::N, moves) => {
            writeln!(text, "Winning move{} ({many} of {moves}):", if many == 1 { "" } else { "s" })
        }
        (LoopyOutcome::Draw, moves) => {
            writeln!(text, "Move{} that keep{} the draw ({many} of {moves}):", plural(many).0, plural(many).1)
        }
    };
    for made in on.tokens.best.iter().take(MOST_LINES) {
        let (from, to) = (on.known.graph.name(on.at[made.token]), on.known.graph.name(made.to));
        let _ = write!(text, "  token {} ({from}): go to {to}", made.token + 1);
        let _ = match on.long(made.to) {
            Some(long) if on.at.len() == 1 => writeln!(text, ", lost in {}", phrase::count(long.into(), "move")),
            _ => writeln!(text),
        };
    }
    if many > MOST_LINES {
        let _ = writeln!(text, "  .. and {} more", many - MOST_LINES);
    }
    if let (&[at], Some(long)) = (on.at, on.at.first().and_then(|&at| on.long(at))) {
        let _ = writeln!(
            text,
            "From {}: {} if the winner hurries.",
            on.known.graph.name(at),
            phrase::count(long.into(), "move")
        );
    }
    text + &format!("{}\n", phrase::footing(Convention::Normal, on.known.status))
}

/// Returns the endings of a noun and of its verb for this number.
fn plural(many: usize) -> (&'static str, &'static str) {
    if many == 1 { ("", "s") } else { ("s", "") }
}

/// Returns a value in words; an infinite one with the values of its finite options.
fn value_text(value: &LoopyValue) -> String {
    match value {
        LoopyValue::Finite(value) => format!("nim value {}", value.0),
        LoopyValue::Infinite(values) => {
            format!("value infinite{}", inner(values, ", ", |all| format!(", options worth {all}")))
        }
    }
}

/// Returns the values with their surroundings; nothing if there are none.
fn inner(values: &[Nimber], between: &str, around: impl Fn(String) -> String) -> String {
    let all: Vec<String> = values.iter().map(|value| value.0.to_string()).collect();
    if all.is_empty() { String::new() } else { around(all.join(between)) }
}

/// Who wins, as JSON.
pub fn tokens_json(on: &OnGraph<'_>) -> String {
    let names: Vec<String> = on.at.iter().map(|&vertex| on.known.graph.name(vertex).to_string()).collect();
    let mut map = Map::new();
    map.insert("game".into(), on.game.into());
    map.insert("position".into(), names.join(" + ").into());
    map.insert("convention".into(), Convention::Normal.to_string().into());
    value_json(&mut map, &on.tokens.value);
    value_reasons(&mut map, &on.tokens.value);
    map.insert("outcome".into(), outcome_text(on.tokens.value.outcome()).into());
    let long = if let &[at] = on.at { on.long(at) } else { None };
    let open = match on.at {
        [_] => "neither player can force the end",
        _ => "it is known for one token, not for a sum",
    };
    json::optional(&mut map, "remoteness", long, open);
    let components = names.iter().zip(&on.tokens.each).zip(1u64..).map(|((name, value), at)| {
        let mut map = Map::new();
        map.insert("component".into(), at.into());
        map.insert("position".into(), name.clone().into());
        value_json(&mut map, value);
        value_reasons(&mut map, value);
        Value::Object(map)
    });
    map.insert("components".into(), components.collect());
    let best = on.tokens.best.iter().map(|made| {
        json!({"component": made.token + 1, "from": names[made.token], "to": on.known.graph.name(made.to).to_string()})
    });
    let best: Value = best.collect();
    let (winning, drawing) = match on.tokens.value.outcome() {
        LoopyOutcome::Draw => (json!([]), best),
        _ => (best, json!([])),
    };
    map.insert("winning_moves".into(), winning);
    map.insert("drawing_moves".into(), drawing);
    map.insert("moves".into(), Value::from(on.tokens.moves));
    map.insert("status".into(), on.known.status.word().into());
    map.insert("solver".into(), "loopy".into());
    json::line(Value::Object(map))
}

/// Adds both fields of a value, of which one is null.
fn value_json(map: &mut Map<String, Value>, value: &LoopyValue) {
    let (value, infinite) = match value {
        LoopyValue::Finite(value) => (Value::from(value.0), Value::Null),
        LoopyValue::Infinite(values) => (Value::Null, values.iter().map(|value| Value::from(value.0)).collect()),
    };
    map.insert("value".into(), value);
    map.insert("infinite".into(), infinite);
}

/// Why one of the two fields of a value is null.
fn value_reasons(map: &mut Map<String, Value>, value: &LoopyValue) {
    match value {
        LoopyValue::Finite(_) => json::explained(map, "infinite", "the value is finite"),
        LoopyValue::Infinite(_) => json::explained(map, "value", "the value is infinite"),
    }
}

/// Returns the outcome as tables and JSON have it.
fn outcome_text(outcome: LoopyOutcome) -> &'static str {
    match outcome {
        LoopyOutcome::P => "P",
        LoopyOutcome::N => "N",
        LoopyOutcome::Draw => "draw",
    }
}

/// Writes a line for each vertex: its value, who wins, and in how many moves. An infinite value is
/// `inf`, with the values of its options after it in CSV and as a list in records.
pub fn write_labels(known: &LabelledGraph, records: bool, out: &mut dyn Write) -> io::Result<()> {
    let LabelledGraph { graph, labels, remoteness, .. } = known;
    if !records {
        out.write_all(b"vertex,value,outcome,remoteness\n")?;
    }
    for vertex in (0..graph.vertices()).filter(|&vertex| graph.occurs(vertex)) {
        let (name, outcome) = (graph.name(vertex), outcome_text(labels.outcome(graph, vertex)));
        let long = remoteness[vertex as usize].map(|above| above.get() - 1);
        let value = labels.value(graph, vertex);
        if records {
            let mut map = Map::new();
            map.insert("vertex".into(), name.to_string().into());
            value_json(&mut map, &value);
            map.insert("outcome".into(), outcome.into());
            map.insert("remoteness".into(), long.map_or(Value::Null, Value::from));
            writeln!(out, "{}", Value::Object(map))?;
            continue;
        }
        match &value {
            LoopyValue::Finite(value) => write!(out, "{name},{},{outcome},", value.0)?,
            LoopyValue::Infinite(values) => {
                write!(out, "{name},inf{},{outcome},", inner(values, " ", |all| format!(" {all}")))?
            }
        }
        match long {
            Some(long) => writeln!(out, "{long}")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// The size of a graph and the cost of its labels, as text.
pub fn graph_plan_text(game: &str, plan: &GraphPlan) -> String {
    let GraphPlan { vertices, edges, estimate, .. } = plan;
    format!("{game}\nNormal play.\n{vertices} vertices, {edges} edges.\nSolver: loopy ({}).\n", plan::price(*estimate))
}

/// The size of a graph and the cost of its labels, as JSON.
pub fn graph_plan_json(game: &str, plan: &GraphPlan) -> String {
    json::line(json!({
        "game": game,
        "convention": Convention::Normal.to_string(),
        "solver": "loopy",
        "vertices": plan.vertices,
        "edges": plan.edges,
        "estimate": plan::estimate_json(plan.estimate),
    }))
}
