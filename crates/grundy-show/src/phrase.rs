//! The small phrases that every answer shares: who wins, under which convention, how sure, what a
//! move does.

use std::{
    collections::HashMap,
    fmt::{self, Write as _},
    ops::Range,
};

use grundy::{
    Component, Convention, Nimber, Outcome, Query, Solved, Status,
    games::{Action, Bar},
    moves::Move,
    request,
};

use crate::Colour;

/// Words longer than this are shortened in texts (never in JSON).
const LONGEST: usize = 72;

/// More terms than this are counted, not listed.
const MOST_TERMS: usize = 16;

/// A text cut in its middle if it is very long.
///
/// The text is never held as a whole, so that a position of megabytes costs a pass and little
/// memory.
pub(crate) fn short(text: impl fmt::Display) -> String {
    let mut ends = Ends::default();
    write!(ends, "{text}").expect("the ends of a text take all text");
    if ends.count <= LONGEST {
        return ends.head;
    }
    let head: String = ends.head.chars().take(LONGEST / 2).collect();
    format!("{head}..({} letters)..{}", ends.count, last(&ends.tail, TAIL))
}

/// The letters that are shown of the end of a long text.
const TAIL: usize = LONGEST / 4;

/// The ends of a text, which may be too long to be held as a whole.
#[derive(Default)]
struct Ends {
    /// The first letters, [`LONGEST`] of them at most.
    head: String,
    /// The last letters, and some before them.
    tail: String,
    /// How many letters the text has.
    count: usize,
}

impl fmt::Write for Ends {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.head.extend(text.chars().take(LONGEST.saturating_sub(self.count)));
        self.count += text.chars().count();
        let text = last(text, TAIL);
        if self.tail.len() + text.len() > 16 * TAIL {
            self.tail = last(&self.tail, TAIL).to_owned();
        }
        self.tail.push_str(text);
        Ok(())
    }
}

/// The last letters of a text.
fn last(text: &str, letters: usize) -> &str {
    text.char_indices().rev().take(letters).last().map_or("", |(at, _)| &text[at..])
}

/// How many moves or options a certificate of one answer covers, and how to get the others.
pub(crate) fn coverage(count: u128, unknown: u128, noun: &str) -> String {
    let covered = count.saturating_sub(unknown);
    format!("The certificate covers {covered} of {} (without it the others are computed).", self::count(count, noun))
}

/// What is said after a number of moves if some of them leave the same.
pub(crate) fn once(merged: bool) -> &'static str {
    if merged { "; of moves with the same result, one is counted" } else { "" }
}

/// Why moves are not listed: there are over so many, or if that is 0, no number is known.
pub(crate) fn too_many(most: u64) -> String {
    match most {
        0 => "the moves are too many to be listed".to_owned(),
        most => format!("there are over {most} moves: they are not listed"),
    }
}

/// Returns the text with its first letter in upper case.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What a move leaves, in the language: a sum, or the way to write nothing on this board.
pub(crate) struct Leaves<'a> {
    /// The component before the move.
    from: &'a Component,
    /// What the move leaves.
    to: &'a [Component],
}

/// Returns what a move leaves of a component, as a text to write.
pub(crate) fn leaves<'a>(from: &'a Component, to: &'a [Component]) -> Leaves<'a> {
    Leaves { from, to }
}

impl fmt::Display for Leaves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Leaves { from, to } = *self;
        if to.is_empty() {
            return f.write_str(&from.nothing());
        }
        // The two arms of a bar of chocolate are shown as the bar that people see.
        let bars: Option<Vec<&Bar>> =
            to.iter().map(|part| if let Component::Bar(bar) = part { Some(bar) } else { None }).collect();
        if let Some(bar) = bars.and_then(|bars| Bar::joined(&bars)) {
            return bar.fmt(f);
        }
        for (at, part) in to.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " + " })?;
            match (from, part) {
                // A row that a cut leaves on a ring is quoted, as the language has it.
                (Component::Ring(_), Component::Row(word)) => {
                    write!(f, "\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))?;
                }
                _ => part.fmt(f)?,
            }
        }
        Ok(())
    }
}

/// What a move does: `take 1, leave 3 + 3`, `write s -> ghos`.
///
/// Words of a list that the move takes come first, then the ways of the move, then what is left. A
/// move that only splits, or whose names are the sizes that are left, is said in fewer words.
pub(crate) fn action(from: &Component, to: &[Component], words: &[String], actions: &[Action]) -> String {
    if let (Component::Token(_), [Component::Token(after)]) = (from, to) {
        return format!("go to {}", after.place());
    }
    let taken = if words.is_empty() { String::new() } else { format!("take {}, ", short(words.join(" or "))) };
    match actions {
        [Action::Write(_)] => format!("{} -> {}", actions[0], short(leaves(from, to))),
        // The names of the rule are the sizes of what is left.
        [Action::Names(names)] if are_sizes(names, to) => format!("leave {}", short(leaves(from, to))),
        [Action::Split] if is_long(leaves(from, to)) => {
            let lengths = to.iter().map(|part| if let Component::Row(word) = part { word.chars().count() } else { 0 });
            let ends = lengths.scan(0, |end, length| {
                *end += length;
                Some(end.to_string())
            });
            let mut ends: Vec<String> = ends.collect();
            ends.pop();
            format!("split after {}, leave {}", ends.join(" and "), short(leaves(from, to)))
        }
        [Action::Take(0) | Action::Split] => format!("split into {}", short(leaves(from, to))),
        _ => {
            let ways: Vec<String> = actions.iter().map(way).filter(|way| !way.is_empty()).collect();
            let ways = if ways.is_empty() { String::new() } else { format!("{}, ", ways.join(" or ")) };
            format!("{taken}{ways}leave {}", short(leaves(from, to)))
        }
    }
}

/// A way to make a move. Long letters are shortened, and never their place.
fn way(action: &Action) -> String {
    match action {
        &Action::Remove { ref letters, first, last } => {
            Action::Remove { letters: short(letters), first, last }.to_string()
        }
        &Action::Replace { ref letters, first, last } => {
            Action::Replace { letters: short(letters), first, last }.to_string()
        }
        action => short(action),
    }
}

/// Whether a text is shortened.
fn is_long(text: impl fmt::Display) -> bool {
    let mut ends = Ends::default();
    write!(ends, "{text}").expect("the ends of a text take all text");
    ends.count > LONGEST
}

/// Whether these names have the sizes of the one heap that is left, in their order.
fn are_sizes(names: &[(String, i128)], to: &[Component]) -> bool {
    let values = || names.iter().map(|(_, value)| *value);
    matches!(to, [Component::Typed(heap)] if heap.sizes.iter().map(|&size| i128::from(size)).eq(values()))
}

/// `heap 2 (7)`: a component with its place in the sum, counted from 1.
pub(crate) fn place(at: usize, component: &Component) -> String {
    let text = match component {
        Component::Token(token) => format!("at {}", token.place()),
        _ => short(component),
    };
    format!("{} {} ({text})", component.noun(), at + 1)
}

/// `heaps 2..300 (7)`: equal neighbours with their places in the sum, or one component.
pub(crate) fn places(places: &Range<usize>, component: &Component) -> String {
    if places.len() == 1 {
        return place(places.start, component);
    }
    let text = match component {
        Component::Token(token) => format!("at {}", token.place()),
        _ => short(component),
    };
    format!("{}s {}..{} ({text})", component.noun(), places.start + 1, places.end)
}

/// As [`places`], of which a move is made in one: `one of heaps 2..300 (7)`.
pub(crate) fn one_of(places: &Range<usize>, component: &Component) -> String {
    let of = if places.len() == 1 { "" } else { "one of " };
    format!("{of}{}", self::places(places, component))
}

/// How many components there are in the group of equal neighbours that begins at each place: the
/// moves of the first one stand for those of all of them.
pub(crate) struct Groups(HashMap<usize, usize>);

impl Groups {
    /// The groups of a position.
    pub(crate) fn of(query: &Query) -> Groups {
        Groups(query.groups().filter(|places| places.len() > 1).map(|places| (places.start, places.len())).collect())
    }

    /// The number of components in which this move can be made.
    pub(crate) fn count(&self, made: &Move) -> usize {
        self.0.get(&made.component).copied().unwrap_or(1)
    }

    /// As [`line`], for all of them: `one of heaps 2..300 (7): leave 3 + 3`.
    pub(crate) fn line(&self, made: &Move) -> String {
        let places = made.component..made.component + self.count(made);
        format!("{}: {}", one_of(&places, &made.from), action(&made.from, &made.to, &made.words, &made.actions))
    }
}

/// `heap 2 (7): leave 3 + 3`.
pub(crate) fn line(made: &Move) -> String {
    format!("{}: {}", place(made.component, &made.from), action(&made.from, &made.to, &made.words, &made.actions))
}

/// Who wins, as a sentence without its end.
pub(crate) fn verdict(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "N-position: the player to move wins",
        Outcome::P => "P-position: the player who has just moved wins",
    }
}

/// The last line of every answer: the convention and the status.
pub(crate) fn footing(play: Convention, status: Status) -> String {
    let play = match play {
        Convention::Normal => "Normal play",
        Convention::Misere => "Misère play",
    };
    format!("{play}; {}.", status.word())
}

/// `2 = 4 xor 2 xor 4`, or `2` where there is one term.
pub(crate) fn xor(total: Nimber, terms: &[Nimber]) -> String {
    match terms.len() {
        0 | 1 => total.0.to_string(),
        2..=MOST_TERMS => format!("{} = {}", total.0, xors(terms)),
        many => xor_of_many(total, many),
    }
}

/// As [`xor`], of the values of all components of a position, if they are known.
pub(crate) fn xor_of(solved: &Solved) -> Option<String> {
    let total = solved.value()?;
    let groups = || solved.query.groups().map(|places| solved.value_at(places.start));
    groups().all(|value| value.is_some()).then_some(())?;
    Some(match solved.query.position.len() {
        ..=MOST_TERMS => xor(total, &groups().flatten().collect::<Vec<_>>()),
        many => xor_of_many(total, many),
    })
}

fn xor_of_many(total: Nimber, many: usize) -> String {
    format!("{}, the xor of {many} values", total.0)
}

/// `4 xor 2 xor 4`.
pub(crate) fn xors(terms: &[Nimber]) -> String {
    terms.iter().map(|term| term.0.to_string()).collect::<Vec<_>>().join(" xor ")
}

/// The game and the position on one line.
pub(crate) fn title(query: &Query) -> String {
    match query.rulesets.len() {
        1 if query.position.is_empty() => named(query),
        1 => format!("{} at {}", named(query), short(query.position_text())),
        _ => query.position_text(),
    }
}

/// The game with its name, if it has one: `Kayles (octal 0.77)`.
fn named(query: &Query) -> String {
    match request::title(query) {
        Some(name) => format!("{name} ({})", query.game_text()),
        None => query.game_text(),
    }
}

/// A number with its noun: `1 move`, `3 moves`.
pub(crate) fn count(number: u128, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Sets `text` in bold, where escapes are wanted.
pub(crate) fn bold(text: &str, colour: Colour) -> String {
    match colour {
        Colour::Off => text.to_owned(),
        Colour::On => format!("\u{1b}[1m{text}\u{1b}[0m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes its parts one by one.
    struct Parts<'a>(&'a [String]);

    impl fmt::Display for Parts<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.iter().try_for_each(|part| f.write_str(part))
        }
    }

    #[test]
    fn long_texts_are_cut_in_their_middle_however_they_are_written() {
        let letters: Vec<char> = "aé0 ∘".chars().collect();
        for count in [0, 1, 17, 18, 19, 71, 72, 73, 90, 1_000] {
            for size in [1, 2, 5, 18, 40, 73, 2_000] {
                let whole: Vec<char> = (0..count).map(|at| letters[at * at % 7 % letters.len()]).collect();
                let parts: Vec<String> = whole.chunks(size).map(String::from_iter).collect();
                let expected = if count <= 72 {
                    String::from_iter(&whole)
                } else {
                    let [head, tail] = [&whole[..36], &whole[count - 18..]].map(String::from_iter);
                    format!("{head}..({count} letters)..{tail}")
                };
                assert_eq!(short(Parts(&parts)), expected, "{count} letters, {size} at once");
            }
        }
    }
}
