//! Four games about the divisors of the number of counters.
//!
//! - `n -> n-k for k in 1..n where gcd(n, k) = 1`: the value of n > 1 is 0 if n is even; else it is
//!   the place of its least prime factor among the primes, the place of 3 being 2. The value of 1
//!   is 1.
//! - `n -> d for d in 1..n-1 where n % d = 0`: the value of n is the number of its prime factors,
//!   each counted as often as it divides n.
//! - `n -> n-d for d in 2..n-1 where n % d = 0`: the player to move loses exactly if n is 0, odd,
//!   or 2 to the power of an odd number.
//! - `n -> n-d for d in 1..n-1 where n % d = 0`: the value of n is how often 2 divides it.
//!
//! *Examples.* The values from 1 to 12 are 1 0 2 0 3 0 4 0 2 0 5 0 in the first game (15 has the
//! value of its least prime factor 3, which is 2), and 0 1 1 2 1 2 1 3 2 2 1 3 in the second (12 =
//! 2 x 2 x 3 has three prime factors).
//!
//! *Cost.* Trial division up to the square root of the heap for the second game; a table of primes
//! for the first, up to 2^24; nothing for the third.

use std::sync::OnceLock;

use grundy_games::{
    Component, Convention, HeapMove, Ruleset,
    heaps::{
        clause::ClauseStep,
        expr::{Comparison, Condition, Expr, Function, Operator},
        numbers::is_prime,
    },
};
use num_integer::gcd;

use super::{
    ClosedForm,
    pattern::{is_number, is_one_less, is_rest, range, single},
};
use grundy_core::{Nimber, Outcome};

/// `n -> n-k for k in 1..n where gcd(n, k) = 1`: the place of the least prime factor.
#[derive(Debug)]
pub struct Coprime;

impl ClosedForm for Coprime {
    fn name(&self) -> &'static str {
        "coprime"
    }

    fn statement(&self) -> &'static str {
        "the value of an even heap is 0, of any other the place of its least prime factor among the primes; of one counter 1"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("winningways", "the values of the game")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about_coprime(ruleset)
    }

    fn has_parameters(&self) -> bool {
        false
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Heap(size) = component else { return None };
        place_of_least_prime(*size).map(Nimber)
    }

    fn end(&self) -> Option<u64> {
        Some(LARGEST)
    }
}

/// `n -> d for d in 1..n-1 where n % d = 0`: the number of prime factors.
#[derive(Debug)]
pub struct Divisors;

impl ClosedForm for Divisors {
    fn name(&self) -> &'static str {
        "divisors"
    }

    fn statement(&self) -> &'static str {
        "the value is the number of prime factors of the heap"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("winningways", "the values of the game")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about_divisors(ruleset)
    }

    fn has_parameters(&self) -> bool {
        false
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Heap(size) = component else { return None };
        Some(Nimber(count_of_primes(*size)))
    }
}

/// `n -> n-d for d in 2..n-1 where n % d = 0`: who wins, by the powers of two.
#[derive(Debug)]
pub struct ProperDivisor;

impl ClosedForm for ProperDivisor {
    fn name(&self) -> &'static str {
        "proper-divisor"
    }

    fn statement(&self) -> &'static str {
        "the mover loses exactly if the heap is empty, odd, or 2 to the power of an odd number"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about_taking_divisors(ruleset, 2)
    }

    fn is_outcome(&self) -> bool {
        true
    }

    fn outcome(&self, _ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        let Component::Heap(size) = component else { return None };
        Some(if is_lost(*size) { Outcome::P } else { Outcome::N })
    }

    fn option(&self, _ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Heap(size) = component else { return None };
        option(*size).filter(|_| value == Nimber::ZERO).map(Component::Heap)
    }
}

/// `n -> n-d for d in 1..n-1 where n % d = 0`: the exponent of 2 in the heap.
#[derive(Debug)]
pub struct DivisorGame;

impl ClosedForm for DivisorGame {
    fn name(&self) -> &'static str {
        "divisor-game"
    }

    fn statement(&self) -> &'static str {
        "the value is how often 2 divides the heap; of the empty heap 0"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && is_about_taking_divisors(ruleset, 1)
    }

    fn has_parameters(&self) -> bool {
        false
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Heap(size) = component else { return None };
        Some(Nimber(exponent(*size)))
    }

    fn trials(&self, _ruleset: &Ruleset, component: &Component) -> Option<u128> {
        let Component::Heap(size) = component else { return None };
        Some((size / 2).into())
    }

    fn option(&self, _ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Heap(size) = component else { return None };
        // Taking 2^v leaves a number that 2 divides v times.
        (value.0 < exponent(*size)).then(|| Component::Heap(size - (1 << value.0)))
    }
}

/// How often 2 divides a number; 0 for 0.
fn exponent(n: u64) -> u64 {
    if n == 0 { 0 } else { n.trailing_zeros().into() }
}

/// The first game has a value up to this heap.
const LARGEST: u64 = 1 << 24;

/// The steps of a game `n -> SIZE for k in .. where ..`.
fn parts(ruleset: &Ruleset) -> Option<(&Expr, &Expr, &Expr, &Condition)> {
    let Ruleset::Heap(rules) = ruleset else { return None };
    let [HeapMove::General(clause)] = &rules.moves[..] else { return None };
    let (size, [ClauseStep::In(1, values), ClauseStep::Where(condition)]) = single(clause)? else { return None };
    let (low, high) = range(values)?;
    Some((size, low, high, condition))
}

/// Whether a move takes a number of counters without a common divisor with theirs.
fn is_about_coprime(ruleset: &Ruleset) -> bool {
    let Some((size, low, high, condition)) = parts(ruleset) else { return false };
    let gcd = |expr: &Expr| {
        matches!(expr, Expr::Call(Function::Gcd, arguments)
            if matches!(arguments[..], [Expr::Name(0), Expr::Name(1)] | [Expr::Name(1), Expr::Name(0)]))
    };
    let holds = matches!(condition, Condition::Compare(left, Comparison::Equal, right)
        if gcd(left) && is_number(right, 1) || gcd(right) && is_number(left, 1));
    is_rest(size) && is_number(low, 1) && *high == Expr::Name(0) && holds
}

/// Whether a move leaves a proper divisor.
fn is_about_divisors(ruleset: &Ruleset) -> bool {
    let Some((size, low, high, condition)) = parts(ruleset) else { return false };
    *size == Expr::Name(1) && is_number(low, 1) && is_below(high) && divides(condition)
}

/// Whether a move takes a divisor of at least this size other than the heap.
fn is_about_taking_divisors(ruleset: &Ruleset, least: u64) -> bool {
    let Some((size, low, high, condition)) = parts(ruleset) else { return false };
    is_rest(size) && is_number(low, least) && is_below(high) && divides(condition)
}

/// Whether all proper divisors of the heap are up to this number, and the heap is not.
fn is_below(high: &Expr) -> bool {
    let is_half = matches!(high, Expr::Binary(Operator::Divide, n, two) if **n == Expr::Name(0) && is_number(two, 2));
    is_half || is_one_less(high, 0)
}

/// Whether the condition is that the name divides the heap.
fn divides(condition: &Condition) -> bool {
    let rest = |expr: &Expr| matches!(expr, Expr::Binary(Operator::Remainder, n, d) if **n == Expr::Name(0) && **d == Expr::Name(1));
    matches!(condition, Condition::Compare(left, Comparison::Equal, right)
        if rest(left) && is_number(right, 0) || rest(right) && is_number(left, 0))
}

/// Whether the player to move loses the third game.
fn is_lost(n: u64) -> bool {
    n == 0 || n % 2 == 1 || n.is_power_of_two() && n.trailing_zeros() % 2 == 1
}

/// What a winning move of the third game leaves: it takes the largest odd divisor, or half of a
/// power of two.
fn option(n: u64) -> Option<u64> {
    match is_lost(n) {
        true => None,
        false if n.is_power_of_two() => Some(n / 2),
        false => Some(n - (n >> n.trailing_zeros())),
    }
}

/// The value of a heap of the first game; `None` for heaps over [`LARGEST`].
pub(super) fn place_of_least_prime(n: u64) -> Option<u64> {
    match n {
        0 | 1 => Some(n),
        _ if n > LARGEST => None,
        _ if n.is_multiple_of(2) => Some(0),
        _ => {
            let primes = primes();
            let divisor = primes.iter().position(|&prime| {
                let prime = u64::from(prime);
                prime * prime > n || n.is_multiple_of(prime)
            })?;
            let is_divisor = n.is_multiple_of(primes[divisor].into());
            let at = if is_divisor { divisor } else { primes.binary_search(&u32::try_from(n).ok()?).ok()? };
            Some(at as u64 + 1)
        }
    }
}

/// The primes up to [`LARGEST`], ascending: one sieve for the life of the program, 4 MiB.
fn primes() -> &'static [u32] {
    /// The primes, once they are needed.
    static PRIMES: OnceLock<Vec<u32>> = OnceLock::new();
    PRIMES.get_or_init(|| {
        let mut composite = vec![false; LARGEST as usize + 1];
        let mut primes = Vec::new();
        for number in 2..composite.len() {
            if composite[number] {
                continue;
            }
            primes.push(number as u32);
            // The square of a large prime has more than 32 bits.
            let square = number.saturating_mul(number);
            (square..composite.len()).step_by(number).for_each(|multiple| composite[multiple] = true);
        }
        primes
    })
}

/// The value of a heap of the second game: the number of its prime factors.
///
/// Small factors by trial division up to 4096, then the rest by Pollard's method, with a stack of
/// open factors.
pub(super) fn count_of_primes(n: u64) -> u64 {
    if n < 2 {
        return 0;
    }
    let mut count = 0;
    let mut left = n;
    for prime in (2u64..=4096).take_while(|prime| prime * prime <= n) {
        while left.is_multiple_of(prime) {
            left /= prime;
            count += 1;
        }
    }
    let mut open = vec![left];
    while let Some(number) = open.pop() {
        if number == 1 {
            continue;
        }
        if is_prime(number) {
            count += 1;
            continue;
        }
        let divisor = divisor(number);
        open.extend([divisor, number / divisor]);
    }
    count
}

/// A divisor of a composite number other than 1 and itself: Pollard's method, with the next
/// constant wherever one fails.
fn divisor(number: u64) -> u64 {
    let root = number.isqrt();
    if root * root == number {
        return root;
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(number)) as u64;
    let found = (1..number).find_map(|constant| {
        let next = |x: u64| ((u128::from(times(x, x)) + u128::from(constant)) % u128::from(number)) as u64;
        let (mut slow, mut fast) = (2, 2);
        loop {
            slow = next(slow);
            fast = next(next(fast));
            match gcd(slow.abs_diff(fast), number) {
                1 => {}
                divisor if divisor == number => return None,
                divisor => return Some(divisor),
            }
        }
    });
    // No number is known for which no constant serves.
    found.or_else(|| (2..=root).find(|&by| number.is_multiple_of(by))).expect("a composite number has a divisor")
}
