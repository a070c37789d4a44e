//! Tests of the whole library through its front door.

mod certificates;
mod smoke;
mod values;
