//! What is typed during a game: a command, or a move in one of many forms.
//!
//! A move is the number of a listed move; what it does (`take 2`, `remove "ab" at 1..2`, a word of
//! a list, a letter, a place); what it leaves (`leave 3 + 3`, or `3 + 3` alone); or the position
//! after it. A component before a colon (`heap 2: take 1`) selects one. A text that
//! fits moves with different results is refused with their numbers.
//!
//! *Example.* In `kayles 7` the texts `3`, `take 2, leave 2 + 3`, `leave 2 + 3` and `heap 1: 2 + 3`
//! are moves; `take 2` fits several, and is refused with their numbers. Texts are compared without
//! quotation marks and with single blanks; sums are compared in canonical form, so the order of
//! parts does not matter.

use std::collections::BTreeSet;

use grundy_games as games;
use grundy_games::{Action, Component, Convention, Declaration, Query, Ruleset, Term};

use super::{
    Choice, Judgement,
    judgement::describe,
    legal::{canonical, is_option},
};
use crate::{error::Error, run::Run};

/// The most moves that a refusal names.
///
/// A text that fits more moves is refused with the numbers of the first ones.
pub const MOST_EXAMPLES: usize = 3;

/// What was typed.
///
/// Exhaustive: a front end acts on each case, so a new one is a change for it.
///
/// ```text
/// 3                      the third listed move
/// take 2, leave 3 + 3    a move by what it does and leaves
/// moves 2                the second page of the list
/// moves take 1           the moves with this text in them
/// hint, undo, help, quit
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing.
    Blank,
    /// A move.
    Play(Box<Choice>),
    /// Who wins, and a winning move.
    Hint,
    /// Take back the last move.
    Undo,
    /// List the moves: this page, from 1.
    Page(usize),
    /// List the moves with this text in them.
    Filter(String),
    /// What can be typed.
    Help,
    /// End the game.
    Quit,
}

/// Reads a command or a move.
///
/// # Errors
/// A refusal with what can be typed instead; a limit, if it must be decided whether a move exists
/// that is not listed.
pub(super) fn read(run: &Run, query: &Query, known: Option<&Judgement>, text: &str) -> Result<Entry, Error> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()));
    Ok(match (word, rest) {
        ("", _) => Entry::Blank,
        ("hint", "") => Entry::Hint,
        ("undo", "") => Entry::Undo,
        ("help" | "?", "") => Entry::Help,
        ("quit" | "exit", "") => Entry::Quit,
        ("moves", "") => Entry::Page(1),
        ("moves", rest) => match rest.parse() {
            Ok(page) => Entry::Page(page),
            Err(_) => Entry::Filter(rest.to_owned()),
        },
        _ => {
            let Some(known) = known else {
                return Err(Error::usage(text, "the moves of the position are not known yet", "wait for them"));
            };
            Entry::Play(Box::new(chosen(run, query, known, text)?))
        }
    })
}

/// The move that the text names.
///
/// # Errors
/// A refusal if no move fits, or several with different results.
fn chosen(run: &Run, query: &Query, known: &Judgement, text: &str) -> Result<Choice, Error> {
    if let Some(choice) = text.parse::<usize>().ok().and_then(|number| known.choices.get(number.checked_sub(1)?)) {
        return Ok(choice.clone());
    }
    let said = EnteredMove::of(run, query, text);
    let exact: Vec<usize> = (0..known.choices.len()).filter(|&at| said.is(query, &known.choices[at])).collect();
    // `remove ab` is enough for `remove "ab" at 1..2`.
    let fitting = match exact.is_empty() {
        true => (0..known.choices.len()).filter(|&at| said.opens(&known.choices[at])).collect(),
        false => exact,
    };
    let results: BTreeSet<Vec<Term>> = fitting.iter().map(|&at| result(query, &known.choices[at])).collect();
    match (&fitting[..], results.len()) {
        ([at, ..], 1) => Ok(known.choices[*at].clone()),
        ([], _) if !known.complete => unlisted(run, query, &said, text),
        ([], _) => Err(refused(known, text)),
        (several, _) => {
            let numbers = several.iter().take(MOST_EXAMPLES).map(|at| (at + 1).to_string()).collect::<Vec<_>>();
            let more = if several.len() > MOST_EXAMPLES { ", .." } else { "" };
            let message = format!("`{text}` fits {} moves: {}{more}", several.len(), numbers.join(", "));
            let help =
                format!("type the number of one, or all of it, such as `{}`", whole(query, &known.choices[several[0]]));
            Err(Error::usage(text, message, help))
        }
    }
}

/// A move as it can be typed in full: `2: take 1, leave 3 + 3`.
fn whole(query: &Query, choice: &Choice) -> String {
    let ruleset = &query.rulesets[query.position[choice.component].ruleset];
    let left: Vec<String> = choice.to.iter().map(|part| ruleset.text(part)).collect();
    let left = if left.is_empty() { "nothing".to_owned() } else { left.join(" + ") };
    let action = choice.actions.first().map(|action| format!("{action}, ")).unwrap_or_default();
    format!("{}: {action}leave {left}", choice.component + 1)
}

/// The position after a move, for comparison.
fn result(query: &Query, choice: &Choice) -> Vec<Term> {
    let mut sum: Vec<Term> = choice.after(query).position;
    for term in &mut sum {
        term.component = query.rulesets[term.ruleset].canonical(&term.component);
    }
    sum.sort_unstable();
    sum
}

/// A move that is not among those that are listed, if the rules have it. It is asked only where the
/// list of moves is not complete.
fn unlisted(run: &Run, query: &Query, said: &EnteredMove<'_>, text: &str) -> Result<Choice, Error> {
    let mut found: Vec<Choice> = Vec::new();
    let mut late = false;
    for (at, term) in query.position.iter().enumerate().filter(|(at, _)| said.place.is_none_or(|place| place == *at)) {
        let taken = said.taken(&term.component).map(|left| vec![left]);
        for sum in taken.iter().chain(&said.sums[term.ruleset]) {
            let wanted = canonical(&query.rulesets[term.ruleset], &something(sum));
            match is_option(&query.rulesets, term, &wanted, &mut run.budget())? {
                Some(true) => found.push(Choice::plain(at, term.component.clone(), something(sum))),
                Some(false) => {}
                None => late = true,
            }
        }
    }
    let results: BTreeSet<Vec<Term>> = found.iter().map(|choice| result(query, choice)).collect();
    match (found.pop(), results.len()) {
        (Some(choice), 1) => {
            let mut described = [choice];
            describe(query, &mut described, &mut run.budget());
            let [choice] = described;
            Ok(choice)
        }
        (Some(_), _) => {
            let help = format!("say which component, such as `1: {}`", said.body);
            Err(Error::usage(text, format!("`{text}` fits moves of several components"), help))
        }
        (None, _) if late => {
            let message = format!("the time is up before it is known whether `{text}` is a move");
            Err(Error::usage(text, message, "type the number of a listed move"))
        }
        (None, _) => {
            let help = "type the number of a listed move, or what a move leaves with its component, such as `1: 5`";
            Err(Error::usage(text, format!("`{text}` is not a move here"), help))
        }
    }
}

/// The refusal of a text that is no move, with examples of what is one.
fn refused(known: &Judgement, text: &str) -> Error {
    let message = format!("`{text}` is not a move here");
    let [first, ..] = &known.choices[..] else {
        return Error::usage(text, message, "no move is left: type undo or quit");
    };
    let does =
        descriptions(first).into_iter().next().map(|action| format!(", what it does (`{action}`)")).unwrap_or_default();
    let numbers = match known.choices.len() {
        1 => "its number (1)".to_owned(),
        most => format!("the number of a move (1 to {most})"),
    };
    Error::usage(text, message, format!("type {numbers}{does}, what it leaves, or help"))
}

/// What was typed, taken apart.
struct EnteredMove<'t> {
    /// The component that is named before a colon, from 0.
    place: Option<usize>,
    /// The text after that.
    body: &'t str,
    /// What the move does, in plain form, if it is given.
    action: Option<String>,
    /// What the move leaves, for each ruleset that can read it.
    sums: Vec<Option<Vec<Component>>>,
    /// What the move leaves as text without blanks.
    leaves: Option<String>,
}

impl<'t> EnteredMove<'t> {
    /// Takes a text apart. A text that has no `leave` may be an action or what is left, so it is
    /// read as both.
    fn of(run: &Run, query: &Query, text: &'t str) -> EnteredMove<'t> {
        let (place, body) = placed(query, text).unwrap_or((None, text));
        let (action, leaves) = match (body.strip_prefix("leave "), body.rsplit_once(", leave ")) {
            (Some(leaves), _) => (None, Some(leaves)),
            (None, Some((action, leaves))) => (Some(plain(action)), Some(leaves)),
            (None, None) => (None, None),
        };
        let whole = action.is_none() && leaves.is_none();
        let action = if whole { Some(plain(body)) } else { action };
        let leaves = leaves.or(whole.then_some(body)).map(str::trim);
        let read = |ruleset: &Ruleset| leaves.and_then(|leaves| sum(run, ruleset, leaves));
        let sums = query.rulesets.iter().map(read).collect();
        EnteredMove { place, body, action, sums, leaves: leaves.map(bare) }
    }

    /// Whether this is the move that is meant.
    fn is(&self, query: &Query, choice: &Choice) -> bool {
        let ruleset = query.position[choice.component].ruleset;
        let leaves = || {
            let to = canonical(&query.rulesets[ruleset], &something(&choice.to));
            let same = |sum: &Vec<Component>| canonical(&query.rulesets[ruleset], &something(sum)) == to;
            self.sums[ruleset].as_ref().is_some_and(same) || self.place.is_none() && self.is_whole(query, choice)
        };
        let does = |action: &String| descriptions(choice).contains(action);
        let fits = match (&self.action, &self.leaves) {
            (Some(action), Some(_)) if self.body.contains(", leave ") => does(action) && leaves(),
            (action, _) => action.as_ref().is_some_and(does) || leaves(),
        };
        self.place.is_none_or(|place| place == choice.component) && fits
    }

    /// Whether the move does what was typed, and more is to be said about it.
    fn opens(&self, choice: &Choice) -> bool {
        let Some(action) = &self.action else { return false };
        let opens = |text: &String| text.strip_prefix(action).is_some_and(|rest| rest.starts_with([' ', ',']));
        self.place.is_none_or(|place| place == choice.component) && descriptions(choice).iter().any(opens)
    }

    /// Whether the text is the whole position after the move.
    fn is_whole(&self, query: &Query, choice: &Choice) -> bool {
        let after = choice.after(query);
        if self.leaves.as_ref().is_some_and(|leaves| *leaves == bare(&after.position_text())) {
            return true;
        }
        let ([ruleset], [Some(sum)]) = (&query.rulesets[..], &self.sums[..]) else { return false };
        let parts: Vec<Component> = after.position.into_iter().map(|term| term.component).collect();
        canonical(ruleset, &something(&parts)) == canonical(ruleset, &something(sum))
    }

    /// What `take 5` leaves of a heap.
    fn taken(&self, from: &Component) -> Option<Component> {
        let taken: u64 = self.action.as_ref()?.strip_prefix("take ")?.parse().ok()?;
        match from {
            Component::Heap(size) => size.checked_sub(taken).map(Component::Heap),
            _ => None,
        }
    }
}

/// The component before a colon, with the text after it: `heap 2: take 1`, `2: 3 + 3`.
fn placed<'t>(query: &Query, text: &'t str) -> Option<(Option<usize>, &'t str)> {
    let (before, body) = text.split_once(':')?;
    let named = before.trim_start_matches(|sign: char| sign.is_alphabetic() || sign == ' ');
    // What the component is may follow in parentheses: `heap 2 (7)`.
    let number = named.split_once('(').map_or(named, |(number, _)| number);
    let place: usize = number.trim().parse().ok()?;
    (1..=query.position.len()).contains(&place).then(|| (Some(place - 1), body.trim()))
}

/// Reads a sum of components. `None` if it is none on this board.
fn sum(run: &Run, ruleset: &Ruleset, text: &str) -> Option<Vec<Component>> {
    if ["", "0", "\"\"", "()", "{}", "nothing"].contains(&text) {
        return Some(Vec::new());
    }
    let rules = Declaration { convention: Convention::Normal, ruleset: ruleset.clone() };
    games::position_with(&rules, text, &run.lists()).ok()
}

/// The parts of a sum that are more than nothing.
fn something(parts: &[Component]) -> Vec<Component> {
    let is_nothing = |part: &Component| match part {
        Component::Heap(size) => *size == 0,
        Component::Row(word) | Component::Ring(word) => word.is_empty(),
        Component::Bag(bag) => bag.counts().is_empty(),
        Component::Bar(bar) => bar.rows() == [1],
        Component::Piles(piles) => piles.sizes().is_empty(),
        Component::Line(line) => line.sizes().is_empty(),
        Component::Permutation(order) => order.blocks().is_empty(),
        // Without a move in one of the games there is none in the product.
        Component::Pair(pair) => pair.contains(&0),
        _ => false,
    };
    parts.iter().filter(|part| !is_nothing(part)).cloned().collect()
}

/// What a move does, in every form that can be typed.
fn descriptions(choice: &Choice) -> Vec<String> {
    let mut texts: Vec<String> = choice.actions.iter().map(|action| plain(&action.to_string())).collect();
    for word in &choice.words {
        texts.extend([format!("take {word}"), word.clone()]);
    }
    texts.extend(choice.actions.iter().filter_map(|action| match action {
        Action::Write(letter) => Some(letter.to_string()),
        Action::Go(place) => Some(place.clone()),
        _ => None,
    }));
    texts
}

/// A text without quotation marks, with one blank for each run of blanks.
fn plain(text: &str) -> String {
    text.replace('"', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without blanks.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}
