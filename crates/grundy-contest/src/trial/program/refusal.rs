//! Why the system does not start a program, and what to write instead.
//!
//! The system decides; its error is only explained here, by a look at the file.

use std::{
    env, fs,
    io::{self, ErrorKind, Read},
    path::{Path, PathBuf},
};

use grundy::{
    Error,
    games::nearest,
    help::{Fix, Help, shell_word},
};

/// What runs a file with this ending: the arguments before the file.
const INTERPRETERS: [(&str, &[&str]); 7] = [
    ("py", &["python3"]),
    ("sh", &["sh"]),
    ("js", &["node"]),
    ("rb", &["ruby"]),
    ("pl", &["perl"]),
    ("lua", &["lua"]),
    ("jar", &["java", "-jar"]),
];

/// What makes a program of a file with this ending.
const COMPILERS: [(&str, &str); 7] = [
    ("cpp", "g++ -O2 -o"),
    ("cc", "g++ -O2 -o"),
    ("c", "gcc -O2 -o"),
    ("rs", "rustc -O -o"),
    ("go", "go build -o"),
    ("hs", "ghc -O2 -o"),
    ("ml", "ocamlopt -o"),
];

/// The error "exec format error" of Unix.
const NOT_A_FORMAT: i32 = 8;

/// The field with the program.
fn exe(path: &str) -> Fix {
    Fix::set("exe", path)
}

/// Python as the program, with this file.
fn python(file: &str) -> Help {
    exe(&format!("python3 {}", shell_word(file))).into()
}

/// The way to a program for this system.
fn elsewhere() -> Help {
    Help::from("compile it on this system: g++ -O2 -o mine mine.cpp; then ") + exe("./mine")
}

/// The way to a program, where none is there.
fn by_path() -> Help {
    Help::from("write its path, such as ") + exe("./mine") + ", or an interpreter: " + python("mine.py")
}

/// The refusal of a program of this name, which the system refuses with this error.
pub(super) fn refusal(name: &str, error: &io::Error) -> Error {
    let (why, help) = reason(name, error);
    Error::usage(name, format!("cannot run the program {name}: {why}"), help)
}

/// The reason and the way out.
fn reason(name: &str, error: &io::Error) -> (String, Help) {
    if name.is_empty() {
        return ("it has no name".into(), Help::from("write its path: ") + exe("./mine"));
    }
    if error.kind() == ErrorKind::TimedOut {
        return (error.to_string(), "end it as the user that it belongs to".into());
    }
    let Some(path) = located(name) else { return unknown_command(name) };
    let about = match fs::metadata(&path) {
        Ok(about) => about,
        Err(why) if why.kind() == ErrorKind::NotFound => return missing(name),
        Err(why) => return (why.to_string(), Help::from("write the path of a program: ") + exe("./mine")),
    };
    if about.is_dir() {
        return (
            "it is a folder".into(),
            Help::from("write the path of a program in it: ") + exe(&format!("{}/mine", name.trim_end_matches('/'))),
        );
    }
    if !about.is_file() {
        return ("it is not a file".into(), Help::from("write the path of a program: ") + exe("./mine"));
    }
    match (error.kind(), error.raw_os_error()) {
        (ErrorKind::PermissionDenied, _) if !may_be_executed(&about) => {
            ("it may not be executed".into(), made_executable(name, &path))
        }
        (ErrorKind::NotFound | ErrorKind::PermissionDenied, _) if interpreter(&path).is_some() => {
            script(name, &path, error.kind())
        }
        (ErrorKind::NotFound, _) => {
            ("the loader that it names is not there: it is a program for another system".into(), elsewhere())
        }
        (_, Some(NOT_A_FORMAT)) => not_a_program(name, &path),
        _ => (error.to_string(), another_way(name, &path)),
    }
}

/// The refusal of a script that the system starts, although its interpreter cannot be found: the
/// first line leaves the search to `env`.
pub(super) fn script_without_interpreter(name: &str) -> Option<Error> {
    let path = located(name)?;
    let line = interpreter(&path)?;
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    let searches = words.next().is_some_and(|first| first.ends_with("/env"));
    let command = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    if !searches || found(command.trim()).is_some() && !line.ends_with('\r') {
        return None;
    }
    let (why, help) = script(name, &path, ErrorKind::NotFound);
    Some(Error::usage(name, format!("cannot run the program {name}: {why}"), help))
}

/// A name without a path that is not a command.
fn unknown_command(name: &str) -> (String, Help) {
    let why = "there is no such command in PATH".to_owned();
    let help = match Path::new(name).exists() {
        true => Help::from("write the path of the file in this folder: ") + exe(&format!("./{name}")),
        false => by_path(),
    };
    (why, help)
}

/// A path that leads nowhere.
fn missing(name: &str) -> (String, Help) {
    let path = Path::new(name);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else {
        return (format!("there is no folder {}", folder.display()), Help::from("write its path: ") + exe("./mine"));
    };
    let known: Vec<String> =
        entries.flatten().take(1_000).filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let own = path.file_name().and_then(|own| own.to_str()).unwrap_or_default();
    let help = match nearest(own, &known) {
        Some(near) => format!("did you mean `{}`?", folder.join(near).display()).into(),
        None => by_path(),
    };
    ("there is no such file".into(), help)
}

/// A script whose interpreter cannot be started.
fn script(name: &str, path: &Path, error: ErrorKind) -> (String, Help) {
    let line = interpreter(path).unwrap_or_default();
    if line.ends_with('\r') {
        let why = "its first line ends with a carriage return, which is taken for a part of its interpreter's name";
        return (why.into(), format!("remove them: sed -i 's/\\r$//' {}", shell_word(name)).into());
    }
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let command = if first.ends_with("/env") { words.next_back().unwrap_or(first) } else { first };
    let flaw = if error == ErrorKind::NotFound { "is not there" } else { "may not be executed" };
    (format!("its first line names the interpreter `{command}`, which {flaw}"), another_way(name, path))
}

/// A file that the system takes for no program.
fn not_a_program(name: &str, path: &Path) -> (String, Help) {
    let start = start(path);
    if start.contains(&0) {
        return ("it is not a program for this system (exec format error)".into(), elsewhere());
    }
    let why = if start.is_empty() {
        "the file is empty"
    } else {
        "it is a text, and its first line names no interpreter, such as #!/bin/sh"
    };
    (why.into(), another_way(name, path))
}

/// The way to run a program or a script without the permission.
fn made_executable(name: &str, path: &Path) -> Help {
    let start = start(path);
    match start.starts_with(b"#!") || start.contains(&0) {
        true => format!("run `chmod +x {}`", shell_word(name)).into(),
        false => another_way(name, path),
    }
}

/// The ways to run a text: to compile it, or by its interpreter.
fn another_way(name: &str, path: &Path) -> Help {
    let own = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    if let Some((_, compiler)) = COMPILERS.iter().find(|(known, _)| *known == own) {
        return Help::from(format!("compile it: {compiler} mine {}; then ", shell_word(name))) + exe("./mine");
    }
    match INTERPRETERS.iter().find(|(known, _)| *known == own) {
        Some((_, [command, before @ ..])) => {
            let file = shell_word(name);
            let line = [&[*command] as &[&str], before, &[&*file]].concat().join(" ");
            Help::from("name its interpreter: ") + exe(&line)
        }
        _ => Help::from("write the path of a program, or an interpreter: ") + python(name),
    }
}

/// The beginning of a file.
fn start(path: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    if let Ok(file) = fs::File::open(path) {
        let _ = file.take(256).read_to_end(&mut start);
    }
    start
}

/// The rest of the first line after `#!`.
fn interpreter(path: &Path) -> Option<String> {
    let start = start(path);
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    Some(String::from_utf8_lossy(line).into_owned())
}

/// The file that a name means: a path, or a command that PATH has.
fn located(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 || name.starts_with('.') { Some(path.to_owned()) } else { found(name) }
}

/// Where PATH has a command.
fn found(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(unix)]
fn may_be_executed(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;

    about.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn may_be_executed(_: &fs::Metadata) -> bool {
    true
}
