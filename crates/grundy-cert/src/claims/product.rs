//! The claim `product`: the values of two games on heaps, whose nim products are the values of the
//! pairs of a product.
//!
//! Let a have the value x and b the value y, and let u and v be the values of options of them. By
//! the laws of the field, the option that both make has the value u ⊗ y xor x ⊗ v xor u ⊗ v =
//! x ⊗ y xor (u xor x) ⊗ (v xor y). No option has the value x ⊗ y, since u ≠ x and v ≠ y, and a
//! field has no zero divisors; and as all u < x and v < y occur, all smaller values do, by the
//! definition of the nim product (the Tartan theorem; Conway, On Numbers and Games, chapter 13).
//!
//! Each game has the values of its heaps as a list, or a closed form that gives them.
//!
//! ```text
//! claim product
//! law nim
//! values 3
//! 0
//! 1
//! 2
//! end 5
//! ```
//!
//! Cost of the check: that of the claims about both games.

use grundy_core::Nimber;
use grundy_games::{Component, Convention, HeapRules, ProductRules, Query, Ruleset};

use super::{
    Claim, ClaimScope, Context, Evidence, Format, Read,
    closed_form::{ClosedForm, named, nim_product},
    values::HeapValues,
};
use crate::{
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
    poll::{Halt, Poll, ended},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format { name: "product", read: Read::Section(read) };

/// The values of the pairs of a product.
///
/// ```
/// use grundy_cert::{Factor, Product, closed_form::Nim};
/// use grundy_core::Nimber;
/// use grundy_games::{Component, Ruleset};
///
/// let game = grundy_games::game("product: nim times take 1 or 2").unwrap();
/// let Ruleset::Product(rules) = &game.ruleset else { panic!("a product") };
/// let second = Factor::Values([0, 1, 2].map(Nimber).to_vec());
/// let product = Product { factors: [Factor::Law(&Nim), second] };
/// assert_eq!(product.of(rules, [2, 2]), Some(Nimber(3)));
/// assert_eq!(product.of(rules, [2, 3]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// What is known of the two games.
    pub factors: [Factor; 2],
}

/// What is known of a game of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Factor {
    /// The heap of n counters has value `values[n]`.
    Values(Vec<Nimber>),
    /// A closed form gives the values.
    Law(&'static dyn ClosedForm),
}

impl Factor {
    /// The value of a heap, if it is known.
    fn value(&self, rules: &HeapRules, heap: u64) -> Option<Nimber> {
        match self {
            Factor::Values(values) => values.get(usize::try_from(heap).ok()?).copied(),
            Factor::Law(form) => form.value(&Ruleset::Heap(rules.clone()), &Component::Heap(heap)),
        }
    }

    /// Verifies what is claimed about a game; a law must be about values, not only about outcomes.
    fn verify(&self, rules: &HeapRules, plain: bool, most_bytes: u64, poll: &mut Poll<'_>) -> Result<(), Halt> {
        match self {
            Factor::Values(values) => HeapValues(values).verify(rules, plain, most_bytes, poll),
            Factor::Law(form) if !form.is_outcome() => {
                let is_about = form.is_about(&Ruleset::Heap(rules.clone()), Convention::Normal);
                if is_about { Ok(()) } else { Err(Flaw::OtherGame.into()) }
            }
            Factor::Law(_) => Err(Flaw::OtherGame.into()),
        }
    }

    /// Returns the lines of the game: the law, or the values after their number.
    fn lines(&self) -> Vec<String> {
        match self {
            Factor::Law(form) => vec![format!("law {}", form.name())],
            Factor::Values(values) => {
                let each = values.iter().map(|value| value.0.to_string());
                [format!("values {}", values.len())].into_iter().chain(each).collect()
            }
        }
    }
}

impl Product {
    /// The value of a pair; `None` if that of one of its heaps is not known.
    pub fn of(&self, rules: &ProductRules, [a, b]: [u64; 2]) -> Option<Nimber> {
        let [first, second] = &self.factors;
        let (Nimber(x), Nimber(y)) = (first.value(&rules.factors[0], a)?, second.value(&rules.factors[1], b)?);
        Some(Nimber(nim_product(x, y)))
    }

    /// The claim with no more heaps in its lists than the sum needs.
    fn cut(&self, query: &Query, place: usize) -> Product {
        let cut = |at: usize| match &self.factors[at] {
            Factor::Values(values) => Factor::Values(values[..needed(query, place, at).min(values.len())].to_vec()),
            Factor::Law(form) => Factor::Law(*form),
        };
        Product { factors: [cut(0), cut(1)] }
    }
}

/// The number of heaps from 0 on of a game of the product whose values give those of the sum.
fn needed(query: &Query, place: usize, at: usize) -> usize {
    let sizes = query.position.iter().filter(|term| term.ruleset == place).filter_map(|term| match term.component {
        Component::Pair(pair) => usize::try_from(pair[at]).ok()?.checked_add(1),
        _ => None,
    });
    sizes.max().unwrap_or(0)
}

impl Evidence for Product {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        let of = |factor: &Factor| match factor {
            Factor::Values(values) => format!("{} heaps", values.len()),
            Factor::Law(form) => form.name().to_owned(),
        };
        self.factors.iter().map(of).collect::<Vec<_>>().join(" times ")
    }

    fn recorded(&self) -> Option<u64> {
        let of = |factor: &Factor| if let Factor::Values(values) = factor { Some(values.len() as u64) } else { None };
        self.factors.iter().filter_map(of).reduce(|one, other| one + other)
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        match (ruleset, component) {
            (Ruleset::Product(rules), Component::Pair(pair)) => self.of(rules, *pair),
            _ => None,
        }
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        let Ruleset::Product(rules) = context.scope.ruleset() else { return Err(Flaw::OtherGame) };
        let (plain, most_bytes) = (context.plain, context.most_bytes / 4);
        let mut poll = context.poll();
        let mut both = self.factors.iter().zip(&rules.factors);
        let walked = both.try_for_each(|(factor, rules)| factor.verify(rules, plain, most_bytes, &mut poll));
        ended(walked).map(Verdict::of)
    }

    fn needed(&self, scope: ClaimScope<'_>, _poll: &mut Poll<'_>) -> Result<Option<Claim>, Halt> {
        Ok(Some(Claim::Product(Box::new(self.cut(scope.query, scope.place)))))
    }

    fn surplus(&self, query: &Query, place: usize) -> Option<String> {
        let cut = self.cut(query, place);
        let end = cut.factors.iter().map(|factor| factor.lines().len()).sum::<usize>();
        (cut != *self).then(|| format!("`end {end}`: no other heaps than the proof of the answer needs"))
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(self.factors.iter().flat_map(Factor::lines).collect())
    }
}

/// The claim of these lines.
fn read(section: &Section<'_>) -> Result<Claim, Expected> {
    let mut at = 0;
    let first = factor(section, &mut at)?;
    let second = factor(section, &mut at)?;
    if at < section.end() {
        return Err(Expected::at(at, "the end of the claim"));
    }
    Ok(Claim::Product(Box::new(Product { factors: [first, second] })))
}

/// The game whose lines begin there. `at` is moved past them.
fn factor(section: &Section<'_>, at: &mut usize) -> Result<Factor, Expected> {
    let head = *at;
    let expected = || Expected::at(head, "`law` and a name, or `values` and their number");
    let line = section.lines.get(head).ok_or_else(expected)?;
    *at += 1;
    if let Some(name) = line.strip_prefix("law ") {
        return named(name).map(Factor::Law).ok_or_else(expected);
    }
    let count = line.strip_prefix("values ").ok_or_else(expected)?;
    let many: usize = count.parse().map_err(|_| expected())?;
    if many.to_string() != count || many > section.end() - *at {
        return Err(expected());
    }
    let lines = (*at..*at + many).map(|line| section.nimber(line, section.lines[line]));
    *at += many;
    lines.collect::<Result<_, _>>().map(Factor::Values)
}
