//! Progress on stderr for anything over a second: a line that goes away on a terminal, else a plain line every 10 s.

use std::{
    io::{IsTerminal, stderr},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use grundy::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long nothing is said.
const QUIET: Duration = Duration::from_secs(1);

/// How often a plain line is written.
const PLAIN: Duration = Duration::from_secs(10);

/// Watches one piece of work. Dropping it takes its line away.
#[derive(Clone)]
pub struct Watch(Arc<Mutex<State>>);

struct State {
    start: Instant,
    last: Instant,
    bar: Option<ProgressBar>,
    terminal: bool,
    /// What is said once the work takes longer than the quiet time.
    note: Option<String>,
}

impl Watch {
    /// Begins to watch.
    pub fn new() -> Watch {
        let now = Instant::now();
        let state = State { start: now, last: now, bar: None, terminal: stderr().is_terminal(), note: None };
        Watch(Arc::new(Mutex::new(state)))
    }

    /// As [`Watch::new`], with something to say where the work takes over a second.
    pub fn noting(note: Option<String>) -> Watch {
        let watch = Watch::new();
        watch.0.lock().unwrap_or_else(PoisonError::into_inner).note = note;
        watch
    }

    /// Says how far the work is, if it is time to.
    pub fn tell(&self, doing: &str, progress: Progress) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now - state.start >= QUIET
            && let Some(note) = state.note.take()
        {
            crate::streams::narrate(&note);
        }
        let since = now - state.last;
        let due = match (state.terminal, &state.bar) {
            (false, _) => since >= PLAIN,
            (true, None) => now - state.start >= QUIET,
            (true, Some(_)) => since >= Duration::from_millis(100),
        };
        if !due {
            return;
        }
        state.last = now;
        let seconds = (now - state.start).as_secs();
        let message = if progress.positions == 0 {
            format!("{doing}: {seconds} s")
        } else {
            let rate = progress.positions as f64 / (now - state.start).as_secs_f64();
            let goal = progress.goal.map(|goal| format!(", a proof is possible at {goal}"));
            format!(
                "{doing}: {} positions, {rate:.1e} a second, {} MiB, {seconds} s{}",
                progress.positions,
                progress.bytes >> 20,
                goal.unwrap_or_default()
            )
        };
        if state.terminal {
            let bar = state.bar.get_or_insert_with(spinner);
            bar.set_message(message);
            bar.tick();
        } else {
            crate::streams::narrate(&message);
        }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}").expect("a fixed template");
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
}
