//! `grundy try`: what is refused before a test is run, and that nothing is left of a program,
//! however the trial ends; `grundy serve --open` reports what the browser's program cannot do.

use crate::program::run;

#[test]
fn a_program_that_cannot_be_started_is_refused_with_a_way_out() {
    let refused = run(&["try", "nim", "--exe", "/no/such/program"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{}", refused.narrated);
    assert!(refused.narrated.starts_with("error: cannot run the program /no/such/program: "), "{}", refused.narrated);
    #[cfg(unix)]
    for limit in [&[][..], &["--exe-limits", "1s,1GiB"]] {
        let refused = run(&[&["try", "nim", "--exe", "/etc/passwd", "--json"], limit].concat());
        assert_eq!((refused.code, refused.narrated.as_str()), (Some(2), ""));
        let error = &refused.json()["error"];
        assert_eq!(error["message"], "cannot run the program /etc/passwd: it may not be executed");
        assert_eq!(error["argument"], "/etc/passwd");
        assert!(error["help"].as_str().is_some_and(|help| help.contains("/etc/passwd'")), "{error}");
    }
}

#[cfg(unix)]
#[path = "../../../grundy-contest/tests/it/processes.rs"]
mod listed;

#[cfg(unix)]
mod processes {
    use std::{
        fs,
        io::{BufRead, BufReader},
        os::unix::fs::PermissionsExt,
        process::{Child, Command, Stdio},
        thread,
        time::{Duration, Instant},
    };

    use snapbox::cmd::cargo_bin;

    use super::listed::{alive, asleep, has_ps, mark};

    fn soon(what: impl Fn() -> bool) -> bool {
        let begun = Instant::now();
        while !what() {
            if begun.elapsed() > Duration::from_secs(30) {
                return false;
            }
            thread::sleep(Duration::from_millis(20));
        }
        true
    }

    /// A trial of a program with five sleepers.
    fn begin(mark: &str, more: &[&str]) -> Child {
        let script = format!("for at in 1 2 3 4 5; do sleep {mark} & done; wait");
        let mut command = Command::new(cargo_bin!("grundy"));
        let program = format!("sh -c '{script}'");
        command.args(["try", "nim", "--exe", &program, "--exe-limits", "60"]).args(more);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
        assert!(soon(|| asleep(mark) == 5), "the sleepers begin");
        child
    }

    #[test]
    fn a_trial_that_is_ended_leaves_no_process() {
        if !has_ps() {
            return;
        }
        for (signal, number, code) in [("-INT", 32001, 130), ("-TERM", 32002, 143), ("-HUP", 32003, 129)] {
            if signal == "-HUP" && !crate::files::catches_hangup() {
                crate::not_run("SIGHUP is ignored here, or the system does not say whether it is");
                continue;
            }
            let mark = &mark(number);
            let mut child = begin(mark, &[]);
            let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(sent.is_ok_and(|status| status.success()));
            assert_eq!(child.wait().expect("it ends").code(), Some(code), "{signal}");
            assert!(soon(|| alive(mark) == 0), "{signal}: {} processes are left", alive(mark));
        }
        let mark = &mark(32004);
        let mut child = begin(mark, &["--time", "20"]);
        assert_eq!(child.wait().expect("it ends").code(), Some(3));
        assert!(soon(|| alive(mark) == 0), "{} processes are left", alive(mark));
    }

    /// A program in place of `xdg-open` that fails: the address is printed.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_browser_that_does_not_open_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("xdg-open");
        fs::write(&program, "#!/bin/sh\nexit 3\n").expect("it is written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is there");
        let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new(cargo_bin!("grundy"));
        command.args(["serve", "--open", "--listen", "0"]).env("PATH", path);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let read = BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut line);
        child.kill().expect("it is there");
        child.wait().expect("it ends");
        assert!(
            read.is_ok() && line.starts_with("note: xdg-open opens no browser: exit status: 3; open http://"),
            "{line}"
        );
    }
}
