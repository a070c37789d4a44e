//! The end of a run: the reply goes to stdout, an error to stderr, and the exit code to the system.

use std::{
    io::{self, BufWriter, Write},
    path::Path,
    time::{Duration, Instant},
};

use grundy::storage::file;

use crate::{
    output::{CliError, VerbOutput, keeps, report},
    session::Session,
    streams::{was_written, write_out},
};

/// Writes a long table to stdout or to a file as it comes; a reader of stdout that has gone away is
/// no error. The table is known when the writing begins, so that a limit or a signal that ended its
/// check leaves it whole: the writing may take the time of `--time` again. A signal ends the
/// program at once now, since a pipe may wait for ever. A file is written as a whole or not at all.
pub fn write_table(
    session: &Session,
    path: Option<&Path>,
    table: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<VerbOutput, CliError> {
    let time = session.common.time.map(Duration::from_secs_f64);
    let end = time.and_then(|time| Instant::now().checked_add(time));
    session.done();
    path.map_or(Ok(()), keeps)?;
    let mut late = false;
    let written = match path {
        Some(path) => file::replace(path, |file| limited(file, end, &mut late, table)),
        None => limited(io::stdout().lock(), end, &mut late, table),
    };
    if late {
        return Err(CliError::Undecided {
            code: "time",
            message: "the table is not whole: the time was up before its last line".into(),
            help: "allow more with --time SECONDS".into(),
        });
    }
    let out = String::new();
    match path {
        Some(path) => {
            written.map(|()| VerbOutput { out, code: 0 }).map_err(|error| CliError::file("write", path, &error))
        }
        None => Ok(VerbOutput { out, code: if was_written(written) { 0 } else { 2 } }),
    }
}

/// Writes the table until the time is up.
fn limited(
    out: impl Write,
    end: Option<Instant>,
    late: &mut bool,
    table: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, Limited { out, end, late: false });
    let written = table(&mut out).and_then(|()| out.flush());
    *late = out.get_ref().late;
    written
}

/// Output that ends with the time.
pub struct Limited<W> {
    out: W,
    end: Option<Instant>,
    late: bool,
}

impl<W: Write> Write for Limited<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // After the time is up nothing more is written, except for the rest of a line that is
        // begun.
        if self.end.is_some_and(|end| Instant::now() >= end) {
            let rest = bytes.iter().position(|&byte| byte == b'\n').filter(|_| !self.late);
            self.late = true;
            self.out.write_all(&bytes[..rest.map_or(0, |at| at + 1)])?;
            return Err(io::Error::other("the time is up"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints the reply or the trouble, and returns the exit code.
pub fn finish(session: &Session, reply: Result<VerbOutput, CliError>) -> u8 {
    session.done();
    match reply {
        Ok(reply) => match write_out(&reply.out) {
            false => 2,
            // What was answered before a signal stands; the code says that there was to be more.
            true if session.interrupted() => session.signals().code(),
            true if session.has_failed() => 2,
            true => reply.code,
        },
        Err(trouble) => {
            report(&session.common, &trouble);
            trouble.code(session.signals())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_off_ends_with_a_whole_line() {
        let mut limited = Limited { out: b"12,3\n45,".to_vec(), end: Some(Instant::now()), late: false };
        assert!(limited.write_all(b"6\n78,9\n").is_err());
        assert!(limited.write_all(b"99,1\n").is_err());
        assert_eq!(limited.out, b"12,3\n45,6\n");
    }
}
