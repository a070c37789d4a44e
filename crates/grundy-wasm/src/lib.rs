//! The library as a WebAssembly module: JSON requests in, JSON answers out.
//!
//! A request is an object of [`grundy_verbs::Request`], and the answer is the line that
//! `grundy .. --json` prints. A program that loads the module does three steps:
//!
//! 1. `request(length)` returns the address of a buffer of that many bytes, for the UTF-8 text.
//! 2. `answer()` answers it and returns the address of the answer.
//! 3. `answer_length()` returns the length of the answer in bytes.
//!
//! ```js
//! const clock = { grundy: { now: () => performance.now() } };
//! const { instance } = await WebAssembly.instantiate(bytes, clock);
//! const { memory, request, answer, answer_length } = instance.exports;
//! const text = new TextEncoder().encode('{"verb": "solve", "game": "nim", "position": "5 + 7"}');
//! const room = request(text.length); // may move the memory
//! new Uint8Array(memory.buffer, room, text.length).set(text);
//! const at = answer();
//! console.log(new TextDecoder().decode(new Uint8Array(memory.buffer, at, answer_length())));
//! ```
//!
//! The module imports a clock in milliseconds, `grundy.now`, which the field `time` of a request
//! needs. It has one thread and no files. An answer stays until the next request; the memory may
//! move while the module works, so a view of it is made anew after each call. A fault of the
//! program ends the instance (`RuntimeError: unreachable`): make a new one.

use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy::Limits;
use grundy_verbs::ReplyLine;

/// The request, and then its answer: a page asks one thing at a time.
static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn locked(text: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    text.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a request of this many bytes. Returns the address of the room.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut request = locked(&REQUEST);
    request.clear();
    request.resize(length, 0);
    request.as_mut_ptr()
}

/// Answers the request. Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    grundy::solvers::support::clock::set(clock::now);
    let text = String::from_utf8_lossy(&locked(&REQUEST)).into_owned();
    let reply = ReplyLine::to(&text, Limits::default());
    let mut answer = locked(&ANSWER);
    *answer = reply.line.into_bytes();
    answer.as_ptr()
}

/// Returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    locked(&ANSWER).len()
}

/// The clock of the page.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod clock {
    use std::time::Duration;

    mod imported {
        #[link(wasm_import_module = "grundy")]
        unsafe extern "C" {
            /// Returns the milliseconds since some fixed moment.
            pub safe fn now() -> f64;
        }
    }

    pub fn now() -> Duration {
        Duration::try_from_secs_f64(imported::now() / 1000.0).unwrap_or_default()
    }
}
