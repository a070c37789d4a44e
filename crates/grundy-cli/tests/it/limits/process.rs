//! A run of the program: what it worked and held, how it ended, and an interrupt while it works.

use std::{
    fmt,
    fs::{self, File},
    io::Read,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use snapbox::cmd::cargo_bin;
use wait4::{ResUse, Wait4};

use super::files::Folder;

/// The work after which an interrupt is sent.
const BEGUN: Duration = Duration::from_millis(400);

/// The time after which it is sent to a process that waits.
const WAITED: Duration = Duration::from_secs(4);

/// The work, and the time, after which a run is ended by force.
const MOST_WORK: Duration = Duration::from_secs(12);
const MOST_TIME: Duration = Duration::from_secs(90);

/// A run of the program that is to be made.
pub struct Trial<'t> {
    pub words: &'t [String],
    pub stdin: Option<&'t str>,
    pub folder: &'t Folder,
    /// Whether it runs on one core: the processor time of several threads adds up.
    pub one_core: bool,
    /// Whether an interrupt is sent while it works.
    pub interrupt: bool,
}

/// How a run ended.
pub struct End {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    /// The processor time.
    pub worked: Duration,
    /// The processor time after the interrupt, if it came in time.
    pub since_interrupt: Option<Duration>,
    /// The most that it held and shares with no file, in bytes.
    pub peak: u64,
    /// The end of standard error.
    pub said: String,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let End { code, worked, since_interrupt, peak, .. } = self;
        write!(f, "{code:?}, {:.2} s, {} MiB", worked.as_secs_f64(), peak >> 20)?;
        since_interrupt.map_or(Ok(()), |since| write!(f, ", {:.2} s after the interrupt", since.as_secs_f64()))
    }
}

/// What the system says of a process.
#[derive(Clone, Copy, Default)]
struct Seen {
    worked: Duration,
    peak: u64,
    /// The part of what it holds that it shares with files.
    files: u64,
}

impl Trial<'_> {
    pub fn run(&self) -> End {
        let mut child = self.start();
        let mut stderr = child.stderr.take().expect("a pipe");
        let said = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text[text.len().saturating_sub(600)..]).into_owned()
        });
        let (clock, mut last, mut interrupted) = (Instant::now(), Seen::default(), None);
        let used: ResUse = loop {
            if let Some(used) = child.try_wait4().expect("it is there") {
                break used;
            }
            last = seen(&child).unwrap_or(last);
            if self.interrupt && interrupted.is_none() && (last.worked >= BEGUN || clock.elapsed() >= WAITED) {
                interrupted = Some(last.worked);
                signal("INT", &child);
            }
            if last.worked > MOST_WORK || clock.elapsed() > MOST_TIME {
                signal("KILL", &child);
            }
            thread::sleep(Duration::from_millis(2));
        };
        let worked = used.rusage.utime + used.rusage.stime;
        End {
            code: used.status.code(),
            worked,
            since_interrupt: interrupted.map(|then| worked.saturating_sub(then)),
            peak: last.peak.max(counted(used.rusage.maxrss)).saturating_sub(last.files),
            said: said.join().expect("it was read"),
        }
    }

    fn start(&self) -> Child {
        let fresh = self.folder.fresh();
        let fresh = fresh.to_str().expect("a plain name");
        let words = self.words.iter().map(|word| if word == "NEW" { fresh } else { word.as_str() });
        let stdin = match self.stdin {
            Some(name) => Stdio::from(File::open(self.folder.path().join(name)).expect("the file is there")),
            None => Stdio::null(),
        };
        let mut command = Command::new(if self.one_core { "taskset".into() } else { program() });
        if self.one_core {
            command.args(["-c", &first_core()]).arg(program());
        }
        command.args(words).current_dir(self.folder.path()).stdin(stdin).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }
}

/// The program on trial: what `GRUNDY_LIMITS_PROGRAM` names, else that of the tests' own build.
fn program() -> PathBuf {
    std::env::var_os("GRUNDY_LIMITS_PROGRAM").map_or_else(|| cargo_bin!("grundy").to_path_buf(), PathBuf::from)
}

/// The first core that this test may use.
fn first_core() -> String {
    let status = fs::read_to_string("/proc/self/status").expect("the system says what a process may use");
    let cores = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).expect("it names the cores");
    cores.trim().split([',', '-']).next().unwrap_or_default().to_owned()
}

/// The peak that the system reports at the end. A process begins with that of the one that starts
/// it, so what is not above that of this test says nothing.
fn counted(peak: u64) -> u64 {
    let own =
        fs::read_to_string("/proc/self/status").ok().and_then(|status| bytes(&status, "VmHWM:")).unwrap_or(u64::MAX);
    if peak > own { peak } else { 0 }
}

fn seen(child: &Child) -> Option<Seen> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // User and system time are fields 14 and 15, in hundredths of a second; the name of the program
    // before them is in brackets.
    let ticks: Vec<u64> =
        stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(2).map_while(|field| field.parse().ok()).collect();
    let worked = Duration::from_millis(10 * ticks.iter().sum::<u64>());
    Some(Seen { worked, peak: bytes(&status, "VmHWM:")?, files: bytes(&status, "RssFile:")? })
}

/// A size in a file of the kernel.
fn bytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

fn signal(name: &str, child: &Child) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "a signal can be sent");
}
