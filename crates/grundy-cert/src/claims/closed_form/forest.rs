//! Orders in which no element is directly above two others: Green Hackenbush on trees.
//!
//! An element with everything above it is a tree. By the colon principle, the trees that stand on
//! an element may be replaced by one stalk as high as the exclusive or of their values; so a tree
//! has the value of its root's branches plus one (*Winning Ways*, chapter 7).
//!
//! *Example.* `{0<1 0<2 1<3}`: 1 has the branch 3, so what stands on 0 is worth 2 and 1; 2 xor 1 =
//! 3, so the tree is worth 4. *Cost:* one pass over the edges.

use grundy_core::Nimber;
use grundy_games::{Component, Convention, Graph, Ruleset};

use super::ClosedForm;

/// `take element with all above` on orders in which no element is directly above two others: Green
/// Hackenbush on trees.
#[derive(Debug)]
pub struct Forest;

impl ClosedForm for Forest {
    fn name(&self) -> &'static str {
        "forest"
    }

    fn statement(&self) -> &'static str {
        "no element is directly above two others: the branches at an element are worth a stalk as high as the exclusive or of their values"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("winningways", "Green Hackenbush on trees")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && matches!(ruleset, Ruleset::Poset(_))
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Poset(order) = component else { return None };
        value(order).map(Nimber)
    }

    fn covers_all(&self) -> bool {
        false
    }
}

/// The value of an order; `None` if an element is directly above two others.
///
/// Cost: one pass over the pairs.
fn value(order: &Graph) -> Option<u64> {
    let elements = order.vertices() as usize;
    let mut below = vec![None; elements];
    let mut branches = vec![0u32; elements];
    for &(low, high) in order.edges() {
        if below[high as usize].replace(low as usize).is_some() {
            return None;
        }
        branches[low as usize] += 1;
    }
    // From the leaves down: `above` is the exclusive or of the branches that are done.
    let mut above = vec![0u64; elements];
    let mut ground = 0;
    let mut done = 0;
    let mut open: Vec<usize> = (0..elements).filter(|&element| branches[element] == 0).collect();
    while let Some(element) = open.pop() {
        done += 1;
        let tree = above[element] + 1;
        match below[element] {
            None => ground ^= tree,
            Some(low) => {
                above[low] ^= tree;
                branches[low] -= 1;
                if branches[low] == 0 {
                    open.push(low);
                }
            }
        }
    }
    (done == elements).then_some(ground)
}
