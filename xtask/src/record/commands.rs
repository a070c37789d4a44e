//! The commands of a record, by groups, and the files that they find.
//!
//! Lists of commands, verbs on boards, and what is asked of every verb are in
//! `testdata/commands.toml`, whose head describes it. Those of consoles, pages, help texts and
//! tests are collected where they are.

use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use tempfile::TempDir;
use toml::{Table, Value};

use super::shown;

/// The lists of commands.
const FILE: &str = "testdata/commands.toml";

/// The most bytes of [`FILE`], so that it can be read.
#[cfg(test)]
const MOST: usize = 200_000;

/// Commands that run in one folder, one after the other.
pub struct Job {
    pub group: String,
    /// The folders whose files are in it.
    pub files: Vec<PathBuf>,
    pub commands: Vec<String>,
}

/// All jobs, and the folder with the files that they name.
pub struct Jobs {
    pub all: Vec<Job>,
    _folder: TempDir,
}

/// Collects all commands.
pub fn jobs(root: &Path, program: &Path) -> Result<Jobs, String> {
    let table = table(root)?;
    let folder = folder(root, program, &table)?;
    let place = folder.path();
    let verbs = verbs(program)?;
    let skipped = texts(&table, "skip")?;
    let is_kept = |command: &String| !skipped.iter().any(|text| command.contains(text));
    let mut known = BTreeSet::new();
    let mut all = Vec::new();
    let mut alone = listed(&table)?;
    alone.push(("newcomer".into(), newcomer(root)?.into_iter().filter(is_kept).collect()));
    alone.push(("diagnostics".into(), diagnostics(root)?));
    alone.push(("each verb".into(), of_each(&table, &verbs)?));
    alone.extend(on_boards(&table)?);
    for (group, commands) in alone {
        let new = commands.into_iter().filter(|command| known.insert(command.clone()));
        all.extend(new.map(|command| Job { group: group.clone(), files: vec![place.into()], commands: vec![command] }));
    }
    for mut job in of_help(program, &verbs, place).into_iter().chain(of_pages(root, place)?) {
        job.commands.retain(is_kept);
        all.push(job);
    }
    Ok(Jobs { all, _folder: folder })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
}

fn table(root: &Path) -> Result<Table, String> {
    read(&root.join(FILE))?.parse().map_err(|why| format!("{FILE}: {why}"))
}

fn wrong(name: &str) -> String {
    format!("{FILE}: `{name}` is missing, or of another kind")
}

fn text<'t>(table: &'t Table, name: &str) -> Result<&'t str, String> {
    table.get(name).and_then(Value::as_str).ok_or_else(|| wrong(name))
}

fn texts<'t>(table: &'t Table, name: &str) -> Result<Vec<&'t str>, String> {
    let list = table.get(name).and_then(Value::as_array).ok_or_else(|| wrong(name))?;
    list.iter().map(Value::as_str).collect::<Option<_>>().ok_or_else(|| wrong(name))
}

fn tables<'t>(table: &'t Table, name: &str) -> Result<Vec<&'t Table>, String> {
    let list = table.get(name).and_then(Value::as_array).ok_or_else(|| wrong(name))?;
    list.iter().map(Value::as_table).collect::<Option<_>>().ok_or_else(|| wrong(name))
}

/// The lines of a text that are commands.
fn lines(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The files that examples name, and those of the table.
fn folder(root: &Path, program: &Path, table: &Table) -> Result<TempDir, String> {
    let folder = shown::folder(program, &root.join("testdata"));
    // A record has programs of its own, outside of the folder.
    fs::remove_dir_all(folder.path().join("programs")).map_err(|why| why.to_string())?;
    for (name, content) in table.get("files").and_then(Value::as_table).ok_or_else(|| wrong("files"))? {
        let path = folder.path().join(name);
        let content = content.as_str().ok_or_else(|| wrong(name))?;
        fs::create_dir_all(path.parent().unwrap_or(folder.path())).map_err(|why| format!("{name}: {why}"))?;
        fs::write(&path, content).map_err(|why| format!("{name}: {why}"))?;
        if content.starts_with("#!") {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    Ok(folder)
}

/// The verbs, as words.
fn verbs(program: &Path) -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().map_err(|why| why.to_string())?;
    let pages = shown::pages(program, folder.path());
    Ok(pages.into_iter().map(|(words, _)| words.join(" ")).filter(|verb| !verb.is_empty()).collect())
}

/// The lists of the table, by name.
fn listed(table: &Table) -> Result<Vec<(String, Vec<String>)>, String> {
    let lists = tables(table, "list")?;
    lists.into_iter().map(|list| Ok((text(list, "name")?.to_owned(), lines(text(list, "commands")?)))).collect()
}

/// What is asked of every verb.
fn of_each(table: &Table, verbs: &[String]) -> Result<Vec<String>, String> {
    let asked = texts(table, "each")?;
    Ok(verbs.iter().flat_map(|verb| asked.iter().map(move |line| line.replace("VERB", verb))).collect())
}

/// Every verb on every board that has what it needs.
fn on_boards(table: &Table) -> Result<Vec<(String, Vec<String>)>, String> {
    let verbs = texts(table, "verb")?;
    let mut all = Vec::new();
    for board in tables(table, "board")? {
        let mut commands = Vec::new();
        let without = if board.contains_key("without") { texts(board, "without")? } else { Vec::new() };
        for verb in verbs.iter().filter(|verb| !without.iter().any(|left_out| verb.starts_with(left_out))) {
            commands.extend(on_board(verb, board)?);
        }
        all.push((format!("on {}", text(board, "name")?), commands));
    }
    Ok(all)
}

/// A verb on a board; `None` if the board lacks what the verb needs.
fn on_board(verb: &str, board: &Table) -> Result<Option<String>, String> {
    let mut line = "grundy".to_owned();
    for word in verb.split(' ') {
        let own = match word {
            "GAME" => quoted(text(board, "game")?),
            "AT" => texts(board, "at")?.into_iter().map(quoted).collect::<Vec<_>>().join(" "),
            word => match ["OTHER", "SIZE"].into_iter().find(|name| word.contains(name)) {
                None => word.to_owned(),
                Some(name) if board.contains_key(&name.to_lowercase()) => {
                    word.replace(name, &quoted(text(board, &name.to_lowercase())?))
                }
                Some(_) => return Ok(None),
            },
        };
        if !own.is_empty() {
            line += " ";
            line += &own;
        }
    }
    Ok(Some(line))
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "+-_./:=,".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The commands that newcomers type.
fn newcomer(root: &Path) -> Result<Vec<String>, String> {
    let text = read(&root.join("testdata/newcomer.txt"))?;
    Ok(text.lines().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned).collect())
}

/// The mistakes that the messages about texts are pinned with, as text and as JSON.
fn diagnostics(root: &Path) -> Result<Vec<String>, String> {
    let mut commands = Vec::new();
    for path in sorted(&root.join("testdata/diagnostics"))? {
        for section in read(&path)?.split("\n## ").skip(1) {
            let typed = section.lines().skip(1).take_while(|line| !line.is_empty());
            commands.extend(mistake(&typed.filter_map(|line| line.split_once(": ")).collect::<Vec<_>>()));
        }
    }
    Ok(commands)
}

/// The commands of what was typed under names.
fn mistake(typed: &[(&str, &str)]) -> Vec<String> {
    let get = |name: &str| typed.iter().find(|(own, _)| *own == name).map(|(_, value)| *value);
    let mut made = String::new();
    for (name, content) in typed {
        let file = name.strip_prefix("list ").or((*name == "certificate").then_some("false.cert"));
        if let Some(file) = file {
            let _ = write!(made, "printf {} > {}; ", quoted(&octal(content)), quoted(file));
        }
    }
    let words = match (get("certificate"), get("sum"), get("game"), get("position")) {
        (Some(_), ..) => "check false.cert".to_owned(),
        (_, Some(sum), ..) => format!("solve {}", quoted(sum)),
        (_, _, Some(game), Some(position)) => format!("solve {} {}", quoted(game), quoted(position)),
        (_, _, Some(game), None) => format!("solve {}", quoted(game)),
        _ => return Vec::new(),
    };
    vec![format!("{made}grundy {words}"), format!("{made}grundy {words} --json")]
}

/// A text with the escapes `\n` and `\xNN`, with those that every `printf` knows.
fn octal(text: &str) -> String {
    let mut parts = text.split("\\x");
    let first = parts.next().unwrap_or_default().replace('%', "%%");
    parts.fold(first, |found, part| {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        let rest = part.get(2..).unwrap_or_default().replace('%', "%%");
        format!("{found}\\{:03o}{rest}", code.unwrap_or_default())
    })
}

/// The examples of each help text, after those before it.
fn of_help(program: &Path, verbs: &[String], place: &Path) -> Vec<Job> {
    let jobs = verbs.iter().map(|verb| {
        let words: Vec<&str> = verb.split(' ').chain(["--help"]).collect();
        let help = shown::printed(program, &words);
        let mut commands = shown::of_help(&help);
        commands.extend(shown::spans(&help));
        if verb.starts_with("tables ") {
            commands.insert(0, "grundy tables build cram 3x6 -o cram".into());
        }
        Job { group: format!("help of {verb}"), files: vec![place.into()], commands: examples(commands) }
    });
    jobs.collect()
}

/// The examples that do not take long. Programs on trial get more time than they need.
fn examples(mut commands: Vec<String>) -> Vec<String> {
    commands.retain(|command| !shown::LONG.iter().any(|long| command.starts_with(long)));
    for command in &mut commands {
        if command.starts_with("grundy try ") {
            command.push_str(" --exe-limits 60");
        }
    }
    commands
}

/// The commands of the pages of the book, the README and the console sessions of the tests. Those
/// of a page run in one folder; those of its consoles in another one.
fn of_pages(root: &Path, place: &Path) -> Result<Vec<Job>, String> {
    let mut pages = sorted(&root.join("book/src"))?;
    pages.push(root.join("README.md"));
    pages.extend(sorted(&root.join("crates/grundy-cli/tests/cmd"))?);
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    let mut jobs = Vec::new();
    for path in pages {
        let page = read(&path)?;
        let name = path.strip_prefix(root).unwrap_or(&path).display();
        let own = path.with_extension("in");
        let files = if own.is_dir() { vec![own] } else { Vec::new() };
        jobs.push(Job { group: format!("consoles of {name}"), files, commands: consoles(&page) });
        let commands = examples(shown::of_page(&page));
        jobs.push(Job { group: name.to_string(), files: vec![place.into()], commands });
    }
    Ok(jobs)
}

/// The commands of the consoles of a page.
fn consoles(page: &str) -> Vec<String> {
    let (mut commands, mut inside) = (Vec::<String>::new(), false);
    for line in page.lines() {
        match (line.strip_prefix("```"), line.strip_prefix("$ "), line.strip_prefix("> ")) {
            (Some(kind), ..) => inside = kind.starts_with("console"),
            (_, Some(command), _) if inside => commands.push(command.into()),
            (_, _, Some(rest)) if inside => {
                if let Some(last) = commands.last_mut() {
                    let _ = write!(last, "\n{rest}");
                }
            }
            _ => {}
        }
    }
    commands
}

/// The paths in a folder, in the order of their names.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut paths: Vec<PathBuf> =
        read.map(|entry| entry.map(|entry| entry.path()).map_err(|why| why.to_string())).collect::<Result<_, _>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    #[test]
    fn every_command_of_the_file_is_words_of_a_shell() {
        let table = table(root()).unwrap();
        assert!(read(&root().join(FILE)).unwrap().len() <= MOST);
        let lists = listed(&table).unwrap().into_iter().chain(on_boards(&table).unwrap());
        let mut commands: Vec<String> = lists.flat_map(|(_, commands)| commands).collect();
        commands.extend(of_each(&table, &["solve".into()]).unwrap());
        commands.extend(diagnostics(root()).unwrap());
        assert!(commands.len() > 1500, "only {} commands", commands.len());
        for command in commands {
            let words = shlex::split(&command).unwrap_or_else(|| panic!("{command}"));
            assert!(words.iter().any(|word| word == "grundy"), "{command}");
        }
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for word in ["", "a b", "it's", "\"aa\" -> \"\"", "kayles", "{0-1}", "$x", "ü", "~", "*"] {
            assert_eq!(shlex::split(&quoted(word)), Some(vec![word.to_owned()]), "{word}");
        }
        assert_eq!(octal("a\\x00%\\n"), "a\\000%%\\n");
    }

    #[test]
    fn a_verb_on_a_board_has_its_words() {
        let board: Table = "game = \"octal 0.77\"\nat = [\"5\", \"7\"]\nsize = \"20\"".parse().unwrap();
        assert_eq!(on_board("solve GAME AT --json", &board), Ok(Some("grundy solve 'octal 0.77' 5 7 --json".into())));
        let first = on_board("first GAME --sizes 1..SIZE --where 'value = 2'", &board);
        assert_eq!(first, Ok(Some("grundy first 'octal 0.77' --sizes 1..20 --where 'value = 2'".into())));
        assert_eq!(on_board("equal GAME OTHER", &board), Ok(None));
    }

    #[test]
    fn consoles_are_found() {
        let page = "```console\n$ grundy nim 3\nN\n\n$ grundy 'a\n> b'\n```\n```text\n$ grundy not\n```\n";
        assert_eq!(consoles(page), ["grundy nim 3", "grundy 'a\nb'"]);
    }
}
