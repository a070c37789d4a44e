//! The project's automation: `cargo xtask tidy` keeps the house rules, `cargo xtask test` runs
//! every check there is, `cargo xtask bench` measures.

mod api;
mod atlas;
mod bench;
mod book;
#[path = "../../crates/grundy-serve/src/bundle.rs"]
mod bundle;
mod checks;
mod cross;
mod dependencies;
mod failure;
mod folders;
mod fuzz;
mod page;
mod proofs;
mod python;
mod quotients;
mod record;
mod results;
mod site;
mod soundness;
mod start;
mod tidy;
mod wasm;
mod workflows;

use std::{path::Path, process::ExitCode};

use failure::Failure;

const USAGE: &str = "usage: cargo xtask COMMAND

  tidy   the house rules: arrows between crates, dead files, dead links, names of types, code in comments, long files, quiet crates,
         one version and address in all files
  test   every check: format, tidy, lints, documentation, all tests, the page, proofs, Python, loom, and a summary of what ran
  test NAME  one of them: format, tidy, workflows, dependencies, lints, documentation, interface, fuzz-targets, compile, tests, proofs, python,
         page, book, site, wheel, loom, sanitize, miri
  api       the public interface of the library, compared with crates/*/api.txt; --write records it
  wasm      the library as a WebAssembly module, compared with the native one under Node
  cross [TARGET]  the program for 64-bit ARM and Windows, compared with the native one, and the code for macOS type-checked;
         minutes of CPU for each target
  site [FOLDER]  the page as a static site, with the engine in WebAssembly and the book (target/site); site --test runs the stories on it
  book      the book (target/book) without a warning; needs mdBook
  proofs    the theory in Rocq, without assumptions, and its checkers on certificates; needs coq and python3
  python    the package for Python: tests, types, notebooks; needs python3 and a package index
  wheel     builds the wheel for Python as it is released, tries it in a clean environment, and checks its size;
         test wheel  builds it as the tests are built
  workflows  the files of .github by their schemas, and their rights; needs python3 and a package index
  version VERSION  writes the version, the date and the address of the repository into all files that name them
  dependencies  licences of all crates, and crates in several versions
  loom      workers that share tables, in every order within a bound
  sanitize  grundy-simd with AddressSanitizer; needs a nightly compiler
  miri      grundy-core and grundy-simd in Miri; needs a nightly compiler with miri
  atlas [DIR]  writes the book's page on octal games from the records in testdata/atlas, with those
         that a hunt has in DIR
  quotients  writes the book's table of misère quotients of octal games with two digits (ten minutes of CPU)
  results [PART-OF-A-SECTION]  the results of the site, computed anew with their certificates (target/results), by the
         program in the variable GRUNDY, or one that is built
  record DIR [--program PATH]  what the program prints for some thousands of commands, as one file in DIR
  record --compare A B  what differs between two records, by kind
  exact  every way to the values of heaps against the meaning, to heaps of 2,000, fifty kills of processes that build a table, every verb on every board at its limits, and two checkers of certificates (half an hour of CPU)
  bench [PART-OF-A-NAME ..]   measures whole processes, in pairs with the textbook programs
  bench heaps [CODE ..]       periods of octal games, compared with ogsolve
  bench search [long]         boards of squares and bars, compared with igsolve
  bench own                   declared games, compared with the textbook programs of bench/own
  bench declared              random systems of heaps, compared with the programs that are made for them
  bench plans                 what plans predict, compared with what is measured
  bench sentences [CASE ..]   sentences of the language, compared with the textbook programs of bench/sentences
  bench competition           games of contests at the sizes of their problems
  bench layers [--pairs N]    tables on disk, compared with a search in memory (9 pairs)
  bench serve [SECONDS]       the server under 200 clients (20)
  page [PICTURES]             the stories of the page in Chromium; needs Chromium, Node and npm; pictures go to a folder
  fuzz [SECONDS]              runs every fuzz target for this long (60); needs cargo-fuzz and a nightly compiler
  input NAME                  prints the input of a case of the benchmark";

fn main() -> ExitCode {
    if let Some(path) = std::env::var_os(api::RUSTDOC) {
        return api::rustdoc(&path);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (verb, rest) = arguments.split_first().map_or(("", &[][..]), |(verb, rest)| (verb.as_str(), rest));
    let Err(failure) = run(root, verb, rest) else { return ExitCode::SUCCESS };
    eprintln!("{failure}");
    match failure {
        Failure::Usage(_) => ExitCode::from(2),
        Failure::NotRun(_) => ExitCode::from(failure::NOT_RUN),
        Failure::Failed(_) => ExitCode::FAILURE,
    }
}

fn run(root: &Path, verb: &str, rest: &[String]) -> Result<(), Failure> {
    match (verb, rest) {
        ("test", []) => checks::all(root),
        ("test", [name]) => checks::one(root, name),
        ("wheel", []) => python::wheel(root, python::WheelProfile::Release),
        ("tidy" | "workflows" | "dependencies" | "book" | "proofs" | "python" | "loom" | "sanitize" | "miri", []) => {
            checks::one(root, verb)
        }
        ("version", [version]) => Ok(tidy::release::write(root, version)?),
        ("api", []) => api::run(root, false),
        ("api", [flag]) if flag == "--write" => api::run(root, true),
        ("wasm", []) => Ok(wasm::run(root)?),
        ("cross", []) => cross::run(root, None),
        ("cross", [target]) => cross::run(root, Some(target)),
        ("site", []) => site::run(root, None),
        ("site", [flag]) if flag == "--test" => site::test(root),
        ("site", [folder]) if !folder.starts_with('-') => site::run(root, Some(folder)),
        ("atlas", []) => Ok(atlas::write(root)?),
        ("atlas", [folder]) => Ok(atlas::take_over(root, Path::new(folder))?),
        ("quotients", []) => Ok(quotients::run(root)?),
        ("results", []) => Ok(results::run(root, "")?),
        ("results", [wanted]) => Ok(results::run(root, wanted)?),
        ("record", arguments) => record::run(root, arguments),
        ("exact", []) => Ok(checks::exact(root)?),
        ("fuzz", []) => Ok(fuzz::run(root, "60")?),
        ("fuzz", [seconds]) => Ok(fuzz::run(root, seconds)?),
        ("input", [name]) => Ok(bench::input(name)?),
        ("sentence", [name]) => Ok(bench::sentences::input(root, name)?),
        ("bench", [set]) if set == "search" => Ok(bench::search::bench(root, false)?),
        ("bench", [set, long]) if set == "search" && long == "long" => Ok(bench::search::bench(root, true)?),
        ("bench", [set]) if set == "plans" => Ok(bench::plans::bench(root)?),
        ("bench", [set]) if set == "own" => Ok(bench::own::bench(root)?),
        ("bench", [set]) if set == "declared" => Ok(bench::declared::bench(root)?),
        ("bench", [set, wanted @ ..]) if set == "sentences" => Ok(bench::sentences::bench(root, wanted)?),
        ("bench", [set]) if set == "competition" => Ok(bench::competition::bench(root)?),
        ("bench", [set]) if set == "layers" => Ok(bench::layers::bench(root, None)?),
        ("bench", [set, flag, pairs]) if set == "layers" && flag == "--pairs" => {
            Ok(bench::layers::bench(root, Some(pairs))?)
        }
        ("bench", [set]) if set == "serve" => Ok(bench::serve::bench(root, "20")?),
        ("bench", [set, seconds]) if set == "serve" => Ok(bench::serve::bench(root, seconds)?),
        ("page", []) => page::run(root, None),
        ("page", [pictures]) => page::run(root, Some(pictures)),
        ("bench", wanted) => Ok(bench::bench(root, wanted)?),
        _ => Err(Failure::Usage(USAGE)),
    }
}
