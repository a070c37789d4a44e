//! One command, run in a folder with the files that it names.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    commands::Job,
    entry::{Entry, kept},
    mask::masked,
};

/// The time of each command.
pub const LIMIT: Duration = Duration::from_secs(10);

/// The folder of the programs that commands name.
const PROGRAMS: &str = "programs";

/// Where a thread runs its commands.
pub struct Room {
    /// The folder in which the command runs.
    work: PathBuf,
    /// What is printed goes here.
    printed: PathBuf,
    programs: PathBuf,
    testdata: PathBuf,
    /// The processor on which the commands run: with one, every order is the same.
    processor: String,
    /// Paths that differ from run to run, with their names.
    paths: Vec<(String, &'static str)>,
}

/// The bytes of each file of a folder, by its path in there.
type Files = BTreeMap<String, Vec<u8>>;

impl Room {
    /// Makes a room in a folder that is not there yet; its number selects the processor.
    pub fn new(place: &Path, number: usize, root: &Path, program: &Path) -> Result<Room, String> {
        let place = &place.join(number.to_string());
        let (work, printed, programs) = (place.join("work"), place.join("printed"), place.join(PROGRAMS));
        for folder in [&printed, &programs] {
            fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        }
        std::os::unix::fs::symlink(program, programs.join("grundy")).map_err(|why| why.to_string())?;
        let testdata = root.join("testdata");
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let paths = vec![
            (text(&work), "FOLDER"),
            (text(place), "PLACE"),
            (text(&testdata), "TESTDATA"),
            (text(program), "PROGRAM"),
        ];
        Ok(Room { work, printed, programs, testdata, processor: processor(number)?, paths })
    }

    /// Runs the commands of a job, one after the other in the same folder.
    pub fn run(&self, job: &Job) -> Result<Vec<(Entry, Duration)>, String> {
        self.clear()?;
        for folder in &job.files {
            copy(folder, &self.work)?;
        }
        let mut before = files(&self.work)?;
        let mut entries = Vec::new();
        for command in &job.commands {
            let begun = Instant::now();
            let mut entry = self.entry(&job.group, command)?;
            let took = begun.elapsed();
            let after = files(&self.work)?;
            if !entry.is_late() {
                entry.files = self.changes(&before, &after);
            }
            before = after;
            entries.push((entry, took));
        }
        Ok(entries)
    }

    fn clear(&self) -> Result<(), String> {
        let failed = |why| format!("{}: {why}", self.work.display());
        if self.work.exists() {
            fs::remove_dir_all(&self.work).map_err(failed)?;
        }
        fs::create_dir(&self.work).map_err(failed)
    }

    fn masked(&self, text: &str) -> String {
        masked(text, &self.paths)
    }

    fn entry(&self, group: &str, command: &str) -> Result<Entry, String> {
        let (out, narrated) = (self.printed.join("out"), self.printed.join("err"));
        let file = |path: &Path| File::create(path).map_err(|why| format!("{}: {why}", path.display()));
        let inherited = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("taskset");
        shell.args(["-c", &self.processor, "sh", "-c", command]).current_dir(&self.work).process_group(0);
        shell.env_clear().env("PATH", format!("{}:{inherited}", self.programs.display()));
        shell.env("HOME", &self.work).env("TMPDIR", &self.printed).env("TESTDATA", &self.testdata);
        shell.env("LANG", "C.UTF-8").env("NO_COLOR", "1").env("SLURM_ARRAY_TASK_ID", "1");
        shell.stdin(Stdio::null()).stdout(file(&out)?).stderr(file(&narrated)?);
        let mut child = shell.spawn().map_err(|why| format!("taskset: {why}; Debian: util-linux"))?;
        let Some(status) = ended(&mut child)? else { return Ok(Entry::late(group, command)) };
        let text = |path: &Path| {
            let bytes = fs::read(path).map_err(|why| format!("{}: {why}", path.display()))?;
            Ok::<_, String>(kept(&bytes, |text| self.masked(text)))
        };
        Ok(Entry { end: end(status), out: text(&out)?, narrated: text(&narrated)?, ..Entry::late(group, command) })
    }

    /// The files that are new, changed or gone.
    fn changes(&self, before: &Files, after: &Files) -> BTreeMap<String, String> {
        let changed = after.iter().filter(|(name, bytes)| before.get(*name) != Some(bytes));
        let changed = changed.map(|(name, bytes)| (name.clone(), kept(bytes, |text| self.masked(text))));
        let gone = before.keys().filter(|name| !after.contains_key(*name));
        changed.chain(gone.map(|name| (name.clone(), "[removed]\n".to_owned()))).collect()
    }
}

/// The processor with this number among those that this process may use.
fn processor(number: usize) -> Result<String, String> {
    let status = fs::read_to_string("/proc/self/status").map_err(|why| format!("/proc/self/status: {why}"))?;
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let all = allowed.and_then(|list| numbers(list.trim())).filter(|all| !all.is_empty());
    let all = all.ok_or("/proc/self/status does not list processors")?;
    Ok(all[number % all.len()].to_string())
}

/// The numbers of a list such as `0-2,5`.
fn numbers(list: &str) -> Option<Vec<u16>> {
    let mut all = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        all.extend(first.parse::<u16>().ok()?..=last.parse().ok()?);
    }
    Some(all)
}

/// Waits for the command; `None` if its time is up.
fn ended(child: &mut Child) -> Result<Option<ExitStatus>, String> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|why| why.to_string())? {
            return Ok(Some(status));
        }
        if begun.elapsed() > LIMIT {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-s", "KILL", "--", &group]).status();
            let _ = child.wait();
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn end(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "neither an exit code nor a signal".into(),
    }
}

/// The files and folders of a folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    read.map(|entry| entry.map(|entry| entry.path()).map_err(|why| why.to_string())).collect()
}

/// Copies what is in a folder to another one.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let mut open = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = open.pop() {
        if from.is_dir() {
            fs::create_dir_all(&to).map_err(|why| format!("{}: {why}", to.display()))?;
            for path in entries(&from)? {
                let name = path.file_name().unwrap_or_default().to_owned();
                open.push((path, to.join(name)));
            }
        } else {
            fs::copy(&from, &to).map_err(|why| format!("{}: {why}", from.display()))?;
        }
    }
    Ok(())
}

fn files(folder: &Path) -> Result<Files, String> {
    let (mut open, mut files) = (vec![folder.to_owned()], Files::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(entries(&path)?);
        } else {
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
            files.insert(name, fs::read(&path).map_err(|why| format!("{}: {why}", path.display()))?);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{super::commands, *};

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    #[test]
    fn lists_of_processors_are_read() {
        assert_eq!(numbers("0-2,5"), Some(vec![0, 1, 2, 5]));
        assert_eq!(numbers("7"), Some(vec![7]));
        assert_eq!(numbers("x"), None);
    }

    #[test]
    fn an_entry_has_what_a_command_printed_and_left() {
        let place = tempfile::tempdir().unwrap();
        let room = Room::new(place.path(), 0, root(), Path::new("/bin/echo")).unwrap();
        let commands =
            ["pwd; grundy \"$TESTDATA\" >&2; echo a > new; exit 3", "echo b > new; mkdir d; kill -9 $$", "rm new"];
        let commands = commands.map(str::to_owned).to_vec();
        let job = Job { group: "g".into(), files: Vec::new(), commands };
        let entries: Vec<Entry> = room.run(&job).unwrap().into_iter().map(|(entry, _)| entry).collect();
        let [first, second, third] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!((&*first.end, &*first.out, &*first.narrated), ("exit 3", "FOLDER\n", "TESTDATA\n"));
        let file = |text: &str| BTreeMap::from([("new".to_owned(), text.to_owned())]);
        assert_eq!((&first.files, &*second.end, &second.files), (&file("a\n"), "signal 9", &file("b\n")));
        assert_eq!((&*third.end, &third.files), ("exit 0", &file("[removed]\n")));
    }

    /// A sample of all commands, in two rooms.
    #[test]
    fn two_runs_agree() {
        let program = crate::folders::target(root()).join("debug/grundy");
        if !program.exists() {
            println!("{}{} is missing: cargo build -p grundy-cli", crate::failure::LINE, program.display());
            return;
        }
        let jobs = commands::jobs(root(), &program).unwrap();
        let place = tempfile::tempdir().unwrap();
        let rooms = [0, 1].map(|number| Room::new(place.path(), number, root(), &program).unwrap());
        let sample: Vec<&Job> = jobs.all.iter().filter(|job| job.commands.len() == 1).step_by(45).collect();
        assert!(sample.len() > 80, "{} of {} commands", sample.len(), jobs.all.len());
        // What is late on a busy machine is not compared.
        let mut compared = 0;
        for job in sample {
            let [first, second] = rooms.each_ref().map(|room| room.run(job).unwrap().remove(0).0);
            if !first.is_late() && !second.is_late() {
                assert_eq!(first, second);
                compared += 1;
            }
        }
        assert!(compared > 60, "only {compared} commands ended in time");
    }
}
