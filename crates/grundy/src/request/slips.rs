//! Slips about games and boards, with the lines that may have been meant.
//!
//! Each takes the words of a line, and returns lines that are yet to be read: [`ways`](super::ways)
//! decides which of them stand.

use grundy_games::{Family, Reworded, no_lists};

use super::{
    named,
    ways::{MOST_UNQUOTED, is_number, is_on_heaps},
};

/// Words before a game that needs none; some programs have classes of games.
const BOARDS: [&str; 9] = ["word", "words", "string", "heap", "pile", "game", "the", "heapgame", "octalgame"];

/// `word 'take letter' hello`: a kind of board before a game that needs none.
pub(super) fn board_in_front(words: &[String]) -> Vec<Vec<String>> {
    match words {
        [board, rest @ ..] if BOARDS.contains(&&*board.to_lowercase()) => {
            vec![rest.to_vec()]
        }
        _ => Vec::new(),
    }
}

/// `'tkae 1 or 2' 7`: the verb of a move with one slip of the hand.
pub(super) fn misspelt_verb(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let Some((verb, moves)) = text.split_once(' ') else { return Vec::new() };
    let is_near = |own: &&str| verb.len() > 3 && grundy_games::nearest(verb, &[*own]).is_some() && verb != *own;
    let verbs = ["take", "remove", "split", "subtract", "delete"];
    verbs.iter().filter(|own| is_near(own)).map(|own| [&[format!("{own} {moves}")], rest].concat()).collect()
}

/// `take 1..3 21`, `take 1 or 2 21`: a game without its quotes before one number, where no number
/// of it can be a heap.
pub(super) fn unquoted(words: &[String]) -> Vec<Vec<String>> {
    let [game @ .., before, last, heap] = words else { return Vec::new() };
    let says_more = ["or", "most", "to", "least", "and"].contains(&before.as_str());
    // A code is a word of its own.
    let is_code = words[0].starts_with("octal") || words[0].starts_with("hex");
    let is_whole = !is_code && (!is_number(last) || says_more && !game.is_empty());
    let text = [game, &[before.clone(), last.clone()]].concat().join(" ");
    match is_number(heap) && is_whole && words.len() < MOST_UNQUOTED && text.contains(' ') && !text.contains("->") {
        true => {
            let plain = match grundy_games::reworded(&text) {
                Some(Reworded::Clear(plain)) => plain,
                _ => text,
            };
            vec![vec![plain, heap.clone()]]
        }
        false => Vec::new(),
    }
}

/// `nim=3,4,5`, `kayles3 4`, `kayles n=11`: a name and its sizes without a blank, or with a sign.
pub(super) fn glued(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let sign = first.find(|sign: char| sign.is_ascii_digit() || "=:".contains(sign)).filter(|_| !first.contains(' '));
    let Some(at) = sign else {
        let size = |word: &String| {
            // `heaps=3` may be their number.
            let is_size = |name: &str, of: &str| {
                ["n", "N", "heap", "size"].contains(&name) || ["heaps", "sizes"].contains(&name) && of.contains(',')
            };
            let size = word.split_once('=').filter(|(name, of)| is_size(name, of));
            size.map_or_else(|| word.clone(), |(_, size)| size.to_owned())
        };
        let line: Vec<String> = [first.clone()].into_iter().chain(rest.iter().map(size)).collect();
        let many = rest.iter().filter(|word| word.contains('=')).count();
        return if line == words || many > 1 { Vec::new() } else { vec![line] };
    };
    let (name, sizes) = first.split_at(at);
    // `take1,2,3` is a move without its blank.
    if name == "take" && sizes.starts_with(|sign: char| sign.is_ascii_digit()) {
        return vec![[&[format!("take {sizes}")], rest].concat()];
    }
    // `nim3 4 5` may be Moore's game, which is written so too.
    let moore = [&["nimk".to_owned(), format!("k={sizes}")], rest].concat();
    let is_either = name.eq_ignore_ascii_case("nim") && is_number(sizes) && !rest.is_empty();
    let sizes = sizes.trim_start_matches(['=', ':', ' ']);
    match Family::find(name).is_some_and(|family| family.parameters.is_empty()) && !sizes.is_empty() {
        true => {
            let line = [&[name.to_owned(), sizes.to_owned()], rest].concat();
            std::iter::once(line).chain(is_either.then_some(moore)).collect()
        }
        false => Vec::new(),
    }
}

/// `nim 3 kayles 5`, `kayles 5 and nim 3`, `'kayles 5 & nim 2'`, `nim 4 wythoff 3 5`: a sum of two
/// games. Several numbers are as many heaps, or the sizes of one.
pub(super) fn two_games(words: &[String]) -> Vec<Vec<String>> {
    let tokens: Vec<String> = words.iter().flat_map(|word| word.split_whitespace()).map(str::to_owned).collect();
    if tokens.len() > MOST_UNQUOTED {
        return Vec::new();
    }
    let words = match tokens.first() {
        Some(sum) if sum == "sum" => &tokens[1..],
        _ => &tokens,
    };
    let second = (2..words.len().saturating_sub(1)).find(|&at| named(&words[at..]).is_some());
    let Some(at) = second else { return Vec::new() };
    let with_signs = |part: &[String]| {
        let used = part.iter().take_while(|word| !is_number(word)).count();
        let heaps = part[used..].iter().map(String::as_str).filter(|word| !["+", "&", "and", "plus"].contains(word));
        let is_plain = named(part).is_none()
            || grundy_games::read(&part[..used].join(" "), &no_lists).is_ok_and(|game| is_on_heaps(&game.rules));
        let between = if is_plain { " + " } else { " " };
        format!("{} {}", part[..used].join(" "), heaps.collect::<Vec<_>>().join(between))
    };
    vec![vec![format!("{} + {}", with_signs(&words[..at]), with_signs(&words[at..]))]]
}

/// `arc-kayles 0-1 1-2`: edges without their braces.
pub(super) fn edges(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let position = rest.join(" ");
    let is_edge = |edge: &str| edge.split_once(['-', '<']).is_some_and(|(a, b)| !a.is_empty() && !b.is_empty());
    let edges: Vec<&str> = position.split([' ', ',']).filter(|edge| !edge.is_empty()).collect();
    match !edges.is_empty() && edges.iter().all(|edge| is_edge(edge)) {
        true => vec![vec![first.clone(), format!("{{{}}}", edges.join(" "))]],
        false => Vec::new(),
    }
}

/// `green-hackenbush '0-1 1-2'`: edges without their braces and without their ground.
pub(super) fn grounded(words: &[String]) -> Vec<Vec<String>> {
    edges(words).iter().flat_map(|line| groundless(line)).collect()
}

/// `nim(3,4,5)`, `kayles(5) + nim(2, 3)`.
pub(super) fn called_as_functions(words: &[String]) -> Vec<Vec<String>> {
    let text = words.join(" ");
    let term = |term: &str| -> Option<Vec<String>> {
        let (name, numbers) = term.trim().strip_suffix(')')?.split_once('(')?;
        let numbers = numbers.trim_matches(['[', ']', '{', '}', '(', ')', ' ']).split(',');
        let numbers: Vec<String> = numbers.map(|number| number.trim().to_owned()).collect();
        let is_named = Family::find(name.trim()).is_some() && numbers.iter().all(|number| is_number(number));
        is_named.then(|| [vec![name.trim().to_owned()], numbers].concat())
    };
    let text = text.replace(" ^ ", "+").replace(" xor ", "+");
    let terms: Option<Vec<Vec<String>>> = text.split('+').map(term).collect();
    match terms.as_deref() {
        None => Vec::new(),
        Some([alone]) => vec![alone.clone()],
        Some(terms) => {
            let heaps = terms.iter().flat_map(|term| term[1..].iter().map(|size| format!("{} {size}", term[0])));
            vec![vec![heaps.collect::<Vec<_>>().join(" + ")]]
        }
    }
}

/// `'(x,y) -> (x-1,y), (x,y) -> (x,y-1)' 3 4`: heaps of several sizes have the name of a kind.
pub(super) fn nameless_kind(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    match text.starts_with('(') && text.contains("->") && !text.contains(|sign: char| sign.is_ascii_uppercase()) {
        true => {
            let line = [&[text.replace('(', "W(")], rest].concat();
            [vec![line.clone()], arrows(&line)].concat()
        }
        false => Vec::new(),
    }
}

/// `green-hackenbush '{g-a g-b}'`: a graph without its ground.
pub(super) fn groundless(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let position = rest.join(" ");
    let Some(edges) = position.strip_prefix('{').and_then(|edges| edges.strip_suffix('}')) else { return Vec::new() };
    let ends = || edges.split([' ', ',']).filter_map(|edge| edge.split_once('-')).flat_map(|(a, b)| [a, b]);
    let ground = ends().find(|end| ["g", "ground", "0"].contains(end)).or_else(|| ends().next());
    ground.map(|ground| vec![first.clone(), format!("{position} on {ground}")]).into_iter().collect()
}

/// `'take divisor' 12`: the whole heap divides itself too, so it is left out.
pub(super) fn divisor(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let end = ["take a divisor", "take divisors", "take divisor", "take a factor"]
        .into_iter()
        .find_map(|said| text.strip_prefix(said));
    end.map(|end| [&[format!("take a proper divisor{end}")], rest].concat()).into_iter().collect()
}

/// `cram 5 6`, `cram 3`, `node-kayles 3X4`: the sides of a board; `chomp 8 8 8`: the rows of a bar.
pub(super) fn sides(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let is_board = named(words).is_some_and(|(family, ..)| {
        family.game.starts_with("graph:") || family.example.split_once('x').is_some_and(|(rows, _)| is_number(rows))
    });
    match rest {
        [_, _, _, ..] if first.eq_ignore_ascii_case("chomp") && rest.iter().all(|row| is_number(row)) => {
            vec![vec![first.clone(), rest.join(".")]]
        }
        [a, b] if is_board && is_number(a) && is_number(b) => vec![vec![first.clone(), format!("{a}x{b}")]],
        [a, by, b] if is_board && is_number(a) && is_number(b) && ["x", "X", "by", "*", "times"].contains(&&**by) => {
            vec![vec![first.clone(), format!("{a}x{b}")]]
        }
        [word]
            if is_board
                && let Some((a, b)) = word.split_once('*').or_else(|| word.split_once("by"))
                && is_number(a)
                && is_number(b) =>
        {
            vec![vec![first.clone(), format!("{a}x{b}")]]
        }
        [word] if word.contains('X') => vec![vec![first.clone(), word.replace('X', "x")]],
        _ => Vec::new(),
    }
}

/// `cram 3`: a board with equal sides.
pub(super) fn square_board(words: &[String]) -> Vec<Vec<String>> {
    match words {
        [name, side] if is_number(side) => sides(&[name.clone(), side.clone(), side.clone()]),
        _ => Vec::new(),
    }
}

/// More stalks of one length are not written out.
const MOST_STALKS: usize = 64;

/// Whether the words are lengths of stalks and nothing else: `hackenbush '3 stalks of 3, 4 and 5'`.
pub(super) fn are_stalks(words: &[String]) -> bool {
    let is_stalk = |stalk: &String| stalk.contains(|digit| digit != '0');
    words.first().is_some_and(|first| first.eq_ignore_ascii_case("hackenbush"))
        && (words.len() == 1 || lengths(&words[1..].join(" ")).is_some_and(|stalks| stalks.iter().all(is_stalk)))
}

/// The lengths of stalks; `None` for other words.
fn lengths(position: &str) -> Option<Vec<String>> {
    let pieces: Option<Vec<Vec<String>>> = position.split('+').map(lengths_of).collect();
    pieces.map(|pieces| pieces.concat())
}

/// The lengths of stalks in a piece without a sum: `3 4`, `stalks of length 3 and 4`, and as many
/// as are counted: `3 stalks of 4`, `2 stalks, each of 3`.
fn lengths_of(piece: &str) -> Option<Vec<String>> {
    const SIZES: &[&str] = &["length", "lengths", "height", "heights", "size", "sizes"];
    const STALKS: &[&str] = &["stalk", "stalks"];
    let tokens: Vec<&str> = piece.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let after = |rest: &mut &[&str], words: &[&str]| {
        let found = rest.first().is_some_and(|word| words.contains(word));
        *rest = &rest[usize::from(found)..];
        found
    };
    let mut rest = &tokens[..];
    let counted = matches!(rest, [count, stalks, ..] if is_number(count) && STALKS.contains(stalks));
    let count = if counted { Some(rest[0].parse::<usize>().ok()?) } else { None };
    rest = if counted { &rest[1..] } else { rest };
    if after(&mut rest, STALKS) {
        let each = after(&mut rest, &["each"]);
        // Without a word between, a count is not told from a length.
        if !after(&mut rest, &["of", "with"]) && (counted || each) {
            return None;
        }
        after(&mut rest, &["each"]);
        after(&mut rest, SIZES);
        while let [lengths @ .., "edges" | "each"] = rest {
            rest = lengths;
        }
    }
    let length = |stalk: &&str| match is_number(stalk) {
        true => Some((*stalk).to_owned()),
        false => stalk.chars().all(|edge| "gG".contains(edge)).then(|| stalk.len().to_string()),
    };
    let lengths: Vec<String> = rest.iter().filter(|word| **word != "and").map(length).collect::<Option<_>>()?;
    match (count, lengths.as_slice()) {
        (Some(count @ 1..=MOST_STALKS), [one]) => Some(vec![one.clone(); count]),
        (Some(count), all) => (!all.is_empty() && count == all.len()).then_some(lengths),
        (None, all) => (!all.is_empty()).then_some(lengths),
    }
}

/// Stalks of Hackenbush are heaps of Nim, and its trees are graphs.
pub(super) fn hackenbush(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let name = first.to_lowercase().replace(' ', "-");
    if !["hackenbush", "green-hackenbush"].contains(&name.as_str()) {
        return Vec::new();
    }
    let position = rest.join(" ");
    if let Some(lengths) = lengths(&position) {
        return vec![[vec!["nim".to_owned()], lengths].concat()];
    }
    let is_clear = |line: &Vec<String>| [" on g", " on ground", " on 0"].iter().any(|on| line[1].ends_with(on));
    let mut grounded = grounded_edges(words);
    grounded.retain(is_clear);
    match name.as_str() {
        "hackenbush" if position.starts_with("tree [") => vec![vec![GREEN.to_owned(), position + " on 0"]],
        "hackenbush" => grounded,
        _ => Vec::new(),
    }
}

/// The game of Hackenbush on graphs.
const GREEN: &str = "green-hackenbush";

/// `hackenbush 'tree 1-2 1-3'`: edges on a ground, which may be their first vertex.
pub(super) fn grounded_edges(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let position = rest.join(" ");
    let drawn = ["tree ", "graph "].into_iter().find_map(|word| position.strip_prefix(word)).unwrap_or(&position);
    let line = vec![GREEN.to_owned(), drawn.to_owned()];
    match first.eq_ignore_ascii_case("hackenbush") {
        true if drawn.starts_with('{') && drawn.contains('-') => groundless(&line),
        true => edges(&line).iter().flat_map(|line| groundless(line)).collect(),
        false => Vec::new(),
    }
}

/// `'take 1 from every heap or from one heap' 3 4`: moves on several piles at once are a board of
/// their own.
pub(super) fn several_piles(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    let tokens: Vec<&str> = text.split([' ', ',', '.']).collect();
    let heaps = ["heap", "heaps", "pile", "piles"];
    let is_several = |pair: &[&str]| ["every", "each", "all"].contains(&pair[0]) && heaps.contains(&pair[1]);
    let Some((verb, moves)) = text.split_once(' ').filter(|_| tokens.windows(2).any(is_several)) else {
        return Vec::new();
    };
    // `or from` has the amount of the first move.
    let amount = moves.split(" from ").next().unwrap_or_default();
    let mut all: Vec<String> = Vec::new();
    for part in moves.split(" or ").map(|part| part.trim_end_matches([',', '.'])) {
        match all.last_mut().filter(|last| !last.contains(" from ")) {
            Some(last) => *last = format!("{last} or {part}"),
            None if part.starts_with("from ") => all.push(format!("{verb} {amount} {part}")),
            None => all.push(format!("{verb} {}", part.strip_prefix(verb).unwrap_or(part).trim_start())),
        }
    }
    let text = format!("piles: {}", all.join(", "));
    let plain = match grundy_games::reworded(&text) {
        Some(Reworded::Clear(plain)) => plain,
        _ => text,
    };
    vec![[&[plain], rest].concat()]
}

/// `geography '{a-b b-c}'`: a graph without the vertex of its token, which may be the first one.
pub(super) fn without_token(words: &[String]) -> Vec<Vec<String>> {
    let Some((family, _, used)) = named(words).filter(|(family, ..)| family.game.starts_with("token:")) else {
        return Vec::new();
    };
    let position = words[used..].join(" ");
    if position.is_empty() || position.contains(" from ") {
        return Vec::new();
    }
    let first = position.strip_prefix('{').and_then(|edges| edges.split(['-', '>', ' ', ',', '}']).next());
    vec![vec![family.name.to_owned(), format!("{position} from {}", first.unwrap_or("0"))]]
}

/// The heaps of a game with `^` between them.
fn between_carets(words: &[String]) -> Option<(&[String], Vec<String>, bool)> {
    let (family, _, used) = named(words)?;
    let position = words[used..].join(" ");
    // A sign without blanks may be a power, so that the heaps are those between signs with blanks.
    let apart = position.contains(" ^ ");
    let heaps = position.split(if apart { " ^ " } else { "^" }).map(|heap| heap.trim().to_owned());
    let heaps: Vec<String> = heaps.collect();
    let is_plain = grundy_games::read(family.name, &no_lists).is_ok_and(|game| is_on_heaps(&game.rules));
    let is_whole = is_plain && heaps.len() > 1 && heaps.iter().all(|heap| is_number(heap));
    is_whole.then_some((&words[..used], heaps, apart))
}

/// `nim 1 ^ 2 ^ 3`: of several signs apart none is a power.
pub(super) fn carets(words: &[String]) -> Vec<Vec<String>> {
    match between_carets(words) {
        Some((game, heaps, true)) if heaps.len() > 2 => vec![[game, &heaps[..]].concat()],
        _ => Vec::new(),
    }
}

/// `nim 3 ^ 5`: the sum of two heaps, or a power.
pub(super) fn caret_or_power(words: &[String]) -> Vec<Vec<String>> {
    match between_carets(words) {
        Some((game, heaps, true)) if heaps.len() == 2 => {
            vec![[game, &heaps[..]].concat(), [game, &[heaps.join("^")][..]].concat()]
        }
        Some((game, heaps, false)) => vec![[game, &heaps[..]].concat()],
        _ => Vec::new(),
    }
}

/// `euclids 25 7`, `wythoff's game 3 5`: the name of a game with an s too many.
pub(super) fn plural(words: &[String]) -> Vec<Vec<String>> {
    let [first, rest @ ..] = words else { return Vec::new() };
    let name = first.trim_end_matches(" game").trim_end_matches("-game");
    let name = ["'s", "\u{2019}s", "s"].into_iter().find_map(|end| name.strip_suffix(end));
    // `dawsons` may be Dawson's Kayles.
    let is_named = |name: &&str| {
        name.chars().all(char::is_alphabetic)
            && Family::find(first).is_none()
            && Family::find(name).is_some()
            && !super::AMBIGUOUS.iter().any(|(own, _)| own.eq_ignore_ascii_case(name))
    };
    name.filter(is_named).map(|name| [&[name.to_owned()], rest].concat()).into_iter().collect()
}

/// `turning-turtles HH + nim 3`.
pub(super) fn sum_in_quotes(words: &[String]) -> Vec<Vec<String>> {
    match words.len() > 1 && words.iter().any(|word| word == "+") {
        true => vec![vec![words.join(" ")]],
        false => Vec::new(),
    }
}

/// `a -> a-1, a-3`, `a -> a-1 or a-3`, `a -> {a-1, a-3}`: each arrow in full.
pub(super) fn arrows(words: &[String]) -> Vec<Vec<String>> {
    let [text, rest @ ..] = words else { return Vec::new() };
    // In a rule of words the signs are letters and cuts.
    if text.contains('"') {
        return Vec::new();
    }
    let text = text.replace("- >", "->");
    if text.matches("->").count() > 1 {
        let line = [&[text.replace([';', '|'], ",").replace(" or ", ", ")], rest].concat();
        return if line == words { Vec::new() } else { vec![line] };
    }
    let Some((from, moves)) = text.split_once("->") else { return Vec::new() };
    let bare = moves.trim();
    let set = bare.strip_prefix('{').and_then(|set| set.strip_suffix('}')).filter(|set| !set.contains(['{', '}']));
    let moves = set.unwrap_or(bare).replace(" or ", ", ");
    let mut depth = 0_usize;
    let ends = |sign: char| {
        match sign {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && [',', '|', ';'].contains(&sign)
    };
    let moves: Vec<&str> = moves.split(ends).map(str::trim).collect();
    // Another move may stand before the arrow.
    let is_size = from.contains('(') || !from.trim().contains([' ', ',']);
    if !is_size || moves.len() < 2 || moves.iter().any(|to| to.is_empty() || to.contains("->")) {
        return Vec::new();
    }
    let game: Vec<String> = moves.iter().map(|to| format!("{} -> {to}", from.trim())).collect();
    vec![[&[game.join(", ")], rest].concat()]
}
