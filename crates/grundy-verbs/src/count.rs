//! `count`: how many positions of a size there are, and their values.

use grundy::{
    Declaration, Error, Status,
    games::digraph_file,
    help::{Fix, Help},
};
use grundy_lab::{
    count::{Count as Numbers, CountQuery, count},
    positions::Positions,
};
use grundy_show::{Colour, Counted, Sheet, count_json, count_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{GameName, ONE_GAME};
use crate::{
    Ask, Reply, Verb,
    fields::{Whole, exclusive, flag, line, some, some_letters, text, words},
};

/// How many positions are lost, and how many have each value
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", command(group(clap::ArgGroup::new("sizes").required(true))))]
pub struct Count {
    /// The game: its text or a name
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = ONE_GAME))]
    pub game: String,
    /// Parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "PARAMETER"))]
    pub parameters: Vec<String>,
    /// The size: counters, letters, squares, or a board's longer side
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", group = "sizes"))]
    pub size: Option<Whole>,
    /// All sizes up to N, each on its own and together
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", group = "sizes"))]
    pub up_to: Option<Whole>,
    /// The letters of words or bags: abc or a..c
    #[serde(default, deserialize_with = "some_letters")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LETTERS", value_parser = crate::fields::letters))]
    pub letters: Option<String>,
    /// Sums of K heaps that are not empty; the size is all counters
    #[serde(default, deserialize_with = "some")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..)))]
    pub heaps: Option<u32>,
    /// Count the winning moves of each position too
    #[serde(default, deserialize_with = "flag")]
    #[cfg_attr(feature = "clap", arg(long))]
    pub moves: bool,
    /// Count the lost positions alone, which may be far sooner
    #[serde(default, deserialize_with = "flag")]
    #[cfg_attr(feature = "clap", arg(long))]
    pub losing: bool,
    /// Print the numbers modulo M
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "M"))]
    pub modulo: Option<Whole>,
}

/// The game of the words, whose positions have sizes.
pub(crate) fn sized_game(ask: &Ask<'_>, line: &[String]) -> Result<Declaration, Error> {
    let game = line.first().map_or("", String::as_str);
    if digraph_file(game).is_some() {
        let message = "the vertices of a graph of moves have no size";
        return Err(Error::usage(game, message, "the verb `table` lists all of them"));
    }
    ask.run.only_game(line, ask.misere, "a count is of all positions of a size, not of one")
}

/// The letters of the words; none if they are those of the rules.
pub(crate) fn letters(letters: Option<&String>) -> Vec<char> {
    letters.iter().flat_map(|letters| letters.chars()).collect()
}

/// The answer of [`Count`].
pub struct CountReply {
    rules: Declaration,
    query: CountQuery,
    /// What the positions are.
    what: String,
    found: Numbers,
}

impl Verb for Count {
    const NAME: &'static str = "count";
    type Reply = CountReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.parameters)
    }

    fn run(&self, ask: &Ask<'_>) -> Result<CountReply, Error> {
        let rules = sized_game(ask, &self.line())?;
        let (size, up_to) = match (self.size, self.up_to) {
            (None, None) => {
                let help = Help::from("give ") + Fix::Choose("size", "N") + ", or " + Fix::Choose("up_to", "N");
                return Err(Error::field("size", "the size is missing", help));
            }
            (Some(_), Some(_)) => return Err(exclusive("size", "up_to")),
            (size, up_to) => (up_to.or(size).map_or(0, |size| size.0), up_to.is_some()),
        };
        let query = CountQuery {
            letters: letters(self.letters.as_ref()),
            heaps: self.heaps,
            size,
            up_to,
            moves: self.moves,
            losing: self.losing,
            modulo: self.modulo.map(|modulo| modulo.0),
        };
        let positions = Positions::of(&rules, &query.letters, query.heaps)?;
        let what = positions.describe(&if up_to { format!("0 to {size}") } else { size.to_string() });
        let found = count(ask.run, &rules, &query)?;
        Ok(CountReply { rules, query, what, found })
    }
}

impl CountReply {
    fn counted(&self) -> Counted<'_> {
        Counted { rules: &self.rules, query: &self.query, what: &self.what, count: &self.found }
    }
}

impl Reply for CountReply {
    fn text(&self, _: Colour, _: Sheet) -> Result<String, Error> {
        Ok(count_text(&self.counted()))
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(count_json(&self.counted()))
    }

    fn status(&self) -> Option<Status> {
        Some(self.found.status)
    }
}
