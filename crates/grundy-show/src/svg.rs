//! Pictures of values as SVG: a strip in rows of one period with the exceptions outlined, and a
//! plot of values.
//!
//! Written by hand, since it is little: rectangles, numbers and dots. Each picture has a title for
//! readers that do not see it, and carries its numbers as text, so that colour is never alone.

use std::fmt::Write;

/// Larger strips are cut off after this many heaps.
const MOST_CELLS: u64 = 3000;

/// A longer period takes as few rows as it can, of about the same length, none longer than this.
const WIDEST: u64 = 80;

/// Short periods share a row of this many heaps.
const NARROWEST: u64 = 12;

/// The width and the height of a cell.
const CELL: u64 = 24;

/// Room for the number of each row's first heap.
const MARGIN: u64 = 48;

/// Values with a period: what a strip shows.
pub struct Strip<'a> {
    /// What is shown, in a sentence.
    pub title: &'a str,
    /// The first heap from which the values repeat.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The heaps that are outlined.
    pub exceptions: &'a [u64],
    /// The value of a heap.
    pub value: &'a dyn Fn(u64) -> Option<u64>,
}

/// How the heaps stand in rows: every period, or several short ones together, begins a row.
struct Rows {
    /// The heaps from one such beginning to the next.
    span: u64,
    /// The heaps of the longest row.
    columns: u64,
}

impl Rows {
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

/// The values in rows of one period, up to the end of the second one, with the exceptions outlined.
pub fn strip_svg(strip: &Strip<'_>) -> String {
    let rows = Rows::of(strip.period);
    let wanted = strip.preperiod.saturating_add(strip.period.saturating_mul(2)).min(MOST_CELLS);
    let shown = (wanted..wanted + rows.columns).find(|&heap| rows.place(heap).0 == 0).unwrap_or(wanted);
    let high = shown.checked_sub(1).map_or(0, |last| rows.place(last).1 + 1);
    let mut text = head(MARGIN + rows.columns * CELL + 8, high * CELL + 32, strip.title);
    let corner = |heap: u64| {
        let (column, row) = rows.place(heap);
        (MARGIN + column * CELL, 24 + row * CELL)
    };
    for heap in 0..shown {
        let Some(value) = (strip.value)(heap) else { break };
        let (x, y) = corner(heap);
        if x == MARGIN {
            let _ = writeln!(
                text,
                r##"<text x="{}" y="{}" text-anchor="end" fill="#666">{heap}</text>"##,
                MARGIN - 6,
                y + 16
            );
        }
        let _ = writeln!(text, r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{}"/>"#, colour(value));
        let _ = writeln!(text, r#"<text x="{}" y="{}" text-anchor="middle">{value}</text>"#, x + CELL / 2, y + 16);
    }
    for &heap in strip.exceptions.iter().filter(|&&heap| heap < shown) {
        let (x, y) = corner(heap);
        let side = CELL - 3;
        let _ = writeln!(
            text,
            r##"<rect x="{x}.5" y="{y}.5" width="{side}" height="{side}" fill="none" stroke="#000" stroke-width="2"/>"##
        );
    }
    text + "</svg>\n"
}

/// A dot for each heap, at the height of its value; `values` begin with heap 0.
pub fn plot_svg(title: &str, values: &[u64]) -> String {
    const WIDTH: u64 = 800;
    const HEIGHT: u64 = 300;
    let largest = values.iter().copied().max().unwrap_or(0).max(1);
    let last = (values.len() as u64).saturating_sub(1).max(1);
    let mut text = head(MARGIN + WIDTH + 16, HEIGHT + 56, title);
    let _ = writeln!(text, r##"<path d="M{MARGIN} 24v{HEIGHT}h{WIDTH}" fill="none" stroke="#666"/>"##);
    let label = |text: &mut String, x: u64, y: u64, anchor: &str, number: u64| {
        let _ = writeln!(text, r##"<text x="{x}" y="{y}" text-anchor="{anchor}" fill="#666">{number}</text>"##);
    };
    label(&mut text, MARGIN - 6, 30, "end", largest);
    label(&mut text, MARGIN - 6, 24 + HEIGHT, "end", 0);
    label(&mut text, MARGIN, 42 + HEIGHT, "middle", 0);
    label(&mut text, MARGIN + WIDTH, 42 + HEIGHT, "middle", last);
    text.push_str(r##"<path fill="none" stroke="#1f5fbf" stroke-width="2" stroke-linecap="round" d=""##);
    for (heap, &value) in values.iter().enumerate() {
        let x = MARGIN as f64 + heap as f64 / last as f64 * WIDTH as f64;
        let y = (24 + HEIGHT) as f64 - value as f64 / largest as f64 * HEIGHT as f64;
        let _ = write!(text, "M{x:.1} {y:.1}h0");
    }
    text + "\"/>\n</svg>\n"
}

/// The beginning of a picture: its title for all readers, on a white ground.
pub(crate) fn head(width: u64, height: u64, title: &str) -> String {
    let width = width.max(7 * title.chars().count() as u64 + 12);
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n<text x=\"6\" y=\"15\">{title}</text>\n"
    )
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A light colour for each value; neighbours are far apart on the circle of hues, at 70% saturation
/// and 82% lightness.
///
/// It is hexadecimal, since readers of SVG 1.1 draw what they do not know in black.
fn colour(value: u64) -> String {
    const LOW: u64 = 177;
    const HIGH: u64 = 241;
    if value == 0 {
        return "#ffffff".into();
    }
    let hue = value % 360 * 137 % 360;
    let step = (HIGH - LOW) * (hue % 60) / 60;
    let (up, down) = (LOW + step, HIGH - step);
    let [red, green, blue] = match hue / 60 {
        0 => [HIGH, up, LOW],
        1 => [down, HIGH, LOW],
        2 => [LOW, HIGH, up],
        3 => [LOW, down, HIGH],
        4 => [up, LOW, HIGH],
        _ => [HIGH, LOW, down],
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heap_has_its_cell_and_every_exception_its_outline() {
        let value = |heap: u64| Some(heap % 5);
        let strip = Strip { title: "a <b> & c", preperiod: 7, period: 5, exceptions: &[2, 6], value: &value };
        let svg = strip_svg(&strip);
        assert!(svg.contains("<title>a &lt;b&gt; &amp; c</title>"));
        assert_eq!(svg.matches("text-anchor=\"middle\"").count(), 20);
        assert_eq!(svg.matches("stroke-width=\"2\"").count(), 2);
        assert!(strip_svg(&Strip { period: u64::MAX, ..strip }).len() < 1 << 20);
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
        let svg = strip_svg(&Strip { title: "", preperiod: 2, period: 78, exceptions: &[], value: &value });
        assert_eq!(svg.matches("text-anchor=\"end\"").count(), 3);
        assert!(["0</text>", "78</text>", "156</text>"].iter().all(|first| svg.contains(first)));
    }

    /// The conversion of CSS Color 3, in floating point: hue in degrees, saturation 0.7, lightness
    /// 0.82.
    #[test]
    fn colours_are_hexadecimal() {
        for value in 0..720 {
            let text = colour(value);
            let digits = text.strip_prefix('#').expect("a hexadecimal colour");
            let own = u32::from_str_radix(digits, 16).expect("digits");
            assert_eq!(digits.len(), 6);
            if value == 0 {
                assert_eq!(text, "#ffffff");
                continue;
            }
            let hue = (value % 360 * 137 % 360) as f64;
            for (at, shift) in [(0.0, 16), (8.0, 8), (4.0, 0)] {
                let turn: f64 = (at + hue / 30.0) % 12.0;
                let wanted = 0.82 - 0.7 * 0.18 * (turn - 3.0).min(9.0 - turn).clamp(-1.0, 1.0);
                let part = f64::from(own >> shift & 0xff);
                assert!((part - 255.0 * wanted).abs() < 1.6, "{value}: {text}");
            }
        }
    }

    #[test]
    fn every_value_has_its_dot() {
        let svg = plot_svg("t", &[0, 3, 1]);
        assert_eq!(svg.matches("h0").count(), 3);
        assert!(svg.contains("M448.0 24.0h0"), "{svg}");
        assert!(plot_svg("t", &[]).ends_with("</svg>\n"));
    }
}
