//! With AVX2: eight nodes at a time if all their links lead to nodes before them. The steps are
//! those of [`super::avx512`].

use std::arch::x86_64::*;

use super::{CLOSED, Fields, Nodes, OVER, PassState, Window, node};

/// Nodes at a time.
const LANES: usize = 8;

/// As [`super::first`] after the first node.
#[target_feature(enable = "avx2")]
pub fn all(nodes: &Nodes<'_>, fields: Fields, window: &mut Window, state: &mut PassState, end: usize) {
    // Gathers count places with a sign.
    let most = i32::try_from(window.sums.len()).map_or(0, |sums| sums - 1);
    let wide = if most > 0 { end } else { 0 };
    let most = _mm256_set1_epi32(most);
    let (low, high) = (_mm256_set1_epi32(fields.low as i32), _mm256_set1_epi32(fields.high as i32));
    let shift = _mm_cvtsi32_si128(fields.bits as i32 - 1);
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi32(1));
    let turned = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    let mut at = 1;
    while at + LANES <= wide {
        // SAFETY: `at + 8 <= end`, and every slice has `end` entries at least, `firsts` and `sums`
        // one more.
        let (firsts, links, flags, kept) = unsafe {
            (
                _mm256_loadu_si256(nodes.firsts.as_ptr().add(at + 1).cast()),
                _mm256_loadu_si256(nodes.links.as_ptr().add(at).cast()),
                _mm_loadl_epi64(nodes.flags.as_ptr().add(at).cast()),
                _mm256_loadu_si256(window.kept.as_ptr().add(at).cast()),
            )
        };
        let lower_links = _mm256_cmpeq_epi32(links, _mm256_min_epu32(links, _mm256_set1_epi32(at as i32 - 1)));
        let inside = _mm256_cmpeq_epi32(firsts, _mm256_min_epu32(firsts, most));
        if _mm256_movemask_epi8(_mm256_and_si256(lower_links, inside)) != -1 {
            (at..at + LANES).for_each(|own| node(nodes, fields, window, state, own, true));
            at += LANES;
            continue;
        }
        // SAFETY: all links are lower than `at`, which lies inside `pairs`; a pair has eight bytes.
        let (a, b) = unsafe {
            let pairs = window.pairs.as_ptr().cast();
            (
                _mm256_i32gather_epi64::<8>(pairs, _mm256_castsi256_si128(links)),
                _mm256_i32gather_epi64::<8>(pairs, _mm256_extracti128_si256::<1>(links)),
            )
        };
        let (beyond, link) = apart(a, b);
        // SAFETY: all of `firsts` are lower than the number of sums.
        let after = unsafe { _mm256_i32gather_epi32::<4>(window.sums.as_ptr().cast(), firsts) };
        let before = _mm256_permutevar8x32_epi32(after, turned);
        let before = _mm256_blend_epi32::<1>(before, _mm256_set1_epi32(state.before as i32));
        let reached = _mm256_sub_epi32(_mm256_add_epi32(beyond, after), before);
        state.before = _mm256_extract_epi32::<7>(after) as u32;
        let full = _mm256_or_si256(_mm256_add_epi32(_mm256_and_si256(reached, low), low), reached);
        let zeros = _mm256_andnot_si256(full, high);
        let flags = _mm256_cvtepu8_epi32(flags);
        let without = |flag: u8| _mm256_cmpeq_epi32(_mm256_and_si256(flags, _mm256_set1_epi32(flag.into())), zero);
        let alive = without(OVER);
        let lacking = _mm256_and_si256(alive, _mm256_cmpeq_epi32(zeros, zero));
        state.all &= _mm256_movemask_epi8(lacking) == 0;
        let own = _mm256_srl_epi32(_mm256_and_si256(zeros, _mm256_sub_epi32(zero, zeros)), shift);
        let value = _mm256_blendv_epi8(one, own, alive);
        state.same &= _mm256_movemask_epi8(_mm256_cmpeq_epi32(value, kept)) == -1;
        let shown = _mm256_and_si256(value, without(CLOSED));
        let sums = _mm256_add_epi32(running(_mm256_sub_epi32(shown, link)), _mm256_set1_epi32(state.sum as i32));
        state.sum = _mm256_extract_epi32::<7>(sums) as u32;
        let (odd, even) = (_mm256_unpackhi_epi32(reached, shown), _mm256_unpacklo_epi32(reached, shown));
        // SAFETY: as for the loads; `pairs` has 8 entries of eight bytes from `at` on.
        unsafe {
            let pairs = window.pairs.as_mut_ptr().add(at);
            _mm256_storeu_si256(pairs.cast(), _mm256_permute2x128_si256::<0x20>(even, odd));
            _mm256_storeu_si256(pairs.add(4).cast(), _mm256_permute2x128_si256::<0x31>(even, odd));
            _mm256_storeu_si256(window.sums.as_mut_ptr().add(at + 1).cast(), sums);
            if state.keep {
                _mm256_storeu_si256(window.kept.as_mut_ptr().add(at).cast(), value);
            }
        }
        at += LANES;
    }
    (at..end).for_each(|own| node(nodes, fields, window, state, own, true));
}

/// Returns the first and the second halves of eight pairs.
#[inline]
#[target_feature(enable = "avx2")]
fn apart(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    let firsts = _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(a, b));
    let seconds = _mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(a, b));
    // The shuffle works on each half of a register alone.
    (_mm256_permute4x64_epi64::<0xd8>(firsts), _mm256_permute4x64_epi64::<0xd8>(seconds))
}

/// Returns the running sums of the lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn running(lanes: __m256i) -> __m256i {
    let pairs = _mm256_add_epi32(lanes, _mm256_slli_si256::<4>(lanes));
    let fours = _mm256_add_epi32(pairs, _mm256_slli_si256::<8>(pairs));
    let lower = _mm256_shuffle_epi32::<0xff>(_mm256_permute2x128_si256::<0x08>(fours, fours));
    _mm256_add_epi32(fours, lower)
}
