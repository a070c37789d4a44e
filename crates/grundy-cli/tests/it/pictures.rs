//! The pictures of README and the book are what their commands draw.

use std::sync::atomic::{AtomicUsize, Ordering};

use snapbox::cmd::{Command, cargo_bin};

/// The picture that a command draws.
fn drawn(words: &[&str], flag: &str) -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let own = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("grundy-{}-picture-{own}", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    let output = Command::new(cargo_bin!("grundy")).args(words).args([flag, name]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{words:?}");
    let drawn = std::fs::read_to_string(&path).expect("the picture is there");
    std::fs::remove_file(&path).expect("it can be removed");
    drawn
}

/// Readers of SVG 1.1 draw a colour that they do not know in black.
#[test]
fn colours_are_hexadecimal() {
    for words in [&["prove", "kayles"][..], &["table", "kayles", "40"], &["prove", "\"aa\" -> \"\", \"b\" -> \"\""]] {
        let svg = drawn(words, "--svg");
        for place in ["fill=\"", "stroke=\""] {
            for rest in svg.split(place).skip(1) {
                let colour = rest.split('"').next().unwrap_or_default();
                let digits = colour.strip_prefix('#').unwrap_or_default();
                let hexadecimal =
                    matches!(digits.len(), 3 | 6) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                assert!(hexadecimal || colour == "none", "{words:?}: {colour}");
            }
        }
    }
}

#[test]
fn a_machine_has_a_title_a_ground_and_a_start() {
    let words = ["prove", "\"aa\" -> \"\", \"b\" -> \"\""];
    let svg = drawn(&words, "--svg");
    let title = "row: \"aa\" -&gt; \"\", \"b\" -&gt; \"\": Every word over ab, parted at any other letter, 4 states. Values 0 to 1.";
    assert!(
        svg.contains(&format!("<title>{title}</title>")) && svg.contains(&format!("y=\"15\">{title}</text>")),
        "{svg}"
    );
    assert!(svg.contains("role=\"img\"") && svg.contains("fill=\"#fff\"/>"), "{svg}");
    assert_eq!(svg.matches("<path id=\"start\"").count(), 1, "{svg}");
    let dot = drawn(&words, "--dot");
    assert!(dot.contains("label=\"row: \\\"aa\\\" -> ") && dot.contains("bgcolor=\"#ffffff\""), "{dot}");
    assert!(dot.contains("start -> 0;"), "{dot}");
}

#[test]
fn the_picture_of_kayles_is_what_its_command_draws() {
    let drawn = drawn(&["prove", "kayles"], "--svg");
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/kayles.svg");
    if std::env::var_os("GRUNDY_BLESS").is_some() {
        std::fs::write(kept, &drawn).expect("it can be written");
    }
    let same = std::fs::read_to_string(kept).expect("the book has the picture") == drawn;
    assert!(same, "draw it anew: grundy prove kayles --svg book/src/kayles.svg");
    assert_eq!(drawn.matches("stroke-width=\"2\"").count(), 14, "each exception is outlined");
}

#[test]
fn what_is_not_drawn_is_reported() {
    for (words, code, reason) in [
        (&["prove", "misere-kayles"][..], 2, "there is no picture of a misère quotient"),
        (&["prove", "octal 0.007", "--to", "50"], 3, "nothing was drawn to "),
        (&["prove", "row: \"ab\" -> \"\"", "--max-positions", "0"], 3, "nothing was drawn to "),
    ] {
        let output =
            Command::new(cargo_bin!("grundy")).args(words).args(["--svg", "unused.svg"]).output().expect("it runs");
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && why.contains(reason), "{words:?}: {why}");
        assert!(!std::path::Path::new("unused.svg").exists(), "{words:?}");
    }
}
