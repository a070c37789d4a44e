//! The end of a run: the reply goes to stdout, an error to stderr, and the exit code to the system.

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
    time::{Duration, Instant},
};

use crate::{
    output::{CliError, Reply, report},
    session::Session,
    streams::{was_written, write_out},
};

/// Writes a long table to stdout as it comes; a reader that has gone away is no error. It is known when the writing begins,
/// so that a limit or a signal that ended its check leaves it whole: the writing may take the time of `--time` again. A
/// signal ends the program at once now, since a pipe may wait for ever.
pub fn write_table(
    session: &Session,
    table: impl FnOnce(&mut BufWriter<Limited<io::StdoutLock<'_>>>) -> io::Result<()>,
) -> Result<Reply, CliError> {
    let time = session.common.time.map(Duration::from_secs_f64);
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let limited = Limited { out: io::stdout().lock(), end, late: false };
    session.done();
    let mut out = BufWriter::with_capacity(1 << 16, limited);
    let written = table(&mut out).and_then(|()| out.flush());
    let late = out.get_ref().late;
    drop(out);
    if late {
        return Err(CliError::Undecided {
            code: "time",
            message: "the table is not whole: the time was up before its last line".into(),
            help: "allow more with --time SECONDS".into(),
        });
    }
    Ok(Reply { out: String::new(), code: if was_written(written) { 0 } else { 2 } })
}

/// Output that ends with the time.
pub struct Limited<W> {
    out: W,
    end: Option<Instant>,
    late: bool,
}

impl<W: Write> Write for Limited<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // After the time is up nothing more is written, except for the rest of a line that is begun.
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
pub fn finish(session: &Session, reply: Result<Reply, CliError>) -> ExitCode {
    session.done();
    match reply {
        Ok(reply) => ExitCode::from(match write_out(&reply.out) && !session.unwritten() {
            false => 2,
            // What was answered before a signal stands; the code says that there was to be more.
            true if session.interrupted() => session.signals().code(),
            true => reply.code,
        }),
        Err(trouble) => {
            report(&session.common, &trouble);
            ExitCode::from(trouble.code(session.signals()))
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
