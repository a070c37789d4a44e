//! What an answer took, for `--stats`: a line for people, an object for programs.

use grundy::Stats;
use serde_json::{Map, Value};

use crate::json;

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
    let mut map = Map::new();
    map.insert("positions".into(), stats.positions.into());
    json::optional(&mut map, "stored", stats.stored, "the answer rests on no single positions");
    map.insert("positions_per_second".into(), stats.rate().round().into());
    map.insert("bytes".into(), stats.bytes.into());
    map.insert("seconds".into(), stats.seconds.into());
    map.into()
}
