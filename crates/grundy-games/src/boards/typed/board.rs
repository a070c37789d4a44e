//! The `heap` board with heaps of several kinds: how they are read, written and counted.

use std::{fmt, iter};

use crate::{
    Action, Clause, Component, Done, Ruleset, Typed, TypedRules,
    boards::{
        ActionVisitor, Board, Figure, NumberList, OnBoard, Visitor, WalkEnd,
        typed::{Measure, read},
    },
    family,
    heaps::{
        clause::ClauseReport,
        expr::MOST_TRIALS,
        lines::{of_clause as line_of_clause, of_expr},
    },
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for TypedRules {
    fn name(&self) -> &'static str {
        "heap"
    }

    fn is_bare(&self) -> bool {
        family::is_free(&self.kinds[0])
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Typed(heap) = from else { return Ok(()) };
        self.walk_as(heap, Component::Typed, visit)
    }

    fn has_actions(&self, from: &Component) -> bool {
        let named = |clause: &Clause| clause.names.len() > clause.arity;
        matches!(from, Component::Typed(_)) && self.clauses.iter().any(named)
    }

    fn actions(&self, from: &Component, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        let Component::Typed(heap) = from else { return Ok(()) };
        let own = self.clauses.iter().filter(|clause| clause.kind.as_deref() == Some(&heap.kind));
        own.into_iter().try_for_each(|clause| of_clause(clause, &heap.sizes, Some(heap), &mut *visit))
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        Ok(vec![read::component(reader, self, board)?])
    }

    fn number(&self) -> &'static str {
        "a number of counters"
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        format!("write {}", self.small())
    }

    fn small(&self) -> String {
        let sizes = self.clauses.first().map_or(1, |clause| clause.arity);
        format!("{}({})", self.kinds[0], vec!["7"; sizes].join(", "))
    }

    fn sentences(&self) -> Vec<String> {
        self.clauses.iter().map(|clause| format!("A heap may change by the rule {clause}.")).collect()
    }

    fn why_it_ends(&self) -> String {
        match self.measure {
            Measure::Given => "The rules give a measure; that it falls is checked at each move.".to_owned(),
            measure => {
                let what = measure.in_words(self.kinds.len() > 1);
                format!("In all moves tried, {what}; this is checked at each move.")
            }
        }
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("kinds", Some(kinds(self)))
    }
}

impl OnBoard for Typed {
    fn noun(&self) -> &'static str {
        "heap"
    }

    fn nothing(&self) -> String {
        "0".into()
    }

    fn size(&self) -> u128 {
        self.sizes.iter().map(|&size| u128::from(size)).sum()
    }

    fn size_text(&self) -> String {
        self.to_string()
    }

    fn outside(&self) -> usize {
        8 * self.sizes.len()
    }

    fn reachable(&self) -> f64 {
        self.sizes.iter().map(|&size| size as f64 + 1.0).product()
    }

    fn options(&self) -> f64 {
        self.sizes.iter().map(|&size| size as f64).sum()
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Counters(self.sizes.clone())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The measure, the kinds with their ranks, and the moves of heaps of several kinds.
fn kinds(rules: &TypedRules) -> Vec<String> {
    let measure = match rules.measure {
        Measure::Sum => "sum",
        Measure::Lexicographic => "lexicographic",
        Measure::Given => "given",
        Measure::StagedSum => "staged-sum",
        Measure::StagedLexicographic => "staged-lexicographic",
    };
    let ranks = rules.kinds.iter().zip(&rules.ranks).map(|(kind, rank)| {
        let mut line = format!("kind {kind} {rank}");
        let own = rules.clauses.iter().filter(|clause| clause.kind.as_ref() == Some(kind));
        own.filter_map(|clause| clause.measure.as_ref()).take(1).for_each(|measure| of_expr(&mut line, measure));
        line
    });
    [format!("measure {measure}")].into_iter().chain(ranks).chain(rules.clauses.iter().map(line_of_clause)).collect()
}

/// The options by one rule, with its names. `heap` is the heap, if it has a kind.
pub(crate) fn of_clause(
    clause: &Clause,
    sizes: &[u64],
    heap: Option<&Typed>,
    visit: ActionVisitor<'_>,
) -> Result<(), WalkEnd> {
    clause.expand(sizes, MOST_TRIALS, |seen| {
        let (instance, parts) = match seen {
            ClauseReport::Work(steps) => return visit(Done::Work(steps)),
            ClauseReport::Option(instance, parts) => (instance, parts),
        };
        let mut to = Vec::new();
        for part in parts {
            let component = match heap {
                None if part.sizes[0] == 0 => continue,
                None => Component::Heap(part.sizes[0]),
                Some(heap) => {
                    let kind = part.term.kind.clone().unwrap_or_else(|| heap.kind.clone());
                    Component::Typed(Typed { kind, sizes: part.sizes.clone() })
                }
            };
            // Many copies are work, which a limit ends before they are made.
            let copies = u64::from(part.count).saturating_sub(1).saturating_mul(component.bytes());
            if copies > 0 {
                visit(Done::Work(u32::try_from(copies).unwrap_or(u32::MAX)))?;
            }
            to.extend(iter::repeat_n(component, part.count as usize));
        }
        visit(Done::Move(Action::Names(instance.bound()), to))
    })
}
