//! Long tables of values, written as they are read off a solution: CSV, one record a line, OEIS
//! b-file, NumPy array.
//!
//! Nothing is held but a line. The b-file is in the strict form (`table.rs`); the array is NPY
//! version 1.0 with the least unsigned width that holds the largest value.

use std::io::{self, Write};

use grundy::{Convention, Status};

use crate::{phrase, records::ValueRecordJson};

/// How a long table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `n,value` with a header line.
    Csv,
    /// One JSON record a line.
    Ndjson,
    /// An OEIS b-file that starts at this n.
    BFile(u64),
    /// A NumPy array.
    Npy,
}

/// The values of the heaps from 0 to `end`.
pub struct Values<'a> {
    /// The game, as text.
    pub game: &'a str,
    /// The last heap.
    pub end: u64,
    /// The largest value.
    pub largest: u64,
    /// The value of a heap.
    pub value: &'a dyn Fn(u64) -> u64,
    /// Whether the checker has verified them.
    pub status: Status,
}

/// Writes the values in this form.
///
/// Cost: the function `value` once for each heap, in ascending order.
pub fn write_values(values: &Values<'_>, form: Form, out: &mut dyn Write) -> io::Result<()> {
    let value = values.value;
    match form {
        Form::Csv => {
            out.write_all(b"n,value\n")?;
            (0..=values.end).try_for_each(|heap| writeln!(out, "{heap},{}", value(heap)))
        }
        Form::Ndjson => (0..=values.end).try_for_each(|heap| {
            serde_json::to_writer(&mut *out, &ValueRecordJson { n: heap, value: value(heap) })?;
            out.write_all(b"\n")
        }),
        Form::BFile(offset) => {
            let game = values.game.replace(['\n', '\r'], " ");
            writeln!(out, "# {game}. {}", phrase::footing(Convention::Normal, values.status))?;
            (offset..=values.end).try_for_each(|heap| writeln!(out, "{heap} {}", value(heap)))
        }
        Form::Npy => {
            let (descr, width) = match values.largest {
                0..=0xff => ("|u1", 1),
                0x100..=0xffff => ("<u2", 2),
                0x1_0000..=0xffff_ffff => ("<u4", 4),
                _ => ("<u8", 8),
            };
            out.write_all(&npy_head(descr, u128::from(values.end) + 1))?;
            (0..=values.end).try_for_each(|heap| out.write_all(&value(heap).to_le_bytes()[..width]))
        }
    }
}

/// The head of an NPY file: magic, version, length, and a dictionary that ends on a multiple of 64
/// bytes.
fn npy_head(descr: &str, many: u128) -> Vec<u8> {
    let dictionary = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({many},), }}");
    let length = (10 + dictionary.len() + 1).next_multiple_of(64) - 10;
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend((length as u16).to_le_bytes());
    head.extend(format!("{dictionary:<width$}\n", width = length - 1).into_bytes());
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(form: Form, largest: u64) -> Vec<u8> {
        let value = |heap: u64| if heap == 3 { largest } else { heap };
        let mut out = Vec::new();
        let values = Values { game: "octal 0.77", end: 4, largest, value: &value, status: Status::Proved };
        write_values(&values, form, &mut out).unwrap();
        out
    }

    #[test]
    fn forms_are_strict() {
        assert_eq!(written(Form::Csv, 9), b"n,value\n0,0\n1,1\n2,2\n3,9\n4,4\n");
        assert_eq!(written(Form::BFile(3), 9), b"# octal 0.77. Normal play; proved.\n3 9\n4 4\n");
        assert!(written(Form::Ndjson, u64::MAX).starts_with(b"{\"n\":0,\"value\":0}\n"));
        assert!(String::from_utf8(written(Form::Ndjson, u64::MAX)).unwrap().contains("\"value\":18446744073709551615"));
        for (largest, descr, width) in
            [(255, "'|u1'", 1), (256, "'<u2'", 2), (65_536, "'<u4'", 4), (1 << 32, "'<u8'", 8)]
        {
            let bytes = written(Form::Npy, largest);
            let (head, data) = bytes.split_at(bytes.len() - 5 * width);
            assert_eq!((head.len() % 64, head[head.len() - 1]), (0, b'\n'));
            assert_eq!(usize::from(u16::from_le_bytes([head[8], head[9]])) + 10, head.len());
            assert!(String::from_utf8_lossy(head).contains(descr) && head.starts_with(b"\x93NUMPY\x01\x00"));
            assert_eq!(data[3 * width..4 * width], largest.to_le_bytes()[..width]);
        }
    }
}
