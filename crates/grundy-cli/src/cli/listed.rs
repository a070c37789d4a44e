//! The verbs of the program: what each of them is for, and which flags it does not use.

/// A verb, or a part of one (`tables build`).
pub(super) struct ListedVerb {
    /// The words for it.
    pub name: &'static str,
    /// The heading in the help; none for a former verb and for a part.
    pub heading: Option<&'static str>,
    /// The global flags that it does not use. All verbs use --json, --color, --time and --memory:
    /// these are about reading and errors too.
    pub unused: &'static [&'static str],
}

/// The flags about the check of an answer.
const CHECK: &[&str] = &["no_check", "plain_check"];

/// The flags about an answer, as they are for verbs that compute nothing.
const ANSWER: &[&str] = &["max_positions", "jobs", "stats", "no_check", "plain_check"];

/// The flags about the rules of a game and about an answer.
const ALL: &[&str] = &["set", "fold_case", "misere", "max_positions", "jobs", "stats", "no_check", "plain_check"];

/// The flags about rules, and about the check of one answer.
const SURVEYS: &[&str] = &["set", "fold_case", "misere", "stats", "no_check", "plain_check"];

const POSITION: Option<&str> = Some("One position");
const EVERY: Option<&str> = Some("Every position");
const GAMES: Option<&str> = Some("Games and sources");
const PICTURES: Option<&str> = Some("Pictures and checks");
const CONTESTS: Option<&str> = Some("Contests");
const PAGE: Option<&str> = Some("The page");
/// The verbs that few need first: the help has their names alone.
pub(super) const MORE: &str = "More";

/// The verbs in the order of the help.
pub(super) const VERBS: &[ListedVerb] = &[
    verb("solve", POSITION, &[]),
    verb("moves", POSITION, &[]),
    verb("explain", POSITION, &[]),
    verb("play", POSITION, &["stats"]),
    verb("prove", EVERY, &["stats"]),
    verb("table", EVERY, &[]),
    verb("count", EVERY, &["stats"]),
    verb("first", EVERY, &["stats"]),
    verb("games", GAMES, ALL),
    verb("rules", GAMES, ANSWER),
    verb("find", GAMES, ALL),
    verb("equal", GAMES, &["stats"]),
    verb("draw", PICTURES, &[]),
    verb("check", PICTURES, &["stats"]),
    verb("judge", CONTESTS, &["set", "fold_case", "no_check", "plain_check"]),
    verb("try", CONTESTS, CHECK),
    verb("gen", CONTESTS, CHECK),
    verb("serve", PAGE, ALL),
    verb("plan", Some(MORE), ANSWER),
    verb("tables", Some(MORE), &[]),
    verb("tables build", None, &["stats", "no_check", "plain_check"]),
    verb("tables query", None, ALL),
    verb("tables verify", None, ALL),
    verb("tables export", None, ALL),
    verb("tables compress", None, ALL),
    verb("survey", Some(MORE), &[]),
    verb("survey heaps", None, SURVEYS),
    verb("survey words", None, SURVEYS),
    verb("oeis", Some(MORE), ALL),
    verb("cite", Some(MORE), &["stats"]),
    verb("mcp", Some(MORE), ALL),
    verb("completions", Some(MORE), ALL),
    verb("man", Some(MORE), ALL),
    verb("help", Some(MORE), &[]),
    verb("atlas", None, SURVEYS),
    verb("census", None, SURVEYS),
    verb("compound", None, &["stats", "no_check", "plain_check"]),
    verb("diff", None, &["misere", "stats"]),
    verb("explain-error", None, ALL),
    verb("test", None, &[]),
];

const fn verb(name: &'static str, heading: Option<&'static str>, unused: &'static [&'static str]) -> ListedVerb {
    ListedVerb { name, heading, unused }
}

/// The global flags that a verb does not use.
pub(super) fn unused(name: &str) -> &'static [&'static str] {
    VERBS.iter().find(|verb| verb.name == name).map_or(&[], |verb| verb.unused)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{super::Cli, *};

    /// A name of an option is learnt once, and there are few.
    #[test]
    fn there_are_at_most_sixty_options() {
        let command = Cli::command();
        let shown = |own: &&clap::Command| !own.is_hide_set();
        let verbs: Vec<_> = command.get_subcommands().filter(shown).collect();
        let parts = verbs.iter().flat_map(|verb| verb.get_subcommands());
        let all = std::iter::once(&command).chain(verbs.iter().copied()).chain(parts);
        let options = all.flat_map(clap::Command::get_arguments).filter(|option| !option.is_hide_set());
        let names: std::collections::BTreeSet<&str> = options.filter_map(clap::Arg::get_long).collect();
        assert!(names.len() <= 60, "{}: {names:?}", names.len());
    }

    /// A verb has one line here, and a heading if clap lists it.
    #[test]
    fn every_verb_is_listed() {
        let command = Cli::command();
        for verb in command.get_subcommands() {
            let parts = verb.get_subcommands().map(|part| (format!("{} {}", verb.get_name(), part.get_name()), false));
            for (name, shown) in parts.chain([(verb.get_name().to_owned(), !verb.is_hide_set())]) {
                let lines: Vec<bool> =
                    VERBS.iter().filter(|own| own.name == name).map(|own| own.heading.is_some()).collect();
                assert_eq!(lines, [shown], "{name}");
            }
        }
        let is_built = |name: &&str| *name != "help" && (*name != "mcp" || cfg!(feature = "mcp"));
        for name in VERBS.iter().map(|verb| verb.name).filter(is_built) {
            let found = name.split(' ').try_fold(&command, |command, word| command.find_subcommand(word));
            assert!(found.is_some(), "{name} is not a verb");
        }
    }
}
