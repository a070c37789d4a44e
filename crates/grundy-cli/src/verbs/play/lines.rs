//! Lines of standard input, read by another thread, so that a signal is seen while nothing is
//! typed.

use std::{
    io::{BufRead, Read, stdin},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Duration,
};

use grundy::games::encoding::{self, NotText};

/// The longest line, in bytes. Nobody types a longer one, and a device may have no end of a line.
const LONGEST: u64 = 1 << 20;

/// The longest time between two looks at the signals.
const LOOK: Duration = Duration::from_millis(50);

/// The lines that are typed; `None` for one that is too long, after which nothing is read.
pub struct TypedLines(Receiver<Option<Result<String, NotText>>>);

/// What became of the wait for a line.
pub enum Typed {
    /// A line, without its end, or what is not text.
    Line(Result<String, NotText>),
    /// A line that is longer than 1 MiB.
    Long,
    /// There are no more lines, or they cannot be read.
    End,
    /// A signal came.
    Interrupted,
}

impl TypedLines {
    /// Begins to read.
    pub fn begin() -> TypedLines {
        let (sender, receiver) = sync_channel(1);
        // It ends with the input, or with the first line that nobody takes, or with the program.
        thread::spawn(move || {
            let mut input = stdin().lock();
            loop {
                let mut line = Vec::new();
                match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                let whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST;
                let line = whole.then(|| encoding::text(&line).map(|line| line.trim().to_owned()));
                if sender.send(line).is_err() || !whole {
                    return;
                }
            }
        });
        TypedLines(receiver)
    }

    /// Waits for a line, or until `interrupted`.
    pub fn next(&self, interrupted: impl Fn() -> bool) -> Typed {
        loop {
            if interrupted() {
                return Typed::Interrupted;
            }
            match self.0.recv_timeout(LOOK) {
                Ok(line) => return line.map_or(Typed::Long, Typed::Line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Typed::End,
            }
        }
    }
}
