//! What to type instead of rules that are nearly in the general form: names that nothing binds,
//! recurrences of values, words without their quotes.
//!
//! | what is typed | what is offered |
//! |---|---|
//! | `n -> n-k^2` | `n -> n-k^2 for k in 1..sqrt(n)` |
//! | `a -> b + c where b + c = a` | `a -> b + c for b + c = a where b > 0 and c > 0` |
//! | `n -> n-x for x in [1,3]` | `n -> n-x for x in {1,3}` |
//! | `f(n) = mex(f(n-1), f(n-3))` | `n -> (n-1), n -> (n-3)` |
//! | `ab -> ba` | `"ab" -> "ba"` |

use std::ops::Range;

use grundy_games::{Reworded, no_lists};

/// A rule may lack so many bindings.
const MOST_NAMES: usize = 3;

/// Of the texts with one binding more, so many are looked at again.
const MOST_TEXTS: usize = 6;

/// Rules with names that nothing binds, or with numbers of a name in another form.
pub(super) fn unbound(words: &[String]) -> Vec<Vec<String>> {
    with_bindings(words, Bindings::All)
}

/// Rules whose conditions say which numbers a name stands for: `n -> n-x where x in [1,3]`.
pub(super) fn literal(words: &[String]) -> Vec<Vec<String>> {
    with_bindings(words, Bindings::Said)
}

/// Which bindings of a name are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bindings {
    /// Those that the text says.
    Said,
    /// Likely ones too.
    All,
}

fn with_bindings(words: &[String], which: Bindings) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    if !text.contains("->") {
        return Vec::new();
    }
    let plain = match grundy_games::reworded(text) {
        Some(Reworded::Clear(plain)) => plain,
        _ => text.clone(),
    };
    let plain = in_braces(&with_for(&plain));
    // `n -> n-k^2 for k` does not say which numbers.
    let plain = match plain.rsplit_once(" for ") {
        Some((rule, name)) if is_name(name.trim()) => rule.to_owned(),
        Some((rule, condition)) if condition.contains(['<', '>']) && !condition.contains(" in ") => {
            format!("{rule} where {condition}")
        }
        _ => plain,
    };
    let found = if grundy_games::read(&plain, &no_lists).is_ok() { Some(plain) } else { bound(plain, which) };
    found.filter(|game| game != text).map(|game| [&[game], rest].concat()).into_iter().collect()
}

/// The text with what binds its names; `None` if it is a game with none of the bindings below.
fn bound(text: String, which: Bindings) -> Option<String> {
    let mut texts = vec![text];
    for _ in 0..MOST_NAMES {
        let mut next = Vec::new();
        for text in texts {
            let Err(mistake) = grundy_games::read(&text, &no_lists) else { continue };
            let name = mistake.message.strip_prefix("unbound name `").and_then(|name| name.strip_suffix('`'));
            // A longer word is hardly the name of a number.
            let name = name.filter(|name| name.chars().count() < 3);
            let Some(name) = name.filter(|_| mistake.code == "G012" && mistake.source == text) else { continue };
            for candidate in bindings(&text, mistake.span.start, name, which) {
                match grundy_games::read(&candidate, &no_lists) {
                    Ok(_) => return Some(candidate),
                    Err(_) if next.len() < MOST_TEXTS => next.push(candidate),
                    Err(_) => {}
                }
            }
        }
        texts = next;
    }
    None
}

/// The texts with a binding of this name, the likely ones first.
fn bindings(text: &str, place: usize, name: &str, which: Bindings) -> Vec<String> {
    let clause = clause_of(text, place);
    let own = &text[clause.clone()];
    let with = |steps: String| format!("{}{steps}{}", &text[..clause.start], &text[clause.end..]);
    let Some((heap, to)) = own.split_once("->") else { return Vec::new() };
    let heap = heap.trim();
    let (result, steps) = parts(to);
    let rule = |steps: String| with(format!("{heap} -> {} {steps}", result.trim()));
    let squared = [format!("{name}*{name}"), format!("{name}^")];
    let plain: String = result.chars().filter(|sign| !sign.is_whitespace()).collect();
    let is_power = squared.iter().any(|squared| plain.contains(squared));
    let most = if is_power { format!("sqrt({heap})") } else { heap.to_owned() };
    // The name has a bound that the text need not give only if it is an amount, or a factor of one.
    let taken = plain.trim_matches(['(', ')']).strip_prefix(heap).and_then(|rest| rest.strip_prefix('-'));
    let is_amount = taken.is_some_and(|taken| {
        let factor = taken.strip_suffix(name).map(|factor| factor.trim_end_matches('*'));
        let power = taken.strip_prefix(&squared[1]).and_then(|power| power.parse().ok());
        taken == squared[0]
            || factor.is_some_and(|factor| factor.is_empty() || factor.parse().is_ok_and(|factor: u64| factor > 0))
            || power.is_some_and(|power: u64| power > 1)
    });
    let ends = is_amount.then_some(&*most);
    let mut all: Vec<String> = as_bindings(steps, name, ends).into_iter().map(rule).collect();
    if !is_name(heap) || which == Bindings::Said {
        return all;
    }
    let also = if steps.is_empty() { String::new() } else { format!(" {}", steps.trim()) };
    if let [a, b] = result.split('+').map(str::trim).collect::<Vec<_>>()[..]
        && [a, b].iter().all(|part| is_name(part) && *part != heap)
    {
        let also = also.replacen(" where ", " and ", 1);
        all.push(rule(format!("for {a} + {b} = {heap} where {a} > 0 and {b} > 0{also}")));
    }
    let base = plain.find(&format!("^{name}")).map(|at| {
        let from = plain[..at].rfind(|sign: char| !sign.is_ascii_digit()).map_or(0, |at| at + 1);
        plain[from..at].parse::<u64>().unwrap_or(0)
    });
    let ranges = match base {
        // Of a power that divides, the first one leaves the heap as it is.
        Some(base @ 2..) => {
            let last = i64::MAX.unsigned_abs().ilog(base);
            vec![format!("0..{last}"), format!("1..{last}")]
        }
        _ if is_power => vec![format!("1..{most}")],
        _ => ["1..n", "2..n", "0..n-1", "1..n-1"].map(|range| range.replace('n', heap)).to_vec(),
    };
    all.extend(ranges.iter().map(|range| rule(format!("for {name} in {range}{also}"))));
    all
}

/// Where the clause of this place is, between commas outside of brackets.
fn clause_of(text: &str, place: usize) -> Range<usize> {
    let (mut depth, mut start) = (0_usize, 0);
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 && at > place => return start..at,
            ',' if depth == 0 => start = at + 1 + text[at + 1..].len() - text[at + 1..].trim_start().len(),
            _ => {}
        }
    }
    start..text.len()
}

/// The right side of an arrow, and the steps that follow it.
fn parts(to: &str) -> (&str, &str) {
    let at = [" where ", " with ", " for ", " such that "].into_iter().filter_map(|word| to.find(word)).min();
    to.split_at(at.unwrap_or(to.len()))
}

/// The steps with their first condition as a binding of this name: `where x in {1,3}`, `for 1 <= x
/// <= 3`, `where b + c = a`; and from 1 on or up to `most`, if it is given, `where k >= 1` and
/// `where k < 3`. None if it is none, or if more steps follow.
fn as_bindings(steps: &str, name: &str, most: Option<&str>) -> Vec<String> {
    let steps = steps.trim().replace('\u{2264}', "<=");
    let opening = ["where ", "with ", "for ", "such that "].into_iter().find_map(|word| steps.strip_prefix(word));
    let more = [" where ", " for ", " with ", " such that ", " or "];
    let Some(condition) = opening.filter(|own| !more.iter().any(|step| own.contains(step))) else { return Vec::new() };
    let (first, rest) = match condition.split_once(" and ") {
        Some((first, rest)) => (first.trim(), Some(rest.trim())),
        None => (condition.trim(), None),
    };
    let also = rest.map_or_else(String::new, |rest| format!(" where {rest}"));
    if let Some(values) = first.strip_prefix(name).and_then(|values| values.trim_start().strip_prefix("in ")) {
        return vec![format!("for {name} in {}{also}", values.trim())];
    }
    let is_number = |text: &str| !text.contains(['<', '>', '=', '!', ',']);
    if let [low, middle, high] = first.split('<').collect::<Vec<_>>()[..]
        && middle.trim_start_matches('=').trim() == name
        && is_number(low)
        && is_number(high.trim_start_matches('='))
    {
        let low = if middle.starts_with('=') { low.trim().to_owned() } else { format!("{}+1", low.trim()) };
        let high = match high.strip_prefix('=') {
            Some(high) => high.trim().to_owned(),
            None => format!("{}-1", high.trim()),
        };
        return vec![format!("for {name} in {low}..{high}{also}")];
    }
    if let Some((sign, limit)) = first.strip_prefix(name).and_then(|limit| limit.trim_start().split_at_checked(1))
        && ["<", ">"].contains(&sign)
    {
        let (limit, is_strict) = limit.strip_prefix('=').map_or((limit.trim(), true), |limit| (limit.trim(), false));
        let Some(most) = most.filter(|_| is_number(limit)) else { return Vec::new() };
        let range = match (sign, is_strict) {
            (">", true) => format!("{limit}+1..{most}"),
            (">", false) => format!("{limit}..{most}"),
            (_, true) => format!("1..{limit}-1"),
            (_, false) => format!("1..{limit}"),
        };
        return vec![format!("for {name} in {range}{also}")];
    }
    let Some((left, right)) = first.split_once('=') else { return Vec::new() };
    let names = |sum: &str| -> Option<Vec<String>> {
        let names: Vec<String> = sum.split('+').map(|name| name.trim().to_owned()).collect();
        (names.len() > 1 && names.iter().all(|own| is_name(own)) && names.iter().any(|own| own == name))
            .then_some(names)
    };
    let Some((names, whole)) =
        names(left).map(|names| (names, right)).or_else(|| names(right).map(|names| (names, left)))
    else {
        return Vec::new();
    };
    let sum = format!("for {} = {}", names.join(" + "), whole.trim());
    let positive = names.iter().map(|name| format!("{name} > 0")).collect::<Vec<_>>().join(" and ");
    let rest = rest.map_or_else(String::new, |rest| format!(" and {rest}"));
    vec![format!("{sum}{also}"), format!("{sum} where {positive}{rest}")]
}

/// `n -> n-k, k in {1,4}`, `n -> n-k (k = 1, 4)`: the numbers of a name, with `for`.
fn with_for(text: &str) -> String {
    let places = |sign| text.match_indices(sign).map(|(at, _)| at);
    let with = |at: usize| {
        let (rule, values) = (&text[..at], &text[at + 2..]);
        let (name, numbers) = values.split_once(" in ").or_else(|| values.split_once('='))?;
        let (name, numbers) = (name.trim(), numbers.trim_matches(['{', '}', '[', ']', '(', ')', ' ']));
        let is_list = !numbers.is_empty() && numbers.chars().all(|sign| sign.is_ascii_digit() || ", .".contains(sign));
        let is_used = rule.split(|sign: char| !sign.is_ascii_alphanumeric()).any(|word| word.ends_with(name));
        let is_whole = name.len() == 1 && is_name(name) && is_list && rule.contains("->") && is_used;
        let numbers = if numbers.contains("..") { numbers.to_owned() } else { format!("{{{numbers}}}") };
        is_whole.then(|| format!("{rule} for {name} in {numbers}"))
    };
    places(", ").chain(places(" (")).find_map(with).unwrap_or_else(|| text.to_owned())
}

/// The text with the numbers of each name in braces: `for x in [1, 3]`, `for x in 1, 3`.
fn in_braces(text: &str) -> String {
    let mut whole = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" in ").map(|at| at + 4) {
        whole.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = rest.find(|sign: char| !(sign.is_ascii_digit() || "[(]), ".contains(sign))).unwrap_or(rest.len());
        let set = rest[..length].trim_end().trim_end_matches(',');
        let numbers: Vec<&str> =
            set.split([',', ' ', '[', ']', '(', ')']).filter(|number| !number.is_empty()).collect();
        if numbers.len() > 1 {
            whole.push_str(&format!("{{{}}}", numbers.join(",")));
            rest = &rest[set.len()..];
        }
    }
    whole + rest
}

/// `f(n) = mex(f(n-1), f(n-2))`: the arguments of the values are the heaps that moves leave.
pub(super) fn recurrence(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let found = || {
        let (left, right) = text.split_once('=')?;
        let (name, heap) = left.trim().strip_suffix(')')?.split_once('(')?;
        let set = right.trim().strip_prefix("mex")?.trim();
        let inner = set.strip_prefix(['(', '{', '[']).and_then(|set| set.strip_suffix([')', '}', ']']))?;
        let inner = inner.trim().trim_start_matches('{').trim_end_matches('}');
        let (values, steps) = parts(inner);
        let mut moves = Vec::new();
        let mut from = 0;
        while from < values.len() {
            let end = clause_of(values, from).end;
            let sum = values[from..end].replace(" xor ", " ^ ").replace('\u{2295}', "^");
            let heaps = sum.split('^').map(|value| {
                let argument = value.trim().strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
                Some(format!("({argument})"))
            });
            moves.push(format!("{heap} -> {}{steps}", heaps.collect::<Option<Vec<String>>>()?.join(" + ")));
            from = end + 1;
        }
        Some(moves.join(", "))
    };
    let line = |game: String| [&[game], rest].concat();
    found().map(line).into_iter().collect()
}

/// Whether the words after a text are a position in letters.
fn in_letters(rest: &[String]) -> bool {
    rest.iter().any(|word| is_word(word.trim_matches(['(', ')'])))
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(char::is_alphabetic)
}

/// A word in quotes, or what stands for none.
fn in_quotes(word: &str) -> Option<String> {
    match word.trim() {
        "" | "empty" | "nothing" | "\u{3b5}" | "\u{3bb}" | "\"\"" => Some("\"\"".to_owned()),
        word if is_word(word) => Some(format!("\"{word}\"")),
        word => Some(word.to_owned()).filter(|word| word.starts_with('"') && word.ends_with('"')),
    }
}

/// `ab -> ba`: words without their quotes, before a position in letters.
pub(super) fn quoted(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let rule = |rule: &str| {
        let (from, to) = rule.split_once("->")?;
        Some(format!("{} -> {}", in_quotes(from)?, in_quotes(to)?))
    };
    let rules = text.split(',').map(rule).collect::<Option<Vec<String>>>().filter(|_| in_letters(rest));
    rules.map(|rules| [&[rules.join(", ")], rest].concat()).into_iter().collect()
}

/// `replace ab with b`, `change a to b`: words without their quotes, before a position in letters.
pub(super) fn replaced(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let tokens: Vec<&str> = text.split_whitespace().collect();
    match tokens[..] {
        ["replace" | "change" | "turn" | "rewrite" | "substitute", from, "with" | "by" | "to" | "into", to]
            if in_letters(rest) && [from, to].iter().all(|word| word.len() == 1 || !ARTICLES.contains(word)) =>
        {
            quoted(&[&[format!("{from} -> {to}")], rest].concat())
        }
        // `replace n by n/2 or n/3`.
        ["replace" | "change", heap, "with" | "by", ..] if is_name(heap) && heap.len() == 1 && !in_letters(rest) => {
            let line = [&[format!("{heap} -> {}", tokens[3..].join(" "))], rest].concat();
            [vec![line.clone()], super::slips::arrows(&line)].concat()
        }
        _ => Vec::new(),
    }
}

/// Words that are no letters of a rule.
const ARTICLES: [&str; 6] = ["an", "the", "any", "letter", "word", "one"];

/// `n - k for k in range(1,4)`, `lambda n: n-1`, `n -> n-1 if n > 3 else n-2`: as Python writes it.
pub(super) fn as_python(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let rule = || {
        let text = match text.trim().strip_prefix("lambda ").and_then(|text| text.split_once(':')) {
            Some((heap, result)) => {
                let result = result.trim();
                let list = result.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
                format!("{} -> {}", heap.trim(), list.unwrap_or(result))
            }
            None if !text.contains("->") => {
                let heap = text.split([' ', '-', '/']).next().filter(|heap| is_name(heap) && heap.len() == 1)?;
                text[heap.len()..].trim_start().starts_with(['-', '/']).then(|| format!("{heap} -> {text}"))?
            }
            None => text.clone(),
        };
        let text = without_range(&text).replace("//", "/").replace("==", "=");
        let (heap, cases) = text.split_once("->").filter(|(_, cases)| !cases.contains("->"))?;
        let text = match cases.split_once(" else ").and_then(|(first, other)| Some((first.split_once(" if ")?, other)))
        {
            // Of what a condition in the last case is about is not clear.
            Some((_, other)) if other.contains(" where ") || other.contains(" for ") => return None,
            Some(((first, condition), other)) => {
                format!("{heap}->{first} where {condition}, {heap}-> {other} where not ({condition})")
            }
            None => text.clone(),
        };
        Some(text)
    };
    let game = rule().filter(|game| game != text);
    let line = game.map(|game| [&[game], rest].concat());
    line.into_iter().flat_map(|line| [super::slips::arrows(&line), vec![line]].concat()).collect()
}

/// The text with `1..4-1` for `range(1,4)`.
fn without_range(text: &str) -> String {
    let Some((before, after)) = text.split_once("range(") else { return text.to_owned() };
    let mut depth = 1_usize;
    let end = after.find(|sign| {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some((inner, rest)) = end.map(|end| (&after[..end], &after[end + 1..])) else { return text.to_owned() };
    let (low, high) = inner.split_once(',').unwrap_or(("0", inner));
    let end = match high.trim().parse::<u64>().ok().and_then(|high| high.checked_sub(1)) {
        Some(end) => end.to_string(),
        None => high.trim().strip_suffix("+1").map_or_else(|| format!("{}-1", high.trim()), str::to_owned),
    };
    format!("{before}{}..{end}{rest}", low.trim())
}

/// `delete ab or ba`: words without their quotes, before a position in letters.
pub(super) fn letters(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let moves = || {
        let (board, moves) = match text.split_once(':') {
            Some((board @ ("row" | "ring" | "string" | "bag"), moves)) => (board, moves.trim_start()),
            _ => ("", text.as_str()),
        };
        let board = match board {
            "" => String::new(),
            "string" => "row: ".to_owned(),
            board => format!("{board}: "),
        };
        let (verb, all) = moves.split_once(' ')?;
        let verb = match verb.to_lowercase().as_str() {
            "cut" => "cut",
            "take" | "remove" | "delete" | "erase" => "take",
            _ => return None,
        };
        let all: Vec<&str> = all.split(" or ").flat_map(|part| part.split(", ")).collect();
        let is_plain =
            all.iter().all(|word| is_word(word) && !["letter", "word", "palindrome", "a", "any"].contains(word));
        let all: Option<Vec<String>> = all.into_iter().map(in_quotes).collect();
        is_plain.then(|| Some(format!("{board}{verb} {}", all?.join(" or "))))?
    };
    // `take duplicates` is about no letters.
    let has_letters = |game: &String| {
        let said = game.split('"').skip(1).step_by(2).flat_map(str::chars);
        said.into_iter().all(|letter| rest.iter().any(|word| word.contains(letter)))
    };
    moves()
        .filter(|game| in_letters(rest) && has_letters(game))
        .map(|game| [&[game], rest].concat())
        .into_iter()
        .collect()
}

/// Whether a text is a name.
fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|sign| sign.is_alphanumeric() || sign == '_')
}
