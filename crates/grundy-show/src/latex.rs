//! A table of values, or of misère outcomes, as a `table` environment of LaTeX, and as Markdown.
//!
//! The environment needs no package. A `table` does not break across pages, so the number of rows
//! is limited.

use std::fmt::Write;

use grundy::{Convention, Solved, request::title};

use crate::table::{count, entries};

/// A table of more rows than this fits on no page.
pub const MOST_ROWS: usize = 60;

/// The table in rows of `columns` entries. `None` if it has more than [`MOST_ROWS`] rows.
pub fn table_latex(solved: &Solved, columns: usize) -> Option<String> {
    let columns = columns.max(1);
    if count(solved).div_ceil(columns) > MOST_ROWS {
        return None;
    }
    let entries: Vec<String> = entries(solved).map(|entry| entry.to_string()).collect();
    let shown = columns.min(entries.len());
    let mut text = format!("\\begin{{table}}\n\\centering\n\\begin{{tabular}}{{r|{}}}\n", "r".repeat(shown));
    let head: String = (0..shown).map(|column| format!(" & {column}")).collect();
    let _ = writeln!(text, "$n${head} \\\\\n\\hline");
    for (row, entries) in entries.chunks(columns).enumerate() {
        let cells: String = entries.iter().map(|entry| format!(" & {entry}")).collect();
        let empty = " &".repeat(shown - entries.len());
        let _ = writeln!(text, "{}{cells}{empty} \\\\", row * columns);
    }
    let name = title(&solved.query).map_or(String::new(), |name| format!("{}, ", escaped(name)));
    let what = match solved.query.convention {
        Convention::Normal => "Nim values of the heaps",
        Convention::Misere => "Outcomes in mis\\`ere play of the heaps",
    };
    let last = entries.len().saturating_sub(1);
    let _ = writeln!(
        text,
        "\\end{{tabular}}\n\\caption{{{what} $0$ to ${last}$ of {name}\\texttt{{{}}}; {}.}}\n\\end{{table}}",
        escaped(&solved.query.game_text()),
        solved.status.word()
    );
    Some(text)
}

/// The table in rows of `columns` entries, as Markdown has tables.
///
/// ```
/// use grundy::{Limits, Run, games::game};
///
/// let solved = Run::new(Limits::default()).table(&game("kayles").unwrap(), 4, false).unwrap();
/// let text = grundy_show::table_markdown(&solved, 3);
/// assert_eq!(text, "| n | 0 | 1 | 2 |\n|--:|--:|--:|--:|\n| 0 | 0 | 1 | 2 |\n| 3 | 3 | 1 | |\n");
/// ```
pub fn table_markdown(solved: &Solved, columns: usize) -> String {
    let columns = columns.max(1);
    let entries: Vec<String> = entries(solved).map(|entry| entry.to_string()).collect();
    let shown = columns.min(entries.len());
    let head: String = (0..shown).map(|column| format!(" {column} |")).collect();
    let mut text = format!("| n |{head}\n|--:|{}\n", "--:|".repeat(shown));
    for (row, entries) in entries.chunks(columns).enumerate() {
        let cells: String = entries.iter().map(|entry| format!(" {entry} |")).collect();
        let _ = writeln!(text, "| {} |{cells}{}", row * columns, " |".repeat(shown - entries.len()));
    }
    text
}

/// The text with what LaTeX would read as a command written as letters.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    for sign in text.chars() {
        match sign {
            '\\' => written.push_str("\\textbackslash{}"),
            '^' => written.push_str("\\textasciicircum{}"),
            '~' => written.push_str("\\textasciitilde{}"),
            '<' => written.push_str("\\textless{}"),
            '>' => written.push_str("\\textgreater{}"),
            '\u{e8}' => written.push_str("\\`e"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => {
                written.push('\\');
                written.push(sign);
            }
            '\n' | '\r' | '\t' => written.push(' '),
            sign => written.push(sign),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use grundy::{Limits, Run, games};

    use super::*;

    fn latex(game: &str, end: u64, columns: usize) -> Option<String> {
        let rules = games::game(game).expect("a game");
        let solved = Run::new(Limits::default()).table(&rules, end, false).expect("a table");
        table_latex(&solved, columns)
    }

    #[test]
    fn a_table_is_an_environment_with_equal_rows() {
        let text = latex("kayles", 12, 5).expect("three rows");
        assert_eq!(
            text,
            "\\begin{table}\n\\centering\n\\begin{tabular}{r|rrrrr}\n$n$ & 0 & 1 & 2 & 3 & 4 \\\\\n\\hline\n\
             0 & 0 & 1 & 2 & 3 & 1 \\\\\n5 & 4 & 3 & 2 & 1 & 4 \\\\\n10 & 2 & 6 & 4 & & \\\\\n\\end{tabular}\n\
             \\caption{Nim values of the heaps $0$ to $12$ of Kayles, \\texttt{octal 0.77}; proved.}\n\\end{table}\n"
        );
        assert!(latex("kayles", 700, 10).is_none());
        let misere = latex("mis\u{e8}re take {1, 3}", 3, 10).expect("a row");
        assert!(misere.contains("Outcomes in mis\\`ere play"), "{misere}");
        assert!(misere.contains("\\texttt{mis\\`ere take 1 or 3}"), "{misere}");
    }

    /// Without the escaped signs: braces are in pairs, formulas end, and every row has as many
    /// cells as the first.
    #[test]
    fn what_is_written_can_be_read_by_latex() {
        let games = [
            "kayles",
            "mis\u{e8}re take 1..3",
            "n -> n-k for k in {1, 3} where n % 5 > 0",
            "n -> n-k for k in 1..n where k^2 <= n",
            "take {1, 4} leaving 0..2 heaps",
            "n -> a + b for a + b = n - 2 where a != b",
        ];
        for game in games {
            let text = latex(game, 17, 6).expect("three rows");
            let bare: String = {
                let mut rest = text.as_str();
                let mut bare = String::new();
                while let Some((before, after)) = rest.split_once('\\') {
                    bare.push_str(before);
                    let name = after.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(after.len());
                    rest = &after[name.max(1)..];
                    bare.push_str(if name == 0 && after.starts_with('\\') { "\u{b6}" } else { "" });
                }
                bare + rest
            };
            let mut depth = 0i32;
            for sign in bare.chars() {
                depth += i32::from(sign == '{') - i32::from(sign == '}');
                assert!(depth >= 0 && !"#%_^~<>".contains(sign), "{game}: {bare}");
            }
            assert_eq!(depth, 0, "{game}: {bare}");
            assert_eq!(bare.matches('$').count() % 2, 0, "{game}: {bare}");
            let rows: Vec<usize> = bare.split('\u{b6}').map(|row| row.matches('&').count()).collect();
            assert_eq!(rows, [6, 6, 6, 6, 0], "{game}: {bare}");
        }
    }

    #[test]
    fn braces_are_in_pairs_and_signs_are_escaped() {
        assert_eq!(escaped("a_b -> {c} & 5%"), "a\\_b -\\textgreater{} \\{c\\} \\& 5\\%");
    }
}
