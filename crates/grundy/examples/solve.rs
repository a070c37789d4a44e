//! One position: its value, the moves that win, and why; then the same within limits.
//!
//! `cargo run -p grundy --example solve`

use std::time::Duration;

use grundy::{Error, Limits, Question, Run, games, solve};

fn main() -> Result<(), Error> {
    let solved = solve("kayles", "5 + 7 + 9")?;
    println!("{}: {:?}, {:?}, {}", solved.query, solved.value(), solved.outcome(), solved.status().word());
    for winning in solved.winning_moves()? {
        println!("  {} to {:?}", winning.from, winning.to);
    }
    println!("{:?}", solved.explain()?);

    let limits = Limits { time: Some(Duration::from_secs(5)), memory: Some(1 << 28), ..Limits::default() };
    let query = games::query("cram", "5x6", Question::Outcome)?;
    let solved = Run::new(limits).solve(query)?;
    println!("{}: {:?}, {}", solved.query, solved.outcome(), solved.status().word());
    Ok(())
}
