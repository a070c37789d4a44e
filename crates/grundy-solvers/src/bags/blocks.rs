//! A long text in blocks that end where a word ends: the pieces of work for several cores.

/// The bytes of a block, which is scanned for every board before the next one: it fits the nearest
/// cache.
const BLOCK: usize = 1 << 14;

/// Returns a text in blocks that end where a word ends. Each has at least `BLOCK` bytes but the
/// last one, and ends before white space or at the end of the text; a word longer than a block is
/// not cut.
pub(super) fn blocks(text: &[u8]) -> Vec<&[u8]> {
    let mut blocks = Vec::with_capacity(text.len() / BLOCK + 1);
    let mut rest = text;
    while !rest.is_empty() {
        let least = BLOCK.min(rest.len());
        let more = rest[least..].iter().position(u8::is_ascii_whitespace);
        let (block, after) = rest.split_at(more.map_or(rest.len(), |more| least + more));
        blocks.push(block);
        rest = after;
    }
    blocks
}
