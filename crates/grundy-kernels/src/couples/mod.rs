//! Graphs whose parts have small values: questions instead of tables.
//!
//! [`ask`] finds the value of a sum by asking whether positions have certain values; [`squares`] plays on boards of up to
//! 64 squares in one word, and every other graph is played as its rules say. The answer comes with the winning moves, but
//! not with the values of all moves, and its claim is a book of couples: the values that the questions turned up.
//!
//! Cost: on Cram about a fiftieth of the positions that the definition needs. Where values are large the definition is
//! better, since every smaller value is asked for in vain.

mod ask;
mod frame;
mod squares;

use std::{ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Book, Claim, Solution};
use grundy_core::{Nimber, cancel_pairs};
use grundy_rules::{Ask, Board, Component, GraphRules, Play, Query};
use rustc_hash::FxHashMap;

use crate::{Budget, Estimate, Kernel, Refusal, Scope, Stopped, walk::Canonical};
use ask::{Asker, Weighed};
use squares::Squares;

/// Asks whether positions have certain values.
pub struct Couples;

/// The most slots of the table of bounds.
const SLOTS: u64 = 1 << 16;

impl Kernel for Couples {
    fn name(&self) -> &'static str {
        "couples"
    }

    fn scope(&self) -> Scope {
        Scope { plays: &[Play::Normal], asks: &[Ask::Value] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        graph(query)?;
        let positions: f64 = query.start.iter().map(|placed| reach(&placed.component)).sum();
        let each = if squares(query).is_some() { 35e3 } else { 2e6 };
        Ok(Estimate { positions, bytes: positions * 32.0 + 4e6, nanoseconds: positions * each })
    }

    fn is_partial(&self) -> bool {
        true
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        match squares(query) {
            Some(game) => {
                let key = |component: &Component| match component {
                    Component::Cells(cells) => game.key(cells),
                    _ => None,
                };
                let start = query.start.iter().filter_map(|placed| key(&placed.component)).collect();
                let (value, values) = answer(&game, start, budget)?;
                let book = OnSquares { board: query.boards[0].clone(), game, values };
                Ok(Solution { answer: Answer::Value(value), claims: vec![Claim::Couples(Arc::new(book))] })
            }
            None => {
                let board = &query.boards[0];
                let start = query.start.iter().map(|placed| board.canonical(&placed.component)).collect();
                let (value, values) = answer(&Canonical(board), start, budget)?;
                let claim = Claim::Couples(Arc::new(OnGraphs(values)));
                Ok(Solution { answer: Answer::Value(value), claims: vec![claim] })
            }
        }
    }
}

/// The rules of the graph that the query is about.
fn graph(query: &Query) -> Result<&GraphRules, Refusal> {
    match &query.boards[..] {
        [Board::Graph(rules)] => Ok(rules),
        _ => Err("only for one game on graphs".into()),
    }
}

/// The game in words, where all its boards are of squares and fit.
fn squares(query: &Query) -> Option<Squares> {
    let rules = graph(query).ok()?;
    let (mut short, mut long) = (1, 1);
    for placed in &query.start {
        let Component::Cells(cells) = &placed.component else { return None };
        short = short.max(cells.rows().min(cells.columns()));
        long = long.max(cells.rows().max(cells.columns()));
    }
    Squares::new(&rules.moves, short, long)
}

/// How many positions will be stored, roughly.
fn reach(component: &Component) -> f64 {
    match component {
        Component::Cells(cells) => 1.35f64.powf(cells.places().count() as f64),
        Component::Graph(graph) => 1.35f64.powf(f64::from(graph.vertices())),
        _ => 1.0,
    }
}

/// The value of a sum and all values that were found, with those of every winning move.
fn answer<G: Weighed>(
    game: &G,
    start: Vec<G::Position>,
    budget: &mut Budget,
) -> Result<(Nimber, FxHashMap<G::Position, u64>), Stopped> {
    let slots = (budget.most_bytes() / 16 / size_of::<Option<(G::Position, u64)>>() as u64).clamp(1, SLOTS);
    let mut asker = Asker::new(game, slots as usize, budget)?;
    let mut total = 0;
    for position in &start {
        total ^= asker.value(position, budget)?;
    }
    let mut options = Vec::new();
    for position in &start {
        let own = asker.value(position, budget)?;
        options.clear();
        game.options(position, |parts| {
            budget.tick()?;
            let mut parts = parts.to_vec();
            cancel_pairs(&mut parts);
            options.push(parts);
            Ok::<(), Stopped>(())
        })?;
        for mut parts in options.drain(..) {
            parts.sort_by_cached_key(|part| game.weight(part));
            let Some(last) = parts.pop() else { continue };
            let mut wanted = total ^ own;
            for part in &parts {
                wanted ^= asker.value(part, budget)?;
            }
            asker.is(&last, wanted, budget)?;
        }
    }
    Ok((Nimber(total), asker.into_values()))
}

impl Weighed for Canonical<'_> {
    fn weight(&self, component: &Component) -> u64 {
        match component {
            Component::Cells(cells) => 2 * cells.places().count() as u64,
            Component::Graph(graph) => u64::from(graph.vertices()) + graph.edges().len() as u64,
            _ => 1,
        }
    }

    fn mirrors(&self, component: &Component) -> bool {
        self.0.mirrors(component)
    }

    fn bytes(&self, component: &Component) -> u64 {
        component.bytes() - size_of::<Component>() as u64
    }
}

/// Values of shapes.
struct OnSquares {
    board: Board,
    game: Squares,
    values: FxHashMap<u64, u64>,
}

impl Book for OnSquares {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Cells(cells) = component else { return None };
        self.values.get(&self.game.key(cells)?).copied().map(Nimber)
    }

    fn count(&self) -> u64 {
        self.values.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let _ = self.values.iter().try_for_each(|(&key, &value)| {
            let component = self.board.canonical(&Component::Cells(self.game.shape(key)));
            visit(&component, Nimber(value))
        });
    }
}

/// Values of graphs.
struct OnGraphs(FxHashMap<Component, u64>);

impl Book for OnGraphs {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.0.get(component).copied().map(Nimber)
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let _ = self.0.iter().try_for_each(|(component, &value)| visit(component, Nimber(value)));
    }
}
