//! Recognizes rules of the general form that take counters and split the rest:
//! `A(n) -> B(a) + C(b) for a + b = n - 2 where a >= 1`.
//!
//! The theorems on periods require the largest amount that a rule takes, a lower bound on the sizes
//! of the heaps that it leaves, and the size from which on the rule is uniform. These numbers are
//! read off the form of the text. At most two of the heaps depend on the size of the old one. All
//! other forms (upper bounds, congruences, comparisons of parts) are refused with the reason.
//!
//! *Example.* `n -> a + b for a + b = n - 2 where a >= 1` takes 2 and leaves two heaps, of which
//! one has at least 1: `taken` 2, `least` 1. `n -> max(n-3, 0)` takes 3 from all heaps above 3, the
//! size that is its `switch`. *Limits:* one size, at most one split, and
//! bounds that are numbers. Rules that are not recognized are not wrong; no theorem on periods is
//! applied to them.

use crate::heaps::{
    clause::{Clause, ClauseStep},
    expr::{Comparison, Condition, Expr, Function, Operator, Values},
    linear::linear,
};

/// The effect of a rule on a heap of n counters: it takes t of them and leaves one heap of n - t,
/// or two heaps with the sum n - t, besides heaps of fixed sizes.
///
/// The theorems add these numbers to the preperiod and the period to get the heap up to which
/// values must be computed.
///
/// ```text
/// n -> n-3                                taken 3, least 0, switch 3
/// n -> a + b for a + b = n-2              taken 2, least 0, switch 2
/// n -> a + b for a + b = n-2 where a >= 1 taken 2, least 1, switch 2
/// n -> max(n-3, 5)                        taken 3, least 0, switch 8
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// The largest t.
    pub taken: u64,
    /// The largest lower bound on the size of a heap that is left.
    pub least: u64,
    /// The rule is uniform for all n above this size.
    pub switch: u64,
}

/// The names of a rule, by their use.
struct RuleNames {
    /// For a name that runs through fixed numbers, the least and the largest of them; else `None`.
    fixed: Vec<Option<(i128, i128)>>,
    /// The names that split the size.
    split: HeapSplit,
}

/// How the rule divides the heap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeapSplit {
    /// The rule does not split.
    None,
    /// `for a + b = n - t`.
    Sum { slots: [usize; 2], rest: (i128, i128) },
    /// `for b in low..n - gap`, with the other heap n - t - b.
    Range { slot: usize, low: i128, gap: i128 },
}

/// A linear expression: the factor of the size, the factors of the names that split it, and the
/// range of the rest.
struct LinearForm {
    /// The factor of the size of the heap.
    size: i128,
    /// The names that split the heap, with their factors.
    split: Vec<(usize, i128)>,
    /// The least and the greatest value of all other terms.
    rest: (i128, i128),
}

/// A result, or the reason why the form is not recognized, as a clause.
type Recognized<T> = Result<T, &'static str>;

/// The reason for expressions that are not linear, or whose numbers are too large.
const NOT_LINEAR: &str = "a size or a bound is not a sum of names and numbers";
/// The reason for all bounds but lower ones by a number.
const OTHER_BOUND: &str = "only lower bounds by a number on the heaps that are left are supported";

impl Clause {
    /// Returns how this rule takes and splits.
    ///
    /// # Errors
    ///
    /// Returns the reason why the theorems on periods do not apply to the form of the rule.
    pub fn cut(&self) -> Recognized<Cut> {
        if self.arity != 1 {
            return Err("a kind of heap has several sizes");
        }
        let names = self.classify_names()?;
        let mut cut = Cut::default();
        let mut parted = Vec::new();
        let mut whole = 0;
        for term in &self.terms {
            let term = term.heap().ok_or("the number of heaps that are left depends on a range")?;
            if term.count.is_some() {
                return Err("a number of equal heaps is left");
            }
            if names.is_static(&term.sizes[0]) {
                continue;
            }
            let Some(form) = names.eventual(&term.sizes[0], self.names.len(), &mut cut)? else { continue };
            match (form.size, &form.split[..]) {
                (1, []) => {
                    whole += 1;
                    cut.take(form.rest)?;
                }
                _ => parted.push(form),
            }
        }
        match names.split {
            HeapSplit::None if parted.is_empty() && whole <= 1 => {}
            HeapSplit::None => return Err("the heaps that are left may be larger in total than the old heap"),
            HeapSplit::Sum { slots, rest } => {
                let plain = |slot: usize| {
                    parted.iter().any(|form| form.size == 0 && form.rest == (0, 0) && form.split == [(slot, 1)])
                };
                if whole > 0 || parted.len() != 2 || !slots.iter().all(|&slot| plain(slot)) {
                    return Err("the parts are not the two heaps that are left");
                }
                cut.take(rest)?;
            }
            HeapSplit::Range { slot, low, gap } => {
                let named =
                    parted.iter().any(|form| form.size == 0 && form.rest == (0, 0) && form.split == [(slot, 1)]);
                let other = parted.iter().find(|form| form.size == 1 && form.split == [(slot, -1)]);
                let (true, Some(other), 0, 2) = (named, other, whole, parted.len()) else {
                    return Err("the parts are not the two heaps that are left");
                };
                cut.take(other.rest)?;
                cut.bound(low)?;
                cut.bound(gap.checked_add(other.rest.1).ok_or(NOT_LINEAR)?)?;
            }
        }
        for step in &self.steps {
            if let ClauseStep::Where(condition) = step {
                names.condition(condition, self.names.len(), &mut cut)?;
            }
        }
        Ok(cut)
    }

    /// Sorts the names by their use. A rule that splits twice is not recognized.
    fn classify_names(&self) -> Recognized<RuleNames> {
        let mut names = RuleNames { fixed: vec![None; self.names.len()], split: HeapSplit::None };
        for step in &self.steps {
            let split = match step {
                ClauseStep::Where(_) => continue,
                ClauseStep::Parts(slots, total) => {
                    let form = names.form(total, self.names.len())?;
                    match (&slots[..], form.size, &form.split[..]) {
                        (&[first, second], 1, []) => HeapSplit::Sum { slots: [first, second], rest: form.rest },
                        _ => return Err("the parts do not add up to the heap less what is taken"),
                    }
                }
                ClauseStep::In(slot, values) => match names.range(values) {
                    Some(range) => {
                        names.fixed[*slot] = Some(range);
                        continue;
                    }
                    None => names.parted(*slot, values, self.names.len())?,
                },
            };
            if names.split != HeapSplit::None {
                return Err("a heap is split twice");
            }
            names.split = split;
        }
        Ok(names)
    }
}

impl Cut {
    /// Records that a heap, or two heaps in total, have the size n plus a number of this range.
    fn take(&mut self, (low, high): (i128, i128)) -> Recognized<()> {
        if high > 0 {
            return Err("a heap grows");
        }
        let taken = u64::try_from(low.unsigned_abs()).map_err(|_| "too much is taken")?;
        self.taken = self.taken.max(taken);
        self.switch = self.switch.max(taken);
        Ok(())
    }

    /// Records a lower bound on a heap that is left.
    fn bound(&mut self, least: i128) -> Recognized<()> {
        let least = u64::try_from(least.max(0)).map_err(|_| OTHER_BOUND)?;
        self.least = self.least.max(least);
        Ok(())
    }
}

impl RuleNames {
    /// Returns the least and the largest of values that are all fixed numbers; else `None`.
    fn range(&self, values: &Values) -> Option<(i128, i128)> {
        let ends = values.0.iter().flat_map(|(low, high)| [Some(low), high.as_ref()]).flatten();
        let ends = ends.map(|end| if let Expr::Number(number) = end { Some(i128::from(*number)) } else { None });
        let ends: Vec<i128> = ends.collect::<Option<_>>()?;
        Some((*ends.iter().min()?, *ends.iter().max()?))
    }

    /// Recognizes `for b in low..n - gap`.
    fn parted(&self, slot: usize, values: &Values, many: usize) -> Recognized<HeapSplit> {
        let [(low, Some(high))] = &values.0[..] else { return Err(OTHER_BOUND) };
        let (low, high) = (self.form(low, many)?, self.form(high, many)?);
        let single = |form: &LinearForm| form.rest.0 == form.rest.1 && form.split.is_empty();
        match (single(&low) && single(&high), low.size, high.size) {
            (true, 0, 1) => Ok(HeapSplit::Range { slot, low: low.rest.0, gap: -high.rest.0 }),
            _ => Err(OTHER_BOUND),
        }
    }

    /// Returns whether the expression does not depend on the size.
    fn is_static(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Number(_) => true,
            Expr::Name(slot) => self.fixed.get(*slot).is_some_and(Option::is_some),
            Expr::Minus(inner) => self.is_static(inner),
            Expr::Binary(_, left, right) => self.is_static(left) && self.is_static(right),
            Expr::Call(_, arguments) => arguments.iter().all(|argument| self.is_static(argument)),
            Expr::Sum(..) => false,
        }
    }

    /// Returns an expression as a linear form.
    fn form(&self, expr: &Expr, many: usize) -> Recognized<LinearForm> {
        let (constant, factors) = linear(expr, many).ok_or(NOT_LINEAR)?;
        let mut form = LinearForm { size: factors[0], split: Vec::new(), rest: (constant, constant) };
        for (slot, &factor) in factors.iter().enumerate().skip(1).filter(|(_, factor)| **factor != 0) {
            match self.fixed[slot] {
                Some((low, high)) => {
                    let ends = [low.checked_mul(factor), high.checked_mul(factor)];
                    let [Some(one), Some(two)] = ends else { return Err(NOT_LINEAR) };
                    let low = form.rest.0.checked_add(one.min(two));
                    let high = form.rest.1.checked_add(one.max(two));
                    form.rest = low.zip(high).ok_or(NOT_LINEAR)?;
                }
                None => form.split.push((slot, factor)),
            }
        }
        Ok(form)
    }

    /// Returns the form that the size of a heap has in all large heaps, and records from where on.
    /// `None` if it is a fixed size there.
    fn eventual(&self, expr: &Expr, many: usize, cut: &mut Cut) -> Recognized<Option<LinearForm>> {
        let (is_max, arguments) = match expr {
            Expr::Call(function @ (Function::Max | Function::Min), arguments) => {
                (*function == Function::Max, arguments)
            }
            _ => return self.form(expr, many).map(Some),
        };
        let forms: Vec<LinearForm> =
            arguments.iter().map(|argument| self.form(argument, many)).collect::<Recognized<_>>()?;
        if forms.iter().any(|form| !matches!(form.size, 0 | 1) || !form.split.is_empty()) {
            return Err(NOT_LINEAR);
        }
        let (growing, fixed): (Vec<LinearForm>, Vec<LinearForm>) = forms.into_iter().partition(|form| form.size == 1);
        let low = growing.iter().map(|form| form.rest.0).min();
        if let Some((high, low)) = fixed.iter().map(|form| form.rest.1).max().zip(low) {
            let from = high.checked_sub(low).ok_or(NOT_LINEAR)?.max(0);
            cut.switch = cut.switch.max(u64::try_from(from).map_err(|_| NOT_LINEAR)?);
        }
        // Beyond it, every number that grows is above every fixed one.
        Ok(match (is_max, fixed.is_empty(), low) {
            (true, _, Some(low)) | (false, true, Some(low)) => {
                let high = growing.iter().map(|form| form.rest.1).max().unwrap_or(low);
                Some(LinearForm { size: 1, split: Vec::new(), rest: (low, high) })
            }
            _ => None,
        })
    }

    /// Reads a condition: it does not depend on the size, compares the size with a number, or
    /// bounds a part from below.
    fn condition(&self, condition: &Condition, many: usize, cut: &mut Cut) -> Recognized<()> {
        if self.is_static_condition(condition) {
            return Ok(());
        }
        let (left, comparison, right) = match condition {
            Condition::And(left, right) => {
                self.condition(left, many, cut)?;
                return self.condition(right, many, cut);
            }
            Condition::Compare(left, comparison, right) => (left, *comparison, right),
            _ => return Err(OTHER_BOUND),
        };
        let difference = Expr::Binary(Operator::Subtract, Box::new(left.clone()), Box::new(right.clone()));
        let form = self.form(&difference, many)?;
        if form.rest.0 != form.rest.1 {
            return Err(OTHER_BOUND);
        }
        let constant = form.rest.0;
        if form.size.abs() == 1 && form.split.is_empty() {
            let at = u64::try_from(constant.unsigned_abs()).map_err(|_| OTHER_BOUND)?;
            cut.switch = cut.switch.max(at);
            return Ok(());
        }
        // sign * part + constant, compared with 0; the part is a name of the split, or the other
        // heap.
        let (sign, part) = match (&form.split[..], form.size) {
            (&[(slot, sign @ (1 | -1))], 0) => (sign, Some(slot)),
            (&[(slot, sign @ (1 | -1))], size)
                if size == -sign && matches!(self.split, HeapSplit::Range { slot: range, .. } if range == slot) =>
            {
                (size, None)
            }
            _ => return Err(OTHER_BOUND),
        };
        // The part is at least `bound`. For the other heap, n - b is; the heap is n - b less what
        // is taken.
        let bound = match (comparison, sign) {
            (Comparison::GreaterOrEqual, 1) => -constant,
            (Comparison::Greater, 1) => 1 - constant,
            (Comparison::LessOrEqual, -1) => constant,
            (Comparison::Less, -1) => constant + 1,
            (Comparison::NotEqual, _) if constant == 0 && part.is_some() => 1,
            _ => return Err(OTHER_BOUND),
        };
        cut.bound(bound)
    }

    /// Whether the condition does not depend on the size.
    fn is_static_condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Compare(left, _, right) => self.is_static(left) && self.is_static(right),
            Condition::Holds(expr) => self.is_static(expr),
            Condition::Not(inner) => self.is_static_condition(inner),
            Condition::And(left, right) | Condition::Or(left, right) => {
                self.is_static_condition(left) && self.is_static_condition(right)
            }
        }
    }
}
