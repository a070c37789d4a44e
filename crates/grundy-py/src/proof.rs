//! What holds for every position of a game.

use std::sync::Arc;

use grundy::{
    Budget, ProofQuery,
    games::ReadGame,
    proof::{AutomatonQuery, Finding, Recurrence, Standing, has_automaton},
};
use grundy_show::{
    Colour, More, Proven, Sheet,
    picture::{proof_dot, proof_svg},
    proof_json, proof_text,
};
use pyo3::prelude::*;

use crate::{
    errors,
    host::{self, Limits, WordLists},
    rules::Rules,
};

/// What holds for every position of a game, and how sure that is.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Proof {
    game: Arc<ReadGame>,
    proof: Arc<grundy::proof::Proof>,
}

impl Proof {
    /// What a renderer makes of the proof.
    fn shown<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: Option<&Limits>,
        show: fn(&Proven<'_>) -> T,
    ) -> PyResult<T> {
        let (game, proof) = (self.game.clone(), self.proof.clone());
        host::work(py, limits, &WordLists::new(), move |_| {
            Ok(show(&Proven { rules: &game.rules, proof: &proof, more: More::default() }))
        })
    }

    fn recurrence(&self) -> Option<&Recurrence> {
        match &self.proof.finding {
            Finding::Period(found) => Some(found),
            Finding::Law(_) | Finding::Automaton(_) | Finding::Quotient(_) | Finding::Listed(_) => None,
        }
    }
}

#[pymethods]
impl Proof {
    /// Searches for what holds for every position of a game, and proves it.
    #[staticmethod]
    #[pyo3(signature = (rules, to=None, letters="", automaton=false, limits=None))]
    fn of(
        py: Python<'_>,
        rules: &Rules,
        to: Option<u64>,
        letters: &str,
        automaton: bool,
        limits: Option<&Limits>,
    ) -> PyResult<Proof> {
        let letters: Vec<char> = letters.chars().collect();
        let given = (!letters.is_empty()).then_some("letters");
        let words = has_automaton(rules.declaration(), automaton, given).map_err(|why| errors::raised(py, &why))?;
        let automaton = words.then(|| AutomatonQuery { letters, to, ..AutomatonQuery::default() });
        let query = ProofQuery { to, automaton, list: true, ..ProofQuery::default() };
        let game = rules.game.clone();
        let proof = host::work(py, limits, &rules.lists, move |run| run.prove(&game.rules, &query))?;
        Ok(Proof { game: rules.game.clone(), proof: proof.into() })
    }

    /// How sure the finding is: `proved`, `computed`, `certified`, `observed` or `none`.
    #[getter]
    fn status(&self) -> &'static str {
        self.proof.word()
    }

    /// What was sought or found: `period`, `law`, `automaton`, `quotient` or `listed`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.proof.finding {
            Finding::Period(_) => "period",
            Finding::Law(_) => "law",
            Finding::Automaton(_) => "automaton",
            Finding::Quotient(_) => "quotient",
            Finding::Listed(_) => "listed",
        }
    }

    /// Why the search ended without a proof, if it was stopped.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.proof.stopped.as_ref().map(ToString::to_string)
    }

    /// The period of the values.
    #[getter]
    fn period(&self) -> Option<u64> {
        self.recurrence()?.period
    }

    /// The first heap from which the values repeat.
    #[getter]
    fn preperiod(&self) -> Option<u64> {
        self.recurrence()?.preperiod
    }

    /// By how much the values grow in a period.
    #[getter]
    fn saltus(&self) -> Option<u64> {
        self.recurrence().map(|found| found.saltus)
    }

    /// The heaps below the preperiod that break the period.
    #[getter]
    fn exceptions(&self) -> Option<Vec<u64>> {
        self.recurrence()?.exceptions.clone()
    }

    /// The proof as the program prints it.
    #[pyo3(signature = (limits=None))]
    fn text(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<String> {
        self.shown(py, limits, |proven| proof_text(proven, Colour::Off))
    }

    /// The proof as JSON.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        self.shown(py, None, |proven| proof_json(proven, Sheet::new(Budget::new())))?
            .map_err(|error| errors::raised(py, &error))
    }

    /// The picture of `grundy draw period` or `grundy draw automaton`. `None` without one.
    #[pyo3(signature = (limits=None))]
    fn svg(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<Option<String>> {
        self.shown(py, limits, proof_svg)
    }

    /// The automaton for Graphviz. `None` if there is none.
    fn dot(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.shown(py, None, proof_dot)
    }

    /// Whether there is a certificate.
    #[getter]
    fn has_certificate(&self) -> bool {
        self.proof.solution.is_some()
    }

    /// The certificate of the proof.
    fn certificate(&self, py: Python<'_>) -> PyResult<String> {
        let proof = self.proof.clone();
        match host::work(py, None, &WordLists::new(), move |_| proof.certificate())? {
            Some(text) => Ok(text),
            None => {
                let help = match self.proof.standing {
                    Standing::Observed => "search farther: a conjecture is not a proof",
                    _ => "search farther, or for another game",
                };
                Err(errors::refused(py, "there is no certificate: nothing is proved", help))
            }
        }
    }
}
