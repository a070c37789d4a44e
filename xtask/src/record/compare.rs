//! What differs between two records, by kind: equal changes are shown once, with the commands that
//! have them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::Path,
};

use super::entry::Entry;

/// How many lines of a change are shown.
const LINES: usize = 12;

/// How many commands with the same change are shown.
const COMMANDS: usize = 3;

/// The most signs of a line that is shown.
const WIDTH: usize = 200;

/// Prints what differs; an error if anything does.
pub fn run(a: &Path, b: &Path) -> Result<(), String> {
    let differences = Differences::between(&super::read(a)?, &super::read(b)?);
    print!("{}", differences.shown());
    match differences.commands() {
        0 => Ok(()),
        many => Err(format!("{many} of {} commands differ", differences.compared)),
    }
}

/// Where two entries differ, in the order in which it is shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    End,
    Out,
    Narrated,
    File(String),
    OnlyFirst,
    OnlySecond,
}

impl Kind {
    fn title(&self) -> String {
        match self {
            Kind::End => "the end".into(),
            Kind::Out => "standard output".into(),
            Kind::Narrated => "standard error".into(),
            Kind::File(name) => format!("the file {name}"),
            Kind::OnlyFirst => "only in the first record".into(),
            Kind::OnlySecond => "only in the second record".into(),
        }
    }
}

/// The commands of each change of each kind.
struct Differences {
    by_kind: BTreeMap<Kind, BTreeMap<String, Vec<String>>>,
    compared: usize,
}

impl Differences {
    fn between(a: &[Entry], b: &[Entry]) -> Differences {
        let (first, second) = (numbered(a), numbered(b));
        let mut all = Differences { by_kind: BTreeMap::new(), compared: 0 };
        for (key, entry) in &first {
            match second.get(key) {
                Some(other) => all.compare(entry, other),
                None => all.add(Kind::OnlyFirst, String::new(), entry),
            }
        }
        for (_, entry) in second.iter().filter(|(key, _)| !first.contains_key(*key)) {
            all.add(Kind::OnlySecond, String::new(), entry);
        }
        all.compared = first.keys().chain(second.keys()).collect::<BTreeSet<_>>().len();
        all
    }

    fn compare(&mut self, a: &Entry, b: &Entry) {
        let texts =
            [(Kind::End, &a.end, &b.end), (Kind::Out, &a.out, &b.out), (Kind::Narrated, &a.narrated, &b.narrated)];
        for (kind, before, after) in texts {
            if before != after {
                self.add(kind, change(before, after), a);
            }
        }
        let names: BTreeSet<&String> = a.files.keys().chain(b.files.keys()).collect();
        for name in names {
            let text = |entry: &Entry| entry.files.get(name).map_or("[no such file]\n".to_owned(), String::clone);
            let (before, after) = (text(a), text(b));
            if before != after {
                self.add(Kind::File(name.clone()), change(&before, &after), a);
            }
        }
    }

    fn add(&mut self, kind: Kind, change: String, entry: &Entry) {
        let name = format!("{}: {}", entry.group, entry.command);
        self.by_kind.entry(kind).or_default().entry(change).or_default().push(name);
    }

    /// How many commands differ.
    fn commands(&self) -> usize {
        self.by_kind.values().flat_map(BTreeMap::values).flatten().collect::<BTreeSet<_>>().len()
    }

    /// What differs, the most frequent change of each kind first.
    fn shown(&self) -> String {
        let mut text = String::new();
        for (kind, changes) in &self.by_kind {
            let many: usize = changes.values().map(Vec::len).sum();
            let _ = writeln!(text, "== {}: {many} commands", kind.title());
            let mut changes: Vec<_> = changes.iter().collect();
            changes.sort_by_key(|(_, commands)| std::cmp::Reverse(commands.len()));
            for (change, commands) in changes {
                let least = if change.is_empty() { commands.len() } else { COMMANDS };
                for command in commands.iter().take(least) {
                    let _ = writeln!(text, "  {}", short(command));
                }
                if commands.len() > least {
                    let _ = writeln!(text, "  .. and {} others", commands.len() - least);
                }
                text.push_str(change);
            }
        }
        text
    }
}

/// The entries by group, command and how often the command came before in the group.
fn numbered(entries: &[Entry]) -> BTreeMap<(&str, &str, usize), &Entry> {
    let mut known: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let numbered = entries.iter().map(|entry| {
        let key = (entry.group.as_str(), entry.command.as_str());
        let times = known.entry(key).or_default();
        *times += 1;
        ((key.0, key.1, *times), entry)
    });
    numbered.collect()
}

/// The lines that differ: those of a longest common sequence are left out.
fn change(before: &str, after: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    // The length of the longest common sequence of a[i..] and b[j..].
    let mut common = vec![vec![0_usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            let longer = common[i + 1][j].max(common[i][j + 1]);
            common[i][j] = if a[i] == b[j] { common[i + 1][j + 1] + 1 } else { longer };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || i < a.len() && common[i + 1][j] >= common[i][j + 1] {
            lines.push(format!("    - {}\n", short(a[i])));
            i += 1;
        } else {
            lines.push(format!("    + {}\n", short(b[j])));
            j += 1;
        }
    }
    if lines.is_empty() {
        return "    only the ends of lines differ\n".into();
    }
    let rest = lines.len().saturating_sub(LINES);
    let shown: String = lines.into_iter().take(LINES).collect();
    if rest > 0 { format!("{shown}    .. and {rest} lines\n") } else { shown }
}

fn short(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        line.to_owned()
    } else {
        line.chars().take(WIDTH).chain(" ..".chars()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(command: &str, end: &str, out: &str) -> Entry {
        Entry { end: end.into(), out: out.into(), ..Entry::late("typed", command) }
    }

    #[test]
    fn equal_records_have_no_difference() {
        let entries = [entry("grundy nim 3", "exit 0", "N\n"), entry("grundy nim 3", "exit 0", "again\n")];
        let differences = Differences::between(&entries, &entries);
        assert_eq!((differences.commands(), differences.shown()), (0, String::new()));
        assert_eq!(differences.compared, 2);
    }

    #[test]
    fn equal_changes_are_shown_once() {
        let a = [
            entry("one", "exit 0", "same\nold\nend\n"),
            entry("two", "exit 0", "old\n"),
            entry("three", "exit 0", ""),
            entry("gone", "exit 0", ""),
        ];
        let mut b = [
            entry("one", "exit 0", "same\nnew\nend\n"),
            entry("two", "exit 0", "new\n"),
            entry("three", "exit 2", ""),
            entry("come", "exit 0", ""),
        ];
        b[2].files.insert("k.svg".into(), "<svg/>\n".into());
        let differences = Differences::between(&a, &b);
        let expected = "== the end: 1 commands\n  typed: three\n    - exit 0\n    + exit 2\n\
                        == standard output: 2 commands\n  typed: one\n  typed: two\n    - old\n    + new\n\
                        == the file k.svg: 1 commands\n  typed: three\n    - [no such file]\n    + <svg/>\n\
                        == only in the first record: 1 commands\n  typed: gone\n\
                        == only in the second record: 1 commands\n  typed: come\n";
        assert_eq!(differences.shown(), expected);
        assert_eq!((differences.commands(), differences.compared), (5, 5));
    }

    #[test]
    fn long_changes_are_cut() {
        let many: String = (0..20).map(|number| format!("{number}\n")).collect();
        assert!(change(&many, "").ends_with("    - 11\n    .. and 8 lines\n"));
        assert_eq!(change("a", "a\n"), "    only the ends of lines differ\n");
    }
}
