//! Positions as people write them: heaps in a list, and the bare numbers of a named game.
//!
//! `nim 3,4,5`, `nim '5 7'`, `nim [3, 4, 5]`; `wythoff 6 9`, `chomp 3x4`, `fibonacci-nim 10`. What
//! has two readings is refused with both: `1,000` (one heap, or two), and a number for a game on
//! words whose board was left out.

use grundy_core::help::{Fix, Help};

use crate::{
    Component, Factor, Family, Form, RowMove, RowRules, Ruleset, Symbol,
    language::readings::rows,
    no_lists,
    text::{
        diagnostic::Diagnostic,
        quote::is_bare_letter,
        reader::{Reader, example},
    },
};

/// Returns where a list of heaps in brackets ends, if the text is one: `[3, 4, 5]`, `(3, 4, 5)`.
pub(crate) fn brackets(ruleset: &Ruleset, source: &str) -> Option<usize> {
    if !matches!(ruleset, Ruleset::Heap(_)) {
        return None;
    }
    let text = source.trim();
    let inner = [('[', ']'), ('(', ')'), ('{', '}')]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let is_list =
        inner.is_some_and(|inner| inner.chars().all(|sign| sign.is_ascii_digit() || " ,;+*^_".contains(sign)));
    is_list.then(|| source.trim_end().len() - 1)
}

impl Reader<'_> {
    /// Reads what separates heaps in a list, besides `+`: a comma, a semicolon or a blank. Returns
    /// whether another heap follows.
    pub(crate) fn next_heap(&mut self, ruleset: &Ruleset) -> Result<bool, Diagnostic> {
        if !matches!(ruleset, Ruleset::Heap(_)) {
            return Ok(false);
        }
        if self.rest().starts_with(',') {
            self.not_thousands()?;
        }
        let blank = self.source[..self.at].ends_with(char::is_whitespace);
        Ok(self.eat(',') || self.eat(';') || blank && self.rest().starts_with(|first: char| first.is_ascii_digit()))
    }

    /// Reads a component that is written as bare numbers, and returns it as the board writes it.
    pub(crate) fn natural(&mut self, ruleset: &Ruleset) -> Result<Option<String>, Diagnostic> {
        let kind = match ruleset {
            Ruleset::Typed(rules) if rules.kinds.len() == 1 => rules.clauses.first(),
            _ => None,
        };
        if self.forms.is_empty() && kind.is_none_or(|clause| clause.arity < 2) {
            return Ok(None);
        }
        self.blanks();
        let chunk = &self.rest()[..self.rest().find('+').unwrap_or(self.rest().len())];
        if self.forms.iter().any(|form| form.given == "HT") {
            let coins = chunk.trim_end();
            if coins.is_empty() || !coins.chars().all(|coin| "HTht".contains(coin)) {
                return Ok(None);
            }
            let heads = coins.chars().zip(1u64..).filter(|(coin, _)| "Hh".contains(*coin));
            let places: Vec<String> = heads.map(|(_, place)| place.to_string()).collect();
            self.at += coins.len();
            return Ok(Some(if places.is_empty() { "0".into() } else { places.join(" + ") }));
        }
        // Points are between the rows of a bar.
        let grouped = if matches!(ruleset, Ruleset::Poset(_)) { "" } else { ".'" };
        let plain = |sign: char| sign.is_ascii_digit() || " ,;xX×()[]^_".contains(sign) || grouped.contains(sign);
        // The e of 1e18.
        let is_power = |(at, sign): (usize, char)| {
            "eE".contains(sign)
                && chunk[..at].ends_with(|digit: char| digit.is_ascii_digit())
                && chunk[at + 1..].starts_with(|digit: char| digit.is_ascii_digit())
        };
        let is_natural = chunk.char_indices().all(|(at, sign)| plain(sign) || is_power((at, sign)));
        if !chunk.contains(|sign: char| sign.is_ascii_digit()) || !is_natural {
            return Ok(None);
        }
        let (start, end) = (self.at, self.at + chunk.trim_end().len());
        let mut numbers = Vec::new();
        let mut inner = Reader { source: &self.source[..end], ..*self };
        loop {
            let rest = inner.rest();
            inner.at += rest.len() - rest.trim_start_matches([' ', ',', ';', 'x', 'X', '×', '(', ')', '[', ']']).len();
            if inner.rest().is_empty() {
                break;
            }
            numbers.push(inner.size(ruleset)?);
        }
        let falling = numbers.len() == 2 || numbers.len() > 2 && numbers.is_sorted_by(|a, b| a >= b);
        let listed = falling && chunk.contains([',', ';', '[', '(']) && !chunk.contains(['x', 'X', '×']);
        if matches!(ruleset, Ruleset::Poset(_)) && listed {
            let rows = rows(&numbers, self, end)?;
            self.at = end;
            return Ok(Some(rows));
        }
        let forms = self.forms.iter().find_map(|form| form.apply(&numbers));
        let own = kind.filter(|clause| self.forms.is_empty() && clause.arity == numbers.len()).and_then(|clause| {
            let sizes: Vec<String> = numbers.iter().map(u64::to_string).collect();
            Some(format!("{}({})", clause.kind.as_ref()?, sizes.join(", ")))
        });
        let Some(text) = forms.or(own) else {
            let is_it = |family: &&Family| !family.forms.is_empty() && family.forms == self.forms;
            let family = crate::FAMILIES.iter().find(is_it);
            let falls = |form: &Form| form.given.split('>').count() == numbers.len() && numbers.len() > 1;
            if let Some(family) = family.filter(|family| family.forms.iter().any(falls)) {
                numbers.sort_unstable_by(|a, b| b.cmp(a));
                let message = format!("in a position of {} no number is larger than the one before it", family.name);
                let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
                let help = Help::from("write ") + Fix::Write(format!("{} {}", family.name, words.join(" ")));
                return Err(Diagnostic::new("G040", start..end, message).label("these rise").help(help));
            }
            let many =
                if numbers.len() == 1 { "one number does".into() } else { format!("{} numbers do", numbers.len()) };
            let message = format!("{many} not make a position of {}", family.map_or("this game", |family| family.name));
            let next: Option<Vec<u64>> = numbers.iter().map(|number| number.checked_add(1)).collect();
            let fits =
                |next: &Vec<u64>| numbers.contains(&0) && self.forms.iter().any(|form| form.apply(next).is_some());
            let help = match (next.filter(fits), family) {
                (Some(next), _) => {
                    let words: Vec<String> = next.iter().map(u64::to_string).collect();
                    format!("numbers are counted from 1 here: if yours begin at 0, the position is {}", words.join(" "))
                        .into()
                }
                (None, Some(family)) => shown(family),
                (None, None) => example(ruleset).into(),
            };
            return Err(Diagnostic::new("G040", start..end, message).label("not one component").help(help));
        };
        self.at = end;
        Ok(Some(text))
    }

    /// Refuses a number as a word, if the game leaves its board to the first move and names no
    /// digit: a heap may be meant.
    pub(crate) fn is_a_word(&self, rules: &RowRules, start: usize, word: &str) -> Result<(), Diagnostic> {
        let Some(game) = self.inferred else { return Ok(()) };
        let bare = self.source[start..].trim_start().starts_with(word);
        let digits = !word.is_empty() && word.chars().all(|letter| letter.is_ascii_digit());
        if !bare || !digits || word.chars().all(|letter| names(rules, letter)) {
            return Ok(());
        }
        let game = game.trim();
        let message = format!("`{word}` may be the word {word} on a row, or a heap of {word} counters");
        let heaps = match crate::language::read(&format!("heap: {game}"), &no_lists) {
            Ok(_) => format!("for a heap, `heap: {game}`"),
            Err(_) => "heaps need a game on heaps, such as `take 1..3`".to_owned(),
        };
        let help = format!("write the board: for the word, `row: {game}` (or quote it, \"{word}\"); {heaps}");
        Err(Diagnostic::new("G048", start..self.at, message).label("two readings").help(help))
    }

    /// Reads the letters of a bag without its braces: they cannot be anything else.
    pub(crate) fn bare_bag(&mut self, ruleset: &Ruleset) -> Result<Component, Diagnostic> {
        let length: usize = self.rest().chars().take_while(|&letter| is_bare_letter(letter)).map(char::len_utf8).sum();
        let word = &self.rest()[..length];
        if word.is_empty() || !word.chars().all(char::is_alphabetic) {
            return Err(self.fault("a bag in braces", ruleset));
        }
        let bag = Component::Bag(crate::Bag::of(word.chars()));
        self.at += length;
        Ok(bag)
    }
}

/// How the positions of a family are written.
fn shown(family: &Family) -> Help {
    if let Some(most) =
        family.forms.iter().filter(|form| form.given.contains('<')).map(|form| form.given.split('<').count()).max()
    {
        let many = format!("write up to {most} numbers, each larger than the one before, as in ");
        return Help::from(many) + Fix::Write(family.usage()) + "; add more components with +";
    }
    let forms: Vec<String> =
        family.forms.iter().map(|form| format!("`{}`", form.given.replace(['{', '}'], "").replace('>', " "))).collect();
    let count = if forms.len() == 1 { "write the numbers" } else { "write one of the lists of numbers" };
    let places = if forms.iter().any(|form| form.contains('1')) { ", each in its place" } else { "" };
    Help::from(format!("{count} {}{places}, as in ", forms.join(", ")))
        + Fix::Write(family.usage())
        + "; add more components with +"
}

/// Whether the rules name this letter.
fn names(rules: &RowRules, letter: char) -> bool {
    let symbol = |symbol: &Symbol| *symbol == Symbol::Letter(letter) || *symbol == Symbol::Run(letter);
    rules.moves.iter().any(|kind| match kind.unrestricted() {
        RowMove::Remove(_, Factor::Letter(Some(letters))) => letters.contains(letter),
        RowMove::Remove(_, Factor::Word(words)) => words.iter().any(|word| word.contains(letter)),
        RowMove::Rewrite(rule) => rule.left.iter().chain(rule.right.iter().flatten()).any(symbol),
        _ => false,
    })
}
