//! The games whose positions are solved by layers: packed, and graded by a measure that every move
//! lowers.
//!
//! *Example.* Cram: the key has a bit for each occupied cell, the layer is the number of free
//! cells, and every move lowers it by two. *What a fault is:* an option in the same layer or a
//! higher one, which ends the pass with the key.

use grundy_core::Fault;

use crate::{error::Error, key::Key};

/// A game with packed positions, each in a layer, such as the number of free cells of a board.
///
/// Every move leads to lower layers; the passes check it for each option, and report a fault of the
/// game where it does not hold.
///
/// The two methods are called from several threads, often, so they should not allocate; what they
/// need for an option is kept in the scratch of the thread.
pub trait Graded: Sync {
    /// The packed position.
    type Key: Key;

    /// What [`Graded::options`] reuses from call to call, one for each thread.
    type Scratch: Default + Send;

    /// Returns the layer of a position.
    fn layer(&self, key: Self::Key) -> u32;

    /// Calls `visit` with each option, as the components that the move leaves: their values add by
    /// exclusive or. Options may come in any order and more than once; an option without components
    /// has the value 0.
    ///
    /// # Errors
    ///
    /// Returns the error of `visit`, or a [`Fault`] of the rules as [`Error::Fault`].
    fn options(
        &self,
        key: Self::Key,
        scratch: &mut Self::Scratch,
        visit: impl FnMut(&[Self::Key]) -> Result<(), Error>,
    ) -> Result<(), Error>;
}

/// Returns the layer of an option, which is below that of its position.
#[inline(always)]
pub(crate) fn lower<G: Graded>(game: &G, from: u32, key: G::Key, to: G::Key) -> Result<u32, Error> {
    let layer = game.layer(to);
    if layer < from { Ok(layer) } else { Err(raised(from, layer, key, to)) }
}

/// The fault of a move that does not lower the layer.
#[cold]
fn raised<K: Key>(from: u32, layer: u32, key: K, to: K) -> Error {
    Error::Fault(Fault(format!(
        "the game is not graded: a move from the position {:#x} in layer {from} leads to {:#x} in layer {layer}, and every \
         move must lead to a lower layer",
        key.wide(),
        to.wide()
    )))
}
