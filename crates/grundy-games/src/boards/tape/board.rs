//! The `tape` board: how tapes are read, written and counted.

use std::fmt;

use crate::{
    Action, Avoid, Component, Place, Ruleset, Tape, TapeRules, Within,
    boards::{Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, counted, of_options, tape::read},
    text::{diagnostic::Diagnostic, reader::Reader},
    words::{
        english::{over, power_noun},
        lines::{of_ending, of_letters, of_list},
    },
};

impl Board for TapeRules {
    fn name(&self) -> &'static str {
        "tape"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Tape(tape) = from else { return Ok(()) };
        of_options(self, tape, Component::Tape, visit)
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Tape(tape) => Component::Tape(self.canonical(tape)),
            other => other.clone(),
        }
    }

    fn action(&self, from: &Component, to: &[Component]) -> Option<Action> {
        let (Component::Tape(from), [Component::Tape(to)]) = (from, to) else { return None };
        let at_start = || if self.place == Place::EitherEnd { to.word.strip_suffix(&*from.word) } else { None };
        let mut written = to.word.strip_prefix(&*from.word).or_else(at_start)?.chars();
        let letter = written.next()?;
        written.next().is_none().then_some(Action::Write(letter))
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        Ok(vec![read::component(reader, self, board)?])
    }

    fn number(&self) -> &'static str {
        "a number of counters"
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        match self.longest() {
            None => "write the tape and the number of letters that may follow: abc/50".into(),
            Some(_) => "write the letters of the tape: gho; the empty tape is \"\"".into(),
        }
    }

    fn small(&self) -> String {
        if self.longest().is_none() { "\"\"/9".into() } else { "\"\"".into() }
    }

    fn sentences(&self) -> Vec<String> {
        let letters = match &self.letters {
            Some(letters) => format!("a letter of {letters}"),
            None => "a letter of the lists".into(),
        };
        let place = match self.place {
            Place::End => "at the end of the tape",
            Place::EitherEnd => "at either end of the tape",
        };
        let mut rules = vec![format!("Write {letters} {place}.")];
        rules.extend(self.within.as_ref().map(|within| match within {
            Within::PrefixOf(list) => format!("The tape must remain the beginning of a {list}."),
            Within::FactorOf(list) => format!("The tape must remain a part of a {list}."),
        }));
        rules.extend(self.avoiding.iter().map(|avoid| match avoid {
            Avoid::Word(list) => format!("No letter may be written that completes {list}."),
            Avoid::Whole(list) => format!("The whole tape may never be a {list}."),
            Avoid::Power(power) => format!("No letter may be written that completes {}.", power_noun(*power)),
            Avoid::Palindrome(lengths) => {
                format!("No letter may be written that completes a palindrome of {lengths} letters.")
            }
        }));
        rules.extend(self.until.as_ref().map(|until| over("tape", until)));
        rules
    }

    fn why_it_ends(&self) -> String {
        match self.longest() {
            Some(longest) => format!("The tape has at most {longest} letters."),
            None => "Every position limits the number of letters that may still be written.".into(),
        }
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        match tapes(self) {
            Some(lines) => ("tape", Some(lines)),
            None => ("none", None),
        }
    }

    fn why_no_size(&self) -> &'static str {
        "which words may be on a tape depends on what was written before"
    }
}

/// The letters, the words that none of them may complete, and the ending; `None` if the rules
/// depend on more than the words at the end of the tape, or on a word list from a file.
fn tapes(rules: &TapeRules) -> Option<Vec<String>> {
    rules.lists_of_suffixes()?;
    let mut append = format!("move append{}", of_letters(&rules.alphabet));
    for (at, avoid) in rules.avoiding.iter().enumerate() {
        let Avoid::Word(list) = avoid else { return None };
        let sign = if at == 0 { " avoiding" } else { " or" };
        append = format!("{append}{sign}{}", of_list(list)?);
    }
    let until = rules.until.as_ref().map(of_ending);
    if until == Some(None) { None } else { Some([append].into_iter().chain(until.flatten()).collect()) }
}

impl OnBoard for Tape {
    fn noun(&self) -> &'static str {
        "tape"
    }

    fn nothing(&self) -> String {
        "\"\"".into()
    }

    fn size(&self) -> u128 {
        self.left.unwrap_or(0).into()
    }

    fn size_text(&self) -> String {
        counted(self.word.chars().count() as u128, "letter")
    }

    fn outside(&self) -> usize {
        self.word.len()
    }

    fn reachable(&self) -> f64 {
        self.left.map_or(1e6, |left| 1e4 * left as f64)
    }

    fn options(&self) -> f64 {
        26.0
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Word { letters: &self.word, free: self.left, grows: true }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
