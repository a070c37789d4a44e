//! `grundy draw table|position|graph|automaton GAME ..`: a picture.

use std::{
    io::{IsTerminal, stdout},
    path::Path,
};

use clap::ValueEnum;
use grundy::request::shell;
use grundy_verbs::{PictureForm, Verb};

use crate::{
    cli::{Draw, Format},
    output::{CliError, VerbOutput, file, write_file},
    session::Session,
    verbs::{
        asked::{self, Files},
        digraph, png,
    },
};

pub fn run(session: &Session, mut words: Draw) -> Result<VerbOutput, CliError> {
    let format = format(session.common.json, &words)?;
    let output = words.output.as_deref();
    if digraph::named(&words.verb.game).is_some() {
        let message = "a graph of moves has no picture";
        return Err(CliError::usage(message, "`grundy table 'graph \"moves.csv\"'` lists its vertices"));
    }
    if format == Format::Png {
        let line = |file: &Path| {
            let what = words.verb.what.to_possible_value().map_or_else(String::new, |what| what.get_name().to_owned());
            let end = ["-o".to_owned(), file.display().to_string()];
            shell("grundy draw", &[&[what], &words.verb.line()[..], &end].concat())
        };
        png::possible(session.common.json, file(output), line)?;
        if file(output).is_none() && stdout().is_terminal() {
            let message = "a PNG file is binary, and standard output is a terminal";
            return Err(CliError::usage(message, "write it to a file: -o FILE.png"));
        }
        let picture = asked::reply(session, &words.verb, Files { output, ..Files::default() })?;
        let path = output.unwrap_or(Path::new("-"));
        return write_file(path, png::png(&picture.text)?).map(|()| String::new().into());
    }
    words.verb.format = match format {
        Format::Dot => PictureForm::Dot,
        Format::Walnut => PictureForm::Walnut,
        Format::Svg | Format::Png => PictureForm::Svg,
    };
    asked::written(session, &words.verb, output)
}

/// The form that is requested: by its name, or by the ending of the file. With `--json` the file
/// has an object with the picture in it, which a viewer of pictures cannot read.
fn format(json: bool, words: &Draw) -> Result<Format, CliError> {
    if let Some(path) = file(words.output.as_deref()).filter(|_| json && words.format != Some(Format::Png)) {
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
            return Ok(words.format.unwrap_or(Format::Svg));
        }
        let name = path.display().to_string();
        let message = format!("--json writes an object, and {name} is not the name of a JSON file");
        return Err(CliError::about(&name, message, "end it with .json, or leave --json out"));
    }
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
        "walnut" => Ok(Format::Walnut),
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
