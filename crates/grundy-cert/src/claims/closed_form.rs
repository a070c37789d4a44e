//! The claim `law`: a theorem gives every value of the game in closed form.
//!
//! The claim is the name of the theorem. Its check compares the rules with the hypotheses of the
//! theorem; its cost does not depend on the position. The manual's page "Theorems" has the
//! proofs; the tests compare each form with the meaning of the rules on all small positions.
//!
//! ```text
//! claim law
//! nim
//! end 1
//! ```

use grundy_core::{Nimber, Outcome};
use grundy_games::{Bag, Component, Convention, Ending, Factor, HeapMove, Kind, Query, RowMove, Ruleset, Span, Term};

use super::{Claim, Context, Evidence, Format, Read};
use crate::{
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format { name: "law", read: Read::Section(read) };

/// A closed form for the values of a game.
///
/// ```
/// use grundy_cert::ClosedForm;
/// use grundy_core::{Nimber, Outcome};
/// use grundy_games::{Component, Term};
///
/// let rules = grundy_lang::game("nim").unwrap();
/// assert!(ClosedForm::Nim.is_about(&rules.ruleset, rules.convention));
/// assert_eq!(ClosedForm::Nim.value(&Component::Heap(7)), Some(Nimber(7)));
///
/// // Three heaps of one counter in misère play: whoever moves takes the last one.
/// let heap = Term { ruleset: 0, component: Component::Heap(1) };
/// assert_eq!(ClosedForm::Nim.misere_outcome(&vec![heap; 3]), Some(Outcome::P));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClosedForm {
    /// Nim: the value of a heap is its size; in misère play Bouton's rule (1901).
    Nim,
    /// `bag: take letter until distinct`: the excess of letters over distinct letters and the
    /// commonest letter give the value, see [`ClosedForm::value`].
    Letters,
    /// `take every copy of a letter`: the number of distinct letters modulo 2.
    EveryCopy,
}

impl ClosedForm {
    /// All closed forms.
    pub const ALL: [ClosedForm; 3] = [ClosedForm::Nim, ClosedForm::Letters, ClosedForm::EveryCopy];

    /// The name in certificates and plans.
    pub fn name(self) -> &'static str {
        match self {
            ClosedForm::Nim => "nim",
            ClosedForm::Letters => "letters",
            ClosedForm::EveryCopy => "every-copy",
        }
    }

    /// The statement in a sentence.
    pub fn statement(self) -> &'static str {
        match self {
            ClosedForm::Nim => {
                "the value of a Nim heap is its size; in misère play the mover wins as in normal play unless every heap has one counter"
            }
            ClosedForm::Letters => {
                "with n letters, k different, c of the commonest: E = n - k, d = 2(c - 1) - E give the value"
            }
            ClosedForm::EveryCopy => {
                "every move lowers the number of different letters by one, so the value is that number modulo 2"
            }
        }
    }

    /// Whether the rules under this convention satisfy the hypotheses.
    pub fn is_about(self, ruleset: &Ruleset, play: Convention) -> bool {
        match (self, ruleset) {
            (ClosedForm::Nim, Ruleset::Heap(rules)) => {
                matches!(&rules.moves[..], [HeapMove::Take(take)]
                    if take.amounts.kinds == [Kind::Any] && take.amounts.except.is_empty()
                        && take.leaving == (Span { from: 0, to: Some(1) }))
            }
            (ClosedForm::Letters, Ruleset::Bag(rules)) => {
                play == Convention::Normal
                    && rules.takes == [Factor::Letter(None)]
                    && rules.until == Some(Ending::Distinct)
            }
            (ClosedForm::EveryCopy, Ruleset::Row(rules)) => {
                play == Convention::Normal
                    && rules.moves == [RowMove::EveryCopy(grundy_games::Gap::Closes)]
                    && rules.until.is_none()
            }
            _ => false,
        }
    }

    /// The value of a component in normal play.
    ///
    /// `None` if the component is not of the rules that the form is about; the rules are not
    /// compared.
    ///
    /// For [`ClosedForm::Letters`], with n letters, k different ones, c of the commonest, E = n -
    /// k, d = 2(c - 1) - E and p = n mod 2: E = 0 gives 0; d >= 2 gives 1 - p; d = 1 gives 1 + p; d
    /// = 0 gives 2p; d < 0 gives p.
    pub fn value(self, component: &Component) -> Option<Nimber> {
        match (self, component) {
            (ClosedForm::Nim, Component::Heap(size)) => Some(Nimber(*size)),
            (ClosedForm::Letters, Component::Bag(bag)) => Some(letters(bag)),
            (ClosedForm::EveryCopy, Component::Row(word)) => {
                let different = Bag::of(word.chars()).counts().len() as u64;
                Some(Nimber(different % 2))
            }
            _ => None,
        }
    }

    /// Who wins a sum in misère play; `None` if the form does not decide it.
    pub fn misere_outcome(self, sum: &[Term]) -> Option<Outcome> {
        if self != ClosedForm::Nim {
            return None;
        }
        let sizes = sum.iter().map(|term| match term.component {
            Component::Heap(size) => Some(size),
            _ => None,
        });
        let sizes: Vec<u64> = sizes.collect::<Option<_>>()?;
        let total = sizes.iter().fold(0, |total, size| total ^ size);
        let winning = if sizes.iter().all(|&size| size <= 1) { total == 0 } else { total != 0 };
        Some(if winning { Outcome::N } else { Outcome::P })
    }
}

impl Evidence for ClosedForm {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{self:?}")
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        ClosedForm::value(*self, component)
    }

    fn misere_outcome(&self, _query: &Query, sum: &[Term]) -> Option<Outcome> {
        ClosedForm::misere_outcome(*self, sum)
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        let scope = context.scope;
        let about = self.is_about(scope.ruleset(), scope.query.convention);
        if about && scope.requires_its_ruleset().is_ok() { Ok(Verdict::Verified) } else { Err(Flaw::OtherLaw) }
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(vec![self.name().to_owned()])
    }
}

/// The claim of these lines.
fn read(section: &Section<'_>) -> Result<Claim, Expected> {
    let form = match section.lines[..] {
        [name] => ClosedForm::ALL.into_iter().find(|form| form.name() == name),
        _ => None,
    };
    form.map(Claim::ClosedForm).ok_or_else(|| Expected::at(section.end(), "the name of a closed form"))
}

/// The value of a bag by the excess law.
fn letters(bag: &Bag) -> Nimber {
    let size = bag.size();
    let different = bag.counts().len() as u64;
    let commonest = bag.counts().iter().map(|&(_, count)| u64::from(count)).max().unwrap_or(0);
    let excess = size - different;
    if excess == 0 {
        return Nimber::ZERO;
    }
    let parity = size % 2;
    let difference = 2 * (i128::from(commonest) - 1) - i128::from(excess);
    Nimber(match difference {
        2.. => 1 - parity,
        1 => 1 + parity,
        0 => 2 * parity,
        _ => parity,
    })
}
