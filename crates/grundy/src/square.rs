//! Tables of two numbers: the values of positions with two sizes, each from 0 to a largest one.
//!
//! *Examples.* Wythoff's game to 10: 121 values, of which seven are 0, those of the lost positions.
//! Arc Kayles on `spider [2, n, m]`: the graphs with two free numbers.
//!
//! *Cost.* That of all positions, which grows with the third power of the largest number. *Limits:*
//! normal play, and numbers up to 1000; up to 100 where the moves from the largest position do not
//! lead to all others.

use std::{ops::ControlFlow, sync::Arc};

use grundy_cert::Claim;

use grundy_core::Nimber;
use grundy_games::{
    Component, Convention, Declaration, Family, GraphPairs, LONGEST_SIDE, Query, Question, Ruleset, Typed,
};

use grundy_solvers::{Budget, Reason, Stopped};

use crate::{
    error::Error,
    help::{Fix, Help},
    run::Run,
    solve::Wanted,
    solved::Status,
};

/// The most values of a table of two numbers: both up to 1000.
const MOST: u64 = 1001 * 1001;

/// The same where the largest position does not lead to all others, so that each is planned for.
const MOST_PLANNED: u64 = 101 * 101;

/// The words among which a family of graphs is looked for.
const MOST_WORDS: usize = 12;

/// The values of the positions of a game with two sizes, both from 0 to `end`.
#[derive(Clone, Debug)]
pub struct SquareTable {
    /// The game.
    pub rules: Declaration,
    /// What has the two sizes.
    pub of: TwoSizes,
    /// The largest size.
    pub end: u64,
    /// The values that the rules give, by the first size and then by the second one.
    /// [`SquareTable::rows`] has those of positions.
    pub values: Vec<Nimber>,
    /// Whether the checker has verified the values.
    pub status: Status,
}

/// What has two sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TwoSizes {
    /// Heaps of this kind.
    Kind(Arc<str>),
    /// A pair of heaps, or two piles.
    Pair,
    /// The graphs of a family with two free numbers.
    Graphs(GraphPairs),
}

/// A table of two numbers that is asked for.
#[derive(Clone, Debug)]
pub struct SquareQuery {
    /// The game.
    pub rules: Declaration,
    /// What has the two sizes.
    pub of: TwoSizes,
    /// The largest size, if it is given.
    pub end: Option<u64>,
}

impl TwoSizes {
    /// The name of the kind, or the family; `None` for a pair.
    pub fn name(&self) -> Option<String> {
        match self {
            TwoSizes::Kind(kind) => Some(kind.to_string()),
            TwoSizes::Pair => None,
            TwoSizes::Graphs(family) => Some(family.to_string()),
        }
    }

    /// The position of these sizes; `None` if it is too large.
    fn position(&self, rules: &Ruleset, a: u64, b: u64) -> Option<Vec<Component>> {
        Some(vec![match (self, rules) {
            (TwoSizes::Kind(kind), _) => Component::Typed(Typed { kind: kind.clone(), sizes: vec![a, b] }),
            (TwoSizes::Graphs(family), Ruleset::Graph(graphs)) => return family.member(a, b, graphs.keeps_cells()),
            (_, Ruleset::Piles(rules)) => Component::Piles(rules.piles([a, b])),
            (_, _) => Component::Pair([a, b]),
        }])
    }
}

impl SquareTable {
    /// The values for each first size, from 0 on: those for all second ones.
    ///
    /// A row has all second sizes, or those up to the first one where no size of a position is
    /// larger than the one before it.
    pub fn rows(&self) -> impl Iterator<Item = &[Nimber]> {
        let falls = Family::falls(&self.rules.ruleset);
        let rows = self.values.chunks(self.end as usize + 1).enumerate();
        rows.map(move |(a, row)| if falls { &row[..=a] } else { row })
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
    /// What has two sizes in a game. `None` if no position of the game has two sizes, or several
    /// kinds of heaps have and none is chosen.
    pub fn two_sizes(rules: &Declaration, chosen: Option<&str>) -> Option<TwoSizes> {
        match &rules.ruleset {
            Ruleset::Typed(typed) => {
                let has_two = |kind: &&Arc<str>| {
                    let own = typed.clauses.iter().find(|clause| clause.kind.as_ref() == Some(*kind));
                    own.is_some_and(|clause| clause.arity == 2) && chosen.is_none_or(|chosen| chosen == &***kind)
                };
                let mut kinds = typed.kinds.iter().filter(has_two);
                kinds.next().filter(|_| kinds.next().is_none()).map(|kind| TwoSizes::Kind(kind.clone()))
            }
            Ruleset::Piles(piles) if piles.numbered() > 2 => None,
            Ruleset::Product(_) | Ruleset::Piles(_) => chosen.is_none().then_some(TwoSizes::Pair),
            _ => None,
        }
    }

    /// The game with two sizes that these words name, what has them ([`Run::two_sizes`], or a
    /// family of graphs with two names), and the largest size, if a number follows; `None` for
    /// other words.
    pub fn square_query(&self, words: &[String], misere: bool, chosen: Option<&str>) -> Option<SquareQuery> {
        let to = crate::request::table_to(words);
        let words = to.as_deref().unwrap_or(words);
        // A shell takes `spider [2, n, m]` apart.
        let most = words.len().min(MOST_WORDS);
        let runs = (1..most).flat_map(|at| (at + 1..=most).rev().map(move |end| at..end));
        let family = runs.filter_map(|run| Some((run.clone(), GraphPairs::of(&words[run].join(" "))?))).next();
        let found = self.chosen(&words[..family.as_ref().map_or(words.len(), |(run, _)| run.start)], misere).ok()?;
        let rules = &found.game.rules.ruleset;
        let (of, rest) = match family {
            Some((run, family)) => {
                let is_free = matches!(rules, Ruleset::Graph(graphs) if graphs.on.is_none()) && found.rest.is_empty();
                (is_free.then_some(TwoSizes::Graphs(family))?, words[run.end..].to_vec())
            }
            None => (Run::two_sizes(&found.game.rules, chosen)?, found.rest.to_vec()),
        };
        // `8x8` are the ends of both.
        let ends = rest.iter().flat_map(|end| end.split(['x', 'X', ',']));
        let ends: Option<Vec<u64>> = ends.map(|end| end.parse().ok()).collect();
        let end = match ends?[..] {
            [] => None,
            [end] => Some(end),
            [end, same] if end == same => Some(end),
            _ => return None,
        };
        let said = to.as_ref().map(|line| format!("`{}`", crate::request::shell("", line)));
        self.note_read_as(found.read_as.or(said));
        Some(SquareQuery { rules: found.game.rules, of, end })
    }

    /// The values of all positions of a game with two sizes up to `end`, checked; `of` is what
    /// [`Run::two_sizes`] gives, or a family of graphs.
    ///
    /// ```
    /// use grundy::{Limits, Run, games};
    ///
    /// let wythoff = games::game("wythoff")?;
    /// let of = Run::two_sizes(&wythoff, None).expect("W(a, b)");
    /// let table = Run::new(Limits::default()).square_table(&wythoff, of, 5)?;
    /// assert_eq!(table.losing().collect::<Vec<_>>(), [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] in misère play, and for numbers over the limits; else as [`Run::solve`].
    pub fn square_table(&self, rules: &Declaration, of: TwoSizes, end: u64) -> Result<SquareTable, Error> {
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
        let of_sizes = |a: u64, b: u64| of.position(&rules.ruleset, a, b);
        let all = || (0..side).flat_map(|a| (0..side).map(move |b| (a, b))).map(|(a, b)| of_sizes(a, b));
        // Most solvers find the values of all smaller positions on the way to the largest ones:
        // where a move takes two of a size, those with the size before the last lead to the others.
        let before = end.saturating_sub(1);
        let corner = [(end, end), (end, before), (before, end), (before, before)];
        let largest = corner.into_iter().map(|(a, b)| of_sizes(a, b)).collect::<Option<Vec<_>>>();
        let Some(mut largest) = largest else { return Err(refused(LONGEST_SIDE as u64)) };
        largest.dedup();
        let largest = largest.concat();
        let at_once = || {
            let query = Query::new(rules, largest, Question::ValueAndMoves);
            let solved = self.settle(self.find(query, Wanted { every_option: true, ..Wanted::default() })?)?;
            let mut budget = self.budget();
            for claim in &solved.solution.claims {
                only_verified(claim, &mut budget)?;
            }
            let mut values = Vec::with_capacity(entries as usize);
            for sum in all() {
                budget.tick()?;
                let Some(sum) = sum else { return Ok(None) };
                let value = |component: &Component| {
                    solved.solution.value(&solved.query, 0, &rules.ruleset.canonical(component))
                };
                match sum.first().map_or(Some(Nimber::ZERO), value) {
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
            None => {
                let Some(sums) = all().collect() else { return Err(refused(LONGEST_SIDE as u64)) };
                self.checked_values_of(rules, sums)?
            }
        };
        Ok(SquareTable { rules: rules.clone(), of, end, values, status })
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
        let of = Run::two_sizes(&rules, None).expect("two sizes");
        Run::new(Limits::default()).square_table(&rules, of, end)
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

    /// The second row of a bar is not longer than the first one.
    #[test]
    fn sizes_that_are_no_position_of_the_game_are_left_out() {
        let found = table("chomp-2", 6).expect("it is small");
        assert!(found.rows().enumerate().all(|(a, row)| row.len() == a + 1));
        let lost = [[0, 0], [1, 0], [2, 1], [3, 2], [4, 3], [5, 4], [6, 5]];
        assert_eq!(found.losing().collect::<Vec<_>>(), lost);
    }

    /// From the largest positions only those with some remainders of their sizes are reached.
    #[test]
    fn positions_that_the_largest_does_not_lead_to_have_their_values() {
        let by = |step: u64| format!("W(a, b) -> W(a-{step}, b), W(a, b) -> W(a, b-{step})");
        for (step, end) in [(2, 9), (2, 101), (3, 9), (3, 0), (3, 1)] {
            let found = table(&by(step), end).expect("it is small");
            for (a, row) in (0u64..).zip(found.rows()) {
                for (b, value) in (0u64..).zip(row) {
                    assert_eq!(value.0, (a / step + b / step) % 2, "({a}, {b})");
                }
            }
        }
        // So over the bound there is no table, though the solver has a box of values.
        let thirds = "W(a, b) -> W(a-3k, b) for k in 1..a/3, W(a, b) -> W(a, b-3k) for k in 1..b/3";
        for game in [&*by(3), thirds] {
            assert!(table(game, 101).expect_err("most are not verified").to_string().contains("up to 100"), "{game}");
        }
        let misere = table("misère wythoff", 1004).expect_err("positions have no values");
        assert!(misere.to_string().contains("misère"), "{misere}");
        for (game, end) in [("wythoff", 1001), ("wythoff", u64::MAX)] {
            assert!(table(game, end).expect_err("it is too large").to_string().contains("up to 1000"), "{game}");
        }
    }

    /// Each value is that of the graph, solved on its own.
    #[test]
    fn families_of_graphs_with_two_names_have_the_values_of_their_members() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let run = Run::new(Limits::default());
        for (game, family, end) in [
            ("arc-kayles", "spider [2,n,m]", 7),
            ("node-kayles", "spider [n, k]", 8),
            ("graph: take edge", "spider [1,1,n,m]", 4),
            ("cram", "grid nxm", 4),
            ("graph: take edge", "grid axb", 2),
        ] {
            let query = run.square_query(&words(&[game, family, &end.to_string()]), false, None).expect(family);
            let table = run.square_table(&query.rules, query.of, query.end.expect("a number")).expect("it is small");
            assert!(table.status.is_proved(), "{family}");
            for (a, row) in (0..).zip(table.rows()) {
                for (b, value) in (0..).zip(row) {
                    let legs: Vec<u64> = match family {
                        "spider [2,n,m]" => vec![2, a, b],
                        "spider [1,1,n,m]" => vec![1, 1, a, b],
                        _ => vec![a, b],
                    };
                    let of_legs = legs.iter().filter(|leg| **leg > 0).map(u64::to_string).collect::<Vec<_>>();
                    let position = match family {
                        _ if family.starts_with("grid") && a * b == 0 => continue,
                        _ if family.starts_with("grid") => format!("grid {a}x{b}"),
                        _ if of_legs.is_empty() => "path 1".to_owned(),
                        _ => format!("spider [{}]", of_legs.join(",")),
                    };
                    let alone = games::query(game, &position, Question::Value).expect("a position");
                    assert_eq!(run.solve(alone).expect("it is small").value(), Some(*value), "{game} {position}");
                }
            }
        }
        // A side over 64 is refused, not left out.
        for game in ["cram", "graph: take edge"] {
            let query = run.square_query(&words(&[game, "grid nxm", "65"]), false, None).expect("a grid");
            let refused = run.square_table(&query.rules, query.of, 65).expect_err("it is too large");
            assert!(refused.to_string().contains("up to 64"), "{refused}");
        }
        for other in [
            &["kayles", "spider [n, m]", "5"][..],
            &["arc-kayles", "spider [n, n]", "5"],
            &["arc-kayles", "path n", "5"],
        ] {
            assert!(run.square_query(&words(other), false, None).is_none(), "{other:?}");
        }
    }
}
