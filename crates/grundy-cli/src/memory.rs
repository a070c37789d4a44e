//! How much memory a run may hold, and how much the process holds.
//!
//! A budget counts what the methods ask for before they take it. Word lists, positions, claims that
//! are checked and free memory that the allocator keeps are not counted there. So the process is
//! measured too: a run ends soon after it holds more than the limit and [`PROGRAM`]. Linux measures
//! a process in `/proc`, Windows and macOS by a call; on other systems only the budget counts.
//!
//! To open and to read these files takes as long as many a small question. So nothing is measured
//! in the first millisecond: a process cannot hold much more than [`PROGRAM`] so soon.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
    sync::{Mutex, OnceLock},
    time::{Duration, Instant},
};

use grundy::solvers::{HugePages, memory_of_machine};

/// What the program itself may hold in addition to the limit. (Its code is shared and
/// does not count.)
pub const PROGRAM: u64 = 3 << 20;

/// The limit where the system does not say how much memory there is.
const UNKNOWN: u64 = 8 << 30;

/// The time between two measurements.
const EVERY: Duration = Duration::from_millis(1);

/// The limit of a run.
pub struct Memory {
    limit: u64,
    begun: Instant,
    measured: Mutex<Instant>,
    gauge: OnceLock<gauge::Gauge>,
}

impl Memory {
    /// This limit, or by default half of what the machine has, or the process's control group.
    pub fn new(limit: Option<u64>) -> Memory {
        if limit.is_some() {
            HugePages::return_what_is_freed();
        }
        let limit = limit.unwrap_or_else(|| half().unwrap_or(UNKNOWN));
        let begun = Instant::now();
        Memory { limit, begun, measured: Mutex::new(begun), gauge: OnceLock::new() }
    }

    /// The most that may be held, in bytes.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// What the process holds and shares with no file, in bytes.
    fn bytes(&self) -> Option<u64> {
        self.gauge.get_or_init(gauge::Gauge::new).bytes()
    }

    /// What the process holds in addition to [`PROGRAM`], in bytes; 0 in the first millisecond.
    pub fn held(&self) -> u64 {
        if self.begun.elapsed() < EVERY {
            return 0;
        }
        let extra = || self.bytes().unwrap_or(0).saturating_sub(PROGRAM);
        // Memory that was freed is used again, and to return it costs more than a little that is
        // counted too much.
        let held = extra();
        if held <= self.limit / 64 {
            return held;
        }
        HugePages::trim();
        extra()
    }

    /// What the process holds and what it may hold, if that is less. It is measured no more often
    /// than each millisecond.
    pub fn overrun(&self) -> Option<(u64, u64)> {
        let mut measured = self.measured.try_lock().ok()?;
        if measured.elapsed() < EVERY {
            return None;
        }
        let most = self.limit.saturating_add(PROGRAM);
        let over = || self.bytes().filter(|&bytes| bytes > most);
        let bytes = over().and_then(|_| {
            HugePages::trim();
            over()
        });
        *measured = Instant::now();
        bytes.map(|bytes| (bytes, self.limit))
    }
}

/// What this process holds and shares with no file, in bytes; `None` where the system does not say.
pub fn resident() -> Option<u64> {
    gauge::Gauge::new().bytes()
}

/// Half of what the machine has, or the control group of this process; `None` where the system does
/// not say.
pub fn half() -> Option<u64> {
    available(Path::new("/")).or_else(memory_of_machine).map(|bytes| bytes / 2)
}

/// The text of a file of the kernel, which says that it is empty. The room for it saves the calls
/// that would look how long it is.
pub fn small_file(path: &Path) -> io::Result<String> {
    let mut text = String::with_capacity(1 << 12);
    File::open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// The memory of the machine or of the control group of this process, whichever is less. `root` is
/// the folder that holds `proc` and `sys`.
fn available(root: &Path) -> Option<u64> {
    let machine = small_file(&root.join("proc/meminfo")).ok().and_then(|text| {
        let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        total.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
    });
    machine.into_iter().chain(groups(root)).min()
}

/// The limits of the control groups that this process is in, and of those above them.
fn groups(root: &Path) -> Vec<u64> {
    let mut limits = Vec::new();
    for line in small_file(&root.join("proc/self/cgroup")).unwrap_or_default().lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (folder, file) = match controllers {
            "" => ("sys/fs/cgroup", "memory.max"),
            names if names.split(',').any(|name| name == "memory") => ("sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            _ => continue,
        };
        // In a container the path may be one outside of it, and the group is what is mounted.
        for group in Path::new(path.trim_start_matches('/')).ancestors() {
            let limit = small_file(&root.join(folder).join(group).join(file));
            limits.extend(limit.ok().and_then(|text| text.trim().parse::<u64>().ok()));
        }
    }
    limits
}

#[cfg(target_os = "linux")]
mod gauge {
    use std::{fs::File, os::unix::fs::FileExt};

    /// Measures the process.
    pub struct Gauge {
        file: Option<File>,
        page: u64,
    }

    /// The key of the size of a page in the vector that the kernel gives to a process.
    const PAGE_SIZE: usize = 6;

    impl Gauge {
        pub fn new() -> Gauge {
            let words = std::fs::read("/proc/self/auxv").unwrap_or_default();
            let words: Vec<usize> = words
                .as_chunks()
                .0
                .iter()
                .map(|&bytes: &[u8; size_of::<usize>()]| usize::from_ne_bytes(bytes))
                .collect();
            let page = words.chunks_exact(2).find(|pair| pair[0] == PAGE_SIZE).map_or(4096, |pair| pair[1] as u64);
            Gauge { file: File::open("/proc/self/statm").ok(), page }
        }

        /// What the process holds and shares with no file, in bytes.
        pub fn bytes(&self) -> Option<u64> {
            let mut text = [0; 128];
            let length = self.file.as_ref()?.read_at(&mut text, 0).ok()?;
            let mut pages = std::str::from_utf8(&text[..length]).ok()?.split_whitespace().skip(1);
            let (resident, shared) = (pages.next()?.parse::<u64>().ok()?, pages.next()?.parse::<u64>().ok()?);
            resident.saturating_sub(shared).checked_mul(self.page)
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod gauge {
    use grundy::solvers::memory_of_process;

    /// Measures the process where the system has a call for that.
    pub struct Gauge;

    impl Gauge {
        pub fn new() -> Gauge {
            Gauge
        }

        pub fn bytes(&self) -> Option<u64> {
            memory_of_process()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use super::*;

    /// A folder with these files in it.
    fn system(name: &str, files: &[(&str, &str)]) -> std::path::PathBuf {
        let root = std::env::temp_dir().join(format!("grundy-memory-{}-{name}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
            fs::write(path, text).expect("a file is written");
        }
        root
    }

    #[test]
    fn the_least_limit_counts() {
        let machine = ("proc/meminfo", "MemTotal:       4194304 kB\nMemFree:  1 kB\n");
        let two = ("proc/self/cgroup", "0::/user/me\n");
        let one = ("proc/self/cgroup", "3:cpu,cpuacct:/a\n2:memory:/box/own\n1:name=systemd:/\n");
        type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], Option<u64>);
        let cases: [Case<'_>; 8] = [
            ("none", &[], None),
            ("machine", &[machine], Some(4 << 30)),
            ("free", &[machine, two, ("sys/fs/cgroup/user/memory.max", "max\n")], Some(4 << 30)),
            ("own", &[machine, two, ("sys/fs/cgroup/user/me/memory.max", "1073741824\n")], Some(1 << 30)),
            ("above", &[machine, two, ("sys/fs/cgroup/user/memory.max", "536870912\n")], Some(1 << 29)),
            ("mounted", &[machine, two, ("sys/fs/cgroup/memory.max", "268435456\n")], Some(1 << 28)),
            ("v1", &[machine, one, ("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "134217728\n")], Some(1 << 27)),
            // Version 1 says so where there is no limit.
            (
                "v1 free",
                &[machine, one, ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")],
                Some(4 << 30),
            ),
        ];
        for (name, files, expected) in cases {
            let root = system(name, files);
            assert_eq!(available(&root), expected, "{name}");
            let _ = fs::remove_dir_all(root);
        }
    }

    #[test]
    fn what_the_process_holds_is_measured() {
        let memory = Memory::new(Some(1 << 40));
        assert_eq!((memory.limit(), memory.overrun()), (1 << 40, None));
        if resident().is_none() {
            let _ = io::Write::write_all(
                &mut io::stderr(),
                b"NOT RUN: this system does not say how much memory a process holds\n",
            );
            return;
        }
        let some = vec![1u8; 64 << 20];
        thread::sleep(2 * EVERY);
        let held = memory.held();
        assert!((32 << 20..1 << 30).contains(&held), "{held}");
        let memory = Memory::new(Some(16 << 20));
        thread::sleep(2 * EVERY);
        let (held, allowed) = memory.overrun().expect("more is held");
        assert!(held > 64 << 20 && allowed == 16 << 20, "{held} {allowed} {}", some.len());
    }
}
