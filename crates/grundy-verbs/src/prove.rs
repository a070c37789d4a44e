//! `prove`: what holds for every position of a game, found, proved and checked.

use grundy::{
    Declaration, Error, ProofQuery, Status, Stopped,
    cert::Automaton,
    help::{Field, Help},
    proof::{AutomatonQuery, Finding, Proof, Standing, has_automaton},
};
use grundy_lab::losing::{Sought, density, generating, sought};
use grundy_show::{Colour, More, Proven, Sheet, proof_json, proof_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{AUTOMATA, GameName, ONE_GAME};
use crate::{
    Ask, Reply, Verb,
    fields::{Whole, flag, line, some, some_letters, text, words},
    machine::Machine,
};

/// What is proved of every position: a period, an automaton
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prove {
    /// The game: its text or a name
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = ONE_GAME))]
    pub game: String,
    /// Parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "PARAMETER"))]
    pub parameters: Vec<String>,
    /// Look no further than heap N, or words of N letters
    #[serde(default, alias = "to")]
    #[cfg_attr(feature = "clap", arg(long, alias = "to", value_name = "N"))]
    pub up_to: Option<Whole>,
    /// More letters that words have, beside those of the rules: abc
    #[serde(default, deserialize_with = "some_letters")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LETTERS", value_parser = crate::fields::letters, help_heading = AUTOMATA))]
    pub letters: Option<String>,
    /// Ask who wins only, not by which value
    #[serde(default, deserialize_with = "flag")]
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "cap", help_heading = AUTOMATA))]
    pub outcome: bool,
    /// Distinguish values of words up to K only
    #[serde(default, deserialize_with = "some")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..), help_heading = AUTOMATA)
    )]
    pub cap: Option<u32>,
    /// End when an automaton needs more than N states
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = AUTOMATA))]
    pub states: Option<Whole>,
    /// Read an octal game as a game on words of counters
    #[serde(default, deserialize_with = "flag")]
    #[cfg_attr(feature = "clap", arg(long, help_heading = AUTOMATA))]
    pub automaton: bool,
    /// Give the generating function and the share of losing words
    #[serde(default, deserialize_with = "flag")]
    #[cfg_attr(feature = "clap", arg(long, help_heading = AUTOMATA))]
    pub losing: bool,
}

/// The automaton that a proof has found.
fn automaton(proof: &Proof) -> Option<&Automaton> {
    match &proof.finding {
        Finding::Automaton(found) => found.claim.as_deref(),
        Finding::Period(_) | Finding::Law(_) | Finding::Quotient(_) | Finding::Listed(_) => None,
    }
}

/// What is known about the losing words if the automaton is not one of all words.
fn partial<T>() -> Result<Sought<T>, Stopped> {
    Ok(Err("no automaton of all words is known".to_owned()))
}

/// The answer of [`Prove`].
pub struct ProveReply {
    /// The game.
    pub rules: Declaration,
    /// What was found, proved and checked.
    pub proof: Proof,
    more: More,
}

impl Prove {
    fn machine(&self) -> Machine<'_> {
        let Prove { letters, outcome, cap, states, .. } = self;
        Machine { letters: letters.as_ref(), outcome: *outcome, cap: *cap, states: *states }
    }

    /// What holds for every position, without what is asked about an automaton in addition.
    ///
    /// # Errors
    /// As [`Verb::run`].
    pub fn proof(&self, ask: &Ask<'_>) -> Result<ProveReply, Error> {
        let rules = ask.run.only_game(&self.line(), ask.misere, "a proof is about a game")?;
        let to = self.up_to.map(|up_to| up_to.0);
        let about = self.losing.then_some("losing");
        let on_words = has_automaton(&rules, self.automaton, self.machine().given().or(about))?;
        let query = ProofQuery {
            to,
            checkpoint: ask.checkpoint,
            automaton: on_words.then(|| AutomatonQuery { machine: about.is_some(), ..self.machine().query(to) }),
            list: true,
        };
        Ok(ProveReply { proof: ask.run.prove(&rules, &query)?, rules, more: More::default() })
    }

    /// The answer to a proof, with what is asked about its automaton.
    ///
    /// # Errors
    /// There is no automaton, and one is needed (see [`Prove::proof`]); a limit is reached.
    pub fn with_more(&self, ask: &Ask<'_>, reply: ProveReply) -> Result<ProveReply, Error> {
        let more = match automaton(&reply.proof) {
            // Where a limit ended the search, the answer is what was found until then.
            None if reply.proof.stopped.is_none() && self.losing => {
                let help = Help::from(Field("losing")) + " is about the automaton of a game on words";
                return Err(Error::usage(&self.game, format!("there is no automaton of {}", reply.rules), help));
            }
            None => More::default(),
            Some(claim) => self.more(ask, claim)?,
        };
        Ok(ProveReply { more, ..reply })
    }

    /// What is asked about an automaton.
    fn more(&self, ask: &Ask<'_>, claim: &Automaton) -> Result<More, Error> {
        let run = ask.run;
        let machine = Some(&claim.machine).filter(|_| claim.upto.is_none());
        let shape = |machine| sought(generating(machine, &mut run.budget()), "its coefficients are too large");
        let share = |machine| sought(density(machine, &mut run.budget()), "it takes too many equations");
        let generating = self.losing.then(|| machine.map_or_else(partial, shape)).transpose()?;
        let density = self.losing.then(|| machine.map_or_else(partial, share)).transpose()?;
        Ok(More { generating, density })
    }
}

impl Verb for Prove {
    const NAME: &'static str = "prove";
    type Reply = ProveReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.parameters)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<ProveReply, Error> {
        self.with_more(ask, self.proof(ask)?)
    }
}

impl ProveReply {
    /// The automaton that was found.
    pub fn automaton(&self) -> Option<&Automaton> {
        automaton(&self.proof)
    }

    fn proven(&self) -> Proven<'_> {
        Proven { rules: &self.rules, proof: &self.proof, more: self.more.clone() }
    }
}

impl Reply for ProveReply {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        Ok(proof_text(&self.proven(), colour))
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        proof_json(&self.proven(), sheet)
    }

    /// 3 unless all positions are proved and verified.
    fn code(&self) -> u8 {
        if self.proof.standing == Standing::Proved && self.proof.status.is_proved() { 0 } else { 3 }
    }

    fn status(&self) -> Option<Status> {
        Some(self.proof.status)
    }
}
