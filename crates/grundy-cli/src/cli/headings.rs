//! The verbs in the help of the program, by what they are for.

use clap::Command;

use super::listed::{ListedVerb, MORE, VERBS};

/// The command, whose help lists the verbs by purpose. What is below it stays as it is.
pub(super) fn grouped(mut command: Command) -> Command {
    command.build();
    let mut list = String::new();
    for verbs in by_heading() {
        let heading = verbs[0].heading.unwrap_or_default();
        if heading == MORE {
            let names = verbs.iter().map(|verb| verb.name).filter(|verb| command.find_subcommand(verb).is_some());
            list.push_str(&format!("{MORE} (`grundy help VERB`):\n  {}\n\n", names.collect::<Vec<_>>().join(", ")));
            continue;
        }
        list.push_str(&format!("{heading}:\n"));
        for ListedVerb { name: verb, .. } in verbs {
            let Some(known) = command.find_subcommand(verb) else { continue };
            let about = known.get_about().map(ToString::to_string).unwrap_or_default();
            list.push_str(&format!("  {verb:12}{}\n", about.lines().next().unwrap_or_default()));
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

/// The verbs that have a heading, those with the same one together.
fn by_heading() -> Vec<Vec<&'static ListedVerb>> {
    let shown: Vec<&ListedVerb> = VERBS.iter().filter(|verb| verb.heading.is_some()).collect();
    shown.chunk_by(|a, b| a.heading == b.heading).map(<[_]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{super::Cli, *};

    #[test]
    fn the_help_has_every_heading_once() {
        let help = grouped(Cli::command()).render_long_help().to_string();
        let headings = by_heading();
        for verbs in &headings {
            let heading = verbs[0].heading.expect("a verb that is shown has one");
            assert_eq!(headings.iter().filter(|verbs| verbs[0].heading == Some(heading)).count(), 1, "{heading}");
            let mark = if heading == MORE { " (`grundy help VERB`)" } else { "" };
            assert!(help.contains(&format!("{heading}{mark}:\n  {}", verbs[0].name)), "{heading}: {help}");
        }
        let in_groups = headings.iter().filter(|verbs| verbs[0].heading != Some(MORE)).map(Vec::len).sum::<usize>();
        assert!(in_groups <= 20, "{in_groups} verbs");
    }

    /// The help of a verb or of an option is one line: what else there is to say is in the book.
    #[test]
    fn every_line_of_help_is_short() {
        const MOST: usize = 72;
        let fits = |indent: usize, text: &str| indent + text.chars().count() <= MOST && !text.contains('\n');
        let command = Cli::command();
        let mut all: Vec<&Command> = command.get_subcommands().collect();
        all.extend(command.get_subcommands().flat_map(Command::get_subcommands));
        for verb in all.iter().filter(|verb| !verb.is_hide_set()) {
            let about = verb.get_about().expect("what the verb is for").to_string();
            assert!(fits(14, &about), "{}: {about}", verb.get_name());
        }
        for option in
            all.into_iter().chain([&command]).flat_map(Command::get_arguments).filter(|own| !own.is_hide_set())
        {
            let text = option.get_help().expect("what the option is for").to_string();
            assert!(option.get_long_help().is_none() && fits(10, &text), "{}: {text}", option.get_id());
        }
    }
}
