//! `grundy prove GAME` for games on words: the automaton, what it is compared with, and the files that show it.
//!
//! `--checkpoint FILE` keeps what is certified, as a certificate, now and then and at the end; a later run verifies it and
//! goes on from there.

use std::{path::Path, sync::Arc};

use grundy::{
    Automaton, Claim, Declaration, Finding, News, Progress, Proof, Reason, Standing, Stopped, Wish, prove_words,
    words_solution,
};
use grundy_lab::losing::{Density, Generating, density, generating};
use grundy_show::{More, dot, machine_svg, walnut};

use super::{check, checkpoint, search::refused};
use crate::{
    cli::Prove,
    game,
    output::{CliError, complain, write_file},
    progress::Watch,
    session::Session,
    streams::narrate,
};

/// A way to show a machine.
type Drawing = fn(&Declaration, &Automaton) -> String;

/// Learns the automaton of a game, from the checkpoint on if there is one.
pub fn run(session: &Session, rules: &Declaration, words: &Prove) -> Result<Proof, CliError> {
    let known = match &words.checkpoint {
        Some(path) if path.exists() => Some(resumed(session, rules, path)?),
        _ => None,
    };
    let proof = learn(session, rules, words, known)?;
    match (&words.checkpoint, &proof.solution) {
        (Some(path), Some((query, solution))) => session.aside(check::write(path, query, solution))?,
        (Some(path), None) => checkpoint::unused(path, "nothing is certified yet"),
        (None, _) => {}
    }
    Ok(proof)
}

fn learn(
    session: &Session,
    rules: &Declaration,
    words: &Prove,
    known: Option<Arc<Automaton>>,
) -> Result<Proof, CliError> {
    let asked = &words.words;
    let wish = Wish {
        letters: asked.letters.iter().flat_map(|letters| letters.chars()).collect(),
        cap: if asked.outcome { Some(1) } else { asked.cap },
        most_states: asked.states,
        to: words.to,
        known,
    };
    let watch = Watch::new();
    let teller = watch.clone();
    let mut tell = |news: News<'_>| match (news, &words.checkpoint) {
        (News::Certified(length, states), _) => {
            let doing = format!("certified to {} letters, {states} states", length.saturating_sub(1));
            teller.tell(&doing, Progress::default());
        }
        (News::Claim(claim), Some(path)) => {
            let (query, solution) = words_solution(rules, &Arc::new(claim.clone()));
            if let Err(trouble) = check::write(path, &query, &solution) {
                complain(&session.common, &trouble);
            }
        }
        (News::Claim(_), None) => {}
    };
    let found = prove_words(rules, &wish, &mut session.budget(), &mut tell);
    watch.finish();
    found.map_err(|why| refused(rules, &why))
}

/// What a checkpoint says, verified.
fn resumed(session: &Session, rules: &Declaration, path: &Path) -> Result<Arc<Automaton>, CliError> {
    let (query, solution, proved) = check::load(session, path)?;
    match (&query.rulesets[..], &solution.claims[..]) {
        ([ruleset], [Claim::Automaton(claim)]) if proved && *ruleset == rules.ruleset => {
            let length = claim.upto.map_or("every length".into(), |upto| format!("{} letters", upto.saturating_sub(1)));
            checkpoint::resumed(path, format!("with what is certified to {length}"));
            Ok(Arc::clone(claim))
        }
        _ => Err(checkpoint::refused(path, "it is about another game")),
    }
}

/// What was asked for beside the machine: files, a comparison, a generating function.
pub fn more(session: &Session, rules: &Declaration, proof: &Proof, words: &Prove) -> Result<More, CliError> {
    let asked = &words.words;
    let wanted = asked.dot.is_some() || asked.walnut.is_some();
    let claim = match &proof.finding {
        Finding::Automaton(found) => found.claim.as_deref(),
        Finding::Period(_) | Finding::Quotient(_) => None,
    };
    let Some(claim) = claim else {
        if wanted || asked.same_as.is_some() || asked.generating || asked.density {
            return Err(CliError::usage(
                format!("there is no automaton of {rules}"),
                "--dot, --walnut, --same-as, --generating and --density are about the automaton of a game on words",
            ));
        }
        return Ok(More::default());
    };
    let walnut: Drawing = |_, claim| walnut(claim);
    for (path, draw) in [(&asked.dot, dot as Drawing), (&words.svg, machine_svg), (&asked.walnut, walnut)] {
        if let Some(path) = path {
            session.aside(write_file(path, &draw(rules, claim)))?;
        }
    }
    let whole = claim.upto.is_none();
    let generating: Option<Option<Generating>> = match asked.generating && whole {
        true => in_time("the generating function", generating(&claim.machine, &mut session.budget()))?,
        false => None,
    };
    let density: Option<Option<Density>> = match asked.density && whole {
        true => in_time("the share of losing words", density(&claim.machine, &mut session.budget()))?,
        false => None,
    };
    let same = match &asked.same_as {
        Some(other) => Some(compare(session, claim, other, words)?),
        None => None,
    };
    Ok(More { same, generating, density })
}

/// What was found; a word about it where a limit came first, since the proof stands all the same.
fn in_time<T>(what: &str, found: Result<T, Stopped>) -> Result<Option<T>, CliError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(stopped) if stopped.reason == Reason::Interrupted => Err(stopped.into()),
        Err(stopped) => {
            narrate(&format!("{what} was not found: {stopped}"));
            Ok(None)
        }
    }
}

/// Another game beside this one: its text, and the shortest word where they differ, if there is one.
fn compare(
    session: &Session,
    own: &Automaton,
    text: &str,
    words: &Prove,
) -> Result<(String, Option<String>), CliError> {
    let line = [text.to_owned()];
    let chosen = game::choose(&line, session.common.misere)?;
    let letters: String = own.game.letters.iter().collect();
    let proof = learn(session, &chosen.rules, &Prove { words: with(&words.words, letters), ..bare(words) }, None)?;
    let stands = session.verify_proof(&proof)? || session.common.no_check;
    let other = match &proof.finding {
        Finding::Automaton(found) if proof.standing == Standing::Proved && stands => found.claim.clone(),
        _ => None,
    };
    let no = |why: &str| CliError::usage(format!("{} cannot be compared: {why}", chosen.rules), "compare proved games");
    let other = other.ok_or_else(|| no("it has no proved automaton"))?;
    if own.upto.is_some() {
        return Err(no("the first game has no proved automaton"));
    }
    if other.game.letters != own.game.letters {
        let letters: String = other.game.letters.iter().collect();
        return Err(no(&format!("its words are over {letters}, and not over the letters of the first game")));
    }
    let difference = own.machine.difference(&other.machine, None);
    Ok((chosen.rules.to_string(), difference.map(|word| own.game.text(&word))))
}

fn with(asked: &crate::cli::Automaton, letters: String) -> crate::cli::Automaton {
    crate::cli::Automaton { letters: Some(letters), ..asked.clone() }
}

fn bare(words: &Prove) -> Prove {
    Prove { checkpoint: None, ..words.clone() }
}
