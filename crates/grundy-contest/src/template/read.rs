//! The text of a template becomes its parts: a recursive descent of two levels, since groups do not
//! nest.

use grundy::Error;

use super::{Item, Name, Size, Template, Tests};

/// The most names of a template.
const MOST_NAMES: usize = 64;

const HELP: &str =
    "write a template such as 't; n; a*n': t is the number of tests, or another name by its role, 'm:tests; n; a*n'";

/// A sign or a name of the text of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sign {
    Word(String),
    Mark(char),
}

impl Template {
    /// Reads a template. Names are numbers, or words with `:word` after them; `a*n` are n numbers,
    /// `(x y)*n` n pairs. The name `t`, or the one with `:tests` after it, is the number of tests:
    /// what follows is repeated for each test, or only the group `( .. )*t`. `until` are the words
    /// after the last test, where no number of tests is given.
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
        Template::with_tests(text, until, None)
    }

    /// As [`Template::read`]; the name `tests`, if it is given, is the number of tests.
    ///
    /// # Errors
    /// As [`Template::read`].
    pub fn with_tests(text: &str, until: Option<&str>, tests: Option<&str>) -> Result<Template, Error> {
        let Roles { signs, tests: count, counts } = roles(text, tests)?;
        if let (Some(count), Some(_)) = (&count, until) {
            return Err(fault(text, format!("an input has a number of tests {count}, or an end, not both")));
        }
        let mut parser = Parser { signs: &signs, at: 0, names: Vec::new(), groups: 0, text, count: count.as_deref() };
        let (mut head, mut test) = (Vec::new(), Vec::new());
        let mut tests = Tests::One;
        while !parser.ended() {
            if let Some(in_brackets) = parser.group_of_tests() {
                if tests == Tests::One {
                    return Err(fault(text, "the number of tests comes before the tests"));
                }
                if in_brackets {
                    parser.at += 1;
                    parser.items(&mut test, Some(')'))?;
                } else {
                    test.push(Item::One(parser.name()?));
                }
                break;
            }
            let into = if tests == Tests::One && until.is_none() { &mut head } else { &mut test };
            parser.item(into)?;
            if let (Tests::One, Some(Item::One(at))) = (&tests, into.last())
                && count.as_deref() == Some(&parser.names[*at].name)
            {
                parser.names[*at].is_count = true;
                tests = Tests::Counted(*at);
                // A line after the count may go on before a group of tests.
                if parser.ends_with_tests() {
                    while !parser.ended() && parser.group_of_tests().is_none() {
                        parser.item(&mut head)?;
                    }
                } else if parser.eat(';') {
                    head.push(Item::Line);
                }
            }
        }
        if let Some(until) = until {
            tests = Tests::Until(until.split_whitespace().map(str::to_owned).collect());
        } else if tests == Tests::One {
            test = std::mem::take(&mut head);
        }
        if test.iter().all(|item| *item == Item::Line) {
            let why = match &count {
                Some(count) if tests != Tests::One => format!("a test has no values: {count} is the number of tests"),
                _ => "a test has no values".to_owned(),
            };
            return Err(fault(text, why));
        }
        let mut stated = Vec::new();
        for name in counts {
            let count = parser.names.iter().position(|known| known.name == name && known.is_count);
            stated.push(
                count.ok_or_else(|| fault(text, format!("`{name}:count` counts nothing: write a*{name} after it")))?,
            );
        }
        Ok(Template { names: parser.names, head, test, tests, stated })
    }
}

/// The signs of a template without the roles of names, and the roles.
struct Roles {
    signs: Vec<Sign>,
    /// The name of the number of tests.
    tests: Option<String>,
    /// The names that are stated to count parts of one test.
    counts: Vec<String>,
}

/// Finds the roles `m:tests` and `n:count`. Without the first one, `tests` is the number of tests,
/// else `t`, if the template has such a name.
fn roles(text: &str, tests: Option<&str>) -> Result<Roles, Error> {
    let all = signs(text)?;
    let mut roles = Roles { signs: Vec::new(), tests: None, counts: Vec::new() };
    let mut rest = &all[..];
    loop {
        match rest {
            [Sign::Word(name), Sign::Mark(':'), Sign::Word(role), after @ ..] if role == "tests" || role == "count" => {
                roles.signs.push(Sign::Word(name.clone()));
                match role.as_str() {
                    "count" => roles.counts.push(name.clone()),
                    _ if roles.tests.is_some() => return Err(fault(text, "two names are the number of tests")),
                    _ => roles.tests = Some(name.clone()),
                }
                rest = after;
            }
            [sign, after @ ..] => {
                roles.signs.push(sign.clone());
                rest = after;
            }
            [] => break,
        }
    }
    let has = |name: &str| roles.signs.contains(&Sign::Word(name.to_owned()));
    match (tests, &roles.tests) {
        (Some(stated), Some(own)) if stated != own => {
            return Err(fault(text, format!("both `{own}` and `{stated}` are the number of tests")));
        }
        (Some(stated), _) if !has(stated) => {
            return Err(fault(text, format!("it has no name `{stated}`, which is to be the number of tests")));
        }
        (Some(stated), _) => roles.tests = Some(stated.to_owned()),
        (None, None) if has("t") && !roles.counts.iter().any(|name| name == "t") => roles.tests = Some("t".into()),
        (None, _) => {}
    }
    Ok(roles)
}

fn fault(text: &str, message: impl Into<String>) -> Error {
    Error::usage(text, format!("the input `{text}`: {}", message.into()), HELP)
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
    /// The name of the number of tests.
    count: Option<&'a str>,
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

    /// Whether the rest ends with `)*t` or `a*t`.
    fn ends_with_tests(&self) -> bool {
        let Some(count) = self.count else { return false };
        let rest = &self.signs[self.at..];
        let end = rest.iter().rposition(|sign| *sign != Sign::Mark(';')).map_or(0, |at| at + 1);
        rest[..end].ends_with(&[Sign::Mark('*'), Sign::Word(count.to_owned())])
    }

    /// Whether the rest is `( .. )*t`, or `n*t`; and whether it has the brackets.
    fn group_of_tests(&self) -> Option<bool> {
        let rest = &self.signs[self.at..];
        let in_brackets = rest.first() == Some(&Sign::Mark('('));
        let end = if in_brackets {
            let mut depth = 0u32;
            rest.iter().position(|sign| {
                depth += u32::from(*sign == Sign::Mark('('));
                depth -= u32::from(*sign == Sign::Mark(')') && depth > 0);
                depth == 0
            })? + 1
        } else {
            match rest {
                [Sign::Word(_), Sign::Mark(':'), Sign::Word(_), ..] => 3,
                _ => 1,
            }
        };
        let after = rest.get(end..)?.iter().filter(|sign| **sign != Sign::Mark(';')).count();
        (self.ends_with_tests() && after == 2).then_some(in_brackets)
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
                return Err(fault(
                    self.text,
                    "a group has names only, except for the group of tests at the end, `( .. )*t`",
                ));
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
                return Err(fault(
                    self.text,
                    format!("after `{name}:` comes `word`, `tests` or `count`; numbers need no mark"),
                ));
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
            Err(_) if self.count == Some(word) => {
                let why =
                    format!("{word} is the number of tests, and `*{word}` stands after the tests alone, at the end");
                return Err(fault(self.text, why));
            }
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
