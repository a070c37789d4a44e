//! A game that a text declares, with the word lists that the text names.

use std::{collections::HashMap, sync::Arc};

use grundy::{
    Convention, Error, Run,
    games::{self, Family, ParameterKind, ReadGame},
    request::Chosen,
};
use grundy_show::{rules_json, rules_text};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyString},
};

use crate::{
    column::{Column, ColumnNumbers},
    errors,
    host::{self, Limits, WordLists},
    many,
    solved::{self, Moves},
    sum::Sum,
};

/// A game that a text declares.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Rules {
    /// The game, with what the reading of its positions depends on.
    pub game: Arc<ReadGame>,
    pub lists: WordLists,
    /// The position that is meant if none is given.
    start: Option<String>,
}

impl Rules {
    pub fn new(declaration: grundy::Declaration, lists: WordLists) -> Rules {
        Rules { game: Arc::new(declaration.into()), lists, start: None }
    }

    pub fn declaration(&self) -> &grundy::Declaration {
        &self.game.rules
    }
}

#[pymethods]
impl Rules {
    /// Reads a game: its text or name, the parameters of the name, and values for the names that
    /// its text leaves open.
    #[staticmethod]
    #[pyo3(signature = (words, misere=false, lists=None, fold_case=false, named=Vec::new()))]
    fn read(
        py: Python<'_>,
        mut words: Vec<String>,
        misere: bool,
        lists: Option<HashMap<String, Bound<'_, PyBytes>>>,
        fold_case: bool,
        named: Vec<(String, String)>,
    ) -> PyResult<Rules> {
        let lists = host::lists(lists);
        let (run, surroundings) = host::begin(py, None, &lists);
        let mut values = named;
        if let Some(family) = words.first().and_then(|name| Family::find(name)) {
            if family.parameters.iter().any(|own| own.kind == ParameterKind::Count) {
                words.extend(values.drain(..).map(|(name, value)| format!("{name}={value}")));
            }
            if let Some(missing) = family.parameters.get(words.len() - 1) {
                return Err(errors::raised(py, &errors::without_parameters(family, missing)));
            }
        }
        values.extend(fold_case.then(|| (games::FOLD_CASE.to_owned(), String::new())));
        let run = run.set(values);
        let read = move |run: &Run| {
            let Chosen { game, rest, default, .. } = run.choose(&words, misere)?;
            match rest.first() {
                None => Ok((game, default)),
                Some(extra) => {
                    let message = format!("unexpected `{extra}`: the game is complete without it");
                    Err(Error::usage(extra, message, "leave it out"))
                }
            }
        };
        let (game, default) = host::go(py, run, &surroundings, read)?;
        Ok(Rules { game: game.into(), lists: surroundings.served(), start: default.map(str::to_owned) })
    }

    /// The text of the game, with `misère` before it in misère play. It reads back as this game.
    #[getter]
    fn text(&self) -> String {
        self.declaration().to_string()
    }

    /// Whether who makes the last move loses.
    #[getter]
    fn misere(&self) -> bool {
        self.declaration().convention == Convention::Misere
    }

    /// What the game is played on: `heap`, `row`, ..
    #[getter]
    fn board(&self) -> &'static str {
        self.declaration().ruleset.name()
    }

    /// The position that is meant if none is given.
    #[getter]
    fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The word lists that the text names: name and bytes.
    #[getter]
    fn lists<'py>(&self, py: Python<'py>) -> HashMap<&str, Bound<'py, PyBytes>> {
        host::named_bytes(py, &self.lists)
    }

    /// What the game leaves out of its word lists, a sentence each.
    #[getter]
    fn left_out(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for said in self.declaration().ruleset.lists().into_iter().filter_map(games::left_out) {
            let said = said.spelled(&errors::Spelled);
            if !all.contains(&said) {
                all.push(said);
            }
        }
        all
    }

    /// The rules in the language and in a sentence, and why every play ends.
    fn sentence(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.game.clone();
        host::work(py, None, &self.lists, move |_| Ok(rules_text(&game.rules, &[])))
    }

    /// As [`Rules::sentence`], as JSON.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.game.clone();
        host::work(py, None, &self.lists, move |_| Ok(rules_json(&game.rules, &[])))
    }

    fn __eq__(&self, other: &Rules) -> bool {
        self.declaration() == other.declaration()
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text()).hash()
    }

    /// The values of many positions; a sum has the value of its components together. `convert`
    /// writes those that are not numbers or texts.
    #[pyo3(signature = (positions, convert, limits=None))]
    fn values_of(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        convert: &Bound<'_, PyAny>,
        limits: Option<&Limits>,
    ) -> PyResult<Column> {
        let (run, surroundings) = host::begin(py, limits, &self.lists);
        let (written, game) = (many::written(&run, positions, convert)?, self.game.clone());
        let numbers = host::go(py, run, &surroundings, move |run| {
            let values = run.values_of(&game.rules, many::components(run, &game, written)?)?;
            let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
            let (mut budget, many) = (run.budget(), values.len() as u64);
            ColumnNumbers::of(&mut budget, largest, many, values.into_iter().map(|value| value.0))
        });
        Ok(Column(numbers?))
    }

    /// The moves of many positions, as [`Rules::values_of`] reads them.
    #[pyo3(signature = (positions, convert, limits=None))]
    fn moves_of(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        convert: &Bound<'_, PyAny>,
        limits: Option<&Limits>,
    ) -> PyResult<Vec<Moves>> {
        let lists = self.lists.clone();
        many::each(py, self, (positions, convert), limits, move |run, known, query| {
            let moves = Moves::solve(run, known, query, &lists)?;
            Ok((moves.held(), moves))
        })
    }

    /// Why many positions have their values or outcomes: the sum, the text and the JSON of each.
    #[pyo3(signature = (positions, convert, limits=None))]
    fn explained_of(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        convert: &Bound<'_, PyAny>,
        limits: Option<&Limits>,
    ) -> PyResult<Vec<(Sum, String, String)>> {
        let lists = self.lists.clone();
        many::each(py, self, (positions, convert), limits, move |run, _, query| {
            let sum = Sum { query: Arc::new(query.clone()), lists: lists.clone() };
            let (text, json) = solved::explain(run, query)?;
            Ok(((text.len() + json.len()) as u64, (sum, text, json)))
        })
    }
}
