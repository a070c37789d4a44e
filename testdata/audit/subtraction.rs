//! Two statements about taking a, b or c from a heap, where a < b < c, for every set of numbers up to
//! a bound: values by the definition alone, and periods that are proved by as many values that
//! repeat as the next one depends on.
//!
//! ```text
//! rustc -O subtraction.rs
//! ./subtraction 300
//! ```
//!
//! 1. *Sum of two.* If c != a + b, the sum of two of the three numbers is a period.
//! 2. *Duality.* Let c = a + b, where a and b have no common divisor. Wall: the player who cannot
//!    take loses; sink: a move may take more than the heap has, and leaves 0. Both are purely
//!    periodic with the same least period p, and sink(n) = s(wall((-b - n) mod p)) for every n,
//!    where s exchanges the values 0 and 2.

/// The values of the heaps of one game, as far as they are asked for.
struct Values {
    takes: [usize; 3],
    sink: bool,
    all: Vec<u8>,
}

impl Values {
    fn new(takes: [usize; 3], sink: bool) -> Values {
        Values { takes, sink, all: Vec::new() }
    }

    /// Computes the values of the heaps below `end`.
    fn to(&mut self, end: usize) {
        for heap in self.all.len()..end {
            let mut seen = 0_u8;
            for take in self.takes {
                if heap >= take {
                    seen |= 1 << self.all[heap - take];
                } else if self.sink && heap > 0 {
                    seen |= 1;
                }
            }
            self.all.push(seen.trailing_ones() as u8);
        }
    }

    /// The first heap from which the values repeat with this period for good, if that shows within
    /// some heaps: from then on a value depends on the `c` before it, and those have repeated.
    fn repeats(&mut self, period: usize, most: usize) -> Option<usize> {
        let longest = self.takes[2];
        let mut run = 0;
        for heap in period..most {
            self.to(heap + 1);
            run = if self.all[heap] == self.all[heap - period] { run + 1 } else { 0 };
            // In the sink the heaps below the largest number follow another rule.
            let from = heap + 1 - run;
            if run >= longest && from - period + run >= 2 * longest {
                return Some(from - period);
            }
        }
        None
    }

    /// The least period of values that repeat from heap 0 on, if that shows within some heaps.
    fn pure(&mut self, most: usize) -> Option<usize> {
        let longest = self.takes[2];
        // Periods are found among those of a long beginning.
        let mut length = 4 * longest;
        while length <= most {
            self.to(2 * length);
            let found = least_period(&self.all[..2 * length]);
            if found <= length && self.repeats(found, found + 4 * longest + 1) == Some(0) {
                return Some(found);
            }
            length *= 2;
        }
        None
    }
}

/// The least p such that each value is that of p places before it (by the borders of the text).
fn least_period(text: &[u8]) -> usize {
    let mut border = vec![0; text.len() + 1];
    let mut length = 0;
    for at in 1..text.len() {
        while length > 0 && text[at] != text[length] {
            length = border[length];
        }
        length += usize::from(text[at] == text[length]);
        border[at + 1] = length;
    }
    text.len() - border[text.len()]
}

fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

fn main() {
    let most: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(120);
    // Which sums of two are periods; a set may have several.
    let (mut sets, mut counts, mut longest, mut others) = (0_u64, [0_u64; 3], (0, [0; 3]), Vec::new());
    for c in 3..=most {
        for b in 2..c {
            for a in 1..b {
                if c == a + b {
                    continue;
                }
                sets += 1;
                let mut values = Values::new([a, b, c], false);
                let sums = [a + b, a + c, b + c];
                // The three are looked for in steps, so that none keeps another from being found.
                let mut found = None;
                let mut end = 8 * c;
                while found.is_none() && end <= 20_000 * c {
                    found = (0..3).find_map(|at| Some((at, values.repeats(sums[at], end)?)));
                    end *= 4;
                }
                match found {
                    Some((at, from)) => {
                        counts[at] += 1;
                        longest = longest.max((from, [a, b, c]));
                    }
                    None => others.push([a, b, c]),
                }
            }
        }
    }
    println!("{sets} sets a < b < c <= {most} with c != a + b: {} without such a period {others:?}", others.len());
    println!("periods a+b: {}, a+c: {}, b+c: {} (the first of them that is one)", counts[0], counts[1], counts[2]);
    println!("the longest preperiod is {} of {:?}", longest.0, longest.1);
    let (mut pairs, mut dual, mut largest, mut faults) = (0_u64, 0_u64, (0, 0, 0), Vec::new());
    for b in 2..=most {
        for a in (1..b).filter(|&a| greatest_divisor(a, b) == 1) {
            pairs += 1;
            let takes = [a, b, a + b];
            let (mut wall, mut sink) = (Values::new(takes, false), Values::new(takes, true));
            let room = 64 * (a + b) * (a + b) + 64;
            let (Some(p), Some(q)) = (wall.pure(room), sink.pure(room)) else {
                faults.push((a, b));
                continue;
            };
            sink.to(p);
            let exchanged = [2, 1, 0, 3];
            let holds = p == q
                && (0..p).all(|heap| sink.all[heap] == exchanged[usize::from(wall.all[(2 * p * (b + 1) - b - heap) % p])]);
            dual += u64::from(holds);
            if !holds {
                faults.push((a, b));
            }
            largest = largest.max((p, a, b));
        }
    }
    println!("{pairs} pairs a < b <= {most} without a common divisor: the duality holds for {dual}, not for {faults:?}");
    println!("the longest period is {} of {} and {}", largest.0, largest.1, largest.2);
}
