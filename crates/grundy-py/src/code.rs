//! A game whose rules are a Python function: position to options.
//!
//! The function is called once for each position, and what it returned is kept as numbers of
//! positions ([`NumberedPositions`], [`OptionStore`]), so that the check reads it again without
//! Python.
//!
//! An option is one position, or a list of positions: their sum. A tuple is a sum too, unless the
//! position that it comes from is a tuple: then it is a position. A game in which a tuple would be
//! both is refused.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    mem,
    time::Duration,
};

use grundy::{
    Convention, Error, Fault, Game, Run, Stopped,
    own::{GameExplanation, GameSolved},
    solvers::{Progress, Reason},
};
use pyo3::{
    PyTraverseError, PyVisit,
    exceptions::{PyMemoryError, PyTypeError},
    prelude::*,
    types::{PyByteArray, PyBytes, PyDict, PyInt, PyIterator, PyList, PyString, PyTuple},
};

use crate::{
    column::{Column, ColumnNumbers},
    errors,
    host::{self, Limits, Reading, WordLists},
    kept::{OptionStore, PositionOptions},
    names::{Id, NumberedPositions},
};

/// Positions whose options are read again, and options, between two looks at signals.
const STRIDE: u32 = 1 << 10;

/// What a position that the caller lists holds in lists, in bytes.
const EACH: u64 = 32;

/// So many options are read after the visitor has seen enough.
const REST: usize = 1 << 16;

/// The largest heap that stands for a position of its size.
const LARGEST: u64 = 1 << 14;

/// What a position may hold in the tables of the search, in addition to what is counted there.
const OUTSIDE: u64 = 48;

/// A game whose rules are a Python function.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Code {
    rules: Py<PyAny>,
}

/// What is known of the game while it is solved.
struct FunctionRules<'r, 'py> {
    function: &'r Bound<'py, PyAny>,
    run: &'r Run,
    state: RefCell<CodeState>,
    /// Positions and options read since the last look at signals.
    reads: Cell<u32>,
    /// What Python has raised.
    raised: RefCell<Option<PyErr>>,
}

#[derive(Default)]
struct CodeState {
    names: NumberedPositions,
    /// The options of the positions whose options were read.
    kept: OptionStore,
    /// Room for the options of one position.
    room: PositionOptions,
    /// A tuple was read as a position, and as a sum: examples of both.
    tuples: (Option<Id>, Option<Id>),
}

impl<'r, 'py> FunctionRules<'r, 'py> {
    fn new(function: &'r Bound<'py, PyAny>, run: &'r Run) -> FunctionRules<'r, 'py> {
        let (state, reads, raised) = (RefCell::default(), Cell::new(0), RefCell::default());
        FunctionRules { function, run, state, reads, raised }
    }

    /// The number of a position that the caller gives.
    fn start(&self, object: &Bound<'_, PyAny>) -> PyResult<Id> {
        let mut state = self.state.borrow_mut();
        let id = state.names.number(object)?;
        if object.cast_exact::<PyTuple>().is_ok() {
            state.tuples.0.get_or_insert(id);
        }
        Ok(id)
    }

    /// The numbers of the positions that the caller lists.
    fn starts(&self, objects: &Bound<'_, PyAny>) -> PyResult<Vec<Id>> {
        let mut reading = Reading::new(self.run);
        reading.expect(objects, EACH)?;
        let mut starts = Vec::new();
        for object in objects.try_iter()? {
            starts.push(self.start(&object?)?);
            reading.item(objects.py(), EACH)?;
        }
        Ok(starts)
    }

    /// The options of a position whose options are not known yet, and the end of the walk, if the
    /// visitor ends it: the other options are read all the same, so that the function is not called
    /// again, unless there are more than [`REST`]. Then there are no options to keep.
    fn ask<E: From<Fault>>(
        &self,
        id: Id,
        visit: &mut impl FnMut(&[Id]) -> Result<(), E>,
    ) -> PyResult<(Option<PositionOptions>, Result<(), E>)> {
        let py = self.function.py();
        let position = self.state.borrow().names.object_of(py, id)?;
        let listed = self.function.call1((&position,)).map_err(|error| noted(error, &position))?;
        // One call may take as long as a million others.
        self.in_time()?;
        let mut options = mem::take(&mut self.state.borrow_mut().room);
        options.clear();
        let mut parts = Vec::new();
        let mut ended: Result<(), E> = Ok(());
        let mut rest = REST;
        for option in listed_options(&listed, &position)? {
            let option = option.map_err(|error| noted(error, &position))?;
            if self.is_due() {
                self.look(options.held())?;
            }
            parts.clear();
            self.read(&position, id, &option, &mut parts)?;
            options.push(&parts);
            if ended.is_ok() {
                ended = visit(&parts);
            } else if rest == 0 {
                return Ok((None, ended));
            } else {
                rest -= 1;
            }
        }
        Ok((Some(options), ended))
    }

    /// The components of an option.
    fn read(
        &self,
        position: &Bound<'py, PyAny>,
        id: Id,
        option: &Bound<'py, PyAny>,
        parts: &mut Vec<Id>,
    ) -> PyResult<()> {
        let mut state = self.state.borrow_mut();
        let CodeState { names, tuples, .. } = &mut *state;
        let unhashable = |error: PyErr, part: &Bound<'py, PyAny>| {
            // Its `__eq__` may have raised.
            if part.hash().is_ok() {
                return noted(error, position);
            }
            let Ok(shown) = part.repr() else { return error };
            let Ok(from) = position.repr() else { return error };
            let kind = part.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
            let message = format!("the option {shown} of {from} is not a position: {kind} is not hashable");
            let better = PyTypeError::new_err(message);
            better.set_cause(option.py(), Some(error));
            better
        };
        if let Ok(list) = option.cast_exact::<PyList>() {
            for part in list.iter() {
                parts.push(names.number(&part).map_err(|error| unhashable(error, &part))?);
            }
        } else if let Ok(tuple) = option.cast_exact::<PyTuple>() {
            if position.cast_exact::<PyTuple>().is_ok() {
                tuples.0.get_or_insert(id);
                parts.push(names.number(option).map_err(|error| unhashable(error, option))?);
            } else {
                tuples.1.get_or_insert(id);
                for part in tuple.iter_borrowed() {
                    parts.push(names.number(&part).map_err(|error| unhashable(error, &part))?);
                }
            }
        } else {
            parts.push(names.number(option).map_err(|error| unhashable(error, option))?);
        }
        if let (Some(one), Some(sum)) = *tuples {
            let py = option.py();
            let message = format!(
                "a tuple is a position at {}, and a sum in the options of {}: write a sum as a list",
                names.object_of(py, one)?.repr()?,
                names.object_of(py, sum)?.repr()?
            );
            return Err(PyTypeError::new_err(message));
        }
        Ok(())
    }

    /// Keeps the options of a position.
    fn keep(&self, id: Id, options: PositionOptions) -> PyResult<()> {
        let mut state = self.state.borrow_mut();
        let CodeState { names, kept, room, .. } = &mut *state;
        let full = kept.keep(id, &options, names.len()).is_none();
        *room = options;
        let all = names.held() + kept.held();
        if full || all > self.run.most_bytes() { Err(PyMemoryError::new_err("")) } else { Ok(()) }
    }

    /// Whether it is time to let other threads run, and signals through.
    fn is_due(&self) -> bool {
        let reads = (self.reads.get() + 1) % STRIDE;
        self.reads.set(reads);
        reads == 0
    }

    /// Lets other threads run, and signals through.
    fn pause(&self) -> PyResult<()> {
        let py = self.function.py();
        py.detach(|| ());
        py.check_signals()
    }

    /// Looks at the limits while the options of a position, which hold these bytes, are listed:
    /// there may be no end of them.
    fn look(&self, options: u64) -> PyResult<()> {
        self.pause()?;
        let state = self.state.borrow();
        if state.names.held() + state.kept.held() + options > self.run.most_bytes() {
            return Err(PyMemoryError::new_err(""));
        }
        drop(state);
        self.in_time()
    }

    fn in_time(&self) -> PyResult<()> {
        match self.run.left() {
            Some(Duration::ZERO) => Err(limit(self.function.py(), Reason::Time, self.state.borrow().names.len())),
            _ => Ok(()),
        }
    }

    /// The positions that can be reached from these, whose play ends.
    fn listing(&self, starts: &[Id], most: usize) -> PyResult<Listing> {
        let (mut listing, mut seen, mut moves) = (Listing::new(), HashSet::new(), 0);
        let mut line: Vec<(Id, Vec<Vec<Id>>, Vec<Id>)> = Vec::new();
        for &start in starts {
            let mut next = seen.insert(start).then_some(start);
            loop {
                if let Some(id) = next.take() {
                    let mut options: Vec<Vec<Id>> = Vec::new();
                    let read: Result<(), Fault> = self.options(&id, |option| {
                        options.push(option.to_vec());
                        Ok(())
                    });
                    read.map_err(|fault| self.raised.take().unwrap_or_else(|| PyTypeError::new_err(fault.0)))?;
                    options.iter_mut().for_each(|option| option.sort_unstable());
                    options.sort_unstable();
                    options.dedup();
                    moves += options.len();
                    if moves > most {
                        let message = format!("the positions that can be reached have over {most} moves");
                        return Err(errors::refused(self.function.py(), message, "ask about a smaller position"));
                    }
                    let parts = options.iter().flatten().copied().collect();
                    line.push((id, options, parts));
                }
                let Some((_, _, parts)) = line.last_mut() else { break };
                match parts.pop() {
                    Some(part) => next = seen.insert(part).then_some(part),
                    None => listing.extend(line.pop().map(|(id, options, _)| (id, options))),
                }
            }
        }
        Ok(listing)
    }

    /// Keeps an exception for the caller; the library gets a fault.
    fn broken(&self, error: PyErr) -> Fault {
        self.raised.borrow_mut().get_or_insert(error);
        Fault("the rules raise an exception".into())
    }
}

impl Game for FunctionRules<'_, '_> {
    type Position = Id;

    fn options<E: From<Fault>>(&self, &id: &Id, mut visit: impl FnMut(&[Id]) -> Result<(), E>) -> Result<(), E> {
        // A visitor may ask for the options of other positions, so nothing stays borrowed.
        let known = self.state.borrow().kept.known(id);
        let Some(options) = known else {
            let (options, ended) = self.ask(id, &mut visit).map_err(|error| self.broken(error))?;
            if let Some(options) = options {
                self.keep(id, options).map_err(|error| self.broken(error))?;
            }
            return ended;
        };
        if self.is_due() {
            self.pause().map_err(|error| self.broken(error))?;
        }
        options.visit(visit)
    }
}

/// The options that the function has returned.
fn listed_options<'py>(listed: &Bound<'py, PyAny>, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    let py = listed.py();
    let kind = listed.get_type();
    let wrong =
        [py.get_type::<PyString>(), py.get_type::<PyBytes>(), py.get_type::<PyByteArray>(), py.get_type::<PyDict>()];
    let is_wrong = wrong.iter().any(|wrong| kind.is_subclass(wrong).unwrap_or(false));
    if !is_wrong && let Ok(options) = listed.try_iter() {
        return Ok(options);
    }
    let message = format!(
        "the options of {} must be a list, or another iterable, of positions; the function returned {}",
        position.repr()?,
        kind.name()?
    );
    Err(PyTypeError::new_err(message))
}

/// The exception with a note of the position whose options were asked for.
fn noted(error: PyErr, position: &Bound<'_, PyAny>) -> PyErr {
    let py = position.py();
    if let Ok(shown) = position.repr() {
        // Python 3.10 has no notes.
        let _ = error.value(py).call_method1("add_note", (format!("while listing the options of {shown}"),));
    }
    error
}

impl Code {
    /// Does work about the game. Exceptions of Python come first, then errors of the library, which
    /// name positions.
    fn work<'py, T>(
        &self,
        py: Python<'py>,
        limits: Option<&Limits>,
        work: impl FnOnce(&Run, &FunctionRules<'_, 'py>) -> PyResult<Result<T, Error>>,
    ) -> PyResult<(T, NumberedPositions)> {
        let (run, surroundings) = host::begin(py, limits, &WordLists::new());
        let function = self.rules.bind(py);
        let rules = FunctionRules::new(function, &run);
        let done = work(&run, &rules);
        let FunctionRules { state, raised, .. } = rules;
        let mut names = state.into_inner().names;
        names.complete();
        if let Some(error) = raised.into_inner() {
            return Err(match error.is_instance_of::<PyMemoryError>(py) && error.value(py).to_string().is_empty() {
                true => limit(py, Reason::Memory(run.most_bytes()), names.len()),
                false => error,
            });
        }
        let done = done?.map_err(|error| named(py, &names, error));
        host::end(py, &surroundings, done).map(|done| (done, names))
    }
}

/// Positions with their options; those that an option leaves are before it.
type Listing = Vec<(Id, Vec<Vec<Id>>)>;

/// Heaps with the positions that they stand for.
type HeapNames<'py> = Vec<(u64, Bound<'py, PyAny>)>;

/// The size of the heap that stands for each position.
fn heaps(listing: &Listing, objects: &[Bound<'_, PyAny>]) -> HashMap<Id, u64> {
    let own = |object: &Bound<'_, PyAny>| object.cast_exact::<PyInt>().ok()?.extract::<u64>().ok();
    let sizes = listing.iter().zip(objects).map(|((id, _), object)| Some((*id, own(object)?)));
    let sizes: Option<HashMap<Id, u64>> = sizes.collect();
    let numbered = || (1..).zip(listing).map(|(size, (id, _))| (*id, size)).collect();
    sizes
        .filter(|sizes| {
            let small = sizes.values().all(|&size| size <= LARGEST);
            // A heap of 0 has no moves, and stands for an option without parts.
            let falls = |id: &Id, option: &[Id]| {
                sizes.get(id) > Some(&0) && option.iter().all(|part| sizes.get(part) < sizes.get(id))
            };
            small && listing.iter().all(|(id, options)| options.iter().all(|option| falls(id, option)))
        })
        .unwrap_or_else(numbered)
}

/// The moves of heaps in the language: each option of a position is a move of a heap of one size. A
/// heap of 0 has no moves.
fn listed_text(listing: &Listing, heap: impl Fn(&Id) -> u64) -> String {
    let mut moves = Vec::new();
    for (id, options) in listing {
        for option in options {
            let parts: Vec<String> = option.iter().map(|part| heap(part).to_string()).collect();
            let left = if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") };
            moves.push(format!("n -> {left} where n = {}", heap(id)));
        }
    }
    if moves.is_empty() {
        let free = listing.iter().map(|(id, _)| heap(id)).max().map_or(1, |largest| largest.saturating_add(1));
        moves.push(format!("n -> 0 where n = {free}"));
    }
    moves.join(", ")
}

/// The error of a limit that ends the reading of options.
fn limit(py: Python<'_>, reason: Reason, positions: usize) -> PyErr {
    let progress = Progress { positions: positions as u64, ..Progress::default() };
    errors::raised(py, &Stopped { reason, progress, known: Vec::new() }.into())
}

/// The error with positions in the places of their numbers.
fn named(py: Python<'_>, names: &NumberedPositions, error: Error) -> Error {
    let shown = |text: String| names.named(py, &text).unwrap_or(text);
    match error {
        Error::Stopped(mut stopped) => {
            if let Reason::Fault(fault) = &mut stopped.reason {
                fault.0 = shown(mem::take(&mut fault.0));
            }
            Error::Stopped(stopped)
        }
        Error::Check { subject, flaw } => Error::Check { subject: shown(subject), flaw },
        other => other,
    }
}

fn convention(misere: bool) -> Convention {
    if misere { Convention::Misere } else { Convention::Normal }
}

#[pymethods]
impl Code {
    /// A game whose rules are this function.
    #[new]
    fn new(rules: &Bound<'_, PyAny>) -> PyResult<Code> {
        if !rules.is_callable() {
            let message = format!("rules are a text or a function, not {}", rules.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        }
        Ok(Code { rules: rules.clone().unbind() })
    }

    /// The function.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyAny> {
        self.rules.clone_ref(py)
    }

    /// The function may hold a game of itself: the collector finds that circle here. The objects of
    /// Python in it break it, because this one never changes.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.rules)
    }

    /// Solves a sum of positions.
    #[pyo3(signature = (positions, misere=false, limits=None))]
    fn solve(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        misere: bool,
        limits: Option<&Limits>,
    ) -> PyResult<CodeSolved> {
        let (solved, names) = self.work(py, limits, |run, rules| {
            let sum = rules.starts(positions)?;
            Ok(run.game(rules).bytes(|_| OUTSIDE).cautious().solve_numbered(&sum, convention(misere)))
        })?;
        Ok(CodeSolved { solved, names })
    }

    /// The values of many positions, found with one table.
    #[pyo3(signature = (positions, limits=None))]
    fn values_of(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        limits: Option<&Limits>,
    ) -> PyResult<(Column, &'static str, Option<String>)> {
        let ((numbers, status), _) = self.work(py, limits, |run, rules| {
            let starts = rules.starts(positions)?;
            let found = run.game(rules).bytes(|_| OUTSIDE).cautious().values_numbered(&starts);
            Ok(found.and_then(|found| {
                let values = found.values();
                let largest = values.iter().map(|value| value.0).max().unwrap_or(0);
                let (mut budget, many) = (run.budget(), values.len() as u64);
                let numbers = ColumnNumbers::of(&mut budget, largest, many, values.iter().map(|value| value.0))?;
                Ok((numbers, found.status()))
            }))
        })?;
        Ok((Column(numbers), status.word(), status.doubt().map(|doubt| doubt.to_string())))
    }

    /// The positions that play from these can reach, as heaps of a game in the language, whose text
    /// has a move for each option; the heaps of the given positions, and each heap with its
    /// position.
    ///
    /// Positions that are small whole numbers, whose options are smaller ones, are heaps of this
    /// size; others are numbered so that options are smaller. More moves than `most` are refused.
    #[pyo3(signature = (positions, most, limits=None))]
    fn listed<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        most: usize,
        limits: Option<&Limits>,
    ) -> PyResult<(String, Vec<u64>, HeapNames<'py>)> {
        let ((listing, starts), names) = self.work(py, limits, |run, rules| {
            let starts = rules.starts(positions)?;
            // Each play ends, and all options are known afterwards.
            match run.game(rules).bytes(|_| OUTSIDE).cautious().values_numbered(&starts) {
                Err(error) => Ok(Err(error)),
                Ok(_) => Ok(Ok((rules.listing(&starts, most)?, starts))),
            }
        })?;
        let objects = listing.iter().map(|(id, _)| names.object_of(py, *id)).collect::<PyResult<Vec<_>>>()?;
        let sizes = heaps(&listing, &objects);
        let heap = |id: &Id| sizes.get(id).copied().unwrap_or_default();
        let text = listed_text(&listing, heap);
        let named = listing.iter().map(|(id, _)| heap(id)).zip(objects).collect();
        Ok((text, starts.iter().map(heap).collect(), named))
    }
}

/// The answer about a sum of positions of a game in Python.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct CodeSolved {
    solved: GameSolved<Id>,
    names: NumberedPositions,
}

/// A move: the place of its component from 1, the component, what it leaves, and value and outcome
/// of the whole sum then.
type Made<'py> = (usize, Bound<'py, PyAny>, Vec<Bound<'py, PyAny>>, Option<u64>, String);

#[pymethods]
impl CodeSolved {
    /// A position may hold the answer about it.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.names.objects().try_for_each(|object| visit.call(object))
    }

    /// The value of the sum, in normal play.
    #[getter]
    fn value(&self) -> Option<u64> {
        self.solved.value().map(|value| value.0)
    }

    /// `N` or `P`.
    #[getter]
    fn outcome(&self) -> String {
        self.solved.outcome().to_string()
    }

    /// `proved` or `computed`.
    #[getter]
    fn status(&self) -> &'static str {
        self.solved.status().word()
    }

    /// Why the answer is not proved.
    #[getter]
    fn doubt(&self) -> Option<String> {
        self.solved.status().doubt().map(|doubt| doubt.to_string())
    }

    /// Positions, bytes at the peak, and seconds.
    #[getter]
    fn stats(&self) -> (u64, u64, f64) {
        let stats = self.solved.stats();
        (stats.positions, stats.bytes, stats.seconds)
    }

    /// The values of the components, in normal play.
    fn values(&self) -> Vec<u64> {
        self.solved.values().iter().map(|value| value.0).collect()
    }

    /// The moves, the winning ones first.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Made<'py>>> {
        let object = |id: &Id| self.names.object_of(py, *id);
        self.solved
            .moves()
            .into_iter()
            .enumerate()
            .map(|(place, made)| {
                if place.is_multiple_of(STRIDE as usize) {
                    py.check_signals()?;
                }
                let to = made.to.iter().map(object).collect::<PyResult<_>>()?;
                let value = made.value.map(|value| value.0);
                Ok((made.component + 1, object(made.from)?, to, value, made.outcome.to_string()))
            })
            .collect()
    }

    /// Why the sum has its value or its outcome.
    fn explained(&self, py: Python<'_>) -> PyResult<String> {
        let explanation: GameExplanation<'_, Id> = self.solved.explanation();
        self.names.named(py, &explanation.to_string())
    }
}
