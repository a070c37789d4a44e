//! Numbers, outcomes and components as certificates write them.

use std::{borrow::Cow, str::FromStr};

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Declaration, Ruleset, Term};

/// What was expected in place of a text.
pub(crate) type Wanted = Cow<'static, str>;

/// A number as it is printed: `None` for a sign, or for zeros in front.
pub(crate) fn exact<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

/// A value. Other ways to write a number than the printed one are accepted here; the comparison of
/// the whole claim with its one form refuses them.
pub(crate) fn nimber(text: &str) -> Result<Nimber, Wanted> {
    text.parse().map(Nimber).map_err(|_| "a number".into())
}

/// An outcome: N or P.
pub(crate) fn outcome(text: &str) -> Result<Outcome, Wanted> {
    match text {
        "N" => Ok(Outcome::N),
        "P" => Ok(Outcome::P),
        _ => Err("N or P".into()),
    }
}

/// A component of a ruleset.
pub(crate) fn component(ruleset: &Ruleset, text: &str) -> Result<Component, Wanted> {
    let rules = Declaration { convention: Convention::Normal, ruleset: ruleset.clone() };
    let mut all = grundy_games::position(&rules, text)
        .map_err(|fault| Wanted::from(format!("a component ({})", fault.message)))?;
    match (all.pop(), all.is_empty()) {
        (Some(component), true) => Ok(component),
        _ => Err("one component".into()),
    }
}

/// A term of a sum: the number of its ruleset, and its component.
pub(crate) fn term(rulesets: &[Ruleset], ruleset: &str, text: &str) -> Result<Term, Wanted> {
    let at = ruleset.parse::<usize>().ok().filter(|&at| at < rulesets.len());
    let ruleset = at.ok_or("the number of a board")?;
    Ok(Term { ruleset, component: component(&rulesets[ruleset], text)? })
}

/// Reads one component as certificates and checkpoints write it; `None` if the text is not one
/// component of the game.
///
/// ```
/// use grundy_cert::read_component;
/// use grundy_games::Component;
///
/// let rules = grundy_games::game("kayles").unwrap();
/// assert_eq!(read_component(&rules, "5"), Some(Component::Heap(5)));
/// assert_eq!(read_component(&rules, "5 + 7"), None);
/// ```
pub fn read_component(rules: &Declaration, text: &str) -> Option<Component> {
    let mut all = grundy_games::position(rules, text).ok()?;
    all.pop().filter(|_| all.is_empty())
}
