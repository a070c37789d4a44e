//! The server on loopback, asked as a client would.

mod answers;
mod client;
mod hostile;
mod jobs;
