//! Measures look-ups in a table on disk: `cargo run --release -p grundy-layers --example lookups
//! -- FOLDER`, for tables of keys of 64 bits.
//!
//! A million random positions of the table and a million keys that are in few tables are looked up
//! in random order. The first pass reads the files, the later ones find them in memory. Rates are
//! those of the processor time where the system counts it (Linux), so that other work counts less.

use std::{error::Error, fs, path::PathBuf, process::ExitCode, sync::LazyLock, time::Instant};

use fastrand::Rng;
use grundy_layers::{Function, Table};

/// Positions that are looked up.
const SAMPLE: usize = 1_000_000;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: lookups FOLDER");
        return ExitCode::from(2);
    };
    match run(PathBuf::from(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(folder: PathBuf) -> Result<(), Box<dyn Error>> {
    let table: Table<u64> = Table::open(&folder, 1 << 36)?;
    let summary = table.summary();
    let mut random = Rng::with_seed(1);
    let mut sample = Vec::with_capacity(SAMPLE);
    let mut seen = 0usize;
    table.each(|layer, key, value| {
        seen += 1;
        if sample.len() < SAMPLE {
            sample.push((layer, key, value));
        } else if let Some(place) = sample.get_mut(random.usize(..seen)) {
            *place = (layer, key, value);
        }
        Ok(())
    })?;
    random.shuffle(&mut sample);
    let bits = 8.0 / summary.positions as f64;
    println!(
        "{} positions, {:.2} bits of keys and {:.2} of values on disk each",
        summary.positions,
        summary.key_bytes as f64 * bits,
        summary.value_bytes as f64 * bits
    );
    for pass in 1..=2 {
        let begin = now();
        for &(layer, key, value) in &sample {
            if table.value(layer, key)? != Some(value) {
                return Err(format!("the value of {key:#x} is not the one that was read").into());
            }
        }
        report(&format!("pass {pass}, positions of the table"), sample.len(), begin);
    }
    let wanted: Vec<(u32, u64)> = sample.iter().map(|&(layer, key, _)| (layer, key)).collect();
    for pass in 1..=2 {
        let begin = now();
        let values = table.values(&wanted)?;
        report(&format!("pass {pass}, together"), sample.len(), begin);
        if values.iter().zip(&sample).any(|(&value, &(.., expected))| value != Some(expected)) {
            return Err("a value is not the one that was read".into());
        }
    }
    let foreign: Vec<(u32, u64)> = sample.iter().map(|&(layer, key, _)| (layer, key ^ 1 << random.u32(..32))).collect();
    let begin = now();
    let mut found = 0;
    for &(layer, key) in &foreign {
        found += usize::from(table.value(layer, key)?.is_some());
    }
    report(&format!("keys with a bit changed, {found} of them in the table"), foreign.len(), begin);
    let begin = now();
    let function = Function::of(&table, 1 << 30, &|| true)?;
    println!(
        "a static function of {:.2} bits a position, made in {:.1} s",
        function.bytes() as f64 * bits,
        (now() - begin)
    );
    drop(table);
    for pass in 1..=2 {
        let begin = now();
        if sample.iter().any(|&(_, key, value)| function.value(key) != value) {
            return Err("the static function has another value".into());
        }
        report(&format!("pass {pass}, the static function"), sample.len(), begin);
    }
    let keys: Vec<u64> = sample.iter().map(|&(_, key, _)| key).collect();
    for pass in 1..=2 {
        let begin = now();
        let values = function.values(&keys);
        report(&format!("pass {pass}, the static function, together"), sample.len(), begin);
        if values.iter().zip(&sample).any(|(&value, &(.., expected))| value != expected) {
            return Err("the static function has another value".into());
        }
    }
    Ok(())
}

/// The seconds that this thread has been at work, or since the first call.
fn now() -> f64 {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    let counted = fs::read_to_string("/proc/self/schedstat").ok();
    let worked = counted.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    worked.map_or_else(|| FIRST.elapsed().as_secs_f64(), |worked| worked as f64 / 1e9)
}

fn report(what: &str, count: usize, begin: f64) {
    println!("{what}: {:.2} million look-ups a second", count as f64 / (now() - begin) / 1e6);
}
