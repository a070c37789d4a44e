//! Values in rows of one period with the exceptions outlined, and outcomes in rows of twenty.

use std::fmt::Write;

use grundy::Outcome;

use super::svg::{Anchor, Svg, room};

/// Larger strips are cut off after this many heaps.
pub(super) const MOST_CELLS: u64 = 3000;

/// A longer period takes as few rows as it can, of about the same length, none longer than this.
const WIDEST: u64 = 80;

/// Short periods share a row of this many heaps.
const NARROWEST: u64 = 12;

/// The outcomes of a row.
const OUTCOMES: u64 = 20;

/// The height of a cell, and its least width.
const CELL: f64 = 24.0;

/// The description lists this many entries.
const LISTED: usize = 200;

/// Values with a period: what a strip shows.
pub(super) struct Strip<'a> {
    /// What is shown, in a sentence.
    pub title: String,
    /// The first heap from which the values repeat.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The heaps that are outlined.
    pub exceptions: &'a [u64],
    /// The largest heap that is wanted; to the end of the second period if there is none.
    pub end: Option<u64>,
    /// The value of a heap.
    pub value: &'a dyn Fn(u64) -> Option<u64>,
    /// The line below the picture.
    pub footing: String,
}

/// How the heaps stand in rows: every period, or several short ones together, begins a row.
struct Rows {
    /// The heaps from one such beginning to the next.
    span: u64,
    /// The heaps of the longest row.
    columns: u64,
}

impl Rows {
    /// Periods below 4 are put together up to [`NARROWEST`] heaps; one above [`WIDEST`] is broken
    /// into rows of about one length.
    fn of(period: u64) -> Rows {
        let period = period.max(1);
        let span = if period < 4 { period * (NARROWEST / period) } else { period };
        Rows { span, columns: span.div_ceil(span.div_ceil(WIDEST)) }
    }

    /// The column and the row of a heap.
    fn place(&self, heap: u64) -> (u64, u64) {
        let (before, within) = (heap / self.span, heap % self.span);
        (within % self.columns, before * self.span.div_ceil(self.columns) + within / self.columns)
    }
}

/// The values in rows of one period, with the exceptions outlined.
pub(super) fn strip(strip: &Strip<'_>) -> String {
    let rows = Rows::of(strip.period);
    let wanted = match strip.end {
        Some(end) => end.saturating_add(1),
        None => strip.preperiod.saturating_add(strip.period.saturating_mul(2)),
    };
    let most = wanted.min(MOST_CELLS);
    let whole = (strip.end.is_none() && wanted <= MOST_CELLS)
        .then(|| (most..most + rows.columns).find(|&heap| rows.place(heap).0 == 0));
    let shown = whole.flatten().unwrap_or(most);
    let values: Vec<u64> = (0..shown).map_while(strip.value).collect();
    let shown = values.len() as u64;
    let mut below = Vec::new();
    if wanted > MOST_CELLS {
        below.push(format!("The first {shown} of {wanted} heaps are drawn."));
    }
    let outlined = strip.exceptions.iter().filter(|&&heap| heap < shown).count();
    if !strip.exceptions.is_empty() {
        let hidden = strip.exceptions.len() - outlined;
        let rest = if hidden == 0 { String::new() } else { format!("; {hidden} more are beyond the picture") };
        below.push(format!("Outlined: the exceptions, whose values break the period ({outlined}{rest})."));
    }
    below.push(strip.footing.clone());
    let mut svg = Svg::new("strip", strip.title.clone());
    let labels: Vec<String> = values.iter().map(u64::to_string).collect();
    let size = cells(&mut svg, &rows, &labels, |svg, at| svg.value(values[at]));
    for &heap in strip.exceptions.iter().filter(|&&heap| heap < shown) {
        let (column, row) = rows.place(heap);
        let (left, width) = frame(&labels);
        let corner = (left + column as f64 * width + 1.5, row as f64 * CELL + 1.5);
        svg.rect(corner, (width - 3.0, CELL - 3.0), "mark");
    }
    let about = format!("The values of the heaps from 0 on: {}", listed(&labels));
    svg.finish(size, &below, &about)
}

/// Outcomes of the heaps from 0 on.
pub(super) fn outcomes(title: String, outcomes: &[Outcome], footing: String) -> String {
    let shown = outcomes.len().min(MOST_CELLS as usize);
    let labels: Vec<String> = outcomes[..shown].iter().map(Outcome::to_string).collect();
    let mut svg = Svg::new("outcomes", title);
    let rows = Rows { span: OUTCOMES, columns: OUTCOMES };
    let value = |svg: &mut Svg, at: usize| svg.value(u64::from(outcomes[at] == Outcome::N));
    let size = cells(&mut svg, &rows, &labels, value);
    let mut below = Vec::new();
    if shown < outcomes.len() {
        below.push(format!("The first {shown} of {} heaps are drawn.", outcomes.len()));
    }
    below.push("N: the player to move wins; P: the player to move loses.".to_owned());
    below.push(footing);
    let about = format!("The outcomes of the heaps from 0 on: {}", listed(&labels));
    svg.finish(size, &below, &about)
}

/// The room for the numbers of the rows, and the width of a cell.
fn frame(labels: &[String]) -> (f64, f64) {
    let widest = labels.iter().map(|label| room(label)).fold(0.0, f64::max);
    (room(&labels.len().to_string()) + 6.0, CELL.max(widest + 8.0))
}

/// Draws the cells with the number of each row's first heap before it. Returns their size.
fn cells(
    svg: &mut Svg,
    rows: &Rows,
    labels: &[String],
    mut class: impl FnMut(&mut Svg, usize) -> String,
) -> (f64, f64) {
    let (left, width) = frame(labels);
    let (mut right, mut low) = (0f64, 0f64);
    for (heap, label) in labels.iter().enumerate() {
        let (column, row) = rows.place(heap as u64);
        let (x, y) = (left + column as f64 * width, row as f64 * CELL);
        if column == 0 {
            svg.text((left - 6.0, y + 16.0), Anchor::End, "dim", &heap.to_string());
        }
        let (class, id) = (class(svg, heap), svg.name(&format!("n{heap}")));
        svg.raw(format_args!("<g id=\"{id}\">"));
        svg.rect((x, y), (width, CELL), &class);
        svg.text((x + width / 2.0, y + 16.0), Anchor::Middle, "ink", label);
        svg.raw(format_args!("</g>"));
        (right, low) = (right.max(x + width), low.max(y + CELL));
    }
    (right, low)
}

/// The first entries, separated by spaces.
pub(super) fn listed(labels: &[String]) -> String {
    let mut text = labels.iter().take(LISTED).cloned().collect::<Vec<_>>().join(" ");
    if labels.len() > LISTED {
        let _ = write!(text, " .. ({} in all)", labels.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown<'a>(period: u64, exceptions: &'a [u64], value: &'a dyn Fn(u64) -> Option<u64>) -> Strip<'a> {
        Strip { title: "t".into(), preperiod: 7, period, exceptions, end: None, value, footing: "f".into() }
    }

    #[test]
    fn every_heap_has_its_cell_and_every_exception_its_outline() {
        let value = |heap: u64| Some(heap % 5);
        let svg = strip(&shown(5, &[2, 6], &value));
        assert_eq!(svg.matches("text-anchor=\"middle\"").count(), 20);
        assert_eq!(svg.matches("class=\"mark\"").count(), 2);
        let svg = strip(&Strip { end: Some(6), ..shown(5, &[2, 6, 9], &value) });
        assert!(svg.matches("text-anchor=\"middle\"").count() == 7 && svg.contains("(2; 1 more are beyond"), "{svg}");
        let svg = strip(&shown(u64::MAX, &[], &value));
        assert!(svg.len() < 1 << 20 && svg.contains("The first 3000 of"), "{svg}");
    }

    #[test]
    fn every_period_begins_a_row() {
        for (period, columns) in [(1, 12), (5, 5), (12, 12), (78, 78), (80, 80), (81, 41), (120, 60), (149, 75)] {
            let rows = Rows::of(period);
            assert_eq!(rows.columns, columns, "period {period}");
            for heap in 0..3 * rows.span {
                let ((column, row), (next, below)) = (rows.place(heap), rows.place(heap + 1));
                assert!((next, below) == (column + 1, row) || (next, below) == (0, row + 1), "{period} at {heap}");
                assert!(column < columns && rows.place(heap + rows.span).0 == column, "{period} at {heap}");
            }
        }
        let value = |heap: u64| Some(heap % 78);
        let svg = strip(&Strip { preperiod: 2, ..shown(78, &[], &value) });
        assert_eq!(svg.matches("text-anchor=\"end\"").count(), 3);
        assert!(["0</text>", "78</text>", "156</text>"].iter().all(|first| svg.contains(first)));
    }
}
