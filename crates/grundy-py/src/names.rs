//! The positions of a game in Python, numbered.
//!
//! A position is any hashable object. Integers, texts, bytes, `None`, booleans and tuples of these
//! are kept as a few bytes each, and are made again when they are needed; every other object is
//! kept itself, and compared by Python. So a million tuples take a tenth of what a dictionary of
//! them takes. An integer and a float that are equal are two positions here, with equal options.
//!
//! Objects of a dataclass are kept themselves too, but are compared by the bytes of their fields,
//! if that is what Python would compare (`grundy/_fields.py` decides it): to hash and to compare
//! two of them calls two functions of Python, to read a field none.

use std::{
    collections::HashMap,
    hash::{BuildHasher, Hasher},
};

use grundy::own::Numbered;
use hashbrown::{HashTable, hash_table::Entry};
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyOverflowError,
    prelude::*,
    types::{PyBool, PyBytes, PyInt, PyString, PyTuple, PyType},
};
use rustc_hash::FxBuildHasher;

/// The number of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u32);

impl Numbered for Id {
    fn number(&self) -> u32 {
        self.0
    }

    fn of(number: u32) -> Id {
        Id(number)
    }
}

/// Messages of the library name a position by its number between two marks;
/// [`NumberedPositions::named`] replaces them.
const MARKS: (char, char) = ('\u{e000}', '\u{e001}');

impl std::fmt::Debug for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}{}", MARKS.0, self.0, MARKS.1)
    }
}

/// The largest number of a position, exclusive: one bit is left for a mark.
const MOST: u32 = 1 << 31;

/// Small integers have their numbers in a list.
const SMALL: usize = 1 << 22;

/// Tuples in tuples deeper than this are kept as objects.
const DEEPEST: u32 = 16;

/// Positions of more bytes than this are kept as objects, so that 32 bits count those of a chunk.
const LONGEST: usize = 1 << 16;

/// The positions of a chunk: 2 to this power.
const CHUNK: u32 = 12;

/// The positions with their numbers.
#[derive(Default)]
pub struct NumberedPositions {
    /// The number of each small integer.
    small: Vec<Option<Id>>,
    /// The numbers by the hashes of what they denote.
    table: HashTable<Id>,
    packed: PackedPositions,
    /// The objects that are kept themselves, with their hashes.
    objects: Vec<(isize, Py<PyAny>)>,
    /// The bytes of the position that is looked up.
    scratch: Vec<u8>,
    /// The types of objects that were met, by their addresses.
    kinds: HashMap<usize, ObjectKind, FxBuildHasher>,
}

/// A type of objects.
struct ObjectKind {
    /// It lives on, so that no other one has its address.
    _type: Py<PyType>,
    number: u64,
    /// The fields of a dataclass, if they alone decide which objects are equal.
    fields: Option<Vec<Py<PyString>>>,
}

/// The bytes of all positions, in chunks, so that no byte is copied when there are more.
#[derive(Default)]
struct PackedPositions {
    chunks: Vec<Chunk>,
    len: usize,
    /// The memory of all chunks but the last one, in bytes.
    held: usize,
}

/// The bytes of some positions, one after another, and where those of each one end.
#[derive(Default)]
struct Chunk {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Chunk {
    fn held(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<u32>()
    }
}

impl PackedPositions {
    /// Gives these bytes the next number.
    fn push(&mut self, own: &[u8]) -> PyResult<Id> {
        let id = next(self.len)?;
        if self.len.is_multiple_of(1 << CHUNK) {
            if let Some(full) = self.chunks.last_mut() {
                full.bytes.shrink_to_fit();
                self.held += full.held();
            }
            self.chunks.push(Chunk { bytes: Vec::new(), ends: Vec::with_capacity(1 << CHUNK) });
        }
        let chunk = self.chunks.last_mut().expect("a chunk was pushed");
        chunk.bytes.extend_from_slice(own);
        chunk.ends.push(u32::try_from(chunk.bytes.len()).expect("positions are short"));
        self.len += 1;
        Ok(id)
    }

    /// The bytes of the position of this number.
    fn part(&self, Id(id): Id) -> &[u8] {
        let Chunk { bytes, ends } = &self.chunks[(id >> CHUNK) as usize];
        let at = (id % (1 << CHUNK)) as usize;
        let start = if at == 0 { 0 } else { ends[at - 1] };
        &bytes[start as usize..ends[at] as usize]
    }

    fn held(&self) -> usize {
        let last = self.chunks.last().map_or(0, Chunk::held);
        self.held + last + self.chunks.capacity() * size_of::<Chunk>()
    }
}

/// The kinds of values, by their first byte.
mod tag {
    pub const NONE: u8 = 0;
    pub const FALSE: u8 = 1;
    pub const TRUE: u8 = 2;
    pub const NUMBER: u8 = 3;
    pub const TEXT: u8 = 4;
    pub const BYTES: u8 = 5;
    pub const TUPLE: u8 = 6;
    pub const OBJECT: u8 = 7;
    pub const FIELDS: u8 = 8;
}

/// The bytes at the end of those of a dataclass: the place of the object.
const PLACE: usize = size_of::<u32>();

/// The bytes by which a position is found.
fn key(bytes: &[u8]) -> &[u8] {
    if bytes.first() == Some(&tag::FIELDS) { &bytes[..bytes.len() - PLACE] } else { bytes }
}

impl NumberedPositions {
    /// The number of a position, which may be new.
    ///
    /// # Errors
    /// The exception of Python if the object is not hashable, or its `__eq__` raises.
    pub fn number(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Id> {
        let small = match object.cast_exact::<PyInt>() {
            Ok(number) => number.extract::<usize>().ok().filter(|&number| number < SMALL),
            Err(_) => None,
        };
        if let Some(number) = small {
            if self.small.len() <= number {
                self.small.resize((number + 1).next_power_of_two(), None);
            }
            if let Some(id) = self.small[number] {
                return Ok(id);
            }
            self.scratch.clear();
            self.scratch.push(tag::NUMBER);
            varint(&mut self.scratch, zigzag(number as i64));
            let id = self.packed.push(&self.scratch)?;
            self.small[number] = Some(id);
            return Ok(id);
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let packed = pack(object, &mut scratch, 0);
        let short = scratch.len() <= LONGEST;
        self.scratch = scratch;
        if packed? && short {
            return self.packed(None);
        }
        if self.fields(object)? { self.packed(Some(object)) } else { self.object(object) }
    }

    /// Writes the fields of an object of a dataclass into `scratch`. Returns false if it is to be
    /// compared by Python.
    fn fields(&mut self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (py, kind) = (object.py(), object.get_type());
        let address = kind.as_ptr().addr();
        if !self.kinds.contains_key(&address) {
            let fields = py.import("grundy._fields")?.getattr("compared")?.call1((&kind,))?.extract()?;
            let own = ObjectKind { _type: kind.unbind(), number: self.kinds.len() as u64, fields };
            self.kinds.insert(address, own);
        }
        let NumberedPositions { kinds, scratch, .. } = self;
        let Some(ObjectKind { number, fields: Some(fields), .. }) = kinds.get(&address) else { return Ok(false) };
        scratch.clear();
        scratch.push(tag::FIELDS);
        varint(scratch, *number);
        for field in fields {
            if !pack(&object.getattr(field.bind(py))?, scratch, 1)? {
                return Ok(false);
            }
        }
        Ok(scratch.len() <= LONGEST)
    }

    /// The number of the position whose bytes are in `scratch`, with the object of a dataclass.
    fn packed(&mut self, object: Option<&Bound<'_, PyAny>>) -> PyResult<Id> {
        let NumberedPositions { table, packed, scratch, objects, .. } = self;
        let wanted = hash(scratch);
        let is_same = |id: &Id| key(packed.part(*id)) == &scratch[..];
        match table.entry(wanted, is_same, |&id| rehash(packed.part(id), objects)) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(free) => {
                if let Some(object) = object {
                    scratch.extend_from_slice(&next(objects.len())?.0.to_le_bytes());
                    objects.push((0, object.clone().unbind()));
                }
                let id = packed.push(scratch)?;
                free.insert(id);
                Ok(id)
            }
        }
    }

    /// The number of an object that is kept itself.
    fn object(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Id> {
        let own = object.hash()?;
        let wanted = hash_of(own);
        let mut raised = None;
        let known = self.table.find(wanted, |&id| match place(self.packed.part(id)) {
            Some(at) if self.objects[at].0 == own => {
                self.objects[at].1.bind(object.py()).eq(object).unwrap_or_else(|error| {
                    raised = Some(error);
                    true
                })
            }
            _ => false,
        });
        match (raised, known) {
            (Some(error), _) => Err(error),
            (None, Some(&id)) => Ok(id),
            (None, None) => {
                self.scratch.clear();
                self.scratch.push(tag::OBJECT);
                varint(&mut self.scratch, self.objects.len() as u64);
                self.objects.push((own, object.clone().unbind()));
                let id = self.packed.push(&self.scratch)?;
                let NumberedPositions { table, packed, objects, .. } = self;
                table.insert_unique(wanted, id, |&id| rehash(packed.part(id), objects));
                Ok(id)
            }
        }
    }

    /// The position of this number.
    pub fn object_of<'py>(&self, py: Python<'py>, id: Id) -> PyResult<Bound<'py, PyAny>> {
        let mut bytes = self.packed.part(id);
        self.unpack(py, &mut bytes)
    }

    /// The objects that are kept themselves.
    pub fn objects(&self) -> impl Iterator<Item = &Py<PyAny>> {
        self.objects.iter().map(|(_, object)| object)
    }

    /// Forgets the types of objects: there will be no further positions.
    pub fn complete(&mut self) {
        self.kinds.clear();
    }

    /// How many positions have numbers.
    pub fn len(&self) -> usize {
        self.packed.len
    }

    /// The memory of the positions, in bytes.
    pub fn held(&self) -> u64 {
        let small = self.small.capacity() * size_of::<Option<Id>>();
        let table = self.table.capacity() * (1 + size_of::<Id>());
        (small + table + self.packed.held() + self.objects.capacity() * 64) as u64
    }

    /// The text with the positions in the places of their numbers. A signal ends the work.
    pub fn named(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        let mut parts = text.split(MARKS.0);
        let mut named = parts.next().unwrap_or_default().to_owned();
        for (place, part) in parts.enumerate() {
            if place % 1024 == 1023 {
                py.check_signals()?;
            }
            let (number, rest) = part.split_once(MARKS.1).unwrap_or((part, ""));
            let id = number.parse().ok().filter(|&id| (id as usize) < self.len()).map(Id);
            let shown = id.and_then(|id| self.object_of(py, id).ok()?.repr().ok());
            named.push_str(&shown.map_or_else(|| "?".to_owned(), |shown| shown.to_string()));
            named.push_str(rest);
        }
        Ok(named)
    }

    fn unpack<'py>(&self, py: Python<'py>, bytes: &mut &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let (&first, rest) = bytes.split_first().expect("a position has bytes");
        *bytes = rest;
        match first {
            tag::NONE => Ok(py.None().into_bound(py)),
            tag::FALSE | tag::TRUE => (first == tag::TRUE).into_bound_py_any(py),
            tag::NUMBER => unzigzag(take(bytes)).into_bound_py_any(py),
            tag::OBJECT => Ok(self.objects[take(bytes) as usize].1.bind(py).clone()),
            tag::FIELDS => {
                let place = bytes.last_chunk().copied().expect("the place of an object");
                Ok(self.objects[u32::from_le_bytes(place) as usize].1.bind(py).clone())
            }
            tag::TUPLE => {
                let many = take(bytes);
                let items: Vec<_> = (0..many).map(|_| self.unpack(py, bytes)).collect::<PyResult<_>>()?;
                Ok(PyTuple::new(py, items)?.into_any())
            }
            _ => {
                let many = take(bytes) as usize;
                let (own, rest) = bytes.split_at(many);
                *bytes = rest;
                match first {
                    tag::TEXT => std::str::from_utf8(own).expect("it was a text").into_bound_py_any(py),
                    _ => Ok(PyBytes::new(py, own).into_any()),
                }
            }
        }
    }
}

/// Writes an object as bytes. Returns false if it is to be kept itself.
fn pack(object: &Bound<'_, PyAny>, bytes: &mut Vec<u8>, depth: u32) -> PyResult<bool> {
    if let Ok(number) = object.cast_exact::<PyInt>() {
        let Ok(number) = number.extract::<i64>() else { return Ok(false) };
        bytes.push(tag::NUMBER);
        varint(bytes, zigzag(number));
    } else if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        if depth == DEEPEST {
            return Ok(false);
        }
        bytes.push(tag::TUPLE);
        varint(bytes, tuple.len() as u64);
        for item in tuple.iter_borrowed() {
            if !pack(&item, bytes, depth + 1)? {
                return Ok(false);
            }
        }
    } else if let Ok(text) = object.cast_exact::<PyString>() {
        // A lone surrogate is not UTF-8.
        let Ok(text) = text.to_cow() else { return Ok(false) };
        bytes.push(tag::TEXT);
        varint(bytes, text.len() as u64);
        bytes.extend_from_slice(text.as_bytes());
    } else if object.is_none() {
        bytes.push(tag::NONE);
    } else if let Ok(flag) = object.cast_exact::<PyBool>() {
        bytes.push(if flag.is_true() { tag::TRUE } else { tag::FALSE });
    } else if let Ok(own) = object.cast_exact::<PyBytes>() {
        bytes.push(tag::BYTES);
        varint(bytes, own.as_bytes().len() as u64);
        bytes.extend_from_slice(own.as_bytes());
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// The place among the objects, if these are the bytes of one.
fn place(bytes: &[u8]) -> Option<usize> {
    let (&tag::OBJECT, mut rest) = bytes.split_first()? else { return None };
    Some(take(&mut rest) as usize)
}

fn next(many: usize) -> PyResult<Id> {
    let full = || PyOverflowError::new_err(format!("there are over {MOST} positions"));
    u32::try_from(many).ok().filter(|&id| id < MOST).map(Id).ok_or_else(full)
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write(bytes);
    hasher.finish()
}

fn hash_of(own: isize) -> u64 {
    FxBuildHasher.hash_one(own)
}

fn rehash(bytes: &[u8], objects: &[(isize, Py<PyAny>)]) -> u64 {
    place(bytes).map_or_else(|| hash(key(bytes)), |at| hash_of(objects[at].0))
}

/// The sign goes to the last bit, so that small numbers are few bytes.
pub fn zigzag(number: i64) -> u64 {
    (number.cast_unsigned() << 1) ^ (number >> 63).cast_unsigned()
}

pub fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// Appends a number in base 128, the lowest digit first.
pub fn varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number that [`varint`] wrote.
pub fn take(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().expect("a number ends");
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    number
}
