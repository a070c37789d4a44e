//! How the values of flags are read: times, sizes, numbers, files that are kept.

use std::{
    num::NonZero,
    path::{Path, PathBuf},
};

use clap::builder::{PathBufValueParser, TypedValueParser};
pub(super) use grundy_verbs::read_seconds as seconds;
use grundy_verbs::whole_number;

/// A file that is written and read again, which standard output cannot be.
pub(super) fn kept_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path == Path::new("-") {
        true => Err("a checkpoint is read again later: name a file"),
        false => Ok(path),
    })
}

/// The place of a table, which is read again: standard output cannot be one. `what` is it.
pub(super) fn place(what: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| match path == Path::new("-") {
        true => Err(format!("a table is read again later: name a {what}")),
        false => Ok(path),
    })
}

/// A number of threads.
pub(super) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let number = whole_number(text).and_then(|number| NonZero::new(usize::try_from(number).ok()?));
    number.ok_or_else(|| "write a number of threads from 1 up, such as 4; leave it out for all cores".to_owned())
}

/// As positions write it: digits, or a power.
pub(super) fn number(text: &str) -> Result<u64, String> {
    whole_number(text).ok_or_else(|| "write a number from 0 to 2^64 - 1, such as 5000 or 10^6".to_owned())
}

/// A name and a value: `k=3`. Whether the value is one, the reader of the game decides.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    pair.ok_or_else(|| "write a name and its value: k=3".to_owned())
}

/// An amount of memory, with its unit.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.find(|sign: char| !(sign.is_ascii_digit() || sign == '.')).unwrap_or(text.len());
    let unit = match text[digits..].trim().to_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "t" | "tib" => 1024.0f64.powi(4),
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => {
            let other = text[digits..].trim();
            return Err(format!("unknown unit `{other}`: write 4GiB, 500MB or a number of bytes"));
        }
    };
    let number: f64 = text[..digits].parse().map_err(|_| "write 4GiB, 500MB or a number of bytes".to_owned())?;
    Ok((number * unit) as u64)
}
