//! Random terms and guards: intervals hold their values, pieces are their values, and shifts keep
//! them.

use fastrand::Rng;

use crate::{
    compiled::{
        bounds::{self, Bounder, LoopNumbers},
        interval::{self, Interval},
        program::{Program, Step},
        term::{Affine, Guard, MOST, SizeTerm, call},
    },
    heaps::{
        expr::{Comparison, Condition, Expr, Function, Operator},
        meter::{Halt, Meter, Report},
    },
};

struct Random(Rng);

impl Random {
    fn below(&mut self, end: u64) -> usize {
        self.0.u64(..end) as usize
    }

    /// An expression over three slots.
    fn expr(&mut self, depth: usize) -> Expr {
        let operators = [
            Operator::Add,
            Operator::Subtract,
            Operator::Add,
            Operator::Subtract,
            Operator::Multiply,
            Operator::Divide,
            Operator::Remainder,
            Operator::Power,
        ];
        match self.below(if depth == 0 { 2 } else { 8 }) {
            0 => Expr::Number(self.below(5) as u64),
            1 => Expr::Name(self.below(3)),
            2 => Expr::Minus(Box::new(self.expr(depth - 1))),
            3 => {
                let (_, function) = Function::ALL[self.below(Function::ALL.len() as u64)];
                let many = if function.takes_one() { 1 } else { 1 + self.below(3) };
                Expr::Call(function, (0..many).map(|_| self.expr(depth - 1)).collect())
            }
            _ => {
                let operator = operators[self.below(8)];
                Expr::Binary(operator, Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1)))
            }
        }
    }
}

const SLOTS: [Interval; 3] = [(0, 6), (-4, 3), (2, 9)];

/// Every choice of numbers for the slots.
fn every_choice() -> impl Iterator<Item = [i64; 3]> {
    let run = |at: usize| SLOTS[at].0..=SLOTS[at].1;
    run(0).flat_map(move |a| run(1).flat_map(move |b| run(2).map(move |c| [a, b, c])))
}

/// No reports are of use here.
struct Silent;

impl Report for Silent {
    fn work(&mut self, _: u32) -> Result<(), Halt> {
        Ok(())
    }
}

/// The value by the plain meaning, if it is no fault.
fn plain(expr: &Expr, slots: &[i64; 3]) -> Option<i128> {
    expr.value(&slots.map(i128::from), &mut Meter::new(1_000_000, Silent)).ok()
}

#[test]
fn terms_have_the_values_of_their_expressions() {
    let mut random = Random(Rng::with_seed(0x51ed_2701));
    let (mut bounded, mut valued) = (0, 0);
    for _ in 0..3_000 {
        let expr = random.expr(3);
        let Some(term) = SizeTerm::of(&expr, &[]) else { continue };
        let Some((low, high)) = interval::of(&term, &SLOTS, MOST) else { continue };
        bounded += 1;
        for slots in every_choice() {
            let value = term.value(&slots);
            assert_eq!(value.map(i128::from), plain(&expr, &slots), "{expr:?} at {slots:?}");
            assert!(value.is_none_or(|value| (low..=high).contains(&value)), "{expr:?} at {slots:?}: {low}..{high}");
            assert!(value.is_some() || !term.is_total_in(&SLOTS), "{expr:?} at {slots:?}");
            valued += u32::from(value.is_some());
        }
    }
    assert!(bounded > 1_500 && valued > 500_000, "{bounded} terms, {valued} values");
}

#[test]
fn pieces_are_the_values() {
    let mut random = Random(Rng::with_seed(0x00dd_ba11));
    let (mut linear, mut broken) = (0, 0);
    for _ in 0..6_000 {
        let Some(term) = SizeTerm::of(&random.expr(3), &[]) else { continue };
        if interval::of(&term, &SLOTS, MOST).is_none() || !term.is_linear_in(2) || !term.uses(2) {
            continue;
        }
        linear += 1;
        for slots in every_choice().filter(|slots| slots[2] == SLOTS[2].0) {
            let mut from = SLOTS[2].0;
            while from <= SLOTS[2].1 {
                let mut until = SLOTS[2].1;
                let piece = term.piece(2, from, &mut until, &[slots[0], slots[1], 77]);
                assert!(until >= from, "a piece has a number");
                for number in from..=until {
                    let value = term.value(&[slots[0], slots[1], number]);
                    let own = piece.map(|(constant, slope)| constant + slope * number);
                    assert_eq!(own, value, "{term:?} at {slots:?}, {number} of {from}..{until}");
                }
                broken += u32::from(until < SLOTS[2].1);
                from = until + 1;
            }
        }
    }
    assert!(linear > 200 && broken > 500, "{linear} terms, {broken} breaks");
}

#[test]
fn shifts_keep_values() {
    let mut random = Random(Rng::with_seed(0x5111_f7ed));
    let mut kept = 0;
    for _ in 0..6_000 {
        let Some(term) = SizeTerm::of(&random.expr(3), &[]) else { continue };
        let shift = [(0, 1), (1, random.below(2) as i64), (2, random.below(2) as i64)];
        if interval::of(&term, &SLOTS, MOST / 4).is_none() || !term.is_kept_by(&shift) {
            continue;
        }
        kept += usize::from((0..3).any(|slot| term.uses(slot)));
        for slots in every_choice() {
            let shifted = [slots[0] + 1, slots[1] + shift[1].1, slots[2] + shift[2].1];
            assert_eq!(term.value(&slots), term.value(&shifted), "{term:?} at {slots:?}");
        }
    }
    assert!(kept > 100, "{kept} terms");
}

#[test]
fn guards_hold_where_their_conditions_do() {
    let mut random = Random(Rng::with_seed(0x0090_a2d5));
    let comparisons = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];
    let (mut compared, mut skipped) = (0, 0);
    for _ in 0..2_000 {
        let mut simple = || match random.below(4) {
            0 => Condition::Holds(random.expr(2)),
            _ => Condition::Compare(random.expr(2), comparisons[random.below(6)], random.expr(2)),
        };
        let (a, b) = (Box::new(simple()), Box::new(simple()));
        let condition = match random.below(3) {
            0 => Condition::And(a, b),
            1 => Condition::Or(a, b),
            _ => Condition::Not(a),
        };
        let Some(guard) = Guard::of(&condition, &[]) else { continue };
        if guard.terms().iter().any(|term| interval::of(term, &SLOTS, MOST).is_none()) {
            continue;
        }
        let mut part = || {
            SLOTS.map(|(low, high)| {
                let mut ends = [0; 2].map(|_| low + random.below((high - low + 1) as u64) as i64);
                ends.sort_unstable();
                (ends[0], ends[1])
            })
        };
        let parts: Vec<_> = (0..20).map(|_| part()).collect();
        let refused: Vec<_> = parts.into_iter().filter(|part| interval::never(&guard, part)).collect();
        skipped += refused.len();
        for slots in every_choice() {
            let holds = condition.holds(&slots.map(i128::from), &mut Meter::new(1_000_000, Silent)).ok();
            assert_eq!(guard.holds(&slots), holds, "{condition:?} at {slots:?}");
            let is_in = |part: &[Interval; 3]| part.iter().zip(slots).all(|(own, at)| (own.0..=own.1).contains(&at));
            let part = refused.iter().find(|part| is_in(part));
            assert!(part.is_none() || holds != Some(true), "{condition:?} at {slots:?}, in {part:?}");
            compared += 1;
        }
    }
    assert!(compared > 100_000 && skipped > 5_000, "{compared} guards, {skipped} never hold");
}

#[test]
fn numbers_that_are_left_out_of_loops_give_nothing() {
    let mut random = Random(Rng::with_seed(0x0b0c_4d01));
    let comparisons = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];
    let name = |slot| Box::new(Expr::Name(slot));
    let (mut left_out, mut listed) = (0, 0);
    for _ in 0..6_000 {
        let mut condition = || match random.below(6) {
            0 => {
                let rest = Expr::Binary(Operator::Remainder, Box::new(random.expr(1)), name(2));
                Condition::Compare(rest, Comparison::Equal, Expr::Number(0))
            }
            1 => Condition::Holds(random.expr(2)),
            2 => {
                let power = Expr::Binary(Operator::Power, name(2), Box::new(Expr::Number(random.below(60) as u64)));
                Condition::Compare(power, comparisons[random.below(6)], random.expr(2))
            }
            _ => Condition::Compare(random.expr(3), comparisons[random.below(6)], random.expr(3)),
        };
        let conditions = [condition(), condition()];
        let guards: Option<Vec<Guard>> = conditions.iter().map(|condition| Guard::of(condition, &[])).collect();
        let Some(guards) = guards else { continue };
        let ranges = vec![(SizeTerm::number(SLOTS[2].0), SizeTerm::number(SLOTS[2].1))];
        let steps = std::iter::once(Step::Each { slot: 2, ranges, trials: 1 });
        let steps = steps.chain(guards.into_iter().map(Step::Where)).collect();
        let program = Program { kind: 0, slots: 3, steps, heaps: Vec::new(), ranges: Vec::new(), limited: true };
        let bounds = bounds::conditions(&program, 0, &SLOTS);
        for slots in every_choice().filter(|slots| slots[2] == SLOTS[2].0) {
            let found = bounds::numbers(&bounds, 2, SLOTS[2], &mut slots.clone(), &mut Bounder::eager());
            listed += u32::from(matches!(found, LoopNumbers::Listed(_)));
            let found: Vec<i64> = found.into_iter().collect();
            assert!(
                found.is_sorted_by(|a, b| a < b) && found.iter().all(|own| (SLOTS[2].0..=SLOTS[2].1).contains(own))
            );
            for number in (SLOTS[2].0..=SLOTS[2].1).filter(|number| !found.contains(number)) {
                let here = [slots[0], slots[1], number].map(i128::from);
                let holds = |condition: &Condition| condition.holds(&here, &mut Meter::new(1_000_000, Silent)).ok();
                // The first one that does not hold is reached without a fault.
                let excluded = conditions.iter().map(holds).find(|holds| *holds != Some(true));
                assert_eq!(excluded, Some(Some(false)), "{conditions:?} at {here:?}");
                left_out += 1;
            }
        }
    }
    assert!(
        left_out > 100_000 && listed > 5_000,
        "{left_out} numbers are left out, {listed} times divisors are listed"
    );
}

#[test]
fn intervals_of_binary_digits_hold_their_values() {
    let mut exact = 0;
    let ends = || (-6..=12i64).flat_map(|low| (low..=12).map(move |high| (low, high)));
    for function in [Function::Xor, Function::BitAnd, Function::BitOr] {
        let term = SizeTerm::Call(function, vec![SizeTerm::slot(0), SizeTerm::slot(1)]);
        for (a, b) in ends().flat_map(|a| ends().map(move |b| (a, b))) {
            let (low, high) = interval::of(&term, &[a, b], MOST).expect("small numbers have an interval");
            let mut found = (i64::MAX, i64::MIN);
            for value in (a.0..=a.1).flat_map(|x| (b.0..=b.1).filter_map(move |y| call(function, &[x, y]))) {
                found = (found.0.min(value), found.1.max(value));
            }
            assert!(low <= found.0 && found.1 <= high, "{function:?} of {a:?} and {b:?}: {low}..{high}");
            exact += usize::from((low, high) == found);
        }
    }
    assert!(exact > 10_000, "{exact} intervals are exact");
}

#[test]
fn numbers_that_grow_too_large_are_no_terms() {
    let large = Expr::Number(1 << 41);
    assert_eq!(SizeTerm::of(&large, &[]), None);
    let number = |number| Expr::Number(number);
    let product = Expr::Binary(Operator::Multiply, Box::new(number(1 << 30)), Box::new(number(1 << 30)));
    assert_eq!(SizeTerm::of(&product, &[]), None);
    let square = Expr::Binary(Operator::Power, Box::new(Expr::Name(0)), Box::new(number(2)));
    let term = SizeTerm::of(&square, &[]).expect("a power is a term");
    assert_eq!(interval::of(&term, &[(0, 1 << 20)], MOST), Some((0, 1 << 40)));
    assert_eq!(interval::of(&term, &[(0, (1 << 20) + 1)], MOST), None);
    assert_eq!(Affine::number(MOST).plus(1, &Affine::number(1)), None);
    assert_eq!(Affine::slot(0).plus(-1, &Affine::slot(0)), Some(Affine::number(0)));
}
