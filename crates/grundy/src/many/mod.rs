//! The values of many positions of one game at once.
//!
//! *Method.* The components of all sums are made canonical, and each different one is part of one
//! query; the values of a sum are then added. So a thousand sums of the same ten heaps cost one
//! table of heaps. In misère play, where values do not add, the sums have outcomes (`misere.rs`).
//!
//! *Limits.* A component that the chosen solver cannot give a value is a fault.

mod known;
mod misere;

use std::collections::{HashMap, hash_map::Entry};

use grundy_cert::Solution;
use grundy_core::{Fault, Nimber, Outcome};
use grundy_games::{Component, Convention, Declaration, Query, Question};
use grundy_solvers::Stopped;

use crate::{
    error::Error,
    proof::closed_form,
    run::Run,
    solved::{Status, UNCHECKED},
};

pub use known::Known;

/// To look a component up costs as much as so many cheap steps.
const COMPONENT: u32 = 16;

/// To find its value in a solution costs as much as so many: a solver may keep the values of parts
/// of a word with the whole word, and search for them.
const VALUE: u32 = 256;

impl Run {
    /// The value of each of these sums of positions, found together: what they have in common is
    /// solved once, by as many threads as the solver and the limits allow. The values are not
    /// checked.
    ///
    /// ```
    /// use grundy::{Component::Heap, Limits, Nimber, Run, games};
    ///
    /// let kayles = games::game("kayles")?;
    /// let sums = vec![vec![Heap(5)], vec![Heap(5), Heap(7)], vec![]];
    /// let values = Run::new(Limits::default()).values_of(&kayles, sums)?;
    /// assert_eq!(values, [Nimber(4), Nimber(6), Nimber(0)]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Run::solve`], and [`Error::Refused`] in misère play, where positions have no values.
    pub fn values_of(&self, rules: &Declaration, sums: Vec<Vec<Component>>) -> Result<Vec<Nimber>, Error> {
        self.valued(rules, sums, |query| Ok((self.answer(query)?.0, UNCHECKED))).map(|(values, _)| values)
    }

    /// Who wins each of these sums of positions, found together, as [`Run::values_of`] finds
    /// values. In misère play too: sums of heaps share a quotient, single heaps a table, and all
    /// sums that are searched one search. The outcomes are not checked.
    ///
    /// ```
    /// use grundy::{Component::Heap, Limits, Outcome, Run, games};
    ///
    /// let kayles = games::game("misère kayles")?;
    /// let sums = vec![vec![Heap(5)], vec![Heap(5), Heap(7)], vec![]];
    /// let winners = Run::new(Limits::default()).outcomes_of(&kayles, sums)?;
    /// assert_eq!(winners, [Outcome::N, Outcome::N, Outcome::N]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Run::solve`].
    pub fn outcomes_of(&self, rules: &Declaration, sums: Vec<Vec<Component>>) -> Result<Vec<Outcome>, Error> {
        match rules.convention {
            Convention::Normal => Ok(self.values_of(rules, sums)?.into_iter().map(Nimber::outcome).collect()),
            Convention::Misere => misere::outcomes(self, rules, &sums),
        }
    }

    /// As [`Run::values_of`], with values that are checked; the status is that of all of them.
    ///
    /// ```
    /// use grundy::{Component::Heap, Limits, Nimber, Run, games};
    ///
    /// let kayles = games::game("kayles")?;
    /// let run = Run::new(Limits::default());
    /// let (values, status) = run.checked_values_of(&kayles, vec![vec![Heap(5), Heap(7)]])?;
    /// assert_eq!((values, status.is_proved()), (vec![Nimber(6)], true));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Run::values_of`], and [`Error::Check`] if the checker refuses a value.
    pub fn checked_values_of(
        &self,
        rules: &Declaration,
        sums: Vec<Vec<Component>>,
    ) -> Result<(Vec<Nimber>, Status), Error> {
        self.valued(rules, sums, |query| {
            let solved = self.solve(query.clone())?;
            Ok((solved.solution, solved.status))
        })
    }

    /// Who wins each of these components alone in normal play, if a closed form gives it for heaps
    /// of any size but gives no values; `None` if there is none, or a component is beyond it. The
    /// answers are not checked.
    ///
    /// ```
    /// use grundy::{Component::Heap, Limits, Outcome, Run, games};
    ///
    /// let divisors = games::game("n -> n-d for d in 2..n-1 where n % d = 0")?;
    /// let run = Run::new(Limits::default());
    /// let winners = run.winners_by_law(&divisors, &[Heap(999_999_937), Heap(10u64.pow(9))])?;
    /// assert_eq!(winners, Some(vec![Outcome::P, Outcome::N]));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// The limits of the run.
    pub fn winners_by_law(&self, rules: &Declaration, components: &[Component]) -> Result<Option<Vec<Outcome>>, Error> {
        let form = closed_form(rules).filter(|form| form.is_outcome() && rules.convention == Convention::Normal);
        let Some(form) = form else { return Ok(None) };
        let mut budget = self.budget();
        let winner = |component| budget.poll().map(|()| form.outcome(&rules.ruleset, component));
        Ok(components.iter().map(winner).collect::<Result<Option<Vec<_>>, Stopped>>()?)
    }

    /// The value of each sum, by a solution of their distinct components.
    fn valued(
        &self,
        rules: &Declaration,
        sums: Vec<Vec<Component>>,
        solve: impl FnOnce(&Query) -> Result<(Solution, Status), Error>,
    ) -> Result<(Vec<Nimber>, Status), Error> {
        if rules.convention == Convention::Misere {
            let help = "ask for the outcome of one position at a time";
            return Err(Error::refused("usage", "in misère play positions have outcomes and no values", help));
        }
        // Equal components would cancel in pairs, and a pair need not get a value.
        let mut places: HashMap<Component, usize> = HashMap::new();
        let mut distinct = Vec::new();
        let mut parts = Vec::with_capacity(sums.len());
        let mut budget = self.budget();
        for component in sums.iter().flatten() {
            budget.charge(COMPONENT)?;
            let place = distinct.len();
            parts.push(match places.entry(rules.ruleset.canonical(component)) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(free) => {
                    distinct.push(free.key().clone());
                    *free.insert(place)
                }
            });
        }
        drop(places);
        if distinct.is_empty() {
            return Ok((vec![Nimber::ZERO; sums.len()], UNCHECKED));
        }
        let query = Query::new(rules, distinct, Question::ValueAndMoves);
        let (solution, status) = solve(&query)?;
        let mut budget = self.budget();
        let value = |term: &grundy_games::Term| {
            budget.charge(VALUE)?;
            let value = solution.value(&query, term.ruleset, &term.component);
            value.ok_or_else(|| Fault(format!("the solution does not hold the value of {}", term.component)).into())
        };
        let values: Vec<Nimber> = query.position.iter().map(value).collect::<Result<_, Error>>()?;
        let mut parts = parts.into_iter();
        let sums = sums.iter().map(|sum| parts.by_ref().take(sum.len()).map(|place| values[place]).sum()).collect();
        Ok((sums, status))
    }
}
