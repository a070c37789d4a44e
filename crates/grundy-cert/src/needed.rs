//! The part of the claims that the proof of an answer needs: a certificate holds no other facts.
//!
//! The answer is read off, and each fact that this looks up is checked, and so is each that the
//! check of these looks up. The checker will look up the same facts in the certificate, since they
//! are found by the same steps. Cost: the check of what is needed.
//!
//! *Example.* A solver records the values of all heaps up to 100 on the way to the value of 40; the
//! certificate of the answer has those up to 40.

use grundy_games::Query;

use crate::{
    claims::{Claim, ClaimScope, Tracked},
    poll::{Halt, Poll},
    solution::Solution,
};

/// The claims with those facts alone that the proof of the answer looks up.
///
/// A claim that does not hold is kept as it is, and refused by the checker.
pub(crate) fn needed(query: &Query, solution: &Solution, poll: &mut Poll<'_>) -> Result<Vec<Claim>, Halt> {
    let tracked = solution.claims.iter().map(|claim| claim.with(|evidence| evidence.track(poll)));
    let tracked = tracked.collect::<Result<Vec<Option<Box<dyn Tracked>>>, Halt>>()?;
    let claims = solution.claims.iter().zip(&tracked);
    let claims = claims.map(|(claim, tracked)| tracked.as_ref().map_or_else(|| claim.clone(), |facts| facts.claim()));
    let read = Solution { answer: solution.answer.clone(), claims: claims.collect() };
    read.read_answer_within(query, poll)?;
    let claims = solution.claims.iter().zip(&tracked).enumerate();
    claims
        .map(|(place, (claim, tracked))| match tracked {
            Some(facts) => facts.needed(&query.narrowed(place), poll),
            None => {
                let scope = ClaimScope { query, answer: &solution.answer, place };
                let needed = claim.with(|evidence| evidence.needed(scope, poll))?;
                Ok(needed.unwrap_or_else(|| claim.clone()))
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use grundy_core::{Fault, MexSet, Nimber, Outcome};
    use grundy_games::{Component, Query, Question, Term};

    use crate::{Answer, Claim, Solution, Sums, Verdict, check, read, write};

    fn in_normal_form(query: &Query, sum: Vec<Term>) -> Result<Vec<Term>, Fault> {
        query.normal_sum(sum, |_| Ok(()))
    }

    /// Who wins the heaps from 0 on in misère play, of games that leave one heap.
    fn misere(game: &str, end: u64) -> (Query, Solution) {
        let rules = grundy_games::game(&format!("misère {game}")).unwrap();
        let query = Query::new(&rules, vec![Component::Heap(end)], Question::Table);
        let (mut sums, mut answer) = (Sums::new(), Vec::new());
        for size in 0..=end {
            let sum = in_normal_form(&query, vec![Term { ruleset: 0, component: Component::Heap(size) }]).unwrap();
            let (mut moves, mut lost) = (false, false);
            let walked: Result<(), Fault> = query.sum_options(&sum, |step| {
                let Some(option) = step.option(|_| Ok::<(), Fault>(()))? else { return Ok(()) };
                moves = true;
                lost |= sums[&in_normal_form(&query, option.to_vec())?] == Outcome::P;
                Ok(())
            });
            walked.unwrap();
            let outcome = if lost || !moves { Outcome::N } else { Outcome::P };
            sums.insert(sum, outcome);
            answer.push(outcome);
        }
        (query, Solution { answer: Answer::Outcomes(answer), claims: vec![Claim::Outcomes(sums)] })
    }

    /// The values of the heaps from 0 on.
    fn normal(game: &str, amounts: &[usize], end: u64) -> (Query, Solution) {
        let rules = grundy_games::game(game).unwrap();
        let query = Query::new(&rules, vec![Component::Heap(end)], Question::Table);
        let mut values: Vec<Nimber> = Vec::new();
        for size in 0..=usize::try_from(end).unwrap() {
            let mut seen = MexSet::new();
            amounts.iter().filter_map(|amount| size.checked_sub(*amount)).for_each(|left| seen.insert(values[left]));
            values.push(seen.mex());
        }
        (query, Solution { answer: Answer::Values(values.clone()), claims: vec![Claim::Values(values)] })
    }

    #[test]
    fn what_is_written_of_a_table_is_read_again() {
        for (game, amounts) in [("take 10", &[10][..]), ("take 4 or 7", &[4, 7]), ("take 1", &[1]), ("take 50", &[50])]
        {
            for (query, solution) in
                [0, 3, 9, 10, 11, 30].map(|end| [misere(game, end), normal(game, amounts, end)]).concat()
            {
                let text = write(&query, &solution).unwrap();
                let (again, read) =
                    read(&text, &|_| Err("no lists".into())).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
                assert_eq!(check(&again, &read, &mut || true), Ok(Verdict::Verified), "{text}");
                assert_eq!(read.answer, solution.answer, "{text}");
            }
        }
    }
}
