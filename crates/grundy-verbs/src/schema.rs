//! The fields of each verb as a JSON schema, made from its struct: what the description of the HTTP
//! interface and the list of tools say.

use serde_json::{Map, Value};

use crate::{Settings, schemas};

/// A verb with its fields.
#[derive(Clone, Debug)]
pub struct VerbSchema {
    /// The word for it.
    pub name: &'static str,
    /// What it answers, as a sentence without a full stop.
    pub about: String,
    /// The fields with their schemas, those of any request last.
    pub fields: Map<String, Value>,
    /// The fields that a request has to have.
    pub required: Vec<String>,
    /// Definitions that the schemas of the fields refer to.
    pub definitions: Map<String, Value>,
}

impl VerbSchema {
    /// All verbs.
    pub fn all() -> Vec<VerbSchema> {
        let settings = VerbSchema::of("", schemars::schema_for!(Settings).to_value());
        let with_settings = |(name, used, schema): (_, &[&str], schemars::Schema)| {
            let mut verb = VerbSchema::of(name, schema.to_value());
            let is_used = |name: &String| name == "time" || used.contains(&name.as_str());
            verb.fields.extend(settings.fields.clone().into_iter().filter(|(name, _)| is_used(name)));
            verb
        };
        schemas().into_iter().map(with_settings).collect()
    }

    fn of(name: &'static str, schema: Value) -> VerbSchema {
        let object = |field: &str| schema[field].as_object().cloned().unwrap_or_default();
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        VerbSchema {
            name,
            about: schema["description"].as_str().unwrap_or_default().replace('\n', " "),
            fields: object("properties"),
            required: required.map(str::to_owned).collect(),
            definitions: object("$defs"),
        }
    }

    /// The schema of an object with all fields.
    pub fn object(&self) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("type".into(), "object".into());
        object.insert("properties".into(), self.fields.clone().into());
        object.insert("required".into(), self.required.clone().into());
        object.insert("additionalProperties".into(), false.into());
        if !self.definitions.is_empty() {
            object.insert("$defs".into(), self.definitions.clone().into());
        }
        object
    }
}
