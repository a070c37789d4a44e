//! A certificate is written, verified, and refused when it is altered.

use snapbox::cmd::{Command, cargo_bin};

fn code(arguments: &[&str]) -> Option<i32> {
    Command::new(cargo_bin!("grundy")).args(arguments).output().expect("the program runs").status.code()
}

#[test]
fn an_altered_certificate_is_refused() {
    let path = std::env::temp_dir().join(format!("grundy-{}.cert", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    assert_eq!(code(&["kayles", "5", "7", "9", "--certificate", name]), Some(0));
    assert_eq!(code(&["check", name]), Some(0));
    let text = std::fs::read_to_string(&path).expect("the certificate is there");
    std::fs::write(&path, text.replace("answer value 2", "answer value 3")).expect("it can be written");
    assert_eq!(code(&["check", name]), Some(1));
    assert_eq!(code(&["check", name, "--json"]), Some(1));
    std::fs::remove_file(&path).expect("it can be removed");
}
