//! The console sessions of `tests/cmd`, one file a verb, and those of README and the book.
//! `TRYCMD=overwrite cargo test` writes them anew.

#[test]
fn sessions() {
    trycmd::TestCases::new().env("NO_COLOR", "1").case("tests/cmd/*.md");
}

#[test]
fn readme_and_book() {
    trycmd::TestCases::new().env("NO_COLOR", "1").case("../../README.md").case("../../book/src/*.md");
}
