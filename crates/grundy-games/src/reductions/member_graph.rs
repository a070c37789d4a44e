//! `member-graph`: a member of a family of graphs is its graph.
//!
//! *Theorem.* A member has the moves of its graph, by the definition of the board, and what a move
//! leaves is a sum of graphs on both boards. A grid is a board of cells, where moves leave cells;
//! a graph without vertices has no moves.
//!
//! *Conditions.* No move takes an edge and leaves its ends: cells do not lose edges. The graph has
//! at most 65,536 vertices: larger ones are not made.

use std::sync::Arc;

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping};
use crate::{Cells, Component, GraphFamily, GraphRules, LONGEST_SIDE, Ruleset};

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| (name == NAME).then(|| Arc::new(MemberGraph) as SharedMapping),
    about: |rules, positions| {
        let found = MemberGraph.target(rules).is_some() && !positions.is_empty();
        let is_about = |position: &&Component| !matches!(MemberGraph.image(rules, position), Image::Outside);
        (found && positions.iter().all(is_about)).then(|| Arc::new(MemberGraph) as SharedMapping)
    },
};

const NAME: &str = "member-graph";

struct MemberGraph;

impl Mapping for MemberGraph {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn keeps(&self) -> Keeps {
        Keeps::Options
    }

    fn statement(&self) -> &'static str {
        "a member of a family is its graph"
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        let Ruleset::Graph(rules) = rules else { return None };
        let is_about = rules.on.is_some() && rules.keeps_cells();
        is_about.then(|| Ruleset::Graph(GraphRules::of(rules.moves.clone())))
    }

    fn image(&self, _rules: &Ruleset, component: &Component) -> Image {
        let Component::Member(member) = component else { return Image::Outside };
        let Some(graph) = member.graph() else { return Image::Outside };
        let columns = usize::try_from(member.number).ok().filter(|columns| (1..=LONGEST_SIDE).contains(columns));
        match (&member.family, columns) {
            (GraphFamily::Grid(rows), Some(columns)) => {
                Image::Sum(vec![Component::Cells(Cells::rectangle(*rows as usize, columns))])
            }
            _ => Image::Sum(graph.components().into_iter().map(Component::Graph).collect()),
        }
    }
}
