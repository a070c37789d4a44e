//! How the values of flags are read: times, sizes, numbers, files that are kept.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

/// A time in seconds.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .strip_suffix('s')
        .unwrap_or(text)
        .parse()
        .map_err(|_| "expected a number of seconds, such as 2 or 0.5".to_owned())?;
    if (0.0..1e12).contains(&number) {
        Ok(number)
    } else {
        Err("expected a number of seconds from 0 to 10^12".to_owned())
    }
}

/// A file that is written and read again, which standard output cannot be.
pub(super) fn kept_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path == Path::new("-") {
        true => Err("a checkpoint is read again later: name a file"),
        false => Ok(path),
    })
}

/// As positions write it: digits, or a power.
pub(super) fn number(text: &str) -> Result<u64, String> {
    let value = match text.split_once('^') {
        None => text.parse().ok(),
        Some((base, power)) => match (base.parse::<u64>(), power.parse()) {
            (Ok(base), Ok(power)) => base.checked_pow(power),
            _ => None,
        },
    };
    value.ok_or_else(|| "write a number from 0 to 2^64 - 1, such as 5000 or 10^6".to_owned())
}

/// An amount of memory, with its unit.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.find(|sign: char| !(sign.is_ascii_digit() || sign == '.')).unwrap_or(text.len());
    let unit = match text[digits..].trim() {
        "" | "B" => 1.0,
        "K" | "k" | "KiB" => 1024.0,
        "M" | "MiB" => 1024.0 * 1024.0,
        "G" | "GiB" => 1024.0 * 1024.0 * 1024.0,
        "T" | "TiB" => 1024.0f64.powi(4),
        "kB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "TB" => 1e12,
        other => return Err(format!("unknown unit `{other}`: write 4GiB, 500MB or a number of bytes")),
    };
    let number: f64 = text[..digits].parse().map_err(|_| "write 4GiB, 500MB or a number of bytes".to_owned())?;
    Ok((number * unit) as u64)
}
