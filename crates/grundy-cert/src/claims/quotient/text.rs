//! Quotients as lines of a certificate.
//!
//! ```text
//! repeats 5 5
//! generators 1 3 6 8 9
//! elements 20
//! N 1 2 ..
//! P 0 3 ..
//! 0
//! 1
//! ```
//!
//! After the number of elements there is a line for each, with its outcome and its product by each
//! generator, and then a line for each heap from 0 on, with its element. If no period is claimed,
//! the first line is `repeats never`.

use super::Quotient;
use crate::certificate::parse::exact as number;

/// The number of a line from 0 on, and what was expected there.
type LineError = (usize, &'static str);

impl Quotient {
    /// The lines of the claim.
    pub(super) fn to_lines(&self) -> Vec<String> {
        let mut lines = vec![match self.repeats {
            Some((from, period)) => format!("repeats {from} {period}"),
            None => "repeats never".to_owned(),
        }];
        lines.push(format!("generators{}", joined(&self.generators)));
        lines.push(format!("elements {}", self.order()));
        for (element, &lost) in (0..).zip(&self.lost) {
            lines.push(format!("{}{}", if lost { "P" } else { "N" }, joined(self.monoid.steps(element))));
        }
        lines.extend(self.elements.iter().map(u32::to_string));
        lines
    }

    /// The claim of these lines.
    pub(super) fn of_lines(lines: &[&str]) -> Result<Quotient, LineError> {
        let named = |at: usize, name: &str| lines.get(at)?.strip_prefix(name);
        /// What is expected on the first line.
        const REPEATS: LineError = (0, "`repeats never`, or `repeats` with a heap and a period");
        let repeats = match named(0, "repeats ").ok_or(REPEATS)? {
            "never" => None,
            text => {
                let (from, period) = text.split_once(' ').ok_or(REPEATS)?;
                Some((number(from).ok_or(REPEATS)?, number(period).ok_or(REPEATS)?))
            }
        };
        /// What is expected on the second line.
        const GENERATORS: LineError = (1, "`generators` with the heaps that generate the monoid");
        let generators = named(1, "generators").and_then(numbers).ok_or(GENERATORS)?;
        /// What is expected on the third line.
        const ELEMENTS: LineError = (2, "`elements` with their number");
        let order: usize = named(2, "elements ").and_then(number).ok_or(ELEMENTS)?;
        let rest = &lines[3..];
        if rest.len() < order {
            return Err((lines.len(), "a line for each element"));
        }
        let (of_elements, of_heaps) = rest.split_at(order);
        let (mut lost, mut steps) = (Vec::with_capacity(order), Vec::with_capacity(order));
        for (at, line) in (3..).zip(of_elements) {
            let outcome = [("N", false), ("P", true)].into_iter();
            let read = outcome.filter_map(|(name, lost)| Some((lost, numbers(line.strip_prefix(name)?)?))).next();
            let (own, row) = read.ok_or((at, "N or P with the products by each generator"))?;
            lost.push(own);
            steps.push(row);
        }
        let elements = (3 + order..).zip(of_heaps).map(|(at, line)| number(line).ok_or((at, "the element of a heap")));
        let elements = elements.collect::<Result<Vec<u32>, LineError>>()?;
        Quotient::new(generators, steps, lost, elements, repeats).map_err(|expected| (2, expected))
    }
}

/// The numbers, each after a space.
fn joined<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(|number| format!(" {}", number.to_string())).collect()
}

/// Numbers with a space before each.
fn numbers<T: std::str::FromStr + ToString>(text: &str) -> Option<Vec<T>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.strip_prefix(' ')?.split(' ').map(number).collect()
}
