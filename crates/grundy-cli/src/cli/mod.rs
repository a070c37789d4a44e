//! The tree of verbs and flags: the help, the completions and the man pages all come from it.

mod arguments;
mod contest;
mod draw;
mod foreign;
mod headings;
mod judge;
mod listed;
mod mistake;
mod moved;
#[cfg(test)]
mod pages;
mod plain;
mod play;
mod prove;
pub mod respelled;
mod serve;
mod surveys;
mod synonyms;
mod table;
pub mod told;
pub mod used;
mod values;

use std::{num::NonZero, path::PathBuf};

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

pub use arguments::parse;
#[cfg(feature = "entries")]
pub use arguments::read;
pub use contest::{Gen, Tests, Try};
pub use draw::{Draw, Format};
use grundy_verbs::{
    Cite, Compound, Count, Diff, Equal, ExplainError, Find, First, GameName, Games, ListMoves, Oeis, Rules,
};
pub use judge::{Judge, Problem, Subject, formats};
pub use play::{Hints, Play, You};
pub use prove::Prove;
pub use serve::Serve;
pub use surveys::{Atlas, Census, Survey};
pub use table::{Build, Compress, Export, Look, Stored, TableArgs, TableForm, Verify};
use values::{bytes, kept_file, number, seconds, setting, threads};

/// Everything that the user said.
#[derive(Parser)]
#[command(
    name = "grundy",
    version = env!("GRUNDY_VERSION"),
    max_term_width = 80,
    about = "Solves impartial games on heaps and words: who wins, which moves win, and why",
    after_help = "The verb solve may be left out: grundy kayles 5 7 9\n\
        Exit codes: 0 answered, 1 a check failed, 2 usage or input error,\n\
        3 not decided within the limits, 130 interrupted, 143 terminated"
)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub verb: Verb,
}

/// The sections of the help for flags that few need.
const LIMITS: &str = "Limits";
const CHECKS: &str = "Checks and measurements";
const KEPT: &str = "Certificates, checkpoints and lists";

/// What `grundy` alone prints.
pub const EXAMPLES: &str = "\
grundy solves impartial games: who wins, which moves win, and why.

  grundy nim 3 4 5                  who wins, and what to play
  grundy explain kayles 5           why: mex and xor, step by step
  grundy 'take 1, 3 or 4' 7 12      a game of your own in one line

`grundy games` lists the games with names, `grundy --help` all verbs and flags.
";

/// Flags of every verb.
#[derive(Args, Clone, Debug, Default, PartialEq)]
pub struct Common {
    /// Write the answer, or the error, as one JSON object
    #[arg(long, global = true)]
    pub json: bool,
    /// Play misère: who makes the last move loses
    #[arg(long, global = true, visible_alias = "misère")]
    pub misere: bool,
    /// Give a parameter another value: k=3, 'S={2,5}'
    #[arg(long, global = true, value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<(String, String)>,
    /// Read word lists in lower case: Apple is apple
    #[arg(long, global = true)]
    pub fold_case: bool,
    /// Stop this long after the start: 2 (seconds), 500ms, 1m
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub time: Option<f64>,
    /// Hold at most this much memory: 4GiB [default: half of it]
    #[arg(long, global = true, value_name = "SIZE", value_parser = bytes, help_heading = LIMITS)]
    pub memory: Option<u64>,
    /// Solve at most this many positions
    #[arg(long, global = true, value_name = "N", value_parser = number, help_heading = LIMITS)]
    pub max_positions: Option<u64>,
    /// Work with at most this many threads [default: all cores]
    #[arg(long, short, global = true, value_name = "N", value_parser = threads, help_heading = LIMITS)]
    pub jobs: Option<NonZero<usize>>,
    /// Report the solver, its positions, speed and memory
    #[arg(long, short = 'v', global = true, visible_alias = "verbose", help_heading = CHECKS)]
    pub stats: bool,
    /// Leave the answer unchecked: its status is then `computed`
    #[arg(long, global = true, help_heading = CHECKS)]
    pub no_check: bool,
    /// Check by the plain rules alone, however long it takes
    #[arg(long, global = true, conflicts_with = "no_check", help_heading = CHECKS)]
    pub plain_check: bool,
    /// Colour
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub color: When,
}

/// When to write colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do.
#[derive(Subcommand)]
pub enum Verb {
    /// Who wins a position, and by which moves
    #[command(after_help = "Examples:\n  grundy solve kayles 5 7 9\n  grundy solve 'take 1..3' 21\n  \
        grundy solve 'kayles 5 + nim 3'\n  grundy ghost words.txt gho")]
    Solve(Solve),
    /// Every move with the value that it leads to
    Moves(PositionQuery<ListMoves>),
    /// Why a position has its value; or what an error code means
    #[command(after_help = "Examples:\n  grundy explain kayles 5 7\n  grundy explain 'row: take letter' aab\n  \
        grundy explain G031")]
    Explain(PositionQuery<grundy_verbs::Explain>),
    /// Play a game against the computer
    #[command(
        after_help = "Examples:\n  grundy play kayles 5 7 9\n  grundy play nim 3 4 5 --level careless=20% --you second\n  \
        grundy play kayles 7 --misere --hints on --tui\n--time (default: 2 seconds), --memory and --max-positions limit the\n\
        search at each move, not the game."
    )]
    Play(Play),
    /// The values of the heaps from 0 to N
    #[command(
        after_help = "Examples:\n  grundy table 0.77 24 --columns 12\n  grundy table kayles 21 --misere --losing\n  \
        grundy table 'octal 0.77' 10000 --format bfile"
    )]
    Table(TableArgs),
    /// All positions that a position leads to, as a table on disk
    #[command(subcommand)]
    Tables(Stored),
    /// What is proved of every position: a period, an automaton
    #[command(
        visible_alias = "period",
        after_help = "Examples:\n  grundy prove kayles\n  grundy prove 'take {3,7,8}' --certificate set.cert\n  \
        grundy prove 'octal 0.007' --up-to 20000\n  grundy solve --from set.cert 'take {3,7,8}' 10^18\n  \
        grundy prove '\"aa\" -> \"\", \"b\" -> \"\"'\n  grundy prove '\"ab\" -> \"\"' --up-to 200\n\
        Exit codes: 0 proved for every position, 3 verified up to a size"
    )]
    Prove(Prove),
    /// A picture of values, a position, its options, an automaton
    #[command(
        after_help = "Examples:\n  grundy draw period kayles -o kayles.svg\n  grundy draw position nim 3 4 5 -o nim.svg\n  \
        grundy draw graph nim 1 2 -o graph.dot\n  grundy draw automaton '\"aa\" -> \"\", \"b\" -> \"\"' -o machine.svg"
    )]
    Draw(Draw),
    /// The automata of all small systems of rewriting rules
    #[command(hide = true, after_help = "Examples:\n  grundy census --size 3 --count 2 -o census.ndjson")]
    Census(Census),
    /// The periods of a family of games, a record each
    #[command(
        hide = true,
        after_help = "Examples:\n  grundy atlas 'octal 0.??' --up-to 20000 --format csv\n  grundy atlas 'octal 0.??' --hunt hunt --time 600\n--time and --max-positions limit each game, not the \
        whole survey (--time limits a whole hunt); --memory limits each game and the whole process."
    )]
    Atlas(Atlas),
    /// The periods, or the automata, of whole families of games
    #[command(subcommand)]
    Survey(Survey),
    #[command(after_help = "Examples:\n  grundy find 0,1,2,3,1,4,3,2\n  grundy find b002186.txt\n\
        Exit codes: 0 a rule is found, 1 none is")]
    Find(ToFile<Find>),
    #[command(after_help = "Examples:\n  grundy oeis kayles\n  grundy oeis A071435 --up-to 100\n\
        A file has lines such as `A002186 ,0,1,2,`, as the file `stripped` that\nthe encyclopedia offers: its terms are compared.\n\
        Exit codes: 0 no difference, 1 a term differs, 3 not decided")]
    Oeis(ToFile<Oeis>),
    #[command(after_help = "Examples:\n  grundy equal 'octal 0.27' 'octal 0.26'\n  \
        grundy equal 'octal 0.007' 'octal 0.0071' --up-to 20000\n\
        Exit codes: 0 equal, or equal up to N; 1 different;\n3 no difference found, nothing proved")]
    Equal(ToFile<Equal>),
    #[command(
        hide = true,
        after_help = "Examples:\n  grundy diff b002186.txt kayles\n  grundy diff b071452.txt 'octal 0.11377' --offset 1\n\
        Exit codes: 0 no difference, 1 differences"
    )]
    Diff(ToFile<Diff>),
    #[command(after_help = "Examples:\n  grundy cite kayles\n  grundy cite nim 3 4 5")]
    Cite(ToFile<Cite>),
    #[command(
        after_help = "Examples:\n  grundy count '\"aa\" -> \"\", \"b\" -> \"\"' --size 100\n  grundy count nim --heaps 3 --up-to 10\n  \
        grundy count 'row: take letter' --letters ab --size 10^9 --modulo 1009"
    )]
    Count(ToFile<Count>),
    #[command(
        after_help = "Examples:\n  grundy first kayles --where 'value = 7'\n  grundy first nim --heaps 4 --where 'winning = 3 and moves > 12'\n  \
        grundy first misere-kayles --where 'outcome = P and n > 9'"
    )]
    First(ToFile<First>),
    #[command(
        hide = true,
        after_help = "Examples:\n  grundy compound conjunctive kayles 5 7\n  grundy compound selective '[take 1..3] 4 + nim 2'\n  \
        grundy compound continued 'take {1,4}' 10 --misere"
    )]
    Compound(ToFile<Compound>),
    /// Which method would answer, and at what price
    Plan(PlanArgs),
    Rules(ToFile<Rules>),
    Games(ToFile<Games>),
    /// The page in the browser, and the same answers over HTTP
    #[command(after_help = "Examples:\n  grundy serve --open kayles 5 7 9\n  grundy serve --listen 0\n\
        --time is the limit of one answer (default: 2 seconds), --memory that of\nall together.")]
    Serve(Serve),
    /// The verbs as tools of a language model (MCP)
    #[cfg(feature = "mcp")]
    #[command(after_help = "Example, for a client that starts its servers:\n  \
        {\"mcpServers\": {\"grundy\": {\"command\": \"grundy\", \"args\": [\"mcp\"]}}}\n\
        --time is the limit of one answer (2 seconds if it is left out; a tool may ask for up to ten minutes), --memory \
        that of all together.")]
    Mcp,
    /// Compare the values that game files list with computed ones
    #[command(hide = true)]
    Test(Test),
    /// Verify a certificate, a game file or a b-file
    #[command(
        after_help = "Examples:\n  grundy prove kayles --certificate kayles.cert\n  grundy check kayles.cert\n  grundy check kayles.toml\n  \
        grundy check b071452.txt 'octal 0.11377' --offset 1\n\
        Exit codes: 0 verified, equal; 1 refused, different; 2 not read;\n3 not decided"
    )]
    Check(CheckArgs),
    /// Answer a contest problem: input on stdin, output on stdout
    #[command(
        after_help = "The file of another problem, FILE.toml, has such lines:\n  game = 'take 1..3'\n  input = 't; n; a*n'\n  position = 'a'\n  win = 'First'\n  lose = 'Second'"
    )]
    Judge(Judge),
    /// Try a contestant's program on small, random and hard tests
    #[command(
        after_help = "Examples:\n  grundy try nim --exe ./mine\n  grundy try 'take 2 or 3' --exe ./mine --shape 't; n; a*n' --labels Alice,Bob\n  \
        grundy try --judge wgme --exe 'python3 mine.py'\nExit codes: 0 all right, 1 a test fails."
    )]
    Try(Try),
    /// Positions of a wanted kind, or a folder of tests
    #[command(
        after_help = "Examples:\n  grundy gen kayles --kind losing\n  grundy gen kayles --kind near-miss --heaps 3..3 --sizes 1..20 --seed 7\n  \
        grundy gen --judge problem.toml -o tests"
    )]
    Gen(Gen),
    #[command(hide = true)]
    ExplainError(ToFile<ExplainError>),
    /// A completion script for a shell
    Completions(Shell),
    /// Write the man pages to a folder
    Man(Man),
}

#[derive(Args, Debug, Default, PartialEq)]
pub struct Position {
    /// The game: its text, its name, a .toml file, or a sum
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    /// Parameters of a named game, then positions; - reads one
    #[arg(value_name = "POSITION")]
    pub rest: Vec<String>,
}

impl Position {
    /// The game with what follows it.
    pub fn words(&self) -> Vec<String> {
        join(&self.game, &self.rest)
    }
}

// A question whose answer may go to a file; its help begins with that of the verb.
#[derive(Args)]
pub struct ToFile<V: Args> {
    #[command(flatten)]
    pub verb: V,
    /// Write the answer to this file; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

// A question about a position, and where its value may be known from.
#[derive(Args)]
pub struct PositionQuery<V: Args> {
    #[command(flatten)]
    pub verb: V,
    /// Write the answer to this file; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// List all moves on a terminal too, not ten of them
    #[arg(long)]
    pub all: bool,
    /// Read the values off this certificate, which is checked first
    #[arg(long, value_name = "FILE", help_heading = KEPT)]
    pub from: Option<PathBuf>,
    /// Keep what is known in this file, and resume from it
    #[arg(long, value_name = "FILE", conflicts_with = "from", value_parser = kept_file(), help_heading = KEPT)]
    pub checkpoint: Option<PathBuf>,
    /// Write a certificate for `grundy check`; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "from", help_heading = KEPT)]
    pub certificate: Option<PathBuf>,
}

#[derive(Args, Debug, Default, PartialEq)]
pub struct Solve {
    #[command(flatten)]
    pub verb: grundy_verbs::Solve,
    /// Only ask who wins: faster on large bags and on boards
    #[arg(long, conflicts_with = "compound")]
    pub outcome: bool,
    /// Only ask for the value: faster on boards
    #[arg(long, conflicts_with_all = ["outcome", "compound"])]
    pub value: bool,
    /// Print nothing: exit with 0 for a win, with 1 for a loss
    #[arg(long, short, conflicts_with = "compound")]
    pub quiet: bool,
    /// Write the answer to this file; - is standard output
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["quiet", "ranges"])]
    pub output: Option<PathBuf>,
    /// Answer every line of this file, as JSON; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "quiet", "certificate", "from", "checkpoint", "ranges", "compound"])]
    pub positions: Option<PathBuf>,
    /// Write a certificate for `grundy check`; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "compound", help_heading = KEPT)]
    pub certificate: Option<PathBuf>,
    /// Read the values off this certificate, which is checked first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ranges", "certificate", "compound"], help_heading = KEPT)]
    pub from: Option<PathBuf>,
    /// Keep what is known in this file, and resume from it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ranges", "from", "compound"], value_parser = kept_file(), help_heading = KEPT)]
    pub checkpoint: Option<PathBuf>,
    /// For `cut every copy`: answer the parts of a word in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["quiet", "certificate", "outcome", "compound"], help_heading = KEPT)]
    pub ranges: Option<PathBuf>,
}

#[derive(Args)]
pub struct PlanArgs {
    #[command(flatten)]
    pub verb: grundy_verbs::Plan,
    /// Write the answer to this file; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Plan a table up to heap N
    #[arg(long, value_name = "N", value_parser = number, conflicts_with = "position")]
    pub up_to: Option<u64>,
    /// Plan for `solve --outcome`
    #[arg(long, conflicts_with = "up_to")]
    pub outcome: bool,
    /// Plan for `solve --value`
    #[arg(long, conflicts_with_all = ["up_to", "outcome"])]
    pub value: bool,
}

#[derive(Args, Clone)]
pub struct GameArgs {
    /// The game: its text, its name, or a .toml file
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    /// Parameters of a named game
    #[arg(value_name = "PARAMETER")]
    pub rest: Vec<String>,
}

fn join(game: &str, rest: &[String]) -> Vec<String> {
    std::iter::once(game.to_owned()).chain(rest.iter().cloned()).collect()
}

#[derive(Args)]
pub struct Test {
    /// Game files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(Args)]
pub struct CheckArgs {
    /// A certificate, a game file .toml, or a b-file; - reads one
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// For a b-file: the game; after a game file: further ones
    #[arg(value_name = "GAME")]
    pub rest: Vec<String>,
    /// For a b-file: the first n that it is to have
    #[arg(long, value_name = "N", value_parser = number)]
    pub offset: Option<u64>,
    /// For a b-file: compare n with heap n + K
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub shift: Option<i64>,
    /// Write the answer to this file; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Keep what is verified in this file, and resume from it
    #[arg(long, value_name = "FILE", value_parser = kept_file(), help_heading = KEPT)]
    pub checkpoint: Option<PathBuf>,
}

#[derive(Args)]
pub struct Shell {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct Man {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// The names of the verbs.
pub fn verbs() -> Vec<String> {
    Cli::command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect()
}
