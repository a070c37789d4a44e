//! What an answer took, for `--stats`: a line for people, an object for programs.

use serde_json::{Value, json};

use crate::json;

/// What an answer took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stats {
    /// Positions that were solved.
    pub positions: u64,
    /// Positions that the answer rests on, where they are recorded one by one.
    pub stored: Option<u64>,
    /// The most memory that was held, in bytes.
    pub bytes: u64,
    /// The time on the clock.
    pub seconds: f64,
}

impl Stats {
    fn rate(&self) -> f64 {
        self.positions as f64 / self.seconds.max(1e-9)
    }

    /// A line, with the method that answered.
    pub fn text(&self, kernel: &str) -> String {
        let stored = self.stored.map_or(String::new(), |stored| format!(", {stored} stored"));
        let (rate, memory) = (self.rate(), self.bytes.div_ceil(1 << 10));
        format!(
            "{kernel}: {} positions{stored}, {rate:.1e} a second, {memory} KiB, {:.3} s",
            self.positions, self.seconds
        )
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "positions": json::number(self.positions),
            "stored": self.stored.map(json::number),
            "positions_per_second": self.rate().round(),
            "bytes": json::number(self.bytes),
            "seconds": self.seconds,
        })
    }
}
