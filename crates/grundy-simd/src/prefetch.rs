//! Loads memory into the cache before its use, so that lookups at random places wait for it
//! together instead of one after the other.

/// Loads an item of a slice into the cache; does nothing if `at` is out of range. It changes only
/// the time of later lookups. The scalar twin does nothing.
#[inline]
pub fn prefetch<T>(items: &[T], at: usize) {
    if let Some(item) = items.get(at) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing, whatever the address; here it is that of a live
            // item.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = item;
    }
}
