//! Surveys: records that agree with what is known, in any number of threads, and files that are
//! gone on with.

use std::path::PathBuf;

use serde_json::Value;
use snapbox::cmd::{Command, cargo_bin};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(cargo_bin!("grundy")).args(arguments).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("grundy-{}-{name}.ndjson", std::process::id()))
}

#[test]
fn records_agree_with_what_is_known() {
    let (code, out, _) = run(&["atlas", "octal 0.??", "--to", "1000"]);
    assert_eq!((code, out.lines().count()), (Some(0), 64));
    let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let of = |game: &str| records.iter().find(|record| record["game"] == game).expect("a record");
    let kayles = of("octal 0.77");
    assert_eq!(
        (&kayles["status"], &kayles["preperiod"], &kayles["period"]),
        (&"proved".into(), &71.into(), &12.into())
    );
    assert_eq!((&kayles["values_max"], &kayles["first_max"]), (&8.into(), &27.into()));
    assert_eq!(of("octal 0.06")["status"], "none");
    // .03 is .13 with one more zero before it.
    assert_eq!(of("octal 0.03")["same_as"], "octal 0.13");
    assert_eq!(of("octal 0.07")["same_as"], "octal 0.07");
    assert_eq!(of("octal 0.16")["rare"].as_u64().map(|rare| rare < 100), Some(true));
    assert_eq!(run(&["atlas", "octal 0.??", "--to", "1000", "-j", "1"]).1, out);
    let (_, csv, _) = run(&["atlas", "octal 0.7?", "--to", "1000", "--csv"]);
    assert!(csv.contains("octal 0.77,octal 0.77,1,proved,71,12,0,8,27,"), "{csv}");
}

#[test]
fn a_survey_is_gone_on_with() {
    let path = place("atlas");
    let name = path.to_str().expect("a temporary folder with a plain name");
    let wanted = ["atlas", "octal 0.7?", "--to", "500", "-o", name];
    let (code, whole, _) = run(&wanted);
    assert_eq!(code, Some(0));
    let text = std::fs::read_to_string(&path).expect("the records are there");
    assert_eq!(text.lines().count(), 9);
    // The last two records are gone, and half a line is left of one.
    let cut: usize = text.split_inclusive('\n').take(7).map(str::len).sum::<usize>() + 30;
    std::fs::write(&path, &text[..cut]).expect("it can be written");
    assert_eq!(run(&wanted).1, whole);
    let again = std::fs::read_to_string(&path).expect("the records are there");
    assert_eq!(again.lines().count(), 9);
    let (code, _, narrated) = run(&["atlas", "octal 0.6?", "--to", "500", "-o", name]);
    assert!(code == Some(2) && narrated.contains("octal 0.7?") && narrated.contains("octal 0.6?"), "{narrated}");
    std::fs::remove_file(&path).expect("it can be removed");
    assert_eq!(run(&["atlas", "kayles"]).0, Some(2));
}

/// The book's array of tasks as a loop of a shell, with a task that is started twice.
#[test]
fn the_parts_of_a_survey_are_the_whole() {
    let record = |line: &str| {
        let mut record: Value = serde_json::from_str(line).expect("an object");
        // Games are compared with those of their part.
        let fields = record.as_object_mut().expect("an object");
        fields.remove("same_as");
        fields.remove("shift");
        record.to_string()
    };
    let sorted = |text: &str| {
        let mut records: Vec<String> = text.lines().map(record).collect();
        records.sort_unstable();
        records
    };
    let family = ["atlas", "octal 0.??", "--to", "300"];
    let (code, whole, _) = run(&family);
    assert_eq!(code, Some(0));
    let mut parts = String::new();
    for task in 1..=4 {
        let path = place(&format!("shard-{task}"));
        let name = path.to_str().expect("a temporary folder with a plain name").to_owned();
        let shard = format!("{task}/4");
        let part = [&family[..], &["--shard", &shard, "-o", &name]].concat();
        let (code, out, _) = run(&part);
        assert_eq!((code, out.lines().count()), (Some(0), 16));
        assert_eq!(run(&part).1, out, "the records of task {task} are kept");
        let other = if task == 1 { "2/4" } else { "1/4" };
        let (code, _, refused) = run(&[&family[..], &["--shard", other, "-o", &name]].concat());
        assert!(code == Some(2) && refused.contains("is not resumed"), "{refused}");
        std::fs::remove_file(&path).expect("it can be removed");
        parts += &out;
    }
    assert_eq!(sorted(&parts), sorted(&whole));
    let class = ["census", "--size", "2", "--patience", "20", "--json"];
    let systems = |words: &[&str]| {
        let (code, out, _) = run(words);
        assert_eq!(code, Some(0), "{words:?}");
        out.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let whole = systems(&class);
    let [odd, even] = ["1/2", "2/2"].map(|shard| systems(&[&class[..], &["--shard", shard]].concat()));
    assert_eq!(odd, whole.iter().step_by(2).cloned().collect::<Vec<_>>());
    assert_eq!(even, whole.iter().skip(1).step_by(2).cloned().collect::<Vec<_>>());
    let (code, _, refused) = run(&["atlas", "octal 0.?", "--shard", "0/4"]);
    assert!(code == Some(2) && refused.contains("write 1/8 for the first of 8"), "{refused}");
}

/// A record that was altered, removed, moved or added is not believed.
#[test]
fn an_altered_file_is_refused() {
    for (name, wanted) in [
        ("altered-atlas", &["atlas", "octal 0.7?", "--to", "300"][..]),
        ("altered-census", &["census", "--size", "2", "--states", "100"]),
    ] {
        let path = place(name);
        let file = path.to_str().expect("a temporary folder with a plain name");
        let wanted = [wanted, &["-o", file]].concat();
        let (code, whole, narrated) = run(&wanted);
        assert_eq!(code, Some(0), "{narrated}");
        let text = std::fs::read_to_string(&path).expect("the records are there");
        let lines: Vec<&str> = text.lines().collect();
        let altered = [
            // Another number, another word, a line less, two lines in another order, a line twice,
            // no digest.
            (text.replacen("values_max\":", "values_max\":1", 1), 2),
            (text.replacen("proved", "observed", 1), 0),
            ([&lines[..2], &lines[3..]].concat().join("\n") + "\n", 3),
            ([&lines[..1], &[lines[2], lines[1]], &lines[3..]].concat().join("\n") + "\n", 2),
            ([&lines[..2], &lines[1..]].concat().join("\n") + "\n", 3),
            (format!("{}\n{{\"game\":\"kayles\"}}\n", lines[0]), 2),
        ];
        for (altered, line) in altered {
            std::fs::write(&path, &altered).expect("it can be written");
            let (code, out, narrated) = run(&wanted);
            assert_eq!((code, out.as_str()), (Some(2), ""), "{altered}");
            assert!(narrated.contains(&format!("line {line}")) || line == 0, "{narrated}");
            assert!(narrated.contains("does not match its digest") && narrated.contains("help: "), "{narrated}");
            let kept = std::fs::read_to_string(&path).expect("the records are there");
            assert_eq!(kept, altered, "a file that is refused stays as it was");
        }
        // The way out that the message names.
        std::fs::write(&path, lines[..3].join("\n") + "\n").expect("it can be written");
        assert_eq!(run(&wanted).1, whole);
        assert_eq!(run(&wanted).1, whole, "a whole file is read");
        std::fs::remove_file(&path).expect("it can be removed");
    }
}

/// A hunt that ends and is resumed goes on from where it was, in any number of workers; games that
/// fall have certificates, and no checkpoint.
#[test]
fn a_hunt_is_resumed() {
    let folder = place("hunt").with_extension("");
    let _ = std::fs::remove_dir_all(&folder);
    let name = folder.to_str().expect("a temporary folder with a plain name");
    let hunt_in = |place: &str, more: &[&str]| {
        let (code, out, narrated) = run(&[&["atlas", "octal 0.0?", "--hunt", place], more].concat());
        assert_eq!(code, Some(0), "{narrated}");
        out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect::<Vec<Value>>()
    };
    let hunt = |more: &[&str]| hunt_in(name, more);
    let of = |records: &[Value], game: &str| records.iter().find(|record| record["game"] == game).cloned().unwrap();
    let first = hunt(&["--to", "6000", "-j", "2"]);
    assert_eq!(first.len(), 8);
    let open = of(&first, "octal 0.06");
    assert_eq!((&open["status"], &open["computed_to"]), (&"none".into(), &6000.into()));
    let values = |to: &str| {
        let (_, table, _) = run(&["table", "octal 0.06", to, "--csv"]);
        let value = |line: &str| line.split_once(',').and_then(|(_, value)| value.parse::<u64>().ok());
        table.lines().filter_map(value).collect::<Vec<_>>()
    };
    let exact = |record: &Value, values: &[u64]| {
        let largest = values.iter().max().copied();
        assert_eq!(record["values_max"].as_u64(), largest);
        let first = values.iter().position(|value| Some(*value) == largest).map(|heap| heap as u64);
        assert_eq!(record["first_max"].as_u64(), first);
        assert_eq!(record["by_position"], false);
        let mask = record["mask"].as_u64().unwrap();
        let rare = (1..values.len()).filter(|&heap| (values[heap] & mask).count_ones().is_multiple_of(2));
        let rare: Vec<u64> = rare.map(|heap| heap as u64).collect();
        assert_eq!(record["rare"].as_u64(), Some(rare.len() as u64));
        assert_eq!(record["last_rare"].as_u64(), rare.last().copied());
    };
    exact(&open, &values("6000"));
    // The settled games stay as they are, with a certificate each; the open ones go on.
    let second = hunt(&["--to", "9000", "-j", "1"]);
    let on = of(&second, "octal 0.06");
    assert_eq!(on["computed_to"], 9000);
    assert!(on["milliseconds"].as_u64() >= open["milliseconds"].as_u64());
    exact(&on, &values("9000"));
    for (before, after) in first.iter().zip(&second).filter(|(record, _)| record["status"] == "proved") {
        assert_eq!(before, after);
        let file = format!("{}.cert", before["game"].as_str().unwrap().replace(' ', "-"));
        let (code, said, _) = run(&["check", folder.join(&file).to_str().unwrap()]);
        assert_eq!(code, Some(0), "{file}: {said}");
        assert!(!folder.join(file.replace(".cert", ".ckpt")).exists());
    }
    let kayles = of(&second, "octal 0.07");
    assert_eq!(
        (&kayles["status"], &kayles["preperiod"], &kayles["period"]),
        (&"proved".into(), &53.into(), &34.into())
    );
    // Nothing is left to do, with --csv as well; and a limit on the disk ends all turns.
    assert_eq!(hunt(&["--to", "9000"]), second);
    assert_eq!(hunt_in(&format!("{name},1kB"), &["--to", "20000"]), second);
    let (_, _, narrated) = run(&["atlas", "octal 0.0?", "--hunt", &format!("{name},1kB"), "--to", "20000"]);
    for game in ["octal 0.04", "octal 0.06"] {
        let note = format!("{}.ckpt stays as it was: {game} has no more turns", game.replace(' ', "-"));
        assert!(narrated.matches(&note).count() == 1 && narrated.contains("allow more of the disk"), "{narrated}");
    }
    // A certificate that is gone is made again, however little the hunt is to look at.
    let lost = folder.join("octal-0.07.cert");
    let certificate = std::fs::read(&lost).unwrap();
    std::fs::remove_file(&lost).unwrap();
    assert_eq!(of(&hunt(&["--to", "10"]), "octal 0.07")["period"], 34);
    assert_eq!(std::fs::read(&lost).unwrap(), certificate);
    std::fs::remove_file(&lost).unwrap();
    let (code, out, narrated) = run(&["atlas", "octal 0.0?", "--hunt", name, "--time", "0.001"]);
    assert_eq!((code, out.lines().count()), (Some(0), 8), "{narrated}");
    let note = "octal-0.07.cert is missing; the same command makes it again";
    assert!(lost.exists() || narrated.contains(note), "{narrated}");
    std::fs::write(&lost, certificate).unwrap();
    hunt(&["--to", "9000"]);
    let (code, csv, _) = run(&["atlas", "octal 0.0?", "--hunt", name, "--to", "9000", "--csv"]);
    assert_eq!((code, csv.lines().count()), (Some(0), 9));
    assert!(
        csv.contains(",last_rare,milliseconds\n") && csv.contains("octal 0.07,octal 0.07,2,proved,53,34,"),
        "{csv}"
    );
    // What is not a hunt of these games is refused, and stays.
    let refused = |words: &[&str], expected: &str| {
        let (code, out, narrated) = run(words);
        assert!(code == Some(2) && out.is_empty() && narrated.contains(expected), "{words:?}: {narrated}");
        assert!(narrated.contains("help: ") || narrated.contains("--help"), "{narrated}");
    };
    let again = ["atlas", "octal 0.0?", "--hunt", name, "--to", "20000"];
    refused(&["atlas", "octal 0.1?", "--hunt", name], "name another folder with --hunt");
    let checkpoint = folder.join("octal-0.06.ckpt");
    let mut bytes = std::fs::read(&checkpoint).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&checkpoint, &bytes).unwrap();
    // The other games go on.
    let (code, out, narrated) = run(&again);
    assert_eq!((code, out.lines().count()), (Some(2), 8), "{narrated}");
    assert!(narrated.contains("octal-0.06.ckpt: its checksum is wrong"), "{narrated}");
    let help = "help: remove this file to begin octal 0.06 anew";
    assert_eq!((narrated.matches("error: ").count(), narrated.matches(help).count()), (1, 1), "{narrated}");
    let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(of(&records, "octal 0.04")["computed_to"], 20000);
    assert_eq!(of(&records, "octal 0.06"), on);
    assert_eq!(std::fs::read(&checkpoint).unwrap(), bytes);
    std::fs::remove_file(&checkpoint).unwrap();
    assert_eq!(of(&hunt(&["--to", "9500"]), "octal 0.06")["computed_to"], 9500);
    let records = folder.join("records.ndjson");
    let text = std::fs::read_to_string(&records).unwrap();
    std::fs::write(&records, text.replacen("proved", "none", 1)).unwrap();
    refused(&again, "does not match its digest");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A turn ends when its checkpoint is over its part of the disk.
#[test]
fn a_hunt_ends_with_the_disk() {
    let folder = place("hunt-disk").with_extension("");
    let _ = std::fs::remove_dir_all(&folder);
    let name = folder.to_str().expect("a temporary folder with a plain name");
    let (code, out, narrated) =
        run(&["atlas", "octal 0.6?", "--shard", "1/8", "--hunt", &format!("{name},20kB"), "--time", "60"]);
    assert_eq!((code, out.lines().count()), (Some(0), 1), "{narrated}");
    let end = "the part of each of the 1 open games is 20000; allow more of the disk";
    assert_eq!(narrated.matches(end).count(), 1, "{narrated}");
    std::fs::remove_dir_all(&folder).unwrap();
    // A folder is none of standard output.
    for flag in ["--hunt", "--certificate"] {
        let (code, out, narrated) = run(&["atlas", "octal 0.?", flag, "-"]);
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(narrated.contains(&format!("help: name a folder: {flag} DIR")), "{narrated}");
        assert!(!PathBuf::from("-").exists());
    }
}

/// Limits and an interrupt end a hunt in good order.
#[test]
fn a_hunt_ends_in_time() {
    let folder = place("hunt-time").with_extension("");
    let _ = std::fs::remove_dir_all(&folder);
    let name = folder.to_str().expect("a temporary folder with a plain name");
    let began = std::time::Instant::now();
    let (code, out, narrated) = run(&["atlas", "octal 0.6?", "--hunt", name, "--time", "3"]);
    assert_eq!((code, out.lines().count()), (Some(0), 8), "{narrated}");
    assert!(began.elapsed().as_secs() < 20);
    let known = |out: &str| {
        let record = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
        record.map(|record| record["computed_to"].as_u64().unwrap_or(0)).collect::<Vec<_>>()
    };
    let (_, later, _) = run(&["atlas", "octal 0.6?", "--hunt", name, "--time", "3"]);
    assert!(known(&out).iter().zip(known(&later)).all(|(before, after)| *before <= after), "{out} {later}");
    assert!(known(&out) != known(&later), "it goes on");
    // A record is that of the checkpoint, whatever ended the turn.
    for record in later.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object")) {
        let file = folder.join(format!("{}.ckpt", record["game"].as_str().unwrap().replace(' ', "-")));
        let Ok(bytes) = std::fs::read(&file) else { continue };
        let held = grundy::storage::checkpoint::open(bytes).expect("it is complete").count;
        assert_eq!(record["computed_to"].as_u64().map(|last| last + 1), Some(held), "{record}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The games of an earlier table that were settled, once more from nothing, each with a
/// certificate.
#[test]
fn proved_games_are_proved_again_with_certificates() {
    let folder = place("atlas-certificates");
    let _ = std::fs::remove_dir_all(&folder);
    let table = place("atlas-certificates.csv");
    let (code, csv, _) = run(&["atlas", "octal 0.0?", "--to", "500", "--csv"]);
    assert_eq!(code, Some(0));
    std::fs::write(&table, &csv).unwrap();
    let proved: Vec<&str> = csv.lines().filter(|line| line.contains(",proved,")).collect();
    assert!(proved.len() > 2 && proved.len() < csv.lines().count() - 1, "{csv}");
    let [folder_name, table_name] = [&folder, &table].map(|path| path.to_str().unwrap());
    let again =
        ["atlas", "octal 0.0?", "--to", "500", "--csv", "--certificate", folder_name, "--proved-in", table_name];
    let (code, again, _) = run(&again);
    assert_eq!(code, Some(0));
    assert_eq!(again.lines().count(), proved.len() + 1, "{again}");
    let mut found = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        let (code, said, _) = run(&["check", path.to_str().unwrap()]);
        assert_eq!(code, Some(0), "{said}");
        found += 1;
    }
    assert_eq!(found, proved.len());
    // Not a table, and a table of other games.
    std::fs::write(&table, "game\n").unwrap();
    assert_eq!(run(&["atlas", "octal 0.0?", "--proved-in", table_name]).0, Some(2));
    std::fs::write(&table, "game,status\nkayles,proved\n").unwrap();
    assert_eq!(run(&["atlas", "octal 0.0?", "--proved-in", table_name]).0, Some(2));
}

/// A request has the records that the program writes, in one object.
#[test]
fn a_request_has_the_records_of_the_program() {
    for (line, list, heading, fields) in [
        (
            &["survey", "heaps", "octal 0.??", "--up-to", "500"][..],
            "games",
            0,
            serde_json::json!({"pattern": "octal 0.??", "up_to": 500}),
        ),
        (
            &["survey", "words", "--letters", "2", "--size", "2", "--count", "1", "--patience", "20", "--json"],
            "systems",
            1,
            serde_json::json!({"letters": 2, "left": 2, "rules": 1, "each_seconds": 20}),
        ),
    ] {
        let (code, out, _) = run(line);
        let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
        let request = grundy_verbs::Request::of("survey", fields.as_object().expect("an object").clone());
        let reply = request.expect("a request").answer(&grundy::Run::new(grundy::Limits::default()));
        let answer = read(&reply.line);
        assert_eq!((code, reply.code), (Some(0), 0), "{answer}");
        let records: Vec<_> = out.lines().skip(heading).map(read).collect();
        assert!(records.len() > 5 && answer[list].as_array() == Some(&records), "{answer}");
        assert!(heading == 0 || out.lines().next().map(read).as_ref() == Some(&answer["class"]), "{answer}");
    }
}
