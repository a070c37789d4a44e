//! How a request of HTTP becomes a question: its fields from the address or from a JSON body, its
//! word list or its certificate from a body of text.

use std::time::Duration;

use axum::{
    body::{Body, HttpBody, to_bytes},
    extract::Request as HttpRequest,
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use grundy::{
    games::encoding::{self, NotText},
    help::Json,
};
use grundy_show::error_json;
use grundy_verbs::{FORMER_VERBS, Request, VERBS, strict};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};
use tokio::time::timeout;

use crate::{answers, desk::ANSWER};

/// The largest body: a word list, a certificate, or fields.
const BODY: usize = 1 << 20;

/// How long a client may take to send a body.
const SENDING: Duration = Duration::from_secs(10);

/// The name that a game gives the word list in the body of its request.
const LIST: &str = "list.txt";

/// The question of a request, if its limit is not over `most`; `longer` is the way out where that
/// is not enough.
pub async fn question(
    verb: &str,
    sent: HttpRequest,
    most: Duration,
    longer: &'static str,
) -> Result<Request, Box<Response>> {
    if !VERBS.contains(&verb) && !FORMER_VERBS.contains(&verb) {
        let message = format!("there is no verb `{verb}`");
        return Err(Box::new(answers::refused(StatusCode::NOT_FOUND, "usage", &message, &VERBS.join(", "))));
    }
    let (parts, body) = sent.into_parts();
    let pairs = read(parts.uri.query().unwrap_or_default()).map_err(|fault| not_text("the address", &fault))?;
    let mut fields = addressed(pairs)?;
    let text = text(body).await?;
    for (name, value) in sent_fields(verb, &parts.headers, text)? {
        if fields.insert(name.clone(), value).is_some() {
            return Err(refuse(&format!("`{name}` is given twice"), "send it in the body alone"));
        }
    }
    let request = Request::of(verb, fields)
        .map_err(|error| Box::new(answers::json(StatusCode::BAD_REQUEST, error_json(&error, &Json))))?;
    if request.time().is_some_and(|time| time > most) {
        let message = format!("an answer may take {} seconds here", most.as_secs_f64());
        return Err(refuse(&message, longer));
    }
    let request = request.at_most(ANSWER);
    Ok(if request.time().is_none_or(|time| time == most) { request.at_limit(longer) } else { request })
}

/// The refusal of a mistake in a request.
fn refuse(message: &str, help: &str) -> Box<Response> {
    Box::new(answers::refused(StatusCode::BAD_REQUEST, "usage", message, help))
}

/// The fields of an address. All of them are texts.
fn addressed(pairs: Vec<(String, String)>) -> Result<Map<String, Value>, Box<Response>> {
    let mut fields = Map::new();
    for (name, value) in pairs {
        match name.as_str() {
            "set" => {
                let Some((parameter, value)) = value.split_once('=') else {
                    return Err(refuse("`set` is a name and its value", "write set=k=3"));
                };
                let set = fields.entry("set").or_insert_with(|| json!({}));
                let (parameter, value) = (parameter.trim().to_owned(), value.trim().into());
                if set.as_object_mut().is_some_and(|set| set.insert(parameter, value).is_some()) {
                    return Err(refuse("a parameter of the game has two values", "give it one"));
                }
            }
            "lists" => {
                return Err(refuse(
                    "word lists do not stand in an address",
                    "send one as the body, which the game calls \"list.txt\"",
                ));
            }
            _ if fields.insert(name.clone(), value.into()).is_some() => {
                return Err(refuse(&format!("the parameter `{name}` is given twice"), "give it once"));
            }
            _ => {}
        }
    }
    Ok(fields)
}

/// The fields in a body: an object of JSON, or one text.
fn sent_fields(verb: &str, headers: &HeaderMap, text: String) -> Result<Map<String, Value>, Box<Response>> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(Map::new());
    }
    if kind.eq_ignore_ascii_case("application/json") {
        return match strict(&text) {
            Ok(Value::Object(fields)) => Ok(fields),
            Ok(_) => Err(refuse("the body is not a JSON object", "send the fields as {\"game\": ..}")),
            Err(why) => {
                Err(refuse(&format!("the body cannot be read as JSON: {why}"), "send the fields as {\"game\": ..}"))
            }
        };
    }
    let field = match verb {
        "check" => ("certificate", Value::String(text)),
        "find" | "diff" => ("bfile", Value::String(text)),
        _ => ("lists", json!({LIST: text})),
    };
    Ok(Map::from_iter([(field.0.to_owned(), field.1)]))
}

/// The names and values of a query. Each is text by itself, with its own byte order mark.
fn read(query: &str) -> Result<Vec<(String, String)>, NotText> {
    let text = |part: &str| {
        let plus = part.replace('+', " ");
        encoding::owned(percent_decode_str(&plus).collect())
    };
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .map(|(name, value)| Ok((text(name)?, text(value)?)))
        .collect()
}

/// The refusal of an address or a body that is not UTF-8.
fn not_text(what: &str, fault: &NotText) -> Box<Response> {
    let help = match what {
        "the address" => "write the bytes of UTF-8 in it: %C3%A9 for \u{e9}".to_owned(),
        _ => fault.help("list.txt"),
    };
    Box::new(answers::refused(StatusCode::BAD_REQUEST, "usage", &format!("{what} cannot be read: {fault}"), &help))
}

/// The body as text, if it comes in time and is not too long.
async fn text(body: Body) -> Result<String, Box<Response>> {
    let refuse = |status, message: &str, help: &str| Box::new(answers::refused(status, "usage", message, help));
    let long = || {
        let help = "send a shorter list, or use the command line, which has no such limit";
        refuse(StatusCode::PAYLOAD_TOO_LARGE, "a body has at most 1 MiB", help)
    };
    if body.size_hint().lower() > BODY as u64 {
        return Err(long());
    }
    let Ok(read) = timeout(SENDING, to_bytes(body, BODY)).await else {
        return Err(refuse(StatusCode::REQUEST_TIMEOUT, "the body did not come in time", "send it at once"));
    };
    let bytes = read.map_err(|_| long())?;
    encoding::owned(bytes.into()).map_err(|fault| not_text("the body", &fault))
}
