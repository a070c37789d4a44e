//! How a request of HTTP becomes a question: its fields from the address, its word list or its
//! certificate from the body.

use std::time::Duration;

use axum::{
    body::{Body, HttpBody, to_bytes},
    extract::Request as HttpRequest,
    http::StatusCode,
    response::Response,
};
use grundy::games::encoding::{self, NotText};
use grundy_show::request::{FIELDS, Request, VERBS};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Number, Value, json};
use tokio::time::timeout;

use crate::{answers, desk::ANSWER};

/// The largest body: a word list or a certificate.
const BODY: usize = 1 << 20;

/// How long a client may take to send a body.
const SENDING: Duration = Duration::from_secs(10);

/// The name that a game gives the word list in the body of its request.
const LIST: &str = "list.txt";

/// The question of a request, if its limit is not over `most`.
pub async fn question(verb: &str, sent: HttpRequest, most: Duration) -> Result<Request, Box<Response>> {
    let refuse =
        |message: &str, help: &str| Box::new(answers::refused(StatusCode::BAD_REQUEST, "usage", message, help));
    if !VERBS.iter().any(|(known, _)| *known == verb) {
        let all: Vec<&str> = VERBS.iter().map(|(verb, _)| *verb).collect();
        let message = format!("there is no verb `{verb}`");
        return Err(Box::new(answers::refused(StatusCode::NOT_FOUND, "usage", &message, &all.join(", "))));
    }
    let (parts, body) = sent.into_parts();
    let mut fields = Map::new();
    fields.insert("verb".into(), verb.into());
    for (name, value) in read(parts.uri.query().unwrap_or_default()).map_err(|fault| not_text("the address", &fault))? {
        if name == "lists" || !FIELDS.iter().any(|(known, _)| *known == name) {
            return Err(refuse(&format!("there is no parameter `{name}`"), "the parameters: /api/v1/openapi.json"));
        }
        if name == "set" {
            let Some((parameter, value)) = value.split_once('=') else {
                return Err(refuse("`set` is a name and its value", "write set=k=3"));
            };
            let set = fields.entry("set").or_insert_with(|| json!({}));
            let (parameter, value) = (parameter.trim().to_owned(), value.trim().into());
            if set.as_object_mut().is_some_and(|set| set.insert(parameter, value).is_some()) {
                return Err(refuse("a parameter of the game has two values", "give it one"));
            }
            continue;
        }
        if fields.insert(name.clone(), typed(&name, &value)).is_some() {
            return Err(refuse(&format!("the parameter `{name}` is given twice"), "give it once"));
        }
    }
    let text = text(body).await?;
    if !text.is_empty() {
        let (name, value) = match verb {
            "check" => ("certificate", Value::String(text)),
            _ => ("lists", json!({LIST: text})),
        };
        if fields.insert(name.into(), value).is_some() {
            return Err(refuse("the certificate is given twice", "send it in the body alone"));
        }
    }
    let request = Request::of(fields).map_err(|error| refuse(&error.to_string(), "see /api/v1/openapi.json"))?;
    if request.time().is_some_and(|time| time > most) {
        let message = format!("an answer may take {} seconds here", most.as_secs_f64());
        return Err(refuse(&message, "ask for less, or for a job: POST /api/v1/jobs/.."));
    }
    Ok(request.at_most(ANSWER))
}

/// The value of a parameter. What is of the wrong type stays text, and is refused as a field.
fn typed(name: &str, value: &str) -> Value {
    let number = || value.parse::<f64>().ok().and_then(Number::from_f64).map(Value::Number);
    let typed = match name {
        "misere" | "period" | "fold_case" => value.parse().ok().map(Value::Bool),
        "time" => number(),
        "to" => value.parse::<u64>().ok().map(Value::from),
        _ => None,
    };
    typed.unwrap_or_else(|| value.into())
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
