//! The kinds of parts of a family, and the lines of the game on them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use super::parts::{Centre, PartGraph, PartKind, Shape, StripPart, Symmetry, readings, symmetries};
use crate::{Graph, GraphFamily, GraphMove, boards::graph::family::Strip};

/// The most kinds.
const MOST_KINDS: usize = 256;

/// The most kinds where columns have several vertices and moves have conditions on neighbours: ends
/// of many shapes come up then, which takes minutes to find out.
const MOST_CONDITIONAL: usize = 32;

/// The most vertices of an end.
const MOST_VERTICES: u32 = 48;

/// The columns of the graph on which the moves are listed that stand for all of them.
const LISTED: u32 = 12;

/// From so many columns on, each move is like one of those listed.
const ENOUGH: u32 = 8;

/// A component of what a move leaves: the number of its kind, and its size.
type Sized = (usize, u64);

/// What a move leaves, in ascending order.
type Sum = Vec<Sized>;

/// The kinds of a family under some moves, with the lines of each.
pub(super) struct PartKinds {
    strip: Strip,
    symmetries: Vec<Symmetry>,
    kinds: Vec<PartKind>,
    /// The lines of each kind.
    lines: Vec<Vec<Line>>,
}

/// A move of heaps of one kind, for all sizes from `from` on, or for one size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    what: What,
    /// Components whose size does not depend on that of the heap.
    fixed: Sum,
    from: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// `K(n) -> X(n - less)`
    Whole { kind: usize, less: u64 },
    /// `K(n) -> X(a) + Y(b) for a + b = n - less`, with kinds and least sizes of both.
    Split { parts: [Sized; 2], less: u64 },
    /// Nothing but components of a fixed size, for one size of the heap, or for all.
    Only(Option<u64>),
}

/// Why the parts of a family are not of finitely many kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unclosed {
    /// A part has columns on both sides of a place where a move was made.
    TwoStrips(String),
    /// An end has grown to this many vertices.
    Grows(String),
    /// There are over so many kinds.
    Many(usize),
    /// Moves take connected sets.
    Far,
    /// No move is made in any part of some kind, or in the members themselves.
    Idle,
}

impl fmt::Display for Unclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unclosed::TwoStrips(part) => {
                write!(f, "a move leaves long strips on both sides that stay connected, as {part}")
            }
            Unclosed::Grows(part) => write!(f, "the ends that moves leave grow, as far as {part}"),
            Unclosed::Far => {
                f.write_str("which connected sets a move may take depends on more than the vertices beside one vertex")
            }
            Unclosed::Idle => f.write_str("parts of some kind have no moves, which rules of heaps cannot say"),
            Unclosed::Many(most) => write!(f, "moves leave over {most} kinds of ends"),
        }
    }
}

/// The kind of the members of a family, and what is added to the number of a member to get its
/// size.
pub(super) fn first(family: &GraphFamily) -> (PartKind, u64) {
    let strip = family.strip();
    let mut kind = PartKind::of(&strip);
    let absorbed = if strip.width == 1 && kind.shape == Shape::Open { kind.absorb() } else { 0 };
    let shift = u64::from(absorbed) + kind.shift(strip.width);
    (kind, shift)
}

/// The search for the kinds.
struct Closing<'s> {
    strip: Strip,
    moves: &'s [GraphMove],
    symmetries: Vec<Symmetry>,
    kinds: Vec<PartKind>,
    /// The most kinds.
    most: usize,
}

impl PartKinds {
    /// The kinds of a family under these moves.
    ///
    /// # Errors
    /// Why they are not finitely many, or too many.
    pub(super) fn of(family: &GraphFamily, moves: &[GraphMove]) -> Result<PartKinds, Unclosed> {
        let strip = family.strip();
        let symmetries = symmetries(&strip);
        let first = first(family).0;
        if first.vertices > MOST_VERTICES {
            return Err(Unclosed::Grows(format!("{} vertices", first.vertices)));
        }
        let is_conditional = moves.iter().any(|kind| matches!(kind, GraphMove::Degree(_)));
        let most = if is_conditional && strip.width > 1 { MOST_CONDITIONAL } else { MOST_KINDS };
        let mut closing = Closing { strip, moves, symmetries, kinds: vec![first], most };
        let mut lines = Vec::new();
        while lines.len() < closing.kinds.len() {
            lines.push(closing.lines(lines.len())?);
        }
        let Closing { strip, symmetries, kinds, .. } = closing;
        Ok(PartKinds { strip, symmetries, kinds, lines })
    }

    /// The kinds, in the order of their numbers.
    #[cfg(test)]
    pub(super) fn kinds(&self) -> &[PartKind] {
        &self.kinds
    }

    /// The heap that a connected graph is, with the name of its kind and its size; `None` if no
    /// reading of it is of a known kind.
    pub(super) fn heap(&self, graph: &Graph) -> Option<(String, u64)> {
        readings(&self.strip, graph).find_map(|part| {
            let kind = self.kinds.iter().position(|kind| kind.is_alike(&part.kind, &self.symmetries))?;
            Some((self.name(kind), u64::from(part.columns) + part.kind.shift(self.strip.width)))
        })
    }

    /// The name of a kind.
    fn name(&self, kind: usize) -> String {
        format!("{}{kind}", if self.kinds[kind].shape == Shape::Finite { "F" } else { "A" })
    }
}

impl Closing<'_> {
    fn width(&self) -> u32 {
        self.strip.width
    }

    /// The number of the kind of a part, which may be new, and its size.
    fn sized(&mut self, part: &StripPart) -> Result<Sized, Unclosed> {
        if part.kind.vertices > MOST_VERTICES {
            return Err(Unclosed::Grows(shown(part)));
        }
        let size = u64::from(part.columns) + part.kind.shift(self.width());
        let known = self.kinds.iter().position(|kind| kind.is_alike(&part.kind, &self.symmetries));
        let kind = known.unwrap_or(self.kinds.len());
        if known.is_none() {
            if kind == self.most {
                return Err(Unclosed::Many(self.most));
            }
            self.kinds.push(part.kind.clone());
        }
        Ok((kind, size))
    }

    /// The moves on a kind with so many columns whose centre is wanted, with what each leaves.
    fn moves(&self, kind: &PartKind, columns: u32, wanted: impl Fn(Centre) -> bool) -> Vec<(Centre, Vec<StripPart>)> {
        let mut found = Vec::new();
        let graph = PartGraph::of(&self.strip, kind, columns, self.moves);
        let listed = graph.moves(wanted, |centre, parts| {
            found.push((centre, parts));
            Ok::<(), std::convert::Infallible>(())
        });
        match listed {
            Ok(()) => found,
            Err(never) => match never {},
        }
    }

    fn sum(&mut self, parts: &[StripPart]) -> Result<Sum, Unclosed> {
        let mut sum = parts.iter().map(|part| self.sized(part)).collect::<Result<Sum, Unclosed>>()?;
        sum.sort_unstable();
        Ok(sum)
    }

    /// The lines of a kind.
    fn lines(&mut self, at: usize) -> Result<Vec<Line>, Unclosed> {
        let kind = self.kinds[at].clone();
        if kind.shape == Shape::Finite {
            let mut lines = BTreeSet::new();
            for (_, parts) in self.moves(&kind, 0, |_| true) {
                lines.insert(Line { what: What::Only(None), fixed: self.sum(&parts)?, from: 0 });
            }
            return Ok(lines.into_iter().collect());
        }
        let shift = kind.shift(self.width());
        let mut lines = BTreeSet::new();
        let interior = LISTED / 2;
        let outer = |column: u32| column <= 2 || column + 2 >= LISTED;
        let wanted = |centre| match centre {
            Centre::End => true,
            Centre::Column(column) => outer(column) || column == interior,
        };
        for (centre, parts) in self.moves(&kind, LISTED, wanted) {
            let inside = kind.shape == Shape::Open && centre == Centre::Column(interior);
            lines.insert(if inside { self.split(shift, &parts)? } else { self.whole(shift, &parts)? });
        }
        // What the moves of each small member leave.
        let mut small: BTreeMap<u64, BTreeSet<Sum>> = BTreeMap::new();
        for columns in 1..ENOUGH {
            let mut sums = BTreeSet::new();
            for (_, parts) in self.moves(&kind, columns, |_| true) {
                sums.insert(self.sum(&parts)?);
            }
            small.insert(u64::from(columns) + shift, sums);
        }
        let members = Members { small, end: u64::from(ENOUGH) + shift };
        Ok(members.lines(lines))
    }

    /// The line of a move near an end: one long part is left.
    fn whole(&mut self, shift: u64, parts: &[StripPart]) -> Result<Line, Unclosed> {
        let mut long = parts.iter().flat_map(|part| &part.runs).filter(|&&run| run >= 3);
        let (Some(&run), None) = (long.next(), long.next()) else { return Err(two_strips(parts)) };
        if run < 7 {
            return Err(two_strips(parts));
        }
        let large = parts.iter().position(|part| part.runs.iter().any(|&run| run >= 3)).expect("a long run");
        let (kind, size) = self.numbered(parts)?[large];
        Ok(Line {
            what: What::Whole { kind, less: u64::from(LISTED) + shift - size },
            fixed: self.others(parts, &[large])?,
            from: 0,
        })
    }

    /// The line of a move between the ends: two long parts are left.
    fn split(&mut self, shift: u64, parts: &[StripPart]) -> Result<Line, Unclosed> {
        let long = |part: &StripPart| part.runs.iter().filter(|&&run| run >= 3).count();
        let mut large: Vec<usize> = (0..parts.len()).filter(|&at| long(&parts[at]) > 0).collect();
        if large.len() != 2 || large.iter().any(|&at| long(&parts[at]) != 1) {
            return Err(two_strips(parts));
        }
        large.sort_by_key(|&at| parts[at].first);
        let numbered = self.numbered(parts)?;
        let [one, two] = [numbered[large[0]], numbered[large[1]]];
        // The centre runs from the third column to the third one before the last.
        let mut bounds = [(one.0, one.1 - 3), (two.0, two.1 - 3)];
        bounds.sort_unstable();
        Ok(Line {
            what: What::Split { parts: bounds, less: u64::from(LISTED) + shift - one.1 - two.1 },
            fixed: self.others(parts, &large)?,
            from: 0,
        })
    }

    /// The kinds and sizes of parts, in their order.
    fn numbered(&mut self, parts: &[StripPart]) -> Result<Sum, Unclosed> {
        parts.iter().map(|part| self.sized(part)).collect()
    }

    /// The parts but those at these places.
    fn others(&mut self, parts: &[StripPart], without: &[usize]) -> Result<Sum, Unclosed> {
        let numbered = self.numbered(parts)?;
        let others = numbered.into_iter().enumerate().filter(|(at, _)| !without.contains(at));
        let mut sum: Sum = others.map(|(_, sized)| sized).collect();
        sum.sort_unstable();
        Ok(sum)
    }
}

/// The error that a part has two long runs of columns.
fn two_strips(parts: &[StripPart]) -> Unclosed {
    let most = parts.iter().max_by_key(|part| part.runs.len());
    Unclosed::TwoStrips(most.map_or_else(|| "nothing".to_owned(), shown))
}

/// A part in a few words.
fn shown(part: &StripPart) -> String {
    let runs: Vec<String> = part.runs.iter().map(u32::to_string).collect();
    format!("{} vertices beside runs of {} columns", part.kind.vertices, runs.join(" and "))
}

/// A sum in ascending order.
fn ascending(mut sum: Sum) -> Sum {
    sum.sort_unstable();
    sum
}

/// What moves leave of the small members of a kind.
struct Members {
    /// What moves leave, by the size, below `end`.
    small: BTreeMap<u64, BTreeSet<Sum>>,
    end: u64,
}

impl Members {
    /// The lines of the kind for all sizes, from those for long members: each from the size on from
    /// which it is right, and one for each sum that none of them gives.
    fn lines(&self, long: BTreeSet<Line>) -> Vec<Line> {
        let (splits, wholes): (Vec<Line>, Vec<Line>) =
            long.iter().cloned().partition(|line| matches!(line.what, What::Split { .. }));
        let splits: BTreeSet<Line> = splits.into_iter().map(|line| self.widened(line, &long)).collect();
        // A split in which one heap has a fixed size.
        let is_edge = |line: &Line| {
            splits.iter().any(|split| {
                let What::Split { parts, less } = split.what else { return false };
                let mut sizes =
                    [0, 1].into_iter().flat_map(|part| (0..u64::from(LISTED)).map(move |more| (part, more)));
                sizes.any(|(part, more)| {
                    let size = parts[part].1 + more;
                    // Of each long member the other heap is as large as the split asks for.
                    let is_given = self.end >= less + size + parts[1 - part].1;
                    is_given && self.edge(split, part, size).as_ref() == Some(line)
                })
            })
        };
        let long = wholes.into_iter().filter(|line| !is_edge(line)).chain(splits.iter().cloned());
        let mut lines: Vec<Line> = long.map(|line| Line { from: self.from(&line), ..line }).collect();
        let given =
            |size: u64| lines.iter().filter(move |line| line.from <= size).flat_map(move |line| self.at(line, size));
        let only = self.small.iter().flat_map(|(&size, sums)| {
            let given: BTreeSet<Sum> = given(size).collect();
            let missing: Vec<Sum> = sums.difference(&given).cloned().collect();
            missing.into_iter().map(move |fixed| Line { what: What::Only(Some(size)), fixed, from: 0 })
        });
        let only: Vec<Line> = only.collect();
        lines.extend(only);
        lines
    }

    /// The sums that the line gives at a size, whatever `from` is.
    fn at(&self, line: &Line, size: u64) -> Vec<Sum> {
        let with = |sum: &[Sized]| ascending([sum, &line.fixed].concat());
        match line.what {
            What::Whole { kind, less } => {
                size.checked_sub(less).map(|size| with(&[(kind, size)])).into_iter().collect()
            }
            What::Split { parts: [one, two], less } => {
                let Some(total) = size.checked_sub(less) else { return Vec::new() };
                let firsts = (one.1..=total).filter(|first| total - first >= two.1);
                firsts.map(|first| with(&[(one.0, first), (two.0, total - first)])).collect()
            }
            What::Only(only) => only.is_none_or(|only| only == size).then(|| with(&[])).into_iter().collect(),
        }
    }

    /// The least size from which on the line gives nothing that no move leaves.
    fn from(&self, line: &Line) -> u64 {
        let none = BTreeSet::new();
        let is_wrong = |&size: &u64| {
            let known = self.small.get(&size).unwrap_or(&none);
            self.at(line, size).iter().any(|sum| !known.contains(sum))
        };
        (0..self.end).rev().find(is_wrong).map_or(0, |size| size + 1)
    }

    /// The split in which one of the heaps, 0 or 1, has this size; `None` if the line splits
    /// nothing.
    fn edge(&self, line: &Line, part: usize, size: u64) -> Option<Line> {
        let What::Split { parts, less } = line.what else { return None };
        let fixed = ascending([&line.fixed[..], &[(parts[part].0, size)]].concat());
        Some(Line { what: What::Whole { kind: parts[1 - part].0, less: less + size }, fixed, from: 0 })
    }

    /// The split with smaller least sizes, as far as other lines of long members are those splits.
    fn widened(&self, mut line: Line, long: &BTreeSet<Line>) -> Line {
        for part in [0, 1] {
            loop {
                let What::Split { mut parts, less } = line.what.clone() else { return line };
                let Some(size) = parts[part].1.checked_sub(1) else { break };
                let is_line = self.edge(&line, part, size).is_some_and(|edge| long.contains(&edge));
                parts[part].1 = size;
                let wider = Line { what: What::Split { parts, less }, ..line.clone() };
                if !is_line || self.from(&wider) > self.from(&line) {
                    break;
                }
                line = wider;
            }
        }
        line
    }
}

/// The game on heaps of the kinds, in the language.
impl fmt::Display for PartKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (kind, lines) in self.lines.iter().enumerate() {
            for line in lines {
                f.write_str(if first { "" } else { ", " })?;
                first = false;
                self.line(kind, line, f)?;
            }
        }
        Ok(())
    }
}

impl PartKinds {
    fn line(&self, kind: usize, line: &Line, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let less = |less: u64| if less == 0 { "n".to_owned() } else { format!("n-{less}") };
        let mut heaps: Vec<String> = Vec::new();
        let mut conditions: Vec<String> = Vec::new();
        let mut total = None;
        match &line.what {
            What::Whole { kind, less: taken } => heaps.push(format!("{}({})", self.name(*kind), less(*taken))),
            What::Split { parts, less: taken } => {
                for (name, (kind, least)) in ["a", "b"].into_iter().zip(parts) {
                    heaps.push(format!("{}({name})", self.name(*kind)));
                    if *least > 0 {
                        conditions.push(format!("{name} >= {least}"));
                    }
                }
                total = Some(less(*taken));
            }
            What::Only(size) => conditions.extend(size.map(|size| format!("n = {size}"))),
        }
        heaps.extend(line.fixed.iter().map(|(kind, size)| format!("{}({size})", self.name(*kind))));
        if heaps.is_empty() {
            // The first kind has no member of size 0, so such a heap has no moves.
            heaps.push(format!("{}(0)", self.name(0)));
        }
        if line.from > 0 {
            conditions.push(format!("n >= {}", line.from));
        }
        write!(f, "{}(n) -> {}", self.name(kind), heaps.join(" + "))?;
        if let Some(total) = total {
            write!(f, " for a + b = {total}")?;
        }
        if !conditions.is_empty() {
            write!(f, " where {}", conditions.join(" and "))?;
        }
        Ok(())
    }
}
