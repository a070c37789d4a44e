//! `strip`: the members of a family of graphs are heaps of several kinds.
//!
//! *Theorem.* Let a move take vertices at a distance of at most one, or an edge, and look at no
//! vertex that is further away. A long member of a
//! family is a row of equal columns between two ends, and a move changes at most three columns that
//! follow each other. If what moves leave falls into parts with one row of columns each, between
//! finitely many kinds of ends, then the parts are heaps, a kind for each pair of ends, whose size
//! is the number of vertices divided by that of a column.
//!
//! *The lines.* The moves at a column are those at any other one that is as far from the ends. So
//! for 8 columns and more, the moves at the ends and at two columns of the left end and three of
//! the right end are one line each, and those at all columns between them are one line for each
//! move at one column, with all ways to divide the rest. What moves leave of fewer columns is
//! listed.
//!
//! *Conditions.* The moves take a vertex, perhaps with a condition on the number of its neighbours,
//! a vertex with its neighbours, an edge, or an edge with its ends. Leaves are not taken: whether a
//! vertex is a leaf that may stay depends on all others. Nor are connected sets, which are wider,
//! or whose rest must be connected. On `grid 2xn`, a game that takes a vertex alone leaves two long
//! rows in one part, so its parts are of infinitely many kinds, and nothing is claimed.
//!
//! *Proof.* In the book. That lines agree with the game up to some size does not suffice: a line
//! `A(n) -> A(n-50)` more is right at all sizes up to 49. So the lines are derived from the moves,
//! here and anew by each checker, and never taken from a certificate.

mod kinds;
mod parts;

use std::sync::{Arc, OnceLock};

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping};
use crate::{Component, GraphFamily, GraphMove, GraphRules, Ruleset, Typed};
pub(crate) use kinds::Unclosed;
use kinds::{PartKinds, first};

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| (name == NAME).then(|| Arc::new(StripHeaps::default()) as SharedMapping),
    about: |rules, positions| {
        let found = StripHeaps::default();
        let is_member = |position: &&Component| matches!(position, Component::Member(_));
        let is_about = positions.iter().all(is_member) && found.target(rules).is_some();
        is_about.then(|| Arc::new(found) as SharedMapping)
    },
};

const NAME: &str = "strip";

/// The reduction, with the rules that it was first about and what they lead to.
#[derive(Default)]
struct StripHeaps {
    found: OnceLock<(GraphRules, Option<PartHeaps>)>,
}

/// The kinds of the parts of a family, and the game on them as heaps.
struct PartHeaps {
    kinds: PartKinds,
    heaps: Ruleset,
}

/// The game on heaps of several kinds whose first kind are the members of the family of the rules.
///
/// # Errors
/// Why the parts are not of finitely many kinds; `None` if the game is not on a family.
pub(crate) fn heaps_of(rules: &GraphRules) -> Result<Ruleset, Option<Unclosed>> {
    part_heaps(rules).map(|found| found.heaps)
}

fn part_heaps(rules: &GraphRules) -> Result<PartHeaps, Option<Unclosed>> {
    let is_far = rules.moves.iter().any(|kind| matches!(kind, GraphMove::Connected { .. }));
    let family = rules.on.as_ref().filter(|_| !rules.moves.contains(&GraphMove::Leaves)).ok_or(None)?;
    if is_far {
        return Err(Some(Unclosed::Far));
    }
    let kinds = PartKinds::of(family, &rules.moves).map_err(Some)?;
    // Every kind needs a line.
    let heaps = crate::game(&kinds.to_string()).map_err(|_| Some(Unclosed::Idle))?.ruleset;
    Ok(PartHeaps { kinds, heaps })
}

/// What is added to the number of a member to get the size of its heap.
fn shift(family: &GraphFamily) -> u64 {
    first(family).1
}

/// A heap of one size.
fn heap(kind: &str, size: u64) -> Image {
    Image::Sum(vec![Component::Typed(Typed { kind: kind.into(), sizes: vec![size] })])
}

impl Mapping for StripHeaps {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn keeps(&self) -> Keeps {
        Keeps::Options
    }

    fn statement(&self) -> &'static str {
        "what moves leave of a member is a sum of heaps of finitely many kinds"
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        let Ruleset::Graph(rules) = rules else { return None };
        let (known, found) = self.found.get_or_init(|| (rules.clone(), part_heaps(rules).ok()));
        if known == rules { found.as_ref().map(|found| found.heaps.clone()) } else { heaps_of(rules).ok() }
    }

    /// Parts that moves leave have images too, once the target is known.
    fn image(&self, _rules: &Ruleset, component: &Component) -> Image {
        match component {
            Component::Member(member) => {
                let size = member.number.checked_add(shift(&member.family));
                size.map_or(Image::Outside, |size| heap("A0", size))
            }
            Component::Graph(graph) if graph.vertices() == 0 => Image::Sum(Vec::new()),
            Component::Graph(graph) => {
                let found = self.found.get().and_then(|(_, found)| found.as_ref()?.kinds.heap(graph));
                found.map_or(Image::Outside, |(kind, size)| heap(&kind, size))
            }
            _ => Image::Outside,
        }
    }
}

#[cfg(test)]
mod tests;
