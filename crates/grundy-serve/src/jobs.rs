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
    extract::{Path, Request as HttpRequest, State},
    http::{StatusCode, Uri},
    response::{
        IntoResponse, Response,
        sse::{Event as Sent, KeepAlive, Sse},
    },
};
use futures_util::stream;
use grundy::{Event, Host};
use grundy_show::{
    json_line,
    request::{Reply, Request},
};
use serde_json::{Value, json};
use tokio::{
    sync::{Semaphore, watch},
    time::interval,
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

/// How often watchers are told how far the work is.
const EVERY: Duration = Duration::from_millis(200);

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
    state: watch::Sender<Stage>,
    seen: Mutex<Instant>,
}

/// How far a job is.
#[derive(Clone)]
enum Stage {
    Waiting,
    Working(Value),
    Done(Reply),
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

/// Whether two keys are equal; the time does not tell how far they are.
fn same(given: &str, key: &str) -> bool {
    given.len() == key.len() && given.bytes().zip(key.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

impl Job {
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
    told: Mutex<Option<Instant>>,
}

impl Host for Watched {
    fn event(&self, event: Event<'_>) {
        let Event::Progress { doing, progress } = event else { return };
        let Ok(mut told) = self.told.try_lock() else { return };
        if told.is_some_and(|told| told.elapsed() < EVERY) {
            return;
        }
        *told = Some(Instant::now());
        let percent = progress.goal.filter(|goal| *goal > 0).map(|goal| 100 * progress.positions.min(goal) / goal);
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
    let request = match question(&verb, sent, jobs.time).await {
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
    let job = Arc::new(Job { key: key.clone(), cancel: cancel.clone(), state, seen: Mutex::new(Instant::now()) });
    let Some(id) = jobs.keep(job.clone()) else { return answers::busy() };
    let limits = limits(&request, jobs.time, jobs.memory);
    let places = jobs.places.clone();
    tokio::spawn(async move {
        let Ok(place) = places.acquire_owned().await else { return };
        job.state.send_replace(Stage::Working(json!({"doing": "solving", "seconds": 0.0})));
        let host =
            Watched { request: request.clone(), job: job.clone(), begun: Instant::now(), told: Mutex::default() };
        let reply = Work { request, host: Arc::new(host), cancel, limits, answer: Request::answer }.done(place).await;
        job.state.send_replace(Stage::Done(reply));
    });
    answers::json(StatusCode::ACCEPTED, json_line(json!({"job": id, "key": key})))
}

/// How far a job is, with its answer once there is one.
pub async fn look(State(service): State<Arc<Service>>, Path(name): Path<String>, uri: Uri) -> Response {
    let (id, job) = match service.jobs.find(&name, &uri) {
        Ok(found) => found,
        Err(refusal) => return *refusal,
    };
    let state = job.state.borrow().clone();
    let line = match state {
        Stage::Waiting => json!({"job": id, "state": "waiting", "progress": null, "answer": null}),
        Stage::Working(progress) => json!({"job": id, "state": "working", "progress": progress, "answer": null}),
        Stage::Done(reply) => {
            // Numbers stay as they are written: the answer is put in as text.
            let line = format!(
                "{{\"job\":{id},\"state\":\"done\",\"progress\":null,\"answer\":{},\"schema\":1}}\n",
                reply.line.trim_end()
            );
            return answers::json(StatusCode::OK, line);
        }
    };
    answers::json(StatusCode::OK, json_line(line))
}

/// Ends a job and forgets it.
pub async fn cancel(State(service): State<Arc<Service>>, Path(name): Path<String>, uri: Uri) -> Response {
    let (id, job) = match service.jobs.find(&name, &uri) {
        Ok(found) => found,
        Err(refusal) => return *refusal,
    };
    job.cancel.store(true, Ordering::Relaxed);
    service.jobs.kept().jobs.remove(&id);
    answers::json(StatusCode::OK, json_line(json!({"job": id, "state": "cancelled"})))
}

/// The progress of a job and its answer, as server-sent events.
pub async fn events(State(service): State<Arc<Service>>, Path(name): Path<String>, uri: Uri) -> Response {
    let job = match service.jobs.find(&name, &uri) {
        Ok((_, job)) => job,
        Err(refusal) => return *refusal,
    };
    let mut watcher = job.state.subscribe();
    watcher.mark_changed();
    let told = stream::unfold(Some((watcher, job)), async |watched| {
        let (mut watcher, job) = watched?;
        watcher.changed().await.ok()?;
        let state = watcher.borrow_and_update().clone();
        let (sent, next) = match state {
            Stage::Waiting => (Sent::default().event("progress").data(r#"{"doing":"waiting"}"#), Some((watcher, job))),
            Stage::Working(progress) => {
                (Sent::default().event("progress").data(progress.to_string()), Some((watcher, job)))
            }
            Stage::Done(reply) => (Sent::default().event("answer").data(reply.line.trim_end()), None),
        };
        Some((Ok::<_, Infallible>(sent), next))
    });
    Sse::new(told).keep_alive(KeepAlive::default()).into_response()
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
                job.cancel.store(true, Ordering::Relaxed);
            }
            !(unwatched && done && job.unseen() > 10 * UNWATCHED)
        });
    }
}
