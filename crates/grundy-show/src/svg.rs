//! Pictures of values as SVG: a strip in rows of one period with the exceptions outlined, and a plot of values.
//!
//! Written by hand, since it is little: rectangles, numbers and dots. Each picture has a title for readers that do not see
//! it, and carries its numbers as text, so that colour is never alone.

use std::fmt::Write;

/// Larger strips are cut off after this many heaps.
const MOST_CELLS: u64 = 3000;

/// Rows of longer periods are broken into rows of this many heaps.
const WIDEST: u64 = 60;

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

/// The values in rows of one period, up to the end of the second one, with the exceptions outlined.
pub fn strip_svg(strip: &Strip<'_>) -> String {
    let columns = strip.period.clamp(1, WIDEST);
    let columns = if columns < 4 { columns * (12 / columns) } else { columns };
    let wanted = strip.preperiod.saturating_add(strip.period.saturating_mul(2));
    let shown = wanted.min(MOST_CELLS).next_multiple_of(columns);
    let (width, height) = (MARGIN + columns * CELL + 8, shown.div_ceil(columns) * CELL + 32);
    let mut text = head(width, height, strip.title);
    for heap in 0..shown {
        let Some(value) = (strip.value)(heap) else { break };
        let (x, y) = (MARGIN + heap % columns * CELL, 24 + heap / columns * CELL);
        if heap % columns == 0 {
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
        let (x, y) = (MARGIN + heap % columns * CELL, 24 + heap / columns * CELL);
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

fn head(width: u64, height: u64, title: &str) -> String {
    let width = width.max(7 * title.chars().count() as u64 + 12);
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n<text x=\"6\" y=\"15\">{title}</text>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A light colour for each value; neighbours are far apart on the circle of hues.
fn colour(value: u64) -> String {
    if value == 0 { "#fff".into() } else { format!("hsl({} 70% 82%)", value % 360 * 137 % 360) }
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
    fn every_value_has_its_dot() {
        let svg = plot_svg("t", &[0, 3, 1]);
        assert_eq!(svg.matches("h0").count(), 3);
        assert!(svg.contains("M448.0 24.0h0"), "{svg}");
        assert!(plot_svg("t", &[]).ends_with("</svg>\n"));
    }
}
