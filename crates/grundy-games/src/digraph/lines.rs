//! Lines of a file of moves: `from,to`, or one vertex alone.
//!
//! Names stand apart by blanks, commas, semicolons or `->`. Empty lines and lines that begin with `#` or `%` say
//! nothing, nor does a first line `from,to` or `source,target`.

use std::{cell::Cell, io::BufRead};

use memchr::memchr;

use super::DigraphFault;

/// The longest line that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said<'a> {
    /// There is such a vertex.
    Vertex(&'a [u8]),
    /// There is such a move.
    Move(&'a [u8], &'a [u8]),
}

/// Shows each line that says something with its number, from 1 on; `visit` tells what is wrong with it.
pub(super) fn each(
    mut text: impl BufRead,
    mut visit: impl FnMut(u64, Said<'_>) -> Result<(), DigraphFault>,
) -> Result<(), DigraphFault> {
    let read_lines = Cell::new(0);
    let mut first = true;
    let mut one = |line: &[u8]| {
        let number = read_lines.get() + 1;
        read_lines.set(number);
        let line = if number == 1 { line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line) } else { line };
        let Some(said) = read(line).map_err(|why| DigraphFault::Line(number, why))? else { return Ok(()) };
        let heading = first && matches!(said, Said::Move(from, to) if is_heading(from, to));
        first = false;
        if heading { Ok(()) } else { visit(number, said) }
    };
    // A line that runs over the end of the buffer is put together here.
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

/// The two numbers of a line that holds nothing else, with one sign between them: most lines of large files.
fn two_numbers(line: &[u8]) -> Option<Said<'_>> {
    let digits = |from: &[u8]| from.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = digits(line);
    let rest = line.get(first + 1..)?;
    let second = digits(rest);
    let plain = first > 0 && second > 0 && is_gap(line[first]) && matches!(&rest[second..], b"" | b"\r");
    plain.then(|| Said::Move(&line[..first], &rest[..second]))
}

/// Whether the names of a first line are those of columns.
pub fn is_heading(from: &[u8], to: &[u8]) -> bool {
    [("from", "to"), ("source", "target")].iter().any(|(first, second)| {
        from.eq_ignore_ascii_case(first.as_bytes()) && to.eq_ignore_ascii_case(second.as_bytes())
    })
}

fn read(line: &[u8]) -> Result<Option<Said<'_>>, String> {
    if let Some(said) = two_numbers(line) {
        return Ok(Some(said));
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
        1 => Some(Said::Vertex(names[0])),
        _ => Some(Said::Move(names[0], names[1])),
    })
}

fn name_length(rest: &[u8]) -> usize {
    let ends = |at: usize| is_gap(rest[at]) || rest[at..].starts_with(b"->");
    (1..rest.len()).find(|&at| ends(at)).unwrap_or(rest.len())
}

fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b';' | b'\t' | b'\r')
}

/// The number that the name is, if it is written as numbers are and may be a vertex.
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
