//! What a search finds for each position, and how it follows from the options: Grundy values by
//! mex, and misère outcomes of whole sums.

use std::fmt;

use grundy_core::{Fault, Game, MexSet, Nimber, Outcome, Visit};

/// What is found for each position.
pub(crate) trait FactRule {
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
pub(crate) enum GrundyValues {}

impl FactRule for GrundyValues {
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

/// Outcomes in misère play, for positions whose options have one component: see [`Whole`]. A sum
/// without options has outcome N: the player to move has won already, as the other made the last
/// move.
#[derive(Debug)]
pub(crate) enum MisereOutcomes {}

impl FactRule for MisereOutcomes {
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

/// The reason to end the search for a first move.
enum Moved<E> {
    /// There is a move.
    Yes,
    Ended(E),
}

impl<E: From<Fault>> From<Fault> for Moved<E> {
    fn from(fault: Fault) -> Moved<E> {
        Moved::Ended(fault.into())
    }
}

/// A game whose positions are whole sums of another one, in normal form: sorted, without terminal
/// components. A move leaves exactly one sum. Equal components are neighbours then, so each is
/// moved in once.
#[derive(Debug)]
pub(crate) struct Whole<'g, G>(pub &'g G);

impl<G: Game> Whole<'_, G> {
    /// Returns the normal form of a sum. `work` gets the steps that the rules compute for. A
    /// component is terminal if its walk shows no option; the walk ends at the first one.
    pub(crate) fn normal_form<E: From<Fault>>(
        &self,
        sum: &[G::Position],
        mut work: impl FnMut(u32) -> Result<(), E>,
    ) -> Result<Vec<G::Position>, E> {
        let mut normal = Vec::with_capacity(sum.len());
        for component in sum {
            let moved = self.0.walk(component, |step| match step {
                Visit::Option(_) => Err(Moved::Yes),
                Visit::Work(steps) => work(steps).map_err(Moved::Ended),
            });
            match moved {
                Ok(()) => {}
                Err(Moved::Yes) => normal.push(component.clone()),
                Err(Moved::Ended(error)) => return Err(error),
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
        self.walk(sum, |step| step.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        sum: &Vec<G::Position>,
        mut visit: impl FnMut(Visit<'_, Vec<G::Position>>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (at, component) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == *component {
                continue;
            }
            self.0.walk(component, |step| {
                let parts = match step {
                    Visit::Option(parts) => parts,
                    Visit::Work(steps) => return visit(Visit::Work(steps)),
                };
                let mut rest = self.normal_form(parts, |steps| visit(Visit::Work(steps)))?;
                rest.extend(sum[..at].iter().chain(&sum[at + 1..]).cloned());
                rest.sort_unstable();
                visit(Visit::Option(&[rest]))
            })?;
        }
        Ok(())
    }
}
