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
    let (mut examples, mut others) = (0, Vec::new());
    for (said, expected) in rows {
        // A bar would end the cell of the table.
        let expected = &expected.replace("\\|", "|");
        let found = reworded(said);
        others.extend((found != Some(Reworded::Clear(expected.clone()))).then(|| format!("{said}: {found:?}")));
        assert!(read(said, &lists).is_err(), "the grammar reads {said}");
        assert!(read(expected, &lists).is_ok(), "{expected}");
        examples += 1;
    }
    assert!(others.is_empty(), "{others:#?}");
    assert!(examples > 80, "{examples} examples");
}
