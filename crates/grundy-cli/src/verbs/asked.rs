//! The verbs whose arguments are the structs of the library: nothing is decided here.

use std::{
    io::{IsTerminal, stdout},
    path::Path,
};

use clap::Args;
use grundy::{Error, compound::Compound as Kind};
use grundy_show::Sheet;
use grundy_verbs::{Ask, Compound, Reply as Answered, Verb};

use crate::{
    cli::{PositionQuery, ToFile},
    game, input,
    output::{CliError, VerbOutput, distinct, file, refuse_form, stream, writable},
    session::{self, Session},
    spelling::CommandLine,
    streams::{fitted_out, narrate},
    verbs::{
        answering::answer,
        certificates::{certificate, certify},
    },
};

/// Answers the question as the flags request it, in the file that they name.
pub fn run<V: Verb + Args>(session: &Session, words: &ToFile<V>) -> Result<VerbOutput, CliError> {
    written(session, &words.verb, words.output.as_deref())
}

/// Answers who wins a compound.
pub fn compound(session: &Session, words: &Compound, output: Option<&Path>) -> Result<VerbOutput, CliError> {
    let verb = format!("solve --compound {}", Kind::from(words.compound));
    written(session, words, output).map_err(|error| game::offering(&verb, error))
}

/// Answers the question, in this file if there is one.
pub fn written<V: Verb>(session: &Session, verb: &V, output: Option<&Path>) -> Result<VerbOutput, CliError> {
    with_files(session, verb, Files { output, ..Files::default() })
}

/// Answers a question about a position, with what is kept of it.
pub fn position<V: Verb + Args>(session: &Session, words: &PositionQuery<V>) -> Result<VerbOutput, CliError> {
    with_files(
        session,
        &words.verb,
        Files {
            output: words.output.as_deref(),
            from: words.from.as_deref(),
            checkpoint: words.checkpoint.as_deref(),
            certificate: words.certificate.as_deref(),
            all: words.all,
            in_full: "--all lists them",
        },
    )
}

/// The rows of a list on a terminal, so that a short one has the verdict too.
const ROWS: usize = 10;

/// The files of a question.
#[derive(Clone, Copy, Default)]
pub struct Files<'w> {
    /// Where the answer goes.
    pub output: Option<&'w Path>,
    /// A certificate off which values are read.
    pub from: Option<&'w Path>,
    /// What is known is kept there.
    pub checkpoint: Option<&'w Path>,
    /// Where the certificate of the answer goes.
    pub certificate: Option<&'w Path>,
    /// Whether lists are whole on a terminal too.
    pub all: bool,
    /// How to have a list in full that is cut on a terminal; empty if none is cut.
    pub in_full: &'static str,
}

impl Files<'_> {
    /// Refuses files that would overwrite each other, and a certificate where the answer is
    /// printed. `help` is the way out, if the answer is printed unless it has a file.
    pub fn separate(&self, help: Option<&str>) -> Result<(), CliError> {
        let output = file(self.output);
        let answer = help.filter(|_| output.is_none()).map(|help| ("the answer", help));
        stream(&[("--certificate", self.certificate)], answer)?;
        distinct(&[("--output", output), ("--certificate", file(self.certificate)), ("--checkpoint", self.checkpoint)])
    }
}

/// Answers the question with these files.
pub fn with_files<V: Verb>(session: &Session, verb: &V, files: Files<'_>) -> Result<VerbOutput, CliError> {
    files.separate(Some("name a file, or write the answer to one with -o"))?;
    let reply = reply(session, verb, files)?;
    reply.solved().map_or(Ok(()), |solved| certify(session, solved, files.certificate))?;
    let is_brief = !files.all && !files.in_full.is_empty() && file(files.output).is_none() && stdout().is_terminal();
    shown_on(session, &reply, files.output, |sheet| if is_brief { sheet.brief(ROWS, files.in_full) } else { sheet })
}

/// The reply to the question, with what is to be said of it on stderr; the answer is not written.
pub fn reply<V: Verb>(session: &Session, verb: &V, files: Files<'_>) -> Result<V::Reply, CliError> {
    let reply = asking(session, verb, files, |ask| verb.run(ask))?;
    noted(&reply);
    Ok(reply)
}

/// Says on stderr what is to be said of a reply.
pub fn noted(reply: &dyn Answered) {
    reply.status().into_iter().for_each(session::note);
    reply.note().into_iter().for_each(|note| narrate(&format!("note: {}", note.spelled(&CommandLine))));
}

/// Asks something about this question, as the flags request it, with these files.
pub fn asking<V: Verb, T>(
    session: &Session,
    verb: &V,
    files: Files<'_>,
    ask: impl FnOnce(&Ask<'_>) -> Result<T, Error>,
) -> Result<T, CliError> {
    let Files { output, from, checkpoint, certificate: kept, .. } = files;
    let read = verb.files().into_iter().map(|path| ("the file that is read", file(Some(path))));
    distinct(&read.chain([("--output", file(output))]).collect::<Vec<_>>())?;
    file(output).map_or(Ok(()), refuse_form)?;
    file(output).map_or(Ok(()), writable)?;
    let from = from.map(|path| certificate(session, path, None)).transpose()?;
    let read = |path: &Path| {
        input::text(path).map_err(|source| Error::File { action: format!("cannot read {}", path.display()), source })
    };
    let surroundings = Ask {
        misere: session.common.misere,
        files: Some(&read),
        measured: session.common.stats,
        from: from.as_ref(),
        checkpoint,
        patient: kept.is_some(),
        ..Ask::new(&session.run)
    };
    ask(&surroundings).map_err(|error| game::hinted(error, &verb.line()))
}

/// The reply as the flags request it, in this file if there is one.
pub fn shown(session: &Session, reply: &dyn Answered, output: Option<&Path>) -> Result<VerbOutput, CliError> {
    shown_on(session, reply, output, |sheet| sheet)
}

/// As [`shown`], with a text on such a sheet.
fn shown_on(
    session: &Session,
    reply: &dyn Answered,
    output: Option<&Path>,
    such: impl FnOnce(Sheet) -> Sheet,
) -> Result<VerbOutput, CliError> {
    let sheet = || Sheet::new(session.run.writing());
    let fits = |text: String| if file(output).is_none() { fitted_out(&text).into_owned() } else { text };
    let text = || reply.text(session.colour(), such(sheet())).map(fits);
    let out = session.pick(text, || reply.json(sheet()))?;
    answer(output, out).map(|answered| VerbOutput { code: reply.code(), ..answered })
}
