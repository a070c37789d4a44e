//! An error of the library as text and as JSON: what is wrong, where, and the way out.

use std::io::ErrorKind;

use grundy::{
    Error, Refused, Stopped,
    help::{Field, Fix, Help, Spelling},
    solvers::Reason,
};

use crate::{fix::ErrorJson, json};

/// What is wrong, as a sentence without a full stop.
pub fn error_message(error: &Error) -> String {
    match error {
        Error::Text(mistake) => mistake.message.clone(),
        Error::Stopped(stopped) => match stopped.reason {
            Reason::Fault(_) | Reason::Unreadable(_) | Reason::Interrupted => stopped.to_string(),
            _ => format!("not decided: {stopped}"),
        },
        other => other.to_string(),
    }
}

/// The way out, as a front end spells it. Empty if the message contains it.
pub fn error_help(error: &Error, spelling: &dyn Spelling) -> String {
    help(error, spelling).spelled(spelling)
}

pub(crate) fn help(error: &Error, spelling: &dyn Spelling) -> Help {
    match error {
        Error::Text(mistake) => mistake.help.clone(),
        Error::Refused(refused) => refused.help.clone(),
        Error::Stopped(stopped) => more(stopped, spelling),
        Error::NoSolver(_) => Help::from(Fix::verb("plan")) + " shows what each solver says",
        Error::File { source, .. } => file_help(source.kind()).into(),
        Error::Check { .. } => {
            "make the file anew; if no file was read, report this question as a fault of the program".into()
        }
        _ => Help::default(),
    }
}

/// The error as JSON: `{"error": {..}}`.
pub fn error_json(error: &Error, spelling: &dyn Spelling) -> String {
    json::line(&ErrorJson::of(error, spelling))
}

/// A request that cannot be done as it stands.
pub(crate) fn refused(code: &'static str, message: impl Into<String>, help: impl Into<Help>) -> Error {
    let (message, help) = (message.into(), help.into());
    Error::Refused(Box::new(Refused { code, message, help, line: None, argument: None }))
}

/// An error that has no place in a text, as JSON: `{"error": {..}}`. If there is no `help`, it
/// names the manual.
pub fn refusal_json(code: &str, message: &str, help: &Help, spelling: &dyn Spelling) -> String {
    json::line(&ErrorJson::refusal(code, message, help, spelling))
}

/// What to do about a file that cannot be read or written.
pub fn file_help(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotFound => "check the path",
        ErrorKind::PermissionDenied => "check the permissions of the file and of its folder",
        ErrorKind::InvalidData => "write it as UTF-8 text",
        ErrorKind::StorageFull => "free some space",
        ErrorKind::IsADirectory => "name a file, not a folder",
        _ => "check the file and its folder",
    }
}

/// The field that allows more of what has run out.
fn more(stopped: &Stopped, spelling: &dyn Spelling) -> Help {
    match stopped.reason {
        Reason::Memory(_) if !spelling.has("memory") => "ask for less".into(),
        Reason::Positions(_) if !spelling.has("max_positions") => "ask for less".into(),
        Reason::Time => Help::from("allow more with ") + Fix::Choose("time", "SECONDS"),
        Reason::Memory(most) => more_memory(stopped.progress.bytes.max(most)),
        Reason::Positions(_) => Help::from("allow more with ") + Fix::Choose("max_positions", "N"),
        Reason::Interrupted | Reason::Unreadable(_) => Help::default(),
        Reason::Fault(_) => {
            "the rules cannot be followed at a position that can be reached: ask for a smaller one, or \
             exclude it with a condition, such as `where n > 3`"
                .into()
        }
    }
}

/// What to allow if this many bytes, or a few more, are needed.
fn more_memory(wanted: u64) -> Help {
    let allow =
        |size: String| Help::from("allow more with ") + Field("memory") + " SIZE, such as " + Fix::Set("memory", size);
    match wanted.div_ceil(1 << 20).checked_add(1).and_then(u64::checked_next_power_of_two) {
        Some(size @ ..1024) => allow(format!("{size}MiB")),
        Some(size) if size < 1 << 24 => allow(format!("{}GiB", size >> 10)),
        _ => "no machine has so much memory: ask for less".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use grundy::help::Json;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn every_error_has_a_code_a_message_and_help() {
        let source = io::Error::from(ErrorKind::NotFound);
        let file = Error::File { action: "cannot read x".into(), source };
        let text = Error::from(grundy::games::game("octal 0.79").expect_err("9 is no digit of an octal code"));
        for (error, code, spanned) in [(file, "file", false), (text, "G006", true)] {
            let value: Value = serde_json::from_str(&error_json(&error, &Json)).expect("one JSON object");
            let error = &value["error"];
            assert_eq!(error["code"], code);
            assert_eq!(error["span"].is_array(), spanned, "{value}");
            let filled = |key: &str| error[key].as_str().is_some_and(|text| !text.is_empty());
            assert!(filled("message") && filled("help"), "{value}");
        }
        let bare: Value = serde_json::from_str(&refusal_json("usage", "no", &Help::default(), &Json)).expect("JSON");
        assert_eq!(
            bare["error"],
            json!({"code": "usage", "message": "no", "help": "the manual has the fields of each verb"})
        );
    }

    #[test]
    fn a_field_at_fault_is_spelled_by_the_front_end() {
        let error = Error::field("heaps", "a sum of 0 heaps has no size", Help::from("write ") + Fix::set("heaps", 1));
        let value: Value = serde_json::from_str(&error_json(&error, &Json)).expect("JSON");
        assert_eq!(value["error"]["argument"], "heaps");
        assert_eq!(value["error"]["help"], "write \"heaps\": 1");
        assert_eq!(value["error"]["fix"], json!([{"set": "heaps", "value": "1"}]));
    }
}
