//! Tables of two numbers: the values of positions with two sizes, each from 0 to a largest one.
//!
//! *Example.* Wythoff's game to 10: 121 values, of which seven are 0, those of the lost positions.
//!
//! *Cost.* That of all positions, which grows with the third power of the largest number. *Limits:*
//! normal play, and numbers up to 100.

use std::sync::Arc;

use grundy_core::Nimber;
use grundy_games::{Component, Declaration, Piles, Ruleset, Typed};

use crate::{error::Error, help::Fix, help::Help, run::Run, solved::Status};

/// The most values of a table of two numbers: both up to 100. Each position is planned for.
const MOST: u64 = 101 * 101;

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
    /// [`Error::Refused`] in misère play, and for numbers over 100; else as [`Run::solve`].
    pub fn square_table(&self, rules: &Declaration, kind: Option<Arc<str>>, end: u64) -> Result<SquareTable, Error> {
        let side = end.saturating_add(1);
        if side.saturating_mul(side) > MOST {
            let message = format!("a table of two numbers goes up to 100, not to {end}");
            return Err(Error::refused(
                "usage",
                message,
                Help::from("write a smaller number: ") + Fix::set("up_to", 100),
            ));
        }
        let of_sizes = |a: u64, b: u64| match (&kind, &rules.ruleset) {
            (Some(kind), _) => Component::Typed(Typed { kind: kind.clone(), sizes: vec![a, b] }),
            (None, Ruleset::Piles(_)) => Component::Piles(Piles::of(vec![a, b])),
            (None, _) => Component::Pair([a, b]),
        };
        let all = (0..side).flat_map(|a| (0..side).map(move |b| (a, b)));
        let (values, status) = self.checked_values_of(rules, all.map(|(a, b)| vec![of_sizes(a, b)]).collect())?;
        Ok(SquareTable { rules: rules.clone(), kind, end, values, status })
    }
}
