//! The `piles` board: how positions of piles are read, written and counted.

use std::fmt;

use crate::{
    Action, Component, Done, Piles, PilesMove, PilesRules, Ruleset, Span, Which,
    boards::{
        ActionVisitor, Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, of_walk,
        piles::{PileVisit, read},
    },
    heaps::{
        english::{counters, except, range},
        lines::{of_amounts, of_span},
    },
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for PilesRules {
    fn name(&self) -> &'static str {
        "piles"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Piles(piles) = from else { return Ok(()) };
        of_walk(self, piles, Component::Piles, visit)
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Piles(piles) => Component::Piles(self.canonical(piles)),
            other => other.clone(),
        }
    }

    fn has_actions(&self, from: &Component) -> bool {
        matches!(from, Component::Piles(_))
    }

    fn actions(&self, from: &Component, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        let Component::Piles(piles) = from else { return Ok(()) };
        self.taken(piles, &mut |seen| match seen {
            PileVisit::Work(steps) => visit(Done::Work(steps)),
            PileVisit::Move(taken) => {
                let from = taken.iter().zip(1..).filter(|(taken, _)| **taken > 0);
                let action = Action::Piles(from.map(|(&taken, place)| (place, taken)).collect());
                let left = self.without(piles, taken);
                let left = if left.sizes().is_empty() { Vec::new() } else { vec![Component::Piles(left)] };
                visit(Done::Move(action, left))
            }
        })
    }

    fn read(&self, reader: &mut Reader<'_>, copied: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        Ok(vec![read::component(reader, copied, board)?])
    }

    fn number(&self) -> &'static str {
        "a number of counters"
    }

    fn number_list(&self) -> Option<NumberList> {
        Some(NumberList { brackets: ["[", "]"], whole: "position", each: "pile" })
    }

    fn example(&self) -> String {
        format!("write the piles of one position in brackets: {}", self.small())
    }

    fn small(&self) -> String {
        self.piles((0..self.numbered().max(3) as u64).map(|at| 3 + at % 3)).to_string()
    }

    fn sentences(&self) -> Vec<String> {
        self.moves.iter().map(sentence).collect()
    }

    fn why_it_ends(&self) -> String {
        "Every move takes counters.".into()
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("piles", Some(self.moves.iter().map(piles_move).collect()))
    }

    fn why_no_size(&self) -> &'static str {
        "a position is any number of piles"
    }
}

impl OnBoard for Piles {
    fn noun(&self) -> &'static str {
        "position"
    }

    fn nothing(&self) -> String {
        "[]".into()
    }

    fn size(&self) -> u128 {
        self.sizes().iter().map(|&size| u128::from(size)).sum()
    }

    fn size_text(&self) -> String {
        self.to_string()
    }

    fn outside(&self) -> usize {
        8 * self.sizes().len()
    }

    fn reachable(&self) -> f64 {
        self.sizes().iter().map(|&size| size as f64 + 1.0).product()
    }

    /// As if from two piles at once.
    fn options(&self) -> f64 {
        self.sizes().iter().map(|&size| size as f64).sum::<f64>().powi(2)
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Counters(self.sizes().to_vec())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A move that takes from several piles.
fn sentence(kind: &PilesMove) -> String {
    let piles = match &kind.which {
        Which::Count(Span { from: 1, to: Some(1) }) => "a pile".into(),
        Which::Count(count) => format!("each of {} piles", range(count)),
        Which::All => "every pile that is not empty".into(),
        Which::First => "the first pile that is not empty".into(),
        Which::Last => "the last pile that is not empty".into(),
        Which::Largest => "a largest pile".into(),
        Which::Smallest => "a smallest pile that is not empty".into(),
        Which::Sets(_) => format!("each pile of a set, {}", kind.which.to_string().replace("all of ", "")),
    };
    let mut sentence = format!("Take {} from {piles}", counters(&kind.amounts));
    except(&mut sentence, &kind.amounts);
    sentence + if kind.equal { ", the same number from each." } else { "." }
}

/// A move on piles.
fn piles_move(kind: &PilesMove) -> String {
    let which = match &kind.which {
        Which::Count(count) => of_span(*count),
        Which::All => "all".to_owned(),
        Which::First => "first".to_owned(),
        Which::Last => "last".to_owned(),
        Which::Largest => "largest".to_owned(),
        Which::Smallest => "smallest".to_owned(),
        Which::Sets(sets) => {
            let set = |set: &Vec<u64>| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            sets.iter().map(set).collect::<Vec<_>>().join("|")
        }
    };
    format!("move take{} from {which} {}", of_amounts(&kind.amounts), if kind.equal { "equal" } else { "any" })
}
