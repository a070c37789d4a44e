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
//! [`ReachLimits`]; a sum of several large components has as many sums as the product of theirs.
//! Lists and maps are charged for their room, and for both copies while they grow.

use std::{hash::Hash, rc::Rc};

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
    options: Vec<Option<ReachOptions>>,
}

/// The options of a component, in the order of the rules.
#[derive(Default)]
struct ReachOptions {
    /// The parts of all options, those of each option ascending.
    parts: Vec<u32>,
    /// Where the parts of each option end.
    ends: Vec<usize>,
}

/// How much is looked at, besides the limits of the budget.
#[derive(Clone, Copy)]
pub(crate) struct ReachLimits {
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

impl ReachLimits {
    /// As much as the budget allows.
    pub(crate) const BUDGET: ReachLimits = ReachLimits {
        sums: u32::MAX as u64,
        moves: u64::MAX,
        options: u64::MAX,
        bytes: u64::MAX,
        work: u64::MAX,
        counted: true,
    };
}

/// The bytes that an allocation takes in addition to its contents.
const ALLOCATION: u64 = 16;

/// What pays for memory: the budget, up to the most bytes of all sums.
struct Purse<'p> {
    bytes: &'p mut u64,
    most: u64,
    budget: &'p mut Budget,
}

impl Purse<'_> {
    /// Counts memory that is held from here on.
    fn hold(&mut self, bytes: u64) -> Result<(), Halt> {
        *self.bytes = self.bytes.saturating_add(bytes);
        self.budget.hold(bytes)?;
        if *self.bytes > self.most { Err(Halt::Enough) } else { Ok(()) }
    }

    /// Counts memory that is no longer held.
    fn release(&mut self, bytes: u64) {
        *self.bytes = self.bytes.saturating_sub(bytes);
        self.budget.release(bytes);
    }

    /// Counts the work on a component of these bytes: a large one is hashed and copied slowly.
    fn work(&mut self, bytes: u64) -> Result<(), Halt> {
        Ok(self.budget.charge(u32::try_from(bytes / 16).unwrap_or(u32::MAX))?)
    }

    /// Counts an allocation besides an entry of a list.
    fn outside(&mut self, bytes: u64) -> Result<(), Halt> {
        self.hold(if bytes > 0 { bytes.saturating_add(ALLOCATION) } else { 0 })
    }

    /// Adds an entry to a list.
    fn push<T>(&mut self, list: &mut Vec<T>, entry: T) -> Result<(), Halt> {
        if list.len() == list.capacity() {
            let (size, before) = (size_of::<T>() as u64, list.capacity());
            let after = before.saturating_mul(2).max(4);
            self.hold(size.saturating_mul(after as u64))?;
            list.reserve_exact(after - before);
            self.release(size.saturating_mul(before as u64));
        }
        list.push(entry);
        Ok(())
    }

    /// Adds an entry to a map, which does not have its key. Seven of eight slots of a map may be
    /// full, and a slot has a byte besides the entry.
    fn enter<K: Eq + Hash, V>(&mut self, map: &mut FxHashMap<K, V>, key: K, value: V) -> Result<(), Halt> {
        if map.len() == map.capacity() {
            let before = match map.capacity() as u64 {
                0 => 0,
                capacity if capacity < 8 => capacity + 1,
                capacity => capacity / 7 * 8,
            };
            let slot = 1 + size_of::<(K, V)>() as u64;
            self.hold(slot.saturating_mul(before.saturating_mul(2).max(4)))?;
            map.reserve(1);
            self.release(slot.saturating_mul(before));
        }
        map.insert(key, value);
        Ok(())
    }
}

/// What was looked at so far, besides the sums.
struct ReachCount {
    most: ReachLimits,
    options: u64,
    work: u64,
    /// The steps that the options of one component of each ruleset cost at least: the rules may
    /// look at every listed word.
    listed: Vec<u64>,
}

impl ReachCount {
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
    pub(crate) fn of(
        query: &Query,
        mut start: Vec<Term>,
        most: ReachLimits,
        budget: &mut Budget,
    ) -> Result<Reach, Halt> {
        start.sort_unstable();
        let known = Components {
            numbers: vec![FxHashMap::default(); query.rulesets.len()],
            terms: Vec::new(),
            options: Vec::new(),
        };
        let mut reach = Reach { options: Vec::new(), bytes: 0, sums: Vec::new(), places: FxHashMap::default(), known };
        let listed = query.rulesets.iter().map(|ruleset| listed_words(ruleset, most.work)).collect();
        let account = ReachCount { most, options: 0, work: 0, listed };
        match reach.begin(&start, &most, budget).and_then(|()| reach.fill(query, account, budget)) {
            Ok(()) => Ok(reach),
            Err(halt) => {
                budget.release(reach.bytes);
                Err(halt)
            }
        }
    }

    /// Enters the start.
    fn begin(&mut self, start: &[Term], most: &ReachLimits, budget: &mut Budget) -> Result<(), Halt> {
        let mut purse = Purse { bytes: &mut self.bytes, most: most.bytes, budget };
        let number = |term: &Term| self.known.number(term.ruleset, &term.component, &mut purse);
        let start: Vec<u32> = start.iter().map(number).collect::<Result<_, Halt>>()?;
        self.add(&start, most, budget).map(|_| ())
    }

    /// Takes the sums in the order in which they were found, and lists the options of each. The
    /// list of sums grows while it is walked; nothing is recursive.
    fn fill(&mut self, query: &Query, mut account: ReachCount, budget: &mut Budget) -> Result<(), Halt> {
        let (mut option, mut found) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(sum) = self.sums.get(at).cloned() {
            if account.most.counted {
                budget.solved(1)?;
            }
            budget.poll()?;
            found.clear();
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
                    let place = match self.places.get(&option[..]) {
                        Some(&place) => place,
                        None => self.add(&option, &account.most, budget)?,
                    };
                    self.purse(&account.most, budget).push(&mut found, place)?;
                }
            }
            found.sort_unstable();
            found.dedup();
            self.purse(&account.most, budget).outside(4 * found.len() as u64)?;
            self.options[at] = found.clone();
            at += 1;
        }
        self.purse(&account.most, budget).release(4 * found.capacity() as u64);
        Ok(())
    }

    /// Asks the rules for the options of a component, unless they are known.
    fn expand(
        &mut self,
        query: &Query,
        number: u32,
        at: usize,
        account: &mut ReachCount,
        budget: &mut Budget,
    ) -> Result<(), Halt> {
        if self.known.options[number as usize].is_some() {
            return Ok(());
        }
        let Term { ruleset, component } = self.known.terms[number as usize].clone();
        account.work(account.listed[ruleset])?;
        let mut options = ReachOptions::default();
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
            let mut purse = Purse { bytes: &mut self.bytes, most: account.most.bytes, budget };
            let from = options.parts.len();
            for part in parts {
                let number = self.known.number(ruleset, part, &mut purse)?;
                purse.push(&mut options.parts, number)?;
            }
            options.parts[from..].sort_unstable();
            purse.push(&mut options.ends, options.parts.len())
        })?;
        account.options = counted;
        self.known.options[number as usize] = Some(options);
        Ok(())
    }

    /// Adds a sum, and returns its place.
    fn add(&mut self, sum: &[u32], most: &ReachLimits, budget: &mut Budget) -> Result<u32, Halt> {
        let next = self.sums.len();
        let place = u32::try_from(next).ok().filter(|_| (next as u64) < most.sums).ok_or(Halt::Enough)?;
        let mut purse = Purse { bytes: &mut self.bytes, most: most.bytes, budget };
        // A shared list has two counters before its numbers.
        purse.outside(4 * sum.len() as u64 + 16)?;
        let sum: Rc<[u32]> = sum.into();
        purse.push(&mut self.sums, sum.clone())?;
        purse.push(&mut self.options, Vec::new())?;
        purse.enter(&mut self.places, sum, place)?;
        Ok(place)
    }

    /// What pays for memory.
    fn purse<'p>(&'p mut self, most: &ReachLimits, budget: &'p mut Budget) -> Purse<'p> {
        Purse { bytes: &mut self.bytes, most: most.bytes, budget }
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
        let sums = self.options.len() as u64;
        let edges: u64 = self.options.iter().map(|options| options.len() as u64).sum();
        // For each sum where its earlier ones end, how many options it waits for, and its place in
        // the order.
        let bytes = 4 * edges + (2 * size_of::<usize>() + size_of::<u32>()) as u64 * (sums + 2);
        let order = budget.hold(bytes).and_then(|()| self.ordered(budget));
        budget.release(bytes);
        order
    }

    /// The places in this order, in memory that is charged.
    fn ordered(&self, budget: &mut Budget) -> Result<Vec<u32>, Stopped> {
        let sums = self.options.len();
        let mut ends = vec![0usize; sums + 1];
        for options in &self.options {
            budget.charge(1 + options.len() as u32)?;
            options.iter().for_each(|&option| ends[option as usize + 1] += 1);
        }
        for at in 0..sums {
            ends[at + 1] += ends[at];
        }
        // Filled from behind, so that what was an end becomes a beginning: those that wait for a
        // sum end where those that wait for the next one begin.
        let mut before = vec![0u32; ends[sums]];
        for (at, options) in self.options.iter().enumerate() {
            budget.charge(1 + options.len() as u32)?;
            for &option in options {
                let end = &mut ends[option as usize + 1];
                *end -= 1;
                before[*end] = at as u32;
            }
        }
        let mut waits: Vec<usize> = self.options.iter().map(Vec::len).collect();
        let mut order: Vec<u32> = Vec::with_capacity(sums);
        order.extend((0..sums as u32).filter(|&at| waits[at as usize] == 0));
        let mut done = 0;
        while let Some(&at) = order.get(done) {
            done += 1;
            let end = ends.get(at as usize + 2).copied().unwrap_or(before.len());
            let earlier = &before[ends[at as usize + 1]..end];
            budget.charge(1 + earlier.len() as u32)?;
            for &earlier in earlier {
                waits[earlier as usize] -= 1;
                if waits[earlier as usize] == 0 {
                    order.push(earlier);
                }
            }
        }
        Ok(order)
    }
}

impl Components {
    /// The number of a component, a new one if it has not come up.
    fn number(&mut self, ruleset: usize, component: &Component, purse: &mut Purse<'_>) -> Result<u32, Halt> {
        purse.work(component.bytes())?;
        if let Some(&number) = self.numbers[ruleset].get(component) {
            return Ok(number);
        }
        let number = u32::try_from(self.terms.len()).map_err(|_| Halt::Enough)?;
        // A component is in the map and in the list.
        let outside = component.bytes().saturating_sub(size_of::<Component>() as u64);
        purse.outside(outside)?;
        purse.outside(outside)?;
        purse.enter(&mut self.numbers[ruleset], component.clone(), number)?;
        purse.push(&mut self.terms, Term { ruleset, component: component.clone() })?;
        purse.push(&mut self.options, None)?;
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

#[cfg(test)]
mod tests {
    use grundy_games::Question;

    use super::*;

    /// The memory of lists and maps by their capacities.
    fn held(reach: &Reach) -> u64 {
        let allocated = |bytes: usize| if bytes > 0 { bytes as u64 + ALLOCATION } else { 0 };
        let list = |capacity: usize, entry: usize| (capacity * entry) as u64;
        let map = |capacity: usize, entry: usize| match capacity {
            0 => 0,
            capacity if capacity < 8 => list(capacity + 1, entry + 1),
            capacity => list(capacity / 7 * 8, entry + 1),
        };
        let known = &reach.known;
        let outside = |term: &Term| allocated(term.component.bytes() as usize - size_of::<Component>());
        let maps = known.numbers.iter().map(|numbers| map(numbers.capacity(), size_of::<(Component, u32)>()));
        let options = known.options.iter().flatten();
        list(reach.options.capacity(), size_of::<Vec<u32>>())
            + reach.options.iter().map(|options| allocated(4 * options.capacity())).sum::<u64>()
            + list(reach.sums.capacity(), size_of::<Rc<[u32]>>())
            + reach.sums.iter().map(|sum| allocated(16 + 4 * sum.len())).sum::<u64>()
            + map(reach.places.capacity(), size_of::<(Rc<[u32]>, u32)>())
            + list(known.terms.capacity(), size_of::<Term>())
            + known.terms.iter().map(|term| 2 * outside(term)).sum::<u64>()
            + maps.sum::<u64>()
            + list(known.options.capacity(), size_of::<Option<ReachOptions>>())
            + options.map(|own| list(own.parts.capacity(), 4) + list(own.ends.capacity(), 8)).sum::<u64>()
    }

    #[test]
    fn what_is_held_is_charged() {
        for (game, position) in [
            ("nim", "7 + 12 + 3"),
            ("wythoff", "W(30, 20)"),
            ("octal 0.77", "20"),
            ("row: take palindrome 2..", "abacabbcabca"),
            ("bag: take letter", "{aaabbbcccddd}"),
            ("cram", "3x4"),
        ] {
            let query = grundy_games::query(game, position, Question::Outcome).expect("a position");
            let mut budget = Budget::new();
            let reach = Reach::of(&query, query.position.clone(), ReachLimits::BUDGET, &mut budget).expect("no limit");
            assert_eq!(reach.bytes, held(&reach), "{game} {position}");
            assert_eq!(budget.progress().bytes, reach.bytes, "{game} {position}");
            let order = reach.backwards(&mut budget).expect("no limit");
            assert_eq!(order.len(), reach.options.len(), "{game} {position}");
            let mut places = vec![0; order.len()];
            order.iter().enumerate().for_each(|(place, &at)| places[at as usize] = place);
            let first =
                |(at, options): (usize, &Vec<u32>)| options.iter().all(|&option| places[option as usize] < places[at]);
            assert!(reach.options.iter().enumerate().all(first), "{game} {position}: options come first");
            assert_eq!(budget.progress().bytes, reach.bytes, "{game} {position}");
        }
    }
}
