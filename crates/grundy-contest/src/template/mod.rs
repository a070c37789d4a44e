//! The shape of a contest's input as a template: `t; n; a*n`.
//!
//! A template is used in both directions: inputs are parsed by it and written by it. It names the
//! numbers and words of the input. Blanks and ends of lines are alike for reading; `;` ends a line
//! for writing.

mod read;

use std::fmt::Write;

use grundy::{Error, games::nearest};

use crate::tokens::Tokens;

/// A value of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value {
    /// The name belongs to another part of the input.
    #[default]
    Missing,
    /// `n`
    Number(u64),
    /// `a*n`
    Numbers(Vec<u64>),
    /// `s:word`
    Word(String),
    /// `s:word*n`
    Words(Vec<String>),
}

/// The values of the names, in the order of [`Template::names`].
pub type TemplateValues = Vec<Value>;

/// A name of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub name: String,
    /// Whether it is a word; else it is a number.
    pub word: bool,
    /// The number of the repetition that it is in: names of one repetition have values in pairs.
    pub group: Option<usize>,
    /// Whether it is the number of others.
    pub is_count: bool,
}

/// How often a part is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Number(u64),
    Name(usize),
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    One(usize),
    Many { names: Vec<usize>, size: Size, lines: bool },
    Line,
}

/// How many tests an input has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tests {
    /// One.
    One,
    /// As many as the value of the name.
    Counted(usize),
    /// They go on to these words, or to the end of the input if there are none.
    Until(Vec<String>),
}

/// The shape of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    names: Vec<Name>,
    head: Vec<Item>,
    test: Vec<Item>,
    tests: Tests,
    /// The names that are stated to count parts of one test, `n:count`.
    stated: Vec<usize>,
}

/// An input: the values before the tests, and those of each test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The values before the tests; the others are missing.
    pub head: TemplateValues,
    /// The values of each test; the others are missing.
    pub tests: Vec<TemplateValues>,
}

impl Template {
    /// The names.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// The place of a name.
    ///
    /// # Errors
    /// [`Error::Refused`] if the template does not have it.
    pub fn place(&self, name: &str) -> Result<usize, Error> {
        self.names.iter().position(|known| known.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.names.iter().map(|known| known.name.as_str()).collect();
            let near = nearest(name, &known).map(|near| format!("did you mean `{near}`?"));
            let help = near.unwrap_or_else(|| format!("the names of the input are {}", known.join(", ")));
            Error::usage(name, format!("the input has no name `{name}`"), help)
        })
    }

    /// The name that counts the repetitions of this name, if the text leaves open whether it is the
    /// number of tests: there is no such number, other names come before the count, and what it
    /// counts ends the input.
    pub(crate) fn may_count_tests(&self, name: usize) -> Option<usize> {
        let last = self.test.iter().rev().find(|item| **item != Item::Line)?;
        let Item::Many { names, size: Size::Name(count), .. } = last else { return None };
        let open = self.tests == Tests::One && !self.stated.contains(count) && *count > 0 && names.contains(&name);
        open.then_some(*count)
    }

    /// Whether an input may have many tests.
    pub fn has_many_tests(&self) -> bool {
        self.tests != Tests::One
    }

    /// The name whose value is the number of tests, if there is one.
    pub(crate) fn count(&self) -> Option<usize> {
        if let Tests::Counted(at) = self.tests { Some(at) } else { None }
    }

    /// The names before the tests, except for the number of tests.
    pub fn head_names(&self) -> Vec<usize> {
        names_of(&self.head).into_iter().filter(|at| self.tests != Tests::Counted(*at)).collect()
    }

    /// The names of a test.
    pub fn test_names(&self) -> Vec<usize> {
        names_of(&self.test)
    }

    /// The name that counts the repetitions of this name.
    pub fn count_of(&self, name: usize) -> Option<usize> {
        self.head.iter().chain(&self.test).find_map(|item| match item {
            Item::Many { names, size: Size::Name(count), .. } if names.contains(&name) => Some(*count),
            _ => None,
        })
    }

    /// How often this name occurs in a test, if that is a fixed number.
    pub fn times(&self, name: usize) -> Option<u64> {
        self.head.iter().chain(&self.test).find_map(|item| match item {
            Item::Many { names, size: Size::Number(size), .. } if names.contains(&name) => Some(*size),
            _ => None,
        })
    }

    /// Reads an input.
    ///
    /// # Errors
    /// [`Error::Refused`] with the line at which the input does not have the shape.
    ///
    /// # Cost
    /// Linear in the input.
    pub fn parse(&self, input: &[u8]) -> Result<Input, Error> {
        let mut tokens = Tokens::new(input)?;
        let mut head = vec![Value::Missing; self.names.len()];
        self.parse_items(&self.head, &mut tokens, &[], &mut head, None)?;
        let mut tests = Vec::new();
        let one = |tokens: &mut Tokens<'_>, at| {
            let mut values = vec![Value::Missing; self.names.len()];
            self.parse_items(&self.test, tokens, &head, &mut values, Some(at))?;
            Ok::<_, Error>(values)
        };
        match &self.tests {
            Tests::One => tests.push(one(&mut tokens, 1)?),
            Tests::Counted(at) => {
                let Value::Number(count) = head[*at] else { return Err(tokens.fault("no number of tests".into())) };
                for test in 1..=count {
                    tests.push(one(&mut tokens, test)?);
                }
            }
            Tests::Until(end) => {
                while tokens.more() && (end.is_empty() || !ends(&tokens, end)) {
                    let before = tokens.place();
                    tests.push(one(&mut tokens, tests.len() as u64 + 1)?);
                    if tokens.place() == before {
                        return Err(tokens.fault("a test without values, and no end of the tests".into()));
                    }
                }
                for word in end {
                    tokens.word(format_args!("`{word}`, the end of the tests"))?;
                }
            }
        }
        tokens.end()?;
        Ok(Input { head, tests })
    }

    fn parse_items(
        &self,
        items: &[Item],
        tokens: &mut Tokens<'_>,
        head: &[Value],
        values: &mut TemplateValues,
        test: Option<u64>,
    ) -> Result<(), Error> {
        let place = |name: &str| match test {
            Some(test) if self.tests != Tests::One => format!("{name} of test {test}"),
            _ => name.to_owned(),
        };
        for item in items {
            match item {
                Item::Line => {}
                Item::One(at) => {
                    let Name { name, word, is_count, .. } = &self.names[*at];
                    values[*at] = match (*word, *is_count) {
                        (true, _) => Value::Word(tokens.word(place(name))?.to_owned()),
                        (false, true) => Value::Number(tokens.count(place(name), 0)? as u64),
                        (false, false) => match tokens.quick(0, u64::MAX) {
                            Some(number) => Value::Number(number),
                            None => Value::Number(tokens.number(place(name), 0..=u64::MAX)?),
                        },
                    };
                }
                Item::Many { names, size, .. } => {
                    let count = match size {
                        Size::Number(count) => *count,
                        Size::Name(at) => match (&values[*at], head.get(*at)) {
                            (Value::Number(count), _) | (_, Some(Value::Number(count))) => *count,
                            _ => return Err(tokens.fault(format!("{} is not known here", self.names[*at].name))),
                        },
                    };
                    for &at in names {
                        values[at] =
                            if self.names[at].word { Value::Words(Vec::new()) } else { Value::Numbers(Vec::new()) };
                    }
                    for index in 1..=count {
                        for &at in names {
                            let what = format_args!("`{}` {index} of {count}", self.names[at].name);
                            match &mut values[at] {
                                Value::Words(all) => all.push(tokens.word(place(&what.to_string()))?.to_owned()),
                                Value::Numbers(all) => all.push(match tokens.quick(0, u64::MAX) {
                                    Some(number) => number,
                                    None => tokens.number(place(&what.to_string()), 0..=u64::MAX)?,
                                }),
                                _ => unreachable!("set above"),
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes an input.
    pub fn write(&self, input: &Input) -> String {
        let mut text = String::new();
        let mut head = input.head.clone();
        head.resize(self.names.len(), Value::Missing);
        if let Tests::Counted(at) = self.tests {
            head[at] = Value::Number(input.tests.len() as u64);
        }
        write_items(&self.head, &head, &mut text);
        for test in &input.tests {
            write_items(&self.test, test, &mut text);
            end_line(&mut text);
        }
        if let Tests::Until(end) = &self.tests
            && !end.is_empty()
        {
            let _ = writeln!(text, "{}", end.join(" "));
        }
        text
    }
}

/// Whether the next words of the input are these.
fn ends(tokens: &Tokens<'_>, end: &[String]) -> bool {
    let mut ahead = tokens.clone();
    end.iter().all(|word| ahead.word("").is_ok_and(|next| next == word))
}

fn names_of(items: &[Item]) -> Vec<usize> {
    let each = |item: &Item| match item {
        Item::One(at) => vec![*at],
        Item::Many { names, .. } => names.clone(),
        Item::Line => Vec::new(),
    };
    items.iter().flat_map(each).collect()
}

fn write_items(items: &[Item], values: &TemplateValues, text: &mut String) {
    let word = |text: &mut String, written: std::fmt::Arguments<'_>| {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        let _ = text.write_fmt(written);
    };
    for item in items {
        match item {
            Item::Line => end_line(text),
            Item::One(at) => match &values[*at] {
                Value::Number(number) => word(text, format_args!("{number}")),
                Value::Word(written) => word(text, format_args!("{written}")),
                _ => {}
            },
            Item::Many { names, lines, .. } => {
                let length = names.iter().map(|&at| length(&values[at])).min().unwrap_or(0);
                for index in 0..length {
                    for &at in names {
                        match &values[at] {
                            Value::Numbers(all) => word(text, format_args!("{}", all[index])),
                            Value::Words(all) => word(text, format_args!("{}", all[index])),
                            _ => {}
                        }
                    }
                    if *lines {
                        end_line(text);
                    }
                }
            }
        }
    }
}

fn length(value: &Value) -> usize {
    match value {
        Value::Numbers(all) => all.len(),
        Value::Words(all) => all.len(),
        _ => 0,
    }
}

/// Ends a line that has begun.
fn end_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}
