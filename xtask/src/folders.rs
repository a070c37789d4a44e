//! Where builds are: the folder that cargo uses, so that a step finds what cargo has built also
//! under `CARGO_TARGET_DIR`.

use std::path::{Path, PathBuf};

/// The folder of what is built. A relative `CARGO_TARGET_DIR` counts from the root of the
/// workspace, where every step runs cargo.
pub fn target(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}
