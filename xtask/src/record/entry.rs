//! An entry of a record: a command with its exit code, what it printed and the files that it left.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// Texts up to this length are kept whole.
const WHOLE: usize = 2048;

/// This much is kept of the others, up to the end of a line.
const HEAD: usize = 1024;

/// The end of a command that was ended.
const LATE: &str = "timed out";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where the command is from.
    pub group: String,
    pub command: String,
    /// The exit code, a signal, or that the time was up.
    pub end: String,
    pub out: String,
    pub narrated: String,
    /// The files that are new or changed.
    pub files: BTreeMap<String, String>,
}

impl Entry {
    /// The entry of a command that was ended because its time was up: what it printed by then is
    /// left to chance.
    pub fn late(group: &str, command: &str) -> Entry {
        let text = String::new;
        let end = LATE.to_owned();
        Entry {
            group: group.into(),
            command: command.into(),
            end,
            out: text(),
            narrated: text(),
            files: BTreeMap::new(),
        }
    }

    pub fn is_late(&self) -> bool {
        self.end == LATE
    }

    pub fn name(&self) -> &str {
        &self.command
    }

    /// The entry as a line of JSON.
    pub fn line(&self) -> String {
        let Entry { group, command, end, out, narrated, files } = self;
        let value = json!({
            "group": group, "command": command, "end": end, "stdout": out, "stderr": narrated, "files": files
        });
        value.to_string()
    }

    /// The entry of a line.
    pub fn read(line: &str) -> Result<Entry, String> {
        let value: Value = serde_json::from_str(line).map_err(|why| why.to_string())?;
        let text = |name: &str| value[name].as_str().map(str::to_owned).ok_or(format!("no text `{name}`"));
        let files = value["files"].as_object().ok_or("no `files`")?;
        let files = files.iter().map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())));
        Ok(Entry {
            group: text("group")?,
            command: text("command")?,
            end: text("end")?,
            out: text("stdout")?,
            narrated: text("stderr")?,
            files: files.collect::<Option<_>>().ok_or("a file is not a text")?,
        })
    }
}

/// What is kept of bytes that were written; `masked` replaces what differs from run to run in a
/// text. Of what is long, the first lines with the length and a checksum of all.
pub fn kept(bytes: &[u8], masked: impl Fn(&str) -> String) -> String {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return format!("[{} bytes, checksum {}]", bytes.len(), checksum(bytes));
    };
    let text = masked(text);
    if text.len() <= WHOLE {
        return text;
    }
    let lines = text.split_inclusive('\n').scan(0, |length, line| {
        *length += line.len();
        (*length <= HEAD).then_some(line)
    });
    let mut head: String = lines.collect();
    if head.is_empty() {
        head = format!("{}\n", &text[..text.floor_char_boundary(HEAD)]);
    }
    format!("{head}[{} bytes, checksum {}]\n", text.len(), checksum(text.as_bytes()))
}

fn checksum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn a_line_is_the_entry() {
        let files = BTreeMap::from([("k.svg".to_owned(), "<svg/>\n".to_owned())]);
        let entry = Entry {
            group: "typed".into(),
            command: "grundy 'take \"ü\"' -o k.svg".into(),
            end: "exit 0".into(),
            out: "a\nb\n".into(),
            narrated: String::new(),
            files,
        };
        let line = entry.line();
        assert!(!line.contains('\n'));
        assert_eq!(Entry::read(&line), Ok(entry));
        assert_eq!(Entry::read("{\"group\":\"typed\"}"), Err("no `files`".into()));
    }

    #[test]
    fn what_is_long_is_its_head_and_a_checksum() {
        assert_eq!(kept(b"short\n", plain), "short\n");
        let long = "line\n".repeat(1000);
        let whole = kept(long.as_bytes(), plain);
        let (head, tail) = whole.split_at(204 * 5);
        assert_eq!(head, "line\n".repeat(204));
        assert!(tail.starts_with("[5000 bytes, checksum "), "{tail}");
        // A change beyond the head shows in the checksum, one that is masked does not.
        let changed = format!("{}LINE\n", "line\n".repeat(999));
        assert_ne!(kept(changed.as_bytes(), plain), whole);
        assert_eq!(kept(changed.as_bytes(), |text| text.to_lowercase()), whole);
        // A line alone is cut inside, never in a letter.
        assert!(kept("aü".repeat(2000).as_bytes(), plain).contains("üa\n[6000 bytes"));
        assert!(kept(&[0xff, 0], plain).starts_with("[2 bytes, checksum "));
    }
}
