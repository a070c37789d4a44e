//! Random games of all kinds, with positions of every size.

use super::inputs::{Letters, Random, word};

/// A position of a size: 0, 1, .. are a few counters or letters, and each is somewhat larger than
/// the one before.
pub type Sizes = Box<dyn Fn(usize) -> String>;

/// A game and its positions.
pub fn game(random: &mut Random) -> (String, Sizes) {
    match random.below(10) {
        0 | 1 => heaps(random),
        2 | 3 => kinds(random),
        4..=6 => words(random),
        7 => bags(random),
        8 => graphs(random),
        _ => piles(random),
    }
}

/// `first` by this factor for each size.
fn grown(first: f64, factor: f64, size: usize) -> usize {
    (first * factor.powi(size as i32)) as usize
}

fn one_of<'t>(random: &mut Random, texts: &[&'t str]) -> &'t str {
    texts[random.below(texts.len())]
}

fn heaps(random: &mut Random) -> (String, Sizes) {
    let (modulus, part) = (random.between(2, 5), random.between(2, 5));
    let rest = random.between(1, modulus - 1);
    let guard = match random.below(6) {
        0 => format!("b % {modulus} >= {rest}"),
        1 => "gcd(a, b) = 1".into(),
        2 => format!("(a + b) % {modulus} < {rest}"),
        3 => format!("bitand(b, {}) > 0", random.between(1, 15)),
        4 => "b*b > a".into(),
        _ => "a > 1".into(),
    };
    let rules = match random.below(5) {
        0 => format!("a -> a - b for b in 1..a where {guard}"),
        1 => format!("a -> (a-{part}*b) + (a-b) for b in 1..a/{part} where {guard}"),
        2 => format!("a -> b + (a-b-{}) for b in 0..a where {guard}", random.between(1, 3)),
        3 => "split into 3 heaps".into(),
        _ => format!("a -> a - b*b for b in 1..sqrt(a), a -> b + (a-b) for b in 1..a-1 where {guard}"),
    };
    (rules, Box::new(|size| grown(16.0, 1.5, size).to_string()))
}

fn kinds(random: &mut Random) -> (String, Sizes) {
    let (part, modulus) = (random.between(1, 3), random.between(2, 4));
    let guard = |number: &str, random: &mut Random| match random.below(4) {
        0 => format!(" where {number} % {modulus} > 0"),
        1 => format!(" where gcd(a, {number}) = 1"),
        2 => format!(" where {number}*{modulus} <= a + b"),
        _ => String::new(),
    };
    let (rules, numbers) = match random.below(5) {
        0 => {
            let guard = guard("k", random);
            let along = "W(a, b) -> W(a, b-k) for k in 1..b, W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)";
            (format!("W(a, b) -> W(a-k, b) for k in 1..a{guard}, {along}"), 2)
        }
        1 => (format!("F(n, q) -> F(n-k, {part}*k) for k in 1..min(n, q)"), 2),
        2 => {
            let most = part + 3;
            let one = format!("D(a, b) -> D(a-k, b) for k in 1..min(a, {most})");
            (format!("D(a, b) -> D(a-k, b-{part}*k) for k in 1..min(a, b/{part}), {one}"), 2)
        }
        3 => {
            let along = "T(a,b,c) -> T(a-k,b,c) for k in 1..a, T(a,b,c) -> T(a,b-k,c) for k in 1..b";
            let all = "T(a,b,c) -> T(a-k,b-k,c-k) for k in 1..min(a, b, c), T(a,b,c) -> T(a,b,c-1)";
            (format!("{along}, {all}"), 3)
        }
        _ => {
            let guard = guard("x", random);
            (format!("M(a, b) -> M(x, b) + M(a-x-1, b) for x in 0..a-1{guard}, M(a, b) -> M(a, b-1)"), 2)
        }
    };
    let kind = rules[..1].to_owned();
    let position = move |size| format!("{kind}({})", vec![grown(6.0, 1.3, size).to_string(); numbers].join(","));
    (rules, Box::new(position))
}

/// Some letters out of the first so many, between two lengths.
fn some(random: &mut Random, letters: usize, (low, high): (usize, usize)) -> String {
    let length = random.between(low, high);
    word(random, Letters::Uniform(letters), length)
}

fn words(random: &mut Random) -> (String, Sizes) {
    let letters = random.between(2, 5);
    let listed = [(2, 2), (3, 3), (3, 3), (4, 4)].map(|lengths| some(random, letters, lengths)).join(", ");
    let rewriting: Vec<String> = (0..random.between(1, 3))
        .map(|_| format!("\"{}\" -> \"{}\"", some(random, letters, (2, 3)), some(random, letters, (0, 1))))
        .collect();
    let cuts = random.below(4) == 0;
    let verb = if cuts { "cut" } else { "take" };
    let moves = match random.below(8) {
        0 => format!("{verb} palindrome 2.."),
        1 => format!("{verb} run"),
        2 => format!("{verb} letter"),
        3 => format!("{verb} square"),
        4 => format!("{verb} word in {{{listed}}}"),
        5 if cuts => format!("{verb} palindrome 1..3"),
        5 => "take part of run".into(),
        6 => format!("{verb} palindrome 1..3"),
        _ if cuts => format!("{verb} letter of a..b"),
        _ => rewriting.join(", "),
    };
    let board = if cuts { "row" } else { one_of(random, &["row", "row", "ring", "misère row"]) };
    let mut endings = vec!["", "", " until distinct", " until length at most 3", " until at most 2 distinct letters"];
    // No ring is increasing.
    endings.extend((board != "ring").then_some(" until increasing"));
    let ending = one_of(random, &endings);
    let whole = word(random, Letters::Uniform(letters), 2_000);
    let position = move |size| {
        let length = if cuts { grown(12.0, 1.25, size) } else { 6 + 2 * size };
        let text = &whole[..length.min(whole.len())];
        if board == "ring" { format!("({text})") } else { text.to_owned() }
    };
    (format!("{board}: {moves}{ending}"), Box::new(position))
}

fn bags(random: &mut Random) -> (String, Sizes) {
    let letters = random.between(2, 5);
    let taken: Vec<String> =
        (0..random.between(2, 4)).map(|_| format!("\"{}\"", some(random, letters, (1, 3)))).collect();
    let board = one_of(random, &["bag", "misère bag"]);
    let position = move |size| {
        let many = 2 + grown(2.0, 1.25, size);
        let all: String = ('a'..='z').take(letters).flat_map(|letter| std::iter::repeat_n(letter, many)).collect();
        format!("{{{all}}}")
    };
    (format!("{board}: take {}", taken.join(" or ")), Box::new(position))
}

/// Orders and graphs in which a vertex has about two neighbours.
fn graphs(random: &mut Random) -> (String, Sizes) {
    let (rules, sign) = match random.below(3) {
        0 => ("node-kayles", '-'),
        1 => ("arc-kayles", '-'),
        _ => ("poset: take element with all above", '<'),
    };
    let seed = random.below(1 << 20) as u64;
    let position = move |size| {
        let vertices = 8 + 2 * size;
        let mut random = Random::new(seed);
        let mut text: Vec<String> = Vec::new();
        for low in 0..vertices {
            for high in low + 1..vertices {
                if random.below(vertices) < 2 {
                    text.push(format!("{low}{sign}{high}"));
                }
            }
        }
        format!("{{{}}}", text.join(" "))
    };
    (rules.into(), Box::new(position))
}

fn piles(random: &mut Random) -> (String, Sizes) {
    let rules = one_of(
        random,
        &[
            "piles: take any from 1 pile, take equal any from 2 piles",
            "piles: take 1..3 from any 1..2 piles",
            "piles: take any from the largest pile, take 1 from 1 pile",
        ],
    );
    let position = |size| {
        let pile = grown(5.0, 1.25, size);
        format!("[{pile}, {}, {}]", pile + 1, pile + 1)
    };
    (rules.into(), Box::new(position))
}
