//! `grundy prove GAME` for games on words: what the automaton is to be, what it is compared with, and
//! the files that show it.

use grundy::{Automaton, AutomatonQuery, Declaration, Finding, Proof, Reason, Stopped};
use grundy_lab::losing::{Density, Generating, density, generating};
use grundy_show::{More, dot, machine_svg, walnut};

use crate::{
    cli::Prove,
    output::{CliError, write_file},
    session::Session,
    streams::narrate,
};

/// A way to show a machine.
type Drawing = fn(&Declaration, &Automaton) -> String;

/// What the flags request of an automaton.
pub fn query(words: &Prove) -> AutomatonQuery {
    let flags = &words.words;
    AutomatonQuery {
        letters: flags.letters.iter().flat_map(|letters| letters.chars()).collect(),
        cap: if flags.outcome { Some(1) } else { flags.cap },
        most_states: flags.states,
        to: words.to,
        known: None,
    }
}

/// What the flags request in addition to the machine: files, a comparison, a generating function.
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
        true => in_time("the generating function", generating(&claim.machine, &mut session.run.budget()))?,
        false => None,
    };
    let density: Option<Option<Density>> = match asked.density && whole {
        true => in_time("the share of losing words", density(&claim.machine, &mut session.run.budget()))?,
        false => None,
    };
    let same = match &asked.same_as {
        Some(other) => Some(compare(session, claim, other, words)?),
        None => None,
    };
    Ok(More { same, generating, density })
}

/// What was found. `None` if a limit ended the search, which stderr reports: the proof stands.
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

/// Another game, and the shortest word whose value there differs, if there is one.
fn compare(
    session: &Session,
    claim: &Automaton,
    text: &str,
    words: &Prove,
) -> Result<(String, Option<String>), CliError> {
    let line = [text.to_owned()];
    let rules = session.run.only_game(&line, session.common.misere, "a comparison is about games")?;
    let difference = session.run.difference(claim, &rules, &query(words))?;
    Ok((rules.to_string(), difference))
}
