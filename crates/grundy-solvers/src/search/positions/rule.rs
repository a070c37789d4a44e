//! What a search finds for each position, and how it follows from the options: Grundy values by
//! mex, and misère outcomes of whole sums.

use std::fmt;

use grundy_core::{Fault, Game, GameExt, MexSet, Nimber, Outcome};

/// What is found for each position.
pub(crate) trait Rule {
    /// The fact about a position.
    type Fact: Copy + fmt::Debug + Send + Sync;

    /// The fact about an option with these components.
    fn option(parts: impl Iterator<Item = Self::Fact>) -> Self::Fact;

    /// The fact about a position that has an option with this one, if that decides it.
    fn decided(option: Self::Fact) -> Option<Self::Fact>;

    /// The fact about a position whose options have these facts, none of which decides it.
    fn conclude(options: &[Self::Fact], seen: &mut MexSet) -> Self::Fact;
}

/// Grundy values.
#[derive(Debug)]
pub(crate) enum Values {}

impl Rule for Values {
    type Fact = Nimber;

    fn option(parts: impl Iterator<Item = Nimber>) -> Nimber {
        parts.sum()
    }

    fn decided(_: Nimber) -> Option<Nimber> {
        None
    }

    fn conclude(options: &[Nimber], seen: &mut MexSet) -> Nimber {
        seen.clear();
        options.iter().for_each(|&value| seen.insert(value));
        seen.mex()
    }
}

/// Outcomes in misère play, for positions whose options have one component: see [`Whole`].
#[derive(Debug)]
pub(crate) enum Outcomes {}

impl Rule for Outcomes {
    type Fact = Outcome;

    fn option(mut parts: impl Iterator<Item = Outcome>) -> Outcome {
        parts.next().expect("an option of a whole sum is one sum")
    }

    fn decided(option: Outcome) -> Option<Outcome> {
        (option == Outcome::P).then_some(Outcome::N)
    }

    fn conclude(options: &[Outcome], _: &mut MexSet) -> Outcome {
        if options.is_empty() { Outcome::N } else { Outcome::P }
    }
}

/// A game whose positions are whole sums of another one, in normal form: sorted, without terminal
/// components. A move leaves exactly one sum.
#[derive(Debug)]
pub(crate) struct Whole<'g, G>(pub &'g G);

impl<G: Game> Whole<'_, G> {
    /// Returns the normal form of a sum.
    pub(crate) fn normal_form(&self, sum: &[G::Position]) -> Result<Vec<G::Position>, Fault> {
        let mut normal = Vec::with_capacity(sum.len());
        for component in sum {
            if !self.0.is_terminal(component)? {
                normal.push(component.clone());
            }
        }
        normal.sort_unstable();
        Ok(normal)
    }
}

impl<G: Game> Game for Whole<'_, G> {
    type Position = Vec<G::Position>;

    fn options<E: From<Fault>>(
        &self,
        sum: &Vec<G::Position>,
        mut visit: impl FnMut(&[Vec<G::Position>]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (at, component) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == *component {
                continue;
            }
            self.0.options(component, |parts| {
                let mut rest = self.normal_form(parts)?;
                rest.extend(sum[..at].iter().chain(&sum[at + 1..]).cloned());
                rest.sort_unstable();
                visit(&[rest])
            })?;
        }
        Ok(())
    }
}
