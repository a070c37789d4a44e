//! One winning move where the claims give outcomes of single components, not the values of all
//! options.

use grundy_cert::Claim;
use grundy_core::{Game, Nimber, Outcome};
use grundy_games::{Question, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    listing::{Move, Moves, Request},
    words::name_words,
};

pub(super) fn moves(request: &Request<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let Request { query, solution, all } = *request;
    let single = matches!(query.question, Question::Value | Question::Outcome) && query.position.len() == 1;
    let applies = match &solution.claims[..] {
        [Claim::OutcomeMap(_)] => !all,
        [Claim::ProofSearch(_) | Claim::Unchecked(..)] => !all && single,
        _ => false,
    };
    if !applies {
        return Ok(None);
    }
    let mut found = None;
    for (at, Term { ruleset, component }) in query.position.iter().enumerate() {
        let walked = query.rulesets[*ruleset].options(component, |parts| {
            budget.tick()?;
            let left: Vec<Term> =
                parts.iter().map(|part| Term { ruleset: *ruleset, component: part.clone() }).collect();
            let wins = match solution.claims.get(*ruleset) {
                Some(Claim::ProofSearch(_)) => solution.is(query, *ruleset, parts, Nimber::ZERO)? == Some(true),
                _ => solution.outcome(query, &left) == Some(Outcome::P),
            };
            if !wins {
                return Ok(());
            }
            let (from, to) = (component.clone(), parts.to_vec());
            found = Some(Move { component: at, from, to, value: None, outcome: Outcome::P, words: Vec::new() });
            Err(Halt::Enough)
        });
        if let Err(Halt::Stopped(stopped)) = walked {
            return Err(stopped);
        }
    }
    let mut moves: Vec<Move> = found.into_iter().collect();
    name_words(query, &mut moves);
    Ok(Some(Moves::One(moves.pop())))
}
