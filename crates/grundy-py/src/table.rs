//! A table of the values, in misère play of the outcomes, of the heaps from 0 on.

use std::sync::Arc;

use grundy::{
    Answer, Error, LongTable, Nimber, Outcome, Query, Question, Run, Solution, Solved, games::ReadGame, solvers::Budget,
};
use grundy_show::{
    BFileFault, Form, Sheet, Values,
    picture::{outcomes_svg, table_svg},
    table_bfile, table_csv, table_json, table_text, write_values,
};
use grundy_simd::arrow;
use pyo3::{prelude::*, types::PyCapsule};

use crate::{
    column::{Column, ColumnNumbers},
    errors,
    host::{self, Limits, WordLists},
    rules::Rules,
};

/// The values or the outcomes of the heaps from 0 to `end`.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Clone)]
pub struct Table {
    game: Arc<ReadGame>,
    numbers: ColumnNumbers,
    /// The largest number.
    largest: u64,
    /// The numbers are the letters of outcomes.
    outcomes: bool,
    status: grundy::Status,
    /// The limits of the work whose result becomes another form: none on the time.
    limits: grundy::Limits,
}

/// The most bytes that an entry takes as a number of the renderers.
const LISTED: u64 = 8;

/// Computes a table.
fn table(py: Python<'_>, rules: &Rules, end: String, limits: Option<&Limits>) -> PyResult<Table> {
    let game = rules.game.clone();
    let (numbers, largest, outcomes, status, limits) = host::work(py, limits, &rules.lists, move |run| {
        let declaration = &game.rules;
        let words = [declaration.to_string(), end];
        let (_, last) = run.table_query(&words, false)?;
        let end = last.number().unwrap_or_default();
        let many = end.saturating_add(1);
        // An entry takes a byte or more, which is known before any work.
        run.budget().hold(many)?;
        let limits = grundy::Limits { time: None, ..run.limits() };
        if Run::is_long_table(declaration, end, false) {
            let long = run.long_table(declaration, end, None)?;
            let LongTable { largest, status, .. } = long;
            let numbers = ColumnNumbers::of(&mut run.budget(), largest, many, long.values())?;
            return Ok((numbers, largest, false, status, limits));
        }
        let solved = run.table_to(declaration, last, false)?;
        let mut budget = run.budget();
        Ok(match &solved.solution.answer {
            Answer::Outcomes(outcomes) => {
                let letter = |outcome: &Outcome| u64::from(if *outcome == Outcome::N { b'N' } else { b'P' });
                let numbers = ColumnNumbers::of(&mut budget, 0xff, many, outcomes.iter().map(letter))?;
                (numbers, 0xff, true, solved.status, limits)
            }
            Answer::Values(values) => {
                let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
                let numbers = ColumnNumbers::of(&mut budget, largest, many, values.iter().map(|value| value.0))?;
                (numbers, largest, false, solved.status, limits)
            }
            Answer::Value(_) | Answer::Outcome(_) => unreachable!("a table is answered by a list"),
        })
    })?;
    Ok(Table { game: rules.game.clone(), numbers, largest, outcomes, status, limits })
}

impl Table {
    /// The table as the answer that the renderers show.
    fn solved(&self) -> Solved {
        let end = (self.numbers.len() as u64).saturating_sub(1);
        let query = Query::new(&self.game.rules, vec![grundy::Component::Heap(end)], Question::Table);
        let numbers = (0..self.numbers.len()).filter_map(|heap| self.numbers.get(heap));
        let answer = match self.outcomes {
            true => Answer::Outcomes(
                numbers.map(|letter| if letter == u64::from(b'N') { Outcome::N } else { Outcome::P }).collect(),
            ),
            false => Answer::Values(numbers.map(Nimber).collect()),
        };
        let solution = Solution { answer, claims: Vec::new() };
        Solved { query, solution, status: self.status, solver: String::new(), stats: None, moves_left: None }
    }

    /// What a renderer makes of the table, for which each entry takes so many bytes.
    fn shown<T: Send + 'static>(
        &self,
        py: Python<'_>,
        each: u64,
        show: impl FnOnce(&Table, &mut Budget) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let limits = Limits::of(self.limits);
        let own = self.clone();
        host::work(py, Some(&limits), &WordLists::new(), move |run| {
            let mut budget = run.budget();
            budget.hold(each.saturating_mul(own.numbers.len() as u64))?;
            show(&own, &mut budget)
        })
    }

    fn columns(&self) -> Vec<arrow::Column> {
        self.numbers.columns(self.outcomes)
    }

    /// The columns for a reader of Arrow: numbers of heaps, or also the ends of letters.
    fn exported(&self, py: Python<'_>) -> PyResult<Vec<arrow::Column>> {
        let ends = if self.outcomes { 8 } else { 0 };
        self.shown(py, 8 + ends, |table, _| Ok(table.columns()))
    }
}

#[pymethods]
impl Table {
    /// The values, in misère play the outcomes, of the heaps of a game from 0 to `end`.
    #[staticmethod]
    #[pyo3(signature = (rules, end, limits=None))]
    fn of(py: Python<'_>, rules: &Rules, end: String, limits: Option<&Limits>) -> PyResult<Table> {
        table(py, rules, end, limits)
    }

    fn __len__(&self) -> usize {
        self.numbers.len()
    }

    /// Whether it holds outcomes in place of values.
    #[getter]
    fn outcomes(&self) -> bool {
        self.outcomes
    }

    /// The values, or the letters of the outcomes.
    fn column(&self) -> Column {
        Column(self.numbers.clone())
    }

    /// `proved` or `computed`.
    #[getter]
    fn status(&self) -> &'static str {
        self.status.word()
    }

    /// Why the table is not proved.
    #[getter]
    fn doubt(&self) -> Option<String> {
        self.status.doubt().map(|doubt| doubt.to_string())
    }

    /// Refuses work for which each entry takes so many bytes, if that is over the limit.
    fn room(&self, py: Python<'_>, each: u64) -> PyResult<()> {
        self.shown(py, each, |_, _| Ok(()))
    }

    /// The heaps that the player to move loses.
    fn losing(&self, py: Python<'_>) -> PyResult<Column> {
        let numbers = self.shown(py, 0, |table, budget| {
            let lost = if table.outcomes { u64::from(b'P') } else { 0 };
            let heaps = || (0..table.numbers.len()).filter(|&heap| table.numbers.get(heap) == Some(lost));
            let mut many = 0;
            for heap in 0..table.numbers.len() {
                budget.tick()?;
                many += u64::from(table.numbers.get(heap) == Some(lost));
            }
            // A list of Python takes so much for each.
            budget.hold(40 * many)?;
            ColumnNumbers::of(budget, u64::MAX, many, heaps().map(|heap| heap as u64))
        });
        Ok(Column(numbers?))
    }

    /// The table in rows of `columns` entries.
    fn text(&self, py: Python<'_>, columns: usize) -> PyResult<String> {
        self.shown(py, LISTED, move |table, budget| table_text(&table.solved(), columns, Sheet::new(budget.rest())))
    }

    /// One JSON object, whose list of entries is empty.
    fn head(&self, py: Python<'_>) -> PyResult<String> {
        let solution = match self.outcomes {
            true => Answer::Outcomes(Vec::new()),
            false => Answer::Values(Vec::new()),
        };
        let none = Table { numbers: ColumnNumbers::U8(Arc::default()), ..self.clone() };
        let none = Solved { solution: Solution { answer: solution, claims: Vec::new() }, ..none.solved() };
        table_json(&none, Sheet::new(Budget::new())).map_err(|error| errors::raised(py, &error))
    }

    /// `n,value` with a header line.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        if self.outcomes {
            return self.shown(py, LISTED, |table, budget| table_csv(&table.solved(), Sheet::new(budget.rest())));
        }
        let each = digits(self.numbers.len() as u64) + digits(self.largest) + 2;
        self.shown(py, each, |table, budget| {
            let value =
                |heap: u64| usize::try_from(heap).ok().and_then(|heap| table.numbers.get(heap)).unwrap_or_default();
            let end = (table.numbers.len() as u64).saturating_sub(1);
            let game = table.game.rules.to_string();
            let values = Values { game: &game, end, largest: table.largest, value: &value, status: table.status };
            let mut text = Counted { text: Vec::new(), budget, stopped: None };
            let written = write_values(&values, Form::Csv, &mut text);
            let Counted { text, stopped, .. } = text;
            stopped.map_or(Ok(()), Err)?;
            written.map_err(|error| Error::usage("", error.to_string(), "ask for less"))?;
            String::from_utf8(text).map_err(|error| Error::usage("", error.to_string(), "ask for less"))
        })
    }

    /// The OEIS b-file from n = `offset` on; of the losing heaps if `losing`.
    fn bfile(&self, py: Python<'_>, offset: u64, losing: bool) -> PyResult<String> {
        let text = self.shown(py, LISTED, move |table, budget| {
            table_bfile(&table.solved(), offset, losing, Sheet::new(budget.rest()))
        })?;
        text.map_err(|fault| match fault {
            BFileFault::Outcomes => {
                let message = "a b-file holds numbers, and a misère table holds outcomes";
                errors::refused(py, message, "add losing=True for the heaps that the player to move loses")
            }
            BFileFault::Offset => errors::refused(py, "the table ends before the offset", "ask for a larger table"),
        })
    }

    /// The picture of `grundy draw table`.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.shown(py, 8, |table, _| {
            let rules = &table.game.rules;
            if table.outcomes
                && let Answer::Outcomes(outcomes) = table.solved().solution.answer
            {
                return Ok(outcomes_svg(rules, &outcomes, table.status));
            }
            let mut values = (0..table.numbers.len()).filter_map(|heap| table.numbers.get(heap));
            let end = (table.numbers.len() as u64).saturating_sub(1);
            Ok(table_svg(rules, end, table.largest, &mut values, table.status))
        })
    }

    /// The table in the Arrow C stream interface.
    fn arrow_stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = self.exported(py)?;
        Ok(PyCapsule::new_with_value(py, arrow::Stream::of(columns), c"arrow_array_stream")?.into_any())
    }

    /// The table in the Arrow C data interface: schema and array.
    fn arrow_array<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let columns = self.exported(py)?;
        let array = PyCapsule::new_with_value(py, arrow::Array::of(&columns), c"arrow_array")?;
        Ok((self.arrow_schema(py)?, array.into_any()))
    }

    /// The schema of the table.
    fn arrow_schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let none = Table { numbers: self.numbers.empty(), ..self.clone() };
        Ok(PyCapsule::new_with_value(py, arrow::Schema::of(&none.columns()), c"arrow_schema")?.into_any())
    }
}

/// How many digits a number has.
fn digits(number: u64) -> u64 {
    u64::from(number.checked_ilog10().unwrap_or(0)) + 1
}

/// Text, the writing of which looks at the limits.
struct Counted<'b> {
    text: Vec<u8>,
    budget: &'b mut Budget,
    stopped: Option<Error>,
}

impl std::io::Write for Counted<'_> {
    fn write(&mut self, part: &[u8]) -> std::io::Result<usize> {
        if let Err(stopped) = self.budget.tick() {
            self.stopped = Some(stopped.into());
            return Err(std::io::ErrorKind::Other.into());
        }
        self.text.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
