//! Questions of the form "is this position worth k?", answered from as few positions as possible.
//!
//! A couple (p, k) asks whether p is worth k, that is whether p + *k is lost for the mover (Lemoine and Viennot, Nimbers
//! are inevitable, 2012). An option worth k says no at once, and most questions end there, with the first such option
//! that is generated. Else the options whose values are not known are looked into: one that has an option worth k is not
//! worth k, and of the others those with the least left to search are asked first (as in a proof-number search that
//! looks one move ahead). If none has the value k, the values 0, 1, .. below k are looked for in turn, and the first that no option has is the value of
//! p (P. Beling's reuse), or else k is. An option of several parts is worth k if its last part is worth k xor the values
//! of the others, which are found whole: so the hardest part of each option is only asked one question.
//!
//! Values that were found are never forgotten. What options of a position without a value are known to attain is kept
//! in a table of fixed size, where newer entries push out older ones: that costs time, never truth. The path is a
//! vector of frames; there is no recursion.

use grundy_core::{Game, cancel_pairs};
use rustc_hash::FxHashMap;

use super::frame::{Attained, Choice, Frame};
use crate::{Budget, Stopped, walk::Halt};

/// What every unknown position counts for, beside its weight.
const EACH: u64 = 8;

/// A game whose positions are canonical, and that tells what a search wants to know of them.
pub trait Weighed: Game {
    /// How much there is to search below a position, roughly; only the order matters.
    fn weight(&self, position: &Self::Position) -> u64;

    /// Whether the position is worth 0 because every move in it can be mirrored.
    fn mirrors(&self, position: &Self::Position) -> bool;

    /// The memory that a position holds beside itself, in bytes.
    fn bytes(&self, position: &Self::Position) -> u64;
}

/// What is known of a game's positions, and what is to be found out.
pub struct Asker<'g, G: Game> {
    game: &'g G,
    values: FxHashMap<G::Position, u64>,
    attained: Attained<G::Position>,
    spare: Vec<Frame<G::Position>>,
    sum: Vec<G::Position>,
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Its value.
    Value,
    /// Whether it has this value.
    Is(u64),
}

/// A position and what is asked of it.
type Question<P> = (P, Goal);

impl<'g, G: Weighed> Asker<'g, G> {
    /// Nothing is known yet; the table of bounds has that many slots, or the next power of two below.
    pub fn new(game: &'g G, slots: usize, budget: &mut Budget) -> Result<Self, Stopped> {
        let slots = 1 << slots.max(1).ilog2();
        budget.hold((slots * size_of::<Option<(G::Position, u64)>>()) as u64)?;
        Ok(Asker {
            game,
            values: FxHashMap::default(),
            attained: Attained::new(slots),
            spare: Vec::new(),
            sum: Vec::new(),
        })
    }

    /// The values that were found.
    pub fn into_values(self) -> FxHashMap<G::Position, u64> {
        self.values
    }

    /// The value of a position.
    pub fn value(&mut self, position: &G::Position, budget: &mut Budget) -> Result<u64, Stopped> {
        self.answer(position, Goal::Value, budget)?;
        Ok(self.values[position])
    }

    /// Whether a position has this value.
    pub fn is(&mut self, position: &G::Position, value: u64, budget: &mut Budget) -> Result<bool, Stopped> {
        self.answer(position, Goal::Is(value), budget)?;
        Ok(self.values.get(position) == Some(&value))
    }

    fn answer(&mut self, position: &G::Position, goal: Goal, budget: &mut Budget) -> Result<(), Stopped> {
        if self.values.contains_key(position) {
            return Ok(());
        }
        let mut path: Vec<Frame<G::Position>> = Vec::new();
        let mut next = Some((position.clone(), goal));
        loop {
            if let Some((position, goal)) = next.take()
                && let Some(frame) = self.open(position, goal, budget)?
            {
                budget.hold(frame.bytes(self.game))?;
                path.push(frame);
            }
            let Some(frame) = path.last_mut() else { return Ok(()) };
            next = self.step(frame, budget)?;
            if next.is_none()
                && let Some(done) = path.pop()
            {
                budget.release(done.bytes(self.game));
                self.spare.push(done);
            }
        }
    }

    /// Puts a position on the path; nothing where an option answers the question at once.
    fn open(
        &mut self,
        position: G::Position,
        goal: Goal,
        budget: &mut Budget,
    ) -> Result<Option<Frame<G::Position>>, Stopped> {
        let mut frame = self.spare.pop().unwrap_or_else(|| Frame::new(position.clone()));
        frame.clear(goal);
        let mask = self.attained.get(&position);
        let (game, values, sum) = (self.game, &mut self.values, &mut self.sum);
        let walked = game.options(&position, |parts| {
            budget.tick()?;
            frame.most += 1;
            let first = frame.parts.len();
            let mut known = 0;
            if let [part] = parts {
                match values.get(part) {
                    Some(value) => known = *value,
                    None => frame.parts.push(part.clone()),
                }
            } else {
                sum.clear();
                sum.extend_from_slice(parts);
                cancel_pairs(sum);
                for part in sum.drain(..) {
                    match values.get(&part) {
                        Some(value) => known ^= value,
                        None => frame.parts.push(part),
                    }
                }
            }
            let unknown = &mut frame.parts[first..];
            if unknown.is_empty() && goal == Goal::Is(known) {
                return Err(Halt::Enough);
            }
            if unknown.len() > 1 {
                unknown.sort_by_cached_key(|part| game.weight(part));
            }
            let weight = unknown.iter().map(|part| game.weight(part)).sum();
            let count = unknown.len() as u32;
            frame.options.push(Choice { known, first: first as u32, count, weight });
            Ok(())
        });
        match walked {
            Ok(()) => {}
            Err(Halt::Stopped(stopped)) => return Err(stopped),
            Err(Halt::Enough) => {
                if let Goal::Is(value @ 0..64) = goal {
                    self.attained.add(&position, 1 << value);
                }
                self.spare.push(frame);
                return Ok(None);
            }
        }
        frame.seen.resize((frame.most / 64 + 1) as usize, 0);
        frame.seen[0] |= mask;
        frame.settle();
        frame.wanted = match goal {
            Goal::Is(value) => value,
            Goal::Value => frame.mex(),
        };
        frame.position = position;
        Ok(Some(frame))
    }

    /// Goes on with a frame up to the next question; nothing where its own is answered.
    fn step(
        &mut self,
        frame: &mut Frame<G::Position>,
        budget: &mut Budget,
    ) -> Result<Option<Question<G::Position>>, Stopped> {
        loop {
            if let Goal::Is(value) = frame.goal
                && (value > frame.most || frame.sees(value))
            {
                self.attained.add(&frame.position, frame.seen[0]);
                return Ok(None);
            }
            if frame.sees(frame.wanted) {
                frame.look_for(frame.mex());
            }
            let lacking = frame.lacking && frame.goal == Goal::Is(frame.wanted);
            if !frame.ranked && !lacking {
                self.rank(frame, budget)?;
            }
            if let Some(&choice) = frame.options.get(frame.at).filter(|_| !lacking) {
                if let Some(question) = self.look(frame, choice, budget)? {
                    return Ok(Some(question));
                }
            } else if frame.mex() < frame.wanted {
                frame.lacking = true;
                frame.look_for(frame.mex());
            } else {
                self.store(frame.position.clone(), frame.wanted, budget)?;
                return Ok(None);
            }
        }
    }

    /// Looks into the options for the wanted value, and puts them in order: those that are refuted at once, and then
    /// those with the least left to search.
    fn rank(&mut self, frame: &mut Frame<G::Position>, budget: &mut Budget) -> Result<(), Stopped> {
        let mut options = std::mem::take(&mut frame.options);
        for choice in &mut options {
            let part = &frame.parts[choice.first as usize];
            if choice.count == 1 && !self.values.contains_key(part) {
                choice.weight = self.look_into(part, frame.wanted ^ choice.known, budget)?;
            }
        }
        options.sort_by_key(|choice| choice.weight);
        frame.options = options;
        frame.ranked = true;
        Ok(())
    }

    /// How much is left to search until it is shown that this position has the value; 0 where an option is known to
    /// have it.
    fn look_into(&mut self, position: &G::Position, value: u64, budget: &mut Budget) -> Result<u64, Stopped> {
        if value < 64 && self.attained.get(position) >> value & 1 == 1 {
            return Ok(0);
        }
        let (game, values, sum) = (self.game, &self.values, &mut self.sum);
        let mut left = 1;
        let walked = game.options(position, |parts| {
            budget.tick()?;
            let (mut known, before) = (0, left);
            let mut add = |part: &G::Position| match values.get(part) {
                Some(value) => known ^= value,
                None => left += EACH + game.weight(part),
            };
            if let [part] = parts {
                add(part);
            } else {
                sum.clear();
                sum.extend_from_slice(parts);
                cancel_pairs(sum);
                sum.iter().for_each(add);
            }
            if left == before && known == value { Err(Halt::Enough) } else { Ok(()) }
        });
        match walked {
            Ok(()) => Ok(left),
            Err(Halt::Stopped(stopped)) => Err(stopped),
            Err(Halt::Enough) => {
                if value < 64 {
                    self.attained.add(position, 1 << value);
                }
                Ok(0)
            }
        }
    }

    fn store(&mut self, position: G::Position, value: u64, budget: &mut Budget) -> Result<(), Stopped> {
        if self.values.len() == self.values.capacity() {
            // The table is held twice while it moves.
            let entry = size_of::<(G::Position, u64)>() as u64 + 1;
            let old = entry * self.values.capacity() as u64;
            budget.hold((2 * old).max(64 * entry) * 8 / 7)?;
            self.values.reserve(self.values.capacity().max(32));
            budget.release(old * 8 / 7);
        }
        budget.hold(self.game.bytes(&position))?;
        self.values.insert(position, value);
        budget.solved(1)
    }

    /// Looks at an option: what must be asked about it, or nothing where it is settled for the wanted value.
    fn look(
        &mut self,
        frame: &mut Frame<G::Position>,
        mut choice: Choice,
        budget: &mut Budget,
    ) -> Result<Option<Question<G::Position>>, Stopped> {
        while choice.count > 0 {
            let part = &frame.parts[choice.first as usize];
            let Some(value) = self.values.get(part) else { break };
            choice.known ^= value;
            choice.first += 1;
            choice.count -= 1;
            frame.options[frame.at] = choice;
        }
        if choice.count == 0 {
            frame.see(choice.known);
            frame.options.remove(frame.at);
            frame.asked = false;
            return Ok(None);
        }
        let part = &frame.parts[choice.first as usize];
        if self.game.mirrors(part) {
            let part = part.clone();
            return self.store(part, 0, budget).map(|()| None);
        }
        if choice.count > 1 {
            return Ok(Some((part.clone(), Goal::Value)));
        }
        let value = frame.wanted ^ choice.known;
        if frame.asked || value < 64 && self.attained.get(part) >> value & 1 == 1 {
            frame.at += 1;
            frame.asked = false;
            return Ok(None);
        }
        frame.asked = true;
        Ok(Some((part.clone(), Goal::Is(value))))
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::Fault;

    use super::*;

    /// Nim, and Grundy's game: many options, large values, and options of two parts.
    struct Heaps {
        split: bool,
    }

    impl Game for Heaps {
        type Position = u64;

        fn options<E: From<Fault>>(
            &self,
            &heap: &u64,
            mut visit: impl FnMut(&[u64]) -> Result<(), E>,
        ) -> Result<(), E> {
            if self.split {
                (1..heap.div_ceil(2)).try_for_each(|part| visit(&[part, heap - part]))
            } else {
                (0..heap).try_for_each(|rest| visit(&[rest]))
            }
        }
    }

    impl Weighed for Heaps {
        fn weight(&self, &heap: &u64) -> u64 {
            heap
        }

        fn mirrors(&self, _: &u64) -> bool {
            false
        }

        fn bytes(&self, _: &u64) -> u64 {
            0
        }
    }

    /// The values by the definition.
    fn plain(game: &Heaps, last: u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..=last {
            let mut seen = std::collections::HashSet::new();
            let sum = |parts: &[u64]| parts.iter().fold(0, |sum, &part| sum ^ values[part as usize]);
            let Ok(()) = game.options(&heap, |parts| {
                seen.insert(sum(parts));
                Ok::<(), Fault>(())
            }) else {
                unreachable!("these games have no faults")
            };
            values.push((0..).find(|value| !seen.contains(value)).expect("some value is missing"));
        }
        values
    }

    #[test]
    fn values_are_exact_where_widths_change() {
        for (split, heaps) in
            [(false, vec![0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 300]), (true, vec![3, 65, 129, 513, 514, 516])]
        {
            let game = Heaps { split };
            let values = plain(&game, heaps[heaps.len() - 1]);
            for heap in heaps {
                let mut budget = Budget::new();
                let mut asker = Asker::new(&game, 1 << 10, &mut budget).expect("there is memory");
                assert_eq!(asker.value(&heap, &mut budget), Ok(values[heap as usize]), "heap {heap}");
                for (heap, value) in asker.into_values() {
                    assert_eq!(value, values[heap as usize], "heap {heap}");
                }
            }
        }
    }

    #[test]
    fn questions_are_answered_rightly() {
        let game = Heaps { split: true };
        let values = plain(&game, 70);
        for slots in [1, 64] {
            let mut budget = Budget::new();
            let mut asker = Asker::new(&game, slots, &mut budget).expect("there is memory");
            for heap in (0..=70).rev() {
                for value in 0..9 {
                    assert_eq!(
                        asker.is(&heap, value, &mut budget),
                        Ok(values[heap as usize] == value),
                        "{heap} {value}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_budget_ends_it() {
        let game = Heaps { split: true };
        let mut budget = Budget::new().bytes(20_000);
        let mut asker = Asker::new(&game, 64, &mut budget).expect("there is memory");
        assert!(matches!(asker.value(&2000, &mut budget), Err(Stopped { reason: crate::Reason::Memory(_), .. })));
        let mut budget = Budget::new().positions(10);
        let mut asker = Asker::new(&game, 64, &mut budget).expect("there is memory");
        assert!(asker.value(&2000, &mut budget).is_err());
    }
}
