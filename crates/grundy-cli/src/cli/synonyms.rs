//! Other words for the verbs, as people type them first: `grundy value kayles 5`, `grundy who wins
//! nim 3 4 5`, `grundy help kayles`. They are read before the flags are.

use std::ffi::OsString;

use grundy::{games::Family, help::shell_word};

/// What stands for one of these words: the line to read in its place.
struct Synonyms {
    words: &'static [&'static str],
    line: &'static [&'static str],
}

/// The words, each for one line. None is the name of a game, nor a verb.
const SYNONYMS: &[Synonyms] = &[
    of(&["who wins", "wins", "who", "winner", "hint", "best-move", "bestmove", "best"], &["solve"]),
    of(&["value", "nim-value", "nimber", "grundy-value", "grundy-number", "evaluate"], &["solve", "--value"]),
    of(&["outcome"], &["solve", "--outcome"]),
    of(&["why"], &["explain"]),
    of(&["analyze", "analyse"], &["moves"]),
    of(&["values", "sequence", "seq"], &["table"]),
    of(&["losing", "lost", "p-positions"], &["table", "--losing"]),
    of(&["bfile", "b-file"], &["table", "--format", "bfile"]),
    of(&["plot"], &["draw", "table"]),
    of(&["picture", "image", "svg"], &["draw", "position"]),
    of(&["quotient", "misere-quotient"], &["prove", "--misere"]),
    of(&["verify"], &["check"]),
    of(&["compare"], &["equal"]),
    of(&["search"], &["find"]),
    of(&["stress"], &["try"]),
    of(&["random", "generate", "exercise", "exercises", "worksheet", "quiz", "puzzle", "puzzles"], &["gen"]),
    of(&["list", "list all", "info", "about", "describe", "oeis"], &["games"]),
    of(&["web", "page", "gui", "teach", "lesson"], &["serve"]),
    of(&["version"], &["--version"]),
    of(&["tutorial", "docs", "manual", "commands", "verbs"], &["help"]),
];

const fn of(words: &'static [&'static str], line: &'static [&'static str]) -> Synonyms {
    Synonyms { words, line }
}

/// The arguments with a verb in place of another word for it, which is their first one at `at`;
/// `None` if it is not one.
pub(super) fn replaced(arguments: &[OsString], at: usize) -> Option<Vec<OsString>> {
    let word = |at: usize| arguments.get(at).and_then(|word| word.to_str()).unwrap_or_default().to_lowercase();
    let (first, second) = (&*word(at), &*word(at + 1));
    let found = |text: &str| SYNONYMS.iter().find(|own| own.words.contains(&text));
    let (used, line): (usize, Vec<OsString>) = match (first, second) {
        ("help", word) if found(word).is_some_and(|own| !own.line[0].starts_with('-')) => {
            (2, vec!["help".into(), found(word)?.line[0].into()])
        }
        ("help", game) if is_game(game) && arguments.len() == at + 2 => (1, vec!["games".into()]),
        (game, "--help" | "-h" | "help") if is_game(game) && arguments.len() == at + 2 => {
            (2, vec!["games".into(), game.into()])
        }
        _ => {
            let both = format!("{first} {second}");
            let (used, own) = found(&both).map(|own| (2, own)).or_else(|| Some((1, found(first)?)))?;
            (used, own.line.iter().map(OsString::from).collect())
        }
    };
    Some([&arguments[..at], &line, &arguments[at + used..]].concat())
}

/// Whether a word is the name of a game.
fn is_game(word: &str) -> bool {
    Family::find(word).is_some()
}

/// The line, as a shell takes it.
pub(super) fn shown(arguments: &[OsString]) -> String {
    let words = arguments.iter().skip(1).map(|word| shell_word(&word.to_string_lossy()));
    ["grundy".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{super::Cli, *};

    fn line(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_word_for_a_verb_is_neither_a_verb_nor_a_game_and_stands_once() {
        let command = Cli::command();
        let all: Vec<&str> = SYNONYMS.iter().flat_map(|own| own.words).copied().collect();
        for word in &all {
            assert!(command.find_subcommand(word).is_none() && !is_game(word), "{word}");
            assert!(grundy::games::Famous::find(word).is_none(), "{word}");
            assert_eq!(all.iter().filter(|other| *other == word).count(), 1, "{word}");
        }
        for own in SYNONYMS {
            let is_verb = command.find_subcommand(own.line[0]).is_some();
            assert!(is_verb || ["help", "--version"].contains(&own.line[0]), "{:?}", own.line);
        }
    }

    #[test]
    fn lines_are_read_with_the_verb() {
        for (text, wanted) in [
            ("grundy value kayles 5", "grundy solve --value kayles 5"),
            ("grundy who wins nim 3 4 5", "grundy solve nim 3 4 5"),
            ("grundy Who Wins nim 3 4 5", "grundy solve nim 3 4 5"),
            ("grundy plot kayles 40", "grundy draw table kayles 40"),
            ("grundy help kayles", "grundy games kayles"),
            ("grundy kayles --help", "grundy games kayles"),
            ("grundy kayles help", "grundy games kayles"),
            ("grundy p-positions kayles 20", "grundy table --losing kayles 20"),
            ("grundy quotient kayles", "grundy prove --misere kayles"),
            ("grundy help why", "grundy help explain"),
        ] {
            let found = replaced(&line(text), 1).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(shown(&found), wanted);
        }
        assert_eq!(replaced(&line("grundy --json why nim 3"), 2), Some(line("grundy --json explain nim 3")));
        for text in ["grundy kayles 5", "grundy help solve", "grundy kayles 5 --help", "grundy take 1", "grundy help"] {
            assert_eq!(replaced(&line(text), 1), None, "{text}");
        }
    }
}
