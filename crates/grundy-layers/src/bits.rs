//! Bits in bytes, the lowest one of a byte first.

/// The bits from this one on: 64 at the start of a byte, and at least 57 elsewhere. There are zeros
/// after the end.
#[inline(always)]
pub(crate) fn bits(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at / 8..).and_then(|bytes| bytes.first_chunk()) {
        Some(&word) => u64::from_le_bytes(word) >> (at % 8),
        None => bits_at_the_end(bytes, at),
    }
}

/// The last bytes, one by one: there are fewer than eight.
#[cold]
fn bits_at_the_end(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.iter_mut().zip(bytes.get(at / 8..).unwrap_or_default()).for_each(|(to, &from)| *to = from);
    u64::from_le_bytes(word) >> (at % 8)
}

/// Sets the lowest `width` bits of a number from this one on, where there are zeros.
#[inline(always)]
pub(crate) fn put_bits(bytes: &mut [u8], mut at: usize, mut number: u64, width: u32) {
    let mut left = width;
    while left > 0 {
        let within = at as u32 % 8;
        let taken = left.min(8 - within);
        let part = number as u8 & (0xff >> (8 - taken));
        bytes[at / 8] |= part << within;
        (at, left, number) = (at + taken as usize, left - taken, number >> taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_read_as_they_were_set() {
        for width in [0_usize, 1, 5, 8, 9, 31, 56, 57] {
            for from in 0..20 {
                let number = 0x9e37_79b9_7f4a_7c15_u64;
                let kept = number & ((1 << width) - 1);
                let mut bytes = vec![0; (from + width).div_ceil(8)];
                put_bits(&mut bytes, from, number, width as u32);
                assert_eq!(bits(&bytes, from) & ((1 << width) - 1), kept, "{width} from {from}");
                assert_eq!(bits(&bytes, from), kept, "nothing else is set");
                assert_eq!(bits(&bytes, 0) & ((1 << from) - 1), 0);
                bytes.extend([0xff; 9]);
                assert_eq!(bits(&bytes, from) & ((1 << width) - 1), kept);
            }
        }
        assert_eq!(bits(&[], 0), 0);
        assert_eq!(bits(&[1], 8), 0);
    }
}
