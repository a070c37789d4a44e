//! Digits in groups: `1'000`, `1.000.000`.

/// What nothing but groups of digits has between digits: apostrophes and narrow blanks.
const GROUPING: [char; 5] = ['\'', '\u{2019}', '\u{a0}', '\u{202f}', '\u{2009}'];

/// Returns the length of the sign before the next group of three digits, if it can be nothing else.
pub(crate) fn grouping(rest: &str) -> Option<usize> {
    let sign = rest.chars().next().filter(|sign| GROUPING.contains(sign))?;
    is_group(&rest[sign.len_utf8()..]).then_some(sign.len_utf8())
}

/// Returns the number that a text begins with if it has two groups of three digits or more, each
/// after a point, and its length: `1.000.000`.
pub(crate) fn pointed(text: &str) -> Option<(u64, usize)> {
    let mut length = digits(text);
    if !(1..=3).contains(&length) {
        return None;
    }
    let mut groups = 0;
    while let Some(next) = text[length..].strip_prefix('.').filter(|next| is_group(next)) {
        length = text.len() - next.len() + 3;
        groups += 1;
    }
    let number = (groups > 1).then(|| text[..length].replace('.', "").parse().ok())?;
    number.map(|number| (number, length))
}

/// Whether a text begins with exactly three digits.
pub(crate) fn is_group(text: &str) -> bool {
    digits(text) == 3
}

/// The number of digits that a text begins with; at most four are counted.
fn digits(text: &str) -> usize {
    text.bytes().take(4).take_while(u8::is_ascii_digit).count()
}
