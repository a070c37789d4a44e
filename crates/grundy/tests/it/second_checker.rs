//! The checker in Rust and `tools/grundy_check.py`, which share nothing, on certificates of every
//! kind: those of the tests, altered ones with the count and the checksum made to fit, and files
//! that are made to deceive. They must give the same verdict. A short run here; `cargo xtask exact`
//! alters 10,000, by the variable `GRUNDY_EXACT`.
//!
//! Python reads no sentences of games. It prints those of simple games from the moves that the
//! certificate lists; where it cannot (it reports so), sentences and moves are not altered.
//! Recorded graphs are not altered: Python accepts every numbering of their vertices, and Rust that
//! of the canonical form.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{self, Command},
};

use fastrand::Rng;
use grundy::{
    Budget, Query, Verdict,
    cert::{Claim, State, Window, check_within, read, write},
    certificate::strategy,
    games::no_lists,
    plan, prove,
};

use crate::{
    altered::{alter, mended},
    certificates::questions,
};

/// A stream of numbers that is the same everywhere.
pub(crate) struct Numbers(Rng);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(Rng::with_seed(seed))
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end.max(1))
    }

    pub(crate) fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// The number of altered certificates: more on request.
pub(crate) fn count(short: usize) -> usize {
    if std::env::var_os("GRUNDY_EXACT").is_some() { 10_000 } else { short }
}

/// What the checker in Rust finds in this many steps and so much memory: whether the claim holds,
/// `None` if a limit was reached; and its message.
pub(crate) fn holds(text: &str) -> (Option<bool>, String) {
    let (query, solution) = match read(text, &no_lists) {
        Ok(found) => found,
        Err(why) => return (Some(false), why.message),
    };
    let mut steps = 0u32;
    let mut go_on = || {
        steps += 1;
        steps < 200_000
    };
    match check_within(&query, &solution, 1 << 26, &mut go_on) {
        Ok(Verdict::Verified) => (Some(true), "verified".into()),
        Ok(_) => (None, "undecided".into()),
        Err(flaw) => (Some(false), flaw.to_string()),
    }
}

/// A folder that is removed when the test is over.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The verdict of the checker in Python on each text; `None` without Python. `name` separates the
/// folders of tests.
pub(crate) fn python(name: &str, texts: &[String]) -> Option<Vec<String>> {
    python_by("grundy_check.py", &[], name, texts)
}

/// The same by a script of `tools`, with these words in front of the files.
fn python_by(script: &str, words: &[&str], name: &str, texts: &[String]) -> Option<Vec<String>> {
    let folder = Folder(std::env::temp_dir().join(format!("grundy-{name}-{}", process::id())));
    fs::create_dir_all(&folder.0).expect("a temporary folder");
    let files: Vec<String> = (0..texts.len()).map(|at| folder.0.join(at.to_string()).display().to_string()).collect();
    for (file, text) in files.iter().zip(texts) {
        fs::write(file, text).expect("it can be written");
    }
    let list = folder.0.join("list");
    fs::write(&list, files.join("\n")).expect("it can be written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools").join(script);
    let mut command = Command::new("python3");
    command.arg("-B").arg(script).args(words).args(["--max-positions", "400000", "--list"]).arg(&list);
    let output = command.output();
    let Ok(output) = output else {
        // Past the test harness, which keeps what is printed by tests that pass.
        crate::not_run("python3 is missing, so the two checkers were not compared");
        return None;
    };
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), texts.len(), "{}", String::from_utf8_lossy(&output.stderr));
    let strip = |(line, file): (&str, &String)| line.strip_prefix(&format!("{file}: ")).expect("a verdict").to_owned();
    Some(lines.into_iter().zip(&files).map(strip).collect())
}

/// Requires that Python verifies each text, where there is Python.
pub(crate) fn python_verifies(name: &str, texts: &[String]) {
    for (verdict, text) in python(name, texts).into_iter().flatten().zip(texts) {
        assert!(verdict.starts_with("verified"), "{verdict}\n{text}");
    }
}

/// Games whose proofs of all positions are certificates too.
const PROVED: [&str; 32] = [
    "n -> max(n-s, 0) for s in {2, 5, 7} where n > 0",
    "A(n) -> B(max(n-4, n-s, 7)) for s in {2, 5} where n > 7, B(n) -> A(min(n-1, 6)) + A(0)",
    "n -> n-s for s in {2, 5, 7} where n % 3 != 1",
    "\"aa\" -> \"a\" | \"a\", \"bb\" -> \"a\"",
    "\"aa\" -> \"a\", \"bb\" -> \"a\"",
    "\"aaa\" -> \"bb\", \"bab\" -> \"b\"",
    "\"aa\" -> \"b\", \"bab\" -> \"bb\"",
    "row: \"aa\" -> \"a\", \"ab\" -> \"\"",
    "row: \"ab\" -> \"\"",
    "row: \"ab\" -> \"a\", \"ba\" -> \"b\"",
    "misère row: \"ab\" -> \"a\", \"ba\" -> \"b\"",
    "row: take palindrome 3, take letter of \"a\", take \"b\"",
    "kayles",
    "octal 0.07",
    "octal 4.31",
    "take 1 or 2",
    "take 2..4",
    "take any but {1,4,7,8}",
    "take 1 leaving 0..3 heaps",
    "misère octal 0.3",
    "misère octal 0.77",
    "take 1 leaving 3 heaps",
    "n -> n-1, n -> 3 of (n/2) where n % 2 = 0 where n > 0",
    "n -> k for k in 1..min(n/2, 40), n -> n/7",
    "A(n) -> A(n-k) for k in 1..n, A(n) -> B(n) where n > 0, B(n) -> B(n-k) for k in 1..n",
    "A(n) -> A(n-1) + B(n-1) where n > 3, B(n) -> A(n-2)",
    "W(a, b) -> W(a-1, b), W(a, b) -> W(a, b-1), W(a, b) -> W(a-3, b-3)",
    "T(a, b) -> T(a - 2i, b + i) for i in 1..a/2, T(a, b) -> T(a + i, b - 2i) for i in 1..b/2",
    "a -> (a-1), take 2 leaving 2 heaps",
    "A(n) -> A(n-1), A(n) -> B(a) + A(b) for a + b = n - 2 where a > 4, B(n) -> A(n)",
    "A(n) -> A(a) + B(b) for a + b = n - 1, B(n) -> B(n-k) for k in 1..2",
    "n -> a + b for a + b = n - 2 where a > 1 and b >= 1, octal 0.07",
];

/// Closed forms and runs, by a game and a position; games whose automata read sizes
/// are among the proofs.
const LAWS: [(&str, &str); 48] = [
    ("nim", "3 + 5 + 1000000000000000000"),
    ("misère nim", "1 + 1 + 3"),
    ("take 2..5", "1000000000000000001"),
    ("take 2..18446744073709551615", "18446744073709551610"),
    ("n -> n-k for k in 1..n/3", "1000000000000000000"),
    ("n -> n-k for k in 1..max(sqrt(n), n/7, 2)", "20000000"),
    ("n -> n-k for k in 1..(2+n)/6 + 1", "999999999"),
    ("n -> n-k for k in 1..n where gcd(n, k) = 1", "9999991"),
    ("n -> d for d in 1..n-1 where n % d = 0", "9699690"),
    ("n -> n-d for d in 2..n-1 where n % d = 0", "4611686018427387904"),
    ("divisor-game", "9223372036854775808 + 96"),
    ("euclid", "E(1000000000000000000, 1) + E(25, 7)"),
    ("staircase-nim", "S(1000000000000, 5, 3000000000000, 7) + S(0, 0, 0, 9)"),
    (
        "S(a, b, c) -> S(a-k, b, c+k) for k in 1..a, S(a, b, c) -> S(a, b-k, c+k) for k in 1..b, S(a, b, c) -> S(a, b, c-k) for k in 1..c",
        "S(1000000000000, 5, 3000000000000)",
    ),
    ("nim-with-a-pass", "P(1000000000001, 0, 0, 1) + P(7, 9, 1000000000000, 0)"),
    (
        "Q(a, b, p) -> Q(a-k, b, p) for k in 1..a, Q(a, b, p) -> Q(a, b-k, p) for k in 1..b, Q(a, b, p) -> Q(a, b, 0) where p = 1 and a+b > 0",
        "Q(1000000000001, 1000000000002, 1)",
    ),
    (
        "Q(a, b, p) -> Q(a-k, b, p) for k in 1..a, Q(a, b, p) -> Q(a, b-k, p) for k in 1..b, Q(a, b, p) -> Q(a, b, 0) where p = 1 and a+b > 0",
        "Q(1000000000002, 7, 1)",
    ),
    ("C(x, y) -> C(a, y) + C(x, b) + C(a, b) for a in 0..x-1 for b in 0..y-1", "C(123456789012, 987654321)"),
    ("n -> heaps(b for b in n-k..n-1) for k in 0..n-1", "3298534883328"),
    ("product: octal 0.77 times octal 0.07", "(20, 7) + (3, 12)"),
    ("product: nim times take 1 leaving 2 heaps", "(77, 9)"),
    ("wythoff", "W(6180339887498948482, 10000000000000000000)"),
    ("F(n, q) -> F(n-k, 2*k) for k in 1..min(n, q)", "F(1000000, 999)"),
    ("F(n, q) -> F(n-k, min(n-k, k+k)) for k in 1..q", "F(18446744073709551615, 18446744073709551615)"),
    ("poset: take element with all above", "{a<b b<c a<d d<e d<f} + {p<q}"),
    ("green-hackenbush", "{g-a g-b a-b b-c c-c} on g + path 5 on 2"),
    ("bag: take letter until distinct", "{aabbbcc}"),
    ("row: take every copy of a letter", "abcab"),
    ("piles: take any from 1..2 piles", "[77, 1000000, 2000000, 3000000]"),
    ("piles: take any from 1 pile", "[77, 2000000, 3000000, 3000000]"),
    ("piles: take the first or last pile larger than the last taken", "[5, 4, 7, 9, 2] after 1 + [1, 2, 2]"),
    ("set: add the difference of two", "{6, 10, 15, 1000000007}"),
    ("misère set: add the difference of two", "{6, 10, 15} + {4, 1000000006}"),
    ("graph: take all leaves but at most one", "path 7 + tree [0,0,1,1,4,5]"),
    ("misère graph: take all leaves but at most one", "path 7 + tree [0,0,1,1,4,5] + star 4 + path 6"),
    ("stones: move any along an arc", "{a>b b>c d>b} with a:3 b:1000000000000000000 c:7 d:2"),
    ("stones: move 2..3 along an arc", "tree [0,0,1,1] with [9,8,7,6,5]"),
    ("stones: move {1,4} along an arc", "tree [0,0,1,2] with [0,8,1000000,6,5]"),
    ("stones: move odd along an arc", "path 4 with [1,2,3,4]"),
    ("stones: move even but 4 along an arc", "path 3 with [1,70,3]"),
    (
        "stones: take 1 at the token, then move it along an edge",
        "{a-b b-c c-a} with a:1000000000 b:100000000 c:7 from a",
    ),
    ("bag: take letter until anagram of a palindrome", "{aaabbcdd}"),
    ("x -> y for y in 1..sqrt(x) where y^4 >= x where y < x", "1000000000000"),
    ("n -> n/3 where n > 2, n -> n - n/3 where n > 2", "1000000000000"),
    ("n -> k for k in n/4..n/2 where k < n", "1000000000000000000"),
    ("take {1, 2, 999999999}", "1000000000"),
    ("take 3 or 100 or 10000000", "70000000 + 12"),
    ("n -> n/2, n -> n/3 where n < 40, n -> sqrt(n) where 7 <= n", "1000000000000"),
];

/// Games of [`LAWS`] whose closed forms give outcomes only begin so.
const WINNERS: [&str; 6] =
    ["wythoff", "F(n, q)", "n -> n-d for d in 2", "Q(a, b, p)", "piles: take any", "stones: take 1"];

/// All kinds of claims; those of words have a test of their own too.
const KINDS: [&str; 16] = [
    "values",
    "product",
    "positions",
    "couples",
    "winners",
    "outcomes",
    "period",
    "window",
    "quotient",
    "matching",
    "automaton",
    "periodic",
    "grid",
    "law",
    "runs",
    "binary",
];

/// The names of closed forms, which an altered claim may have.
pub(crate) fn names() -> Vec<&'static str> {
    grundy::cert::closed_form::ALL.into_iter().map(|form| form.name()).collect()
}

/// More positions, of moves that the other tests of certificates do not have.
const POSITIONS: [(&str, &str); 28] = [
    ("\"aa\" -> \"a\", \"bb\" -> \"a\"", "abbbaabbbbba + bbxab"),
    ("\"aaa\" -> \"b\", \"ab\" -> \"b\", \"bb\" -> \"b|b\"", "aaaabaaabb"),
    ("\"aa\" -> \"b\", \"bab\" -> \"bb\"", "baaaaabab"),
    ("\"ab\" -> \"b\", \"ca\" -> \"c\", \"caab\" -> \"cb\", \"cb\" -> \"c|b\"", "caaabaaacaab"),
    ("take prime, take square leaving 2 heaps", "23"),
    ("split into 3 equal heaps, take odd but {3}", "18"),
    ("n -> xor(n, k) + bitand(n, k) for k in 1..n where bitor(n, -k) < 0 and xor(n, k) < n > bitand(n, k)", "13"),
    ("n -> heaps(b for b in c..n-1) + (c/2) for c in 1..n", "13"),
    (
        "A(n) -> heaps(A(d) + 2 of B(n-d) for d in 1..n-1 where n % d = 0), B(n) -> heaps(B(d) for d in {0, n/2, n-2})",
        "A(12)",
    ),
    ("n -> (c) + any of heaps(b + (n-b-1) for b in 0..c where b % 3 != 1) for c in 0..n-1", "9"),
    ("row: cut run", "aabbcab"),
    ("row: take palindrome 2..", "aabbcab"),
    ("row: cut half of square", "aabbcaab"),
    ("row: take letter until no letter more than 1 times", "aabcb"),
    ("row: xyx -> x|y|x for letters x, y", "abacaba"),
    ("row: ^\"ab+\" -> \"a\", \"b\"$ -> \"\"", "abbab"),
    ("ring: cut run, \"ab\" -> \"a\"", "(aabbcab)"),
    ("bag: take \"ab\", take letter of a", "{aabbcd}"),
    ("stones: move any but 3 along an arc", "{2>0 2>1 1>0} with 1:2 2:4"),
    ("stones: take 1 at the token, then move it along an arc", "{0>1 1>2 2>0} with 0:2 1:2 2:2 from 0"),
    ("stones: take any but 2 at the token, then move it along an edge", "{0-1 1-2} with 0:4 1:3 2:2 from 1"),
    ("vertexnim", "{0-0 0-1 1-2 2-3 3-4} with 0:2 1:1 2:3 4:2 from 1"),
    ("piles: take any from 1 pile, take equal any from 2 piles", "[2, 3, 4]"),
    ("piles: take odd from the largest pile, take 1..2 from the first pile", "[3, 4, 2]"),
    ("piles: take 1..2 from all of {1, 2} or {2, 3} or {4}, take 1 from the smallest pile", "[3, 4, 2, 0]"),
    ("cram", "3x4"),
    ("chomp", "3x4"),
    ("misère green-hackenbush", "{g-a g-b a-b b-c c-c} on g"),
];

/// A window of Kayles, whose last rare heap is 70, with states at these heaps and at 171.
pub(crate) fn window(states: &[u64]) -> String {
    let rules = grundy::games::game("kayles").expect("a game");
    let (query, mut solution) = prove(&rules, None, &mut Budget::new()).unwrap().solution.expect("a period");
    let [Claim::Period(period)] = &solution.claims[..] else { panic!("another claim") };
    let (preperiod, period, reach, mask) = (period.preperiod, period.period, 100, 15);
    let end = preperiod + reach + period;
    let heaps = grundy::Component::Heap(end - 1);
    let Ok(grundy::Answer::Values(values)) = plan(&Query::new(&rules, vec![heaps], grundy::Question::Table))
        .unwrap()
        .run(&mut Budget::new())
        .map(|own| own.answer)
    else {
        panic!("no table")
    };
    let values: Vec<u32> = values.iter().map(|value| u32::try_from(value.0).unwrap()).collect();
    let rare = (0u64..).zip(&values).filter(|(_, value)| (**value & mask).count_ones() % 2 == 0);
    let window = Window {
        preperiod,
        period,
        mask,
        turning: false,
        reach,
        largest: values.iter().copied().max().unwrap(),
        rare: rare.map(|(heap, &value)| (heap, value)).collect(),
        states: states
            .iter()
            .chain([&(preperiod + reach)])
            .map(|&heap| State { heap, values: values[(heap - reach - 1) as usize..heap as usize].to_vec() })
            .collect(),
    };
    solution.claims = vec![Claim::Window(window)];
    write(&query, &solution).unwrap()
}

fn seeds() -> Vec<String> {
    let found = |query: &Query| write(query, &plan(query).unwrap().run(&mut Budget::new()).unwrap()).unwrap();
    let mut texts: Vec<String> = questions().iter().map(found).collect();
    // The example of each named game, so that no board is left out.
    let named = grundy::games::FAMILIES.iter().filter(|family| family.parameters.is_empty());
    let named = named.map(|family| (family.name, family.example));
    for (game, position) in POSITIONS.into_iter().chain(named) {
        for question in [grundy::Question::ValueAndMoves, grundy::Question::Outcome] {
            let query = grundy::games::query(game, position, question).expect(game);
            let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
            texts.push(write(&query, &solution).unwrap());
            // One answer to each option.
            let short = strategy(&query, &solution, &mut Budget::new()).expect("no limit");
            texts.extend(short.map(|short| write(&query, &short).unwrap()));
        }
    }
    for (game, position) in LAWS {
        let values = !WINNERS.iter().any(|own| game.starts_with(own));
        let question = if values { grundy::Question::ValueAndMoves } else { grundy::Question::Outcome };
        texts.push(found(&grundy::games::query(game, position, question).expect(game)));
    }
    for game in PROVED {
        let proof = prove(&grundy::games::game(game).expect(game), None, &mut Budget::new()).expect(game);
        let (query, solution) = proof.solution.expect(game);
        texts.push(write(&query, &solution).expect(game));
    }
    texts.push(window(&[]));
    // Its search takes a minute.
    texts.push(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/words/two-counters.cert")).into());
    texts
}

/// The lines of the last claim.
fn claim_of(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.split_terminator('\n').collect();
    lines[lines.iter().rposition(|line| line.starts_with("claim ")).unwrap_or(0)..].to_vec()
}

/// The sentences of the boards, and their moves.
fn boards(text: &str) -> Vec<&str> {
    const OPENINGS: [&str; 4] = ["board", "family", "move", "until"];
    text.split('\n').filter(|line| OPENINGS.contains(&line.split(' ').next().unwrap_or(""))).collect()
}

#[test]
fn both_checkers_verify_the_certificates_of_the_tests() {
    let seeds = seeds();
    let Some(verdicts) = python("seeds", &seeds) else { return };
    for (text, verdict) in seeds.iter().zip(&verdicts) {
        assert_eq!(holds(text).0, Some(true), "{text}");
        assert!(verdict.starts_with("verified: "), "{verdict}\n{text}");
    }
    // Each once more by a program of those lines alone that its claim needs.
    assert_eq!(python_by("lines_to_trust.py", &["--verify"], "parts", &seeds), Some(verdicts));
    let claims: BTreeSet<&str> =
        seeds.iter().flat_map(|text| text.lines().filter_map(|line| line.strip_prefix("claim "))).collect();
    for kind in KINDS {
        assert!(claims.contains(kind), "no certificate has a claim {kind}, of {claims:?}");
    }
    for name in names().into_iter().filter(|&name| name != "parity") {
        assert!(seeds.iter().any(|text| text.contains(&format!("claim law\n{name}\n"))), "no claim is {name}");
    }
    assert!(seeds.len() > 100, "only {} are verified by both", seeds.len());
}

#[test]
fn both_checkers_give_the_same_verdict_on_altered_certificates() {
    let count = count(1_500);
    // Graphs in facts are numbered as the canonical form is, which Python does not require.
    let facts_on_graphs = |text: &str| {
        let board = ["graph", "ground", "order", "token", "stones"];
        let laws = ["claim law\n", "claim matching\n"];
        let on_graph = board.iter().any(|board| text.contains(&format!("moves {board}\n"))) && text.contains('{');
        on_graph && !laws.iter().any(|law| text.contains(law))
    };
    let seeds: Vec<String> = seeds().into_iter().filter(|text| text.len() < 20_000).collect();
    let mut numbers = Numbers::new(7);
    let mut cases = Vec::new();
    while cases.len() < count {
        let seed = &seeds[numbers.below(seeds.len())];
        let mut lines: Vec<String> = seed.split_terminator('\n').map(str::to_owned).collect();
        if numbers.below(12) == 0 {
            // The claim of another game, which is well formed.
            let other = claim_of(&seeds[numbers.below(seeds.len())]);
            lines.truncate(lines.len() - claim_of(seed).len());
            lines.extend(other.into_iter().map(str::to_owned));
        } else {
            for _ in 0..1 + numbers.below(4) / 3 {
                alter(&mut numbers, &mut lines);
                lines.extend(lines.is_empty().then(String::new));
            }
        }
        if numbers.below(12) > 0 {
            mended(&mut lines);
        }
        let altered = lines.join("\n") + if numbers.below(40) > 0 { "\n" } else { "" };
        // Version 1 has no moves.
        if altered != *seed && !altered.starts_with("grundy-certificate 1") {
            cases.push((seed, altered));
        }
    }
    let texts: Vec<String> = cases.iter().map(|(_, altered)| altered.clone()).collect();
    let Some(verdicts) = python("altered", &texts) else { return };
    let (mut undecided, mut verified, mut unlike) = (0, 0, Vec::new());
    for ((seed, altered), verdict) in cases.iter().zip(&verdicts) {
        let (own, why) = holds(altered);
        if own.is_none() || verdict.starts_with("not decided") {
            undecided += 1;
            continue;
        }
        if verdict.contains("is not compared") && boards(seed) != boards(altered)
            || facts_on_graphs(seed) && claim_of(seed) != claim_of(altered)
        {
            continue;
        }
        verified += usize::from(own == Some(true));
        if own != Some(verdict.starts_with("verified")) {
            unlike.push(format!("Rust: {why}\nPython: {verdict}\n{altered}"));
        }
    }
    assert!(unlike.is_empty(), "{} of {count} verdicts differ, such as\n{}", unlike.len(), unlike[0]);
    assert!(undecided * 10 < count, "{undecided} of {count} were not decided");
    assert!(verified > 0, "nothing but damage is compared");
}

/// The files of `testdata/deceit`: each states something false, in a form that is right or nearly
/// so.
#[test]
fn both_checkers_refuse_every_file_that_deceives() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/deceit");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).expect("the folder").map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 40, "only {} files", files.len());
    let texts: Vec<String> = files.iter().map(|file| fs::read_to_string(file).expect("text")).collect();
    for (file, text) in files.iter().zip(&texts) {
        assert_eq!(holds(text).0, Some(false), "{}", file.display());
    }
    for (file, verdict) in files.iter().zip(python("deceit", &texts).into_iter().flatten()) {
        assert!(verdict.starts_with("refused: "), "{}: {verdict}", file.display());
    }
}
