//! The plain twin.

use super::{LETTERS, Lanes, Pass, Strand, WANTED};

/// Reads a strand to its end.
pub fn read(strand: &mut Strand<'_, '_>) {
    let Strand { pass, text, rows } = strand;
    for &marked in *text {
        let wanted = marked & WANTED != 0;
        let depth = if wanted { pass.count() } else { pass.needed(marked) };
        let chain = chain(pass, depth);
        if wanted {
            rows.push(pass.shown(&chain));
        }
        pass.push(marked, &chain);
    }
}

/// The first `depth` entries of the chain, each at its letter.
pub fn chain(pass: &Pass, depth: usize) -> Lanes {
    let mut chain = Lanes::default();
    let mut seen = [0u32; LETTERS];
    for &letter in &pass.order[..depth] {
        let letter = usize::from(letter);
        let value = seen[letter].trailing_ones();
        chain.0[letter] = value as u16;
        for (seen, &entry) in seen.iter_mut().zip(&pass.table[letter].0) {
            *seen |= 1 << (u32::from(entry) ^ value);
        }
    }
    chain
}
