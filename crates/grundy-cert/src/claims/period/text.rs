//! Periods as lines of a certificate.
//!
//! ```text
//! theorem subtraction
//! kinds 1
//! preperiod 0
//! period 3
//! saltus 0
//! 0
//! 1
//! 2
//! ```
//!
//! A line `digest` with 16 hexadecimal digits may follow the saltus; then the values.

use super::{Period, Theorem};
use crate::certificate::section::{Expected, Section};

/// The lines of a claim.
pub(super) fn lines(claim: &Period) -> Vec<String> {
    let mut lines = vec![
        format!("theorem {}", claim.theorem),
        format!("kinds {}", claim.kinds),
        format!("preperiod {}", claim.preperiod),
        format!("period {}", claim.period),
        format!("saltus {}", claim.saltus),
    ];
    lines.extend(claim.digest.map(|digest| format!("digest {digest:016x}")));
    lines.extend(claim.values.iter().map(|value| value.0.to_string()));
    lines
}

/// Reads what [`lines`] has written.
pub(super) fn read(section: &Section<'_>) -> Result<Period, Expected> {
    // A line that is missing is reported at the line before it.
    let named = |at: usize, name: &str| {
        let rest = section.lines.get(at).and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let last = section.lines.len().checked_sub(1).map_or(section.end(), |last| at.min(last));
        rest.ok_or_else(|| Expected::at(last, format!("a line that begins with `{name} `")))
    };
    let number = |at: usize, name: &str| section.nimber(at, named(at, name)?).map(|number| number.0);
    let theorem = named(0, "theorem")?;
    let theorem = Theorem::ALL.into_iter().find(|known| known.name() == theorem);
    let theorem = theorem.ok_or_else(|| Expected::at(0, "the name of a theorem"))?;
    let kinds = usize::try_from(number(1, "kinds")?).map_err(|_| Expected::at(1, "a number of kinds"))?;
    let (preperiod, period, saltus) = (number(2, "preperiod")?, number(3, "period")?, number(4, "saltus")?);
    let digest = match section.lines.get(5).and_then(|line| line.strip_prefix("digest ")) {
        Some(text) => {
            let number = u64::from_str_radix(text, 16).ok().filter(|number| format!("{number:016x}") == text);
            Some(number.ok_or_else(|| Expected::at(5, "16 hexadecimal digits"))?)
        }
        None => None,
    };
    let values = section.lines.iter().enumerate().skip(5 + usize::from(digest.is_some()));
    let values = values.map(|(at, line)| section.nimber(at, line)).collect::<Result<_, _>>()?;
    Ok(Period { theorem, kinds, preperiod, period, saltus, values, digest })
}
