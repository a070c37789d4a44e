//! A table of the values, in misère play of the outcomes, of the heaps from 0 on.

use grundy::{Answer, Budget, LongTable, Nimber, Outcome, Query, Question, Run, Solution, Solved};
use grundy_show::{
    BFileFault, Form, Sheet, Values,
    picture::{outcomes_svg, table_svg},
    table_bfile, table_csv, table_json, table_text, write_values,
};
use grundy_simd::arrow;
use pyo3::{exceptions::PyValueError, prelude::*, types::PyCapsule};

use crate::{
    column::{Column, Numbers},
    errors,
    host::{self, Limits},
    rules::Rules,
};

/// The values or the outcomes of the heaps from 0 to `end`.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Table {
    rules: grundy::Declaration,
    numbers: Numbers,
    /// The numbers are the letters of outcomes.
    outcomes: bool,
    status: grundy::Status,
}

/// Computes a table.
fn table(py: Python<'_>, rules: &Rules, end: &str, limits: Option<&Limits>) -> PyResult<Table> {
    let declaration = rules.declaration().clone();
    let made = host::work(py, limits, &rules.lists, |run| {
        let words = [declaration.to_string(), end.to_owned()];
        let (_, end) = run.table_query(&words, false)?;
        if Run::is_long_table(&declaration, end, false) {
            let long = run.long_table(&declaration, end, None)?;
            let LongTable { largest, status, .. } = long;
            let numbers = Numbers::of(largest, long.values());
            return Ok((numbers, false, status));
        }
        let solved = run.table(&declaration, end, false)?;
        Ok(match &solved.solution.answer {
            Answer::Outcomes(outcomes) => {
                let letter = |outcome: &Outcome| u64::from(if *outcome == Outcome::N { b'N' } else { b'P' });
                (Numbers::of(0xff, outcomes.iter().map(letter)), true, solved.status)
            }
            Answer::Values(values) => {
                let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
                (Numbers::of(largest, values.iter().map(|value| value.0)), false, solved.status)
            }
            Answer::Value(_) | Answer::Outcome(_) => unreachable!("a table is answered by a list"),
        })
    });
    let (numbers, outcomes, status) = made?;
    Ok(Table { rules: rules.declaration().clone(), numbers, outcomes, status })
}

impl Table {
    /// The table as the answer that the renderers show.
    fn solved(&self) -> Solved {
        let end = (self.numbers.len() as u64).saturating_sub(1);
        let query = Query::new(&self.rules, vec![grundy::Component::Heap(end)], Question::Table);
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

    fn columns(&self) -> Vec<arrow::Column> {
        let heaps = arrow::Data::U64((0..self.numbers.len() as u64).collect());
        let data = match &self.numbers {
            Numbers::U8(all) if self.outcomes => arrow::Data::Letters(all.clone()),
            Numbers::U8(all) => arrow::Data::U8(all.clone()),
            Numbers::U16(all) => arrow::Data::U16(all.clone()),
            Numbers::U32(all) => arrow::Data::U32(all.clone()),
            Numbers::U64(all) => arrow::Data::U64(all.clone()),
        };
        let name = if self.outcomes { "outcome" } else { "value" };
        vec![arrow::Column { name: "n".into(), data: heaps }, arrow::Column { name: name.into(), data }]
    }
}

#[pymethods]
impl Table {
    /// The values, in misère play the outcomes, of the heaps of a game from 0 to `end`.
    #[staticmethod]
    #[pyo3(signature = (rules, end, limits=None))]
    fn of(py: Python<'_>, rules: &Rules, end: &str, limits: Option<&Limits>) -> PyResult<Table> {
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

    /// The table in rows of `columns` entries.
    fn text(&self, columns: usize) -> String {
        table_text(&self.solved(), columns)
    }

    /// One JSON object.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let sheet = Sheet::new(Budget::new());
        table_json(&self.solved(), sheet).map_err(|error| errors::raised(py, &error))
    }

    /// `n,value` with a header line.
    fn csv(&self) -> PyResult<String> {
        if self.outcomes {
            return Ok(table_csv(&self.solved()));
        }
        let value = |heap: u64| usize::try_from(heap).ok().and_then(|heap| self.numbers.get(heap)).unwrap_or_default();
        let end = (self.numbers.len() as u64).saturating_sub(1);
        let game = self.rules.to_string();
        let values = Values { game: &game, end, largest: 0, value: &value, status: self.status };
        let mut text = Vec::new();
        write_values(&values, Form::Csv, &mut text)?;
        String::from_utf8(text).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The OEIS b-file from n = `offset` on; of the losing heaps if `losing`.
    fn bfile(&self, py: Python<'_>, offset: u64, losing: bool) -> PyResult<String> {
        table_bfile(&self.solved(), offset, losing).map_err(|fault| match fault {
            BFileFault::Outcomes => {
                let message = "a b-file holds numbers, and a misère table holds outcomes";
                errors::refused(py, message, "add losing=True for the heaps that the player to move loses")
            }
            BFileFault::Offset => errors::refused(py, "the table ends before the offset", "ask for a larger table"),
        })
    }

    /// The picture of `grundy draw table`.
    fn svg(&self) -> String {
        if let Answer::Outcomes(outcomes) = self.solved().solution.answer {
            return outcomes_svg(&self.rules, &outcomes, self.status);
        }
        let mut values = (0..self.numbers.len()).filter_map(|heap| self.numbers.get(heap));
        let largest = values.clone().max().unwrap_or(0);
        table_svg(&self.rules, (self.numbers.len() as u64).saturating_sub(1), largest, &mut values, self.status)
    }

    /// The table in the Arrow C stream interface.
    fn arrow_stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyCapsule::new_with_value(py, arrow::Stream::of(self.columns()), c"arrow_array_stream")?.into_any())
    }

    /// The table in the Arrow C data interface: schema and array.
    fn arrow_array<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let columns = self.columns();
        let array = PyCapsule::new_with_value(py, arrow::Array::of(&columns), c"arrow_array")?;
        Ok((self.arrow_schema(py)?, array.into_any()))
    }

    /// The schema of the table.
    fn arrow_schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyCapsule::new_with_value(py, arrow::Schema::of(&self.columns()), c"arrow_schema")?.into_any())
    }
}
