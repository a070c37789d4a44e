//! How the command line spells the way out of an error: `--heaps 3`.

use grundy::help::{Fix, Spelling, is_of_text, shell_word};

/// The spelling of the command line.
#[derive(Clone, Copy, Debug)]
pub struct CommandLine;

impl Spelling for CommandLine {
    fn field(&self, name: &str) -> String {
        format!("--{}", name.replace('_', "-"))
    }

    fn argument(&self, name: &str) -> String {
        self.field(name)
    }

    fn fix(&self, fix: &Fix) -> String {
        match fix {
            Fix::Set("what", value) => format!("`grundy draw {value}`"),
            Fix::Set(field, value) if value == "true" => self.field(field),
            Fix::Set(field, value) => format!("{} {}", self.field(field), shell_word(value)),
            Fix::Choose(field, "") => self.field(field),
            Fix::Choose(field, value) => format!("{} {value}", self.field(field)),
            Fix::LeaveOut(field) => format!("leave {} out", self.field(field)),
            Fix::Parameter(name, value) => format!("{} {}", self.field("set"), shell_word(&format!("{name}={value}"))),
            Fix::Use(verb, words) if words.is_empty() => format!("`grundy {verb}`"),
            Fix::Use(verb, words) => format!("`grundy {verb} {words}`"),
            Fix::Write(words) | Fix::Program(words) => format!("`grundy {words}`"),
        }
    }

    fn more(&self, code: &str) -> String {
        if is_of_text(code) { format!("grundy explain {code}") } else { "see grundy --help".to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use grundy::help::Help;

    use super::*;

    #[test]
    fn each_fix_is_words_of_a_command() {
        for (fix, text) in [
            (Fix::set("up_to", 9), "--up-to 9"),
            (Fix::set("misere", true), "--misere"),
            (Fix::Choose("time", "SECONDS"), "--time SECONDS"),
            (Fix::LeaveOut("heaps"), "leave --heaps out"),
            (Fix::Parameter("k", "3".into()), "--set k=3"),
            (Fix::Parameter("S", "{1, 4}".into()), "--set 'S={1, 4}'"),
            (Fix::set("format", "t; n; \"a\""), "--format 't; n; \"a\"'"),
            (Fix::set("what", "table"), "`grundy draw table`"),
            (Fix::Program("tables build".into()), "`grundy tables build`"),
            (Fix::verb("games"), "`grundy games`"),
            (Fix::Use("draw".into(), "table nim".into()), "`grundy draw table nim`"),
            (Fix::Write("nim 3".into()), "`grundy nim 3`"),
        ] {
            assert_eq!(Help::from(fix).spelled(&CommandLine), text);
        }
    }
}
