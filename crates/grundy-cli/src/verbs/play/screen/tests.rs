//! Games on a screen in memory: what keys do, what is drawn, and at which sizes.

use grundy::{
    Limits, Question, Run, games,
    play::{Match, Player, Settings},
};
use grundy_show::Colour;
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers},
    style::Color,
};

use super::{
    app::{App, Flow},
    draw::draw,
};
use crate::cli::Hints;

/// A game on a screen that is kept in memory; positions are judged at once.
struct Screen {
    app: App,
    terminal: Terminal<TestBackend>,
    run: Run,
}

impl Screen {
    fn new(game: &str, position: &str, hints: Hints, colour: Colour) -> Screen {
        let query = games::query(game, position, Question::ValueAndMoves).expect("a position");
        let app = App::new(Match::new(query, Settings::default()), hints, colour);
        let terminal = Terminal::new(TestBackend::new(64, 20)).expect("a screen in memory");
        let mut screen = Screen { app, terminal, run: Run::new(Limits::default()) };
        screen.judge();
        screen
    }

    fn judge(&mut self) {
        while self.app.wants_judgement() {
            let (number, query) = (self.app.begin(), self.app.game().query().clone());
            self.app.judged(number, self.run.judge(&query).expect("it is judged"));
        }
    }

    fn key(&mut self, code: KeyCode) -> Flow {
        let event = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        let flow = self.app.event(&event, &self.run).expect("no limit");
        self.judge();
        flow
    }

    fn keys(&mut self, text: &str) {
        text.chars().for_each(|letter| assert_eq!(self.key(KeyCode::Char(letter)), Flow::On));
    }

    fn buffer(&mut self) -> Buffer {
        self.terminal.draw(|frame| draw(frame, &mut self.app)).expect("a screen in memory");
        self.terminal.backend().buffer().clone()
    }

    fn lines(&mut self) -> Vec<String> {
        let buffer = self.buffer();
        let width = usize::from(buffer.area.width);
        buffer.content.chunks(width).map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect()
    }

    fn shows(&mut self, texts: &[&str]) {
        let lines = self.lines();
        for text in texts {
            assert!(lines.iter().any(|line| line.contains(text)), "no `{text}`:\n{}", lines.join("\n"));
        }
    }
}

#[test]
fn a_game_fits_on_64_columns_and_20_lines() {
    let mut screen = Screen::new("kayles", "5 + 7 + 9", Hints::On, Colour::Off);
    screen.shows(&[
        "your move: 5 + 7 + 9",
        "  2  7  ●●●●●●●",
        "Moves (21)",
        ">  1 loses 1: take 1, leave 1 + 3",
        "q quit",
    ]);
    screen.shows(&["N-position: the player to move wins; 19 moves left"]);
    (0..7).for_each(|_| assert_eq!(screen.key(KeyCode::Down), Flow::On));
    screen.shows(&[">  8 wins  2: take 1, leave 3 + 3"]);
    screen.key(KeyCode::End);
    screen.shows(&["> 21 loses 3: take 2, leave 7"]);
    screen.key(KeyCode::Home);
    screen.keys("tmoves leave 3 + 3");
    screen.key(KeyCode::Enter);
    screen.shows(&[">  8 wins  2: take 1, leave 3 + 3"]);
    screen.key(KeyCode::Enter);
    screen.shows(&["  1 you  2: take 1, leave 3", "  2 comp ", "The computer plays heap"]);
    assert_eq!((screen.app.game().turns().len(), screen.app.game().mover()), (2, Player::You));
    screen.keys("u");
    screen.shows(&["your move: 5 + 7 + 9", "Taken back."]);
    screen.keys("u");
    screen.shows(&["There is no move of yours to take back."]);
    assert_eq!(screen.key(KeyCode::Char('q')), Flow::Quit);
}

#[test]
fn a_move_is_typed_and_the_account_closes_the_game() {
    let mut screen = Screen::new("nim", "1 + 2", Hints::Ask, Colour::Off);
    screen.keys("h");
    screen.shows(&["A winning move: 2  heap 2 (2): take 1, leave 1"]);
    screen.keys("tfoo");
    screen.shows(&["A move (Esc leaves): foo_"]);
    screen.key(KeyCode::Enter);
    screen.shows(&["`foo` is not a move here: type the number of a move"]);
    screen.keys("t2: 00");
    screen.key(KeyCode::Backspace);
    screen.key(KeyCode::Enter);
    screen.shows(&["The computer made the last move: you lose.", "You lost the game at move 1:", "1*         ####"]);
    screen.terminal.backend_mut().resize(60, 13);
    let top = screen.lines();
    screen.key(KeyCode::Down);
    assert_ne!(screen.lines(), top, "the account scrolls");
    (0..50).for_each(|_| assert_eq!(screen.key(KeyCode::Down), Flow::On));
    screen.shows(&["2             #"]);
    screen.keys("?");
    screen.keys("x");
    screen.keys("u");
    assert!(screen.app.account.is_none() && screen.app.your_turn());
}

/// A board is shown with what the move under the cursor leaves.
#[test]
fn a_board_shows_the_move_under_the_cursor() {
    let mut screen = Screen::new("cram", "2x3", Hints::Ask, Colour::Off);
    screen.keys("tmoves .##/...");
    screen.key(KeyCode::Enter);
    screen.shows(&["  1  . . .  ->  . # #", "     . . .      . . ."]);
    screen.keys("tmoves 2x1 + 2x1");
    screen.key(KeyCode::Enter);
    screen.shows(&["  1  . . .  ->  .   .", "     . . .      .   ."]);
}

#[test]
fn every_size_is_drawn_and_a_small_one_says_so() {
    for (game, position) in
        [("nim", "10^18 + 3"), ("cram", "3x4"), ("take letter", "abba"), ("bag: take letter", "{aab}")]
    {
        let mut screen = Screen::new(game, position, Hints::On, Colour::On);
        for width in [1, 10, 39, 40, 64, 200] {
            for height in [1, 5, 11, 12, 20, 60] {
                screen.terminal.backend_mut().resize(width, height);
                let lines = screen.lines().join("\n");
                assert_eq!(
                    lines.contains("Enter play  u undo"),
                    width >= 40 && height >= 12,
                    "{width}x{height}:\n{lines}"
                );
            }
        }
        screen.terminal.backend_mut().resize(39, 20);
        screen.shows(&["too small"]);
    }
}

/// The winning moves are green and say so; without colours no cell has one.
#[test]
fn nothing_is_said_by_colour_alone() {
    let mut coloured = Screen::new("nim", "1 + 2", Hints::On, Colour::On);
    let green = |buffer: &Buffer| -> String {
        buffer.content.iter().filter(|cell| cell.fg == Color::Green).map(|cell| cell.symbol()).collect()
    };
    let (shown, mut plain) = (coloured.buffer(), Screen::new("nim", "1 + 2", Hints::On, Colour::Off));
    assert_eq!(green(&shown).trim(), "wins");
    let plain = plain.buffer();
    assert!(plain.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    let text = |buffer: &Buffer| buffer.content.iter().map(|cell| cell.symbol().to_owned()).collect::<Vec<_>>();
    assert_eq!(text(&shown), text(&plain));
}
