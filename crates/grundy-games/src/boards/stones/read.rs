//! The `stones` board: `move any along an arc`, `take 1 at the token, then move it along an edge`,
//! perhaps with `joining the neighbours of an emptied vertex`; and its positions, `{a>b b>c} with
//! a:3 b:5`.
//!
//! A position is a graph, the stones on its vertices and, where the rules have one, the vertex of
//! the token: `tree [0,0,1] with [0,2,3,1]`, `in "edges.csv" with "stones.csv"`, `{a-b b-c} with
//! a:3 from a`. Where stones move along arcs, the edges of generators and boards of squares lead to
//! the smaller number: in a tree, to the parent.

use std::{ops::Range, sync::Arc};

use crate::{
    Amounts, Component, Graph, Map, Once, Ruleset, Stones, StonesFault, StonesRules, TokenRules,
    boards::{
        graph::{
            edges::{few, supplied, text_of},
            names::Index,
        },
        heap::read::amounts,
        token::read as token,
    },
    text::{
        cursor::Cursor,
        diagnostic::Diagnostic,
        lex::too_large,
        reader::{Reader, example},
        spelling::nearest,
    },
};

/// What a file of stones has on each line.
const ONE_PER_LINE: &str = "write a vertex and its number of stones per line: a,3";

/// Reads the move of a `stones:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    let rules = match cursor.eat_any(&["move", "take"]) {
        Some("move") => carry(cursor)?,
        Some(_) => walk(cursor)?,
        None => {
            let help = "write `move any along an arc`, or `take 1 at the token, then move it along an edge`";
            return Err(cursor.expected_or("a move of stones", &["move", "take"], help));
        }
    };
    if cursor.is_sign(",") {
        let help = "write one move; its amounts may be a set: `move 1..3 or 7 along an arc`";
        return Err(Diagnostic::new("G008", cursor.span(), "a game with stones has one kind of move")
            .label("another move")
            .help(help));
    }
    if cursor.is_word("until") {
        return Err(Diagnostic::new("G010", cursor.span(), "games with stones have no endings")
            .label("endings apply to letters")
            .help("restrict the amounts instead: `move 1..3 along an arc`"));
    }
    Ok(Ruleset::Stones(rules))
}

/// Reads the amounts of a move, of which this is an example.
fn some_amounts(cursor: &mut Cursor<'_>, example: &str) -> Result<Amounts, Diagnostic> {
    let start = cursor.place();
    let (amounts, _) = amounts(cursor)?;
    if amounts.contains(0) {
        return Err(Diagnostic::new("G032", cursor.span_since(start), "a move of no stones has no effect")
            .label("play need not end")
            .help(format!("write at least 1 stone: `{example}`")));
    }
    if amounts.largest().is_none() {
        return Err(Diagnostic::new("G011", cursor.span_since(start), "no amount remains")
            .label("empty")
            .help("name another amount"));
    }
    Ok(amounts)
}

fn carry(cursor: &mut Cursor<'_>) -> Result<StonesRules, Diagnostic> {
    let amounts = some_amounts(cursor, "move 1..3 along an arc")?;
    if !cursor.eat_word("along") {
        let help = "write where the stones move: `move any along an arc`";
        return Err(cursor.expected_or("`along an arc`", &["along"], help));
    }
    let _ = cursor.eat_any(&["an", "one"]);
    if cursor.is_word("edge") {
        return Err(Diagnostic::new("G008", cursor.span(), "stones move along arcs, in their direction")
            .label("not an arc")
            .help("write `along an arc`: along an edge, stones could move back, and play need not end"));
    }
    cursor.expect_word("arc")?;
    Ok(StonesRules::Carry(amounts))
}

fn walk(cursor: &mut Cursor<'_>) -> Result<StonesRules, Diagnostic> {
    let whole = "write `take 1 at the token, then move it along an edge`";
    let start = cursor.place();
    let amounts = some_amounts(cursor, "take 1..3 at the token, then move it along an edge")?;
    for word in ["at", "the", "token"] {
        if !cursor.eat_word(word) {
            return Err(cursor.expected_or(&format!("`{word}`"), &[word], whole));
        }
    }
    let _ = cursor.eat_sign(",");
    let _ = cursor.eat_any(&["then", "and"]);
    if !cursor.eat_words(&["move", "it"]) {
        for word in ["move", "the", "token"] {
            if !cursor.eat_word(word) {
                return Err(cursor.expected_or("`move it along an edge`", &["move"], whole));
            }
        }
    }
    cursor.expect_word("along")?;
    let _ = cursor.eat_any(&["an", "one"]);
    let Some(edge) = cursor.eat_any(&["edge", "arc"]) else {
        return Err(cursor.expected_or("`edge` or `arc`", &["edge", "arc"], whole));
    };
    let one_way = edge == "arc";
    if !joining(cursor)? {
        return Ok(StonesRules::Walk { amounts, one_way });
    }
    if one_way {
        return Err(Diagnostic::new(
            "G008",
            cursor.span_since(start),
            "neighbours are joined by edges, in both directions",
        )
        .label("along an arc")
        .help(format!("write `take {amounts} at the token, then move it along an edge, {JOINING}`")));
    }
    Ok(StonesRules::Join(amounts))
}

/// What may follow the move of a token.
const JOINING: &str = "joining the neighbours of an emptied vertex";

/// Reads `joining the neighbours of an emptied vertex`, if it follows.
fn joining(cursor: &mut Cursor<'_>) -> Result<bool, Diagnostic> {
    let before = cursor.place();
    let _ = cursor.eat_sign(",");
    let _ = cursor.eat_any(&["and", "then"]);
    if cursor.eat_any(&["joining", "join"]).is_none() {
        cursor.go_back(before);
        return Ok(false);
    }
    let _ = cursor.eat_any(&["the", "all"]);
    let help = format!("write `{JOINING}`");
    for words in
        [&["neighbours", "neighbors"][..], &["of"], &["an", "each", "every", "any", "the"], &["emptied"], &["vertex"]]
    {
        if cursor.eat_any(words).is_none() {
            return Err(cursor.expected_or(&format!("`{}`", words[0]), words, help));
        }
    }
    Ok(true)
}

/// Reads a position.
pub(crate) fn component(
    reader: &mut Reader<'_>,
    rules: &StonesRules,
    ruleset: &Ruleset,
) -> Result<Component, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    let map = Arc::new(graph(reader, rules, ruleset)?);
    few(u64::from(map.graph().vertices()).max(map.graph().edges().len() as u64), start..reader.at, ruleset)?;
    let counts = counts(reader, &map, ruleset)?;
    let found = match rules {
        StonesRules::Carry(_) => Stones::on(map.clone(), counts),
        StonesRules::Walk { .. } | StonesRules::Join(_) => {
            let words = token::TokenWords {
                keyword: "from",
                missing: "missing vertex of the token",
                question: "where is the token?",
            };
            let at = token::place(reader, start, &words, &token::vertices(&map), ruleset)?;
            Stones::with_token(map.clone(), counts, at)
        }
    };
    found.map(Component::Stones).map_err(|fault| refused(fault, &map, start..reader.at, ruleset))
}

/// The message about a position that there is not.
fn refused(fault: StonesFault, map: &Map, span: Range<usize>, ruleset: &Ruleset) -> Diagnostic {
    /// So many vertices of a cycle are in the message.
    const NAMED: usize = 8;
    match fault {
        StonesFault::Sum => Diagnostic::new("G005", span, "over 2^64 - 1 stones on one graph")
            .label("too many")
            .help("all stones of a graph may come together on one vertex: 18446744073709551615 at most"),
        StonesFault::Cycle(cycle) => {
            let mut names: Vec<String> = cycle.iter().take(NAMED).map(|&vertex| map.name(vertex)).collect();
            names.extend((cycle.len() > NAMED).then(|| format!(".. {} vertices ..", cycle.len() - NAMED)));
            names.extend(cycle.first().map(|&vertex| map.name(vertex)));
            let message = format!("stones could move in a circle: {}", names.join(">"));
            Diagnostic::new("G045", span, message)
                .label("contains a cycle")
                .help("play must end: leave out an arc of the cycle")
        }
        StonesFault::Vertices | StonesFault::Undirected => {
            Diagnostic::new("G045", span, "not a graph with stones").label("this graph").help(example(ruleset))
        }
    }
}

/// Reads the graph. Edges that are not written as arcs lead to the smaller number.
fn graph(reader: &mut Reader<'_>, rules: &StonesRules, ruleset: &Ruleset) -> Result<Map, Diagnostic> {
    let undirected = TokenRules { one_way: false, once: Once::Vertex };
    let arcs = TokenRules { one_way: true, once: Once::Vertex };
    match rules {
        StonesRules::Join(_) => token::map(reader, undirected, ruleset),
        StonesRules::Walk { one_way, .. } => token::map(reader, if *one_way { arcs } else { undirected }, ruleset),
        StonesRules::Carry(_) if reader.rest().starts_with('{') || reader.rest().starts_with("in ") => {
            token::map(reader, arcs, ruleset)
        }
        StonesRules::Carry(_) => {
            let map = token::map(reader, undirected, ruleset)?;
            let arcs = map.graph().edges().iter().map(|&(low, high)| (high, low));
            Ok(Map::directed(Graph::directed(map.graph().vertices(), arcs), map.names().cloned()))
        }
    }
}

/// Reads `with a:3 b:5`, `with [0, 2, 3]`, `with "stones.csv"` or `with none`.
fn counts(reader: &mut Reader<'_>, map: &Map, ruleset: &Ruleset) -> Result<Vec<u64>, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    if !reader.rest().strip_prefix("with").is_some_and(|rest| rest.starts_with([' ', '\t', '\n', '[', '"'])) {
        return Err(Diagnostic::new("G047", reader.sign(), "missing stones of this graph")
            .label("expected `with` and the stones")
            .help(example(ruleset)));
    }
    reader.at += "with".len();
    reader.blanks();
    if reader.eat('[') {
        return listed(reader, start, map, ruleset);
    }
    let mut counts = StoneCounts::of(map);
    if reader.rest().starts_with('"') {
        filed(reader, &mut counts)?;
        return Ok(counts.done());
    }
    let none = reader.rest().strip_prefix("none");
    if none.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || "_:".contains(next))) {
        reader.at += "none".len();
        return Ok(counts.done());
    }
    let mut read = 0;
    let source = reader.source;
    while let Some((name, length)) = item(&source[reader.at..]) {
        let place = reader.at..reader.at + name.len();
        reader.at += length;
        let count = reader.size(ruleset)?;
        counts.set(name, count, place)?;
        read += 1;
        reader.blanks();
        if reader.rest().starts_with(',') && item(reader.rest().trim_start_matches([',', ' '])).is_some() {
            reader.eat(',');
            reader.blanks();
        }
    }
    if read == 0 {
        return Err(reader.fault("a vertex with its number of stones, as in a:3", ruleset));
    }
    Ok(counts.done())
}

/// The stones as they are read.
struct StoneCounts<'m> {
    map: &'m Map,
    /// The vertices by name.
    numbers: Index,
    /// `None` where no number was given.
    counts: Vec<Option<u64>>,
}

impl StoneCounts<'_> {
    /// No number is given yet.
    fn of(map: &Map) -> StoneCounts<'_> {
        let count = map.graph().vertices();
        // Room for the numbers of all vertices.
        let mut numbers = Index::of(4 * count as usize);
        for (name, vertex) in token::vertices(map).iter().zip(0..) {
            numbers.number(name, vertex);
        }
        StoneCounts { map, numbers, counts: vec![None; count as usize] }
    }

    /// Refuses a vertex that the graph does not have, and one that has its stones already.
    fn set(&mut self, name: &str, count: u64, place: Range<usize>) -> Result<(), Diagnostic> {
        let Some(vertex) = self.numbers.get(name) else {
            /// The most names that are compared with a misspelt one.
            const MOST_COMPARED: usize = 10_000;
            let names = token::vertices(self.map);
            let mut known: Vec<&str> = names.iter().collect();
            known.sort_unstable();
            known.truncate(MOST_COMPARED);
            let near = nearest(name, &known).filter(|_| name.parse::<u64>().is_err());
            let help = || match self.map.graph().vertices() {
                0 => "the graph has no vertices".into(),
                many => format!("one of its {many} vertices is `{}`", self.map.name(0)).into(),
            };
            return Err(Diagnostic::new("G047", place, format!("this graph has no vertex `{name}`"))
                .label("not a vertex")
                .suggest(near, help));
        };
        if self.counts[vertex as usize].replace(count).is_some() {
            return Err(Diagnostic::new("G047", place, format!("the stones on {name} are given twice"))
                .label("again")
                .help("give one number of stones for each vertex"));
        }
        Ok(())
    }

    fn done(self) -> Vec<u64> {
        self.counts.into_iter().map(|count| count.unwrap_or(0)).collect()
    }
}

/// Returns the name of `a:3`, and the length of the name with the colon, if the text begins so.
fn item(text: &str) -> Option<(&str, usize)> {
    let plain = text.bytes().position(|sign| !(sign.is_ascii_alphanumeric() || sign == b'_'))?;
    if plain > 0 && text.as_bytes()[plain] == b':' {
        return Some((&text[..plain], plain + 1));
    }
    let length = text.find(|sign: char| !(sign.is_alphanumeric() || sign == '_'))?;
    let blanks = text[length..].len() - text[length..].trim_start().len();
    (length > 0 && text[length + blanks..].starts_with(':')).then(|| (&text[..length], length + blanks + 1))
}

/// Reads `0, 2, 3]`: the stones of all vertices in their order.
fn listed(reader: &mut Reader<'_>, start: usize, map: &Map, ruleset: &Ruleset) -> Result<Vec<u64>, Diagnostic> {
    let mut counts = Vec::new();
    while !reader.eat(']') {
        counts.push(reader.size(ruleset)?);
        if !reader.eat(',') && !reader.rest().trim_start().starts_with(']') {
            return Err(reader.fault("`,` or `]`", ruleset));
        }
    }
    let vertices = map.graph().vertices() as usize;
    if counts.len() == vertices {
        return Ok(counts);
    }
    let message = format!("the graph has {vertices} vertices, and the list has {} numbers", counts.len());
    Err(Diagnostic::new("G047", start..reader.at, message)
        .label("one number for each vertex")
        .help("list the stones of all vertices in their order, or name the vertices: with 1:3 2:5"))
}

/// Reads the file of `"stones.csv"`: a vertex and its number of stones per line.
fn filed(reader: &mut Reader<'_>, counts: &mut StoneCounts<'_>) -> Result<(), Diagnostic> {
    let start = reader.at;
    let name = reader.quoted()?;
    let span = start..reader.at;
    let wrong = |message: String| Diagnostic::new("G045", span.clone(), message).label("this file").help(ONE_PER_LINE);
    let bytes = supplied(reader.lists, &name, span.clone(), ONE_PER_LINE)?;
    let text = text_of(&bytes, &name, span.clone())?;
    for (number, line) in text.lines().enumerate() {
        let line = line.split('%').next().unwrap_or("").trim();
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let split = line.split_once([',', ';', ':']).or_else(|| line.split_once(char::is_whitespace));
        let read = split.map(|(vertex, count)| (vertex.trim(), count.trim()));
        let place = format!("line {} of \"{name}\"", number + 1);
        let (vertex, count) = match read {
            Some((vertex, count)) if !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit()) => {
                (vertex, count.parse::<u64>().map_err(|_| too_large(span.clone()).label(place.clone()))?)
            }
            _ => return Err(wrong(format!("{place} is not a vertex with a number of stones: {line}"))),
        };
        counts.set(vertex, count, span.clone()).map_err(|fault| fault.label(place))?;
    }
    Ok(())
}
