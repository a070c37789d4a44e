//! The verbs in the help of the program, by what they are for.

use clap::Command;

/// The headings with their verbs.
const HEADINGS: &[(&str, &[&str])] = &[
    ("One position", &["solve", "moves", "explain", "play", "plan"]),
    ("Every position", &["prove", "table", "tables", "count", "first"]),
    ("Games and sources", &["games", "rules", "find", "equal", "cite", "survey"]),
    ("Pictures and checks", &["draw", "check"]),
    ("Contests", &["judge", "try", "gen"]),
    ("Servers", &["serve", "mcp"]),
    ("The program", &["completions", "man", "help"]),
];

/// The command, whose help lists the verbs by purpose. What is below it stays as it is.
pub(super) fn grouped(mut command: Command) -> Command {
    command.build();
    let mut list = String::new();
    for (heading, verbs) in HEADINGS {
        list.push_str(&format!("{heading}:\n"));
        for verb in *verbs {
            let Some(known) = command.find_subcommand(verb) else { continue };
            let about = known.get_about().map(ToString::to_string).unwrap_or_default();
            let lines = wrapped(about.lines().next().unwrap_or_default());
            list.push_str(&format!("  {verb:12}{}\n", lines.join("\n              ")));
        }
        list.push('\n');
    }
    let verbs: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    for verb in verbs {
        command = command.mut_subcommand(&verb, |verb| verb.hide(true));
    }
    command = command.override_usage("grundy VERB [OPTIONS] ..\n       grundy GAME POSITION ..");
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{{all-args}}{{after-help}}"
    ))
}

/// The text in lines that fit beside the name of a verb.
fn wrapped(text: &str) -> Vec<String> {
    const WIDTH: usize = 66;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is one");
        if last.is_empty() {
            last.push_str(word);
        } else if last.len() + 1 + word.len() <= WIDTH {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{super::Cli, *};

    /// A verb that is listed by clap has one heading.
    #[test]
    fn every_verb_has_a_heading() {
        let command = Cli::command();
        for verb in command.get_subcommands() {
            let headings = HEADINGS.iter().filter(|(_, verbs)| verbs.contains(&verb.get_name())).count();
            assert_eq!(headings, usize::from(!verb.is_hide_set()), "{}", verb.get_name());
        }
        let help = grouped(Cli::command()).render_long_help().to_string();
        for (heading, verbs) in HEADINGS {
            assert!(help.contains(&format!("{heading}:\n  {}", verbs[0])), "{heading}: {help}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}
