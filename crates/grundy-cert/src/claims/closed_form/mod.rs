//! The claim `law`: a theorem gives every value of the game, or who wins, in closed form.
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

mod fibonacci;
mod forest;
mod fusion;
mod leaves;
mod letter;
mod line;
mod maximum;
mod moore;
mod parity;
mod pattern;
mod primes;
mod product;
mod range;
mod ruler;
mod set;
mod staircase;
mod stone_walk;
#[cfg(test)]
mod tests;
mod wythoff;

use grundy_core::{Nimber, Outcome};
use grundy_games::{
    Bag, BagMove, Component, Convention, Ending, Factor, HeapMove, Kind, Query, RowMove, Ruleset, Span, StonesRules,
    Term,
};

use super::{Claim, Context, Evidence, Format, Read};
use crate::{
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
    poll::{Halt, Poll},
};

pub use fusion::{cut_leaving, cuts_leaving};
pub use leaves::leaf_moves;
pub(in crate::claims) use product::product as nim_product;
pub use staircase::{Progression, Staircase};

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
/// assert_eq!(ClosedForm::Nim.value(&rules.ruleset, &Component::Heap(7)), Some(Nimber(7)));
///
/// // Three heaps of one counter in misère play: whoever moves takes the last one.
/// let heap = Term { ruleset: 0, component: Component::Heap(1) };
/// assert_eq!(ClosedForm::Nim.misere_outcome(&rules.ruleset, &vec![heap; 3]), Some(Outcome::P));
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
    /// Rewriting rules on rows, `take letter` on words, rings and bags, and differences of sets,
    /// under which all plays from a position have one parity: that parity, and in misère play the
    /// mover wins exactly if it is even.
    Parity,
    /// `take a..b`: with r the remainder of the heap by a + b, the quotient of r by a.
    Range,
    /// `n -> n-k for k in 1..f(n)`, where f grows by at most one from each heap to the next.
    MaximumNim,
    /// `n -> n-k for k in 1..n where gcd(n, k) = 1`: the place of the least prime factor.
    Coprime,
    /// `n -> d for d in 1..n-1 where n % d = 0`: the number of prime factors.
    Divisors,
    /// Turning Corners: the nim product of both sizes.
    NimProduct,
    /// Ruler, `n -> heaps(b for b in c..n-1) for c in 1..n`: the largest power of two that divides
    /// the heap.
    Ruler,
    /// `take element with all above` on orders in which no element is directly above two others:
    /// Green Hackenbush on trees.
    Forest,
    /// `graph: take edge with what it cuts off from the ground`: Green Hackenbush, by the fusion
    /// principle.
    Fusion,
    /// Wythoff's game: who wins, by the golden section.
    Wythoff,
    /// Fibonacci Nim: who wins, by Zeckendorf's representation.
    FibonacciNim,
    /// `n -> n-d for d in 2..n-1 where n % d = 0`: who wins, by the powers of two.
    ProperDivisor,
    /// `piles: take any from 1..k piles`, Moore's Nim: who wins, by the binary digits of all piles.
    Moore,
    /// `piles: take the first or last pile larger than the last taken`: by the runs at both ends.
    Line,
    /// `graph: take all leaves but at most one` on trees: by the longest path; in misère play
    /// Bouton's rule about the values.
    Leaves,
    /// `stones: move AMOUNTS along an arc` where each arc joins odd and even vertices: the heaps on
    /// the odd ones, see [`Staircase`].
    Staircase,
    /// `stones: take 1 at the token, then move it along an edge`: who wins, vertex by vertex.
    StoneWalk,
}

impl ClosedForm {
    /// All closed forms.
    pub const ALL: [ClosedForm; 20] = [
        ClosedForm::Nim,
        ClosedForm::Letters,
        ClosedForm::EveryCopy,
        ClosedForm::Parity,
        ClosedForm::Range,
        ClosedForm::MaximumNim,
        ClosedForm::Coprime,
        ClosedForm::Divisors,
        ClosedForm::NimProduct,
        ClosedForm::Ruler,
        ClosedForm::Forest,
        ClosedForm::Fusion,
        ClosedForm::Wythoff,
        ClosedForm::FibonacciNim,
        ClosedForm::ProperDivisor,
        ClosedForm::Moore,
        ClosedForm::Line,
        ClosedForm::Leaves,
        ClosedForm::Staircase,
        ClosedForm::StoneWalk,
    ];

    /// The name in certificates and plans.
    pub fn name(self) -> &'static str {
        match self {
            ClosedForm::Nim => "nim",
            ClosedForm::Letters => "letters",
            ClosedForm::EveryCopy => "every-copy",
            ClosedForm::Parity => "parity",
            ClosedForm::Range => "range",
            ClosedForm::MaximumNim => "maximum-nim",
            ClosedForm::Coprime => "coprime",
            ClosedForm::Divisors => "divisors",
            ClosedForm::NimProduct => "nim-product",
            ClosedForm::Ruler => "ruler",
            ClosedForm::Forest => "forest",
            ClosedForm::Fusion => "fusion",
            ClosedForm::Wythoff => "wythoff",
            ClosedForm::FibonacciNim => "fibonacci-nim",
            ClosedForm::ProperDivisor => "proper-divisor",
            ClosedForm::Moore => "moore",
            ClosedForm::Line => "line",
            ClosedForm::Leaves => "leaves",
            ClosedForm::Staircase => "staircase",
            ClosedForm::StoneWalk => "stone-walk",
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
            ClosedForm::Parity => {
                "all plays from a position have the same parity, which is its value; in misère play the mover wins exactly if it is even"
            }
            ClosedForm::Range => {
                "if a move takes a to b counters and r is the remainder of the heap by a + b, the value is the quotient of r by a"
            }
            ClosedForm::MaximumNim => {
                "if a move takes at most f(n) of n counters, the value is f(n) where f has just grown, else that of the heap n - f(n) - 1"
            }
            ClosedForm::Coprime => {
                "the value of an even heap is 0, of any other the place of its least prime factor among the primes; of one counter 1"
            }
            ClosedForm::Divisors => "the value is the number of prime factors of the heap",
            ClosedForm::NimProduct => "the value is the nim product of both sizes",
            ClosedForm::Ruler => "the value is the largest power of two that divides the heap; of the empty heap 0",
            ClosedForm::Forest => {
                "no element is directly above two others: the branches at an element are worth a stalk as high as the exclusive or of their values"
            }
            ClosedForm::Fusion => {
                "the vertices of a cycle may be made one vertex; then a loop is worth 1, and a branch one more than the exclusive or of what stands on it"
            }
            ClosedForm::Wythoff => {
                "the mover loses exactly if the smaller size is the floor of the golden section times the difference of both"
            }
            ClosedForm::FibonacciNim => {
                "the mover loses exactly if the heap is empty, or the quota is less than the least part of the heap as a sum of Fibonacci numbers no two of which are neighbours"
            }
            ClosedForm::ProperDivisor => {
                "the mover loses exactly if the heap is empty, odd, or 2 to the power of an odd number"
            }
            ClosedForm::Line => {
                "a move at the larger end leaves the run there, whose value is its length modulo 2; the mover wins exactly if a run at an end is odd"
            }
            ClosedForm::Leaves => {
                "a tree whose longest path has d vertices is worth 1, 0 or 2, as d is 1, 2 or 3 more than a multiple of 3; in misère play the mover wins a sum as one of Nim heaps of these values"
            }
            ClosedForm::Moore => {
                "if a move takes from at most k piles, the mover loses exactly if k + 1 divides the number of piles with a one at each binary digit"
            }
            ClosedForm::Staircase => {
                "each arc joins an odd and an even vertex, and all ends are even: the value is that of the stones on the odd vertices, as heaps"
            }
            ClosedForm::StoneWalk => "the mover wins exactly if a neighbour with fewer stones loses, by the same rule",
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
                    && rules.moves == [BagMove::Take(Factor::Letter(None))]
                    && rules.until == Some(Ending::Distinct)
            }
            (ClosedForm::EveryCopy, Ruleset::Row(rules)) => {
                play == Convention::Normal
                    && rules.moves == [RowMove::EveryCopy(grundy_games::Gap::Closes)]
                    && rules.until.is_none()
            }
            (ClosedForm::Parity, ruleset) => {
                set::is_about(ruleset) || letter::is_about(ruleset) || parity::System::of(ruleset).is_some()
            }
            (ClosedForm::Leaves, ruleset) => leaves::is_about(ruleset),
            _ if play == Convention::Misere => false,
            (ClosedForm::Range, ruleset) => range::bounds(ruleset).is_some(),
            (ClosedForm::MaximumNim, ruleset) => maximum::is_about(ruleset),
            (ClosedForm::Coprime, ruleset) => primes::is_about_coprime(ruleset),
            (ClosedForm::Divisors, ruleset) => primes::is_about_divisors(ruleset),
            (ClosedForm::NimProduct, ruleset) => product::is_about(ruleset),
            (ClosedForm::Ruler, ruleset) => ruler::is_about(ruleset),
            (ClosedForm::Forest, Ruleset::Poset(_))
            | (ClosedForm::Fusion, Ruleset::Ground(_))
            | (ClosedForm::Line, Ruleset::Line(_)) => true,
            (ClosedForm::Wythoff, ruleset) => wythoff::is_about(ruleset),
            (ClosedForm::FibonacciNim, ruleset) => fibonacci::is_about(ruleset),
            (ClosedForm::ProperDivisor, ruleset) => primes::is_about_taking_divisors(ruleset),
            (ClosedForm::Moore, ruleset) => moore::modulus(ruleset).is_some(),
            (ClosedForm::Staircase, Ruleset::Stones(StonesRules::Carry(_))) => true,
            (ClosedForm::StoneWalk, ruleset) => stone_walk::is_about(ruleset),
            _ => false,
        }
    }

    /// The value of a component of these rules in normal play, which the form is about.
    ///
    /// `None` if the form gives only outcomes, or does not reach the component: an order that is
    /// not a forest, a graph with leaves that is not a tree, stones on a graph whose arcs do not
    /// join two classes, a heap over 2^24 of coprime amounts, or a heap of Maximum Nim with f
    /// between 2^9 and n/2^4 on the way. All components of the options of one that has a value have
    /// one too.
    ///
    /// For [`ClosedForm::Letters`], with n letters, k different ones, c of the commonest, E = n -
    /// k, d = 2(c - 1) - E and p = n mod 2: E = 0 gives 0; d >= 2 gives 1 - p; d = 1 gives 1 + p; d
    /// = 0 gives 2p; d < 0 gives p.
    pub fn value(self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        match (self, component) {
            (ClosedForm::Nim, Component::Heap(size)) => Some(Nimber(*size)),
            (ClosedForm::Letters, Component::Bag(bag)) => Some(letters(bag)),
            (ClosedForm::EveryCopy, Component::Row(word)) => {
                let different = Bag::of(word.chars()).counts().len() as u64;
                Some(Nimber(different % 2))
            }
            (ClosedForm::Parity, Component::Set(set)) => Some(Nimber(set::value(set))),
            (ClosedForm::Parity, component) if letter::is_about(ruleset) => {
                letter::value(ruleset, component).map(Nimber)
            }
            (ClosedForm::Parity, Component::Row(word)) => parity::System::read(ruleset)?.value(word).map(Nimber),
            (ClosedForm::Range, Component::Heap(size)) => range::value(ruleset, *size).map(Nimber),
            (ClosedForm::MaximumNim, Component::Heap(size)) => maximum::value(ruleset, *size).map(Nimber),
            (ClosedForm::Coprime, Component::Heap(size)) => primes::place_of_least_prime(*size).map(Nimber),
            (ClosedForm::Divisors, Component::Heap(size)) => Some(Nimber(primes::count_of_primes(*size))),
            (ClosedForm::NimProduct, Component::Typed(heap)) => product::value(heap).map(Nimber),
            (ClosedForm::Ruler, Component::Heap(size)) => Some(Nimber(ruler::value(*size))),
            (ClosedForm::Forest, Component::Poset(order)) => forest::value(order).map(Nimber),
            (ClosedForm::Line, Component::Line(line)) => Some(Nimber(line::value(line))),
            (ClosedForm::Leaves, Component::Graph(graph)) => leaves::value(graph).map(Nimber),
            (ClosedForm::Fusion, Component::Grounded(graph)) => Some(Nimber(fusion::value(graph))),
            (ClosedForm::Staircase, Component::Stones(_)) => {
                Staircase::of(ruleset, component).map(|stairs| Nimber(stairs.value()))
            }
            _ => None,
        }
    }

    /// Whether [`ClosedForm::value`] has a value, without the value where every component has one.
    pub fn has_value(self, ruleset: &Ruleset, component: &Component) -> bool {
        match (self, component) {
            (ClosedForm::Fusion, Component::Grounded(_)) | (ClosedForm::Line, Component::Line(_)) => true,
            _ => self.value(ruleset, component).is_some(),
        }
    }

    /// Whether the form gives who wins at single components, and no values.
    pub fn is_outcome(self) -> bool {
        matches!(
            self,
            ClosedForm::Wythoff
                | ClosedForm::FibonacciNim
                | ClosedForm::ProperDivisor
                | ClosedForm::Moore
                | ClosedForm::StoneWalk
        )
    }

    /// Who wins at a component of these rules in normal play, which the form is about; `None` as
    /// for values, and for a heap of Fibonacci Nim from which play may reach a quota of 2^64.
    pub fn outcome(self, ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        let is_lost = match (self, component) {
            (ClosedForm::Wythoff, Component::Typed(heap)) => wythoff::is_lost(&wythoff::sizes(heap)?),
            (ClosedForm::FibonacciNim, Component::Typed(heap)) => fibonacci::is_lost(ruleset, heap)?,
            (ClosedForm::ProperDivisor, Component::Heap(size)) => primes::is_lost(*size),
            (ClosedForm::Moore, Component::Piles(piles)) => moore::is_lost(moore::modulus(ruleset)?, piles),
            (ClosedForm::StoneWalk, Component::Stones(stones)) => stone_walk::is_lost(stones)?,
            _ => return self.value(ruleset, component).map(Nimber::outcome),
        };
        Some(if is_lost { Outcome::P } else { Outcome::N })
    }

    /// What a winning move leaves of a component, by a form that gives only outcomes; `None` if
    /// there is none, or the form gives values.
    pub fn winning_option(self, ruleset: &Ruleset, component: &Component) -> Option<Component> {
        match (self, component) {
            (ClosedForm::Wythoff, Component::Typed(heap)) => wythoff::option(heap).map(Component::Typed),
            (ClosedForm::FibonacciNim, Component::Typed(heap)) => {
                fibonacci::option(ruleset, heap).map(Component::Typed)
            }
            (ClosedForm::ProperDivisor, Component::Heap(size)) => primes::option(*size).map(Component::Heap),
            (ClosedForm::Moore, Component::Piles(piles)) => {
                moore::option(moore::modulus(ruleset)?, piles).map(Component::Piles)
            }
            (ClosedForm::StoneWalk, Component::Stones(stones)) => stone_walk::option(stones).map(Component::Stones),
            _ => None,
        }
    }

    /// How many options a heap has of which no two have equal values, and the one of them with this
    /// value, if there is one: in Nim, Maximum Nim and `take 1..b`, in normal play. `None` for
    /// other forms, and for a heap without a value.
    ///
    /// # Cost
    /// Some thousand steps for Maximum Nim, however many options the heap has.
    pub fn option(self, ruleset: &Ruleset, size: u64, value: Nimber) -> Option<(u64, Option<u64>)> {
        match self {
            ClosedForm::Nim => Some((size, Some(value.0).filter(|&left| left < size))),
            ClosedForm::MaximumNim => maximum::option(ruleset, size, value.0),
            ClosedForm::Range => range::option(ruleset, size, value.0),
            _ => None,
        }
    }

    /// The largest heap up to which every heap has a value; `None` if all have one.
    pub fn end(self) -> Option<u64> {
        match self {
            ClosedForm::MaximumNim => Some(maximum::SURE),
            ClosedForm::Coprime => Some(primes::LARGEST),
            _ => None,
        }
    }

    /// Who wins a sum of components of these rules in misère play; `None` if the form does not
    /// decide it.
    pub fn misere_outcome(self, ruleset: &Ruleset, sum: &[Term]) -> Option<Outcome> {
        match self {
            ClosedForm::Nim | ClosedForm::Leaves => {
                let values = sum.iter().map(|term| self.value(ruleset, &term.component));
                values.collect::<Option<Vec<Nimber>>>().map(|values| misere_nim(&values))
            }
            ClosedForm::Parity => {
                let values = sum.iter().map(|term| self.value(ruleset, &term.component));
                // The parity of a play of the sum is the sum of the parities.
                let odd = values.sum::<Option<Nimber>>()?;
                Some(if odd == Nimber::ZERO { Outcome::N } else { Outcome::P })
            }
            _ => None,
        }
    }
}

/// Returns who wins a sum of Nim heaps of these values in misère play (Bouton 1901).
///
/// ```
/// use grundy_cert::misere_nim;
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

impl Evidence for ClosedForm {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{self:?}")
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
