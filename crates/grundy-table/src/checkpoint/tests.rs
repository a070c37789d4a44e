//! Checkpoints that come back, and every damage.

use super::*;

fn about() -> About {
    let lines = ["game take 1 or 2", "convention normal", "method search"].map(str::to_owned);
    About { lines: lines.to_vec(), purpose: "the value of 100\n".into() }
}

/// The bytes of a checkpoint with these contents.
fn bytes(kind: Kind, count: u64, contents: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work");
    save(&path, kind, &about(), count, &|consume| assert!(contents.chunks(1000).all(&mut *consume))).unwrap();
    fs::read(path).unwrap()
}

fn refused(bytes: Vec<u8>) -> String {
    read(bytes, &Kind::ALL, &about().lines).unwrap_err().to_string()
}

#[test]
fn contents_come_back_whatever_they_are() {
    for kind in Kind::ALL {
        for count in [0, 1, 7, 8, 9, 100_000] {
            let contents: Vec<u8> = (0..count).map(|at| (at % 251) as u8).collect();
            let read = read(bytes(kind, count, &contents), &[kind], &about().lines).unwrap();
            let about = About { purpose: "the value of 100 ".into(), ..about() };
            assert_eq!(read, Checkpoint { kind, about, count, contents });
        }
    }
    assert!(matches!(load(Path::new("/no/file"), &Kind::ALL, &[]), Err(CheckpointError::File(_))));
    assert!(matches!(load(Path::new("/"), &Kind::ALL, &[]), Err(CheckpointError::File(_))));
}

#[test]
fn values_of_every_width_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work");
    for largest in [0, 255, 256, 65_535, 65_536, u32::MAX] {
        for count in [0, 1, 7, 8, 1000, 70_000] {
            let kept: Vec<u32> = (0..count).map(|at| if at == count / 2 { largest } else { at % 200 }).collect();
            save_values(&path, &about(), &kept).unwrap();
            let read = load(&path, &[Kind::Values], &about().lines).unwrap();
            assert_eq!(values(&read), Some(kept));
        }
    }
    for (count, contents) in [(0, &b"x"[..]), (1, b""), (1, b"123"), (2, b"123"), (3, b"12345678"), (u64::MAX, b"")] {
        let read = read(bytes(Kind::Values, count, contents), &[Kind::Values], &about().lines).unwrap();
        assert_eq!(values(&read), None, "{count}");
    }
}

#[test]
fn every_bit_and_every_length_is_verified() {
    for kind in Kind::ALL {
        let whole = bytes(kind, 3, b"0 0\n1 1\n2 2\n");
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[at] ^= 1 << bit;
                assert!(open(changed).is_err(), "bit {bit} of byte {at}");
            }
            assert!(open(whole[..at].to_vec()).is_err(), "cut at {at}");
            assert!(open(whole[at + 1..].to_vec()).is_err(), "from {at}");
            let twice = [&whole[..at], &whole[at..=at], &whole[at..]].concat();
            assert!(open(twice).is_err(), "byte {at} twice");
        }
        assert!(open(whole).is_ok());
    }
}

#[test]
fn other_work_is_refused_with_the_line_that_differs() {
    let whole = bytes(Kind::Facts, 1, b"0 0\n");
    let other = |change: fn(&mut Vec<String>)| {
        let mut lines = about().lines;
        change(&mut lines);
        read(whole.clone(), &[Kind::Facts], &lines).unwrap_err().to_string()
    };
    assert_eq!(
        other(|lines| lines[1] = "convention misère".into()),
        "expected a checkpoint of `convention misère`, found one of `convention normal`"
    );
    assert_eq!(
        other(|lines| lines.push("position 5".into())),
        "expected a checkpoint of `position 5`, found one without it"
    );
    assert_eq!(other(|lines| drop(lines.pop())), "expected nothing more, found a checkpoint of `method search`");
    assert_eq!(
        read(whole.clone(), &[Kind::Values, Kind::Hunt], &about().lines).unwrap_err().to_string(),
        "expected a checkpoint of the kind values or hunt, found the kind facts"
    );
}

/// A byte order mark does not count; any other byte before the first line does.
#[test]
fn a_byte_order_mark_is_skipped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("marked");
    save_values(&path, &about(), &[0, 1, 2]).expect("it is written");
    let whole = std::fs::read(&path).expect("it was written");
    let marked = [&b"\xef\xbb\xbf"[..], &whole].concat();
    assert!(is_checkpoint(&marked));
    let read = read(marked, &[Kind::Values], &about().lines).expect("the mark is skipped");
    assert_eq!(values(&read), Some(vec![0, 1, 2]));
    assert!(refused([&b" "[..], &whole].concat()).contains("found ` grundy-checkpoint 1`"));
}

#[test]
fn other_versions_and_other_files_are_refused() {
    for first in ["grundy-table 1", "grundy-state 1", "grundy-search 1"] {
        let refused = refused(format!("{first}\nnim\nwidth 1 count 0\n").into_bytes());
        assert_eq!(refused, format!("written by an earlier version (`{first}`); remove it to begin anew"));
        assert!(is_checkpoint(first.as_bytes()));
    }
    assert!(refused(b"grundy-checkpoint 2\n".to_vec()).starts_with("written by a later version"));
    assert!(is_checkpoint(b"grundy-checkpoint 2\n") && !is_checkpoint(b"grundy certificate 1\n"));
    assert!(refused(b"grundy-checkpoint 1\r\nkind facts\r\n".to_vec()).starts_with("its line ends were changed"));
    assert!(refused(b"".to_vec()).ends_with("found ``"));
    assert!(refused(vec![b'x'; 100]).ends_with(&format!("found `{}`", "x".repeat(60))));
}

#[test]
fn a_head_with_a_right_checksum_is_read_with_care() {
    for head in [
        "",
        "kind",
        "kind x\nfor\n",
        "kind facts\nfor 5\ncount -1\n",
        "kind facts\nabout x\ncount 1\n",
        "kind facts\nfor 5\ncount 18446744073709551616\n",
        "kind facts\nfor 5\ncount 5",
    ] {
        let sealed = format!("{FIRST_LINE}\n{head}").into_bytes();
        let sum = checksum(&sealed);
        let refused = open([&sealed[..], &sum].concat());
        assert!(matches!(refused, Err(CheckpointError::Head { .. })), "{head:?}");
    }
}
