//! Tests of the whole library through its front door.

mod certificates;
mod checkpoints;
mod compounds;
mod diagnostics;
mod exactness;
mod exactness_checkers;
mod games;
mod laws;
mod limits;
mod many;
mod own;
mod pairs;
mod people;
mod periods;
mod plans;
mod play;
mod properties;
mod quotients;
mod real_words;
mod record;
mod second_checker;
mod smoke;
mod stored;
mod strategies;
mod values;
mod wplay;
