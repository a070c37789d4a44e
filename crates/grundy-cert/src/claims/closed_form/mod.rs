//! The claim `law`: a theorem gives every value of the game, or who wins, in closed form.
//!
//! The claim is the name of the theorem. Its check compares the rules with the hypotheses of the
//! theorem; its cost does not depend on the position. The manual's page "Theorems" has the
//! proofs; the tests compare each form with the meaning of the rules on all small positions.
//!
//! Each form is a file, with what it says, its source, and the moves that it gives; [`ALL`] is the
//! table of them.
//!
//! ```text
//! claim law
//! nim
//! end 1
//! ```

mod euclid;
mod every_copy;
mod fibonacci;
mod forest;
mod fusion;
mod leaves;
mod letter;
mod letters;
mod line;
mod maximum;
mod moore;
mod nim;
mod parity;
mod pass;
mod pattern;
mod primes;
mod product;
mod range;
mod ruler;
mod set;
mod staircase;
mod steps;
mod stone_walk;
#[cfg(test)]
mod tests;
mod wythoff;

use std::fmt::Debug;

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Measure, Query, Ruleset, Term};

use super::{Claim, Context, Evidence, Format, Read};
use crate::{
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
    poll::{Halt, Poll},
};

pub use fusion::{Fusion, cut_leaving, cuts_leaving};
pub use leaves::{Leaves, leaf_moves};
pub use nim::Nim;
pub use parity::Parity;
pub(in crate::claims) use product::product as nim_product;
pub use staircase::{Progression, Staircase, StonesOnStairs};

/// The form in certificates.
pub(super) const FORMAT: Format = Format { name: "law", read: Read::Section(read) };

/// The table of all forms. A claim is checked by its form, so no others can be made elsewhere.
macro_rules! table {
    ($($module:ident::$form:ident,)*) => {
        /// All closed forms.
        ///
        /// The first one that is about a game answers.
        pub const ALL: [&dyn ClosedForm; [$(stringify!($form)),*].len()] = [$(&$module::$form),*];

        $(impl sealed::Sealed for $module::$form {})*
    };
}

table! {
    nim::Nim,
    letters::Letters,
    every_copy::EveryCopy,
    parity::Parity,
    range::Range,
    maximum::MaximumNim,
    primes::Coprime,
    primes::Divisors,
    product::NimProduct,
    ruler::Ruler,
    forest::Forest,
    fusion::Fusion,
    wythoff::Wythoff,
    fibonacci::FibonacciNim,
    primes::ProperDivisor,
    primes::DivisorGame,
    moore::Moore,
    line::LineEnds,
    leaves::Leaves,
    staircase::StonesOnStairs,
    stone_walk::StoneWalk,
    euclid::Euclid,
    steps::StaircaseNim,
    pass::NimWithAPass,
}

mod sealed {
    /// What only the forms of this folder are.
    pub trait Sealed {}
}

/// A closed form for the values of a game: a theorem with its hypotheses, and the moves that follow
/// from it.
///
/// ```
/// use grundy_cert::closed_form::{ClosedForm, Nim};
/// use grundy_core::{Nimber, Outcome};
/// use grundy_games::{Component, Term};
///
/// let rules = grundy_games::game("nim").unwrap();
/// assert!(Nim.is_about(&rules.ruleset, rules.convention));
/// assert_eq!(Nim.value(&rules.ruleset, &Component::Heap(7)), Some(Nimber(7)));
///
/// // Three heaps of one counter in misère play: whoever moves takes the last one.
/// let heap = Term { ruleset: 0, component: Component::Heap(1) };
/// assert_eq!(Nim.misere_outcome(&rules.ruleset, &vec![heap; 3]), Some(Outcome::P));
/// ```
pub trait ClosedForm: sealed::Sealed + Debug + Sync {
    /// The name in certificates and plans, which no other form has.
    fn name(&self) -> &'static str;

    /// The statement in a sentence.
    fn statement(&self) -> &'static str;

    /// The keys of its sources, each with what is there. Forms that the manual proves itself have
    /// none.
    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether the rules under this convention satisfy the hypotheses.
    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool;

    /// Whether it gives the value, or who wins, of every position of the rules, but for the limits
    /// of numbers.
    fn covers_all(&self) -> bool {
        true
    }

    /// False only if all games of heaps that the form is about have equal values.
    fn has_parameters(&self) -> bool {
        true
    }

    /// The value of a component of these rules in normal play, which the form is about; `None` if
    /// the form gives only who wins, or does not reach the component.
    ///
    /// All components of the options of one that has a value have one too.
    fn value(&self, _ruleset: &Ruleset, _component: &Component) -> Option<Nimber> {
        None
    }

    /// Whether [`ClosedForm::value`] has a value, without the value where every component has one.
    fn has_value(&self, ruleset: &Ruleset, component: &Component) -> bool {
        self.value(ruleset, component).is_some()
    }

    /// Whether the form gives who wins at single components, and no values.
    fn is_outcome(&self) -> bool {
        false
    }

    /// Whether it gives who wins at some components to which it gives no value.
    fn decides_more(&self) -> bool {
        self.is_outcome()
    }

    /// Who wins at a component of these rules in normal play, which the form is about; `None` as
    /// for values.
    fn outcome(&self, ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        self.value(ruleset, component).map(Nimber::outcome)
    }

    /// An option of a component that is one component of this value, which is less than that of the
    /// component; of a form that gives only who wins, one that is lost, which has the value 0.
    ///
    /// `None` if there is none, or the form does not give moves.
    fn option(&self, _ruleset: &Ruleset, _component: &Component, _value: Nimber) -> Option<Component> {
        None
    }

    /// How many moves a component has, where the form gives an option of each smaller value and
    /// they may be too many to list; `None` for other forms, and where it is not known.
    fn moves(&self, _ruleset: &Ruleset, _component: &Component) -> Option<u128> {
        None
    }

    /// How many amounts are tried to list the moves of a component, where the form gives an option
    /// of each smaller value; `None` for other forms.
    fn trials(&self, ruleset: &Ruleset, component: &Component) -> Option<u128> {
        self.moves(ruleset, component)
    }

    /// How many options a component has of which no two have equal values, each of one component;
    /// then [`ClosedForm::option`] gives the only one of any value. `None` for other forms.
    fn unique_options(&self, _ruleset: &Ruleset, _component: &Component) -> Option<u64> {
        None
    }

    /// All options of a component, each of one component, whose values are its own after exclusive
    /// or with this number, which is not 0. `None` for forms that do not tell all moves.
    fn changed(&self, _ruleset: &Ruleset, _component: &Component, _change: Nimber) -> Option<Vec<Component>> {
        None
    }

    /// The largest heap up to which every heap has a value; `None` if all have one.
    fn end(&self) -> Option<u64> {
        None
    }

    /// Who wins a sum of components of these rules in misère play; `None` if the form does not
    /// decide it.
    fn misere_outcome(&self, _ruleset: &Ruleset, _sum: &[Term]) -> Option<Outcome> {
        None
    }
}

impl dyn ClosedForm {
    /// Whether it is this form.
    pub fn is(&self, other: &dyn ClosedForm) -> bool {
        self.name() == other.name()
    }
}

impl PartialEq for dyn ClosedForm {
    fn eq(&self, other: &dyn ClosedForm) -> bool {
        self.is(other)
    }
}

impl Eq for dyn ClosedForm {}

/// The closed form of this name.
pub fn named(name: &str) -> Option<&'static dyn ClosedForm> {
    ALL.into_iter().find(|form| form.name() == name)
}

/// The first closed form that is about these rules under this convention. None is about rules that
/// give a measure: a move that does not lower it is a fault, whatever a theorem says of the others.
pub fn of_rules(ruleset: &Ruleset, play: Convention) -> Option<&'static dyn ClosedForm> {
    ALL.into_iter().find(|form| applies(*form, ruleset, play))
}

fn applies(form: &dyn ClosedForm, ruleset: &Ruleset, play: Convention) -> bool {
    let is_given = matches!(ruleset, Ruleset::Typed(rules) if rules.measure == Measure::Given);
    !is_given && form.is_about(ruleset, play)
}

/// Who wins a sum in misère play of which the values decide it as those of Nim heaps.
fn by_bouton(form: &dyn ClosedForm, ruleset: &Ruleset, sum: &[Term]) -> Option<Outcome> {
    let values = sum.iter().map(|term| form.value(ruleset, &term.component));
    values.collect::<Option<Vec<Nimber>>>().map(|values| misere_nim(&values))
}

/// Returns who wins a sum of Nim heaps of these values in misère play (Bouton 1901).
///
/// ```
/// use grundy_cert::closed_form::misere_nim;
/// use grundy_core::{Nimber, Outcome};
///
/// assert_eq!(misere_nim(&[Nimber(1), Nimber(1)]), Outcome::N);
/// assert_eq!(misere_nim(&[Nimber(2), Nimber(2)]), Outcome::P);
/// ```
pub fn misere_nim(values: &[Nimber]) -> Outcome {
    let total: Nimber = values.iter().copied().sum();
    let winning = values.iter().all(|value| value.0 <= 1) == (total == Nimber::ZERO);
    if winning { Outcome::N } else { Outcome::P }
}

impl Evidence for &'static dyn ClosedForm {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        self.name().to_owned()
    }

    fn statement(&self) -> Option<String> {
        Some(ClosedForm::statement(*self).to_owned())
    }

    fn details(&self) -> Vec<String> {
        vec![format!("The theorem: {}.", ClosedForm::statement(*self))]
    }

    fn is_outcome(&self) -> bool {
        ClosedForm::is_outcome(*self)
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        ClosedForm::value(*self, ruleset, component)
    }

    fn outcome(&self, ruleset: &Ruleset, component: &Component, _poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        Ok(ClosedForm::outcome(*self, ruleset, component))
    }

    fn misere_outcome(&self, query: &Query, sum: &[Term], _poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        Ok(query.rulesets.first().and_then(|ruleset| ClosedForm::misere_outcome(*self, ruleset, sum)))
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        let scope = context.scope;
        let about = applies(*self, scope.ruleset(), scope.query.convention);
        if about && scope.requires_its_ruleset().is_ok() { Ok(Verdict::Verified) } else { Err(Flaw::OtherLaw) }
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(vec![self.name().to_owned()])
    }
}

/// The claim of these lines.
fn read(section: &Section<'_>) -> Result<Claim, Expected> {
    let form = if let [name] = section.lines[..] { named(name) } else { None };
    form.map(Claim::ClosedForm).ok_or_else(|| Expected::at(section.end(), "the name of a closed form"))
}
