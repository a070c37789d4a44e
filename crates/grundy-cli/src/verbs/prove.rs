//! `grundy prove GAME`: what holds for every position, found, proved and checked.

use grundy::{
    Convention, Limits, Run,
    games::{Famous, Ruleset},
    proof::{Standing, has_automaton},
    request::{shell, title_of},
    solvers::Reason,
};
use grundy_verbs::{ProveReply, Reply as Answered, Verb};

use crate::{
    cli::Prove,
    output::{CliError, VerbOutput, distinct, file, stream, writable, write_file},
    session::{self, Session},
    spelling::CommandLine,
    streams::narrate,
    verbs::asked::{self, Files},
};

/// The command that goes on with a search about words that ended for lack of time.
fn longer(session: &Session, words: &Prove, reply: &ProveReply) -> Option<String> {
    let ProveReply { proof, rules, .. } = reply;
    let of_time = proof.stopped.as_ref().is_some_and(|stopped| stopped.reason == Reason::Time);
    let on_words = has_automaton(rules, words.verb.automaton, None).is_ok_and(|on_words| on_words);
    if !on_words || !of_time || proof.standing == Standing::Proved {
        return None;
    }
    let file = words.checkpoint.as_deref().map_or_else(|| "words.ckpt".into(), |path| path.display().to_string());
    let seconds = session.common.time.map_or(600.0, |time| 10.0 * time);
    let verb = &words.verb;
    let with = |flag: &str, value: Option<String>| value.map(|value| [flag.to_owned(), value]);
    let values = [
        with("--letters", verb.letters.clone()),
        with("--cap", verb.cap.map(|cap| cap.to_string())),
        with("--states", verb.states.map(|states| states.to_string())),
        with("--up-to", verb.up_to.map(|up_to| up_to.to_string())),
        with("--checkpoint", Some(file)),
        with("--time", Some(seconds.to_string())),
    ];
    let flags = [
        ("--outcome", verb.outcome),
        ("--misere", session.common.misere),
        ("--automaton", verb.automaton),
        ("--losing", verb.losing),
    ];
    let flags = flags.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag.to_owned());
    let line = verb.line().into_iter().chain(flags).chain(values.into_iter().flatten().flatten());
    let command = shell("grundy prove", &line.collect::<Vec<_>>());
    Some(match words.checkpoint {
        Some(_) => format!("The search goes on from its checkpoint with: {command}"),
        None => format!("A longer search, which keeps what it certifies: {command}"),
    })
}

/// What is said of a search for a period that nobody has found.
fn open(session: &Session, words: &Prove) -> Option<String> {
    let run = Run::new(Limits::default());
    let rules = run.only_game(&words.verb.line(), session.common.misere, "").ok()?;
    let title = title_of(&rules, &[]).filter(|_| matches!(rules.ruleset, Ruleset::Heap(_)))?;
    let game = Famous::find(title).filter(|game| game.solved.starts_with("open"))?;
    (rules.convention == Convention::Normal).then(|| {
        let name = game.name;
        format!("no period of {name} is known, so the search may find none; Ctrl-C ends it with what was found")
    })
}

pub fn run(session: &Session, words: Prove) -> Result<VerbOutput, CliError> {
    let files = [("--certificate", &words.certificate), ("--checkpoint", &words.checkpoint)];
    let answer = file(words.output.as_deref());
    if let Some(path) =
        answer.filter(|path| words.certificate.is_none() && path.extension().is_some_and(|end| end == "cert"))
    {
        let name = path.display().to_string();
        let message = format!("-o writes the answer, and {name} is the name of a certificate");
        return Err(CliError::about(&name, message, format!("write it with --certificate {name}")));
    }
    distinct(&[files.map(|(flag, path)| (flag, file(path.as_deref()))).as_slice(), &[("--output", answer)]].concat())?;
    let streams = files.map(|(flag, path)| (flag, path.as_deref()));
    let json = ("the answer, which --json requests,", "name a file, or leave --json out");
    stream(&streams, Some(json).filter(|_| session.common.json && answer.is_none()))?;
    file(words.certificate.as_deref()).map_or(Ok(()), writable)?;
    let _lock = words.checkpoint.as_deref().map(|path| session.lock(path)).transpose()?;
    if let Some(remark) = open(session, &words) {
        session.remark(remark);
    }
    let asked = Files { output: answer, checkpoint: words.checkpoint.as_deref(), ..Files::default() };
    let reply = asked::asking(session, &words.verb, asked, |ask| words.verb.proof(ask))?;
    if let Some(line) = longer(session, &words, &reply) {
        narrate(&line);
    }
    session::note(reply.proof.status);
    // What takes the place of the answer on standard output has been written.
    let mut replaced = false;
    if let Some(path) = &words.certificate {
        match reply.proof.certificate() {
            Ok(None) => {
                narrate(&format!("no certificate was written to {}: there is no proof to write", path.display()));
            }
            Ok(Some(text)) => {
                replaced |= file(Some(path)).is_none();
                session.aside(write_file(path, &text))?;
            }
            Err(error) => session.aside(Err(error.into()))?,
        }
    }
    let reply = asked::asking(session, &words.verb, asked, |ask| words.verb.with_more(ask, reply))?;
    if let Some(note) = reply.note() {
        narrate(&format!("note: {}", note.spelled(&CommandLine)));
    }
    let code = match &reply.proof.stopped {
        Some(stopped) if stopped.reason == Reason::Interrupted => session.signals().code(),
        _ => reply.code(),
    };
    if answer.is_none() && replaced {
        return Ok(VerbOutput { out: String::new(), code });
    }
    if answer.is_some() && words.certificate.is_none() && reply.proof.status.is_proved() {
        narrate("note: -o has the answer; --certificate FILE writes the certificate");
    }
    asked::shown(session, &reply, answer).map(|shown| VerbOutput { code, ..shown })
}
