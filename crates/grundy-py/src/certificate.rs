//! A certificate that the checker has examined, and answers that are read off it.

use std::{collections::HashMap, path::Path, sync::Arc};

use grundy::{Error, Query, Run, certificate::certificate_text};
use grundy_show::{Colour, Sheet, checked_json, checked_text};
use pyo3::{prelude::*, types::PyBytes};

use crate::{
    host::{self, Limits, WordLists},
    solved::Solved,
    sum::Sum,
};

/// A certificate whose claims the checker has verified.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Certificate {
    certificate: Arc<grundy::certificate::Certificate>,
    lists: WordLists,
}

impl Certificate {
    /// The certificate that this reads, with the word lists that it has read.
    fn examined(
        py: Python<'_>,
        limits: Option<&Limits>,
        lists: Option<HashMap<String, Bound<'_, PyBytes>>>,
        read: impl FnOnce(&Run) -> Result<grundy::certificate::Certificate, Error> + Send + 'static,
    ) -> PyResult<Certificate> {
        let (run, surroundings) = host::begin(py, limits, &host::lists(lists));
        let certificate = host::go(py, run, &surroundings, read)?;
        Ok(Certificate { certificate: certificate.into(), lists: surroundings.served() })
    }
}

#[pymethods]
impl Certificate {
    /// Reads a certificate from a file and examines it.
    #[staticmethod]
    #[pyo3(signature = (path, limits=None, lists=None))]
    fn file(
        py: Python<'_>,
        path: String,
        limits: Option<&Limits>,
        lists: Option<HashMap<String, Bound<'_, PyBytes>>>,
    ) -> PyResult<Certificate> {
        Certificate::examined(py, limits, lists, move |run| run.certificate(Path::new(&path)))
    }

    /// Reads a certificate from its text and examines it.
    #[staticmethod]
    #[pyo3(signature = (text, limits=None, lists=None))]
    fn text(
        py: Python<'_>,
        text: String,
        limits: Option<&Limits>,
        lists: Option<HashMap<String, Bound<'_, PyBytes>>>,
    ) -> PyResult<Certificate> {
        Certificate::examined(py, limits, lists, move |run| run.certificate_bytes(text.into_bytes(), "the certificate"))
    }

    /// The text of the game that it is about, and of the position; the latter is empty if it is
    /// about every position.
    #[getter]
    fn about(&self) -> (String, String) {
        let query = &self.certificate.solved.query;
        (query.game_text(), query.position_text())
    }

    /// Its text, which reads back as this certificate.
    fn written(&self, py: Python<'_>) -> PyResult<String> {
        let own = self.certificate.clone();
        host::work(py, None, &self.lists, move |_| certificate_text(&own.solved.query, &own.solved.solution))
    }

    /// The word lists that it names: name and bytes.
    #[getter]
    fn lists<'py>(&self, py: Python<'py>) -> HashMap<&str, Bound<'py, PyBytes>> {
        host::named_bytes(py, &self.lists)
    }

    /// `proved` or `computed`.
    #[getter]
    fn status(&self) -> &'static str {
        self.certificate.solved.status.word()
    }

    /// What is certified, as the program prints it: text and JSON.
    #[pyo3(signature = (limits=None))]
    fn shown(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<(String, String)> {
        let own = self.certificate.clone();
        let shown = move |run: &Run| {
            let json = checked_json(&own.solved, Sheet::new(run.writing()))?;
            Ok((checked_text(&own.solved, Colour::Off), json))
        };
        host::work(py, limits, &self.lists, shown)
    }

    /// The answer about a sum, read off the certificate.
    #[pyo3(signature = (sum, limits=None))]
    fn answer(&self, py: Python<'_>, sum: &Sum, limits: Option<&Limits>) -> PyResult<Solved> {
        let mut lists = self.lists.clone();
        lists.extend(sum.lists.iter().map(|(name, bytes)| (name.clone(), bytes.clone())));
        let (query, own) = (Query::clone(&sum.query), self.certificate.clone());
        let solved = host::work(py, limits, &lists, move |run| run.settle(run.answer_from(&own, query)?))?;
        Ok(Solved::new(solved, lists))
    }
}
