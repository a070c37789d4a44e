//! A game against the computer as text: its moves, hints, and the account at its end.

use std::fmt::Write;

use grundy::{
    Component, Convention, Outcome, Query, Status,
    games::{Cells, Term},
    play::{Account, Choice, Judgement, Level, Match, Mistake, Player, Point, Turn},
    request::title,
};
use serde::Serialize;

use crate::{
    Colour,
    answer::MoveJson,
    json::{self, ConventionWord, Reasons, Version, words},
    lists::{LeftOutJson, left_out},
    phrase,
};

/// The longest bar of the curve, in signs.
const BAR: u64 = 12;

/// `heap 2 (7): take 1, leave 3 + 3`.
pub fn choice_text(choice: &Choice) -> String {
    let Choice { component, from, to, words, actions, .. } = choice;
    format!("{}: {}", phrase::place(*component, from), phrase::action(from, to, words, actions))
}

/// As [`choice_text`], where the components are shown with their numbers: `2: take 1, leave 3 + 3`.
pub fn choice_short(choice: &Choice) -> String {
    let Choice { component, from, to, words, actions, .. } = choice;
    format!("{}: {}", component + 1, phrase::action(from, to, words, actions))
}

/// What a player who makes this move can expect, in one word. Empty if it is not known.
pub fn choice_mark(choice: &Choice) -> &'static str {
    match choice.wins {
        Some(true) => "wins",
        Some(false) => "loses",
        None => "",
    }
}

/// The game, the convention, who begins and how the computer plays: two lines.
pub fn game_text(game: &Match, colour: Colour) -> String {
    let last = match game.query().convention {
        Convention::Normal => "Normal play: who makes the last move wins.",
        Convention::Misere => "Misère play: who makes the last move loses.",
    };
    let first = match game.settings().first {
        Player::You => "You move first",
        Player::Computer => "The computer moves first",
    };
    let level = match game.settings().level {
        Level::Perfect => "it plays perfectly".to_owned(),
        Level::Careless(share) => format!("{share} of 100 of its moves are random"),
        Level::Beginner => "its moves are random".to_owned(),
    };
    let level = if first.starts_with("You") { level.replacen("it ", "the computer ", 1) } else { level };
    let title = phrase::bold(&phrase::title(game.query()), colour);
    format!("{title}\n{last} {first}; {level}.\n")
}

/// The position on one line, without the games of the components.
pub fn position_text(game: &Match) -> String {
    let query = game.query();
    match query.position.is_empty() {
        true => "nothing is left".to_owned(),
        false => phrase::short(query.terms_text()),
    }
}

/// The components, a line each, for a sum of several games and for boards of squares, which have a
/// line for each row. Empty where the position is clear on one line.
pub fn board_text(game: &Match) -> String {
    let query = game.query();
    let several = query.rulesets.len() > 1;
    let is_board = |term: &Term| matches!(term.component, Component::Cells(_));
    let mut text = String::new();
    if !several && !query.position.iter().any(is_board) {
        return text;
    }
    for places in query.groups() {
        let term = &query.position[places.start];
        let ruleset = &query.rulesets[term.ruleset];
        let game = if several { format!("  [{}]", phrase::short(ruleset)) } else { String::new() };
        let kind = term.component.noun();
        let place = match places.len() {
            1 => format!("{kind} {}", places.end),
            _ => format!("{kind}s {}..{}", places.start + 1, places.end),
        };
        match &term.component {
            Component::Cells(cells) => {
                let _ = writeln!(text, "  {place}{game}");
                rows(cells).for_each(|row| text += &format!("    {row}\n"));
            }
            component => {
                let _ = writeln!(text, "  {place}  {}{game}", phrase::short(ruleset.text(component)));
            }
        }
    }
    text
}

/// The rows of a board: `.` is a free cell, `#` one that is gone.
pub fn rows(cells: &Cells) -> impl Iterator<Item = String> {
    let sign = |&free: &bool| if free { "." } else { "#" };
    cells.free().chunks(cells.columns().max(1)).map(move |row| row.iter().map(sign).collect::<Vec<_>>().join(" "))
}

/// Who wins, and how many moves are left, on one line without a line feed.
pub fn verdict_text(known: &Judgement) -> String {
    let Some(outcome) = known.outcome else {
        let why = known.undecided.as_deref().unwrap_or("it was not looked for");
        return format!("Not decided within the limits: {why}.");
    };
    let left = known
        .left
        .map_or(String::new(), |left| format!("; {} left with best play", phrase::count(left.into(), "move")));
    let status = known.status.map_or("computed", Status::word);
    format!("{}{left}; {status}.", phrase::verdict(outcome))
}

/// Who wins, and a winning move with its number in the list, if one is known: one or two lines.
pub fn hint_text(known: &Judgement) -> String {
    let mut text = format!("{}\n", verdict_text(known));
    let winning = known.choices.iter().zip(1..).filter(|(choice, _)| choice.wins == Some(true));
    if let Some((choice, number)) = winning.min_by_key(|(choice, _)| choice.left.unwrap_or(u64::MAX)) {
        let _ = writeln!(text, "A winning move: {number}  {}", choice_text(choice));
    } else if known.outcome == Some(Outcome::P) {
        text.push_str("Every move loses against best play.\n");
    }
    text
}

/// `You win`, with the reason; or that the game did not end.
pub fn result_text(game: &Match, account: &Account) -> String {
    let Some(winner) = account.winner else { return "The game did not end.".to_owned() };
    let result = if winner == Player::You { "you win" } else { "you lose" };
    match game.turns().last().map(|turn| turn.mover) {
        Some(Player::You) => format!("You made the last move: {result}."),
        Some(Player::Computer) => format!("The computer made the last move: {result}."),
        None => format!("There is no move to make: {result}."),
    }
}

/// The moves that gave the game away, a line each; a line if there is none.
pub fn mistakes_text(account: &Account) -> String {
    let mut text = String::new();
    let lost = account.lost_at.map(|at| &account.mistakes[at]);
    match (account.winner, lost) {
        (_, Some(mistake)) => {
            let _ = writeln!(text, "{} lost the game at move {}", subject(mistake.mover), mistake_text(mistake));
        }
        (Some(winner), None) if account.decided => {
            let _ = writeln!(text, "The position was lost for {} from the beginning.", object(winner.other()));
        }
        (Some(_), None) => {
            text.push_str("Where the game was lost is not known: some positions were not decided within the limits.\n");
        }
        (None, None) => {}
    }
    let others = account.mistakes.iter().enumerate().filter(|(at, _)| Some(*at) != account.lost_at);
    for (_, mistake) in others {
        let _ = writeln!(text, "{} gave the game away at move {}", subject(mistake.mover), mistake_text(mistake));
    }
    text
}

/// Returns the number of the move, what was played, and what would have won.
fn mistake_text(mistake: &Mistake) -> String {
    let best = mistake.best.as_ref().map_or(String::new(), |best| format!("\n  winning: {}", choice_text(best)));
    format!("{}:\n  played:  {}{best}", mistake.number, choice_text(&mistake.made))
}

/// Returns the player as the beginning of a sentence.
fn subject(player: Player) -> &'static str {
    match player {
        Player::You => "You",
        Player::Computer => "The computer",
    }
}

/// Returns the player within a sentence.
fn object(player: Player) -> &'static str {
    match player {
        Player::You => "you",
        Player::Computer => "the computer",
    }
}

/// Who won, where the game was lost, and the curve of win and loss.
pub fn account_text(game: &Match, account: &Account, colour: Colour) -> String {
    let mut text = format!("{}\n{}", phrase::bold(&result_text(game, account), colour), mistakes_text(account));
    if account.curve.len() > 1 {
        text.push_str(&curve_text(account));
    }
    text
}

/// The curve of win and loss: a line for each position.
///
/// A bar points to who stands to win. It is as long as the moves that are left if these are known
/// of every position, and else as the position is large, so that it shrinks towards the end.
pub fn curve_text(account: &Account) -> String {
    let by_moves = account.curve.iter().all(|point| point.left.is_some());
    let length = |point: &Point| match (by_moves, point.left) {
        (true, Some(left)) => i128::from(left),
        _ => point.size,
    };
    let most = account.curve.iter().map(length).max().unwrap_or(0).max(1);
    let what = if by_moves { "moves left" } else { "size" };
    let mut text = String::from("Who stands to win after each move (* gave the game away):\n");
    let _ = writeln!(
        text,
        "{:>4}  {:>width$} | {:<width$}  {what:>10}  position",
        "move",
        "computer",
        "you",
        width = BAR as usize
    );
    for (at, point) in account.curve.iter().enumerate() {
        let signs = (length(point).saturating_mul(BAR.into()) / most).max(1) as usize;
        let bar = "#".repeat(signs);
        let (left, right) = match point.favourite {
            Some(Player::Computer) => (bar.as_str(), ""),
            Some(Player::You) => ("", bar.as_str()),
            None => ("?", "?"),
        };
        let mark = if account.mistakes.iter().any(|mistake| mistake.number == at) { "*" } else { " " };
        let position = if point.position.is_empty() { "nothing".to_owned() } else { short(&point.position) };
        let width = BAR as usize;
        let _ = writeln!(text, "{at:>4}{mark} {left:>width$} | {right:<width$}  {:>10}  {position}", length(point));
    }
    text
}

/// The position at the end of a line of the curve.
fn short(position: &str) -> String {
    const MOST: usize = 40;
    match position.chars().count() {
        ..=MOST => position.to_owned(),
        _ => position.chars().take(MOST - 2).chain("..".chars()).collect(),
    }
}

words! {
    /// A player.
    PlayerWord: "you" | "computer";
}

impl From<Player> for PlayerWord {
    fn from(player: Player) -> Self {
        PlayerWord(match player {
            Player::You => "you",
            Player::Computer => "computer",
        })
    }
}

/// A game that ended or was left
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "play"))]
pub(crate) struct PlayJson<'a> {
    /// The game in the language
    game: String,
    /// What the game leaves out of its word lists, if it leaves something out
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Vec<LeftOutJson>>,
    /// The name of the game, if it has one
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    /// The position that the game began with
    position: String,
    /// The convention
    convention: ConventionWord,
    /// How well the computer played, as `--level` has it
    level: String,
    /// The seed of its random moves
    seed: u64,
    /// Who moved first
    first: PlayerWord,
    /// Who won; null if the game did not end
    winner: Option<PlayerWord>,
    /// The number of the move at which the loser lost the game; null if the game did not end, the
    /// position was lost from the beginning, or too little of it was decided
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    lost_at: Option<usize>,
    /// The moves
    turns: Vec<TurnJson<'a>>,
    /// The positions, the first and the last included
    positions: Vec<PointJson<'a>>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// A move that was made
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "turn"))]
struct TurnJson<'a> {
    /// The number of the move in the game, from 1
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    number: usize,
    /// Who made it
    mover: PlayerWord,
    /// The move
    r#move: MoveJson<'a>,
    /// Whether the player won before it, and not after it
    gave_away: bool,
    /// If it gave the game away: a move that would have won, if one is known
    #[serde(skip_serializing_if = "Option::is_none")]
    winning: Option<MoveJson<'a>>,
}

/// A position of the game
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "point"))]
struct PointJson<'a> {
    /// The position, without the games of its components
    position: &'a str,
    /// Who wins from there if both play well; null if that was not decided within the limits
    favourite: Option<PlayerWord>,
    /// The number of moves that are left if both play well; null if the position is too large to
    /// look
    moves_left: Option<u64>,
}

/// The account as JSON: the turns, and the positions of the game.
pub fn account_json(game: &Match, account: &Account) -> String {
    let start = game.turns().first().map_or(game.query(), |turn| &turn.before);
    let settings = game.settings();
    let lost_at = account.lost_at.map(|at| account.mistakes[at].number);
    let why = match (account.winner, account.decided) {
        (None, _) => "the game did not end",
        (Some(_), true) => "the position was lost from the beginning",
        (Some(_), false) => "some positions were not decided within the limits",
    };
    let reasons = Reasons::default();
    let winner = reasons.of("winner", account.winner.map(Into::into), "the game did not end");
    let lost_at = reasons.of("lost_at", lost_at, why);
    let (open, unsought) = ("it is not decided within the limits", "it is looked for in small positions only");
    reasons.note_if(account.curve.iter().any(|point| point.favourite.is_none()), "positions.favourite", open);
    reasons.note_if(account.curve.iter().any(|point| point.left.is_none()), "positions.moves_left", unsought);
    json::line(&PlayJson {
        game: start.game_text(),
        left_out: left_out(&start.rulesets),
        name: title(start),
        position: start.position_text(),
        convention: start.convention.into(),
        level: settings.level.to_string(),
        seed: settings.seed,
        first: settings.first.into(),
        winner,
        lost_at,
        turns: (1..).zip(game.turns()).map(|(number, turn)| turn_json(account, number, turn)).collect(),
        positions: account.curve.iter().map(point_json).collect(),
        reasons,
        schema: Version,
    })
}

/// The fields of a move that was made.
fn turn_json<'a>(account: &'a Account, number: usize, turn: &'a Turn) -> TurnJson<'a> {
    let mistake = account.mistakes.iter().find(|mistake| mistake.number == number);
    let best = mistake.and_then(|mistake| mistake.best.as_ref());
    TurnJson {
        number,
        mover: turn.mover.into(),
        r#move: choice_json(&turn.before, &turn.made),
        gave_away: mistake.is_some(),
        winning: best.map(|best| choice_json(&turn.before, best)),
    }
}

/// The fields of a move.
fn choice_json<'a>(before: &Query, choice: &Choice) -> MoveJson<'a> {
    let Choice { component, from, to, words, actions, .. } = choice;
    let to = json::left(before, *component, from, to);
    let bare = MoveJson::bare(&(*component..component + 1), json::component(before, *component, from), to);
    bare.made_by(actions, words)
}

/// The fields of a position of the game.
fn point_json(point: &Point) -> PointJson<'_> {
    let Point { position, favourite, left, .. } = point;
    PointJson { position, favourite: favourite.map(Into::into), moves_left: *left }
}
