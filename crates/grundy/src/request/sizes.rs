//! Slips about heaps and their sizes, with the lines that may have been meant: numbers without a
//! game, a game after its numbers, a move without its verb, a position in the text of a game.

use super::{
    named,
    ways::{is_number, is_on_heaps, unquoted},
};
use grundy_games::{Famous, Reworded, no_lists};

/// Words around numbers that say nothing.
const IDLE: [&str; 12] =
    ["and", "row", "of", "pins", "stones", "counters", "coins", "sticks", "matches", "matchsticks", "game", "&"];

/// Words for the heaps of Nim.
const HEAPS: [&str; 4] = ["heap", "heaps", "pile", "piles"];

/// Words for what is in a heap.
const THINGS: [&str; 26] = [
    "stones",
    "counters",
    "coins",
    "sticks",
    "matches",
    "matchsticks",
    "pins",
    "tokens",
    "beans",
    "objects",
    "items",
    "pieces",
    "chips",
    "marbles",
    "candies",
    "apples",
    "cards",
    "pebbles",
    "balls",
    "nuts",
    "buttons",
    "pennies",
    "toothpicks",
    "stone",
    "coin",
    "counter",
];

/// Words for misère play in front of a game that the language has not.
const REVERSED: [&str; 5] = ["reverse", "reversed", "inverse", "anti", "losing"];

/// `10 kayles`, `5 xor 7`: the name of the game after the numbers, or the sign of Nim between them.
pub(super) fn name_last(words: &[String]) -> Vec<Vec<String>> {
    let says_xor = words.iter().flat_map(|word| word.split(' ')).any(|word| ["xor", "\u{2295}"].contains(&word));
    let is_name = words.len() > 1 && words.last().is_some_and(|last| named(std::slice::from_ref(last)).is_some());
    if is_name || says_xor { numbers_first(words) } else { Vec::new() }
}

/// `5 7 9` and `7 stones` for heaps of Nim; `21`, which may be Bachet's game; `race to 100`.
pub(super) fn numbers_alone(words: &[String]) -> Vec<Vec<String>> {
    let said = words.join(" ");
    // `21 game` is the name of Bachet's game, and who counts to 100 adds up to 10.
    if let Some(number) = said.strip_suffix(" game").map(|said| said.strip_prefix("the ").unwrap_or(said)) {
        let most = if number == "100" { "take 1..10" } else { "take 1..3" };
        return if is_number(number) { vec![vec![most.to_owned(), number.to_owned()]] } else { Vec::new() };
    }
    if ["race to 100", "the race to 100"].contains(&&*said.replace('-', " ")) {
        return vec![vec!["take 1..10".to_owned(), "100".to_owned()]];
    }
    if is_number(&said) {
        return vec![vec!["nim".to_owned(), said.clone()], vec!["take 1..3".to_owned(), said]];
    }
    numbers_first(words)
}

/// Numbers before the name of their game, or in place of heaps of Nim.
fn numbers_first(words: &[String]) -> Vec<Vec<String>> {
    let words = match words {
        [text] => &text
            .split([' ', '+', '^', '\u{2295}'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>(),
        words => words,
    };
    let leading = words.iter().take_while(|word| is_number(word)).count();
    let is_said = |word: &&String| !is_number(word) && !["xor", "^", "+"].contains(&word.as_str());
    let is_nim = words.iter().filter(is_said).all(|word| IDLE.contains(&word.as_str()));
    match leading {
        0 => Vec::new(),
        _ if is_nim => {
            let heaps = words.iter().filter(|word| is_number(word)).cloned();
            vec![["nim".to_owned()].into_iter().chain(heaps).collect()]
        }
        _ if words[leading..].iter().any(|word| is_number(word)) => Vec::new(),
        _ => vec![[&words[leading..], &words[..leading]].concat()],
    }
}

/// `reverse nim 3 4 5`.
pub(super) fn reversed(words: &[String]) -> Vec<Vec<String>> {
    match words {
        [first, game @ ..] if REVERSED.contains(&&*first.to_lowercase()) && named(game).is_some() => {
            vec![[&["misere".to_owned()], game].concat()]
        }
        _ => Vec::new(),
    }
}

/// `nim three four and five`, `kayles 5 pins`, `nim with 3 4 5`, `kayles (5, 7)`, `nim 3-4-5`,
/// `piles 3 4 5`.
pub(super) fn plain_numbers(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let (name, rest) = match first.split_once(' ') {
        Some((name, more)) if rest.is_empty() => (name.to_owned(), vec![more.to_owned()]),
        _ => (first.clone(), rest.to_vec()),
    };
    let name = if HEAPS.contains(&name.as_str()) { "nim".to_owned() } else { name };
    // `3-4-5` are sizes, `5-3` may be a difference.
    let dashed = |word: &String| word.split('-').count() > 2 && word.split('-').all(is_number);
    let between = |sign: char| sign.is_whitespace() || ",;:=(){}[]&".contains(sign);
    let parts = rest.iter().map(|word| if dashed(word) { word.replace('-', " ") } else { word.clone() });
    let parts: Vec<String> = parts.collect();
    let tokens = parts.iter().flat_map(|word| word.split(between)).filter(|word| !word.is_empty());
    let tokens: Vec<&str> = tokens.collect();
    // `3 of 5` may be three heaps.
    if tokens.windows(3).any(|three| three[1] == "of" && [three[0], three[2]].into_iter().all(is_number)) {
        return Vec::new();
    }
    let is_said = |word: &&str| !IDLE.contains(word) && !["xor", "with"].contains(word);
    let mut tokens: Vec<&str> = tokens.into_iter().filter(is_said).collect();
    // `3 piles: 3, 5 and 7` says how many there are.
    if let Some(at) = tokens.iter().position(|word| HEAPS.contains(word)) {
        let count = at.checked_sub(1).and_then(|at| grundy_games::in_digits(tokens[at]));
        tokens.remove(at);
        if let Some(count) = count {
            tokens.remove(at - 1);
            if count != tokens.len().to_string() {
                return Vec::new();
            }
        }
    }
    let sizes: Option<Vec<String>> = tokens.into_iter().map(grundy_games::in_digits).collect();
    sizes.filter(|sizes| !sizes.is_empty()).map(|sizes| [vec![name], sizes].concat()).into_iter().collect()
}

/// `nim 3 heaps of 5`.
pub(super) fn equal_heaps(words: &[String]) -> Vec<Vec<String>> {
    let tokens: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).collect();
    let (game, count, size) = match tokens.as_slice() {
        [game, count, heaps, "of", size] | [game, "with", count, heaps, "of", size] if HEAPS.contains(heaps) => {
            (game, count, size)
        }
        _ => return Vec::new(),
    };
    let count = grundy_games::in_digits(count).filter(|_| is_number(size));
    count.map(|count| vec![(*game).to_owned(), format!("{count}*{size}")]).into_iter().collect()
}

/// `'take square' 17`: a game of words that is one of heaps too.
pub(super) fn on_heaps(words: &[String]) -> Vec<Vec<String>> {
    match words {
        [text, size] if is_number(size) && !text.contains([':', ';', ',']) && text.contains(' ') => {
            vec![vec![format!("heap: {text}"), size.clone()], vec![format!("row: {text}"), format!("\"{size}\"")]]
        }
        _ => Vec::new(),
    }
}

/// `'1 to 3 stones' 21`, `'one or split' 9`: a move that lacks its verb.
pub(super) fn without_verb(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    // `21 stones, take 1 to 3` begins with a position.
    let goes_on = text.split([',', ';', ':', '.']).skip(1).any(|part| part.trim().starts_with(char::is_alphabetic));
    let opening = text.split([' ', ',']).next().unwrap_or_default();
    let is_amount = text.starts_with(|first: char| first.is_ascii_digit())
        || ["any", "odd", "even", "prime"].contains(&opening)
        || grundy_games::in_digits(opening).is_some();
    let line = |text: &str| [&[text.to_owned()], rest].concat();
    match text.strip_prefix("or ") {
        Some(moves) => vec![line(moves), line(&format!("{moves} into 2 heaps"))],
        None if !goes_on && text.contains(' ') && is_amount => {
            let whole = format!("take {text}");
            let ends =
                if text.ends_with("split") { [" into 2 heaps", " into 2 unequal heaps"].as_slice() } else { &[""] };
            ends.iter().map(|end| line(&format!("{whole}{end}"))).collect()
        }
        None => Vec::new(),
    }
}

/// `'add 1 or 2 until you reach 20' 0`, `'count to 100 by adding 1 to 10'`: who adds up to a number
/// takes what is missing.
pub(super) fn race(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let begun = match rest {
        [] => Some(0),
        [begun] => begun.parse::<u64>().ok(),
        _ => None,
    };
    let line = |amounts: &[&str], goal: &str| {
        let left = goal.parse::<u64>().ok()?.checked_sub(begun?)?;
        let ends = ["numbers", "number", "."];
        let amounts = match amounts {
            [amounts @ .., last] if ends.contains(last) => amounts,
            amounts => amounts,
        };
        (!amounts.is_empty()).then(|| vec![format!("take {}", amounts.join(" ")), left.to_string()])
    };
    const GOES: [&str; 6] = ["count", "race", "go", "get", "add", "reach"];
    const ADDS: [&str; 5] = ["adding", "add", "adds", "saying", "counting"];
    let goal_first = |tokens: &[&str]| {
        let (first, tokens) = tokens.split_first().filter(|(first, _)| GOES.contains(&&*first.to_lowercase()))?;
        let tokens = match tokens {
            ["up", "to", rest @ ..] | ["to", rest @ ..] => rest,
            rest if *first == "reach" => rest,
            _ => return None,
        };
        let (goal, tokens) = tokens.split_first()?;
        let at = tokens.iter().position(|word| ADDS.contains(word)).filter(|&at| at < 3)?;
        let is_idle = |word: &&str| ["by", "from", "0", ",", "you", "players", "each"].contains(word);
        let is_whole = tokens[..at].iter().all(is_idle);
        line(&tokens[at + 1..], goal.trim_end_matches([',', ':'])).filter(|_| is_whole)
    };
    if let Some(line) = goal_first(&tokens) {
        return vec![line];
    }
    let ["add" | "count" | "say", amounts @ ..] = &tokens[..] else { return Vec::new() };
    let last = |ends: &[&str]| amounts.iter().rposition(|word| ends.contains(word)).filter(|&at| at > 0);
    let end = last(&["until", "first"]).or_else(|| last(&["up"])).or_else(|| last(&["to"]));
    let goal = tokens.last().copied().unwrap_or_default();
    end.and_then(|end| line(&amounts[..end], goal)).into_iter().collect()
}

/// The counts of `3x2`, if the word is two numbers with such a sign.
fn product(word: &str) -> Option<(&str, &str)> {
    word.split_once(['x', 'X', '\u{d7}']).filter(|(a, b)| is_number(a) && is_number(b))
}

/// The line with each `3x2` in place of heaps of one size; `None` if there is none, or the game is
/// not on heaps.
fn with_products(words: &[String], count_first: bool) -> Option<Vec<String>> {
    let (family, _, used) = named(words).filter(|(family, ..)| family.parameters.is_empty() && !family.has_coins())?;
    let is_plain = grundy_games::read(family.name, &no_lists).is_ok_and(|game| is_on_heaps(&game.rules));
    if !is_plain || !words[used..].iter().any(|word| product(word).is_some()) {
        return None;
    }
    let heaps = words[used..].iter().map(|word| match product(word) {
        Some((count, size)) if count_first => format!("{count}*{size}"),
        Some((size, count)) => format!("{count}*{size}"),
        None => word.clone(),
    });
    Some(words[..used].iter().cloned().chain(heaps).collect())
}

/// `nim 3x3 5`: three heaps of three, whichever number is their count.
pub(super) fn equal_times(words: &[String]) -> Vec<Vec<String>> {
    let is_clear = words.iter().filter_map(|word| product(word)).all(|(a, b)| a == b);
    with_products(words, true).filter(|_| is_clear).into_iter().collect()
}

/// `nim 3x2 5`: three heaps of two, or two heaps of three.
pub(super) fn times(words: &[String]) -> Vec<(Vec<String>, String)> {
    let Some((count, size)) = words.iter().find_map(|word| product(word)) else { return Vec::new() };
    let lines = [(true, format!(" for {count} heaps of {size}")), (false, format!(" for {size} heaps of {count}"))];
    lines.into_iter().filter_map(|(count_first, when)| Some((with_products(words, count_first)?, when))).collect()
}

/// `'take 1, 2 or 3 from 21'`, `'take 1 or 2 from a pile of 21. Who takes the last one loses.'`:
/// the position in the text of the game.
pub(super) fn position_in_text(words: &[String]) -> Vec<Vec<String>> {
    let [text] = words else { return Vec::new() };
    let Some((game, rest)) = text.rsplit_once(" from ") else { return Vec::new() };
    let (position, after) = rest.split_at(rest.find(['.', ',', ';']).unwrap_or(rest.len()));
    let is_said = |word: &&str| ![&IDLE[..], &HEAPS, &["a", "the", "with"]].concat().contains(word);
    let position: Vec<&str> = position.split(' ').filter(is_said).collect();
    // More sizes may follow a comma.
    if game.contains("->") || after.starts_with(',') {
        return Vec::new();
    }
    let after = if after == "." { "" } else { after };
    match position.as_slice() {
        [number] if is_number(number) => vec![vec![format!("{}{after}", game.trim()), (*number).to_owned()]],
        _ => Vec::new(),
    }
}

/// `'There are 21 stones. Players take 1 to 3.'`, `'There are 3 piles of 4, 7 and 9 coins. ..'`:
/// the position in the first clause of a text.
pub(super) fn position_in_opening(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let clauses = [text.split_once([',', '.', ';']), text.split_once(['.', ';'])];
    let lines = clauses.into_iter().flatten().filter_map(|(opening, game)| opened(opening, game.trim()));
    lines.filter(|line| rest.is_empty() || line.ends_with(rest)).take(1).collect()
}

/// Words of a clause that says a position, besides numbers, heaps and what is in them.
const SCENE: [&str; 33] = [
    "from",
    "there",
    "start",
    "starting",
    "begin",
    "beginning",
    "given",
    "with",
    "a",
    "an",
    "the",
    "we",
    "you",
    "they",
    "in",
    "on",
    "is",
    "are",
    "has",
    "have",
    "having",
    "containing",
    "contains",
    "of",
    "and",
    "row",
    "single",
    "one",
    "table",
    "circle",
    "ring",
    "circular",
    "round",
];

/// A game after a clause with its position. A clause with any other word may say something else.
fn opened(opening: &str, game: &str) -> Option<Vec<String>> {
    let tokens: Vec<String> =
        opening.split([' ', ',']).map(str::to_lowercase).filter(|word| !word.is_empty()).collect();
    let is_heaps = |word: &String| HEAPS.contains(&word.as_str());
    let is_thing = |word: &String| THINGS.contains(&word.as_str()) || is_heaps(word);
    let number = |word: &String| grundy_games::in_digits(word).filter(|_| word != "one");
    let is_said = |word: &String| SCENE.contains(&word.as_str()) || is_thing(word) || number(word).is_some();
    if !SCENE.contains(&tokens.first()?.as_str()) || !tokens.iter().all(is_said) || !tokens.iter().any(is_thing) {
        return None;
    }
    let numbers: Vec<String> = tokens.iter().filter_map(number).collect();
    let heaps = tokens.iter().position(is_heaps);
    let sizes: Vec<String> = heaps.iter().flat_map(|&at| tokens[at..].iter().filter_map(number)).collect();
    let is_one = heaps.is_none_or(|at| !tokens[at].ends_with('s'));
    let sizes = match numbers.as_slice() {
        // `two piles of coins` says how many there are.
        [only] if is_one => vec![only.clone()],
        [count, all @ ..] if !is_one && all == sizes && *count == all.len().to_string() => sizes,
        all if !is_one && all.len() > 1 && all == sizes => sizes,
        _ => return None,
    };
    // In a circle the first pin and the last one are neighbours.
    if tokens.iter().any(|word| ["circle", "ring", "circular", "round"].contains(&word.as_str())) {
        let Some(Reworded::Clear(text)) = grundy_games::reworded(game) else { return None };
        let misere = text.strip_prefix("misere ");
        let daisy = Famous::find("kayles on a circle").filter(|_| misere.unwrap_or(&text) == "kayles")?;
        let line = unquoted(&daisy.as_other(&super::numbers(&sizes)?)?);
        return Some(misere.map(|_| "misere".to_owned()).into_iter().chain(line).collect());
    }
    Some([vec![game.to_owned()], sizes].concat())
}

/// `chomp 4/3/1`, `chomp 4-3-1`: the rows of a bar.
pub(super) fn rows_of_a_bar(words: &[String]) -> Vec<Vec<String>> {
    let [name, bar] = words else { return Vec::new() };
    let is_bar = named(std::slice::from_ref(name)).is_some_and(|(family, ..)| family.name == "chomp");
    let rows: Vec<u64> = bar.split(['/', '-']).map(|row| row.parse().ok()).collect::<Option<_>>().unwrap_or_default();
    let falls = rows.is_sorted_by(|upper, lower| upper >= lower);
    match is_bar && rows.len() > 2 && falls {
        true => vec![vec![name.clone(), bar.replace(['/', '-'], ".")]],
        false => Vec::new(),
    }
}
