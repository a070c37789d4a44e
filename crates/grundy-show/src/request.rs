//! A question as one JSON object, and its answer as the line that `grundy .. --json` prints.
//!
//! This is the one place where a question that did not come as a command line is read: the example
//! server on standard input, the server of HTTP and the engine of the page all answer from here. A
//! request reaches no file: word lists come with it, and certificates are text.

use std::{sync::Arc, time::Duration};

use grundy::lang::FOLD_CASE;
use grundy::{
    Error, Found, Host, Limits, ProofQuery, Question, Run, Wanted, proof::Standing, request::games, solvers::Reason,
};
use serde_json::{Map, Value};

use crate::{
    More, Proven, Sheet, checked_json, error_json, explain_json, families_json, found_json, moves_json,
    picture::{Drawing, Drawn, Picture, Subject, draw, picture_json},
    plan_json, proof_json, rules_json, solve_json, table_json,
};

/// The verbs of requests, each with what it answers.
pub const VERBS: [(&str, &str); 10] = [
    ("solve", "Who wins a position, and by which moves"),
    ("moves", "Every move with the value that it leads to, winning moves first"),
    ("explain", "Why a position has its value: mex inside each component, xor between components"),
    ("table", "The values of the heaps from 0 to a largest one"),
    ("plan", "Which method would answer, at what price, and why the others would not"),
    ("prove", "What is true of every position of a game, proved"),
    ("draw", "A picture: values or a period of heaps, a position, its options, an automaton"),
    ("check", "Verify a certificate, from the rules alone"),
    ("rules", "The rules in the language and in a sentence, and why the game must end"),
    ("games", "The games with names"),
];

/// The fields of a request besides `verb`, each with what it is.
pub const FIELDS: [(&str, &str); 13] = [
    ("game", "The game: its text, a name, or a sum such as `kayles 5 + nim 3`"),
    ("position", "The position, such as `5 + 7 + 9`"),
    ("misere", "Whether who makes the last move loses: `true` or `false`"),
    (
        "set",
        "Values of the parameters of the game: an object from names to numbers, lists or texts; in an address `k=3`",
    ),
    ("fold_case", "Whether word lists are read in lower case: `true` or `false`"),
    ("question", "`outcome` or `value`, for `solve`, if not everything is wanted"),
    ("to", "The largest heap of a table; where a proof or the search for an automaton is to end"),
    ("what", "What to draw: `table`, `position`, `graph` or `automaton`"),
    ("period", "Whether a picture of a table shows rows of one period: `true` or `false`"),
    ("format", "The form of a picture: `svg`, or `dot` for graphs and automata"),
    ("time", "The limit on the time, in seconds"),
    ("certificate", "The text of the certificate, for `check`"),
    ("lists", "The word lists that the game names: an object from names to texts"),
];

/// A question with its limits.
#[derive(Clone, Debug)]
pub struct Request {
    /// The fields, which are of their types.
    fields: Value,
    /// The most bytes of an answer that grows with the position; a longer one is refused before it
    /// is whole.
    longest: Option<usize>,
}

/// The media type of a line of JSON.
pub const JSON: &str = "application/json";

/// A line of JSON, with the exit code that the program would have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The answer or the error: one object on one line, which ends with a line feed. Of
    /// [`Request::plain`] also a picture.
    pub line: String,
    /// 0 answered, 1 a check failed, 2 a mistake in the request, 3 not decided, 130 cancelled.
    pub code: u8,
    /// The media type of `line`.
    pub media: &'static str,
}

impl Reply {
    /// A reply that is a line of JSON.
    pub fn json(line: String, code: u8) -> Reply {
        Reply { line, code, media: JSON }
    }

    /// The reply to a text that may be a request, within these limits; the request may set a
    /// shorter time. Its word lists are the only ones.
    pub fn to(text: &str, limits: Limits) -> Reply {
        match Request::read(text) {
            Ok(request) => {
                let time = limits.time.into_iter().chain(request.time()).min();
                request.answer(&Run::new(Limits { time, ..limits }).host(Arc::new(request.clone())))
            }
            Err(error) => Reply::refused(&error),
        }
    }

    /// The reply for an error.
    pub fn refused(error: &Error) -> Reply {
        Reply::json(error_json(error), exit_code(error))
    }
}

/// What the field should be, if it is not that.
fn wanted(name: &str, value: &Value) -> Option<String> {
    let (right, wanted) = match name {
        "verb" | "certificate" => (value.is_string(), "a text"),
        "game" | "position" => (value.is_string() || value.is_number(), "a text"),
        "to" => (value.is_u64() || value.is_string(), "a whole number"),
        "misere" | "period" | "fold_case" => (value.is_boolean(), "true or false"),
        "what" => (subject(value).is_some(), "`table`, `position`, `graph` or `automaton`"),
        "format" => (form(value).is_some(), "`svg` or `dot`"),
        "time" => (seconds(value).is_some(), "a number of seconds from 0 to 10^12"),
        "question" => (value == "outcome" || value == "value", "`outcome` or `value`"),
        "set" => {
            (parameters(value).is_some(), "names with numbers, lists of them, or texts: {\"k\": 3, \"S\": [1, 4]}")
        }
        "lists" => (value.as_object().is_some_and(|lists| lists.values().all(Value::is_string)), "names with texts"),
        _ => {
            let all: Vec<&str> = FIELDS.iter().map(|(field, _)| *field).collect();
            return Some(format!("one of {}", all.join(", ")));
        }
    };
    (!right).then(|| wanted.to_owned())
}

/// The values of parameters as the language writes them. `None` if it is no object of such values.
fn parameters(value: &Value) -> Option<Vec<(String, String)>> {
    let one = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if number.is_u64() => Some(number.to_string()),
        _ => None,
    };
    let text = |value: &Value| match value {
        Value::Array(all) => Some(format!("{{{}}}", all.iter().map(one).collect::<Option<Vec<_>>>()?.join(", "))),
        value => one(value),
    };
    value.as_object()?.iter().map(|(name, value)| Some((name.clone(), text(value)?))).collect()
}

/// A limit on the time, as the command line takes it: from 0 to 10^12 seconds.
fn seconds(value: &Value) -> Option<Duration> {
    let seconds = value.as_f64().filter(|seconds| (0.0..1e12).contains(seconds))?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// A whole number as positions write it: digits, or a power such as `10^6`.
///
/// Returns `None` for other text, and for numbers over 2^64 - 1.
pub fn whole_number(text: &str) -> Option<u64> {
    match text.split_once('^') {
        None => text.parse().ok(),
        Some((base, power)) => base.parse::<u64>().ok()?.checked_pow(power.parse().ok()?),
    }
}

/// What a picture is to show.
fn subject(value: &Value) -> Option<Subject> {
    Subject::ALL.into_iter().find(|(name, _)| value == name).map(|(_, subject)| subject)
}

/// The form of a picture.
fn form(value: &Value) -> Option<Drawn> {
    [Drawn::Svg, Drawn::Dot].into_iter().find(|form| value == form.name())
}

/// The exit code of the program for this error. Work that was cancelled has that of Ctrl-C.
fn exit_code(error: &Error) -> u8 {
    match error {
        Error::Stopped(stopped) => match stopped.reason {
            Reason::Interrupted => 130,
            Reason::Fault(_) | Reason::Unreadable(_) => 2,
            _ => 3,
        },
        Error::NoSolver(_) => 3,
        Error::Check { .. } => 1,
        Error::Refused(refused) if [Error::UNDECIDED, "size"].contains(&refused.code) => 3,
        _ => 2,
    }
}

impl Request {
    /// Reads one JSON object.
    ///
    /// # Errors
    /// The text is not JSON, or has a field that no request has.
    pub fn read(line: &str) -> Result<Request, Error> {
        let fields: Value = serde_json::from_str(line).map_err(|why| {
            Error::usage(line, format!("a request is one JSON object: {why}"), "write {\"verb\": ..}")
        })?;
        match fields {
            Value::Object(fields) => Request::of(fields),
            _ => Ok(Request { fields, longest: None }),
        }
    }

    /// A request with these fields.
    ///
    /// # Errors
    /// A field that no request has, or that is of another type.
    pub fn of(fields: Map<String, Value>) -> Result<Request, Error> {
        for (name, value) in &fields {
            let Some(wanted) = wanted(name, value) else { continue };
            return Err(match name == "verb" || FIELDS.iter().any(|(field, _)| field == name) {
                true => Error::usage(name, format!("`{name}` is {wanted}"), format!("write {wanted}")),
                false => Error::usage(name, format!("a request has no field `{name}`"), format!("write {wanted}")),
            });
        }
        if fields.contains_key("position") && !fields.contains_key("game") {
            return Err(Error::usage(
                "game",
                "a request with a position has no `game`",
                "name the game: \"game\": \"nim\"",
            ));
        }
        Ok(Request { fields: fields.into(), longest: None })
    }

    /// The request, whose answer has at most this many bytes: a longer one is an error with the
    /// code `size`.
    pub fn at_most(self, bytes: usize) -> Request {
        Request { longest: Some(bytes), ..self }
    }

    /// The limit on the time that the request sets.
    pub fn time(&self) -> Option<Duration> {
        seconds(&self.fields["time"])
    }

    /// The word list of this name, for [`Host::word_list`].
    ///
    /// # Errors
    /// Why there is none.
    pub fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        match &self.fields["lists"][name] {
            Value::String(words) => Ok(words.clone().into_bytes()),
            _ => Err(format!("the request has no word list {name}")),
        }
    }

    /// Answers the request under the limits of `run`, whose host should supply the word lists of
    /// the request.
    pub fn answer(&self, run: &Run) -> Reply {
        self.line(&self.with_parameters(run)).unwrap_or_else(|error| Reply::refused(&error))
    }

    /// As [`Request::answer`]; a picture is the reply itself, not a field of it.
    pub fn plain(&self, run: &Run) -> Reply {
        if self.text("verb") != Some("draw") {
            return self.answer(run);
        }
        match self.picture(&self.with_parameters(run)) {
            Ok(picture) => Reply { media: picture.form.media(), line: picture.text, code: 0 },
            Err(error) => Reply::refused(&error),
        }
    }

    /// The run with the values of the parameters.
    fn with_parameters(&self, run: &Run) -> Run {
        let fold = (self.fields["fold_case"] == true).then(|| (FOLD_CASE.to_owned(), String::new()));
        let values: Vec<_> = parameters(&self.fields["set"]).unwrap_or_default().into_iter().chain(fold).collect();
        if values.is_empty() { run.clone() } else { run.clone().set(values) }
    }

    /// Answers the request by its verb, as a line of JSON.
    fn line(&self, run: &Run) -> Result<Reply, Error> {
        let line = match self.text("verb").unwrap_or_default() {
            "solve" => {
                let mut found = self.found(run, false)?;
                let moves = found.winning_moves()?.ok();
                found.moves_left()?;
                solve_json(&run.settle(found.unmeasured())?, moves.as_ref(), self.sheet(run))?
            }
            "moves" => {
                let mut found = self.found(run, true)?;
                let moves = found.moves_by_group(true)?;
                found.moves_left()?;
                moves_json(&run.settle(found.unmeasured())?, &moves, self.sheet(run))?
            }
            "explain" => {
                let mut found = self.found(run, true)?;
                let explanation = found.explain()?;
                found.moves_left()?;
                explain_json(&run.settle(found.unmeasured())?, &explanation, self.sheet(run))?
            }
            "table" => {
                let (rules, end) = run.table_query(&self.words("to"), self.misere())?;
                let mut solved = run.table(&rules, end, false)?;
                solved.stats = None;
                table_json(&solved, self.sheet(run))?
            }
            "plan" => return self.plan(run),
            "prove" => return self.prove(run),
            "draw" => picture_json(&self.picture(run)?),
            "check" => {
                let text = self.text("certificate").unwrap_or_default();
                checked_json(&run.certificate_bytes(text.into(), "-")?.solved)
            }
            "rules" => {
                let game = run.only_read(&self.words(""), self.misere(), "rules are about a game")?;
                rules_json(&game.rules, &game.parameters)
            }
            "games" => match self.text("game") {
                None => families_json(),
                Some(name) => {
                    let (families, famous) = games(name)?;
                    found_json(&families, &famous)
                }
            },
            other => {
                let all: Vec<&str> = VERBS.iter().map(|(verb, _)| *verb).collect();
                return Err(Error::usage(other, format!("there is no verb `{other}`"), all.join(", ")));
            }
        };
        Ok(Reply::json(line, 0))
    }

    /// What an answer is written to.
    fn sheet(&self, run: &Run) -> Sheet {
        Sheet::new(run.writing()).at_most(self.longest)
    }

    /// Answers `plan`; if no solver is about the query, with the refusals and the code 3.
    fn plan(&self, run: &Run) -> Result<Reply, Error> {
        let query = run.plan_query(&self.words("position"), self.misere())?;
        match run.plan(&query) {
            Ok(plan) => Ok(Reply::json(plan_json(&query, Ok(&plan)), 0)),
            Err(Error::NoSolver(none)) => Ok(Reply::json(plan_json(&query, Err(&none)), 3)),
            Err(error) => Err(error),
        }
    }

    /// Answers `prove`, with the code 3 unless all positions are proved and verified.
    fn prove(&self, run: &Run) -> Result<Reply, Error> {
        let rules = &run.only_game(&self.words(""), self.misere(), "a proof is about a game")?;
        let query = ProofQuery { to: self.end()?, ..ProofQuery::default() };
        let proof = &run.prove(rules, &query)?;
        let line = proof_json(&Proven { rules, proof, more: More::default() });
        let whole = proof.standing == Standing::Proved && proof.status.is_proved();
        Ok(Reply::json(line, if whole { 0 } else { 3 }))
    }

    /// The picture that a request with the verb `draw` asks for.
    ///
    /// # Errors
    /// As those of [`draw`]; a request that does not say what to draw.
    pub fn picture(&self, run: &Run) -> Result<Picture, Error> {
        let subject = subject(&self.fields["what"]).ok_or_else(|| {
            let all = Subject::ALL.map(|(name, _)| name).join(", ");
            Error::usage("what", "what is to be drawn?", format!("`what` is one of {all}"))
        })?;
        let after = match subject {
            Subject::Table => "to",
            Subject::Position | Subject::Graph => "position",
            Subject::Automaton => "",
        };
        let to = if subject == Subject::Automaton { self.end()? } else { None };
        draw(
            run,
            &Drawing {
                misere: self.misere(),
                form: form(&self.fields["format"]).unwrap_or_default(),
                period: self.fields["period"] == true,
                to,
                ..Drawing::new(subject, self.words(after))
            },
        )
    }

    /// The answer to the query before its check, for `solve` to the question of the request.
    fn found(&self, run: &Run, every_option: bool) -> Result<Found, Error> {
        let mut query = run.query(&self.words("position"), self.misere())?;
        query.question = match self.text("question") {
            Some("outcome") => Question::Outcome,
            Some("value") => Question::Value,
            _ => query.question,
        };
        run.find(query, Wanted { every_option, ..Wanted::default() })
    }

    /// Where a proof is to end.
    fn end(&self) -> Result<Option<u64>, Error> {
        let end = match &self.fields["to"] {
            Value::Null => return Ok(None),
            Value::String(text) => whole_number(text),
            number => number.as_u64(),
        };
        let wrong = || Error::usage("to", "`to` is a whole number", "write a whole number, such as 20000 or 10^6");
        end.ok_or_else(wrong).map(Some)
    }

    /// The words of the command line: the game, and what follows it.
    fn words(&self, after: &str) -> Vec<String> {
        let word = |name: &str| match &self.fields[name] {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        ["game", after].into_iter().filter_map(word).collect()
    }

    /// Returns a field that is a text.
    fn text(&self, field: &str) -> Option<&str> {
        self.fields[field].as_str()
    }

    /// Returns whether misère play replaces the convention of the game.
    fn misere(&self) -> bool {
        self.fields["misere"] == true
    }
}

/// A host that has the word lists of its request, and nothing else.
impl Host for Request {
    fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        Request::word_list(self, name)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grundy::Limits;
    use serde_json::json;

    use super::*;

    fn answered(fields: Value) -> (Value, u8) {
        let request = Request::read(&fields.to_string()).expect("a request");
        let limits = Limits { time: request.time(), ..Limits::default() };
        let run = Run::new(limits).host(Arc::new(request.clone()));
        let Reply { line, code, .. } = request.answer(&run);
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
        assert!(code == 2 && message.contains("the request has no word list"), "{answer}");
    }

    #[test]
    fn parameters_have_values() {
        let (answer, code) = answered(json!({"verb": "rules", "game": "take 1..k", "set": {"k": 3}}));
        assert_eq!((&answer["game"], code), (&json!("take 1..3"), 0), "{answer}");
        for set in [json!([1, 4]), json!("{1, 4}"), json!(["1", 4])] {
            let (answer, code) = answered(json!({"verb": "table", "game": "take S", "to": 6, "set": {"S": set}}));
            assert_eq!((&answer["values"], code), (&json!([0, 1, 0, 1, 2, 0, 1]), 0), "{answer}");
        }
        let (answer, code) = answered(json!({"verb": "solve", "game": "nim", "position": "3", "set": {"k": 3}}));
        assert!(code == 2 && answer["error"]["message"].is_string(), "{answer}");
        let picture = json!({"verb": "draw", "what": "table", "game": "take 1..k", "to": 6, "set": {"k": 3}});
        let request = Request::read(&picture.to_string()).expect("a request");
        assert_eq!(request.plain(&Run::new(Limits::default())).code, 0);
    }

    #[test]
    fn the_code_is_that_of_the_program() {
        let nameless = Request::read(r#"{"verb": "solve", "position": "3"}"#).expect_err("a position without a game");
        assert_eq!(nameless.to_string(), "a request with a position has no `game`");
        assert_eq!(answered(json!({"verb": "prove", "game": "kayles"})).1, 0);
        assert_eq!(answered(json!({"verb": "prove", "game": "octal 0.007", "to": 100})).1, 3);
        assert_eq!(answered(json!({"verb": "solve", "game": "cram", "position": "30x30", "time": 0})).1, 3);
        assert_eq!(answered(json!({"verb": "solve", "game": "octal 0.79", "position": "1"})).1, 2);
        assert_eq!(answered(json!({"verb": "draw", "what": "table", "game": "nim", "to": 1_000_001})).1, 2);
    }

    #[test]
    fn a_wrong_field_is_refused() {
        for (request, wanted) in [
            (r#"{"verb": "solve", "gmae": "kayles"}"#, "a request has no field `gmae`"),
            (r#"{"verb": "solve", "misere": "yes"}"#, "`misere` is true or false"),
            (r#"{"verb": "solve", "time": -1}"#, "`time` is a number of seconds from 0 to 10^12"),
            (r#"{"verb": "solve", "time": 1e20}"#, "`time` is a number of seconds from 0 to 10^12"),
            (r#"{"verb": "solve", "lists": {"a": 1}}"#, "`lists` is names with texts"),
            (
                r#"{"verb": "solve", "set": {"k": -1}}"#,
                "`set` is names with numbers, lists of them, or texts: {\"k\": 3, \"S\": [1, 4]}",
            ),
        ] {
            assert_eq!(Request::read(request).expect_err("it has a wrong field").to_string(), wanted);
        }
    }
}
