//! Solves a position in one line, then within limits: `cargo run -p grundy --example solve`.

use std::time::Duration;

use grundy::{Limits, Question, lang, solve, solve_query};

fn main() -> Result<(), grundy::Error> {
    let solved = solve("kayles", "5 + 7 + 9")?;
    println!("{}: {:?}, {:?}", solved.query, solved.value(), solved.status());
    for winning in solved.winning_moves(&mut Limits::default().budget())? {
        println!("  component {}: leave {:?}", winning.component + 1, winning.to);
    }

    let limits = Limits { time: Some(Duration::from_secs(2)), memory: Some(64 << 20), ..Limits::default() };
    let query = lang::query("cram", "5x5", Question::Outcome)?;
    println!("{query}: {:?}", solve_query(query.clone(), &limits)?.outcome());

    let mistake = solve("octal 0.79", "5").expect_err("9 is no octal digit");
    println!("{} at {:?}: {mistake}", mistake.code(), mistake.span());
    Ok(())
}
