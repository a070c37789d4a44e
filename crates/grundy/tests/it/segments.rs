//! Claims about more heaps than the checker in Python computes: it verifies short segments between
//! two states, and says so.

use std::{fs, path::Path, process, process::Command};

use crate::second_checker::{Folder, holds, window};

/// The verdicts of the checker in Python, if it computes at most 120 heaps; `None` without Python.
fn verdicts(texts: &[String]) -> Option<Vec<String>> {
    let folder = Folder(std::env::temp_dir().join(format!("grundy-segments-{}", process::id())));
    fs::create_dir_all(&folder.0).expect("a temporary folder");
    let files = (0..texts.len()).map(|at| folder.0.join(at.to_string()));
    let files: Vec<_> = files.collect();
    for (file, text) in files.iter().zip(texts) {
        fs::write(file, text).expect("it can be written");
    }
    let program = "import sys, grundy_check\n\
        grundy_check.MOST_HEAPS = 120\n\
        for file in sys.argv[1:]:\n    print(grundy_check.verdict(file, None, None))";
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools");
    let output = Command::new("python3").args(["-B", "-c", program]).args(&files).env("PYTHONPATH", tools).output();
    let Ok(output) = output else {
        crate::not_run("python3 is missing, so its check of segments was not tried");
        return None;
    };
    let lines: Vec<String> = String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), texts.len(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(lines)
}

#[test]
fn python_verifies_short_segments_of_a_long_claim() {
    let text = window(&[110, 140]);
    assert_eq!(holds(&text).0, Some(true));
    // One value of each state, and a rare heap.
    let altered: Vec<String> = text
        .lines()
        .filter(|line| line.starts_with("state ") || *line == "rare 70 6")
        .map(|line| {
            let (rest, last) = line.rsplit_once(' ').expect("words");
            text.replace(line, &format!("{rest} {}", if last == "4" { 7 } else { 4 }))
        })
        .collect();
    assert_eq!(altered.len(), 4, "{text}");
    let texts: Vec<String> = [text].into_iter().chain(altered).collect();
    let Some(verdicts) = verdicts(&texts) else { return };
    assert_eq!(
        verdicts[0],
        "not decided: the values of 183 heaps are needed; those of the heaps 0 to 109, 110 to 139, 140 to 170 \
         follow from the moves, the rare heaps and the states before them, the others are not computed here"
    );
    for (text, verdict) in texts.iter().zip(&verdicts).skip(1) {
        assert_eq!(holds(text).0, Some(false), "{text}");
        assert!(verdict.starts_with("refused: "), "{verdict}\n{text}");
    }
}
