//! `bar-rows`: a bar of two rows is a heap with two sizes, the numbers of squares of its rows.
//!
//! *Theorem.* A bar with rows of a and b squares, of which the first of the first row is no
//! element, is the heap C(a, b) under `C(a, b) -> C(k, min(b, k)) for k in 1..a-1`, bites in the
//! first row, and `C(a, b) -> C(a, k) for k in 0..b-1`, those in the second one. A bar of two
//! columns is the same with rows and columns exchanged.
//!
//! *Conditions.* At most two rows, or two columns. Where the second row has one square, C(a, 1) has
//! the moves of the sum of its arms, C(a, 0) and C(2, 0), as the bar has.
//!
//! *Proof.* A bite takes a square with all right of it and below it: in the first row at column
//! k + 1 it leaves k squares of each row that has more; in the second row the first one stays. The
//! corner is never taken, so k is at least 1 in the first row.
//!
//! *Example.* The lost heaps are the C(a, a-1), which automata find and prove: so the first move on
//! a bar with two rows of a squares takes the last square of the second row.

use std::sync::Arc;

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping};
use crate::{Bar, Component, Ruleset, Typed};

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| (name == NAME).then(|| Arc::new(BarRows) as SharedMapping),
    about: |rules, positions| {
        let is_about = matches!(rules, Ruleset::Poset(_)) && !positions.is_empty();
        let is_about = is_about && positions.iter().all(|position| rows(position).is_some());
        is_about.then(|| Arc::new(BarRows) as SharedMapping)
    },
};

const NAME: &str = "bar-rows";

struct BarRows;

/// The squares of the two rows of a bar, or of its two columns.
fn rows(position: &Component) -> Option<[u32; 2]> {
    let Component::Bar(bar) = position else { return None };
    match *bar.rows() {
        [a] => Some([a, 0]),
        [a, b] => Some([a, b]),
        [first, ..] if first <= 2 => Some([bar.rows().len() as u32, bar.rows().partition_point(|&row| row > 1) as u32]),
        _ => None,
    }
}

impl Mapping for BarRows {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn keeps(&self) -> Keeps {
        Keeps::Options
    }

    fn statement(&self) -> &'static str {
        "a bar of two rows is a heap with the numbers of their squares as its sizes"
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        let Ruleset::Poset(_) = rules else { return None };
        let text = "C(a, b) -> C(k, min(b, k)) for k in 1..a-1, C(a, b) -> C(a, k) for k in 0..b-1";
        Some(crate::game(text).ok()?.ruleset)
    }

    fn image(&self, _rules: &Ruleset, component: &Component) -> Image {
        match rows(component) {
            Some(sizes) => {
                let sizes = sizes.map(u64::from).to_vec();
                Image::Sum(vec![Component::Typed(Typed { kind: "C".into(), sizes })])
            }
            None => Image::Outside,
        }
    }

    fn carried_back(&self, from: &Component, left: &[Component]) -> Option<Vec<Component>> {
        let (Component::Bar(from), [Component::Typed(left)]) = (from, left) else { return None };
        let sizes: Vec<u32> = left.sizes.iter().map(|&size| u32::try_from(size).ok()).collect::<Option<_>>()?;
        let arms = match sizes[..] {
            [a, 1] => vec![vec![a], vec![1, 1]],
            [a, b] => vec![vec![a, b]],
            _ => return None,
        };
        let is_tall = from.rows().len() > 2;
        let bars = arms.into_iter().filter(|rows| rows[0] > 1 || rows.len() > 1 && rows[1] > 0).filter_map(Bar::of);
        Some(bars.map(|bar| Component::Bar(if is_tall { bar.transposed() } else { bar })).collect())
    }
}
