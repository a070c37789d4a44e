//! The commands that texts show outside of consoles: help texts, man pages, pages of the book; and
//! the files that they name.
//!
//! `cargo xtask record` reads this file too.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::Command,
};

/// Commands that take long: they get a moment.
pub const LONG: [&str; 11] = [
    "grundy survey heaps",
    "grundy survey words",
    "grundy cram 4x7 --value --checkpoint work",
    "grundy cram '12x13 + 13x12'",
    "grundy equal 'octal 0.007' 'octal 0.0071' --up-to 20000",
    "grundy prove 'octal 0.007' --up-to 20000",
    "grundy prove 'octal 0.106'",
    "grundy prove '\"ab\" -> \"\"' --up-to 200",
    "grundy tables build cram 4x7 -o cram",
    "grundy tables build cram 6x6",
    "grundy ghost /usr/share/dict/american-english",
];

/// What a text says about commands without being one.
const MENTIONS: [&str; 4] =
    ["grundy draw automaton", "grundy draw graph", "grundy draw position", "grundy draw period"];

/// Words that stand for others.
const PLACEHOLDERS: [&str; 11] =
    ["GAME", "POSITION", "FILE", "FILE.toml", "DIR", "N", "CODE", "PROGRAM", "VERB", "WORD", "[N]"];

/// What the program prints.
pub fn printed(program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().expect("the program runs");
    String::from_utf8(output.stdout).expect("text")
}

/// The commands in a text between backticks: those that are whole. A verb alone, or with flags
/// alone, is spoken about.
pub fn spans(text: &str) -> Vec<String> {
    let is_verb = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    let is_whole = |span: &String| {
        let words: Vec<&str> = span.split(' ').collect();
        let verbs = words[1..].iter().take_while(|word| is_verb(word)).count();
        let stands_for = span.split([' ', '\'']).any(|word| PLACEHOLDERS.contains(&word));
        words[0] == "grundy" && !stands_for && !MENTIONS.contains(&&**span) && (verbs > 2 || verbs + 1 < words.len())
    };
    let spans = text.split('`').skip(1).step_by(2);
    spans.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")).filter(is_whole).collect()
}

/// The examples of a help text.
pub fn of_help(help: &str) -> Vec<String> {
    let shown = help.lines().filter_map(|line| {
        let command = line.strip_prefix("  ").filter(|line| line.starts_with("grundy "));
        let command = command.or_else(|| line.split_once("may be left out: ").map(|(_, command)| command))?;
        // What comes after several blanks is said about it.
        Some(command.split("   ").next().unwrap_or(command).trim_end().to_owned())
    });
    shown.collect()
}

/// The commands of a page of the book: its blocks but those that are console tests, and spans.
pub fn of_page(page: &str) -> Vec<String> {
    let (mut commands, mut prose, mut block) = (Vec::new(), String::new(), None);
    for line in page.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(_), Some(_)) => block = None,
            (Some(kind), None) => block = Some(kind),
            (None, None) => prose.extend([line, "\n"]),
            (None, Some("sh" | "text")) => {
                let command = line.trim_start().trim_start_matches("$ ");
                if ["grundy ", "printf "].iter().any(|program| command.starts_with(program)) {
                    commands.push(command.split(" #").next().unwrap_or(command).trim_end().to_owned());
                }
            }
            (None, Some(_)) => {}
        }
    }
    commands.extend(spans(&prose));
    commands
}

/// A folder with the files that examples name, and with `grundy` among its programs.
pub fn folder(program: &Path, testdata: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it is written");
    let script = |name: &str, text: &str| {
        write(name, text);
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(0o755)).expect("it is there");
    };
    for name in ["programs", "testdata", "testdata/atlas"] {
        fs::create_dir(folder.path().join(name)).expect("it is new");
    }
    symlink(program, folder.path().join("programs/grundy")).expect("it is new");
    script("programs/xdg-open", "#!/bin/sh\n");
    script("mine", "#!/bin/sh\nexec grundy judge nim\n");
    script("sum", "#!/bin/sh\ngrundy judge nim | tr FS SF\n");
    write("mine.py", "import os\nos.execvp('grundy', ['grundy', 'judge', 'wgme'])\n");
    write("words.txt", "ghost\ngoose\ngopher\n");
    write("list.txt", "abc\nab\n");
    write("kayles.toml", "name = \"Kayles\"\ngame = \"octal 0.77\"\n\n[values]\n\"5\" = 4\n");
    write("problem.toml", "game = \"take 2 or 3\"\ninput = \"t; n\"\nposition = \"n\"\n");
    write("input.txt", "2\n5\n7\n");
    write("parts.txt", "5 7\n1 7\n");
    fs::copy(testdata.join("atlas/octal-0.csv"), folder.path().join("testdata/atlas/octal-0.csv"))
        .expect("it is there");
    write("b002186.txt", &printed(program, &["table", "kayles", "100", "--bfile"]));
    write("b071452.txt", &printed(program, &["table", "octal 0.11377", "100", "--bfile", "--offset", "1"]));
    folder
}

/// The words of each verb, from the names of the man pages, and the man page.
pub fn pages(program: &Path, folder: &Path) -> Vec<(Vec<String>, String)> {
    printed(program, &["man", folder.to_str().expect("a plain name")]);
    let entries = fs::read_dir(folder).expect("the pages are there");
    let mut pages: Vec<(Vec<String>, String)> = entries
        .map(|entry| {
            let path = entry.expect("a page").path();
            let name =
                path.file_stem().expect("a name").to_str().expect("text").replace("explain-error", "explain_error");
            let words = name.split('-').skip(1).map(|word| word.replace('_', "-")).collect();
            (words, fs::read_to_string(path).expect("text"))
        })
        .collect();
    pages.sort();
    pages
}
