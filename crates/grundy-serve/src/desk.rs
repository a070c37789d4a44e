//! Where questions are answered: on threads of their own, a few at a time. The others wait: one for
//! each connection at most, and their number is bounded.
//!
//! A question that is not wanted any more, since its client has gone away, stops waiting, or its
//! work is cancelled. It keeps its place until the work has really ended.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use grundy::{Host, Limits, Run, help::Json};
use grundy_show::refusal_json;
use grundy_verbs::{ReplyLine, Request};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::timeout,
};

/// How long a question may wait.
const PATIENCE: Duration = Duration::from_secs(20);

/// The longest answer, in bytes. Slow readers may hold one each. What grows with a position is
/// refused before it is written.
pub const ANSWER: usize = 4 << 20;

/// The places for questions, and what each may spend.
pub struct Desk {
    places: Arc<Semaphore>,
    memory: u64,
    time: Duration,
}

/// The question waited too long for its place.
pub struct Busy;

/// One piece of work.
pub struct Work {
    pub request: Arc<Request>,
    pub host: Arc<dyn Host>,
    pub cancel: Arc<AtomicBool>,
    pub limits: Limits,
    /// How the request is answered: a picture by itself, or as a field of JSON.
    pub answer: fn(&Request, &Run) -> ReplyLine,
}

impl Desk {
    /// A desk with this many places, each with this memory and time.
    pub fn new(places: usize, memory: u64, time: Duration) -> Desk {
        Desk { places: Arc::new(Semaphore::new(places)), memory, time }
    }

    /// The most time that an answer may take.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Answers the request within its limits. If the future is dropped, the work ends.
    pub async fn answer(&self, request: Request) -> Result<ReplyLine, Busy> {
        let time = request.time().map_or(self.time, |time| time.min(self.time));
        self.answer_within(request, time).await
    }

    /// As [`Desk::answer`], within this time.
    pub async fn answer_within(&self, request: Request, time: Duration) -> Result<ReplyLine, Busy> {
        let place = timeout(PATIENCE, self.places.clone().acquire_owned()).await;
        let place = place.ok().and_then(Result::ok).ok_or(Busy)?;
        let request = Arc::new(request);
        let cancel = Arc::new(AtomicBool::new(false));
        let _guard = CancelOnDrop(cancel.clone());
        let limits = limits(time, self.memory);
        Ok(Work { host: request.clone(), request, cancel, limits, answer: Request::plain }.done(place).await)
    }
}

/// What a request may spend in this time.
pub fn limits(time: Duration, memory: u64) -> Limits {
    Limits { time: Some(time), memory: Some(memory), threads: std::num::NonZero::new(1), ..Limits::default() }
}

impl Work {
    /// Does the work on a thread of its own, which keeps the place until the work has ended.
    pub async fn done(self, place: OwnedSemaphorePermit) -> ReplyLine {
        let Work { request, host, cancel, limits, answer } = self;
        let work = spawn_blocking(move || {
            // The time begins now: what was spent waiting is not the question's.
            let run = Run::new(limits).host(host).cancelled_by(cancel);
            let reply = fitting(answer(&request, &run));
            drop(place);
            reply
        });
        work.await.unwrap_or_else(|why| {
            let message = format!("the work ended by a fault of the program: {why}");
            let line = refusal_json("fault", &message, &"report this request as a fault of the program".into(), &Json);
            ReplyLine::json(line, 2)
        })
    }
}

/// The reply, if it is not too long to be sent to many clients at a time.
fn fitting(reply: ReplyLine) -> ReplyLine {
    if reply.line.len() <= ANSWER {
        return reply;
    }
    let message = format!("the answer has {} MiB, and the server sends at most 4 MiB", reply.line.len() >> 20);
    let line = refusal_json("size", &message, &"ask for less, or use the command line".into(), &Json);
    ReplyLine::json(line, 3)
}

/// Sets the flag when it is dropped.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
