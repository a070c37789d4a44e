//! The page of the book about tables on disk: its commands print what the page shows.

use std::{path::Path, process::Command};

use snapbox::cmd::cargo_bin;

const PAGE: &str = include_str!("../../../../book/src/tables.md");

#[test]
fn the_page_shows_what_its_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    let program = cargo_bin!("grundy");
    let mut count = 0;
    for block in PAGE.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for session in block.split("$ grundy ").skip(1) {
            let (words, expected) = session.split_once('\n').unwrap();
            let line = format!("{} {words} 2>&1", Path::new(&program).display());
            let output = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), expected.trim(), "{words}");
            count += 1;
        }
    }
    assert!(count > 5, "{count}");
}
