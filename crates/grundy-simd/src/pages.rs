//! An allocator that requests huge pages for large allocations. Linux uses pages of 4 KiB unless a
//! program requests pages of 2 MiB. With these, a large table causes a hundredth of the page
//! faults, and a lookup at a random place needs no walk through the page table.
//!
//! 40 million updates at random places of a table of 1 GiB take 0.7 s of CPU with it and 2.4 s
//! without (`madvise` in `transparent_hugepage/enabled`, the usual setting). If free memory is
//! fragmented, the kernel may spend 2 to 3 s once to make huge pages. glibc's own setting
//! (`glibc.malloc.hugetlb=1`) is as fast, but only the environment can set it.
//!
//! Everything else is done by the system's allocator, which is also the scalar twin on other
//! systems. Results do not depend on it.
//!
//! On Linux it calls the C library directly: memory of `posix_memalign` begins at a huge page
//! although the caller did not request that alignment, and `free` and `realloc` accept it.

use std::alloc::{GlobalAlloc, Layout};

/// The system's allocator, with huge pages for allocations of at least 8 MiB.
pub struct HugePages;

impl HugePages {
    /// Returns free memory of the C library to the system, if the library is glibc.
    pub fn trim() {
        #[cfg(all(target_os = "linux", target_env = "gnu", any(target_arch = "x86_64", target_arch = "aarch64")))]
        place::trim();
    }

    /// Has the C library, if it is glibc, take allocations of 1 MiB and more from the system and
    /// return them when they are freed. Otherwise it keeps larger ones once some were freed, and
    /// their rests between what is in use are held too: a second search in a process held 86 MiB
    /// where the first one had held 64, and holds 72 so.
    pub fn return_what_is_freed() {
        #[cfg(all(target_os = "linux", target_env = "gnu", any(target_arch = "x86_64", target_arch = "aarch64")))]
        place::return_what_is_freed();
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod place {
    pub(super) use std::alloc::System as SystemMemory;
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod place {
    use std::{
        alloc::{GlobalAlloc, Layout},
        ptr,
    };

    unsafe extern "C" {
        fn malloc(size: usize) -> *mut u8;
        fn calloc(count: usize, size: usize) -> *mut u8;
        fn realloc(start: *mut u8, size: usize) -> *mut u8;
        fn posix_memalign(start: *mut *mut u8, align: usize, size: usize) -> i32;
        fn free(start: *mut u8);
        fn madvise(start: *mut u8, length: usize, advice: i32) -> i32;
    }

    #[cfg(target_env = "gnu")]
    unsafe extern "C" {
        fn malloc_trim(left: usize) -> i32;
        fn mallopt(parameter: i32, value: i32) -> i32;
    }

    /// glibc's number of the least size that the system is asked for (`malloc.h`).
    #[cfg(target_env = "gnu")]
    const M_MMAP_THRESHOLD: i32 = -3;

    /// Sets that size, which then no longer grows.
    #[cfg(target_env = "gnu")]
    pub(super) fn return_what_is_freed() {
        // SAFETY: the call changes where later allocations are, and nothing else.
        let _ = unsafe { mallopt(M_MMAP_THRESHOLD, 1 << 20) };
    }

    /// Returns free memory to the system.
    #[cfg(target_env = "gnu")]
    pub(super) fn trim() {
        // SAFETY: the call changes nothing that a program can see.
        let _ = unsafe { malloc_trim(0) };
    }

    /// Bytes of a huge page.
    pub(super) const HUGE: usize = 1 << 21;

    /// The least allocation with huge pages. Smaller ones come and go: memory that the C library
    /// has kept need not be cleared again, and a huge page is cleared whole.
    pub(super) const LARGE: usize = 4 * HUGE;

    /// The alignment of `malloc`.
    const ALIGN: usize = 16;

    /// The kernel's number of the request for huge pages.
    const MADV_HUGEPAGE: i32 = 14;

    /// Memory of the C library.
    pub(super) struct SystemMemory;

    /// Returns memory at a multiple of `align`, a power of two and at least a pointer's size; null
    /// if there is none.
    fn aligned(align: usize, size: usize) -> *mut u8 {
        let mut start = ptr::null_mut();
        // SAFETY: the place to write to is there, and the alignment is one that is allowed.
        if unsafe { posix_memalign(&raw mut start, align, size) } == 0 { start } else { ptr::null_mut() }
    }

    /// Requests huge pages for the aligned part of an allocation.
    fn advise(start: *mut u8, size: usize) {
        let skipped = start.addr().wrapping_neg() % HUGE;
        let length = size.saturating_sub(skipped) / HUGE * HUGE;
        if start.is_null() || length == 0 {
            return;
        }
        // SAFETY: the pages lie in the allocation, and the call changes nothing that a program can
        // see. It fails harmlessly if huge pages are off.
        let _ = unsafe { madvise(start.wrapping_add(skipped), length, MADV_HUGEPAGE) };
    }

    // SAFETY: the C library returns separate memory for each call and frees it by its address
    // alone; nothing here unwinds.
    unsafe impl GlobalAlloc for SystemMemory {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            if layout.size() >= LARGE {
                // The last page is used as a whole.
                let size = layout.size().checked_next_multiple_of(HUGE).unwrap_or(layout.size());
                let start = aligned(layout.align().max(HUGE), size);
                advise(start, size);
                return start;
            }
            if layout.align() > ALIGN {
                return aligned(layout.align(), layout.size());
            }
            // SAFETY: any size is allowed.
            unsafe { malloc(layout.size()) }
        }

        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            if layout.align() > ALIGN {
                let start = aligned(layout.align(), layout.size());
                if !start.is_null() {
                    // SAFETY: these bytes were just allocated.
                    unsafe { ptr::write_bytes(start, 0, layout.size()) };
                }
                return start;
            }
            // SAFETY: any size is allowed.
            let start = unsafe { calloc(1, layout.size()) };
            if layout.size() >= LARGE {
                advise(start, layout.size());
            }
            start
        }

        unsafe fn dealloc(&self, start: *mut u8, _: Layout) {
            // SAFETY: the caller frees memory of one of these functions.
            unsafe { free(start) }
        }

        unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            if layout.align() <= ALIGN {
                // A growing allocation keeps its pages: the kernel splits huge ones that move.
                // SAFETY: the caller frees memory of one of these functions.
                return unsafe { realloc(start, size) };
            }
            let new = aligned(layout.align(), size);
            if !new.is_null() {
                // SAFETY: both places hold the smaller size, and the new one is separate.
                unsafe { ptr::copy_nonoverlapping(start, new, layout.size().min(size)) };
                // SAFETY: as above.
                unsafe { free(start) };
            }
            new
        }
    }
}

// SAFETY: every call is passed on unchanged.
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller fulfils the contract of an allocator.
        unsafe { place::SystemMemory.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe { place::SystemMemory.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { place::SystemMemory.dealloc(start, layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        unsafe { place::SystemMemory.realloc(start, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no madvise")]
    fn allocations_of_every_size_hold_what_is_written() {
        const HUGE: usize = 1 << 21;
        const LARGE: usize = 4 * HUGE;
        let sizes = [1, 4096, HUGE, LARGE - 1, LARGE, LARGE + 5, 3 * LARGE + 4097];
        for (size, align) in sizes.into_iter().flat_map(|size| [1, 16, 64, 4 * HUGE].map(|align| (size, align))) {
            let layout = Layout::from_size_align(size, align).expect("a layout");
            // SAFETY: the layout is not empty, both bytes lie inside, and what is freed was
            // allocated with the layout.
            unsafe {
                let zeroed = HugePages.alloc_zeroed(layout);
                assert!(!zeroed.is_null());
                assert_eq!((*zeroed, *zeroed.add(size - 1)), (0, 0));
                HugePages.dealloc(zeroed, layout);
                let start = HugePages.alloc(layout);
                assert!(!start.is_null() && start.addr().is_multiple_of(align));
                start.write(7);
                start.add(size - 1).write(9);
                let larger = HugePages.realloc(start, layout, 2 * size);
                assert!(!larger.is_null());
                assert_eq!((*larger, *larger.add(size - 1).cast_const()), (if size == 1 { 9 } else { 7 }, 9));
                assert!(larger.addr().is_multiple_of(align));
                HugePages.dealloc(larger, Layout::from_size_align(2 * size, align).expect("a layout"));
            }
        }
    }
}
