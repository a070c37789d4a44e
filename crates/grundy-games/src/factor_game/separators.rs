//! Separators: letters that left sides read and keep, and that separate a word all the same.
//!
//! *Theorem.* On rows, in normal play, with moves on factors wherever they stand: let a letter `s`
//! be in a left side only if that has at least two letters, and there only as the first or the last
//! one; and let the right side of such a move begin, or end, with `s` too. Then `x s y` is the sum
//! of `x s` and `s y`. For no left side has letters on both sides of an `s`, and each move that
//! reads it keeps it. Walls are the case that no left side has the letter. The book's page on
//! theorems has the proof, and `proofs/theory/Separators.v` a formal one.
//!
//! ```text
//! "aa" -> "a", "bb" -> "a"    a separates: abbab is the sum of abba and ab
//! "aab" -> "a"                b does not: the move loses it
//! "bab" -> "b"                a does not: it stands inside
//! ```
//!
//! *Families.* If all letters but one separate, each piece is a run of that letter with a separator
//! or nothing at each end, and the game is one on heaps of several kinds (the reduction
//! `run-heaps`).

use crate::factor_game::{FactorGame, FactorMove, Letter, Replace};

/// A separator at the end of a piece: 0 for none, else its place in [`Families::ends`], plus 1.
pub(crate) type End = usize;

/// A run of one letter between two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// What is left of the run.
    pub left: End,
    /// The number of letters in the run.
    pub run: usize,
    /// What is right of the run.
    pub right: End,
}

impl Piece {
    /// Whether it has at most one letter that is an end, and no other: then no move applies.
    fn is_over(&self) -> bool {
        self.run == 0 && (self.left == 0 || self.right == 0)
    }
}

/// A move on a piece: it reads `run` letters of the run, and an end where `left` or `right` is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FamilyMove {
    /// The separator that it reads at the left end, if any.
    pub left: End,
    /// The letters of the run that it reads.
    pub run: usize,
    /// The separator that it reads at the right end, if any.
    pub right: End,
    /// The pieces that it leaves whatever the rest of the run is, but those without moves.
    pub fixed: Vec<Piece>,
    /// What becomes of the rest of the run.
    pub rest: Rest,
}

/// What a move leaves of the letters that it does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// It reads both ends, so there is no rest.
    Nothing,
    /// One piece with both ends of the old one, and with this many letters more than the rest.
    Joined(usize),
    /// The rest is left of what the move reads: with the left end of the old piece, this many
    /// letters more, and this right end.
    Left(usize, End),
    /// The rest is right of what the move reads: with this left end, this many letters more, and
    /// the right end of the old piece.
    Right(End, usize),
    /// Both: the rest in two parts, of which each may be empty.
    Both((usize, End), (End, usize)),
}

/// A game on words that are sums of runs of one letter, as heaps of several kinds: a kind has the
/// ends of a piece, its size is the length of the run.
///
/// Each move leaves pieces of shorter runs only, so play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Families {
    /// The letter of the runs.
    pub letter: char,
    /// The letters at the ends of pieces, ascending; all of them separate. Any other letter but
    /// `letter` is a wall.
    pub ends: Vec<char>,
    /// The moves.
    pub moves: Vec<FamilyMove>,
}

impl FactorGame {
    /// For each letter whether it separates words: the hypotheses of the theorem. None does if the
    /// game has no walls, since the theorem is about rows in normal play.
    ///
    /// ```
    /// use grundy_games::{FactorGame, Rewrite, RowMove, RowRules, Ruleset, Symbol};
    ///
    /// let side = |text: &str| text.chars().map(Symbol::Letter).collect::<Vec<_>>();
    /// let rule = |left, right| RowMove::Rewrite(Rewrite {
    ///     left: side(left),
    ///     right: vec![side(right)],
    ///     at_start: false,
    ///     at_end: false,
    ///     variables: vec![],
    /// });
    /// let rules = RowRules { moves: vec![rule("aa", "a"), rule("bb", "a")], until: None };
    /// let game = FactorGame::of(&Ruleset::Row(rules), &[], true).unwrap();
    /// assert_eq!(game.separators(), [true, false]);
    /// ```
    ///
    /// # Cost
    /// A pass over the rules for each letter.
    pub fn separators(&self) -> Vec<bool> {
        (0..self.letters.len()).map(|letter| self.walls && self.separates(letter as Letter)).collect()
    }

    /// Whether the theorem is about this letter.
    fn separates(&self, letter: Letter) -> bool {
        self.moves.iter().all(|kind| {
            let FactorMove::Replace(rule) = kind else { return false };
            rule.separated_by(letter)
        })
    }
}

impl Replace {
    /// Whether the move neither extends across this letter nor loses it.
    fn separated_by(&self, letter: Letter) -> bool {
        if self.at_start || self.at_end || self.left.iter().any(|&(own, run)| run && own == letter) {
            return false;
        }
        if self.left.iter().all(|&(own, _)| own != letter) {
            return true;
        }
        let (Some((&(first, _), rest)), Some(head)) = (self.left.split_first(), self.right.first()) else {
            return false;
        };
        let (Some((&(last, _), inner)), Some(tail)) = (rest.split_last(), self.right.last()) else {
            return false;
        };
        inner.iter().all(|&(own, _)| own != letter)
            && (first != letter || head.first() == Some(&letter))
            && (last != letter || tail.last() == Some(&letter))
    }
}

impl Families {
    /// Returns the families of a game, with the first letter for the runs that makes all others
    /// separate.
    ///
    /// # Errors
    ///
    /// Returns the reason why words are no sums of runs.
    pub fn of(game: &FactorGame) -> Result<Families, String> {
        if !game.walls {
            return Err("a word is a sum of pieces only on rows in normal play, with moves on any factor".into());
        }
        let separates = game.separators();
        let mut open = (0..separates.len()).filter(|&at| !separates[at]);
        let run = match (open.next(), open.next()) {
            (_, Some(_)) => return Err("two letters or more do not separate words".into()),
            (run, None) => run.unwrap_or(0),
        };
        let letter = *game.letters.get(run).ok_or("there are no letters")?;
        let end = |own: Letter| match usize::from(own) {
            at if at == run => 0,
            at => at + usize::from(at < run),
        };
        let mut moves = Vec::with_capacity(game.moves.len());
        for kind in &game.moves {
            let FactorMove::Replace(rule) = kind else { return Err("a move removes every copy of a letter".into()) };
            if rule.left.iter().any(|&(_, run)| run) {
                return Err("a move reads a run of any length".into());
            }
            let left: Vec<End> = rule.left.iter().map(|&(own, _)| end(own)).collect();
            let right: Vec<Vec<End>> =
                rule.right.iter().map(|piece| piece.iter().map(|&own| end(own)).collect()).collect();
            let found = FamilyMove::of(&left, right);
            if !found.shortens() {
                return Err("a move leaves a run that is no shorter".into());
            }
            moves.push(found);
        }
        let ends = game.letters.iter().copied().filter(|&own| own != letter).collect();
        Ok(Families { letter, ends, moves })
    }

    /// The ends of each kind of piece, in the order of their numbers.
    pub fn kinds(&self) -> impl Iterator<Item = (End, End)> + use<> {
        let many = self.ends.len() + 1;
        (0..many).flat_map(move |left| (0..many).map(move |right| (left, right)))
    }

    /// The number of the kind of pieces between these ends, counted from 0.
    pub fn kind(&self, left: End, right: End) -> usize {
        left * (self.ends.len() + 1) + right
    }

    /// The moves on pieces between these ends.
    pub fn moves_on(&self, left: End, right: End) -> impl Iterator<Item = &FamilyMove> {
        let meets = |reads: End, is: End| reads == 0 || reads == is;
        self.moves.iter().filter(move |own| meets(own.left, left) && meets(own.right, right))
    }

    /// Calls `visit` with each piece of a word but those without moves; the word is their sum.
    pub fn split(&self, word: &str, mut visit: impl FnMut(Piece)) {
        let mut piece = Piece { left: 0, run: 0, right: 0 };
        for own in word.chars() {
            if own == self.letter {
                piece.run += 1;
                continue;
            }
            let end = self.ends.binary_search(&own).map_or(0, |at| at + 1);
            piece.right = end;
            if !piece.is_over() {
                visit(piece);
            }
            piece = Piece { left: end, run: 0, right: 0 };
        }
        if !piece.is_over() {
            visit(piece);
        }
    }
}

impl FamilyMove {
    /// The move with these sides, whose letters are ends, and 0 for the letter of the runs.
    fn of(from: &[End], mut to: Vec<Vec<End>>) -> FamilyMove {
        let (left, right) = match from {
            [] => (0, 0),
            [first] => (*first, 0),
            [first, .., last] => (*first, *last),
        };
        let run = from.iter().filter(|&&own| own == 0).count();
        // The letters of the right side that stand for the ends which the move reads.
        let single = to.len() == 1 && to[0].len() == 1 && left != 0 && right != 0;
        if single {
            // The same letter is both ends, and nothing is left between them.
            return FamilyMove { left, run, right, fixed: Vec::new(), rest: Rest::Nothing };
        }
        if left != 0 {
            to[0].remove(0);
        }
        if right != 0 {
            to.last_mut().expect("a right side has a piece").pop();
        }
        // The pieces of the right side; the ends of the first and the last one are filled in below.
        let mut pieces = vec![Piece { left: 0, run: 0, right: 0 }];
        for (at, part) in to.iter().enumerate() {
            if at > 0 {
                pieces.push(Piece { left: 0, run: 0, right: 0 });
            }
            for &own in part {
                let piece = pieces.last_mut().expect("there is one");
                if own == 0 {
                    piece.run += 1;
                } else {
                    piece.right = own;
                    pieces.push(Piece { left: own, run: 0, right: 0 });
                }
            }
        }
        let cut = pieces.len() > 1;
        let (first, last) = (pieces[0], pieces[pieces.len() - 1]);
        pieces[0].left = left;
        pieces.last_mut().expect("there is one").right = right;
        let rest = match (left != 0, right != 0, cut) {
            (true, true, _) => Rest::Nothing,
            (_, _, false) => Rest::Joined(first.run),
            (true, false, true) => Rest::Right(last.left, last.run),
            (false, true, true) => Rest::Left(first.run, first.right),
            (false, false, true) => Rest::Both((first.run, first.right), (last.left, last.run)),
        };
        if matches!(rest, Rest::Joined(_) | Rest::Left(..) | Rest::Both(..)) {
            pieces.remove(0);
        }
        if matches!(rest, Rest::Right(..) | Rest::Both(..)) {
            pieces.pop();
        }
        pieces.retain(|piece| !piece.is_over());
        FamilyMove { left, run, right, fixed: pieces, rest }
    }

    /// Whether all runs that it leaves are shorter than the one that it changes.
    fn shortens(&self) -> bool {
        let rest = match self.rest {
            Rest::Nothing => 0,
            Rest::Joined(more) | Rest::Left(more, _) | Rest::Right(_, more) => more + 1,
            Rest::Both((left, _), (_, right)) => left.max(right) + 1,
        };
        self.run >= rest && self.fixed.iter().all(|piece| piece.run < self.run)
    }
}

#[cfg(test)]
mod tests {
    use crate::FactorGame;

    fn of(text: &str, sums: bool) -> FactorGame {
        FactorGame::of(&crate::game(text).expect("a game").ruleset, &[], sums).expect("moves on factors")
    }

    fn game(text: &str) -> FactorGame {
        of(text, true)
    }

    #[test]
    fn letters_separate_under_the_conditions_of_the_theorem() {
        for (text, separators) in [
            ("\"aa\" -> \"a\", \"bb\" -> \"a\"", "a"),
            ("\"aaa\" -> \"b\", \"ab\" -> \"b\"", "b"),
            ("\"aa\" -> \"b\", \"bab\" -> \"bb\"", "b"),
            ("\"acb\" -> \"ab\", \"cc\" -> \"\"", "ab"),
            ("\"aab\" -> \"a\"", ""),
            ("\"bab\" -> \"b\"", "b"),
            ("\"b\" -> \"\", \"aa\" -> \"b\"", ""),
            ("\"bb\" -> \"b\", \"aa\" -> \"ba\"", "b"),
            ("\"ba\" -> \"b|\", \"ab\" -> \"|b\"", "b"),
            ("\"ba\" -> \"|b\"", ""),
            ("\"a+b\" -> \"b\"", "b"),
            ("\"ba+\" -> \"b\", \"b+a\" -> \"b\"", ""),
        ] {
            let game = game(text);
            let found: String =
                game.letters.iter().zip(game.separators()).filter(|(_, own)| *own).map(|own| own.0).collect();
            assert_eq!(found, separators, "{text}");
        }
        // Rings, anchors and misère play have no walls either.
        assert_eq!(game("ring: \"aa\" -> \"a\", \"bb\" -> \"a\"").separators(), [false, false]);
        assert_eq!(game("^\"aa\" -> \"a\", \"bb\" -> \"a\"").separators(), [false, false]);
        assert_eq!(of("\"aa\" -> \"a\", \"bb\" -> \"a\"", false).separators(), [false, false]);
    }
}
