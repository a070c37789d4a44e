//! `grundy draw table|position|graph|automaton GAME ..`: a picture.

use std::{
    io::{IsTerminal, stdout},
    path::Path,
};

use grundy::checkpoint;
use grundy_show::picture::{Drawing, Drawn, Subject, draw, picture_json};

use crate::{
    cli::{Draw, Format, Moved},
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
    if let Some(flag) = words.machine.given().filter(|_| subject != Subject::Automaton) {
        let message = format!("{flag} is about an automaton, and a {} is drawn", subject.name());
        return Err(CliError::about(flag, message, format!("leave {flag} out")));
    }
    if words.to.is_some() && !(subject == Subject::Automaton || words.period) {
        let message = format!("--to ends the search for a period or an automaton, and a {} is drawn", subject.name());
        return Err(CliError::about("--to", message, "leave --to out; a table ends at the heap after the game"));
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
        to: words.to,
        automaton: automaton::query(&words.machine, words.to),
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

/// Refuses the flags of a verb that drew pictures before, with the command that does. `subject` is
/// what follows `grundy draw`, and `line` the game.
pub fn moved(moved: &Moved, subject: &str, line: &[String], after: &str) -> Result<(), CliError> {
    let flags = [("--svg", &moved.svg), ("--dot", &moved.dot)];
    let Some((flag, path)) = flags.into_iter().find_map(|(flag, path)| path.as_ref().map(|path| (flag, path))) else {
        return Ok(());
    };
    let words = line.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let path = quoted(&path.display().to_string());
    let format = match (flag, path.ends_with(".svg") || path.ends_with(".dot") || path.ends_with(".gv")) {
        (_, true) => "",
        ("--dot", false) => " --format dot",
        (_, false) => " --format svg",
    };
    let help = format!("type `grundy draw {subject} {words}{after} -o {path}{format}`");
    Err(CliError::about(flag, format!("there is no {flag}: pictures are drawn by `grundy draw`"), help))
}

/// A word as a POSIX shell reads it.
fn quoted(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./,:=+@%^".contains(sign);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(["kayles", "take 1..3", "it's", ""].map(quoted), ["kayles", "'take 1..3'", "'it'\\''s'", "''"]);
    }
}
