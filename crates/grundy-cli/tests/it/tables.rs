//! The pages of the book about tables on disk: their commands print what the pages show.

use std::{env, ffi::OsStr, net::TcpListener, path::Path, process::Command};

use snapbox::cmd::cargo_bin;

const PAGE: &str = include_str!("../../../../book/src/tables.md");
const TOGETHER: &str = include_str!("../../../../book/src/cluster.md");

/// Runs the commands of a page in one folder. Returns their number.
fn shows(page: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let program = cargo_bin!("grundy");
    let path = [Path::new(&program).parent().unwrap().as_os_str(), &env::var_os("PATH").unwrap_or_default()]
        .join(OsStr::new(":"));
    let mut count = 0;
    for block in page.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for session in block.split("$ ").skip(1) {
            let (words, expected) = session.split_once('\n').unwrap();
            let line = format!("({words}) 2>&1");
            let mut shell = Command::new("timeout");
            let output =
                shell.args(["120", "sh", "-c", &line]).env("PATH", &path).current_dir(folder.path()).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), expected.trim(), "{words}");
            count += 1;
        }
    }
    count
}

#[test]
fn the_page_shows_what_its_commands_print() {
    let count = shows(PAGE);
    assert!(count > 5, "{count}");
}

#[test]
fn the_page_about_many_machines_shows_what_its_commands_print() {
    // The ports of the page may be in use here.
    let free = [(), ()].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let page = free.iter().zip(["47411", "47412"]).fold(TOGETHER.to_owned(), |page, (listener, port)| {
        page.replace(port, &listener.local_addr().unwrap().port().to_string())
    });
    drop(free);
    let count = shows(&page);
    assert!(count > 3, "{count}");
}
