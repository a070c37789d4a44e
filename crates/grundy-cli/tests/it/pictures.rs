//! The pictures of README and the book are what their commands draw.

use snapbox::cmd::{Command, cargo_bin};

#[test]
fn the_picture_of_kayles_is_what_its_command_draws() {
    let path = std::env::temp_dir().join(format!("grundy-{}.svg", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    let output = Command::new(cargo_bin!("grundy")).args(["prove", "kayles", "--svg", name]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    let drawn = std::fs::read_to_string(&path).expect("the picture is there");
    std::fs::remove_file(&path).expect("it can be removed");
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/kayles.svg");
    if std::env::var_os("GRUNDY_BLESS").is_some() {
        std::fs::write(kept, &drawn).expect("it can be written");
    }
    let same = std::fs::read_to_string(kept).expect("the book has the picture") == drawn;
    assert!(same, "draw it anew: grundy prove kayles --svg book/src/kayles.svg");
    assert_eq!(drawn.matches("stroke-width=\"2\"").count(), 14, "each exception is outlined");
}
