//! Positions as people draw or name them: strokes, coins on a strip, graphs by their letters.

use std::collections::BTreeSet;

use grundy_games::{Component, Factor, Family, ParameterKind, Query, RowMove, Ruleset, Symbol};

use super::{named, shell};
use crate::help::{Fix, Help};

/// `silver-dollar _o_o__o`, `nimble ..o.o`: the squares of a strip, with a coin on some.
pub(super) fn strip_of_coins(words: &[String]) -> Vec<Vec<String>> {
    let Some((family, _, used)) = named(words) else { return Vec::new() };
    let [strip] = &words[used..] else { return Vec::new() };
    let is_coin = |sign: char| "oO0xX*@".contains(sign);
    // The squares of Nimble, which is Nim, are counted from 0.
    let first = match words[0].to_lowercase().as_str() {
        "nimble" => 0,
        _ if family.name == "silver-dollar" => 1,
        _ => return Vec::new(),
    };
    if !strip.chars().all(|sign| is_coin(sign) || "_.- ".contains(sign)) {
        return Vec::new();
    }
    let squares = strip.chars().filter(|sign| *sign != ' ').zip(first..);
    let coins: Vec<String> = squares.filter(|(sign, _)| is_coin(*sign)).map(|(_, at)| at.to_string()).collect();
    if coins.is_empty() { Vec::new() } else { vec![[&words[..used], &coins].concat()] }
}

/// `coins HTHTH`.
pub(super) fn coins(words: &[String]) -> Vec<Vec<String>> {
    match words {
        [first, rest @ ..] if ["coin", "coins", "turtles", "flip"].contains(&first.to_lowercase().as_str()) => {
            vec![[&["turning-turtles".to_owned()], rest].concat()]
        }
        _ => Vec::new(),
    }
}

/// `kayles IIII`, `kayles III.II`: a stroke for each counter.
pub(super) fn tallies(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let position = rest.join(" ");
    let runs: Vec<&str> = position.split([' ', '.', ',', '+', '-', '_']).filter(|run| !run.is_empty()).collect();
    let kind = runs.iter().flat_map(|run| run.chars()).next().filter(|stroke| "I|Xxo".contains(*stroke));
    let strokes = |run: &&str| run.chars().all(|stroke| Some(stroke) == kind);
    // In these games a sign is a coin or a move.
    let is_other = named(words)
        .is_some_and(|(family, ..)| family.has_coins() || ["treblecross", "silver-dollar"].contains(&family.name));
    let is_other = is_other || first.eq_ignore_ascii_case("nimble");
    match position.len() > 1 && !is_other && kind.is_some() && runs.iter().all(strokes) {
        true => vec![[first.clone()].into_iter().chain(runs.iter().map(|run| run.len().to_string())).collect()],
        false => Vec::new(),
    }
}

/// `node-kayles K5`, `C5`, `P7`, `K3,3`, `Q4`: graphs by their usual letters; `petersen`.
pub(super) fn named_graph(words: &[String]) -> Vec<Vec<String>> {
    let Some((family, _, used)) = named(words) else { return Vec::new() };
    let [graph] = &words[used..] else { return Vec::new() };
    if !family.game.starts_with("graph:") {
        return Vec::new();
    }
    let graph = graph.to_lowercase().replace(['_', '{', '}'], "");
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|digit| digit.is_ascii_digit());
    let said = match graph.split_at_checked(1) {
        _ if graph == "petersen" => "petersen 5 2".to_owned(),
        Some((kind, sizes)) if sizes.split(',').all(is_number) => {
            let sizes: Vec<&str> = sizes.split(',').collect();
            match (kind, sizes.as_slice()) {
                ("k", [n]) => format!("complete {n}"),
                ("k", [m, n]) => format!("bipartite {m}x{n}"),
                ("c", [n]) => format!("cycle {n}"),
                ("p", [n]) => format!("path {n}"),
                ("q", [n]) => format!("hypercube {n}"),
                _ => return Vec::new(),
            }
        }
        _ => return Vec::new(),
    };
    vec![[&words[..used], &[said]].concat()]
}

/// `ghost cat,car,dog`: the words of a list in braces.
pub(super) fn listed_words(words: &[String]) -> Vec<Vec<String>> {
    let takes = |family: &Family| matches!(family.parameters, [own] if own.kind == ParameterKind::List);
    let Some((_, _, used)) = named(words).filter(|(family, ..)| takes(family)) else { return Vec::new() };
    let Some((list, rest)) = words[used..].split_first() else { return Vec::new() };
    let all: Vec<&str> = list.split([',', ';']).map(str::trim).filter(|word| !word.is_empty()).collect();
    match all.len() > 1 && all.iter().all(|word| word.chars().all(char::is_alphabetic)) {
        true => vec![[&words[..used], &[format!("{{{}}}", all.join(", "))], rest].concat()],
        false => Vec::new(),
    }
}

/// `tomato`: a word alone is a position of a game on words.
pub(super) fn word_alone(words: &[String]) -> Option<Vec<String>> {
    let [word] = words else { return None };
    let is_word = word.len() > 3 && word.chars().all(|letter| letter.is_ascii_lowercase());
    is_word.then(|| vec!["take letter".to_owned(), word.clone()])
}

/// Why a position may not be what was meant, although it can be read.
pub(super) fn doubt(words: &[String], query: &Query) -> Option<Help> {
    if words[0].eq_ignore_ascii_case("nimble") && words[1..].contains(&"0".to_owned()) {
        let doubt = Help::from("each number is the square of a coin, counted from 0");
        let line = counted_coins(words);
        return Some(match line {
            None => doubt + "; two coins on square 1 are `1 1`",
            Some(line) => doubt + "; if they count the coins on the squares 0, 1, 2, .., write " + Fix::Write(line),
        });
    }
    let [Ruleset::Row(rules) | Ruleset::Ring(rules)] = query.rulesets.as_slice() else { return None };
    let mut known = BTreeSet::new();
    for kind in &rules.moves {
        match kind {
            RowMove::Remove(_, Factor::Word(list)) => {
                if list.len() > 100 {
                    return None;
                }
                known.extend(list.iter().flat_map(str::chars));
            }
            RowMove::Rewrite(rule) => known.extend(rule.left.iter().filter_map(|symbol| match symbol {
                Symbol::Letter(letter) | Symbol::Run(letter) => Some(*letter),
                Symbol::Variable(_) => None,
            })),
            // Any letter fits.
            _ => return None,
        }
    }
    let words = query.position.iter().filter_map(|term| match &term.component {
        Component::Row(word) | Component::Ring(word) => Some(word),
        _ => None,
    });
    let mut letters = words.flat_map(|word| word.chars());
    // Most positions have a letter of the rules near their beginning.
    if letters.clone().any(|letter| known.contains(&letter)) {
        return None;
    }
    let other = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let first = letters.find(|letter| known.contains(&other(*letter)))?;
    let meant = other(first);
    let folded = if meant.is_ascii_lowercase() { "lower" } else { "upper" };
    let doubt = format!(
        "`{first}` and `{meant}` are different letters, and no move is about `{first}`; write the position in {folded} case"
    );
    Some(doubt.into())
}

/// `nimble 0 1 2`, with the numbers as those of the coins on the squares 0, 1, 2: the line with the
/// squares of the coins, if there are coins to move.
fn counted_coins(words: &[String]) -> Option<String> {
    let counts = words[1..].iter().map(|word| word.parse().ok()).collect::<Option<Vec<u64>>>()?;
    // A coin on square 0 has no move.
    let coins = counts.iter().enumerate().skip(1).filter(|(_, count)| **count > 0);
    let coins: Vec<String> = coins
        .map(|(square, count)| if *count == 1 { square.to_string() } else { format!("{count}*{square}") })
        .collect();
    (!coins.is_empty()).then(|| shell("", &[&words[..1], &coins].concat()))
}
