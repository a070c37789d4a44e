//! The fields of each verb as a JSON schema, made from its struct: what the description of the HTTP
//! interface and the list of tools say.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value};

use crate::{Settings, Verb, schemas};

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
    /// The kinds of its answers in the schema of answers.
    pub answers: &'static [&'static str],
}

/// The schema of the answers of all verbs.
#[cfg(feature = "answers")]
pub fn answers() -> grundy_show::schema::AnswerSchema {
    use grundy_show::schema::{AnswerSchema, form};

    use crate::{generate::GenJson, judge::JudgeJson};

    AnswerSchema::new().with("gen", &[form::<GenJson<'_>>]).with("judge", &[form::<JudgeJson<'_>>])
}

/// The schema of a verb.
pub(crate) fn of_verb<V: Verb + JsonSchema>() -> VerbSchema {
    let schema = of::<V>();
    let is_used = |name: &String| name == "time" || V::SETTINGS.contains(&name.as_str());
    let settings = fields(&of::<Settings>()).into_iter().filter(|(name, _)| is_used(name));
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    VerbSchema {
        name: V::NAME,
        about: schema["description"].as_str().unwrap_or_default().replace('\n', " "),
        fields: fields(&schema).into_iter().chain(settings).collect(),
        required: required.map(str::to_owned).collect(),
        answers: V::ANSWERS,
    }
}

/// The schema of a struct, complete in itself.
fn of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// The fields of a struct.
fn fields(schema: &Value) -> Map<String, Value> {
    let mut fields = schema["properties"].as_object().cloned().unwrap_or_default();
    for field in fields.values_mut().filter_map(Value::as_object_mut) {
        // An absent list has no other meaning than an empty one.
        if field.get("default").is_some_and(|default| default.as_array().is_some_and(Vec::is_empty)) {
            field.shift_remove("default");
        }
    }
    fields
}

impl VerbSchema {
    /// All verbs that are not former ones.
    pub fn all() -> Vec<VerbSchema> {
        schemas()
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
