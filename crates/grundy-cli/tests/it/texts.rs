//! Texts as they come: byte order marks, other encodings, control characters, and word lists as
//! people have them. The program is asked through every way by which a text enters it.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use snapbox::cmd::cargo_bin;

/// A folder with files, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{}-texts-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        files.iter().for_each(|(name, bytes)| fs::write(path.join(name), bytes).expect("a file"));
        Folder(path)
    }

    /// The exit code, stdout and stderr of the program with these arguments and this input.
    fn run(&self, arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
        let mut program = Command::new(cargo_bin!("grundy"));
        program.args(arguments).current_dir(&self.0).env("NO_COLOR", "1");
        said(program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()), input)
    }

    /// As [`Folder::run`], without input and stdout.
    fn says(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let (code, _, said) = self.run(arguments, b"");
        (code, said)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn said(program: &mut Command, input: &[u8]) -> (Option<i32>, String, String) {
    let mut child = program.spawn().expect("the program runs");
    // A program that does not read its input may have ended.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Text in UTF-16 with the low byte first, with a mark or without.
fn utf16(text: &str, mark: bool) -> Vec<u8> {
    let mark = mark.then_some(0xfeff);
    mark.into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

fn marked(text: &str) -> Vec<u8> {
    format!("\u{feff}{text}").into_bytes()
}

/// What is asked of each text: the command, and whether its input is the text, or the file
/// `text`.
const DOORS: &[(&str, &[&str], bool)] = &[
    ("abba", &["solve", "row: cut letter of a..b", "-"], true),
    ("abba\n\nab\n", &["solve", "row: cut letter of a..b", "--positions", "text"], false),
    ("abba\nab\n", &["solve", "row: cut letter of a..b", "--positions", "-"], true),
    ("name = \"a\"\ngame = \"kayles\"\n[values]\n5 = 4\n", &["test", "text.toml"], false),
    ("ab\nba\n", &["solve", "cut word in \"text\"", "abba"], false),
    ("a,b\nb,c\n", &["solve", "arc-kayles", "in \"text\""], false),
    ("a,3\nb,1\n", &["solve", "stones: move any along an arc", "{a>b} with \"text\""], false),
    ("a,b\nb,c\n", &["solve", "graph \"text\"", "a"], false),
    ("0 0\n1 1\n2 2\n3 3\n", &["diff", "text", "kayles"], false),
    ("1 2\n2 3\n", &["solve", "row: cut every copy of a letter", "aaccbdb", "--ranges", "text"], false),
    ("9\n", &["judge", "apples"], true),
];

#[test]
fn a_mark_at_the_start_of_a_text_is_skipped() {
    for &(text, arguments, piped) in DOORS {
        let plain = Folder::new("plain", &[("text", text.as_bytes()), ("text.toml", text.as_bytes())]);
        let bytes = marked(text);
        let other = Folder::new("marked", &[("text", &bytes), ("text.toml", &bytes)]);
        let input = |bytes: &[u8]| if piped { bytes.to_vec() } else { Vec::new() };
        let expected = plain.run(arguments, &input(text.as_bytes()));
        assert_eq!(expected.0, Some(0), "{arguments:?}: {}", expected.2);
        assert_eq!(other.run(arguments, &input(&bytes)), expected, "{arguments:?}");
    }
    let folder = Folder::new("arguments", &[]);
    let expected = folder.run(&["solve", "row: cut letter of a..b", "abba"], b"");
    for arguments in
        [["solve", "row: cut letter of a..b", "\u{feff}abba"], ["solve", "\u{feff}row: cut letter of a..b", "abba"]]
    {
        assert_eq!(folder.run(&arguments, b""), expected, "{arguments:?}");
    }
}

#[test]
fn a_line_that_is_typed_is_text() {
    let folder = Folder::new("typed", &[]);
    let play = |input: &[u8]| folder.run(&["play", "nim", "3"], input);
    assert_eq!(play(b"\xef\xbb\xbf1\n"), play(b"1\n"));
    let (code, out, _) = play(b"1\xe9\x1b[31m\n1\n");
    assert!(out.contains("the line cannot be read: it is Windows-1252 (or Latin-1), not UTF-8"), "{out}");
    assert!(code == Some(0) && out.contains("You play ") && !out.contains('\u{1b}'), "{out}");
}

#[test]
fn a_certificate_may_have_a_mark() {
    let folder = Folder::new("certificate", &[]);
    let (code, said) = folder.says(&["solve", "kayles", "5 + 7", "--certificate", "plain.cert"]);
    assert_eq!(code, Some(0), "{said}");
    let text = fs::read_to_string(folder.0.join("plain.cert")).expect("a certificate");
    fs::write(folder.0.join("marked.cert"), marked(&text)).expect("a file");
    fs::write(folder.0.join("wide.cert"), utf16(&text, true)).expect("a file");
    let (code, said) = folder.says(&["check", "marked.cert"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = folder.says(&["check", "wide.cert"]);
    assert!(code == Some(2) && said.contains("it is UTF-16 (little-endian), not UTF-8"), "{said}");
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/grundy_check.py");
    match Command::new("python3").arg(&checker).arg(folder.0.join("marked.cert")).output() {
        Ok(ran) => assert_eq!(ran.status.code(), Some(0)),
        Err(_) => crate::not_run("python3 is missing, so the second checker did not read a mark"),
    }
}

#[test]
fn other_encodings_are_refused_by_name() {
    for &(text, arguments, piped) in DOORS {
        for (bytes, name) in [
            (utf16(text, true), "UTF-16 (little-endian)"),
            (utf16(text, false), "UTF-16 (little-endian, without a mark)"),
        ] {
            let folder = Folder::new("wide", &[("text", &bytes), ("text.toml", &bytes)]);
            let (code, out, said) = folder.run(arguments, if piped { &bytes } else { b"" });
            assert_eq!(code, Some(2), "{arguments:?}: {out}{said}");
            assert!(
                said.contains(&format!("{name}, not UTF-8")) && said.contains("iconv -f UTF-16"),
                "{arguments:?}: {said}"
            );
        }
    }
    // Latin-1 where a text may have letters.
    for (arguments, input) in [
        (&["solve", "row: cut letter", "-"][..], &b"na\xefve"[..]),
        (&["solve", "cut word in \"text\"", "abba"], b""),
        (&["solve", "arc-kayles", "in \"text\""], b""),
    ] {
        let folder = Folder::new("latin", &[("text", b"ab\nna\xefve\n")]);
        let (code, said) = (folder.run(arguments, input).0, folder.run(arguments, input).2);
        assert!(code == Some(2) && said.contains("Windows-1252 (or Latin-1), not UTF-8"), "{arguments:?}: {said}");
        assert!(said.contains("iconv -f WINDOWS-1252 -t UTF-8"), "{arguments:?}: {said}");
    }
}

/// The command of a refusal makes a file that is read.
#[test]
fn the_command_of_a_refusal_converts_the_list() {
    if Command::new("iconv").arg("--version").output().is_err() {
        crate::not_run("there is no iconv here");
        return;
    }
    let text = "gnaw\r\ngn\u{e4}t\r\n";
    let windows: Vec<u8> = text.chars().map(|letter| u8::try_from(u32::from(letter)).expect("Latin-1")).collect();
    for bytes in [utf16(text, true), utf16(text, false), windows] {
        let folder = Folder::new("iconv", &[("my list.txt", &bytes)]);
        let game = |name: &str| format!("bag: take word in \"{name}\"");
        let (code, said) = folder.says(&["rules", &game("my list.txt")]);
        assert_eq!(code, Some(2), "{said}");
        let command = said.split("`iconv ").nth(1).and_then(|rest| rest.split('`').next()).expect("a command");
        let converted = Command::new("sh").args(["-c", &format!("iconv {command}")]).current_dir(&folder.0).status();
        assert!(converted.expect("a shell").success(), "{command}");
        let (code, out, said) = folder.run(&["solve", &game("my list-utf8.txt"), "{gn\u{e4}tx}"], b"");
        assert!(code == Some(0) && out.starts_with("N-position"), "{out}{said}");
    }
}

#[test]
fn control_characters_are_not_letters_and_are_not_printed() {
    let folder = Folder::new("control", &[("w.txt", b"ab\nc\x1b[31md\n")]);
    let obeyed = |text: &str| {
        text.chars().any(|sign| sign.is_control() && sign != '\n' || sign == '\u{202e}' || sign == '\u{feff}')
    };
    for arguments in [
        &["solve", "row: cut letter", "a\u{1b}[31mb"][..],
        &["solve", "row: cut letter", "\"a\u{9b}31mb\""],
        &["solve", "row: cut letter", "a\u{202e}b"],
        &["solve", "row: cut letter", "ab\u{feff}"],
        &["solve", "cut \"a\u{7f}\"", "a"],
        &["solve", "nim\u{1b}[2J", "3"],
        &["solve", "cut word in \"w.txt\"", "ab"],
        &["solve", "kayles", "--positions", "no\u{1b}]0;x\u{7}such"],
        &["\u{1b}[31mkayles", "5"],
        &["solve", "kayles", "5", "--no\u{1b}[31m"],
        &["test", "no\u{9b}31m.toml"],
        &["solve", "bag: take letter", "{a\u{1b}b}"],
        &["solve", "arc-kayles", "{a-\u{1b}}"],
    ] {
        for json in [false, true] {
            let with: Vec<&str> = arguments.iter().copied().chain(json.then_some("--json")).collect();
            let (code, out, said) = folder.run(&with, b"");
            assert_eq!(code, Some(2), "{with:?}: {out}{said}");
            assert!(!obeyed(&out) && !obeyed(&said), "{with:?}: {out:?} {said:?}");
            assert!(!(out + &said).is_empty(), "{with:?}");
        }
    }
}

const LIST: &str = "\u{feff}# animals\r\nGnat\r\ngnaw \r\n\r\ngnome\r\ncaf\u{e9}\r\nGN\u{c4}T\r\nbee\r\n\r\n";

#[test]
fn lists_are_read_as_people_have_them() {
    let folder = Folder::new("lists", &[("w.txt", LIST.as_bytes())]);
    let said = |flags: &[&str]| {
        let (code, out, said) = folder.run(&[&["ghost", "w.txt"], flags].concat(), b"");
        assert_eq!(code, Some(0), "{flags:?}: {out}{said}");
        said
    };
    assert_eq!(
        said(&[]),
        "note: w.txt: 4 of 6 words are left out: 1 with capitals (Gnat; --fold-case reads them in lower case), 2 with \
         letters other than a..z (caf\u{e9}), 1 without a length of 4.. letters (bee); 1 line is a comment (after `#`); \
         `grundy ghost w.txt --fold-case --set letters=any --set min=3` reads more of them\n"
    );
    assert!(said(&["--fold-case"]).starts_with("note: w.txt: 3 of 6 words are left out: 2 with letters"));
    assert!(said(&["--set", "min=3"]).starts_with("note: w.txt: 3 of 6 words are left out: 1 with capitals"));
    assert!(said(&["--set", "letters=any", "--set", "min=1"]).starts_with("note: w.txt: 1 line is a comment"));
    // The words of the rules are those of the flags.
    let rules = |flags: &[&str]| folder.run(&[&["rules", "ghost", "w.txt"], flags].concat(), b"").1;
    let text = rules(&["--fold-case", "--set", "letters=any", "--set", "min=3"]);
    assert!(text.starts_with("tape: append letter within word of 3.. letters in \"w.txt\" in lower case"), "{text}");
    let (code, out, _) = folder.run(&["rules", text.lines().next().expect("a line")], b"");
    assert!(code == Some(0) && out.lines().next() == text.lines().next(), "{out}");
    let named = "ghost \"w.txt\" with min = 3, letters = a..z";
    assert_eq!(folder.run(&["rules", named], b"").1.lines().next(), rules(&["--set", "min=3"]).lines().next());
    // Superghost has the same words, and its sum too.
    let (code, said) = folder.says(&["superghost", "w.txt", "--set", "min=3", "--fold-case"]);
    assert!(code == Some(0) && said.contains("2 of 6 words are left out"), "{said}");
}

#[test]
fn json_counts_what_is_left_out() {
    let folder = Folder::new("left-out", &[("w.txt", LIST.as_bytes())]);
    for arguments in [&["ghost", "w.txt", "gn"][..], &["rules", "ghost", "w.txt"], &["plan", "ghost", "w.txt"]] {
        let (code, out, _) = folder.run(&[arguments, &["--json"]].concat(), b"");
        let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let left_out = &value["left_out"][0];
        assert_eq!((code, &left_out["words"], &left_out["left_out"]), (Some(0), &6.into(), &4.into()), "{out}");
        assert_eq!(left_out["reasons"][0], serde_json::json!({"reason": "capitals", "words": 1, "first": "Gnat"}));
    }
    let (_, out, _) = folder.run(&["kayles", "5", "--json"], b"");
    assert!(!out.contains("left_out"), "{out}");
}

/// The answer is about the words that are kept, and its certificate is checked with the same ones.
#[test]
fn a_list_in_lower_case_is_checked_with_its_certificate() {
    let folder = Folder::new("folded", &[("w.txt", b"BEE\nAnt\n")]);
    let (code, out, said) =
        folder.run(&["cut word in \"w.txt\"", "beeant", "--fold-case", "--certificate", "w.cert"], b"");
    assert!(code == Some(0) && out.contains("nim value 0"), "{out}{said}");
    let (code, out, said) = folder.run(&["check", "w.cert"], b"");
    assert_eq!(code, Some(0), "{out}{said}");
    let (code, out, _) = folder.run(&["cut word in \"w.txt\"", "beeant"], b"");
    assert!(code == Some(0) && out.starts_with("P-position"), "{out}");
    let (code, said) = folder.says(&["kayles", "5", "--fold-case"]);
    assert!(code == Some(2) && said.contains("reads no word list"), "{said}");
    let (code, said) = folder.says(&["gen", "--judge", "strings", "--fold-case"]);
    assert!(code == Some(2) && said.contains("a judge format says how its word lists are read"), "{said}");
}

#[test]
fn tapes_that_no_play_reaches_are_refused() {
    let folder = Folder::new("ghost", &[("w.txt", b"gnat\ngnats\ngnatsy\ngnaw\n")]);
    for (game, tape, message, way) in [
        ("ghost", "gnaw", "`gnaw` is a word of the list: whoever completed it has lost", "`gna`"),
        ("ghost", "gnatsy", "whoever completed it has lost, and the other player has won", "`gna`"),
        ("ghost", "gnn", "`gnn` begins no word of the list", "`gn`"),
        ("ghost", "at", "`at` begins no word of the list", "`\"\"`"),
        ("superghost", "natx", "`x` is not a letter of this tape", "the alphabet is"),
        ("superghost", "tan", "`tan` is part of no word of the list", "`t`"),
        ("superghost", "gnat", "`gnat` is a word of the list", "`gna`"),
        ("ghost", "GNA", "`G` is not a letter of this tape", "`gna`"),
    ] {
        let (code, said) = folder.says(&[game, "w.txt", tape]);
        assert!(code == Some(2) && said.contains(message) && said.contains(way), "{game} {tape}: {said}");
        if let Some(text) = said.split("= help: write `").nth(1).and_then(|rest| rest.split('`').next()) {
            let (code, said) = folder.says(&[game, "w.txt", text]);
            assert_eq!(code, Some(0), "{game} {tape} offers {text}: {said}");
        }
    }
}

/// A tree is as large as it has vertices, whatever its parents are.
#[test]
fn trees_are_measured_by_their_vertices() {
    let folder = Folder::new("trees", &[]);
    let parents: Vec<String> = (0..3_000).map(|parent| parent.to_string()).collect();
    let tree = format!("tree [{}]", parents.join(","));
    for (game, position, says) in [
        ("geography", format!("{tree} from 0"), "P-position"),
        ("green-hackenbush", format!("{tree} on 0"), "N-position"),
    ] {
        let (code, out, said) = folder.run(&["solve", game, &position, "--outcome"], b"");
        assert!(code == Some(0) && out.starts_with(says), "{game}: {out}{said}");
    }
    let (code, said) = folder.says(&["node-kayles", "spider [1048576,1048576]"]);
    assert!(code == Some(2) && said.contains("vertices and edges"), "{said}");
}

#[test]
fn loops_and_repeated_edges_do_not_vanish() {
    let folder = Folder::new("loops", &[("e.csv", b"a,b\nb,a\n")]);
    for (game, position) in [
        ("arc-kayles", "{a-a a-b}"),
        ("graph: take edge", "{a-b a-b}"),
        ("graph: take edge", "in \"e.csv\""),
        ("graph: take vertex, take edge", "{a-b b-a}"),
        ("graph: take all leaves but at most one", "{a-b b-c c-b}"),
        ("geography", "{a-a a-b} from a"),
        ("token: move along new edge", "{a-b a-b} from a"),
        ("graph: take edge", "cycle 2"),
        ("green-hackenbush", "cycle 1 on 0"),
    ] {
        let (code, said) = folder.says(&[game, position]);
        assert!(code == Some(2) && said.contains("G045"), "{game} {position}: {said}");
    }
    // Where an edge more or less changes nothing, lists of both directions are read.
    for (game, position) in
        [("arc-kayles", "in \"e.csv\""), ("node-kayles", "{a-a a-b}"), ("green-hackenbush", "{a-b a-b b-b} on a")]
    {
        assert_eq!(folder.says(&[game, position]).0, Some(0), "{game} {position}");
    }
}
