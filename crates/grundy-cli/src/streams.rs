//! Standard output and standard error: what is written there, and what becomes of it.

use std::io::{self, ErrorKind, Write};

/// Writes to stdout; a reader that has gone away (`| head`) is no error.
pub fn write_out(text: &str) -> bool {
    was_written(io::stdout().lock().write_all(text.as_bytes()))
}

/// Whether stdout took what was written to it, with what it holds back; reports why if not.
pub fn was_written(written: io::Result<()>) -> bool {
    match written.and_then(|()| io::stdout().flush()) {
        Ok(()) => true,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => true,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot write the answer: {error}");
            false
        }
    }
}

/// One line of narration on stderr.
pub fn narrate(text: &str) {
    let _ = writeln!(io::stderr(), "{}", grundy::games::encoding::printable(text));
}
