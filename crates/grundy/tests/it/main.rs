//! Tests of the whole library through its front door.

mod certificates;
mod diagnostics;
mod games;
mod properties;
mod smoke;
mod values;
