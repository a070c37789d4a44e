//! A sum of positions: a query of the library, and its answer.

use std::{collections::HashMap, sync::Arc};

use grundy::{Component, Convention, Declaration, Query, Question, Run, games::Term, plan::NoSolver};
use grundy_show::{
    Colour,
    picture::{Drawn, graph_picture, position_picture},
    plan_json, plan_text,
};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyString},
};

use crate::{
    errors,
    host::{self, Limits, WordLists},
    rules::Rules,
};

/// A sum of positions of one or more games.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Clone)]
pub struct Sum {
    pub query: Arc<Query>,
    pub lists: WordLists,
}

impl Sum {
    /// The sum with other components in the place of one.
    pub fn after(&self, at: usize, to: &[Component]) -> Sum {
        let mut query = Query::clone(&self.query);
        let ruleset = query.position[at].ruleset;
        query.position.splice(at..=at, to.iter().map(|part| Term { ruleset, component: part.clone() }));
        Sum { query: query.into(), lists: self.lists.clone() }
    }

    fn declaration(&self, ruleset: usize) -> Declaration {
        Declaration { convention: self.query.convention, ruleset: self.query.rulesets[ruleset].clone() }
    }
}

/// Reads a request: a game with its parameters and a position, or a sum of unlike games.
#[pyfunction]
#[pyo3(signature = (words, misere=false, lists=None))]
pub fn read(
    py: Python<'_>,
    words: Vec<String>,
    misere: bool,
    lists: Option<HashMap<String, Bound<'_, PyBytes>>>,
) -> PyResult<Sum> {
    let (run, surroundings) = host::begin(py, None, &host::lists(lists));
    let query = host::go(py, run, &surroundings, move |run| run.query(&words, misere))?;
    Ok(Sum { query: query.into(), lists: surroundings.served() })
}

#[pymethods]
impl Sum {
    /// Reads a sum of positions of a game; without a text it is the empty one.
    #[staticmethod]
    #[pyo3(signature = (rules, text=None))]
    fn of(py: Python<'_>, rules: &Rules, text: Option<String>) -> PyResult<Sum> {
        let game = rules.game.clone();
        let query = host::work(py, None, &rules.lists, move |run| {
            let components = text.map_or_else(|| Ok(Vec::new()), |text| run.position(&game, &[text]))?;
            Ok(Query::new(&game.rules, components, Question::ValueAndMoves))
        })?;
        Ok(Sum { query: query.into(), lists: rules.lists.clone() })
    }

    /// The text of the game, with its convention.
    #[getter]
    fn game(&self) -> String {
        self.query.game_text()
    }

    /// The text of the position.
    #[getter]
    fn position(&self) -> String {
        self.query.position_text()
    }

    /// Whether who makes the last move loses.
    #[getter]
    fn misere(&self) -> bool {
        self.query.convention == Convention::Misere
    }

    /// The games that the sum is made of.
    fn games(&self) -> Vec<Rules> {
        (0..self.query.rulesets.len()).map(|at| Rules::new(self.declaration(at), self.lists.clone())).collect()
    }

    /// The components: the place of the game of each in [`Sum::games`], and its text.
    fn terms(&self) -> Vec<(usize, String)> {
        let text = |term: &Term| (term.ruleset, self.query.rulesets[term.ruleset].text(&term.component));
        self.query.position.iter().map(text).collect()
    }

    /// The sum of both.
    fn plus(&self, py: Python<'_>, other: &Sum) -> PyResult<Sum> {
        let mut query = Query::clone(&self.query);
        if query.convention != other.query.convention {
            let message = "a sum is played under one convention, and these are under two";
            return Err(errors::refused(py, message, "make both games with the same misere="));
        }
        for Term { ruleset, component } in &other.query.position {
            let wanted = &other.query.rulesets[*ruleset];
            let place = query.rulesets.iter().position(|own| own == wanted).unwrap_or_else(|| {
                query.rulesets.push(wanted.clone());
                query.rulesets.len() - 1
            });
            query.position.push(Term { ruleset: place, component: component.clone() });
        }
        let mut lists = self.lists.clone();
        lists.extend(other.lists.iter().map(|(name, bytes)| (name.clone(), bytes.clone())));
        Ok(Sum { query: query.into(), lists })
    }

    fn __eq__(&self, other: &Sum) -> bool {
        let (own, other) = (&self.query, &other.query);
        own.rulesets == other.rulesets && own.position == other.position && own.convention == other.convention
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.query.to_string()).hash()
    }

    /// The picture of the sum: its components, or its options if `graph`; for Graphviz if `dot`.
    #[pyo3(signature = (graph, dot=false, limits=None))]
    fn picture(&self, py: Python<'_>, graph: bool, dot: bool, limits: Option<&Limits>) -> PyResult<String> {
        let form = if dot { Drawn::Dot } else { Drawn::Svg };
        let query = self.query.clone();
        let picture = host::work(py, limits, &self.lists, move |run| match graph {
            true => graph_picture(run, &query, form),
            false => position_picture(run, &query),
        });
        Ok(picture?.text)
    }

    /// How the sum will be solved: as text and as JSON.
    #[pyo3(signature = (limits=None))]
    fn plan(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<(String, String)> {
        let query = self.query.clone();
        let shown = move |run: &Run| match run.plan(&query) {
            Ok(plan) => Ok(texts(&query, Ok(&plan))),
            Err(grundy::Error::NoSolver(none)) => Ok(texts(&query, Err(&none))),
            Err(error) => Err(error),
        };
        host::work(py, limits, &self.lists, shown)
    }
}

fn texts(query: &Query, planned: Result<&grundy::plan::Plan<'_>, &NoSolver>) -> (String, String) {
    (plan_text(query, planned, Colour::Off), plan_json(query, planned))
}
