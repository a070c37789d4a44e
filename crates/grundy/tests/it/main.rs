//! Tests of the whole library through its front door.

mod smoke;
mod values;
