//! `grundy prove GAME`: what holds for every position, found, proved and checked.

use grundy::{
    ProofQuery, checkpoint,
    proof::{AutomatonQuery, Finding, Proof, Standing, has_automaton},
    request::shell,
    solvers::Reason,
};
use grundy_show::{Proven, proof_json, proof_text};

use crate::{
    cli::Prove,
    game,
    output::{CliError, Reply, distinct, file, stream, write_file},
    session::{self, Session},
    streams::narrate,
    verbs::{answering::written, automaton},
};

/// The command that goes on with a search about words that ended for lack of time.
fn longer(session: &Session, words: &Prove, on_words: bool, proof: &Proof) -> Option<String> {
    let of_time = proof.stopped.as_ref().is_some_and(|stopped| stopped.reason == Reason::Time);
    if !on_words || !of_time || proof.standing == Standing::Proved {
        return None;
    }
    let file = words.checkpoint.as_deref().map_or_else(|| "words.ckpt".into(), |path| path.display().to_string());
    let seconds = session.common.time.map_or(600.0, |time| 10.0 * time);
    let mut line = words.words.machine.words();
    line.extend(words.up_to.iter().flat_map(|to| ["--up-to".to_owned(), to.to_string()]));
    line.extend(session.common.misere.then(|| "--misere".to_owned()));
    line.extend(words.words.automaton.then(|| "--automaton".to_owned()));
    line.extend(["--checkpoint".to_owned(), file, "--time".to_owned(), seconds.to_string()]);
    let command = shell("grundy prove", &[words.game.words(), line].concat());
    Some(match words.checkpoint {
        Some(_) => format!("The search goes on from its checkpoint with: {command}"),
        None => format!("A longer search, which keeps what it certifies: {command}"),
    })
}

pub fn run(session: &Session, words: Prove) -> Result<Reply, CliError> {
    let line = words.game.words();
    let rules = session.run.only_game(&line, session.common.misere, "a proof is about a game");
    let rules = rules.map_err(|error| game::hinted(error, &line))?;
    let on_words = has_automaton(&rules, words.words.automaton, words.words.given())?;
    let files =
        [("--certificate", &words.certificate), ("--checkpoint", &words.checkpoint), ("--walnut", &words.words.walnut)];
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
    let piped = stream(&streams, Some(json).filter(|_| session.common.json && answer.is_none()))?;
    for path in [answer, file(words.certificate.as_deref())].into_iter().flatten() {
        checkpoint::writable(path)?;
    }
    let _lock = words.checkpoint.as_deref().map(|path| session.lock(path)).transpose()?;
    let query = || automaton::query(&words.words.machine, words.up_to);
    let machine = automaton::about_machines(&words.words);
    let automaton = on_words.then(|| AutomatonQuery { machine, ..query() });
    let query = ProofQuery { to: words.up_to, checkpoint: words.checkpoint.as_deref(), automaton };
    let proof = session.run.prove(&rules, &query)?;
    if let Some(line) = longer(session, &words, on_words, &proof) {
        narrate(&line);
    }
    session::note(proof.status);
    // What takes the place of the answer on standard output has been written.
    let mut replaced = false;
    if let Some(path) = &words.certificate {
        match proof.certificate() {
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
    let more = automaton::more(session, &rules, &proof, &words)?;
    let has_machine = matches!(&proof.finding, Finding::Automaton(found) if found.claim.is_some());
    replaced |= piped && has_machine;
    let proven = Proven { rules: &rules, proof: &proof, more };
    let text = |_| Ok(proof_text(&proven, session.colour()));
    let shown = || written(session, text, |sheet| proof_json(&proven, sheet));
    let out = match answer {
        Some(path) => {
            if words.certificate.is_none() && proof.status.is_proved() {
                narrate("note: -o has the answer; --certificate FILE writes the certificate");
            }
            write_file(path, shown()?)?;
            String::new()
        }
        None if replaced => String::new(),
        None => shown()?,
    };
    let code = match (&proof.stopped, proof.standing) {
        (Some(stopped), _) if stopped.reason == Reason::Interrupted => session.signals().code(),
        (_, Standing::Proved) if proof.status.is_proved() => 0,
        _ => 3,
    };
    Ok(Reply { out, code })
}
