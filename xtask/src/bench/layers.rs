//! `cargo xtask bench layers [--pairs N]`: the table of Cram on 4x8 on disk, compared with a search
//! in depth that has the same keys in memory (`crates/grundy-layers/examples/depth_first.rs`).
//!
//! The search, the plain build, one worker, two workers and two processes with connections on this
//! machine, in turn; all must have the same positions, options and checksum. What is asked is about
//! elapsed times, so the machine should be idle: the record has its load. The look-ups are those of
//! the example `lookups`. The table goes to `bench/record/layers.md`.

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use super::{
    machine,
    measure::{self, Cost, median},
    target,
};

/// The pairs of a record.
const PAIRS: usize = 9;

/// The memory of each process.
const MEMORY: &str = "256MiB";

/// How the values are found, what is asked of the elapsed time, and in comparison with which row.
const WAYS: [(&str, &str); 5] = [
    ("a search in depth", ""),
    ("a table", ""),
    ("a table, one worker", "at most that of the search"),
    ("a table, two workers", "1.3x sooner than one worker"),
    ("a table, two processes", "1.1x sooner than one worker"),
];

/// The places of the search and of one worker among them.
const SEARCH: usize = 0;
const ONE_WORKER: usize = 2;

/// What a run has cost, with the seconds until it has ended.
struct Run {
    elapsed: f64,
    cost: Cost,
}

/// Measures, and writes the record.
pub fn bench(root: &Path, pairs: Option<&str>) -> Result<(), String> {
    let pairs = match pairs {
        None => PAIRS,
        Some(pairs) => pairs.parse().ok().filter(|&pairs| pairs > 0).ok_or("--pairs needs a number from 1 on")?,
    };
    let work = target(root).join("bench");
    fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    for what in [&["--package", "grundy-cli"][..], &["--package", "grundy-layers", "--examples"]] {
        let built = Command::new("cargo").args(["build", "--release"]).args(what).current_dir(root).status();
        if !built.is_ok_and(|status| status.success()) {
            return Err("the release build failed".into());
        }
    }
    let release = target(root).join("release");
    let mut runs: Vec<Vec<Run>> = WAYS.iter().map(|_| Vec::new()).collect();
    let mut disk = vec![String::new(); WAYS.len()];
    let (mut expected, mut loads) = (None, Vec::new());
    for pair in 0..pairs {
        loads.push(load());
        for (at, (name, _)) in WAYS.iter().enumerate() {
            let command = command(at, &release, &work)?;
            let begin = Instant::now();
            let (printed, cost) = measure::run(&command, None)?;
            let elapsed = begin.elapsed().as_secs_f64();
            let printed = String::from_utf8_lossy(&printed).into_owned();
            let found = ["positions", "options", "checksum"].map(|word| line(&printed, word));
            if *expected.get_or_insert_with(|| found.clone()) != found {
                return Err(format!("{name} has found another table: {found:?}, not {expected:?}"));
            }
            disk[at] = line(&printed, "bytes");
            println!("{} of {pairs}, {name}: {elapsed:.1} s, {:.1} s of processor time", pair + 1, cost.cpu);
            runs[at].push(Run { elapsed, cost });
        }
    }
    let lookups = vec![release.join("examples/lookups").display().to_string(), folder(&work, 1).display().to_string()];
    let lookups = String::from_utf8_lossy(&measure::run(&lookups, None)?.0).into_owned();
    let rows: Vec<String> = (0..WAYS.len()).map(|at| row(at, &runs, &disk[at])).collect();
    let [positions, options, checksum] = expected.unwrap_or_default();
    let text = format!(
        "# Tables on disk\n\nMade by `cargo xtask bench layers` on: {}. Cram on 4x8: {positions} positions, {options} options, checksum {checksum} in every run. Seconds, \
         medians of {pairs} runs in turn; ratios are medians of the pairs. {MEMORY} for each process. The load of the machine before the pairs, with the other work on it, was {:.1} to {:.1}; \
         with more than its cores, elapsed times say little.\n\n\
         | | elapsed | processor | memory | of the search's time | of one worker's time | asked of the elapsed time | disk |\n|---|---|---|---|---|---|---|---|\n{}\n\n\
         ## Look-ups\n\n`crates/grundy-layers/examples/lookups.rs`, by processor time:\n\n```text\n{lookups}```\n",
        machine(),
        loads.iter().copied().fold(f64::INFINITY, f64::min),
        loads.iter().copied().fold(0.0, f64::max),
        rows.join("\n")
    );
    let path = root.join("bench/record/layers.md");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The folder of the table of a way.
fn folder(work: &Path, at: usize) -> PathBuf {
    work.join(format!("layers-{at}"))
}

/// The command of a way, whose old table is removed.
fn command(at: usize, release: &Path, work: &Path) -> Result<Vec<String>, String> {
    let program = |name: &str| release.join(name).display().to_string();
    if at == SEARCH {
        return Ok(vec![program("examples/depth_first"), "4".into(), "8".into()]);
    }
    let folder = folder(work, at);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let build = format!("{} tables build cram 4x8 -o {} --memory {MEMORY}", program("grundy"), folder.display());
    let hosts = work.join("layers-hosts.txt");
    let processes = if at == 4 { 2 } else { 1 };
    fs::write(&hosts, ports(processes)?).map_err(|error| format!("{}: {error}", hosts.display()))?;
    let hosts = format!("{build} --hosts {}", hosts.display());
    let shell = match at {
        1 => format!("exec {build} -j 1"),
        2 => format!("exec {hosts}:0 -j 1"),
        3 => format!("exec {hosts}:0 -j 2"),
        _ => format!("{hosts}:1 -j 1 > /dev/null & other=$!; {hosts}:0 -j 1 && wait $other"),
    };
    Ok(vec!["sh".into(), "-c".into(), format!("exec 2> /dev/null; {shell}")])
}

/// So many ports that are free, a line each.
fn ports(count: usize) -> Result<String, String> {
    let free: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0"))
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let ports = free.iter().map(|port| port.local_addr().map(|address| format!("{}\n", address.port())));
    ports.collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// What stands after a word at the start of a line.
fn line(printed: &str, word: &str) -> String {
    let found = printed.lines().find_map(|line| line.strip_prefix(word));
    found.unwrap_or_default().trim().to_owned()
}

/// The number of processes that run or wait for a core, of the last minute.
fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(f64::NAN)
}

fn row(at: usize, runs: &[Vec<Run>], disk: &str) -> String {
    let all = |figure: fn(&Run) -> f64| median(runs[at].iter().map(figure));
    let to = |other: usize| {
        let elapsed = median(runs[at].iter().zip(&runs[other]).map(|(own, other)| own.elapsed / other.elapsed));
        let worked = median(runs[at].iter().zip(&runs[other]).map(|(own, other)| own.cost.cpu / other.cost.cpu));
        format!("{elapsed:.2} elapsed, {worked:.2} processor")
    };
    let (name, asked) = WAYS[at];
    format!(
        "| {name} | {:.1} | {:.1} | {:.0} MB | {} | {} | {asked} | {disk} |",
        all(|run| run.elapsed),
        all(|run| run.cost.cpu),
        all(|run| run.cost.memory as f64) / 1e6,
        to(SEARCH),
        to(ONE_WORKER)
    )
}
