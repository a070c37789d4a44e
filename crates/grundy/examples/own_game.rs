//! A game in code: its value, moves and reason, misère play, a search with all cores, and
//! positions that pack into numbers.
//!
//! The game: write down a divisor of n that is neither 1 nor n, and divide n by it; or, if n is
//! divisible by 6, split it into n/2 and n/3.
//!
//! `cargo run -p grundy --example own_game`

use std::time::Duration;

use grundy::{
    Convention, Error, Fault, Game, Limits, Run,
    own::{Keyed, Keys},
    theory::GameExt,
};

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

/// Another game: a position is a list of piles, and a move takes from one pile at most as many as
/// the pile before it has.
struct Stairs;

impl Game for Stairs {
    type Position = Vec<u8>;

    fn options<E: From<Fault>>(
        &self,
        piles: &Vec<u8>,
        mut visit: impl FnMut(&[Vec<u8>]) -> Result<(), E>,
    ) -> Result<(), E> {
        for at in 1..piles.len() {
            for taken in 1..=piles[at].min(piles[at - 1]) {
                let mut left = piles.clone();
                left[at] -= taken;
                visit(&[left])?;
            }
        }
        Ok(())
    }
}

/// Its positions as numbers: only lists of 15 piles below 16 have one.
impl Keyed for Stairs {
    type Key = u64;

    fn pack(&self, piles: &Vec<u8>) -> Option<u64> {
        let fits = piles.len() == 15 && piles.iter().all(|&pile| pile < 16);
        fits.then(|| piles.iter().fold(0, |key, &pile| key << 4 | u64::from(pile)))
    }

    fn unpack(&self, key: u64) -> Vec<u8> {
        (0..15).rev().map(|at| (key >> (4 * at) & 15) as u8).collect()
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

    // The table holds keys of 8 bytes, and all cores fill it.
    let game = Keys(&Stairs);
    let start = game.key(&vec![3, 2, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
    let stairs = run.solve_game_parallel(&game, &[start], Convention::Normal)?;
    println!("stairs: {:?}, {}", stairs.value(), stairs.status().word());
    for made in stairs.winning_moves().take(2) {
        println!("  leave {:?}", Stairs.unpack(made.to[0]));
    }

    // A walk ends at the first option that is wanted, and needs no error type for that.
    println!("an odd option of 60: {:?}", Divisors.find_option(&60, |option| option[0] % 2 == 1)?);

    // A fault of the game reaches the caller whole.
    if let Err(error) = run.solve_game(&Divisors, &[0], Convention::Normal) {
        println!("{}: {error}", error.code());
    }
    Ok(())
}
