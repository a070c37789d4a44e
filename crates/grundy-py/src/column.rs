//! A column of numbers that NumPy and Arrow read where they lie.
//!
//! NumPy asks an object for `__array_interface__`: the address, the type and the length. The array
//! that it makes keeps the object alive and may not write. So no number is copied, and this crate
//! needs neither NumPy nor code that is unsafe.

use std::sync::Arc;

use grundy::{
    Error, Stopped,
    solvers::{
        Budget, Reason,
        support::repeats::{Repeat, repeats},
    },
};
use grundy_show::picture::values_svg;
use grundy_simd::arrow;
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyDict},
};

use crate::host::{self, Limits, WordLists};

/// Numbers of the least width that holds all of them.
#[derive(Clone)]
pub enum ColumnNumbers {
    /// Of 8 bits.
    U8(Arc<Vec<u8>>),
    /// Of 16 bits.
    U16(Arc<Vec<u16>>),
    /// Of 32 bits.
    U32(Arc<Vec<u32>>),
    /// Of 64 bits.
    U64(Arc<Vec<u64>>),
}

impl ColumnNumbers {
    /// The first `many` numbers of an iterator, none of them over `largest`. Cost: one pass.
    ///
    /// # Errors
    /// A limit: the numbers count as held before there is room for them.
    pub fn of(
        budget: &mut Budget,
        largest: u64,
        many: u64,
        numbers: impl Iterator<Item = u64>,
    ) -> Result<ColumnNumbers, Error> {
        Ok(match largest {
            0..=0xff => ColumnNumbers::U8(filled(budget, many, numbers)?),
            0x100..=0xffff => ColumnNumbers::U16(filled(budget, many, numbers)?),
            0x1_0000..=0xffff_ffff => ColumnNumbers::U32(filled(budget, many, numbers)?),
            _ => ColumnNumbers::U64(filled(budget, many, numbers)?),
        })
    }

    /// None, of the same width.
    pub fn empty(&self) -> ColumnNumbers {
        match self {
            ColumnNumbers::U8(_) => ColumnNumbers::U8(Arc::default()),
            ColumnNumbers::U16(_) => ColumnNumbers::U16(Arc::default()),
            ColumnNumbers::U32(_) => ColumnNumbers::U32(Arc::default()),
            ColumnNumbers::U64(_) => ColumnNumbers::U64(Arc::default()),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            ColumnNumbers::U8(all) => all.len(),
            ColumnNumbers::U16(all) => all.len(),
            ColumnNumbers::U32(all) => all.len(),
            ColumnNumbers::U64(all) => all.len(),
        }
    }

    /// The number at this place.
    pub fn get(&self, at: usize) -> Option<u64> {
        match self {
            ColumnNumbers::U8(all) => all.get(at).map(|&number| number.into()),
            ColumnNumbers::U16(all) => all.get(at).map(|&number| number.into()),
            ColumnNumbers::U32(all) => all.get(at).map(|&number| number.into()),
            ColumnNumbers::U64(all) => all.get(at).copied(),
        }
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    /// The numbers with their places, for a reader of Arrow; as letters if they are `outcomes`.
    pub fn columns(&self, outcomes: bool) -> Vec<arrow::Column> {
        let places = arrow::Data::U64(Arc::new((0..self.len() as u64).collect()));
        let data = match self {
            ColumnNumbers::U8(all) if outcomes => arrow::Data::Letters(all.clone()),
            ColumnNumbers::U8(all) => arrow::Data::U8(all.clone()),
            ColumnNumbers::U16(all) => arrow::Data::U16(all.clone()),
            ColumnNumbers::U32(all) => arrow::Data::U32(all.clone()),
            ColumnNumbers::U64(all) => arrow::Data::U64(all.clone()),
        };
        let name = if outcomes { "outcome" } else { "value" };
        vec![arrow::Column { name: "n".into(), data: places }, arrow::Column { name: name.into(), data }]
    }

    /// The address of the first number, and the letter and width of NumPy's type.
    fn place(&self) -> (usize, &'static str) {
        match self {
            ColumnNumbers::U8(all) => (all.as_ptr().addr(), "|u1"),
            ColumnNumbers::U16(all) => {
                (all.as_ptr().addr(), if cfg!(target_endian = "little") { "<u2" } else { ">u2" })
            }
            ColumnNumbers::U32(all) => {
                (all.as_ptr().addr(), if cfg!(target_endian = "little") { "<u4" } else { ">u4" })
            }
            ColumnNumbers::U64(all) => {
                (all.as_ptr().addr(), if cfg!(target_endian = "little") { "<u8" } else { ">u8" })
            }
        }
    }
}

/// Room for numbers, and the numbers in it, each of which fits.
fn filled<T: TryFrom<u64, Error: std::fmt::Debug>>(
    budget: &mut Budget,
    many: u64,
    numbers: impl Iterator<Item = u64>,
) -> Result<Arc<Vec<T>>, Error> {
    budget.hold(many.saturating_mul(size_of::<T>() as u64))?;
    let mut all = Vec::new();
    let room = usize::try_from(many).ok().and_then(|many| all.try_reserve_exact(many).ok());
    room.ok_or_else(|| budget.stopped(Reason::Memory(budget.most_bytes())))?;
    for number in numbers {
        budget.tick()?;
        all.push(T::try_from(number).expect("at most the largest"));
    }
    Ok(Arc::new(all))
}

/// Numbers that `numpy.asarray` reads without a copy.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Column(pub ColumnNumbers);

impl Column {
    /// Work within the limit on the memory, for which each number takes so many bytes.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: Option<&Limits>,
        each: u64,
        work: impl FnOnce(&ColumnNumbers, &mut Budget) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let (limits, numbers) = (Limits::memory(limits), self.0.clone());
        host::work(py, Some(&limits), &WordLists::new(), move |run| {
            let mut budget = run.budget();
            budget.hold(each.saturating_mul(numbers.len() as u64))?;
            work(&numbers, &mut budget)
        })
    }
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The number at this place.
    fn at(&self, place: usize) -> Option<u64> {
        self.0.get(place)
    }

    /// The numbers at the places from `start` to before `end`.
    fn part(&self, start: usize, end: usize) -> Vec<u64> {
        (start..end.min(self.0.len())).filter_map(|place| self.0.get(place)).collect()
    }

    /// The places of the zeros.
    fn zeros(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<Column> {
        self.work(py, limits, 8, |numbers, budget| {
            let many = numbers.iter().filter(|&number| number == 0).count() as u64;
            let zeros = (0..).zip(numbers.iter()).filter(|(_, number)| *number == 0).map(|(at, _)| at);
            ColumnNumbers::of(budget, u64::MAX, many, zeros)
        })
        .map(Column)
    }

    /// Refuses work for which each number takes so many bytes, if that is over the limit.
    fn room(&self, py: Python<'_>, limits: Option<&Limits>, each: u64) -> PyResult<()> {
        self.work(py, limits, each, |_, _| Ok(()))
    }

    /// How the numbers, or their differences, repeat most often, over half of them and at least
    /// three times: the first place, the distance, and the growth over it.
    fn repeat(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<Option<(u64, u64, u64)>> {
        const EACH: u64 = 8 + 8 + 4;
        self.work(py, limits, EACH, |numbers, budget| {
            let mut go_on = |_| budget.tick().map(|()| false);
            let numbers: Vec<u64> = numbers.iter().collect();
            if let (_, Some(Repeat { start, period, .. })) = repeats::<_, Stopped>(&numbers, &mut go_on)? {
                return Ok(Some((start, period, 0)));
            }
            let steps: Vec<u64> = numbers.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
            let (_, likely) = repeats::<_, Stopped>(&steps, &mut go_on)?;
            Ok(likely.and_then(|Repeat { start, period, .. }| {
                let (first, next) = (start as usize, start.checked_add(period)? as usize);
                Some((start, period, numbers.get(next)?.checked_sub(*numbers.get(first)?)?))
            }))
        })
    }

    /// The plot of the numbers under this name, with a line below it.
    fn plot(&self, py: Python<'_>, limits: Option<&Limits>, name: String, footing: String) -> PyResult<String> {
        self.work(py, limits, 8, move |numbers, _| {
            let (end, largest) = (numbers.len().saturating_sub(1) as u64, numbers.iter().max().unwrap_or(0));
            Ok(values_svg(&name, end, largest, &mut numbers.iter(), &footing))
        })
    }

    /// The numbers with their places in the Arrow C stream interface.
    fn arrow_stream<'py>(&self, py: Python<'py>, limits: Option<&Limits>) -> PyResult<Bound<'py, PyAny>> {
        let columns = self.work(py, limits, 8, |numbers, _| Ok(numbers.columns(false)))?;
        Ok(PyCapsule::new_with_value(py, arrow::Stream::of(columns), c"arrow_array_stream")?.into_any())
    }

    /// The numbers with their places in the Arrow C data interface.
    fn arrow_array<'py>(&self, py: Python<'py>, limits: Option<&Limits>) -> PyResult<Bound<'py, PyAny>> {
        let columns = self.work(py, limits, 8, |numbers, _| Ok(numbers.columns(false)))?;
        Ok(PyCapsule::new_with_value(py, arrow::Array::of(&columns), c"arrow_array")?.into_any())
    }

    /// The schema of the numbers with their places.
    fn arrow_schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let schema = arrow::Schema::of(&self.0.empty().columns(false));
        Ok(PyCapsule::new_with_value(py, schema, c"arrow_schema")?.into_any())
    }

    /// Where the numbers lie, for NumPy: it may read them, and keeps this object alive.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (address, kind) = self.0.place();
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", (self.0.len(),))?;
        interface.set_item("typestr", kind)?;
        interface.set_item("data", (address, true))?;
        Ok(interface.into_any())
    }
}
