//! The judge formats of `testdata/judges`: each reads and answers its input.

use std::{fs, path::PathBuf};

use grundy::{Limits, Run};
use grundy_contest::{BUILT_IN, Format};

#[test]
fn every_format_answers_its_input() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/judges");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    assert!(files.len() >= 24, "only {} formats", files.len());
    for path in files {
        let format = Format::read(&fs::read_to_string(&path).unwrap()).unwrap_or_else(|why| panic!("{path:?}: {why}"));
        let input = fs::read(path.with_extension("in")).unwrap();
        let answers =
            format.answers(&Run::new(Limits::default()), &input).unwrap_or_else(|why| panic!("{path:?}: {why}"));
        let lines: Vec<&str> = answers.iter().map(|answer| answer.line()).collect();
        let expected = fs::read_to_string(path.with_extension("out")).unwrap();
        assert_eq!(lines, expected.lines().collect::<Vec<_>>(), "{path:?}");
    }
}

#[test]
fn the_formats_with_names_can_be_read() {
    for (name, _) in BUILT_IN {
        assert!(Format::built_in(name).is_some(), "{name}");
    }
    assert!(Format::built_in("chess").is_none());
}
