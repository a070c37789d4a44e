//! Tests of the whole library through its front door.

mod altered;
mod certificates;
mod checkpoints;
mod compounds;
mod diagnostics;
mod exactness;
mod exactness_checkers;
mod games;
mod groups;
mod laws;
mod leaves;
mod limits;
mod listed;
mod many;
mod misere_heaps;
mod own;
mod pairs;
mod people;
mod periods;
mod piles;
mod placed;
mod plans;
mod play;
mod product_moves;
mod products;
mod properties;
mod quotients;
mod ranges;
mod real_words;
mod record;
mod reductions;
mod second_checker;
mod segments;
mod sets;
mod smoke;
mod stones;
mod stored;
mod strategies;
mod trusted_lines;
mod values;
mod wind_up;
mod wplay;

/// Reports that a test needs what is missing here. The line is shown although the test passes:
/// `cargo xtask test` repeats it in its summary.
fn not_run(why: impl std::fmt::Display) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "NOT RUN: {why}");
}
