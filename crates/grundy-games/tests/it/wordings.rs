//! Other words for moves, as the book lists them.

use grundy_games::{Reworded, read, reworded};

/// Each example of the book is refused by the grammar and read in other words.
#[test]
fn the_examples_of_the_book_are_read() {
    let book = include_str!("../../../../book/src/language.md");
    let (_, section) = book.split_once("\n## Other words\n").expect("the section");
    let section = section.split("\n## ").next().expect("a first part");
    let lists = |_: &str| Ok(b"fear\nchop\n".to_vec());
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix("` |")?.split_once("` | `"));
    let mut examples = 0;
    for (said, expected) in rows {
        assert_eq!(reworded(said), Some(Reworded::Clear(expected.into())), "{said}");
        assert!(read(said, &lists).is_err(), "the grammar reads {said}");
        assert!(read(expected, &lists).is_ok(), "{expected}");
        examples += 1;
    }
    assert!(examples > 80, "{examples} examples");
}
