//! The verbs whose arguments are the structs of the library: nothing is decided here.

use std::path::Path;

use grundy::Error;
use grundy_verbs::{Ask, Reply as Answered, Verb};

use crate::{
    game, input,
    output::{CliError, Reply},
    session::{self, Session},
    streams::narrate,
};

/// Answers the question as the flags request it.
pub fn run<V: Verb>(session: &Session, verb: &V) -> Result<Reply, CliError> {
    let read = |path: &Path| {
        input::text(path).map_err(|source| Error::File { action: format!("cannot read {}", path.display()), source })
    };
    let ask = Ask { misere: session.common.misere, files: Some(&read), ..Ask::new(&session.run) };
    let reply = verb.run(&ask).map_err(|error| game::hinted(error, &verb.line()))?;
    reply.status().into_iter().for_each(session::note);
    reply.note().into_iter().for_each(|note| narrate(&format!("note: {note}")));
    let text = || reply.text(session.colour(), ask.sheet());
    let out = session.pick(text, || reply.json(ask.sheet()))?;
    Ok(Reply { out, code: reply.code() })
}
