//! An allocator that asks for huge pages where an allocation is large: on Linux, memory comes in pages of 4 KiB unless a
//! program says that it wants pages of 2 MiB. A large table then takes a hundredth of the interrupts to get, a quarter of
//! the time to be cleared, and look-ups at random places need no second look-up for the page.
//!
//! It is the system's allocator in all else, and only that on other systems: its scalar twin. What a program computes
//! does not depend on it.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, with huge pages for what takes at least a mebibyte.
pub struct HugePages;

/// An allocation of at least that many bytes gets huge pages: half of one is had sooner as a whole one than in small
/// ones.
const LARGE: usize = HUGE / 2;

/// Bytes of a huge page.
const HUGE: usize = 1 << 21;

// SAFETY: every call is passed on to the system's allocator, if with a layout that asks for more.
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let layout = on_huge(layout);
        // SAFETY: the caller keeps to what the system's allocator asks for.
        advised(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        advised(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: as above. Where `on_huge` changes a layout the system's allocator frees by the place alone.
        unsafe { System.dealloc(start, layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // What grows keeps the pages that it has: huge ones are taken apart when they are moved.
        // SAFETY: as in `dealloc`.
        unsafe { System.realloc(start, layout, size) }
    }
}

/// The layout with which a large allocation begins where a huge page does, and ends where one does. One that is to come as
/// zeros keeps its layout: the allocator would write them.
fn on_huge(layout: Layout) -> Layout {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) || layout.size() < LARGE {
        return layout;
    }
    layout.align_to(HUGE).map_or(layout, |layout| layout.pad_to_align())
}

/// The same allocation, its whole huge pages asked for as such if it is large.
fn advised(start: *mut u8, size: usize) -> *mut u8 {
    if size >= LARGE && !start.is_null() {
        advise(start, size);
    }
    start
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn advise(start: *mut u8, size: usize) {
    unsafe extern "C" {
        fn madvise(start: *mut u8, length: usize, advice: i32) -> i32;
    }
    /// The kernel's number for the wish.
    const MADV_HUGEPAGE: i32 = 14;
    let skipped = start.addr().wrapping_neg() % HUGE;
    let length = size.saturating_sub(skipped) / HUGE * HUGE;
    // SAFETY: the pages lie in the allocation, and the call changes nothing that a program can see. Where huge pages are
    // switched off it fails, which does no harm.
    let _ = unsafe { madvise(start.wrapping_add(skipped), length, MADV_HUGEPAGE) };
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn advise(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_of_every_size_hold_what_is_written() {
        for size in [1, 4096, HUGE, LARGE - 1, LARGE, LARGE + 5, 3 * LARGE + 4097] {
            let layout = Layout::from_size_align(size, 64).expect("a layout");
            // SAFETY: the layout is not empty, both bytes lie inside, and what is freed was allocated with the layout.
            unsafe {
                let zeroed = HugePages.alloc_zeroed(layout);
                assert!(!zeroed.is_null());
                assert_eq!((*zeroed, *zeroed.add(size - 1)), (0, 0));
                HugePages.dealloc(zeroed, layout);
                let start = HugePages.alloc(layout);
                assert!(!start.is_null());
                start.write(7);
                start.add(size - 1).write(9);
                let larger = HugePages.realloc(start, layout, 2 * size);
                assert!(!larger.is_null());
                assert_eq!((*larger, *larger.add(size - 1).cast_const()), (if size == 1 { 9 } else { 7 }, 9));
                HugePages.dealloc(larger, Layout::from_size_align(2 * size, 64).expect("a layout"));
            }
        }
    }
}
