//! The JSON Schema of all answers: those of verbs, and those that only the program gives.

use grundy_show::schema::form;
use serde_json::Value;

use crate::verbs::{completions, generate, man, ranges, test, trial};

/// The schema of all answers of the program.
pub fn document() -> Value {
    grundy_verbs::schema::answers()
        .with("solve", &[form::<ranges::RangesJson>])
        .with("gen", &[form::<generate::FilesJson<'_>>])
        .with("try", &[form::<trial::TryJson<'_>>])
        .with("test", &[form::<test::TestJson<'_>>])
        .with("completions", &[form::<completions::CompletionsJson<'_>>])
        .with("man", &[form::<man::ManJson<'_>>])
        .document()
}
