//! What the workers need of an engine that carries messages between them.
//!
//! Messages have times. A time has *passed* when every worker is beyond it, and all that was sent
//! at it or before has arrived and was answered: that is the only way in which workers wait for
//! each other. A time is a step with a chunk in it: all workers take the same steps, and each has
//! as many chunks in a step as it needs.

use std::time::Duration;

use crate::error::Error;

/// What a packet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PacketKind {
    /// What a worker reports at the end of a step.
    Report,
    /// Keys for the shard that they belong to.
    Keys,
    /// Ascending keys of a shard whose values are requested.
    Request,
    /// The values of a request, in the order of its keys.
    Answer,
}

/// Bytes from one worker to another.
#[derive(Clone, Debug)]
pub(crate) struct Packet {
    /// What it is.
    pub kind: PacketKind,
    /// The number of the worker that sends it.
    pub from: u32,
    /// The number of the worker that it is for.
    pub to: u32,
    /// The shard that it is about; 0 in a report.
    pub shard: u32,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// An engine, as one worker sees it.
pub(crate) trait Exchange {
    /// Holds the time of a packet that has arrived, until it is settled.
    type Receipt;

    /// The number of this worker, and how many there are.
    fn place(&self) -> (u32, u32);

    /// The time of what is sent next.
    fn time(&self) -> u64;

    /// Goes on to a later time.
    fn advance(&mut self, time: u64);

    /// Sends a packet at the current time.
    fn send(&mut self, packet: Packet);

    /// Whether a time has passed.
    fn passed(&self, time: u64) -> bool;

    /// Moves packets, and waits for some if there are none and `wait` is not zero.
    ///
    /// # Errors
    ///
    /// [`Error::Peer`] if a process has ended, [`Error::Stalled`] if none makes progress.
    fn step(&mut self, wait: Duration) -> Result<(), Error>;

    /// The next packet that has arrived and is no answer, with its time.
    fn arrived(&mut self) -> Option<(Self::Receipt, u64, Packet)>;

    /// Settles a packet that has arrived, and sends an answer at its time.
    fn settle(&mut self, receipt: Self::Receipt, answer: Option<Packet>);

    /// The next answer, with the time of its request.
    fn answered(&mut self) -> Option<(u64, Packet)>;
}

/// The first time of a step.
pub(crate) fn step_of(step: u32) -> u64 {
    u64::from(step) << 32
}
