//! `--from FILE`: the answer to a question, read off a certificate about the same game.

use std::path::Path;

use grundy::{Answer, Claim, Nimber, Query, Question, Reason, Ruleset, Solution, Solved, Stopped, Term};

use super::check;
use crate::{
    cli, game,
    output::CliError,
    session::{Found, Session},
};

/// Reads the answer off a certificate about the same games, which is checked first. One that tells only who wins answers
/// that.
pub fn answer(session: &Session, mut query: Query, path: &Path) -> Result<Solved, CliError> {
    let (known, solution, proved) = check::load(session, path)?;
    let other = |message: String, help: &str| CliError::Input {
        code: "certificate",
        message: format!("{} {message}", path.display()),
        help: help.into(),
        line: None,
    };
    if known.convention != query.convention {
        return Err(other(format!("is about {} play", known.convention), "ask under its convention"));
    }
    // A claim about one component is checked with the words that it can meet: it tells nothing of what can meet others.
    if let [start] = &known.position[..] {
        let whole = &known.rulesets[start.ruleset];
        let checked = known.narrowed(start.ruleset);
        let met = |ruleset: &Ruleset, term: &Term| ruleset.within(&term.component);
        let beyond = query
            .position
            .iter()
            .find(|term| query.rulesets[term.ruleset] == *whole && met(whole, term) != met(&checked, term));
        if let Some(term) = beyond {
            let (asked, start) = (whole.text(&term.component), whole.text(&start.component));
            let message = format!("is about {start} and what comes of it, not about {asked}");
            return Err(other(message, "leave --from out to compute it"));
        }
    }
    let claims = query.rulesets.iter().map(|ruleset| {
        let claim = known.rulesets.iter().position(|own| own == ruleset).and_then(|at| solution.claims.get(at));
        claim.cloned().ok_or_else(|| {
            let about: Vec<String> = known.rulesets.iter().map(ToString::to_string).collect();
            other(format!("is about {}, not about {ruleset}", about.join(" and ")), "leave --from out")
        })
    });
    let mut own = Solution { answer: Answer::Value(Nimber::ZERO), claims: claims.collect::<Result<_, _>>()? };
    let mut told = own.read_answer(&query);
    if told.is_none() && query.question == Question::ValueAndMoves {
        query.question = Question::Outcome;
        told = own.read_answer(&query);
    }
    let Some(answer) = told else {
        let from = own.claims.iter().find_map(|claim| match claim {
            Claim::Period(period) => Some(period.first()),
            _ => None,
        });
        let message = match from {
            Some(from @ 1..) => format!("lists the values from heap {from} on"),
            _ => "does not tell the value of this position".to_owned(),
        };
        return Err(other(message, "leave --from out to compute it"));
    };
    own.answer = answer;
    Ok(Solved { query, solution: own, proved, kernel: "certificate".into(), stats: None })
}

/// What stopped the listing of moves. Where a certificate was asked, it does not say enough.
pub fn unsaid(from: Option<&Path>, stopped: Stopped) -> CliError {
    match (from, &stopped.reason) {
        (Some(path), Reason::Fault(_)) => CliError::Input {
            code: "certificate",
            message: format!("{} does not tell which moves win", path.display()),
            help: "ask with --value or --outcome, or leave --from out to compute them".into(),
            line: None,
        },
        _ => stopped.into(),
    }
}

/// The answer with the value of every option, before its check.
pub fn options<'p>(session: &Session, words: &'p cli::PositionQuery) -> Result<Found<'p>, CliError> {
    let query = game::query(&words.position.words(), session.common.misere)?;
    match &words.from {
        Some(path) => Ok(session.known(answer(session, query, path)?)),
        None => session.solve_full(query, words.checkpoint.as_deref()),
    }
}
