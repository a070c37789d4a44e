//! A question about one or more games.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt,
};

use grundy_core::{Fault, Game};

use crate::{
    component::Component,
    rules::{Convention, Declaration, Ruleset},
};

/// A question: games, a sum of their components, what is asked, and who wins at the end.
#[derive(Clone, Debug)]
pub struct Query {
    /// The boards that the components belong to; sums may mix them.
    pub rulesets: Vec<Ruleset>,
    /// The sum.
    pub position: Vec<Term>,
    /// What to find out.
    pub question: Question,
    /// What the last move is worth: one convention for the whole sum.
    pub convention: Convention,
}

/// A component together with the board that it is played on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// The place of its board in [`Query::rulesets`].
    pub ruleset: usize,
    /// The component.
    pub component: Component,
}

/// What a query wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The value of the sum (its outcome in misère play).
    ValueAndMoves,
    /// The value of the sum, and of its moves only one that wins.
    Value,
    /// Who wins the sum, and no more.
    Outcome,
    /// The value (outcome) of every single heap from 0 up to the one heap of the sum.
    Table,
}

impl Query {
    /// A question about one game.
    pub fn new(rules: &Declaration, start: Vec<Component>, ask: Question) -> Query {
        let start = start.into_iter().map(|component| Term { ruleset: 0, component }).collect();
        Query { rulesets: vec![rules.ruleset.clone()], position: start, question: ask, convention: rules.convention }
    }

    /// The largest heap of a table: the one heap of the one game.
    pub fn table_end(&self) -> Option<u64> {
        match (&self.rulesets[..], &self.position[..]) {
            ([Ruleset::Heap(_)], [Term { ruleset: 0, component: Component::Heap(size) }]) => Some(*size),
            _ => None,
        }
    }

    /// The board at this place with no more words than the one component of the sum can meet. What is claimed there is then
    /// checked by fewer options than the board has; whoever reads it for another start has to look whether that can meet more
    /// words.
    pub fn narrowed(&self, place: usize) -> Cow<'_, Ruleset> {
        match &self.position[..] {
            [term] if term.ruleset == place => Cow::Owned(self.rulesets[place].within(&term.component)),
            _ => Cow::Borrowed(&self.rulesets[place]),
        }
    }

    /// The places of the components of a sum that are left when equal ones cancel, in order: in normal play two equal ones are
    /// worth 0 together, whatever each is worth.
    ///
    /// Bags cancel all or not at all: what is claimed of the one that is left would have to be checked with the words that it
    /// can meet ([`Query::narrowed`]).
    pub fn unpaired(&self, sum: &[Term]) -> Vec<usize> {
        if self.convention == Convention::Misere || sum.len() < 2 {
            return (0..sum.len()).collect();
        }
        let mut left: HashMap<(usize, Component), usize> = HashMap::new();
        for (at, Term { ruleset, component }) in sum.iter().enumerate() {
            match left.entry((*ruleset, self.rulesets[*ruleset].canonical(component))) {
                Entry::Occupied(twin) => drop(twin.remove()),
                Entry::Vacant(free) => drop(free.insert(at)),
            }
        }
        let is_bag = |ruleset: usize| matches!(self.rulesets[ruleset], Ruleset::Bag(_));
        let bags: HashSet<usize> =
            left.keys().map(|(ruleset, _)| *ruleset).filter(|ruleset| is_bag(*ruleset)).collect();
        let single: HashSet<usize> = left.into_values().collect();
        (0..sum.len()).filter(|at| single.contains(at) || bags.contains(&sum[*at].ruleset)).collect()
    }

    /// The same question about the components at these places alone.
    #[must_use]
    pub fn only(&self, places: &[usize]) -> Query {
        let start = places.iter().map(|&at| self.position[at].clone()).collect();
        Query { rulesets: self.rulesets.clone(), position: start, ..*self }
    }

    /// A sum that is the same in every respect: canonical components, those without moves left out, in order.
    pub fn normal_sum(&self, sum: Vec<Term>) -> Result<Vec<Term>, Fault> {
        let mut normal = Vec::with_capacity(sum.len());
        for Term { ruleset, component } in sum {
            let component = self.rulesets[ruleset].canonical(&component);
            let moved = self.rulesets[ruleset].options(&component, |_| Err(Moved::Yes));
            match moved {
                Ok(()) => {}
                Err(Moved::Yes) => normal.push(Term { ruleset, component }),
                Err(Moved::Fault(fault)) => return Err(fault),
            }
        }
        normal.sort_unstable();
        Ok(normal)
    }

    /// Shows every option of a sum; one move in one component.
    pub fn sum_options<E: From<Fault>>(
        &self,
        sum: &[Term],
        mut visit: impl FnMut(&[Term]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (at, term) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == *term {
                continue;
            }
            let mut option: Vec<Term> =
                sum.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, term)| term.clone()).collect();
            let kept = option.len();
            self.rulesets[term.ruleset].options(&term.component, |parts| {
                option.truncate(kept);
                option.extend(parts.iter().map(|part| Term { ruleset: term.ruleset, component: part.clone() }));
                visit(&option)
            })?;
        }
        Ok(())
    }

    /// The game, as text; unlike games in brackets with their components.
    pub fn game_text(&self) -> String {
        let play = if self.convention == Convention::Misere { "misère " } else { "" };
        match &self.rulesets[..] {
            [ruleset] => format!("{play}{ruleset}"),
            rulesets => {
                let all: Vec<String> = rulesets.iter().map(|ruleset| format!("[{ruleset}]")).collect();
                format!("{play}{}", all.join(" + "))
            }
        }
    }

    /// The sum, as text; with the game of each component where there are several.
    pub fn position_text(&self) -> String {
        let text = |term: &Term| match self.rulesets.len() {
            1 => self.rulesets[term.ruleset].text(&term.component),
            _ => format!("[{}] {}", self.rulesets[term.ruleset], self.rulesets[term.ruleset].text(&term.component)),
        };
        self.position.iter().map(text).collect::<Vec<_>>().join(" + ")
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rulesets.len() {
            1 => write!(f, "{} at {}", self.game_text(), self.position_text()),
            _ => write!(
                f,
                "{}{}",
                if self.convention == Convention::Misere { "misère " } else { "" },
                self.position_text()
            ),
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
