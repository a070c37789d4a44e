//! Facts about components, however they are stored: what claims record and proofs look up.
//!
//! Solvers store values and outcomes in tables of many kinds and hand them over as [`ValueMap`] or
//! [`OutcomeMap`]. The reader of certificates keeps them in memory (`tracked.rs`) or leaves them in
//! the file (`filed.rs`); both keep account of which facts were looked up.

pub(crate) mod filed;
pub(crate) mod spread;
pub(crate) mod tracked;

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use grundy_core::{Nimber, Outcome};
use grundy_evaluator::{heaps::ValueBox, words::WordFacts};
use grundy_games::{Component, Ruleset};

use crate::poll::Halt;
use filed::FileMap;
use tracked::TrackedMap;

/// Values of components, however they are stored.
///
/// Components are looked up in canonical form ([`Ruleset::canonical`]). If a component is not
/// recorded, its parts ([`Ruleset::parts`]) may be; its value is then the sum of theirs.
///
/// The checker looks values up from several threads, also while [`ValueMap::each`] shows them: a
/// map that locks lets others read while it calls `visit`.
///
/// A hash map is one:
///
/// ```
/// use std::collections::HashMap;
///
/// use grundy_cert::ValueMap;
/// use grundy_core::Nimber;
/// use grundy_games::Component;
///
/// let values = HashMap::from([(Component::Heap(3), Nimber(3))]);
/// assert_eq!((values.count(), values.value(&Component::Heap(3))), (1, Some(Nimber(3))));
/// ```
pub trait ValueMap: Send + Sync {
    /// The value of this component; `None` if it is not recorded.
    fn value(&self, component: &Component) -> Option<Nimber>;

    /// The number of recorded entries; a component may have several equal ones.
    fn count(&self) -> u64;

    /// Calls `visit` with each recorded component and its value, until `visit` breaks.
    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>);

    /// All values, if they are stored as whole boxes of typed heaps: then the check reads these,
    /// and verifies the values of the heaps that play from the start comes to. The boxes may have
    /// other heaps too, with any values. `None` by default.
    fn boxes(&self) -> Option<Vec<ValueBox>> {
        None
    }

    /// All values, if they are values of words that are stored as bits: then the check reads these,
    /// and verifies all of them. `None` by default.
    fn words(&self) -> Option<WordFacts<'_>> {
        None
    }

    /// Whether a part of the map could not be read, so that lookups and visits may have missed
    /// facts.
    fn failed(&self) -> bool {
        false
    }

    /// A recorded component that no lookup has reached; `None` if there is none, or no account of
    /// lookups is kept.
    fn unneeded(&self) -> Option<Component> {
        None
    }
}

/// Who wins single components in normal play, however it is stored.
///
/// Components are looked up in canonical form ([`Ruleset::canonical`]).
pub trait OutcomeMap: Send + Sync {
    /// Who wins at this component; `None` if it is not recorded.
    fn outcome(&self, component: &Component) -> Option<Outcome>;

    /// The number of recorded components.
    fn count(&self) -> u64;

    /// Calls `visit` with each recorded component and its outcome, until `visit` breaks.
    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>);

    /// Whether a part of the map could not be read, so that lookups and visits may have missed
    /// facts.
    fn failed(&self) -> bool {
        false
    }

    /// A recorded component that no lookup has reached; `None` if there is none, or no account of
    /// lookups is kept.
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

/// Called with each fact of a map, until it breaks.
pub(crate) type Visit<'v, F> = dyn FnMut(&Component, F) -> ControlFlow<()> + 'v;

/// A map of facts of this kind.
pub(crate) type Map<F> = <F as Fact>::Map;

/// A fact about a component, which takes one line of a certificate: a value or an outcome.
pub(crate) trait Fact: Copy + Send + Sync {
    /// The character between the fact and its component.
    const MARK: char;

    /// A map of such facts.
    type Map: ?Sized;

    /// The fact with this text, if the text is what is printed for it.
    fn of_text(text: &str) -> Option<Self>;

    /// The text of the fact.
    fn text(self) -> String;

    /// Calls `visit` with each fact of the map, until `visit` breaks.
    fn each(map: &Self::Map, visit: &mut Visit<'_, Self>);

    /// A map of facts that are held in memory.
    fn held(facts: Arc<TrackedMap<Self>>) -> Arc<Self::Map>;

    /// A map of facts that keeps no account of lookups.
    fn plain(facts: HashMap<Component, Self>) -> Arc<Self::Map>;

    /// A map of facts that stay in the file.
    fn filed(facts: FileMap) -> Arc<Self::Map>;

    /// Calls `visit` with each fact of the map, up to the first error, which it returns.
    fn try_each(map: &Self::Map, visit: &mut dyn FnMut(&Component, Self) -> Result<(), Halt>) -> Result<(), Halt> {
        let mut walked = Ok(());
        Self::each(map, &mut |component, fact| {
            walked = visit(component, fact);
            if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        walked
    }

    /// The lines of a certificate: each fact once, in the order of the components' texts.
    fn lines(map: &Self::Map, ruleset: &Ruleset) -> Vec<String> {
        let mut lines = Vec::new();
        Self::each(map, &mut |component, fact| {
            lines.push(format!("{}{}{}", fact.text(), Self::MARK, ruleset.text(component)));
            ControlFlow::Continue(())
        });
        let component = |line: &'_ String| line.find(Self::MARK).map_or(0, |at| at + Self::MARK.len_utf8());
        lines.sort_unstable_by(|a, b| a[component(a)..].cmp(&b[component(b)..]));
        lines.dedup();
        lines
    }
}

impl Fact for Nimber {
    const MARK: char = ' ';

    type Map = dyn ValueMap;

    fn of_text(text: &str) -> Option<Nimber> {
        text.parse().ok().filter(|number: &u64| number.to_string() == text).map(Nimber)
    }

    fn text(self) -> String {
        self.0.to_string()
    }

    fn each(map: &dyn ValueMap, visit: &mut Visit<'_, Nimber>) {
        map.each(visit);
    }

    fn held(facts: Arc<TrackedMap<Nimber>>) -> Arc<dyn ValueMap> {
        facts
    }

    fn plain(facts: HashMap<Component, Nimber>) -> Arc<dyn ValueMap> {
        Arc::new(facts)
    }

    fn filed(facts: FileMap) -> Arc<dyn ValueMap> {
        Arc::new(facts)
    }
}

impl Fact for Outcome {
    const MARK: char = '\t';

    type Map = dyn OutcomeMap;

    fn of_text(text: &str) -> Option<Outcome> {
        match text {
            "N" => Some(Outcome::N),
            "P" => Some(Outcome::P),
            _ => None,
        }
    }

    fn text(self) -> String {
        self.to_string()
    }

    fn each(map: &dyn OutcomeMap, visit: &mut Visit<'_, Outcome>) {
        map.each(visit);
    }

    fn held(facts: Arc<TrackedMap<Outcome>>) -> Arc<dyn OutcomeMap> {
        facts
    }

    fn plain(facts: HashMap<Component, Outcome>) -> Arc<dyn OutcomeMap> {
        Arc::new(facts)
    }

    fn filed(facts: FileMap) -> Arc<dyn OutcomeMap> {
        Arc::new(facts)
    }
}
