//! Two checkers of automata, in Rust and in Python, on certificates that were altered: they must
//! give the same verdict. A short run here; `cargo xtask exact` alters 10,000 certificates, by the
//! variable `GRUNDY_EXACT`. `second_checker.rs` does the same with the other claims.

use std::sync::Arc;

use grundy::{
    Budget, Solution,
    cert::{Automaton, Claim, Mode, read, write},
    games::no_lists,
    proof::{AutomatonQuery, prove_words},
    theory::hash::Fnv,
};

use crate::second_checker::{self, Numbers, holds};

/// A game, letters of its words, a cap, a length.
type Seed = (&'static str, &'static str, Option<u32>, Option<u64>);

const SEEDS: [Seed; 20] = [
    (r#"row: "aab" -> "aa", "ba" -> "b""#, "", Some(3), None),
    (r#"row: "ab" -> "a", "ba" -> "b""#, "", None, None),
    (r#"row: "ab" -> "a", "ba" -> "b""#, "", Some(2), None),
    (r#"row: "ab" -> "a", "ba" -> "b""#, "", Some(9), None),
    (r#"row: "a" -> "", "aa" -> "", "b" -> "a""#, "", Some(2), None),
    (r#"row: "a" -> "", "aa" -> "", "b" -> "a""#, "bc", Some(1), None),
    (r#"row: "aa" -> "", "b" -> "a|""#, "", None, None),
    (r#"row: ^"a" -> "", "b"$ -> "", "ab" -> "b""#, "", None, None),
    (r#"row: ^"a" -> "", "b"$ -> "", "ab" -> "b""#, "", Some(1), None),
    (r#"row: "ba" -> "ab""#, "", None, None),
    (r#"row: "ba+b" -> "bb", "ab+a" -> "aa""#, "", None, None),
    (r#"row: "ab" -> "a", "ab" -> "b""#, "", Some(1), None),
    (r#"misère row: "aa" -> "", "b" -> """#, "", None, None),
    (r#"misère row: "a" -> """#, "", None, None),
    (r#"row: "aaa" -> "a""#, "", None, None),
    (r#"row: "aa" -> """#, "", None, None),
    (r#"ring: "ab" -> "a", "ba" -> "b""#, "", None, None),
    (r#"row: "ab" -> """#, "", None, Some(5)),
    ("row: cut every copy of a letter", "ab", None, None),
    ("octal 0.15", "", None, None),
];

const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "00",
    "01",
    "+1",
    "-1",
    "1.0",
    "",
    "65536",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
];

fn certificate((game, letters, cap, to): Seed) -> Vec<String> {
    let rules = grundy::games::game(game).expect(game);
    let wish = AutomatonQuery { letters: letters.chars().collect(), cap, to, ..AutomatonQuery::default() };
    let proof = prove_words(&rules, &wish, &mut Budget::new(), &mut |_| {}).expect(game);
    let (query, solution) = proof.solution.expect(game);
    write(&query, &solution).expect(game).lines().map(str::to_owned).collect()
}

/// The certificate with the sum and the number of lines that it should have.
fn mended(lines: &mut [String]) {
    let Some(claim) = lines.iter().position(|line| line.starts_with("claim ")) else { return };
    let Some(sum) = lines.iter().rposition(|line| line.starts_with("sum ")).filter(|&sum| sum > claim) else { return };
    let game = lines.iter().find_map(|line| line.strip_prefix("board ")).unwrap_or("").to_owned();
    let summed = [&game].into_iter().chain(&lines[claim + 1..sum]);
    let bytes = summed.flat_map(|line| line.bytes().chain([b'\n']));
    lines[sum] = format!("sum {:016x}", Fnv::of(bytes));
    if let Some(end) = lines.last_mut().filter(|line| line.starts_with("end ")) {
        *end = format!("end {}", sum - claim);
    }
}

/// The place of a line that begins so.
fn place(lines: &[String], opening: &str) -> Option<usize> {
    lines.iter().position(|line| line.starts_with(opening))
}

/// Another text for the line that begins so; `None` if there is none.
fn set(lines: &mut [String], opening: &str, text: String) {
    if let Some(at) = place(lines, opening) {
        lines[at] = text;
    }
}

/// Changes something, before the sum is mended.
fn alter(numbers: &mut Numbers, lines: &mut Vec<String>) {
    let at = numbers.below(lines.len());
    let other = numbers.below(lines.len());
    let states: Vec<usize> = place(lines, "states ")
        .map(|from| (from + 1..lines.len()).take_while(|&at| lines[at].as_bytes()[..1].is_ascii_digits()).collect())
        .unwrap_or_default();
    match numbers.below(27) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => lines[at] += numbers.of(&[" ", "\r", " 0", " x", "\t", "\u{a0}"]),
        4 => lines[at].insert_str(0, numbers.of(&[" ", "0", "\u{feff}", "\r"])),
        // A word of any line.
        5..=7 => {
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            let word = numbers.below(words.len());
            words[word] = numbers.of(&NUMBERS);
            lines[at] = words.join(" ");
        }
        // A label or a step.
        8..=12 if !states.is_empty() => {
            let at = states[numbers.below(states.len())];
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let word = numbers.below(words.len().max(2) - 1) + 1;
            if let Some(word) = words.get_mut(word) {
                *word = numbers.below(states.len().min(6)).to_string();
            }
            lines[at] = words.join(" ");
        }
        // Labels cut off at a number, with the cap that states it or with none.
        13 => {
            let cap = 1 + numbers.below(3);
            for &at in &states {
                let words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                let label = words.get(1).and_then(|word| word.parse::<usize>().ok()).unwrap_or(0);
                let words = words
                    .iter()
                    .enumerate()
                    .map(|(at, word)| if at == 1 { label.min(cap).to_string() } else { word.clone() });
                lines[at] = words.collect::<Vec<_>>().join(" ");
            }
            set(lines, "mode ", format!("mode capped {cap}"));
        }
        // A cap that labels may be larger than, with the mode of words without walls.
        24..=26 => {
            set(lines, "mode ", format!("mode capped {}", 1 + numbers.below(4)));
            set(lines, "others ", "others none".into());
        }
        14 => {
            let cap = numbers.of(&NUMBERS);
            let mode = numbers.of(&["mode values", "mode misere", "mode capped", "mode capped 1 "]);
            set(lines, "mode ", if numbers.below(4) == 0 { mode.into() } else { format!("mode capped {cap}") });
            if numbers.below(2) == 0 {
                set(lines, "others ", "others none".into());
            }
        }
        15 => {
            let letters = numbers.of(&["a", "b", "ab", "ba", "abc", "aab", "a b", "", "a\u{e9}", "o", "bc"]);
            set(lines, "letters ", format!("letters {letters}"));
        }
        16 => {
            let (opening, text) = [
                ("others ", "others none"),
                ("others ", "others walls"),
                ("words ", "words ring"),
                ("words ", "words row"),
                ("convention ", "convention misere"),
                ("convention ", "convention normal"),
                ("claim ", "claim values"),
                ("ask ", "ask outcome"),
                ("ask ", "ask nimber"),
                ("ask ", "ask table"),
                ("answer ", "answer outcome P"),
                ("answer ", "answer outcome N"),
                ("answer ", "answer value 1"),
            ][numbers.below(13)];
            set(lines, opening, text.into());
        }
        // A sum, with an answer that may be right.
        17 | 18 => {
            let word: String = (0..numbers.below(7)).map(|_| numbers.of(&["a", "b", "a", "b", "c"])).collect();
            let ring = place(lines, "words ring").is_some();
            let word = if ring {
                format!("({word})")
            } else if word.is_empty() {
                "\"\"".into()
            } else {
                word
            };
            let text = match lines.get(2) {
                Some(ruleset) if ruleset.starts_with("board octal") => numbers.below(20).to_string(),
                _ => word,
            };
            if let Some(at) = place(lines, "ask ") {
                lines.insert(at, format!("start 0 {text}"));
            }
            let value = numbers.below(4);
            let outcome = numbers.of(&["P", "N"]);
            let of_outcome = numbers.below(2) == 0 || place(lines, "convention misere").is_some();
            set(lines, "ask ", if of_outcome { "ask outcome".into() } else { "ask value".into() });
            set(
                lines,
                "answer ",
                if of_outcome { format!("answer outcome {outcome}") } else { format!("answer value {value}") },
            );
        }
        19 => {
            let weights: Vec<String> = (0..1 + numbers.below(3)).map(|_| (numbers.below(4)).to_string()).collect();
            let (opening, side) =
                [("weights ", "weights"), ("order ", "order left"), ("order ", "order right")][numbers.below(3)];
            set(lines, opening, format!("{side} {}", weights.join(" ")));
        }
        20 => {
            let explored = format!("explored {} {}", numbers.of(&["all", "least"]), numbers.below(40));
            set(lines, "explored ", explored);
        }
        21 => {
            let length = numbers.below(8);
            let own = place(lines, "upto ");
            match (own, place(lines, "sum ")) {
                (Some(own), _) if numbers.below(2) == 0 => drop(lines.remove(own)),
                (Some(own), _) => lines[own] = format!("upto {length}"),
                (None, Some(sum)) => lines.insert(sum, format!("upto {length}")),
                (None, None) => {}
            }
        }
        // The sentence and the moves together, and each alone.
        22 => {
            let (from, to) =
                [("\"a\"", "\"b\""), ("ab", "ba"), ("\"\"", "\"a\""), ("aa", "a"), (", ", ",")][numbers.below(5)];
            if let Some(at) = place(lines, "board ") {
                lines[at] = lines[at].replacen(from, to, 1 + numbers.below(2));
            }
        }
        _ => {
            let moves: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("move ")).collect();
            if let Some(&at) = moves.get(numbers.below(moves.len())) {
                let (from, to) = [
                    ("-> -", "-> 0"),
                    (" 0", " 1"),
                    (" 1", " 0"),
                    ("+", ""),
                    ("move ", "move ^ "),
                    (" ->", " $ ->"),
                    ("-", "- | -"),
                ][numbers.below(7)];
                lines[at] = lines[at].replacen(from, to, 1);
            }
        }
    }
}

trait Digits {
    fn is_ascii_digits(&self) -> bool;
}

impl Digits for [u8] {
    fn is_ascii_digits(&self) -> bool {
        self.iter().all(u8::is_ascii_digit)
    }
}

/// The claim with every small cap and every small length, whether it then stands or not; what is
/// explored is counted anew.
fn other_claims(text: &str) -> Vec<String> {
    let (query, solution) = read(text, &no_lists).expect("a certificate");
    let [Claim::Automaton(claim)] = &solution.claims[..] else { panic!("an automaton") };
    let caps = (1..=4).filter(|_| claim.mode != Mode::Misere).map(|cap| {
        let game = grundy::games::FactorGame { walls: false, ..claim.game.clone() };
        Automaton { mode: Mode::Capped(cap), game, ..(**claim).clone() }
    });
    let lengths = (1..=7).filter_map(|upto| {
        let explored = Automaton::count(&claim.game, claim.mode, &claim.machine, upto, 1 << 26, &mut || true)?;
        Some(Automaton { upto: Some(upto), explored, ..(**claim).clone() })
    });
    let written = |claim| {
        let claims = vec![Claim::Automaton(Arc::new(claim))];
        write(&query, &Solution { claims, ..solution.clone() }).expect("it can be written")
    };
    caps.chain(lengths).map(written).collect()
}

/// An altered certificate.
fn case(numbers: &mut Numbers, seed: &[String]) -> String {
    let mut lines = seed.to_vec();
    for _ in 0..1 + numbers.below(3) / 2 {
        alter(numbers, &mut lines);
        lines.extend(lines.is_empty().then(String::new));
    }
    if numbers.below(20) > 0 {
        mended(&mut lines);
    }
    match numbers.below(40) {
        0 => lines.join("\r\n") + "\r\n",
        1 => lines.join("\n"),
        2 => lines.join("\n") + "\n\n",
        _ => lines.join("\n") + "\n",
    }
}

#[test]
fn two_checkers_give_the_same_verdict_on_altered_certificates() {
    let count = second_checker::count(500);
    let seeds: Vec<Vec<String>> = SEEDS.into_iter().map(certificate).collect();
    let text = |lines: &Vec<String>| lines.join("\n") + "\n";
    let python = |texts: &[String]| second_checker::python("automata", texts);
    let Some(good) = python(&seeds.iter().map(text).collect::<Vec<_>>()) else { return };
    for (own, seed) in good.iter().zip(&seeds) {
        assert!(own.starts_with("verified: ") && holds(&text(seed)).0 == Some(true), "{own}\n{}", text(seed));
    }
    let mut numbers = Numbers::new(1);
    let mut cases: Vec<String> = seeds.iter().flat_map(|seed| other_claims(&text(seed))).collect();
    cases.retain(|own| !seeds.iter().any(|seed| text(seed) == *own));
    assert!(cases.len() > 150 && cases.len() < count / 2, "{}", cases.len());
    while cases.len() < count {
        let at = numbers.below(seeds.len());
        let altered = case(&mut numbers, &seeds[at]);
        if altered != text(&seeds[at]) && !altered.starts_with("grundy-certificate 1") {
            cases.push(altered);
        }
    }
    let verdicts = python(&cases).expect("it was there before");
    let (mut right, mut undecided) = (0, 0);
    let mut unlike = Vec::new();
    for (altered, verdict) in cases.iter().zip(&verdicts) {
        let (own, why) = holds(altered);
        if own.is_none() || verdict.starts_with("not decided") {
            undecided += 1;
            continue;
        }
        if own != Some(verdict.starts_with("verified")) {
            unlike.push(format!("Rust: {why}\nPython: {verdict}\n{altered}"));
        }
        right += usize::from(own == Some(true));
    }
    assert!(
        unlike.is_empty(),
        "{} of {count} verdicts differ, such as\n{}",
        unlike.len(),
        unlike[..unlike.len().min(8)].join("\n")
    );
    assert!(undecided * 50 < count, "{undecided} of {count} were not decided");
    assert!(right * 40 > count, "only {right} of {count} hold: nothing but damage is compared");
}
