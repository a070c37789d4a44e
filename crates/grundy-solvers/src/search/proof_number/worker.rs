//! Decides couples: "does this position have value k?", from as few positions as possible.
//!
//! A couple (p, k) is the claim that p has value k, that is, that p + *k is lost for the player to
//! move (Lemoine and Viennot, Nimbers are inevitable, 2012). One option of value k, or a smaller
//! value of p, refutes it. It is proved if every option and every smaller value is refuted. An
//! option of several parts has value k if its last part has value k xor the values of the others,
//! which are searched as exact values: so the hardest part of each option is only tested for one
//! value.
//!
//! The search is depth-first proof-number search (A. Nagai's df-pn; for couples J. Lemoine 2011;
//! Cizek, Balko and Schmid 2025). Each couple has two numbers. Its disproof number is the least
//! proof number of what could refute it. Its proof number is the greatest disproof number of these,
//! plus one for each other one (positions are reached in many ways, and a sum would count them
//! repeatedly). The candidate with the least proof number is searched until it exceeds the second
//! best by an eighth; a small position is searched until it is decided. The initial proof number of
//! a position grows with its size.
//!
//! A position with few open values is decided by the first option that is known to have value k;
//! most are, and for them the expansion ends there. For values of 16 and more, every option is
//! searched as an exact value, as in the definition, because the table has numbers for small values
//! only.
//!
//! The path is a vector of frames; there is no recursion. Several workers may search the same
//! request: they share the tables, and each records which large positions it searches, so that the
//! others go elsewhere first. What is stored is true whichever worker stored it, so answers do not
//! depend on their order.

use std::{sync::atomic::Ordering, time::Duration};

use grundy_core::cancel_pairs;

use super::{
    frame::{FrameOption, Goal, PendingReply, ProofReply, ProofRequest, RequestFrame, UNKNOWN},
    frame_cache::FrameCache,
    keyed::Keyed,
    tables::{SharedTables, TablesReader},
    transposition_table::{ENDLESS, ProofNumbers, REFUTED},
};
use crate::support::{
    budget::{Budget, Stopped},
    clock::Stopwatch,
    walk::Halt,
};

/// A request without a limit.
const NO_LIMIT: ProofNumbers = ProofNumbers { disproof: ENDLESS, proof: ENDLESS };

/// A request about a position of at most this weight is searched to its end: returning to it later
/// costs more than it saves.
const LIGHT: u32 = 20;

/// Number of steps of a worker between two polls of the clock.
const STRIDE: u32 = 1 << 10;

/// One worker.
pub(super) struct ProofWorker<'k, G: Keyed> {
    game: &'k G,
    /// The tables that all workers share.
    tables: &'k SharedTables,
    /// The number of the worker, from 1; 0 if it is alone.
    number: u64,
    /// Two workers avoid searching the same position of at least this weight.
    heavy: u32,
    /// When to return without an answer.
    patience: Option<Duration>,
    watch: Stopwatch,
    /// The steps since the last poll of the clock.
    steps: u32,
    /// The requests from the first one to the one that is searched now, in place of recursion.
    path: Vec<RequestFrame>,
    /// The values that this worker has stored, plus one.
    stored: u64,
    /// Frames that were left and may be needed again.
    frame_cache: FrameCache,
    /// Room for the parts of an option whose pairs cancel.
    sum: Vec<u64>,
    /// Room for the expansion of positions.
    scratch: G::Scratch,
}

/// The next step of a frame.
enum FrameStep {
    Request(ProofRequest),
    End(ProofReply),
}

/// Returns the initial proof numbers of: a position of this weight has a value.
fn guess(weight: u32) -> ProofNumbers {
    ProofNumbers { disproof: 1, proof: 1 + weight }
}

impl<'k, G: Keyed> ProofWorker<'k, G> {
    /// Returns a worker that works alone, and returns without an answer after this time.
    pub(super) fn alone(game: &'k G, tables: &'k SharedTables, patience: Option<Duration>) -> ProofWorker<'k, G> {
        ProofWorker {
            game,
            tables,
            number: 0,
            heavy: u32::MAX,
            patience,
            watch: Stopwatch::new(),
            steps: 0,
            path: Vec::new(),
            stored: 1,
            frame_cache: FrameCache::new(tables.frame_cache),
            sum: Vec::new(),
            scratch: G::Scratch::default(),
        }
    }

    /// Returns one of several workers, numbered from 1.
    pub(super) fn with_others(
        game: &'k G,
        tables: &'k SharedTables,
        number: u64,
        start: &[u64],
        patience: Option<Duration>,
    ) -> ProofWorker<'k, G> {
        let heaviest = start.iter().map(|&key| game.weight(key)).max();
        ProofWorker { number, heavy: 3 * heaviest.unwrap_or(0) / 8, ..ProofWorker::alone(game, tables, patience) }
    }

    /// Returns the value of a position; `None` if the worker is called back first.
    pub(super) fn value(&mut self, key: u64, budget: &mut Budget) -> Result<Option<u64>, Stopped> {
        Ok(match self.answer(ProofRequest { key, goal: Goal::Value, limit: NO_LIMIT }, budget)? {
            Some(ProofReply::Value(value)) => Some(value),
            _ => None,
        })
    }

    /// Returns whether a position has this value; `None` if the worker is called back first.
    pub(super) fn is(&mut self, key: u64, value: u64, budget: &mut Budget) -> Result<Option<bool>, Stopped> {
        let reply = self.answer(ProofRequest { key, goal: Goal::Is(value), limit: NO_LIMIT }, budget)?;
        Ok(reply.map(|reply| reply == ProofReply::Value(value)))
    }

    /// Whether to return without an answer.
    fn is_called_back(&mut self) -> bool {
        self.steps += 1;
        if self.steps < STRIDE {
            return false;
        }
        self.steps = 0;
        self.tables.done.load(Ordering::Relaxed) || self.patience.is_some_and(|most| self.watch.passed() >= most)
    }

    fn answer(&mut self, request: ProofRequest, budget: &mut Budget) -> Result<Option<ProofReply>, Stopped> {
        let mut path = std::mem::take(&mut self.path);
        let reply = self.walk(request, &mut path, budget);
        for frame in path.drain(..) {
            self.leave(&frame);
            budget.release(frame.held);
            self.frame_cache.clear(frame);
        }
        self.path = path;
        reply
    }

    fn walk(
        &mut self,
        request: ProofRequest,
        path: &mut Vec<RequestFrame>,
        budget: &mut Budget,
    ) -> Result<Option<ProofReply>, Stopped> {
        let mut next = FrameStep::Request(request);
        loop {
            let tables = self.tables.read();
            while !tables.wants_room() {
                if self.is_called_back() {
                    return Ok(None);
                }
                let reply = match next {
                    FrameStep::Request(request) => self.open(request, &tables, path, budget)?,
                    FrameStep::End(reply) => Some(reply),
                };
                let Some(frame) = path.last_mut() else { return Ok(reply) };
                if let Some(reply) = reply {
                    frame.receive(reply);
                }
                next = self.step(frame, &tables, budget)?;
                if let FrameStep::End(reply) = next
                    && let Some(done) = path.pop()
                {
                    self.leave(&done);
                    budget.release(done.held);
                    match reply {
                        ProofReply::Value(_) => self.frame_cache.clear(done),
                        ProofReply::OtherValue | ProofReply::Open(_) => self.frame_cache.keep(done),
                    }
                }
            }
            drop(tables);
            self.tables.make_room(budget)?;
        }
    }

    /// Records that this worker searches a position.
    fn enter(&self, frame: &RequestFrame) {
        if let (true, Goal::Is(value)) = (frame.weight >= self.heavy, frame.goal) {
            self.tables.enter(frame.key, value, self.number);
        }
    }

    /// Records that this worker no longer searches a position.
    fn leave(&self, frame: &RequestFrame) {
        if let (true, Goal::Is(value)) = (frame.weight >= self.heavy, frame.goal) {
            self.tables.leave(frame.key, value, self.number);
        }
    }

    /// Pushes a frame for a request on the path, or returns the reply if it is known at once.
    fn open(
        &mut self,
        request: ProofRequest,
        tables: &TablesReader<'_>,
        path: &mut Vec<RequestFrame>,
        budget: &mut Budget,
    ) -> Result<Option<ProofReply>, Stopped> {
        if let Some(value) = tables.values.get(request.key) {
            return Ok(Some(ProofReply::Value(value)));
        }
        if self.game.mirrors(request.key) {
            return Ok(Some(ProofReply::Value(0)));
        }
        let attained = tables.transpositions.attained(request.key);
        let mut frame = match self.frame_cache.take(request.key) {
            Some(mut frame) => {
                budget.charge(frame.weight.max(1))?;
                frame.restart(request, attained);
                self.settle(&mut frame, tables);
                frame
            }
            None => {
                let mut frame = self.frame_cache.any();
                frame.start(request, self.game.weight(request.key), attained);
                let met = match request.goal {
                    Goal::Is(value) => frame.sees(value) || self.expand(&mut frame, Some(value), tables, budget)?,
                    Goal::Value => self.expand(&mut frame, None, tables, budget)?,
                };
                budget.hold(self.game.taken(&mut self.scratch))?;
                if frame.attained() != attained {
                    tables.transpositions.attain(request.key, frame.attained());
                }
                if met {
                    self.frame_cache.clear(frame);
                    return Ok(Some(ProofReply::OtherValue));
                }
                frame
            }
        };
        self.look_for(&mut frame, tables);
        frame.stored = self.stored;
        budget.hold(frame.bytes())?;
        frame.held = frame.bytes();
        self.enter(&frame);
        path.push(frame);
        Ok(None)
    }

    /// Generates the options of a position into its frame; returns `true` as soon as one of them is
    /// known to have the value.
    fn expand(
        &mut self,
        frame: &mut RequestFrame,
        value: Option<u64>,
        tables: &TablesReader<'_>,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let (sum, scratch) = (&mut self.sum, &mut self.scratch);
        let mut met = [0u64; 8];
        let cost = self.game.weight(frame.key).max(1);
        let walked = self.game.options(frame.key, scratch, |parts| {
            budget.charge(cost)?;
            frame.most += 1;
            let first = frame.parts.len();
            let mut known = 0;
            let mut add = |part: u64| match tables.values.get(part) {
                Some(value) => known ^= value,
                None => frame.parts.push(part),
            };
            match parts {
                &[part] => add(part),
                &[one, other] => {
                    if one != other {
                        add(one);
                        add(other);
                    }
                }
                parts => {
                    sum.clear();
                    sum.extend_from_slice(parts);
                    cancel_pairs(sum);
                    sum.drain(..).for_each(add);
                }
            }
            let unknown = &mut frame.parts[first..];
            let count = unknown.len() as u32;
            let Some(&one) = unknown.first() else {
                frame.see(known);
                return if value == Some(known) { Err(Halt::Enough) } else { Ok(()) };
            };
            match unknown {
                &mut [one] => tables.transpositions.prefetch(one),
                unknown => unknown.sort_by_key(|&part| self.game.weight(part)),
            }
            // Most options are new, and one bit of a filter shows it.
            let hash = (one ^ known).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55;
            let (word, bit) = ((hash >> 6) as usize, 1 << (hash & 63));
            let new = FrameOption { known, first: first as u32, count, left: UNKNOWN };
            if met[word] & bit != 0 {
                let fresh = &frame.parts[first..];
                let same = |old: &FrameOption| {
                    old.known == known && frame.parts[old.first as usize..][..old.count as usize] == *fresh
                };
                if frame.options.iter().any(same) {
                    frame.parts.truncate(first);
                    return Ok(());
                }
            }
            met[word] |= bit;
            frame.options.push(new);
            Ok(())
        });
        match walked {
            Ok(()) => Ok(false),
            Err(Halt::Enough) => Ok(true),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// Sets the value that the frame tests next.
    fn look_for(&self, frame: &mut RequestFrame, tables: &TablesReader<'_>) {
        frame.wanted = match frame.goal {
            Goal::Is(value) => value,
            Goal::Value => frame.mex(),
        };
        let transpositions = &tables.transpositions;
        if let (Goal::Is(value), true) = (frame.goal, frame.wanted < transpositions.width()) {
            let mut initial = guess(frame.weight);
            initial.proof *= 2;
            frame.lower.extend((0..value).map(|lower| transpositions.get(frame.key, lower).unwrap_or(initial)));
        }
        for choice in &mut frame.options {
            choice.left = self.left(choice, &frame.parts, frame.wanted, tables);
        }
        frame.stored = 0;
    }

    /// Returns the proof numbers of: an option has a value.
    fn left(&self, choice: &FrameOption, parts: &[u64], value: u64, tables: &TablesReader<'_>) -> ProofNumbers {
        let parts = &parts[choice.first as usize..][..choice.count as usize];
        if let &[part] = parts {
            let reply = tables.transpositions.get(part, value ^ choice.known);
            return reply.unwrap_or_else(|| guess(self.game.weight(part)));
        }
        let all = parts.iter().map(|&part| 1 + self.game.weight(part) / 2).sum::<u32>();
        ProofNumbers { disproof: all / 2 + 1, proof: all }
    }

    /// Continues with a frame up to the next request, or to its end.
    fn step(
        &mut self,
        frame: &mut RequestFrame,
        tables: &TablesReader<'_>,
        budget: &mut Budget,
    ) -> Result<FrameStep, Stopped> {
        loop {
            if let Some(value) = frame.value.or_else(|| tables.values.get(frame.key)) {
                return Ok(FrameStep::End(ProofReply::Value(value)));
            }
            self.settle(frame, tables);
            if frame.options.is_empty() {
                return self.store(frame, frame.mex(), tables, budget);
            }
            if frame.sees(frame.wanted) || frame.wanted > frame.most {
                if let Goal::Is(_) = frame.goal {
                    tables.transpositions.attain(frame.key, frame.attained());
                    return Ok(FrameStep::End(ProofReply::OtherValue));
                }
                self.look_for(frame, tables);
            } else if frame.wanted >= tables.transpositions.width() {
                let key = frame.parts[frame.options[0].first as usize];
                frame.pending = PendingReply::Part(0);
                return Ok(FrameStep::Request(ProofRequest { key, goal: Goal::Value, limit: NO_LIMIT }));
            } else {
                if let Some(step) = self.choose(frame, tables, budget)? {
                    return Ok(step);
                }
            }
        }
    }

    /// Updates the options with the values that were stored since the last time, if this worker
    /// has stored any. Those of other workers alone do not pay for the lookups: the request for an
    /// option finds its value.
    fn settle(&self, frame: &mut RequestFrame, tables: &TablesReader<'_>) {
        if frame.stored == self.stored {
            return;
        }
        frame.stored = self.stored;
        let attained = frame.attained();
        let mut at = 0;
        while let Some(mut choice) = frame.options.get(at).copied() {
            while choice.count > 0
                && let Some(value) = tables.values.get(frame.parts[choice.first as usize])
            {
                choice.know(value);
            }
            if choice.count == 0 {
                frame.see(choice.known);
                frame.options.swap_remove(at);
                continue;
            }
            if choice.left == UNKNOWN {
                choice.left = self.left(&choice, &frame.parts, frame.wanted, tables);
                frame.options[at] = choice;
            }
            at += 1;
        }
        if frame.attained() != attained {
            tables.transpositions.attain(frame.key, frame.attained());
        }
    }

    /// Returns the request for the candidate with the least proof number; or the end, if no
    /// candidate is left or the limit is reached.
    fn choose(
        &mut self,
        frame: &mut RequestFrame,
        tables: &TablesReader<'_>,
        budget: &mut Budget,
    ) -> Result<Option<FrameStep>, Stopped> {
        let (mut best, mut second) = (PendingReply::Nothing, ENDLESS);
        let mut numbers = ProofNumbers { disproof: ENDLESS, proof: 0 };
        let (mut open, mut refute) = (0, 0);
        let options = frame.options.iter().enumerate().map(|(at, choice)| (PendingReply::Choice(at), choice.left));
        let lower = frame.lower.iter().enumerate().filter(|&(value, _)| !frame.sees(value as u64));
        let crowded = frame.weight >= self.heavy;
        for (which, mut left) in options.chain(lower.map(|(value, &left)| (PendingReply::Lower(value as u64), left))) {
            if left == REFUTED {
                continue;
            }
            if crowded && let PendingReply::Choice(at) = which {
                let choice = &frame.options[at];
                let key = frame.parts[choice.first as usize];
                if choice.count == 1 && self.tables.is_busy(key, frame.wanted ^ choice.known, self.number) {
                    left.proof = (2 * left.proof + 16).min(ENDLESS - 1);
                }
            }
            if left.proof < numbers.disproof {
                (best, refute, second, numbers.disproof) = (which, left.disproof, numbers.disproof, left.proof);
            } else {
                second = second.min(left.proof);
            }
            open += 1;
            numbers.proof = numbers.proof.max(left.disproof);
        }
        if best == PendingReply::Nothing {
            return self.store(frame, frame.wanted, tables, budget).map(Some);
        }
        if crowded
            && let PendingReply::Choice(at) = best
            && let FrameOption { first, count: 1, known, .. } = frame.options[at]
            && tables.transpositions.get(frame.parts[first as usize], frame.wanted ^ known) == Some(REFUTED)
        {
            // Another worker has refuted it in the meantime.
            frame.options[at].left = REFUTED;
            return Ok(None);
        }
        numbers.proof = (numbers.proof + open - 1).min(ENDLESS - 1);
        if numbers.disproof >= frame.limit.disproof || numbers.proof >= frame.limit.proof {
            tables.transpositions.put(frame.key, frame.wanted, numbers);
            return Ok(Some(FrameStep::End(ProofReply::Open(numbers))));
        }
        let limit = ProofNumbers {
            proof: frame.limit.disproof.min(second.saturating_add(1 + second / 8)),
            disproof: (frame.limit.proof - numbers.proof).saturating_add(refute).min(ENDLESS),
        };
        frame.pending = best;
        Ok(Some(FrameStep::Request(match best {
            PendingReply::Choice(at) => {
                let choice = frame.options[at];
                let key = frame.parts[choice.first as usize];
                if choice.count > 1 {
                    frame.pending = PendingReply::Part(at);
                    ProofRequest { key, goal: Goal::Value, limit: NO_LIMIT }
                } else {
                    let limit = if self.game.weight(key) <= LIGHT { NO_LIMIT } else { limit };
                    ProofRequest { key, goal: Goal::Is(frame.wanted ^ choice.known), limit }
                }
            }
            PendingReply::Lower(value) => ProofRequest { key: frame.key, goal: Goal::Is(value), limit },
            PendingReply::Part(_) | PendingReply::Nothing => unreachable!("something is left"),
        })))
    }

    fn store(
        &mut self,
        frame: &RequestFrame,
        value: u64,
        tables: &TablesReader<'_>,
        budget: &mut Budget,
    ) -> Result<FrameStep, Stopped> {
        tables.values.put(frame.key, value);
        self.stored += 1;
        budget.hold(self.tables.value_table.taken())?;
        budget.solved(1)?;
        Ok(FrameStep::End(ProofReply::Value(value)))
    }
}
