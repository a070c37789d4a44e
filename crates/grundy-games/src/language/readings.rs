//! Numbers and pictures that may be read in two ways, and the refusals that show both: digits in
//! groups, numbers for a bar, rows of unlike lengths, numbers in a tree.
//!
//! A reading that nobody else could mean is read: `1'000`, `1.000.000`, `chomp 5,4,4`. For the
//! others the message has each reading as a text that works.

use crate::{
    Ruleset,
    text::{diagnostic::Diagnostic, digits::is_group, reader::Reader},
};

/// What may be between groups of digits, or between numbers.
const EITHER: [char; 3] = [',', ' ', '.'];

/// Longer lists are not written out in a message.
const MOST_SHOWN: usize = 64;

/// Larger pictures are not drawn in a message.
const MOST_PLACES: usize = 1 << 10;

impl Reader<'_> {
    /// Refuses `1,000`, `1 000` and `1.000` after the first group, from `start` on, has been read:
    /// one number may be meant, or several. A group that begins with 0 is not a number.
    pub(crate) fn not_grouped(&self, start: usize) -> Result<(), Diagnostic> {
        let rest = self.rest();
        let Some(sign) = rest.chars().next().filter(|sign| EITHER.contains(sign)) else { return Ok(()) };
        let next = &rest[1..];
        let zeros = next.starts_with('0') && is_group(next);
        let group = self.at - start <= 3 && !self.source[start..].starts_with('0');
        if zeros && group { Err(self.two_numbers(start, sign)) } else { Ok(()) }
    }

    /// Refuses `1,200`, which may be one heap or two, at the first comma of a list: all groups that
    /// follow have three digits then. At its later commas the list has been looked at already.
    pub(crate) fn not_thousands(&self) -> Result<(), Diagnostic> {
        let before = &self.source.as_bytes()[..self.at];
        let length = before.iter().rev().take(4).take_while(|sign| sign.is_ascii_digit()).count();
        let is_first = !before[..self.at - length].ends_with(b",");
        let mut rest = self.rest();
        while let Some(next) = rest.strip_prefix(',').filter(|next| is_first && is_group(next)) {
            rest = &next[3..];
        }
        if !(1..=3).contains(&length) || !is_first || rest.starts_with(',') {
            return Ok(());
        }
        Err(self.two_numbers(self.at - length, ','))
    }

    /// The message about groups of digits with this sign between them, of which one was read from
    /// `start` on.
    fn two_numbers(&self, mut start: usize, sign: char) -> Diagnostic {
        let (source, mut end) = (self.source, self.at);
        while is_group(&source[start..]) && source[..start].ends_with(sign) {
            let before = &source[..start - sign.len_utf8()];
            let from = before.rfind(|other: char| !other.is_ascii_digit()).map_or(0, |at| at + 1);
            if !(1..=3).contains(&(before.len() - from)) || before[from..].starts_with('0') {
                break;
            }
            start = from;
        }
        while source[end..].strip_prefix(sign).is_some_and(is_group) {
            end += sign.len_utf8() + 3;
        }
        let text = &source[start..end];
        let number = |group: &str| {
            let number = group.trim_start_matches('0');
            if number.is_empty() { "0".to_owned() } else { number.to_owned() }
        };
        let whole = text.replace(sign, "");
        let numbers: Vec<String> = text.split(sign).map(number).collect();
        let (message, several) = match sign {
            '.' => (
                format!("`{text}` may be the number {whole}, or what is before its point"),
                vec![(numbers.join("."), "rows of a bar"), (numbers[0].clone(), "what is before the point")],
            ),
            _ => (
                format!("`{text}` may be one number, {whole}, or the numbers {}", numbers.join(" and ")),
                vec![(numbers.join(" + "), "several components"), (numbers.join(" "), "several numbers")],
            ),
        };
        let readings = std::iter::once((whole, "one number")).chain(several).collect();
        Diagnostic::new("G048", start..end, message).label("two readings").readings(readings)
    }
}

/// Returns the numbers of a bar as a text: `5,4,4` are its rows. Two numbers may be its sides as
/// well.
pub(crate) fn rows(numbers: &[u64], reader: &Reader<'_>, end: usize) -> Result<String, Diagnostic> {
    let text = |rows: &[u64]| rows.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
    let &[first, second] = numbers else { return Ok(text(numbers)) };
    let mut rows = [first, second];
    rows.sort_unstable_by(|a, b| b.cmp(a));
    let message = format!("{first} and {second} may be the sides of a bar, or the lengths of its rows");
    Err(Diagnostic::new("G048", reader.at..end, message)
        .label("two readings")
        .readings(vec![(format!("{first}x{second}"), "the sides"), (text(&rows), "two rows")]))
}

/// Refuses bare numbers as an order: chains may be meant, or a bar.
pub(crate) fn chain_or_bar(reader: &Reader<'_>, start: usize) -> Diagnostic {
    let listed = |sign: char| sign.is_ascii_digit() || " ,+".contains(sign);
    let length = reader.source[start..].find(|sign| !listed(sign)).unwrap_or(reader.source.len() - start);
    let text = reader.source[start..start + length].trim_end_matches([' ', ',', '+']);
    let numbers: Vec<u64> = text.split([' ', ',', '+']).filter_map(|number| number.parse().ok()).collect();
    let chain = |&length: &u64| match length {
        0 => "{}".to_owned(),
        1 => "{1}".to_owned(),
        _ => format!("{{{}}}", (1..length).map(|at| format!("{at}<{}", at + 1)).collect::<Vec<_>>().join(" ")),
    };
    let chains = match numbers.iter().map(|&number| number as usize).fold(0, usize::saturating_add) {
        0..=MOST_SHOWN => numbers.iter().map(chain).collect::<Vec<_>>().join(" + "),
        _ => String::new(),
    };
    let bar = match numbers[..] {
        [rows, columns] => format!("{rows}x{columns}"),
        _ => numbers.iter().map(|columns| format!("1x{columns}")).collect::<Vec<_>>().join(" + "),
    };
    let (many, a) = if numbers.len() == 1 { ("a chain", "a bar") } else { ("chains", "bars") };
    let message = format!("`{text}` may be {many} of so many elements, one above the other, or {a} of squares");
    let fault = Diagnostic::new("G048", start..start + text.len(), message).label("two readings");
    fault.readings(vec![(chains, "chains, as stalks of Hackenbush"), (bar, "a bar, as in Chomp")])
}

/// Returns the rows of a picture, or the refusal of rows that end at different columns; `start` is
/// where it begins. An end of a row at the end of the picture does not begin another row.
pub(crate) fn straight(mut rows: Vec<String>, start: usize, end: usize) -> Result<Vec<String>, Diagnostic> {
    if rows.len() > 1 && rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    let columns = rows.iter().map(String::len).max().unwrap_or(0);
    let Some((at, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != columns) else { return Ok(rows) };
    let filled = |with: &str| {
        let row = |row: &String| format!("{row}{}", with.repeat(columns - row.len()));
        rows.iter().map(row).collect::<Vec<_>>().join("/")
    };
    let places = if row.len() == 1 { "place" } else { "places" };
    let message = format!("row {} has {} {places}, and another row has {columns}", at + 1, row.len());
    let fault = Diagnostic::new("G048", start..end, message).label("what is at the end of the short rows?");
    Err(match columns.saturating_mul(rows.len()) <= MOST_PLACES {
        true => fault.readings(vec![(filled("#"), "holes there"), (filled("."), "cells there")]),
        false => fault.help("end each row with # for holes or . for cells until all are equally long"),
    })
}

/// Refuses numbers that are not the parents of the vertices 1, 2, .. of a tree: they may be parents
/// counted from 1, or lengths of legs. The word begins at `start`.
pub(crate) fn not_parents(parents: &[u64], start: usize, end: usize) -> Option<Diagnostic> {
    let (vertex, parent) = (1..).zip(parents).find(|(vertex, parent)| *parent >= vertex)?;
    let message = format!("the parent of vertex {vertex} is vertex {parent}, which is not an earlier vertex");
    let list = |word: &str, numbers: &mut dyn Iterator<Item = u64>| {
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        format!("{word} [{}]", numbers.join(","))
    };
    let from_one = (1..).zip(parents).all(|(vertex, parent)| (1..=vertex).contains(parent));
    let legs = parents.iter().all(|&parent| parent > 0);
    let mut readings = Vec::new();
    if from_one {
        let tree = list("tree", &mut parents.iter().map(|parent| parent - 1));
        readings.push((tree, "parents counted from 1"));
    }
    if legs {
        readings.push((list("spider", &mut parents.iter().copied()), "lengths of legs"));
    }
    readings.retain(|_| parents.len() <= MOST_SHOWN);
    let code = if from_one && legs { "G048" } else { "G045" };
    let fault = Diagnostic::new(code, start..end, message).label("not a tree");
    Some(match readings.is_empty() {
        true => fault.help(
            "list an earlier vertex as the parent of each vertex after the first, counted from 0: tree [0,0,1,1]; \
             lengths of legs are a spider: spider [1,1,4]",
        ),
        false => fault.readings(readings),
    })
}

/// Refuses a leg of no vertices: parents of a tree may be meant.
pub(crate) fn not_legs(legs: &[u64], start: usize, end: usize) -> Option<Diagnostic> {
    let at = legs.iter().position(|&leg| leg == 0)?;
    let text = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let kept: Vec<u64> = legs.iter().copied().filter(|&leg| leg > 0).collect();
    let mut readings = vec![(format!("spider [{}]", text(&kept)), "legs without the empty ones")];
    let is_tree = (1..).zip(legs).all(|(vertex, &parent): (u64, &u64)| parent < vertex);
    if is_tree {
        readings.insert(0, (format!("tree [{}]", text(legs)), "parents of the vertices 1, 2, .."));
    }
    readings.retain(|_| legs.len() <= MOST_SHOWN);
    let code = if is_tree { "G048" } else { "G045" };
    let fault = Diagnostic::new(code, start..end, format!("leg {} has length 0", at + 1)).label("an empty leg");
    Some(match readings.is_empty() {
        true => fault.help("leave empty legs out; parents of vertices are a tree: tree [0,0,1,1]"),
        false => fault.readings(readings),
    })
}

/// Whether a game on these rules distinguishes a graph with loops from one without, and one with
/// repeated edges from one with single ones.
pub(crate) fn distinguishes(ruleset: &Ruleset) -> (bool, bool) {
    use crate::{GraphMove, Once};
    match ruleset {
        Ruleset::Ground(_) => (true, true),
        Ruleset::Graph(rules) => {
            let has = |kinds: &[GraphMove]| rules.moves.iter().any(|kind| kinds.contains(kind));
            let doubles = [GraphMove::Edge, GraphMove::Leaves];
            let counts = rules.moves.iter().any(|kind| matches!(kind, GraphMove::Degree(_)));
            (counts || has(&doubles) || has(&[GraphMove::Ends]), counts || has(&doubles))
        }
        Ruleset::Token(rules) => (!rules.one_way, rules.once == Once::Edge),
        Ruleset::Stones(_) => (true, false),
        _ => (false, false),
    }
}
