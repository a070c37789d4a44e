//! The rules of a game on words with its letters numbered, and how long words can get.
//!
//! Only letters that can come up are numbered: those of the position, and those that a rewriting
//! rule brings in. What names another letter never applies, and is left out.
//!
//! No word that comes up is longer than those of the position, or heavier by the weights that prove
//! that play ends. Rules that no such proof covers are refused.

use std::collections::BTreeSet;

use grundy_games::{
    Component, Convention, Ending, Factor, Gap, Query, Rewrite, RowMove, RowRules, Ruleset, Symbol, WordList, ends,
};

use crate::solver::Refusal;

/// The number of a letter, from 1 on.
pub(super) type LetterCode = u8;

/// Rules over numbered letters.
pub(super) struct Program {
    /// The letters, ascending; the number of a letter is its index and 1.
    pub letters: Vec<char>,
    /// The length of the longest word that can come up.
    pub longest: usize,
    /// Whether words are read in a circle.
    pub ring: bool,
    /// Whether rows come up too, where words are read in a circle.
    pub rows: bool,
    /// Whether a move may leave several words.
    pub splits: bool,
    pub moves: Vec<WordMove>,
    pub until: Option<GameEnd>,
}

/// A kind of move.
pub(super) enum WordMove {
    Remove(Gap, TakenLetters),
    EveryCopy(Gap),
    Rewrite(Rewriting),
    /// A move that the plain meaning finds.
    Plain(RowRules),
}

/// A kind of factor.
pub(super) enum TakenLetters {
    /// One letter, of these if they are given.
    Letter(Option<Vec<LetterCode>>),
    Words(ListedWords),
    Run,
    PartOfRun,
    /// Of a length from the first number to the second.
    Palindrome(usize, usize),
    Square,
    HalfOfSquare,
}

/// Listed words.
pub(super) type ListedWords = Vec<Vec<LetterCode>>;

/// A rewriting rule without runs.
pub(super) struct Rewriting {
    pub left: Vec<SideLetter>,
    pub right: Vec<Vec<SideLetter>>,
    pub at_start: bool,
    pub at_end: bool,
}

/// A letter of a side of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SideLetter {
    Letter(LetterCode),
    Variable(usize),
}

/// The positions without moves.
pub(super) enum GameEnd {
    LengthAtMost(usize),
    DistinctAtMost(usize),
    EachAtMost(usize),
    Increasing,
    AnagramOfPalindrome,
    EndsWith(ListedWords),
    Contains(ListedWords),
}

/// The most letters: their numbers have eight bits.
const MOST_LETTERS: usize = 255;

/// The most letters of all listed words together: all of them are looked at in each position.
const MOST_LISTED: usize = 20_000;

/// The most bits of a key.
pub(super) const MOST_BITS: usize = 256;

impl Program {
    /// The rules of a query.
    pub fn new(query: &Query) -> Result<Program, Refusal> {
        let (rules, ring) = match &query.rulesets[..] {
            [Ruleset::Row(rules)] => (rules, false),
            [Ruleset::Ring(rules)] => (rules, true),
            _ => return Err("only for one game on rows or on rings".into()),
        };
        let mut words: Vec<&str> = Vec::new();
        let mut rows = false;
        for term in &query.position {
            match &term.component {
                Component::Row(word) => {
                    rows |= ring;
                    words.push(word);
                }
                Component::Ring(word) if ring => words.push(word),
                _ => return Err("not every component is a word".into()),
            }
        }
        let rewrites: Vec<&Rewrite> = rules
            .moves
            .iter()
            .filter_map(|kind| if let RowMove::Rewrite(rule) = kind { Some(rule) } else { None })
            .collect();
        let letters = letters(&words, &rewrites)?;
        let used = |rule: &&Rewrite| applies(rule, &letters);
        let longest = longest(&words, rules, rewrites.iter().copied().filter(used), ring, &letters)?;
        let letters: Vec<char> = letters.into_iter().collect();
        let bits = longest.saturating_mul(planes(&letters)).saturating_add(usize::from(ring));
        if bits > MOST_BITS {
            return Err(
                format!("words of {longest} letters of {} take more than {MOST_BITS} bits", letters.len()).into()
            );
        }
        let mut program = Program { letters, longest, ring, rows, splits: false, moves: Vec::new(), until: None };
        for kind in &rules.moves {
            program.moves.extend(program.numbered(kind)?);
        }
        program.until = rules.until.as_ref().map(|until| program.ending(until)).transpose()?.flatten();
        program.splits = program.moves.iter().any(WordMove::splits);
        program.rows |= ring && program.splits;
        if query.convention == Convention::Misere && (program.splits || query.position.len() != 1) {
            return Err("in misère play only for single words that no move cuts".into());
        }
        Ok(program)
    }

    /// How many bits the number of a letter takes.
    pub fn planes(&self) -> usize {
        planes(&self.letters)
    }

    /// How many bits a key has: one distinguishes rows from rings.
    pub fn bits(&self) -> usize {
        self.longest * self.planes() + usize::from(self.ring && self.rows)
    }

    /// How many cheap steps it takes to find the options of a word, besides one for each.
    pub fn weight(&self) -> u32 {
        let listed = |words: &ListedWords| words.iter().map(Vec::len).sum::<usize>() / 4;
        let of = |kind: &WordMove| match kind {
            WordMove::Remove(_, TakenLetters::Words(words)) => listed(words),
            WordMove::Remove(_, TakenLetters::Palindrome(..)) => self.longest / 4,
            WordMove::Remove(_, TakenLetters::Square | TakenLetters::HalfOfSquare) => self.longest * self.longest / 64,
            WordMove::Plain(_) => 8 * self.longest,
            _ => 1,
        };
        let until = match &self.until {
            Some(GameEnd::EndsWith(words) | GameEnd::Contains(words)) => listed(words),
            _ => 1,
        };
        let all = self.moves.iter().map(of).sum::<usize>() + until;
        u32::try_from(all * if self.bits() > 128 { 8 } else { 1 }).unwrap_or(u32::MAX)
    }

    pub fn code(&self, letter: char) -> Option<LetterCode> {
        self.letters.binary_search(&letter).ok().map(|at| (at + 1) as LetterCode)
    }

    /// A move over numbered letters; `None` if it never applies.
    fn numbered(&self, kind: &RowMove) -> Result<Option<WordMove>, Refusal> {
        Ok(match kind {
            RowMove::Remove(gap, factor) => self.part(factor)?.map(|part| WordMove::Remove(*gap, part)),
            RowMove::EveryCopy(gap) => Some(WordMove::EveryCopy(*gap)),
            RowMove::Split(_) => return Err("words are not split at any place here".into()),
            RowMove::Within(_, list) => {
                return Err(
                    format!("`within {list}` is a condition on whole words, which are not looked up here").into()
                );
            }
            RowMove::Rewrite(rule) if rule.left.iter().any(|symbol| matches!(symbol, Symbol::Run(_))) => {
                Some(WordMove::Plain(RowRules { moves: vec![kind.clone()], until: None }))
            }
            RowMove::Rewrite(rule) => self.rewriting(rule).map(WordMove::Rewrite),
        })
    }

    fn part(&self, factor: &Factor) -> Result<Option<TakenLetters>, Refusal> {
        Ok(Some(match factor {
            Factor::Letter(None) => TakenLetters::Letter(None),
            Factor::Letter(Some(some)) => {
                let codes = (1..).zip(&self.letters).filter(|(_, letter)| some.contains(**letter));
                TakenLetters::Letter(Some(codes.map(|(code, _)| code).collect()))
            }
            Factor::Word(list) => TakenLetters::Words(self.words(list)?),
            Factor::Run => TakenLetters::Run,
            Factor::PartOfRun => TakenLetters::PartOfRun,
            Factor::Palindrome(span) => {
                let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
                TakenLetters::Palindrome(number(span.from), span.to.map_or(usize::MAX, number))
            }
            Factor::Square => TakenLetters::Square,
            Factor::HalfOfSquare => TakenLetters::HalfOfSquare,
        }))
    }

    /// The words of a list that can occur.
    fn words(&self, list: &WordList) -> Result<ListedWords, Refusal> {
        let mut words: ListedWords = Vec::new();
        let mut listed = 0;
        for word in list.iter() {
            let codes: Option<Vec<LetterCode>> = word.chars().map(|letter| self.code(letter)).collect();
            let Some(codes) = codes.filter(|codes| codes.len() <= self.longest) else { continue };
            listed += codes.len();
            if listed > MOST_LISTED {
                return Err(format!("the listed words have over {MOST_LISTED} letters").into());
            }
            words.push(codes);
        }
        Ok(words)
    }

    /// A rewriting rule without runs; `None` if a letter of its left side never comes up.
    fn rewriting(&self, rule: &Rewrite) -> Option<Rewriting> {
        let side = |symbols: &[Symbol]| -> Option<Vec<SideLetter>> {
            let one = |symbol: &Symbol| match *symbol {
                Symbol::Letter(letter) | Symbol::Run(letter) => self.code(letter).map(SideLetter::Letter),
                Symbol::Variable(variable) => Some(SideLetter::Variable(variable)),
            };
            symbols.iter().map(one).collect()
        };
        let left = side(&rule.left)?;
        let right = rule.right.iter().map(|piece| side(piece)).collect::<Option<_>>()?;
        Some(Rewriting { left, right, at_start: rule.at_start, at_end: rule.at_end })
    }

    /// An ending over numbered letters; `None` if it holds for no word that has moves.
    fn ending(&self, until: &Ending) -> Result<Option<GameEnd>, Refusal> {
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Ok(Some(match until {
            Ending::EndsWith(_) | Ending::Increasing if self.ring => {
                return Err("an ending about the ends of a word is not for rings".into());
            }
            Ending::Distinct => GameEnd::EachAtMost(1),
            Ending::EndsWith(list) => GameEnd::EndsWith(self.words(list)?),
            Ending::Contains(list) => GameEnd::Contains(self.words(list)?),
            Ending::LengthAtMost(most) => GameEnd::LengthAtMost(number(*most)),
            Ending::DistinctAtMost(most) => GameEnd::DistinctAtMost(number(*most)),
            Ending::EachAtMost(most) => GameEnd::EachAtMost(number(*most)),
            Ending::Increasing => GameEnd::Increasing,
            Ending::AnagramOfPalindrome => GameEnd::AnagramOfPalindrome,
        }))
    }
}

impl WordMove {
    fn splits(&self) -> bool {
        match self {
            WordMove::Remove(gap, _) | WordMove::EveryCopy(gap) => *gap == Gap::Separates,
            WordMove::Rewrite(rule) => rule.right.len() > 1,
            WordMove::Plain(rules) => {
                rules.moves.iter().any(|kind| matches!(kind, RowMove::Rewrite(rule) if rule.right.len() > 1))
            }
        }
    }
}

/// How many bits the numbers of these letters take.
fn planes(letters: &[char]) -> usize {
    (usize::BITS - letters.len().leading_zeros()).max(1) as usize
}

/// The letters that can come up.
fn letters(words: &[&str], rewrites: &[&Rewrite]) -> Result<BTreeSet<char>, Refusal> {
    let mut letters = BTreeSet::new();
    for letter in words.iter().flat_map(|word| word.chars()) {
        letters.insert(letter);
        if letters.len() > MOST_LETTERS {
            return Err(format!("only for words over at most {MOST_LETTERS} letters").into());
        }
    }
    loop {
        let before = letters.len();
        for rule in rewrites {
            if applies(rule, &letters) {
                letters.extend(rule.right.iter().flatten().filter_map(|symbol| letter(*symbol)));
            }
        }
        if letters.len() > MOST_LETTERS {
            return Err(format!("only for words over at most {MOST_LETTERS} letters").into());
        }
        if letters.len() == before {
            return Ok(letters);
        }
    }
}

fn letter(symbol: Symbol) -> Option<char> {
    match symbol {
        Symbol::Letter(letter) | Symbol::Run(letter) => Some(letter),
        Symbol::Variable(_) => None,
    }
}

/// Whether a word of these letters may hold the left side of the rule.
fn applies(rule: &Rewrite, letters: &BTreeSet<char>) -> bool {
    rule.left.iter().filter_map(|symbol| letter(*symbol)).all(|letter| letters.contains(&letter))
}

/// The length of the longest word that can come up.
fn longest<'a>(
    words: &[&str],
    rules: &RowRules,
    mut rewrites: impl Iterator<Item = &'a Rewrite>,
    ring: bool,
    letters: &BTreeSet<char>,
) -> Result<usize, Refusal> {
    let length = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    if !rules.moves.iter().any(|kind| matches!(kind, RowMove::Rewrite(_))) {
        return Ok(length);
    }
    let proof = ends::words(rules, ring).map_err(|_| "no proof that play ends")?;
    let grows = |rule: &Rewrite| {
        let pieces = rule.right.iter().map(Vec::len);
        let right = if ring { pieces.sum() } else { pieces.max().unwrap_or(0) };
        rule.left.is_empty() || right > rule.left.len()
    };
    if !rewrites.any(grows) {
        return Ok(length);
    }
    let weights = proof.weights.ok_or("a rule leaves longer words")?;
    let weight = |letter: char| weights.get(&letter).copied().unwrap_or(1);
    let least = letters.iter().map(|&letter| weight(letter)).min().unwrap_or(1).max(1);
    let heaviest = words.iter().map(|word| word.chars().fold(0u64, |sum, letter| sum.saturating_add(weight(letter))));
    usize::try_from(heaviest.max().unwrap_or(0) / least).map_err(|_| "words may grow too long".into())
}
