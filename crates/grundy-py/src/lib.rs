//! The library `grundy` for Python: the module `grundy._grundy`.
//!
//! Conversion only: [`Run`](grundy::Run) solves, proves and checks, `grundy-show` renders. The
//! classes here hold what the library returns; those that a user meets are in `python/grundy`, and
//! are made of these. Work runs without the interpreter lock on a thread of its own (`worker.rs`);
//! the thread that called lets Ctrl-C through, reports progress, and keeps the limits (`host.rs`).

mod certificate;
mod code;
mod column;
mod errors;
mod host;
mod kept;
mod many;
mod names;
mod proof;
mod research;
mod rules;
mod solved;
mod sum;
mod table;
mod worker;

use pyo3::prelude::*;

/// Tables of a gigabyte are looked up at random.
#[global_allocator]
static MEMORY: grundy::solvers::HugePages = grundy::solvers::HugePages;

/// The part of the package grundy that is not written in Python.
#[pymodule]
mod _grundy {
    use std::ffi::OsString;

    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        certificate::Certificate,
        code::{Code, CodeSolved},
        column::Column,
        host::Limits,
        proof::Proof,
        research::{ask, count, equal, find, first},
        rules::Rules,
        solved::{Move, Moves, Solved},
        sum::{Sum, read},
        table::Table,
    };

    /// Runs the program `grundy` with these arguments, the first of which is its name. Returns the
    /// exit code.
    #[pyfunction]
    fn program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        py.detach(|| grundy_cli::run(arguments))
    }

    /// The games with names, as JSON.
    #[pyfunction]
    fn families() -> String {
        grundy_show::families_json()
    }

    /// The board of the page for a cell of a notebook: a module of JavaScript, and its style.
    #[pyfunction]
    fn notebook() -> (String, String) {
        let found = grundy_serve::notebook();
        (found.script, found.style)
    }

    /// The longer explanation of the code of a diagnostic. `None` if there is no such code.
    #[pyfunction]
    fn story(code: &str) -> Option<String> {
        grundy_show::story_text(code)
    }

    /// The version of the package.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
