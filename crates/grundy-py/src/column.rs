//! A column of numbers that NumPy and Arrow read where they lie.
//!
//! NumPy asks an object for `__array_interface__`: the address, the type and the length. The array
//! that it makes keeps the object alive and may not write. So no number is copied, and this crate
//! needs neither NumPy nor code that is unsafe.

use std::sync::Arc;

use grundy::{
    Error,
    solvers::{Budget, Reason},
};
use pyo3::{prelude::*, types::PyDict};

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
