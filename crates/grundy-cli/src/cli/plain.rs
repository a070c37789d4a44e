//! Command lines that are read without the tree of verbs and flags: to build the tree takes longer
//! than to answer a small question.
//!
//! They are those of contest scripts (`grundy judge NAME`) and those that ask about a position
//! (`grundy solve GAME POSITION..`, and the same without the verb where the game has a name), which
//! may end with flags that have no value. The tests compare what is read with what the tree reads.

use std::ffi::OsString;

use clap::ValueEnum;
use grundy::games::FAMILIES;

use super::{Cli, Common, Judge, Problem, Solve, Subject, Verb};

/// The command line, if it is a plain one.
pub(super) fn read(arguments: &[OsString]) -> Option<Cli> {
    judge(arguments).map(|verb| Cli { common: Common::default(), verb }).or_else(|| solve(arguments))
}

/// A flag without a value, with what it sets.
type Flag = (&'static str, for<'a> fn(&'a mut Common, &'a mut Solve) -> &'a mut bool);

/// The flags that may end a line. Those that exclude another flag are left to the tree with it.
const FLAGS: [Flag; 8] = [
    ("--json", |common, _| &mut common.json),
    ("--misere", |common, _| &mut common.misere),
    ("--fold-case", |common, _| &mut common.fold_case),
    ("--stats", |common, _| &mut common.stats),
    ("--no-check", |common, _| &mut common.no_check),
    ("--outcome", |_, solve| &mut solve.outcome),
    ("--value", |_, solve| &mut solve.value),
    ("--quiet", |_, solve| &mut solve.quiet),
];

fn judge(arguments: &[OsString]) -> Option<Verb> {
    let [_, verb, name] = arguments else { return None };
    let problems = Problem::value_variants().iter();
    let named = |problem: &&Problem| problem.to_possible_value().is_some_and(|known| name == known.get_name());
    let name = Subject::Problem(*problems.filter(|_| verb == "judge").find(named)?);
    Some(Verb::Judge(Judge { name: Some(name), list: false }))
}

fn solve(arguments: &[OsString]) -> Option<Cli> {
    let words: Vec<&str> = arguments.get(1..)?.iter().map(|word| word.to_str()).collect::<Option<_>>()?;
    let is_flag = |word: &&&str| word.starts_with('-') && **word != "-";
    let (words, flags) = words.split_at(words.iter().position(|word| is_flag(&word)).unwrap_or(words.len()));
    let (game, rest) = match *words {
        ["solve", game, ref rest @ ..] => (game, rest),
        [game, ref rest @ ..] if FAMILIES.iter().any(|family| family.name == game) => (game, rest),
        _ => return None,
    };
    // A verb may stand after the game, or another game that it is compared with.
    let is_word = |word: &&&str| word.chars().all(|sign| sign.is_alphabetic() || sign == '=');
    if words[0] == game && rest.first().into_iter().chain(rest.last()).any(|word| is_word(&word)) {
        return None;
    }
    let position = rest.iter().map(|&word| word.to_owned()).collect();
    let verb = grundy_verbs::Solve { game: game.to_owned(), position, ..Default::default() };
    let (mut common, mut solve) = (Common::default(), Solve { verb, ..Solve::default() });
    for flag in flags {
        let (_, place) = FLAGS.iter().find(|(known, _)| known == flag)?;
        // The tree refuses a flag that is given twice.
        if std::mem::replace(place(&mut common, &mut solve), true) {
            return None;
        }
    }
    (!(solve.value && solve.outcome)).then_some(Cli { common, verb: Verb::Solve(solve) })
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
        lines.push(vec!["grundy", "solve", "nim", "-"]);
        for (flag, _) in FLAGS {
            lines.push(vec!["grundy", "solve", "take 1..3", "21", flag]);
            for (other, _) in FLAGS.iter().filter(|(other, _)| *other != flag) {
                if ![["--value", "--outcome"], ["--outcome", "--value"]].contains(&[flag, other]) {
                    lines.push(vec!["grundy", "kayles", "5", "-", "7", flag, other]);
                }
            }
        }
        lines.push(vec!["grundy", "solve", "set: add the difference of two", "-", "--value", "--no-check", "--json"]);
        for words in lines {
            let quick = read(&line(&words)).unwrap_or_else(|| panic!("{words:?} is plain"));
            let slow = super::super::arguments::read(line(&words)).unwrap_or_else(|error| panic!("{words:?}: {error}"));
            assert_eq!(quick.common, slow.common);
            match (quick.verb, slow.verb) {
                (Verb::Judge(quick), Verb::Judge(slow)) => {
                    assert_eq!(quick.name, slow.name, "{words:?}");
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
            &["grundy", "nim", "3", "--json", "4"],
            &["grundy", "nim", "3", "--json", "--json"],
            &["grundy", "nim", "3", "--value", "--outcome"],
            &["grundy", "nim", "3", "--no-check", "--plain-check"],
            &["grundy", "nim", "3", "--jso"],
            &["grundy", "nim", "3", "-q"],
            &["grundy", "nim", "3", "--"],
            &["grundy", "--json", "nim", "3"],
            &["grundy", "-", "3"],
            &["grundy", "moves", "nim", "3"],
            &["grundy", "take 1..3", "21"],
            &["grundy", "kayles", "table", "20"],
            &["grundy", "nim", "3", "who", "wins"],
            &["grundy", "kayles", "=", "0.77"],
        ];
        for words in others {
            assert!(read(&line(words)).is_none(), "{words:?}");
        }
    }
}
