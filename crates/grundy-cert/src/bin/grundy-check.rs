//! `grundy-check FILE ..`: verifies certificates with the rules and the checker alone. No kernel is linked into it.

use std::{env, fs, process::ExitCode};

use grundy_cert::{Verdict, check, read};

fn main() -> ExitCode {
    let files: Vec<String> = env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: grundy-check CERTIFICATE ..   (word lists are read relative to the working folder)");
        return ExitCode::from(2);
    }
    let mut worst = 0;
    for file in files {
        let (told, code) = verdict(&file);
        println!("{file}: {told}");
        worst = worst.max(code);
    }
    ExitCode::from(worst)
}

/// What is to be said of a certificate, and the exit code: 0 it stands, 1 it does not, 2 it cannot be read.
fn verdict(file: &str) -> (String, u8) {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return (format!("cannot be read: {error}"), 2),
    };
    let (query, solution) = match read(&text, &|name| fs::read(name).map_err(|error| error.to_string())) {
        Ok(found) => found,
        Err(fault) => return (fault.to_string(), 2),
    };
    match check(&query, &solution, &mut || true) {
        Ok(Verdict::Verified) => (format!("stands: {query}, {:?}", solution.answer), 0),
        Ok(Verdict::Unverified) => ("holds claims that are not verified".into(), 1),
        Err(flaw) => (format!("refused: {flaw}"), 1),
    }
}
