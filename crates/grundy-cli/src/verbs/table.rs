//! `grundy table GAME N`: the values (in misère play the outcomes) of the heaps from 0 to N.

use std::io::{IsTerminal, stdout};

use grundy::{Answer, Component, Convention, Declaration, Query, Question, Ruleset, Solved};
use grundy_show::{
    BFileFault, Form, Values, losing_json, losing_text, plot_svg, table_bfile, table_csv, table_json, table_ndjson,
    table_text, write_values,
};

use crate::{
    cli::Table,
    finish::write_table,
    game,
    output::{CliError, Reply, write_file},
    session::Session,
    streams::narrate,
    verbs::{check, digraph, long_table},
};

pub fn run(session: &Session, words: Table) -> Result<Reply, CliError> {
    if let Some(file) = digraph::named(&words.game) {
        return digraph::table(session, &words, file);
    }
    if words.offset.is_some() && !words.bfile {
        return Err(CliError::usage(
            "--offset is about the b-file, and none is written",
            "add --bfile, or leave --offset out",
        ));
    }
    if words.npy && stdout().is_terminal() {
        let message = "a NumPy array is binary, and standard output is a terminal";
        return Err(CliError::usage(message, "write it to a file: grundy table GAME N --npy > values.npy"));
    }
    let line = words.words();
    let chosen = game::choose(&line, session.common.misere)?;
    let end = end(&chosen.rules, chosen.rest)?;
    if let Some(form) = long_table::form(&words, &chosen.rules, end) {
        return long_table::run(session, &words, &chosen.rules, end, form);
    }
    if words.checkpoint.is_some() {
        return Err(no_checkpoint(&words, &chosen.rules));
    }
    let query = Query::new(&chosen.rules, vec![Component::Heap(end)], Question::Table);
    // What the text of the table takes is refused now, and not after the values are found.
    session.budget().hold(WRITTEN.saturating_mul(end))?;
    let mut found = session.solve(query, words.certificate.is_some(), None)?;
    found.budget.hold(WRITTEN.saturating_mul(end))?;
    let solved = session.settle(found)?;
    if let Some(path) = &words.certificate {
        session.aside(check::certify(session, path, &solved))?;
    }
    if let Some(path) = &words.svg {
        let Answer::Values(values) = &solved.solution.answer else {
            return Err(CliError::usage(
                "a picture shows values, and a misère table holds outcomes",
                "leave --svg out",
            ));
        };
        let values: Vec<u64> = values.iter().map(|value| value.0).collect();
        let svg = plot_svg(&format!("{}: values of the heaps 0 to {end}", chosen.rules), &values);
        session.aside(write_file(path, &svg))?;
    }
    if words.npy {
        return streamed(session, &solved, Form::Npy);
    }
    if matches!(solved.solution.answer, Answer::Values(_)) && (words.csv || words.ndjson) {
        return streamed(session, &solved, if words.csv { Form::Csv } else { Form::Ndjson });
    }
    show(session, &words, &solved).map(Reply::from)
}

/// Why this table keeps no checkpoint.
fn no_checkpoint(words: &Table, rules: &Declaration) -> CliError {
    let flags =
        [("--certificate", words.certificate.is_some()), ("--svg", words.svg.is_some()), ("--losing", words.losing)];
    match flags.into_iter().find(|(_, given)| *given) {
        Some((flag, _)) => CliError::usage(
            format!("a table with {flag} keeps no checkpoint"),
            format!("leave {flag} or --checkpoint out"),
        ),
        None => CliError::usage(
            format!(
                "the table of {rules} keeps no checkpoint: it is not found by a search for values of heaps in normal play"
            ),
            "leave --checkpoint out",
        ),
    }
}

/// The values, written as they come.
fn streamed(session: &Session, solved: &Solved, form: Form) -> Result<Reply, CliError> {
    let Answer::Values(values) = &solved.solution.answer else {
        return Err(CliError::usage(
            "an array holds numbers, and a misère table holds outcomes",
            "write --csv or --ndjson",
        ));
    };
    let value = |heap: u64| usize::try_from(heap).ok().and_then(|at| values.get(at)).map_or(0, |value| value.0);
    let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
    narrate(&note(solved));
    let text = solved.query.game_text();
    let end = (values.len() as u64).saturating_sub(1);
    let shown = Values { game: &text, end, largest, value: &value, verified: solved.proved };
    write_table(session, |out| write_values(&shown, form, out))
}

/// What it takes at most to write a value, in bytes.
const WRITTEN: u64 = 64;

/// The largest heap: the one word behind the game.
fn end(rules: &Declaration, rest: &[String]) -> Result<u64, CliError> {
    if !matches!(rules.ruleset, Ruleset::Heap(_)) {
        let ruleset = match &rules.ruleset {
            Ruleset::Typed(_) => "several kinds of heap",
            other => other.name(),
        };
        let help = "ask for one position with `grundy solve`";
        return Err(CliError::usage(format!("a table is about heaps; this game is played on: {ruleset}"), help));
    }
    let number = |word: &String| grundy::lang::position(rules, word);
    match rest {
        [] => Err(CliError::usage("the largest heap is missing", "write it behind the game: grundy table kayles 24")),
        [word] => match number(word)?[..] {
            [Component::Heap(end)] => Ok(end),
            _ => Err(CliError::usage(format!("`{word}` is not one heap"), "write one number: grundy table kayles 24")),
        },
        [_, extra, ..] => {
            Err(CliError::usage(format!("`{extra}` is too much: a table ends with one heap"), "write one number"))
        }
    }
}

fn show(session: &Session, words: &Table, solved: &Solved) -> Result<String, CliError> {
    let aside = || narrate(&note(solved));
    if words.bfile {
        let offset = words.offset.unwrap_or(u64::from(words.losing));
        return table_bfile(solved, offset, words.losing).map_err(|fault| match fault {
            BFileFault::Outcomes => CliError::usage(
                "a b-file holds numbers, and a misère table holds outcomes",
                "add --losing for the heaps that the player to move loses",
            ),
            BFileFault::Offset => CliError::usage("the table ends before the offset", "ask for a larger table"),
        });
    }
    if words.csv {
        aside();
        return Ok(table_csv(solved));
    }
    if words.ndjson {
        aside();
        return Ok(table_ndjson(solved));
    }
    if words.losing {
        return Ok(session.pick(|| losing_text(solved), || losing_json(solved)));
    }
    Ok(session.pick(|| table_text(solved, words.columns.into()), || table_json(solved)))
}

/// Convention and status, said on stderr where the form has no place for them.
fn note(solved: &Solved) -> String {
    let play = if solved.query.convention == Convention::Misere { "misère play" } else { "normal play" };
    format!("{}: {play}, {}", solved.query.game_text(), if solved.proved { "proved" } else { "computed" })
}
