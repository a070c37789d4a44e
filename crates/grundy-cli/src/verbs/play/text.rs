//! A game line by line: for pipes, for tests, and for terminals of any kind.

use std::{
    fmt::Write as _,
    io::{IsTerminal, Write, stderr, stdin, stdout},
};

use crate::spelling::CommandLine;
use grundy::{
    Error,
    games::encoding::{NotText, printable},
    play::{Choice, Entry, Level, Player},
    solvers::Reason,
};
use grundy_show::{
    board_text, choice_mark, choice_text, error_help, error_message, game_text, hint_text, position_text, verdict_text,
};

use super::{
    PlayTable,
    lines::{Typed, TypedLines},
};
use crate::{
    cli::Hints,
    output::{CliError, VerbOutput},
};

/// The moves on one page of the list.
const PAGE: usize = 20;

/// The lines of a pipe that may follow each other without a move. A program that writes more of
/// them never makes one.
const MOST_IDLE: usize = 10_000;

/// What can be typed.
const HELP: &str = "\
A move: its number in the list, what it does (`take 2`), what it leaves (`leave 3 + 3`, or `3 + 3`), or the
position after it; a component before a colon says where (`heap 2: take 1`).
hint        who wins, and a winning move
undo        take back your last move and what came after it
moves       the moves, a page of them; `moves 2` is the second page, `moves take 2` those with this text
help        these lines
quit        end the game; the end of the input does the same
";

/// Plays the game until it ends. The reply is its account; if that is JSON, what else there is to
/// say goes to stderr.
pub fn run(mut table: PlayTable<'_>) -> Result<VerbOutput, CliError> {
    let mut text = game_text(&table.game, table.session.colour());
    if table.game.settings().level != Level::Perfect {
        let _ = writeln!(text, "The seed of its dice is {}.", table.game.settings().seed);
    }
    let ended = match say(&table, &text) {
        true => talk(&mut table, &TypedLines::begin()),
        false => Ok(()),
    };
    if !table.session.common.json {
        say(&table, "\n");
    }
    let out = table.account();
    match ended {
        Ok(()) => Ok(out.into()),
        Err(Error::Stopped(stopped)) if stopped.reason == Reason::Interrupted => Ok(out.into()),
        Err(error) => {
            say(&table, &out);
            Err(error.into())
        }
    }
}

/// One move after the other, until the game ends or nobody reads or types any more.
fn talk(table: &mut PlayTable<'_>, lines: &TypedLines) -> Result<(), Error> {
    loop {
        let run = table.run();
        if table.game.judge(&run)?.is_over() {
            return Ok(());
        }
        let go_on = match table.game.mover() {
            Player::Computer => answer(table),
            Player::You => ask(table, lines)?,
        };
        if !go_on {
            return Ok(());
        }
    }
}

/// The computer's move. Returns whether somebody reads it.
fn answer(table: &mut PlayTable<'_>) -> bool {
    let Some(reply) = table.game.reply() else { return true };
    let mut text = String::new();
    if reply.undecided {
        let why = table.game.judgement().map(verdict_text).unwrap_or_default();
        let _ = writeln!(text, "\n{why} The computer plays a random move.");
    }
    let _ = writeln!(text, "\nThe computer plays {}", choice_text(&reply.choice));
    table.game.play(reply.choice);
    say(table, &text)
}

/// Shows the position and reads until a move is made or taken back. Returns whether the game goes
/// on.
fn ask(table: &mut PlayTable<'_>, lines: &TypedLines) -> Result<bool, Error> {
    let mut text = format!("\nYour move: {}\n{}", position_text(&table.game), board_text(&table.game));
    if table.hints == Hints::On {
        let _ = writeln!(text, "{}", table.game.judgement().map(verdict_text).unwrap_or_default());
    }
    text.push_str(&page(table, 1));
    let mut typed = 0;
    loop {
        text.push_str("> ");
        if !say(table, &text) {
            return Ok(false);
        }
        text.clear();
        let Some(line) = next(table, lines, typed)? else {
            say(table, "\n");
            return Ok(false);
        };
        typed += 1;
        if !stdin().is_terminal() {
            let shown = line.as_ref().unwrap_or_else(|fault| &fault.text);
            let _ = writeln!(text, "{}", printable(shown));
        }
        let read = line.map_err(|fault| {
            Error::usage("standard input", format!("the line cannot be read: {fault}"), fault.help("-"))
        });
        match read.and_then(|line| table.game.read(&table.run(), &line)) {
            Ok(Entry::Play(choice)) => {
                let _ = writeln!(text, "You play {}", choice_text(&choice));
                table.game.play(*choice);
                return Ok(say(table, &text));
            }
            Ok(Entry::Undo) => {
                let undone = table.game.undo();
                text.push_str(if undone { "Taken back.\n" } else { "There is no move of yours to take back.\n" });
                if undone {
                    return Ok(say(table, &text));
                }
            }
            Ok(Entry::Quit) => {
                say(table, &text);
                return Ok(false);
            }
            Ok(Entry::Blank) => {}
            Ok(Entry::Help) => text.push_str(HELP),
            Ok(Entry::Hint) => text.push_str(&match table.game.judgement() {
                Some(known) if table.hints != Hints::Off => hint_text(known),
                _ => "Hints are off; `--hints ask` at the start of the program allows them.\n".to_owned(),
            }),
            Ok(Entry::Page(number)) => text.push_str(&page(table, number)),
            Ok(Entry::Filter(part)) => text.push_str(&filtered(table, &part)),
            Err(error @ Error::Refused(_)) => {
                let _ = writeln!(text, "{}: {}.", error_message(&error), error_help(&error, &CommandLine));
            }
            Err(error) => return Err(error),
        }
    }
}

/// The next line, after this many without a move; `None` at the end of the input and after a
/// signal.
fn next(table: &PlayTable<'_>, lines: &TypedLines, typed: usize) -> Result<Option<Result<String, NotText>>, Error> {
    match lines.next(|| table.session.interrupted()) {
        Typed::Line(_) if typed == MOST_IDLE && !stdin().is_terminal() => {
            Err(idle(format!("{MOST_IDLE} lines were read, and none makes a move")))
        }
        Typed::Line(line) => Ok(Some(line)),
        Typed::Long => Err(idle("a line of over 1 MiB is not a move".to_owned())),
        Typed::End | Typed::Interrupted => Ok(None),
    }
}

/// The error for input that goes on without a move.
fn idle(message: String) -> Error {
    Error::usage("standard input", message, "write one move a line; `help` lists what else can be typed")
}

/// A page of the list of moves, from 1.
fn page(table: &PlayTable<'_>, number: usize) -> String {
    let Some(known) = table.game.judgement() else { return String::new() };
    let count = known.choices.len();
    let pages = count.div_ceil(PAGE);
    let Some(first) = number.checked_sub(1).filter(|page| *page < pages).map(|page| page * PAGE) else {
        return format!("There is no page {number}: the last one is {pages}.\n");
    };
    let mut text = String::new();
    known.choices.iter().zip(1..).skip(first).take(PAGE).for_each(|(choice, number)| {
        line(&mut text, table.hints, choice, number);
    });
    if pages > 1 {
        let next = if number < pages { format!("; `moves {}` shows the next ones", number + 1) } else { String::new() };
        let _ = writeln!(text, "Page {number} of {pages}{next}.");
    }
    if !known.complete {
        text.push_str("There are more moves than these: type what one leaves, with its component (`1: 5`).\n");
    }
    text
}

/// The moves with this text in them.
fn filtered(table: &PlayTable<'_>, part: &str) -> String {
    let choices = table.game.judgement().map_or(&[][..], |known| &known.choices);
    let part = part.to_lowercase();
    let fitting: Vec<(&Choice, usize)> =
        choices.iter().zip(1..).filter(|(choice, _)| choice_text(choice).to_lowercase().contains(&part)).collect();
    let mut text = String::new();
    fitting.iter().take(PAGE).for_each(|(choice, number)| line(&mut text, table.hints, choice, *number));
    match fitting.len() {
        0 => format!("No listed move has `{part}` in it.\n"),
        many if many > PAGE => text + &format!(".. and {} more.\n", many - PAGE),
        _ => text,
    }
}

fn line(text: &mut String, hints: Hints, choice: &Choice, number: usize) {
    let mark = if hints == Hints::On { format!("{:<6}", choice_mark(choice)) } else { String::new() };
    let _ = writeln!(text, "{number:>5}  {mark}{}", choice_text(choice));
}

/// Writes to stdout at once, or to stderr if the account is JSON. Returns whether somebody reads
/// it.
fn say(table: &PlayTable<'_>, text: &str) -> bool {
    fn all(mut out: impl Write, text: &str) -> bool {
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok()
    }
    if table.session.common.json { all(stderr().lock(), text) } else { all(stdout().lock(), text) }
}
