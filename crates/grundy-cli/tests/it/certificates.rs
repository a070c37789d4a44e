//! A certificate is written, verified, and refused when it is altered.

use snapbox::cmd::{Command, cargo_bin};

use crate::program::run;

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
    for first in ["grundy static 1", "gru\u{1}dy static 1"] {
        let other = [first.as_bytes(), b"\n\xff\xfe\x00"].concat();
        std::fs::write(&path, other).expect("it can be written");
        let refused = run(&["check", name]);
        let message = "line 1 of the certificate: expected the first line of a certificate";
        let wanted = if first.contains('\u{1}') { message } else { "is a table of values" };
        assert!(refused.code == Some(2) && refused.narrated.contains(wanted), "{}", refused.narrated);
    }
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

/// What is claimed besides the start is checked with the words that the start can meet.
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
    assert_eq!(code(&["solve", &game, "{b}", "--from", name]), Some(1), "{{b}} is worth 1, and nothing asks for it");
    assert_eq!(code(&["moves", &game, "{b}", "--from", name]), Some(1));
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
    assert_eq!(code(&["prove", "misère octal 0.123", "--certificate", name]), Some(0));
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
    assert_eq!(code(&["prove", "misère octal 0.123", "--to", "9", "--certificate", name]), Some(3));
    assert_eq!(code(&["solve", "misère octal 0.123", "9", "--from", name]), Some(0));
    assert_eq!(code(&["solve", "misère octal 0.123", "10", "--from", name]), Some(2));
    std::fs::remove_file(&path).expect("it can be removed");
}

/// A certificate of one answer says how much of the moves it covers.
#[test]
fn what_a_certificate_does_not_tell_is_said() {
    let path = std::env::temp_dir().join(format!("grundy-{}-partial.cert", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    let all = run(&["moves", "cram", "4x5", "--json"]).json();
    assert_eq!((&all["moves"], &all["unknown"]), (&31.into(), &0.into()));
    let truth = |made: &serde_json::Value| {
        let own = all["options"].as_array().expect("a list").iter().find(|own| own["to"] == made["to"]);
        own.unwrap_or_else(|| panic!("{made} is no move")).clone()
    };
    for asked in ["--value", "--outcome"] {
        assert_eq!(code(&["cram", "4x5", asked, "--certificate", name]), Some(0));
        let moves = run(&["moves", "cram", "4x5", "--from", name, "--json"]).json();
        let listed = moves["options"].as_array().expect("a list");
        let unknown = moves["unknown"].as_u64().expect("a number");
        assert!(unknown > 0 && listed.len() as u64 + unknown == 31, "{asked}: {moves}");
        for made in listed {
            let own = truth(made);
            assert!(
                made["wins"] == own["wins"] && (made["value"].is_null() || made["value"] == own["value"]),
                "{made}"
            );
        }
        let reported = format!("covers {} of 31 moves (without it the others", 31 - unknown);
        let text = run(&["moves", "cram", "4x5", "--from", name]).out;
        assert!(text.contains(&reported), "{text}");
        let why = run(&["explain", "cram", "4x5", "--from", name]).out;
        assert!(why.contains(" of 31 options (without it the others") && !why.contains("too many"), "{why}");
        let why = run(&["explain", "cram", "4x5", "--from", name, "--json"]).json();
        let part = if asked == "--value" { &why["components"][0] } else { &why };
        let reported = part["options"].as_array().expect("a list").len() as u64;
        assert_eq!(reported + part["unknown"].as_u64().expect("a number"), 31, "{why}");
    }
    std::fs::remove_file(&path).expect("it can be removed");
}

#[test]
fn a_checkpoint_is_no_certificate() {
    let path = std::env::temp_dir().join(format!("grundy-{}-no-certificate", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    for kept in [
        &["cram", "3x4", "--checkpoint", name][..],
        &["table", "octal 0.007", "20000", "--csv", "--checkpoint", name],
        &["prove", "octal 4.406", "--to", "60000", "--checkpoint", name],
    ] {
        assert!(matches!(run(kept).code, Some(0 | 3)), "{kept:?}");
        for asked in [&["check", name][..], &["cram", "3x4", "--from", name]] {
            let refused = run(asked);
            assert_eq!(refused.code, Some(2), "{kept:?}");
            assert!(refused.narrated.contains("is a checkpoint, not a certificate"), "{}", refused.narrated);
        }
        std::fs::remove_file(&path).expect("it can be removed");
    }
}

/// A claim about every position has no position and no value, and every report names the same
/// values that it rests on.
#[test]
fn a_certificate_of_every_position_says_what_it_claims() {
    let path = std::env::temp_dir().join(format!("grundy-{}-every.cert", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    for (game, claim, computed) in [
        ("octal 0.77", "period", Some(166)),
        ("take {3,7,8}", "period", Some(23)),
        ("take any but {3,5,8}", "period", Some(86)),
        ("a -> (a-1), take 2 leaving 2 heaps", "period", None),
        ("misère octal 0.123", "quotient", None),
        ("nim", "law", None),
        ("\"ab\" -> \"a\"", "automaton", None),
    ] {
        let proved = run(&["prove", game, "--certificate", name, "--json"]).json();
        let checked = run(&["check", name, "--json"]).json();
        let said = (&checked["claims"], &checked["position"], &checked["value"], &checked["outcome"]);
        let null = &serde_json::Value::Null;
        assert_eq!(said, (&serde_json::json!([claim]), null, null, null), "{game}");
        if claim == "period" {
            let text = run(&["prove", game]).out;
            let last = text.split("from the values of heaps 0 to ").nth(1).and_then(|rest| rest.split('.').next());
            let last: u64 = last.and_then(|last| last.parse().ok()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&proved["computed_to"], &checked["computed_to"]), (&last.into(), &last.into()), "{game}");
            assert!(computed.is_none_or(|computed| computed == last), "{text}");
        }
        let text = run(&["check", name]).out;
        assert!(text.starts_with("Verified: ") && !text.contains("nim value"), "{text}");
    }
    std::fs::remove_file(&path).expect("it can be removed");
}

/// A pipe that nobody writes to is not waited for.
#[test]
#[cfg(unix)]
fn a_pipe_is_no_certificate() {
    let path = std::env::temp_dir().join(format!("grundy-{}-pipe", std::process::id()));
    let name = path.to_str().expect("a temporary folder with a plain name");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo is there").success());
    for asked in
        [&["check", name][..], &["solve", "kayles", "5", "--from", name], &["check", "/"], &["check", "/dev/null"]]
    {
        let refused = run(asked);
        assert!(refused.code == Some(2) && refused.narrated.contains("is not a plain file"), "{}", refused.narrated);
    }
    std::fs::remove_file(&path).expect("it can be removed");
    let output =
        Command::new(cargo_bin!("grundy")).args(["kayles", "5", "--certificate", name]).output().expect("it runs");
    assert!(output.status.success());
    let input = std::fs::read(&path).expect("the certificate is there");
    let output = Command::new(cargo_bin!("grundy")).args(["check", "-"]).stdin(input).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::remove_file(&path).expect("it can be removed");
}
