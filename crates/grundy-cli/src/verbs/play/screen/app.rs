//! What the screen shows, and what keys do.

use crate::spelling::CommandLine;
use grundy::{
    Error, Run,
    play::{Account, Choice, Entry, Judgement, Match, Player},
};
use grundy_show::{Colour, choice_short, choice_text, error_help, error_message, hint_text, verdict_text};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::cli::Hints;

/// The moves that Page Up and Page Down go.
const PAGE: usize = 10;

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    Quit,
    /// Ctrl-C.
    Interrupt,
}

/// A game on the screen.
pub struct App {
    game: Match,
    hints: Hints,
    pub colour: Colour,
    /// The move under the cursor, from 0. Drawing takes it back where there are no further moves.
    pub cursor: usize,
    /// The first move that is shown.
    pub top: usize,
    /// What has just happened.
    pub message: String,
    /// Whether the keys are shown.
    pub help: bool,
    /// The text that is being typed, if a move is typed.
    pub typed: Option<String>,
    /// The account, once the game has ended.
    pub account: Option<Account>,
    /// The first line of the account that is shown.
    pub scroll: u16,
    /// The number of the judgement that is awaited.
    number: usize,
    thinking: bool,
}

impl App {
    pub fn new(game: Match, hints: Hints, colour: Colour) -> App {
        let (message, typed, account) = (String::new(), None, None);
        let (cursor, top, scroll, number) = (0, 0, 0, 0);
        App { game, hints, colour, cursor, top, message, help: false, typed, account, scroll, number, thinking: false }
    }

    pub fn game(&self) -> &Match {
        &self.game
    }

    /// Whether the position is to be judged, and nobody does it.
    pub fn wants_judgement(&self) -> bool {
        !self.thinking && self.game.judgement().is_none()
    }

    /// A judgement begins. Returns its number.
    pub fn begin(&mut self) -> usize {
        self.thinking = true;
        self.number
    }

    /// Whether the position is being judged.
    pub fn is_thinking(&self) -> bool {
        self.game.judgement().is_none()
    }

    /// Whether the list shows which moves win.
    pub fn has_marks(&self) -> bool {
        self.hints == Hints::On
    }

    /// Who wins, where the hints are on.
    pub fn verdict(&self) -> Option<String> {
        self.game.judgement().filter(|_| self.has_marks()).map(verdict_text)
    }

    /// The judgement of this number has come: the computer answers, or the game has ended.
    pub fn judged(&mut self, number: usize, judgement: Judgement) {
        if number != self.number {
            return;
        }
        self.thinking = false;
        self.game.put(judgement);
        if self.game.winner().is_some() {
            self.account = Some(self.game.account());
        } else if self.game.mover() == Player::Computer {
            self.answer();
        } else {
            (self.cursor, self.top) = (0, 0);
        }
    }

    fn answer(&mut self) {
        let why = self.game.judgement().map(verdict_text).unwrap_or_default();
        let Some(reply) = self.game.reply() else { return };
        self.message = format!("The computer plays {}", choice_text(&reply.choice));
        if reply.undecided {
            self.message = format!("{why} A random move: {}", choice_text(&reply.choice));
        }
        self.game.play(reply.choice);
        self.next();
    }

    /// Another position is to be judged.
    fn next(&mut self) {
        (self.number, self.thinking, self.account, self.scroll) = (self.number + 1, false, None, 0);
    }

    /// Takes a key; anything else only leads to another drawing.
    ///
    /// # Errors
    /// As [`Match::read`], except for a text that is no move.
    pub fn event(&mut self, event: &Event, run: &Run) -> Result<Flow, Error> {
        let Event::Key(KeyEvent { code, modifiers, kind: KeyEventKind::Press | KeyEventKind::Repeat, .. }) = event
        else {
            return Ok(Flow::On);
        };
        if *code == KeyCode::Char('c') && modifiers.contains(KeyModifiers::CONTROL) {
            return Ok(Flow::Interrupt);
        }
        if self.help {
            self.help = false;
            return Ok(if *code == KeyCode::Char('q') { Flow::Quit } else { Flow::On });
        }
        match self.typed.take() {
            Some(text) => self.typing(text, *code, run),
            None => self.key(*code),
        }
    }

    fn key(&mut self, code: KeyCode) -> Result<Flow, Error> {
        match code {
            KeyCode::Char('q') => return Ok(Flow::Quit),
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('h') => self.hint(),
            KeyCode::Up | KeyCode::Char('k') if self.account.is_some() => self.scroll = self.scroll.saturating_sub(1),
            // Drawing takes it back where there are no further lines.
            KeyCode::Down | KeyCode::Char('j') if self.account.is_some() => self.scroll = self.scroll.saturating_add(1),
            KeyCode::Char('t') if self.your_turn() => self.typed = Some(String::new()),
            KeyCode::Up | KeyCode::Char('k') => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.cursor = self.cursor.saturating_add(1),
            KeyCode::PageUp => self.cursor = self.cursor.saturating_sub(PAGE),
            KeyCode::PageDown => self.cursor = self.cursor.saturating_add(PAGE),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = usize::MAX,
            KeyCode::Enter => self.play_selected(),
            _ => {}
        }
        Ok(Flow::On)
    }

    /// A key while a move is typed.
    fn typing(&mut self, mut text: String, code: KeyCode, run: &Run) -> Result<Flow, Error> {
        match code {
            KeyCode::Esc => return Ok(Flow::On),
            KeyCode::Enter => return self.entered(&text, run),
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(letter) => text.push(letter),
            _ => {}
        }
        self.typed = Some(text);
        Ok(Flow::On)
    }

    fn entered(&mut self, text: &str, run: &Run) -> Result<Flow, Error> {
        match self.game.read(run, text) {
            Ok(Entry::Play(choice)) => {
                self.message = format!("You play {}", choice_text(&choice));
                self.game.play(*choice);
                self.next();
            }
            Ok(Entry::Undo) => self.undo(),
            Ok(Entry::Hint) => self.hint(),
            Ok(Entry::Help) => self.help = true,
            Ok(Entry::Quit) => return Ok(Flow::Quit),
            Ok(Entry::Filter(part)) => self.find(&part),
            Ok(Entry::Blank | Entry::Page(_)) => {}
            Err(error @ Error::Refused(_)) => {
                self.message = format!("{}: {}.", error_message(&error), error_help(&error, &CommandLine));
            }
            Err(error) => return Err(error),
        }
        Ok(Flow::On)
    }

    /// Whether a move of the person is awaited.
    pub fn your_turn(&self) -> bool {
        self.game.mover() == Player::You && !self.is_thinking() && self.account.is_none()
    }

    /// The moves that are listed.
    pub fn choices(&self) -> &[Choice] {
        self.game.judgement().map_or(&[], |known| &known.choices)
    }

    /// Goes to the next move with this text.
    fn find(&mut self, part: &str) {
        let (part, choices) = (part.to_lowercase(), self.choices());
        let has = |at: &usize| choice_short(&choices[*at]).to_lowercase().contains(&part);
        let after = (self.cursor.saturating_add(1)..choices.len()).find(has);
        match after.or_else(|| (0..choices.len()).find(has)) {
            Some(at) => self.cursor = at,
            None => self.message = format!("No listed move has `{part}` in it."),
        }
    }

    fn play_selected(&mut self) {
        if !self.your_turn() {
            return;
        }
        let choices = self.choices();
        // The cursor may be past the end until the list is drawn again.
        if let Some(choice) = choices.get(self.cursor.min(choices.len().saturating_sub(1))).cloned() {
            self.message = format!("You play {}", choice_text(&choice));
            self.game.play(choice);
            self.next();
        }
    }

    fn undo(&mut self) {
        self.message = match self.game.undo() {
            true => {
                self.next();
                "Taken back.".to_owned()
            }
            false => "There is no move of yours to take back.".to_owned(),
        };
    }

    fn hint(&mut self) {
        self.message = match self.game.judgement() {
            _ if self.hints == Hints::Off => "Hints are off; --hints ask at the start allows them.".to_owned(),
            Some(known) => hint_text(known).trim_end().to_owned(),
            None => "The position is not judged yet.".to_owned(),
        };
    }
}
