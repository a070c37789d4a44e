//! `cargo xtask bench search`: boards of squares and bars compared with `igsolve`, which searches
//! too.
//!
//! Both print the value (ours on boards of squares with one winning move, on bars with all). The
//! other program is a separate process `igsolve`, or the path in the variable `IGSOLVE` (`cargo
//! install igsolve`); without it only our costs are reported. The table goes to
//! `bench/record/search.md`. `bench search long` measures a board that takes minutes instead, once;
//! the other program is ended after ten minutes of CPU time.

use std::{fs, num::NonZero, path::Path, thread, time::Instant};

use super::{
    measure::{self, Cost, median},
    target,
};

/// A board: our game and position, the other program's method and arguments, and the required
/// speedup.
type Board = (&'static [&'static str], &'static [&'static str], &'static str);

/// What a program stored, and what its runs cost.
#[derive(Default)]
struct Runs {
    costs: Vec<Cost>,
    stored: Option<u64>,
}

const BOARDS: &[Board] = &[
    (&["cram", "5x6"], &["-m", "br-asp-set", "cram", "-r", "5", "-c", "6"], "2x"),
    (&["cram", "4x9"], &["-m", "br-asp-set", "cram", "-r", "4", "-c", "9"], "2x"),
    (&["cram", "5x7"], &["-m", "br-asp-set", "cram", "-r", "5", "-c", "7"], "2x"),
    (&["cram", "5x8"], &["-m", "br-asp-set", "cram", "-r", "5", "-c", "8"], "2x"),
    (&["chomp", "10x11"], &["chomp", "-r", "10", "-c", "11"], "2x"),
    (&["chomp", "12x12"], &["chomp", "-r", "12", "-c", "12"], "2x"),
];

/// What takes minutes.
const LONG: &[Board] = &[(
    &["cram", "6x7"],
    &["-m", "br-asp-set", "cram", "-r", "6", "-c", "7"],
    "an answer that it has not in ten minutes",
)];

/// Keeps a program on one core, so that both are measured with one worker.
const PIN: &str = "taskset -c 0";

/// The CPU seconds of the other program on a long board, at most.
const MOST: u64 = 600;

/// Measures every board, or the long ones, and writes their rows of the table; the others stay.
pub fn bench(root: &Path, long: bool) -> Result<(), String> {
    let work = target(root).join("bench");
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    super::build(root, &work)?;
    let grundy = target(root).join("release/grundy").display().to_string();
    let igsolve = std::env::var("IGSOLVE").unwrap_or_else(|_| "igsolve".into());
    let path = root.join("bench/record/search.md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    let mut rows = Vec::new();
    for (boards, runs) in [(BOARDS, 9), (LONG, 1)] {
        for board in boards {
            let name = board.0.join(" ");
            if (runs == 1) == long {
                rows.push(row(board, runs, (&grundy, &igsolve), &work.join("stats.txt"))?);
                println!("{}", rows.last().map_or("", String::as_str));
            } else {
                rows.extend(old.lines().find(|row| row.starts_with(&format!("| {name} |"))).map(str::to_owned));
            }
        }
    }
    let text = format!(
        "# Boards compared with igsolve\n\nMade by `cargo xtask bench search`, and `bench search long` for what takes minutes. CPU seconds of the whole process (user and \
         system) on one core, medians of 9 runs in turn; of what takes minutes one run on all cores. Without a check. Ours on Cram: `solve --value`, on Chomp all winning \
         moves; igsolve (0.1.2): `br-asp-set` on Cram, plain mex on Chomp. The last column is how much sooner ours ends with all cores, of which there \
         are {}.\n\n\
         | board | igsolve | ours | ratio | asked | stored by igsolve | stored by us | our memory | all cores |\n|---|---|---|---|---|---|---|---|---|\n{}\n",
        thread::available_parallelism().map_or(1, NonZero::get),
        rows.join("\n")
    );
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The row of a board that both programs solve in turn, this many times.
fn row(
    (ours, theirs, asked): &Board,
    runs: usize,
    (grundy, igsolve): (&str, &str),
    stats: &Path,
) -> Result<String, String> {
    let flags: &[&str] = if ours[0] == "cram" { &["--value"] } else { &[] };
    let own = command(grundy, &[ours, flags, &["--no-check", "--json", "--stats"][..]].concat());
    let shell = |text: String| vec!["sh".into(), "-c".into(), text];
    let all_cores = shell(format!("exec {} 2>{}", own.join(" "), stats.display()));
    let (own, other) = match runs {
        1 => (all_cores.clone(), shell(format!("ulimit -t {MOST}; exec {}", command(igsolve, theirs).join(" ")))),
        _ => (
            shell(format!("exec {PIN} {} 2>{}", own.join(" "), stats.display())),
            shell(format!("exec {PIN} {}", command(igsolve, theirs).join(" "))),
        ),
    };
    let (mut mine, mut others, mut ended) = (Runs::default(), Runs::default(), false);
    let mut gains = Vec::new();
    for _ in 0..runs {
        let begin = Instant::now();
        let (answer, cost) = measure::run(&own, None)?;
        let alone = begin.elapsed().as_secs_f64();
        mine.costs.push(cost);
        let text = fs::read(stats).map_err(|error| format!("{}: {error}", stats.display()))?;
        mine.stored = number_after(&text, " positions, ");
        if runs > 1 {
            let begin = Instant::now();
            measure::run(&all_cores, None)?;
            gains.push(alone / begin.elapsed().as_secs_f64());
        }
        let Ok((status, text, cost)) = measure::finished(&other, None) else { continue };
        if !status.success() {
            // Without an exit code it was ended by a signal, that is, by its limit.
            ended = status.code().is_none();
            continue;
        }
        others.costs.push(cost);
        others.stored = number_after(&text, "TT size: ");
        if number_after(&answer, "\"value\":") != number_after(&text, "Nimber of initial position: ") {
            return Err(format!("{} has another value", ours.join(" ")));
        }
    }
    let cpu = |runs: &Runs| median(runs.costs.iter().map(|cost| cost.cpu));
    let (shown, ratio) = match &others.costs[..] {
        [] if ended => (format!("none in {MOST}"), String::new()),
        [] => (String::new(), String::new()),
        _ => (format!("{:.3}", cpu(&others)), format!("{:.1}x", cpu(&others) / cpu(&mine).max(1e-3))),
    };
    let memory = median(mine.costs.iter().map(|cost| cost.memory as f64)) / f64::from(1 << 20);
    let stored = |runs: &Runs| runs.stored.map_or(String::new(), |stored| stored.to_string());
    let gain = if gains.is_empty() { String::new() } else { format!("{:.2}x", median(gains.into_iter())) };
    Ok(format!(
        "| {} | {shown} | {:.3} | {ratio} | {asked} | {} | {} | {memory:.0} MiB | {gain} |",
        ours.join(" "),
        cpu(&mine),
        stored(&others),
        stored(&mine)
    ))
}

/// A program with its arguments.
fn command(program: &str, arguments: &[&str]) -> Vec<String> {
    [&[program.to_owned()], &arguments.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()[..]].concat()
}

/// Returns the number after the first of these words.
fn number_after(text: &[u8], words: &str) -> Option<u64> {
    let text = String::from_utf8_lossy(text);
    let rest = text.split_once(words)?.1;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}
