//! A judge format as data: the game, the shape of the input, the position that the names of the
//! input make, and the lines of the output.
//!
//! ```toml
//! game = "n -> n-d for d in 2..n-1 where n % d = 0"
//! input = "t; n"
//! position = "n"
//! win = "Alice"
//! lose = "Bob"
//! ```

use std::{collections::BTreeMap, ops::RangeInclusive, sync::Arc};

use grundy::{
    Convention, Error, Limits, Refused, Run,
    games::{Family, ReadGame, Ruleset, nearest},
    help::{Fix, Help},
};
use toml::{Table, Value as Toml};

use crate::{
    letter_order::LetterOrder,
    phrase::{self, OutputField, OutputLine, PhrasePart},
    template::Template,
};

/// The formats with a name, in the order of their names: the name and the text of the file.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("abc-059d", include_str!("formats/abc-059d.toml")),
    ("abc-297g", include_str!("formats/abc-297g.toml")),
    ("abc-368f", include_str!("formats/abc-368f.toml")),
    ("apples", include_str!("formats/apples.toml")),
    ("arc-091f", include_str!("formats/arc-091f.toml")),
    ("cf-1194d", include_str!("formats/cf-1194d.toml")),
    ("cf-1312f", include_str!("formats/cf-1312f.toml")),
    ("cf-1537d", include_str!("formats/cf-1537d.toml")),
    ("cf-1823e", include_str!("formats/cf-1823e.toml")),
    ("cf-2004e", include_str!("formats/cf-2004e.toml")),
    ("cf-256c", include_str!("formats/cf-256c.toml")),
    ("cf-276b", include_str!("formats/cf-276b.toml")),
    ("cf-36d", include_str!("formats/cf-36d.toml")),
    ("cf-451a", include_str!("formats/cf-451a.toml")),
    ("cf-603c", include_str!("formats/cf-603c.toml")),
    ("cf-768e", include_str!("formats/cf-768e.toml")),
    ("cses-1099", include_str!("formats/cses-1099.toml")),
    ("cses-1729", include_str!("formats/cses-1729.toml")),
    ("cses-2207", include_str!("formats/cses-2207.toml")),
    ("edpc-k", include_str!("formats/edpc-k.toml")),
    ("hackerrank-game-of-stones", include_str!("formats/hackerrank-game-of-stones.toml")),
    ("hackerrank-misere-nim", include_str!("formats/hackerrank-misere-nim.toml")),
    ("hackerrank-zero-move-nim", include_str!("formats/hackerrank-zero-move-nim.toml")),
    ("hdu-1848", include_str!("formats/hdu-1848.toml")),
    ("hdu-3032", include_str!("formats/hdu-3032.toml")),
    ("hdu-3404", include_str!("formats/hdu-3404.toml")),
    ("hdu-3980", include_str!("formats/hdu-3980.toml")),
    ("hdu-4664", include_str!("formats/hdu-4664.toml")),
    ("nim", include_str!("formats/nim.toml")),
    ("nim-1", include_str!("formats/nim-1.toml")),
    ("nim-2", include_str!("formats/nim-2.toml")),
    ("poj-2311", include_str!("formats/poj-2311.toml")),
    ("poj-3480", include_str!("formats/poj-3480.toml")),
    ("strings", include_str!("formats/strings.toml")),
    ("trust", include_str!("formats/trust.toml")),
    ("trust-anywhere", include_str!("formats/trust-anywhere.toml")),
    ("wgme", include_str!("formats/wgme.toml")),
    ("wplay", include_str!("formats/wplay.toml")),
];

/// The keys that a format may have.
pub const FORMAT_KEYS: [&str; 12] =
    ["name", "about", "game", "misere", "input", "tests", "position", "parameters", "win", "lose", "end", "ranges"];

/// A judge format.
#[derive(Clone, Debug)]
pub struct Format {
    /// The name of the problem; may be empty.
    pub name: String,
    pub(crate) game: String,
    pub(crate) misere: bool,
    pub(crate) template: Template,
    pub(crate) position: Vec<PhrasePart>,
    /// The names of the input that are parameters of the game, by their places.
    pub(crate) parameters: Vec<usize>,
    pub(crate) win: OutputLine,
    pub(crate) lose: OutputLine,
    /// What the file states about the values of names, by their places.
    pub(crate) ranges: BTreeMap<usize, Range>,
    /// Which orders of letters are one position, once the game was read.
    pub(crate) letter_order: LetterOrder,
}

/// The values that a name of the input may have, where inputs are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The numbers, or the lengths of words.
    pub sizes: RangeInclusive<u64>,
    /// The letters of words; none if nothing is stated, then they are those of the game.
    pub letters: Vec<char>,
    /// The words that random words are made of, beside letters.
    pub pieces: Arc<[String]>,
    /// What takes the place of the least and of the greatest size, where that depends on a value
    /// before it.
    pub bounds: (Option<Bound>, Option<Bound>),
}

impl Default for Range {
    fn default() -> Range {
        Range { sizes: 0..=0, letters: Vec::new(), pieces: Arc::default(), bounds: (None, None) }
    }
}

/// A bound that depends on the value of a name, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The number.
    Number(usize),
    /// The length of the word.
    Length(usize),
}

/// What an answer needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    Winner,
    Value,
    Table,
    Moves,
}

impl Format {
    /// Reads a format.
    ///
    /// # Errors
    /// [`Error::Refused`] with the key that is wrong. The text of the game is read with the first
    /// input, since its parameters come from there.
    pub fn read(text: &str) -> Result<Format, Error> {
        let parsed: Table = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = text[..start.min(text.len())].matches('\n').count() + 1;
            Error::Refused(Box::new(Refused {
                code: "format",
                message: format!("line {line} of the format: {}", error.message()),
                help: "a format is TOML with game, input and position".into(),
                line: Some(line),
                argument: None,
            }))
        })?;
        if let Some(key) = parsed.keys().find(|key| !FORMAT_KEYS.contains(&key.as_str())) {
            let near = nearest(key, &FORMAT_KEYS).map(|near| format!("did you mean `{near}`?"));
            let near = match key.as_str() {
                "output" | "answer" => Some("write what is printed as win and lose, such as win = 'First'".to_owned()),
                _ => near,
            };
            let help = near.unwrap_or_else(|| format!("the keys are {}", FORMAT_KEYS.join(", ")));
            return Err(Error::usage(key, format!("the format has an unknown key `{key}`"), help));
        }
        let misere = match parsed.get("misere") {
            None => false,
            Some(Toml::Boolean(misere)) => *misere,
            Some(_) => return Err(wrong("misere", "true or false")),
        };
        let game = required(&parsed, "game")?;
        let input = required(&parsed, "input")?;
        let template = Template::with_tests(input, string(&parsed, "end")?, string(&parsed, "tests")?)?;
        let names: Vec<&str> = template.names().iter().map(|name| name.name.as_str()).collect();
        let position = phrase::position(required(&parsed, "position")?, &names);
        let (word, list) = (|at: usize| template.names()[at].word, |at: usize| template.names()[at].group.is_some());
        let position = phrase::of_words(position, word, list);
        let parameters = match parsed.get("parameters") {
            None => Vec::new(),
            Some(Toml::Array(all)) => {
                let each = all.iter().map(|name| match name {
                    Toml::String(name) => template.place(name),
                    _ => Err(wrong("parameters", "a list of names of the input: [\"k\"]")),
                });
                each.collect::<Result<_, _>>()?
            }
            Some(_) => return Err(wrong("parameters", "a list of names of the input: [\"k\"]")),
        };
        let mut format = Format {
            name: string(&parsed, "name")?.unwrap_or_default().to_owned(),
            game: game.to_owned(),
            misere,
            position,
            parameters,
            win: OutputLine::read(string(&parsed, "win")?.unwrap_or("First"))?,
            lose: OutputLine::read(string(&parsed, "lose")?.unwrap_or("Second"))?,
            ranges: BTreeMap::new(),
            letter_order: LetterOrder::Fixed,
            template,
        };
        format.read_ranges(parsed.get("ranges"))?;
        if !parsed.contains_key("parameters") {
            format.name_parameters()?;
        }
        format.is_one_test(input)?;
        if format.varied().is_empty() {
            return Err(Error::usage(
                "position",
                "the position of the format names no value of the input",
                format!("the names of the input are {}", format.names().join(", ")),
            ));
        }
        let numbers = [OutputField::Value, OutputField::Table];
        if misere && (format.win.has(&numbers) || format.lose.has(&numbers)) {
            return Err(Error::usage(
                "win",
                "in misère play positions have no values",
                "leave {value} and {table} out",
            ));
        }
        Ok(format)
    }

    /// The name of the built-in format that these words mean: its own name, or a part of the title
    /// of its problem, such as `CF1037G`, `cses 1730` or `lieges of legendre`.
    ///
    /// ```
    /// use grundy_contest::Format;
    ///
    /// for words in ["cf-603c", "603C", "CF603C", "codeforces 603c", "Lieges of Legendre"] {
    ///     assert_eq!(Format::known_as(words), Some("cf-603c"), "{words}");
    /// }
    /// assert_eq!(Format::known_as("c"), None);
    /// ```
    pub fn known_as(words: &str) -> Option<&'static str> {
        // A path is not a title.
        if words.contains(['/', '\\', '.']) {
            return None;
        }
        let plain = |text: &str| -> String { text.chars().filter(|sign| sign.is_alphanumeric()).collect() };
        // `Grundy game` for `Grundy's Game`.
        let plain = |text: &str| plain(&text.replace("'s ", " ")).to_lowercase();
        let sought = plain(words);
        // `Nim Game 2` for `Nim Game II`, and `cses nim game 2`.
        let in_roman = [("1", "i"), ("2", "ii"), ("3", "iii")]
            .into_iter()
            .find_map(|(digit, roman)| Some(format!("{}{roman}", sought.strip_suffix(digit)?)));
        let sites = ["cses", "codeforces", "atcoder", "hackerrank", "codechef", "beecrowd", "hdu", "poj"];
        let without_site = |text: &String| sites.iter().find_map(|site| text.strip_prefix(site)).map(str::to_owned);
        let mut all_sought = vec![sought];
        all_sought.extend(in_roman);
        // The contest's own names: `dp_k`, `atcoder dp k`.
        let of_dp = |text: &String| Some(format!("edpc{}", text.strip_prefix("dp").filter(|task| task.len() == 1)?));
        all_sought
            .extend(all_sought.iter().filter_map(without_site).filter(|rest| !rest.is_empty()).collect::<Vec<_>>());
        all_sought.extend(all_sought.iter().filter_map(of_dp).collect::<Vec<_>>());
        let is_meant = |name: &str, text: &str| {
            let title = title_of(text);
            let (source, own) = title.split_once(", ").unwrap_or((&title, ""));
            let number = source.rsplit(' ').next().filter(|word| word.contains(|sign: char| sign.is_ascii_digit()));
            let short = number.filter(|_| source.starts_with("Codeforces")).map(|number| format!("cf{number}"));
            let source = number.map(|_| source);
            let all = [Some(name), Some(&*title), source, Some(own), number, short.as_deref()];
            all.into_iter().flatten().any(|part| !part.is_empty() && all_sought.contains(&plain(part)))
        };
        let by_name = BUILT_IN.iter().find(|(name, _)| *name == words);
        by_name.or_else(|| BUILT_IN.iter().find(|(name, text)| is_meant(name, text))).map(|(name, _)| *name)
    }

    /// The format that is built in under this name, or for the problem of these words
    /// ([`Format::known_as`]).
    pub fn built_in(words: &str) -> Option<Format> {
        let known = Format::known_as(words)?;
        let (_, text) = BUILT_IN.iter().find(|(name, _)| *name == known)?;
        Some(Format::read(text).expect("a built-in format can be read"))
    }

    /// The formats that are built in: of each the name, what it is about, the shape of its input,
    /// and what it prints.
    pub fn summary() -> String {
        BUILT_IN.iter().map(|(name, text)| entry(name, text)).collect()
    }

    /// What [`Format::summary`] says of the format that is built in under this name.
    pub fn described(name: &str) -> Option<String> {
        BUILT_IN.iter().find(|(own, _)| *own == name).map(|(name, text)| entry(name, text))
    }

    /// The built-in formats of a source of problems, such as `atcoder`: the name and the title of
    /// each. None for a word of fewer than three letters.
    ///
    /// ```
    /// use grundy_contest::Format;
    ///
    /// assert!(Format::of_source("AtCoder").iter().any(|(name, _)| *name == "edpc-k"));
    /// assert!(Format::of_source("kayles").is_empty());
    /// ```
    pub fn of_source(word: &str) -> Vec<(&'static str, String)> {
        let word = word.trim().to_lowercase();
        let of = |(name, text): &(&'static str, &str)| {
            let title = title_of(text);
            let source = title.split(", ").next().unwrap_or_default().to_lowercase();
            let is_it = word.len() > 2 && source.split(' ').next() == Some(&word);
            is_it.then_some((*name, title))
        };
        BUILT_IN.iter().filter_map(of).collect()
    }

    /// The built-in formats of a source, and those whose titles have each of these words, in any
    /// order and with other endings: `stone game` is a part of `Game of Stones`.
    ///
    /// ```
    /// use grundy_contest::Format;
    ///
    /// assert!(Format::found("stone game").iter().any(|(name, _)| *name == "cf-768e"));
    /// assert_eq!(Format::found("lieges")[0].0, "cf-603c");
    /// assert!(Format::found("of").is_empty());
    /// ```
    pub fn found(words: &str) -> Vec<(&'static str, String)> {
        let lower = words.to_lowercase();
        let sought: Vec<&str> =
            lower.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() > 2).collect();
        let of_source = Format::of_source(words);
        let of = |(name, text): &(&'static str, &str)| {
            let title = title_of(text);
            let own = title.to_lowercase();
            let has = |word: &&str| own.split(|sign: char| !sign.is_alphanumeric()).any(|own| own.starts_with(*word));
            let is_it = !sought.is_empty() && sought.iter().all(has);
            is_it.then_some((*name, title))
        };
        let titled = BUILT_IN.iter().filter_map(of).filter(|(name, _)| !of_source.iter().any(|(own, _)| own == name));
        let titled: Vec<_> = titled.collect();
        of_source.into_iter().chain(titled).collect()
    }

    /// The names of the built-in formats of a game: those on its rules, and those whose title
    /// begins as the name of the game does.
    pub fn about(family: &Family) -> Vec<&'static str> {
        // `staircase` and `Stair Game`.
        let stem: String = family.title.to_lowercase().chars().take(5).collect();
        let is_about = |text: &str| {
            let Ok(parsed) = toml::from_str::<Table>(text) else { return false };
            let [title, game] = ["name", "game"].map(|key| parsed.get(key).and_then(Toml::as_str).unwrap_or(""));
            let own = title.split_once(", ").map_or(title, |(_, own)| own).to_lowercase();
            game == family.name || game == family.game || own.starts_with(&stem)
        };
        BUILT_IN.iter().filter(|(_, text)| is_about(text)).map(|(name, _)| *name).collect()
    }

    /// The shape of the input of a built-in format: `t; n; a*n` for Nim.
    pub fn input_of(name: &str) -> Option<String> {
        let known = Format::known_as(name)?;
        let (_, text) = BUILT_IN.iter().find(|(own, _)| *own == known)?;
        let parsed: Table = toml::from_str(text).ok()?;
        parsed.get("input").and_then(Toml::as_str).map(str::to_owned)
    }

    /// The format of a game: with this shape of the input, which a position of its names may
    /// follow (`t; x y; -> W(x, y)`), else the number of tests, then for each the number of
    /// components and the components.
    ///
    /// # Errors
    /// [`Error::Refused`] for games on boards that need a template, and as [`Format::read`].
    pub fn of_game(game: &ReadGame, shape: Option<&str>) -> Result<Format, Error> {
        let (input, position) = match shape.map(|shape| shape.split_once("->").ok_or(shape)) {
            Some(Ok((input, position))) => (Some(input.trim()), Some(position.trim())),
            Some(Err(input)) => (Some(input), None),
            None => (None, None),
        };
        let usual = match &game.rules.ruleset {
            Ruleset::Heap(_) => Some(("t; n; a*n".to_owned(), "a".to_owned())),
            Ruleset::Ring(_) => Some(("t; n; (s:word;)*n".to_owned(), "(s)".to_owned())),
            Ruleset::Row(_) => Some(("t; n; (s:word;)*n".to_owned(), "s".to_owned())),
            Ruleset::Bag(_) => Some(("t; n; (s:word;)*n".to_owned(), "{s}".to_owned())),
            Ruleset::Piles(rules) if rules.numbered() > 0 => {
                let sizes: Vec<String> = (1..=rules.numbered()).map(|at| format!("x{at}")).collect();
                Some((format!("t; n; ({})*n", sizes.join(" ")), format!("[{}]", sizes.join(", "))))
            }
            Ruleset::Piles(_) | Ruleset::Line(_) => Some(("t; n; a*n".to_owned(), "[a*]".to_owned())),
            Ruleset::Typed(rules) => rules.clauses.first().map(|clause| {
                let sizes: Vec<String> = (1..=clause.arity).map(|at| format!("x{at}")).collect();
                let kind = clause.kind.as_deref().unwrap_or_default();
                (format!("t; n; ({})*n", sizes.join(" ")), format!("{kind}({})", sizes.join(", ")))
            }),
            _ => None,
        };
        let (Some(input), Some(position)) = (
            input.or(usual.as_ref().map(|(input, _)| input.as_str())),
            position.or(usual.as_ref().map(|(_, position)| position.as_str())),
        ) else {
            let help = Help::from("write ")
                + Fix::Choose("shape", "")
                + " with a position after `->`, or a judge format, which has both";
            return Err(Error::field("shape", "a game on this board needs the shape of its input", help));
        };
        let template = Template::read(input, None)?;
        let names: Vec<&str> = template.names().iter().map(|name| name.name.as_str()).collect();
        let parts = phrase::position(position, &names);
        let (word, list) = (|at: usize| template.names()[at].word, |at: usize| template.names()[at].group.is_some());
        let parts = phrase::of_words(parts, word, list);
        if parts.iter().all(|part| part.names().is_empty()) {
            let message = format!("the position `{position}` names no value of the input");
            let own = names.last().unwrap_or(&"a");
            let help = Help::from(format!("the names are {}: write ", names.join(", ")))
                + Fix::set("shape", format!("{input} -> {own}"));
            return Err(Error::usage(position, message, help));
        }
        let format = Format {
            name: String::new(),
            game: game.rules.to_string(),
            misere: game.rules.convention == Convention::Misere,
            position: parts,
            parameters: Vec::new(),
            win: OutputLine::read("First")?,
            lose: OutputLine::read("Second")?,
            ranges: BTreeMap::new(),
            letter_order: LetterOrder::Fixed,
            template,
        };
        format.is_one_test(input)?;
        Ok(format)
    }

    /// Refuses a list that the position adds up, although its number may be that of the tests.
    fn is_one_test(&self, input: &str) -> Result<(), Error> {
        let lists =
            self.position.iter().filter_map(|part| if let PhrasePart::Name(at) = part { Some(*at) } else { None });
        let Some(count) = lists.filter_map(|at| self.template.may_count_tests(at)).next() else { return Ok(()) };
        let count = &self.template.names()[count].name;
        let with_role = |role: &str| {
            let mut found = false;
            let each = phrase::position(input, &[count]).into_iter().map(|part| match part {
                PhrasePart::Text(text) => text,
                _ if std::mem::replace(&mut found, true) => count.clone(),
                _ => format!("{count}:{role}"),
            });
            each.collect::<String>()
        };
        let (tests, one) = (with_role("tests"), with_role("count"));
        Err(Error::usage(
            input,
            format!("the input `{input}`: {count} may be the number of tests, or of the components of one sum"),
            format!("write '{tests}' for {count} tests, or '{one}' for one test, whose position is a sum"),
        ))
    }

    /// The format with these lines for a win and a loss.
    ///
    /// # Errors
    /// [`Error::Refused`] for a field that is not known.
    pub fn labelled(self, win: &str, lose: &str) -> Result<Format, Error> {
        Ok(Format { win: OutputLine::read(win)?, lose: OutputLine::read(lose)?, ..self })
    }

    /// The text of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The shape of the input.
    pub fn template(&self) -> &Template {
        &self.template
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.template.names().iter().map(|name| name.name.as_str()).collect()
    }

    /// The names that positions are made of.
    pub(crate) fn varied(&self) -> Vec<usize> {
        self.position.iter().flat_map(PhrasePart::names).collect()
    }

    pub(crate) fn wants(&self) -> Wants {
        let has = |fields: &[OutputField]| self.win.has(fields) || self.lose.has(fields);
        if has(&[OutputField::Moves, OutputField::Heap, OutputField::Take, OutputField::Left]) {
            Wants::Moves
        } else if has(&[OutputField::Table, OutputField::Outcomes]) {
            Wants::Table
        } else if has(&[OutputField::Value]) {
            Wants::Value
        } else {
            Wants::Winner
        }
    }

    /// Makes those names of the input the parameters of the game that its text has, if the text is
    /// a game with them alone: `k` of `take 1..k`, where the input is `n k; a*n`.
    fn name_parameters(&mut self) -> Result<(), Error> {
        let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
        let words: Vec<&str> = self.game.split(|sign| !is_part(sign)).collect();
        let names = self.template.names();
        // Names that the rules bind are theirs: `n` of `n -> n-d for d in 1..k`.
        let mut rules: Vec<&str> = self.game.split("->").collect();
        rules.pop();
        let clauses = rules.iter().flat_map(|rule| rule.rsplit(", ").next());
        let heads = clauses.flat_map(|clause| clause.split(|sign| !is_part(sign)));
        let loops = words.windows(2).filter(|pair| pair[0] == "for").map(|pair| pair[1]);
        let bound: Vec<&str> = heads.chain(loops).collect();
        let is_said = |name: &str| words.contains(&name) && !bound.contains(&name);
        let said: Vec<usize> = (0..names.len()).filter(|&at| is_said(&names[at].name)).collect();
        let run = Run::new(Limits::default());
        if self.rules(&run, &[]).is_err() {
            self.parameters = said;
            if self.rules(&run, &self.samples()).is_err() {
                self.parameters.clear();
            }
            return Ok(());
        }
        // `take 1..k with k = 3` has no use for the k of the input.
        let named = || Family::find(words.first()?).map(|_| &*self.game);
        let values = self.game.split_once(" with ").map(|(_, values)| values).or_else(named).unwrap_or_default();
        let fixed =
            |at: &&usize| values.split([',', ' ']).any(|word| word.split('=').next() == Some(&*names[**at].name));
        match said.iter().find(fixed) {
            Some(&at) => {
                let name = &names[at].name;
                let message = format!("`{name}` has a value in the game, and another one in the input");
                Err(Error::usage(name, message, "leave the value out of the game: that of the input is taken"))
            }
            None => Ok(()),
        }
    }

    /// The game with these values of its parameters.
    pub(crate) fn rules(&self, run: &Run, parameters: &[(String, String)]) -> Result<ReadGame, Error> {
        let mut all = run.parameters().to_vec();
        all.extend(parameters.iter().cloned());
        let words = [self.game.clone()];
        let run = run.clone().set(all);
        let chosen = run.choose(&words, self.misere)?;
        Ok(chosen.game)
    }
}

/// A built-in format with what it is about, the shape of its input, and what it prints.
fn entry(name: &str, text: &str) -> String {
    let parsed: Table = toml::from_str(text).expect("a built-in format can be read");
    let [title, about, input, win, lose] =
        ["name", "about", "input", "win", "lose"].map(|key| parsed.get(key).and_then(Toml::as_str).unwrap_or(""));
    let answers = if win == lose { format!("`{win}`") } else { format!("`{win}` or `{lose}`") };
    format!("{name}: {}\n    input `{input}`; output {answers}\n", [title, about].join(". ").trim_end_matches(". "))
}

/// The title of the problem of a built-in format.
fn title_of(text: &str) -> String {
    let parsed: Table = toml::from_str(text).expect("a built-in format can be read");
    parsed.get("name").and_then(Toml::as_str).unwrap_or_default().to_owned()
}

pub(crate) fn wrong(key: &str, expected: &str) -> Error {
    Error::usage(key, format!("the value of `{key}` in the format is wrong"), format!("write {expected}"))
}

fn string<'a>(table: &'a Table, key: &str) -> Result<Option<&'a str>, Error> {
    match table.get(key) {
        None => Ok(None),
        Some(Toml::String(text)) => Ok(Some(text)),
        Some(_) => Err(wrong(key, "a text in quotes")),
    }
}

fn required<'a>(table: &'a Table, key: &str) -> Result<&'a str, Error> {
    string(table, key)?.ok_or_else(|| {
        let game = table.get("game").and_then(Toml::as_str).unwrap_or("take 1..3");
        let help = format!(
            "a format has three lines, such as game = \"{game}\", input = \"t; n\" for t tests with a number n each, and \
             position = \"n\""
        );
        Error::usage(key, format!("the format has no `{key}`"), help)
    })
}
