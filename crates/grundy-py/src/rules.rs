//! A game that a text declares, with the word lists that the text names.

use std::{collections::HashMap, sync::Arc};

use grundy::{
    Component, Convention, Error, Run,
    games::{self, ReadGame, Ruleset},
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
    host::{self, Limits, Reading, WordLists},
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
    /// Reads a game: its text or name, and the parameters of the name.
    #[staticmethod]
    #[pyo3(signature = (words, misere=false, lists=None, fold_case=false))]
    fn read(
        py: Python<'_>,
        words: Vec<String>,
        misere: bool,
        lists: Option<HashMap<String, Bound<'_, PyBytes>>>,
        fold_case: bool,
    ) -> PyResult<Rules> {
        let lists = host::lists(lists);
        let (run, surroundings) = host::begin(py, None, &lists);
        let run = run.set(fold_case.then(|| (games::FOLD_CASE.to_owned(), String::new())).into_iter().collect());
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
        self.lists.iter().map(|(name, bytes)| (&**name, PyBytes::new(py, bytes))).collect()
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

    /// The values of many positions, each of which is a number or a text; a sum has the value of
    /// its components together.
    #[pyo3(signature = (positions, limits=None))]
    fn values_of(&self, py: Python<'_>, positions: &Bound<'_, PyAny>, limits: Option<&Limits>) -> PyResult<Column> {
        let (run, surroundings) = host::begin(py, limits, &self.lists);
        let mut reading = Reading::new(&run);
        reading.expect(positions, EACH)?;
        let mut texts = Vec::new();
        for item in positions.try_iter()? {
            let text = written(item?)?;
            reading.item(py, EACH + text.bytes())?;
            texts.push(text);
        }
        let game = self.game.clone();
        let numbers = host::go(py, run, &surroundings, move |run| {
            let sums = components(run, &game, texts)?;
            let values = run.values_of(&game.rules, sums)?;
            let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
            let (mut budget, many) = (run.budget(), values.len() as u64);
            ColumnNumbers::of(&mut budget, largest, many, values.into_iter().map(|value| value.0))
        });
        Ok(Column(numbers?))
    }
}

/// A position as Python writes it.
enum WrittenPosition {
    Heap(u64),
    Text(String),
}

/// What a position holds until it has a value, in bytes: as it is written, read and solved.
const EACH: u64 = 128;

/// To read a position costs as much as so many cheap steps.
const READING: u32 = 64;

impl WrittenPosition {
    /// The bytes of its text.
    fn bytes(&self) -> u64 {
        match self {
            WrittenPosition::Heap(_) => 0,
            WrittenPosition::Text(text) => text.len() as u64,
        }
    }
}

fn written(item: Bound<'_, PyAny>) -> PyResult<WrittenPosition> {
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(WrittenPosition::Text(text.to_cow()?.into_owned()));
    }
    if let Ok(heap) = item.extract::<u64>() {
        return Ok(WrittenPosition::Heap(heap));
    }
    // Python writes no number of over 4300 digits.
    let shown = item.repr().map_or_else(|_| "a number of thousands of digits".to_owned(), |shown| shown.to_string());
    let message = format!("a position is a number or a text, not {shown}");
    Err(errors::refused(item.py(), message, "write 5, or \"5 + 7\""))
}

/// Reads positions, with a share of them for each thread.
fn components(run: &Run, game: &ReadGame, positions: Vec<WrittenPosition>) -> Result<Vec<Vec<Component>>, Error> {
    const SHARE: usize = 1 << 14;
    let heaps = matches!(game.rules.ruleset, Ruleset::Heap(_));
    let one = |written: &WrittenPosition| match written {
        WrittenPosition::Heap(heap) if heaps => Ok(vec![Component::Heap(*heap)]),
        WrittenPosition::Heap(heap) => run.position(game, &[heap.to_string()]),
        WrittenPosition::Text(text) => run.position(game, std::slice::from_ref(text)),
    };
    let all = |part: &[WrittenPosition]| {
        let mut budget = run.budget();
        let counted = |written| {
            budget.charge(READING)?;
            one(written)
        };
        part.iter().map(counted).collect::<Result<Vec<_>, Error>>()
    };
    let threads = run.threads();
    let share = positions.len().div_ceil(threads).max(SHARE);
    if positions.len() <= share {
        return all(&positions);
    }
    std::thread::scope(|scope| {
        let all = &all;
        let parts: Vec<_> = positions.chunks(share).map(|part| scope.spawn(move || all(part))).collect();
        let mut read = Vec::with_capacity(positions.len());
        for part in parts {
            read.extend(part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(read)
    })
}
