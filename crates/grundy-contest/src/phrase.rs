//! Texts with names in them: a position with names of the input, `W(x, y)`, parts of words,
//! `s[l..r]`, words that are joined, `{row*}`, and all numbers of a list, `[a*]`; a line of output
//! with fields, `First {value}`.

use grundy::Error;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PhrasePart {
    Text(String),
    /// A name of the input, by its place.
    Name(usize),
    /// A part of a word: the letters from one number to another, counted from 1, both included.
    Slice(usize, usize, usize),
    /// All words of a list, one after another; or all its numbers, with commas.
    Joined(usize),
}

impl PhrasePart {
    /// The names of the input that it needs, by their places.
    pub(crate) fn names(&self) -> Vec<usize> {
        match *self {
            PhrasePart::Text(_) => Vec::new(),
            PhrasePart::Name(at) | PhrasePart::Joined(at) => vec![at],
            PhrasePart::Slice(word, from, to) => vec![word, from, to],
        }
    }
}

/// The parts of a position in which words are cut and lists are joined: `s[l..r]`, `row*` for a
/// list of words, `[a*]` for one of numbers (`a*b` is a times the heap b).
pub(crate) fn of_words(
    parts: Vec<PhrasePart>,
    is_word: impl Fn(usize) -> bool,
    is_list: impl Fn(usize) -> bool,
) -> Vec<PhrasePart> {
    let mut found: Vec<PhrasePart> = Vec::new();
    let mut rest: &[PhrasePart] = &parts;
    loop {
        match rest {
            [
                PhrasePart::Name(word),
                PhrasePart::Text(open),
                PhrasePart::Name(from),
                PhrasePart::Text(dots),
                PhrasePart::Name(to),
                PhrasePart::Text(close),
                after @ ..,
            ] if is_word(*word) && open == "[" && dots == ".." && close.starts_with(']') => {
                found.push(PhrasePart::Slice(*word, *from, *to));
                found.extend(Some(PhrasePart::Text(close[1..].to_owned())).filter(|_| close.len() > 1));
                rest = after;
            }
            [PhrasePart::Name(word), PhrasePart::Text(star), after @ ..]
                if is_list(*word) && (star.starts_with("*]") || is_word(*word) && star.starts_with('*')) =>
            {
                found.push(PhrasePart::Joined(*word));
                found.extend(Some(PhrasePart::Text(star[1..].to_owned())).filter(|_| star.len() > 1));
                rest = after;
            }
            [part, after @ ..] => {
                found.push(part.clone());
                rest = after;
            }
            [] => return found,
        }
    }
}

/// Takes a position apart: its words that are names of the input are places for their values.
pub(crate) fn position(text: &str, names: &[&str]) -> Vec<PhrasePart> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let inside = is_word(first);
        let end = rest.find(|letter| is_word(letter) != inside).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        parts.push(match names.iter().position(|name| *name == word) {
            Some(at) => PhrasePart::Name(at),
            None => PhrasePart::Text(word.to_owned()),
        });
        rest = after;
    }
    parts
}

/// A field of a line of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputField {
    /// The value.
    Value,
    /// The values of the heaps from 0 to that of the position, with blanks between them.
    Table,
    /// `W` or `L` for each heap from 1 to that of the position: whether the player to move wins.
    Outcomes,
    /// The number of winning moves.
    Moves,
    /// The number of the test, from 1.
    Case,
    /// A winning move: the number of the component, from 1.
    Heap,
    /// How much smaller it becomes.
    Take,
    /// What it becomes.
    Left,
}

/// The fields by their names.
const FIELDS: [(&str, OutputField); 8] = [
    ("value", OutputField::Value),
    ("table", OutputField::Table),
    ("outcomes", OutputField::Outcomes),
    ("moves", OutputField::Moves),
    ("case", OutputField::Case),
    ("heap", OutputField::Heap),
    ("take", OutputField::Take),
    ("left", OutputField::Left),
];

/// A line of output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OutputLine(Vec<(String, Option<OutputField>)>);

impl OutputLine {
    /// Reads a line with fields in braces.
    pub(crate) fn read(text: &str) -> Result<OutputLine, Error> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            let Some((_, field)) = FIELDS.iter().find(|(known, _)| *known == name) else {
                let known: Vec<&str> = FIELDS.iter().map(|(known, _)| *known).collect();
                let help = format!("the fields are {}: First {{value}}", known.join(", "));
                return Err(Error::usage(text, format!("unknown field `{name}` in `{text}`"), help));
            };
            parts.push((before.to_owned(), Some(*field)));
            rest = after;
        }
        parts.push((rest.to_owned(), None));
        Ok(OutputLine(parts))
    }

    /// Whether the line has one of these fields.
    pub(crate) fn has(&self, fields: &[OutputField]) -> bool {
        self.0.iter().any(|(_, field)| field.is_some_and(|field| fields.contains(&field)))
    }

    /// The line with the values of its fields, in pieces: the number of the test comes between each
    /// two of them.
    pub(crate) fn fill(&self, value: impl Fn(OutputField) -> String) -> Vec<String> {
        let mut pieces = vec![String::new()];
        for (before, field) in &self.0 {
            let text = pieces.last_mut().expect("there is one");
            text.push_str(before);
            match field {
                None => {}
                Some(OutputField::Case) => pieces.push(String::new()),
                Some(field) => text.push_str(&value(*field)),
            }
        }
        pieces
    }
}
