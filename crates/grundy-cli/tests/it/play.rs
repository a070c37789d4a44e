//! Games line by line, as a person and a pipe play them; and one game on the full screen, under
//! tmux.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use snapbox::cmd::cargo_bin;

use crate::program::Run;

/// The page of the book with a whole game.
const PAGE: &str = include_str!("../../../../book/src/play.md");

fn play(words: &[&str], input: &str) -> Run {
    let mut child = Command::new(cargo_bin!("grundy"))
        .arg("play")
        .args(words)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Run { code: output.status.code(), out: text(output.stdout), narrated: text(output.stderr) }
}

/// A game that ends with exit code 0 and says all of these, in this order.
fn says(words: &[&str], input: &str, texts: &[&str]) -> String {
    let run = play(words, input);
    assert_eq!((run.code, run.narrated.as_str()), (Some(0), ""), "{words:?}: {}", run.out);
    let mut rest = run.out.as_str();
    for text in texts {
        let at = rest.find(text).unwrap_or_else(|| panic!("{words:?} does not say `{text}` here: {rest}"));
        rest = &rest[at + text.len()..];
    }
    run.out
}

/// The game of the book is this game, to the letter.
#[test]
fn the_book_shows_a_whole_game() {
    let (_, session) = PAGE.split_once("```text\n$ grundy play ").expect("a game");
    let (line, shown) = session.split_once('\n').expect("a line");
    let shown = shown.split("```").next().expect("an end");
    let words: Vec<&str> = line.split(' ').collect();
    let typed: String =
        shown.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(play(&words, &typed).out, shown);
}

#[test]
fn a_lost_game_has_the_move_at_which_it_was_lost() {
    says(
        &["nim", "2", "3"],
        "take 3\n1\n",
        &[
            "You play heap 2 (3): take 3, leave 0\n",
            "The computer plays heap 1 (2): take 2, leave 0\n",
            "The computer made the last move: you lose.\n",
            "You lost the game at move 1:\n  played:  heap 2 (3): take 3, leave 0\n",
            "  winning: heap 2 (3): take 1, leave 2\n",
            "Who stands to win after each move",
            "   0               | ############           5  2 + 3\n",
            "   1*           ## |                        1  2\n",
            "   2             # |                        0  nothing\n",
        ],
    );
    says(
        &["nim", "2", "2"],
        "1\n1\n1\n1\n",
        &["The computer made the last move: you lose.\n", "The position was lost for you from the beginning.\n"],
    );
}

#[test]
fn a_move_is_taken_back() {
    let out = says(
        &["kayles", "5"],
        "undo\nleave 3\nundo\nleave 2 + 2\nquit\n",
        &[
            "There is no move of yours to take back.\n",
            "You play heap 1 (5): take 2, leave 3\n",
            "Taken back.\n\nYour move: 5\n",
            "You play heap 1 (5): take 1, leave 2 + 2\n",
            "The game did not end.\n",
        ],
    );
    assert!(!out.contains("gave the game away at"), "{out}");
}

#[test]
fn hints_come_never_on_request_or_always() {
    let winning = "A winning move: 3  heap 2 (3): take 1, leave 2\n";
    let verdict = "N-position: the player to move wins; 5 moves left with best play; proved.\n";
    says(&["nim", "2", "3"], "hint\n", &["> hint\n", verdict, winning]);
    says(&["nim", "2", "3", "--hints", "off"], "hint\n", &["Hints are off; `--hints ask` at the start"]);
    says(
        &["nim", "2", "3", "--hints", "on"],
        "",
        &[verdict, "    1  loses heap 1 (2): take 1, leave 1\n", "    3  wins  heap 2 (3): take 1, leave 2\n"],
    );
    says(&["nim", "2", "2"], "hint\n", &["P-position", "Every move loses against best play.\n"]);
}

/// Equal seeds give equal games; each level plays as its name says.
#[test]
fn each_level_plays_by_its_seed() {
    let game = |level: &str, seed: &str| {
        let typed = "1\n".repeat(40);
        let words = ["kayles", "9", "8", "7", "--you", "second", "--level", level, "--seed", seed];
        says(&words, &typed, &["Kayles", "made the last move"])
    };
    assert_eq!(game("perfect", "1"), game("perfect", "2"));
    for level in ["careless", "careless=60%", "beginner"] {
        let first = game(level, "1");
        assert_eq!(first, game(level, "1"));
        assert!(first.contains("The seed of its dice is 1.\n"), "{first}");
        assert!(
            (2..8).any(|seed| game(level, &seed.to_string()) != first.replace("is 1.", &format!("is {seed}."))),
            "{level}"
        );
    }
    assert!(game("careless", "1").contains("25 of 100 of its moves are random"));
    let clever = play(&["nim", "3", "--level", "clever"], "");
    assert_eq!(clever.code, Some(2));
    let help =
        "error: unknown level `clever`\n  help: write --level perfect, --level careless=20% or --level beginner\n";
    assert_eq!(clever.narrated, help);
}

#[test]
fn misere_play_words_sums_and_boards() {
    says(
        &["nim", "1", "2", "--misere"],
        "take 2\n",
        &["Misère play: who makes the last move loses.", "The computer made the last move: you win.\n"],
    );
    says(&["misere-nim", "1"], "1\n", &["You made the last move: you lose.\n", "lost for you from the beginning"]);
    says(
        &["cut word in {fear, chop, arch}", "fearchop"],
        "remove fear\n",
        &[
            "remove \"fear\" at 1..4, leave chop\n",
            "The computer plays row 1 (chop): remove \"chop\" at 1..4, leave \"\"\n",
        ],
    );
    says(
        &["kayles 3 + nim 2 + [bag: take letter until distinct] {aab}"],
        "bag 3: {ab}\n1: 1 + 1\n",
        &["  heap 1  3  [octal 0.77]\n", "  bag 3  {aab}  [bag: ", "You play bag 3 ({aab}): take a, leave {ab}\n"],
    );
    says(&["cram", "2x3"], "moves .##\n1\n", &["  grid 1\n    . . .\n    . . .\n", "The computer plays grid 1"]);
    says(&["geography", "{a-b b-c} from a"], "b\n", &["go to b\n", "go to c\n", "you lose.\n"]);
    let list = std::env::temp_dir().join(format!("grundy-{}-play.txt", std::process::id()));
    std::fs::write(&list, "cart\ncard\n").expect("a temporary file");
    let name = list.to_str().expect("a plain path");
    says(&["ghost", name, ""], "c\n", &["write c -> c\n", "The computer plays tape 1 (c): write a -> ca\n"]);
    let _ = std::fs::remove_file(&list);
}

#[test]
fn wrong_input_is_answered_with_what_can_be_typed() {
    says(
        &["kayles", "5", "7"],
        "foo\ntake 1\n3: 2\n\nmoves 9\nmoves zz\nmoves take 2, leave 1\n?\n",
        &[
            "`foo` is not a move here: type the number of a move (1 to 12), what it does (`take 1`), what it leaves, or help.\n",
            "`take 1` fits 7 moves: 1, 2, 3, ..: type the number of one, or all of it, such as `1: take 1, leave 1 + 3`.\n",
            "`3: 2` is not a move here",
            "There is no page 9: the last one is 1.\n",
            "No listed move has `zz` in it.\n",
            "    4  heap 1 (5): take 2, leave 1 + 2\n   10  heap 2 (7): take 2, leave 1 + 4\n",
            "undo        take back your last move",
        ],
    );
}

#[test]
fn long_lists_have_pages_and_large_heaps_any_move() {
    says(
        &["nim", "50"],
        "moves 3\n",
        &["Page 1 of 3; `moves 2` shows the next ones.\n", "   50  heap 1 (50): take 50, leave 0\nPage 3 of 3.\n"],
    );
    says(
        &["nim", "10^18", "10^18"],
        "2: 5\n",
        &[
            "There are more moves than these: type what one leaves, with its component (`1: 5`).\n",
            "You play heap 2 (1000000000000000000): take 999999999999999995, leave 5\n",
            "The computer plays heap 1 (1000000000000000000): take 999999999999999995, leave 5\n",
        ],
    );
}

/// A position that the limits do not suffice for is played, and the computer says so.
#[test]
fn a_position_that_is_too_hard_is_played_all_the_same() {
    says(
        &["cram", "7x9", "--max-positions", "10", "--you", "second", "--seed", "1"],
        "1\n",
        &[
            "Not decided within the limits: ",
            "The computer plays a random move.\n",
            "The computer plays grid 1",
            "The game did not end.\n",
        ],
    );
    let begun = Instant::now();
    says(&["cram", "11x11", "--time", "0.2", "--seed", "1"], "1\n", &["The computer plays grid 1"]);
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (words, message, help) in [
        (&["kayles", "5", "--tui"][..], "--tui needs a terminal for its input and its output", "leave --tui out"),
        (&["kayles", "-"], "the moves of the game are read from standard input", "grundy play kayles 5 7 9"),
        (&["graph \"moves.csv\"", "a"], "a graph of moves cannot be played", "grundy solve"),
        (&["kayles"], "the position is missing", "write heaps as numbers"),
        (&["kayles", "5", "--level", "careless=101%"], "from 0% to 100%", "--level careless=20%"),
        (&["kayles", "5", "--hints", "maybe"], "invalid value 'maybe'", "off, ask, on"),
    ] {
        let run = play(words, "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{words:?}");
        assert!(run.narrated.contains(message) && run.narrated.contains(help), "{words:?}: {}", run.narrated);
    }
}

/// With --json the account is one object, and the rest goes to standard error.
#[test]
fn the_account_is_json_too() {
    let run = play(&["nim", "1", "2", "--json"], "foo\ntake 2\n");
    let value = run.json();
    assert_eq!((run.code, &value["winner"], &value["lost_at"]), (Some(0), &"computer".into(), &1.into()), "{value}");
    assert_eq!((&value["turns"][0]["winning"]["to"], &value["positions"][1]["moves_left"]), (&"1".into(), &1.into()));
    assert!(run.narrated.contains("`foo` is not a move here"), "{}", run.narrated);
}

/// Ctrl-C at the prompt ends the game with its account.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_game_in_good_order() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let mut child = Command::new(cargo_bin!("grundy"))
            .args(["play", "nim", "2", "3"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        while !line.starts_with("    5  ") {
            line.clear();
            assert!(out.read_line(&mut line).expect("text") > 0, "the list has five moves");
        }
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("text");
        assert!(rest.contains("The game did not end.\n"), "{rest}");
        assert_eq!(child.wait().expect("it ends").code(), Some(code));
    }
}

/// A terminal of tmux with one program in it, ended with the test.
struct Tmux(String);

impl Tmux {
    fn command(&self, words: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.0, "-f", "/dev/null"]).args(words).output();
        String::from_utf8(output.expect("tmux runs").stdout).expect("text")
    }

    /// Begins a program on 64 columns and 20 lines. The servers of one test have different names.
    fn begin(name: &str, command: &str) -> Tmux {
        let tmux = Tmux(format!("grundy-play-{name}-{}", std::process::id()));
        tmux.command(&["new-session", "-d", "-s", "t", "-x", "64", "-y", "20", command]);
        tmux
    }

    fn keys(&self, keys: &[&str]) {
        self.command(&[&["send-keys", "-t", "t"], keys].concat());
    }

    /// Waits until the screen shows all of these. Returns the screen.
    fn shows(&self, texts: &[&str]) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.command(&["capture-pane", "-p", "-t", "t"]);
            if texts.iter().all(|text| screen.contains(text)) {
                return screen;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "no {texts:?} on the screen:\n{screen}");
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.command(&["kill-server"]);
    }
}

/// A game on the full screen: moves, a new size, undo, the account; the terminal is as before at
/// the end, and after a signal.
#[test]
fn a_game_on_the_full_screen() {
    if Command::new("tmux").arg("-V").output().is_err() {
        // Past the capture of the test's output, so that it is seen.
        crate::not_run("the game on the full screen needs tmux: apt-get install tmux");
        return;
    }
    let program = cargo_bin!("grundy").display().to_string();
    let after = "echo code $?; stty -a | tr ' ' '\\n' | grep -x echo; sleep 100";
    let tmux = Tmux::begin("game", &format!("echo before; '{program}' play nim 1 2 --tui --hints on; {after}"));
    tmux.shows(&["your move: 1 + 2", "2  ●●", "> 1 loses 1: take 1, leave 0", "wins", "q quit"]);
    tmux.keys(&["?"]);
    tmux.shows(&["Any key goes back to the game."]);
    tmux.keys(&["x"]);
    tmux.keys(&["h"]);
    tmux.shows(&["A winning move: 2  heap 2 (2): take 1, leave 1"]);
    tmux.keys(&["Down", "Enter"]);
    tmux.shows(&["your move: 1", "  1 you  2: take 1, leave 1", "  2 comp 1: take 1, leave 0"]);
    tmux.keys(&["u"]);
    tmux.shows(&["your move: 1 + 2", "Taken back."]);
    tmux.command(&["resize-window", "-t", "t", "-x", "100", "-y", "30"]);
    tmux.keys(&["t"]);
    tmux.keys(&["foo", "Enter"]);
    tmux.shows(&["`foo` is not a move here: type the number of a move (1 to 3), what it does (`take 1`)"]);
    tmux.keys(&["t"]);
    tmux.keys(&["2: 0", "Enter"]);
    tmux.shows(&["The computer made the last move: you lose.", "You lost the game at move 1:", "1*"]);
    tmux.keys(&["q"]);
    let screen = tmux.shows(&["before", "code 0", "\necho\n"]);
    assert!(!screen.contains("q quit") && screen.contains("You lost the game at move 1:"), "{screen}");
    drop(tmux);

    let file = std::env::temp_dir().join(format!("grundy-{}-play-pid", std::process::id()));
    let name = file.display().to_string();
    let line = format!("sh -c 'echo $$ > \"{name}\"; exec \"{program}\" play kayles 5 --tui'; {after}");
    let begin = |server| {
        let tmux = Tmux::begin(server, &line);
        tmux.shows(&["your move: 5"]);
        (tmux, std::fs::read_to_string(&name).expect("the number of the process"))
    };
    let kill = |signal: &str, number: &str| {
        let sent = Command::new("kill").args([signal, number.trim()]).stderr(Stdio::null()).status();
        sent.expect("kill runs").success()
    };
    let (tmux, number) = begin("signal");
    assert!(kill("-TERM", &number));
    tmux.shows(&["The game did not end.", "code 143", "\necho\n"]);
    drop(tmux);
    // A terminal that closes ends the program.
    let (tmux, number) = begin("closed");
    drop(tmux);
    let begun = Instant::now();
    while kill("-0", &number) {
        assert!(begun.elapsed() < Duration::from_secs(30), "process {number} is left");
        thread::sleep(Duration::from_millis(50));
    }
    std::fs::remove_file(&file).expect("it is there");
}
