//! The meaning of games on several piles at once: a move takes counters from one or more piles of
//! one position.
//!
//! A position is all piles together, because a move that takes from two of them is no move in a sum
//! of heaps. Empty piles do not count: they are left out, so that "all piles" and "the first pile"
//! are about piles with counters. Where no rule names a place, the order of the piles does not
//! matter, and the canonical form sorts them. Where a rule numbers the piles, an empty pile keeps
//! its place. Every move takes a counter, so every play ends.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Amounts, AmountSet, Piles, PilesMove, PilesRules, Span, Which};
//!
//! // Wythoff's game on any number of piles: from one pile, or equally from two.
//! let any = Amounts { kinds: vec![AmountSet::Any], except: vec![] };
//! let of = |count, equal| PilesMove { amounts: any.clone(), equal, which: Which::Count(count) };
//! let (one, two) = (Span { from: 1, to: Some(1) }, Span { from: 2, to: Some(2) });
//! let rules = PilesRules { moves: vec![of(one, false), of(two, true)] };
//! assert_eq!(rules.to_string(), "take any from 1 pile, take equal any from 2 piles");
//! let mut options = Vec::new();
//! let mut push = |left: &[Piles]| Ok::<(), Fault>(options.push(left[0].to_string()));
//! rules.options(&Piles::of([1, 2]), &mut push).unwrap();
//! assert_eq!(options, ["[1, 1]", "[1]", "[2]", "[1]"]);
//! ```
//!
//! *Faults.* Over ten million choices of piles and amounts at one position. *Cost:* a step for each
//! choice that is tried: with k piles and sizes n a rule on j of them tries about n^j times the
//! choices of j piles.

pub(crate) mod board;
pub(crate) mod read;

use std::{fmt, sync::Arc};

use grundy_core::{Fault, Game, Visit};

use crate::{
    boards::graph::labels::list,
    heaps::{
        expr::MOST_TRIALS,
        meter::STRIDE,
        numbers::{AmountSet, Amounts, Span},
    },
};

/// The rules of a game on piles: a move is any of these.
///
/// Wythoff's game, Moore's Nim and Exact Nim are such rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PilesRules {
    /// The moves.
    pub moves: Vec<PilesMove>,
}

/// `take [equal] AMOUNTS from WHICH`.
///
/// ```text
/// take any from 1 pile          a move of Nim
/// take equal any from 2 piles   the second move of Wythoff's game
/// take 1 from all piles         lowers every pile by one
/// take 1..3 from the largest pile
/// take 1 from all of {1, 2} or {2, 3}   slow Hypergraph Nim
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PilesMove {
    /// The numbers of counters that a move may take from each pile that it takes from; 0 is never
    /// taken.
    pub amounts: Amounts,
    /// Whether all these piles lose the same number of counters. Wythoff's second move is `take
    /// equal any from 2 piles`.
    pub equal: bool,
    /// The piles.
    pub which: Which,
}

/// The piles that a move takes from. Only piles with counters are meant.
///
/// At `[1, 2, 2]`:
///
/// ```text
/// 1 pile             each of the three
/// 2..3 piles         the three pairs and all three
/// all piles          all three
/// the first pile     the 1      the last pile       the second 2
/// the largest pile   either 2   the smallest pile   the 1
/// all of {1, 3} or {2}   the 1 and the second 2, or the first 2
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// Any so many piles.
    Count(Span),
    /// All piles. A move takes from every pile, at least 1 of each.
    All,
    /// The first pile.
    First,
    /// The last pile.
    Last,
    /// A pile of the greatest size. If several are equal, each of them may be meant.
    Largest,
    /// A pile of the least size.
    Smallest,
    /// All piles of one of these sets, by their numbers: from 1, ascending. No two sets are equal.
    Sets(Vec<Vec<u64>>),
}

/// The most piles of a position.
///
/// The parser refuses longer positions.
pub const MOST_PILES: usize = 1 << 16;

/// Piles of counters, in their order.
///
/// No pile is empty, unless the rules number the piles; the empty list is the end of play.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piles {
    /// Not all are 0.
    sizes: Arc<[u64]>,
}

impl Piles {
    /// Returns the piles of these sizes, without the empty ones.
    ///
    /// The others keep their order.
    pub fn of(sizes: impl IntoIterator<Item = u64>) -> Piles {
        Piles { sizes: sizes.into_iter().filter(|&size| size > 0).collect() }
    }

    /// Returns the piles of these sizes with the empty ones, for rules that number the piles.
    ///
    /// Without any counters, they are the empty list.
    pub fn in_places(sizes: impl IntoIterator<Item = u64>) -> Piles {
        let sizes: Arc<[u64]> = sizes.into_iter().collect();
        if sizes.iter().all(|&size| size == 0) { Piles::default() } else { Piles { sizes } }
    }

    /// Returns the sizes.
    ///
    /// In the order of the position.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }
}

/// A move as it is found: the number of counters taken from each pile, 0 for most of them.
pub(crate) enum PileVisit<'a> {
    Move(&'a [u64]),
    /// So many cheap steps of computation since the last report.
    Work(u32),
}

impl PilesRules {
    /// Returns whether a rule names piles by their place.
    ///
    /// Then `[1, 2]` and `[2, 1]` are different positions.
    pub fn is_ordered(&self) -> bool {
        self.moves.iter().any(|kind| matches!(kind.which, Which::First | Which::Last | Which::Sets(_)))
    }

    /// Returns the largest number by which a rule names a pile; 0 if none does.
    ///
    /// Positions have as many piles, and empty ones keep their places.
    pub fn numbered(&self) -> usize {
        let most = |kind: &PilesMove| match &kind.which {
            Which::Sets(sets) => sets.iter().flatten().copied().max(),
            _ => None,
        };
        self.moves.iter().filter_map(most).max().map_or(0, |most| most as usize)
    }

    /// Returns the position with these piles, with or without the empty ones as the rules have it.
    ///
    /// For the sizes of a text, and for what a move leaves.
    pub fn piles(&self, sizes: impl IntoIterator<Item = u64>) -> Piles {
        if self.numbered() > 0 { Piles::in_places(sizes) } else { Piles::of(sizes) }
    }

    /// Returns the piles after a move, which takes at most their size from each.
    pub(crate) fn without(&self, piles: &Piles, taken: &[u64]) -> Piles {
        self.piles(piles.sizes.iter().zip(taken).map(|(size, taken)| size - taken))
    }

    /// Returns the canonical form: the piles in ascending order, unless their places matter.
    ///
    /// The game is the same, since no rule sees the difference.
    pub fn canonical(&self, piles: &Piles) -> Piles {
        let mut piles = piles.clone();
        if !self.is_ordered() {
            Arc::make_mut(&mut piles.sizes).sort_unstable();
        }
        piles
    }

    /// Calls `visit` with what each move takes, and with the work in between. More than
    /// [`MOST_TRIALS`] choices of piles and amounts are a fault, as for rules of heaps.
    pub(crate) fn taken<E: From<Fault>>(
        &self,
        piles: &Piles,
        visit: &mut impl FnMut(PileVisit<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.moves.iter().try_for_each(|kind| kind.taken(&piles.sizes, visit))
    }
}

impl Game for PilesRules {
    type Position = Piles;

    fn options<E: From<Fault>>(
        &self,
        piles: &Piles,
        mut visit: impl FnMut(&[Piles]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(piles, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        piles: &Piles,
        mut visit: impl FnMut(Visit<'_, Piles>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.taken(piles, &mut |seen| match seen {
            PileVisit::Work(steps) => visit(Visit::Work(steps)),
            PileVisit::Move(taken) => {
                let left = self.without(piles, taken);
                visit(Visit::Option(if left.sizes.is_empty() { &[] } else { std::slice::from_ref(&left) }))
            }
        })
    }
}

impl PilesMove {
    fn taken<E: From<Fault>>(
        &self,
        sizes: &[u64],
        visit: &mut impl FnMut(PileVisit<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let places: Vec<usize> = (0..sizes.len()).filter(|&at| sizes[at] > 0).collect();
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return Ok(()) };
        let own = places.iter().map(|&at| sizes[at]);
        let (least, most) = (own.clone().min().unwrap_or(0), own.max().unwrap_or(0));
        let each = |size: u64| places.iter().filter(|&&at| sizes[at] == size).map(|&at| vec![at]).collect();
        let groups: Vec<Vec<usize>> = match &self.which {
            Which::Count(_) | Which::All => vec![places.clone()],
            Which::First => vec![vec![first]],
            Which::Last => vec![vec![last]],
            Which::Largest => each(most),
            Which::Smallest => each(least),
            Which::Sets(sets) => sets.iter().filter_map(|set| full(set, sizes)).collect(),
        };
        let mut steps = Steps { rule: self, open: 0, trials: 0 };
        for group in &groups {
            let all = Span { from: group.len() as u64, to: None };
            let count = if let Which::Count(count) = self.which { count } else { all };
            if !self.equal {
                let mut search = PileSearch { sizes, group, count, steps: &mut steps };
                search.run(|size| Box::new(self.amounts.tries(size)), visit)?;
                continue;
            }
            for amount in self.amounts.tries(most) {
                let large = |&at: &usize| amount.is_some_and(|amount| amount > 0 && sizes[at] >= amount);
                let group: Vec<usize> = group.iter().copied().filter(large).collect();
                let mut search = PileSearch { sizes, group: &group, count, steps: &mut steps };
                search.steps.one(visit)?;
                search.run(|_| Box::new(std::iter::once(amount)), visit)?;
            }
        }
        Ok(())
    }
}

/// The places of a set of numbered piles; `None` if one of them has no counters.
fn full(set: &[u64], sizes: &[u64]) -> Option<Vec<usize>> {
    let place = |&number: &u64| usize::try_from(number).ok()?.checked_sub(1);
    let has_counters = |at: &usize| sizes.get(*at).is_some_and(|&size| size > 0);
    set.iter().map(|number| place(number).filter(has_counters)).collect()
}

/// Amounts in turn; `None` for a number that was tried and is none.
type Tries<'t> = Box<dyn Iterator<Item = Option<u64>> + 't>;

/// The choice of some piles of a group, and of an amount for each.
struct PileSearch<'a, 's> {
    sizes: &'a [u64],
    /// The piles to choose from, ascending.
    group: &'a [usize],
    /// The number of piles to choose.
    count: Span,
    steps: &'a mut Steps<'s>,
}

/// The steps of a rule at one position.
struct Steps<'s> {
    rule: &'s PilesMove,
    /// Those since the last report of work.
    open: u32,
    /// All of them.
    trials: u64,
}

impl Steps<'_> {
    /// Counts a step, and reports the work from time to time.
    fn one<E: From<Fault>>(&mut self, visit: &mut impl FnMut(PileVisit<'_>) -> Result<(), E>) -> Result<(), E> {
        self.trials += 1;
        if self.trials > MOST_TRIALS {
            let many =
                format!("the rule `{}` tries too many combinations (over {MOST_TRIALS}) at one position", self.rule);
            return Err(Fault(many).into());
        }
        self.open += 1;
        if self.open < STRIDE { Ok(()) } else { visit(PileVisit::Work(std::mem::take(&mut self.open))) }
    }
}

impl PileSearch<'_, '_> {
    /// Calls `visit` with each choice. `amounts` returns the amounts for a pile of a size. As many
    /// nested loops as there are piles, with a stack of their own.
    fn run<'t, E: From<Fault>>(
        &mut self,
        amounts: impl Fn(u64) -> Tries<'t>,
        visit: &mut impl FnMut(PileVisit<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let least = self.count.from.max(1);
        let most = self.count.to.unwrap_or(u64::MAX);
        if (self.group.len() as u64) < least {
            return Ok(());
        }
        let mut taken = vec![0; self.sizes.len()];
        let mut chosen = 0u64;
        let mut stack: Vec<Tries<'t>> = Vec::new();
        loop {
            // The loop over the next pile; a pile may be left alone if enough others follow.
            if stack.len() < self.group.len() {
                let after = (self.group.len() - stack.len() - 1) as u64;
                let alone = (chosen + after >= least).then_some(Some(0));
                let size = self.sizes[self.group[stack.len()]];
                let rest: Tries<'t> = if chosen < most { amounts(size) } else { Box::new(std::iter::empty()) };
                stack.push(Box::new(alone.into_iter().chain(rest.filter(|amount| *amount != Some(0)))));
            } else {
                visit(PileVisit::Move(&taken))?;
            }
            // Its next amount, or that of the last loop which has one.
            loop {
                let Some(own) = stack.last_mut() else { return Ok(()) };
                let next = own.next();
                let pile = self.group[stack.len() - 1];
                self.steps.one(visit)?;
                match next {
                    Some(None) => {}
                    Some(Some(amount)) => {
                        chosen = chosen + u64::from(amount > 0) - u64::from(taken[pile] > 0);
                        taken[pile] = amount;
                        break;
                    }
                    None => {
                        chosen -= u64::from(taken[pile] > 0);
                        taken[pile] = 0;
                        stack.pop();
                    }
                }
            }
        }
    }
}

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.sizes, ["[", "]"])
    }
}

impl fmt::Display for PilesRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().enumerate().try_for_each(|(at, kind)| {
            f.write_str(if at == 0 { "" } else { ", " })?;
            kind.fmt(f)
        })
    }
}

impl fmt::Display for PilesMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}{} from {}", if self.equal { "equal " } else { "" }, self.amounts, self.which)
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Which::Count(Span { from: 1, to: Some(1) }) => f.write_str("1 pile"),
            Which::Count(count) => write!(f, "{count} piles"),
            Which::All => f.write_str("all piles"),
            Which::First => f.write_str("the first pile"),
            Which::Last => f.write_str("the last pile"),
            Which::Largest => f.write_str("the largest pile"),
            Which::Smallest => f.write_str("the smallest pile"),
            Which::Sets(sets) => {
                f.write_str("all of ")?;
                sets.iter().enumerate().try_for_each(|(at, set)| {
                    f.write_str(if at == 0 { "" } else { " or " })?;
                    list(f, set, ["{", "}"])
                })
            }
        }
    }
}

impl PilesRules {
    /// Returns k if the rules are those of Moore's Nim: any numbers of counters from 1 to k piles.
    ///
    /// Then a theorem gives who wins.
    pub fn moore(&self) -> Option<u64> {
        let [PilesMove { amounts, equal: false, which: Which::Count(Span { from: 1, to: Some(most) }) }] =
            &self.moves[..]
        else {
            return None;
        };
        (amounts.kinds == [AmountSet::Any] && amounts.except.is_empty()).then_some(*most)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// All ways to take from each pile a number up to its size.
    fn all_ways(sizes: &[u64]) -> Vec<Vec<u64>> {
        sizes.iter().fold(vec![vec![]], |ways, &size| {
            ways.iter().flat_map(|way| (0..=size).map(move |own| [&way[..], &[own]].concat())).collect()
        })
    }

    /// Whether one move takes these, by the words of the rule.
    fn is_move(rule: &PilesMove, sizes: &[u64], taken: &[u64]) -> bool {
        let from: Vec<usize> = (0..sizes.len()).filter(|&at| taken[at] > 0).collect();
        let some: Vec<usize> = (0..sizes.len()).filter(|&at| sizes[at] > 0).collect();
        let only = |wanted: Option<u64>| from.len() == 1 && Some(sizes[from[0]]) == wanted;
        let which = match &rule.which {
            Which::Count(count) => count.contains(from.len() as u64),
            Which::All => from == some,
            Which::First => from.first() == some.first() && from.len() == 1,
            Which::Last => from.last() == some.last() && from.len() == 1,
            Which::Largest => only(sizes.iter().copied().max()),
            Which::Smallest => only(some.iter().map(|&at| sizes[at]).min()),
            Which::Sets(sets) => sets.contains(&from.iter().map(|&at| at as u64 + 1).collect()),
        };
        let equal = !rule.equal || from.iter().all(|&at| taken[at] == taken[from[0]]);
        !from.is_empty() && which && equal && from.iter().all(|&at| rule.amounts.contains(taken[at]))
    }

    #[test]
    fn moves_are_those_of_the_words() {
        let span = |from, to| Span { from, to };
        let amounts = |kinds: Vec<AmountSet>, except| Amounts { kinds, except };
        let sets = [
            amounts(vec![AmountSet::Any], vec![]),
            amounts(vec![AmountSet::Odd, AmountSet::Prime], vec![span(3, Some(3))]),
            amounts(vec![AmountSet::Span(span(2, None)), AmountSet::Square], vec![]),
            amounts(vec![AmountSet::Span(span(0, Some(2)))], vec![]),
        ];
        let which = [
            Which::Count(span(1, Some(1))),
            Which::Count(span(1, Some(2))),
            Which::Count(span(2, None)),
            Which::Count(span(0, Some(3))),
            Which::All,
            Which::First,
            Which::Last,
            Which::Largest,
            Which::Smallest,
            Which::Sets(vec![vec![1, 3], vec![2]]),
            Which::Sets(vec![vec![2, 3], vec![1, 2, 3], vec![1, 4]]),
        ];
        let positions: [&[u64]; 9] =
            [&[], &[4], &[3, 1], &[2, 2], &[1, 4, 2], &[3, 3, 3], &[1, 2, 1, 2], &[0, 2, 3, 0], &[3, 0, 3, 2]];
        let mut moves = 0;
        for (amounts, which, equal) in sets
            .iter()
            .flat_map(|amounts| which.iter().flat_map(move |which| [(amounts, which, false), (amounts, which, true)]))
        {
            let rule = PilesMove { amounts: amounts.clone(), equal, which: which.clone() };
            for sizes in positions {
                let mut found = Vec::new();
                let walked = rule.taken::<Fault>(sizes, &mut |seen| {
                    if let PileVisit::Move(taken) = seen {
                        found.push(taken.to_vec());
                    }
                    Ok(())
                });
                assert_eq!(walked, Ok(()));
                let set: BTreeSet<Vec<u64>> = found.iter().cloned().collect();
                assert_eq!(set.len(), found.len(), "{rule} at {sizes:?}: each move once");
                let wanted: BTreeSet<Vec<u64>> =
                    all_ways(sizes).into_iter().filter(|taken| is_move(&rule, sizes, taken)).collect();
                assert_eq!(set, wanted, "{rule} at {sizes:?}");
                moves += set.len();
            }
        }
        assert!(moves > 1000, "{moves}");
    }

    #[test]
    fn work_is_reported_where_no_move_is_found() {
        let rules = PilesRules {
            moves: vec![PilesMove {
                amounts: Amounts::of([0]),
                equal: true,
                which: Which::Count(Span { from: 2, to: None }),
            }],
        };
        let far = Amounts { kinds: vec![AmountSet::Prime], except: vec![Span { from: 0, to: Some(u64::MAX - 1) }] };
        let never = PilesRules { moves: vec![PilesMove { amounts: far, equal: false, which: Which::All }] };
        for rules in [rules, never] {
            let many = Piles::of([u64::MAX, 7, 9]);
            let walked = rules.walk(&many, |seen| match seen {
                Visit::Work(_) => Ok(()),
                Visit::Option(_) => Err(Fault("a move".into())),
            });
            assert_eq!(walked, Ok(()));
        }
        let any = Amounts { kinds: vec![AmountSet::Any], except: vec![] };
        let moore = PilesRules {
            moves: vec![PilesMove { amounts: any, equal: false, which: Which::Count(Span { from: 3, to: Some(3) }) }],
        };
        let mut left = 5000u32;
        let stopped = moore.walk(&Piles::of(vec![u64::MAX; 3000]), |_| {
            left -= 1;
            if left > 0 { Ok(()) } else { Err(Fault("enough".into())) }
        });
        assert_eq!(stopped, Err(Fault("enough".into())));
        // A limit on the time of a search is polled between the options; this one ends by itself.
        let many = moore.taken(&Piles::of([1 << 40; 3]), &mut |_| Ok::<(), Fault>(()));
        assert!(matches!(&many, Err(Fault(why)) if why.contains("too many combinations")), "{many:?}");
    }
}
