//! The rules of a game as conjunctions of linear tests.
//!
//! A rule becomes one or more [`Sketch`]es: each has variables for the sizes of the heap, for the
//! names, and for the sizes of the heaps that the move leaves, and tests that hold of them exactly
//! for the moves of the rule. All variables are natural numbers; a name that may be negative makes
//! a case of its own.
//!
//! The rules are read as those of the mathematical game: the limit on the combinations that one
//! expansion tries is not part of the meaning.

use std::{collections::BTreeMap, sync::Arc};

use grundy_games::{
    AmountSet, Clause, Code, HeapMove, HeapRules, MOST_PARTS, Measure, Parts, Ruleset, Span, Take, TypedRules,
    heaps::{
        clause::{ClauseStep, NewHeap, Summand},
        expr::Expr,
    },
};

use super::{
    linear::Sign,
    linear_form::{Linear, Test},
    lower::{NameScope, Refusal, TOO_LARGE, at_most, below, both, few},
};

/// The moves from heaps of one kind that leave heaps of certain kinds.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// The tests.
    pub(super) tests: Vec<Test>,
    /// The heaps that it leaves.
    pub(super) parts: Vec<EqualHeaps>,
    /// The number of variables; the sizes of the heap come first.
    pub(super) variables: usize,
}

/// Equal heaps of an option.
#[derive(Clone, Debug)]
pub(super) struct EqualHeaps {
    /// The kind.
    pub(super) kind: usize,
    /// The variables of the sizes.
    pub(super) sizes: Vec<usize>,
    /// Their number: equal heaps cancel in pairs.
    pub(super) count: u64,
}

/// The rules of a game on heaps.
#[derive(Clone, Debug)]
pub(super) struct HeapSystem {
    /// The kinds; plain heaps have none in their text.
    pub(super) kinds: Vec<KindOfHeap>,
    /// The measure that every move has to lower.
    pub(super) measure: Measure,
    /// Whether the heaps are plain: those of 0 counters are left out of options.
    pub(super) is_plain: bool,
}

/// A kind of heap.
#[derive(Clone, Debug)]
pub(super) struct KindOfHeap {
    /// The name.
    pub(super) name: Arc<str>,
    /// The number of sizes.
    pub(super) arity: usize,
    /// The rank: a move that keeps the measure has to lead to a kind of lower rank.
    pub(super) rank: usize,
    /// The moves.
    pub(super) sketches: Vec<Sketch>,
}

/// The most heaps that a move of `take` leaves.
const MOST_LEFT: u64 = 4;
/// The most amounts or sketches of a rule.
const MOST_SKETCHES: usize = 256;

/// The most sizes of a heap.
const MOST_SIZES: usize = 4;

impl Sketch {
    /// The same moves with consecutive variables, those of the sizes of the heap still first: each
    /// case of a rule leaves out the variables of the others.
    pub(super) fn compacted(&self, arity: usize) -> Sketch {
        let mut places: BTreeMap<usize, usize> = (0..arity).map(|size| (size, size)).collect();
        let in_tests = self.tests.iter().flat_map(|test| test.form.terms.keys());
        for &variable in in_tests.chain(self.parts.iter().flat_map(|part| &part.sizes)) {
            let fresh = places.len();
            places.entry(variable).or_insert(fresh);
        }
        let form = |form: &Linear| {
            let terms = form.terms.iter().map(|(variable, &factor)| (places[variable], factor)).collect();
            Linear { constant: form.constant, terms }
        };
        let test = |test: &Test| Test { form: form(&test.form), sign: test.sign };
        let part =
            |part: &EqualHeaps| EqualHeaps { sizes: part.sizes.iter().map(|size| places[size]).collect(), ..*part };
        Sketch {
            tests: self.tests.iter().map(test).collect(),
            parts: self.parts.iter().map(part).collect(),
            variables: places.len(),
        }
    }
}

impl HeapSystem {
    /// Translates the rules of a game on heaps.
    pub(super) fn of(ruleset: &Ruleset) -> Result<HeapSystem, Refusal> {
        match ruleset {
            Ruleset::Heap(rules) => {
                let kind = KindOfHeap { name: "heap".into(), arity: 1, rank: 0, sketches: plain(rules)? };
                Ok(HeapSystem { kinds: vec![kind], measure: Measure::Sum, is_plain: true })
            }
            Ruleset::Typed(rules) => typed(rules),
            _ => Err("the game is not about heaps"),
        }
    }

    /// The place of the kind with this name.
    pub(super) fn kind(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| *kind.name == *name)
    }
}

/// Translates rules about heaps of several kinds: all rules of a kind must have as many sizes.
fn typed(rules: &TypedRules) -> Result<HeapSystem, Refusal> {
    if !rules.measure.is_of_sizes() {
        return Err("its heaps may grow");
    }
    let mut kinds = Vec::new();
    for (name, &rank) in rules.kinds.iter().zip(&rules.ranks) {
        let own = rules.clauses.iter().filter(|clause| clause.kind.as_ref() == Some(name));
        let arity = own.clone().map(|clause| clause.arity).next().ok_or("a kind has no rules")?;
        if own.clone().any(|clause| clause.arity != arity) || !(1..=MOST_SIZES).contains(&arity) {
            return Err("a kind has no sizes, too many, or not always as many");
        }
        kinds.push(KindOfHeap { name: name.clone(), arity, rank, sketches: Vec::new() });
    }
    if rules.measure == Measure::Lexicographic && kinds.iter().any(|kind| kind.arity != kinds[0].arity) {
        return Err("its kinds differ in the number of sizes");
    }
    let arities: Vec<usize> = kinds.iter().map(|kind| kind.arity).collect();
    for clause in &rules.clauses {
        let kind_of = |name: Option<&Arc<str>>| rules.kinds.iter().position(|kind| Some(kind) == name);
        let from = kind_of(clause.kind.as_ref()).ok_or("a rule is about no kind")?;
        let target = |heap: &NewHeap| {
            let kind = kind_of(heap.kind.as_ref().or(clause.kind.as_ref()))?;
            (arities[kind] == heap.sizes.len()).then_some(kind)
        };
        let sketches = general(clause, &target, Vec::new())?;
        kinds[from].sketches.extend(sketches);
    }
    Ok(HeapSystem { kinds, measure: rules.measure, is_plain: false })
}

/// Translates rules about plain heaps. A general rule applies to heaps of at least one counter.
fn plain(rules: &HeapRules) -> Result<Vec<Sketch>, Refusal> {
    let mut all = Vec::new();
    for kind in &rules.moves {
        all.extend(match kind {
            HeapMove::Take(take) => takes(take)?,
            HeapMove::Code(code) => by_code(code)?,
            HeapMove::General(clause) => {
                let some = below(&Linear::default(), &Linear::variable(0))?;
                general(clause, &|heap| (heap.sizes.len() == 1).then_some(0), vec![some])?
            }
        });
        if all.len() > MOST_SKETCHES {
            return Err("it has too many rules");
        }
    }
    Ok(all)
}

/// A rule that is being read: what holds so far, and the values and bounds of the names.
#[derive(Clone)]
struct Branch {
    /// What holds so far.
    tests: Vec<Test>,
    /// The value of each name, by its slot.
    names: Vec<Linear>,
    /// The greatest absolute value of each name, by its slot.
    bounds: Vec<u128>,
}

impl Branch {
    /// Returns what expressions are translated with in this branch.
    fn scope<'a>(&'a self, variables: &'a mut usize) -> NameScope<'a> {
        NameScope { names: &self.names, bounds: &self.bounds, variables }
    }

    /// Returns the branch with more tests.
    fn with(&self, tests: &[&[Test]]) -> Branch {
        let tests = [&[&self.tests[..]], tests].concat().concat();
        Branch { tests, ..self.clone() }
    }
}

/// Translates a rule of the general form; `target` returns the kind of a new heap.
///
/// The steps are taken in order, each of which may make several branches of one; branches in which
/// a test plainly fails are dropped.
fn general(
    clause: &Clause,
    target: &dyn Fn(&NewHeap) -> Option<usize>,
    tests: Vec<Test>,
) -> Result<Vec<Sketch>, Refusal> {
    let mut variables = clause.arity;
    let mut names = vec![Linear::default(); clause.names.len()];
    let mut bounds = vec![0; clause.names.len()];
    for slot in 0..clause.arity {
        names[slot] = Linear::variable(slot);
        bounds[slot] = u128::from(u64::MAX);
    }
    let mut branches = vec![Branch { tests, names, bounds }];
    for step in &clause.steps {
        let mut next = Vec::new();
        for branch in branches {
            next.extend(steps(&branch, step, &mut variables)?);
        }
        next.retain(|branch| branch.tests.iter().all(|test| test.known() != Some(false)));
        branches = few(next)?;
    }
    let mut sketches = Vec::new();
    for branch in branches {
        sketches.extend(options(&branch, &clause.terms, target, variables)?);
    }
    few(sketches)
}

/// Adds a step to a branch.
///
/// A name in a range becomes a new variable between two tests, or its negative, where the range may
/// have negative numbers. `a + b = total` gives each name a variable, and one test for the sum.
fn steps(branch: &Branch, step: &ClauseStep, variables: &mut usize) -> Result<Vec<Branch>, Refusal> {
    match step {
        ClauseStep::Where(condition) => {
            let mut scope = branch.scope(variables);
            scope.bounded(condition)?;
            Ok(scope.condition(condition, false)?.iter().map(|tests| branch.with(&[tests])).collect())
        }
        ClauseStep::Parts(slots, total) => {
            let mut scope = branch.scope(variables);
            let bound = scope.bound(total)?;
            let cases = scope.expr(total)?;
            let mut rest = Linear::default();
            let mut named = branch.clone();
            for &slot in slots {
                named.names[slot] = Linear::variable(*variables);
                named.bounds[slot] = bound;
                rest = rest.plus(&named.names[slot], 1).ok_or(TOO_LARGE)?;
                *variables += 1;
            }
            let equal = |total: &Linear| Ok(Test { form: rest.plus(total, -1).ok_or(TOO_LARGE)?, sign: Sign::Zero });
            cases.iter().map(|(tests, total)| Ok(named.with(&[tests, &[equal(total)?]]))).collect()
        }
        ClauseStep::In(slot, values) => {
            let mut all = Vec::new();
            for (low, high) in &values.0 {
                let mut scope = branch.scope(variables);
                let bound = scope.bound(low)?;
                let lows = scope.expr(low)?;
                let Some(high) = high else {
                    for (tests, value) in lows {
                        let mut named = branch.with(&[&tests]);
                        (named.names[*slot], named.bounds[*slot]) = (value, bound);
                        all.push(named);
                    }
                    continue;
                };
                let bound = bound.max(scope.bound(high)?);
                let highs = scope.expr(high)?;
                for (tests, low) in &lows {
                    for (more, high) in &highs {
                        let signs: &[i128] = if low.is_never_negative() { &[1] } else { &[1, -1] };
                        for &sign in signs {
                            let size = Linear::variable(*variables);
                            *variables += 1;
                            let value = Linear::default().plus(&size, sign).ok_or(TOO_LARGE)?;
                            let mut named =
                                branch.with(&[tests, more, &[at_most(low, &value)?, at_most(&value, high)?]]);
                            if sign < 0 {
                                named.tests.push(below(&Linear::default(), &size)?);
                            }
                            (named.names[*slot], named.bounds[*slot]) = (value, bound);
                            all.push(named);
                        }
                    }
                }
            }
            few(all)
        }
    }
}

/// Adds the heaps of the right side to a branch.
///
/// A size that is a variable is used as it is; another one gets a new variable and an equation.
fn options(
    branch: &Branch,
    terms: &[Summand],
    target: &dyn Fn(&NewHeap) -> Option<usize>,
    mut variables: usize,
) -> Result<Vec<Sketch>, Refusal> {
    let mut all = vec![(branch.tests.clone(), Vec::new())];
    for term in terms {
        let term = term.heap().ok_or("the number of heaps that it leaves depends on a range")?;
        let kind = target(term).ok_or("a rule leads to a kind without rules, or with other sizes")?;
        let mut cases: Vec<(Vec<Test>, Vec<usize>)> = vec![(Vec::new(), Vec::new())];
        for size in &term.sizes {
            let mut scope = branch.scope(&mut variables);
            scope.bound(size)?;
            let values = scope.expr(size)?;
            let mut longer = Vec::new();
            for (tests, sizes) in &cases {
                for (more, value) in &values {
                    let variable = value.as_variable().unwrap_or(variables);
                    let mut tests = [&tests[..], &more[..]].concat();
                    if value.as_variable().is_none() {
                        variables += 1;
                        let form = value.plus(&Linear::variable(variable), -1).ok_or(TOO_LARGE)?;
                        tests.push(Test { form, sign: Sign::Zero });
                    }
                    longer.push((tests, [&sizes[..], &[variable]].concat()));
                }
            }
            cases = few(longer)?;
        }
        let count = match &term.count {
            None => 1,
            Some(Expr::Number(count @ 0..=0x10_0000)) => *count,
            Some(_) => return Err("it leaves a number of heaps that is not a constant"),
        };
        let longer = all.iter().flat_map(|(tests, parts)| {
            cases.iter().map(|(more, sizes)| {
                let part = EqualHeaps { kind, sizes: sizes.clone(), count };
                ([&tests[..], &more[..]].concat(), [&parts[..], &[part]].concat())
            })
        });
        all = few(longer.collect())?;
    }
    Ok(all.into_iter().map(|(tests, parts)| Sketch { tests, parts, variables }).collect())
}

/// Translates `take AMOUNTS leaving PARTS heaps`.
///
/// The variable 1 is the amount, 2 is half of it where the parity counts, and the heaps follow.
fn takes(take: &Take) -> Result<Vec<Sketch>, Refusal> {
    let taken = Linear::variable(1);
    let number = |number: u64| Linear::number(number.into());
    let within = |span: &Span| {
        let mut tests = vec![at_most(&number(span.from), &taken)?];
        if let Some(to) = span.to {
            tests.push(at_most(&taken, &number(to))?);
        }
        Ok::<_, Refusal>(tests)
    };
    // The variable after the amount is half of it.
    let half = |odd: i128| {
        let twice = Linear::number(odd).plus(&Linear::variable(2), 2).ok_or(TOO_LARGE)?;
        Ok::<_, Refusal>(Test { form: twice.plus(&taken, -1).ok_or(TOO_LARGE)?, sign: Sign::Zero })
    };
    let some = at_most(&Linear::number(1), &taken)?;
    let mut amounts = Vec::new();
    for kind in &take.amounts.kinds {
        amounts.push(match kind {
            AmountSet::Span(span) => within(span)?,
            AmountSet::Any => vec![some.clone()],
            AmountSet::Odd => vec![half(1)?],
            AmountSet::Even => vec![some.clone(), half(0)?],
            AmountSet::Prime | AmountSet::Square => return Err("it takes primes or squares"),
        });
    }
    for span in &take.amounts.except {
        let mut outside = vec![vec![below(&taken, &number(span.from))?]];
        if let Some(to) = span.to {
            outside.push(vec![below(&number(to), &taken)?]);
        }
        amounts = few(both(&amounts, &outside))?;
    }
    let most = take.leaving.to.filter(|&most| most <= MOST_LEFT.min(MOST_PARTS)).ok_or("it leaves many heaps")?;
    let mut sketches = Vec::new();
    for tests in &amounts {
        for count in take.leaving.from..=most {
            let mut sketch = split(&taken, count, take.parts, 3)?;
            sketch.tests.extend_from_slice(tests);
            if most == 0 {
                sketch.tests.push(at_most(&Linear::number(1), &Linear::variable(0))?);
            }
            sketches.push(sketch);
        }
    }
    Ok(sketches)
}

/// Translates a code.
///
/// Digit d of a code, with bit k set, allows to take d counters and leave k heaps.
fn by_code(code: &Code) -> Result<Vec<Sketch>, Refusal> {
    let mut sketches = Vec::new();
    for (taken, digit) in (0..).zip(&code.digits) {
        for count in (0..4).filter(|count| digit >> count & 1 == 1) {
            sketches.push(split(&Linear::number(taken), count, Parts::Any, 1)?);
            if sketches.len() > MOST_SKETCHES {
                return Err("it has too many rules");
            }
        }
    }
    Ok(sketches)
}

/// The moves that take an amount and leave this many heaps; their sizes are the variables from
/// `first` on.
///
/// Unequal heaps are named in ascending order, and equal ones are one variable: each option is
/// described once.
fn split(taken: &Linear, count: u64, parts: Parts, first: usize) -> Result<Sketch, Refusal> {
    let count = count as usize;
    let all: Vec<usize> = match parts {
        Parts::Equal => vec![first; count],
        Parts::Any | Parts::Unequal => (first..first + count).collect(),
    };
    let mut rest = taken.plus(&Linear::variable(0), -1).ok_or(TOO_LARGE)?;
    let mut tests = Vec::new();
    for (at, &size) in all.iter().enumerate() {
        let size = Linear::variable(size);
        rest = rest.plus(&size, 1).ok_or(TOO_LARGE)?;
        tests.push(at_most(&Linear::number(1), &size)?);
        if parts == Parts::Unequal && at > 0 {
            tests.push(below(&Linear::variable(all[at - 1]), &size)?);
        }
    }
    tests.push(Test { form: rest, sign: Sign::Zero });
    let parts = all.into_iter().map(|size| EqualHeaps { kind: 0, sizes: vec![size], count: 1 }).collect();
    Ok(Sketch { tests, parts, variables: first + count })
}
