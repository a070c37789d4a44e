//! Linear forms over variables, and tests of their signs as relations.

use std::{collections::BTreeMap, rc::Rc};

use super::{
    join::Atom,
    linear::{LARGEST_COEFFICIENT, LARGEST_CONSTANT, Sign, constant, linear},
    work::{WorkLimits, WorkStop},
};

/// A constant and a multiple of each variable; no multiple is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Linear {
    /// The constant.
    pub(super) constant: i128,
    /// The factor of each variable that occurs.
    pub(super) terms: BTreeMap<usize, i128>,
}

/// A linear form has this sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Test {
    /// The form.
    pub(super) form: Linear,
    /// The sign that it has to have.
    pub(super) sign: Sign,
}

impl Linear {
    /// Returns the form that is this number.
    pub(super) fn number(constant: i128) -> Linear {
        Linear { constant, terms: BTreeMap::new() }
    }

    /// Returns the form that is this variable.
    pub(super) fn variable(variable: usize) -> Linear {
        Linear { constant: 0, terms: BTreeMap::from([(variable, 1)]) }
    }

    /// The sum of this form and a multiple of another; `None` if a number does not fit.
    pub(super) fn plus(&self, other: &Linear, times: i128) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(times)?)?;
        for (&variable, &factor) in &other.terms {
            let total = sum.terms.entry(variable).or_insert(0);
            *total = total.checked_add(factor.checked_mul(times)?)?;
        }
        sum.terms.retain(|_, factor| *factor != 0);
        Some(sum)
    }

    /// Whether it is 0 or more whatever the variables are.
    pub(super) fn is_never_negative(&self) -> bool {
        self.constant >= 0 && self.terms.values().all(|&factor| factor > 0)
    }

    /// The variable, if it is just that.
    pub(super) fn as_variable(&self) -> Option<usize> {
        match self.terms.first_key_value() {
            Some((&variable, 1)) if self.terms.len() == 1 && self.constant == 0 => Some(variable),
            _ => None,
        }
    }
}

impl Test {
    /// Whether it holds whatever the variables are, if that is plain.
    ///
    /// Only plain cases are decided: a form without variables, and `0 or less` of a form whose
    /// negative has no negative part.
    pub(super) fn known(&self) -> Option<bool> {
        if self.form.terms.is_empty() {
            return Some(match self.sign {
                Sign::Zero => self.form.constant == 0,
                Sign::NonZero => self.form.constant != 0,
                Sign::AtMostZero => self.form.constant <= 0,
            });
        }
        let negative = Linear::default().plus(&self.form, -1)?;
        (self.sign == Sign::AtMostZero && negative.is_never_negative()).then_some(true)
    }

    /// Its relation, of the variables of the form; `fresh` is a variable that is not used
    /// otherwise, for a large constant.
    pub(super) fn atoms(&self, fresh: &mut usize, work: &mut WorkLimits<'_>) -> Result<Vec<Atom>, WorkStop> {
        let mut variables: Vec<usize> = self.form.terms.keys().copied().collect();
        let mut factors: Vec<i128> = self.form.terms.values().copied().collect();
        if factors.iter().any(|factor| factor.abs() > LARGEST_COEFFICIENT) {
            return Err(WorkStop::Large);
        }
        let mut rest = self.form.constant;
        let mut atoms = Vec::new();
        if rest.abs() > LARGEST_CONSTANT {
            atoms.push(Atom::of(&Rc::new(constant(rest.unsigned_abs())), &[*fresh]));
            variables.push(*fresh);
            factors.push(rest.signum());
            rest = 0;
            *fresh += 1;
        }
        atoms.push(Atom::of(&Rc::new(linear(&factors, rest, self.sign, work)?), &variables));
        Ok(atoms)
    }
}
