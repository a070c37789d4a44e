//! Tables of all positions on disk: what was built, looked up and verified.

use grundy::{
    Nimber, Query,
    layers::Summary,
    stored::{Compressed, TableCheck},
};
use serde::Serialize;

use crate::json::{self, OutcomeWord, Reasons, Version};

/// What `tables build` has built: `start` is the value of the position that was built from.
pub fn built_text(query: &Query, summary: &Summary, start: Option<Nimber>) -> String {
    let start = start.map_or_else(String::new, |value| format!(", of value {}", value.0));
    format!("All positions of {query}{start}.\n{}", table(summary))
}

/// A table of all positions that was built
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "table-built"))]
pub(crate) struct TableBuiltJson {
    #[serde(flatten)]
    of: OfJson,
    /// The value of that position; null if it is a sum
    value: Option<u64>,
    #[serde(flatten)]
    size: SizeJson,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// Which positions a table has
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OfJson {
    /// The game in the language
    game: String,
    /// The position that the table was built from
    start: String,
}

impl From<&Query> for OfJson {
    fn from(query: &Query) -> Self {
        OfJson { game: query.game_text(), start: query.position_text() }
    }
}

/// The size of a table
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SizeJson {
    /// The number of positions
    positions: u64,
    /// The number of layers
    layers: u64,
    /// The number of options of all positions, repeats included
    options: u64,
    /// The largest value
    largest: u32,
    /// The bytes of the files of positions
    key_bytes: u64,
    /// The bytes of the files of values
    value_bytes: u64,
    /// The checksum over all positions with their values, in hexadecimal
    checksum: String,
}

impl From<&Summary> for SizeJson {
    fn from(summary: &Summary) -> Self {
        let Summary { positions, layers, options, key_bytes, value_bytes, largest, sum, .. } = *summary;
        SizeJson { positions, layers, options, largest, key_bytes, value_bytes, checksum: sum.to_string() }
    }
}

/// As [`built_text`], as JSON.
pub fn built_json(query: &Query, summary: &Summary, start: Option<Nimber>) -> String {
    let sum = "a table of a sum has the values of its components";
    let reasons = Reasons::default();
    let value = reasons.of("value", start.map(|value| value.0), sum);
    json::line(&TableBuiltJson { of: query.into(), value, size: summary.into(), reasons, schema: Version })
}

/// The values of positions that were looked up, in the order of the words.
pub fn looked_up_text(found: &[(String, Nimber)]) -> String {
    let line = |(word, value): &(String, Nimber)| {
        let outcome = value.outcome();
        format!("{word}: {outcome}-position, nim value {}\n", value.0)
    };
    found.iter().map(line).collect()
}

/// The values of positions that were looked up in a table
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "table-looked-up"))]
pub(crate) struct TableLookedUpJson<'a> {
    #[serde(flatten)]
    of: OfJson,
    /// The positions with their values
    positions: Vec<LookedUpJson<'a>>,
    /// How the values were found
    #[cfg_attr(feature = "schema", schemars(extend("const" = "lookup")))]
    method: &'static str,
    /// Nothing has proved the values
    #[cfg_attr(feature = "schema", schemars(extend("const" = "computed")))]
    status: &'static str,
    schema: Version,
}

/// A position of a table on disk
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "looked_up"))]
struct LookedUpJson<'a> {
    /// The position as it was written
    position: &'a str,
    /// Its value
    value: u64,
    /// `N` if the player to move wins, `P` if not
    outcome: OutcomeWord,
}

/// As [`looked_up_text`], as JSON.
pub fn looked_up_json(query: &Query, found: &[(String, Nimber)]) -> String {
    json::line(&TableLookedUpJson {
        of: query.into(),
        positions: found
            .iter()
            .map(|(position, value)| LookedUpJson { position, value: value.0, outcome: value.outcome().into() })
            .collect(),
        method: "lookup",
        status: "computed",
        schema: Version,
    })
}

/// What `tables verify` has found.
pub fn verified_text(query: &Query, check: &TableCheck) -> String {
    let sample = match check.sample {
        1 => "1 position was computed again, with the same value".to_owned(),
        sample => format!("{sample} positions were computed again, with the same values"),
    };
    format!("The table of {query} is whole; {sample}.\n{}", table(&check.summary))
}

/// A table whose files were compared with their checksums, and some of whose positions were
/// computed again
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "table-verified"))]
pub(crate) struct TableVerifiedJson {
    #[serde(flatten)]
    of: OfJson,
    /// The number of positions that were computed again
    sample: u64,
    #[serde(flatten)]
    size: SizeJson,
    schema: Version,
}

/// As [`verified_text`], as JSON.
pub fn verified_json(query: &Query, check: &TableCheck) -> String {
    let (sample, size) = (check.sample, (&check.summary).into());
    json::line(&TableVerifiedJson { of: query.into(), sample, size, schema: Version })
}

/// What `tables compress` has written.
pub fn compressed_text(written: &Compressed, file: &str) -> String {
    let Compressed { query, positions, bytes, .. } = written;
    let bits = *bytes as f64 * 8.0 / (*positions).max(1) as f64;
    format!(
        "The values of all {positions} positions of {query} were written to {file}: {bytes} bytes, {bits:.2} bits each.\n"
    )
}

/// A table that was compressed
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "table-compressed"))]
pub(crate) struct TableCompressedJson<'a> {
    #[serde(flatten)]
    of: OfJson,
    /// The number of positions
    positions: u64,
    /// The bytes of the file
    bytes: u64,
    /// The file
    file: &'a str,
    schema: Version,
}

/// As [`compressed_text`], as JSON.
pub fn compressed_json(written: &Compressed, file: &str) -> String {
    let Compressed { query, positions, bytes, .. } = written;
    let (positions, bytes) = (*positions, *bytes);
    json::line(&TableCompressedJson { of: query.into(), positions, bytes, file, schema: Version })
}

/// What `tables export` has written.
pub fn exported_text(query: &Query, positions: u64, file: &str) -> String {
    format!("All {positions} positions of {query} were written to {file}.\n")
}

/// A table that was exported
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "table-exported"))]
pub(crate) struct TableExportedJson<'a> {
    #[serde(flatten)]
    of: OfJson,
    /// The number of positions that were written
    positions: u64,
    /// The file
    file: &'a str,
    schema: Version,
}

/// As [`exported_text`], as JSON.
pub fn exported_json(query: &Query, positions: u64, file: &str) -> String {
    json::line(&TableExportedJson { of: query.into(), positions, file, schema: Version })
}

/// Returns the size of a table, a line for each number.
fn table(summary: &Summary) -> String {
    let Summary { positions, layers, options, key_bytes, value_bytes, largest, sum, .. } = summary;
    format!(
        "positions      {positions}\nlayers         {layers}\noptions        {options}\nlargest value  {largest}\n\
         bytes          {key_bytes} of keys, {value_bytes} of values\nchecksum       {sum}\n"
    )
}
