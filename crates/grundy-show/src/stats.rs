//! What an answer took, for `--stats`: a line for people, an object for programs.

use grundy::Stats;
use serde_json::{Value, json};

/// A line, with the method that answered.
pub fn stats_text(stats: &Stats, solver: &str) -> String {
    let stored = stats.stored.map_or(String::new(), |stored| format!(", {stored} stored"));
    let (rate, memory) = (stats.rate(), stats.bytes.div_ceil(1 << 10));
    format!(
        "{solver}: {} positions{stored}, {rate:.1e} a second, {memory} KiB, {:.3} s",
        stats.positions, stats.seconds
    )
}

/// The object that `stats` is in an answer.
pub(crate) fn json(stats: &Stats) -> Value {
    json!({
        "positions": Value::from(stats.positions),
        "stored": stats.stored.map(Value::from),
        "positions_per_second": stats.rate().round(),
        "bytes": Value::from(stats.bytes),
        "seconds": stats.seconds,
    })
}
