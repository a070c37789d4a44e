//! Long work: begun by one request, watched and cancelled by others.
//!
//! A job is reached only with the key that its beginning returned. Work that nobody watches for a
//! minute is cancelled, so that a closed page does not leave a core busy.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    body::{Body, Bytes},
    extract::{Path, Request as HttpRequest, State},
    http::{HeaderValue, StatusCode, Uri, header},
    response::Response,
};
use futures_util::stream;
use grundy::{Event, Host, help::Json};
use grundy_show::{Version, json_line, refusal_json};
use grundy_verbs::{ReplyLine, Request};
use serde_json::{Value, json};
use tokio::{
    select,
    sync::{Notify, Semaphore, watch},
    time::{interval, timeout},
};

use crate::{
    Service, answers,
    desk::{Work, limits},
    question::question,
};

/// The jobs that are kept, finished ones included.
const MOST: usize = 32;

/// Work that nobody watches ends after this time, and a finished job is forgotten after ten times
/// that.
const UNWATCHED: Duration = Duration::from_secs(60);

/// The way out where the time of a job is not enough.
const LONGER: &str = "ask for less, or use the command line, which has no such limit";

/// The time between two reports of progress to a watcher.
const EVERY: Duration = Duration::from_millis(200);

/// The longest time without a line to a watcher.
const QUIET: Duration = Duration::from_secs(15);

/// All jobs, and what each may spend.
pub struct Jobs {
    all: Mutex<Kept>,
    places: Arc<Semaphore>,
    memory: u64,
    time: Duration,
}

#[derive(Default)]
struct Kept {
    next: u64,
    jobs: BTreeMap<u64, Arc<Job>>,
}

struct Job {
    key: String,
    cancel: Arc<AtomicBool>,
    /// Wakes the job that still waits for its place when it is cancelled.
    cancelled: Notify,
    state: watch::Sender<Stage>,
    seen: Mutex<Instant>,
}

/// How far a job is.
#[derive(Clone)]
enum Stage {
    Waiting,
    Working(Value),
    Done(Finished),
}

/// The answer of a job, as the event that sends it. Readers share its bytes.
#[derive(Clone)]
struct Finished(Bytes);

/// What stands before an answer in its event, and after it.
const EVENT: (&str, &str) = ("event: answer\ndata: ", "\n\n");

impl Finished {
    fn new(reply: &ReplyLine) -> Finished {
        Finished([EVENT.0, reply.line.trim_end(), EVENT.1].concat().into())
    }

    /// The answer alone, as one line without its end.
    fn line(&self) -> Bytes {
        self.0.slice(EVENT.0.len()..self.0.len() - EVENT.1.len())
    }
}

impl Jobs {
    /// No jobs; this many run at a time, each with this memory and time.
    pub fn new(places: usize, memory: u64, time: Duration) -> Jobs {
        Jobs { all: Mutex::default(), places: Arc::new(Semaphore::new(places)), memory, time }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the job, if there is room for it.
    fn keep(&self, job: Arc<Job>) -> Option<u64> {
        let mut kept = self.kept();
        if kept.jobs.len() >= MOST {
            let finished = kept.jobs.iter().find(|(_, job)| job.is_done()).map(|(id, _)| *id);
            kept.jobs.remove(&finished?);
        }
        kept.next += 1;
        let id = kept.next;
        kept.jobs.insert(id, job);
        Some(id)
    }

    /// The job that the address names, if its key is the job's.
    fn find(&self, name: &str, uri: &Uri) -> Result<(u64, Arc<Job>), Box<Response>> {
        let given = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).find(|(name, _)| name == "key");
        let id: Option<u64> = name.parse().ok();
        let job = id.and_then(|id| Some((id, self.kept().jobs.get(&id)?.clone())));
        let job = job.filter(|(_, job)| given.is_some_and(|(_, key)| same(&key, &job.key)));
        let (id, job) = job.ok_or_else(|| {
            let help = "give the number and the key that POST /api/v1/jobs/.. returned";
            Box::new(answers::refused(StatusCode::NOT_FOUND, "usage", "there is no such job", help))
        })?;
        *job.seen.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        Ok((id, job))
    }
}

/// Whether two keys are equal; the time does not reveal how far they are.
fn same(given: &str, key: &str) -> bool {
    given.len() == key.len() && given.bytes().zip(key.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

impl Job {
    /// Ends the work. A job that waits for its place gives up its request at once.
    fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.cancelled.notify_one();
    }

    fn is_done(&self) -> bool {
        matches!(*self.state.borrow(), Stage::Done(_))
    }

    fn unseen(&self) -> Duration {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

/// The host of a job's work: the word lists of the request, and the watchers.
struct Watched {
    request: Arc<Request>,
    job: Arc<Job>,
    begun: Instant,
    last: Mutex<Option<Instant>>,
}

impl Host for Watched {
    fn event(&self, event: Event<'_>) {
        let Event::Progress { doing, progress } = event else { return };
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.is_some_and(|last| last.elapsed() < EVERY) {
            return;
        }
        *last = Some(Instant::now());
        let goal = progress.goal.map(|goal| (progress.positions.min(goal), goal));
        let percent = progress.share.or(goal).filter(|(_, of)| *of > 0).map(|(done, of)| 100 * done / of);
        self.job.state.send_replace(Stage::Working(json!({
            "doing": doing,
            "positions": progress.positions,
            "bytes": progress.bytes,
            "percent": percent,
            "seconds": self.begun.elapsed().as_millis() as f64 / 1000.0,
        })));
    }

    fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        self.request.word_list(name)
    }
}

/// Begins a job; the name is the verb.
pub async fn begin(State(service): State<Arc<Service>>, Path(verb): Path<String>, sent: HttpRequest) -> Response {
    let jobs = &service.jobs;
    let request = match question(&verb, sent, jobs.time, LONGER).await {
        Ok(request) => Arc::new(request),
        Err(refusal) => return *refusal,
    };
    let mut bytes = [0; 16];
    if getrandom::fill(&mut bytes).is_err() {
        return answers::busy();
    }
    let key: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let cancel = Arc::new(AtomicBool::new(false));
    let (state, _) = watch::channel(Stage::Waiting);
    let seen = Mutex::new(Instant::now());
    let job = Arc::new(Job { key: key.clone(), cancel: cancel.clone(), cancelled: Notify::new(), state, seen });
    let Some(id) = jobs.keep(job.clone()) else { return answers::busy() };
    let limits = limits(request.time().map_or(jobs.time, |time| time.min(jobs.time)), jobs.memory);
    let places = jobs.places.clone();
    tokio::spawn(async move {
        let place = select! {
            place = places.acquire_owned() => place,
            () = job.cancelled.notified() => {
                job.state.send_replace(Stage::Done(Finished::new(&never_begun())));
                return;
            }
        };
        let Ok(place) = place else { return };
        job.state.send_replace(Stage::Working(json!({"doing": "solving", "seconds": 0.0})));
        let host =
            Watched { request: request.clone(), job: job.clone(), begun: Instant::now(), last: Mutex::default() };
        let reply = Work { request, host: Arc::new(host), cancel, limits, answer: Request::answer }.done(place).await;
        job.state.send_replace(Stage::Done(Finished::new(&reply)));
    });
    answers::json(StatusCode::ACCEPTED, json_line(&json!({"job": id, "key": key, "schema": Version})))
}

/// The answer of a job that was cancelled while it waited.
fn never_begun() -> ReplyLine {
    let message = "the job was cancelled before its work began";
    ReplyLine::json(refusal_json("interrupted", message, &"begin the job again".into(), &Json), 130)
}

/// How far a job is, with its answer once there is one.
pub async fn look(State(service): State<Arc<Service>>, Path(name): Path<String>, uri: Uri) -> Response {
    let (id, job) = match service.jobs.find(&name, &uri) {
        Ok(found) => found,
        Err(refusal) => return *refusal,
    };
    let state = job.state.borrow().clone();
    let (state, progress) = match state {
        Stage::Waiting => ("waiting", None),
        Stage::Working(progress) => ("working", Some(progress)),
        Stage::Done(finished) => {
            // Numbers stay as they are written: the answer is put in as text.
            let before = format!("{{\"job\":{id},\"state\":\"done\",\"progress\":null,\"answer\":");
            return answers::json_parts([before.into(), finished.line(), Bytes::from_static(b",\"schema\":1}\n")]);
        }
    };
    let line = json!({"job": id, "state": state, "progress": progress, "answer": null, "schema": Version});
    answers::json(StatusCode::OK, json_line(&line))
}

/// Ends a job and forgets it.
pub async fn cancel(State(service): State<Arc<Service>>, Path(name): Path<String>, uri: Uri) -> Response {
    let (id, job) = match service.jobs.find(&name, &uri) {
        Ok(found) => found,
        Err(refusal) => return *refusal,
    };
    job.cancel();
    service.jobs.kept().jobs.remove(&id);
    answers::json(StatusCode::OK, json_line(&json!({"job": id, "state": "cancelled", "schema": Version})))
}

/// The progress of a job and its answer, as server-sent events.
pub async fn events(State(service): State<Arc<Service>>, Path(name): Path<String>, uri: Uri) -> Response {
    let job = match service.jobs.find(&name, &uri) {
        Ok((_, job)) => job,
        Err(refusal) => return *refusal,
    };
    let mut watcher = job.state.subscribe();
    watcher.mark_changed();
    let events = stream::unfold(Some((watcher, job)), async |watched| {
        let (mut watcher, job) = watched?;
        let Ok(changed) = timeout(QUIET, watcher.changed()).await else {
            // A comment, so that nothing on the way takes the connection for a dead one.
            return Some((Ok(Bytes::from_static(b":\n\n")), Some((watcher, job))));
        };
        changed.ok()?;
        let state = watcher.borrow_and_update().clone();
        let progress = |what: &str| Bytes::from(format!("event: progress\ndata: {what}\n\n"));
        let (sent, next) = match state {
            Stage::Waiting => (progress(r#"{"doing":"waiting"}"#), Some((watcher, job))),
            Stage::Working(how) => (progress(&how.to_string()), Some((watcher, job))),
            Stage::Done(Finished(event)) => (event, None),
        };
        Some((Ok::<_, Infallible>(sent), next))
    });
    let mut response = answers::typed(StatusCode::OK, "text/event-stream", Body::from_stream(events));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Cancels work that nobody watches, and forgets what was finished long ago.
pub async fn sweep(service: Arc<Service>) {
    let mut ticks = interval(UNWATCHED / 12);
    loop {
        ticks.tick().await;
        service.jobs.kept().jobs.retain(|_, job| {
            let unwatched = job.state.receiver_count() == 0;
            let done = job.is_done();
            if unwatched && !done && job.unseen() > UNWATCHED {
                job.cancel();
            }
            !(unwatched && done && job.unseen() > 10 * UNWATCHED)
        });
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use tokio::{runtime::Handle, task::yield_now};

    use super::*;
    use crate::desk::Desk;

    /// The value that a handler answered.
    async fn answered(response: Response) -> Value {
        let body = to_bytes(response.into_body(), 1 << 20).await.expect("a short body");
        serde_json::from_slice(&body).expect("JSON")
    }

    #[tokio::test]
    async fn a_job_that_is_cancelled_while_it_waits_keeps_nothing() {
        let address = ([127, 0, 0, 1], 1).into();
        let (desk, jobs) = (Desk::new(1, 1, UNWATCHED), Jobs::new(1, 1, UNWATCHED));
        let service = Arc::new(Service { address, desk, jobs });
        let place = service.jobs.places.clone().acquire_owned().await.expect("the place is free");
        let verb = || Path("solve".to_owned());
        let uri = "/api/v1/jobs/solve?game=nim&position=1";
        for _ in 0..3 * MOST {
            let sent = HttpRequest::builder().uri(uri).body(Body::empty()).expect("a request");
            let made = answered(begin(State(service.clone()), verb(), sent).await).await;
            let key = format!("/?key={}", made["key"].as_str().expect("a key"));
            yield_now().await;
            assert_eq!(Handle::current().metrics().num_alive_tasks(), 1);
            let job = service.jobs.kept().jobs.values().next().expect("it is kept").clone();
            let at = Path(made["job"].to_string());
            cancel(State(service.clone()), at, key.parse().expect("an address")).await;
            yield_now().await;
            assert!(job.is_done());
            assert_eq!(Handle::current().metrics().num_alive_tasks(), 0);
        }
        drop(place);
    }

    #[test]
    fn readers_of_an_answer_share_its_bytes() {
        let finished = Finished::new(&ReplyLine::json("{\"value\":1}\n".into(), 0));
        assert_eq!(
            (&finished.0[..], &finished.line()[..]),
            (&b"event: answer\ndata: {\"value\":1}\n\n"[..], &b"{\"value\":1}"[..],)
        );
        assert_eq!(finished.clone().0.as_ptr(), finished.0.as_ptr());
        assert_eq!(finished.line().as_ptr(), finished.0[EVENT.0.len()..].as_ptr());
    }
}
