//! Which of the flags of every verb a verb uses. Clap knows these flags as global; a verb that has
//! no use for one refuses it, as it refuses any flag that it does not have, and its help omits it.

use clap::{
    Arg, ArgMatches, Command, CommandFactory,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};

use super::{Cli, listed::unused};

/// The tree of verbs and flags. A verb that does not use a global flag has it as its own hidden
/// one, which clap does not replace by the global one.
pub fn tree() -> Command {
    let mut command = Cli::command();
    let verbs: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    for verb in verbs {
        let of_all = command.get_arguments().filter(|flag| unused(&verb).contains(&flag.get_id().as_str()));
        let hidden: Vec<Arg> = of_all.map(|flag| flag.clone().hide(true)).collect();
        command = command.mut_subcommand(&verb, |own| own.args(hidden));
    }
    let own = Cli::command();
    for (verb, part) in parts(&own) {
        let name = format!("{verb} {part}");
        let of_all = own.get_arguments().filter(|flag| unused(&name).contains(&flag.get_id().as_str()));
        let hidden: Vec<Arg> = of_all.map(|flag| flag.clone().hide(true)).collect();
        command = command.mut_subcommand(&verb, |own| own.mut_subcommand(&part, |part| part.args(hidden)));
    }
    command
}

/// The verbs that have verbs of their own, with these.
fn parts(command: &Command) -> Vec<(String, String)> {
    let of = |verb: &Command| {
        let verb_name = verb.get_name().to_owned();
        let parts = verb.get_subcommands().map(move |part| (verb_name.clone(), part.get_name().to_owned()));
        parts.collect::<Vec<_>>()
    };
    command.get_subcommands().flat_map(of).collect()
}

/// Refuses a flag that was given to a verb that does not use it.
pub fn refuse_unused(command: &mut Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((verb, own)) = matches.subcommand() else { return Ok(()) };
    let (name, own, part) = match own.subcommand() {
        Some((part, inner)) => (format!("{verb} {part}"), inner, Some(part)),
        None => (verb.to_owned(), own, None),
    };
    let given = |flag: &&&str| own.value_source(flag) == Some(ValueSource::CommandLine);
    let Some(flag) = unused(&name).iter().find(given) else { return Ok(()) };
    let mut verb = command.find_subcommand_mut(verb).expect("clap has found it");
    if let Some(part) = part {
        verb = verb.find_subcommand_mut(part).expect("clap has found it");
    }
    let mut error = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(verb);
    let flag = format!("--{}", flag.replace('_', "-"));
    error.insert(ContextKind::InvalidArg, ContextValue::String(flag));
    error.insert(ContextKind::Usage, ContextValue::StyledStr(verb.render_usage()));
    Err(error)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use clap::CommandFactory;

    use super::super::Cli;

    /// Flags with another kind of value in some verbs: a form to write or a file to read; a picture
    /// or an input; one number or a range; letters or how many there are.
    const DIFFERENT: [&str; 2] = ["heaps", "letters"];

    /// A flag has one short form and one kind of value, whatever the verb, and the same thing has
    /// no second flag.
    #[test]
    fn a_flag_is_spelled_alike_everywhere() {
        let command = Cli::command();
        let verbs = command.get_subcommands().flat_map(|verb| std::iter::once(verb).chain(verb.get_subcommands()));
        let mut forms: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for flag in std::iter::once(&command).chain(verbs).flat_map(clap::Command::get_arguments) {
            let (Some(name), value) = (flag.get_long(), flag.get_value_names().unwrap_or_default()) else { continue };
            let value = if flag.get_action().takes_values() { value.join(" ") } else { String::new() };
            let short = flag.get_short().map(String::from).unwrap_or_default();
            forms.entry(name).or_default().insert(format!("-{short} {}", value.replace("DIR", "FILE")));
        }
        for name in ["threads", "cores", "out", "file", "cert"] {
            assert!(!forms.contains_key(name), "--{name} is another flag by its name");
        }
        let several = forms.iter().filter(|(_, forms)| forms.len() > 1).map(|(name, _)| *name);
        assert_eq!(several.collect::<Vec<_>>(), DIFFERENT, "{forms:?}");
        let expected = [("output", "-o FILE"), ("certificate", "- FILE"), ("jobs", "-j N"), ("checkpoint", "- FILE")];
        for (name, form) in expected {
            assert_eq!(forms[name].iter().collect::<Vec<_>>(), [form], "{name}");
        }
    }
}
