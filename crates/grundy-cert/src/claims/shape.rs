//! The shape of a heap game: which theorem on periods applies to its rules.
//!
//! A theorem is about taking and breaking, about systems of kinds of heaps, about a finite
//! subtraction set, or about a set that leaves finitely many amounts out. The claims `period`,
//! `window` and `quotient` use it; rules that fit no theorem are refused here with the reason. The
//! shape is computed from the rules alone, so the checker need not trust the solver with the choice
//! of a theorem.
//!
//! ```text
//! octal 0.77             Breaking: take 1 or 2, leave up to 2 heaps
//! take {1, 3, 4}         Subtraction
//! take any but {2, 5}    AllBut
//! A(n) -> B(n-1), ..     System: kinds of heaps
//! a -> a/2               none: no theorem is about it
//! ```
//!
//! *Cost.* A pass over the rules. *Limits:* amounts of at most 2^16.

use std::{borrow::Cow, collections::BTreeMap};

use grundy_games::{AmountSet, Amounts, Clause, HeapMove, HeapRules, Measure, Parts, Ruleset, Span, TypedRules};

/// The shape of a heap game that a theorem is about.
///
/// ```
/// use grundy_cert::Shape;
///
/// let shape = |game| Shape::of(&grundy_games::game(game).unwrap().ruleset);
/// assert_eq!(shape("take 1 or 2"), Ok(Shape::Subtraction(vec![1, 2])));
/// assert_eq!(shape("take any but {3}"), Ok(Shape::AllBut(vec![3])));
/// assert!(shape("nim").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Counters are taken, and the rest is split into a bounded number of heaps.
    Breaking(Breaking),
    /// Kinds of heaps that refer to each other by rules of the general form.
    System(System),
    /// One of these amounts is taken. They ascend, and there is at least one.
    Subtraction(Vec<u64>),
    /// Any amount is taken except these. They ascend, and there is at least one.
    AllBut(Vec<u64>),
}

/// A take-and-break game with finitely many moves of the form "take t, leave j non-empty heaps".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breaking {
    /// For each amount that may be taken, a set of bits: bit j is set if j heaps may be left.
    pub moves: BTreeMap<u64, u64>,
    /// Whether two heaps that are left must differ in size. Then no move leaves more than two.
    pub distinct: bool,
}

/// Kinds of heaps whose moves take up to a fixed number and leave at most two heaps, bounded from
/// below by fixed numbers, besides heaps of fixed sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// The number of kinds.
    pub kinds: usize,
    /// The largest amount taken.
    pub largest: u64,
    /// The largest lower bound on a heap that is left.
    pub least: u64,
    /// For all heaps above this size, the same rules apply.
    pub switch: u64,
}

/// The largest amount, bound or exception that is accepted.
pub const LARGEST_AMOUNT: u64 = 1 << 16;

/// Why no theorem applies to some rules.
type NoShape = Cow<'static, str>;

impl Breaking {
    /// The most heaps that a move may leave; 0 without moves.
    pub fn most_parts(&self) -> u64 {
        let last = |bits: &u64| 63 - u64::from(bits.leading_zeros().min(63));
        self.moves.values().map(last).max().unwrap_or(0)
    }

    /// The largest amount that may be taken; 0 without moves.
    pub fn largest(&self) -> u64 {
        self.moves.keys().next_back().copied().unwrap_or(0)
    }
}

impl Shape {
    /// The shape of these rules.
    ///
    /// # Errors
    ///
    /// Why no theorem applies, as the end of a sentence.
    pub fn of(ruleset: &Ruleset) -> Result<Shape, NoShape> {
        match ruleset {
            Ruleset::Heap(rules) => heap(rules),
            Ruleset::Typed(rules) => typed(rules),
            _ => Err("the theorems about periods are about heaps".into()),
        }
    }

    /// The number of kinds of heaps; 1 for plain heaps.
    pub fn kinds(&self) -> usize {
        if let Shape::System(system) = self { system.kinds } else { 1 }
    }
}

/// The shape of plain heaps.
fn heap(rules: &HeapRules) -> Result<Shape, NoShape> {
    if rules.moves.iter().any(|kind| matches!(kind, HeapMove::General(_))) {
        return general(rules);
    }
    if let Some(sets) = rules.subtraction()
        && sets.iter().any(|set| set.largest() == Some(None))
    {
        return all_but(&sets).map(Shape::AllBut);
    }
    let breaking = breaking(&rules.moves)?;
    if !breaking.moves.is_empty() && breaking.moves.values().all(|&bits| bits == 0b11) {
        return Ok(Shape::Subtraction(breaking.moves.into_keys().collect()));
    }
    Ok(Shape::Breaking(breaking))
}

/// The shape of heaps of several kinds.
fn typed(rules: &TypedRules) -> Result<Shape, NoShape> {
    match rules.measure {
        Measure::Sum | Measure::Lexicographic => {}
        Measure::Given => return Err("its rules give a measure, by which heaps may grow".into()),
        Measure::StagedSum | Measure::StagedLexicographic => {
            return Err("its heaps may grow where one kind turns into another".into());
        }
    }
    let mut system = System { kinds: rules.kinds.len(), largest: 0, least: 0, switch: 0 };
    rules.clauses.iter().try_for_each(|clause| system.add(clause))?;
    Ok(Shape::System(system))
}

/// The shape of plain heaps if at least one rule is of the general form.
fn general(rules: &HeapRules) -> Result<Shape, NoShape> {
    let mut system = System { kinds: 1, largest: 0, least: 1, switch: 0 };
    let mut others = Vec::new();
    for kind in &rules.moves {
        match kind {
            HeapMove::General(clause) => system.add(clause)?,
            other => others.push(other.clone()),
        }
    }
    if !others.is_empty() {
        let breaking = breaking(&others)?;
        if breaking.distinct || breaking.most_parts() > 2 {
            return Err("with rules of the general form, other moves may leave at most two heaps, freely".into());
        }
        system.largest = system.largest.max(breaking.largest());
        system.switch = system.switch.max(breaking.largest());
    }
    Ok(Shape::System(system))
}

impl System {
    /// Adds a rule of the general form.
    fn add(&mut self, clause: &Clause) -> Result<(), NoShape> {
        let cut = clause.cut().map_err(|why| Cow::from(format!("no theorem is about the rule `{clause}`: {why}")))?;
        if cut.taken.max(cut.least).max(cut.switch) > LARGEST_AMOUNT {
            return Err(format!("the rule `{clause}` has a number over {LARGEST_AMOUNT}").into());
        }
        self.largest = self.largest.max(cut.taken);
        self.least = self.least.max(cut.least);
        self.switch = self.switch.max(cut.switch);
        Ok(())
    }
}

/// The moves of these rules as amounts and numbers of heaps left.
///
/// The bits of one amount from several rules are united. A digit of a code of at least 4 splits
/// freely, which excludes rules whose splits must be unequal.
fn breaking(all: &[HeapMove]) -> Result<Breaking, NoShape> {
    let mut moves: BTreeMap<u64, u64> = BTreeMap::new();
    let (mut free, mut distinct) = (false, false);
    for kind in all {
        match kind {
            HeapMove::Code(code) => {
                for (taken, &digit) in (0..).zip(&code.digits).filter(|(_, digit)| **digit != 0) {
                    *moves.entry(taken).or_default() |= u64::from(digit);
                    free |= digit >= 4;
                }
            }
            HeapMove::Take(take) => {
                let most = take.leaving.to.filter(|&most| most < 64);
                let most = most.ok_or("no theorem is about moves that leave any number of heaps")?;
                match take.parts {
                    _ if most < 2 => {}
                    Parts::Any => free = true,
                    Parts::Unequal if most == 2 => distinct = true,
                    Parts::Unequal => return Err("no theorem is about three or more unequal heaps".into()),
                    Parts::Equal => return Err("no theorem is about equal heaps".into()),
                }
                let bits = (take.leaving.from..=most).map(|count| 1 << count).sum::<u64>();
                for taken in amounts(&take.amounts)? {
                    *moves.entry(taken).or_default() |= bits;
                }
            }
            HeapMove::General(_) => {
                return Err("no theorem is about moves of the general form together with these".into());
            }
        }
    }
    moves.retain(|_, bits| *bits != 0);
    if free && distinct {
        return Err("no theorem is about games in which some splits must be unequal and some need not".into());
    }
    if moves.get(&0).is_some_and(|bits| bits & 0b11 != 0) {
        return Err("no theorem is about moves that take nothing and split nothing".into());
    }
    Ok(Breaking { moves, distinct })
}

/// The amounts of a finite set.
fn amounts(set: &Amounts) -> Result<Vec<u64>, NoShape> {
    let Some(largest) = set.largest() else { return Ok(Vec::new()) };
    let largest = largest.ok_or("the amounts that may be taken are not finitely many")?;
    if largest > LARGEST_AMOUNT {
        return Err(format!("amounts over {LARGEST_AMOUNT} may be taken").into());
    }
    Ok(set.up_to(largest).collect())
}

/// The amounts that are in none of these sets.
fn all_but(sets: &[&Amounts]) -> Result<Vec<u64>, NoShape> {
    let tail = sets.iter().filter_map(|set| tail(set)).min();
    let tail = tail.ok_or("infinitely many amounts may be taken, and infinitely many may not")?;
    if tail > LARGEST_AMOUNT {
        return Err(format!("amounts over {LARGEST_AMOUNT} are left out").into());
    }
    if sets.iter().any(|set| set.contains(0)) {
        return Err("no theorem is about moves that take nothing".into());
    }
    let excluded: Vec<u64> = (1..tail).filter(|&amount| !sets.iter().any(|set| set.contains(amount))).collect();
    if excluded.is_empty() { Err("every amount may be taken: this is Nim".into()) } else { Ok(excluded) }
}

/// The least amount from which on the set holds every amount; `None` if there is none. Exceptions
/// of the set may only move it up.
fn tail(set: &Amounts) -> Option<u64> {
    let open = |kind: &AmountSet| match *kind {
        AmountSet::Any => Some(1),
        AmountSet::Span(Span { from, to: None }) => Some(from),
        _ => None,
    };
    let from = set.kinds.iter().filter_map(open).min()?;
    let ends: Vec<u64> = set.except.iter().map(|span| span.to).collect::<Option<_>>()?;
    ends.into_iter().max().map_or(Some(from), |end| Some(from.max(end.checked_add(1)?)))
}

#[cfg(test)]
mod tests {

    use super::*;

    fn shape(text: &str) -> Result<Shape, NoShape> {
        Shape::of(&grundy_games::game(text).unwrap().ruleset)
    }

    #[test]
    fn rules_are_told_apart() {
        assert_eq!(shape("take 1..3"), Ok(Shape::Subtraction(vec![1, 2, 3])));
        assert_eq!(shape("octal 0.3033"), Ok(Shape::Subtraction(vec![1, 3, 4])));
        assert_eq!(shape("take any but {1,4,7,8}"), Ok(Shape::AllBut(vec![1, 4, 7, 8])));
        assert_eq!(shape("take 3.., take 1"), Ok(Shape::AllBut(vec![2])));
        let kayles = Breaking { moves: BTreeMap::from([(1, 7), (2, 7)]), distinct: false };
        assert_eq!(shape("kayles"), Ok(Shape::Breaking(kayles.clone())));
        assert_eq!(shape("take 1..2 leaving 0..2 heaps"), Ok(Shape::Breaking(kayles.clone())));
        assert_eq!((kayles.most_parts(), kayles.largest()), (2, 2));
        let grundy = Breaking { moves: BTreeMap::from([(0, 4)]), distinct: true };
        assert_eq!(shape("split into 2 unequal heaps"), Ok(Shape::Breaking(grundy)));
        assert_eq!(shape("octal 0.00"), Ok(Shape::Breaking(Breaking { moves: BTreeMap::new(), distinct: false })));
        let system = |kinds, largest, least, switch| Ok(Shape::System(System { kinds, largest, least, switch }));
        assert_eq!(shape("a -> (a-1), take 2 leaving 2 heaps"), system(1, 2, 1, 2));
        assert_eq!(
            shape("A(n) -> A(n-1), A(n) -> B(a) + A(b) for a + b = n - 2 where a > 4, B(n) -> A(n)"),
            system(2, 2, 5, 2)
        );
        for refused in [
            "nim",
            "take odd",
            "split into 2 equal heaps",
            "split into 3 unequal heaps",
            "split into 2 unequal heaps, take 1 leaving 2 heaps",
            "a -> (a-1), split into 2 unequal heaps",
            "a -> (a/2) where a > 0",
            "W(a, b) -> W(a-1, b)",
            "row: cut \"a\"",
        ] {
            assert!(shape(refused).is_err(), "{refused}");
        }
    }
}
