//! An allocator that asks for huge pages where an allocation is large: on Linux, memory comes in pages of 4 KiB unless a
//! program says that it wants pages of 2 MiB. A large table then takes a hundredth of the interrupts to get, a quarter of
//! the time to be cleared, and look-ups at random places need no second look-up for the page.
//!
//! It is the system's allocator in all else, and only that on other systems: its scalar twin. What a program computes
//! does not depend on it.
//!
//! On Linux the functions of the C library are called themselves: what `posix_memalign` gave begins where a huge page does
//! though the caller did not ask for that, and `free` and `realloc` take it back by its place.

use std::alloc::{GlobalAlloc, Layout};

/// The system's allocator, with huge pages for what takes at least a mebibyte.
pub struct HugePages;

impl HugePages {
    /// Gives free memory that the C library still holds back to the system, where that can be asked for.
    pub fn trim() {
        #[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
        place::trim();
    }
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod place {
    pub(super) use std::alloc::System;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
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
    }

    /// Gives free memory back.
    #[cfg(target_env = "gnu")]
    pub(super) fn trim() {
        // SAFETY: the call changes nothing that a program can see.
        let _ = unsafe { malloc_trim(0) };
    }

    /// Bytes of a huge page.
    pub(super) const HUGE: usize = 1 << 21;

    /// An allocation of at least that many bytes gets huge pages: half of one is had sooner as a whole one than in small
    /// ones.
    pub(super) const LARGE: usize = HUGE / 2;

    /// What `malloc` aligns to.
    const ALIGN: usize = 16;

    /// The kernel's number for the wish for huge pages.
    const MADV_HUGEPAGE: i32 = 14;

    /// Memory of the C library.
    pub(super) struct System;

    /// Memory that begins at a multiple of `align`, a power of two that is not below a pointer's size; null if there is
    /// none.
    fn aligned(align: usize, size: usize) -> *mut u8 {
        let mut start = ptr::null_mut();
        // SAFETY: the place to write to is there, and the alignment is one that is allowed.
        if unsafe { posix_memalign(&raw mut start, align, size) } == 0 { start } else { ptr::null_mut() }
    }

    /// Asks for huge pages for all whole ones of an allocation.
    fn advise(start: *mut u8, size: usize) {
        let skipped = start.addr().wrapping_neg() % HUGE;
        let length = size.saturating_sub(skipped) / HUGE * HUGE;
        if start.is_null() || length == 0 {
            return;
        }
        // SAFETY: the pages lie in the allocation, and the call changes nothing that a program can see. Where huge pages
        // are switched off it fails, which does no harm.
        let _ = unsafe { madvise(start.wrapping_add(skipped), length, MADV_HUGEPAGE) };
    }

    // SAFETY: the functions of the C library give memory of its own for each call, and take it back by its place alone;
    // nothing here unwinds.
    unsafe impl GlobalAlloc for System {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            if layout.size() >= LARGE {
                // A last page that is begun is had whole.
                let size = layout.size().checked_next_multiple_of(HUGE).unwrap_or(layout.size());
                let start = aligned(layout.align().max(HUGE), size);
                advise(start, size);
                return start;
            }
            if layout.align() > ALIGN {
                return aligned(layout.align(), layout.size());
            }
            // SAFETY: any size may be asked for.
            unsafe { malloc(layout.size()) }
        }

        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            if layout.align() > ALIGN {
                let start = aligned(layout.align(), layout.size());
                if !start.is_null() {
                    // SAFETY: all these bytes were just given.
                    unsafe { ptr::write_bytes(start, 0, layout.size()) };
                }
                return start;
            }
            // SAFETY: any size may be asked for.
            let start = unsafe { calloc(1, layout.size()) };
            if layout.size() >= LARGE {
                advise(start, layout.size());
            }
            start
        }

        unsafe fn dealloc(&self, start: *mut u8, _: Layout) {
            // SAFETY: the caller gives back what one of these functions gave.
            unsafe { free(start) }
        }

        unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            if layout.align() <= ALIGN {
                // What grows keeps the pages that it has: huge ones are taken apart when they are moved.
                // SAFETY: the caller gives back what one of these functions gave.
                return unsafe { realloc(start, size) };
            }
            let new = aligned(layout.align(), size);
            if !new.is_null() {
                // SAFETY: both places hold the smaller of both sizes, and the new one is nobody else's.
                unsafe { ptr::copy_nonoverlapping(start, new, layout.size().min(size)) };
                // SAFETY: the caller gives it back.
                unsafe { free(start) };
            }
            new
        }
    }
}

// SAFETY: every call is passed on as it is.
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps to what an allocator asks for.
        unsafe { place::System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe { place::System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { place::System.dealloc(start, layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        unsafe { place::System.realloc(start, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no madvise")]
    fn allocations_of_every_size_hold_what_is_written() {
        const HUGE: usize = 1 << 21;
        const LARGE: usize = HUGE / 2;
        let sizes = [1, 4096, HUGE, LARGE - 1, LARGE, LARGE + 5, 3 * LARGE + 4097];
        for (size, align) in sizes.into_iter().flat_map(|size| [1, 16, 64, 4 * HUGE].map(|align| (size, align))) {
            let layout = Layout::from_size_align(size, align).expect("a layout");
            // SAFETY: the layout is not empty, both bytes lie inside, and what is freed was allocated with the layout.
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
