//! The flags of `prove`, and those for automata of games on words.

use std::path::PathBuf;

use clap::Args;

use super::{
    Game,
    values::{kept_file, number},
};

#[derive(Args, Clone)]
pub struct Prove {
    #[command(flatten)]
    pub game: Game,
    /// Write the answer to this file; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the certificate of the proof, which `grundy check` verifies and `grundy solve --from`
    /// answers from; `-` is standard output, in place of the answer
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep what is known in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE", value_parser = kept_file())]
    pub checkpoint: Option<PathBuf>,
    /// Look at no heap above N; end when words up to N letters are certified
    #[arg(long, alias = "to", value_name = "N", value_parser = number)]
    pub up_to: Option<u64>,
    #[command(flatten)]
    pub words: Automaton,
}

impl Machine {
    /// The flags that were given, as words of a command.
    pub fn words(&self) -> Vec<String> {
        let with = |flag: &str, value: Option<String>| value.map(|value| [flag.to_owned(), value]);
        let flags = [
            with("letters", self.letters.clone()),
            with("cap", self.cap.map(|cap| cap.to_string())),
            with("states", self.states.map(|states| states.to_string())),
        ];
        let outcome = self.outcome.then(|| "--outcome".to_owned());
        flags.into_iter().flatten().flatten().chain(outcome).collect()
    }

    /// The first flag that was given.
    pub fn given(&self) -> Option<&'static str> {
        let flags = [
            ("letters", self.letters.is_some()),
            ("outcome", self.outcome),
            ("cap", self.cap.is_some()),
            ("states", self.states.is_some()),
        ];
        flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
    }
}

impl Automaton {
    /// The first flag that was given and is about an automaton only.
    pub fn given(&self) -> Option<&'static str> {
        let flags = [
            ("same_as", self.same_as.is_some()),
            ("generating", self.generating),
            ("density", self.density),
            ("walnut", self.walnut.is_some()),
        ];
        self.machine.given().or_else(|| flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag))
    }
}

/// What the automaton of a game on words is to be.
#[derive(Args, Clone)]
#[command(next_help_heading = "Automata of games on words")]
pub struct Machine {
    /// The letters that words have, in addition to those of the rules
    #[arg(long, value_name = "LETTERS")]
    pub letters: Option<String>,
    /// Ask who wins only, not by which value
    #[arg(long, conflicts_with = "cap")]
    pub outcome: bool,
    /// Distinguish values up to K only
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub cap: Option<u32>,
    /// End when a machine needs more than N states
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
}

/// What the automaton of a game on words is to be, and what is asked about it.
#[derive(Args, Clone)]
#[command(next_help_heading = "Automata of games on words")]
pub struct Automaton {
    #[command(flatten)]
    pub machine: Machine,
    /// Read an octal game as a game on words of counters
    #[arg(long)]
    pub automaton: bool,
    /// Compare with this game: equal values, or the shortest word where they differ
    #[arg(long, value_name = "GAME")]
    pub same_as: Option<String>,
    /// Print the generating function of the losing words
    #[arg(long)]
    pub generating: bool,
    /// Print the exact share of long words that is lost
    #[arg(long)]
    pub density: bool,
    /// Write the machine for Walnut; `-` is standard output, in place of the answer
    #[arg(long, value_name = "FILE")]
    pub walnut: Option<PathBuf>,
}
