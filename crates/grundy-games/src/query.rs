//! Queries: a question about a sum of positions of one or more games.
//!
//! A query is what the planner, the solvers and the checker share. It also holds the laws of sums
//! that all of them use: equal components cancel in normal play, and components have a normal form.
//!
//! ```
//! use grundy_games::{AmountSet, Amounts, Component, Convention, Declaration, HeapMove, HeapRules};
//! use grundy_games::{Parts, Query, Question, Ruleset, Span, Take};
//!
//! let amounts = Amounts { kinds: vec![AmountSet::Any], except: Vec::new() };
//! let take = Take { amounts, leaving: Span { from: 0, to: Some(1) }, parts: Parts::Any };
//! let ruleset = Ruleset::Heap(HeapRules { moves: vec![HeapMove::Take(take)] });
//! let nim = Declaration { convention: Convention::Normal, ruleset };
//! let query = Query::new(&nim, [3, 5, 3].map(Component::Heap).to_vec(), Question::Outcome);
//! assert_eq!(query.to_string(), "take any at 3 + 5 + 3");
//! assert_eq!(query.unpaired(&query.position), [1]);
//! ```

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt, iter,
    ops::Range,
};

use grundy_core::{Fault, Game, Visit};

use crate::{Component, Convention, Declaration, Ruleset};

/// A question about a position: the rulesets, a sum of components, the requested result and the
/// convention.
///
/// It is data, and has no limits. `Display` writes the game and the position.
#[derive(Clone, Debug)]
pub struct Query {
    /// The rulesets of the components; a sum may mix several.
    pub rulesets: Vec<Ruleset>,
    /// The position: a sum of terms.
    pub position: Vec<Term>,
    /// The requested result.
    pub question: Question,
    /// Normal or misère play, for the whole sum.
    pub convention: Convention,
}

/// A component of a sum, with its ruleset.
///
/// Terms are ordered by their rulesets first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// The index of the ruleset in [`Query::rulesets`].
    pub ruleset: usize,
    /// The component.
    pub component: Component,
}

/// The result that a query requests.
///
/// The less is asked, the more solvers can answer: some give only who wins.
///
/// Exhaustive: solvers and the checker state for each question whether they answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Question {
    /// The value of the sum (in misère play, its outcome), and all winning moves. Solvers that find
    /// one winning move only do not answer it.
    ValueAndMoves,
    /// The value of the sum, and one winning move.
    Value,
    /// The outcome of the sum. It suffices for who wins, and is by far the cheapest on large
    /// boards.
    Outcome,
    /// The value (in misère play, the outcome) of each heap from 0 to the single heap of the sum.
    /// Only for games on heaps.
    Table,
}

impl Query {
    /// Returns a query about a sum of components of one game.
    ///
    /// The position may be empty: the sum of no components.
    pub fn new(rules: &Declaration, components: Vec<Component>, question: Question) -> Query {
        let position = components.into_iter().map(|component| Term { ruleset: 0, component }).collect();
        Query { rulesets: vec![rules.ruleset.clone()], position, question, convention: rules.convention }
    }

    /// Returns the number of the last entry of a table; `None` unless the query has one ruleset and
    /// one component, which has a number ([`Component::number`]).
    pub fn table_end(&self) -> Option<u64> {
        match (&self.rulesets[..], &self.position[..]) {
            ([_], [Term { ruleset: 0, component }]) => component.number(),
            _ => None,
        }
    }

    /// Returns the entries of a table, from number 0 to the last one; none if it has no end.
    pub fn table_entries(&self) -> impl Iterator<Item = Component> + '_ {
        let last = self.table_end().and_then(|end| Some((end, &self.position.first()?.component)));
        last.into_iter().flat_map(|(end, last)| (0..=end).filter_map(|number| last.with_number(number)))
    }

    /// Returns the ruleset at this index. If the position is a single term, its word lists have
    /// only the words that can occur in that term ([`Ruleset::within`]).
    ///
    /// A claim about such a position is checked with these words only. To use it for another
    /// position, make sure that no further words can occur there.
    pub fn narrowed(&self, place: usize) -> Cow<'_, Ruleset> {
        match &self.position[..] {
            [term] if term.ruleset == place => Cow::Owned(self.rulesets[place].within(&term.component)),
            _ => Cow::Borrowed(&self.rulesets[place]),
        }
    }

    /// Returns the indices of the terms that remain after equal terms cancel in pairs, ascending:
    /// in normal play, the sum of two equal terms has the value 0.
    ///
    /// Unless all bags of a ruleset cancel, none does: a claim about the bag that remains would be
    /// checked with the words of that bag only ([`Query::narrowed`]). In misère play nothing
    /// cancels.
    ///
    /// A graph whose numbers of vertices and edges occur once has no equal, so its canonical form,
    /// which is expensive, is not computed.
    pub fn unpaired(&self, sum: &[Term]) -> Vec<usize> {
        if self.convention == Convention::Misere || sum.len() < 2 {
            return (0..sum.len()).collect();
        }
        // Canonical forms are expensive, and those of graphs of other sizes differ.
        let shape = |Term { ruleset, component }: &Term| match component {
            Component::Graph(graph) | Component::Poset(graph) => {
                Some((*ruleset, graph.vertices(), graph.edges().len()))
            }
            Component::Grounded(graph) => Some((*ruleset, graph.vertices(), graph.edges().len())),
            _ => None,
        };
        let mut shapes: HashMap<_, usize> = HashMap::new();
        sum.iter().filter_map(shape).for_each(|shape| *shapes.entry(shape).or_default() += 1);
        let mut left: HashMap<(usize, Component), usize> = HashMap::new();
        let mut single: HashSet<usize> = HashSet::new();
        for (at, term) in sum.iter().enumerate() {
            if shape(term).is_some_and(|shape| shapes[&shape] == 1) {
                single.insert(at);
                continue;
            }
            let Term { ruleset, component } = term;
            match left.entry((*ruleset, self.rulesets[*ruleset].canonical(component))) {
                Entry::Occupied(twin) => drop(twin.remove()),
                Entry::Vacant(free) => drop(free.insert(at)),
            }
        }
        let is_bag = |ruleset: usize| matches!(self.rulesets[ruleset], Ruleset::Bag(_));
        let bags: HashSet<usize> =
            left.keys().map(|(ruleset, _)| *ruleset).filter(|ruleset| is_bag(*ruleset)).collect();
        single.extend(left.into_values());
        (0..sum.len()).filter(|at| single.contains(at) || bags.contains(&sum[*at].ruleset)).collect()
    }

    /// Returns the same question about the terms at these indices.
    ///
    /// Indices may repeat; each gives a term.
    #[must_use]
    pub fn only(&self, places: &[usize]) -> Query {
        let position = places.iter().map(|&at| self.position[at].clone()).collect();
        Query { rulesets: self.rulesets.clone(), position, ..*self }
    }

    /// Returns the normal form of a sum, which has the same value and, in every sum, the same
    /// outcome: canonical components, without those that have no moves, sorted.
    ///
    /// `work` gets the steps that the rules compute for ([`Visit::Work`]).
    ///
    /// ```text
    /// kayles 7 + 0 + 5  becomes  5 + 7: the empty row has no moves
    /// ```
    ///
    /// # Cost
    /// A canonical form of each term, and its first option.
    ///
    /// # Errors
    ///
    /// Returns a fault of the rules at one of the components, or the error of `work`.
    pub fn normal_sum<E: From<Fault>>(
        &self,
        sum: Vec<Term>,
        mut work: impl FnMut(u32) -> Result<(), E>,
    ) -> Result<Vec<Term>, E> {
        let mut normal = Vec::with_capacity(sum.len());
        for Term { ruleset, component } in sum {
            let component = self.rulesets[ruleset].canonical(&component);
            let moved = self.rulesets[ruleset].walk(&component, |seen| match seen {
                Visit::Option(_) => Err(Moved::Yes),
                Visit::Work(steps) => work(steps).map_err(Moved::Ended),
            });
            match moved {
                Ok(()) => {}
                Err(Moved::Yes) => normal.push(Term { ruleset, component }),
                Err(Moved::Ended(error)) => return Err(error),
            }
        }
        normal.sort_unstable();
        Ok(normal)
    }

    /// Calls `visit` with each option of a sum, a move in one term, and with the work of the rules.
    /// Equal adjacent terms are moved in once.
    ///
    /// # Errors
    ///
    /// Returns the first error, of `visit` or of the rules.
    ///
    /// # Cost
    /// One walk for each term that differs from the one before it; the terms of an option are
    /// copied once for the walk.
    pub fn sum_options<E: From<Fault>>(
        &self,
        sum: &[Term],
        mut visit: impl FnMut(Visit<'_, Term>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (at, term) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == *term {
                continue;
            }
            let mut option: Vec<Term> =
                sum.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, term)| term.clone()).collect();
            let kept = option.len();
            self.rulesets[term.ruleset].walk(&term.component, |seen| {
                let parts = match seen {
                    Visit::Option(parts) => parts,
                    Visit::Work(steps) => return visit(Visit::Work(steps)),
                };
                option.truncate(kept);
                option.extend(parts.iter().map(|part| Term { ruleset: term.ruleset, component: part.clone() }));
                visit(Visit::Option(&option))
            })?;
        }
        Ok(())
    }

    /// Returns the text of the game, with its convention; several rulesets are in brackets.
    ///
    /// It reads back as the same game, given the same word lists.
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

    /// Returns the position as it is written, each group of equal neighbours once, as ranges of
    /// places: terms one by one, and together where more than [`MOST_EQUAL`] neighbours are equal.
    ///
    /// A group has no more terms than a position may write as one: [`MOST_COPIES`], and
    /// [`MOST_COPIED`] bytes.
    ///
    /// ```
    /// use grundy_games::{Component, Convention, Declaration, HeapRules, Query, Question, Ruleset};
    ///
    /// let ruleset = Ruleset::Heap(HeapRules { moves: Vec::new() });
    /// let game = Declaration { convention: Convention::Normal, ruleset };
    /// let heaps = |sizes: &[u64]| sizes.iter().copied().map(Component::Heap).collect();
    /// let query = Query::new(&game, heaps(&[[7; 20].as_slice(), &[5, 5]].concat()),
    /// Question::Value); assert_eq!(query.groups().collect::<Vec<_>>(), [0..20, 20..21, 21..22]);
    /// assert_eq!(query.position_text(), "20*7 + 5 + 5");
    /// ```
    ///
    /// # Cost
    /// A comparison for each term.
    pub fn groups(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        // The places of equal neighbours that are still to be written one by one end here.
        let (mut next, mut single) = (0, 0);
        iter::from_fn(move || {
            let start = next;
            let first = self.position.get(start)?;
            next += 1;
            if start < single {
                return Some(start..next);
            }
            let bytes = usize::try_from(first.component.bytes()).unwrap_or(usize::MAX);
            let most = MOST_COPIES.min((MOST_COPIED / bytes).max(1));
            let rest = &self.position[start..];
            let equal = rest.iter().take(most).take_while(|term| *term == first).count();
            if equal > MOST_EQUAL {
                next = start + equal;
            } else {
                single = start + equal;
            }
            Some(start..next)
        })
    }

    /// Writes the position, with the ruleset of each term if there are several. More than
    /// [`MOST_EQUAL`] equal neighbours are written as one: `300*7`.
    ///
    /// What is written reads back as the same position.
    ///
    /// # Errors
    /// As those of `out`.
    pub fn write_position(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.write_terms(out, self.rulesets.len() > 1)
    }

    /// Returns the text of the position without the rulesets of its terms.
    ///
    /// For a reader who knows them: where there are several, it does not read back.
    pub fn terms_text(&self) -> String {
        let mut text = String::new();
        self.write_terms(&mut text, false).expect("a string takes all text");
        text
    }

    /// Writes the terms, with their rulesets where they are to be `named`.
    fn write_terms(&self, out: &mut impl fmt::Write, named: bool) -> fmt::Result {
        for places in self.groups() {
            let Term { ruleset, component } = &self.position[places.start];
            let ruleset = &self.rulesets[*ruleset];
            out.write_str(if places.start == 0 { "" } else { " + " })?;
            if named {
                write!(out, "[{ruleset}] ")?;
            }
            if places.len() > 1 {
                write!(out, "{}*", places.len())?;
            }
            out.write_str(&ruleset.text(component))?;
        }
        Ok(())
    }

    /// Returns the text of the position as [`Query::write_position`] writes it.
    ///
    /// It reads back as the same position.
    pub fn position_text(&self) -> String {
        let mut text = String::new();
        self.write_position(&mut text).expect("a string takes all text");
        text
    }
}

/// So many equal neighbours at most are written one by one.
pub const MOST_EQUAL: usize = 16;

/// The largest factor of `3*7` in a position.
pub const MOST_COPIES: usize = 1 << 20;

/// The most memory of the components of `3*abba`, in bytes.
pub const MOST_COPIED: usize = 1 << 28;

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rulesets.len() {
            1 => write!(f, "{} at ", self.game_text())?,
            _ => f.write_str(if self.convention == Convention::Misere { "misère " } else { "" })?,
        }
        self.write_position(f)
    }
}

/// The reason to stop the search for a first move.
enum Moved<E> {
    /// There is a move.
    Yes,
    /// The caller has ended it, or the rules have a fault.
    Ended(E),
}

impl<E: From<Fault>> From<Fault> for Moved<E> {
    fn from(fault: Fault) -> Moved<E> {
        Moved::Ended(fault.into())
    }
}
