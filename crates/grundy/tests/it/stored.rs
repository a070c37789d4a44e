//! Tables of all positions on disk hold the values that the solvers find, and refuse all else.

use std::{collections::BTreeSet, fs, net::TcpListener, num::NonZero, path::Path, thread, time::Duration};

use grundy::{
    Component, Error, Fault, Game, Limits, Nimber, Query, Question, Run,
    games::{self, Ruleset},
    help::Json,
    stored::{self, Stored},
};

fn run(threads: usize) -> Run {
    let threads = Some(NonZero::new(threads).unwrap());
    Run::new(Limits { memory: Some(32 << 20), threads, ..Limits::default() }).unchecked()
}

fn query(game: &str, start: &str) -> Query {
    games::query(game, start, Question::Value).unwrap()
}

fn build(game: &str, start: &str, folder: &Path) -> Stored {
    run(2).build_table(&query(game, start), folder).unwrap();
    run(1).stored(folder).unwrap()
}

/// All components that can be reached.
fn reached(query: &Query) -> BTreeSet<Component> {
    let mut open: Vec<Component> = query.position.iter().map(|term| term.component.clone()).collect();
    let mut all = BTreeSet::new();
    while let Some(component) = open.pop() {
        if all.insert(query.rulesets[0].canonical(&component)) {
            let walked = query.rulesets[0].options(&component, |parts| {
                open.extend_from_slice(parts);
                Ok::<(), Fault>(())
            });
            walked.unwrap();
        }
    }
    all
}

/// Every component that can be reached is in the table, with the value that the solvers find. The
/// empty word, and cells without moves, need not be there.
fn agrees(game: &str, start: &str) {
    let folder = tempfile::tempdir().unwrap();
    let stored = build(game, start, folder.path());
    let query = query(game, start);
    let mut held = 0;
    for component in reached(&query) {
        let one = Query::new(&games::game(game).unwrap(), vec![component.clone()], Question::Value);
        let value = run(1).solve(one.clone()).unwrap().value();
        match stored.answer(&run(1), one) {
            Ok(found) => assert_eq!(found.value(), value, "{game} at {component}"),
            Err(error) => {
                let empty = matches!(&component, Component::Row(word) | Component::Ring(word) if word.is_empty());
                let board = matches!(query.rulesets[0], Ruleset::Graph(_));
                assert!(empty || board, "{game} at {component}: {error}");
                continue;
            }
        }
        held += 1;
    }
    assert!(held > 1, "{game}: {held}");
    let check = stored.verify(&run(1), u64::MAX, 1).unwrap();
    assert_eq!(check.sample, check.summary.positions, "{game}");
}

#[test]
fn boards_hold_the_values_of_the_solvers() {
    for (game, start) in [
        ("cram", "1x5"),
        ("cram", "3x4"),
        ("cram", "3x3"),
        ("cram", "..#/.../#.."),
        ("graph: take vertex with its neighbours", "3x4"),
        ("graph: take vertex", "2x3"),
        ("graph: take vertex, take edge with its ends", "3x3"),
    ] {
        agrees(game, start);
    }
}

#[test]
fn words_hold_the_values_of_the_solvers() {
    for (game, start) in [
        (r#""ab" -> """#, "aabbabab"),
        (r#""aa" -> "b", "bb" -> """#, "aabaabaa"),
        (r#""a" -> "bc", "bc" -> """#, "aacab"),
        ("row: cut run", "aabbbaab"),
        ("row: take palindrome", "abacab"),
        ("ring: cut letter", "(abacab)"),
        // Equal words of one option cancel, and come up nowhere else.
        (r#"row: cut "b""#, "aabaa"),
        (r#"row: xyz -> x | "b" | "" for letters x, y, z"#, "cccc"),
        (r#"ring: "b" -> "a" | "c" | "c" | """#, "(abd)"),
        ("row: cut every copy of a letter", "abcbab"),
    ] {
        agrees(game, start);
    }
}

#[test]
fn heaps_hold_the_values_of_the_solvers() {
    for (game, start) in [
        ("kayles", "40"),
        ("take 1..3", "30"),
        ("wythoff", "W(9, 12)"),
        ("A(n) -> B(n), A(n) -> A(n-1), B(n) -> A(n-2)", "A(20)"),
    ] {
        agrees(game, start);
    }
}

/// The value of a position is the sum of those of its parts, for every position of the table.
#[test]
fn pictures_have_the_sums_of_their_parts() {
    let folder = tempfile::tempdir().unwrap();
    let stored = build("cram", "3x3", folder.path());
    let (mut held, mut foreign) = (0, 0);
    for free in 0..1u32 << 9 {
        let sign = |at: usize| if free >> at & 1 == 1 { '.' } else { '#' };
        let row = |row: usize| (0..3).map(|column| sign(3 * row + column)).collect::<String>();
        let picture = (0..3).map(row).collect::<Vec<_>>().join("/");
        match stored.look_up(&run(1), &picture) {
            Ok(value) => {
                assert_eq!(free.count_ones() % 2, 1, "{picture}: a domino has two cells");
                let parts = games::query("cram", &picture, Question::Value);
                let plain = parts.map_or(Some(Nimber::ZERO), |parts| run(1).solve(parts).unwrap().value());
                assert_eq!(Some(value), plain, "{picture}");
                held += 1;
            }
            Err(Error::Refused(refused)) => {
                assert!(refused.message.contains("no play from 3x3 leads to it"), "{refused:?}");
                foreign += 1;
            }
            Err(error) => assert!(free == 0, "{picture}: {error}"),
        }
    }
    assert!(held > 50 && foreign >= 255, "{held} {foreign}");
}

#[test]
fn each_position_comes_once_with_the_value_that_a_query_has() {
    for (game, start) in [("cram", "3x3"), ("row: cut run", "aabbbaab"), ("wythoff", "W(5, 7)")] {
        let folder = tempfile::tempdir().unwrap();
        let stored = build(game, start, folder.path());
        let (mut last, mut seen) = (0, std::collections::BTreeSet::new());
        let all = stored.each(&run(1), |entry| {
            assert!(entry.layer >= last, "{game}: layers ascend");
            last = entry.layer;
            assert_eq!(stored.look_up(&run(1), &entry.position)?, entry.value, "{game} {}", entry.position);
            assert!(seen.insert(entry.position));
            Ok::<(), Error>(())
        });
        all.unwrap();
        assert_eq!(seen.len() as u64, stored.summary().unwrap().positions, "{game}");
        let cancelled = run(1);
        cancelled.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        let ended = stored.each(&cancelled, |_| Ok::<(), Error>(()));
        assert!(ended.is_ok() || ended.unwrap_err().code() == "interrupted", "a table of few positions is read whole");
    }
}

/// A compressed table has the answers of its folder, and refuses what the folder refuses.
#[test]
fn compressed_tables_answer_as_their_folders_do() {
    for (game, start) in [
        ("cram", "3x4"),
        ("cram", "5x3"),
        ("graph: take vertex", "3x3"),
        ("graph: take edge with its ends, take vertex", "2x4"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let stored = build(game, start, &folder.path().join("table"));
        let file = folder.path().join("compressed");
        let written = run(1).compress_table(&folder.path().join("table"), &file).unwrap();
        assert_eq!(written.positions, stored.summary().unwrap().positions);
        assert_eq!(written.bytes, std::fs::metadata(&file).unwrap().len());
        assert!(grundy::stored::is_table(&file));
        let compressed = run(1).stored(&file).unwrap();
        assert_eq!(compressed.query().to_string(), stored.query().to_string());
        let (rows, columns) = start.split_once('x').unwrap();
        let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
        let (mut held, mut foreign) = (0, 0);
        for free in 0..1u32 << (rows * columns) {
            let sign = |at: usize| if free >> at & 1 == 1 { '.' } else { '#' };
            let row = |row: usize| (0..columns).map(|column| sign(columns * row + column)).collect::<String>();
            let picture = (0..rows).map(row).collect::<Vec<_>>().join("/");
            match (stored.look_up(&run(1), &picture), compressed.look_up(&run(1), &picture)) {
                (Ok(one), Ok(other)) => {
                    assert_eq!(one, other, "{game} {picture}");
                    held += 1;
                }
                (Err(_), Err(_)) => foreign += 1,
                (one, other) => panic!("{game} {picture}: {one:?} and {other:?}"),
            }
        }
        assert!(held > 20, "{game}: {held} positions, {foreign} others");
        assert!(foreign > 0 || game.contains("vertex"), "{game} has pictures that are no positions");
        for shape in ["2x3", "1x2 + 1x3", "3x3", "7x1"] {
            let query = games::query(game, shape, Question::Value).unwrap();
            let value = |table: &Stored| table.answer(&run(1), query.clone()).ok().and_then(|answer| answer.value());
            assert_eq!(value(&stored), value(&compressed), "{game} {shape}");
        }
        let (message, help) = refusal(compressed.verify(&run(1), 1, 1).unwrap_err());
        assert!(message.contains("holds no positions") && help.contains("folder"), "{message} {help}");
        assert!(compressed.each(&run(1), |_| Ok::<(), Error>(())).is_err());
        assert!(run(1).compress_table(&file, &folder.path().join("again")).is_err());
    }
    let folder = tempfile::tempdir().unwrap();
    for (at, (game, start)) in [("node-kayles", "3x3"), ("row: cut run", "aabb")].into_iter().enumerate() {
        let path = folder.path().join(at.to_string());
        build(game, start, &path);
        let (message, help) = refusal(run(1).compress_table(&path, &folder.path().join("file")).unwrap_err());
        assert!(message.contains("cannot be compressed") && help.contains("side of at most 6"), "{message} {help}");
        assert!(!folder.path().join("file").exists());
    }
    let path = folder.path().join("no-table");
    std::fs::write(&path, "grundy static 1\nand no more").unwrap();
    let (message, _) = refusal(run(1).stored(&path).unwrap_err());
    assert!(message.contains("cut short"), "{message}");
    // A first line that has changed, in a file that is otherwise whole.
    std::fs::write(&path, format!("gru\u{1}dy static 1\n{}", "x".repeat(100))).unwrap();
    let (message, help) = refusal(run(1).stored(&path).unwrap_err());
    let wanted = "its first line is not `grundy static 1`: it begins with `gru\\x01dy static 1`";
    assert!(message.ends_with(wanted) && help.contains("tables compress"), "{message} {help}");
}

fn refusal(error: Error) -> (String, String) {
    match error {
        Error::Refused(refused) => (refused.message, refused.help.spelled(&Json)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn games_without_keys_or_layers_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    for (game, start, reason) in [
        ("misere nim", "5", "misère play has outcomes"),
        ("graph: take edge", "2x2", "only boards of squares have one"),
        ("graph: take vertex", "path 5", "only boards of squares have one"),
        ("cram", "9x9", "has 81 places"),
        (r#""ba" -> "ab""#, "baba", "proved by an alphabetical order"),
        ("A(a, b) -> A(a-1, b+1), A(a, b) -> A(a, b-1)", "A(3, 3)", "proved by the order of the sizes"),
        ("nim", "100000", "100001 layers"),
        ("chomp", "3x3", "no keys of a fixed size"),
    ] {
        let refused = run(1).build_table(&query(game, start), &path).unwrap_err();
        let (message, help) = refusal(refused);
        assert!(message.contains(reason) && !help.is_empty(), "{game}: {message}");
        assert!(!path.exists(), "{game}: nothing is written");
    }
}

#[test]
fn other_folders_and_other_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let stored = build("cram", "3x3", &path);
    let other = stored.answer(&run(1), query("nim", "3")).unwrap_err();
    assert!(refusal(other).0.contains("not of take any"));
    let large = stored.answer(&run(1), query("cram", "3x4")).unwrap_err();
    assert!(refusal(large).0.contains("no position 3x4"));
    let twice = run(1).build_table(&query("cram", "3x4"), &path).unwrap_err();
    assert_eq!(refusal(twice).1, "name another folder");
    let none = run(1).stored(&folder.path().join("none")).unwrap_err();
    assert!(refusal(none).1.contains("`tables build`"));
    let keys = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
    let keys = keys.filter(|path| path.extension().is_some_and(|end| end == "keys")).max().unwrap();
    let mut bytes = fs::read(&keys).unwrap();
    bytes[20] ^= 4;
    fs::write(&keys, bytes).unwrap();
    let (message, help) = refusal(stored.verify(&run(1), 1, 1).unwrap_err());
    assert!(message.contains(&keys.display().to_string()) && help.contains("build it again"), "{message}");
}

#[test]
fn limits_end_the_work_and_it_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let cram = query("cram", "4x5");
    let limited = Run::new(Limits { positions: Some(500), memory: Some(32 << 20), ..Limits::default() });
    let stopped = limited.build_table(&cram, &path).unwrap_err();
    assert_eq!(stopped.code(), "positions");
    assert!(refusal(run(1).stored(&path).unwrap_err()).1.contains("finish it"));
    let cancelled = run(2);
    cancelled.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(cancelled.build_table(&cram, &path).unwrap_err().code(), "interrupted");
    let resumed = run(2).build_table(&cram, &path).unwrap();
    let whole = run(1).build_table(&cram, &folder.path().join("whole")).unwrap();
    assert_eq!((resumed.positions, resumed.options, resumed.sum), (whole.positions, whole.options, whole.sum));
    let small = Run::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    assert_eq!(small.build_table(&cram, &path).unwrap_err().code(), "memory");
}

#[test]
fn several_processes_build_the_same_tables() {
    let all = [
        ("cram", "4x5"),
        ("row: take palindrome", "abacabadabac"),
        ("ring: cut letter", "(abacabb)"),
        ("kayles", "40"),
    ];
    for (game, start) in all {
        let folder = tempfile::tempdir().unwrap();
        let query = query(game, start);
        let alone = run(2).build_table(&query, &folder.path().join("alone")).unwrap();
        let together = folder.path().join("together");
        let listeners = [0, 0].map(|port| TcpListener::bind(("127.0.0.1", port)).unwrap());
        let ports = listeners.map(|listener| listener.local_addr().unwrap().port().to_string());
        let process = |process| {
            let patience = Duration::from_secs(60);
            let hosts = stored::hosts(&ports.join("\n"), "hosts", Some(process), patience, &|_| None).unwrap();
            run(2).build_table_together(&query, &together, &hosts).unwrap()
        };
        let summaries = thread::scope(|scope| {
            let other = scope.spawn(|| process(1));
            [process(0), other.join().unwrap()]
        });
        for summary in summaries {
            let of =
                |summary: &grundy::layers::Summary| (summary.positions, summary.options, summary.largest, summary.sum);
            assert_eq!(of(&summary), of(&alone), "{game}");
        }
        let stored = run(1).stored(&together).unwrap();
        let check = stored.verify(&run(1), u64::MAX, 1).unwrap();
        assert_eq!(check.sample, alone.positions, "{game}");
        assert_eq!(stored.start(&run(1)).unwrap(), run(1).solve(query).unwrap().value().unwrap(), "{game}");
    }
}

#[test]
fn no_named_game_has_the_name_of_a_verb_about_tables() {
    for verb in grundy::stored::VERBS {
        let family = grundy::games::FAMILIES.iter().find(|family| family.names().any(|name| name == verb));
        let name = family.map(|family| family.name);
        assert_eq!(name, None, "`grundy table {verb}` builds and reads tables: give the game {verb} another name");
    }
}
