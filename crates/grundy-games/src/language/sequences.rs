//! Amounts that are members of a sequence with a name: `take fibonacci numbers`, `take a power of
//! 3`.
//!
//! A sequence that grows fast is read as the set of its members below 2^64: no heap has more
//! counters, so nothing is left out. One that grows slowly is read as a rule. A sequence that is
//! not known here is to come from a file.

use super::wordings::in_digits;

/// Returns all members of a sequence below 2^64.
type Members = fn() -> Vec<u64>;

/// The sequences that are read as sets.
const SETS: [(&[&str], Members); 5] = [
    (&["fibonacci", "fibonaccis"], || recurring(1, 2)),
    (&["lucas"], || {
        let mut all = vec![1, 2];
        all.extend(recurring(3, 4));
        all
    }),
    (&["factorial", "factorials"], || grown(1, |last, at| last.checked_mul(at))),
    (&["catalan"], || grown(1, |last, at| product_over(last, 4 * at - 2, at + 1))),
    (&["perfect"], || [2, 3, 5, 7, 13, 17, 19, 31].map(|p| (1 << (p - 1)) * ((1 << p) - 1)).to_vec()),
];

/// The sequences that are read as rules.
const RULES: [(&[&str], &str); 6] = [
    (&["triangular", "triangle", "triangulars"], "n -> n-k*(k+1)/2 for k in 1..sqrt(2*n)"),
    (
        &["cube", "cubes", "cubic", "perfect cube", "perfect cubes", "k^3", "n^3", "x^3"],
        "n -> n-k^3 for k in 1..sqrt(n)",
    ),
    (&["composite", "composites"], "n -> n-k for k in 4..n where not prime(k)"),
    (&["pronic", "oblong"], "n -> n-k*(k+1) for k in 1..sqrt(n)"),
    (&["pentagonal"], "n -> n-k*(3*k-1)/2 for k in 1..sqrt(n)"),
    (&["hexagonal"], "n -> n-k*(2*k-1) for k in 1..sqrt(n)"),
];

/// A game that takes members of a sequence, or of one of several, in the words of the grammar.
/// `source` is the text as it was typed: a number after `except` may be that of a heap, if it names
/// heaps.
pub(super) fn read(text: &str, source: &str) -> Option<String> {
    let source = source.to_ascii_lowercase();
    let names_heaps = ["heap", "pile", "stack"].iter().any(|word| source.contains(word));
    let but = || if names_heaps { None } else { without_some(text) };
    sequence(text).or_else(but).or_else(|| one_of_several(text))
}

/// A game that takes an amount of a sequence, or another: `take a Fibonacci number or 4`.
fn one_of_several(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let said = text.strip_prefix("heap: ").unwrap_or(&text).strip_prefix("take ")?;
    let said = said.strip_prefix("either ").unwrap_or(said).replace(", or ", " or ").replace(", ", " or ");
    let parts: Vec<&str> = said.split(" or ").collect();
    // `odd, at most 7` is no choice of two.
    if [", at most ", ", up to ", ", at least ", ", no more "].iter().any(|limit| text.contains(limit)) {
        return None;
    }
    // The grammar has these.
    let is_plain = |part: &&str| {
        part.starts_with(|first: char| first.is_ascii_digit()) || ["any", "odd", "even", "prime"].contains(part)
    };
    if parts.len() < 2 || parts.iter().all(is_plain) {
        return None;
    }
    // `a multiple of 3 or 5` is hardly about the number 5.
    let is_open = |part: &str| part.contains("multiple") || part.contains("power");
    if parts.iter().any(|part| is_open(part)) && parts.iter().any(|part| part.parse::<u64>().is_ok()) {
        return None;
    }
    let rule = |part: &&str| {
        let text = format!("take {part}");
        let name = amount(&text)?;
        let amounts = match &*name {
            "square" | "squares" | "perfect square" | "perfect squares" => {
                Some("n -> n-k^2 for k in 1..sqrt(n)".to_owned())
            }
            _ => amounts(&name).map(|amounts| amounts.rule(&[])),
        };
        amounts.or_else(|| sequence(&text).filter(|rule| rule.starts_with("n ->")))
    };
    Some(parts.iter().map(rule).collect::<Option<Vec<_>>>()?.join(", "))
}

/// A game that takes any amount of some but a few: `take 1..5 except 3`.
fn without_some(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let (said, others) =
        [" except for ", " except ", " but not ", " other than "].into_iter().find_map(|word| text.split_once(word))?;
    let others = others.replace(" or ", ",").replace(" and ", ",");
    if said.strip_prefix("take ").is_some_and(|amount| amount.trim().parse::<u64>().is_ok()) {
        return None;
    }
    let others = others.split(',').map(|other| other.trim().parse().ok()).collect::<Option<Vec<u64>>>()?;
    Some(amounts(&amount(said)?)?.rule(&others))
}

/// Amounts k of a heap n.
struct Amounts {
    /// Among which ones.
    among: String,
    /// What holds of them.
    so_that: Option<&'static str>,
}

impl Amounts {
    /// The move that takes one of them, but none of some.
    fn rule(&self, but: &[u64]) -> String {
        let but = but.iter().map(|other| format!("k != {other}"));
        let all: Vec<String> = self.so_that.map(str::to_owned).into_iter().chain(but).collect();
        let so_that = if all.is_empty() { String::new() } else { format!(" where {}", all.join(" and ")) };
        format!("n -> n-k for k in {}{so_that}", self.among)
    }
}

/// The amounts of this name that can be listed, or told by a condition.
fn amounts(name: &str) -> Option<Amounts> {
    let of = |so_that| Amounts { among: "1..n".to_owned(), so_that };
    let among = |among| Amounts { among, so_that: None };
    let number = |text: &str| text.parse::<u64>().ok();
    Some(match name {
        "any" | "anything" | "" => of(None),
        "odd" => of(Some("k % 2 = 1")),
        "even" => of(Some("k % 2 = 0")),
        "prime" | "primes" => of(Some("prime(k)")),
        _ if number(name).is_some() => among(format!("{{{name}}}")),
        _ if let Some((low, high)) = name.split_once("..") => {
            among(format!("{}..{}", number(low.trim())?, number(high.trim())?))
        }
        _ if let Some(most) = ["at most ", "up to "].into_iter().find_map(|words| name.strip_prefix(words)) => {
            among(format!("1..{}", number(most)?))
        }
        _ => {
            let (_, members) = SETS.iter().find(|(names, _)| names.contains(&name))?;
            among(listed(&members()))
        }
    })
}

/// A game that takes members of one sequence.
fn sequence(text: &str) -> Option<String> {
    let name = amount(text)?;
    if let Some((_, members)) = SETS.iter().find(|(names, _)| names.contains(&&*name)) {
        return Some(set(&members()));
    }
    if let Some((_, rule)) = RULES.iter().find(|(names, _)| names.contains(&&*name)) {
        return Some((*rule).to_owned());
    }
    let number = |text: &str| in_digits(text.trim())?.parse::<u64>().ok().filter(|number| *number > 1);
    let base = ["power of ", "powers of "].into_iter().find_map(|words| number(name.strip_prefix(words)?));
    if let Some(base) = base.or_else(|| number(name.strip_suffix("^k").or_else(|| name.strip_suffix("^n"))?)) {
        return Some(set(&grown(1, |last, _| last.checked_mul(base))));
    }
    let factor = ["multiple of ", "multiples of "].into_iter().find_map(|words| number(name.strip_prefix(words)?))?;
    Some(format!("n -> n-k for k in 1..n where k % {factor} = 0"))
}

/// The name of the sequence that a game takes members of, if it is none of those that are read:
/// `pell` of `take pell numbers`.
///
/// ```
/// assert_eq!(grundy_games::unread_sequence("take Pell numbers").as_deref(), Some("pell"));
/// assert_eq!(grundy_games::unread_sequence("take fibonacci numbers"), None);
/// assert_eq!(grundy_games::unread_sequence("take 3 numbers"), None);
/// ```
pub fn unread_sequence(text: &str) -> Option<String> {
    let says_numbers = ["number", "numbers"].iter().any(|word| text.trim_end().to_ascii_lowercase().ends_with(word));
    let is_word =
        |name: &String| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '-');
    amount(text).filter(|name| says_numbers && is_word(name) && read(text, text).is_none())
}

/// What is taken, without the words around it: `fibonacci` of `take a Fibonacci number of stones`.
fn amount(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let said = text.strip_prefix("heap: ").unwrap_or(&text);
    let mut words: Vec<&str> = said.strip_prefix("take ")?.split_whitespace().collect();
    if words.first().is_some_and(|first| ["a", "an", "any"].contains(first)) {
        words.remove(0);
    }
    if let [rest @ .., "of", "stones" | "counters" | "coins" | "sticks" | "matches" | "tokens"] = &words[..] {
        words = rest.to_vec();
    }
    if words.last().is_some_and(|last| ["number", "numbers"].contains(last)) {
        words.pop();
    }
    Some(words.join(" "))
}

/// The amounts as a game.
fn set(members: &[u64]) -> String {
    format!("take {}", listed(members))
}

/// The amounts in braces.
fn listed(members: &[u64]) -> String {
    let members: Vec<String> = members.iter().map(u64::to_string).collect();
    format!("{{{}}}", members.join(","))
}

/// The numbers from these two on of which each is the sum of the two before.
fn recurring(first: u64, second: u64) -> Vec<u64> {
    let mut all = vec![first, second];
    while let [.., last, end] = all[..]
        && let Some(next) = last.checked_add(end)
    {
        all.push(next);
    }
    all
}

/// The numbers from the first one on of which each follows from the one before and its place.
fn grown(first: u64, next: impl Fn(u64, u64) -> Option<u64>) -> Vec<u64> {
    let mut all = vec![first];
    for at in 2.. {
        let last = all[all.len() - 1];
        let Some(member) = next(last, at) else { break };
        all.push(member);
    }
    all
}

/// a * b / c, which is whole; `None` over 2^64.
fn product_over(a: u64, b: u64, c: u64) -> Option<u64> {
    u64::try_from(u128::from(a) * u128::from(b) / u128::from(c)).ok()
}

#[cfg(test)]
mod tests {
    use grundy_core::{Fault, Game};

    use super::*;
    use crate::{Component, Declaration, Ruleset, no_lists, position};

    /// Whether a number has the property, from its definition.
    type Plain = fn(u64) -> bool;

    fn is_square(number: u64) -> bool {
        number.isqrt().pow(2) == number
    }

    fn is_power(mut number: u64, base: u64) -> bool {
        while number > 1 && number.is_multiple_of(base) {
            number /= base;
        }
        number == 1
    }

    fn is_sum(number: u64, part: impl Fn(u64) -> u64) -> bool {
        (1..=number).map(part).take_while(|&part| part <= number).any(|part| part == number)
    }

    /// The heaps that a move leaves of every heap up to 1000 are those of the definition.
    #[test]
    fn amounts_are_the_members_of_the_sequence() {
        let cases: [(&str, Plain); 20] = [
            ("take a fibonacci number or 4", |k| {
                [1, 2, 3, 4, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987].contains(&k)
            }),
            ("heap: take square or a cube", |k| is_square(k) || is_sum(k, |n| n.pow(3))),
            ("take primes, 1 or 4", |k| [1, 4].contains(&k) || k > 1 && (2..k).all(|d| !k.is_multiple_of(d))),
            ("take 1..5 except 3", |k| k <= 5 && k != 3),
            ("take any except 2 and 7", |k| ![2, 7].contains(&k)),
            ("take odd but not 1", |k| k % 2 == 1 && k > 1),
            ("take a Fibonacci number of stones", |k| is_square(5 * k * k + 4) || is_square(5 * k * k - 4)),
            ("take lucas numbers", |k| {
                k == 2 || is_square(5 * k * k + 20) || 5 * k * k >= 20 && is_square(5 * k * k - 20)
            }),
            ("take factorials", |k| [1, 2, 6, 24, 120, 720].contains(&k)),
            ("take catalan numbers", |k| [1, 2, 5, 14, 42, 132, 429].contains(&k)),
            ("take a perfect number", |k| (1..k).filter(|d| k.is_multiple_of(*d)).sum::<u64>() == k),
            ("take powers of 3", |k| is_power(k, 3)),
            ("take a power of 10", |k| is_power(k, 10)),
            ("take 4^k", |k| is_power(k, 4)),
            ("take multiples of 7", |k| k.is_multiple_of(7)),
            ("take a triangular number", |k| is_square(8 * k + 1)),
            ("take cubes", |k| is_sum(k, |n| n.pow(3))),
            ("take a composite number", |k| (2..k).any(|d| k.is_multiple_of(d))),
            ("take pentagonal numbers", |k| is_sum(k, |n| n * (3 * n - 1) / 2)),
            ("take hexagonal numbers", |k| is_sum(k, |n| n * (2 * n - 1))),
        ];
        for (said, is_member) in cases {
            let text = read(said, said).unwrap_or_else(|| panic!("{said}"));
            let game = crate::read(&text, &no_lists).unwrap_or_else(|fault| panic!("{said}: {text}: {fault}"));
            let Ruleset::Heap(_) = game.rules.ruleset else { panic!("{said}: heaps") };
            for heap in [1_u64, 2, 5, 64, 137, 1000] {
                let wanted: Vec<u64> =
                    (1..=heap).filter(|&amount| is_member(amount)).map(|amount| heap - amount).collect();
                assert_eq!(left(&game.rules, heap), wanted, "{said}: {heap}");
            }
        }
    }

    /// The heaps that moves leave, in falling order.
    fn left(rules: &Declaration, heap: u64) -> Vec<u64> {
        let start = position(rules, &heap.to_string()).expect("a heap");
        let mut all = Vec::new();
        let walked = rules.ruleset.options::<Fault>(&start[0], |option| {
            all.push(option.first().and_then(Component::number).unwrap_or(0));
            Ok(())
        });
        assert!(walked.is_ok());
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        all
    }

    /// The last member of a set is the last one below 2^64.
    #[test]
    fn sets_are_whole() {
        let last = |said: &str| {
            let text = read(said, said).unwrap_or_else(|| panic!("{said}"));
            text.trim_end_matches('}').rsplit(',').next().and_then(|last| last.parse::<u64>().ok())
        };
        for (said, wanted) in [
            ("take fibonacci", 12_200_160_415_121_876_738),
            ("take lucas numbers", 16_860_207_025_497_407_047),
            ("take factorials", 2_432_902_008_176_640_000),
            ("take powers of 3", 12_157_665_459_056_928_801),
            ("take powers of 10", 10_000_000_000_000_000_000),
            ("take catalan numbers", 11_959_798_385_860_453_492),
        ] {
            assert_eq!(last(said), Some(wanted), "{said}");
        }
        for said in [
            "take powers of 1",
            "take powers of k",
            "take pell numbers",
            "take a heap",
            "take 3",
            "cut fibonacci",
            "take 3 except 1",
            "take a multiple of 3 or 5",
            "take powers of 2, 3",
            "take 1 or 2",
        ] {
            assert_eq!(read(said, said), None, "{said}");
        }
    }
}
