//! One move in play while a word is read: how far the move is, and what it has written.
//!
//! A *place* is how far a move is: a number of symbols of its left side are read, or all of them,
//! after which the rest of the word is copied. An *item* is a place with the xor of the components
//! that are closed and the state of the machine on the component that is open. Before a move begins
//! the word is copied too. That needs no item, since the machine has the same state on the copy as
//! on the word.
//!
//! Example: with the move `aa -> b`, one item is in play after the prefix `ca`: the first `a` is
//! read, and the open component is `c`.
//!
//! On a ring an occurrence may go across the start of the word. Then the word begins with the rear
//! of the factor and ends with its front, and the right side is written first.

use grundy_games::{FactorGame, FactorMove, Letter, Replace};

use super::Machine;

/// A move in play. `place` is an index into [`MovePlaces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Item {
    /// The place.
    pub(super) place: u32,
    /// The xor of the labels of the closed components.
    pub(super) xor: u32,
    /// The state of the machine on the open component.
    pub(super) state: u32,
}

/// What a step writes.
#[derive(Clone, Copy, Debug)]
enum WrittenLetter {
    /// No letter.
    Nothing,
    /// The letter that is read.
    TheLetter,
    /// The pieces of the right side of that move.
    Pieces(usize),
    /// The end of a component.
    Cut,
}

/// Steps from a place: the letter that is read, the next place, and what is written.
type PlaceSteps = Vec<(Letter, u32, WrittenLetter)>;

/// The places of all moves, with the steps between them.
pub(super) struct MovePlaces<'a> {
    /// The game.
    game: &'a FactorGame,
    /// The places of moves that begin before the first letter, with what they write first.
    starts: Vec<(u32, WrittenLetter)>,
    /// The steps by which a letter of the untouched word begins a move.
    births: PlaceSteps,
    /// The steps from each place.
    steps: Vec<PlaceSteps>,
    /// Whether letters are copied at a place.
    copies: Vec<bool>,
    /// Whether the word may end at a place.
    ends: Vec<bool>,
}

/// The place after a move: the rest of the word is copied.
const AFTER: u32 = 0;
/// The place after a move that reaches the end: no letter may follow.
const OVER: u32 = 1;

impl<'a> MovePlaces<'a> {
    /// The places of all moves of a game.
    pub(super) fn new(game: &'a FactorGame) -> MovePlaces<'a> {
        let mut places = MovePlaces {
            game,
            starts: Vec::new(),
            births: Vec::new(),
            steps: vec![Vec::new(); 2],
            copies: vec![true, false],
            ends: vec![true, true],
        };
        for (at, kind) in game.moves.iter().enumerate() {
            match kind {
                FactorMove::EveryCopy { letter, separates } => places.every_copy(*letter, *separates),
                FactorMove::Replace(rule) => {
                    places.straight(at, rule);
                    if game.ring {
                        places.across(at, rule);
                    }
                }
            }
        }
        places
    }

    /// A new place at which no letter is copied and the word may not end.
    fn fresh(&mut self) -> u32 {
        self.steps.push(Vec::new());
        self.copies.push(false);
        self.ends.push(false);
        (self.steps.len() - 1) as u32
    }

    /// All copies of a letter, from the first one on.
    fn every_copy(&mut self, letter: Letter, separates: bool) {
        let written = if separates { WrittenLetter::Cut } else { WrittenLetter::Nothing };
        let (before, within) = (self.fresh(), self.fresh());
        self.starts.push((before, WrittenLetter::Nothing));
        for own in 0..self.game.letters.len() as Letter {
            let (left, there) = ((own, before, WrittenLetter::TheLetter), (own, within, WrittenLetter::TheLetter));
            self.steps[before as usize].push(if own == letter { (own, within, written) } else { left });
            self.steps[within as usize].push(if own == letter { (own, within, written) } else { there });
        }
        self.ends[within as usize] = true;
    }

    /// An occurrence from left to right; the right side is written with its last letter.
    fn straight(&mut self, at: usize, rule: &Replace) {
        let last = if rule.at_end { OVER } else { AFTER };
        let first = if rule.at_start {
            let start = self.fresh();
            self.starts.push((start, WrittenLetter::Nothing));
            Some(start)
        } else {
            None
        };
        self.chain(first, &rule.left, last, WrittenLetter::Pieces(at));
    }

    /// An occurrence across the start of a ring, for each way to split the left side, within a run
    /// too.
    fn across(&mut self, at: usize, rule: &Replace) {
        let whole = rule.at_start && rule.at_end;
        let between = (1..rule.left.len()).map(|at| (at, at));
        let within = rule.left.iter().enumerate().filter(|(_, (_, run))| *run).map(|(at, _)| (at + 1, at));
        let ways: Vec<(usize, usize)> = between.chain(within).collect();
        for (front, rear) in ways {
            let start = self.fresh();
            self.starts.push((start, WrittenLetter::Pieces(at)));
            let middle = self.fresh();
            self.copies[middle as usize] = !whole;
            self.chain(Some(start), &rule.left[rear..], middle, WrittenLetter::Nothing);
            self.chain(Some(middle), &rule.left[..front], OVER, WrittenLetter::Nothing);
        }
    }

    /// Reads symbols from a place on (or from the untouched word) and leads to `last`.
    fn chain(&mut self, first: Option<u32>, symbols: &[(Letter, bool)], last: u32, written: WrittenLetter) {
        let mut from = first;
        for (at, &(letter, run)) in symbols.iter().enumerate() {
            let is_last = at + 1 == symbols.len();
            let goal = if is_last && !run { None } else { Some(self.fresh()) };
            if is_last {
                self.arc(from, (letter, last, written));
            }
            if let Some(goal) = goal {
                self.arc(from, (letter, goal, WrittenLetter::Nothing));
                if run {
                    self.arc(Some(goal), (letter, goal, WrittenLetter::Nothing));
                }
                if is_last {
                    self.arc(Some(goal), (letter, last, written));
                }
            }
            from = goal;
        }
    }

    /// Adds a step from a place, or from the untouched word.
    fn arc(&mut self, from: Option<u32>, arc: (Letter, u32, WrittenLetter)) {
        match from {
            Some(from) => self.steps[from as usize].push(arc),
            None => self.births.push(arc),
        }
    }

    /// The number of places.
    pub(super) fn count(&self) -> usize {
        self.steps.len()
    }

    /// The item after a step to a place: what is written is read by the machine, or closes a
    /// component.
    fn arrive(&self, machine: &Machine, item: Item, place: u32, letter: Letter, written: WrittenLetter) -> Item {
        let Item { mut xor, mut state, .. } = item;
        let mut close = |state: &mut u32| {
            xor ^= machine.labels[*state as usize];
            *state = 0;
        };
        match written {
            WrittenLetter::Nothing => {}
            WrittenLetter::TheLetter => state = machine.step(state, letter),
            WrittenLetter::Cut => close(&mut state),
            WrittenLetter::Pieces(at) => {
                if let FactorMove::Replace(rule) = &self.game.moves[at] {
                    for (number, piece) in rule.right.iter().enumerate() {
                        if number > 0 {
                            close(&mut state);
                        }
                        state = machine.run(state, piece);
                    }
                }
            }
        }
        Item { place, xor, state }
    }

    /// The moves in play before the first letter.
    pub(super) fn first(&self, machine: &Machine) -> Vec<Item> {
        let empty = Item { place: AFTER, xor: 0, state: 0 };
        self.starts.iter().map(|&(place, written)| self.arrive(machine, empty, place, 0, written)).collect()
    }

    /// Calls `visit` with the moves in play that a letter begins in the untouched word, on which
    /// the machine is in `state`.
    pub(super) fn begin(&self, machine: &Machine, state: u32, letter: Letter, mut visit: impl FnMut(Item)) {
        let untouched = Item { place: AFTER, xor: 0, state };
        for &(own, place, written) in &self.births {
            if own == letter {
                visit(self.arrive(machine, untouched, place, letter, written));
            }
        }
    }

    /// Calls `visit` with the moves in play that follow from one of them by a letter.
    pub(super) fn go_on(&self, machine: &Machine, item: Item, letter: Letter, mut visit: impl FnMut(Item)) {
        let place = item.place as usize;
        if self.copies[place] {
            visit(Item { state: machine.step(item.state, letter), ..item });
        }
        for &(own, goal, written) in &self.steps[place] {
            if own == letter {
                visit(self.arrive(machine, item, goal, letter, written));
            }
        }
    }

    /// The label of the option if the word ends here; `None` if it may not.
    pub(super) fn value(&self, machine: &Machine, item: Item) -> Option<u32> {
        self.ends[item.place as usize].then(|| item.xor ^ machine.labels[item.state as usize])
    }
}
