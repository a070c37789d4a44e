//! The verbs whose arguments are the structs of the library: nothing is decided here.

use std::path::Path;

use grundy::{Error, checkpoint, compound::Compound as Kind};
use grundy_verbs::{Ask, Compound, Reply as Answered, Verb};

use crate::{
    cli::ToFile,
    game, input,
    output::{CliError, Reply, distinct, file},
    session::{self, Session},
    streams::narrate,
    verbs::answering::answer,
};

/// Answers the question as the flags request it, in the file that they name.
pub fn run<V: Verb + clap::Args>(session: &Session, words: &ToFile<V>) -> Result<Reply, CliError> {
    written(session, &words.verb, words.output.as_deref())
}

/// Answers who wins a compound.
pub fn compound(session: &Session, words: &Compound, output: Option<&Path>) -> Result<Reply, CliError> {
    let verb = format!("solve --compound {}", Kind::from(words.compound));
    written(session, words, output).map_err(|error| game::offering(&verb, error))
}

/// Answers the question, in this file if there is one.
pub fn written<V: Verb>(session: &Session, verb: &V, output: Option<&Path>) -> Result<Reply, CliError> {
    let read = verb.files().into_iter().map(|path| ("the file that is read", file(Some(path))));
    distinct(&read.chain([("--output", file(output))]).collect::<Vec<_>>())?;
    file(output).map_or(Ok(()), checkpoint::writable)?;
    let read = |path: &Path| {
        input::text(path).map_err(|source| Error::File { action: format!("cannot read {}", path.display()), source })
    };
    let ask = Ask { misere: session.common.misere, files: Some(&read), ..Ask::new(&session.run) };
    let reply = verb.run(&ask).map_err(|error| game::hinted(error, &verb.line()))?;
    reply.status().into_iter().for_each(session::note);
    reply.note().into_iter().for_each(|note| narrate(&format!("note: {note}")));
    let text = || reply.text(session.colour(), ask.sheet());
    let out = session.pick(text, || reply.json(ask.sheet()))?;
    answer(output, out).map(|answered| Reply { code: reply.code(), ..answered })
}
