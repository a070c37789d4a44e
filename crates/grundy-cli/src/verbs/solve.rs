//! `grundy solve GAME POSITION..`: who wins, and by which moves.

use std::path::Path;

use grundy::{Answer, Ask, Claim, Nimber, Outcome, Query, Solution, moves};
use grundy_show::{Solved, solve_json, solve_text};

use crate::{
    cli::Solve,
    game,
    output::{Reply, Trouble},
    session::Session,
    verbs::{check, ranges},
};

pub fn run(session: &Session, words: Solve) -> Result<Reply, Trouble> {
    let mut query = game::query(&words.position.words(), session.common.misere)?;
    if words.outcome {
        query.ask = Ask::Outcome;
    } else if words.value {
        query.ask = Ask::Nimber;
    }
    if let Some(path) = &words.ranges {
        return ranges::run(session, &query, path);
    }
    let (solved, mut budget) = match &words.from {
        Some(path) => (answer_from(session, query, path)?, session.budget()),
        None => session.solve(query, words.certificate.is_some())?,
    };
    if let Some(path) = &words.certificate {
        check::certify(path, &solved)?;
    }
    if words.quiet {
        return Ok(Reply { out: String::new(), code: u8::from(solved.outcome() == Some(Outcome::P)) });
    }
    let moves = moves(&solved.query, &solved.solution, false, &mut budget)?;
    Ok(session.pick(|| solve_text(&solved, &moves, session.colour()), || solve_json(&solved, &moves)).into())
}

/// Reads the answer off a certificate about the same games, which is checked first.
fn answer_from(session: &Session, query: Query, path: &Path) -> Result<Solved, Trouble> {
    let (known, solution, proved) = check::load(session, path)?;
    let other = |message: String, help: &str| Trouble::Input {
        code: "certificate",
        message: format!("{} {message}", path.display()),
        help: help.into(),
        line: None,
    };
    if known.play != query.play {
        return Err(other(format!("is about {} play", known.play), "ask under its convention"));
    }
    let claims = query.boards.iter().map(|board| {
        let claim = known.boards.iter().position(|own| own == board).and_then(|at| solution.claims.get(at));
        claim.cloned().ok_or_else(|| {
            let about: Vec<String> = known.boards.iter().map(ToString::to_string).collect();
            other(format!("is about {}, not about {board}", about.join(" and ")), "leave --from out")
        })
    });
    let mut own = Solution { answer: Answer::Value(Nimber::ZERO), claims: claims.collect::<Result<_, _>>()? };
    let Some(answer) = own.read_answer(&query) else {
        let from = own.claims.iter().find_map(|claim| match claim {
            Claim::Period(period) => Some(period.first()),
            _ => None,
        });
        let message = match from {
            Some(from @ 1..) => format!("lists the values from heap {from} on"),
            _ => "does not tell the value of this position".into(),
        };
        return Err(other(message, "leave --from out to compute it"));
    };
    own.answer = answer;
    Ok(Solved { query, solution: own, proved, kernel: "certificate".into() })
}
