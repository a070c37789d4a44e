//! The fields of each verb as a JSON schema, made from its struct: what the description of the HTTP
//! interface and the list of tools say.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde_json::{Map, Value};

use crate::{Settings, schemas};

/// The schema of a struct, complete in itself.
pub(crate) fn of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>()
}

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
}

impl VerbSchema {
    /// All verbs.
    pub fn all() -> Vec<VerbSchema> {
        let settings = VerbSchema::of("", of::<Settings>().to_value());
        let with_settings = |(name, used, schema): (_, &[&str], schemars::Schema)| {
            let mut verb = VerbSchema::of(name, schema.to_value());
            let is_used = |name: &String| name == "time" || used.contains(&name.as_str());
            verb.fields.extend(settings.fields.clone().into_iter().filter(|(name, _)| is_used(name)));
            verb
        };
        schemas().into_iter().map(with_settings).collect()
    }

    fn of(name: &'static str, schema: Value) -> VerbSchema {
        let mut fields = schema["properties"].as_object().cloned().unwrap_or_default();
        for field in fields.values_mut().filter_map(Value::as_object_mut) {
            // An absent list has no other meaning than an empty one.
            if field.get("default").is_some_and(|default| default.as_array().is_some_and(Vec::is_empty)) {
                field.shift_remove("default");
            }
        }
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        VerbSchema {
            name,
            about: schema["description"].as_str().unwrap_or_default().replace('\n', " "),
            fields,
            required: required.map(str::to_owned).collect(),
        }
    }

    /// The schema of an object with all fields.
    pub fn object(&self) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("type".into(), "object".into());
        object.insert("properties".into(), self.fields.clone().into());
        object.insert("required".into(), self.required.clone().into());
        object.insert("additionalProperties".into(), false.into());
        object
    }
}
