//! Asks for memory ahead of its use: look-ups at random places wait for it side by side instead of one by one.

/// Brings an item of a slice nearer, if there is one at that place. Changes nothing but the time of later look-ups; its
/// scalar twin does nothing.
#[inline]
pub fn prefetch<T>(items: &[T], at: usize) {
    if let Some(item) = items.get(at) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing, whatever the address; here it is that of a live item.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = item;
    }
}
