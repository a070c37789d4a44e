//! How well the computer plays, and its dice.

use std::{fmt, str::FromStr};

use grundy_core::hash::SplitMix;

use crate::{
    error::Error,
    help::{Fix, Help},
};

/// The share of careless moves if none is named, in percent: that of the page too.
const CARELESS: u8 = 25;

/// How well the computer plays.
///
/// ```
/// use grundy::play::Level;
///
/// let level: Level = "careless=10%".parse()?;
/// assert_eq!(level, Level::Careless(10));
/// assert_eq!("careless".parse::<Level>()?.to_string(), "careless=25%");
/// assert!("clever".parse::<Level>().is_err());
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// Exhaustive: a front end offers each level, so a new one is a change for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// It wins wherever it can; a lost position it plays for length.
    #[default]
    Perfect,
    /// So many of a hundred moves are random, the others perfect.
    Careless(u8),
    /// Every move is random.
    Beginner,
}

impl Level {
    /// Returns whether the level rolls dice in positions that are decided.
    ///
    /// In positions that are not decided every level may move at random.
    pub fn is_random(self) -> bool {
        self != Level::Perfect
    }
}

impl FromStr for Level {
    type Err = Error;

    /// Reads `perfect`, `careless`, `careless=20%` or `beginner`; `hard`, `medium` and `easy` for
    /// the three.
    ///
    /// # Errors
    /// [`Error::Refused`] for any other text, with the levels that there are.
    fn from_str(text: &str) -> Result<Level, Error> {
        let level = |name| Fix::set("level", name);
        let help = Help::from("write ") + level("perfect") + ", " + level("careless=20%") + " or " + level("beginner");
        match text.split_once('=') {
            None if ["perfect", "hard"].contains(&text) => Ok(Level::Perfect),
            None if ["careless", "medium"].contains(&text) => Ok(Level::Careless(CARELESS)),
            None if ["beginner", "easy"].contains(&text) => Ok(Level::Beginner),
            Some(("careless", share)) => {
                let number = share.strip_suffix('%').unwrap_or(share).parse().ok();
                number.filter(|&share| share <= 100).map(Level::Careless).ok_or_else(|| {
                    let message = format!("`{share}` is not a share of careless moves, which is from 0% to 100%");
                    Error::usage(text, message, Help::from("write ") + level("careless=20%"))
                })
            }
            _ => Err(Error::usage(text, format!("unknown level `{text}`"), help)),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Perfect => f.write_str("perfect"),
            Level::Careless(share) => write!(f, "careless={share}%"),
            Level::Beginner => f.write_str("beginner"),
        }
    }
}

/// Random numbers that are the same on every machine.
#[derive(Clone, Debug)]
pub(super) struct Dice(SplitMix);

impl Dice {
    /// Dice with this seed.
    pub(super) fn new(seed: u64) -> Dice {
        Dice(SplitMix(seed))
    }

    /// Returns a number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_reads_back() {
        for level in [Level::Perfect, Level::Careless(0), Level::Careless(100), Level::Beginner] {
            assert_eq!(level.to_string().parse::<Level>().expect("a level"), level);
        }
        assert_eq!("careless=7".parse::<Level>().expect("a level"), Level::Careless(7));
        for wrong in ["", "Perfect", "careless=", "careless=101%", "careless=-1", "perfect=2"] {
            assert!(wrong.parse::<Level>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn dice_reach_every_number_and_no_other() {
        let mut dice = Dice::new(1);
        let mut seen = [0; 6];
        (0..6000).for_each(|_| seen[dice.below(6)] += 1);
        assert!(seen.iter().all(|&times| (800..1200).contains(&times)), "{seen:?}");
    }
}
