//! How many positions of a size there are: the answer of `count`.

use std::fmt::Write;

use grundy::{Component, Convention, Declaration, request::title_of};
use grundy_lab::count::{Count, CountQuery, Method, Tally};
use num_bigint::BigUint;
use serde::Serialize;

use crate::{
    json::{self, ConventionWord, Reasons, StatusWord, Version},
    lists::{LeftOutJson, left_out},
    phrase,
};

/// Longer numbers are not written out in texts.
const MOST_DIGITS: u64 = 60;

/// More sizes, or values, than this are not listed in texts.
const MOST_LINES: usize = 1_000;

/// A count with its question.
pub struct Counted<'a> {
    /// The game.
    pub rules: &'a Declaration,
    /// What was counted.
    pub query: &'a CountQuery,
    /// What the positions are: `words of 5 letters over ab`.
    pub what: &'a str,
    /// The numbers.
    pub count: &'a Count,
}

/// The answer of `count` as text.
pub fn count_text(counted: &Counted<'_>) -> String {
    let Counted { rules, query, count, .. } = *counted;
    let mut text = String::new();
    let has_values = without_values(counted).is_none();
    if let Some(modulo) = query.modulo {
        let _ = writeln!(text, "All numbers modulo {modulo}.");
    }
    if !count.sizes.is_empty() && query.up_to {
        sizes(&mut text, counted);
    }
    let Tally { positions, losing, values, sum, moves } = &count.total;
    let _ =
        writeln!(text, "{}: {}, {} of them lost.", phrase::capital(counted.what), number(positions), number(losing));
    if values.len() > MOST_LINES {
        let _ = writeln!(text, "They have {} values (JSON has them).", values.len());
    }
    for (value, count) in values.iter().filter(|_| values.len() <= MOST_LINES) {
        let _ = writeln!(text, "  value {value}: {}", number(count));
    }
    if let (Some(largest), None) = (count.total.largest(), query.modulo) {
        let _ = writeln!(text, "The greatest value is {largest}; the values add up to {}.", number(sum));
    } else if has_values {
        let _ = writeln!(text, "The values add up to {}.", number(sum));
    }
    if let Some(moves) = moves {
        let _ = writeln!(text, "Winning moves in all: {}.", number(&moves.total));
        let each = [("The most", &moves.most), ("The fewest of a position that is won", &moves.fewest)];
        for (which, most) in each.iter().filter_map(|(which, most)| Some((which, most.as_ref()?))) {
            let _ = writeln!(text, "{which}: {}, first at {}.", most.0, phrase::short(position(rules, &most.1)));
        }
    }
    let name = title_of(rules, &[]).map_or(String::new(), |name| format!("{name}. "));
    let footing = phrase::footing(rules.convention, count.status);
    let _ = writeln!(text, "{name}{} {}", footing, method(count.method));
    text
}

/// What the numbers come from, as a sentence.
fn method(method: Method) -> String {
    match method {
        Method::Automaton { states } => {
            format!("Counted by an automaton of {}.", phrase::count(states as u128, "state"))
        }
        Method::Table => "Counted by the values of single heaps.".to_owned(),
        Method::Sieve => "Counted by a sieve, without the values of other heaps.".to_owned(),
        Method::List => "Counted one by one.".to_owned(),
    }
}

/// A line for each size.
fn sizes(text: &mut String, counted: &Counted<'_>) {
    let Counted { query, count, .. } = *counted;
    if count.sizes.len() > MOST_LINES {
        let _ = writeln!(text, "The numbers of {} sizes are not listed (JSON has them).", count.sizes.len());
        return;
    }
    let has_values = without_values(counted).is_none();
    let largest = has_values && query.modulo.is_none();
    let mut head = vec!["n", "positions", "lost"];
    head.extend(largest.then_some("greatest"));
    head.extend(has_values.then_some("sum"));
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().map(str::to_owned).collect()];
    for (size, tally) in &count.sizes {
        let mut row = vec![size.to_string(), number(&tally.positions), number(&tally.losing)];
        if largest {
            row.push(tally.largest().map_or("-".to_owned(), |largest| largest.to_string()));
        }
        if has_values {
            row.push(number(&tally.sum));
        }
        rows.push(row);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}")).collect();
        let _ = writeln!(text, "{}", cells.join("  "));
    }
}

/// A position in the language.
fn position(rules: &Declaration, sum: &[Component]) -> String {
    sum.iter().map(|part| rules.ruleset.text(part)).collect::<Vec<_>>().join(" + ")
}

/// A number, or how long it is if it is long.
fn number(number: &BigUint) -> String {
    match digits(number) {
        0..=MOST_DIGITS => number.to_string(),
        digits => format!("(a number of {digits} digits)"),
    }
}

/// The number of decimal digits. Long numbers are not written out for it unless they are near a
/// power of ten.
///
/// The logarithm of the leading 64 bits gives the number of digits unless it is within a millionth
/// of a whole number.
fn digits(number: &BigUint) -> u64 {
    let bits = number.bits();
    if bits <= 1 << 10 {
        return number.to_string().len() as u64;
    }
    let shift = bits - 64;
    let head = u64::try_from(number >> shift).map_or(0.0, |head| head as f64);
    // The error is that of a product of doubles: far below the margin for all lengths that fit.
    let log = head.log10() + shift as f64 * std::f64::consts::LOG10_2;
    match log.fract() {
        1e-6..0.999_999 => log as u64 + 1,
        _ => number.to_string().len() as u64,
    }
}

/// How many positions of a size there are. Counts are strings of decimal digits, since they may
/// have hundreds of thousands of them
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "count"))]
pub(crate) struct CountJson<'a> {
    /// The game in the language
    game: String,
    /// What the game leaves out of its word lists, if it leaves something out
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<LeftOutJson>>,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// The convention
    convention: ConventionWord,
    /// What the positions are, such as `words of 5 letters over ab`
    what: &'a str,
    /// The size, or the largest one
    size: u64,
    /// Whether all sizes up to it are counted
    up_to: bool,
    /// With `--modulo`: all counts are those modulo this number
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    modulo: Option<u64>,
    /// The number of positions
    positions: DigitsJson,
    /// The number of positions that the player to move loses
    losing: DigitsJson,
    /// The greatest value; null in misère play, with `losing` or `modulo`, and if there are no
    /// positions
    largest: Option<u64>,
    /// The sum of all values; null in misère play and with `losing`
    sum: Option<DigitsJson>,
    /// The values that occur, ascending; empty in misère play and with `losing`
    values: Vec<ValueCountJson>,
    /// With `--moves`: the number of winning moves of all positions together
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<DigitsJson>,
    /// With `--moves`: the largest number of winning moves; null if no position is won
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("nullable" = true)))]
    most_winning_moves: Option<Option<MovesAtJson>>,
    /// With `--moves`: the smallest number of winning moves of a position that is won; null if no
    /// position is won
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("nullable" = true)))]
    fewest_winning_moves: Option<Option<MovesAtJson>>,
    /// With `--up-to`: the numbers of each size; empty for single heaps
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<Vec<SizeCountJson>>,
    /// How the values were found
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["automaton", "table", "sieve", "list"])))]
    method: &'static str,
    /// The number of states of the automaton that counts
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    states: Option<usize>,
    /// Whether the checker has verified the values that were counted
    status: StatusWord,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// A whole number in decimal digits
#[derive(Serialize)]
#[serde(transparent)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "digits", extend("pattern" = "^(0|[1-9][0-9]*)$"))
)]
struct DigitsJson(String);

impl From<&BigUint> for DigitsJson {
    fn from(number: &BigUint) -> Self {
        DigitsJson(number.to_string())
    }
}

/// The number of positions with a value
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "value_count"))]
struct ValueCountJson {
    /// The value
    value: u64,
    /// The number of positions with this value
    positions: DigitsJson,
}

/// A number of winning moves
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "moves_at"))]
struct MovesAtJson {
    /// The number of winning moves
    moves: u64,
    /// The first position with this number of winning moves
    position: String,
}

/// The numbers of positions of one size
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "size_count"))]
struct SizeCountJson {
    /// The size
    size: u64,
    /// The number of positions of this size
    positions: DigitsJson,
    /// The number of them that the player to move loses
    losing: DigitsJson,
    /// The greatest value; null in misère play, with `losing` or `modulo`, and if there are no
    /// positions
    largest: Option<u64>,
    /// The sum of all values; null in misère play and with `losing`
    sum: Option<DigitsJson>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

/// The answer of `count` as JSON.
pub fn count_json(counted: &Counted<'_>) -> String {
    let Counted { rules, query, what, count } = *counted;
    let (total, moves) = (&count.total, count.total.moves.as_ref());
    let reasons = Reasons::default();
    let value = |(value, positions): (&u64, &BigUint)| ValueCountJson { value: *value, positions: positions.into() };
    let at = |field, most: &Option<(u128, Vec<Component>)>| {
        let most = most.as_ref().and_then(|(moves, sum)| {
            Some(MovesAtJson { moves: u64::try_from(*moves).ok()?, position: position(rules, sum) })
        });
        reasons.of(field, most, "no position is won")
    };
    json::line(&CountJson {
        game: rules.to_string(),
        left_out: left_out([&rules.ruleset]),
        name: title_of(rules, &[]),
        convention: rules.convention.into(),
        what,
        size: query.size,
        up_to: query.up_to,
        modulo: query.modulo,
        positions: (&total.positions).into(),
        losing: (&total.losing).into(),
        largest: largest(counted, total, &reasons),
        sum: sum(counted, total, &reasons),
        values: total.values.iter().map(value).collect(),
        winning_moves: moves.map(|moves| (&moves.total).into()),
        most_winning_moves: moves.map(|moves| at("most_winning_moves", &moves.most)),
        fewest_winning_moves: moves.map(|moves| at("fewest_winning_moves", &moves.fewest)),
        sizes: query.up_to.then(|| count.sizes.iter().map(|(size, tally)| of_size(counted, *size, tally)).collect()),
        method: count.method.name(),
        states: match count.method {
            Method::Automaton { states } => Some(states),
            Method::Table | Method::Sieve | Method::List => None,
        },
        status: count.status.into(),
        reasons,
        schema: Version,
    })
}

/// The numbers of one size.
fn of_size(counted: &Counted<'_>, size: u64, tally: &Tally) -> SizeCountJson {
    let reasons = Reasons::default();
    SizeCountJson {
        size,
        positions: (&tally.positions).into(),
        losing: (&tally.losing).into(),
        largest: largest(counted, tally, &reasons),
        sum: sum(counted, tally, &reasons),
        reasons,
    }
}

/// Why there are no values, if there are none.
fn without_values(counted: &Counted<'_>) -> Option<&'static str> {
    match counted.rules.convention {
        Convention::Misere => Some("in misère play positions have no values"),
        Convention::Normal => counted.query.losing.then_some("only the lost positions were counted"),
    }
}

/// The greatest value.
fn largest(counted: &Counted<'_>, tally: &Tally, reasons: &Reasons) -> Option<u64> {
    let why = match (without_values(counted), counted.query.modulo) {
        (Some(why), _) => why,
        (None, Some(_)) => "numbers modulo another do not show which values occur",
        (None, None) => "there are no positions",
    };
    reasons.of("largest", tally.largest().filter(|_| counted.query.modulo.is_none()), why)
}

/// The sum of all values.
fn sum(counted: &Counted<'_>, tally: &Tally, reasons: &Reasons) -> Option<DigitsJson> {
    let why = without_values(counted);
    reasons.of("sum", why.is_none().then(|| (&tally.sum).into()), why.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digits_of_long_numbers_are_counted_without_writing_them() {
        for power in [1u32, 10, 59, 60, 61, 308, 309, 400, 1000, 5000] {
            let ten = BigUint::from(10u8).pow(power);
            for number in [&ten - 1u8, ten.clone(), &ten + 1u8, &ten * 3u8, &ten * 7u8 / 5u8] {
                assert_eq!(digits(&number), number.to_string().len() as u64, "near 10^{power}");
            }
        }
        assert_eq!(digits(&BigUint::ZERO), 1);
        assert_eq!(number(&BigUint::from(10u8).pow(60)), "(a number of 61 digits)");
    }
}
