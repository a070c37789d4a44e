//! A question about one or more games.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt,
};

use grundy_core::{Fault, Game};

use crate::{Board, Component, Diagnostic, Lists, Play, Rules, words};

/// A question: games, a sum of their components, what is asked, and who wins at the end.
#[derive(Clone, Debug)]
pub struct Query {
    /// The boards that the components belong to; sums may mix them.
    pub boards: Vec<Board>,
    /// The sum.
    pub start: Vec<Placed>,
    /// What to find out.
    pub ask: Ask,
    /// What the last move is worth: one convention for the whole sum.
    pub play: Play,
}

/// A component together with the board that it is played on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// The place of its board in [`Query::boards`].
    pub board: usize,
    /// The component.
    pub component: Component,
}

/// What a query wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The value of the sum (its outcome in misère play).
    Value,
    /// The value of the sum, and of its moves only one that wins.
    Nimber,
    /// Who wins the sum, and no more.
    Outcome,
    /// The value (outcome) of every single heap from 0 up to the one heap of the sum.
    Table,
}

impl Query {
    /// A question about one game.
    pub fn new(rules: &Rules, start: Vec<Component>, ask: Ask) -> Query {
        let start = start.into_iter().map(|component| Placed { board: 0, component }).collect();
        Query { boards: vec![rules.board.clone()], start, ask, play: rules.play }
    }

    /// Reads a game and a sum of its components.
    pub fn parse(rules: &str, start: &str, ask: Ask) -> Result<Query, Diagnostic> {
        let rules = Rules::parse(rules)?;
        Ok(Query::new(&rules, rules.parse_position(start)?, ask))
    }

    /// Reads a sum of unlike games: `kayles 5 + nim 3`, `[octal 0.15] 7 + [bag: take letter until distinct] {aab}`.
    ///
    /// A component without a game before it belongs to the game of the component before it.
    pub fn parse_sum(text: &str, lists: Lists<'_>) -> Result<Query, Diagnostic> {
        crate::parse::sum(text, lists)
    }

    /// As [`Query::parse_sum`] for texts that name no word list.
    pub fn parse_plain_sum(text: &str) -> Result<Query, Diagnostic> {
        Query::parse_sum(text, &words::no_lists)
    }

    /// The largest heap of a table: the one heap of the one game.
    pub fn table_end(&self) -> Option<u64> {
        match (&self.boards[..], &self.start[..]) {
            ([Board::Heap(_)], [Placed { board: 0, component: Component::Heap(size) }]) => Some(*size),
            _ => None,
        }
    }

    /// The board at this place with no more words than the one component of the sum can meet. What is claimed there is then
    /// checked by fewer options than the board has; whoever reads it for another start has to look whether that can meet more
    /// words.
    pub fn narrowed(&self, place: usize) -> Cow<'_, Board> {
        match &self.start[..] {
            [placed] if placed.board == place => Cow::Owned(self.boards[place].within(&placed.component)),
            _ => Cow::Borrowed(&self.boards[place]),
        }
    }

    /// The places of the components of a sum that are left when equal ones cancel, in order: in normal play two equal ones are
    /// worth 0 together, whatever each is worth.
    ///
    /// Bags cancel all or not at all: what is claimed of the one that is left would have to be checked with the words that it
    /// can meet ([`Query::narrowed`]).
    pub fn unpaired(&self, sum: &[Placed]) -> Vec<usize> {
        if self.play == Play::Misere || sum.len() < 2 {
            return (0..sum.len()).collect();
        }
        let mut left: HashMap<(usize, Component), usize> = HashMap::new();
        for (at, Placed { board, component }) in sum.iter().enumerate() {
            match left.entry((*board, self.boards[*board].canonical(component))) {
                Entry::Occupied(twin) => drop(twin.remove()),
                Entry::Vacant(free) => drop(free.insert(at)),
            }
        }
        let is_bag = |board: usize| matches!(self.boards[board], Board::Bag(_));
        let bags: HashSet<usize> = left.keys().map(|(board, _)| *board).filter(|board| is_bag(*board)).collect();
        let single: HashSet<usize> = left.into_values().collect();
        (0..sum.len()).filter(|at| single.contains(at) || bags.contains(&sum[*at].board)).collect()
    }

    /// The same question about the components at these places alone.
    #[must_use]
    pub fn only(&self, places: &[usize]) -> Query {
        let start = places.iter().map(|&at| self.start[at].clone()).collect();
        Query { boards: self.boards.clone(), start, ..*self }
    }

    /// A sum that is the same in every respect: canonical components, those without moves left out, in order.
    pub fn normal_sum(&self, sum: Vec<Placed>) -> Result<Vec<Placed>, Fault> {
        let mut normal = Vec::with_capacity(sum.len());
        for Placed { board, component } in sum {
            let component = self.boards[board].canonical(&component);
            let moved = self.boards[board].options(&component, |_| Err(Moved::Yes));
            match moved {
                Ok(()) => {}
                Err(Moved::Yes) => normal.push(Placed { board, component }),
                Err(Moved::Fault(fault)) => return Err(fault),
            }
        }
        normal.sort_unstable();
        Ok(normal)
    }

    /// Shows every option of a sum; one move in one component.
    pub fn sum_options<E: From<Fault>>(
        &self,
        sum: &[Placed],
        mut visit: impl FnMut(&[Placed]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (at, placed) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == *placed {
                continue;
            }
            let mut option: Vec<Placed> =
                sum.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, placed)| placed.clone()).collect();
            let kept = option.len();
            self.boards[placed.board].options(&placed.component, |parts| {
                option.truncate(kept);
                option.extend(parts.iter().map(|part| Placed { board: placed.board, component: part.clone() }));
                visit(&option)
            })?;
        }
        Ok(())
    }

    /// The game, as text; unlike games in brackets with their components.
    pub fn game_text(&self) -> String {
        let play = if self.play == Play::Misere { "misère " } else { "" };
        match &self.boards[..] {
            [board] => format!("{play}{board}"),
            boards => {
                let all: Vec<String> = boards.iter().map(|board| format!("[{board}]")).collect();
                format!("{play}{}", all.join(" + "))
            }
        }
    }

    /// The sum, as text; with the game of each component where there are several.
    pub fn position_text(&self) -> String {
        let text = |placed: &Placed| match self.boards.len() {
            1 => self.boards[placed.board].text(&placed.component),
            _ => format!("[{}] {}", self.boards[placed.board], self.boards[placed.board].text(&placed.component)),
        };
        self.start.iter().map(text).collect::<Vec<_>>().join(" + ")
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.boards.len() {
            1 => write!(f, "{} at {}", self.game_text(), self.position_text()),
            _ => write!(f, "{}{}", if self.play == Play::Misere { "misère " } else { "" }, self.position_text()),
        }
    }
}

/// Why looking for a first move stopped.
enum Moved {
    Yes,
    Fault(Fault),
}

impl From<Fault> for Moved {
    fn from(fault: Fault) -> Moved {
        Moved::Fault(fault)
    }
}
