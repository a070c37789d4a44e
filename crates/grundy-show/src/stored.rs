//! Tables of all positions on disk: what was built, looked up and verified.

use grundy::{
    Nimber, Query,
    layers::Summary,
    stored::{Compressed, TableCheck},
};
use serde_json::{Map, Value};

use crate::json;

/// What `tables build` has built: `start` is the value of the position that was built from.
pub fn built_text(query: &Query, summary: &Summary, start: Option<Nimber>) -> String {
    let start = start.map_or_else(String::new, |value| format!(", of value {}", value.0));
    format!("All positions of {query}{start}.\n{}", table(summary))
}

/// As [`built_text`], as JSON.
pub fn built_json(query: &Query, summary: &Summary, start: Option<Nimber>) -> String {
    let mut map = heading(query);
    let sum = "a table of a sum has the values of its components";
    json::optional(&mut map, "value", start.map(|value| value.0), sum);
    fields(&mut map, summary);
    json::line(map.into())
}

/// The values of positions that were looked up, in the order of the words.
pub fn looked_up_text(found: &[(String, Nimber)]) -> String {
    let line = |(word, value): &(String, Nimber)| {
        let outcome = value.outcome();
        format!("{word}: {outcome}-position, nim value {}\n", value.0)
    };
    found.iter().map(line).collect()
}

/// As [`looked_up_text`], as JSON.
pub fn looked_up_json(query: &Query, found: &[(String, Nimber)]) -> String {
    let mut map = heading(query);
    let position = |(word, value): &(String, Nimber)| {
        let mut one = Map::new();
        one.insert("position".into(), word.as_str().into());
        one.insert("value".into(), value.0.into());
        one.insert("outcome".into(), value.outcome().to_string().into());
        Value::Object(one)
    };
    map.insert("positions".into(), found.iter().map(position).collect::<Vec<_>>().into());
    map.insert("method".into(), "lookup".into());
    map.insert("status".into(), "computed".into());
    json::line(map.into())
}

/// What `tables verify` has found.
pub fn verified_text(query: &Query, check: &TableCheck) -> String {
    let sample = match check.sample {
        1 => "1 position was computed again, with the same value".to_owned(),
        sample => format!("{sample} positions were computed again, with the same values"),
    };
    format!("The table of {query} is whole; {sample}.\n{}", table(&check.summary))
}

/// As [`verified_text`], as JSON.
pub fn verified_json(query: &Query, check: &TableCheck) -> String {
    let mut map = heading(query);
    map.insert("sample".into(), check.sample.into());
    fields(&mut map, &check.summary);
    json::line(map.into())
}

/// What `tables compress` has written.
pub fn compressed_text(written: &Compressed, file: &str) -> String {
    let Compressed { query, positions, bytes, .. } = written;
    let bits = *bytes as f64 * 8.0 / (*positions).max(1) as f64;
    format!(
        "The values of all {positions} positions of {query} were written to {file}: {bytes} bytes, {bits:.2} bits each.\n"
    )
}

/// As [`compressed_text`], as JSON.
pub fn compressed_json(written: &Compressed, file: &str) -> String {
    let mut map = heading(&written.query);
    map.insert("positions".into(), written.positions.into());
    map.insert("bytes".into(), written.bytes.into());
    map.insert("file".into(), file.into());
    json::line(map.into())
}

/// What `tables export` has written.
pub fn exported_text(query: &Query, positions: u64, file: &str) -> String {
    format!("All {positions} positions of {query} were written to {file}.\n")
}

/// As [`exported_text`], as JSON.
pub fn exported_json(query: &Query, positions: u64, file: &str) -> String {
    let mut map = heading(query);
    map.insert("positions".into(), positions.into());
    map.insert("file".into(), file.into());
    json::line(map.into())
}

/// Returns what every JSON answer opens with.
fn heading(query: &Query) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("game".into(), query.game_text().into());
    map.insert("start".into(), query.position_text().into());
    map
}

/// Returns the size of a table, a line for each number.
fn table(summary: &Summary) -> String {
    let Summary { positions, layers, options, key_bytes, value_bytes, largest, sum, .. } = summary;
    format!(
        "positions      {positions}\nlayers         {layers}\noptions        {options}\nlargest value  {largest}\n\
         bytes          {key_bytes} of keys, {value_bytes} of values\nchecksum       {sum}\n"
    )
}

/// Adds the size of a table.
fn fields(map: &mut Map<String, Value>, summary: &Summary) {
    let Summary { positions, layers, options, key_bytes, value_bytes, largest, sum, .. } = *summary;
    map.insert("positions".into(), positions.into());
    map.insert("layers".into(), layers.into());
    map.insert("options".into(), options.into());
    map.insert("largest".into(), largest.into());
    map.insert("key_bytes".into(), key_bytes.into());
    map.insert("value_bytes".into(), value_bytes.into());
    map.insert("checksum".into(), sum.to_string().into());
}
