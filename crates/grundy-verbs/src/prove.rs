//! `prove`: what holds for every position of a game, found, proved and checked.

use grundy::{
    Declaration, Error, ProofQuery, Run, Status, Stopped,
    cert::Automaton,
    proof::{AutomatonQuery, Finding, Proof, Standing, has_automaton},
};
use grundy_lab::losing::{Sought, density, generating, sought};
use grundy_show::{Colour, More, Proven, Sheet, proof_json, proof_text};
use serde::Deserialize;

use crate::{
    Ask, Reply, Verb,
    fields::{Whole, flag, some, text},
    machine::Machine,
};

/// What is true of every position of a game, proved: the period of a heap game, the automaton of a
/// game on words
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prove {
    /// The game: its text or a name
    #[serde(deserialize_with = "text")]
    pub game: String,
    /// Look at no heap above this one; end when words up to so many letters are certified
    #[serde(default, alias = "to")]
    pub up_to: Option<Whole>,
    /// The letters that words have, in addition to those of the rules
    #[serde(default)]
    pub letters: Option<String>,
    /// Whether it is asked who wins only, not by which value
    #[serde(default, deserialize_with = "flag")]
    pub outcome: bool,
    /// Values of words are distinguished up to this one only
    #[serde(default, deserialize_with = "some")]
    pub cap: Option<u32>,
    /// End when an automaton needs more states than this
    #[serde(default)]
    pub states: Option<Whole>,
    /// Whether an octal game is read as a game on words of counters
    #[serde(default, deserialize_with = "flag")]
    pub automaton: bool,
    /// A game that is compared with the automaton: equal values, or the shortest word where they
    /// differ
    #[serde(default)]
    pub same_as: Option<String>,
    /// Whether the generating function of the losing words is wanted
    #[serde(default, deserialize_with = "flag")]
    pub generating: bool,
    /// Whether the exact share of long words that is lost is wanted
    #[serde(default, deserialize_with = "flag")]
    pub density: bool,
}

/// What is asked of an automaton besides the machine.
pub struct AboutMachine<'q> {
    /// A game that is compared with it.
    pub same_as: Option<&'q str>,
    /// Whether the generating function of the losing words is wanted.
    pub generating: bool,
    /// Whether the share of losing words is wanted.
    pub density: bool,
    /// What the automaton of the other game is to be.
    pub query: AutomatonQuery,
}

/// The automaton that a proof has found.
pub fn automaton(proof: &Proof) -> Option<&Automaton> {
    match &proof.finding {
        Finding::Automaton(found) => found.claim.as_deref(),
        Finding::Period(_) | Finding::Law(_) | Finding::Quotient(_) => None,
    }
}

impl AboutMachine<'_> {
    /// What is asked, of this machine.
    ///
    /// # Errors
    /// A limit is reached; the other game is not one.
    pub fn of(&self, claim: &Automaton, run: &Run, misere: bool) -> Result<More, Error> {
        let machine = Some(&claim.machine).filter(|_| claim.upto.is_none());
        let budget = || run.budget();
        let shape = |machine| sought(generating(machine, &mut budget()), "its coefficients are too large");
        let share = |machine| sought(density(machine, &mut budget()), "it takes too many equations");
        let generating = self.generating.then(|| machine.map_or_else(partial, shape)).transpose()?;
        let density = self.density.then(|| machine.map_or_else(partial, share)).transpose()?;
        let compare = |other: &str| -> Result<(String, Option<String>), Error> {
            let rules = run.only_game(&[other.to_owned()], misere, "a comparison is about games")?;
            let difference = run.difference(claim, &rules, &self.query)?;
            Ok((rules.to_string(), difference))
        };
        Ok(More { same: self.same_as.map(compare).transpose()?, generating, density })
    }
}

/// What is known about the losing words if the automaton is not one of all words.
fn partial<T>() -> Result<Sought<T>, Stopped> {
    Ok(Err("no automaton of all words is known".to_owned()))
}

/// The answer of [`Prove`].
pub struct ProveReply {
    rules: Declaration,
    proof: Proof,
    more: More,
}

impl Verb for Prove {
    const NAME: &'static str = "prove";
    type Reply = ProveReply;

    fn line(&self) -> Vec<String> {
        vec![self.game.clone()]
    }

    fn run(&self, ask: &Ask<'_>) -> Result<ProveReply, Error> {
        let rules = ask.run.only_game(&self.line(), ask.misere, "a proof is about a game")?;
        let Prove { letters, outcome, cap, states, .. } = self;
        let machine = Machine { letters: letters.as_ref(), outcome: *outcome, cap: *cap, states: *states };
        let to = self.up_to.map(|up_to| up_to.0);
        let about = self.same_as.is_some() || self.generating || self.density;
        let asked = [("same_as", self.same_as.is_some()), ("generating", self.generating), ("density", self.density)];
        let asked = asked.into_iter().find(|(_, given)| *given).map(|(field, _)| field);
        let given = machine.given().or(asked);
        let wish = machine.query(to);
        let on_words = has_automaton(&rules, self.automaton, given)?;
        let query = ProofQuery {
            to,
            checkpoint: None,
            automaton: on_words.then(|| AutomatonQuery { machine: about, ..wish.clone() }),
        };
        let proof = ask.run.prove(&rules, &query)?;
        let more = match automaton(&proof) {
            None if about => {
                let help = "`same_as`, `generating` and `density` are about the automaton of a game on words";
                return Err(Error::usage(&self.game, format!("there is no automaton of {rules}"), help));
            }
            None => More::default(),
            Some(claim) => {
                let about = AboutMachine {
                    same_as: self.same_as.as_deref(),
                    generating: self.generating,
                    density: self.density,
                    query: wish,
                };
                about.of(claim, ask.run, ask.misere)?
            }
        };
        Ok(ProveReply { rules, proof, more })
    }
}

impl ProveReply {
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
        let whole = self.proof.standing == Standing::Proved && self.proof.status.is_proved();
        if whole { 0 } else { 3 }
    }

    fn status(&self) -> Option<Status> {
        Some(self.proof.status)
    }
}
