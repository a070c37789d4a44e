//! What a kernel found, and what the checker can verify about it.

use std::{
    collections::HashMap,
    fmt,
    ops::{ControlFlow, Deref, DerefMut},
    sync::Arc,
};

use grundy_core::{Fault, Nimber, Outcome};
use grundy_rules::{Ask, Board, Component, Placed, Play, Query};

use crate::{
    Automaton, Flaw, Law, Matching, Period, Quotient, Window,
    couples::{self, Is},
    pace::{Halt, Pace},
};

/// What a kernel found, with the reason to believe it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the query asked for.
    pub answer: Answer,
    /// In normal play one claim for each board of the query, in their order; in misère play one claim in all.
    pub claims: Vec<Claim>,
}

/// What a query asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The value of the sum (normal play).
    Value(Nimber),
    /// Who wins the sum.
    Outcome(Outcome),
    /// The value of every heap from 0 on (normal play).
    Values(Vec<Nimber>),
    /// Who wins every single heap from 0 on (misère play).
    Outcomes(Vec<Outcome>),
}

impl Answer {
    /// How many heaps it lists.
    pub(crate) fn listed(&self) -> usize {
        match self {
            Answer::Values(values) => values.len(),
            Answer::Outcomes(outcomes) => outcomes.len(),
            Answer::Value(_) | Answer::Outcome(_) => 0,
        }
    }
}

/// Something a kernel says about a board.
#[derive(Clone)]
pub enum Claim {
    /// The heap of n counters has value `values[n]`.
    Values(Vec<Nimber>),
    /// These components have these values; the components of every option of each of them are there too.
    Positions(Arc<dyn Book>),
    /// These components have these values; an option may be left out of which one part has no value in the book, but
    /// an option of that part tells that the value is another.
    Couples(Arc<dyn Book>),
    /// A finite machine tells the value of every word.
    Automaton(Arc<Automaton>),
    /// The values repeat for ever.
    Period(Period),
    /// The values repeat for ever, from a preperiod on that is too long for a list.
    Window(Window),
    /// A law of the theory tells every value.
    Law(Law),
    /// These sums have these outcomes in misère play; every option of a sum that the previous player wins, and a
    /// losing option of every other, is there too.
    Outcomes(Sums),
    /// The elements of a finite monoid tell who wins every sum of heaps in misère play.
    Quotient(Arc<Quotient>),
    /// A maximum matching tells who wins one position of a token in normal play.
    Matching(Arc<Matching>),
    /// These components have these outcomes in normal play, and none of their moves leaves more than one component;
    /// every option of a component that the previous player wins, and a losing option of every other, is there too.
    Winners(Arc<dyn Winners>),
    /// Values that the checker is not asked to verify, with the reason why.
    Unchecked(Arc<dyn Book>, &'static str),
}

/// Sums in their normal form ([`Query::normal_sum`]) with their misère outcomes.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    outcomes: HashMap<Vec<Placed>, Outcome>,
    read: bool,
}

impl Sums {
    /// No sums.
    pub fn new() -> Sums {
        Sums::default()
    }

    /// No sums, of a certificate: the proof of its answer has to need each that comes.
    pub(crate) fn of_certificate() -> Sums {
        Sums { read: true, ..Sums::default() }
    }

    /// Whether they stand in a certificate.
    pub(crate) fn were_read(&self) -> bool {
        self.read
    }
}

impl Deref for Sums {
    type Target = HashMap<Vec<Placed>, Outcome>;

    fn deref(&self) -> &Self::Target {
        &self.outcomes
    }
}

impl DerefMut for Sums {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.outcomes
    }
}

impl FromIterator<(Vec<Placed>, Outcome)> for Sums {
    fn from_iter<I: IntoIterator<Item = (Vec<Placed>, Outcome)>>(sums: I) -> Sums {
        Sums { outcomes: sums.into_iter().collect(), read: false }
    }
}

/// Values of components, however they are stored.
///
/// Components are looked up in canonical form ([`Board::canonical`]). Where a component is not recorded, its parts
/// ([`Board::parts`]) may be; the value is then the sum of theirs.
pub trait Book: Send + Sync {
    /// The value of this component, if the book has it.
    fn value(&self, component: &Component) -> Option<Nimber>;

    /// How many entries are recorded; a component may have several, all alike.
    fn count(&self) -> u64;

    /// Shows every recorded component with its value, until `visit` breaks.
    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>);

    /// Whether something of it could not be read, so that not all was shown.
    fn failed(&self) -> bool {
        false
    }

    /// A recorded component that nothing has looked up so far; `None` where no account is kept of that, too.
    fn unneeded(&self) -> Option<Component> {
        None
    }
}

/// Who wins single components in normal play, however it is stored.
///
/// Components are looked up in canonical form ([`Board::canonical`]).
pub trait Winners: Send + Sync {
    /// Who wins at this component, if it is recorded.
    fn outcome(&self, component: &Component) -> Option<Outcome>;

    /// How many components are recorded.
    fn count(&self) -> u64;

    /// Shows every recorded component with its outcome, until `visit` breaks.
    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>);

    /// Whether something of it could not be read, so that not all was shown.
    fn failed(&self) -> bool {
        false
    }

    /// A recorded component that nothing has looked up so far; `None` where no account is kept of that, too.
    fn unneeded(&self) -> Option<Component> {
        None
    }
}

impl Winners for HashMap<Component, Outcome> {
    fn outcome(&self, component: &Component) -> Option<Outcome> {
        self.get(component).copied()
    }

    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>) {
        let _ = self.iter().try_for_each(|(component, &outcome)| visit(component, outcome));
    }
}

impl Book for HashMap<Component, Nimber> {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.get(component).copied()
    }

    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let _ = self.iter().try_for_each(|(component, &value)| visit(component, value));
    }
}

impl Claim {
    /// The value that the claim tells for a component of `board`.
    pub fn value(&self, board: &Board, component: &Component) -> Option<Nimber> {
        match (self, component) {
            (Claim::Values(values), Component::Heap(size)) => values.get(usize::try_from(*size).ok()?).copied(),
            (Claim::Couples(book), _) => couples::value(board, &**book, &board.canonical(component)),
            (Claim::Automaton(claim), _) => claim.value_of(component),
            (Claim::Positions(book) | Claim::Unchecked(book, _), _) => {
                let own = board.canonical(component);
                book.value(&own).or_else(|| {
                    let parts = board.parts(&own);
                    let told = || parts.iter().map(|part| book.value(&board.canonical(part))).sum();
                    if parts == [own] { None } else { told() }
                })
            }
            (Claim::Period(period), _) => period.value_of(board, component),
            (Claim::Window(window), _) => window.value(board, component),
            (Claim::Law(law), _) => law.value(component),
            _ => None,
        }
    }

    /// What a certificate calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Claim::Values(_) => "values",
            Claim::Positions(_) => "positions",
            Claim::Couples(_) => "couples",
            Claim::Automaton(_) => "automaton",
            Claim::Period(_) => "period",
            Claim::Window(_) => "window",
            Claim::Law(_) => "law",
            Claim::Outcomes(_) => "outcomes",
            Claim::Quotient(_) => "quotient",
            Claim::Matching(_) => "matching",
            Claim::Winners(_) => "winners",
            Claim::Unchecked(..) => "unchecked",
        }
    }

    /// How many positions the claim records one by one; nothing for a claim about all at once.
    pub fn recorded(&self) -> Option<u64> {
        match self {
            Claim::Values(values) => Some(values.len() as u64),
            Claim::Positions(book) | Claim::Couples(book) | Claim::Unchecked(book, _) => Some(book.count()),
            Claim::Outcomes(sums) => Some(sums.len() as u64),
            Claim::Winners(winners) => Some(winners.count()),
            Claim::Matching(_) => Some(1),
            Claim::Automaton(_) | Claim::Period(_) | Claim::Window(_) | Claim::Law(_) | Claim::Quotient(_) => None,
        }
    }

    /// Who wins at a single component of `board` in normal play, if the claim tells it.
    pub fn outcome(&self, board: &Board, component: &Component) -> Option<Outcome> {
        self.outcome_within(board, component, &mut Pace::new(&mut || true)).ok().flatten()
    }

    fn outcome_within(
        &self,
        board: &Board,
        component: &Component,
        pace: &mut Pace<'_>,
    ) -> Result<Option<Outcome>, Halt> {
        Ok(match self {
            Claim::Winners(winners) => winners.outcome(&board.canonical(component)),
            Claim::Automaton(claim) => claim.outcome(component),
            Claim::Matching(claim) => claim.outcome(component),
            Claim::Couples(book) => {
                let own = std::slice::from_ref(component);
                match couples::is(board, &**book, own, Nimber::ZERO, pace)? {
                    Is::Worth(value) => Some(value.outcome()),
                    Is::Refuted => Some(Outcome::N),
                    Is::Unknown => None,
                }
            }
            _ => self.value(board, component).map(Nimber::outcome),
        })
    }
}

impl Solution {
    /// The value that the claims tell for a component of the board at `place`, in normal play.
    pub fn value(&self, query: &Query, place: usize, component: &Component) -> Option<Nimber> {
        self.claims.get(place)?.value(&query.boards[place], component)
    }

    /// Whether these components of the board at `place` together have this value, in normal play; nothing where the claims
    /// do not tell.
    pub fn is(&self, query: &Query, place: usize, parts: &[Component], value: Nimber) -> Result<Option<bool>, Fault> {
        let Some(Claim::Couples(book)) = self.claims.get(place) else {
            let sum: Option<Nimber> = parts.iter().map(|part| self.value(query, place, part)).sum();
            return Ok(sum.map(|sum| sum == value));
        };
        match couples::is(&query.boards[place], &**book, parts, value, &mut Pace::new(&mut || true)) {
            Ok(Is::Worth(own)) => Ok(Some(own == value)),
            Ok(Is::Refuted) => Ok(Some(false)),
            Err(Halt::Flaw(Flaw::Fault(fault))) => Err(fault),
            Ok(Is::Unknown) | Err(_) => Ok(None),
        }
    }

    /// What a sum is worth in normal play according to the claims. Where they do not tell it of all components, it is told
    /// by those that are left when equal ones cancel.
    fn total(&self, query: &Query, sum: &[Placed]) -> Option<Nimber> {
        let value = |placed: &Placed| self.value(query, placed.board, &placed.component);
        let total: Option<Nimber> = sum.iter().map(value).sum();
        if total.is_some() || sum.len() < 2 {
            return total;
        }
        query.unpaired(sum).into_iter().map(|at| value(&sum[at])).sum()
    }

    /// Who wins this sum according to the claims.
    pub fn outcome(&self, query: &Query, sum: &[Placed]) -> Option<Outcome> {
        self.outcome_within(query, sum, &mut Pace::new(&mut || true)).ok().flatten()
    }

    fn outcome_within(&self, query: &Query, sum: &[Placed], pace: &mut Pace<'_>) -> Result<Option<Outcome>, Halt> {
        if query.play == Play::Misere {
            return Ok(self.misere_outcome(query, sum));
        }
        if let Some(value) = self.total(query, sum) {
            return Ok(Some(value.outcome()));
        }
        let [at] = query.unpaired(sum)[..] else { return Ok(None) };
        let Placed { board, component } = &sum[at];
        let Some(claim) = self.claims.get(*board) else { return Ok(None) };
        claim.outcome_within(&query.boards[*board], component, pace)
    }

    fn misere_outcome(&self, query: &Query, sum: &[Placed]) -> Option<Outcome> {
        match self.claims.first()? {
            Claim::Outcomes(sums) => sums.get(&query.normal_sum(sum.to_vec()).ok()?).copied(),
            Claim::Law(law) => law.misere_outcome(sum),
            Claim::Quotient(claim) => {
                let size = |placed: &Placed| match placed.component {
                    Component::Heap(size) if placed.board == 0 => Some(size),
                    _ => None,
                };
                claim.outcome(sum.iter().map(size).collect::<Option<Vec<u64>>>()?)
            }
            Claim::Automaton(claim) => match sum {
                [] => Some(Outcome::N),
                [placed] => claim.outcome(&placed.component),
                _ => None,
            },
            _ => None,
        }
    }

    /// The answer that follows from the claims, if they tell enough.
    pub fn read_answer(&self, query: &Query) -> Option<Answer> {
        self.read_answer_within(query, &mut Pace::new(&mut || true)).ok().flatten()
    }

    pub(crate) fn read_answer_within(&self, query: &Query, pace: &mut Pace<'_>) -> Result<Option<Answer>, Halt> {
        let single = |size| [Placed { board: 0, component: Component::Heap(size) }];
        Ok(match (query.play, query.ask, query.table_end()) {
            (Play::Normal, Ask::Value | Ask::Nimber, _) => self.total(query, &query.start).map(Answer::Value),
            (_, Ask::Outcome, _) | (Play::Misere, Ask::Value | Ask::Nimber, _) => {
                self.outcome_within(query, &query.start, pace)?.map(Answer::Outcome)
            }
            (_, Ask::Table, None) => None,
            (Play::Normal, Ask::Table, Some(end)) => {
                let values = (0..=end).map(|size| {
                    pace.step()?;
                    Ok(self.value(query, 0, &Component::Heap(size)))
                });
                values.collect::<Result<Option<_>, Halt>>()?.map(Answer::Values)
            }
            (Play::Misere, Ask::Table, Some(end)) => {
                let outcomes = (0..=end).map(|size| {
                    pace.step()?;
                    self.outcome_within(query, &single(size), pace)
                });
                outcomes.collect::<Result<Option<_>, Halt>>()?.map(Answer::Outcomes)
            }
        })
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Values(values) => write!(f, "Values({} heaps)", values.len()),
            Claim::Positions(book) => write!(f, "Positions({})", book.count()),
            Claim::Couples(book) => write!(f, "Couples({})", book.count()),
            Claim::Automaton(claim) => write!(f, "Automaton({} states)", claim.machine.states()),
            Claim::Period(claim) => write!(f, "Period({} from {})", claim.period, claim.preperiod),
            Claim::Window(claim) => write!(f, "Window({} from {})", claim.period, claim.preperiod),
            Claim::Law(law) => write!(f, "Law({law:?})"),
            Claim::Quotient(claim) => write!(f, "Quotient({} elements)", claim.order()),
            Claim::Matching(claim) => write!(f, "Matching({} pairs)", claim.pairs.len()),
            Claim::Outcomes(sums) => write!(f, "Outcomes({} sums)", sums.len()),
            Claim::Winners(winners) => write!(f, "Winners({})", winners.count()),
            Claim::Unchecked(book, why) => write!(f, "Unchecked({}: {why})", book.count()),
        }
    }
}
