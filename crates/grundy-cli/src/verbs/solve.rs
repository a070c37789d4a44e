//! `grundy solve GAME POSITION..`: who wins, and by which moves.

use std::path::Path;

use grundy::{Found, Outcome, Solved, Wanted, stored::is_table};
use grundy_show::{solve_json, solve_text};
use grundy_verbs::Compound;

use crate::{
    cli::{Position, PositionQuery, Solve},
    game,
    output::{CliError, Reply, distinct, file, stream, write_file},
    session::Session,
    verbs::{
        answering::{answer, question, winning, written},
        asked, batch,
        check::certificate,
        digraph, ranges, stored,
    },
};

pub fn run(session: &Session, words: Solve) -> Result<Reply, CliError> {
    if let Some(compound) = words.compound {
        let Position { game, rest } = words.position;
        let compound = Compound { compound, game, position: rest };
        return asked::compound(session, &compound, words.output.as_deref());
    }
    if let Some(file) = digraph::named(&words.position.game) {
        return digraph::solve(session, &words, file);
    }
    if let Some(path) = &words.positions {
        return batch::run(session, &words, path);
    }
    let mut query = game::query(session, &words.position.words())?;
    query.question = question(&words).unwrap_or(query.question);
    let (certificate_file, checkpoint) = (words.certificate.as_deref(), words.checkpoint.as_deref());
    let help = "name a file, write the answer to one with -o, or leave it out with --quiet";
    separate(words.output.as_deref(), certificate_file, checkpoint, Some(help).filter(|_| !words.quiet))?;
    if let Some(path) = &words.ranges {
        return ranges::run(session, &query, path);
    }
    if let Some(folder) = words.from.as_deref().filter(|path| is_table(path)) {
        return stored::solve(session, &words, folder, query);
    }
    let mut found = match &words.from {
        Some(path) => session.run.answer_from(&certificate(session, path, None)?, query)?,
        None => {
            let patient = certificate_file.is_some();
            session.run.find(query, Wanted { patient, checkpoint, ..Wanted::default() })?
        }
    };
    // The moves are part of the answer, and the check comes last: a limit that ends it leaves the
    // answer whole.
    let moves = if words.quiet { None } else { winning(&mut found)? };
    if !words.quiet {
        found.moves_left()?;
    }
    let solved = session.settle(found)?;
    certify(session, &solved, certificate_file)?;
    if words.quiet {
        return Ok(Reply { out: String::new(), code: u8::from(solved.outcome() == Some(Outcome::P)) });
    }
    let moves = moves.as_ref();
    let text = written(
        session,
        |sheet| solve_text(&solved, moves, session.colour(), sheet),
        |sheet| solve_json(&solved, moves, sheet),
    )?;
    answer(words.output.as_deref(), text)
}

/// Writes the certificate of an answer to the file that the flags name, if they name one.
pub fn certify(session: &Session, solved: &Solved, path: Option<&Path>) -> Result<(), CliError> {
    let Some(path) = path else { return Ok(()) };
    let text = session.run.certify(solved).map_err(CliError::from);
    session.aside(text.and_then(|text| write_file(path, &text)))
}

/// Refuses files that would overwrite each other, and a certificate where the answer is printed.
/// `help` is the way out, if the answer is printed unless it has a file.
fn separate(
    output: Option<&Path>,
    certificate: Option<&Path>,
    checkpoint: Option<&Path>,
    help: Option<&str>,
) -> Result<(), CliError> {
    let output = file(output);
    let answer = help.filter(|_| output.is_none()).map(|help| ("the answer", help));
    stream(&[("--certificate", certificate)], answer)?;
    distinct(&[("--output", output), ("--certificate", file(certificate)), ("--checkpoint", checkpoint)])
}

/// The answer with the value of every option, before its check.
pub fn with_options(session: &Session, words: &PositionQuery) -> Result<Found, CliError> {
    let (path, checkpoint) = (words.certificate.as_deref(), words.checkpoint.as_deref());
    separate(words.output.as_deref(), path, checkpoint, Some("name a file, or write the answer to one with -o"))?;
    let query = game::query(session, &words.position.words())?;
    Ok(match &words.from {
        Some(path) => session.run.answer_from(&certificate(session, path, None)?, query)?,
        None => {
            let patient = path.is_some();
            session.run.find(query, Wanted { every_option: true, patient, checkpoint })?
        }
    })
}
