//! A long search among heaps that may be interrupted and taken up again: what `prove` and `table` share.
//!
//! With `--checkpoint FILE` the values so far are read from the file if it is there, and written to it every half minute
//! and when the search ends early. A file about another game, or a damaged one, is refused.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use grundy::{Board, Proof, Reason, Refusal, Rules, Standing, period::Search, prove_on, shelf};

use crate::{
    output::{Trouble, narrate},
    progress::Watch,
    session::Session,
};

/// How often a checkpoint is written.
const EVERY: Duration = Duration::from_secs(30);

/// The search for the period of these heaps, begun anew or taken up.
pub fn begin<'a>(rules: &'a Rules, checkpoint: Option<&Path>) -> Result<Search<'a>, Trouble> {
    let refused = |why: Refusal| refused(rules, &why);
    match checkpoint {
        Some(path) if path.exists() => {
            let values = shelf::load(path, &rules.to_string()).map_err(|damage| Trouble::Input {
                code: "checkpoint",
                message: format!("{} is not taken up: {damage}", path.display()),
                help: "name another file with --checkpoint, or remove this one to begin anew".into(),
                line: None,
            })?;
            narrate(&format!("{}: taken up with {} values", path.display(), values.len()));
            Search::resume(&rules.board, values).map_err(refused)
        }
        Some(_) if !matches!(rules.board, Board::Heap(_)) => {
            Err(Trouble::usage("a checkpoint is about plain heaps", "leave --checkpoint out"))
        }
        _ => Search::new(&rules.board).map_err(refused),
    }
}

/// Why nothing is proved of a game.
pub fn refused(rules: &Rules, why: &str) -> Trouble {
    Trouble::Input {
        code: "no-proof",
        message: format!("nothing is proved of every position of {rules}: {why}"),
        help: "ask for single positions with `grundy solve`".into(),
        line: None,
    }
}

/// Goes on to a proof, to heap `to`, or to the end of the limits; leaves a checkpoint if one was asked for.
pub fn run(
    session: &Session,
    rules: &Rules,
    search: &mut Search<'_>,
    to: Option<u64>,
    checkpoint: Option<&Path>,
) -> Result<Proof, Trouble> {
    let watch = Watch::new();
    let mut budget = session.watched(&watch);
    let end = to.unwrap_or(u64::MAX);
    let mut saved = Instant::now();
    let proof = loop {
        let next = if checkpoint.is_some() { end.min(search.known() + search.known() / 8 + 4096) } else { end };
        let proof = prove_on(rules, search, Some(next), &mut budget);
        if proof.standing == Standing::Proved || proof.stopped.is_some() || next == end {
            break proof;
        }
        if let Some(path) = checkpoint
            && saved.elapsed() > EVERY
        {
            save(path, rules, search)?;
            saved = Instant::now();
        }
    };
    watch.finish();
    if let (Some(path), true) = (checkpoint, proof.standing != Standing::Proved) {
        save(path, rules, search)?;
        let interrupted = proof.stopped.as_ref().is_some_and(|stopped| stopped.reason == Reason::Interrupted);
        let why = if interrupted { "interrupted; " } else { "" };
        narrate(&format!("{why}{} holds {} values", path.display(), search.known()));
    }
    Ok(proof)
}

fn save(path: &Path, rules: &Rules, search: &Search<'_>) -> Result<(), Trouble> {
    shelf::save(path, &rules.to_string(), search.values()).map_err(|error| Trouble::file("write", path, &error))
}
