//! Proofs of periods: hunts that are killed and go on, what is reported without a proof, and huge
//! heaps.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;
use snapbox::cmd::cargo_bin;

use crate::program::run;

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("grundy-{}-{name}", std::process::id()))
}

#[test]
fn a_killed_hunt_goes_on() {
    let path = place("hunt");
    let name = path.to_str().expect("a temporary folder with a plain name");
    let mut hunt = Command::new(cargo_bin!("grundy"))
        .args(["prove", "octal 0.324", "--checkpoint", name])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let began = Instant::now();
    while !path.exists() && began.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    hunt.kill().expect("it runs for ever");
    hunt.wait().expect("it has ended");
    let held = run(&["prove", "octal 0.324", "--checkpoint", name, "--to", "1", "--json"]);
    let known = held.narrated.split("resumed with ").nth(1).and_then(|rest| rest.split(' ').next());
    let known: u64 = known.and_then(|known| known.parse().ok()).unwrap_or_else(|| panic!("{}", held.narrated));
    let end = (known + 50_000).to_string();
    let on = run(&["prove", "octal 0.324", "--checkpoint", name, "--to", &end, "--json"]);
    let anew = run(&["prove", "octal 0.324", "--to", &end, "--json"]);
    assert_eq!((on.code, anew.code), (Some(3), Some(3)));
    assert_eq!(on.json(), anew.json());
    let foreign = run(&["prove", "octal 0.354", "--checkpoint", name]);
    assert_eq!(foreign.code, Some(2));
    assert!(foreign.narrated.contains("found one of `game octal 0.324`"), "{}", foreign.narrated);
    let table = run(&["table", "octal 0.324", "100", "--csv", "--checkpoint", name]);
    assert!(table.code == Some(2) && table.narrated.contains("hunt"), "{}", table.narrated);
    let mut bytes = std::fs::read(&path).expect("the checkpoint is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, bytes).expect("it can be written");
    let damaged = run(&["prove", "octal 0.324", "--checkpoint", name]);
    assert!(damaged.code == Some(2) && damaged.narrated.contains("checksum"), "{}", damaged.narrated);
    std::fs::remove_file(&path).expect("it can be removed");
}

#[test]
fn a_hunt_in_two_parts_proves_what_one_proves() {
    let path = place("parts");
    let name = path.to_str().expect("a temporary folder with a plain name");
    let (first, second) = (place("first.cert"), place("second.cert"));
    let [one, other] = [&first, &second].map(|path| path.to_str().expect("a plain name"));
    for (to, code) in [("60000", 3), ("200000", 3), ("600000", 0)] {
        let part = run(&["prove", "octal 4.406", "--checkpoint", name, "--to", to, "--json", "--certificate", one]);
        assert_eq!(part.code, Some(code), "{} {}", part.out, part.narrated);
        assert_eq!(part.narrated.contains("no certificate was written"), code == 3, "{}", part.narrated);
    }
    assert_eq!(run(&["prove", "octal 4.406", "--certificate", other]).code, Some(0));
    let claim = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("the certificate is there");
        text.lines().filter(|line| line.starts_with("pre") || line.starts_with("period")).collect::<String>()
    };
    assert_eq!(claim(&first), claim(&second));
    assert_eq!(run(&["check", one]).code, Some(0));
    [path, first, second].iter().for_each(|path| std::fs::remove_file(path).expect("it can be removed"));
}

#[test]
fn without_a_proof_the_report_stands() {
    let path = place("none.cert");
    let name = path.to_str().expect("a temporary folder with a plain name");
    let none = run(&["prove", "octal 0.007", "--to", "3000", "--certificate", name]);
    assert_eq!(none.code, Some(3));
    assert!(none.out.contains("no period is seen") && none.narrated.contains("no certificate was written"));
    assert!(!path.exists());
    let nowhere = run(&["prove", "octal 0.104", "--certificate", "/nowhere/at/all.cert"]);
    assert!(nowhere.code == Some(2) && nowhere.out.is_empty(), "{}", nowhere.narrated);
    // The values repeat from heap 46,578 on: too late to be seen over half of them.
    let seen = run(&["prove", "octal 0.127", "--to", "70000", "--json"]).json();
    let told = ["status", "period", "preperiod", "last_exception", "saltus", "theorem", "computed_to"];
    let told = told.map(|key| seen[key].clone());
    assert_eq!(Value::from(told.to_vec()).to_string(), "[\"none\",null,null,null,null,null,70000]");
    let early = run(&["prove", "octal 0.07", "--to", "130", "--json"]).json();
    assert_eq!((&early["status"], &early["period"]), (&"none".into(), &Value::Null));
    let repeats = run(&["prove", "octal 0.77", "--to", "155", "--json"]).json();
    assert_eq!((&repeats["status"], &repeats["period"]), (&"observed".into(), &12.into()));
}

#[test]
fn huge_heaps_have_winning_moves() {
    let huge = "1000000000000000000";
    for game in ["kayles", "take any but {3,5}", "octal 0.07"] {
        let position = [game, huge, "3"];
        let solved = run(&[&["solve", "--json"], &position[..]].concat()).json();
        assert_eq!(solved["outcome"], "N", "{game}");
        let moves = run(&[&["moves"], &position[..]].concat());
        let won = moves.out.split("leave ").nth(1).unwrap_or_else(|| panic!("{game}: {}", moves.out)).lines().next();
        let parts: Vec<&str> = won.unwrap_or_default().split(" + ").collect();
        let heap = if moves.out.contains("heap 1") { "3" } else { huge };
        let left = run(&[&["solve", "--json", game, heap], &parts[..]].concat());
        assert_eq!(left.json()["outcome"], "P", "{game}: {}", moves.out);
    }
}

#[test]
fn a_table_that_cannot_be_held_is_refused_at_once() {
    let wanted = ["table", "octal 0.007", "100000000", "--csv", "--memory", "10MiB"];
    let refused = run(&wanted);
    assert!(refused.code == Some(3) && refused.narrated.contains("382 MiB"), "{}", refused.narrated);
    let fits = run(&["table", "kayles", "30000", "--csv", "--memory", "64KiB"]);
    assert_eq!(fits.code, Some(0), "{}", fits.narrated);
}
