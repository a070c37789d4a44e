//! Command lines without flags that are read without the tree of verbs and flags: to build the tree
//! takes longer than to answer a small question.
//!
//! They are those of contest scripts (`grundy judge NAME`) and those that ask about a position
//! (`grundy solve GAME POSITION..`, and the same without the verb where the game has a name). The
//! tests compare what is read with what the tree reads.

use std::ffi::OsString;

use clap::ValueEnum;
use grundy::games::FAMILIES;

use super::{Cli, Common, Judge, Position, Problem, Solve, Start, Subject, Verb};

/// The command line, if it is a plain one.
pub(super) fn read(arguments: &[OsString]) -> Option<Cli> {
    let verb = judge(arguments).or_else(|| solve(arguments))?;
    Some(Cli { common: Common::default(), verb })
}

fn judge(arguments: &[OsString]) -> Option<Verb> {
    let [_, verb, name] = arguments else { return None };
    let problems = Problem::value_variants().iter();
    let named = |problem: &&Problem| problem.to_possible_value().is_some_and(|known| name == known.get_name());
    let name = Subject::Problem(*problems.filter(|_| verb == "judge").find(named)?);
    Some(Verb::Judge(Judge { name, start: Start::Suffix }))
}

fn solve(arguments: &[OsString]) -> Option<Verb> {
    let words: Option<Vec<&str>> = arguments.get(1..)?.iter().map(|word| word.to_str()).collect();
    let words = words.filter(|words| !words.iter().any(|word| word.starts_with('-')))?;
    let (game, rest) = match *words {
        ["solve", game, ref rest @ ..] => (game, rest),
        [game, ref rest @ ..] if FAMILIES.iter().any(|family| family.name == game) => (game, rest),
        _ => return None,
    };
    let rest = rest.iter().map(|&word| word.to_owned()).collect();
    let position = Position { game: game.to_owned(), rest };
    Some(Verb::Solve(Solve { position, ..Solve::default() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn a_plain_line_is_read_as_the_tree_reads_it() {
        let mut lines: Vec<Vec<&str>> =
            ["wplay", "strings", "trust", "apples"].map(|problem| vec!["grundy", "judge", problem]).into();
        lines.extend(FAMILIES.iter().map(|family| vec!["grundy", family.name, "k=2", "3", "4 5"]));
        lines.push(vec!["grundy", "solve", "take 1..3", "21"]);
        lines.push(vec!["grundy", "solve", "help", ""]);
        lines.push(vec!["grundy", "solve", "solve"]);
        lines.push(vec!["grundy", "nim"]);
        for words in lines {
            let quick = read(&line(&words)).unwrap_or_else(|| panic!("{words:?} is plain"));
            let slow = super::super::read(line(&words)).unwrap_or_else(|error| panic!("{words:?}: {error}"));
            assert_eq!(quick.common, slow.common);
            match (quick.verb, slow.verb) {
                (Verb::Judge(quick), Verb::Judge(slow)) => {
                    assert_eq!((quick.name, quick.start), (slow.name, slow.start), "{words:?}");
                }
                (Verb::Solve(quick), Verb::Solve(slow)) => assert_eq!(quick, slow, "{words:?}"),
                _ => panic!("{words:?} is read as two verbs"),
            }
        }
    }

    #[test]
    fn other_lines_are_left_to_the_tree() {
        let others: &[&[&str]] = &[
            &["grundy"],
            &["grundy", "judge"],
            &["grundy", "judge", "chess"],
            &["grundy", "judge", "trust", "--json"],
            &["grundy", "solve"],
            &["grundy", "nim", "3", "--json"],
            &["grundy", "nim", "-"],
            &["grundy", "moves", "nim", "3"],
            &["grundy", "take 1..3", "21"],
        ];
        for words in others {
            assert!(read(&line(words)).is_none(), "{words:?}");
        }
    }
}
