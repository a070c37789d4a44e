//! Tests of the whole library through its front door.

mod certificates;
mod periods;
mod smoke;
