//! Moves on a picture: the parts of a component that are pressed to make a move, and those that the
//! move takes away.
//!
//! The parts of a picture have numbers: counters from the first heap on, letters and empty boxes of
//! a word, squares row by row, vertices and after them edges. A move may be made in several ways,
//! such as two equal heaps in either order; moves with equal parts differ in what they do.
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
    iter::once,
    ops::Range,
};

use grundy::{
    Component,
    games::{Action, Cells, Figure, Graph},
    moves::LegalMove,
};

use super::boards::{SQUARES, drawn_columns};

/// A way to make a move on a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Press {
    /// The parts that are pressed, in ascending order.
    pub parts: Vec<usize>,
    /// The parts that the move takes away: the first and the last of each range.
    pub lost: Vec<(usize, usize)>,
}

impl Press {
    /// Presses these parts; the ranges go, each to its end.
    fn new(parts: impl IntoIterator<Item = usize>, lost: impl IntoIterator<Item = Range<usize>>) -> Press {
        let parts: BTreeSet<usize> = parts.into_iter().collect();
        let lost = lost.into_iter().filter(|range| !range.is_empty());
        Press { parts: parts.into_iter().collect(), lost: lost.map(|range| (range.start, range.end - 1)).collect() }
    }

    /// Presses the ends of a range, all of which goes.
    fn range(range: Range<usize>) -> Press {
        Press::new([range.start, range.end.saturating_sub(1)], [range])
    }

    /// As [`Press::new`], where single parts go.
    fn taking(parts: impl IntoIterator<Item = usize>, lost: impl IntoIterator<Item = usize>) -> Press {
        Press::new(parts, lost.into_iter().map(|part| part..part + 1))
    }
}

/// The ways to make each move of a component on its picture, which has so many parts. Ways with a
/// part that is not drawn are left out.
pub(crate) fn presses(from: &Component, moves: &[LegalMove], parts: usize) -> Vec<Vec<Press>> {
    if parts == 0 {
        return vec![Vec::new(); moves.len()];
    }
    let found: Vec<BTreeSet<Press>> = from.figure(|figure| match figure {
        Figure::Counters(sizes) => counters(&sizes, moves),
        Figure::Word { letters, grows, .. } => on_word(letters, grows, moves),
        Figure::Ring(letters) => on_ring(letters, moves),
        Figure::Letters(counts) => moves.iter().map(|made| bag(counts, made)).collect(),
        Figure::Items { items, .. } => moves.iter().map(|made| listed(&items, made)).collect(),
        Figure::Squares(cells) => moves.iter().map(|made| squares(cells, made)).collect(),
        Figure::Chocolate(rows) => moves.iter().map(|made| chocolate(rows, made)).collect(),
        Figure::Order(order) => {
            let name = |vertex| order.name(vertex);
            moves.iter().map(|made| network(order, &name, made)).collect()
        }
        Figure::Network { graph, name, .. } => {
            let name = |vertex: u32| name(vertex).unwrap_or_else(|| vertex.to_string());
            moves.iter().map(|made| network(&graph, &name, made)).collect()
        }
        Figure::Text(_) => vec![BTreeSet::new(); moves.len()],
    });
    let last = parts - 1;
    found
        .into_iter()
        .map(|ways| {
            let drawn = ways.into_iter().filter(|press| press.parts.last().is_some_and(|&part| part <= last));
            let clipped = |(from, to): (usize, usize)| (from <= last).then_some((from, to.min(last)));
            drawn.map(|press| Press { lost: press.lost.into_iter().filter_map(clipped).collect(), ..press }).collect()
        })
        .collect()
}

/// The sizes of heaps that a move leaves, for each component; none where it is something else.
fn sizes_left(to: &[Component]) -> Option<Vec<Vec<usize>>> {
    let small = |sizes: &[u64]| sizes.iter().map(|&size| usize::try_from(size).ok()).collect();
    to.iter()
        .map(|part| part.figure(|figure| if let Figure::Counters(sizes) = figure { small(&sizes) } else { None }))
        .collect()
}

/// The moves of one heap, or of several heaps in one component.
fn counters(sizes: &[u64], moves: &[LegalMove]) -> Vec<BTreeSet<Press>> {
    let small: Option<Vec<usize>> = sizes.iter().map(|&size| usize::try_from(size).ok()).collect();
    let Some(sizes) = small else { return vec![BTreeSet::new(); moves.len()] };
    if let &[size] = &sizes[..] {
        let splits = moves.iter().any(|made| made.to.len() > 1);
        let of = |made: &LegalMove| {
            sizes_left(&made.to).map_or_else(BTreeSet::new, |left| heap(size, left.concat(), splits))
        };
        return moves.iter().map(of).collect();
    }
    // The first counter of each heap, and their number; none after a sum that is too large.
    let firsts = sizes.iter().scan(Some(0usize), |first, &size| {
        let own = *first;
        *first = own.and_then(|own| own.checked_add(size));
        own.map(|own| (own, *first))
    });
    let places: Vec<(usize, Option<usize>)> = firsts.collect();
    let found: Vec<BTreeSet<Press>> = moves.iter().map(|made| of_heaps(&sizes, &places, made)).collect();
    // A size that another one falls with, such as the most that may be taken, need not be pressed.
    let mut single: BTreeMap<usize, usize> = BTreeMap::new();
    for press in found.iter().flatten() {
        *single.entry(press.parts[0]).or_default() += 1;
    }
    let alone = |press: &Press| match (single.get(&press.parts[0]), &press.lost[..]) {
        (Some(1), &[first, _, ..]) => Some(Press { parts: vec![press.parts[0]], lost: vec![first] }),
        _ => None,
    };
    found.into_iter().map(|ways| ways.iter().filter_map(alone).chain(ways.iter().cloned()).collect()).collect()
}

/// A move of several heaps in one component, whose counters have these places.
fn of_heaps(sizes: &[usize], places: &[(usize, Option<usize>)], made: &LegalMove) -> BTreeSet<Press> {
    // The counters of a heap from this one on.
    let upper = |heap: usize, kept: usize| {
        let &(first, end) = places.get(heap)?;
        Some(first.checked_add(kept)?..end?)
    };
    let press = |ranges: Vec<Range<usize>>| Press::new(ranges.iter().map(|range| range.start), ranges.iter().cloned());
    let piles =
        made.actions.iter().filter_map(|action| if let Action::Piles(taken) = action { Some(taken) } else { None });
    let by_piles: BTreeSet<Press> = piles
        .filter_map(|taken| {
            let of = |&(place, count): &(usize, u64)| {
                let heap = place.checked_sub(1)?;
                upper(heap, sizes.get(heap)?.checked_sub(usize::try_from(count).ok()?)?)
            };
            taken.iter().map(of).collect::<Option<Vec<_>>>().filter(|ranges| !ranges.is_empty()).map(press)
        })
        .collect();
    if !by_piles.is_empty() {
        return by_piles;
    }
    match sizes_left(&made.to).as_deref() {
        Some([]) => {
            places.last().and_then(|&(_, end)| end).map(|end| Press::new([0], once(0..end))).into_iter().collect()
        }
        Some([left]) if left.len() == sizes.len() => {
            let lower = (0..sizes.len()).filter(|&heap| left[heap] < sizes[heap]);
            let ranges: Option<Vec<Range<usize>>> = lower.map(|heap| upper(heap, left[heap])).collect();
            ranges.filter(|ranges| !ranges.is_empty()).map(press).into_iter().collect()
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
        ([], _) if !splits => [Press::new([0], once(0..size))].into(),
        ([], _) => [Press::range(0..size)].into(),
        (&[one], _) if one < size && !splits => [Press::new([one], once(one..size))].into(),
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
                    _ => Press::new(ends.iter().map(|end| end - 1), once(kept..size)),
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
/// In longer words the parts of a move are those that its action names.
const MOST_COMPARED: usize = 1 << 10;

/// The moves of a ring: where the letters that go stand, if what is left stands on it in one piece.
fn on_ring(text: &str, moves: &[LegalMove]) -> Vec<BTreeSet<Press>> {
    let letters: Vec<char> = text.chars().collect();
    let count = letters.len();
    let of = |made: &LegalMove| {
        let left: Vec<Vec<char>> = made.to.iter().filter_map(written).collect();
        let rest = left.concat();
        if !made.actions.is_empty() || left.len() > 1 || rest.len() >= count || count > MOST_ROUND {
            return word(&letters, false, made);
        }
        let taken = count - rest.len();
        let is_ring = made.to.iter().any(|part| matches!(part, Component::Ring(_)));
        let round = |start: usize| (0..rest.len()).map(move |at| (start + at) % count);
        let turned = |turn: usize| rest.iter().cycle().skip(turn).take(rest.len());
        let fits = |start: usize| {
            let turns = if is_ring { rest.len() } else { 1 };
            rest.is_empty() || (0..turns).any(|turn| round(start + taken).map(|at| &letters[at]).eq(turned(turn)))
        };
        let press = |start: usize| {
            Press::taking([start, (start + taken - 1) % count], (0..taken).map(|at| (start + at) % count))
        };
        let found: BTreeSet<Press> = (0..count).filter(|&start| fits(start)).map(press).collect();
        if found.is_empty() { word(&letters, false, made) } else { found }
    };
    moves.iter().map(of).collect()
}

/// The moves of a word, or of a tape, whose empty boxes are parts too.
fn on_word(text: &str, grows: bool, moves: &[LegalMove]) -> Vec<BTreeSet<Press>> {
    let letters: Vec<char> = text.chars().collect();
    moves.iter().map(|made| word(&letters, grows, made)).collect()
}

fn word(letters: &[char], grows: bool, made: &LegalMove) -> BTreeSet<Press> {
    let mut found = BTreeSet::new();
    for action in &made.actions {
        match *action {
            Action::Remove { first, last, .. } | Action::Replace { first, last, .. } if first <= last => {
                found.insert(Press::range(first - 1..last));
            }
            // On a ring the letters may go over the end.
            Action::Remove { first, last, .. } | Action::Replace { first, last, .. } => {
                found.insert(Press::new([first - 1, last - 1], [first - 1..letters.len(), 0..last]));
            }
            Action::EveryCopy(letter) => {
                let copies = || (0..letters.len().min(MOST_COMPARED)).filter(|&at| letters[at] == letter);
                found.extend(copies().map(|at| Press::taking([at], copies())));
            }
            _ => {}
        }
    }
    if found.is_empty() && letters.len() <= MOST_COMPARED {
        let left: Vec<Vec<char>> = made.to.iter().filter_map(written).collect();
        match &left[..] {
            [] if !letters.is_empty() => {
                found.insert(Press::range(0..letters.len()));
            }
            [word] => found.extend(changed(letters, word, grows)),
            words if words.concat().len() == letters.len() && words.len() <= MOST_ORDERED => {
                let numbers: Vec<usize> = (0..words.len()).collect();
                for order in orders(&numbers) {
                    let all: Vec<char> = order.iter().flat_map(|&at| words[at].iter().copied()).collect();
                    if all == letters {
                        let ends = order.iter().scan(0, |end, &at| {
                            *end += words[at].len();
                            Some(*end)
                        });
                        found
                            .insert(Press::new(ends.take(words.len() - 1).map(|end: usize| end.saturating_sub(1)), []));
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
        return [Press::taking(taken, gone)].into();
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
            Action::Piles(piles) => return piles.first().map(|&(place, _)| Press::new([place - 1], [])),
            _ => return None,
        };
        items.iter().position(|(item, _)| *item == wanted).map(|at| Press::new([at], []))
    };
    made.actions.iter().filter_map(of).collect()
}

fn squares(cells: &Cells, made: &LegalMove) -> BTreeSet<Press> {
    let columns = cells.columns();
    let place = |(row, column): (usize, usize)| (row - 1) * columns + column - 1;
    let of = |action: &Action| match action {
        Action::Cells { first, last } if first == last => {
            let kept =
                made.to.iter().filter_map(|part| if let Component::Cells(left) = part { Some(left) } else { None });
            let kept: BTreeSet<usize> =
                kept.flat_map(|left| left.places().map(|at| place(left.position(at))).collect::<Vec<_>>()).collect();
            Some(Press::taking([place(*first)], cells.places().filter(|at| !kept.contains(at))))
        }
        Action::Cells { first, last } => {
            let rows = (first.0..=last.0).map(|row| place((row, first.1))..place((row, last.1)) + 1);
            Some(Press::new([place(*first), place(*last)], rows))
        }
        Action::Squares(taken) => {
            Some(Press::taking(taken.iter().copied().map(place), taken.iter().copied().map(place)))
        }
        _ => None,
    };
    made.actions.iter().filter_map(of).collect()
}

/// A bar, of which the parts are the squares that are drawn.
fn chocolate(rows: &[u32], made: &LegalMove) -> BTreeSet<Press> {
    let columns = drawn_columns(rows);
    let of = |action: &Action| {
        let Action::Bite { row, column } = *action else { return None };
        let (row, column) = (row - 1, column - 1);
        let below = rows.iter().enumerate().take(SQUARES).skip(row);
        let lost = below.map(|(at, &length)| at * columns + column..at * columns + columns.min(length as usize));
        (row < SQUARES && column < columns).then(|| Press::new([row * columns + column], lost))
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
                number(vertex).map(|vertex| Press::taking([vertex], gone()))
            }
            Action::Edge(a, b) => {
                let ends = number(a).zip(number(b));
                // A loop is not drawn: its vertex stands for it.
                let part = ends.and_then(|(a, b)| if a == b { Some(a) } else { edge(a, b).map(|at| vertices + at) });
                part.map(|part| Press::taking([part], gone().chain((part >= vertices).then_some(part))))
            }
            Action::Vertices(taken) => taken
                .iter()
                .map(|vertex| number(vertex))
                .collect::<Option<Vec<_>>>()
                .map(|taken| Press::taking(taken, gone())),
            Action::Leaves(Some(kept)) => number(kept).map(|kept| Press::taking([kept], gone())),
            Action::Leaves(None) => {
                found.extend(gone().map(|leaf| Press::taking([leaf], gone())));
                None
            }
            Action::Carry { from, to, .. } => number(from).zip(number(to)).map(|(from, to)| Press::new([from, to], [])),
            Action::Go(to) | Action::TakeAndGo { to, .. } => number(to).map(|to| Press::new([to], [])),
            _ => None,
        };
        found.extend(press);
    }
    // A token is where the next graph has its mark, also where it takes stones and stays.
    if let ([] | [Action::Take(_)], [to]) = (&made.actions[..], &made.to[..]) {
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
