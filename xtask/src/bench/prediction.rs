//! The time that the plan of a query predicts, and the time of its answer.

use std::path::Path;

use super::measure::{self, median};

/// A query with what its plan says.
pub struct Prediction {
    /// The first solver.
    pub solver: String,
    /// Seconds of all steps.
    pub predicted: f64,
    /// The words after the verb.
    query: Vec<String>,
}

impl Prediction {
    /// The plan of a query; `None` if it is refused.
    pub fn of(grundy: &Path, game: &str, position: &str, flags: &[&str]) -> Result<Option<Prediction>, String> {
        let query: Vec<String> = [game, position].iter().chain(flags).map(|&word| word.to_owned()).collect();
        let (status, printed, _) = measure::finished(&command(grundy, &["plan", "--json"], &query), None)?;
        if !status.success() {
            return Ok(None);
        }
        let plan: serde_json::Value = serde_json::from_slice(&printed).map_err(|error| error.to_string())?;
        let steps = plan["steps"].as_array().ok_or("a plan without steps")?;
        let nanoseconds: f64 = steps.iter().filter_map(|step| step["estimate"]["nanoseconds"].as_f64()).sum();
        let solver = steps.first().and_then(|step| step["solver"].as_str()).unwrap_or("none").to_owned();
        Ok(Some(Prediction { solver, predicted: nanoseconds / 1e9, query }))
    }

    /// The CPU seconds of an answer, the median of five, without those of a process that reads the
    /// query, plans, and is allowed no memory; `None` if even that answers.
    pub fn measured(&self, grundy: &Path) -> Result<Option<f64>, String> {
        let cpu = |flags: &[&str]| -> Result<(bool, f64), String> {
            let mut answers = true;
            let one = |_| {
                let (status, _, cost) = measure::finished(&command(grundy, flags, &self.query), None)?;
                answers &= status.success();
                Ok(cost.cpu)
            };
            let costs = (0..5).map(one).collect::<Result<Vec<f64>, String>>()?;
            Ok((answers, median(costs.into_iter())))
        };
        let (answers, solved) = cpu(&["solve", "--json", "--no-check"])?;
        if !answers {
            return Err(format!("`{}` has no answer", self.query.join("` at `")));
        }
        let (needs_none, refused) = cpu(&["solve", "--json", "--no-check", "--memory", "1"])?;
        Ok((!needs_none).then(|| (solved - refused).max(1e-5)))
    }

    /// The CPU seconds of one answer; `None` if it does not come within five seconds.
    pub fn tried(&self, grundy: &Path) -> Result<Option<f64>, String> {
        let limited = ["solve", "--json", "--no-check", "--time", "5"];
        let (status, _, cost) = measure::finished(&command(grundy, &limited, &self.query), None)?;
        Ok(status.success().then_some(cost.cpu))
    }
}

fn command(grundy: &Path, flags: &[&str], query: &[String]) -> Vec<String> {
    let flags = flags.iter().map(|&flag| flag.to_owned());
    std::iter::once(grundy.display().to_string()).chain(flags).chain(query.iter().cloned()).collect()
}
