//! `grundy table GAME N`: the values (in misère play the outcomes) of the heaps from 0 to N.

use std::{
    io::{IsTerminal, stdout},
    path::Path,
};

use grundy::{Answer, Convention, Declaration, Limits, LongTable, Run, Solved, square::SquareTable};
use grundy_show::{
    BFileFault, Form, MOST_ROWS, Sheet, Values, losing_json, losing_text, square_csv, square_json, square_losing_csv,
    square_losing_text, square_text, table_bfile, table_csv, table_json, table_latex, table_markdown, table_ndjson,
    table_text, write_values,
};
use grundy_verbs::Verb as _;

use crate::{
    cli::{TableArgs, TableForm},
    finish::write_table,
    game,
    output::{CliError, VerbOutput, distinct, file, stream, writable, write_file},
    session::{self, Session},
    streams::narrate,
    verbs::{answering::written, certificates::certify, digraph},
};

/// The largest number of a table that has none: its first values are shown, unless it is kept in a
/// file.
fn first_values(session: &Session, words: &TableArgs) -> Option<u64> {
    let is_kept = output(words).is_some() || words.certificate.is_some() || words.checkpoint.is_some();
    if words.verb.up_to.is_some() || is_kept {
        return None;
    }
    let (run, line) = (Run::new(Limits::default()).set(session.common.set.clone()), words.verb.line());
    run.only_game(&line, session.common.misere, "").ok()?;
    if run.square_query(&line, session.common.misere, words.verb.kind.as_deref()).is_some() {
        return Some(7);
    }
    let line = [line, vec!["24".to_owned()]].concat();
    run.table_query(&line, session.common.misere).is_ok().then_some(24)
}

pub fn run(session: &Session, words: TableArgs) -> Result<VerbOutput, CliError> {
    let mut words = words.with_ending(session.common.json);
    if let Some(end) = first_values(session, &words) {
        let line = [words.verb.line(), vec![end.to_string()]].concat();
        let verb = if words.verb.losing { "grundy table --losing" } else { "grundy table" };
        narrate(&format!("note: read as `{}`", grundy::request::shell(verb, &line)));
        words.verb.up_to = Some(grundy_verbs::Whole(end));
    }
    if let Some(file) = digraph::named(&words.verb.game) {
        return digraph::table(session, &words, file);
    }
    fitting(&words)?;
    if words.form() == Some(TableForm::Npy) && output(&words).is_none() && stdout().is_terminal() {
        let message = "a NumPy array is binary, and standard output is a terminal";
        return Err(CliError::usage(message, "write it to a file: grundy table GAME N --format npy -o values.npy"));
    }
    let table = ("--output", output(&words));
    let aside = ("--certificate", words.certificate.as_deref());
    distinct(&[table, aside].map(|(flag, path)| (flag, file(path))))?;
    let answer = ("the table", "name a file, or write the table to one with -o");
    stream(&[aside], Some(answer).filter(|_| output(&words).is_none()))?;
    distinct(&[table, ("--checkpoint", words.checkpoint.as_deref())])?;
    output(&words).map_or(Ok(()), writable)?;
    if let Some(square) = words.verb.square(&session.run, session.common.misere)? {
        return squared(session, &words, &square);
    }
    if let Some(form) = words.form().filter(|form| words.verb.losing && *form == TableForm::Csv) {
        return Err(either(form, "--losing"));
    }
    let line = words.verb.words()?;
    let read = session.run.table_query(&line, session.common.misere);
    let (rules, last) = read.map_err(|error| beside_a_flag(&words).unwrap_or_else(|| game::hinted(error, &line)))?;
    let end = last.number().unwrap_or_default();
    if let Some(form) = form(&words).filter(|_| words.certificate.is_none())
        && Run::is_long_table(&rules, end, words.checkpoint.is_some())
    {
        return long(session, &words, &rules, end, form);
    }
    if words.checkpoint.is_some() {
        return Err(no_checkpoint(&words, &rules));
    }
    let solved = session.noted(session.run.table_to(&rules, last, words.certificate.is_some())?);
    certify(session, &solved, words.certificate.as_deref())?;
    let has_values = matches!(solved.solution.answer, Answer::Values(_));
    match words.form() {
        Some(TableForm::Npy) => return streamed(session, &words, &solved, Form::Npy),
        Some(TableForm::Csv) if has_values => return streamed(session, &words, &solved, Form::Csv),
        Some(TableForm::Ndjson) if has_values => return streamed(session, &words, &solved, Form::Ndjson),
        _ => {}
    }
    let text = show(session, &words, &solved)?;
    match output(&words) {
        Some(path) => write_file(path, &text).map(|()| String::new().into()),
        None => Ok(text.into()),
    }
}

/// A table of two numbers.
fn squared(session: &Session, words: &TableArgs, table: &SquareTable) -> Result<VerbOutput, CliError> {
    let flags = [("--certificate", words.certificate.is_some()), ("--checkpoint", words.checkpoint.is_some())];
    if let Some((flag, _)) = flags.into_iter().find(|(_, given)| *given) {
        let message = format!("a table of two numbers is found without {flag}");
        return Err(CliError::about(flag, message, format!("leave {flag} out")));
    }
    session::note(table.status);
    let text = match words.form() {
        None if words.verb.losing => {
            written(session, |sheet| square_losing_text(table, sheet), |sheet| square_json(table, sheet))?
        }
        None => written(session, |sheet| square_text(table, sheet), |sheet| square_json(table, sheet))?,
        Some(TableForm::Csv) => {
            narrate(&format!("{}: normal play, {}", table.rules, table.status.word()));
            let sheet = Sheet::new(session.run.writing());
            if words.verb.losing { square_losing_csv(table, sheet) } else { square_csv(table, sheet) }?
        }
        Some(form) => {
            let message = format!("a table of two numbers is not written as {}", form.name());
            return Err(CliError::about(form.name(), message, "write --format csv, or --json"));
        }
    };
    match output(words) {
        Some(path) => write_file(path, &text).map(|()| String::new().into()),
        None => Ok(text.into()),
    }
}

/// Refuses flags that do not fit the form of the table.
fn fitting(words: &TableArgs) -> Result<(), CliError> {
    let form = words.form();
    if words.offset.is_some() && form != Some(TableForm::Bfile) {
        let message = "--offset is about the b-file, and none is written";
        return Err(CliError::usage(message, "add --format bfile, or leave --offset out"));
    }
    let Some(form) = form.filter(|form| *form != TableForm::Bfile) else { return Ok(()) };
    let flags = [
        ("--losing", words.verb.losing && form != TableForm::Csv),
        ("--checkpoint", [TableForm::Latex, TableForm::Md].contains(&form) && words.checkpoint.is_some()),
    ];
    flags.into_iter().find(|(_, given)| *given).map_or(Ok(()), |(flag, _)| Err(either(form, flag)))
}

/// The error for a form of the table and a flag that it has no use for.
fn either(form: TableForm, flag: &str) -> CliError {
    let message = format!("--format {} and {flag} exclude each other", form.name());
    CliError::about(flag, message, "leave one of them out; `--format bfile` has both")
}

/// What to write where the name of a file follows a flag that takes none: `--csv t.csv`.
fn beside_a_flag(words: &TableArgs) -> Option<CliError> {
    const ENDS: [(&str, &str); 5] = [
        (".csv", "--format csv"),
        (".npy", "--format npy"),
        (".ndjson", "--format ndjson"),
        (".txt", "--format bfile"),
        (".json", "--json"),
    ];
    let [rest @ .., name] = &words.verb.parameters[..] else { return None };
    let (_, likely) = ENDS.iter().find(|(end, _)| name.ends_with(end))?;
    let flag = words.form().map_or((*likely).to_owned(), |form| format!("--format {}", form.name()));
    let line = grundy::request::shell("grundy table", &[std::slice::from_ref(&words.verb.game), rest].concat());
    let message = format!("`{name}` is not a position: {flag} takes no file");
    Some(CliError::about(name, message, format!("name the file after -o: `{line} {flag} -o {name}`")))
}

/// The file that the table is written to. `None` for standard output.
fn output(words: &TableArgs) -> Option<&Path> {
    file(words.output.as_deref())
}

/// The form in which a table is written line by line, if it is.
fn form(words: &TableArgs) -> Option<Form> {
    match words.form()? {
        TableForm::Npy => Some(Form::Npy),
        TableForm::Csv => Some(Form::Csv),
        TableForm::Ndjson => Some(Form::Ndjson),
        TableForm::Bfile if !words.verb.losing => Some(Form::BFile(words.offset.unwrap_or(0))),
        TableForm::Bfile | TableForm::Latex | TableForm::Md => None,
    }
}

/// A table for a program to read: written line by line, from a proved period once there is one.
fn long(
    session: &Session,
    words: &TableArgs,
    rules: &Declaration,
    end: u64,
    form: Form,
) -> Result<VerbOutput, CliError> {
    if matches!(form, Form::BFile(offset) if offset > end) {
        return Err(CliError::usage("the table ends before the offset", "ask for a larger table"));
    }
    let table = session.run.long_table(rules, end, words.checkpoint.as_deref())?;
    session::note(table.status);
    let LongTable { largest, status, .. } = table;
    if !matches!(form, Form::BFile(_)) {
        narrate(&format!("{rules}: normal play, {}", status.word()));
    }
    let game = rules.to_string();
    let value = |heap| table.value(heap).unwrap_or_default();
    let values = Values { game: &game, end, largest, value: &value, status };
    write_table(session, output(words), |out| write_values(&values, form, out))
}

/// Why this table keeps no checkpoint.
fn no_checkpoint(words: &TableArgs, rules: &Declaration) -> CliError {
    let flags = [("--certificate", words.certificate.is_some()), ("--losing", words.verb.losing)];
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
fn streamed(session: &Session, words: &TableArgs, solved: &Solved, form: Form) -> Result<VerbOutput, CliError> {
    let Answer::Values(values) = &solved.solution.answer else {
        return Err(CliError::usage(
            "an array holds numbers, and a misère table holds outcomes",
            "write --format csv or --format ndjson",
        ));
    };
    let value = |heap: u64| usize::try_from(heap).ok().and_then(|at| values.get(at)).map_or(0, |value| value.0);
    let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
    narrate(&note(solved));
    let text = solved.query.game_text();
    let end = (values.len() as u64).saturating_sub(1);
    let shown = Values { game: &text, end, largest, value: &value, status: solved.status };
    write_table(session, output(words), |out| write_values(&shown, form, out))
}

fn show(session: &Session, words: &TableArgs, solved: &Solved) -> Result<String, CliError> {
    let aside = || narrate(&note(solved));
    let form = words.form();
    let sheet = Sheet::new(session.run.writing());
    if form == Some(TableForm::Bfile) {
        let offset = words.offset.unwrap_or(u64::from(words.verb.losing));
        return table_bfile(solved, offset, words.verb.losing, sheet)?.map_err(|fault| match fault {
            BFileFault::Outcomes => CliError::usage(
                "a b-file holds numbers, and a misère table holds outcomes",
                "add --losing for the heaps that the player to move loses",
            ),
            BFileFault::Offset => CliError::usage("the table ends before the offset", "ask for a larger table"),
        });
    }
    if form == Some(TableForm::Csv) {
        aside();
        return Ok(table_csv(solved, sheet)?);
    }
    if form == Some(TableForm::Latex) {
        return table_latex(solved, words.columns.into()).ok_or_else(|| {
            let message = format!("a table of over {MOST_ROWS} rows fits on no page");
            CliError::about("latex", message, "ask for fewer heaps, or for more --columns")
        });
    }
    if form == Some(TableForm::Md) {
        aside();
        return Ok(table_markdown(solved, words.columns.into()));
    }
    if form == Some(TableForm::Ndjson) {
        aside();
        return Ok(table_ndjson(solved, sheet)?);
    }
    if words.verb.losing {
        return written(session, |sheet| losing_text(solved, sheet), |sheet| losing_json(solved, sheet));
    }
    written(session, |sheet| table_text(solved, words.columns.into(), sheet), |sheet| table_json(solved, sheet))
}

/// Convention and status, for stderr: the form of the table has no place for them.
fn note(solved: &Solved) -> String {
    let play = if solved.query.convention == Convention::Misere { "misère play" } else { "normal play" };
    format!("{}: {play}, {}", solved.query.game_text(), solved.status.word())
}
