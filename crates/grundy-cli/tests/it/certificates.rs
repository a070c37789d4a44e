//! A certificate is written, verified, and refused when it is altered.

use snapbox::cmd::{Command, cargo_bin};

fn code(arguments: &[&str]) -> Option<i32> {
    Command::new(cargo_bin!("grundy")).args(arguments).output().expect("the program runs").status.code()
}

#[test]
fn an_altered_certificate_is_refused() {
    let path = std::env::temp_dir().join(format!("grundy-{}.cert", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    assert_eq!(code(&["kayles", "5", "7", "9", "--certificate", name]), Some(0));
    assert_eq!(code(&["check", name]), Some(0));
    let text = std::fs::read_to_string(&path).expect("the certificate is there");
    std::fs::write(&path, text.replace("answer value 2", "answer value 3")).expect("it can be written");
    assert_eq!(code(&["check", name]), Some(1));
    assert_eq!(code(&["check", name, "--json"]), Some(1));
    std::fs::remove_file(&path).expect("it can be removed");
}

/// Who wins is certified by the replies of the winner, and checked in little memory.
#[test]
fn a_strategy_is_small_and_checked_in_little_memory() {
    let path = std::env::temp_dir().join(format!("grundy-{}-strategy.cert", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    let facts = |arguments: &[&str]| {
        assert_eq!(code(&[arguments, &["--certificate", name]].concat()), Some(0), "{arguments:?}");
        assert_eq!(code(&["check", name, "--memory", "16KiB"]), Some(0), "{arguments:?}");
        let text = std::fs::read_to_string(&path).expect("the certificate is there");
        text.lines().count()
    };
    let (all, value, outcome) =
        (facts(&["chomp", "6x7"]), facts(&["chomp", "6x7", "--value"]), facts(&["chomp", "6x7", "--outcome"]));
    assert!(all > value && value > 10 * outcome, "{all}, {value}, {outcome}");
    let (all, outcome) = (facts(&["misère cram", "3x4", "--no-check"]), facts(&["misère cram", "3x4", "--outcome"]));
    assert!(all > outcome, "{all}, {outcome}");
    let (outcome, value) = (facts(&["cram", "4x5", "--outcome"]), facts(&["cram", "4x5", "--value"]));
    assert!(outcome < value && value > 30, "{outcome}, {value}");
    let before = std::fs::read(&path).expect("the certificate is there");
    facts(&["cram", "4x5", "--value"]);
    assert_eq!(std::fs::read(&path).expect("the certificate is there"), before, "equal claims are equal files");
    assert_eq!(code(&["solve", "cram", "4x5", "--value", "--from", name]), Some(0));
    assert_eq!(code(&["check", name, "--memory", "100"]), Some(3));
    std::fs::remove_file(&path).expect("it can be removed");
}

/// What is claimed beside the start is checked with the words that the start can meet.
#[test]
fn a_claim_about_one_bag_tells_nothing_of_others() {
    let place = |name: &str| std::env::temp_dir().join(format!("grundy-{}-{name}", std::process::id()));
    let (list, path) = (place("words.txt"), place("bag.cert"));
    let name = path.to_str().expect("a temporary folder with a plain name");
    std::fs::write(&list, "a\nb\n").expect("a list");
    let game = format!("bag: take word in \"{}\"", list.display());
    assert_eq!(code(&["solve", &game, "{aab}", "--certificate", name]), Some(0));
    assert_eq!(code(&["solve", &game, "{ab}", "--from", name]), Some(0));
    assert_eq!(code(&["solve", &game, "{aab}", "--from", name]), Some(0));
    assert_eq!(code(&["solve", &game, "{abb}", "--from", name]), Some(2));
    assert_eq!(code(&["solve", &game, "{a}", "--certificate", name]), Some(0));
    let text = std::fs::read_to_string(&path).expect("the certificate is there");
    let claim = text.find("claim ").expect("a claim");
    std::fs::write(&path, format!("{}claim positions\n1 {{a}}\n0 {{b}}\n0 {{}}\nend 3\n", &text[..claim]))
        .expect("it can be written");
    assert_eq!(code(&["solve", &game, "{b}", "--from", name]), Some(2), "{{b}} is worth 1");
    assert_eq!(code(&["moves", &game, "{b}", "--from", name]), Some(2));
    [list, path].iter().for_each(|path| std::fs::remove_file(path).expect("it can be removed"));
}

#[test]
fn a_matching_answers_about_its_own_position() {
    let path = std::env::temp_dir().join(format!("grundy-{}-matching.cert", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    assert_eq!(code(&["solve", "geography", "path 4 from 1", "--outcome", "--certificate", name]), Some(0));
    let from = |position| code(&["solve", "geography", position, "--outcome", "--from", name]);
    assert_eq!((from("path 4 from 1"), from("path 4 from 2"), from("0*path 4 from 1")), (Some(0), Some(2), Some(0)));
    std::fs::remove_file(&path).expect("it can be removed");
}

#[test]
fn a_quotient_is_kept_and_answers_from_its_certificate() {
    let path = std::env::temp_dir().join(format!("grundy-{}-quotient.cert", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    assert_eq!(code(&["prove", "misère octal 0.123", "-o", name]), Some(0));
    assert_eq!(code(&["check", name]), Some(0));
    let said = |arguments: &[&str]| {
        let output = Command::new(cargo_bin!("grundy")).args(arguments).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("answers are UTF-8")
    };
    assert!(said(&["check", name]).contains("a misère quotient of 20 elements"));
    let asked = ["solve", "misère octal 0.123", "1000000000", "6", "7"];
    assert_eq!(said(&[&asked[..], &["--from", name]].concat()), said(&asked));
    let text = std::fs::read_to_string(&path).expect("the certificate is there");
    std::fs::write(&path, text.replace("repeats 5 5", "repeats 4 6")).expect("it can be written");
    assert_eq!(code(&["check", name]), Some(1));
    // About heaps up to a size it says nothing of larger ones.
    assert_eq!(code(&["prove", "misère octal 0.123", "--to", "9", "-o", name]), Some(3));
    assert_eq!(code(&["solve", "misère octal 0.123", "9", "--from", name]), Some(0));
    assert_eq!(code(&["solve", "misère octal 0.123", "10", "--from", name]), Some(2));
    std::fs::remove_file(&path).expect("it can be removed");
}
