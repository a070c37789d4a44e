//! How many positions of a size there are: the answer of `count`.

use std::fmt::Write;

use grundy::{Component, Convention, Declaration, request::title_of};
use grundy_lab::count::{Count, CountQuery, Method, Tally};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use crate::{json, phrase};

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
    let normal = rules.convention == Convention::Normal;
    if let Some(modulo) = query.modulo {
        let _ = writeln!(text, "All numbers modulo {modulo}.");
    }
    if !count.sizes.is_empty() && query.up_to {
        sizes(&mut text, counted);
    }
    let Tally { positions, losing, values, sum, moves } = &count.total;
    let _ = writeln!(text, "{}: {}, {} of them lost.", capital(counted.what), number(positions), number(losing));
    if values.len() > MOST_LINES {
        let _ = writeln!(text, "They have {} values (JSON has them).", values.len());
    }
    for (value, count) in values.iter().filter(|_| values.len() <= MOST_LINES) {
        let _ = writeln!(text, "  value {value}: {}", number(count));
    }
    if let (Some(largest), None) = (count.total.largest(), query.modulo) {
        let _ = writeln!(text, "The greatest value is {largest}; the values add up to {}.", number(sum));
    } else if normal {
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
        Method::List => "Counted one by one.".to_owned(),
    }
}

/// A line for each size.
fn sizes(text: &mut String, counted: &Counted<'_>) {
    let Counted { rules, query, count, .. } = *counted;
    if count.sizes.len() > MOST_LINES {
        let _ = writeln!(text, "The numbers of {} sizes are not listed (JSON has them).", count.sizes.len());
        return;
    }
    let normal = rules.convention == Convention::Normal;
    let largest = normal && query.modulo.is_none();
    let mut head = vec!["n", "positions", "lost"];
    head.extend(largest.then_some("greatest"));
    head.extend(normal.then_some("sum"));
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().map(str::to_owned).collect()];
    for (size, tally) in &count.sizes {
        let mut row = vec![size.to_string(), number(&tally.positions), number(&tally.losing)];
        if largest {
            row.push(tally.largest().map_or("-".to_owned(), |largest| largest.to_string()));
        }
        if normal {
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

/// Returns the text with its first letter in upper case.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
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

/// The answer of `count` as JSON.
pub fn count_json(counted: &Counted<'_>) -> String {
    let Counted { rules, query, what, count } = *counted;
    let mut map = Map::new();
    map.insert("game".into(), rules.to_string().into());
    crate::lists::insert(&mut map, [&rules.ruleset]);
    if let Some(name) = title_of(rules, &[]) {
        map.insert("name".into(), name.into());
    }
    map.insert("convention".into(), rules.convention.to_string().into());
    map.insert("what".into(), what.into());
    map.insert("size".into(), query.size.into());
    map.insert("up_to".into(), query.up_to.into());
    if let Some(modulo) = query.modulo {
        map.insert("modulo".into(), modulo.into());
    }
    tally_json(&mut map, counted, &count.total);
    let values = count.total.values.iter();
    let values: Vec<Value> =
        values.map(|(value, count)| json!({"value": value, "positions": count.to_string()})).collect();
    map.insert("values".into(), values.into());
    if let Some(moves) = &count.total.moves {
        map.insert("winning_moves".into(), moves.total.to_string().into());
        for (field, most) in [("most_winning_moves", &moves.most), ("fewest_winning_moves", &moves.fewest)] {
            let most = most.as_ref().and_then(|(most, sum)| {
                Some(json!({"moves": u64::try_from(*most).ok()?, "position": position(rules, sum)}))
            });
            json::optional(&mut map, field, most, "no position is won");
        }
    }
    if query.up_to {
        let sizes: Vec<Value> = count
            .sizes
            .iter()
            .map(|(size, tally)| {
                let mut own = Map::from_iter([("size".to_owned(), Value::from(*size))]);
                tally_json(&mut own, counted, tally);
                Value::Object(own)
            })
            .collect();
        map.insert("sizes".into(), sizes.into());
    }
    map.insert("method".into(), count.method.name().into());
    if let Method::Automaton { states } = count.method {
        map.insert("states".into(), states.into());
    }
    map.insert("status".into(), count.status.word().into());
    json::line(Value::Object(map))
}

/// The numbers that every size has.
fn tally_json(map: &mut Map<String, Value>, counted: &Counted<'_>, tally: &Tally) {
    let misere = counted.rules.convention == Convention::Misere;
    map.insert("positions".into(), tally.positions.to_string().into());
    map.insert("losing".into(), tally.losing.to_string().into());
    let why = match counted.query.modulo {
        _ if misere => "in misère play positions have no values",
        Some(_) => "numbers modulo another do not show which values occur",
        None => "there are no positions",
    };
    let largest = tally.largest().filter(|_| counted.query.modulo.is_none());
    json::optional(map, "largest", largest, why);
    let sum = (!misere).then(|| tally.sum.to_string());
    json::optional(map, "sum", sum, "in misère play positions have no values");
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
