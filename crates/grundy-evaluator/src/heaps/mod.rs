//! The evaluation of games of heaps, in blocks: the claimed value of a heap is the mex of the
//! claimed values of its options.
//!
//! A heap that is not confirmed is left to the plain meaning, be it that the claim is false or that
//! anything is odd: a number that does not fit, a division by zero, a heap that is not lower, a
//! value that is not recorded.
//!
//! Its rules are those of `grundy-games`. `linear.rs` has clauses with one loop whose sizes are
//! linear in its number, `clause.rs` the general form of moves, read as it is, with expressions and
//! conditions in `lanes.rs`, `bounds.rs` the numbers of a loop that its conditions let through,
//! `split.rs` the sentences (`take ..`, `split ..`, codes), `amounts.rs` many amounts that are
//! taken, `triples.rs` three heaps that a sentence leaves, `table.rs` the claimed values, `run.rs`
//! those at equal distances, `seen.rs` the values of options.

mod amounts;
mod bounds;
mod clause;
mod facts;
mod lanes;
mod linear;
mod reached;
mod run;
mod seen;
mod split;
mod table;
#[cfg(test)]
mod tests;
mod triples;
mod values;

use std::{fmt, sync::Arc};

use grundy_core::Nimber;
use grundy_games::{Clause, HeapMove, HeapRules, Measure, TypedRules, heaps::clause::Summand};

use crate::poll::{Enough, Poll};
use amounts::AmountBlocks;
use clause::{Heap, HeapContext, LaneLists, Order};
pub use facts::{HeapFacts, PlainHeapCheck, ValueBox};
use linear::Straight;
pub use reached::{PlainBy, ValueLookup};
use seen::SeenValues;
use split::Splits;
use table::{HeapTable, RecordedValues};
use triples::Pairs;
use values::ValueArray;

/// The plain meaning alone verifies the facts of a claim from the first one on until they have so
/// many options: all facts of most small claims.
pub const FIRST_OPTIONS: u64 = 1 << 14;

/// Threads have sets of values of their own, of values below this.
const MOST_SHARED: usize = 1 << 16;

/// A heap with its kind, its sizes and its claimed value.
#[derive(Clone, Copy, Debug)]
pub struct Fact<'f> {
    /// The place of the kind among those of the rules; 0 if heaps have no kinds.
    pub kind: usize,
    /// The sizes.
    pub sizes: &'f [i64],
    /// The claimed value.
    pub value: Nimber,
}

impl Fact<'_> {
    /// The numbers that it consists of.
    fn numbers(self) -> impl Iterator<Item = u64> {
        self.sizes.iter().map(|size| size.unsigned_abs()).chain([self.kind as u64, self.value.0])
    }
}

/// Why the evaluation of a heap ends early.
enum Bail {
    /// The heap is left to the plain meaning.
    Odd,
    /// The caller has no more time.
    Enough,
}

/// The rules, with what is the same for all heaps.
#[derive(Clone)]
enum PreparedRules<'g> {
    /// Heaps without kinds, and for each move the amounts that it takes, ascending, and its form if
    /// it is a clause.
    Heap(&'g HeapRules, Vec<(Arc<[usize]>, Option<ClauseForm>)>),
    /// Typed heaps, and for each clause its form.
    Typed(&'g TypedRules, Vec<ClauseForm>),
}

/// What is known of a clause.
#[derive(Clone)]
struct ClauseForm {
    /// The kind of its left side, and the kinds of the heaps of its right side.
    kind: usize,
    kinds: Vec<usize>,
    /// Its quick form, if it has one.
    straight: Option<Straight>,
}

/// A claim, ready for the confirmation of its facts.
pub struct Evaluator<'g> {
    rules: PreparedRules<'g>,
    table: HeapTable,
    seen: SeenValues,
    /// The number of options that were tried.
    tried: u64,
    /// The work since the last poll.
    work: usize,
    lists: LaneLists,
    /// For each size the exclusive or of the values of all smaller heaps; empty if no rule leaves
    /// heaps over a range.
    prefixes: Arc<[u32]>,
    /// Pairs of heaps without kinds, and those of unequal heaps.
    pairs: [Pairs; 2],
    /// The values of heaps without kinds from the last one down, if heaps are split.
    turned: Option<Arc<ValueArray>>,
    /// The values in blocks, if many amounts are taken.
    blocks: Option<AmountBlocks>,
}

/// A claim for an evaluator in another thread, which is as in [`Evaluator`].
#[derive(Clone)]
struct SharedClaim<'g> {
    rules: PreparedRules<'g>,
    table: HeapTable,
    prefixes: Arc<[u32]>,
    turned: Option<Arc<ValueArray>>,
    blocks: Option<AmountBlocks>,
}

impl<'g> SharedClaim<'g> {
    fn evaluator(self) -> Evaluator<'g> {
        let SharedClaim { rules, table, prefixes, turned, blocks } = self;
        Evaluator { turned, blocks, ..Evaluator::new(rules, table, prefixes) }
    }
}

/// The calls of the poll, and the number of options that were tried.
struct Pace<'p, 'g> {
    poll: &'p mut Poll<'g>,
    work: usize,
    tried: u64,
}

impl Pace<'_, '_> {
    /// Before a block with this many lanes. Even if each lane takes some microseconds, the poll
    /// comes every few milliseconds.
    fn block(&mut self, lanes: usize) -> Result<(), Bail> {
        self.tried += lanes as u64;
        self.work += lanes + 8;
        if self.work < 1 << 10 {
            return Ok(());
        }
        self.work = 0;
        self.poll.position().map_err(|Enough| Bail::Enough)
    }
}

impl<'g> Evaluator<'g> {
    /// An evaluator that has tried nothing yet.
    fn new(rules: PreparedRules<'g>, table: HeapTable, prefixes: Arc<[u32]>) -> Evaluator<'g> {
        let (seen, pairs) = (SeenValues::new(table.bound()), Default::default());
        let lists = LaneLists::default();
        Evaluator { rules, table, seen, tried: 0, work: 0, lists, prefixes, pairs, turned: None, blocks: None }
    }

    /// The claim for evaluators in other threads; `None` if an account is kept, the set of values
    /// is large, or the values of pairs of heaps are found once for all heaps.
    fn share(&self) -> Option<SharedClaim<'g>> {
        let has_triples = match &self.rules {
            PreparedRules::Heap(rules, _) => rules.moves.iter().any(leaves_triples),
            PreparedRules::Typed(..) => false,
        };
        let table = self.table.share().filter(|table| !has_triples && table.bound() <= MOST_SHARED)?;
        let (rules, prefixes, blocks) = (self.rules.clone(), self.prefixes.clone(), self.blocks.clone());
        Some(SharedClaim { rules, table, prefixes, turned: self.turned.clone(), blocks })
    }

    /// An evaluator of the claim that the heap of n counters has the value `values[n]`. `None` if
    /// it is left to the plain meaning.
    pub fn of_heaps(
        rules: &'g HeapRules,
        values: &[Nimber],
        most_bytes: u64,
        poll: &mut Poll<'_>,
    ) -> Result<Option<Evaluator<'g>>, Enough> {
        // An entry of the table, and of the turned one, a size, an exclusive or, and the amounts of
        // each move, while their list grows.
        let each = 4 + 4 + 1 + 8 + 4 + 24 * rules.moves.len();
        if values.len().checked_mul(each).is_none_or(|bytes| bytes as u64 > most_bytes) {
            return Ok(None);
        }
        let mut moves = Vec::new();
        for kind in &rules.moves {
            let mut own = Vec::new();
            if let HeapMove::Take(take) = kind {
                for amount in 0..values.len() {
                    poll.step()?;
                    if take.amounts.contains(amount as u64) {
                        own.push(amount);
                    }
                }
            }
            let form = match kind {
                HeapMove::General(clause) => {
                    let kinds = vec![0; clause.terms.len()];
                    let straight = Straight::of(clause, &kinds);
                    Some(ClauseForm { kind: 0, kinds, straight })
                }
                _ => None,
            };
            moves.push((own.into(), form));
        }
        let Some(end) = values.len().checked_sub(1) else { return Ok(None) };
        let facts = values.iter().zip(0i64..).map(|(&value, size)| (0, [size], value));
        let most = values.iter().copied().max().unwrap_or_default();
        let recorded = RecordedValues::new(&[vec![end as u64]], most, values.len(), most_bytes);
        let Some(mut recorded) = recorded else { return Ok(None) };
        for (kind, sizes, value) in facts {
            poll.step()?;
            if !recorded.record(Fact { kind, sizes: &sizes, value }) {
                return Ok(None);
            }
        }
        let table = HeapTable::new(recorded, false);
        let mut prefixes = Vec::new();
        if rules.moves.iter().any(has_range) {
            prefixes.push(0);
            for &Nimber(value) in values {
                poll.step()?;
                // The table has found that all values fit.
                prefixes.push(prefixes.last().map_or(0, |sum| sum ^ value as u32));
            }
        }
        let amounts = || moves.iter().map(|(amounts, _): &(Arc<[usize]>, _)| &amounts[..]);
        let bytes = AmountBlocks::bytes(values.len(), amounts().map(<[usize]>::len).sum());
        let has_room = each as u64 * values.len() as u64 + bytes <= most_bytes;
        let blocks = if has_room { AmountBlocks::of(rules, values, amounts()) } else { None };
        let turned = rules.moves.iter().any(splits).then(|| Arc::new(table.heaps().turned()));
        let rules = PreparedRules::Heap(rules, moves);
        Ok(Some(Evaluator { turned, blocks, ..Evaluator::new(rules, table, prefixes.into()) }))
    }

    /// An evaluator of claimed values of typed heaps; with `keeps_account` it notes which of
    /// them are looked up. `None` if the claim is left to the plain meaning.
    pub fn of_typed(
        facts: &HeapFacts<'g>,
        keeps_account: bool,
        poll: &mut Poll<'_>,
    ) -> Result<Option<Evaluator<'g>>, Enough> {
        let (rules, most_bytes) = (facts.rules, facts.most_bytes);
        let facts = (0..facts.count()).map(|at| facts.fact(at));
        let Some(forms) = forms(rules) else { return Ok(None) };
        let mut ends = vec![Vec::new(); rules.kinds.len()];
        let mut most = Nimber::ZERO;
        for fact in facts.clone() {
            poll.step()?;
            most = most.max(fact.value);
            let Some(ends) = ends.get_mut(fact.kind) else { return Ok(None) };
            ends.resize(fact.sizes.len().max(ends.len()), 0);
            ends.iter_mut().zip(fact.sizes).for_each(|(end, &size)| *end = size.unsigned_abs().max(*end));
        }
        let Some(mut recorded) = RecordedValues::new(&ends, most, facts.len(), most_bytes) else { return Ok(None) };
        for fact in facts {
            poll.step()?;
            if !recorded.record(fact) {
                return Ok(None);
            }
        }
        let table = HeapTable::new(recorded, keeps_account);
        let rules = PreparedRules::Typed(rules, forms);
        Ok(Some(Evaluator::new(rules, table, Arc::default())))
    }

    /// An evaluator of the claim that all heaps in boxes have these values, which notes what is
    /// looked up. `None` if the claim is left to the plain meaning.
    pub fn of_boxes(rules: &'g TypedRules, boxes: &[ValueBox], most_bytes: u64) -> Option<Evaluator<'g>> {
        let forms = forms(rules)?;
        let mut ends = vec![Vec::new(); rules.kinds.len()];
        for own in boxes {
            ends[place(rules, &own.kind)?].clone_from(&own.ends);
        }
        let entries = boxes.iter().map(|own| own.values.len()).sum();
        let most = boxes.iter().flat_map(|own| &own.values).copied().max().unwrap_or(0);
        let mut recorded = RecordedValues::new(&ends, Nimber(most.into()), entries, most_bytes)?;
        if !boxes.iter().all(|own| place(rules, &own.kind).is_some_and(|kind| recorded.record_all(kind, &own.values))) {
            return None;
        }
        let table = HeapTable::new(recorded, true);
        Some(Evaluator::new(PreparedRules::Typed(rules, forms), table, Arc::default()))
    }

    /// Whether the claimed value of a heap is the mex of the claimed values of its options. If
    /// not, the plain meaning decides.
    fn confirms(&mut self, fact: Fact<'_>, poll: &mut Poll<'_>) -> Result<bool, Enough> {
        self.seen.clear();
        let mut pace = Pace { poll, work: self.work, tried: self.tried };
        let confirmed = pace.block(0).and_then(|()| self.found(fact, &mut pace));
        (self.work, self.tried) = (pace.work, pace.tried);
        match confirmed {
            Ok(confirmed) => Ok(confirmed),
            Err(Bail::Odd) => Ok(false),
            Err(Bail::Enough) => Err(Enough),
        }
    }

    /// Whether the claimed value of a heap was looked up, if an account is kept.
    pub fn was_met(&self, fact: Fact<'_>) -> bool {
        self.table.was_met(fact)
    }

    /// As [`Evaluator::confirms`].
    fn found(&mut self, fact: Fact<'_>, pace: &mut Pace<'_, '_>) -> Result<bool, Bail> {
        if let (Some(blocks), &[size]) = (&mut self.blocks, fact.sizes) {
            return blocks.has_mex(usize::try_from(size).map_err(|_| Bail::Odd)?, fact.value, pace);
        }
        self.expand(fact, pace)?;
        Ok(self.seen.has_mex(fact.value))
    }

    /// Adds the values of all options of a heap to the set.
    fn expand(&mut self, Fact { kind, sizes, value }: Fact<'_>, pace: &mut Pace<'_, '_>) -> Result<(), Bail> {
        let Evaluator { rules, table, seen, lists, prefixes, pairs, .. } = self;
        let turned = self.turned.as_deref();
        let heap = Heap { kind, sizes };
        let claimed = u32::try_from(value.0).ok().filter(|&value| (value as usize) < seen.bound());
        match rules {
            PreparedRules::Typed(rules, forms) => {
                let order = Order { measure: rules.measure, ranks: &rules.ranks };
                let mut at = HeapContext { heap, order, table, seen, pace, lists, prefixes };
                let own = rules.clauses.iter().zip(forms).filter(|(_, form)| form.kind == kind);
                own.into_iter().try_for_each(|(clause, form)| form.options(clause, &mut at))
            }
            PreparedRules::Heap(rules, moves) => {
                let &[size] = sizes else { return Err(Bail::Odd) };
                let heap = usize::try_from(size).map_err(|_| Bail::Odd)?;
                for (kind, (amounts, form)) in rules.moves.iter().zip(moves) {
                    match (kind, form) {
                        // A heap without counters has no moves.
                        (HeapMove::General(_), _) if size == 0 => {}
                        (HeapMove::General(clause), Some(form)) => {
                            // The sum of the sizes is the size.
                            let order = Order { measure: Measure::Sum, ranks: &[0] };
                            let heap = Heap { kind: 0, sizes };
                            form.options(clause, &mut HeapContext { heap, order, table, seen, pace, lists, prefixes })?;
                        }
                        _ => match table.heaps() {
                            ValueArray::Bytes(values) => {
                                Splits { values, turned, claimed, heap, seen, pace, pairs }.options(kind, amounts)?
                            }
                            ValueArray::Shorts(values) => {
                                Splits { values, turned, claimed, heap, seen, pace, pairs }.options(kind, amounts)?
                            }
                            ValueArray::Longs(values) => {
                                Splits { values, turned, claimed, heap, seen, pace, pairs }.options(kind, amounts)?
                            }
                        },
                    }
                }
                Ok(())
            }
        }
    }
}

impl ClauseForm {
    /// Adds the values of all options by the clause to the set.
    fn options(&mut self, clause: &Clause, at: &mut HeapContext<'_, '_, '_>) -> Result<(), Bail> {
        if let Some(straight) = &mut self.straight
            && straight.options(at)?
        {
            return Ok(());
        }
        at.options(clause, &self.kinds)
    }
}

impl fmt::Debug for Evaluator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator").field("tried", &self.tried).finish_non_exhaustive()
    }
}

/// Whether a move leaves three heaps or more (`triples.rs`).
fn leaves_triples(kind: &HeapMove) -> bool {
    match kind {
        HeapMove::Take(take) => take.leaving.to.is_none_or(|most| most > 2),
        HeapMove::Code(code) => code.digits.iter().any(|digit| digit >> 3 > 0),
        HeapMove::General(_) => false,
    }
}

/// Whether a move leaves two heaps or more.
fn splits(kind: &HeapMove) -> bool {
    match kind {
        HeapMove::Take(take) => take.leaving.to.is_some_and(|most| most > 1),
        HeapMove::Code(code) => code.digits.iter().any(|digit| digit >> 2 > 0),
        HeapMove::General(_) => false,
    }
}

/// Whether a move leaves heaps over a range.
fn has_range(kind: &HeapMove) -> bool {
    matches!(kind, HeapMove::General(clause) if clause.terms.iter().any(|term| term.heap().is_none()))
}

/// The place of a kind among those of the rules.
fn place(rules: &TypedRules, kind: &str) -> Option<usize> {
    rules.kinds.iter().position(|known| **known == *kind)
}

/// What is known of each clause; `None` if it is left to the plain meaning.
fn forms(rules: &TypedRules) -> Option<Vec<ClauseForm>> {
    let of = |clause: &Clause| {
        let kind = place(rules, clause.kind.as_deref()?)?;
        // Heaps over a range are left to the plain meaning.
        let heaps = clause.terms.iter().map(Summand::heap).collect::<Option<Vec<_>>>()?;
        let right = heaps.iter().map(|term| term.kind.as_deref().map_or(Some(kind), |kind| place(rules, kind)));
        let kinds = right.collect::<Option<Vec<usize>>>()?;
        let straight = Straight::of(clause, &kinds);
        Some(ClauseForm { kind, kinds, straight })
    };
    // Where sizes may grow, the plain meaning knows why play ends.
    rules.measure.is_of_sizes().then_some(())?;
    rules.clauses.iter().map(of).collect()
}
