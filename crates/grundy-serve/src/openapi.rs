//! The description of the interface (OpenAPI 3.1), made from the tables of verbs and fields, so
//! that it cannot describe another interface than the one that answers.

use axum::{http::StatusCode, response::Response};
use grundy_show::{
    json_line,
    picture::{Drawn, Subject},
    request::{FIELDS, VERBS},
};
use serde_json::{Map, Value, json};

use crate::answers;

/// The JSON Schema of all answers, as the book has it.
const SCHEMA: &str = include_str!("schema.json");

/// The fields that a verb uses.
fn used(verb: &str) -> &'static [&'static str] {
    match verb {
        "solve" => &["game", "position", "misere", "set", "fold_case", "question", "time"],
        "moves" | "explain" | "plan" => &["game", "position", "misere", "set", "fold_case", "time"],
        "table" | "prove" => &["game", "to", "misere", "set", "fold_case", "time"],
        "draw" => &["what", "game", "position", "to", "period", "format", "misere", "set", "fold_case", "time"],
        "rules" => &["game", "misere", "set", "fold_case", "time"],
        "games" => &["game", "time"],
        _ => &["certificate", "time"],
    }
}

fn parameter(verb: &str, name: &str) -> Value {
    let about = FIELDS.iter().find(|(field, _)| *field == name).map_or("", |(_, about)| about);
    let schema = match name {
        "misere" | "period" | "fold_case" => json!({"type": "boolean", "default": false}),
        "what" => json!({"enum": Subject::ALL.map(|(name, _)| name)}),
        "format" => json!({"enum": ["svg", "dot"], "default": "svg"}),
        "time" => json!({"type": "number", "minimum": 0}),
        "to" => json!({"type": "integer", "minimum": 0}),
        "question" => json!({"enum": ["outcome", "value"]}),
        "set" => json!({"type": "array", "items": {"type": "string", "pattern": "="}}),
        _ => json!({"type": "string"}),
    };
    let of_game = !matches!(verb, "games" | "check");
    let required = (name == "game" && of_game) || name == "what";
    json!({"name": name, "in": "query", "description": about, "required": required, "schema": schema})
}

fn operation(id: &str, verb: &str, about: &str, answer: &Value, status: &str) -> Value {
    let parameters: Vec<Value> = used(verb).iter().map(|name| parameter(verb, name)).collect();
    let body = match verb {
        "check" => "The certificate",
        _ => "The word list that the game calls \"list.txt\"",
    };
    json!({
        "operationId": id,
        "summary": about,
        "parameters": parameters,
        "requestBody": {"description": body, "content": {"text/plain": {"schema": {"type": "string"}}}},
        "responses": {
            status: answer,
            "400": refusal("A parameter is wrong"),
            "403": refusal("The request comes from elsewhere"),
            "413": refusal("The body has over 1 MiB"),
            "503": refusal("Too many questions at a time"),
        },
    })
}

/// The answer of `draw`: a picture.
fn picture() -> Value {
    let text = json!({"schema": {"type": "string"}});
    let media = [Drawn::Svg, Drawn::Dot].map(Drawn::media);
    json!({"description": "What `grundy draw` writes", "content": {(media[0]): text, (media[1]): text}})
}

fn object(about: &str, schema: &Value) -> Value {
    json!({"description": about, "content": {"application/json": {"schema": schema}}})
}

fn refusal(about: &str) -> Value {
    object(about, &json!({"$ref": "/api/v1/schema.json#/$defs/error"}))
}

/// The description.
fn paths() -> Value {
    let mut paths = Map::new();
    for (verb, about) in VERBS {
        let schema = json!({"anyOf": [
            {"$ref": format!("/api/v1/schema.json#/$defs/{verb}")},
            {"$ref": "/api/v1/schema.json#/$defs/error"},
        ]});
        let mut answer = match verb {
            "draw" => picture(),
            _ => object("What `grundy .. --json` prints", &schema),
        };
        answer["headers"]["grundy-exit-code"] =
            json!({"description": "The exit code of the program", "schema": {"enum": [0, 1, 2, 3, 130]}});
        let mut get = operation(verb, verb, about, &answer, "200");
        get.as_object_mut().map(|get| get.remove("requestBody"));
        let mut post = operation(&format!("{verb}-with-body"), verb, about, &answer, "200");
        if verb == "draw" {
            for operation in [&mut get, &mut post] {
                operation["responses"]["422"] = refusal("There is no such picture, or a limit was reached");
            }
        }
        paths.insert(format!("/api/v1/{verb}"), json!({"get": get, "post": post}));
        let made = object("The job's number and key", &json!({"type": "object", "required": ["job", "key"]}));
        let begin = operation(&format!("begin-{verb}"), verb, &format!("{about}, as a job"), &made, "202");
        paths.insert(format!("/api/v1/jobs/{verb}"), json!({"post": begin}));
    }
    let key = json!([
        {"name": "job", "in": "path", "required": true, "schema": {"type": "integer"}},
        {"name": "key", "in": "query", "required": true, "schema": {"type": "string"}},
    ]);
    let state = object(
        "`state` is waiting, working, done or cancelled",
        &json!({"type": "object", "required": ["job", "state"]}),
    );
    let on_job = |about: &str, answer: &Value| json!({"summary": about, "parameters": key, "responses": {"200": answer, "404": refusal("There is no such job")}});
    paths.insert(
        "/api/v1/jobs/{job}".into(),
        json!({
            "get": on_job("How far a job is", &state),
            "delete": on_job("Ends a job", &state),
        }),
    );
    let stream =
        json!({"description": "Events `progress`, then one event `answer`", "content": {"text/event-stream": {}}});
    paths.insert("/api/v1/jobs/{job}/events".into(), json!({"get": on_job("The progress of a job", &stream)}));
    paths.into()
}

/// Serves the description.
pub fn description() -> Response {
    let about = "Each answer is the line that `grundy .. --json` prints, and a picture what `grundy draw` writes.";
    let version = env!("CARGO_PKG_VERSION");
    let line = json!({"openapi": "3.1.0", "info": {"title": "Grundy", "version": version, "description": about}, "paths": paths()});
    answers::json(StatusCode::OK, json_line(line))
}

/// Serves the schema of the answers.
pub fn schema() -> Response {
    answers::json(StatusCode::OK, SCHEMA.to_owned())
}
