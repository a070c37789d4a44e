//! Runs between separators as heaps of several kinds: the rules that they have in the language of
//! heaps.
//!
//! Methods for heaps of any size, such as automata that read sizes in binary, are about such rules
//! and not about words. A kind is named by its two ends, with `-` for none, and its only size is
//! the length of the run.
//!
//! ```text
//! "aa" -> "a", "bb" -> "a"    runs of b; the kinds are --, -a, a- and aa
//! --(n) -> -a(i) + a-(n-2-i) for i in 0..n-2
//! aa(n) -> .. where n = 0     "aa" -> "a" leaves pieces without moves
//! ```

use std::sync::Arc;

use crate::{
    boards::typed::{Measure, TypedRules},
    factor_game::{End, Families, FamilyMove, Rest},
    heaps::{
        clause::{Clause, ClauseStep, NewHeap, Summand},
        expr::{Comparison, Condition, Expr, Operator, Values},
    },
};

/// The slot of the length of the run.
const RUN: usize = 0;

/// The slot of the letters before the factor that a move reads.
const BEFORE: usize = 1;

impl Families {
    /// The name of the kind of pieces between these ends.
    pub fn name(&self, left: End, right: End) -> String {
        let end = |at: End| at.checked_sub(1).and_then(|at| self.ends.get(at)).unwrap_or(&'-');
        [end(left), end(right)].into_iter().collect()
    }

    /// The rules of the runs as those of heaps of [`Families::kinds`] kinds, in their order. `None`
    /// if a kind has no moves, or a name stands for two kinds, since `-` is a separator.
    ///
    /// Every move of families made by [`Families::on`] leaves shorter runs only, which is the
    /// measure of the rules. Cost: a rule for each kind and move on it.
    pub fn heaps(&self) -> Option<TypedRules> {
        if self.ends.contains(&'-') {
            return None;
        }
        let many = self.ends.len() + 1;
        let (mut clauses, mut kinds) = (Vec::new(), Vec::new());
        for (left, right) in (0..many).flat_map(|left| (0..many).map(move |right| (left, right))) {
            let kind: Arc<str> = self.name(left, right).into();
            let before = clauses.len();
            let own = self.moves.iter().filter(|own| own.is_on(left, right));
            clauses.extend(own.map(|own| self.clause(own, (left, right), &kind)));
            if clauses.len() == before {
                return None;
            }
            kinds.push(kind);
        }
        let ranks = vec![0; kinds.len()];
        Some(TypedRules { clauses, kinds, measure: Measure::Sum, ranks, stages: Vec::new() })
    }

    /// A move as a rule about the pieces between these ends.
    fn clause(&self, own: &FamilyMove, (left, right): (End, End), kind: &Arc<str>) -> Clause {
        let heap = |from: End, size: Expr, to: End| {
            Summand::Heaps(NewHeap { count: None, kind: Some(self.name(from, to).into()), sizes: vec![size] })
        };
        let rest = || sum(Expr::Name(RUN), Operator::Subtract, own.run);
        let reads = |comparison| {
            ClauseStep::Where(Condition::Compare(Expr::Name(RUN), comparison, Expr::Number(own.run as u64)))
        };
        let mut terms: Vec<Summand> =
            own.fixed.iter().map(|piece| heap(piece.left, Expr::Number(piece.run as u64), piece.right)).collect();
        let mut names = vec!["n".to_owned()];
        let step = match own.rest {
            Rest::Nothing => reads(Comparison::Equal),
            Rest::Joined(more) => {
                terms.push(heap(left, sum(rest(), Operator::Add, more), right));
                reads(Comparison::GreaterOrEqual)
            }
            Rest::Left(more, to) => {
                terms.push(heap(left, sum(rest(), Operator::Add, more), to));
                reads(Comparison::GreaterOrEqual)
            }
            Rest::Right(from, more) => {
                terms.push(heap(from, sum(rest(), Operator::Add, more), right));
                reads(Comparison::GreaterOrEqual)
            }
            Rest::Both((more_left, to), (from, more_right)) => {
                names.push("i".to_owned());
                let after = Expr::Binary(Operator::Subtract, Box::new(rest()), Box::new(Expr::Name(BEFORE)));
                terms.push(heap(left, sum(Expr::Name(BEFORE), Operator::Add, more_left), to));
                terms.push(heap(from, sum(after, Operator::Add, more_right), right));
                ClauseStep::In(BEFORE, Values(vec![(Expr::Number(0), Some(rest()))]))
            }
        };
        Clause { kind: Some(Arc::clone(kind)), names, arity: 1, terms, steps: vec![step], measure: None }
    }
}

/// An expression and a number; the expression alone if the number is 0.
fn sum(expression: Expr, operator: Operator, number: usize) -> Expr {
    match number {
        0 => expression,
        _ => Expr::Binary(operator, Box::new(expression), Box::new(Expr::Number(number as u64))),
    }
}
