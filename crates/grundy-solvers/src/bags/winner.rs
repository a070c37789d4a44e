//! The outcome of one bag without values: a top-down search with a limit, and then planes of bits.
//!
//! The limit is the expected cost of the planes, so that both together never cost much more than
//! twice the better. If letters fall into groups that no word joins, the values of the groups are
//! computed instead.

use std::{borrow::Cow, ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Claim, OutcomeMap, Solution};
use grundy_core::Outcome;
use grundy_games::{Bag, Component};
use grundy_simd::Level;

use super::{
    Lattices,
    descent::BoardDescent,
    lattice::BagMoves,
    layout::DigitLayout,
    memo::Memo,
    order::ordered,
    planes::BagPlanes,
    rack::CountPacking,
    table::{self, BagTables, aligned, bag_of, counts},
};
use crate::support::budget::{Budget, Stopped};

/// The result of [`settle`].
pub(super) enum Settled {
    /// The outcome by the search; its memory has the outcomes of other positions.
    Searched(bool),
    /// The planes.
    Filled(BagPlanes),
}

/// Bags with fewer positions are searched without estimating the cost of planes.
const FEW: f64 = 4096.0;

/// Words for bags with at least this many positions are sorted for the search.
const MANY: f64 = (1u32 << 17) as f64;

/// Finds the outcome with these counts and these packed words, which all fit. Longer words should
/// come first.
///
/// The search is limited by the price of planes if these fit into nine tenths of the memory left,
/// and unlimited if they do not. For few positions a rough limit is computed without a layout.
pub(super) fn settle(
    counts: &[u32],
    frame: &CountPacking,
    words: &[u64],
    descent: &mut BoardDescent,
    budget: &mut Budget,
) -> Result<Settled, Stopped> {
    let used = frame.unpack(words.iter().fold(0, |all, word| all | word));
    let radices = counts.iter().zip(used).filter(|&(_, used)| used > 0);
    let states: f64 = radices.map(|(&count, _)| f64::from(count) + 1.0).product();
    let takes = || -> Vec<Vec<u32>> { words.iter().map(|&word| frame.unpack(word)).collect() };
    let mut layout = None;
    let most = if states < FEW {
        states * (10.0 + 0.5 * words.len() as f64)
    } else {
        layout = DigitLayout::new(counts, &takes());
        let price = layout.as_ref().map(|layout| table::price(layout, words.len() as f64, 1.0, None));
        let room = budget.most_bytes().saturating_sub(budget.progress().bytes) as f64;
        price
            .filter(|price| price.bytes < 0.9 * room)
            .map_or(f64::INFINITY, |price| price.nanoseconds + 100.0 * words.len() as f64)
    };
    let before = budget.progress().bytes;
    let tried = if states < MANY {
        Cow::Borrowed(words)
    } else {
        budget.hold(24 * words.len() as u64)?;
        Cow::Owned(ordered(counts, frame, words))
    };
    let found = descent.wins(frame.full, frame.guard, &tried, most, budget)?;
    budget.release(budget.progress().bytes.saturating_sub(before));
    if let Some(wins) = found {
        return Ok(Settled::Searched(wins));
    }
    drop(tried);
    descent.forget();
    let held = budget.progress().bytes;
    budget.hold((4 * counts.len() as u64 + 24).saturating_mul(words.len() as u64))?;
    let takes = takes();
    let layout = layout.or_else(|| DigitLayout::new(counts, &takes));
    let layout = layout.expect("planes are used only for positions that can be numbered");
    let planes = BagPlanes::new(layout, counts, &takes, false, Level::best(), budget)?;
    let kept = planes.bytes();
    budget.release(budget.progress().bytes.saturating_sub(held + kept));
    Ok(Settled::Filled(planes))
}

/// Returns the outcome of this bag, with its claim.
///
/// The claim of a search holds the decided positions, that of planes all positions of the bag.
/// Letters whose counts do not fit into 64 bits, and letters in groups, get values instead.
pub(super) fn solve(bag: &Bag, moves: &BagMoves<'_>, budget: &mut Budget) -> Result<Solution, Stopped> {
    let all = counts(bag);
    let used: Vec<usize> = (0..all.len()).filter(|&letter| moves.takes.iter().any(|take| take[letter] > 0)).collect();
    let frame = CountPacking::new(used.iter().map(|&letter| all[letter]));
    let split = table::groups(all.len(), &moves.takes).len() > 1;
    let (Some(frame), false) = (frame, split) else {
        return Ok(Lattices::of(bag, BagTables::new(bag, moves, budget)?));
    };
    let mut words: Vec<(u32, u64)> = moves
        .takes
        .iter()
        .map(|take| (take.iter().sum(), frame.pack(used.iter().map(|&letter| take[letter]))))
        .collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    let words: Vec<u64> = words.into_iter().map(|(_, word)| word).collect();
    let taken: Vec<u32> = used.iter().map(|&letter| all[letter]).collect();
    let mut descent = BoardDescent::new();
    let (wins, claim): (bool, Arc<dyn OutcomeMap>) = match settle(&taken, &frame, &words, &mut descent, budget)? {
        Settled::Searched(wins) => (wins, Arc::new(Searched { bag: bag.clone(), used, frame, known: descent.take() })),
        Settled::Filled(planes) => {
            let wins = !planes.is_lost(taken.iter().copied()).expect("the planes contain their bag");
            (wins, Arc::new(LostPlanes { bag: bag.clone(), used, planes }))
        }
    };
    Ok(Solution { answer: Answer::Outcome(outcome(wins)), claims: vec![Claim::OutcomeMap(claim)] })
}

/// Returns the counts of the letters that moves take; `None` if the component is not reachable from
/// the bag.
fn reachable(whole: &Bag, used: &[usize], component: &Component) -> Option<Vec<u32>> {
    let Component::Bag(bag) = component else { return None };
    let counts = aligned(whole, bag)?;
    let fits = counts.iter().zip(whole.counts()).all(|(&count, &(_, most))| count <= most);
    fits.then(|| used.iter().map(|&letter| counts[letter]).collect())
}

/// Returns the bag in which the letters that moves take have these counts, with all copies of the
/// other letters.
fn component(whole: &Bag, used: &[usize], counts: &[u32]) -> Component {
    let mut all = self::counts(whole);
    used.iter().zip(counts).for_each(|(&letter, &count)| all[letter] = count);
    Component::Bag(bag_of(whole, &all))
}

fn outcome(wins: bool) -> Outcome {
    if wins { Outcome::N } else { Outcome::P }
}

/// The positions that a search has decided: with each won position a lost one that a move leads to,
/// with each lost position all that moves lead to.
struct Searched {
    /// The whole bag.
    bag: Bag,
    /// The letters of the bag that some move takes, by their places.
    used: Vec<usize>,
    /// How their counts are packed into a number.
    frame: CountPacking,
    /// The outcome of each position that the search has decided.
    known: Memo,
}

impl OutcomeMap for Searched {
    fn outcome(&self, component: &Component) -> Option<Outcome> {
        let counts = reachable(&self.bag, &self.used, component)?;
        self.known.get(self.frame.pack(counts.into_iter())).map(outcome)
    }

    fn count(&self) -> u64 {
        self.known.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>) {
        let _ = self.known.iter().try_for_each(|(state, wins)| {
            visit(&component(&self.bag, &self.used, &self.frame.unpack(state)), outcome(wins))
        });
    }
}

/// Planes of lost positions.
struct LostPlanes {
    /// The whole bag.
    bag: Bag,
    /// The letters of the bag that some move takes, by their places.
    used: Vec<usize>,
    /// A bit for each position: whether it is lost.
    planes: BagPlanes,
}

impl OutcomeMap for LostPlanes {
    fn outcome(&self, component: &Component) -> Option<Outcome> {
        let counts = reachable(&self.bag, &self.used, component)?;
        self.planes.is_lost(counts.into_iter()).map(|lost| outcome(!lost))
    }

    fn count(&self) -> u64 {
        self.planes.count()
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>) {
        let _ = self.planes.each().try_for_each(|counts| {
            let lost = self.planes.is_lost(counts.iter().copied()).expect("every position has an outcome");
            visit(&component(&self.bag, &self.used, &counts), outcome(!lost))
        });
    }
}
