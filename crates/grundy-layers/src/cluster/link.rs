//! Messages between workers by timely dataflow: the only file that uses its dataflows.
//!
//! Packets enter at an input, are exchanged by their receivers, and come to the operator `serve`,
//! which leaves them in a queue with the right to answer at their time. The worker takes them from
//! there, so nothing of a game is inside a dataflow. Answers are exchanged in the same way and come
//! to the operator `answers`, with a probe after it: a time that the probe has left has passed for
//! all workers. Packets are written and read by one copy of their bytes.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io::Write,
    mem,
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use timely::{
    Accountable, WorkerConfig,
    bytes::arc::Bytes,
    communication::allocator::{Allocator, AllocatorBuilder},
    container::{CapacityContainerBuilder, DrainContainer, PushInto, SizableContainer},
    dataflow::{
        InputHandle, ProbeHandle,
        channels::{ContainerBytes, pact::ExchangeCore},
        operators::{Capability, Input, Probe, generic::operator::Operator},
    },
    scheduling::Activator,
    worker::Worker,
};

use super::{
    exchange::{Exchange, Packet, PacketKind},
    sockets::Lost,
};
use crate::error::Error;

/// How packets are gathered before they are sent.
type Builder = CapacityContainerBuilder<Packets>;

/// Packets that travel together.
#[derive(Clone, Default)]
struct Packets(Vec<Packet>);

/// The bytes of a packet without its contents.
const HEAD: usize = 24;

/// A container with this many bytes is sent.
const FULL: usize = 1 << 16;

impl Accountable for Packets {
    fn record_count(&self) -> i64 {
        self.0.len() as i64
    }
}

impl DrainContainer for Packets {
    type Item<'a> = Packet;
    type DrainIter<'a> = std::vec::Drain<'a, Packet>;

    fn drain(&mut self) -> Self::DrainIter<'_> {
        self.0.drain(..)
    }
}

impl SizableContainer for Packets {
    fn at_capacity(&self) -> bool {
        self.length_in_bytes() >= FULL
    }

    fn ensure_capacity(&mut self, stash: &mut Option<Packets>) {
        if self.0.capacity() == 0 {
            *self = stash.take().unwrap_or_default();
            self.0.clear();
        }
    }
}

impl PushInto<Packet> for Packets {
    fn push_into(&mut self, packet: Packet) {
        self.0.push(packet);
    }
}

/// The length of the contents of a packet, in words of 64 bits.
fn padded(length: usize) -> usize {
    length.next_multiple_of(8)
}

impl ContainerBytes for Packets {
    /// # Panics
    ///
    /// If the bytes are not those that [`Packets::into_bytes`] writes: the worker ends, and with it
    /// the run.
    fn from_bytes(bytes: Bytes) -> Packets {
        let mut rest = &bytes[..];
        let mut packets = Vec::new();
        while let Some((head, after)) = rest.split_at_checked(HEAD) {
            let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
            let kind = [PacketKind::Report, PacketKind::Keys, PacketKind::Request, PacketKind::Answer];
            let kind = *kind.get(word(0) as usize).expect("a packet has a kind");
            let length = usize::try_from(u64::from(word(16)) | u64::from(word(20)) << 32).expect("it fits in memory");
            let contents = after.get(..length).expect("a packet is whole").to_vec();
            packets.push(Packet { kind, from: word(4), to: word(8), shard: word(12), bytes: contents });
            rest = after.get(padded(length)..).expect("a packet is whole");
        }
        Packets(packets)
    }

    fn length_in_bytes(&self) -> usize {
        self.0.iter().map(|packet| HEAD + padded(packet.bytes.len())).sum()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        for Packet { kind, from, to, shard, bytes } in &self.0 {
            let mut head = [0; HEAD];
            for (place, word) in head.chunks_exact_mut(4).zip([*kind as u32, *from, *to, *shard]) {
                place.copy_from_slice(&word.to_le_bytes());
            }
            head[16..].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
            let pad = &[0; 8][..padded(bytes.len()) - bytes.len()];
            let written = [&head[..], bytes, pad].into_iter().try_for_each(|part| writer.write_all(part));
            written.expect("the buffer has the length that was announced");
        }
    }
}

/// The queues between the operators and the worker.
#[derive(Default)]
struct Queues {
    /// Packets that have come, each with the right to answer at its time.
    arrived: VecDeque<(Capability<u64>, Packet)>,
    /// Packets that were dealt with, each with its answer, if it has one.
    settled: Vec<(Capability<u64>, Option<Packet>)>,
    /// Answers that have come, with their times.
    answers: VecDeque<(u64, Packet)>,
}

/// A worker of timely dataflow.
pub(super) struct Link {
    /// The worker of timely dataflow.
    worker: Worker,
    /// Where packets enter.
    input: InputHandle<u64, Builder>,
    /// Shows which times have passed for all workers.
    probe: ProbeHandle<u64>,
    /// Wakes the operator `serve` when packets are settled.
    serve: Activator,
    /// The queues, which the operators share.
    queues: Rc<RefCell<Queues>>,
    /// The process that has ended early, if one has.
    lost: Arc<Lost>,
    /// How long there may be no progress before the work ends with an error.
    patience: Duration,
    /// When there was progress, and the frontier that was seen then.
    progress: (Instant, Vec<u64>),
}

/// Exchanges packets by the worker that they are for.
fn by_receiver() -> ExchangeCore<Builder, impl FnMut(&Packet) -> u64 + 'static> {
    ExchangeCore::new_core(|packet: &Packet| u64::from(packet.to))
}

impl Link {
    /// The dataflow of a worker.
    pub fn new(builder: AllocatorBuilder, lost: Arc<Lost>, patience: Duration) -> Link {
        let allocator = match builder {
            AllocatorBuilder::Thread(_) => Allocator::Thread(Default::default()),
            AllocatorBuilder::Process(builder) => Allocator::Process(builder.build()),
            AllocatorBuilder::Tcp(builder) => Allocator::Tcp(builder.build()),
        };
        // Without a clock it would never park.
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let mut input = InputHandle::new();
        let queues = Rc::new(RefCell::new(Queues::default()));
        let (probe, serve) = worker.dataflow::<u64, _, _>(|scope| {
            let mut serve = None;
            let (of_serve, of_answers) = (queues.clone(), queues.clone());
            let (probe, _) = scope
                .input_from(&mut input)
                .unary::<Builder, _, _, _>(by_receiver(), "serve", |_, info| {
                    serve = Some(scope.activator_for(info.address));
                    move |input, output| {
                        let mut queues = of_serve.borrow_mut();
                        input.for_each(|time, data| {
                            let receipts = data.0.drain(..).map(|packet| (time.retain(output.output_index()), packet));
                            queues.arrived.extend(receipts);
                        });
                        for (receipt, answer) in mem::take(&mut queues.settled) {
                            if let Some(answer) = answer {
                                output.session(&receipt).give(answer);
                            }
                        }
                    }
                })
                .unary::<Builder, _, _, _>(by_receiver(), "answers", |_, _| {
                    move |input, _| {
                        let mut queues = of_answers.borrow_mut();
                        input.for_each(|time, data| {
                            queues.answers.extend(data.0.drain(..).map(|packet| (*time.time(), packet)));
                        });
                    }
                })
                .probe();
            (probe, serve.expect("the operator was made"))
        });
        Link { worker, input, probe, serve, queues, lost, patience, progress: (Instant::now(), Vec::new()) }
    }

    /// Ends the dataflow in good order, when all workers do.
    pub fn finish(mut self) -> Result<(), Error> {
        let end = self.input.time() + 1;
        self.input.advance_to(end);
        while self.probe.less_than(&end) {
            self.step(Duration::from_millis(50))?;
        }
        drop(self.input);
        while self.worker.has_dataflows() {
            self.worker.step_or_park(Some(Duration::from_millis(50)));
            self.lost.check()?;
        }
        Ok(())
    }
}

impl Exchange for Link {
    type Receipt = Capability<u64>;

    fn place(&self) -> (u32, u32) {
        // The number of workers was checked when they were started.
        (self.worker.index() as u32, self.worker.peers() as u32)
    }

    fn time(&self) -> u64 {
        *self.input.time()
    }

    fn advance(&mut self, time: u64) {
        self.input.advance_to(time);
    }

    fn send(&mut self, packet: Packet) {
        self.input.send(packet);
    }

    fn passed(&self, time: u64) -> bool {
        !self.probe.less_equal(&time)
    }

    fn step(&mut self, wait: Duration) -> Result<(), Error> {
        let idle = self.queues.borrow().arrived.is_empty();
        self.worker.step_or_park(Some(if idle { wait } else { Duration::ZERO }));
        self.lost.check()?;
        let frontier = self.probe.with_frontier(|frontier| frontier.to_vec());
        let queues = self.queues.borrow();
        if !queues.arrived.is_empty() || !queues.answers.is_empty() || frontier != self.progress.1 {
            self.progress = (Instant::now(), frontier);
        } else if self.progress.0.elapsed() >= self.patience {
            return Err(Error::Stalled(self.patience));
        }
        Ok(())
    }

    fn arrived(&mut self) -> Option<(Capability<u64>, u64, Packet)> {
        let (receipt, packet) = self.queues.borrow_mut().arrived.pop_front()?;
        let time = *receipt.time();
        Some((receipt, time, packet))
    }

    fn settle(&mut self, receipt: Capability<u64>, answer: Option<Packet>) {
        self.queues.borrow_mut().settled.push((receipt, answer));
        self.serve.activate();
    }

    fn answered(&mut self) -> Option<(u64, Packet)> {
        self.queues.borrow_mut().answers.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_read_as_they_were_written() {
        let mut random = fastrand::Rng::with_seed(1);
        let packets: Vec<Packet> = (0..40)
            .map(|at| Packet {
                kind: [PacketKind::Report, PacketKind::Keys, PacketKind::Request, PacketKind::Answer][at % 4],
                from: random.u32(..),
                to: random.u32(..),
                shard: random.u32(..),
                bytes: (0..at).map(|_| random.u8(..)).collect(),
            })
            .collect();
        let packets = Packets(packets);
        let mut bytes = Vec::new();
        packets.into_bytes(&mut bytes);
        assert_eq!(bytes.len(), packets.length_in_bytes());
        let read = Packets::from_bytes(timely::bytes::arc::BytesMut::from(bytes).freeze());
        assert_eq!(format!("{:?}", read.0), format!("{:?}", packets.0));
    }
}
