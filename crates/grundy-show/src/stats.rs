//! What an answer took, for `--stats`: a line for people, an object for programs.

use grundy::Stats;
use serde::Serialize;

use crate::json::Reasons;

/// A line, with the method that answered.
pub fn stats_text(stats: &Stats, solver: &str) -> String {
    let stored = stats.stored.map_or(String::new(), |stored| format!(", {stored} stored"));
    let (rate, memory) = (stats.rate(), stats.bytes.div_ceil(1 << 10));
    format!(
        "{solver}: {} positions{stored}, {rate:.1e} a second, {memory} KiB, {:.3} s",
        stats.positions, stats.seconds
    )
}

/// What the work took
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "stats"))]
pub(crate) struct StatsJson {
    /// The number of positions that were solved
    positions: u64,
    /// The number of positions that the answer rests on; null if it rests on no single positions
    stored: Option<u64>,
    /// The speed
    positions_per_second: f64,
    /// The peak of memory
    bytes: u64,
    /// The wall time
    seconds: f64,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
}

/// The object that `stats` is in an answer.
pub(crate) fn json(stats: &Stats) -> StatsJson {
    let why = Reasons::default();
    StatsJson {
        positions: stats.positions,
        stored: why.of("stored", stats.stored, "the answer rests on no single positions"),
        positions_per_second: stats.rate().round(),
        bytes: stats.bytes,
        seconds: stats.seconds,
        reasons: why,
    }
}
