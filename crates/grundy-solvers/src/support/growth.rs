//! How many positions a game has, from the numbers of parts of its start.
//!
//! A part of a start is searched at small cost. From one part to the next the numbers grow by about
//! the same factor for each unit of size: their logarithms lie near a line.

/// The growth is that of the parts of at least this share of the largest.
const LATE: f64 = 0.4;

/// No estimate is larger.
const MOST: f64 = 1e100;

/// The number of positions of a start of the size `whole`, by the sizes of its parts, ascending,
/// with the logarithms of their numbers of positions; `None` if there are none. The line has the
/// slope of least squares over the larger parts, and passes through the last one.
///
/// Natural logarithms. With one part only, the slope is taken as 1: a factor of e for each unit.
/// The result is at least the number of the largest part, if that is not over 1e100, the most that
/// is returned.
pub fn extrapolated(parts: &[(f64, f64)], whole: f64) -> Option<f64> {
    let &(last, positions) = parts.last()?;
    let late: Vec<(f64, f64)> = parts.iter().copied().filter(|&(size, _)| size >= LATE * last).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| late.iter().map(of).sum::<f64>() / late.len() as f64;
    let (size, logarithm) = (mean(|part| part.0), mean(|part| part.1));
    let (mut along, mut square) = (0.0, 0.0);
    for part in &late {
        along += (part.0 - size) * (part.1 - logarithm);
        square += (part.0 - size) * (part.0 - size);
    }
    // One part does not show how they grow.
    let slope = if square > 0.0 { (along / square).max(0.0) } else { 1.0 };
    Some((positions + slope * (whole - last).max(0.0)).exp().min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_growth_is_continued() {
        let parts: Vec<(f64, f64)> = (4..20).map(|size| (f64::from(size), f64::from(size) * 0.5 + 1.0)).collect();
        let whole = extrapolated(&parts, 30.0).expect("there are parts");
        assert!((whole.ln() - 16.0).abs() < 1e-9, "{whole}");
        // The last part counts as it is.
        let parts = [(4.0, 1.0), (6.0, 2.0), (8.0, 4.0)];
        let (whole, slope) = (extrapolated(&parts, 12.0).expect("there are parts"), 0.75);
        assert!((whole.ln() - (4.0 + 4.0 * slope)).abs() < 1e-9, "{whole}");
        assert_eq!(extrapolated(&[], 3.0), None);
        assert!(extrapolated(&[(1.0, 0.0)], 1e6).is_some_and(f64::is_finite));
        // Numbers that fall are taken for numbers that stay.
        assert_eq!(extrapolated(&[(10.0, 2.0), (20.0, 0.0)], 50.0), Some(1.0));
    }
}
