//! Moves on a picture: the parts of a component that are pressed to make a move, and those that the
//! move takes away.
//!
//! The parts of a picture have numbers: counters from the first heap on, letters and empty boxes of
//! a word, squares row by row, vertices and after them edges. A move may be made in several ways,
//! such as two equal heaps in either order; moves with equal parts are told apart by what they do.
//!
//! ```text
//! a heap of 7, take 2, leave 5        the first counter that goes: 5 (counted from 0)
//! the same where heaps are split      the first and the last one: 5 and 6, or 0 and 1
//! a heap of 7, split into 2 + 5       the last counter of the first heap: 1, or 4
//! a word                              the first and the last letter that change
//! a bar of chocolate                  the square that is bitten
//! a graph, a board of squares         what is taken
//! a token                             the vertex that it goes to
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use grundy::{
    Component,
    games::{Action, Cells, Figure, Graph},
    moves::LegalMove,
};

/// A way to make a move on a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Press {
    /// The parts that are pressed, in ascending order.
    pub parts: Vec<usize>,
    /// The parts that the move takes away.
    pub lost: Vec<usize>,
}

impl Press {
    fn new(parts: impl IntoIterator<Item = usize>, lost: impl IntoIterator<Item = usize>) -> Press {
        let parts: BTreeSet<usize> = parts.into_iter().collect();
        Press { parts: parts.into_iter().collect(), lost: lost.into_iter().collect() }
    }

    /// Presses the ends of a range, all of which goes.
    fn range(range: Range<usize>) -> Press {
        Press::new([range.start, range.end.saturating_sub(1)], range)
    }
}

/// The ways to make each move of a component on its picture, which has parts up to `end`.
pub(crate) fn presses(from: &Component, moves: &[LegalMove], end: usize) -> Vec<Vec<Press>> {
    let splits = moves.iter().any(|made| made.to.len() > 1);
    from.figure(|figure| {
        let of = |made: &LegalMove| -> BTreeSet<Press> {
            match &figure {
                Figure::Counters(sizes) => counters(sizes, made, splits),
                Figure::Word { letters, grows, .. } => word(letters, *grows, made),
                Figure::Ring(letters) => ring(letters, made),
                Figure::Letters(counts) => bag(counts, made),
                Figure::Items { items, .. } => listed(items, made),
                Figure::Squares(cells) => squares(cells, made),
                Figure::Chocolate(rows) => chocolate(rows, made),
                Figure::Order(order) => network(order, &|vertex| order.name(vertex), made),
                Figure::Network { graph, name, .. } => {
                    network(graph, &|vertex| name(vertex).unwrap_or_else(|| vertex.to_string()), made)
                }
                Figure::Text(_) => BTreeSet::new(),
            }
        };
        let drawn = |press: &Press| !press.parts.is_empty() && press.parts.iter().all(|&part| part < end);
        moves.iter().map(|made| of(made).into_iter().filter(drawn).collect()).collect()
    })
}

/// The sizes of heaps that a move leaves, for each component; none where it is something else.
fn sizes_left(to: &[Component]) -> Option<Vec<Vec<usize>>> {
    let small = |sizes: &[u64]| sizes.iter().map(|&size| usize::try_from(size).ok()).collect();
    to.iter()
        .map(|part| part.figure(|figure| if let Figure::Counters(sizes) = figure { small(&sizes) } else { None }))
        .collect()
}

fn counters(sizes: &[u64], made: &LegalMove, splits: bool) -> BTreeSet<Press> {
    let small: Option<Vec<usize>> = sizes.iter().map(|&size| usize::try_from(size).ok()).collect();
    let (Some(sizes), Some(left)) = (small, sizes_left(&made.to)) else { return BTreeSet::new() };
    // The first counter of each heap; a sum that is too large has no picture.
    let first = |heap: usize| sizes[..heap].iter().try_fold(0usize, |sum, &size| sum.checked_add(size));
    if let [Action::Piles(taken), ..] = &made.actions[..] {
        let of = |&(place, count): &(usize, u64)| {
            let end = first(place)?;
            let start = end.checked_sub(usize::try_from(count).ok()?)?;
            Some((start, end))
        };
        let ranges: Option<Vec<(usize, usize)>> = taken.iter().map(of).collect();
        let press = |ranges: Vec<(usize, usize)>| {
            Press::new(ranges.iter().map(|&(start, _)| start), ranges.iter().flat_map(|&(start, end)| start..end))
        };
        return ranges.map(press).into_iter().collect();
    }
    match (&sizes[..], &left[..]) {
        (&[size], _) => heap(size, left.concat(), splits),
        (_, []) => BTreeSet::from([Press::new([0], 0..first(sizes.len()).unwrap_or(0))]),
        (_, [left]) if left.len() == sizes.len() => {
            let lower = (0..sizes.len()).filter(|&heap| left[heap] < sizes[heap]);
            let ranges: Option<Vec<Range<usize>>> =
                lower.map(|heap| first(heap).map(|first| first + left[heap]..first + sizes[heap])).collect();
            let press = |ranges: Vec<Range<usize>>| {
                Press::new(ranges.iter().map(|range| range.start), ranges.iter().cloned().flatten())
            };
            ranges.map(press).into_iter().collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Of more heaps not each order is looked at.
const MOST_ORDERED: usize = 4;

/// The orders of these sizes, or one order if they are many.
fn orders(sizes: &[usize]) -> Vec<Vec<usize>> {
    if sizes.len() > MOST_ORDERED {
        return vec![sizes.to_vec()];
    }
    let mut all = vec![Vec::new()];
    for &size in sizes {
        all = all
            .iter()
            .flat_map(|order: &Vec<usize>| (0..=order.len()).map(|at| [&order[..at], &[size], &order[at..]].concat()))
            .collect();
    }
    all
}

fn heap(size: usize, mut left: Vec<usize>, splits: bool) -> BTreeSet<Press> {
    left.retain(|&part| part > 0);
    let kept = left.iter().try_fold(0usize, |sum, &part| sum.checked_add(part));
    match (&left[..], kept) {
        ([], _) if !splits => [Press::new([0], 0..size)].into(),
        ([], _) => [Press::range(0..size)].into(),
        (&[one], _) if one < size && !splits => [Press::new([one], one..size)].into(),
        (&[one], _) if one < size => [Press::range(one..size), Press::range(0..size - one)].into(),
        (_, Some(kept)) if kept <= size => {
            let taken = size - kept;
            let of = |order: Vec<usize>| {
                let ends = order.iter().scan(0, |end, part| {
                    *end += part;
                    Some(*end)
                });
                let ends: Vec<usize> = ends.collect();
                match (&ends[..], taken) {
                    (&[first, _], 1..) => Press::range(first..first + taken),
                    (_, 0) => Press::new(ends[..ends.len() - 1].iter().map(|end| end - 1), []),
                    _ => Press::new(ends.iter().map(|end| end - 1), kept..size),
                }
            };
            orders(&left).into_iter().map(of).collect()
        }
        // New heaps that are together larger: the counters at which they end.
        _ => [Press::new(left.iter().map(|part| part - 1), [])].into(),
    }
}

/// Longer rings are played from the list.
const MOST_ROUND: usize = 64;

/// A ring: where the letters that go stand, if what is left stands on it in one piece.
fn ring(text: &str, made: &LegalMove) -> BTreeSet<Press> {
    let letters: Vec<char> = text.chars().collect();
    let count = letters.len();
    let left: Vec<Vec<char>> = made.to.iter().filter_map(written).collect();
    let rest = left.concat();
    if !made.actions.is_empty() || left.len() > 1 || rest.len() >= count || count > MOST_ROUND {
        return word(text, false, made);
    }
    let taken = count - rest.len();
    let is_ring = made.to.iter().any(|part| matches!(part, Component::Ring(_)));
    let round = |start: usize| (0..rest.len()).map(move |at| (start + at) % count);
    let turned = |turn: usize| rest.iter().cycle().skip(turn).take(rest.len());
    let fits = |start: usize| {
        let turns = if is_ring { rest.len() } else { 1 };
        rest.is_empty() || (0..turns).any(|turn| round(start + taken).map(|at| &letters[at]).eq(turned(turn)))
    };
    let of = |start: usize| Press::new([start, (start + taken - 1) % count], (0..taken).map(|at| (start + at) % count));
    let found: BTreeSet<Press> = (0..count).filter(|&start| fits(start)).map(of).collect();
    if found.is_empty() { word(text, false, made) } else { found }
}

/// A word, or a tape, whose empty boxes are parts too.
fn word(text: &str, grows: bool, made: &LegalMove) -> BTreeSet<Press> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = BTreeSet::new();
    for action in &made.actions {
        match *action {
            Action::Remove { first, last, .. } | Action::Replace { first, last, .. } if first <= last => {
                found.insert(Press::range(first - 1..last));
            }
            // On a ring the letters may go over the end.
            Action::Remove { first, last, .. } | Action::Replace { first, last, .. } => {
                found.insert(Press::new([first - 1, last - 1], (first - 1..letters.len()).chain(0..last)));
            }
            Action::EveryCopy(letter) => {
                let copies = || (0..letters.len()).filter(|&at| letters[at] == letter);
                found.extend(copies().map(|at| Press::new([at], copies())));
            }
            _ => {}
        }
    }
    if found.is_empty() {
        let left: Vec<Vec<char>> = made.to.iter().filter_map(written).collect();
        match &left[..] {
            [] if !letters.is_empty() => {
                found.insert(Press::range(0..letters.len()));
            }
            [word] => found.extend(changed(&letters, word, grows)),
            words if words.concat().len() == letters.len() && words.len() <= MOST_ORDERED => {
                let numbers: Vec<usize> = (0..words.len()).collect();
                for order in orders(&numbers) {
                    let all: Vec<char> = order.iter().flat_map(|&at| words[at].iter().copied()).collect();
                    if all == letters {
                        let ends = order.iter().scan(0, |end, &at| {
                            *end += words[at].len();
                            Some(*end)
                        });
                        found.insert(Press::new(ends.take(words.len() - 1).map(|end| end.saturating_sub(1)), []));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// The letters of a word, a ring or a tape.
fn written(part: &Component) -> Option<Vec<char>> {
    part.figure(|figure| match figure {
        Figure::Word { letters, .. } | Figure::Ring(letters) => Some(letters.chars().collect()),
        _ => None,
    })
}

/// Where two words differ. A letter that is written goes into the box after the word, or stands
/// next to the letter that is pressed.
fn changed(from: &[char], to: &[char], grows: bool) -> Option<Press> {
    let start = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let (rest, other) = (&from[start..], &to[start..]);
    let same = rest.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let end = from.len() - same;
    match (start < end, start < from.len() || grows) {
        (true, _) => Some(Press::range(start..end)),
        (false, true) => Some(Press::new([start], [])),
        (false, false) => start.checked_sub(1).map(|last| Press::new([last], [])),
    }
}

/// The different letters that a move takes, or those of one of the bags that it leaves.
fn bag(counts: &[(char, u32)], made: &LegalMove) -> BTreeSet<Press> {
    let bags: Vec<BTreeMap<char, u32>> = made
        .to
        .iter()
        .map(|part| {
            part.figure(|figure| {
                if let Figure::Letters(counts) = figure { counts.iter().copied().collect() } else { BTreeMap::new() }
            })
        })
        .collect();
    let left = |letter: &char| bags.iter().map(|bag| u64::from(bag.get(letter).copied().unwrap_or(0))).sum::<u64>();
    let taken: Vec<usize> = (0..counts.len()).filter(|&at| left(&counts[at].0) < u64::from(counts[at].1)).collect();
    if !taken.is_empty() {
        let gone = taken.iter().copied().filter(|&at| left(&counts[at].0) == 0).collect::<Vec<_>>();
        return [Press::new(taken, gone)].into();
    }
    let of =
        |bag: &BTreeMap<char, u32>| Press::new((0..counts.len()).filter(|&at| bag.contains_key(&counts[at].0)), []);
    bags.iter().map(of).collect()
}

/// Numbers in a row: the one that the move is about.
fn listed(items: &[(String, bool)], made: &LegalMove) -> BTreeSet<Press> {
    let of = |action: &Action| {
        let wanted = match action {
            Action::Names(names) => names.first()?.1.to_string(),
            Action::Add(number) => number.to_string(),
            Action::Piles(piles) => return piles.first().map(|&(place, _)| Press::new([place - 1], [place - 1])),
            _ => return None,
        };
        items.iter().position(|(item, _)| *item == wanted).map(|at| Press::new([at], []))
    };
    made.actions.iter().filter_map(of).collect()
}

fn squares(cells: &Cells, made: &LegalMove) -> BTreeSet<Press> {
    let place = |(row, column): (usize, usize)| (row - 1) * cells.columns() + column - 1;
    let kept: BTreeSet<(usize, usize)> = made
        .to
        .iter()
        .flat_map(|part| {
            if let Component::Cells(left) = part {
                left.places().map(|at| left.position(at)).collect()
            } else {
                Vec::new()
            }
        })
        .collect();
    let of = |action: &Action| match action {
        Action::Cells { first, last } if first == last => {
            let lost =
                cells.places().filter(|&at| !kept.contains(&(at / cells.columns() + 1, at % cells.columns() + 1)));
            Some(Press::new([place(*first)], lost))
        }
        Action::Cells { first, last } => {
            let (rows, columns) = (first.0..=last.0, first.1..=last.1);
            let lost = rows.flat_map(|row| columns.clone().map(move |column| (row, column))).map(place);
            Some(Press::new([place(*first), place(*last)], lost))
        }
        Action::Squares(taken) => Some(Press::new(taken.iter().copied().map(place), taken.iter().copied().map(place))),
        _ => None,
    };
    made.actions.iter().filter_map(of).collect()
}

fn chocolate(rows: &[u32], made: &LegalMove) -> BTreeSet<Press> {
    let columns = rows.first().copied().unwrap_or(0) as usize;
    let of = |action: &Action| {
        let Action::Bite { row, column } = *action else { return None };
        let below = rows.iter().enumerate().skip(row - 1);
        let lost =
            below.flat_map(|(at, &length)| (column - 1..length as usize).map(move |column| at * columns + column));
        Some(Press::new([(row - 1) * columns + column - 1], lost))
    };
    made.actions.iter().filter_map(of).collect()
}

/// Vertices by their names, and edges by those of their ends.
fn network(graph: &Graph, name: &dyn Fn(u32) -> String, made: &LegalMove) -> BTreeSet<Press> {
    // A name may be followed by the number of stones.
    let bare = |text: &str| text.split_once(':').map_or(text, |(name, _)| name).to_owned();
    let vertices = graph.vertices() as usize;
    let number = |wanted: &str| {
        (0..graph.vertices()).find(|&vertex| bare(&name(vertex)) == wanted).map(|vertex| vertex as usize)
    };
    let left: BTreeSet<String> = made.to.iter().flat_map(names).collect();
    let gone =
        || (0..graph.vertices()).filter(|&vertex| !left.contains(&bare(&name(vertex)))).map(|vertex| vertex as usize);
    let edge = |a: usize, b: usize| {
        graph
            .edges()
            .iter()
            .position(|&(from, to)| (from as usize, to as usize) == (a, b) || (to as usize, from as usize) == (a, b))
    };
    let mut found = BTreeSet::new();
    for action in &made.actions {
        let press = match action {
            Action::Vertex(vertex) | Action::Element(vertex) | Action::Cut(vertex) => {
                number(vertex).map(|vertex| Press::new([vertex], gone()))
            }
            Action::Edge(a, b) => {
                let ends = number(a).zip(number(b));
                // A loop is not drawn: its vertex stands for it.
                let part = ends.and_then(|(a, b)| if a == b { Some(a) } else { edge(a, b).map(|at| vertices + at) });
                part.map(|part| Press::new([part], gone().chain((part >= vertices).then_some(part))))
            }
            Action::Vertices(taken) => taken
                .iter()
                .map(|vertex| number(vertex))
                .collect::<Option<Vec<_>>>()
                .map(|taken| Press::new(taken, gone())),
            Action::Leaves(Some(kept)) => number(kept).map(|kept| Press::new([kept], gone())),
            Action::Leaves(None) => {
                found.extend(gone().map(|leaf| Press::new([leaf], gone())));
                None
            }
            Action::Carry { from, to, .. } => number(from).zip(number(to)).map(|(from, to)| Press::new([from, to], [])),
            Action::Go(to) | Action::TakeAndGo { to, .. } => number(to).map(|to| Press::new([to], [])),
            _ => None,
        };
        found.extend(press);
    }
    // A token is where the next graph has its mark.
    if let ([], [to]) = (&made.actions[..], &made.to[..]) {
        let at = to.figure(|figure| match figure {
            Figure::Network { marked: Some(at), name, .. } => Some(name(at).unwrap_or_else(|| at.to_string())),
            _ => None,
        });
        found.extend(at.and_then(|at| number(&bare(&at))).map(|at| Press::new([at], [])));
    }
    found
}

/// The names of the vertices of a graph or an order.
fn names(part: &Component) -> Vec<String> {
    part.figure(|figure| match figure {
        Figure::Order(order) => (0..order.vertices()).map(|vertex| order.name(vertex)).collect(),
        Figure::Network { graph, name, .. } => {
            (0..graph.vertices()).map(|vertex| name(vertex).unwrap_or_else(|| vertex.to_string())).collect()
        }
        _ => Vec::new(),
    })
}
