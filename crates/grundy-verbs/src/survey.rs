//! `survey`: the periods of a family of games of heaps, or the automata of a class of systems of
//! rewriting rules on words.
//!
//! A request has no files: its answer is whole, or an error that says how many were studied when
//! the time was up. The program keeps what is studied, and goes on from there.

use std::time::Duration;

use grundy::{
    Error, Refused, Run,
    help::{Fix, Help},
    proof::AutomatonQuery,
    solvers::Reason,
};
use grundy_lab::{
    atlas::{AtlasEntry, Depth, SHALLOW, family, survey_all},
    census::{Class, study_all},
    survey::{Failure, Shard},
};
use grundy_show::{
    Colour, Sheet, atlas_ndjson, census_head, census_line, census_text, survey_heaps_json, survey_words_json,
};
use serde::{Deserialize, Deserializer, de};

use crate::{
    Ask, Reply, Verb,
    fields::{Whole, exclusive, flag, seconds, some, some_text},
};

/// The periods of a family of games of heaps, with `pattern`, or the automata of all small systems
/// of rewriting rules of a class
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Survey {
    /// A code with question marks, such as `octal 0.??`: games of heaps are studied; systems if
    /// there is none
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub pattern: Option<String>,
    /// Of games of heaps: look at no heap above N
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(extend("default" = SHALLOW)))]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub up_to: Option<Whole>,
    /// How many letters there are
    #[serde(default, deserialize_with = "some")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 4), extend("default" = LETTERS)))]
    #[cfg_attr(
        feature = "clap",
        arg(long, default_value = "2", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))
    )]
    pub letters: Option<u8>,
    /// The length of the longest left side
    #[serde(default, deserialize_with = "some")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1), extend("default" = LEFT)))]
    #[cfg_attr(
        feature = "clap",
        arg(long = "size", alias = "left", default_value = "3", value_name = "N", value_parser = clap::value_parser!(u8).range(1..))
    )]
    pub left: Option<u8>,
    /// How many rules a system has
    #[serde(default, deserialize_with = "some")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1), extend("default" = RULES)))]
    #[cfg_attr(
        feature = "clap",
        arg(long = "count", short = 'n', alias = "rules", default_value = "1", value_name = "N", value_parser = clap::value_parser!(u8).range(1..))
    )]
    pub rules: Option<u8>,
    /// Right sides may be parted once
    #[serde(default, deserialize_with = "flag")]
    #[cfg_attr(feature = "clap", arg(long))]
    pub splitting: bool,
    /// End a search at N states, or at 8N where they grow slowly
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(extend("default" = STATES)))]
    #[cfg_attr(feature = "clap", arg(long, default_value = "200", value_name = "N"))]
    pub states: Option<Whole>,
    /// End the search for one system after this many seconds
    #[serde(default, deserialize_with = "some_seconds")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0), extend("default" = SECONDS)))]
    #[cfg_attr(
        feature = "clap",
        arg(
            long = "patience",
            alias = "seconds",
            default_value = "0.1",
            value_name = "SECONDS",
            value_parser = crate::fields::read_seconds
        )
    )]
    pub each_seconds: Option<f64>,
    /// Study one part of the games or systems only, such as 1/8: the first of 8, every eighth one
    #[serde(default, deserialize_with = "some_shard")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "I/N", help = "Study one of N parts of the systems: 1/8 is every eighth")
    )]
    pub shard: Option<Shard>,
}

// What holds where a field is left out; a command line has the same defaults.
const LETTERS: u8 = 2;
const LEFT: u8 = 3;
const RULES: u8 = 1;
const STATES: u64 = 200;
const SECONDS: f64 = 0.1;

/// The time of one system, in seconds.
fn some_seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    Ok(seconds(from)?.map(|time| time.as_secs_f64()))
}

/// A part of a survey that may be absent.
fn some_shard<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Shard>, D::Error> {
    let wrong = || de::Error::custom("a part such as 1/8, the first of 8");
    let text = some_text(from).map_err(|_: D::Error| wrong())?;
    text.map(|text| text.parse().map_err(|_| wrong())).transpose()
}

/// The answer of [`Survey`].
pub enum SurveyReply {
    /// Games of heaps.
    Heaps {
        /// The code with question marks.
        pattern: String,
        /// No heap above this one was looked at.
        up_to: u64,
        /// The part of the games.
        shard: Option<Shard>,
        /// The games, in ascending order.
        entries: Vec<AtlasEntry>,
    },
    /// Systems of rewriting rules.
    Words {
        /// The first line of a census.
        head: String,
        /// Those of its records.
        lines: Vec<String>,
    },
}

impl Survey {
    /// The subjects of the part that is studied.
    fn part<T>(&self, subjects: Vec<T>) -> Vec<T> {
        match self.shard {
            Some(shard) => shard.of(subjects),
            None => subjects,
        }
    }

    /// The systems of the class, or of a part of it, as the texts of games, in order.
    ///
    /// # Errors
    /// The class is empty or too large, or a limit is reached.
    pub fn systems(&self, run: &Run) -> Result<Vec<String>, Error> {
        Ok(self.part(self.class().systems(&mut run.budget())?))
    }

    /// The class of systems.
    fn class(&self) -> Class {
        let [left, rules] = [self.left.unwrap_or(LEFT), self.rules.unwrap_or(RULES)].map(usize::from);
        Class { letters: self.letters.unwrap_or(LETTERS), left, rules, splitting: self.splitting }
    }

    /// The limits of a system: the states of its machine, and the time in seconds.
    fn limits(&self) -> (u64, f64) {
        (self.states.map_or(STATES, |states| states.0), self.each_seconds.unwrap_or(SECONDS))
    }

    /// The first line of a census of so many systems: its class and its limits.
    pub fn head(&self, systems: usize) -> String {
        let (states, seconds) = self.limits();
        census_head(self.class(), states, seconds, systems, self.shard)
    }

    /// Studies the systems that have no line yet, within the time of the run. Each new line is
    /// handed to `keep` and added to `lines`, in the order of the systems.
    ///
    /// # Errors
    /// A claim that the checker refuses, or the first error of `keep`.
    pub fn study<E: From<Error> + Send>(
        &self,
        run: &Run,
        systems: &[String],
        lines: &mut Vec<String>,
        mut keep: impl FnMut(&str) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let (states, seconds) = self.limits();
        let wish = AutomatonQuery { most_states: Some(states), ..AutomatonQuery::default() };
        let fresh = systems.get(lines.len()..).unwrap_or_default();
        let studied = study_all(run, fresh, &wish, Duration::from_secs_f64(seconds), |system, entry| {
            let line = census_line(system, &entry);
            keep(&line)?;
            lines.push(line);
            Ok(())
        });
        studied.map_err(|failure| match failure {
            Failure::Study(_, why) => refused("usage", why, "this is a fault of the program").into(),
            Failure::Keep(error) => error,
        })
    }

    /// Studies the games of heaps of a family.
    fn heaps(&self, run: &Run, pattern: &str) -> Result<SurveyReply, Error> {
        let of_words = [
            ("letters", self.letters.is_some()),
            ("left", self.left.is_some()),
            ("rules", self.rules.is_some()),
            ("splitting", self.splitting),
            ("states", self.states.is_some()),
            ("each_seconds", self.each_seconds.is_some()),
        ];
        if let Some((name, _)) = of_words.into_iter().find(|(_, given)| *given) {
            return Err(exclusive("pattern", name));
        }
        let games = self.part(family(pattern, &mut run.budget())?);
        let (up_to, mut entries) = (self.up_to.map_or(SHALLOW, |up_to| up_to.0), Vec::new());
        let depth = Depth { to: up_to, time: None, certificates: false };
        let surveyed = survey_all(run, &games, depth, &mut entries, |_, _| Ok::<_, Error>(()));
        surveyed.map_err(|failure| match failure {
            Failure::Study(at, why) => {
                Error::field("pattern", format!("{}: {why}", games[at]), "take a pattern without this game")
            }
            Failure::Keep(error) => error,
        })?;
        whole(run, entries.len(), games.len(), "games")?;
        Ok(SurveyReply::Heaps { pattern: pattern.into(), up_to, shard: self.shard, entries })
    }

    /// Studies the systems of a class.
    fn words(&self, run: &Run) -> Result<SurveyReply, Error> {
        if self.up_to.is_some() {
            let help = Help::from("give ") + Fix::set("pattern", "octal 0.??") + ", or " + Fix::LeaveOut("up_to");
            return Err(Error::field("up_to", "it is about games of heaps, whose code is missing", help));
        }
        let systems = self.systems(run)?;
        let mut lines = Vec::new();
        self.study(run, &systems, &mut lines, |_| Ok::<_, Error>(()))?;
        whole(run, lines.len(), systems.len(), "systems")?;
        Ok(SurveyReply::Words { head: self.head(systems.len()), lines })
    }
}

/// Refuses a survey that has ended before its end: a request keeps nothing to go on from.
fn whole(run: &Run, studied: usize, all: usize, what: &str) -> Result<(), Error> {
    if run.is_cancelled() {
        return Err(run.budget().stopped(Reason::Interrupted).into());
    }
    let longer = || Help::from("allow more with ") + Fix::Choose("time", "SECONDS");
    let help = || longer() + ", or study a part of them: " + Fix::set("shard", "1/8");
    if studied < all { Err(unfinished(studied, all, what, help())) } else { Ok(()) }
}

/// The time was up before all had their turn: so many of how many games, or systems, are studied.
/// The code is `time`.
pub fn unfinished(studied: usize, all: usize, what: &str, help: impl Into<Help>) -> Error {
    refused("time", format!("not decided: the time is up; {studied} of {all} {what} are studied"), help)
}

fn refused(code: &'static str, message: String, help: impl Into<Help>) -> Error {
    Error::Refused(Box::new(Refused { code, message, help: help.into(), line: None, argument: None }))
}

impl Verb for Survey {
    const NAME: &'static str = "survey";
    const SETTINGS: &'static [&'static str] = &[];
    type Reply = SurveyReply;

    fn run(&self, ask: &Ask<'_>) -> Result<SurveyReply, Error> {
        match &self.pattern {
            Some(pattern) => self.heaps(ask.run, pattern),
            None => self.words(ask.run),
        }
    }
}

impl Reply for SurveyReply {
    fn text(&self, _: Colour, _: Sheet) -> Result<String, Error> {
        Ok(match self {
            SurveyReply::Heaps { entries, .. } => atlas_ndjson(entries),
            SurveyReply::Words { lines, .. } => census_text(lines),
        })
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        match self {
            SurveyReply::Heaps { pattern, up_to, shard, entries } => {
                survey_heaps_json(pattern, *up_to, *shard, entries, sheet)
            }
            SurveyReply::Words { head, lines } => survey_words_json(head, lines, sheet),
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy::Limits;
    use serde_json::{Value, json};

    use super::*;
    use crate::Request;

    /// The answer to a request with these fields, and its exit code.
    fn answered(fields: &Value) -> (Value, u8) {
        let Value::Object(fields) = fields.clone() else { panic!("{fields} is an object") };
        let reply = Request::of("survey", fields).map(|request| request.answer(&Run::new(Limits::default())));
        let reply = reply.unwrap_or_else(|error| crate::ReplyLine::refused(&error));
        (serde_json::from_str(&reply.line).expect("JSON"), reply.code)
    }

    #[test]
    fn games_of_heaps_and_systems_are_studied() {
        let (answer, code) = answered(&json!({"pattern": "octal 0.7?", "up_to": 500}));
        let kayles = &answer["games"][7];
        assert_eq!((answer["games"].as_array().map(Vec::len), code), (Some(8), 0), "{answer}");
        assert_eq!(
            (&kayles["game"], &kayles["status"], &kayles["period"]),
            (&"octal 0.77".into(), &"proved".into(), &12.into())
        );
        assert_eq!(answer["reasons"]["games.period"], "no period is seen", "{answer}");
        let (answer, code) = answered(&json!({"left": 2}));
        let status = |record: &Value| record["status"] == "proved";
        assert_eq!((&answer["class"]["letters"], &answer["class"]["systems"], code), (&2.into(), &6.into(), 0));
        assert!(answer["systems"].as_array().is_some_and(|all| all.len() == 6 && all.iter().all(status)), "{answer}");
        let (part, _) = answered(&json!({"left": "2", "shard": "2/3", "pattern": null}));
        assert_eq!(part["systems"], json!([answer["systems"][1], answer["systems"][4]]), "{part}");
        assert_eq!(part["class"]["shard"], "2/3");
    }

    #[test]
    fn sets_of_numbers_are_a_family() {
        let games = |pattern: &str| {
            let (answer, _) = answered(&json!({"pattern": pattern, "up_to": 200}));
            let games = answer["games"].as_array().unwrap_or_else(|| panic!("{answer}"));
            games.iter().map(|game| (game["game"].to_string(), game["status"] == "proved")).collect::<Vec<_>>()
        };
        // Each set once, with the numbers that are given in their places.
        assert_eq!(games("take {1,?,3}"), [("\"take 1 or 2 or 3\"".to_owned(), true)]);
        assert_eq!((games("take {?,12}").len(), games("take {?,25}").len()), (11, 24));
        assert_eq!(games("take {?,?,?}").len(), 20 * 19 * 18 / 6);
        assert_eq!(games("quaternary 0.?3").len(), 4);
        assert_eq!(answered(&json!({"pattern": "take {3,?,1}", "up_to": 9})).1, 2);
    }

    #[test]
    fn the_text_is_that_of_the_program() {
        let run = Run::new(Limits::default());
        let text = |survey: Survey| {
            let reply = survey.run(&Ask::new(&run)).expect("an answer");
            reply.text(Colour::Off, Ask::new(&run).sheet()).expect("a text")
        };
        let games = text(Survey { pattern: Some("hex 0.?".into()), up_to: Some(Whole(50)), ..Survey::default() });
        assert_eq!(games.lines().count(), 16, "{games}");
        let summary = text(Survey { left: Some(1), ..Survey::default() });
        assert!(summary.starts_with("1 systems: 1 proved"), "{summary}");
    }

    #[test]
    fn what_is_not_of_the_kind_that_is_asked_is_refused() {
        for (fields, argument, wanted) in [
            (json!({"pattern": "octal 0.?", "letters": 2}), "pattern", "leave \"letters\" out"),
            (json!({"pattern": "octal 0.?", "left": 2}), "pattern", "leave \"left\" out"),
            (json!({"pattern": "octal 0.?", "rules": 1}), "pattern", "leave \"rules\" out"),
            (json!({"pattern": "octal 0.?", "splitting": true}), "pattern", "leave \"splitting\" out"),
            (json!({"pattern": "octal 0.?", "states": 9}), "pattern", "leave \"states\" out"),
            (json!({"pattern": "octal 0.?", "each_seconds": 1}), "pattern", "leave \"each_seconds\" out"),
            (json!({"up_to": 100}), "up_to", "\"pattern\": \"octal 0.??\""),
            (json!({"pattern": "kayles"}), "pattern", "\"pattern\": \"octal 0.??\""),
            (json!({"pattern": "octal 0.9?"}), "pattern", "\"pattern\": \"octal 0.??\""),
            (json!({"pattern": "octal 0.???????"}), "pattern", "\"pattern\": \"octal 0.??\""),
            (json!({"left": 9}), "left", "\"left\": 3"),
            (json!({"letters": 5}), "left", "\"letters\": 2"),
            (json!({"letters": 0}), "letters", "write a whole number from 1 to 2^8 - 1"),
            (json!({"shard": "9/8"}), "shard", "write a part such as 1/8"),
            (json!({"shard": {}}), "shard", "write a part such as 1/8"),
            (json!({"each_seconds": -1}), "each_seconds", "write a number of seconds"),
            (json!({"output": "words.ndjson"}), "output", "its fields: `pattern`"),
            (json!({"misere": true}), "misere", "leave \"misere\" out"),
        ] {
            let (answer, code) = answered(&fields);
            let error = &answer["error"];
            assert_eq!((&error["argument"], code), (&argument.into(), 2), "{fields}: {answer}");
            assert!(error["help"].as_str().is_some_and(|help| help.contains(wanted)), "{fields}: {answer}");
        }
    }

    /// The answer says how many were studied, also where its server allows no more.
    #[test]
    fn a_survey_ends_with_its_time() {
        for (fields, wanted) in [
            (json!({"pattern": "octal 0.???", "up_to": "10^9", "time": 0.3}), "of 512 games are studied"),
            (json!({"left": 3, "rules": 2, "each_seconds": 9, "time": 0.3}), "of 721 systems are studied"),
        ] {
            let (answer, code) = answered(&fields);
            let error = &answer["error"];
            assert_eq!((&error["code"], code), (&"time".into(), 3), "{answer}");
            assert!(error["message"].as_str().is_some_and(|message| message.ends_with(wanted)), "{answer}");
            assert_eq!(error["fix"], json!([{"set": "time"}, {"set": "shard", "value": "1/8"}]), "{answer}");
            let Value::Object(fields) = fields else { panic!("an object") };
            let request = Request::of("survey", fields).expect("a request").at_limit("ask again tomorrow");
            let line = request.answer(&Run::new(Limits::default())).line;
            assert!(line.contains(wanted) && line.contains("ask again tomorrow"), "{line}");
        }
        // Even the list of the systems takes more time than this.
        let (answer, code) = answered(&json!({"left": 4, "rules": 9, "time": 0.1}));
        assert_eq!((&answer["error"]["code"], code), (&"time".into(), 3), "{answer}");
    }

    #[test]
    fn limits_on_memory_and_a_cancellation_end_a_survey() {
        for (fields, memory) in [(json!({"pattern": "octal 0.??????"}), 100 << 20), (json!({"rules": 3}), 1 << 19)] {
            let Value::Object(fields) = fields else { panic!("an object") };
            let request = Request::of("survey", fields).expect("a request");
            let run = Run::new(Limits { memory: Some(memory), ..Limits::default() });
            assert_eq!(request.reply(&run).expect_err("too little memory").code(), "memory");
        }
        let run = Run::new(Limits::default());
        run.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        let survey = Survey { left: Some(2), ..Survey::default() };
        assert_eq!(survey.run(&Ask::new(&run)).err().map(|error| error.code()), Some("interrupted"));
    }

    #[cfg(feature = "clap")]
    #[test]
    fn a_command_line_has_the_same_defaults() {
        use clap::{Args, FromArgMatches};

        let command = Survey::augment_args(clap::Command::new("words"));
        let survey = Survey::from_arg_matches(&command.get_matches_from(["words"])).expect("no flags");
        let own = Survey::default();
        assert_eq!((survey.class(), survey.limits()), (own.class(), own.limits()));
        assert_eq!(own.head(25), survey.head(25));
    }
}
