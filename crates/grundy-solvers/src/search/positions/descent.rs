//! One worker: a depth-first search with an explicit stack.
//!
//! A position is expanded once. The facts about options that are known at that moment go to one
//! stack, the components of the other options to a second one, where each waits for its fact. When
//! these stacks hold more than a part of the memory, a position keeps only the first unknown option
//! instead, and is expanded again after it.
//!
//! So the depth of play is limited by memory alone, and a wide game does not hold the options of
//! all positions on the path. A position may then be expanded as often as it has unknown options,
//! which is the price for less memory; without that limit, once.

use std::{collections::HashSet, fmt, mem};

use grundy_core::{Fault, Game, MexSet, hash::SplitMix};
use rustc_hash::FxBuildHasher;

use super::{
    fact::{FactStore, Ranked, hold},
    rule::FactRule,
};
use crate::support::{
    budget::{Budget, Stopped},
    walk::Halt,
};

/// The stacks keep all options while they hold at most one part in `SHARE` of the memory.
const SHARE: u64 = 4;

/// The path is first searched for a repetition when it is this long, then when it has doubled.
const FIRST_SEARCH: usize = 16;

/// Number of steps between two calls of `pause`.
const STRIDE: u32 = 256;

/// A component of an option whose fact was unknown when its position was expanded.
enum PendingPart<P, F> {
    /// Not yet looked at again.
    Unknown(P),
    /// On the path.
    Open,
    /// Now known.
    Known(Ranked<F>),
}

/// A position on the path. Its parts, ends and known facts are on the stacks from these places on.
struct DescentFrame<P> {
    position: P,
    /// The part, of the frame below, that this position is.
    part: Option<usize>,
    /// The start of its parts on their stack.
    first_part: usize,
    /// The start of its options among `ends`.
    first_end: usize,
    /// The start of its known facts.
    first_known: usize,
    /// The number of parts that were looked at.
    looked: usize,
    /// Where the worker begins to look, and in which direction. The index, among its parts, at
    /// which the worker begins.
    begin: usize,
    /// Whether it goes on to lower indices, around the end.
    backward: bool,
    /// The highest rank of the facts so far.
    rank: u64,
    /// Whether every option is on the stacks.
    is_whole: bool,
}

/// What happens next.
enum DescentStep<P, F> {
    /// This part of the top frame is to be solved first.
    Descend(usize, P),
    /// The fact about the top frame is known.
    Ascend(Ranked<F>),
    /// The top frame is to be expanded again.
    Expand,
}

/// The search of one worker.
pub(crate) struct Descent<'g, G: Game, R: FactRule, W, T> {
    /// The rules.
    game: &'g G,
    /// Bytes that a position holds outside its value.
    weight: W,
    /// The facts that are known, of this worker or of all.
    table: T,
    /// The positions to solve, and the number of those that were begun.
    start: &'g [G::Position],
    /// The number of positions of `start` that were begun.
    begun: usize,
    /// The path.
    frames: Vec<DescentFrame<G::Position>>,
    /// The parts of the options of all frames that were not known at once.
    parts: Vec<PendingPart<G::Position, R::Fact>>,
    /// Where each option on `parts` ends.
    ends: Vec<usize>,
    /// The facts about options that were known at once.
    known: Vec<R::Fact>,
    /// Memory of the stacks, in bytes.
    held: u64,
    /// The length of the path at which it is searched for a repetition.
    search_at: usize,
    /// A set for the mex, reused.
    seen: MexSet,
    /// The random numbers of the worker's order; `None` for the order of a search by one thread.
    order: Option<SplitMix>,
    /// The steps since the last call of `pause`.
    steps: u32,
}

impl<'g, G, R, W, T> Descent<'g, G, R, W, T>
where
    G: Game<Position: fmt::Debug>,
    R: FactRule,
    W: Fn(&G::Position) -> u64,
    T: FactStore<G::Position, R::Fact>,
{
    /// Returns a search for the facts about these positions. Worker 0 looks at the options of a
    /// position from the last to the first, and every other one in an order of its number.
    pub(crate) fn new(
        game: &'g G,
        start: &'g [G::Position],
        weight: W,
        table: T,
        worker: u64,
    ) -> Descent<'g, G, R, W, T> {
        Descent {
            game,
            weight,
            table,
            start,
            begun: 0,
            frames: Vec::new(),
            parts: Vec::new(),
            ends: Vec::new(),
            known: Vec::new(),
            held: 0,
            search_at: FIRST_SEARCH,
            seen: MexSet::new(),
            order: (worker > 0).then_some(SplitMix(worker)),
            steps: STRIDE,
        }
    }

    /// Searches until every position is solved, and returns true; or until `pause` returns true,
    /// and returns false. A later call goes on.
    pub(crate) fn run(&mut self, mut pause: impl FnMut() -> bool, budget: &mut Budget) -> Result<bool, Stopped> {
        loop {
            self.steps += 1;
            if self.steps >= STRIDE {
                self.steps = 0;
                if pause() {
                    return Ok(false);
                }
            }
            if self.frames.is_empty() {
                let Some(position) = self.start.get(self.begun) else { return Ok(true) };
                self.begun += 1;
                if self.table.get(position).is_none() {
                    self.open(position.clone(), None, budget)?;
                }
                continue;
            }
            match self.step(budget) {
                DescentStep::Descend(part, position) => self.open(position, Some(part), budget)?,
                DescentStep::Ascend(fact) => self.close(fact, budget)?,
                DescentStep::Expand => self.expand(budget)?,
            }
        }
    }

    /// Returns the game, the positions to solve, and the weight of positions.
    pub(crate) fn task(&self) -> (&'g G, &'g [G::Position], W)
    where
        W: Copy,
    {
        (self.game, self.start, self.weight)
    }

    /// Releases the memory of the stacks, after the search has ended, and returns the table.
    pub(crate) fn finish(self, budget: &mut Budget) -> T {
        budget.release(self.held);
        self.table
    }

    /// Looks at the parts of the top frame.
    ///
    /// A part that was descended to is `Open` until its fact comes. A fact that decides the
    /// position ends its frame at once, with a rank above that of the fact alone; otherwise its
    /// rank is above those of all parts.
    fn step(&mut self, budget: &mut Budget) -> DescentStep<G::Position, R::Fact> {
        let Descent { frames, parts, table, .. } = self;
        let frame = frames.last_mut().expect("the path is not empty");
        let count = parts.len() - frame.first_part;
        while frame.looked < count {
            let at = match frame.backward {
                true => (frame.begin + count - frame.looked) % count,
                false => (frame.begin + frame.looked) % count,
            };
            let at = frame.first_part + at;
            let part = &mut parts[at];
            if let PendingPart::Unknown(position) = part {
                if let Some(fact) = table.get(position) {
                    let outside = (self.weight)(position);
                    budget.release(outside);
                    self.held = self.held.saturating_sub(outside);
                    *part = PendingPart::Known(fact);
                } else if let PendingPart::Unknown(position) = mem::replace(part, PendingPart::Open) {
                    return DescentStep::Descend(at, position);
                }
            }
            // The same part again, after its fact was found.
            frame.looked += 1;
            if let PendingPart::Known(Ranked { fact, rank }) = *part {
                if let Some(fact) = R::decided(fact) {
                    return DescentStep::Ascend(Ranked { fact, rank: rank.saturating_add(1) });
                }
                frame.rank = frame.rank.max(rank);
            }
        }
        if !frame.is_whole {
            return DescentStep::Expand;
        }
        let mut first = frame.first_part;
        for &end in &self.ends[frame.first_end..] {
            let facts = parts[first..end].iter().filter_map(|part| match part {
                PendingPart::Known(known) => Some(known.fact),
                PendingPart::Unknown(_) | PendingPart::Open => None,
            });
            self.known.push(R::option(facts));
            first = end;
        }
        let fact = R::conclude(&self.known[frame.first_known..], &mut self.seen);
        DescentStep::Ascend(Ranked { fact, rank: frame.rank.saturating_add(1) })
    }

    /// Puts a position on the path and expands it.
    fn open(&mut self, position: G::Position, part: Option<usize>, budget: &mut Budget) -> Result<(), Stopped> {
        budget.lengthen(self.frames.len() + 1, &position)?;
        room(&mut self.frames, 1, &mut self.held, budget)?;
        self.frames.push(DescentFrame {
            position,
            part,
            first_part: self.parts.len(),
            first_end: self.ends.len(),
            first_known: self.known.len(),
            looked: 0,
            begin: 0,
            backward: true,
            rank: 0,
            is_whole: true,
        });
        if self.frames.len() == self.search_at {
            self.search_at *= 2;
            self.search_path(budget)?;
        }
        self.expand(budget)
    }

    /// Returns a fault if the path holds a position twice. A play that returns never leads to a
    /// fact, so the path grows until it is searched.
    fn search_path(&self, budget: &mut Budget) -> Result<(), Stopped> {
        let bytes = self.frames.len() as u64 * 4 * size_of::<usize>() as u64;
        hold(bytes, budget)?;
        let mut seen = HashSet::with_capacity_and_hasher(self.frames.len(), FxBuildHasher);
        let twice = self.frames.iter().map(|frame| &frame.position).find(|position| !seen.insert(*position));
        budget.release(bytes);
        match twice {
            Some(position) => Err(Fault(format!("the game need not end: the position {position:?} repeats")).into()),
            None => Ok(()),
        }
    }

    /// Puts the options of the top frame on the stacks.
    ///
    /// An option whose parts are all known becomes a fact; if it decides the position, the walk
    /// ends. The first part to look at is the last one, or one that a generator of pseudorandom
    /// numbers selects: two workers with different numbers then mostly descend to different
    /// positions.
    fn expand(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        self.clear(budget);
        let Descent { game, weight, table, frames, parts, ends, known, held, .. } = self;
        let frame = frames.last_mut().expect("the path is not empty");
        let first_part = frame.first_part;
        let rank = &mut frame.rank;
        let walked = game.walk(&frame.position, |step| {
            let Some(option) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.tick()?;
            let before = parts.len();
            room(parts, option.len(), held, budget)?;
            let mut unknown = 0;
            for part in option {
                match table.get(part) {
                    Some(fact) => parts.push(PendingPart::Known(fact)),
                    None => {
                        let outside = weight(part);
                        hold(outside, budget)?;
                        *held = held.saturating_add(outside);
                        parts.push(PendingPart::Unknown(part.clone()));
                        unknown += 1;
                    }
                }
            }
            if unknown > 0 {
                room(ends, 1, held, budget)?;
                // One more place, so that the conclusion needs no memory.
                room(known, ends.len() + 1, held, budget)?;
                ends.push(parts.len());
                return if *held > budget.most_bytes() / SHARE { Err(Halt::Enough) } else { Ok(()) };
            }
            let facts = parts[before..].iter().filter_map(|part| match part {
                PendingPart::Known(fact) => Some(*fact),
                PendingPart::Unknown(_) | PendingPart::Open => None,
            });
            let highest = facts.clone().map(|fact| fact.rank).max().unwrap_or(0);
            let fact = R::option(facts.map(|fact| fact.fact));
            parts.truncate(before);
            if R::decided(fact).is_some() {
                // The parts of this option decide the position, and no others are needed.
                parts.drain(first_part..).for_each(|part| forget(&part, weight, held, budget));
                parts.push(PendingPart::Known(Ranked { fact, rank: highest }));
                return Err(Halt::Enough);
            }
            *rank = (*rank).max(highest);
            room(known, 1, held, budget)?;
            known.push(fact);
            Ok(())
        });
        frame.is_whole = match walked {
            Ok(()) => true,
            Err(Halt::Enough) => false,
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        };
        let count = self.parts.len() - first_part;
        if count > 0 {
            (frame.begin, frame.backward) = match &mut self.order {
                None => (count - 1, true),
                Some(random) => {
                    let number = random.next();
                    ((number >> 33) as usize % count, number >> 63 == 1)
                }
            };
        }
        Ok(())
    }

    /// Takes the options of the top frame off the stacks.
    fn clear(&mut self, budget: &mut Budget) {
        let Descent { weight, frames, parts, ends, known, held, .. } = self;
        let frame = frames.last_mut().expect("the path is not empty");
        parts.drain(frame.first_part..).for_each(|part| forget(&part, weight, held, budget));
        ends.truncate(frame.first_end);
        known.truncate(frame.first_known);
        (frame.looked, frame.rank) = (0, 0);
    }

    /// Takes the top frame off the path, with this fact.
    ///
    /// If another worker has stored a fact in the meantime, that one is used: facts of a position
    /// are equal, and so are ranks of values.
    fn close(&mut self, fact: Ranked<R::Fact>, budget: &mut Budget) -> Result<(), Stopped> {
        self.clear(budget);
        let frame = self.frames.pop().expect("the path is not empty");
        let outside = (self.weight)(&frame.position);
        if frame.part.is_some() {
            budget.release(outside);
            self.held = self.held.saturating_sub(outside);
        }
        let stored = self.table.insert(frame.position, fact, outside, budget)?;
        if let Some(part) = frame.part {
            self.parts[part] = PendingPart::Known(stored);
        }
        budget.solved(1)
    }
}

/// Counts a part that is removed. Only a part that is not known holds memory.
fn forget<P, F>(part: &PendingPart<P, F>, weight: &impl Fn(&P) -> u64, held: &mut u64, budget: &mut Budget) {
    if let PendingPart::Unknown(position) = part {
        let outside = weight(position);
        budget.release(outside);
        *held = held.saturating_sub(outside);
    }
}

/// Makes room for `more` items on a stack. While it grows, both copies count as held.
fn room<T>(stack: &mut Vec<T>, more: usize, held: &mut u64, budget: &mut Budget) -> Result<(), Stopped> {
    if stack.capacity() - stack.len() < more {
        let size = size_of::<T>() as u64;
        let before = stack.capacity() as u64 * size;
        let after = (2 * before).max((stack.len() as u64).saturating_add(more as u64).max(8).saturating_mul(size));
        hold(after, budget)?;
        stack.reserve_exact((after / size.max(1)) as usize - stack.len());
        budget.release(before);
        *held = (*held + after).saturating_sub(before);
    }
    Ok(())
}
