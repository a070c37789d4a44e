//! The letters and words that the moves of a game name: words over other letters have no moves.

use std::collections::BTreeSet;

use grundy::{
    Error, Run,
    games::{Avoid, BagMove, Ending, Factor, RowMove, Ruleset, Symbol, Within, WordList},
};

use crate::{format::Format, letter_order::LetterOrder, pieces::parameter, template::Value};

/// The most words that random words are made of.
const MOST_WORDS: usize = 10_000;

/// The most letters of a range of letters, such as `a..z`.
const MOST_LETTERS: usize = 1_000;

/// The letters of graphs that are drawn: a free cell and one that is taken.
const CELLS: [char; 2] = ['.', '#'];

/// The letters and words that the moves of a game name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    pub order: LetterOrder,
    pub letters: Vec<char>,
    pub words: Vec<String>,
}

/// What is found in the moves.
#[derive(Default)]
struct Named {
    letters: BTreeSet<char>,
    words: BTreeSet<String>,
    /// Whether a move holds for letters that it does not name.
    open: bool,
}

impl Format {
    /// The letters that the ranges of parameters state.
    fn stated_letters(&self) -> BTreeSet<char> {
        self.parameters.iter().flat_map(|&at| self.range(at).letters).collect()
    }

    /// The parameters with the least values that they may have.
    pub(crate) fn samples(&self) -> Vec<(String, String)> {
        let stated = self.stated_letters();
        let letters = if stated.is_empty() { "ab".to_owned() } else { stated.iter().collect() };
        let sample = |&at: &usize| {
            let name = &self.template().names()[at];
            let value = match (name.word, name.group.is_some()) {
                (false, false) => Value::Number((*self.range(at).sizes.start()).max(1)),
                (false, true) => Value::Numbers(vec![(*self.range(at).sizes.start()).max(1)]),
                (true, false) => Value::Word(letters.clone()),
                (true, true) => Value::Words(vec![letters.clone()]),
            };
            (name.name.clone(), parameter(&value, None))
        };
        self.parameters.iter().map(sample).collect()
    }

    /// The vocabulary of the game; where it depends on parameters, with the least values of these.
    ///
    /// # Errors
    /// Those of reading a game without parameters.
    pub(crate) fn vocabulary(&self, run: &Run) -> Result<Vocabulary, Error> {
        let stated = self.stated_letters();
        let read = self.rules(run, &self.samples());
        let order = match read.as_ref().map(|game| &game.rules.ruleset) {
            Ok(Ruleset::Bag(_)) => LetterOrder::Free,
            Ok(Ruleset::Ring(_)) => LetterOrder::Cyclic,
            _ => LetterOrder::Fixed,
        };
        let mut named = Named { letters: stated, ..Named::default() };
        match read {
            Ok(game) => named.of(&game.rules.ruleset),
            Err(error) if self.parameters.is_empty() => return Err(error),
            // The letters of the parameters, then.
            Err(_) => {}
        }
        if named.letters.is_empty() || named.open && named.letters.len() < 2 {
            named.letters.extend(['a', 'b']);
        }
        let words = named.words.into_iter().filter(|word| word.chars().nth(1).is_some()).take(MOST_WORDS).collect();
        Ok(Vocabulary { order, letters: named.letters.into_iter().collect(), words })
    }
}

impl Named {
    fn of(&mut self, rules: &Ruleset) {
        match rules {
            Ruleset::Row(rules) | Ruleset::Ring(rules) => {
                rules.moves.iter().for_each(|kind| self.row_move(kind));
                self.ending(rules.until.as_ref());
            }
            Ruleset::Bag(rules) => {
                rules.moves.iter().for_each(|kind| self.bag_move(kind));
                self.ending(rules.until.as_ref());
            }
            Ruleset::Tape(rules) => {
                self.letters.extend(rules.alphabet.iter().take(MOST_LETTERS));
                if let Some(Within::PrefixOf(list) | Within::FactorOf(list)) = &rules.within {
                    self.list(list);
                }
                for avoid in &rules.avoiding {
                    if let Avoid::Word(list) | Avoid::Whole(list) = avoid {
                        self.list(list);
                    }
                }
                self.ending(rules.until.as_ref());
            }
            Ruleset::Graph(_) => self.letters.extend(CELLS),
            _ => {}
        }
    }

    fn list(&mut self, list: &WordList) {
        for word in list.iter() {
            self.letters.extend(word.chars());
            self.words.insert(word.to_owned());
        }
    }

    fn ending(&mut self, until: Option<&Ending>) {
        if let Some(list) = until.and_then(Ending::words) {
            self.list(list);
        }
    }

    fn factor(&mut self, factor: &Factor) {
        match factor {
            Factor::Letter(Some(letters)) => self.letters.extend(letters.iter().take(MOST_LETTERS)),
            Factor::Word(list) => self.list(list),
            _ => self.open = true,
        }
    }

    fn row_move(&mut self, kind: &RowMove) {
        match kind {
            RowMove::Remove(_, factor) => self.factor(factor),
            RowMove::EveryCopy(_) | RowMove::Split(_) => self.open = true,
            RowMove::Within(inner, list) => {
                self.row_move(inner);
                self.list(list);
                self.open = false;
            }
            RowMove::Rewrite(rule) => {
                let letter = |symbol: &Symbol| match *symbol {
                    Symbol::Letter(letter) | Symbol::Run(letter) => Some(letter),
                    Symbol::Variable(_) => None,
                };
                self.open |= !rule.variables.is_empty();
                self.words.insert(rule.left.iter().filter_map(letter).collect());
                self.letters.extend(rule.left.iter().chain(rule.right.iter().flatten()).filter_map(letter));
            }
        }
    }

    fn bag_move(&mut self, kind: &BagMove) {
        match kind {
            BagMove::Take(factor) => self.factor(factor),
            BagMove::Split(_) => self.open = true,
            BagMove::Within(inner, list) => {
                self.bag_move(inner);
                self.list(list);
                self.open = false;
            }
        }
    }
}
