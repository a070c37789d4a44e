//! The verbs in the help of the program, by what they are for.

use clap::Command;

use super::listed::{ListedVerb, VERBS};

/// The command, whose help lists the verbs by purpose. What is below it stays as it is.
pub(super) fn grouped(mut command: Command) -> Command {
    command.build();
    let mut list = String::new();
    for verbs in by_heading() {
        list.push_str(&format!("{}:\n", verbs[0].heading.unwrap_or_default()));
        for ListedVerb { name: verb, .. } in verbs {
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

/// The verbs that have a heading, those with the same one together.
fn by_heading() -> Vec<Vec<&'static ListedVerb>> {
    let shown: Vec<&ListedVerb> = VERBS.iter().filter(|verb| verb.heading.is_some()).collect();
    shown.chunk_by(|a, b| a.heading == b.heading).map(<[_]>::to_vec).collect()
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

    #[test]
    fn the_help_has_every_heading_once() {
        let help = grouped(Cli::command()).render_long_help().to_string();
        let headings = by_heading();
        for verbs in &headings {
            let heading = verbs[0].heading.expect("a verb that is shown has one");
            assert_eq!(headings.iter().filter(|verbs| verbs[0].heading == Some(heading)).count(), 1, "{heading}");
            assert!(help.contains(&format!("{heading}:\n  {}", verbs[0].name)), "{heading}: {help}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}
