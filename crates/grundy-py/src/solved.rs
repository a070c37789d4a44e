//! An answer with its moves, its reason and its certificate.

use std::sync::Arc;

use grundy::{
    Component, Error, Known, Query, Question, Run, Wanted,
    moves::{Moves as Found, moves, moves_by_group},
    solvers::Reason,
};
use grundy_show::{Colour, Sheet, explain_json, explain_text, moves_json, moves_text, solve_json, solve_text};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    host::{self, Limits, WordLists},
    sum::Sum,
};

/// The answer to a question about a sum.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Solved {
    solved: Arc<grundy::Solved>,
    lists: WordLists,
}

impl Solved {
    pub fn new(solved: grundy::Solved, lists: WordLists) -> Solved {
        Solved { solved: solved.into(), lists }
    }
}

/// An answer with its moves. If the claims do not hold the values of the options, the sum is solved
/// again by a method that finds them.
///
/// If they are `grouped`, the moves of the first of a group of equal neighbours stand for those of
/// all of them, as texts show them.
fn with_moves(
    run: &Run,
    solved: &Arc<grundy::Solved>,
    all: bool,
    grouped: bool,
) -> Result<(Arc<grundy::Solved>, Found), Error> {
    let find = if grouped { moves_by_group } else { moves };
    match find(&solved.query, &solved.solution, all, &mut run.budget()) {
        Err(stopped) if matches!(stopped.reason, Reason::Fault(_)) => {
            let wanted = Wanted { every_option: true, ..Wanted::default() };
            let mut found = run.find(solved.query.clone(), wanted)?;
            let moves = if grouped { found.moves_by_group(all) } else { found.moves(all) }?;
            Ok((run.settle(found)?.into(), moves))
        }
        found => Ok((solved.clone(), found?)),
    }
}

/// The reason for an answer, as the program prints it: text and JSON.
fn explained(run: &Run, own: &Arc<grundy::Solved>) -> Result<(String, String), Error> {
    let wanted = Wanted { every_option: true, ..Wanted::default() };
    let (solved, explanation) = match grundy::explain::explain(own, &mut run.budget()) {
        Err(stopped) if matches!(stopped.reason, Reason::Fault(_)) => {
            let mut found = run.find(own.query.clone(), wanted)?;
            let explanation = found.explain()?;
            (Arc::new(run.settle(found.unmeasured())?), explanation)
        }
        explained => (own.clone(), explained?),
    };
    let bare = grundy::Solved { stats: None, ..(*solved).clone() };
    let sheet = || Sheet::new(run.writing());
    let text = explain_text(&bare, &explanation, Colour::Off, sheet())?;
    let json = explain_json(&bare, &explanation, sheet())?;
    Ok((text, json))
}

fn question(name: &str) -> PyResult<Question> {
    match name {
        "value and moves" => Ok(Question::ValueAndMoves),
        "value" => Ok(Question::Value),
        "outcome" => Ok(Question::Outcome),
        _ => Err(PyValueError::new_err(format!("there is no question `{name}`"))),
    }
}

#[pymethods]
impl Solved {
    /// Answers a question about a sum.
    #[staticmethod]
    #[pyo3(signature = (sum, limits=None, question="value and moves"))]
    fn of(py: Python<'_>, sum: &Sum, limits: Option<&Limits>, question: &str) -> PyResult<Solved> {
        let query = Query { question: self::question(question)?, ..Query::clone(&sum.query) };
        let solved = host::work(py, limits, &sum.lists, move |run| run.solve(query))?;
        Ok(Solved::new(solved, sum.lists.clone()))
    }

    /// The value of the sum, if it was asked for and values exist.
    #[getter]
    fn value(&self) -> Option<u64> {
        self.solved.value().map(|value| value.0)
    }

    /// `N` or `P`.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.solved.outcome().map(|outcome| outcome.to_string())
    }

    /// `proved` or `computed`.
    #[getter]
    fn status(&self) -> &'static str {
        self.solved.status.word()
    }

    /// Why the answer is not proved.
    #[getter]
    fn doubt(&self) -> Option<String> {
        self.solved.status.doubt().map(|doubt| doubt.to_string())
    }

    /// The method.
    #[getter]
    fn solver(&self) -> &str {
        &self.solved.solver
    }

    /// Positions, bytes at the peak, and seconds.
    #[getter]
    fn stats(&self) -> Option<(u64, u64, f64)> {
        self.solved.stats.map(|stats| (stats.positions, stats.bytes, stats.seconds))
    }

    /// The values of the components, where the claims hold them.
    fn values(&self) -> Vec<Option<u64>> {
        self.solved.values().into_iter().map(|value| value.map(|value| value.0)).collect()
    }

    /// The sum that is answered.
    #[getter]
    fn sum(&self) -> Sum {
        Sum { query: Arc::new(self.solved.query.clone()), lists: self.lists.clone() }
    }

    /// The moves: all of them, or the winning ones.
    #[pyo3(signature = (all, limits=None))]
    fn moves(&self, py: Python<'_>, all: bool, limits: Option<&Limits>) -> PyResult<Moves> {
        let (solved, sum) = (self.solved.clone(), self.sum());
        host::work(py, limits, &self.lists, move |run| Ok(Moves::of(with_moves(run, &solved, all, false)?.1, sum)))
    }

    /// The answer with its winning moves, as the program prints it: text and JSON.
    #[pyo3(signature = (limits=None))]
    fn shown(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<(String, String)> {
        let own = self.solved.clone();
        host::work(py, limits, &self.lists, move |run| {
            let found = with_moves(run, &own, false, true);
            let moves = match found {
                Ok((_, moves)) => Some(moves),
                Err(Error::Stopped(stopped)) if stopped.is_limit() => None,
                Err(error) => return Err(error),
            };
            let sheet = || Sheet::new(run.writing());
            let text = solve_text(&own, moves.as_ref(), Colour::Off, sheet())?;
            let bare = grundy::Solved { stats: None, ..(*own).clone() };
            Ok((text, solve_json(&bare, moves.as_ref(), None, sheet())?))
        })
    }

    /// All moves, as the program prints them: text and JSON.
    #[pyo3(signature = (limits=None))]
    fn moves_shown(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<(String, String)> {
        let own = self.solved.clone();
        host::work(py, limits, &self.lists, move |run| {
            let (solved, moves) = with_moves(run, &own, true, true)?;
            let sheet = || Sheet::new(run.writing());
            Ok((moves_text(&solved, &moves, Colour::Off, sheet())?, moves_json(&solved, &moves, sheet())?))
        })
    }

    /// Why the sum has its value or its outcome, as the program prints it: text and JSON.
    #[pyo3(signature = (limits=None))]
    fn explained(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<(String, String)> {
        let own = self.solved.clone();
        host::work(py, limits, &self.lists, move |run| explained(run, &own))
    }

    /// The certificate of the answer.
    #[pyo3(signature = (limits=None))]
    fn certificate(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<String> {
        let own = self.solved.clone();
        host::work(py, limits, &self.lists, move |run| run.certify(&own))
    }
}

/// A component as Python writes it: heaps are numbers, everything else is text.
#[derive(IntoPyObject)]
pub enum WrittenComponent {
    Heap(u64),
    Text(String),
}

/// The moves of a sum.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Moves {
    moves: Vec<grundy::moves::Move>,
    missing: Option<String>,
    sum: Sum,
}

impl Moves {
    fn of(found: Found, sum: Sum) -> Moves {
        let (moves, missing) = match found {
            Found::Listed { moves, unknown: 0, .. } => (moves, None),
            Found::Listed { moves, unknown, .. } => {
                (moves, Some(format!("the outcomes of {unknown} more moves are not known")))
            }
            Found::TooMany { most, winning } => {
                (winning.into_iter().collect(), Some(format!("there are over {most} moves")))
            }
            Found::One(made) => (made.into_iter().collect(), Some("the method looks for one winning move".to_owned())),
        };
        Moves { moves, missing, sum }
    }

    /// The moves of a sum of a game, all of them.
    pub fn solve(run: &Run, known: &mut Known, query: Query, lists: &WordLists) -> Result<Moves, Error> {
        let sum = Sum { query: Arc::new(query.clone()), lists: lists.clone() };
        let solved = Arc::new(run.settle(run.find_next(known, query)?)?);
        Ok(Moves::of(with_moves(run, &solved, true, false)?.1, sum))
    }

    /// About how many bytes they hold.
    pub fn held(&self) -> u64 {
        const EACH: u64 = 256;
        EACH * (self.moves.len() as u64 + 1)
    }
}

/// Why a sum of a game has its value or its outcome, as the program prints it: text and JSON.
pub fn explain(run: &Run, query: Query) -> Result<(String, String), Error> {
    explained(run, &Arc::new(run.solve(query)?))
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    /// The move at this place.
    fn at(&self, place: usize) -> Option<Move> {
        Some(Move { made: self.moves.get(place)?.clone(), sum: self.sum.clone() })
    }

    /// Why the list is not whole.
    #[getter]
    fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }
}

/// A move in a sum.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Move {
    made: grundy::moves::Move,
    sum: Sum,
}

impl Move {
    fn part(&self, component: &Component) -> WrittenComponent {
        match component {
            Component::Heap(heap) => WrittenComponent::Heap(*heap),
            other => {
                let ruleset = self.sum.query.position[self.made.component].ruleset;
                WrittenComponent::Text(self.sum.query.rulesets[ruleset].text(other))
            }
        }
    }
}

#[pymethods]
impl Move {
    /// The place of the component, from 1.
    #[getter]
    fn component(&self) -> usize {
        self.made.component + 1
    }

    /// The component.
    #[getter]
    fn before(&self) -> WrittenComponent {
        self.part(&self.made.from)
    }

    /// The components that the move leaves in its place.
    #[getter]
    fn after(&self) -> Vec<WrittenComponent> {
        self.made.to.iter().map(|part| self.part(part)).collect()
    }

    /// The value of the whole sum after the move.
    #[getter]
    fn value(&self) -> Option<u64> {
        self.made.value.map(|value| value.0)
    }

    /// The outcome of the whole sum after the move.
    #[getter]
    fn outcome(&self) -> String {
        self.made.outcome.to_string()
    }

    /// The listed words with the letters that were taken.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.made.words.clone()
    }

    /// The ways to make the move, up to three.
    #[getter]
    fn how(&self) -> Vec<String> {
        self.made.actions.iter().map(ToString::to_string).collect()
    }

    /// The sum after the move.
    fn result(&self) -> Sum {
        self.sum.after(self.made.component, &self.made.to)
    }
}
