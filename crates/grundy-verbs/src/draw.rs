//! `draw`: a picture.

use grundy::{Error, Status, help::Fix};
use grundy_show::{
    Colour, Sheet,
    picture::{Drawing, Drawn, Picture, Subject, draw, picture_json},
};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{AUTOMATA, GameName, ONE_GAME};
use crate::{
    Ask, Reply, Verb,
    fields::{Whole, flag, line, one_end, some, some_letters, text, words},
    machine::Machine,
};

/// What is drawn
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum What {
    /// The values of the heaps from 0 on, or of two sizes
    Table,
    /// The values of heaps in rows of one period, which is proved first; exceptions are outlined
    Period,
    /// The components of a position, with values in binary
    Position,
    /// The options of a position, two moves deep
    #[cfg_attr(feature = "clap", value(alias = "tree"))]
    Graph,
    /// The automaton of a game on words
    Automaton,
}

impl From<What> for Subject {
    fn from(what: What) -> Subject {
        match what {
            What::Table | What::Period => Subject::Table,
            What::Position => Subject::Position,
            What::Graph => Subject::Graph,
            What::Automaton => Subject::Automaton,
        }
    }
}

/// The form of a picture that is text
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PictureForm {
    /// Scalable vector graphics
    #[default]
    Svg,
    /// Graphviz, for graphs and automata
    Dot,
    /// Text for the program Walnut, for automata
    Walnut,
}

/// A picture: values or a period of heaps, a position, its options, an automaton
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Draw {
    /// What to draw
    #[cfg_attr(feature = "clap", arg(value_enum))]
    pub what: What,
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = ONE_GAME))]
    pub game: String,
    /// Parameters of a named game, then a position or a largest heap
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "POSITION"))]
    pub position: Vec<String>,
    /// The largest heap of a table, or the end of a search
    #[serde(default, alias = "to")]
    #[cfg_attr(feature = "clap", arg(long, alias = "to", value_name = "N"))]
    pub up_to: Option<Whole>,
    /// The form of the picture
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub format: PictureForm,
    /// For automaton: more letters that words have: abc or a..c
    #[serde(default, deserialize_with = "some_letters")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LETTERS", value_parser = crate::fields::letters, help_heading = AUTOMATA))]
    pub letters: Option<String>,
    /// For automaton: tell who wins only, not by which value
    #[serde(default, deserialize_with = "flag")]
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "cap", help_heading = AUTOMATA))]
    pub outcome: bool,
    /// For automaton: distinguish values up to K only
    #[serde(default, deserialize_with = "some")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..), help_heading = AUTOMATA)
    )]
    pub cap: Option<u32>,
    /// For automaton: end when it needs more than N states
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = AUTOMATA))]
    pub states: Option<Whole>,
}

impl Verb for Draw {
    const NAME: &'static str = "draw";
    const REST: &'static str = "position";
    type Reply = Picture;

    fn line(&self) -> Vec<String> {
        let largest = self.up_to.filter(|_| self.what == What::Table);
        let words = line(&self.game, &self.position);
        words.into_iter().chain(largest.map(|largest| largest.to_string())).collect()
    }

    fn run(&self, ask: &Ask<'_>) -> Result<Picture, Error> {
        let subject = Subject::from(self.what);
        let Draw { letters, outcome, cap, states, .. } = self;
        let machine = Machine { letters: letters.as_ref(), outcome: *outcome, cap: *cap, states: *states };
        let is_machine = subject == Subject::Automaton;
        if let Some(field) = machine.given().filter(|_| !is_machine) {
            let message = format!("this is about an automaton, and a {} is drawn", subject.name());
            return Err(Error::field(field, message, Fix::LeaveOut(field)));
        }
        if self.what == What::Table {
            one_end(&self.position, self.up_to)?;
        }
        if self.up_to.is_some() && matches!(self.what, What::Position | What::Graph) {
            let message = format!("only a table or an automaton ends at a size, and a {} is drawn", subject.name());
            return Err(Error::field("up_to", message, Fix::LeaveOut("up_to")));
        }
        let period = self.what == What::Period;
        let to = self.up_to.filter(|_| is_machine || period).map(|up_to| up_to.0);
        let drawing = Drawing {
            misere: ask.misere,
            form: match self.format {
                PictureForm::Svg => Drawn::Svg,
                PictureForm::Dot => Drawn::Dot,
                PictureForm::Walnut => Drawn::Walnut,
            },
            period,
            to,
            automaton: machine.query(to),
            ..Drawing::new(subject, self.line())
        };
        draw(ask.run, &drawing)
    }
}

impl Reply for Picture {
    fn text(&self, _: Colour, _: Sheet) -> Result<String, Error> {
        Ok(self.text.clone())
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(picture_json(self))
    }

    fn status(&self) -> Option<Status> {
        self.status
    }

    fn picture(&self) -> Option<&Picture> {
        Some(self)
    }
}
