//! The text of a template becomes its parts: a recursive descent of two levels, since groups do not
//! nest.

use grundy::Error;

use super::{Item, Name, Size, Template, Tests};

/// The most names of a template.
const MOST_NAMES: usize = 64;

/// A sign or a name of the text of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sign {
    Word(String),
    Mark(char),
}

impl Template {
    /// Reads a template. Names are numbers, or words with `:word` after them; `a*n` are n numbers,
    /// `(x y)*n` n pairs. The name `t` is the number of tests: what follows is repeated for each
    /// test, or only the group `( .. )*t`. `until` are the words after the last test, where no
    /// number of tests is given.
    ///
    /// ```
    /// use grundy_contest::template::Template;
    ///
    /// let template = Template::read("t; n k; (a c)*n", None)?;
    /// assert_eq!(template.names().len(), 5);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] with the sign that is wrong.
    pub fn read(text: &str, until: Option<&str>) -> Result<Template, Error> {
        let signs = signs(text)?;
        let mut parser = Parser { signs: &signs, at: 0, names: Vec::new(), groups: 0, text };
        let (mut head, mut test) = (Vec::new(), Vec::new());
        let mut tests = Tests::One;
        while !parser.ended() {
            if parser.is_group_of_tests() {
                if tests == Tests::One {
                    return Err(fault(text, "the number of tests t comes before the tests"));
                }
                parser.at += 1;
                parser.items(&mut test, Some(')'))?;
                parser.at += 3;
                parser.eat(';');
                if !parser.ended() {
                    return Err(fault(text, "the tests are the last part of an input"));
                }
                break;
            }
            let into = if tests == Tests::One && until.is_none() { &mut head } else { &mut test };
            parser.item(into)?;
            if let (Tests::One, Some(Item::One(at))) = (&tests, into.last())
                && parser.names[*at].name == "t"
            {
                parser.names[*at].is_count = true;
                tests = Tests::Counted(*at);
                let rest = &parser.signs[parser.at..];
                // A line after the count may go on before a group of tests.
                if rest.contains(&Sign::Mark('(')) && ends_with_tests(rest) {
                    while !parser.ended() && !parser.is_group_of_tests() {
                        parser.item(&mut head)?;
                    }
                } else if parser.eat(';') {
                    head.push(Item::Line);
                }
            }
        }
        if let Some(until) = until {
            if tests != Tests::One {
                return Err(fault(text, "an input has a number of tests t, or an end, not both"));
            }
            tests = Tests::Until(until.split_whitespace().map(str::to_owned).collect());
        } else if tests == Tests::One {
            test = std::mem::take(&mut head);
        }
        if test.iter().all(|item| *item == Item::Line) {
            return Err(fault(text, "a test has no values"));
        }
        Ok(Template { names: parser.names, head, test, tests })
    }
}

/// Whether the signs end with a group of tests: `( .. )*t`.
fn ends_with_tests(signs: &[Sign]) -> bool {
    let tail = [Sign::Mark(')'), Sign::Mark('*'), Sign::Word("t".into())];
    let end = signs.iter().rposition(|sign| *sign != Sign::Mark(';')).map_or(0, |at| at + 1);
    signs[..end].ends_with(&tail)
}

fn fault(text: &str, message: impl Into<String>) -> Error {
    Error::usage(text, format!("the input `{text}`: {}", message.into()), "write a template such as 't; n; a*n'")
}

fn signs(text: &str) -> Result<Vec<Sign>, Error> {
    let mut all = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(&letter) = letters.peek() {
        if letter.is_alphanumeric() || letter == '_' {
            let mut word = String::new();
            while let Some(letter) = letters.next_if(|&letter| letter.is_alphanumeric() || letter == '_') {
                word.push(letter);
            }
            all.push(Sign::Word(word));
            continue;
        }
        match letter {
            ' ' | '\t' => {}
            ';' | '*' | '(' | ')' | ':' => all.push(Sign::Mark(letter)),
            '\n' => all.push(Sign::Mark(';')),
            other => return Err(fault(text, format!("unexpected `{other}`"))),
        }
        letters.next();
    }
    Ok(all)
}

/// Reads the signs of a template.
struct Parser<'a> {
    signs: &'a [Sign],
    at: usize,
    names: Vec<Name>,
    groups: usize,
    text: &'a str,
}

impl Parser<'_> {
    fn ended(&self) -> bool {
        self.at == self.signs.len()
    }

    fn eat(&mut self, mark: char) -> bool {
        let found = self.signs.get(self.at) == Some(&Sign::Mark(mark));
        self.at += usize::from(found);
        found
    }

    /// Whether the rest is `( .. )*t`.
    fn is_group_of_tests(&self) -> bool {
        let rest = &self.signs[self.at..];
        if rest.first() != Some(&Sign::Mark('(')) || !ends_with_tests(rest) {
            return false;
        }
        let mut depth = 0u32;
        let close = rest.iter().position(|sign| {
            depth += u32::from(*sign == Sign::Mark('('));
            depth -= u32::from(*sign == Sign::Mark(')') && depth > 0);
            depth == 0
        });
        let after = close.map(|close| &rest[close..]);
        after.is_some_and(|after| after.iter().filter(|sign| **sign != Sign::Mark(';')).count() == 3)
    }

    /// Reads items up to the closing mark.
    fn items(&mut self, into: &mut Vec<Item>, close: Option<char>) -> Result<(), Error> {
        while close.map(Sign::Mark).as_ref() != self.signs.get(self.at) {
            if self.ended() {
                return Err(fault(self.text, "an open bracket has no end"));
            }
            self.item(into)?;
        }
        Ok(())
    }

    fn item(&mut self, into: &mut Vec<Item>) -> Result<(), Error> {
        if self.eat(';') {
            into.push(Item::Line);
            return Ok(());
        }
        if self.eat('(') {
            let mut inner = Vec::new();
            self.items(&mut inner, Some(')'))?;
            self.at += 1;
            let lines = inner.last() == Some(&Item::Line);
            inner.retain(|item| *item != Item::Line);
            let names: Option<Vec<usize>> =
                inner.iter().map(|item| if let Item::One(at) = item { Some(*at) } else { None }).collect();
            let Some(names) = names.filter(|names| !names.is_empty()) else {
                return Err(fault(self.text, "a group has names only, except for the group of tests `( .. )*t`"));
            };
            let many = self.repeated(names, lines)?;
            into.push(many.ok_or_else(|| fault(self.text, "a group needs its number: (x y)*n"))?);
            return Ok(());
        }
        let at = self.name()?;
        into.push(self.repeated(vec![at], false)?.unwrap_or(Item::One(at)));
        Ok(())
    }

    fn name(&mut self) -> Result<usize, Error> {
        let Some(Sign::Word(name)) = self.signs.get(self.at).cloned() else {
            let found = match self.signs.get(self.at) {
                Some(Sign::Mark(mark)) => format!("`{mark}`"),
                _ => "the end".to_owned(),
            };
            return Err(fault(self.text, format!("expected a name, found {found}")));
        };
        if !name.starts_with(char::is_alphabetic) {
            return Err(fault(self.text, format!("`{name}` is no name: a name begins with a letter")));
        }
        if self.names.iter().any(|known| known.name == name) {
            return Err(fault(self.text, format!("the name `{name}` occurs twice")));
        }
        if self.names.len() == MOST_NAMES {
            return Err(fault(self.text, format!("more than {MOST_NAMES} names")));
        }
        self.at += 1;
        let mut word = false;
        if self.eat(':') {
            word = self.signs.get(self.at) == Some(&Sign::Word("word".into()));
            if !word {
                return Err(fault(self.text, format!("after `{name}:` comes `word`; numbers need no mark")));
            }
            self.at += 1;
        }
        self.names.push(Name { name, word, group: None, is_count: false });
        Ok(self.names.len() - 1)
    }

    /// Reads `*n` after names.
    fn repeated(&mut self, names: Vec<usize>, lines: bool) -> Result<Option<Item>, Error> {
        if !self.eat('*') {
            return Ok(None);
        }
        let Some(Sign::Word(word)) = self.signs.get(self.at) else {
            return Err(fault(self.text, "after `*` comes a number or a name before it"));
        };
        self.at += 1;
        let size = match word.parse::<u64>() {
            Ok(number) => Size::Number(number),
            Err(_) => {
                let count = self.names.iter().position(|known| known.name == *word);
                let one = count.filter(|&at| !self.names[at].word && self.names[at].group.is_none());
                let Some(at) = one.filter(|at| !names.contains(at)) else {
                    return Err(fault(self.text, format!("`{word}` after `*` is no number that comes before it")));
                };
                self.names[at].is_count = true;
                Size::Name(at)
            }
        };
        self.groups += 1;
        for &at in &names {
            self.names[at].group = Some(self.groups);
        }
        Ok(Some(Item::Many { names, size, lines }))
    }
}
