//! Tables of two numbers: the values of positions with two sizes, each from 0 to a largest one.
//!
//! *Example.* Wythoff's game to 10: 121 values, of which seven are 0, those of the lost positions.
//!
//! *Cost.* That of all positions, which grows with the third power of the largest number. *Limits:*
//! normal play, and numbers up to 1000; up to 100 where the moves from the largest position do not
//! lead to all others.

use std::{ops::ControlFlow, sync::Arc};

use grundy_cert::Claim;

use grundy_core::Nimber;
use grundy_games::{Component, Convention, Declaration, Piles, Query, Question, Ruleset, Typed};

use grundy_solvers::{Budget, Reason, Stopped};

use crate::{
    error::Error,
    help::{Fix, Help},
    run::Run,
    solved::Status,
};

/// The most values of a table of two numbers: both up to 1000.
const MOST: u64 = 1001 * 1001;

/// The same where the largest position does not lead to all others, so that each is planned for.
const MOST_PLANNED: u64 = 101 * 101;

/// The values of the positions of a game with two sizes, both from 0 to `end`.
#[derive(Clone, Debug)]
pub struct SquareTable {
    /// The game.
    pub rules: Declaration,
    /// The kind of heap that has the sizes; `None` if they are a pair of heaps, or two piles.
    pub kind: Option<Arc<str>>,
    /// The largest size.
    pub end: u64,
    /// The values, by the first size and then by the second one.
    pub values: Vec<Nimber>,
    /// Whether the checker has verified the values.
    pub status: Status,
}

/// A table of two numbers that is asked for.
#[derive(Clone, Debug)]
pub struct SquareQuery {
    /// The game.
    pub rules: Declaration,
    /// The kind of heap that has the sizes; `None` if they are a pair of heaps, or two piles.
    pub kind: Option<Arc<str>>,
    /// The largest size, if it is given.
    pub end: Option<u64>,
}

impl SquareTable {
    /// The values for each first size, from 0 on: those for all second ones.
    ///
    /// All rows are equally long.
    pub fn rows(&self) -> impl Iterator<Item = &[Nimber]> {
        self.values.chunks(self.end as usize + 1)
    }

    /// The two sizes of each position that the player to move loses.
    ///
    /// They ascend by the first size.
    pub fn losing(&self) -> impl Iterator<Item = [u64; 2]> + '_ {
        let lost = |row: &'_ [Nimber]| row.iter().map(|&value| value == Nimber::ZERO).collect::<Vec<bool>>();
        (0..).zip(self.rows()).flat_map(move |(a, row)| {
            (0..).zip(lost(row)).filter(|(_, lost)| *lost).map(move |(b, _)| [a, b]).collect::<Vec<_>>()
        })
    }
}

impl Run {
    /// What has two sizes in a game: a kind of heap, `None` within if it is a pair of heaps or two
    /// piles. `None` if no position of the game has two sizes, or several kinds have and none is
    /// chosen.
    pub fn square_kind(rules: &Declaration, chosen: Option<&str>) -> Option<Option<Arc<str>>> {
        match &rules.ruleset {
            Ruleset::Typed(typed) => {
                let has_two = |kind: &&Arc<str>| {
                    let own = typed.clauses.iter().find(|clause| clause.kind.as_ref() == Some(*kind));
                    own.is_some_and(|clause| clause.arity == 2) && chosen.is_none_or(|chosen| chosen == &***kind)
                };
                let mut kinds = typed.kinds.iter().filter(has_two);
                kinds.next().filter(|_| kinds.next().is_none()).map(|kind| Some(kind.clone()))
            }
            Ruleset::Product(_) | Ruleset::Piles(_) => chosen.is_none().then_some(None),
            _ => None,
        }
    }

    /// The game with two sizes that these words name, what has them ([`Run::square_kind`]), and the
    /// largest size, if a number follows; `None` for other words.
    pub fn square_query(&self, words: &[String], misere: bool, chosen: Option<&str>) -> Option<SquareQuery> {
        let found = self.chosen(words, misere).ok()?;
        let kind = Run::square_kind(&found.game.rules, chosen)?;
        let ends: Option<Vec<u64>> = found.rest.iter().map(|end| end.parse().ok()).collect();
        let end = match ends?[..] {
            [] => None,
            [end] => Some(end),
            [end, same] if end == same => Some(end),
            _ => return None,
        };
        self.note_read_as(found.read_as);
        Some(SquareQuery { rules: found.game.rules, kind, end })
    }

    /// The values of all positions of a game with two sizes up to `end`, checked; `kind` is what
    /// [`Run::square_kind`] gives.
    ///
    /// ```
    /// use grundy::{Limits, Run, games};
    ///
    /// let wythoff = games::game("wythoff")?;
    /// let kind = Run::square_kind(&wythoff, None).expect("W(a, b)");
    /// let table = Run::new(Limits::default()).square_table(&wythoff, kind, 5)?;
    /// assert_eq!(table.losing().collect::<Vec<_>>(), [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] in misère play, and for numbers over the limits; else as [`Run::solve`].
    pub fn square_table(&self, rules: &Declaration, kind: Option<Arc<str>>, end: u64) -> Result<SquareTable, Error> {
        let side = end.saturating_add(1);
        let entries = side.saturating_mul(side);
        let refused = |most: u64| {
            let message = format!("a table of two numbers goes up to {most} here, not to {end}");
            Error::refused("usage", message, Help::from("write a smaller number: ") + Fix::set("up_to", most))
        };
        if rules.convention == Convention::Misere {
            let help = "ask for the outcome of one position at a time";
            return Err(Error::refused("usage", "in misère play positions have outcomes and no values", help));
        }
        if entries > MOST {
            return Err(refused(MOST.isqrt() - 1));
        }
        let of_sizes = |a: u64, b: u64| match (&kind, &rules.ruleset) {
            (Some(kind), _) => Component::Typed(Typed { kind: kind.clone(), sizes: vec![a, b] }),
            (None, Ruleset::Piles(_)) => Component::Piles(Piles::of(vec![a, b])),
            (None, _) => Component::Pair([a, b]),
        };
        let all = || (0..side).flat_map(|a| (0..side).map(move |b| (a, b))).map(|(a, b)| of_sizes(a, b));
        // Most solvers find the values of all smaller positions on the way to the largest one.
        let at_once = || {
            let solved = self.solve(Query::new(rules, vec![of_sizes(end, end)], Question::ValueAndMoves))?;
            let mut budget = self.budget();
            for claim in &solved.solution.claims {
                only_verified(claim, &mut budget)?;
            }
            let mut values = Vec::with_capacity(entries as usize);
            for component in all() {
                budget.tick()?;
                match solved.solution.value(&solved.query, 0, &rules.ruleset.canonical(&component)) {
                    Some(value) => values.push(value),
                    None => return Ok(None),
                }
            }
            Ok::<_, Error>(Some((values, solved.status)))
        };
        let known = match at_once() {
            Err(Error::Stopped(stopped)) if stopped.reason == Reason::Interrupted => return Err(stopped.into()),
            Err(_) if entries <= MOST_PLANNED => None,
            found => found?,
        };
        let (values, status) = match known {
            Some(known) => known,
            None if entries > MOST_PLANNED => return Err(refused(MOST_PLANNED.isqrt() - 1)),
            None => self.checked_values_of(rules, all().map(|component| vec![component]).collect())?,
        };
        Ok(SquareTable { rules: rules.clone(), kind, end, values, status })
    }
}

/// Makes a claim that stores whole boxes of heaps give the values of those alone that come up in
/// play from the start: only these are verified.
fn only_verified(mut claim: &Claim, budget: &mut Budget) -> Result<(), Stopped> {
    while let Claim::Reduced(reduced) = claim {
        claim = &reduced.claim;
    }
    let Claim::Positions(values) = claim else { return Ok(()) };
    let mut polled = Ok(());
    values.each(&mut |_, _| {
        polled = budget.tick();
        if polled.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    polled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, games};

    fn table(game: &str, end: u64) -> Result<SquareTable, Error> {
        let rules = games::game(game).expect("a game");
        let kind = Run::square_kind(&rules, None).expect("two sizes");
        Run::new(Limits::default()).square_table(&rules, kind, end)
    }

    /// Beatty's sequences, by the least number that is not yet in a pair.
    #[test]
    fn the_lost_positions_of_wythoffs_game_are_those_of_its_theorem() {
        let found = table("wythoff", 150).expect("it is small");
        let mut used = [false; 200];
        let mut pairs = Vec::new();
        for difference in 0.. {
            let least = used.iter().position(|used| !used).expect("there are enough");
            if least + difference > 150 {
                break;
            }
            (used[least], used[least + difference]) = (true, true);
            let pair = [least as u64, (least + difference) as u64];
            pairs.extend([pair, [pair[1], pair[0]]]);
        }
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(found.losing().collect::<Vec<_>>(), pairs);
        assert!(found.status.is_proved());
    }

    /// From the largest position only those with the parities of its sizes are reached.
    #[test]
    fn positions_that_the_largest_does_not_lead_to_have_their_values() {
        let by_twos = "W(a, b) -> W(a-2, b), W(a, b) -> W(a, b-2)";
        let found = table(by_twos, 9).expect("it is small");
        for (a, row) in (0u64..).zip(found.rows()) {
            for (b, value) in (0u64..).zip(row) {
                assert_eq!(value.0, (a / 2 + b / 2) % 2, "({a}, {b})");
            }
        }
        // So over the bound there is no table, though the solver has a box of values.
        let halves = "W(a, b) -> W(a-2k, b) for k in 1..a/2, W(a, b) -> W(a, b-2k) for k in 1..b/2";
        for game in [by_twos, halves] {
            assert!(table(game, 101).expect_err("most are not verified").to_string().contains("up to 100"), "{game}");
        }
        let misere = table("misère wythoff", 1004).expect_err("positions have no values");
        assert!(misere.to_string().contains("misère"), "{misere}");
        for (game, end) in [("wythoff", 1001), ("wythoff", u64::MAX)] {
            assert!(table(game, end).expect_err("it is too large").to_string().contains("up to 1000"), "{game}");
        }
    }
}
