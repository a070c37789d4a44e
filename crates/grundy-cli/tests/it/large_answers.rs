//! Answers about positions with very many components: they are written by group, within the limits.

use std::{
    fs,
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value;
use snapbox::cmd::cargo_bin;

const MIB: u64 = 1 << 20;

fn grundy(arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("grundy")).args(arguments).output().expect("the program runs")
}

fn printed(arguments: &[&str]) -> String {
    let output = grundy(arguments);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    text
}

fn answered(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).expect("JSON")
}

/// The peak of a process without the pages of files, and its CPU time in hundredths of a second.
fn spent(child: &Child) -> (u64, u64) {
    let read = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id())).unwrap_or_default();
    let status = read("status");
    let line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name));
    let bytes = |name: &str| Some(line(name)?.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024);
    let peak = bytes("VmHWM:").zip(bytes("RssFile:")).map_or(0, |(peak, files)| peak.saturating_sub(files));
    let stat = read("stat");
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    (peak, fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum())
}

/// Runs the program, whose output nobody keeps. Returns the peak, the CPU time and the code.
fn measured(arguments: &[&str]) -> (u64, u64, i32) {
    let mut child = Command::new(cargo_bin!("grundy"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut most = (0, 0);
    loop {
        let now = spent(&child);
        most = (most.0.max(now.0), most.1.max(now.1));
        if let Some(status) = child.try_wait().expect("the program is there") {
            return (most.0, most.1, status.code().unwrap_or(-1));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn equal_neighbours_are_one_entry() {
    let solved = answered(&["solve", "nim", "17*5 + 3"]);
    assert_eq!(solved["position"], "17*5 + 3");
    let components = solved["components"].as_array().expect("a list");
    assert_eq!(components.len(), 2);
    assert_eq!(
        (&components[0]["component"], &components[0]["count"], &components[0]["value"]),
        (&1.into(), &17.into(), &5.into())
    );
    assert_eq!((&components[1]["component"], components[1].get("count")), (&18.into(), None));
    assert_eq!(solved["winning_moves"][0]["count"], 17);
    assert_eq!(solved["moves"], 17 * 5 + 3);
    let text = printed(&["solve", "nim", "17*5 + 3"]);
    assert!(text.contains("Winning moves (17 of 88):\n  one of heaps 1..17 (5): take 2, leave 3\n"), "{text}");

    let moves = answered(&["moves", "kayles", "20*2", "1"]);
    let count = |option: &Value| option["count"].as_u64().unwrap_or(1);
    let options = moves["options"].as_array().expect("a list");
    assert_eq!(options.iter().map(count).sum::<u64>(), moves["moves"].as_u64().expect("a number"));
    assert_eq!((options.len(), &moves["moves"]), (3, &41.into()));
    let text = printed(&["moves", "kayles", "20*2", "1"]);
    assert!(
        text.contains("41 moves, 1 of them winning") && text.contains("one of heaps 1..20 (2): take 1, leave 1"),
        "{text}"
    );

    for position in ["18*7", "17*7 + 3", "17*7 + 3 + 18*7"] {
        let explained = answered(&["explain", "kayles", position]);
        let xor = explained["xor"]
            .as_array()
            .expect("a list")
            .iter()
            .fold(0, |xor, value| xor ^ value.as_u64().expect("a number"));
        assert_eq!(explained["value"], xor, "{position}");
        assert_eq!(explained["xor"].as_array().map(Vec::len), explained["components"].as_array().map(Vec::len));
    }
    let text = printed(&["explain", "kayles", "17*7 + 3 + 18*7"]);
    for line in
        ["heaps 1..17 (7):", "heaps 19..36 (7): as heap 1 (7), value 2.", "2 (17 times) xor 3 xor 2 (18 times) = 1."]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    let compound = answered(&["compound", "conjunctive", "nim", "300*3"]);
    assert_eq!(
        (&compound["components"][0]["count"], &compound["winning_move"][0]["count"]),
        (&300.into(), &300.into())
    );
    let drawn = printed(&["draw", "position", "nim", "300*3 + 1"]);
    assert!(
        drawn.contains("heaps 1..300") && drawn.contains("301") && !drawn.contains("components are drawn"),
        "{drawn}"
    );
}

/// Up to 16 equal neighbours are written as they always were.
#[test]
fn few_equal_neighbours_are_written_one_by_one() {
    let solved = answered(&["solve", "nim", "16*5"]);
    assert_eq!(solved["position"], vec!["5"; 16].join(" + "));
    assert_eq!(solved["components"].as_array().map(Vec::len), Some(16));
    assert!(!solved.to_string().contains("count"));
    let moves = printed(&["moves", "kayles", "5 + 5"]);
    assert!(moves.contains("heap 1 (5)") && moves.contains("heap 2 (5)"), "{moves}");
}

/// Each of these held from 116 MB to 3 GB, and up to seven seconds of CPU time.
#[test]
fn many_equal_components_cost_no_more_than_the_position() {
    if !cfg!(target_os = "linux") {
        crate::not_run("the peak of a process is read from /proc, which this system does not have");
        return;
    }
    for (arguments, most) in [
        (&["explain", "nim", "1000000*1", "--json", "--memory", "300MiB", "--time", "20"][..], 300),
        (&["solve", "nim", "300000*1", "--json", "--memory", "64MiB"], 64),
        (&["moves", "nim", "300000*2", "--json", "--memory", "64MiB"], 64),
        (&["compound", "conjunctive", "nim", "300000*1", "--json", "--memory", "64MiB"], 64),
        (&["explain", "kayles", "300000*3", "--memory", "64MiB"], 64),
        (&["draw", "position", "nim", "300000*1", "--memory", "64MiB"], 64),
    ] {
        let (peak, ticks, code) = measured(arguments);
        assert_eq!(code, 0, "{arguments:?}");
        assert!((MIB..(most + 16) * MIB).contains(&peak), "{arguments:?}: {} MiB", peak / MIB);
        assert!(ticks < 200, "{arguments:?}: {ticks} ticks");
    }
}

/// What is too much is refused with the limit, before it is built.
#[test]
fn what_does_not_fit_is_refused() {
    if !cfg!(target_os = "linux") {
        crate::not_run("the peak of a process is read from /proc, which this system does not have");
        return;
    }
    // No two neighbours are equal.
    let alternating = ["1 + 2"; 60_000].join(" + ");
    let folder = std::env::temp_dir().join(format!("grundy-large-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder is made");
    let file = folder.join("positions.txt");
    fs::write(&file, format!("{alternating}\n1000000*1\n3\n")).expect("a file is written");
    let file = file.to_str().expect("a plain name");
    for arguments in [
        &["solve", "nim", "1000000*1", "--json", "--memory", "32MiB"][..],
        &["explain", "kayles", "1000000*3", "--memory", "64MiB"],
        &["play", "nim", "1000000*1", "--memory", "32MiB"],
        &["plan", "nim", "1000000*1", "--memory", "32MiB"],
        &["draw", "graph", "nim", "1000000*1", "--memory", "32MiB"],
        &["compound", "selective", "nim", "1000000*1", "--memory", "32MiB"],
        &["solve", "nim", "--positions", file, "--memory", "32MiB"],
    ] {
        let (peak, ticks, code) = measured(arguments);
        assert_eq!(code, 3, "{arguments:?}");
        let most = if arguments.contains(&"64MiB") { 80 } else { 48 };
        assert!(peak < most * MIB, "{arguments:?}: {} MiB", peak / MIB);
        assert!(ticks < 300, "{arguments:?}: {ticks} ticks");
    }
    let output = grundy(&["solve", "nim", "--positions", file, "--memory", "32MiB"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.iter().map(|line| line["line"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
    assert_eq!((&lines[1]["error"]["code"], &lines[2]["value"]), (&"memory".into(), &3.into()));
    let _ = fs::remove_dir_all(folder);
}

/// Every move of a long word says where it is, in text and in JSON.
#[test]
fn moves_of_long_words_are_told_apart() {
    let word = "ab".repeat(1_500);
    let text = printed(&["moves", "cut \"ab\" or \"ba\"", &word]);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("row 1 (")).collect();
    let distinct: std::collections::BTreeSet<&&str> = lines.iter().collect();
    assert!(lines.len() > 2_000 && distinct.len() == lines.len(), "{} of {}", distinct.len(), lines.len());
    let moves = answered(&["moves", "cut \"ab\" or \"ba\"", &word]);
    let options = moves["options"].as_array().expect("a list");
    assert_eq!(options.len(), lines.len());
    let placed = |option: &Value| {
        option["how"][0].as_str().is_some_and(|how| how.starts_with("remove \"") && how.contains(" at "))
    };
    assert!(options.iter().all(placed));
}
