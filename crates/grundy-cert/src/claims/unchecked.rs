//! Values that the checker does not verify: a solver gives the reason.
//!
//! An answer that is read off them has the status `computed`, and they have no form in
//! certificates.

use grundy_core::Nimber;
use grundy_games::{Component, Convention, Query, Ruleset};

use super::{Context, Evidence, positions};
use crate::{
    error::{Flaw, Verdict},
    facts::ValueMap,
};

/// Values of components, without proof.
pub(super) struct Unchecked<'a> {
    /// The values.
    pub(super) values: &'a dyn ValueMap,
    /// Why the checker does not verify them.
    pub(super) why: &'static str,
}

impl Evidence for Unchecked<'_> {
    fn keyword(&self) -> &'static str {
        "unchecked"
    }

    fn summary(&self) -> String {
        format!("{}: {}", self.values.count(), self.why)
    }

    fn recorded(&self) -> Option<u64> {
        Some(self.values.count())
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        positions::value(self.values, ruleset, component)
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        Ok(Verdict::Unverified)
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Err(format!("these values cannot be certified: {}", self.why))
    }
}
