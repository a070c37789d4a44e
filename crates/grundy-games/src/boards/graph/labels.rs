//! Names of vertices, and numbers in the texts of large positions.
//!
//! A position may have millions of names, so they are one text with the places where they end: no
//! allocation a name. Positions are written in pieces of some pages (`Pieces`), with `itoa` for
//! the numbers: the formatter of the standard library takes several times as long for each of them,
//! and a reader that needs the ends of a text need not hold the whole.

use std::{fmt, ops::Range};

/// One name per vertex, in the order of the vertices.
///
/// Names are compared as texts; two graphs with equal names share them by reference where they can.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Labels {
    /// All names, one after the other.
    text: String,
    /// Where each name ends in the text.
    ends: Vec<usize>,
}

impl Labels {
    /// Returns the numbers from 0 as names.
    ///
    /// As many as `count`.
    pub fn numbers(count: u32) -> Labels {
        let mut labels = Labels::default();
        labels.ends.reserve(count as usize);
        (0..count).for_each(|number| labels.push_number(number.into()));
        labels
    }

    /// Returns the number of names.
    ///
    /// It is that of the vertices.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the name of a vertex, `None` if there is no such vertex.
    pub fn get(&self, vertex: usize) -> Option<&str> {
        self.text.get(self.place(vertex)?)
    }

    /// Returns the names, in their order.
    ///
    /// The first one is that of vertex 0.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|vertex| self.get(vertex))
    }

    /// Adds the name of the next vertex.
    ///
    /// It may be any text; the parser guarantees that names differ.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    /// Adds a number as the name of the next vertex.
    ///
    /// It allocates nothing but the text.
    pub fn push_number(&mut self, name: u64) {
        self.push(itoa::Buffer::new().format(name));
    }

    /// Returns whether the name of each vertex is its number.
    ///
    /// Then they need not be kept.
    pub fn are_numbers(&self) -> bool {
        let mut buffer = itoa::Buffer::new();
        self.iter().zip(0u64..).all(|(name, number)| name == buffer.format(number))
    }

    /// Returns the memory on the heap, in bytes.
    ///
    /// Budgets count it.
    pub fn bytes(&self) -> usize {
        self.text.len() + size_of::<usize>() * self.ends.len()
    }

    /// Where the name of a vertex is in the text.
    fn place(&self, vertex: usize) -> Option<Range<usize>> {
        let end = *self.ends.get(vertex)?;
        Some(vertex.checked_sub(1).map_or(0, |before| self.ends[before])..end)
    }
}

impl<S: AsRef<str>> FromIterator<S> for Labels {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Labels {
        let mut labels = Labels::default();
        names.into_iter().for_each(|name| labels.push(name.as_ref()));
        labels
    }
}

/// As lists of the names.
impl Ord for Labels {
    fn cmp(&self, other: &Labels) -> std::cmp::Ordering {
        self.iter().cmp(other.iter())
    }
}

impl PartialOrd for Labels {
    fn partial_cmp(&self, other: &Labels) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A text that is written in pieces.
pub(crate) struct Pieces<'w> {
    /// Where full pieces go.
    to: &'w mut dyn fmt::Write,
    /// What is not written yet.
    piece: Vec<u8>,
}

impl<'w> Pieces<'w> {
    /// The bytes at which a piece is written.
    const FULL: usize = 1 << 14;

    /// Begins a text that goes to this writer.
    pub(crate) fn to(to: &'w mut dyn fmt::Write) -> Pieces<'w> {
        Pieces { to, piece: Vec::new() }
    }

    /// Adds text; a full piece is written.
    #[inline]
    pub(crate) fn text(&mut self, text: &str) -> fmt::Result {
        self.piece.extend_from_slice(text.as_bytes());
        if self.piece.len() >= Pieces::FULL { self.write() } else { Ok(()) }
    }

    /// Adds a number.
    pub(crate) fn number(&mut self, number: u64) -> fmt::Result {
        self.text(itoa::Buffer::new().format(number))
    }

    /// Adds the name of a vertex: its number, if vertices have no names.
    ///
    /// # Panics
    ///
    /// If there are names, and none of this vertex.
    #[inline]
    pub(crate) fn name(&mut self, names: Option<&Labels>, vertex: u32) -> fmt::Result {
        let Some(names) = names else { return self.number(vertex.into()) };
        let place = names.place(vertex as usize).expect("every vertex has a name");
        let (bytes, end) = (names.text.as_bytes(), self.piece.len() + place.len());
        // Most names are short: eight bytes are copied faster than a number of bytes that is not
        // known before.
        match bytes.get(place.start..).and_then(|rest| rest.first_chunk::<8>()) {
            Some(eight) if place.len() <= 8 => {
                self.piece.extend_from_slice(eight);
                self.piece.truncate(end);
            }
            _ => self.piece.extend_from_slice(&bytes[place]),
        }
        if end >= Pieces::FULL { self.write() } else { Ok(()) }
    }

    /// Writes what is left.
    pub(crate) fn end(mut self) -> fmt::Result {
        self.write()
    }

    /// Writes the piece, and begins another one.
    fn write(&mut self) -> fmt::Result {
        // Pieces consist of whole texts.
        self.to.write_str(str::from_utf8(&self.piece).map_err(|_| fmt::Error)?)?;
        self.piece.clear();
        Ok(())
    }
}

/// Writes the numbers with commas between them, in these brackets.
pub(crate) fn list(to: &mut dyn fmt::Write, numbers: &[u64], [open, close]: [&str; 2]) -> fmt::Result {
    let mut pieces = Pieces::to(to);
    pieces.text(open)?;
    for (at, &number) in numbers.iter().enumerate() {
        pieces.text(if at == 0 { "" } else { ", " })?;
        pieces.number(number)?;
    }
    pieces.text(close)?;
    pieces.end()
}

/// Returns the name of a vertex, as [`Pieces::name`].
pub(crate) fn name(names: Option<&Labels>, vertex: u32) -> String {
    let mut text = String::new();
    let mut pieces = Pieces::to(&mut text);
    pieces.name(names, vertex).and_then(|()| pieces.end()).expect("a string takes all text");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_as_a_list_of_texts() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut below = |end: usize| random.usize(..end);
        let mut lists: Vec<Vec<String>> = vec![Vec::new(), vec![String::new()]];
        for _ in 0..200 {
            let count = below(5);
            lists.push((0..count).map(|_| ["", "a", "ab", "b", "é", "0", "1"][below(7)].to_owned()).collect());
        }
        for list in &lists {
            let labels: Labels = list.iter().collect();
            assert_eq!((labels.len(), labels.is_empty()), (list.len(), list.is_empty()));
            assert_eq!(labels.iter().collect::<Vec<_>>(), *list);
            assert_eq!(labels.get(list.len()), None);
            let plain = list.iter().zip(0..).all(|(name, number)| *name == format!("{number}"));
            assert_eq!(labels.are_numbers(), plain, "{list:?}");
            for other in &lists {
                let others: Labels = other.iter().collect();
                assert_eq!((labels.cmp(&others), labels == others), (list.cmp(other), list == other));
            }
        }
        assert!(Labels::numbers(1_000).are_numbers());
        assert_eq!(Labels::numbers(1_000).get(999), Some("999"));
    }

    #[test]
    fn names_of_every_length_are_written_whole() {
        let names: Vec<String> = (0..20).map(|length| "é".repeat(length / 2) + &"a".repeat(length % 2)).collect();
        for last in 0..names.len() {
            let list = [&names[..], &names[last..=last]].concat();
            let labels: Labels = list.iter().collect();
            let mut text = String::new();
            let mut pieces = Pieces::to(&mut text);
            for vertex in (0..list.len() as u32).cycle().take(5_000) {
                pieces.name(Some(&labels), vertex).expect("a string takes all text");
            }
            pieces.end().expect("a string takes all text");
            assert_eq!(text, list.iter().cycle().take(5_000).cloned().collect::<String>());
        }
    }

    #[test]
    fn numbers_are_written_as_the_formatter_writes_them() {
        let listed = |numbers: &[u64]| {
            let mut text = String::new();
            list(&mut text, numbers, ["[", "]"]).expect("a string takes all text");
            text
        };
        for number in [0, 9, 10, 99, 100, u64::from(u32::MAX), u64::MAX] {
            assert_eq!(listed(&[number, number]), format!("[{number}, {number}]"));
        }
        assert_eq!(listed(&[]), "[]");
        // Several pieces.
        let many: Vec<u64> = (0..20_000).map(|number| number * number).collect();
        assert_eq!(listed(&many), format!("{many:?}"));
    }
}
