//! The `token` board, and its positions: a graph as for `graph`, or arcs, and the vertex of the
//! token.
//!
//! `grid 5x6 from 0`, `..#/... from 3`, `path 20 from 4`, `{a-b b-c} from a`, `{a>b b>c} from a`,
//! `in "cities.csv" from Paris`. Vertices of generators and places of boards are numbered from 0,
//! row by row.

use std::{borrow::Cow, sync::Arc};

use crate::{
    Component, Graph, Labels, Map, Once, Ruleset, StonesRules, Token, TokenRules,
    boards::graph::{
        edges::{self, few, single},
        read::{GENERATORS, drawn, generator, places, sides, widest},
    },
    text::{
        cursor::Cursor,
        diagnostic::Diagnostic,
        reader::{Reader, example},
        spelling::nearest,
    },
};

/// The most names that are compared with a misspelt one.
const MOST_COMPARED: usize = 10_000;

/// Reads the move of a `token:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    cursor.expect_word("move")?;
    cursor.expect_word("along")?;
    let new = cursor.eat_word("new");
    let Some(edge) = cursor.eat_any(&["edge", "arc"]) else {
        return Err(cursor.expected("`edge` or `arc`", &["edge", "arc", "new"]));
    };
    let one_way = edge == "arc";
    if !new && !cursor.eat_words(&["to", "new", "vertex"]) {
        let help = format!("write `move along {edge} to new vertex`, or `move along new {edge}`: play must end");
        return Err(cursor.expected_or("`to new vertex`", &["to"], help));
    }
    Ok(Ruleset::Token(TokenRules { one_way, once: if new { Once::Edge } else { Once::Vertex } }))
}

/// Reads a position of a `token`.
pub(crate) fn component(
    reader: &mut Reader<'_>,
    rules: TokenRules,
    ruleset: &Ruleset,
) -> Result<Component, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    let map = map(reader, rules, ruleset)?;
    few(u64::from(map.graph().vertices()).max(map.graph().edges().len() as u64), start..reader.at, ruleset)?;
    let words = TokenWords { keyword: "from", missing: "missing vertex of the token", question: "where is the token?" };
    let at = place(reader, start, &words, &vertices(&map), ruleset)?;
    Ok(Component::Token(Token::on(Arc::new(map), at)))
}

/// What a position says of a vertex of its graph.
pub(crate) struct TokenWords {
    /// The word before the name of the vertex.
    pub keyword: &'static str,
    /// The message if that word is missing.
    pub missing: &'static str,
    /// The label of each message.
    pub question: &'static str,
}

/// Returns the names of the vertices.
pub(crate) fn vertices(map: &Map) -> Cow<'_, Labels> {
    map.names().map_or_else(|| Cow::Owned(Labels::numbers(map.graph().vertices())), Cow::Borrowed)
}

/// Reads the keyword and one of these names, and returns the place of the name. The graph began at
/// `start`.
pub(crate) fn place(
    reader: &mut Reader<'_>,
    start: usize,
    words: &TokenWords,
    names: &Labels,
    ruleset: &Ruleset,
) -> Result<u32, Diagnostic> {
    reader.blanks();
    let place = reader.at;
    let nowhere = |span, message: String| Diagnostic::new("G047", span, message).label(words.question);
    if !reader.rest().strip_prefix(words.keyword).is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
        return Err(nowhere(start..place, words.missing.into()).help(example(ruleset)));
    }
    reader.at += words.keyword.len();
    reader.blanks();
    let from = reader.at;
    let length =
        reader.rest().find(|sign: char| !(sign.is_alphanumeric() || sign == '_')).unwrap_or(reader.rest().len());
    let name = reader.rest()[..length].to_owned();
    reader.at += length;
    if let Some((at, _)) = (0..).zip(names.iter()).find(|(_, known)| **known == name) {
        return Ok(at);
    }
    let mut known: Vec<&str> = names.iter().collect();
    known.sort_unstable();
    known.truncate(MOST_COMPARED);
    let count = names.len();
    let (first, last) = (names.get(0).unwrap_or_default(), names.get(count.saturating_sub(1)).unwrap_or_default());
    let numbered = first == "0" && last == (count - 1).to_string();
    let near = nearest(&name, &known).filter(|_| !numbered && !name.is_empty());
    let help = || match count {
        0 => "the graph has no vertices".into(),
        _ if numbered => format!("the vertices are numbered from 0 to {}", count - 1).into(),
        _ => format!("one of its {count} vertices is `{first}`").into(),
    };
    let message = match name.is_empty() {
        true => format!("expected a vertex after `{}`", words.keyword),
        false => format!("this graph has no vertex `{name}`"),
    };
    Err(nowhere(from..reader.at, message).suggest(near, help))
}

/// Reads the graph of a position.
pub(crate) fn map(reader: &mut Reader<'_>, rules: TokenRules, ruleset: &Ruleset) -> Result<Map, Diagnostic> {
    let start = reader.at;
    let sign = if rules.one_way { '>' } else { '-' };
    let first = reader.rest().chars().next();
    let length = reader.rest().find(|sign: char| !sign.is_alphabetic()).unwrap_or(reader.rest().len());
    let word = reader.rest()[..length].to_owned();
    let names = match (first, word.as_str()) {
        (Some('{'), _) => edges::listed(reader, sign, ruleset)?,
        (_, "in") => {
            reader.at += length;
            edges::named(reader, sign, ruleset)?
        }
        (Some('.' | '#' | '0'..='9'), _) if !rules.one_way => return board_of_squares(reader, ruleset),
        (_, known) if GENERATORS.contains(&known) && !rules.one_way => {
            reader.at += length;
            return match known {
                "grid" => board_of_squares(reader, ruleset),
                _ => generator(reader, known, ruleset).map(|graph| Map::of(graph, None)),
            };
        }
        _ if rules.one_way => return Err(reader.fault("a list of arcs", ruleset)),
        (_, unknown) => return Err(reader.unknown(unknown, &GENERATORS, ruleset)),
    };
    // Where emptied vertices are removed, a token may stay along an edge that leads back.
    let stays = matches!(ruleset, Ruleset::Stones(StonesRules::Join(_)));
    let tells = (!rules.one_way && !stays, rules.once == Once::Edge);
    single(&names, tells, rules.one_way, start..reader.at)?;
    Ok(names.map(rules.one_way))
}

/// Reads `5x6` or `..#/...`, a graph with a vertex for each cell.
fn board_of_squares(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<Map, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    let (columns, free) = if reader.rest().starts_with(['.', '#']) {
        let rows = drawn(reader)?;
        let columns = widest(&rows);
        few((2 * rows.len() as u64).saturating_mul(columns as u64), start..reader.at, ruleset)?;
        (columns, places(&rows))
    } else {
        let (rows, columns) = sides(reader, ruleset)?;
        few(rows.saturating_mul(columns).saturating_mul(2), start..reader.at, ruleset)?;
        (columns as usize, vec![true; (rows * columns) as usize])
    };
    let mut number = vec![None; free.len()];
    let mut names = Labels::default();
    for place in (0..free.len()).filter(|&place| free[place]) {
        number[place] = Some(names.len() as u32);
        names.push(&place.to_string());
    }
    let neighbours = |place: usize| {
        let right = (!(place + 1).is_multiple_of(columns)).then_some(place + 1);
        [right, Some(place + columns)].into_iter().flatten().map(move |next| (place, next))
    };
    let edges = (0..free.len()).flat_map(neighbours);
    let edges = edges.filter_map(|(a, b)| Some((number[a]?, (*number.get(b)?)?)));
    Ok(Map::of(Graph::of(names.len() as u32, edges), Some(names)))
}
