//! The files that lines of the table name, in a folder that is removed.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder with the files.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder is made"));
        let numbers = |count: u64, most: u64| {
            let mut rng = fastrand::Rng::with_seed(count);
            (0..count).map(move |_| rng.u64(1..=most))
        };
        let joined = |numbers: &mut dyn Iterator<Item = u64>, by: &str| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(by)
        };
        folder.write("typed", "hint\nmoves\n1\nmoves 2\nhint\n");
        folder.write("blank", "\n".repeat(1_000_000));
        folder.write("heaps.txt", joined(&mut (1..=60_000), " + "));
        folder.write("big.txt", words(200_000, 'h', 2..9).join("\n"));
        folder.write("long.txt", words(20_000, 'd', 20..40).join("\n"));
        folder.write(
            "moves.csv",
            numbers(600_000, 100_000)
                .zip(numbers(600_001, 100_000))
                .map(|(from, to)| format!("{from},{to}\n"))
                .collect::<String>(),
        );
        folder.write("bfile.txt", (0..1_000_000).map(|n| format!("{n} {}\n", n % 7)).collect::<String>());
        folder.write(
            "random.txt",
            numbers(10_000, 9).enumerate().map(|(n, value)| format!("{n} {value}\n")).collect::<String>(),
        );
        folder.write(
            "positions.txt",
            "1000000\n77\n[30, 40, 50]\n(abcabcabcabcabcabcabc)\n9x9\nabcabcbacbabcbabcbabab\n".repeat(10_000),
        );
        let expected = "name = \"Large\"\ngame = \"cram\"\n[values]\n\"7x7\" = 1\n\"8x8\" = 0\n";
        folder.write("expected.toml", expected);
        folder.write("strings.in", strings());
        folder.write(
            "trust.in",
            format!("20000 8\n{}\n3\na 1000000000\nbc 99999999\nd 77\n", words(20_000, 'h', 4..12).join("\n")),
        );
        folder.write(
            "wplay.in",
            format!("200000\n{}\n4 12\n2\n{}", words(200_000, 'h', 2..9).join("\n"), "abcdefghabcd\n".repeat(8)),
        );
        folder
            .write("wgme.in", format!("100\n{}", format!("{}\n", "abcdefghijklmnopqrstuvwxyz".repeat(40)).repeat(100)));
        folder.write("apples.in", "1000000000\n");
        folder.write("heaps.toml", "name = \"Heaps\"\ngame = \"octal 0.3122\"\ninput = \"t; n; a*n\"\nposition = \"a\"\nwin = \"First\"\nlose = \"Second\"\n");
        let tests = (0..10_000).map(|test| format!("3\n{} {} 77\n", 10_000_000 + test, 9_000_000 + 7 * test));
        folder.write("heaps.in", format!("10000\n{}", tests.collect::<String>()));
        let certificate = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/atlas/octal-0.106.cert");
        fs::copy(certificate, folder.path().join("octal.cert")).expect("a certificate is there");
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A folder that is not there yet.
    pub fn fresh(&self) -> PathBuf {
        (0..).map(|number| self.path().join(format!("new-{number}"))).find(|path| !path.exists()).expect("a new name")
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), content).expect("a file is written");
    }
}

/// Different words over the letters up to this one.
fn words(count: usize, last: char, lengths: std::ops::Range<usize>) -> Vec<String> {
    let mut rng = fastrand::Rng::with_seed(count as u64);
    let mut words = std::collections::BTreeSet::new();
    while words.len() < count {
        let length = rng.usize(lengths.clone());
        words.insert((0..length).map(|_| rng.char('a'..=last)).collect::<String>());
    }
    words.into_iter().collect()
}

/// A word with many questions about its parts.
fn strings() -> String {
    let mut rng = fastrand::Rng::with_seed(1);
    let word: String = (0..300_000).map(|_| rng.char('a'..='z')).collect();
    let question = |_| {
        let first = rng.usize(1..=word.len());
        format!("{first} {}\n", rng.usize(first..=word.len()))
    };
    let questions: String = (0..300_000).map(question).collect();
    format!("{word}\n300000\n{questions}")
}
