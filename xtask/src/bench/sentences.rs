//! `cargo xtask bench sentences [CASE ..]`: sentences of the language, each compared with the
//! program that a contestant writes for it, in `bench/sentences`.
//!
//! Whole processes, parsing included, in turn; the answers must agree. Both read their input from a
//! file: ours the position, the program the numbers of a contest. The table goes to
//! `bench/record/sentences.md`, which keeps the rows of other cases.

use std::{
    collections::HashMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{
    compile, machine,
    made::{Numbers, made},
    measure::{self, median},
    target,
};

/// A sentence with its inputs.
struct Case {
    /// The name of the program, with [`LARGE`] after it for its second position.
    name: &'static str,
    /// What the position is.
    about: &'static str,
    rules: &'static str,
    /// Whether only who wins is asked for.
    outcome: bool,
    /// Makes our position and the input of the program; `None` if something is missing.
    inputs: fn() -> Option<(String, String)>,
}

/// What the name of a case ends with whose program has another case too.
const LARGE: &str = "_large";

/// A set of about so many numbers, for both programs.
fn numbers_of_a_set(members: usize) -> Option<(String, String)> {
    let position = made("set", members)?.position;
    let members = position.trim_matches(['{', '}']).replace(',', "");
    Some((position.clone(), format!("{} {members}", members.split(' ').count())))
}

/// The word list of two cases.
const WORDS: &str = "/usr/share/dict/american-english";

const CASES: [Case; 13] = [
    Case {
        name: "piles",
        about: "three piles of 44 to 46",
        rules: "piles: take any from 1 pile, take equal any from 2 piles",
        outcome: false,
        inputs: || Some(("[44, 45, 46]".into(), "44 45 46".into())),
    },
    Case {
        name: "moore",
        about: "60,000 piles to 10^18",
        rules: "piles: take any from 1..2 piles",
        outcome: true,
        inputs: || {
            let mut numbers = Numbers(5);
            let piles: Vec<String> = (0..60_000)
                .map(|_| (numbers.below(1_000_000_000) * 1_000_000_000 + numbers.below(1_000_000_000)).to_string())
                .collect();
            Some((format!("[{}]", piles.join(", ")), format!("{} {}", piles.len(), piles.join(" "))))
        },
    },
    Case {
        name: "stones",
        about: "100,000 vertices",
        rules: "stones: move any along an arc",
        outcome: false,
        inputs: || {
            let made = made("apple-tree", 100_000)?;
            let graph = Graph::of(&made.position, '>');
            let stones = made.position.split(" with ").nth(1)?.split(' ');
            let mut counts = vec![0u64; graph.vertices];
            for (name, count) in stones.filter_map(|item| item.split_once(':')) {
                counts[*graph.number.get(name)?] = count.parse().ok()?;
            }
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            let edges = graph.lines();
            Some((
                made.position.clone(),
                format!("{} {}\n{}\n{edges}", counts.len(), graph.edges.len(), counts.join(" ")),
            ))
        },
    },
    Case {
        name: "hackenbush",
        about: "a tree with cycles, 4,000 vertices",
        rules: "green-hackenbush",
        outcome: false,
        inputs: || {
            let made = made("christmas", 4_000)?;
            let graph = Graph::of(&made.position, '-');
            let edges = graph.lines();
            Some((made.position.clone(), format!("{} {}\n{edges}", graph.vertices, graph.edges.len())))
        },
    },
    Case {
        name: "row_within",
        about: "three listed words",
        rules: "row: take letter within word letters a..z in \"/usr/share/dict/american-english\"",
        outcome: false,
        inputs: || {
            Path::new(WORDS)
                .exists()
                .then(|| ("startling + boasted + plaster".into(), "startling boasted plaster".into()))
        },
    },
    Case {
        name: "bag_within",
        about: "the letters of three words",
        rules: "bag: take letter within word letters a..z in \"/usr/share/dict/american-english\"",
        outcome: false,
        inputs: || {
            let words = ["orchestrated", "startling", "painters"];
            let bags: Vec<String> = words.iter().map(|word| format!("{{{word}}}")).collect();
            Path::new(WORDS).exists().then(|| (bags.join(" + "), words.join(" ")))
        },
    },
    Case {
        name: "row_split",
        about: "400 letters",
        rules: "row: split into 2 parts until distinct",
        outcome: false,
        inputs: || {
            let mut numbers = Numbers(2);
            let word: String = (0..400).map(|_| (b'a' + numbers.below(4) as u8) as char).collect();
            Some((word.clone(), word))
        },
    },
    Case {
        name: "bits",
        about: "a heap of 10,000",
        rules: "n -> xor(n, k) for k in 1..n where xor(n, k) < n where bitand(k, 5) > 0",
        outcome: false,
        inputs: || Some(("10000".into(), "10000".into())),
    },
    Case {
        name: "line",
        about: "200,000 piles",
        rules: "piles: take the first or last pile larger than the last taken",
        outcome: true,
        inputs: || {
            let piles = (1..=200_000).step_by(2).chain((1..=100_000).rev().map(|half| 2 * half));
            let piles: Vec<String> = piles.map(|size: u32| size.to_string()).collect();
            Some((format!("[{}]", piles.join(", ")), format!("{} {}", piles.len(), piles.join(" "))))
        },
    },
    Case {
        name: "tape",
        about: "four letters, up to 14 of them",
        rules: "tape: append letter of a..d avoiding abelian square",
        outcome: false,
        inputs: || Some(("\"\"/14".into(), "14".into())),
    },
    Case {
        name: "leaves",
        about: "200,000 vertices",
        rules: "graph: take all leaves but at most one",
        outcome: false,
        inputs: || {
            let made = made("leaves", 200_000)?;
            let graph = Graph::of(&made.position, '-');
            let edges = graph.lines();
            Some((made.position.clone(), format!("{}\n{edges}", graph.vertices)))
        },
    },
    Case {
        name: "set",
        about: "100 numbers to 10^9",
        rules: "set: add the difference of two",
        outcome: false,
        inputs: || numbers_of_a_set(100),
    },
    Case {
        name: "set_large",
        about: "100,000 numbers to 10^9",
        rules: "set: add the difference of two",
        outcome: false,
        inputs: || numbers_of_a_set(100_000),
    },
];

/// The edges of a position, by numbers.
struct Graph<'p> {
    number: HashMap<&'p str, usize>,
    vertices: usize,
    edges: Vec<(usize, usize)>,
}

impl<'p> Graph<'p> {
    /// The graph between the first braces of a position, with this sign between ends.
    fn of(position: &'p str, sign: char) -> Graph<'p> {
        let list = position.trim_start_matches('{').split('}').next().unwrap_or_default();
        let (mut number, mut edges) = (HashMap::new(), Vec::new());
        for item in list.split(' ') {
            let mut of = |name| {
                let next = number.len();
                *number.entry(name).or_insert(next)
            };
            match item.split_once(sign) {
                Some((from, to)) => edges.push((of(from), of(to))),
                None => drop(of(item)),
            }
        }
        Graph { vertices: number.len(), number, edges }
    }

    /// The edges, one in each line.
    fn lines(&self) -> String {
        let mut text = String::new();
        for (from, to) in &self.edges {
            writeln!(text, "{from} {to}").expect("a string takes all text");
        }
        text
    }
}

const RUNS: usize = 15;

/// The most that ours may take, in times of the textbook program.
const ASKED: f64 = 1.0;

/// Measures the cases whose names contain one of `wanted`, or all if it is empty.
pub fn bench(root: &Path, wanted: &[String]) -> Result<(), String> {
    let work = target(root).join("bench");
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    let mut cargo = Command::new("cargo");
    let built = cargo.args(["build", "--release", "--package", "grundy-cli"]).current_dir(root).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("the release build failed".into());
    }
    let grundy = target(root).join("release/grundy");
    let path = root.join("bench/record/sentences.md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    let mut rows = Vec::new();
    for case in &CASES {
        let chosen = wanted.is_empty() || wanted.iter().any(|part| case.name.contains(part.as_str()));
        let row = match chosen && made_apart(case.name)? {
            true => Some(row(root, &work, &grundy, case)?),
            false => None,
        };
        let opening = format!("| {} |", case.name);
        row.iter().for_each(|row| println!("{row}"));
        rows.extend(row.or_else(|| old.lines().find(|line| line.starts_with(&opening)).map(str::to_owned)));
    }
    let text = format!(
        "# Sentences compared with textbook programs\n\nMade by `cargo xtask bench sentences` on: {}. CPU seconds of the whole process \
         (user and system), medians of {RUNS} runs in turn; ours is `solve --no-check` with the answer in words, and with `--value`, or with \
         `--outcome` where the theorem gives only that; the ratio is the median of the pairs, ours to the textbook program's, at most {ASKED} asked. Memory is the peak of \
         textbook / ours.\n\n| case | sentence | position | answer | textbook | ours | ratio | memory |\n|---|---|---|---|---|---|---|---|\n{}\n",
        machine(),
        rows.join("\n")
    );
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes the inputs of a case in another process, because the peak memory of a process includes
/// that of its parent at the start. Returns `false` if something is missing.
fn made_apart(name: &str) -> Result<bool, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let made = Command::new(own).args(["sentence", name]).status().map_err(|error| error.to_string())?;
    Ok(made.success())
}

/// Writes the inputs of a case.
pub fn input(root: &Path, name: &str) -> Result<(), String> {
    let case = CASES.iter().find(|case| case.name == name).ok_or_else(|| format!("there is no case {name}"))?;
    let (position, numbers) = (case.inputs)().ok_or_else(|| format!("NOT RUN {name}: {WORDS} is missing"))?;
    for (path, text) in files(&target(root).join("bench"), name).iter().zip([position, numbers]) {
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Our input and that of the program.
fn files(work: &Path, name: &str) -> [PathBuf; 2] {
    ["position", "numbers"].map(|kind| work.join(format!("{name}.{kind}")))
}

/// The value of an answer in words; without one, N or P.
fn in_words(text: &str) -> String {
    let value = text.lines().next().and_then(|line| line.split_once("nim value "));
    let is_digit = |letter: &char| letter.is_ascii_digit();
    value.map_or_else(|| text.chars().take(1).collect(), |(_, value)| value.chars().take_while(is_digit).collect())
}

/// The row of a case that both programs answer in turn.
fn row(root: &Path, work: &Path, grundy: &Path, case: &Case) -> Result<String, String> {
    let name = case.name;
    let textbook = name.trim_end_matches(LARGE);
    let program = work.join(format!("sentences-{textbook}"));
    compile(&root.join("bench/sentences").join(format!("{textbook}.cpp")), &program, &["-O2"])?;
    let [ours, theirs] = files(work, name);
    let ask = if case.outcome { "--outcome" } else { "--value" };
    let command: Vec<String> = [&grundy.display().to_string(), "solve", case.rules, "-", ask, "--no-check"]
        .into_iter()
        .map(str::to_owned)
        .collect();
    let textbook = vec![program.display().to_string()];
    let (mut own, mut other, mut answer) = (Vec::new(), Vec::new(), String::new());
    // The first runs are not counted.
    for round in 0..=RUNS {
        let (expected, cost) = measure::run(&textbook, Some(&theirs))?;
        let (found, ours) = measure::run(&command, Some(&ours))?;
        answer = String::from_utf8_lossy(&expected).trim().to_owned();
        let found = in_words(&String::from_utf8_lossy(&found));
        if found != answer {
            return Err(format!("{name}: {found}, not {answer}"));
        }
        if round > 0 {
            own.push(ours);
            other.push(cost);
        }
    }
    let cpu = |costs: &[measure::Cost]| median(costs.iter().map(|cost| cost.cpu));
    let memory = |costs: &[measure::Cost]| median(costs.iter().map(|cost| cost.memory as f64)) / f64::from(1 << 20);
    let ratio = median(own.iter().zip(&other).map(|(own, other)| own.cpu / other.cpu.max(1e-4)));
    Ok(format!(
        "| {name} | `{}` | {} | {answer} | {:.4} | {:.4} | {ratio:.2} | {:.0} / {:.0} MiB |",
        case.rules.replace('|', "\\|"),
        case.about,
        cpu(&other),
        cpu(&own),
        memory(&other),
        memory(&own)
    ))
}
