//! Numbers of rules in English: `2 or 3 counters`, `4 to 6`, and what is left out.

use std::fmt::Write;

use crate::{AmountSet, Amounts, Span};

/// Returns `a, b or c`, with this word before the last one.
pub(crate) fn listed(words: &[&str], before_last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {before_last} {last}", most.join(", ")),
    }
}

/// `2 or 3 counters`, without the exceptions.
pub(crate) fn counters(amounts: &Amounts) -> String {
    counted(amounts, "counter")
}

/// As [`counters`], by another word for them.
pub(crate) fn counted(amounts: &Amounts, counter: &str) -> String {
    let amounts: Vec<String> = amounts
        .kinds
        .iter()
        .map(|kind| match kind {
            AmountSet::Span(span) => range(span),
            AmountSet::Any => "any number of".into(),
            AmountSet::Odd => "an odd number of".into(),
            AmountSet::Even => "an even number of".into(),
            AmountSet::Prime => "a prime number of".into(),
            AmountSet::Square => "a square number of".into(),
        })
        .collect();
    let one = amounts == ["1"];
    format!("{} {counter}{}", amounts.join(" or "), if one { "" } else { "s" })
}

/// Writes the numbers that may not be taken.
pub(crate) fn except(sentence: &mut String, amounts: &Amounts) {
    if !amounts.except.is_empty() {
        let except: Vec<String> = amounts.except.iter().map(range).collect();
        let _ = write!(sentence, ", but not {}", except.join(" or "));
    }
}

pub(crate) fn range(span: &Span) -> String {
    match span.to {
        Some(to) if to == span.from => to.to_string(),
        Some(to) if to == span.from + 1 => format!("{} or {to}", span.from),
        Some(to) => format!("{} to {to}", span.from),
        None => format!("{} or more", span.from),
    }
}
