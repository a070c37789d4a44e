//! How a game is drawn: the position, the moves, the game so far, and a line for messages. Nothing
//! is said by colour alone.

use grundy::{
    Component,
    play::{Choice, Player, Turn},
};
use grundy_show::{Colour, choice_mark, choice_short, curve_text, mistakes_text, position_text, result_text, rows};
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Clear, Paragraph, Wrap},
};

use super::app::App;

/// The least size of a terminal that a game is drawn on.
const LEAST: (u16, u16) = (40, 12);

/// The lines of the longest message.
const MESSAGE: u16 = 3;

const KEYS: &str = "Enter play  u undo  h hint  t type a move  ? help  q quit";

const HELP: &str = "\
Up, Down, k, j       choose a move; at the end, scroll
PgUp, PgDn           go ten moves
Home, End            the first, the last move
Enter                play the move
t                    type a move: its number, what it
                     does (take 2), or what it leaves;
                     moves TEXT goes to the next with it
u                    take back your last move
h                    who wins, and a winning move
q, Ctrl-C            end the game

Any key goes back to the game.";

/// Draws the game.
pub fn draw(frame: &mut Frame<'_>, app: &mut App) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!("The terminal is too small: {} columns and {} lines are needed. q quits.", LEAST.0, LEAST.1);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let board = board(app, area.width.saturating_sub(2) as usize);
    let most = (area.height - MESSAGE - 1) / 2;
    let height = u16::try_from(board.len()).unwrap_or(u16::MAX).saturating_add(2).clamp(3, most.max(3));
    let parts = [Constraint::Length(height), Constraint::Min(3), Constraint::Length(MESSAGE), Constraint::Length(1)];
    let [top, middle, message, keys] = Layout::vertical(parts).areas(area);
    draw_board(frame, app, board, top);
    let [left, right] = Layout::horizontal([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(middle);
    match &app.account {
        Some(_) => draw_account(frame, app, middle),
        None => {
            draw_moves(frame, app, left);
            draw_history(frame, app, right);
        }
    }
    draw_message(frame, app, message);
    frame.render_widget(Paragraph::new(KEYS).style(Style::new().add_modifier(Modifier::DIM)), keys);
    if app.help {
        let height = HELP.lines().count() as u16 + 2;
        let area = area.centered(Constraint::Length(58), Constraint::Length(height));
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(HELP).block(Block::bordered().title(" Keys ")), area);
    }
}

fn draw_board(frame: &mut Frame<'_>, app: &App, mut lines: Vec<String>, area: Rect) {
    let room = area.height.saturating_sub(2) as usize;
    if lines.len() > room {
        let hidden = lines.len() - room.saturating_sub(1);
        lines.truncate(room.saturating_sub(1));
        lines.push(format!(".. and {hidden} more lines"));
    }
    let turn = match app.game().mover() {
        _ if app.account.is_some() => "the game has ended",
        _ if app.is_thinking() => "looking at the position",
        Player::You => "your move",
        Player::Computer => "the computer's move",
    };
    let title = format!(" {turn}: {} ", position_text(app.game()));
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
}

/// The components, a line each; a board of cells has a line for each row, with what the move under
/// the cursor leaves of it after an arrow.
fn board(app: &App, width: usize) -> Vec<String> {
    let selected = app.choices().get(app.cursor).filter(|_| app.your_turn());
    let mut lines = Vec::new();
    for (at, term) in app.game().query().position.iter().enumerate() {
        let head = format!("{:>3}  ", at + 1);
        let room = width.saturating_sub(head.len());
        let mut rows = drawn(&term.component, room);
        let chosen = selected.filter(|choice| choice.component == at);
        if let (Component::Cells(_), Some(choice)) = (&term.component, chosen) {
            let after = choice.to.iter().fold(Vec::new(), |row, part| abreast(row, "   ", drawn(part, room)));
            let both = abreast(rows.clone(), "  ->  ", after);
            rows = if both.iter().all(|row| row.chars().count() <= room) { both } else { rows };
        }
        for (row, text) in rows.into_iter().enumerate() {
            let before = if row == 0 { head.clone() } else { " ".repeat(head.len()) };
            lines.push(before + &text);
        }
    }
    lines
}

/// Two blocks of lines side by side, with a sign between their first lines. The second one alone if
/// the first one is empty.
fn abreast(left: Vec<String>, between: &str, right: Vec<String>) -> Vec<String> {
    if left.is_empty() {
        return right;
    }
    let width = left.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
    let rows = 0..left.len().max(right.len());
    rows.map(|at| {
        let between = if at == 0 { between.to_owned() } else { " ".repeat(between.len()) };
        format!("{:<width$}{between}{}", line(&left, at), line(&right, at)).trim_end().to_owned()
    })
    .collect()
}

/// A component: a heap as discs, words and bags as letters, cells as rows, all else as text.
fn drawn(component: &Component, width: usize) -> Vec<String> {
    let spaced = |letters: &mut dyn Iterator<Item = char>| letters.map(String::from).collect::<Vec<_>>().join(" ");
    match component {
        Component::Heap(size) => {
            let text = format!("{size}  ");
            let room = width.saturating_sub(text.len()) as u64;
            let discs = (*size).min(room) as usize;
            let cut = if *size > room { ".." } else { "" };
            vec![format!("{text}{}{cut}", "●".repeat(discs.saturating_sub(cut.len())))]
        }
        Component::Row(word) | Component::Ring(word) if 2 * word.chars().count() <= width => {
            vec![spaced(&mut word.chars())]
        }
        Component::Bag(bag) if 2 * bag.size() <= width as u64 => {
            let letters = bag.counts().iter().flat_map(|&(letter, count)| std::iter::repeat_n(letter, count as usize));
            vec![spaced(&mut { letters })]
        }
        Component::Cells(cells) if cells.columns() * 2 <= width => rows(cells).collect(),
        Component::Bar(bar) => {
            bar.rows().iter().map(|&squares| "□ ".repeat((squares as usize).min(width / 2))).collect()
        }
        other => vec![other.to_string()],
    }
}

fn draw_moves(frame: &mut Frame<'_>, app: &mut App, area: Rect) {
    let (count, room) = (app.choices().len(), usize::from(area.height.saturating_sub(2)));
    app.cursor = app.cursor.min(count.saturating_sub(1));
    app.top = app.top.clamp((app.cursor + 1).saturating_sub(room), app.cursor);
    let complete = app.game().judgement().is_none_or(|known| known.complete);
    let title = match (app.your_turn(), complete) {
        (false, _) => " Moves ".to_owned(),
        (true, true) => format!(" Moves ({count}) "),
        (true, false) => " Some of the moves; t types one ".to_owned(),
    };
    let width = count.to_string().len();
    let line = |(at, choice): (usize, &Choice)| {
        let cursor = if at == app.cursor { ">" } else { " " };
        let mut spans = vec![Span::raw(format!("{cursor} {:>width$} ", at + 1))];
        if app.has_marks() {
            let style = match choice_mark(choice) {
                "wins" if app.colour == Colour::On => Style::new().fg(Color::Green),
                _ => Style::new(),
            };
            spans.push(Span::styled(format!("{:<6}", choice_mark(choice)), style));
        }
        spans.push(Span::raw(choice_short(choice)));
        let style = if at == app.cursor { Modifier::REVERSED } else { Modifier::empty() };
        Line::from(spans).style(style)
    };
    let shown = app.choices().iter().enumerate().skip(app.top).take(if app.your_turn() { room } else { 0 });
    let lines: Vec<Line<'_>> = shown.map(line).collect();
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
}

fn draw_history(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let room = area.height.saturating_sub(2) as usize;
    let turns = app.game().turns();
    let line = |(number, turn): (usize, &Turn)| {
        let who = if turn.mover == Player::You { "you" } else { "comp" };
        Line::from(format!("{number:>3} {who:<4} {}", choice_short(&turn.made)))
    };
    let lines: Vec<Line<'_>> = (1..).zip(turns).skip(turns.len().saturating_sub(room)).map(line).collect();
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" Game ")), area);
}

fn draw_account(frame: &mut Frame<'_>, app: &mut App, area: Rect) {
    let Some(account) = &app.account else { return };
    let text = format!("{}{}", mistakes_text(account), curve_text(account));
    let title = format!(" {} ", result_text(app.game(), account));
    let lines = u16::try_from(text.lines().count()).unwrap_or(u16::MAX);
    app.scroll = app.scroll.min(lines.saturating_sub(area.height.saturating_sub(2)));
    frame.render_widget(Paragraph::new(text).scroll((app.scroll, 0)).block(Block::bordered().title(title)), area);
}

fn draw_message(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let verdict = app.verdict().filter(|_| app.your_turn());
    let text = match (&app.typed, verdict) {
        (Some(text), _) => format!("A move (Esc leaves): {text}_\n{}", app.message),
        (None, Some(verdict)) if app.message.is_empty() => verdict,
        (None, Some(verdict)) => format!("{}\n{verdict}", app.message),
        (None, None) => app.message.clone(),
    };
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}
