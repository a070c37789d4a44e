//! The questions that Grundy answers: a struct for each verb, and the same answers on every face.
//!
//! A verb is a struct whose fields are what can be said with it. A command line fills them from its
//! arguments (feature `clap`), a request of HTTP, of a page or of a tool from JSON ([`Request`]),
//! and all run the same function ([`Verb::run`]). Its answer ([`Reply`]) is text, JSON and an exit
//! code. The verbs with files of their own (certificates, checkpoints, forms of tables) are
//! structs of the program as well.
//!
//! ```
//! use grundy::{Limits, Run};
//! use grundy_verbs::{Ask, Reply, Request, Solve, Verb};
//!
//! let run = Run::new(Limits::default());
//! let solve = Solve { game: "kayles".into(), position: vec!["5 + 7".into()], ..Solve::default() };
//! let reply = solve.run(&Ask::new(&run))?;
//!
//! let request = Request::read(r#"{"verb": "solve", "game": "kayles", "position": "5 + 7"}"#)?;
//! assert_eq!(request.answer(&run).line, reply.json(Ask::new(&run).sheet())?);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! To add a verb: a file with the struct, [`Verb`] and [`Reply`], and a line in the list of this
//! page; its arguments, its fields, its schema and its tool follow.

mod ask;
mod board;
mod check;
mod cite;
mod codes;
mod compound;
mod count;
mod diff;
mod draw;
mod equal;
mod fields;
mod find;
mod first;
mod games;
#[cfg(feature = "full")]
mod generate;
#[cfg(feature = "full")]
mod judge;
mod machine;
mod oeis;
mod plan;
mod position;
mod prove;
mod refused;
mod reply;
mod request;
mod rules;
#[cfg(feature = "schema")]
pub mod schema;
mod strict;
#[cfg(feature = "full")]
mod survey;
mod table;

use std::path::Path;

use grundy::Error;

pub use ask::{Ask, ReadFile};
pub use board::{Board, BoardReply};
pub use check::Check;
pub use cite::Cite;
pub use codes::ExplainError;
pub use compound::{Compound, Together};
pub use count::{Count, CountReply};
pub use diff::{Diff, DiffReply};
pub use draw::{Draw, PictureForm, What};
pub use equal::{Equal, EqualReply};
#[cfg(feature = "clap")]
pub use fields::{GameName, read_seconds};
pub use fields::{Source, Whole, letters, whole_number};
pub use find::Find;
pub use first::{First, FirstReply};
pub use games::{Games, GamesReply};
#[cfg(feature = "full")]
pub use generate::{Gen, GenReply, PositionKind, made_at_once};
#[cfg(feature = "full")]
pub use judge::{Judge, JudgeJson, JudgeReply};
pub use oeis::{Oeis, OeisReply};
pub use plan::{Plan, PlanReply, Planned};
pub use position::{Explain, ListMoves, MovesReply, Only, Solve};
pub use prove::{Prove, ProveReply};
pub use reply::{JSON, Reply, ReplyLine};
pub use request::{Request, Settings};
pub use rules::Rules;
pub use strict::strict;
#[cfg(feature = "full")]
pub use survey::{Survey, SurveyReply, unfinished};
pub use table::{Table, TableReply};

/// A question that can be asked.
pub trait Verb {
    /// The word for it.
    const NAME: &'static str;

    /// What it answers.
    type Reply: Reply;

    /// The settings that it uses, besides the limit on the time.
    const SETTINGS: &'static [&'static str] = &["misere", "set", "fold_case", "lists"];

    /// The kinds of its answers in the schema of answers.
    const ANSWERS: &'static [&'static str] = &[Self::NAME];

    /// The field with the words after the game.
    const REST: &'static str = "parameters";

    /// The settings that this question uses, besides the limit on the time.
    fn settings(&self) -> &'static [&'static str] {
        Self::SETTINGS
    }

    /// The game with what follows it, as the library reads words; none if it is not about one.
    fn line(&self) -> Vec<String> {
        Vec::new()
    }

    /// The files of a command line that it reads.
    fn files(&self) -> Vec<&Path> {
        Vec::new()
    }

    /// Answers the question.
    ///
    /// # Errors
    /// A mistake in the question, or a limit that was reached.
    fn run(&self, ask: &Ask<'_>) -> Result<Self::Reply, Error>;
}

/// Makes [`Asked`] and what dispatches on it from the list of verbs.
macro_rules! verbs {
    ($($(#[$only:meta])? $verb:ident),*; formerly: $($former:ident),*) => {
        /// A question of any verb.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum Asked {
            $(
                #[doc = concat!("See [`", stringify!($verb), "`].")]
                $(#[$only])?
                $verb($verb),
            )*
            $(
                #[doc = concat!("See [`", stringify!($former), "`].")]
                $former($former),
            )*
        }

        /// The words for the verbs that a request can have.
        pub const VERBS: &[&str] = &[$($(#[$only])? <$verb as Verb>::NAME),*];

        /// The words for former verbs: they are parts of others now. Requests may have them, and no
        /// face lists them.
        pub const FORMER_VERBS: &[&str] = &[$(<$former as Verb>::NAME),*];

        impl Asked {
            /// The question of this verb with these fields; `None` if there is no such verb.
            fn read(verb: &str, fields: serde_json::Value) -> Option<Result<Asked, refused::Wrong>> {
                match verb {
                    $($(#[$only])? <$verb as Verb>::NAME => Some(refused::fields(fields, <$verb as Verb>::SETTINGS).map(Asked::$verb)),)*
                    $(<$former as Verb>::NAME => Some(refused::fields(fields, <$former as Verb>::SETTINGS).map(Asked::$former)),)*
                    _ => None,
                }
            }

            /// The word for the verb.
            pub fn name(&self) -> &'static str {
                match self {
                    $($(#[$only])? Asked::$verb(_) => <$verb as Verb>::NAME,)*
                    $(Asked::$former(_) => <$former as Verb>::NAME,)*
                }
            }

            /// The field with the words after the game.
            pub(crate) fn rest(&self) -> &'static str {
                match self {
                    $($(#[$only])? Asked::$verb(_) => <$verb as Verb>::REST,)*
                    $(Asked::$former(_) => <$former as Verb>::REST,)*
                }
            }

            /// The settings that the question uses.
            pub(crate) fn settings(&self) -> &'static [&'static str] {
                match self {
                    $($(#[$only])? Asked::$verb(verb) => verb.settings(),)*
                    $(Asked::$former(verb) => verb.settings(),)*
                }
            }

            /// Answers the question.
            ///
            /// # Errors
            /// As [`Verb::run`].
            pub fn run(&self, ask: &Ask<'_>) -> Result<Box<dyn Reply>, Error> {
                match self {
                    $($(#[$only])? Asked::$verb(verb) => Ok(Box::new(verb.run(ask)?)),)*
                    $(Asked::$former(verb) => Ok(Box::new(verb.run(ask)?)),)*
                }
            }
        }

        /// The schemas of the verbs that are not former ones.
        #[cfg(feature = "schema")]
        pub(crate) fn schemas() -> Vec<schema::VerbSchema> {
            Vec::from([$($(#[$only])? schema::of_verb::<$verb>()),*])
        }
    };
}

verbs! {
    Solve, ListMoves, Board, Explain, Table, Plan, Prove, Draw, Check, Rules, Games, Count, First, Find, Oeis, Equal, Cite,
    #[cfg(feature = "full")] Gen,
    #[cfg(feature = "full")] Judge,
    #[cfg(feature = "full")] Survey;
    formerly: Compound, Diff, ExplainError
}
