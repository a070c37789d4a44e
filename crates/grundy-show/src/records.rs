//! Lines of tables in JSON. Records have neither `schema` nor `reasons`.

use serde::Serialize;

use crate::json::OutcomeWord;

/// A heap and its value
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "record-value"))]
pub(crate) struct ValueRecordJson {
    /// The heap
    pub n: u64,
    /// Its value
    pub value: u64,
}

/// A heap and who wins from it in misère play
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "record-outcome"))]
pub(crate) struct OutcomeRecordJson {
    /// The heap
    pub n: u64,
    /// Its outcome
    pub outcome: OutcomeWord,
}
