//! All positions of a size: what a size is on each board, how many positions have it, and the
//! positions one after another.
//!
//! | board | the positions of size n |
//! |---|---|
//! | heap | one heap of n; or all sums of k heaps, none of them 0, with n counters in all |
//! | heaps of several kinds | one heap of each kind, for all sizes with the sum n |
//! | row | the words of n letters |
//! | ring | the words of n letters in a circle, up to rotation |
//! | bag | the bags of n letters |
//! | graph | the boards of 1xn, 2xn, .., nxn squares |
//! | order | the bars of n squares |
//!
//! A tape needs a limit on its length or a list of the words that there are, and a token a
//! graph: these boards have no positions of a size. Positions come in one order, so that the first
//! of them with a property is the same in every run: sums of heaps with the largest heap ascending,
//! words and bags in the order of their letters, boards and bars with fewer rows first.
//!
//! ```
//! use grundy::games;
//! use grundy_lab::positions::Positions;
//!
//! let nim = games::game("nim").unwrap();
//! let pairs = Positions::of(&nim, &[], Some(2)).unwrap();
//! let all: Vec<_> = pairs.of_size(5).unwrap().collect();
//! assert_eq!((all.len(), pairs.count(5).to_string()), (2, "2".to_owned()));
//! ```

mod sequences;

use grundy::{
    Component, Declaration, Error,
    games::{
        self, Bag, BagMove, Bar, Cells, Factor, Family, GraphFamily, GraphRules, LONGEST_SIDE, RowMove, RowRules,
        Ruleset, Symbol, Typed, TypedRules, least_rotation,
    },
    help::{Fix, Help},
};
use num_bigint::BigUint;

use sequences::{Bags, Compositions, Necklaces, Partitions, WordSequence};

/// More letters than this are not taken from the rules.
const MOST_LETTERS: usize = 64;

/// No list of longer words is made.
pub(crate) const LONGEST: usize = 1 << 20;

/// The positions of a game by their sizes.
///
/// It holds the kind of the positions and no list of them.
#[derive(Clone, Debug)]
pub struct Positions<'r> {
    /// The game.
    rules: &'r Declaration,
    /// What its positions are.
    kind: PositionSequence,
}

/// The kind of the positions, with what its sequence needs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PositionSequence {
    /// Sums of this many heaps.
    Heaps(u32),
    /// Members of a family, one of each size.
    Members(GraphFamily),
    /// Heaps with several sizes; with none larger than the one before it, if the flag is set.
    Typed(bool),
    /// Words over these letters, ascending.
    Row(Vec<char>),
    Ring(Vec<char>),
    Bag(Vec<char>),
    Boards,
    Bars,
}

/// Positions one after another: each is a sum of components.
///
/// It holds one position at a time.
pub type PositionList<'p> = Box<dyn Iterator<Item = Vec<Component>> + 'p>;

impl<'r> Positions<'r> {
    /// The positions of a game. Words and bags have the `letters`; if there are none, those that
    /// the rules name. `heaps` is the number of heaps of a sum, for games on heaps; 1 if absent.
    ///
    /// # Errors
    /// [`Error::Refused`] if the board has no positions of a size, the rules name no letters, or
    /// letters or heaps are given where there are none.
    pub fn of(rules: &'r Declaration, letters: &[char], heaps: Option<u32>) -> Result<Positions<'r>, Error> {
        let board = rules.ruleset.name();
        let on_heaps = matches!(rules.ruleset, Ruleset::Heap(_));
        if heaps.is_some() && !on_heaps {
            let message = format!("a number of heaps is about sums of heaps, and the board of this game is: {board}");
            return Err(Error::field("heaps", message, Fix::LeaveOut("heaps")));
        }
        if heaps == Some(0) {
            let help = Help::from("write ") + Fix::set("heaps", 1) + ", or a larger number";
            return Err(Error::field("heaps", "a sum of 0 heaps has no size", help));
        }
        let spelled = matches!(rules.ruleset, Ruleset::Row(_) | Ruleset::Ring(_) | Ruleset::Bag(_));
        if !letters.is_empty() && !spelled {
            let message = format!("letters are about words, and the board of this game is: {board}");
            return Err(Error::field("letters", message, Fix::LeaveOut("letters")));
        }
        let no_size = |why: &str| {
            let message = format!("positions on this board ({board}) have no size: {why}");
            Err(Error::usage(board, message, Help::from("ask for one position with ") + Fix::verb("solve")))
        };
        let kind = match &rules.ruleset {
            Ruleset::Heap(_) => PositionSequence::Heaps(heaps.unwrap_or(1)),
            Ruleset::Typed(_) => PositionSequence::Typed(Family::falls(&rules.ruleset)),
            Ruleset::Row(_) => PositionSequence::Row(alphabet(&rules.ruleset, letters)?),
            Ruleset::Ring(_) => PositionSequence::Ring(alphabet(&rules.ruleset, letters)?),
            Ruleset::Bag(_) => PositionSequence::Bag(alphabet(&rules.ruleset, letters)?),
            Ruleset::Graph(GraphRules { on: Some(family), .. }) => PositionSequence::Members(family.clone()),
            Ruleset::Graph(_) => PositionSequence::Boards,
            Ruleset::Poset(_) => PositionSequence::Bars,
            other => return no_size(other.why_no_size()),
        };
        Ok(Positions { rules, kind })
    }

    /// The game.
    pub fn rules(&self) -> &'r Declaration {
        self.rules
    }

    /// The letters of the words or bags, ascending; none on other boards.
    ///
    /// They are those that the caller gave, or those of the rules.
    pub fn letters(&self) -> &[char] {
        match &self.kind {
            PositionSequence::Row(letters) | PositionSequence::Ring(letters) | PositionSequence::Bag(letters) => {
                letters
            }
            PositionSequence::Heaps(_)
            | PositionSequence::Members(_)
            | PositionSequence::Typed(_)
            | PositionSequence::Boards
            | PositionSequence::Bars => &[],
        }
    }

    /// The number of heaps of a sum, for games on heaps.
    ///
    /// `None` on other boards.
    pub fn heaps(&self) -> Option<u32> {
        if let PositionSequence::Heaps(heaps) = self.kind { Some(heaps) } else { None }
    }

    /// Whether positions are words in a row.
    ///
    /// Then an automaton may count them.
    pub fn are_rows(&self) -> bool {
        matches!(self.kind, PositionSequence::Row(_))
    }

    /// Whether positions are words in a circle.
    ///
    /// Then an automaton may count them, by Burnside's lemma.
    pub fn are_rings(&self) -> bool {
        matches!(self.kind, PositionSequence::Ring(_))
    }

    /// The position of a row or a ring that the letters with these numbers make.
    pub(crate) fn word(&self, word: &[usize]) -> Vec<Component> {
        let word = spell(self.letters(), word);
        vec![if self.are_rings() { least_rotation(&word) } else { Component::Row(word) }]
    }

    /// What the positions of a size are, in words: `words of 5 letters over ab`. `size` is the size
    /// as it is to be shown.
    pub fn describe(&self, size: &str) -> String {
        let (letter, counter, square) = match size {
            "1" => ("letter", "counter", "square"),
            _ => ("letters", "counters", "squares"),
        };
        let over = || self.letters().iter().collect::<String>();
        match &self.kind {
            PositionSequence::Heaps(1) => format!("heaps of {size}"),
            PositionSequence::Heaps(heaps) => format!("sums of {heaps} heaps with {size} {counter} in all"),
            PositionSequence::Members(family) => format!("members of {family} for n = {size}"),
            PositionSequence::Typed(_) => format!("heaps with sizes that add up to {size}"),
            PositionSequence::Row(_) => format!("words of {size} {letter} over {}", over()),
            PositionSequence::Ring(_) => format!("rings of {size} {letter} over {}", over()),
            PositionSequence::Bag(_) => format!("bags of {size} {letter} over {}", over()),
            PositionSequence::Boards => format!("boards whose longer side has {size} {square}"),
            PositionSequence::Bars => format!("bars of {size} {square}"),
        }
    }

    /// The number of positions of a size. Cost: that of the number, for sums of heaps and for bars
    /// the square of the size; call [`Positions::are_few`] first where a size may be large.
    pub fn count(&self, size: u64) -> BigUint {
        let kinds = |letters: &[char]| BigUint::from(letters.len());
        match &self.kind {
            PositionSequence::Heaps(1) | PositionSequence::Members(_) => BigUint::from(1u8),
            PositionSequence::Heaps(heaps) => sequences::partitions(size, Some(u64::from(*heaps))),
            PositionSequence::Typed(true) => {
                arities(self.rules).iter().map(|(_, arity)| sequences::partitions(size, Some(*arity as u64))).sum()
            }
            PositionSequence::Typed(false) => {
                let counts = arities(self.rules)
                    .into_iter()
                    .map(|(_, arity)| sequences::choose(size.saturating_add(arity as u64 - 1), arity as u64 - 1));
                counts.sum()
            }
            PositionSequence::Row(letters) => sequences::power(&kinds(letters), size),
            PositionSequence::Ring(letters) => sequences::necklaces(&kinds(letters), size),
            PositionSequence::Bag(letters) => {
                let more = letters.len() as u64 - 1;
                sequences::choose(size.saturating_add(more), more)
            }
            PositionSequence::Boards => BigUint::from(size),
            PositionSequence::Bars => {
                if size == 0 {
                    BigUint::ZERO
                } else {
                    sequences::partitions(size, None)
                }
            }
        }
    }

    /// Whether there are at most `most` positions of this size: cheap for every size.
    pub fn are_few(&self, size: u64, most: u64) -> bool {
        match &self.kind {
            PositionSequence::Heaps(1) | PositionSequence::Members(_) => true,
            PositionSequence::Boards => size <= most,
            PositionSequence::Row(letters) | PositionSequence::Ring(letters) if letters.len() < 2 => true,
            // There are at least 2^(n/2) words and rings, and at least n/2 others.
            PositionSequence::Row(_) | PositionSequence::Ring(_) => {
                size < 128 && self.count(size) <= BigUint::from(most)
            }
            PositionSequence::Bag(letters) if letters.len() < 2 => true,
            PositionSequence::Typed(_) if arities(self.rules).iter().all(|(_, arity)| *arity < 2) => true,
            PositionSequence::Bag(_) | PositionSequence::Typed(_) => {
                size <= most && self.count(size) <= BigUint::from(most)
            }
            PositionSequence::Heaps(2) => size / 2 <= most,
            PositionSequence::Heaps(heaps) => {
                let heaps = u64::from(*heaps);
                self.few_partitions(size, size.saturating_sub(heaps), heaps, most)
            }
            PositionSequence::Bars => self.few_partitions(size, size, size, most),
        }
    }

    /// Whether there are at most `most` positions of this size: as many as partitions of `rest`
    /// into up to this many parts.
    fn few_partitions(&self, size: u64, rest: u64, parts: u64, most: u64) -> bool {
        // Partitions are counted in this many steps. Where there are more steps, there are over
        // 10^10 partitions: into three parts as many as a twelfth of the square, into more parts
        // more.
        const STEPS: u64 = 1 << 22;
        rest.saturating_mul(rest.min(parts)) <= STEPS && self.count(size) <= BigUint::from(most)
    }

    /// Refuses a size, the value of this field, that no position has because boards end before it.
    pub(crate) fn reach(&self, size: u64, field: &'static str) -> Result<(), Error> {
        let longest = LONGEST_SIDE as u64;
        if !matches!(self.kind, PositionSequence::Boards) || size <= longest {
            return Ok(());
        }
        let message = format!("a board has at most {longest} squares on a side");
        Err(Error::field(field, message, Help::from("write ") + Fix::set(field, longest) + ", or less"))
    }

    /// The positions of a size, in order.
    ///
    /// # Errors
    /// [`Error::Refused`] if the positions of this size are too large.
    ///
    /// # Cost
    /// One step for each position that is taken from it.
    pub fn of_size(&self, size: u64) -> Result<PositionList<'_>, Error> {
        let long = || match usize::try_from(size) {
            Ok(length) if length <= LONGEST => Ok(length),
            _ => {
                let message = format!("words of more than {LONGEST} letters are too long to list");
                Err(Error::usage(&size.to_string(), message, "ask for a smaller size"))
            }
        };
        Ok(match &self.kind {
            PositionSequence::Heaps(1) => Box::new(std::iter::once(vec![Component::Heap(size)])),
            PositionSequence::Members(family) => {
                Box::new(std::iter::once(vec![Component::Member(family.member(size))]))
            }
            PositionSequence::Heaps(heaps) => {
                let parts = Partitions::of(size, Some(u64::from(*heaps)));
                Box::new(parts.map(|parts| parts.into_iter().map(Component::Heap).collect()))
            }
            PositionSequence::Typed(falls) => {
                let falls = *falls;
                let each = arities(self.rules).into_iter().flat_map(move |(kind, arity)| {
                    let heap = move |sizes| vec![Component::Typed(Typed { kind: kind.clone(), sizes })];
                    let is_one = move |sizes: &Vec<u64>| !falls || sizes.is_sorted_by(|one, other| one >= other);
                    Compositions::of(size, arity).filter(is_one).map(heap)
                });
                Box::new(each)
            }
            PositionSequence::Row(letters) => Box::new(
                WordSequence::of(long()?, letters.len()).map(|word| vec![Component::Row(spell(letters, &word))]),
            ),
            PositionSequence::Ring(letters) => {
                let rings = Necklaces::of(long()?, letters.len());
                Box::new(rings.map(|word| vec![least_rotation(&spell(letters, &word))]))
            }
            PositionSequence::Bag(letters) => {
                let bag = |word: Vec<usize>| vec![Component::Bag(Bag::of(spell(letters, &word).chars()))];
                Box::new(Bags::of(long()?, letters.len()).map(bag))
            }
            PositionSequence::Boards => {
                self.reach(size, "up_to")?;
                // If the largest one is a position, so are those with fewer rows.
                if size > 0 {
                    self.board(size, size)?;
                }
                Box::new((1..=size).map_while(move |rows| self.board(rows, size).ok()))
            }
            PositionSequence::Bars => {
                let bars = Partitions::of(size, None).filter_map(|rows| {
                    let rows: Option<Vec<u32>> = rows.into_iter().map(|row| u32::try_from(row).ok()).collect();
                    Some(vec![Component::Bar(Bar::of(rows?)?)])
                });
                Box::new(bars.filter(move |_| size > 0))
            }
        })
    }

    /// A board of squares as the language reads it.
    fn board(&self, rows: u64, columns: u64) -> Result<Vec<Component>, Error> {
        if let Ruleset::Graph(rules) = &self.rules.ruleset
            && rules.keeps_cells()
            && let (Ok(rows), Ok(columns)) = (usize::try_from(rows), usize::try_from(columns))
            && rows.max(columns) <= LONGEST_SIDE
        {
            return Ok(vec![Component::Cells(Cells::rectangle(rows, columns))]);
        }
        Ok(games::position(self.rules, &format!("{rows}x{columns}"))?)
    }
}

/// The kinds of heaps of a game, with the number of sizes that each has.
fn arities(rules: &Declaration) -> Vec<(std::sync::Arc<str>, usize)> {
    let Ruleset::Typed(TypedRules { clauses, kinds, .. }) = &rules.ruleset else { return Vec::new() };
    let arity = |kind: &std::sync::Arc<str>| {
        let own = clauses.iter().find(|clause| clause.kind.as_ref() == Some(kind));
        own.map(|clause| (kind.clone(), clause.arity))
    };
    kinds.iter().filter_map(arity).collect()
}

/// The word of these letters.
fn spell(letters: &[char], word: &[usize]) -> String {
    word.iter().map(|&letter| letters[letter]).collect()
}

/// The letters that are given, or else those of the rules, ascending.
fn alphabet(ruleset: &Ruleset, given: &[char]) -> Result<Vec<char>, Error> {
    let mut letters = if given.is_empty() { letters_of(ruleset) } else { given.to_vec() };
    letters.sort_unstable();
    letters.dedup();
    match letters.len() {
        0 => {
            let message = "the rules name no letters that words could have";
            Err(Error::field("letters", message, Help::from("name them: ") + Fix::set("letters", "ab")))
        }
        many if many > MOST_LETTERS => {
            let message = format!("the rules name {many} letters, and words over all of them are too many to count");
            Err(Error::field("letters", message, Help::from("name some of them: ") + Fix::set("letters", "ab")))
        }
        _ => Ok(letters),
    }
}

/// The letters that the rules name.
fn letters_of(ruleset: &Ruleset) -> Vec<char> {
    let mut found: Vec<char> = ruleset.lists().iter().flat_map(|list| list.iter()).flat_map(str::chars).collect();
    let of_factor = |factor: &Factor, found: &mut Vec<char>| {
        if let Factor::Letter(Some(letters)) = factor {
            found.extend(letters.iter());
        }
    };
    match ruleset {
        Ruleset::Row(RowRules { moves, .. }) | Ruleset::Ring(RowRules { moves, .. }) => {
            for kind in moves {
                match kind.unrestricted() {
                    RowMove::Remove(_, factor) => of_factor(factor, &mut found),
                    RowMove::EveryCopy(_) | RowMove::Split(_) | RowMove::Within(..) => {}
                    RowMove::Rewrite(rule) => {
                        let sides = rule.left.iter().chain(rule.right.iter().flatten());
                        found.extend(sides.filter_map(|symbol| match symbol {
                            Symbol::Letter(letter) | Symbol::Run(letter) => Some(*letter),
                            Symbol::Variable(_) => None,
                        }));
                    }
                }
            }
        }
        Ruleset::Bag(rules) => {
            rules.moves.iter().filter_map(BagMove::taken).for_each(|taken| of_factor(taken, &mut found))
        }
        _ => {}
    }
    found.sort_unstable();
    found.dedup();
    found
}
