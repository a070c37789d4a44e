//! Every way in for text, as functions of bytes: none may panic, run on, or take much memory, whatever it is given.
//!
//! The targets in `fuzz/` call them with what a fuzzer makes up; a test calls them with mutated seeds. What is read must
//! also read back from its own print.

use std::{path::Path, sync::OnceLock};

use grundy::{Budget, Rules, Survey, check, loopy};

use crate::{
    cli::{Common, Judge, Problem, Start},
    game_file, judge,
    session::Session,
    verbs::ranges,
};

/// A way in.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Reads bytes.
    pub read: fn(&[u8]),
    /// Inputs that are read without a complaint, to begin with.
    pub seeds: &'static [&'static str],
}

/// All of them.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "rules",
        read: rules,
        seeds: &[
            "kayles",
            "octal 0.77",
            "heap: take 1..3, take 5 (split)",
            "row: cut word in {ab, ba}, take letter of a..c until distinct",
            "bag: take word in \"list\" until no letter more than 2 times",
            "tape: append letter of a..c within word in \"list\" avoiding square or palindrome 3.. until it ends with \"ab\"",
            "misère take any but {2}",
            "token: move along new arc",
        ],
    },
    Entry {
        name: "position",
        read: position,
        seeds: &[
            "kayles\n5 + 7 + 9",
            "take 2 or 3\n10^18",
            "bag: take letter\n{mississippi} + {\u{e9}a}",
            "tape: append letter of a..b avoiding square\n\"ab\"/9 + b/0",
            "row: cut every copy of a letter\nabracadabra + (ab)",
            "geography\ngrid 3x4 from 5 + ..#/... from 3 + {a-b b-7} from b",
            "token: move along new arc\n{a>b b>a a>a 7} from a",
        ],
    },
    Entry { name: "words", read: words, seeds: &["ab\nba\nabba\n", "\u{e9}t\u{e9}\r\nno\u{eb}l\r\n", ""] },
    Entry {
        name: "game_file",
        read: game_file,
        seeds: &["name = \"k\"\ngame = \"octal 0.77\"\nabout = \"rows\"\n[values]\n5 = 4\n\"5 + 7\" = \"N\"\n"],
    },
    Entry { name: "certificate", read: certificate, seeds: &[] },
    Entry { name: "ranges", read: parts, seeds: &["1 3\n2 2\n1 7\n", "1 1"] },
    Entry { name: "digraph", read: digraph, seeds: &["from,to\na,b\nb,a\nb -> c\n", "1,2\n2;3\n# none\n7\n"] },
    Entry {
        name: "judge_wplay",
        read: |bytes| answer(Problem::Wplay, bytes),
        seeds: &["5\nBED\nBAD\nRED\nBREED\nBEER\n3 3\n2\nDER\nRAD\nFEE\nBAR\nBEE\nRAN\n"],
    },
    Entry {
        name: "judge_strings",
        read: |bytes| answer(Problem::Strings, bytes),
        seeds: &["aaab\n2\n1 2\n1 4\n", "aaccbdb\n2\n5 7\n1 7\n"],
    },
    Entry {
        name: "judge_trust",
        read: |bytes| answer(Problem::Trust, bytes),
        seeds: &["1 2\nb\n1\nba 1\n", "3 3\nabc\nca\nbbbb\n2\nab 50\ncc 1000000000000000000\n"],
    },
    Entry { name: "judge_apples", read: |bytes| answer(Problem::Apples, bytes), seeds: &["10\n", "0"] },
    Entry { name: "judge_wgme", read: |bytes| answer(Problem::Wgme, bytes), seeds: &["2\naab\nabcabc\n"] },
];

/// Calls the way in of that name.
///
/// # Panics
/// If there is none, or it finds a fault in the program.
pub fn run(name: &str, bytes: &[u8]) {
    let entry = ENTRIES.iter().find(|entry| entry.name == name);
    (entry.unwrap_or_else(|| panic!("there is no way in `{name}`")).read)(bytes);
}

/// The word list that every name stands for.
fn list(_: &str) -> Result<Vec<u8>, String> {
    Ok(b"ab\nabba\nba\nbcb\n".to_vec())
}

fn rules(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(rules) = Rules::parse_with(text, &list) {
        let printed = rules.to_string();
        let again = Rules::parse_with(&printed, &list).unwrap_or_else(|why| panic!("{text:?}: {printed}: {why}"));
        assert_eq!(again.to_string(), printed, "{text:?}");
    }
}

/// A game in the first line, a position behind it.
fn position(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Some((game, position)) = text.split_once('\n') else { return };
    let Ok(rules) = Rules::parse_with(game, &list) else { return };
    if let Ok(sum) = rules.parse_position(position) {
        let printed: Vec<String> = sum.iter().map(|component| rules.board.text(component)).collect();
        for (component, text) in sum.iter().zip(&printed).take(100) {
            let again = rules.parse_position(text).unwrap_or_else(|why| panic!("{game}: {text}: {why}"));
            assert_eq!(again, std::slice::from_ref(component), "{game}: {text}");
        }
    }
}

fn words(bytes: &[u8]) {
    let given = |_: &str| Ok(bytes.to_vec());
    let _ = Rules::parse_with("bag: take word in \"list\"", &given);
    let _ = Rules::parse_with("tape: append letter of a..c avoiding word of 2.. letters a..c in \"list\"", &given);
}

fn game_file(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        let _ = game_file::parse(Path::new("game.toml"), text, &list);
    }
}

/// Reads a certificate and checks it for a while.
fn certificate(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok((query, solution)) = grundy::read(text, &list) {
        let mut asked = 0;
        let _ = check(&query, &solution, &mut || {
            asked += 1;
            asked < 10_000
        });
    }
}

/// A file of moves; the labels that it gets are right.
fn digraph(bytes: &[u8]) {
    let Ok(survey) = Survey::of(bytes.len() as u64, || Ok(bytes), &mut |_| true) else { return };
    let graph = survey.fill(|| Ok(bytes), &mut || true).expect("it reads again as it did");
    let labels = loopy::labels(&graph, &mut Budget::new().bytes(1 << 26)).expect("a small graph");
    assert_eq!(labels.check(&graph, &mut || true), Ok(true));
}

fn parts(bytes: &[u8]) {
    let _ = ranges::read(bytes, 7);
}

fn answer(name: Problem, bytes: &[u8]) {
    static SESSION: OnceLock<Session> = OnceLock::new();
    let limits = || Common { time: Some(1e6), memory: Some(1 << 26), positions: Some(100_000), ..Common::default() };
    let session = SESSION.get_or_init(|| Session::new(limits()));
    for start in [Start::Suffix, Start::Contains] {
        let _ = judge::answer(session, Judge { name, start }, bytes.to_vec());
        if name != Problem::Trust {
            return;
        }
    }
}
