//! The components of a position as people draw them: counters, letters, squares, graphs.

use std::fmt::Write;

use grundy::{
    Component,
    games::{Cells, Figure, Graph},
};

use super::{
    layout,
    svg::{Anchor, Length, Svg, room},
};
use crate::phrase;

/// Counters of a line.
const LINE: u64 = 40;
/// Counters of a line that are pressed with a finger.
const SHORT_LINE: u64 = 20;
/// The counters of a heap that are drawn.
const MOST_TOKENS: u64 = 400;
/// The counters of all heaps of a component that are drawn.
const MOST_IN_ALL: u64 = 4_000;

/// Letters of a line.
const LETTERS: usize = 32;
/// The letters of a word that are drawn.
const MOST_LETTERS: usize = 320;

/// Rings of up to this many letters are drawn as rings.
const MOST_ROUND: usize = 48;

/// Squares on a side that are drawn.
pub(super) const SQUARES: usize = 64;

/// The heaps of one component that are drawn.
const MOST_HEAPS: usize = 64;

/// Graphs with more vertices are not drawn.
const MOST_VERTICES: u32 = 80;
/// Graphs with more edges are not drawn.
const MOST_EDGES: usize = 400;

/// The length of an edge.
const EDGE: f64 = 48.0;

/// The place of a figure, or its size.
type Point = (f64, f64);

/// A board that was drawn.
pub(super) struct Board {
    /// Its size.
    pub size: Point,
    /// What is not drawn.
    pub note: Option<String>,
    /// The number of its parts.
    pub parts: usize,
}

impl Board {
    /// Returns a board of so many parts of which everything is drawn.
    fn whole(size: Point, parts: usize) -> Board {
        Board { size, note: None, parts }
    }
}

/// Draws a component with its corner at this place.
pub(super) fn board(svg: &mut Svg, at: Point, component: &Component) -> Board {
    component.figure(|figure| match figure {
        Figure::Counters(sizes) => tokens(svg, at, &sizes),
        Figure::Word { letters, free, grows } => written(svg, at, letters, free, grows),
        Figure::Ring(word) => ring(svg, at, word),
        Figure::Letters(counts) => letters(svg, at, counts),
        Figure::Squares(cells) => squares(svg, at, cells),
        Figure::Chocolate(rows) => chocolate(svg, at, rows),
        Figure::Order(order) => ordered(svg, at, order),
        Figure::Network { graph, name, marked, one_way, note } => {
            let name = |vertex| name(vertex).and_then(|name| short_name(vertex, name));
            let board = network(svg, at, &graph, &name, marked, one_way);
            Board { note: board.note.or(note.map(phrase::short)), ..board }
        }
        Figure::Items { items, note } => {
            let board = row_of_items(svg, at, &items);
            Board { note: board.note.or(note), ..board }
        }
        Figure::Text(text) => said(svg, at, &phrase::short(text)),
    })
}

/// A line of text in place of a board.
fn said(svg: &mut Svg, (x, y): Point, text: &str) -> Board {
    svg.text((x, y + 19.5), Anchor::Start, "dim", text);
    Board::whole((room(text), 30.0), 0)
}

/// Counters in lines; several sizes below each other.
fn tokens(svg: &mut Svg, (x, y): Point, sizes: &[u64]) -> Board {
    const STEP: f64 = 15.0;
    let line = if svg.is_pressable() { SHORT_LINE } else { LINE };
    let mut size = (0f64, 0f64);
    let (mut note, mut parts, mut next, mut left) = (None, 0, Some(0usize), MOST_IN_ALL);
    for (heap, &count) in sizes.iter().take(MOST_HEAPS).enumerate() {
        let top = size.1;
        if count == 0 {
            size.1 += said(svg, (x, y + top), "empty").size.1;
            size.0 = size.0.max(room("empty"));
            continue;
        }
        let drawn = count.min(MOST_TOKENS).min(left);
        left -= drawn;
        for token in 0..drawn {
            let place = ((token % line) as f64 * STEP, (token / line) as f64 * STEP + top + 7.5);
            let draw = |svg: &mut Svg| {
                svg.target((x + place.0, y + place.1), (STEP, STEP));
                svg.circle((x + place.0 + 7.5, y + place.1 + 7.5), 5.5, "token");
            };
            // Where the heaps before have counters that are not drawn, no number is right.
            match next.map(|first| first + token as usize) {
                Some(part) if sizes.len() == 1 => {
                    svg.part(part, format_args!("counter {} of {count}", token + 1), draw)
                }
                Some(part) => svg.part(part, format_args!("heap {}, counter {} of {count}", heap + 1, token + 1), draw),
                None => draw(svg),
            }
        }
        parts = next.map_or(parts, |first| first + drawn as usize);
        next = next.filter(|_| drawn == count).map(|first| first + drawn as usize);
        size = (size.0.max(drawn.min(line) as f64 * STEP), top + (drawn.div_ceil(line) + 1) as f64 * STEP);
        if drawn < count {
            note = Some(format!("{drawn} of {count} counters are drawn"));
        }
    }
    if sizes.len() > MOST_HEAPS {
        note = Some(format!("{MOST_HEAPS} of {} heaps are drawn", sizes.len()));
    }
    Board { size, note, parts }
}

/// The letters of a word in boxes, and empty boxes after them.
fn word_row(svg: &mut Svg, (x, y): Point, word: &str, empty: u64) -> Board {
    const BOX: Point = (20.0, 24.0);
    let all = word.chars().count();
    let free = (empty.min(LETTERS as u64) as usize).min(MOST_LETTERS.saturating_sub(all));
    if all + free == 0 {
        return said(svg, (x, y), "the empty word");
    }
    let drawn = all.min(MOST_LETTERS);
    let class = svg.value(0);
    let place = |at: usize| (x + (at % LETTERS) as f64 * BOX.0, y + 3.0 + (at / LETTERS) as f64 * BOX.1);
    let signs = word.chars().take(drawn).map(Some).chain(std::iter::repeat_n(None, free));
    for (at, sign) in signs.enumerate() {
        let (left, top) = place(at);
        match sign {
            Some(sign) => svg.part(at, format_args!("letter {}: {}", at + 1, shown(sign)), |svg| {
                svg.rect((left, top), BOX, &format!("box {class}"));
                svg.text((left + BOX.0 / 2.0, top + 16.5), Anchor::Middle, "ink", &shown(sign));
            }),
            None => svg.part(at, format_args!("empty box {}", at + 1), |svg| svg.rect((left, top), BOX, "axis")),
        }
    }
    let boxes = drawn + free;
    let size = (boxes.min(LETTERS) as f64 * BOX.0, boxes.div_ceil(LETTERS) as f64 * BOX.1 + 6.0);
    Board { size, note: (drawn < all).then(|| format!("{drawn} of {all} letters are drawn")), parts: boxes }
}

/// A letter; a space would not be seen.
fn shown(letter: char) -> String {
    if letter.is_whitespace() { "\u{2423}".into() } else { letter.into() }
}

/// Draws the letters of a ring on a circle, from the top clockwise; very short and very long rings
/// as a row.
fn ring(svg: &mut Svg, (x, y): Point, word: &str) -> Board {
    let count = word.chars().count();
    if !(3..=MOST_ROUND).contains(&count) {
        let board = word_row(svg, (x, y), word, 0);
        let note = board.note.or_else(|| (count > 1).then(|| "the last letter is next to the first".to_owned()));
        return Board { note, ..board };
    }
    const RADIUS: f64 = 11.0;
    let ring = (count as f64 * 25.0 / std::f64::consts::TAU).max(30.0);
    let centre = (x + ring + RADIUS, y + ring + RADIUS);
    svg.circle(centre, ring, "edge");
    let class = svg.value(0);
    for (at, letter) in word.chars().enumerate() {
        let turn = std::f64::consts::TAU * at as f64 / count as f64;
        let place = (centre.0 + ring * turn.sin(), centre.1 - ring * turn.cos());
        svg.part(at, format_args!("letter {}: {}", at + 1, shown(letter)), |svg| {
            svg.circle(place, RADIUS, &format!("box {class}"));
            svg.text((place.0, place.1 + 4.5), Anchor::Middle, "ink", &shown(letter));
        });
    }
    let side = 2.0 * (ring + RADIUS);
    Board::whole((side, side), count)
}

/// Draws a word, with empty boxes for the letters that may still be written.
fn written(svg: &mut Svg, at: Point, letters: &str, free: Option<u64>, grows: bool) -> Board {
    let board = word_row(svg, at, letters, free.unwrap_or(grows.into()));
    let more = || free.map(|free| format!("up to {} may still be written", phrase::count(free.into(), "letter")));
    Board { note: board.note.or_else(more), ..board }
}

/// Each letter once, with its number.
fn letters(svg: &mut Svg, (x, y): Point, counts: &[(char, u32)]) -> Board {
    const BOX: Point = (30.0, 24.0);
    if counts.is_empty() {
        return said(svg, (x, y), "the empty bag");
    }
    let drawn = counts.len().min(MOST_LETTERS / 2);
    let class = svg.value(0);
    let across = LETTERS / 2;
    for (at, &(letter, count)) in counts[..drawn].iter().enumerate() {
        let (left, top) = (x + (at % across) as f64 * (BOX.0 + 8.0), y + (at / across) as f64 * 46.0);
        svg.part(at, format_args!("letter {}, {count} times", shown(letter)), |svg| {
            svg.rect((left, top), BOX, &format!("box {class}"));
            svg.text((left + BOX.0 / 2.0, top + 16.5), Anchor::Middle, "ink", &shown(letter));
        });
        svg.text((left + BOX.0 / 2.0, top + 38.0), Anchor::Middle, "dim", &format!("\u{d7}{count}"));
    }
    let size = (drawn.min(across) as f64 * (BOX.0 + 8.0), drawn.div_ceil(across) as f64 * 46.0);
    let all = counts.len();
    Board { size, note: (drawn < all).then(|| format!("{drawn} of {all} different letters are drawn")), parts: drawn }
}

/// The side of a square, such that a board of this many columns is not too wide.
fn side(columns: usize) -> f64 {
    (640.0 / columns.max(1) as f64).floor().clamp(9.0, 26.0)
}

/// Squares at these columns and rows: as one shape, or as parts of a board of so many columns.
fn tiles(
    svg: &mut Svg,
    (x, y): Point,
    side: f64,
    class: &str,
    columns: Option<usize>,
    places: impl Iterator<Item = (usize, usize)>,
) {
    let corner = |(column, row): (usize, usize)| (x + column as f64 * side, y + row as f64 * side);
    if let Some(columns) = columns.filter(|_| svg.is_pressable()) {
        for (column, row) in places {
            svg.part(row * columns + column, format_args!("row {}, column {}", row + 1, column + 1), |svg| {
                svg.rect(corner((column, row)), (side, side), class);
            });
        }
        return;
    }
    let (mut path, edge) = (String::new(), Length(side));
    for place in places {
        let (left, top) = corner(place);
        let (left, top) = (Length(left), Length(top));
        let _ = write!(path, "M{left} {top}h{edge}v{edge}h-{edge}z");
    }
    if !path.is_empty() {
        svg.raw(format_args!(r#"<path class="{class}" d="{path}"/>"#));
    }
}

/// Draws the cells of a grid, and its holes as empty squares.
fn squares(svg: &mut Svg, at: Point, cells: &Cells) -> Board {
    let columns = cells.columns();
    let side = side(columns);
    let place = |place: usize| (place % columns, place / columns);
    let class = svg.value(0);
    let holes = (0..cells.free().len()).filter(|&place| !cells.free()[place]);
    tiles(svg, at, side, "grid", None, holes.map(place));
    tiles(svg, at, side, &format!("box {class}"), Some(columns), cells.places().map(place));
    Board::whole((columns as f64 * side, cells.rows() as f64 * side), cells.free().len())
}

/// The columns of a bar that are drawn.
pub(super) fn drawn_columns(rows: &[u32]) -> usize {
    rows.first().map_or(0, |&row| (row as usize).min(SQUARES))
}

/// Draws the rows of a bar, with the poison crossed out.
fn chocolate(svg: &mut Svg, (x, y): Point, rows: &[u32]) -> Board {
    let drawn: Vec<usize> = rows.iter().take(SQUARES).map(|&row| (row as usize).min(SQUARES)).collect();
    let columns = drawn_columns(rows);
    let side = side(columns);
    let places = drawn.iter().enumerate().flat_map(|(row, &length)| (0..length).map(move |column| (column, row)));
    let class = svg.value(0);
    tiles(svg, (x, y), side, &format!("box {class}"), Some(columns), places.filter(|place| *place != (0, 0)));
    tiles(svg, (x, y), side, "box shade", None, std::iter::once((0, 0)));
    let (low, high) = (side * 0.25, side * 0.75);
    svg.line((x + low, y + low), (x + high, y + high), "mark");
    svg.line((x + high, y + low), (x + low, y + high), "mark");
    let cut = rows.len() > SQUARES || rows.iter().any(|&row| row as usize > SQUARES);
    let note = match cut {
        true => format!("at most {SQUARES} rows and columns are drawn; the crossed corner is poison"),
        false => "the crossed corner is poison".to_owned(),
    };
    let size = (columns as f64 * side, drawn.len() as f64 * side);
    Board { size, note: Some(note), parts: drawn.len() * columns }
}

/// Numbers in boxes, some of them marked.
fn row_of_items(svg: &mut Svg, (x, y): Point, items: &[(String, bool)]) -> Board {
    const HIGH: f64 = 24.0;
    const ACROSS: usize = 16;
    if items.is_empty() {
        return said(svg, (x, y), "empty");
    }
    let drawn = &items[..items.len().min(MOST_LETTERS)];
    let wide = drawn.iter().map(|(item, _)| room(item)).fold(14.0, f64::max) + 10.0;
    let class = svg.value(0);
    for (at, (item, marked)) in drawn.iter().enumerate() {
        let (left, top) = (x + (at % ACROSS) as f64 * wide, y + 3.0 + (at / ACROSS) as f64 * HIGH);
        let mark = if *marked { ", marked" } else { "" };
        svg.part(at, format_args!("number {item}{mark}"), |svg| {
            svg.rect((left, top), (wide, HIGH), &if *marked { "box shade".to_owned() } else { format!("box {class}") });
            svg.text((left + wide / 2.0, top + 16.5), Anchor::Middle, "ink", item);
        });
    }
    let size = (drawn.len().min(ACROSS) as f64 * wide, drawn.len().div_ceil(ACROSS) as f64 * HIGH + 6.0);
    let cut = drawn.len() < items.len();
    Board {
        size,
        note: cut.then(|| format!("{} of {} numbers are drawn", drawn.len(), items.len())),
        parts: drawn.len(),
    }
}

/// What is said of a graph that is not drawn.
fn too_large(svg: &mut Svg, at: Point, graph: &Graph) -> Board {
    let text = format!(
        "{} and {}: too large to be drawn",
        count(graph.vertices() as usize, "vertex", "vertices"),
        count(graph.edges().len(), "edge", "edges")
    );
    said(svg, at, &text)
}

/// Returns a number with its noun in the right form.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Vertices with their numbers, or with names next to them; `token` is marked.
fn network(
    svg: &mut Svg,
    at: Point,
    graph: &Graph,
    name: &dyn Fn(u32) -> Option<String>,
    token: Option<u32>,
    one_way: bool,
) -> Board {
    if graph.vertices() > MOST_VERTICES || graph.edges().len() > MOST_EDGES {
        return too_large(svg, at, graph);
    }
    let places = layout::places(graph.vertices() as usize, graph.edges());
    vertices(svg, at, graph, &places, name, token, one_way)
}

/// Draws a graph whose vertices have places, in units of an edge.
fn vertices(
    svg: &mut Svg,
    (x, y): Point,
    graph: &Graph,
    places: &[layout::Point],
    name: &dyn Fn(u32) -> Option<String>,
    token: Option<u32>,
    one_way: bool,
) -> Board {
    const RADIUS: f64 = 12.0;
    // Longer names stand above their vertices, as does that of the token's.
    const SHORT: usize = 3;
    let names: Vec<Option<String>> = (0..graph.vertices()).map(name).collect();
    let aside = names.iter().flatten().map(|name| room(name) / 2.0).fold(RADIUS, f64::max);
    let above = if token.is_some() || names.iter().any(Option::is_some) { RADIUS + 18.0 } else { RADIUS };
    let place = |vertex: usize| (x + aside + places[vertex].0 * EDGE, y + above + places[vertex].1 * EDGE);
    let tip = if one_way { svg.tip() } else { String::new() };
    let called = |vertex: u32| names[vertex as usize].clone().unwrap_or_else(|| vertex.to_string());
    for (at, &(a, b)) in graph.edges().iter().enumerate() {
        let (from, to) = (place(a as usize), place(b as usize));
        let length = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
        let short = if one_way { RADIUS + 2.0 } else { 0.0 };
        let end = (to.0 - (to.0 - from.0) / length * short, to.1 - (to.1 - from.1) / length * short);
        let [from_x, from_y, to_x, to_y] = [from.0, from.1, end.0, end.1].map(Length);
        let part = graph.vertices() as usize + at;
        svg.part(part, format_args!("edge {} {}", called(a), called(b)), |svg| {
            if svg.is_pressable() {
                svg.line(from, to, "target");
            }
            svg.raw(format_args!(r#"<path class="edge" d="M{from_x} {from_y}L{to_x} {to_y}"{tip}/>"#));
        });
    }
    let class = svg.value(0);
    for (vertex, name) in names.iter().enumerate() {
        let (left, top) = place(vertex);
        let on = token == Some(vertex as u32);
        let name = name.clone().unwrap_or_else(|| vertex.to_string());
        let mark = if on { ", marked" } else { "" };
        svg.part(vertex, format_args!("vertex {name}{mark}"), |svg| {
            svg.circle((left, top), RADIUS, &format!("box {class}"));
            if on {
                svg.circle((left, top), 7.0, "token");
            }
            match name.chars().count() <= SHORT && !on {
                true => svg.text((left, top + 4.5), Anchor::Middle, "ink", &name),
                false => svg.text((left, top - RADIUS - 5.0), Anchor::Middle, "halo", &name),
            }
        });
    }
    let most = |of: fn(&layout::Point) -> f64| places.iter().map(of).fold(0.0, f64::max);
    let size = (most(|place| place.0) * EDGE + 2.0 * aside, most(|place| place.1) * EDGE + above + RADIUS);
    Board::whole((size.0, size.1 + 2.0), graph.vertices() as usize + graph.edges().len())
}

/// An order: elements that are higher stand above lower ones; a forest is drawn as the edges of
/// trees on the ground.
///
/// The ranks are raised until each element is above those below it. Elements of one rank stand in a
/// line, in the order of their numbers, around the middle.
fn ordered(svg: &mut Svg, at: Point, order: &Graph) -> Board {
    if order.vertices() > MOST_VERTICES || order.edges().len() > MOST_EDGES {
        return too_large(svg, at, order);
    }
    let mut ranks = vec![0usize; order.vertices() as usize];
    // The rank of an element is the length of the longest chain below it.
    let mut changes = true;
    while changes {
        changes = false;
        for &(low, high) in order.edges() {
            if ranks[high as usize] <= ranks[low as usize] {
                ranks[high as usize] = ranks[low as usize] + 1;
                changes = true;
            }
        }
    }
    let top = ranks.iter().max().copied().unwrap_or(0);
    let mut used = vec![0usize; top + 1];
    ranks.iter().for_each(|&rank| used[rank] += 1);
    let widest = used.iter().max().copied().unwrap_or(1);
    let mut next = vec![0usize; top + 1];
    let mut places = Vec::with_capacity(ranks.len());
    for &rank in &ranks {
        let left = (widest - used[rank]) as f64 / 2.0 + next[rank] as f64;
        next[rank] += 1;
        places.push((left, (top - rank) as f64));
    }
    let mut below = vec![None; ranks.len()];
    let twice = order.edges().iter().any(|&(low, high)| below[high as usize].replace(low as usize).is_some());
    if !twice {
        return trees(svg, at, order, &places, &below, (widest, top + 1));
    }
    let board = vertices(svg, at, order, &places, &|vertex| short_name(vertex, order.name(vertex)), None, false);
    Board { note: Some("higher elements are above lower ones".into()), ..board }
}

/// The elements of a forest as edges with their names: each begins where the one below it ends, or
/// on the ground. `places` are those of their upper ends, on so many columns and rows.
fn trees(
    svg: &mut Svg,
    (x, y): Point,
    order: &Graph,
    places: &[layout::Point],
    below: &[Option<usize>],
    (columns, rows): (usize, usize),
) -> Board {
    const DOT: f64 = 3.5;
    if places.is_empty() {
        return said(svg, (x, y), "nothing stands");
    }
    let name = |element: usize| order.name(element as u32);
    let aside = (0..places.len()).map(|element| room(&name(element)) + 8.0).fold(16.0, f64::max);
    let end = |at: layout::Point| (x + aside + at.0 * EDGE, y + DOT + at.1 * EDGE);
    let ground = y + DOT + rows as f64 * EDGE;
    let size = (2.0 * aside + (columns as f64 - 1.0) * EDGE, DOT + rows as f64 * EDGE + 2.0);
    svg.line((x, ground), (x + size.0, ground), "mark");
    for (element, &place) in places.iter().enumerate() {
        let high = end(place);
        let low = below[element].map_or((high.0, ground), |other| end(places[other]));
        svg.part(element, format_args!("edge {}", name(element)), |svg| {
            if svg.is_pressable() {
                svg.line(low, high, "target");
            }
            svg.line(low, high, "edge");
            svg.circle(high, DOT, "token");
            let middle = ((low.0 + high.0) / 2.0 + 5.0, (low.1 + high.1) / 2.0 + 4.5);
            svg.text(middle, Anchor::Start, "halo", &name(element));
        });
    }
    Board { note: Some("an edge falls with all that stands on it".into()), ..Board::whole(size, places.len()) }
}

/// A name that is not the number of its vertex, shortened if it is long.
fn short_name(vertex: u32, name: String) -> Option<String> {
    const LONGEST: usize = 24;
    (name != vertex.to_string()).then(|| match name.chars().count() {
        0..=LONGEST => name,
        _ => name.chars().take(LONGEST - 2).chain("..".chars()).collect(),
    })
}
