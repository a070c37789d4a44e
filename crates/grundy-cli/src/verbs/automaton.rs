//! `grundy prove GAME` for games on words: what the automaton is to be, what it is compared with,
//! and the files that show it.

use grundy::{
    Declaration, Stopped,
    cert::Automaton,
    proof::{AutomatonQuery, Finding, Proof},
};
use grundy_lab::losing::{Sought, density, generating, sought};
use grundy_show::{More, picture::walnut};

use crate::{
    cli::{self, Machine, Prove},
    output::{CliError, write_file},
    session::Session,
};

/// What the flags request of an automaton.
pub fn query(flags: &Machine, to: Option<u64>) -> AutomatonQuery {
    AutomatonQuery {
        machine: false,
        letters: flags.letters.iter().flat_map(|letters| letters.chars()).collect(),
        cap: if flags.outcome { Some(1) } else { flags.cap },
        most_states: flags.states,
        to,
        known: None,
    }
}

/// Whether the flags request what only a machine has.
pub fn about_machines(flags: &cli::Automaton) -> bool {
    flags.walnut.is_some() || flags.same_as.is_some() || flags.generating || flags.density
}

/// What the flags request in addition to the machine: files, a comparison, a generating function.
pub fn more(session: &Session, rules: &Declaration, proof: &Proof, words: &Prove) -> Result<More, CliError> {
    let flags = &words.words;
    let claim = match &proof.finding {
        Finding::Automaton(found) => found.claim.as_deref(),
        Finding::Period(_) | Finding::Law(_) | Finding::Quotient(_) => None,
    };
    let Some(claim) = claim else {
        if about_machines(flags) {
            return Err(CliError::usage(
                format!("there is no automaton of {rules}"),
                "--walnut, --same-as, --generating and --density are about the automaton of a game on words",
            ));
        }
        return Ok(More::default());
    };
    if let Some(path) = &flags.walnut {
        session.aside(write_file(path, walnut(claim)))?;
    }
    let machine = Some(&claim.machine).filter(|_| claim.upto.is_none());
    let budget = || session.run.budget();
    let shape = |machine| sought(generating(machine, &mut budget()), "its coefficients are too large");
    let share = |machine| sought(density(machine, &mut budget()), "it takes too many equations");
    let generating = flags.generating.then(|| machine.map_or_else(partial, shape)).transpose()?;
    let density = flags.density.then(|| machine.map_or_else(partial, share)).transpose()?;
    let same = match &flags.same_as {
        Some(other) => Some(compare(session, claim, other, words)?),
        None => None,
    };
    Ok(More { same, generating, density })
}

/// What is known about the losing words if the automaton is not one of all words.
fn partial<T>() -> Result<Sought<T>, Stopped> {
    Ok(Err("no automaton of all words is known".to_owned()))
}

/// Another game, and the shortest word whose value there differs, if there is one.
fn compare(
    session: &Session,
    claim: &Automaton,
    text: &str,
    words: &Prove,
) -> Result<(String, Option<String>), CliError> {
    let line = [text.to_owned()];
    let rules = session.run.only_game(&line, session.common.misere, "a comparison is about games")?;
    let difference = session.run.difference(claim, &rules, &query(&words.words.machine, words.to))?;
    Ok((rules.to_string(), difference))
}
