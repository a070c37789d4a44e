//! Progress on stderr for anything over a second: a line that goes away on a terminal, else a plain
//! line every 10 s.

use std::{
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

use grundy::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that takes less time than this shows nothing.
const QUIET: Duration = Duration::from_secs(1);

/// How often a plain line is written.
const PLAIN: Duration = Duration::from_secs(10);

/// Watches one piece of work.
pub struct Watch {
    start: Instant,
    last: Instant,
    bar: Option<ProgressBar>,
    terminal: bool,
    /// What is printed once the work takes longer than the quiet time.
    note: Option<String>,
}

impl Watch {
    /// Begins to watch. `note` is printed once the work takes over a second.
    pub fn noting(note: Option<String>) -> Watch {
        let now = Instant::now();
        Watch { start: now, last: now, bar: None, terminal: stderr().is_terminal(), note }
    }

    /// Shows how far the work is, if it is time to.
    pub fn show(&mut self, doing: &str, progress: Progress) {
        let now = Instant::now();
        if now - self.start >= QUIET
            && let Some(note) = self.note.take()
        {
            crate::streams::narrate(&note);
        }
        let since = now - self.last;
        let due = match (self.terminal, &self.bar) {
            (false, _) => since >= PLAIN,
            (true, None) => now - self.start >= QUIET,
            (true, Some(_)) => since >= Duration::from_millis(100),
        };
        if !due {
            return;
        }
        self.last = now;
        let seconds = (now - self.start).as_secs();
        let message = if progress.positions == 0 {
            format!("{doing}: {seconds} s")
        } else {
            let rate = progress.positions as f64 / (now - self.start).as_secs_f64();
            let goal = progress.goal.map(|goal| format!(", a proof is possible at {goal}"));
            format!(
                "{doing}: {} positions, {rate:.1e} a second, {} MiB, {seconds} s{}",
                progress.positions,
                progress.bytes >> 20,
                goal.unwrap_or_default()
            )
        };
        if self.terminal {
            let bar = self.bar.get_or_insert_with(spinner);
            bar.set_message(message);
            bar.tick();
        } else {
            crate::streams::narrate(&message);
        }
    }

    /// Removes the line.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}").expect("a fixed template");
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
}
