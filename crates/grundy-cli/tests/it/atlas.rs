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
    let class = ["census", "--left", "2", "--seconds", "20", "--json"];
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
        ("altered-census", &["census", "--left", "2", "--states", "100"]),
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
        ["atlas", "octal 0.0?", "--to", "500", "--csv", "--certificates", folder_name, "--proved-in", table_name];
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
