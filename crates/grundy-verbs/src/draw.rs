//! `draw`: a picture.

use grundy::{Error, Status};
use grundy_show::{
    Colour, Sheet,
    picture::{Drawing, Drawn, Picture, Subject, draw, picture_json},
};
use serde::Deserialize;

use crate::{
    Ask, Reply, Verb,
    fields::{Whole, flag, some, text, words},
    machine::Machine,
};

/// What is drawn
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum What {
    /// The values of the heaps from 0 on, up to 200 if no heap is named
    Table,
    /// The components of a position with their values in binary
    Position,
    /// The options of a position, two moves deep
    Graph,
    /// The automaton of a game on words
    Automaton,
}

impl From<What> for Subject {
    fn from(what: What) -> Subject {
        match what {
            What::Table => Subject::Table,
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
}

/// A picture: values or a period of heaps, a position, its options, an automaton
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Draw {
    /// What to draw
    pub what: What,
    /// The game: its text, a name, or a sum such as `kayles 5 + nim 3`
    #[serde(deserialize_with = "text")]
    pub game: String,
    /// The position, such as `5 + 7 + 9`, of pictures of positions and graphs
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    pub position: Vec<String>,
    /// The largest heap of a table; where the search for a period or an automaton is to end
    #[serde(default, alias = "to")]
    pub up_to: Option<Whole>,
    /// Whether a picture of a table shows rows of one period
    #[serde(default, deserialize_with = "flag")]
    pub period: bool,
    /// The form of the picture
    #[serde(default)]
    pub format: PictureForm,
    /// Of an automaton: the letters that words have, in addition to those of the rules
    #[serde(default)]
    pub letters: Option<String>,
    /// Of an automaton: whether it tells who wins only, not by which value
    #[serde(default, deserialize_with = "flag")]
    pub outcome: bool,
    /// Of an automaton: values are distinguished up to this one only
    #[serde(default, deserialize_with = "some")]
    pub cap: Option<u32>,
    /// Of an automaton: the search ends when a machine needs more states
    #[serde(default)]
    pub states: Option<Whole>,
}

impl Verb for Draw {
    const NAME: &'static str = "draw";
    type Reply = Picture;

    fn line(&self) -> Vec<String> {
        let after: Vec<String> = match self.what {
            What::Table if self.period => Vec::new(),
            What::Table => self.up_to.iter().map(Whole::to_string).collect(),
            What::Position | What::Graph => self.position.clone(),
            What::Automaton => Vec::new(),
        };
        std::iter::once(self.game.clone()).chain(after).collect()
    }

    fn run(&self, ask: &Ask<'_>) -> Result<Picture, Error> {
        let subject = Subject::from(self.what);
        let Draw { letters, outcome, cap, states, .. } = self;
        let machine = Machine { letters: letters.as_ref(), outcome: *outcome, cap: *cap, states: *states };
        let is_machine = subject == Subject::Automaton;
        if let Some(field) = machine.given().filter(|_| !is_machine) {
            let message = format!("`{field}` is about an automaton, and a {} is drawn", subject.name());
            return Err(Error::usage(field, message, format!("leave `{field}` out")));
        }
        let of_position = matches!(self.what, What::Position | What::Graph);
        let given =
            [("position", !self.position.is_empty() && !of_position), ("up_to", self.up_to.is_some() && of_position)];
        if let Some((field, _)) = given.into_iter().find(|(_, given)| *given) {
            let message = format!("`{field}` is not about the picture of a {}", subject.name());
            return Err(Error::usage(field, message, format!("leave `{field}` out")));
        }
        let to = self.up_to.filter(|_| is_machine || self.period).map(|up_to| up_to.0);
        let drawing = Drawing {
            misere: ask.misere,
            form: if self.format == PictureForm::Dot { Drawn::Dot } else { Drawn::Svg },
            period: self.period,
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
