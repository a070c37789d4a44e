//! A plot of values: a dot for each heap, or, where they would lie on each other, the share of
//! heaps in each field of a grid.

use std::fmt::Write;

use super::{
    strip::listed,
    svg::{Anchor, Length, Svg, room},
};

/// The width of the area of the dots.
const WIDTH: f64 = 800.0;
/// The height of the area of the dots.
const HEIGHT: f64 = 320.0;

/// The room above them.
const TOP: f64 = 24.0;

/// Up to this many heaps have a dot each.
const DOTS: usize = 1600;

/// Up to this many heaps have their values above the dots.
const LABELLED: usize = 48;

/// The most columns of the grid.
const COLUMNS: u64 = 400;
/// The most rows of the grid.
const ROWS: u64 = 160;

/// How full a field is, in steps of opacity.
const OPACITIES: [&str; 4] = ["0.3", "0.5", "0.75", "1"];

/// What a plot shows.
pub(super) struct Plot<'a> {
    /// The heading.
    pub title: String,
    /// The largest heap.
    pub end: u64,
    /// The largest value.
    pub largest: u64,
    /// The values of the heaps from 0 on.
    pub values: &'a mut dyn Iterator<Item = u64>,
    /// The line below the picture.
    pub footing: String,
}

/// Draws the plot.
pub(super) fn plot(plot: Plot<'_>) -> String {
    let Plot { title, end, largest, values, footing } = plot;
    let mut svg = Svg::new("plot", title);
    let top = largest.max(1);
    let left = room(&top.to_string()).max(room("value")) + 10.0;
    axes(&mut svg, left, end, top);
    let mut below = Vec::new();
    let about = if end < DOTS as u64 {
        let values: Vec<u64> = values.collect();
        dots(&mut svg, left, &values, top);
        let texts: Vec<String> = values.iter().map(u64::to_string).collect();
        format!("The values of the heaps from 0 on: {}", listed(&texts))
    } else {
        let (heaps, height) = fields(&mut svg, left, end, top, values);
        below.push(format!(
            "Each field of the grid covers {heaps} heaps and {}; the stronger its colour, the more of them have such a value.",
            if height == 1 { "one value".to_owned() } else { format!("{height} values") }
        ));
        format!("The values of the heaps from 0 to {end}; the largest is {largest}")
    };
    below.push(footing);
    svg.finish((left + WIDTH + 16.0, TOP + HEIGHT + 36.0), &below, &about)
}

/// The place of a number on an axis of this length.
fn along(number: u64, last: u64, length: f64) -> f64 {
    number as f64 / last.max(1) as f64 * length
}

/// The axes with their numbers, which are round.
fn axes(svg: &mut Svg, left: f64, end: u64, top: u64) {
    for value in ticks(top, 6) {
        let y = TOP + HEIGHT - along(value, top, HEIGHT);
        svg.line((left, y), (left + WIDTH, y), "grid");
        svg.text((left - 6.0, y + 4.0), Anchor::End, "dim", &value.to_string());
    }
    for heap in ticks(end, 10) {
        let x = left + along(heap, end, WIDTH);
        svg.line((x, TOP + HEIGHT), (x, TOP + 5.0 + HEIGHT), "axis");
        svg.text((x, TOP + 19.0 + HEIGHT), Anchor::Middle, "dim", &heap.to_string());
    }
    let (x, high) = (Length(left), Length(HEIGHT));
    svg.raw(format_args!(r#"<path class="axis" d="M{x} {}v{high}h{}"/>"#, Length(TOP), Length(WIDTH)));
    svg.text((left - 6.0, 8.0), Anchor::End, "dim", "value");
    svg.text((left + WIDTH, TOP + 34.0 + HEIGHT), Anchor::End, "dim", "heap");
}

/// Round numbers from 0 to `last`, about this many.
///
/// The step is 1, 2 or 5 times a power of ten, the least one that gives few enough numbers.
fn ticks(last: u64, about: u64) -> Vec<u64> {
    let least = (last / about).max(1);
    let mut power = 1u64;
    while power.saturating_mul(10) <= least {
        power = power.saturating_mul(10);
    }
    let step = [1, 2, 5, 10].into_iter().map(|times| power.saturating_mul(times)).find(|&step| step >= least);
    let step = step.unwrap_or(u64::MAX);
    (0..=last / step).map(|at| at * step).collect()
}

/// A dot for each heap; few of them have their value above them.
fn dots(svg: &mut Svg, left: f64, values: &[u64], top: u64) {
    let last = (values.len() as u64).saturating_sub(1);
    let place =
        |heap: usize, value: u64| (left + along(heap as u64, last, WIDTH), TOP + HEIGHT - along(value, top, HEIGHT));
    let wide = if values.len() <= 400 { "5" } else { "3" };
    let mut path = String::new();
    for (heap, &value) in values.iter().enumerate() {
        let (x, y) = place(heap, value);
        let _ = write!(path, "M{} {}h0", Length(x), Length(y));
    }
    svg.raw(format_args!(r#"<path class="plot" stroke-width="{wide}" stroke-linecap="round" d="{path}"/>"#));
    if values.len() > LABELLED {
        return;
    }
    for (heap, &value) in values.iter().enumerate() {
        let (x, y) = place(heap, value);
        svg.text((x, y - 6.0), Anchor::Middle, "ink", &value.to_string());
    }
}

/// The grid: fields with more heaps are darker. Returns the heaps and the values of a field.
///
/// The values are counted as they come, so that a million of them need no list. Neighbours in a row
/// that are as full are one stroke.
fn fields(svg: &mut Svg, left: f64, end: u64, top: u64, values: &mut dyn Iterator<Item = u64>) -> (u64, u64) {
    let (heaps, height) = (end.div_ceil(COLUMNS).max(1), top.div_ceil(ROWS).max(1));
    let (columns, rows) = (end / heaps + 1, top / height + 1);
    let mut counts = vec![0u64; (columns * rows) as usize];
    for (heap, value) in values.enumerate() {
        let place = (value / height).min(rows - 1) * columns + (heap as u64 / heaps).min(columns - 1);
        counts[place as usize] += 1;
    }
    // A field is as full as the share of its heaps that have such a value.
    let level = |count: u64| match count.saturating_mul(16) / heaps {
        _ if count == 0 => None,
        0 => Some(0),
        1..4 => Some(1),
        4..8 => Some(2),
        _ => Some(3),
    };
    let wide = along(heaps, end, WIDTH);
    let high = along(height, top, HEIGHT).clamp(2.0, 6.0);
    let mut paths: [String; 4] = Default::default();
    for (row, counts) in counts.chunks(columns as usize).enumerate() {
        // A field lies around the middle of its values.
        let middle = row as f64 * height as f64 + (height - 1) as f64 / 2.0;
        let y = TOP + HEIGHT - (middle / top as f64 * HEIGHT).min(HEIGHT);
        let mut column = 0;
        while column < counts.len() {
            let own = level(counts[column]);
            let run = counts[column..].iter().take_while(|&&count| level(count) == own).count();
            if let Some(own) = own {
                let x = left + column as f64 * wide;
                let _ = write!(
                    paths[own],
                    "M{} {}h{}",
                    Length(x),
                    Length(y),
                    Length((run as f64 * wide).min(left + WIDTH - x).max(0.5))
                );
            }
            column += run;
        }
    }
    for (path, opacity) in paths.iter().zip(OPACITIES).filter(|(path, _)| !path.is_empty()) {
        let high = Length(high);
        svg.raw(format_args!(r#"<path class="plot" stroke-opacity="{opacity}" stroke-width="{high}" d="{path}"/>"#));
    }
    (heaps, height)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(values: &[u64]) -> String {
        let largest = values.iter().copied().max().unwrap_or(0);
        let end = (values.len() as u64).saturating_sub(1);
        let mut values = values.iter().copied();
        plot(Plot { title: "t".into(), end, largest, values: &mut values, footing: "f".into() })
    }

    #[test]
    fn every_value_has_its_dot_and_few_have_their_number() {
        let svg = drawn(&[0, 3, 1]);
        assert_eq!(svg.matches("h0").count(), 3);
        assert!(svg.contains(">3</text>"), "{svg}");
        assert!(drawn(&[]).ends_with("</svg>\n"));
        let many: Vec<u64> = (0..100).map(|heap| heap % 7 + 100).collect();
        assert!(!drawn(&many).contains(">103</text>"));
    }

    #[test]
    fn many_heaps_are_counted_in_fields() {
        let many: Vec<u64> = (0..1_000_000u64).map(|heap| heap.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40).collect();
        let svg = drawn(&many);
        assert!(svg.len() < 2_000_000, "{}", svg.len());
        assert!(svg.contains("Each field of the grid covers 2500 heaps and "), "{svg}");
        // One value of each of two kinds: a line below and a line above.
        let two: Vec<u64> = (0..5000).map(|heap| heap % 2 * 9).collect();
        let svg = drawn(&two);
        assert_eq!(svg.matches("stroke-opacity=\"1\"").count(), 1);
        assert!(svg.contains("13 heaps and one value"), "{svg}");
    }

    #[test]
    fn numbers_of_axes_are_round() {
        assert_eq!(ticks(200, 10), [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]);
        assert_eq!(ticks(9, 6), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(ticks(0, 6), [0]);
        assert_eq!(ticks(999_999, 10).len(), 5 + 5);
        assert!(ticks(u64::MAX, 6).len() <= 7);
    }
}
