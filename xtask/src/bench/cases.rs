//! The cases of the benchmark as data.

use std::path::Path;

use super::inputs::{self, Forbidden, Letters};

/// One row of the table.
pub struct Case {
    /// Its name, also on the command line.
    pub name: &'static str,
    /// The input, in words.
    pub about: &'static str,
    /// What is wanted of us.
    pub asked: &'static str,
    /// What a machine must have for it.
    pub needs: &'static str,
    /// Makes the input; `None` if something is missing.
    pub input: fn() -> Option<String>,
    /// The program that ours is compared with.
    pub versus: Versus,
    /// Our arguments.
    pub arguments: &'static [&'static str],
}

/// What our program is compared with.
#[derive(Clone, Copy)]
pub enum Versus {
    /// A program of `bench/textbook`.
    Textbook(&'static str),
    /// No program: only our cost is reported.
    Nobody,
    /// No program: the median of ten boards of this many English letters, in place of `{board}`,
    /// without what it costs to read the rules.
    Boards(usize),
}

/// The textbook programs, and the sources of the documents' programs, which we may not distribute.
pub const DOCUMENTS: [(&str, &str); 5] = [
    ("wgme", "wgme_editorial.cpp"),
    ("wplay_sorted", "wplay_editorial.cpp"),
    ("wplay_trie", "wplay_trie.cpp"),
    ("trust", "daenerys_seed.cpp"),
    ("strings", "cf1037g_seed.cpp"),
];

impl Case {
    /// Our arguments; `{input}` denotes the input file.
    pub fn ours(&self, input: &Path) -> Vec<String> {
        self.arguments.iter().map(|part| part.replace("{input}", &input.display().to_string())).collect()
    }
}

pub const DICTIONARY: &str = "/usr/share/dict/american-english";
const NEEDS_DICTIONARY: &str = "needs Debian's wamerican (apt-get install wamerican)";

/// The lower-case words of three letters or more that fit on a board of that many cells, in
/// capitals.
fn dictionary(cells: usize) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(DICTIONARY).ok()?;
    let fits =
        |word: &&str| (3..=cells).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_lowercase());
    Some(text.lines().filter(fits).map(str::to_uppercase).collect())
}

/// Every case, in the order of the table.
pub fn all() -> Vec<Case> {
    let case =
        |name, about, asked, versus, arguments, input| Case { name, about, asked, needs: "", input, versus, arguments };
    let listed = |case: Case| Case { needs: NEEDS_DICTIONARY, ..case };
    const WGME: &[&str] = &["judge", "wgme"];
    const WPLAY: &[&str] = &["judge", "wplay"];
    const OUTCOME: &[&str] = &["solve", "--no-check", "--outcome", "bag: take word in \"{input}\"", "{board}"];
    const VALUE: &[&str] = &["solve", "--no-check", "bag: take word in \"{input}\"", "{board}"];
    let list: fn() -> Option<String> = || Some(dictionary(usize::MAX)?.join("\n").to_lowercase() + "\n");
    const TRUST: &[&str] = &["judge", "trust"];
    const STRINGS: &[&str] = &["judge", "strings"];
    let textbook = Versus::Textbook;
    vec![
        case("wgme-20", "20 words of 17 to 20 letters", "1000x", textbook("wgme"), WGME, || {
            Some(inputs::wgme(1, 20, 17, 20))
        }),
        case("wgme-long", "one word of 10^6 letters", "10 ms", Versus::Nobody, WGME, || {
            Some(inputs::wgme(2, 1, 1_000_000, 1_000_000))
        }),
        case("wplay-44-random", "4x4, 10 boards, 500,000 random words", "30x", textbook("wplay_sorted"), WPLAY, || {
            Some(inputs::wplay(3, &inputs::words(3, 500_000), 4, 4, 10))
        }),
        listed(case("wplay-44", "4x4, 10 boards, dictionary", "25x", textbook("wplay_sorted"), WPLAY, || {
            Some(inputs::wplay(4, &dictionary(16)?, 4, 4, 10))
        })),
        listed(case("wplay-34", "3x4, 100 boards, dictionary", "", textbook("wplay_trie"), WPLAY, || {
            Some(inputs::wplay(5, &dictionary(12)?, 3, 4, 100))
        })),
        listed(case("wplay-33", "3x3, 1000 boards, dictionary", "5x (trie)", textbook("wplay_trie"), WPLAY, || {
            Some(inputs::wplay(6, &dictionary(9)?, 3, 3, 1000))
        })),
        listed(case("wplay-55", "5x5, 10 boards, dictionary", "30 ms a board", Versus::Nobody, WPLAY, || {
            Some(inputs::wplay(7, &dictionary(25)?, 5, 5, 10))
        })),
        listed(case("outcome-25", "a 25-letter bag, dictionary", "30 ms", Versus::Boards(25), OUTCOME, list)),
        listed(case("outcome-36", "a 36-letter bag, dictionary", "300 ms", Versus::Boards(36), OUTCOME, list)),
        listed(case("outcome-49", "a 49-letter bag, dictionary", "5 s", Versus::Boards(49), OUTCOME, list)),
        listed(case("value-25", "a 25-letter bag, dictionary", "", Versus::Boards(25), VALUE, list)),
        listed(case("value-30", "a 30-letter bag, dictionary", "", Versus::Boards(30), VALUE, list)),
        case("trust-1", "10^5 letters, 10 letters, words of 5 to 20", "30x", textbook("trust"), TRUST, || {
            Some(inputs::trust(1, 100_000, 10, Forbidden::Random(5, 20), 1000, 50))
        }),
        case("trust-2", "10^5 letters, 10 letters, words of 3 to 12", "3x", textbook("trust"), TRUST, || {
            Some(inputs::trust(2, 100_000, 10, Forbidden::Random(3, 12), 1000, 50))
        }),
        case("trust-3", "ten words of 9,900 letters", "3x", textbook("trust"), TRUST, || {
            Some(inputs::trust(3, 99_000, 10, Forbidden::Deep, 1000, 50))
        }),
        case("trust-4", "10^5 letters, 2 letters, words of 8 to 16", "3x", textbook("trust"), TRUST, || {
            Some(inputs::trust(4, 99_000, 2, Forbidden::Random(8, 16), 1000, 50))
        }),
        case("trust-5", "aaa..a and aaa..ab", "3x", textbook("trust"), TRUST, || {
            Some(inputs::trust(5, 90_000, 10, Forbidden::Comb, 1000, 50))
        }),
        case("trust-6", "10^6 letters, 10 letters, words of 4 to 14", "5x", textbook("trust"), TRUST, || {
            Some(inputs::trust(6, 1_000_000, 10, Forbidden::Random(4, 14), 1000, 50))
        }),
        case("strings-1e5", "10^5 letters, 10^5 questions", "35x", textbook("strings"), STRINGS, || {
            Some(inputs::strings(1, 100_000, 100_000, Letters::Uniform(26)))
        }),
        case(
            "strings-1e5-english",
            "10^5 English letters, 10^5 questions",
            "35x",
            textbook("strings"),
            STRINGS,
            || Some(inputs::strings(2, 100_000, 100_000, Letters::English)),
        ),
        case(
            "strings-1e6",
            "10^6 letters, 10^6 questions",
            "40x, a fifth of the memory",
            textbook("strings"),
            STRINGS,
            || Some(inputs::strings(3, 1_000_000, 1_000_000, Letters::Uniform(26))),
        ),
        case("strings-1e7", "10^7 English letters, 10^6 questions", "2.5 s", Versus::Nobody, STRINGS, || {
            Some(inputs::strings(4, 10_000_000, 1_000_000, Letters::English))
        }),
    ]
}
