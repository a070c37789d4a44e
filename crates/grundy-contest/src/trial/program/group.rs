//! A process with all that it starts.
//!
//! On Unix the process leads a process group. Its end is seen before it is reaped, so that the
//! number of the group cannot belong to others when the group is ended; the kernel ends all of a
//! group at once, also one that grows meanwhile. A process that leaves the group (`setsid`) is
//! not found. Elsewhere only the process itself is ended.

use std::{
    io::{self, ErrorKind},
    process::{Child, Command, ExitStatus},
    thread,
    time::{Duration, Instant},
};

/// How long an ended process may take to go.
const GRACE: Duration = Duration::from_secs(5);

/// A process at work; it ends with all of its group when this value is dropped.
pub(super) struct Group {
    pub(super) leader: Child,
    /// Whether the leader was reaped.
    reaped: bool,
}

impl Group {
    /// Starts the command.
    pub(super) fn start(command: &mut Command) -> io::Result<Group> {
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;

            command.process_group(0);
        }
        Ok(Group { leader: command.spawn()?, reaped: false })
    }

    /// Whether the leader has ended.
    #[cfg(unix)]
    pub(super) fn has_ended(&mut self) -> io::Result<bool> {
        use rustix::{
            io::Errno,
            process::{WaitId, WaitIdOptions, waitid},
        };

        let Some(leader) = self.number() else { return Ok(false) };
        let looked = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(leader), looked) {
            Ok(found) => Ok(found.is_some()),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    #[cfg(not(unix))]
    pub(super) fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.leader.try_wait()?.is_some())
    }

    /// Ends all that is left of the group. Returns how the leader has ended.
    ///
    /// # Errors
    /// The leader goes on: the system does not allow to end it.
    pub(super) fn end(mut self) -> io::Result<ExitStatus> {
        self.kill();
        let begun = Instant::now();
        loop {
            if let Some(status) = self.leader.try_wait()? {
                self.reaped = true;
                return Ok(status);
            }
            if begun.elapsed() > GRACE {
                let message = format!("process {} does not end when it is killed", self.leader.id());
                return Err(io::Error::new(ErrorKind::TimedOut, message));
            }
            thread::sleep(Duration::from_micros(200).max(begun.elapsed() / 8));
        }
    }

    /// Both calls fail only where nothing is left to end, or where the system forbids it: then the
    /// leader goes on, which [`Group::end`] reports.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(leader) = self.number() {
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
        let _ = self.leader.kill();
    }

    #[cfg(unix)]
    fn number(&self) -> Option<rustix::process::Pid> {
        i32::try_from(self.leader.id()).ok().and_then(rustix::process::Pid::from_raw)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
            let _ = self.leader.try_wait();
        }
    }
}
