//! One winning move, if one is enough and a list of all options is costly or impossible: the claims
//! give outcomes of single components only, or there are many options.
//!
//! *Cost.* One expansion of each component, up to the first move that wins.

use grundy_cert::{Answer, Claim};
use grundy_core::{Game, Nimber, Outcome};
use grundy_games::{Query, Question, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    by_automaton::is_long,
    listing::{Move, MoveRequest, Moves},
    lookup::look,
    words::name_words,
};

/// One winning move, or none in a lost position. `None` where a list of all is cheap or is
/// requested.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let single = matches!(query.question, Question::Value | Question::Outcome) && query.position.len() == 1;
    let applies = match &solution.claims[..] {
        [Claim::OutcomeMap(_)] => !all,
        [Claim::ProofSearch(_) | Claim::Unchecked(..)] => !all && single,
        // Each of the options is as long as the word.
        [Claim::Counting(_) | Claim::Reduced(_)] => !all && single && is_long(&query.position[0].component),
        [Claim::Values(_) | Claim::Positions(_)] => !all && single && has_many(query, budget)?,
        _ => false,
    };
    if !applies {
        return Ok(None);
    }
    if matches!(solution.answer, Answer::Value(Nimber::ZERO) | Answer::Outcome(Outcome::P)) {
        return Ok(Some(Moves::One(None)));
    }
    let mut found = None;
    for places in query.groups() {
        let (at, Term { ruleset, component }) = (places.start, &query.position[places.start]);
        let walked = query.rulesets[*ruleset].walk(&component.labelled(), |step| {
            let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.charge(look(component))?;
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
            found = Some(Move {
                component: at,
                from,
                to,
                value: None,
                outcome: Outcome::P,
                words: Vec::new(),
                actions: Vec::new(),
            });
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

/// Whether the one component has more options than are listed if one winning move is enough.
fn has_many(query: &Query, budget: &mut Budget) -> Result<bool, Stopped> {
    const MANY: usize = 100;
    let [Term { ruleset, component }] = &query.position[..] else { return Ok(false) };
    let mut count = 0;
    let walked = query.rulesets[*ruleset].walk(component, |step| {
        if step.option(|steps| budget.charge(steps))?.is_none() {
            return Ok(());
        }
        budget.charge(look(component))?;
        count += 1;
        if count > MANY { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        Ok(()) => Ok(false),
        Err(Halt::Enough) => Ok(true),
        Err(Halt::Stopped(stopped)) => Err(stopped),
    }
}
