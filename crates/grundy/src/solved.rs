//! An answer with everything that a caller asks of it: the question, the claims, the status, and
//! what the work took.

use std::{collections::HashSet, fmt};

use grundy_cert::{Answer, Claim, Solution, reduced_query};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Family, Query, Question, reductions::Keeps};

use crate::left::MovesLeft;

/// A question with its answer, and how the answer was found.
///
/// It is data: it can be kept, compared and sent to another thread, and needs no run. The moves and
/// the reasons are recomputed from its claims ([`Solved::winning_moves`], [`Solved::explain`]).
#[derive(Clone, Debug)]
pub struct Solved {
    /// The question. Its question may ask for less than was requested where a certificate gives
    /// only the outcome.
    pub query: Query,
    /// The answer with its claims.
    pub solution: Solution,
    /// How far the answer can be trusted.
    pub status: Status,
    /// The solver; several names are joined by `+`. The name is `certificate` if the answer was
    /// read off one.
    pub solver: String,
    /// What the work took, if that was measured.
    pub stats: Option<Stats>,
    /// The moves that are left if both play well, once
    /// [`Found::moves_left`](crate::Found::moves_left)
    /// has found them.
    pub moves_left: Option<MovesLeft>,
}

/// How far an answer can be trusted.
///
/// A program that must not rely on the solvers accepts [`Status::Proved`] only. A proved answer
/// depends on the rules, on the theorems in the book, and on the code of `grundy-games` and
/// `grundy-cert`, and on no solver.
///
/// Exhaustive: there is no third case; [`Doubt`] has the reasons and may have more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The checker has verified every claim from the rules alone.
    Proved,
    /// A solver found the answer; nothing has verified it, for this reason.
    ///
    /// The answer is what the program believes: a doubt is about the check, not about the answer.
    Computed(Doubt),
}

/// The status of what nobody has checked yet.
pub(crate) const UNCHECKED: Status = Status::Computed(Doubt::Unchecked);

/// Why an answer is not proved.
///
/// The `Display` text is a clause for a message, such as `the time was up before the check ended`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// No check was made.
    Unchecked,
    /// The check was cancelled.
    Interrupted,
    /// The check needs more than this many bytes of memory.
    Memory(u64),
    /// The time was up before the check ended.
    Time,
    /// The check took far longer than the answer.
    ///
    /// More time than the allowance of [`Run::solve`](crate::Run::solve) would be needed; a patient
    /// check ([`Wanted`](crate::Wanted)) takes it.
    Slow,
    /// The solver returned claims that cannot be checked, for this reason.
    ///
    /// For example a compound, about which no claim exists. More time does not help.
    Uncheckable(&'static str),
}

impl Status {
    /// Whether the checker has verified every claim.
    ///
    /// ```
    /// let status = grundy::solve("nim", "3 + 4 + 5")?.status();
    /// assert!(status.is_proved() && status.doubt().is_none());
    /// assert_eq!(status.word(), "proved");
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn is_proved(self) -> bool {
        self == Status::Proved
    }

    /// `proved` or `computed`.
    ///
    /// It is the word of reports, of JSON and of records.
    pub fn word(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Computed(_) => "computed",
        }
    }

    /// Why the answer is not proved. `None` if it is.
    pub fn doubt(self) -> Option<Doubt> {
        match self {
            Status::Proved => None,
            Status::Computed(doubt) => Some(doubt),
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Unchecked => f.write_str("no check was made"),
            Doubt::Interrupted => f.write_str("the check was interrupted"),
            Doubt::Memory(most) => {
                write!(f, "the check needs more memory than the {} MiB that are allowed", most >> 20)
            }
            Doubt::Time => f.write_str("the time was up before the check ended"),
            Doubt::Slow => f.write_str("the check took far longer than the answer"),
            Doubt::Uncheckable(why) => f.write_str(why),
        }
    }
}

/// What the work for an answer took.
///
/// The check and the list of moves are not included.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stats {
    /// The number of positions that were solved. The unit is the solver's: positions that it stored
    /// or expanded.
    pub positions: u64,
    /// The number of positions that the answer rests on, if they are recorded one by one. `None`
    /// for answers by a closed form, a period or an automaton.
    pub stored: Option<u64>,
    /// The peak of the memory that the budget counted, in bytes.
    pub bytes: u64,
    /// The wall time, in seconds.
    pub seconds: f64,
}

impl Stats {
    /// Positions per second.
    ///
    /// Very short times count as one nanosecond.
    pub fn rate(&self) -> f64 {
        self.positions as f64 / self.seconds.max(1e-9)
    }
}

impl Solved {
    /// The reductions by which the answer was found, each with the game that it leads to; none if
    /// the game itself was solved.
    ///
    /// ```
    /// let ring = format!("({})", "a".repeat(300));
    /// let solved = grundy::solve("ring: cut \"a\" or \"aaa\"", &ring)?;
    /// let names: Vec<String> = solved.reductions().into_iter().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["ring-row", "letter-heap a"]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn reductions(&self) -> Vec<(String, String)> {
        let all = self.solution.claims.iter().flat_map(|claim| claim.reductions());
        all.map(|(reduction, target)| (reduction.to_string(), target.to_string())).collect()
    }

    /// The sum of another game that has this value, as it is typed: where the answer was found by
    /// a reduction that keeps values and nothing else. `None` for a table.
    ///
    /// ```
    /// let solved = grundy::solve("silver-dollar", "2 5 9 14")?;
    /// assert_eq!(solved.same_value().as_deref(), Some("nim 2 4"));
    /// assert_eq!(grundy::solve("kayles", "5")?.same_value(), None);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn same_value(&self) -> Option<String> {
        let [Claim::Reduced(reduced)] = &self.solution.claims[..] else { return None };
        if reduced.reduction.keeps() != Keeps::Value || self.query.question == Question::Table {
            return None;
        }
        let other = reduced_query(&self.query, 0, &reduced.reduction, u64::MAX, &mut || true)?;
        let parts: Vec<Component> = other.position.into_iter().map(|term| term.component).collect();
        let game = reduced.target.to_string();
        let game = Family::of(&game, &parts).map_or(game, |family| family.name.to_owned());
        let parts: Vec<String> = parts.iter().map(Component::to_string).collect();
        Some(format!("{game} {}", if parts.is_empty() { "0".to_owned() } else { parts.join(" ") }))
    }

    /// The value of the sum. `None` in misère play, and if the query asks only for the outcome.
    ///
    /// The value determines the outcome: 0 is P, any other N.
    pub fn value(&self) -> Option<Nimber> {
        match self.solution.answer {
            Answer::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The outcome of the sum. `None` for a table.
    ///
    /// P means that the player who has just moved wins, N that the player to move wins.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.solution.answer {
            Answer::Value(value) => Some(value.outcome()),
            Answer::Outcome(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The value of each component of the sum, if the claims hold it (normal play).
    ///
    /// The order is that of the position; the exclusive or of all values is the value of the sum. A
    /// value is absent where components cancel in pairs ([`Solved::cancelled`]) and in misère play.
    pub fn values(&self) -> Vec<Option<Nimber>> {
        let mut values = Vec::with_capacity(self.query.position.len());
        for places in self.query.groups() {
            values.resize(places.end, self.value_at(places.start));
        }
        values
    }

    /// The value of the component at this place of the sum, as [`Solved::values`] has it.
    ///
    /// For readers of positions with many equal components ([`Query::groups`]).
    pub fn value_at(&self, place: usize) -> Option<Nimber> {
        if let ([_], Convention::Normal, Answer::Value(value)) =
            (&self.query.position[..], self.query.convention, &self.solution.answer)
        {
            return Some(*value);
        }
        let term = self.query.position.get(place)?;
        match self.query.convention {
            Convention::Normal => self.solution.value(&self.query, term.ruleset, &term.component),
            Convention::Misere => None,
        }
    }

    /// How far the answer can be trusted.
    ///
    /// The same as the field.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The places of the components that cancel in pairs and whose values the claims do not hold.
    ///
    /// They are indices into the position of the query, ascending.
    pub fn cancelled(&self) -> Vec<usize> {
        if self.query.convention == Convention::Misere {
            return Vec::new();
        }
        let unknown = self.query.groups().filter(|places| self.value_at(places.start).is_none());
        let mut open: Vec<usize> = unknown.flatten().collect();
        if !open.is_empty() {
            let left: HashSet<usize> = self.query.unpaired(&self.query.position).into_iter().collect();
            open.retain(|at| !left.contains(at));
        }
        open
    }
}
