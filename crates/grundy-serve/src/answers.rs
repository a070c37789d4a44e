//! Responses: a JSON line with the exit code that the program would have, or a refusal in the same
//! form.

use std::convert::Infallible;

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use futures_util::stream;
use grundy::help::Json;
use grundy_show::refusal_json;
use grundy_verbs::{JSON, ReplyLine};

/// The header with the exit code.
pub const EXIT_CODE: &str = "grundy-exit-code";

/// A response of this type.
pub fn typed(status: StatusCode, kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// A JSON line.
pub fn json(status: StatusCode, line: impl Into<Body>) -> Response {
    let mut response = typed(status, "application/json", line);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A JSON line of several parts, which are sent without a copy of them.
pub fn json_parts(parts: [Bytes; 3]) -> Response {
    let length: usize = parts.iter().map(Bytes::len).sum();
    let body = Body::from_stream(stream::iter(parts.map(Ok::<_, Infallible>)));
    let mut response = json(StatusCode::OK, body);
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    response
}

/// A picture loads nothing and runs nothing, wherever it is opened.
const PICTURE: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// The reply to a question that was read. The exit code reports whether it was answered, as on the
/// command line: the status is about HTTP. Who asks for a picture may look at the status only, so
/// an error in place of one is none of the success.
pub fn replied(verb: &str, reply: ReplyLine) -> Response {
    let picture = reply.media != JSON;
    let status = if verb == "draw" && !picture { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let mut response = json(status, reply.line);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(reply.media));
    if picture {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PICTURE));
    }
    response.headers_mut().insert(EXIT_CODE, HeaderValue::from(u16::from(reply.code)));
    response
}

/// A request that is not done.
pub fn refused(status: StatusCode, code: &str, message: &str, help: &str) -> Response {
    json(status, refusal_json(code, message, &help.into(), &Json))
}

/// The server has too much to do.
pub fn busy() -> Response {
    let help = "ask again in a second";
    let mut response = refused(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many questions at a time", help);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}
