//! `grundy prove GAME` for games on words: what the automaton is to be, what it is compared with,
//! and the files that show it.

use grundy::{
    Declaration,
    proof::{AutomatonQuery, Proof},
};
use grundy_show::{More, picture::walnut};
use grundy_verbs::{AboutMachine, Whole};

use crate::{
    cli::{self, Machine, Prove},
    output::{CliError, write_file},
    session::Session,
};

/// What the flags request of an automaton.
pub fn query(flags: &Machine, to: Option<u64>) -> AutomatonQuery {
    let cli::Machine { letters, outcome, cap, states } = flags;
    let states = states.map(Whole);
    grundy_verbs::Machine { letters: letters.as_ref(), outcome: *outcome, cap: *cap, states }.query(to)
}

/// Whether the flags request what only a machine has.
pub fn about_machines(flags: &cli::Automaton) -> bool {
    flags.walnut.is_some() || flags.same_as.is_some() || flags.generating || flags.density
}

/// What the flags request in addition to the machine: files, a comparison, a generating function.
pub fn more(session: &Session, rules: &Declaration, proof: &Proof, words: &Prove) -> Result<More, CliError> {
    let flags = &words.words;
    let Some(claim) = grundy_verbs::automaton(proof) else {
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
    let about = AboutMachine {
        same_as: flags.same_as.as_deref(),
        generating: flags.generating,
        density: flags.density,
        query: query(&flags.machine, words.up_to),
    };
    Ok(about.of(claim, &session.run, session.common.misere)?)
}
