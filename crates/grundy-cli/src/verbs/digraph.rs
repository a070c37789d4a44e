//! Games that are a file of moves: `graph "moves.csv"` behind `solve`, `table` and `plan`.
//!
//! They are no boards of the language, since nothing makes them end; so they never reach the planner.

use std::{fs::File, num::NonZeroU32, path::Path};

use grundy::{
    Budget, Digraph, DigraphFault, Labels, LoopyOutcome, Survey, Verdict, check_remoteness, digraph_file, loopy,
};
use grundy_lab::tokens::tokens;
use grundy_show::{OnGraph, graph_plan_json, graph_plan_text, tokens_json, tokens_text, write_labels};

use crate::{
    cli::{Plan, Solve, Table},
    finish::write_table,
    output::{CliError, Reply},
    progress::Watch,
    session::Session,
    streams::narrate,
};

/// A graph with all that is known of it.
struct Known {
    graph: Digraph,
    labels: Labels,
    remoteness: Vec<Option<NonZeroU32>>,
    proved: bool,
}

/// The file of moves that the words begin with, if they do.
pub fn named(game: &str) -> Option<&Path> {
    digraph_file(game).map(Path::new)
}

pub fn solve(session: &Session, words: &Solve, file: &Path) -> Result<Reply, CliError> {
    if words.certificate.is_some() {
        let message = "a certificate is about a game of the language, and a graph of moves is none";
        return Err(CliError::usage(
            message,
            "leave --certificate out: the answer is checked against the file when it is made",
        ));
    }
    let flags = [("--from", &words.from), ("--ranges", &words.ranges), ("--checkpoint", &words.checkpoint)];
    if let Some((flag, _)) = flags.into_iter().find(|(_, file)| file.is_some()) {
        let message = format!("{flag} is about games of the language, and a graph of moves is none");
        return Err(CliError::usage(message, format!("leave {flag} out: all vertices are worked out together")));
    }
    let names: Vec<&str> = words
        .position
        .rest
        .iter()
        .flat_map(|word| word.split('+'))
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    if names.is_empty() {
        return Err(CliError::usage("a position is missing behind the game", "write the vertices with a token: a + b"));
    }
    let known = know(session, file)?;
    let at = names.iter().map(|name| {
        known.graph.vertex(name).ok_or_else(|| {
            let help = "write the names as they stand in the file; `grundy table` lists them";
            CliError::usage(format!("{} has no vertex {name}", file.display()), help)
        })
    });
    let at: Vec<u32> = at.collect::<Result<_, _>>()?;
    let sum = tokens(&known.graph, &known.labels, &at);
    if words.quiet {
        return Ok(Reply { out: String::new(), code: u8::from(sum.worth.fate() != LoopyOutcome::N) });
    }
    let on = OnGraph {
        game: words.position.game.trim(),
        graph: &known.graph,
        at: &at,
        tokens: &sum,
        remoteness: &known.remoteness,
        proved: known.proved,
    };
    Ok(session.pick(|| tokens_text(&on, session.colour()), || tokens_json(&on)).into())
}

pub fn table(session: &Session, words: &Table, file: &Path) -> Result<Reply, CliError> {
    if let Some(extra) = words.rest.first() {
        let message = format!("`{extra}` is too much: the table of a graph has a line for each vertex");
        return Err(CliError::usage(message, "leave it out"));
    }
    if words.bfile
        || words.npy
        || words.losing
        || words.certificate.is_some()
        || words.svg.is_some()
        || words.checkpoint.is_some()
    {
        return Err(CliError::usage("the table of a graph is written as CSV or as records", "write --csv or --ndjson"));
    }
    let known = know(session, file)?;
    narrate(&format!("{}: normal play, {}", words.game.trim(), if known.proved { "proved" } else { "computed" }));
    let records = words.ndjson || session.common.json;
    write_table(session, |out| write_labels(&known.graph, &known.labels, &known.remoteness, records, out))
}

pub fn plan(session: &Session, words: &Plan, file: &Path) -> Result<Reply, CliError> {
    let survey = survey(session, file, &mut session.budget())?;
    let (vertices, edges) = (survey.vertices(), survey.edges());
    let mut estimate = loopy::estimate(vertices, edges);
    estimate.bytes += survey.bytes() as f64;
    let game = words.position.game.trim();
    let text = || graph_plan_text(game, vertices, edges, estimate);
    Ok(session.pick(text, || graph_plan_json(game, vertices, edges, estimate)).into())
}

fn survey(session: &Session, file: &Path, budget: &mut Budget) -> Result<Survey, CliError> {
    if session.common.misere {
        return Err(CliError::usage("no theory tells misère sums on graphs of moves", "leave misère out"));
    }
    let found = std::fs::metadata(file).map_err(|error| CliError::file("read", file, &error))?;
    if !found.is_file() {
        let message = format!("{} is no plain file, and a graph of moves is read twice", file.display());
        return Err(CliError::usage(message, "write the moves to a file first"));
    }
    let mut stopped = None;
    let mut held = 0;
    let survey = Survey::of(found.len(), || File::open(file), &mut |bytes| {
        let more = bytes.saturating_sub(held);
        held += more;
        stopped = budget.hold(more).and_then(|()| budget.poll()).err();
        stopped.is_none()
    });
    budget.release(held);
    if let Some(stopped) = stopped {
        return Err(stopped.into());
    }
    survey.map_err(|fault| unreadable(file, &fault))
}

fn know(session: &Session, file: &Path) -> Result<Known, CliError> {
    let watch = Watch::new();
    let mut budget = session.watched(&watch);
    let survey = survey(session, file, &mut budget)?;
    // What the work will take is refused now, not when it is half done.
    let work = loopy::estimate(survey.vertices(), survey.edges()).bytes as u64;
    budget.hold(survey.bytes() + work)?;
    budget.release(work);
    let mut stopped = None;
    let graph = survey.fill(|| File::open(file), &mut || {
        stopped = budget.poll().err();
        stopped.is_none()
    });
    if let Some(stopped) = stopped {
        return Err(stopped.into());
    }
    let graph = graph.map_err(|fault| unreadable(file, &fault))?;
    let labels = loopy::labels(&graph, &mut budget)?;
    let remoteness = loopy::remoteness(&graph, &labels, &mut budget)?;
    watch.finish();
    if session.common.no_check {
        return Ok(Known { graph, labels, remoteness, proved: false });
    }
    let verified = session.checking(None, |go_on| {
        Ok(labels.check(&graph, go_on)? && check_remoteness(&graph, &labels, &remoteness, go_on)?)
    });
    let whose = || format!("{} (this is a fault of the program)", file.display());
    let verified = verified.map_err(|flaw| CliError::Flaw { flaw, whose: whose() })?;
    let verdict = if verified { Verdict::Verified } else { Verdict::Unverified };
    let proved = session.is_proof(&[], verdict);
    Ok(Known { graph, labels, remoteness, proved })
}

fn unreadable(file: &Path, fault: &DigraphFault) -> CliError {
    let line = match fault {
        DigraphFault::ReadError(error) => return CliError::file("read", file, error),
        DigraphFault::Line(line, _) => usize::try_from(*line).ok(),
        _ => None,
    };
    CliError::Input {
        code: "file",
        message: format!("{} is no graph of moves: {fault}", file.display()),
        help: "write one move a line: from,to".into(),
        line,
    }
}
