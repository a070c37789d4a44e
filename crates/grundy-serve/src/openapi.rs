//! The description of the interface (OpenAPI 3.1), made from the structs of the verbs, so
//! that it cannot describe another interface than the one that answers.

use axum::{http::StatusCode, response::Response};
use grundy_show::{Version, json_line, picture::Drawn};
use grundy_verbs::schema::VerbSchema;
use serde_json::{Map, Value, json};

use crate::answers;

/// The JSON Schema of all answers, as the book has it.
const SCHEMA: &str = include_str!("schema.json");

/// The parameters of a verb in an address: all its fields but the word lists. `alone` is whether no
/// body may have them.
fn parameters(verb: &VerbSchema, alone: bool) -> Vec<Value> {
    let fields = verb.fields.iter().filter(|(name, _)| *name != "lists");
    fields
        .map(|(name, schema)| {
            let mut schema = schema.clone();
            let about = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            if name == "set" {
                schema = json!({"type": "array", "items": {"type": "string", "pattern": "="}});
            }
            let required = alone && verb.required.contains(name);
            json!({"name": name, "in": "query", "description": about, "required": required, "schema": schema})
        })
        .collect()
}

/// The bodies that a verb takes: its fields as an object, or one text.
fn body(verb: &VerbSchema) -> Value {
    let text = match verb.name {
        "check" => "The certificate",
        "find" | "diff" => "The b-file",
        _ => "The word list that the game calls \"list.txt\"",
    };
    let mut object = verb.object();
    // Fields may stand in the address too.
    object.shift_remove("required");
    json!({
        "description": "The fields as an object, or one text",
        "content": {
            "application/json": {"schema": object},
            "text/plain": {"schema": {"type": "string", "description": text}},
        },
    })
}

fn operation(id: &str, verb: &VerbSchema, about: &str, answer: &Value, status: &str) -> Value {
    json!({
        "operationId": id,
        "summary": about,
        "parameters": parameters(verb, false),
        "requestBody": body(verb),
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
    let media = [Drawn::Svg, Drawn::Dot, Drawn::Walnut].map(Drawn::media);
    json!({"description": "A picture", "content": {(media[0]): text, (media[1]): text, (media[2]): text}})
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
    for verb in &VerbSchema::all() {
        let (name, about) = (verb.name, verb.about.as_str());
        let kinds = verb.answers.iter().chain([&"error"]);
        let kinds = kinds.map(|kind| json!({"$ref": format!("/api/v1/schema.json#/$defs/{kind}")}));
        let schema = json!({"anyOf": kinds.collect::<Value>()});
        let mut answer = match name {
            "draw" => picture(),
            _ => object("The answer", &schema),
        };
        answer["headers"]["grundy-exit-code"] =
            json!({"description": "The exit code of the program", "schema": {"enum": [0, 1, 2, 3, 130]}});
        let mut get = operation(name, verb, about, &answer, "200");
        get["parameters"] = parameters(verb, true).into();
        get.as_object_mut().map(|get| get.remove("requestBody"));
        let mut post = operation(&format!("{name}-with-body"), verb, about, &answer, "200");
        if name == "draw" {
            for operation in [&mut get, &mut post] {
                operation["responses"]["422"] = refusal("There is no such picture, or a limit was reached");
            }
        }
        paths.insert(format!("/api/v1/{name}"), json!({"get": get, "post": post}));
        let made = object("The job's number and key", &json!({"type": "object", "required": ["job", "key"]}));
        let begin = operation(&format!("begin-{name}"), verb, &format!("{about}, as a job"), &made, "202");
        paths.insert(format!("/api/v1/jobs/{name}"), json!({"post": begin}));
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
    let about = "Each answer is the line of JSON that the program prints, and a picture is what it draws.";
    let version = env!("CARGO_PKG_VERSION");
    let info = json!({"title": "Grundy", "version": version, "description": about});
    let line = json!({"openapi": "3.1.0", "info": info, "paths": paths(), "schema": Version});
    answers::json(StatusCode::OK, json_line(&line))
}

/// Serves the schema of the answers.
pub fn schema() -> Response {
    answers::json(StatusCode::OK, SCHEMA.to_owned())
}
