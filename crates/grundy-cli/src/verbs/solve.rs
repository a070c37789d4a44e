//! `grundy solve GAME POSITION..`: who wins, and by which moves.

use grundy::{Outcome, stored::is_table};
use grundy_verbs::{Compound, Only, Solve as Question, Verb};

use crate::{
    cli::Solve,
    game,
    output::{CliError, VerbOutput},
    session::Session,
    verbs::{
        asked::{self, Files},
        batch,
        certificates::certify,
        digraph, ranges, stored,
    },
};

pub fn run(session: &Session, mut words: Solve) -> Result<VerbOutput, CliError> {
    if let Question { compound: Some(compound), game, position, .. } = words.verb {
        return asked::compound(session, &Compound { compound, game, position }, words.output.as_deref());
    }
    words.verb.question = match (words.outcome, words.value) {
        (true, _) => Some(Only::Outcome),
        (_, true) => Some(Only::Value),
        _ => None,
    };
    if let Some(file) = digraph::named(&words.verb.game) {
        return digraph::solve(session, &words, file);
    }
    if let Some(path) = &words.positions {
        return batch::run(session, &words, path);
    }
    let files = Files {
        output: words.output.as_deref(),
        from: words.from.as_deref(),
        checkpoint: words.checkpoint.as_deref(),
        in_full: "`grundy moves --all` lists them",
        certificate: words.certificate.as_deref(),
        ..Files::default()
    };
    let line = grundy::request::shell("grundy solve", &words.verb.line());
    let help = format!(
        "name a file, write the answer to one with -o, or write the certificate alone: `{line} --certificate - --quiet`"
    );
    files.separate(Some(&*help).filter(|_| !words.quiet))?;
    if let Some(path) = &words.ranges {
        return ranges::run(session, &game::query(session, &words.verb.line())?, path);
    }
    if let Some(folder) = files.from.filter(|path| is_table(path)) {
        return stored::solve(session, &words, folder);
    }
    let answer = match words.quiet {
        true => quietly(session, &words.verb, files),
        false => asked::with_files(session, &words.verb, files),
    };
    answer.map_err(|error| game::piped(error, &words.verb.line()))
}

/// Answers by the exit code alone.
fn quietly(session: &Session, verb: &Question, files: Files<'_>) -> Result<VerbOutput, CliError> {
    let found = asked::asking(session, verb, files, |ask| verb.found(ask))?;
    let solved = session.settle(found)?;
    certify(session, &solved, files.certificate)?;
    Ok(VerbOutput { out: String::new(), code: u8::from(solved.outcome() == Some(Outcome::P)) })
}
