//! What a move does, as people say it: how many counters it takes, what the names of a rule are,
//! which letters it removes.
//!
//! An option is what a move leaves; several deeds may lead to one option. Deeds are for people
//! only, and no value depends on them. [`Ruleset::deeds`] walks all moves of a component with
//! their deeds.
//!
//! ```
//! use grundy_core::Fault;
//! use grundy_games::{Component, Deed, Done, Factor, Gap, RowMove, RowRules, Ruleset};
//!
//! let run = RowMove::Remove(Gap::Closes, Factor::Run);
//! let rules = Ruleset::Row(RowRules { moves: vec![run], until: None });
//! let mut deeds = Vec::new();
//! let word = Component::Row("baab".into());
//! let walked = rules.deeds(&word, |done| {
//!     if let Done::Move(deed, _) = done {
//!         deeds.push(deed.to_string());
//!     }
//!     Ok::<(), Fault>(())
//! });
//! assert_eq!(walked, Ok(()));
//! assert_eq!(deeds, ["remove \"b\" at 1", "remove \"aa\" at 2..3", "remove \"b\" at 4"]);
//! ```
//!
//! *Where from.* Moves that take counters, carry stones or add numbers follow from the two sides
//! ([`Ruleset::deed`]); all others are found by a walk ([`Ruleset::deeds`]), which runs through the
//! same code as the options. *Cost* of a walk: that of the options.

use std::{fmt, iter};

use grundy_core::{Fault, Visit};

use crate::{
    boards::{
        component::{Component, Typed},
        graph::{Graph, Taken},
        heap::{HeapMove, HeapRules},
        piles::Taken as FromPiles,
        poset::Bar,
        rules::Ruleset,
        stones::StonesRules,
    },
    heaps::{
        clause::{Clause, Seen},
        expr::MOST_TRIALS,
    },
    text::quote as text,
};

/// What a move does. Places are counted from 1.
///
/// `Display` writes it as the program shows it and as a player may type it: `take 2`, `b = 3`,
/// `remove "ab" at 1..2`.
///
/// ```text
/// take 2                         from a heap
/// b = 3                          by a rule with names
/// remove "ab" at 1..2            from a word
/// take a-b                       an edge of a graph
/// take row 1, columns 2..3       cells of a board
/// take 2 from pile 1 and 1 from 3
/// move 3 from b to a             stones
/// go to c                        a token
/// bite row 2, column 3           chocolate
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// It takes this many counters; 0 if it only splits the heap.
    Take(u64),
    /// The names of the rule have these values.
    Names(Vec<(String, i128)>),
    /// It removes the letters from one place to another.
    Remove {
        /// The letters.
        letters: String,
        /// The place of the first one.
        first: usize,
        /// The place of the last one.
        last: usize,
    },
    /// It replaces the letters from one place to another.
    Replace {
        /// The letters.
        letters: String,
        /// The place of the first one.
        first: usize,
        /// The place of the last one.
        last: usize,
    },
    /// It splits a word into the words that it leaves.
    Split,
    /// It removes every copy of a letter.
    EveryCopy(char),
    /// It takes this vertex of a graph.
    Vertex(String),
    /// It takes the edge between these vertices.
    Edge(String, String),
    /// It takes all leaves of a graph, except this one if there is one.
    Leaves(Option<String>),
    /// It takes cells of a board: all from one to another.
    Cells {
        /// The row and the column of the first cell, from the top and from the left.
        first: (usize, usize),
        /// Those of the last one.
        last: (usize, usize),
    },
    /// It takes this element of an order, with all above it.
    Element(String),
    /// As [`Deed::Element`], where the order is a forest: it cuts this edge of a tree.
    Cut(String),
    /// It takes counters from these piles: the place of each, from 1, and the number of counters.
    Piles(Vec<(usize, u64)>),
    /// It moves this many stones along an arc.
    Carry {
        /// The number of stones.
        stones: u64,
        /// The vertex that they leave.
        from: String,
        /// The vertex that they are moved to.
        to: String,
    },
    /// The token goes to this vertex.
    Go(String),
    /// It adds this number to a set.
    Add(u64),
    /// It bites off a square with everything right of it and below it.
    Bite {
        /// The row, from the top.
        row: usize,
        /// The column, from the left.
        column: usize,
    },
}

/// What [`Ruleset::deeds`] reports.
///
/// As [`grundy_core::Visit`], with deeds.
#[derive(Debug)]
pub enum Done {
    /// A deed, and what it leaves.
    Move(Deed, Vec<Component>),
    /// So many cheap steps of computation since the last report.
    Work(u32),
}

impl Ruleset {
    /// Returns what a move from a component to these components does, if that follows from the two
    /// alone: for moves that take counters, carry stones or add numbers, and for bars of chocolate.
    ///
    /// ```
    /// use grundy_games::{Amounts, Component::Heap, Deed, HeapMove, HeapRules, Kind, Parts};
    /// use grundy_games::{Ruleset, Span, Take};
    ///
    /// let amounts = Amounts { kinds: vec![Kind::Any], except: vec![] };
    /// let take = Take { amounts, leaving: Span { from: 0, to: Some(1) }, parts: Parts::Any };
    /// let nim = Ruleset::Heap(HeapRules { moves: vec![HeapMove::Take(take)] });
    /// assert_eq!(nim.deed(&Heap(5), &[Heap(3)]), Some(Deed::Take(2)));
    /// ```
    pub fn deed(&self, from: &Component, to: &[Component]) -> Option<Deed> {
        match (self, from) {
            (Ruleset::Heap(rules), Component::Heap(size)) => {
                let plain = |kind: &HeapMove| !matches!(kind, HeapMove::General(_));
                let rest = to.iter().try_fold(0u64, |sum, part| match part {
                    Component::Heap(size) => sum.checked_add(*size),
                    _ => None,
                })?;
                rules.moves.iter().all(plain).then_some(())?;
                size.checked_sub(rest).map(Deed::Take)
            }
            (Ruleset::Poset(_), Component::Bar(bar)) => bite(bar, to),
            (Ruleset::Set(_), Component::Set(set)) => {
                let [Component::Set(left)] = to else { return None };
                let number = *left.members().iter().find(|&number| set.members().binary_search(number).is_err())?;
                (set.with(number).as_ref() == Some(left)).then_some(Deed::Add(number))
            }
            (Ruleset::Stones(rules), Component::Stones(stones)) => {
                let [Component::Stones(to)] = to else { return None };
                let (count, from, to) = rules.deed(stones, to)?;
                let (from, to) = (stones.map().name(from), stones.map().name(to));
                Some(match rules {
                    StonesRules::Carry(_) => Deed::Carry { stones: count, from, to },
                    StonesRules::Walk { .. } => Deed::Go(to),
                })
            }
            _ => None,
        }
    }

    /// Returns whether [`Ruleset::deeds`] reports moves of this component.
    ///
    /// For others a walk would show nothing.
    pub fn has_deeds(&self, from: &Component) -> bool {
        let names = |clause: &Clause| clause.names.len() > clause.arity;
        match (self, from) {
            (Ruleset::Heap(rules), Component::Heap(_)) => {
                rules.moves.iter().any(|kind| matches!(kind, HeapMove::General(clause) if names(clause)))
            }
            (Ruleset::Typed(rules), Component::Typed(_)) => rules.clauses.iter().any(names),
            (Ruleset::Row(_), Component::Row(_)) => true,
            (Ruleset::Graph(_), Component::Graph(_) | Component::Cells(_)) => true,
            (Ruleset::Ground(_), Component::Grounded(_)) => true,
            (Ruleset::Poset(_), Component::Poset(_)) => true,
            (Ruleset::Piles(_), Component::Piles(_)) | (Ruleset::Line(_), Component::Line(_)) => true,
            _ => false,
        }
    }

    /// Calls `visit` with the moves of a component that have deeds, and with the work in between.
    /// Graphs, orders and boards of squares leave what [`Component::labelled`] has as options.
    ///
    /// # Errors
    ///
    /// Returns the first error, of `visit` or of the rules.
    pub fn deeds<E: From<Fault>>(
        &self,
        from: &Component,
        mut visit: impl FnMut(Done) -> Result<(), E>,
    ) -> Result<(), E> {
        match (self, from) {
            (Ruleset::Heap(rules), Component::Heap(size)) => of_heaps(rules, *size, &mut visit),
            (Ruleset::Typed(rules), Component::Typed(heap)) => {
                let own = rules.clauses.iter().filter(|clause| clause.kind.as_deref() == Some(&heap.kind));
                own.into_iter().try_for_each(|clause| of_clause(clause, &heap.sizes, Some(heap), &mut visit))
            }
            (Ruleset::Row(rules), Component::Row(word)) => crate::boards::row::deeds::each(rules, word, &mut visit),
            (Ruleset::Graph(rules), Component::Graph(graph)) => {
                let graph = graph.labelled();
                rules.graph(&graph, |taken, parts| {
                    let deed = match taken {
                        Taken::Vertex(vertex) => Deed::Vertex(graph.name(vertex)),
                        Taken::Edge(a, b) => Deed::Edge(graph.name(a), graph.name(b)),
                        Taken::Leaves(kept) => Deed::Leaves(kept.map(|leaf| graph.name(leaf))),
                    };
                    visit(Done::Move(deed, parts.into_iter().map(Component::Graph).collect()))
                })
            }
            (Ruleset::Ground(rules), Component::Grounded(graph)) => {
                let graph = graph.labelled();
                rules.moves(&graph, |(a, b), parts| {
                    let deed = Deed::Edge(graph.name(a), graph.name(b));
                    visit(Done::Move(deed, parts.into_iter().map(Component::Grounded).collect()))
                })
            }
            (Ruleset::Graph(rules), Component::Cells(cells)) if rules.keeps_cells() => {
                let cells = cells.placed();
                rules.cells(&cells, |taken, parts| {
                    let (first, last) = match taken {
                        Taken::Vertex(place) => (place, place),
                        Taken::Edge(a, b) => (a, b),
                        // Leaves are taken from graphs only.
                        Taken::Leaves(_) => return Ok(()),
                    };
                    let deed = Deed::Cells { first: cells.position(first), last: cells.position(last) };
                    visit(Done::Move(deed, parts.into_iter().map(Component::Cells).collect()))
                })
            }
            (Ruleset::Piles(rules), Component::Piles(piles)) => rules.taken(piles, &mut |seen| match seen {
                FromPiles::Work(steps) => visit(Done::Work(steps)),
                FromPiles::Move(taken) => {
                    let from = taken.iter().zip(1..).filter(|(taken, _)| **taken > 0);
                    let deed = Deed::Piles(from.map(|(&taken, place)| (place, taken)).collect());
                    let left = piles.without(taken);
                    let left = if left.sizes().is_empty() { Vec::new() } else { vec![Component::Piles(left)] };
                    visit(Done::Move(deed, left))
                }
            }),
            (Ruleset::Line(_), Component::Line(line)) => line.moves(|at, taken, left| {
                let left = if left.sizes().is_empty() { Vec::new() } else { vec![Component::Line(left)] };
                visit(Done::Move(Deed::Piles(vec![(at + 1, taken)]), left))
            }),
            (Ruleset::Poset(rules), Component::Poset(order)) => {
                let order = order.labelled();
                let of = if is_forest(&order) { Deed::Cut } else { Deed::Element };
                rules.order(&order, |taken, parts| {
                    visit(Done::Move(of(order.name(taken)), parts.into_iter().map(Component::Poset).collect()))
                })
            }
            _ => Ok(()),
        }
    }
}

/// The moves of a heap by rules with names, and by the others.
fn of_heaps<E: From<Fault>>(
    rules: &HeapRules,
    size: u64,
    visit: &mut impl FnMut(Done) -> Result<(), E>,
) -> Result<(), E> {
    for kind in &rules.moves {
        match kind {
            HeapMove::General(clause) if size > 0 => of_clause(clause, &[size], None, visit)?,
            HeapMove::General(_) => {}
            other => other.walk(size, &mut |seen| match seen {
                Visit::Work(steps) => visit(Done::Work(steps)),
                Visit::Option(heaps) => {
                    let taken = size.saturating_sub(heaps.iter().sum());
                    visit(Done::Move(Deed::Take(taken), heaps.iter().copied().map(Component::Heap).collect()))
                }
            })?,
        }
    }
    Ok(())
}

/// The options by one rule, with its names. `heap` is the heap, if it has a kind.
fn of_clause<E: From<Fault>>(
    clause: &Clause,
    sizes: &[u64],
    heap: Option<&Typed>,
    visit: &mut impl FnMut(Done) -> Result<(), E>,
) -> Result<(), E> {
    clause.expand(sizes, MOST_TRIALS, |seen| {
        let (instance, parts) = match seen {
            Seen::Work(steps) => return visit(Done::Work(steps)),
            Seen::Option(instance, parts) => (instance, parts),
        };
        let mut to = Vec::new();
        for part in parts {
            let component = match heap {
                None if part.sizes[0] == 0 => continue,
                None => Component::Heap(part.sizes[0]),
                Some(heap) => {
                    let kind = part.term.kind.clone().unwrap_or_else(|| heap.kind.clone());
                    Component::Typed(Typed { kind, sizes: part.sizes.clone() })
                }
            };
            // Many copies are work, which a limit ends before they are made.
            let copies = u64::from(part.count).saturating_sub(1).saturating_mul(component.bytes());
            if copies > 0 {
                visit(Done::Work(u32::try_from(copies).unwrap_or(u32::MAX)))?;
            }
            to.extend(iter::repeat_n(component, part.count as usize));
        }
        visit(Done::Move(Deed::Names(instance.bound()), to))
    })
}

/// Whether no element stands on two others.
fn is_forest(order: &Graph) -> bool {
    let mut above: Vec<u32> = order.edges().iter().map(|&(_, high)| high).collect();
    above.sort_unstable();
    above.is_sorted_by(|a, b| a < b)
}

/// The square that is bitten off, if one bite leaves this.
fn bite(bar: &Bar, to: &[Component]) -> Option<Deed> {
    let parts: Option<Vec<&Bar>> =
        to.iter().map(|part| if let Component::Bar(bar) = part { Some(bar) } else { None }).collect();
    let after = Bar::joined(&parts?)?.rows().to_vec();
    let rows = bar.rows();
    let length = |row: usize| after.get(row).copied().unwrap_or(0);
    let row = (0..rows.len()).find(|&row| length(row) < rows[row])?;
    let kept = length(row);
    let whole = after.len() <= rows.len() && (row..rows.len()).all(|below| length(below) == rows[below].min(kept));
    whole.then_some(Deed::Bite { row: row + 1, column: kept as usize + 1 })
}

/// Writes `row 1, column 2`, `row 1, columns 2..3` or `rows 1..2, column 3`.
fn places(f: &mut fmt::Formatter<'_>, first: (usize, usize), last: (usize, usize)) -> fmt::Result {
    let many = |from: usize, to: usize| if from == to { "" } else { "s" };
    let (rows, columns) = (At(first.0, last.0), At(first.1, last.1));
    write!(f, "row{} {rows}, column{} {columns}", many(first.0, last.0), many(first.1, last.1))
}

/// A place, or the first and the last of several.
struct At(usize, usize);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 { write!(f, "{}", self.0) } else { write!(f, "{}..{}", self.0, self.1) }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Take(0) | Deed::Split => f.write_str("split"),
            Deed::Take(taken) => write!(f, "take {taken}"),
            Deed::Names(names) => names
                .iter()
                .enumerate()
                .try_for_each(|(at, (name, value))| write!(f, "{}{name} = {value}", if at == 0 { "" } else { ", " })),
            Deed::Remove { letters, first, last } => {
                f.write_str("remove ")?;
                text::quote(f, letters)?;
                write!(f, " at {}", At(*first, *last))
            }
            Deed::Replace { letters, first, last } => {
                f.write_str("replace ")?;
                text::quote(f, letters)?;
                write!(f, " at {}", At(*first, *last))
            }
            Deed::EveryCopy(letter) => write!(f, "remove every {letter}"),
            Deed::Vertex(name) | Deed::Element(name) => write!(f, "take {name}"),
            Deed::Edge(from, to) => write!(f, "take {from}-{to}"),
            Deed::Leaves(None) => f.write_str("take all leaves"),
            Deed::Leaves(Some(kept)) => write!(f, "take all leaves but {kept}"),
            Deed::Cells { first, last } => {
                f.write_str("take ")?;
                places(f, *first, *last)
            }
            Deed::Cut(name) => write!(f, "cut {name}"),
            Deed::Carry { stones, from, to } => write!(f, "move {stones} from {from} to {to}"),
            Deed::Go(to) => write!(f, "go to {to}"),
            Deed::Add(number) => write!(f, "add {number}"),
            Deed::Piles(taken) => taken.iter().enumerate().try_for_each(|(at, (place, taken))| {
                let (before, of) = if at == 0 { ("take ", "from pile") } else { (" and ", "from") };
                write!(f, "{before}{taken} {of} {place}")
            }),
            Deed::Bite { row, column } => write!(f, "bite row {row}, column {column}"),
        }
    }
}
