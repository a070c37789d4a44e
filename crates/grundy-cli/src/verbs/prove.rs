//! `grundy prove GAME`: what holds for every position, found, proved and checked.

use grundy::{Convention, Finding, ProofQuery, Reason, Ruleset, Standing, checkpoint};
use grundy_show::{Proven, proof_json, proof_svg, proof_text};

use crate::{
    cli::Prove,
    game,
    output::{CliError, Reply, distinct, file, stream, write_file},
    session::{self, Session},
    streams::narrate,
    verbs::automaton,
};

pub fn run(session: &Session, words: Prove) -> Result<Reply, CliError> {
    let line = words.game.words();
    let rules = session.run.only_game(&line, session.common.misere, "a proof is about a game");
    let rules = rules.map_err(|error| game::hinted(error, &line))?;
    let on_words = words.words.automaton || matches!(rules.ruleset, Ruleset::Row(_) | Ruleset::Ring(_));
    if let Some(flag) = words.words.given().filter(|_| !on_words) {
        let message = format!("{flag} is about the automaton of a game on words, and {rules} is played on heaps");
        let help = format!("leave {flag} out; --automaton reads an octal game as a game on words of counters");
        return Err(CliError::about(flag, message, help));
    }
    let files = [
        ("--output", &words.output),
        ("--svg", &words.svg),
        ("--checkpoint", &words.checkpoint),
        ("--dot", &words.words.dot),
        ("--walnut", &words.words.walnut),
    ];
    distinct(&files.map(|(flag, path)| (flag, file(path.as_deref()))))?;
    let streams = files.map(|(flag, path)| (flag, path.as_deref()));
    let json = ("the answer, which --json requests,", "name a file, or leave --json out");
    let piped = stream(&streams, Some(json).filter(|_| session.common.json))?;
    for path in [&words.output, &words.svg].into_iter().filter_map(|path| file(path.as_deref())) {
        checkpoint::writable(path)?;
    }
    let _lock = words.checkpoint.as_deref().map(|path| session.lock(path)).transpose()?;
    let automaton = on_words.then(|| automaton::query(&words));
    if words.svg.is_some() && rules.convention == Convention::Misere && automaton.is_none() {
        let help = "leave --svg out: --json has the elements of all heaps";
        return Err(CliError::usage("there is no picture of a misère quotient", help));
    }
    let query = ProofQuery { to: words.to, checkpoint: words.checkpoint.as_deref(), automaton };
    let proof = session.run.prove(&rules, &query)?;
    session::note(proof.status);
    // What takes the place of the answer on standard output has been written.
    let mut replaced = false;
    if let Some(path) = &words.output {
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
    if let (Some(path), Finding::Period(_) | Finding::Law(_)) = (&words.svg, &proof.finding) {
        match proof_svg(&proven) {
            Some(svg) => {
                replaced |= file(Some(path)).is_none();
                session.aside(write_file(path, &svg))?;
            }
            None if proof.standing == Standing::Proved => {
                let help = "a picture shows the period of a game of plain heaps";
                return Err(CliError::usage("there is no period that could be drawn", help));
            }
            None => narrate(&format!("nothing was drawn to {}: no period is proved", path.display())),
        }
    }
    if let (Some(path), Finding::Automaton(found)) = (&words.svg, &proof.finding)
        && found.claim.is_none()
    {
        narrate(&format!("nothing was drawn to {}: no machine was found", path.display()));
    }
    let answer = || session.pick(|| proof_text(&proven, session.colour()), || proof_json(&proven));
    let out = if replaced { String::new() } else { answer() };
    let code = match (&proof.stopped, proof.standing) {
        (Some(stopped), _) if stopped.reason == Reason::Interrupted => session.signals().code(),
        (_, Standing::Proved) if proof.status.is_proved() => 0,
        _ => 3,
    };
    Ok(Reply { out, code })
}
