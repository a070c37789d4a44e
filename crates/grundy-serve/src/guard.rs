//! Which requests are refused before they are read, and the headers that every answer has.
//!
//! A page of another site can make a browser send requests to this machine, and with a name that it
//! controls it can make the answers readable (DNS rebinding). So the header `Host` must name this
//! server, `Origin` must be the server's own, and `Sec-Fetch-Site` must not be that of another
//! site.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::Next,
    response::Response,
};

use crate::{Service, answers};

/// The page loads what is here, runs no text as code, and is in nobody's frame.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Refuses what comes from elsewhere, and adds the headers.
pub async fn guard(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = match foreign(&service, &request, api) {
        Some(why) => {
            answers::refused(StatusCode::FORBIDDEN, "foreign", why, "open the address that the server printed")
        }
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why the request comes from elsewhere, if it does.
fn foreign(service: &Service, request: &Request, api: bool) -> Option<&'static str> {
    let headers = request.headers();
    let Some(host) = one(headers, header::HOST) else { return Some("a request names its host once") };
    if !is_here(service, host) || request.uri().authority().is_some_and(|authority| authority.as_str() != host) {
        return Some("the header Host does not name this server");
    }
    if headers.contains_key(header::ORIGIN) {
        let own = one(headers, header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        if own != Some(host) {
            return Some("the request comes from the page of another site");
        }
    }
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    match site {
        Some(b"cross-site" | b"same-site") if api => Some("the request comes from the page of another site"),
        _ => None,
    }
}

fn one(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

/// Whether this is an address of the server: a name would be somebody's to give, except for
/// `localhost`.
fn is_here(service: &Service, host: &str) -> bool {
    let own = service.address;
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, "80"),
    };
    let ip: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
    let named = match ip {
        Some(ip) => ip.is_loopback() || !own.ip().is_loopback(),
        None => name.eq_ignore_ascii_case("localhost"),
    };
    named && port == own.port().to_string()
}
