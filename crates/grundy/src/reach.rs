//! All sums that can be reached from a position, each with its options: by the plain rules alone,
//! with one entry for each sum, whatever its values are.
//!
//! It serves what depends on the whole sum and not on values: the moves that are left, and the
//! compounds in which several components are played at once.
//!
//! The options are listed once for each component, not once for each sum that holds it: a sum is a
//! list of numbers of components, and its options are merged from theirs.
//!
//! *Example.* From nim `2 + 1` the sums `2 + 1`, `2`, `1 + 1`, `1` and the empty sum can be
//! reached. Heap 2 is asked for its options once, though it is part of two sums.
//!
//! *Cost.* An entry for each sum and four bytes for each of its options. *Limits:* those of
//! [`Most`]; a sum of several large components has as many sums as the product of theirs.

use std::rc::Rc;

use grundy_core::{Game, Visit};
use grundy_games::{Component, Query, Ruleset, Term};
use grundy_solvers::{Budget, Halt, Stopped};
use rustc_hash::FxHashMap;

/// All sums that can be reached, each at a place, and its options. The first one is the start.
pub(crate) struct Reach {
    /// The places of the options of each sum, ascending, each once.
    pub options: Vec<Vec<u32>>,
    /// The memory that the budget counts for it.
    pub bytes: u64,
    /// The sum at each place: numbers of components, ascending.
    sums: Vec<Rc<[u32]>>,
    /// The place of each sum.
    places: FxHashMap<Rc<[u32]>, u32>,
    /// The components of the sums.
    known: Components,
}

/// The components that have come up, numbered.
struct Components {
    /// The numbers of the components of each ruleset.
    numbers: Vec<FxHashMap<Component, u32>>,
    /// The components by their numbers, with their rulesets.
    terms: Vec<Term>,
    /// The options of each component, once they are known.
    options: Vec<Option<Options>>,
}

/// The options of a component, in the order of the rules.
#[derive(Default)]
struct Options {
    /// The parts of all options, those of each option ascending.
    parts: Vec<u32>,
    /// Where the parts of each option end.
    ends: Vec<usize>,
}

/// How much is looked at, besides the limits of the budget.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    /// The number of sums.
    pub sums: u64,
    /// The number of options of the first one: with more, there are nearly always too many in all,
    /// such as n^2/2 for a heap of n from which any number may be taken.
    pub moves: u64,
    /// The number of options of all of them together.
    pub options: u64,
    /// The bytes of all sums together.
    pub bytes: u64,
    /// The steps that the rules may compute for, where a listed word at a sum is a step.
    pub work: u64,
    /// Whether sums count as positions of the budget.
    pub counted: bool,
}

impl Most {
    /// As much as the budget allows.
    pub(crate) const BUDGET: Most = Most {
        sums: u32::MAX as u64,
        moves: u64::MAX,
        options: u64::MAX,
        bytes: u64::MAX,
        work: u64::MAX,
        counted: true,
    };
}

/// The bytes of a sum or a component in addition to what it is made of: its place in a map and in
/// lists.
const ENTRY: u64 = 96;

/// What was looked at so far, besides the sums.
struct Account {
    most: Most,
    options: u64,
    work: u64,
    /// The steps that the options of one component of each ruleset cost at least: the rules may
    /// look at every listed word.
    listed: Vec<u64>,
}

impl Account {
    /// Counts an option of the sum at this place.
    fn option(&mut self, at: usize) -> Result<(), Halt> {
        self.options += 1;
        let most = if at == 0 { self.most.moves.min(self.most.options) } else { self.most.options };
        if self.options > most { Err(Halt::Enough) } else { Ok(()) }
    }

    /// Counts steps of the rules.
    fn work(&mut self, steps: u64) -> Result<(), Halt> {
        self.work = self.work.saturating_add(steps);
        if self.work > self.most.work { Err(Halt::Enough) } else { Ok(()) }
    }
}

impl Reach {
    /// Looks at all sums that can be reached. [`Halt::Enough`] if they are more than `most`.
    ///
    /// # Errors
    /// A limit of the budget is reached, or the rules break down at a sum.
    pub(crate) fn of(query: &Query, mut start: Vec<Term>, most: Most, budget: &mut Budget) -> Result<Reach, Halt> {
        start.sort_unstable();
        let mut known = Components {
            numbers: vec![FxHashMap::default(); query.rulesets.len()],
            terms: Vec::new(),
            options: Vec::new(),
        };
        let start =
            start.iter().map(|term| known.number(term.ruleset, &term.component)).collect::<Result<Rc<[u32]>, _>>()?;
        let mut reach = Reach {
            options: vec![Vec::new()],
            bytes: 0,
            sums: vec![start.clone()],
            places: FxHashMap::from_iter([(start, 0)]),
            known,
        };
        let listed = query.rulesets.iter().map(|ruleset| listed_words(ruleset, most.work)).collect();
        match reach.fill(query, Account { most, options: 0, work: 0, listed }, budget) {
            Ok(()) => Ok(reach),
            Err(halt) => {
                budget.release(reach.bytes);
                Err(halt)
            }
        }
    }

    /// Takes the sums in the order in which they were found, and lists the options of each. The
    /// list of sums grows while it is walked; nothing is recursive.
    fn fill(&mut self, query: &Query, mut account: Account, budget: &mut Budget) -> Result<(), Halt> {
        let mut option = Vec::new();
        let mut at = 0;
        while let Some(sum) = self.sums.get(at).cloned() {
            if account.most.counted {
                budget.solved(1)?;
            }
            budget.poll()?;
            let mut found = Vec::new();
            for (part, &number) in sum.iter().enumerate() {
                if part > 0 && sum[part - 1] == number {
                    continue;
                }
                self.expand(query, number, at, &mut account, budget)?;
                let mut next = 0;
                while self.known.option(number, next, &sum, part, &mut option) {
                    next += 1;
                    budget.tick()?;
                    account.option(at)?;
                    found.push(match self.places.get(&option[..]) {
                        Some(&place) => place,
                        None => self.add(&option, &account.most, budget)?,
                    });
                }
            }
            found.sort_unstable();
            found.dedup();
            self.hold(4 * found.len() as u64, &account.most, budget)?;
            self.options[at] = found;
            at += 1;
        }
        Ok(())
    }

    /// Asks the rules for the options of a component, unless they are known.
    fn expand(
        &mut self,
        query: &Query,
        number: u32,
        at: usize,
        account: &mut Account,
        budget: &mut Budget,
    ) -> Result<(), Halt> {
        if self.known.options[number as usize].is_some() {
            return Ok(());
        }
        let Term { ruleset, component } = self.known.terms[number as usize].clone();
        account.work(account.listed[ruleset])?;
        let mut options = Options::default();
        // A sum has at least the options of each of its components.
        let counted = account.options;
        query.rulesets[ruleset].walk::<Halt>(&component, |seen| {
            let parts = match seen {
                Visit::Work(steps) => {
                    budget.charge(steps)?;
                    return account.work(u64::from(steps));
                }
                Visit::Option(parts) => parts,
            };
            budget.tick()?;
            account.option(at)?;
            let (from, terms) = (options.parts.len(), self.known.terms.len());
            for part in parts {
                options.parts.push(self.known.number(ruleset, part)?);
            }
            options.parts[from..].sort_unstable();
            options.ends.push(options.parts.len());
            // A component is in the map and in the list.
            let new: u64 = self.known.terms[terms..].iter().map(|term| 2 * term.component.bytes() + ENTRY).sum();
            self.hold(new + 4 * parts.len() as u64 + 8, &account.most, budget)
        })?;
        account.options = counted;
        self.known.options[number as usize] = Some(options);
        Ok(())
    }

    /// Adds a sum, and returns its place.
    fn add(&mut self, sum: &[u32], most: &Most, budget: &mut Budget) -> Result<u32, Halt> {
        let next = self.sums.len();
        let place = u32::try_from(next).ok().filter(|_| (next as u64) < most.sums).ok_or(Halt::Enough)?;
        self.hold(4 * sum.len() as u64 + ENTRY, most, budget)?;
        let sum: Rc<[u32]> = sum.into();
        self.sums.push(sum.clone());
        self.options.push(Vec::new());
        self.places.insert(sum, place);
        Ok(place)
    }

    /// Counts memory, in the budget and against `most`.
    fn hold(&mut self, bytes: u64, most: &Most, budget: &mut Budget) -> Result<(), Halt> {
        self.bytes = self.bytes.saturating_add(bytes);
        budget.hold(bytes)?;
        if self.bytes > most.bytes { Err(Halt::Enough) } else { Ok(()) }
    }

    /// The sum at a place, its terms ascending.
    pub(crate) fn sum(&self, place: u32) -> Vec<Term> {
        let mut sum: Vec<Term> =
            self.sums[place as usize].iter().map(|&number| self.known.terms[number as usize].clone()).collect();
        sum.sort_unstable();
        sum
    }

    /// The places of all sums, those of its options before that of a sum.
    ///
    /// This is a topological order: every play ends, so there is no cycle.
    pub(crate) fn backwards(&self, budget: &mut Budget) -> Result<Vec<u32>, Stopped> {
        let sums = self.options.len();
        let edges: u64 = self.options.iter().map(|options| options.len() as u64).sum();
        // For each sum where its earlier ones end, how many options it waits for, and its place in
        // the order.
        let bytes = 4 * edges + (2 * size_of::<usize>() + size_of::<u32>()) as u64 * (sums as u64 + 1);
        budget.hold(bytes)?;
        let mut ends = vec![0usize; sums + 1];
        for options in &self.options {
            budget.charge(1 + options.len() as u32)?;
            options.iter().for_each(|&option| ends[option as usize + 1] += 1);
        }
        for at in 0..sums {
            ends[at + 1] += ends[at];
        }
        // Filled from behind, so that what was an end becomes a beginning.
        let mut before = vec![0u32; ends[sums]];
        let mut next = ends.split_off(1);
        for (at, options) in self.options.iter().enumerate() {
            budget.charge(1 + options.len() as u32)?;
            for &option in options {
                let next = &mut next[option as usize];
                *next -= 1;
                before[*next] = at as u32;
            }
        }
        let mut waits: Vec<usize> = self.options.iter().map(Vec::len).collect();
        let mut order: Vec<u32> = (0..sums as u32).filter(|&at| waits[at as usize] == 0).collect();
        let mut done = 0;
        while let Some(&at) = order.get(done) {
            done += 1;
            let end = next.get(at as usize + 1).copied().unwrap_or(before.len());
            let earlier = &before[next[at as usize]..end];
            budget.charge(1 + earlier.len() as u32)?;
            for &earlier in earlier {
                waits[earlier as usize] -= 1;
                if waits[earlier as usize] == 0 {
                    order.push(earlier);
                }
            }
        }
        budget.release(bytes);
        Ok(order)
    }
}

impl Components {
    /// The number of a component, a new one if it has not come up.
    fn number(&mut self, ruleset: usize, component: &Component) -> Result<u32, Halt> {
        if let Some(&number) = self.numbers[ruleset].get(component) {
            return Ok(number);
        }
        let number = u32::try_from(self.terms.len()).map_err(|_| Halt::Enough)?;
        self.numbers[ruleset].insert(component.clone(), number);
        self.terms.push(Term { ruleset, component: component.clone() });
        self.options.push(None);
        Ok(number)
    }

    /// Makes the sum in which a part, the component of this number, has become its option at
    /// `next`. Returns whether there is such an option.
    fn option(&self, number: u32, next: usize, sum: &[u32], part: usize, into: &mut Vec<u32>) -> bool {
        let Some(options) = &self.options[number as usize] else { return false };
        let Some(&end) = options.ends.get(next) else { return false };
        let from = next.checked_sub(1).map_or(0, |before| options.ends[before]);
        into.clear();
        let mut parts = options.parts[from..end].iter().copied().peekable();
        for &kept in sum[..part].iter().chain(&sum[part + 1..]) {
            while let Some(smaller) = parts.next_if(|&new| new < kept) {
                into.push(smaller);
            }
            into.push(kept);
        }
        into.extend(parts);
        true
    }
}

/// The number of listed words of the rules, up to the work that is allowed.
fn listed_words(ruleset: &Ruleset, most: u64) -> u64 {
    let most = most.saturating_add(1);
    ruleset.lists().iter().map(|list| most.min(list.len() as u64)).fold(0, u64::saturating_add)
}
