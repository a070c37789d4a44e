//! Compounds: several games played at once by other rules than one move in one component.
//!
//! A compound is a list of components. Each component is a game of its own: where a move splits it,
//! its parts are a sum as usual, in which a player who moves in the component moves in one part.
//! The component *has ended* when it has no moves.
//!
//! | compound | a move is made in | the play ends when |
//! |---|---|---|
//! | diminished | one component | one component has ended |
//! | conjunctive | every component | one component has ended |
//! | continued | every component that has not ended | all components have ended |
//! | selective | any number of components, at least one | all components have ended |
//! | shortened | any number of components, at least one | one component has ended |
//!
//! Who wins follows from a number of each component alone (the theorems are in the book):
//!
//! - conjunctive: the least *remoteness*, the moves that a component takes if its winner hurries;
//! - continued: the greatest *suspense*, the moves that it takes if its winner delays;
//! - selective and shortened: who wins each component alone;
//! - diminished: the *foreclosed* value, a nim value where nobody may end a component.
//!
//! The numbers are found by the plain rules from all sums that each component can become. No claim
//! covers them, so the answer is computed and not proved.
//!
//! Sources: C. A. B. Smith, Graphs and composite games, 1966; J. H. Conway, On Numbers and Games,
//! chapter 14; E. Berlekamp, J. Conway and R. Guy, Winning Ways, chapter 9.
//!
//! ```
//! use grundy::{Limits, Outcome, Question, Run, compound::Compound, games};
//!
//! let sum = games::query("take 1..3", "4 + 6", Question::Outcome)?;
//! let found = Run::new(Limits::default()).compound(&sum, Compound::Conjunctive)?;
//! // 4 is lost in 2 moves, 6 is won in 3: the first one ends the play.
//! assert_eq!((found.parts[0].remoteness, found.parts[1].remoteness), (2, 3));
//! assert_eq!(found.outcome, Outcome::P);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::{collections::HashMap, fmt, iter, ops::Range};

use grundy_core::{MexSet, Nimber, Outcome};
use grundy_games::{Component, Convention, Query, Term};
use grundy_solvers::{Budget, Halt, Reason, Stopped};

use crate::{
    error::Error,
    reach::{Reach, ReachLimits},
    run::Run,
    solved::{Doubt, Status},
};

mod forecast;
mod play;

/// How the components of a compound are played together. [`Compound::ALL`] lists the kinds.
///
/// Exhaustive: these are the compounds of the sources above besides the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compound {
    /// A move in one component; the play ends with the first component that has ended.
    Diminished,
    /// A move in every component; the play ends with the first component that has ended.
    Conjunctive,
    /// A move in every component that has not ended; the play ends with the last component.
    Continued,
    /// A move in any number of components; the play ends with the last component.
    Selective,
    /// A move in any number of components; the play ends with the first component that has ended.
    Shortened,
}

impl Compound {
    /// All compounds.
    ///
    /// In the order of the table above; a front end that offers compounds lists them from here.
    pub const ALL: [Compound; 5] =
        [Compound::Diminished, Compound::Conjunctive, Compound::Continued, Compound::Selective, Compound::Shortened];

    /// The name.
    ///
    /// It is the word of the command line and of JSON, and `Display` writes it.
    pub fn name(self) -> &'static str {
        match self {
            Compound::Diminished => "diminished",
            Compound::Conjunctive => "conjunctive",
            Compound::Continued => "continued",
            Compound::Selective => "selective",
            Compound::Shortened => "shortened",
        }
    }

    /// Where a move is made, and when the play ends, as a sentence without its end.
    ///
    /// For example `a move in every component, until one of them has ended`.
    pub fn rule(self) -> &'static str {
        match self {
            Compound::Diminished => "a move in one component, until one of them has ended",
            Compound::Conjunctive => "a move in every component, until one of them has ended",
            Compound::Continued => "a move in every component that has not ended, until all have ended",
            Compound::Selective => "a move in any number of components, until all have ended",
            Compound::Shortened => "a move in any number of components, until one of them has ended",
        }
    }

    /// Whether the play ends with the first component that has ended.
    ///
    /// In a short compound a component that has ended decides the game, so players hurry or delay.
    pub fn is_short(self) -> bool {
        matches!(self, Compound::Diminished | Compound::Conjunctive | Compound::Shortened)
    }
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who wins a compound, and what that follows from.
///
/// It holds the numbers of each component, so that the outcome can be followed by hand:
///
/// ```text
/// conjunctive  take 1..3 at 4 and 6
///   remoteness 2 and 3: the least is 2, which is even, so the player to move loses
/// continued    the same
///   suspense 2 and 3: the greatest is 3, which is odd, so the player to move wins
/// ```
#[derive(Clone, Debug)]
pub struct Compounded {
    /// The components: the terms of its position.
    pub query: Query,
    /// How they are played together.
    pub compound: Compound,
    /// Who wins the compound.
    pub outcome: Outcome,
    /// What is known of each component, in their order; of a group of equal neighbours
    /// ([`Query::groups`]) once.
    pub parts: Vec<Part>,
    /// A winning move: the places of the components that are moved in, and the sum that each of
    /// these becomes. `None` if the player to move loses, or wins because the play has ended.
    pub winning: Option<Vec<(Range<usize>, Vec<Component>)>>,
    /// Always computed: no claim covers compounds.
    pub status: Status,
}

/// What is known of a component that is played alone.
///
/// ```text
/// take 1..3 at 6, normal play
///   remoteness 3   take 2, leave 4; whatever is taken, the rest can be taken
///   suspense 3     the winner cannot make it longer
///   foreclosed     the nim value of the play in which nobody takes the last counter
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of moves if the winner hurries and the loser delays. 0 if it has ended. In normal
    /// play an odd number is a win of the player to move.
    pub remoteness: u64,
    /// The number of moves if the winner delays and the loser hurries. The parity is that of the
    /// remoteness, since it decides who wins.
    pub suspense: u64,
    /// Who wins it alone, under the convention of the query.
    pub outcome: Outcome,
    /// Who wins it alone in normal play. Selective compounds of several components need it also in
    /// misère play.
    pub normal: Outcome,
    /// Its part in a diminished compound.
    pub foreclosed: Foreclosed,
}

/// What a component is worth in a diminished compound.
///
/// Exhaustive: there is no fourth case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreclosed {
    /// It has ended, and the play with it.
    Ended,
    /// A move ends it, and in normal play wins at once.
    Ends,
    /// The nim value of the play in which nobody ends it.
    Value(Nimber),
}

impl Part {
    /// Whether the component has no moves.
    ///
    /// Such a component ends a short compound at once.
    pub fn has_ended(&self) -> bool {
        self.foreclosed == Foreclosed::Ended
    }

    /// The part of a position whose options have these.
    fn of(options: impl Iterator<Item = Part> + Clone, convention: Convention) -> Part {
        // In normal play an even number of moves is a loss, in misère play an odd one.
        let lost = u64::from(convention == Convention::Misere);
        let has_ended = options.clone().next().is_none();
        let wins = |outcome: fn(Part) -> Outcome| options.clone().any(|option| outcome(option) == Outcome::P);
        let outcome = |wins: bool| if wins { Outcome::N } else { Outcome::P };
        let all = |of: fn(Part) -> u64| options.clone().map(of);
        let won = |of: fn(Part) -> u64| all(of).filter(move |moves| moves % 2 == lost);
        let remote = |part: Part| part.remoteness;
        let suspense = |part: Part| part.suspense;
        let hurried = won(remote).min().or(all(remote).max()).map_or(0, |moves| moves + 1);
        let delayed = won(suspense).max().or(all(suspense).min()).map_or(0, |moves| moves + 1);
        Part {
            remoteness: hurried,
            suspense: delayed,
            outcome: outcome(if has_ended { convention == Convention::Misere } else { wins(|part| part.outcome) }),
            normal: outcome(wins(|part| part.normal)),
            foreclosed: Part::foreclosed(options, convention),
        }
    }

    /// What a component with these options is worth in a diminished compound.
    fn foreclosed(options: impl Iterator<Item = Part> + Clone, convention: Convention) -> Foreclosed {
        if options.clone().next().is_none() {
            return Foreclosed::Ended;
        }
        if convention == Convention::Normal && options.clone().any(|option| option.has_ended()) {
            return Foreclosed::Ends;
        }
        // Nobody who can avoid it ends a component in misère play, or makes a move that lets the
        // opponent end it in normal play.
        let mut values = MexSet::new();
        for option in options {
            if let Foreclosed::Value(value) = option.foreclosed {
                values.insert(value);
            }
        }
        Foreclosed::Value(values.mex())
    }
}

/// A component with all sums that it can become.
pub(crate) struct ComponentSums {
    /// The sums, with their options.
    reach: Reach,
    /// What decides compounds, of each of them.
    parts: Vec<Part>,
}

impl ComponentSums {
    /// All sums that a component can become, with their parts, from the ends backwards. Memory that
    /// does not suffice ends the work.
    fn of(query: &Query, term: &Term, budget: &mut Budget) -> Result<ComponentSums, Stopped> {
        forecast::refuse(query, term, budget)?;
        let reach = Reach::of(query, vec![term.clone()], ReachLimits::BUDGET, budget).map_err(|halt| match halt {
            Halt::Stopped(stopped) => stopped,
            Halt::Enough => budget.stopped(Reason::Memory(budget.most_bytes())),
        })?;
        budget.hold((reach.options.len() * size_of::<Part>()) as u64)?;
        let ended = Part::of(iter::empty(), query.convention);
        let mut parts = vec![ended; reach.options.len()];
        for at in reach.backwards(budget)? {
            budget.charge(1 + reach.options[at as usize].len() as u32)?;
            let options = reach.options[at as usize].iter().map(|&option| parts[option as usize]);
            parts[at as usize] = Part::of(options, query.convention);
        }
        Ok(ComponentSums { reach, parts })
    }

    /// The first option of the component with such a part.
    pub(crate) fn option(&self, wanted: impl Fn(&Part) -> bool) -> Option<u32> {
        self.reach.options[0].iter().copied().find(|&option| wanted(&self.parts[option as usize]))
    }

    /// The sum at this place.
    fn sum(&self, place: u32) -> Vec<Component> {
        self.reach.sum(place).into_iter().map(|term| term.component).collect()
    }
}

/// The bytes of an entry for each group and for each component that stands for it.
const ENTRY: u64 = 512;

impl Run {
    /// Who wins the compound of the components of a position, under the convention of the query.
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit is reached, or the rules break down at a position.
    ///
    /// # Cost
    /// One expansion of each sum that a component can become; the components are looked at one by
    /// one, so the number of their combinations does not matter.
    pub fn compound(&self, query: &Query, compound: Compound) -> Result<Compounded, Error> {
        let _shown = self.begin(None);
        let mut budget = self.watched();
        let mut places: HashMap<&Term, usize> = HashMap::new();
        let mut known: Vec<ComponentSums> = Vec::new();
        // Each group, with what is known of its components, and as few components in its place as
        // decide the same: who wins depends on the parity of equal ones, and on whether there are
        // several.
        let (mut groups, mut each) = (Vec::new(), Vec::new());
        for group in query.groups() {
            budget.hold(ENTRY)?;
            budget.tick()?;
            let term = &query.position[group.start];
            let place = match places.get(term) {
                Some(&place) => place,
                None => {
                    known.push(ComponentSums::of(query, term, &mut budget)?);
                    places.insert(term, known.len() - 1);
                    known.len() - 1
                }
            };
            let kept = if group.len() > 1 { 2 + group.len() % 2 } else { 1 };
            each.extend(iter::repeat_n((groups.len(), place), kept));
            groups.push((group, place));
        }
        let components: Vec<&ComponentSums> = each.iter().map(|&(_, place)| &known[place]).collect();
        let all: Vec<Part> = components.iter().map(|known| known.parts[0]).collect();
        let outcome = play::outcome(&all, compound, query.convention);
        let winning = match outcome {
            Outcome::N => play::winning(&components, &all, compound, query.convention),
            Outcome::P => None,
        };
        let made = |moves: Vec<(usize, u32)>| {
            let mut joined: Vec<(Range<usize>, Vec<Component>)> = Vec::new();
            for (at, option) in moves {
                let (group, _) = each[at];
                let places = &groups[group].0;
                let before = each[..at].iter().rev().take_while(|(other, _)| *other == group).count();
                let is_last = each.get(at + 1).is_none_or(|(other, _)| *other != group);
                // The last of the components in the place of a group stands for all others of it.
                let start = places.start + before;
                let end = if is_last { places.end } else { start + 1 };
                let to = components[at].sum(option);
                match joined.last_mut() {
                    Some((moved, same)) if moved.end == start && start > places.start && *same == to => moved.end = end,
                    _ => joined.push((start..end, to)),
                }
            }
            joined
        };
        let winning = winning.map(made);
        let parts = groups.iter().map(|&(_, place)| known[place].parts[0]).collect();
        let status = Status::Computed(Doubt::Uncheckable("no claim covers compounds"));
        Ok(Compounded { query: query.clone(), compound, outcome, parts, winning, status })
    }
}
