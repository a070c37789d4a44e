//! Periods of the values of heaps of one size, read off the automaton.
//!
//! That g(n + p) = g(n) + s for every n from some size on is a formula about numbers, so it is
//! decided as the equation of the values is: no tuple (n, v, m, w) has n at least that size,
//! m = n + p, the values v of n and w of m, and w other than v + s.

use std::{fmt, rc::Rc};

use super::{
    Binary, Dfa, Meaning, OfKind,
    join::{Atom, is_empty},
    linear::Sign,
    linear_form::{Linear, Test},
    play::refuse,
    work::{WorkLimits, WorkStop},
};

/// From the size `preperiod` on, the value of a heap that is `period` larger is `saltus` higher.
///
/// Numbers of counters, and a difference of values. `Display` writes the line of a certificate:
/// `repeats 3 12 4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The size from which this holds on.
    pub preperiod: u64,
    /// The difference of the sizes, at least 1.
    pub period: u64,
    /// The difference of the values.
    pub saltus: u64,
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "repeats {} {} {}", self.preperiod, self.period, self.saltus)
    }
}

impl Repetition {
    /// What it says, as the end of a sentence about the values of a kind.
    pub(super) fn statement(&self) -> String {
        let from = match self.preperiod {
            0 => String::new(),
            preperiod => format!(" from {preperiod} on"),
        };
        match self.saltus {
            0 => format!("with period {}{from}", self.period),
            saltus => format!("with period {} and saltus {saltus}{from}", self.period),
        }
    }

    /// Verifies that the values of a relation repeat so.
    fn verify(&self, relation: &Rc<Dfa>, work: &mut WorkLimits<'_>) -> Result<(), WorkStop> {
        let [size, value, later_size, later_value] = [0, 1, 2, 3];
        let difference = |later: usize, earlier: usize, by: u64| Linear {
            constant: -i128::from(by),
            terms: [(earlier, -1), (later, 1)].into(),
        };
        let below = Linear { constant: i128::from(self.preperiod), terms: [(size, -1)].into() };
        let tests = [
            Test { form: below, sign: Sign::AtMostZero },
            Test { form: difference(later_size, size, self.period), sign: Sign::Zero },
            Test { form: difference(later_value, value, self.saltus), sign: Sign::NonZero },
        ];
        let mut fresh = 4;
        let mut atoms = vec![Atom::of(relation, &[size, value]), Atom::of(relation, &[later_size, later_value])];
        for test in tests {
            atoms.extend(test.atoms(&mut fresh, work)?);
        }
        if self.period > 0 && is_empty(&atoms, work)? { Ok(()) } else { refuse("the values do not repeat as stated") }
    }
}

impl OfKind {
    /// Verifies that the values of the heaps repeat as the claim says, if it does.
    pub(super) fn verify_repetition(&self, meaning: Meaning, work: &mut WorkLimits<'_>) -> Result<(), WorkStop> {
        let Some(repetition) = self.repetition else { return Ok(()) };
        if meaning != Meaning::Values || self.relation.tracks != 2 {
            return refuse("only values of heaps of one size repeat");
        }
        repetition.verify(&Rc::new(Dfa::clone(&self.relation)), work)
    }
}

impl Binary {
    /// Returns whether the values of the kind at that place repeat so, as far as `most_bytes` of
    /// memory and the time in which `go_on` returns true tell.
    pub fn repeats(
        &self,
        kind: usize,
        repetition: Repetition,
        most_bytes: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        self.kinds.get(kind).is_some_and(|own| {
            let stated = OfKind { repetition: Some(repetition), ..own.clone() };
            stated.verify_repetition(self.meaning, &mut WorkLimits::new(most_bytes, go_on)).is_ok()
        })
    }
}
