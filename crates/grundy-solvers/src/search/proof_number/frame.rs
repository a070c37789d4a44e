//! A frame of the search path: a position, the goal for it, and what is known of its options.

use super::transposition_table::{ENDLESS, ProofNumbers, REFUTED};

/// The proof numbers of an option before they are looked up.
pub(super) const UNKNOWN: ProofNumbers = ProofNumbers { disproof: 0, proof: 0 };

/// What to find out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Its value.
    Value,
    /// Whether it has this value.
    Is(u64),
}

/// A position, the goal for it, and the proof numbers at which the search of it is suspended.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofRequest {
    /// The position.
    pub key: u64,
    /// What to find out about it.
    pub goal: Goal,
    /// The search is suspended as soon as one of its own numbers reaches that of the limit.
    pub limit: ProofNumbers,
}

/// The result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProofReply {
    /// The value of the position.
    Value(u64),
    /// The position does not have the requested value.
    OtherValue,
    /// The search was suspended: the proof numbers are over the limit.
    Open(ProofNumbers),
}

/// An option: the exclusive or of its known parts, and the range of its other parts, the hardest
/// last.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameOption {
    /// The exclusive or of the values of its known parts.
    pub known: u64,
    /// The index of its first unknown part among the parts of the frame.
    pub first: u32,
    /// The number of its unknown parts.
    pub count: u32,
    /// Proof numbers for: the option has the wanted value.
    pub left: ProofNumbers,
}

impl FrameOption {
    /// Records the value of the first unknown part. The proof numbers are looked up again.
    pub(super) fn know(&mut self, value: u64) {
        self.known ^= value;
        self.first += 1;
        self.count -= 1;
        self.left = UNKNOWN;
    }
}

/// The reply that a frame waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PendingReply {
    /// No reply: its options are to be looked at.
    Nothing,
    /// The value of the first part of an option.
    Part(usize),
    /// Whether the last part of an option gives it the wanted value.
    Choice(usize),
    /// Whether the position of the frame has a smaller value.
    Lower(u64),
}

/// A request on the path.
pub(super) struct RequestFrame {
    /// The position.
    pub key: u64,
    /// What to find out about it.
    pub goal: Goal,
    /// As that of its request.
    pub limit: ProofNumbers,
    /// Roughly how much there is to search below it (`Keyed::weight`).
    pub weight: u32,
    /// The options whose values are unknown.
    pub options: Vec<FrameOption>,
    /// The unknown parts of the options.
    pub parts: Vec<u64>,
    /// A bit per value: whether an option is known to have it.
    seen: Vec<u64>,
    /// The number of options, which bounds the value.
    pub most: u64,
    /// The value that is tested now.
    pub wanted: u64,
    /// The proof numbers of each smaller value; empty if all are refuted.
    pub lower: Vec<ProofNumbers>,
    /// What the next reply is about.
    pub pending: PendingReply,
    /// The number of values that the worker had stored when the options were last updated.
    pub stored: u64,
    /// The value of the position, if a reply has given it.
    pub value: Option<u64>,
    /// The bytes that were counted for it. The frame may hold less when they are released.
    pub held: u64,
}

impl RequestFrame {
    pub(super) fn new() -> RequestFrame {
        let limit = ProofNumbers { disproof: ENDLESS, proof: ENDLESS };
        RequestFrame {
            key: 0,
            goal: Goal::Value,
            limit,
            weight: 0,
            options: Vec::new(),
            parts: Vec::new(),
            seen: vec![0],
            most: 0,
            wanted: 0,
            lower: Vec::new(),
            pending: PendingReply::Nothing,
            stored: 0,
            value: None,
            held: 0,
        }
    }

    /// Begins another position. `attained` has the values below 64 that options are known to have.
    /// The memory of the vectors stays.
    pub(super) fn start(&mut self, request: ProofRequest, weight: u32, attained: u64) {
        (self.key, self.goal, self.limit, self.weight) = (request.key, request.goal, request.limit, weight);
        self.options.clear();
        self.parts.clear();
        self.seen.clear();
        self.seen.push(attained);
        self.lower.clear();
        (self.most, self.pending, self.stored, self.value) = (0, PendingReply::Nothing, 0, None);
    }

    /// Starts another request about the same position.
    pub(super) fn restart(&mut self, request: ProofRequest, attained: u64) {
        (self.goal, self.limit) = (request.goal, request.limit);
        self.seen[0] |= attained;
        self.lower.clear();
        (self.pending, self.stored, self.value) = (PendingReply::Nothing, 0, None);
    }

    /// Returns the bytes that it holds.
    pub(super) fn bytes(&self) -> u64 {
        (size_of::<RequestFrame>()
            + self.options.len() * size_of::<FrameOption>()
            + 8 * self.parts.len()
            + 8 * self.seen.len()
            + self.lower.len() * size_of::<ProofNumbers>()) as u64
    }

    /// Whether an option is known to have this value.
    pub(super) fn sees(&self, value: u64) -> bool {
        self.seen.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// Records the value of an option.
    pub(super) fn see(&mut self, value: u64) {
        let word = (value / 64) as usize;
        if word >= self.seen.len() {
            self.seen.resize(word + 1, 0);
        }
        self.seen[word] |= 1 << (value % 64);
    }

    /// Returns the values below 64 that options are known to have, one bit each.
    pub(super) fn attained(&self) -> u64 {
        self.seen[0]
    }

    /// Returns the least value that no option is known to have.
    pub(super) fn mex(&self) -> u64 {
        let full = self.seen.iter().take_while(|word| **word == u64::MAX).count();
        full as u64 * 64 + u64::from(self.seen.get(full).map_or(0, |word| word.trailing_ones()))
    }

    /// Records the reply to the pending request.
    ///
    /// A value that came for a part may decide several options, so the frame looks at all of them
    /// again (`stored = 0`). An option that has another value than the wanted one is refuted, not
    /// removed: it may be asked about another value later.
    pub(super) fn receive(&mut self, reply: ProofReply) {
        match (std::mem::replace(&mut self.pending, PendingReply::Nothing), reply) {
            (PendingReply::Part(at), ProofReply::Value(value)) => {
                let choice = &mut self.options[at];
                choice.know(value);
                self.stored = 0;
            }
            (PendingReply::Choice(at), ProofReply::Value(value)) => {
                let choice = self.options.swap_remove(at);
                self.see(choice.known ^ value);
            }
            (PendingReply::Choice(at), ProofReply::OtherValue) => self.options[at].left = REFUTED,
            (PendingReply::Choice(at), ProofReply::Open(left)) => self.options[at].left = left,
            (PendingReply::Lower(value), ProofReply::OtherValue) => self.lower[value as usize] = REFUTED,
            (PendingReply::Lower(value), ProofReply::Open(left)) => self.lower[value as usize] = left,
            (PendingReply::Lower(_), ProofReply::Value(value)) => self.value = Some(value),
            (PendingReply::Nothing, _) | (PendingReply::Part(_), _) => {}
        }
    }
}
