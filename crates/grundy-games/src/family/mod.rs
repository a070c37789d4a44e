//! The named games. A family is data: a name, its text in the language, an example and a reference.
//!
//! A family may take parameters (`ghost "w.txt"`, `subtraction {1, 3, 4}`, `moore k=2`); `{1}` in
//! its text denotes the first of them. Names are compared without regard to case, apostrophes,
//! hyphens and blanks. A family may have forms: ways to write a position as bare numbers, as people
//! do (`wythoff 6 9`).
//!
//! ```
//! use grundy_games::Family;
//!
//! let family = Family::find("dawson").unwrap();
//! assert_eq!((family.name, family.game), ("dawsons-chess", "octal 0.137"));
//! assert_eq!(Family::find("Dawson's Kayles").unwrap().game, "octal 0.07");
//! let trust = Family::find("trust").unwrap();
//! assert!(trust.text(&["w.txt".into()]).ends_with("in \"w.txt\""));
//! ```

mod table;

pub use table::FAMILIES;

use crate::{Component, Ruleset, boards::BOARDS, text::quote as text};

/// A named game.
///
/// A family has no code: adding one is adding an entry to the table.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name, as commands write it.
    pub name: &'static str,
    /// The name, as headings write it.
    pub title: &'static str,
    /// Other names of the same game.
    pub aliases: &'static [&'static str],
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// What may be set besides, by name: `with min = 3`.
    pub settings: &'static [Setting],
    /// The text of the game in the language, with `{1}`, `{2}`, .. for its parameters. A test reads
    /// each text, and prints it again.
    pub game: &'static str,
    /// The ways to write a component as bare numbers.
    pub forms: &'static [Form],
    /// The position to use if none is given.
    pub position: Option<&'static str>,
    /// An example of a position. Tests solve it.
    pub example: &'static str,
    /// The rules in a sentence or two.
    pub about: &'static str,
    /// The source of the game.
    pub reference: &'static str,
}

/// A parameter of a family.
///
/// ```text
/// ghost "w.txt"            List
/// subtraction {1, 3, 4}    Numbers
/// moore k=2                Count
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What it is, as a noun with its article.
    pub about: &'static str,
    /// How it is written.
    pub kind: ParameterKind,
}

/// How a parameter is written.
///
/// The kind decides how the command line reads the word, and how a text writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// The name of a word list; in texts, it is quoted.
    List,
    /// A set of numbers: `{1, 3, 4}`.
    Numbers,
    /// A number after `k=`, which no position begins with: `k=2`.
    Count,
}

impl Parameter {
    /// A word list.
    const fn list(about: &'static str) -> Parameter {
        Parameter { about, kind: ParameterKind::List }
    }

    /// A set of numbers.
    const fn numbers(about: &'static str) -> Parameter {
        Parameter { about, kind: ParameterKind::Numbers }
    }

    /// A number.
    const fn count(about: &'static str) -> Parameter {
        Parameter { about, kind: ParameterKind::Count }
    }

    /// Returns an example, as the text of a game writes it.
    ///
    /// Messages show it.
    pub fn example(&self) -> &'static str {
        match self.kind {
            ParameterKind::List => "\"list.txt\"",
            ParameterKind::Numbers => "{1, 3, 4}",
            ParameterKind::Count => "k=2",
        }
    }

    /// Returns a value to try the game with, as the text of a game writes it: a list has its words.
    pub fn sample(&self) -> &'static str {
        match self.kind {
            ParameterKind::List => "{arch, chart, chop, each, fear, hear, ocean, peach, reach}",
            ParameterKind::Numbers | ParameterKind::Count => self.example(),
        }
    }
}

/// A part of the text of a family that a parameter of this name replaces.
///
/// ```
/// use grundy_games::Family;
///
/// let ghost = Family::find("ghost").unwrap();
/// let text = ghost.settings[0].in_text("append letter within word of 4.. letters a..z in
/// \"w.txt\"", "3"); assert_eq!(text, "append letter within word of 3.. letters a..z in
/// \"w.txt\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// Whether the value is a number; else it is letters: `"abc"`, `a..z` or `any`.
    pub is_number: bool,
    /// What the text has if nothing is set.
    pub default: &'static str,
    /// What it has in place of that, with `{}` for the value.
    pub written: &'static str,
}

impl Setting {
    /// The length and the letters of the words of a list.
    const WORDS: &[Setting] = &[
        Setting { name: "min", is_number: true, default: "of 4.. letters", written: "of {}.. letters" },
        Setting { name: "letters", is_number: false, default: "letters a..z in", written: "letters {} in" },
    ];

    /// Returns the text of the family with this value. `any` letters are those of the list.
    pub fn in_text(&self, text: &str, value: &str) -> String {
        let written = self.written.replace("{}", value);
        text.replace(self.default, if value == "any" { "letters in" } else { &written })
    }
}

/// A way to write a component as bare numbers.
///
/// Several forms of one family differ in how many numbers they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The numbers, separated by blanks: `{1}`, `{2}`, .. for any number, digits for that number.
    /// Where `<` separates them, they ascend from 1 or more; where `>` does, none is larger than
    /// the one before it, in every position of the game. `HT` is a row of coins: the places of its
    /// heads.
    pub given: &'static str,
    /// The component in the language, with the same names; `{1-1}` is one less than `{1}`.
    pub means: &'static str,
}

/// The entry that the others are written on top of.
const BLANK: Family = Family {
    name: "",
    title: "",
    aliases: &[],
    parameters: &[],
    settings: &[],
    game: "",
    forms: &[],
    position: None,
    example: "",
    about: "",
    reference: "",
};

/// The words that the text of a game may begin with.
///
/// A rule may not begin with a name that is one of them.
pub const OPENINGS: [&str; 16] = [
    "take", "cut", "split", "append", "octal", "hex", "heap", "row", "ring", "bag", "tape", "graph", "poset", "token",
    "misère", "misere",
];

/// Returns whether a rule may begin with this name: it is not the name of a board, a move or a
/// family.
pub fn is_free(name: &str) -> bool {
    !BOARDS.contains(&name) && !OPENINGS.contains(&name) && Family::find(name).is_none()
}

/// Returns the letters and digits of a name, in lower case: two names with equal keys are one name.
/// Control characters that are not blanks stay, so that no name has them.
///
/// ```
/// use grundy_games::family::key;
///
/// assert_eq!(key("Dawson's Kayles"), key("dawsons-kayles"));
/// assert_eq!(key("dawsons\tkayles\n"), key("dawsons-kayles"));
/// assert_ne!(key("kay\u{1b}les"), key("kayles"));
/// ```
pub fn key(name: &str) -> String {
    letters(name).collect()
}

/// The letters of [`key`], one by one: most names differ in the first one.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars()
        .filter(|letter| letter.is_alphanumeric() || letter.is_control() && !letter.is_whitespace())
        .flat_map(char::to_lowercase)
}

/// Whether this may be the first of the [`letters`] of a name: hundreds of names are compared with
/// each word that may be one.
fn begins(name: &str, first: char) -> bool {
    name.bytes().next().is_none_or(|own| !own.is_ascii_alphanumeric() || char::from(own.to_ascii_lowercase()) == first)
}

impl Family {
    /// Returns whether this is the family's name or an alias.
    ///
    /// Names are compared by [`key`].
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|known| letters(known).eq(letters(name)))
    }

    /// Returns the name and the aliases.
    ///
    /// The name is the first one.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }

    /// Returns the family of this name or alias. Case, apostrophes, hyphens and blanks do not
    /// matter.
    ///
    /// Cost: a pass over the table, in which most names differ in their first letter.
    pub fn find(name: &str) -> Option<&'static Family> {
        if !name.starts_with(char::is_alphabetic) {
            return None;
        }
        let first = letters(name).next()?;
        FAMILIES.iter().find(|family| family.names().any(|known| begins(known, first)) && family.is_called(name))
    }

    /// Returns the family without parameters whose text, in its printed form, is `game`. If a game
    /// on boards of squares and on graphs has two names, the position decides: boards belong to the
    /// family with forms. Heaps of Nim belong to Nim, and not to the rows of coins that are worth
    /// them.
    pub fn of(game: &str, position: &[Component]) -> Option<&'static Family> {
        let is_it = |family: &&Family| family.parameters.is_empty() && family.game == game;
        let mut same: Vec<&Family> = FAMILIES.iter().filter(is_it).collect();
        if same.len() > 1 {
            same.retain(|family| !family.has_coins());
        }
        let boards = position.iter().filter(|part| matches!(part, Component::Cells(_) | Component::Bar(_))).count();
        match same[..] {
            [only] => Some(only),
            _ if position.is_empty() || 0 < boards && boards < position.len() => None,
            _ => same.into_iter().find(|family| family.forms.is_empty() == (boards == 0)),
        }
    }

    /// Returns the text of the game with these parameters: names of lists are quoted.
    ///
    /// There is one for each of [`Family::parameters`].
    pub fn text(&self, parameters: &[String]) -> String {
        let written = parameters.iter().zip(self.parameters);
        written.enumerate().fold(self.game.to_owned(), |game, (at, (parameter, kind))| {
            let mut written = String::new();
            // The words themselves need no filters.
            if kind.kind == ParameterKind::List && parameter.starts_with('{') && parameter.ends_with('}') {
                return game.replace("of 4.. letters a..z in", "in").replace(&format!("{{{}}}", at + 1), parameter);
            }
            match kind.kind {
                ParameterKind::List => text::quote(&mut written, parameter).expect("a string takes all text"),
                ParameterKind::Numbers | ParameterKind::Count => written.push_str(parameter),
            }
            game.replace(&format!("{{{}}}", at + 1), &written)
        })
    }

    /// Whether no size of a position is larger than the one before it, such as the rows of Chomp.
    /// The rules give values to other sizes too, which are no positions of the game.
    ///
    /// ```
    /// use grundy_games::{Family, game};
    ///
    /// assert!(Family::falls(&game("chomp-2").unwrap().ruleset));
    /// assert!(!Family::falls(&game("wythoff").unwrap().ruleset));
    /// ```
    pub fn falls(rules: &Ruleset) -> bool {
        matches!(rules, Ruleset::Typed(_))
            && Family::of(&rules.to_string(), &[])
                .is_some_and(|family| family.forms.iter().any(|form| form.given.contains('>')))
    }

    /// Whether its positions may be rows of coins, whose heads are worth heaps.
    pub fn has_coins(&self) -> bool {
        self.forms.iter().any(|form| form.given == "HT")
    }

    /// Returns the game with a sample of each parameter, in the language.
    ///
    /// ```
    /// use grundy_games::Family;
    ///
    /// assert_eq!(Family::find("subtraction").unwrap().sample(), "subtraction {1, 3, 4}");
    /// ```
    pub fn sample(&self) -> String {
        let words: Vec<&str> = [self.name].into_iter().chain(self.parameters.iter().map(Parameter::sample)).collect();
        words.join(" ")
    }

    /// Returns how the game and a position are written, for messages: `wythoff 6 9`.
    ///
    /// It can be typed after `grundy`.
    pub fn usage(&self) -> String {
        self.words().join(" ")
    }

    /// As [`Family::usage`], as words that a shell has taken apart.
    pub fn words(&self) -> Vec<String> {
        let words = [self.name].into_iter().chain(self.parameters.iter().map(Parameter::example));
        let position = match self.forms.first() {
            Some(form) => form.example().split(' ').map(str::to_owned).collect(),
            None => vec![self.example.to_owned()],
        };
        words.map(str::to_owned).chain(position).collect()
    }
}

impl Form {
    /// Returns the component that these numbers mean, or `None` if they do not fit.
    ///
    /// `wythoff 6 9` becomes `W(6, 9)`.
    pub fn apply(&self, numbers: &[u64]) -> Option<String> {
        let given: Vec<&str> = self.given.split([' ', '<', '>']).collect();
        if self.given == "HT" {
            return None;
        }
        let fits = |(given, number): (&&str, &u64)| given.starts_with('{') || *given == number.to_string();
        let ascend = || numbers[0] > 0 && numbers.is_sorted_by(|one, other| one < other);
        let fits_all = given.len() == numbers.len() && given.iter().zip(numbers).all(fits);
        let falls = || numbers.is_sorted_by(|one, other| one >= other);
        if !fits_all || self.given.contains('<') && !ascend() || self.given.contains('>') && !falls() {
            return None;
        }
        Some(numbers.iter().enumerate().fold(self.means.to_owned(), |text, (at, number)| {
            let less = number.saturating_sub(1).to_string();
            text.replace(&format!("{{{}}}", at + 1), &number.to_string()).replace(&format!("{{{}-1}}", at + 1), &less)
        }))
    }

    /// Returns an example of the numbers.
    fn example(&self) -> String {
        let mut words: Vec<(&str, u32)> = self.given.split([' ', '<', '>']).zip([9, 6, 5, 4, 3, 2]).collect();
        if self.given.contains('<') {
            words.reverse();
        }
        words
            .into_iter()
            .map(|(word, size)| if word.starts_with('{') { size.to_string() } else { word.to_owned() })
            .collect::<Vec<_>>()
            .join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text finds its family again: answers are headed by the name.
    #[test]
    fn a_text_has_one_family_or_one_for_boards_and_one_for_graphs() {
        let named = |family: &&Family| family.parameters.is_empty() && !family.has_coins();
        for family in FAMILIES.iter().filter(named) {
            let same: Vec<&Family> = FAMILIES.iter().filter(named).filter(|own| own.game == family.game).collect();
            let with_forms = same.iter().filter(|own| !own.forms.is_empty()).count();
            assert!(same.len() == 1 || same.len() == 2 && with_forms == 1, "{}", family.name);
        }
    }

    #[test]
    fn names_are_sorted_and_distinct() {
        let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        assert!(names.is_sorted(), "{names:?}");
        let mut keys: Vec<String> = FAMILIES.iter().flat_map(Family::names).map(key).collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }

    #[test]
    fn forms_put_numbers_in_their_places() {
        let form = |name: &str| Family::find(name).expect("a family").forms;
        assert_eq!(form("wythoff")[0].apply(&[6, 9]).as_deref(), Some("W(6, 9)"));
        assert_eq!(form("wythoff")[0].apply(&[6]), None);
        assert_eq!(form("fibonacci-nim")[0].apply(&[10]).as_deref(), Some("F(10, 9)"));
        assert_eq!(form("fibonacci-nim")[0].apply(&[0]).as_deref(), Some("F(0, 0)"));
        let coins = |squares: &[u64]| form("silver-dollar").iter().find_map(|form| form.apply(squares));
        assert_eq!(coins(&[2, 5, 9, 14]).as_deref(), Some("S(0, 0, 0, 0, 2, 5, 9, 14)"));
        assert_eq!(coins(&[3]).as_deref(), Some("S(0, 0, 0, 0, 0, 0, 0, 3)"));
        assert_eq!([coins(&[5, 5]), coins(&[5, 2]), coins(&[0, 2])], [None, None, None]);
        assert_eq!(form("silver-dollar")[0].example(), "5 6 9");
        assert_eq!((form("notakto")[0].apply(&[4, 4]), form("notakto")[0].apply(&[3, 3]).is_some()), (None, true));
    }
}
