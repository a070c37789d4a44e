//! The flags of `judge`.

use clap::{
    Args, ValueEnum,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};

#[derive(Args)]
pub struct Judge {
    /// The problem, or a file FILE.toml that describes one
    #[arg(value_name = "NAME|FILE", value_parser = SubjectName, hide_possible_values = true)]
    pub name: Option<Subject>,
    /// List the problems with their input and output
    #[arg(long, conflicts_with_all = ["name", "json"])]
    pub list: bool,
}

/// What is to be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A problem with code.
    Problem(Problem),
    /// The name of a format, or a file.
    Format(String),
}

/// The names of all judge formats.
pub fn formats() -> impl Iterator<Item = &'static str> {
    let problems = Problem::value_variants().iter().map(|problem| match problem {
        Problem::Wplay => "wplay",
        Problem::Strings => "strings",
        Problem::Trust => "trust",
        Problem::TrustAnywhere => "trust-anywhere",
        Problem::Apples => "apples",
    });
    let coded: Vec<&str> = problems.collect();
    let data = grundy_contest::BUILT_IN.iter().map(|(name, _)| *name).filter(|name| !coded.contains(name));
    coded.iter().copied().chain(data).collect::<Vec<_>>().into_iter()
}

/// A judge format. Any text is one here; completions suggest the names.
#[derive(Clone, Copy)]
struct SubjectName;

impl TypedValueParser for SubjectName {
    type Value = Subject;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Subject, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, argument, value)?;
        let name = grundy_contest::Format::known_as(&text).unwrap_or(&text);
        Ok(Problem::from_str(name, true).map_or_else(|_| Subject::Format(name.to_owned()), Subject::Problem))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(formats().map(PossibleValue::new)))
    }
}

/// The contest problems whose speed needs code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Problem {
    /// CodeChef WPLAY: words taken from letter boards; Alice or Bob
    Wplay,
    /// Codeforces 1037G, A Game on Strings; Alice or Bob
    Strings,
    /// beecrowd 1853, Daenerys' Game of Trust; Tyrion or Daenerys
    Trust,
    /// The same, where a word anywhere in a string ends it at the start
    TrustAnywhere,
    /// Two or three apples: n -> the values of 0..n
    Apples,
}
