//! Games on graphs and orders, and their positions: generators, shapes, and lists of edges.
//!
//! A position of `graph` is `grid 5x6` (or `5x6`), a picture of cells `..#/...`, `path 20`, `cycle
//! 12`, `complete 5`, `bipartite 3x4`, `star 6`, `spider [1,1,4]`, `tree [0,0,1,1]`, `knights 4x5`,
//! another generator of [`GENERATORS`], a list of edges `{0-1 1-2}`, or a file of them, `in
//! "edges.csv"`. A position of `poset` is a bar `8x10` or `5.5.2`, a list `{0<1 1<2}`, or a file.
//! Each connected part becomes a component.

use std::{collections::BTreeMap, ops::Range};

use crate::{
    Cells, Component, Degrees, Graph, GraphFamily, GraphMove, GraphRules, Ruleset, Span,
    boards::{
        graph::{
            cells::LONGEST_SIDE,
            connected::MOST_TOGETHER,
            edges::{few, listed, named, single},
            names::EdgeNames,
        },
        heap::read::span,
    },
    language::readings::{distinguishes, not_legs, not_parents, straight},
    text::{
        cursor::Cursor,
        diagnostic::Diagnostic,
        lex::TokenKind,
        reader::{Reader, example},
    },
};

/// The words that a position of a graph may begin with.
pub(crate) const GENERATORS: [&str; 20] = [
    "grid",
    "path",
    "cycle",
    "complete",
    "bipartite",
    "star",
    "wheel",
    "spider",
    "caterpillar",
    "comb",
    "tree",
    "ladder",
    "prism",
    "petersen",
    "hypercube",
    "knights",
    "kings",
    "queens",
    "rooks",
    "in",
];

/// Reads the moves of a `graph:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    let mut moves = Vec::new();
    loop {
        cursor.expect_word("take")?;
        let kinds = match cursor.eat_any(&["vertex", "edge", "all"]) {
            Some("all") => vec![leaves(cursor)?],
            Some("vertex") => vec![vertex(cursor)?],
            Some(_) if cursor.eat_words(&["with", "its", "ends"]) => vec![GraphMove::Ends],
            Some(_) => vec![GraphMove::Edge],
            None if matches!(cursor.peek(), Some(TokenKind::Number(_))) => connected(cursor)?,
            None => {
                let help = "write `take vertex`, `take edge`, `take 1..2 connected vertices`, or `take all leaves but at most one`";
                return Err(cursor.expected_or("`vertex`, `edge` or `all leaves`", &["vertex", "edge", "all"], help));
            }
        };
        for kind in kinds {
            if !moves.contains(&kind) {
                moves.push(kind);
            }
        }
        if !cursor.eat_sign(",") {
            return Ok(Ruleset::Graph(GraphRules::of(moves)));
        }
    }
}

/// What is read after the vertices that a move takes.
const WHOLE: [&str; 3] = ["leaving", "it", "connected"];

/// Reads what is after `vertex`: its neighbours, or a condition on their number or on the rest.
fn vertex(cursor: &mut Cursor<'_>) -> Result<GraphMove, Diagnostic> {
    if cursor.eat_words(&["with", "its", "neighbours"]) {
        return Ok(GraphMove::Closed);
    }
    if cursor.eat_words(&WHOLE) {
        return Ok(GraphMove::Connected { least: 1, most: 1, whole: true });
    }
    let degrees = if cursor.eat_word("where") {
        if !cursor.eat_word("degree") {
            let help = "write `where degree is odd`, `where degree = 2`, `where degree at most 2`";
            return Err(cursor.expected_or("`degree`", &["degree"], help));
        }
        let _ = cursor.eat_word("is") || cursor.eat_sign("=") || cursor.eat_word("in");
        match cursor.eat_any(&["odd", "even"]) {
            Some("odd") => Degrees::Odd,
            Some(_) => Degrees::Even,
            None => within(cursor, &["odd", "even"], "write `degree is odd`, `degree = 2`, or `degree at most 2`")?,
        }
    } else if cursor.eat_word("with") {
        let help = "write `with its neighbours`, `with at most 2 neighbours`, or `with an odd number of neighbours`";
        let degrees = if cursor.eat_words(&["an", "odd", "number", "of"]) {
            Degrees::Odd
        } else if cursor.eat_words(&["an", "even", "number", "of"]) {
            Degrees::Even
        } else if cursor.eat_word("no") {
            Degrees::Within(Span { from: 0, to: Some(0) })
        } else {
            within(cursor, &["its", "at", "an"], help)?
        };
        if cursor.eat_any(&["neighbours", "neighbour"]).is_none() {
            return Err(cursor.expected_or("`neighbours`", &["neighbours"], help));
        }
        degrees
    } else {
        return Ok(GraphMove::Vertex);
    };
    Ok(match degrees {
        Degrees::Within(Span { from: 0, to: None }) => GraphMove::Vertex,
        degrees => GraphMove::Degree(degrees),
    })
}

/// Reads a number of neighbours: `2`, `1..3`, `at most 2`, `>= 2`; `words` and `help` are for the
/// message that there is none.
fn within(cursor: &mut Cursor<'_>, words: &[&str], help: &str) -> Result<Degrees, Diagnostic> {
    let most = cursor.eat_words(&["at", "most"]) || cursor.eat_sign("<=");
    let least = !most && (cursor.eat_words(&["at", "least"]) || cursor.eat_sign(">="));
    let _ = cursor.eat_word("exactly");
    if !matches!(cursor.peek(), Some(TokenKind::Number(_))) {
        return Err(cursor.expected_or("a number of neighbours", words, help));
    }
    let number = |cursor: &mut Cursor<'_>| cursor.number();
    Ok(Degrees::Within(match (most, least) {
        (true, _) => Span { from: 0, to: Some(number(cursor)?) },
        (_, true) => Span { from: number(cursor)?, to: None },
        _ => span(cursor)?,
    }))
}

/// Reads `1..2 connected vertices`, perhaps with `leaving it connected`.
fn connected(cursor: &mut Cursor<'_>) -> Result<Vec<GraphMove>, Diagnostic> {
    let place = cursor.place();
    let Span { from: least, to: most } = span(cursor)?;
    let most = most.filter(|&most| least > 0 && most <= MOST_TOGETHER).ok_or_else(|| {
        let message = format!("a move takes from 1 to {MOST_TOGETHER} connected vertices");
        Diagnostic::new("G005", cursor.span_since(place), message)
            .label("this number of vertices")
            .help("write `take 1..2 connected vertices`")
    })?;
    for words in [&["connected"][..], &["vertices", "vertex"]] {
        if !words.iter().any(|word| cursor.eat_word(word)) {
            let help = "write `take 1..2 connected vertices`, or `take 1..2 connected vertices leaving it connected`";
            return Err(cursor.expected_or(&format!("`{}`", words[0]), &words[..1], help));
        }
    }
    Ok(match (cursor.eat_words(&WHOLE), least, most) {
        (true, ..) => vec![GraphMove::Connected { least, most, whole: true }],
        (_, 1, 1) => vec![GraphMove::Vertex],
        (_, 1, 2) => vec![GraphMove::Vertex, GraphMove::Ends],
        (_, 2, 2) => vec![GraphMove::Ends],
        _ => vec![GraphMove::Connected { least, most, whole: false }],
    })
}

/// Reads `leaves but at most one`.
fn leaves(cursor: &mut Cursor<'_>) -> Result<GraphMove, Diagnostic> {
    let whole = "write `take all leaves but at most one`";
    for word in ["leaves", "but", "at", "most"] {
        if !cursor.eat_word(word) {
            return Err(cursor.expected_or(&format!("`{word}`"), &[word], whole));
        }
    }
    match cursor.eat_word("one") || matches!(cursor.peek(), Some(TokenKind::Number(1))) && cursor.number().is_ok() {
        true => Ok(GraphMove::Leaves),
        false => Err(cursor.expected_or("`one`", &["one"], whole)),
    }
}

/// Reads a position of a `graph` and returns its connected parts, or the graph without vertices if
/// there are none.
pub(crate) fn component(
    reader: &mut Reader<'_>,
    rules: &GraphRules,
    ruleset: &Ruleset,
) -> Result<Vec<Component>, Diagnostic> {
    let parts = parts(reader, rules, ruleset)?;
    Ok(if parts.is_empty() { vec![Component::Graph(Graph::of(0, []))] } else { parts })
}

/// Reads a member of a family: its number, or the member as it is printed.
pub(crate) fn member(
    reader: &mut Reader<'_>,
    family: &GraphFamily,
    ruleset: &Ruleset,
) -> Result<Component, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    let length = reader.rest().find(|sign: char| !sign.is_alphabetic()).unwrap_or(reader.rest().len());
    let word = reader.rest()[..length].to_owned();
    let number = if word.is_empty() {
        let number = reader.size(ruleset)?;
        if reader.eat('x') { family_side(family, number, reader.size(ruleset)?) } else { Some(number) }
    } else {
        reader.at += length;
        match family {
            _ if word != family.word() => None,
            GraphFamily::Spider(legs) => {
                let mut numbers = numbers(reader, ruleset)?;
                numbers.pop().filter(|_| numbers == *legs)
            }
            GraphFamily::Grid(_) => {
                let (rows, columns) = sides(reader, ruleset)?;
                family_side(family, rows, columns)
            }
            _ => Some(reader.size(ruleset)?),
        }
    };
    match number {
        Some(number) => Ok(Component::Member(family.member(number))),
        None => {
            let message = format!("this is not a member of {family}");
            Err(Diagnostic::new("G040", start..reader.at, message).label("here").help(example(ruleset)))
        }
    }
}

/// Returns the number of the grid of these sides, if it has the rows of the family.
fn family_side(family: &GraphFamily, rows: u64, columns: u64) -> Option<u64> {
    matches!(family, GraphFamily::Grid(own) if u64::from(*own) == rows).then_some(columns)
}

/// Reads the parts of a position: a list, a picture, a grid, or a generator with its numbers.
fn parts(reader: &mut Reader<'_>, rules: &GraphRules, ruleset: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    let first = reader.rest().chars().next();
    let parts = match first {
        Some('{') => simple(listed(reader, '-', ruleset)?, start, reader, ruleset)?.components(),
        Some('.' | '#') => return picture(reader, rules),
        Some('0'..='9') => return grid(reader, rules, ruleset),
        _ => {
            let length = reader.rest().find(|sign: char| !sign.is_alphabetic()).unwrap_or(reader.rest().len());
            let word = reader.rest()[..length].to_owned();
            if !GENERATORS.contains(&word.as_str()) {
                return Err(reader.unknown(&word, &GENERATORS, ruleset));
            }
            reader.at += length;
            match word.as_str() {
                "grid" => return grid(reader, rules, ruleset),
                "in" => simple(named(reader, '-', ruleset)?, start, reader, ruleset)?.components(),
                word => generator(reader, word, ruleset)?.components(),
            }
        }
    };
    few(parts.iter().map(|part| u64::from(part.vertices())).sum(), start..reader.at, ruleset)?;
    Ok(parts.into_iter().map(Component::Graph).collect())
}

/// Returns the graph of a list. Refuses loops and repeated edges that the game would tell from
/// single edges, since a graph stores neither.
fn simple(names: EdgeNames, start: usize, reader: &Reader<'_>, ruleset: &Ruleset) -> Result<Graph, Diagnostic> {
    single(&names, distinguishes(ruleset), false, start..reader.at)?;
    Ok(names.graph(false))
}

/// Refuses a board of squares with a side that is too long.
fn short(side: u64, span: Range<usize>) -> Result<(), Diagnostic> {
    if side <= LONGEST_SIDE as u64 {
        return Ok(());
    }
    Err(Diagnostic::new("G005", span, format!("a side has at most {LONGEST_SIDE} cells"))
        .label("too long")
        .help("for a single row, write a path: path 100"))
}

/// Reads `5x6`.
pub(crate) fn sides(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<(u64, u64), Diagnostic> {
    let rows = reader.size(ruleset)?;
    if !reader.eat('x') {
        return Err(reader.fault("`x` and the number of columns", ruleset));
    }
    Ok((rows, reader.size(ruleset)?))
}

/// Reads `5x6` as a board of squares. A side of 0 makes a board without cells.
fn grid(reader: &mut Reader<'_>, rules: &GraphRules, ruleset: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
    let start = reader.at;
    let (rows, columns) = sides(reader, ruleset)?;
    short(rows.max(columns), start..reader.at)?;
    if rows == 0 || columns == 0 {
        return Ok(Vec::new());
    }
    Ok(term(vec![Cells::rectangle(rows as usize, columns as usize)], rules))
}

/// Reads `..#/...`: points are cells, `#` are holes, and `/` ends a row.
fn picture(reader: &mut Reader<'_>, rules: &GraphRules) -> Result<Vec<Component>, Diagnostic> {
    let start = reader.at;
    let rows = drawn(reader)?;
    let columns = widest(&rows);
    short(rows.len().max(columns) as u64, start..reader.at)?;
    Ok(term(Cells::parts(columns, &places(&rows)), rules))
}

/// Reads `..#/...` and returns its rows, which are equally long.
pub(crate) fn drawn(reader: &mut Reader<'_>) -> Result<Vec<String>, Diagnostic> {
    let start = reader.at;
    let length = reader.rest().find(|sign: char| !".#/".contains(sign)).unwrap_or(reader.rest().len());
    let rows = reader.rest()[..length].split('/').map(str::to_owned).collect();
    reader.at += length;
    straight(rows, start, reader.at)
}

/// Returns the length of the longest row.
pub(crate) fn widest(rows: &[String]) -> usize {
    rows.iter().map(String::len).max().unwrap_or(0)
}

/// Returns for each place, row by row, whether it is a cell.
pub(crate) fn places(rows: &[String]) -> Vec<bool> {
    rows.iter().flat_map(|row| row.bytes().map(|sign| sign == b'.')).collect()
}

/// Returns shapes as components: as cells, or as graphs if a move may take an edge without its
/// ends.
fn term(shapes: Vec<Cells>, rules: &GraphRules) -> Vec<Component> {
    let component = |cells: Cells| match rules.keeps_cells() {
        true => Component::Cells(cells),
        false => Component::Graph(graph_of(&cells)),
    };
    shapes.into_iter().map(component).collect()
}

/// Returns the graph of the cells.
fn graph_of(cells: &Cells) -> Graph {
    let number: BTreeMap<usize, u32> = cells.places().zip(0..).collect();
    let edges = cells.places().flat_map(|place| cells.beside(place).map(move |next| (place, next)));
    Graph::of(number.len() as u32, edges.map(|(a, b)| (number[&a], number[&b])))
}

/// Reads what follows the name of a generator, and returns its graph.
///
/// Sizes that are too large are refused before edges are made of them.
pub(crate) fn generator(reader: &mut Reader<'_>, word: &str, ruleset: &Ruleset) -> Result<Graph, Diagnostic> {
    let start = reader.at;
    reader.blanks();
    let (count, edges): (u64, Vec<(u64, u64)>) = match word {
        "bipartite" => {
            let (left, right) = sides(reader, ruleset)?;
            few(left.saturating_add(right).max(left.saturating_mul(right)), start..reader.at, ruleset)?;
            (left + right, (0..left).flat_map(|a| (0..right).map(move |b| (a, left + b))).collect())
        }
        "knights" | "kings" | "queens" | "rooks" => {
            let (rows, columns) = sides(reader, ruleset)?;
            // A bound on the edges before they are made; their number is looked at again below.
            let squares = rows.saturating_mul(columns);
            few(squares.max(rows).max(columns), start..reader.at, ruleset)?;
            let each = if matches!(word, "queens" | "rooks") { (rows + columns) / 2 } else { 2 };
            few(squares.saturating_mul(each.saturating_sub(2)), start..reader.at, ruleset)?;
            (squares, piece_moves(word, rows, columns))
        }
        "petersen" => {
            let size = reader.size(ruleset)?;
            let step = reader.size(ruleset)?;
            few(size.saturating_mul(3), start..reader.at, ruleset)?;
            if step == 0 || step.saturating_mul(2) >= size {
                let message = format!("petersen {size} {step} joins vertices to themselves, or twice");
                return Err(Diagnostic::new("G045", start..reader.at, message)
                    .label("the step is too large")
                    .help("write two numbers, the second one from 1 to less than half of the first: petersen 5 2"));
            }
            let each = |at| [(at, (at + 1) % size), (at, size + at), (size + at, size + (at + step) % size)];
            (2 * size, (0..size).flat_map(each).collect())
        }
        "caterpillar" => {
            let leaves = numbers(reader, ruleset)?;
            let all = leaves.iter().fold(leaves.len() as u64, |sum: u64, &own| sum.saturating_add(own));
            few(all, start..reader.at, ruleset)?;
            let spine = leaves.len() as u64;
            let mut edges: Vec<(u64, u64)> = (1..spine).map(|at| (at - 1, at)).collect();
            let holders = leaves.iter().zip(0..).flat_map(|(&own, at)| (0..own).map(move |_| at));
            edges.extend(holders.zip(spine..));
            (all, edges)
        }
        "tree" | "spider" => {
            let (sizes, opening) = (numbers(reader, ruleset)?, start - word.len());
            let (most, fault) = match word {
                "tree" => (1 + sizes.len() as u64, not_parents(&sizes, opening, reader.at)),
                _ => (
                    sizes.iter().fold(1, |sum: u64, &leg| sum.saturating_add(leg)),
                    not_legs(&sizes, opening, reader.at),
                ),
            };
            few(most.max(sizes.len() as u64), start..reader.at, ruleset)?;
            fault.map_or(Ok(()), Err)?;
            if word == "tree" { (most, sizes.into_iter().zip(1..).collect()) } else { spider(&sizes) }
        }
        _ => {
            let size = reader.size(ruleset)?;
            few(size, start..reader.at, ruleset)?;
            let steps = if reader.eat('[') { rest_of_numbers(reader, ruleset)? } else { vec![1] };
            let far = |at: u64, step: u64| at.checked_add(step);
            match word {
                "path" => {
                    let edges = steps.iter().flat_map(|&step| (0..size).filter_map(move |a| Some((a, far(a, step)?))));
                    (size, edges.filter(|&(_, b)| b < size).collect())
                }
                "cycle" => {
                    let (loops, doubles) = distinguishes(ruleset);
                    if steps == [1] && (size == 1 && loops || size == 2 && doubles) {
                        return Err(short_cycle(size, start..reader.at));
                    }
                    let edges = steps.iter().flat_map(|&step| (0..size).map(move |a| (a, (a + step % size) % size)));
                    (size, edges.collect())
                }
                "ladder" | "comb" => {
                    let family = if word == "comb" { GraphFamily::Comb } else { GraphFamily::Grid(2) };
                    few(size.saturating_mul(3), start..reader.at, ruleset)?;
                    let edges = family.strip().all_edges(size as u32).into_iter();
                    (2 * size, edges.map(|(a, b)| (a.into(), b.into())).collect())
                }
                "prism" | "wheel" if size < 3 => {
                    return Err(Diagnostic::new(
                        "G045",
                        start..reader.at,
                        format!("a {word} has a cycle of at least 3 vertices"),
                    )
                    .label("too short for a cycle")
                    .help(format!("write a larger number: {word} 6")));
                }
                "prism" => {
                    few(size.saturating_mul(3), start..reader.at, ruleset)?;
                    let each = |at| [(at, (at + 1) % size), (at, size + at), (size + at, size + (at + 1) % size)];
                    (2 * size, (0..size).flat_map(each).collect())
                }
                "wheel" => (size + 1, (1..=size).flat_map(|at| [(0, at), (at, at % size + 1)]).collect()),
                "hypercube" => {
                    few(1 << size.min(63), start..reader.at, ruleset)?;
                    few(size << size.saturating_sub(1), start..reader.at, ruleset)?;
                    let count = 1u64 << size;
                    let each = |at: u64| (0..size).map(move |bit| (at, at ^ 1 << bit)).filter(|(a, b)| a < b);
                    (count, (0..count).flat_map(each).collect())
                }
                "complete" => {
                    few(size * size.saturating_sub(1) / 2, start..reader.at, ruleset)?;
                    (size, (0..size).flat_map(|a| (0..a).map(move |b| (b, a))).collect())
                }
                _ => (size + 1, (1..=size).map(|leaf| (0, leaf)).collect()),
            }
        }
    };
    few(count.max(edges.len() as u64), start..reader.at, ruleset)?;
    Ok(Graph::of(count as u32, edges.into_iter().map(|(a, b)| (a as u32, b as u32))))
}

/// Refuses a cycle that is a loop, or two edges between two vertices, where that is not what a path
/// is.
fn short_cycle(size: u64, span: Range<usize>) -> Diagnostic {
    let what = if size == 1 { "an edge from a vertex to itself" } else { "two edges between two vertices" };
    Diagnostic::new("G045", span, format!("a cycle of this length would be {what}"))
        .label("too short for a cycle")
        .help(format!("write `path {size}`, or a longer cycle; only Hackenbush on a graph, in a list, has such edges: {{a-b a-b}} on a"))
}

/// Returns the moves of a chess piece on a board, each once, between squares that are numbered row
/// by row.
fn piece_moves(piece: &str, rows: u64, columns: u64) -> Vec<(u64, u64)> {
    const STRAIGHT: [(i64, i64); 2] = [(0, 1), (1, 0)];
    const SLANTED: [(i64, i64); 2] = [(1, 1), (1, -1)];
    const LEAPS: [(i64, i64); 4] = [(1, 2), (1, -2), (2, 1), (2, -1)];
    let straight = if piece == "knights" { &LEAPS[..] } else { &STRAIGHT };
    let slanted = if matches!(piece, "kings" | "queens") { &SLANTED[..] } else { &[] };
    let most = if matches!(piece, "queens" | "rooks") { rows.max(columns) } else { 1 };
    let mut moves = Vec::new();
    for at in 0..rows * columns {
        for (down, across) in straight.iter().chain(slanted) {
            for far in 1..=most as i64 {
                let row = (at / columns).checked_add_signed(down * far).filter(|&row| row < rows);
                let column = (at % columns).checked_add_signed(across * far).filter(|&column| column < columns);
                let (Some(row), Some(column)) = (row, column) else { break };
                moves.push((at, row * columns + column));
            }
        }
    }
    moves
}

/// Returns paths of these lengths that meet in vertex 0.
fn spider(legs: &[u64]) -> (u64, Vec<(u64, u64)>) {
    let mut count = 1;
    let mut edges = Vec::new();
    for &leg in legs {
        edges.extend((0..leg).map(|at| (if at == 0 { 0 } else { count + at - 1 }, count + at)));
        count += leg;
    }
    (count, edges)
}

/// Reads `[0,0,1]`.
fn numbers(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<Vec<u64>, Diagnostic> {
    if reader.eat('[') { rest_of_numbers(reader, ruleset) } else { Err(reader.fault("`[` and numbers", ruleset)) }
}

/// Reads `0,0,1]`.
fn rest_of_numbers(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<Vec<u64>, Diagnostic> {
    let mut all = Vec::new();
    while !reader.eat(']') {
        all.push(reader.size(ruleset)?);
        if !reader.eat(',') && !reader.rest().trim_start().starts_with(']') {
            return Err(reader.fault("`,` or `]`", ruleset));
        }
    }
    Ok(all)
}
