//! Counts, searches and comparisons: the answers of `grundy-lab` as the JSON that the program
//! prints.

use grundy::Error;
use grundy_lab::{
    count::{CountQuery, count as counted},
    equal::equal as compared,
    find::find as searched,
    first::{FirstQuery, condition, first as hit},
    positions::Positions,
};
use grundy_show::{Counted, count_json, equal_json, find_json, first_json};
use grundy_verbs::Request;
use pyo3::prelude::*;

use crate::{
    host::{self, Limits, WordLists},
    rules::Rules,
};

/// How many positions of a size there are, and their values.
#[pyfunction]
#[pyo3(signature = (rules, size, up_to, letters, heaps, moves, losing, modulo, limits=None))]
#[expect(clippy::too_many_arguments, reason = "the caller in Python names them")]
pub fn count(
    py: Python<'_>,
    rules: &Rules,
    size: u64,
    up_to: bool,
    letters: &str,
    heaps: Option<u32>,
    moves: bool,
    losing: bool,
    modulo: Option<u64>,
    limits: Option<&Limits>,
) -> PyResult<String> {
    let query = CountQuery { letters: letters.chars().collect(), heaps, size, up_to, moves, losing, modulo };
    let game = rules.game.clone();
    host::work(py, limits, &rules.lists, move |run| {
        let rules = &game.rules;
        let positions = Positions::of(rules, &query.letters, query.heaps)?;
        let what = positions.describe(&if up_to { format!("0 to {size}") } else { size.to_string() });
        let found = counted(run, rules, &query)?;
        Ok(count_json(&Counted { rules, query: &query, what: &what, count: &found }))
    })
}

/// The first position with a property.
#[pyfunction]
#[pyo3(signature = (rules, property, up_to, letters, heaps, limits=None))]
pub fn first(
    py: Python<'_>,
    rules: &Rules,
    property: &str,
    up_to: u64,
    letters: &str,
    heaps: Option<u32>,
    limits: Option<&Limits>,
) -> PyResult<String> {
    let (game, property, letters) = (rules.game.clone(), property.to_owned(), letters.chars().collect());
    host::work(py, limits, &rules.lists, move |run| {
        let rules = &game.rules;
        let filter = condition(&property, rules.convention).map_err(Error::from)?;
        let query = FirstQuery { letters, heaps, up_to, filter };
        Ok(first_json(rules, &query, &hit(run, rules, &query)?))
    })
}

/// The answer to a request, one JSON object with a verb: the JSON that the program prints.
#[pyfunction]
#[pyo3(signature = (request, limits=None))]
pub fn ask(py: Python<'_>, request: &str, limits: Option<&Limits>) -> PyResult<String> {
    let request = host::work(py, limits, &WordLists::new(), {
        let text = request.to_owned();
        move |_| Request::read(&text)
    })?;
    let lists: WordLists =
        request.word_lists().map(|(name, words)| (name.to_owned(), words.as_bytes().to_vec().into())).collect();
    host::work(py, limits, &lists, move |run| Ok(request.reply(run)?.line))
}

/// Whether two games have the same values.
#[pyfunction]
#[pyo3(signature = (left, right, up_to=None, limits=None))]
pub fn equal(
    py: Python<'_>,
    left: &Rules,
    right: &Rules,
    up_to: Option<u64>,
    limits: Option<&Limits>,
) -> PyResult<String> {
    let lists: WordLists =
        left.lists.iter().chain(&right.lists).map(|(name, list)| (name.clone(), list.clone())).collect();
    let (left, right) = (left.game.clone(), right.game.clone());
    host::work(py, limits, &lists, move |run| {
        let (left, right) = (&left.rules, &right.rules);
        Ok(equal_json(left, right, &compared(run, left, right, up_to)?))
    })
}

/// The known rules that give a sequence of values.
#[pyfunction]
#[pyo3(signature = (values, most, limits=None))]
pub fn find(py: Python<'_>, values: Vec<u64>, most: usize, limits: Option<&Limits>) -> PyResult<String> {
    host::work(py, limits, &WordLists::new(), move |run| Ok(find_json(&searched(run, &values, most)?)))
}
