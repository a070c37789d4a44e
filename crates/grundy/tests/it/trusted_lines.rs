//! How many lines of the checker in Python a reader must trust for one claim: below 1,500 for every
//! claim, board and closed form. `tools/lines_to_trust.py` counts them; that they are all that a
//! claim needs, [`crate::second_checker`] shows by running them alone.

use std::{path::Path, process::Command};

/// The figures, the width of the lines, and the table of the book.
#[test]
fn every_claim_needs_fewer_than_1_500_lines_and_the_book_has_the_figures() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/lines_to_trust.py");
    let Ok(output) = Command::new("python3").arg("-B").arg(script).arg("--check").output() else {
        crate::not_run("python3 is missing, so the lines to trust were not counted");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
