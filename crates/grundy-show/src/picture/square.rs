//! The values of positions with two sizes as a square, the lost ones marked.

use grundy::{Nimber, square::SquareTable};

use super::{
    named, phrase,
    svg::{Anchor, Svg, room},
};

/// Cells of tables up to this size have their values in them.
const NUMBERED: u64 = 32;

/// Of tables over this size the lost positions alone are drawn.
pub(super) const COLOURED: u64 = 120;

/// The side of a cell with a value, and that of a table without.
const CELL: f64 = 24.0;
const SIDE: f64 = 720.0;

/// Without the other values, at most this many lost positions are drawn.
const DRAWN: usize = 20_000;

/// The square: a row for each first size from the top down, a column for each second one. `None` if
/// it has too many lost positions.
pub(super) fn square(table: &SquareTable) -> Option<String> {
    if table.end > COLOURED && table.losing().nth(DRAWN).is_some() {
        return None;
    }
    let cells = (table.end + 1) as f64;
    let numbers: Vec<String> = table.values.iter().map(|value| value.0.to_string()).collect();
    let widest = numbers.iter().map(|number| room(number)).fold(0.0, f64::max);
    let is_numbered = table.end <= NUMBERED;
    let cell = if is_numbered { CELL.max(widest + 8.0) } else { (SIDE / cells).max(1.0) };
    let left = room(&table.end.to_string()) + 6.0;
    let title = format!("{}: positions with two sizes from 0 to {}", named(&table.rules), table.end);
    let mut svg = Svg::new("square", title);
    let labelled = (table.end / 10).max(1);
    for size in (0..=table.end).filter(|size| is_numbered || size % labelled == 0) {
        let middle = (size as f64 + 0.5) * cell + 4.0;
        svg.text((left - 6.0, 18.0 + middle), Anchor::End, "dim", &size.to_string());
        svg.text((left + middle - 4.0, 12.0), Anchor::Middle, "dim", &size.to_string());
    }
    for (a, row) in table.rows().enumerate() {
        for (b, &value) in row.iter().enumerate() {
            let is_lost = value == Nimber::ZERO;
            if !is_lost && table.end > COLOURED {
                continue;
            }
            let corner = (left + b as f64 * cell, 18.0 + a as f64 * cell);
            let class = if is_lost { "token".to_owned() } else { svg.value(value.0) };
            svg.rect(corner, (cell, cell), &class);
            if is_numbered {
                let text = if is_lost { "ground" } else { "ink" };
                let (x, y) = (corner.0 + cell / 2.0, corner.1 + cell / 2.0 + 4.0);
                svg.text((x, y), Anchor::Middle, text, &value.0.to_string());
            }
        }
    }
    if table.end > COLOURED {
        let (from, to) = (18.0, 18.0 + cells * cell);
        for (x, y, to_x, to_y) in [(left, from, left + cells * cell, from), (left, from, left, to)] {
            svg.line((x, y), (to_x, to_y), "axis");
        }
    }
    let lost: Vec<String> = table.losing().map(|[a, b]| format!("({a}, {b})")).collect();
    let below = [
        "Rows: the first size. Columns: the second one. Filled: the player to move loses.".to_owned(),
        phrase::footing(table.rules.convention, table.status),
    ];
    let about = format!("The positions that the player to move loses: {}", super::strip::listed(&lost));
    Some(svg.finish((left + cells * cell, 18.0 + cells * cell), &below, &about))
}
