//! A server on standard input: each line is a request, and each answer is the line that
//! `grundy .. --json` prints.
//!
//! ```text
//! $ echo '{"verb": "solve", "game": "kayles", "position": "5 + 7"}' |
//!       cargo run -p grundy-show --example json_server
//! ```
//!
//! The verbs are `solve`, `moves`, `explain`, `table` (with `to`), `plan`, `prove` (with `to`, if
//! the search is to end), `check` (with `certificate`, its text), `rules` and `games` (with `game`,
//! or for all of them). `misere` selects the convention, `time` limits the seconds.

use std::{
    io::{self, BufRead, Write},
    time::Duration,
};

use grundy::{Error, Found, Limits, ProofQuery, Question, Run, Wanted, request::family};
use grundy_show::{
    More, Proven, checked_json, error_json, explain_json, families_json, family_json, moves_json, plan_json,
    proof_json, rules_json, solve_json, table_json,
};
use serde_json::Value;

fn main() -> io::Result<()> {
    serve(io::stdin().lock(), io::stdout().lock())
}

/// Answers each line of `requests` with a line of `answers`.
pub fn serve(requests: impl BufRead, mut answers: impl Write) -> io::Result<()> {
    for line in requests.lines() {
        let answer = read(&line?).and_then(|request| request.answer());
        answers.write_all(answer.unwrap_or_else(|error| error_json(&error)).as_bytes())?;
        answers.flush()?;
    }
    Ok(())
}

/// A request, and the work for it under its limits.
struct Request {
    fields: Value,
    run: Run,
}

fn read(line: &str) -> Result<Request, Error> {
    let fields: Value = serde_json::from_str(line)
        .map_err(|why| Error::usage(line, format!("a request is one JSON object: {why}"), "write {\"verb\": ..}"))?;
    let time = fields["time"].as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Ok(Request { fields, run: Run::new(Limits { time, ..Limits::default() }) })
}

impl Request {
    fn answer(&self) -> Result<String, Error> {
        match self.text("verb").unwrap_or_default() {
            "solve" => self.solve(),
            "moves" => {
                let mut found = self.found(true)?;
                let moves = found.moves(true)?;
                Ok(moves_json(&self.run.settle(found.unmeasured())?, &moves))
            }
            "explain" => {
                let mut found = self.found(true)?;
                let explanation = found.explain()?;
                Ok(explain_json(&self.run.settle(found.unmeasured())?, &explanation))
            }
            "table" => {
                let (rules, end) = self.run.table_query(&self.words("to"), self.misere())?;
                let mut solved = self.run.table(&rules, end, false)?;
                solved.stats = None;
                Ok(table_json(&solved))
            }
            "plan" => self.plan(),
            "prove" => {
                let rules = &self.run.only_game(&self.words(""), self.misere(), "a proof is about a game")?;
                let query = ProofQuery { to: self.fields["to"].as_u64(), ..ProofQuery::default() };
                let proof = &self.run.prove(rules, &query)?;
                Ok(proof_json(&Proven { rules, proof, more: More::default() }))
            }
            "check" => {
                let text = self.text("certificate").unwrap_or_default();
                Ok(checked_json(&self.run.certificate_bytes(text.into(), "-")?.solved))
            }
            "rules" => Ok(rules_json(&self.run.only_game(&self.words(""), self.misere(), "rules are about a game")?)),
            "games" => self.text("game").map_or_else(|| Ok(families_json()), |name| Ok(family_json(family(name)?))),
            other => Err(Error::usage(
                other,
                format!("there is no verb `{other}`"),
                "solve, moves, explain, table, \
                plan, prove, check, rules, games",
            )),
        }
    }

    fn solve(&self) -> Result<String, Error> {
        let mut found = self.found(false)?;
        let moves = found.winning_moves()?.ok();
        Ok(solve_json(&self.run.settle(found.unmeasured())?, moves.as_ref()))
    }

    fn plan(&self) -> Result<String, Error> {
        let query = self.run.plan_query(&self.words("position"), self.misere())?;
        match self.run.plan(&query) {
            Ok(plan) => Ok(plan_json(&query, Ok(&plan))),
            Err(Error::NoSolver(none)) => Ok(plan_json(&query, Err(&none))),
            Err(error) => Err(error),
        }
    }

    /// The answer to the query before its check, for `solve` to the question of the request.
    fn found(&self, every_option: bool) -> Result<Found, Error> {
        let mut query = self.run.query(&self.words("position"), self.misere())?;
        query.question = match self.text("question") {
            Some("outcome") => Question::Outcome,
            Some("value") => Question::Value,
            _ => query.question,
        };
        self.run.find(query, Wanted { every_option, ..Wanted::default() })
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

    fn text(&self, field: &str) -> Option<&str> {
        self.fields[field].as_str()
    }

    fn misere(&self) -> bool {
        self.fields["misere"] == true
    }
}
