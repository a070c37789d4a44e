//! The `heap` board, plain heaps: how they are read, written and counted.

use std::{fmt, fmt::Write};

use grundy_core::{Game, Visit};

use crate::{
    Action, Amounts, Component, Done, HeapMove, HeapRules, Parts, Ruleset, Span, Take,
    boards::{ActionVisitor, Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, typed::board::of_clause},
    ends,
    heaps::{
        clause::{NewHeap, Summand},
        english::{counters, except, listed, range},
        lines,
    },
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for HeapRules {
    fn name(&self) -> &'static str {
        "heap"
    }

    fn is_bare(&self) -> bool {
        self.is_read_bare()
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Heap(heap) = from else { return Ok(()) };
        let mut parts = Vec::new();
        self.walk(heap, |seen| {
            let heaps = match seen {
                Visit::Option(heaps) => heaps,
                Visit::Work(steps) => return visit(Visit::Work(steps)),
            };
            parts.clear();
            parts.extend(heaps.iter().copied().map(Component::Heap));
            visit(Visit::Option(&parts))
        })
    }

    fn action(&self, from: &Component, to: &[Component]) -> Option<Action> {
        let Component::Heap(size) = from else { return None };
        let rest = to.iter().try_fold(0u64, |sum, part| match part {
            Component::Heap(size) => sum.checked_add(*size),
            _ => None,
        })?;
        self.moves.iter().all(|kind| !matches!(kind, HeapMove::General(_))).then_some(())?;
        size.checked_sub(rest).map(Action::Take)
    }

    fn has_actions(&self, from: &Component) -> bool {
        let named = |kind: &HeapMove| matches!(kind, HeapMove::General(clause) if clause.names.len() > clause.arity);
        matches!(from, Component::Heap(_)) && self.moves.iter().any(named)
    }

    fn actions(&self, from: &Component, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        match from {
            Component::Heap(size) => of_heaps(self, *size, visit),
            _ => Ok(()),
        }
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        reader.size(board).map(|size| vec![Component::Heap(size)])
    }

    fn number(&self) -> &'static str {
        "a number of counters"
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        "write heaps as numbers: 5 + 7, 3*7, 10^18".into()
    }

    fn small(&self) -> String {
        "5 + 7".into()
    }

    fn sentences(&self) -> Vec<String> {
        self.moves.iter().map(heap_move).collect()
    }

    fn why_it_ends(&self) -> String {
        let checked = |kind: &HeapMove| matches!(kind, HeapMove::General(clause) if !ends::clause_shrinks(clause));
        let ends = match self.moves.iter().any(checked) {
            true => "Every new heap is smaller than the old one; this is checked at each move.",
            false => "Every new heap is smaller than the old one.",
        };
        let grows = self.moves.iter().any(|kind| matches!(kind, HeapMove::General(_)));
        format!("{ends}{}", if grows { " (The number of counters may grow.)" } else { "" })
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("heap", Some(heaps(self)))
    }
}

impl OnBoard for u64 {
    fn noun(&self) -> &'static str {
        "heap"
    }

    fn nothing(&self) -> String {
        "0".into()
    }

    fn size(&self) -> u128 {
        (*self).into()
    }

    fn size_text(&self) -> String {
        self.to_string()
    }

    fn reachable(&self) -> f64 {
        *self as f64 + 1.0
    }

    fn options(&self) -> f64 {
        *self as f64
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Counters(vec![*self])
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn heap_move(kind: &HeapMove) -> String {
    match kind {
        HeapMove::Take(take) => take_sentence(take),
        HeapMove::General(clause) => {
            let (heaps, steps) = clause.spoken();
            let is_one = matches!(&clause.terms[..], [Summand::Heaps(NewHeap { count: None, .. })]);
            let noun = if is_one { "a heap" } else { "heaps" };
            let comma = if steps.is_empty() { "" } else { "," };
            let steps = steps.replace(" in ", " from ");
            format!("A heap of {} counters becomes {noun} of {}{comma}{steps}.", clause.names[0], heaps.join(" and "))
        }
        HeapMove::Code(code) => {
            let moves = code.digits.iter().enumerate().filter(|(_, digit)| **digit != 0).map(|(taken, &digit)| {
                let rests = ["nothing", "one heap", "two heaps", "three heaps"];
                let allowed =
                    rests.iter().enumerate().filter(|(count, _)| digit >> count & 1 == 1).map(|(_, rest)| *rest);
                let ways = listed(&allowed.collect::<Vec<_>>(), "or");
                match taken {
                    0 => format!("Split a heap, leaving {ways}."),
                    1 => format!("Take 1 counter, leaving {ways}."),
                    _ => format!("Take {taken} counters, leaving {ways}."),
                }
            });
            moves.collect::<Vec<_>>().join(" ")
        }
    }
}

fn take_sentence(take: &Take) -> String {
    if take.amounts == Amounts::of([0]) {
        let kind = match take.parts {
            Parts::Any => "",
            Parts::Unequal => "unequal ",
            Parts::Equal => "equal ",
        };
        return format!("Split a heap into {} {kind}heaps.", range(&take.leaving));
    }
    let mut sentence = format!("Take {} from a heap", counters(&take.amounts));
    except(&mut sentence, &take.amounts);
    if take.leaving != (Span { from: 0, to: Some(1) }) {
        let _ = write!(sentence, ", leaving {} heaps that are not empty", range(&take.leaving));
    }
    sentence + "."
}

/// The moves of plain heaps.
///
/// A digit of a code becomes one line for each amount: its bits are the numbers of heaps that may
/// be left.
pub(crate) fn heaps(rules: &HeapRules) -> Vec<String> {
    let of_move = |kind: &HeapMove| match kind {
        HeapMove::Take(take) => vec![of_take(take)],
        HeapMove::Code(code) => {
            let taken = code.digits.iter().enumerate().filter(|(_, digit)| **digit > 0);
            let bits = |digit: u8| (0..8).filter(move |bit| digit >> bit & 1 == 1).map(|bit| format!(" {bit}..{bit}"));
            let line = |(taken, &digit): (usize, &u8)| {
                format!("move take {taken}..{taken} leave{} any", bits(digit).collect::<String>())
            };
            taken.map(line).collect()
        }
        HeapMove::General(clause) => vec![lines::of_clause(clause)],
    };
    rules.moves.iter().flat_map(of_move).collect()
}

/// A move that takes counters and splits the rest.
fn of_take(take: &Take) -> String {
    let parts = match take.parts {
        Parts::Any => "any",
        Parts::Unequal => "unequal",
        Parts::Equal => "equal",
    };
    format!("move take{} leave {} {parts}", lines::of_amounts(&take.amounts), lines::of_span(take.leaving))
}

/// The moves of a heap by rules with names, and by the others.
fn of_heaps(rules: &HeapRules, size: u64, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
    for kind in &rules.moves {
        match kind {
            HeapMove::General(clause) if size > 0 => of_clause(clause, &[size], None, visit)?,
            HeapMove::General(_) => {}
            other => other.walk(size, &mut |seen| match seen {
                Visit::Work(steps) => visit(Done::Work(steps)),
                Visit::Option(heaps) => {
                    let taken = size.saturating_sub(heaps.iter().sum());
                    visit(Done::Move(Action::Take(taken), heaps.iter().copied().map(Component::Heap).collect()))
                }
            })?,
        }
    }
    Ok(())
}
