//! The verbs, one file each.

mod answering;
mod asked;
mod atlas;
mod batch;
mod census;
mod certificates;
mod check;
pub mod completions;
mod digraph;
mod draw;
mod find;
mod games;
pub mod generate;
pub mod man;
#[cfg(feature = "mcp")]
mod mcp;
mod oeis;
mod plan;
mod play;
mod png;
mod prove;
pub mod ranges;
mod serve;
mod solve;
mod stored;
mod table;
pub mod test;
pub mod trial;

use crate::{
    cli::{Survey, Verb},
    game, judge,
    output::{CliError, VerbOutput},
    session::Session,
};

/// Runs the verb.
pub fn run(session: &Session, verb: Verb) -> Result<VerbOutput, CliError> {
    match verb {
        Verb::Solve(words) => solve::run(session, words),
        Verb::Moves(words) => asked::position(session, &words).map_err(|error| game::offering("moves", error)),
        Verb::Explain(words) => asked::position(session, &words).map_err(|error| game::offering("explain", error)),
        Verb::Play(words) => play::run(session, words).map_err(|error| game::offering("play", error)),
        Verb::Table(words) => table::run(session, words).map_err(|error| game::offering("table", error)),
        Verb::Tables(words) => stored::run(session, words),
        Verb::Survey(Survey::Heaps(words)) => atlas::run(session, words),
        Verb::Survey(Survey::Words(words)) => census::run(session, words),
        Verb::Prove(words) => prove::run(session, words).map_err(|error| game::offering("prove", error)),
        Verb::Draw(words) => draw::run(session, words),
        Verb::Census(words) => census::run(session, words),
        Verb::Atlas(words) => atlas::run(session, words),
        Verb::Find(words) => find::run(session, words),
        Verb::Oeis(words) => oeis::run(session, words),
        Verb::Equal(words) => asked::run(session, &words),
        Verb::Diff(words) => asked::run(session, &words),
        Verb::Cite(words) => asked::run(session, &words).map_err(|error| game::offering("cite", error)),
        Verb::Count(words) => asked::run(session, &words),
        Verb::First(words) => asked::run(session, &words),
        Verb::Compound(words) => asked::compound(session, &words.verb, words.output.as_deref()),
        Verb::Plan(words) => plan::run(session, words).map_err(|error| game::offering("plan", error)),
        Verb::Rules(words) => asked::run(session, &words).map_err(|error| game::offering("rules", error)),
        Verb::Games(words) => games::run(session, &words),
        Verb::Serve(words) => serve::run(session, words),
        #[cfg(feature = "mcp")]
        Verb::Mcp => mcp::run(session),
        Verb::Test(words) => test::run(session, &words.files, None),
        Verb::Check(words) => check::run(session, words),
        Verb::Judge(words) => judge::run(session, words),
        Verb::Try(words) => trial::run(session, words).map_err(|error| game::offering("try", error)),
        Verb::Gen(words) => generate::run(session, words).map_err(|error| game::offering("gen", error)),
        Verb::ExplainError(words) => asked::run(session, &words),
        Verb::Completions(words) => completions::run(session, words),
        Verb::Man(words) => man::run(session, words),
    }
}
