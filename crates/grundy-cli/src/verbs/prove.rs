//! `grundy prove GAME`: what is true of every position, found, proved and checked. One verb for all boards: which method
//! works is `grundy::prove`'s to say.

use grundy::{Claim, Convention, Finding, Reason, Ruleset, Standing, prove};
use grundy_show::{Proven, proof_json, proof_svg, proof_text};

use crate::{
    cli::Prove,
    game,
    output::{CliError, Reply, write_file},
    progress::Watch,
    session::Session,
    streams::narrate,
    verbs::{
        automaton, checkpoint,
        search::{self, Aim},
    },
};

/// With more values below the preperiod, a certificate holds a digest in their place.
const MOST_LISTED: u64 = 1 << 16;

pub fn run(session: &Session, words: Prove) -> Result<Reply, CliError> {
    let line = words.game.words();
    let chosen = game::choose(&line, session.common.misere)?;
    if let Some(extra) = chosen.rest.first() {
        return Err(CliError::usage(
            format!("`{extra}` is too much: a proof is about a game"),
            "leave the position out",
        ));
    }
    let rules = chosen.rules;
    session.begin();
    for path in [&words.output, &words.svg].into_iter().flatten() {
        checkpoint::writable(path)?;
    }
    let _lock = words.checkpoint.as_deref().map(|path| session.lock(path)).transpose()?;
    let on_words = words.words.automaton || matches!(rules.ruleset, Ruleset::Row(_) | Ruleset::Ring(_));
    if words.svg.is_some() && rules.convention == Convention::Misere && !on_words {
        let help = "leave --svg out: --json has the elements of all heaps";
        return Err(CliError::usage("there is no picture of a misère quotient", help));
    }
    let proof = match &words.checkpoint {
        _ if on_words => automaton::run(session, &rules, &words)?,
        Some(path) if rules.convention == Convention::Normal => {
            let mut quest = search::begin(session, &rules, words.to, Aim::Period, Some(path))?;
            search::run(session, &rules, &mut quest, words.to, Some(path))?
        }
        Some(_) => {
            let why = "in misère play the method `quotient` keeps nothing that could be gone on with";
            return Err(CliError::usage(why, "leave --checkpoint out"));
        }
        None => {
            let watch = Watch::new();
            let found = prove(&rules, words.to, &mut session.watched(&watch));
            watch.finish();
            found.map_err(|why| search::refused(&rules, &why))?
        }
    };
    let verified = session.verify_proof(&proof)?;
    if let (Some(path), Some((query, solution))) = (&words.output, &proof.solution) {
        let mut solution = solution.clone();
        for claim in &mut solution.claims {
            if let Claim::Period(period) = claim
                && period.preperiod > MOST_LISTED
            {
                *period = period.condensed();
            }
        }
        session.aside(super::check::write(path, query, &solution))?;
    }
    if let (Some(path), None) = (&words.output, &proof.solution) {
        narrate(&format!("no certificate was written to {}: there is no proof to write", path.display()));
    }
    let more = automaton::more(session, &rules, &proof, &words)?;
    let proven = Proven { rules: &rules, proof: &proof, verified, more };
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
    let out = session.pick(|| proof_text(&proven, session.colour()), || proof_json(&proven));
    let code = match (&proof.stopped, proof.standing) {
        (Some(stopped), _) if stopped.reason == Reason::Interrupted => session.signals.code(),
        (_, Standing::Proved) if verified => 0,
        _ => 3,
    };
    Ok(Reply { out, code })
}
