//! Rules on words with their letters numbered from 1 on, as the claim numbers them.
//!
//! What looks for a letter that no word of the claim has never applies, and is left out. An option
//! that brings in such a letter is not recorded, so its word is left to the plain meaning.

use grundy_games::{Ending, Factor, Gap, RowMove, RowRules, Symbol, WordList};

/// The number of a letter.
pub(super) type LetterCode = u8;

/// The most letters of all listed words together.
const MOST_LISTED: usize = 20_000;

/// Rules over numbered letters.
pub(super) struct WordRules {
    pub(super) moves: Vec<WordMove>,
    pub(super) until: Option<GameEnd>,
    /// How many letters there are.
    pub(super) letters: usize,
    /// About how many steps it takes to look for all listed words.
    pub(super) listed: usize,
}

/// A kind of move.
pub(super) enum WordMove {
    Remove(Gap, TakenLetters),
    EveryCopy(Gap),
    Rewrite(Rewriting),
}

/// What a move removes.
pub(super) enum TakenLetters {
    /// A letter, of these if they are given.
    Letter(Option<Vec<LetterCode>>),
    Words(Vec<Vec<LetterCode>>),
    Run,
    PartOfRun,
    /// Of the lengths from the first number to the second.
    Palindrome(usize, usize),
    Square,
    HalfOfSquare,
}

/// A letter of a side of a rewriting rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SideLetter {
    Letter(LetterCode),
    Variable(usize),
    /// A letter that no word of the claim has.
    Unknown,
}

/// A rewriting rule.
pub(super) struct Rewriting {
    pub(super) left: Vec<SideLetter>,
    pub(super) right: Vec<Vec<SideLetter>>,
    pub(super) at_start: bool,
    pub(super) at_end: bool,
    /// The place on the left side of each variable of the right side.
    pub(super) places: Vec<usize>,
}

/// When a game is over.
pub(super) enum GameEnd {
    Length(usize),
    Distinct(usize),
    Each(usize),
    Increasing,
    OneOdd,
    /// One of these words is at the end; in a ring, anywhere.
    Suffix(Vec<Vec<LetterCode>>),
    Factor(Vec<Vec<LetterCode>>),
}

impl WordRules {
    /// The rules over these letters, which ascend; `None` if they are left to the plain meaning.
    pub(super) fn new(rules: &RowRules, ring: bool, letters: &[char]) -> Option<WordRules> {
        let code = |letter: char| Some(letters.binary_search(&letter).ok()? as LetterCode + 1);
        let mut listed = 0;
        let mut words = |list: &WordList| -> Option<Vec<Vec<LetterCode>>> {
            let numbered = list.iter().filter_map(|word| word.chars().map(code).collect::<Option<Vec<LetterCode>>>());
            let mut found = Vec::new();
            for word in numbered {
                listed += word.len();
                if listed > MOST_LISTED {
                    return None;
                }
                found.push(word);
            }
            Some(found)
        };
        let mut moves = Vec::new();
        for kind in &rules.moves {
            match kind {
                RowMove::Remove(gap, factor) => moves.push(WordMove::Remove(
                    *gap,
                    match factor {
                        Factor::Letter(some) => TakenLetters::Letter(some.as_ref().map(|some| {
                            let numbered = (1..).zip(letters).filter(|(_, letter)| some.contains(**letter));
                            numbered.map(|(code, _)| code).collect()
                        })),
                        Factor::Word(list) => TakenLetters::Words(words(list)?),
                        Factor::Run => TakenLetters::Run,
                        Factor::PartOfRun => TakenLetters::PartOfRun,
                        Factor::Palindrome(span) => {
                            let to = span.to.map_or(usize::MAX, |to| usize::try_from(to).unwrap_or(usize::MAX));
                            TakenLetters::Palindrome(usize::try_from(span.from).unwrap_or(usize::MAX), to)
                        }
                        Factor::Square => TakenLetters::Square,
                        Factor::HalfOfSquare => TakenLetters::HalfOfSquare,
                    },
                )),
                RowMove::Split(_) | RowMove::Within(..) => return None,
                // Of a ring it removes nothing.
                RowMove::EveryCopy(gap) => moves.push(WordMove::EveryCopy(*gap)),
                RowMove::Rewrite(rule) => {
                    let is_run = |symbol: &Symbol| matches!(symbol, Symbol::Run(_));
                    let anchored = ring && (rule.at_start || rule.at_end);
                    if rule.left.is_empty() || rule.right.is_empty() || anchored || rule.left.iter().any(is_run) {
                        return None;
                    }
                    let side = |symbols: &[Symbol]| -> Vec<SideLetter> {
                        let one = |symbol: &Symbol| match *symbol {
                            Symbol::Letter(letter) | Symbol::Run(letter) => {
                                code(letter).map_or(SideLetter::Unknown, SideLetter::Letter)
                            }
                            Symbol::Variable(variable) => SideLetter::Variable(variable),
                        };
                        symbols.iter().map(one).collect()
                    };
                    let left = side(&rule.left);
                    if left.contains(&SideLetter::Unknown) {
                        continue;
                    }
                    let right: Vec<Vec<SideLetter>> = rule.right.iter().map(|piece| side(piece)).collect();
                    let place = |variable| left.iter().position(|side| *side == SideLetter::Variable(variable));
                    // A variable that the left side does not have is on no right side.
                    let places = (0..rule.variables.len()).map(|variable| place(variable).unwrap_or(usize::MAX));
                    let places: Vec<usize> = places.collect();
                    let is_bound = |side: &SideLetter| match side {
                        SideLetter::Variable(variable) => places.get(*variable).is_some_and(|&at| at < left.len()),
                        SideLetter::Letter(_) | SideLetter::Unknown => true,
                    };
                    if !right.iter().flatten().chain(&left).all(is_bound) {
                        return None;
                    }
                    moves.push(WordMove::Rewrite(Rewriting {
                        left,
                        right,
                        at_start: rule.at_start,
                        at_end: rule.at_end,
                        places,
                    }));
                }
            }
        }
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let until = match &rules.until {
            None => None,
            // It depends on the letter at which a ring is written to begin.
            Some(Ending::Increasing) if ring => return None,
            Some(Ending::Increasing) => Some(GameEnd::Increasing),
            Some(Ending::Distinct) => Some(GameEnd::Each(1)),
            Some(Ending::EachAtMost(most)) => Some(GameEnd::Each(number(*most))),
            Some(Ending::DistinctAtMost(most)) => Some(GameEnd::Distinct(number(*most))),
            Some(Ending::LengthAtMost(most)) => Some(GameEnd::Length(number(*most))),
            Some(Ending::AnagramOfPalindrome) => Some(GameEnd::OneOdd),
            Some(Ending::EndsWith(list)) => Some(GameEnd::Suffix(words(list)?)),
            Some(Ending::Contains(list)) => Some(GameEnd::Factor(words(list)?)),
        };
        Some(WordRules { moves, until, letters: letters.len(), listed })
    }
}
