//! Octal and hexadecimal codes that give a sequence of values: a walk over digits.
//!
//! Bit j of the k-th digit allows to take k counters and to leave j heaps, so no heap below k + j
//! depends on it. The walk fixes at heap n the at most four bits with k + j = n, computes the
//! value, and leaves the branch if it is wrong. So it reaches few of the codes, and none that gives
//! the values is left out. It ends at heap [`MASKED`] or the end of the sequence.
//!
//! *Example.* The values 0, 1, 2, 3, 1, 4: heap 1 has the value 1, so the digit of one counter
//! allows to leave no heap; heap 2 has the value 2, which needs a move to 1 and one to 0; and so on
//! to 0.77.

use std::fmt;

use grundy::{Budget, Stopped};

/// The digits after the point.
const DIGITS: usize = 4;

/// The heaps up to this one are compared here. Each move takes counters or splits a heap, so a play
/// from a heap of n has at most 2n - 1 moves: its value is below 2n, and the values up to heap 32
/// with all their exclusive ors are below 64.
pub const MASKED: usize = 32;

/// A code with one digit before the point and four after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigitCode([u8; DIGITS + 1]);

impl DigitCode {
    /// The digits; the first is the one before the point, and the last is not 0 or the first.
    pub fn digits(&self) -> &[u8] {
        let used = self.0.iter().rposition(|digit| *digit != 0).map_or(1, |last| last + 1);
        &self.0[..used]
    }
}

impl PartialOrd for DigitCode {
    fn partial_cmp(&self, other: &DigitCode) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Shorter codes come first.
impl Ord for DigitCode {
    fn cmp(&self, other: &DigitCode) -> std::cmp::Ordering {
        (self.digits().len(), self.0).cmp(&(other.digits().len(), other.0))
    }
}

impl fmt::Display for DigitCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, rest) = self.digits().split_first().unwrap_or((&0, &[]));
        write!(f, "{first:X}.")?;
        match rest {
            [] => f.write_str("0"),
            rest => rest.iter().try_for_each(|digit| write!(f, "{digit:X}")),
        }
    }
}

/// Calls `keep` with each code of this base (8 or 16) whose heaps from `first` on have these
/// values, as far as [`MASKED`] reaches. Octal codes that are subtraction sets are left to the walk
/// over sets, hexadecimal ones that are octal to that over octal codes, and digits that no value
/// depends on are 0.
pub fn walk(
    base: u8,
    first: usize,
    wanted: &[u64],
    budget: &mut Budget,
    keep: &mut dyn FnMut(DigitCode),
) -> Result<(), Stopped> {
    let Some(last) = (first + wanted.len()).checked_sub(1) else { return Ok(()) };
    let mut walk = CodeWalk {
        base,
        first,
        wanted,
        last: last.min(MASKED),
        digits: [0; DIGITS + 1],
        one: [0; MASKED + 1],
        two: [0; MASKED + 1],
        three: [0; MASKED + 1],
        values: [0; MASKED + 1],
        budget,
        keep,
    };
    // Heap 0 has value 0.
    if walk.is_wanted(0, 0) { walk.from(1) } else { Ok(()) }
}

/// A walk in progress: the digits so far and the values that they give.
struct CodeWalk<'w> {
    /// 8 or 16.
    base: u8,
    /// The heap of the first value.
    first: usize,
    /// The values.
    wanted: &'w [u64],
    /// The last heap to compare.
    last: usize,
    /// The digits so far; bits of later heaps are 0.
    digits: [u8; DIGITS + 1],
    /// The values of what r counters can be left as in one heap, by r, one bit each.
    one: [u64; MASKED + 1],
    /// The same in two heaps.
    two: [u64; MASKED + 1],
    /// The same in three heaps.
    three: [u64; MASKED + 1],
    /// The values that the digits give, up to the current heap.
    values: [u8; MASKED + 1],
    budget: &'w mut Budget,
    /// Gets each code that gives the values.
    keep: &'w mut dyn FnMut(DigitCode),
}

impl CodeWalk<'_> {
    /// Tries all bits that this heap and those above it depend on; those below it have their
    /// values.
    ///
    /// Recursive, to a depth of at most 33 heaps. For each subset of the free bits of the heap,
    /// descending, the value follows from the sets of values of one, two and three heaps.
    fn from(&mut self, heap: usize) -> Result<(), Stopped> {
        if heap > self.last {
            self.keep_code();
            return Ok(());
        }
        self.budget.tick()?;
        self.splits(heap);
        let known = self.reached(heap);
        // The first digit may split a heap without taking, and does nothing else.
        let most = if self.base == 16 { 3 } else { 2 };
        let heaps = |place: usize| heap.checked_sub(place).filter(|left| *left <= most && (place > 0 || *left > 1));
        let free: [Option<usize>; DIGITS + 1] = std::array::from_fn(heaps);
        let set = free.iter().enumerate().fold(0u8, |set, (place, left)| set | u8::from(left.is_some()) << place);
        let mut some = set;
        loop {
            let mut reached = known;
            for (place, left) in free.iter().enumerate() {
                let Some(left) = *left else { continue };
                let chosen = some >> place & 1 == 1;
                self.digits[place] = self.digits[place] & !(1 << left) | u8::from(chosen) << left;
                if chosen {
                    reached |= [1, self.one[1], self.two[2], self.three[3]][left];
                }
            }
            let value = reached.trailing_ones();
            self.values[heap] = value as u8;
            self.one[heap] = 1 << value;
            if self.is_wanted(heap, value.into()) {
                self.from(heap + 1)?;
            }
            if some == 0 {
                // All bits of this heap are 0 again.
                return Ok(());
            }
            some = (some - 1) & set;
        }
    }

    /// Keeps the code that the walk has reached, unless another walk keeps it.
    fn keep_code(&mut self) {
        let moves = self.digits.iter().any(|digit| *digit > 0);
        let elsewhere = match self.base {
            8 => moves && self.digits.iter().all(|digit| [0, 3].contains(digit)),
            _ => self.digits.iter().all(|digit| *digit < 8),
        };
        if !elsewhere {
            (self.keep)(DigitCode(self.digits));
        }
    }

    /// Computes the values of this many counters in two and in three heaps. Those of smaller heaps
    /// are known.
    fn splits(&mut self, counters: usize) {
        (self.two[counters], self.three[counters]) = (0, 0);
        for small in 1..=counters / 2 {
            self.two[counters] |= 1 << (self.values[small] ^ self.values[counters - small]);
        }
        if self.base == 16 {
            // The smallest of three heaps, and the two others.
            for small in 1..=counters / 3 {
                self.three[counters] |= shifted(self.two[counters - small], self.values[small]);
            }
        }
    }

    /// The values that the bits so far reach from this heap.
    fn reached(&self, heap: usize) -> u64 {
        let mut reached = 0u64;
        for (taken, digit) in self.digits.iter().enumerate().take(heap + 1) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                reached |= 1;
            }
            if digit & 2 != 0 && rest > 0 {
                reached |= self.one[rest];
            }
            if digit & 4 != 0 {
                reached |= self.two[rest];
            }
            if digit & 8 != 0 {
                reached |= self.three[rest];
            }
        }
        reached
    }

    /// Whether the heap may have this value.
    fn is_wanted(&self, heap: usize, value: u64) -> bool {
        heap.checked_sub(self.first).and_then(|at| self.wanted.get(at)).is_none_or(|wanted| *wanted == value)
    }
}

/// The exclusive or of each value of a set, one bit each, with this one.
fn shifted(set: u64, value: u8) -> u64 {
    /// By a bit, the numbers below 64 in which it is 0.
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    EVEN.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1).fold(set, |set, (bit, even)| {
        let by = 1 << bit;
        (set & even) << by | set >> by & even
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The walk keeps exactly the codes whose plain meaning gives the values.
    #[test]
    fn the_walk_agrees_with_the_plain_meaning() {
        use grundy::{Game, Nimber, games::Ruleset};
        let plain = |text: &str, end: u64| {
            let rules = grundy::games::game(text).expect("a code");
            let Ruleset::Heap(rules) = rules.ruleset else { panic!("a code is about heaps") };
            let mut values: Vec<Nimber> = Vec::new();
            for heap in 0..=end {
                let mut options = Vec::new();
                rules
                    .options(&heap, |parts| {
                        options.push(parts.iter().map(|&part| values[part as usize]).sum::<Nimber>().0);
                        Ok::<(), grundy::Fault>(())
                    })
                    .expect("a code has no fault");
                values.push(Nimber((0..).find(|value| !options.contains(value)).expect("a number is left")));
            }
            values.iter().map(|value| value.0).collect::<Vec<u64>>()
        };
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..10 {
            let base = if round % 2 == 0 { 8 } else { 16 };
            let mut digit = || random.u8(..base);
            let code = DigitCode([digit() & 12, digit(), digit(), digit(), digit() | 4]);
            let name = if base == 8 { "octal" } else { "hex" };
            let values = plain(&format!("{name} {code}"), 36);
            for first in 0..3 {
                let mut kept = Vec::new();
                let wanted = &values[first..];
                walk(base, first, wanted, &mut Budget::new(), &mut |code| kept.push(code)).expect("no limit");
                assert!(kept.contains(&code) || base == 16 && code.digits().iter().all(|digit| *digit < 8), "{code}");
                for other in kept.iter().take(3) {
                    assert_eq!(plain(&format!("{name} {other}"), 32), values[..33], "{other} is taken for {code}");
                }
            }
        }
    }
}
