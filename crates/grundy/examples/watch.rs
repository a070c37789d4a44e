//! Progress, cancellation from another thread, and a checkpoint that the next run resumes from.
//!
//! `cargo run -p grundy --example watch`

use std::{
    env,
    sync::{Arc, atomic::Ordering},
    thread,
    time::Duration,
};

use grundy::{Error, Event, Host, Limits, Question, Run, Wanted, checkpoint::CheckpointNews, games};

/// Prints what happens.
struct Printer;

impl Host for Printer {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Ran { solvers, stats } => println!("{solvers}: {} positions", stats.positions),
            Event::Checkpoint { news: CheckpointNews::Resumed(what), .. } => println!("resumed with {what}"),
            Event::Checkpoint { news: CheckpointNews::Holds { what, .. }, .. } => println!("saved {what}"),
            _ => {}
        }
    }
}

fn main() -> Result<(), Error> {
    let path = env::temp_dir().join(format!("grundy-example-{}", std::process::id()));
    let query = games::query("cram", "7x7", Question::Value)?;
    let wanted = Wanted { checkpoint: Some(&path), ..Wanted::default() };

    let run = Run::new(Limits::default()).host(Arc::new(Printer));
    let flag = run.cancel_flag();
    let timer = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        flag.store(true, Ordering::Relaxed);
    });
    match run.find(query.clone(), wanted) {
        Ok(found) => println!("solved before it was cancelled: {:?}", found.solved().value()),
        Err(error) => println!("{}: {error}", error.code()),
    }
    let _ = timer.join();

    // A second run resumes from what the first one found, and is cancelled by its limit.
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    if let Err(error) = Run::new(limits).host(Arc::new(Printer)).find(query, wanted) {
        println!("{}: {error}", error.code());
    }
    let _ = std::fs::remove_file(path);
    Ok(())
}
