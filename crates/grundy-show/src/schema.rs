//! The JSON Schema of the answers, made from their types, which their documentation describes.

use schemars::{
    JsonSchema, Schema, SchemaGenerator,
    generate::SchemaSettings,
    transform::{RecursiveTransform, Transform},
};
use serde_json::{Map, Value, json};

use crate::{
    answer::{ComponentJson, MoveJson, SolveJson},
    atlas::AtlasRecordJson,
    automaton::{AutomataJson, MachineJson},
    board::{BoardJson, BoardPartJson},
    census::{CensusRecordJson, HeadingJson},
    check::{CheckJson, NoMore},
    cite::CiteJson,
    compound::{CompoundJson, CompoundPartJson},
    count::CountJson,
    diagnostic::ExplainErrorJson,
    diff::DiffJson,
    equal::EqualJson,
    explain::{OutcomesJson, PartJson, ValuesJson},
    find::FindJson,
    first::FirstJson,
    fix::ErrorJson,
    games::{GamesAllJson, GamesFoundJson, GamesOneJson, RulesJson},
    json::OutcomeWord,
    law::LawJson,
    moves::{MovesJson, OptionJson},
    oeis::{AuditJson, SequencesJson, TermsJson},
    picture::DrawJson,
    plan::PlanQueryJson,
    play::PlayJson,
    proof::{ListedJson, PeriodJson, ProveJson},
    quotient::{ClassesJson, QuotientJson},
    reading::ReadingJson,
    records::{OutcomeRecordJson, ValueRecordJson},
    square::TableSquareJson,
    stored::{TableBuiltJson, TableCompressedJson, TableExportedJson, TableLookedUpJson, TableVerifiedJson},
    survey::{SurveyHeapsJson, SurveyWordsJson},
    table::{TableLosingJson, TableOutcomesJson, TableValuesJson},
    tokens::{PlanGraphJson, RecordVertexJson, SolveGraphJson},
};

/// The schema of answers, kind by kind.
pub struct AnswerSchema {
    generator: SchemaGenerator,
    kinds: Map<String, Value>,
}

/// The schema of a form that an answer may have.
pub type Form = fn(&mut SchemaGenerator) -> Schema;

/// The form of an answer of this type.
pub fn form<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// What `check` answers, with this about all positions.
type Checked<F> = CheckJson<'static, F, Vec<u64>, Vec<OutcomeWord>>;

/// The kinds of answers of this crate, with their forms.
const KINDS: &[(&str, &[Form])] = &[
    ("solve", &[form::<SolveJson<'_, Vec<ComponentJson<'_>>, Vec<MoveJson<'_>>>>, form::<SolveGraphJson<'_>>]),
    ("moves", &[form::<MovesJson<'_, Vec<OptionJson>>>]),
    ("board", &[form::<BoardJson<Vec<BoardPartJson>>>]),
    (
        "explain",
        &[
            form::<ValuesJson<'_, Vec<PartJson<'_>>, Vec<u64>>>,
            form::<OutcomesJson<'_, Vec<OptionJson>, Vec<ReadingJson>>>,
        ],
    ),
    (
        "table",
        &[
            form::<TableValuesJson<'_, Vec<u64>>>,
            form::<TableOutcomesJson<'_, Vec<OutcomeWord>>>,
            form::<TableLosingJson<'_, Vec<u64>>>,
            form::<TableSquareJson>,
            form::<TableBuiltJson>,
            form::<TableLookedUpJson<'_>>,
            form::<TableVerifiedJson>,
            form::<TableExportedJson<'_>>,
            form::<TableCompressedJson<'_>>,
        ],
    ),
    (
        "prove",
        &[
            form::<ProveJson<PeriodJson<'_>>>,
            form::<ProveJson<LawJson<'_>>>,
            form::<ProveJson<AutomataJson<'_>>>,
            form::<ProveJson<ClassesJson>>,
            form::<ProveJson<ListedJson>>,
        ],
    ),
    ("draw", &[form::<DrawJson<'_>>]),
    ("find", &[form::<FindJson<'_>>]),
    ("oeis", &[form::<SequencesJson<'_>>, form::<TermsJson<'_>>, form::<AuditJson<'_>>]),
    ("equal", &[form::<EqualJson<'_>>]),
    ("diff", &[form::<DiffJson>]),
    ("cite", &[form::<CiteJson<'_>>]),
    ("plan", &[form::<PlanQueryJson>, form::<PlanGraphJson<'_>>]),
    (
        "check",
        &[
            form::<Checked<NoMore>>,
            form::<Checked<PeriodJson<'_>>>,
            form::<Checked<MachineJson>>,
            form::<Checked<QuotientJson>>,
        ],
    ),
    ("rules", &[form::<RulesJson>]),
    ("games", &[form::<GamesAllJson>, form::<GamesOneJson>, form::<GamesFoundJson>]),
    ("count", &[form::<CountJson<'_>>]),
    ("first", &[form::<FirstJson>]),
    ("compound", &[form::<CompoundJson<Vec<CompoundPartJson>, Vec<MoveJson<'_>>>>]),
    (
        "survey",
        &[
            form::<SurveyHeapsJson<'_, Vec<AtlasRecordJson<'_>>>>,
            form::<SurveyWordsJson<'_, HeadingJson, Vec<CensusRecordJson<'_>>>>,
        ],
    ),
    ("play", &[form::<PlayJson<'_>>]),
    ("explain-error", &[form::<ExplainErrorJson>]),
    (
        "record",
        &[
            form::<ValueRecordJson>,
            form::<OutcomeRecordJson>,
            form::<RecordVertexJson>,
            form::<AtlasRecordJson<'_>>,
            form::<CensusRecordJson<'_>>,
            form::<HeadingJson>,
        ],
    ),
    ("error", &[form::<ErrorJson<'_>>]),
];

impl AnswerSchema {
    /// The kinds of answers of this crate.
    pub fn new() -> AnswerSchema {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let empty = AnswerSchema { generator: settings.into_generator(), kinds: Map::new() };
        KINDS.iter().fold(empty, |schema, (name, forms)| schema.with(name, forms))
    }

    /// The same with a kind of answer that has these forms, or with more forms of a kind.
    pub fn with(mut self, name: &str, forms: &[Form]) -> AnswerSchema {
        let kind = self.kinds.entry(name).or_insert_with(|| json!([]));
        let forms = forms.iter().map(|form| form(&mut self.generator).to_value());
        if let Some(all) = kind.as_array_mut() {
            all.extend(forms);
        }
        self
    }

    /// The whole as a document. A kind with one form may be that form by its name.
    ///
    /// # Panics
    /// A form has the name of another kind.
    pub fn document(mut self) -> Value {
        let mut defs = self.generator.take_definitions(false);
        for def in defs.values_mut() {
            if let Ok(schema) = def.try_into() {
                RecursiveTransform(strict).transform(schema);
            }
        }
        let own: Vec<String> = self.kinds.keys().map(|name| format!("#/$defs/{name}")).collect();
        for (name, forms) in self.kinds {
            if forms != json!([{"$ref": format!("#/$defs/{name}")}]) {
                let other = defs.insert(name.clone(), json!({"anyOf": forms}));
                assert!(other.is_none(), "a form has the name of the kind {name}");
            }
        }
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "The JSON of grundy, version 1",
            "anyOf": own.iter().map(|own| json!({"$ref": own})).collect::<Vec<_>>(),
            "$defs": defs,
        })
    }
}

impl Default for AnswerSchema {
    fn default() -> AnswerSchema {
        AnswerSchema::new()
    }
}

/// An object has no other fields than those that are described, a field that may be left out is not
/// null, a number has no format, and a description is one line.
fn strict(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    object.shift_remove("format");
    if let Some(Value::String(about)) = object.get_mut("description") {
        *about = about.replace('\n', " ");
    }
    if !object.contains_key("properties") {
        return;
    }
    object.insert("additionalProperties".into(), false.into());
    let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = object.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    for (name, field) in fields {
        if !required.iter().any(|one| one == name) {
            not_null(field);
        }
    }
}

/// Removes `null` from what a field may be, unless the field says that it may be null too.
fn not_null(field: &mut Value) {
    let Some(object) = field.as_object_mut() else { return };
    if object.shift_remove("nullable").is_some() {
        return;
    }
    if let Some(Value::Array(words)) = object.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|one| one != "null");
        if let [one] = &types[..] {
            let one = one.clone();
            object.insert("type".into(), one);
        }
    }
    if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
        choices.retain(|one| one != &json!({"type": "null"}));
        if let [Value::Object(one)] = &choices[..] {
            let one: Map<String, Value> = one.clone();
            object.shift_remove("anyOf");
            object.extend(one);
        }
    }
}
