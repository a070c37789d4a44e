//! The lines of a file of moves: `from,to`, or a single vertex.
//!
//! Blanks, commas, semicolons or `->` separate names. Empty lines and lines that begin with `#` or
//! `%` are ignored, and so is a first line `from,to` or `source,target`.
//!
//! ```text
//! # a comment
//! from,to
//! a,b
//! b -> c
//! d
//! ```
//!
//! has the edges a to b and b to c, and the vertices a, b, c and d.

use std::{cell::Cell, io::BufRead};

use memchr::memchr;

use crate::{
    digraph::DigraphFault,
    text::encoding::{self, NotText},
};

/// The longest line that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// The contents of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GraphLine<'a> {
    /// A vertex.
    Vertex(&'a [u8]),
    /// An edge from the first vertex to the second.
    Move(&'a [u8], &'a [u8]),
}

/// Calls `visit` with each line that is not ignored and its number, from 1; stops at the first
/// fault.
///
/// The lines are read from the buffer of the reader without a copy, but for those that cross its
/// end.
pub(super) fn each(
    mut text: impl BufRead,
    mut visit: impl FnMut(u64, GraphLine<'_>) -> Result<(), DigraphFault>,
) -> Result<(), DigraphFault> {
    let read_lines = Cell::new(0);
    let mut first = true;
    let mut one = |line: &[u8]| {
        let number = read_lines.get() + 1;
        read_lines.set(number);
        let line = match number {
            1 => encoding::start(line).map_err(|fault| DigraphFault::Line(1, not_text(&fault)))?,
            _ => line,
        };
        let Some(line) = read(line).map_err(|why| DigraphFault::Line(number, why))? else { return Ok(()) };
        let heading = first && matches!(line, GraphLine::Move(from, to) if is_heading(from, to));
        first = false;
        if heading { Ok(()) } else { visit(number, line) }
    };
    // A line that crosses the end of the buffer.
    let mut begun = Vec::new();
    loop {
        let buffer = text.fill_buf()?;
        let length = buffer.len();
        if length == 0 {
            break;
        }
        let mut rest = buffer;
        while let Some(end) = memchr(b'\n', rest) {
            if begun.is_empty() {
                one(&rest[..end])?;
            } else {
                begun.extend_from_slice(&rest[..end]);
                one(&begun)?;
                begun.clear();
            }
            rest = &rest[end + 1..];
        }
        begun.extend_from_slice(rest);
        if begun.len() > LONGEST {
            return Err(DigraphFault::Line(read_lines.get() + 1, format!("has over {LONGEST} bytes")));
        }
        text.consume(length);
    }
    if begun.is_empty() { Ok(()) } else { one(&begun) }
}

/// What is wrong with a line that is not UTF-8 text.
pub(super) fn not_text(fault: &NotText) -> String {
    let iconv = fault.encoding.iconv.unwrap_or("..");
    format!("is {}, not UTF-8: convert the file with `iconv -f {iconv} -t UTF-8`", fault.encoding.name)
}

/// Reads two numbers with one separator between them, the most frequent form of lines in large
/// files.
fn two_numbers(line: &[u8]) -> Option<GraphLine<'_>> {
    let digits = |from: &[u8]| from.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = digits(line);
    let rest = line.get(first + 1..)?;
    let second = digits(rest);
    let plain = first > 0 && second > 0 && is_gap(line[first]) && matches!(&rest[second..], b"" | b"\r");
    plain.then(|| GraphLine::Move(&line[..first], &rest[..second]))
}

/// Returns whether the names of a first line are headings of columns: `from,to` or `source,target`,
/// in any case.
pub fn is_heading(from: &[u8], to: &[u8]) -> bool {
    [("from", "to"), ("source", "target")].iter().any(|(first, second)| {
        from.eq_ignore_ascii_case(first.as_bytes()) && to.eq_ignore_ascii_case(second.as_bytes())
    })
}

/// The contents of a line; `None` if it is to be ignored.
///
/// # Errors
/// Why it is no move, as a clause.
fn read(line: &[u8]) -> Result<Option<GraphLine<'_>>, String> {
    if let Some(numbers) = two_numbers(line) {
        return Ok(Some(numbers));
    }
    let mut names: [&[u8]; 2] = [&[]; 2];
    let mut count = 0;
    let mut rest = line;
    while let Some(length) = rest.iter().position(|&byte| !is_gap(byte)) {
        rest = &rest[length..];
        if count == 0 && matches!(rest[0], b'#' | b'%') {
            return Ok(None);
        }
        let arrow = rest.starts_with(b"->");
        let length = if arrow { 2 } else { name_length(rest) };
        if !arrow {
            let Some(slot) = names.get_mut(count) else {
                return Err("has more than two names: write `from,to`".into());
            };
            if rest[..length].contains(&b'+') {
                return Err("has a name with `+`, which adds tokens in a position".into());
            }
            *slot = &rest[..length];
            count += 1;
        }
        rest = &rest[length..];
    }
    Ok(match count {
        0 => None,
        1 => Some(GraphLine::Vertex(names[0])),
        _ => Some(GraphLine::Move(names[0], names[1])),
    })
}

/// The bytes of the name at the start.
fn name_length(rest: &[u8]) -> usize {
    let ends = |at: usize| is_gap(rest[at]) || rest[at..].starts_with(b"->");
    (1..rest.len()).find(|&at| ends(at)).unwrap_or(rest.len())
}

/// Whether names are separated here.
fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b';' | b'\t' | b'\r')
}

/// Returns a name as a vertex; `None` if it is not a number without leading zeros, or is too large.
/// The two greatest numbers are kept free.
pub(super) fn number(name: &[u8]) -> Option<u32> {
    if name.is_empty() || name.len() > 10 || (name[0] == b'0' && name.len() > 1) {
        return None;
    }
    let mut value = 0u64;
    for &digit in name {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = 10 * value + u64::from(digit - b'0');
    }
    u32::try_from(value).ok().filter(|&value| value < u32::MAX - 1)
}
