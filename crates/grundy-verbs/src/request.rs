//! A question as one JSON object, and its answer as the line that `grundy .. --json` prints.
//!
//! This is the one place where a question that did not come as a command line is read: the servers
//! of HTTP and of tools, the example server on standard input and the engine of the page all answer
//! from here. A request reaches no file: word lists come with it, and certificates are text.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use grundy::{
    Error, Host, Limits, Run,
    games::FOLD_CASE,
    help::{Fix, Help},
};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    Ask, Asked, Reply, ReplyLine, VERBS,
    fields::{flag, parameters, seconds, texts},
    refused::{self, fields},
    strict::strict,
};

/// What a request of any verb may say besides its question
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// Whether who makes the last move loses
    #[serde(default, deserialize_with = "flag")]
    pub misere: bool,
    /// Values of the parameters of the game: an object from names to numbers, lists of them, or
    /// texts
    #[serde(default, deserialize_with = "parameters")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Value>"))]
    pub set: Vec<(String, String)>,
    /// Whether word lists are read in lower case
    #[serde(default, deserialize_with = "flag")]
    pub fold_case: bool,
    /// The limit on the time, in seconds
    #[serde(default, deserialize_with = "seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub time: Option<Duration>,
    /// The word lists that the game names: an object from names to texts
    #[serde(default, deserialize_with = "texts")]
    pub lists: BTreeMap<String, String>,
}

/// The fields of [`Settings`].
pub(crate) const SETTINGS: [&str; 5] = ["misere", "set", "fold_case", "time", "lists"];

/// A question with what it brings along.
#[derive(Clone, Debug)]
pub struct Request {
    asked: Asked,
    settings: Settings,
    /// The most bytes of an answer that grows with the position; a longer one is refused before it
    /// is whole.
    longest: Option<usize>,
    /// The way out where the time is up, if more is not allowed.
    longer: Option<&'static str>,
}

/// Whether a text of the field has this name in it.
fn names(field: &Value, list: &str) -> bool {
    match field {
        Value::String(text) => text.contains(list),
        Value::Array(all) => all.iter().any(|field| names(field, list)),
        _ => false,
    }
}

impl Request {
    /// Reads one JSON object with a field `verb`.
    ///
    /// # Errors
    /// The text is not JSON, or has a field that its verb has not, or not so.
    pub fn read(line: &str) -> Result<Request, Error> {
        let refuse =
            |why: String| Error::usage(line, format!("a request is one JSON object{why}"), "write {\"verb\": ..}");
        match strict(line).map_err(|why| refuse(format!(": {why}")))? {
            Value::Object(mut fields) => match fields.shift_remove("verb") {
                Some(Value::String(verb)) => Request::of(&verb, fields),
                _ => Err(Error::usage("verb", "`verb` is a text", format!("write one of {}", VERBS.join(", ")))),
            },
            _ => Err(refuse(String::new())),
        }
    }

    /// A request of this verb with these fields.
    ///
    /// # Errors
    /// There is no such verb; a field that it has not, or not so.
    pub fn of(verb: &str, mut own: Map<String, Value>) -> Result<Request, Error> {
        let taken = SETTINGS.iter().filter_map(|name| own.shift_remove_entry(*name));
        let settings: Settings = fields(Value::Object(taken.collect()), &SETTINGS)?;
        let in_set = |list: &str| settings.set.iter().any(|(_, value)| value.contains(list));
        let is_read = |list: &String| in_set(list) || own.values().any(|value| names(value, list));
        let unread = settings.lists.keys().find(|list| !is_read(list)).cloned();
        let asked = Asked::read(verb, Value::Object(own))
            .ok_or_else(|| Error::usage(verb, format!("there is no verb `{verb}`"), VERBS.join(", ")))??;
        let given = [
            ("misere", settings.misere),
            ("set", !settings.set.is_empty()),
            ("fold_case", settings.fold_case),
            ("lists", !settings.lists.is_empty()),
        ];
        match given.into_iter().find(|(name, given)| *given && !asked.settings().contains(name)) {
            Some((name, _)) => {
                let message = format!("`{}` does not use `{name}`", asked.name());
                Err(Error::field(name, message, Fix::LeaveOut(name)))
            }
            None => match unread {
                Some(list) => {
                    let message = format!("no game of the request names the word list `{list}`");
                    let help = Help::from(format!("name it in the game, as in ghost \"{list}\", or "));
                    Err(Error::field("lists", message, help + Fix::LeaveOut("lists")))
                }
                None => Ok(Request { asked, settings, longest: None, longer: None }),
            },
        }
    }

    /// The request, whose time is all that its server allows. Where it is not enough, the way out
    /// is `longer`.
    pub fn at_limit(self, longer: &'static str) -> Request {
        Request { longer: Some(longer), ..self }
    }

    /// The request, whose answer has at most this many bytes: a longer one is an error with the
    /// code `size`.
    pub fn at_most(self, bytes: usize) -> Request {
        Request { longest: Some(bytes), ..self }
    }

    /// What is asked.
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// The limit on the time that the request sets.
    pub fn time(&self) -> Option<Duration> {
        self.settings.time
    }

    /// The word list of this name, for [`Host::word_list`].
    ///
    /// # Errors
    /// Why there is none.
    pub fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        let words = self.settings.lists.get(name);
        words.map(|words| words.clone().into_bytes()).ok_or_else(|| format!("the request has no word list {name}"))
    }

    /// The word lists of the request, with their names.
    pub fn word_lists(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.lists.iter().map(|(name, words)| (name.as_str(), words.as_str()))
    }

    /// Answers the request under the limits of `run`, whose host should supply the word lists of
    /// the request.
    ///
    /// # Errors
    /// As [`Verb::run`](crate::Verb::run).
    pub fn reply(&self, run: &Run) -> Result<ReplyLine, Error> {
        self.replied(run, |reply, ask| Ok(ReplyLine::json(reply.json(ask.sheet())?, reply.code())))
    }

    /// As [`Request::reply`]; an error is a line too.
    pub fn answer(&self, run: &Run) -> ReplyLine {
        self.reply(run).unwrap_or_else(|error| refused::line(error, self.asked.rest(), self.longer))
    }

    /// As [`Request::answer`]; a picture is the reply itself, not a field of it.
    pub fn plain(&self, run: &Run) -> ReplyLine {
        let replied = self.replied(run, |reply, ask| match reply.picture() {
            Some(picture) => Ok(ReplyLine { line: picture.text.clone(), code: 0, media: picture.form.media() }),
            None => Ok(ReplyLine::json(reply.json(ask.sheet())?, reply.code())),
        });
        replied.unwrap_or_else(|error| refused::line(error, self.asked.rest(), self.longer))
    }

    /// The answer, shown in this way.
    fn replied(
        &self,
        run: &Run,
        show: impl Fn(&dyn Reply, &Ask<'_>) -> Result<ReplyLine, Error>,
    ) -> Result<ReplyLine, Error> {
        let run = self.with_parameters(run);
        let ask = Ask { misere: self.settings.misere, longest: self.longest, ..Ask::new(&run) };
        self.asked.run(&ask).and_then(|reply| show(&*reply, &ask))
    }

    /// The run with the values of the parameters, within the time of the request.
    fn with_parameters(&self, run: &Run) -> Run {
        let run = &self.settings.time.map_or_else(|| run.clone(), |time| run.within(Some(time)));
        let fold = self.settings.fold_case.then(|| (FOLD_CASE.to_owned(), String::new()));
        let values: Vec<_> = self.settings.set.iter().cloned().chain(fold).collect();
        if values.is_empty() { run.clone() } else { run.clone().set(values) }
    }
}

/// A host that has the word lists of its request, and nothing else.
impl Host for Request {
    fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        Request::word_list(self, name)
    }
}

impl ReplyLine {
    /// The reply to a text that may be a request, within these limits; the request may set a
    /// shorter time. Its word lists are the only ones.
    pub fn to(text: &str, limits: Limits) -> ReplyLine {
        match Request::read(text) {
            Ok(request) => {
                let time = limits.time.into_iter().chain(request.time()).min();
                request.answer(&Run::new(Limits { time, ..limits }).host(Arc::new(request.clone())))
            }
            Err(error) => ReplyLine::refused(&error),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::FORMER_VERBS;

    fn answered(fields: Value) -> (Value, u8) {
        let request = Request::read(&fields.to_string()).expect("a request");
        let limits = Limits { time: request.time(), ..Limits::default() };
        let run = Run::new(limits).host(Arc::new(request.clone()));
        let ReplyLine { line, code, .. } = request.answer(&run);
        (serde_json::from_str(&line).expect("JSON"), code)
    }

    #[test]
    fn word_lists_come_with_the_request() {
        let words = json!({"list.txt": "gnaw\ngnat\n"});
        let ghost = json!({"verb": "moves", "game": "ghost \"list.txt\"", "position": "gna", "lists": words});
        let (answer, code) = answered(ghost);
        // Both letters end a word of the list, which is forbidden: no move is left.
        assert_eq!((&answer["outcome"], code), (&json!("P"), 0), "{answer}");
        let (answer, code) = answered(json!({"verb": "solve", "game": "ghost \"/etc/hostname\"", "position": "\"\""}));
        let message = answer["error"]["message"].as_str().expect("an error");
        let help = answer["error"]["help"].as_str().expect("a way out");
        assert!(code == 2 && message.contains("the request has no word list"), "{answer}");
        assert!(help.contains("\"lists\": {\"/etc/hostname\": "), "{answer}");
    }

    #[test]
    fn parameters_have_values() {
        let (answer, code) = answered(json!({"verb": "rules", "game": "take 1..k", "set": {"k": 3}}));
        assert_eq!((&answer["game"], code), (&json!("take 1..3"), 0), "{answer}");
        for set in [json!([1, 4]), json!("{1, 4}"), json!(["1", 4])] {
            let (answer, code) = answered(json!({"verb": "table", "game": "take S", "up_to": 6, "set": {"S": set}}));
            assert_eq!((&answer["values"], code), (&json!([0, 1, 0, 1, 2, 0, 1]), 0), "{answer}");
        }
        let (answer, code) = answered(json!({"verb": "solve", "game": "nim", "position": "3", "set": {"k": 3}}));
        assert!(code == 2 && answer["error"]["message"].is_string(), "{answer}");
        let picture = json!({"verb": "draw", "what": "table", "game": "take 1..k", "up_to": 6, "set": {"k": 3}});
        let request = Request::read(&picture.to_string()).expect("a request");
        assert_eq!(request.plain(&Run::new(Limits::default())).code, 0);
    }

    #[test]
    fn the_code_is_that_of_the_program() {
        let nameless = Request::read(r#"{"verb": "solve", "position": "3"}"#).expect_err("a position without a game");
        assert_eq!(nameless.to_string(), "a request has no `game`, which this verb needs");
        for (request, code) in [
            (json!({"verb": "prove", "game": "kayles"}), 0),
            (json!({"verb": "prove", "game": "octal 0.007", "up_to": 100}), 3),
            (json!({"verb": "solve", "game": "cram", "position": "30x30", "time": 0}), 3),
            (json!({"verb": "solve", "game": "octal 0.79", "position": "1"}), 2),
            (json!({"verb": "draw", "what": "table", "game": "nim", "up_to": 1_000_001}), 2),
            (json!({"verb": "equal", "game": "kayles", "other": "octal 0.77"}), 0),
            (json!({"verb": "equal", "game": "kayles", "other": "nim"}), 1),
            (json!({"verb": "first", "game": "kayles", "where": "value = 7"}), 0),
            (json!({"verb": "first", "game": "kayles", "where": "value = 99", "up_to": 20}), 1),
            (json!({"verb": "first", "game": "kayles", "where": "value = 99 and n > 3", "up_to": 20}), 3),
            (json!({"verb": "find", "values": [0, 1, 2, 3, 1, 4, 3, 2]}), 0),
            (json!({"verb": "find", "values": [7, 7, 9, 1]}), 1),
            (json!({"verb": "diff", "game": "kayles", "bfile": "0 0\n1 1\n2 2\n3 3\n4 1\n"}), 0),
            (json!({"verb": "diff", "game": "kayles", "bfile": "0 0\n1 1\n2 7\n"}), 1),
            (json!({"verb": "count", "game": "nim", "heaps": 3, "up_to": 10}), 0),
            (json!({"verb": "count", "game": "nim"}), 2),
            (json!({"verb": "count", "game": "nim", "size": 3, "heaps": null, "modulo": null, "time": null}), 0),
            (json!({"verb": "find", "values": [1, 2], "bfile": "0 0"}), 2),
            (json!({"verb": "draw", "what": "table", "game": "kayles", "position": "3"}), 0),
            (json!({"verb": "draw", "what": "table", "game": "kayles", "position": "3", "up_to": 4}), 2),
            (json!({"verb": "table", "game": "kayles", "parameters": 5, "up_to": 10}), 2),
            (json!({"verb": "table", "game": "subtraction", "parameters": "{1,3}", "up_to": 10}), 0),
            (json!({"verb": "draw", "what": "position", "game": "kayles", "position": "3", "up_to": 5}), 2),
            (json!({"verb": "draw", "what": "period", "game": "kayles", "up_to": 1000}), 0),
            (json!({"verb": "draw", "what": "period", "game": "octal 0.007", "up_to": 100}), 3),
            (json!({"verb": "compound", "compound": "selective", "game": "nim", "position": "3 4"}), 0),
            (json!({"verb": "solve", "compound": "selective", "game": "nim", "position": "3 4"}), 0),
            (json!({"verb": "solve", "compound": "selective", "game": "nim", "position": "3", "question": "value"}), 2),
            (json!({"verb": "check", "game": "kayles", "bfile": "0 0\n1 1\n2 2\n3 3\n4 1\n"}), 0),
            (json!({"verb": "check", "game": "kayles", "bfile": "0 0\n1 1\n2 7\n"}), 1),
            (json!({"verb": "check", "bfile": "0 0\n"}), 2),
            (json!({"verb": "check", "certificate": "x", "bfile": "0 0\n", "game": "kayles"}), 2),
            (json!({"verb": "check", "certificate": "x", "shift": 1}), 2),
            (json!({"verb": "check"}), 2),
            (json!({"verb": "explain", "game": "g031"}), 0),
            (json!({"verb": "explain", "game": " G031 ", "position": ""}), 0),
            (json!({"verb": "explain", "game": "G999"}), 2),
            (json!({"verb": "gen", "game": "kayles", "kind": "losing", "count": 3, "sizes": "1..20"}), 0),
            (json!({"verb": "gen", "game": "kayles", "count": 1_000_000}), 2),
            (json!({"verb": "gen", "game": "take 1", "kind": "winning", "sizes": "0..0"}), 2),
            (json!({"verb": "judge", "problem": "nim", "input": "1\n3\n3 4 5\n"}), 0),
            (json!({"verb": "judge", "problem": "nim", "input": "1\n3\n3 4\n"}), 2),
            (json!({"verb": "judge", "problem": "chess", "input": ""}), 2),
            (json!({"verb": "survey", "pattern": "octal 0.?", "up_to": 100}), 0),
            (json!({"verb": "survey", "pattern": "octal 0.?", "rules": 2}), 2),
            (json!({"verb": "cite", "game": "kayles"}), 0),
            (json!({"verb": "oeis", "words": "kayles"}), 0),
            (json!({"verb": "oeis", "words": "A002186", "up_to": 20}), 0),
            (json!({"verb": "oeis", "words": "A071435", "up_to": 0}), 2),
            (json!({"verb": "oeis", "words": "mahjong"}), 2),
            (json!({"verb": "oeis", "words": "octal", "up_to": 20}), 2),
            (json!({"verb": "oeis", "audit": "A002186 ,0,1,2,3,1,4,\nA000001 ,0,1,\n"}), 0),
            (json!({"verb": "oeis", "audit": "A002186 ,0,1,2,3,1,5,\n"}), 1),
            (json!({"verb": "oeis", "audit": "A000001 ,0,1,\n"}), 2),
            (json!({"verb": "oeis", "audit": "A002186 ,x,\n"}), 2),
            (json!({"verb": "explain-error", "code": "G031"}), 0),
            (json!({"verb": "explain-error", "code": "G999"}), 2),
        ] {
            assert_eq!(answered(request.clone()).1, code, "{request}");
        }
    }

    #[test]
    fn positions_are_made_and_inputs_are_judged() {
        let made = json!({"verb": "gen", "game": "kayles", "kind": "losing", "count": 5, "heaps": "2..3", "seed": 7});
        let (answer, _) = answered(made.clone());
        let positions = answer["positions"].as_array().expect("a list");
        assert_eq!((positions.len(), &answered(made).0), (5, &answer));
        for made in positions {
            let solved = answered(json!({"verb": "solve", "game": "kayles", "position": made["position"]})).0;
            assert_eq!((&solved["outcome"], &made["wins"]), (&json!("P"), &json!(false)), "{made}");
        }
        let format = "game = \"kayles\"\ninput = \"n\"\nposition = \"n\"\nwin = \"yes\"\nlose = \"no\"\n";
        for (problem, input, answers) in
            [("nim", "2\n3\n3 4 5\n2\n1 1\n", json!(["First", "Second"])), (format, "5\n", json!(["yes"]))]
        {
            let answer = answered(json!({"verb": "judge", "problem": problem, "input": input})).0;
            assert_eq!(answer["answers"], answers, "{answer}");
        }
    }

    /// What was a verb of its own answers as the verb that it is part of.
    #[test]
    fn former_verbs_answer_as_the_verbs_that_they_became() {
        let bfile = "0 0\n1 1\n2 7\n";
        for (former, now) in [
            (
                json!({"verb": "compound", "compound": "selective", "game": "nim", "position": "3 4"}),
                json!({"verb": "solve", "compound": "selective", "game": "nim", "position": "3 4"}),
            ),
            (
                json!({"verb": "diff", "game": "kayles", "bfile": bfile, "shift": -1}),
                json!({"verb": "check", "game": "kayles", "bfile": bfile, "shift": -1}),
            ),
            (json!({"verb": "explain-error", "code": "G031"}), json!({"verb": "explain", "game": "G031"})),
        ] {
            assert_eq!(answered(former.clone()), answered(now), "{former}");
        }
        for verb in FORMER_VERBS {
            assert!(!VERBS.contains(verb), "{verb}");
        }
    }

    /// An address has texts only, and the former names of fields are read.
    #[test]
    fn a_text_stands_for_what_it_spells() {
        for (typed, text) in [
            (json!({"up_to": 20}), json!({"up_to": "20"})),
            (json!({"up_to": 100}), json!({"to": "10^2"})),
            (json!({"up_to": 9, "misere": true, "losing": true}), json!({"to": 9, "misere": "true", "losing": "true"})),
        ] {
            let asked = |fields: &Value| {
                let Value::Object(fields) = fields.clone() else { panic!("{fields} is an object") };
                let game = json!({"verb": "table", "game": "kayles"});
                let whole = game.as_object().expect("an object").clone().into_iter().chain(fields);
                answered(Value::Object(whole.collect()))
            };
            assert_eq!(asked(&typed).1, 0);
            assert_eq!(asked(&typed), asked(&text));
        }
        let position = |position: Value| answered(json!({"verb": "solve", "game": "kayles", "position": position}));
        assert_eq!(position(json!([5, 7])), position(json!("5 + 7")));
        assert_eq!(position(json!(5)).1, 0);
    }

    const POSITION: &str =
        "`position` is a text, or a list of texts; a number in the place of one is whole, from 0 to 2^64 - 1";

    #[test]
    fn a_wrong_field_is_refused() {
        for (request, wanted) in [
            (r#"{"verb": "solve", "gmae": "kayles"}"#, "a request of this verb has no field `gmae`"),
            (r#"{"verb": "solve", "misere": "yes"}"#, "`misere` is true or false"),
            (r#"{"verb": "solve", "time": -1}"#, "`time` is a number of seconds from 0 to 10^12"),
            (r#"{"verb": "solve", "time": 1e20}"#, "`time` is a number of seconds from 0 to 10^12"),
            (r#"{"verb": "solve", "lists": {"a": 1}}"#, "`lists` is an object from names to texts"),
            (r#"{"verb": "solve", "game": "nim", "question": "x"}"#, "`question` is `outcome` or `value`"),
            (
                r#"{"verb": "draw", "game": "nim", "what": "house"}"#,
                "`what` is one of `table`, `period`, `position`, `graph`, `automaton`",
            ),
            (r#"{"verb": "sovle", "game": "nim"}"#, "there is no verb `sovle`"),
            (r#"["solve"]"#, "a request is one JSON object"),
            (r#"{"verb": "table", "game": "nim", "up_to": 3, "to": 4}"#, "`up_to` is given twice"),
            (r#"{"verb": "diff", "game": "nim", "bfile": "0 0", "misere": true}"#, "`diff` does not use `misere`"),
            (r#"{"verb": "games", "set": {"k": 3}}"#, "`games` does not use `set`"),
            (
                r#"{"verb": "solve", "game": "nim", "game": "kayles"}"#,
                "a request is one JSON object: `game` is given twice at line 1 column 50",
            ),
            (
                r#"{"verb": "solve", "game": "nim", "lists": {"a.txt": "ab"}}"#,
                "no game of the request names the word list `a.txt`",
            ),
            (r#"{"verb": "solve", "game": "nim", "position": -5}"#, POSITION),
            (r#"{"verb": "solve", "game": "nim", "position": 5.0}"#, POSITION),
            (r#"{"verb": "solve", "game": "nim", "position": [3, 18446744073709551616]}"#, POSITION),
            (r#"{"verb": "gen", "game": "nim", "sizes": "many"}"#, "`sizes` is a range such as 1..3 or 0..10^9"),
            (r#"{"verb": "explain", "game": "G031", "misere": true}"#, "`explain` does not use `misere`"),
            (r#"{"verb": "check", "certificate": "x", "game": null, "set": {"k": 3}}"#, "`check` does not use `set`"),
            (
                r#"{"verb": "solve", "set": {"k": -1}}"#,
                "`set` is names with numbers, lists of them, or texts: {\"k\": 3, \"S\": [1, 4]}",
            ),
            (
                r#"{"verb": "table", "game": "nim", "up_to": -1}"#,
                "`up_to` is a whole number from 0 to 2^64 - 1, such as 5000 or 10^6",
            ),
        ] {
            assert_eq!(Request::read(request).expect_err("it has a wrong field").to_string(), wanted);
        }
    }

    #[test]
    fn the_help_for_an_unknown_field_lists_those_that_the_verb_has() {
        let unknown = Request::read(r#"{"verb": "games", "gmae": "nim"}"#).expect_err("there is no such field");
        assert!(ReplyLine::refused(&unknown).line.contains("\"its fields: `game`; and `time`\""));
    }

    /// A request sets no limit but that on the time, so no way out is one of the others.
    #[test]
    fn no_way_out_is_a_limit_that_requests_do_not_set() {
        let (answer, code) = answered(json!({"verb": "table", "game": "take 1..3", "up_to": "10^11"}));
        let error = &answer["error"];
        assert_eq!((&error["code"], &error["help"], code), (&json!("memory"), &json!("ask for less"), 3), "{answer}");
        assert!(error["fix"].is_null(), "{answer}");
    }

    #[test]
    fn no_way_out_is_one_of_the_command_line() {
        for (fields, wanted) in [
            (json!({"verb": "count", "game": "kayles", "size": 3, "letters": "ab"}), "leave \"letters\" out"),
            (json!({"verb": "count", "game": "cram", "size": 3, "heaps": 2}), "leave \"heaps\" out"),
            (json!({"verb": "solve", "game": "northcott"}), "the verb `games`"),
            (json!({"verb": "table", "game": "nim"}), "write \"up_to\": 24"),
            (json!({"verb": "solve", "game": "nim", "position": "1,000"}), "\"game\": \"nim\", \"position\": \"1000\""),
        ] {
            let (answer, code) = answered(fields.clone());
            let help = answer["error"]["help"].as_str().unwrap_or_default();
            assert!(code == 2 && help.contains(wanted), "{fields}: {answer}");
            assert!(!answer.to_string().contains("--") && !help.contains("`grundy "), "{fields}: {answer}");
            assert!(answer["error"]["fix"].is_array(), "{fields}: {answer}");
        }
    }
}
