//! The console sessions of `tests/cmd`, one file a verb. `TRYCMD=overwrite cargo test` writes them anew.

#[test]
fn sessions() {
    trycmd::TestCases::new().env("NO_COLOR", "1").case("tests/cmd/*.md");
}
