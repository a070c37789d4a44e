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
pub(super) type Code = u8;

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
    pub moves: Vec<Move>,
    pub until: Option<End>,
}

/// A kind of move.
pub(super) enum Move {
    Remove(Gap, Taken),
    EveryCopy(Gap),
    Rewrite(Rewriting),
    /// A move that the plain meaning finds.
    Plain(RowRules),
}

/// A kind of factor.
pub(super) enum Taken {
    /// One letter, of these if they are given.
    Letter(Option<Vec<Code>>),
    Words(Words),
    Run,
    PartOfRun,
    /// Of a length from the first number to the second.
    Palindrome(usize, usize),
    Square,
    HalfOfSquare,
}

/// Listed words.
pub(super) type Words = Vec<Vec<Code>>;

/// A rewriting rule without runs.
pub(super) struct Rewriting {
    pub left: Vec<Side>,
    pub right: Vec<Vec<Side>>,
    pub at_start: bool,
    pub at_end: bool,
}

/// A letter of a side of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Letter(Code),
    Variable(usize),
}

/// The positions without moves.
pub(super) enum End {
    LengthAtMost(usize),
    DistinctAtMost(usize),
    EachAtMost(usize),
    Increasing,
    AnagramOfPalindrome,
    EndsWith(Words),
    Contains(Words),
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
        program.splits = program.moves.iter().any(Move::splits);
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
        let listed = |words: &Words| words.iter().map(Vec::len).sum::<usize>() / 4;
        let of = |kind: &Move| match kind {
            Move::Remove(_, Taken::Words(words)) => listed(words),
            Move::Remove(_, Taken::Palindrome(..)) => self.longest / 4,
            Move::Remove(_, Taken::Square | Taken::HalfOfSquare) => self.longest * self.longest / 64,
            Move::Plain(_) => 8 * self.longest,
            _ => 1,
        };
        let until = match &self.until {
            Some(End::EndsWith(words) | End::Contains(words)) => listed(words),
            _ => 1,
        };
        let all = self.moves.iter().map(of).sum::<usize>() + until;
        u32::try_from(all * if self.bits() > 128 { 8 } else { 1 }).unwrap_or(u32::MAX)
    }

    pub fn code(&self, letter: char) -> Option<Code> {
        self.letters.binary_search(&letter).ok().map(|at| (at + 1) as Code)
    }

    /// A move over numbered letters; `None` if it never applies.
    fn numbered(&self, kind: &RowMove) -> Result<Option<Move>, Refusal> {
        Ok(match kind {
            RowMove::Remove(gap, factor) => self.part(factor)?.map(|part| Move::Remove(*gap, part)),
            RowMove::EveryCopy(gap) => Some(Move::EveryCopy(*gap)),
            RowMove::Split(_) => return Err("words are not split at any place here".into()),
            RowMove::Within(_, list) => {
                return Err(
                    format!("`within {list}` is a condition on whole words, which are not looked up here").into()
                );
            }
            RowMove::Rewrite(rule) if rule.left.iter().any(|symbol| matches!(symbol, Symbol::Run(_))) => {
                Some(Move::Plain(RowRules { moves: vec![kind.clone()], until: None }))
            }
            RowMove::Rewrite(rule) => self.rewriting(rule).map(Move::Rewrite),
        })
    }

    fn part(&self, factor: &Factor) -> Result<Option<Taken>, Refusal> {
        Ok(Some(match factor {
            Factor::Letter(None) => Taken::Letter(None),
            Factor::Letter(Some(some)) => {
                let codes = (1..).zip(&self.letters).filter(|(_, letter)| some.contains(**letter));
                Taken::Letter(Some(codes.map(|(code, _)| code).collect()))
            }
            Factor::Word(list) => Taken::Words(self.words(list)?),
            Factor::Run => Taken::Run,
            Factor::PartOfRun => Taken::PartOfRun,
            Factor::Palindrome(span) => {
                let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
                Taken::Palindrome(number(span.from), span.to.map_or(usize::MAX, number))
            }
            Factor::Square => Taken::Square,
            Factor::HalfOfSquare => Taken::HalfOfSquare,
        }))
    }

    /// The words of a list that can occur.
    fn words(&self, list: &WordList) -> Result<Words, Refusal> {
        let mut words: Words = Vec::new();
        let mut listed = 0;
        for word in list.iter() {
            let codes: Option<Vec<Code>> = word.chars().map(|letter| self.code(letter)).collect();
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
        let side = |symbols: &[Symbol]| -> Option<Vec<Side>> {
            let one = |symbol: &Symbol| match *symbol {
                Symbol::Letter(letter) | Symbol::Run(letter) => self.code(letter).map(Side::Letter),
                Symbol::Variable(variable) => Some(Side::Variable(variable)),
            };
            symbols.iter().map(one).collect()
        };
        let left = side(&rule.left)?;
        let right = rule.right.iter().map(|piece| side(piece)).collect::<Option<_>>()?;
        Some(Rewriting { left, right, at_start: rule.at_start, at_end: rule.at_end })
    }

    /// An ending over numbered letters; `None` if it holds for no word that has moves.
    fn ending(&self, until: &Ending) -> Result<Option<End>, Refusal> {
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Ok(Some(match until {
            Ending::EndsWith(_) | Ending::Increasing if self.ring => {
                return Err("an ending about the ends of a word is not for rings".into());
            }
            Ending::Distinct => End::EachAtMost(1),
            Ending::EndsWith(list) => End::EndsWith(self.words(list)?),
            Ending::Contains(list) => End::Contains(self.words(list)?),
            Ending::LengthAtMost(most) => End::LengthAtMost(number(*most)),
            Ending::DistinctAtMost(most) => End::DistinctAtMost(number(*most)),
            Ending::EachAtMost(most) => End::EachAtMost(number(*most)),
            Ending::Increasing => End::Increasing,
            Ending::AnagramOfPalindrome => End::AnagramOfPalindrome,
        }))
    }
}

impl Move {
    fn splits(&self) -> bool {
        match self {
            Move::Remove(gap, _) | Move::EveryCopy(gap) => *gap == Gap::Separates,
            Move::Rewrite(rule) => rule.right.len() > 1,
            Move::Plain(rules) => {
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
