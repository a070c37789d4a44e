//! Values and outcomes of many components, however they are stored: what claims hold and proofs look up.

use std::{
    collections::HashMap,
    ops::{ControlFlow, Deref, DerefMut},
};

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Term};

/// Sums in their normal form ([`Query::normal_sum`](grundy_games::Query::normal_sum)) with their misère outcomes.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    outcomes: HashMap<Vec<Term>, Outcome>,
    read: bool,
}

impl Sums {
    /// No sums.
    pub fn new() -> Sums {
        Sums::default()
    }

    /// No sums, of a certificate: the proof of its answer has to need each that comes.
    pub(crate) fn of_certificate() -> Sums {
        Sums { read: true, ..Sums::default() }
    }

    /// Whether they stand in a certificate.
    pub(crate) fn were_read(&self) -> bool {
        self.read
    }
}

impl Deref for Sums {
    type Target = HashMap<Vec<Term>, Outcome>;

    fn deref(&self) -> &Self::Target {
        &self.outcomes
    }
}

impl DerefMut for Sums {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.outcomes
    }
}

impl FromIterator<(Vec<Term>, Outcome)> for Sums {
    fn from_iter<I: IntoIterator<Item = (Vec<Term>, Outcome)>>(sums: I) -> Sums {
        Sums { outcomes: sums.into_iter().collect(), read: false }
    }
}

/// Values of components, however they are stored.
///
/// Components are looked up in canonical form ([`Ruleset::canonical`]). Where a component is not recorded, its parts
/// ([`Ruleset::parts`]) may be; the value is then the sum of theirs.
///
/// [`Ruleset::canonical`]: grundy_games::Ruleset::canonical
/// [`Ruleset::parts`]: grundy_games::Ruleset::parts
pub trait ValueMap: Send + Sync {
    /// The value of this component, if the book has it.
    fn value(&self, component: &Component) -> Option<Nimber>;

    /// How many entries are recorded; a component may have several, all alike.
    fn count(&self) -> u64;

    /// Shows every recorded component with its value, until `visit` breaks.
    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>);

    /// Whether something of it could not be read, so that not all was shown.
    fn failed(&self) -> bool {
        false
    }

    /// A recorded component that nothing has looked up so far; `None` where no account is kept of that, too.
    fn unneeded(&self) -> Option<Component> {
        None
    }
}

/// Who wins single components in normal play, however it is stored.
///
/// Components are looked up in canonical form ([`Ruleset::canonical`](grundy_games::Ruleset::canonical)).
pub trait OutcomeMap: Send + Sync {
    /// Who wins at this component, if it is recorded.
    fn outcome(&self, component: &Component) -> Option<Outcome>;

    /// How many components are recorded.
    fn count(&self) -> u64;

    /// Shows every recorded component with its outcome, until `visit` breaks.
    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>);

    /// Whether something of it could not be read, so that not all was shown.
    fn failed(&self) -> bool {
        false
    }

    /// A recorded component that nothing has looked up so far; `None` where no account is kept of that, too.
    fn unneeded(&self) -> Option<Component> {
        None
    }
}

impl OutcomeMap for HashMap<Component, Outcome> {
    fn outcome(&self, component: &Component) -> Option<Outcome> {
        self.get(component).copied()
    }

    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>) {
        let _ = self.iter().try_for_each(|(component, &outcome)| visit(component, outcome));
    }
}

impl ValueMap for HashMap<Component, Nimber> {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.get(component).copied()
    }

    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let _ = self.iter().try_for_each(|(component, &value)| visit(component, value));
    }
}
