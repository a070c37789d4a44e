//! How much memory the machine has and this process holds, on systems that report it by a call
//! alone. Linux has files for both, which need no unsafe code; there, and on any other system, the
//! answer is `None`.
//!
//! *Windows.* `GlobalMemoryStatusEx`, and the private bytes of `GetProcessMemoryInfo`: what the
//! process was given and shares with no file, touched or not. Wine 8, under which it was tried,
//! reports the machine, and 0 for a process, which stands for nothing known.
//!
//! *macOS.* `hw.memsize` of `sysctlbyname`, and the footprint of `proc_pid_rusage`, by which the
//! system itself decides who holds too much. It was compiled, and never run.

/// The memory of the machine, in bytes.
pub fn memory_of_machine() -> Option<u64> {
    system::machine()
}

/// What this process holds and shares with no file, in bytes.
pub fn memory_of_process() -> Option<u64> {
    system::process()
}

#[cfg(windows)]
mod system {
    use std::ffi::c_void;

    /// `MEMORYSTATUSEX`.
    #[repr(C)]
    #[derive(Default)]
    struct MachineMemory {
        length: u32,
        load: u32,
        total: u64,
        rest: [u64; 6],
    }

    /// `PROCESS_MEMORY_COUNTERS_EX`.
    #[repr(C)]
    #[derive(Default)]
    struct ProcessMemory {
        length: u32,
        faults: u32,
        rest: [usize; 8],
        private: usize,
    }

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GlobalMemoryStatusEx(status: *mut MachineMemory) -> i32;
        fn GetCurrentProcess() -> *mut c_void;
        fn K32GetProcessMemoryInfo(process: *mut c_void, counters: *mut ProcessMemory, length: u32) -> i32;
    }

    pub(super) fn machine() -> Option<u64> {
        let mut status = MachineMemory { length: size_of::<MachineMemory>() as u32, ..MachineMemory::default() };
        // SAFETY: the system writes to the structure alone, whose length it is given.
        (unsafe { GlobalMemoryStatusEx(&raw mut status) } != 0).then_some(status.total)
    }

    pub(super) fn process() -> Option<u64> {
        let length = size_of::<ProcessMemory>() as u32;
        let mut counters = ProcessMemory { length, ..ProcessMemory::default() };
        // SAFETY: as above; the handle stands for this process and need not be closed.
        let is_known = unsafe { K32GetProcessMemoryInfo(GetCurrentProcess(), &raw mut counters, length) } != 0;
        (is_known && counters.private > 0).then_some(counters.private as u64)
    }
}

#[cfg(target_os = "macos")]
mod system {
    use std::{
        ffi::{c_char, c_int, c_void},
        process, ptr,
    };

    /// `rusage_info_v0`.
    #[repr(C)]
    #[derive(Default)]
    struct Usage {
        uuid: [u8; 16],
        before: [u64; 7],
        footprint: u64,
        after: [u64; 2],
    }

    unsafe extern "C" {
        fn sysctlbyname(
            name: *const c_char,
            old: *mut c_void,
            length: *mut usize,
            new: *mut c_void,
            size: usize,
        ) -> c_int;
        fn proc_pid_rusage(process: c_int, version: c_int, usage: *mut Usage) -> c_int;
    }

    pub(super) fn machine() -> Option<u64> {
        let (mut total, mut length) = (0_u64, size_of::<u64>());
        // SAFETY: the name ends with a zero, and the system writes no more than the length.
        let failed = unsafe {
            sysctlbyname(c"hw.memsize".as_ptr(), (&raw mut total).cast(), &raw mut length, ptr::null_mut(), 0)
        };
        (failed == 0 && length == size_of::<u64>()).then_some(total)
    }

    pub(super) fn process() -> Option<u64> {
        let mut usage = Usage::default();
        // SAFETY: the system writes the structure of version 0 alone.
        let failed = unsafe { proc_pid_rusage(process::id() as c_int, 0, &raw mut usage) };
        (failed == 0).then_some(usage.footprint)
    }
}

#[cfg(not(any(windows, target_os = "macos")))]
mod system {
    pub(super) fn machine() -> Option<u64> {
        None
    }

    pub(super) fn process() -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use super::*;

    #[test]
    fn what_is_held_is_measured_where_a_call_reports_it() {
        if !cfg!(any(windows, target_os = "macos")) {
            assert_eq!((memory_of_machine(), memory_of_process()), (None, None));
            return;
        }
        let machine = memory_of_machine().expect("it is reported");
        assert!((256 << 20..1 << 46).contains(&machine), "{machine}");
        let Some(before) = memory_of_process() else {
            let _ = io::stderr().write_all(b"NOT RUN: this system does not say how much memory a process holds\n");
            return;
        };
        let some = vec![1_u8; 64 << 20];
        let held = memory_of_process().expect("it is reported") - before;
        assert!((60 << 20..80 << 20).contains(&held), "{held} {}", some.len());
    }
}
