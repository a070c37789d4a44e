//! Progress on stderr for anything over a second: a line that goes away on a terminal, else a plain
//! line every 10 s.

use std::{
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

use grundy::{
    layers::{self, Pass},
    solvers::Progress,
};
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
    /// When the values of a table were begun, and how many were known then.
    valued: Option<(Instant, u64)>,
}

impl Watch {
    /// Begins to watch. `note` is printed once the work takes over a second.
    pub fn noting(note: Option<String>) -> Watch {
        let now = Instant::now();
        Watch { start: now, last: now, bar: None, terminal: stderr().is_terminal(), note, valued: None }
    }

    /// Whether the work has taken so long that more is said of it.
    pub fn is_long(&self) -> bool {
        self.start.elapsed() >= PLAIN
    }

    /// Writes a line that stays, above the one that goes away.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => crate::streams::narrate(text),
        }
    }

    /// Shows how far the work is, if it is time to.
    pub fn show(&mut self, doing: &str, progress: Progress) {
        self.show_message(|seconds| {
            if let Some(verified) = progress.verified {
                return format!("{doing}: {verified} are verified, {seconds:.0} s");
            }
            if progress.positions == 0 {
                let rest = progress.share.map(|(done, of)| rest(seconds, done, of));
                return format!("{doing}: {seconds:.0} s{}", rest.unwrap_or_default());
            }
            // Later positions of a table may take longer: no time is estimated.
            let share = progress.share.filter(|(_, of)| *of > 0);
            let share = share.map(|(done, of)| format!(" ({} %)", u128::from(done) * 100 / u128::from(of)));
            let rate = progress.positions as f64 / seconds.max(1.0);
            let goal = progress.goal.map(|goal| format!(", a proof is possible at {goal}"));
            format!(
                "{doing}: {} positions{}, {rate:.1e} a second, {} MiB, {seconds:.0} s{}",
                progress.positions,
                share.unwrap_or_default(),
                progress.bytes >> 20,
                goal.unwrap_or_default()
            )
        });
    }

    /// Shows how far the work on a table is, if it is time to. The end is estimated once all
    /// positions are known.
    pub fn show_table(&mut self, progress: layers::Progress) {
        let layers::Progress { pass, layer, positions, total, disk, waits_for } = progress;
        if pass == Pass::Forward {
            self.valued = None;
        }
        let (begun, from) = *self.valued.get_or_insert((Instant::now(), positions));
        self.show_message(|seconds| {
            if let Some(task) = waits_for {
                let task = u64::from(task) + 1;
                return format!("waits for task {task} at layer {layer}, {seconds:.0} s");
            }
            let disk = disk >> 20;
            let Some(total) = total else {
                return format!("positions of layer {layer}: {positions} so far, {disk} MiB on disk, {seconds:.0} s");
            };
            let done = positions.saturating_sub(from);
            let rest = begun.elapsed().as_secs_f64() * total.saturating_sub(positions) as f64 / done.max(1) as f64;
            let rest = if done > 0 { format!(", about {rest:.0} s left") } else { String::new() };
            format!("values of layer {layer}: {positions} of {total}, {disk} MiB on disk, {seconds:.0} s{rest}")
        });
    }

    fn show_message(&mut self, message: impl FnOnce(f64) -> String) {
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
        let message = message((now - self.start).as_secs_f64().floor());
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

/// The time that the rest takes, if so much was done in these seconds.
fn rest(seconds: f64, done: u64, of: u64) -> String {
    match done {
        0 => String::new(),
        _ => format!(", about {:.0} s left", seconds * of.saturating_sub(done) as f64 / done as f64),
    }
}

fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}").expect("a fixed template");
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
}
