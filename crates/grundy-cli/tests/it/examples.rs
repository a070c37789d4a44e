//! Every command that a help text, a man page or the book shows outside of its console blocks
//! (which are tests of their own) runs, and exits as it says.
//!
//! A command runs in a folder with the files that it names, after those before it on the same
//! page. What takes long gets a moment; it may then be undecided.
#![cfg(unix)]

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::Read,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use snapbox::cmd::cargo_bin;

use crate::shown::{self, LONG, of_help, of_page, printed, spans};

/// Commands that exit with another code than 0, as the text beside them says.
const CODES: [(&str, i32); 20] = [
    // Nothing is proved for all sizes.
    ("grundy prove 'octal 0.007' --up-to 20000", 3),
    ("grundy prove '\"ab\" -> \"\"' --up-to 200", 3),
    // A program for Nim fails at another game.
    ("grundy try 'take 2 or 3' --exe ./mine --shape 't; n; a*n' --labels Alice,Bob", 1),
    ("grundy try --judge strings --exe ./mine", 1),
    ("grundy try nim --exe ./sum", 1),
    // The tests have no terminal, and no input.
    ("grundy play kayles 7 --misere --hints on --tui", 2),
    ("grundy play kayles 5 7 9 --tui", 2),
    ("grundy judge nim", 2),
    ("grundy judge 603C", 2),
    ("grundy judge 'cses 1729'", 2),
    ("grundy judge 'Lieges of Legendre'", 2),
    ("grundy judge wgme", 2),
    ("grundy judge strings", 2),
    // The page shows the refusal.
    ("grundy cram 4x7 --value --checkpoint work --max-positions 1500", 3),
    ("grundy tables build cram 3x4 -o other --hosts hosts.txt:2", 2),
    ("grundy tables build cram 2x3 -o alone --shard 2/2 --patience 0", 3),
    ("grundy tables build cram 4x7 -o cram47 --shard 2/2 --patience 0", 3),
    ("grundy tables query cram34 3x3", 2),
    ("grundy tables build '\"ba\" -> \"ab\"' baba -o words", 2),
    // The proof that it is to check takes weeks.
    ("grundy check cert --checkpoint segments", 2),
];

fn grundy(arguments: &[&str]) -> String {
    printed(cargo_bin!("grundy"), arguments)
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// The command as it is run: what takes long is limited, programs on trial are given time. Also
/// whether it is limited.
fn limited(command: &str) -> (String, bool) {
    if command.starts_with("grundy try") {
        return (format!("{command} --exe-limits 60"), false);
    }
    // A survey has this time for each of its games.
    let is_survey = command.starts_with("grundy survey heaps") && !command.contains("--hunt");
    let time = if is_survey { "0.02" } else { "0.3" };
    if let Some((before, after)) = command.split_once(" --time ") {
        let rest = after.split_once(' ').map_or(String::new(), |(_, rest)| format!(" {rest}"));
        return (format!("{before} --time {time}{rest}"), true);
    }
    if !LONG.iter().any(|long| command.starts_with(long)) {
        return (command.to_owned(), false);
    }
    match command.split_once(" > ") {
        Some((own, file)) => (format!("{own} --time {time} > {file}"), true),
        None => (format!("{command} --time {time}"), true),
    }
}

/// Runs a command in a folder. Returns what is wrong with its end.
fn fault(folder: &Path, command: &str) -> Option<String> {
    let (mut run, limited) = limited(command);
    // The code of a pipe is that of its last program.
    for shortens in [" | head", " | tail -n 3"] {
        run = run.replace(shortens, "");
    }
    if command.starts_with("grundy judge") && command.contains("wplay") {
        let input = testdata().join("judge/wplay/small-00.in");
        run = run.replace("input.txt", input.to_str()?);
    }
    let serves = command.starts_with("grundy serve");
    if serves && !run.contains("--listen") {
        run.push_str(" --listen 0");
    }
    run = run.replace("/shared/", "");
    let path = format!("{}:{}", folder.join("programs").display(), std::env::var("PATH").unwrap_or_default());
    let narrated = folder.join("narrated");
    let out = if serves { Stdio::piped() } else { Stdio::null() };
    let mut shell = Command::new("sh");
    shell.args(["-c", &run]).current_dir(folder).env("PATH", path).env("SLURM_ARRAY_TASK_ID", "1").process_group(0);
    shell.stdin(Stdio::null()).stdout(out).stderr(File::create(&narrated).expect("it is made"));
    let mut child = shell.spawn().expect("a shell starts");
    let begun = Instant::now();
    if serves {
        let mut first = [0; 12];
        let read = child.stdout.take().expect("a pipe").read_exact(&mut first);
        end(&child);
        let _ = child.wait();
        return (read.is_err() || &first != b"listening on").then(|| format!("`{run}` does not serve"));
    }
    let status = loop {
        match child.try_wait().expect("it is there") {
            Some(status) => break status,
            None if begun.elapsed() > Duration::from_secs(120) => {
                end(&child);
                let _ = child.wait();
                return Some(format!("`{run}` does not end"));
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    let code = CODES.iter().find(|(known, _)| *known == command).map_or(0, |(_, code)| *code);
    let right = status.code() == Some(code) || limited && status.code() == Some(3);
    let narrated = fs::read_to_string(narrated).unwrap_or_default();
    (!right).then(|| format!("`{run}` exits with {:?}, not {code}: {narrated}", status.code()))
}

/// Ends the shell with what it runs.
fn end(child: &std::process::Child) {
    let _ = Command::new("kill").args(["-s", "KILL", "--", &format!("-{}", child.id())]).status();
}

/// The faults of the commands of one page.
fn faults(page: &str, commands: &[String]) -> Vec<String> {
    let folder = shown::folder(cargo_bin!("grundy"), &testdata());
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for command in commands.iter().filter(|command| known.insert(*command)) {
        let list = "/usr/share/dict/american-english";
        if command.contains(list) && !Path::new(list).exists() {
            crate::not_run(format_args!("`{command}`: there is no {list}"));
            continue;
        }
        found.extend(fault(folder.path(), command).map(|fault| format!("{page}: {fault}")));
    }
    found
}

#[test]
fn every_example_of_every_help_text_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut wrong, mut many) = (Vec::new(), 0);
    for (verb, page) in shown::pages(cargo_bin!("grundy"), folder.path()) {
        let mut words: Vec<&str> = verb.iter().map(String::as_str).collect();
        words.push("--help");
        let mut examples = of_help(&grundy(&words));
        let plain = page.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\(aq", "'").replace("\\\\", "\\");
        for example in &examples {
            assert!(plain.contains(example.as_str()), "the man page of {verb:?} is without `{example}`");
        }
        examples.extend(spans(&grundy(&words)));
        // What others do with a table, the first example of its verbs has built.
        if verb.first().is_some_and(|verb| verb == "tables") && verb.len() == 2 && verb[1] != "build" {
            examples.insert(0, "grundy tables build cram 3x6 -o cram".to_owned());
        }
        many += examples.len();
        wrong.extend(faults(&verb.join(" "), &examples));
    }
    let alone = grundy(&[]);
    wrong.extend(faults("no verb", &[of_help(&alone), spans(&alone)].concat()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(many > 50, "only {many} examples");
}

#[test]
fn every_command_of_the_book_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<_> =
        fs::read_dir(root.join("book/src")).expect("the book").map(|entry| entry.expect("a page").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    files.push(root.join("README.md"));
    files.sort();
    let (mut wrong, mut many) = (Vec::new(), 0);
    for file in files {
        let commands = of_page(&fs::read_to_string(&file).expect("text"));
        many += commands.len();
        wrong.extend(faults(&file.file_name().expect("a name").to_string_lossy(), &commands));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(many > 150, "only {many} commands");
}
