//! Tests of the whole library through its front door.

mod certificates;
mod checkpoints;
mod diagnostics;
mod exactness;
mod exactness_checkers;
mod games;
mod limits;
mod own;
mod pairs;
mod periods;
mod plans;
mod properties;
mod quotients;
mod real_words;
mod smoke;
mod strategies;
mod values;
mod wplay;
