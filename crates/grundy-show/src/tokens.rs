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
use serde::Serialize;

use crate::{
    Colour,
    answer::MoveJson,
    json::{self, ConventionWord, Reasons, StatusWord, Version, words},
    phrase,
    plan::{self, EstimateJson},
};

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

/// Who wins a sum of tokens on a graph of moves
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "solve-graph"))]
pub(crate) struct SolveGraphJson<'a> {
    /// The game in the language
    game: &'a str,
    /// The vertices with a token
    position: String,
    /// The convention
    convention: ConventionWord,
    /// The value; null if it is infinite
    value: Option<u64>,
    /// The values of the options of an infinite value; null if the value is finite
    infinite: Option<Vec<u64>>,
    /// Who wins, or `draw`
    outcome: LoopyWord,
    /// The number of moves to the end if the winner hurries; null in a draw, and for several tokens
    remoteness: Option<u32>,
    /// The tokens
    components: Vec<TokenJson<'a>>,
    /// The winning moves
    winning_moves: Vec<MoveJson<'a>>,
    /// The moves that keep a draw
    drawing_moves: Vec<MoveJson<'a>>,
    /// The number of moves
    moves: u64,
    /// Whether the checker has verified the answer
    status: StatusWord,
    /// The solver
    solver: &'static str,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// A token
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "token"))]
struct TokenJson<'a> {
    /// The token, from 1
    component: usize,
    /// Its vertex
    position: &'a str,
    /// Its value; null if it is infinite
    value: Option<u64>,
    /// The values of the options of an infinite value; null if the value is finite
    infinite: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

/// The value and the outcome of a vertex
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "record-vertex"))]
pub(crate) struct RecordVertexJson {
    /// The vertex
    vertex: String,
    /// Its value; null if it is infinite
    value: Option<u64>,
    /// The values of the options of an infinite value; null if the value is finite
    infinite: Option<Vec<u64>>,
    /// Who wins, or `draw`
    outcome: LoopyWord,
    /// The number of moves to the end; null in a draw
    remoteness: Option<u32>,
}

words! {
    /// Who wins where play need not end.
    LoopyWord: "N" | "P" | "draw";
}

impl From<LoopyOutcome> for LoopyWord {
    fn from(outcome: LoopyOutcome) -> Self {
        LoopyWord(outcome_text(outcome))
    }
}

/// Who wins, as JSON.
pub fn tokens_json(on: &OnGraph<'_>) -> String {
    let names: Vec<String> = on.at.iter().map(|&vertex| on.known.graph.name(vertex).to_string()).collect();
    let outcome = on.tokens.value.outcome();
    let open = match on.at {
        [_] => "neither player can force the end",
        _ => "it is known for one token, not for a sum",
    };
    let components = names.iter().zip(&on.tokens.each).zip(1..).map(|((position, value), component)| {
        let reasons = Reasons::default();
        let (value, infinite) = both(value, &reasons);
        TokenJson { component, position, value, infinite, reasons }
    });
    let best = on.tokens.best.iter().map(|made| {
        let to = on.known.graph.name(made.to).to_string();
        MoveJson::bare(&(made.token..made.token + 1), &names[made.token], to)
    });
    let (drawing_moves, winning_moves) = best.partition(|_| outcome == LoopyOutcome::Draw);
    let reasons = Reasons::default();
    let (value, infinite) = both(&on.tokens.value, &reasons);
    let long = if let &[at] = on.at { on.long(at) } else { None };
    json::line(&SolveGraphJson {
        game: on.game,
        position: names.join(" + "),
        convention: Convention::Normal.into(),
        value,
        infinite,
        outcome: outcome.into(),
        remoteness: reasons.of("remoteness", long, open),
        components: components.collect(),
        winning_moves,
        drawing_moves,
        moves: on.tokens.moves,
        status: on.known.status.into(),
        solver: "loopy",
        reasons,
        schema: Version,
    })
}

/// Returns the two fields of a value, of which one is null, with the reason.
fn both(value: &LoopyValue, reasons: &Reasons) -> (Option<u64>, Option<Vec<u64>>) {
    match value {
        LoopyValue::Finite(_) => reasons.note("infinite", "the value is finite"),
        LoopyValue::Infinite(_) => reasons.note("value", "the value is infinite"),
    }
    fields(value)
}

/// Returns the two fields of a value, of which one is null.
fn fields(value: &LoopyValue) -> (Option<u64>, Option<Vec<u64>>) {
    match value {
        LoopyValue::Finite(value) => (Some(value.0), None),
        LoopyValue::Infinite(values) => (None, Some(values.iter().map(|value| value.0).collect())),
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
            let (vertex, (value, infinite)) = (name.to_string(), fields(&value));
            let record = RecordVertexJson { vertex, value, infinite, outcome: LoopyWord(outcome), remoteness: long };
            serde_json::to_writer(&mut *out, &record)?;
            out.write_all(b"\n")?;
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

/// The size of a graph and the cost of its labels
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "plan-graph"))]
pub(crate) struct PlanGraphJson<'a> {
    /// The game in the language
    game: &'a str,
    /// The convention
    convention: ConventionWord,
    /// The solver
    solver: &'static str,
    /// The number of vertices
    vertices: u32,
    /// The number of moves
    edges: u32,
    /// The cost
    estimate: EstimateJson,
    schema: Version,
}

/// The size of a graph and the cost of its labels, as JSON.
pub fn graph_plan_json(game: &str, plan: &GraphPlan) -> String {
    json::line(&PlanGraphJson {
        game,
        convention: Convention::Normal.into(),
        solver: "loopy",
        vertices: plan.vertices,
        edges: plan.edges,
        estimate: plan.estimate.into(),
        schema: Version,
    })
}
