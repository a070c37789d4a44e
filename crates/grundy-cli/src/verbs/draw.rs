//! `grundy draw table|position|graph|automaton GAME ..`: a picture.

use std::{
    io::{IsTerminal, stdout},
    path::Path,
};

use grundy::{
    Error, checkpoint,
    help::{Fix, Program, Spelling},
};
use grundy_show::picture::{Drawing, Drawn, Subject, draw, picture_json};

use crate::{
    cli::{Draw, Format},
    game,
    output::{CliError, Reply, file, write_file},
    session::{self, Session},
    verbs::{answering::answer, automaton, digraph, png},
};

pub fn run(session: &Session, words: Draw) -> Result<Reply, CliError> {
    let subject = Subject::from(words.what);
    let format = format(&words)?;
    let output = words.output.as_deref();
    if digraph::named(&words.game).is_some() {
        let message = "a graph of moves has no picture";
        return Err(CliError::usage(message, "`grundy table 'graph \"moves.csv\"'` lists its vertices"));
    }
    if let Some(field) = words.machine.given().filter(|_| subject != Subject::Automaton) {
        let message = format!("{} is about an automaton, and a {} is drawn", Program.field(field), subject.name());
        return Err(Error::field(field, message, Fix::LeaveOut(field)).into());
    }
    if words.up_to.is_some() && !(subject == Subject::Automaton || words.period) {
        let message =
            format!("--up-to ends the search for a period or an automaton, and a {} is drawn", subject.name());
        return Err(CliError::about("--up-to", message, "leave --up-to out; a table ends at the heap after the game"));
    }
    if format == Format::Png {
        png::possible(session.common.json)?;
        if file(output).is_none() && stdout().is_terminal() {
            let message = "a PNG file is binary, and standard output is a terminal";
            return Err(CliError::usage(message, "write it to a file: -o FILE.png"));
        }
    }
    file(output).map_or(Ok(()), checkpoint::writable)?;
    let line = words.words();
    let drawing = Drawing {
        misere: session.common.misere,
        form: if format == Format::Dot { Drawn::Dot } else { Drawn::Svg },
        period: words.period,
        to: words.up_to,
        automaton: automaton::query(&words.machine, words.up_to),
        ..Drawing::new(subject, line.clone())
    };
    let picture = draw(&session.run, &drawing).map_err(|error| game::hinted(error, &line))?;
    if let Some(status) = picture.status {
        session::note(status);
    }
    if format == Format::Png {
        let path = output.unwrap_or(Path::new("-"));
        return write_file(path, png::png(&picture.text)?).map(|()| String::new().into());
    }
    answer(output, if session.common.json { picture_json(&picture) } else { picture.text })
}

/// The form that is requested: by its name, or by the ending of the file.
fn format(words: &Draw) -> Result<Format, CliError> {
    let path = match (words.format, file(words.output.as_deref())) {
        (Some(format), _) => return Ok(format),
        (None, None) => return Ok(Format::Svg),
        (None, Some(path)) => path,
    };
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    match ending.as_str() {
        "svg" => Ok(Format::Svg),
        "dot" | "gv" => Ok(Format::Dot),
        "png" => Ok(Format::Png),
        _ => {
            let message = format!("the ending of {} names no form of a picture", path.display());
            Err(CliError::about(
                &path.display().to_string(),
                message,
                "end it with .svg, .dot or .png, or add --format svg",
            ))
        }
    }
}
