//! The verbs, one file each.

mod answering;
mod atlas;
mod automaton;
mod batch;
mod census;
mod check;
mod cite;
mod completions;
mod compound;
mod count;
mod diff;
mod digraph;
mod draw;
mod equal;
mod explain;
mod explain_error;
mod find;
mod first;
mod games;
mod generate;
mod man;
mod moves;
mod plan;
mod play;
mod png;
mod prove;
pub mod ranges;
mod rules;
mod serve;
mod solve;
mod stored;
mod table;
mod test;
mod trial;

use crate::{
    cli::{Tables, Verb},
    game, judge,
    output::{CliError, Reply},
    session::Session,
};

/// Runs the verb.
pub fn run(session: &Session, verb: Verb) -> Result<Reply, CliError> {
    match verb {
        Verb::Solve(words) => solve::run(session, words),
        Verb::Moves(words) => moves::run(session, words).map_err(|error| game::offering("moves", error)),
        Verb::Explain(words) => explain::run(session, words).map_err(|error| game::offering("explain", error)),
        Verb::Play(words) => play::run(session, words).map_err(|error| game::offering("play", error)),
        Verb::Table(Tables { table: Some(words), stored: None }) => table::run(session, words),
        Verb::Table(Tables { stored: Some(words), .. }) => stored::run(session, words),
        Verb::Table(Tables { table: None, stored: None }) => Err(stored::nothing()),
        Verb::Prove(words) => prove::run(session, words),
        Verb::Draw(words) => draw::run(session, words),
        Verb::Census(words) => census::run(session, words),
        Verb::Atlas(words) => atlas::run(session, words),
        Verb::Find(words) => find::run(session, words),
        Verb::Equal(words) => equal::run(session, words),
        Verb::Diff(words) => diff::run(session, words),
        Verb::Cite(words) => cite::run(session, words).map_err(|error| game::offering("cite", error)),
        Verb::Count(words) => count::run(session, words),
        Verb::First(words) => first::run(session, words),
        Verb::Compound(words) => compound::run(session, words),
        Verb::Plan(words) => plan::run(session, words).map_err(|error| game::offering("plan", error)),
        Verb::Rules(words) => rules::run(session, words),
        Verb::Games(words) => games::run(session, words),
        Verb::Serve(words) => serve::run(session, words),
        Verb::Test(words) => test::run(session, words),
        Verb::Check(words) => check::run(session, words),
        Verb::Judge(words) => judge::run(session, words),
        Verb::Try(words) => trial::run(session, words).map_err(|error| game::offering("try", error)),
        Verb::Gen(words) => generate::run(session, words).map_err(|error| game::offering("gen", error)),
        Verb::ExplainError(words) => explain_error::run(session, words),
        Verb::Completions(words) => completions::run(session, words),
        Verb::Man(words) => man::run(session, words),
    }
}
