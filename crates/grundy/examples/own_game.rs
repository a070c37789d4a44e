//! A game in code: its value, moves and reason, misère play, and a search with all cores.
//!
//! The game: write down a divisor of n that is neither 1 nor n, and divide n by it; or, if n is
//! divisible by 6, split it into n/2 and n/3.
//!
//! `cargo run -p grundy --example own_game`

use std::time::Duration;

use grundy::{Convention, Error, Fault, Game, GameExt, Limits, Run};

/// The rules: a position is a number.
struct Divisors;

impl Game for Divisors {
    type Position = u64;

    /// Visits each option. A game whose rules may fail returns a [`Fault`] here.
    fn options<E: From<Fault>>(&self, &number: &u64, mut visit: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        if number == 0 {
            return Err(Fault("0 has no divisors".into()).into());
        }
        for divisor in (2..number).filter(|divisor| number % divisor == 0) {
            visit(&[number / divisor])?;
        }
        if number.is_multiple_of(6) { visit(&[number / 2, number / 3]) } else { Ok(()) }
    }
}

fn main() -> Result<(), Error> {
    let run = Run::new(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() });

    let solved = run.solve_game(&Divisors, &[12, 30, 8], Convention::Normal)?;
    println!("{:?}, outcome {}, {}", solved.value(), solved.outcome(), solved.status().word());
    for made in solved.winning_moves() {
        println!("  {} to {:?} wins", made.from, made.to);
    }
    println!("{}", solved.explanation());

    let misere = run.solve_game(&Divisors, &[12, 30, 8], Convention::Misere)?;
    println!("misère: outcome {}, {} moves, {}", misere.outcome(), misere.moves().len(), misere.status().word());

    // Several positions share one table, which all cores fill.
    let numbers: Vec<u64> = (1..=5000).collect();
    let values = run.game(&Divisors).values_parallel(&numbers)?;
    let largest = values.positions().iter().zip(values.values()).max_by_key(|(_, value)| **value);
    println!("the largest value: {largest:?}, {} positions", values.stats().positions);

    // A walk ends at the first option that is wanted, and needs no error type for that.
    println!("an odd option of 60: {:?}", Divisors.find_option(&60, |option| option[0] % 2 == 1)?);

    // A fault of the game reaches the caller whole.
    if let Err(error) = run.solve_game(&Divisors, &[0], Convention::Normal) {
        println!("{}: {error}", error.code());
    }
    Ok(())
}
