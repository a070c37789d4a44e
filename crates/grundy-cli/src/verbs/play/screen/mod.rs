//! A game on the full screen of the terminal.
//!
//! Positions are judged by another thread, so that keys, signals and a new size of the terminal are
//! seen at any time. The terminal is restored at the end, after a panic too.

mod app;
mod draw;
#[cfg(test)]
mod tests;

use std::{
    io, panic,
    sync::mpsc,
    thread::{self, JoinHandle},
    time::Duration,
};

use grundy::{Error, solvers::Reason};
use ratatui::{DefaultTerminal, crossterm::event};

use super::PlayTable;
use crate::output::{CliError, VerbOutput};
use app::{App, Flow};

/// The longest time between two looks at the signals and at the other thread.
const LOOK: Duration = Duration::from_millis(50);

/// Plays the game until it is left. The reply is its account.
pub fn run(mut table: PlayTable<'_>) -> Result<VerbOutput, CliError> {
    table.session.silence();
    table.session.signals().end_on_hangup();
    let mut terminal = ratatui::try_init().map_err(|error| trouble(&error))?;
    let mut app = App::new(table.game.clone(), table.hints, table.session.colour());
    let ended = shown(&mut terminal, &mut app, &mut table);
    ratatui::restore();
    table.game = app.game().clone();
    Ok(VerbOutput { code: ended?, out: table.account() })
}

/// Draws, and takes what happens, until the game is left. Returns the exit code.
fn shown(terminal: &mut DefaultTerminal, app: &mut App, table: &mut PlayTable<'_>) -> Result<u8, CliError> {
    let (sender, judged) = mpsc::channel();
    let mut judge: Option<JoinHandle<()>> = None;
    loop {
        if app.wants_judgement() {
            let (number, run, query, sender) = (app.begin(), table.run(), app.game().query().clone(), sender.clone());
            // The result is not used if the move was taken back meanwhile.
            judge = Some(thread::spawn(move || drop(sender.send((number, run.judge(&query))))));
        }
        terminal.draw(|frame| draw::draw(frame, app)).map_err(|error| trouble(&error))?;
        if table.session.interrupted() {
            return Ok(0);
        }
        if event::poll(LOOK).map_err(|error| trouble(&error))? {
            let event = event::read().map_err(|error| trouble(&error))?;
            match app.event(&event, &table.run())? {
                Flow::On => {}
                Flow::Quit => return Ok(0),
                Flow::Interrupt => return Ok(130),
            }
        }
        while let Ok((number, judgement)) = judged.try_recv() {
            match judgement {
                Ok(judgement) => app.judged(number, judgement),
                Err(Error::Stopped(stopped)) if stopped.reason == Reason::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        if let Some(Err(panic)) = judge.take_if(|judge| judge.is_finished()).map(JoinHandle::join) {
            panic::resume_unwind(panic);
        }
    }
}

fn trouble(error: &io::Error) -> CliError {
    let message = format!("the terminal cannot be used: {error}");
    CliError::about("--tui", message, "leave --tui out: the game is then played line by line")
}
