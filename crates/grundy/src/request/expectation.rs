//! What a game file, or another source, expects of a position, and what an answer gives.

use std::fmt;

use grundy_core::{Nimber, Outcome};
use grundy_games as games;
use grundy_games::{Convention, Declaration, Query, Question};

use crate::{error::Error, solved::Solved};

/// What is expected of a position.
///
/// A game file writes a number for a value and a letter, N or P, for an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// This value, in normal play.
    Value(Nimber),
    /// This outcome.
    Outcome(Outcome),
}

impl Expected {
    /// Returns the question whose answer [`Expected::found`] compares.
    ///
    /// # Errors
    /// [`Error::Text`] if the text is no position of the game, [`Error::Refused`] if a value is
    /// expected in misère play, where positions have outcomes only.
    pub fn query(self, rules: &Declaration, position: &str) -> Result<Query, Error> {
        if let (Expected::Value(_), Convention::Misere) = (self, rules.convention) {
            return Err(Error::usage(
                position,
                format!("{position} has a value in misère play"),
                "misère positions have outcomes: \"N\" or \"P\"",
            ));
        }
        Ok(Query::new(rules, games::position(rules, position)?, Question::ValueAndMoves))
    }

    /// Returns the same fact of an answer: the expectation is met if the two are equal. The
    /// outcome if the answer has no value; `None` for a table.
    pub fn found(self, solved: &Solved) -> Option<Expected> {
        match (self, solved.value()) {
            (Expected::Value(_), Some(value)) => Some(Expected::Value(value)),
            _ => solved.outcome().map(Expected::Outcome),
        }
    }
}

/// A number, or the letter of an outcome.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Value(value) => value.0.fmt(f),
            Expected::Outcome(outcome) => outcome.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_outcomes_are_compared_as_what_they_are() {
        let rules = games::game("kayles").expect("a game");
        let met = |expected: Expected| {
            let query = expected.query(&rules, "5 + 7 + 9").expect("a question");
            let solved = crate::Run::new(crate::Limits::default()).solve(query).expect("an answer");
            expected.found(&solved) == Some(expected)
        };
        assert!(met(Expected::Value(Nimber(2))) && met(Expected::Outcome(Outcome::N)));
        assert!(!met(Expected::Value(Nimber(3))) && !met(Expected::Outcome(Outcome::P)));
        let misere = games::game("misère kayles").expect("a game");
        assert!(Expected::Outcome(Outcome::N).query(&misere, "7").is_ok());
        let refused = Expected::Value(Nimber(2)).query(&misere, "7").expect_err("no values in misère play");
        assert_eq!(refused.to_string(), "7 has a value in misère play");
    }
}
