//! Every function that reads text from outside, as a function of bytes. None may panic, run without
//! end, or use much memory, for any bytes.
//!
//! The targets in `fuzz/` call them with inputs of a fuzzer, and the test `mutations` with mutated
//! seeds. What was read must read back equal from its printed form.

use std::{path::Path, sync::OnceLock, time::Duration};

use crate::spelling::CommandLine;
use grundy::{
    Answer, Budget, Error, Limits, Nimber, Question, Run, Verdict, check,
    games::{Diagnostic, Survey},
    plan,
    plan::{Choices, PlanOptions, plan_with},
    play::{Entry as Typed, Match, Settings},
    solvers::{Checkpointer, Schedule, graphs::loopy, heaps::period::PeriodSearch},
    storage::checkpoint as storage,
};
use grundy_lab::{
    diff::{BFile, diff},
    find::find,
    values,
};
use grundy_show::{Colour, account_text, diagnostic_json, diagnostic_text};
use grundy_verbs::ReplyLine;

use crate::{
    cli::{self, Common, Problem, Subject},
    game_file, judge,
    output::CliError,
    session::Session,
    verbs::ranges,
};

/// A function that reads text from outside.
pub struct TextEntry {
    /// The name of its fuzz target.
    pub name: &'static str,
    /// Reads bytes; panics if the program has a fault.
    pub read: fn(&[u8]),
    /// Inputs to mutate.
    pub seeds: &'static [&'static str],
}

/// All entries.
pub const ENTRIES: &[TextEntry] = &[
    TextEntry {
        name: "rules",
        read: rules,
        seeds: &[
            "kayles",
            "octal 0.77",
            "heap: take 1..3, take 5 (split)",
            "row: cut word in {ab, ba}, take letter of a..c until distinct",
            "bag: take word in \"list\" until no letter more than 2 times",
            "tape: append letter of a..c within word in \"list\" avoiding square or palindrome 3.. until it ends with \"ab\"",
            "misère take any but {2}",
            "n -> n - 2k for d in S with k = 3, S = {1, 4}",
            "token: move along new arc",
        ],
    },
    TextEntry {
        name: "position",
        read: position,
        seeds: &[
            "kayles\n5 + 7 + 9",
            "take 2 or 3\n10^18",
            "bag: take letter\n{mississippi} + {\u{e9}a}",
            "tape: append letter of a..b avoiding square\n\"ab\"/9 + b/0",
            "row: cut every copy of a letter\nabracadabra + (ab)",
            "geography\ngrid 3x4 from 5 + ..#/... from 3 + {a-b b-7} from b",
            "wythoff\nW(3, 5) + 2*W(1, 2)",
            "A(n) -> A(n-1), B(n) -> A(n) + B(n-1)\n3*A(7) + B(2)",
            "cram\n5x6 + ..#/... + path 20 + {0-1 1-2 3}",
            "chomp\n8x10 + 5.5.2 + {0<1 1<2}",
            "token: move along new arc\n{a>b b>a a>a 7} from a",
        ],
    },
    TextEntry {
        name: "sum",
        read: sum,
        seeds: &["kayles 5 + nim 3", "[octal 0.15] 7 + 2*wythoff W(1, 2)", "mis\u{e8}re kayles 5 + nim 2^3"],
    },
    TextEntry {
        name: "condition",
        read: condition,
        seeds: &[
            "value = 7 and not (n % 2 = 1 or moves > 3*winning)",
            "outcome = P and gcd(n, value) >= 2^3 - 1",
            "sum(k for k in 1..n) != -value and 0 <= n < size",
        ],
    },
    TextEntry {
        name: "arguments",
        read: arguments,
        seeds: &[
            "kayles\n5\n7",
            "solve\n--memory\n4GiB\n--time=5s\nnim\n3",
            "judge\ntrust-anywhere",
            "--max-positions\n10^6\nhelp",
        ],
    },
    TextEntry { name: "words", read: words, seeds: &["ab\nba\nabba\n", "\u{e9}t\u{e9}\r\nno\u{eb}l\r\n", ""] },
    TextEntry {
        name: "game_file",
        read: game_file,
        seeds: &["name = \"k\"\ngame = \"octal 0.77\"\nabout = \"rows\"\n[values]\n5 = 4\n\"5 + 7\" = \"N\"\n"],
    },
    TextEntry {
        name: "bfile",
        read: b_file,
        seeds: &["# Kayles\n0 0\n1 1\n2 2\n3 3\n4 1\n", "5 0\n6 18446744073709551615\n"],
    },
    TextEntry {
        name: "request",
        read: request,
        seeds: &[
            r#"{"verb": "moves", "game": "kayles", "position": "5 + 7", "misere": true}"#,
            r#"{"verb": "prove", "game": "take {1,2}", "to": 20, "time": 1}"#,
            r#"{"verb": "solve", "game": "ghost \"a\"", "position": "\"\"", "lists": {"a": "gnaw\ngnat"}}"#,
        ],
    },
    TextEntry {
        name: "play",
        read: play,
        seeds: &[
            "kayles\n2 + 3\n2: take 1, leave 1 + 1\nmoves take 2\n4\nhint",
            "cut word in {ear}\near\nremove \"ear\" at 1..3\nundo\nleave \"\"",
            "nim\n10^18\nheap 1 (10): 123456789\ntake 2\n?",
            "geography\n{a-b b-c} from a\ngo to b\nc",
        ],
    },
    TextEntry { name: "certificate", read: certificate, seeds: &[] },
    TextEntry {
        name: "checkpoint",
        read: checkpoint,
        seeds: &[
            "grundy-checkpoint 1\nkind facts\nabout game nim\nabout method search\nfor 5\ncount 1\n0 0\n",
            "grundy-checkpoint 1\nkind values\nabout game nim\nfor the values\ncount 3\nabc",
        ],
    },
    TextEntry {
        name: "facts",
        read: facts,
        seeds: &[
            "squares 3 whole\n\u{3}\0\0\0\0\0\0\0\u{1}\u{b}\0\0\0\0\0\0\0\u{1}",
            "graphs whole\n1 1x2\n1 ../.#\n0 1x1\n",
            "1 1x2\n1 1x3\n0 2x2\n2 ..#/...\n",
        ],
    },
    TextEntry { name: "state", read: state, seeds: &[] },
    TextEntry { name: "ranges", read: parts, seeds: &["1 3\n2 2\n1 7\n", "1 1"] },
    TextEntry { name: "digraph", read: digraph, seeds: &["from,to\na,b\nb,a\nb -> c\n", "1,2\n2;3\n# none\n7\n"] },
    TextEntry {
        name: "judge_wplay",
        read: |bytes| answer(Problem::Wplay, bytes),
        seeds: &["5\nBED\nBAD\nRED\nBREED\nBEER\n3 3\n2\nDER\nRAD\nFEE\nBAR\nBEE\nRAN\n"],
    },
    TextEntry {
        name: "judge_strings",
        read: |bytes| answer(Problem::Strings, bytes),
        seeds: &["aaab\n2\n1 2\n1 4\n", "aaccbdb\n2\n5 7\n1 7\n"],
    },
    TextEntry {
        name: "judge_trust",
        read: |bytes| answer(Problem::Trust, bytes),
        seeds: &["1 2\nb\n1\nba 1\n", "3 3\nabc\nca\nbbbb\n2\nab 50\ncc 1000000000000000000\n"],
    },
    TextEntry { name: "judge_apples", read: |bytes| answer(Problem::Apples, bytes), seeds: &["10\n", "0"] },
    TextEntry { name: "judge_wgme", read: judge_wgme, seeds: &["2\naab\nabcabc\n"] },
    TextEntry {
        name: "judge_format",
        read: judge_format,
        seeds: &[
            "game = 'take 1..k'\ninput = 't; n k; a*n'\nposition = 'a'\nparameters = ['k']\n---\n1\n2 3\n4 5\n",
            "game = 'wythoff'\ninput = '(x y)*2'\nposition = 'W(x, y)'\nwin = '{value} {case}'\n---\n1 2 3 4",
            "game = 'row: cut \"ab\"'\ninput = 's:word'\nposition = 's'\nend = '0'\n---\nabba ab 0",
        ],
    },
];

/// Calls the entry of that name.
///
/// # Panics
/// If there is none, or it finds a fault in the program.
pub fn run(name: &str, bytes: &[u8]) {
    let entry = ENTRIES.iter().find(|entry| entry.name == name);
    (entry.unwrap_or_else(|| panic!("there is no entry `{name}`")).read)(bytes);
}

/// Renders a diagnostic in every form that the program has.
fn render(fault: &Diagnostic) {
    let place = fault.source.get(fault.span.clone());
    assert!(place.is_some(), "{:?} are no letters of {:?}: {fault}", fault.span, fault.source);
    for colour in [Colour::Off, Colour::On] {
        assert!(diagnostic_text(fault, &CommandLine, colour).contains(fault.code));
    }
    assert!(diagnostic_json(fault, &CommandLine).contains(fault.code) && !fault.to_string().is_empty());
}

/// As [`render`], for the error of a verb.
fn render_error(why: &CliError) {
    if let CliError::Library(Error::Text(fault)) = why {
        render(fault);
    }
}

/// The word list of every name.
fn list(_: &str) -> Result<Vec<u8>, String> {
    Ok(b"ab\nabba\nba\nbcb\n".to_vec())
}

fn rules(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match grundy::games::game_with(text, &list) {
        Ok(rules) => {
            let printed = rules.to_string();
            let again =
                grundy::games::game_with(&printed, &list).unwrap_or_else(|why| panic!("{text:?}: {printed}: {why}"));
            assert_eq!(again.to_string(), printed, "{text:?}");
        }
        Err(fault) => render(&fault),
    }
}

/// A game in the first line, then a position.
fn position(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Some((game, position)) = text.split_once('\n') else { return };
    let Ok(rules) = grundy::games::game_with(game, &list) else { return };
    match grundy::games::position(&rules, position) {
        Ok(sum) => {
            let printed: Vec<String> = sum.iter().map(|component| rules.ruleset.text(component)).collect();
            for (component, text) in sum.iter().zip(&printed).take(100) {
                let again = grundy::games::position(&rules, text).unwrap_or_else(|why| panic!("{game}: {text}: {why}"));
                assert_eq!(again, std::slice::from_ref(component), "{game}: {text}");
            }
        }
        Err(fault) => render(&fault),
    }
}

/// A sum of different games.
/// A condition, which is printed, read back and evaluated.
fn condition(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let read = |text: &str| grundy::games::filter(text, &grundy_lab::first::NAMES, "");
    match read(text) {
        Ok(filter) => {
            let printed = filter.to_string();
            let again = read(&printed).unwrap_or_else(|why| panic!("{text:?}: {printed}: {why}"));
            assert_eq!(again.to_string(), printed, "{text:?}");
            let mut steps = 0u64;
            let _ = filter.holds(&[7, 1, 2, 9, 30, 30, 1, 0], &mut |own| {
                steps += u64::from(own);
                if steps < 100_000 { Ok(()) } else { Err(grundy::Fault("it takes too long".into())) }
            });
        }
        Err(fault) => render(&fault),
    }
}

fn sum(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Err(fault) = grundy::games::sum_with(text, &list) {
        render(&fault);
    }
}

/// The arguments of a command line, one a line. They are only parsed.
fn arguments(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let words = ["grundy"].into_iter().chain(text.split('\n')).map(Into::into).collect();
    if let Err(error) = cli::read(words) {
        assert!(!error.render().to_string().is_empty());
    }
}

fn words(bytes: &[u8]) {
    let given = |_: &str| Ok(bytes.to_vec());
    for game in
        ["bag: take word in \"list\"", "tape: append letter of a..c avoiding word of 2.. letters a..c in \"list\""]
    {
        grundy::games::game_with(game, &given).err().iter().for_each(render);
    }
}

fn game_file(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        let read = game_file::parse(Path::new("game.toml"), text, &list, &[]);
        read.err().map(CliError::from).iter().for_each(render_error);
    }
}

/// A b-file, compared with a game up to a limit, and its text as a list of values.
fn b_file(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let limits = Limits { time: Some(Duration::from_millis(20)), memory: Some(1 << 26), ..Limits::default() };
    let run = Run::new(limits);
    let kayles = grundy::games::game("kayles").expect("a game");
    if let Ok(file) = BFile::read(text) {
        let _ = diff(&run, &kayles, &file, 0);
    }
    if let Ok(values) = values::read(text) {
        let _ = find(&run, &values, 3);
    }
}

/// A request as JSON, answered up to a limit.
fn request(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let time = Some(Duration::from_millis(20));
    let limits = Limits { time, memory: Some(1 << 26), positions: Some(1_000), ..Limits::default() };
    let reply = ReplyLine::to(text, limits);
    assert!(reply.line.ends_with("}\n"), "{}", reply.line);
}

/// A game with a position, and what is typed in it: a line each.
fn play(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let (Some(game), Some(position)) = (lines.next(), lines.next()) else { return };
    let Ok(query) = grundy::games::query(game, position, Question::ValueAndMoves) else { return };
    let mut game = Match::new(query, Settings::default());
    let time = Some(Duration::from_millis(5));
    let run = Run::new(Limits { time, memory: Some(1 << 26), positions: Some(100), ..Limits::default() });
    if game.judge(&run).is_err() {
        return;
    }
    let typed: Vec<_> = lines.take(8).filter_map(|typed| game.read(&run, typed).ok()).collect();
    if let Some(choice) =
        typed.into_iter().find_map(|typed| if let Typed::Play(choice) = typed { Some(choice) } else { None })
    {
        game.play(*choice);
    }
    assert!(account_text(&game, &game.account(), Colour::Off).ends_with('\n'));
}

/// Reads a certificate and checks it, up to a limit.
fn certificate(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match grundy::cert::read(text, &list) {
        Ok((query, solution)) => {
            let mut polls = 0;
            let _ = check(&query, &solution, &mut || {
                polls += 1;
                polls < 10_000
            });
        }
        Err(fault) => render(&fault),
    }
}

/// A checkpoint, as it is and with a right checksum.
fn checkpoint(bytes: &[u8]) {
    let _ = storage::open(bytes.to_vec());
    if let Ok(checkpoint) = storage::open([bytes, &storage::checksum(bytes)].concat()) {
        let _ = storage::values(&checkpoint);
    }
}

/// The facts of an earlier search, true or not: they never lead to a wrong proof.
fn facts(bytes: &[u8]) {
    let query = grundy::games::query("cram", "2x3", Question::ValueAndMoves).expect("a game");
    let every_option = PlanOptions { choices: Choices::EveryOption, ..PlanOptions::default() };
    for plan in [plan(&query), plan_with(&query, every_option)] {
        let checkpointer = Checkpointer::new(Some(bytes.to_vec()), Schedule::new(Duration::from_secs(1)), |_| {});
        let mut budget = Budget::new().bytes(1 << 26).positions(10_000).keep(checkpointer);
        let Ok(solution) = plan.expect("boards are solved").run(&mut budget) else { continue };
        if check(&query, &solution, &mut || true) == Ok(Verdict::Verified) {
            assert_eq!(solution.answer, Answer::Value(Nimber(1)));
        }
    }
}

/// The state of a search for a period, resumed up to a limit. The state is believed, so the result
/// may be wrong; the checker finds that out.
fn state(bytes: &[u8]) {
    let rules = grundy::games::game("octal 0.324").expect("a game");
    let Ok(mut search) = PeriodSearch::with_state(&rules.ruleset, bytes) else { return };
    let end = search.known().saturating_add(2_000);
    let _ = search.run(end, &mut Budget::new().bytes(1 << 26).time(Duration::from_secs(5)));
}

/// A file of moves; its labels pass their check.
fn digraph(bytes: &[u8]) {
    let Ok(survey) = Survey::of(bytes.len() as u64, || Ok(bytes), &mut |_| true) else { return };
    let graph = survey.fill(|| Ok(bytes), &mut || true).expect("it reads twice alike");
    let labels = loopy::labels(&graph, &mut Budget::new().bytes(1 << 26)).expect("a small graph");
    assert_eq!(labels.check(&graph, &mut || true), Ok(true));
}

fn parts(bytes: &[u8]) {
    let _ = ranges::read(bytes, 7);
}

fn answer(problem: Problem, bytes: &[u8]) {
    judged(&Subject::Problem(problem), bytes);
    if problem == Problem::Trust {
        judged(&Subject::Problem(Problem::TrustAnywhere), bytes);
    }
}

fn judge_wgme(bytes: &[u8]) {
    judged(&Subject::Format("wgme".into()), bytes);
}

/// A judge format, and after a line `---` an input.
fn judge_format(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let (format, input) = text.split_once("\n---\n").unwrap_or((text, "1\n1\n1\n"));
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        memory: Some(1 << 26),
        positions: Some(1_000),
        ..Limits::default()
    };
    let answers =
        grundy_contest::Format::read(format).and_then(|format| format.answers(&Run::new(limits), input.as_bytes()));
    answers.err().map(CliError::from).iter().for_each(render_error);
}

fn judged(subject: &Subject, bytes: &[u8]) {
    static SESSION: OnceLock<Session> = OnceLock::new();
    let limits =
        || Common { time: Some(1e6), memory: Some(1 << 26), max_positions: Some(100_000), ..Common::default() };
    let session = SESSION.get_or_init(|| Session::new(limits()));
    judge::answer(session, subject, bytes.to_vec()).err().iter().for_each(render_error);
}
