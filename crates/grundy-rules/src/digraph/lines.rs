//! Lines of a file of moves: `from,to`, or one vertex alone.
//!
//! Names stand apart by blanks, commas, semicolons or `->`. Empty lines and lines that begin with `#` or `%` say
//! nothing, nor does a first line `from,to` or `source,target`.

use std::io::BufRead;

use super::DigraphFault;

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
    let mut line = Vec::new();
    let mut first = true;
    for number in 1.. {
        line.clear();
        if text.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let bytes = if number == 1 { line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line) } else { &line[..] };
        let Some(said) = read(bytes).map_err(|why| DigraphFault::Line(number, why))? else { continue };
        let heading = first && is_heading(said);
        first = false;
        if !heading {
            visit(number, said)?;
        }
    }
    Ok(())
}

fn is_heading(said: Said<'_>) -> bool {
    let Said::Move(from, to) = said else { return false };
    [("from", "to"), ("source", "target")].iter().any(|(first, second)| {
        from.eq_ignore_ascii_case(first.as_bytes()) && to.eq_ignore_ascii_case(second.as_bytes())
    })
}

fn read(line: &[u8]) -> Result<Option<Said<'_>>, String> {
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
    matches!(byte, b' ' | b',' | b';' | b'\t' | b'\r' | b'\n')
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
