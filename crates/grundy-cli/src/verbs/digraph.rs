//! Games that are a file of moves: `graph "moves.csv"` in `solve`, `table` and `plan`.

use std::path::Path;

use grundy::{Convention, cert::LoopyOutcome, games::digraph_file, graph::LabelledGraph};
use grundy_lab::tokens::tokens;
use grundy_show::{OnGraph, graph_plan_json, graph_plan_text, tokens_json, tokens_text, write_labels};

use crate::{
    cli::{PlanArgs, Solve, TableArgs, TableForm},
    finish::write_table,
    output::{self, CliError, VerbOutput},
    session::{self, Session},
    streams::narrate,
    verbs::answering::answer,
};

/// The file of moves that the words begin with, if they do.
pub fn named(game: &str) -> Option<&Path> {
    digraph_file(game).map(Path::new)
}

pub fn solve(session: &Session, words: &Solve, file: &Path) -> Result<VerbOutput, CliError> {
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
        return Err(CliError::usage(message, format!("leave {flag} out: all vertices are solved together")));
    }
    if words.positions.is_some() {
        return Err(CliError::usage(
            "--positions is about games of the language",
            "write the vertices after the graph",
        ));
    }
    if words.verb.position.is_empty() {
        return Err(CliError::usage("the position is missing", "write the vertices with a token: a + b"));
    }
    let known = labelled(session, file)?;
    let at = session.run.tokens(&known.graph, &words.verb.position)?;
    let sum = tokens(&known.graph, &known.labels, &at);
    if words.quiet {
        return Ok(VerbOutput { out: String::new(), code: u8::from(sum.value.outcome() != LoopyOutcome::N) });
    }
    let on = OnGraph { game: words.verb.game.trim(), known: &known, at: &at, tokens: &sum };
    let text = session.pick(|| tokens_text(&on, session.colour()), || tokens_json(&on));
    answer(words.output.as_deref(), text)
}

pub fn table(session: &Session, words: &TableArgs, file: &Path) -> Result<VerbOutput, CliError> {
    if let Some(extra) = words.verb.parameters.first() {
        let message = format!("unexpected `{extra}`: the table of a graph has a line for each vertex");
        return Err(CliError::about(extra, message, "leave it out"));
    }
    if words.verb.up_to.is_some() {
        let message = "the table of a graph has a line for each vertex";
        return Err(CliError::about("--up-to", message, "leave --up-to out"));
    }
    let form = words.form();
    let written = matches!(form, None | Some(TableForm::Csv | TableForm::Ndjson));
    if !written || words.verb.losing || words.certificate.is_some() || words.checkpoint.is_some() {
        let help = "write --format csv or --format ndjson";
        return Err(CliError::usage("the table of a graph is written as CSV or as records", help));
    }
    let known = labelled(session, file)?;
    narrate(&format!("{}: normal play, {}", words.verb.game.trim(), known.status.word()));
    let records = form == Some(TableForm::Ndjson) || session.common.json;
    write_table(session, output::file(words.output.as_deref()), |out| write_labels(&known, records, out))
}

pub fn plan(session: &Session, words: &PlanArgs, file: &Path) -> Result<VerbOutput, CliError> {
    let plan = session.run.graph_plan(file, convention(session))?;
    let game = words.verb.game.trim();
    answer(words.output.as_deref(), session.pick(|| graph_plan_text(game, &plan), || graph_plan_json(game, &plan)))
}

fn labelled(session: &Session, file: &Path) -> Result<LabelledGraph, CliError> {
    let known = session.run.graph(file, convention(session))?;
    session::note(known.status);
    Ok(known)
}

fn convention(session: &Session) -> Convention {
    if session.common.misere { Convention::Misere } else { Convention::Normal }
}
