//! `grundy prove GAME`: what holds for every position, found, proved and checked.

use grundy::{Convention, Finding, ProofQuery, Reason, Ruleset, Standing, checkpoint};
use grundy_show::{Proven, proof_json, proof_svg, proof_text};

use crate::{
    cli::Prove,
    game,
    output::{CliError, Reply, distinct, file, write_file},
    session::{self, Session},
    streams::narrate,
    verbs::automaton,
};

pub fn run(session: &Session, words: Prove) -> Result<Reply, CliError> {
    let line = words.game.words();
    let rules = session.run.only_game(&line, session.common.misere, "a proof is about a game");
    let rules = rules.map_err(|error| game::hinted(error, &line))?;
    let piped = words.output.is_some() && file(words.output.as_deref()).is_none();
    if piped && session.common.json {
        let message = "a certificate on standard output takes the place of the answer, and --json requests the answer";
        return Err(CliError::about("--output -", message, "name a file with -o, or leave --json out"));
    }
    let files = [
        ("--output", &words.output),
        ("--svg", &words.svg),
        ("--checkpoint", &words.checkpoint),
        ("--dot", &words.words.dot),
        ("--walnut", &words.words.walnut),
    ];
    distinct(&files.map(|(flag, path)| (flag, file(path.as_deref()))))?;
    for path in [&words.output, &words.svg].into_iter().filter_map(|path| file(path.as_deref())) {
        checkpoint::writable(path)?;
    }
    let _lock = words.checkpoint.as_deref().map(|path| session.lock(path)).transpose()?;
    let on_words = words.words.automaton || matches!(rules.ruleset, Ruleset::Row(_) | Ruleset::Ring(_));
    let automaton = on_words.then(|| automaton::query(&words));
    if words.svg.is_some() && rules.convention == Convention::Misere && automaton.is_none() {
        let help = "leave --svg out: --json has the elements of all heaps";
        return Err(CliError::usage("there is no picture of a misère quotient", help));
    }
    let query = ProofQuery { to: words.to, checkpoint: words.checkpoint.as_deref(), automaton };
    let proof = session.run.prove(&rules, &query)?;
    session::note(proof.status);
    let mut certificate = None;
    if let Some(path) = &words.output {
        match proof.certificate() {
            Ok(None) => {
                narrate(&format!("no certificate was written to {}: there is no proof to write", path.display()));
            }
            Ok(Some(text)) if piped => certificate = Some(text),
            Ok(Some(text)) => session.aside(write_file(path, &text))?,
            Err(error) => session.aside(Err(error.into()))?,
        }
    }
    let more = automaton::more(session, &rules, &proof, &words)?;
    let proven = Proven { rules: &rules, proof: &proof, more };
    if let (Some(path), Finding::Period(_)) = (&words.svg, &proof.finding) {
        match proof_svg(&proven) {
            Some(svg) => session.aside(write_file(path, &svg))?,
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
    let out = certificate.unwrap_or_else(answer);
    let code = match (&proof.stopped, proof.standing) {
        (Some(stopped), _) if stopped.reason == Reason::Interrupted => session.signals().code(),
        (_, Standing::Proved) if proof.status.is_proved() => 0,
        _ => 3,
    };
    Ok(Reply { out, code })
}
