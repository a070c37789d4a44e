//! Numbers as people write them elsewhere: `0x1F`, `10**9`, a set without its braces.

use grundy_games::{Convention, Family, ParameterKind};

use super::{named, ways::is_number};

/// `nim 0x1F 0b1011`, `nim 10**9`: numbers as programs write them.
pub(super) fn in_other_digits(words: &[String]) -> Vec<Vec<String>> {
    let Some((_, _, used)) = named(words) else { return Vec::new() };
    let read = |word: &String| {
        let lower = word.to_lowercase();
        let digits = |start: &str, base| u64::from_str_radix(lower.strip_prefix(start)?, base).ok();
        let number = digits("0x", 16).or_else(|| digits("0b", 2)).or_else(|| digits("0o", 8));
        number.map_or_else(|| word.replace("**", "^"), |number| number.to_string())
    };
    let line = [&words[..used], &words[used..].iter().map(read).collect::<Vec<_>>()].concat();
    if line == words { Vec::new() } else { vec![line] }
}

/// `'*3 + *5'`, `nim '*3+*5'`: the values of heaps of Nim, which are such heaps.
pub(super) fn nimbers(words: &[String]) -> Vec<Vec<String>> {
    let words = match words {
        [nim, rest @ ..] if nim.eq_ignore_ascii_case("nim") => rest,
        words => words,
    };
    let text = words.join(" ");
    let star = |term: &str| match term.trim().strip_prefix('*') {
        Some("") => Some("1".to_owned()),
        size => size.filter(|size| is_number(size)).map(str::to_owned),
    };
    let heaps: Option<Vec<String>> = text.split('+').map(star).collect();
    heaps.map(|heaps| [vec!["nim".to_owned()], heaps].concat()).into_iter().collect()
}

/// `subtraction 1 3 4 20`, `subtraction 1-3 20`.
pub(super) fn set_of_numbers(words: &[String]) -> Vec<Vec<String>> {
    let [first, set @ .., last] = words else { return Vec::new() };
    let takes = |family: &Family| family.parameters.iter().any(|own| own.kind == ParameterKind::Numbers);
    if set.is_empty() || !is_number(last) || !named(words).is_some_and(|(family, ..)| takes(family)) {
        return Vec::new();
    }
    let range = match set {
        [range] => range.split_once('-').filter(|(from, to)| is_number(from) && is_number(to)),
        _ => None,
    };
    let as_set = vec![first.clone(), format!("{{{}}}", set.join(",")), last.clone()];
    match (range, set) {
        (Some((from, to)), _) => vec![vec![format!("take {from}..{to}"), last.clone()]],
        // `subtraction 4 18` may be about four numbers, or about one.
        (None, [most]) if is_number(most) => vec![vec![format!("take 1..{most}"), last.clone()], as_set],
        (None, _) => vec![as_set],
    }
}

/// `octal 77 10`: a code without its point.
pub(super) fn code_without_point(words: &[String]) -> Vec<Vec<String>> {
    match words {
        [kind, code, rest @ ..] if ["octal", "hex"].contains(&kind.to_lowercase().as_str()) && !code.contains('.') => {
            vec![[&[kind.to_lowercase(), format!("0.{code}")], rest].concat()]
        }
        _ => Vec::new(),
    }
}

/// `"nimk 2" 3 4 5`: a name and its number in quotes.
pub(super) fn count_in_quotes(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let Some((name, number)) = first.rsplit_once(' ') else { return Vec::new() };
    let takes = |family: &Family| family.parameters.iter().any(|own| own.kind == ParameterKind::Count);
    if !is_number(number) || !Family::find(name).is_some_and(takes) {
        return Vec::new();
    }
    vec![[&[name.to_owned(), format!("k={number}")], rest].concat()]
}

/// `staircase 1 2 3 4 5`: of more stairs than the game has heaps, those that decide are heaps of
/// Nim.
pub(super) fn long_staircase(words: &[String]) -> Option<Vec<String>> {
    let (family, convention, used) = named(words)?;
    let stairs = &words[used..];
    let is_long = family.name == "staircase-nim"
        && convention == Convention::Normal
        && stairs.len() > 4
        && stairs.iter().all(|stair| is_number(stair));
    is_long.then(|| std::iter::once("nim".to_owned()).chain(stairs.iter().step_by(2).cloned()).collect())
}
