//! Compiles rules to a list of moves on factors.
//!
//! A sentence about any letter (`take run`, letter variables) is expanded for each letter of the
//! alphabet, which the user must give if the rules name no letters. A maximal run is determined by
//! its neighbours: `xc+y -> xy` for all x and y other than c, and the ends of the word.
//!
//! ```text
//! cut "ab"              ab -> |
//! take letter           a -> "", b -> "", for the letters of the rules
//! take run, over a, b   ^a+b -> b, ba+$ -> b, ba+b -> bb, ^a+$ -> "", and with a and b exchanged
//! octal 0.77            o -> "" and oo -> "" where the whole heap, an end or the middle is taken
//! ```
//!
//! *Limits.* 200,000 letters in all moves together; squares, palindromes of any length and endings
//! do not compile.

use std::collections::BTreeSet;

use crate::{
    boards::{
        heap::HeapRules,
        row::{Gap, Rewrite, RowMove, RowRules, Symbol},
    },
    factor_game::{COUNTER, FactorGame, FactorMove, Letter, MOST_SYMBOLS, Replace},
    heaps::numbers::Span,
    words::factor::Factor,
};

/// Letters are characters here.
enum Raw {
    Replace { at_start: bool, left: Vec<(char, bool)>, at_end: bool, right: Vec<Vec<char>> },
    EveryCopy(char, bool),
}

/// Compiles the moves of rows or rings over the letters of the rules and the given ones.
///
/// # Errors
/// The reason why they do not compile.
pub(super) fn words(rules: &RowRules, given: &[char], ring: bool, sums: bool) -> Result<FactorGame, String> {
    if let Some(until) = &rules.until {
        return Err(format!(
            "`until {until}` is a condition on the whole word, and a move may depend only on the factor that it replaces"
        ));
    }
    for kind in &rules.moves {
        if let RowMove::Within(_, list) = kind {
            return Err(format!(
                "`within {list}` is a condition on all that a move leaves, and a move may depend only on the factor \
                 that it replaces"
            ));
        }
        if let RowMove::Split(_) = kind {
            return Err(format!(
                "`{kind}` is not a move on one factor; for two parts, write `xy -> x|y for letters x, y`"
            ));
        }
        if let RowMove::Remove(_, factor) = kind {
            let what = match factor {
                Factor::Palindrome(Span { to: None, .. }) => "palindromes",
                Factor::Square | Factor::HalfOfSquare => "squares",
                _ => continue,
            };
            return Err(format!("no finite automaton recognizes {what} of all lengths, which `{kind}` requires"));
        }
    }
    let mut letters: BTreeSet<char> = given.iter().copied().collect();
    letters.extend(rules.moves.iter().flat_map(named));
    let open = rules.moves.iter().any(holds_for_any_letter);
    if letters.is_empty() {
        return Err("the moves apply to any letter: give the letters of words, such as ab".into());
    }
    let all: Vec<char> = letters.iter().copied().collect();
    let mut raw = Vec::new();
    for kind in &rules.moves {
        expand(kind, &all, ring, &mut raw)?;
        if raw.iter().map(size).sum::<usize>() > MOST_SYMBOLS {
            return Err(format!("expanded for {} letters, the moves have more than {MOST_SYMBOLS} letters", all.len()));
        }
    }
    let on_factors = |raw: &Raw| matches!(raw, Raw::Replace { at_start: false, at_end: false, .. });
    let walls = sums && !ring && !open && raw.iter().all(on_factors);
    let mut used: BTreeSet<char> = raw
        .iter()
        .flat_map(|raw| match raw {
            Raw::Replace { left, .. } => left.iter().map(|&(letter, _)| letter).collect(),
            Raw::EveryCopy(letter, _) => vec![*letter],
        })
        .collect();
    // A letter that was asked for is a letter of the words, though no move begins with it.
    used.extend(given);
    let letters: Vec<char> = if walls { used.into_iter().collect() } else { all };
    if letters.is_empty() {
        return Err("there are no moves".into());
    }
    numbered(raw, letters, walls, ring)
}

/// Compiles octal games, on words over one letter. Bit 1 of digit k allows a move that takes all k
/// counters of a heap, bit 2 one that takes k and leaves one heap, and bit 4 one that leaves two
/// heaps.
///
/// # Errors
/// The reason why the rules are no octal game.
///
/// A move that leaves no heap takes the whole word, one that leaves one heap takes an end of it,
/// and one that leaves two takes from the middle. With digit 3 all places give the same heap, and
/// with digit 7 every place may be taken: there one rule without anchors stands for all.
pub(super) fn heaps(rules: &HeapRules) -> Result<FactorGame, String> {
    let digits = rules.code().ok_or("a game on heaps is a game on words only if it has an octal code")?;
    if digits.iter().any(|&digit| digit > 7) {
        return Err(
            "a hexadecimal code leaves three heaps of any sizes, so that a heap changes at two places at once, and a \
             move on words changes one place"
                .into(),
        );
    }
    if digits.iter().enumerate().filter(|(_, digit)| **digit > 0).map(|(taken, _)| 3 * taken).sum::<usize>()
        > MOST_SYMBOLS
    {
        return Err("the code takes too many counters for a game on words".into());
    }
    let counters = |count: usize| vec![(COUNTER, false); count];
    let heap = || vec![COUNTER];
    let mut raw = Vec::new();
    let mut push = |at_start, taken, at_end, right| {
        raw.push(Raw::Replace { at_start, left: counters(taken), at_end, right });
    };
    for (taken, &digit) in digits.iter().enumerate() {
        match (taken, digit) {
            (1.., 7) => push(false, taken, false, vec![vec![], vec![]]),
            _ => {
                match digit & 3 {
                    3 if taken > 0 => push(false, taken, false, vec![vec![]]),
                    1 if taken > 0 => push(true, taken, true, vec![vec![]]),
                    2 if taken > 0 => push(true, taken + 1, false, vec![heap()]),
                    0 => {}
                    _ => return Err("a move that takes no counters must split the heap".into()),
                }
                if digit & 4 != 0 {
                    push(false, taken + 2, false, vec![heap(), heap()]);
                }
            }
        }
    }
    numbered(raw, vec![COUNTER], false, false)
}

/// The letters of a move.
fn size(raw: &Raw) -> usize {
    match raw {
        Raw::Replace { left, right, .. } => left.len() + right.iter().map(|piece| piece.len() + 1).sum::<usize>(),
        Raw::EveryCopy(..) => 1,
    }
}

/// Returns the letters that a move names.
fn named(kind: &RowMove) -> Vec<char> {
    match kind {
        RowMove::Remove(_, Factor::Letter(Some(letters))) => letters.iter().collect(),
        RowMove::Remove(_, Factor::Word(list)) => list.iter().flat_map(str::chars).collect(),
        RowMove::Rewrite(rule) => {
            let symbols = rule.left.iter().chain(rule.right.iter().flatten());
            symbols
                .filter_map(|symbol| match *symbol {
                    Symbol::Letter(letter) | Symbol::Run(letter) => Some(letter),
                    Symbol::Variable(_) => None,
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Whether the move must be expanded for each letter.
fn holds_for_any_letter(kind: &RowMove) -> bool {
    match kind {
        RowMove::Remove(_, Factor::Letter(Some(_)) | Factor::Word(_)) => false,
        RowMove::Remove(..) | RowMove::EveryCopy(_) => true,
        RowMove::Rewrite(rule) => !rule.variables.is_empty(),
        RowMove::Split(_) => true,
        RowMove::Within(kind, _) => holds_for_any_letter(kind),
    }
}

/// Adds the moves of one sentence.
fn expand(kind: &RowMove, letters: &[char], ring: bool, raw: &mut Vec<Raw>) -> Result<(), String> {
    let gap = |gap: &Gap| match gap {
        Gap::Closes => Ok(vec![vec![]]),
        Gap::Separates if ring => {
            Err("a cut on a ring leaves a row that may begin with the last letters of the ring, which the automaton \
                 reads last: it would have to know the state of that row in advance")
        }
        Gap::Separates => Ok(vec![vec![], vec![]]),
    };
    let anywhere = |left, right| Raw::Replace { at_start: false, left, at_end: false, right };
    match kind {
        // Refused before.
        RowMove::Split(_) | RowMove::Within(..) => {}
        RowMove::Rewrite(rule) if ring && rule.right.len() > 1 => {
            return Err(
                "separate pieces of a ring are rows, which may begin with the last letters of the ring, and the \
                 automaton reads these last"
                    .into(),
            );
        }
        RowMove::Rewrite(rule) => bound(rule, letters, raw)?,
        RowMove::EveryCopy(closing) => {
            raw.extend(letters.iter().map(|&letter| Raw::EveryCopy(letter, *closing == Gap::Separates)));
        }
        RowMove::Remove(closing, factor) => {
            let right = gap(closing)?;
            match factor {
                Factor::Letter(some) => raw.extend(
                    letters
                        .iter()
                        .filter(|&&letter| some.as_ref().is_none_or(|some| some.contains(letter)))
                        .map(|&letter| anywhere(vec![(letter, false)], right.clone())),
                ),
                Factor::Word(list) => raw.extend(
                    list.iter().map(|word| anywhere(word.chars().map(|one| (one, false)).collect(), right.clone())),
                ),
                Factor::PartOfRun => {
                    raw.extend(letters.iter().map(|&letter| anywhere(vec![(letter, true)], right.clone())));
                }
                Factor::Run => maximal_runs(letters, &right, ring, raw),
                Factor::Palindrome(lengths) => {
                    let words = palindromes(lengths, letters).ok_or_else(|| {
                        format!("`{kind}` expands to too many palindromes over {} letters", letters.len())
                    })?;
                    raw.extend(words.into_iter().map(|left| anywhere(left, right.clone())));
                }
                Factor::Square | Factor::HalfOfSquare => {}
            }
        }
    }
    Ok(())
}

/// Returns all palindromes of these lengths; `None` if they have more than [`MOST_SYMBOLS`] letters
/// in total. The first half is chosen freely, and read backwards for the second.
fn palindromes(lengths: &Span, letters: &[char]) -> Option<Vec<Vec<(char, bool)>>> {
    let mut found = Vec::new();
    let mut symbols = 0usize;
    for length in lengths.from.max(1)..=lengths.to? {
        let length = usize::try_from(length).ok()?;
        let half = length.div_ceil(2);
        let count = letters.len().checked_pow(u32::try_from(half).ok()?)?;
        symbols = symbols.checked_add(count.checked_mul(length)?).filter(|&all| all <= MOST_SYMBOLS)?;
        for choice in 0..count {
            let letter =
                |at: usize| letters[choice / letters.len().pow(at.min(length - 1 - at) as u32) % letters.len()];
            found.push((0..length).map(|at| (letter(at), false)).collect());
        }
    }
    Some(found)
}

/// Adds a rule with letter variables for every choice of letters.
fn bound(rule: &Rewrite, letters: &[char], raw: &mut Vec<Raw>) -> Result<(), String> {
    let count = rule.variables.len();
    let choices = letters.len().checked_pow(count as u32).filter(|&all| all <= MOST_SYMBOLS);
    let choices = choices.ok_or_else(|| format!("`{rule}` has too many instances over {} letters", letters.len()))?;
    for choice in 0..choices {
        let chosen = |variable: usize| letters[choice / letters.len().pow(variable as u32) % letters.len()];
        let letter = |symbol: &Symbol| match *symbol {
            Symbol::Letter(letter) => (letter, false),
            Symbol::Run(letter) => (letter, true),
            Symbol::Variable(variable) => (chosen(variable), false),
        };
        raw.push(Raw::Replace {
            at_start: rule.at_start,
            left: rule.left.iter().map(letter).collect(),
            at_end: rule.at_end,
            right: rule.right.iter().map(|piece| piece.iter().map(|symbol| letter(symbol).0).collect()).collect(),
        });
    }
    Ok(())
}

/// Adds the removals of a maximal run, with other letters, or the ends of the word, on both sides.
///
/// On a ring, a run between two equal letters may also have one and the same letter on both sides:
/// then the ring is that letter and the run, and one letter is left.
fn maximal_runs(letters: &[char], gap: &[Vec<char>], ring: bool, raw: &mut Vec<Raw>) {
    for &run in letters {
        let others: Vec<Option<char>> =
            letters.iter().copied().filter(|&letter| letter != run).map(Some).chain([None]).collect();
        for &before in &others {
            for &after in &others {
                if ring && before.is_some() != after.is_some() {
                    continue;
                }
                let left = before.iter().map(|&letter| (letter, false)).chain([(run, true)]);
                let left: Vec<(char, bool)> = left.chain(after.iter().map(|&letter| (letter, false))).collect();
                let mut right = gap.to_vec();
                right[0].extend(before);
                right.last_mut().expect("a gap has a piece").extend(after);
                let (at_start, at_end) = (before.is_none(), after.is_none());
                if ring && before.is_some() && before == after {
                    let whole = left[..2].to_vec();
                    let one = vec![before.into_iter().collect()];
                    raw.push(Raw::Replace { at_start: true, left: whole, at_end: true, right: one });
                }
                raw.push(Raw::Replace { at_start, left, at_end, right });
            }
        }
    }
}

/// Returns the game with its letters numbered; letters outside the alphabet, which are walls, split
/// the pieces.
fn numbered(raw: Vec<Raw>, letters: Vec<char>, walls: bool, ring: bool) -> Result<FactorGame, String> {
    if letters.len() > usize::from(Letter::MAX) {
        return Err(format!("{} letters are more than {}", letters.len(), Letter::MAX));
    }
    if letters.iter().any(|letter| letter.is_whitespace() || letter.is_control()) {
        return Err("spaces and control characters cannot be letters of an automaton".into());
    }
    let number = |letter: char| letters.binary_search(&letter).ok().map(|at| at as Letter);
    let known = |letter: char| number(letter).expect("left sides hold letters of the alphabet only");
    let mut moves: Vec<FactorMove> = Vec::with_capacity(raw.len());
    let mut seen = std::collections::HashSet::new();
    for raw in raw {
        let kind = match raw {
            Raw::EveryCopy(letter, separates) => FactorMove::EveryCopy { letter: known(letter), separates },
            Raw::Replace { at_start, left, at_end, right } => {
                let left = left.into_iter().map(|(letter, run)| (known(letter), run)).collect();
                let mut pieces = Vec::new();
                for piece in right {
                    let mut part = Vec::new();
                    for letter in piece {
                        match number(letter) {
                            Some(letter) => part.push(letter),
                            None => pieces.push(std::mem::take(&mut part)),
                        }
                    }
                    pieces.push(part);
                }
                FactorMove::Replace(Replace { at_start, left, at_end, right: pieces })
            }
        };
        if seen.insert(kind.clone()) {
            moves.push(kind);
        }
    }
    Ok(FactorGame { letters, walls, ring, moves })
}
