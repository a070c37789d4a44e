//! `piles-sizes k`: up to k piles are one heap with k sizes. `piles-places k`: k piles with numbers
//! are one.
//!
//! *Theorem.* Where moves take from any so many piles, the position of the piles a, b, .. is the
//! heap P(a, b, ..), where sizes of 0 stand for the piles that are gone: each move on piles is, for
//! each choice of the places that it takes from, a rule of heaps that lowers the sizes there.
//!
//! *Conditions.* Moves name no pile by its place or size, and take amounts of ranges; `all piles`
//! are those that have counters, and are left to other methods. Without that: `take 1 from the
//! largest pile` at [1, 2] leaves [1, 1] alone. Where a move numbers the piles, the heap has the
//! sizes in their order, and a set of piles is one choice of places.
//!
//! *Proof.* Every heap whose sizes are the piles in some order, with zeros, stands for the
//! position. Nothing can be taken from a size of 0, since every amount is at least 1; so the
//! choices of piles with counters are the choices of places, and what they leave stands for what is
//! left. The image has its sizes in ascending order; the other orders are equal to it
//! ([`Reduction::alike`]).
//!
//! [`Reduction::alike`]: super::Reduction::alike

use std::{fmt::Write, sync::Arc};

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping};
use crate::{AmountSet, Component, Piles, PilesMove, PilesRules, Ruleset, Span, Typed, Which};

/// The names of the sizes; more piles have no image.
pub(super) const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| {
        let (kind, piles) = name.split_once(' ')?;
        let (piles, in_order) = (piles.parse().ok()?, kind == IN_ORDER);
        let is_known = (in_order || kind == NAME) && (1..=NAMES.len()).contains(&piles);
        is_known.then(|| Arc::new(PilesSizes { piles, in_order }) as SharedMapping)
    },
    about: |rules, positions| {
        let sizes = |position: &&Component| match position {
            Component::Piles(piles) => Some(piles.sizes().len()),
            _ => None,
        };
        let most = positions.iter().map(sizes).collect::<Option<Vec<_>>>()?.into_iter().max()?;
        let in_order = matches!(rules, Ruleset::Piles(rules) if rules.numbered() > 0);
        let found = PilesSizes { piles: most, in_order };
        ((1..=NAMES.len()).contains(&most) && found.target(rules).is_some()).then(|| Arc::new(found) as SharedMapping)
    },
};

const NAME: &str = "piles-sizes";

/// The name where a move numbers the piles.
const IN_ORDER: &str = "piles-places";

struct PilesSizes {
    /// The number of sizes, from 1 to 6.
    piles: usize,
    /// Whether a move numbers the piles.
    in_order: bool,
}

/// The heap of these sizes.
fn heap(sizes: Vec<u64>) -> Component {
    Component::Typed(Typed { kind: "P".into(), sizes })
}

/// The ranges of amounts of a move, without 0: each with its last number, or without end. `None` if
/// they are other sets.
fn ranges(kind: &PilesMove) -> Option<Vec<(u64, Option<u64>)>> {
    let range = |set: &AmountSet| match set {
        AmountSet::Any => Some((1, None)),
        AmountSet::Span(Span { from, to }) => Some((*from, *to)),
        AmountSet::Odd | AmountSet::Even | AmountSet::Prime | AmountSet::Square => None,
    };
    if kind.amounts.except.is_empty() { kind.amounts.kinds.iter().map(range).collect() } else { None }
}

impl PilesSizes {
    /// The choices of places that a move takes from; `None` if it names piles in another way.
    fn choices(&self, kind: &PilesMove) -> Option<impl Iterator<Item = Vec<usize>>> {
        let places = |chosen: u32| (0..self.piles).filter(|at| chosen >> at & 1 == 1).collect::<Vec<usize>>();
        let is_set = |set: &[u64], places: &[usize]| set.iter().copied().eq(places.iter().map(|&at| at as u64 + 1));
        let is_chosen = move |places: &Vec<usize>| match &kind.which {
            Which::Count(counts) => counts.contains(places.len() as u64),
            Which::Sets(sets) => sets.iter().any(|set| is_set(set, places)),
            _ => false,
        };
        let is_known = matches!(kind.which, Which::Count(_) | Which::Sets(_));
        is_known.then(|| (1..1_u32 << self.piles).map(places).filter(is_chosen))
    }

    /// The number of rules of heaps of a move.
    fn count(&self, kind: &PilesMove) -> Option<usize> {
        let ranges = ranges(kind)?.len();
        let at = |places: Vec<usize>| if kind.equal { ranges } else { ranges.saturating_pow(places.len() as u32) };
        Some(self.choices(kind)?.map(at).fold(0, usize::saturating_add))
    }

    /// Writes the rules of heaps of a move, for each choice of places.
    fn clauses(&self, kind: &PilesMove, text: &mut String) -> Option<()> {
        let ranges = ranges(kind)?;
        for places in self.choices(kind)? {
            for amounts in amounts_at(&places, &ranges, kind.equal) {
                self.clause(&places, &amounts, text);
            }
        }
        Some(())
    }

    /// A rule: from each place its amount is taken, which is a number or a range.
    fn clause(&self, places: &[usize], amounts: &[AmountAt], text: &mut String) {
        let names = &NAMES[..self.piles];
        let mut lowered: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        for (&at, amount) in places.iter().zip(amounts) {
            lowered[at] = match amount.range {
                (from, Some(to)) if from == to => format!("{}-{from}", names[at]),
                _ => format!("{}-{}", names[at], amount.name),
            };
        }
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}P({}) -> P({})", names.join(", "), lowered.join(", "));
        let mut named: Vec<&str> = Vec::new();
        for (&at, amount) in places.iter().zip(amounts) {
            let (from, to) = amount.range;
            if to == Some(from) || named.contains(&amount.name) {
                continue;
            }
            named.push(amount.name);
            let last = to.map_or_else(|| names[at].to_owned(), |to| to.to_string());
            let _ = write!(text, " for {} in {from}..{last}", amount.name);
        }
    }
}

/// What a rule takes from a place.
#[derive(Clone)]
struct AmountAt {
    /// The name of the amount, if it is not one number.
    name: &'static str,
    /// The first and the last amount.
    range: (u64, Option<u64>),
}

/// The names of amounts.
const AMOUNTS: [&str; 6] = ["i", "j", "k", "l", "m", "n"];

/// What is taken from each of the places: one range for all of them where the amounts are equal,
/// else every choice of ranges.
fn amounts_at(places: &[usize], ranges: &[(u64, Option<u64>)], equal: bool) -> Vec<Vec<AmountAt>> {
    if equal {
        return ranges.iter().map(|&range| vec![AmountAt { name: AMOUNTS[0], range }; places.len()]).collect();
    }
    let mut all: Vec<Vec<AmountAt>> = vec![Vec::new()];
    for name in &AMOUNTS[..places.len()] {
        let longer = |chosen: &Vec<AmountAt>, range| [&chosen[..], &[AmountAt { name, range }]].concat();
        all = all.iter().flat_map(|chosen| ranges.iter().map(|&range| longer(chosen, range))).collect();
    }
    all
}

/// More rules than this are no reduction.
const MOST_RULES: usize = 200;

impl Mapping for PilesSizes {
    fn name(&self) -> String {
        format!("{} {}", if self.in_order { IN_ORDER } else { NAME }, self.piles)
    }

    fn keeps(&self) -> Keeps {
        Keeps::Options
    }

    fn statement(&self) -> &'static str {
        "the piles are one heap with as many sizes"
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        let Ruleset::Piles(own @ PilesRules { moves }) = rules else { return None };
        if self.in_order != (own.numbered() > 0) || own.numbered() > self.piles {
            return None;
        }
        let counts: Vec<usize> = moves.iter().map(|kind| self.count(kind)).collect::<Option<_>>()?;
        if !(1..=MOST_RULES).contains(&counts.into_iter().fold(0, usize::saturating_add)) {
            return None;
        }
        let mut text = String::new();
        moves.iter().try_for_each(|kind| self.clauses(kind, &mut text))?;
        Some(crate::game(&text).ok()?.ruleset)
    }

    fn image(&self, _rules: &Ruleset, component: &Component) -> Image {
        let Component::Piles(piles) = component else { return Image::Outside };
        let sizes = piles.sizes();
        if sizes.is_empty() {
            return Image::Sum(Vec::new());
        }
        if sizes.len() > self.piles || self.in_order && sizes.len() < self.piles {
            return Image::Outside;
        }
        if self.in_order {
            return Image::Sum(vec![heap(sizes.to_vec())]);
        }
        let mut sizes = [sizes, &vec![0; self.piles - sizes.len()]].concat();
        sizes.sort_unstable();
        Image::Sum(vec![heap(sizes)])
    }

    fn alike(&self, image: &Component) -> Vec<Component> {
        let Component::Typed(image) = image else { return Vec::new() };
        if self.in_order {
            return Vec::new();
        }
        let mut orders: Vec<Vec<u64>> = vec![Vec::new()];
        for &size in &image.sizes {
            let longer = |order: &Vec<u64>, at: usize| [&order[..at], &[size], &order[at..]].concat();
            orders = orders.iter().flat_map(|order| (0..=order.len()).map(|at| longer(order, at))).collect();
        }
        orders.sort_unstable();
        orders.dedup();
        orders.into_iter().filter(|sizes| *sizes != image.sizes).map(heap).collect()
    }

    fn carried_back(&self, _from: &Component, left: &[Component]) -> Option<Vec<Component>> {
        let [Component::Typed(left)] = left else { return left.is_empty().then(Vec::new) };
        let sizes = left.sizes.iter().copied();
        let piles = if self.in_order { Piles::in_places(sizes) } else { Piles::of(sizes) };
        Some(if piles.sizes().is_empty() { Vec::new() } else { vec![Component::Piles(piles)] })
    }
}
