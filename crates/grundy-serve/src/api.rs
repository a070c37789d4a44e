//! The addresses of the server.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, Request as HttpRequest, State},
    http::{HeaderMap, StatusCode},
    middleware,
    response::Response,
    routing::{get, post},
};

use crate::{Service, answers, guard, jobs, openapi, page, question::question};

/// The way out where the time of an answer is not enough.
const LONGER: &str = "ask for less, or for a job, which may take longer: POST /api/v1/jobs/..";

/// Every address.
pub fn router(service: Arc<Service>) -> Router {
    Router::new()
        .route("/", get(async |headers: HeaderMap| page::file("", &headers)))
        .route("/{file}", get(async |Path(name): Path<String>, headers: HeaderMap| page::file(&name, &headers)))
        .route("/api/v1/openapi.json", get(async || openapi::description()))
        .route("/api/v1/schema.json", get(async || openapi::schema()))
        .route("/api/v1/{verb}", get(ask).post(ask))
        .route("/api/v1/jobs/{name}", post(jobs::begin).get(jobs::look).delete(jobs::cancel))
        .route("/api/v1/jobs/{name}/events", get(jobs::events))
        .fallback(async || answers::refused(StatusCode::NOT_FOUND, "usage", "there is nothing here", "open /"))
        .layer(middleware::from_fn_with_state(service.clone(), guard::guard))
        .with_state(service)
}

/// Answers a question at once.
async fn ask(State(service): State<Arc<Service>>, Path(verb): Path<String>, sent: HttpRequest) -> Response {
    let request = match question(&verb, sent, service.desk.time(), LONGER).await {
        Ok(request) => request,
        Err(refusal) => return *refusal,
    };
    match service.desk.answer(request).await {
        Ok(reply) => answers::replied(&verb, reply),
        Err(_) => answers::busy(),
    }
}
