//! The `poset` board: how bars and orders are read, written and counted.

use std::fmt;

use crate::{
    Action, Bar, Component, Done, Graph, PosetRules, Ruleset,
    boards::{ActionVisitor, Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, passed, poset::read},
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for PosetRules {
    fn name(&self) -> &'static str {
        "poset"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        match from {
            Component::Bar(bar) => self.bar(bar, |parts| passed(parts, Component::Bar, visit)),
            Component::Poset(order) => self.order(order, |_, parts| passed(parts, Component::Poset, visit)),
            _ => Ok(()),
        }
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Bar(bar) => Component::Bar(bar.transposed().min(bar.clone())),
            Component::Poset(order) => Component::Poset(order.canonical(true)),
            other => other.clone(),
        }
    }

    fn action(&self, from: &Component, to: &[Component]) -> Option<Action> {
        if let Component::Bar(bar) = from { bite(bar, to) } else { None }
    }

    fn has_actions(&self, from: &Component) -> bool {
        matches!(from, Component::Poset(_))
    }

    fn actions(&self, from: &Component, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        let Component::Poset(order) = from else { return Ok(()) };
        let order = order.labelled();
        let of = if is_forest(&order) { Action::Cut } else { Action::Element };
        self.order(&order, |taken, parts| {
            visit(Done::Move(of(order.name(taken)), parts.into_iter().map(Component::Poset).collect()))
        })
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        read::order(reader, board)
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        "write a bar 8x10 or 5.5.2, or an order {0<1 1<2}".into()
    }

    fn small(&self) -> String {
        "3x4".into()
    }

    fn sentences(&self) -> Vec<String> {
        vec!["Take an element and all elements above it; the corner of a bar is not an element.".into()]
    }

    fn why_it_ends(&self) -> String {
        "Every move removes elements.".into()
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("order", Some(Vec::new()))
    }
}

impl OnBoard for Bar {
    fn noun(&self) -> &'static str {
        "bar"
    }

    fn nothing(&self) -> String {
        "1x1".into()
    }

    fn size(&self) -> u128 {
        self.rows().iter().map(|&row| u128::from(row)).sum()
    }

    fn size_noun(&self) -> &'static str {
        "square"
    }

    fn outside(&self) -> usize {
        4 * self.rows().len()
    }

    /// The number of Young diagrams inside the bounding box: paths from corner to corner.
    fn reachable(&self) -> f64 {
        let (rows, columns) = (self.rows().len() as u32, self.rows()[0]);
        (1..=rows.min(columns)).map(|at| f64::from(rows.max(columns) + at) / f64::from(at)).product()
    }

    fn options(&self) -> f64 {
        self.rows().iter().map(|&row| f64::from(row)).sum()
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Chocolate(self.rows())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The elements of an order.
pub(crate) struct Elements<'a>(pub &'a Graph);

impl OnBoard for Elements<'_> {
    fn noun(&self) -> &'static str {
        "order"
    }

    fn nothing(&self) -> String {
        "{}".into()
    }

    fn size(&self) -> u128 {
        self.0.edges().len() as u128
    }

    fn size_text(&self) -> String {
        format!("{} elements", self.0.vertices())
    }

    fn outside(&self) -> usize {
        self.0.bytes()
    }

    fn labelled(&self) -> Option<Component> {
        Some(Component::Poset(self.0.labelled()))
    }

    fn bare(&self) -> Option<Component> {
        Some(Component::Poset(self.0.bare()))
    }

    fn reachable(&self) -> f64 {
        1.6f64.powf(f64::from(self.0.vertices()))
    }

    fn options(&self) -> f64 {
        f64::from(self.0.vertices()) + self.0.edges().len() as f64
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Order(self.0)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_own(f, "<")
    }
}

/// Whether no element stands on two others.
fn is_forest(order: &Graph) -> bool {
    let mut above: Vec<u32> = order.edges().iter().map(|&(_, high)| high).collect();
    above.sort_unstable();
    above.is_sorted_by(|a, b| a < b)
}

/// The square that is bitten off, if one bite leaves this.
fn bite(bar: &Bar, to: &[Component]) -> Option<Action> {
    let parts: Option<Vec<&Bar>> =
        to.iter().map(|part| if let Component::Bar(bar) = part { Some(bar) } else { None }).collect();
    let after = Bar::joined(&parts?)?.rows().to_vec();
    let rows = bar.rows();
    let length = |row: usize| after.get(row).copied().unwrap_or(0);
    let row = (0..rows.len()).find(|&row| length(row) < rows[row])?;
    let kept = length(row);
    let whole = after.len() <= rows.len() && (row..rows.len()).all(|below| length(below) == rows[below].min(kept));
    whole.then_some(Action::Bite { row: row + 1, column: kept as usize + 1 })
}
